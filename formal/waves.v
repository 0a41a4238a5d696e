(* The Haar workload (9) of `linear`: (5) is below (7), and more leaks than (5) says, whatever the
   other records are. Proofs of claims_tight.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release records claims bounds outcomes.
From pmlsym Require Import claims_tight every_n.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition c0 : 'I_8 := Ordinal (isT : (0 < 8)%N).
Definition c1 : 'I_8 := Ordinal (isT : (1 < 8)%N).
Definition c2 : 'I_8 := Ordinal (isT : (2 < 8)%N).
Definition c3 : 'I_8 := Ordinal (isT : (3 < 8)%N).
Definition c4 : 'I_8 := Ordinal (isT : (4 < 8)%N).
Definition c5 : 'I_8 := Ordinal (isT : (5 < 8)%N).
Definition c6 : 'I_8 := Ordinal (isT : (6 < 8)%N).
Definition c7 : 'I_8 := Ordinal (isT : (7 < 8)%N).

Lemma eight (P : 'I_8 -> Prop) : P c0 -> P c1 -> P c2 -> P c3 -> P c4 -> P c5 -> P c6 -> P c7 ->
  forall j, P j.
Proof.
move=> p0 p1 p2 p3 p4 p5 p6 p7 j; have : val j \in iota 0 8 by rewrite mem_iota ltn_ord.
rewrite !inE => /or4P[| | |/or4P[| | |/orP[]]] /eqP e.
- by rewrite (_ : j = c0) //; apply: val_inj.
- by rewrite (_ : j = c1) //; apply: val_inj.
- by rewrite (_ : j = c2) //; apply: val_inj.
- by rewrite (_ : j = c3) //; apply: val_inj.
- by rewrite (_ : j = c4) //; apply: val_inj.
- by rewrite (_ : j = c5) //; apply: val_inj.
- by rewrite (_ : j = c6) //; apply: val_inj.
- by rewrite (_ : j = c7) //; apply: val_inj.
Qed.

Lemma sum8 (V : zmodType) (F : 'I_8 -> V) :
  \sum_j F j = F c0 + F c1 + F c2 + F c3 + F c4 + F c5 + F c6 + F c7.
Proof.
by rewrite !big_ord_recr big_ord0 /= add0r; do !congr (_ + _); congr F; apply: val_inj.
Qed.

Section Haar.
Variables (R : realType) (b : R).
Local Notation W := (haar R).
Local Notation q := (left_at b 1).

Lemma haar_sloped (a : 'I_8 -> R) :
  [/\ sloped W a c0 = a c0 + (a c1 + a c2 + a c4),
      sloped W a c1 = a c0 + (a c1 + a c2 + - a c4),
      sloped W a c2 = a c0 + (a c1 + - a c2 + a c5) &
      sloped W a c3 = a c0 + (a c1 + - a c2 + - a c5)] /\
  [/\ sloped W a c4 = a c0 + (- a c1 + a c3 + a c6),
      sloped W a c5 = a c0 + (- a c1 + a c3 + - a c6),
      sloped W a c6 = a c0 + (- a c1 + - a c3 + a c7) &
      sloped W a c7 = a c0 + (- a c1 + - a c3 + - a c7)].
Proof. by split; split; rewrite /sloped sum8 !mxE /= ?rmorphN /=; ring. Qed.

Lemma left3 u v w low : left_at b (low + (u + v + w) - (low - 3%:R)) =
  left_at b u * left_at b v * left_at b w * left_at b 3%:R.
Proof. by rewrite -!leftD; congr left_at; ring. Qed.

(* at every pattern of signs *)
Lemma haar_sum (s : {ffun 'I_8 -> bool}) : let low : R := (if s c0 then 1 else -1) - 3%:R in
  \sum_j left_at b (signed W s j - low) = (1 + q ^+ 2) ^+ 3 /\
  (forall j, low <= signed W s j <= low + 6%:R).
Proof.
move=> low; pose a l : R := if s l then 1 else -1.
have e j : signed W s j = sloped W a j.
  by apply: eq_bigr => l _; rewrite /a; case: (s l); rewrite ?mul1r ?mulN1r.
have [[e0 e1 e2 e3] [e4 e5 e6 e7]] := haar_sloped a.
have lowE : low = a c0 - 3%:R by [].
split.
  pose h := q + left_at b (- 1).
  have flip l : left_at b (- a l) = h - left_at b (a l).
    rewrite /a /h; case: (s l); first by rewrite addrC addKr.
    by rewrite opprK addrK.
  rewrite sum8 !e e0 e1 e2 e3 e4 e5 e6 e7 lowE !left3 !flip.
  have q1 : left_at b (- 1) * q = 1 by rewrite -leftD addNr left0.
  have three : left_at b 3%:R = q ^+ 3 by rewrite left_nat.
  have -> : (1 + q ^+ 2) ^+ 3 = (h * q) ^+ 3 by rewrite /h mulrDl q1 addrC.
  by rewrite three; ring.
have one l : -1 <= a l <= 1.
  by rewrite /a; case: (s l); rewrite lexx ?andbT /= -subr_ge0 opprK addr_ge0 ?ler01.
have one' l : -1 <= - a l <= 1 by have /andP[h1 h2] := one l; rewrite ler_opp2 h2 ler_oppl h1.
have sum u v w : -1 <= u <= 1 -> -1 <= v <= 1 -> -1 <= w <= 1 ->
    low <= a c0 + (u + v + w) <= low + 6%:R.
  move=> /andP[u0 u1] /andP[v0 v1] /andP[w0 w1]; rewrite lowE; apply/andP; split.
    rewrite ler_add2l; have -> : - 3%:R = -1 + -1 + -1 :> R by ring.
    by rewrite !ler_add.
  have -> : a c0 - 3%:R + 6%:R = a c0 + (1 + 1 + 1) by ring.
  by rewrite ler_add2l !ler_add.
by apply: eight; rewrite e ?(e0, e1, e2, e3) ?(e4, e5, e6, e7) sum.
Qed.

Section Corner.
Variable alpha : R.
Hypothesis ok : allowed 8 b alpha.
Let alpha_gt0 : 0 < alpha. Proof. by case: ok. Qed.
Let spare : 0 <= 1 - 8%:R * alpha. Proof. by rewrite subr_ge0; case: ok. Qed.
Definition haar_least := alpha * (1 + q ^+ 2) ^+ 3 + (1 - 8%:R * alpha) * q ^+ 6.

Lemma haar_inside s r c :
  haar_least <= inside b alpha (fun j => signed W s j - signed W s r) c.
Proof.
have [sumE within] := haar_sum s; rewrite /haar_least -sumE; apply: ler_add.
  apply: ler_wpmul2l; first exact: ltW.
  apply: ler_sum => j _; rewrite (le_left ok) ler_add2l ler_opp2.
  by have /andP[] := within r.
apply: ler_wpmul2l => //; rewrite -left_nat (le_left ok) ler_subl_addr addrC.
have /andP[_ h] := within c; have /andP[h' _] := within r.
by apply: le_trans h _; rewrite ler_add2r.
Qed.

Lemma haar_least_le1 : haar_least <= 1.
Proof.
have q_le1 : q <= left_at b 0 by rewrite (le_left ok) ler01.
rewrite left0 in q_le1; have q1 k : q ^+ k <= 1 by rewrite exprn_ile1 ?left_ge0.
apply: (@le_trans _ _ (alpha * (1 + 1) ^+ 3 + (1 - 8%:R * alpha) * 1)); last first.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
apply: ler_add; last by apply: ler_wpmul2l.
apply: ler_wpmul2l; first exact: ltW.
by rewrite ler_expn2r ?nnegrE ?addr_ge0 ?ler01 ?exprn_ge0 ?left_ge0 // ler_add2l.
Qed.

Lemma haar_corner u : expR (- u) < haar_least -> corner W b alpha < u.
Proof.
move=> lt; have u0 : 0 < u.
  by rewrite -oppr_lt0 -expR_lt1; apply: lt_le_trans lt haar_least_le1.
apply: corner_lt => // s r c; rewrite (term_lt ok).
exact: lt_le_trans lt (haar_inside s r c).
Qed.
End Corner.

Lemma apart_rows (m k : nat) (rows : seq (seq int)) j r :
  apart (rows_of R m k rows) j r =
  (\sum_(l < m) `|nth 0 (nth [::] rows l) j - nth 0 (nth [::] rows l) r|)%:~R.
Proof.
by rewrite rmorph_sum; apply: eq_bigr => l _; rewrite !mxE -rmorphB /= intr_norm.
Qed.

Lemma haar_apart : [/\ apart W c0 c0 = 0%:R, apart W c0 c1 = 2%:R, apart W c0 c2 = 4%:R &
    apart W c0 c3 = 4%:R] /\
  [/\ apart W c0 c4 = 6%:R, apart W c0 c5 = 6%:R, apart W c0 c6 = 6%:R & apart W c0 c7 = 6%:R].
Proof. by split; split; rewrite apart_rows sum8. Qed.
End Haar.

Theorem linear_corollary_1_looser_haar_holds : linear_corollary_1_looser_haar.
Proof.
move=> R b alpha ok; have [b0 a0 ka] := ok; set q := left_at b 1.
have [[d0 d1 d2 d3] [d4 d5 d6 d7]] := haar_apart R.
apply: lt_le_trans (le_of_gaps b alpha (apart (haar R)) c0 c7).
set u := term _ _ _ _.
have q_gt0 : 0 < q := left_gt0 b 1.
have q_lt1 : q < left_at b 0 by rewrite (lt_left ok) ltr01.
rewrite left0 in q_lt1.
have inE : expR (- u) = alpha * (1 + q ^+ 2 + q ^+ 4 + q ^+ 4 + q ^+ 6 + q ^+ 6 + q ^+ 6 + q ^+ 6) +
    (1 - 8%:R * alpha) * q ^+ 6.
  rewrite /u /term -/(inside b alpha (apart (haar R) c0) c7) opprK lnK ?posrE ?(inside_gt0 ok) //.
  by rewrite /inside sum8 d0 d1 d2 d3 d4 d5 d6 d7 !left_nat.
have q2 : q ^+ 2 < 1 by rewrite expr_lt1 // ltW.
apply: (haar_corner ok); rewrite inE /haar_least ltr_add2r ltr_pmul2l // -subr_gt0 -/q.
have -> : (1 + q ^+ 2) ^+ 3 -
    (1 + q ^+ 2 + q ^+ 4 + q ^+ 4 + q ^+ 6 + q ^+ 6 + q ^+ 6 + q ^+ 6) =
    q ^+ 2 * (1 - q ^+ 2) * (2%:R + 3%:R * q ^+ 2) by ring.
by rewrite !mulr_gt0 ?exprn_gt0 ?subr_gt0 // addr_gt0 ?mulr_gt0 ?exprn_gt0 ?ltr0n.
Qed.

Theorem linear_every_n_haar_holds : linear_every_n_haar.
Proof.
move=> R b D n cls P i alpha half floor six.
have b0 : 0 < b.
  have : expR (- (1 / b)) < 1 :> R by rewrite half invf_lt1 ?ltr0n // ltr1n.
  by rewrite expR_lt1 oppr_lt0 div1r invr_gt0.
have a0 : 0 < alpha by rewrite invr_gt0 ltr0n.
have ok : allowed 8 b alpha.
  by split=> //; rewrite ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
have six' : share cls (P i) c5 = 3%:R / 10%:R.
  by rewrite -six; congr share; apply: val_inj; rewrite /= inordK.
pose rest j := share cls (P i) j - alpha.
have rest0 j : j != c5 -> rest j = 0.
  have sum0 : \sum_(j | j != c5) rest j = 0.
    have : \sum_j rest j = 1 - 8%:R * alpha.
      by rewrite sumrB share_sum sumr_const card_ord mulr_natl.
    rewrite (bigD1 c5) //= /rest six' => /(canRL (addKr _)) ->.
    by rewrite /alpha; field.
  move=> jc; apply/eqP; move/eqP: sum0; rewrite psumr_eq0 => [/allP /(_ j (mem_index_enum j))|l _].
    by rewrite jc.
  by rewrite subr_ge0 floor.
have others j : j != c5 -> share cls (P i) j = alpha by move/rest0/eqP; rewrite subr_eq0 => /eqP.
pose s (l : 'I_8) : R := nth 0 [:: -1; -1; -1; 0; -1; 0; -1; 0] l.
pose u : R := - ln (59%:R / 320%:R).
have v0 : 0 < 59%:R / 320%:R :> R by rewrite divr_gt0 ?ltr0n.
have [y h] : exists y, u <= leak P (laplace b (answers (haar R) cls) y) i.
  apply: (@sloped_outcome _ _ _ (haar R) b D n cls P i s c0) => //.
  - apply: eight; rewrite /s /= ?normrN ?normr1 ?normr0 ?ler01 //.
  - by rewrite others.
  have [[e0 e1 e2 e3] [e4 e5 e6 e7]] := haar_sloped s.
  have q : left_at b 1 = 2%:R^-1 := half.
  have g j (k : nat) : sloped (haar R) s j = sloped (haar R) s c0 + k%:R ->
      left_at b (sloped (haar R) s j - sloped (haar R) s c0) = 2%:R^-1 ^+ k.
    by move=> ->; rewrite addrC addKr left_nat q.
  rewrite sum8 six' !others // (g c0 0%N) ?(g c1 2%N) ?(g c2 3%N) ?(g c3 3%N) ?(g c4 3%N)
    ?(g c5 5%N) ?(g c6 4%N) ?(g c7 4%N);
    try by rewrite ?(e0, e1, e2, e3) ?(e4, e5, e6, e7) /s /=; ring.
  rewrite /u opprK lnK ?posrE // le_eqVlt; apply/orP; left; apply/eqP; rewrite /alpha.
  by field.
exists y; apply: lt_le_trans h; apply: (haar_corner ok).
rewrite /u opprK lnK ?posrE // /haar_least [left_at b 1]half -subr_gt0 /alpha.
have -> : 10%:R^-1 * (1 + 2%:R^-1 ^+ 2) ^+ 3 + (1 - 8%:R * 10%:R^-1) * 2%:R^-1 ^+ 6 -
    59%:R / 320%:R = 9%:R / 640%:R :> R by field.
by rewrite divr_gt0 ?ltr0n.
Qed.
