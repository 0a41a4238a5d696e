(* What is cited of claims about published histograms whose noisy counts are clipped and rounded.
   The noise is known by its distribution function alone, and a mean is the least upper bound of
   finite sums, so no integral occurs. The proofs stand in other files.
   To be read: every definition, beside the claims of the ledger that are named above it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release claims_published.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Rounded.
Variables (R : realType) (k : nat) (c : 'I_k -> nat) (s : R).
(* P(Z <= t) of Laplace noise Z of scale s *)
Definition noise_below (t : R) :=
  if t <= 0 then expR (t / s) / 2%:R else 1 - expR (- (t / s)) / 2%:R.
(* P(Y < y), where Y is the integer nearest to d + Z, or 0 where d + Z is negative; a tie has
   probability 0 *)
Definition rounded_below (d y : nat) :=
  if y is 0 then 0 else noise_below (y%:R - d%:R - 2%:R^-1).
(* P(Y = y) *)
Definition rounded_mass (d y : nat) := rounded_below d y.+1 - rounded_below d y.
(* the part of the mean of sum_j |Y_j - c_j| / (2n) where all the independent Y_j are below N *)
Definition mean_below (N : nat) := \sum_(y : {ffun 'I_k -> 'I_N})
  (\prod_j rounded_mass (c j) (y j)) *
  ((\sum_j `|(y j : nat)%:R - (c j)%:R|) / (2%:R * (records c)%:R)).
(* as no part is negative, the mean is the least upper bound of these *)
Definition mean_distance m :=
  (forall N, mean_below N <= m) /\ (forall less, less < m -> exists N, less < mean_below N).
End Rounded.

(* histogram.calibration.utility.by-n 1 *)
Definition histogram_calibration_utility_by_n_a := forall (R : realType) (k : nat) (c : 'I_k -> nat)
    (e alpha : R),
  (0 < records c)%N -> reachable k e alpha ->
  exists pml dp, [/\ mean_distance c (calibrated e alpha) pml, mean_distance c (2%:R / e) dp &
    pml < dp].

(* histogram.calibration.utility.by-n 2 *)
Definition histogram_calibration_utility_by_n_b := forall (R : realType) (k : nat) (c : 'I_k -> nat)
    (e alpha more : R),
  (0 < records c)%N -> reachable k e alpha -> reachable k e more -> alpha < more ->
  exists less_noise noise, [/\ mean_distance c (calibrated e more) less_noise,
    mean_distance c (calibrated e alpha) noise & less_noise < noise].

(* the gap is the mean with DP noise less that with PML noise *)
(* histogram.figure-1.regime.by-n 1 *)
Definition histogram_figure_1_regime_by_n_a := forall (R : realType) (k : nat) (c : 'I_k -> nat)
    (e far alpha : R),
  (0 < records c)%N -> reachable k e alpha -> reachable k far alpha ->
  2%:R * e / alpha <= far -> e < 48%:R * alpha ->
  exists pml dp pml' dp',
  [/\ mean_distance c (calibrated e alpha) pml, mean_distance c (2%:R / e) dp,
      mean_distance c (calibrated far alpha) pml', mean_distance c (2%:R / far) dp' &
      dp' - pml' < dp - pml].

(* 1 - b' e/2 is the saved share of the scale *)
(* histogram.figure-1.regime.by-n 2 *)
Definition histogram_figure_1_regime_by_n_b := forall (R : realType) (k : nat) (c : 'I_k -> nat)
    (e alpha : R),
  (0 < records c)%N -> reachable k e alpha ->
  let scale := calibrated e alpha in
  exists pml dp,
  [/\ mean_distance c scale pml, mean_distance c (2%:R / e) dp,
      k%:R / (2%:R * (records c)%:R) * (alpha / e + alpha / 2%:R - e / 96%:R) <= dp - pml,
      alpha + alpha * e / 2%:R <= 1 - scale * e / 2%:R &
      1 - scale * e / 2%:R <= alpha + 1 / (4%:R * scale)].
