(* What is cited of the claim linear.limit: how far the worst leakage L_n of many records can be
   above the tilted bound. The proof stands in another file.
   To be read: every definition, beside the claim of the ledger that is named above it. *)
From mathcomp Require Import all_ssreflect all_algebra classical_sets.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release claims.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Limit.
Variables (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b alpha : R).
(* the tilted bound: (5) with all slopes in the place of signs *)
Definition tilted_bound : R :=
  sup (fun v : R => exists2 s, slopes s & v = tilted W b alpha s).
(* R, the sum of the ranges of the queries *)
Definition ranges : R := \sum_l \big[Num.max/0]_j \big[Num.max/0]_r (W l j - W l r).
(* h = e^-eps_DP, and q, tau, kappa and epsilon *)
Definition fall : R := expR (- (diameter W / b)).
Definition least : R := fall / k%:R.
Definition tau : R := expR (- tilted_bound).
Definition kappa : R :=
  (1 - k%:R * alpha + k%:R * alpha * fall / 2%:R) / (1 - k%:R * alpha + k%:R * alpha * fall).
Definition epsilon (N : nat) : R := Num.sqrt (ranges / (4%:R * b * Num.sqrt N%:R)).
(* -log((tau q - epsilon)(1 - eta)/(q + epsilon)) *)
Definition modulus (N : nat) (eta : R) : R :=
  - ln ((tau * least - epsilon N) * (1 - eta) / (least + epsilon N)).
End Limit.

(* whether N is the largest number with 4^N kappa^(n-1) <= 1 or a smaller one; at alpha = 1/k all
   records count *)
(* linear.limit 3 *)
Definition linear_limit_c := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b alpha : R)
    (n N : nat),
  allowed k b alpha -> (0 < N)%N ->
  epsilon W b N < least W b * expR (- triangle W b alpha) ->
  let eta := 2%:R ^+ N * kappa W b alpha ^+ n.-1 in
  (4%:R ^+ N * kappa W b alpha ^+ n.-1 <= 1 -> bounds_leak W b alpha n (modulus W b alpha N eta)) /\
  (k%:R * alpha = 1 -> N = n -> bounds_leak W b alpha n (modulus W b alpha N 0)).

(* the tilted bound is between (5) and (7) *)
(* linear.limit 3 *)
Definition linear_limit_between := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k))
    (b alpha : R),
  allowed k b alpha ->
  corner W b alpha <= tilted_bound W b alpha /\ tilted_bound W b alpha <= triangle W b alpha.

(* so L_n tends to the tilted bound: from some n on it is at least that, and at most that plus d *)
(* linear.limit 3 *)
Definition linear_limit_tends := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k))
    (b alpha d : R),
  allowed k b alpha -> (0 < k)%N -> 0 < d ->
  exists n0, forall n, (n0 <= n)%N ->
    (forall u, bounds_leak W b alpha n u -> tilted_bound W b alpha <= u) /\
    bounds_leak W b alpha n (tilted_bound W b alpha + d).
