(* Smallest lifts along chains, Lemma 1 on two releases, and lifts under LDP that are farther from 1.
   Proofs of statements of claims_costs.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs products guesses.
From pmlsym Require Import stretched claims_costs averages costs attained pieces.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma pmc_le (R : realType) (T T' A A' B B' : finType) (p : law R T) (q : law R T') (X : T -> A)
    (Y : T -> B) (X' : T' -> A') (Y' : T' -> B') y y' :
  minlift q X' Y' y' <= minlift p X Y y -> vle (pmc p X Y y) (pmc q X' Y' y').
Proof. by move=> h; rewrite (rep_le (rep_pmc p X Y y) (rep_pmc q X' Y' y')) !mul1r. Qed.

(* of a function of the secret *)
Lemma chain_minlift (R : realType) (T : finType) (p : law R T) (A B C : finType) (X : T -> A)
    (Y : T -> B) (Z : T -> C) y : markov p Z X Y -> 0 < pr p Y y ->
  minlift p X Y y <= minlift p Z Y y.
Proof.
move=> chain y0; have [z z0 <-] := least_lift_is Z y0.
by have := chain_least chain y0 z; rewrite posterior_lift // mulrC ler_pmul2l.
Qed.

(* the worst outcome is one of the possible ones *)
Lemma worst_pmc_is (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A)
    (Y : T -> B) : exists y, [/\ 0 < pr p Y y, worst p Y (pmc p X Y) = pmc p X Y y &
  forall y', 0 < pr p Y y' -> minlift p X Y y <= minlift p X Y y'].
Proof.
have [t t0] := likely p; have h := pr_gt0 Y t0.
have [y y0 e] := worst_after_is (minlift p X Y) h.
have least y' : 0 < pr p Y y' -> minlift p X Y y <= minlift p X Y y'.
  by move=> k; rewrite e; apply: (bigmin_inf y'); rewrite ?inE.
exists y; split=> //.
have d : worst p Y (pmc p X Y) <> Undef.
  by apply: largest_def => y' _; apply: rep_def (rep_pmc _ _ _ _).
have : veq (worst p Y (pmc p X Y)) (pmc p X Y y).
  rewrite veq_le; apply/andP; split; last exact: largest_ge d y0.
  apply: largest_le => [|y' k]; first exact: rep_def (rep_pmc _ _ _ _).
  exact/pmc_le/least.
by case: (worst _ _ _) => [u| | |]; case: (pmc _ _ _ _) => [v| | |] //= /eqP->.
Qed.

Lemma given_lifts (F : fieldType) (a b c d e : F) : b != 0 -> c != 0 -> d != 0 -> e != 0 ->
  a / (b * d) = c / (b * e) * (a / e / (c / e * (d / e))).
Proof. by move=> b0 c0 d0 e0; field; rewrite b0 c0 d0 e0. Qed.

Theorem pmc_lemma_1_vii_holds : pmc_lemma_1_vii.
Proof.
move=> R T p A B C X Y Z y z y0 [_ full] yz0; set q := law_given y0.
have r := rep1_add (rep_pmc p X Y y) (rep_pmc q X Z z).
rewrite (rep_le (rep_pmc p X (both Y Z) (y, z)) r) !mul1r.
have [x x0 <-] := least_lift_is X yz0.
have [xy0|xy1] := ltP 0 (pr p (both X Y) (x, y)); last first.
  have e : lift p X Y x y = 0.
    by apply/le_anti; rewrite lift_ge0 andbT /lift pmulr_lle0 // invr_gt0 mulr_gt0.
  have -> : minlift p X Y y = 0.
    by apply/le_anti; rewrite lo_ge0 andbT -e least_lift_le.
  by rewrite mul0r lift_ge0.
have qx : 0 < pr q X x by rewrite pr_law_given divr_gt0.
have -> : lift p X (both Y Z) x (y, z) = lift p X Y x y * lift q X Z x z.
  rewrite /lift !pr_law_given [pr p (both Z Y) _]pr_bothC.
  have -> : pr p (both (both X Z) Y) ((x, z), y) = pr p (both X (both Y Z)) (x, (y, z)).
    by apply: eq_bigl => t; rewrite /both !xpair_eqE -andbA [(Z t == z) && _]andbC.
  by apply: given_lifts; rewrite gt_eqF.
by apply: ler_pmul; rewrite ?lo_ge0 ?least_lift_le.
Qed.

(* ---- exponentials of leakages ---- *)

Section Exponentials.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).

Lemma exp_log (a : R) : 0 <= a -> vexp (vopp (vopp (vlog (Fin a)))) = Fin a.
Proof.
rewrite le_eqVlt /vlog => /orP[/eqP<-|a0]; first by rewrite ltxx eqxx.
by rewrite a0 /= opprK lnK.
Qed.
Lemma exp_pmc y : vexp (vopp (pmc p X Y y)) = Fin (minlift p X Y y).
Proof. exact/exp_log/lo_ge0. Qed.
Lemma exp_max_cost : vexp (vopp (maximal_cost_leakage p X Y)) = Fin (sum_min p X Y).
Proof. exact/exp_log/sum_min_ge0. Qed.
Lemma exp_pml y : 0 < pr p Y y -> vexp (pml p X Y y) = Fin (maxlift p X Y y).
Proof. by move=> y0; rewrite /pml /vlog most_lift_gt0 //= lnK // posrE most_lift_gt0. Qed.
End Exponentials.

(* ---- Sec. VII ---- *)

Section UnderLDP.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).
Variables (e : R) (y : B).
Hypotheses (s : secret p X) (e0 : 0 <= e) (private : vle (ldp p X Y y) (Fin e)).
Hypothesis y0 : 0 < pr p Y y.
Let full := s.2.
Let m1 : pmin p X < 1 := pmin_lt1 s.1 full.
Let h : maxlift p X Y y <= expR e * minlift p X Y y.
Proof. by move: private; rewrite (rep_le (rep_ldp full y0) (rep_fin e)) mulr1. Qed.

Lemma less_pmc : (1 + pmin p X * expR (- e) / (1 - pmin p X)) * (1 - minlift p X Y y) <=
  1 - expR (- e).
Proof.
rewrite expRN; apply: (stretch_low (hi := maxlift p X Y y)) => //.
- exact: expR_ge1.
- exact: extreme_lo.
Qed.
Lemma less_pml : (1 + pmin p X * expR (- e) / (1 - pmin p X)) * (maxlift p X Y y - 1) <= expR e - 1.
Proof.
rewrite expRN; apply: (stretch_high (lo := minlift p X Y y)) => //.
- exact: pmin_gt0.
- exact: expR_ge1.
- exact: extreme_hi.
Qed.
End UnderLDP.

Theorem pmc_conclusion_lip_utility_b_holds : pmc_conclusion_lip_utility_b.
Proof. by move=> R T p A B X Y e s e0 h y y0; rewrite exp_pmc /=; apply: less_pmc (h _ y0) _. Qed.

Theorem pmc_conclusion_lip_utility_c_holds : pmc_conclusion_lip_utility_c.
Proof. by move=> R T p A B X Y e s e0 h y y0; rewrite exp_pml //=; apply: less_pml (h _ y0) _. Qed.
