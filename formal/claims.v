(* What is cited of claims about released data: each statement of the ledger, written out in the
   definitions of release.v. The proofs stand in other files.
   To be read: every definition, beside the claim of the ledger that has its name. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* b > 0 and alpha in (0, 1/k] *)
Definition allowed (R : realType) (k : nat) (b alpha : R) :=
  [/\ 0 < b, 0 < alpha & k%:R * alpha <= 1].

(* ---- definitions and Theorem 1 of `linear` ---- *)

(* linear.definition-3 *)
Definition linear_definition_3 := forall (R : realType) (D : finType) (n m : nat)
    (q : database D n -> 'I_m -> R) (b u : R),
  0 < b -> sensitive q u -> private b q (u / b).

(* any mechanism, as the densities of its outcomes; an outcome that is possible at no database has no
   leakage *)
(* linear.theorem-1 *)
Definition linear_theorem_1 := forall (R : realType) (D : finType) (n : nat) (Y : Type)
    (f : Y -> database D n -> R) (e : R),
  (forall y x, 0 <= f y x) -> 0 <= e ->
  ((forall y x x', neighbours x x' -> f y x <= expR e * f y x') <->
   (forall (P : 'I_n -> law R D) y i, (forall j d, 0 < P j d) -> 0 < density P (f y) ->
      leak P (f y) i <= e)).

(* records are classes; at least one record and two classes *)
(* linear.eq-4 *)
Definition linear_eq_4 := forall (R : realType) (n m k : nat) (W : 'M[R]_(m, k)) (b : R),
  (0 < n)%N -> (1 < k)%N -> 0 < b ->
  (forall u, sensitive (answers W (n := n) (@id 'I_k)) u <-> diameter W <= u) /\
  (forall e, private b (answers W (n := n) (@id 'I_k)) e <-> diameter W / b <= e).

(* ---- Theorem 2, Corollary 1 and their proofs ---- *)

(* linear.corollary-1.upper; linear.theorem-2.upper.repair 1; linear.figure-2.safe.repair 1;
   linear.figure-2.vanishes 2; linear.corollary-1.looser.repair 2 *)
Definition linear_corollary_1_upper := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k))
    (b alpha : R) (n : nat),
  allowed k b alpha -> bounds_leak W b alpha n (triangle W b alpha).

(* linear.corollary-1.step; linear.theorem-2.step.repair *)
Definition linear_corollary_1_step := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k))
    (b : R) (D : finType) (n : nat) (cls : D -> 'I_k) (P : 'I_n -> law R D) y i d,
  0 < b -> 0 < P i d ->
  density_given P (laplace b (answers W cls) y) i d / density P (laplace b (answers W cls) y) <=
  (\sum_j share cls (P i) j * expR (- (apart W j (cls d) / b)))^-1.

(* the least mean, and a law that has it *)
(* linear.lemma-2 *)
Definition linear_lemma_2 := forall (R : realType) (k : nat) (b alpha : R) (c : 'I_k -> R) (t : 'I_k),
  allowed k b alpha -> (forall j, c j <= c t) ->
  let least := alpha * (\sum_j expR (- (c j / b))) + (1 - k%:R * alpha) * expR (- (c t / b)) in
  (forall p : law R [finType of 'I_k], (forall j, alpha <= p j) ->
     least <= \sum_j p j * expR (- (c j / b))) /\
  (exists2 p : law R [finType of 'I_k], (forall j, alpha <= p j) &
     \sum_j p j * expR (- (c j / b)) = least).

(* L_1 = (7) *)
(* linear.monotone-in-n 2; linear.figure-2.safe.repair 3; linear.corollary-1.tight-iff.repair 3 *)
Definition largest_of_one := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b alpha u : R),
  allowed k b alpha -> (0 < k)%N -> (bounds_leak W b alpha 1 u <-> triangle W b alpha <= u).

(* L_n+1 <= L_n *)
(* linear.monotone-in-n 1; linear.theorem-2.upper.repair 2 *)
Definition largest_of_more := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b alpha u : R)
    (n : nat),
  allowed k b alpha -> (0 < n)%N -> bounds_leak W b alpha n u -> bounds_leak W b alpha n.+1 u.

