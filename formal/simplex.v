(* Jensen's inequality for finitely many admitted lift vectors, and high privacy: the admitted lift
   vectors are a simplex, whose vertices are the best outcomes. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.classical Require Import boolp.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs guesses products.
From pmlsym Require Import exclusions claims_extremal mechanisms.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Jensen.
Variables (R : realType) (A : finType) (P : A -> R) (L U : R) (mu : (A -> R) -> R).
Hypothesis mu_convex : convex_on (admitted P L U) mu.

Lemma admitted_mix s v w : 0 <= s <= 1 -> admitted P L U v -> admitted P L U w ->
  admitted P L U (fun x => s * v x + (1 - s) * w x).
Proof.
move=> /andP[s0 s1] [okv mv] [okw mw]; have s1' : 0 <= 1 - s by rewrite subr_ge0.
split=> [x|].
  have /andP[v1 v2] := okv x; have /andP[w1 w2] := okw x.
  have e z : z = s * z + (1 - s) * z by ring.
  by rewrite (e L) (e U) !ler_add // ler_wpmul2l.
transitivity (s * (\sum_x P x * v x) + (1 - s) * (\sum_x P x * w x)).
  by rewrite !mulr_sumr -big_split; apply: eq_bigr => x _ /=; ring.
by rewrite mv mw; ring.
Qed.

Variables (I : finType) (w : I -> R) (v : I -> A -> R).
Hypotheses (w_ge0 : forall i, 0 <= w i) (ok : forall i, admitted P L U (v i)).

Lemma jensen_seq (s : seq I) : 0 < \sum_(i <- s) w i ->
  let z x := (\sum_(i <- s) w i * v i x) / \sum_(i <- s) w i in
  admitted P L U z /\ mu z <= (\sum_(i <- s) w i * mu (v i)) / \sum_(i <- s) w i.
Proof.
elim: s => [|i s ih]; first by rewrite big_nil ltxx.
set W' := \sum_(j <- s) w j in ih; rewrite big_cons -/W' => W0.
have sums g : \sum_(j <- i :: s) w j * g j = w i * g i + \sum_(j <- s) w j * g j :> R.
  by rewrite big_cons.
have W'0 : 0 <= W' by apply: sumr_ge0.
have [e|n] := eqVneq W' 0.
  have none g : \sum_(j <- s) w j * g j = 0 :> R.
    have : W' == 0 by rewrite e.
    rewrite psumr_eq0 // => /allP all0; apply: big1_seq => j /andP[_ js].
    by have /eqP -> := all0 j js; rewrite mul0r.
  have wi : w i != 0 by rewrite e addr0 in W0; rewrite gt_eqF.
  have -> : (fun x => (\sum_(j <- i :: s) w j * v j x) / (w i + W')) = v i.
    by apply/funext => x; rewrite sums none e !addr0 mulrAC divff ?mul1r.
  by split=> //; rewrite sums none e !addr0 mulrAC divff ?mul1r.
have W'1 : 0 < W' by rewrite lt_neqAle eq_sym n.
have [okz le_z] := ih W'1; set z := (fun x => _) in okz le_z.
pose t := w i / (w i + W').
have t01 : 0 <= t <= 1 by rewrite divr_ge0 ?(ltW W0) //= ler_pdivr_mulr // mul1r ler_addl.
have -> : (fun x => (\sum_(j <- i :: s) w j * v j x) / (w i + W')) =
    (fun x => t * v i x + (1 - t) * z x).
  apply/funext => x; rewrite sums /t /z; set S := \sum_(j <- s) _.
  by field; rewrite !gt_eqF.
split; first exact: admitted_mix.
apply: le_trans (mu_convex t01 (ok i) okz) _.
rewrite sums; set S := \sum_(j <- s) _ in le_z *.
have -> : (w i * mu (v i) + S) / (w i + W') = t * mu (v i) + (1 - t) * (S / W').
  by rewrite /t; field; rewrite !gt_eqF.
by rewrite ler_add2l ler_wpmul2l // subr_ge0; have /andP[] := t01.
Qed.

Lemma jensen_admitted : \sum_i w i = 1 ->
  mu (fun x => \sum_i w i * v i x) <= \sum_i w i * mu (v i).
Proof.
move=> w1; have := @jensen_seq (index_enum I); rewrite w1 ltr01 => /(_ isT) [_].
rewrite divr1; suff -> : (fun x => (\sum_i w i * v i x) / 1) = (fun x => \sum_i w i * v i x) by [].
by apply/funext => x; rewrite divr1.
Qed.
End Jensen.

Section HighPrivacy.
Variables (R : realType) (A : finType) (P : law R A) (B : R) (mu : (A -> R) -> R).
Hypotheses (full : forall x, 0 < P x) (B1 : 1 <= B) (high : forall x, B * (1 - P x) <= 1).
Hypothesis mu_convex : convex_on (admitted P 0 B) mu.
Local Notation a := (all_but P B).

Lemma all_butE y x : a y x = B - (x == y)%:R * ((B - 1) / P y).
Proof.
by rewrite /all_but; case: eqP => _; [rewrite mul1r; field; rewrite gt_eqF | rewrite mul0r subr0].
Qed.

Lemma all_but_admitted y : admitted P 0 B (a y).
Proof.
split=> [x|].
  rewrite /all_but; case: eqP => _; last by rewrite lexx (le_trans ler01).
  rewrite divr_ge0 ?subr_ge0 ?high ?(ltW (full y)) //= ler_pdivr_mulr // ler_subl_addr.
  by have -> : B * P y + B * (1 - P y) = B by ring.
under eq_bigr do rewrite all_butE mulrBr; rewrite sumrB -mulr_suml mass_sum mul1r.
rewrite (bigD1 y) //= eqxx mul1r big1 ?addr0 => [|x /negbTE ->]; last by rewrite mul0r mulr0.
by field; rewrite gt_eqF.
Qed.

Lemma sum_at (F : A -> R) x : \sum_y (x == y)%:R * F y = F x.
Proof.
rewrite (bigD1 x) //= eqxx mul1r big1 ?addr0 // => y; rewrite eq_sym => /negbTE ->.
exact: mul0r.
Qed.

Lemma all_but_mean x : \sum_y P y * a y x = 1.
Proof.
transitivity (B - (B - 1)); last by ring.
transitivity (\sum_y (P y * B - (x == y)%:R * (B - 1))).
  by apply: eq_bigr => y _; rewrite all_butE; field; rewrite gt_eqF.
by rewrite sumrB -mulr_suml mass_sum mul1r (sum_at (fun=> B - 1)).
Qed.

Lemma high_privacy_optimal :
  optimal P (@with_lifts R A 0 B) (utility mu) (\sum_y P y * mu (a y)) P a.
Proof.
have P0 y : 0 <= P y by apply: ltW.
have [e|n] := eqVneq B 1.
  apply: (@optimal_mixed _ _ _ _ _ _ _ (\sum_y P y * mu (a y)) (fun=> 0)) => //.
  - move=> w [ok m]; rewrite [X in _ + X]big1 ?addr0 => [|x _]; last by rewrite mul0r.
    have -> : mu w = \sum_y P y * mu w by rewrite -mulr_suml mass_sum mul1r.
    apply: ler_sum => y _; suff -> : w = a y by [].
    have rest x : P x * (1 - w x) = 0.
      have ge z : true -> 0 <= P z * (1 - w z).
        by move=> _; rewrite mulr_ge0 // subr_ge0; have /andP[_] := ok z; rewrite e.
      apply: (psumr_eq0P ge) => //.
      have -> : \sum_z P z * (1 - w z) = \sum_z P z - \sum_z P z * w z.
        by rewrite -sumrB; apply: eq_bigr => z _; ring.
      by rewrite mass_sum m subrr.
    apply/funext => x; rewrite all_butE e subrr mul0r mulr0 subr0.
    have /eqP := rest x; rewrite mulf_eq0 (gt_eqF (full x)) subr_eq0 => /eqP <-.
    by [].
  - by rewrite sumr_const mul0rn addr0.
  - exact: all_but_admitted.
  - exact: all_but_mean.
have d : 0 < B - 1 by rewrite subr_gt0 lt_neqAle eq_sym n.
pose k y := P y * mu (a y) / (B - 1).
apply: (@optimal_mixed _ _ _ _ _ _ _ (\sum_y B * k y) (fun y => - k y)) => //.
- move=> w [ok m]; pose c y := (B - w y) * P y / (B - 1).
  have c0 y : 0 <= c y.
    by rewrite divr_ge0 ?(ltW d) // mulr_ge0 // subr_ge0; have /andP[] := ok y.
  have c1 : \sum_y c y = 1.
    rewrite -mulr_suml; have -> : \sum_y (B - w y) * P y = B * (\sum_y P y) - \sum_y P y * w y.
      by rewrite mulr_sumr -sumrB; apply: eq_bigr => y _; ring.
    by rewrite mass_sum m mulr1 divff // gt_eqF.
  have e : w = (fun x => \sum_y c y * a y x).
    apply/funext => x.
    transitivity (\sum_y (c y * B - (x == y)%:R * (B - w y))).
      by rewrite sumrB -mulr_suml c1 mul1r (sum_at (fun y => B - w y)) opprB addrC subrK.
    by apply: eq_bigr => y _; rewrite all_butE /c; field; rewrite !gt_eqF.
  rewrite {1}e; apply: le_trans (jensen_admitted mu_convex c0 all_but_admitted c1) _.
  rewrite -big_split; apply: ler_sum => y _ /=.
  rewrite -subr_ge0; set z := _ - _; suff -> : z = 0 by [].
  by rewrite /z /k /c; field; rewrite gt_eqF.
- rewrite -big_split; apply: ler_sum => y _ /=; rewrite -subr_ge0.
  set z := _ - _; suff -> : z = 0 by [].
  by rewrite /z /k; field; rewrite gt_eqF.
- exact: all_but_admitted.
- exact: all_but_mean.
Qed.
End HighPrivacy.
