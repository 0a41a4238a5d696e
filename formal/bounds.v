(* The bounds (5) and (7) of `linear`, beside each other, eps_DP and alpha; and the upper bound (7) on
   what any record leaks. Proofs of claims.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release records claims.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- the terms of the bounds ---- *)

Section Terms.
Variables (R : realType) (k : nat) (b alpha : R).
Hypothesis ok : allowed k b alpha.
Implicit Types (gap : 'I_k -> R) (r c : 'I_k) (u : R).

Let b_gt0 : 0 < b. Proof. by case: ok. Qed.
Let alpha_gt0 : 0 < alpha. Proof. by case: ok. Qed.
Let spare : 0 <= 1 - k%:R * alpha. Proof. by rewrite subr_ge0; case: ok. Qed.

(* what is left of a density at a gap *)
Definition left_at (v : R) := expR (- (v / b)).
(* the argument of the logarithm in a term *)
Definition inside a gap c : R :=
  a * (\sum_j left_at (gap j)) + (1 - k%:R * a) * left_at (gap c).

Lemma left_gt0 v : 0 < left_at v. Proof. exact: expR_gt0. Qed.
Lemma left_ge0 v : 0 <= left_at v. Proof. exact/ltW/expR_gt0. Qed.
Lemma left0 : left_at 0 = 1. Proof. by rewrite /left_at mul0r oppr0 expR0. Qed.
Lemma le_left v w : (left_at w <= left_at v) = (v <= w).
Proof. by rewrite ler_expR ler_opp2 ler_pmul2r ?invr_gt0. Qed.
Lemma lt_left v w : (left_at w < left_at v) = (v < w).
Proof. by rewrite ltr_expR ltr_opp2 ltr_pmul2r ?invr_gt0. Qed.

Lemma inside_gt0 gap c : 0 < inside alpha gap c.
Proof.
apply: ltr_paddr; first by rewrite mulr_ge0 ?left_ge0.
by rewrite mulr_gt0 // (bigD1 c) //= ltr_paddr ?left_gt0 // sumr_ge0 // => j _; apply: left_ge0.
Qed.

Lemma term_le gap c u : (term b alpha gap c <= u) = (expR (- u) <= inside alpha gap c).
Proof. by rewrite /term ler_oppl -[in LHS]ler_expR lnK // posrE inside_gt0. Qed.
Lemma term_lt gap c u : (term b alpha gap c < u) = (expR (- u) < inside alpha gap c).
Proof. by rewrite /term ltr_oppl -[in LHS]ltr_expR lnK // posrE inside_gt0. Qed.
Lemma le_term gap c u : (u <= term b alpha gap c) = (inside alpha gap c <= expR (- u)).
Proof. by rewrite /term ler_oppr -[in LHS]ler_expR lnK // posrE inside_gt0. Qed.
Lemma lt_term gap c u : (u < term b alpha gap c) = (inside alpha gap c < expR (- u)).
Proof. by rewrite /term ltr_oppr -[in LHS]ltr_expR lnK // posrE inside_gt0. Qed.

Lemma inside_mono gap gap' c : (forall j, gap j <= gap' j) -> inside alpha gap' c <= inside alpha gap c.
Proof.
move=> h; apply: ler_add; last by rewrite ler_wpmul2l // le_left.
by rewrite ler_wpmul2l ?(ltW alpha_gt0) //; apply: ler_sum => j _; rewrite le_left.
Qed.

Lemma term_mono gap gap' c : (forall j, gap j <= gap' j) -> term b alpha gap c <= term b alpha gap' c.
Proof. by move=> h; rewrite term_le /term opprK lnK ?posrE ?inside_gt0 // inside_mono. Qed.

Lemma left_split v : left_at v = alpha * (\sum_(j < k) left_at v) + (1 - k%:R * alpha) * left_at v.
Proof.
have -> : \sum_(j < k) left_at v = k%:R * left_at v by rewrite sumr_const card_ord mulr_natl.
ring.
Qed.

(* a constant lower bound of what is left *)
Lemma inside_ge gap c w : (forall j, gap j <= w) -> left_at w <= inside alpha gap c.
Proof.
move=> h; rewrite (left_split w); apply: ler_add; last by rewrite ler_wpmul2l // le_left.
by rewrite ler_wpmul2l ?(ltW alpha_gt0) //; apply: ler_sum => j _; rewrite le_left.
Qed.

