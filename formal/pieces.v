(* Guesses of a function that splits the secret of least lift, or all but the one of most lift, in
   enough pieces, save or gain as much as any cost or gain. Proofs of statements of claims_costs.v;
   nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs products guesses.
From pmlsym Require Import guesswork claims_costs averages costs.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- the function that splits all but one secret ---- *)

Section SplitRest.
Variables (R : realType) (T : finType) (p : law R T) (A : finType) (X : T -> A).
Variables (x' : A) (k : nat).
Local Notation q := (parts p k).
Local Notation U := (split_rest X x' : T * 'I_k.+1 -> option_finType (ordinal_finType k.+1)).
Local Notation N := (k.+1%:R : R).
Definition rest_kernel x (u : option 'I_k.+1) : R :=
  if u == None then (x == x')%:R else (x != x')%:R / N.
Local Notation K := rest_kernel.

Lemma rest_sum x : \sum_u K x u = 1.
Proof.
have := one_value (fun=> 1) (None : option 'I_k.+1) ((x != x')%:R / N) (x == x')%:R.
under eq_bigr do rewrite mulr1; move=> ->; rewrite card_pieces addrK mulr1 divfK ?pnatr_eq0 //.
by case: (x == x'); rewrite ?addr0 ?add0r.
Qed.

Lemma rest_at t u : \sum_(s | (s.1 == t) && (U s == u)) q s = p t * K (X t) u.
Proof.
transitivity (\sum_(i | U (t, i) == u) p t / N).
  rewrite (reindex_onto (fun i => (t, i)) snd) /= => [|[t' i] /andP[/eqP/= -> _]] //.
  by apply: eq_bigl => i; rewrite !eqxx andbT.
rewrite /split_rest /K /=; case: (X t =P x') => _ /=; last first.
  case: u => [i|] /=; last by rewrite big_pred0 ?mulr0.
  by rewrite (eq_bigl (pred1 i)) ?big_pred1_eq ?mul1r.
case: u => [i|] /=; first by rewrite big_pred0 ?mul0r ?mulr0.
by rewrite sumr_const card_ord -[LHS]mulr_natl mulrC divfK ?pnatr_eq0 ?mulr1.
Qed.

Lemma rest_mixed (w : A -> R) u : \sum_x w x = 1 ->
  \sum_x w x * K x u = if u == None then w x' else (1 - w x') / N.
Proof.
move=> w1; rewrite /K; case: ifP => _; first exact: pick_one.
rewrite -[X in _ = (X - _) / _]w1 [in RHS](bigD1 x') //= addrAC subrr add0r.
rewrite (bigD1 x') //= eqxx mul0r mulr0 add0r mulr_suml.
by apply: eq_bigr => x -> /=; rewrite mul1r.
Qed.
End SplitRest.

(* ---- a function by a kernel, on a larger sample space ---- *)

Section Kernels.
Variables (R : realType) (T : finType) (p : law R T) (A B C S : finType).
Variables (X : T -> A) (Y : T -> B) (q : law R S) (tau : S -> T) (U : S -> C) (K : A -> C -> R).
Hypothesis K_sum : forall x, \sum_u K x u = 1.
Hypothesis qK : forall t u, \sum_(s | (tau s == t) && (U s == u)) q s = p t * K (X t) u.
Hypothesis full : forall x, 0 < pr p X x.

Lemma kernel_pr u : pr q U u = \sum_x pr p X x * K x u.
Proof.
rewrite -(pr_sumr q U (X \o tau)); apply: eq_bigr => x _.
by rewrite (larger_secret qK).
Qed.

Lemma kernel_posterior y u : 0 < pr p Y y ->
  posterior q U (Y \o tau) u y = \sum_x posterior p X Y x y * K x u.
Proof.
move=> y0.
have full' x : 0 < pr q (X \o tau) x by rewrite (larger_pr K_sum qK).
have y0' : 0 < pr q (Y \o tau) y by rewrite (larger_pr K_sum qK).
rewrite (posterior_function full' (larger_chain K_sum qK Y) y0'); apply: eq_bigr => x _.
by rewrite (larger_posterior K_sum qK) (larger_given K_sum qK).
Qed.
End Kernels.

(* ---- guesses ---- *)

Section Guesses.
Variables (R : realType) (T : finType) (p : law R T) (B C : finType) (U : T -> C) (Y : T -> B).
Variables (y : B).
Hypothesis y0 : 0 < pr p Y y.

Lemma miss_one (w : C -> R) u : \sum_v w v = 1 -> \sum_v w v * wrong R v u = 1 - w u.
Proof.
move=> w1; rewrite -[X in _ = X - _]w1 [in RHS](bigD1 u) //= addrAC subrr add0r (bigD1 u) //=.
rewrite /wrong eqxx mulr0 add0r; apply: eq_bigr => v -> /=; by rewrite mulr1.
Qed.

Lemma mean_wrong u : mean p (fun t => wrong R (U t) u) = 1 - pr p U u.
Proof. by rewrite (meanE p U (fun v => wrong R v u)) miss_one ?pr_sum. Qed.
Lemma mean_given_wrong u : mean_given p Y y (fun t => wrong R (U t) u) = 1 - posterior p U Y u y.
Proof. by rewrite (mean_givenE p U Y y (fun v => wrong R v u)) miss_one ?posterior_sum. Qed.
Lemma mean_right u : mean p (fun t => right R (U t) u) = pr p U u.
Proof. by rewrite (meanE p U (fun v => right R v u)) pick_one. Qed.
Lemma mean_given_right u : mean_given p Y y (fun t => right R (U t) u) = posterior p U Y u y.
Proof. by rewrite (mean_givenE p U Y y (fun v => right R v u)) pick_one. Qed.
End Guesses.

Lemma least_is_at (R : realType) (W : finType) (w0 w : W) (F : W -> R) :
  (forall w', F w <= F w') -> least w0 F = F w.
Proof. by move=> h; apply/le_anti; rewrite least_le least_ge. Qed.
Lemma most_is_at (R : realType) (W : finType) (w0 w : W) (F : W -> R) :
  (forall w', F w' <= F w) -> most w0 F = F w.
Proof. by move=> h; apply/le_anti; rewrite most_ge most_le. Qed.

(* ---- enough pieces ---- *)

Lemma enough_pieces (R : realType) (a b : R) : 0 <= a -> 0 < b ->
  exists enough, forall k, (enough <= k)%N -> a / k.+1%:R <= b.
Proof.
move=> a0 b0; exists (Num.bound (a / b)) => k h.
rewrite ler_pdivr_mulr ?ltr0n // mulrC -ler_pdivr_mulr //.
apply: ltW; apply: lt_le_trans (archi_boundP (divr_ge0 a0 (ltW b0))) _.
by rewrite ler_nat (leq_trans h).
Qed.

Lemma below_one (R : realType) (T : finType) (p : law R T) (A : finType) (X : T -> A) x :
  secret p X -> pr p X x < 1.
Proof.
move=> [two full]; rewrite -subr_gt0 -(rest p X x).
have [x' n|n] := pickP (fun x' => x' != x).
  by rewrite (bigD1 x') //= ltr_paddr // sumr_ge0 // => i _; apply: ltW.
exfalso; move: two; rewrite ltnNge => /negP[]; apply/card_le1_eqP => a b _ _.
by rewrite (eqP (negbFE (n a))) (eqP (negbFE (n b))).
Qed.

Theorem pmc_costs_split_holds : pmc_costs_split.
Proof.
move=> R T p A B X Y y x [s y0] hx; have [_ full] := s.
have x1 : 0 < 1 - pr p X x by rewrite subr_gt0 below_one.
have [enough many] := enough_pieces (pr_ge0 p X x) x1.
exists enough => k /many few; cbv zeta; set q := parts p k.
have K_sum := @split_sum R A x k; have qK := split_at p X x (k := k).
split; first by move=> x' y'; rewrite -(larger_pr K_sum qK (both X Y)).
  exact: (larger_chain K_sum qK Y).
have y0' : 0 < pr q (Y \o fst) y by rewrite (larger_pr K_sum qK).
set post := posterior p X Y x y.
have ep : post = pr p X x * minlift p X Y y.
  by rewrite /post posterior_lift // (least_lift_at y0 hx).
have px : post <= pr p X x by rewrite ep -[X in _ <= X]mulr1 ler_wpmul2l ?pr_ge0 ?lo_le1.
have n0 : 0 < k.+1%:R^-1 :> R by rewrite invr_gt0 ltr0n.
set U := split X x : T * 'I_k.+1 -> option_finType (ordinal_finType k.+1).
have before : least_before q U (@wrong R _) None = pr p X x.
  rewrite /least_before (@least_is_at R _ None None) => [|u]; rewrite !mean_wrong.
    by rewrite (kernel_pr qK) split_mixed ?pr_sum //= opprB addrC subrK.
  rewrite !(kernel_pr qK) !split_mixed ?pr_sum //= ler_add2l ler_opp2.
  by case: u.
have after : least_after q U (Y \o fst) (@wrong R _) None y = post.
  rewrite /least_after (@least_is_at R _ None None) => [|u]; rewrite !mean_given_wrong //.
    rewrite (kernel_posterior K_sum qK) // split_mixed ?posterior_sum //=.
    by rewrite opprB addrC subrK.
  rewrite !(kernel_posterior K_sum qK) // !split_mixed ?posterior_sum //= ler_add2l ler_opp2.
  case: u => //= _; apply: le_trans (_ : pr p X x / k.+1%:R <= _); first by rewrite ler_pmul2r.
  by apply: le_trans few _; rewrite ler_add2l ler_opp2.
by rewrite /cost before after; apply: ratio_is_pmc.
Qed.

Theorem pmc_gains_split_holds : pmc_gains_split.
Proof.
move=> R T p A B X Y y x [s y0] hx; have [_ full] := s.
have x1 : 0 <= 1 - pr p X x by rewrite subr_ge0 pr_le1.
have [enough many] := enough_pieces x1 (full x).
exists enough => k /many few; cbv zeta; set q := parts p k.
have K_sum := @rest_sum R A x k; have qK := rest_at p X x (k := k).
split; first by move=> x' y'; rewrite -(larger_pr K_sum qK (both X Y)).
  exact: (larger_chain K_sum qK Y).
have y0' : 0 < pr q (Y \o fst) y by rewrite (larger_pr K_sum qK).
set post := posterior p X Y x y.
have ep : post = pr p X x * maxlift p X Y y.
  by rewrite /post posterior_lift // (most_lift_at y0 hx).
have px : pr p X x <= post by rewrite ep -[X in X <= _]mulr1 ler_wpmul2l ?pr_ge0 ?most_lift_ge1.
have n0 : 0 < k.+1%:R^-1 :> R by rewrite invr_gt0 ltr0n.
set U := split_rest X x : T * 'I_k.+1 -> option_finType (ordinal_finType k.+1).
have before : most_before q U (@right R _) None = pr p X x.
  rewrite /most_before (@most_is_at R _ None None) => [|u]; rewrite !mean_right.
    by rewrite (kernel_pr qK) rest_mixed ?pr_sum.
  rewrite !(kernel_pr qK) !rest_mixed ?pr_sum //=.
  by case: u.
have after : most_after q U (Y \o fst) (@right R _) None y = post.
  rewrite /most_after (@most_is_at R _ None None) => [|u]; rewrite !mean_given_right //.
    by rewrite (kernel_posterior K_sum qK) // rest_mixed ?posterior_sum.
  rewrite !(kernel_posterior K_sum qK) // !rest_mixed ?posterior_sum //=.
  case: u => //= _; apply: (le_trans _ px); apply: (le_trans _ few).
  by rewrite ler_pmul2r ?n0 // ler_add2l ler_opp2; exact: px.
by rewrite /gain before after; apply: ratio_is_pml.
Qed.
