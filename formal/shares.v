(* More weight on one secret: where an outcome exceeds LDP it exceeds PML, and PMC, under some
   mixture of priors. Mechanisms of infinite PMC. Proofs of statements of claims_costs.v; nothing
   here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes tangent claims_pmc payoffs products.
From pmlsym Require Import guesses.
From pmlsym Require Import claims_costs averages costs attained chains jensen mixed_priors.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* m and l are the largest and the least likelihood, c the mean, E = e^eps *)
Section Numbers.
Variables (R : realType) (m l c E : R).
Hypotheses (E1 : 1 <= E) (l0 : 0 <= l) (lc : l <= c) (cm : c <= m) (m1 : m <= 1) (far : E * l < m).
Let E0 : 0 < E := lt_le_trans ltr01 E1.
Let d0 : 0 < m - E * l. Proof. by rewrite subr_gt0. Qed.
Let m0 : 0 < m. Proof. by apply: le_lt_trans far; rewrite mulr_ge0 // ltW. Qed.
Let two0 : 0 < 2%:R :> R. Proof. by rewrite ltr0n. Qed.
Let dm : m - E * l <= m. Proof. by rewrite ler_subl_addr ler_addl mulr_ge0 // ltW. Qed.
Let half : (m - E * l) / 2%:R < m - E * l.
Proof. by rewrite ltr_pdivr_mulr // ltr_pmulr // ltr1n. Qed.

Lemma share_pml : let s := (m - E * l) / (2%:R * E) in
  [/\ 0 < s, s < 1 & E * (s * c + (1 - s) * l) < m].
Proof.
move=> s; split.
- by rewrite divr_gt0 // mulr_gt0.
- rewrite ltr_pdivr_mulr ?mulr_gt0 // mul1r; apply: le_lt_trans dm _.
  apply: le_lt_trans m1 _; apply: lt_le_trans (_ : 2%:R * 1 <= _); first by rewrite mulr1 ltr1n.
  by rewrite ler_pmul2l.
have -> : E * (s * c + (1 - s) * l) = E * l + (m - E * l) / 2%:R * (c - l).
  by rewrite /s; field; rewrite ?pnatr_eq0 ?gt_eqF.
rewrite -ltr_subr_addl; apply: le_lt_trans half.
rewrite -[X in _ <= X]mulr1 ler_wpmul2l ?divr_ge0 ?(ltW d0) ?ler0n //.
by rewrite ler_subl_addr; apply: le_trans cm (le_trans m1 _); rewrite ler_addl.
Qed.

Lemma share_pmc : let s := (m - E * l) / (2%:R * m) in
  [/\ 0 < s, s < 1 & E * l < s * c + (1 - s) * m].
Proof.
move=> s; split.
- by rewrite divr_gt0 // mulr_gt0.
- rewrite ltr_pdivr_mulr ?mulr_gt0 // mul1r; apply: le_lt_trans dm _.
  by rewrite ltr_pmull // ltr1n.
have -> : s * c + (1 - s) * m = m - (m - E * l) / 2%:R + s * c.
  by rewrite /s; field; rewrite ?pnatr_eq0 ?gt_eqF.
apply: lt_le_trans (_ : m - (m - E * l) / 2%:R <= _).
  by rewrite ltr_subr_addr -ltr_subr_addl.
rewrite ler_addl mulr_ge0 ?divr_ge0 ?(ltW d0) ?mulr_ge0 ?ler0n ?(ltW m0) //.
exact: le_trans lc.
Qed.
End Numbers.

Theorem pmc_theorem_1_b_holds : pmc_theorem_1_b.
Proof.
move=> R A B K P D y e e0 c0 [x ex] cD /(above_ldp c0) far share.
have E1 := expR_ge1 e0; have l0 := least_of_ge0 c0.
have [s0 s1 less] := share_pml E1 l0 (chance_most_of c0) (most_of_le1 P K y) far.
rewrite -/share in s0 s1 less; split=> //; first by apply: mixture_exists; apply: ltW.
move=> Q mix; have cQ : 0 < chance Q K y.
  rewrite (mixed_chance _ _ mix) ltr_paddr ?(mulr_gt0 s0 c0) //.
  by apply: mulr_ge0; rewrite ?chance_ge0 // subr_ge0 ltW.
