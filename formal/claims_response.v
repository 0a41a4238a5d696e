(* What is cited of claims of `pmc` about randomized response: Example 4 and Figure 1. Each
   statement of the ledger is written out in the definitions of law.v and claims_named.v. The proofs
   stand in other files.
   To be read: every definition, beside the claim of the ledger that is named above it, and
   `response` in claims_pmc.v. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law claims_pmc claims_figure claims_named.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- at every answer y, and at the worst one ---- *)

(* pmc.example-4.ldp *)
Definition pmc_example_4_ldp := forall (R : realType) (T A : finType) (p : law R T)
    (X Y : T -> A) (r : R),
  secrets p X -> 0 <= r -> for_mechanism p X Y (@response R A r) (veq (of_ldp p X Y) (Fin r)).

(* pmc.example-4.pmc 1 *)
Definition pmc_example_4_pmc_a := forall (R : realType) (T A : finType) (p : law R T)
    (X Y : T -> A) (r : R),
  secrets p X -> 0 <= r -> for_mechanism p X Y (@response R A r) (forall y, 0 < pr p Y y ->
    veq (pmc p X Y y) (vlog (Fin (1 + pr p X y * (expR r - 1))))).

(* pmc.example-4.pmc 2 *)
Definition pmc_example_4_pmc_b := forall (R : realType) (T A : finType) (p : law R T)
    (X Y : T -> A) (r : R),
  secrets p X -> 0 <= r -> for_mechanism p X Y (@response R A r)
    (veq (of_pmc p X Y) (vlog (Fin (1 + pmax p X * (expR r - 1))))).

(* pmc.example-4.limit 1 *)
Definition pmc_example_4_limit_a := forall (R : realType) (T A : finType) (p : law R T)
    (X Y : T -> A) (r : R),
  secrets p X -> 0 <= r -> for_mechanism p X Y (@response R A r) (vle (of_pmc p X Y) (Fin r)).

(* pmc.example-4.limit 2 *)
Definition pmc_example_4_limit_b := forall (R : realType) (T A : finType) (p : law R T)
    (X Y : T -> A) (r d : R),
  secrets p X -> 0 <= r -> 0 < d -> expR (- d) < pmax p X ->
  for_mechanism p X Y (@response R A r) (vlt (Fin (r - d)) (of_pmc p X Y)).

(* pmc.example-4.pml 1 *)
Definition pmc_example_4_pml_a := forall (R : realType) (T A : finType) (p : law R T)
    (X Y : T -> A) (r : R),
  secrets p X -> 0 <= r -> for_mechanism p X Y (@response R A r) (forall y, 0 < pr p Y y ->
    veq (pml p X Y y) (vlog (Fin (expR r / (pr p X y * (expR r - 1) + 1))))).

(* pmc.example-4.pml 2 *)
Definition pmc_example_4_pml_b := forall (R : realType) (T A : finType) (p : law R T)
    (X Y : T -> A) (r : R),
  secrets p X -> 0 <= r -> for_mechanism p X Y (@response R A r)
    (veq (of_pml p X Y) (vlog (Fin (expR r / (pmin p X * (expR r - 1) + 1))))).

(* pmc.example-4.pml 3 *)
Definition pmc_example_4_pml_c := forall (R : realType) (T A : finType) (p : law R T)
    (X Y : T -> A) (r : R),
  secrets p X -> 0 <= r -> for_mechanism p X Y (@response R A r)
    (vlt (of_pml p X Y) (vlog (Fin (1 / pmin p X)))).

(* ---- the parameter at a level e ---- *)

(* pmc.example-4.crossover.repair 5; pmc.example-4.utility.repair 4;
   pmc.example-4.skewed.repair 5; pmc.figure-1 5 *)
Definition pmc_adapted_pmc_a := forall (R : realType) (T A : finType) (p : law R T)
    (X Y : T -> A) (e r : R),
  secrets p X -> 0 <= e -> 0 <= r -> for_mechanism p X Y (@response R A r)
    (veq (of_pmc p X Y) (Fin e) -> expR r = 1 + (expR e - 1) / pmax p X).

