(* How many secrets an outcome rules out, by the sum of the smallest prior probabilities.
   Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.classical Require Import boolp.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs guesses products.
From pmlsym Require Import exclusions claims_extremal mechanisms.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Smallest.
Variables (R : realType) (A : finType) (P : A -> R) (k : nat).
Hypothesis few : (k <= #|A|)%N.
Local Notation M := [set x in rarest_secrets P k].

Lemma rarest_uniq : uniq (rarest_secrets P k).
Proof. by rewrite take_uniq // sort_uniq enum_uniq. Qed.

Lemma smallestE : smallest P k = \sum_(x in M) P x.
Proof. by rewrite /smallest big_uniq ?rarest_uniq //=; apply: eq_bigl => x; rewrite inE. Qed.

Lemma card_rarest : #|M| = k.
Proof.
rewrite cardsE; have /card_uniqP -> := rarest_uniq.
by rewrite size_takel // size_sort -cardE.
Qed.

Lemma rarest_le x x' : x \in M -> x' \notin M -> P x <= P x'.
Proof.
rewrite !inE => xM x'M; pose s := sort (fun x x' => P x <= P x') (enum A).
have tr : transitive (fun x x' => P x <= P x') by move=> a b c; apply: le_trans.
have tot : total (fun x x' => P x <= P x') by move=> a b; apply: le_total.
have : sorted (fun x x' => P x <= P x') s by apply: sort_sorted.
rewrite sorted_pairwise // -(cat_take_drop k s) pairwise_cat => /and3P[/allrelP h _ _].
apply: h => //; have : x' \in s by rewrite mem_sort mem_enum.
by rewrite -{1}(cat_take_drop k s) mem_cat (negbTE x'M).
Qed.

(* no k secrets are less likely than the k least likely *)
Lemma smallest_le (E : {set A}) : #|E| = k -> smallest P k <= \sum_(x in E) P x.
Proof.
move=> cE; rewrite smallestE (big_setID E) [X in _ <= X](big_setID M) /= setIC ler_add2l.
have same : #|M :\: E| = #|E :\: M|.
  by apply: (@addnI #|M :&: E|); rewrite cardsID [in RHS]setIC cardsID card_rarest cE.
have [none|[z zE]] := set_0Vmem (E :\: M).
  have -> : M :\: E = set0 by apply/eqP; rewrite -cards_eq0 same none cards0.
  by rewrite none !big_set0.
case: (@arg_minP _ _ _ z (mem (E :\: M)) P zE) => y yE y_least.
apply: le_trans (_ : \sum_(x in M :\: E) P y <= _).
  apply: ler_sum => x /setDP[xM _]; apply: rarest_le => //.
  by case/setDP: yE.
by rewrite sumr_const same -sumr_const; apply: ler_sum => x; apply: y_least.
Qed.
End Smallest.

(* the level in nats *)
Lemma level_of (R : realType) (e s : R) : s < 1 ->
  1 <= expR e * (1 - s) <-> ln (1 / (1 - s)) <= e.
Proof.
move=> s1; have d : 0 < 1 - s by rewrite subr_gt0.
have d1 : 0 < 1 / (1 - s) by rewrite divr_gt0 ?ltr01.
rewrite -ler_pdivr_mulr // -[ln _ <= _]ler_expR lnK; last by rewrite posrE.
by split.
Qed.

Theorem extremal_regions_a_holds : extremal_regions_a.
Proof.
move=> R T A B p X Y e y full private y0 s.
have rare := ruled_out_rare full private y0; rewrite /rare in rare.
have s_le : s <= 1 - expR (- e).
  by apply: le_trans rare; apply: smallest_le => //; apply: max_card.
have s1 : s < 1 by apply: le_lt_trans s_le _; rewrite ltr_subl_addr ltr_addl expR_gt0.
have main : 1 <= expR e * (1 - s).
  rewrite -ler_pdivr_mull ?expR_gt0 // mulr1 -expRN.
  by rewrite ler_subr_addr addrC -ler_subr_addr.
by split=> //; apply/level_of.
Qed.

Lemma smallest_lt1 (R : realType) (A : finType) (P : law R A) k :
  (forall x, 0 < P x) -> (k < #|A|)%N -> smallest P k < 1.
Proof.
move=> full less; rewrite smallestE -(mass_sum P).
rewrite [X in _ < X](bigID (mem [set x in rarest_secrets P k])) /= ltr_addl.
have [x xM] : exists x, x \notin [set x in rarest_secrets P k].
  apply/existsP; rewrite -negb_forall; apply/negP => /forallP all_in.
  have := less; rewrite ltnNge -(card_rarest P (ltnW less)) => /negP; apply.
  by apply: subset_leq_card; apply/subsetP => x _.
by rewrite (bigD1 x) //= ltr_paddr ?full // sumr_ge0 // => z _; apply: ltW.
Qed.

Theorem extremal_regions_b_holds : extremal_regions_b.
Proof.
move=> R A P e k full /andP[k0 less]; pose s := smallest P k.
pose M := [set x in rarest_secrets P k].
have s1 : s < 1 by apply: smallest_lt1.
have sM : \sum_(x in M) P x = s by rewrite -smallestE.
have cM : #|M| = k by apply/card_rarest/ltnW.
have s0 : 0 < s.
  have [x xM] : exists x, x \in M by apply/card_gt0P; rewrite cM.
  by rewrite -sM (bigD1 x) //= ltr_paddr ?full // sumr_ge0 // => z _; apply: ltW.
have sN : \sum_(x | x \notin M) P x = 1 - s.
  by rewrite -sM -(mass_sum P) [in RHS](bigID (mem M)) /= addrAC subrr add0r.
move/(level_of e s1) => level; clearbody s.
have d0 : 0 < 1 - s by rewrite subr_gt0.
have t1 : 1 - s <= 1 - s * (1 - s).
  by rewrite ler_add2l ler_opp2 ler_pimulr ?ger_addl ?oppr_le0 // ltW.
have t0 := lt_le_trans d0 t1.
pose q (y : bool) := if y then s * (1 - s) else 1 - s * (1 - s).
pose v (y : bool) x := if y then (if x \in M then 0 else 1 / (1 - s))
  else (if x \in M then 1 else 1 - s) / (1 - s * (1 - s)).
have q0 y : 0 < q y by rewrite /q; case: y; rewrite ?mulr_gt0.
have v0 y x : 0 <= v y x.
  by rewrite /v; case: y; case: ifP => _; rewrite ?divr_ge0 ?ler01 ?(ltW d0) ?(ltW t0).
have m1 x : \sum_y q y * v y x = 1.
  by rewrite big_bool /q /v /=; case: ifP => _; field; rewrite ?gt_eqF.
have m2 y : 0 < q y -> \sum_x P x * v y x = 1.
  move=> _; rewrite (bigID (mem M)) /= /v; case: y.
    rewrite big1 => [|x ->]; last by rewrite mulr0.
    under eq_bigr => x /negbTE -> do []; rewrite -mulr_suml sN; field; rewrite gt_eqF //.
  under eq_bigr => x -> do []; under [X in _ + X]eq_bigr => x /negbTE -> do [].
  by rewrite -!mulr_suml sN sM; field; rewrite gt_eqF.
have Bd : 1 / (1 - s) <= expR e by rewrite ler_pdivr_mulr.
have top y x : v y x <= expR e.
  apply: le_trans Bd; rewrite /v; case: y; case: ifP => _ //.
  - by rewrite divr_ge0 ?ler01 ?(ltW d0).
  - by rewrite !mul1r lef_pinv ?posrE.
  - by apply: ler_pmul; rewrite ?invr_ge0 ?(ltW t0) ?(ltW d0) ?lef_pinv ?posrE // ger_addl
      oppr_le0 ltW.
have q0' y := ltW (q0 y).
pose p := mixture P q0' v0 m1.
have out y : ruled_out p fst snd y = if y then M else set0.
  apply/setP => x; rewrite inE mixed_given // mulf_eq0 (gt_eqF (q0 y)) /= /v; case: y.
    by case: ifP => xM; rewrite ?eqxx // mul1r invr_eq0 gt_eqF.
  by rewrite in_set0 mulf_eq0 invr_eq0 (gt_eqF t0) orbF; case: ifP; rewrite ?oner_eq0 ?(gt_eqF d0).
exists [finType of A * bool], bool_finType, p, fst, snd; split.
- exact: mixed_secret.
- exact: mixed_pml.
- by exists true; rewrite ?out // mixed_outcome.
- apply/eqP; rewrite eqn_leq; apply/andP; split.
    by apply/bigmax_leqP => y _; rewrite out; case: y; rewrite ?cM ?cards0.
  have := @leq_bigmax_cond _ (mem (outcomes p snd)) (fun y => #|ruled_out p fst snd y|) true.
  by rewrite /= out cM => -> //; rewrite inE mixed_outcome.
Qed.

Theorem extremal_regions_holds : extremal_regions.
Proof.
move=> R A P e k full k01; have /andP[_ less] := k01.
have lv := level_of e (smallest_lt1 full less); split=> //; split.
  case=> T [B [p [X [Y [y [eX private y0 <-]]]]]].
  have full' x : 0 < pr p X x by rewrite eX.
  have [h _] := extremal_regions_a_holds full' private y0.
  by have <- : pr p X = P by apply/boolp.funext.
move/lv => h; have [T [B [p [X [Y [eX private [y y0 out] _]]]]]] :=
  extremal_regions_b_holds full k01 h.
by exists T, B, p, X, Y, y; split=> //; rewrite out; apply/card_rarest/ltnW.
Qed.
