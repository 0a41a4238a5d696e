(* Noise at one outcome as a mixture of noise at other outcomes: a function of the answer that neither
   grows nor falls faster than Laplace noise does, and bends no more, is on finitely many answers a sum
   of e^(-|a - .|/b) over these answers a, with weights of at least 0. No integral is needed.
   Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release tangent records.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Chord.
Variable R : realType.
(* convexity, at 0 and at x *)
Lemma exp_chord (t x : R) : 0 <= t -> t <= 1 -> expR (t * x) <= 1 - t + t * expR x.
Proof.
move=> t0 t1; set e := expR (t * x).
have h1 : 1 - t * x <= e^-1 by rewrite -expRN; apply: exp_tangent.
have h2 : 1 + (1 - t) * x <= e^-1 * expR x.
  rewrite -expRN -expRD; have -> : - (t * x) + x = (1 - t) * x by ring.
  exact: exp_tangent.
have e0 : 0 < e := expR_gt0 _.
rewrite -[e]mulr1 -ler_pdivl_mull //.
apply: le_trans (_ : (1 - t) * (1 - t * x) + t * (1 + (1 - t) * x) <= _).
  by have -> : (1 - t) * (1 - t * x) + t * (1 + (1 - t) * x) = 1 by ring.
rewrite [X in _ <= X]mulrDr; apply: ler_add.
  by rewrite mulrC ler_wpmul2r ?subr_ge0.
by rewrite mulrCA ler_wpmul2l.
Qed.
End Chord.

Section Mixtures.
Variables (R : realType) (T : finType) (a : T -> R) (b : R).
Hypothesis b_gt0 : 0 < b.
Local Notation near u v := (expR (- (`|u - v| / b))).

(* phi has at least theta of its value by the noise at the last answer *)
Record excessive (phi theta : R -> R) : Prop := Excessive {
  theta_ge0 : forall u, 0 <= theta u;
  theta_le : forall u, theta u <= phi u;
  steps : forall u v, u < v -> let d := expR (- ((v - u) / b)) in
    theta v * (1 - d ^+ 2) <= phi v - d * phi u /\
    d * (phi v - d * phi u) <= theta u * (1 - d ^+ 2) }.

Variables (phi theta : R -> R).
Hypothesis ex : excessive phi theta.

Lemma mixed_on (S : {set T}) : {in S &, injective a} ->
  exists w : T -> R, [/\ forall x, 0 <= w x,
    forall x, x \in S -> phi (a x) = \sum_(y in S) w y * near (a y) (a x) &
    forall x, x \in S -> (forall y, y \in S -> a y <= a x) -> theta (a x) <= w x].
Proof.
move: {2}#|S| (erefl #|S|) => n; elim: n S => [|n ih] S cS inj.
  exists (fun=> 0); split=> // x; first by rewrite (cards0_eq cS) inE.
  by rewrite (cards0_eq cS) inE.
have [x0 x0S] : exists x, x \in S by apply/card_gt0P; rewrite cS.
have [z zS top] : exists2 z, z \in S & forall x, x \in S -> a x <= a z.
  by have [z zS top] := @arg_maxP _ _ _ x0 (mem S) a x0S; exists z.
pose S' := S :\ z.
have cS' : #|S'| = n by have := cardsD1 z S; rewrite zS cS => /eqP; rewrite add1n eqSS => /eqP.
have sub x : x \in S' -> x \in S by rewrite !inE => /andP[].
have inj' : {in S' &, injective a} by move=> x y /sub xS /sub yS; apply: inj.
have [w [w0 wphi wlast]] := ih S' cS' inj'.
have below x : x \in S' -> a x < a z.
  move=> xS'; rewrite lt_neqAle top ?sub // andbT; apply/eqP => /(inj x z (sub x xS') zS) e.
  by move: xS'; rewrite e !inE eqxx.
have sumS (F : T -> R) : \sum_(y in S) F y = F z + \sum_(y in S') F y.
  by rewrite (bigD1 z) //=; congr (_ + _); apply: eq_bigl => y; rewrite !inE andbC.
have lastz x : x \in S -> (forall y, y \in S -> a y <= a x) -> x = z.
  by move=> xS hx; apply: inj => //; apply/le_anti; rewrite top ?hx.
have [y0|[y1 y1S']] := set_0Vmem S'.
  exists (fun x => if x == z then phi (a z) else 0); split=> [x|x xS|x xS hx].
  - by case: ifP => // _; apply: le_trans (theta_ge0 ex (a z)) (theta_le ex _).
  - have -> : x = z.
      by apply/eqP; apply: contraT => xz; have := in_set0 x; rewrite -y0 !inE xz xS.
    by rewrite sumS y0 big_set0 addr0 eqxx subrr normr0 mul0r oppr0 expR0 mulr1.
  - by rewrite (lastz x xS hx) eqxx; apply: theta_le.
have [y yS' ytop] : exists2 y, y \in S' & forall x, x \in S' -> a x <= a y.
  by have [y yS' top'] := @arg_maxP _ _ _ y1 (mem S') a y1S'; exists y.
have [] := steps ex (below y yS'); set d := expR _ => up down.
have yz : y != z by move: yS'; rewrite !inE => /andP[].
have d0 : 0 < d := expR_gt0 _.
have d1 : d < 1 by rewrite /d expR_lt1 oppr_lt0 divr_gt0 // subr_gt0 below.
have q0 : 0 < 1 - d ^+ 2 by rewrite subr_gt0 expr_lt1 // ltW.
pose last := (phi (a z) - d * phi (a y)) / (1 - d ^+ 2).
have last0 : theta (a z) <= last by rewrite ler_pdivl_mulr.
have wy : d * last <= w y.
  apply: le_trans (wlast y yS' ytop); rewrite mulrA ler_pdivr_mulr //.
pose w' x := if x == z then last else if x == y then w y - d * last else w x.
have far x : x \in S' -> near (a z) (a x) = d * near (a y) (a x).
  move=> xS'; rewrite /d -expRD; congr expR.
  rewrite !ger0_norm ?subr_ge0 ?ytop ?(ltW (below x xS')) //.
  by field; rewrite gt_eqF.
have sums x : \sum_(v in S') w' v * near (a v) (a x) =
    \sum_(v in S') w v * near (a v) (a x) - d * last * near (a y) (a x).
  rewrite (bigD1 y) //= [in RHS](bigD1 y) //= /w' eqxx (negbTE yz) mulrBl addrAC.
  congr (_ + _ - _); apply: eq_bigr => v /andP[vS' vy]; rewrite (negbTE vy).
  by case: ifP => // /eqP e; move: vS'; rewrite e !inE eqxx.
exists w'; split=> [x|x xS|x xS hx]; last by rewrite (lastz x xS hx) /w' eqxx.
  rewrite /w'; case: ifP => _; first exact: le_trans (theta_ge0 ex _) last0.
  by case: ifP => _; rewrite ?subr_ge0.
rewrite sumS sums {1}/w' eqxx.
have [->|xz] := eqVneq x z; last first.
  have xS' : x \in S' by rewrite !inE xz xS.
  by rewrite -wphi // far //; ring.
have -> : \sum_(v in S') w v * near (a v) (a z) = d * phi (a y).
  rewrite (wphi y yS') mulr_sumr; apply: eq_bigr => v vS'; rewrite mulrCA; congr (_ * _).
  by rewrite distrC far // [near (a v) _]/(near _ _) distrC.
have -> : near (a y) (a z) = d by rewrite distrC ger0_norm // subr_ge0 ltW ?below.
rewrite subrr normr0 mul0r oppr0 expR0 mulr1 /last.
by field; rewrite gt_eqF.
Qed.

(* on all answers *)
Lemma mixed : exists2 w : T -> R, forall x, 0 <= w x &
  forall x, phi (a x) = \sum_y w y * near (a y) (a x).
Proof.
pose S := [set x | [pick y | a y == a x] == Some x].
have inj : {in S &, injective a}.
  move=> x y; rewrite !inE => /eqP ex' /eqP ey e.
  by move: ex'; rewrite (eq_pick (Q := fun v => a v == a y)) => [|v /=]; rewrite ?ey ?e // => -[].
have rep x : exists2 y, y \in S & a y = a x.
  case: (pickP (fun y => a y == a x)) => [y|/(_ x)]; last by rewrite eqxx.
  move=> /eqP e.
  case E : [pick v | a v == a x] => [v|]; last first.
    by move: E; case: pickP => // /(_ x); rewrite eqxx.
  have ev : a v = a x by move: E; case: pickP => // u /eqP eu [<-].
  exists v => //; rewrite inE -E; apply/eqP; apply: eq_pick => u /=; by rewrite ev.
have [w [w0 h _]] := mixed_on inj.
exists (fun y => if y \in S then w y else 0) => [x|x]; first by case: ifP.
have [y yS <-] := rep x; rewrite h // big_mkcond /=.
by apply: eq_bigr => v _; case: ifP => // _; rewrite mul0r.
Qed.
End Mixtures.

Section Excessive.
Variables (R : realType) (b : R).
Hypothesis b_gt0 : 0 < b.

Lemma sloped_excessive (s : R) : `|s| <= 1 ->
  excessive b (fun u => expR (s * u / b)) (fun u => (1 + s) / 2%:R * expR (s * u / b)).
Proof.
rewrite ler_norml => /andP[s0 s1].
have t0 : 0 <= (1 + s) / 2%:R by rewrite divr_ge0 ?ler0n // -ler_subl_addl sub0r.
have t1 : (1 + s) / 2%:R <= 1 by rewrite ler_pdivr_mulr ?ltr0n // mul1r -natr1 ler_add2l.
have r0 : 0 <= (1 - s) / 2%:R by rewrite divr_ge0 ?ler0n // subr_ge0.
have r1 : (1 - s) / 2%:R <= 1.
  by rewrite ler_pdivr_mulr ?ltr0n // mul1r -natr1 ler_add2l ler_oppl.
split=> [u|u|u v uv]; first by rewrite mulr_ge0 ?(ltW (expR_gt0 _)).
  by rewrite ler_pimull ?(ltW (expR_gt0 _)).
pose t := (v - u) / b; rewrite -/t; move=> d.
have d2 : d ^+ 2 = expR (- (2%:R * t)).
  by rewrite expr2 -expRD; congr expR; ring.
have pv : expR (s * v / b) = expR (s * t) * expR (s * u / b).
  by rewrite -expRD; congr expR; rewrite /t; field; rewrite gt_eqF.
have pu : expR (s * u / b) = expR (- (s * t)) * expR (s * v / b).
  by rewrite pv mulrA -expRD addNr expR0 mul1r.
split.
  have -> : expR (s * v / b) - d * expR (s * u / b) =
      (1 - expR ((1 + s) / 2%:R * - (2%:R * t))) * expR (s * v / b).
    rewrite pu mulrA -expRD mulrBl mul1r; congr (_ - expR _ * _).
    by field; rewrite ?pnatr_eq0.
  rewrite mulrAC ler_pmul2r ?expR_gt0 // ler_subr_addl -ler_subr_addr d2.
  apply: le_trans (exp_chord _ t0 t1) _; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
have -> : d * (expR (s * v / b) - d * expR (s * u / b)) =
    (expR ((1 - s) / 2%:R * - (2%:R * t)) - d ^+ 2) * expR (s * u / b).
  rewrite pv mulrBr mulrA mulrA -expRD mulrBl expr2; congr (expR _ * _ - _).
  by field; rewrite ?pnatr_eq0.
rewrite [X in _ <= X]mulrAC ler_pmul2r ?expR_gt0 // ler_subl_addr d2.
apply: le_trans (exp_chord _ r0 r1) _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
by field; rewrite ?pnatr_eq0.
Qed.

Lemma near_excessive (y : R) : excessive b (fun u => expR (- (`|y - u| / b)))
  (fun u => if u <= y then expR (- (`|y - u| / b)) else 0).
Proof.
have e0 u : 0 <= expR (- (`|y - u| / b)) by apply/ltW/expR_gt0.
split=> [u|u|u v uv d]; [by case: ifP| by case: ifP|].
have d0 : 0 < d := expR_gt0 _.
(* the noise falls by no more than the distance *)
have lip p q : `|p - q| = v - u -> d * expR (- (`|y - p| / b)) <= expR (- (`|y - q| / b)).
  move=> e; rewrite -expRD ler_expR -opprD ler_opp2 -mulrDl ler_pmul2r ?invr_gt0 //.
  rewrite -e addrC; apply: le_trans (ler_norm_add _ _); rewrite le_eqVlt; apply/orP; left.
  by apply/eqP; congr (`|_|); ring.
have uv' : `|u - v| = v - u by rewrite distrC gtr0_norm // subr_gt0.
have vu' : `|v - u| = v - u by rewrite gtr0_norm // subr_gt0.
(* and by just the distance on one side of y *)
have right p q : y <= p -> p <= q -> expR (- (`|y - q| / b)) =
    expR (- ((q - p) / b)) * expR (- (`|y - p| / b)).
  move=> yp pq; rewrite -expRD -opprD -mulrDl; apply: (congr1 (fun z => expR (- (z / b)))).
  by rewrite (distrC y q) (distrC y p) !ger0_norm ?subr_ge0 ?(le_trans yp) // addrA subrK.
have left p q : p <= q -> q <= y -> expR (- (`|y - p| / b)) =
    expR (- ((q - p) / b)) * expR (- (`|y - q| / b)).
  move=> pq qy; rewrite -expRD -opprD -mulrDl; apply: (congr1 (fun z => expR (- (z / b)))).
  by rewrite !ger0_norm ?subr_ge0 ?(le_trans pq) // [q - p + _]addrC addrA subrK.
split.
  case: ifP => [vy|_]; last by rewrite mul0r subr_ge0; apply: lip.
  by rewrite (left u v) ?(ltW uv) // -/d mulrBr mulr1 expr2 [_ * (d * d)]mulrC mulrA.
case: ifPn => [uy|]; last first.
  rewrite -ltNge => yu; rewrite mul0r (right u v) ?(ltW yu) ?(ltW uv) // -/d subrr mulr0 //.
rewrite mulrBr mulr1 ler_sub_addr mulrBr; rewrite [d * (d * _)]mulrA -expr2.
by rewrite [_ * d ^+ 2]mulrC subrK; apply: lip.
Qed.
End Excessive.