(* whatever the laws of the other independent records: at each slope some outcome leaks as much *)
(* linear.tilted 1; linear.theorem-2.upper.repair 3; linear.limit 1 *)
Definition linear_tilted_step := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b : R)
    (D : finType) (n : nat) (cls : D -> 'I_k) (P : 'I_n -> law R D) i (s : 'I_m -> R) d,
  0 < b -> slopes s -> 0 < P i d ->
  exists y, - ln (\sum_j share cls (P i) j *
                    expR (- ((sloped W s j - sloped W s (cls d)) / b))) <=
            leak P (laplace b (answers W cls) y) i.

(* so (5) and the tilted bound are at most L_n *)
(* linear.tilted 2; linear.theorem-2.upper.repair 4; linear.limit 2 *)
Definition linear_tilted := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b alpha u : R)
    (n : nat),
  allowed k b alpha -> (0 < k)%N -> (0 < n)%N -> bounds_leak W b alpha n u ->
  (forall s, slopes s -> tilted W b alpha s <= u) /\ corner W b alpha <= u.

(* of any prior: outcomes where every y_l is an answer to query l that some database gives are the
   worst *)
(* linear.lemma-1.repair *)
Definition linear_lemma_1_repair := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b u : R)
    (D : finType) (n : nat) (cls : D -> 'I_k) (P : 'I_n -> law R D) i,
  0 < b ->
  (forall y, (forall l, exists x : database [finType of 'I_k] n, y l = answers W id x l) ->
     leak P (laplace b (answers W cls) y) i <= u) ->
  forall y, leak P (laplace b (answers W cls) y) i <= u.

(* outcomes at the ends of every query's range leak (5) at most if record i has the floor, and one
   leaks that much, whatever the laws of the other independent records *)
(* linear.theorem-2.attained *)
Definition linear_theorem_2_attained := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k))
    (b alpha : R) (n : nat),
  allowed k b alpha -> (0 < k)%N -> (0 < n)%N ->
  let end_ l (v : R) := (exists j, v = n%:R * W l j) /\
    ((forall j, v <= n%:R * W l j) \/ (forall j, n%:R * W l j <= v)) in
  (forall (D : finType) (cls : D -> 'I_k) (P : 'I_n -> law R D) i y,
     (forall j, alpha <= share cls (P i) j) -> (forall l, end_ l (y l)) -> leak P (laplace b (answers W cls) y) i <= corner W b alpha) /\
  (forall i (others : 'I_n -> law R [finType of 'I_k]), exists (P : 'I_n -> law R [finType of 'I_k]) y,
     [/\ forall j, j != i -> P j = others j, forall j, alpha <= P i j, forall l, end_ l (y l) &
         leak P (laplace b (answers W id) y) i = corner W b alpha]).

(* ---- Remark 2, the figures, and what the bounds are ---- *)

Definition two_differ (R : realType) (m k : nat) (W : 'M[R]_(m, k)) :=
  exists l j r, W l j != W l r.

(* linear.eq-8 *)
Definition linear_eq_8 := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b : R),
  0 < b -> spread W = diameter W /\ spread W / b = diameter W / b.

(* linear.eq-12.level.repair *)
Definition linear_eq_12_level := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b : R),
  0 < b -> expR (spread W / b) = expR (diameter W / b) /\ spread W / b = diameter W / b.

(* for farthest columns j and r *)
(* linear.maximizer.formula *)
Definition linear_maximizer_formula := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k)) j r,
  apart W j r = diameter W ->
  let s := [ffun l => W l r <= W l j] in signed W s j - signed W s r = spread W.

(* linear.remark-2.i *)
Definition linear_remark_2_i := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b alpha less : R),
  allowed k b alpha -> 0 < less ->
  (less <= alpha -> corner W b alpha <= corner W b less /\ triangle W b alpha <= triangle W b less) /\
  (less < alpha -> two_differ W ->
     corner W b alpha < corner W b less /\ triangle W b alpha < triangle W b less).

