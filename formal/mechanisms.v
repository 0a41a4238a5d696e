(* Mechanisms as mixtures of lift vectors: from chances and vectors to a mechanism, and bounds of a
   utility by functions that are affine in the lift vector. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.classical Require Import boolp.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs guesses products.
From pmlsym Require Import exclusions claims_extremal.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- lifts of a given mechanism ---- *)

Section Lifts.
Variables (R : realType) (T A B : finType) (p : law R T) (X : T -> A) (Y : T -> B).

Lemma impossible_outcome x y : pr p Y y = 0 -> pr p (both X Y) (x, y) = 0.
Proof. by move=> e; apply/le_anti; rewrite pr_ge0 -e pr_le_r. Qed.

Lemma joint_any x y : pr p (both X Y) (x, y) = pr p X x * lift p X Y x y * pr p Y y.
Proof.
have [e|n] := eqVneq (pr p Y y) 0; first by rewrite e mulr0 impossible_outcome.
by apply: joint_lift; rewrite lt_neqAle eq_sym n pr_ge0.
Qed.

(* over the outcomes, for a possible secret *)
Lemma mean_outcomes x : 0 < pr p X x -> \sum_y pr p Y y * lift p X Y x y = 1.
Proof.
move=> x0; apply: (mulfI (lt0r_neq0 x0)); rewrite mulr1 mulr_sumr -[RHS](pr_sumr p X Y x).
by apply: eq_bigr => y _; rewrite joint_any; ring.
Qed.

Lemma admitted_lift (P : A -> R) L U y : (forall x, pr p X x = P x) -> with_lifts L U p X Y ->
  0 < pr p Y y -> admitted P L U (fun x => lift p X Y x y).
Proof.
move=> e h y0; split=> [x|]; first exact: h.
by rewrite -[RHS](mean_lift X y0); apply: eq_bigr => x _; rewrite e.
Qed.

Lemma with_pml_lifts e : (forall x, 0 < pr p X x) ->
  with_pml e p X Y <-> with_lifts 0 (expR e) p X Y.
Proof.
move=> full; split=> h.
  move=> x y y0; rewrite lift_ge0 /=; have [t et t0] := pr_at y0.
  by have := at_most_le h t0; rewrite et (pml_le _ full) // => /forallP.
apply: worst_le => t t0; rewrite (pml_le _ full) ?pr_gt0 //; apply/forallP => x.
by have /andP[] := h x (Y t) (pr_gt0 Y t0).
Qed.

(* a utility whose values are below an affine function of the lift vector *)
Lemma utility_le (mu : (A -> R) -> R) c d : (forall x, 0 < pr p X x) ->
  (forall y, 0 < pr p Y y ->
     mu (fun x => lift p X Y x y) <= c + \sum_x d x * lift p X Y x y) ->
  utility mu p X Y <= c + \sum_x d x.
Proof.
move=> full h; rewrite -[c]mul1r -(pr_sum p Y) mulr_suml.
have -> : \sum_x d x = \sum_y \sum_x d x * (pr p Y y * lift p X Y x y).
  rewrite exchange_big; apply: eq_bigr => x _ /=.
  by rewrite -mulr_sumr mean_outcomes ?mulr1.
rewrite -big_split; apply: ler_sum => y _ /=.
have -> : \sum_x d x * (pr p Y y * lift p X Y x y) =
    pr p Y y * (\sum_x d x * lift p X Y x y).
  by rewrite mulr_sumr; apply: eq_bigr => x _; ring.
rewrite -mulrDr; have [e|n] := eqVneq (pr p Y y) 0; first by rewrite e !mul0r.
by apply: ler_wpmul2l; rewrite ?pr_ge0 // h // lt_neqAle eq_sym n pr_ge0.
Qed.
End Lifts.

(* ---- the mechanism of chances and lift vectors ---- *)

Section Mixture.
Variables (R : realType) (A C : finType) (P : law R A) (q : C -> R) (v : C -> A -> R).
Hypotheses (q_ge0 : forall y, 0 <= q y) (v_ge0 : forall y x, 0 <= v y x).
Hypothesis mean_of_secret : forall x, \sum_y q y * v y x = 1.
Hypothesis mean_of_outcome : forall y, 0 < q y -> \sum_x P x * v y x = 1.

Let K_ge0 x y : 0 <= q y * v y x. Proof. exact: mulr_ge0. Qed.
Definition mixture := with_kernel P id K_ge0 mean_of_secret.
Let at_kernel := @with_kernel_at _ _ P _ _ id _ K_ge0 mean_of_secret.

