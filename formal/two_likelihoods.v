(* Mechanisms of two answers that tell a rarest secret from the others, among them those that attain
   the conversions. Proofs of claims_named.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs exclusions.
From pmlsym Require Import claims_figure figure_two claims_named owners extremal_kernels.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma two_answers_mechanism (R : realType) (A : finType) (a : A) (own other : R) :
  0 <= own <= 1 -> 0 <= other <= 1 -> mechanism (two_answers a own other).
Proof.
move=> /andP[h1 h2] /andP[h3 h4]; split=> [x y|x]; rewrite /two_answers; last first.
  by rewrite big_bool /= addrCA subrr addr0.
by case: y; case: ifP => _; rewrite ?subr_ge0.
Qed.

(* quotients of real numbers as values *)
Lemma rep_quotient (R : realType) (a b : R) : 0 <= a -> 0 < b -> rep (vlog (Fin (a / b))) a b.
Proof.
move=> a0 b0; have h : 0 <= a / b by rewrite divr_ge0 // ltW.
by have := rep_times (rep_log h) b0; rewrite mul1r divfK // gt_eqF.
Qed.

Section Two.
Variables (R : realType) (T A : finType) (p : law R T) (X : T -> A) (Y : T -> bool) (a : A).
Variables (own other : R).
Hypotheses (X_secrets : secrets p X) (Pa : pr p X a = pmin p X).
Hypothesis K : forall x y, given p X Y x y = two_answers a own other x y.
Local Notation m := (pmin p X).

Let K' x y : given p X Y x y =
  if x == (fun=> a) y then (if y then own else 1 - own) else (if y then other else 1 - other).
Proof. by rewrite K /two_answers /=; case: (x == a); case: y. Qed.

Lemma answer_0 : pr p Y true = m * own + (1 - m) * other.
Proof. by rewrite (owners_outcome X_secrets K') Pa. Qed.
Lemma answer_1 : pr p Y false = m * (1 - own) + (1 - m) * (1 - other).
Proof. by rewrite (owners_outcome X_secrets K') Pa. Qed.

Section Answer0.
Hypothesis q0 : 0 < m * own + (1 - m) * other.
Let y0 : 0 < pr p Y true. Proof. by rewrite answer_0. Qed.
Lemma rep_pml_0 : rep (pml p X Y true) (Num.max own other) (m * own + (1 - m) * other).
Proof. by have := rep_pml_owners X_secrets K' y0; rewrite answer_0. Qed.
Lemma rep_pmc_0 : rep (pmc p X Y true) (m * own + (1 - m) * other) (Num.min own other).
Proof. by have := rep_pmc_owners X_secrets K' y0; rewrite answer_0. Qed.
Lemma rep_ldp_0 : rep (ldp p X Y true) (Num.max own other) (Num.min own other).
Proof. exact (rep_ldp_owners X_secrets K' y0). Qed.
End Answer0.

Section Answer1.
Hypothesis q0 : 0 < m * (1 - own) + (1 - m) * (1 - other).
Let y0 : 0 < pr p Y false. Proof. by rewrite answer_1. Qed.
Lemma rep_pml_1 : rep (pml p X Y false) (Num.max (1 - own) (1 - other))
  (m * (1 - own) + (1 - m) * (1 - other)).
Proof. by have := rep_pml_owners X_secrets K' y0; rewrite answer_1. Qed.
Lemma rep_pmc_1 : rep (pmc p X Y false) (m * (1 - own) + (1 - m) * (1 - other))
  (Num.min (1 - own) (1 - other)).
Proof. by have := rep_pmc_owners X_secrets K' y0; rewrite answer_1. Qed.
Lemma rep_ldp_1 : rep (ldp p X Y false) (Num.max (1 - own) (1 - other))
  (Num.min (1 - own) (1 - other)).
Proof. exact (rep_ldp_owners X_secrets K' y0). Qed.
End Answer1.

(* the answer 0 is the worst one *)
Lemma worst_of_two (f : bool -> val R) v c d c' d' : 0 < m * own + (1 - m) * other ->
  (0 < m * (1 - own) + (1 - m) * (1 - other) -> rep (f false) c' d') ->
  rep (f true) c d -> rep v c d -> c' * d <= c * d' -> veq (worst p Y f) v.
Proof.
move=> q0 h1 h0 hv le; apply: (@worst_at _ _ _ _ _ _ true _ c d) => //; first by rewrite answer_0.
case=> [_|]; first by rewrite (rep_le h0 hv).
by rewrite answer_1 => /h1 h; rewrite (rep_le h hv).
Qed.
End Two.

(* ---- at a level of PML or PMC: t is e^u or e^-l ---- *)

Section Level.
Variables (R : realType) (T A : finType) (p : law R T) (X : T -> A) (Y : T -> bool) (a : A) (t : R).
Hypotheses (X_secrets : secrets p X) (Pa : pr p X a = pmin p X).
Local Notation m := (pmin p X).
Local Notation own := (1 - (1 - m) * t).
Local Notation other := (m * t).
Hypotheses (t0 : 0 < t) (t1 : (1 - m) * t <= 1).
Let m0 : 0 < m := rarest_gt0 X_secrets.
Let n0 : 0 < 1 - m := rest_gt0 X_secrets.
Let t2 : m * t <= 1.
Proof.
by apply: le_trans t1; rewrite ler_pmul2r // ler_subr_addr (rarest_half X_secrets).
Qed.

Lemma level_mechanism : mechanism (two_answers a own other).
Proof.
apply: two_answers_mechanism; last by rewrite t2 mulr_ge0 // ltW.
by rewrite subr_ge0 t1 ler_subl_addr ler_addl mulr_ge0 // ltW.
Qed.

Hypothesis K : forall x y, given p X Y x y = two_answers a own other x y.
Let chance0 : m * own + (1 - m) * other = m. Proof. by ring. Qed.
Let chance1 : m * (1 - own) + (1 - m) * (1 - other) = 1 - m. Proof. by ring. Qed.
Let q0 : 0 < m * own + (1 - m) * other. Proof. by rewrite chance0. Qed.

Section Above.
Hypothesis t_ge1 : 1 <= t.
Let le0 : own <= other.
Proof.
by rewrite -subr_ge0; have -> : other - own = t - 1 by [ring]; rewrite subr_ge0.
Qed.
Let le1 : 1 - other <= 1 - own. Proof. by rewrite ler_add2l ler_opp2. Qed.

Lemma pml_of_above v : rep v t 1 -> veq (worst p Y (pml p X Y)) v.
Proof.
move=> hv; have hv' : rep v (t * m) (1 * m) by apply: rep_times.
have h1 := rep_pml_1 X_secrets Pa K; have h0 := rep_pml_0 X_secrets Pa K q0.
move: h0 h1; rewrite (max_idPr le0) (max_idPl le1) chance0 => h0 h1.
have h0' : rep (pml p X Y true) (t * m) (1 * m) by apply: rep_eq h0 _ _; rewrite ?mul1r // mulrC.
apply: (worst_of_two X_secrets Pa K q0 h1 h0' hv').
rewrite chance1; have -> : (1 - own) * (1 * m) = t * m * (1 - m) by ring.
by [].
Qed.

Lemma pmc_of_above v : rep v m own -> veq (worst p Y (pmc p X Y)) v.
Proof.
move=> hv.
have h1 := rep_pmc_1 X_secrets Pa K; have h0 := rep_pmc_0 X_secrets Pa K q0.
move: h0 h1; rewrite (min_idPl le0) (min_idPr le1) chance0.
move=> h0 h1; apply: (worst_of_two X_secrets Pa K q0 h1 h0 hv).
rewrite chance1 -subr_ge0.
have -> : m * (1 - other) - (1 - m) * own = (t - 1) * (1 - (m + m)) by ring.
by rewrite mulr_ge0 // subr_ge0 ?(rarest_half X_secrets).
Qed.

Lemma ldp_of_above v : rep v (m * t) own -> veq (worst p Y (ldp p X Y)) v.
Proof.
move=> hv.
have h1 := rep_ldp_1 X_secrets Pa K; have h0 := rep_ldp_0 X_secrets Pa K q0.
move: h0 h1; rewrite (min_idPl le0) (max_idPr le0) (min_idPr le1) (max_idPl le1).
move=> h0 h1; apply: (worst_of_two X_secrets Pa K q0 h1 h0 hv).
rewrite -subr_ge0.
have -> : m * t * (1 - other) - (1 - own) * own = t * ((t - 1) * (1 - (m + m))) by ring.
by rewrite !mulr_ge0 ?(ltW t0) // subr_ge0 ?(rarest_half X_secrets).
Qed.
End Above.

Section Below.
Hypothesis t_le1 : t <= 1.
Let le0 : other <= own.
Proof.
by rewrite -subr_ge0; have -> : own - other = 1 - t by [ring]; rewrite subr_ge0.
Qed.
Let le1 : 1 - own <= 1 - other. Proof. by rewrite ler_add2l ler_opp2. Qed.

Lemma pmc_of_below v : rep v 1 t -> veq (worst p Y (pmc p X Y)) v.
Proof.
move=> hv; have hv' : rep v (1 * m) (t * m) by apply: rep_times.
have h1 := rep_pmc_1 X_secrets Pa K; have h0 := rep_pmc_0 X_secrets Pa K q0.
move: h0 h1; rewrite (min_idPr le0) (min_idPl le1) chance0 => h0 h1.
have h0' : rep (pmc p X Y true) (1 * m) (t * m) by apply: rep_eq h0 _ _; rewrite ?mul1r // mulrC.
apply: (worst_of_two X_secrets Pa K q0 h1 h0' hv').
rewrite chance1; have -> : (1 - m) * (t * m) = 1 * m * (1 - own) by ring.
by [].
Qed.

Lemma pml_of_below v : rep v own m -> veq (worst p Y (pml p X Y)) v.
Proof.
move=> hv.
have h1 := rep_pml_1 X_secrets Pa K; have h0 := rep_pml_0 X_secrets Pa K q0.
move: h0 h1; rewrite (max_idPl le0) (max_idPr le1) chance0.
move=> h0 h1; apply: (worst_of_two X_secrets Pa K q0 h1 h0 hv).
rewrite chance1 -subr_ge0.
have -> : own * (1 - m) - (1 - other) * m = (1 - t) * (1 - (m + m)) by ring.
by rewrite mulr_ge0 // subr_ge0 ?(rarest_half X_secrets).
Qed.

Lemma ldp_of_below v : rep v own (m * t) -> veq (worst p Y (ldp p X Y)) v.
Proof.
move=> hv.
have h1 := rep_ldp_1 X_secrets Pa K; have h0 := rep_ldp_0 X_secrets Pa K q0.
move: h0 h1; rewrite (min_idPr le0) (max_idPl le0) (min_idPl le1) (max_idPr le1).
move=> h0 h1; apply: (worst_of_two X_secrets Pa K q0 h1 h0 hv).
rewrite -subr_ge0.
have -> : own * (1 - own) - (1 - other) * (m * t) = t * ((1 - t) * (1 - (m + m))) by ring.
by rewrite !mulr_ge0 ?(ltW t0) // subr_ge0 ?(rarest_half X_secrets).
Qed.
End Below.
End Level.

Theorem pmc_attained_a_holds : pmc_attained_a.
Proof.
move=> R T A p X Y a u ok Pa u0 /(below_limit ok) h.
have U0 := expR_gt0 u; have U1 := expR_ge1 u0.
split=> [|K]; first exact (level_mechanism a ok U0 (ltW h)).
have d0 : 0 < 1 - (1 - pmin p X) * expR u by rewrite subr_gt0.
have low := rep_quotient (ltW (rarest_gt0 ok)) d0; split.
- exact (pml_of_above ok Pa K U1 (rep_fin u)).
- exact (pmc_of_above ok Pa K U1 low).
- apply: (ldp_of_above ok Pa U0 K U1).
  by have := rep_addl low (rep_fin u) (rarest_gt0 ok) d0; rewrite mulr1.
Qed.

Theorem pmc_attained_b_holds : pmc_attained_b.
Proof.
move=> R T A p X Y a l ok Pa l0; have h := of_redraw ok l0.
have L0 := expR_gt0 (- l); have L1 := expRN_le1 l0; have m0 := rarest_gt0 ok.
split=> [|K]; first exact (level_mechanism a ok L0 h).
have up : rep (upper_bound (pmin p X) l) (1 - (1 - pmin p X) * expR (- l)) (pmin p X).
  by apply: rep_quotient => //; rewrite subr_ge0.
split.
- exact (pmc_of_below ok Pa K L1 (rep_fin1 l)).
- exact (pml_of_below ok Pa K L1 up).
- apply: (ldp_of_below ok Pa L0 K L1).
  have := rep_addl (rep_fin1 l) up ltr01 L0; rewrite mul1r => r.
  by apply: rep_eq r _ _; rewrite // mulrC.
Qed.

Theorem pmc_attained_c_holds : pmc_attained_c.
Proof.
move=> R T A p X Y a e ok Pa e0; set m := pmin p X; set E := expR e.
have m0 : 0 < m := rarest_gt0 ok; have n0 : 0 < 1 - m := rest_gt0 ok.
have E1 : 1 <= E := expR_ge1 e0; have E0 : 0 < E := expR_gt0 e; cbv zeta.
have N0 : 0 < E + 1 := addr_gt0 E0 ltr01.
have N1 : E + 1 != 0 by rewrite gt_eqF.
split=> [|K].
  apply: two_answers_mechanism; rewrite divr_ge0 ?ler01 ?(ltW N0) ?(ltW E0) //=;
    rewrite ler_pdivr_mulr // mul1r ?ler_addl ?ler_addr ?ler01 //; exact: ltW.
have le0 : 1 / (E + 1) <= E / (E + 1) by rewrite ler_pmul2r ?invr_gt0.
have le1 : 1 - E / (E + 1) <= 1 - 1 / (E + 1) by rewrite ler_add2l ler_opp2.
have o1 : 1 - E / (E + 1) = 1 / (E + 1) by field.
have o2 : 1 - 1 / (E + 1) = E / (E + 1) by field.
have chance0 : m * (E / (E + 1)) + (1 - m) * (1 / (E + 1)) = (m * E + (1 - m)) / (E + 1).
  by field.
have chance1 : m * (1 / (E + 1)) + (1 - m) * (E / (E + 1)) = (m + (1 - m) * E) / (E + 1).
  by field.
have p0 : 0 < m * E + (1 - m) by rewrite addr_gt0 // mulr_gt0.
have p1 : 0 < m + (1 - m) * E by rewrite addr_gt0 // mulr_gt0.
have q0 : 0 < m * (E / (E + 1)) + (1 - m) * (1 / (E + 1)) by rewrite chance0 divr_gt0.
have q1 : 0 < m * (1 - E / (E + 1)) + (1 - m) * (1 - 1 / (E + 1)).
  by rewrite o1 o2 chance1 divr_gt0.
have c0 : 0 < (E + 1) by [].
have clear v b c : rep v (b / (E + 1)) (c / (E + 1)) -> rep v b c.
  by move=> /rep_times/(_ N0); rewrite !divfK.
have l0 : rep (ldp p X Y true) E 1.
  apply: clear; have := rep_ldp_0 ok Pa K q0.
  by rewrite (max_idPl le0) (min_idPr le0).
have l1 : rep (ldp p X Y false) E 1.
  apply: clear; have := rep_ldp_1 ok Pa K q1.
  by rewrite (max_idPr le1) (min_idPl le1) o1 o2.
have c_0 : rep (pmc p X Y true) (m * E + (1 - m)) 1.
  by apply: clear; have := rep_pmc_0 ok Pa K q0; rewrite (min_idPr le0) chance0.
have c_1 : rep (pmc p X Y false) (m + (1 - m) * E) 1.
  by apply: clear; have := rep_pmc_1 ok Pa K q1; rewrite (min_idPl le1) o1 o2 chance1.
have u_0 : rep (pml p X Y true) E (m * E + (1 - m)).
  by apply: clear; have := rep_pml_0 ok Pa K q0; rewrite (max_idPl le0) chance0.
have u_1 : rep (pml p X Y false) E (m + (1 - m) * E).
  by apply: clear; have := rep_pml_1 ok Pa K q1; rewrite (max_idPr le1) o1 o2 chance1.
have y0 : 0 < pr p Y true by rewrite (answer_0 ok Pa K).
have y1 : 0 < pr p Y false by rewrite (answer_1 ok Pa K).
have order : m * E + (1 - m) <= m + (1 - m) * E.
  rewrite -subr_ge0.
  have -> : m + (1 - m) * E - (m * E + (1 - m)) = (1 - (m + m)) * (E - 1) by ring.
  by rewrite mulr_ge0 ?subr_ge0 ?(rarest_half ok).
split.
- apply: (worst_at y0 l0 (rep_fin e)) => -[] _; first by rewrite (rep_le l0 (rep_fin e)).
  by rewrite (rep_le l1 (rep_fin e)).
- have v0 := rep_log (ltW p1); apply: (worst_at y1 c_1 v0) => -[] _.
    by rewrite (rep_le c_0 v0) !mulr1.
  by rewrite (rep_le c_1 v0).
- have z0 : 0 < m + (1 - m) * expR (- e) by rewrite addr_gt0 // mulr_gt0 // expR_gt0.
  have v0 : rep (vopp (vlog (Fin (m + (1 - m) * expR (- e))))) E (m * E + (1 - m)).
    have := rep_times (rep_opp (rep_log (ltW z0))) E0; rewrite mul1r => r.
    apply: rep_eq r _ _ => //.
    by rewrite expRN -/E; field; rewrite gt_eqF.
  apply: (worst_at y0 u_0 v0) => -[] _; first by rewrite (rep_le u_0 v0).
  by rewrite (rep_le u_1 v0) ler_pmul2l.
Qed.

(* The mechanism of two answers that never gives the answer 0 of a rarest secret: its PMC is
   infinite. Proofs of claims_named.v; nothing here has to be read. *)
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
