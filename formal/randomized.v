(* Randomized response: its PML, PMC and LDP at every answer and at the worst one, and its parameter
   at a level. Proofs of claims_response.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs exclusions.
From pmlsym Require Import claims_figure figure_two claims_named claims_response owners.
From pmlsym Require Import extremal_kernels two_likelihoods.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma pmax_is (R : realType) (T : finType) (p : law R T) (A : finType) (X : T -> A) :
  exists x, pr p X x = pmax p X.
Proof.
have : pmax p X = 0 \/ exists x, pr p X x = pmax p X.
  rewrite /pmax; elim/big_ind: _ => [|a b|x _]; [by left| |by right; exists x].
  by rewrite /Num.max; case: ifP.
case=> // e; exists (X (point p)); apply/le_anti.
by rewrite pmax_ge e pr_ge0.
Qed.

Lemma veq_is (R : realType) (v w : val R) : veq v w -> v = w.
Proof. by case: v => [x|||]; case: w => [y|||] //= /eqP->. Qed.

(* a finite value *)
Lemma rep_is (R : realType) (v : val R) a b e : rep v a b -> veq v (Fin e) <-> a = b * expR e.
Proof.
move=> h; split=> [/veq_is ev|e']; first by move: h; rewrite ev => -[].
by apply: (veq_rep h (rep_fin e)); rewrite mulr1 mulrC.
Qed.

Section Response.
Variables (R : realType) (T A : finType) (p : law R T) (X Y : T -> A) (r : R).
Hypotheses (X_secrets : secrets p X) (r0 : 0 <= r).
Local Notation P := (pr p X).
Local Notation E := (expR r).
Local Notation N := (#|A|%:R - 1 + E).
Local Notation M := (pmax p X).
Local Notation m := (pmin p X).
Let full x : 0 < P x. Proof. by case: X_secrets. Qed.
Let E0 : 0 < E. Proof. exact: expR_gt0. Qed.
Let E1 : 1 <= E. Proof. exact: expR_ge1. Qed.
Let E10 : 0 <= E - 1. Proof. by rewrite subr_ge0. Qed.

Lemma response_total : 0 < N.
Proof.
rewrite ltr_paddl // subr_ge0 ler1n; case: X_secrets => two _.
exact: leq_trans two.
Qed.
Let N0 := response_total.
Let N1 : N != 0. Proof. by rewrite gt_eqF. Qed.

Lemma response_mechanism : mechanism (@response R A r).
Proof.
split=> [x y|x]; rewrite /response.
  by case: ifP => _; rewrite divr_ge0 ?ler01 ?(ltW N0) ?(ltW E0).
rewrite (bigD1 x) //= eqxx.
have -> : \sum_(y | y != x) (if x == y then E else 1) / N = \sum_(y | y != x) 1 / N.
  by apply: eq_bigr => y /negbTE yx; rewrite eq_sym yx.
have a0 : (0 < #|A|)%N by case: X_secrets => two _; exact: leq_trans two.
have -> : \sum_(y | y != x) 1 / N = (#|A|%:R - 1) * (1 / N).
  rewrite sumr_const cardC1 -[LHS]mulr_natl; congr (_ * _).
  by rewrite -[in RHS](prednK a0) -natr1 addrK.
have sum n : n - 1 + E != 0 -> E / (n - 1 + E) + (n - 1) * (1 / (n - 1 + E)) = 1.
  by move=> n0; field.
exact: sum N1.
Qed.

Hypothesis K : forall x y, given p X Y x y = @response R A r x y.
Let K' x y : given p X Y x y = if x == id y then E / N else 1 / N.
Proof. by rewrite K /response; case: ifP. Qed.

Lemma response_outcome y : pr p Y y = (1 + P y * (E - 1)) / N.
Proof. by rewrite (owners_outcome X_secrets K'); field. Qed.

Lemma answer_gt0 y : 0 < 1 + P y * (E - 1).
Proof. by apply: (lt_le_trans ltr01); rewrite ler_addl mulr_ge0 // ltW. Qed.

Let y0 y : 0 < pr p Y y. Proof. by rewrite response_outcome divr_gt0 // answer_gt0. Qed.
Let le_own : 1 / N <= E / N. Proof. by rewrite ler_pmul2r ?invr_gt0. Qed.
Let clear v b c : rep v (b / N) (c / N) -> rep v b c.
Proof. by move=> /rep_times/(_ N0); rewrite !divfK. Qed.

Lemma rep_pml_response y : rep (pml p X Y y) E (1 + P y * (E - 1)).
Proof.
apply: clear; have := rep_pml_owners X_secrets K' (y0 y).
by rewrite (max_idPl le_own) response_outcome.
Qed.
Lemma rep_pmc_response y : rep (pmc p X Y y) (1 + P y * (E - 1)) 1.
Proof.
apply: clear; have := rep_pmc_owners X_secrets K' (y0 y).
by rewrite (min_idPr le_own) response_outcome.
Qed.
Lemma rep_ldp_response y : rep (ldp p X Y y) E 1.
Proof.
apply: clear; have := rep_ldp_owners X_secrets K' (y0 y).
by rewrite (max_idPl le_own) (min_idPr le_own).
Qed.

(* at the worst answer *)
Lemma rep_worst_ldp : rep (of_ldp p X Y) E 1.
Proof.
rewrite /of_ldp (veq_is (worst_at (y0 (X (point p))) (rep_ldp_response _) (rep_fin r) _)).
  exact: rep_fin.
by move=> z _; rewrite (rep_le (rep_ldp_response z) (rep_fin r)).
Qed.

Lemma likeliest_gt0 : 0 < 1 + M * (E - 1).
Proof. by have [a <-] := pmax_is p X; exact: answer_gt0. Qed.
Lemma rep_worst_pmc : rep (of_pmc p X Y) (1 + M * (E - 1)) 1.
Proof.
have [a ea] := pmax_is p X; have v0 := rep_log (ltW likeliest_gt0).
have ha := rep_pmc_response a; rewrite ea in ha.
rewrite /of_pmc (veq_is (worst_at (y0 a) ha v0 _)) // => z _.
by rewrite (rep_le (rep_pmc_response z) v0) !mulr1 ler_add2l ler_wpmul2r // pmax_ge.
Qed.

Lemma rarest_answer_gt0 : 0 < 1 + m * (E - 1).
Proof. by have [a <-] := pmin_is p X; exact: answer_gt0. Qed.
Lemma rep_worst_pml : rep (of_pml p X Y) E (1 + m * (E - 1)).
Proof.
have [a ea] := pmin_is p X; have v0 := rep_quotient (ltW E0) rarest_answer_gt0.
have ha := rep_pml_response a; rewrite ea in ha.
rewrite /of_pml (veq_is (worst_at (y0 a) ha v0 _)) // => z _.
by rewrite (rep_le (rep_pml_response z) v0) ler_pmul2l // ler_add2l ler_wpmul2r // pmin_le.
Qed.

(* the parameter at a level *)
Lemma at_ldp e : veq (of_ldp p X Y) (Fin e) <-> E = expR e.
Proof. by rewrite (rep_is e rep_worst_ldp) mul1r. Qed.

Lemma at_pmc_level e : veq (of_pmc p X Y) (Fin e) <-> M * (E - 1) = expR e - 1.
Proof.
rewrite (rep_is e rep_worst_pmc) mul1r.
by split=> [<-|->]; rewrite [1 + _]addrC ?addrK ?subrK.
Qed.

Lemma at_pml_level e :
  veq (of_pml p X Y) (Fin e) <-> 0 < 1 - m * expR e /\ (1 - m * expR e) * (E - 1) = expR e - 1.
Proof.
rewrite (rep_is e rep_worst_pml).
have n0 := rest_gt0 X_secrets; have U0 := expR_gt0 e.
have same : (1 - m * expR e) * (E - 1) - (expR e - 1) = E - (1 + m * (E - 1)) * expR e by ring.
split=> [h|[_ h]]; last by apply/eqP; rewrite -subr_eq0 -same h subrr.
split; last by apply/eqP; rewrite -subr_eq0 same -h subrr.
rewrite -(pmulr_rgt0 _ E0); have -> : E * (1 - m * expR e) = (1 - m) * expR e.
  by rewrite mulrBr mulr1 {1}h; ring.
exact: mulr_gt0.
Qed.
End Response.

Lemma likeliest_lt1 (R : realType) (T A : finType) (p : law R T) (X : T -> A) :
  secrets p X -> 0 < pmax p X < 1.
Proof.
move=> ok; have [two full] := ok; apply/andP; split.
  by apply: lt_le_trans (full (X (point p))) (pmax_ge _ _ _).
apply: le_lt_trans (pmax_others p X) _; rewrite ltr_subl_addr ltr_addl mulr_gt0 //.
  by rewrite subr_gt0 /size ltr1n.
exact: rarest_gt0.
Qed.

Theorem pmc_example_4_ldp_holds : pmc_example_4_ldp.
Proof.
move=> R T A p X Y r ok r0; split=> [|K]; first exact (response_mechanism r ok).
by apply/(at_ldp ok r0 K).
Qed.

Theorem pmc_example_4_pmc_a_holds : pmc_example_4_pmc_a.
Proof.
move=> R T A p X Y r ok r0; split=> [|K y _]; first exact (response_mechanism r ok).
exact (veq_rep (rep_pmc_response ok r0 K y) (rep_log (ltW (answer_gt0 ok r0 y))) erefl).
Qed.

Theorem pmc_example_4_pmc_b_holds : pmc_example_4_pmc_b.
Proof.
move=> R T A p X Y r ok r0; split=> [|K]; first exact (response_mechanism r ok).
exact (veq_rep (rep_worst_pmc ok r0 K) (rep_log (ltW (likeliest_gt0 ok r0))) erefl).
Qed.

Theorem pmc_example_4_limit_a_holds : pmc_example_4_limit_a.
Proof.
move=> R T A p X Y r ok r0; split=> [|K]; first exact (response_mechanism r ok).
have /andP[M0 M1] := likeliest_lt1 ok; have E1 := expR_ge1 r0.
rewrite (rep_le (rep_worst_pmc ok r0 K) (rep_fin r)) !mulr1 -subr_ge0.
have -> : expR r - (1 + pmax p X * (expR r - 1)) = (1 - pmax p X) * (expR r - 1) by ring.
by rewrite mulr_ge0 // subr_ge0 // ltW.
Qed.

Theorem pmc_example_4_limit_b_holds : pmc_example_4_limit_b.
Proof.
move=> R T A p X Y r d ok r0 d0 high; split=> [|K]; first exact (response_mechanism r ok).
have /andP[M0 M1] := likeliest_lt1 ok.
rewrite (rep_lt (rep_fin _) (rep_worst_pmc ok r0 K)) !mulr1 expRD.
apply: (@lt_le_trans _ _ (expR r * pmax p X)); first by rewrite ltr_pmul2l ?expR_gt0.
rewrite -subr_ge0.
have -> : 1 + pmax p X * (expR r - 1) - expR r * pmax p X = 1 - pmax p X by ring.
by rewrite subr_ge0 ltW.
Qed.

Theorem pmc_example_4_pml_a_holds : pmc_example_4_pml_a.
Proof.
move=> R T A p X Y r ok r0; split=> [|K y _]; first exact (response_mechanism r ok).
rewrite [_ + 1]addrC.
exact (veq_rep (rep_pml_response ok r0 K y)
  (rep_quotient (ltW (expR_gt0 r)) (answer_gt0 ok r0 y)) erefl).
Qed.

Theorem pmc_example_4_pml_b_holds : pmc_example_4_pml_b.
Proof.
move=> R T A p X Y r ok r0; split=> [|K]; first exact (response_mechanism r ok).
rewrite [_ + 1]addrC.
exact (veq_rep (rep_worst_pml ok r0 K)
  (rep_quotient (ltW (expR_gt0 r)) (rarest_answer_gt0 ok r0)) erefl).
Qed.

Theorem pmc_example_4_pml_c_holds : pmc_example_4_pml_c.
Proof.
move=> R T A p X Y r ok r0; split=> [|K]; first exact (response_mechanism r ok).
rewrite (rep_lt (rep_worst_pml ok r0 K) (rep_quotient ler01 (rarest_gt0 ok))) mul1r -subr_gt0.
have -> : 1 + pmin p X * (expR r - 1) - expR r * pmin p X = 1 - pmin p X by ring.
exact: rest_gt0.
Qed.

Theorem pmc_adapted_pmc_a_holds : pmc_adapted_pmc_a.
Proof.
move=> R T A p X Y e r ok e0 r0; split=> [|K]; first exact (response_mechanism r ok).
have /andP[M0 M1] := likeliest_lt1 ok.
by move=> /(at_pmc_level ok r0 K) <-; rewrite mulrAC divff ?gt_eqF // mul1r addrC subrK.
Qed.

Theorem pmc_adapted_pmc_b_holds : pmc_adapted_pmc_b.
Proof.
move=> R T A p X Y e r ok e0 r0; split=> [|K h]; first exact (response_mechanism r ok).
have /andP[M0 M1] := likeliest_lt1 ok.
by apply/(at_pmc_level ok r0 K); rewrite h addrAC subrr add0r mulrCA divff ?gt_eqF // mulr1.
Qed.

Theorem pmc_adapted_pml_a_holds : pmc_adapted_pml_a.
Proof.
move=> R T A p X Y e s ok e0 s0; split=> [|K]; first exact (response_mechanism s ok).
move=> /(at_pml_level ok s0 K) [d0 h].
apply: (mulIf (lt0r_neq0 d0)); rewrite divfK ?gt_eqF //.
have -> : expR s * (1 - pmin p X * expR e) =
  (1 - pmin p X * expR e) * (expR s - 1) + (1 - pmin p X * expR e) by ring.
by rewrite h; ring.
Qed.

Theorem pmc_adapted_pml_b_holds : pmc_adapted_pml_b.
Proof.
move=> R T A p X Y e s ok e0 s0 level; split=> [|K h]; first exact (response_mechanism s ok).
have d0 : 0 < 1 - pmin p X * expR e by rewrite subr_gt0 mulrC.
apply/(at_pml_level ok s0 K); split=> //.
by rewrite h; field; rewrite gt_eqF.
Qed.

Theorem pmc_example_4_skewed_c_holds : pmc_example_4_skewed_c.
Proof.
move=> R T A p X Y r ok r0; split=> [|K]; first exact (response_mechanism r ok).
rewrite ler_pdivl_mulr ?(rarest_gt0 ok) // ler_subr_addr addrC -ler_subr_addr.
exact: pmax_others.
Qed.

Theorem pmc_example_4_skewed_d_holds : pmc_example_4_skewed_d.
Proof.
move=> R T A p X Y r ok r0 h; split=> [|K]; first exact (response_mechanism r ok).
have m0 := rarest_gt0 ok; apply: (mulIf (lt0r_neq0 m0)); rewrite divfK ?gt_eqF //.
by rewrite -{1}h addrAC subrr add0r.
Qed.
