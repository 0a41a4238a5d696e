(* How many secrets an outcome rules out under PML. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs guesses.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- Sec. II-B: what an outcome rules out ---- *)

Section RuledOut.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).
Variable u : R.
Hypothesis full : forall x, 0 < pr p X x.

Lemma pml_le y : 0 < pr p Y y ->
  vle (pml p X Y y) (Fin u) = [forall x, lift p X Y x y <= expR u].
Proof.
move=> y0; rewrite (pmlE full y0) /= -ler_expR lnK ?posrE ?hi_gt0 //.
apply/idP/forallP => [h x|h]; first exact: le_trans (lift_le_hi Y full y x) h.
by apply/bigmax_leP; split=> [|x _]; [apply: ltW; apply: expR_gt0 | apply: h].
Qed.

Hypothesis private : vle (worst p Y (pml p X Y)) (Fin u).

Lemma ruled_out_rare y : 0 < pr p Y y -> rare p X u (ruled_out p X Y y).
Proof.
move=> y0; have [t et t0] := pr_at y0.
have := at_most_le private t0; rewrite et pml_le // => /forallP h.
have zero x : x \in ruled_out p X Y y -> lift p X Y x y = 0.
  by rewrite inE /given mulf_eq0 invr_eq0 (gt_eqF (full x)) orbF /lift => /eqP->; rewrite mul0r.
have : 1 <= expR u * (1 - \sum_(x in ruled_out p X Y y) pr p X x).
  rewrite -[X in X <= _](mean_lift X y0) -[X in _ * (X - _)](pr_sum p X).
  rewrite (bigID (mem (ruled_out p X Y y))) /= big1 ?add0r => [|x /zero->]; last by rewrite mulr0.
  rewrite [in X in _ <= X](bigID (mem (ruled_out p X Y y))) /= addrAC subrr add0r mulr_sumr.
  by apply: ler_sum => x _; rewrite mulrC ler_wpmul2r ?pr_ge0.
rewrite -ler_pdivr_mull ?expR_gt0 // mulr1 -expRN ler_subr_addr addrC -ler_subr_addr.
by [].
Qed.

