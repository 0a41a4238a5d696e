(* A mechanism whose lifts are farther from 1, under LDP, is within LIP, and tells more.
   Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs guesses exclusions.
From pmlsym Require Import tangent.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- lifts farther from 1 ---- *)

(* the bounds on the numbers: lo and hi are the extreme lifts, m = p_min, E = e^eps *)
Section Numbers.
Variables (R : realType) (lo hi m E : R).
Hypotheses (m0 : 0 < m) (m1 : m < 1) (E1 : 1 <= E) (lo0 : 0 <= lo) (private : hi <= E * lo).
Hypotheses (ext_hi : m * (hi - lo) <= 1 - lo) (ext_lo : m * (hi - lo) <= hi - 1).
Let c := 1 + m * E^-1 / (1 - m).
Let E0 : 0 < E. Proof. exact: lt_le_trans ltr01 E1. Qed.
Let n0 : 0 < 1 - m. Proof. by rewrite subr_gt0. Qed.

Lemma stretch_gt1 : 1 < c.
Proof. by rewrite ltr_addl divr_gt0 // mulr_gt0 // invr_gt0. Qed.

Lemma stretch_low : c * (1 - lo) <= 1 - E^-1.
Proof.
have k0 : 0 < E * (1 - m) by rewrite mulr_gt0.
have h : 1 <= (E * (1 - m) + m) * lo.
  rewrite mulrDl -ler_subl_addr; apply: le_trans (_ : (1 - m) * hi <= _).
    rewrite -subr_ge0; have -> : (1 - m) * hi - (1 - m * lo) = hi - 1 - m * (hi - lo) by ring.
    by rewrite subr_ge0.
  by rewrite [E * _]mulrC -mulrA ler_wpmul2l // ltW.
rewrite -(ler_pmul2l k0).
have -> : E * (1 - m) * (c * (1 - lo)) = (E * (1 - m) + m) * (1 - lo).
  by rewrite /c; field; rewrite !gt_eqF.
have -> : E * (1 - m) * (1 - E^-1) = E * (1 - m) + m - 1 by field; rewrite gt_eqF.
by rewrite mulrBr mulr1 ler_add2l ler_opp2.
Qed.

Lemma stretch_high : c * (hi - 1) <= E - 1.
Proof.
have k0 : 0 < E * (1 - m) by rewrite mulr_gt0.
have l0 : 0 < m * E + (1 - m) by rewrite addr_gt0 // mulr_gt0.
have h : (m * E + (1 - m)) * hi <= E.
  apply: le_trans (_ : m * E * hi + (1 - m) * (E * lo) <= _).
    by rewrite mulrDl ler_add2l ler_wpmul2l // ltW.
  rewrite -subr_ge0.
  have -> : E - (m * E * hi + (1 - m) * (E * lo)) = E * (1 - lo - m * (hi - lo)) by ring.
  by rewrite mulr_ge0 ?subr_ge0 // ltW.
rewrite -(ler_pmul2l k0) -(ler_pmul2l l0).
have -> : (m * E + (1 - m)) * (E * (1 - m) * (c * (hi - 1))) =
    (E * (1 - m) + m) * ((m * E + (1 - m)) * hi - (m * E + (1 - m))).
  by rewrite /c; field; rewrite !gt_eqF.
apply: le_trans (_ : (E * (1 - m) + m) * (E - (m * E + (1 - m))) <= _).
  by rewrite ler_pmul2l ?addr_gt0 // ler_add2r.
rewrite -subr_ge0.
have -> : (m * E + (1 - m)) * (E * (1 - m) * (E - 1)) -
    (E * (1 - m) + m) * (E - (m * E + (1 - m))) =
    m * (E - 1) * (1 - m) * ((E - 1) * (E + 1)) by ring.
by rewrite !mulr_ge0 ?subr_ge0 ?addr_ge0 ?ler01 // ltW.
Qed.

Lemma stretch_le v : v <= hi -> 1 + c * (v - 1) <= E.
Proof.
move=> h; rewrite -ler_subr_addl; apply: le_trans stretch_high.
by rewrite ler_pmul2l ?ler_add2r // (lt_trans ltr01) ?stretch_gt1.
Qed.

Lemma stretch_ge v : lo <= v -> E^-1 <= 1 + c * (v - 1).
Proof.
move=> h; rewrite -ler_subl_addl -ler_opp2 opprB; apply: le_trans stretch_low.
rewrite -mulrN opprB ler_pmul2l ?(lt_trans ltr01) ?stretch_gt1 //.
by rewrite ler_add2l ler_opp2.
Qed.
End Numbers.

(* w log w for w = 1 + s (v - 1) *)
Lemma w_log_w (R : realType) (s v : R) : 0 <= s -> s <= 1 -> 0 < v -> 0 < 1 + s * (v - 1) ->
  (1 + s * (v - 1)) * ln (1 + s * (v - 1)) <= s * (v * ln v).
Proof.
move=> s0 s1 v0; set w := 1 + s * (v - 1) => w0.
have h1 := ln_tangent w0; have h2 := ln_tangent (divr_gt0 w0 v0).
rewrite ln_div // in h2.
have -> : w * ln w = s * v * (ln w - ln v) + (1 - s) * ln w + s * (v * ln v).
  by rewrite {1}/w; ring.
