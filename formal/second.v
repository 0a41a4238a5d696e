(* Two noisy counts of independent records: where the first outcome falls by one, the second count
   is as it
   was or one higher. Said of means, as no coupling is needed: of every two functions phi and psi
     with
   phi(s) <= psi(s) and phi(s + 1) <= psi(s). Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release records more.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* the step from the other records to one more, where the u are means of the first count alone and
   a, c,
   phi_, psi_ are means of both *)
Lemma one_more (R : realType) (p r u0 u1 u2 a1 a2 c0 c1 : R) (Phi1 Psi0 : R) :
  0 <= p -> 0 <= r -> 0 < u0 -> 0 < u1 -> 0 < u2 -> u0 * u2 <= u1 * u1 ->
  a2 * u1 <= c1 * u2 -> Phi1 * u0 <= Psi0 * u1 -> Phi1 <= r * c1 ->
  (p * a2 + Phi1) * (p * u1 + r * u0) <= (p * c1 + Psi0) * (p * u2 + r * u1).
Proof.
move=> p0 r0 u00 u10 u20 conc h2 h0 h1; rewrite -(ler_pmul2r u10) -subr_ge0.
have -> : (p * c1 + Psi0) * (p * u2 + r * u1) * u1 - (p * a2 + Phi1) * (p * u1 + r * u0) * u1 =
  p * p * u1 * (c1 * u2 - a2 * u1) + r * u1 * (Psi0 * u1 - Phi1 * u0) +
  p * (r * u0 * (c1 * u2 - a2 * u1) + u2 * (Psi0 * u1 - Phi1 * u0)
       + (u1 * u1 - u0 * u2) * (r * c1 - Phi1)) by ring.
move: conc h2 h0 h1; rewrite -[_ <= u1 * u1]subr_ge0 -[_ <= c1 * u2]subr_ge0 -[_ <= Psi0 *
  u1]subr_ge0.
rewrite -[_ <= r * c1]subr_ge0.
move: (_ - u0 * u2) (_ - a2 * u1) (_ - Phi1 * u0) (_ - Phi1) => d1 d2 d3 d4 h1 h2 h3 h4.
by rewrite !(addr_ge0, mulr_ge0) // ltW.
Qed.

Lemma concave_more (R : realType) (p r u0 u1 u2 u3 : R) :
  0 <= p -> 0 <= r -> 0 < u0 -> 0 < u1 -> 0 < u2 -> 0 < u3 -> u0 * u2 <= u1 * u1 -> u1 * u3 <= u2 *
    u2 ->
  (p * u1 + r * u0) * (p * u3 + r * u2) <= (p * u2 + r * u1) * (p * u2 + r * u1).
Proof.
move=> p0 r0 u00 u10 u20 u30 h1 h2.
have h : u0 * u3 <= u1 * u2.
  rewrite -(ler_pmul2r (mulr_gt0 u10 u20)).
  have -> : u0 * u3 * (u1 * u2) = u0 * u2 * (u1 * u3) by ring.
  have -> : u1 * u2 * (u1 * u2) = u1 * u1 * (u2 * u2) by ring.
  by apply: ler_pmul; rewrite ?mulr_ge0 // ltW.
rewrite -subr_ge0.
have -> : (p * u2 + r * u1) * (p * u2 + r * u1) - (p * u1 + r * u0) * (p * u3 + r * u2) =
  p * p * (u2 * u2 - u1 * u3) + r * r * (u1 * u1 - u0 * u2) + p * r * (u1 * u2 - u0 * u3) by ring.
move: h1 h2 h; rewrite -[_ <= u1 * u1]subr_ge0 -[_ <= u2 * u2]subr_ge0 -[_ <= u1 * u2]subr_ge0.
move: (_ - u0 * u2) (_ - u1 * u3) (_ - u0 * u3) => d1 d2 d3 h1 h2 h3.
by rewrite !(addr_ge0, mulr_ge0).
Qed.

