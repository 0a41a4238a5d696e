(* The cost 1/P(x) reaches maximal cost leakage and the worst PMC, guesses of a function that splits
   a secret, or all others, reach PMC and PML. Proofs of statements of claims_costs.v; nothing here
   has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs products guesses.
From pmlsym Require Import guesswork claims_costs averages costs.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- 1/P(x), any secret as the choice ---- *)

Section OneOver.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).
Variable w0 : A.
Hypothesis full : forall x, 0 < pr p X x.
Local Notation c := (one_over p X).

Lemma one_over_ge0 x w : 0 <= c x w.
Proof. by rewrite /one_over; case: ifP => // _; rewrite divr_ge0 ?ler01 ?pr_ge0. Qed.

Lemma pick_over (f : A -> R) w : \sum_x f x * c x w = f w / pr p X w.
Proof.
rewrite (bigD1 w) //= big1 ?addr0 => [|x /negbTE n]; rewrite /one_over ?n ?mulr0 //.
by rewrite eqxx mul1r.
Qed.

Lemma one_over_before : least_before p X c w0 = 1.
Proof.
have e w : mean p (fun t => c (X t) w) = 1.
  by rewrite (meanE p X (c^~ w)) pick_over divff // gt_eqF.
by rewrite /least_before; have [w <-] := least_is w0 (fun w => mean p (fun t => c (X t) w)).
Qed.
Lemma one_over_most_before : most_before p X c w0 = 1.
Proof.
have e w : mean p (fun t => c (X t) w) = 1.
  by rewrite (meanE p X (c^~ w)) pick_over divff // gt_eqF.
by rewrite /most_before; have [w <-] := most_is w0 (fun w => mean p (fun t => c (X t) w)).
Qed.

Lemma one_over_given y w : 0 < pr p Y y ->
  mean_given p Y y (fun t => c (X t) w) = lift p X Y w y.
Proof.
move=> y0; rewrite (mean_givenE p X Y y (c^~ w)) pick_over posterior_lift //.
by rewrite mulrAC divff ?mul1r // gt_eqF.
Qed.

Lemma one_over_after y : 0 < pr p Y y -> least_after p X Y c w0 y = minlift p X Y y.
Proof.
move=> y0; apply/le_anti/andP; split.
  have [x x0 <-] := least_lift_is X y0; rewrite -one_over_given //.
  exact: (least_le _ (fun w => mean_given p Y y (fun t => c (X t) w))).
by apply: least_ge => w; rewrite one_over_given // least_lift_le.
Qed.
Lemma one_over_most_after y : 0 < pr p Y y -> most_after p X Y c w0 y = maxlift p X Y y.
Proof.
move=> y0; apply/le_anti/andP; split.
  by apply: most_le => w; rewrite one_over_given // most_lift_ge.
have [x x0 <-] := most_lift_is X y0; rewrite -one_over_given //.
exact: (most_ge _ (fun w => mean_given p Y y (fun t => c (X t) w))).
Qed.
End OneOver.

Theorem histogram_eq_2_reached_holds : histogram_eq_2_reached.
Proof.
move=> R T p A B X Y w0 y [[_ full] y0]; rewrite /gain one_over_most_before //.
by rewrite one_over_most_after //; apply: ratio_is_pml => //; rewrite ?ltr01 ?mul1r.
Qed.

Theorem histogram_eq_2_formula_holds : histogram_eq_2_formula.
Proof. by move=> R T p A B X Y y [_ y0]; apply: pml_at_is. Qed.

Theorem pmc_average_costs_holds : pmc_average_costs.
Proof. by move=> R T p A B C W X Y U c w0 _ chain c0; apply: average_le. Qed.

Theorem pmc_average_cost_reached_holds : pmc_average_cost_reached.
Proof.
move=> R T p A B X Y w0 [_ full]; rewrite /average_cost one_over_before //.
have -> : \sum_(y in outcomes p Y) pr p Y y * least_after p X Y (one_over p X) w0 y =
    sum_min p X Y.
  by rewrite sum_minE; apply: eq_bigr => y; rewrite inE => y0; rewrite one_over_after.
have r := rep_ratio ler01 (sum_min_ge0 p X Y) (or_introl ltr01).
by apply: veq_rep r (rep_max_cost p X Y) _.
Qed.

