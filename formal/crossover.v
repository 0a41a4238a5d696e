(* Randomized responses of one PMC and of one PML: which parameter is larger. Proofs of
   claims_response.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs exclusions.
From pmlsym Require Import claims_figure figure_two claims_named claims_response owners.
From pmlsym Require Import extremal_kernels two_likelihoods randomized.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Crossover.
Variables (R : realType) (T A : finType) (p : law R T) (X Y Z : T -> A) (e r s : R).
Hypothesis ok : secrets p X.
Hypotheses (r0 : 0 <= r) (s0 : 0 <= s).
Hypothesis KY : forall x y, given p X Y x y = @response R A r x y.
Hypothesis KZ : forall x y, given p X Z x y = @response R A s x y.
Local Notation M := (pmax p X).
Local Notation m := (pmin p X).
Local Notation U := (expR e).
Local Notation w := (1 - m * U).
Hypotheses (Ye : veq (of_pmc p X Y) (Fin e)) (Ze : veq (of_pml p X Z) (Fin e)).
Let m0 : 0 < m := rarest_gt0 ok.
Let M0 : 0 < M. Proof. by have /andP[] := likeliest_lt1 ok. Qed.
Let M1 : M < 1. Proof. by have /andP[] := likeliest_lt1 ok. Qed.
Let eY : M * (expR r - 1) = U - 1. Proof. exact/(at_pmc_level ok r0 KY). Qed.
Let wZ : 0 < w. Proof. by have /(at_pml_level ok s0 KZ)[] := Ze. Qed.
Let eZ : w * (expR s - 1) = U - 1. Proof. by have /(at_pml_level ok s0 KZ)[] := Ze. Qed.
Let ratio0 : 0 < (1 - M) / m. Proof. by rewrite divr_gt0 // subr_gt0. Qed.

Lemma below_crossover : e < ln ((1 - M) / m) -> M < w.
Proof.
rewrite -ltr_expR lnK ?posrE // ltr_pdivl_mulr // => h.
by rewrite ltr_subr_addr addrC -ltr_subr_addr mulrC.
Qed.
Lemma above_crossover : ln ((1 - M) / m) < e -> w < M.
Proof.
rewrite -ltr_expR lnK ?posrE // ltr_pdivr_mulr // => h.
by rewrite ltr_subl_addr addrC -ltr_subl_addr mulrC.
Qed.
Lemma at_crossover : e = ln ((1 - M) / m) -> w = M.
Proof.
by move=> ->; rewrite lnK ?posrE // mulrCA divff ?gt_eqF // mulr1 opprB addrC subrK.
Qed.

Let U1 : 0 < e -> 0 < U - 1.
Proof. by move=> h; rewrite subr_gt0 -(@expR0 R) ltr_expR. Qed.

Lemma pmc_larger : 0 < e -> e < ln ((1 - M) / m) -> s < r.
Proof.
move=> /U1 pos /below_crossover h; rewrite -ltr_expR -(ltr_add2r (- 1)).
rewrite -(ltr_pmul2l M0) eY -eZ ltr_pmul2r // -(pmulr_rgt0 _ wZ) eZ.
by [].
Qed.
Lemma pml_larger : 0 < e -> ln ((1 - M) / m) < e -> r < s.
Proof.
move=> /U1 pos /above_crossover h; rewrite -ltr_expR -(ltr_add2r (- 1)).
rewrite -(ltr_pmul2l wZ) eZ -eY ltr_pmul2r // -(pmulr_rgt0 _ M0) eY.
by [].
Qed.
Lemma same_parameter : e = ln ((1 - M) / m) -> r = s.
Proof.
move=> /at_crossover h; apply: expR_inj; apply: (addIr (- 1)); apply: (mulfI (lt0r_neq0 M0)).
by rewrite eY -eZ h.
Qed.
Lemma same_at_0 : U = 1 -> r = s.
Proof.
move=> h; apply: expR_inj; apply: (addIr (- 1)).
have -> : expR r - 1 = 0 by apply: (mulfI (lt0r_neq0 M0)); rewrite eY h subrr mulr0.
by apply: (mulfI (lt0r_neq0 wZ)); rewrite eZ h subrr mulr0.
Qed.
End Crossover.

Theorem pmc_example_4_crossover_a_holds : pmc_example_4_crossover_a.
Proof.
move=> R T A p X Y Z e r s e0 h ok _ r0 s0.
split=> [|KY]; first exact (response_mechanism r ok).
split=> [|KZ]; first exact (response_mechanism s ok).
by case=> Ye Ze; apply: (pmc_larger ok r0 s0 KY KZ Ye Ze).
Qed.

Theorem pmc_example_4_crossover_b_holds : pmc_example_4_crossover_b.
Proof.
move=> R T A p X Y Z e r s h ok _ r0 s0.
split=> [|KY]; first exact (response_mechanism r ok).
split=> [|KZ]; first exact (response_mechanism s ok).
by case=> Ye Ze; apply: (same_parameter ok r0 s0 KY KZ Ye Ze).
Qed.

Theorem pmc_example_4_crossover_c_holds : pmc_example_4_crossover_c.
Proof.
move=> R T A p X Y Z e r s h ok _ r0 s0.
split=> [|KY]; first exact (response_mechanism r ok).
split=> [|KZ]; first exact (response_mechanism s ok).
by case=> Ye Ze; apply: (same_at_0 ok r0 s0 KY KZ Ye Ze).
Qed.

Theorem pmc_example_4_crossover_d_holds : pmc_example_4_crossover_d.
Proof.
move=> R T A p X Y Z e r s e0 h ok _ r0 s0.
split=> [|KY]; first exact (response_mechanism r ok).
split=> [|KZ]; first exact (response_mechanism s ok).
by case=> Ye Ze; apply: (pml_larger ok r0 s0 KY KZ Ye Ze).
Qed.