(* pmc.example-4.crossover.repair 6; pmc.example-4.utility.repair 5;
   pmc.example-4.skewed.repair 6; pmc.figure-1 6 *)
Definition pmc_adapted_pmc_b := forall (R : realType) (T A : finType) (p : law R T)
    (X Y : T -> A) (e r : R),
  secrets p X -> 0 <= e -> 0 <= r -> for_mechanism p X Y (@response R A r)
    (expR r = 1 + (expR e - 1) / pmax p X -> veq (of_pmc p X Y) (Fin e)).

(* pmc.example-4.crossover.repair 7; pmc.example-4.utility.repair 6;
   pmc.example-4.skewed.repair 7; pmc.figure-1 7 *)
Definition pmc_adapted_pml_a := forall (R : realType) (T A : finType) (p : law R T)
    (X Y : T -> A) (e s : R),
  secrets p X -> 0 <= e -> 0 <= s -> for_mechanism p X Y (@response R A s)
    (veq (of_pml p X Y) (Fin e) ->
     expR s = (1 - pmin p X) * expR e / (1 - pmin p X * expR e)).

(* pmc.example-4.crossover.repair 8; pmc.example-4.utility.repair 7;
   pmc.example-4.skewed.repair 8; pmc.figure-1 8 *)
Definition pmc_adapted_pml_b := forall (R : realType) (T A : finType) (p : law R T)
    (X Y : T -> A) (e s : R),
  secrets p X -> 0 <= e -> 0 <= s -> expR e * pmin p X < 1 -> for_mechanism p X Y (@response R A s)
    (expR s = (1 - pmin p X) * expR e / (1 - pmin p X * expR e) ->
     veq (of_pml p X Y) (Fin e)).