Lemma ruled_out_most y : 0 < pr p Y y -> (#|ruled_out p X Y y| <= most_ruled_out p X u)%N.
Proof. by move=> y0; apply: leq_bigmax_cond; apply: ruled_out_rare. Qed.

Lemma zero_pairs_le : (#|zero_pairs p X Y| <= most_ruled_out p X u * #|outcomes p Y|)%N.
Proof.
rewrite -sum1_card (partition_big snd (mem (outcomes p Y))) /=; last first.
  by move=> xy; rewrite !inE => /andP[].
rewrite mulnC -sum_nat_const; apply: leq_sum => y; rewrite inE => y0.
rewrite (reindex_onto (fun x => (x, y)) fst) => [|[x y'] /andP[_ /eqP/= ->]] //=.
rewrite (eq_bigl (mem (ruled_out p X Y y))) ?sum1_card ?ruled_out_most // => x.
by rewrite !inE /= y0 !eqxx !andbT.
Qed.

Lemma rare_least E x : rare p X u E -> x \in E -> pmin p X <= 1 - expR (- u).
Proof.
move=> h xE; apply: le_trans (pmin_le p X x) _; apply: le_trans h.
by rewrite (bigD1 x) //= ler_addl sumr_ge0 // => i _; apply: pr_ge0.
Qed.
End RuledOut.

Theorem pmc_zero_pairs_a_holds : pmc_zero_pairs_a.
Proof. by move=> R T p A B X Y u full _; apply: zero_pairs_le. Qed.

Theorem pmc_zero_pairs_b_holds : pmc_zero_pairs_b.
Proof.
move=> R T p A B X Y u full _ private high; apply/eqP; rewrite cards_eq0 -subset0.
apply/subsetP => -[x y]; rewrite inE /= => /andP[y0 z].
have := rare_least (ruled_out_rare full private y0) (_ : x \in _); rewrite inE z.
move=> /(_ isT); rewrite ler_subr_addr addrC -ler_subr_addr expRN.
by rewrite -[X in X <= _]mulr1 ler_pdivr_mull ?expR_gt0 // leNgt high.
Qed.

Lemma pmin_is (R : realType) (T : finType) (p : law R T) (A : finType) (X : T -> A) :
  exists x, pr p X x = pmin p X.
Proof.
have : pmin p X = 1 \/ exists x, pr p X x = pmin p X.
  rewrite /pmin; elim/big_ind: _ => [|a b|x _]; [by left| |by right; exists x].
  by rewrite /Num.min; case: ifP.
case=> // e; exists (X (point p)); apply/le_anti.
by rewrite pmin_le e pr_le1.
Qed.

Theorem pmc_zero_pairs_c_holds : pmc_zero_pairs_c.
Proof.
move=> R A P u two full level.
have full' x : 0 < pr P id x by rewrite pr_id.
have [x0 e0] := pmin_is P id; have least0 : 0 < pmin P id by rewrite -e0.
have least1 : pmin P id < 1.
  have [x1 x1x0] : exists x1, x1 != x0.
    move: two; rewrite (cardD1 x0) ltnS => /card_gt0P[x1].
    by rewrite !inE => /andP[h _]; exists x1.
  rewrite -e0 -[X in _ < X](pr_sum P id) (bigD1 x0) //= ltr_addl (bigD1 x1) //=.
  by rewrite ltr_paddr // sumr_ge0 // => x _; apply: pr_ge0.
have enough : pmin P id <= 1 - expR (- u).
  rewrite ler_subr_addr addrC -ler_subr_addr expRN.
  have d : 0 < 1 - pmin P id by rewrite subr_gt0.
  by rewrite -[X in _ <= X]invrK lef_pinv ?posrE ?expR_gt0 ?invr_gt0 // -ler_ln
    ?posrE ?expR_gt0 ?invr_gt0 // expK.
have rare1 : rare P id u [set x0] by rewrite /rare big_set1 e0.
have some : (0 < #|rare P id u|)%N by apply/card_gt0P; exists [set x0].
have [E rE eE] := eq_bigmax_cond (fun E : {set A} => #|E|) some.
pose s := \sum_(x in E) pr P id x.
have rs : s <= 1 - expR (- u) := rE.
have s1 : s < 1 by apply: le_lt_trans rs _; rewrite ltr_subl_addr ltr_addl expR_gt0.
have [x2 x2E] : exists x, x \in E.
  apply/card_gt0P; rewrite -eE; apply: leq_trans (_ : #|[set x0]| <= _)%N; first by rewrite cards1.
  exact: leq_bigmax_cond.
have s0 : 0 < s by rewrite /s (bigD1 x2) //= ltr_paddr // sumr_ge0 // => i _; apply: pr_ge0.
have us : (1 - s)^-1 <= expR u.
  rewrite -[expR u]invrK -expRN lef_pinv ?posrE ?expR_gt0 ?subr_gt0 //.
  by rewrite ler_subr_addr addrC -ler_subr_addr.
have sE : \sum_(x | x \notin E) pr P id x = 1 - s.
  by rewrite -[X in _ = X - _](pr_sum P id) [in RHS](bigID (mem E)) /= addrAC subrr add0r.
clearbody s.
(* the answer false is never given in E *)
pose h x := if x \in E then 0 else s.
have h01 x : 0 <= h x <= 1 by rewrite /h; case: ifP => _; rewrite ?lexx ?ler01 // !ltW.
pose q := with_coin P id h01.
have K_sum := coin_kernel_sum h; have qK := @with_coin_at _ _ P _ id h h01.
have qX x : pr q fst x = pr P id x := larger_pr K_sum qK id x.
have qXY x b : pr q (both fst snd) (x, b) = pr P id x * coin_kernel h x b.
  by rewrite pr_bothC; exact: (larger_secret qK).
have qF : pr q snd false = s * (1 - s).
  rewrite -(pr_suml q fst) -sE mulr_sumr [RHS]big_mkcond; apply: eq_bigr => x _ /=.
  by rewrite qXY /= /h; case: (x \in E); rewrite ?mulr0 // mulrC.
have qT : pr q snd true = 1 - s * (1 - s).
  by rewrite -qF -[X in _ = X - _](pr_sum q snd) big_bool /= addrK.
have t1 : 1 - s <= 1 - s * (1 - s).
  by rewrite ler_add2l ler_opp2 -[X in _ <= X]mulr1 ler_pmul2l // ger_addl oppr_le0 ltW.
have d0 : 0 < 1 - s by rewrite subr_gt0.
have t0 := lt_le_trans d0 t1.
have qY b : 0 < pr q snd b by case: b; rewrite ?qT ?qF // mulr_gt0.
have qfull x : 0 < pr q fst x by rewrite qX.
have out b : ruled_out q fst snd b = if b then set0 else E.
  apply/setP => x; rewrite inE /given qXY qX mulf_eq0 invr_eq0 (gt_eqF (full' x)) orbF.
  rewrite mulf_eq0 (gt_eqF (full' x)) /=; case: b => /=; rewrite /h; last first.
    by case: (x \in E); rewrite ?eqxx // gt_eqF.
  by rewrite inE; case: (x \in E); rewrite ?subr0 ?oner_eq0 // gt_eqF.
have same : most_ruled_out q fst u = most_ruled_out P id u.
  by apply: eq_bigl => F; rewrite /rare; under eq_bigr do rewrite qX.
exists [finType of A * bool], bool_finType, q, fst, snd; split.
- by move=> x; rewrite qX pr_id.
- apply: worst_le => r _; rewrite pml_le //; apply/forallP => x.
  rewrite /lift qXY qX; apply: le_trans us.
  rewrite -mulf_div divff ?gt_eqF // mul1r.
  case: (r.2) => /=; rewrite /h ?qT ?qF.
    rewrite -[X in _ <= X]mul1r; apply: ler_pmul; rewrite ?invr_ge0 ?(ltW t0) ?lef_pinv ?posrE //.
      by case: ifP => _; rewrite ?subr0 ?ler01 // ltW.
    by case: ifP => _; rewrite ?subr0 // ger_addl oppr_le0 ltW.
  case: ifP => _; first by rewrite mul0r invr_ge0 ltW.
  by rewrite invfM mulrA divff ?mul1r // gt_eqF.
- rewrite same /most_ruled_out eE; apply/eqP; rewrite eqn_leq; apply/andP; split.
    by apply/bigmax_leqP => b _; rewrite out; case: b; rewrite ?cards0.
  have := @leq_bigmax_cond _ (mem (outcomes q snd)) (fun b => #|ruled_out q fst snd b|) false.
  by rewrite /= out => ->; rewrite ?inE ?qY.
Qed.
