(* False statements about the bounds (5) and (7) of `linear`: Lemma 1, Theorem 2, Corollary 1,
   Remark 2. Proofs of claims_refuted.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release records claims bounds mixtures worst ends figures.
From pmlsym Require Import claims_histogram claims_pmc claims_tight tight every_n claims_refuted.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- two queries, at alpha = 1/4 and b = 1 ---- *)

Lemma quarter_le (R : realType) (k : nat) : (k%:R * 4%:R^-1 <= 1 :> R) = (k <= 4)%N.
Proof. by rewrite ler_pdivr_mulr ?ltr0n // mul1r ler_nat. Qed.

Section Two.
Variables (R : realType) (n : nat).
Hypothesis n0 : (0 < n)%N.
Local Notation W := (two_queries R).
Local Notation alpha := (4%:R^-1 : R).

Lemma two_allowed : allowed 3 1 alpha.
Proof. by split; rewrite ?ltr01 ?invr_gt0 ?ltr0n // quarter_le. Qed.

Let a0 : 0 <= alpha. Proof. by rewrite invr_ge0 ler0n. Qed.
Let ka : 3%:R * alpha <= 1. Proof. by case: two_allowed. Qed.
Let p := favouring a0 ka (inord 1).

Lemma two_above : (1 - 2%:R * alpha) * expR (- (2%:R / 1)) < alpha.
Proof.
have -> : 1 - 2%:R * alpha = 2%:R * alpha by field.
rewrite mulrAC -[X in _ < X]mul1r ltr_pmul2r ?invr_gt0 ?ltr0n // divr1 expRN.
rewrite ltr_pdivr_mulr ?expR_gt0 // mul1r; apply: lt_le_trans (expR_ge1Dx _).
  by rewrite ltr_addr ltr01.
exact: ler0n.
Qed.

(* more than (5) leaks *)
Lemma two_leaks : exists (P : 'I_n -> law R [finType of 'I_3]) i y,
  floored id P alpha /\ corner W 1 alpha < leak P (laplace 1 (answers W id) y) i.
Proof.
pose P := fun _ : 'I_n => p; pose i := Ordinal n0.
have [|||[y hy] lt] := @linear_every_n_two_holds R 1 alpha _ n id P i two_allowed.
- by move=> j; rewrite shareE favouring_ge.
- rewrite shareE /p /favouring /= eqxx mulr1; by field.
- exact: two_above.
by exists P, i, y; split; [apply: favouring_floored | apply: lt_le_trans hy].
Qed.
End Two.

Theorem linear_theorem_2_upper_false_holds : linear_theorem_2_upper_false.
Proof.
move=> R n n0 H; have [P [i [y [floor]]]] := two_leaks R n0.
by rewrite ltNge => /negP[]; apply: H => //; apply: two_allowed.
Qed.

Theorem linear_lemma_1_false_holds : linear_lemma_1_false.
Proof.
move=> R n n0 H; have [P [i [y [floor]]]] := two_leaks R n0.
rewrite ltNge => /negP[]; apply: (H) floor => //; first exact: two_allowed.
move=> D cls Q t z floor far; pose s := [ffun l => [forall j, z l <= n%:R * two_queries R l j]].
apply: (@leak_end _ _ _ _ _ _ n (two_allowed R) n0 D cls Q t s z) => // [l|l]; rewrite ffunE.
  by move/forallP.
by move=> /negP no; case: (far l) => // low; case: no; apply/forallP.
Qed.

(* ---- one query of two classes ---- *)

Theorem linear_corollary_1_tight_iff_false_holds : linear_corollary_1_tight_iff_false.
Proof.
move=> R n n0 H; pose W : 'M[R]_(1, 2) := \matrix_(l, j) (j : nat)%:R.
have ok : allowed 2 1 (4%:R^-1 : R).
  by split; rewrite ?ltr01 ?invr_gt0 ?ltr0n // quarter_le.
have same := linear_coincide_two_holds W ok.
have [|I hI] := (H 1%N 2%N W 1 4%:R^-1 isT ok).1.
  move=> v; split=> [h|tv D cls P i y floor]; last first.
    by apply: le_trans tv; apply: linear_corollary_1_upper_holds.
  by rewrite -same; have [_] := linear_tilted_holds ok isT n0 h.
