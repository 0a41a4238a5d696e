(* (5) and (7) of `linear` are the same if and only if a class that attains (7) is at an end of
   every query's range; and how much farther an outcome is from one column than from another. Proofs
   of claims_tight.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring boolp mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release records claims bounds.
From pmlsym Require Import claims_tight.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* a smaller gap of one class gives a smaller term *)
Lemma term_mono_lt (R : realType) (k : nat) (b alpha : R) (gap gap' : 'I_k -> R) c r :
  allowed k b alpha -> (forall j, gap j <= gap' j) -> gap r < gap' r ->
  term b alpha gap c < term b alpha gap' c.
Proof.
move=> ok h hr; have [b0 a0 ka] := ok.
rewrite (term_lt ok) /term opprK lnK ?posrE ?(inside_gt0 ok) //.
apply: ltr_le_add; last by apply: ler_wpmul2l; rewrite ?subr_ge0 // (le_left ok).
rewrite ltr_pmul2l // [X in X < _](bigD1 r) //= [X in _ < X](bigD1 r) //=.
by apply: ltr_le_add; [rewrite (lt_left ok) | apply: ler_sum => j _; rewrite (le_left ok)].
Qed.

Section Tight.
Variables (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b alpha : R).
Hypothesis ok : allowed k b alpha.
Let b_gt0 : 0 < b. Proof. by case: ok. Qed.
Let alpha_gt0 : 0 < alpha. Proof. by case: ok. Qed.
Let spare : 0 <= 1 - k%:R * alpha. Proof. by rewrite subr_ge0; case: ok. Qed.
Local Notation triangle := (triangle W b alpha).
Local Notation corner := (corner W b alpha).
Local Notation attains := (attains W b alpha).
Local Notation at_ends := (at_ends W).

(* ---- (5) and (7) ---- *)

(* signs that show all distances from a class at the ends *)
Lemma ends_signs r : at_ends r -> exists s, forall j, signed W s j - signed W s r = apart W r j.
Proof.
move=> h; exists [ffun l => [forall j, W l r <= W l j]] => j; rewrite signedB.
apply: eq_bigr => l _; rewrite ffunE; case: ifPn => [/forallP low|no].
  by rewrite distrC ger0_norm // subr_ge0.
have [low|high] := h l; first by move/negP: no; case; apply/forallP.
by rewrite ger0_norm // subr_ge0.
Qed.

(* a class that is not at the ends is inside some range *)
Lemma inside_range r : ~ at_ends r -> exists l u v, W l u < W l r /\ W l r < W l v.
Proof.
pose between l := [exists u, W l u < W l r] && [exists v, W l r < W l v].
move=> no; case: (pickP between) => [l|none].
  by case/andP => /existsP[u hu] /existsP[v hv]; exists l, u, v.
case: no => l; have /negbT := none l; rewrite /between negb_and => /orP[] /existsPn h.
  by left=> j; rewrite leNgt h.
by right=> j; rewrite leNgt h.
Qed.

Lemma attained_same r : attains r -> at_ends r -> corner = triangle.
Proof.
move=> [c e] /ends_signs[s hs]; apply/le_anti; rewrite (corner_triangle W ok) /= -e.
by apply: le_trans (le_corner W b alpha s r c); apply: (term_mono ok) => j; rewrite hs.
Qed.

(* the term of a class that does not attain (7), or is inside a range, at gaps that are smaller *)
Lemma below_triangle (gap : 'I_k -> R) r c : (forall j, gap j <= apart W r j) ->
  (attains r -> exists j, gap j < apart W r j) -> term b alpha gap c < triangle.
Proof.
move=> h strict; have le := le_of_gaps b alpha (apart W) r c.
have le' : term b alpha gap c <= term b alpha (apart W r) c by apply: (term_mono ok).
have [e|n] := eqVneq (term b alpha (apart W r) c) triangle; last first.
  by apply: le_lt_trans le' _; rewrite lt_neqAle n.
have [|j hj] := strict; first by exists c.
by apply: lt_le_trans le; apply: (term_mono_lt c ok h hj).
Qed.

Lemma same_attained : (0 < k)%N -> corner = triangle -> exists2 r, attains r & at_ends r.
Proof.
move=> k0 same; have := triangle_ge0 W b alpha; rewrite le_eqVlt => /orP[/eqP t0|t0].
  have d0 : diameter W = 0.
    apply/eqP; rewrite eq_le diameter_ge0 andbT leNgt; apply/negP => d0.
    by have := corner_gt0 ok d0; rewrite same -t0 ltxx.
  have far j r : apart W j r = 0.
    by apply/le_anti; rewrite apart_ge0 andbT -d0 apart_le.
  have eqW l j r : W l j = W l r.
    apply/eqP; rewrite -subr_eq0 -normr_eq0.
    have /eqP := far j r; rewrite psumr_eq0 // => /allP /(_ l (mem_index_enum _)).
    by [].
  exists (Ordinal k0); last by move=> l; left=> j; rewrite (eqW l j (Ordinal k0)).
  exists (Ordinal k0); rewrite -t0; apply: (term0 (r := Ordinal k0)) => // j; by rewrite !far.
have [//|none] := pselect (exists2 r, attains r & at_ends r).
have : corner < triangle; last by rewrite same ltxx.
apply: corner_lt => // s r c; apply: (@below_triangle _ r) => [j|ar].
  by rewrite apartC signed_le.
have [|l [u [v [ul lv]]]] := @inside_range r; first by move=> e; apply: none; exists r.
have strict j : (if s l then W l j - W l r else W l r - W l j) < `|W l r - W l j| ->
    signed W s j - signed W s r < apart W r j.
  move=> h; rewrite signedB /apart (bigD1 l) //= [X in _ < X](bigD1 l) //=.
  apply: ltr_le_add => //; apply: ler_sum => i _; case: (s i); last exact: ler_norm.
  by rewrite distrC ler_norm.
have [sl|sl] := boolP (s l); [exists u | exists v]; apply: strict; rewrite ?sl ?(negbTE sl).
  apply: (@lt_trans _ _ 0); first by rewrite subr_lt0.
  by rewrite normr_gt0 subr_eq0 gt_eqF.
apply: (@lt_trans _ _ 0); first by rewrite subr_lt0.
by rewrite normr_gt0 subr_eq0 lt_eqF.
Qed.

(* ---- two records ---- *)

(* how much farther z is from column j than from column r *)
Definition beyond (z : 'I_m -> R) r j := \sum_l (`|z l - W l j| - `|z l - W l r|).

Lemma step_le (z u v : R) : `|z - v| - `|z - u| <= `|u - v|.
Proof.
rewrite ler_subl_addr; have -> : z - v = (u - v) + (z - u) by ring.
exact: ler_norm_add.
Qed.

Lemma beyond_le z r j : beyond z r j <= apart W r j.
Proof. by apply: ler_sum => l _; apply: step_le. Qed.

(* off the answer of a class that is inside a range *)
Lemma beyond_lt z r l u v : W l u < W l r -> W l r < W l v -> z l != W l r ->
  exists j, beyond z r j < apart W r j.
Proof.
move=> ul lv n.
have strict j : `|z l - W l j| - `|z l - W l r| < `|W l r - W l j| ->
    beyond z r j < apart W r j.
  move=> h; rewrite /beyond /apart (bigD1 l) //= [X in _ < X](bigD1 l) //=.
  by apply: ltr_le_add => //; apply: ler_sum => i _; apply: step_le.
have less (x y d : R) : 0 < d -> y - x = d + d -> x < y.
  by move=> d0 e; rewrite -subr_gt0 e addr_gt0.
move: n; rewrite neq_lt => /orP[zr|rz]; [exists u | exists v]; apply: strict.
  rewrite [`|z l - W l r|]distrC [`|W l r - z l|]gtr0_norm ?subr_gt0 //.
  rewrite [`|W l r - _|]gtr0_norm ?subr_gt0 //; have [h|h] := leP (W l u) (z l).
    rewrite ger0_norm ?subr_ge0 //; apply: (less _ _ (W l r - z l)); rewrite ?subr_gt0 //; ring.
  rewrite ltr0_norm ?subr_lt0 //; apply: (less _ _ (W l r - W l u)); rewrite ?subr_gt0 //; ring.
rewrite [`|W l r - W l v|]distrC [`|W l v - _|]gtr0_norm ?subr_gt0 //.
rewrite [`|z l - W l r|]gtr0_norm ?subr_gt0 //; have [h|h] := leP (z l) (W l v).
  rewrite distrC ger0_norm ?subr_ge0 //.
  apply: (less _ _ (z l - W l r)); rewrite ?subr_gt0 //; ring.
rewrite gtr0_norm ?subr_gt0 //; apply: (less _ _ (W l v - W l r)); rewrite ?subr_gt0 //; ring.
Qed.
End Tight.
