(* What is cited of Figure 2 of `pmc`: statements of the ledger, written out. The proofs stand in
   another file.
   To be read: every definition, beside the claim of the ledger that is named above it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law claims_pmc.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Regions.
Variables (R : realType) (A : finType) (P : law R A).

(* of the mechanism from X to Y: its PML and its PMC at the worst of its outcomes *)
Definition measure := forall T B : finType, law R T -> (T -> A) -> (T -> B) -> val R.
Definition of_pml : measure := fun T B p X Y => worst p Y (pml p X Y).
Definition of_pmc : measure := fun T B p X Y => worst p Y (pmc p X Y).

(* v is the largest f of all mechanisms under the prior P whose g is at most e *)
Definition largest_under (f g : measure) (e : R) (v : val R) :=
  (forall (T B : finType) (p : law R T) (X : T -> A) (Y : T -> B),
     (forall x, pr p X x = P x) -> vle (g T B p X Y) (Fin e) -> vle (f T B p X Y) v) /\
  (exists (T B : finType) (p : law R T) (X : T -> A) (Y : T -> B),
     [/\ forall x, pr p X x = P x, vle (g T B p X Y) (Fin e) & veq (f T B p X Y) v]).

(* the largest PMC under u-PML is above l, and the largest PML under l-PMC is above u *)
Definition pmc_above u l := exists v, largest_under of_pmc of_pml u v /\ vlt (Fin l) v.
Definition pml_above l u := exists v, largest_under of_pml of_pmc l v /\ vlt (Fin u) v.

(* every prior on n >= 2 secrets, 0 <= u < log(1/(1 - p_min)) and l >= 0 *)
Definition levels (u l : R) :=
  [/\ (1 < #|A|)%N, forall x, 0 < P x, 0 <= u, u < ln (1 - pmin P id)^-1 & 0 <= l].
End Regions.

(* eps_l*(u) is lower_star, eps_u*(l) is upper_star *)

(* pmc.figure-2.repair 7 *)
Definition pmc_figure_2_repair_g := forall (R : realType) (A : finType) (P : law R A) u l,
  levels P u l ->
  vlt (Fin u) (upper_star (pmin P id) l) -> vlt (Fin l) (lower_star (pmin P id) u) ->
  pmc_above P u l /\ pml_above P l u.

(* pmc.figure-2.repair 8 *)
Definition pmc_figure_2_repair_h := forall (R : realType) (A : finType) (P : law R A) u l,
  levels P u l -> vlt (lower_star (pmin P id) u) (Fin l) -> pml_above P l u.

(* pmc.figure-2.repair 9 *)
Definition pmc_figure_2_repair_i := forall (R : realType) (A : finType) (P : law R A) u l,
  levels P u l -> vlt (upper_star (pmin P id) l) (Fin u) -> pmc_above P u l.

(* pmc.figure-2.repair 10 *)
Definition pmc_figure_2_repair_j := forall (R : realType) (A : finType) (P : law R A) u l,
  levels P u l -> vle (lower_star (pmin P id) u) (Fin l) -> 0 < l + u -> pmin P id < 2%:R^-1 ->
  pml_above P l u.

(* pmc.figure-2.repair 11 *)
Definition pmc_figure_2_repair_k := forall (R : realType) (A : finType) (P : law R A) u l,
  levels P u l -> vle (upper_star (pmin P id) l) (Fin u) -> 0 < l + u -> pmin P id < 2%:R^-1 ->
  pmc_above P u l.
