(* Parts of linear.limit: interchangeable records of a set T, of which i is one; what is known of i
   given y is near to a tilted law. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring boolp mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law quotients release tangent records claims bounds.
From pmlsym Require Import hoeffding tilted_core best_slopes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Near.
Variables (R : realType) (m k n : nat) (W : 'M[R]_(m, k)) (b alpha : R) (T : {set 'I_n}).
Variables (y : 'I_m -> R) (r0 : 'I_k) (i : 'I_n) (e : 'I_m -> R).
Hypotheses (ok : allowed k b alpha) (iT : i \in T).
Hypothesis he : forall l j j', `|W l j - W l j'| <= e l.
Let b_gt0 : 0 < b. Proof. by case: ok. Qed.
Local Notation t := (#|T|%:R : R).
Let T_gt0 : (0 < #|T|)%N. Proof. by apply/card_gt0P; exists i. Qed.
Let t_gt0 : 0 < t. Proof. by rewrite ltr0n. Qed.
Local Notation Om := (database [finType of 'I_k] n).
Local Notation F := (F W b T y).
(* the density of y given that record i is in class j, but for a factor *)
Definition of_class j := \sum_(u : Om) F u * (u i == j)%:R.
Definition whole := \sum_(u : Om) F u.
Definition nu0 : R := Num.sqrt t * (\sum_l e l) / (2%:R * b).

Lemma whole_gt0 : 0 < whole.
Proof.
rewrite /whole (bigD1 [ffun=> r0]) //= ltr_paddr ?expR_gt0 // sumr_ge0 // => u _.
exact/ltW/expR_gt0.
Qed.
Lemma of_class_ge0 j : 0 <= of_class j.
Proof. by apply: sumr_ge0 => u _; rewrite mulr_ge0 ?ler0n // ltW ?expR_gt0. Qed.

(* a tilted law that is as near as l and d say *)
Lemma near_law (l d : R) : 0 < l -> 0 < d -> exists2 s, slopes s & forall j,
  `|of_class j - tilted_law W b s r0 j * whole| <= (l / (8%:R * t) + (nu0 + d) / l) * whole.
Proof.
move=> l0 d0.
have [C C0 hC] : exists2 C : R, 0 <= C & forall l j, `|W l j| <= C.
  exists (\big[Num.max/0]_l \big[Num.max/0]_j `|W l j|); first by have /bigmax_leP[] := lexx
    (\big[Num.max/0]_l \big[Num.max/0]_j `|W l j|).
  by move=> l' j; apply: (bigmax_sup l') => //; apply: (bigmax_sup j).
have [s hs sd] := best_slopes T y r0 b_gt0 C0 hC d0.
exists s => // j; pose q := tilted_law W b s r0.
have e1 : \sum_(u : Om) F u * (shares_of R T u j - q j) = of_class j - q j * whole.
  rewrite (eq_bigr (fun u => F u * shares_of R T u j - q j * F u)) => [|u _]; last first.
    by rewrite mulrBr [q j * _]mulrC.
  by rewrite sumrB -mulr_sumr (shares_exchange W b y j iT).
have w0 := whole_gt0.
have nuE : nu W b T y r0 s e <= nu0 + d by rewrite /nu /nu0 ler_add2l.
have bound (v : R) : v = l \/ v = - l ->
    v * (of_class j - q j * whole) <= l * ((l / (8%:R * t) + (nu0 + d) / l) * whole).
  move=> hv; have v2 : v ^+ 2 = l ^+ 2 by case: hv => ->; rewrite ?sqrrN.
  have := @share_near R m k n W b T y r0 s b_gt0 hs T_gt0 e v j he; rewrite e1 v2 => h.
  apply: le_trans h _; rewrite mulrA ler_pmul2r //.
  apply: le_trans (_ : l ^+ 2 / (8%:R * t) + (nu0 + d) <= _); first by rewrite ler_add2l.
  rewrite le_eqVlt; apply/orP; left; apply/eqP.
  by move: t_gt0; move: (#|T|%:R : R) (nu0) => v1 v3 v10; field; rewrite !gt_eqF.
rewrite ler_norml; apply/andP; split.
  by rewrite ler_oppl -(ler_pmul2l l0) mulrN -mulNr; apply: bound; right.
by rewrite -(ler_pmul2l l0); apply: bound; left.
Qed.

Variables (p : law R [finType of 'I_k]) (top : R).
Hypothesis floor : forall j, alpha <= p j.
Hypothesis tops : forall s, slopes s -> tilted W b alpha s <= top.
Local Notation tau := (expR (- top)).
Definition least_share : R := expR (- (diameter W / b)) / k%:R.

Lemma tilted_share s r : slopes s ->
  tau * tilted_law W b s r0 r <= \sum_j p j * tilted_law W b s r0 j.
Proof.
move=> hs; pose q := tilted_law W b s r0; pose s' l := - s l.
have hs' : slopes s' by move=> l; rewrite normrN.
have Z0 := total_gt0 W b s r0.
have sl j : sloped W s' j = - sloped W s j.
  by rewrite /sloped -sumrN; apply: eq_bigr => l _; rewrite mulNr.
have e1 j : q j = q r * left_at b (sloped W s' j - sloped W s' r).
  rewrite /q /= mulrAC; congr (_ / _); rewrite /weight /left_at -expRD !sl; congr expR; ring.
have [c far] := farthest r (fun j => sloped W s' j - sloped W s' r).
rewrite -/q [X in _ <= X](eq_bigr (fun j => q r *
    (p j * left_at b (sloped W s' j - sloped W s' r)))).
  rewrite -mulr_sumr mulrC; apply: ler_wpmul2l; first exact: mass_ge0.
  have fall j : left_at b (sloped W s' c - sloped W s' r) <=
      left_at b (sloped W s' j - sloped W s' r).
    by rewrite (le_left ok).
  have floor' j : alpha <= share id p j by rewrite shareE.
  have := floor_mean floor' fall; under [in X in _ <= X]eq_bigr do rewrite shareE.
  apply: le_trans; rewrite -/(inside b alpha (fun j => sloped W s' j - sloped W s' r) c).
  rewrite -(term_le ok); apply: le_trans (tops hs').
  exact: (le_of_gaps b alpha (fun r j => sloped W s' j - sloped W s' r)).
by move=> j _; rewrite {1}e1 mulrCA.
Qed.

Lemma share_least s r : slopes s -> least_share <= tilted_law W b s r0 r.
Proof.
move=> hs; have Z0 := total_gt0 W b s r0.
have k0 : 0 < k%:R :> R by rewrite ltr0n; case: (k) r0 => [[]|].
rewrite /= /least_share ler_pdivl_mulr // mulrAC ler_pdivr_mulr //.
have -> : weight W b s r * k%:R = \sum_(j < k) weight W b s r.
  by rewrite sumr_const card_ord -[RHS]mulr_natl mulrC.
rewrite /total mulr_sumr; apply: ler_sum => j _; rewrite /weight -expRD ler_expR -ler_subr_addl.
rewrite opprK -mulrDl ler_pmul2r ?invr_gt0 // -ler_subl_addl; apply: le_trans (apart_le W j r).
rewrite /sloped -sumrB; apply: ler_sum => l _; rewrite -mulrBr.
by apply: le_trans (ler_norm _) _; rewrite normrM ler_pimull.
Qed.

Lemma near_ratio (g : R) r : 0 <= g ->
  (forall g', g < g' -> exists2 s, slopes s & forall j,
     `|of_class j - tilted_law W b s r0 j * whole| <= g' * whole) ->
  (tau * least_share - g) * of_class r <= (least_share + g) * \sum_j p j * of_class j.
Proof.
move=> g0 near; have w0 := whole_gt0; set S := \sum_j p j * of_class j.
have S0 : 0 <= S by apply: sumr_ge0 => j _; rewrite mulr_ge0 ?mass_ge0 ?of_class_ge0.
have at_ g' : g < g' -> (tau * least_share - g') * of_class r <= (least_share + g') * S.
  move=> gg; have g'0 : 0 <= g' := le_trans g0 (ltW gg).
  have ls0 : 0 <= least_share by rewrite divr_ge0 ?ler0n // ltW ?expR_gt0.
  have [neg|pos] := leP (tau * least_share - g') 0.
    apply: (@le_trans _ _ 0); first by rewrite mulr_le0_ge0 ?of_class_ge0.
    by rewrite mulr_ge0 // addr_ge0.
  have [s hs h] := near g' gg; pose q := tilted_law W b s r0.
  have up : of_class r <= (q r + g') * whole.
    by rewrite mulrDl -ler_subl_addl; apply: le_trans (ler_norm _) (h r).
  have low : (tau * q r - g') * whole <= S.
    apply: (@le_trans _ _ (\sum_j p j * ((q j - g') * whole))).
      rewrite (eq_bigr (fun j => (p j * q j) * whole - p j * (g' * whole))) => [|j _]; last by ring.
      rewrite sumrB -!mulr_suml mass_sum mul1r mulrBl ler_add2r ler_pmul2r //.
      exact: tilted_share.
    apply: ler_sum => j _; apply: ler_wpmul2l; first exact: mass_ge0.
    by have := h j; rewrite ler_norml mulrBl ler_subr_addl => /andP[].
  apply: le_trans (_ : (tau * least_share - g') * ((q r + g') * whole) <= _).
    by rewrite ler_pmul2l.
  apply: le_trans (_ : (least_share + g') * ((tau * q r - g') * whole) <= _); last first.
    by rewrite ler_wpmul2l // addr_ge0.
  rewrite 2![_ * (_ * whole)]mulrA ler_pmul2r // -subr_ge0.
  have -> : (least_share + g') * (tau * q r - g') - (tau * least_share - g') * (q r + g') =
      g' * (1 + tau) * (q r - least_share) by ring.
  rewrite mulr_ge0 ?subr_ge0 ?share_least // mulr_ge0 // addr_ge0 ?ler01 // ltW ?expR_gt0 //.
have G0 := of_class_ge0 r; apply/ler_addgt0Pr => d d0.
pose c := of_class r + S + 1; have c0 : 0 < c by rewrite ltr_paddl ?ltr01 // addr_ge0.
have := at_ (g + d / c); rewrite ltr_addl divr_gt0 // => /(_ isT) h.
have : d / c * (of_class r + S) <= d.
  by rewrite mulrAC ler_pdivr_mulr // ler_pmul2l // ler_addl ler01.
move: h; rewrite -subr_ge0 => h h'; rewrite -subr_ge0; rewrite -subr_ge0 in h'.
apply: le_trans (addr_ge0 h h') _; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.
End Near.
