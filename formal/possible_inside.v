(* `possible` does not go into a conclusion of several parts. Some of these have hypotheses of their
   own, which here are met beside those of the statement; where a part of the conclusion says itself
   that something meets them, nothing is here. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law extremes release records claims claims_pmc payoffs tangent.
From pmlsym Require Import bounds privacy figures claims_tight tight margin claims_limit tends.
From pmlsym Require Import claims_losses claims_costs mixed_priors noisy_bits.
From pmlsym Require Import possible_costs possible_linear possible.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- claims.v ---- *)

(* the level of the noise *)
Lemma noise_private R : private 1 (answers (W2 R) (n := 2%N) (@id 'I_2)) (diameter (W2 R)).
Proof.
have [_ level] := linear_eq_4_holds (n := 2%N) (W2 R) isT isT (one_gt0 R).
by have := (level (diameter (W2 R))).2; rewrite divr1; apply.
Qed.

(* linear_theorem_1: densities of which neighbours' are close *)
Lemma linear_theorem_1_close : possible (forall (R : realType) (D : finType) (n : nat) (Y : Type)
    (f : Y -> database D n -> R) (e : R),
  (forall y x, 0 <= f y x) -> 0 <= e ->
  (forall y x x', neighbours x x' -> f y x <= expR e * f y x') -> True).
Proof.
move=> R h; apply: (h [finType of 'I_2] 2%N _ (laplace 1 (answers (W2 R) id)) (diameter (W2 R))).
- by move=> y x; apply/ltW/laplace_gt0/one_gt0.
- exact: diameter_ge0.
exact: noise_private.
Qed.

(* linear_remark_2_i and linear_gap: a smaller floor, and a query with two slopes *)
Lemma linear_gap_strict : possible (forall (R : realType) (m k : nat) (W : 'M[R]_(m, k))
    (b alpha less : R),
  allowed k b alpha -> 0 < less -> less < alpha -> two_differ W -> True).
Proof.
move=> R h; apply: (h _ _ (W2 R) _ _ _ (ok2 R) (eighth_gt0 R) _ (counts_differ R 1 0)).
by rewrite /eighth ltr_pdivr_mulr ?ltr0n // ltr_pmulr ?quarter_gt0 // ltr1n.
Qed.

(* linear_remark_2_ii: noise of a level above log(1/alpha), and records with the floor *)
Lemma linear_remark_2_ii_above : possible (forall (R : realType) (m k : nat) (W : 'M[R]_(m, k))
    (b alpha : R) n,
  allowed k b alpha -> (0 < k)%N -> ln (alpha^-1) <= diameter W / b ->
  bounds_leak W b alpha n (diameter W / b)).
Proof.
move=> R h; have l0 : 0 < ln (quarter R)^-1.
  by rewrite /quarter invf_div divr1 -(@ln1 R) ltr_ln ?posrE ?ltr01 ?ltr0n // ltr1n.
have [_ a0 a2] := ok2 R; have ok : allowed 2 (diameter (W2 R) / ln (quarter R)^-1) (quarter R).
  by split=> //; apply: divr_gt0 l0; apply: apart2.
have [P [floor _]] := records_floored ok 2%N ord0.
apply: (h _ _ (W2 R) _ _ _ ok isT _ _ id P ord0 (@nothing R) floor).
by move: (ln _) => l; rewrite invf_div mulrC divfK // gt_eqF // apart2.
Qed.

(* linear_figure_2_less_noise: a level of the noise, of at least one record *)
Lemma linear_figure_2_less_noise_private : possible (forall (R : realType) (m k : nat)
    (W : 'M[R]_(m, k)) (b alpha : R) (n : nat) e,
  allowed k b alpha -> 0 < diameter W -> (0 < n)%N ->
  private b (answers W (n := n) (@id 'I_k)) e -> True).
Proof.
by move=> R h; exact: (h _ _ _ _ _ 2%N _ (ok2 R) (apart2 R) isT (@noise_private R)).
Qed.

(* ---- claims_limit.v ---- *)

Section Marked.
Variables (R : realType) (alpha : R) (ok : allowed 2 1 alpha).
Local Notation W := (W2 R).
Lemma enough_marked :
  exists N, (0 < N)%N /\ epsilon W 1 N < claims_limit.least W 1 * expR (- triangle W 1 alpha).
Proof.
set c := _ * _; have c0 : 0 < c by rewrite mulr_gt0 ?divr_gt0 ?expR_gt0 ?ltr0n.
have half0 : 0 < c / 2%:R by rewrite divr_gt0 ?ltr0n.
have [N small] := epsilon_small W ok half0; exists N.+1; split=> //.
apply: le_lt_trans (small N.+1 (leqnSn N) isT) _.
by rewrite ltr_pdivr_mulr ?ltr0n // ltr_pmulr // ltr1n.
Qed.
End Marked.

(* linear_limit_c: so many records that N of them are marked *)
Lemma linear_limit_c_many : possible (forall (R : realType) (m k : nat) (W : 'M[R]_(m, k))
    (b alpha : R) (n N : nat),
  allowed k b alpha -> (0 < N)%N ->
  epsilon W b N < claims_limit.least W b * expR (- triangle W b alpha) ->
  4%:R ^+ N * kappa W b alpha ^+ n.-1 <= 1 ->
  bounds_leak W b alpha n (modulus W b alpha N (2%:R ^+ N * kappa W b alpha ^+ n.-1))).
Proof.
move=> R h; have [N [N0 small]] := enough_marked (ok2 R).
have /andP[k0 k1] := kappa_within (W2 R) (ok2 R) isT.
have [j few] := power_small k0 k1 (exprn_ge0 N (ler0n R 4)).
have [P [floor _]] := records_floored (ok2 R) j.+1 ord0.
exact: (h _ _ _ _ _ j.+1 N (ok2 R) N0 small few _ id P ord0 (@nothing R) floor).
Qed.

(* and at alpha = 1/k, where all records are *)
Lemma linear_limit_c_all : possible (forall (R : realType) (m k : nat) (W : 'M[R]_(m, k))
    (b alpha : R) (n N : nat),
  allowed k b alpha -> (0 < N)%N ->
  epsilon W b N < claims_limit.least W b * expR (- triangle W b alpha) ->
  k%:R * alpha = 1 -> N = n -> bounds_leak W b alpha n (modulus W b alpha N 0)).
Proof.
move=> R h; have e : 2%:R * 2%:R^-1 = 1 :> R by rewrite divff ?pnatr_eq0.
have ok : allowed 2 1 (2%:R^-1 : R) by split; rewrite ?ltr01 ?invr_gt0 ?ltr0n ?e.
have [[|N] [N0 small]] := enough_marked ok; first by [].
have [P [floor _]] := records_floored ok N.+1 ord0.
exact: (h _ _ _ _ _ N.+1 N.+1 ok isT small e erefl _ id P ord0 (@nothing R) floor).
Qed.

(* ---- claims_tight.v ---- *)

(* linear_corollary_1_tight and linear_corollary_1_same: a class at the ends that attains (7) *)
Lemma linear_corollary_1_tight_ends : possible (forall (R : realType) (m k : nat)
    (W : 'M[R]_(m, k)) (b alpha : R) (n : nat) r,
  allowed k b alpha -> (0 < k)%N -> (1 < n)%N -> attains W b alpha r -> at_ends W r -> True).
Proof.
move=> R h; have [_ same] := linear_corollary_1_same_holds (W2 R) (ok2 R) isT.
have [r r1 r2] := same (linear_coincide_two_holds (W2 R) (ok2 R)).
exact: (h _ _ _ _ _ 2%N r (ok2 R) isT isT r1 r2).
Qed.

(* ---- claims_costs.v ---- *)

(* pmc_remark_3_b: an outcome that rules out a secret *)
Lemma pmc_remark_3_b_zero : possible (forall (R : realType) (A B : finType) (K : A -> law R B)
    (P : law R A) y,
  0 < chance P K y -> least_of P K y = 0 -> True).
Proof.
move=> R h; have y0 : 0 < chance (fair R) (one_sided R) true.
  by rewrite chanceE big_bool /= mulr0 addr0 mulr_gt0 ?invr_gt0 ?ltr0n.
apply: (h _ _ (one_sided R) (fair R) true y0); apply/le_anti; rewrite (least_of_ge0 y0) andbT.
by have := least_of_le (one_sided R) true (fair_gt0 R false); rewrite /=.
Qed.

(* ---- claims_losses.v ---- *)

(* pmc_example_3_interpolation: a secret of no share *)
Lemma pmc_example_3_interpolation_zero : possible (forall (R : realType) (a q : R),
  1 < a -> 0 <= q -> q <= 1 -> q = 0 -> True).
Proof. by move=> R h; apply: (h 2%:R 0); rewrite ?ltr1n ?ler01. Qed.

(* pmc_example_3_codomain_repair: finite losses at alpha = 2 and at alpha = 1, and infinite ones *)
Lemma pmc_example_3_codomain_not_one : possible (forall (R : realType) (A : finType)
    (Q : law R A) (alpha : option R), order alpha -> alpha <> Some 1 -> True).
Proof.
move=> R h; apply: (h _ (fair R) (Some 2%:R)); first exact: ler1n.
by case=> /eqP; rewrite (eqr_nat R 2 1).
Qed.

Lemma pmc_example_3_codomain_full : possible (forall (R : realType) (A : finType)
    (Q : law R A) (alpha : option R), order alpha -> (forall x, Q x != 0) -> True).
Proof.
move=> R h; apply: (h _ (fair R) (Some 1)) => [|x]; first exact: lexx.
by rewrite gt_eqF // fair_gt0.
Qed.

Lemma pmc_example_3_codomain_zero : possible (forall (R : realType) (A : finType)
    (Q : law R A) (alpha : option R),
  order alpha -> alpha = Some 1 -> (exists x, Q x = 0) -> True).
Proof.
move=> R h; apply: (h _ (point_law R true) (Some 1)) => //; first exact: lexx.
by exists false.
Qed.
