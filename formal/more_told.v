(* The mutual information of randomized response grows strictly with its parameter: at a smaller
   parameter the answer is that at the larger one or, by chance, any secret. Proofs of
   claims_response.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes tangent claims_pmc payoffs exclusions.
From pmlsym Require Import claims_figure figure_two claims_named claims_response owners.
From pmlsym Require Import extremal_kernels two_likelihoods randomized crossover information.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Logarithm.
Variable R : realType.

(* log z is at least 1 - 1/z, and more if z is larger than 1 *)
Lemma ln_ge (z : R) : 0 < z -> 1 - z^-1 <= ln z.
Proof.
move=> z0; have := @ln_tangent R z^-1; rewrite invr_gt0 => /(_ z0).
rewrite lnV ?posrE // => h.
by rewrite -[ln z]opprK -[1 - _]opprK ler_opp2 opprB.
Qed.

Lemma ln_gt (z : R) : 1 < z -> 1 - z^-1 < ln z.
Proof.
move=> z1; have z0 : 0 < z := lt_trans ltr01 z1.
pose w := expR (ln z / 2%:R); have w0 : 0 < w by apply: expR_gt0.
have ww : w * w = z by rewrite -expRD -splitr lnK.
have w1 : w^-1 < 1.
  by rewrite invf_lt1 // /w expR_gt1 divr_gt0 ?ltr0n // ln_gt0.
apply: (@lt_le_trans _ _ ((1 - w^-1) + (1 - w^-1))); last first.
  by rewrite -ww lnM ?posrE // ler_add // ln_ge.
rewrite -subr_gt0 -ww invfM.
have -> : 1 - w^-1 + (1 - w^-1) - (1 - w^-1 * w^-1) = (1 - w^-1) * (1 - w^-1) by ring.
by rewrite mulr_gt0 // subr_gt0.
Qed.

(* of the parts t of (a, b) and 1 - t of (c, c) *)
Lemma mixed_part (a b c t : R) : 0 < a -> 0 < b -> 0 < c -> 0 <= t <= 1 ->
  let u := t * a + (1 - t) * c in let v := t * b + (1 - t) * c in
  u * ln (u / v) <= t * (a * ln (a / b)).
Proof.
move=> a0 b0 c0 /andP[t0 t1]; cbv zeta.
set u := t * a + (1 - t) * c; set v := t * b + (1 - t) * c.
have s0 : 0 <= 1 - t by rewrite subr_ge0.
have mix_gt0 z : 0 < z -> 0 < t * z + (1 - t) * c.
  move=> z0; have [e|n] := eqVneq t 0; first by rewrite e mul0r add0r subr0 mul1r.
  by rewrite ltr_paddr ?mulr_ge0 ?(ltW c0) // mulr_gt0 // lt_neqAle eq_sym n.
have u0 : 0 < u by apply: mix_gt0. have v0 : 0 < v by apply: mix_gt0.
have h1 := ln_ge (divr_gt0 (mulr_gt0 a0 v0) (mulr_gt0 b0 u0)).
have h2 := ln_ge (divr_gt0 v0 u0).
have e1 : ln (a * v / (b * u)) = ln (a / b) - ln (u / v).
  by rewrite !ln_div ?posrE ?mulr_gt0 // !lnM ?posrE //; ring.
have e2 : ln (v / u) = - ln (u / v) by rewrite !ln_div ?posrE // opprB.
rewrite e1 in h1; rewrite e2 in h2.
have {}h1 := ler_wpmul2l (mulr_ge0 t0 (ltW a0)) h1.
have {}h2 := ler_wpmul2l (mulr_ge0 s0 (ltW c0)) h2.
have := ler_add h1 h2; rewrite -subr_ge0; set l := (X in 0 <= X -> _) => h; rewrite -subr_ge0.
have -> // : t * (a * ln (a / b)) - u * ln (u / v) = l.
have k : t * a * (1 - (a * v / (b * u))^-1) + (1 - t) * c * (1 - (v / u)^-1) = 0.
  rewrite (_ : t * a * _ = t * a - t * b * (u / v)); last by field; rewrite !gt_eqF.
  rewrite (_ : _ * _ * (1 - (v / u)^-1) = (1 - t) * c - (1 - t) * c * (u / v)); last first.
    by field; rewrite !gt_eqF.
  have -> : t * a - t * b * (u / v) + ((1 - t) * c - (1 - t) * c * (u / v)) =
    u - (u / v) * v by rewrite /u /v; ring.
  by rewrite divfK ?gt_eqF // subrr.
by rewrite /l k subr0 /u; ring.
Qed.
End Logarithm.

(* what one answer tells, of the secret of probability P and of the others *)
Section Answer.
Variables (R : realType) (P a b : R).
Local Notation q := (P * a + (1 - P) * b).
Definition told := P * a * ln (a / q) + (1 - P) * b * ln (b / q).
Hypotheses (P0 : 0 < P) (P1 : P < 1) (a0 : 0 < a) (b0 : 0 < b).
Let s0 : 0 < 1 - P. Proof. by rewrite subr_gt0. Qed.

Lemma chance_of_answer : 0 < q. Proof. by rewrite addr_gt0 // mulr_gt0. Qed.
Let q0 := chance_of_answer.

Lemma told_gt0 : b < a -> 0 < told.
Proof.
move=> ba; have z1 : 1 < a / q.
  rewrite ltr_pdivl_mulr // mul1r -subr_gt0.
  have -> : a - q = (1 - P) * (a - b) by ring.
  by rewrite mulr_gt0 // subr_gt0.
have h1 : P * a * (1 - (a / q)^-1) < P * a * ln (a / q).
  by rewrite ltr_pmul2l ?mulr_gt0 // ln_gt.
have h2 : (1 - P) * b * (1 - (b / q)^-1) <= (1 - P) * b * ln (b / q).
  by rewrite ler_pmul2l ?mulr_gt0 // ln_ge // divr_gt0.
apply: le_lt_trans (ltr_le_add h1 h2); rewrite le_eqVlt; apply/orP; left; apply/eqP.
by field; rewrite !gt_eqF.
Qed.

Lemma told_less c t : 0 < c -> 0 <= t <= 1 ->
  let a' := t * a + (1 - t) * c in let b' := t * b + (1 - t) * c in
  P * a' * ln (a' / (P * a' + (1 - P) * b')) + (1 - P) * b' * ln (b' / (P * a' + (1 - P) * b')) <=
  t * told.
