(* Terms that are no levels, as quotients of real numbers: facts that proofs of exported statements
   use. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values quotients.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Numbers.
Variable R : realType.
Implicit Types (v w : val R) (a b c d x y : R).

(* a number, with a divisor that is positive *)
Definition ratio v a b := 0 < b /\ v = Fin (a / b).

Lemma ratio_eq v a b c d : ratio v a b -> c = a -> d = b -> ratio v c d.
Proof. by move=> h -> ->. Qed.
Lemma ratio_fin x : ratio (Fin x) x 1. Proof. by rewrite /ratio ltr01 divr1. Qed.
Lemma ratio_exp v a b : rep v a b -> 0 < b -> ratio (vexp v) a b.
Proof.
case: v => [x [_ b0 ->] _|[_ ->]|[-> b0] _|] //; rewrite /ratio ?ltxx // b0; split=> //.
  by rewrite mulrAC divff ?mul1r // gt_eqF.
by rewrite mul0r.
Qed.
Lemma ratio_opp v a b : ratio v a b -> ratio (vopp v) (- a) b.
Proof. by move=> [b0 ->]; rewrite /ratio /= b0 mulNr. Qed.
Lemma ratio_add v w a b c d : ratio v a b -> ratio w c d ->
  ratio (vadd v w) (a * d + c * b) (b * d).
Proof.
move=> [b0 ->] [d0 ->]; rewrite /ratio mulr_gt0 //=; split=> //; congr Fin.
by field; rewrite !gt_eqF.
Qed.
Lemma ratio_mul v w a b c d : ratio v a b -> ratio w c d -> ratio (vmul v w) (a * c) (b * d).
Proof.
move=> [b0 ->] [d0 ->]; rewrite /ratio mulr_gt0 //=; split=> //; congr Fin.
by field; rewrite !gt_eqF.
Qed.
Lemma ratio_div v w a b c d : ratio v a b -> ratio w c d -> 0 < c ->
  ratio (vdiv v w) (a * d) (b * c).
Proof.
move=> [b0 ->] [d0 ->] c0; rewrite /ratio mulr_gt0 // /vdiv gt_eqF ?divr_gt0 //.
by split=> //; congr Fin; field; rewrite !gt_eqF.
Qed.

Lemma ratio_le v w a b c d : ratio v a b -> ratio w c d -> vle v w = (a * d <= c * b).
Proof. by move=> [b0 ->] [d0 ->]; rewrite /= ler_pdivr_mulr // mulrAC ler_pdivl_mulr. Qed.
Lemma ratio_lt v w a b c d : ratio v a b -> ratio w c d -> vlt v w = (a * d < c * b).
Proof. by move=> [b0 ->] [d0 ->]; rewrite /= ltr_pdivr_mulr // mulrAC ltr_pdivl_mulr. Qed.

Lemma rep_log_ratio v a b : ratio v a b -> 0 <= a -> rep (vlog v) a b.
Proof. by move=> [b0 ->] a0; have := rep_logdiv a0 b0; rewrite /vdiv gt_eqF. Qed.
End Numbers.
