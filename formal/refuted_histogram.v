(* False statements of `histogram`. Proofs of claims_refuted.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law extremes release records claims claims_histogram.
From pmlsym Require Import tangent bounds figures privacy mixtures outcomes neighbours.
From pmlsym Require Import histogram counts laws claims_refuted.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* where signs show all distances from a class r that leaks most *)
Lemma worst_at (R : realType) (m k n : nat) (W : 'M[R]_(m, k)) (b : R)
    (P : 'I_n -> law R [finType of 'I_k]) i r u : 0 < b -> 0 < P i r ->
  (exists s, forall j, signed W s j - signed W s r = apart W j r) ->
  \sum_j P i j * expR (- (apart W j r / b)) = expR (- u) ->
  (forall t, expR (- u) <= \sum_j P i j * expR (- (apart W j t / b))) ->
  worst_about W b P i u.
Proof.
move=> b0 r0 signs at_r above.
have share_mean t : \sum_j share id (P i) j * expR (- (apart W j t / b)) =
    \sum_j P i j * expR (- (apart W j t / b)).
  by apply: eq_bigr => j _; rewrite shareE.
have up y : leak P (laplace b (answers W id) y) i <= u.
  by apply: leak_step => // t; rewrite share_mean.
split=> //; have [|y h] := @reached R m k W b _ n id P i r b0 _ signs; first by rewrite shareE.
by exists y; apply/le_anti; rewrite up /=; move: h; rewrite share_mean at_r expK opprK.
Qed.

(* ---- the same probability 1/k of all classes ---- *)