Lemma inside_gt gap c r w : (forall j, gap j <= w) -> gap r < w -> left_at w < inside alpha gap c.
Proof.
move=> h hr; rewrite (left_split w); apply: ltr_le_add; last by rewrite ler_wpmul2l // le_left.
rewrite ltr_pmul2l // [X in X < _](bigD1 r) //= [X in _ < X](bigD1 r) //=.
by apply: ltr_le_add; [rewrite lt_left | apply: ler_sum => j _; rewrite le_left].
Qed.

(* where the leaking class itself has no gap *)
Lemma inside_own gap c r : gap r = 0 -> (forall j, 0 <= gap j) ->
  alpha + (1 - alpha) * left_at (\big[Num.max/0]_j gap j) <= inside alpha gap c.
Proof.
move=> r0 g0; set w := \big[Num.max/0]_j _.
have hw j : gap j <= w by apply: (bigmax_sup j).
have -> : alpha + (1 - alpha) * left_at w =
    alpha * (1 + \sum_(j | j != r) left_at w) + (1 - k%:R * alpha) * left_at w.
  have : \sum_(j < k) left_at w = k%:R * left_at w by rewrite sumr_const card_ord mulr_natl.
  rewrite (bigD1 r) //= => /(canRL (addKr _)) ->; ring.
apply: ler_add; last by rewrite ler_wpmul2l // le_left.
rewrite ler_wpmul2l ?(ltW alpha_gt0) // [X in _ <= X](bigD1 r) //= r0 left0 ler_add2l.
by apply: ler_sum => j _; rewrite le_left.
Qed.

(* nobody is ahead of the leaking class *)
Lemma term_ge0 gap c : (forall j, 0 <= gap j) -> 0 <= term b alpha gap c.
Proof.
move=> g0; rewrite le_term oppr0 expR0 -[X in _ <= X]left0 (left_split 0).
apply: ler_add; last by apply: ler_wpmul2l; rewrite // le_left.
by apply: ler_wpmul2l (ltW alpha_gt0) _ _ _; apply: ler_sum => j _; rewrite le_left.
Qed.

(* in alpha: at the farthest class less is left *)
Lemma inside_alpha gap c less : 0 < less -> less <= alpha -> (forall j, gap j <= gap c) ->
  inside less gap c <= inside alpha gap c.
Proof.
move=> l0 la far; rewrite -subr_ge0.
have -> : inside alpha gap c - inside less gap c =
    (alpha - less) * (\sum_j left_at (gap j) - k%:R * left_at (gap c)) by rewrite /inside; ring.
rewrite mulr_ge0 ?subr_ge0 // mulr_natl -[k in X in X <= _]card_ord -sumr_const.
by apply: ler_sum => j _; rewrite le_left.
Qed.

Lemma inside_alpha_lt gap c r less : 0 < less -> less < alpha -> (forall j, gap j <= gap c) ->
  gap r < gap c -> inside less gap c < inside alpha gap c.
Proof.
move=> l0 la far rc; rewrite -subr_gt0.
have -> : inside alpha gap c - inside less gap c =
    (alpha - less) * (\sum_j left_at (gap j) - k%:R * left_at (gap c)) by rewrite /inside; ring.
rewrite mulr_gt0 ?subr_gt0 // mulr_natl -[k in X in X < _]card_ord -sumr_const.
rewrite [X in X < _](bigD1 r) //= [X in _ < X](bigD1 r) //=.
by apply: ltr_le_add; [rewrite lt_left | apply: ler_sum => j _; rewrite le_left].
Qed.

Lemma inside_far gap c t a : 0 <= 1 - k%:R * a -> (forall j, gap j <= gap t) ->
  inside a gap t <= inside a gap c.
Proof. by move=> a1 h; rewrite ler_add2l ler_wpmul2l // le_left. Qed.

(* a bound over all classes *)
Lemma of_gaps_le (gap : 'I_k -> 'I_k -> R) u : 0 <= u ->
  (forall r c, term b alpha (gap r) c <= u) -> of_gaps b alpha gap <= u.
Proof.
by move=> u0 h; apply/bigmax_leP; split=> // r _; apply/bigmax_leP; split=> // c _; apply: h.
Qed.
Lemma of_gaps_lt (gap : 'I_k -> 'I_k -> R) u : 0 < u ->
  (forall r c, term b alpha (gap r) c < u) -> of_gaps b alpha gap < u.
