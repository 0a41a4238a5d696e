(* Facts that proofs of exported statements use: what values leakages may have and how they compare,
   at the worst outcome and on average. The prior may rule out secrets. Nothing here has to be
   read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes tangent claims_pmc payoffs products.
From pmlsym Require Import guesses mechanisms claims_costs averages attained chains.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- the worst outcome ---- *)

Section Worst.
Variables (R : realType) (T : finType) (p : law R T).

(* it is one of the possible ones *)
Lemma worst_possible (B : finType) (Y : T -> B) (f : B -> val R) :
  (forall y, 0 < pr p Y y -> f y <> Undef) ->
  exists y, [/\ 0 < pr p Y y, worst p Y f = f y &
    forall y', 0 < pr p Y y' -> vle (f y') (f y)].
Proof.
move=> d; have wd : worst p Y f <> Undef by apply: largest_def.
have ge y : 0 < pr p Y y -> vle (f y) (worst p Y f) by move=> h; apply: largest_ge wd h.
have : worst p Y f = MInf \/ exists2 y, 0 < pr p Y y & worst p Y f = f y.
  move: wd; rewrite /worst; elim/big_ind: _ => [|v w hv hw|y h]; [by left| |by right; exists y].
  by rewrite /vmax; case: ifP => _; last case: ifP.
case=> [e|[y h e]]; last by exists y; split=> // y' h'; rewrite -e ge.
have [t /(pr_gt0 Y) h] := likely p; exists (Y t).
have fe y : 0 < pr p Y y -> f y = MInf by move=> h'; have := ge _ h'; rewrite e; case: (f y).
by split=> [//||y' h']; rewrite ?e !fe.
Qed.

(* a value for every outcome of one variable below one of the other *)
Lemma worst_vle (B C : finType) (Y : T -> B) (Z : T -> C) (f : B -> val R) (g : C -> val R) :
  (forall z, 0 < pr p Z z -> g z <> Undef) ->
  (forall y, 0 < pr p Y y -> exists2 z, 0 < pr p Z z & vle (f y) (g z)) ->
  vle (worst p Y f) (worst p Z g).
Proof.
move=> d h; have [z [z0 -> le]] := worst_possible d; apply: largest_le => [|y y0]; first exact: d.
by have [z' z1 k] := h _ y0; apply: vle_trans k (le _ z1).
Qed.
Lemma worst_mono (B : finType) (Y : T -> B) (f g : B -> val R) :
  (forall y, 0 < pr p Y y -> vle (f y) (g y)) -> vle (worst p Y f) (worst p Y g).
Proof.
move=> h; apply: worst_vle => [y y0|y y0]; first exact: (vle_def (h y y0)).2.
by exists y; rewrite ?h.
Qed.
End Worst.

Section AtWorst.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).
Local Notation hi := (maxlift p X Y).
Local Notation lo := (minlift p X Y).

(* without a prior that is positive everywhere *)
Lemma rep_ldp_any y : 0 < pr p Y y -> rep (ldp p X Y y) (hi y) (lo y).
Proof.
move=> y0; have h := most_lift_gt0 X y0; rewrite /ldp.
case: (lo_cases p X Y y) => [->|l0]; first by rewrite eqxx /= h.
rewrite gt_eqF // /vlog divr_gt0 //; split=> //; rewrite lnK ?posrE ?divr_gt0 //.
by rewrite mulrCA divff ?mulr1 // gt_eqF.
Qed.

Lemma worst_pml_is : exists y, [/\ 0 < pr p Y y, worst p Y (pml p X Y) = pml p X Y y &
  forall y', 0 < pr p Y y' -> hi y' <= hi y].
Proof.
have [|y [y0 e h]] := @worst_possible _ _ p _ Y (pml p X Y).
  by move=> y /(rep_pml_any X)/rep_def.
exists y; split=> // y' k; have := h _ k.
by rewrite (rep_le (rep_pml_any X k) (rep_pml_any X y0)) !mulr1.
Qed.
Lemma worst_ldp_is : exists y, [/\ 0 < pr p Y y, worst p Y (ldp p X Y) = ldp p X Y y &
  forall y', 0 < pr p Y y' -> hi y' * lo y <= hi y * lo y'].
Proof.
have [|y [y0 e h]] := @worst_possible _ _ p _ Y (ldp p X Y).
  by move=> y /rep_ldp_any/rep_def.
exists y; split=> // y' k; have := h _ k.
by rewrite (rep_le (rep_ldp_any k) (rep_ldp_any y0)).
Qed.

Lemma worst_pml_rep : exists a, 1 <= a /\ rep (worst p Y (pml p X Y)) a 1.
Proof.
have [y [y0 -> _]] := worst_pml_is; exists (hi y).
by split; [exact: most_lift_ge1 | exact: rep_pml_any].
Qed.
Lemma worst_pmc_rep : exists b, (0 <= b /\ b <= 1) /\ rep (worst p Y (pmc p X Y)) 1 b.
Proof.
have [y [y0 -> _]] := worst_pmc_is p X Y; exists (lo y).
by split; [split; [exact: lo_ge0 | exact: lo_le1] | exact: rep_pmc].
Qed.
Lemma worst_ldp_rep :
  exists a b, (1 <= a /\ 0 <= b /\ b <= 1) /\ rep (worst p Y (ldp p X Y)) a b.
Proof.
have [y [y0 -> _]] := worst_ldp_is; exists (hi y), (lo y); split; last exact: rep_ldp_any.
by split; [exact: most_lift_ge1 | split; [exact: lo_ge0 | exact: lo_le1]].
Qed.

Lemma worst_pml_ldp : vle (worst p Y (pml p X Y)) (worst p Y (ldp p X Y)).
Proof.
apply: worst_mono => y y0; rewrite (rep_le (rep_pml_any X y0) (rep_ldp_any y0)) mulr1.
by rewrite ler_pimulr ?lo_le1 // ltW // most_lift_gt0.
Qed.
Lemma worst_pmc_ldp : vle (worst p Y (pmc p X Y)) (worst p Y (ldp p X Y)).
Proof.
apply: worst_mono => y y0; rewrite (rep_le (rep_pmc p X Y y) (rep_ldp_any y0)).
by rewrite ler_wpmul2r ?lo_ge0 ?most_lift_ge1.
Qed.
Lemma worst_ldp_sum : vle (worst p Y (ldp p X Y))
  (vadd (worst p Y (pml p X Y)) (worst p Y (pmc p X Y))).
Proof.
have [y [y0 -> _]] := worst_ldp_is; have [y1 [y10 -> most]] := worst_pml_is.
have [y2 [y20 -> least]] := worst_pmc_is p X Y.
have h := most_lift_gt0 X y10.
rewrite (rep_le (rep_ldp_any y0) (rep_addl (rep_pml_any X y10) (rep_pmc p X Y y2) h ltr01)).
rewrite mul1r mulr1; apply: ler_pmul; rewrite ?lo_ge0 ?most ?least //.
exact/ltW/most_lift_gt0.
Qed.
End AtWorst.

(* ---- averages ---- *)

Section Averages.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).
Local Notation hi := (maxlift p X Y).
Local Notation lo := (minlift p X Y).

Lemma given_lift_at x y : 0 < pr p X x -> given p X Y x y = pr p Y y * lift p X Y x y.
Proof.
move=> x0; rewrite /given /lift; have [e|n] := eqVneq (pr p Y y) 0.
  have -> : pr p (both X Y) (x, y) = 0 by apply/le_anti; rewrite pr_ge0 -e pr_le_r.
  by rewrite !mul0r mulr0.
by field; rewrite n gt_eqF.
Qed.

Lemma max_given y : \big[Num.max/0]_(x | 0 < pr p X x) given p X Y x y = pr p Y y * hi y.
Proof.
rewrite /maxlift (eq_bigr (fun x => pr p Y y * lift p X Y x y)) => [|x]; last exact: given_lift_at.
elim/big_rec2: _ => [|x a b _ ->]; first by rewrite mulr0.
by rewrite maxr_pmulr ?pr_ge0.
Qed.
Lemma sum_maxE : sum_max p X Y = \sum_y pr p Y y * hi y.
Proof. by apply: eq_bigr => y _; rewrite max_given. Qed.
Lemma sum_min_any : sum_min p X Y = \sum_y pr p Y y * lo y.
Proof.
rewrite sum_minE [RHS](bigID (mem (outcomes p Y))) /= [X in _ = _ + X]big1 ?addr0 // => y.
by rewrite inE -leNgt => h; have -> : pr p Y y = 0; [apply/le_anti; rewrite h pr_ge0|rewrite mul0r].
Qed.

Lemma pmin_ge0 : 0 <= pmin p X.
Proof. by apply/bigmin_geP; split=> [|x _]; rewrite ?ler01 ?pr_ge0. Qed.

Lemma hi_ge0 y : 0 <= hi y.
Proof.
rewrite /maxlift; elim/big_ind: _ => // [a b a0 b0|x _]; last exact: lift_ge0.
by rewrite le_maxr a0.
Qed.

Lemma sum_max_ge1 : 1 <= sum_max p X Y.
Proof.
have [t /(pr_gt0 X) x0] := likely p; rewrite -(given_sum Y x0); apply: ler_sum => y _.
by rewrite (bigmax_sup (X t)).
Qed.
Lemma sum_max_size : sum_max p X Y <= size R X.
Proof.
apply: (@le_trans _ _ (\sum_y \sum_(x | 0 < pr p X x) given p X Y x y)).
  apply: ler_sum => y _; apply/bigmax_leP; split=> [|x x0].
    by apply: sumr_ge0 => x _; apply: given_ge0.
  by rewrite (bigD1 x) //= ler_addl; apply: sumr_ge0 => i _; apply: given_ge0.
rewrite exchange_big /= (eq_bigr (fun=> 1)) => [|x]; last exact: given_sum.
by rewrite sumr_const /size ler_nat max_card.
Qed.
Lemma sum_max_pmin : sum_max p X Y * pmin p X <= 1.
Proof.
rewrite -(pr_sum p Y) mulr_suml; apply: ler_sum => y _.
elim/big_ind: _ => [|a b a0 b0|x x0]; first by rewrite mul0r pr_ge0.
  by rewrite maxr_pmull ?pmin_ge0 // le_maxl a0.
apply: (@le_trans _ _ (given p X Y x y * pr p X x)).
  by rewrite ler_wpmul2l ?given_ge0 ?pmin_le.
by rewrite /given divfK ?gt_eqF // pr_le_r.
Qed.

Lemma rep_leakage : rep (maximal_leakage p X Y) (sum_max p X Y) 1.
Proof. by apply/rep_log/(le_trans ler01)/sum_max_ge1. Qed.

Lemma leakage_rep : exists m, (1 <= m /\ m <= size R X /\ m * pmin p X <= 1) /\
  rep (maximal_leakage p X Y) m 1.
Proof.
exists (sum_max p X Y); split; last exact: rep_leakage.
by split; [exact: sum_max_ge1 | split; [exact: sum_max_size | exact: sum_max_pmin]].
Qed.
Lemma leakage_pml : vle (maximal_leakage p X Y) (worst p Y (pml p X Y)).
Proof.
have [y [y0 -> most]] := worst_pml_is p X Y.
rewrite (rep_le rep_leakage (rep_pml_any X y0)) !mulr1 sum_maxE.
rewrite -[X in _ <= X]mul1r -(pr_sum p Y) mulr_suml; apply: ler_sum => y' _.
have [k|k] := ltP 0 (pr p Y y'); first by rewrite ler_pmul2l ?most.
by have -> : pr p Y y' = 0; [apply/le_anti; rewrite k pr_ge0 | rewrite !mul0r].
Qed.

Lemma cost_leakage_rep : exists c, (0 <= c /\ c <= 1) /\ rep (maximal_cost_leakage p X Y) 1 c.
Proof.
exists (sum_min p X Y); split; last exact: rep_max_cost.
by split; [exact: sum_min_ge0 | exact: sum_min_le1].
Qed.
Lemma cost_leakage_pmc : vle (maximal_cost_leakage p X Y) (worst p Y (pmc p X Y)).
Proof.
have [y [y0 -> least]] := worst_pmc_is p X Y.
rewrite (rep_le (rep_max_cost p X Y) (rep_pmc p X Y y)) !mul1r sum_min_any.
rewrite -[X in X <= _]mul1r -(pr_sum p Y) mulr_suml; apply: ler_sum => y' _.
have [k|k] := ltP 0 (pr p Y y'); first by rewrite ler_pmul2l ?least.
by have -> : pr p Y y' = 0; [apply/le_anti; rewrite k pr_ge0 | rewrite !mul0r].
Qed.
End Averages.

(* ---- information ---- *)

(* ln lies below its tangent; a = P, u and v ratios of probabilities *)
Lemma below_tangent (R : realType) (a c u v : R) : 0 <= a -> 0 <= c -> 0 <= u -> a = c * v ->
  (0 < a -> 0 < u /\ 0 < v) -> a * ln u + (a - c * u) <= a * ln v.
Proof.
move=> a0 c0 u0 e h; have [k|k] := ltP 0 a; last first.
  have -> : a = 0 by apply/le_anti; rewrite k a0.
  by rewrite !mul0r add0r sub0r oppr_le0 mulr_ge0.
have [u1 v1] := h k; have -> : a - c * u = a * (1 - u / v) by rewrite e; field; rewrite gt_eqF.
rewrite -mulrDr; apply: ler_wpmul2l => //; rewrite addrC -ler_subr_addr -ln_div ?posrE //.
have := ln_tangent (divr_gt0 u1 v1); rewrite !ln_div ?posrE // => t.
by rewrite -ler_opp2 !opprB.
Qed.

Section Information.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).

(* two things that are possible together *)
Lemma both_gt0 x y : 0 < pr p (both X Y) (x, y) -> 0 < pr p X x /\ 0 < pr p Y y.
Proof. by move=> h; split; apply: lt_le_trans h _; [exact: pr_le_l | exact: pr_le_r]. Qed.
Lemma together_gt0 x y : 0 < pr p (both X Y) (x, y) -> 0 < lift p X Y x y.
Proof. by move=> h; have [x0 y0] := both_gt0 h; rewrite /lift divr_gt0 ?mulr_gt0. Qed.
Lemma both_sum : \sum_x \sum_y pr p (both X Y) (x, y) = 1.
Proof. by rewrite -(pr_sum p X); apply: eq_bigr => x _; apply: pr_sumr. Qed.
Lemma apart_sum : \sum_x \sum_y pr p X x * pr p Y y = 1.
Proof. by under eq_bigr do rewrite -mulr_sumr pr_sum mulr1; apply: pr_sum. Qed.

Lemma information_ge0 : 0 <= mutual_information p X Y.
Proof.
rewrite -[X in X <= _](subrr 1) -{1}both_sum -apart_sum -sumrB /mutual_information.
apply: ler_sum => x _; rewrite -sumrB; apply: ler_sum => y _.
have := @below_tangent R (pr p (both X Y) (x, y)) (pr p X x * pr p Y y) 1 (lift p X Y x y).
rewrite ln1 mulr0 add0r mulr1; apply; rewrite ?mulr_ge0 ?pr_ge0 ?ler01 //.
  by rewrite joint_any mulrAC.
by move=> h; rewrite ltr01 together_gt0.
Qed.
Lemma information_rep : exists i, 1 <= i /\ rep (Fin (mutual_information p X Y)) i 1.
Proof.
exists (expR (mutual_information p X Y)); split; last exact: rep_fin.
exact/expR_ge1/information_ge0.
Qed.

Lemma information_leakage :
  vle (Fin (mutual_information p X Y)) (maximal_leakage p X Y).
Proof.
set s := sum_max p X Y; have s0 : 0 < s by apply: lt_le_trans ltr01 (sum_max_ge1 p X Y).
rewrite /maximal_leakage /vlog -/s s0 /=.
have -> : ln s = \sum_x \sum_y pr p (both X Y) (x, y) * ln s.
  by under eq_bigr do rewrite -mulr_suml; rewrite -mulr_suml both_sum mul1r.
have total : 0 <= \sum_x \sum_y (pr p (both X Y) (x, y) -
    pr p (both X Y) (x, y) / s * maxlift p X Y y).
  have -> : \sum_x \sum_y (pr p (both X Y) (x, y) -
      pr p (both X Y) (x, y) / s * maxlift p X Y y) =
    \sum_x \sum_y pr p (both X Y) (x, y) -
    \sum_x \sum_y pr p (both X Y) (x, y) / s * maxlift p X Y y.
    by rewrite -sumrB; apply: eq_bigr => x _; rewrite sumrB.
  rewrite both_sum exchange_big /= subr_ge0.
  under eq_bigr do rewrite -mulr_suml -mulr_suml pr_suml mulrAC.
  by rewrite -mulr_suml -sum_maxE -/s divff // gt_eqF.
rewrite -subr_ge0; apply: (le_trans total).
rewrite /mutual_information -sumrB; apply: ler_sum => x _; rewrite -sumrB; apply: ler_sum => y _.
rewrite ler_subr_addl.
set a := pr _ _ _; have a0 : 0 <= a by apply: pr_ge0.
apply: (@le_trans _ _ (a * ln (lift p X Y x y) + (a - a / s * lift p X Y x y))); last first.
  apply: below_tangent; rewrite ?lift_ge0 // ?divfK ?gt_eqF ?divr_ge0 ?(ltW s0) //.
  by move=> h; rewrite together_gt0.
rewrite ler_add2l ler_add2l ler_opp2; have [x0|x1] := ltP 0 (pr p X x).
  by apply: ler_wpmul2l; rewrite ?most_lift_ge ?divr_ge0 ?(ltW s0).
have e : pr p X x = 0 by apply/le_anti; rewrite x1 pr_ge0.
have -> : a = 0 by apply/le_anti; rewrite a0 andbT -e pr_le_l.
by rewrite !mul0r.
Qed.
End Information.
