(* The number of guesses as a cost: no function of a secret saves more than PMC, and one that splits
   the secret of smallest lift nearly as much. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs guesses.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- guesswork ---- *)

Section CostsOfFunctions.
Variables (R : realType) (T : finType) (p : law R T) (A B C W : finType).
Variables (X : T -> A) (Y : T -> B) (U : T -> C) (y : B) (c : C -> W -> R) (w0 : W).
Hypotheses (ch : channel p X Y y) (chain : markov p U X Y) (c1 : forall u w, 1 <= c u w).

Lemma lo_posterior x : minlift p X Y y * pr p X x <= posterior p X Y x y.
Proof.
have [full y0] := ch; have := lo_le_lift Y full y x.
by rewrite /lift invfM mulrA mulrAC ler_pdivl_mulr.
Qed.

Lemma cost_of_function : vle (lambda_c p U Y y c w0) (pmc p X Y y).
Proof.
have [full y0] := ch.
pose cx w := carried p X U (c^~ w).
have cx1 x w : 1 <= cx w x.
  rewrite /cx /carried -[X in X <= _](given_sum U (full x)); apply: ler_sum => u _.
  by rewrite -[X in X <= _]mulr1 ler_wpmul2l ?given_ge0.
have a1 : 1 <= least w0 (fun w => mean p (fun t => c (U t) w)).
  apply: least_ge => w; rewrite -(mass_sum p); apply: ler_sum => t _.
  by rewrite -[X in X <= _]mulr1 ler_wpmul2l ?mass_ge0.
have b0 : 0 <= least w0 (fun w => mean_given p Y y (fun t => c (U t) w)).
  by apply: least_ge => w; apply: mean_given_ge0 => t; apply: le_trans (c1 _ _).
have a0 := lt_le_trans ltr01 a1.
rewrite (rep_le (rep_ratio (ltW a0) b0 (or_introl a0)) (rep_pmc p X Y y)) mul1r.
apply: least_ge => w; rewrite (mean_given_function full chain y0 (c^~ w)) mean_givenE.
apply: le_trans (_ : mean p (fun t => c (U t) w) * minlift p X Y y <= _).
  by rewrite ler_wpmul2r ?lo_ge0 ?least_le.
rewrite (mean_function U full (c^~ w)) meanE mulr_suml; apply: ler_sum => x _.
rewrite mulrAC [pr p X x * _]mulrC ler_wpmul2r ?lo_posterior //.
exact: le_trans (cx1 x w).
Qed.
End CostsOfFunctions.

Theorem pmc_guesswork_a_holds : pmc_guesswork_a.
Proof.
move=> R T p A B C X Y U y ch chain; apply: cost_of_function ch chain _ => u s.
by rewrite ler1n.
Qed.

Section Ranks.
Variables (R : realType) (C : finType).
Local Notation g := (@guesses R C).

