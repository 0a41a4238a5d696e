(* Means of leakages over the outcomes, and of their exponentials: facts that proofs of exported
   statements use. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes tangent claims_pmc payoffs products.
From pmlsym Require Import guesses mechanisms claims_costs averages attained chains jensen facts.
From pmlsym Require Import facts_numbers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Means.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).
Local Notation hi := (maxlift p X Y).
Local Notation lo := (minlift p X Y).
Local Notation q := (pr p Y).

(* over the points of the sample space, as the language takes it *)
Definition mean_at (f : B -> val R) :=
  \big[@vadd R/Fin 0]_(s | 0 < p s) vmul (Fin (p s)) (f (Y s)).

Lemma points_sum (g : B -> R) : \sum_(s | 0 < p s) p s * g (Y s) = \sum_(y | 0 < q y) q y * g y.
Proof.
rewrite (partition_big Y (fun y => 0 < q y)) => [|s]; last exact: pr_gt0.
apply: eq_bigr => y _; rewrite /pr mulr_suml [RHS](bigID (fun s => 0 < p s)) /=.
rewrite [X in _ = _ + X]big1 ?addr0 => [|s /andP[_]]; last first.
  by rewrite -leNgt => s0; have -> : p s = 0; [apply/le_anti; rewrite s0 mass_ge0|rewrite mul0r].
by rewrite [RHS](eq_bigl (fun s => (0 < p s) && (Y s == y))) => [|s]; [apply: eq_bigr|];
  rewrite 1?andbC // => s /andP[_ /eqP ->].
Qed.
Lemma all_sum (g : B -> R) : \sum_(y | 0 < q y) q y * g y = \sum_y q y * g y.
Proof.
rewrite [RHS](bigID (fun y => 0 < q y)) /= [X in _ = _ + X]big1 ?addr0 // => y.
by rewrite -leNgt => h; have -> : q y = 0; [apply/le_anti; rewrite h pr_ge0|rewrite mul0r].
Qed.
Lemma mean_fin (f : B -> val R) (g : B -> R) : (forall y, 0 < q y -> f y = Fin (g y)) ->
  mean_at f = Fin (\sum_(y | 0 < q y) q y * g y).
Proof.
move=> h; rewrite -points_sum /mean_at; apply: sum_finite => s s0.
by rewrite h ?pr_gt0.
Qed.

(* ---- exponentials ---- *)

Lemma mean_exp_pml : mean_at (fun y => vexp (pml p X Y y)) = vexp (maximal_leakage p X Y).
Proof.
rewrite (mean_fin (g := hi)) => [|y]; last exact: exp_pml.
have s0 : 0 < sum_max p X Y by apply: lt_le_trans ltr01 (sum_max_ge1 p X Y).
by rewrite /maximal_leakage /vlog s0 /= lnK ?posrE // sum_maxE all_sum.
Qed.
Lemma mean_exp_pmc :
  mean_at (fun y => vexp (vopp (pmc p X Y y))) = vexp (vopp (maximal_cost_leakage p X Y)).
Proof.
rewrite (mean_fin (g := lo)) => [|y _]; last exact: exp_pmc.
by rewrite exp_max_cost sum_minP.
Qed.

Lemma ratio_mean_pml a b : ratio (vexp (maximal_leakage p X Y)) a b ->
  ratio (mean_at (fun y => vexp (pml p X Y y))) a b.
Proof. by rewrite mean_exp_pml. Qed.
Lemma ratio_mean_pmc a b : ratio (vexp (vopp (maximal_cost_leakage p X Y))) a b ->
  ratio (mean_at (fun y => vexp (vopp (pmc p X Y y)))) a b.
Proof. by rewrite mean_exp_pmc. Qed.

(* ---- PML ---- *)

Lemma mean_pml_is : mean_at (pml p X Y) = Fin (\sum_(y | 0 < q y) q y * ln (hi y)).
Proof. by apply: mean_fin => y y0; rewrite /pml /vlog most_lift_gt0. Qed.

Lemma mean_pml_rep : exists a, 1 <= a /\ rep (mean_at (pml p X Y)) a 1.
Proof.
rewrite mean_pml_is; set m := \sum_(_ | _) _; exists (expR m); split; last exact: rep_fin.
apply/expR_ge1/sumr_ge0 => y y0; rewrite mulr_ge0 ?pr_ge0 //.
by rewrite ln_ge0 // most_lift_ge1.
Qed.

