(* False statements of Example 7 of `pmc`, on normal noise: of the values -1 and 2, with mean 0, the
   outcome 1/2 tells nothing. Proofs of claims_refuted.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law tangent claims_pmc payoffs claims_refuted.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* where all densities are the same nothing leaks *)
Lemma normal_silent (R : realType) (A : finType) (P : law R A) (x : A -> R) (s y : R) :
  (forall a c, normal x s y a = normal x s y c) -> pmc_normal P x s y = 0.
Proof.
move=> same; have ratio a : (\sum_c P c * normal x s y c) / normal x s y a = 1.
  under eq_bigr do rewrite (same _ a).
  by rewrite -mulr_suml mass_sum mul1r divff // gt_eqF // expR_gt0.
rewrite /pmc_normal -[RHS](@ln1 R); congr ln; rewrite (eq_bigr (fun=> 1)) //.
apply/le_anti/andP; split; first by apply/bigmax_leP; split=> [|a _]; rewrite ?ler01 ?lexx.
case: (pickP (fun a => 0 < P a)) => [a a0|none]; first exact: (bigmax_sup a).
have := mass_sum P; rewrite big1 => [/esym/eqP|a _]; first by rewrite oner_eq0.
by apply/le_anti; rewrite mass_ge0 andbT leNgt none.
Qed.

Section TwoValues.
Variable R : realType.
Definition two_share (a : bool) : R := if a then 3%:R^-1 else 2%:R / 3%:R.
Lemma two_ge0 a : 0 <= two_share a.
Proof. by case: a; rewrite /two_share ?divr_ge0 ?invr_ge0 ?ler0n. Qed.
Lemma two_sum : \sum_a two_share a = 1.
Proof. by rewrite big_bool /= /two_share; field. Qed.
Definition two_law : law R bool_finType := Law two_ge0 two_sum.
Definition two_values (a : bool) : R := if a then 2%:R else - 1.

Lemma two_mean : zero_mean two_law two_values 1 2%:R.
Proof.
split; rewrite ?ltr01 ?ltr0n //; first by rewrite big_bool /= /two_share /two_values; field.
by case=> _; rewrite /two_values ?normrN ?normr1 ?ger0_norm ?ler0n ?ler1n ?lexx.
Qed.

Lemma two_least : least_bound two_law two_values 2%:R.
Proof. by exists true; rewrite /= ?invr_gt0 ?ltr0n // ger0_norm ?ler0n. Qed.

Lemma two_silent : pmc_normal two_law two_values 1 2%:R^-1 = 0.
Proof.
apply: normal_silent; suff e a : normal two_values 1 2%:R^-1 a = expR (- (9%:R / 8%:R)).
  by move=> a c; rewrite !e.
by rewrite /normal; congr (expR (- _)); case: a; rewrite /two_values; field.
Qed.

Lemma two_cumulant : 0 <= cumulant two_law two_values (2%:R^-1 / 1 ^+ 2).
Proof.
apply: ln_ge0; rewrite big_bool /= /two_share /two_values expr1n divr1.
have e : 3%:R^-1 * (1 + 2%:R^-1 * 2%:R) + 2%:R / 3%:R * (1 + 2%:R^-1 * - 1) = 1 :> R by field.
rewrite -[X in X <= _]e.
by apply: ler_add; apply: ler_wpmul2l; rewrite ?exp_tangent ?divr_ge0 ?invr_ge0 ?ler0n.
Qed.

Lemma two_lower : 2%:R * `|2%:R^-1| / 1 ^+ 2 = 1 :> R.
Proof. by rewrite ger0_norm ?invr_ge0 ?ler0n // expr1n divr1 divff // pnatr_eq0. Qed.
End TwoValues.

Theorem pmc_example_7_bounds_false_holds : pmc_example_7_bounds_false.
Proof.
move=> R /(_ _ _ _ _ 2%:R^-1 _ (two_mean R) (two_least R))[+ _].
by rewrite two_lower two_silent leNgt ltr01.
Qed.

Theorem pmc_example_7_moments_false_holds : pmc_example_7_moments_false.
Proof.
move=> R /(_ _ _ _ _ 2%:R^-1 _ (two_mean R) (two_least R))[+ _].
by rewrite two_lower two_silent leNgt ltr_paddr ?ltr01 ?two_cumulant.
Qed.

(* a constant secret *)
Theorem pmc_example_7_unbounded_false_holds : pmc_example_7_unbounded_false.
Proof.
move=> R H; have ok : zero_mean (@point_law R unit_finType tt) (fun=> 0) 1 1.
  by split=> [|a _||]; rewrite ?normr0 ?ler01 ?ltr01 // big1 // => a _; rewrite mulr0.
by have [y] := H _ _ _ _ _ ok 0; rewrite normal_silent ?ltxx.
Qed.