Lemma ranks_sum (s : {perm C}) : 2%:R * (\sum_u g u s) = (#|C| * #|C|.+1)%N%:R.
Proof.
have -> : \sum_u g u s = \sum_(j < #|C|) j.+1%:R.
  rewrite (reindex_inj (@perm_inj _ s^-1%g)) /= (reindex (@enum_val C C)) /=.
    by apply: eq_big => j; rewrite ?inE // => _; rewrite /guesses permKV enum_valK.
  by exists enum_rank => u _; rewrite ?enum_valK ?enum_rankK.
elim: #|C| => [|n ih]; first by rewrite big_ord0 mulr0 mul0n.
by rewrite big_ord_recr mulrDr ih /= -natrM -natrD; rewrite -mulnDl addn2 mulnC.
Qed.

Lemma rank_le (s : {perm C}) u : g u s <= #|C|%:R.
Proof. by rewrite ler_nat ltn_ord. Qed.

Lemma rank_ge (s : {perm C}) u : 1 <= g u s. Proof. by rewrite ler1n. Qed.

Lemma first_guess u : exists s, g u s = 1.
Proof.
have n0 : (0 < #|C|)%N by apply/card_gt0P; exists u.
exists (tperm u (enum_val (Ordinal n0))); rewrite /guesses tpermL enum_valK.
by [].
Qed.
End Ranks.

Section OneValue.
(* all values but u0 have the weight a, and u0 has b *)
Variables (R : realType) (C : finType) (f : C -> R) (u0 : C) (a b : R).
Lemma one_value : \sum_u (if u == u0 then b else a) * f u = a * (\sum_u f u - f u0) + b * f u0.
Proof.
rewrite (bigD1 u0) //= eqxx addrC; congr (_ + _).
rewrite [in RHS](bigD1 u0) //= addrAC subrr add0r mulr_sumr.
by apply: eq_bigr => u /negbTE->.
Qed.
End OneValue.

Section Pieces.
Variables (R : numFieldType) (a n : R).
Hypothesis n0 : n != 0.
Lemma pieces_before :
  a * ((n + 1) / 2%:R) = a / n * ((n + 1) * (n + 2%:R) / 2%:R - (n + 1)).
Proof. by field; rewrite n0 ?pnatr_eq0. Qed.
Lemma pieces_after :
  a / n * ((n + 1) * (n + 2%:R) / 2%:R - 1) + (1 - a) * 1 = 1 + a * ((n + 1) / 2%:R).
Proof. by field; rewrite n0 ?pnatr_eq0. Qed.
End Pieces.

Section SplitSecret.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).
Variables (y : B) (x' : A) (k : nat).
Hypothesis ch : channel p X Y y.
Local Notation q := (parts p k).
Local Notation U := (split X x' : T * 'I_k.+1 -> option_finType (ordinal_finType k.+1)).
Local Notation N := (k.+1%:R : R).
Definition split_kernel x (u : option 'I_k.+1) : R :=
  if u == None then (x != x')%:R else (x == x')%:R / N.
Local Notation K := split_kernel.

Lemma card_pieces : \sum_(u : option 'I_k.+1) 1 = N + 1 :> R.
Proof. by rewrite sumr_const card_option card_ord natr1. Qed.

Lemma split_sum x : \sum_u K x u = 1.
Proof.
have := one_value (fun=> 1) (None : option 'I_k.+1) ((x == x')%:R / N) (x != x')%:R.
under eq_bigr do rewrite mulr1; move=> ->; rewrite card_pieces addrK mulr1 divfK ?pnatr_eq0 //.
by case: (x == x'); rewrite ?addr0 ?add0r.
Qed.

Lemma split_at t u : \sum_(s | (s.1 == t) && (U s == u)) q s = p t * K (X t) u.
Proof.
transitivity (\sum_(i | U (t, i) == u) p t / N).
  rewrite (reindex_onto (fun i => (t, i)) snd) /= => [|[t' i] /andP[/eqP/= -> _]] //.
  by apply: eq_bigl => i; rewrite !eqxx andbT.
rewrite /split /K /=; case: (X t =P x') => _ /=.
  case: u => [i|] /=; last by rewrite big_pred0 ?mulr0.
  by rewrite (eq_bigl (pred1 i)) ?big_pred1_eq ?mul1r.
case: u => [i|] /=; first by rewrite big_pred0 ?mul0r ?mulr0.
by rewrite sumr_const card_ord -[LHS]mulr_natl mulrC divfK ?pnatr_eq0 ?mulr1.
Qed.

Lemma split_chain : markov q U (X \o fst) (Y \o fst).
Proof. exact: (larger_chain split_sum split_at Y). Qed.

Lemma split_mixed (w : A -> R) u : \sum_x w x = 1 ->
  \sum_x w x * K x u = if u == None then 1 - w x' else w x' / N.
Proof.
move=> w1; rewrite /K; case: ifP => _; last first.
  rewrite (bigD1 x') //= eqxx mul1r big1 ?addr0 // => x /negbTE->.
  by rewrite mul0r mulr0.
rewrite -[X in _ = X - _]w1 [in RHS](bigD1 x') //= addrAC subrr add0r.
rewrite (bigD1 x') //= eqxx mulr0 add0r.
by apply: eq_bigr => x -> /=; rewrite mulr1.
Qed.

Lemma split_mean s : mean q (fun t => guesses R (U t) s) =
  pr p X x' / N * (\sum_u guesses R u s - guesses R None s) +
  (1 - pr p X x') * guesses R (None : option 'I_k.+1) s.
Proof.
rewrite (meanE q U (fun u => guesses R u s)) -one_value; apply: eq_bigr => u _; congr (_ * _).
rewrite -(split_mixed _ (pr_sum p X)) -(pr_suml q (X \o fst)); apply: eq_bigr => x _.
by rewrite pr_bothC (larger_secret split_at).
Qed.

Lemma split_mean_given s : mean_given q (Y \o fst) y (fun t => guesses R (U t) s) =
  posterior p X Y x' y / N * (\sum_u guesses R u s - guesses R None s) +
  (1 - posterior p X Y x' y) * guesses R (None : option 'I_k.+1) s.
Proof.
have [full y0] := ch.
rewrite (mean_givenE q U (Y \o fst) y (fun u => guesses R u s)) -one_value.
apply: eq_bigr => u _; congr (_ * _).
rewrite -(split_mixed _ (posterior_sum X y0)).
have full' x : 0 < pr q (X \o fst) x by rewrite (larger_pr split_sum split_at).
have y0' : 0 < pr q (Y \o fst) y by rewrite (larger_pr split_sum split_at).
rewrite (posterior_function full' split_chain y0'); apply: eq_bigr => x _.
by rewrite (larger_posterior split_sum split_at) (larger_given split_sum split_at) // full.
Qed.

Lemma pieces_sum (s : {perm option 'I_k.+1}) : \sum_u guesses R u s = (N + 1) * (N + 2%:R) / 2%:R.
Proof.
apply: (mulfI (x := 2%:R)); first by rewrite pnatr_eq0.
rewrite ranks_sum card_option card_ord mulrC divfK ?pnatr_eq0 //.
by rewrite natrM natr1 -[_.+3%:R]natr1 -natr1 -addrA.
Qed.

Local Notation half := ((N + 1) / 2%:R).

Lemma split_before :
  pr p X x' * half <= least 1%g (fun s => mean q (fun t => guesses R (U t) s)).
Proof.
have n0 : N != 0 by rewrite pnatr_eq0.
apply: least_ge => s; rewrite split_mean pieces_sum.
have r0 := rank_ge R s None; have r1 := rank_le R s None.
rewrite card_option card_ord -natr1 in r1.
apply: (@le_trans _ _ (pr p X x' / N * ((N + 1) * (N + 2%:R) / 2%:R - (N + 1)))).
  by rewrite -pieces_before.
rewrite -[X in X <= _]addr0; apply: ler_add.
  by rewrite ler_wpmul2l ?divr_ge0 ?pr_ge0 ?ler0n // ler_add2l ler_opp2.
by rewrite mulr_ge0 ?subr_ge0 ?pr_le1 // ler0n.
Qed.

Lemma split_after :
  least 1%g (fun s => mean_given q (Y \o fst) y (fun t => guesses R (U t) s)) <=
  1 + posterior p X Y x' y * half.
Proof.
have n0 : N != 0 by rewrite pnatr_eq0.
have [s e] := first_guess R (None : option 'I_k.+1).
apply: le_trans (least_le _ _ s) _; rewrite split_mean_given pieces_sum e.
by rewrite pieces_after.
Qed.

Lemma split_after_gt0 :
  0 < least 1%g (fun s => mean_given q (Y \o fst) y (fun t => guesses R (U t) s)).
Proof.
have [full y0] := ch.
apply: lt_le_trans ltr01 _; apply: least_ge => s.
rewrite (mean_givenE q U (Y \o fst) y (fun u => guesses R u s)).
have y0' : 0 < pr q (Y \o fst) y by rewrite (larger_pr split_sum split_at).
rewrite -[X in X <= _](posterior_sum U y0'); apply: ler_sum => u _.
by rewrite -[X in X <= _]mulr1 ler_wpmul2l ?posterior_ge0 ?rank_ge.
Qed.
End SplitSecret.

(* ---- the divergence of the prior from the posterior ---- *)

Section Divergence.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).
Variables (y : B).
Hypothesis ch : channel p X Y y.
Local Notation post := (fun x => posterior p X Y x y).
Local Notation lo := (minlift p X Y y).

Lemma divergence_pmc : veq (divergence (pr p X) post) (pmc p X Y y).
Proof.
have [full y0] := ch; have rp := rep_pmc p X Y y.
have s0 (w : A -> R) (E : {set A}) : (forall x, 0 <= w x) -> 0 <= \sum_(x in E) w x.
  by move=> h; apply: sumr_ge0.
have d : divergence (pr p X) post <> Undef.
  apply: largest_def => E _; apply: ratio_def; apply: s0 => x; first exact: pr_ge0.
  exact: posterior_ge0.
rewrite veq_le; apply/andP; split.
  apply: largest_le => [|E _]; first exact: rep_def rp.
  have [->|[x xE]] := set_0Vmem E.
    by rewrite !big_set0 ratio00 (rep_le (rep_fin 0) rp) expR0 !mul1r lo_le1.
  have a0 : 0 < \sum_(x in E) pr p X x.
    by rewrite (bigD1 x) //= ltr_paddr // sumr_ge0 // => z _; apply: pr_ge0.
  have b0 : 0 <= \sum_(x in E) post x by apply: s0 => z; apply: posterior_ge0.
  rewrite (rep_le (rep_ratio (ltW a0) b0 (or_introl a0)) rp) mul1r mulr_suml.
  by apply: ler_sum => z _; rewrite mulrC lo_posterior.
have [x e] := lo_is full y0.
apply: vle_trans (largest_ge (x := [set x]) d isT); rewrite !big_set1.
have r := rep_ratio (ltW (full x)) (posterior_ge0 p X Y x y) (or_introl (full x)).
rewrite (rep_le rp r) mul1r -e /lift /posterior le_eqVlt; apply/orP; left; apply/eqP.
by field; rewrite !gt_eqF ?full.
Qed.
End Divergence.

(* ---- guesswork, attained as nearly as one likes ---- *)

Theorem pmc_guesswork_b_holds : pmc_guesswork_b.
Proof.
move=> R T p A B X Y y x' delta ch rarest delta0; have [full y0] := ch.
have ev : minlift p X Y y = lift p X Y x' y.
  by have [x e] := lo_is full y0; apply/le_anti; rewrite lo_le_lift ?full //= -e rarest.
pose a := pr p X x'; pose v := lift p X Y x' y; have a0 : 0 < a := full x'.
have v0 : 0 <= v := lift_ge0 p X Y y x'.
have av : posterior p X Y x' y = a * v.
  by rewrite /a /v /lift /posterior; field; rewrite !gt_eqF ?full.
have ea : a = pr p X x' by [].
rewrite -/v in ev; clearbody a v.
pose M := if v == 0 then (delta * a)^-1 else (delta * a * v * v)^-1.
have M0 : 0 <= M by rewrite /M; case: ifP => _; rewrite invr_ge0 ?mulr_ge0 ?(ltW delta0) ?(ltW a0).
pose k := (2 * Num.bound M)%N; have kM : M < (k.+1%:R + 1) / 2%:R.
  apply: lt_le_trans (archi_boundP M0) _; rewrite ler_pdivl_mulr ?ltr0n //.
  by rewrite -natrM natr1 ler_nat mulnC ltnW // ltnW.
exists k => q U Y' before after; split; first exact: split_chain.
set K := (k.+1%:R + 1) / 2%:R in kM.
have hb : a * K <= before .
  by rewrite ea; exact: split_before.
have ha : after <= 1 + a * v * K by rewrite -av; apply: split_after ch.
clearbody K.
have after0 : 0 < after := split_after_gt0 x' k ch.
have K0 : 0 < K := le_lt_trans M0 kM.
have d0 : 0 < 1 + a * v * K by rewrite ltr_paddr ?ltr01 ?mulr_ge0 ?(ltW K0) ?(ltW a0).
have ratio : a * K / (1 + a * v * K) <= before / after.
  apply: ler_pmul; rewrite ?invr_ge0 ?mulr_ge0 ?(ltW a0) ?(ltW K0) ?(ltW d0) //.
  by rewrite lef_pinv ?posrE.
have := divergence_pmc ch; rewrite /pmc ev /vlog.
have [v1|v1] := ltP 0 v; last first.
  have e : v = 0 by apply/le_anti; rewrite v1 v0.
  rewrite e eqxx /=; case: (divergence _ _) => //= _; apply: lt_le_trans ratio.
  rewrite e mulr0 mul0r addr0 divr1; move: kM; rewrite /M e eqxx invfM.
  by rewrite ltr_pdivr_mulr // mulrC.
case: (divergence _ _) => //= x /eqP ->; rewrite expRN lnK ?posrE //.
apply: lt_le_trans ratio; rewrite ltr_pdivl_mulr //.
have : 1 < delta * a * v * v * K.
  move: kM; rewrite /M gt_eqF // -[X in X < _]mul1r ltr_pdivr_mulr ?mulr_gt0 //.
  by rewrite mulrC.
move=> h; rewrite -subr_gt0.
have -> : a * K - (v^-1 - delta) * (1 + a * v * K) = (delta * a * v * v * K - 1) / v + delta.
  by field; rewrite gt_eqF.
by rewrite addr_gt0 // divr_gt0 // subr_gt0.
Qed.
