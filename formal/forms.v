(* The forms of PML of eq. (2) of `linear`, gains before and after an outcome, Renyi divergences.
   Proofs of claims_tight.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs bounds.
From pmlsym Require Import claims_tight.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* at least 1, which is for 0/0 *)
Lemma ratio_le (R : realType) (a c u : R) : 0 <= a -> 0 <= c -> 1 <= u -> a <= u * c ->
  vle (log_ratio a c) (vlog (Fin u)).
Proof.
move=> a0 c0 u1 ac; have u0 : 0 <= u := le_trans ler01 u1.
have [n|] := boolP ((0 < a) || (0 < c)).
  have r : rep (log_ratio a c) a c by apply: rep_ratio => //; apply/orP.
  by rewrite (rep_le r (rep_log u0)) mulr1.
rewrite negb_or -!leNgt => /andP[an cn].
have -> : a = 0 by apply/le_anti; rewrite a0 an.
have -> : c = 0 by apply/le_anti; rewrite c0 cn.
by rewrite ratio00 (rep_le (rep_fin 0) (rep_log u0)) expR0 !mulr1.
Qed.

Section Gains.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).
Variable y : B.
Hypothesis ok : channel p X Y y.
Let x_gt0 x : 0 < pr p X x. Proof. by case: ok. Qed.
Let y_gt0 : 0 < pr p Y y. Proof. by case: ok. Qed.
Local Notation hi := (maxlift p X Y y).

Lemma joint_le x : pr p (both X Y) (x, y) <= hi * (pr p X x * pr p Y y).
Proof. by rewrite -ler_pdivr_mulr ?mulr_gt0 //; apply: lift_le_hi. Qed.

Variables (C : finType) (U : T -> C).
Hypothesis chain : markov p U X Y.

(* a function of the secret is likelier by no more than a secret is *)
Lemma markov_le u : pr p (both U Y) (u, y) <= hi * (pr p U u * pr p Y y).
Proof.
have e x : pr p (both U (both X Y)) (u, (x, y)) = pr p (both U X) (u, x) *
    (pr p (both X Y) (x, y) / pr p X x).
  by rewrite mulrA -chain mulfK // gt_eqF.
have -> : pr p (both U Y) (u, y) = \sum_x pr p (both U (both X Y)) (u, (x, y)).
  rewrite /pr (partition_big X xpredT) //=; apply: eq_bigr => x _; apply: eq_bigl => t.
  by rewrite /both !xpair_eqE [(X t == x) && _]andbC andbA.
rewrite -(pr_sumr p U X) mulr_suml mulr_sumr; apply: ler_sum => x _.
rewrite e [X in _ <= X]mulrCA; apply: ler_wpmul2l; first exact: pr_ge0.
by rewrite ler_pdivr_mulr // -mulrA [pr p Y y * _]mulrC joint_le.
Qed.

Lemma gain_le (W : finType) (g : C -> W -> R) : (forall u w, 0 <= g u w) ->
  vle (gain_of p U Y y g) (pml p X Y y).
Proof.
move=> g0; rewrite /gain_of; set a := \big[_/_]_w mean_given _ _ _ _; set c := \big[_/_]_w mean _ _.
have hi1 : 1 <= hi := hi_ge1 x_gt0 y_gt0.
have hi0 : 0 <= hi := le_trans ler01 hi1.
have c0 : 0 <= c by have /bigmax_leP[] := lexx c.
have a0 : 0 <= a by have /bigmax_leP[] := lexx a.
have ac : a <= hi * c.
  apply/bigmax_leP; split=> [|w _]; first exact: mulr_ge0.
  apply: (@le_trans _ _ (hi * mean p (fun t => g (U t) w))); last first.
    by apply: ler_wpmul2l => //; apply: (bigmax_sup w).
  rewrite (mean_givenE p U Y y (fun u => g u w)) (meanE p U (fun u => g u w)) mulr_sumr.
  apply: ler_sum => u _; rewrite mulrA; apply: ler_wpmul2r => //.
  by rewrite /posterior ler_pdivr_mulr // -mulrA markov_le.
