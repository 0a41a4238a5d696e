(* False statements of Example 4 of `pmc`, by one randomized response of three secrets: the prior
   (4/5, 3/20, 1/20) and e^r = 19/4, of which PML and PMC are both log 4. Proofs of
   claims_refuted.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes release claims_pmc payoffs guesses.
From pmlsym Require Import exclusions.
From pmlsym Require Import mechanisms figure_two every_n claims_refuted.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Response.
Variable R : realType.
Local Notation three := [finType of 'I_3].
Definition row (s : seq nat) (d : nat) (j : three) : R := (nth 0%N s j)%:R / d%:R.
Lemma row_ge0 s d j : 0 <= row s d j. Proof. by rewrite divr_ge0 ?ler0n. Qed.
Definition weights := row [:: 16; 3; 1]%N 20%N.
Lemma weights_sum : \sum_j weights j = 1.
Proof. by rewrite sum3 /weights /row /=; field. Qed.
Definition prior3 : law R three := Law (row_ge0 _ _) weights_sum.
(* the chances of the outcomes, and the lifts *)
Definition chances := row [:: 64; 25; 19]%N 108%N.
Definition lifts (y : three) := row
  (nth [::] [:: [:: 19; 4; 4]; [:: 16; 76; 16]; [:: 16; 16; 76]]%N y) (nth 1 [:: 16; 25; 19] y)%N.

Lemma row_between s d j : (0 < d)%N ->
  (4%:R^-1 <= row s d j <= 4%:R) = (d <= 4 * nth 0 s j)%N && (nth 0 s j <= 4 * d)%N.
Proof.
move=> d0; have d0' : 0 < d%:R :> R by rewrite ltr0n.
rewrite /row ler_pdivr_mulr // -natrM ler_nat; congr (_ && _).
by rewrite ler_pdivl_mulr // ler_pdivr_mull ?ltr0n // -natrM ler_nat.
Qed.

Lemma lifts_between y x : 4%:R^-1 <= lifts y x <= 4%:R.
Proof.
rewrite /lifts row_between; last by case: y => [[|[|[|]]] ?].
by case: y => [[|[|[|//]]] ?]; case: x => [[|[|[|//]]] ?].
Qed.

Lemma chances_gt0 y : 0 < chances y.
Proof. by case: y => [[|[|[|//]]] ?]; rewrite divr_gt0 ?ltr0n. Qed.
Lemma prior3_gt0 x : 0 < prior3 x.
Proof. by case: x => [[|[|[|//]]] ?]; rewrite divr_gt0 ?ltr0n. Qed.
Lemma lifts_ge0 y x : 0 <= lifts y x. Proof. exact: row_ge0. Qed.
Lemma lifts_secret x : \sum_y chances y * lifts y x = 1.
Proof. by rewrite sum3 /chances /lifts /row /=; case: x => [[|[|[|//]]] ?] /=; field. Qed.
Lemma lifts_outcome y : 0 < chances y -> \sum_x prior3 x * lifts y x = 1.
Proof.
by move=> _; rewrite sum3 /= /weights /lifts /row /=; case: y => [[|[|[|//]]] ?] /=; field.
Qed.

Let chances_ge0 y : 0 <= chances y := ltW (chances_gt0 y).
Definition response3 := mixture prior3 chances_ge0 lifts_ge0 lifts_secret.
Local Notation p := response3.
Local Notation X := (@fst three three).
Local Notation Y := (@snd three three).

Lemma response_full x : 0 < pr p X x.
Proof. by rewrite mixed_secret prior3_gt0. Qed.
Lemma response_outcome y : 0 < pr p Y y.
Proof. by rewrite (mixed_outcome _ _ _ lifts_outcome) chances_gt0. Qed.
Lemma response_lift x y : lift p X Y x y = lifts y x.
Proof. by apply: mixed_lift; [exact: lifts_outcome | exact: prior3_gt0 | exact: chances_gt0]. Qed.

Definition level : R := ln (19%:R / 4%:R).
Lemma response_rr : rr p X Y level.
Proof.
move=> x y; rewrite mixed_given; last exact: prior3_gt0.
rewrite /response /level lnK ?posrE ?divr_gt0 ?ltr0n // card_ord /chances /lifts /row.
by case: y => [[|[|[|//]]] ?]; case: x => [[|[|[|//]]] ?]; rewrite -val_eqE /=; field.
Qed.

Local Notation e := (ln (4%:R : R)).
Lemma four : expR e = 4%:R. Proof. by rewrite lnK // posrE ltr0n. Qed.

Lemma response_pmc : veq (worst p Y (pmc p X Y)) (Fin e).
Proof.
apply: (worst_is (response_outcome ord0)).
  apply: worst_le => s _; rewrite (rep_le (rep_pmc p X Y _) (rep_fin1 e)) !mul1r expRN four.
  have [x <-] := lo_is response_full (response_outcome (Y s)).
  by rewrite response_lift; case/andP: (lifts_between (Y s) x).
rewrite (rep_le (rep_fin1 e) (rep_pmc p X Y _)) !mul1r expRN four.
rewrite (le_trans (lo_le_lift Y response_full ord0 ord_max)) // response_lift /lifts /row /=.
by rewrite (_ : 4%:R / 16%:R = 4%:R^-1) //; field.
Qed.

Lemma response_pml : veq (worst p Y (pml p X Y)) (Fin e).
Proof.
apply: (worst_is (response_outcome ord_max)).
  apply: worst_le => s _; rewrite (pml_le _ response_full (response_outcome _)) four.
  apply/forallP => x.
  by rewrite response_lift; case/andP: (lifts_between (Y s) x).
rewrite (rep_le (rep_fin e) (rep_pml response_full (response_outcome _))) !mulr1 four.
rewrite (le_trans _ (lift_le_hi Y response_full ord_max ord_max)) // response_lift /lifts /row /=.
by rewrite (_ : 76%:R / 19%:R = 4%:R) //; field.
Qed.

Lemma response_tuned : tuned p X Y Y e level level.
Proof.
have l0 : 0 <= level by rewrite ln_ge0 // ler_pdivl_mulr ?ltr0n // mul1r ler_nat.
by split; [split=> //; [exact: response_rr | exact: response_rr | exact: response_pmc] |
           exact: response_pml].
Qed.

Lemma response_most : 4%:R / 5%:R <= pmax p X.
Proof.
apply: le_trans (pmax_ge p X ord0); rewrite mixed_secret /= /weights /row /=.
by rewrite (_ : 16%:R / 20%:R = 4%:R / 5%:R) //; field.
Qed.

Lemma response_range : e <= ln ((1 - pmax p X) / pmin p X).
Proof.
have m0 := pmin_gt0 response_full.
suff h : 4%:R <= (1 - pmax p X) / pmin p X.
  by rewrite ler_ln // posrE ?ltr0n // (lt_le_trans _ h) // ltr0n.
rewrite ler_pdivl_mulr // ler_subr_addr -ler_subr_addl.
have low : pmin p X <= 1 / 20%:R.
  by apply: le_trans (pmin_le p X ord_max) _; rewrite mixed_secret.
have five : 4%:R / 5%:R = 1 - 4%:R * (1 / 20%:R) :> R by field.
apply: (@le_trans _ _ (4%:R / 5%:R)).
  apply/bigmax_leP; split=> [|x _]; first by rewrite divr_ge0 ?ler0n.
  rewrite mixed_secret; case: x => [[|[|[|//]]] ?]; rewrite /= /weights /row /=;
    by rewrite ler_pdivr_mulr ?ltr0n // mulrAC ler_pdivl_mulr ?ltr0n // -!natrM ler_nat.
by rewrite five ler_add2l ler_opp2 ler_pmul2l ?ltr0n.
Qed.
End Response.

Theorem pmc_example_4_crossover_false_holds : pmc_example_4_crossover_false.
Proof.
move=> R /(_ _ _ _ _ _ _ _ _ _ _ (@response_full R) (@response_tuned R) _ (response_range R)).
by rewrite ltxx card_ord ln_gt0 ?ltr1n // => /(_ isT isT).
Qed.

Theorem pmc_example_4_utility_false_holds : pmc_example_4_utility_false.
Proof.
move=> R /(_ _ _ _ _ _ _ _ _ _ _ (@response_full R) (@response_tuned R) _ (response_range R)).
by rewrite ltxx card_ord ln_gt0 ?ltr1n // => /(_ isT isT).
Qed.

Theorem pmc_example_4_skewed_false_holds : pmc_example_4_skewed_false.
Proof.
move=> R /(_ _ _ _ _ _ _ _ _ _ _ (@response_full R) (@response_tuned R) _ (response_most R)).
by rewrite ltxx card_ord ln_gt0 ?ltr1n // => /(_ isT isT).
Qed.