Section Counts.
Variables (R : realType) (D : finType) (one two : pred D) (b : R).
Hypotheses (b_gt0 : 0 < b) (apart_ : forall e, one e -> two e = false).
Definition near (v : R) := expR (- (`|v| / b)).
Definition number (c : pred D) n (x : database D n) := (\sum_i c (x i))%N.
(* up to a factor, the density of a first outcome y beside the mean of phi of the second count *)
Definition kept n (P : 'I_n -> law R D) (y : R) (phi : nat -> R) :=
  \sum_x prior P x * (near (y - (number one x)%:R) * phi (number two x)).
Local Notation seen1 P y := (kept P y (fun=> 1)).

Lemma kept_le n (P : 'I_n -> law R D) y phi psi : (forall s, phi s <= psi s) -> kept P y phi <=
  kept P y psi.
Proof.
move=> h; apply: ler_sum => x _; apply: ler_wpmul2l; first exact: prior_ge0.
by apply: ler_wpmul2l; [exact/ltW/expR_gt0 | exact: h].
Qed.
Lemma keptZ n (P : 'I_n -> law R D) y v phi : kept P y (fun s => v * phi s) = v * kept P y phi.
Proof. by rewrite /kept mulr_sumr; apply: eq_bigr => x _; ring. Qed.
Lemma keptD n (P : 'I_n -> law R D) y phi psi :
  kept P y (fun s => phi s + psi s) = kept P y phi + kept P y psi.
Proof. by rewrite /kept -big_split; apply: eq_bigr => x _ /=; ring. Qed.
Lemma seen1_gt0 n (P : 'I_n -> law R D) y : 0 < seen1 P y.
Proof.
rewrite (_ : seen1 P y = density P (fun x => near (y - (number one x)%:R))).
  by apply: density_gt0 => x; apply: expR_gt0.
by apply: eq_bigr => x _; rewrite mulr1.
Qed.

(* nobody else *)
Lemma kept0 (P : 'I_0 -> law R D) v f : kept P v f = near v * f 0%N.
Proof.
rewrite /kept (eq_bigr (fun x => prior P x * (near v * f 0%N))) => [|x _].
  by rewrite -mulr_suml prior_sum mul1r.
by rewrite /number !big_ord0 subr0.
Qed.

Section More.
Variables (n : nat) (P : 'I_n.+1 -> law R D).
Local Notation P' := (fun t => P (fintype.lift ord0 t)).
Let p := \sum_(e | one e) P ord0 e.
Let q := \sum_(e | ~~ one e && two e) P ord0 e.
Let r := \sum_(e | ~~ one e && ~~ two e) P ord0 e.

Lemma number_join c e (x : database D n) : number c (join ord0 e x) = (c e + number c x)%N.
Proof.
rewrite /number (bigD1_ord ord0) //= join_at; congr (_ + _)%N.
by apply: eq_bigr => t _; rewrite join_lift.
Qed.

Lemma kept_join y phi :
  kept P y phi = p * kept P' (y - 1) phi + kept P' y (fun s => q * phi s.+1 + r * phi s).
Proof.
have e1 : kept P y phi =
    \sum_e P ord0 e * kept P' (y - (one e)%:R) (fun s => phi (two e + s)%N).
  rewrite /kept (sum_join ord0); apply: eq_bigr => e _; rewrite mulr_sumr; apply: eq_bigr => x _.
  by rewrite prior_join !number_join natrD opprD addrA -!mulrA.
rewrite e1 (bigID one) /= (bigID two (fun e => ~~ one e)) /= keptD !keptZ /p /q /r !mulr_suml.
congr (_ + (_ + _)); apply: eq_bigr => e.
- by move=> h; rewrite h (apart_ h).
- by move=> /andP[/negbTE -> ->]; rewrite subr0.
- by move=> /andP[/negbTE -> /negbTE ->]; rewrite subr0.
Qed.
Lemma weights_ge0 : [/\ 0 <= p, 0 <= q & 0 <= r].
Proof. by split; apply: sumr_ge0 => e _; apply: mass_ge0. Qed.

Lemma seen1_join y : seen1 P y = p * seen1 P' (y - 1) + (q + r) * seen1 P' y.
Proof.
rewrite kept_join; congr (_ + _); rewrite -keptZ.
by apply: eq_bigr => x _; rewrite !mulr1.
Qed.
End More.

Lemma concave n (P : 'I_n -> law R D) y :
  seen1 P y * seen1 P (y - 1 - 1) <= seen1 P (y - 1) * seen1 P (y - 1).
Proof.
elim: n P y => [|n IH] P y.
  rewrite !kept0 !mulr1 /near -!expRD ler_expR -!opprD ler_opp2 -!mulrDl ler_pmul2r ?invr_gt0 //.
  have -> : `|y - 1| + `|y - 1| = `|(y - 1) + (y - 1)|.
    by rewrite -!mulr2n normrMn.
  by have -> : (y - 1) + (y - 1) = y + (y - 1 - 1) by [ring]; rewrite ler_norm_add.
have [p0 q0 r0] := weights_ge0 P.
by rewrite !seen1_join; apply: concave_more; rewrite ?addr_ge0 ?seen1_gt0 //; apply: IH.
Qed.

Lemma next_count n (P : 'I_n -> law R D) y phi psi :
  (forall s, phi s <= psi s) -> (forall s, phi s.+1 <= psi s) ->
  kept P (y - 1) phi * seen1 P y <= kept P y psi * seen1 P (y - 1).
Proof.
elim: n P y phi psi => [|n IH] P y phi psi h h1.
  rewrite !kept0 !mulr1 mulrAC [X in _ <= X]mulrC mulrA; apply: ler_wpmul2l; last exact: h.
  by rewrite mulr_ge0 // ltW ?expR_gt0.
have [p0 q0 r0] := weights_ge0 P.
rewrite !seen1_join [kept P _ phi]kept_join [kept P _ psi]kept_join.
apply: one_more; rewrite ?addr_ge0 ?seen1_gt0 //.
- exact: concave.
- exact: IH.
- by apply: IH => s; apply: ler_add; apply: ler_wpmul2l.
- rewrite -keptZ; apply: kept_le => s; rewrite mulrDl; by apply: ler_add; apply: ler_wpmul2l.
Qed.

(* and the other way round *)
Lemma last_count n (P : 'I_n -> law R D) y phi psi :
  (forall s, phi s <= psi s) -> (forall s, phi s <= psi s.+1) ->
  kept P y phi * seen1 P (y - 1) <= kept P (y - 1) psi * seen1 P y.
Proof.
move=> h h1; have := @next_count n P y (fun s => - 1 * psi s) (fun s => - 1 * phi s).
rewrite !keptZ !mulN1r !mulNr ler_opp2; apply=> s; rewrite !mulN1r ler_opp2; [exact: h | exact: h1].
Qed.
End Counts.
