(* False statements of `pmc`: mechanisms that tell nothing or all, and single formulas. Proofs of
   claims_refuted.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes tangent release claims_pmc payoffs guesses.
From pmlsym Require Import exclusions claims_losses claims_figure two_answers figure_two.
From pmlsym Require Import claims_refuted refuted_scale.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- a fair bit that is not told at all ---- *)

Section Silent.
Variable R : realType.
Local Notation p := (fair R).
Local Notation Y := (fun _ : bool => tt).

Lemma bit x : pr p id x = 2%:R^-1. Proof. exact: pr_id. Qed.
Lemma bit_gt0 x : 0 < pr p id x. Proof. by rewrite bit invr_gt0 ltr0n. Qed.
Lemma silent_outcome y : pr p Y y = 1.
Proof. by case: y; rewrite -[RHS](mass_sum p); apply: eq_bigl => t. Qed.
Lemma silent_joint x y : pr p (both id Y) (x, y) = 2%:R^-1.
Proof. by case: y; rewrite -[RHS](bit x); apply: eq_bigl => t; rewrite /both xpair_eqE andbT. Qed.
Lemma silent_chain : markov p id id Y.
Proof.
move=> x y z; have e : pr p (both id (both id Y)) (x, (y, z)) = pr p (both id id) (x, y).
  by case: z; apply: eq_bigl => t; rewrite /both !xpair_eqE andbT.
by rewrite e silent_joint bit.
Qed.
Lemma half0 : 2%:R^-1 != 0 :> R. Proof. by rewrite invr_eq0 pnatr_eq0. Qed.

Lemma silent_lift x y : lift p id Y x y = 1.
Proof. by rewrite /lift silent_joint bit silent_outcome mulr1 divff ?half0. Qed.

Lemma silent_lo y : minlift p id Y y = 1.
Proof.
have y0 : 0 < pr p Y y by rewrite silent_outcome ltr01.
by have [x <-] := lo_is bit_gt0 y0; rewrite silent_lift.
Qed.

Lemma silent_pmc y : pmc p id Y y = Fin 0.
Proof. by rewrite /pmc silent_lo /vlog ltr01 ln1 /= oppr0. Qed.

Lemma silent_average : maximal_cost_leakage p id Y = Fin 0.
Proof.
have -> : maximal_cost_leakage p id Y = vopp (vlog (Fin 1)).
  congr (vopp (vlog (Fin _))); rewrite /sum_min (bigD1 tt) //= big1 ?addr0 => [|[]//].
  apply/le_anti/andP; split; last first.
    by apply/bigmin_geP; split=> // x _; rewrite /given silent_joint bit divff ?half0.
  set least := \big[_/_]_(x | _) _; by have /bigmin_geP[] := lexx least.
by rewrite /vlog ltr01 ln1 /= oppr0.
Qed.
End Silent.

Theorem pmc_eq_9_strict_false_holds : pmc_eq_9_strict_false.
Proof.
move=> R /(_ _ (fair R) _ _ id (fun=> tt) _ (@bit_gt0 R)); rewrite card_bool silent_average.
have -> : mean_value (fair R) (fun=> tt) (pmc (fair R) id (fun=> tt)) = Fin 0.
  rewrite /mean_value; elim/big_ind: _ => // [_ _ -> ->|y _]; first by rewrite /= addr0.
  by rewrite silent_pmc /= mulr0.
by move/(_ isT); rewrite /= ltxx.
Qed.

Theorem pmc_conclusion_zero_cost_false_holds : pmc_conclusion_zero_cost_false.
Proof.
move=> R /(_ _ (fair R) _ _ _ _ id (fun=> tt) id tt (fun _ _ => 0) tt 0).
rewrite card_bool silent_pmc /= ltxx => H. suff : false by []; apply: H => //.
- by split; [apply: bit_gt0 | rewrite silent_outcome ltr01].
- exact: silent_chain.
have [w <-] := least_is tt (fun _ : unit => mean_given (fair R) (fun=> tt) tt (fun=> 0)).
by rewrite /mean_given big1 ?mul0r // => t _; rewrite mulr0.
Qed.

