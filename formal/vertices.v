(* Two secrets: the admitted lift vectors are a segment, whose ends are the best outcomes.
   Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.classical Require Import boolp.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs guesses products.
From pmlsym Require Import exclusions claims_extremal mechanisms.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- two secrets ---- *)

Section Segment.
Variables (R : realType) (A : finType) (P : law R A) (a b : A) (mu : (A -> R) -> R) (L U q : R).
Variables low high : A -> R.
Hypotheses (ab : a != b) (two : forall x, x = a \/ x = b) (full : forall x, 0 < P x).
Hypotheses (L_ge0 : 0 <= L) (mu_convex : convex_on (admitted P L U) mu).
Hypotheses (ok_low : admitted P L U low) (ok_high : admitted P L U high).
Hypothesis ends : forall v, admitted P L U v -> low a <= v a <= high a.
Hypotheses (q01 : 0 <= q <= 1) (q_mean : q * low a + (1 - q) * high a = 1).

Lemma sum_two (F : A -> R) : \sum_x F x = F a + F b.
Proof.
rewrite (bigD1 a) //= (bigD1 b) /= 1?eq_sym // big1 ?addr0 // => x /andP[xa xb].
by case: (two x) => e; rewrite e eqxx in xa xb.
Qed.

Lemma other v : admitted P L U v -> v b = (1 - P a * v a) / P b.
Proof. by case=> _; rewrite sum_two => <-; field; rewrite gt_eqF. Qed.

Lemma admitted_eq v w : admitted P L U v -> admitted P L U w -> v a = w a -> v = w.
Proof.
by move=> hv hw e; apply/funext => x; case: (two x) => ->; rewrite ?(other hv) ?(other hw) e.
Qed.

Lemma between s v w z : admitted P L U v -> admitted P L U w -> admitted P L U z ->
  z a = s * v a + (1 - s) * w a -> z = (fun x => s * v x + (1 - s) * w x).
Proof.
move=> hv hw hz e; apply/funext => x; case: (two x) => -> //.
rewrite (other hv) (other hw) (other hz) e; field; rewrite gt_eqF //.
Qed.

Lemma segment_optimal : optimal_ends P (@with_lifts R A L U) mu q low high.
Proof.
have /andP[q0 q1] := q01; have /andP[lo_mean mean_hi] : low a <= 1 <= high a.
  have /andP[h _] := ends ok_high; rewrite -q_mean; apply/andP; split.
    rewrite -subr_ge0; have -> : q * low a + (1 - q) * high a - low a =
      (1 - q) * (high a - low a) by ring.
    by rewrite mulr_ge0 ?subr_ge0.
  rewrite -subr_ge0; have -> : high a - (q * low a + (1 - q) * high a) =
    q * (high a - low a) by ring.
  by rewrite mulr_ge0 ?subr_ge0.
pose k := (mu high - mu low) / (high a - low a).
have kE : k * (high a - low a) = mu high - mu low.
  have [e|n] := eqVneq (high a - low a) 0; last by rewrite divfK.
  have -> : high = low; first by apply: admitted_eq => //; apply/eqP; rewrite -subr_eq0 e.
  by rewrite subrr mulr0 subrr.
apply: (@optimal_mixed _ _ _ _ _ _ _ (mu low - low a * k) (fun x => (x == a)%:R * k)) => //.
- move=> w hw; have /andP[low_w w_high] := ends hw.
  rewrite sum_two eqxx (eq_sym b) (negbTE ab) !mul0r addr0 mul1r.
  have [e|n] := eqVneq (high a) (low a).
    have -> : w = low by apply: admitted_eq => //; apply/le_anti; rewrite -{1}e w_high low_w.
    by rewrite [low a * k]mulrC subrK.
  have d0 : 0 < high a - low a.
    by rewrite subr_gt0 lt_neqAle eq_sym n; apply: le_trans mean_hi.
  pose s := (high a - w a) / (high a - low a).
  have s01 : 0 <= s <= 1.
    rewrite divr_ge0 ?(ltW d0) ?subr_ge0 //= ler_pdivr_mulr // mul1r ler_add2l ler_opp2.
    by [].
  have e : w a = s * low a + (1 - s) * high a by rewrite /s; field; rewrite gt_eqF.
  rewrite (between ok_low ok_high hw e) /=.
  apply: le_trans (mu_convex s01 ok_low ok_high) _.
  rewrite -subr_ge0; have -> : mu low - low a * k + k * (s * low a + (1 - s) * high a) -
      (s * mu low + (1 - s) * mu high) =
      (1 - s) * (k * (high a - low a) - (mu high - mu low)) by ring.
  by rewrite kE subrr mulr0.
- rewrite sum_two eqxx (eq_sym b) (negbTE ab) mul0r addr0 mul1r -subr_ge0.
  have e : k = (q * low a + (1 - q) * high a) * k by rewrite q_mean mul1r.
  rewrite {2}e.
  have -> : q * mu low + (1 - q) * mu high -
      (mu low - low a * k + (q * low a + (1 - q) * high a) * k) =
      (1 - q) * ((mu high - mu low) - k * (high a - low a)) by ring.
  by rewrite kE subrr mulr0.
- by case; rewrite ?subr_ge0.
- by case.
- move=> x; rewrite big_bool /=; case: (two x) => -> //.
  rewrite (other ok_low) (other ok_high).
  have -> : q * ((1 - P a * low a) / P b) + (1 - q) * ((1 - P a * high a) / P b) =
      (1 - P a * (q * low a + (1 - q) * high a)) / P b by field; rewrite gt_eqF.
  have e : P a + P b = 1 by rewrite -sum_two mass_sum.
  by rewrite q_mean mulr1 -{1}e addrAC subrr add0r divff // gt_eqF.
