(* Parts of linear.limit: laws that a weight of at most 1 changes, and sums of independent records.
   Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release tangent records claims bounds.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Jensen: weights p that may sum to less than 1 *)
Lemma jensen (R : realType) (T : finType) (p : T -> R) : (forall t, 0 <= p t) ->
  forall a : T -> R, let s := \sum_t p t in
  0 < s -> s * expR ((\sum_t p t * a t) / s) <= \sum_t p t * expR (a t).
Proof.
move=> p_ge0 a s s0; set M := _ / s; have MsE : M * s = \sum_t p t * a t by rewrite divfK ?gt_eqF.
apply: (@le_trans _ _ (\sum_t p t * (expR M * (1 + (a t - M))))).
  rewrite le_eqVlt; apply/orP; left; apply/eqP.
  rewrite (eq_bigr (fun t => expR M * (p t * (1 - M)) + expR M * (p t * a t))) => [|t _].
    by rewrite big_split /= -!mulr_sumr -mulr_suml -MsE -/s; ring.
  by ring.
apply: ler_sum => t _; apply: ler_wpmul2l => //.
by rewrite -[a t in X in _ <= X](subrK M) expRD mulrC ler_pmul2r ?expR_gt0 // exp_tangent.
Qed.

(* a weight psi of at most 1, whose mean is at least e^-v *)
Lemma changed (R : realType) (T : finType) (p psi Y : T -> R) (v c l : R) :
  (forall t, 0 <= p t) -> (forall t, 0 <= psi t <= 1) ->
  expR (- v) <= \sum_t p t * psi t -> \sum_t p t * expR (l * Y t) <= expR c ->
  l * (\sum_t p t * psi t * Y t) <= (c + v) * \sum_t p t * psi t.
Proof.
move=> p_ge0 h hv hc; set A := \sum_t p t * psi t.
have A0 : 0 < A := lt_le_trans (expR_gt0 _) hv.
rewrite -ler_pdivr_mulr // -ler_expR.
have w0 t : 0 <= p t * psi t by rewrite mulr_ge0 //; have /andP[] := h t.
have -> : expR (c + v) = expR c / expR (- v) by rewrite expRD expRN invrK.
rewrite ler_pdivl_mulr ?expR_gt0 // mulrC.
apply: (@le_trans _ _ (A * expR (l * (\sum_t p t * psi t * Y t) / A))).
  by rewrite ler_pmul2r ?expR_gt0.
have -> : l * (\sum_t p t * psi t * Y t) = \sum_t p t * psi t * (l * Y t).
  by rewrite mulr_sumr; apply: eq_bigr => t _; rewrite mulrCA.
apply: le_trans _ hc; apply: le_trans (jensen w0 (fun t => l * Y t) A0) _.
apply: ler_sum => t _; rewrite ler_wpmul2r ?(ltW (expR_gt0 _)) // ler_pimulr //.
by have /andP[] := h t.
Qed.


Section Independent.
Variables (R : realType) (D : finType) (n : nat) (P : 'I_n -> law R D).

Lemma mean_prod (g : 'I_n -> D -> R) :
  \sum_(x : database D n) prior P x * \prod_i g i (x i) = \prod_i \sum_d P i d * g i d.
Proof.
rewrite bigA_distr_bigA; apply: eq_bigr => x _; rewrite /prior -big_split.
by apply: eq_bigr.
Qed.

Lemma mean_one i (g : D -> R) :
  \sum_(x : database D n) prior P x * g (x i) = \sum_d P i d * g d.
Proof.
rewrite (partition_big (fun x : database D n => x i) xpredT) //=; apply: eq_bigr => d _.
rewrite (eq_bigr (fun x : database D n => prior P x * g d)) => [|x /eqP -> //].
by rewrite -mulr_suml marginal.
Qed.

Lemma mean_two i j (g h : D -> R) : i != j ->
  \sum_(x : database D n) prior P x * (g (x i) * h (x j)) =
  (\sum_d P i d * g d) * (\sum_d P j d * h d).
Proof.
move=> ij; rewrite (partition_big (fun x : database D n => x i) xpredT) //= mulr_suml.
apply: eq_bigr => d _.
rewrite (eq_bigr (fun x : database D n => prior P x * (g d * h (x j)))) => [|x /eqP -> //].
rewrite (resample P i (fun x => g d * h (x j))) -mulrA; congr (_ * _).
rewrite -mean_one mulr_sumr; apply: eq_bigr => x _.
by rewrite ffunE eq_sym (negbTE ij) mulrCA.
Qed.

(* the second moment of a sum of centred functions *)
Lemma mean_square (T : {set 'I_n}) (g : 'I_n -> D -> R) (v : R) :
  (forall i, i \in T -> \sum_d P i d * g i d = 0) ->
  (forall i, i \in T -> \sum_d P i d * g i d ^+ 2 <= v) ->
  \sum_(x : database D n) prior P x * (\sum_(i in T) g i (x i)) ^+ 2 <= #|T|%:R * v.
Proof.
move=> c hv; rewrite mulr_natl -sumr_const.
rewrite (eq_bigr (fun x : database D n => \sum_(i in T) \sum_(j in T)
    prior P x * (g i (x i) * g j (x j)))) => [|x _]; last first.
  rewrite expr2 mulr_suml mulr_sumr; apply: eq_bigr => i _.
  by rewrite mulr_sumr mulr_sumr.
rewrite exchange_big; apply: ler_sum => i iT /=; rewrite exchange_big (bigD1 i) //=.
rewrite (mean_one i (fun d => g i d * g i d)) [X in _ + X]big1 ?addr0 => [|j /andP[jT ji]].
  by apply: le_trans (hv i iT); apply: ler_sum => d _; rewrite expr2.
by rewrite mean_two 1?eq_sym // c // mul0r.
Qed.
End Independent.
