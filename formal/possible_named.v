(* The hypotheses of the statements of claims_named.v can be met: by the mechanisms that they name,
   of three secrets of the prior (1/2, 1/4, 1/4), or of two of the prior (3/4, 1/4). The lemmas
   `_within` say that this is so with an X->Y that is the mechanism. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.classical Require Import boolp.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc exclusions claims_figure.
From pmlsym Require Import claims_named claims_response owners extremal_kernels two_likelihoods.
From pmlsym Require Import two_likelihoods randomized realized level_examples.
From pmlsym Require Import possible three_secrets.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Witnesses.
Variable R : realType.
Local Notation P := (one_half_law R).
Local Notation ok3 := (prior_secrets_b half_two_b (half_gt0_b R)).

Lemma same_prior_b (T : finType) (p : law R T) (X : T -> 'I_3) :
  (forall x, pr p X x = P x) -> pr p X = pr P id :> ('I_3 -> R).
Proof. by move=> pX; apply/funext => x; rewrite pX pr_id. Qed.

(* ---- the extremal mechanism, below the limit, and at the limit log(4/3) ---- *)

Lemma extremal_some_b (u : R) : 0 <= u -> u <= log_b R 4 3 ->
  exists (T : finType) (p : law R T) (X Y : T -> 'I_3),
  [/\ secrets p X, u <= ln (1 / (1 - pmin p X)), pmin p X = 1 / 4%:R,
      forall x y, given p X Y x y = extremal (pr p X) u x y & forall y, 0 < pr p Y y].
Proof.
move=> u0; rewrite -half_limit_b => le.
have [T [p [X [Y [ok pX K]]]]] := extremes_b half_two_b (half_gt0_b R) le.
exists T, p, X, Y; split=> // [||y]; rewrite ?(pmin_of_b pX) ?half_pmin_b //.
  by rewrite -half_pmin_b.
by rewrite (extremal_outcome ok K) pX half_gt0_b.
Qed.
Lemma extremal_below_b : exists (T : finType) (p : law R T) (X Y : T -> 'I_3),
  let u := log_b R 5 4 in
  [/\ secrets p X, 0 <= u /\ u < ln (1 / (1 - pmin p X)), pmin p X = 1 / 4%:R,
      forall x y, given p X Y x y = extremal (pr p X) u x y & forall y, 0 < pr p Y y].
Proof.
have u0 : 0 <= log_b R 5 4 by rewrite log_ge0_b.
have [|T [p [X [Y [ok _ e K y0]]]]] := extremal_some_b u0; first by rewrite log_le_b.
exists T, p, X, Y; split=> //; split=> //.
by rewrite e -half_pmin_b half_limit_b log_lt_b.
Qed.
Lemma extremal_limit_b : exists (T : finType) (p : law R T) (X Y : T -> 'I_3),
  let u := log_b R 4 3 in
  [/\ secrets p X, 0 <= u /\ u <= ln (1 / (1 - pmin p X)),
      forall x y, given p X Y x y = extremal (pr p X) u x y, forall y, 0 < pr p Y y &
      vle (of_pml p X Y) (Fin u)].
Proof.
have u0 : 0 <= log_b R 4 3 by rewrite log_ge0_b.
have [|T [p [X [Y [ok le _ K y0]]]]] := extremal_some_b u0; first by rewrite lexx.
by exists T, p, X, Y; split=> //; apply/veq_vle/(extremal_worst_pml ok u0 K).
Qed.

(* ---- the one that keeps the secret or draws a new one ---- *)

Lemma redraw_b : exists (T : finType) (p : law R T) (X Y : T -> 'I_3),
  let l := log_b R 2 1 in
  [/\ secrets p X, 0 <= l, forall x y, given p X Y x y = redraw (pr p X) l x y,
      forall y, 0 < pr p Y y & vle (of_pmc p X Y) (Fin l)].
Proof.
have l0 : 0 <= log_b R 2 1 by rewrite log_ge0_b.
have K := (extremal_cost_b_holds id ok3 l0).1.
have [T [p [X [Y [_ [ok pX K' _]]]]]] := realized_b half_two_b (half_gt0_b R) K K.
rewrite -(same_prior_b pX) in K'.
exists T, p, X, Y; have said := (extremal_cost_b_holds Y ok l0).2 K'.
have y0 y : 0 < pr p Y y.
  have {}K' x z : given p X Y x z = blend (pr p X) (expR (- log_b R 2 1)) x z.
    by rewrite K' redraw_blend.
  by rewrite (blend_outcome ok K') pX half_gt0_b.
split=> //; apply: worst_le => t _.
by have [_ e _] := said _ (y0 (Y t)); apply: veq_vle.
Qed.

(* ---- two answers; the rarest secret is the last one ---- *)

Lemma last_rarest_b (T : finType) (p : law R T) (X : T -> 'I_3) :
  (forall x, pr p X x = P x) -> pr p X ord_max = pmin p X.
Proof. by move=> pX; rewrite (pmin_of_b pX) half_pmin_b pX. Qed.

(* K is a mechanism that knows of the prior its least entry alone *)
Lemma answers_b (K : R -> 'I_3 -> bool -> R) : mechanism (K (pmin P id)) ->
  exists (T : finType) (p : law R T) (X : T -> 'I_3) (Y : T -> bool),
  [/\ secrets p X, pr p X ord_max = pmin p X, pmin p X = pmin P id &
      forall x y, given p X Y x y = K (pmin p X) x y].
Proof.
move=> okK; have [T [p [X [Y [_ [ok pX eK _]]]]]] := realized_b half_two_b (half_gt0_b R) okK okK.
exists T, p, X, Y; split=> //; rewrite ?(pmin_of_b pX) //.
by rewrite -(pmin_of_b pX) last_rarest_b.
Qed.
Lemma prior_last_b : pr P id ord_max = pmin P id.
Proof. by rewrite half_pmin_b pr_id. Qed.

(* a utility *)
Lemma sub_convex_b (A : finType) (a b : A) : sub_convex (fun v : A -> R => Num.max (v a) (v b)).
Proof.
split=> [s v w /andP[s0 s1] _ _|c v c0 _]; last by rewrite maxr_pmulr // ltW.
have t0 : 0 <= 1 - s by rewrite subr_ge0.
by rewrite le_maxl; apply/andP; split; apply: ler_add; apply: ler_wpmul2l => //;
  rewrite le_maxr lexx ?orbT.
Qed.
End Witnesses.

(* ---- the extremal mechanism ---- *)

Lemma pmc_extremal_mechanism_a_within : possible_within pmc_extremal_mechanism_a.
Proof.
move=> R h; have [T [p [X [Y [ok [u0 u1] low K y0]]]]] := extremal_below_b R.
exact: (h T _ p X Y _ ok u0 u1 K ord0).
Qed.
Lemma pmc_extremal_mechanism_a_possible : possible pmc_extremal_mechanism_a.
Proof. from_within pmc_extremal_mechanism_a_within. Qed.

Lemma pmc_extremal_mechanism_b_within : possible_within pmc_extremal_mechanism_b.
Proof.
move=> R h; have [T [p [X [Y [ok [u0 u1] low K y0]]]]] := extremal_below_b R.
exact: (h T _ p X Y _ ok u0 u1 K).
Qed.
Lemma pmc_extremal_mechanism_b_possible : possible pmc_extremal_mechanism_b.
Proof. from_within pmc_extremal_mechanism_b_within. Qed.

Lemma pmc_example_5_b_within : possible_within pmc_example_5_b.
Proof.
move=> R h; have [T [p [X [Y [ok [u0 u1] low K y0]]]]] := extremal_below_b R.
exact: (h T _ p X Y _ ok u0 u1 K).
Qed.
Lemma pmc_example_5_b_possible : possible pmc_example_5_b.
Proof. from_within pmc_example_5_b_within. Qed.

Lemma pmc_remark_6_within : possible_within pmc_remark_6.
Proof.
move=> R h; have [T [p [X [Y [ok [u0 u1] low K y0]]]]] := extremal_below_b R.
exact: (h T _ p X Y _ ok u0 u1 K).
Qed.
Lemma pmc_remark_6_possible : possible pmc_remark_6.
Proof. from_within pmc_remark_6_within. Qed.

Lemma pmc_example_5_a_within : possible_within pmc_example_5_a.
Proof.
move=> R h; have [T [p [X [Y [ok [u0 u1] low K y0]]]]] := extremal_below_b R.
exact: (h T _ p X Y _ ok u0 u1 K _ (y0 ord0)).
Qed.
Lemma pmc_example_5_a_possible : possible pmc_example_5_a.
Proof. from_within pmc_example_5_a_within. Qed.

Lemma extremal_high_privacy_b_within : possible_within extremal_high_privacy_b.
Proof.
move=> R h; have [T [p [X [Y [ok [u0 u1] K y0 le]]]]] := extremal_limit_b R.
exact: (h T _ p X Y _ ok u0 u1 K _ (y0 ord_max)).
Qed.
Lemma extremal_high_privacy_b_possible : possible extremal_high_privacy_b.
Proof. from_within extremal_high_privacy_b_within. Qed.

Lemma pmc_corollary_5_c_within : possible_within pmc_corollary_5_c.
Proof.
move=> R h; have [T [p [X [Y [ok [u0 u1] low K y0]]]]] := extremal_below_b R.
have le : vle (of_pml p X Y) (Fin (log_b R 5 4)).
  exact/veq_vle/(extremal_worst_pml ok u0 K).
exact: (h T _ _ p X Y _ ok u0 u1 le _ (sub_convex_b R ord0 (ord_max : [finType of 'I_3]))).
Qed.
Lemma pmc_corollary_5_c_possible : possible pmc_corollary_5_c.
Proof. from_within pmc_corollary_5_c_within. Qed.

Lemma extremal_high_privacy_a_within : possible_within extremal_high_privacy_a.
Proof.
move=> R h; have [T [p [X [Y [ok [u0 u1] K y0 le]]]]] := extremal_limit_b R.
exact: (h T _ _ p X Y _ ok u0 u1 le _
  (sub_convex_b R ord0 (ord_max : [finType of 'I_3]))).
Qed.
Lemma extremal_high_privacy_a_possible : possible extremal_high_privacy_a.
Proof. from_within extremal_high_privacy_a_within. Qed.

(* ---- the one that keeps the secret or draws a new one ---- *)

Lemma extremal_cost_b_within : possible_within extremal_cost_b.
Proof.
move=> R h; have [T [p [X [Y [ok l0 K y0 le]]]]] := redraw_b R.
exact: (h T _ p X Y _ ok l0 K _ (y0 ord0)).
Qed.
Lemma extremal_cost_b_possible : possible extremal_cost_b.
Proof. from_within extremal_cost_b_within. Qed.

Lemma extremal_cost_a_within : possible_within extremal_cost_a.
Proof.
move=> R h; have [T [p [X [Y [ok l0 K y0 le]]]]] := redraw_b R.
exact: (h T _ _ p X Y _ ok l0 le _ (sub_convex_b R ord0 (ord_max : [finType of 'I_3]))).
Qed.
Lemma extremal_cost_a_possible : possible extremal_cost_a.
Proof. from_within extremal_cost_a_within. Qed.

(* ---- randomized response ---- *)

Lemma pmc_rr_optimal_a_within : possible_within pmc_rr_optimal_a.
Proof.
move=> R h; have e0 : 0 <= log_b R 3 1 by rewrite log_ge0_b.
have [T [p [X [Y [_ [ok _ K _]]]]]] :=
  responses_b lopsided_two_b (lopsided_full_b R) (log_b R 3 1) (log_b R 3 1).
have [_ full] := ok; apply: (h T _ _ p X Y _ _ full e0 _ _ (sub_convex_b R true false)).
  exact: card_bool.
by apply/veq_vle/((pmc_example_4_ldp_holds Y ok e0).2 K).
Qed.
Lemma pmc_rr_optimal_a_possible : possible pmc_rr_optimal_a.
Proof. from_within pmc_rr_optimal_a_within. Qed.

(* an example, so there are no hypotheses *)
Lemma pmc_rr_optimal_b_possible : possible pmc_rr_optimal_b.
Proof. by move=> R []. Qed.

(* ---- two answers ---- *)

Lemma pmc_attained_a_within : possible_within pmc_attained_a.
Proof.
move=> R h; pose u := log_b R 5 4; have u0 : 0 <= u by rewrite log_ge0_b.
have ok0 := prior_secrets_b half_two_b (half_gt0_b R).
have below (S : realType) : log_b S 5 4 < ln (1 / (1 - pmin (one_half_law S) id)).
  by rewrite half_limit_b log_lt_b.
have okK := (pmc_attained_a_holds (fun=> true) ok0 (prior_last_b R) u0 (below R)).1.
have [T [p [X [Y [ok last low K]]]]] := answers_b (K := fun m => at_pml ord_max m u) okK.
apply: (h T _ p X Y _ _ ok last u0 _ K).
by rewrite low; apply: below.
Qed.
Lemma pmc_attained_a_possible : possible pmc_attained_a.
Proof. from_within pmc_attained_a_within. Qed.

Lemma pmc_attained_b_within : possible_within pmc_attained_b.
Proof.
move=> R h; pose u := log_b R 2 1; have u0 : 0 <= u by rewrite log_ge0_b.
have ok0 := prior_secrets_b half_two_b (half_gt0_b R).
have okK := (pmc_attained_b_holds (fun=> true) ok0 (prior_last_b R) u0).1.
have [T [p [X [Y [ok last low K]]]]] := answers_b (K := fun m => at_pmc ord_max m u) okK.
exact: (h T _ p X Y _ _ ok last u0 K).
Qed.
Lemma pmc_attained_b_possible : possible pmc_attained_b.
Proof. from_within pmc_attained_b_within. Qed.

Lemma pmc_attained_c_within : possible_within pmc_attained_c.
Proof.
move=> R h; pose u := log_b R 2 1; have u0 : 0 <= u by rewrite log_ge0_b.
have ok0 := prior_secrets_b half_two_b (half_gt0_b R).
have okK := (pmc_attained_c_holds (fun=> true) ok0 (prior_last_b R) u0).1.
have [T [p [X [Y [ok last low K]]]]] := answers_b (K := fun m => randomized ord_max u) okK.
exact: (h T _ p X Y _ _ ok last u0 K).
Qed.
Lemma pmc_attained_c_possible : possible pmc_attained_c.
Proof. from_within pmc_attained_c_within. Qed.

Lemma pmc_remark_5_b_within : possible_within pmc_remark_5_b.
Proof.
move=> R h; have u0 : 0 <= log_b R 2 1 by rewrite log_ge0_b.
have ok0 := prior_secrets_b half_two_b (half_gt0_b R).
have okK := never_mechanism (ord_max : [finType of 'I_3]) ok0.
have [T [p [X [Y [ok last low K]]]]] := answers_b (K := fun m => never_zero ord_max m) okK.
have from : ln (1 / (1 - pmin p X)) <= log_b R 2 1 by rewrite low half_limit_b log_le_b.
exact: (h T _ p X Y _ _ ok last u0 from K).
Qed.
Lemma pmc_remark_5_b_possible : possible pmc_remark_5_b.
Proof. from_within pmc_remark_5_b_within. Qed.

Lemma pmc_remark_5_c_within : possible_within pmc_remark_5_c.
Proof.
move=> R h; have u0 : 0 <= log_b R 2 1 by rewrite log_ge0_b.
have ok0 := prior_secrets_b half_two_b (half_gt0_b R).
have okK := never_mechanism (ord_max : [finType of 'I_3]) ok0.
have [T [p [X [Y [ok last low K]]]]] := answers_b (K := fun m => never_zero ord_max m) okK.
have from : ln (1 / (1 - pmin p X)) <= log_b R 2 1 by rewrite low half_limit_b log_le_b.
exact: (h T _ p X Y _ _ _ ok last ler01 u0 from K).
Qed.
Lemma pmc_remark_5_c_possible : possible pmc_remark_5_c.
Proof. from_within pmc_remark_5_c_within. Qed.

(* ---- what ALIP says of LDP ---- *)

(* of the extremal mechanism at log(5/4), whose PMC is log 4 *)
Lemma pmc_improvable_c_possible : possible pmc_improvable_c.
Proof.
move=> R h; have [T [p [X [Y [ok [u0 u1] low K y0]]]]] := extremal_below_b R.
have l0 : 0 <= log_b R 4 1 by rewrite log_ge0_b.
have le : vle (of_pml p X Y) (Fin (log_b R 5 4)).
  exact/veq_vle/(extremal_worst_pml ok u0 K).
apply: (h T _ _ p X Y _ _ ok l0 u0 u1 _ le); apply/veq_vle.
rewrite (veq_is (extremal_worst_pmc ok u0 K (below_limit ok u1))) /lower_bound low.
have -> : 1 / 4%:R / (1 - (1 - 1 / 4%:R) * expR (log_b R 5 4)) = 4%:R / 1%:R.
  by rewrite exp_log_b //; field.
by rewrite /vlog fraction_gt0_b //= eqxx.
Qed.
