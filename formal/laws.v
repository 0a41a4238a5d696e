(* Histograms and counts under one prior: the worst outcome of k - 1 counts beside that of all, and what
   the law of the records decides. Proofs of claims_histogram.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law extremes release records claims claims_histogram.
From pmlsym Require Import tangent bounds figures mixtures outcomes worst histogram counts.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Mixed.
Variables (R : realType) (e : R).
Hypotheses (e_gt0 : 0 < e) (e_lt1 : e < 1).
(* of a class of probability x, where the others leave e *)
Definition kept (x : R) := x + (1 - x) * e.
Lemma keptE x : kept x = e + x * (1 - e). Proof. by rewrite /kept; ring. Qed.
Lemma kept_le x y : (kept x <= kept y) = (x <= y).
Proof. by rewrite !keptE ler_add2l ler_pmul2r // subr_gt0. Qed.
Lemma kept_lt x y : (kept x < kept y) = (x < y).
Proof. by rewrite !keptE ltr_add2l ltr_pmul2r // subr_gt0. Qed.
Lemma kept_gt0 x : 0 <= x -> 0 < kept x.
Proof. by move=> x0; rewrite keptE ltr_paddr // mulr_ge0 // subr_ge0 ltW. Qed.
End Mixed.

Section Counts.
Variables (R : realType) (k : nat) (b : R).
Hypothesis b_gt0 : 0 < b.
Local Notation e2 := (expR (- (2%:R / b))).

Lemma e2_lt1 : e2 < 1.
Proof. by rewrite expR_lt1 oppr_lt0 divr_gt0 ?ltr0n. Qed.

Lemma mean_counts (s : 'I_k -> R) r : \sum_j s j = 1 ->
  \sum_j s j * expR (- (apart (counts R k) j r / b)) = kept e2 (s r).
Proof.
move=> s_sum; rewrite (bigD1 r) //= apart0 mul0r oppr0 expR0 mulr1; congr (_ + _).
have -> : 1 - s r = \sum_(j | j != r) s j by rewrite -s_sum (bigD1 r) //= addrAC subrr add0r.
by rewrite mulr_suml; apply: eq_bigr => j jr; rewrite apart_counts.
Qed.

Lemma signed_counts s (j : 'I_k) : signed (counts R k) s j = if s j then 1 else - 1.
Proof.
rewrite /signed (bigD1 j) //= big1 => [|l lj]; last by rewrite !mxE (negbTE lj) oppr0; case: ifP.
by rewrite addr0 mxE eqxx.
Qed.

Lemma signs_counts r : exists s, forall j : 'I_k,
  signed (counts R k) s j - signed (counts R k) s r = apart (counts R k) j r.
Proof.
exists [ffun l => l != r] => j; have [->|jr] := eqVneq j r; first by rewrite subrr apart0.
by rewrite apart_counts // !signed_counts !ffunE jr eqxx opprK -[2%:R]natr1.
Qed.
End Counts.

Theorem histogram_footnote_7_noisy_holds : histogram_footnote_7_noisy.
Proof.
move=> R D n [|[|k]] // cls P b alpha i ok _ floor; have [b0 a0 ka] := ok.
have half := twice ok isT; pose s := share cls (P i).
have s0 j : 0 < s j by apply: lt_le_trans (floor i j).
have s0' j : 0 <= s j by apply: ltW.
have s1 : \sum_j s j = 1 := share_sum cls (P i).
split=> [|y]; last first.
  apply: (leak_step y b0) => r; rewrite opprK lnK.
    exact: (mean_ge b0 s1 half (fun j => floor i j)).
  rewrite posrE -addrA ltr_paddr // addr_ge0 ?mulr_ge0 ?(ltW (expR_gt0 _)) ?(ltW a0) //.
  by rewrite subr_ge0.
pose mean r := \sum_j s j * expR (- (apart (first_counts R k.+1 k.+2) j r / b)).
have mean0 r : 0 < mean r.
  apply: lt_trans (mean_gt b0 s0' s1 r isT s0).
  exact: (kept_gt0 (expR_gt0 _) (e2_lt1 b0) (s0' r)).
have [r worst] := farthest (@ord0 k.+1) (fun r => - ln (mean r)).
exists (- ln (mean r)) => [y|].
  apply: (leak_step y b0) => t; rewrite -ler_ln ?posrE ?expR_gt0 ?mean0 // expK.
  by rewrite -ler_opp2 opprK worst.
have [y h] := @reached R _ _ (counts R k.+2) b D n cls P i r b0 (s0 r) (signs_counts R r).
exists y; apply: lt_le_trans h; rewrite (mean_counts b r s1); apply: ln_lt.
  exact: (kept_gt0 (expR_gt0 _) (e2_lt1 b0) (s0' r)).
exact: (mean_gt b0 s0' s1 r isT s0).
Qed.

(* ---- records of one law ---- *)

Section OneLaw.
Variables (R : realType) (k n : nat) (p : law R [finType of 'I_k]).
Hypotheses (p_gt0 : forall j, 0 < p j) (n_gt0 : (0 < n)%N) (k_gt0 : (0 < k)%N).

(* the rarest class *)
Lemma rarest : exists2 r, forall j, p r <= p j & \big[Num.min/1]_j p j = p r.
Proof.
have [r h] := farthest (Ordinal k_gt0) (fun j => - p j).
have low j : p r <= p j by rewrite -ler_opp2.
exists r => //; apply/le_anti/andP; split; first by rewrite (bigmin_inf r).
apply/bigmin_geP; split=> [|j _]; last exact: low.
by rewrite -[p r](shareE p); rewrite -(share_sum id p) (bigD1 r) //= ler_addl sumr_ge0 // => j _;
  apply: share_ge0.
Qed.

Lemma worst_kept (m : nat) (W : 'M[R]_(m, k)) (b e : R) r : 0 < b -> 0 < e -> e < 1 ->
  (forall j, p r <= p j) ->
  (forall s t, \sum_j s j = 1 -> \sum_j s j * expR (- (apart W j t / b)) = kept e (s t)) ->
  (exists s, forall j, signed W s j - signed W s r = apart W j r) ->
  worst_of n W b p (- ln (kept e (p r))).
Proof.
move=> b0 e0 e1 low mean signs.
have s1 : \sum_j share id p j = 1 := share_sum id p.
have pos j : 0 < kept e (p j) by apply: kept_gt0 => //; apply: ltW.
have up i y : leak (fun _ : 'I_n => p) (laplace b (answers W id) y) i <= - ln (kept e (p r)).
  apply: (leak_step y b0) => t; rewrite mean // shareE opprK lnK ?posrE //.
  by rewrite kept_le.
split=> //; pose i := Ordinal n_gt0; exists i.
have r0 : 0 < share id p r by rewrite shareE.
have [y h] := @reached R _ _ W b _ n id (fun=> p) i r b0 r0 signs.
exists y; apply/le_anti; rewrite up /=.
by move: h; rewrite mean // shareE.
Qed.
End OneLaw.

Lemma classes (R : realType) k (p : law R [finType of 'I_k]) : (0 < k)%N.
Proof.
case: k p => // p; have := mass_sum p; rewrite big_ord0 => /esym/eqP.
by rewrite oner_eq0.
Qed.

Theorem histogram_balance_holds : histogram_balance.
Proof.
move=> R n k b p p' b0 n0 p0 p0'; have k0 := classes p.
pose e := expR (- (2%:R / b)); have e0 : 0 < e := expR_gt0 _; have e1 : e < 1 := e2_lt1 b0.
have [r low pr] := rarest p k0; have [r' low' pr'] := rarest p' k0.
have mean s t : \sum_j s j = 1 -> \sum_j s j * expR (- (apart (counts R k) j t / b)) = kept e (s t).
  exact: mean_counts.
exists (- ln (kept e (p r))), (- ln (kept e (p' r'))); split.
- exact: (worst_kept p0 n0 b0 e0 e1 low mean (signs_counts R r)).
- exact: (worst_kept p0' n0 b0 e0 e1 low' mean (signs_counts R r')).
rewrite pr pr' ltr_opp2 ltr_ln ?posrE ?kept_gt0 ?(ltW (p0 _)) ?(ltW (p0' _)) //.
by rewrite kept_lt.
Qed.

(* ---- two classes ---- *)

Section Entropy.
Variable R : realType.

Lemma gibbs (a q : R) : 0 < a -> a < 1 -> 0 < q -> q < 1 ->
  - (a * ln a + (1 - a) * ln (1 - a)) <= - (a * ln q + (1 - a) * ln (1 - q)).
Proof.
move=> a0 a1 q0 q1; have c0 : 0 < 1 - a by rewrite subr_gt0.
have d0 : 0 < 1 - q by rewrite subr_gt0.
have t (x y : R) : 0 < x -> 0 < y -> x * ln y - x * ln x <= y - x.
  move=> x0 y0; rewrite -mulrBr -ln_div ?posrE //.
  apply: (@le_trans _ _ (x * (y / x - 1))); last by rewrite mulrBr mulrCA divff ?mulr1 // gt_eqF.
  apply: ler_wpmul2l; first exact: ltW.
  by rewrite ler_subr_addl -{2}[y / x](@lnK R) ?posrE ?divr_gt0 // exp_tangent.
rewrite ler_opp2 -subr_le0.
have -> : a * ln q + (1 - a) * ln (1 - q) - (a * ln a + (1 - a) * ln (1 - a)) =
    (a * ln q - a * ln a) + ((1 - a) * ln (1 - q) - (1 - a) * ln (1 - a)) by ring.
apply: le_trans (ler_add (t a q a0 q0) (t _ _ c0 d0)) _.
by have -> : q - a + (1 - q - (1 - a)) = 0 by ring.
Qed.

Lemma entropy_mono (a q : R) : 0 < a -> a <= q -> q <= 1 - q ->
  - (a * ln a + (1 - a) * ln (1 - a)) <= - (q * ln q + (1 - q) * ln (1 - q)).
Proof.
move=> a0 aq q2; have q0 : 0 < q by apply: lt_le_trans aq.
have d0 : 0 < 1 - q by apply: lt_le_trans q2.
have q1 : q < 1 by rewrite -subr_gt0.
apply: le_trans (gibbs a0 (le_lt_trans aq q1) q0 q1) _; rewrite ler_opp2 -subr_ge0.
have -> : a * ln q + (1 - a) * ln (1 - q) - (q * ln q + (1 - q) * ln (1 - q)) =
    (q - a) * (ln (1 - q) - ln q) by ring.
by rewrite mulr_ge0 // subr_ge0 // ler_ln ?posrE.
Qed.

Lemma entropy_two (p : law R [finType of 'I_2]) r : (forall j, p r <= p j) ->
  entropy p = - (p r * ln (p r) + (1 - p r) * ln (1 - p r)) /\ p r <= 1 - p r.
Proof.
move=> low; have [o or] : exists o : 'I_2, o != r.
  by case: r {low} => [[|[|//]] ?]; [exists ord_max | exists ord0].
have other (F : 'I_2 -> R) : \sum_j F j = F r + F o.
  rewrite (bigD1 r) //= (bigD1 o) //= big1 ?addr0 // => j /andP[].
  by case: r o or j {low} => [[|[|//]] ?] [[|[|//]] ?] // _ [[|[|//]] ?].
have po : p o = 1 - p r.
  by rewrite -(mass_sum p) [in RHS](other p) addrAC subrr add0r.
by rewrite /entropy (other (fun j => p j * ln (p j))) po -po low.
Qed.
End Entropy.

Section OneCount.
Variables (R : realType) (i : 'I_2).

Lemma apart_two j r : apart (one_count R i) j r = (j != r)%:R.
Proof.
rewrite apart_one; congr _%:R.
by case: i => [[|[|//]] ?]; case: j => [[|[|//]] ?]; case: r => [[|[|//]] ?].
Qed.

Lemma mean_one (b : R) (s : 'I_2 -> R) r : \sum_j s j = 1 ->
  \sum_j s j * expR (- (apart (one_count R i) j r / b)) = s r + (1 - s r) * expR (- (1 / b)).
Proof.
move=> s1; rewrite (bigD1 r) //= apart_two eqxx /= mul0r oppr0 expR0 mulr1; congr (_ + _).
have -> : 1 - s r = \sum_(j | j != r) s j by rewrite -s1 (bigD1 r) //= addrAC subrr add0r.
by rewrite mulr_suml; apply: eq_bigr => j jr; rewrite apart_two jr.
Qed.

Lemma signs_one r : exists s, forall j,
  signed (one_count R i) s j - signed (one_count R i) s r = apart (one_count R i) j r.
Proof.
exists [ffun=> r != i] => j; rewrite apart_two /signed !big_ord1 !ffunE !mxE.
case: i => [[|[|//]] ?]; case: j => [[|[|//]] ?]; case: r => [[|[|//]] ?] //=;
  by rewrite ?subr0 ?sub0r ?subrr ?opprK ?oppr0 ?add0r ?addr0.
Qed.
End OneCount.

Theorem histogram_entropy_holds : histogram_entropy.
Proof.
move=> R n b p p' c b0 n0 p0 p0'.
pose e := expR (- (1 / b)); have e0 : 0 < e := expR_gt0 _; have e1 : e < 1 := e1_lt1 b0.
have [r low pr] := rarest p (isT : (0 < 2)%N); have [r' low' pr'] := rarest p' (isT : (0 < 2)%N).
have mean (s : 'I_2 -> R) t : \sum_j s j = 1 ->
    \sum_j s j * expR (- (apart (one_count R c) j t / b)) = kept e (s t).
  exact: mean_one.
exists (- ln (kept e (p r))), (- ln (kept e (p' r'))); split.
- exact: (worst_kept p0 n0 b0 e0 e1 low mean (signs_one R c r)).
- exact: (worst_kept p0' n0 b0 e0 e1 low' mean (signs_one R c r')).
rewrite /entropy_of_all !sumr_const card_ord ltr_pmuln2r //.
have [-> h] := entropy_two low; have [-> h'] := entropy_two low'.
move=> less; rewrite ltr_opp2 ltr_ln ?posrE ?kept_gt0 ?(ltW (p0 _)) ?(ltW (p0' _)) // kept_lt //.
by move: less; rewrite !ltNge; apply: contra => le; apply: entropy_mono.
Qed.
