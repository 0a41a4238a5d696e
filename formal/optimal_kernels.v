(* The extremal mechanism, the one that keeps the secret or draws a new one, and, for two secrets,
   randomized response have the most sub-convex utility: every other mechanism with the guarantee
   is one that changes their answers at random. Proofs of claims_named.v; nothing here has to be
   read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.classical Require Import boolp.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs exclusions mechanisms.
From pmlsym Require Import claims_figure figure_two claims_named owners extremal_kernels.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- sub-convex functions are sublinear ---- *)

Section Sublinear.
Variables (R : realType) (A : finType) (f : (A -> R) -> R).
Hypothesis f_ok : sub_convex f.

Lemma worth_zero : f (fun=> 0) = 0.
Proof.
have [_ scale] := f_ok; have two : 0 < 2%:R :> R by rewrite ltr0n.
have := scale _ (fun=> 0) two (fun=> lexx _).
have -> : (fun _ : A => 2%:R * 0) = (fun=> 0 : R) by apply/funext => x; rewrite mulr0.
by rewrite mulr_natl mulr2n => e; apply: (addrI (f (fun=> 0))); rewrite addr0 -e.
Qed.

Lemma worth_scale c v : 0 <= c -> not_negative v -> f (fun x => c * v x) = c * f v.
Proof.
have [_ scale] := f_ok; rewrite le_eqVlt => /orP[/eqP<-|c0] v0; last exact: scale.
rewrite mul0r -[RHS]worth_zero; congr f; apply/funext => x; exact: mul0r.
Qed.

Lemma worth_add v w : not_negative v -> not_negative w ->
  f (fun x => v x + w x) <= f v + f w.
Proof.
move=> v0 w0; have [convex scale] := f_ok.
have two : 0 < 2%:R :> R by rewrite ltr0n.
have half : 0 <= (2%:R^-1 : R) <= 1.
  by rewrite invr_ge0 ler0n /= invf_le1 // ler1n.
have := convex _ (fun x => 2%:R * v x) (fun x => 2%:R * w x) half.
rewrite !scale //; set s := _^-1.
have s2 : 1 - s = s by rewrite {1}(splitr 1) mul1r addrK.
have -> : (fun x => s * (2%:R * v x) + (1 - s) * (2%:R * w x)) = (fun x => v x + w x).
  by apply/funext => x; rewrite s2 !mulrA mulVf ?pnatr_eq0 // !mul1r.
rewrite s2 !mulrA mulVf ?pnatr_eq0 // !mul1r; apply => x.
  by rewrite mulr_ge0 // ltW.
by rewrite mulr_ge0 // ltW.
Qed.

Lemma worth_sum (C : finType) (c : C -> R) (v : C -> A -> R) :
  (forall z, 0 <= c z) -> (forall z, not_negative (v z)) ->
  f (fun x => \sum_z c z * v z x) <= \sum_z c z * f (v z).
Proof.
move=> c0 v0; have ok z x : 0 <= c z * v z x := mulr_ge0 (c0 z) (v0 z x).
elim: (index_enum C) => [|z r ih].
  rewrite big_nil le_eqVlt -[X in _ == X]worth_zero; apply/orP; left; apply/eqP; congr f.
  by apply/funext => x; rewrite big_nil.
have -> : (fun x => \sum_(z <- z :: r) c z * v z x) =
    (fun x => c z * v z x + \sum_(z <- r) c z * v z x).
  by apply/funext => x; rewrite big_cons.
rewrite big_cons.
apply: le_trans (worth_add (ok z) _) _ => [x|]; first by apply: sumr_ge0.
by rewrite worth_scale // ler_add2l.
Qed.

(* answers that are changed at random are worth no more *)
Lemma worth_processed (B C : finType) (K : A -> C -> R) (c : C -> B -> R) (g : A -> B -> R) :
  (forall x z, 0 <= K x z) -> (forall z y, 0 <= c z y) -> (forall z, \sum_y c z y = 1) ->
  (forall x y, g x y = \sum_z c z y * K x z) -> worth f g <= worth f K.
Proof.
move=> K0 c0 c1 gE; rewrite /worth.
have -> : \sum_z f (fun x => K x z) = \sum_y \sum_z c z y * f (fun x => K x z).
  by rewrite exchange_big; apply: eq_bigr => z _ /=; rewrite -mulr_suml c1 mul1r.
