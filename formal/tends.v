(* The worst leakage of n records tends to the tilted bound. Proofs of claims_limit.v; nothing here
   has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release records claims bounds worst more.
From pmlsym Require Import marked claims_limit limit.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma bernoulli (R : realType) (w : R) (j : nat) : 0 <= w -> w <= 1 ->
  (1 + j%:R * w) * (1 - w) ^+ j <= 1.
Proof.
move=> w0 w1; elim: j => [|j ih]; first by rewrite mul0r addr0 mulr1.
apply: le_trans ih; rewrite exprS mulrA; apply: ler_wpmul2r; first by rewrite exprn_ge0 ?subr_ge0.
rewrite -subr_ge0 -[j.+1%:R]natr1.
have -> : 1 + j%:R * w - (1 + (j%:R + 1) * w) * (1 - w) = (j%:R + 1) * w ^+ 2.
  by move: (j%:R : R) => v; ring.
by rewrite mulr_ge0 ?sqr_ge0 // addr_ge0 ?ler01 ?ler0n.
Qed.

Lemma power_small (R : realType) (z M : R) : 0 <= z -> z < 1 -> 0 <= M ->
  exists j : nat, M * z ^+ j <= 1.
Proof.
move=> z0 z1 M0; have w0 : 0 < 1 - z by rewrite subr_gt0.
have w1 : 1 - z <= 1 by rewrite ler_subl_addr ler_addl.
exists (Num.bound (M / (1 - z))); set j := Num.bound _.
have := @bernoulli R (1 - z) j (ltW w0) w1; have -> : 1 - (1 - z) = z by ring.
apply: le_trans.
apply: ler_wpmul2r; first exact: exprn_ge0.
apply: (@le_trans _ _ (j%:R * (1 - z))); last by rewrite ler_addr ler01.
by rewrite -ler_pdivr_mulr // ltW // archi_boundP // divr_ge0 // ltW.
Qed.

Section Tends.
Variables (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b alpha : R).
Hypotheses (ok : allowed k b alpha) (k0 : (0 < k)%N).
Let b_gt0 : 0 < b. Proof. by case: ok. Qed.

Lemma kappa_within : 0 <= kappa W b alpha < 1.
Proof.
have [_ a0 ka] := ok; have s0 : 0 <= 1 - k%:R * alpha by rewrite subr_ge0.
have p0 : 0 < k%:R * alpha * fall W b by rewrite !mulr_gt0 ?expR_gt0 // ltr0n.
have den : 0 < 1 - k%:R * alpha + k%:R * alpha * fall W b by apply: ltr_paddl.
have half : k%:R * alpha * fall W b / 2%:R < k%:R * alpha * fall W b.
  by rewrite ltr_pdivr_mulr ?ltr0n // ltr_pmulr // ltr1n.
rewrite /kappa; apply/andP; split.
  apply: divr_ge0; last exact: ltW.
  by apply: addr_ge0 => //; apply: divr_ge0; [apply: ltW | apply: ler0n].
by rewrite ltr_pdivr_mulr // mul1r ltr_add2l.
Qed.

Lemma epsilon_small (c : R) : 0 < c ->
  exists N0 : nat, forall N, (N0 <= N)%N -> (0 < N)%N -> epsilon W b N <= c.
Proof.
move=> c0; have r0 : 0 <= ranges W := ranges_ge0 W.
pose M : R := ranges W / (4%:R * b * c ^+ 2).
have den : 0 < 4%:R * b * c ^+ 2 by rewrite !mulr_gt0 ?ltr0n ?exprn_gt0.
have M0 : 0 <= M by rewrite divr_ge0 // ltW.
exists (Num.bound (M ^+ 2)) => N NN N0.
have n0 : 0 < N%:R :> R by rewrite ltr0n.
have MN : M <= Num.sqrt N%:R.
  rewrite -[M](ger0_norm M0) -sqrtr_sqr ler_wsqrtr //; apply: ltW.
  by apply: lt_le_trans (archi_boundP (sqr_ge0 M)) _; rewrite ler_nat.
rewrite /epsilon -[c](ger0_norm (ltW c0)) -sqrtr_sqr ler_wsqrtr //.
have sn0 : 0 < Num.sqrt N%:R :> R by rewrite sqrtr_gt0.
rewrite ler_pdivr_mulr; last by rewrite !mulr_gt0 ?ltr0n.
have MN' : ranges W <= Num.sqrt N%:R * (4%:R * b * c ^+ 2) by rewrite -ler_pdivr_mulr.
apply: le_trans MN' _; rewrite le_eqVlt; apply/orP; left.
by apply/eqP; move: (Num.sqrt _) => v; ring.
Qed.

Lemma one_enough (d : R) : 0 < d ->
  exists2 n : nat, (0 < n)%N & bounds_leak W b alpha n (tilted_bound W b alpha + d).
Proof.
move=> d0; pose x := expR (- d); pose T := tau W b alpha; pose q := least W b.
have x0 : 0 < x by apply: expR_gt0.
have x1 : 0 < 1 - x by rewrite subr_gt0 -[1](@expR0 R) ltr_expR oppr_lt0.
have T0 : 0 < T by apply: expR_gt0.
have q0 : 0 < q by rewrite divr_gt0 ?expR_gt0 // ltr0n.
have two : 0 < 2%:R :> R by rewrite ltr0n.
have x2 : 0 < (1 - x) / 2%:R by rewrite divr_gt0.
have Tx : 0 < 1 + T * x by rewrite addr_gt0 ?ltr01 // mulr_gt0.
have q7 : 0 < q * expR (- triangle W b alpha) / 2%:R by rewrite divr_gt0 // mulr_gt0 // expR_gt0.
have c1 : 0 < T * q * ((1 - x) / 2%:R) / (1 + T * x) by rewrite divr_gt0 // mulr_gt0 // mulr_gt0.
have [N1 h1] := epsilon_small q7; have [N2 h2] := epsilon_small c1.
pose N3 := Num.bound ((1 - x) / 2%:R)^-1.
pose N := (maxn N1 (maxn N2 N3)).+1.
have [e1 [e2 N3N]] : epsilon W b N <= q * expR (- triangle W b alpha) / 2%:R /\
    (epsilon W b N <= T * q * ((1 - x) / 2%:R) / (1 + T * x) /\ (N3 <= N)%N).
  have lt1 : (N1 <= N)%N by rewrite leqW // leq_maxl.
  have lt2 : (N2 <= N)%N by rewrite leqW // leq_max leq_maxl orbT.
  have lt3 : (N3 <= N)%N by rewrite leqW // leq_max leq_maxr orbT.
  by split; [apply: h1 | split; [apply: h2 |]].
have /andP[z0 z1] := kappa_within.
have [j hj] := power_small z0 z1 (exprn_ge0 N (ler0n R 4)).
pose eta : R := 2%:R ^+ N * kappa W b alpha ^+ j.
have eta0 : 0 <= eta by rewrite mulr_ge0 ?exprn_ge0 // ltW.
have etaN : 2%:R ^+ N * eta <= 1.
  have e : 4%:R = 2%:R * 2%:R :> R by rewrite -natrM.
  by rewrite /eta mulrA -exprMn -e.
have eta2 : eta <= (1 - x) / 2%:R.
  rewrite -[X in _ <= X]invrK -[X in _ <= X]mul1r ler_pdivl_mulr ?invr_gt0 //.
  apply: le_trans etaN; rewrite mulrC; apply: ler_wpmul2r => //; apply: ltW.
  by apply: upper_nthrootP.
have e0 : 0 <= epsilon W b N := sqrtr_ge0 _.
have small : epsilon W b N < q * expR (- triangle W b alpha).
  apply: le_lt_trans e1 _; rewrite ltr_pdivr_mulr // ltr_pmulr ?ltr1n // mulr_gt0 ?expR_gt0 //.
exists j.+1 => // D cls P i y floor.
have [H _] := @linear_limit_c_holds R m k W b alpha j.+1 N ok isT small.
apply: le_trans (H hj D cls P i y floor) _; rewrite -/eta.
set e := epsilon W b N in e0 e1 e2 small *; rewrite /modulus -/T -/q -/e.
have Te : e < T * q.
  apply: lt_le_trans small _; rewrite mulrC; apply: ler_wpmul2r; first exact: ltW.
  by rewrite ler_expR ler_opp2 bound_le_triangle.
have half1 : (1 - x) / 2%:R < 1.
  by rewrite ltr_pdivr_mulr // mul1r ltr_subl_addr ltr_paddr ?ltr1n // ltW.
have A0 : 0 < (T * q - e) * (1 - eta).
  by rewrite mulr_gt0 // subr_gt0 // (le_lt_trans eta2).
have B0 : 0 < q + e by rewrite ltr_paddr.
rewrite ler_oppl -ler_expR lnK ?posrE ?divr_gt0 // opprD expRD -/x -[expR _]/T ler_pdivl_mulr //.
have := e2; rewrite ler_pdivl_mulr // => e2'.
have : T * q * eta <= T * q * ((1 - x) / 2%:R) by apply: ler_wpmul2l => //; rewrite ltW // mulr_gt0.
rewrite -subr_ge0 => h3; rewrite -subr_ge0 in e2'; have := mulr_ge0 e0 eta0 => h4.
rewrite -subr_ge0; apply: le_trans (addr_ge0 (addr_ge0 h3 e2') h4) _.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
Qed.
End Tends.

Theorem linear_limit_between_holds : linear_limit_between.
Proof.
move=> R m k W b alpha ok; split; last exact: bound_le_triangle.
have low s : slopes s -> tilted W b alpha s <= tilted_bound W b alpha.
  exact: tilted_le_bound.
apply: corner_le => [|s r c].
  apply: le_trans (low (fun=> 0) _) => [|l]; last by rewrite normr0 ler01.
  exact: of_gaps_ge0.
pose v l : R := if s l then 1 else -1.
have e j : signed W s j = sloped W v j.
  by apply: eq_bigr => l _; rewrite /v; case: (s l); rewrite ?mul1r ?mulN1r.
apply: le_trans (low v _) => [|l]; last by rewrite /v; case: (s l); rewrite ?normrN normr1.
apply: le_trans (le_of_gaps b alpha (fun r j => sloped W v j - sloped W v r) r c).
by apply: (term_mono ok) => j; rewrite !e.
Qed.

Theorem linear_limit_tends_holds : linear_limit_tends.
Proof.
move=> R m k W b alpha d ok k0 d0; have [n0 n00 h] := one_enough W ok k0 d0.
exists n0 => n nn; split=> [u hu|].
  apply: sup_le_ub; first by case: (tilted_has_sup W ok).
  have [low _] := linear_tilted_holds ok k0 (leq_trans n00 nn) hu.
  by move=> v [s hs ->]; apply: low.
rewrite -(subnK nn); elim: (n - n0)%N => // p ih.
by apply: largest_of_more_holds => //; rewrite addn_gt0 n00 orbT.
Qed.
