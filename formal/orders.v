(* Orders taken in turn: guesswork on average. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs guesses guesswork.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- orders in turn ---- *)

Section InTurn.
Variables (B C : finType) (O : {set B}) (y0 : B) (s : B -> {perm C}).
Hypothesis y0O : y0 \in O.
Local Notation rank y u := (enum_rank (s y u)).+1.
Let key u := rank [arg min_(y < y0 in O) rank y u] u.

Lemma key_min y u : y \in O -> (key u <= rank y u)%N.
Proof. by rewrite /key; case: arg_minnP => // z _; apply. Qed.
Lemma key_is u : exists2 y, y \in O & key u = rank y u.
Proof. by rewrite /key; case: arg_minnP => // z zO _; exists z. Qed.

Lemma few_first y m : (#|[set v | rank y v <= m]| <= m)%N.
Proof.
rewrite cardE -(size_map (fun v => nat_of_ord (enum_rank (s y v)))) -[X in (_ <= X)%N](size_iota 0).
apply: uniq_leq_size => [|i /mapP[v]].
  by rewrite map_inj_uniq ?enum_uniq // => v w /val_inj/enum_rank_inj/perm_inj.
by rewrite mem_enum inE mem_iota => h ->.
Qed.

Lemma few_keys m : (#|[set v | key v <= m]| <= #|O| * m)%N.
Proof.
apply: leq_trans (_ : #|\bigcup_(y in O) [set v | rank y v <= m]| <= _)%N.
  apply/subset_leq_card/subsetP => v; rewrite inE => h.
  by have [y yO e] := key_is v; apply/bigcupP; exists y; rewrite // inE -e.
rewrite -sum_nat_const; elim/big_rec2: _ => [|y n E _ ih]; first by rewrite cards0.
by apply: leq_trans (leq_card_setU _ _) _; apply: leq_add; [apply: few_first|].
Qed.

Let before u v := (key u <= key v)%N.
Let r := sort before (enum C).
Let in_r u : u \in r. Proof. by rewrite mem_sort mem_enum. Qed.
Let place u : (index u r < #|C|)%N.
Proof. by rewrite cardE -(size_sort before) index_mem in_r. Qed.
Let order u := enum_val (Ordinal (place u)).
Let order_inj : injective order.
Proof.
move=> u v /enum_val_inj [] e.
by rewrite -(nth_index u (in_r u)) e nth_index.
Qed.

Lemma in_turn : exists q : {perm C}, forall y u, y \in O ->
  ((enum_rank (q u)).+1 <= #|O| * rank y u)%N.
Proof.
exists (perm order_inj) => y u yO; rewrite permE enum_valK /=.
apply: (@leq_trans (#|O| * key u)); last by rewrite leq_mul2l key_min ?orbT.
apply: leq_trans (few_keys _); rewrite cardE.
have i : ((index u r).+1 <= seq.size r)%N by rewrite index_mem.
rewrite -[X in (X <= _)%N](size_takel i); apply: uniq_leq_size.
  by rewrite take_uniq // sort_uniq enum_uniq.
move=> v vr; rewrite mem_enum inE -/(before v u).
have tot : total before by move=> a b; apply: leq_total.
have tr : transitive before by move=> a b c; apply: leq_trans.
apply: (sorted_leq_index tr (fun a => leqnn (key a)) (sort_sorted tot (enum C))).
- exact: in_r.
- exact: in_r.
- by rewrite -ltnS; apply: index_ltn.
Qed.
End InTurn.

Theorem pmc_guesswork_leakage_gap_a_holds : pmc_guesswork_leakage_gap_a.
Proof.
move=> R T p A B C X Y U _ _ _; rewrite /mean_guesswork.
pose O := outcomes p Y; set before := least _ _.
pose costs y s := mean_given p Y y (fun t => guesses R (U t) s).
set after := \sum_(y in _) _.
have [t0 t00] := likely p; have y0O : Y t0 \in O by rewrite inE pr_gt0.
have /fin_all_exists[s hs] : forall y, exists s, costs y s = least 1%g (costs y).
  by move=> y; apply: least_is.
have [q hq] := in_turn s y0O.
have n0 : (0 < #|O|)%N by apply/card_gt0P; exists (Y t0).
have before1 : 1 <= before.
  apply: least_ge => u; rewrite -[X in X <= _](mass_sum p); apply: ler_sum => t _.
  by rewrite -[X in X <= _]mulr1 ler_wpmul2l ?mass_ge0 ?ler1n.
have main : before <= #|O|%:R * after.
  apply: le_trans (least_le _ _ q) _; rewrite /after mulr_sumr.
  rewrite /mean (partition_big Y xpredT) //= [X in X <= _](bigID (mem O)) /=.
  rewrite [X in _ + X]big1 ?addr0 => [|y yO].
    apply: ler_sum => y yO; have y0 : 0 < pr p Y y by move: yO; rewrite inE.
    rewrite -hs /costs /mean_given [pr p Y y * _]mulrC divfK ?gt_eqF // mulr_sumr.
    apply: ler_sum => t /eqP e; rewrite mulrCA ler_wpmul2l ?mass_ge0 // /guesses -natrM ler_nat.
    exact: hq.
  rewrite big1 // => t /eqP e; apply/eqP; rewrite mulf_eq0; apply/orP; left.
  rewrite eq_le mass_ge0 andbT leNgt; apply: contra yO => t1.
  by rewrite inE -e pr_gt0.
have after0 : 0 < after.
  have := lt_le_trans ltr01 (le_trans before1 main).
  by rewrite pmulr_rgt0 // ltr0n.
have a0 := lt_le_trans ltr01 before1.
have r := rep_ratio (ltW a0) (ltW after0) (or_introl a0).
rewrite (rep_le r (rep_log _)) ?ler0n // mulr1.
by [].
Qed.

Theorem pmc_guesswork_leakage_gap_b_holds : pmc_guesswork_leakage_gap_b.
Proof.
move=> R; exists bool_finType, bool_finType, bool_finType, (fair R), id, id.
have full b : 0 < pr (fair R) id b by rewrite [pr _ _ _]big_pred1_eq /= invr_gt0 ltr0n.
split=> //; set n := #|_|; suff -> : maximal_cost_leakage (fair R) id id = PInf.
  by case: n => [|n]; rewrite /vlog ltr0n //= eqxx.
suff e : sum_min (fair R) id id = 0 by rewrite /maximal_cost_leakage e /vlog ltxx eqxx.
rewrite /sum_min big1 // => y _; apply/le_anti/andP; split.
  rewrite (bigmin_inf (~~ y)) // /given /pr big_pred0 ?mul0r // => t; rewrite /both xpair_eqE.
  by case: t y => [] [].
by apply/bigmin_geP; split=> [|x _]; rewrite ?ler01 ?given_ge0.
Qed.