have [lI|lI] := boolP (ord0 \in I).
  have [/(_ ord0 lI) + _] := hI (Ordinal (isT : (1 < 2)%N)) ord0.
  by rewrite !mxE /= subr0 leNgt ltr01.
have [_ /(_ ord0 lI)] := hI ord0 (Ordinal (isT : (1 < 2)%N)).
by rewrite !mxE /= sub0r leNgt oppr_lt0 ltr01.
Qed.

(* ---- Fig. 1 ---- *)

Section Plotted.
Variable R : realType.
Local Notation alpha := (8%:R^-1 : R).

Lemma eight_allowed : allowed 8 1 alpha.
Proof. by split; rewrite ?ltr01 ?invr_gt0 ?ltr0n // divff // pnatr_eq0. Qed.

Lemma counts_same : corner (counts R 8) 1 alpha = triangle (counts R 8) 1 alpha.
Proof.
apply: (linear_coincide_ranges_holds eight_allowed) => l j; rewrite mxE.
by case: (l == j); [right | left].
Qed.

(* all ranges hold all classes *)
Definition all_classes : 'M[R]_8 := const_mx 1.

Lemma all_classes_plotted : plotted all_classes.
Proof.
apply: Or32 => l; exists ord0, ord_max; split=> // j.
by rewrite mxE leq0n -ltnS ltn_ord.
Qed.

Lemma same_diameter (m k : nat) : diameter (const_mx 1 : 'M[R]_(m, k)) = 0.
Proof.
apply/le_anti; rewrite diameter_ge0 andbT; apply: diameter_le => // j r.
by rewrite /apart big1 // => l _; rewrite !mxE subrr normr0.
Qed.

Lemma not_strict (m k : nat) b : corner (const_mx 1 : 'M[R]_(m, k)) b alpha <
  diameter (const_mx 1 : 'M[R]_(m, k)) / b -> False.
Proof. by rewrite same_diameter mul0r ltNge corner_ge0. Qed.
End Plotted.

Theorem linear_corollary_1_looser_bound_false_holds : linear_corollary_1_looser_bound_false.
Proof.
by move=> R /(_ (counts R 8) _ _ (Or31 _ _ erefl) (eight_allowed R)); rewrite counts_same ltxx.
Qed.

Theorem linear_corollary_1_looser_leak_false_holds : linear_corollary_1_looser_leak_false.
Proof.
move=> R n n0 H; have ok := eight_allowed R; have [_ a0 ka] := ok.
have [_] := linear_theorem_2_attained_holds (counts R 8) ok isT n0.
pose other := favouring (ltW a0) ka ord0.
case/(_ (Ordinal n0) (fun=> other)) => P [y [others own _ e]].
have floor : floored id P 8%:R^-1.
  move=> i j; rewrite shareE; have [->|/others ->] := eqVneq i (Ordinal n0) => //.
  exact: favouring_ge.
by have := H _ _ _ _ id P (Ordinal n0) y (Or31 _ _ erefl) ok floor; rewrite e counts_same ltxx.
Qed.

Theorem linear_figure_1_strict_false_holds : linear_figure_1_strict_false.
Proof.
move=> R /(_ (all_classes R) _ _ (@all_classes_plotted R) (eight_allowed R))[+ _].
exact: not_strict.
Qed.

(* ---- Remark 2, App. C ---- *)

Theorem linear_remark_2_iii_strict_false_holds : linear_remark_2_iii_strict_false.
Proof.
move=> R /(_ 1%N 2%N (const_mx 1) 1 8%:R^-1 isT)[]; last by move/not_strict.
split; rewrite ?ltr01 ?invr_gt0 ?ltr0n // ler_pdivr_mulr ?ltr0n //.
by rewrite mul1r ler_nat.
Qed.

Theorem linear_eq_12_level_false_holds : linear_eq_12_level_false.
Proof.
move=> R m k W b _ b0 e; have d0 : 0 <= diameter W / b by rewrite divr_ge0 ?diameter_ge0 ?ltW.
have := expR_ge1Dx d0; rewrite -[in X in _ <= X](spread_diameter W) e.
by rewrite leNgt ltr_addr ltr01.
Qed.
