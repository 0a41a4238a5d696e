(* Lifts of a function of the secret lie between the least and the largest lift of the secret, also
   where the prior rules out secrets; so do ratios of costs and of gains, at an outcome and on
   average. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs products guesses.
From pmlsym Require Import claims_costs.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- the largest lift, where a prior may rule out secrets ---- *)

Section MostLift.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).
Variable y : B.
Hypothesis y0 : 0 < pr p Y y.
Local Notation P := (pr p X).
Local Notation v x := (lift p X Y x y).
Local Notation hi := (maxlift p X Y y).

Lemma most_lift_ge x : 0 < P x -> v x <= hi.
Proof. by move=> x0; rewrite /maxlift (bigmax_sup x). Qed.

Lemma most_lift_ge1 : 1 <= hi.
Proof.
rewrite -(mean_lift X y0) -[hi]mul1r -(pr_sum p X) mulr_suml; apply: ler_sum => x _.
have [x0|x1] := ltP 0 (P x); first by rewrite ler_pmul2l // most_lift_ge.
by have -> : P x = 0; [apply/le_anti; rewrite x1 pr_ge0 | rewrite !mul0r].
Qed.

Lemma most_lift_gt0 : 0 < hi. Proof. exact: lt_le_trans ltr01 most_lift_ge1. Qed.

Lemma most_lift_is : exists2 x, 0 < P x & v x = hi.
Proof.
have : hi = 0 \/ exists2 x, 0 < P x & v x = hi.
  rewrite /maxlift; elim/big_ind: _ => [|a b|x x0]; [by left| |by right; exists x].
  by rewrite /Num.max; case: ifP.
by case=> // e; move: most_lift_gt0; rewrite e ltxx.
Qed.

Lemma rep_pml_any : rep (pml p X Y y) hi 1.
Proof. by apply: rep_log; apply: ltW most_lift_gt0. Qed.

Lemma most_lift_at x : of_most_lift p X Y y x -> v x = hi.
Proof.
move=> [x0 h]; apply/le_anti; rewrite most_lift_ge //=.
by have [x' x'0 <-] := most_lift_is; apply: h.
Qed.

Lemma least_lift_at x : of_least_lift p X Y y x -> v x = minlift p X Y y.
Proof.
move=> [x0 h]; apply/le_anti; rewrite least_lift_le // andbT.
by have [x' x'0 <-] := least_lift_is X y0; apply: h.
Qed.

Lemma posterior_lift x : posterior p X Y x y = P x * v x.
Proof. by rewrite /posterior (joint_lift X y0) mulfK // gt_eqF. Qed.

Lemma posterior_least x : minlift p X Y y * P x <= posterior p X Y x y.
Proof.
rewrite posterior_lift mulrC; have [x0|x1] := ltP 0 (P x).
  by rewrite ler_pmul2l // least_lift_le.
by have -> : P x = 0; [apply/le_anti; rewrite x1 pr_ge0 | rewrite !mul0r].
Qed.

Lemma posterior_most x : posterior p X Y x y <= hi * P x.
Proof.
rewrite posterior_lift mulrC; have [x0|x1] := ltP 0 (P x).
  by rewrite ler_pmul2r // most_lift_ge.
by have -> : P x = 0; [apply/le_anti; rewrite x1 pr_ge0 | rewrite !mulr0].
Qed.
End MostLift.

(* ---- chains ---- *)

Section Chains.
Variables (R : realType) (T : finType) (p : law R T) (A B C : finType).
Variables (X : T -> A) (Y : T -> B) (U : T -> C) (y : B).
Hypotheses (chain : markov p U X Y) (y0 : 0 < pr p Y y).

(* P(u, x|y) is P(u, x) times the lift of x *)
Lemma chain_lift u x : pr p (both U (both X Y)) (u, (x, y)) / pr p Y y =
  pr p (both U X) (u, x) * lift p X Y x y.
Proof.
have [x0|x1] := ltP 0 (pr p X x).
  have /(canRL (mulfK (lt0r_neq0 x0))) -> := chain u x y.
  by rewrite /lift; field; rewrite !gt_eqF.
