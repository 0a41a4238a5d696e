(* What else is cited of claims of `linear`: eq. (2), where (7) is tight, and workloads of which
   more leaks than (5) says. The proofs stand in other files.
   To be read: every definition, beside the claim of the ledger that is named above it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law release claims claims_pmc.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- eq. (2), against Definition 1 ---- *)

(* log of the largest mean gain given y over the largest before, for a gain g(x, w) of at least 0 on
   finitely many choices w, where guesses are not random *)
Definition gain_of (R : realType) (T : finType) (p : law R T) (A B W : finType)
    (X : T -> A) (Y : T -> B) y (g : A -> W -> R) :=
  log_ratio (\big[Num.max/0]_w mean_given p Y y (fun t => g (X t) w))
            (\big[Num.max/0]_w mean p (fun t => g (X t) w)).

(* linear.eq-2 1 *)
Definition linear_eq_2_gains := forall (R : realType) (T : finType) (p : law R T)
    (A B C W : finType) (X : T -> A) (Y : T -> B) (U : T -> C) y (g : C -> W -> R),
  channel p X Y y -> markov p U X Y -> (forall u w, 0 <= g u w) ->
  vle (gain_of p U Y y g) (pml p X Y y).

(* a single choice, and x' is a secret of largest lift *)
(* linear.eq-2 2 *)
Definition linear_eq_2_reached := forall (R : realType) (T : finType) (p : law R T) (A B : finType)
    (X : T -> A) (Y : T -> B) y x',
  channel p X Y y -> (forall x, lift p X Y x y <= lift p X Y x' y) ->
  let g x (_ : unit) : R := (x == x')%:R in
  veq (gain_of p X Y y g) (pml p X Y y) /\ (forall x w, 0 <= g x w).

(* a prior P, and at an outcome y the densities f(y|x) with respect to any measure of the outcomes:
   f x is f(y|x) *)
Section Densities.
Variables (R : realType) (A : finType) (P : law R A) (f : A -> R).
(* f(y) *)
Definition marginal_density := \sum_x P x * f x.
(* a prior with positive entries, and f(y) > 0 *)
Definition possible := [/\ forall x, 0 < P x, forall x, 0 <= f x & 0 < marginal_density].
(* P(x|y) *)
Definition posterior_of x := P x * f x / marginal_density.
(* log of the largest P(x|y)/P(x) *)
Definition most := vlog (Fin (\big[Num.max/0]_x (posterior_of x / P x))).
(* D_(1 + s) of the posterior from the prior; where P(x|y) = 0 a term is 0 *)
Definition renyi (s : R) :=
  vdiv (vlog (Fin (\sum_x posterior_of x * (posterior_of x / P x) `^ s))) (Fin s).
End Densities.

(* sup_A log P(A|y)/P(A) over the events A, log max_x P(x|y)/P(x), and log max_x f(y|x)/f(y) *)
(* linear.eq-2 3 *)
Definition linear_eq_2_forms := forall (R : realType) (A : finType) (P : law R A) (f : A -> R),
  possible P f ->
  veq (divergence (posterior_of P f) P) (most P f) /\
  veq (most P f) (vlog (Fin (\big[Num.max/0]_x (f x / marginal_density P f)))).

(* at every order 1 + s above 1, of which the ledger reads s = 1 and s = 8; x' is any secret of the
   largest lift *)
(* linear.eq-2 4 *)
Definition linear_eq_2_orders := forall (R : realType) (A : finType) (P : law R A) (f : A -> R)
    x' s,
  possible P f -> 0 < s -> (forall x, posterior_of P f x / P x <= posterior_of P f x' / P x') ->
  let D := vmul (Fin s) (renyi P f s) in
  let l := vmul (Fin s) (most P f) in
  vle D l /\ vle (vadd l (vlog (Fin (posterior_of P f x')))) D.

(* ---- Corollary 1: where (7) is tight ---- *)

Section Tight.
Variables (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b alpha : R).
(* class r attains the maximum in (7) *)
Definition attains r := exists c, term b alpha (apart W r) c = triangle W b alpha.
(* class r has the least or the largest entry of every row *)
Definition at_ends r := forall l, (forall j, W l r <= W l j) \/ (forall j, W l j <= W l r).
(* L_n = u: what bounds the leakage of n records is what is at least u *)
Definition largest_leak n u := forall v, bounds_leak W b alpha n v <-> u <= v.
End Tight.

(* linear.corollary-1.tight-iff.repair 1 *)
Definition linear_corollary_1_tight := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k))
    (b alpha : R) (n : nat),
  allowed k b alpha -> (0 < k)%N -> (1 < n)%N ->
  ((exists2 r, attains W b alpha r & at_ends W r) <->
   largest_leak W b alpha n (triangle W b alpha)).

(* linear.corollary-1.tight-iff.repair 2 *)
Definition linear_corollary_1_same := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k))
    (b alpha : R),
  allowed k b alpha -> (0 < k)%N ->
  ((exists2 r, attains W b alpha r & at_ends W r) <-> corner W b alpha = triangle W b alpha).

(* L_n < (7): a number below (7) bounds the leakage of n records *)
(* linear.corollary-1.looser.repair 4 *)
Definition linear_corollary_1_looser := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k))
    (b alpha : R) (n : nat),
  allowed k b alpha -> (1 < n)%N -> corner W b alpha < triangle W b alpha ->
  exists2 u, u < triangle W b alpha & bounds_leak W b alpha n u.

(* ---- two workloads, row by row ---- *)

Definition rows_of (R : realType) (m k : nat) (rows : seq (seq int)) : 'M[R]_(m, k) :=
  \matrix_(l, j) (nth 0 (nth [::] rows l) j)%:~R.

Definition two_queries (R : realType) : 'M[R]_(2, 3) := rows_of R 2 3 [::
  [:: 0; 3%:Z; 3%:Z ];
  [:: 0; 1;    - 1  ]].

(* the Haar workload (9): the count of all classes, the difference between the two halves, between
   the two quarters of each half, and so on *)
Definition haar (R : realType) : 'M[R]_8 := rows_of R 8 8 [::
  [:: 1;   1;   1;   1;   1;   1;   1;   1 ];
  [:: 1;   1;   1;   1; - 1; - 1; - 1; - 1 ];
  [:: 1;   1; - 1; - 1;   0;   0;   0;   0 ];
  [:: 0;   0;   0;   0;   1;   1; - 1; - 1 ];
  [:: 1; - 1;   0;   0;   0;   0;   0;   0 ];
  [:: 0;   0;   1; - 1;   0;   0;   0;   0 ];
  [:: 0;   0;   0;   0;   1; - 1;   0;   0 ];
  [:: 0;   0;   0;   0;   0;   0;   1; - 1 ]].

(* linear.corollary-1.looser.repair 3 *)
Definition linear_corollary_1_looser_haar := forall (R : realType) (b alpha : R),
  allowed 8 b alpha -> corner (haar R) b alpha < triangle (haar R) b alpha.

(* class 2 is the second; record i has the floor, and the other records any laws *)
(* linear.every-n 1 *)
Definition linear_every_n_two := forall (R : realType) (b alpha : R) (D : finType) (n : nat)
    (cls : D -> 'I_3) (P : 'I_n -> law R D) i,
  allowed 3 b alpha -> (forall j, alpha <= share cls (P i) j) ->
  share cls (P i) (inord 1) = 1 - 2%:R * alpha ->
  (1 - 2%:R * alpha) * expR (- (2%:R / b)) < alpha ->
  let u := - ln (alpha + 2%:R * Num.sqrt (alpha * (1 - 2%:R * alpha)) * expR (- (3%:R / b))) in
  (exists y, u <= leak P (laplace b (answers (two_queries R) cls) y) i) /\
  corner (two_queries R) b alpha < u.

(* class 6 is the sixth; record i has the floor, and the other records any laws *)
(* linear.every-n 2 *)
Definition linear_every_n_haar := forall (R : realType) (b : R) (D : finType) (n : nat)
    (cls : D -> 'I_8) (P : 'I_n -> law R D) i,
  let alpha := 10%:R^-1 in
  expR (- (1 / b)) = 2%:R^-1 -> (forall j, alpha <= share cls (P i) j) ->
  share cls (P i) (inord 5) = 3%:R / 10%:R ->
  exists y, corner (haar R) b alpha < leak P (laplace b (answers (haar R) cls) y) i.
