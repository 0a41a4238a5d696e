(* What is cited of Lemma 2 and Theorem 4 of `pmc`: statements of the ledger about finite alphabets
   and finitely many choices. Both are about general alphabets in the paper, of which nothing is
   here. The proofs stand in choices.v.
   To be read: every definition, beside the claim of the ledger that is named above it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law claims_pmc claims_costs.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- Lemma 2 ---- *)

(* a random choice V, drawn by Y alone *)
(* pmc.lemma-2 1 *)
Definition pmc_lemma_2_random := forall (R : realType) (T : finType) (p : law R T)
    (A B W : finType) (X : T -> A) (Y : T -> B) (V : T -> W) (c : A -> W -> R) w0 y,
  channel p X Y y -> markov p X Y V -> (forall x w, 0 <= c x w) ->
  least w0 (fun w => mean_given p Y y (fun t => c (X t) w)) <=
  mean_given p Y y (fun t => c (X t) (V t)).

(* ---- Theorem 4 ---- *)

(* pmc.theorem-4 1 *)
Definition pmc_theorem_4_costs := forall (R : realType) (T : finType) (p : law R T)
    (A B W : finType) (X : T -> A) (Y : T -> B) y (c : A -> W -> R) w0,
  (1 < #|A|)%N -> channel p X Y y -> (forall x w, 0 <= c x w) ->
  vle (lambda_c p X Y y c w0) (pmc_at p X Y y).

(* a single choice *)
(* pmc.theorem-4 2 *)
Definition pmc_theorem_4_one := forall (R : realType) (T : finType) (p : law R T)
    (A B : finType) (X : T -> A) (Y : T -> B) y x,
  (1 < #|A|)%N -> channel p X Y y -> of_least_lift p X Y y x ->
  veq (lambda_c p X Y y (fun x' (_ : unit) => (x' == x)%:R) tt) (pmc_at p X Y y).
