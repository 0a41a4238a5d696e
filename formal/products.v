(* PMC adds up over independent pairs. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- the least lift, where a prior may rule out secrets ---- *)

Section LeastLift.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).
Variable y : B.
Hypothesis y0 : 0 < pr p Y y.
Local Notation P := (pr p X).
Local Notation v x := (lift p X Y x y).
Local Notation lo := (minlift p X Y y).

Lemma least_lift_le x : 0 < P x -> lo <= v x. Proof. by move=> x0; apply: bigmin_inf x0 _. Qed.

Lemma least_lift_is : exists2 x, 0 < P x & v x = lo.
Proof.
have : lo = 1 \/ exists2 x, 0 < P x & v x = lo.
  rewrite /minlift; elim/big_ind: _ => [|a b|x x0]; [by left| |by right; exists x].
  by rewrite /Num.min; case: ifP.
case=> // e; have [t /(pr_gt0 X) x0] := likely p; exists (X t) => //; rewrite e.
have ge0 x : true -> 0 <= P x * (v x - 1).
  move=> _; have [x1|x1] := ltP 0 (P x); last first.
    by have -> : P x = 0; [apply/le_anti; rewrite x1 pr_ge0 | rewrite mul0r].
  by rewrite mulr_ge0 ?pr_ge0 // subr_ge0 -e least_lift_le.
have s0 : \sum_x P x * (v x - 1) = 0.
  under eq_bigr do rewrite mulrBr mulr1.
  by rewrite sumrB (mean_lift X y0) pr_sum subrr.
have : P (X t) * (v (X t) - 1) = 0 := psumr_eq0P ge0 s0 isT.
move/eqP; rewrite mulf_eq0 (gt_eqF x0) /= subr_eq0.
by move/eqP.
Qed.

Lemma least_lift_eq m : (forall x, 0 < P x -> m <= v x) -> (exists2 x, 0 < P x & v x = m) -> lo = m.
Proof.
move=> h [x x0 e]; have [x1 x10 e1] := least_lift_is; apply/le_anti.
by rewrite -{1}e least_lift_le //= -e1 h.
Qed.
End LeastLift.

Lemma rep1_add (R : realType) (v w : val R) b d :
  rep v 1 b -> rep w 1 d -> rep (vadd v w) 1 (b * d).
Proof.
case: v => [x [_ b0 e]|[_ ->]|[/eqP]|//]; last by rewrite oner_eq0.
  case: w => [z [_ d0 k]|[_ ->]|[/eqP]|//] /=; last by rewrite oner_eq0.
    rewrite ltr01 mulr_gt0 // expRD; split => //.
    by rewrite -[LHS]mul1r [X in X * _]e k; ring.
  by rewrite mulr0 ltr01.
by case: w => [z [_ d0 k]|[_ ->]|[/eqP]|//] /=; rewrite ?mul0r ?ltr01 // oner_eq0.
Qed.

(* ---- Lemma 1 (iii) ---- *)

Theorem pmc_lemma_1_iii_a_holds : pmc_lemma_1_iii_a.
Proof.
move=> R T p A B A' B' X Y X' Y' y y' h y0 y'0.
have joint x x' u u' : pr p (both (both X X') (both Y Y')) ((x, x'), (u, u')) =
    pr p (both X Y) (x, u) * pr p (both X' Y') (x', u').
  by rewrite -h; apply: eq_bigl => t; rewrite /both !xpair_eqE andbACA.
have pX x x' : pr p (both X X') (x, x') = pr p X x * pr p X' x'.
  rewrite -(pr_sumr p X Y) -(pr_sumr p X' Y') big_distrlr pair_big.
  by rewrite -(pr_sumr p _ (both Y Y')) /=; apply: eq_bigr => -[u u'] _; rewrite joint.
have pY u u' : pr p (both Y Y') (u, u') = pr p Y u * pr p Y' u'.
  rewrite -(pr_suml p X Y) -(pr_suml p X' Y') big_distrlr pair_big.
  by rewrite -(pr_suml p (both X X')) /=; apply: eq_bigr => -[x x'] _; rewrite joint.
have l x x' : lift p (both X X') (both Y Y') (x, x') (y, y') =
    lift p X Y x y * lift p X' Y' x' y'.
  by rewrite /lift joint pX pY mulf_div; congr (_ / _); ring.
have r := rep1_add (rep_pmc p X Y y) (rep_pmc p X' Y' y').
apply: veq_rep (rep_pmc _ _ _ _) r _.
rewrite !mul1r; apply/esym/least_lift_eq; first by rewrite pY mulr_gt0.
- move=> [x x']; rewrite pX l => x0; apply: ler_pmul; rewrite ?lo_ge0 ?least_lift_le //.
    by rewrite lt_def pr_ge0 andbT; apply: contraTN x0 => /eqP->; rewrite mul0r ltxx.
  by rewrite lt_def pr_ge0 andbT; apply: contraTN x0 => /eqP->; rewrite mulr0 ltxx.
- have [x x0 e] := least_lift_is X y0; have [x' x'0 e'] := least_lift_is X' y'0.
  by exists (x, x'); rewrite ?pX ?mulr_gt0 // l e e'.
Qed.

Theorem pmc_lemma_1_iii_b_holds : pmc_lemma_1_iii_b.
Proof.
move=> R T p A B k X Y y k0 joint y0.
have pX x : pr p (all_of X) x = \prod_i pr p (X i) (x i).
  rewrite -(pr_sumr p _ (all_of Y)); under [LHS]eq_bigr do rewrite joint.
  rewrite -(bigA_distr_bigA (fun i u => pr p (both (X i) (Y i)) (x i, u))).
  by apply: eq_bigr => i _; rewrite pr_sumr.
have pY u : pr p (all_of Y) u = \prod_i pr p (Y i) (u i).
  rewrite -(pr_suml p (all_of X)); under [LHS]eq_bigr do rewrite joint.
  rewrite -(bigA_distr_bigA (fun i x => pr p (both (X i) (Y i)) (x, u i))).
  by apply: eq_bigr => i _; rewrite pr_suml.
have l x : lift p (all_of X) (all_of Y) x y = \prod_i lift p (X i) (Y i) (x i) (y i).
  by rewrite /lift joint pX pY -big_split /= -prodf_div.
have sum : rep (\big[@vadd R/Fin 0]_i pmc p (X i) (Y i) (y i)) 1
    (\prod_i minlift p (X i) (Y i) (y i)).
  elim/big_rec2: _ => [|i b v _ ih]; last exact: rep1_add (rep_pmc _ _ _ _) ih.
  by split; rewrite ?ltr01 // expR0 mulr1.
apply: veq_rep (rep_pmc _ _ _ _) sum _.
rewrite !mul1r; apply/esym/least_lift_eq; first by rewrite pY prodr_gt0.
- move=> x x0; rewrite l; apply: ler_prod => i _; rewrite lo_ge0 least_lift_le //.
  rewrite lt_def pr_ge0 andbT; apply: contraTN x0 => /eqP e.
  by rewrite pX (bigD1 i) //= e mul0r ltxx.
- have /fin_all_exists[x h] : forall i, exists x, 0 < pr p (X i) x /\
      lift p (X i) (Y i) x (y i) = minlift p (X i) (Y i) (y i).
    by move=> i; have [x x0 e] := least_lift_is (X i) (y0 i); exists x.
  exists [ffun i => x i].
    by rewrite pX; apply: prodr_gt0 => i _; rewrite ffunE; have [] := h i.
  by rewrite l; apply: eq_bigr => i _; rewrite ffunE; have [] := h i.
Qed.
