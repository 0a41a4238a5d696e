(* Three secrets, of probabilities 1/2, 1/4 and 1/4, and two, of probabilities 3/4 and 1/4, with any
   two mechanisms of them: witnesses that hypotheses can be met. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc exclusions claims_figure.
From pmlsym Require Import claims_named owners extremal_kernels randomized realized level_examples.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- numbers ---- *)

Lemma fraction_lt_b (R : realType) (a b c d : nat) : (0 < b)%N -> (0 < d)%N ->
  (a%:R / b%:R < c%:R / d%:R :> R) = (a * d < c * b)%N.
Proof.
move=> b0 d0; rewrite ltr_pdivr_mulr ?ltr0n // mulrAC ltr_pdivl_mulr ?ltr0n //.
by rewrite -!natrM ltr_nat.
Qed.
Lemma fraction_le_b (R : realType) (a b c d : nat) : (0 < b)%N -> (0 < d)%N ->
  (a%:R / b%:R <= c%:R / d%:R :> R) = (a * d <= c * b)%N.
Proof. by move=> b0 d0; rewrite !leNgt fraction_lt_b // -leqNgt. Qed.
Lemma fraction_gt0_b (R : realType) (a b : nat) : (0 < a)%N -> (0 < b)%N -> 0 < a%:R / b%:R :> R.
Proof. by move=> a0 b0; rewrite divr_gt0 ?ltr0n. Qed.

(* the logarithm of a/b *)
Definition log_b (R : realType) (a b : nat) : R := ln (a%:R / b%:R).
Lemma exp_log_b (R : realType) (a b : nat) : (0 < a)%N -> (0 < b)%N ->
  expR (log_b R a b) = a%:R / b%:R.
Proof. by move=> a0 b0; rewrite lnK // posrE fraction_gt0_b. Qed.
Lemma log_lt_b (R : realType) (a b c d : nat) : (0 < a)%N -> (0 < b)%N -> (0 < c)%N -> (0 < d)%N ->
  (log_b R a b < log_b R c d) = (a * d < c * b)%N.
Proof. by move=> a0 b0 c0 d0; rewrite ltr_ln ?posrE ?fraction_gt0_b // fraction_lt_b. Qed.
Lemma log_le_b (R : realType) (a b c d : nat) : (0 < a)%N -> (0 < b)%N -> (0 < c)%N -> (0 < d)%N ->
  (log_b R a b <= log_b R c d) = (a * d <= c * b)%N.
Proof. by move=> a0 b0 c0 d0; rewrite ler_ln ?posrE ?fraction_gt0_b // fraction_le_b. Qed.
Lemma log_gt0_b (R : realType) (a b : nat) : (0 < b)%N -> (b < a)%N -> 0 < log_b R a b.
Proof.
move=> b0 ab; rewrite ln_gt0 // ltr_pdivl_mulr ?ltr0n // mul1r ltr_nat //.
Qed.
Lemma log_ge0_b (R : realType) (a b : nat) : (0 < b)%N -> (b < a)%N -> 0 <= log_b R a b.
Proof. by move=> b0 ab; rewrite ltW // log_gt0_b. Qed.

(* ---- the priors ---- *)

(* the rarer one of two secrets is `true` *)
Definition lopsided (R : realType) (a : bool) : R := if a then 1 / 4%:R else 3%:R / 4%:R.
Lemma lopsided_gt0 (R : realType) a : 0 < lopsided R a.
Proof. by rewrite /lopsided; case: a; rewrite divr_gt0 ?ltr0n ?ltr01. Qed.
Lemma lopsided_sum (R : realType) : \sum_a lopsided R a = 1.
Proof. by rewrite big_bool /= /lopsided; field. Qed.
Definition lopsided_law (R : realType) : law R [finType of bool] :=
  Law (fun a => ltW (lopsided_gt0 R a)) (lopsided_sum R).

