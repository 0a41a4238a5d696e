(* The mechanism of two answers that never gives the answer 0 of a rarest secret: its PMC is
   infinite. Proofs of claims_named.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs exclusions.
From pmlsym Require Import claims_figure figure_two claims_named owners extremal_kernels.
From pmlsym Require Import two_likelihoods.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Never.
Variables (R : realType) (T A : finType) (p : law R T) (X : T -> A) (Y : T -> bool) (a : A).
Hypotheses (X_secrets : secrets p X) (Pa : pr p X a = pmin p X).
Local Notation m := (pmin p X).
Let m0 : 0 < m := rarest_gt0 X_secrets.
Let n0 : 0 < 1 - m := rest_gt0 X_secrets.

Lemma never_mechanism : mechanism (never_zero a m).
Proof.
apply: two_answers_mechanism; first by rewrite lexx ler01.
by rewrite (ltW m0) /= -subr_ge0 ltW.
Qed.

Hypothesis K : forall x y, given p X Y x y = never_zero a m x y.
Let q0 : 0 < m * 0 + (1 - m) * m. Proof. by rewrite mulr0 add0r mulr_gt0. Qed.
Let q1 : 0 < m * (1 - 0) + (1 - m) * (1 - m). Proof. by rewrite subr0 mulr1 addr_gt0 ?mulr_gt0. Qed.

Lemma never_pmc c : vlt (Fin c) (worst p Y (pmc p X Y)).
Proof.
have h : rep (pmc p X Y true) ((1 - m) * m) 0.
  by have := rep_pmc_0 X_secrets Pa K q0; rewrite (min_idPl (ltW m0)) mulr0 add0r.
have e : pmc p X Y true = PInf.
  case: (pmc _ _ _ _) h => [z|||] //; first by case=> _; rewrite ltxx.
  by case=> _; rewrite ltxx.
have y0 : 0 < pr p Y true by rewrite (answer_0 X_secrets Pa K).
have [t et t0] := pr_at y0.
have d : worst p Y (pmc p X Y) <> Undef.
  by apply: largest_def => y _; apply: rep_def (rep_pmc p X Y y).
have := at_most_le (veq_vle (veq_refl d)) t0; rewrite et e.
by case: (worst _ _ _).
Qed.

Lemma never_pml u : 1 <= (1 - m) * expR u -> vle (worst p Y (pml p X Y)) (Fin u).
Proof.
move=> h; apply: worst_le => s _; case: (Y s).
  rewrite (rep_le (rep_pml_0 X_secrets Pa K q0) (rep_fin u)) (max_idPr (ltW m0)).
  rewrite mulr0 add0r mulr1; have -> : expR u * ((1 - m) * m) = (1 - m) * expR u * m by ring.
  by rewrite ler_pmull.
rewrite (rep_le (rep_pml_1 X_secrets Pa K q1) (rep_fin u)).
have h1 : 1 - m <= 1 - 0 by rewrite ler_add2l ler_opp2 ltW.
rewrite (max_idPl h1) subr0 !mulr1; apply: le_trans h _.
rewrite mulrC ler_pmul2l ?expR_gt0 // -subr_ge0.
have -> : m + (1 - m) * (1 - m) - (1 - m) = m * m by ring.
by rewrite mulr_ge0 // ltW.
Qed.
End Never.

Theorem pmc_remark_5_b_holds : pmc_remark_5_b.
Proof.
move=> R T A p X Y a u ok Pa u0 /(from_limit ok) h.
by split=> [|K]; [exact: never_mechanism | exact (never_pml ok Pa K h)].
Qed.

Theorem pmc_remark_5_c_holds : pmc_remark_5_c.
Proof.
move=> R T A p X Y a u c ok Pa c0 u0 h.
by split=> [|K]; [exact: never_mechanism | exact (never_pmc ok Pa K c)].
Qed.
