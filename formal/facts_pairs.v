(* What a pair of releases leaks beside each of them, also where both depend on the secret alone:
   facts that proofs of exported statements use. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes tangent claims_pmc payoffs products.
From pmlsym Require Import guesses mechanisms claims_costs averages attained chains facts.
From pmlsym Require Import facts_chains.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- pairs ---- *)

Section Pairs.
Variables (R : realType) (T : finType) (p : law R T) (A B C : finType).
Variables (X : T -> A) (Y : T -> B) (Z : T -> C).

(* Y is a function of the pair *)
Lemma pair_chain : markov p X (both Y Z) Y.
Proof.
move=> x [y z] y'; have [->|n] := eqVneq y' y.
  rewrite [LHS]mulrC [RHS]mulrC; congr (_ * _); apply: eq_bigl => t; rewrite /both !xpair_eqE.
    by case: eqP; case: eqP.
  by case: eqP; case: eqP; case: eqP.
rewrite [pr p (both X (both (both Y Z) Y)) _]big_pred0 => [|t]; last first.
  rewrite /both !xpair_eqE; apply/negP => /and3P[_ /andP[/eqP e _] /eqP e'].
  by move: n; rewrite -e' e eqxx.
rewrite [pr p (both (both Y Z) Y) _]big_pred0 ?mulr0 ?mul0r // => t.
rewrite /both !xpair_eqE; apply/negP => /andP[/andP[/eqP e _] /eqP e'].
by move: n; rewrite -e' e eqxx.
Qed.

Lemma pair_pml : vle (worst p Y (pml p X Y)) (worst p (both Y Z) (pml p X (both Y Z))).
Proof. exact: chain_pml_first pair_chain. Qed.
Lemma pair_pmc : vle (worst p Y (pmc p X Y)) (worst p (both Y Z) (pmc p X (both Y Z))).
Proof. exact: chain_pmc_first pair_chain. Qed.
Lemma pair_ldp : vle (worst p Y (ldp p X Y)) (worst p (both Y Z) (ldp p X (both Y Z))).
Proof. exact: chain_ldp_first pair_chain. Qed.
Lemma pair_leakage : vle (maximal_leakage p X Y) (maximal_leakage p X (both Y Z)).
Proof. exact: chain_leakage_first pair_chain. Qed.
Lemma pair_cost_leakage : vle (maximal_cost_leakage p X Y) (maximal_cost_leakage p X (both Y Z)).
Proof. exact: chain_cost_leakage_first pair_chain. Qed.
Lemma pair_information :
  vle (Fin (mutual_information p X Y)) (Fin (mutual_information p X (both Y Z))).
Proof. exact: chain_information_first pair_chain. Qed.
End Pairs.

(* ---- two releases of one secret ---- *)

Section Fork.
Variables (R : realType) (T : finType) (p : law R T) (A B C : finType).
Variables (X : T -> A) (Y : T -> B) (Z : T -> C).
Hypothesis h : markov p Y X Z.

Lemma fork_joint x y z : pr p (both X (both Y Z)) (x, (y, z)) * pr p X x =
  pr p (both X Y) (x, y) * pr p (both X Z) (x, z).
Proof. by rewrite -pr_middle h (pr_bothC p Y X). Qed.

(* lifts are multiplied, and by a factor that does not depend on the secret *)
Lemma fork_lift x y z : 0 < pr p X x -> 0 < pr p (both Y Z) (y, z) ->
  lift p X (both Y Z) x (y, z) =
  pr p Y y * pr p Z z / pr p (both Y Z) (y, z) * (lift p X Y x y * lift p X Z x z).
Proof.
move=> x0 yz0; have [y0 z0] := both_gt0 yz0.
have /(canRL (mulfK (lt0r_neq0 x0))) e := fork_joint x y z.
by rewrite /lift e; field; rewrite !gt_eqF.
Qed.

Lemma fork_hi y z : 0 < pr p (both Y Z) (y, z) -> maxlift p X (both Y Z) (y, z) <=
  pr p Y y * pr p Z z / pr p (both Y Z) (y, z) * (maxlift p X Y y * maxlift p X Z z).
Proof.
move=> yz0; have [x x0 <-] := most_lift_is X yz0; rewrite fork_lift //.
apply: ler_wpmul2l; first by rewrite divr_ge0 ?mulr_ge0 ?pr_ge0.
by apply: ler_pmul; rewrite ?lift_ge0 ?most_lift_ge.
Qed.
Lemma fork_lo y z : 0 < pr p (both Y Z) (y, z) ->
  pr p Y y * pr p Z z / pr p (both Y Z) (y, z) * (minlift p X Y y * minlift p X Z z) <=
  minlift p X (both Y Z) (y, z).
Proof.
move=> yz0; have [x x0 <-] := least_lift_is X yz0; rewrite fork_lift //.
apply: ler_wpmul2l; first by rewrite divr_ge0 ?mulr_ge0 ?pr_ge0.
by apply: ler_pmul; rewrite ?lo_ge0 ?least_lift_le.
Qed.

Lemma fork_ldp : vle (worst p (both Y Z) (ldp p X (both Y Z)))
  (vadd (worst p Y (ldp p X Y)) (worst p Z (ldp p X Z))).
Proof.
have [[y z] [yz0 -> _]] := worst_ldp_is p X (both Y Z); have [y0 z0] := both_gt0 yz0.
have [y' [y1 -> mostY]] := worst_ldp_is p X Y; have [z' [z1 -> mostZ]] := worst_ldp_is p X Z.
have hy := most_lift_gt0 X y1; have hz := most_lift_gt0 X z1.
rewrite (rep_le (rep_ldp_any X yz0) (rep_sum (rep_ldp_any X y1) (rep_ldp_any X z1) hy hz)).
set k := pr p Y y * pr p Z z / pr p (both Y Z) (y, z).
have k0 : 0 <= k by rewrite divr_ge0 ?mulr_ge0 ?pr_ge0.
set l := minlift p X Y y' * minlift p X Z z'.
have l0 : 0 <= l by rewrite mulr_ge0 ?lo_ge0.
apply: le_trans (ler_wpmul2r l0 (fork_hi yz0)) _.
have m0 : 0 <= maxlift p X Y y' * maxlift p X Z z' by rewrite mulr_ge0 ?hi_ge0.
apply: le_trans (ler_wpmul2l m0 (fork_lo yz0)); rewrite -/k -mulrA [X in _ <= X]mulrCA.
apply: ler_wpmul2l => //; rewrite mulrACA [X in _ <= X]mulrACA.
by apply: ler_pmul; rewrite ?mulr_ge0 ?hi_ge0 ?lo_ge0 ?mostY ?mostZ.
Qed.

Lemma fork_given x y z : 0 < pr p X x ->
  given p X (both Y Z) x (y, z) = given p X Y x y * given p X Z x z.
Proof.
move=> x0; have /(canRL (mulfK (lt0r_neq0 x0))) e := fork_joint x y z.
by rewrite /given e; field; rewrite gt_eqF.
Qed.
Lemma fork_leakage : vle (maximal_leakage p X (both Y Z))
  (vadd (maximal_leakage p X Y) (maximal_leakage p X Z)).
Proof.
have gt0 (D : finType) (V : T -> D) : 0 < sum_max p X V.
  by apply: lt_le_trans ltr01 (sum_max_ge1 p X V).
rewrite (rep_le (rep_leakage p X (both Y Z)) (rep_sum (rep_leakage p X Y)
  (rep_leakage p X Z) (gt0 _ _) (gt0 _ _))) !mulr1.
rewrite /sum_max mulr_suml; under [X in _ <= X]eq_bigr do rewrite mulr_sumr.
rewrite pair_big /=; apply: ler_sum => -[y z] _ /=.
have m0 (D : finType) (V : T -> D) v : 0 <= \big[Num.max/0]_(x | 0 < pr p X x) given p X V x v.
  by rewrite max_given mulr_ge0 ?pr_ge0 ?hi_ge0.
apply/bigmax_leP; split=> [|x x0]; first by rewrite mulr_ge0.
by rewrite fork_given //; apply: ler_pmul; rewrite ?given_ge0 // (bigmax_sup x).
Qed.

(* independent Y and Z of the same laws would leave a mean of at most 1 *)
Lemma fork_mean : \sum_x \sum_y \sum_z
  pr p X x * (pr p Y y * pr p Z z) * lift p X (both Y Z) x (y, z) <= 1.
Proof.
rewrite exchange_big -(apart_sum p Y Z); apply: ler_sum => y _ /=.
rewrite exchange_big; apply: ler_sum => z _ /=.
rewrite -[X in _ <= X]mulr1; under eq_bigr do rewrite -mulrA mulrCA.
rewrite -mulr_sumr; apply: ler_wpmul2l; first by rewrite mulr_ge0 ?pr_ge0.
have [yz0|/pr_le0 e] := ltP 0 (pr p (both Y Z) (y, z)); first by rewrite mean_lift.
by rewrite big1 ?ler01 // => x _; rewrite /lift e mulr0 invr0 !mulr0.
Qed.

Lemma fork_information_le : mutual_information p X (both Y Z) <=
  mutual_information p X Y + mutual_information p X Z.
Proof.
rewrite (information_of_triples p X Y Z) (information_of_ends p X Y Z) -triples_add.
have -> : mutual_information p X (both Y Z) = \sum_x \sum_y \sum_z
    pr p (both X (both Y Z)) (x, (y, z)) * ln (lift p X (both Y Z) x (y, z)).
  by apply: eq_bigr => x _; rewrite pair_big; apply: eq_bigr => -[].
have total : 0 <= \sum_x \sum_y \sum_z (pr p (both X (both Y Z)) (x, (y, z)) -
    pr p X x * (pr p Y y * pr p Z z) * lift p X (both Y Z) x (y, z)).
  by rewrite triples_sub triples_sum subr_ge0 fork_mean.
rewrite -subr_ge0 -triples_sub; apply: (le_trans total); apply: triples_le => x y z.
rewrite ler_subr_addl -mulrDr; set a := pr _ _ _; have a0 : 0 <= a by apply: pr_ge0.
have pos : 0 < a -> [/\ 0 < lift p X Y x y, 0 < lift p X Z x z & 0 < lift p X (both Y Z) x (y, z)].
  move=> k; split; last exact: together_gt0.
    by apply/together_gt0/(lt_le_trans k); rewrite /a pr_bothA pr_le_l.
  by apply/together_gt0/(lt_le_trans k); rewrite /a -pr_middle pr_le_r.
have [k|/pr_le0 k] := ltP 0 a; last first.
  rewrite /a k !mul0r add0r sub0r oppr_le0.
  by rewrite mulr_ge0 ?lift_ge0 // !mulr_ge0 ?pr_ge0.
have [u1 v1 w1] := pos k; rewrite -lnM ?posrE //.
apply: below_tangent; rewrite ?lift_ge0 // ?mulr_ge0 ?pr_ge0 //; last first.
  by move=> _; split=> //; rewrite mulr_gt0.
have [x0 _] := both_gt0 k; apply: (mulIf (lt0r_neq0 x0)); rewrite fork_joint !joint_any; ring.
Qed.
Lemma fork_information : vle (Fin (mutual_information p X (both Y Z)))
  (vadd (Fin (mutual_information p X Y)) (Fin (mutual_information p X Z))).
Proof. exact: fork_information_le. Qed.
End Fork.