Theorem pmc_proposition_2_holds : pmc_proposition_2.
Proof.
move=> R T p A B C W X Y U c w0 x0 s chain c0.
apply: vle_trans (pmc_average_costs_holds w0 s chain c0) (veq_vge _).
exact: pmc_average_cost_reached_holds.
Qed.

Theorem pmc_guesswork_leakage_holds : pmc_guesswork_leakage.
Proof. by move=> R T p A B C X Y U _ chain; apply: average_le => // u w; apply: ler0n. Qed.

(* ---- at worst ---- *)

Lemma worst_def (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A)
    (Y : T -> B) : worst p Y (pmc_at p X Y) <> Undef.
Proof. by apply: largest_def => y y0; apply: (vle_def (veq_vle (pmc_at_is X y0))).1. Qed.

Lemma worst_ge (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A)
    (Y : T -> B) y : 0 < pr p Y y -> vle (pmc_at p X Y y) (worst p Y (pmc_at p X Y)).
Proof. exact: largest_ge (@worst_def _ _ _ _ _ _ _). Qed.

(* the least number is one of them *)
Lemma worst_after_is (R : realType) (T : finType) (p : law R T) (B : finType) (Y : T -> B)
    (f : B -> R) y0 : 0 < pr p Y y0 ->
  exists2 y, 0 < pr p Y y & f y = \big[Num.min/f y0]_(y in outcomes p Y) f y.
Proof.
move=> h; elim/big_ind: _ => [|a b [y k e] [z k' e']|y].
- by exists y0.
- by rewrite /Num.min; case: ifP => _; [exists y | exists z].
- by rewrite inE => k; exists y.
Qed.

Theorem pmc_worst_costs_holds : pmc_worst_costs.
Proof.
move=> R T p A B C W X Y U c w0 y0 s h chain c0; rewrite /worst_cost.
have [y k <-] := worst_after_is (least_after p U Y c w0) h.
by apply: vle_trans (worst_ge X k); apply/below_pmc_at/cost_le.
Qed.

Theorem pmc_worst_cost_reached_holds : pmc_worst_cost_reached.
Proof.
move=> R T p A B X Y w0 y0 s h; have [_ full] := s; rewrite veq_le; apply/andP; split.
  by apply: pmc_worst_costs_holds => //; [apply: own_chain | apply: one_over_ge0].
rewrite /worst_cost one_over_before //; set m := \big[Num.min/_]_(y in _) _.
have m0 : 0 <= m.
  rewrite /m; have [y k <-] := worst_after_is (least_after p X Y (one_over p X) w0) h.
  by rewrite one_over_after // lo_ge0.
have r := rep_ratio ler01 m0 (or_introl ltr01).
apply: largest_le => [|y k]; first exact: rep_def r.
apply: vle_trans (veq_vle (pmc_at_is X k)) _.
rewrite (rep_le (rep_pmc p X Y y) r) !mul1r -(one_over_after w0 full k).
by rewrite /m; apply: (bigmin_inf y); rewrite ?inE.
Qed.

Theorem pmc_worst_pairs_holds : pmc_worst_pairs.
Proof.
move=> R T p A B X Y [_ full]; set f := fun xy : A * B => log_ratio _ _.
have r xy : 0 < pr p Y xy.2 ->
    rep (f xy) (pr p X xy.1 * pr p Y xy.2) (pr p (both X Y) xy).
  by move=> y0; apply: rep_ratio; rewrite ?mulr_ge0 ?pr_ge0 //; left; rewrite mulr_gt0.
have d : largest (fun xy : A * B => 0 < pr p Y xy.2) f <> Undef.
  by apply: largest_def => xy y0; apply: rep_def (r _ y0).
rewrite veq_le; apply/andP; split.
  apply: largest_le => [|[x y] /= y0]; first exact: worst_def.
  apply: vle_trans (worst_ge X y0); apply: vle_trans (veq_vge (pmc_at_is X y0)).
  rewrite (rep_le (r (x, y) y0) (rep_pmc p X Y y)) mul1r /=.
  by rewrite -ler_pdivl_mull ?mulr_gt0 // mulrC least_lift_le.
apply: largest_le => // y y0; apply: vle_trans (veq_vle (pmc_at_is X y0)) _.
have [x x0 e] := least_lift_is X y0.
apply: vle_trans (largest_ge (x := (x, y)) d y0).
rewrite (rep_le (rep_pmc p X Y y) (r (x, y) y0)) mul1r -e /lift /=.
by rewrite mulrC divfK // mulf_neq0 ?gt_eqF.
Qed.