Lemma mean_pml_leakage : vle (mean_at (pml p X Y)) (maximal_leakage p X Y).
Proof.
have s0 : 0 < sum_max p X Y by apply: lt_le_trans ltr01 (sum_max_ge1 p X Y).
rewrite mean_pml_is /maximal_leakage /vlog s0 /=; set s := sum_max p X Y in s0 *.
have -> : ln s = \sum_(y | 0 < q y) q y * ln s by rewrite -mulr_suml sum_possible mul1r.
have total : 0 <= \sum_(y | 0 < q y) q y * (1 - hi y / s).
  under eq_bigr do rewrite mulrBr mulr1 mulrA.
  by rewrite sumrB sum_possible -mulr_suml all_sum -sum_maxE divff ?subrr // gt_eqF.
rewrite -subr_ge0; apply: (le_trans total); rewrite -sumrB; apply: ler_sum => y y0.
have h := most_lift_gt0 X y0; rewrite -mulrBr; apply: ler_wpmul2l; first exact: ltW.
have := ln_tangent (divr_gt0 h s0); rewrite ln_div ?posrE // => t.
by rewrite -ler_opp2 !opprB.
Qed.

Lemma information_mean_pml : vle (Fin (mutual_information p X Y)) (mean_at (pml p X Y)).
Proof.
rewrite mean_pml_is /= all_sum /mutual_information exchange_big /=; apply: ler_sum => y _.
rewrite -(pr_suml p X) mulr_suml; apply: ler_sum => x _.
have [a0|a0] := ltP 0 (pr p (both X Y) (x, y)); last first.
  by have -> : pr p (both X Y) (x, y) = 0; [apply/le_anti; rewrite a0 pr_ge0 | rewrite !mul0r].
have [x0 y0] := both_gt0 a0; apply: ler_wpmul2l; first exact: ltW.
by rewrite ler_ln ?posrE ?together_gt0 ?most_lift_gt0 // most_lift_ge.
Qed.

(* ---- PMC ---- *)

Lemma mean_pmc_infinite y : 0 < q y -> lo y = 0 -> mean_at (pmc p X Y) = PInf.
Proof.
move=> /pr_at[s <- s0] e; apply: (@sum_infinite _ _ _ _ s) => // [s' k|]; last first.
  by rewrite pmc_infinite //= /values.signed s0.
have [l0|l0] := ltP 0 (lo (Y s')); first by right; rewrite pmc_finite //; eexists.
have e' : lo (Y s') = 0 by apply/le_anti; rewrite l0 lo_ge0.
by left; rewrite pmc_infinite //= /values.signed k.
Qed.
Lemma mean_pmc_finite : (forall y, 0 < q y -> 0 < lo y) ->
  mean_at (pmc p X Y) = Fin (\sum_(y | 0 < q y) q y * - ln (lo y)).
Proof. by move=> h; apply: mean_fin => y y0; rewrite pmc_finite ?h. Qed.

Lemma mean_pmc_rep : exists b, (0 <= b /\ b <= 1) /\ rep (mean_at (pmc p X Y)) 1 b.
Proof.
have [pos|[y y0 e]] := lo_cases_all p X Y; last first.
  by exists 0; rewrite (mean_pmc_infinite y0 e) /= lexx ler01 ltr01.
rewrite mean_pmc_finite //; set m := \sum_(_ | _) _; exists (expR (- m)).
split; last exact: rep_fin1; split; first exact/ltW/expR_gt0.
rewrite -[X in _ <= X]expR0 ler_expR oppr_le0; apply: sumr_ge0 => y y0.
by rewrite mulr_ge0 ?pr_ge0 // oppr_ge0 -ln1 ler_ln ?posrE ?ltr01 ?pos // lo_le1.
Qed.

Lemma cost_leakage_mean_pmc : vle (maximal_cost_leakage p X Y) (mean_at (pmc p X Y)).
Proof.
have [pos|[y y0 e]] := lo_cases_all p X Y; last first.
  rewrite (mean_pmc_infinite y0 e); have := rep_def (rep_max_cost p X Y).
  by case: (maximal_cost_leakage _ _ _).
rewrite max_cost_finite // mean_pmc_finite //= -subr_ge0 -jensen //.
by apply: sumr_ge0 => y; apply: loss_ge0.
Qed.

Lemma mean_pmc_pmc : vle (mean_at (pmc p X Y)) (worst p Y (pmc p X Y)).
Proof.
have [y [y0 -> least]] := worst_pmc_is p X Y.
have [pos|[z z0 e]] := lo_cases_all p X Y; last first.
  have l0 : lo y = 0 by apply/le_anti; rewrite lo_ge0 -e least.
  by rewrite (mean_pmc_infinite z0 e) pmc_infinite.
rewrite mean_pmc_finite // pmc_finite ?pos //=.
rewrite -[X in _ <= X]mul1r -(sum_possible p Y) mulr_suml; apply: ler_sum => z z0.
by rewrite ler_pmul2l // ler_opp2 ler_ln ?posrE ?pos // least.
Qed.
End Means.
