(* The first k - 1 counts of a histogram, and records of one law: what they leak at most, and where that
   is reached. Proofs of claims_histogram.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law extremes release records claims claims_histogram.
From pmlsym Require Import tangent bounds figures mixtures outcomes histogram.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* where signs show all distances from a class, some outcome leaks what they say *)
Lemma reached (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b : R) (D : finType) (n : nat)
    (cls : D -> 'I_k) (P : 'I_n -> law R D) (i : 'I_n) r : 0 < b -> 0 < share cls (P i) r ->
  (exists s, forall j, signed W s j - signed W s r = apart W j r) ->
  exists y, - ln (\sum_j share cls (P i) j * expR (- (apart W j r / b))) <=
            leak P (laplace b (answers W cls) y) i.
Proof.
move=> b0 r0 [s e]; have [d cd d0] : exists2 d, cls d = r & 0 < P i d.
  case: (pickP (fun d => (cls d == r) && (0 < P i d))) => [d /andP[/eqP]|none]; first by exists d.
  move: r0; rewrite /share big1 ?ltxx // => d cd; apply/le_anti; rewrite mass_ge0 andbT leNgt.
  by have := none d; rewrite cd /= => ->.
pose v l : R := if s l then 1 else -1.
have vE j : sloped W v j = signed W s j.
  by apply: eq_bigr => l _; rewrite /v; case: (s l); rewrite ?mul1r ?mulN1r.
have hv : slopes v by move=> l; rewrite /v; case: (s l); rewrite ?normrN normr1.
have [y h] := @linear_tilted_step_holds R m k W b D n cls P i v d b0 hv d0; exists y.
apply: le_trans h; rewrite ler_opp2 le_eqVlt; apply/orP; left; apply/eqP; congr ln.
by apply: eq_bigr => j _; rewrite !vE cd e.
Qed.

Section Logs.
Variable R : realType.
(* Jensen's inequality of the exponential, at three points *)
Lemma jensen (p q r x y z : R) : 0 <= p -> 0 <= q -> 0 <= r -> p + q + r = 1 ->
  expR (- (p * x + q * y + r * z)) <= p * expR (- x) + q * expR (- y) + r * expR (- z).
Proof.
move=> p0 q0 r0 one; set v := p * x + q * y + r * z; have e0 := expR_gt0 (- v).
have t w : expR (- v) * (1 + (v - w)) <= expR (- w).
  have -> : expR (- w) = expR (- v) * expR (v - w) by rewrite -expRD addrA addNr add0r.
  by apply: ler_wpmul2l; [apply: ltW | apply: exp_tangent].
apply: (@le_trans _ _ (p * (expR (- v) * (1 + (v - x))) + q * (expR (- v) * (1 + (v - y))) +
    r * (expR (- v) * (1 + (v - z))))).
  have -> : p * (expR (- v) * (1 + (v - x))) + q * (expR (- v) * (1 + (v - y))) +
      r * (expR (- v) * (1 + (v - z))) =
      expR (- v) * ((p + q + r) * (1 + v) - (p * x + q * y + r * z)) by ring.
  by rewrite one mul1r -/v addrK mulr1.
by apply: ler_add; [apply: ler_add|]; apply: ler_wpmul2l.
Qed.

Lemma ln_lt (x y : R) : 0 < x -> x < y -> - ln y < - ln x.
Proof. by move=> x0 xy; rewrite ltr_opp2 ltr_ln ?posrE // (lt_trans x0). Qed.
Lemma ln_le (x y : R) : 0 < x -> x <= y -> - ln y <= - ln x.
Proof. by move=> x0 xy; rewrite ler_opp2 ler_ln ?posrE // (lt_le_trans x0). Qed.
End Logs.

Section First.
Variables (R : realType) (m k : nat).
Local Notation W := (first_counts R m k).

Lemma apart_first (j r : 'I_k) : j != r -> apart W j r = ((j < m) + (r < m))%N%:R.
Proof.
move=> jr; have one (i : 'I_k) : \sum_(l < m) ((val l == val i)%:R : R) = (i < m)%N%:R.
  case: (ltnP i m) => im; last by rewrite big1 // => l _; rewrite (ltn_eqF (leq_trans (ltn_ord l) im)).
  by rewrite (bigD1 (Ordinal im)) //= eqxx big1 ?addr0 // => l; rewrite -val_eqE => /negbTE ->.
rewrite natrD -!one -big_split /=; apply: eq_bigr => l _; rewrite !mxE.
case: eqP => [e|_]; case: eqP => [e'|_]; rewrite ?subr0 ?sub0r ?normrN ?normr1 ?normr0 ?addr0 ?add0r //.
by move: jr; rewrite -val_eqE -e -e' eqxx.
Qed.
End First.

Section Uncounted.
Variables (R : realType) (k : nat) (b : R).
Hypothesis b_gt0 : 0 < b.
Local Notation W := (first_counts R k k.+1).
Local Notation z := (@ord_max k).
Local Notation e1 := (expR (- (1 / b))).
Local Notation e2 := (expR (- (2%:R / b))).

Lemma e2_lt_e1 : e2 < e1.
Proof. by rewrite ltr_expR ltr_opp2 ltr_pmul2r ?invr_gt0 // ltr1n. Qed.
Lemma e1_lt1 : e1 < 1.
Proof. by rewrite expR_lt1 oppr_lt0 divr_gt0 ?ltr01. Qed.

Variable s : 'I_k.+1 -> R.
Hypotheses (s_ge0 : forall j, 0 <= s j) (s_sum : \sum_j s j = 1).
Local Notation mean r := (\sum_j s j * expR (- (apart W j r / b))).

Lemma mean_last : mean z = s z + (1 - s z) * e1.
Proof.
rewrite (bigD1 z) //= apart0 mul0r oppr0 expR0 mulr1; congr (_ + _).
have -> : 1 - s z = \sum_(j | j != z) s j by rewrite -s_sum (bigD1 z) //= addrAC subrr add0r.
rewrite mulr_suml; apply: eq_bigr => j jz; rewrite apart_first // ltnn addn0.
have -> // : (j < k)%N = true.
by have := ltn_ord j; rewrite ltnS leq_eqVlt => /orP[/eqP e|//]; move: jz; rewrite -val_eqE /= e eqxx.
Qed.

Lemma mean_counted r : r != z -> mean r = s r + s z * e1 + (1 - s r - s z) * e2.
Proof.
move=> rz; have lt (j : 'I_k.+1) : j != z -> (j < k)%N.
  have := ltn_ord j; rewrite ltnS leq_eqVlt => /orP[/eqP e|//].
  by rewrite -val_eqE /= e eqxx.
rewrite (bigD1 r) //= apart0 mul0r oppr0 expR0 mulr1 -addrA; congr (_ + _).
rewrite (bigD1 z) 1?eq_sym //= apart_first 1?eq_sym // ltnn lt // add0n; congr (_ + _).
have -> : 1 - s r - s z = \sum_(j | (j != r) && (j != z)) s j.
  by rewrite -s_sum (bigD1 r) //= (bigD1 z) 1?eq_sym //= [s r + _]addrC addrK [s z + _]addrC addrK.
rewrite mulr_suml; apply: eq_bigr => j /andP[jr jz]; rewrite apart_first // !lt //.
Qed.

Lemma mean_gt r : (0 < k)%N -> (forall j, 0 < s j) -> s r + (1 - s r) * e2 < mean r.
Proof.
move=> k0 s0; have h := e2_lt_e1; have [->|rz] := eqVneq r z.
  rewrite mean_last ltr_add2l ltr_pmul2l // subr_gt0 -s_sum (bigD1 z) //= ltr_addl.
  rewrite (bigD1 ord0) /=; last by rewrite -val_eqE /= eq_sym -lt0n.
  by rewrite ltr_paddr // sumr_ge0.
rewrite mean_counted // -addrA ltr_add2l.
have -> : (1 - s r) * e2 = s z * e2 + (1 - s r - s z) * e2 by ring.
by rewrite ltr_add2r ltr_pmul2l.
Qed.

Variable alpha : R.
Hypotheses (alpha_ge0 : 0 <= alpha) (alpha_half : 2%:R * alpha <= 1) (s_ge : forall j, alpha <= s j).

Lemma mean_ge r : alpha + alpha * e1 + (1 - 2%:R * alpha) * e2 <= mean r.
Proof.
have h := ltW e2_lt_e1; have h1 := ltW e1_lt1; have [->|rz] := eqVneq r z.
  rewrite mean_last -subr_ge0.
  have -> : s z + (1 - s z) * e1 - (alpha + alpha * e1 + (1 - 2%:R * alpha) * e2) =
      (s z - alpha) * (1 - e1) + (1 - 2%:R * alpha) * (e1 - e2) by ring.
  by rewrite addr_ge0 // mulr_ge0 // subr_ge0.
rewrite mean_counted // -subr_ge0.
have -> : s r + s z * e1 + (1 - s r - s z) * e2 - (alpha + alpha * e1 + (1 - 2%:R * alpha) * e2) =
    (s r - alpha) * (1 - e2) + (s z - alpha) * (e1 - e2) by ring.
by rewrite addr_ge0 // mulr_ge0 // subr_ge0 // (le_trans h).
Qed.
End Uncounted.

(* two classes, one count *)
Lemma mean_two (R : realType) (b : R) (s : 'I_2 -> R) r : \sum_j s j = 1 ->
  \sum_j s j * expR (- (apart (first_counts R 1 2) j r / b)) = s r + (1 - s r) * expR (- (1 / b)).
Proof.
move=> s_sum; rewrite (bigD1 r) //= apart0 mul0r oppr0 expR0 mulr1; congr (_ + _).
have -> : 1 - s r = \sum_(j | j != r) s j by rewrite -s_sum (bigD1 r) //= addrAC subrr add0r.
rewrite mulr_suml; apply: eq_bigr => j jr; rewrite apart_first //.
by case: r jr => [[|[|//]] ?]; case: j => [[|[|//]] ?].
Qed.

Section Levels.
Variables (R : realType) (k : nat) (b alpha : R).
Hypothesis ok : allowed k b alpha.
Let b_gt0 : 0 < b. Proof. by case: ok. Qed.
Let alpha_gt0 : 0 < alpha. Proof. by case: ok. Qed.

Lemma twice : (1 < k)%N -> 2%:R * alpha <= 1.
Proof.
by move=> k1; have [_ _ ka] := ok; apply: le_trans ka; rewrite ler_pmul2r // ler_nat.
Qed.

(* what one of the classes leaks less than all *)
Lemma mixed_le v : (0 < k)%N -> - ln (alpha + (1 - alpha) * left_at b v) <= (1 - alpha) * (v / b).
Proof.
move=> k0; have a1 : 0 <= 1 - alpha by rewrite subr_ge0 (alpha_le1 ok).
rewrite ler_oppl -ler_expR lnK ?posrE ?(mixed_gt0 ok) //.
have := @jensen R alpha (1 - alpha) 0 0 (v / b) 0 (ltW alpha_gt0) a1 (lexx _).
rewrite !mulr0 !addr0 mul0r addr0 add0r oppr0 expR0 mulr1; apply.
by rewrite addrC subrK.
Qed.
End Levels.

Lemma squares_ge0 (R : realType) (b alpha : R) : 0 < b -> 0 <= alpha ^+ 2 / (2%:R * b ^+ 2).
Proof. by move=> b0; rewrite divr_ge0 ?sqr_ge0 // mulr_ge0 ?ler0n ?sqr_ge0. Qed.

Theorem histogram_composition_bound_one_holds : histogram_composition_bound_one.
Proof.
move=> R n b alpha ok D cls P i y floor; have [b0 a0 ka] := ok.
apply: (@le_trans _ _ ((1 - alpha) * (1 / b))); last first.
  by rewrite mulrA mulr1 ler_addl squares_ge0.
apply: le_trans (mixed_le ok 1 isT); apply: (leak_step y b0) => r.
rewrite opprK lnK ?posrE ?(mixed_gt0 ok) // mean_two ?share_sum // /left_at -subr_ge0.
have -> : share cls (P i) r + (1 - share cls (P i) r) * expR (- (1 / b)) -
    (alpha + (1 - alpha) * expR (- (1 / b))) = (share cls (P i) r - alpha) * (1 - expR (- (1 / b))).
  by ring.
by rewrite mulr_ge0 // subr_ge0 ?floor // ltW // e1_lt1.
Qed.

Theorem histogram_composition_bound_holds : histogram_composition_bound.
Proof.
move=> R n k b alpha ok k2 D cls P i y floor; have [b0 a0 ka] := ok; have k1 := ltnW k2.
have k0 := ltnW k1; have a1 : 0 <= 1 - alpha by rewrite subr_ge0 (alpha_le1 ok).
apply: (@le_trans _ _ (triangle (counts R k) b alpha)).
  exact: linear_corollary_1_upper_holds.
apply: le_trans (triangle_mixed (counts R k) ok k0) _; apply: le_trans (mixed_le ok _ k0) _.
rewrite diameter_counts // mulrDr; apply: ler_paddl; first by rewrite mulr_ge0 ?ler0n ?squares_ge0.
rewrite mulrCA; apply: (@le_trans _ _ (2%:R * ((1 - alpha) / b))).
  by rewrite mulrCA.
apply: ler_wpmul2r; first by rewrite divr_ge0 // ltW.
by rewrite ler_nat -ltnS prednK.
Qed.

Theorem histogram_composition_derivation_holds : histogram_composition_derivation.
Proof.
move=> R n [|[|[|k]]] // b alpha ok _; first by rewrite mul1r; apply: histogram_composition_bound_one_holds.
move=> D cls P i y floor; have [b0 a0 ka] := ok; have half := twice ok isT.
apply: (@le_trans _ _ ((2%:R - 3%:R * alpha) / b)); last first.
  rewrite mulrDr; apply: ler_paddr; first by rewrite mulr_ge0 ?ler0n ?squares_ge0.
  apply: (@le_trans _ _ (2%:R * ((1 - alpha) / b))).
    rewrite mulrA ler_pmul2r ?invr_gt0 // mulrBr mulr1 ler_add2l ler_opp2.
    by apply: ler_wpmul2r; [apply: ltW | rewrite ler_nat].
  apply: ler_wpmul2r; last by rewrite ler_nat.
  by rewrite divr_ge0 ?(ltW b0) // subr_ge0 (alpha_le1 ok).
apply: (leak_step y b0) => r.
apply: le_trans (mean_ge b0 (share_sum cls (P i)) half (fun j => floor i j) r).
have -> : (2%:R - 3%:R * alpha) / b = alpha * 0 + alpha * (1 / b) + (1 - 2%:R * alpha) * (2%:R / b).
  by field; rewrite gt_eqF.
have := @jensen R alpha alpha (1 - 2%:R * alpha) 0 (1 / b) (2%:R / b) (ltW a0) (ltW a0).
by rewrite oppr0 expR0 [alpha * 1]mulr1; apply; [rewrite subr_ge0 | ring].
Qed.
