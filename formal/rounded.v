(* The mean error of clipped and rounded noisy counts, as a sum of tails, and that it grows with
   the noise.
   Proofs of claims_rounded.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release claims_published claims_rounded published.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Arguments rounded_below : simpl never.

Section Bin.
Variables (R : realType) (s : R) (d : nat).
Hypothesis s_gt0 : 0 < s.
(* what is left of the density half a count away *)
Definition half_decay := expR (- (2%:R^-1 / s)).
Local Notation q := half_decay.
Local Notation S := (rounded_below s d).
Local Notation mass := (rounded_mass s d).

Lemma q_gt0 : 0 < q. Proof. exact: expR_gt0. Qed.
Lemma q_lt1 : q < 1. Proof. by rewrite expR_lt1 oppr_lt0 divr_gt0 ?invr_gt0 ?ltr0n. Qed.

Lemma expR_odd i : expR (- ((i%:R + 2%:R^-1) / s)) = q ^+ i.*2.+1.
Proof.
have two : i.*2.+1%:R = i%:R * 2%:R + 1 :> R by rewrite -natr1 -muln2 natrM.
by rewrite /half_decay -expRMm two; congr expR; field; rewrite gt_eqF.
Qed.

Lemma below_high i : S (d + i.+1) = 1 - q ^+ i.*2.+1 / 2%:R.
Proof.
rewrite /rounded_below addnS /noise_below.
have -> : (d + i).+1%:R - d%:R - 2%:R^-1 = i%:R + 2%:R^-1 :> R by rewrite -natr1 natrD; field.
by rewrite leNgt ltr_paddl ?ler0n ?invr_gt0 ?ltr0n //= expR_odd.
Qed.

Lemma below_low i : (i < d)%N -> S (d - i) = q ^+ i.*2.+1 / 2%:R.
Proof.
move=> id; have e : (d - i = (d - i).-1.+1)%N by rewrite prednK // subn_gt0.
rewrite /rounded_below e -e /noise_below.
have -> : (d - i)%:R - d%:R - 2%:R^-1 = - (i%:R + 2%:R^-1) :> R by rewrite natrB 1?ltnW //; ring.
by rewrite oppr_le0 addr_ge0 ?ler0n ?invr_ge0 ?ler0n // mulNr expR_odd.
Qed.

Lemma powers_ge0 i : 0 <= q ^+ i / 2%:R. Proof. by rewrite divr_ge0 ?ler0n // exprn_ge0 // ltW
  ?q_gt0. Qed.
Lemma powers_half i : q ^+ i / 2%:R <= 2%:R^-1.
Proof. by rewrite ler_pdivr_mulr ?ltr0n // mulVf ?pnatr_eq0 // exprn_ile1 // ltW ?q_gt0 ?q_lt1. Qed.

Lemma less_left y : (y < d)%N -> (d - y.+1 < d)%N.
Proof. by move=> yd; rewrite ltn_subrL /= (leq_ltn_trans (leq0n y) yd). Qed.

Lemma below_ge0 y : 0 <= S y.
Proof.
have [yd|dy] := leqP y d.
  by case: y yd => [|y] yd //; rewrite -(subKn yd) below_low ?powers_ge0 // less_left.
rewrite -(subnKC (ltnW dy)) -(prednK (n := (y - d)%N)) ?subn_gt0 // below_high subr_ge0.
by apply: le_trans (powers_half _) _; rewrite invf_le1 ?ltr0n // ler1n.
Qed.

Lemma half_power i j : (i <= j)%N -> q ^+ j / 2%:R <= q ^+ i / 2%:R.
Proof.
by move=> ij; apply: ler_wpmul2r; rewrite ?invr_ge0 ?ler0n // ler_wiexpn2l // ltW ?q_gt0 ?q_lt1.
Qed.

Lemma below_le1 y : S y <= 1.
Proof.
have [yd|dy] := leqP y d.
  case: y yd => [|y] yd; first exact: ler01.
  rewrite -(subKn yd) below_low.
    by apply: le_trans (powers_half _) _; rewrite invf_le1 ?ltr0n // ler1n.
  exact: less_left.
rewrite -(subnKC (ltnW dy)) -(prednK (n := (y - d)%N)) ?subn_gt0 // below_high.
by rewrite ler_subl_addr ler_addl powers_ge0.
Qed.

Lemma mass_pos y : 0 <= mass y.
Proof.
rewrite /rounded_mass subr_ge0; have [yd|dy] := ltnP y d.
  case: y yd => [|y] yd; first exact: below_ge0.
  have e : (d - (d - y.+1) = y.+1)%N by rewrite subKn // ltnW.
  have e' : (d - (d - y.+2) = y.+2)%N by rewrite subKn.
  rewrite -e' -[X in S X <= _]e !below_low ?less_left //; last exact: ltnW.
  by apply: half_power; rewrite ltnS leq_double; apply: leq_sub2l.
rewrite -(subnKC dy) -addnS below_high; case: (y - d)%N => [|i].
  rewrite addn0; have [d0|d0] := posnP d.
    by rewrite {2}d0 (_ : S 0 = 0) // subr_ge0; apply: le_trans (powers_half _) _; rewrite invf_le1
      ?ltr0n // ler1n.
  have := below_low d0; rewrite subn0 => ->.
  rewrite ler_subr_addr; apply: le_trans (ler_add (powers_half _) (powers_half _)) _.
  by rewrite -mulr2n -[_ *+ 2]mulr_natr mulVf ?pnatr_eq0.
by rewrite below_high ler_add2l ler_opp2; apply: half_power; rewrite ltnS leq_double.
Qed.

Definition total_below N := \sum_(y < N) mass y.
Lemma total_belowE N : total_below N = S N.
Proof.
elim: N => [|N IH]; first by rewrite /total_below big_ord0.
by rewrite /total_below big_ord_recr /= -/(total_below N) IH /rounded_mass addrC subrK.
Qed.

(* E[|Y - d|; Y < N] *)
Definition error_below N := \sum_(y < N) mass y * `|(y : nat)%:R - d%:R|.
Lemma error_step N : error_below N.+1 = error_below N + mass N * `|N%:R - d%:R|.
Proof. by rewrite /error_below big_ord_recr. Qed.
Lemma error_ge0 N : 0 <= error_below N.
Proof. by apply: sumr_ge0 => y _; rewrite mulr_ge0 ?mass_pos. Qed.
Lemma error_mono N i : error_below N <= error_below (N + i).
Proof.
elim: i => [|i IH]; first by rewrite addn0.
by rewrite addnS error_step (le_trans IH) // ler_addl mulr_ge0 ?mass_pos.
Qed.

Lemma error_low N : (N <= d)%N -> error_below N = (d%:R - N%:R) * S N + \sum_(i < N) S i.+1.
Proof.
elim: N => [|N IH] Nd; first by rewrite /error_below !big_ord0 mulr0 addr0.
rewrite error_step IH 1?ltnW // big_ord_recr /= distrC ger0_norm ?subr_ge0 ?ler_nat 1?ltnW //.
by rewrite /rounded_mass -natr1; move: (\sum_(i < N) _) => v; ring.
Qed.

Definition odd_powers m := \sum_(i < m) q ^+ i.*2.+1.
Lemma error_at : error_below d = odd_powers d / 2%:R.
Proof.
rewrite error_low // subrr mul0r add0r /odd_powers mulr_suml (reindex_inj rev_ord_inj).
apply: eq_bigr => i _ /=; rewrite -below_low ?ltn_ord //; congr (S _).
by rewrite subnSK.
Qed.

Lemma error_high m : error_below (d + m) =
  error_below d - m%:R * (1 - S (d + m)) + \sum_(i < m) q ^+ i.*2.+1 / 2%:R.
Proof.
elim: m => [|m IH]; first by rewrite addn0 big_ord0 mul0r subr0 addr0.
have e : (d + m)%:R - d%:R = m%:R :> R by rewrite natrD addrAC subrr add0r.
rewrite addnS error_step IH big_ord_recr /= e normr_nat /rounded_mass.
rewrite -addnS below_high -natr1; move: (\sum_(i < m) _) (S (d + m)) => v w; ring.
Qed.

Definition error := (q / (1 - q ^+ 2) + odd_powers d) / 2%:R.

Lemma q2_lt1 : 0 < 1 - q ^+ 2.
Proof. by rewrite subr_gt0 exprn_ilt1 // ?ltW ?q_gt0 ?q_lt1. Qed.

Lemma odd_powersE m : odd_powers m = q / (1 - q ^+ 2) * (1 - q ^+ m.*2).
Proof.
elim: m => [|m IH]; first by rewrite /odd_powers big_ord0 double0 expr0 subrr mulr0.
rewrite /odd_powers big_ord_recr /= -/(odd_powers m) IH doubleS !exprS.
by field; rewrite gt_eqF //; apply: q2_lt1.
Qed.

Lemma error_tail m : error_below (d + m.+1) =
  error - (q / (1 - q ^+ 2) * q ^+ m.+1.*2 + m.+1%:R * q ^+ m.*2.+1) / 2%:R.
Proof.
rewrite error_high below_high -mulr_suml -/(odd_powers m.+1) odd_powersE error_at /error.
by move: (odd_powers d) (q ^+ _.*2) (q ^+ _) => v w u; field; rewrite gt_eqF //; apply: q2_lt1.
Qed.

Lemma error_le N : error_below N <= error.
Proof.
apply: le_trans (error_mono N d.+1) _; rewrite addnS addnC -addnS error_tail ler_subl_addr ler_addl.
rewrite divr_ge0 ?ler0n // addr_ge0 // mulr_ge0 ?exprn_ge0 ?ler0n ?(ltW q_gt0) //.
by rewrite divr_ge0 ?(ltW q_gt0) ?(ltW q2_lt1).
Qed.
End Bin.

(* ---- how fast these are reached ---- *)

Section Reached.
Variables (R : realType) (s : R).
Hypothesis s_gt0 : 0 < s.
Local Notation q := (half_decay s).
Let q0 : 0 <= q. Proof. exact/ltW/q_gt0. Qed.
Let q1 : q <= 1. Proof. exact/ltW/q_lt1. Qed.
Let rest_gt0 : 0 < 1 - q. Proof. by rewrite subr_gt0 q_lt1. Qed.

Lemma slow m : m%:R * q ^+ m <= (1 - q)^-1.
Proof.
rewrite -[X in _ <= X]mul1r ler_pdivl_mulr // mulrC.
apply: (@le_trans _ _ ((1 - q) * \sum_(i < m) q ^+ i)).
  apply: ler_wpmul2l; first exact: ltW.
  have -> : m%:R * q ^+ m = \sum_(i < m) q ^+ m by rewrite sumr_const card_ord mulr_natl.
  apply: ler_sum => i _.
  by apply: ler_wiexpn2l q0 q1 _ _ _; apply: ltnW.
have := subrX1 q m; rewrite -opprB -[q - 1]opprB mulNr => /oppr_inj <-.
by rewrite ler_subl_addr ler_addl exprn_ge0.
Qed.

Lemma small delta : 0 < delta -> exists m, q ^+ m < delta.
Proof.
move=> d0; set x := ((1 - q) * delta)^-1.
have x0 : 0 < x by rewrite invr_gt0 mulr_gt0.
have := archi_boundP (ltW x0); set m := Num.bound x => xm; exists m.
have m0 : 0 < m%:R :> R by apply: lt_trans xm.
rewrite -(ltr_pmul2l m0); apply: le_lt_trans (slow m) _.
by rewrite -ltr_pdivr_mulr // -invrM ?unitfE ?gt_eqF // mulrC.
Qed.

Definition speed := q / (1 - q ^+ 2) + (1 - q)^-1.
Lemma speed_ge0 : 0 <= speed.
Proof. by rewrite addr_ge0 ?invr_ge0 ?(ltW rest_gt0) // divr_ge0 // ltW // q2_lt1. Qed.

Lemma error_near d m i : (m <= i)%N -> error s d - speed * q ^+ m <= error_below s d (d + i.+1).
Proof.
move=> mi; rewrite error_tail // ler_add2l ler_opp2 ler_pdivr_mulr ?ltr0n //.
have u0 : 0 <= q / (1 - q ^+ 2) by rewrite divr_ge0 // ltW // q2_lt1.
have lm j : (m <= j)%N -> q ^+ j <= q ^+ m by move=> mj; rewrite ler_wiexpn2l.
apply: (@le_trans _ _ (speed * q ^+ m)); last first.
  by rewrite mulr_natr mulr2n ler_addl mulr_ge0 ?speed_ge0 ?exprn_ge0.
rewrite /speed mulrDl; apply: ler_add.
  by apply: ler_wpmul2l => //; apply: lm; rewrite doubleS -addnn !leqW // (leq_trans mi) ?leq_addr.
have -> : (i.*2.+1 = i.+1 + i)%N by rewrite -addnn addSn.
rewrite exprD mulrA; apply: ler_pmul; rewrite ?mulr_ge0 ?ler0n ?exprn_ge0 //; first exact: slow.
exact: lm.
Qed.

Lemma total_near d m i : (m <= i)%N -> 1 - q ^+ m <= total_below s d (d + i.+1).
Proof.
move=> mi; rewrite total_belowE below_high // ler_add2l ler_opp2.
apply: (@le_trans _ _ (q ^+ i.*2.+1)); last first.
  by rewrite ler_wiexpn2l // -addnn leqW // (leq_trans mi) ?leq_addr.
by rewrite ler_pdivr_mulr ?ltr0n // ler_pemulr ?exprn_ge0 // ler1n.
Qed.
End Reached.

Lemma prod_near (R : realType) (I : Type) (r : seq I) (P : pred I) (F : I -> R) x :
  0 <= x -> (forall i, 0 <= F i) -> (forall i, F i <= 1) -> (forall i, 1 - x <= F i) ->
  [/\ 0 <= \prod_(i <- r | P i) F i, \prod_(i <- r | P i) F i <= 1 &
      1 - (seq.size r)%:R * x <= \prod_(i <- r | P i) F i].
Proof.
move=> x0 F0 F1 Fx; elim: r => [|i r [h0 h1 hx]].
  by rewrite big_nil mul0r subr0; split; rewrite ?ler01.
have le : 1 - (seq.size r).+1%:R * x <= 1 - (seq.size r)%:R * x.
  by rewrite ler_add2l ler_opp2; apply: ler_wpmul2r; rewrite // ler_nat.
rewrite big_cons /=; case: ifP => _; last by split=> //; apply: le_trans hx.
move: (\prod_(j <- r | P j) F j) h0 h1 hx => p h0 h1 hx; split.
- by rewrite mulr_ge0.
- by rewrite mulr_ile1.
apply: le_trans (_ : (1 - x) * p <= _); last by apply: ler_wpmul2r.
rewrite mulrBl mul1r -natr1 mulrDl mul1r opprD addrA; apply: ler_add => //.
by rewrite ler_opp2 ler_pimulr.
Qed.

(* ---- all bins ---- *)

Section Bins.
Variables (R : realType) (k : nat) (c : 'I_k -> nat) (s : R).
Hypotheses (c_gt0 : (0 < records c)%N) (s_gt0 : 0 < s).
Local Notation q := (half_decay s).
Let K_gt0 : 0 < 2%:R * (records c)%:R :> R. Proof. by rewrite mulr_gt0 ?ltr0n. Qed.

Lemma mean_belowE N : mean_below c s N =
  (\sum_j error_below s (c j) N * \prod_(i | i != j) total_below s (c i) N) / (2%:R * (records
    c)%:R).
Proof.
rewrite /mean_below (eq_bigr (fun y : {ffun 'I_k -> 'I_N} => (\sum_j
    (\prod_i rounded_mass s (c i) (y i)) * `|(y j : nat)%:R - (c j)%:R|) / (2%:R * (records
      c)%:R))) => [|y _]; last first.
  by rewrite mulrA -mulr_sumr.
rewrite -mulr_suml exchange_big; congr (_ / _); apply: eq_bigr => j _ /=.
pose F i (v : 'I_N) := rounded_mass s (c i) v * (if i == j then `|(v : nat)%:R - (c i)%:R| else 1).
rewrite (eq_bigr (fun y : {ffun 'I_k -> 'I_N} => \prod_i F i (y i))) => [|y _].
  rewrite -(bigA_distr_bigA F) (bigD1 j) //=; congr (_ * _).
    by apply: eq_bigr => v _; rewrite /F eqxx.
  by apply: eq_bigr => i ij; apply: eq_bigr => v _; rewrite /F (negbTE ij) mulr1.
rewrite /F big_split /=; congr (_ * _); rewrite (bigD1 j) //= eqxx big1 ?mulr1 // => i ij.
by rewrite (negbTE ij).
Qed.

Definition mean_error := (\sum_j error s (c j)) / (2%:R * (records c)%:R).

Lemma total_in d N : 0 <= total_below s d N <= 1.
Proof. by rewrite total_belowE below_ge0 ?below_le1. Qed.

Lemma mean_is : mean_distance c s mean_error.
Proof.
split=> [N|less lt].
  rewrite mean_belowE /mean_error; apply: ler_wpmul2r; first by rewrite invr_ge0 ltW.
  apply: ler_sum => j _; apply: le_trans (error_le _ s_gt0 N).
  have t0 i : 1 - 1 <= total_below s (c i) N by rewrite subrr; case/andP: (total_in (c i) N).
  have [_ h _] := @prod_near R _ (index_enum [finType of 'I_k]) (fun i => i != j)
    (fun i => total_below s (c i) N) 1 ler01 (fun i => proj1 (andP (total_in _ N)))
    (fun i => proj2 (andP (total_in _ N))) t0.
  by apply: ler_pimulr; [apply: error_ge0 | apply: h].
pose D := \sum_j (speed s + k%:R * error s (c j)).
have e0 d : 0 <= error s d by apply: le_trans (error_ge0 _ s_gt0 0) (error_le _ s_gt0 0).
have D0 : 0 <= D by apply: sumr_ge0 => j _; rewrite addr_ge0 ?speed_ge0 // mulr_ge0 ?ler0n.
pose delta := (mean_error - less) * (2%:R * (records c)%:R) / (D + 1).
have D1 : 0 < D + 1 by rewrite ltr_paddl ?ltr01.
have delta0 : 0 < delta by rewrite divr_gt0 // mulr_gt0 // subr_gt0.
have [m hm] := small s_gt0 delta0.
pose N := (records c + m.+1)%N; exists N; rewrite mean_belowE ltr_pdivl_mulr //.
set x := q ^+ m in hm; have x0 : 0 <= x by rewrite exprn_ge0 // ltW // q_gt0.
have NE j : N = (c j + (records c - c j + m).+1)%N.
  have cj : (c j <= records c)%N by rewrite /records (bigD1 j) //= leq_addr.
  by rewrite /N !addnS addnA subnKC.
apply: (@lt_le_trans _ _ (\sum_j (error s (c j) - x * (speed s + k%:R * error s (c j))))).
  rewrite sumrB -mulr_sumr -/D ltr_subr_addr -ltr_subr_addl.
  have -> : \sum_j error s (c j) = mean_error * (2%:R * (records c)%:R).
    by rewrite /mean_error divfK // gt_eqF.
  rewrite -mulrBl; apply: le_lt_trans (_ : x * (D + 1) < _).
    by apply: ler_wpmul2l => //; rewrite ler_addl ler01.
  by rewrite -ltr_pdivl_mulr.
apply: ler_sum => j _.
have en : error s (c j) - speed s * x <= error_below s (c j) N.
  by rewrite (NE j); apply: error_near; rewrite // leq_addl.
have near_one i : 1 - x <= total_below s (c i) N by rewrite (NE i); apply: total_near; rewrite //
  leq_addl.
have [_ _] := @prod_near R _ (index_enum [finType of 'I_k]) (fun i => i != j)
  (fun i => total_below s (c i) N) x x0 (fun i => proj1 (andP (total_in _ N)))
  (fun i => proj2 (andP (total_in _ N))) near_one.
have -> : seq.size (index_enum [finType of 'I_k]) = k by rewrite -[RHS]card_ord cardE enumT.
move: (\prod_(i | _) _) => p hp.
apply: le_trans (_ : error_below s (c j) N * (1 - k%:R * x) <= _); last first.
  by apply: ler_wpmul2l => //; apply: error_ge0.
have el := error_le (c j) s_gt0 N.
rewrite mulrBr mulr1; apply: le_trans (_ : error s (c j) - speed s * x - error s (c j) * (k%:R * x)
  <= _).
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
apply: ler_add => //; rewrite ler_opp2; apply: ler_wpmul2r => //.
by rewrite mulr_ge0 ?ler0n.
Qed.
End Bins.

Lemma more_noise (R : realType) (k : nat) (c : 'I_k -> nat) (s t : R) :
  (0 < records c)%N -> 0 < s -> s < t -> mean_error c s < mean_error c t.
Proof.
move=> c0 s0 st; have t0 := lt_trans s0 st; rewrite /mean_error ltr_pmul2r; last first.
  by rewrite invr_gt0 mulr_gt0 ?ltr0n.
have qq : half_decay s < half_decay t.
  rewrite /half_decay ltr_expR ltr_opp2 ltr_pmul2l ?invr_gt0 ?ltr0n //.
  by rewrite ltf_pinv ?posrE.
have qs := q_gt0 s; have qt := q_lt1 t0.
have less d : error s d < error t d.
  rewrite /error ltr_pmul2r ?invr_gt0 ?ltr0n //; apply: ltr_le_add.
    have a := q2_lt1 s0; have b := q2_lt1 t0.
    rewrite ltr_pdivr_mulr // mulrAC ltr_pdivl_mulr // -subr_gt0.
    move: (half_decay s) (half_decay t) qq qs {qt} => u v uv u0.
    have -> : v * (1 - u ^+ 2) - u * (1 - v ^+ 2) = (v - u) * (1 + u * v) by ring.
    by rewrite mulr_gt0 ?subr_gt0 // addr_gt0 ?ltr01 // mulr_gt0 // (lt_trans u0).
  by apply: ler_sum => i _; apply: ler_expn2r; rewrite ?nnegrE ?ltW // q_gt0.
have [j0 _] : exists j0 : 'I_k, true.
  by case: (k) c c0 => [|k'] c'; [rewrite /records big_ord0 | exists ord0].
rewrite (bigD1 j0) //= [X in _ < X](bigD1 j0) //=; apply: ltr_le_add => //.
by apply: ler_sum => j _; apply: ltW.
Qed.

Theorem histogram_calibration_utility_by_n_a_holds : histogram_calibration_utility_by_n_a.
Proof.
move=> R k c e alpha c0 ok; have s0 := calibrated_gt0 ok; have st := less_noise ok.
exists (mean_error c (calibrated e alpha)), (mean_error c (2%:R / e)); split.
- exact: mean_is.
- by apply: mean_is => //; apply: lt_trans st.
exact: more_noise.
Qed.

Theorem histogram_calibration_utility_by_n_b_holds : histogram_calibration_utility_by_n_b.
Proof.
move=> R k c e alpha more c0 ok ok' am; have s0 := calibrated_gt0 ok'.
have st := larger_floor ok ok' am.
exists (mean_error c (calibrated e more)), (mean_error c (calibrated e alpha)); split.
- exact: mean_is.
- by apply: mean_is => //; apply: lt_trans st.
exact: more_noise.
Qed.