- by rewrite big_bool.
Qed.
End Segment.

Theorem extremal_binary_holds : extremal_binary.
Proof.
move=> R A P a b e mu [ab two a0 a_le_b] e0 mu_convex.
set best := optimal_ends _ _ _; pose p := P a; pose B := expR e.
pose vector s t : A -> R := fun x => if x == a then s else t.
have b0 : 0 < P b := lt_le_trans a0 a_le_b.
have full x : 0 < P x by case: (two x) => ->.
have sum2 F : \sum_x F x = F a + F b := sum_two ab two F.
have pb : P b = 1 - p by rewrite -(mass_sum P) sum2 addrAC subrr add0r.
have p0 : 0 < p := a0; have p1 : 0 < 1 - p by rewrite -pb.
have B1 : 1 <= B by apply: expR_ge1.
have B0 : 0 < B := lt_le_trans ltr01 B1.
have at_a s t : vector s t a = s by rewrite /vector eqxx.
have at_b s t : vector s t b = t by rewrite /vector eq_sym (negbTE ab).
(* what has to be shown of numbers *)
have main q lo lo' hi hi' : 0 <= lo <= B -> 0 <= lo' <= B -> 0 <= hi <= B -> 0 <= hi' <= B ->
    p * lo + (1 - p) * lo' = 1 -> p * hi + (1 - p) * hi' = 1 ->
    (forall s t, 0 <= s <= B -> 0 <= t <= B -> p * s + (1 - p) * t = 1 -> lo <= s <= hi) ->
    0 <= q <= 1 -> q * lo + (1 - q) * hi = 1 -> best q (vector lo lo') (vector hi hi').
  move=> h1 h2 h3 h4 m1 m2 ends q01 q_mean; apply/optimal_pml => //.
  have ok s t : 0 <= s <= B -> 0 <= t <= B -> p * s + (1 - p) * t = 1 ->
      admitted P 0 B (vector s t).
    by move=> hs ht m; split=> [x|]; rewrite ?sum2 ?at_a ?at_b ?pb //; case: (two x) => ->;
      rewrite ?at_a ?at_b.
  apply: (@segment_optimal _ _ _ a b) => //; rewrite ?at_a //; try exact: ok.
  by move=> v [hv]; rewrite sum2 pb => m; apply: ends m.
have p_le : p <= 1 - p by rewrite -pb.
have p_le1 : p <= 1 by rewrite -subr_ge0 ltW.
have p1n : 1 - p != 0 by rewrite gt_eqF.
have p0n : p != 0 by rewrite gt_eqF.
have m0 : p * 0 + (1 - p) * (1 / (1 - p)) = 1 by field.
have mB : p * B + (1 - p) * ((1 - p * B) / (1 - p)) = 1 by field.
have hB : 0 <= B <= B by rewrite ltW //=.
have h0 : 0 <= (0 : R) <= B by rewrite lexx ltW.
have hp : 0 <= p <= 1 by rewrite (ltW p0) /= -subr_ge0 ltW.
have up : p * B <= 1 -> 0 <= (1 - p * B) / (1 - p) <= B.
  move=> h; rewrite divr_ge0 ?subr_ge0 //= ler_pdivr_mulr // ler_subl_addr.
  by have -> : B * (1 - p) + p * B = B by ring.
have over z : 0 < z -> 1 <= B * z -> 0 <= 1 / z <= B.
  move=> z0 h; rewrite divr_ge0 ?ler01 ?(ltW z0) //= ler_pdivr_mulr // h.
rewrite -/p -/B -/vector /by_level.
split; rewrite ?ler_pdivl_mulr ?ler_pdivr_mulr // => h.
- have pB : p * B <= 1 by apply: le_trans h; rewrite mulrC ler_wpmul2l // ltW.
  apply: main => //; try exact: up.
  + rewrite divr_ge0 ?(ltW p0) ?subr_ge0 1?[_ * B]mulrC //= ler_pdivr_mulr // ler_subl_addr.
    by have -> : B * p + B * (1 - p) = B by ring.
  + by field.
  + move=> s t /andP[_ sB] /andP[_ tB] m; rewrite sB andbT ler_pdivr_mulr // -{1}m.
    by rewrite ler_subl_addr [s * p]mulrC ler_add2l ler_wpmul2l // ltW.
  + by rewrite mulrC divfK // subrK.
- have [h1 h2] := andP h.
  apply: main => //.
  + exact: over.
  + by apply: up; rewrite mulrC.
  + rewrite subr_ge0 ler_pdivr_mulr // [1 * B]mul1r B1 /= ler_subl_addr ler_addl.
    by rewrite divr_ge0 ?ler01 ?ltW.
  + by field; rewrite gt_eqF.
- have h1 : 1 <= B * (1 - p) by apply: le_trans h _; rewrite ler_wpmul2l // ltW.
  apply: main => //; try exact: over.
  + by field.
  + move=> s t /andP[-> _] /andP[t0 _] m; rewrite ler_pdivl_mulr // -{1}m mulrC ler_addl.
    by rewrite mulr_ge0 // ltW.
  + by rewrite (ltW p1) /= ler_subl_addr ler_addl ltW.
  + by field.
Qed.
