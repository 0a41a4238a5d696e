(* What is cited of claims about histograms: each statement of the ledger, written out in the
   definitions of release.v. The proofs stand in other files. A histogram of k classes is the workload
   1%:M, and its first m counts the rows of it that are numbered below m.
   To be read: every definition, beside the claims of the ledger that are named above it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release claims.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition counts (R : realType) (k : nat) : 'M[R]_k := 1%:M.
Definition first_counts (R : realType) (m k : nat) : 'M[R]_(m, k) :=
  \matrix_(l, j) (val l == val j)%:R.
(* one count: that of class j *)
Definition one_count (R : realType) (k : nat) (j : 'I_k) : 'M[R]_(1, k) := \matrix_(l, r) (r == j)%:R.

(* the counts of the other classes give that of class j *)
(* histogram.footnote-7 *)
Definition histogram_footnote_7 := forall (R : realType) (D : finType) (n k : nat)
    (cls : D -> 'I_k) (x : database D n) (j : 'I_k),
  count R cls x j = n%:R - \sum_(r | r != j) count R cls x r.

(* the level of DP is 2/b, which is what each e at which the release is private is compared with *)
(* histogram.sensitivity *)
Definition histogram_sensitivity := forall (R : realType) (n k : nat) (b : R),
  (0 < n)%N -> (1 < k)%N -> 0 < b ->
  let q := answers (counts R k) (n := n) (@id 'I_k) in
  (forall e, private b q e <-> 2%:R / b <= e) /\
  (forall x x' : database [finType of 'I_k] n, neighbours x x' ->
     (#|[set j | (count R id x j != count R id x' j)%R]| <= 2)%N) /\
  (forall u, sensitive q u <-> 2%:R <= u).

(* the level of a single count is 1/b, so the sum of m levels is m/b *)
(* histogram.composition.dp.repair *)
Definition histogram_composition_dp := forall (R : realType) (n k : nat) (b : R),
  (0 < n)%N -> (1 < k)%N -> 0 < b ->
  (forall j e, private b (answers (one_count R j) (n := n) (@id 'I_k)) e <-> b^-1 <= e) /\
  (forall e, private b (answers (counts R k) (n := n) (@id 'I_k)) e <-> 2%:R / b <= e) /\
  \sum_(j < k.-1) b^-1 = k.-1%:R / b /\ \sum_(j < k) b^-1 = k%:R / b /\
  \sum_(j < k.-1) b^-1 = k.-1%:R / 2%:R * (2%:R / b) /\
  ((3 < k)%N -> 2%:R / b < \sum_(j < k.-1) b^-1).

(* k - 1 counts, and what they leak at most *)
(* histogram.composition.derivation *)
Definition histogram_composition_derivation := forall (R : realType) (n k : nat) (b alpha : R),
  allowed k b alpha -> (1 < k)%N ->
  bounds_leak (first_counts R k.-1 k) b alpha n
    (k.-1%:R * ((1 - alpha) / b + alpha ^+ 2 / (2%:R * b ^+ 2))).

(* k >= 3, all counts *)
(* histogram.composition.bound.repair 1 *)
Definition histogram_composition_bound := forall (R : realType) (n k : nat) (b alpha : R),
  allowed k b alpha -> (2 < k)%N ->
  bounds_leak (counts R k) b alpha n
    (k.-1%:R * (alpha ^+ 2 / (2%:R * b ^+ 2) + (1 - alpha) / b)).

(* two classes, one count *)
(* histogram.composition.bound.repair 2 *)
Definition histogram_composition_bound_one := forall (R : realType) (n : nat) (b alpha : R),
  allowed 2 b alpha ->
  bounds_leak (first_counts R 1 2) b alpha n ((1 - alpha) / b + alpha ^+ 2 / (2%:R * b ^+ 2)).

(* the worst outcome of k - 1 counts leaks less: there is a u that they never exceed, and that some
   outcome of k counts does *)
(* histogram.footnote-7.noisy *)
Definition histogram_footnote_7_noisy := forall (R : realType) (D : finType) (n k : nat)
    (cls : D -> 'I_k) (P : 'I_n -> law R D) (b alpha : R) (i : 'I_n),
  allowed k b alpha -> (1 < k)%N -> floored cls P alpha ->
  (exists2 u, forall y, leak P (laplace b (answers (first_counts R k.-1 k) cls) y) i <= u &
     exists y, u < leak P (laplace b (answers (counts R k) cls) y) i) /\
  (forall y, leak P (laplace b (answers (first_counts R k.-1 k) cls) y) i <=
     - ln (alpha + alpha * expR (- (1 / b)) + (1 - 2%:R * alpha) * expR (- (2%:R / b)))).

(* the worst leakage of records of one law p, under any of whose outcomes: u and v are these of p and
   of p' *)
Definition worst_of (R : realType) (k m n : nat) (W : 'M[R]_(m, k)) (b : R)
    (p : law R [finType of 'I_k]) (u : R) :=
  (forall i y, leak (fun _ : 'I_n => p) (laplace b (answers W id) y) i <= u) /\
  (exists i y, leak (fun _ : 'I_n => p) (laplace b (answers W id) y) i = u).

(* probabilities are positive, and at least one record is there; the smallest ones decide *)
(* histogram.balance 1 *)
Definition histogram_balance := forall (R : realType) (n k : nat) (b : R)
    (p p' : law R [finType of 'I_k]),
  0 < b -> (0 < n)%N -> (forall j, 0 < p j) -> (forall j, 0 < p' j) ->
  exists u v, [/\ worst_of n (counts R k) b p u, worst_of n (counts R k) b p' v &
    \big[Num.min/1]_j p' j < \big[Num.min/1]_j p j <-> u < v].

Definition entropy (R : realType) (k : nat) (p : law R [finType of 'I_k]) := - \sum_j p j * ln (p j).

(* of a database of n independent records of the law p: entropies add up *)
Definition entropy_of_all (R : realType) (k n : nat) (p : law R [finType of 'I_k]) :=
  \sum_(i < n) entropy p.

(* the noisy count of either class *)
(* histogram.entropy.repair *)
Definition histogram_entropy := forall (R : realType) (n : nat) (b : R)
    (p p' : law R [finType of 'I_2]) (j : 'I_2),
  0 < b -> (0 < n)%N -> (forall j, 0 < p j) -> (forall j, 0 < p' j) ->
  exists u v, [/\ worst_of n (one_count R j) b p u, worst_of n (one_count R j) b p' v &
    entropy_of_all n p' < entropy_of_all n p -> u < v].
