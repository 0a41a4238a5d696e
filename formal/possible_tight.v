(* The hypotheses of the statements of claims_tight.v can be met: by a fair bit that two answers
   tell with an error of 1/4, by two counts of two classes, and for the two workloads by records of
   which one class has all that the floor leaves. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs guesses products.
From pmlsym Require Import release records claims tangent bounds claims_costs averages claims_tight.
From pmlsym Require Import waves noisy_bits possible_costs possible_linear possible.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- gains ---- *)

Lemma linear_eq_2_gains_possible : possible linear_eq_2_gains.
Proof.
move=> R h; exact: (h _ _ _ _ _ _ bit answer other true (@right R _) (errors_channel R true)
  (errors_chain R) (@right_ge0 R _)).
Qed.

Lemma linear_eq_2_reached_possible : possible linear_eq_2_reached.
Proof.
move=> R h; have [x' [_ most]] := most_lift_exists bit (errors_possible R true).
by apply: (h _ _ _ _ bit answer true x' (errors_channel R true)) => x; apply/most/errors_bit.
Qed.

(* the densities of a noisy answer to a fair bit *)
Lemma densities R : claims_tight.possible (fair R) (noisy R true).
Proof.
split; [exact: fair_gt0 | by move=> x; apply: noisy_ge0 |].
by rewrite /marginal_density big_bool; apply: addr_gt0; apply: mulr_gt0;
  rewrite ?noisy_gt0 ?fair_gt0.
Qed.

Lemma linear_eq_2_forms_possible : possible linear_eq_2_forms.
Proof. by move=> R h; exact: (h _ _ _ (densities R)). Qed.

Lemma linear_eq_2_orders_possible : possible linear_eq_2_orders.
Proof.
move=> R h; pose g x := posterior_of (fair R) (noisy R true) x / fair R x.
have [x' far] := farthest true g.
exact: (h _ _ _ x' 1 (densities R) ltr01 far).
Qed.

(* ---- bounds that are tight, and others ---- *)

Lemma linear_corollary_1_tight_possible : possible linear_corollary_1_tight.
Proof. by move=> R h; exact: (h _ _ (W2 R) _ _ 2%N (ok2 R) isT isT). Qed.

Lemma linear_corollary_1_same_possible : possible linear_corollary_1_same.
Proof. by move=> R h; exact: (h _ _ (W2 R) _ _ (ok2 R) isT). Qed.

Section Haar.
Variable R : realType.
Definition tenth : R := 10%:R^-1.
Lemma haar_allowed (b : R) : 0 < b -> allowed 8 b tenth.
Proof.
by move=> b0; split; rewrite ?invr_gt0 ?ltr0n // ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
Qed.
Definition halving : R := (ln 2%:R)^-1.
Lemma halving_gt0 : 0 < halving.
Proof. by rewrite invr_gt0 -(@ln1 R) ltr_ln ?posrE ?ltr01 ?ltr0n // ltr1n. Qed.
End Haar.

Lemma linear_corollary_1_looser_haar_possible : possible linear_corollary_1_looser_haar.
Proof. by move=> R h; exact: (h _ _ (haar_allowed ltr01)). Qed.

Lemma linear_corollary_1_looser_possible : possible linear_corollary_1_looser.
Proof.
move=> R h; have ok := haar_allowed (@ltr01 R).
exact: (h _ _ _ _ _ 2%N ok isT (linear_corollary_1_looser_haar_holds ok)).
Qed.

Lemma three_allowed R : allowed 3 1 (quarter R).
Proof.
split; [exact: ltr01 | exact: quarter_gt0 |].
by rewrite /quarter mulrA mulr1 ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
Qed.

Lemma linear_every_n_two_possible : possible linear_every_n_two.
Proof.
move=> R h; have [P [floor P1]] := records_floored (three_allowed R) 2%N (inord 1).
apply: (h _ _ _ _ id P ord0 (three_allowed R) (floor ord0) (P1 ord0)).
have -> : 1 - 2%:R * quarter R = 2%:R * quarter R by rewrite /quarter; field.
have e : expR (- (2%:R / 1)) < 2%:R^-1 :> R.
  rewrite divr1 expRN ltf_pinv ?posrE ?expR_gt0 ?ltr0n //.
  by apply: lt_le_trans (expR_ge1Dx _); rewrite ?ltr_addr ?ltr01 ?ler0n.
rewrite mulrAC -[X in _ < X]mul1r ltr_pmul2r ?quarter_gt0 //.
by rewrite -ltr_pdivl_mull ?ltr0n // mulr1.
Qed.

Lemma linear_every_n_haar_possible : possible linear_every_n_haar.
Proof.
move=> R h; have ok := haar_allowed (halving_gt0 R).
have [P [floor P1]] := records_floored ok 2%N (inord 5).
apply: (h (halving R) _ _ id P ord0); last 2 first.
- exact: (floor ord0).
- by rewrite P1 /tenth /=; field.
by rewrite div1r invrK expRN lnK // posrE ltr0n.
Qed.