(* linear.gap *)
Definition linear_gap := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b alpha less : R),
  allowed k b alpha -> 0 < less ->
  (less <= alpha -> diameter W / b - corner W b less <= diameter W / b - corner W b alpha /\
                    diameter W / b - triangle W b less <= diameter W / b - triangle W b alpha) /\
  (less < alpha -> two_differ W ->
     diameter W / b - corner W b less < diameter W / b - corner W b alpha /\
     diameter W / b - triangle W b less < diameter W / b - triangle W b alpha).

(* linear.remark-2.ii 2 3 *)
Definition linear_remark_2_ii := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b alpha : R),
  allowed k b alpha -> (0 < k)%N ->
  triangle W b alpha <= ln (alpha^-1) /\
  (forall n, ln (alpha^-1) <= diameter W / b -> bounds_leak W b alpha n (diameter W / b)).

(* linear.remark-2.iii.limit *)
Definition linear_remark_2_iii_limit := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k))
    (b alpha : R),
  allowed k b alpha ->
  let dp := diameter W / b in
  [/\ dp - k%:R * alpha * (expR dp - 1) <= corner W b alpha,
      dp - k%:R * alpha * (expR dp - 1) <= triangle W b alpha,
      corner W b alpha <= dp & triangle W b alpha <= dp].

(* linear.remark-2.iii.strict.repair; linear.figure-1.strict.repair *)
Definition linear_remark_2_iii_strict := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k))
    (b alpha : R),
  allowed k b alpha -> two_differ W \/ 0 < diameter W ->
  corner W b alpha < diameter W / b /\ triangle W b alpha < diameter W / b.

(* linear.figure-1; linear.corollary-1.looser.repair 1 *)
Definition linear_figure_1 := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b alpha : R),
  allowed k b alpha ->
  corner W b alpha <= triangle W b alpha /\ triangle W b alpha <= diameter W / b.

(* linear.theorem-2.histogram *)
Definition linear_theorem_2_histogram := forall (R : realType) (k : nat) (b alpha : R),
  allowed k b alpha -> (1 < k)%N ->
  corner (1%:M : 'M[R]_k) b alpha = - ln (alpha * expR (2%:R / b) - alpha + 1) + 2%:R / b.

(* linear.coincide 1 *)
Definition linear_coincide_query := forall (R : realType) (k : nat) (W : 'M[R]_(1, k)) (b alpha : R) s,
  allowed k b alpha -> slopes s -> tilted W b alpha s <= corner W b alpha.

(* linear.coincide 2 *)
Definition linear_coincide_four := forall (R : realType) (k : nat) (W : 'M[R]_(1, k)) (b alpha : R),
  allowed k b alpha -> (k <= 4)%N -> corner W b alpha = triangle W b alpha.

(* linear.coincide 3 *)
Definition linear_coincide_two := forall (R : realType) (m : nat) (W : 'M[R]_(m, 2)) (b alpha : R),
  allowed 2 b alpha -> corner W b alpha = triangle W b alpha.

(* linear.coincide 4 *)
Definition linear_coincide_ranges := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b alpha : R),
  allowed k b alpha -> (forall l j, W l j = 0 \/ W l j = 1) -> corner W b alpha = triangle W b alpha.

(* (7) is no smaller at a smaller scale *)
(* linear.figure-2.safe.repair 2 *)
Definition linear_figure_2_scale := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k))
    (b smaller alpha : R),
  allowed k b alpha -> 0 < smaller -> smaller <= b -> triangle W b alpha <= triangle W smaller alpha.

(* with records that are classes, as the level of DP needs every class *)
(* linear.figure-2.less-noise *)
Definition linear_figure_2_less_noise := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k))
    (b alpha : R) (n : nat),
  allowed k b alpha -> 0 < diameter W ->
  let u := - ln (alpha + (1 - alpha) * expR (- (diameter W / b))) in
  bounds_leak W b alpha n u /\
  ((0 < n)%N -> forall e, private b (answers W (n := n) (@id 'I_k)) e -> u < e).

(* linear.figure-2.vanishes 1 *)
Definition linear_figure_2_vanishes := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k))
    (b alpha : R),
  allowed k b alpha -> (1 < k)%N -> triangle W b alpha < ln (alpha^-1).
