(* Bounds of the logarithm of a mean of exponentials, and of the hyperbolic sine, from derivatives
   and series.
   Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra boolp classical_sets.
From mathcomp.analysis Require Import constructive_ereal reals ereal topology normedtype derive.
From mathcomp.analysis Require Import realfun sequences exp.
From pmlsym Require Import tangent losses.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Import numFieldNormedType.Exports.
Local Open Scope ring_scope.

Section Rates.
Variable R : realType.
Implicit Types (t x alpha : R).

Lemma rises (f df : R -> R) t : 0 <= t -> (forall x, 0 <= x -> is_derive x 1 f (df x)) ->
  (forall x, 0 <= x -> 0 <= df x) -> f 0 <= f t.
Proof.
move=> t0 fd df0; have [x /[!in_itv] /= /andP[x0 _]| |x] := @MVT_segment R f df 0 t t0.
- by apply: fd; apply: ltW.
-   apply: continuous_in_subspaceT => x /[!inE] /= /[!in_itv] /= /andP[x0 _].
  have d := fd x x0; apply: differentiable_continuous; apply/derivable1_diffP.
  exact: ex_derive.
rewrite in_itv /= subr0 => /andP[x0 _] e; by rewrite -subr_ge0 e mulr_ge0 ?df0.
Qed.

(* tanh(x/2) <= x/2 *)
Lemma half_turn x : 0 <= x -> (expR x - 1) <= x / 2%:R * (expR x + 1).
Proof.
move=> x0; pose f (y : R) := expR (- y) * (1 + y / 2%:R) + y / 2%:R.
pose df (y : R) := - expR (- y) * (1 + y / 2%:R) + expR (- y) * 2%:R^-1 + 2%:R^-1.
have fd (y : R) : 0 <= y -> is_derive y 1 f (df y).
  move=> _; rewrite /f; apply: is_derive_eq.
  by rewrite /df /GRing.scale /=; field.
have := rises x0 fd; rewrite /f oppr0 expR0 mul0r !addr0 mulr1 => h.
have {h} : 1 <= expR (- x) * (1 + x / 2%:R) + x / 2%:R.
  apply: h => y y0; rewrite /df.
  have -> : - expR (- y) * (1 + y / 2%:R) + expR (- y) * 2%:R^-1 + 2%:R^-1 =
    (1 - expR (- y) * (1 + y)) / 2%:R by field.
  rewrite divr_ge0 ?ler0n // subr_ge0 expRN mulrC ler_pdivr_mulr ?expR_gt0 // mul1r; exact:
    exp_tangent.
move=> h; have e0 := expR_gt0 x.
rewrite -subr_ge0; have -> : x / 2%:R * (expR x + 1) - (expR x - 1) =
   expR x * (expR (- x) * (1 + x / 2%:R) + x / 2%:R - 1).
  by rewrite expRN; field; rewrite gt_eqF.
by rewrite mulr_ge0 ?subr_ge0 // ltW.
Qed.

Section Mixed.
Variable alpha : R.
Hypotheses (a_gt0 : 0 < alpha) (a_lt1 : alpha < 1).
Let rest_gt0 : 0 < 1 - alpha. Proof. by rewrite subr_gt0. Qed.
Definition mixed (y : R) := 1 - alpha + alpha * expR y.
Lemma mixed_pos y : 0 < mixed y. Proof. by rewrite addr_gt0 ?mulr_gt0 ?expR_gt0. Qed.
Lemma mixed0 : mixed 0 = 1. Proof. by rewrite /mixed expR0 mulr1 subrK. Qed.

Lemma log_mixed_derive (y : R) : is_derive y 1 (@ln R \o mixed) ((mixed y)^-1 * (alpha * expR y)).
Proof.
apply: is_derive1_comp; first by apply: is_derive1_ln; apply: mixed_pos.
by rewrite /mixed; apply: is_derive_eq; rewrite /GRing.scale /=; ring.
Qed.

(* Hoeffding's lemma *)
Lemma log_mixed_le (t : R) : 0 <= t -> ln (mixed t) <= alpha * t + t ^+ 2 / 8%:R.
Proof.
move=> t0; pose f (y : R) := alpha * y + y * y * 8%:R^-1 - (@ln R \o mixed) y.
pose df (y : R) := alpha + y / 4%:R - (mixed y)^-1 * (alpha * expR y).
have fd (y : R) : 0 <= y -> is_derive y 1 f (df y).
  move=> _; have d1 : is_derive y 1 (fun z : R => alpha * z) alpha.
    by apply: is_derive_eq; rewrite /GRing.scale /=; ring.
  have d2 : is_derive y 1 (fun z : R => z * z / 8%:R) (y / 4%:R).
    by apply: is_derive_eq; rewrite /GRing.scale /=; field.
  exact: (is_deriveB (is_deriveD d1 d2) (log_mixed_derive y)).
have : f 0 <= f t; last first.
  rewrite /f /= mixed0 ln1 !mulr0 mul0r subr0 addr0 subr_ge0 => h.
  by apply: le_trans h _; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
apply: (rises t0 fd) => y y0; have m0 := mixed_pos y.
set r := expR (y / 2%:R); have r0 : 0 < r by apply: expR_gt0.
have rr : expR y = r ^+ 2 by rewrite /r expr2 -expRD; congr expR; field.
have r1 : 1 <= r by rewrite -[X in X <= _](@expR0 R) ler_expR divr_ge0 ?ler0n.
have h : r - 1 <= y / 4%:R * (r + 1).
  have y2 : 0 <= y / 2%:R by rewrite divr_ge0 ?ler0n.
  by apply: le_trans (half_turn y2) _; rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite -/r;
    field.
rewrite /df -(pmulr_rge0 _ m0).
have q0 : 0 < r + 1 by rewrite addr_gt0 ?ltr01.
rewrite -(pmulr_rge0 _ q0).
have -> : (r + 1) * (mixed y * (alpha + y / 4%:R - (mixed y)^-1 * (alpha * expR y))) =
  mixed y * (y / 4%:R * (r + 1) - (r - 1)) + (r - 1) * (alpha * r - (1 - alpha)) ^+ 2.
  have -> : (r + 1) * (mixed y * (alpha + y / 4%:R - (mixed y)^-1 * (alpha * expR y))) =
    (r + 1) * (mixed y * (alpha + y / 4%:R) - alpha * expR y) by field; rewrite gt_eqF.
  by rewrite /mixed rr; field.
by rewrite addr_ge0 // mulr_ge0 ?subr_ge0 ?sqr_ge0 // ltW.
Qed.

Lemma log_mixed_ge (t : R) : 0 <= t -> alpha * t * (2%:R + t) / (2%:R + alpha * t) <= ln (mixed t).
Proof.
move=> t0; pose g (y : R) := 2%:R + alpha * y.
pose C := 2%:R * (1 - alpha) / alpha.
pose f (y : R) := (@ln R \o mixed) y - (y + 2%:R * C * (g y)^-1).
pose df (y : R) := (mixed y)^-1 * (alpha * expR y) - 1 + 2%:R * C * alpha / (g y) ^+ 2.
have g0 y : 0 <= y -> 0 < g y by move=> y0; rewrite ltr_paddr ?ltr0n // mulr_ge0 // ltW.
have fd (y : R) : 0 <= y -> is_derive y 1 f (df y).
  move=> y0; have gy : g y != 0 by rewrite gt_eqF ?g0.
  have da : is_derive y 1 (fun z : R => alpha * z) alpha.
    by apply: is_derive_eq; rewrite /GRing.scale /=; ring.
  have dg : is_derive y 1 g alpha.
    rewrite -[X in is_derive _ _ _ X]add0r; exact: (is_deriveD (is_derive_cst (2%:R : R) y 1) da).
  have dv : is_derive y 1 (fun z => (g z)^-1) (- (g y) ^- 2 *: alpha) by apply: is_deriveV.
  have dc := is_deriveZ (2%:R * C) dv; have di := is_derive_id y (1 : R).
  have -> : df y = (mixed y)^-1 * (alpha * expR y) - (1 + (2%:R * C) *: (- (g y) ^- 2 *: alpha)).
    by rewrite /df /GRing.scale /=; ring.
  exact: (is_deriveB (log_mixed_derive y) (is_deriveD di dc)).
have : f 0 <= f t; last first.
  rewrite /f /= mixed0 ln1 /g mulr0 addr0 => h; rewrite -subr_ge0.
  have gt := g0 t t0; move: h; rewrite -subr_ge0; congr (0 <= _).
  by rewrite /C; field; rewrite -/(g t) !gt_eqF.
apply: (rises t0 fd) => y y0; have m0 := mixed_pos y; have gy := g0 y y0.
have g2 : 0 < g y ^+ 2 by rewrite exprn_gt0.
have key : 0 <= expR y - (1 + y + alpha * y ^+ 2 / 4%:R).
  rewrite subr_ge0; apply: le_trans (exp_parabola y0); rewrite ler_add2l.
  apply: (@le_trans _ _ (y ^+ 2 / 4%:R)).
    by apply: ler_wpmul2r; rewrite ?invr_ge0 ?ler0n // ler_pimull ?sqr_ge0 // ltW.
  by apply: ler_wpmul2l; rewrite ?sqr_ge0 // lef_pinv ?posrE ?ltr0n // ler_nat.
have -> : df y = (1 - alpha) * (4%:R * alpha) / (mixed y * g y ^+ 2) * (expR y - (1 + y + alpha * y
  ^+ 2 / 4%:R)).
  rewrite /df /C; have nz : g y != 0 by rewrite gt_eqF. have nm : mixed y != 0 by rewrite gt_eqF.
  by move: nz nm; rewrite /g /mixed => nz nm; field; rewrite nz nm gt_eqF.
by rewrite mulr_ge0 // divr_ge0 ?mulr_ge0 ?ler0n // ltW.
Qed.
End Mixed.
End Rates.
