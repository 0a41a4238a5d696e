(* Two bounds on the lifts are one bound on the rescaled lifts: mechanisms correspond, and so do
   those that are optimal. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.classical Require Import boolp.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs products guesses.
From pmlsym Require Import exclusions stretched claims_extremal mechanisms vertices zeros cyclic.
From pmlsym Require Import simplex.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Vectors.
Variables (R : realType) (A : finType) (P : law R A) (L U : R).
Hypotheses (L1 : L < 1) (U1 : 1 <= U).
Let d : 0 < 1 - L. Proof. by rewrite subr_gt0. Qed.
Local Notation B := (rescaled_bound L U).

Lemma rescaledK (v : A -> R) : raised L (rescaled L v) = v.
Proof. by apply/funext => x; rewrite /raised /rescaled; field; rewrite gt_eqF. Qed.

Lemma raisedK (t : A -> R) : rescaled L (raised L t) = t.
Proof. by apply/funext => x; rewrite /raised /rescaled; field; rewrite gt_eqF. Qed.

Lemma rescaled_bound_ge1 : 1 <= B.
Proof. by rewrite ler_pdivl_mulr // mul1r ler_add2r. Qed.

Lemma rescaled_within z : (L <= z <= U) = (0 <= (z - L) / (1 - L) <= B).
Proof.
by rewrite ler_pdivl_mulr // mul0r subr_ge0 ler_pdivr_mulr // divfK ?gt_eqF // ler_add2r.
Qed.

Lemma rescaled_mean (v : A -> R) : (\sum_x P x * rescaled L v x == 1) = (\sum_x P x * v x == 1).
Proof.
have -> : \sum_x P x * rescaled L v x = (\sum_x P x * v x - L) / (1 - L).
  transitivity (\sum_x (P x * v x - P x * L) / (1 - L)).
    by apply: eq_bigr => x _; rewrite /rescaled; field; rewrite gt_eqF.
  have e : \sum_x P x * L = L by rewrite -mulr_suml mass_sum mul1r.
  by rewrite -mulr_suml sumrB e.
by rewrite -(inj_eq (mulIf (lt0r_neq0 d))) divfK ?(gt_eqF d) // mul1r (inj_eq (addIr _)).
Qed.

Lemma admitted_rescaled v : admitted P L U v <-> admitted P 0 B (rescaled L v).
Proof.
by split=> -[h /eqP m]; (split=> [x|]; [move: (h x) | apply/eqP; move: m]);
  rewrite ?rescaled_mean ?rescaled_within.
Qed.

Lemma rescaled_mix s (v w : A -> R) : rescaled L (fun x => s * v x + (1 - s) * w x) =
  (fun x => s * rescaled L v x + (1 - s) * rescaled L w x).
Proof. by apply/funext => x; rewrite /rescaled; field; rewrite gt_eqF. Qed.

Lemma convex_rescaled (mu : (A -> R) -> R) :
  convex_on (admitted P L U) mu <-> convex_on (admitted P 0 B) (fun t => mu (raised L t)).
Proof.
split=> h s v w s01 hv hw.
  have {hv}hv : admitted P L U (raised L v) by apply/admitted_rescaled; rewrite raisedK.
  have {hw}hw : admitted P L U (raised L w) by apply/admitted_rescaled; rewrite raisedK.
  have := h s _ _ s01 hv hw; rewrite -[X in mu X <= _]rescaledK rescaled_mix.
  by rewrite !raisedK.
have := h s _ _ s01 ((admitted_rescaled v).1 hv) ((admitted_rescaled w).1 hw).
by rewrite -rescaled_mix !rescaledK.
Qed.
End Vectors.

Theorem extremal_bounded_vectors_holds : extremal_bounded_vectors.
Proof. by move=> R A P L U v L1 U1; apply: admitted_rescaled. Qed.

(* ---- lifts moved by an affine map that leaves one where it is ---- *)

Section Moved.
Variables (R : realType) (A : finType) (P : law R A).
Hypothesis full : forall x, 0 < P x.

Lemma moved_mechanism (a b : R) (T B : finType) (p : law R T) (X : T -> A) (Y : T -> B) :
  a + b = 1 -> (forall x, pr p X x = P x) ->
  (forall x y, 0 < pr p Y y -> 0 <= a + b * lift p X Y x y) ->
  exists (S : finType) (q : law R S) (X' : S -> A) (Y' : S -> B),
  [/\ forall x, pr q X' x = P x, forall y, pr q Y' y = pr p Y y &
      forall x y, 0 < pr p Y y -> lift q X' Y' x y = a + b * lift p X Y x y].
Proof.
move=> ab eX ge0; pose c y := pr p Y y.
pose v y x := if pr p Y y == 0 then 1 else a + b * lift p X Y x y.
have pos y : pr p Y y != 0 -> 0 < pr p Y y by move=> n; rewrite lt_neqAle eq_sym n pr_ge0.
have c0 y : 0 <= c y by apply: pr_ge0.
have v0 y x : 0 <= v y x.
  by rewrite /v; case: ifP => [_|/negbT/pos h]; [apply: ler01 | apply: ge0].
have s x : \sum_y c y * v y x = 1.
  transitivity (\sum_y (c y * a + b * (pr p Y y * lift p X Y x y))).
    apply: eq_bigr => y _; rewrite /c /v; case: eqP => [->|_]; first by rewrite !mul0r mulr0 addr0.
    by ring.
  rewrite big_split /= -mulr_suml pr_sum -mulr_sumr mean_outcomes ?eX //.
  by rewrite mul1r mulr1.
have m y : 0 < c y -> \sum_x P x * v y x = 1.
  move=> y0; transitivity (\sum_x (P x * a + b * (pr p X x * lift p X Y x y))).
    by apply: eq_bigr => x _; rewrite /v gt_eqF // eX; ring.
  by rewrite big_split /= -mulr_suml mass_sum -mulr_sumr mean_lift // mul1r mulr1.
exists [finType of A * B], (mixture P c0 v0 s), fst, snd; split.
- exact: mixed_secret.
- exact: mixed_outcome.
- by move=> x y y0; rewrite mixed_lift // /v gt_eqF.
Qed.

Variables (a b a' b' : R).
Hypotheses (one : a + b = 1) (one' : a' + b' = 1) (b0 : 0 < b).
Hypothesis inverse : forall z, a' + b' * (a + b * z) = z.
Variables (L U : R).
Hypotheses (L_ge0 : 0 <= L) (moved_ge0 : 0 <= a + b * L).

Lemma moved_optimal mu best (C : finType) (q : C -> R) v :
  optimal P (@with_lifts R A L U) (utility mu) best q v ->
  optimal P (@with_lifts R A (a + b * L) (a + b * U))
    (utility (fun t => mu (fun x => a' + b' * t x))) best q (fun y x => a + b * v y x).
Proof.
have bb' : b' * b = 1.
  have e0 := inverse 0; have e1 := inverse 1; rewrite mulr0 addr0 in e0.
  have -> : b' * b = (a' + b' * (a + b * 1)) - (a' + b' * a) by ring.
  by rewrite e0 e1 subr0.
have b'0 : 0 < b' by rewrite -(pmulr_lgt0 _ b0) bb' ltr01.
have inverse' z : a + b * (a' + b' * z) = z.
  have -> : a + b * (a' + b' * z) = z + b * (a' + b' * (a + b * 0)) + (b' * b - 1) * (z - a).
    by ring.
  by rewrite inverse bb' subrr mul0r mulr0 !addr0.
case=> above [T [p [X [Y [eX eY eK ok is_best]]]]]; split=> [T' B p' X' Y' e' ok'|].
  have within x y : 0 < pr p' Y' y -> L <= a' + b' * lift p' X' Y' x y <= U.
    move=> /(ok' x y)/andP[lo hi]; rewrite -[L](inverse) -[U](inverse).
    by rewrite !ler_add2l !(ler_pmul2l b'0) lo.
  have ge x y : 0 < pr p' Y' y -> 0 <= a' + b' * lift p' X' Y' x y.
    by move=> /(within x)/andP[lo _]; apply: le_trans lo.
  have [S [q' [X'' [Y'' [e1 e2 e3]]]]] := moved_mechanism one' e' ge.
  have -> : utility (fun t => mu (fun x => a' + b' * t x)) p' X' Y' = utility mu q' X'' Y''.
    apply: eq_bigr => y _; rewrite e2; have [->|n] := eqVneq (pr p' Y' y) 0.
      by rewrite !mul0r.
    congr (_ * mu _); apply/funext => x; rewrite e3 // lt_neqAle eq_sym n pr_ge0 //.
  apply: above => // x y; rewrite e2 => y0; rewrite e3 //; exact: within.
have within x y : 0 < pr p Y y -> a + b * L <= a + b * lift p X Y x y <= a + b * U.
  by move=> /(ok x y)/andP[lo hi]; rewrite !ler_add2l !(ler_pmul2l b0) lo.
have ge x y : 0 < pr p Y y -> 0 <= a + b * lift p X Y x y.
  by move=> /(within x)/andP[lo _]; apply: le_trans lo.
have [S [q' [X' [Y' [e1 e2 e3]]]]] := moved_mechanism one eX ge.
exists S, q', X', Y'; split=> //.
- by move=> y; rewrite e2.
- move=> x y; rewrite given_lift => [|z]; last by rewrite e1.
  rewrite e2 eY; have [->|n] := eqVneq (q y) 0.
    by rewrite !mul0r.
  have y0 : 0 < pr p Y y by rewrite lt_neqAle eq_sym eY n -eY pr_ge0.
  rewrite e3 //; congr (_ * (_ + _ * _)); apply: (mulfI n).
  by rewrite -eK given_lift ?eY // => z; rewrite eX.
- by move=> x y; rewrite e2 => y0; rewrite e3 // within.
rewrite -is_best; apply: eq_bigr => y _; rewrite e2; have [->|n] := eqVneq (pr p Y y) 0.
  by rewrite !mul0r.
congr (_ * mu _); apply/funext => x; rewrite e3 ?inverse //.
by rewrite lt_neqAle eq_sym n pr_ge0.
Qed.
End Moved.

Section Transfer.
Variables (R : realType) (A : finType) (P : law R A) (L U : R).
Hypotheses (full : forall x, 0 < P x) (L0 : 0 <= L) (L1 : L < 1).
Let d : 0 < 1 - L. Proof. by rewrite subr_gt0. Qed.
Let a : R := - L / (1 - L).
Let b : R := 1 / (1 - L).
Let rescaledE z : a + b * z = (z - L) / (1 - L).
Proof. by rewrite /a /b; field; rewrite gt_eqF. Qed.

Lemma rescaled_optimal mu best (C : finType) (q : C -> R) v :
  optimal P (@with_lifts R A L U) (utility mu) best q v <->
  optimal P (@with_lifts R A 0 (rescaled_bound L U)) (utility (fun t => mu (raised L t))) best q
    (fun y => rescaled L (v y)).
Proof.
have one : a + b = 1 by rewrite /a /b; field; rewrite gt_eqF.
have one' : L + (1 - L) = 1 by ring.
have b0 : 0 < b by rewrite divr_gt0 ?ltr01.
have inverse z : L + (1 - L) * (a + b * z) = z by rewrite rescaledE; field; rewrite gt_eqF.
have inverse' z : a + b * (L + (1 - L) * z) = z by rewrite rescaledE; field; rewrite gt_eqF.
have low : a + b * L = 0 by rewrite rescaledE subrr mul0r.
have top : a + b * U = rescaled_bound L U by rewrite rescaledE.
split=> h.
  have low0 : 0 <= a + b * L by rewrite low.
  have := moved_optimal full one one' b0 inverse L0 low0 h; rewrite low top.
  suff -> : (fun y x => a + b * v y x) = (fun y => rescaled L (v y)) by [].
  by apply/funext => y; apply/funext => x; rewrite rescaledE.
have low0 : 0 <= L + (1 - L) * 0 by rewrite mulr0 addr0.
have := moved_optimal full one' one d inverse' (lexx _) low0 h; rewrite mulr0 addr0 -top inverse.
have -> : (fun t : A -> R => mu (raised L (fun x => a + b * t x))) = mu.
  apply/funext => t; congr mu; rewrite -[RHS](rescaledK L1); congr raised.
  by apply/funext => x; rewrite rescaledE.
suff -> : (fun y x => L + (1 - L) * rescaled L (v y) x) = v by [].
by apply/funext => y; exact: (rescaledK L1).
Qed.
End Transfer.

(* ALIP at an outcome *)
Lemma with_alip_lifts (R : realType) (T A B : finType) (p : law R T) (X : T -> A) (Y : T -> B) l u :
  (forall x, 0 < pr p X x) -> with_alip l u p X Y <-> with_lifts (expR (- l)) (expR u) p X Y.
Proof.
move=> full; have pmc_le y : vle (pmc p X Y y) (Fin l) = (expR (- l) <= minlift p X Y y).
  rewrite (rep_le (rep_pmc p X Y y) (rep_fin l)) mulr1 expRN.
  by rewrite -ler_pdivr_mull ?expR_gt0 // mulr1.
split=> [[hl hu] x y y0|h].
  have /andP[_ ->] := (with_pml_lifts Y u full).1 hu x y y0; rewrite andbT.
  have [t et t0] := pr_at y0; have := at_most_le hl t0; rewrite et pmc_le => h.
  exact: le_trans h (lo_le_lift Y full y x).
split; last first.
  by apply/with_pml_lifts => // x y y0; rewrite lift_ge0; have /andP[] := h x y y0.
apply: worst_le => t t0; rewrite pmc_le.
have y0 := pr_gt0 Y t0; have [x <-] := lo_is full y0.
by have /andP[] := h x (Y t) y0.
Qed.

Theorem extremal_bounded_holds : extremal_bounded.
Proof.
move=> R A P l u mu full l0 u0 L U B.
have L0 : 0 <= L by apply/ltW/expR_gt0.
have L1 : L < 1 by rewrite expR_lt1 oppr_lt0.
have U1 : 1 <= U by apply: expR_ge1.
have B1 : 1 <= B by apply: rescaled_bound_ge1.
have eB : expR (ln B) = B by rewrite lnK // posrE (lt_le_trans ltr01).
split=> // [best C q v|]; last exact: convex_rescaled.
rewrite -optimal_pml // eB; apply: iff_trans (rescaled_optimal U full L0 L1 mu best q v).
split=> -[above [T [p [X [Y [eX eY eK ok is_best]]]]]]; split.
- by move=> T' B' p' X' Y' e ok'; apply: above => //; apply/with_alip_lifts => // x; rewrite e.
- by exists T, p, X, Y; split=> //; apply/with_alip_lifts => // x; rewrite eX.
- by move=> T' B' p' X' Y' e ok'; apply: above => //; apply/with_alip_lifts => // x; rewrite e.
- by exists T, p, X, Y; split=> //; apply/with_alip_lifts => // x; rewrite eX.
Qed.

Theorem extremal_bounded_high_privacy_holds : extremal_bounded_high_privacy.
Proof.
move=> R A P L U mu full /andP[L0 L1] U1 mu_convex B b high.
have B1 : 1 <= B by apply: rescaled_bound_ge1.
apply/rescaled_optimal => //.
have -> : (fun y => rescaled L (b y)) = all_but P B.
  by apply/funext => y; exact: raisedK.
apply: (high_privacy_optimal (mu := fun t => mu (raised L t))) => //.
  move=> x; apply: le_trans high; rewrite ler_wpmul2l ?(le_trans ler01) // ler_add2l ler_opp2.
  by rewrite -(pr_id P x) pmin_le.
exact: (proj1 (convex_rescaled P U L1 mu)) mu_convex.
Qed.

(* The closed forms for two bounds on the lifts, from those for one. Nothing here has to be read. *)
Section Bounds.
Variables (R : realType) (l u : R).
Hypotheses (l0 : 0 < l) (u0 : 0 <= u).
Local Notation L := (expR (- l)).
Local Notation U := (expR u).
Local Notation B := (rescaled_bound L U).

Lemma lower_lt1 : L < 1. Proof. by rewrite expR_lt1 oppr_lt0. Qed.
Lemma bound_ge1 : 1 <= B. Proof. exact: rescaled_bound_ge1 lower_lt1 (expR_ge1 u0). Qed.
Lemma level_ge0 : 0 <= ln B. Proof. exact: ln_ge0 bound_ge1. Qed.
Lemma of_level : expR (ln B) = B.
Proof. by rewrite lnK // posrE (lt_le_trans ltr01 bound_ge1). Qed.
Let d : 0 < 1 - L. Proof. by rewrite subr_gt0 lower_lt1. Qed.
Lemma raised_bound : L + (1 - L) * B = U.
Proof. by rewrite /rescaled_bound; field; rewrite gt_eqF. Qed.

(* whatever is optimal under PML is so under ALIP, if it is raised *)
Lemma raised_optimal (A C : finType) (P : law R A) (mu mu' : (A -> R) -> R) best (q : C -> R)
    (t : C -> A -> R) : (forall x, 0 < P x) -> (forall v, mu' v = mu (raised L v)) ->
  optimal P (@with_pml R A (ln B)) (utility mu') best q t ->
  optimal P (@with_alip R A l u) (utility mu) best q (fun y => raised L (t y)).
Proof.
move=> full e h; have [_ same _] := extremal_bounded_holds mu full l0 u0; apply/same.
have <- : mu' = (fun v => mu (raised L v)) by apply/funext.
suff -> : (fun y => rescaled L (raised L (t y))) = t by [].
by apply/funext => y; exact: (raisedK lower_lt1).
Qed.
End Bounds.

Theorem extremal_bounded_binary_holds : extremal_bounded_binary.
Proof.
move=> R A P a b l u mu rare l0 u0 L U mu_convex; have [ab two a0 a_le_b] := rare.
have full x : 0 < P x by case: (two x) => -> //; apply: lt_le_trans a_le_b.
have [_ _ [to_convex _]] := extremal_bounded_holds mu full l0 u0.
have := extremal_binary_holds rare (level_ge0 l0 u0) _; rewrite of_level // => /(_ _ (to_convex _)).
move=> /(_ mu_convex) [one two' three].
have raise q v w : optimal_ends P (@with_pml R A (ln (rescaled_bound L U)))
    (fun t => mu (raised L t)) q v w ->
    optimal_ends P (@with_alip R A l u) mu q (raised L v) (raised L w).
  move=> /(raised_optimal l0 u0 (mu := mu) full (fun=> erefl)).
  rewrite /optimal_ends; set f := (fun y => raised _ _).
  suff -> : f = (fun y : bool => if y then raised L v else raised L w) by [].
  by apply/funext; case.
by split=> h; apply: raise; [apply: one | apply: two' | apply: three].
Qed.

Theorem extremal_bounded_uniform_holds : extremal_bounded_uniform.
Proof.
move=> R A P l u f same l0 u0 L U B n m r f_convex.
have n0 : (0 < #|A|)%N by apply/card_gt0P; exists (point P).
have full x : 0 < P x by rewrite uniform_mass // divr_gt0 ?ltr01 ?ltr0n.
have L1 := lower_lt1 l0; have eB := of_level l0 u0.
have top : L + (1 - L) * B = U := raised_bound u l0.
pose g z := f (L + (1 - L) * z).
have d : 0 < 1 - L by rewrite subr_gt0.
have within z : 0 <= z <= B -> L <= L + (1 - L) * z <= U.
  move=> /andP[z0 zB]; rewrite ler_addl mulr_ge0 ?(ltW d) //= -top.
  by rewrite ler_add2l ler_wpmul2l // ltW.
have g_convex : convex_between 0 B g.
  move=> s x y s01 hx hy; rewrite /g.
  have -> : L + (1 - L) * (s * x + (1 - s) * y) =
    s * (L + (1 - L) * x) + (1 - s) * (L + (1 - L) * y) by ring.
  by apply: f_convex => //; apply: within.
have := @extremal_uniform_holds R A P (ln B) g same (level_ge0 l0 u0).
rewrite /= eB => /(_ g_convex) h.
have := raised_optimal l0 u0 (mu := separable f) full (fun=> erefl) h.
by rewrite /g top mulr0 addr0.
Qed.

Theorem extremal_bounded_regions_holds : extremal_bounded_regions.
Proof.
move=> R A P l u k full l0 u0 k01 L; set U := expR u; set B := rescaled_bound L U.
have L1 : L < 1 := lower_lt1 l0; have eB : expR (ln B) = B := of_level l0 u0.
have d : 0 < 1 - L by rewrite subr_gt0.
have [same _] := @extremal_regions_holds R A P (ln B) k full k01; rewrite eB in same.
apply: iff_trans same.
have zero (T C : finType) (p : law R T) (X : T -> A) (Y : T -> C) y :
    (forall x, pr p X x = P x) -> 0 < pr p Y y ->
    ruled_out p X Y y = [set x | lift p X Y x y == 0].
  move=> e y0; apply/setP => x; rewrite !inE given_lift => [|z]; last by rewrite e.
  by rewrite mulf_eq0 (gt_eqF y0).
have inverse z : - L / (1 - L) + 1 / (1 - L) * z = (z - L) / (1 - L).
  by field; rewrite gt_eqF.
split=> -[T [C [p [X [Y [y [e ok y0 <-]]]]]]].
  have {}ok : with_lifts L U p X Y by apply/with_alip_lifts => // x; rewrite e.
  have one : - L / (1 - L) + 1 / (1 - L) = 1 by field; rewrite gt_eqF.
  have ge x z : 0 < pr p Y z -> 0 <= - L / (1 - L) + 1 / (1 - L) * lift p X Y x z.
    by move=> /(ok x); rewrite inverse rescaled_within // => /andP[].
  have [S [q [X' [Y' [e1 e2 e3]]]]] := moved_mechanism full one e ge.
  exists S, C, q, X', Y', y; rewrite e2; split=> //.
    apply/with_pml_lifts => [x|x z]; first by rewrite e1.
    by rewrite e2 eB => z0; rewrite e3 // inverse -rescaled_within // ok.
  rewrite zero ?e2 //; apply: eq_card => x; rewrite !inE e3 // inverse.
  by rewrite mulf_eq0 invr_eq0 (gt_eqF d) orbF subr_eq0.
have {}ok : with_lifts 0 B p X Y by rewrite -eB; apply/with_pml_lifts => // x; rewrite e.
have one : L + (1 - L) = 1 by ring.
have within x z : 0 < pr p Y z -> L <= L + (1 - L) * lift p X Y x z <= U.
  move=> /(ok x) h; rewrite (rescaled_within _ L1).
  have -> // : (L + (1 - L) * lift p X Y x z - L) / (1 - L) = lift p X Y x z.
  by field; rewrite gt_eqF.
have ge x z : 0 < pr p Y z -> 0 <= L + (1 - L) * lift p X Y x z.
  by move=> /(within x)/andP[h _]; apply: le_trans h; apply/ltW/expR_gt0.
have [S [q [X' [Y' [e1 e2 e3]]]]] := moved_mechanism full one e ge.
exists S, C, q, X', Y', y; rewrite e2; split=> //.
  by apply/with_alip_lifts => [x|x z]; rewrite ?e1 // e2 => z0; rewrite e3 // within.
rewrite zero //; apply: eq_card => x; rewrite !inE e3 // addrC -subr_eq0 addrK.
by rewrite mulf_eq0 (gt_eqF d).
Qed.