rewrite ger_addr; apply: le_trans (_ : s * v * (w / v - 1) + (1 - s) * (w - 1) <= _).
  by apply: ler_add; apply: ler_wpmul2l; rewrite ?subr_ge0 ?mulr_ge0 // ltW.
have -> : s * v * (w / v - 1) + (1 - s) * (w - 1) = w - (1 + s * (v - 1)).
  by field; rewrite gt_eqF.
by rewrite /w subrr.
Qed.

Section Stretched.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).
Variable e : R.
Hypotheses (two : (1 < #|A|)%N) (full : forall x, 0 < pr p X x) (e0 : 0 <= e).
Hypothesis private : vle (worst p Y (ldp p X Y)) (Fin e).
Local Notation c := (farther p X e).
Local Notation w x y := (lift p X Y x y).

Lemma pmin_lt1 : pmin p X < 1.
Proof.
have [x0 ex] := pmin_is p X; have [x1 x10] : exists x1, x1 != x0.
  move: two; rewrite (cardD1 x0) ltnS => /card_gt0P[x1].
  by rewrite !inE => /andP[h _]; exists x1.
rewrite -ex -[X in _ < X](pr_sum p X) (bigD1 x0) //= ltr_addl (bigD1 x1) //=.
by rewrite ltr_paddr // sumr_ge0 // => x _; apply: pr_ge0.
Qed.

Let m0 := pmin_gt0 full.
Let m1 := pmin_lt1.
Let E1 : 1 <= expR e. Proof. exact: expR_ge1. Qed.

Lemma farther_gt1 : 1 < c.
Proof. by rewrite /farther expRN; apply: stretch_gt1. Qed.

Lemma stretched_bounds x y : 0 < pr p Y y ->
  (expR e)^-1 <= 1 + c * (w x y - 1) <= expR e.
Proof.
move=> y0; have [t et t0] := pr_at y0; have := at_most_le private t0; rewrite et.
rewrite (rep_le (rep_ldp full y0) (rep_fin e)) mulr1 => h.
have lo0 := lo_ge0 p X Y y.
have eh := extreme_hi full y0; have el := extreme_lo full y0.
rewrite /farther expRN; apply/andP; split.
  by apply: (stretch_ge m0 m1 E1 h el); apply: lo_le_lift.
by apply: (stretch_le m0 m1 E1 h eh); apply: lift_le_hi.
Qed.

Lemma lift_gt0 x y : 0 < pr p Y y -> 0 < w x y.
Proof.
move=> y0; have [t et t0] := pr_at y0; have := at_most_le private t0; rewrite et.
rewrite (rep_le (rep_ldp full y0) (rep_fin e)) mulr1 => h.
apply: lt_le_trans (lo_le_lift Y full y x).
have := lt_le_trans ltr01 (le_trans (hi_ge1 full y0) h).
by rewrite pmulr_rgt0 ?expR_gt0.
Qed.

Lemma given_lift x y : given p X Y x y = pr p Y y * w x y.
Proof.
rewrite /given /lift; have [z|n] := eqVneq (pr p Y y) 0; last by field; rewrite n gt_eqF ?full.
have -> : pr p (both X Y) (x, y) = 0 by apply/le_anti; rewrite pr_ge0 -{1}z pr_le_r.
by rewrite z !mul0r.
Qed.

Lemma mean_stretched y : \sum_x pr p X x * (pr p Y y * (1 + c * (w x y - 1))) = pr p Y y.
Proof.
rewrite (eq_bigr (fun x => (1 - c) * pr p Y y * pr p X x + c * pr p (both X Y) (x, y))) => [|x _].
  by rewrite big_split /= -!mulr_sumr pr_sum pr_suml; ring.
have -> : pr p (both X Y) (x, y) = pr p X x * given p X Y x y.
  by rewrite /given mulrC divfK ?gt_eqF ?full.
by rewrite given_lift; ring.
Qed.

Lemma stretched_exists : exists (S : finType) (q : law R S) X' Y', stretches p X Y e q X' Y'.
Proof.
pose K x y := pr p Y y * (1 + c * (w x y - 1)).
have K_ge0 x y : 0 <= K x y.
  have := pr_ge0 p Y y; rewrite le_eqVlt => /orP[/eqP z|y0]; first by rewrite /K -z mul0r.
  rewrite mulr_ge0 ?(ltW y0) //; have /andP[h _] := stretched_bounds x y0.
  by apply: le_trans h; rewrite invr_ge0 ltW ?expR_gt0.
have K_sum x : \sum_y K x y = 1.
  rewrite (eq_bigr (fun y => (1 - c) * pr p Y y + c * given p X Y x y)) => [|y _].
    by rewrite big_split /= -!mulr_sumr pr_sum given_sum //; ring.
  by rewrite /K given_lift; ring.
exists [finType of T * B], (with_kernel p X K_ge0 K_sum), (X \o fst), snd.
have qK := @with_kernel_at _ _ p _ _ X K K_ge0 K_sum.
split=> [x|x y]; first exact: (larger_pr K_sum qK).
by rewrite (larger_given K_sum qK).
Qed.

Section Given.
Variables (S : finType) (q : law R S) (X' : S -> A) (Y' : S -> B).
Hypothesis st : stretches p X Y e q X' Y'.

Lemma stretched_full x : 0 < pr q X' x. Proof. by have [-> _] := st. Qed.

Lemma stretched_joint x y :
  pr q (both X' Y') (x, y) = pr p X x * (pr p Y y * (1 + c * (w x y - 1))).
Proof.
by have [h k] := st; rewrite -k /given mulrC h divfK // gt_eqF ?full.
Qed.

Lemma stretched_outcome y : pr q Y' y = pr p Y y.
Proof.
by rewrite -(pr_suml q X'); under eq_bigr do rewrite stretched_joint; apply: mean_stretched.
Qed.

Lemma stretched_lift x y : 0 < pr p Y y -> lift q X' Y' x y = 1 + c * (w x y - 1).
Proof.
move=> y0; have [h k] := st.
rewrite /lift stretched_joint stretched_outcome h mulrA [_ * (1 + _)]mulrC mulfK //.
by rewrite mulf_neq0 // gt_eqF ?full.
Qed.

Lemma stretched_lip : vle (vmax (worst q Y' (pmc q X' Y')) (worst q Y' (pml q X' Y'))) (Fin e).
Proof.
rewrite vmax_vle; apply/andP; split; apply: worst_le => s s0.
  have y0 := pr_gt0 Y' s0; have y1 : 0 < pr p Y (Y' s) by rewrite -stretched_outcome.
  rewrite (rep_le (rep_pmc q X' Y' (Y' s)) (rep_fin e)) mulr1.
  have [x <-] := lo_is stretched_full y0; rewrite stretched_lift // mulrC.
  rewrite -ler_pdivr_mulr ?expR_gt0 // mul1r.
  by have /andP[] := stretched_bounds x y1.
have y0 := pr_gt0 Y' s0; have y1 : 0 < pr p Y (Y' s) by rewrite -stretched_outcome.
rewrite (pml_le _ stretched_full y0); apply/forallP => x; rewrite stretched_lift //.
by have /andP[] := stretched_bounds x y1.
Qed.

Lemma garbled x y :
  given p X Y x y = c^-1 * given q X' Y' x y + (1 - c^-1) * pr p Y y.
Proof.
have [_ ->] := st; rewrite given_lift; field; rewrite gt_eqF //.
exact: lt_trans ltr01 farther_gt1.
Qed.

Lemma more_information : c * mutual_information p X Y <= mutual_information q X' Y'.
Proof.
have c0 : 0 < c := lt_trans ltr01 farther_gt1.
rewrite /mutual_information mulr_sumr; apply: ler_sum => x _.
rewrite mulr_sumr; apply: ler_sum => y _.
have j : pr p (both X Y) (x, y) = pr p X x * (pr p Y y * w x y).
  by rewrite -given_lift /given mulrC divfK ?gt_eqF ?full.
rewrite j stretched_joint; have := pr_ge0 p Y y; rewrite le_eqVlt => /orP[/eqP<-|y0].
  by rewrite !mul0r !mulr0 !mul0r mulr0.
rewrite stretched_lift //; set v := 1 + c * (w x y - 1).
have v0 : 0 < v.
  have /andP[h _] := stretched_bounds x y0.
  by apply: lt_le_trans h; rewrite invr_gt0 expR_gt0.
have e1 : w x y = 1 + c^-1 * (v - 1) by rewrite /v; field; rewrite gt_eqF.
have := @w_log_w R c^-1 v; rewrite -e1 => /(_ _ _ v0 (lift_gt0 x y0)) h.
have {h} : c * (w x y * ln (w x y)) <= v * ln v.
  rewrite -ler_pdivl_mull // h ?invr_ge0 ?(ltW c0) // invf_le1 //.
  exact: ltW farther_gt1.
move=> /(ler_wpmul2l (mulr_ge0 (ltW (full x)) (ltW y0))) h.
have -> : c * (pr p X x * (pr p Y y * w x y) * ln (w x y)) =
    pr p X x * pr p Y y * (c * (w x y * ln (w x y))) by ring.
by have -> : pr p X x * (pr p Y y * v) * ln v = pr p X x * pr p Y y * (v * ln v) by ring.
Qed.
End Given.
End Stretched.

Theorem pmc_conclusion_lip_utility_d_holds : pmc_conclusion_lip_utility_d.
Proof.
move=> R T p A B X Y e two full e0 private; split; first exact: stretched_exists.
move=> S q X' Y' st; split; first exact: (stretched_lip two full e0 private st).
exact: (garbled two full e0 st).
Qed.

Theorem pmc_conclusion_lip_utility_e_holds : pmc_conclusion_lip_utility_e.
Proof.
move=> R T p A B X Y e two full e0 private pos S q X' Y' st.
apply: lt_le_trans (more_information two full e0 private st).
by rewrite ltr_pmull // farther_gt1.
Qed.
