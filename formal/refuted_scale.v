(* False statements of `linear` on noise scales and on the step of the proof of Theorem 2. Proofs of
   claims_refuted.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release records claims bounds mixtures worst ends figures.
From pmlsym Require Import claims_histogram claims_pmc claims_tight tight every_n waves.
From pmlsym Require Import claims_refuted refuted.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- (5) falls as b grows ---- *)

Lemma corner_scale (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b less alpha : R) :
  allowed k b alpha -> 0 < less -> less < b -> 0 < diameter W -> (0 < k)%N ->
  corner W b alpha < corner W less alpha.
Proof.
move=> ok l0 lb d0 k0; have [b0 a0 ka] := ok.
have okl : allowed k less alpha by [].
have [s [r [c best]]] := corner_is W ok k0.
have [t low] := farthest r (fun j => - signed W s j).
have low' j : signed W s t <= signed W s j by rewrite -ler_opp2.
pose g j := signed W s j - signed W s t.
have g0 j : 0 <= g j by rewrite subr_ge0.
apply: (le_lt_trans best); apply: (@le_lt_trans _ _ (term b alpha g c)).
  by apply: (term_mono ok) => j; rewrite ler_add2l ler_opp2.
apply: lt_le_trans (le_corner W less alpha s t c).
rewrite (lt_term okl) /term opprK lnK ?posrE ?(inside_gt0 ok) //.
have le j : left_at less (g j) <= left_at b (g j).
  by rewrite ler_expR ler_opp2 ler_wpmul2l // lef_pinv ?posrE // ltW.
have [j gj] : exists j, 0 < g j.
  apply/existsP; apply/contraT => /existsPn none.
  have z j : g j = 0 by apply/le_anti; rewrite g0 leNgt none.
  have := corner_gt0 ok d0; rewrite ltNge => /negP[]; apply: le_trans best _.
  apply: (@le_trans _ _ (term b alpha g c)).
    by apply: (term_mono ok) => j; rewrite ler_add2l ler_opp2.
  by rewrite (term0 (r := t)) // => i; rewrite !z.
apply: ltr_le_add; last by apply: ler_wpmul2l; [rewrite subr_ge0 | apply: le].
rewrite ltr_pmul2l // [X in X < _](bigD1 j) //= [X in _ < X](bigD1 j) //=.
apply: ltr_le_add; last by apply: ler_sum => i _; apply: le.
by rewrite ltr_expR ltr_opp2 ltr_pmul2l // ltf_pinv ?posrE.
Qed.

Theorem linear_figure_2_safe_false_holds : linear_figure_2_safe_false.
Proof.
move=> R n n0 H; pose alpha : R := 10%:R^-1; pose b : R := (ln 2%:R)^-1.
have l0 : 0 < ln (2%:R : R) by rewrite ln_gt0 // ltr1n.
have ok : allowed 8 b alpha.
  by split; rewrite ?invr_gt0 ?ltr0n // ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
have [_ a0 ka] := ok; pose P := fun _ : 'I_n => favouring (ltW a0) ka (inord 5).
have d0 : 0 < diameter (haar R).
  apply: differ_diameter; exists (inord 1), (inord 0), (inord 5).
  by rewrite !mxE !inordK // eqr_int.
have [|||y] := @linear_every_n_haar_holds R b _ n id P (Ordinal n0).
- by rewrite /b div1r invrK expRN lnK ?posrE ?ltr0n.
- by move=> j; rewrite shareE favouring_ge.
- by rewrite shareE /P /favouring /= eqxx mulr1 /alpha; field.
rewrite ltNge => /negP[]; apply: (H b alpha _ ok (lexx _)).
  move=> b' b0; rewrite leNgt => /negP h; rewrite leNgt; apply/negP => lt; apply: h.
  exact: corner_scale.
exact: favouring_floored.
Qed.

(* ---- one query of three classes, and one record ---- *)

