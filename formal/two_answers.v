(* A mechanism of two answers for every prior: a rarest secret has one lift, and all others have
   another. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs guesses exclusions.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Figure.
Variables (R : realType) (A : finType) (P : law R A) (a : A).
Hypotheses (two : (1 < #|A|)%N) (full : forall x, 0 < P x) (Pa : P a = pmin P id).
Local Notation m := (pmin P id).

Lemma least_gt0 : 0 < m. Proof. by rewrite -Pa. Qed.
Lemma least_half : m + m <= 1.
Proof.
have full' x : 0 < pr P id x by rewrite pr_id.
by have := pmin_card full' two; rewrite mulr_natl mulr2n.
Qed.
Lemma least_lt1 : 0 < 1 - m.
Proof. by rewrite subr_gt0; apply: lt_le_trans least_half; rewrite ltr_addl least_gt0. Qed.
Let m0 := least_gt0.
Let n0 := least_lt1.
Let mn : m <= 1 - m. Proof. by rewrite ler_subr_addr least_half. Qed.

(* ---- the rarest secret a has one lift at an answer, and all others have another ---- *)

Section Answers.
Variable w : R.
Hypotheses (w0 : 0 <= w) (w1 : (1 - m) * w <= 1).

Definition one_lift x (answer : bool) : R :=
  if answer then (if x == a then (1 - (1 - m) * w) / m else w)
  else (if x == a then w else (1 - m * w) / (1 - m)).
Definition chance (answer : bool) : R := if answer then m else 1 - m.

Lemma w2 : m * w <= 1.
Proof. by apply: le_trans w1; rewrite ler_wpmul2r. Qed.

Lemma chance_gt0 answer : 0 < chance answer. Proof. by case: answer. Qed.

Lemma one_lift_ge0 x answer : 0 <= one_lift x answer.
Proof.
case: answer => /=; case: (x == a) => //.
  by rewrite divr_ge0 ?(ltW m0) // subr_ge0.
by rewrite divr_ge0 ?(ltW n0) // subr_ge0 w2.
Qed.

(* the likelihoods *)
Lemma row_ge0 x answer : 0 <= chance answer * one_lift x answer.
Proof. by rewrite mulr_ge0 ?one_lift_ge0 // ltW // chance_gt0. Qed.

Lemma row_sum x : \sum_answer chance answer * one_lift x answer = 1.
Proof. by rewrite big_bool /=; case: (x == a); field; rewrite gt_eqF. Qed.

Definition answers_law := with_kernel P id row_ge0 row_sum.
Let at_answer := @with_kernel_at _ _ P _ _ id _ row_ge0 row_sum.

Lemma answers_secret x : pr answers_law fst x = P x.
Proof. by rewrite -(pr_id P x); exact: (larger_pr row_sum at_answer id). Qed.

Lemma answers_full x : 0 < pr answers_law fst x. Proof. by rewrite answers_secret. Qed.

Lemma answers_joint x answer :
  pr answers_law (both fst snd) (x, answer) = P x * (chance answer * one_lift x answer).
Proof. by rewrite pr_bothC -(pr_id P x); exact: (larger_secret at_answer). Qed.

Lemma answers_outcome answer : pr answers_law snd answer = chance answer.
Proof.
rewrite -(pr_suml _ fst); under eq_bigr do rewrite answers_joint mulrCA.
rewrite -mulr_sumr; set s := \sum_x _; suff -> : s = 1 by rewrite mulr1.
have rest : \sum_(x | x != a) P x = 1 - m.
  by rewrite -(mass_sum P) [in RHS](bigD1 a) //= Pa addrAC subrr add0r.
pose k := if answer then w else (1 - m * w) / (1 - m).
have -> : s = m * one_lift a answer + (1 - m) * k.
  rewrite /s (bigD1 a) //= Pa -rest mulr_suml; congr (_ + _); apply: eq_bigr => x xa.
  by rewrite /one_lift (negbTE xa) /k; case: (answer).
by rewrite /one_lift eqxx /k; case: (answer); field; rewrite gt_eqF.
Qed.

Lemma answers_possible answer : 0 < pr answers_law snd answer.
Proof. by rewrite answers_outcome chance_gt0. Qed.

Lemma answers_lift x answer : lift answers_law fst snd x answer = one_lift x answer.
Proof.
rewrite /lift answers_joint answers_secret answers_outcome.
by field; rewrite !gt_eqF ?chance_gt0.
Qed.

(* w is the largest lift, or the least one *)
Lemma one_lift_le x answer : 1 <= w -> one_lift x answer <= w.
Proof.
move=> h; case: answer => /=; case: (x == a) => //.
  rewrite ler_pdivr_mulr // ler_subl_addr.
  by have -> : w * m + (1 - m) * w = w by ring.
rewrite ler_pdivr_mulr // ler_subl_addr.
by have -> : w * (1 - m) + m * w = w by ring.
Qed.

Lemma one_lift_ge x answer : w <= 1 -> w <= one_lift x answer.
Proof.
move=> h; case: answer => /=; case: (x == a) => //.
  rewrite ler_pdivl_mulr // ler_subr_addr.
  by have -> : w * m + (1 - m) * w = w by ring.
rewrite ler_pdivl_mulr // ler_subr_addr.
by have -> : w * (1 - m) + m * w = w by ring.
Qed.
End Answers.
End Figure.
