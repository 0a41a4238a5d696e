(* Outcomes at the ends of every query's range leak what (5) says, and more records never raise the
   worst leakage. Proofs of claims.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law extremes release records claims bounds outcomes worst.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Ends.
Variables (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b alpha : R) (n : nat).
Hypotheses (ok : allowed k b alpha) (n_gt0 : (0 < n)%N).
Let b_gt0 : 0 < b. Proof. by case: ok. Qed.
Let alpha_gt0 : 0 < alpha. Proof. by case: ok. Qed.
Let ka : k%:R * alpha <= 1. Proof. by case: ok. Qed.

Section AtEnds.
Variables (D : finType) (cls : D -> 'I_k) (s : {ffun 'I_m -> bool}) (y : 'I_m -> R).
Hypothesis y_low : forall l, s l -> forall j, y l <= n%:R * W l j.
Hypothesis y_high : forall l, ~~ s l -> forall j, n%:R * W l j <= y l.
Local Notation q := (answers W cls (n := n)).

Lemma mean_answer (x : database D n) l :
  (forall j, y l <= n%:R * W l j) -> y l <= q x l.
Proof.
move=> h; have n0 : 0 < n%:R :> R by rewrite ltr0n.
have h' j : y l / n%:R <= W l j by rewrite ler_pdivr_mulr // mulrC.
have -> : y l = \sum_(i < n) y l / n%:R.
  by rewrite sumr_const card_ord -[_ *+ n]mulr_natl mulrCA divff ?mulr1 // gt_eqF.
by rewrite answersE; apply: ler_sum => i _.
Qed.

Lemma mean_answer' (x : database D n) l :
  (forall j, n%:R * W l j <= y l) -> q x l <= y l.
Proof.
move=> h; have n0 : 0 < n%:R :> R by rewrite ltr0n.
have h' j : W l j <= y l / n%:R by rewrite ler_pdivl_mulr // mulrC.
have -> : y l = \sum_(i < n) y l / n%:R.
  by rewrite sumr_const card_ord -[_ *+ n]mulr_natl mulrCA divff ?mulr1 // gt_eqF.
by rewrite answersE; apply: ler_sum => i _.
Qed.

Lemma laplace_end x : laplace b q y x = \prod_l ((2%:R * b)^-1 *
  expR ((if s l then y l else - y l) / b)) * expR (\sum_l (if s l then - b^-1 else b^-1) * q x l).
Proof.
rewrite expR_sum -big_split; apply: eq_bigr => l _ /=; rewrite -mulrA -expRD; congr (_ * _).
apply: (congr1 (@expR R)); case: ifPn => sl.
  rewrite distrC ger0_norm ?subr_ge0 ?(mean_answer x (y_low sl)) //.
  by rewrite -mulNr opprB mulrBl mulNr [q x l / b]mulrC.
rewrite ger0_norm ?subr_ge0 ?(mean_answer' x (y_high sl)) //.
by rewrite -mulNr opprB mulrBl addrC mulNr [q x l / b]mulrC.
Qed.

Lemma end_shift (i : 'I_n) x c d : let g v := - (signed W s (cls v) / b) in
  laplace b q y (put i x c) = expR (g c - g d) * laplace b q y (put i x d).
Proof.
move=> g; rewrite !laplace_end mulrCA -expRD; congr (_ * _); apply: (congr1 (@expR R)).
have gE v : \sum_l (if s l then - b^-1 else b^-1) * W l (cls v) = g v.
  rewrite /g /signed mulr_suml -sumrN; apply: eq_bigr => l _.
  by case: ifP => _; rewrite ?mulNr ?opprK mulrC.
by rewrite (answers_shift cls W i x c d) !gE.
Qed.
End AtEnds.

Lemma term_signed s r c : term b alpha (fun j => signed W s j - signed W s r) c =
  - ln (\sum_j favouring (ltW alpha_gt0) ka c j *
        expR (- (signed W s j / b) - - (signed W s r / b))).
Proof.
rewrite (favouring_term (ltW alpha_gt0) ka); congr (- ln _); apply: eq_bigr => j _.
by congr (_ * expR _); rewrite mulrBl opprB opprK addrC.
Qed.

Lemma leak_end (D : finType) (cls : D -> 'I_k) (P : 'I_n -> law R D) i (s : {ffun 'I_m -> bool}) y :
  (forall l, s l -> forall j, y l <= n%:R * W l j) ->
  (forall l, ~~ s l -> forall j, n%:R * W l j <= y l) -> (forall j, alpha <= share cls (P i) j) ->
  leak P (laplace b (answers W cls) y) i <= corner W b alpha.
Proof.
move=> low high floor; pose F := laplace b (answers W cls (n := n)) y.
have F0 x : 0 < F x by apply: laplace_gt0.
apply/(@leak_factor _ _ _ P i F (fun v => - (signed W s (cls v) / b)) _ F0); first exact: end_shift.
move=> d p.
have [t far] := farthest (cls d) (signed W s).
rewrite (mean_share cls (P i) (fun j => expR (- (signed W s j / b) - - (signed W s (cls d) / b)))).
apply: le_trans (floor_mean (c := t) floor _) => [|j]; last first.
  by rewrite ler_expR ler_add2r ler_opp2 ler_pmul2r ?invr_gt0.
have e j : - (signed W s j / b) - - (signed W s (cls d) / b) =
    - ((signed W s j - signed W s (cls d)) / b) by rewrite mulrBl opprB opprK addrC.
have := le_corner W b alpha s (cls d) t; rewrite (term_le ok) /inside.
by rewrite /left_at e; under [X in _ -> _ <= alpha * X + _]eq_bigr do rewrite e.
Qed.

Lemma leak_end_ge (P : 'I_n -> law R [finType of 'I_k]) i (s : {ffun 'I_m -> bool}) r c
    (y : 'I_m -> R) : P i =1 favouring (ltW alpha_gt0) ka c ->
  (forall l, s l -> forall j, y l <= n%:R * W l j) ->
  (forall l, ~~ s l -> forall j, n%:R * W l j <= y l) ->
  term b alpha (fun j => signed W s j - signed W s r) c <=
  leak P (laplace b (answers W (@id 'I_k)) y) i.
Proof.
move=> Pi low high; set p := favouring _ _ _ in Pi *.
pose F := laplace b (answers W (n := n) (@id 'I_k)) y; set u := leak _ _ _.
have F0 x : 0 < F x by apply: laplace_gt0.
have p0 : 0 < P i r by rewrite Pi; apply: lt_le_trans (favouring_ge _ ka c r).
have shift := @end_shift _ (@id 'I_k) s y low high i.
have := (@leak_factor _ _ _ P i F (fun v => - (signed W s v / b)) u F0 shift).1 (lexx _) r p0.
under eq_bigr do rewrite Pi.
rewrite term_signed ler_oppl -/p => h; rewrite -[- u]expK ler_ln ?posrE ?expR_gt0 //.
exact: lt_le_trans (expR_gt0 _) h.
Qed.

Lemma corner_is : (0 < k)%N -> exists s r c,
  corner W b alpha <= term b alpha (fun j => signed W s j - signed W s r) c.
Proof.
move=> k0; have := corner_ge0 W b alpha; rewrite le_eqVlt => /orP[/eqP z|c0].
  pose s : {ffun 'I_m -> bool} := [ffun=> true].
  have [r low] := farthest (Ordinal k0) (fun j => - signed W s j).
  by exists s, r, r; rewrite -z; apply: (term_ge0 ok) => j; rewrite subr_ge0 -ler_opp2.
have [s es] := max_is c0; have [|r er] := @max_is R _ (fun r => \big[Num.max/0]_c
    term b alpha (fun j => signed W s j - signed W s r) c); first by rewrite [X in _ < X]es.
have [|c ec] := @max_is R _ (term b alpha (fun j => signed W s j - signed W s r)).
  by rewrite [X in _ < X]er [X in _ < X]es.
by exists s, r, c; rewrite ec er [X in _ <= X]es.
Qed.
End Ends.

Theorem linear_theorem_2_attained_holds : linear_theorem_2_attained.
Proof.
move=> R m k W b alpha n ok k0 n0 end_; have [b0 a0 ka] := ok; split=> [D cls P i y floor h|i others].
  pose s := [ffun l => [forall j, y l <= n%:R * W l j]].
  apply: (@leak_end _ _ _ W b alpha n ok n0 D cls P i s y) => // [l|l]; rewrite ffunE.
    by move/forallP.
  by move=> /negP no; have [_ [low|//]] := h l; case: no; apply/forallP.
have [s [r [c best]]] := corner_is W ok k0.
have lo l : exists t, forall j, - W l j <= - W l t.
  by have [t ht] := farthest (Ordinal k0) (fun j => - W l j); exists t.
have hi l : exists t, forall j, W l j <= W l t.
  by have [t ht] := farthest (Ordinal k0) (fun j => W l j); exists t.
have /fin_all_exists[e eP] : forall l, exists t, if s l then forall j, W l t <= W l j
    else forall j, W l j <= W l t.
  move=> l; case: (s l); last exact: hi.
  by have [t ht] := lo l; exists t => j; rewrite -ler_opp2.
pose y l := n%:R * W l (e l).
have low l : s l -> forall j, y l <= n%:R * W l j.
  by move=> sl j; apply: ler_wpmul2l; [apply: ler0n | have := eP l; rewrite sl].
have high l : ~~ s l -> forall j, n%:R * W l j <= y l.
  by move=> sl j; apply: ler_wpmul2l; [apply: ler0n | have := eP l; rewrite (negbTE sl)].
pose P j := if j == i then favouring (ltW a0) ka c else others j.
have Pi : P i =1 favouring (ltW a0) ka c by move=> j; rewrite /P eqxx.
exists P, y; split=> [j|j||]; first by rewrite /P => /negbTE ->.
- by rewrite Pi favouring_ge.
- by move=> l; split; [exists (e l) | case: (boolP (s l)) => sl; [left; apply: low | right; apply: high]].
have ge := @leak_end_ge _ _ _ W b alpha n ok n0 P i s r c y Pi low high.
apply/le_anti/andP; split; last exact: le_trans best ge.
by apply: (leak_end ok n0 low high) => j; rewrite shareE Pi favouring_ge.
Qed.