Proof.
by move=> u0 h; apply/bigmax_ltP; split=> // r _; apply/bigmax_ltP; split=> // c _; apply: h.
Qed.
Lemma le_of_gaps (gap : 'I_k -> 'I_k -> R) r c : term b alpha (gap r) c <= of_gaps b alpha gap.
Proof. by apply: (bigmax_sup r) => //; apply: (bigmax_sup c). Qed.
Lemma of_gaps_ge0 (gap : 'I_k -> 'I_k -> R) : 0 <= of_gaps b alpha gap.
Proof. by have /bigmax_leP[] := lexx (of_gaps b alpha gap). Qed.
End Terms.

Lemma max_is (R : realType) (I : finType) (g : I -> R) :
  0 < \big[Num.max/0]_i g i -> exists i, g i = \big[Num.max/0]_i g i.
Proof.
move=> m0; case: (pickP (fun i => \big[Num.max/0]_i g i <= g i)) => [i h|none].
  by exists i; apply/le_anti; rewrite h (bigmax_sup i).
have : \big[Num.max/0]_i g i < \big[Num.max/0]_i g i; last by rewrite ltxx.
by apply/bigmax_ltP; split=> // i _; rewrite ltNge none.
Qed.

Lemma farthest (R : realType) (I : finType) (i : I) (g : I -> R) : exists t, forall j, g j <= g t.
Proof. by have [t _ far] := @arg_maxP _ _ _ i xpredT g isT; exists t => j; apply: far. Qed.

Lemma allowed_less (R : realType) k (b alpha less : R) :
  allowed k b alpha -> 0 < less -> less <= alpha -> allowed k b less.
Proof.
by move=> [b0 _ ka] l0 la; split=> //; apply: le_trans ka; rewrite ler_wpmul2l ?ler0n.
Qed.

(* ---- distances of columns, and their signs ---- *)

