(* What an adversary pays before and after an outcome: log-ratios, least costs, means. Proofs of
   statements of claims_pmc.v: Corollary 2, Remark 1. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- log-ratios ---- *)

Section Ratios.
Variable R : realType.
Implicit Types (a b c d : R) (v w : val R).

Lemma rep_ratio a b : 0 <= a -> 0 <= b -> 0 < a \/ 0 < b -> rep (log_ratio a b) a b.
Proof.
move=> a0 b0; rewrite /log_ratio; have [-> ab|nb _] := eqVneq b 0.
  have {ab} a1 : 0 < a by case: ab => //; rewrite ltxx.
  by rewrite gt_eqF.
by have := @rep_logdiv R a b a0; rewrite /vdiv (negbTE nb); apply; rewrite lt_def nb.
Qed.

Lemma ratio00 : log_ratio 0 0 = Fin 0 :> val R. Proof. by rewrite /log_ratio !eqxx. Qed.

Lemma ratio_def a b : 0 <= a -> 0 <= b -> log_ratio a b <> Undef.
Proof.
move=> a0 b0; have [a1|] := ltP 0 a; first by apply: rep_def (rep_ratio _ _ (or_introl a1)).
have [b1 _|b1 a1] := ltP 0 b; first by apply: rep_def (rep_ratio _ _ (or_intror b1)).
have -> : a = 0 by apply/le_anti; rewrite a0 a1.
have -> : b = 0 by apply/le_anti; rewrite b0 b1.
by rewrite ratio00.
Qed.

Lemma veq_rep v w a b c d : rep v a b -> rep w c d -> a * d = c * b -> veq v w.
Proof. by move=> h k e; rewrite veq_le (rep_le h k) (rep_le k h) e lexx. Qed.

Lemma veq_refl v : v <> Undef -> veq v v. Proof. by case: v => //= x. Qed.

Lemma vmax_def v w : v <> Undef -> w <> Undef -> vmax v w <> Undef.
Proof.
rewrite /vmax; case: v => [x| | |] //; case: w => [y| | |] //= _ _.
by case: ifP => // h; case: ifP => // k; move: (le_total x y); rewrite h k.
Qed.

Lemma largest_def (A : finType) (some : pred A) (f : A -> val R) :
  (forall x, some x -> f x <> Undef) -> largest some f <> Undef.
Proof. by move=> h; rewrite /largest; elim/big_ind: _ => //; apply: vmax_def. Qed.

Lemma largest_le (A : finType) (some : pred A) (f : A -> val R) v :
  v <> Undef -> (forall x, some x -> vle (f x) v) -> vle (largest some f) v.
Proof.
move=> v0 h; rewrite /largest; elim/big_ind: _ => //; first by case: v v0 {h}.
by move=> a b a0 b0; rewrite vmax_vle a0.
Qed.

Lemma largest_at (A : finType) (some : pred A) (f : A -> val R) v x :
  vle (largest some f) v -> some x -> vle (f x) v.
Proof.
rewrite /largest => h x0; move: h (mem_index_enum x).
elim: (index_enum A) => //= y r ih; rewrite big_cons inE.
case: ifP => y0; first by rewrite vmax_vle => /andP[h k] /orP[/eqP->|] //; apply: ih.
by move=> h /orP[/eqP e|]; [move: x0; rewrite e y0 | apply: ih].
Qed.

Lemma largest_ge (A : finType) (some : pred A) (f : A -> val R) x :
  largest some f <> Undef -> some x -> vle (f x) (largest some f).
Proof. by move=> d x0; apply: largest_at x0; apply/veq_vle/veq_refl. Qed.

Lemma vle_trans u v w : vle u v -> vle v w -> vle u w.
Proof.
by case: u => [x| | |]; case: v => [y| | |]; case: w => [z| | |] //=; apply: le_trans.
Qed.

Lemma ratio_self a : 0 <= a -> log_ratio a a = Fin 0.
Proof.
rewrite le_eqVlt => /orP[/eqP<-|a0]; first exact: ratio00.
by rewrite /log_ratio gt_eqF // divff ?gt_eqF // /vlog ltr01 ln1.
Qed.
End Ratios.

(* ---- the least of some numbers ---- *)

Section Least.
Variables (R : realType) (W : finType) (w0 : W).
Implicit Types F : W -> R.

Lemma least_le F w : least w0 F <= F w. Proof. exact: bigmin_le. Qed.

Lemma least_ge F a : (forall w, a <= F w) -> a <= least w0 F.
Proof. by move=> h; apply/bigmin_geP. Qed.