rewrite (rep_lt (rep_fin e) (rep_pml_any fst cQ)) !mulr1 hiE // ltr_pdivl_mulr //.
rewrite (mixed_chance _ _ mix) cD; apply: lt_le_trans less _.
by have [z z0 <-] := most_of_is c0; apply/most_of_ge/(mixed_l s0 s1 mix).
Qed.

Theorem pmc_theorem_5_b_holds : pmc_theorem_5_b.
Proof.
move=> R A B K P D y e e0 c0 [x ex] cD /(above_ldp c0) far share.
have E1 := expR_ge1 e0; have l0 := least_of_ge0 c0.
have [s0 s1 more] := share_pmc E1 l0 (least_of_chance c0) far.
rewrite -/share in s0 s1 more; split=> //; first by apply: mixture_exists; apply: ltW.
move=> Q mix; have cQ : 0 < chance Q K y.
  rewrite (mixed_chance _ _ mix) ltr_paddr ?(mulr_gt0 s0 c0) //.
  by apply: mulr_ge0; rewrite ?chance_ge0 // subr_ge0 ltW.
rewrite (rep_lt (rep_fin e) (rep_pmc (joint Q K) fst snd y)) mulr1.
rewrite loE // mulrA ltr_pdivr_mulr // mul1r (mixed_chance _ _ mix) cD; apply: le_lt_trans more.
rewrite ler_pmul2l ?expR_gt0 //.
by have [z z0 <-] := least_of_is c0; apply/least_of_le/(mixed_l s0 s1 mix).
Qed.

(* ---- a fair bit that is told ---- *)

Section Told.
Variable R : realType.
Local Notation p := (fair R).

Lemma told_secret : secret p (@id bool).
Proof. by split=> [|x]; rewrite ?card_bool // pr_id invr_gt0 ltr0n. Qed.

Lemma told_least y : minlift p (@id bool) (@id bool) y = 0.
Proof.
apply/le_anti; rewrite lo_ge0 andbT (bigmin_inf (~~ y)) ?(told_secret.2) //.
by rewrite /lift /pr big_pred0 ?mul0r // => t; rewrite /both xpair_eqE; case: t y => [] [].
Qed.

Lemma told_exp : veq (vexp (vopp (worst p (@id bool) (pmc p (@id bool) (@id bool))))) (Fin 0).
Proof. by have [y [_ -> _]] := exp_worst p (@id bool) (@id bool); rewrite told_least /=. Qed.

Lemma told_pml : vle (worst p (@id bool) (pml p (@id bool) (@id bool))) (Fin (ln 2%:R)).
Proof.
apply: worst_le => t t0; have y0 : 0 < pr p (@id bool) t := told_secret.2 t.
rewrite (rep_le (rep_pml_any (@id bool) y0) (rep_fin _)) !mulr1 lnK ?posrE ?ltr0n //.
have [x x0 <-] := most_lift_is (@id bool) y0.
rewrite /lift ler_pdivr_mulr ?mulr_gt0 // mulrA pr_id divff ?pnatr_eq0 // mul1r.
exact: pr_le_r.
Qed.
End Told.

Theorem pmc_remark_3_c_holds : pmc_remark_3_c.
Proof.
move=> R; exists bool_finType, bool_finType, bool_finType, (fair R), id, id.
by split; [apply: told_secret | apply: told_exp].
Qed.

Theorem pmc_section_6_chance_b_holds : pmc_section_6_chance_b.
Proof.
move=> R; exists bool_finType, bool_finType, bool_finType, (fair R), id, id.
by split; [apply: card_bool | apply: told_secret | apply: told_exp].
Qed.

Theorem pmc_section_6_stronger_b_holds : pmc_section_6_stronger_b.
Proof.
move=> R; exists bool_finType, bool_finType, bool_finType, (fair R), id, id, (ln 2%:R).
split; [apply: told_secret | | apply: told_pml | apply: told_exp].
by rewrite -(@ln1 R) ler_ln ?posrE ?ltr0n ?ltr01 // ler1n.
Qed.
