(* How far the worst leakage of many records can be above the tilted bound: the marked records are
   interchangeable, and few outcomes have few of them. Proofs of claims_limit.v; nothing here has to
   be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring classical_sets mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law extremes release records claims bounds.
From pmlsym Require Import tilted_core near marked claims_limit.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Classes.
Variables (R : realType) (m k n : nat) (W : 'M[R]_(m, k)) (b alpha : R).
Variables (P : 'I_n -> law R [finType of 'I_k]) (i : 'I_n) (y : 'I_m -> R).
Hypotheses (ok : allowed k b alpha) (floor : forall c j, alpha <= P c j).
Let b_gt0 : 0 < b. Proof. by case: ok. Qed.
Let alpha_gt0 : 0 < alpha. Proof. by case: ok. Qed.
Let ka : k%:R * alpha <= 1. Proof. by case: ok. Qed.
Local Notation Om := (database [finType of 'I_k] n).

(* the density of y, but for a factor *)
Definition noise (u : Om) := expR (- (\sum_l `|y l - \sum_c W l (u c)|) / b).
Definition scale_factor : R := \prod_(l < m) (2%:R * b)^-1.
Lemma noise_ge0 u : 0 <= noise u. Proof. exact/ltW/expR_gt0. Qed.
Lemma scale_gt0 : 0 < scale_factor.
Proof. by apply: prodr_gt0 => l _; rewrite invr_gt0 mulr_gt0 ?ltr0n. Qed.

Lemma laplaceE (D : finType) (cls : D -> 'I_k) (x : database D n) :
  laplace b (answers W cls) y x = scale_factor * noise [ffun c => cls (x c)].
Proof.
rewrite /laplace big_split /= -expR_sum; congr (_ * expR _).
rewrite mulNr mulr_suml -sumrN; apply: eq_bigr => l _; rewrite answersE.
rewrite [X in _ = - (`|_ - X| / b)](eq_bigr (fun c => W l (cls (x c)))) // => c _.
by rewrite ffunE.
Qed.

Lemma noise_fall u c a a' : fall W b * noise (put c u a) <= noise (put c u a').
Proof.
have same v : laplace b (answers W id) y v = scale_factor * noise v.
  by rewrite laplaceE; congr (_ * noise _); apply/ffunP => c'; rewrite ffunE.
rewrite -(ler_pmul2l scale_gt0) mulrCA -!same.
apply: le_trans (density_step id W y c u a' a b_gt0).
apply: ler_wpmul2r; first exact/ltW/laplace_gt0.
by rewrite ler_expR ler_opp2 ler_pmul2r ?invr_gt0 // apart_le.
Qed.

(* given the rest, the records of J that are marked *)
Lemma when_markedE (J : {set 'I_n}) r : i \in J ->
  #|Om|%:R * when_marked P alpha i noise r J =
  \sum_(v : Om) (\prod_(c | c != i) (if c \in J then alpha else rest P alpha i c (v c))) *
    of_class W b J (fun l => y l - \sum_(c | c \notin J) W l (v c)) i r.
Proof.
move=> iJ; rewrite -(joined_sum J); apply: eq_bigr => v _; rewrite mulr_sumr.
apply: eq_bigr => u _; rewrite (bigD1 i) //= iJ /mark eqxx ffunE iJ.
rewrite -mulrA mulrCA; congr (_ * _).
  apply: eq_bigr => c /negbTE ci; rewrite ffunE ci; by case: (c \in J).
rewrite mulrC; congr (_ * _); rewrite /noise /tilted_core.F; congr expR.
congr (- _ / _); apply: eq_bigr => l _; congr (`|_|).
rewrite (bigID (mem J)) /= opprD addrA addrAC; congr (_ - _ - _); last first.
  by apply: eq_bigr => c cJ; rewrite ffunE cJ.
by apply: eq_bigr => c /negbTE cJ; rewrite ffunE cJ.
Qed.

Definition width l : R := \big[Num.max/0]_j \big[Num.max/0]_r (W l j - W l r).
Lemma width_le l j r : `|W l j - W l r| <= width l.
Proof.
have h j' r' : W l j' - W l r' <= width l.
  by apply: (bigmax_sup j') => //; apply: (bigmax_sup r').
by rewrite ler_norml h andbT ler_oppl opprB h.
Qed.
Lemma ranges_ge0 : 0 <= ranges W.
Proof. by apply: sumr_ge0 => l _; rewrite -/(width l); have /bigmax_leP[] := lexx (width l). Qed.

Lemma near_enough (J : {set 'I_n}) (N : nat) z r0 (g : R) : i \in J -> (0 < N)%N -> (N <= #|J|)%N ->
  epsilon W b N < g -> exists2 s, slopes s & forall j,
    `|of_class W b J z i j - tilted_law W b s r0 j * whole W b J z| <= g * whole W b J z.
Proof.
move=> iJ N0 NJ eg; pose t : R := #|J|%:R.
have g0 : 0 < g by apply: le_lt_trans eg; apply: sqrtr_ge0.
have t0 : 0 < t by rewrite ltr0n; apply/card_gt0P; exists i.
have n0 : 0 < N%:R :> R by rewrite ltr0n.
have st0 : 0 < Num.sqrt t by rewrite sqrtr_gt0.
have sn0 : 0 < Num.sqrt N%:R :> R by rewrite sqrtr_gt0.
have q0 : 0 <= ranges W / (4%:R * b * Num.sqrt N%:R).
  by rewrite divr_ge0 ?ranges_ge0 // !mulr_ge0 ?ler0n // ltW.
have small : nu0 b J width < 2%:R * t * g ^+ 2.
  have e2 : ranges W / (4%:R * b * Num.sqrt N%:R) < g ^+ 2.
    by rewrite -[X in X < _](sqr_sqrtr q0) ltr_pexpn2r ?nnegrE ?sqrtr_ge0 ?(ltW g0).
  apply: (@le_lt_trans _ _ (2%:R * t * (ranges W / (4%:R * b * Num.sqrt N%:R)))); last first.
    by rewrite ltr_pmul2l // mulr_gt0 // ltr0n.
  have sle : Num.sqrt N%:R <= Num.sqrt t by rewrite ler_sqrt // ler_nat.
  rewrite /nu0 -/t; have -> : \sum_l width l = ranges W by [].
  have -> : 2%:R * t * (ranges W / (4%:R * b * Num.sqrt N%:R)) =
      t / Num.sqrt N%:R * (ranges W / (2%:R * b)).
    by move: (ranges W) sn0; move: (Num.sqrt N%:R) => v w v0; field; rewrite !gt_eqF.
  rewrite -mulrA; apply: ler_wpmul2r.
    by rewrite divr_ge0 ?ranges_ge0 // mulr_ge0 ?ler0n // ltW.
  rewrite ler_pdivl_mulr // -[X in _ <= X](sqr_sqrtr (ltW t0)) expr2.
  by apply: ler_wpmul2l => //; apply: ltW.
have d0 : 0 < 2%:R * t * g ^+ 2 - nu0 b J width by rewrite subr_gt0.
have l0 : 0 < 4%:R * t * g by rewrite !mulr_gt0 // ltr0n.
have [s hs h] := near_law z r0 ok iJ width_le l0 d0; exists s => // j.
apply: le_trans (h j) _; rewrite le_eqVlt; apply/orP; left; apply/eqP; congr (_ * _).
rewrite -/t; move: (nu0 _ _ _) => v; field; rewrite !gt_eqF //.
Qed.

Variable top : R.
Hypothesis tops : forall s, slopes s -> tilted W b alpha s <= top.

Lemma marked_ratio (J : {set 'I_n}) (N : nat) r : (0 < N)%N -> (N <= #|J|)%N ->
  (expR (- top) * least W b - epsilon W b N) * when_marked P alpha i noise r J <=
  (least W b + epsilon W b N) * \sum_j P i j * when_marked P alpha i noise j J.
Proof.
move=> N0 NJ; have [iJ|iJ] := boolP (i \in J); last first.
  by rewrite own_marked // mulr0 big1 ?mulr0 // => j _; rewrite own_marked ?mulr0.
have o0 : 0 < #|Om|%:R :> R by rewrite ltr0n; apply/card_gt0P; exists [ffun=> r].
rewrite -(ler_pmul2l o0) mulrCA [X in _ <= X]mulrCA.
have -> : #|Om|%:R * (\sum_j P i j * when_marked P alpha i noise j J) =
    \sum_j P i j * (#|Om|%:R * when_marked P alpha i noise j J).
  by rewrite mulr_sumr; apply: eq_bigr => j _; rewrite mulrCA.
under [in X in _ <= X]eq_bigr do rewrite when_markedE // mulr_sumr.
rewrite when_markedE // exchange_big /= !mulr_sumr; apply: ler_sum => v _.
under [in X in _ <= X]eq_bigr do rewrite mulrCA.
rewrite -mulr_sumr mulrCA [X in _ <= X]mulrCA; apply: ler_wpmul2l.
  apply: prodr_ge0 => c _; case: ifP => _; [exact: ltW | exact: rest_ge0].
apply: (near_ratio (r0 := r) ok) => // [|g' gg]; first exact: sqrtr_ge0.
exact: near_enough gg.
Qed.

(* if the outcomes with fewer than N marked records are a share eta *)
Lemma in_class_ratio (N : nat) (eta : R) r : (0 < N)%N ->
  epsilon W b N < expR (- top) * least W b ->
  \sum_(J : {set 'I_n} | (#|J| < N)%N) when_marked P alpha i noise r J <=
    eta * in_class P i noise r ->
  (expR (- top) * least W b - epsilon W b N) * (1 - eta) * in_class P i noise r <=
  (least W b + epsilon W b N) * \sum_j P i j * in_class P i noise j.
Proof.
move=> N0 small few; have a0 := ltW alpha_gt0.
have M0 j J : 0 <= when_marked P alpha i noise j J := when_marked_ge0 i noise_ge0 a0 floor j J.
set A := _ - _; have A0 : 0 <= A by rewrite subr_ge0 ltW.
have B0 : 0 <= least W b + epsilon W b N.
  by rewrite addr_ge0 ?sqrtr_ge0 // divr_ge0 ?ler0n // ltW ?expR_gt0.
rewrite -mulrA.
apply: (@le_trans _ _ (A *
    \sum_(J : {set 'I_n} | ~~ (#|J| < N)%N) when_marked P alpha i noise r J)).
  apply: ler_wpmul2l => //; rewrite mulrBl mul1r ler_subl_addl.
  rewrite [X in X <= _](in_classE P alpha) (bigID (fun J : {set 'I_n} => (#|J| < N)%N)) /=.
  by rewrite ler_add2r.
rewrite [X in X <= _]mulr_sumr; apply: (@le_trans _ _ (\sum_(J : {set 'I_n} | ~~ (#|J| < N)%N)
    (least W b + epsilon W b N) * \sum_j P i j * when_marked P alpha i noise j J)).
  by apply: ler_sum => J; rewrite -leqNgt => NJ; apply: marked_ratio.
rewrite -mulr_sumr; apply: ler_wpmul2l => //.
rewrite exchange_big /=; apply: ler_sum => j _; rewrite -mulr_sumr.
apply: ler_wpmul2l; first exact: mass_ge0.
rewrite [X in _ <= X](in_classE P alpha).
rewrite [X in _ <= X](bigID (fun J : {set 'I_n} => (#|J| < N)%N)) /=.
by rewrite ler_addr sumr_ge0.
Qed.
End Classes.

(* records that have classes are as records that are classes *)
Section Pushed.
Variables (R : realType) (D : finType) (n k : nat) (cls : D -> 'I_k) (P : 'I_n -> law R D).
Definition pushed c : law R [finType of 'I_k] := Law (share_ge0 cls (P c)) (share_sum cls (P c)).

Lemma prior_pushed (g : database [finType of 'I_k] n -> R) :
  \sum_(x : database D n) prior P x * g [ffun c => cls (x c)] = \sum_u prior pushed u * g u.
Proof.
rewrite (partition_big (fun x : database D n => [ffun c => cls (x c)]) xpredT) //=.
apply: eq_bigr => u _; rewrite (eq_bigr (fun x => prior P x * g u)) => [|x /eqP -> //].
rewrite -mulr_suml; congr (_ * _); rewrite /prior /= /share bigA_distr_big_dep.
apply: eq_bigl => x; apply/eqP/familyP => [e c|h].
  by rewrite -e ffunE unfold_in.
by apply/ffunP => c; rewrite ffunE; apply/eqP; apply: h.
Qed.
End Pushed.

Section Tilted.
Variables (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b alpha : R).
Hypothesis ok : allowed k b alpha.

Lemma tilted_triangle s : slopes s -> tilted W b alpha s <= triangle W b alpha.
Proof.
move=> hs; apply: of_gaps_le => [|r c]; first exact: of_gaps_ge0.
apply: le_trans (le_of_gaps b alpha (apart W) r c); apply: (term_mono ok) => j.
rewrite /sloped -sumrB; apply: ler_sum => l _; rewrite -mulrBr distrC.
by apply: le_trans (ler_norm _) _; rewrite normrM ler_pimull.
Qed.

Lemma tilted_has_sup : has_sup (fun v : R => exists2 s, slopes s & v = tilted W b alpha s).
Proof.
split; last by exists (triangle W b alpha) => v [s hs ->]; apply: tilted_triangle.
by exists (tilted W b alpha (fun=> 0)); exists (fun=> 0) => // l; rewrite normr0 ler01.
Qed.

Lemma tilted_le_bound s : slopes s -> tilted W b alpha s <= tilted_bound W b alpha.
Proof. by move=> hs; apply: (sup_upper_bound tilted_has_sup); exists s. Qed.

Lemma bound_le_triangle : tilted_bound W b alpha <= triangle W b alpha.
Proof.
apply: sup_le_ub; first by case: tilted_has_sup.
by move=> v [s hs ->]; apply: tilted_triangle.
Qed.
End Tilted.

Lemma modulus_bounds (R : realType) (m k n : nat) (W : 'M[R]_(m, k)) (b alpha : R) (N : nat)
    (eta : R) :
  allowed k b alpha -> (0 < N)%N -> eta < 1 ->
  epsilon W b N < least W b * expR (- triangle W b alpha) ->
  (forall (P : 'I_n -> law R [finType of 'I_k]) i y r, (forall c j, alpha <= P c j) ->
     \sum_(J : {set 'I_n} | (#|J| < N)%N) when_marked P alpha i (noise W b y) r J <=
     eta * in_class P i (noise W b y) r) ->
  bounds_leak W b alpha n (modulus W b alpha N eta).
Proof.
move=> ok N0 eta1 small few D cls P i y floor; have [b0 a0 ka] := ok.
pose P' := pushed cls P; have floor' c j : alpha <= P' c j := floor c j.
have C0 := scale_gt0 m ok; set C := scale_factor _ _ in C0.
have pos (x : database D n) : 0 < laplace b (answers W cls) y x by apply: laplace_gt0.
have seenC d : seen P i (laplace b (answers W cls) y) d = C * in_class P' i (noise W b y) (cls d).
  rewrite -seenE; last exact: lt_le_trans (floor' i (cls d)).
  rewrite /seen -prior_pushed mulr_sumr; apply: eq_bigr => x _.
  rewrite laplaceE mulrCA; do 2!congr (_ * _); congr (noise W b y _).
  by apply/ffunP => c; rewrite !ffunE; case: ifP.
have ls0 : 0 <= least W b by rewrite divr_ge0 ?ler0n // ltW ?expR_gt0.
have small' : epsilon W b N < tau W b alpha * least W b.
  apply: lt_le_trans small _; rewrite mulrC; apply: ler_wpmul2r => //.
  by rewrite ler_expR ler_opp2 bound_le_triangle.
have e0 : 0 <= epsilon W b N := sqrtr_ge0 _.
have q0 : 0 < least W b + epsilon W b N.
  rewrite ltr_paddr // /least divr_gt0 ?expR_gt0 // ltr0n.
  by have [d _] := likely (P i); case: (k) (cls d) => [[]|].
have A0 : 0 < (tau W b alpha * least W b - epsilon W b N) * (1 - eta).
  by rewrite mulr_gt0 ?subr_gt0.
rewrite (leak_leP P i pos) => d p; rewrite (densityE P i) seenC.
under eq_bigr do rewrite seenC; under eq_bigr do rewrite mulrCA.
rewrite -mulr_sumr (mean_share cls (P i) (in_class P' i (noise W b y))).
rewrite mulrCA; apply: ler_wpmul2l; first exact: ltW.
rewrite /modulus expRN lnK ?posrE ?divr_gt0 // invf_div mulrAC ler_pdivl_mulr //.
rewrite [X in X <= _]mulrC.
exact: (in_class_ratio ok floor' (tilted_le_bound W ok) N0 small' (few P' i y (cls d) floor')).
Qed.

Theorem linear_limit_c_holds : linear_limit_c.
Proof.
move=> R m k W b alpha n N ok N0 small eta; have [b0 a0 ka] := ok; split=> [h|e Nn].
  apply: modulus_bounds => // [|P i y r floor].
    have one : 1 < 2%:R ^+ N :> R by rewrite exprn_egt1 ?ltr1n // -lt0n.
    rewrite ltNge; apply/negP => eta1; suff : 2%:R ^+ N <= 1 :> R by rewrite leNgt one.
    have e : 4%:R = 2%:R * 2%:R :> R by rewrite -natrM.
    apply: le_trans h; rewrite e exprMn -[X in _ <= X]mulrA -/eta.
    by apply: ler_pemulr; rewrite ?exprn_ge0 ?ler0n.
  have k0 : (0 < k)%N by case: (k) r => [[]|].
  apply: (few_marked i (noise_ge0 W b y) (ltW a0) floor k0 (expR_gt0 _) ka) => //.
  exact: noise_fall ok.
apply: modulus_bounds => // [|P i y r floor]; first exact: ltr01.
by rewrite Nn mul0r (all_marked i (noise W b y) floor).
Qed.
