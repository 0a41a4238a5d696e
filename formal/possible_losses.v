(* The hypotheses of the statements of claims_losses.v can be met: by alpha = 2 and laws of a bit.
   Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law claims_pmc payoffs guesses claims_losses.
From pmlsym Require Import noisy_bits possible_costs possible.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma pmc_example_3_interpolation_possible : possible pmc_example_3_interpolation.
Proof.
move=> R h; apply: (h 2%:R 2%:R^-1); first by rewrite ltr1n.
  by rewrite invr_ge0 ler0n.
by rewrite invf_le1 ?ltr0n // ler1n.
Qed.

Lemma order_two (R : realType) : order (Some (2%:R : R)). Proof. exact: ler1n. Qed.

Lemma pmc_example_3_codomain_repair_possible : possible pmc_example_3_codomain_repair.
Proof. by move=> R h; exact: (h _ (fair R) _ (order_two R)). Qed.

Lemma pmc_example_3_possible : possible pmc_example_3.
Proof.
by move=> R h; exact: (h _ (fair R) (noisy_law R true) _ (fair_gt0 R) (order_two R)).
Qed.
