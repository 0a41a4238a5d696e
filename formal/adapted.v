(* Which of the randomized responses at one level of PMC, PML or LDP has more mutual information.
   Proofs of claims_response.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs exclusions.
From pmlsym Require Import claims_figure figure_two claims_named claims_response owners.
From pmlsym Require Import extremal_kernels two_likelihoods randomized crossover information.
From pmlsym Require Import more_told.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem pmc_example_4_utility_a_holds : pmc_example_4_utility_a.
Proof.
move=> R T A p X Y Z e r s e0 h ok _ r0 s0.
split=> [|KY]; first exact (response_mechanism r ok).
split=> [|KZ]; first exact (response_mechanism s ok).
by case=> Ye Ze; apply: (more_told ok s0 (pmc_larger ok r0 s0 KY KZ Ye Ze e0 h)).
Qed.

Theorem pmc_example_4_utility_b_holds : pmc_example_4_utility_b.
Proof.
move=> R T A p X Y Z e r s h ok _ r0 s0.
split=> [|KY]; first exact (response_mechanism r ok).
split=> [|KZ]; first exact (response_mechanism s ok).
case=> Ye Ze; have eq := same_parameter ok r0 s0 KY KZ Ye Ze h; rewrite -eq in KZ.
exact: (same_told ok r0).
Qed.

Theorem pmc_example_4_utility_c_holds : pmc_example_4_utility_c.
Proof.
move=> R T A p X Y Z e r s h ok _ r0 s0.
split=> [|KY]; first exact (response_mechanism r ok).
split=> [|KZ]; first exact (response_mechanism s ok).
case=> Ye Ze; have eq := same_at_0 ok r0 s0 KY KZ Ye Ze h; rewrite -eq in KZ.
exact: (same_told ok r0).
Qed.

Theorem pmc_example_4_skewed_a_holds : pmc_example_4_skewed_a.
Proof.
move=> R T A p X Y Z e r s e0 h ok _ r0 s0.
split=> [|KY]; first exact (response_mechanism r ok).
split=> [|KZ]; first exact (response_mechanism s ok).
by case=> Ye Ze; apply: (more_told ok r0 (pml_larger ok r0 s0 KY KZ Ye Ze e0 h)).
Qed.

Theorem pmc_example_4_skewed_b_holds : pmc_example_4_skewed_b.
Proof.
move=> R T A p X Y Z e r s e0 h ok; apply: pmc_example_4_skewed_a_holds (e0) _ (ok).
have m0 := rarest_gt0 ok.
have -> : 1 - pmax p X = pmin p X by rewrite -h addrK.
by rewrite divff ?gt_eqF // ln1.
Qed.

(* ---- beside LDP ---- *)

Section Beside.
Variables (R : realType) (T A : finType) (p : law R T) (X Y Z : T -> A) (e r d : R).
Hypotheses (ok : secrets p X) (r0 : 0 <= r) (d0 : 0 <= d).
Hypothesis KY : forall x y, given p X Y x y = @response R A r x y.
Hypothesis KZ : forall x y, given p X Z x y = @response R A d x y.
Hypothesis Ze : veq (of_ldp p X Z) (Fin e).

Lemma ldp_parameter : d = e.
Proof. by apply: expR_inj; apply/(at_ldp ok d0 KZ). Qed.

(* c is p_max at a level of PMC, and 1 - p_min e^eps at a level of PML *)
Variable c : R.
Hypotheses (c0 : 0 < c) (c1 : c < 1) (level : c * (expR r - 1) = expR e - 1).

Lemma more_than_ldp : 0 < e -> mutual_information p X Z < mutual_information p X Y.
Proof.
move=> e0; apply: (more_told ok d0 _ KY KZ); rewrite ldp_parameter -ltr_expR.
have r1 : 0 < expR r - 1.
  by rewrite -(pmulr_rgt0 _ c0) level subr_gt0 expR_gt1.
rewrite -subr_gt0; have -> : expR r - expR e = (1 - c) * (expR r - 1).
  by rewrite mulrBl mul1r level; ring.
by rewrite mulr_gt0 // subr_gt0.
Qed.

Lemma as_with_ldp : expR e = 1 -> mutual_information p X Y = mutual_information p X Z.
Proof.
move=> h; have eq : d = r.
  apply: expR_inj; rewrite ldp_parameter h; apply/esym/eqP; rewrite -subr_eq0; apply/eqP.
  by apply: (mulfI (lt0r_neq0 c0)); rewrite level h subrr mulr0.
by have := KZ; rewrite eq => K; apply: (same_told ok r0 KY K).
Qed.
End Beside.

Section Levels.
Variables (R : realType) (T A : finType) (p : law R T) (X Y : T -> A) (e r : R).
Hypotheses (ok : secrets p X) (r0 : 0 <= r).
Hypothesis KY : forall x y, given p X Y x y = @response R A r x y.

Lemma pml_level : veq (of_pml p X Y) (Fin e) -> let c := 1 - pmin p X * expR e in
  [/\ 0 < c, c < 1 & c * (expR r - 1) = expR e - 1].
Proof.
move=> /(at_pml_level ok r0 KY) [c0 h]; split=> //.
by rewrite ltr_subl_addr ltr_addl mulr_gt0 ?expR_gt0 // (rarest_gt0 ok).
Qed.
End Levels.

Theorem pmc_figure_1_a_holds : pmc_figure_1_a.
Proof.
move=> R T A p X Y Z e r d e0 ok _ r0 d0; have /andP[M0 M1] := likeliest_lt1 ok.
split=> [|KY]; first exact (response_mechanism r ok).
split=> [|KZ]; first exact (response_mechanism d ok).
case=> /(at_pmc_level ok r0 KY) h Ze.
exact (more_than_ldp ok d0 KY KZ Ze M0 M1 h e0).
Qed.

Theorem pmc_figure_1_b_holds : pmc_figure_1_b.
Proof.
move=> R T A p X Y Z e s d e0 ok _ s0 d0.
split=> [|KY]; first exact (response_mechanism s ok).
split=> [|KZ]; first exact (response_mechanism d ok).
case=> /(pml_level ok s0 KY) [c0 c1 h] Ze.
exact (more_than_ldp ok d0 KY KZ Ze c0 c1 h e0).
Qed.

Theorem pmc_figure_1_c_holds : pmc_figure_1_c.
Proof.
move=> R T A p X Y Z e r d e0 ok _ r0 d0; have /andP[M0 M1] := likeliest_lt1 ok.
split=> [|KY]; first exact (response_mechanism r ok).
split=> [|KZ]; first exact (response_mechanism d ok).
case=> /(at_pmc_level ok r0 KY) h Ze.
exact (as_with_ldp ok r0 d0 KY KZ Ze M0 h e0).
Qed.

Theorem pmc_figure_1_d_holds : pmc_figure_1_d.
Proof.
move=> R T A p X Y Z e s d e0 ok _ s0 d0.
split=> [|KY]; first exact (response_mechanism s ok).
split=> [|KZ]; first exact (response_mechanism d ok).
case=> /(pml_level ok s0 KY) [c0 c1 h] Ze.
exact (as_with_ldp ok s0 d0 KY KZ Ze c0 h e0).
Qed.