have e : pr p X x = 0 by apply/le_anti; rewrite x1 pr_ge0.
have -> : pr p (both U X) (u, x) = 0 by apply/le_anti; rewrite pr_ge0 -e pr_le_r.
have -> : pr p (both U (both X Y)) (u, (x, y)) = 0.
  apply/le_anti; rewrite pr_ge0 andbT -e; apply: le_trans (pr_le_r p U (both X Y) u (x, y)) _.
  exact: pr_le_l.
by rewrite !mul0r.
Qed.

Lemma chain_posterior u :
  posterior p U Y u y = \sum_x pr p (both U X) (u, x) * lift p X Y x y.
Proof.
rewrite /posterior -(pr_suml p X (both U Y)) mulr_suml; apply: eq_bigr => x _.
by rewrite -chain_lift; congr (_ / _); apply: eq_bigl => t; rewrite /both !xpair_eqE andbCA.
Qed.

Lemma chain_least u : minlift p X Y y * pr p U u <= posterior p U Y u y.
Proof.
rewrite chain_posterior -(pr_sumr p U X u) mulr_sumr; apply: ler_sum => x _.
rewrite mulrC; have [x0|x1] := ltP 0 (pr p X x).
  by rewrite ler_wpmul2l ?pr_ge0 ?least_lift_le.
have e : pr p X x = 0 by apply/le_anti; rewrite x1 pr_ge0.
by have -> : pr p (both U X) (u, x) = 0; [apply/le_anti; rewrite pr_ge0 -e pr_le_r|rewrite !mul0r].
Qed.

Lemma chain_most u : posterior p U Y u y <= maxlift p X Y y * pr p U u.
Proof.
rewrite chain_posterior -(pr_sumr p U X u) mulr_sumr; apply: ler_sum => x _.
rewrite [X in _ <= X]mulrC; have [x0|x1] := ltP 0 (pr p X x).
  by rewrite ler_wpmul2l ?pr_ge0 ?most_lift_ge.
have e : pr p X x = 0 by apply/le_anti; rewrite x1 pr_ge0.
by have -> : pr p (both U X) (u, x) = 0; [apply/le_anti; rewrite pr_ge0 -e pr_le_r|rewrite !mul0r].
Qed.
End Chains.

(* the secret itself *)
Lemma own_chain (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A)
    (Y : T -> B) : markov p X X Y.
Proof.
move=> u x y; have [->|n] := eqVneq u x.
  rewrite mulrC; congr (_ * _); apply: eq_bigl => t; rewrite /both !xpair_eqE.
    by rewrite andbb.
  by rewrite andbA andbb.