(* ---- a fair bit that is published ---- *)

Section Told.
Variable R : realType.
Local Notation p := (fair R).

Lemma told_joint (x y : bool) : pr p (both id id) (x, y) = (x == y)%:R / 2%:R.
Proof.
rewrite /pr big_mkcond (bigD1 x) //= big1 => [|t tx].
  by rewrite addr0 xpair_eqE eqxx /=; case: ifP => _; rewrite ?mul1r ?mul0r.
by rewrite xpair_eqE (negbTE tx).
Qed.

Lemma told_lift (x y : bool) : lift p id id x y = 2%:R * (x == y)%:R.
Proof. by rewrite /lift told_joint !bit; field. Qed.

Lemma told_lo y : minlift p id id y = 0.
Proof.
apply/le_anti; rewrite (lo_ge0 p id id y) andbT.
by rewrite (le_trans (lo_le_lift _ (@bit_gt0 R) y (~~ y))) // told_lift; case: y; rewrite /= mulr0.
Qed.

Lemma told_pmc y : pmc p id id y = PInf.
Proof. by rewrite /pmc told_lo /vlog ltxx eqxx. Qed.
Lemma told_ldp y : ldp p id id y = PInf.
Proof. by rewrite /ldp told_lo eqxx. Qed.

Lemma told_worst (f : bool -> val R) v : (forall y, f y = PInf) -> ~ vle (worst p id f) (Fin v).
Proof.
move=> all h; have t0 : 0 < p true by rewrite invr_gt0 ltr0n.
by have := at_most_le h t0; rewrite all.
Qed.

Lemma told_size (x y : bool) : 0 < pr p (both id id) (x, y) -> ln (lift p id id x y) = ln 2%:R.
Proof. by rewrite told_joint told_lift; case: (x == y); rewrite ?mulr1 // mul0r ltxx. Qed.

Lemma ln2_ge0 : 0 <= ln (2%:R : R). Proof. by rewrite ln_ge0 // ler1n. Qed.

Lemma told_lip : surely_lip p id id (ln 2%:R).
Proof. by move=> x y h; rewrite told_size // ger0_norm ?ln2_ge0. Qed.
Lemma told_alip : surely_alip p id id (ln 2%:R) (ln 2%:R).
Proof. by move=> x y h; rewrite told_size // lexx andbT -subr_ge0 opprK addr_ge0 ?ln2_ge0. Qed.
End Told.

