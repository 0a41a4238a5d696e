(* Databases of independent records, Laplace noise on linear queries, what an outcome leaks about one
   record, and the bounds of the paper `linear` on that.
   To be read: every definition. Everything is said at one outcome, where a density is a positive
   number, so no integral occurs. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- n records of a finite type D ---- *)

Definition database (D : finType) (n : nat) : finType := [finType of {ffun 'I_n -> D}].

(* one record at most is another *)
Definition neighbours (D : finType) (n : nat) (x x' : database D n) :=
  exists i, forall j, j != i -> x j = x' j.

Section Records.
Variables (R : realType) (D : finType) (n : nat).
Variable P : 'I_n -> law R D.                    (* the law of each record *)
Variable f : database D n -> R.                  (* the density of the outcome given the database *)

(* independent records *)
Definition prior (x : database D n) : R := \prod_i P i (x i).
Definition density := \sum_x prior x * f x.
Definition density_given i d :=
  (\sum_(x : database D n | x i == d) prior x * f x) / \sum_(x : database D n | x i == d) prior x.
(* log max_d f(y | D_i = d) / f(y) *)
Definition leak i := ln (\big[Num.max/0]_(d | 0 < P i d) (density_given i d / density)).
End Records.

(* ---- Laplace noise of scale b on m answers ---- *)

Section Noise.
Variables (R : realType) (D : finType) (n m : nat) (b : R) (q : database D n -> 'I_m -> R).

Definition laplace (y : 'I_m -> R) (x : database D n) : R :=
  \prod_l ((2%:R * b)^-1 * expR (- (`|y l - q x l| / b))).

(* differential privacy of level e *)
Definition private e :=
  forall (y : 'I_m -> R) x x', neighbours x x' -> laplace y x <= expR e * laplace y x'.

(* neighbours have answers at l1 distance u at most *)
Definition sensitive u := forall x x', neighbours x x' -> \sum_l `|q x l - q x' l| <= u.
End Noise.

(* ---- linear queries: W times the numbers of records in each of k classes ---- *)

Section Workload.
Variables (R : realType) (m k : nat) (W : 'M[R]_(m, k)).

Section Answers.
Variables (D : finType) (n : nat) (cls : D -> 'I_k).
Definition count (x : database D n) (j : 'I_k) : R := #|[set i | cls (x i) == j]|%:R.
Definition answers (x : database D n) (l : 'I_m) := \sum_j W l j * count x j.
(* P(D_i = j), where D_i = j says that record i is in class j *)
Definition share (p : law R D) j := \sum_(d | cls d == j) p d.
(* Q_alpha *)
Definition floored (P : 'I_n -> law R D) alpha := forall i j, alpha <= share (P i) j.
End Answers.

(* u bounds L_n: what any of n records leaks at any outcome, under any prior of Q_alpha *)
Definition bounds_leak (b alpha : R) n u :=
  forall (D : finType) (cls : D -> 'I_k) (P : 'I_n -> law R D) i y,
  floored cls P alpha -> leak P (laplace b (answers cls) y) i <= u.

(* the l1 distance of two columns, and the largest *)
Definition apart j r := \sum_l `|W l j - W l r|.
Definition diameter := \big[Num.max/0]_j \big[Num.max/0]_r apart j r.

(* what a class leaks that others fall behind by gap j, where the prior favours class c *)
Definition term (b alpha : R) (gap : 'I_k -> R) c :=
  - ln (alpha * (\sum_j expR (- (gap j / b))) + (1 - k%:R * alpha) * expR (- (gap c / b))).
(* of the classes r that leak and c that are favoured; no bound is negative, so 0 is neutral *)
Definition of_gaps b alpha (gap : 'I_k -> 'I_k -> R) :=
  \big[Num.max/0]_r \big[Num.max/0]_c term b alpha (gap r) c.

(* eq. (7) *)
Definition triangle b alpha := of_gaps b alpha apart.

(* c_j for the queries of a set, here those where s is true, and at slopes from -1 to 1 *)
Definition signed (s : {ffun 'I_m -> bool}) j := \sum_l (if s l then W l j else - W l j).
Definition sloped (s : 'I_m -> R) j := \sum_l s l * W l j.
Definition slopes (s : 'I_m -> R) := forall l, `|s l| <= 1.

(* eq. (5), whose best r is j_* and whose best c is j^* *)
Definition corner b alpha :=
  \big[Num.max/0]_s of_gaps b alpha (fun r j => signed s j - signed s r).
Definition spread := \big[Num.max/0]_s \big[Num.max/0]_j \big[Num.max/0]_r (signed s j - signed s r).
(* at other slopes; the largest of these over all slopes is the tilted bound *)
Definition tilted b alpha s := of_gaps b alpha (fun r j => sloped s j - sloped s r).
End Workload.