Section Columns.
Variables (R : realType) (m k : nat) (W : 'M[R]_(m, k)).
Implicit Types (s : {ffun 'I_m -> bool}) (j r : 'I_k).

Lemma apart0 r : apart W r r = 0. Proof. by apply: big1 => l _; rewrite subrr normr0. Qed.
Lemma apart_ge0 j r : 0 <= apart W j r. Proof. by apply: sumr_ge0. Qed.
Lemma apart_le j r : apart W j r <= diameter W.
Proof. by apply: (bigmax_sup j) => //; apply: (bigmax_sup r). Qed.
Lemma diameter_ge0 : 0 <= diameter W. Proof. by have /bigmax_leP[] := lexx (diameter W). Qed.
Lemma diameter_le u : 0 <= u -> (forall j r, apart W j r <= u) -> diameter W <= u.
Proof.
by move=> u0 h; apply/bigmax_leP; split=> // j _; apply/bigmax_leP; split=> // r _; apply: h.
Qed.

Definition towards j r := [ffun l => W l r <= W l j].

Lemma signedB s j r : signed W s j - signed W s r = \sum_l (if s l then W l j - W l r else W l r - W l j).
Proof. by rewrite /signed -sumrB; apply: eq_bigr => l _; case: ifP => _ //; rewrite opprK addrC. Qed.

Lemma signed_le s j r : signed W s j - signed W s r <= apart W j r.
Proof.
rewrite signedB; apply: ler_sum => l _; case: ifP => _; first exact: ler_norm.
by rewrite distrC ler_norm.
Qed.

Lemma signed_towards j r : signed W (towards j r) j - signed W (towards j r) r = apart W j r.
Proof.
rewrite signedB; apply: eq_bigr => l _; rewrite ffunE; case: ifPn => h.
  by rewrite ger0_norm // subr_ge0.
by rewrite distrC ger0_norm // subr_ge0 ltW // ltNge.
Qed.

Lemma spread_diameter : spread W = diameter W.
Proof.
apply/le_anti/andP; split.
  apply/bigmax_leP; split=> [|s _]; first exact: diameter_ge0.
  apply/bigmax_leP; split=> [|j _]; first exact: diameter_ge0.
  apply/bigmax_leP; split=> [|r _]; first exact: diameter_ge0.
  exact: le_trans (signed_le s j r) (apart_le j r).
have s0 : 0 <= spread W by have /bigmax_leP[] := lexx (spread W).
apply: diameter_le => // j r; rewrite -signed_towards.
by apply: (bigmax_sup (towards j r)) => //; apply: (bigmax_sup j) => //; apply: (bigmax_sup r).
Qed.

Lemma differ_diameter : two_differ W -> 0 < diameter W.
Proof.
move=> [l [j [r n]]]; apply: lt_le_trans (apart_le j r).
rewrite /apart (bigD1 l) //= ltr_paddr ?normr_gt0 ?subr_eq0 //; exact: sumr_ge0.
Qed.

Lemma diameter_is : 0 < diameter W -> exists j r, apart W j r = diameter W.
Proof.
move=> d0; have [j ej] := max_is d0; have [|r er] := @max_is R _ (apart W j); first by rewrite ej.
by exists j, r; rewrite er ej.
Qed.

(* no class is beyond them *)
Lemma towards_ge0 j r i : apart W j r = diameter W ->
  0 <= signed W (towards j r) i - signed W (towards j r) r.
Proof.
move=> e; rewrite subr_ge0 leNgt; apply/negP => h; set s := towards j r in h.
suff : diameter W < diameter W by rewrite ltxx.
rewrite -{1}e -(signed_towards j r) -/s.
apply: lt_le_trans (_ : signed W s j - signed W s i <= _); first by rewrite ltr_add2l ltr_opp2.
exact: le_trans (signed_le s j i) (apart_le j i).
Qed.
End Columns.

(* ---- the bounds ---- *)

Section Bounds.
Variables (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b alpha : R).
Hypothesis ok : allowed k b alpha.
Let b_gt0 : 0 < b. Proof. by case: ok. Qed.
Let alpha_gt0 : 0 < alpha. Proof. by case: ok. Qed.
Local Notation D := (diameter W).
Local Notation corner := (corner W b).
Local Notation triangle := (triangle W b).
Local Notation gaps s := (fun r j => signed W s j - signed W s r).

Lemma corner_le u : 0 <= u -> (forall s r c, term b alpha (gaps s r) c <= u) -> corner alpha <= u.
Proof.
by move=> u0 h; apply/bigmax_leP; split=> // s _; apply: of_gaps_le => // r c; apply: h.
Qed.
Lemma corner_lt u : 0 < u -> (forall s r c, term b alpha (gaps s r) c < u) -> corner alpha < u.
Proof.
by move=> u0 h; apply/bigmax_ltP; split=> // s _; apply: of_gaps_lt => // r c; apply: h.
Qed.
Lemma le_corner s r c : term b alpha (gaps s r) c <= corner alpha.
Proof. by apply: (bigmax_sup s) => //; apply: le_of_gaps. Qed.
Lemma corner_ge0 : 0 <= corner alpha. Proof. by have /bigmax_leP[] := lexx (corner alpha). Qed.
Lemma triangle_ge0 : 0 <= triangle alpha. Proof. exact: of_gaps_ge0. Qed.

Lemma corner_triangle : corner alpha <= triangle alpha.
Proof.
apply: corner_le => [|s r c]; first exact: triangle_ge0.
apply: le_trans (le_of_gaps b alpha (apart W) r c).
by apply: term_mono => // j; rewrite apartC signed_le.
Qed.

Lemma dp_ge0 : 0 <= D / b. Proof. by rewrite divr_ge0 ?diameter_ge0 ?ltW. Qed.

Lemma triangle_dp : triangle alpha <= D / b.
Proof.
apply: of_gaps_le => [|r c]; first exact: dp_ge0.
by rewrite term_le //; apply: inside_ge => // j; apply: apart_le.
Qed.

Lemma triangle_lt_dp : 0 < D -> triangle alpha < D / b.
Proof.
move=> d0; apply: of_gaps_lt => [|r c]; first by rewrite divr_gt0.
rewrite term_lt //; apply: (@inside_gt _ _ _ _ ok _ c r) => [j|]; first exact: apart_le.
by rewrite apart0.
Qed.

(* the favoured class that leaves least *)
Lemma term_alpha less gap (c : 'I_k) : 0 < less -> less <= alpha ->
  exists t, term b alpha gap c <= term b less gap t.
Proof.
move=> l0 la; have okl := allowed_less ok l0 la; have [t far] := farthest c gap; exists t.
rewrite term_le // /term opprK lnK ?posrE ?(inside_gt0 okl) //.
apply: le_trans (inside_alpha ok l0 la far) _; apply: (inside_far ok) => //.
by rewrite subr_ge0; case: ok.
Qed.

Lemma term_alpha_lt less gap (r c : 'I_k) : 0 < less -> less < alpha -> gap r != gap c ->
  exists t, term b alpha gap c < term b less gap t.
Proof.
move=> l0 la n; have okl := allowed_less ok l0 (ltW la).
have [t far] := farthest c gap; exists t.
have [w wt] : exists w, gap w < gap t.
  have := far r; have := far c; rewrite !le_eqVlt => /orP[/eqP ec|]; last by exists c.
  by case/orP=> [/eqP er|]; [move: n; rewrite ec er eqxx | exists r].
rewrite term_lt // /term opprK lnK ?posrE ?(inside_gt0 okl) //.
apply: lt_le_trans (inside_alpha_lt ok l0 la far wt) _; apply: (inside_far ok) => //.
by rewrite subr_ge0; case: ok.
Qed.
End Bounds.

Theorem linear_definition_3_holds : linear_definition_3.
Proof.
move=> R D n m q b u b0 h y x x' near; rewrite -ler_pdivr_mull ?expR_gt0 //.
rewrite -expRN; apply: le_trans (laplace_far y b0 q x' x).
rewrite ler_wpmul2r ?(ltW (laplace_gt0 _ _ _ _)) // ler_expR ler_opp2 ler_pmul2r ?invr_gt0 //.
by rewrite (eq_bigr (fun l => `|q x l - q x' l|)) ?h // => l _; rewrite distrC.
Qed.

Theorem linear_corollary_1_upper_holds : linear_corollary_1_upper.
Proof.
move=> R m k W b alpha n ok D cls P i y floor; have [b0 a0 _] := ok.
pose r d j := expR (- (apart W j (cls d) / b)).
apply: (@leak_le _ _ _ _ _ _ _ (fun c d => r d (cls c))) => [x|x c d|d d0].
- exact: laplace_gt0.
- exact: density_step.
have [t _ far] := @arg_maxP _ _ _ (cls d) xpredT (fun j => apart W j (cls d)) isT.
have h j : r d t <= r d j by rewrite ler_expR ler_opp2 ler_pmul2r ?invr_gt0 //; apply: far.
rewrite (mean_share cls); apply: le_trans (floor_mean (floor i) h).
have -> : alpha * (\sum_j r d j) + (1 - k%:R * alpha) * r d t =
          inside b alpha (apart W (cls d)) t.
  by rewrite /inside; congr (_ * _ + _ * _); [apply: eq_bigr => j _|]; rewrite /r apartC.
by rewrite -(term_le ok); apply: le_of_gaps.
Qed.

Theorem linear_corollary_1_step_holds : linear_corollary_1_step.
Proof.
move=> R m k W b D n cls P y i d b0 d0.
set f := laplace b (answers W cls) y; pose r j := expR (- (apart W j (cls d) / b)).
have pos x : 0 < f x by apply: laplace_gt0.
have s0 : 0 < \sum_j share cls (P i) j * r j.
  rewrite -(mean_share cls (P i) r) (bigD1 d) //=.
  rewrite ltr_paddr ?mulr_gt0 ?expR_gt0 // sumr_ge0 // => c _.
  by rewrite mulr_ge0 ?mass_ge0 // ltW ?expR_gt0.
rewrite ler_pdivr_mulr; last exact: (density_gt0 P pos).
rewrite mulrC ler_pdivl_mulr // density_givenE // (densityE P i) -(mean_share cls (P i) r).
rewrite mulr_sumr; apply: ler_sum => c _; rewrite mulrCA ler_wpmul2l ?mass_ge0 // mulr_suml.
apply: ler_sum => x _; rewrite -mulrA ler_wpmul2l ?prior_ge0 // mulrC.
exact: (density_step cls W y i x c d b0).
Qed.

(* the law that favours class c, and means under it *)
Section Favouring.
Variables (R : realType) (k : nat) (alpha : R).
Hypotheses (a_ge0 : 0 <= alpha) (ka : k%:R * alpha <= 1).
Variable c : 'I_k.

Let f (j : 'I_k) := alpha + (1 - k%:R * alpha) * (j == c)%:R.
Let f_ge0 j : 0 <= f j. Proof. by rewrite addr_ge0 ?mulr_ge0 ?ler0n // subr_ge0. Qed.

Lemma favouring_mean (g : 'I_k -> R) :
  \sum_j f j * g j = alpha * (\sum_j g j) + (1 - k%:R * alpha) * g c.
Proof.
under eq_bigr do rewrite mulrDl; rewrite big_split /= -mulr_sumr; congr (_ + _).
by rewrite (bigD1 c) //= eqxx mulr1 big1 ?addr0 // => j /negbTE ->; rewrite mulr0 mul0r.
Qed.

Let f_sum : \sum_j f j = 1.
Proof.
rewrite (eq_bigr (fun j => f j * 1)) => [|j _]; last by rewrite mulr1.
by rewrite (favouring_mean (fun=> 1)) sumr_const card_ord mulr1 mulrC addrC subrK.
Qed.

Definition favouring : law R [finType of 'I_k] := Law f_ge0 f_sum.

Lemma favouring_ge j : alpha <= favouring j.
Proof. by rewrite /= ler_addl mulr_ge0 ?ler0n // subr_ge0. Qed.

Lemma shareE (p : law R [finType of 'I_k]) j : share id p j = p j.
Proof. by rewrite /share (big_pred1 j) // => d; rewrite /= eq_sym. Qed.

Lemma favouring_floored n : floored id (fun _ : 'I_n => favouring) alpha.
Proof. by move=> i j; rewrite shareE favouring_ge. Qed.

Lemma favouring_term b (gap : 'I_k -> R) : term b alpha gap c =
  - ln (\sum_j favouring j * expR (- (gap j / b))).
Proof. by rewrite /term -(favouring_mean (fun j => expR (- (gap j / b)))). Qed.
End Favouring.

Theorem linear_lemma_2_holds : linear_lemma_2.
Proof.
move=> R k b alpha c t [b0 a0 ka] far least; split=> [p floor|].
  have fall j : expR (- (c t / b)) <= expR (- (c j / b)).
    by rewrite ler_expR ler_opp2 ler_pmul2r ?invr_gt0.
  have h j : alpha <= share id p j by rewrite shareE.
  by have := floor_mean h fall; rewrite -/least; under [in X in _ <= X]eq_bigr do rewrite shareE.
exists (favouring (ltW a0) ka t); first exact: favouring_ge.
exact: (favouring_mean alpha t (fun j => expR (- (c j / b)))).
Qed.

Theorem linear_figure_1_holds : linear_figure_1.
Proof.
by move=> R m k W b alpha ok; split; [apply: corner_triangle | apply: triangle_dp].
Qed.

Theorem linear_remark_2_iii_strict_holds : linear_remark_2_iii_strict.
Proof.
move=> R m k W b alpha ok h; have d0 : 0 < diameter W by case: h => // /differ_diameter.
have t := triangle_lt_dp ok d0; split=> //; exact: le_lt_trans (corner_triangle W ok) t.
Qed.

Lemma monotone (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b alpha less : R) :
  allowed k b alpha -> 0 < less -> less <= alpha ->
  corner W b alpha <= corner W b less /\ triangle W b alpha <= triangle W b less.
Proof.
move=> ok l0 la; split.
  apply: corner_le => [|s r c]; first exact: corner_ge0.
  have [t h] := term_alpha ok (fun j => signed W s j - signed W s r) c l0 la.
  exact: le_trans h (le_corner W b less s r t).
apply: of_gaps_le => [|r c]; first exact: triangle_ge0.
by have [t h] := term_alpha ok (apart W r) c l0 la; apply: le_trans h (le_of_gaps b less _ r t).
Qed.

(* where a gap is constant it is 0, and the term too *)
Lemma term0 (R : realType) k (b alpha : R) gap (r c : 'I_k) : allowed k b alpha ->
  (forall j, gap j = gap r) -> gap r = 0 -> term b alpha gap c = 0.
Proof.
move=> ok same r0; rewrite /term same r0 (eq_bigr (fun=> left_at b 0)) => [|j _]; last first.
  by rewrite same r0.
by rewrite -/(left_at b 0) -left_split left0 ln1 oppr0.
Qed.

Lemma corner_gt0 (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b alpha : R) :
  allowed k b alpha -> 0 < diameter W -> 0 < corner W b alpha.
Proof.
move=> ok d0; have [j [r e]] := diameter_is d0; have [_ a0 ka] := ok.
pose s := towards W j r.
apply: lt_le_trans (le_corner W b alpha s r j); rewrite lt_term // oppr0 expR0.
have g0 i : 0 <= signed W s i - signed W s r by apply: towards_ge0.
have gj : 0 < signed W s j - signed W s r by rewrite signed_towards e.
have one i : left_at b (signed W s i - signed W s r) <= 1 by rewrite -(left0 b) (le_left ok).
have lt1 : left_at b (signed W s j - signed W s r) < 1 by rewrite -(left0 b) (lt_left ok).
rewrite -[X in _ < X](left0 b) (left_split k b alpha 0) /inside left0.
apply: ltr_le_add; last by rewrite ler_wpmul2l // subr_ge0.
rewrite ltr_pmul2l // [X in X < _](bigD1 j) //= [X in _ < X](bigD1 j) //=.
by apply: ltr_le_add => //; apply: ler_sum => i _.
Qed.

Lemma monotone_lt (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b alpha less : R) :
  allowed k b alpha -> 0 < less -> less < alpha -> two_differ W ->
  corner W b alpha < corner W b less /\ triangle W b alpha < triangle W b less.
Proof.
move=> ok l0 la /differ_diameter d0; have okl := allowed_less ok l0 (ltW la).
have c0 := corner_gt0 okl d0; have t0 := lt_le_trans c0 (corner_triangle W okl).
split.
  apply: corner_lt => // s r c; pose gap j := signed W s j - signed W s r.
  have r0 : gap r = 0 by rewrite /gap subrr.
  case: (pickP (fun j => gap j != gap r)) => [j n|same]; last first.
    rewrite (term0 (r := r) c ok) // => j; by have /negbFE/eqP := same j.
  have [i ni] : exists i, gap i != gap c.
    by have [e|n'] := eqVneq (gap r) (gap c); [exists j; rewrite -e | exists r].
  by have [t h] := term_alpha_lt ok l0 la ni; apply: lt_le_trans h (le_corner W b less s r t).
apply: of_gaps_lt => // r c.
case: (pickP (fun j => apart W r j != apart W r r)) => [j n|same]; last first.
  by rewrite (term0 (r := r) c ok) ?apart0 // => j; have /negbFE/eqP -> := same j; rewrite apart0.
have [i ni] : exists i, apart W r i != apart W r c.
  by have [e|n'] := eqVneq (apart W r r) (apart W r c); [exists j; rewrite -e | exists r].
by have [t h] := term_alpha_lt ok l0 la ni; apply: lt_le_trans h (le_of_gaps b less _ r t).
Qed.

Theorem linear_remark_2_i_holds : linear_remark_2_i.
Proof.
by move=> R m k W b alpha less ok l0; split=> [la|la n]; [apply: monotone | apply: monotone_lt].
Qed.

Theorem linear_gap_holds : linear_gap.
Proof.
move=> R m k W b alpha less ok l0; split=> [la|la n].
  by rewrite !ler_add2l !ler_opp2; apply: monotone.
by rewrite !ltr_add2l !ltr_opp2; apply: monotone_lt.
Qed.

Lemma triangle_own (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b alpha : R) :
  allowed k b alpha -> 0 <= - ln (alpha + (1 - alpha) * left_at b (diameter W)) ->
  triangle W b alpha <= - ln (alpha + (1 - alpha) * left_at b (diameter W)).
Proof.
move=> ok u0; apply: of_gaps_le => // r c; have [b0 a0 ka] := ok.
have a1 : 0 <= 1 - alpha.
  rewrite subr_ge0; apply: le_trans ka; rewrite ler_pmull // -[1]/(1%:R) ler_nat.
  by case: (k) r => [[]|].
have pos v : 0 < alpha + (1 - alpha) * left_at b v by rewrite ltr_paddr ?mulr_ge0 ?left_ge0.
rewrite term_le // opprK lnK ?posrE //.
apply: le_trans (inside_own ok c (apart0 W r) (fun j => apart_ge0 W r j)).
rewrite ler_add2l ler_wpmul2l // (le_left ok).
by apply/bigmax_leP; split=> [|j _]; [apply: diameter_ge0 | apply: apart_le].
Qed.