Proof.
move=> c0 t01; cbv zeta; set a' := t * a + (1 - t) * c; set b' := t * b + (1 - t) * c.
have -> : P * a' + (1 - P) * b' = t * q + (1 - t) * c by rewrite /a' /b'; ring.
have -> : t * told = P * (t * (a * ln (a / q))) + (1 - P) * (t * (b * ln (b / q))).
  by rewrite /told; ring.
rewrite -[P * a' * _]mulrA -[(1 - P) * b' * _]mulrA.
by apply: ler_add; [apply: ler_wpmul2l (ltW P0) _ _ _ | apply: ler_wpmul2l (ltW s0) _ _ _];
  apply: mixed_part.
Qed.
End Answer.

Section Parameters.
Variables (R : realType) (T A : finType) (p : law R T) (X : T -> A).
Hypothesis ok : secrets p X.
Local Notation P := (pr p X).
Local Notation E r := (expR r).
Local Notation N r := (#|A|%:R - 1 + expR r).

Lemma secret_lt1 x : 0 < P x < 1.
Proof.
have [_ full] := ok; have /andP[_ M1] := likeliest_lt1 ok.
by rewrite full /=; apply: le_lt_trans (pmax_ge _ _ _) M1.
Qed.

Lemma information_response (Y : T -> A) r : 0 <= r ->
  (forall x y, given p X Y x y = @response R A r x y) ->
  mutual_information p X Y = \sum_y told (P y) (E r / N r) (1 / N r).
Proof.
move=> r0 K; have K' x y : given p X Y x y = if x == id y then E r / N r else 1 / N r.
  by rewrite K /response; case: ifP.
rewrite (information_owners ok K'); apply: eq_bigr => y _.
by rewrite /told (owners_outcome ok K').
Qed.

Lemma more_told (Y Z : T -> A) r s : 0 <= s -> s < r ->
  (forall x y, given p X Y x y = @response R A r x y) ->
  (forall x y, given p X Z x y = @response R A s x y) ->
  mutual_information p X Z < mutual_information p X Y.
Proof.
move=> s0 sr KY KZ; have r0 : 0 < r := le_lt_trans s0 sr; have r0' := ltW r0.
rewrite (information_response s0 KZ) (information_response r0' KY).
have Nr : 0 < N r := response_total _ ok; have Ns : 0 < N s := response_total _ ok.
have n0 : 0 < #|A|%:R :> R by rewrite ltr0n; have [two _] := ok; apply: leq_trans two.
have Er : 0 < E r - 1 by rewrite subr_gt0 -(@expR0 R) ltr_expR.
have Es : 0 <= E s - 1 by rewrite subr_ge0 expR_ge1.
move: Nr Ns n0; set n := #|A|%:R => Nr Ns n0.
pose t := (E s - 1) * (n - 1 + E r) / ((E r - 1) * (n - 1 + E s)).
have d0 : 0 < (E r - 1) * (n - 1 + E s) by apply: mulr_gt0.
have t1 : t < 1.
  rewrite ltr_pdivr_mulr // mul1r -subr_gt0.
  have -> : (E r - 1) * (n - 1 + E s) - (E s - 1) * (n - 1 + E r) = n * (E r - E s) by ring.
  by rewrite mulr_gt0 // subr_gt0 ltr_expR.
have t0 : 0 <= t by rewrite divr_ge0 ?mulr_ge0 // ltW.
have t01 : 0 <= t <= 1 by rewrite t0 ltW.
have c0 : 0 < n^-1 by rewrite invr_gt0.
have own_s : E s / (n - 1 + E s) = t * (E r / (n - 1 + E r)) + (1 - t) * n^-1.
  by rewrite /t; field; rewrite !gt_eqF.
have other_s : 1 / (n - 1 + E s) = t * (1 / (n - 1 + E r)) + (1 - t) * n^-1.
  by rewrite /t; field; rewrite !gt_eqF.
have own0 : 0 < E r / (n - 1 + E r) by rewrite divr_gt0 ?expR_gt0.
have other0 : 0 < 1 / (n - 1 + E r) by rewrite divr_gt0 ?ltr01.
have gap : 1 / (n - 1 + E r) < E r / (n - 1 + E r).
  by rewrite ltr_pmul2r ?invr_gt0 // -subr_gt0.
have all y : 0 < told (P y) (E r / (n - 1 + E r)) (1 / (n - 1 + E r)).
  by have /andP[P0 P1] := secret_lt1 y; apply: told_gt0.
set more := \sum_y told _ (E r / _) _.
have more0 : 0 < more.
  rewrite /more (bigD1 (X (point p))) //= ltr_paddr // sumr_ge0 // => y _; exact/ltW/all.
apply: (@le_lt_trans _ _ (t * more)); last by rewrite gtr_pmull.
rewrite /more mulr_sumr; apply: ler_sum => y _; have /andP[P0 P1] := secret_lt1 y.
by rewrite own_s other_s /told; apply: told_less.
Qed.

Lemma same_told (Y Z : T -> A) r : 0 <= r ->
  (forall x y, given p X Y x y = @response R A r x y) ->
  (forall x y, given p X Z x y = @response R A r x y) ->
  mutual_information p X Y = mutual_information p X Z.
Proof. by move=> r0 KY KZ; rewrite (information_response r0 KY) (information_response r0 KZ). Qed.
End Parameters.
