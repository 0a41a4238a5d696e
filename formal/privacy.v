(* Differential privacy of noisy answers, and what it has to do with leakage: Definition 3, eq. (4) and
   Theorem 1 of `linear`, and less noise for the same level. Proofs of claims.v; nothing here has to
   be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release records claims bounds figures.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma neighbours_put (D : finType) (n : nat) (x : database D n) i d : neighbours x (put i x d).
Proof. by exists i => j ji; rewrite ffunE (negbTE ji). Qed.

Lemma put_neighbours (D : finType) (n : nat) (x x' : database D n) :
  neighbours x x' -> exists i, x' = put i x (x' i).
Proof.
move=> [i same]; exists i; apply/ffunP => j; rewrite ffunE; case: eqP => [->//|/eqP ji].
by rewrite same.
Qed.

Section Level.
Variables (R : realType) (n m k : nat) (W : 'M[R]_(m, k)) (b : R).
Hypotheses (n_gt0 : (0 < n)%N) (k_gt0 : (0 < k)%N) (b_gt0 : 0 < b).
Local Notation records := [finType of 'I_k].
Local Notation q := (answers W (n := n) (@id 'I_k)).

Lemma distance_put (x : database records n) i c d :
  \sum_l `|q (put i x c) l - q (put i x d) l| = apart W c d.
Proof. by apply: eq_bigr => l _; rewrite answers_put. Qed.

Lemma sensitive_diameter u : sensitive q u <-> diameter W <= u.
Proof.
split=> [h|h x x' /put_neighbours[i ->]]; last first.
  by rewrite -{1}(put_id i x) distance_put (le_trans (apart_le W _ _)).
pose i := Ordinal n_gt0; pose x : database records n := [ffun=> Ordinal k_gt0].
have all j r : apart W j r <= u.
  rewrite -(distance_put x i j r); apply: h.
  have := neighbours_put (put i x j) i r; by rewrite put_put.
apply: diameter_le => //; apply: le_trans (all (Ordinal k_gt0) (Ordinal k_gt0)).
exact: apart_ge0.
Qed.

Lemma private_diameter e : private b q e <-> diameter W / b <= e.
Proof.
split=> [h|h y x x' near]; last first.
  have := linear_definition_3_holds b_gt0 ((sensitive_diameter _).2 (lexx _)) y near.
  move=> g; apply: le_trans g _; rewrite ler_wpmul2r ?ler_expR //.
  exact/ltW/laplace_gt0.
pose i := Ordinal n_gt0; pose x : database records n := [ffun=> Ordinal k_gt0].
rewrite ler_pdivr_mulr //.
have all j r : apart W j r <= e * b.
  rewrite -ler_pdivr_mulr //.
  have near : neighbours (put i x j) (put i x r).
    by have := neighbours_put (put i x j) i r; rewrite put_put.
  have /= := h (q (put i x j)) _ _ near.
  have -> : laplace b q (q (put i x j)) (put i x j) = \prod_(l < m) (2%:R * b)^-1.
    by apply: eq_bigr => l _; rewrite subrr normr0 mul0r oppr0 expR0 mulr1.
  have -> : laplace b q (q (put i x j)) (put i x r) =
      \prod_(l < m) (2%:R * b)^-1 * expR (- (apart W j r / b)).
    rewrite /laplace big_split /= -expR_sum -(distance_put x i j r) mulr_suml -sumrN.
    by [].
  have f0 : 0 < \prod_(l < m) (2%:R * b)^-1 by apply: prodr_gt0 => l _; apply: factor_gt0.
  rewrite mulrCA ler_pmulr // -expRD -[X in X <= _ -> _](@expR0 R) ler_expR subr_ge0 //.
apply: diameter_le => //; apply: le_trans (all (Ordinal k_gt0) (Ordinal k_gt0)).
exact: apart_ge0.
Qed.
End Level.

Theorem linear_eq_4_holds : linear_eq_4.
Proof.
move=> R n m k W b n0 k1 b0; split=> [u|e]; first exact: sensitive_diameter (ltnW k1) u.
exact: private_diameter (ltnW k1) b0 e.
Qed.

Theorem linear_figure_2_less_noise_holds : linear_figure_2_less_noise.
Proof.
move=> R m k W b alpha n ok d0 u; have [b0 a0 ka] := ok.
have k0 : (0 < k)%N by have [[j jk] _] := diameter_is d0; apply: leq_ltn_trans (leq0n j) jk.
split=> [D cls P i y floor|n0 e /(private_diameter W n0 k0 b0)].
  by apply: le_trans (triangle_mixed W ok k0); apply: linear_corollary_1_upper_holds.
by apply: lt_le_trans; apply: (mixed_dp ok).
Qed.
