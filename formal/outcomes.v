(* Outcomes of noisy answers: which of them leak most, and what they leak at least, whatever the other
   records are. Lemma 1 and Theorem 2 of `linear`, the tilted bound, and more records. Proofs of
   claims.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release records claims bounds mixtures.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Mixed.
Variables (R : realType) (D : finType) (n m : nat) (b : R) (q : database D n -> 'I_m -> R).
Hypothesis b_gt0 : 0 < b.

(* a product of such functions of the answers is a mixture of noise at outcomes among the answers *)
Lemma mixed_outcomes (phi theta : 'I_m -> R -> R) : (forall l, excessive b (phi l) (theta l)) ->
  exists2 w : {ffun 'I_m -> database D n} -> R, forall t, 0 <= w t &
    forall x, \prod_l phi l (q x l) = \sum_t w t * laplace b q (fun l => q (t l) l) x.
Proof.
move=> ex; pose c := \prod_(l < m) (2%:R * b)^-1.
have c0 : 0 < c by apply: prodr_gt0 => l _; apply: factor_gt0.
have /fin_all_exists2[w w0 h] : forall l, exists2 w : database D n -> R, forall x, 0 <= w x &
    forall x, phi l (q x l) = \sum_y w y * expR (- (`|q y l - q x l| / b)).
  by move=> l; apply: (@mixed R (database D n) (fun x => q x l) b b_gt0 _ _ (ex l)).
exists (fun t => (\prod_l w l (t l)) / c) => [t|x].
  by rewrite divr_ge0 ?(ltW c0) // prodr_ge0.
rewrite (eq_bigr (fun l => \sum_y w l y * expR (- (`|q y l - q x l| / b)))) => [|l _]; last exact: h.
rewrite bigA_distr_bigA; apply: eq_bigr => t _; rewrite /laplace !big_split /= -/c mulrA.
by rewrite -[_ / c * c]mulrA mulVf ?mulr1 // gt_eqF.
Qed.

Lemma seen_sum (P : 'I_n -> law R D) i (I : finType) (w : I -> R) F f :
  (forall x, F x = \sum_t w t * f t x) ->
  (forall d, seen P i F d = \sum_t w t * seen P i (f t) d) /\
  density P F = \sum_t w t * density P (f t).
Proof.
move=> e; split=> [d|]; rewrite /seen /density.
  under eq_bigr do rewrite e mulr_sumr; rewrite exchange_big; apply: eq_bigr => t _ /=.
  by rewrite mulr_sumr; apply: eq_bigr => x _; rewrite mulrCA.
under eq_bigr do rewrite e mulr_sumr; rewrite exchange_big; apply: eq_bigr => t _ /=.
by rewrite mulr_sumr; apply: eq_bigr => x _; rewrite mulrCA.
Qed.
End Mixed.

(* a density that depends on record i by a factor *)
Lemma seen_factor (R : realType) (D : finType) (n : nat) (P : 'I_n -> law R D) i
    (F : database D n -> R) (g : D -> R) :
  (forall x c d, F (put i x c) = expR (g c - g d) * F (put i x d)) ->
  forall c d, seen P i F c = expR (g c - g d) * seen P i F d.
Proof.
by move=> h c d; rewrite /seen mulr_sumr; apply: eq_bigr => x _; rewrite (h x c d) mulrCA.
Qed.

Lemma leak_factor (R : realType) (D : finType) (n : nat) (P : 'I_n -> law R D) i
    (F : database D n -> R) (g : D -> R) u : (forall x, 0 < F x) ->
  (forall x c d, F (put i x c) = expR (g c - g d) * F (put i x d)) ->
  leak P F i <= u <-> forall d, 0 < P i d -> expR (- u) <= \sum_c P i c * expR (g c - g d).
Proof.
move=> F0 h; have e := seen_factor P h; rewrite (leak_leP P i F0).
have step d : (seen P i F d <= expR u * density P F) =
    (expR (- u) <= \sum_c P i c * expR (g c - g d)).
  have s0 := g_gt0 P i F0 d.
  rewrite (densityE P i) (eq_bigr (fun c => P i c * expR (g c - g d) * seen P i F d)) => [|c _].
    rewrite -mulr_suml mulrA ler_pmull // -[X in _ = (X <= _)]mulr1 expRN.
    by rewrite ler_pdivr_mull ?expR_gt0.
  by rewrite (e c d) mulrA.
by split=> H d p; [rewrite -step | rewrite step]; apply: H.
Qed.

Section Shift.
Variables (R : realType) (D : finType) (n m k : nat) (cls : D -> 'I_k) (W : 'M[R]_(m, k)).

Lemma answers_shift (i : 'I_n) (x : database D n) c d (v : 'I_m -> R) :
  \sum_l v l * answers W cls (put i x c) l =
  \sum_l v l * W l (cls c) - \sum_l v l * W l (cls d) +
  \sum_l v l * answers W cls (put i x d) l.
Proof.
rewrite -sumrB -big_split; apply: eq_bigr => l _ /=.
have -> : answers W cls (put i x c) l =
    W l (cls c) - W l (cls d) + answers W cls (put i x d) l.
  by rewrite -(answers_put cls W i x c d l) subrK.
by rewrite mulrDr mulrBr.
Qed.
End Shift.

Theorem linear_tilted_step_holds : linear_tilted_step.
Proof.
move=> R m k W b D n cls P i s d b0 hs d0.
pose q := answers W cls (n := n).
have ex l : excessive b (fun u => expR (- s l * u / b))
    (fun u => (1 - s l) / 2%:R * expR (- s l * u / b)).
  by apply: (sloped_excessive b0); rewrite normrN.
pose F x := \prod_l expR (- s l * q x l / b).
have [w w0 h] : exists2 w : {ffun 'I_m -> database D n} -> R, forall t, 0 <= w t &
    forall x, F x = \sum_t w t * laplace b q (fun l => q (t l) l) x := mixed_outcomes q b0 ex.
have FE x : F x = expR (\sum_l (- s l / b) * q x l).
  by rewrite expR_sum; apply: eq_bigr => l _; congr expR; rewrite mulrAC.
have F0 x : 0 < F x by rewrite FE expR_gt0.
pose g c := - (sloped W s (cls c) / b).
have gE c : \sum_l (- s l / b) * W l (cls c) = g c.
  by rewrite /g /sloped mulr_suml -sumrN; apply: eq_bigr => l _; rewrite mulrAC !mulNr.
have shift x c c' : F (put i x c) = expR (g c - g c') * F (put i x c').
  by rewrite !FE -expRD; congr expR; rewrite (answers_shift cls W i x c c') !gE.
have [t0 best] : exists t0 : {ffun 'I_m -> database D n}, forall t : {ffun 'I_m -> database D n},
    leak P (laplace b q (fun l => q (t l) l)) i <=
    leak P (laplace b q (fun l => q (t0 l) l)) i.
  apply: (@farthest R [finType of {ffun 'I_m -> database D n}] [ffun=> [ffun=> d]]
    (fun t => leak P (laplace b q (fun l => q (t l) l)) i)).
exists (fun l => q (t0 l) l); set u := leak _ _ _ in best *.
rewrite ler_oppl -ler_expR lnK ?posrE; last first.
  rewrite -(mean_share cls (P i) (fun j => expR (- ((sloped W s j - sloped W s (cls d)) / b)))).
  rewrite (bigD1 d) //= ltr_paddr ?mulr_gt0 ?expR_gt0 // sumr_ge0 // => c _.
  by rewrite mulr_ge0 ?mass_ge0 // ltW ?expR_gt0.
have [sE dE] := seen_sum P i h.
have le : seen P i F d <= expR u * density P F.
  rewrite sE dE mulr_sumr; apply: ler_sum => t _; rewrite mulrCA; apply: ler_wpmul2l => //.
  have pos x : 0 < laplace b q (fun l => q (t l) l) x by apply: laplace_gt0.
  by move: (best t) => /(leak_leP P i pos) /(_ d d0).
have := (leak_factor P u F0 shift).1; rewrite (leak_leP P i F0).
rewrite -(mean_share cls (P i) (fun j => expR (- ((sloped W s j - sloped W s (cls d)) / b)))).
have s0 := g_gt0 P i F0 d; move: le.
rewrite (densityE P i) (eq_bigr (fun c => P i c * expR (g c - g d) * seen P i F d)) => [|c _].
  rewrite -mulr_suml mulrA ler_pmull // => le _.
  rewrite -[X in X <= _]mulr1 expRN ler_pdivr_mull ?expR_gt0 //; apply: le_trans le _.
  rewrite ler_pmul2l ?expR_gt0 //; apply: ler_sum => c _.
  by apply: ler_wpmul2l (mass_ge0 _ _) _ _ _; rewrite /g opprK addrC -mulrBl -opprB mulNr.
by rewrite (seen_factor P shift c d) mulrA.
Qed.
