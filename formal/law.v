(* Laws on a finite sample space, random variables, what an outcome tells of a secret.
   To be read: the record, and the two sections of definitions. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Record law (R : realType) (T : finType) := Law {
  mass :> T -> R;
  mass_ge0 : forall t, 0 <= mass t;
  mass_sum : \sum_t mass t = 1 }.

(* two random variables together are one *)
Definition both (T A B : Type) (X : T -> A) (Y : T -> B) t := (X t, Y t).

Section Probabilities.
Variables (R : realType) (T : finType) (p : law R T).

(* P(X = x) *)
Definition pr (A : finType) (X : T -> A) (x : A) : R := \sum_(t | X t == x) p t.

(* X - Y - Z: given Y, X and Z are independent *)
Definition markov (A B C : finType) (X : T -> A) (Y : T -> B) (Z : T -> C) :=
  forall x y z, pr (both X (both Y Z)) (x, (y, z)) * pr Y y =
                pr (both X Y) (x, y) * pr (both Y Z) (y, z).

Definition independent (A B : finType) (X : T -> A) (Y : T -> B) :=
  forall x y, pr (both X Y) (x, y) = pr X x * pr Y y.

(* of the secret alone; prior probabilities are at most 1 and at least 0 *)
Definition pmin (A : finType) (X : T -> A) : R := \big[Num.min/1]_x pr X x.
Definition pmax (A : finType) (X : T -> A) : R := \big[Num.max/0]_x pr X x.
Definition size (A : finType) (X : T -> A) : R := #|A|%:R.
Definition uniform (A : finType) (X : T -> A) := forall x x', pr X x = pr X x'.

Section Leakage.
Variables (A B : finType) (X : T -> A) (Y : T -> B).

(* P(y|x) / P(y) *)
Definition lift x y := pr (both X Y) (x, y) / (pr X x * pr Y y).

(* over the secrets of positive prior; lifts are at least 0, and the least of them is at most 1 *)
Definition maxlift y := \big[Num.max/0]_(x | 0 < pr X x) lift x y.
Definition minlift y := \big[Num.min/1]_(x | 0 < pr X x) lift x y.

Definition pml y := vlog (Fin (maxlift y)).
Definition pmc y := vopp (vlog (Fin (minlift y))).
Definition ldp y := if minlift y == 0 then PInf else vlog (Fin (maxlift y / minlift y)).

(* the largest value over the outcomes of positive probability *)
Definition worst (f : B -> val R) := \big[@vmax R/MInf]_(y | 0 < pr Y y) f y.
End Leakage.

(* log sum_y max_x P(y|x), - log sum_y min_x P(y|x), and I(X;Y), where 0 log 0 = 0 *)
Section Averages.
Variables (A B : finType) (X : T -> A) (Y : T -> B).
Definition given x y := pr (both X Y) (x, y) / pr X x.
Definition sum_max := \sum_y \big[Num.max/0]_(x | 0 < pr X x) given x y.
Definition sum_min := \sum_y \big[Num.min/1]_(x | 0 < pr X x) given x y.
Definition maximal_leakage := vlog (Fin sum_max).
Definition maximal_cost_leakage := vopp (vlog (Fin sum_min)).
Definition mutual_information :=
  \sum_x \sum_y pr (both X Y) (x, y) * ln (lift X Y x y).
End Averages.
End Probabilities.