(* pmc.example-4.skewed.repair 3 *)
Definition pmc_example_4_skewed_c := forall (R : realType) (T A : finType) (p : law R T)
    (X Y : T -> A) (r : R),
  secrets p X -> 0 <= r -> for_mechanism p X Y (@response R A r)
    (#|A|%:R - 1 <= (1 - pmax p X) / pmin p X).

(* pmc.example-4.skewed.repair 4 *)
Definition pmc_example_4_skewed_d := forall (R : realType) (T A : finType) (p : law R T)
    (X Y : T -> A) (r : R),
  secrets p X -> 0 <= r -> pmax p X + (#|A|%:R - 1) * pmin p X = 1 ->
  for_mechanism p X Y (@response R A r) ((1 - pmax p X) / pmin p X = #|A|%:R - 1).

(* X->Y is randomized response with r, and its PMC is e; X->Z is that with s, and its PML is e *)
Definition adapted (R : realType) (T A : finType) (p : law R T) (X Y Z : T -> A) (e r s : R)
    (S : Prop) :=
  secrets p X -> 0 <= e -> 0 <= r -> 0 <= s ->
  for_mechanism p X Y (@response R A r) (for_mechanism p X Z (@response R A s)
    (veq (of_pmc p X Y) (Fin e) /\ veq (of_pml p X Z) (Fin e) -> S)).

(* pmc.example-4.crossover.repair 1 *)
Definition pmc_example_4_crossover_a := forall (R : realType) (T A : finType) (p : law R T)
    (X Y Z : T -> A) (e r s : R),
  0 < e -> e < ln ((1 - pmax p X) / pmin p X) -> adapted p X Y Z e r s (s < r).

(* pmc.example-4.crossover.repair 2 *)
Definition pmc_example_4_crossover_b := forall (R : realType) (T A : finType) (p : law R T)
    (X Y Z : T -> A) (e r s : R),
  e = ln ((1 - pmax p X) / pmin p X) -> adapted p X Y Z e r s (r = s).

(* pmc.example-4.crossover.repair 3 *)
Definition pmc_example_4_crossover_c := forall (R : realType) (T A : finType) (p : law R T)
    (X Y Z : T -> A) (e r s : R),
  expR e = 1 -> adapted p X Y Z e r s (r = s).

(* pmc.example-4.crossover.repair 4 *)
Definition pmc_example_4_crossover_d := forall (R : realType) (T A : finType) (p : law R T)
    (X Y Z : T -> A) (e r s : R),
  0 < e -> ln ((1 - pmax p X) / pmin p X) < e -> adapted p X Y Z e r s (r < s).

(* ---- mutual information of randomized responses ---- *)

(* pmc.example-4.utility.repair 1 *)
Definition pmc_example_4_utility_a := forall (R : realType) (T A : finType) (p : law R T)
    (X Y Z : T -> A) (e r s : R),
  0 < e -> e < ln ((1 - pmax p X) / pmin p X) ->
  adapted p X Y Z e r s (mutual_information p X Z < mutual_information p X Y).

(* pmc.example-4.utility.repair 2 *)
Definition pmc_example_4_utility_b := forall (R : realType) (T A : finType) (p : law R T)
    (X Y Z : T -> A) (e r s : R),
  e = ln ((1 - pmax p X) / pmin p X) ->
  adapted p X Y Z e r s (mutual_information p X Y = mutual_information p X Z).

(* pmc.example-4.utility.repair 3 *)
Definition pmc_example_4_utility_c := forall (R : realType) (T A : finType) (p : law R T)
    (X Y Z : T -> A) (e r s : R),
  expR e = 1 -> adapted p X Y Z e r s (mutual_information p X Y = mutual_information p X Z).

(* pmc.example-4.skewed.repair 1 *)
Definition pmc_example_4_skewed_a := forall (R : realType) (T A : finType) (p : law R T)
    (X Y Z : T -> A) (e r s : R),
  0 < e -> ln ((1 - pmax p X) / pmin p X) < e ->
  adapted p X Y Z e r s (mutual_information p X Y < mutual_information p X Z).

(* pmc.example-4.skewed.repair 2 *)
Definition pmc_example_4_skewed_b := forall (R : realType) (T A : finType) (p : law R T)
    (X Y Z : T -> A) (e r s : R),
  0 < e -> pmin p X + pmax p X = 1 ->
  adapted p X Y Z e r s (mutual_information p X Y < mutual_information p X Z).

(* X->Y is randomized response with r, of which the measure f is e; X->Z is that with d, and its LDP
   is e *)
Definition beside_ldp (R : realType) (T A : finType) (p : law R T) (f : measure R A)
    (X Y Z : T -> A) (e r d : R) (S : Prop) :=
  secrets p X -> 0 <= e -> 0 <= r -> 0 <= d ->
  for_mechanism p X Y (@response R A r) (for_mechanism p X Z (@response R A d)
    (veq (f T A p X Y) (Fin e) /\ veq (of_ldp p X Z) (Fin e) -> S)).

(* pmc.figure-1 1 *)
Definition pmc_figure_1_a := forall (R : realType) (T A : finType) (p : law R T)
    (X Y Z : T -> A) (e r d : R), 0 < e ->
  beside_ldp p (@of_pmc R A) X Y Z e r d (mutual_information p X Z < mutual_information p X Y).

(* pmc.figure-1 2 *)
Definition pmc_figure_1_b := forall (R : realType) (T A : finType) (p : law R T)
    (X Y Z : T -> A) (e s d : R), 0 < e ->
  beside_ldp p (@of_pml R A) X Y Z e s d (mutual_information p X Z < mutual_information p X Y).

(* pmc.figure-1 3 *)
Definition pmc_figure_1_c := forall (R : realType) (T A : finType) (p : law R T)
    (X Y Z : T -> A) (e r d : R), expR e = 1 ->
  beside_ldp p (@of_pmc R A) X Y Z e r d (mutual_information p X Y = mutual_information p X Z).

(* pmc.figure-1 4 *)
Definition pmc_figure_1_d := forall (R : realType) (T A : finType) (p : law R T)
    (X Y Z : T -> A) (e s d : R), expR e = 1 ->
  beside_ldp p (@of_pml R A) X Y Z e s d (mutual_information p X Y = mutual_information p X Z).
