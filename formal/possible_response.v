(* The hypotheses of the statements of claims_response.v can be met: by a randomized response of
   three secrets of the prior (1/2, 1/4, 1/4). The lemmas `_within` say that this is so with an
   X->Y that is this response and has the levels that the statements speak of. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc exclusions claims_figure.
From pmlsym Require Import level_examples claims_named claims_response owners extremal_kernels.
From pmlsym Require Import realized randomized possible three_secrets.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- one response, at log 3: its PMC is log 2, and so is its PML ---- *)

Section One.
Variable R : realType.
Local Notation P := (one_half_law R).
Local Notation r := (log_b R 3 1).
Local Notation e := (log_b R 2 1).

Lemma one_response_b : exists (T : finType) (p : law R T) (X Y : T -> 'I_3),
  [/\ secrets p X, pmin p X = 1 / 4%:R /\ pmax p X = 1 / 2%:R, 0 <= e /\ 0 <= r,
      forall x y, given p X Y x y = response r x y & forall y, 0 < pr p Y y].
Proof.
have e0 : 0 <= e by rewrite log_ge0_b.
have r0 : 0 <= r by rewrite log_ge0_b.
have [T [p [X [Y [_ [ok pX K _]]]]]] := responses_b half_two_b (half_gt0_b R) r r.
exists T, p, X, Y; split=> [||||y] //.
  by rewrite (pmin_of_b pX) (pmax_of_b pX) half_pmin_b half_pmax_b.
by rewrite (response_outcome ok K) divr_gt0 ?(answer_gt0 ok r0) ?(response_total _ ok).
Qed.

Lemma pmc_parameter_b : expR r = 1 + (expR e - 1) / (1 / 2%:R).
Proof. by rewrite !exp_log_b //; field. Qed.
Lemma pml_parameter_b : expR r = (1 - 1 / 4%:R) * expR e / (1 - 1 / 4%:R * expR e).
Proof. by rewrite !exp_log_b //; field. Qed.
Lemma pml_level_b : expR e * (1 / 4%:R) < 1.
Proof. by rewrite !exp_log_b // divr1 mulrA mulr1 ltr_pdivr_mulr ?ltr0n // mul1r ltr_nat. Qed.

Lemma one_level_b : exists (T : finType) (p : law R T) (X Y : T -> 'I_3),
  [/\ secrets p X, 0 <= e /\ 0 <= r, forall x y, given p X Y x y = response r x y,
      expR r = 1 + (expR e - 1) / pmax p X /\ veq (of_pmc p X Y) (Fin e) &
      [/\ expR e * pmin p X < 1,
          expR r = (1 - pmin p X) * expR e / (1 - pmin p X * expR e) &
          veq (of_pml p X Y) (Fin e)]].
Proof.
have [T [p [X [Y [ok [low high] [e0 r0] K _]]]]] := one_response_b; exists T, p, X, Y.
have rE : expR r = 1 + (expR e - 1) / pmax p X by rewrite high; exact: pmc_parameter_b.
have sE : expR r = (1 - pmin p X) * expR e / (1 - pmin p X * expR e).
  by rewrite low; exact: pml_parameter_b.
have level : expR e * pmin p X < 1 by rewrite low; exact: pml_level_b.
split=> //; split=> //; first exact: ((pmc_adapted_pmc_b_holds Y ok e0 r0).2 K rE).
exact: ((pmc_adapted_pml_b_holds Y ok e0 r0 level).2 K sE).
Qed.
End One.

Ltac by_response := let R := fresh "R" in move=> R h;
  have [T [p [X [Y [ok [low high] [e0 r0] K y0]]]]] := one_response_b R.
Ltac by_level := let R := fresh "R" in move=> R h;
  have [T [p [X [Y [ok [e0 r0] K [rE pmcE] [level sE pmlE]]]]]] := one_level_b R.

Lemma pmc_example_4_ldp_within : possible_within pmc_example_4_ldp.
Proof. by by_response; apply: (h T _ p X Y _ ok r0 K). Qed.
Lemma pmc_example_4_ldp_possible : possible pmc_example_4_ldp.
Proof. from_within pmc_example_4_ldp_within. Qed.

Lemma pmc_example_4_pmc_b_within : possible_within pmc_example_4_pmc_b.
Proof. by by_response; apply: (h T _ p X Y _ ok r0 K). Qed.
Lemma pmc_example_4_pmc_b_possible : possible pmc_example_4_pmc_b.
Proof. from_within pmc_example_4_pmc_b_within. Qed.

Lemma pmc_example_4_limit_a_within : possible_within pmc_example_4_limit_a.
Proof. by by_response; apply: (h T _ p X Y _ ok r0 K). Qed.
Lemma pmc_example_4_limit_a_possible : possible pmc_example_4_limit_a.
Proof. from_within pmc_example_4_limit_a_within. Qed.

Lemma pmc_example_4_pml_b_within : possible_within pmc_example_4_pml_b.
Proof. by by_response; apply: (h T _ p X Y _ ok r0 K). Qed.
Lemma pmc_example_4_pml_b_possible : possible pmc_example_4_pml_b.
Proof. from_within pmc_example_4_pml_b_within. Qed.

Lemma pmc_example_4_pml_c_within : possible_within pmc_example_4_pml_c.
Proof. by by_response; apply: (h T _ p X Y _ ok r0 K). Qed.
Lemma pmc_example_4_pml_c_possible : possible pmc_example_4_pml_c.
Proof. from_within pmc_example_4_pml_c_within. Qed.

Lemma pmc_example_4_skewed_c_within : possible_within pmc_example_4_skewed_c.
Proof. by by_response; apply: (h T _ p X Y _ ok r0 K). Qed.
Lemma pmc_example_4_skewed_c_possible : possible pmc_example_4_skewed_c.
Proof. from_within pmc_example_4_skewed_c_within. Qed.

Lemma pmc_example_4_pmc_a_within : possible_within pmc_example_4_pmc_a.
Proof. by by_response; apply: (h T _ p X Y _ ok r0 K ord0). Qed.
Lemma pmc_example_4_pmc_a_possible : possible pmc_example_4_pmc_a.
Proof. from_within pmc_example_4_pmc_a_within. Qed.

Lemma pmc_example_4_pml_a_within : possible_within pmc_example_4_pml_a.
Proof. by by_response; apply: (h T _ p X Y _ ok r0 K ord0). Qed.
Lemma pmc_example_4_pml_a_possible : possible pmc_example_4_pml_a.
Proof. from_within pmc_example_4_pml_a_within. Qed.

Lemma pmc_example_4_limit_b_within : possible_within pmc_example_4_limit_b.
Proof. 
by_response; apply: (h T _ p X Y _ (log_b R 3 1) ok r0 _ _ K); first by rewrite log_gt0_b.
by rewrite high expRN exp_log_b // divr1 -div1r -[1]/(1%:R) fraction_lt_b.
 Qed.
Lemma pmc_example_4_limit_b_possible : possible pmc_example_4_limit_b.
Proof. from_within pmc_example_4_limit_b_within. Qed.

Lemma pmc_example_4_skewed_d_within : possible_within pmc_example_4_skewed_d.
Proof. 
by_response; apply: (h T _ p X Y _ ok r0 _ K).
by rewrite low high card_ord; field.
 Qed.
Lemma pmc_example_4_skewed_d_possible : possible pmc_example_4_skewed_d.
Proof. from_within pmc_example_4_skewed_d_within. Qed.

Lemma pmc_adapted_pmc_a_within : possible_within pmc_adapted_pmc_a.
Proof. by by_level; apply: (h T _ p X Y _ _ ok e0 r0 K pmcE). Qed.
Lemma pmc_adapted_pmc_a_possible : possible pmc_adapted_pmc_a.
Proof. from_within pmc_adapted_pmc_a_within. Qed.

Lemma pmc_adapted_pmc_b_within : possible_within pmc_adapted_pmc_b.
Proof. by by_level; apply: (h T _ p X Y _ _ ok e0 r0 K rE). Qed.
Lemma pmc_adapted_pmc_b_possible : possible pmc_adapted_pmc_b.
Proof. from_within pmc_adapted_pmc_b_within. Qed.

Lemma pmc_adapted_pml_a_within : possible_within pmc_adapted_pml_a.
Proof. by by_level; apply: (h T _ p X Y _ _ ok e0 r0 K pmlE). Qed.
Lemma pmc_adapted_pml_a_possible : possible pmc_adapted_pml_a.
Proof. from_within pmc_adapted_pml_a_within. Qed.

Lemma pmc_adapted_pml_b_within : possible_within pmc_adapted_pml_b.
Proof. by by_level; apply: (h T _ p X Y _ _ ok e0 r0 level K sE). Qed.
Lemma pmc_adapted_pml_b_possible : possible pmc_adapted_pml_b.
Proof. by by_level; apply: (h T _ p X Y _ _ ok e0 r0 level). Qed.


(* The hypotheses of the statements of claims_response.v on two randomized responses can be met: of
   three secrets of the prior (1/2, 1/4, 1/4), or of two of the prior (3/4, 1/4). The lemmas
   `_within` say that this is so with X->Y and X->Z that are these responses and have the levels
   that the statements speak of. *)
Section Two.
Variables (R : realType) (A : finType) (P : law R A).
Hypotheses (two : (1 < #|A|)%N) (full : forall x, 0 < P x).
Variables (e r s : R).
Hypotheses (e0 : 0 <= e) (r0 : 0 <= r) (s0 : 0 <= s).
Local Notation m := (pmin P id).
Local Notation M := (pmax P id).

(* one PMC and one PML *)
Lemma adapted_b : expR r = 1 + (expR e - 1) / M -> expR e * m < 1 ->
  expR s = (1 - m) * expR e / (1 - m * expR e) ->
  exists (T : finType) (p : law R T) (X Y Z : T -> A),
  [/\ secrets p X, pmin p X = m /\ pmax p X = M, forall x y, given p X Y x y = response r x y,
      forall x z, given p X Z x z = response s x z &
      veq (of_pmc p X Y) (Fin e) /\ veq (of_pml p X Z) (Fin e)].
Proof.
move=> rE level sE; have [T [p [X [Y [Z [ok pX K L]]]]]] := responses_b two full r s.
rewrite -(pmin_of_b pX) -(pmax_of_b pX) in rE level sE *.
exists T, p, X, Y, Z; split=> //; split.
  exact: ((pmc_adapted_pmc_b_holds Y ok e0 r0).2 K rE).
exact: ((pmc_adapted_pml_b_holds Z ok e0 s0 level).2 L sE).
Qed.

(* one PMC, or one PML, and the same LDP *)
Lemma beside_pmc_b : expR r = 1 + (expR e - 1) / M ->
  exists (T : finType) (p : law R T) (X Y Z : T -> A),
  [/\ secrets p X, forall x y, given p X Y x y = response r x y,
      forall x z, given p X Z x z = response e x z &
      veq (of_pmc p X Y) (Fin e) /\ veq (of_ldp p X Z) (Fin e)].
Proof.
move=> rE; have [T [p [X [Y [Z [ok pX K L]]]]]] := responses_b two full r e.
rewrite -(pmax_of_b pX) in rE; exists T, p, X, Y, Z; split=> //; split.
  exact: ((pmc_adapted_pmc_b_holds Y ok e0 r0).2 K rE).
exact: ((pmc_example_4_ldp_holds Z ok e0).2 L).
Qed.
Lemma beside_pml_b : expR e * m < 1 -> expR s = (1 - m) * expR e / (1 - m * expR e) ->
  exists (T : finType) (p : law R T) (X Y Z : T -> A),
  [/\ secrets p X, forall x y, given p X Y x y = response s x y,
      forall x z, given p X Z x z = response e x z &
      veq (of_pml p X Y) (Fin e) /\ veq (of_ldp p X Z) (Fin e)].
Proof.
move=> level sE; have [T [p [X [Y [Z [ok pX K L]]]]]] := responses_b two full s e.
rewrite -(pmin_of_b pX) in level sE; exists T, p, X, Y, Z; split=> //; split.
  exact: ((pmc_adapted_pml_b_holds Y ok e0 s0 level).2 K sE).
exact: ((pmc_example_4_ldp_holds Z ok e0).2 L).
Qed.
End Two.

(* ---- the levels log(3/2), log 2 and log 3, and 0, under the prior (1/2, 1/4, 1/4) ---- *)

Section Levels.
Variable R : realType.
Local Notation m := (pmin (one_half_law R) id).
Local Notation M := (pmax (one_half_law R) id).

Definition adapted_to_b (e r s : R) := exists (T : finType) (p : law R T) (X Y Z : T -> 'I_3),
  [/\ secrets p X, pmin p X = m /\ pmax p X = M, forall x y, given p X Y x y = response r x y,
      forall x z, given p X Z x z = response s x z &
      veq (of_pmc p X Y) (Fin e) /\ veq (of_pml p X Z) (Fin e)].

(* of levels and parameters that are logarithms of quotients *)
Lemma level_lt_b (a b : nat) : (0 < a)%N -> (0 < b)%N -> (a < 4 * b)%N ->
  expR (log_b R a b) * m < 1.
Proof.
move=> a0 b0 ab; rewrite exp_log_b // half_pmin_b mulrA mulr1 ltr_pdivr_mulr ?ltr0n // mul1r.
by rewrite ltr_pdivr_mulr ?ltr0n // -natrM ltr_nat.
Qed.

Lemma adapted_low_b : adapted_to_b (log_b R 3 2) (log_b R 2 1) (log_b R 9 5).
Proof.
apply: (adapted_b half_two_b (half_gt0_b R)); rewrite ?log_ge0_b ?level_lt_b //.
  by rewrite half_pmax_b !exp_log_b //; field.
by rewrite half_pmin_b !exp_log_b //; field.
Qed.
Lemma adapted_at_b : adapted_to_b (log_b R 2 1) (log_b R 3 1) (log_b R 3 1).
Proof.
apply: (adapted_b half_two_b (half_gt0_b R)); rewrite ?log_ge0_b ?level_lt_b //.
  by rewrite half_pmax_b !exp_log_b //; field.
by rewrite half_pmin_b !exp_log_b //; field.
Qed.
Lemma adapted_high_b : adapted_to_b (log_b R 3 1) (log_b R 5 1) (log_b R 9 1).
Proof.
apply: (adapted_b half_two_b (half_gt0_b R)); rewrite ?log_ge0_b ?level_lt_b //.
  by rewrite half_pmax_b !exp_log_b //; field.
by rewrite half_pmin_b !exp_log_b //; field.
Qed.
Lemma adapted_zero_b : adapted_to_b 0 0 0.
Proof.
apply: (adapted_b half_two_b (half_gt0_b R)) => //; rewrite ?expR0 ?half_pmax_b ?half_pmin_b.
- by field.
- by rewrite mul1r ltr_pdivr_mulr ?ltr0n // mul1r ltr1n.
by field.
Qed.
Lemma beside_pmc_at_b : exists (T : finType) (p : law R T) (X Y Z : T -> 'I_3),
  [/\ secrets p X, forall x y, given p X Y x y = response (log_b R 3 1) x y,
      forall x z, given p X Z x z = response (log_b R 2 1) x z &
      veq (of_pmc p X Y) (Fin (log_b R 2 1)) /\ veq (of_ldp p X Z) (Fin (log_b R 2 1))].
Proof.
apply: (beside_pmc_b half_two_b (half_gt0_b R)); rewrite ?log_ge0_b //.
by rewrite half_pmax_b !exp_log_b //; field.
Qed.
Lemma beside_pml_at_b : exists (T : finType) (p : law R T) (X Y Z : T -> 'I_3),
  [/\ secrets p X, forall x y, given p X Y x y = response (log_b R 3 1) x y,
      forall x z, given p X Z x z = response (log_b R 2 1) x z &
      veq (of_pml p X Y) (Fin (log_b R 2 1)) /\ veq (of_ldp p X Z) (Fin (log_b R 2 1))].
Proof.
apply: (beside_pml_b half_two_b (half_gt0_b R)); rewrite ?log_ge0_b ?level_lt_b //.
by rewrite half_pmin_b !exp_log_b //; field.
Qed.
Lemma beside_pmc_zero_b : exists (T : finType) (p : law R T) (X Y Z : T -> 'I_3),
  [/\ secrets p X, forall x y, given p X Y x y = response (0 : R) x y,
      forall x z, given p X Z x z = response (0 : R) x z &
      veq (of_pmc p X Y) (Fin 0) /\ veq (of_ldp p X Z) (Fin 0)].
Proof.
apply: (beside_pmc_b half_two_b (half_gt0_b R)); rewrite // expR0 half_pmax_b.
by field.
Qed.
Lemma beside_pml_zero_b : exists (T : finType) (p : law R T) (X Y Z : T -> 'I_3),
  [/\ secrets p X, forall x y, given p X Y x y = response (0 : R) x y,
      forall x z, given p X Z x z = response (0 : R) x z &
      veq (of_pml p X Y) (Fin 0) /\ veq (of_ldp p X Z) (Fin 0)].
Proof.
apply: (beside_pml_b half_two_b (half_gt0_b R)); rewrite // ?expR0 half_pmin_b.
  by rewrite mul1r ltr_pdivr_mulr ?ltr0n // mul1r ltr1n.
by field.
Qed.

(* two secrets *)
Lemma adapted_two_b : exists (T : finType) (p : law R T) (X Y Z : T -> bool),
  [/\ secrets p X, pmin p X = pmin (lopsided_law R) id /\ pmax p X = pmax (lopsided_law R) id,
      forall x y, given p X Y x y = response (log_b R 7 3) x y,
      forall x z, given p X Z x z = response (log_b R 3 1) x z &
      veq (of_pmc p X Y) (Fin (log_b R 2 1)) /\ veq (of_pml p X Z) (Fin (log_b R 2 1))].
Proof.
apply: (adapted_b lopsided_two_b (lopsided_full_b R)); rewrite ?log_ge0_b //.
- by rewrite lopsided_pmax_b !exp_log_b //; field.
- rewrite lopsided_pmin_b exp_log_b // divr1 mulrA mulr1 ltr_pdivr_mulr ?ltr0n // mul1r.
  by rewrite ltr_nat.
by rewrite lopsided_pmin_b !exp_log_b //; field.
Qed.
End Levels.

Lemma pmc_example_4_crossover_a_within : possible_within pmc_example_4_crossover_a.
Proof.
move=> R h; have [T [p [X [Y [Z [ok [m_is M_is] K L e_is]]]]]] := adapted_low_b R.
apply: (h T _ p X Y Z _ _ _ _ _ ok _ _ _ K L e_is); rewrite ?log_gt0_b ?log_ge0_b //.
by rewrite m_is M_is half_crossover_b log_lt_b.
Qed.
Lemma pmc_example_4_crossover_a_possible : possible pmc_example_4_crossover_a.
Proof. from_within pmc_example_4_crossover_a_within. Qed.

Lemma pmc_example_4_crossover_b_within : possible_within pmc_example_4_crossover_b.
Proof.
move=> R h; have [T [p [X [Y [Z [ok [m_is M_is] K L e_is]]]]]] := adapted_at_b R.
apply: (h T _ p X Y Z _ _ _ _ ok _ _ _ K L e_is); rewrite ?log_ge0_b //.
by rewrite m_is M_is half_crossover_b.
Qed.
Lemma pmc_example_4_crossover_b_possible : possible pmc_example_4_crossover_b.
Proof. from_within pmc_example_4_crossover_b_within. Qed.

Lemma pmc_example_4_crossover_c_within : possible_within pmc_example_4_crossover_c.
Proof.
move=> R h; have [T [p [X [Y [Z [ok [m_is M_is] K L e_is]]]]]] := adapted_zero_b R.
by apply: (h T _ p X Y Z _ _ _ _ ok _ _ _ K L e_is); rewrite ?expR0.
Qed.
Lemma pmc_example_4_crossover_c_possible : possible pmc_example_4_crossover_c.
Proof. from_within pmc_example_4_crossover_c_within. Qed.

Lemma pmc_example_4_utility_a_within : possible_within pmc_example_4_utility_a.
Proof.
move=> R h; have [T [p [X [Y [Z [ok [m_is M_is] K L e_is]]]]]] := adapted_low_b R.
apply: (h T _ p X Y Z _ _ _ _ _ ok _ _ _ K L e_is); rewrite ?log_gt0_b ?log_ge0_b //.
by rewrite m_is M_is half_crossover_b log_lt_b.
Qed.
Lemma pmc_example_4_utility_a_possible : possible pmc_example_4_utility_a.
Proof. from_within pmc_example_4_utility_a_within. Qed.

Lemma pmc_example_4_utility_b_within : possible_within pmc_example_4_utility_b.
Proof.
move=> R h; have [T [p [X [Y [Z [ok [m_is M_is] K L e_is]]]]]] := adapted_at_b R.
apply: (h T _ p X Y Z _ _ _ _ ok _ _ _ K L e_is); rewrite ?log_ge0_b //.
by rewrite m_is M_is half_crossover_b.
Qed.
Lemma pmc_example_4_utility_b_possible : possible pmc_example_4_utility_b.
Proof. from_within pmc_example_4_utility_b_within. Qed.

Lemma pmc_example_4_utility_c_within : possible_within pmc_example_4_utility_c.
Proof.
move=> R h; have [T [p [X [Y [Z [ok [m_is M_is] K L e_is]]]]]] := adapted_zero_b R.
by apply: (h T _ p X Y Z _ _ _ _ ok _ _ _ K L e_is); rewrite ?expR0.
Qed.
Lemma pmc_example_4_utility_c_possible : possible pmc_example_4_utility_c.
Proof. from_within pmc_example_4_utility_c_within. Qed.

Lemma pmc_example_4_crossover_d_within : possible_within pmc_example_4_crossover_d.
Proof.
move=> R h; have [T [p [X [Y [Z [ok [m_is M_is] K L e_is]]]]]] := adapted_high_b R.
apply: (h T _ p X Y Z _ _ _ _ _ ok _ _ _ K L e_is); rewrite ?log_gt0_b ?log_ge0_b //.
by rewrite m_is M_is half_crossover_b log_lt_b.
Qed.
Lemma pmc_example_4_crossover_d_possible : possible pmc_example_4_crossover_d.
Proof. from_within pmc_example_4_crossover_d_within. Qed.

Lemma pmc_example_4_skewed_a_within : possible_within pmc_example_4_skewed_a.
Proof.
move=> R h; have [T [p [X [Y [Z [ok [m_is M_is] K L e_is]]]]]] := adapted_high_b R.
apply: (h T _ p X Y Z _ _ _ _ _ ok _ _ _ K L e_is); rewrite ?log_gt0_b ?log_ge0_b //.
by rewrite m_is M_is half_crossover_b log_lt_b.
Qed.
Lemma pmc_example_4_skewed_a_possible : possible pmc_example_4_skewed_a.
Proof. from_within pmc_example_4_skewed_a_within. Qed.

Lemma pmc_example_4_skewed_b_within : possible_within pmc_example_4_skewed_b.
Proof.
move=> R h; have [T [p [X [Y [Z [ok [m_is M_is] K L e_is]]]]]] := adapted_two_b R.
apply: (h T _ p X Y Z _ _ _ _ _ ok _ _ _ K L e_is); rewrite ?log_gt0_b ?log_ge0_b //.
by rewrite m_is M_is lopsided_pmin_b lopsided_pmax_b; field.
Qed.
Lemma pmc_example_4_skewed_b_possible : possible pmc_example_4_skewed_b.
Proof. from_within pmc_example_4_skewed_b_within. Qed.

Lemma pmc_figure_1_a_within : possible_within pmc_figure_1_a.
Proof.
move=> R h; have [T [p [X [Y [Z [ok K L e_is]]]]]] := beside_pmc_at_b R.
by apply: (h T _ p X Y Z _ _ _ _ ok _ _ _ K L e_is); rewrite ?log_gt0_b ?log_ge0_b.
Qed.
Lemma pmc_figure_1_a_possible : possible pmc_figure_1_a.
Proof. from_within pmc_figure_1_a_within. Qed.

Lemma pmc_figure_1_b_within : possible_within pmc_figure_1_b.
Proof.
move=> R h; have [T [p [X [Y [Z [ok K L e_is]]]]]] := beside_pml_at_b R.
by apply: (h T _ p X Y Z _ _ _ _ ok _ _ _ K L e_is); rewrite ?log_gt0_b ?log_ge0_b.
Qed.
Lemma pmc_figure_1_b_possible : possible pmc_figure_1_b.
Proof. from_within pmc_figure_1_b_within. Qed.

Lemma pmc_figure_1_c_within : possible_within pmc_figure_1_c.
Proof.
move=> R h; have [T [p [X [Y [Z [ok K L e_is]]]]]] := beside_pmc_zero_b R.
by apply: (h T _ p X Y Z _ _ _ _ ok _ _ _ K L e_is); rewrite ?expR0.
Qed.
Lemma pmc_figure_1_c_possible : possible pmc_figure_1_c.
Proof. from_within pmc_figure_1_c_within. Qed.

Lemma pmc_figure_1_d_within : possible_within pmc_figure_1_d.
Proof.
move=> R h; have [T [p [X [Y [Z [ok K L e_is]]]]]] := beside_pml_zero_b R.
by apply: (h T _ p X Y Z _ _ _ _ ok _ _ _ K L e_is); rewrite ?expR0.
Qed.
Lemma pmc_figure_1_d_possible : possible pmc_figure_1_d.
Proof. from_within pmc_figure_1_d_within. Qed.

