(* What is cited of claims about named mechanisms: the extremal mechanism, the one that keeps the
   secret or draws a new one, randomized response, and those of two answers. Each statement of the
   ledger is written out in the definitions of law.v. The proofs stand in other files; realized.v
   shows that every mechanism is that of some secret and outcome.
   To be read: every definition, beside the claim of the ledger that is named above it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law claims_pmc claims_figure.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- mechanisms by name: likelihoods P(y|x), of secrets x and answers y ---- *)

Section Named.
Variables (R : realType) (A : finType).

(* a mechanism: no entry negative, every row of sum one *)
Definition mechanism (B : finType) (K : A -> B -> R) :=
  (forall x y, 0 <= K x y) /\ forall x, \sum_y K x y = 1.

(* the answers are secrets, as those of randomized response, `response r`, and of the extremal
   mechanism, `extremal P u`, which are in claims_pmc.v; P is the prior *)
Definition redraw (P : A -> R) (l : R) (x y : A) :=
  if x == y then 1 - expR (- l) + expR (- l) * P y else expR (- l) * P y.

(* two answers: 0, which is `true` here, has one probability if the secret is a, and another
   otherwise *)
Definition two_answers (a : A) (own other : R) (x : A) (zero : bool) :=
  let t := if x == a then own else other in if zero then t else 1 - t.
Definition at_pml (a : A) (m u : R) := two_answers a (1 - (1 - m) * expR u) (m * expR u).
Definition at_pmc (a : A) (m l : R) := two_answers a (1 - (1 - m) * expR (- l)) (m * expR (- l)).
Definition randomized (a : A) (e : R) :=
  two_answers a (expR e / (expR e + 1)) (1 / (expR e + 1)).
Definition never_zero (a : A) (m : R) := two_answers a 0 m.
End Named.

Section Of.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).

