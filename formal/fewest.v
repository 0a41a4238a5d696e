(* As many outcomes as there are secrets are enough, for every utility: with more, the lift vectors
   depend on one another, and along that direction the chance of one falls to zero.
   Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.classical Require Import boolp.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs guesses products.
From pmlsym Require Import exclusions claims_extremal mechanisms.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* more vectors than entries depend on one another *)
Lemma dependent (R : fieldType) (A B : finType) (S : {set B}) (v : B -> A -> R) :
  (#|A| < #|S|)%N -> exists c : B -> R,
  [/\ forall y, y \notin S -> c y = 0, exists y, c y != 0 & forall x, \sum_y c y * v y x = 0].
Proof.
move=> more; have [y0 y0S] : exists y, y \in S by apply/card_gt0P; apply: leq_ltn_trans more.
pose M : 'M[R]_(#|S|, #|A|) := \matrix_(i, j) v (enum_val i) (enum_val j).
have : kermx M != 0.
  rewrite kermx_eq0 /row_free neq_ltn; apply/orP; left.
  exact: leq_ltn_trans (rank_leq_col M) more.
case/rowV0Pn => C /sub_kermxP CM C0.
pose c y := if y \in S then C 0 (enum_rank_in y0S y) else 0.
have cE i : c (enum_val i) = C 0 i by rewrite /c enum_valP enum_valK_in.
exists c; split=> [y /negbTE e| |x]; first by rewrite /c e.
  case/rV0Pn: C0 => i; rewrite -cE => h; by exists (enum_val i).
rewrite (bigID (mem S)) /= [X in _ + X]big1 ?addr0 => [|y /negbTE e]; last by rewrite /c e mul0r.
rewrite big_enum_val; move/rowP/(_ (enum_rank x)): CM; rewrite !mxE => e; rewrite -[RHS]e.
by apply: eq_bigr => i _; rewrite cE !mxE enum_rankK.
Qed.

Section Fewer.
Variables (R : realFieldType) (A B : finType) (P : A -> R) (v : B -> A -> R) (u : B -> R).
Local Notation S q := [set y | 0 < q y].

(* chances with the same means, of no less utility *)
Definition as_good (q q' : B -> R) := [/\ forall y, 0 <= q' y, S q' \subset S q,
  forall x, \sum_y q' y * v y x = \sum_y q y * v y x & \sum_y q y * u y <= \sum_y q' y * u y].

Lemma as_good_trans q q' q'' : as_good q q' -> as_good q' q'' -> as_good q q''.
Proof.
move=> [_ s m le] [h s' m' le']; split=> // [|x|]; first exact: subset_trans s.
  by rewrite m' m.
exact: le_trans le'.
Qed.

Variable q : B -> R.
Hypothesis q_ge0 : forall y, 0 <= q y.
Hypothesis mean1 : forall y, y \in S q -> \sum_x P x * v y x = 1.

Lemma not_chosen y : y \notin S q -> q y = 0.
Proof. by rewrite inE -leNgt => h; apply/le_anti; rewrite h q_ge0. Qed.

(* along a direction of mean zero *)
Lemma along c y1 : (forall y, y \notin S q -> c y = 0) -> c y1 != 0 ->
  (forall x, \sum_y c y * v y x = 0) -> 0 <= \sum_y c y * u y ->
  exists2 q', as_good q q' & (#|S q'| < #|S q|)%N.
Proof.
move=> out c1 zero up.
have sum0 : \sum_y c y = 0.
  transitivity (\sum_y \sum_x P x * (c y * v y x)).
    apply: eq_bigr => y _; have [yS|/out ->] := boolP (y \in S q).
      rewrite -[LHS]mulr1 -(mean1 yS) mulr_sumr; apply: eq_bigr => x _; ring.
    by rewrite big1 // => x _; rewrite mul0r mulr0.
  by rewrite exchange_big big1 // => x _; rewrite -mulr_sumr zero mulr0.
have [y2 y20] : exists y, c y < 0.
  apply/existsP; rewrite -[X in is_true X]negbK; apply/negP => /existsPn none.
  have ge y : xpredT y -> 0 <= c y by rewrite leNgt none.
  by have e : c y1 = 0 by [apply: psumr_eq0P ge sum0 _ _]; rewrite e eqxx in c1.
case: (@arg_minP _ _ _ y2 (fun y => c y < 0) (fun y => q y / - c y) y20) => y3 y30 least.
pose t := q y3 / - c y3.
have t0 : 0 <= t by rewrite divr_ge0 // oppr_ge0 ltW.
pose q' y := q y + t * c y.
have q'0 y : 0 <= q' y.
  have [c0|c0] := leP 0 (c y); first by rewrite addr_ge0 // mulr_ge0.
  by have := least y c0; rewrite -/t ler_pdivl_mulr ?oppr_gt0 // mulrN -subr_ge0 opprK.
have q'3 : q' y3 = 0 by rewrite /q' /t; field; rewrite lt_eqF.
have out' y : y \notin S q -> q' y = 0.
  by move=> h; rewrite /q' (not_chosen h) (out y h) mulr0 addr0.
have lin w : \sum_y q' y * w y = \sum_y q y * w y + t * \sum_y c y * w y.
  by rewrite mulr_sumr -big_split; apply: eq_bigr => y _; rewrite /q' /=; ring.
have sub : S q' \subset S q.
  by apply/subsetP => y; apply: contraTT => /out'; rewrite inE => ->; rewrite ltxx.
exists q'; first split=> // [x|]; first by rewrite lin zero mulr0 addr0.
  by rewrite lin ler_addl mulr_ge0.
apply: proper_card; rewrite properE sub; apply/subsetPn; exists y3; last by rewrite inE q'3 ltxx.
by apply: contraTT y30 => /out ->; rewrite ltxx.
Qed.

Lemma fewer : (#|A| < #|S q|)%N -> exists2 q', as_good q q' & (#|S q'| < #|S q|)%N.
Proof.
case/(dependent v) => c [out [y1 c1] zero].
have [up|down] := leP 0 (\sum_y c y * u y); first exact: along out c1 zero up.
apply: (@along (fun y => - c y) y1); [|by rewrite oppr_eq0| |].
- by move=> y /out ->; apply: oppr0.
- by move=> x; under eq_bigr do rewrite mulNr; rewrite sumrN zero oppr0.
- by under eq_bigr do rewrite mulNr; rewrite sumrN oppr_ge0 ltW.
Qed.
End Fewer.

Lemma few (R : realFieldType) (A B : finType) (P : A -> R) (v : B -> A -> R) u n (q : B -> R) :
  (#|[set y | (0 < q y)%R]| <= n)%N -> (forall y, 0 <= q y) ->
  (forall y, 0 < q y -> \sum_x P x * v y x = 1) ->
  exists2 q', as_good v u q q' & (#|[set y | (0 < q' y)%R]| <= #|A|)%N.
Proof.
elim: n q => [|n ih] q le_n q0 m.
  by exists q; [split | apply: leq_trans le_n _].
have [le|more] := leqP #|[set y | (0 < q y)%R]| #|A|; first by exists q; [split |].
have m' y : y \in [set y | 0 < q y] -> \sum_x P x * v y x = 1 by rewrite inE => /m.
have [q1 good less] := @fewer _ _ _ P v u q q0 m' more.
have [q10 sub _ _] := good.
have [|y y1|q2 good2 le] := ih q1 _ q10.
- by rewrite -ltnS; apply: leq_trans le_n.
- by apply: m; have := subsetP sub y; rewrite !inE; apply.
- by exists q2 => //; apply: as_good_trans good2.
Qed.

Theorem extremal_outcomes_holds : extremal_outcomes.
Proof.
move=> R T A B p X Y mu; pose P := Law (pr_ge0 p X) (pr_sum p X).
pose q y := pr p Y y; pose v y x := if P x == 0 then 1 else lift p X Y x y.
have q0 y : 0 <= q y by apply: pr_ge0.
have v0 y x : 0 <= v y x by rewrite /v; case: ifP => _; rewrite ?ler01 ?lift_ge0.
have m y : 0 < q y -> \sum_x P x * v y x = 1.
  move=> y0; rewrite -[RHS](mean_lift X y0); apply: eq_bigr => x _.
  by rewrite /v; case: eqP => [e|//]; rewrite /= in e *; rewrite e !mul0r.
have s x : \sum_y q y * v y x = 1.
  rewrite /v; have [e|n] := eqVneq (P x) 0.
    by under eq_bigr do rewrite mulr1; apply: pr_sum.
  by apply: mean_outcomes; rewrite lt_neqAle eq_sym n pr_ge0.
have [q' [q'0 sub means le] less] := few (fun y => mu (fun x => lift p X Y x y)) (leqnn _) q0 m.
have pos y : 0 < q' y -> 0 < q y by have := subsetP sub y; rewrite !inE.
have s' x : \sum_y q' y * v y x = 1 by rewrite means.
have m' y : 0 < q' y -> \sum_x P x * v y x = 1 by move=> /pos /m.
have lifts y x : 0 < q' y -> lift (mixture P q'0 v0 s') fst snd x y = lift p X Y x y.
  move=> y0; have [e|n] := eqVneq (P x) 0.
    by rewrite /lift mixed_secret e [pr p X x]e !mul0r !invr0 !mulr0.
  have x0 : 0 < P x by rewrite lt_neqAle eq_sym n pr_ge0.
  by rewrite mixed_lift // /v (negbTE n).
exists [finType of A * B], (mixture P q'0 v0 s'), fst, snd; split.
- exact: mixed_secret.
- apply: leq_trans less; apply: subset_leq_card; apply/subsetP => y.
  by rewrite !inE mixed_outcome.
- by move=> y; rewrite mixed_outcome // => y0; split=> [|x]; [apply: pos | apply: lifts].
- apply: le_trans le _; apply: ler_sum => y _; rewrite mixed_outcome //.
  have [e|n] := eqVneq (q' y) 0; first by rewrite e !mul0r.
  have y0 : 0 < q' y by rewrite lt_neqAle eq_sym n q'0.
  have -> : (fun x => lift (mixture P q'0 v0 s') fst snd x y) = (fun x => lift p X Y x y).
    by apply/funext => x; apply: lifts.
  by [].
Qed.
