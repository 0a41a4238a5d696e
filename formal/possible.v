(* The hypotheses of a statement that is written out can be met: `possible D` says, in every set of
   real numbers, that D with its conclusion replaced by False does not hold. A program builds it
   from D, by the tactic below: it goes under quantifiers and implications, and unfolds definitions
   on the way, up to the first thing that is neither. A hypothesis has no name of its own and gets
   that of the pattern, any_, which no statement has for a variable: with a name that one has, x, a
   hypothesis would hide the variable. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import reals.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Ltac emptied said :=
  lazymatch said with
  | ~ _ => constr:(False)
  | forall any_ : ?A, @?B any_ =>
      constr:(forall any_ : A, ltac:(let body := eval cbv beta in (B any_) in
                                  let found := emptied body in exact found))
  | _ => let unfolded := eval hnf in said in
      lazymatch unfolded with
      | ~ _ => constr:(False)
      | forall any_ : ?A, @?B any_ => emptied unfolded
      | _ => constr:(False)
      end
  end.

Ltac emptied_in R said :=
  let unfolded := eval hnf in said in
  lazymatch unfolded with
  | forall any_ : realType, @?B any_ => let body := eval cbv beta in (B R) in emptied body
  | _ => emptied unfolded
  end.

Notation possible said :=
  (forall R : realType, ~ ltac:(let found := emptied_in R said in exact found)) (only parsing).

(* The same as `possible`, for statements whose conclusion is `M, and S`, where S has hypotheses,
   such as those of `for_mechanism`: that all hypotheses can be met, those of S among them.
   `possible` ends at the conclusion M. *)
Ltac emptied_within said :=
  lazymatch said with
  | ~ _ => constr:(False)
  | forall any_ : ?A, @?B any_ =>
      constr:(forall any_ : A, ltac:(let body := eval cbv beta in (B any_) in
                                  let found := emptied_within body in exact found))
  | _ /\ ?S => emptied_within S
  | _ => let unfolded := eval hnf in said in
      lazymatch unfolded with
      | ~ _ => constr:(False)
      | forall any_ : ?A, @?B any_ => emptied_within unfolded
      | _ /\ _ => emptied_within unfolded
      | _ => constr:(False)
      end
  end.

Ltac emptied_within_in R said :=
  let unfolded := eval hnf in said in
  lazymatch unfolded with
  | forall any_ : realType, @?B any_ =>
      let body := eval cbv beta in (B R) in emptied_within body
  | _ => emptied_within unfolded
  end.

Notation possible_within said :=
  (forall R : realType, ~ ltac:(let found := emptied_within_in R said in exact found))
  (only parsing).

(* what is possible with more hypotheses is possible *)
Ltac from_within within := let R := fresh "R" in let h := fresh "h" in
  intros R h; apply (within R); intros; eapply h; eassumption.
