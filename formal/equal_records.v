(* Equal records leak as much as one record whose counts are n-fold: at most what publishing it
   leaks, and nearly that. Proof of claims_published.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release records claims claims_histogram claims_published bounds figures.
From pmlsym Require Import laws.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Copies.
Variables (R : realType) (k n : nat) (b : R) (p : law R [finType of 'I_k]).
Hypotheses (k_gt1 : (1 < k)%N) (n_gt0 : (0 < n)%N) (b_gt0 : 0 < b) (p_gt0 : forall d, 0 < p d).
Local Notation q d := (answers (counts R k) (@id 'I_k) (copies n d)).
Local Notation f y := (of_copies n b y).
Implicit Types (y : 'I_k -> R) (c d : 'I_k).
Definition fall : R := expR (- (2%:R * n%:R / b)).

Lemma copies_answer d l : q d l = n%:R * counts R k l d.
Proof.
rewrite answersE (eq_bigr (fun=> counts R k l d)) => [|i _]; last by rewrite ffunE.
by rewrite sumr_const card_ord mulr_natl.
Qed.

Lemma copies_apart c d : c != d -> \sum_l `|q c l - q d l| = 2%:R * n%:R.
Proof.
move=> cd; rewrite -(apart_counts R cd) /apart mulr_suml; apply: eq_bigr => l _.
by rewrite !copies_answer -mulrBr normrM normr_nat mulrC.
Qed.

Lemma copies_gt0 y d : 0 < f y d. Proof. exact: laplace_gt0. Qed.

Lemma copies_far y c d : c != d -> fall * f y d <= f y c.
Proof. by move=> cd; have := laplace_far y b_gt0 (answers (counts R k) id) (copies n c) (copies n
  d);
  rewrite copies_apart. Qed.

(* the outcome that is the answer itself *)
Lemma copies_there c d : c != d -> f (q d) c = fall * f (q d) d.
Proof.
move=> cd; rewrite /of_copies /laplace [in RHS](eq_bigr (fun=> (2%:R * b)^-1)) => [|l _].
  rewrite big_split /= -expR_sum mulrC; congr (expR _ * _).
  rewrite sumrN -mulr_suml -(copies_apart cd); congr (- (_ / _)).
  by apply: eq_bigr => l _; rewrite distrC.
by rewrite subrr normr0 mul0r oppr0 expR0 mulr1.
Qed.

Lemma others_sum d : \sum_(c | c != d) p c = 1 - p d.
Proof. by rewrite -(mass_sum p) [in RHS](bigD1 d) //= addrC addKr. Qed.

Lemma fall_lt1 : fall < 1.
Proof. by rewrite expR_lt1 oppr_lt0 divr_gt0 // mulr_gt0 ?ltr0n. Qed.
Lemma fall_gt0 : 0 < fall. Proof. exact: expR_gt0. Qed.

Lemma p_lt1 d : p d < 1.
Proof.
have [c cd] : exists c, c != d.
  have : (1 < #|'I_k|)%N by rewrite card_ord.
  by rewrite (cardD1 d) inE ltnS => /card_gt0P[c]; rewrite !inE andbT; exists c.
rewrite -subr_gt0 -others_sum (bigD1 c) //= ltr_paddr ?p_gt0 // sumr_ge0 // => i _; exact: mass_ge0.
Qed.

Definition rest_at d := p d + (1 - p d) * fall.
Lemma rest_gt0 d : 0 < rest_at d.
Proof. by rewrite ltr_paddr // mulr_ge0 ?subr_ge0 ?ltW ?p_lt1 ?fall_gt0. Qed.
Lemma rest_mono d r : p r <= p d -> rest_at r <= rest_at d.
Proof.
move=> h; rewrite -subr_ge0; have -> : rest_at d - rest_at r = (p d - p r) * (1 - fall).
  by rewrite /rest_at; ring.
by rewrite mulr_ge0 ?subr_ge0 // ltW ?fall_lt1.
Qed.

Lemma mean_far y d : rest_at d * f y d <= \sum_c p c * f y c.
Proof.
rewrite [X in _ <= X](bigD1 d) //= mulrDl ler_add2l -others_sum !mulr_suml; apply: ler_sum => c cd.
by rewrite -mulrA; apply: ler_wpmul2l; [apply: mass_ge0 | apply: copies_far].
Qed.
Lemma mean_there d : \sum_c p c * f (q d) c = rest_at d * f (q d) d.
Proof.
rewrite (bigD1 d) //= mulrDl -others_sum !mulr_suml; congr (_ + _); apply: eq_bigr => c cd.
by rewrite -mulrA copies_there.
Qed.

Lemma mean_gt0 y : 0 < \sum_c p c * f y c.
Proof.
have d : 'I_k := Ordinal (ltnW k_gt1).
by apply: lt_le_trans (mean_far y d); rewrite mulr_gt0 ?rest_gt0 ?copies_gt0.
Qed.

Variable r : 'I_k.
Hypothesis r_rarest : forall d, p r <= p d.

Lemma directE : direct p = - ln (p r).
Proof.
rewrite /direct -lnV ?posrE //; congr ln; apply/le_anti/andP; split.
  apply/bigmax_leP; split=> [|d _]; first by rewrite invr_ge0 ltW.
  by rewrite lef_pinv ?posrE.
exact: (bigmax_sup r).
Qed.

Lemma most_le y : \big[Num.max/0]_d (f y d / \sum_c p c * f y c) <= (rest_at r)^-1.
Proof.
apply/bigmax_leP; split=> [|d _]; first by rewrite invr_ge0 ltW ?rest_gt0.
rewrite ler_pdivr_mulr ?mean_gt0 // ler_pdivl_mull ?rest_gt0 //.
apply: le_trans (mean_far y d); apply: ler_wpmul2r; [exact/ltW/copies_gt0 | exact: rest_mono].
Qed.

Lemma most_there : \big[Num.max/0]_d (f (q r) d / \sum_c p c * f (q r) c) = (rest_at r)^-1.
Proof.
apply/le_anti; rewrite most_le /=; apply: (bigmax_sup r) => //.
by rewrite mean_there invrM ?unitfE ?gt_eqF ?rest_gt0 ?copies_gt0 // mulrA divff ?mul1r ?gt_eqF
  ?copies_gt0.
Qed.

Lemma leak_copies_le y : leak_copies n b p y <= - ln (rest_at r).
Proof.
rewrite /leak_copies -lnV ?posrE ?rest_gt0 // ler_ln ?posrE ?invr_gt0 ?rest_gt0 ?most_le //.
have d : 'I_k := Ordinal (ltnW k_gt1).
apply: (@lt_le_trans _ _ (f y d / \sum_c p c * f y c)); last exact: (bigmax_sup d).
by rewrite divr_gt0 ?copies_gt0 ?mean_gt0.
Qed.
Lemma leak_copies_there : leak_copies n b p (q r) = - ln (rest_at r).
Proof. by rewrite /leak_copies most_there lnV ?posrE ?rest_gt0. Qed.
End Copies.

Theorem histogram_correlated_holds : histogram_correlated.
Proof.
move=> R k n b delta p k1 n0 b0 d0 p0 rarest0; have [r far rE] := rarest p (ltnW k1).
have r0 := rest_gt0 n b k1 p0 r.
exists (- ln (rest_at n b p r)); split.
- by move=> y; apply: leak_copies_le.
- by exists (answers (counts R k) id (copies n r)); apply: leak_copies_there.
- rewrite (directE p0 far) ltr_opp2 ltr_ln ?posrE // ltr_addl mulr_gt0 ?fall_gt0 //.
  by rewrite subr_gt0 p_lt1.
rewrite /rarest0 rE (directE p0 far) => h.
rewrite -opprD ler_opp2 -[delta]expK -lnM ?posrE ?expR_gt0 // ler_ln ?posrE ?mulr_gt0 ?expR_gt0 //.
by move: h; rewrite /rest_at mulrBr mulr1 ler_subr_addl addrC; rewrite addrC.
Qed.
