(* The hypotheses of the statements of claims_extremal.v can be met: of three secrets of the prior
   (1/2, 1/4, 1/4), or equally likely ones, or of two of the prior (3/4, 1/4); and with squares of
   lifts as utilities. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc exclusions claims_figure.
From pmlsym Require Import claims_named claims_extremal extremal_kernels level_examples rescaled.
From pmlsym Require Import possible three_secrets possible_named.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- squares are convex ---- *)

Lemma square_below_b (R : realType) (s x y : R) : 0 <= s <= 1 ->
  (s * x + (1 - s) * y) ^+ 2 <= s * x ^+ 2 + (1 - s) * y ^+ 2.
Proof.
case/andP=> s0 s1; rewrite -subr_ge0.
have -> : s * x ^+ 2 + (1 - s) * y ^+ 2 - (s * x + (1 - s) * y) ^+ 2 =
  s * (1 - s) * (x - y) ^+ 2 by ring.
by rewrite mulr_ge0 ?sqr_ge0 // mulr_ge0 // subr_ge0.
Qed.
Lemma square_convex_b (R : realType) (A : finType) (D : (A -> R) -> Prop) (a : A) :
  convex_on D (fun v => v a ^+ 2).
Proof. by move=> s v w s01 _ _; apply: square_below_b. Qed.
Lemma square_between_b (R : realType) (L U : R) : convex_between L U (fun x => x ^+ 2).
Proof. by move=> s x y s01 _ _; apply: square_below_b. Qed.

Definition square_b (R : realType) (x : R) := x ^+ 2.
Lemma squares_b (R : realType) (L U : R) : convex_between L U (@square_b R).
Proof. exact: square_between_b. Qed.

(* ---- priors ---- *)

Lemma lopsided_rarer_b (R : realType) : rarer (lopsided_law R) true false.
Proof.
split=> //; first by case; [left | right].
  exact: lopsided_gt0.
by rewrite /= -[1]/(1%:R) fraction_le_b.
Qed.

Lemma extremal_binary_possible : possible extremal_binary.
Proof.
move=> R h.
apply: (h _ (lopsided_law R) true false (log_b R 2 1) _ (lopsided_rarer_b R) _
  (square_convex_b (true : [finType of bool]))).
by rewrite log_ge0_b.
Qed.
Lemma extremal_uniform_possible : possible extremal_uniform.
Proof.
move=> R h; have e0 : 0 <= log_b R 2 1 by rewrite log_ge0_b.
exact: (h _ (even_law_b R 2) _ _ (@even_uniform_b R 2) e0 (@squares_b R 0 _)).
Qed.
Lemma extremal_uniform_information_possible : possible extremal_uniform_information.
Proof.
move=> R h; apply: (h _ _ (log_b R 2 1) (@even_uniform_b R 2)).
by rewrite log_ge0_b.
Qed.
Lemma extremal_outcomes_possible : possible extremal_outcomes.
Proof.
move=> R h; have [T [p [X [Y _]]]] := extremal_below_b R.
exact: (h T _ _ p X Y (fun v => v ord_max ^+ 2)).
Qed.

(* ---- how many secrets an outcome rules out ---- *)

(* the last secret, by the answer that is it *)
Lemma extremal_regions_a_possible : possible extremal_regions_a.
Proof.
move=> R h; have [T [p [X [Y [[_ full] _ _ y0 le]]]]] := extremal_limit_b R.
exact: (h T _ _ p X Y _ ord_max full le (y0 _)).
Qed.
(* two of three *)
Lemma two_of_three_b : (0 < 2 < #|[finType of 'I_3]|)%N. Proof. by rewrite card_ord. Qed.
Lemma extremal_regions_b_possible : possible extremal_regions_b.
Proof.
by move=> R h; apply: (h _ (one_half_law R) _ _ (half_gt0_b R) two_of_three_b (lexx _)).
Qed.
Lemma extremal_regions_possible : possible extremal_regions.
Proof.
by move=> R h; apply: (h _ (one_half_law R) (log_b R 2 1) _ (half_gt0_b R) two_of_three_b).
Qed.

(* ---- two bounds on the lifts ---- *)

(* bounds 1/2 and 2, and the lifts 1/2, 3/2 and 3/2 *)
Lemma extremal_bounded_vectors_within : possible_within extremal_bounded_vectors.
Proof.
move=> R h.
have L1 : 1 / 2%:R < 1 :> R by rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr1n.
have U1 : 1 <= 2%:R / 1%:R :> R by rewrite divr1 ler1n.
pose v (x : 'I_3) : R := if x == ord0 then 1 / 2%:R else 3%:R / 2%:R.
have ok : admitted (one_half_law R) (1 / 2%:R) (2%:R / 1%:R) v.
  split=> [x|]; last by rewrite (@sum_three R) /= /one_half /v /=; field.
  by rewrite /v -[1]/(1%:R); case: ifP => _; rewrite !fraction_le_b.
apply: (h _ (one_half_law R) _ _ v L1 U1).
exact/(extremal_bounded_vectors_holds (one_half_law R) v L1 U1).
Qed.
Lemma extremal_bounded_vectors_possible : possible extremal_bounded_vectors.
Proof. from_within extremal_bounded_vectors_within. Qed.

Section Levels.
Variable R : realType.
Lemma lower_b : 0 < log_b R 2 1. Proof. by rewrite log_gt0_b. Qed.
Lemma upper_b : 0 <= log_b R 3 2. Proof. by rewrite log_ge0_b. Qed.
End Levels.

Lemma extremal_bounded_possible : possible extremal_bounded.
Proof.
move=> R h; apply: (h _ _ _ _ _ (half_gt0_b R) (lower_b R) (upper_b R)).
exact: (fun v => v ord_max ^+ 2).
Qed.
Lemma extremal_bounded_high_privacy_possible : possible extremal_bounded_high_privacy.
Proof.
move=> R h.
apply: (h _ (one_half_law R) (1 / 2%:R) (9%:R / 8%:R) _ (half_gt0_b R) _ _
  (square_convex_b (ord_max : [finType of 'I_3]))).
- by rewrite divr_ge0 ?ler01 ?ler0n //= ltr_pdivr_mulr ?ltr0n // mul1r ltr1n.
- by rewrite ler_pdivl_mulr ?ltr0n // mul1r ler_nat.
rewrite half_rest_b /rescaled_bound.
have -> : (9%:R / 8%:R - 1 / 2%:R) / (1 - 1 / 2%:R) * (3%:R / 4%:R) = 15%:R / 16%:R :> R by field.
by rewrite ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
Qed.
Lemma extremal_bounded_binary_possible : possible extremal_bounded_binary.
Proof.
move=> R h.
apply: (h _ (lopsided_law R) true false _ _ _ (lopsided_rarer_b R) (lower_b R) (upper_b R)
  (square_convex_b (true : [finType of bool]))).
Qed.
Lemma extremal_bounded_uniform_possible : possible extremal_bounded_uniform.
Proof.
move=> R h.
exact: (h _ (even_law_b R 2) _ _ _ (@even_uniform_b R 2) (lower_b R) (upper_b R)
  (@squares_b R _ _)).
Qed.
Lemma extremal_bounded_regions_possible : possible extremal_bounded_regions.
Proof.
move=> R h.
exact: (h _ (one_half_law R) _ _ _ (half_gt0_b R) (lower_b R) (upper_b R) two_of_three_b).
Qed.
