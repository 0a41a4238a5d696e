(* (9): maximal cost leakage is at most the mean of PMC over the outcomes, and less where PMC
   differs between them. Proofs of statements of claims_costs.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes tangent claims_pmc payoffs products.
From pmlsym Require Import guesses.
From pmlsym Require Import claims_costs averages costs attained chains.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- sums of values ---- *)

Section Sums.
Variables (R : realType) (B : finType) (some : pred B).
Implicit Types f : B -> val R.

Lemma sum_finite f (g : B -> R) : (forall y, some y -> f y = Fin (g y)) ->
  \big[@vadd R/Fin 0]_(y | some y) f y = Fin (\sum_(y | some y) g y).
Proof. by move=> h; elim/big_rec2: _ => // y a b y0 ->; rewrite h. Qed.

Lemma sum_infinite f y : (forall y', some y' -> f y' = PInf \/ exists r, f y' = Fin r) ->
  some y -> f y = PInf -> \big[@vadd R/Fin 0]_(y | some y) f y = PInf.
Proof.
move=> h y0 e.
have [//|] : \big[@vadd R/Fin 0]_(y <- index_enum B | some y) f y = PInf \/
    y \notin index_enum B; last by rewrite mem_index_enum.
have [[r er]|] : (exists r, \big[@vadd R/Fin 0]_(y <- index_enum B | some y) f y = Fin r) \/
    \big[@vadd R/Fin 0]_(y <- index_enum B | some y) f y = PInf; last by left.
  elim/big_rec: _ => [|y' v k ih]; first by left; exists 0.
  have [->|[r ->]] := h _ k; first by right; case: ih => [[r ->]|->].
  by case: ih => [[r' ->]|->]; [left; exists (r + r') | right].
right; move: er; move: (index_enum B) r => l; elim: l => // y' l ih r.
rewrite big_cons inE negb_or; case: ifP => k.
  have [ef|[r' ef]] := h _ k; rewrite ef.
    by case: (\big[_/_]_(_ <- _ | _) _).
  case eb: (\big[_/_]_(_ <- _ | _) _) => [v| | |] //= _; rewrite (ih v) // andbT.
  by apply/eqP => ey; move: e; rewrite ey ef.
by move=> er; rewrite (ih r) // andbT; apply/eqP => ey; move: k; rewrite -ey y0.
Qed.
End Sums.

(* strictly below the tangent *)
Lemma ln_below (R : realType) (x : R) : 0 < x -> x != 1 -> ln x < x - 1.
Proof.
move=> x0 x1; set r := Num.sqrt x; have r0 : 0 < r by rewrite sqrtr_gt0.
have rr : r * r = x by rewrite -expr2 sqr_sqrtr // ltW.
have r1 : r != 1 by apply: contraNneq x1 => e; rewrite -rr e mulr1.
rewrite -{1}rr lnM ?posrE //; have t := ln_tangent r0.
apply: le_lt_trans (ler_add t t) _; rewrite -subr_gt0.
have -> : x - 1 - (r - 1 + (r - 1)) = (r - 1) ^+ 2 by rewrite -rr; ring.
by rewrite exprn_even_gt0 //= subr_eq0.
Qed.

(* ---- the mean over the outcomes ---- *)

Section Means.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).
Local Notation lo y := (minlift p X Y y).
Local Notation q y := (pr p Y y).
Local Notation s := (sum_min p X Y).

Lemma sum_minP : s = \sum_(y | 0 < q y) q y * lo y.
Proof. by rewrite sum_minE; apply: eq_bigl => y; rewrite inE. Qed.
Lemma sum_possible : \sum_(y | 0 < q y) q y = 1.
Proof. by rewrite -(sum_outcomes p Y); apply: eq_bigl => y; rewrite inE. Qed.

Lemma mean_exp : mean_outcome p Y (fun y => vexp (vopp (pmc p X Y y))) = Fin s.
Proof. by rewrite sum_minP; apply: sum_finite => y _; rewrite exp_pmc. Qed.

Lemma pmc_finite y : 0 < lo y -> pmc p X Y y = Fin (- ln (lo y)).
Proof. by move=> l0; rewrite /pmc /vlog l0. Qed.
Lemma pmc_infinite y : lo y = 0 -> pmc p X Y y = PInf.
Proof. by move=> l0; rewrite /pmc /vlog l0 ltxx eqxx. Qed.

Lemma mean_infinite y : 0 < q y -> lo y = 0 -> mean_outcome p Y (pmc p X Y) = PInf.
Proof.
move=> y0 e; apply: (@sum_infinite _ _ _ _ y) => // [y' k|]; last first.
  by rewrite pmc_infinite //= /values.signed y0.
have [l0|l0] := ltP 0 (lo y'); first by right; rewrite pmc_finite //; eexists.
have e' : lo y' = 0 by apply/le_anti; rewrite l0 lo_ge0.
by left; rewrite pmc_infinite //= /values.signed k.
Qed.

Lemma mean_finite : (forall y, 0 < q y -> 0 < lo y) ->
  mean_outcome p Y (pmc p X Y) = Fin (\sum_(y | 0 < q y) q y * - ln (lo y)).
Proof. by move=> h; apply: sum_finite => y y0; rewrite pmc_finite ?h. Qed.

Hypothesis pos : forall y, 0 < q y -> 0 < lo y.
Lemma sum_min_gt0 : 0 < s.
Proof.
have [t t0] := likely p; have y0 := pr_gt0 Y t0.
rewrite sum_minP (bigD1 (Y t)) //= ltr_paddr ?mulr_gt0 ?pos // sumr_ge0 // => y _.
by rewrite mulr_ge0 ?pr_ge0 ?lo_ge0.
Qed.

(* what the tangent at the mean loses *)
Lemma jensen : \sum_(y | 0 < q y) q y * (lo y / s - 1 - ln (lo y / s)) =
  \sum_(y | 0 < q y) q y * - ln (lo y) - - ln s.
Proof.
have s0 := sum_min_gt0.
transitivity (\sum_(y | 0 < q y) (q y * lo y * s^-1 + q y * - ln (lo y) + q y * (ln s - 1))).
  by apply: eq_bigr => y y0; rewrite ln_div ?posrE ?pos //; ring.
rewrite !big_split -!mulr_suml /= -sum_minP sum_possible divff ?gt_eqF //.
by ring.
Qed.

Lemma loss_ge0 y : 0 < q y -> 0 <= q y * (lo y / s - 1 - ln (lo y / s)).
Proof.
by move=> y0; rewrite mulr_ge0 ?pr_ge0 // subr_ge0 ln_tangent // divr_gt0 ?sum_min_gt0 ?pos.
Qed.

Lemma max_cost_finite : maximal_cost_leakage p X Y = Fin (- ln s).
Proof. by rewrite /maximal_cost_leakage /vlog sum_min_gt0. Qed.
End Means.

Lemma lo_cases_all (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A)
    (Y : T -> B) : (forall y, 0 < pr p Y y -> 0 < minlift p X Y y) \/
  exists2 y, 0 < pr p Y y & minlift p X Y y = 0.
Proof.
have [y [y0 _ least]] := worst_pmc_is p X Y.
have [l0|l0] := ltP 0 (minlift p X Y y).
  by left=> y' k; apply: lt_le_trans l0 (least _ k).
by right; exists y => //; apply/le_anti; rewrite l0 lo_ge0.
Qed.

Theorem pmc_eq_9_holds : pmc_eq_9.
Proof.
move=> R T p A B X Y _; have [pos|[y y0 e]] := lo_cases_all p X Y; last first.
  rewrite (mean_infinite y0 e); have := rep_def (rep_max_cost p X Y).
  by case: (maximal_cost_leakage _ _ _).
rewrite max_cost_finite // mean_finite //= -subr_ge0 -jensen //.
by apply: sumr_ge0 => y; apply: loss_ge0.
Qed.

Lemma exp_worst (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A)
    (Y : T -> B) : exists y, [/\ 0 < pr p Y y,
    vexp (vopp (worst p Y (pmc p X Y))) = Fin (minlift p X Y y) &
    forall y', 0 < pr p Y y' -> minlift p X Y y <= minlift p X Y y'].
Proof. by have [y [y0 e h]] := worst_pmc_is p X Y; exists y; rewrite e exp_pmc. Qed.

Theorem pmc_eq_9_strict_repair_less_holds : pmc_eq_9_strict_repair_less.
Proof.
move=> R T p A B X Y _; have [y [y0 -> least]] := exp_worst p X Y; rewrite mean_exp /= => less.
have [pos|[z z0 e]] := lo_cases_all p X Y; last first.
  rewrite (mean_infinite z0 e) /maximal_cost_leakage /vlog.
  by rewrite (le_lt_trans (lo_ge0 p X Y y) less).
have s0 := sum_min_gt0 pos.
rewrite max_cost_finite // mean_finite //= -subr_gt0 -jensen // (bigD1 y) //=.
apply: ltr_paddr; first by apply: sumr_ge0 => y' /andP[k _]; apply: loss_ge0.
rewrite mulr_gt0 // subr_gt0 ln_below ?divr_gt0 ?pos //.
by rewrite lt_eqF // ltr_pdivr_mulr // mul1r.
Qed.

Theorem pmc_eq_9_strict_repair_same_holds : pmc_eq_9_strict_repair_same.
Proof.
move=> R T p A B X Y _; have [y [y0 -> least]] := exp_worst p X Y; rewrite mean_exp /= => /eqP same.
have [pos|[z z0 e]] := lo_cases_all p X Y; last first.
  rewrite (mean_infinite z0 e) /maximal_cost_leakage /vlog -same.
  have -> : minlift p X Y y = 0 by apply/le_anti; rewrite lo_ge0 -e least.
  by rewrite ltxx eqxx.
have s0 := sum_min_gt0 pos.
rewrite max_cost_finite // mean_finite //= eq_sym -subr_eq0 -jensen //; apply/eqP.
have each y' : 0 < pr p Y y' -> minlift p X Y y' = sum_min p X Y.
  move=> k; have ge0 i : 0 < pr p Y i -> 0 <= pr p Y i * (minlift p X Y i - sum_min p X Y).
    by move=> i0; rewrite mulr_ge0 ?pr_ge0 // subr_ge0 -same least.
  have z : \sum_(i | 0 < pr p Y i) pr p Y i * (minlift p X Y i - sum_min p X Y) = 0.
    under eq_bigr do rewrite mulrBr.
    by rewrite sumrB -sum_minP -mulr_suml sum_possible mul1r subrr.
  by have /eqP := psumr_eq0P ge0 z k; rewrite mulf_eq0 gt_eqF //= subr_eq0 => /eqP.
apply: big1 => y' k; rewrite each // divff ?gt_eqF // ln1; ring.
Qed.

Theorem pmc_eq_9_first_mean_holds : pmc_eq_9_first_mean.
Proof. by move=> R T p A B X Y _; rewrite mean_exp exp_max_cost /= eqxx. Qed.
