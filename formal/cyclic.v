(* Equally likely secrets: the best lift vector has as many lifts at the bound as there can be, and
   one remainder; the mechanism that turns it in a circle. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.classical Require Import boolp.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs guesses products.
From pmlsym Require Import exclusions claims_extremal mechanisms.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- convex functions of lifts with a bound and a total ---- *)

Section Spread.
Variables (R : realType) (A : finType) (B r : R) (m : nat) (f : R -> R).
Hypotheses (r_ge0 : 0 <= r) (r_lt : r < B) (total : #|A|%:R = m%:R * B + r).
Hypothesis f_convex : convex_between 0 B f.
Let B_gt0 : 0 < B := le_lt_trans r_ge0 r_lt.

(* f lies below its chords *)
Lemma chord a b x : 0 <= a -> a < b -> b <= B -> a <= x <= b ->
  f x <= f a + (f b - f a) / (b - a) * (x - a).
Proof.
move=> a0 ab bB /andP[ax xb]; have d : 0 < b - a by rewrite subr_gt0.
pose s := (x - a) / (b - a).
have s01 : 0 <= s <= 1.
  by rewrite divr_ge0 ?(ltW d) ?subr_ge0 //= ler_pdivr_mulr // mul1r ler_add2r.
have e : x = s * b + (1 - s) * a by rewrite /s; field; rewrite gt_eqF.
have -> : f a + (f b - f a) / (b - a) * (x - a) = s * f b + (1 - s) * f a.
  by rewrite /s; field; rewrite gt_eqF.
rewrite {1}e; apply: f_convex => //; apply/andP; split=> //.
- exact/ltW/(le_lt_trans a0).
- by apply: le_trans bB; apply: ltW.
Qed.

Variable v : A -> R.
Hypotheses (ok : forall x, 0 <= v x <= B) (sum_v : \sum_x v x = #|A|%:R).

(* over the remainder *)
Lemma excess : \sum_(x | r < v x) (v x - r) <= m%:R * (B - r).
Proof.
have d : 0 < B - r by rewrite subr_gt0.
pose j := #|[pred x | r < v x]|; have [j_le|j_gt] := leqP j m.
  apply: le_trans (_ : \sum_(x | r < v x) (B - r) <= _).
    by apply: ler_sum => x _; rewrite ler_add2r; have /andP[] := ok x.
  by rewrite sumr_const -[X in X <= _]mulr_natl ler_wpmul2r ?(ltW d) ?ler_nat.
rewrite sumrB sumr_const -[r *+ _]mulr_natl -/j.
apply: le_trans (_ : #|A|%:R - m.+1%:R * r <= _).
  apply: ler_sub; last by rewrite ler_wpmul2r ?ler_nat.
  rewrite -sum_v [X in _ <= X](bigID (fun x => r < v x)) /= ler_addl.
  by apply: sumr_ge0 => x _; have /andP[] := ok x.
rewrite total -natr1 -subr_ge0.
have -> : m%:R * (B - r) - (m%:R * B + r - (m%:R + 1) * r) = 0 :> R by ring.
by [].
Qed.

Lemma spread_le : \sum_x f (v x) <= m%:R * f B + f r + (#|A|%:R - m%:R - 1) * f 0.
Proof.
have const a : \sum_(x : A) a = #|A|%:R * a :> R by rewrite sumr_const mulr_natl.
have [r0|r_gt0] := eqVneq r 0.
  apply: le_trans (_ : \sum_x (f 0 + (f B - f 0) / (B - 0) * (v x - 0)) <= _).
    by apply: ler_sum => x _; apply: chord.
  rewrite big_split /= const -mulr_sumr; under eq_bigr do rewrite subr0.
  rewrite sum_v total r0 addr0 subr0 -subr_ge0.
  set z := _ - _; suff -> : z = 0 by [].
  by rewrite /z; field; rewrite gt_eqF.
have r0 : 0 < r by rewrite lt_neqAle eq_sym r_gt0.
have d : 0 < B - r by rewrite subr_gt0.
pose s1 := (f r - f 0) / r; pose s2 := (f B - f r) / (B - r).
have rising : 0 <= s2 - s1.
  have := @chord 0 B r (lexx _) B_gt0 (lexx _); rewrite r_ge0 (ltW r_lt) !subr0 => /(_ isT) h.
  rewrite -subr_ge0 in h.
  have -> : s2 - s1 = (f 0 + (f B - f 0) / B * r - f r) * (B / (r * (B - r))).
    by rewrite /s1 /s2; field; rewrite !gt_eqF.
  by apply: mulr_ge0 h _; apply: divr_ge0; [apply: ltW | apply: mulr_ge0; apply: ltW].
apply: le_trans (_ : \sum_x (f 0 + s1 * v x + (s2 - s1) * (if r < v x then v x - r else 0)) <= _).
  apply: ler_sum => x _; have /andP[v0 vB] := ok x; case: (ltP r (v x)) => [above|below].
    apply: le_trans (@chord r B (v x) r_ge0 r_lt (lexx _) _) _; first by rewrite ltW.
    rewrite -/s2 -subr_ge0; set z := _ - _; suff -> : z = 0 by [].
    by rewrite /z /s1; field; rewrite gt_eqF.
  rewrite mulr0 addr0.
  apply: le_trans (@chord 0 r (v x) (lexx _) r0 (ltW r_lt) _) _; first by rewrite v0.
  by rewrite !subr0.
rewrite !big_split /= const -!mulr_sumr sum_v -big_mkcond /=.
apply: le_trans (_ : #|A|%:R * f 0 + s1 * #|A|%:R + (s2 - s1) * (m%:R * (B - r)) <= _).
  by rewrite ler_add2l ler_wpmul2l // excess.
rewrite total -subr_ge0; set z := _ - _; suff -> : z = 0 by [].
by rewrite /z /s1 /s2; field; rewrite !gt_eqF.
Qed.
End Spread.

(* ---- the number of lifts at the bound ---- *)

Section Numbers.
Variables (R : realType) (A : finType) (B : R).
Hypotheses (B1 : 1 <= B) (n_gt0 : (0 < #|A|)%N).
Local Notation n := #|A|.
Local Notation m := (at_bound A B).
Local Notation r := (remainder A B).
Let B0 : 0 < B := lt_le_trans ltr01 B1.

Lemma at_boundP : m%:R * B <= n%:R < (m%:R + 1) * B.
Proof.
have f0 : 0 <= floor (n%:R / B) by rewrite floor_ge0 divr_ge0 ?ler0n ?ltW.
have -> : m%:R = (floor (n%:R / B))%:~R :> R by rewrite /at_bound natr_absz ger0_norm.
by rewrite -ler_pdivl_mulr // -ltr_pdivr_mulr // floor_le lt_succ_floor.
Qed.

Lemma remainder_ge0 : 0 <= r.
Proof. by rewrite subr_ge0; have /andP[] := at_boundP. Qed.

Lemma remainder_lt : r < B.
Proof.
by have /andP[_] := at_boundP; rewrite ltr_subl_addr mulrDl mul1r addrC.
Qed.

Lemma remainder_total : n%:R = m%:R * B + r.
Proof. by rewrite addrC subrK. Qed.

Lemma at_bound_le : (m <= n)%N.
Proof.
rewrite -(ler_nat R); have /andP[h _] := at_boundP; apply: le_trans h.
by rewrite ler_pemulr ?ler0n.
Qed.

(* a sum over the places of the circle *)
Lemma circle_sum (g : R -> R) :
  \sum_(i < n) g (if (i < m)%N then B else if i == m :> nat then r else 0) =
  m%:R * g B + g r + (n%:R - m%:R - 1) * g 0.
Proof.
pose h i := g (if (i < m)%N then B else if i == m then r else 0).
rewrite -(big_mkord xpredT h) (@big_cat_nat _ _ _ m) ?at_bound_le //=.
rewrite (@eq_big_nat _ _ _ 0%N m _ (fun=> g B)) => [|i /andP[_ im]]; last by rewrite /h im.
rewrite sumr_const_nat subn0 -[g B *+ _]mulr_natl -addrA; congr (_ + _).
have := at_bound_le; rewrite leq_eqVlt => /orP[/eqP e|less].
  rewrite e big_geq // subrr sub0r mulN1r; suff -> : r = 0 by rewrite subrr.
  apply/le_anti; rewrite remainder_ge0 andbT /remainder e subr_le0.
  by rewrite ler_pemulr ?ler0n.
rewrite big_ltn // {1}/h ltnn eqxx; congr (_ + _).
rewrite (@eq_big_nat _ _ _ m.+1 n _ (fun=> g 0)) => [|i /andP[mi _]]; last first.
  by rewrite /h ltnNge (ltnW mi) /= gtn_eqF.
by rewrite sumr_const_nat -[g 0 *+ _]mulr_natl natrB // -natr1 opprD addrA.
Qed.

Definition place (y x : A) := ((enum_rank x + (n - enum_rank y)) %% n)%N.
Lemma place_lt y x : (place y x < n)%N. Proof. by rewrite ltn_mod. Qed.

Lemma place_bij y : bijective (fun x => Ordinal (place_lt y x)).
Proof.
apply: inj_card_bij; last by rewrite card_ord.
move=> x x' [] /eqP; rewrite /place eqn_modDr !modn_small ?ltn_ord // => /eqP e.
exact/enum_rank_inj/val_inj.
Qed.

Lemma place_bij_answer x : bijective (fun y => Ordinal (place_lt y x)).
Proof.
apply: inj_card_bij; last by rewrite card_ord.
move=> y y' [] /eqP; rewrite /place eqn_modDl -(eqn_modDr (enum_rank y + enum_rank y')).
rewrite addnA subnK ?(ltnW (ltn_ord _)) // [(enum_rank y + _)%N]addnC addnA subnK
  ?(ltnW (ltn_ord _)) // !modnDl !modn_small ?ltn_ord // => /eqP e.
exact/enum_rank_inj/val_inj.
Qed.

Lemma cyclic_secrets (y : A) (g : R -> R) :
  \sum_x g (cyclic B y x) = m%:R * g B + g r + (n%:R - m%:R - 1) * g 0.
Proof. by rewrite -circle_sum [in RHS](reindex _ (onW_bij _ (place_bij y))). Qed.

Lemma cyclic_answers (x : A) : \sum_y cyclic B y x = n%:R.
Proof.
have e : n%:R = m%:R * id B + id r + (n%:R - m%:R - 1) * id 0.
  by rewrite /= mulr0 addr0 -remainder_total.
by rewrite e -circle_sum [in RHS](reindex _ (onW_bij _ (place_bij_answer x))).
Qed.

Lemma cyclic_lifts (y x : A) : 0 <= cyclic B y x <= B.
Proof.
rewrite /cyclic; case: ifP => _; first by rewrite (ltW B0) lexx.
by case: ifP => _; rewrite ?lexx ?(ltW B0) // remainder_ge0 (ltW remainder_lt).
Qed.
End Numbers.

Lemma uniform_mass (R : realType) (A : finType) (P : law R A) x :
  uniform P id -> P x = 1 / #|A|%:R.
Proof.
move=> same; have n0 : (0 < #|A|)%N by apply/card_gt0P; exists x.
have e : \sum_y P y = #|A|%:R * P x.
  rewrite [RHS]mulr_natl -sumr_const; apply: eq_bigr => y _.
  by rewrite -(pr_id P y) -(pr_id P x); apply: same.
have nn : #|A|%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
by rewrite mass_sum in e; rewrite -[LHS](mulKf nn) -e mulrC.
Qed.

Theorem extremal_uniform_holds : extremal_uniform.
Proof.
move=> R A P e f same e0 n B m r f_convex.
have n0 : (0 < #|A|)%N by apply/card_gt0P; exists (point P).
have nR : 0 < n by rewrite ltr0n.
have nn : n != 0 by rewrite gt_eqF.
have mass x : P x = 1 / n := uniform_mass x same.
have full x : 0 < P x by rewrite mass divr_gt0 ?ltr01.
have B1 : 1 <= B by apply: expR_ge1.
have mean_n (v : A -> R) : \sum_x P x * v x = (\sum_x v x) / n.
  by rewrite mulr_suml; apply: eq_bigr => x _; rewrite mass mul1r mulrC.
apply/optimal_pml => //.
apply: (@optimal_mixed _ _ _ _ _ _ _ ((m * f B + f r + (n - m - 1) * f 0) / n) (fun=> 0)) => //.
- move=> w [ok]; rewrite mean_n => w1; rewrite big1 ?addr0 => [|x _]; last by rewrite mul0r.
  rewrite ler_wpmul2r ?invr_ge0 ?(ltW nR) //; apply: (@spread_le _ A B) => //.
  + exact: remainder_ge0.
  + exact: remainder_lt.
  + exact: remainder_total.
  + by rewrite -[LHS](divfK (lt0r_neq0 nR)) w1 mul1r.
- by rewrite sumr_const mul0rn addr0.
- by move=> _; rewrite divr_ge0 ?ler01 ?(ltW nR).
- move=> y; split=> [x|]; first exact: cyclic_lifts.
  rewrite mean_n (cyclic_secrets B1 n0 y id) /= mulr0 addr0 -remainder_total.
  exact: divff.
- by move=> x; rewrite -mulr_sumr cyclic_answers // mul1r mulVf.
- under eq_bigr do rewrite /separable cyclic_secrets //.
  by rewrite sumr_const -[LHS]mulr_natl mulrA mul1r mulfV ?mul1r.
Qed.
