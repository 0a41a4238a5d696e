(* What `linear` says of its bounds: Remark 2 (ii) and (iii), eq. (4), (8) and (12), the figures, and
   where the bounds are the same. Proofs of claims.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release records claims bounds.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem linear_eq_8_holds : linear_eq_8.
Proof. by move=> R m k W b b0; rewrite spread_diameter. Qed.

Theorem linear_eq_12_level_holds : linear_eq_12_level.
Proof. by move=> R m k W b b0; rewrite spread_diameter. Qed.

Theorem linear_maximizer_formula_holds : linear_maximizer_formula.
Proof. by move=> R m k W j r e /=; rewrite spread_diameter -e -(signed_towards W j r). Qed.

(* ---- with alpha ---- *)

Section Levels.
Variables (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b alpha : R).
Hypothesis ok : allowed k b alpha.
Let b_gt0 : 0 < b. Proof. by case: ok. Qed.
Let alpha_gt0 : 0 < alpha. Proof. by case: ok. Qed.

Lemma alpha_le1 : (0 < k)%N -> alpha <= 1.
Proof.
move=> k0; have [_ _ ka] := ok; apply: le_trans ka.
by rewrite ler_pmull // -[1]/(1%:R) ler_nat.
Qed.

Lemma alpha_lt1 : (1 < k)%N -> alpha < 1.
Proof.
move=> k1; have [_ _ ka] := ok; apply: lt_le_trans ka.
by rewrite ltr_pmull // -[1]/(1%:R) ltr_nat.
Qed.

Lemma mixed_gt0 v : (0 < k)%N -> 0 < alpha + (1 - alpha) * left_at b v.
Proof. by move=> k0; rewrite ltr_paddr ?mulr_ge0 ?left_ge0 // subr_ge0 alpha_le1. Qed.

Lemma mixed_le1 v : (0 < k)%N -> 0 <= v -> alpha + (1 - alpha) * left_at b v <= 1.
Proof.
move=> k0 v0; apply: (@le_trans _ _ (alpha + (1 - alpha) * 1)); last by rewrite mulr1 addrC subrK.
by rewrite ler_add2l ler_wpmul2l ?subr_ge0 ?alpha_le1 // -(left0 b) (le_left ok).
Qed.

Lemma triangle_mixed : (0 < k)%N ->
  triangle W b alpha <= - ln (alpha + (1 - alpha) * left_at b (diameter W)).
Proof.
move=> k0; apply: triangle_own => //.
rewrite oppr_ge0 -(ln1 R) ler_ln ?posrE ?ltr01 ?mixed_gt0 //.
by rewrite mixed_le1 ?diameter_ge0.
Qed.

Lemma mixed_log_alpha v : (0 < k)%N ->
  - ln (alpha + (1 - alpha) * left_at b v) <= ln (alpha^-1).
Proof.
move=> k0; rewrite lnV ?posrE // ler_opp2 ler_ln ?posrE ?mixed_gt0 //.
by rewrite ler_addl mulr_ge0 ?left_ge0 // subr_ge0 alpha_le1.
Qed.

Lemma mixed_log_alpha_lt v : (1 < k)%N ->
  - ln (alpha + (1 - alpha) * left_at b v) < ln (alpha^-1).
Proof.
move=> k1; rewrite lnV ?posrE // ltr_opp2 ltr_ln ?posrE ?mixed_gt0 ?(ltnW k1) //.
by rewrite ltr_addl mulr_gt0 ?left_gt0 // subr_gt0 alpha_lt1.
Qed.

Lemma mixed_dp v : (0 < k)%N -> 0 < v -> - ln (alpha + (1 - alpha) * left_at b v) < v / b.
Proof.
move=> k0 v0; rewrite ltr_oppl -ltr_expR lnK ?posrE ?mixed_gt0 //.
rewrite -/(left_at b v); apply: (@le_lt_trans _ _ ((alpha + (1 - alpha)) * left_at b v)).
  by rewrite addrC subrK mul1r.
by rewrite [X in X < _]mulrDl ltr_add2r gtr_pmulr // -(left0 b) (lt_left ok).
Qed.
End Levels.

Theorem linear_remark_2_ii_holds : linear_remark_2_ii.
Proof.
move=> R m k W b alpha ok k0; split=> [|n _].
  exact: le_trans (triangle_mixed W ok k0) (mixed_log_alpha ok _ k0).
move=> D cls P i y floor; apply: le_trans (triangle_dp W ok).
exact: linear_corollary_1_upper_holds.
Qed.

Theorem linear_figure_2_vanishes_holds : linear_figure_2_vanishes.
Proof.
move=> R m k W b alpha ok k1.
exact: le_lt_trans (triangle_mixed W ok (ltnW k1)) (mixed_log_alpha_lt ok _ k1).
Qed.

Theorem linear_remark_2_iii_limit_holds : linear_remark_2_iii_limit.
Proof.
move=> R m k W b alpha ok dp; have [b0 a0 ka] := ok.
have d0 := diameter_ge0 W; have dp0 : 0 <= dp by rewrite /dp divr_ge0 // ltW.
have ct := corner_triangle W ok; have td := triangle_dp W ok.
suff c : dp - k%:R * alpha * (expR dp - 1) <= corner W b alpha.
  by split=> //; [apply: le_trans c ct | apply: le_trans ct td].
move: d0; rewrite le_eqVlt => /orP[/eqP d0|d0].
  by rewrite /dp -d0 mul0r expR0 subrr mulr0 subr0 corner_ge0.
have [j [r e]] := diameter_is d0; pose s := towards W j r.
apply: le_trans (le_corner W b alpha s r j); rewrite (le_term ok).
have g0 i : 0 <= signed W s i - signed W s r by apply: towards_ge0.
have far : left_at b (signed W s j - signed W s r) = expR (- dp) by rewrite signed_towards e.
set u := k%:R * alpha * (expR dp - 1).
have u0 : 0 <= u by rewrite mulr_ge0 ?mulr_ge0 ?ler0n ?(ltW a0) // subr_ge0 -expR0 ler_expR.
apply: (@le_trans _ _ (expR (- dp) * (1 + u))).
  have -> : expR (- dp) * (1 + u) = alpha * k%:R + (1 - k%:R * alpha) * expR (- dp).
    by rewrite /u expRN; field; rewrite gt_eqF ?expR_gt0.
  rewrite /inside far ler_add2r; apply: ler_wpmul2l (ltW a0) _ _ _.
  rewrite -[k in X in _ <= X]card_ord -sumr_const.
  by apply: ler_sum => i _; rewrite -(left0 b) (le_left ok).
have -> : - (dp - u) = - dp + u by ring.
by rewrite expRD ler_wpmul2l ?(ltW (expR_gt0 _)) // expR_ge1Dx.
Qed.

Theorem linear_figure_2_scale_holds : linear_figure_2_scale.
Proof.
move=> R m k W b smaller alpha ok s0 sb; have [b0 a0 ka] := ok.
have oks : allowed k smaller alpha by [].
apply: of_gaps_le => [|r c]; first exact: triangle_ge0.
apply: le_trans (le_of_gaps smaller alpha (apart W) r c).
rewrite (term_le ok) /term opprK lnK ?posrE ?(inside_gt0 oks) //.
have h j : left_at smaller (apart W r j) <= left_at b (apart W r j).
  by rewrite ler_expR ler_opp2 ler_wpmul2l ?apart_ge0 // lef_pinv ?posrE.
apply: ler_add; last by apply: ler_wpmul2l; [rewrite subr_ge0 | apply: h].
by apply: ler_wpmul2l; [apply: ltW | apply: ler_sum => j _; apply: h].
Qed.

(* ---- where (5) and (7) are the same ---- *)

(* some signs show all distances from any class *)
Lemma coincide (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b alpha : R) :
  allowed k b alpha ->
  (forall r, exists s, forall j, signed W s j - signed W s r = apart W r j) ->
  corner W b alpha = triangle W b alpha.
Proof.
move=> ok h; apply/le_anti; rewrite corner_triangle //=.
apply: of_gaps_le => [|r c]; first exact: corner_ge0.
have [s e] := h r; apply: le_trans (le_corner W b alpha s r c).
by apply: (term_mono ok) => j; rewrite e.
Qed.

(* so they do where there are two *)
Lemma signs_two (R : realType) (m : nat) (W : 'M[R]_(m, 2)) r :
  exists s, forall j, signed W s j - signed W s r = apart W j r.
Proof.
pose o : 'I_2 := if r == ord0 then ord_max else ord0.
exists (towards W o r) => j; have [->|jr] := eqVneq j r; first by rewrite subrr apart0.
have -> : j = o.
  by apply/val_inj; move: jr; rewrite {}/o; case: r => [[|[|//]] ?]; case: j => [[|[|//]] ?].
exact: signed_towards.
Qed.

Theorem linear_coincide_two_holds : linear_coincide_two.
Proof.
move=> R m W b alpha ok; apply: coincide => // r; have [s e] := signs_two W r.
by exists s => j; rewrite e apartC.
Qed.

Theorem linear_coincide_ranges_holds : linear_coincide_ranges.
Proof.
move=> R m k W b alpha ok ranges; apply: coincide => // r.
exists [ffun l => W l r == 0] => j; rewrite signedB; apply: eq_bigr => l _; rewrite ffunE.
have [] := ranges l r => ->; have [] := ranges l j => ->; rewrite ?eqxx ?oner_eq0.
- by rewrite subrr normr0.
- by rewrite subr0 sub0r normrN normr1.
- by rewrite subr0 normr1.
- by rewrite subrr normr0.
Qed.

(* ---- histograms: the identity ---- *)

Section Identity.
Variables (R : realType) (k : nat).
Local Notation counts := (1%:M : 'M[R]_k).
Implicit Types (j r : 'I_k).

Lemma apart_counts j r : j != r -> apart (counts) j r = 2%:R.
Proof.
move=> jr; rewrite /apart (bigD1 j) //= (bigD1 r) /=; last by rewrite eq_sym.
rewrite big1 => [|l /andP[lj lr]]; last by rewrite !mxE (negbTE lj) (negbTE lr) subrr normr0.
rewrite !mxE !eqxx (negbTE jr) eq_sym (negbTE jr) subr0 sub0r normrN normr1 addr0.
by rewrite -[2%:R]natr1.
Qed.

Lemma diameter_counts : (1 < k)%N -> diameter (counts) = 2%:R.
Proof.
move=> k1; have k0 := ltnW k1; apply/le_anti/andP; split.
  apply: diameter_le => [|j r]; first exact: ler0n.
  by have [->|/apart_counts ->] := eqVneq j r; rewrite ?apart0 ?ler0n.
by rewrite -(@apart_counts (Ordinal k0) (Ordinal k1)) ?apart_le.
Qed.
End Identity.

Theorem linear_theorem_2_histogram_holds : linear_theorem_2_histogram.
Proof.
move=> R k b alpha ok k1; rewrite linear_coincide_ranges_holds // => [|l j]; last first.
  by rewrite mxE; case: (l == j); [right | left].
have [b0 a0 ka] := ok; have k0 := ltnW k1; pose W : 'M[R]_k := 1%:M.
have two j r : j != r -> apart W j r = 2%:R by apply: apart_counts.
have d2 : diameter W = 2%:R by apply: diameter_counts.
pose j0 := Ordinal k0; pose j1 := Ordinal k1.
have -> : - ln (alpha * expR (2%:R / b) - alpha + 1) + 2%:R / b =
    - ln (alpha + (1 - alpha) * left_at b 2%:R).
  have e0 : 0 < expR (2%:R / b) := expR_gt0 _.
  have -> : alpha * expR (2%:R / b) - alpha + 1 =
      expR (2%:R / b) * (alpha + (1 - alpha) * left_at b 2%:R).
    rewrite /left_at expRN mulrDr mulrCA divff ?gt_eqF // mulr1.
    by rewrite [_ * alpha]mulrC addrAC addrA.
  by rewrite lnM ?posrE ?(mixed_gt0 ok) // expK opprD addrAC addNr add0r.
apply/le_anti/andP; split; first by have := triangle_mixed W ok k0; rewrite d2.
apply: le_trans (le_of_gaps b alpha (apart W) j0 j1).
rewrite (le_term ok) opprK lnK ?posrE ?(mixed_gt0 ok) //.
have -> : alpha + (1 - alpha) * left_at b 2%:R =
    alpha * (1 + \sum_(j < k | j != j0) left_at b 2%:R) + (1 - k%:R * alpha) * left_at b 2%:R.
  have : \sum_(j < k) left_at b 2%:R = k%:R * left_at b 2%:R by rewrite sumr_const card_ord mulr_natl.
  by rewrite (bigD1 j0) //= => /(canRL (addKr _)) ->; ring.
rewrite /inside two // ler_add2r; apply: ler_wpmul2l (ltW a0) _ _ _.
rewrite [X in X <= _](bigD1 j0) //= apart0 left0 ler_add2l.
by apply: ler_sum => j jn; rewrite two // eq_sym.
Qed.
