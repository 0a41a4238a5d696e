(* Claims about single numbers: a partition by whole powers, and two coins. Nothing here has to be
   read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs guesses.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- (21) ---- *)

Theorem pmc_eq_21_repair_holds : pmc_eq_21_repair.
Proof.
move=> R density posterior e d0 p0 e0 f within.
have f0 : 0 <= f by rewrite divr_ge0 // ltW.
clearbody f.
have once n m : within n -> within m -> n = m.
  have below i j : within i -> within j -> i <= j.
    move=> /andP[h _] /andP[_ k]; have := le_lt_trans h k.
    by rewrite ltr_expR ltr_pmul2r // ltr_int ltz_addr1.
  by move=> h k; apply/le_anti; rewrite !below.
have some : f != 0 -> exists n, within n.
  move=> n0; have f1 : 0 < f by rewrite lt_def n0.
  have fE : f = expR (ln f) by rewrite lnK ?posrE.
  exists (floor (ln f / e)); apply/andP; split.
    by rewrite [X in _ <= X]fE ler_expR -ler_pdivl_mulr // -RfloorE Rfloor_le.
  by rewrite [X in X < _]fE ltr_expR -ltr_pdivr_mulr // intrD -RfloorE lt_succ_Rfloor.
have none : f = 0 -> forall n, ~ within n.
  move=> z n /andP[]; rewrite z => h _; have := lt_le_trans (expR_gt0 (n%:~R * e)) h.
  by rewrite ltxx.
split=> [n0|].
  have [n h] := some n0; exists (Some n); split=> // -[m k|/andP[]]; first by rewrite (once n m).
  by rewrite ltNge f0.
have [e1|n0] := eqVneq f 0.
  by exists None; split=> // -[m /(none e1)|].
by have [n h] := some n0; exists (Some n); split=> // -[m k|//]; rewrite (once n m).
Qed.

(* ---- footnote 5 ---- *)

Theorem pmc_footnote_5_repair_holds : pmc_footnote_5_repair.
Proof.
move=> R P u half u0 u1 e.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
have a2 : expR u < 2%:R by rewrite -[X in _ < X]lnK ?posrE ?ltr0n // ltr_expR.
have a0 : 2%:R - expR u != 0 by rewrite gt_eqF // subr_gt0.
have Ee : expR e = expR u / (2%:R - expR u).
  by rewrite expRD lnK // posrE invr_gt0 subr_gt0.
have same : expR e / (2%:R - 1 + expR e) = expR u / 2%:R.
  by rewrite Ee; field; rewrite a0 subrK two.
have other : 1 / (2%:R - 1 + expR e) = 1 - expR u / 2%:R.
  by rewrite Ee; field; rewrite a0 subrK two.
have card : #|{: bool}|%:R = 2%:R :> R by rewrite card_bool.
have right x : extremal P u x x = 1 - expR u / 2%:R.
  by rewrite /extremal eqxx half; field; rewrite ?two.
split=> [x|x y].
  rewrite right /response eqxx card same distrC; congr (`|_|).
  by field; rewrite ?two.
rewrite /response card; have [<-|n] := eqVneq x y.
  by rewrite same /extremal !half; case: x.
have -> : ~~ y = x by case: x y n => [] [].
by rewrite right other.
Qed.