(* at least two secrets, all of positive probability *)
Definition secrets := (1 < #|A|)%N /\ forall x, 0 < pr p X x.

(* K is a mechanism, and if X->Y is that mechanism, then S *)
Definition for_mechanism (K : A -> B -> R) (S : Prop) :=
  mechanism K /\ ((forall x y, given p X Y x y = K x y) -> S).

(* at the worst outcome, as of_pml and of_pmc are *)
Definition of_ldp := worst p Y (ldp p X Y).
End Of.

(* ---- the extremal mechanism ---- *)

(* eps_l* at the level u, below log(1/(1 - p_min)), and eps_u* at the level l, of which m = p_min *)
Definition lower_bound (R : realType) (m u : R) := vlog (Fin (m / (1 - (1 - m) * expR u))).
Definition upper_bound (R : realType) (m l : R) := vlog (Fin ((1 - (1 - m) * expR (- l)) / m)).

(* pmc.extremal-mechanism 1; pmc.corollary-5 4 *)
Definition pmc_extremal_mechanism_a := forall (R : realType) (T A : finType) (p : law R T)
    (X Y : T -> A) (u : R),
  secrets p X -> 0 <= u -> u < ln (1 / (1 - pmin p X)) ->
  for_mechanism p X Y (extremal (pr p X) u) (forall y, pr p Y y = pr p X y).

(* pmc.extremal-mechanism 2; pmc.corollary-5 5 *)
Definition pmc_extremal_mechanism_b := forall (R : realType) (T A : finType) (p : law R T)
    (X Y : T -> A) (u : R),
  secrets p X -> 0 <= u -> u < ln (1 / (1 - pmin p X)) ->
  for_mechanism p X Y (extremal (pr p X) u) (veq (of_pml p X Y) (Fin u)).

(* pmc.example-5 1 *)
Definition pmc_example_5_a := forall (R : realType) (T A : finType) (p : law R T)
    (X Y : T -> A) (u : R),
  secrets p X -> 0 <= u -> u < ln (1 / (1 - pmin p X)) ->
  for_mechanism p X Y (extremal (pr p X) u) (forall y, 0 < pr p Y y ->
    veq (pmc p X Y y) (vlog (Fin (pr p X y / (1 - (1 - pr p X y) * expR u))))).

(* pmc.example-5 2 *)
Definition pmc_example_5_b := forall (R : realType) (T A : finType) (p : law R T)
    (X Y : T -> A) (u : R),
  secrets p X -> 0 <= u -> u < ln (1 / (1 - pmin p X)) ->
  for_mechanism p X Y (extremal (pr p X) u)
    (veq (of_pmc p X Y) (lower_bound (pmin p X) u)).

(* pmc.remark-6 *)
Definition pmc_remark_6 := forall (R : realType) (T A : finType) (p : law R T)
    (X Y : T -> A) (u : R),
  secrets p X -> 0 <= u -> u < ln (1 / (1 - pmin p X)) ->
  for_mechanism p X Y (extremal (pr p X) u)
    (vle (of_pml p X Y) (Fin u) /\ veq (of_pmc p X Y) (lower_bound (pmin p X) u)).

(* up to log(1/(1 - p_min)), which is included *)
(* extremal.high-privacy 2 *)
Definition extremal_high_privacy_b := forall (R : realType) (T A : finType) (p : law R T)
    (X Y : T -> A) (u : R),
  secrets p X -> 0 <= u -> u <= ln (1 / (1 - pmin p X)) ->
  for_mechanism p X Y (extremal (pr p X) u) (forall y, 0 < pr p Y y ->
    [/\ pr p Y y = pr p X y, veq (pml p X Y y) (Fin u) &
        veq (vexp (vopp (pmc p X Y y))) (Fin ((1 - (1 - pr p X y) * expR u) / pr p X y))]).

(* extremal.cost 2 *)
Definition extremal_cost_b := forall (R : realType) (T A : finType) (p : law R T)
    (X Y : T -> A) (l : R),
  secrets p X -> 0 <= l ->
  for_mechanism p X Y (redraw (pr p X) l) (forall y, 0 < pr p Y y ->
    [/\ pr p Y y = pr p X y, veq (pmc p X Y y) (Fin l) &
        veq (vexp (pml p X Y y)) (Fin ((1 - (1 - pr p X y) * expR (- l)) / pr p X y))]).

(* ---- optimal mechanisms ---- *)

Section Utilities.
Variables (R : realType) (A : finType).
Definition not_negative (v : A -> R) := forall x, 0 <= v x.

(* the sum over the outcomes y of one function of P(y|.), which is convex and positively
   homogeneous: a sub-convex utility *)
Definition worth (f : (A -> R) -> R) (B : finType) (K : A -> B -> R) := \sum_y f (fun x => K x y).
Definition sub_convex (f : (A -> R) -> R) :=
  (forall s v w, 0 <= s <= 1 -> not_negative v -> not_negative w ->
     f (fun x => s * v x + (1 - s) * w x) <= s * f v + (1 - s) * f w) /\
  (forall c v, 0 < c -> not_negative v -> f (fun x => c * v x) = c * f v).

(* K is a mechanism, and no sub-convex utility of X->Y is larger than that of K *)
Definition at_most_worth (T B C : finType) (p : law R T) (X : T -> A) (Y : T -> B)
    (K : A -> C -> R) :=
  mechanism K /\ forall f, sub_convex f -> worth f (given p X Y) <= worth f K.
End Utilities.

(* pmc.corollary-5 3 *)
Definition pmc_corollary_5_c := forall (R : realType) (T A B : finType) (p : law R T)
    (X : T -> A) (Y : T -> B) (u : R),
  secrets p X -> 0 <= u -> u < ln (1 / (1 - pmin p X)) ->
  vle (of_pml p X Y) (Fin u) -> at_most_worth p X Y (extremal (pr p X) u).

(* extremal.high-privacy 1 *)
Definition extremal_high_privacy_a := forall (R : realType) (T A B : finType) (p : law R T)
    (X : T -> A) (Y : T -> B) (u : R),
  secrets p X -> 0 <= u -> u <= ln (1 / (1 - pmin p X)) ->
  vle (of_pml p X Y) (Fin u) -> at_most_worth p X Y (extremal (pr p X) u).

(* extremal.cost 1 *)
Definition extremal_cost_a := forall (R : realType) (T A B : finType) (p : law R T)
    (X : T -> A) (Y : T -> B) (l : R),
  secrets p X -> 0 <= l ->
  vle (of_pmc p X Y) (Fin l) -> at_most_worth p X Y (redraw (pr p X) l).

(* pmc.rr-optimal 1 *)
Definition pmc_rr_optimal_a := forall (R : realType) (T A B : finType) (p : law R T)
    (X : T -> A) (Y : T -> B) (e : R),
  #|A| = 2%N -> (forall x, 0 < pr p X x) -> 0 <= e ->
  vle (of_ldp p X Y) (Fin e) -> at_most_worth p X Y (@response R A e).

(* X->Y is randomized response with e on the bit whether the secret is a, which is the likeliest;
   X->Z is that on the secret *)
(* pmc.rr-optimal 2 *)
Definition pmc_rr_optimal_b := forall R : realType,
  exists (T A : finType) (p : law R T) (X : T -> A) (Y : T -> bool) (Z : T -> A) (a : A) (e : R),
  [/\ (2 < #|A|)%N, forall x, 0 < pr p X x, forall x, x != a -> pr p X x < pr p X a & 0 <= e] /\
  [/\ mechanism (randomized a e) /\ forall x y, given p X Y x y = randomized a e x y,
      mechanism (@response R A e) /\ forall x z, given p X Z x z = response e x z,
      vle (of_ldp p X Y) (Fin e) & mutual_information p X Z < mutual_information p X Y].

(* ---- two answers; a is any one of the rarest secrets ---- *)

(* pmc.attained 1; pmc.figure-2.repair 4 *)
Definition pmc_attained_a := forall (R : realType) (T A : finType) (p : law R T)
    (X : T -> A) (Y : T -> bool) (a : A) (u : R),
  secrets p X -> pr p X a = pmin p X -> 0 <= u -> u < ln (1 / (1 - pmin p X)) ->
  for_mechanism p X Y (at_pml a (pmin p X) u)
    [/\ veq (of_pml p X Y) (Fin u), veq (of_pmc p X Y) (lower_bound (pmin p X) u) &
        veq (of_ldp p X Y) (vadd (lower_bound (pmin p X) u) (Fin u))].

(* pmc.attained 2; pmc.figure-2.repair 5 *)
Definition pmc_attained_b := forall (R : realType) (T A : finType) (p : law R T)
    (X : T -> A) (Y : T -> bool) (a : A) (l : R),
  secrets p X -> pr p X a = pmin p X -> 0 <= l ->
  for_mechanism p X Y (at_pmc a (pmin p X) l)
    [/\ veq (of_pmc p X Y) (Fin l), veq (of_pml p X Y) (upper_bound (pmin p X) l) &
        veq (of_ldp p X Y) (vadd (Fin l) (upper_bound (pmin p X) l))].

(* pmc.attained 3; pmc.figure-2.repair 6 *)
Definition pmc_attained_c := forall (R : realType) (T A : finType) (p : law R T)
    (X : T -> A) (Y : T -> bool) (a : A) (e : R),
  secrets p X -> pr p X a = pmin p X -> 0 <= e ->
  let m := pmin p X in
  for_mechanism p X Y (randomized a e)
    [/\ veq (of_ldp p X Y) (Fin e), veq (of_pmc p X Y) (vlog (Fin (m + (1 - m) * expR e))) &
        veq (of_pml p X Y) (vopp (vlog (Fin (m + (1 - m) * expR (- e)))))].

(* pmc.remark-5 2 *)
Definition pmc_remark_5_b := forall (R : realType) (T A : finType) (p : law R T)
    (X : T -> A) (Y : T -> bool) (a : A) (u : R),
  secrets p X -> pr p X a = pmin p X -> 0 <= u -> ln (1 / (1 - pmin p X)) <= u ->
  for_mechanism p X Y (never_zero a (pmin p X)) (vle (of_pml p X Y) (Fin u)).

(* pmc.remark-5 3 *)
Definition pmc_remark_5_c := forall (R : realType) (T A : finType) (p : law R T)
    (X : T -> A) (Y : T -> bool) (a : A) (u c : R),
  secrets p X -> pr p X a = pmin p X -> 0 <= c -> 0 <= u -> ln (1 / (1 - pmin p X)) <= u ->
  for_mechanism p X Y (never_zero a (pmin p X)) (vlt (Fin c) (of_pmc p X Y)).

(* pmc.improvable 3 *)
Definition pmc_improvable_c := forall (R : realType) (T A B : finType) (p : law R T)
    (X : T -> A) (Y : T -> B) (l u : R),
  secrets p X -> 0 <= l -> 0 <= u -> u < ln (1 / (1 - pmin p X)) ->
  let m := pmin p X in
  vle (of_pmc p X Y) (Fin l) -> vle (of_pml p X Y) (Fin u) ->
  vle (of_ldp p X Y)
    (vadd (vlog (Fin (1 / Num.max ((1 - (1 - m) * expR u) / m) (expR (- l)))))
          (vmin (Fin u) (upper_bound m l))).
