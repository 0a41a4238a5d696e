(* The alpha-losses: between the log-loss and the 0-1 loss, finite but at alpha = 1 where a share
   is 0, and
   no larger leakage than PMC. Proofs of claims_losses.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra boolp classical_sets.
From mathcomp.analysis Require Import constructive_ereal reals ereal topology normedtype.
From mathcomp.analysis Require Import sequences exp.
From pmlsym Require Import values law extremes release claims claims_histogram claims_pmc
  claims_losses.
From pmlsym Require Import quotients tangent bounds mixtures payoffs.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Import numFieldNormedType.Exports.
Local Open Scope ring_scope.

Lemma exp_parabola (R : realType) (x : R) : 0 <= x -> 1 + x + x ^+ 2 / 2%:R <= expR x.
Proof.
move=> x0; have h n : 0 <= exp_coeff x n by apply: exp_coeff_ge0.
have := nondecreasing_cvg_le (@nondecreasing_series R _ xpredT (fun n _ => h n))
  (@is_cvg_series_exp_coeff R x) 3%N.
by rewrite /series /= !big_nat_recl // big_geq // /exp_coeff /= expr0 expr1 !divr1 addr0 addrA.
Qed.

Lemma exp_below_parabola (R : realType) (x : R) : 0 <= x -> expR (- x) <= 1 - x + x ^+ 2 / 2%:R.
Proof.
move=> x0; have h := exp_parabola x0; rewrite expRN -div1r ler_pdivr_mulr ?expR_gt0 //.
have pos : 0 <= 1 - x + x ^+ 2 / 2%:R.
  have -> : 1 - x + x ^+ 2 / 2%:R = ((1 - x) ^+ 2 + 1) / 2%:R by field.
  by rewrite divr_ge0 ?ler0n // addr_ge0 ?sqr_ge0 ?ler01.
apply: le_trans (ler_wpmul2l pos h).
have -> : (1 - x + x ^+ 2 / 2%:R) * (1 + x + x ^+ 2 / 2%:R) = 1 + (x ^+ 2) ^+ 2 / 4%:R by field.
by rewrite ler_addl divr_ge0 ?ler0n ?sqr_ge0.
Qed.

Section Losses.
Variables (R : realType) (a q : R).
Hypotheses (a_gt1 : 1 < a) (q_ge0 : 0 <= q) (q_le1 : q <= 1).
Local Notation s := ((a - 1) / a).
Let a_gt0 : 0 < a. Proof. exact: lt_trans a_gt1. Qed.
Let b_gt0 : 0 < a - 1. Proof. by rewrite subr_gt0. Qed.
Let s_gt0 : 0 < s. Proof. exact: divr_gt0. Qed.
Let s_le1 : s <= 1. Proof. by rewrite ler_pdivr_mulr // mul1r ler_subl_addr ler_addl ler01. Qed.
Let sV : a / (a - 1) = s^-1. Proof. by rewrite invf_div. Qed.

Lemma lossE : alpha_loss (Some a) q = Fin (s^-1 * (1 - power q s)).
Proof. by rewrite /alpha_loss gt_eqF // sV. Qed.

Lemma ln_le0' : 0 < q -> ln q <= 0.
Proof. by move=> q0; rewrite -(ln1 R) ler_ln ?posrE ?ltr01. Qed.

Lemma power_ge0 : 0 <= power q s.
Proof. by rewrite /power; case: ifP => // _; apply/ltW/expR_gt0. Qed.
Lemma power_le1 : power q s <= 1.
Proof.
rewrite /power; case: eqP => [_|/eqP q1]; first exact: ler01.
have q0 : 0 < q by rewrite lt_def q1.
by rewrite -[X in _ <= X](@expR0 R) ler_expR mulr_ge0_le0 ?ln_le0' // ltW.
Qed.
Lemma power_ge : q <= power q s.
Proof.
rewrite /power; case: eqP => [->|/eqP q1]; first exact: lexx.
have q0 : 0 < q by rewrite lt_def q1.
rewrite -{1}[q]lnK ?posrE // ler_expR -[X in X <= _]mul1r.
by apply: ler_wnmul2r; [apply: ln_le0' | apply: s_le1].
Qed.
Lemma power_le : power q s <= 1 - s + s * q.
Proof.
rewrite /power; case: eqP => [->|/eqP q1]; first by rewrite mulr0 addr0 subr_ge0 s_le1.
have q0 : 0 < q by rewrite lt_def q1.
by rewrite -{2}[q]lnK ?posrE //; apply: exp_chord; rewrite ?s_le1 // ltW.
Qed.

Lemma loss_finite : vle (Fin 0) (alpha_loss (Some a) q) /\ vlt (alpha_loss (Some a) q) PInf.
Proof. by rewrite lossE /=; split=> //; rewrite mulr_ge0 ?invr_ge0 ?subr_ge0 ?power_le1 // ltW. Qed.
End Losses.

Theorem pmc_example_3_interpolation_holds : pmc_example_3_interpolation.
Proof.
move=> R a q a1 q0 q1 c log_loss zero_one; rewrite /c /log_loss /zero_one lossE //.
split; last by move=> ->; rewrite /power eqxx subr0 mulr1 invf_div.
have a0 : 0 < a by apply: lt_trans a1. have b0 : 0 < a - 1 by rewrite subr_gt0.
set s := (a - 1) / a; have s0 : 0 < s by apply: divr_gt0.
have sV : s^-1 = 1 + (a - 1)^-1 by rewrite /s invf_div; field; rewrite gt_eqF.
have up : s^-1 * (1 - power q s) <= 1 - q + (1 - q) / (a - 1).
  have -> : 1 - q + (1 - q) / (a - 1) = s^-1 * (1 - q) by rewrite sV; ring.
  by apply: ler_wpmul2l; rewrite ?invr_ge0 ?ler_add2l ?ler_opp2 ?power_ge // ltW.
have low : 1 - q <= s^-1 * (1 - power q s).
  rewrite ler_pdivl_mull // ler_subr_addr -ler_subr_addl; apply: le_trans (power_le a1 q0) _.
  by rewrite -/s le_eqVlt; apply/orP; left; apply/eqP; ring.
have rate0 : 0 < (a - 1) / (2%:R * a) by rewrite divr_gt0 ?mulr_gt0 ?ltr0n.
have logE : alpha_loss (Some 1) q = vopp (vlog (Fin q)) by rewrite /alpha_loss eqxx.
rewrite logE /vlog; case: (ltrP 0 q) => q2; last first.
  have -> : q == 0 by rewrite eq_le q2.
  by split=> //=; rewrite /values.signed rate0.
have t0 : ln q <= 0 by rewrite -(ln1 R) ler_ln ?posrE ?ltr01.
move: (up) (low); rewrite /power gt_eqF // => up' low'; split=> //=.
  rewrite ler_pdivr_mull // mulrN ler_subl_addr -ler_subl_addl -mulrN.
  by have := exp_tangent (s * ln q); rewrite mulrN opprK.
have x0 : 0 <= - (s * ln q) by rewrite oppr_ge0 mulr_ge0_le0 // ltW.
have := exp_below_parabola x0; rewrite !opprK => h.
have -> : (a - 1) / (2%:R * a) = s / 2%:R by rewrite /s; field; rewrite gt_eqF.
rewrite -subr_ge0.
have -> : s^-1 * (1 - expR (s * ln q)) + s / 2%:R * (- ln q * - ln q) - - ln q =
  s^-1 * (1 + s * ln q + (- (s * ln q)) ^+ 2 / 2%:R - expR (s * ln q)) by field; rewrite gt_eqF.
by rewrite mulr_ge0 ?invr_ge0 ?(ltW s0) // subr_ge0.
Qed.

Lemma mass_le1 (R : realType) (A : finType) (Q : law R A) x : Q x <= 1.
Proof. by rewrite -(mass_sum Q) (bigD1 x) //= ler_addl sumr_ge0 // => i _; apply: mass_ge0. Qed.

Section Orders.
Variables (R : realType) (A : finType) (Q : law R A) (alpha : option R).
Hypothesis ok : order alpha.

Lemma loss_ge0 x : vle (Fin 0) (alpha_loss alpha (Q x)).
Proof.
have q0 := mass_ge0 Q x; have q1 := mass_le1 Q x.
case: alpha ok => [a|] /=; last by rewrite subr_ge0.
rewrite le_eqVlt eq_sym => /orP[/eqP -> |a1]; last by case: (loss_finite a1 q0 q1).
rewrite eqxx /vlog; case: (ltrP 0 (Q x)) => q2; last first.
  by have -> : Q x == 0 by rewrite eq_le q2.
by rewrite /= oppr_ge0 -(ln1 R) ler_ln ?posrE ?ltr01.
Qed.

Lemma loss_lt x : alpha <> Some 1 \/ 0 < Q x -> exists v, alpha_loss alpha (Q x) = Fin v.
Proof.
have q0 := mass_ge0 Q x; have q1 := mass_le1 Q x.
case: alpha ok => [a|] /=; last by exists (1 - Q x).
case: eqP => [->|_] _ h; last by eexists.
by case: h => // h; rewrite /vlog h; eexists.
Qed.
End Orders.

Theorem pmc_example_3_codomain_repair_holds : pmc_example_3_codomain_repair.
Proof.
move=> R A Q alpha ok finite.
have fin x : alpha <> Some 1 \/ 0 < Q x -> vlt (alpha_loss alpha (Q x)) PInf.
  by move=> h; have [v ->] := loss_lt ok h.
split=> [h x|h x|e [x x0]].
- by split; [apply: loss_ge0 | apply: fin; left].
- by split; [apply: loss_ge0 | apply: fin; right; rewrite lt_def h mass_ge0].
by split; [move=> z; apply: loss_ge0 | exists x; rewrite e /alpha_loss eqxx x0 /vlog ltxx eqxx].
Qed.

(* ---- what is spent at least ---- *)

Section Sums.
Variable R : realType.
Lemma vaddA : associative (@vadd R).
Proof. by case=> [x| | |]; case=> [y| | |]; case=> [z| | |] //=; rewrite addrA. Qed.
Lemma vaddC : commutative (@vadd R).
Proof. by case=> [x| | |]; case=> [y| | |] //=; rewrite addrC. Qed.
Lemma vadd0 : left_id (Fin 0) (@vadd R). Proof. by case=> [x| | |] //=; rewrite add0r. Qed.
Lemma vaddr0 : right_id (Fin 0) (@vadd R). Proof. by case=> [x| | |] //=; rewrite addr0. Qed.
Canonical vadd_monoid := Monoid.Law vaddA vadd0 vaddr0.
Canonical vadd_comoid := Monoid.ComLaw vaddC.
End Sums.

Section Spent.
Variables (R : realType) (A : finType) (alpha : option R).
Hypothesis ok : order alpha.
Implicit Types (P Q : law R A) (l : A -> R).
Local Notation loss q := (alpha_loss alpha q).

Lemma mean_fin P Q l : (forall x, 0 < P x -> loss (Q x) = Fin (l x)) ->
  mean_loss alpha P Q = Fin (\sum_(x | 0 < P x) P x * l x).
Proof.
move=> h; rewrite /mean_loss (eq_bigr (fun x => Fin (P x * l x))) => [|x /h -> //].
by rewrite (big_morph _ (id1 := Fin 0) (op1 := @vadd R) (_ : {morph Fin (R := R) : x y / x + y >->
  vadd x y})).
Qed.

(* infinite, or a sum *)
Lemma mean_cases P Q : mean_loss alpha P Q = PInf \/
  exists l, [/\ forall x, 0 <= l x, forall x, 0 < P x -> loss (Q x) = Fin (l x) &
                mean_loss alpha P Q = Fin (\sum_(x | 0 < P x) P x * l x)].
Proof.
have [all|[x0 [p0 inf0]]] : (forall x, 0 < P x -> exists v, loss (Q x) = Fin v) \/
    exists x, 0 < P x /\ loss (Q x) = PInf.
  case: (pselect (exists x, 0 < P x /\ loss (Q x) = PInf)) => [|no]; first by right.
  left=> x p; have := loss_ge0 Q ok x; case e : (loss (Q x)) => [v| | |] // _; first by exists v.
  by case: no; exists x.
- right; pose l x := if loss (Q x) is Fin v then v else 0; exists l.
  have lE x : 0 < P x -> loss (Q x) = Fin (l x) by move=> p; rewrite /l; have [v ->] := all x p.
  split=> // [x|]; last exact: mean_fin.
  by rewrite /l; have := loss_ge0 Q ok x; case: (loss (Q x)).
left; rewrite /mean_loss (bigD1 x0) //= inf0 /= /values.signed p0.
suff : vle (Fin 0) (\big[@vadd R/Fin 0]_(x | (0 < P x) && (x != x0)) vmul (Fin (P x)) (loss (Q x))).
  by case: (\big[_/_]_(_ | _) _).
elim/big_ind: _ => [|u v|x /andP[p _]]; first exact: lexx.
  by case: u => [u| | |]; case: v => [v| | |] //=; apply: addr_ge0.
have := loss_ge0 Q ok x; case: (loss (Q x)) => [v| | |] //=; last by rewrite /values.signed p.
by move=> v0; rewrite mulr_ge0 // ltW.
Qed.

Lemma mean_ge0 P Q : vle (Fin 0) (mean_loss alpha P Q).
Proof.
have [->|[l [l0 _ ->]]] // := mean_cases P Q.
by rewrite /= sumr_ge0 // => x p; rewrite mulr_ge0 // ltW.
Qed.

Lemma least_exists P : exists m, 0 <= m /\ least_loss alpha P m.
Proof.
pose S : set R := [set r | exists Q, mean_loss alpha P Q = Fin r]%classic.
have low r : S r -> 0 <= r by move=> [Q e]; have := mean_ge0 P Q; rewrite e.
have some : (S !=set0)%classic.
  have [e|[l [_ _ e]]] := mean_cases P P; last by eexists; exists P; exact: e.
  have [l lE] : exists l, forall x, 0 < P x -> loss (P x) = Fin (l x).
    exists (fun x => if loss (P x) is Fin v then v else 0) => x p.
    by have [v ->] := loss_lt ok (or_intror p).
  by move: e; rewrite (mean_fin lE).
have bounded : has_inf S by split=> //; exists 0 => r; apply: low.
exists (inf S); split; first exact: lb_le_inf.
split=> [Q|more h].
  have [->|[l [_ _ e]]] // := mean_cases P Q; rewrite e /=.
  by apply: inf_lb; [case: bounded | exists Q].
have d0 : 0 < more - inf S by rewrite subr_gt0.
have [r [Q e] lt] := inf_adherent d0 bounded; exists Q.
by move: lt; rewrite e addrC subrK.
Qed.
End Spent.

Theorem pmc_example_3_holds : pmc_example_3.
Proof.
move=> R A P P' alpha p0 ok; have [m0 [m0_ge0 m0P]] := least_exists ok P.
have [m1 [m1_ge0 m1P]] := least_exists ok P'.
exists m0, m1; split=> //.
have [x0 _] := likely P; have [x far] := farthest x0 (fun x => - (P' x / P x)).
set w := P' x / P x; have w0 : 0 <= w by rewrite divr_ge0 ?mass_ge0.
have low z : w * P z <= P' z by rewrite -ler_pdivl_mulr // -ler_opp2.
have def : divergence P P' <> Undef.
  by apply: largest_def => E _; apply: ratio_def; apply: sumr_ge0 => z _; apply: mass_ge0.
have := largest_ge (x := [set x]%SET) def isT; rewrite !big_set1; apply: vle_trans.
have w1 : w <= 1.
  by rewrite -(mass_sum P') -[w]mulr1 -[X in _ * X](mass_sum P) mulr_sumr; apply: ler_sum.
have m : w * m0 <= m1.
  move: w0; rewrite le_eqVlt => /orP[/eqP <-|w0]; first by rewrite mul0r.
  rewrite leNgt; apply/negP => h; have [Q] := m1P.2 _ h.
  have [->|[l [l0 lE ->]]] // := mean_cases ok P' Q; rewrite /= ltNge => /negP; apply.
  have p0' z : 0 < P' z by apply: lt_le_trans (low z); rewrite mulr_gt0.
  have := m0P.1 Q; rewrite (@mean_fin _ _ _ P Q l) => [/=|z _]; last exact: lE.
  move=> /(ler_wpmul2l (ltW w0)) /le_trans; apply; rewrite mulr_sumr.
  rewrite [X in X <= _](eq_bigl xpredT) => [|z]; last by rewrite p0.
  rewrite [X in _ <= X](eq_bigl xpredT) => [|z]; last by rewrite p0'.
  by apply: ler_sum => z _; rewrite mulrA; apply: ler_wpmul2r.
have key : m0 * P' x <= P x * m1.
  by rewrite -ler_pdivr_mull // mulrC -mulrA mulrC.
have rx := rep_ratio (mass_ge0 P x) (mass_ge0 P' x) (or_introl (p0 x)).
have [m0'|] := ltP 0 m0; first by rewrite (rep_le (rep_ratio m0_ge0 m1_ge0 (or_introl m0')) rx).
have [m1' _|m1' m0'] := ltP 0 m1; first by rewrite (rep_le (rep_ratio m0_ge0 m1_ge0 (or_intror
  m1')) rx).
have -> : m0 = 0 by apply/le_anti; rewrite m0_ge0 m0'.
have -> : m1 = 0 by apply/le_anti; rewrite m1_ge0 m1'.
rewrite ratio00 -(ratio_self (@ler01 R)).
rewrite (rep_le (rep_ratio ler01 ler01 (or_introl ltr01)) rx) mul1r mulr1.
by move: w1; rewrite ler_pdivr_mulr // mul1r.
Qed.
