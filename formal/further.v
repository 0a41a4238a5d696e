(* What a noisy count leaks given the earlier ones. Proofs of claims_published.v; nothing here has to be
   read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law extremes release records more claims claims_histogram claims_published.
From pmlsym Require Import tangent bounds figures counts second.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* from what all outcomes, and the earlier ones, give away *)
Lemma next_le (R : realType) (D : finType) (n : nat) (P : 'I_n -> law R D) i (f g : database D n ->
  R) u :
  (forall x, 0 < f x) -> (forall x, 0 < g x) -> 0 < u ->
  (forall d, 0 < P i d -> seen P i f d * density P g <= u * (seen P i g d * density P f)) ->
  ln (\big[Num.max/0]_(d | 0 < P i d) ((density_given P f i d / density_given P g i d) /
                                      (density P f / density P g))) <= ln u.
Proof.
move=> f0 g0 u0 h; have F0 := density_gt0 P f0; have G0 := density_gt0 P g0.
have pos d : 0 < P i d -> 0 < (density_given P f i d / density_given P g i d) / (density P f /
  density P g).
  by move=> d0; rewrite !density_givenE // !divr_gt0 ?g_gt0.
have [d0 p0] := likely (P i); rewrite ler_ln ?posrE //; last first.
  by apply: lt_le_trans (pos _ p0) _; apply: (bigmax_sup d0).
apply/bigmax_leP; split=> [|d d1]; first exact: ltW.
rewrite ler_pdivr_mulr ?divr_gt0 // !density_givenE // ler_pdivr_mulr ?g_gt0 //.
have -> : u * (density P f / density P g) * seen P i g d = u * (seen P i g d * density P f) /
  density P g.
  by ring.
by rewrite ler_pdivl_mulr //; apply: h.
Qed.

(* f(y_j | d, y_0, ..., y_(j-1)) / f(y_j | y_0, ..., y_(j-1)) is at least this *)
Lemma next_ge (R : realType) (D : finType) (n : nat) (P : 'I_n -> law R D) i (f g : database D n ->
  R) d u :
  (forall x, 0 < f x) -> (forall x, 0 < g x) -> 0 < u -> 0 < P i d ->
  u * (seen P i g d * density P f) <= seen P i f d * density P g ->
  ln u <= ln (\big[Num.max/0]_(d | 0 < P i d) ((density_given P f i d / density_given P g i d) /
                                               (density P f / density P g))).
Proof.
move=> f0 g0 u0 d0 h; have F0 := density_gt0 P f0; have G0 := density_gt0 P g0.
have le : u <= (density_given P f i d / density_given P g i d) / (density P f / density P g).
  rewrite ler_pdivl_mulr ?divr_gt0 // !density_givenE // ler_pdivl_mulr ?g_gt0 //.
  have -> : u * (density P f / density P g) * seen P i g d = u * (seen P i g d * density P f) /
    density P g.
    by ring.
  by rewrite ler_pdivr_mulr.
have m : u <= \big[Num.max/0]_(d | 0 < P i d) ((density_given P f i d / density_given P g i d) /
    (density P f / density P g)) by apply: le_trans le _; apply: (bigmax_sup d).
by rewrite ler_ln ?posrE // (lt_le_trans u0).
Qed.