Lemma least_is F : exists w, F w = least w0 F.
Proof.
rewrite /least; elim/big_ind: _ => [|a b [w h] [w' h']|w _]; [by exists w0| |by exists w].
by case: (leP a b) => _; [exists w | exists w'].
Qed.

Lemma least_eq F G : F =1 G -> least w0 F = least w0 G.
Proof. by move=> h; rewrite /least h; apply: eq_bigr => w _. Qed.
End Least.

(* ---- means ---- *)

Section Means.
Variables (R : realType) (T : finType) (p : law R T).

Lemma meanE (A : finType) (X : T -> A) (f : A -> R) :
  mean p (fun t => f (X t)) = \sum_x pr p X x * f x.
Proof.
rewrite /mean (partition_big X xpredT) //=; apply: eq_bigr => x _.
by rewrite mulr_suml; apply: eq_bigr => t /eqP ->.
Qed.

Lemma mean_givenE (A B : finType) (X : T -> A) (Y : T -> B) y (f : A -> R) :
  mean_given p Y y (fun t => f (X t)) = \sum_x posterior p X Y x y * f x.
Proof.
rewrite /mean_given (partition_big X xpredT) //= mulr_suml; apply: eq_bigr => x _.
rewrite /posterior mulrAC; congr (_ * _); rewrite mulr_suml.
apply: eq_big => t; first by rewrite /both xpair_eqE andbC.
by case/andP => _ /eqP ->.
Qed.

Lemma posterior_ge0 (A B : finType) (X : T -> A) (Y : T -> B) x y : 0 <= posterior p X Y x y.
Proof. by rewrite divr_ge0 ?pr_ge0. Qed.

Lemma posterior_sum (A B : finType) (X : T -> A) (Y : T -> B) y : 0 < pr p Y y ->
  \sum_x posterior p X Y x y = 1.
Proof. by move=> y0; rewrite -mulr_suml pr_suml divff // gt_eqF. Qed.
End Means.



(* ---- Corollary 2 ---- *)

Theorem pmc_corollary_2_markov_repair_holds : pmc_corollary_2_markov_repair.
Proof.
move=> R T p A B C X Y Z y z yz0 h; cbv zeta; set allowed : pred A := fun x => _.
have z0 : 0 < pr p Z z := lt_le_trans yz0 (pr_le_r p Y Z y z).
have e x : allowed x -> log_ratio (posterior p X Z x z) (posterior p X (both Y Z) x (y, z)) =
    log_ratio (posterior p Y Z y z) (given p X Y x y).
  move=> xz0; have x0 : 0 < pr p X x := lt_le_trans xz0 (pr_le_l p X Z x z).
  have m := h z x y; rewrite (pr_bothC p Z X) in m.
  have {m} : pr p (both X (both Y Z)) (x, (y, z)) * pr p X x =
      pr p (both X Z) (x, z) * pr p (both X Y) (x, y).
    by rewrite -m; congr (_ * _); apply: eq_bigl => t; rewrite /both !xpair_eqE andbA andbC.
  move=> /(canRL (mulfK (lt0r_neq0 x0))) m.
  rewrite /posterior /given m /log_ratio !mulf_eq0 !invr_eq0.
  rewrite !(gt_eqF x0) !(gt_eqF z0) !(gt_eqF xz0) !(gt_eqF yz0) /= !orbF.
  case: ifP => // /negbT n; congr (vlog (Fin _)); field.
  by rewrite ?(gt_eqF x0) ?(gt_eqF z0) ?(gt_eqF xz0) ?(gt_eqF yz0) n.
have -> : largest allowed (fun x => log_ratio (posterior p X Z x z)
    (posterior p X (both Y Z) x (y, z))) =
    largest allowed (fun x => log_ratio (posterior p Y Z y z) (given p X Y x y)).
  exact: eq_bigr.
apply/veq_refl/largest_def => x _; apply: ratio_def; first exact: posterior_ge0.
by rewrite divr_ge0 ?pr_ge0.
Qed.

(* ---- Remark 1 ---- *)

Lemma ldp_6_def (R : realType) (A B : finType) (K : A -> law R B) (P : law R A) :
  ldp_6 K P <> Undef.
Proof.
do 3!apply: largest_def => ? _.
by apply: ratio_def; apply: sumr_ge0 => y _; apply: mass_ge0.
Qed.

Theorem pmc_remark_1_a_holds : pmc_remark_1_a.
Proof.
move=> R A B K P Q h; have -> : ldp_6 K P = ldp_6 K Q; last exact: veq_refl (@ldp_6_def _ _ _ _ _).
by apply: eq_big => x; [exact: h|move=> _; apply: eq_bigl => x'; exact: h].
Qed.

Section PointLaw.
Variables (R : realType) (A : finType) (a : A).
Lemma point_ge0 x : 0 <= (x == a)%:R :> R. Proof. exact: ler0n. Qed.
Lemma point_sum : \sum_x (x == a)%:R = 1 :> R.
Proof. by rewrite (bigD1 a) //= eqxx big1 ?addr0 // => x /negbTE->. Qed.
Definition point_law := Law point_ge0 point_sum.
End PointLaw.

Lemma fair_ge0 (R : realType) (b : bool) : 0 <= 2%:R^-1 :> R.
Proof. by rewrite invr_ge0 ler0n. Qed.
Lemma fair_sum (R : realType) : \sum_(b : bool) 2%:R^-1 = 1 :> R.
Proof. by rewrite sumr_const card_bool -[LHS]mulr_natl divff ?pnatr_eq0. Qed.
Definition fair R := Law (@fair_ge0 R) (fair_sum R).

Theorem pmc_remark_1_b_holds : pmc_remark_1_b.
Proof.
move=> R; exists bool_finType, bool_finType, (@point_law R bool_finType).
exists (point_law R true), (fair R); left.
have h : vle (ldp_6 (@point_law R bool_finType) (point_law R true)) (Fin 0).
  apply: largest_le => // x /=; rewrite ltr0n lt0b => /eqP->.
  apply: largest_le => // x' /=; rewrite ltr0n lt0b => /eqP->.
  apply: largest_le => // E _; rewrite ratio_self /= ?lexx //.
  by apply: sumr_ge0 => y _; apply: ler0n.
set Q := fair R; set K := @point_law R bool_finType in h *.
have half0 b : 0 < Q b by rewrite invr_gt0 ltr0n.
have k : vle PInf (ldp_6 K Q).
  suff <- : log_ratio (\sum_(y in [set true]) K true y) (\sum_(y in [set true]) K false y) = PInf.
    have h0 := veq_vle (veq_refl (@ldp_6_def _ _ _ K Q)).
    exact: (largest_at (largest_at (largest_at h0 (half0 true)) (half0 false)) isT).
  by rewrite !big_set1 /log_ratio /= eqxx oner_eq0.
by case: (ldp_6 K _) h => [x| | |]; case: (ldp_6 K Q) k.
Qed.