apply: ler_sum => y _; have -> : (fun x => g x y) = (fun x => \sum_z c z y * K x z).
  by apply/funext => x; apply: gE.
by apply: worth_sum => // z x; apply: K0.
Qed.
End Sublinear.

(* ---- mechanisms that are made of one at the level t ---- *)

Section Blend.
Variables (R : realType) (T A B : finType) (p : law R T) (X : T -> A) (Y : T -> B) (t : R).
Hypothesis X_secrets : secrets p X.
Hypotheses (t0 : 0 < t) (t1 : (1 - pmin p X) * t <= 1).
Local Notation P := (pr p X).
Local Notation g := (given p X Y).
Let full x : 0 < P x. Proof. by case: X_secrets. Qed.

Lemma sum_given y : \sum_x P x * g x y = pr p Y y.
Proof.
rewrite -(pr_suml p X Y); apply: eq_bigr => x _.
by rewrite /given mulrCA divff ?mulr1 // gt_eqF.
Qed.

Lemma given_row x : \sum_y g x y = 1.
Proof. by rewrite -mulr_suml pr_sumr divff // gt_eqF. Qed.

(* the chance of the answer y instead of z *)
Definition change (z : A) (y : B) :=
  if t == 1 then pr p Y y else (t * pr p Y y - g z y) / (t - 1).

Lemma change_sum z : \sum_y change z y = 1.
Proof.
rewrite /change; case: eqP => [_|/eqP t_1]; first exact: pr_sum.
by rewrite -mulr_suml sumrB -mulr_sumr pr_sum given_row mulr1 divff // subr_eq0.
Qed.

(* the lifts are on one side of t *)
Hypothesis side : forall x y, 0 <= (t * pr p Y y - g x y) / (t - 1).
Hypothesis one : t = 1 -> forall x y, g x y = pr p Y y.

Lemma change_ge0 z y : 0 <= change z y.
Proof. by rewrite /change; case: ifP => _; rewrite ?pr_ge0. Qed.

Lemma changed x y : g x y = \sum_z change z y * blend P t x z.
Proof.
have [t_1|t_1] := eqVneq t 1.
  rewrite (one t_1) /change t_1 eqxx -mulr_sumr.
  have -> : \sum_z blend P 1 x z = \sum_z P z.
    by apply: eq_bigr => z _; rewrite /blend; case: ifP => _; ring.
  by rewrite pr_sum mulr1.
have d : t - 1 != 0 by rewrite subr_eq0.
have mean : \sum_z P z * change z y = pr p Y y.
  rewrite /change (negbTE t_1).
  under eq_bigr do rewrite mulrA mulrBr.
  rewrite -mulr_suml sumrB -mulr_suml pr_sum mul1r sum_given.
  by field.
have -> : \sum_z change z y * blend P t x z = t * (\sum_z P z * change z y) + (1 - t) * change x y.
  rewrite (bigD1 x) //= [in RHS](bigD1 x) //= mulrDr mulr_sumr.
  have -> : \sum_(z | z != x) change z y * blend P t x z = \sum_(z | z != x) t * (P z * change z y).
    by apply: eq_bigr => z /negbTE zx; rewrite /blend eq_sym zx; ring.
  by rewrite /blend eqxx; ring.
by rewrite mean /change (negbTE t_1); field.
Qed.

Lemma blend_most : at_most_worth p X Y (blend P t).
Proof.
have [K0 K1] := blend_mechanism X_secrets t0 t1; split=> // f f_ok.
exact: (worth_processed f_ok K0 change_ge0 change_sum changed).
Qed.
End Blend.

Section Guaranteed.
Variables (R : realType) (T A B : finType) (p : law R T) (X : T -> A) (Y : T -> B).
Hypothesis X_secrets : secrets p X.
Let full x : 0 < pr p X x. Proof. by case: X_secrets. Qed.

Lemma given_times x y : given p X Y x y = lift p X Y x y * pr p Y y.
Proof.
by rewrite /given joint_any; field; rewrite gt_eqF.
Qed.

Lemma pml_given u x y : vle (of_pml p X Y) (Fin u) -> given p X Y x y <= expR u * pr p Y y.
Proof.
move=> private; rewrite given_times; have := pr_ge0 p Y y.
rewrite le_eqVlt => /orP[/eqP<-|y0]; first by rewrite !mulr0.
rewrite ler_pmul2r //; apply: le_trans (lift_le_hi Y full y x) _.
have [t et t0] := pr_at y0; have := at_most_le private t0.
by rewrite et (rep_le (rep_pml full y0) (rep_fin u)) !mulr1.
Qed.

