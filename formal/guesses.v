(* Randomized functions of a secret, costs of wrong guesses of them, and the number of guesses.
   Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- functions of the secret ---- *)

Section Functions.
Variables (R : realType) (T : finType) (p : law R T) (A B C : finType).
Variables (X : T -> A) (Y : T -> B) (U : T -> C) (y : B).
Hypotheses (full : forall x, 0 < pr p X x) (chain : markov p U X Y) (y0 : 0 < pr p Y y).
Variable c : C -> R.
Definition carried x := \sum_u given p X U x u * c u.

Lemma mean_function : mean p (fun t => c (U t)) = mean p (fun t => carried (X t)).
Proof.
rewrite !meanE; under [RHS]eq_bigr do rewrite mulr_sumr.
rewrite exchange_big; apply: eq_bigr => u _ /=; rewrite -(pr_suml p X U) mulr_suml.
by apply: eq_bigr => x _; rewrite /given; field; rewrite gt_eqF ?full.
Qed.

Lemma posterior_function u :
  posterior p U Y u y = \sum_x posterior p X Y x y * given p X U x u.
Proof.
rewrite /posterior -(pr_suml p X (both U Y)) mulr_suml; apply: eq_bigr => x _.
have -> : pr p (both X (both U Y)) (x, (u, y)) = pr p (both U (both X Y)) (u, (x, y)).
  by apply: eq_bigl => t; rewrite /both !xpair_eqE andbCA.
have /(canRL (mulfK (lt0r_neq0 (full x)))) -> := chain u x y.
by rewrite /given (pr_bothC p U X); field; rewrite !gt_eqF ?full.
Qed.

Lemma mean_given_function :
  mean_given p Y y (fun t => c (U t)) = mean_given p Y y (fun t => carried (X t)).
Proof.
rewrite !mean_givenE; under [RHS]eq_bigr do rewrite mulr_sumr.
rewrite exchange_big; apply: eq_bigr => u _ /=; rewrite posterior_function mulr_suml.
by apply: eq_bigr => x _; rewrite mulrA.
Qed.
End Functions.

Section Given.
Variables (R : realType) (T : finType) (p : law R T) (A C : finType) (X : T -> A) (U : T -> C).
Lemma given_sum x :
  0 < pr p X x -> \sum_u given p X U x u = 1.
Proof. by move=> x0; rewrite -mulr_suml pr_sumr divff // gt_eqF. Qed.

Lemma given_ge0 x u :
  0 <= given p X U x u.
Proof. by rewrite divr_ge0 ?pr_ge0. Qed.

Lemma given_le1 x u :
  0 < pr p X x -> given p X U x u <= 1.
Proof. by move=> x0; rewrite /given ler_pdivr_mulr // mul1r pr_le_l. Qed.

End Given.

