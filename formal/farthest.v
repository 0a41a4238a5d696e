(* The largest LDP under ALIP, for two rarest secrets. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs guesses exclusions.
From pmlsym Require Import stretched.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* the extreme lifts: m = p_min, L = e^-l and U = e^u *)
Section Numbers.
Variables (R : realType) (m L U : R).
Hypotheses (m0 : 0 < m) (m2 : m + m < 1) (L0 : 0 < L) (L1 : L <= 1) (U1 : 1 <= U).
Definition top_lift := Num.min U ((1 - (1 - m) * L) / m).
Definition low_lift := Num.max L ((1 - (1 - m) * U) / m).
Local Notation H := top_lift.
Local Notation D := low_lift.
Let n0 : 0 < 1 - m. Proof. by rewrite subr_gt0 (lt_trans _ m2) // ltr_addl. Qed.

Lemma top_low : m * H + (1 - m) * D <= 1.
Proof.
have hU : H <= U by rewrite le_minl lexx.
have hh : m * H <= 1 - (1 - m) * L.
  by rewrite mulrC -ler_pdivl_mulr // le_minl lexx orbT.
rewrite -ler_subr_addl mulrC -ler_pdivl_mulr // le_maxl.
rewrite ler_pdivl_mulr // ler_subr_addl -ler_subr_addr [L * _]mulrC hh /=.
rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr //.
apply: le_trans (_ : (1 - m * U) * m <= _); last first.
  by rewrite ler_pmul2r // ler_add2l ler_opp2 ler_pmul2l.
rewrite -subr_ge0; have -> : (1 - m * U) * m - (1 - (1 - m) * U) * (1 - m) =
  (1 - (m + m)) * (U - 1) by ring.
by rewrite mulr_ge0 ?subr_ge0 // ltW.
Qed.

Lemma low_top : 1 <= (1 - m) * H + m * D.
Proof.
have hL : L <= D by rewrite le_maxr lexx.
have hh : 1 - (1 - m) * U <= m * D.
  by rewrite [m * D]mulrC -ler_pdivr_mulr // le_maxr lexx orbT.
rewrite -ler_subl_addr [(1 - m) * H]mulrC -ler_pdivr_mulr // le_minr.
rewrite ler_pdivr_mulr // ler_subl_addr -ler_subl_addl [U * _]mulrC hh /=.
rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr //.
apply: (@le_trans _ _ ((1 - m * L) * m)).
  by rewrite ler_pmul2r // ler_add2l ler_opp2 ler_pmul2l.
rewrite -subr_ge0; have -> : (1 - (1 - m) * L) * (1 - m) - (1 - m * L) * m =
  (1 - (m + m)) * (1 - L) by ring.
by rewrite mulr_ge0 ?subr_ge0 // ltW.
Qed.

Lemma top_ge1 : 1 <= H.
Proof.
rewrite le_minr U1 ler_pdivl_mulr // mul1r ler_subr_addl -ler_subr_addr.
by rewrite -[X in _ <= X]mulr1 ler_pmul2l.
Qed.
Lemma low_le1 : D <= 1.
Proof.
rewrite le_maxl L1 ler_pdivr_mulr // mul1r ler_subl_addl -ler_subl_addr.
by rewrite -[X in X <= _]mulr1 ler_pmul2l.
Qed.
Lemma low_gt0 : 0 < D. Proof. by rewrite lt_maxr L0. Qed.

Lemma share_out : exists2 t, 0 < t & t * (1 - D) <= H - 1 /\ t * (H - 1) <= 1 - D.
Proof.
have h1 := top_ge1; have d1 := low_le1.
have [eH|nH] := eqVneq H 1.
  have eD : D = 1.
    apply/le_anti; rewrite d1 /=; have := low_top; rewrite eH mulr1 -ler_subl_addl.
    by rewrite opprB addrCA subrr addr0 -[X in X <= _]mulr1 ler_pmul2l.
  by exists 1 => //; rewrite eH eD subrr mulr0.
have hp : 0 < H - 1 by rewrite subr_gt0 lt_def nH.
have dp : 0 < 1 - D.
  rewrite subr_gt0 lt_def d1 andbT; apply/eqP => e; have := top_low; rewrite -e mulr1.
  rewrite -ler_subr_addr opprB addrCA subrr addr0 -[X in _ <= X]mulr1 ler_pmul2l //.
  by rewrite leNgt -subr_gt0 hp.
exists (Num.min ((H - 1) / (1 - D)) ((1 - D) / (H - 1))); first by rewrite lt_minr !divr_gt0.
by split; rewrite -ler_pdivl_mulr // le_minl lexx ?orbT.
Qed.