Lemma mean_own (R : realType) (D : finType) (k : nat) (cls : D -> 'I_k) (p : law R D) j v :
  \sum_c p c * (if cls c == j then 1 else v) = share cls p j + (1 - share cls p j) * v.
Proof.
have one : \sum_(c | cls c != j) p c = 1 - share cls p j.
  by rewrite -(mass_sum p) [in RHS](bigID (fun c => cls c == j)) /= addrAC subrr add0r.
rewrite (bigID (fun c => cls c == j)) /= -one mulr_suml /share; congr (_ + _); apply: eq_bigr => c.
  by move=> ->; rewrite mulr1.
by move=> /negbTE ->.
Qed.

Section AnyCounts.
Variables (R : realType) (D : finType) (n m k : nat) (b : R) (cls : D -> 'I_k) (P : 'I_n -> law R
  D).
Variables (y : 'I_m -> R) (i : 'I_n).
Hypothesis b_gt0 : 0 < b.
Local Notation f := (laplace b (answers (first_counts R m k) cls (n := n)) y).

Lemma seen_step c d : expR (- (apart (first_counts R m k) (cls c) (cls d) / b)) * seen P i f d <=
  seen P i f c.
Proof.
rewrite /seen mulr_sumr; apply: ler_sum => x _; rewrite mulrCA; apply: ler_wpmul2l; first exact:
  prior_ge0.
exact: density_step.
Qed.
Lemma seen_same c d : cls c = cls d -> seen P i f c = seen P i f d.
Proof.
move=> e; apply/le_anti/andP; split.
  by have := seen_step d c; rewrite e apart0 mul0r oppr0 expR0 mul1r.
by have := seen_step c d; rewrite e apart0 mul0r oppr0 expR0 mul1r.
Qed.
Lemma seen_two c d : expR (- (2%:R / b)) * seen P i f d <= seen P i f c.
Proof.
apply: le_trans (seen_step c d); apply: ler_wpmul2r; first by apply/ltW/g_gt0 => x; apply:
  laplace_gt0.
rewrite ler_expR ler_opp2 ler_pmul2r ?invr_gt0 //.
have [e|ne] := eqVneq (cls c) (cls d); first by rewrite e apart0 ler0n.
by rewrite apart_first // ler_nat; case: (cls c < m)%N; case: (cls d < m)%N.
Qed.
End AnyCounts.

Section Rates.
Variables (R : realType) (k : nat) (b alpha : R).
Hypotheses (ok : allowed k b alpha) (k_gt1 : (1 < k)%N).
Lemma mixture_gt0 v : 0 < v -> 0 < alpha + (1 - alpha) * v.
Proof.
by move=> v0; have [_ a0 _] := ok; rewrite ltr_paddr // mulr_ge0 ?ltW // subr_gt0 (alpha_lt1 ok).
Qed.
End Rates.

Theorem histogram_composition_further_c_holds : histogram_composition_further_c.
Proof.
move=> R D n k b alpha cls P y j i ok floor /andP[j0 jk]; have k1 := leq_trans (j0 : (1 < j.+1)%N)
  jk.
have [b0 a0 ka] := ok; set t := expR (2%:R / b); set v := expR (- (2%:R / b)).
have t0 : 0 < t by apply: expR_gt0. have v0 : 0 < v by apply: expR_gt0.
have T := mixture_gt0 ok k1 t0; have V := mixture_gt0 ok k1 v0.
rewrite /leak_next; set f := of_first _ _ y j.+1; set g := of_first _ _ y j.
have f0 x : 0 < f x by apply: laplace_gt0. have g0 x : 0 < g x by apply: laplace_gt0.
apply: next_le => //; first exact: divr_gt0.
move=> d p0; set q := share cls (P i) (cls d); have qa : alpha <= q by apply: floor.
have G : density P g <= (alpha + (1 - alpha) * t) * seen P i g d.
  apply: (@le_trans _ _ ((q + (1 - q) * t) * seen P i g d)).
    rewrite (densityE P i) -mean_own mulr_suml; apply: ler_sum => c _; rewrite -mulrA.
    apply: ler_wpmul2l; first exact: mass_ge0.
    case: eqP => e; first by rewrite mul1r (seen_same P _ i b0 e).
    rewrite -ler_pdivr_mull // /t -expRN; exact: seen_two.
  apply: ler_wpmul2r; first exact/ltW/g_gt0.
  rewrite -subr_ge0; have -> : alpha + (1 - alpha) * t - (q + (1 - q) * t) = (q - alpha) * (t - 1)
    by ring.
  by rewrite mulr_ge0 // subr_ge0 // -(@expR0 R) ler_expR divr_ge0 ?ler0n // ltW.
have F : (alpha + (1 - alpha) * v) * seen P i f d <= density P f.
  apply: (@le_trans _ _ ((q + (1 - q) * v) * seen P i f d)).
    apply: ler_wpmul2r; first exact/ltW/g_gt0.
    rewrite -subr_ge0; have -> : q + (1 - q) * v - (alpha + (1 - alpha) * v) = (q - alpha) * (1 -
      v) by ring.
    by rewrite mulr_ge0 // subr_ge0 // -(@expR0 R) ler_expR oppr_le0 divr_ge0 ?ler0n // ltW.
  rewrite (densityE P i) -mean_own mulr_suml; apply: ler_sum => c _; rewrite -mulrA.
  apply: ler_wpmul2l; first exact: mass_ge0.
  case: eqP => e; first by rewrite mul1r (seen_same P _ i b0 e).
  exact: seen_two.
rewrite -(ler_pmul2l V) mulrA; apply: le_trans (ler_pmul _ _ F G) _.
- by rewrite mulr_ge0 // ltW ?g_gt0.
- exact/ltW/density_gt0.
rewrite [X in _ <= X]mulrA [(alpha + (1 - alpha) * v) * (_ / _)]mulrC divfK ?gt_eqF //.
by rewrite mulrCA [density P f * _]mulrC mulrA.
Qed.

(* ---- two counts ---- *)

Section TwoCounts.
Variables (R : realType) (D : finType) (n k : nat) (b : R) (cls : D -> 'I_k) (P : 'I_n.+1 -> law R
  D).
Variables (y : nat -> R) (i : 'I_n.+1).
Hypotheses (b_gt0 : 0 < b).
Local Notation P' := (fun t => P (fintype.lift i t)).
Definition first_class e := val (cls e) == 0%N.
Definition second_class e := val (cls e) == 1%N.
Local Notation o e := ((first_class e)%:R : R).
Local Notation w e := ((second_class e)%:R : R).
Local Notation kept := (kept first_class second_class b).

Lemma seen_lift m (W : 'M[R]_(m, k)) (v : 'I_m -> R) d :
  seen P i (laplace b (answers W cls (n := n.+1)) v) d =
  density P' (laplace b (answers W cls) (fun l => v l - W l (cls d))).
Proof.
have put_at_join e (x : database D n) : put i (join i e x) d = join i d x.
  apply/ffunP => t; rewrite ffunE; case: (unliftP i t) => [t' ->|->]; last by rewrite eqxx join_at.
  by rewrite eq_sym (negbTE (neq_lift i t')) !join_lift.
rewrite /seen (sum_join i) exchange_big /=; apply: eq_bigr => x _.
under eq_bigr do rewrite prior_join put_at_join laplace_join -mulrA.
by rewrite -mulr_suml mass_sum mul1r.
Qed.

Lemma first_answer m (x : database D n) (l : 'I_m) :
  answers (first_counts R m k) cls x l = (number (fun e => val (cls e) == l) x)%:R.
Proof.
rewrite answersE /number natr_sum; apply: eq_bigr => t _; rewrite mxE eq_sym; by case: eqP.
Qed.

Lemma seen_first d : seen P i (of_first b cls y 1) d = (2%:R * b)^-1 * kept P' (y 0%N - o d) (fun=>
  1).
Proof.
rewrite seen_lift /density /second.kept mulr_sumr; apply: eq_bigr => x _; rewrite mulr1.
rewrite [RHS]mulrCA; congr (_ * _); rewrite /laplace big_ord1 first_answer /near mxE.
by rewrite [val _ == val (cls d)]eq_sym.
Qed.
Lemma seen_second d : seen P i (of_first b cls y 2) d =
  (2%:R * b)^-1 * (2%:R * b)^-1 * kept P' (y 0%N - o d) (fun s => near b (y 1%N - w d - s%:R)).
Proof.
rewrite seen_lift /density /second.kept mulr_sumr; apply: eq_bigr => x _.
rewrite [RHS]mulrCA; congr (_ * _); rewrite /laplace !big_ord_recl big_ord0 mulr1 !first_answer
  /near !mxE.
rewrite ![val _ == val (cls d)]eq_sym [RHS]mulrACA.
by [].
Qed.

Lemma near_step (u v : R) : `|u - v| <= 1 -> expR (- (1 / b)) * near b u <= near b v.
Proof.
move=> h; rewrite /near -expRD ler_expR -opprD -mulrDl ler_opp2 ler_pmul2r ?invr_gt0 //.
have -> : v = u - (u - v) by ring.
by apply: le_trans (ler_norm_sub _ _) _; rewrite addrC ler_add2r.
Qed.

Lemma two_classes e : first_class e -> second_class e = false.
Proof. by rewrite /first_class /second_class => /eqP ->. Qed.

(* densities of the second count, given the first, by class *)
Lemma within_one c d :
  expR (- (1 / b)) * (seen P i (of_first b cls y 2) d * seen P i (of_first b cls y 1) c) <=
  seen P i (of_first b cls y 2) c * seen P i (of_first b cls y 1) d.
Proof.
rewrite !seen_first !seen_second; set K := (2%:R * b)^-1; have K0 : 0 < K by apply: factor_gt0.
have r v u : K * K * v * (K * u) = K * K * K * (v * u) by ring.
rewrite !r mulrCA; apply: ler_wpmul2l; first by rewrite !mulr_ge0 // ltW.
rewrite mulrA -[X in X * _ <= _]keptZ; pose phi (s : nat) := expR (- (1 / b)) * near b (y 1%N - w d
  - s%:R).
have bit (p q : bool) : `|(p%:R : R) - q%:R| <= 1.
  by case: p; case: q; rewrite ?subrr ?normr0 ?subr0 ?sub0r ?normrN ?normr1 ?ler01 ?lexx.
have step s : phi s <= near b (y 1%N - w c - s%:R).
  apply: near_step; have -> : y 1%N - w d - s%:R - (y 1%N - w c - s%:R) = w c - w d by ring.
  exact: bit.
have [oc|oc] := boolP (first_class c); have [od|od] := boolP (first_class d); rewrite /= ?mulr1n
  ?subr0.
- apply: ler_wpmul2r; [exact/ltW/seen1_gt0 | exact: kept_le].
- apply: (last_count b_gt0 two_classes) => // s; rewrite (two_classes oc) /= subr0.
  apply: near_step; have -> : y 1%N - w d - s%:R - (y 1%N - s.+1%:R) = 1 - w d by rewrite -natr1;
    ring.
  exact: (bit true).
- apply: (next_count b_gt0 two_classes) => // s; rewrite /phi (two_classes od) /= subr0.
  apply: near_step; have -> : y 1%N - s.+1%:R - (y 1%N - w c - s%:R) = w c - 1 by rewrite -natr1;
    ring.
  exact: (bit _ true).
- apply: ler_wpmul2r; [exact/ltW/seen1_gt0 | exact: kept_le].
Qed.
End TwoCounts.

Lemma second_rate (R : realType) (e alpha q G X : R) : 1 <= e -> 0 <= alpha -> alpha <= q -> 0 <= G
  ->
  X <= (1 - q) * e * G -> q * G + X <= (alpha + (1 - alpha) * e) * (q * G + e^-1 * X).
Proof.
move=> e1 a0 aq G0 h; have e0 : 0 < e by apply: lt_le_trans e1.
rewrite -subr_ge0; have -> : (alpha + (1 - alpha) * e) * (q * G + e^-1 * X) - (q * G + X) =
    alpha * (1 - e^-1) * ((1 - q) * e * G - X) + (e - 1) * (q - alpha) * G by field; rewrite gt_eqF.
by rewrite addr_ge0 // !mulr_ge0 ?subr_ge0 // invf_le1.
Qed.

Theorem histogram_composition_further_b_holds : histogram_composition_further_b.
Proof.
move=> R D [|n] k b alpha cls P y i ok floor k1; first by case: i.
have [b0 a0 ka] := ok; set e := expR (1 / b).
have e0 : 0 < e by apply: expR_gt0.
have e1 : 1 <= e by rewrite -(@expR0 R) ler_expR divr_ge0 ?ler01 // ltW.
rewrite /leak_next; set f := of_first _ _ y 2; set g := of_first _ _ y 1.
have f0 x : 0 < f x by apply: laplace_gt0. have g0 x : 0 < g x by apply: laplace_gt0.
apply: next_le => //; first exact: (mixture_gt0 ok k1).
move=> d p0; set q := share cls (P i) (cls d); have qa : alpha <= q by apply: floor.
have G0 := g_gt0 P i g0 d; have F0 := g_gt0 P i f0 d.
pose X := \sum_(c | cls c != cls d) P i c * seen P i g c.
have gE : density P g = q * seen P i g d + X.
  rewrite (densityE P i) (bigID (fun c => cls c == cls d)) /=; congr (_ + _).
  by rewrite /q /share mulr_suml; apply: eq_bigr => c /eqP h; rewrite (seen_same P _ i b0 h).
have others : \sum_(c | cls c != cls d) P i c = 1 - q.
  by rewrite -(mass_sum (P i)) [in RHS](bigID (fun c => cls c == cls d)) /= addrAC subrr add0r.
have X1 : X <= (1 - q) * e * seen P i g d.
  rewrite -others -mulrA mulr_suml; apply: ler_sum => c ne; apply: ler_wpmul2l; first exact:
    mass_ge0.
  rewrite -ler_pdivr_mull // /e -expRN.
  apply: le_trans (seen_step cls P (fun l : 'I_1 => y l) i b0 d c); apply: ler_wpmul2r; first
    exact/ltW/g_gt0.
  rewrite ler_expR ler_opp2 ler_pmul2r ?invr_gt0 // apart_first 1?eq_sym // -[1]/(1%:R) ler_nat.
  by move: ne; rewrite -val_eqE /=; case: (val (cls c)) => [|?] //=; case: (val (cls d)).
have fE : seen P i f d * (q * seen P i g d + e^-1 * X) <= seen P i g d * density P f.
  rewrite (densityE P i) (bigID (fun c => cls c == cls d)) /= !mulrDr; apply: ler_add.
    rewrite mulrCA /q /share mulr_suml [X in _ <= X]mulr_sumr; apply: ler_sum => c /eqP h.
    have same : seen P i f c = seen P i f d := seen_same P _ i b0 h.
    by rewrite same le_eqVlt; apply/orP; left; apply/eqP; ring.
  rewrite /X mulrCA !mulr_sumr; apply: ler_sum => c _.
  rewrite [X in X <= _](_ : _ = P i c * (e^-1 * (seen P i f d * seen P i g c))); last by ring.
  rewrite [X in _ <= X]mulrCA; apply: ler_wpmul2l; first exact: mass_ge0.
  rewrite [X in _ <= X]mulrC /e -expRN; exact: within_one.
apply: le_trans (_ : _ * (seen P i f d * (q * seen P i g d + e^-1 * X)) <= _); last first.
  by apply: ler_wpmul2l fE; apply/ltW/(mixture_gt0 ok k1).
rewrite gE mulrCA; apply: ler_wpmul2l; first exact: ltW.
by apply: second_rate => //; apply: ltW.
Qed.

(* ---- an example: one record, two classes, of which the second has probability 1/4, and y = (1,
   1) ---- *)

Section Example.
Variable R : realType.
Definition quarter (j : 'I_2) : R := if j == ord0 then 3%:R / 4%:R else 4%:R^-1.
Lemma quarter_ge0 j : 0 <= quarter j.
Proof. by rewrite /quarter; case: ifP => _; rewrite ?divr_ge0 ?invr_ge0 ?ler0n. Qed.
Lemma quarter_sum : \sum_j quarter j = 1.
Proof. by rewrite big_ord_recl big_ord1 /quarter /=; field. Qed.
Definition skewed : law R [finType of 'I_2] := Law quarter_ge0 quarter_sum.

Lemma expR1_lt : expR 1 <= 27%:R / 8%:R :> R.
Proof.
have h : 2%:R / 3%:R <= expR (- 3%:R^-1) :> R.
  by apply: le_trans (exp_tangent _); rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
have -> : 1 = 3%:R * 3%:R^-1 :> R by field.
rewrite expRMm; apply: (@le_trans _ _ ((3%:R / 2%:R) ^+ 3)).
  apply: ler_expn2r; rewrite ?nnegrE ?divr_ge0 ?ler0n ?(ltW (expR_gt0 _)) //.
  rewrite -[expR _]invrK -expRN -[3%:R / 2%:R]invrK lef_pinv ?posrE ?expR_gt0 ?invr_gt0 ?divr_gt0
    ?ltr0n //.
  by rewrite invf_div.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
Qed.

Lemma example_level : (1 - 4%:R^-1) / 1 + 4%:R^-1 ^+ 2 / (2%:R * 1 ^+ 2) < ln (4%:R^-1 + 3%:R /
  4%:R * expR 1) :> R.
Proof.
have u0 : 0 < 4%:R^-1 + 3%:R / 4%:R * expR 1 :> R by rewrite addr_gt0 ?mulr_gt0 ?divr_gt0 ?invr_gt0
  ?ltr0n ?expR_gt0.
rewrite -ltr_expR lnK ?posrE //; set a := expR _; have a0 : 0 < a by apply: expR_gt0.
have e : expR 1 = a * expR (7%:R / 32%:R) by rewrite /a -expRD; congr expR; field.
have r : 39%:R / 32%:R <= expR (7%:R / 32%:R) :> R.
  by apply: le_trans (exp_tangent _); rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
have ae : a * (39%:R / 32%:R) <= expR 1 by rewrite e; apply: ler_wpmul2l r; apply: ltW.
have := expR1_lt; move: (expR 1) ae => E ae E1.
rewrite -subr_gt0; have -> : 4%:R^-1 + 3%:R / 4%:R * E - a =
   11%:R / 156%:R * (27%:R / 8%:R - E) + 32%:R / 39%:R * (E - a * (39%:R / 32%:R)) + 5%:R / 416%:R
     by field.
by rewrite ltr_paddl ?divr_gt0 ?ltr0n // addr_ge0 // mulr_ge0 ?divr_ge0 ?ler0n ?subr_ge0.
Qed.
End Example.

Theorem histogram_composition_further_a_holds : histogram_composition_further_a.
Proof.
move=> R; exists 1%N, 2%N, 1, 4%:R^-1, (fun=> skewed R), (fun=> 1), 1%N, ord0.
have b0 : 0 < 1 :> R by apply: ltr01.
split=> //.
- split=> //; first by rewrite invr_gt0 ltr0n.
  by rewrite ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
- move=> i j; rewrite /share big_pred1_eq /= /quarter; case: ifP => // _.
  by rewrite ler_pdivl_mulr ?ltr0n // mulVf ?pnatr_eq0 // ler1n.
apply: lt_le_trans (example_level R) _; rewrite /leak_next.
set f := of_first _ _ _ 2; set g := of_first _ _ _ 1; pose d : 'I_2 := ord_max.
have f0 x : 0 < f x by apply: laplace_gt0. have g0 x : 0 < g x by apply: laplace_gt0.
apply: (@next_ge _ _ _ _ _ f g d) => //.
- by rewrite addr_gt0 ?mulr_gt0 ?divr_gt0 ?invr_gt0 ?ltr0n ?expR_gt0.
- by rewrite /= /quarter /= invr_gt0 ltr0n.
rewrite !(densityE _ ord0) !big_ord_recl !big_ord0 !addr0 /=.
rewrite /f /g !seen_first !seen_second !kept0 /quarter /near /first_class /second_class /=.
rewrite !(subr0, subrr, oppr0, addr0, normr0, normr1, divr1, mulr1, mul0r, mul1r, expR0) expRN.
move: (expR 1) (expR_gt0 (1 : R)) => E E0; rewrite le_eqVlt; apply/orP; left; apply/eqP.
by field; rewrite gt_eqF.
Qed.
