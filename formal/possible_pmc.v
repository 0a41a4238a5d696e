(* The hypotheses of the statements of claims_pmc.v can be met: by a fair bit that two answers tell
   with an error of 1/4, by two independent ones of these, and by small numbers. Nothing here has to
   be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs guesses products.
From pmlsym Require Import release records claims_costs averages farthest figure_two
  information stretched.
From pmlsym Require Import noisy_bits possible_costs possible.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma pmc_corollary_2_markov_repair_possible : possible pmc_corollary_2_markov_repair.
Proof.
move=> R h; exact: (h _ _ _ _ _ bit answer other true true (both_possible R true true)
  (errors_chain R)).
Qed.

Lemma pmc_remark_1_a_possible : possible pmc_remark_1_a.
Proof.
move=> R h; apply: (h _ _ (@noisy_law R) (fair R) (noisy_law R true)) => x.
by rewrite fair_gt0; apply/esym/noisy_gt0.
Qed.

Lemma pmc_remark_1_b_possible : possible pmc_remark_1_b. Proof. by move=> R. Qed.

(* ---- independent pairs ---- *)

Section Independent.
Variables (R : realType) (T : finType) (p : law R T).

(* one after the other, each by p *)
Definition twice := with_kernel p (fun=> tt) (fun _ : unit => mass_ge0 p) (fun=> mass_sum p).

Lemma twice_both (A A' : finType) (V : T -> A) (V' : T -> A') v v' :
  pr twice (both (V \o fst) (V' \o snd)) (v, v') = pr p V v * pr p V' v'.
Proof.
rewrite /pr big_distrlr /= pair_big_dep /=; apply: eq_bigl => -[t t'].
by rewrite /both xpair_eqE.
Qed.
Lemma twice_first (A : finType) (V : T -> A) v : pr twice (V \o fst) v = pr p V v.
Proof.
rewrite -(pr_sumr _ _ (id \o snd)); under eq_bigr do rewrite twice_both.
by rewrite -mulr_sumr pr_sum mulr1.
Qed.
Lemma twice_second (A : finType) (V : T -> A) v : pr twice (V \o snd) v = pr p V v.
Proof.
rewrite -(pr_suml _ (id \o fst)); under eq_bigr do rewrite twice_both.
by rewrite -mulr_suml pr_sum mul1r.
Qed.
Lemma twice_independent (A A' : finType) (V : T -> A) (V' : T -> A') :
  independent twice (V \o fst) (V' \o snd).
Proof. by move=> v v'; rewrite twice_both twice_first twice_second. Qed.

(* n times *)
Definition times n := Law (prior_ge0 (fun _ : 'I_n => p)) (prior_sum (fun _ : 'I_n => p)).
Lemma times_one n (A : finType) (V : T -> A) (i : 'I_n) v :
  pr (times n) (fun x : database T n => V (x i)) v = pr p V v.
Proof.
rewrite /pr (partition_big (fun x : database T n => x i) (fun t => V t == v)) //=.
apply: eq_bigr => t /eqP e; rewrite -(marginal (fun _ : 'I_n => p) i t); apply: eq_bigl => x.
by case: (x i =P t) => [->|]; rewrite ?e ?eqxx ?andbF.
Qed.
Lemma times_all n (A : finType) (V : 'I_n -> T -> A) (v : 'I_n -> A) :
  \sum_(x : database T n | [forall i, V i (x i) == v i]) times n x = \prod_i pr p (V i) (v i).
Proof.
rewrite /pr bigA_distr_big_dep /=; apply: eq_bigl => x.
by apply/forallP/familyP => h i; have := h i; rewrite unfold_in.
Qed.
End Independent.

Lemma pmc_lemma_1_iii_a_possible : possible pmc_lemma_1_iii_a.
Proof.
move=> R h; pose p := errors R.
apply: (h _ (twice p) _ _ _ _ (bit \o fst) (answer \o fst) (bit \o snd) (answer \o snd) true true).
- exact: (twice_independent p (both bit answer) (both bit answer)).
- by rewrite twice_first errors_possible.
- by rewrite twice_second errors_possible.
Qed.

Lemma pmc_lemma_1_iii_b_possible : possible pmc_lemma_1_iii_b.
Proof.
move=> R h; pose T := [finType of (bool * bool * bool)%type]; pose p : law R T := errors R.
pose X (i : 'I_2) (t : database T 2) : bool := bit (t i).
pose Y (i : 'I_2) (t : database T 2) : bool := answer (t i).
apply: (h _ (times p 2) _ _ 2%N X Y [ffun=> true] isT) => [x y|i]; last first.
  by rewrite (times_one p answer i) ffunE errors_possible.
rewrite [RHS](eq_bigr (fun i => pr p (both bit answer) (x i, y i))) => [|i _]; last first.
  exact: (times_one p (both bit answer) i).
rewrite -(times_all p (fun _ => both bit answer) (fun i => (x i, y i))).
apply: eq_bigl => t; rewrite /both xpair_eqE; apply/andP/forallP => [[/eqP ex /eqP ey] i|e].
  by rewrite -ex -ey !ffunE eqxx.
by split; apply/eqP/ffunP => i; have /eqP[ex ey] := e i; rewrite ffunE.
Qed.

(* ---- costs and guesses ---- *)

Lemma pmc_theorem_3_a_possible : possible pmc_theorem_3_a.
Proof.
move=> R h; exact: (h _ _ _ _ _ bit answer other true true two_secrets
  (errors_channel R true) (errors_chain R)).
Qed.

Lemma pmc_theorem_3_b_possible : possible pmc_theorem_3_b.
Proof.
move=> R h; exact: (h _ _ _ _ _ bit answer true (@wrong R _) true two_secrets
  (errors_channel R true) (@wrong_ge0 R _)).
Qed.

Lemma pmc_guesswork_a_possible : possible pmc_guesswork_a.
Proof.
by move=> R h; exact: (h _ _ _ _ _ bit answer other true (errors_channel R true) (errors_chain R)).
Qed.

Lemma pmc_guesswork_b_possible : possible pmc_guesswork_b.
Proof.
move=> R h; have [x' [_ least]] := least_lift_exists bit (errors_possible R true).
by apply: (h _ _ _ _ bit answer true x' 1 (errors_channel R true) _ ltr01) => x;
  apply/least/errors_bit.
Qed.

Lemma pmc_guesswork_leakage_gap_a_possible : possible pmc_guesswork_leakage_gap_a.
Proof.
move=> R h; exact: (h _ _ _ _ _ bit answer other two_secrets (errors_bit R) (errors_chain R)).
Qed.

Lemma pmc_guesswork_leakage_gap_b_possible : possible pmc_guesswork_leakage_gap_b.
Proof. by move=> R. Qed.

(* ---- levels that a mechanism has ---- *)

Lemma worst_pml R :
  vle (worst (errors R) answer (pml (errors R) bit answer)) (Fin (ln (3%:R / 2%:R))).
Proof. by apply/veq_vle/errors_worst => // y; apply: errors_pml. Qed.
Lemma worst_ldp R : vle (worst (errors R) answer (ldp (errors R) bit answer)) (Fin (ln 3%:R)).
Proof. by apply/veq_vle/errors_worst => // y; apply: errors_ldp. Qed.

Lemma pmc_zero_pairs_a_possible : possible pmc_zero_pairs_a.
Proof.
by move=> R h; exact: (h _ _ _ _ bit answer _ (errors_bit R) (log32_ge0 R) (worst_pml R)).
Qed.

Lemma pmc_zero_pairs_b_possible : possible pmc_zero_pairs_b.
Proof.
move=> R h; apply: (h _ _ _ _ bit answer _ (errors_bit R) (log32_ge0 R) (worst_pml R)).
rewrite errors_pmin lnK ?posrE ?divr_gt0 ?ltr0n //.
have -> : 3%:R / 2%:R * (1 - 2%:R^-1) = 3%:R / 4%:R :> R by field.
by rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr_nat.
Qed.

Lemma pmc_zero_pairs_c_possible : possible pmc_zero_pairs_c.
Proof.
move=> R h; exact: (h _ (noisy_law R true) _ two_secrets (@noisy_gt0 R true) (lexx _)).
Qed.

Lemma pmc_conclusion_lip_utility_d_possible : possible pmc_conclusion_lip_utility_d.
Proof.
move=> R h; exact: (h _ _ _ _ bit answer _ two_secrets (errors_bit R) (log3_ge0 R) (worst_ldp R)).
Qed.

(* the mutual information of the bit and the answer is log(27/16)/4 *)
Lemma errors_information R : 0 < mutual_information (errors R) bit answer.
Proof.
rewrite /mutual_information !big_bool /= !errors_lift /= !bit_answer /noisy /=.
rewrite lnV ?posrE ?ltr0n // ln_div ?posrE ?ltr0n //.
have e (a b : R) : 2%:R^-1 * (3%:R / 4%:R) * (a - b) + 2%:R^-1 * (1 / 4%:R) * - b +
    (2%:R^-1 * (1 / 4%:R) * - b + 2%:R^-1 * (3%:R / 4%:R) * (a - b)) =
    (3%:R * a - 4%:R * b) / 4%:R by field.
rewrite {}e.
rewrite divr_gt0 ?ltr0n // subr_gt0 -ltr_expR !expR_mulnat !lnK ?posrE ?ltr0n //.
by rewrite -!natrX ltr_nat.
Qed.

Lemma pmc_conclusion_lip_utility_e_possible : possible pmc_conclusion_lip_utility_e.
Proof.
move=> R h; have [[S [q [X' [Y' s]]]] _] := pmc_conclusion_lip_utility_d_holds two_secrets
  (errors_bit R) (log3_ge0 R) (worst_ldp R).
exact: (h _ _ _ _ bit answer _ two_secrets (errors_bit R) (log3_ge0 R) (worst_ldp R)
  (errors_information R) _ _ _ _ s).
Qed.

(* ---- numbers ---- *)

Lemma pmc_eq_21_repair_possible : possible pmc_eq_21_repair.
Proof. by move=> R h; exact: (h 1 1 1 ler01 ltr01 ltr01). Qed.

Lemma pmc_footnote_5_repair_possible : possible pmc_footnote_5_repair.
Proof.
move=> R h; apply: (h (fair R) (ln (3%:R / 2%:R)) _ (log32_ge0 R)) => //.
rewrite ltr_ln ?posrE ?divr_gt0 ?ltr0n // ltr_pdivr_mulr ?ltr0n //.
by rewrite -natrM ltr_nat.
Qed.

(* three secrets of probabilities 1/2, 1/4 and 1/4 *)
Lemma pmc_improvable_d_possible : possible pmc_improvable_d.
Proof.
move=> R h; have three : (2 < #|[finType of 'I_3]|)%N by rewrite card_ord.
have half_le x : 1 / 4%:R <= halves R x.
  rewrite /halves; case: ifP => // _; rewrite !div1r lef_pinv ?posrE ?ltr0n //.
  by rewrite ler_nat.
have least : pmin (halves_law R) id = 1 / 4%:R.
  apply/le_anti/andP; split.
    by have := pmin_le (halves_law R) id ord_max; rewrite pr_id.
  apply/bigmin_geP; split=> [|x _]; last by rewrite pr_id half_le.
  by rewrite ler_pdivr_mulr ?ltr0n // mul1r ler1n.
by apply: (h _ (halves_law R) 1 1 (Ordinal (isT : (1 < 3)%N)) ord_max three (@halves_gt0 R));
  rewrite ?least ?ler01.
Qed.