rewrite [pr p (both X (both X Y)) _]big_pred0 ?mul0r; last first.
  move=> t; rewrite /both !xpair_eqE; apply/negP => /and3P[/eqP e /eqP e' _].
  by move: n; rewrite -e e' eqxx.
rewrite [pr p (both X X) _]big_pred0 ?mul0r // => t.
rewrite /both xpair_eqE; apply/negP => /andP[/eqP e /eqP e'].
by move: n; rewrite -e e' eqxx.
Qed.

(* ---- the largest of some numbers ---- *)

Section Most.
Variables (R : realType) (W : finType) (w0 : W).
Implicit Types F : W -> R.

Lemma most_ge F w : F w <= most w0 F. Proof. exact: le_bigmax. Qed.

Lemma most_le F a : (forall w, F w <= a) -> most w0 F <= a.
Proof. by move=> h; apply/bigmax_leP. Qed.

Lemma most_is F : exists w, F w = most w0 F.
Proof.
rewrite /most; elim/big_ind: _ => [|a b [w h] [w' h']|w _]; [by exists w0| |by exists w].
by case: (leP a b) => _; [exists w' | exists w].
Qed.
End Most.

(* ---- ratios ---- *)

(* with 0/0 = 1 *)
Lemma ratio_saved (R : realType) (a b lo : R) v : 0 <= a -> 0 <= b -> lo <= 1 -> lo * a <= b ->
  rep v 1 lo -> vle (log_ratio a b) v.
Proof.
move=> a0 b0 lo1 h r; have [a1|a1] := ltP 0 a.
  by rewrite (rep_le (rep_ratio a0 b0 (or_introl a1)) r) mul1r mulrC.
have -> : a = 0 by apply/le_anti; rewrite a0 a1.
have [b1|b1] := ltP 0 b.
  by rewrite (rep_le (rep_ratio (lexx 0) b0 (or_intror b1)) r) mul0r mul1r.
have -> : b = 0 by apply/le_anti; rewrite b0 b1.
by rewrite ratio00 (rep_le (rep_fin 0) r) expR0 !mul1r.
Qed.

Lemma ratio_gained (R : realType) (a b hi : R) v : 0 <= a -> 0 <= b -> 1 <= hi -> b <= hi * a ->
  rep v hi 1 -> vle (log_ratio b a) v.
Proof.
move=> a0 b0 hi1 h r; have [a1|a1] := ltP 0 a.
  by rewrite (rep_le (rep_ratio b0 a0 (or_intror a1)) r) mulr1.
have ae : a = 0 by apply/le_anti; rewrite a0 a1.
have -> : b = 0 by apply/le_anti; rewrite b0 andbT; move: h; rewrite ae mulr0.
by rewrite ae ratio00 (rep_le (rep_fin 0) r) expR0 !mulr1.
Qed.

(* ---- costs and gains before and after an outcome ---- *)

Section Payoffs.
Variables (R : realType) (T : finType) (p : law R T) (A B C W : finType).
Variables (X : T -> A) (Y : T -> B) (U : T -> C) (c : C -> W -> R) (w0 : W).
Hypotheses (chain : markov p U X Y) (c0 : forall u w, 0 <= c u w).

Lemma least_before_ge0 : 0 <= least_before p U c w0.
Proof. by apply: least_ge => w; apply: mean_ge0. Qed.
Lemma least_after_ge0 y : 0 <= least_after p U Y c w0 y.
Proof. by apply: least_ge => w; apply: mean_given_ge0. Qed.
Lemma most_before_ge0 : 0 <= most_before p U c w0.
Proof. by apply: le_trans (most_ge _ _ w0); apply: mean_ge0. Qed.
Lemma most_after_ge0 y : 0 <= most_after p U Y c w0 y.
Proof. by apply: le_trans (most_ge _ _ w0); apply: mean_given_ge0. Qed.

Lemma saved y : 0 < pr p Y y ->
  minlift p X Y y * least_before p U c w0 <= least_after p U Y c w0 y.
Proof.
move=> y0; apply: least_ge => w.
rewrite (mean_givenE p U Y y (c^~ w)).
apply: le_trans (_ : minlift p X Y y * mean p (fun t => c (U t) w) <= _).
  by rewrite ler_wpmul2l ?lo_ge0 // least_le.
rewrite (meanE p U (c^~ w)) mulr_sumr; apply: ler_sum => u _.
by rewrite mulrA ler_wpmul2r // chain_least.
Qed.

Lemma gained y : 0 < pr p Y y ->
  most_after p U Y c w0 y <= maxlift p X Y y * most_before p U c w0.
Proof.
move=> y0; apply: most_le => w.
rewrite (mean_givenE p U Y y (c^~ w)).
apply: le_trans (_ : maxlift p X Y y * mean p (fun t => c (U t) w) <= _); last first.
  apply: ler_wpmul2l; first exact: ltW (most_lift_gt0 X y0).
  exact: (most_ge w0 (fun w => mean p (fun t => c (U t) w)) w).
rewrite (meanE p U (c^~ w)) mulr_sumr; apply: ler_sum => u _.
by rewrite mulrA ler_wpmul2r // chain_most.
Qed.

Lemma cost_le y : 0 < pr p Y y -> vle (cost p U Y c w0 y) (pmc p X Y y).
Proof.
move=> y0; apply: ratio_saved (saved y0) (rep_pmc p X Y y); rewrite ?lo_le1 //.
  exact: least_before_ge0.
exact: least_after_ge0.
Qed.

Lemma gain_le y : 0 < pr p Y y -> vle (gain p U Y c w0 y) (pml p X Y y).
Proof.
move=> y0; apply: ratio_gained (gained y0) (rep_pml_any X y0); rewrite ?most_lift_ge1 //.
  exact: most_before_ge0.
exact: most_after_ge0.
Qed.
End Payoffs.

(* ---- maximal cost leakage ---- *)

Section Sums.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).

Lemma least_given y : 0 < pr p Y y ->
  \big[Num.min/1]_(x | 0 < pr p X x) given p X Y x y = pr p Y y * minlift p X Y y.
Proof.
move=> y0; have g x : 0 < pr p X x -> given p X Y x y = pr p Y y * lift p X Y x y.
  by move=> x0; rewrite /given /lift; field; rewrite !gt_eqF.
apply/le_anti/andP; split.
  by have [x x0 <-] := least_lift_is X y0; rewrite -g // (bigmin_inf x).
apply/bigmin_geP; split=> [|x x0]; last by rewrite g // ler_pmul2l // least_lift_le.
by apply: mulr_ile1; rewrite ?pr_ge0 ?lo_ge0 ?pr_le1 ?lo_le1.
Qed.

Lemma sum_minE : sum_min p X Y = \sum_(y in outcomes p Y) pr p Y y * minlift p X Y y.
Proof.
rewrite /sum_min (bigID (mem (outcomes p Y))) /= addrC big1 ?add0r => [|y].
  by apply: eq_bigr => y; rewrite inE; apply: least_given.
rewrite inE -leNgt => y1; have e : pr p Y y = 0 by apply/le_anti; rewrite y1 pr_ge0.
have [t t0] := likely p; have x0 := pr_gt0 X t0.
apply/le_anti/andP; split.
  apply: (@le_trans _ _ (given p X Y (X t) y)); first by rewrite (bigmin_inf (X t)).
  rewrite /given; have -> : pr p (both X Y) (X t, y) = 0.
    by apply/le_anti; rewrite pr_ge0 -e pr_le_r.
  by rewrite mul0r.
by apply/bigmin_geP; split=> [|x _]; rewrite ?ler01 // given_ge0.
Qed.

Lemma sum_outcomes : \sum_(y in outcomes p Y) pr p Y y = 1.
Proof.
rewrite -(pr_sum p Y) [RHS](bigID (mem (outcomes p Y))) /= [X in _ + X]big1 ?addr0 // => y.
by rewrite inE -leNgt => y1; apply/le_anti; rewrite y1 pr_ge0.
Qed.

Lemma sum_min_ge0 : 0 <= sum_min p X Y.
Proof. by rewrite sum_minE sumr_ge0 // => y _; rewrite mulr_ge0 ?pr_ge0 ?lo_ge0. Qed.

Lemma sum_min_le1 : sum_min p X Y <= 1.
Proof.
rewrite sum_minE -sum_outcomes; apply: ler_sum => y _.
by rewrite -[X in _ <= X]mulr1 ler_wpmul2l ?pr_ge0 ?lo_le1.
Qed.

Lemma rep_max_cost : rep (maximal_cost_leakage p X Y) 1 (sum_min p X Y).
Proof. by apply/rep_opp/rep_log/sum_min_ge0. Qed.
End Sums.

Section OnAverage.
Variables (R : realType) (T : finType) (p : law R T) (A B C W : finType).
Variables (X : T -> A) (Y : T -> B) (U : T -> C) (c : C -> W -> R) (w0 : W).
Hypotheses (chain : markov p U X Y) (c0 : forall u w, 0 <= c u w).

Lemma average_le : vle (average_cost p U Y c w0) (maximal_cost_leakage p X Y).
Proof.
apply: ratio_saved (rep_max_cost p X Y); rewrite ?sum_min_le1 ?least_before_ge0 //.
  by apply: sumr_ge0 => y _; rewrite mulr_ge0 ?pr_ge0 ?least_after_ge0.
rewrite sum_minE mulr_suml; apply: ler_sum => y; rewrite inE => y0.
by rewrite -mulrA ler_pmul2l // saved.
Qed.
End OnAverage.
