(* Facts about the largest and the least lift at an outcome, and about the prior, for every number
   of secrets: the theorem of pmlsym/statements/reductions/extremes.py, the half that proofs need.
   Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Probabilities.
Variables (R : realType) (T : finType) (p : law R T).
Local Notation pr := (pr p).

Lemma pr_ge0 (A : finType) (X : T -> A) x : 0 <= pr X x.
Proof. by apply: sumr_ge0 => t _; apply: mass_ge0. Qed.

Lemma pr_sum (A : finType) (X : T -> A) : \sum_x pr X x = 1.
Proof. by rewrite -(mass_sum p) (partition_big X xpredT). Qed.

Lemma pr_gt0 (A : finType) (X : T -> A) t : 0 < p t -> 0 < pr X (X t).
Proof.
move=> t0; rewrite /pr (bigD1 t) //= ltr_paddr // sumr_ge0 // => s _; exact: mass_ge0.
Qed.

Lemma pr_at (A : finType) (X : T -> A) x : 0 < pr X x -> exists2 t, X t = x & 0 < p t.
Proof.
move=> x0; case: (pickP (fun t => (X t == x) && (0 < p t))) => [t /andP[/eqP]|none]; first by exists t.
move: x0; rewrite /pr big1 ?ltxx // => t tx; apply/le_anti; rewrite mass_ge0 andbT leNgt.
by have := none t; rewrite tx /= => ->.
Qed.

Lemma pr_bothC (A B : finType) (X : T -> A) (Y : T -> B) x y :
  pr (both X Y) (x, y) = pr (both Y X) (y, x).
Proof. by apply: eq_bigl => t; rewrite /both !xpair_eqE andbC. Qed.

Lemma pr_bothA (A B C : finType) (X : T -> A) (Y : T -> B) (Z : T -> C) x y z :
  pr (both X (both Y Z)) (x, (y, z)) = pr (both (both X Y) Z) ((x, y), z).
Proof. by apply: eq_bigl => t; rewrite /both !xpair_eqE andbA. Qed.

Lemma pr_suml (A B : finType) (X : T -> A) (Y : T -> B) y :
  \sum_x pr (both X Y) (x, y) = pr Y y.
Proof.
rewrite [RHS](partition_big X xpredT) //=; apply: eq_bigr => x _.
by apply: eq_bigl => t; rewrite /both xpair_eqE andbC.
Qed.

Lemma pr_sumr (A B : finType) (X : T -> A) (Y : T -> B) x :
  \sum_y pr (both X Y) (x, y) = pr X x.
Proof. by rewrite -(pr_suml Y X); apply: eq_bigr => y _; apply: pr_bothC. Qed.

Lemma pr_le_l (A B : finType) (X : T -> A) (Y : T -> B) x y : pr (both X Y) (x, y) <= pr X x.
Proof. by rewrite -(pr_sumr X Y) (bigD1 y) //= ler_addl sumr_ge0 // => i _; apply: pr_ge0. Qed.

Lemma pr_le_r (A B : finType) (X : T -> A) (Y : T -> B) x y : pr (both X Y) (x, y) <= pr Y y.
Proof. by rewrite pr_bothC pr_le_l. Qed.

Lemma pr_le1 (A : finType) (X : T -> A) x : pr X x <= 1.
Proof. by rewrite -(pr_sum X) (bigD1 x) //= ler_addl sumr_ge0 // => i _; apply: pr_ge0. Qed.

Lemma pr_id x : pr id x = p x. Proof. exact: big_pred1_eq. Qed.

Lemma point : T.
Proof.
case: (pickP (fun _ : T => true)) => [t _|none]; first exact: t.
by exfalso; have := mass_sum p; rewrite big_pred0 // => /esym/eqP; rewrite oner_eq0.
Qed.

Lemma likely : exists t, 0 < p t.
Proof.
case: (pickP (fun t => 0 < p t)) => [t|none]; first by exists t.
exfalso; have := mass_sum p; rewrite big1 => [/esym/eqP|t _]; first by rewrite oner_eq0.
by apply/le_anti; rewrite mass_ge0 andbT leNgt none.
Qed.
End Probabilities.

(* the worst outcome *)
Section Worst.
Variables (R : realType) (T : finType) (p : law R T) (B : finType) (Y : T -> B) (f : B -> val R).

(* below v, weakly or strictly *)
Section Below.
Variable below : val R -> bool.
Hypothesis below_max : forall u w, below (vmax u w) = below u && below w.
Hypothesis below_least : forall u, below u -> below MInf.

Lemma at_most s : below (worst p Y f) -> 0 < p s -> below (f (Y s)).
Proof.
rewrite /worst => h s0; move: h (pr_gt0 Y s0) (mem_index_enum (Y s)).
elim: (index_enum B) => //= y r ih; rewrite big_cons.
case: ifP => y0.
- rewrite below_max inE => /andP[h k] y1 /orP[/eqP->|] //; exact: ih.
- rewrite inE => h y1 /orP[/eqP e|]; [by move: y1; rewrite e y0 | exact: ih].
Qed.

Lemma worst_below : (forall s, 0 < p s -> below (f (Y s))) -> below (worst p Y f).
Proof.
move=> h; rewrite /worst; elim/big_ind: _ => [|a b ha hb|y /pr_at[s <- s0]]; last exact: h.
  by have [s s0] := likely p; apply: below_least (h s s0).
by rewrite below_max ha.
Qed.
End Below.

Variable v : val R.
Let le_max a b : vle (vmax a b) v = vle a v && vle b v. Proof. exact: vmax_vle. Qed.
Let le_least u : vle u v -> vle MInf v. Proof. by case: v u => [x| | |] [y| | |]. Qed.
Let lt_max a b : vlt (vmax a b) v = vlt a v && vlt b v. Proof. exact: vmax_vlt. Qed.
Let lt_least u : vlt u v -> vlt MInf v. Proof. by case: v u => [x| | |] [y| | |]. Qed.

Lemma at_most_le s : vle (worst p Y f) v -> 0 < p s -> vle (f (Y s)) v.
Proof. by move=> h s0; have /= := @at_most (fun u => vle u v) le_max s h s0. Qed.
Lemma at_most_lt s : vlt (worst p Y f) v -> 0 < p s -> vlt (f (Y s)) v.
Proof. by move=> h s0; have /= := @at_most (fun u => vlt u v) lt_max s h s0. Qed.
Lemma worst_le : (forall s, 0 < p s -> vle (f (Y s)) v) -> vle (worst p Y f) v.
Proof. by move=> h; have /= := @worst_below (fun u => vle u v) le_max le_least h. Qed.
Lemma worst_lt : (forall s, 0 < p s -> vlt (f (Y s)) v) -> vlt (worst p Y f) v.
Proof. by move=> h; have /= := @worst_below (fun u => vlt u v) lt_max lt_least h. Qed.
End Worst.

Section Prior.
Variables (R : realType) (T : finType) (p : law R T) (A : finType) (X : T -> A).
Local Notation P := (pr p X).
Local Notation pmin := (pmin p X).
Local Notation pmax := (pmax p X).
Local Notation size := (size R X).

Lemma pmin_le x : pmin <= P x. Proof. exact: bigmin_le. Qed.
Lemma pmax_ge x : P x <= pmax. Proof. exact: (le_bigmax 0 (fun i => P i)). Qed.

Lemma pmin_le1 : pmin <= 1.
Proof. by rewrite /law.pmin; elim/big_rec: _ => // i z _ h; rewrite le_minl h orbT. Qed.

Lemma size_pmin : size * pmin <= 1.
Proof.
rewrite -(pr_sum p X) /law.size mulr_natl -sumr_const.
by apply: ler_sum => i _; apply: pmin_le.
Qed.

Lemma size_pmax : 1 <= size * pmax.
Proof.
rewrite -{1}(pr_sum p X) /law.size mulr_natl -sumr_const.
by apply: ler_sum => i _; apply: pmax_ge.
Qed.

Lemma size_ge k : (k <= #|A|)%N -> k%:R <= size.
Proof. by rewrite /law.size ler_nat. Qed.

Lemma size_is k : #|A| = k -> size = k%:R.
Proof. by rewrite /law.size => ->. Qed.

Lemma rest x : \sum_(i | i != x) P i = 1 - P x.
Proof. by have := pr_sum p X; rewrite (bigD1 x) //= => <-; rewrite addrAC subrr add0r. Qed.

Lemma pmax_others : pmax <= 1 - (size - 1) * pmin.
Proof.
have h x : P x <= 1 - (size - 1) * pmin.
  have g : \sum_(i | i != x) pmin <= 1 - P x by rewrite -rest; apply: ler_sum => i _; apply: pmin_le.
  have c : \sum_(i : A) pmin = size * pmin by rewrite sumr_const /law.size mulr_natl.
  have f : \sum_(i | i != x) pmin = (size - 1) * pmin.
    by move: c; rewrite (bigD1 x) //= mulrBl mul1r => <-; rewrite addrAC subrr add0r.
  by rewrite ler_subr_addr addrC -ler_subr_addr -f.
rewrite /law.pmax; elim/big_ind: _ => [|a b a0 b0|i _]; [|by rewrite le_maxl a0 b0|exact: h].
exact: le_trans (pr_ge0 p X (X (point p))) (h _).
Qed.

Lemma pmin_others : 1 - pmin <= (size - 1) * pmax.
Proof.
have h x : 1 - P x <= (size - 1) * pmax.
  have g : 1 - P x <= \sum_(i | i != x) pmax by rewrite -rest; apply: ler_sum => i _; apply: pmax_ge.
  have c : \sum_(i : A) pmax = size * pmax by rewrite sumr_const /law.size mulr_natl.
  have f : \sum_(i | i != x) pmax = (size - 1) * pmax.
    by move: c; rewrite (bigD1 x) //= mulrBl mul1r => <-; rewrite addrAC subrr add0r.
  by rewrite -f.
rewrite ler_subl_addr -ler_subl_addl /law.pmin; elim/big_ind: _ => [|a b a0 b0|i _].
- rewrite ler_subl_addr -ler_subl_addl; apply: le_trans (h (X (point p))).
  by rewrite subrr subr_ge0 pr_le1.
- by rewrite le_minr a0 b0.
- by rewrite ler_subl_addr -ler_subl_addl.
Qed.

Hypothesis full : forall x, 0 < P x.

Lemma pmin_gt0 : 0 < pmin.
Proof.
rewrite /law.pmin; elim/big_ind: _ => [|a b a0 b0|i _]; rewrite ?ltr01 ?full //.
by rewrite lt_minr a0 b0.
Qed.

Lemma pmin_card k : (k <= #|A|)%N -> k%:R * pmin <= 1.
Proof.
move=> h; apply: le_trans size_pmin.
by rewrite ler_wpmul2r ?size_ge // ltW // pmin_gt0.
Qed.

Lemma pmin_uniform k : #|A| = k -> uniform p X -> k%:R * pmin = 1.
Proof.
move=> c u; apply: le_anti; rewrite pmin_card ?c //=.
rewrite -[X in X <= _](pr_sum p X) -c mulr_natl -sumr_const; apply: ler_sum => i _.
rewrite /law.pmin; elim/big_ind: _ => [|a b h h'|j _]; [exact: pr_le1|by rewrite le_minr h h'|].
by rewrite (u i j).
Qed.

Lemma pmax_uniform k : #|A| = k -> uniform p X -> k%:R * pmax = 1.
Proof.
move=> c u; apply: le_anti; apply/andP; split; last by have := size_pmax; rewrite (size_is c).
rewrite -[X in _ <= X](pr_sum p X) -c mulr_natl -sumr_const; apply: ler_sum => i _.
rewrite /law.pmax; elim/big_ind: _ => [|a b h h'|j _]; [exact: pr_ge0|by rewrite le_maxl h h'|].
by rewrite (u j i).
Qed.
End Prior.

Section Extremes.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).
Local Notation P := (pr p X).
Hypothesis full : forall x, 0 < P x.
Variable y : B.
Hypothesis y0 : 0 < pr p Y y.
Local Notation v x := (lift p X Y x y).
Local Notation hi := (maxlift p X Y y).
Local Notation lo := (minlift p X Y y).
Local Notation pmin := (pmin p X).

Lemma lift_ge0 x : 0 <= v x.
Proof. by rewrite divr_ge0 ?mulr_ge0 ?pr_ge0. Qed.

(* also of a secret that the prior rules out *)
Lemma joint_lift x : pr p (both X Y) (x, y) = P x * v x * pr p Y y.
Proof.
rewrite /lift; have [e|n] := eqVneq (P x) 0; last by field; rewrite n gt_eqF.
by rewrite e !mul0r; apply/le_anti; rewrite pr_ge0 -{1}e pr_le_l.
Qed.

Lemma mean_lift : \sum_x P x * v x = 1.
Proof.
apply: (mulIf (lt0r_neq0 y0)); rewrite mul1r mulr_suml -[RHS](pr_suml p X Y y).
by apply: eq_bigr => x _; rewrite joint_lift.
Qed.

Lemma lift_le_hi x : v x <= hi.
Proof. by rewrite /maxlift (bigmax_sup x). Qed.
Lemma lo_le_lift x : lo <= v x.
Proof. by rewrite /minlift (bigmin_inf x). Qed.

Lemma hi_ge1 : 1 <= hi.
Proof.
rewrite -mean_lift -[hi]mul1r -(pr_sum p X) mulr_suml.
by apply: ler_sum => i _; rewrite ler_pmul2l ?full //; apply: lift_le_hi.
Qed.
Lemma lo_le1 : lo <= 1.
Proof. by have /bigmin_geP[] := lexx lo. Qed.
Lemma hi_gt0 : 0 < hi. Proof. exact: lt_le_trans hi_ge1. Qed.
Lemma lo_ge0 : 0 <= lo.
Proof. by apply/bigmin_geP; split=> [|x _]; [apply: ler01 | apply: lift_ge0]. Qed.

Lemma hi_is : exists x, v x = hi.
Proof.
have : hi = 0 \/ exists x, v x = hi.
  rewrite /maxlift; elim/big_ind: _ => [|a b|i _]; [by left| |by right; exists i].
  by rewrite /Num.max; case: ifP.
by case=> // e; move: hi_gt0; rewrite e ltxx.
Qed.
Lemma lo_is : exists x, v x = lo.
Proof.
have : lo = 1 \/ exists x, v x = lo.
  rewrite /minlift; elim/big_ind: _ => [|a b|i _]; [by left| |by right; exists i].
  by rewrite /Num.min; case: ifP.
case=> // e; have h x : v x = 1.
  apply/le_anti; rewrite -{2}e lo_le_lift andbT leNgt; apply/negP => x1.
  suff : 1 < \sum_i P i * v i by rewrite mean_lift ltxx.
  rewrite -[X in X < _](pr_sum p X) [X in X < _](bigD1 x) //= [X in _ < X](bigD1 x) //=.
  apply: ltr_le_add; first by rewrite ltr_pmulr.
  by apply: ler_sum => i _; rewrite ler_pmulr // -e lo_le_lift.
by exists (X (point p)); rewrite h e.
Qed.

Lemma extreme_hi : pmin * (hi - lo) <= 1 - lo.
Proof.
have [x e] := hi_is.
apply: (@le_trans _ _ (P x * (hi - lo))).
  by rewrite ler_wpmul2r ?pmin_le // subr_ge0 (le_trans lo_le1) ?hi_ge1.
rewrite ler_subr_addl -[1]mean_lift (bigD1 x) //= e.
have -> : lo + P x * (hi - lo) = P x * hi + (1 - P x) * lo by ring.
rewrite ler_add2l -rest mulr_suml; apply: ler_sum => i _.
by rewrite ler_pmul2l ?full // lo_le_lift.
Qed.
Lemma extreme_lo : pmin * (hi - lo) <= hi - 1.
Proof.
have [x e] := lo_is.
apply: (@le_trans _ _ (P x * (hi - lo))).
  by rewrite ler_wpmul2r ?pmin_le // subr_ge0 (le_trans lo_le1) ?hi_ge1.
rewrite ler_subr_addl -ler_subr_addr -[1]mean_lift (bigD1 x) //= e.
have -> : hi - P x * (hi - lo) = P x * lo + (1 - P x) * hi by ring.
rewrite ler_add2l -rest mulr_suml; apply: ler_sum => i _.
by rewrite ler_pmul2l ?full // lift_le_hi.
Qed.

Lemma pmlE : pml p X Y y = Fin (ln hi).
Proof. by rewrite /pml /vlog hi_gt0. Qed.
Lemma rep_pml : rep (pml p X Y y) hi 1.
Proof. by rewrite pmlE; split; rewrite ?hi_gt0 ?ltr01 ?mul1r ?lnK ?posrE ?hi_gt0. Qed.
Lemma lo_cases : lo = 0 \/ 0 < lo.
Proof. by have := lo_ge0; rewrite le_eqVlt => /orP[/eqP<-|]; [left|right]. Qed.
Lemma rep_pmc : rep (pmc p X Y y) 1 lo.
Proof. by apply: rep_opp; apply: rep_log lo_ge0. Qed.
Lemma rep_ldp : rep (ldp p X Y y) hi lo.
Proof.
rewrite /ldp; case: lo_cases => [->|t0]; first by rewrite eqxx /= hi_gt0.
rewrite gt_eqF // /vlog divr_gt0 ?hi_gt0 //; split; rewrite ?hi_gt0 // lnK ?posrE ?divr_gt0 ?hi_gt0 //.
by rewrite mulrCA divff ?mulr1 // gt_eqF.
Qed.

(* two equally likely secrets *)
Lemma two_uniform : #|A| = 2%N -> uniform p X -> hi = 2%:R - lo.
Proof.
move=> two u; have [i ei] := hi_is; have [j ej] := lo_is.
have pm x : P x = 2%:R^-1.
  have : \sum_z P z = #|A|%:R * P x.
    by rewrite mulr_natl -sumr_const; apply: eq_bigr => z _; apply: u.
  by rewrite pr_sum two => h; apply: (mulfI (x := 2%:R)); rewrite ?pnatr_eq0 // -h divff ?pnatr_eq0.
have tot : \sum_x v x = 2%:R.
  have h : 2%:R^-1 * (\sum_x v x) = 1.
    by rewrite -[RHS]mean_lift mulr_sumr; apply: eq_bigr => z _; rewrite pm.
  by apply: (mulfI (x := 2%:R^-1)); rewrite ?invr_eq0 ?pnatr_eq0 // h mulVf ?pnatr_eq0.
have [eij|nij] := eqVneq i j.
  have c x : v x = hi.
    by apply: le_anti; rewrite lift_le_hi -ei eij ej lo_le_lift.
  move: tot; rewrite (eq_bigr (fun=> hi)) => [|z _]; last exact: c.
  rewrite sumr_const two -ej -eij ei => h.
  by rewrite -h mulr2n addrK.
have /eqP cov : [set i; j] == setT by rewrite eqEcard subsetT cardsT two cards2 nij.
move: tot; rewrite (bigID (mem [set i; j])) /= [X in _ + X]big_pred0 => [|z]; last first.
  by rewrite cov in_setT.
rewrite addr0 big_setU1 ?inE //= big_set1 ei ej => <-.
by rewrite addrK.
Qed.
End Extremes.
