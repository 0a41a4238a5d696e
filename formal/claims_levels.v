(* What is cited of claims about the bound of Theorem 4 of `histogram`: statements of the ledger about
   a histogram of n independent records in k >= 2 bins, with Laplace noise of scale b on every count,
   and about formulas in real numbers; two examples. The proofs stand in other files. Records are of
   any finite type D, and cls names their classes.
   To be read: every definition, beside the claims of the ledger that are named above it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release claims claims_histogram.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- one release, and a record i ---- *)

Section Released.
Variables (R : realType) (D : finType) (n k : nat) (b : R) (cls : D -> 'I_k) (P : 'I_n -> law R D).
Variable i : 'I_n.
(* leak: l(D_i -> y), what the noisy counts y tell of record i *)
Definition leaks (y : 'I_k -> R) := leak P (laplace b (answers (counts R k) cls) y) i.
(* worst: u is max_y l(D_i -> y) *)
Definition worst_leak u := (forall y, leaks y <= u) /\ exists y, leaks y = u.
(* least: min_j P(D_i = j) *)
Definition least := \big[Num.min/1]_j share cls (P i) j.
(* dp: e is the smallest level at which the release is private *)
Definition dp_level e :=
  forall level, private b (answers (counts R k) cls (n := n)) level <-> e <= level.
End Released.

(* the release and the prior are those of the texts: b > 0, alpha in (0, 1/k], k >= 2, P in Q_alpha;
   that there is a record says i *)
Definition released (R : realType) (D : finType) (n k : nat) (b alpha : R) (cls : D -> 'I_k)
    (P : 'I_n -> law R D) :=
  [/\ allowed k b alpha, (1 < k)%N & floored cls P alpha].

(* ---- the bound of Theorem 4, eq. (4), and what composition yields per count ---- *)

Section Formulas.
Variables (R : realType) (b alpha : R).
Definition bound_4 := - ln (alpha * expR (2%:R / b) - alpha + 1) + 2%:R / b.
Definition eq_4 := 2%:R * alpha ^+ 2 / b ^+ 2 + (2%:R - 2%:R * alpha) / b.
Definition per_count := alpha ^+ 2 / (2%:R * b ^+ 2) + (1 - alpha) / b.
End Formulas.

(* histogram.theorem-4.upper *)
Definition histogram_theorem_4_upper := forall (R : realType) (D : finType) (n k : nat)
    (b alpha : R) (cls : D -> 'I_k) (P : 'I_n -> law R D) i y,
  released b alpha cls P -> leaks b cls P i y <= bound_4 b alpha.

(* histogram.theorem-4.tight; histogram.composition.grows 3 *)
Definition histogram_theorem_4_tight := forall (R : realType) (D : finType) (n k : nat)
    (b alpha : R) (cls : D -> 'I_k) (P : 'I_n -> law R D) i,
  released b alpha cls P -> least cls P i = alpha -> worst_leak b cls P i (bound_4 b alpha).

(* histogram.eq-4 *)
Definition histogram_eq_4 := forall (R : realType) (D : finType) (n k : nat) (b alpha : R)
    (cls : D -> 'I_k) (P : 'I_n -> law R D) i y,
  released b alpha cls P -> leaks b cls P i y <= eq_4 b alpha.

(* histogram.relaxation *)
Definition histogram_relaxation := forall (R : realType) (D : finType) (n k : nat) (b alpha : R)
    (cls : D -> 'I_k) (P : 'I_n -> law R D) i y,
  released b alpha cls P ->
  [/\ leaks b cls P i y <= (2%:R - 2%:R * alpha) / (alpha + b),
      (2%:R - 2%:R * alpha) / (alpha + b) < eq_4 b alpha &
      (2%:R - 2%:R * alpha) / (alpha + b) < 2%:R / b].

(* histogram.limit *)
Definition histogram_limit := forall (R : realType) (alpha b delta : R),
  0 < b -> 0 < delta -> 0 < alpha -> alpha <= 1 -> alpha * (expR (2%:R / b) - 1) < delta ->
  Num.max (bound_4 b alpha - 2%:R / b) (2%:R / b - bound_4 b alpha) < delta.

(* histogram.limit.eq-4 *)
Definition histogram_limit_eq_4 := forall (R : realType) (alpha b delta : R),
  0 < b -> 0 < delta -> 0 < alpha -> alpha <= 1 ->
  alpha * (2%:R / b + 2%:R / b ^+ 2) < delta ->
  Num.max (eq_4 b alpha - 2%:R / b) (2%:R / b - eq_4 b alpha) < delta.

(* histogram.monotone *)
Definition histogram_monotone := forall (R : realType) (alpha alpha2 b : R),
  0 < b -> 0 < alpha -> alpha < alpha2 -> alpha2 <= 1 -> bound_4 b alpha2 < bound_4 b alpha.

(* histogram.inequalities 1 *)
Definition histogram_inequalities_exp := forall (R : realType) (t : R), 1 + t <= expR t.

(* histogram.inequalities 2 *)
Definition histogram_inequalities_log := forall (R : realType) (t : R),
  0 <= t -> t - t ^+ 2 / 2%:R <= ln (1 + t).

(* ---- the leakage beside the level of differential privacy ---- *)

(* histogram.factor.repair 1 *)
Definition histogram_factor_a := forall (R : realType) (D : finType) (n k : nat) (b alpha : R)
    (cls : D -> 'I_k) (P : 'I_n -> law R D) i,
  released b alpha cls P -> least cls P i = alpha -> 2%:R <= b ->
  exists worst dp, [/\ worst_leak b cls P i worst, dp_level n b cls dp, worst / dp <= 1 - alpha &
    1 - 2%:R * alpha <= worst / dp].

(* histogram.factor.repair 2 *)
Definition histogram_factor_b := forall (R : realType) (D : finType) (n k : nat) (b alpha : R)
    (cls : D -> 'I_k) (P : 'I_n -> law R D) i,
  released b alpha cls P -> least cls P i = alpha ->
  exists worst dp, [/\ worst_leak b cls P i worst, dp_level n b cls dp, worst / dp <= 1 - alpha &
    1 - alpha * (expR (2%:R / b) - 1) * b / 2%:R <= worst / dp].

(* histogram.small-k.repair 1 *)
Definition histogram_small_k_a := forall (R : realType) (D : finType) (n k : nat) (b alpha : R)
    (cls : D -> 'I_k) (P : 'I_n -> law R D) i,
  released b alpha cls P -> 2%:R <= b ->
  exists worst dp, [/\ worst_leak b cls P i worst, dp_level n b cls dp &
    1 - 2%:R / k%:R <= worst / dp].

(* histogram.small-k.repair 2 *)
Definition histogram_small_k_b := forall (R : realType) (k : nat) (b alpha : R),
  allowed k b alpha -> (1 < k)%N -> 1 - 1 / k%:R <= 1 - alpha.

(* ---- composition ---- *)

(* in the formulas k and r are real numbers *)
(* histogram.composition.grows 1 *)
Definition histogram_composition_grows_step := forall (R : realType) (alpha b k : R),
  2%:R <= k -> 0 < b -> 0 < alpha -> alpha <= 1 / (k + 1) ->
  k * per_count b alpha - (k - 1) * per_count b alpha = per_count b alpha.

(* histogram.composition.grows 2 *)
Definition histogram_composition_grows_positive := forall (R : realType) (alpha b : R),
  0 < b -> 0 < alpha -> alpha <= 1 / 2%:R -> 0 < per_count b alpha.

(* histogram.composition.grows 4 *)
Definition histogram_composition_grows_dp := forall (R : realType) (D : finType) (n k : nat)
    (b alpha : R) (cls : D -> 'I_k) (P : 'I_n -> law R D) (i : 'I_n),
  released b alpha cls P -> dp_level n b cls (2%:R / b).

(* histogram.composition.looser 1 *)
Definition histogram_composition_looser_a := forall (R : realType) (alpha b k r : R),
  0 < b -> 0 < alpha -> alpha <= 1 / k -> 2%:R <= k -> 0 < r -> 4%:R * r + 1 <= k ->
  r * eq_4 b alpha <= (k - 1) * per_count b alpha.

(* histogram.composition.looser 2 *)
Definition histogram_composition_looser_b := forall (R : realType) (alpha b k : R),
  0 < b -> 0 < alpha -> alpha <= 1 / k -> 5%:R <= k ->
  eq_4 b alpha < (k - 1) * per_count b alpha.

(* histogram.composition.looser 3 *)
Definition histogram_composition_looser_c := forall (R : realType) (alpha b k : R),
  0 < b -> 0 < alpha -> alpha <= 1 / k -> 2%:R <= k -> k <= 3%:R ->
  (k - 1) * per_count b alpha < eq_4 b alpha.

(* of k = 4 *)
(* histogram.composition.looser 4 *)
Definition histogram_composition_looser_d := forall (R : realType) (alpha b : R),
  alpha ^+ 2 / (2%:R * (1 - alpha)) < b -> 0 < alpha -> alpha <= 1 / 4%:R ->
  eq_4 b alpha < 3%:R * alpha ^+ 2 / (2%:R * b ^+ 2) + 3%:R * (1 - alpha) / b.

(* histogram.composition.looser 5 *)
Definition histogram_composition_looser_e := forall (R : realType) (alpha b : R),
  b <= alpha ^+ 2 / (2%:R * (1 - alpha)) -> 0 < b -> 0 < alpha -> alpha <= 1 / 4%:R ->
  3%:R * alpha ^+ 2 / (2%:R * b ^+ 2) + 3%:R * (1 - alpha) / b <= eq_4 b alpha.

(* ---- the scale of a level ---- *)

(* the scale is 2 over the rate, so the bound there is the level epsilon *)
(* histogram.calibration 1 *)
Definition histogram_calibration_exists := forall (R : realType) (alpha epsilon : R),
  0 < alpha -> alpha < 1 -> 0 < epsilon -> alpha * expR epsilon < 1 ->
  let rate := ln ((1 - alpha) / (- alpha + expR (- epsilon))) in
  0 < 2%:R / rate /\
  rate - ln (alpha * (1 - alpha) / (- alpha + expR (- epsilon)) - alpha + 1) = epsilon.

(* histogram.calibration 2 *)
Definition histogram_calibration_only := forall (R : realType) (alpha b epsilon : R),
  0 < alpha -> alpha < 1 -> 0 < b -> 1 <= alpha * expR epsilon -> bound_4 b alpha < epsilon.

(* ---- examples ---- *)

(* H(P) > H(P'), and P leaks more *)
(* histogram.balance 2 *)
Definition histogram_balance_not_entropy := forall R : realType,
  exists (n k : nat) (b : R) (p p' : law R [finType of 'I_k]) (u v : R),
  [/\ 0 < b, (0 < n)%N /\ forall j, 0 < p j /\ 0 < p' j, worst_of n (counts R k) b p u,
    worst_of n (counts R k) b p' v & entropy_of_all n p' < entropy_of_all n p /\ v < u].

(* at a set s of queries, (5) is the largest of its terms over two classes; some s maximises it, and
   at all that do every difference of two c_j is less than the largest distance of two columns *)
(* linear.maximizer *)
Definition linear_maximizer := forall R : realType,
  exists (m k : nat) (W : 'M[R]_(m, k)) (b alpha : R),
  let at_set s := of_gaps b alpha (fun r j => signed W s j - signed W s r) in
  [/\ allowed k b alpha, (exists s, at_set s = corner W b alpha) &
    forall s, at_set s = corner W b alpha ->
      forall j r, signed W s j - signed W s r < diameter W].