Theorem pmc_definition_4_surely_false_holds : pmc_definition_4_surely_false.
Proof.
move=> R every; have l0 := ln2_ge0 R.
have two : (1 < #|bool_finType|)%N by rewrite card_bool.
split=> /(_ _ (fair R) _ _ id id _ _ _ two (@bit_gt0 R) l0 l0 l0).
- by move/(_ (@told_lip R)); apply: told_worst; apply: told_pmc.
- by move/(_ (@told_lip R)); apply: told_worst; apply: told_ldp.
- by move/(_ (@told_alip R)); apply: told_worst; apply: told_pmc.
- by move/(_ (@told_alip R)); apply: told_worst; apply: told_ldp.
Qed.

(* ---- Corollary 2: the secret is the side information as well ---- *)

Theorem pmc_corollary_2_markov_false_holds : pmc_corollary_2_markov_false.
Proof.
move=> R H; pose p := fair R; pose Y := fun _ : bool => tt.
have same (v w : bool) z : pr p (both id (both Y id)) (v, (z, w)) = pr p (both id id) (v, w).
  by case: z; apply: eq_bigl => t; rewrite /both !xpair_eqE.
have pair z w : pr p (both Y id) (z, w) = 2%:R^-1.
  by case: z; rewrite -[RHS](bit R w); apply: eq_bigl => t; rewrite /both xpair_eqE.
have post (x z : bool) : posterior p id id x z = (x == z)%:R.
  by rewrite /posterior told_joint bit mulfK ?half0.
have := H _ p _ _ _ id Y id tt true.
rewrite pair invr_gt0 ltr0n => /(_ isT); cbv zeta.
set left := largest _ _; set right := largest _ _ => e.
have below : vle right left by apply/veq_vge/e/silent_chain.
have le0 : vle left (Fin 0).
  apply: largest_le => // x; rewrite /posterior told_joint.
  case: x; rewrite ?mul0r ?ltxx //= => _.
  rewrite same pair told_joint bit /= mul1r divff ?half0 // ratio_self ?ler01 //; exact: lexx.
have t0 : 0 < pr p (both id id) (true, true) by rewrite told_joint mul1r invr_gt0 ltr0n.
have := largest_at (vle_trans below le0) t0.
rewrite post /posterior silent_joint silent_outcome divr1.
have r : rep (log_ratio 1 (2%:R^-1 : R)) 1 2%:R^-1.
  by apply: rep_ratio; rewrite ?invr_ge0 ?ler0n ?ler01 //; left; apply: ltr01.
by rewrite (rep_le r (rep_fin 0)) expR0 !mul1r leNgt invf_lt1 ?ltr0n // ltr1n.
Qed.

(* ---- single formulas ---- *)

Theorem pmc_eq_21_false_holds : pmc_eq_21_false.
Proof.
move=> R /(_ 0 1 1 (lexx _) ltr01 ltr01)[] w [+ _]; rewrite mul0r.
by case: w => [n|]; rewrite ?ltxx ?andbF // leNgt expR_gt0.
Qed.

Theorem pmc_example_3_codomain_false_holds : pmc_example_3_codomain_false.
Proof.
move=> R /(_ _ (@point_law R bool_finType true) (Some 1) false (lexx _))[_].
by rewrite /= eqxx /vlog ltxx eqxx.
Qed.

Theorem pmc_footnote_5_false_holds : pmc_footnote_5_false.
Proof.
move=> R P u half u0 u1 e /(_ true); set U := expR u.
have U1 : 1 <= U by rewrite -(@expR0 R) ler_expR.
have U2 : U < 2%:R by rewrite -[X in _ < X](@lnK R) ?posrE ?ltr0n // ltr_expR.
have U0 : 0 < U := lt_le_trans ltr01 U1; have r0 : 0 < 2%:R - U by rewrite subr_gt0.
have E : expR e = 2%:R * U / (2%:R - U).
  by rewrite /e expRD lnK ?posrE ?divr_gt0 ?ltr0n // mulrCA mulrA.
rewrite /extremal /response /= half card_bool E -/U.
have -> : 1 - U * (1 - 2%:R^-1) - 2%:R^-1 = - ((U - 1) / 2%:R) by field.
have n1 : 2%:R + U != 0 by rewrite gt_eqF // addr_gt0 ?ltr0n.
have -> : 2%:R * U / (2%:R - U) / (2%:R - 1 + 2%:R * U / (2%:R - U)) - 2%:R^-1 =
    (3%:R * U - 2%:R) / (2%:R * (2%:R + U)).
  by field; rewrite n1 gt_eqF //=.
have d0 : 0 <= 3%:R * U - 2%:R.
  rewrite subr_ge0 (le_trans (_ : _ <= 3%:R * 1)) ?ler_pmul2l ?ltr0n //.
  by rewrite mulr1 ler_nat.
have d1 : 0 <= U - 1 by rewrite subr_ge0.
have d2 : 0 <= 2%:R * (2%:R + U) by rewrite mulr_ge0 ?(ltW (addr_gt0 _ U0)) ?ltr0n ?ler0n.
rewrite normrN !ger0_norm; [|exact: divr_ge0|by rewrite divr_ge0 ?ler0n].
move/eqP; rewrite eqr_div ?mulf_neq0 ?pnatr_eq0 // -subr_eq0.
have -> : (U - 1) * (2%:R * (2%:R + U)) - (3%:R * U - 2%:R) * 2%:R = - (2%:R * U * (2%:R - U)).
  by ring.
by rewrite oppr_eq0 gt_eqF // !mulr_gt0 ?ltr0n.
Qed.

(* ---- Figure 2 ---- *)

Theorem pmc_figure_2_false_holds : pmc_figure_2_false.
Proof.
move=> R H; pose P := thirds R; pose u : R := ln (5%:R / 4%:R); pose l : R := ln 2%:R.
have full x : 0 < P x by rewrite invr_gt0 ltr0n.
have m : pmin P id = 3%:R^-1.
  have : 3%:R * pmin P id = 1.
    by apply: pmin_uniform => [x||x y]; rewrite ?pr_id ?card_ord.
  by move=> h; apply: (mulfI (_ : 3%:R != 0)); rewrite ?h ?mulfV ?pnatr_eq0.
have U : expR u = 5%:R / 4%:R by rewrite lnK // posrE divr_gt0 ?ltr0n.
have L : expR (- l) = 2%:R^-1 by rewrite expRN lnK // posrE ltr0n.
have ok : levels P u l.
  split=> //; rewrite ?card_ord // ?ln_ge0 ?ler1n ?ler_pdivl_mulr ?ltr0n ?mul1r ?ler_nat //.
  rewrite m -(@ltr_expR R) U lnK; last first.
    by rewrite posrE invr_gt0 subr_gt0 invf_lt1 ?ltr0n // ltr1n.
  have -> : (1 - 3%:R^-1)^-1 = 3%:R / 2%:R :> R by field.
  by rewrite ltr_pdivr_mulr ?ltr0n // mulrAC ltr_pdivl_mulr ?ltr0n // -!natrM ltr_nat.
have low : lower_star (pmin P id) u = vlog (Fin 2%:R).
  rewrite /lower_star m U.
  have -> : 5%:R / 4%:R * (1 - 3%:R^-1) = 5%:R / 6%:R :> R by field.
  have -> : 3%:R^-1 / (1 - (1 - 3%:R^-1) * (5%:R / 4%:R)) = 2%:R :> R by field.
  by rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr_nat.
have up : upper_star (pmin P id) l = vlog (Fin 2%:R).
  by rewrite /upper_star m L; congr (vlog (Fin _)); field.
have two : vlog (Fin 2%:R) = Fin l by rewrite /vlog ltr0n.
have [] := H _ P u l ok.
- by rewrite up two /= ler_ln ?posrE ?divr_gt0 ?ltr0n // ler_pdivr_mulr ?ltr0n // -natrM ler_nat.
- by rewrite low two /= lexx.
move=> [v [[_ [T [B [p [X [Y [pX private reached]]]]]]] above]] _.
have [a ea] := pmin_is P id; rewrite pr_id in ea.
have u1 : expR u * (1 - pmin P id) < 1.
  have e : 5%:R / 4%:R * (1 - 3%:R^-1) = 5%:R / 6%:R :> R by field.
  by rewrite m U e ltr_pdivr_mulr ?ltr0n // mul1r ltr_nat.
have c2 : (1 < #|[finType of 'I_3]|)%N by rewrite card_ord.
have := pmc_under c2 full ea u1 pX private.
rewrite low two => /(vle_trans (veq_vge reached)).
by case: v above {reached} => //= x lt; rewrite leNgt lt.
Qed.

(* False statements of Example 7 of `pmc`, on normal noise: of the values -1 and 2, with mean 0, the
   outcome 1/2 tells nothing. Proofs of claims_refuted.v; nothing here has to be read. *)
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