Definition rest_lift := (1 - m * H - m * D) / (1 - (m + m)).
Lemma rest_within : D <= rest_lift <= H.
Proof.
have k0 : 0 < 1 - (m + m) by rewrite subr_gt0.
rewrite ler_pdivl_mulr // ler_pdivr_mulr //; apply/andP; split; rewrite -subr_ge0.
  have -> : 1 - m * H - m * D - D * (1 - (m + m)) = 1 - (m * H + (1 - m) * D) by ring.
  by rewrite subr_ge0 top_low.
have -> : H * (1 - (m + m)) - (1 - m * H - m * D) = (1 - m) * H + m * D - 1 by ring.
by rewrite subr_ge0 low_top.
Qed.
End Numbers.

Lemma rep_most (R : realType) (m u l : R) : 0 < m -> m + m < 1 -> 0 <= u -> 0 <= l ->
  rep (vadd (vmin (Fin l) (lower_star m u)) (vmin (Fin u) (upper_star m l)))
      (top_lift m (expR (- l)) (expR u)) (low_lift m (expR (- l)) (expR u)).
Proof.
move=> m0 m2 u0 l0; set L := expR (- l); set U := expR u.
have n0 : 0 < 1 - m by rewrite subr_gt0 (lt_trans _ m2) // ltr_addl.
have L0 : 0 < L := expR_gt0 _; have U0 : 0 < U := expR_gt0 _.
have L1 : L <= 1 by rewrite -(@expR0 R) ler_expR oppr_le0.
have U1 : 1 <= U by apply: expR_ge1.
have rl := rep_fin1 l.
have ru := rep_fin u.
have rlow : rep (vmin (Fin l) (lower_star m u)) 1 (low_lift m L U).
  rewrite /lower_star /low_lift -/U; case: ltP => h; last first.
    have -> : Num.max L ((1 - (1 - m) * U) / m) = L.
      by apply/max_idPl; apply: le_trans (ltW L0); rewrite ler_pdivr_mulr // mul0r subr_le0 mulrC.
    by [].
  have k0 : 0 < 1 - (1 - m) * U by rewrite subr_gt0 mulrC.
  have rs : rep (vlog (Fin (m / (1 - (1 - m) * U)))) 1 ((1 - (1 - m) * U) / m).
    rewrite /vlog divr_gt0 //; split; rewrite ?ltr01 ?divr_gt0 // lnK ?posrE ?divr_gt0 //.
    by rewrite mulf_div [_ * m]mulrC divff // gt_eqF // mulr_gt0.
  by have := rep_min rl rs; rewrite !mul1r /Num.max; case: ltP; case: leP.
have rtop : rep (vmin (Fin u) (upper_star m l)) (top_lift m L U) 1.
  have s0 : 0 <= (1 - (1 - m) * L) / m.
    rewrite divr_ge0 ?(ltW m0) // subr_ge0; apply: le_trans (_ : (1 - m) * 1 <= _).
      by rewrite ler_pmul2l.
    by rewrite mulr1 ler_subl_addr ler_addl ltW.
  by have := rep_min ru (rep_log s0); rewrite !mulr1 /Num.min /top_lift -/U; case: leP; case: ltP.
have h1 := top_ge1 m0 m2 L1 U1.
have := rep_add rlow rtop (lt_le_trans ltr01 h1) ltr01.
by rewrite mul1r mulr1.
Qed.

