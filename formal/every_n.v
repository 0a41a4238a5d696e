(* What slopes say that some outcome leaks, and a workload of two queries of which more leaks than
   (5) of `linear` says, whatever the other records are. Proofs of claims_tight.v; nothing
   here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release records claims bounds outcomes.
From pmlsym Require Import claims_tight.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* some outcome leaks what slopes and a class r say, under the own prior *)
Lemma sloped_outcome (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b : R) (D : finType) (n : nat)
    (cls : D -> 'I_k) (P : 'I_n -> law R D) i (s : 'I_m -> R) r u : 0 < b -> slopes s ->
  0 < share cls (P i) r ->
  \sum_j share cls (P i) j * left_at b (sloped W s j - sloped W s r) <= expR (- u) ->
  exists y, u <= leak P (laplace b (answers W cls) y) i.
Proof.
move=> b0 hs r0 le.
have [d /eqP dr d0] : exists2 d, cls d == r & 0 < P i d.
  case: (pickP (fun d => (cls d == r) && (0 < P i d))) => [d /andP[dr d0]|none]; first by exists d.
  move: r0; rewrite /share big1 ?ltxx // => d dr; have := none d.
  by rewrite dr /= lt_def mass_ge0 andbT => /negbFE/eqP.
have [y hy] := linear_tilted_step_holds W cls b0 hs d0.
exists y; apply: le_trans hy; rewrite dr ler_oppr -ler_expR lnK //; rewrite posrE (bigD1 r) //=.
apply: ltr_paddr; last by rewrite mulr_gt0 ?expR_gt0.
by apply: sumr_ge0 => j _; rewrite mulr_ge0 ?share_ge0 // ltW ?expR_gt0.
Qed.

Section Powers.
Variables (R : realType) (b : R).
Local Notation q := (left_at b 1).
Lemma left_nat (n : nat) : left_at b n%:R = q ^+ n.
Proof.
elim: n => [|n ih]; first by rewrite left0.
by rewrite exprS -ih /left_at -expRD -[n.+1%:R]natr1; congr expR; ring.
Qed.
Lemma leftD u v : left_at b (u + v) = left_at b u * left_at b v.
Proof. by rewrite /left_at -expRD; congr expR; ring. Qed.
End Powers.

(* ---- two queries ---- *)

Section Two.
Variables (R : realType) (b alpha : R).
Hypothesis ok : allowed 3 b alpha.
Let b_gt0 : 0 < b. Proof. by case: ok. Qed.
Let alpha_gt0 : 0 < alpha. Proof. by case: ok. Qed.
Let spare : 0 <= 1 - 3%:R * alpha. Proof. by rewrite subr_ge0; case: ok. Qed.
Local Notation W := (two_queries R).
Local Notation q := (left_at b 1).
Local Notation first := (ord0 : 'I_3).
Local Notation second := (Ordinal (isT : (1 < 3)%N)).
Local Notation third := (Ordinal (isT : (2 < 3)%N)).

Lemma three (P : 'I_3 -> Prop) : P first -> P second -> P third -> forall j, P j.
Proof.
move=> p0 p1 p2 [[|[|[|//]]] h].
- by rewrite (_ : Ordinal h = first) //; apply: val_inj.
- by rewrite (_ : Ordinal h = second) //; apply: val_inj.
- by rewrite (_ : Ordinal h = third) //; apply: val_inj.
Qed.

Lemma sum3 (F : 'I_3 -> R) : \sum_j F j = F first + F second + F third.
Proof.
by rewrite !big_ord_recr big_ord0 /= add0r; do !congr (_ + _); congr F; apply: val_inj.
Qed.

Lemma two_sloped (s : 'I_2 -> R) : [/\ sloped W s first = 0,
  sloped W s second = 3%:R * s ord0 + s ord_max & sloped W s third = 3%:R * s ord0 - s ord_max].
Proof.
have e j : sloped W s j = s ord0 * W ord0 j + s ord_max * W ord_max j.
  rewrite /sloped !big_ord_recr big_ord0 /= add0r; congr (s _ * W _ _ + _); exact: val_inj.
by rewrite !e !mxE /=; split; rewrite ?rmorphN /=; ring.
Qed.

(* at every pattern of signs the exponents, from the least, are 0, 2 and 4 *)
Lemma two_inside s r c : alpha * (1 + q ^+ 2 + q ^+ 4) + (1 - 3%:R * alpha) * q ^+ 4 <=
  inside b alpha (fun j => signed W s j - signed W s r) c.
Proof.
pose v l : R := if s l then 1 else -1.
have e j : signed W s j = sloped W v j.
  by apply: eq_bigr => l _; rewrite /v; case: (s l); rewrite ?mul1r ?mulN1r.
have [e0 e1 e2] := two_sloped v.
have [low [low_le [sums top]]] : exists low, (forall j, low <= signed W s j) /\
    (\sum_j left_at b (signed W s j - low) = 1 + q ^+ 2 + q ^+ 4) /\
    (forall j, signed W s j - low <= 4%:R).
  have pattern low (i0 i1 i2 : nat) : signed W s first = low + i0%:R ->
      signed W s second = low + i1%:R -> signed W s third = low + i2%:R ->
      q ^+ i0 + q ^+ i1 + q ^+ i2 = 1 + q ^+ 2 + q ^+ 4 -> (maxn i0 (maxn i1 i2) <= 4)%N ->
      exists low, (forall j, low <= signed W s j) /\
        (\sum_j left_at b (signed W s j - low) = 1 + q ^+ 2 + q ^+ 4) /\
        (forall j, signed W s j - low <= 4%:R).
    move=> h0 h1 h2 sums; rewrite !geq_max => /and3P[l0 l1 l2].
    have d (x : nat) : low + x%:R - low = x%:R by rewrite addrC addKr.
    exists low; split; last split.
    - by apply: three; rewrite ?h0 ?h1 ?h2 ler_addl ler0n.
    - by rewrite sum3 h0 h1 h2 !d !left_nat.
    - by apply: three; rewrite ?h0 ?h1 ?h2 !d ler_nat.
  move: (e first) (e second) (e third); rewrite e0 e1 e2 /v; case: (s _); case: (s _) => h0 h1 h2.
  - by apply: (pattern 0 0%N 4%N 2%N) => //; rewrite ?h0 ?h1 ?h2; ring.
  - by apply: (pattern 0 0%N 2%N 4%N) => //; rewrite ?h0 ?h1 ?h2; ring.
  - by apply: (pattern (- 4%:R) 4%N 2%N 0%N) => //; rewrite ?h0 ?h1 ?h2; ring.
  - by apply: (pattern (- 4%:R) 4%N 0%N 2%N) => //; rewrite ?h0 ?h1 ?h2; ring.
have four : left_at b 4%:R = q ^+ 4 by rewrite left_nat.
rewrite -sums; apply: ler_add.
  apply: ler_wpmul2l; first exact: ltW.
  by apply: ler_sum => j _; rewrite (le_left ok) ler_add2l ler_opp2.
apply: ler_wpmul2l => //; rewrite -four (le_left ok).
by apply: le_trans (top c); rewrite ler_add2l ler_opp2.
Qed.

Hypothesis above : (1 - 2%:R * alpha) * left_at b 2%:R < alpha.
Local Notation root := (Num.sqrt (alpha * (1 - 2%:R * alpha))).
Let rest_ge : alpha <= 1 - 2%:R * alpha.
Proof.
by rewrite -subr_ge0; have -> : 1 - 2%:R * alpha - alpha = 1 - 3%:R * alpha by ring.
Qed.
Let rest_gt0 : 0 < 1 - 2%:R * alpha. Proof. exact: lt_le_trans rest_ge. Qed.
Let root_gt0 : 0 < root. Proof. by rewrite sqrtr_gt0 mulr_gt0. Qed.
Let root_sqr : root ^+ 2 = alpha * (1 - 2%:R * alpha).
Proof. by rewrite sqr_sqrtr // mulr_ge0 ?ltW. Qed.
Definition two_left := alpha + 2%:R * root * left_at b 3%:R.

Lemma two_corner : corner W b alpha < - ln two_left.
Proof.
have l0 : 0 < two_left by rewrite addr_gt0 ?mulr_gt0 ?left_gt0 ?ltr0n.
have q0 : 0 < q := left_gt0 b 1.
have lt : two_left < alpha * (1 + q ^+ 2 + q ^+ 4) + (1 - 3%:R * alpha) * q ^+ 4.
  rewrite /two_left left_nat -subr_gt0.
  have -> : alpha * (1 + q ^+ 2 + q ^+ 4) + (1 - 3%:R * alpha) * q ^+ 4 -
      (alpha + 2%:R * root * q ^+ 3) =
      q ^+ 2 * (alpha + (1 - 2%:R * alpha) * q ^+ 2 - 2%:R * root * q) by ring.
  rewrite mulr_gt0 ?exprn_gt0 // -(pmulr_rgt0 _ alpha_gt0).
  have -> : alpha * (alpha + (1 - 2%:R * alpha) * q ^+ 2 - 2%:R * root * q) =
      (alpha - root * q) ^+ 2 by rewrite sqrrB exprMn root_sqr; ring.
  rewrite exprn_even_gt0 //= subr_eq0; apply/eqP => e.
  move: above; rewrite left_nat -(ltr_pmul2l alpha_gt0) mulrA -root_sqr -exprMn -e expr2 ltxx //.
have u0 : 0 < - ln two_left.
  rewrite oppr_gt0 -(ln1 R) ltr_ln ?posrE ?ltr01 //; apply: lt_le_trans lt _.
  have q_le1 : q <= left_at b 0 by rewrite (le_left ok) ler01.
  have q1 k : q ^+ k <= 1 by rewrite exprn_ile1 ?left_ge0 // -[X in _ <= X](left0 b).
  apply: (@le_trans _ _ (alpha * (1 + 1 + 1) + (1 - 3%:R * alpha) * 1)); last first.
    by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
  by apply: ler_add; apply: ler_wpmul2l; rewrite ?(ltW alpha_gt0) // !ler_add.
apply: corner_lt => // s r c; rewrite (term_lt ok) opprK lnK ?posrE //.
exact: lt_le_trans lt (two_inside s r c).
Qed.

(* the slopes 1 and t, where e^(-t/b) is x *)
Let x := root / (1 - 2%:R * alpha).
Definition slope := - (b * ln x).
Let x_gt0 : 0 < x. Proof. exact: divr_gt0. Qed.
Lemma left_slope : left_at b slope = x.
Proof. by rewrite /left_at /slope mulNr opprK mulrC mulKf ?gt_eqF // lnK. Qed.

Lemma slope_ge0 : 0 <= slope.
Proof.
rewrite -(le_left ok) left_slope left0 ler_pdivr_mulr // mul1r.
rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?(ltW root_gt0) ?(ltW rest_gt0) // root_sqr expr2.
by rewrite ler_pmul2r.
Qed.
Lemma slope_le1 : slope <= 1.
Proof.
rewrite -(le_left ok) left_slope ler_pdivl_mulr //.
rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?(ltW root_gt0) ?mulr_ge0 ?left_ge0 ?(ltW rest_gt0) //.
rewrite root_sqr exprMn [(_ - _) ^+ 2]expr2 mulrA ler_pmul2r // mulrC -left_nat; exact: ltW.
Qed.

Lemma two_outcome (D : finType) (n : nat) (cls : D -> 'I_3) (P : 'I_n -> law R D) i :
  (forall j, alpha <= share cls (P i) j) -> share cls (P i) second = 1 - 2%:R * alpha ->
  exists y, - ln two_left <= leak P (laplace b (answers W cls) y) i.
Proof.
move=> floor h; pose s (l : 'I_2) : R := if l == ord0 then 1 else slope.
have [e0 e1 e2] := two_sloped s.
have := share_sum cls (P i); rewrite sum3 h => sums.
have ends : share cls (P i) first = alpha /\ share cls (P i) third = alpha.
  have z : share cls (P i) first - alpha + (share cls (P i) third - alpha) = 0.
    by rewrite -[RHS](subrr 1) -{1}sums; ring.
  move/eqP: z; rewrite paddr_eq0 ?subr_ge0 ?floor // !subr_eq0.
  by move=> /andP[/eqP -> /eqP ->].
apply: (@sloped_outcome _ _ _ W b D n cls P i s first).
- exact: b_gt0.
- move=> l; rewrite /s; case: ifP => _; first by rewrite normr1.
  by rewrite ger0_norm ?slope_ge0 ?slope_le1.
- exact: lt_le_trans (floor first).
rewrite sum3 h ends.1 ends.2 e0 e1 e2 /s /= !subr0 left0 mulr1 opprK lnK ?posrE; last first.
  by rewrite addr_gt0 ?mulr_gt0 ?left_gt0 ?ltr0n.
rewrite !mulr1 (leftD b 3%:R slope) (leftD b 3%:R (- slope)) /two_left left_slope.
have -> : left_at b (- slope) = x^-1.
  by rewrite -left_slope /left_at mulNr opprK expRN invrK.
have -> : (1 - 2%:R * alpha) * (left_at b 3%:R * x) = root * left_at b 3%:R.
  by rewrite /x; field; rewrite gt_eqF.
have -> : alpha * (left_at b 3%:R / x) = root * left_at b 3%:R.
  have -> : alpha * (left_at b 3%:R / x) = root ^+ 2 / root * left_at b 3%:R.
    by rewrite root_sqr /x; field; rewrite !gt_eqF.
  by rewrite expr2 mulfK ?gt_eqF.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.
End Two.

Theorem linear_every_n_two_holds : linear_every_n_two.
Proof.
move=> R b alpha D n cls P i ok floor h above u; split; last exact: two_corner.
apply: two_outcome => //; rewrite -h; congr share; apply: val_inj; by rewrite /= inordK.
Qed.