Section Step.
Variable R : realType.
Definition middle : 'M[R]_(1, 3) := \matrix_(l, j) (j : nat)%:R.
Definition third (j : 'I_3) : R := 3%:R^-1.
Lemma third_ge0 j : 0 <= third j. Proof. by rewrite invr_ge0 ler0n. Qed.
Lemma third_sum : \sum_j third j = 1.
Proof. by rewrite sum3 /third; field. Qed.
Definition thirds : law R [finType of 'I_3] := Law third_ge0 third_sum.
Local Notation q := (left_at 1 (1 : R)).
Local Notation f := (laplace 1 (answers middle (n := 1) (@id 'I_3)) (fun l => middle l (inord 1))).

Let q0 : 0 < q. Proof. exact: expR_gt0. Qed.
Let q1 : q < 1. Proof. by rewrite -[X in _ < X]expR0 ltr_expR oppr_lt0 divr1 ltr01. Qed.

Lemma apart_middle j : apart middle (inord 1) j = `|1 - (j : nat)%:R|.
Proof. by rewrite /apart big_ord1 !mxE inordK. Qed.

Lemma middle_lift : density_given (fun=> thirds) f ord0 (inord 1) / density (fun=> thirds) f =
  3%:R / (1 + 2%:R * q).
Proof.
have f0 x : 0 < f x by apply: laplace_gt0; apply: ltr01.
pose K : R := \prod_(l < 1) (2%:R * 1)^-1.
have K0 : 0 < K by apply: prodr_gt0 => l _; rewrite invr_gt0 mulr1 ltr0n.
pose g j := K * left_at 1 (apart middle (inord 1) j).
have s j : seen (fun=> thirds) ord0 f j = g j.
  rewrite /seen (eq_bigr (fun x => prior (fun=> thirds) x * g j)).
    by rewrite -mulr_suml prior_sum mul1r.
  by move=> x _; rewrite laplace_one.
rewrite (@density_givenE _ _ _ (fun=> thirds) ord0) ?invr_gt0 ?ltr0n //.
rewrite (@densityE _ _ _ (fun=> thirds) ord0) sum3 !s /g {s g}.
rewrite /thirds /= /third !apart_middle !inordK //= subrr subr0 normr1 normr0 left0.
rewrite (_ : 1 - 2%:R = - 1) ?normrN ?normr1; last by ring.
move: K K0 (left_at 1 1) q0 => {}K {}K0 z z0; field.
rewrite !gt_eqF ?addr_gt0 ?mulr_gt0 ?ltr0n ?ltr01 //.
Qed.

Lemma middle_bound : \big[Num.max/0]_(s : {ffun 'I_1 -> bool})
  (expR (- (signed middle s (inord 1) / 1)) /
  \sum_j thirds j * expR (- (signed middle s j / 1))) <= 3%:R * q / (1 + q + q ^+ 2).
Proof.
have qe : q = expR (- 1) by rewrite /left_at divr1.
have den : 0 < 1 + q + q ^+ 2 by rewrite !addr_gt0 ?exprn_gt0 ?ltr01.
apply/bigmax_leP; split=> [|s _]; first by rewrite divr_ge0 ?mulr_ge0 ?ler0n ?ltW.
have e j : signed middle s j = if s ord0 then (j : nat)%:R else - (j : nat)%:R.
  by rewrite /signed big_ord1 !mxE.
rewrite sum3 !e inordK //= /third !divr1.
have q2 : expR (- 2%:R) = q ^+ 2 :> R by rewrite qe -expRMm; congr expR; rewrite mulrN1.
have [p1 p2] : expR 1 = q^-1 /\ expR 2%:R = (q ^+ 2)^-1 :> R.
  by rewrite -q2 qe -!expRN !opprK.
rewrite le_eqVlt; apply/orP; left; apply/eqP.
case: (s ord0); rewrite ?opprK ?oppr0 ?expR0 ?q2 ?p1 ?p2 -?qe.
  by field; rewrite gt_eqF // addrC addrA addrAC [q ^+ 2 + _]addrC.
by field; rewrite !gt_eqF // addrC addrA addrAC [q ^+ 2 + _]addrC.
Qed.
End Step.

Theorem linear_theorem_2_step_false_holds : linear_theorem_2_step_false.
Proof.
move=> R H; pose q := left_at 1 (1 : R).
have q0 : 0 < q by apply: expR_gt0.
have q1 : q < 1 by rewrite -[X in _ < X]expR0 ltr_expR oppr_lt0 divr1 ltr01.
have third0 (i : 'I_1) j : 0 < thirds R j by rewrite invr_gt0 ltr0n.
have /le_trans/(_ (middle_bound R)) := H 1%N 3%N 1%N (middle R) 1 (fun=> thirds R) ord0
  (fun l => middle R l (inord 1)) (inord 1) isT ltr01 third0.
rewrite middle_lift -/q.
have d1 : 0 < 1 + 2%:R * q by rewrite addr_gt0 ?mulr_gt0 ?ltr0n ?ltr01.
have d2 : 0 < 1 + q + q ^+ 2 by rewrite !addr_gt0 ?exprn_gt0 ?ltr01.
rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr // -mulrA ler_pmul2l ?ltr0n //.
have -> : q * (1 + 2%:R * q) = q + 2%:R * q ^+ 2 by ring.
rewrite -[2%:R]/(1 + 1) mulrDl mul1r addrA ler_add2r addrC ler_add2l leNgt.
by rewrite expr_lt1 ?q1 ?ltW.
Qed.
