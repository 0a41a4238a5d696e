(* Parts of linear.limit: slopes that are nearly the best for an outcome, from a grid on the cube.
   Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring boolp mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law quotients release tangent records claims bounds.
From pmlsym Require Import hoeffding tilted_core.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma exp_above (R : realType) (z : R) : `|z| <= 2%:R^-1 -> expR z <= 1 + z + 2%:R * z ^+ 2.
Proof.
rewrite ler_norml => /andP[_ z1].
have d : 0 < 1 - z.
  by rewrite subr_gt0; apply: le_lt_trans z1 _; rewrite invf_lt1 ?ltr0n // ltr1n.
apply: (@le_trans _ _ (1 - z)^-1).
  rewrite -[z in expR z]opprK expRN lef_pinv ?posrE ?expR_gt0 //; exact: exp_tangent.
rewrite -[X in X <= _]mul1r ler_pdivr_mulr // -subr_ge0.
have -> : (1 + z + 2%:R * z ^+ 2) * (1 - z) - 1 = z ^+ 2 * (1 - 2%:R * z) by ring.
by rewrite mulr_ge0 ?sqr_ge0 // subr_ge0 mulrC -ler_pdivl_mulr ?ltr0n // mul1r.
Qed.

Section Best.
Variables (R : realType) (m k n : nat) (W : 'M[R]_(m, k)) (b : R) (T : {set 'I_n}).
Variables (y : 'I_m -> R) (r0 : 'I_k) (C : R).
Hypotheses (b_gt0 : 0 < b) (C0 : 0 <= C) (hC : forall l j, `|W l j| <= C).
Local Notation t := (#|T|%:R : R).
Local Notation off s := (off W b T y r0 s).

Definition cost (s : 'I_m -> R) := t * ln (total W b s) - (\sum_l s l * y l) / b.
Definition moved (s : 'I_m -> R) l (h : R) l' := s l' + (if l' == l then h else 0).

(* a step of h in one slope *)
Lemma cost_step s l (h : R) : `|h| * C / b <= 2%:R^-1 ->
  cost (moved s l h) - cost s <= - (h * off s l / b) + 2%:R * t * (h * C / b) ^+ 2.
Proof.
move=> small; have Z0 := total_gt0 W b s r0; have Z0' := total_gt0 W b (moved s l h) r0.
pose q := tilted_law W b s r0.
have slopedE j : sloped W (moved s l h) j = sloped W s j + h * W l j.
  rewrite /sloped /moved (eq_bigr (fun l' => s l' * W l' j + (if l' == l then h * W l' j else 0))).
    by rewrite big_split /= -big_mkcond big_pred1_eq.
  by move=> l' _; case: ifP => _; rewrite ?addr0 ?mulrDl.
have ZE : total W b (moved s l h) = total W b s * \sum_j q j * expR (h * W l j / b).
  rewrite mulr_sumr; apply: eq_bigr => j _.
  rewrite /weight slopedE mulrDl expRD -/(weight W b s j) /q /=.
  by rewrite mulrA [total _ _ _ * _]mulrC divfK ?gt_eqF.
have S0 : 0 < \sum_j q j * expR (h * W l j / b) by move: Z0'; rewrite ZE pmulr_rgt0.
have S1 : \sum_j q j * expR (h * W l j / b) - 1 <=
    h * centre W b r0 s l / b + 2%:R * (h * C / b) ^+ 2.
  have -> : h * centre W b r0 s l / b + 2%:R * (h * C / b) ^+ 2 =
      \sum_j q j * (1 + h * W l j / b + 2%:R * (h * C / b) ^+ 2) - 1.
    rewrite (eq_bigr (fun j => q j * (1 + 2%:R * (h * C / b) ^+ 2) + h / b * (q j * W l j))).
      rewrite big_split /= -mulr_suml -mulr_sumr (mass_sum q) -/(centre W b r0 s l); ring.
    by move=> j _; ring.
  rewrite ler_add2r; apply: ler_sum => j _; apply: ler_wpmul2l; first exact: mass_ge0.
  have hW : `|h * W l j / b| <= `|h| * C / b.
    rewrite !normrM normfV (gtr0_norm b_gt0) ler_pmul2r ?invr_gt0 //; exact: ler_wpmul2l.
  apply: le_trans (exp_above (le_trans hW small)) _; rewrite ler_add2l ler_pmul2l ?ltr0n //.
  rewrite -(real_normK (num_real (h * W l j / b))) -(real_normK (num_real (h * C / b))).
  rewrite ler_expn2r ?nnegrE // !normrM normfV (gtr0_norm b_gt0) (ger0_norm C0).
  by rewrite ler_pmul2r ?invr_gt0 //; apply: ler_wpmul2l.
have t0 : 0 <= t := ler0n _ _.
have -> : cost (moved s l h) - cost s =
    t * ln (\sum_j q j * expR (h * W l j / b)) - h * y l / b.
  rewrite /cost ZE lnM ?posrE //.
  have -> : \sum_l' moved s l h l' * y l' = \sum_l' s l' * y l' + h * y l.
    rewrite (eq_bigr (fun l' => s l' * y l' + (if l' == l then h * y l' else 0))).
      by rewrite big_split /= -big_mkcond big_pred1_eq.
    by move=> l' _; rewrite /moved; case: ifP => _; rewrite ?addr0 ?mulrDl.
  move: (ln (total W b s)) (ln (\sum_j q j * expR (h * W l j / b))) (#|T|%:R : R) => v1 v2 v3.
  by move: (\sum_l' s l' * y l') => v4; ring.
apply: le_trans (_ : t * (h * centre W b r0 s l / b + 2%:R * (h * C / b) ^+ 2) - h * y l / b <= _).
  rewrite ler_add2r; apply: ler_wpmul2l => //; apply: le_trans S1; exact: ln_tangent.
rewrite /tilted_core.off le_eqVlt; apply/orP; left; apply/eqP.
by move: (centre W b r0 s l) (#|T|%:R : R) => v1 v2; ring.
Qed.

Section Grid.
Variable G : nat.
Hypothesis G_gt0 : (0 < G)%N.
Let h : R := 2%:R / G%:R.
Hypothesis small : h * C / b <= 2%:R^-1.
Let h_gt0 : 0 < h. Proof. by rewrite divr_gt0 ?ltr0n. Qed.
Definition grid (a : {ffun 'I_m -> 'I_G.+1}) l : R := -1 + (a l)%:R * h.
Definition kappa : R := 2%:R * t * h * C ^+ 2 / b.

Lemma grid_slopes a : slopes (grid a).
Proof.
move=> l; rewrite ler_norml /grid ler_addl mulr_ge0 ?ler0n ?(ltW h_gt0) //=.
rewrite addrC ler_subl_addr; apply: (@le_trans _ _ (G%:R * h)).
  by rewrite ler_pmul2r // ler_nat -ltnS.
by rewrite /h mulrCA divff ?mulr1 ?pnatr_eq0 -?lt0n // -[2%:R]natr1.
Qed.

Definition shifted (a : {ffun 'I_m -> 'I_G.+1}) l (c : 'I_G.+1) : {ffun 'I_m -> 'I_G.+1} :=
  [ffun l' => if l' == l then c else a l'].

Lemma grid_moved a l c : grid (shifted a l c) = moved (grid a) l ((c%:R - (a l)%:R) * h).
Proof.
apply/funext => l'; rewrite /grid /moved ffunE; case: eqP => [->|_]; last by rewrite addr0.
by move: (c%:R : R) ((a l)%:R : R) => v w; ring.
Qed.

Lemma step_bound s l (z : R) : z = h \/ z = - h -> cost s <= cost (moved s l z) ->
  z * off s l <= h * kappa.
Proof.
move=> hz best; have zn : `|z| = h by case: hz => ->; rewrite ?normrN gtr0_norm.
have z2 : z ^+ 2 = h ^+ 2 by case: hz => ->; rewrite ?sqrrN.
have := @cost_step s l z; rewrite zn => /(_ small) le.
have := le_trans (_ : 0 <= cost (moved s l z) - cost s) le; rewrite subr_ge0 => /(_ best).
rewrite addrC subr_ge0 ler_pdivr_mulr // => le'; apply: le_trans le' _.
rewrite /kappa le_eqVlt; apply/orP; left; apply/eqP.
have -> : (z * C / b) ^+ 2 = h ^+ 2 * (C / b) ^+ 2 by rewrite -z2; ring.
by move: (#|T|%:R : R) => v; field; rewrite gt_eqF.
Qed.

Lemma grid_best : exists2 s, slopes s & forall l, `|off s l| - s l * off s l <= 2%:R * kappa.
Proof.
have [a best] := farthest [ffun=> ord0] (fun a => - cost (grid a)).
have kappa0 : 0 <= kappa.
  rewrite /kappa divr_ge0 ?(ltW b_gt0) // mulr_ge0 ?sqr_ge0 // mulr_ge0 ?(ltW h_gt0) //.
  by rewrite mulr_ge0 ?ler0n.
exists (grid a) => [|l]; first exact: grid_slopes.
have sl := grid_slopes a l; move: sl; rewrite ler_norml => /andP[s0 s1].
have better (c : 'I_G.+1) : cost (grid a) <= cost (moved (grid a) l ((c%:R - (a l)%:R) * h)).
  by rewrite -grid_moved -ler_opp2.
have up : (a l < G)%N -> off (grid a) l <= kappa.
  move=> lt; rewrite -(ler_pmul2l h_gt0); apply: step_bound; first by left.
  have lt' : ((a l).+1 < G.+1)%N by [].
  have := better (Ordinal lt'); rewrite /= -[(a l).+1%:R]natr1.
  by rewrite (_ : ((a l)%:R + 1 - (a l)%:R) * h = h) // addrC addKr mul1r.
have down : (0 < a l)%N -> - off (grid a) l <= kappa.
  move=> lt; rewrite -(ler_pmul2l h_gt0) mulrN -mulNr; apply: step_bound; first by right.
  have lt' : ((a l).-1 < G.+1)%N by apply: leq_ltn_trans (leq_pred _) (ltn_ord _).
  have := better (Ordinal lt'); rewrite /= -[in (a l)%:R](prednK lt) -[(a l).-1.+1%:R]natr1.
  by rewrite (_ : ((a l).-1%:R - ((a l).-1%:R + 1)) * h = - h) // opprD addrA subrr sub0r mulN1r.
have [o0|o0] := leP 0 (off (grid a) l).
  rewrite ger0_norm // -{1}[off _ l]mul1r -mulrBl.
  have := leq_ord (a l); rewrite leq_eqVlt => /orP[/eqP e|lt].
    have -> : grid a l = 1.
      rewrite /grid e /h mulrCA divff ?mulr1 ?pnatr_eq0 -?lt0n //; ring.
    by rewrite subrr mul0r mulr_ge0 ?ler0n.
  apply: le_trans (_ : 2%:R * off (grid a) l <= _); last by rewrite ler_pmul2l ?ltr0n // up.
  apply: ler_wpmul2r => //; rewrite ler_subl_addl -ler_subl_addr.
  by rewrite -[2%:R]natr1 opprD addrA subrr sub0r.
rewrite ltr0_norm //.
have -> : - off (grid a) l - grid a l * off (grid a) l = (1 + grid a l) * - off (grid a) l.
  by move: (off _ l) (grid a l) => v w; ring.
have n0 : 0 <= - off (grid a) l by rewrite oppr_ge0 ltW.
have := leq0n (a l); rewrite leq_eqVlt => /orP[/eqP e|lt].
  have -> : grid a l = -1 by rewrite /grid -e mul0r addr0.
  by rewrite subrr mul0r mulr_ge0 ?ler0n.
apply: le_trans (_ : 2%:R * - off (grid a) l <= _); last by rewrite ler_pmul2l ?ltr0n // down.
by apply: ler_wpmul2r => //; rewrite -[2%:R]natr1 ler_add2l.
Qed.
End Grid.

Lemma best_slopes (d : R) : 0 < d -> exists2 s, slopes s & slack W b T y r0 s <= d.
Proof.
move=> d0; pose A := C / b; pose B := m%:R * (2%:R * (2%:R * t * C ^+ 2 / b)) / b.
have A0 : 0 <= A by rewrite divr_ge0 // ltW.
have B0 : 0 <= B.
  have Ct : 0 <= 2%:R * t * C ^+ 2 / b.
    by rewrite divr_ge0 ?(ltW b_gt0) // mulr_ge0 ?sqr_ge0 // mulr_ge0 ?ler0n.
  by rewrite /B divr_ge0 ?(ltW b_gt0) // mulr_ge0 ?ler0n // mulr_ge0 ?ler0n.
pose h0 := Num.min (2%:R^-1 / (A + 1)) (d / (B + 1)).
have A1 : 0 < A + 1 by rewrite ltr_paddl ?ltr01.
have B1 : 0 < B + 1 by rewrite ltr_paddl ?ltr01.
have h00 : 0 < h0 by rewrite lt_minr !divr_gt0 ?invr_gt0 ?ltr0n.
pose G := (Num.bound (2%:R / h0)).+1.
have hle : 2%:R / G%:R <= h0.
  rewrite ler_pdivr_mulr ?ltr0n // mulrC -ler_pdivr_mulr //; apply: ltW.
  apply: lt_le_trans (archi_boundP _) _; first by rewrite divr_ge0 ?ler0n // ltW.
  by rewrite ler_nat; apply: leqnSn.
have hp : 0 < 2%:R / G%:R :> R by rewrite divr_gt0 ?ltr0n.
have [hA hB] : 2%:R / G%:R * (A + 1) <= 2%:R^-1 /\ 2%:R / G%:R * (B + 1) <= d.
  move: hle; rewrite le_minr => /andP[u v]; split.
    by rewrite -ler_pdivl_mulr.
  by rewrite -ler_pdivl_mulr.
have [||s hs near] := @grid_best G => //.
  by apply: le_trans hA; rewrite -mulrA -/A ler_pmul2l // ler_addl ler01.
exists s => //; apply: le_trans hB.
apply: (@le_trans _ _ (2%:R / G%:R * B)); last by rewrite ler_pmul2l // ler_addl ler01.
rewrite /slack -mulr_suml.
apply: (@le_trans _ _ ((\sum_(l < m) 2%:R * kappa G) / b)).
  by rewrite ler_pmul2r ?invr_gt0 //; apply: ler_sum => l _.
rewrite sumr_const card_ord -[_ *+ m]mulr_natl le_eqVlt; apply/orP; left; apply/eqP.
rewrite /kappa /B; move: (#|T|%:R : R) (m%:R : R) (2%:R / G%:R) => v w x; ring.
Qed.
End Best.
