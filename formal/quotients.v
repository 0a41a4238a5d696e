(* Comparison of values as of quotients: exp of a value is a / b, with b = 0 at infinity. The same is
   the theorem of pmlsym/statements/reductions/encoding/quotients.py. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Facts.
Variable R : realFieldType.
Implicit Types a b c : R.
(* how a certificate uses a fact *)
Lemma le_of (k : nat) a b c : a <= b -> c = k%:R * (b - a) -> 0 <= c.
Proof. by move=> h ->; rewrite mulr_ge0 ?ler0n ?subr_ge0. Qed.
Lemma lt_of (k : nat) a b c : a < b -> c = k.+1%:R * (b - a) -> 0 < c.
Proof. by move=> h ->; rewrite mulr_gt0 ?ltr0n ?subr_gt0. Qed.
Lemma eq_of (k : nat) a b c : a = b -> c = k%:R * (b - a) -> c = 0.
Proof. by move=> -> ->; rewrite subrr mulr0. Qed.
Lemma absurd_sum a b : 0 < a -> b = 0 -> a + b = 0 -> False.
Proof. by move=> h -> e; move: h; rewrite -[a]addr0 e ltxx. Qed.
End Facts.

Section Quotients.
Variable R : realType.
Implicit Types (v w : val R) (a b c d x y : R).

(* the theorem of encoding/quotients.py: exp of a level is a / b *)
Definition rep v a b := match v with
  | Fin x => [/\ 0 < a, 0 < b & a = b * expR x]
  | PInf => 0 < a /\ b = 0
  | MInf => a = 0 /\ 0 < b
  | Undef => False end.

Lemma rep_le v w a b c d : rep v a b -> rep w c d -> vle v w = (a * d <= c * b).
Proof.
case: v => [x| | |] //=; case: w => [y| | |] //=.
- move=> [a0 b0 ->] [c0 d0 ->].
  have -> : b * expR x * d = b * d * expR x by ring.
  have -> : d * expR y * b = b * d * expR y by ring.
  by rewrite ler_pmul2l ?mulr_gt0 // ler_expR.
- by move=> [a0 b0 _] [c0 ->]; rewrite mulr0 mulr_ge0 // ltW.
- by move=> [a0 b0 _] [-> d0]; rewrite mul0r leNgt mulr_gt0.
- by move=> [a0 ->] [c0 d0 _]; rewrite mulr0 leNgt mulr_gt0.
- by move=> [a0 ->] [c0 ->]; rewrite !mulr0 lexx.
- by move=> [a0 ->] [-> d0]; rewrite mulr0 leNgt mulr_gt0.
- by move=> [-> b0] [c0 d0 _]; rewrite mul0r mulr_ge0 // ltW.
- by move=> [-> b0] [c0 ->]; rewrite mul0r mulr_ge0 // ltW.
- by move=> [-> b0] [-> d0]; rewrite !mul0r lexx.
Qed.

Lemma rep_def v a b : rep v a b -> v <> Undef. Proof. by case: v. Qed.

Lemma rep_lt v w a b c d : rep v a b -> rep w c d -> vlt v w = (a * d < c * b).
Proof.
move=> h k; rewrite ltNge -(rep_le k h).
by case: v h => [x| | |] //=; case: w k => [y| | |] //= _ _; rewrite ltNge.
Qed.

Lemma veq_le v w : veq v w = vle v w && vle w v.
Proof. by case: v => [x| | |] //=; case: w => [y| | |] //=; rewrite eq_le. Qed.

Lemma veq_vle v w : veq v w -> vle v w. Proof. by rewrite veq_le => /andP[]. Qed.
Lemma veq_vge v w : veq v w -> vle w v. Proof. by rewrite veq_le => /andP[]. Qed.

Lemma vmax_vle u v w : vle (vmax u v) w = vle u w && vle v w.
Proof.
rewrite /vmax; case: u v => [x| | |] [y| | |] /=; case: w => [z| | |] //=;
  rewrite ?andbT ?andbF //.
- case: (leP x y) => /= h; [rewrite andb_idl // => k; exact: le_trans k|].
  by rewrite (ltW h) /= andb_idr // => k; apply: ltW (lt_le_trans h k).
- by case: leP => //= h; rewrite (ltW h).
- by case: leP => //= h; rewrite (ltW h).
- by case: leP => //= h; rewrite (ltW h).
Qed.

Lemma vmax_vlt u v w : vlt (vmax u v) w = vlt u w && vlt v w.
Proof.
rewrite /vmax; case: u v => [x| | |] [y| | |] /=; case: w => [z| | |] //=;
  rewrite ?andbT ?andbF //.
- case: (leP x y) => /= h; [rewrite andb_idl // => k; exact: le_lt_trans k|].
  by rewrite (ltW h) /= andb_idr // => k; apply: lt_trans k.
- by case: leP => //= h; rewrite (ltW h).
- by case: leP => //= h; rewrite (ltW h).
- by case: leP => //= h; rewrite (ltW h).
Qed.

Lemma rep_opp v a b : rep v a b -> rep (vopp v) b a.
Proof.
case: v => [x [a0 b0 e]| [] | []|] //=; split=> //.
by rewrite e -mulrA -expRD addrN expR0 mulr1.
Qed.

Lemma rep_add v w a b c d : rep v a b -> rep w c d -> 0 < c -> 0 < d ->
  rep (vadd v w) (a * c) (b * d).
Proof.
case: v => [x| | |] //=; case: w => [y| | |] //=.
- move=> [a0 b0 ->] [_ _ ->] c0 d0; split; rewrite ?mulr_gt0 ?expR_gt0 // expRD; ring.
- by move=> _ [_ ->]; rewrite ltxx.
- by move=> _ [-> _]; rewrite ltxx.
- by move=> [a0 ->] _ c0 d0; rewrite mulr_gt0 // mul0r.
- by move=> [a0 ->] _ c0 d0; rewrite mulr_gt0 // mul0r.
- by move=> _ [-> _]; rewrite ltxx.
- by move=> [-> b0] _ c0 d0; rewrite mulr_gt0 // mul0r.
- by move=> _ [_ ->]; rewrite ltxx.
- by move=> [-> b0] _ c0 d0; rewrite mulr_gt0 // mul0r.
Qed.

Lemma rep_addl v w a b c d : rep v a b -> rep w c d -> 0 < a -> 0 < b ->
  rep (vadd v w) (a * c) (b * d).
Proof.
move=> h k a0 b0; have -> : vadd v w = vadd w v.
  by case: {h k} v => [x| | |] //; case: w => [y| | |] //=; rewrite addrC.
by rewrite mulrC [b * d]mulrC; apply: rep_add.
Qed.

(* neither is -oo *)
Lemma rep_sum v w a b c d : rep v a b -> rep w c d -> 0 < a -> 0 < c ->
  rep (vadd v w) (a * c) (b * d).
Proof.
case: v => [x| | |] //=; case: w => [y| | |] //=.
- move=> [a0 b0 ->] [c0 d0 ->] _ _; split; rewrite ?mulr_gt0 ?expR_gt0 // expRD; ring.
- by move=> [a0 _ _] [_ ->] _ c0; rewrite mulr_gt0 // mulr0.
- by move=> _ [-> _] _; rewrite ltxx.
- by move=> [_ ->] _ a0 c0; rewrite mulr_gt0 // mul0r.
- by move=> [_ ->] _ a0 c0; rewrite mulr_gt0 // mul0r.
- by move=> _ [-> _] _; rewrite ltxx.
- by move=> [-> _] _; rewrite ltxx.
- by move=> [-> _] _; rewrite ltxx.
- by move=> [-> _] _; rewrite ltxx.
Qed.

Lemma rep_fin1 x : rep (Fin x) 1 (expR (- x)).
Proof. by split; rewrite ?ltr01 ?expR_gt0 // -expRD addNr expR0. Qed.
Lemma rep_fin x : rep (Fin x) (expR x) 1.
Proof. by split; rewrite ?expR_gt0 ?ltr01 ?mul1r. Qed.

Lemma rep_log x : 0 <= x -> rep (vlog (Fin x)) x 1.
Proof.
rewrite le_eqVlt /vlog => /orP[/eqP<-|x0]; first by rewrite ltxx eqxx; split; rewrite ?ltr01.
by rewrite x0; split; rewrite ?ltr01 ?mul1r ?lnK.
Qed.

Lemma rep_logdiv x y : 0 <= x -> 0 < y -> rep (vlog (vdiv (Fin x) (Fin y))) x y.
Proof.
move=> x0 y0; rewrite /vdiv gt_eqF //.
have : rep (vlog (Fin (x / y))) (x / y) 1 by apply: rep_log; rewrite divr_ge0 // ltW.
case: (vlog _) => [z| | |] //=.
- move=> [h _ e]; have hx : x = y * (x / y) by rewrite mulrC divfK // gt_eqF.
  by split=> //; [rewrite hx mulr_gt0 | rewrite [LHS]hx e; ring].
- by move=> [_ /eqP]; rewrite oner_eq0.
by move=> [/eqP]; rewrite mulf_eq0 invr_eq0 (gt_eqF y0) orbF => /eqP ->.
Qed.

(* what a term of a hypothesis needs for a value, it has *)
Lemma def_log x : vlog (Fin x) <> Undef -> 0 <= x.
Proof. by rewrite /vlog le_eqVlt eq_sym; case: ltP => //; case: eqP. Qed.
Lemma def_div x y : vdiv (Fin x) (Fin y) <> Undef -> y != 0.
Proof. by rewrite /vdiv; case: eqP. Qed.
Lemma vdiv_nat x (k : nat) : vdiv (Fin x) (Fin k.+1%:R) = Fin (x / k.+1%:R).
Proof. by rewrite /vdiv pnatr_eq0. Qed.
Lemma vle_def v w : vle v w -> v <> Undef /\ w <> Undef.
Proof. by case: v; case: w. Qed.

Lemma rep_pos v a b : rep v a b -> 0 <= a /\ 0 <= b.
Proof.
by case: v => [x [a0 b0 _]|[a0 ->]|[-> b0]|] //; rewrite ?lexx; split=> //; apply: ltW.
Qed.

Lemma rep_max v w a b c d : rep v a b -> rep w c d ->
  if a * d <= c * b then rep (vmax v w) c d else rep (vmax v w) a b.
Proof.
move=> h k; rewrite /vmax (rep_le h k) (rep_le k h); case: leP => // n.
by rewrite (ltW n).
Qed.
Lemma rep_min v w a b c d : rep v a b -> rep w c d ->
  if a * d <= c * b then rep (vmin v w) a b else rep (vmin v w) c d.
Proof.
move=> h k; rewrite /vmin (rep_le h k) (rep_le k h); case: leP => // n.
by rewrite (ltW n).
Qed.

Lemma rep_eq v a b c d : rep v a b -> c = a -> d = b -> rep v c d.
Proof. by move=> h -> ->. Qed.
Lemma rep_scale (k : nat) v a b : rep v a b -> rep (vmul (Fin k.+1%:R) v) (a ^+ k.+1) (b ^+ k.+1).
Proof.
have k0 : 0 < k.+1%:R :> R by rewrite ltr0n.
case: v => [x| | |] //=; rewrite /signed ?k0 //=.
- move=> [a0 b0 e]; split; rewrite ?exprn_gt0 // e exprMn; congr (_ * _).
  elim: k {k0} => [|k ih]; first by rewrite expr1 mul1r.
  by rewrite exprS ih -expRD; congr expR; rewrite -[in RHS]natr1; ring.
- by move=> [a0 ->]; rewrite exprn_gt0 // expr0n.
- by move=> [-> b0]; rewrite exprn_gt0 // expr0n.
Qed.
Lemma expR_mulnat (k : nat) x : expR (k%:R * x) = expR x ^+ k.
Proof.
elim: k => [|k ih]; first by rewrite mul0r expR0 expr0.
by rewrite exprS -ih -expRD; congr expR; rewrite -[in LHS]natr1; ring.
Qed.

Lemma expRVK x : expR x * (expR x)^-1 = 1. Proof. by rewrite divff // gt_eqF ?expR_gt0. Qed.
Lemma expR_ge1 x : 0 <= x -> 1 <= expR x. Proof. by move=> h; rewrite -(@expR0 R) ler_expR. Qed.
Lemma expRV_gt0 x : 0 < (expR x)^-1. Proof. by rewrite invr_gt0 expR_gt0. Qed.
End Quotients.

Ltac expring := rewrite ?(expRD, expRN, expR0, expR_mulnat);
  first [ring | by field; rewrite ?pnatr_eq0 ?gt_eqF ?expR_gt0].
