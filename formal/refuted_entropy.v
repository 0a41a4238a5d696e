(* A false statement of `histogram` on entropy: two records of the laws (1/32, 31/32) and (1/2, 1/2)
   have more entropy than two of the law (1/16, 15/16), and leak more. Proof of claims_refuted.v;
   nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law extremes release records claims claims_histogram.
From pmlsym Require Import tangent bounds figures mixtures outcomes histogram counts laws.
From pmlsym Require Import claims_refuted refuted_histogram.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* the law of which class 0 has the probability 1/(d + 2) *)
Section Coin.
Variables (R : realType) (d : nat).
Definition rare_share : R := d.+2%:R^-1.
Definition coin_share (j : 'I_2) : R := if j == ord0 then rare_share else 1 - rare_share.
Lemma rare_gt0 : 0 < rare_share. Proof. by rewrite invr_gt0 ltr0n. Qed.
Lemma rare_half : rare_share <= 1 - rare_share.
Proof.
rewrite ler_subr_addr -mulr2n -mulr_natl /rare_share ler_pdivr_mulr ?ltr0n // mul1r.
by rewrite ler_nat.
Qed.
Lemma coin_gt0 j : 0 < coin_share j.
Proof. by rewrite /coin_share; case: ifP => _; rewrite ?(lt_le_trans _ rare_half) ?rare_gt0. Qed.
Lemma coin_sum : \sum_j coin_share j = 1.
Proof. by rewrite !big_ord_recl big_ord0 /coin_share /= addr0 addrC subrK. Qed.
Definition coin : law R [finType of 'I_2] := Law (fun j => ltW (coin_gt0 j)) coin_sum.
Lemma coin_low j : rare_share <= coin j.
Proof. by rewrite /= /coin_share; case: ifP => // _; apply: rare_half. Qed.
Lemma coin_entropy : entropy coin =
  - (rare_share * ln rare_share + (1 - rare_share) * ln (1 - rare_share)).
Proof. by rewrite /entropy !big_ord_recl big_ord0 /= /coin_share /= addr0. Qed.
Lemma entropy_ge0 : 0 <= entropy coin.
Proof.
rewrite /entropy oppr_ge0; apply: sumr_le0 => j _.
apply: mulr_ge0_le0; first exact: mass_ge0.
apply: le_trans (ln_tangent (coin_gt0 j)) _; rewrite subr_le0 -[X in _ <= X]coin_sum (bigD1 j) //=.
by rewrite ler_addl sumr_ge0 // => t _; apply/ltW/coin_gt0.
Qed.
End Coin.

Section Worst.
Variables (R : realType) (b : R).
Hypothesis b0 : 0 < b.
Variable c : 'I_2.
Local Notation e := (expR (- (1 / b))).
Let e0 : 0 < e. Proof. exact: expR_gt0. Qed.
Let e1 : e < 1 := e1_lt1 b0.
Definition leaks (a : R) := - ln (kept e a).

(* records of coins: the rarest class of a record decides *)
Lemma coins_worst (n : nat) (d : 'I_n -> nat) i : (forall i', d i' <= d i)%N ->
  worst_about_any (one_count R c) b (fun i => coin R (d i)) (leaks (rare_share R (d i))).
Proof.
move=> most; have pos a : 0 < a -> 0 < kept e a by move=> a0; apply: kept_gt0; rewrite ?ltW.
have mean i' t : \sum_j coin R (d i') j * expR (- (apart (one_count R c) j t / b)) =
    kept e (coin R (d i') t) by apply: mean_one; apply: coin_sum.
have le i' t : expR (- leaks (rare_share R (d i))) <=
    \sum_j coin R (d i') j * expR (- (apart (one_count R c) j t / b)).
  rewrite mean opprK lnK ?posrE ?pos ?rare_gt0 // kept_le //.
  apply: le_trans (coin_low R (d i') t); rewrite lef_pinv ?posrE ?ltr0n // ler_nat !ltnS.
  exact: most.
split=> [i' y|].
  by apply: leak_step => // t; apply: le_trans (le i' t) _; rewrite le_eqVlt; apply/orP; left;
    apply/eqP; apply: eq_bigr => j _; rewrite shareE.
have [||||_ [y hy]] := @worst_at R _ _ _ (one_count R c) b (fun i => coin R (d i)) i ord0
  (leaks (rare_share R (d i))) b0; last by exists i, y.
- exact: coin_gt0.
- exact: signs_one.
- by rewrite mean opprK lnK ?posrE ?pos ?rare_gt0.
- exact: le.
Qed.
End Worst.

Section Numbers.
Variable R : realType.
Lemma ln2_gt : 4%:R^-1 < ln 2%:R :> R.
Proof.
apply: (@lt_le_trans _ _ 2%:R^-1); first by rewrite ltf_pinv ?posrE ?ltr0n // ltr_nat.
have h : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have := ln_tangent h; rewrite lnV ?posrE ?ltr0n // ler_oppl; apply: le_trans.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
Qed.

Lemma even_entropy : entropy (coin R 0) = ln 2%:R.
Proof.
have r : rare_share R 0 = 2%:R^-1 by [].
rewrite coin_entropy r; have -> : 1 - 2%:R^-1 = 2%:R^-1 :> R by field.
have -> : ln (2%:R^-1) = - ln 2%:R :> R by rewrite lnV ?posrE ?ltr0n.
by move: (ln _) => t; field.
Qed.

Lemma rare_entropy : entropy (coin R 14) <= ln 2%:R / 4%:R + 16%:R^-1.
Proof.
have r : rare_share R 14 = 16%:R^-1 by [].
rewrite coin_entropy r.
have -> : 1 - 16%:R^-1 = (16%:R / 15%:R)^-1 :> R by field.
have p0 : 0 < 16%:R / 15%:R :> R by rewrite divr_gt0 ?ltr0n.
have -> : ln (16%:R / 15%:R)^-1 = - ln (16%:R / 15%:R) :> R by rewrite lnV ?posrE.
have -> : ln (16%:R^-1) = - ln 16%:R :> R by rewrite lnV ?posrE ?ltr0n.
have -> : ln 16%:R = 4%:R * ln 2%:R :> R.
  by rewrite (natrX R 2 4) lnX ?ltr0n // mulr_natl.
have := ln_tangent p0; set t := ln (16%:R / 15%:R) => h; move: (ln 2%:R) => v.
have -> : - (16%:R^-1 * - (4%:R * v) + (16%:R / 15%:R)^-1 * - t) =
    v / 4%:R + 15%:R / 16%:R * t by field.
rewrite ler_add2l; have e : 16%:R^-1 = 15%:R / 16%:R * (16%:R / 15%:R - 1) :> R by field.
rewrite [X in _ <= X]e.
by apply: ler_wpmul2l => //; rewrite divr_ge0 ?ler0n.
Qed.
End Numbers.

Theorem histogram_entropy_false_holds : histogram_entropy_false.
Proof.
move=> R H; pose d (i : 'I_2) := if i == ord0 then 30%N else 0%N.
have most i' : (d i' <= d ord0)%N by rewrite /d; case: ifP.
have := H 2%N 1 (fun i => coin R (d i)) (fun=> coin R 14) ord0 _ _ isT ltr01
  (fun i j => coin_gt0 R _ j) (fun i j => coin_gt0 R _ j) (coins_worst ltr01 ord0 most)
  (@coins_worst R 1 ltr01 ord0 2 (fun=> 14%N) ord0 (fun=> leqnn _)).
have -> : \sum_(i < 2) entropy (coin R 14) < \sum_i entropy (coin R (d i)).
  rewrite !big_ord_recl !big_ord0 !addr0 /d /= even_entropy.
  apply: (@lt_le_trans _ _ (ln 2%:R)); last by rewrite ler_addr entropy_ge0.
  apply: le_lt_trans (ler_add (rare_entropy R) (rare_entropy R)) _.
  have := ln2_gt R; move: (ln _) => t h; rewrite -subr_gt0.
  have -> : t - (t / 4%:R + 16%:R^-1 + (t / 4%:R + 16%:R^-1)) = (t - 4%:R^-1) / 2%:R by field.
  by rewrite divr_gt0 ?ltr0n // subr_gt0.
move/(_ isT); apply/negP; rewrite -leNgt /d /=; have e0 := expR_gt0 (- (1 / 1) : R).
apply: ln_le; first by apply: kept_gt0; rewrite // ?(e1_lt1 ltr01) // ltW // rare_gt0.
by rewrite kept_le ?(e1_lt1 ltr01) // lef_pinv ?posrE ?ltr0n // ler_nat.
Qed.