Section Even.
Variables (R : realType) (k : nat).
Hypothesis k0 : (0 < k)%N.
Definition even_share (j : 'I_k) : R := k%:R^-1.
Lemma even_ge0 j : 0 <= even_share j. Proof. by rewrite invr_ge0 ler0n. Qed.
Lemma even_sum : \sum_j even_share j = 1.
Proof. by rewrite sumr_const card_ord -[LHS]mulr_natl divff // pnatr_eq0 -lt0n. Qed.
Definition even : law R [finType of 'I_k] := Law even_ge0 even_sum.
Lemma even_gt0 j : 0 < even j. Proof. by rewrite invr_gt0 ltr0n. Qed.

Lemma even_worst n b (i : 'I_n) : 0 < b ->
  worst_about (counts R k) b (fun=> even) i (- ln (kept (expR (- (2%:R / b))) k%:R^-1)).
Proof.
move=> b0; have e0 : 0 < kept (expR (- (2%:R / b))) k%:R^-1.
  by apply: kept_gt0; rewrite ?expR_gt0 ?e2_lt1 // invr_ge0 ler0n.
have e t : \sum_j even j * expR (- (apart (counts R k) j t / b)) =
    expR (- - ln (kept (expR (- (2%:R / b))) k%:R^-1)).
  by rewrite opprK lnK ?posrE // mean_counts ?even_sum.
apply: (@worst_at _ _ _ _ _ _ _ _ (Ordinal k0)) => // [||t]; rewrite ?even_gt0 ?e //.
exact: signs_counts.
Qed.
End Even.

(* ---- four classes, at b = 1/4 ---- *)

Section Four.
Variables (R : realType) (n : nat).
Hypothesis n0 : (0 < n)%N.
Local Notation b := (4%:R^-1 : R).
Lemma quarter_gt0 : 0 < b. Proof. by rewrite invr_gt0 ltr0n. Qed.

Lemma four_level : level_of_dp n (counts R 4) b 8%:R.
Proof.
have -> : 8%:R = 2%:R / b by rewrite invrK -natrM.
by have [] := histogram_sensitivity_holds n0 (isT : (1 < 4)%N) quarter_gt0.
Qed.

Lemma four_saved : - ln (kept (expR (- (2%:R / b))) 4%:R^-1) / 8%:R < 2%:R^-1.
Proof.
have e0 := expR_gt0 (- (2%:R / b)); have e1 : expR (- (2%:R / b)) < 1 := e2_lt1 quarter_gt0.
apply: (@le_lt_trans _ _ (3%:R / 8%:R)); last first.
  by rewrite ltr_pdivr_mulr ?ltr0n // mulrC ltr_pdivl_mulr ?ltr0n // -natrM ltr_nat.
rewrite ler_pmul2r ?invr_gt0 ?ltr0n //; apply: (@le_trans _ _ (- ln (4%:R^-1))).
  apply: ln_le; first exact: quarter_gt0.
  by rewrite /kept ler_addl mulr_ge0 ?(ltW e0) // subr_ge0 invf_le1 ?ltr0n // ler1n.
rewrite lnV ?posrE ?ltr0n // opprK; apply: le_trans (ln_tangent _) _; first by rewrite ltr0n.
by rewrite ler_subl_addr -natr1.
Qed.
End Four.

Theorem histogram_factor_false_holds : histogram_factor_false.
Proof.
move=> R n n0 H; have b0 := quarter_gt0 R; have k0 : (0 < 4)%N by [].
have quarter0 : 0 < 4%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have low : \big[Num.min/1]_(j < 4) even_share R j = 4%:R^-1.
  apply/le_anti/andP; split; first exact: (@bigmin_le _ _ _ _ ord0).
  by apply/bigmin_geP; split=> [|j _]; rewrite ?invf_le1 ?ltr0n ?ler1n.
have [] := H 4%N _ _ _ _ (fun=> even R k0) (Ordinal n0) isT b0 quarter0 (fun i j => lexx _) low
  (four_level n0) (even_worst k0 (Ordinal n0) b0).
move=> _; have -> : 1 - 2%:R * 4%:R^-1 = 2%:R^-1 :> R by field.
by rewrite leNgt four_saved.
Qed.

Theorem histogram_small_k_false_holds : histogram_small_k_false.
Proof.
move=> R n n0 H; have b0 := quarter_gt0 R; have k0 : (0 < 4)%N by [].
have := H 4%N _ _ _ (fun=> even R k0) (Ordinal n0) isT b0 (fun i j => even_gt0 R k0 j)
  (four_level n0) (even_worst k0 (Ordinal n0) b0).
have -> : 1 - 2%:R / 4%:R = 2%:R^-1 :> R by field.
by rewrite leNgt four_saved.
Qed.

(* ---- composition ---- *)

(* two classes, at alpha = 1/2 and b = 4 *)
Theorem histogram_composition_bound_false_holds : histogram_composition_bound_false.
Proof.
move=> R n n0 H; have k0 : (0 < 2)%N by []; have b0 : 0 < 4%:R :> R by rewrite ltr0n.
have ok : allowed 2 (4%:R : R) 2%:R^-1 by split; rewrite ?invr_gt0 ?ltr0n // divff ?pnatr_eq0.
have [_ [y]] := even_worst k0 (Ordinal n0) b0; set e := expR _ => hy.
have : - ln (kept e 2%:R^-1) <= 17%:R / 128%:R.
  rewrite -hy; apply: le_trans (H 2%N 4%:R 2%:R^-1 isT ok _ id (fun=> even R k0) _ y _) _.
    by move=> i j; rewrite shareE.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite /=; field.
apply/negP; rewrite -ltNge.
have e0 : 0 < e := expR_gt0 _.
have e1 : e <= 2%:R / 3%:R.
  rewrite /e expRN -[X in _ <= X]invrK lef_pinv ?posrE ?expR_gt0 ?invr_gt0 ?divr_gt0 ?ltr0n //.
  apply: le_trans (exp_tangent _); rewrite le_eqVlt; apply/orP; left; apply/eqP.
  by field.
have z0 : 0 < kept e 2%:R^-1.
  by rewrite addr_gt0 ?mulr_gt0 ?invr_gt0 ?ltr0n // subr_gt0 invf_lt1 ?ltr0n ?ltr1n.
apply: (@lt_le_trans _ _ (6%:R^-1)).
  by rewrite ltr_pdivr_mulr ?ltr0n // mulrC ltr_pdivl_mulr ?ltr0n // -natrM ltr_nat.
rewrite ler_oppr; apply: le_trans (ln_tangent z0) _.
have -> : - 6%:R^-1 = 2%:R^-1 + (1 - 2%:R^-1) * (2%:R / 3%:R) - 1 :> R by field.
rewrite ler_add2r ler_add2l ler_wpmul2l // subr_ge0 invf_le1 ?ltr0n ?ler1n //.
Qed.

Theorem histogram_composition_dp_false_holds : histogram_composition_dp_false.
Proof.
move=> R n b n0 b0 /(_ 2%N (fun=> b^-1) (2%:R / b) isT).
have [one [all _]] := histogram_composition_dp_holds n0 (isT : (1 < 2)%N) b0.
move=> /(_ (fun j e' => one j e') all); rewrite big_ord1 ltNge => /negP[].
by rewrite ler_pmull ?invr_gt0 // ler1n.
Qed.