Lemma mixed_secret x : pr mixture fst x = P x.
Proof. by rewrite -(pr_id P x); exact: (larger_pr mean_of_secret at_kernel id). Qed.

Lemma mixed_joint x y : pr mixture (both fst snd) (x, y) = P x * (q y * v y x).
Proof. by rewrite pr_bothC -(pr_id P x); exact: (larger_secret at_kernel). Qed.

Lemma mixed_outcome y : pr mixture snd y = q y.
Proof.
rewrite -(pr_suml _ fst); under eq_bigr do rewrite mixed_joint mulrCA.
rewrite -mulr_sumr; have [e|n] := eqVneq (q y) 0; first by rewrite e mul0r.
by rewrite mean_of_outcome ?mulr1 // lt_neqAle eq_sym n q_ge0.
Qed.

Lemma mixed_lift x y : 0 < P x -> 0 < q y -> lift mixture fst snd x y = v y x.
Proof.
move=> x0 y0; rewrite /lift mixed_joint mixed_secret mixed_outcome.
by field; rewrite !gt_eqF.
Qed.

Hypothesis full : forall x, 0 < P x.

Lemma mixed_given x y : given mixture fst snd x y = q y * v y x.
Proof. by rewrite /given mixed_joint mixed_secret; field; rewrite gt_eqF. Qed.

Lemma mixed_utility mu : utility mu mixture fst snd = \sum_y q y * mu (v y).
Proof.
apply: eq_bigr => y _; rewrite mixed_outcome.
have [e|n] := eqVneq (q y) 0; first by rewrite e !mul0r.
congr (_ * mu _); apply/funext => x; apply: mixed_lift => //.
by rewrite lt_neqAle eq_sym n q_ge0.
Qed.

Lemma mixed_lifts L U : (forall y x, L <= v y x <= U) -> with_lifts L U mixture fst snd.
Proof. by move=> h x y; rewrite mixed_outcome => y0; rewrite mixed_lift. Qed.

Lemma mixed_pml e : (forall y x, v y x <= expR e) -> with_pml e mixture fst snd.
Proof.
move=> h; apply/with_pml_lifts => [x|]; first by rewrite mixed_secret.
by apply: mixed_lifts => y x; rewrite v_ge0 h.
Qed.
End Mixture.

(* one that is optimal: an affine bound of mu, and a mixture that attains it *)
Lemma optimal_mixed (R : realType) (A C : finType) (P : law R A) (mu : (A -> R) -> R) L U c d best
    (q : C -> R) (v : C -> A -> R) : (forall x, 0 < P x) -> 0 <= L ->
  (forall w, admitted P L U w -> mu w <= c + \sum_x d x * w x) -> c + \sum_x d x <= best ->
  (forall y, 0 <= q y) -> (forall y, admitted P L U (v y)) ->
  (forall x, \sum_y q y * v y x = 1) -> \sum_y q y * mu (v y) = best ->
  optimal P (@with_lifts R A L U) (utility mu) best q v.
Proof.
move=> full L0 below le_best q0 ok v1 is_best; split=> [T B p X Y e h|].
  apply: le_trans le_best; apply: utility_le => [x|y y0]; first by rewrite e.
  exact/below/(admitted_lift e h y0).
have v0 y x : 0 <= v y x by have [/(_ x)/andP[h _] _] := ok y; apply: le_trans h.
have v2 y : 0 < q y -> \sum_x P x * v y x = 1 by have [] := ok y.
exists [finType of A * C], (mixture P q0 v0 v1), fst, snd; split.
- exact: mixed_secret.
- exact: mixed_outcome.
- exact: mixed_given.
- by apply: mixed_lifts => // y x; have [] := ok y.
- by rewrite mixed_utility.
Qed.

Lemma optimal_pml (R : realType) (A C : finType) (P : law R A) U best e (q : C -> R) v :
  (forall x, 0 < P x) -> optimal P (@with_lifts R A 0 (expR e)) U best q v <->
  optimal P (@with_pml R A e) U best q v.
Proof.
move=> full; split=> -[above [T [p [X [Y [eX eY eK ok is_best]]]]]]; split.
- by move=> T' B p' X' Y' e' ok'; apply: above => //; apply/with_pml_lifts => // x; rewrite e'.
- by exists T, p, X, Y; split=> //; apply/with_pml_lifts => // x; rewrite eX.
- by move=> T' B p' X' Y' e' ok'; apply: above => //; apply/with_pml_lifts => // x; rewrite e'.
- by exists T, p, X, Y; split=> //; apply/with_pml_lifts => // x; rewrite eX.
Qed.
