(* Figure 2 of `pmc`: the largest PMC under PML and the largest PML under PMC, which are those of
   Theorem 6, and the curves. Proofs of claims_figure.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs guesses exclusions.
From pmlsym Require Import claims_figure two_answers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Attained.
Variables (R : realType) (A : finType) (P : law R A) (a : A).
Hypotheses (two : (1 < #|A|)%N) (full : forall x, 0 < P x) (Pa : P a = pmin P id).
Local Notation m := (pmin P id).
Let m0 : 0 < m := least_gt0 full Pa.
Let n0 : 0 < 1 - m := least_lt1 two full Pa.
Variables u l : R.
Hypotheses (u0 : 0 <= u) (u1 : expR u * (1 - m) < 1) (l0 : 0 <= l).
Local Notation U := (expR u).
Local Notation L := (expR (- l)).
Let U1 : 1 <= U. Proof. exact: expR_ge1. Qed.
Let U0 : 0 < U. Proof. exact: expR_gt0. Qed.
Let L0 : 0 < L. Proof. exact: expR_gt0. Qed.
Let L1 : L <= 1. Proof. by rewrite -(@expR0 R) ler_expR oppr_le0. Qed.

Lemma nL : (1 - m) * L < 1.
Proof.
apply: (@le_lt_trans _ _ ((1 - m) * 1)); first by rewrite ler_pmul2l.
by rewrite mulr1 ltr_subl_addr ltr_addl.
Qed.

Lemma rep_lower : rep (lower_star m u) 1 ((1 - (1 - m) * U) / m).
Proof.
have k0 : 0 < 1 - (1 - m) * U by rewrite subr_gt0 mulrC.
rewrite /lower_star u1 /vlog divr_gt0 //.
split; rewrite ?ltr01 ?divr_gt0 // lnK ?posrE ?divr_gt0 //.
by rewrite mulf_div [_ * m]mulrC divff // gt_eqF // mulr_gt0.
Qed.

Lemma rep_upper : rep (upper_star m l) ((1 - (1 - m) * L) / m) 1.
Proof. by apply: rep_log; rewrite divr_ge0 ?subr_ge0 ?(ltW nL) // ltW. Qed.

Section Any.
Variables (T B : finType) (p : law R T) (X : T -> A) (Y : T -> B).
Hypothesis pX : forall x, pr p X x = P x.
Let fullX x : 0 < pr p X x. Proof. by rewrite pX. Qed.
Let least_same : pmin p X = m.
Proof. by apply: eq_bigr => x _; rewrite pX pr_id. Qed.

Lemma pmc_under : vle (worst p Y (pml p X Y)) (Fin u) ->
  vle (worst p Y (pmc p X Y)) (lower_star m u).
Proof.
move=> private; apply: worst_le => s s0; have y0 := pr_gt0 Y s0.
have := at_most_le private s0; rewrite (pml_le _ fullX y0) => /forallP h.
have [x ex] := hi_is fullX y0; have := h x; rewrite ex => {}h.
have el := extreme_lo fullX y0; rewrite least_same in el.
rewrite (rep_le (rep_pmc p X Y _) rep_lower) !mul1r ler_pdivr_mulr //.
apply: le_trans (_ : 1 - (1 - m) * maxlift p X Y (Y s) <= _).
  by rewrite ler_add2l ler_opp2 ler_wpmul2l // ltW.
rewrite -subr_ge0.
have -> : minlift p X Y (Y s) * m - (1 - (1 - m) * maxlift p X Y (Y s)) =
  maxlift p X Y (Y s) - 1 - m * (maxlift p X Y (Y s) - minlift p X Y (Y s)) by ring.
by rewrite subr_ge0.
Qed.

Lemma pml_under : vle (worst p Y (pmc p X Y)) (Fin l) ->
  vle (worst p Y (pml p X Y)) (upper_star m l).
Proof.
move=> private; apply: worst_le => s s0; have y0 := pr_gt0 Y s0.
have := at_most_le private s0; rewrite (rep_le (rep_pmc p X Y _) (rep_fin1 l)) !mul1r => h.
have eh := extreme_hi fullX y0; rewrite least_same in eh.
rewrite (rep_le (rep_pml fullX y0) rep_upper) !mulr1 ler_pdivl_mulr //.
apply: le_trans (_ : 1 - (1 - m) * minlift p X Y (Y s) <= _); last first.
  by rewrite ler_add2l ler_opp2 ler_wpmul2l // ltW.
rewrite -subr_ge0.
have -> : 1 - (1 - m) * minlift p X Y (Y s) - maxlift p X Y (Y s) * m =
  1 - minlift p X Y (Y s) - m * (maxlift p X Y (Y s) - minlift p X Y (Y s)) by ring.
by rewrite subr_ge0.
Qed.
End Any.

(* a bound that one outcome attains is the value of the worst outcome *)
Lemma worst_is (T B : finType) (p : law R T) (Y : T -> B) (f : B -> val R) y v : 0 < pr p Y y ->
  vle (worst p Y f) v -> vle v (f y) -> veq (worst p Y f) v.
Proof.
move=> y0 below above; rewrite veq_le below /=; have [d _] := vle_def below.
have [s es s0] := pr_at y0.
by have := at_most_le (veq_vle (veq_refl d)) s0; rewrite es; apply: vle_trans.
Qed.

Lemma largest_pmc : largest_under P (@of_pmc R A) (@of_pml R A) u (lower_star m u).
Proof.
split=> [T B p X Y|]; first exact: pmc_under.
have w0 : 0 <= U by rewrite ltW.
have w1 : (1 - m) * U <= 1 by rewrite mulrC ltW.
pose q := answers_law two full Pa w0 w1; have qX := answers_secret two full Pa w0 w1.
have full' := answers_full two full Pa w0 w1; have y0 := answers_possible two full Pa w0 w1.
have private : vle (worst q snd (pml q fst snd)) (Fin u).
  apply: worst_le => s _; rewrite (pml_le _ full' (y0 s.2)).
  by apply/forallP => x; rewrite answers_lift one_lift_le.
exists [finType of A * bool], bool_finType, q, fst, snd; split=> //.
apply: (worst_is (y0 true)); first exact: pmc_under qX _.
rewrite (rep_le rep_lower (rep_pmc _ _ _ _)) !mul1r.
have := lo_le_lift snd full' true a.
by rewrite answers_lift /one_lift eqxx.
Qed.

Lemma largest_pml : largest_under P (@of_pml R A) (@of_pmc R A) l (upper_star m l).
Proof.
split=> [T B p X Y|]; first exact: pml_under.
have w0 : 0 <= L by rewrite ltW.
have w1 : (1 - m) * L <= 1 by rewrite ltW // nL.
pose q := answers_law two full Pa w0 w1; have qX := answers_secret two full Pa w0 w1.
have full' := answers_full two full Pa w0 w1; have y0 := answers_possible two full Pa w0 w1.
have private : vle (worst q snd (pmc q fst snd)) (Fin l).
  apply: worst_le => s _; rewrite (rep_le (rep_pmc _ _ _ _) (rep_fin1 l)) !mul1r.
  by have [x <-] := lo_is full' (y0 s.2); rewrite answers_lift one_lift_ge.
exists [finType of A * bool], bool_finType, q, fst, snd; split=> //.
apply: (worst_is (y0 true)); first exact: pml_under qX _.
rewrite (rep_le rep_upper (rep_pml full' (y0 true))) !mulr1.
by have := lift_le_hi snd full' true a; rewrite answers_lift /one_lift eqxx.
Qed.

Lemma pmc_is_above : vlt (Fin l) (lower_star m u) -> pmc_above P u l.
Proof. by exists (lower_star m u); split=> //; exact: largest_pmc. Qed.
Lemma pml_is_above : vlt (Fin u) (upper_star m l) -> pml_above P l u.
Proof. by exists (upper_star m l); split=> //; exact: largest_pml. Qed.

(* ---- the curves, in U and L ---- *)

Lemma below_lower : vlt (Fin l) (lower_star m u) = (1 < m * L + (1 - m) * U).
Proof.
by rewrite (rep_lt (rep_fin1 l) rep_lower) !mul1r ltr_pdivr_mulr // ltr_subl_addr mulrC.
Qed.
Lemma below_upper : vlt (Fin u) (upper_star m l) = (m * U + (1 - m) * L < 1).
Proof.
by rewrite (rep_lt (rep_fin u) rep_upper) !mulr1 ltr_pdivl_mulr // ltr_subr_addr mulrC.
Qed.
Lemma above_lower : vlt (lower_star m u) (Fin l) = (m * L + (1 - m) * U < 1).
Proof.
by rewrite (rep_lt rep_lower (rep_fin1 l)) !mul1r ltr_pdivl_mulr // ltr_subr_addr mulrC.
Qed.
Lemma above_upper : vlt (upper_star m l) (Fin u) = (1 < m * U + (1 - m) * L).
Proof.
by rewrite (rep_lt rep_upper (rep_fin u)) !mulr1 ltr_pdivr_mulr // ltr_subl_addr mulrC.
Qed.
Lemma from_lower : vle (lower_star m u) (Fin l) = (m * L + (1 - m) * U <= 1).
Proof.
by rewrite (rep_le rep_lower (rep_fin1 l)) !mul1r ler_pdivl_mulr // ler_subr_addr mulrC.
Qed.
Lemma from_upper : vle (upper_star m l) (Fin u) = (1 <= m * U + (1 - m) * L).
Proof.
by rewrite (rep_le rep_upper (rep_fin u)) !mulr1 ler_pdivr_mulr // ler_subl_addr mulrC.
Qed.

Lemma curvesE : m * L + (1 - m) * U - (m * U + (1 - m) * L) = (1 - (m + m)) * (U - L).
Proof. by ring. Qed.

Lemma curves_le : m * U + (1 - m) * L <= m * L + (1 - m) * U.
Proof.
by rewrite -subr_ge0 curvesE mulr_ge0 ?subr_ge0 ?(least_half two full) // (le_trans L1 U1).
Qed.

Lemma curves_lt : 0 < l + u -> m < 2%:R^-1 -> m * U + (1 - m) * L < m * L + (1 - m) * U.
Proof.
move=> pos skewed; rewrite -subr_gt0 curvesE mulr_gt0 // subr_gt0.
  by rewrite -mulr2n -mulr_natl mulrC -ltr_pdivl_mulr ?ltr0n // mul1r.
by rewrite ltr_expR -subr_gt0 opprK addrC.
Qed.
End Attained.

(* what the domain gives *)
Lemma levels_rarest (R : realType) (A : finType) (P : law R A) u l : levels P u l ->
  exists a, [/\ (1 < #|A|)%N, forall x, 0 < P x & P a = pmin P id] /\
            [/\ 0 <= u, expR u * (1 - pmin P id) < 1 & 0 <= l].
Proof.
move=> [two full u0 u1 l0]; have [a ea] := pmin_is P id; exists a.
have n0 : 0 < 1 - pmin P id by apply: (@least_lt1 _ _ P a) => //; rewrite -ea pr_id.
split; first by rewrite -ea pr_id.
split=> //; rewrite -ltr_pdivl_mulr // mul1r.
by rewrite -[X in _ < X](@lnK R) ?posrE ?invr_gt0 // ltr_expR.
Qed.

Theorem pmc_figure_2_repair_g_holds : pmc_figure_2_repair_g.
Proof.
move=> R A P u l /levels_rarest[a [[two full Pa] [u0 u1 l0]]] above below.
by split; [apply: (pmc_is_above (a := a)) | apply: (pml_is_above (a := a))].
Qed.

Theorem pmc_figure_2_repair_h_holds : pmc_figure_2_repair_h.
Proof.
move=> R A P u l /levels_rarest[a [[two full Pa] [u0 u1 l0]]].
rewrite (above_lower full Pa l u1) => h; apply: (pml_is_above (a := a)) => //.
rewrite (below_upper two full Pa u l0); apply: le_lt_trans h.
exact: (curves_le two full u0 l0).
Qed.

Theorem pmc_figure_2_repair_i_holds : pmc_figure_2_repair_i.
Proof.
move=> R A P u l /levels_rarest[a [[two full Pa] [u0 u1 l0]]].
rewrite (above_upper two full Pa u l0) => h; apply: (pmc_is_above (a := a)) => //.
rewrite (below_lower full Pa l u1); apply: lt_le_trans h _.
exact: (curves_le two full u0 l0).
Qed.

Theorem pmc_figure_2_repair_j_holds : pmc_figure_2_repair_j.
Proof.
move=> R A P u l /levels_rarest[a [[two full Pa] [u0 u1 l0]]].
rewrite (from_lower full Pa l u1) => h pos skewed; apply: (pml_is_above (a := a)) => //.
rewrite (below_upper two full Pa u l0); apply: lt_le_trans h.
exact: (curves_lt pos skewed).
Qed.

Theorem pmc_figure_2_repair_k_holds : pmc_figure_2_repair_k.
Proof.
move=> R A P u l /levels_rarest[a [[two full Pa] [u0 u1 l0]]].
rewrite (from_upper two full Pa u l0) => h pos skewed; apply: (pmc_is_above (a := a)) => //.
rewrite (below_lower full Pa l u1); apply: le_lt_trans h _.
exact: (curves_lt pos skewed).
Qed.