Lemma pmc_given l x y : vle (of_pmc p X Y) (Fin l) -> expR (- l) * pr p Y y <= given p X Y x y.
Proof.
move=> private; rewrite given_times; have := pr_ge0 p Y y.
rewrite le_eqVlt => /orP[/eqP<-|y0]; first by rewrite !mulr0.
rewrite ler_pmul2r //; apply: le_trans (lo_le_lift Y full y x).
have [t et t0] := pr_at y0; have := at_most_le private t0.
by rewrite et (rep_le (rep_pmc p X Y y) (rep_fin1 l)) !mul1r.
Qed.
End Guaranteed.

(* no mechanism tells anything at the level 0 *)
Lemma nothing_told (R : realType) (A B : finType) (P : A -> R) (g : A -> B -> R) (q : B -> R) x y :
  (forall x, 0 < P x) -> \sum_x P x = 1 -> (forall y, \sum_x P x * g x y = q y) ->
  (forall x, g x y <= q y) \/ (forall x, q y <= g x y) -> g x y = q y.
Proof.
move=> full one mean side; have := mean y; rewrite -[RHS]mul1r -one mulr_suml => /eqP.
rewrite -subr_eq0 -sumrB => /eqP e.
have [h|h] : (forall z, xpredT z -> 0 <= P z * q y - P z * g z y) \/
             (forall z, xpredT z -> 0 <= P z * g z y - P z * q y).
- by case: side => h; [left|right] => z _; rewrite -mulrBr mulr_ge0 ?subr_ge0 // ltW.
- have e' : \sum_z (P z * q y - P z * g z y) = 0.
    by rewrite -[LHS]opprK -sumrN -[RHS]oppr0 -[in RHS]e; congr (- _); apply: eq_bigr => z _; ring.
  have : P x * q y - P x * g x y = 0 by apply: (psumr_eq0P h e').
  rewrite -mulrBr => /eqP; rewrite mulf_eq0 gt_eqF //= subr_eq0.
  by move/eqP.
- have : P x * g x y - P x * q y = 0 by apply: (psumr_eq0P h e).
  rewrite -mulrBr => /eqP; rewrite mulf_eq0 gt_eqF //= subr_eq0.
  by move/eqP.
Qed.

Lemma pml_most (R : realType) (T A B : finType) (p : law R T) (X : T -> A) (Y : T -> B) (u : R) :
  secrets p X -> 0 <= u -> (1 - pmin p X) * expR u <= 1 -> vle (of_pml p X Y) (Fin u) ->
  at_most_worth p X Y (extremal (pr p X) u).
Proof.
move=> ok u0 h private; have below x y := pml_given ok x y private.
have [_ full] := ok; rewrite extremal_blend.
apply: (blend_most ok (expR_gt0 u) h) => [x y|u1 x y].
  by rewrite divr_ge0 // subr_ge0 // expR_ge1.
apply: (@nothing_told _ _ _ (pr p X) (given p X Y)) => //.
- exact: pr_sum.
- exact: sum_given.
left => z.
by have := below z y; rewrite u1 mul1r.
Qed.

Theorem pmc_corollary_5_c_holds : pmc_corollary_5_c.
Proof.
by move=> R T A B p X Y u ok u0 /(below_limit ok)/ltW h private; apply: pml_most.
Qed.

Theorem extremal_high_privacy_a_holds : extremal_high_privacy_a.
Proof.
by move=> R T A B p X Y u ok u0 /(up_to_limit ok) h private; apply: pml_most.
Qed.

Theorem extremal_cost_a_holds : extremal_cost_a.
Proof.
move=> R T A B p X Y l ok l0 private.
have above x y := pmc_given ok x y private; have [_ full] := ok.
have -> : redraw (pr p X) l = blend (pr p X) (expR (- l)).
  by apply/funext => x; apply/funext => y; apply: redraw_blend.
apply: (blend_most ok (expR_gt0 _) (of_redraw ok l0)) => [x y|l1 x y].
  by rewrite -mulrNN -invrN !opprB divr_ge0 // subr_ge0 // expRN_le1.
apply: (@nothing_told _ _ _ (pr p X) (given p X Y)) => //.
- exact: pr_sum.
- exact: sum_given.
right => z.
by have := above z y; rewrite l1 mul1r.
Qed.
