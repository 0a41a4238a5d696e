(* The mean of e^(l (B - p)) for a coin B of probability p is at most e^(l^2/8); a part of
   linear.limit. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring boolp classical_sets functions.
From mathcomp Require Import mathcomp_extra.
From mathcomp.analysis Require Import constructive_ereal reals ereal topology normedtype derive.
From mathcomp.analysis Require Import realfun sequences exp.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Import numFieldNormedType.Exports.
Local Open Scope ring_scope.

Section Rise.
Variables (R : realType) (f df : R -> R).
Hypothesis d : forall x, is_derive x 1 f (df x).
Lemma rise : (forall x, 0 <= x -> 0 <= df x) -> forall x, 0 <= x -> f 0 <= f x.
Proof.
move=> h x x0; have [|c] := @MVT_segment R f df 0 x x0 (fun y _ => d y).
  apply: continuous_subspaceT => y.
  by apply: differentiable_continuous; apply/derivable1_diffP; case: (d y).
by rewrite in_itv /= => /andP[c0 _] e; rewrite -subr_ge0 e subr0 mulr_ge0 ?h.
Qed.
End Rise.

Section Coin.
Variables (R : realType) (p : R).
Hypotheses (p0 : 0 <= p) (p1 : p <= 1).
Definition D (x : R) := (1 - p) + p * expR x.
Lemma D_gt0 x : 0 < D x.
Proof.
have q0 : 0 <= 1 - p by rewrite subr_ge0.
have := p0; rewrite le_eqVlt => /orP[/eqP e|pp].
  by rewrite /D -e subr0 mul0r addr0 ltr01.
by rewrite /D ltr_paddl ?mulr_gt0 ?expR_gt0.
Qed.

Lemma dD x : is_derive x 1 D (p * expR x).
Proof.
have h : is_derive x 1 (cst (1 - p) + p *: expR) (0 + p *: expR x).
  by apply: is_deriveD.
by apply: is_derive_eq h _; rewrite add0r.
Qed.

Let q0 : 0 <= 1 - p. Proof. by rewrite subr_ge0. Qed.
Definition g (x : R) := p - 1 + x / 4%:R + (1 - p) * (D x)^-1.
Definition dg (x : R) := 4%:R^-1 - (1 - p) * (p * expR x) / (D x) ^+ 2.

Lemma derive_linear (k x : R) : is_derive x 1 (fun y : R => y * k) k.
Proof.
have h : is_derive x 1 (k *: (id : R -> R)) (k *: 1) by apply: is_deriveZ.
have -> : (fun y : R => y * k) = (k *: (id : R -> R)) by apply/funext => y; rewrite mulrC.
by apply: is_derive_eq h _; rewrite /GRing.scale /= mulr1.
Qed.

Lemma dV x : is_derive x 1 (fun y => (D y)^-1) (- (p * expR x) / (D x) ^+ 2).
Proof.
have h : is_derive x 1 (fun y => (D y)^-1) (- (D x) ^- 2 *: (p * expR x)).
  by apply: is_deriveV (dD x); rewrite gt_eqF ?D_gt0.
by apply: is_derive_eq h _; rewrite /GRing.scale /= mulNr mulNr mulrC.
Qed.

Lemma d_g x : is_derive x 1 g (dg x).
Proof.
have h : is_derive x 1 (cst (p - 1) + (fun y : R => y * 4%:R^-1) + (1 - p) *: (fun y => (D y)^-1))
    (0 + 4%:R^-1 + (1 - p) *: (- (p * expR x) / (D x) ^+ 2)).
  apply: is_deriveD; first by apply: is_deriveD; apply: derive_linear.
  by apply: is_deriveZ; apply: dV.
apply: is_derive_eq h _; rewrite /dg /GRing.scale /=.
by rewrite add0r !mulNr mulrN mulrA.
Qed.

Lemma dg_ge0 x : 0 <= dg x.
Proof.
rewrite /dg subr_ge0 ler_pdivr_mulr ?exprn_gt0 ?D_gt0 //.
rewrite ler_pdivl_mull ?ltr0n // -subr_ge0.
have -> : D x ^+ 2 - 4%:R * ((1 - p) * (p * expR x)) = (1 - p - p * expR x) ^+ 2.
  by rewrite /D; ring.
exact: sqr_ge0.
Qed.

Lemma D0 : D 0 = 1. Proof. by rewrite /D expR0 mulr1 subrK. Qed.

Lemma g_ge0 x : 0 <= x -> 0 <= g x.
Proof.
move=> x0; have := rise d_g (fun y _ => dg_ge0 y) x0.
by rewrite {1}/g D0 mul0r addr0 invr1 mulr1 addrC addrA subrK subrr.
Qed.

Definition f (x : R) := p * x + x ^+ 2 / 8%:R - ln (D x).

Lemma d_f x : is_derive x 1 f (g x).
Proof.
have hl : is_derive x 1 (@ln R \o D) ((D x)^-1 * (p * expR x)).
  by apply: is_derive1_comp; [apply: is_derive1_ln; apply: D_gt0 | apply: dD].
have hs : is_derive x 1 ((id : R -> R) * (fun y : R => y * 8%:R^-1))
    (x *: 8%:R^-1 + (x * 8%:R^-1) *: 1).
  by apply: is_deriveM; apply: derive_linear.
have h : is_derive x 1
   ((fun y : R => y * p) + (id : R -> R) * (fun y : R => y * 8%:R^-1) - (@ln R \o D))
   (p + (x *: 8%:R^-1 + (x * 8%:R^-1) *: 1) - (D x)^-1 * (p * expR x)).
  apply: is_deriveB; apply: is_deriveD; exact: derive_linear.
have -> : f = (fun y : R => y * p) + (id : R -> R) * (fun y : R => y * 8%:R^-1) - (@ln R \o D).
  by apply/funext => y; rewrite /f [p * y]mulrC expr2 -mulrA.
apply: is_derive_eq h _; rewrite /g /GRing.scale /=.
have -> : p * expR x = D x - (1 - p) by rewrite /D addrC addKr.
by field; rewrite gt_eqF ?D_gt0.
Qed.

Lemma coin_pos x : 0 <= x -> D x <= expR (p * x + x ^+ 2 / 8%:R).
Proof.
move=> x0; have := rise d_f (fun y y0 => g_ge0 y0) x0.
rewrite {1}/f D0 ln1 mulr0 expr2 mul0r mul0r addr0 subr0 /f subr_ge0 => h.
by rewrite -[D x]lnK ?posrE ?D_gt0 // ler_expR.
Qed.
End Coin.

Lemma coin (R : realType) (p x : R) : 0 <= p -> p <= 1 ->
  1 - p + p * expR x <= expR (p * x + x ^+ 2 / 8%:R).
Proof.
move=> p0 p1; have [x0|x0] := leP 0 x; first exact: coin_pos.
have h : 0 <= 1 - p by rewrite subr_ge0.
have h' : 1 - p <= 1 by rewrite ler_subl_addr ler_addl.
have nx : 0 <= - x by rewrite oppr_ge0 ltW.
have := coin_pos h h' nx; rewrite /D -(ler_pmul2l (expR_gt0 x)) -expRD.
have -> : x + ((1 - p) * - x + (- x) ^+ 2 / 8%:R) = p * x + x ^+ 2 / 8%:R by rewrite sqrrN; ring.
apply: le_trans; rewrite le_eqVlt; apply/orP; left; apply/eqP.
by rewrite expRN; field; rewrite gt_eqF ?expR_gt0.
Qed.
