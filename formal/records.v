(* Facts about databases of independent records: resampling one of them, what bounds its leak,
   Laplace noise on sums over the records. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law extremes release.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Resampling.
Variables (R : realType) (D : finType) (n : nat) (P : 'I_n -> law R D) (i : 'I_n).
Local Notation database := (database D n).
Local Notation prior := (prior P).

Definition put (x : database) d : database := [ffun j => if j == i then d else x j].

Lemma put_at x d : put x d i = d. Proof. by rewrite ffunE eqxx. Qed.
Lemma put_id (x : database) : put x (x i) = x.
Proof. by apply/ffunP => j; rewrite ffunE; case: eqP => // ->. Qed.
Lemma put_put x c d : put (put x c) d = put x d.
Proof. by apply/ffunP => j; rewrite !ffunE; case: eqP. Qed.

Lemma prior_ge0 x : 0 <= prior x.
Proof. by apply: prodr_ge0 => j _; apply: mass_ge0. Qed.

Lemma prior_sum : \sum_x prior x = 1.
Proof. by rewrite -(bigA_distr_bigA (fun j d => P j d)) big1 // => j _; apply: mass_sum. Qed.

Lemma prior_put (x : database) c : P i (x i) * prior (put x c) = P i c * prior x.
Proof.
rewrite /prior (bigD1 i) //= [in RHS](bigD1 i) //= put_at mulrCA; do 2!congr (_ * _).
by apply: eq_bigr => j ji; rewrite ffunE (negbTE ji).
Qed.

(* given D_i = d, the others are as they were *)
Lemma resample (F : database -> R) d :
  \sum_(x : database | x i == d) prior x * F x = P i d * \sum_x prior x * F (put x d).
Proof.
rewrite mulr_sumr [RHS](partition_big (put^~ d) (fun x => x i == d)) /=; last first.
  by move=> x _; rewrite put_at.
apply: eq_bigr => x0 /eqP x0i.
under eq_bigr => x /eqP -> do rewrite mulrA.
rewrite -mulr_suml; congr (_ * _).
rewrite (reindex_onto (put x0) (fun x : database => x i)) /=; last first.
  by move=> x /eqP <-; rewrite put_put put_id.
rewrite (eq_bigl xpredT) => [|c]; last by rewrite put_put put_at -x0i put_id !eqxx.
rewrite [RHS](eq_bigr (fun c => P i c * prior x0)) => [|c _]; last by rewrite -x0i prior_put.
by rewrite -mulr_suml mass_sum mul1r.
Qed.

Lemma marginal d : \sum_(x : database | x i == d) prior x = P i d.
Proof.
rewrite (eq_bigr (fun x => prior x * 1)) => [|x _]; last by rewrite mulr1.
by rewrite (resample (fun=> 1)); under eq_bigr do rewrite mulr1; rewrite prior_sum mulr1.
Qed.
End Resampling.

(* f(y | D_i = d), see density_givenE *)
Definition seen (R : realType) (D : finType) (n : nat) (P : 'I_n -> law R D) (i : 'I_n)
  (f : database D n -> R) d := \sum_x prior P x * f (put i x d).

Section Leak.
Variables (R : realType) (D : finType) (n : nat) (P : 'I_n -> law R D) (i : 'I_n).
Local Notation database := (database D n).
Variable f : database -> R.
Hypothesis f_gt0 : forall x, 0 < f x.
Local Notation g := (seen P i f).

Lemma g_gt0 d : 0 < g d.
Proof.
have h x : true -> 0 <= prior P x * f (put i x d) by rewrite mulr_ge0 ?prior_ge0 ?ltW.
rewrite lt_def sumr_ge0 // andbT; apply/eqP => /(psumr_eq0P h) z.
have := prior_sum P; rewrite big1 => [/esym/eqP|x _]; first by rewrite oner_eq0.
by have /eqP := z x isT; rewrite mulf_eq0 [f _ == 0]gt_eqF // orbF => /eqP.
Qed.

Lemma density_givenE d : 0 < P i d -> density_given P f i d = g d.
Proof. by move=> d0; rewrite /density_given resample marginal mulrAC divff ?mul1r ?gt_eqF. Qed.

Lemma densityE : density P f = \sum_d P i d * g d.
Proof.
rewrite /density (partition_big (fun x : database => x i) xpredT) //=.
by apply: eq_bigr => d _; rewrite resample.
Qed.

Lemma density_gt0 : 0 < density P f.
Proof.
have h x : true -> 0 <= prior P x * f x by rewrite mulr_ge0 ?prior_ge0 ?ltW.
rewrite lt_def sumr_ge0 // andbT; apply/eqP => /(psumr_eq0P h) z.
have := prior_sum P; rewrite big1 => [/esym/eqP|x _]; first by rewrite oner_eq0.
by have /eqP := z x isT; rewrite mulf_eq0 [f _ == 0]gt_eqF // orbF => /eqP.
Qed.

(* if changing record i from d to c costs the density at most a factor rho c d, the lift of d is
   at most 1/E[rho(D_i, d)]; whatever the noise *)
Lemma leak_le (rho : D -> D -> R) (u : R) :
  (forall x c d, rho c d * f (put i x d) <= f (put i x c)) ->
  (forall d, 0 < P i d -> expR (- u) <= \sum_c P i c * rho c d) ->
  leak P f i <= u.
Proof.
move=> hr hu; have f0 := density_gt0.
rewrite /leak; set M := \big[_/_]_(d | _) _.
have up : M <= expR u.
  apply/bigmax_leP; split=> [|d d0]; first exact/ltW/expR_gt0.
  rewrite density_givenE // ler_pdivr_mulr // -[u]opprK expRN mulrC ler_pdivl_mulr ?expR_gt0 //.
  apply: le_trans (_ : g d * (\sum_c P i c * rho c d) <= _).
    by rewrite ler_wpmul2l ?hu // ltW ?g_gt0.
  rewrite densityE mulr_sumr; apply: ler_sum => c _.
  rewrite mulrCA ler_wpmul2l ?mass_ge0 // mulr_suml; apply: ler_sum => x _.
  by rewrite -mulrA ler_wpmul2l ?prior_ge0 // mulrC.
have M0 : 0 < M.
  rewrite ltNge; apply/negP => M0; suff : density P f <= 0 by rewrite leNgt f0.
  rewrite densityE; apply: sumr_le0 => d _.
  have [d0|] := boolP (0 < P i d); last first.
    by rewrite lt_def mass_ge0 andbT negbK => /eqP ->; rewrite mul0r.
  have /bigmax_leP[_ /(_ d d0)] := M0.
  by rewrite density_givenE // leNgt divr_gt0 ?g_gt0.
by rewrite -ler_expR lnK.
Qed.

(* the same at one outcome, from what it gives away *)
Lemma leak_leP u :
  leak P f i <= u <-> forall d, 0 < P i d -> g d <= expR u * density P f.
Proof.
have f0 := density_gt0; have [d0 p0] := likely (P i).
have M0 : 0 < \big[Num.max/0]_(d | 0 < P i d) (density_given P f i d / density P f).
  apply: (@lt_le_trans _ _ (density_given P f i d0 / density P f)); last exact: (bigmax_sup d0).
  by rewrite density_givenE // divr_gt0 ?g_gt0.
rewrite /leak -ler_expR lnK ?posrE //; split=> [/bigmax_leP[_ h] d p|h].
  by rewrite -ler_pdivr_mulr // -density_givenE // h.
apply/bigmax_leP; split=> [|d p]; first exact/ltW/expR_gt0.
by rewrite density_givenE // ler_pdivr_mulr // h.
Qed.
End Leak.

Section Laplace.
Variables (R : realType) (D : finType) (n m : nat) (b : R) (y : 'I_m -> R).
Hypothesis b_gt0 : 0 < b.

Lemma factor_gt0 : 0 < (2%:R * b)^-1.
Proof. by rewrite invr_gt0 mulr_gt0 ?ltr0n. Qed.

Lemma laplace_gt0 (q : database D n -> 'I_m -> R) x : 0 < laplace b q y x.
Proof. by apply: prodr_gt0 => l _; rewrite mulr_gt0 ?factor_gt0 ?expR_gt0. Qed.

Lemma expR_sum (I : finType) (F : I -> R) : expR (\sum_l F l) = \prod_l expR (F l).
Proof. exact: (big_morph _ (@expRD R) (@expR0 R)). Qed.

(* answers at a distance cost a factor *)
Lemma laplace_far (q : database D n -> 'I_m -> R) x x' :
  expR (- ((\sum_l `|q x l - q x' l|) / b)) * laplace b q y x' <= laplace b q y x.
Proof.
rewrite mulr_suml -sumrN expR_sum -big_split /=.
apply: ler_prod => l _; apply/andP; split.
  by rewrite !mulr_ge0 ?(ltW (expR_gt0 _)) ?(ltW factor_gt0).
rewrite mulrCA ler_wpmul2l ?(ltW factor_gt0) // -expRD ler_expR.
rewrite -opprD -mulrDl ler_opp2 ler_pmul2r ?invr_gt0 //.
have -> : y l - q x l = q x' l - q x l + (y l - q x' l) by ring.
by rewrite [`|q x l - _|]distrC ler_norm_add.
Qed.
End Laplace.

Section Workload.
Variables (R : realType) (D : finType) (n m k : nat) (cls : D -> 'I_k) (W : 'M[R]_(m, k)).

Lemma countE (x : database D n) j : count R cls x j = \sum_i (cls (x i) == j)%:R.
Proof.
by rewrite /count -sum1_card natr_sum big_mkcond; apply: eq_bigr => i _; rewrite inE; case: eqP.
Qed.

Lemma answersE (x : database D n) l : answers W cls x l = \sum_i W l (cls (x i)).
Proof.
rewrite /answers; under eq_bigr do rewrite countE mulr_sumr.
rewrite exchange_big; apply: eq_bigr => i _ /=.
rewrite (bigD1 (cls (x i))) //= eqxx mulr1 big1 ?addr0 // => j.
by rewrite eq_sym => /negbTE ->; rewrite mulr0.
Qed.

Lemma answers_put (i : 'I_n) (x : database D n) c d l :
  answers W cls (put i x c) l - answers W cls (put i x d) l = W l (cls c) - W l (cls d).
Proof.
rewrite !answersE (bigD1 i) //= [X in _ - X](bigD1 i) //= !put_at.
rewrite (eq_bigr (fun j => W l (cls (x j)))) => [|j ji]; last by rewrite ffunE (negbTE ji).
rewrite [X in _ - (_ + X)](eq_bigr (fun j => W l (cls (x j)))) => [|j ji]; last first.
  by rewrite ffunE (negbTE ji).
by move: (\sum_(j | j != i) _) => r; ring.
Qed.

Lemma apartC j r : apart W j r = apart W r j.
Proof. by apply: eq_bigr => l _; apply: distrC. Qed.

Lemma share_sum (p : law R D) : \sum_j share cls p j = 1.
Proof. by rewrite -(mass_sum p) [RHS](partition_big cls xpredT). Qed.

Lemma share_ge0 (p : law R D) j : 0 <= share cls p j.
Proof. by apply: sumr_ge0 => d _; apply: mass_ge0. Qed.

(* the mean over a record of what depends on its class alone *)
Lemma mean_share (p : law R D) (r : 'I_k -> R) :
  \sum_c p c * r (cls c) = \sum_j share cls p j * r j.
Proof.
rewrite (partition_big cls xpredT) //=; apply: eq_bigr => j _.
by rewrite mulr_suml; apply: eq_bigr => c /eqP ->.
Qed.

Lemma spare_ge0 alpha (P : 'I_n -> law R D) (i : 'I_n) :
  floored cls P alpha -> 0 <= 1 - k%:R * alpha.
Proof.
move=> floor; rewrite subr_ge0 -[X in _ <= X](share_sum (P i)) mulr_natl.
by rewrite -[k in X in X <= _]card_ord -sumr_const; apply: ler_sum => j _; apply: floor.
Qed.

(* uniform plus what is spare: linear, Lemma 2 *)
Lemma floor_mean alpha (p : law R D) (r : 'I_k -> R) c :
  (forall j, alpha <= share cls p j) -> (forall j, r c <= r j) ->
  alpha * (\sum_j r j) + (1 - k%:R * alpha) * r c <= \sum_j share cls p j * r j.
Proof.
move=> floor h; have -> : 1 - k%:R * alpha = \sum_j (share cls p j - alpha).
  by rewrite sumrB share_sum sumr_const card_ord mulr_natl.
rewrite mulr_sumr mulr_suml -big_split /=; apply: ler_sum => j _.
rewrite -ler_subr_addl -mulrBl; apply: ler_wpmul2l (h j).
by rewrite subr_ge0 floor.
Qed.

(* a record in class r has a lift of at most 1/sum_j p_j e^(-||w_j - w_r||_1/b) *)
Lemma density_step b y (i : 'I_n) (x : database D n) c d : 0 < b ->
  expR (- (apart W (cls c) (cls d) / b)) * laplace b (answers W cls) y (put i x d) <=
  laplace b (answers W cls) y (put i x c).
Proof.
move=> b0; apply: le_trans _ (laplace_far y b0 (answers W cls) (put i x c) (put i x d)).
by rewrite (eq_bigr (fun l => `|W l (cls c) - W l (cls d)|)) // => l _; rewrite answers_put.
Qed.
End Workload.
