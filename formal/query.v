(* One query: the tilted bound is (5), and with four classes at most (7) too. Proofs of claims.v;
   nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release records claims bounds.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Query.
Variables (R : realType) (k : nat) (W : 'M[R]_(1, k)) (b alpha : R).
Hypothesis ok : allowed k b alpha.
Local Notation w := (W ord0).

Definition up : {ffun 'I_1 -> bool} := [ffun=> true].
Definition down : {ffun 'I_1 -> bool} := [ffun=> false].
Lemma signed_up j : signed W up j = w j. Proof. by rewrite /signed big_ord1 ffunE. Qed.
Lemma signed_down j : signed W down j = - w j. Proof. by rewrite /signed big_ord1 ffunE. Qed.

Lemma query s : slopes s -> tilted W b alpha s <= corner W b alpha.
Proof.
move=> hs; apply: of_gaps_le => [|r c]; first exact: corner_ge0.
have e j : sloped W s j = s ord0 * w j by rewrite /sloped big_ord1.
have [s0|s0] := leP 0 (s ord0).
  have [t low] := farthest r (fun j => - w j).
  apply: le_trans (le_corner W b alpha up t c); apply: (term_mono ok) => j.
  rewrite !e !signed_up -mulrBr.
  have low' i : w t <= w i by rewrite -ler_opp2.
  apply: (@le_trans _ _ (s ord0 * (w j - w t))); first by apply: ler_wpmul2l => //; rewrite ler_add2l ler_opp2.
  by rewrite ler_pimull ?subr_ge0 //; apply: le_trans (hs ord0); rewrite ler_norm.
have [t high] := farthest r (fun j => w j).
apply: le_trans (le_corner W b alpha down t c); apply: (term_mono ok) => j.
rewrite !e !signed_down -mulrBr opprK [- w j + _]addrC.
apply: (@le_trans _ _ (- s ord0 * (w t - w j))).
  rewrite mulNr -mulrN opprB; apply: ler_wnmul2l; first exact: ltW.
  by rewrite ler_add2l ler_opp2.
rewrite ler_pimull ?subr_ge0 //; apply: le_trans (hs ord0).
by rewrite -normrN ler_norm.
Qed.
End Query.

(* where at most one class lies below r *)
Lemma lone (R : realType) (k : nat) (b alpha : R) (w : 'I_k -> R) r c :
  allowed k b alpha -> (#|[set j | (w j < w r)%R]| <= 1)%N ->
  exists e t, term b alpha (fun j => `|w j - w r|) c <= term b alpha (fun j => w j - w e) t.
Proof.
move=> ok; have [b0 a0 ka] := ok; have spare : 0 <= 1 - k%:R * alpha by rewrite subr_ge0.
have [t high] := farthest c w.
rewrite leq_eqVlt ltnS leqn0 cards_eq0 => /orP[/cards1P[a la]|/eqP l0]; last first.
  exists r, c; apply: (term_mono ok) => j; rewrite ger0_norm // subr_ge0 leNgt; apply/negP => h.
  by have := in_set0 j; rewrite -l0 inE h.
have ar : w a < w r by have := set11 a; rewrite -la inE.
have rest j : j != a -> w r <= w j.
  by move=> ja; rewrite leNgt; apply/negP => h; move: ja; rewrite -in_set1 -la inE h.
exists a, t; rewrite (term_le ok) /term opprK lnK ?posrE ?(inside_gt0 ok) //.
apply: ler_add; last first.
  apply: ler_wpmul2l => //; rewrite -/(left_at b (w t - w a)) (le_left ok).
  have [ca|ca] := eqVneq c a.
    by rewrite ca distrC gtr0_norm ?subr_gt0 // ler_add2r high.
  by rewrite ger0_norm ?subr_ge0 ?rest // ler_add ?high // ler_opp2 ltW.
apply: ler_wpmul2l (ltW a0) _ _ _.
have ra : r != a by apply: contraTneq ar => ->; rewrite ltxx.
rewrite [X in _ <= X](reindex_inj (@perm_inj _ (tperm a r))) /=; apply: ler_sum => j _.
case: tpermP => [->|->|/eqP ja /eqP jr]; rewrite -!/(left_at _ _) (le_left ok).
- by rewrite !subrr normr0.
- by rewrite distrC gtr0_norm ?subr_gt0.
by rewrite ger0_norm ?subr_ge0 ?rest // ler_add2l ler_opp2 ltW.
Qed.

Theorem linear_coincide_query_holds : linear_coincide_query.
Proof. by move=> R k W b alpha s ok hs; apply: query. Qed.

Theorem linear_coincide_four_holds : linear_coincide_four.
Proof.
move=> R k W b alpha ok k4; apply/le_anti; rewrite corner_triangle //=.
apply: of_gaps_le => [|r c]; first exact: corner_ge0.
pose w := W ord0; pose below := [set j | w j < w r]; pose above := [set j | - w j < - w r].
have apartE j : apart W r j = `|w j - w r| by rewrite /apart big_ord1 distrC.
have apartE' j : apart W r j = `|- w j - - w r| by rewrite apartE -normrN opprD opprK.
have few : (#|below| + #|above| <= 3)%N.
  have : (#|below| + #|above| < #|'I_k|)%N.
    have -> : (#|below| + #|above| = #|below :|: above|)%N.
      rewrite cardsU (_ : below :&: above = set0) ?cards0 ?subn0 //; apply/setP => j.
      by rewrite !inE ltr_opp2; apply/negP => /andP[/ltW h]; rewrite ltNge h.
    rewrite -cardsT; apply: proper_card; apply/properP; split; first exact: subsetT.
    by exists r; rewrite ?inE // !ltxx.
  by rewrite card_ord => h; rewrite -ltnS; apply: leq_trans h k4.
have [one|two] := leqP #|below| 1.
  have [e [t h]] := lone (w := w) c ok one.
  apply: (@le_trans _ _ (term b alpha (fun j => `|w j - w r|) c)).
    by apply: (term_mono ok) => j; rewrite apartE.
  apply: le_trans h _; apply: le_trans (le_corner W b alpha (up) e t).
  by apply: (term_mono ok) => j; rewrite !signed_up.
have one : (#|above| <= 1)%N.
  by rewrite leqNgt; apply/negP => h; have := leq_add two h; rewrite leqNgt ltnS few.
have [e [t h]] := lone (w := fun j => - w j) c ok one.
apply: (@le_trans _ _ (term b alpha (fun j => `|- w j - - w r|) c)).
  by apply: (term_mono ok) => j; rewrite apartE'.
apply: le_trans h _; apply: le_trans (le_corner W b alpha (down) e t).
by apply: (term_mono ok) => j; rewrite !signed_down.
Qed.