(* equally likely ones *)
Definition even_b (R : realType) (k : nat) (j : 'I_k.+1) : R := 1 / k.+1%:R.
Lemma even_ge0_b (R : realType) (k : nat) j : 0 <= @even_b R k j.
Proof. by rewrite divr_ge0 ?ler01 ?ler0n. Qed.
Lemma even_sum_b (R : realType) (k : nat) : \sum_j @even_b R k j = 1.
Proof. by rewrite sumr_const card_ord -[LHS]mulr_natl mulrCA divff ?mulr1 // pnatr_eq0. Qed.
Definition even_law_b (R : realType) (k : nat) : law R [finType of 'I_k.+1] :=
  Law (@even_ge0_b R k) (@even_sum_b R k).
Lemma even_uniform_b (R : realType) (k : nat) : uniform (even_law_b R k) id.
Proof. by move=> x x'; rewrite !pr_id. Qed.

Section Witness.
Variables (R : realType) (A : finType) (P : law R A).
Hypotheses (two : (1 < #|A|)%N) (full : forall x, 0 < P x).

Lemma prior_secrets_b : secrets P id.
Proof. by split=> // x; rewrite pr_id. Qed.

Lemma realized_b (B C : finType) (K : A -> B -> R) (L : A -> C -> R) :
  mechanism K -> mechanism L ->
  exists (T : finType) (p : law R T) (X : T -> A) (Y : T -> B) (Z : T -> C),
  [/\ secrets p X, forall x, pr p X x = P x, forall x y, given p X Y x y = K x y &
      forall x z, given p X Z x z = L x z].
Proof.
move=> okK okL; have [T [p [X [Y [Z [pX eK eL]]]]]] := realized full okK okL.
by exists T, p, X, Y, Z; split=> //; split=> // x; rewrite pX.
Qed.

(* two randomized responses *)
Lemma responses_b (r s : R) : exists (T : finType) (p : law R T) (X Y Z : T -> A),
  [/\ secrets p X, forall x, pr p X x = P x,
      forall x y, given p X Y x y = response r x y &
      forall x z, given p X Z x z = response s x z].
Proof. by apply: realized_b; exact (response_mechanism _ prior_secrets_b). Qed.

Lemma extremal_of_b (T : finType) (p : law R T) (X : T -> A) u x y :
  (forall x, pr p X x = P x) -> extremal P u x y = extremal (pr p X) u x y.
Proof. by move=> pX; rewrite /extremal !pX. Qed.

Lemma pmin_of_b (T : finType) (p : law R T) (X : T -> A) :
  (forall x, pr p X x = P x) -> pmin p X = pmin P id.
Proof. by move=> pX; apply: eq_bigr => x _; rewrite pX pr_id. Qed.
Lemma pmax_of_b (T : finType) (p : law R T) (X : T -> A) :
  (forall x, pr p X x = P x) -> pmax p X = pmax P id.
Proof. by move=> pX; apply: eq_bigr => x _; rewrite pX pr_id. Qed.

(* the extremal mechanism *)
Lemma extremes_b (u : R) : u <= ln (1 / (1 - pmin P id)) ->
  exists (T : finType) (p : law R T) (X Y : T -> A),
  [/\ secrets p X, forall x, pr p X x = P x &
      forall x y, given p X Y x y = extremal (pr p X) u x y].
Proof.
move=> h; have ok := prior_secrets_b.
have K : mechanism (extremal P u).
  have [a b] : mechanism (extremal (pr P id) u).
    by apply: (extremal_is_mechanism ok); exact: (up_to_limit ok).
  split=> x => [y|]; first by have := a x y; rewrite /extremal !pr_id.
  by rewrite -[RHS](b x); apply: eq_bigr => y _; rewrite /extremal !pr_id.
have [T [p [X [Y [_ [okX pX eK _]]]]]] := realized_b K K.
by exists T, p, X, Y; split=> // x y; rewrite eK; apply: extremal_of_b.
Qed.
End Witness.

Lemma half_pmin_b (R : realType) : pmin (one_half_law R) id = 1 / 4%:R.
Proof.
apply/le_anti/andP; split.
  by apply: le_trans (pmin_le _ id ord_max) _; rewrite pr_id.
apply/bigmin_geP; split=> [|x _]; first by rewrite ler_pdivr_mulr ?ltr0n // mul1r ler1n.
rewrite pr_id /= /one_half; case: ifP => // _.
by rewrite -[1]/(1%:R) fraction_le_b.
Qed.
Lemma half_pmax_b (R : realType) : pmax (one_half_law R) id = 1 / 2%:R.
Proof.
apply/le_anti/andP; split; last by apply: le_trans (pmax_ge _ id ord0); rewrite pr_id.
apply/bigmax_leP; split=> [|x _]; first by rewrite divr_ge0 ?ler0n ?ler01.
rewrite pr_id /= /one_half; case: ifP => // _.
by rewrite -[1]/(1%:R) fraction_le_b.
Qed.
Lemma half_rest_b (R : realType) : 1 - pmin (one_half_law R) id = 3%:R / 4%:R.
Proof. by rewrite half_pmin_b; field. Qed.
Lemma half_limit_b (R : realType) : ln (1 / (1 - pmin (one_half_law R) id)) = log_b R 4 3.
Proof. by rewrite half_rest_b /log_b; congr ln; field. Qed.
Lemma half_crossover_b (R : realType) :
  ln ((1 - pmax (one_half_law R) id) / pmin (one_half_law R) id) = log_b R 2 1.
Proof. by rewrite half_pmin_b half_pmax_b /log_b; congr ln; field. Qed.
Lemma half_two_b : (1 < #|[finType of 'I_3]|)%N. Proof. by rewrite card_ord. Qed.
Lemma half_gt0_b (R : realType) x : 0 < one_half_law R x. Proof. exact: one_half_gt0. Qed.

Lemma lopsided_pmin_b (R : realType) : pmin (lopsided_law R) id = 1 / 4%:R.
Proof.
apply/le_anti/andP; split; first by apply: le_trans (pmin_le _ id true) _; rewrite pr_id.
apply/bigmin_geP; split=> [|x _]; first by rewrite ler_pdivr_mulr ?ltr0n // mul1r ler1n.
by rewrite pr_id /= /lopsided -[1]/(1%:R); case: x; rewrite fraction_le_b.
Qed.
Lemma lopsided_pmax_b (R : realType) : pmax (lopsided_law R) id = 3%:R / 4%:R.
Proof.
apply/le_anti/andP; split; last by apply: le_trans (pmax_ge _ id false); rewrite pr_id.
apply/bigmax_leP; split=> [|x _]; first by rewrite divr_ge0 ?ler0n.
by rewrite pr_id /= /lopsided -[1]/(1%:R); case: x; rewrite fraction_le_b.
Qed.
Lemma lopsided_full_b (R : realType) x : 0 < lopsided_law R x. Proof. exact: lopsided_gt0. Qed.
Lemma lopsided_two_b : (1 < #|[finType of bool]|)%N. Proof. by rewrite card_bool. Qed.
