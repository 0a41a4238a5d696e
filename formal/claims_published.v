(* What is cited of further claims about histograms: correlated records, the distance of a published
   histogram from the true one, and one count after another, as stated in the ledger. The proofs
   stand in other files.
   To be read: every definition, beside the claim of the ledger that is named above it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law release claims claims_histogram.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- equal records: D_1 = ... = D_n of the law p, and noise of scale b on all k counts ---- *)

Section Copies.
Variables (R : realType) (k n : nat) (b : R) (p : law R [finType of 'I_k]).
Definition copies (d : 'I_k) : database [finType of 'I_k] n := [ffun=> d].
(* the density of the outcome y where all records are in class d *)
Definition of_copies y d := laplace b (answers (counts R k) id) y (copies d).
(* log max_d f(y | D_1 = d) / f(y), which y leaks about D_1 *)
Definition leak_copies y := ln (\big[Num.max/0]_d (of_copies y d / \sum_c p c * of_copies y c)).
(* log max_d P(d | D_1 = d) / P(d), the leakage of publishing D_1 *)
Definition direct := ln (\big[Num.max/0]_d (p d)^-1).
End Copies.

(* u is max_y l(D_1 -> y) *)
(* histogram.correlated *)
Definition histogram_correlated := forall (R : realType) (k n : nat) (b delta : R)
    (p : law R [finType of 'I_k]),
  (1 < k)%N -> (0 < n)%N -> 0 < b -> 0 < delta -> (forall d, 0 < p d) ->
  let rarest := \big[Num.min/1]_d p d in
  exists u, [/\ forall y, leak_copies n b p y <= u, exists y, leak_copies n b p y = u,
    u < direct p &
    (1 - rarest) * expR (- (2%:R * n%:R / b)) <= rarest * (expR delta - 1) ->
    direct p - delta <= u].

(* ---- published histograms ---- *)

(* c are the counts, z is the noise of one release, in units of its scale s *)
Section Published.
Variables (R : realType) (k : nat) (c : 'I_k -> nat) (z : 'I_k -> R).
Definition records : nat := \sum_j c j.
Definition proportional := exists v, forall j, z j = v * (c j)%:R.
(* noisy counts, clipped at 0, and their sum *)
Definition clipped s j := Num.max ((c j)%:R + s * z j) 0.
Definition total s := \sum_j clipped s j.
(* the total variation distance of published and true shares; 1 where nothing is published *)
Definition tvd s := if total s == 0 then 1 else
  2%:R^-1 * \sum_j `|clipped s j / total s - (c j)%:R / records%:R|.
End Published.

(* alpha in (0, 1/k] and e in (0, log(1/alpha)) *)
Definition reachable (R : realType) (k : nat) (e alpha : R) :=
  [/\ 0 < alpha, k%:R * alpha <= 1, 0 < e & e < ln alpha^-1].
(* the scale at which k noisy counts leak e at most, where DP of level e needs 2/e *)
Definition calibrated (R : realType) (e alpha : R) :=
  2%:R / ln ((1 - alpha) / (expR (- e) - alpha)).

(* histogram.calibration.utility *)
Definition histogram_calibration_utility := forall (R : realType) (k : nat) (c : 'I_k -> nat)
    (z : 'I_k -> R) (e alpha : R),
  (0 < records c)%N -> reachable k e alpha ->
  let pml := calibrated e alpha in let dp := 2%:R / e in
  tvd c z pml <= tvd c z dp /\
  ((forall j, 0 < (c j)%:R + dp * z j) -> ~ proportional c z -> tvd c z pml < tvd c z dp).

(* histogram.tvd *)
Definition histogram_tvd := forall (R : realType) (k : nat) (c : 'I_k -> nat) (z : 'I_k -> R)
    (e alpha more : R),
  (0 < records c)%N -> reachable k e alpha -> reachable k e more -> alpha < more ->
  let less_noise := calibrated e more in let noise := calibrated e alpha in
  tvd c z less_noise <= tvd c z noise /\
  ((forall j, 0 < (c j)%:R + noise * z j) -> ~ proportional c z ->
   tvd c z less_noise < tvd c z noise).

(* histogram.figure-1.regime.limit *)
Definition histogram_figure_1_regime_limit := forall (R : realType) (k : nat) (c : 'I_k -> nat)
    (z : 'I_k -> R) (e alpha : R),
  (0 < records c)%N -> reachable k e alpha -> (exists j, 0 < z j) ->
  tvd c z (2%:R / e) - tvd c z (calibrated e alpha) <=
  (records c)%:R / (calibrated e alpha * \sum_j Num.max (z j) 0).

(* so the gap vanishes as e -> 0 *)
(* histogram.figure-1.regime.limit *)
Definition histogram_figure_1_regime_vanishes := forall (R : realType) (k : nat) (c : 'I_k -> nat)
    (z : 'I_k -> R) (alpha d : R),
  (0 < records c)%N -> 0 < alpha -> alpha < 1 -> k%:R * alpha <= 1 -> (exists j, 0 < z j) -> 0 < d ->
  exists2 small, 0 < small & forall e, 0 < e -> e < small ->
    tvd c z (2%:R / e) - tvd c z (calibrated e alpha) <= d.

(* ---- one count after another ---- *)

(* the count of class l has the outcome y_l, l = 0, 1, ..., so that y_0, ..., y_(m-1) are of the
   first m *)
Section Further.
Variables (R : realType) (D : finType) (n k : nat) (b : R) (cls : D -> 'I_k) (P : 'I_n -> law R D).
Definition of_first (y : nat -> R) m :=
  laplace b (answers (first_counts R m k) cls (n := n)) (fun l => y l).
(* l(D_i -> y_j | y_0, ..., y_(j-1)): log max_d of f(y_j | d, y_0, ..., y_(j-1)) over
   f(y_j | y_0, ..., y_(j-1)); each of the two is a density of j + 1 outcomes over one of j *)
Definition leak_next (y : nat -> R) j i := ln (\big[Num.max/0]_(d | 0 < P i d)
  ((density_given P (of_first y j.+1) i d / density_given P (of_first y j) i d) /
   (density P (of_first y j.+1) / density P (of_first y j)))).
End Further.

(* histogram.composition.further 1 *)
Definition histogram_composition_further_a := forall R : realType,
  exists (n k : nat) (b alpha : R) (P : 'I_n -> law R [finType of 'I_k]) (y : nat -> R) (j : nat) i,
  [/\ allowed k b alpha, floored id P alpha, (0 < j < k)%N &
      (1 - alpha) / b + alpha ^+ 2 / (2%:R * b ^+ 2) < leak_next b id P y j i].

(* histogram.composition.further 2 *)
Definition histogram_composition_further_b := forall (R : realType) (D : finType) (n k : nat)
    (b alpha : R) (cls : D -> 'I_k) (P : 'I_n -> law R D) (y : nat -> R) i,
  allowed k b alpha -> floored cls P alpha -> (1 < k)%N ->
  leak_next b cls P y 1 i <= ln (alpha + (1 - alpha) * expR (1 / b)).

(* histogram.composition.further 3 *)
Definition histogram_composition_further_c := forall (R : realType) (D : finType) (n k : nat)
    (b alpha : R) (cls : D -> 'I_k) (P : 'I_n -> law R D) (y : nat -> R) (j : nat) i,
  allowed k b alpha -> floored cls P alpha -> (0 < j < k)%N ->
  leak_next b cls P y j i <= ln ((alpha + (1 - alpha) * expR (2%:R / b)) /
                                 (alpha + (1 - alpha) * expR (- (2%:R / b)))).
