(* What histograms leak, and some of their counts: DP levels, k - 1 counts beside k, and the least
   probable class. Proofs of claims_histogram.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law extremes release records claims claims_histogram.
From pmlsym Require Import bounds figures privacy mixtures outcomes worst ends.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem histogram_footnote_7_holds : histogram_footnote_7.
Proof.
move=> R D n k cls x j.
have -> : n%:R = \sum_r count R cls x r.
  under eq_bigr do rewrite countE; rewrite exchange_big /=.
  rewrite (eq_bigr (fun=> 1)) => [|i _]; first by rewrite sumr_const card_ord.
  by rewrite (bigD1 (cls (x i))) //= eqxx big1 ?addr0 // => r; rewrite eq_sym => /negbTE ->.
by rewrite (bigD1 j) //= addrK.
Qed.

(* ---- distances ---- *)

Section Distances.
Variables (R : realType) (k : nat).
Implicit Types (i j r : 'I_k).

Lemma apart_one i j r : apart (one_count R i) j r = (((j == i) != (r == i)) : nat)%:R.
Proof.
rewrite /apart big_ord1 !mxE; case: (j == i); case: (r == i); rewrite /= ?subrr ?normr0 //.
  by rewrite subr0 normr1.
by rewrite sub0r normrN normr1.
Qed.

Lemma diameter_one i : (1 < k)%N -> diameter (one_count R i) = 1.
Proof.
move=> k1; apply/le_anti/andP; split.
  by apply: diameter_le => [|j r]; rewrite ?ler01 // apart_one; case: (_ != _); rewrite ?ler01 ?lexx.
have [j ji] : exists j, j != i.
  have : (1 < #|'I_k|)%N by rewrite card_ord.
  by rewrite (cardD1 i) inE ltnS => /card_gt0P[j]; rewrite !inE andbT; exists j.
by apply: le_trans (apart_le (one_count R i) i j); rewrite apart_one eqxx (negbTE ji).
Qed.
End Distances.

Theorem histogram_sensitivity_holds : histogram_sensitivity.
Proof.
move=> R n k b n0 k1 b0 q; have d := diameter_counts R k1; have k0 := ltnW k1.
split; first by move=> e; rewrite -d; apply: private_diameter.
split=> [x x' /put_neighbours[i ->]|u]; last by rewrite -d; apply: sensitive_diameter.
have same j : j != x i -> j != x' i -> count R id x j = count R id (put i x (x' i)) j.
  move=> jx jx'; rewrite !countE; apply: eq_bigr => t _; rewrite ffunE.
  by have [->|//] := eqVneq t i; rewrite /= eq_sym (negbTE jx) eq_sym (negbTE jx').
apply: leq_trans (_ : #|[set x i; x' i]| <= 2)%N; last by rewrite cards2; case: (_ != _).
apply/subset_leq_card/subsetP => j; rewrite !inE; apply: contraR; rewrite negb_or => /andP[jx jx'].
by rewrite same.
Qed.

Theorem histogram_composition_dp_holds : histogram_composition_dp.
Proof.
move=> R n k b n0 k1 b0; have k0 := ltnW k1.
have sum i : \sum_(j < i) b^-1 = i%:R / b by rewrite sumr_const card_ord mulr_natl.
split; first by move=> j e; rewrite -[b^-1]mul1r -(diameter_one R j k1); apply: private_diameter.
split; first by move=> e; rewrite -(diameter_counts R k1); apply: private_diameter.
rewrite !sum; split=> //; split=> //; split.
  by rewrite mulrA divfK // pnatr_eq0.
by move=> k3; rewrite ltr_pmul2r ?invr_gt0 // ltr_nat; case: (k) k3 => [|[|[|[|]]]].
Qed.

(* ---- upper bounds of one prior ---- *)

Lemma leak_step (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b : R) (D : finType) (n : nat)
    (cls : D -> 'I_k) (P : 'I_n -> law R D) (i : 'I_n) y u : 0 < b ->
  (forall r, expR (- u) <= \sum_j share cls (P i) j * expR (- (apart W j r / b))) ->
  leak P (laplace b (answers W cls) y) i <= u.
Proof.
move=> b0 h; pose r d j := expR (- (apart W j (cls d) / b)).
apply: (@leak_le _ _ _ _ _ _ _ (fun c d => r d (cls c))) => [x|x c d|d d0].
- exact: laplace_gt0.
- exact: density_step.
by rewrite (mean_share cls (P i) (r d)); apply: h.
Qed.
