(* What records of a histogram leak at their worst outcomes: Theorem 4 of `histogram`, eq. (4), and
   the worst leakage beside the level of differential privacy. Proofs of claims_levels.v; nothing here
   has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law extremes release records claims claims_histogram claims_levels.
From pmlsym Require Import tangent bounds figures privacy outcomes histogram counts laws levels.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma bound_kept (R : realType) (b alpha : R) : 0 < b -> 0 < alpha ->
  bound_4 b alpha = - ln (kept (expR (- (2%:R / b))) alpha).
Proof.
move=> b0 a0; have k0 := kept_gt0 (expR_gt0 (- (2%:R / b))) (e2_lt1 b0) (ltW a0).
have -> : bound_4 b alpha = - ln (expR (2%:R / b) * kept (expR (- (2%:R / b))) alpha) + 2%:R / b.
  congr (- ln _ + _); rewrite /kept mulrDr [expR _ * ((1 - alpha) * _)]mulrCA -expRD subrr expR0.
  by rewrite mulr1 [_ * alpha]mulrC addrAC addrA.
by rewrite lnM ?posrE ?expR_gt0 // expK opprD addrAC addNr add0r.
Qed.

(* every outcome, where no class is rarer than alpha *)
Lemma leaks_le (R : realType) (D : finType) (n k : nat) (b alpha : R) (cls : D -> 'I_k)
    (P : 'I_n -> law R D) i y : 0 < b -> 0 < alpha -> (forall j, alpha <= share cls (P i) j) ->
  leaks b cls P i y <= bound_4 b alpha.
Proof.
move=> b0 a0 floor; have e0 := expR_gt0 (- (2%:R / b)); have e1 := e2_lt1 b0.
rewrite bound_kept //; apply: (leak_step y b0) => r.
by rewrite mean_counts ?share_sum // opprK lnK ?posrE ?kept_gt0 ?(ltW a0) // kept_le.
Qed.

Section Worst.
Variables (R : realType) (D : finType) (n k : nat) (b : R) (cls : D -> 'I_k).
Variables (P : 'I_n -> law R D) (i : 'I_n).
Hypotheses (b_gt0 : 0 < b) (k_gt0 : (0 < k)%N) (share_gt0 : forall j, 0 < share cls (P i) j).

Lemma least_is : exists2 r, forall j, share cls (P i) r <= share cls (P i) j &
  least cls P i = share cls (P i) r.
Proof.
have [r h] := farthest (Ordinal k_gt0) (fun j => - share cls (P i) j).
have low j : share cls (P i) r <= share cls (P i) j by rewrite -ler_opp2.
exists r => //; apply/le_anti/andP; split; first by rewrite /least (bigmin_inf r).
apply/bigmin_geP; split=> [|j _]; last exact: low.
by rewrite -(share_sum cls (P i)) (bigD1 r) //= ler_addl sumr_ge0 // => j _; apply: share_ge0.
Qed.

Lemma worst_is : worst_leak b cls P i (bound_4 b (least cls P i)).
Proof.
have [r low ->] := least_is; have up y := leaks_le y b_gt0 (share_gt0 r) low; split=> //.
have [y h] := @reached R _ _ (counts R k) b D n cls P i r b_gt0 (share_gt0 r) (signs_counts R r).
exists y; apply/le_anti; rewrite up /=; apply: le_trans h.
by rewrite mean_counts ?share_sum // bound_kept.
Qed.

(* no class is empty *)
Lemma in_class j : exists d, cls d = j.
Proof.
case: (pickP (fun d => cls d == j)) => [d /eqP|none]; first by exists d.
by have := share_gt0 j; rewrite /share big1 ?ltxx // => d; rewrite none.
Qed.

Lemma least_gt0 : 0 < least cls P i.
Proof. by have [r _ ->] := least_is; apply: share_gt0. Qed.

Lemma least_le : k%:R * least cls P i <= 1.
Proof.
have [r low ->] := least_is; rewrite -[X in _ <= X](share_sum cls (P i)) mulr_natl.
have -> : share cls (P i) r *+ k = \sum_(j < k) share cls (P i) r by rewrite sumr_const card_ord.
by apply: ler_sum => j _.
Qed.
End Worst.

(* what is private of records is so of their classes *)
Section Classes.
Variables (R : realType) (D : finType) (n m k : nat) (W : 'M[R]_(m, k)) (b : R) (cls : D -> 'I_k).
Variable f : 'I_k -> D.
Hypothesis clsf : forall j, cls (f j) = j.

Lemma laplace_classes y (x : database D n) (x' : database [finType of 'I_k] n) :
  (forall t, cls (x t) = x' t) ->
  laplace b (answers W cls) y x = laplace b (answers W id) y x'.
Proof.
move=> h; apply: eq_bigr => l _; rewrite !answersE; congr (_ * expR (- (`|_ - _| / b))).
by apply: eq_bigr => t _; rewrite h.
Qed.

Lemma private_classes e : private b (answers W cls (n := n)) e <->
  private b (answers W (n := n) (@id 'I_k)) e.
Proof.
split=> h y x x' [i same].
  rewrite -(@laplace_classes y [ffun t => f (x t)] x) => [|t]; last by rewrite ffunE clsf.
  rewrite -(@laplace_classes y [ffun t => f (x' t)] x') => [|t]; last by rewrite ffunE clsf.
  by apply: h; exists i => j ji; rewrite !ffunE same.
rewrite (@laplace_classes y x [ffun t => cls (x t)]) => [|t]; last by rewrite ffunE.
rewrite (@laplace_classes y x' [ffun t => cls (x' t)]) => [|t]; last by rewrite ffunE.
by apply: h; exists i => j ji; rewrite !ffunE same.
Qed.
End Classes.

Section Released.
Variables (R : realType) (D : finType) (n k : nat) (b alpha : R) (cls : D -> 'I_k).
Variables (P : 'I_n -> law R D) (i : 'I_n).
Hypothesis ok : released b alpha cls P.
Let b_gt0 : 0 < b. Proof. by have [[]] := ok. Qed.
Let a_gt0 : 0 < alpha. Proof. by have [[]] := ok. Qed.
Let k_gt1 : (1 < k)%N. Proof. by have [] := ok. Qed.
Let k_gt0 : (0 < k)%N. Proof. exact: ltnW. Qed.
Let floor j : alpha <= share cls (P i) j. Proof. by have [_ _] := ok; apply. Qed.
Let share_gt0 j : 0 < share cls (P i) j. Proof. exact: lt_le_trans (floor j). Qed.

Lemma released_lt1 : alpha < 1.
Proof. by have [ok' _ _] := ok; apply: alpha_lt1 ok' k_gt1. Qed.

Lemma released_worst : worst_leak b cls P i (bound_4 b (least cls P i)).
Proof. exact: worst_is. Qed.

Lemma released_dp : dp_level n b cls (2%:R / b).
Proof.
move=> e; have /fin_all_exists[f clsf] := in_class share_gt0.
have n0 : (0 < n)%N by apply: leq_ltn_trans (ltn_ord i).
by rewrite private_classes // private_diameter // diameter_counts.
Qed.
End Released.

Theorem histogram_theorem_4_upper_holds : histogram_theorem_4_upper.
Proof. by move=> R D n k b alpha cls P i y [[b0 a0 _] _ floor]; apply: leaks_le. Qed.

Theorem histogram_theorem_4_tight_holds : histogram_theorem_4_tight.
Proof. by move=> R D n k b alpha cls P i ok <-; apply: released_worst ok. Qed.

Theorem histogram_relaxation_holds : histogram_relaxation.
Proof.
move=> R D n k b alpha cls P i y ok; have [[b0 a0 _] _ _] := ok; have a1 := released_lt1 ok.
split; [|exact: hyperbola_lt_eq_4|exact: hyperbola_lt_dp].
by apply: le_trans (bound_le b0 a0 a1); apply: histogram_theorem_4_upper_holds.
Qed.

Theorem histogram_eq_4_holds : histogram_eq_4.
Proof.
move=> R D n k b alpha cls P i y ok; have [h h' _] := histogram_relaxation_holds i y ok.
exact: le_trans h (ltW h').
Qed.

Theorem histogram_factor_a_holds : histogram_factor_a.
Proof.
move=> R D n k b alpha cls P i ok low b2; have [[b0 a0 _] _ _] := ok.
exists (bound_4 b alpha), (2%:R / b); split.
- exact: histogram_theorem_4_tight_holds.
- exact: released_dp i ok.
- exact: share_le (released_lt1 ok).
exact: share_ge_high.
Qed.

Theorem histogram_factor_b_holds : histogram_factor_b.
Proof.
move=> R D n k b alpha cls P i ok low; have [[b0 a0 _] _ _] := ok.
exists (bound_4 b alpha), (2%:R / b); split.
- exact: histogram_theorem_4_tight_holds.
- exact: released_dp i ok.
- exact: share_le (released_lt1 ok).
exact: share_ge.
Qed.

Theorem histogram_small_k_a_holds : histogram_small_k_a.
Proof.
move=> R D n k b alpha cls P i ok b2; have [[b0 a0 _] k1 floor] := ok; have k0 := ltnW k1.
have s0 j : 0 < share cls (P i) j by apply: lt_le_trans (floor i j).
exists (bound_4 b (least cls P i)), (2%:R / b); split.
- exact: released_worst ok.
- exact: released_dp i ok.
apply: le_trans (share_ge_high b2 (least_gt0 k0 s0)); rewrite ler_add2l ler_opp2.
rewrite ler_pdivl_mulr ?ltr0n // -mulrA; apply: ler_pimulr; first exact: ler0n.
by rewrite mulrC least_le.
Qed.

Theorem histogram_small_k_b_holds : histogram_small_k_b.
Proof.
move=> R k b alpha [b0 a0 ka] k1; have k0 : 0 < k%:R :> R by rewrite ltr0n ltnW.
by rewrite ler_add2l ler_opp2 ler_pdivl_mulr // mulrC.
Qed.

Theorem histogram_composition_grows_dp_holds : histogram_composition_grows_dp.
Proof. by move=> R D n k b alpha cls P i; apply: released_dp. Qed.
