(* Rational numbers that can be computed with (those of Coq's QArith), as real numbers; and bounds
   of exp and log between them. *)
From Coq Require Import ZArith QArith Qreduction.
From mathcomp Require Import all_ssreflect all_algebra ssrZ ring.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import tangent.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Real.
Variable R : realType.

Definition ofZ (z : Z) : R := (int_of_Z z)%:~R.

Lemma ofZD a b : ofZ (Z.add a b) = ofZ a + ofZ b.
Proof. by rewrite /ofZ -intrD -(rmorphD ZInstances.int_of_Z_rmorphism). Qed.
Lemma ofZM a b : ofZ (Z.mul a b) = ofZ a * ofZ b.
Proof. by rewrite /ofZ -intrM -(rmorphM ZInstances.int_of_Z_rmorphism). Qed.
Lemma ofZN a : ofZ (Z.opp a) = - ofZ a.
Proof. by rewrite /ofZ -mulrNz -(rmorphN ZInstances.int_of_Z_rmorphism). Qed.
Lemma ofZ_le a b : (ofZ a <= ofZ b) = Z.leb a b.
Proof.
rewrite /ofZ ler_int -subr_ge0 -(rmorphB ZInstances.int_of_Z_rmorphism) -ZInstances.subZ_ge0.
by case: (b - a)%R.
Qed.
Lemma ofZ_gt0 p : 0 < ofZ (Zpos p).
Proof. by rewrite /ofZ ltr0z /=; case: (Pos.to_nat p) (Pos2Nat.is_pos p) => // /Lt.lt_irrefl. Qed.

Definition ofQ (q : Q) : R := ofZ (Qnum q) / ofZ (Zpos (Qden q)).

Lemma den_neq0 q : ofZ (Zpos (Qden q)) != 0. Proof. by rewrite gt_eqF ?ofZ_gt0. Qed.

Lemma ofQ_le p q : (ofQ p <= ofQ q) = Qle_bool p q.
Proof.
rewrite /ofQ /Qle_bool ler_pdivr_mulr ?ofZ_gt0// mulrAC ler_pdivl_mulr ?ofZ_gt0//.
by rewrite -!ofZM ofZ_le.
Qed.
Lemma ofQ_eq p q : Qeq p q -> ofQ p = ofQ q.
Proof.
move=> pq; apply/eqP; rewrite eq_le !ofQ_le.
by apply/andP; split; apply/Qle_bool_iff; rewrite pq; apply: Qle_refl.
Qed.
Lemma ofQD p q : ofQ (Qplus p q) = ofQ p + ofQ q.
Proof.
rewrite /ofQ /= ofZD Pos2Z.inj_mul !ofZM.
by field; rewrite !den_neq0.
Qed.
Lemma ofQM p q : ofQ (Qmult p q) = ofQ p * ofQ q.
Proof.
rewrite /ofQ /= Pos2Z.inj_mul !ofZM.
by field; rewrite !den_neq0.
Qed.
Lemma ofQN q : ofQ (Qopp q) = - ofQ q. Proof. by rewrite /ofQ /= ofZN mulNr. Qed.
Lemma ofQ0 : ofQ 0 = 0. Proof. by rewrite /ofQ mul0r. Qed.
Lemma ofQ1 : ofQ 1 = 1. Proof. by rewrite /ofQ divr1. Qed.
Lemma ofQV q : ofQ (Qinv q) = (ofQ q)^-1.
Proof.
have [q0|q0] := boolP (Qeq_bool q 0).
  have -> : ofQ q = 0 by rewrite -ofQ0; apply: ofQ_eq; apply: Qeq_bool_eq.
  by rewrite invr0 -ofQ0; apply: ofQ_eq; rewrite (Qeq_bool_eq _ _ q0).
have q1 : ofQ q != 0.
  apply: contraNneq q0 => h; apply Qeq_bool_iff.
  by apply: Qle_antisym; apply Qle_bool_iff; rewrite -ofQ_le h ofQ0 lexx.
apply: (mulfI q1); rewrite divff// -ofQM -ofQ1; apply: ofQ_eq; apply: Qmult_inv_r.
by move=> /Qeq_bool_iff; apply/negP.
Qed.
Lemma ofQ_red q : ofQ (Qred q) = ofQ q. Proof. exact/ofQ_eq/Qred_correct. Qed.
End Real.

(* ---- numbers near to others, with fewer digits; checked, so that nothing is proved of them ---- *)

Definition digits : Z := 64.
Definition scale : positive := Z.to_pos (Z.pow 2 digits).
Definition square : positive := Pos.mul scale scale.
Definition floor_of (q : Q) : Q :=
  if Pos.eqb (Qden q) square then Qmake (Z.shiftr (Qnum q) digits) scale
  else Qmake (Z.div (Z.shiftl (Qnum q) digits) (Zpos (Qden q))) scale.
Definition down (q : Q) : Q :=
  let r := floor_of q in if Qle_bool 0 r && Qle_bool r q then r else q.
Definition up (q : Q) : Q :=
  let r := floor_of (Qplus q (Qmake 1 scale)) in if Qle_bool q r then r else q.

(* ---- e^x from (1 + x / 2^k)^(2^k) <= e^x ---- *)

Fixpoint exp_lo k (x : Q) : Q :=
  if k is k'.+1 then let y := exp_lo k' (Qmult x (Qmake 1 2)) in down (Qmult y y)
  else if Qle_bool 0 (Qplus 1 x) then down (Qplus 1 x) else Qmake 0 1.
Definition halvings := 16%N.
Definition exp_below := exp_lo halvings.
Definition exp_above x : option Q :=
  let y := exp_below (Qopp x) in if Qle_bool y 0 then None else Some (up (Qinv y)).

(* ---- log x from any number near to it, by the bounds of its exponential ---- *)

Definition better (x y : Q) : Q :=
  let e := exp_below y in floor_of (Qplus y (Qdiv (Qmult 2 (Qminus x e)) (Qplus x e))).
Definition log_near (x : Q) : Q :=
  iter 3 (better x) (Qmake (Z.mul 7 (Z.sub (Z.log2 (Qnum x)) (Z.log2 (Zpos (Qden x))))) 10).
Definition slack (y : Q) : Q := Qmult (Qplus 2 (Qmult y y)) (Qmake 1 (2 ^ 15)%positive).
Definition log_below (x : Q) : option Q :=
  let y := log_near x in let l := floor_of (Qminus y (slack y)) in
  if exp_above l is Some e then if Qle_bool e x then Some l else None else None.
Definition log_above (x : Q) : option Q :=
  let y := log_near x in let u := floor_of (Qplus y (slack y)) in
  if Qle_bool x (exp_below u) then Some u else None.

Section Bounds.
Variable R : realType.
Local Notation real := (@ofQ R).

Lemma down_le q : real (down q) <= real q.
Proof. by rewrite /down; case: ifP => // /andP[_]; rewrite -(ofQ_le R). Qed.
Lemma down_ge0 q : 0 <= real q -> 0 <= real (down q).
Proof. by rewrite /down; case: ifP => // /andP[+ _] _; rewrite -(ofQ_le R) ofQ0. Qed.
Lemma up_ge q : real q <= real (up q).
Proof. by rewrite /up; case: ifP => //; rewrite -(ofQ_le R). Qed.

Lemma exp_lo_ge0 k x : 0 <= real (exp_lo k x).
Proof.
elim: k x => [|k IH] x /=; last by apply: down_ge0; rewrite ofQM mulr_ge0.
by case: ifP; rewrite -1?(ofQ_le R) ofQ0 // => h; apply: down_ge0.
Qed.
Lemma half x : let y := Qmult x (Qmake 1 2) in expR (real y) * expR (real y) = expR (real x).
Proof.
have h : real (Qmake 1 2) + real (Qmake 1 2) = 1 by rewrite -ofQD -(ofQ1 R); apply: ofQ_eq.
by rewrite /= -expRD ofQM -mulrDr h mulr1.
Qed.
Lemma exp_lo_le k x : real (exp_lo k x) <= expR (real x).
Proof.
elim: k x => [|k IH] x /=.
  case: ifP => _; last by rewrite ofQ0 ltW ?expR_gt0.
  by apply: le_trans (down_le _) _; rewrite ofQD ofQ1 exp_tangent.
apply: le_trans (down_le _) _; rewrite ofQM -half.
by apply: ler_pmul; rewrite ?exp_lo_ge0 ?IH.
Qed.
Lemma exp_belowP x : real (exp_below x) <= expR (real x). Proof. exact: exp_lo_le. Qed.
Lemma exp_aboveP x u : exp_above x = Some u -> expR (real x) <= real u.
Proof.
rewrite /exp_above -(ofQ_le R) ofQ0; case: leP => // y0 [<-]; apply: le_trans (up_ge _).
by rewrite ofQV -[real x]opprK -ofQN expRN lef_pinv ?posrE ?expR_gt0 ?exp_belowP.
Qed.
Lemma log_belowP x l : log_below x = Some l -> real l <= ln (real x) /\ 0 < real x.
Proof.
rewrite /log_below; case E: exp_above => [e|] //; case: ifP => //; rewrite -(ofQ_le R) => ex [<-].
have h := le_trans (exp_aboveP E) ex; have x0 : 0 < real x by apply: lt_le_trans h; apply: expR_gt0.
by split=> //; rewrite -ler_expR lnK.
Qed.
Lemma log_aboveP x u : 0 < real x -> log_above x = Some u -> ln (real x) <= real u.
Proof.
move=> x0; rewrite /log_above; case: ifP => //; rewrite -(ofQ_le R) => h [<-].
by rewrite -ler_expR lnK ?posrE//; apply: le_trans h (exp_belowP _).
Qed.
End Bounds.
Arguments exp_aboveP {R x u}. Arguments log_belowP {R x l}. Arguments log_aboveP {R x u}.