Section Most.
Variables (R : realType) (A : finType) (P : law R A) (u l : R) (a b : A).
Hypotheses (three : (2 < #|A|)%N) (full : forall x, 0 < P x) (ab : a != b).
Hypotheses (Pa : P a = pmin P id) (Pb : P b = pmin P id) (u0 : 0 <= u) (l0 : 0 <= l).
Local Notation m := (pmin P id).
Local Notation L := (expR (- l)).
Local Notation U := (expR u).
Local Notation H := (top_lift m L U).
Local Notation D := (low_lift m L U).

Lemma m_gt0 : 0 < m. Proof. by rewrite -Pa. Qed.

Lemma m_rest : \sum_(x | (x != a) && (x != b)) P x = 1 - (m + m).
Proof.
rewrite -[X in _ = X - _](mass_sum P) [in RHS](bigD1 a) //= [in RHS](bigD1 b) 1?eq_sym //=.
rewrite Pa Pb addrA.
by rewrite [_ + _ + _ - _]addrAC subrr add0r.
Qed.

Lemma m_half : m + m < 1.
Proof.
rewrite -subr_gt0 -m_rest.
have [c ca cb] : exists2 c, c != a & c != b.
  have : (0 < #|~: [set a; b]|)%N.
    by rewrite cardsCs setCK cards2 ab subn_gt0.
  by case/card_gt0P => c; rewrite !inE negb_or => /andP[ca cb]; exists c.
rewrite (bigD1 c) ?ca ?cb //= ltr_paddr // sumr_ge0 // => x _; exact: mass_ge0.
Qed.

Let L0 : 0 < L. Proof. exact: expR_gt0. Qed.
Let L1 : L <= 1. Proof. by rewrite -(@expR0 R) ler_expR oppr_le0. Qed.
Let U1 : 1 <= U. Proof. exact: expR_ge1. Qed.
Let rl := rep_fin1 l.
Let rm := rep_most m_gt0 m_half u0 l0.
Let D0 : 0 < D := low_gt0 m U L0.
Let H1 : 1 <= H := top_ge1 m_gt0 m_half L1 U1.

Section Above.
Variables (T B : finType) (p : law R T) (X : T -> A) (Y : T -> B).
Hypotheses (pX : forall x, pr p X x = P x) (pmcl : vle (worst p Y (pmc p X Y)) (Fin l)).
Hypothesis pmlu : vle (worst p Y (pml p X Y)) (Fin u).

Lemma most_above : vle (worst p Y (ldp p X Y))
  (vadd (vmin (Fin l) (lower_star m u)) (vmin (Fin u) (upper_star m l))).
Proof.
apply: worst_le => s s0; have y0 := pr_gt0 Y s0; set y := Y s in y0 *.
have full' x : 0 < pr p X x by rewrite pX.
have em : pmin p X = m by apply: eq_bigr => x _; rewrite pX pr_id.
have := at_most_le pmcl s0; rewrite (rep_le (rep_pmc p X Y _) rl) !mul1r => hl.
have := at_most_le pmlu s0; rewrite (pml_le _ full' y0) => /forallP hu.
have [x ex] := hi_is full' y0.
have hU : maxlift p X Y y <= U by rewrite -ex.
have eh := extreme_hi full' y0; have el := extreme_lo full' y0; rewrite em in eh el.
rewrite (rep_le (rep_ldp full' y0) rm).
have n0 : 0 <= 1 - m by rewrite subr_ge0 ltW // (lt_trans _ m_half) // ltr_addl m_gt0.
have hH : maxlift p X Y y <= H.
  rewrite le_minr hU ler_pdivl_mulr ?m_gt0 //.
  apply: le_trans (_ : 1 - (1 - m) * minlift p X Y y <= _); last first.
    by rewrite ler_add2l ler_opp2 ler_wpmul2l.
  rewrite -subr_ge0.
  have -> : 1 - (1 - m) * minlift p X Y y - maxlift p X Y y * m =
    1 - minlift p X Y y - m * (maxlift p X Y y - minlift p X Y y) by ring.
  by rewrite subr_ge0.
have hD : D <= minlift p X Y y.
  rewrite le_maxl hl ler_pdivr_mulr ?m_gt0 //.
  apply: le_trans (_ : 1 - (1 - m) * maxlift p X Y y <= _).
    by rewrite ler_add2l ler_opp2 ler_wpmul2l.
  rewrite -subr_ge0.
  have -> : minlift p X Y y * m - (1 - (1 - m) * maxlift p X Y y) =
    maxlift p X Y y - 1 - m * (maxlift p X Y y - minlift p X Y y) by ring.
  by rewrite subr_ge0.
by apply: ler_pmul => //; [apply: ltW (hi_gt0 full' y0) | apply: ltW].
Qed.
End Above.

Definition spread x := if x == a then H else if x == b then D else rest_lift m L U.
Lemma spread_mean : \sum_x P x * spread x = 1.
Proof.
rewrite (bigD1 a) //= (bigD1 b) 1?eq_sym //= /spread !eqxx eq_sym (negbTE ab) Pa Pb.
rewrite (eq_bigr (fun x => P x * rest_lift m L U)) => [|x /andP[xa xb]]; last first.
  by rewrite (negbTE xa) (negbTE xb).
rewrite -mulr_suml m_rest /rest_lift [(1 - (m + m)) * _]mulrC divfK ?gt_eqF ?subr_gt0 ?m_half //.
by ring.
Qed.
Lemma spread_within x : D <= spread x <= H.
Proof.
have DH : D <= H by apply: le_trans H1; apply: low_le1 m_gt0 m_half L1 U1.
rewrite /spread; case: ifP => _; first by rewrite DH lexx.
by case: ifP => _; [rewrite DH lexx | apply: rest_within m_gt0 m_half L1 U1].
Qed.

Lemma most_reached : exists (T B : finType) (p : law R T) (X : T -> A) (Y : T -> B),
  [/\ forall x, pr p X x = P x, vle (worst p Y (pmc p X Y)) (Fin l),
      vle (worst p Y (pml p X Y)) (Fin u) &
      vle (vadd (vmin (Fin l) (lower_star m u)) (vmin (Fin u) (upper_star m l)))
          (worst p Y (ldp p X Y))].
Proof.
have [t t0 [tD tH]] := share_out m_gt0 m_half L1 U1.
pose w x (answer : bool) := if answer then spread x else 1 + t * (1 - spread x).
have w_within x answer : D <= w x answer <= H.
  have /andP[h1 h2] := spread_within x; case: answer; rewrite /w ?h1 ?h2 //; apply/andP; split.
    rewrite -ler_subl_addl -ler_opp2 opprB -mulrN opprB; apply: le_trans tH.
    by rewrite ler_pmul2l // ler_add2r.
  rewrite -ler_subr_addl; apply: le_trans tD.
  by rewrite ler_pmul2l // ler_add2l ler_opp2.
have t1 : 0 < 1 + t by rewrite addr_gt0 ?ltr01.
pose share (answer : bool) := (if answer then t else 1) / (1 + t).
have share0 answer : 0 < share answer by rewrite divr_gt0 //; case: answer.
pose K x answer := share answer * w x answer.
have w0 x answer : 0 < w x answer.
  by have /andP[h _] := w_within x answer; apply: lt_le_trans h.
have K_ge0 x answer : 0 <= K x answer by rewrite mulr_ge0 // ltW.
have K_sum x : \sum_answer K x answer = 1.
  by rewrite big_bool /K /share /w /=; field; rewrite gt_eqF.
pose q := with_kernel P id K_ge0 K_sum; pose X := id \o (fst : A * bool -> A).
have qK := @with_kernel_at _ _ P _ _ id K K_ge0 K_sum.
have qX x : pr q X x = P x by rewrite (larger_pr K_sum qK) pr_id.
have qfull x : 0 < pr q X x by rewrite qX.
have qj x answer : pr q (both X snd) (x, answer) = P x * K x answer.
  by rewrite pr_bothC (larger_secret qK) pr_id.
have mean_w answer : \sum_x P x * w x answer = 1.
  case: answer; rewrite /w; first exact: spread_mean.
  rewrite (eq_bigr (fun x => (1 + t) * P x - t * (P x * spread x))) => [|x _]; last by ring.
  by rewrite sumrB -!mulr_sumr mass_sum spread_mean !mulr1 addrK.
have qY answer : pr q snd answer = share answer.
  rewrite -(pr_suml q X) -[RHS]mulr1 -(mean_w answer) mulr_sumr; apply: eq_bigr => x _.
  by rewrite qj /K mulrCA.
have qY0 answer : 0 < pr q snd answer by rewrite qY.
have ql x answer : lift q X snd x answer = w x answer.
  rewrite /lift qj qX qY /K -mulf_div divff ?gt_eqF // mul1r mulrAC divff ?mul1r //.
  by rewrite gt_eqF.
have hpmc : vle (worst q snd (pmc q X snd)) (Fin l).
  apply: worst_le => s _; rewrite (rep_le (rep_pmc q X snd s.2) rl) !mul1r.
  have [x <-] := lo_is qfull (qY0 s.2); rewrite ql.
  have /andP[h _] := w_within x s.2; apply: le_trans h.
  by rewrite le_maxr lexx.
have hpml : vle (worst q snd (pml q X snd)) (Fin u).
  apply: worst_le => s _; rewrite (pml_le _ qfull (qY0 s.2)); apply/forallP => x; rewrite ql.
  have /andP[_ h] := w_within x s.2; apply: le_trans h _.
  by rewrite le_minl lexx.
exists [finType of A * bool], bool_finType, q, X, snd; split=> //.
have [d _] := vle_def (most_above qX hpmc hpml).
have [s es s0] := pr_at (qY0 true).
have := at_most_le (veq_vle (veq_refl d)) s0; rewrite es; apply: vle_trans.
rewrite (rep_le rm (rep_ldp qfull (qY0 true))).
have hH : H <= maxlift q X snd true.
  by have := lift_le_hi snd qfull true a; rewrite ql /w /spread eqxx.
have hD : minlift q X snd true <= D.
  by have := lo_le_lift snd qfull true b; rewrite ql /w /spread eqxx eq_sym (negbTE ab).
apply: ler_pmul => //; first by apply: ltW; apply: lt_le_trans ltr01 H1.
exact: lo_ge0.
Qed.
End Most.

Theorem pmc_improvable_d_holds : pmc_improvable_d.
Proof.
move=> R A P u l a b three full ab Pa Pb u0 l0 most within; split.
  by move=> T B p X Y [pX hl hu]; apply: (most_above three full ab Pa Pb u0 l0 pX hl hu).
have [T [B [p [X [Y [pX hl hu h]]]]]] := most_reached three full ab Pa Pb u0 l0.
exists T, B, p, X, Y; split=> //; rewrite veq_le h andbT.
exact: (most_above three full ab Pa Pb u0 l0 pX hl hu).
Qed.