exact: (@ratio_le _ _ _ hi).
Qed.
End Gains.

Theorem linear_eq_2_gains_holds : linear_eq_2_gains.
Proof. by move=> R T p A B C W X Y U y g ok chain g0; apply: gain_le. Qed.

Theorem linear_eq_2_reached_holds : linear_eq_2_reached.
Proof.
move=> R T p A B X Y y x' ok top g; split=> [|x w]; last exact: ler0n.
have [x_gt0 y0] := ok.
have bigu (F : unit -> R) : 0 <= F tt -> \big[Num.max/0]_w F w = F tt.
  move=> F0; apply/le_anti/andP; split; last exact: (bigmax_sup tt).
  by apply/bigmax_leP; split=> // -[].
have one (q : A -> R) : \sum_x q x * g x tt = q x'.
  by rewrite (bigD1 x') //= /g eqxx mulr1 big1 ?addr0 // => x /negbTE ->; rewrite mulr0.
rewrite /gain_of !bigu.
- rewrite (mean_givenE p X Y y (fun x => g x tt)) (meanE p X (fun x => g x tt)) !one.
  have r := rep_ratio (posterior_ge0 p X Y x' y) (pr_ge0 p X x') (or_intror (x_gt0 x')).
  apply: (veq_rep r (rep_pml x_gt0 y0)); rewrite mulr1.
  have [x0 e0] := hi_is x_gt0 y0.
  have <- : lift p X Y x' y = maxlift p X Y y.
    by apply/le_anti; rewrite lift_le_hi //= -e0 top.
  by rewrite /lift /posterior invfM mulrA mulrAC divfK ?gt_eqF.
- by rewrite (meanE p X (fun x => g x tt)) one pr_ge0.
- by rewrite (mean_givenE p X Y y (fun x => g x tt)) one posterior_ge0.
Qed.

Section Densities.
Variables (R : realType) (A : finType) (P : law R A) (f : A -> R).
Hypothesis ok : possible P f.
Let P_gt0 x : 0 < P x. Proof. by case: ok. Qed.
Let f_ge0 x : 0 <= f x. Proof. by case: ok. Qed.
Let y_gt0 : 0 < marginal_density P f. Proof. by case: ok. Qed.
Local Notation v x := (f x / marginal_density P f).
Local Notation post := (posterior_of P f).

Lemma quotientE x : post x / P x = v x.
Proof. by rewrite /posterior_of; field; rewrite !gt_eqF. Qed.

Lemma v_ge0 x : 0 <= v x. Proof. by rewrite divr_ge0 // ltW. Qed.
Lemma postE x : post x = P x * v x. Proof. by rewrite /posterior_of mulrA. Qed.
Lemma post_ge0 x : 0 <= post x. Proof. by rewrite postE mulr_ge0 ?v_ge0 ?ltW. Qed.
Lemma post_sum : \sum_x post x = 1.
Proof. by rewrite /posterior_of -mulr_suml divff // gt_eqF. Qed.

Variable x' : A.
Hypothesis top : forall x, v x <= v x'.

Lemma top_ge1 : 1 <= v x'.
Proof.
rewrite -post_sum -[v x']mul1r -(mass_sum P) mulr_suml.
by apply: ler_sum => x _; rewrite postE ler_pmul2l.
Qed.
Let top_gt0 : 0 < v x'. Proof. exact: lt_le_trans ltr01 top_ge1. Qed.

Lemma most_top : \big[Num.max/0]_x v x = v x'.
Proof.
apply/le_anti/andP; split; last exact: (bigmax_sup x').
by apply/bigmax_leP; split=> [|x _]; [apply: v_ge0 | apply: top].
Qed.

Lemma mostE : most P f = vlog (Fin (v x')).
Proof. by rewrite /most (eq_bigr (fun x => v x)) ?most_top // => x _; apply: quotientE. Qed.

Lemma event_le (E : {set A}) : \sum_(x in E) post x <= v x' * \sum_(x in E) P x.
Proof. by rewrite mulr_sumr; apply: ler_sum => x _; rewrite postE mulrC ler_pmul2r. Qed.

Lemma divergence_most : veq (divergence post P) (most P f).
Proof.
have def : divergence post P <> Undef.
  apply: largest_def => E _; apply: ratio_def; apply: sumr_ge0 => x _; first exact: post_ge0.
  exact: ltW.
rewrite veq_le; apply/andP; split.
  rewrite mostE; apply: largest_le => [|E _]; first exact: rep_def (rep_log (v_ge0 x')).
  apply: ratio_le (top_ge1) (event_le E); apply: sumr_ge0 => x _.
    exact: post_ge0.
  exact: ltW.
have -> : most P f = log_ratio (\sum_(x in [set x']) post x) (\sum_(x in [set x']) P x).
  by rewrite !big_set1 /log_ratio gt_eqF // quotientE mostE.
exact: largest_ge.
Qed.

Variable s : R.
Hypothesis s_gt0 : 0 < s.
Local Notation Z := (\sum_x post x * (post x / P x) `^ s).

Lemma power_le x : post x * (post x / P x) `^ s <= post x * (v x') `^ s.
Proof.
rewrite quotientE; have := v_ge0 x; rewrite le_eqVlt => /orP[/eqP z|x0].
  by rewrite postE -z mulr0 !mul0r.
by rewrite ler_wpmul2l ?post_ge0 // ler_expR ler_pmul2l // ler_ln ?posrE.
Qed.

Lemma powers_le : Z <= (v x') `^ s.
Proof.
rewrite -[X in _ <= X]mul1r -post_sum mulr_suml; apply: ler_sum => x _; exact: power_le.
Qed.

Lemma powers_ge : post x' * (v x') `^ s <= Z.
Proof.
rewrite (bigD1 x') //= quotientE ler_addl; apply: sumr_ge0 => x _.
by rewrite mulr_ge0 ?post_ge0 // ltW ?expR_gt0.
Qed.

Lemma orders_le : let D := vmul (Fin s) (renyi P f s) in let l := vmul (Fin s) (most P f) in
  vle D l /\ vle (vadd l (vlog (Fin (post x')))) D.
Proof.
have p0 : 0 < post x' by rewrite postE mulr_gt0.
have e0 : 0 < (v x') `^ s := expR_gt0 _.
have Z0 : 0 < Z := lt_le_trans (mulr_gt0 p0 e0) powers_ge.
rewrite /renyi mostE /vlog Z0 top_gt0 p0 /vdiv (gt_eqF s_gt0) /= mulrCA divff ?gt_eqF // mulr1.
have l : ln ((v x') `^ s) = s * ln (v x') by rewrite expK.
have t0 := mulr_gt0 p0 e0; rewrite -l addrC -lnM ?posrE // !ler_ln ?posrE //.
by split; [apply: powers_le | apply: powers_ge].
Qed.
End Densities.

Theorem linear_eq_2_forms_holds : linear_eq_2_forms.
Proof.
move=> R A P f ok; have [P0 _ y0] := ok.
have [x _] : exists x, 0 < P x.
  case: (pickP (fun x => 0 < P x)) => [x x0|none]; first by exists x.
  by move: y0; rewrite /marginal_density big1 ?ltxx // => x _; have := none x; rewrite P0.
have [t top] := farthest x (fun x => f x / marginal_density P f).
split; first exact: divergence_most top.
by rewrite (mostE ok top) (most_top ok top); apply: veq_refl; apply: rep_def (rep_log (v_ge0 ok t)).
Qed.

Theorem linear_eq_2_orders_holds : linear_eq_2_orders.
Proof.
move=> R A P f x' s ok s0 top; apply: orders_le => // x.
by have := top x; rewrite !quotientE.
Qed.
