(* Numbers with two infinities and with no value, as terms of a statement have them.
   To be read: every definition. 0 log 0 and the like do not occur: log 0 is -oo, and 0 * oo has no
   value. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import reals sequences exp.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Values.
Variable R : realType.

Inductive val := Fin of R | PInf | MInf | Undef.

Definition vopp v :=
  match v with Fin x => Fin (- x) | PInf => MInf | MInf => PInf | Undef => Undef end.

Definition vadd v w := match v, w with
  | Fin x, Fin y => Fin (x + y)
  | Undef, _ | _, Undef | PInf, MInf | MInf, PInf => Undef
  | PInf, _ | _, PInf => PInf
  | MInf, _ | _, MInf => MInf end.

(* x times an infinite v *)
Definition signed (x : R) v := if 0 < x then v else if x < 0 then vopp v else Undef.

Definition vmul v w := match v, w with
  | Fin x, Fin y => Fin (x * y)
  | Undef, _ | _, Undef => Undef
  | Fin x, _ => signed x w
  | _, Fin y => signed y v
  | PInf, PInf | MInf, MInf => PInf
  | _, _ => MInf end.

Definition vdiv v w := match v, w with
  | Undef, _ | _, Undef => Undef
  | Fin x, Fin y => if y == 0 then Undef else Fin (x / y)
  | Fin _, _ => Fin 0
  | _, Fin y => signed y v
  | _, _ => Undef end.

Definition vexp v :=
  match v with Fin x => Fin (expR x) | PInf => PInf | MInf => Fin 0 | Undef => Undef end.

Definition vlog v := match v with
  | Fin x => if 0 < x then Fin (ln x) else if x == 0 then MInf else Undef
  | PInf => PInf
  | _ => Undef end.

(* what has no value satisfies no relation, not even with itself *)
Definition vle v w := match v, w with
  | Undef, _ | _, Undef => false
  | Fin x, Fin y => x <= y
  | MInf, _ | _, PInf => true
  | _, _ => false end.

Definition vlt v w := match v, w with
  | Undef, _ | _, Undef => false
  | Fin x, Fin y => x < y
  | MInf, MInf | PInf, PInf => false
  | MInf, _ | _, PInf => true
  | _, _ => false end.

Definition veq v w := match v, w with
  | Fin x, Fin y => x == y
  | MInf, MInf | PInf, PInf => true
  | _, _ => false end.

Definition vmax v w := if vle v w then w else if vle w v then v else Undef.
Definition vmin v w := if vle v w then v else if vle w v then w else Undef.
End Values.

Arguments PInf {R}. Arguments MInf {R}. Arguments Undef {R}.
Arguments vlog : simpl never. Arguments vdiv : simpl never.
Arguments vmax : simpl never. Arguments vmin : simpl never. Arguments signed : simpl never.
