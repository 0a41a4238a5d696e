(* The hypotheses of the statements of claims_response.v can be met: by a randomized response of
   three secrets of the prior (1/2, 1/4, 1/4). The lemmas `_within` say that this is so with an
   X->Y that is this response and has the levels that the statements speak of. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc exclusions claims_figure.
From pmlsym Require Import claims_named claims_response owners extremal_kernels randomized realized.
From pmlsym Require Import level_examples possible possible_within three_secrets.
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

