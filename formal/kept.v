(* Secrets that are kept or drawn again: geometric ones, and a bit. Proofs of statements of
   claims_costs.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_costs.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Kept.
Variables (R : realType) (P : nat -> R) (a : R).
Hypotheses (P0 : forall x, 0 <= P x) (P1 : forall x, P x <= 1) (total : adds_up P 1).
Hypotheses (a0 : 0 <= a) (a1 : a <= 1).

(* the outcome has the law of the secret *)
Lemma kept_outcome y : adds_up (fun x => P x * kept_or_drawn P a x y) (P y).
Proof.
move=> delta d0; have [N h] := total d0; exists (maxn N y.+1) => n.
rewrite geq_max => /andP[/h near yn].
have -> : \sum_(i < n) P i * kept_or_drawn P a i y - P y =
    (1 - a) * P y * (\sum_(i < n) P i - 1).
  have -> : \sum_(i < n) P i * kept_or_drawn P a i y =
      \sum_(i < n) P i * (if i == y :> nat then a else 0) + (1 - a) * P y * \sum_(i < n) P i.
    by rewrite mulr_sumr -big_split; apply: eq_bigr => i _; rewrite /kept_or_drawn /=; ring.
  rewrite (bigD1 (Ordinal yn)) //= eqxx big1 ?addr0 => [|i n']; first by ring.
  by rewrite ifN ?mulr0 // -val_eqE.
have r0 : 0 <= 1 - a by rewrite subr_ge0.
rewrite normrM ger0_norm ?mulr_ge0 //; apply: le_lt_trans near.
rewrite -[X in _ <= X]mul1r ler_wpmul2r //.
by apply: mulr_ile1; rewrite ?P0 ?P1 // ler_subl_addr ler_addl.
Qed.

Lemma kept_is : kept_secret P a P.
Proof. by split=> //; [rewrite a0 | apply: kept_outcome]. Qed.

Lemma kept_lift x y : 0 < P y ->
  kept_or_drawn P a x y / P y = (if x == y then a / P y else 0) + (1 - a).
Proof.
move=> y0; have n : P y != 0 by rewrite gt_eqF.
rewrite /kept_or_drawn [LHS]mulrDl (mulfK n).
by case: ifP => // _; rewrite mul0r.
Qed.

Lemma kept_pmc : a < 1 -> pmc_bounded P a P.
Proof.
move=> lt1; have r0 : 0 < 1 - a by rewrite subr_gt0.
exists (- ln (1 - a)) => x y _ y0; rewrite kept_lift // opprK lnK ?posrE // ler_addr.
by case: ifP => // _; rewrite divr_ge0.
Qed.

(* two secrets that are possible *)
Lemma told_pmc x y : a = 1 -> x != y -> 0 < P x -> 0 < P y -> ~ pmc_bounded P a P.
Proof.
move=> e n x0 y0 [l h]; have := h x y x0 y0.
by rewrite kept_lift // e (negbTE n) subrr addr0 leNgt expR_gt0.
Qed.

Lemma kept_pml m : 0 < m -> (forall y, 0 < P y -> m <= P y) -> pml_bounded P a P.
Proof.
move=> m0 least; have big : 0 < m^-1 + 1 by rewrite addr_gt0 ?invr_gt0 ?ltr01.
exists (ln (m^-1 + 1)) => x y _ y0; rewrite kept_lift // lnK ?posrE //; apply: ler_add.
  case: ifP => _; last by rewrite invr_ge0 ltW.
  rewrite ler_pdivr_mulr // ler_pdivl_mull //; apply: le_trans (least _ y0).
  by rewrite -[X in _ <= X]mulr1 ler_wpmul2l // ltW.
by rewrite ler_subl_addr ler_addl.
Qed.
End Kept.

(* ---- P(n) = 2^-(n+1) ---- *)

Section Geometric.
Variable R : realType.
Definition geometric (n : nat) : R := (2%:R ^+ n.+1)^-1.

Let two0 : 0 < 2%:R :> R. Proof. by rewrite ltr0n. Qed.
Lemma geometric_gt0 n : 0 < geometric n. Proof. by rewrite invr_gt0 exprn_gt0. Qed.
Lemma geometric_le1 n : geometric n <= 1.
Proof. by rewrite invf_le1 ?exprn_gt0 // exprn_ege1 // ler1n. Qed.

Lemma geometric_sum n : \sum_(i < n) geometric i = 1 - (2%:R ^+ n)^-1.
Proof.
elim: n => [|n ih]; first by rewrite big_ord0 expr0 invr1 subrr.
rewrite big_ord_recr /= ih /geometric exprS; field.
by rewrite ?expf_neq0 ?pnatr_eq0.
Qed.

(* 2^n > n *)
Lemma power_large n : n%:R < 2%:R ^+ n :> R. Proof. by rewrite -natrX ltr_nat ltn_expl. Qed.

Lemma geometric_total : adds_up geometric 1.
Proof.
move=> delta d0; have d1 : 0 <= delta^-1 by rewrite invr_ge0 ltW.
exists (Num.bound delta^-1) => n h; rewrite geometric_sum addrAC subrr add0r normrN.
rewrite ger0_norm ?invr_ge0 ?exprn_ge0 ?ler0n // -[delta]invrK ltf_pinv ?posrE ?exprn_gt0 //.
  apply: lt_trans (archi_boundP d1) _; apply: le_lt_trans (power_large n).
  by rewrite ler_nat.
by rewrite invr_gt0.
Qed.

Lemma geometric_pml a : 0 < a -> a <= 1 -> ~ pml_bounded geometric a geometric.
Proof.
move=> a0 a1 [u h]; have E0 : 0 <= expR u / a by rewrite divr_ge0 ?(ltW a0) // ltW ?expR_gt0.
set n := Num.bound (expR u / a).
have := h n n (geometric_gt0 n) (geometric_gt0 n).
rewrite kept_lift ?geometric_gt0 // eqxx /geometric invrK leNgt => /negP[].
apply: (@lt_le_trans _ _ (a * 2%:R ^+ n.+1)); last by rewrite ler_addl subr_ge0.
rewrite -ltr_pdivr_mull // mulrC; apply: lt_trans (archi_boundP E0) _.
by apply: lt_trans (power_large n.+1); rewrite ltr_nat.
Qed.
End Geometric.

(* ---- a fair bit ---- *)

Section Bit.
Variable R : realType.
Definition bit (n : nat) : R := if (n < 2)%N then 2%:R^-1 else 0.
Lemma bit_ge0 n : 0 <= bit n. Proof. by rewrite /bit; case: ifP; rewrite ?invr_ge0 ?ler0n. Qed.
Lemma bit_le1 n : bit n <= 1.
Proof. by rewrite /bit; case: ifP; rewrite ?ler01 // invf_le1 ?ltr0n // ler1n. Qed.
Lemma bit_total : adds_up bit 1.
Proof.
move=> delta d0; exists 2%N => -[|[|n]] // _.
rewrite !big_ord_recl big1 //= addr0 /bit /= -mulr2n -[_ *+ 2]mulr_natl divff ?pnatr_eq0 //.
by rewrite subrr normr0.
Qed.
Lemma bit_gt0 n : (n < 2)%N -> 0 < bit n.
Proof. by rewrite /bit => ->; rewrite invr_gt0 ltr0n. Qed.
Lemma bit_pml a : 0 <= a -> a <= 1 -> pml_bounded bit a bit.
Proof.
move=> a0 a1; apply: (@kept_pml _ _ _ a0 a1 2%:R^-1); first by rewrite invr_gt0 ltr0n.
by move=> y; rewrite /bit; case: ifP => // _; rewrite ltxx.
Qed.
End Bit.

Section Half.
Variable R : realType.
Lemma half_ge0 : 0 <= 2%:R^-1 :> R. Proof. by rewrite invr_ge0 ler0n. Qed.
Lemma half_gt0 : 0 < 2%:R^-1 :> R. Proof. by rewrite invr_gt0 ltr0n. Qed.
Lemma half_lt1 : 2%:R^-1 < 1 :> R. Proof. by rewrite invf_lt1 ?ltr0n // ltr1n. Qed.
End Half.

Theorem pmc_section_6_any_a_holds : pmc_section_6_any_a.
Proof.
move=> R; exists (@geometric R), 2%:R^-1, (@geometric R).
have h0 := half_ge0 R; have h1 := half_lt1 R.
have g0 n : 0 <= geometric R n := ltW (geometric_gt0 R n).
split; first exact: kept_is (@geometric_le1 R) (@geometric_total R) h0 (ltW h1).
  exact: kept_pmc.
exact: geometric_pml (half_gt0 R) (ltW h1).
Qed.

Theorem pmc_section_6_any_b_holds : pmc_section_6_any_b.
Proof.
move=> R; exists (@bit R), 1, (@bit R).
split; first exact: kept_is (@bit_ge0 R) (@bit_le1 R) (@bit_total R) ler01 (lexx 1).
  exact: (@told_pmc R _ _ 0%N 1%N) (bit_gt0 R _) (bit_gt0 R _).
exact: bit_pml ler01 (lexx 1).
Qed.

Theorem pmc_section_6_any_c_holds : pmc_section_6_any_c.
Proof.
move=> R; exists (@bit R), 2%:R^-1, (@bit R).
have h0 := half_ge0 R; have h1 := half_lt1 R.
split; first exact: kept_is (@bit_ge0 R) (@bit_le1 R) (@bit_total R) h0 (ltW h1).
  exact: kept_pmc (@bit_ge0 R) h0 h1.
exact: bit_pml h0 (ltW h1).
Qed.

Theorem pmc_section_6_any_d_holds : pmc_section_6_any_d.
Proof.
move=> R; exists (@geometric R), 1, (@geometric R).
have g0 n : 0 <= geometric R n := ltW (geometric_gt0 R n).
split; first exact: kept_is g0 (@geometric_le1 R) (@geometric_total R) ler01 (lexx 1).
  exact: (@told_pmc R _ _ 0%N 1%N) (geometric_gt0 R _) (geometric_gt0 R _).
exact: geometric_pml ltr01 (lexx 1).
Qed.
