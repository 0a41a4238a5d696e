(* The hypotheses of the statements of claims_choices.v can be met: by a fair bit that two answers
   tell with an error of 1/4. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law claims_pmc payoffs guesses claims_costs claims_choices.
From pmlsym Require Import noisy_bits possible_costs possible.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* one answer is the secret, the bit is the outcome, and the other answer is the choice *)
Lemma pmc_lemma_2_random_possible : possible pmc_lemma_2_random.
Proof.
move=> R h.
apply: (h _ _ _ _ _ other bit answer (@wrong R _) true true _ (errors_chain R) (@wrong_ge0 R _)).
by split; [apply: (other_possible R) | apply: errors_bit].
Qed.

Lemma pmc_theorem_4_costs_possible : possible pmc_theorem_4_costs.
Proof.
move=> R h; exact: (h _ _ _ _ _ bit answer true (@wrong R _) true two_secrets
  (errors_channel R true) (@wrong_ge0 R _)).
Qed.

Lemma pmc_theorem_4_one_possible : possible pmc_theorem_4_one.
Proof.
move=> R h; have [x least] := least_lift_exists bit (errors_possible R true).
exact: (h _ _ _ _ bit answer true x two_secrets (errors_channel R true) least).
Qed.
