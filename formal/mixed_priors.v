(* One mechanism under several priors, and mechanisms of infinite PMC. Proofs of statements of
   claims_costs.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes tangent claims_pmc payoffs products.
From pmlsym Require Import guesses.
From pmlsym Require Import claims_costs averages costs attained chains jensen.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- an outcome under one prior ---- *)

Section OnePrior.
Variables (R : realType) (A B : finType) (P : law R A) (K : A -> law R B) (y : B).
Local Notation J := (joint P K).
Local Notation c := (chance P K y).
Local Notation lo := (minlift J fst snd y).
Local Notation hi := (maxlift J fst snd y).

Lemma joint_both x y' : pr J (both fst snd) (x, y') = P x * K x y'.
Proof. by rewrite /pr (big_pred1 (x, y')) // => -[x1 y1]. Qed.

Lemma joint_prior x : pr J fst x = P x.
Proof.
rewrite -(pr_sumr J fst snd); under eq_bigr do rewrite joint_both.
by rewrite -mulr_sumr mass_sum mulr1.
Qed.

Lemma chanceE : c = \sum_x P x * K x y.
Proof. by rewrite /chance -(pr_suml J fst snd); apply: eq_bigr => x _; rewrite joint_both. Qed.

Lemma chance_ge0 : 0 <= c. Proof. exact: pr_ge0. Qed.
Lemma kernel_le1 x : K x y <= 1. Proof. by rewrite -(pr_id (K x)) pr_le1. Qed.

Lemma chance_one x : P x = 1 -> c = K x y.
Proof.
move=> e; have z x' : x' != x -> P x' = 0.
  move=> n; have := mass_sum P; rewrite (bigD1 x) //= e => /(canRL (addKr _)).
  rewrite addNr => h; have ge0 i : i != x -> 0 <= P i by move=> _; apply: mass_ge0.
  exact: psumr_eq0P ge0 h _ n.
by rewrite chanceE (bigD1 x) //= e mul1r big1 ?addr0 // => x' /z->; rewrite mul0r.
Qed.

Hypothesis c0 : 0 < c.

Lemma joint_lifts x : 0 < P x -> lift J fst snd x y = K x y / c.
Proof.
by move=> x0; rewrite /lift joint_both joint_prior -/(chance P K y) -mulf_div divff ?mul1r ?gt_eqF.
Qed.

Lemma least_ofE : least_of P K y = lo * c.
Proof.
apply/le_anti/andP; split.
  have [x x0 <-] := least_lift_is fst c0; rewrite joint_prior in x0.
  by rewrite joint_lifts // divfK ?gt_eqF // (bigmin_inf x).
apply/bigmin_geP; split=> [|x x0].
  by apply: mulr_ile1; rewrite ?lo_ge0 ?lo_le1 ?pr_ge0 ?pr_le1.
by rewrite -ler_pdivl_mulr // -joint_lifts // least_lift_le // joint_prior.
Qed.

Lemma most_ofE : most_of P K y = hi * c.
Proof.
apply/le_anti/andP; split.
  apply/bigmax_leP; split=> [|x x0].
    by apply: mulr_ge0; rewrite ?pr_ge0 ?ltW ?most_lift_gt0.
  by rewrite -ler_pdivr_mulr // -joint_lifts // most_lift_ge // joint_prior.
have [x x0 <-] := most_lift_is fst c0; rewrite joint_prior in x0.
by rewrite joint_lifts // divfK ?gt_eqF // (bigmax_sup x).
Qed.

Lemma loE : lo = least_of P K y / c. Proof. by rewrite least_ofE mulfK // gt_eqF. Qed.
Lemma hiE : hi = most_of P K y / c. Proof. by rewrite most_ofE mulfK // gt_eqF. Qed.

Lemma least_of_ge0 : 0 <= least_of P K y.
Proof. by rewrite least_ofE mulr_ge0 ?lo_ge0 ?chance_ge0. Qed.
Lemma least_of_chance : least_of P K y <= c.
Proof. by rewrite least_ofE -[X in _ <= X]mul1r ler_pmul2r ?lo_le1. Qed.
Lemma chance_most_of : c <= most_of P K y.
Proof. by rewrite most_ofE -[X in X <= _]mul1r ler_pmul2r ?most_lift_ge1. Qed.
Lemma most_of_le1 : most_of P K y <= 1.
Proof. by apply/bigmax_leP; split=> [|x _]; rewrite ?ler01 ?kernel_le1. Qed.

Lemma least_of_is : exists2 x, 0 < P x & K x y = least_of P K y.
Proof.
have [x x0 e] := least_lift_is fst c0; rewrite joint_prior in x0; exists x => //.
by rewrite least_ofE -e joint_lifts // divfK // gt_eqF.
Qed.
Lemma most_of_is : exists2 x, 0 < P x & K x y = most_of P K y.
Proof.
have [x x0 e] := most_lift_is fst c0; rewrite joint_prior in x0; exists x => //.
by rewrite most_ofE -e joint_lifts // divfK // gt_eqF.
Qed.

Lemma rep_ldp_of : rep (ldp_of P K y) hi lo.
Proof.
have h0 : 0 < hi := most_lift_gt0 fst c0; have l0 := lo_ge0 J fst snd y.
rewrite /ldp_of /ldp; move: l0; rewrite le_eqVlt => /orP[/eqP <-|l0]; first by rewrite eqxx.
rewrite gt_eqF // /vlog divr_gt0 //; split=> //.
by rewrite lnK ?posrE ?divr_gt0 // mulrC divfK // gt_eqF.
Qed.

Lemma above_ldp e : vlt (Fin e) (ldp_of P K y) -> expR e * least_of P K y < most_of P K y.
Proof.
rewrite (rep_lt (rep_fin e) rep_ldp_of) mulr1 => h.
by rewrite least_ofE most_ofE mulrA ltr_pmul2r.
Qed.
End OnePrior.

Lemma least_of_le (R : realType) (A B : finType) (P : law R A) (K : A -> law R B) y x :
  0 < P x -> least_of P K y <= K x y.
Proof. by move=> x0; rewrite /least_of (bigmin_inf x). Qed.
Lemma most_of_ge (R : realType) (A B : finType) (P : law R A) (K : A -> law R B) y x :
  0 < P x -> K x y <= most_of P K y.
Proof. by move=> x0; rewrite /most_of (bigmax_sup x). Qed.

(* ---- mixtures ---- *)

Section Mixtures.
Variables (R : realType) (A B : finType) (K : A -> law R B) (P Q M : law R A) (y : B) (s : R).
Hypotheses (s0 : 0 < s) (s1 : s < 1) (mix : is_mixture M s P Q).
Let r0 : 0 < 1 - s. Proof. by rewrite subr_gt0. Qed.

Lemma mixed_chance : chance M K y = s * chance P K y + (1 - s) * chance Q K y.
Proof.
rewrite !chanceE !mulr_sumr -big_split; apply: eq_bigr => x _.
by rewrite mix /=; ring.
Qed.
Lemma mixed_l x : 0 < P x -> 0 < M x.
Proof. by move=> x0; rewrite mix ltr_paddr ?mulr_gt0 // mulr_ge0 ?mass_ge0 // ltW. Qed.
Lemma mixed_r x : 0 < Q x -> 0 < M x.
Proof. by move=> x0; rewrite mix ltr_paddl ?mulr_gt0 // mulr_ge0 ?mass_ge0 // ltW. Qed.
End Mixtures.

Section Mix.
Variables (R : realType) (A : finType) (P Q : law R A) (s : R).
Hypotheses (s0 : 0 <= s) (s1 : s <= 1).
Definition mix_mass x := s * P x + (1 - s) * Q x.
Lemma mix_ge0 x : 0 <= mix_mass x.
Proof. by rewrite addr_ge0 ?mulr_ge0 ?mass_ge0 ?subr_ge0. Qed.
Lemma mix_sum : \sum_x mix_mass x = 1.
Proof. by rewrite big_split -!mulr_sumr !mass_sum /= !mulr1 addrC subrK. Qed.
Lemma mixture_exists : exists M, is_mixture M s P Q.
Proof. by exists (Law mix_ge0 mix_sum). Qed.
End Mix.

Section Concave.
Variables (R : realType).
Lemma ln_mean (s a b : R) : 0 < s -> s < 1 -> 0 < a -> 0 < b ->
  s * ln a + (1 - s) * ln b <= ln (s * a + (1 - s) * b).
Proof.
move=> s0 s1 a0 b0; have r0 : 0 < 1 - s by rewrite subr_gt0.
set m := s * a + _; have m0 : 0 < m by rewrite addr_gt0 ?mulr_gt0.
have t x : 0 < x -> ln x <= ln m + (x / m - 1).
  by move=> x0; have := ln_tangent (divr_gt0 x0 m0); rewrite ln_div ?posrE // ler_subl_addl.
apply: le_trans (ler_add (ler_wpmul2l (ltW s0) (t _ a0)) (ler_wpmul2l (ltW r0) (t _ b0))) _.
rewrite le_eqVlt; apply/orP; left; apply/eqP.
have -> : s * (ln m + (a / m - 1)) + (1 - s) * (ln m + (b / m - 1)) =
    ln m + ((s * a + (1 - s) * b) / m - 1) by ring.
by rewrite -/m divff ?gt_eqF // subrr addr0.
Qed.
End Concave.

Theorem pmc_lemma_1_iv_holds : pmc_lemma_1_iv.
Proof.
move=> R A B K P Q M y s s0 s1 mix cP cQ; have r0 : 0 < 1 - s by rewrite subr_gt0.
have cM : 0 < chance M K y by rewrite (mixed_chance _ _ mix) addr_gt0 ?mulr_gt0.
have lP : least_of M K y <= least_of P K y.
  by have [x x0 <-] := least_of_is cP; apply/least_of_le/(mixed_l s0 s1 mix).
have lQ : least_of M K y <= least_of Q K y.
  by have [x x0 <-] := least_of_is cQ; apply/least_of_le/(mixed_r s0 s1 mix).
have fin (P' : law R A) : 0 < chance P' K y -> 0 < least_of P' K y ->
    pmc_of P' K y = Fin (ln (chance P' K y) - ln (least_of P' K y)).
  move=> c0 l0; rewrite /pmc_of pmc_finite loE ?divr_gt0 //.
  by rewrite ln_div ?posrE // opprB.
have inf (P' : law R A) : 0 < chance P' K y -> least_of P' K y = 0 -> pmc_of P' K y = PInf.
  by move=> c0 l0; rewrite /pmc_of pmc_infinite // loE // l0 mul0r.
have [m0|m0] := ltP 0 (least_of M K y).
  have p0 := lt_le_trans m0 lP; have q0 := lt_le_trans m0 lQ.
  rewrite !fin //= (mixed_chance _ _ mix) ler_subr_addr.
  apply: le_trans (ln_mean s0 s1 cP cQ); rewrite -subr_ge0.
  set a := ln (least_of P K y); set b := ln (least_of Q K y); set d := ln (least_of M K y).
  have da : 0 <= s * (a - d) by rewrite mulr_ge0 ?(ltW s0) // subr_ge0 ler_ln ?posrE.
  have db : 0 <= (1 - s) * (b - d) by rewrite mulr_ge0 ?(ltW r0) // subr_ge0 ler_ln ?posrE.
  apply: le_trans (addr_ge0 da db) _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
  by ring.
rewrite (inf M) //; last by apply/le_anti; rewrite m0 least_of_ge0.
have val (P' : law R A) (t : R) : 0 < chance P' K y -> 0 < t ->
    (exists v, vmul (Fin t) (pmc_of P' K y) = Fin v) \/ vmul (Fin t) (pmc_of P' K y) = PInf.
  move=> c0 t0; have [l0|l0] := ltP 0 (least_of P' K y); first by left; rewrite fin //; eexists.
  by right; rewrite inf /= /values.signed ?t0 //; apply/le_anti; rewrite l0 least_of_ge0.
by have [[u ->]|->] := val P s cP s0; have [[v ->]|->] := val Q _ cQ r0.
Qed.

Theorem pmc_remark_3_b_holds : pmc_remark_3_b.
Proof.
move=> R A B K P y c0; rewrite /pmc_of exp_pmc /= loE //; split=> [->|]; first by rewrite mul0r.
by move/eqP/(canRL (divfK (lt0r_neq0 c0))); rewrite mul0r.
Qed.

Theorem pmc_section_6_chance_a_holds : pmc_section_6_chance_a.
Proof.
move=> R S B K A A' P y s [a ea] [a' ea'] s0 s1 mix c0 e; apply/pmc_remark_3_b_holds => //.
have z : K a' y = 0.
  move: e; rewrite (mixed_chance _ _ mix) (chance_one K y ea') => /eqP.
  rewrite -subr_eq0 opprD addNKr oppr_eq0 mulf_eq0 subr_eq0 gt_eqF //=.
  by move/eqP.
apply/le_anti; rewrite least_of_ge0 // andbT -z; apply: least_of_le.
by apply: (mixed_r s0 s1 mix); rewrite ea' ltr01.
Qed.
