(* Statements of the papers that are false. Each is written out as the ledger says it, in the
   definitions of values.v, law.v, release.v and of the other files of claims, and then denied:
   ~ (the statement). What stands before ~ says for which numbers of records, say, it is shown to be
   false; the claim's page says where else it is. The proofs stand in other files.
   To be read: every definition, beside the refuted claim of the ledger that is named above it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law release claims claims_histogram claims_pmc claims_tight.
From pmlsym Require Import claims_losses claims_figure.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- Lemma 1 and Theorem 2 of `linear` ---- *)

(* every y_l is at or beyond an end of the range of query l *)
Definition far_out (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (n : nat) (y : 'I_m -> R) :=
  forall l, (forall j, y l <= n%:R * W l j) \/ (forall j, n%:R * W l j <= y l).

(* the worst leakage is found at such outcomes: what bounds it there bounds it everywhere *)
(* linear.lemma-1 1 *)
Definition linear_lemma_1_false := forall (R : realType) (n : nat), (0 < n)%N ->
  ~ (forall (m k : nat) (W : 'M[R]_(m, k)) (b alpha u : R),
       (1 < k)%N -> allowed k b alpha ->
       (forall (D : finType) (cls : D -> 'I_k) (P : 'I_n -> law R D) i y,
          floored cls P alpha -> far_out W n y -> leak P (laplace b (answers W cls) y) i <= u) ->
       bounds_leak W b alpha n u).

(* linear.theorem-2.upper 1 *)
Definition linear_theorem_2_upper_false := forall (R : realType) (n : nat), (0 < n)%N ->
  ~ (forall (m k : nat) (W : 'M[R]_(m, k)) (b alpha : R),
       (1 < k)%N -> allowed k b alpha -> bounds_leak W b alpha n (corner W b alpha)).

(* of a given prior and class r, whose lift is f(y | D_i = d) / f(y) at any d in r; signed W s j is
   c_j for the set of queries s, and the supremum is over these sets; records are classes *)
(* linear.theorem-2.step 1 *)
Definition linear_theorem_2_step_false := forall R : realType,
  ~ (forall (m k n : nat) (W : 'M[R]_(m, k)) (b : R) (P : 'I_n -> law R [finType of 'I_k]) i y r,
       (1 < k)%N -> 0 < b -> (forall i j, 0 < P i j) ->
       let f := laplace b (answers W id) y in
       density_given P f i r / density P f <=
       \big[Num.max/0]_s (expR (- (signed W s r / b)) /
                          \sum_j P i j * expR (- (signed W s j / b)))).

(* ---- Corollary 1 of `linear` ---- *)

(* printed is w_lj' - w_lj' <= 0, which is always so; read is w_lj - w_lj' <= 0 *)
(* linear.corollary-1.tight-iff 1 *)
Definition linear_corollary_1_tight_iff_false := forall (R : realType) (n : nat), (0 < n)%N ->
  ~ (forall (m k : nat) (W : 'M[R]_(m, k)) (b alpha : R),
       (1 < k)%N -> allowed k b alpha ->
       (largest_leak W b alpha n (triangle W b alpha) <->
        exists I : {set 'I_m}, forall j j',
          (forall l, l \in I -> W l j - W l j' <= 0) /\
          (forall l, l \notin I -> 0 <= W l j - W l j'))).

(* the workloads of Fig. 1, over eight classes: the identity, eight ranges, and (9) *)
Definition range_row (R : realType) (k : nat) (w : 'I_k -> R) :=
  exists first last : 'I_k, (first <= last)%N /\ forall j, w j = (first <= j <= last)%N%:R.
Definition plotted (R : realType) (W : 'M[R]_8) :=
  [\/ W = counts R 8, forall l, range_row (W l) | W = haar R].

(* linear.corollary-1.looser 1 *)
Definition linear_corollary_1_looser_bound_false := forall R : realType,
  ~ (forall (W : 'M[R]_8) (b alpha : R), plotted W -> allowed 8 b alpha ->
       corner W b alpha < triangle W b alpha).

(* linear.corollary-1.looser 2 *)
Definition linear_corollary_1_looser_leak_false := forall (R : realType) (n : nat), (0 < n)%N ->
  ~ (forall (W : 'M[R]_8) (b alpha : R) (D : finType) (cls : D -> 'I_8) (P : 'I_n -> law R D) i y,
       plotted W -> allowed 8 b alpha -> floored cls P alpha ->
       leak P (laplace b (answers W cls) y) i < triangle W b alpha).

(* ---- Remark 2, App. C and the figures of `linear` ---- *)

(* linear.remark-2.iii.strict 1 *)
Definition linear_remark_2_iii_strict_false := forall R : realType,
  ~ (forall (m k : nat) (W : 'M[R]_(m, k)) (b alpha : R),
       (1 < k)%N -> allowed k b alpha ->
       corner W b alpha < diameter W / b /\ triangle W b alpha < diameter W / b).

(* of no workload is it true *)
(* linear.eq-12.level 1 *)
Definition linear_eq_12_level_false := forall (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b : R),
  (1 < k)%N -> 0 < b ->
  ~ (expR (spread W / b) = diameter W / b).

(* linear.figure-1.strict 1 *)
Definition linear_figure_1_strict_false := forall R : realType,
  ~ (forall (W : 'M[R]_8) (b alpha : R), plotted W -> allowed 8 b alpha ->
       corner W b alpha < diameter W / b /\ triangle W b alpha < diameter W / b).

(* b is the smallest scale at which (5) is at most e *)
(* linear.figure-2.safe 1 *)
Definition linear_figure_2_safe_false := forall (R : realType) (n : nat), (0 < n)%N ->
  ~ (forall (b alpha e : R), allowed 8 b alpha ->
       corner (haar R) b alpha <= e ->
       (forall b', 0 < b' -> corner (haar R) b' alpha <= e -> b <= b') ->
       bounds_leak (haar R) b alpha n e).

(* ---- `pmc`: averages, Definitions 4 and 5, Corollary 2, App. B, Example 3 ---- *)

(* E[f(Y)] of values, over the outcomes of positive probability *)
Definition mean_value (R : realType) (T : finType) (p : law R T) (B : finType) (Y : T -> B)
    (f : B -> val R) : val R :=
  \big[@vadd R/Fin 0]_(y | 0 < pr p Y y) vmul (Fin (pr p Y y)) (f y).

(* pmc.eq-9.strict 1 *)
Definition pmc_eq_9_strict_false := forall R : realType,
  ~ (forall (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B),
       (1 < #|A|)%N -> (forall x, 0 < pr p X x) ->
       vlt (maximal_cost_leakage p X Y) (mean_value p Y (pmc p X Y))).

(* i(x; y) = log of the lift, bounded almost surely under P_XY: at the pairs of positive P_XY *)
Section Surely.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).
Definition surely_lip (e : R) :=
  forall x y, 0 < pr p (both X Y) (x, y) -> `|ln (lift p X Y x y)| <= e.
Definition surely_alip (l u : R) :=
  forall x y, 0 < pr p (both X Y) (x, y) -> - l <= ln (lift p X Y x y) <= u.
End Surely.

(* pmc.definition-4.surely 1 2 3 4 *)
Definition pmc_definition_4_surely_false := forall R : realType,
  let every (says : forall (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B),
      R -> R -> R -> Prop) :=
    forall (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B) e l u,
    (1 < #|A|)%N -> (forall x, 0 < pr p X x) -> 0 <= e -> 0 <= l -> 0 <= u ->
    says T p A B X Y e l u in
  [/\ ~ every (fun T p A B X Y e l u =>
          surely_lip p X Y e -> vle (worst p Y (pmc p X Y)) (Fin e)),
      ~ every (fun T p A B X Y e l u =>
          surely_lip p X Y e -> vle (worst p Y (ldp p X Y)) (Fin (2%:R * e))),
      ~ every (fun T p A B X Y e l u =>
          surely_alip p X Y l u -> vle (worst p Y (pmc p X Y)) (Fin l)) &
      ~ every (fun T p A B X Y e l u =>
          surely_alip p X Y l u -> vle (worst p Y (ldp p X Y)) (Fin (l + u)))].

(* D_inf(P_X|Z=z || P_X|Y=y,Z=z), which is conditional PMC in the form of Corollary 2, and
   D_inf(P_X|Z=z || P_X|Y=y) *)
(* pmc.corollary-2.markov 1 *)
Definition pmc_corollary_2_markov_false := forall R : realType,
  ~ (forall (T : finType) (p : law R T) (A B C : finType) (X : T -> A) (Y : T -> B)
       (Z : T -> C) y z,
       0 < pr p (both Y Z) (y, z) -> markov p Z X Y ->
       let allowed x := 0 < pr p (both X Z) (x, z) in
       veq (largest allowed (fun x => log_ratio (posterior p X Z x z)
                                                (posterior p X (both Y Z) x (y, z))))
           (largest allowed (fun x => log_ratio (posterior p X Z x z) (posterior p X Y x y)))).

(* None is w = -oo, for which both ends are e^-oo = 0 *)
(* pmc.eq-21 1 *)
Definition pmc_eq_21_false := forall R : realType,
  ~ (forall density posterior e : R, 0 <= density -> 0 < posterior -> 0 < e ->
       let f := density / posterior in
       exists! w : option int,
         if w is Some n then expR (n%:~R * e) <= f < expR ((n + 1)%:~R * e) else 0 <= f < 0).

(* into [0, oo) *)
(* pmc.example-3.codomain 1 *)
Definition pmc_example_3_codomain_false := forall R : realType,
  ~ (forall (A : finType) (Q : law R A) alpha x, order alpha ->
       vle (Fin 0) (alpha_loss alpha (Q x)) /\ vlt (alpha_loss alpha (Q x)) PInf).

(* of no level u is it true; T is how likely the truth is, and up to exchanging the outcomes the two
   coincide if and only if |T - 1/2| is the same *)
(* pmc.footnote-5 1 *)
Definition pmc_footnote_5_false := forall (R : realType) (P : bool -> R) (u : R),
  (forall x, P x = 2%:R^-1) -> 0 <= u -> u < ln 2%:R ->
  let e := u + ln (2%:R / (2%:R - expR u)) in
  ~ (forall x, `|extremal P u x x - 2%:R^-1| = `|response e x x - 2%:R^-1|).

(* a cost c of choices w, on a randomized function U of the secret *)
(* pmc.conclusion.zero-cost 1 *)
Definition pmc_conclusion_zero_cost_false := forall R : realType,
  ~ (forall (T : finType) (p : law R T) (A B C W : finType) (X : T -> A) (Y : T -> B) (U : T -> C) y
       (c : C -> W -> R) (w0 : W) (e : R),
       (1 < #|A|)%N -> channel p X Y y -> markov p U X Y -> (forall u w, 0 <= c u w) -> 0 <= e ->
       least w0 (fun w => mean_given p Y y (fun t => c (U t) w)) = 0 ->
       vlt (Fin e) (pmc p X Y y)).

(* the region between the two curves, both included *)
(* pmc.figure-2 1 *)
Definition pmc_figure_2_false := forall R : realType,
  ~ (forall (A : finType) (P : law R A) u l, levels P u l ->
       vle (Fin u) (upper_star (pmin P id) l) -> vle (Fin l) (lower_star (pmin P id) u) ->
       pmc_above P u l /\ pml_above P l u).

(* ---- Example 4 of `pmc` ---- *)

(* X->Y is rr(r) *)
Definition rr (R : realType) (T : finType) (p : law R T) (A : finType) (X Y : T -> A) (r : R) :=
  forall x y, given p X Y x y = response r x y.

(* X->Y is PMC-adapted and X->Z is PML-adapted: with the level e exactly *)
Definition tuned (R : realType) (T : finType) (p : law R T) (A : finType) (X Y Z : T -> A)
    (e r s : R) :=
  [/\ rr p X Y r, rr p X Z s, 0 <= r, 0 <= s & veq (worst p Y (pmc p X Y)) (Fin e)] /\
  veq (worst p Z (pml p X Z)) (Fin e).

(* pmc.example-4.crossover 1 *)
Definition pmc_example_4_crossover_false := forall R : realType,
  ~ (forall (T : finType) (p : law R T) (A : finType) (X Y Z : T -> A) (e r s : R),
       (1 < #|A|)%N -> (forall x, 0 < pr p X x) -> tuned p X Y Z e r s ->
       0 < e -> e <= ln ((1 - pmax p X) / pmin p X) -> s < r).

(* pmc.example-4.utility 1 *)
Definition pmc_example_4_utility_false := forall R : realType,
  ~ (forall (T : finType) (p : law R T) (A : finType) (X Y Z : T -> A) (e r s : R),
       (1 < #|A|)%N -> (forall x, 0 < pr p X x) -> tuned p X Y Z e r s ->
       0 < e -> e <= ln ((1 - pmax p X) / pmin p X) ->
       mutual_information p X Z < mutual_information p X Y).

(* at most three secrets, and p_max at least 4/5 *)
(* pmc.example-4.skewed 1 *)
Definition pmc_example_4_skewed_false := forall R : realType,
  ~ (forall (T : finType) (p : law R T) (A : finType) (X Y Z : T -> A) (e r s : R),
       (1 < #|A| <= 3)%N -> (forall x, 0 < pr p X x) -> tuned p X Y Z e r s ->
       0 < e -> 4%:R / 5%:R <= pmax p X ->
       mutual_information p X Y < mutual_information p X Z).

(* ---- histograms ---- *)

(* u is what the release leaks at the worst outcome, about record i, and about any record *)
Section Worst.
Variables (R : realType) (m k n : nat) (W : 'M[R]_(m, k)) (b : R).
Variable P : 'I_n -> law R [finType of 'I_k].
Definition worst_about i u :=
  (forall y, leak P (laplace b (answers W id) y) i <= u) /\
  exists y, leak P (laplace b (answers W id) y) i = u.
Definition worst_about_any u :=
  (forall i y, leak P (laplace b (answers W id) y) i <= u) /\
  exists i y, leak P (laplace b (answers W id) y) i = u.
(* e is the level of DP of the release of n records, the smallest with which it is private *)
Definition level_of_dp e :=
  forall e', private b (answers W (n := n) (@id 'I_k)) e' <-> e <= e'.
End Worst.

(* the noisy count of one class of two; records are independent, so entropies add up *)
(* histogram.entropy 1 *)
Definition histogram_entropy_false := forall R : realType,
  ~ (forall (n : nat) (b : R) (P P' : 'I_n -> law R [finType of 'I_2]) (j : 'I_2) u v,
       (0 < n)%N -> 0 < b -> (forall i d, 0 < P i d) -> (forall i d, 0 < P' i d) ->
       worst_about_any (one_count R j) b P u -> worst_about_any (one_count R j) b P' v ->
       \sum_i entropy (P' i) < \sum_i entropy (P i) -> u < v).

(* histogram.factor 1 *)
Definition histogram_factor_false := forall (R : realType) (n : nat), (0 < n)%N ->
  ~ (forall (k : nat) (b alpha dp worst : R) (P : 'I_n -> law R [finType of 'I_k]) i,
       (1 < k)%N -> 0 < b -> 0 < alpha -> (forall i j, alpha <= P i j) ->
       \big[Num.min/1]_j P i j = alpha ->
       level_of_dp n (counts R k) b dp -> worst_about (counts R k) b P i worst ->
       worst / dp <= 1 - alpha /\ 1 - 2%:R * alpha <= worst / dp).

(* histogram.small-k 1 *)
Definition histogram_small_k_false := forall (R : realType) (n : nat), (0 < n)%N ->
  ~ (forall (k : nat) (b dp worst : R) (P : 'I_n -> law R [finType of 'I_k]) i,
       (1 < k)%N -> 0 < b -> (forall i j, 0 < P i j) ->
       level_of_dp n (counts R k) b dp -> worst_about (counts R k) b P i worst ->
       1 - 2%:R / k%:R <= worst / dp).

(* histogram.composition.bound 1 *)
Definition histogram_composition_bound_false := forall (R : realType) (n : nat), (0 < n)%N ->
  ~ (forall (k : nat) (b alpha : R), (1 < k)%N -> allowed k b alpha ->
       bounds_leak (counts R k) b alpha n
         (k.-1%:R * ((1 - alpha) / b + alpha ^+ 2 / (2%:R * b ^+ 2)))).

(* the composed level is the sum of the levels of k - 1 counts; of no number of records and scale is
   it larger for every k *)
(* histogram.composition.dp 1 *)
Definition histogram_composition_dp_false := forall (R : realType) (n : nat) (b : R),
  (0 < n)%N -> 0 < b ->
  ~ (forall (k : nat) (each : 'I_k -> R) (all : R), (1 < k)%N ->
       (forall j, level_of_dp n (one_count R j) b (each j)) -> level_of_dp n (counts R k) b all ->
       all < \sum_(j < k.-1) each (widen_ord (leq_pred k) j)).

(* ---- Example 7 of `pmc`: normal noise of variance s^2 on a secret of finitely many real values,
   which are some of the secrets that the example is about ---- *)

(* the secret has the value x a with probability P a, and the outcome is y *)
Section Normal.
Variables (R : realType) (A : finType) (P : law R A) (x : A -> R) (s y : R).
(* the density of y given x a, but for the factor 1/sqrt(2 pi s^2), which cancels *)
Definition normal a := expR (- ((y - x a) ^+ 2 / (2%:R * s ^+ 2))).
(* log f(y) / min_a f(y | x a), over the support *)
Definition pmc_normal :=
  ln (\big[Num.max/0]_(a | 0 < P a) ((\sum_c P c * normal c) / normal a)).
(* K(t) *)
Definition cumulant t := ln (\sum_a P a * expR (t * x a)).
(* the mean is 0, and |X| <= most; the noise has the standard deviation s *)
Definition zero_mean most :=
  [/\ \sum_a P a * x a = 0, forall a, 0 < P a -> `|x a| <= most, 0 < s & 0 < most].
(* most is even the least such bound *)
Definition least_bound most := exists2 a, 0 < P a & `|x a| = most.
End Normal.

(* pmc.example-7.moments 1 *)
Definition pmc_example_7_moments_false := forall R : realType,
  ~ (forall (A : finType) (P : law R A) (x : A -> R) (s y most : R),
       zero_mean P x s most -> least_bound P x most ->
       most * `|y| / s ^+ 2 + cumulant P x (y / s ^+ 2) <= pmc_normal P x s y /\
       pmc_normal P x s y <=
         most * (most + 2%:R * `|y|) / (2%:R * s ^+ 2) + cumulant P x (y / s ^+ 2)).

(* pmc.example-7.bounds 1 *)
Definition pmc_example_7_bounds_false := forall R : realType,
  ~ (forall (A : finType) (P : law R A) (x : A -> R) (s y most : R),
       zero_mean P x s most -> least_bound P x most ->
       most * `|y| / s ^+ 2 <= pmc_normal P x s y /\
       pmc_normal P x s y <= most * (most + 4%:R * `|y|) / (2%:R * s ^+ 2)).

(* no number bounds it at all outcomes *)
(* pmc.example-7.unbounded 1 *)
Definition pmc_example_7_unbounded_false := forall R : realType,
  ~ (forall (A : finType) (P : law R A) (x : A -> R) (s most : R), zero_mean P x s most ->
       forall u, exists y, u < pmc_normal P x s y).