Lemma carried_wrong (R : realType) (T : finType) (p : law R T) (A C : finType) (X : T -> A)
    (U : T -> C) x u' : 0 < pr p X x ->
  carried p X U (fun u => (u != u')%:R) x = 1 - given p X U x u'.
Proof.
move=> x0; rewrite -[X in _ = X - _](given_sum U x0) [in RHS](bigD1 u') //= addrAC subrr add0r.
rewrite /carried (bigD1 u') //=.
by rewrite eqxx mulr0 add0r; apply: eq_bigr => u -> /=; rewrite mulr1.
Qed.

Section Ledger.
Variables (R : realType) (T : finType) (p : law R T) (A B C : finType).
Variables (X : T -> A) (Y : T -> B) (U : T -> C) (y : B) (u0 : C).
Hypotheses (full : forall x, 0 < pr p X x) (chain : markov p U X Y) (y0 : 0 < pr p Y y).

Lemma lambda_u_is :
  lambda_u p U Y y u0 = lambda_c p X Y y (fun x u => 1 - given p X U x u) u0.
Proof.
rewrite /lambda_u /lambda_c; congr (log_ratio _ _); apply: least_eq => u.
  rewrite (mean_function U full (fun v => (v != u)%:R)).
  by rewrite /mean; apply: eq_bigr => t _; rewrite carried_wrong.
rewrite (mean_given_function full chain y0 (fun v => (v != u)%:R)) /mean_given.
by congr (_ / _); apply: eq_bigr => t _; rewrite carried_wrong.
Qed.
End Ledger.

Section NonNegative.
Variables (R : realType) (T : finType) (p : law R T) (B : finType) (Y : T -> B) (y : B).
Variable f : T -> R.
Lemma mean_ge0 : (forall t, 0 <= f t) -> 0 <= mean p f.
Proof. by move=> h; apply: sumr_ge0 => t _; rewrite mulr_ge0 ?mass_ge0. Qed.
Lemma mean_given_ge0 : (forall t, 0 <= f t) -> 0 <= mean_given p Y y f.
Proof.
by move=> h; rewrite divr_ge0 ?pr_ge0 // sumr_ge0 // => t _; rewrite mulr_ge0 ?mass_ge0.
Qed.
End NonNegative.

Lemma lambda_c_def (R : realType) (T : finType) (p : law R T) (A B W : finType)
    (X : T -> A) (Y : T -> B) y (c : A -> W -> R) (w0 : W) :
  (forall x w, 0 <= c x w) -> lambda_c p X Y y c w0 <> Undef.
Proof.
by move=> c0; apply: ratio_def; apply: least_ge => w; [apply: mean_ge0 | apply: mean_given_ge0].
Qed.

Theorem pmc_theorem_3_a_holds : pmc_theorem_3_a.
Proof.
move=> R T p A B C X Y U y u0 _ [full y0] chain; rewrite (lambda_u_is _ full chain y0).
by apply/veq_refl/lambda_c_def => x w; rewrite subr_ge0 given_le1.
Qed.

(* ---- functions on a larger sample space ---- *)

Section Larger.
Variables (R : realType) (T : finType) (p : law R T) (A C S : finType) (X : T -> A).
Variables (q : law R S) (tau : S -> T) (U : S -> C) (K : A -> C -> R).
Hypothesis K_sum : forall x, \sum_u K x u = 1.
Hypothesis qK : forall t u, \sum_(s | (tau s == t) && (U s == u)) q s = p t * K (X t) u.

Lemma larger_joint (D : finType) (Z : T -> D) z u :
  pr q (both U (Z \o tau)) (u, z) = \sum_(t | Z t == z) p t * K (X t) u.
Proof.
rewrite /pr (partition_big tau (fun t => Z t == z)) /=; last first.
  by move=> s; rewrite /both xpair_eqE => /andP[].
apply: eq_bigr => t /eqP e; rewrite -qK; apply: eq_bigl => s.
rewrite /both xpair_eqE /=; case: (tau s =P t) => [->|_]; last by rewrite andbF.
by rewrite e eqxx !andbT.
Qed.

Lemma larger_pr (D : finType) (Z : T -> D) z : pr q (Z \o tau) z = pr p Z z.
Proof.
rewrite -(pr_suml q U); under eq_bigr do rewrite larger_joint.
rewrite exchange_big; apply: eq_bigr => t _ /=; by rewrite -mulr_sumr K_sum mulr1.
Qed.

Lemma larger_secret x u : pr q (both U (X \o tau)) (u, x) = pr p X x * K x u.
Proof. by rewrite larger_joint /pr mulr_suml; apply: eq_bigr => t /eqP->. Qed.

Lemma larger_secret_outcome (B : finType) (Y : T -> B) x y u :
  pr q (both U (both (X \o tau) (Y \o tau))) (u, (x, y)) = pr p (both X Y) (x, y) * K x u.
Proof.
rewrite (larger_joint (both X Y)) [pr p (both X Y) _]/pr mulr_suml.
by apply: eq_bigr => t; rewrite /both xpair_eqE => /andP[/eqP-> _].
Qed.

Lemma larger_chain (B : finType) (Y : T -> B) : markov q U (X \o tau) (Y \o tau).
Proof.
move=> u x y; rewrite larger_secret_outcome larger_secret larger_pr.
by rewrite (larger_pr (both X Y)); ring.
Qed.

Lemma larger_given x u : 0 < pr p X x -> given q (X \o tau) U x u = K x u.
Proof.
by move=> x0; rewrite /given larger_pr pr_bothC larger_secret mulrAC divff ?mul1r // gt_eqF.
Qed.

Lemma larger_posterior (B : finType) (Y : T -> B) x y :
  posterior q (X \o tau) (Y \o tau) x y = posterior p X Y x y.
Proof. by rewrite /posterior (larger_pr (both X Y)) larger_pr. Qed.
End Larger.

(* an outcome by a kernel *)
Section WithKernel.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (K : A -> B -> R).
Hypotheses (K_ge0 : forall x y, 0 <= K x y) (K_sum : forall x, \sum_y K x y = 1).
Definition kernel_mass (s : T * B) := p s.1 * K (X s.1) s.2.
Lemma kernel_ge0 s : 0 <= kernel_mass s. Proof. by rewrite mulr_ge0 ?mass_ge0. Qed.
Lemma kernel_sum : \sum_s kernel_mass s = 1.
Proof.
transitivity (\sum_t \sum_b kernel_mass (t, b)); first by rewrite pair_big; apply: eq_bigr => -[].
rewrite -(mass_sum p); apply: eq_bigr => t _.
by rewrite /kernel_mass /= -mulr_sumr K_sum mulr1.
Qed.
Definition with_kernel := Law kernel_ge0 kernel_sum.
Lemma with_kernel_at t b : \sum_(s | (s.1 == t) && (s.2 == b)) with_kernel s = p t * K (X t) b.
Proof. by rewrite (eq_bigl (fun s => s == (t, b))) ?big_pred1_eq // => -[t' b']. Qed.
End WithKernel.

(* U = false with chance h(x) *)
Section Coin.
Variables (R : realType) (T : finType) (p : law R T) (A : finType) (X : T -> A) (h : A -> R).
Hypothesis h01 : forall x, 0 <= h x <= 1.
Definition coin_kernel x (b : bool) := if b then 1 - h x else h x.
Lemma coin_kernel_ge0 x b : 0 <= coin_kernel x b.
Proof. by have /andP[h0 h1] := h01 x; rewrite /coin_kernel; case: ifP; rewrite ?subr_ge0. Qed.
Lemma coin_kernel_sum x : \sum_b coin_kernel x b = 1.
Proof. by rewrite big_bool /= subrK. Qed.
Definition with_coin := with_kernel p X coin_kernel_ge0 coin_kernel_sum.
Lemma with_coin_at t b :
  \sum_(s | (s.1 == t) && (s.2 == b)) with_coin s = p t * coin_kernel (X t) b.
Proof. exact: with_kernel_at. Qed.
End Coin.

Section Scaled.
Variables (R : realType) (A : finType) (h : A -> R).
Hypothesis h0 : forall x, 0 <= h x.
(* scaled to at most 1/2 *)
Lemma to_half : exists2 r, 0 < r & forall x, r * h x <= 2%:R^-1.
Proof.
pose m := 1 + \sum_x h x; have m0 : 0 < m by rewrite ltr_paddr ?ltr01 // sumr_ge0.
exists (m^-1 / 2%:R) => [|x]; first by rewrite mulr_gt0 ?invr_gt0 ?ltr0n.
rewrite mulrAC ler_pdivr_mulr ?ltr0n // mulVf ?pnatr_eq0 // mulrC ler_pdivr_mulr // mul1r.
by rewrite /m (bigD1 x) //= addrCA ler_addl addr_ge0 ?ler01 // sumr_ge0.
Qed.
End Scaled.

Lemma lambda_coin (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A)
    (Y : T -> B) y (h : A -> R) (h01 : forall x, 0 <= h x <= 1) :
  channel p X Y y -> (forall x, h x <= 2%:R^-1) ->
  lambda_u (with_coin p X h01) snd (Y \o fst) y true =
  log_ratio (\sum_x pr p X x * h x) (\sum_x posterior p X Y x y * h x).
Proof.
move=> [full y0] half; set q := with_coin p X h01.
have K_sum := coin_kernel_sum h.
have qK := @with_coin_at _ _ p _ X h h01.
have full' x : 0 < pr q (X \o fst) x by rewrite (larger_pr K_sum qK).
have y0' : 0 < pr q (Y \o fst) y by rewrite (larger_pr K_sum qK).
rewrite (lambda_u_is _ full' (larger_chain K_sum qK Y) y0').
have to_least (w : A -> R) : \sum_x w x = 1 -> (forall x, 0 <= w x) ->
    least true (fun u => \sum_x w x * (1 - coin_kernel h x u)) = \sum_x w x * h x.
  move=> w1 w0; apply/le_anti/andP; split.
    apply: le_trans (least_le true _ true) _.
    by apply: ler_sum => x _; rewrite /= subKr.
  apply: least_ge => -[]; first by apply: ler_sum => x _; rewrite /= subKr.
  apply: ler_sum => x _; apply: ler_wpmul2l => //=; rewrite ler_subr_addr.
  apply: le_trans (ler_add (half x) (half x)) _.
  by rewrite -mulr2n -[X in X <= _]mulr_natl divff ?pnatr_eq0.
rewrite /lambda_c; congr (log_ratio _ _).
  rewrite -[RHS](to_least (pr p X)) ?pr_sum //; last by move=> x; apply: pr_ge0.
  apply: least_eq => u; rewrite (meanE _ _ (fun x => 1 - given _ _ _ x u)).
  by apply: eq_bigr => x _; rewrite (larger_given K_sum qK) // (larger_pr K_sum qK).
rewrite -[RHS](to_least (fun x => posterior p X Y x y)) ?posterior_sum //; last first.
  by move=> x; apply: posterior_ge0.
apply: least_eq => u; rewrite (mean_givenE _ _ _ _ (fun x => 1 - given _ _ _ x u)).
by apply: eq_bigr => x _; rewrite (larger_given K_sum qK) // (larger_posterior K_sum qK).
Qed.

Theorem pmc_theorem_3_b_holds : pmc_theorem_3_b.
Proof.
move=> R T p A B W X Y y c w0 _ ch c0; have [full y0] := ch.
pose before w := \sum_x pr p X x * c x w; pose after w := \sum_x posterior p X Y x y * c x w.
have -> : lambda_c p X Y y c w0 = log_ratio (least w0 before) (least w0 after).
  rewrite /lambda_c; congr (log_ratio _ _); apply: least_eq => w.
    exact: (meanE p X (fun x => c x w)).
  exact: (mean_givenE p X Y y (fun x => c x w)).
have [s es] := least_is w0 before; have [t et] := least_is w0 after.
have b0 w : 0 <= before w by apply: sumr_ge0 => x _; rewrite mulr_ge0 ?pr_ge0.
have a0 w : 0 <= after w by apply: sumr_ge0 => x _; rewrite mulr_ge0 ?posterior_ge0.
have bt : before s <= before t by rewrite es least_le.
have ts : after t <= after s by rewrite et least_le.
rewrite -es -et {es et}.
(* a mixture of c(., s) and c(., t) with the same ratio of means *)
have [h [h0 cross pos zero]] : exists h : A -> R, [/\ forall x, 0 <= h x,
    (\sum_x pr p X x * h x) * after t = before s * (\sum_x posterior p X Y x y * h x),
    0 < before s -> 0 < \sum_x pr p X x * h x & before s = 0 -> (forall x, h x = 0) /\ after t = 0].
  pose up := after t * (before t - before s); pose down := before s * (after s - after t).
  have up0 : 0 <= up by rewrite mulr_ge0 ?subr_ge0.
  have down0 : 0 <= down by rewrite mulr_ge0 ?subr_ge0.
  have none : before s = 0 -> forall x, c x s = 0.
    move=> e x; have := psumr_eq0P _ e; move=> /(_ _ x isT)/eqP.
    rewrite mulf_eq0 gt_eqF ?full //= => h; apply/eqP/h => x' _.
    by rewrite mulr_ge0 ?pr_ge0.
  have zero : before s = 0 -> after s = 0 /\ after t = 0.
    move=> e; have zs : after s = 0 by rewrite /after big1 // => x' _; rewrite none ?mulr0.
    by split=> //; apply/le_anti; rewrite a0 -zs ts.
  have [e|n] := eqVneq (up + down) 0.
    have eu : up = 0 by apply/le_anti; rewrite up0 -e ler_addl down0.
    have ed : down = 0 by apply/le_anti; rewrite down0 -e ler_addr up0.
    exists (c^~ s); split=> //; last by move=> z; split; [apply: none | have [] := zero z].
    move/eqP: ed; rewrite mulf_eq0 subr_eq0 => /orP[/eqP h|/eqP h].
      by rewrite -/(before s) h !mul0r.
    by rewrite -/(before s) -/(after s) h.
  exists (fun x => up * c x s + down * c x t).
  have sumB : \sum_x pr p X x * (up * c x s + down * c x t) = up * before s + down * before t.
    by rewrite !mulr_sumr -big_split; apply: eq_bigr => x _ /=; ring.
  have sumA : \sum_x posterior p X Y x y * (up * c x s + down * c x t) =
      up * after s + down * after t.
    by rewrite !mulr_sumr -big_split; apply: eq_bigr => x _ /=; ring.
  rewrite sumB sumA; split=> [x|||e].
  - by apply: addr_ge0; apply: mulr_ge0.
  - by rewrite /up /down; ring.
  - move=> s0; apply: lt_le_trans (_ : (up + down) * before s <= _).
      by rewrite mulr_gt0 // lt_def n addr_ge0.
    by rewrite mulrDl ler_add2l ler_wpmul2l.
  - have [zs zt] := zero e; split=> // x.
    by rewrite /up /down e zt !mul0r addr0.
have [r r0 half] := to_half h0.
have h01 x : 0 <= r * h x <= 1.
  rewrite mulr_ge0 ?(ltW r0) //=; apply: le_trans (half x) _.
  by rewrite invf_le1 ?ltr0n // ler1n.
have K_sum := coin_kernel_sum (fun x => r * h x); have qK := @with_coin_at _ _ p _ X _ h01.
exists [finType of T * bool], (with_coin p X h01), (X \o fst), (Y \o fst), snd; split.
- by move=> x u; rewrite -(larger_pr K_sum qK (both X Y)).
- exact: (larger_chain K_sum qK Y).
rewrite lambda_coin //.
have scaled (w : A -> R) : \sum_x w x * (r * h x) = r * \sum_x w x * h x.
  by rewrite mulr_sumr; apply: eq_bigr => x _; rewrite mulrCA.
rewrite !scaled; have [z|s0] := leP (before s) 0.
  have e : before s = 0 by apply/le_anti; rewrite z b0.
  have [hx zt] := zero e.
  by rewrite e zt !big1 ?mulr0 ?ratio00 /= => [|x _|x _]; rewrite ?hx ?mulr0.
have r1 : 0 < r * \sum_x pr p X x * h x by rewrite mulr_gt0 // pos.
have r2 : 0 <= r * \sum_x posterior p X Y x y * h x.
  by rewrite mulr_ge0 ?(ltW r0) // sumr_ge0 // => x _; rewrite mulr_ge0 ?posterior_ge0.
apply: veq_rep (rep_ratio (b0 s) (a0 t) (or_introl s0)) (rep_ratio (ltW r1) r2 (or_introl r1)) _.
by rewrite -mulrA cross mulrCA.
Qed.
