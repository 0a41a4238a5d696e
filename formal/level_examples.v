(* Two examples: entropy does not order what histograms leak, and the signs that are best in (5)
   need not be those of the largest spread. Proofs of claims_levels.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law extremes release records claims claims_histogram claims_levels.
From pmlsym Require Import tangent bounds figures ends laws levels.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Balance.
Variable R : realType.
(* (2/5, 2/5, 1/5) and (1/2, 1/4, 1/4) *)
Definition nearly_even (j : 'I_3) : R := if val j == 2%N then 1 / 5%:R else 2%:R / 5%:R.
Definition one_half (j : 'I_3) : R := if val j == 0%N then 1 / 2%:R else 1 / 4%:R.

Lemma sum_three (F : 'I_3 -> R) : \sum_j F j = F ord0 + F (@fintype.lift 3 ord0 ord0) + F ord_max.
Proof.
rewrite !big_ord_recl big_ord0 addr0 addrA; congr (_ + _ + F _).
exact: val_inj.
Qed.

Lemma nearly_even_gt0 j : 0 < nearly_even j.
Proof. by rewrite /nearly_even; case: ifP => _; rewrite divr_gt0 ?ltr0n ?ltr01. Qed.
Lemma one_half_gt0 j : 0 < one_half j.
Proof. by rewrite /one_half; case: ifP => _; rewrite divr_gt0 ?ltr0n ?ltr01. Qed.
Lemma nearly_even_sum : \sum_j nearly_even j = 1.
Proof. by rewrite sum_three /nearly_even /=; field. Qed.
Lemma one_half_sum : \sum_j one_half j = 1.
Proof. by rewrite sum_three /one_half /=; field. Qed.

Definition nearly_even_law : law R [finType of 'I_3] :=
  Law (fun j => ltW (nearly_even_gt0 j)) nearly_even_sum.
Definition one_half_law : law R [finType of 'I_3] :=
  Law (fun j => ltW (one_half_gt0 j)) one_half_sum.

Lemma logs : 23%:R * ln 2%:R < 10%:R * ln 5%:R :> R.
Proof.
have p2 : 0 < 2%:R :> R by rewrite ltr0n.
have p5 : 0 < 5%:R :> R by rewrite ltr0n.
rewrite -ltr_expR !expRMm !lnK ?posrE // -!natrX ltr_nat.
have h : (3 * 2 ^ 10 < 5 ^ 5)%N by vm_compute.
rewrite -[10%N in X in (_ < X)%N]/(5 * 2)%N expnM.
apply: (@leq_ltn_trans ((3 * 2 ^ 10) ^ 2)); last by rewrite ltn_sqr.
by rewrite -[23%N]/(3 + 10 * 2)%N expnD expnMn [(2 ^ (10 * 2))%N]expnM leq_mul2r orbT.
Qed.

Lemma entropies : entropy one_half_law < entropy nearly_even_law.
Proof.
have p2 : 0 < 2%:R :> R by rewrite ltr0n.
have p5 : 0 < 5%:R :> R by rewrite ltr0n.
have l4 : ln (1 / 4%:R) = - (2%:R * ln 2%:R) :> R.
  rewrite div1r lnV ?posrE ?ltr0n //; congr (- _).
  by rewrite -[4%:R]/((2 * 2)%N%:R) natrM lnM ?posrE // mulr_natl mulr2n.
have l2 : ln (1 / 2%:R) = - ln 2%:R :> R by rewrite div1r lnV ?posrE.
have l5 : ln (1 / 5%:R) = - ln 5%:R :> R by rewrite div1r lnV ?posrE.
have l25 : ln (2%:R / 5%:R) = ln 2%:R - ln 5%:R :> R by rewrite ln_div ?posrE.
rewrite /entropy !sum_three /= /nearly_even /one_half /= l2 l4 l5 l25 -subr_gt0.
have h := logs; rewrite -subr_gt0 in h; move: (ln 2%:R) (ln 5%:R) h => x y h.
rewrite (_ : _ - _ = (10%:R * y - 23%:R * x) / 10%:R); last by field.
by rewrite divr_gt0 ?ltr0n.
Qed.
End Balance.

Theorem histogram_balance_not_entropy_holds : histogram_balance_not_entropy.
Proof.
move=> R; pose b : R := 1; have b0 : 0 < b := ltr01.
pose e := expR (- (2%:R / b)); have e0 : 0 < e := expR_gt0 _; have e1 : e < 1 := e2_lt1 b0.
have mean s t : \sum_j s j = 1 -> \sum_j s j * expR (- (apart (counts R 3) j t / b)) = kept e (s t).
  exact: mean_counts.
pose p := nearly_even_law R; pose p' := one_half_law R.
have p0 j : 0 < p j := nearly_even_gt0 R j; have p0' j : 0 < p' j := one_half_gt0 R j.
have low j : p ord_max <= p j.
  rewrite /= /nearly_even /=; case: ifP => // _; rewrite ler_pmul2r ?invr_gt0 ?ltr0n //.
  by rewrite ler1n.
have low' j : p' ord_max <= p' j.
  rewrite /= /one_half /=; case: ifP => // _; rewrite !div1r lef_pinv ?posrE ?ltr0n //.
  by rewrite ler_nat.
exists 1%N, 3%N, b, p, p', (- ln (kept e (p ord_max))), (- ln (kept e (p' ord_max))); split=> //.
- exact: (worst_kept p0 (ltn0Sn 0) b0 e0 e1 low mean (signs_counts R ord_max)).
- exact: (worst_kept p0' (ltn0Sn 0) b0 e0 e1 low' mean (signs_counts R ord_max)).
split; first by rewrite /entropy_of_all !big_ord1 entropies.
rewrite ltr_opp2 ltr_ln ?posrE ?kept_gt0 ?(ltW (p0 _)) ?(ltW (p0' _)) // kept_lt //=.
by rewrite /nearly_even /one_half /= !div1r ltf_pinv ?posrE ?ltr0n // ltr_nat.
Qed.

Section Maximizer.
Variable R : realType.
(* two queries of three classes: 5, 1, 0 and 1, 0, 2 *)
Definition entry (l j : nat) : int := nth 0 (nth [::] [:: [:: 5; 1; 0]; [:: 1; 0; 2]] l) j.
Definition two_queries : 'M[R]_(2, 3) := \matrix_(l, j) (entry l j)%:~R.
Local Notation W := two_queries.
Definition scale := (ln 4%:R)^-1 : R.
Definition third := 3%:R^-1 : R.

Lemma log4_gt0 : 0 < ln 4%:R :> R.
Proof. by rewrite -(@ln1 R) ltr_ln ?posrE ?ltr01 ?ltr0n // ltr1n. Qed.
Lemma example_allowed : allowed 3 scale third.
Proof. by split; rewrite ?invr_gt0 ?log4_gt0 ?ltr0n // divff ?pnatr_eq0. Qed.
Local Notation ok := example_allowed.

Lemma left_nat n : left_at scale n%:R = (4%:R ^+ n)^-1.
Proof. by rewrite /left_at invrK expRN expRMm lnK ?posrE ?ltr0n. Qed.

Definition value (s0 s1 : bool) (j : nat) : int :=
  (if s0 then entry 0 j else - entry 0 j) + (if s1 then entry 1 j else - entry 1 j).
Lemma signed_value (s : {ffun 'I_2 -> bool}) j : signed W s j = (value (s ord0) (s ord_max) j)%:~R.
Proof.
rewrite /signed !big_ord_recl big_ord0 addr0 /value intrD.
have -> : @fintype.lift 2 ord0 ord0 = ord_max :> 'I_2 by apply: val_inj.
by rewrite !mxE; congr (_ + _); case: ifP => _ //; rewrite mulrNz.
Qed.
Lemma gap_value s j r : signed W s j - signed W s r =
  (value (s ord0) (s ord_max) j - value (s ord0) (s ord_max) r)%:~R.
Proof. by rewrite !signed_value -mulrNz -intrD. Qed.

Lemma inside_third (gap : 'I_3 -> R) c :
  inside scale third gap c = third * \sum_j left_at scale (gap j).
Proof. by rewrite /inside divff ?pnatr_eq0 // subrr mul0r addr0. Qed.

(* what (5) has at least *)
Definition near := third * (1 + (4%:R ^+ 5)^-1 + (4%:R ^+ 4)^-1).
Lemma near_gt0 : 0 < near.
Proof. by rewrite /near; positive; rewrite invr_gt0; positive. Qed.

Lemma near_corner : - ln near <= corner W scale third.
Proof.
pose none : {ffun 'I_2 -> bool} := [ffun=> false]; pose zero : 'I_3 := ord0.
apply: le_trans (le_corner W scale third none zero zero).
rewrite (le_term ok) opprK lnK ?posrE ?near_gt0 // inside_third sum_three.
by rewrite !gap_value !ffunE /= !left_nat expr0 invr1.
Qed.

(* signs that differ leave more *)
Lemma differ_more (s : {ffun 'I_2 -> bool}) r : s ord0 != s ord_max ->
  1 + (4%:R ^+ 5)^-1 + (4%:R ^+ 4)^-1 <
  \sum_j left_at scale (signed W s j - signed W s r).
Proof.
move=> differ; have b0 : 0 < scale by case: ok.
have [j jr near3] : exists2 j, j != r & signed W s j - signed W s r <= 3%:R.
  exists (if val r == 1%N then if s ord0 then ord_max else ord0 else (@fintype.lift 3 ord0 ord0)).
    by case: r => [[|[|[|//]]] ?] //=; case: (s ord0).
  rewrite gap_value -[3%:R]/((3%:Z)%:~R) ler_int.
  by move: differ; case: (s ord0); case: (s ord_max) => // _; case: r => [[|[|[|//]]] ?].
rewrite (bigD1 r) //= subrr left0 (bigD1 j) //= -addrA ltr_add2l.
apply: (@lt_le_trans _ _ (left_at scale 3%:R)); last first.
  apply: (@le_trans _ _ (left_at scale (signed W s j - signed W s r))).
    by rewrite (le_left ok).
  by rewrite ler_addl sumr_ge0 // => c _; apply: left_ge0.
rewrite left_nat -subr_gt0.
rewrite (_ : _ - _ = 11%:R / 1024%:R); last by field.
by positive.
Qed.

Lemma alike_less (s : {ffun 'I_2 -> bool}) j r : s ord0 = s ord_max ->
  signed W s j - signed W s r < 6%:R.
Proof.
move=> alike; rewrite gap_value -alike -[6%:R]/((6%:Z)%:~R) ltr_int.
by case: (s ord0); case: j => [[|[|[|//]]] ?]; case: r => [[|[|[|//]]] ?].
Qed.

Lemma far : 6%:R <= diameter W.
Proof.
apply: le_trans (apart_le W ord0 ord_max); rewrite /apart !big_ord_recl big_ord0 !mxE /entry /=.
rewrite le_eqVlt; apply/orP; left; apply/eqP.
by rewrite addr0 -!mulrNz -!intrD -!intr_norm -intrD.
Qed.
End Maximizer.

Theorem linear_maximizer_holds : linear_maximizer.
Proof.
move=> R; exists 2%N, 3%N, (two_queries R), (scale R), (third R) => at_set.
have ok := example_allowed R; split=> //.
  have [s [r [c best]]] := corner_is (two_queries R) ok isT; exists s; apply/le_anti/andP; split.
    by apply: (bigmax_sup s).
  by apply: le_trans best _; apply: (@le_of_gaps _ _ _ _ _ r c).
move=> s best j r; apply: lt_le_trans (far R).
have [alike|differ] := eqVneq (s ord0) (s ord_max); first exact: alike_less.
have : at_set s < - ln (near R); last by rewrite best ltNge near_corner.
have n0 := near_gt0 R.
apply: of_gaps_lt => [|t c].
  rewrite oppr_gt0 -[X in _ < X](@ln1 R) ltr_ln ?posrE ?ltr01 // /near /third -subr_gt0.
  rewrite (_ : 1 - _ = 2043%:R / 3072%:R); last by field.
  by positive.
by rewrite (term_lt ok) opprK lnK ?posrE // inside_third ltr_pmul2l ?invr_gt0 ?ltr0n // differ_more.
Qed.
