(* For two secrets randomized response has the most sub-convex utility under LDP; and
   what ALIP says of LDP. Proofs of claims_named.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.classical Require Import boolp.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs exclusions mechanisms.
From pmlsym Require Import claims_figure figure_two claims_named owners extremal_kernels.
From pmlsym Require Import two_likelihoods optimal_kernels randomized.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- two secrets ---- *)

Section TwoSecrets.
Variables (R : realType) (T A B : finType) (p : law R T) (X : T -> A) (Y : T -> B) (e : R).
Hypotheses (two : #|A| = 2%N) (full : forall x, 0 < pr p X x) (e0 : 0 <= e).
Hypothesis private : vle (of_ldp p X Y) (Fin e).
Local Notation g := (given p X Y).
Local Notation E := (expR e).
Local Notation both_rows y := (\sum_x g x y).

Lemma two_ok : secrets p X. Proof. by split; rewrite ?two. Qed.
Let ok := two_ok.

Lemma ldp_given x z y : g x y <= E * g z y.
Proof.
rewrite !(given_times _ ok) mulrA; have := pr_ge0 p Y y.
rewrite le_eqVlt => /orP[/eqP<-|y0]; first by rewrite !mulr0.
rewrite ler_pmul2r //; apply: le_trans (lift_le_hi Y full y x) _.
apply: (@le_trans _ _ (E * minlift p X Y y)); last first.
  by rewrite ler_pmul2l ?expR_gt0 //; exact (lo_le_lift Y full y z).
have [t et t0] := pr_at y0; have := at_most_le private t0.
by rewrite et (rep_le (rep_ldp full y0) (rep_fin e)) mulr1.
Qed.

Lemma other_secret z : exists z', forall F : A -> R, \sum_x F x = F z + F z'.
Proof.
have /cards1P[z' h] : #|[set~ z]| == 1%N by rewrite cardsC1 two.
exists z' => F; rewrite (bigD1 z) //=; congr (_ + _).
transitivity (\sum_(x in [set~ z]) F x); last by rewrite h big_set1.
by apply: eq_bigl => x; rewrite !inE.
Qed.

Definition instead (z : A) (y : B) :=
  if E == 1 then g z y else ((E + 1) * g z y - both_rows y) / (E - 1).

Lemma instead_ge0 z y : 0 <= instead z y.
Proof.
rewrite /instead; case: eqP => _; first by rewrite divr_ge0 ?pr_ge0.
rewrite divr_ge0 ?subr_ge0 ?expR_ge1 //; have [z' ->] := other_secret z.
by rewrite mulrDl mul1r addrC ler_add2r ldp_given.
Qed.

Lemma instead_sum z : \sum_y instead z y = 1.
Proof.
rewrite /instead; case: eqP => [_|/eqP e1]; first exact (given_row Y ok z).
rewrite -mulr_suml sumrB -mulr_sumr (given_row Y ok) exchange_big /=.
rewrite (eq_bigr (fun=> 1)) => [|x _]; last exact (given_row Y ok x).
rewrite sumr_const two mulr1; have -> : E + 1 - 1 *+ 2 = E - 1 by ring.
by rewrite divff // subr_eq0.
Qed.

Lemma made_of_response x y : g x y = \sum_z instead z y * @response R A e x z.
Proof.
have E1 : E + 1 != 0 by rewrite gt_eqF // addr_gt0 ?expR_gt0 ?ltr01.
have total : #|A|%:R - 1 + E = E + 1 by rewrite two; ring.
have [x' sum] := other_secret x.
have [same|other] : x' = x \/ x' != x by case: eqVneq; [left|right].
  have := sum (fun z => (z == x)%:R).
  rewrite same eqxx (bigD1 x) //= eqxx big1 => [|z /negbTE-> //].
  by rewrite addr0 -[X in X = _]addr0 => /addrI /esym/eqP; rewrite oner_eq0.
rewrite sum /response eqxx eq_sym (negbTE other) total /instead.
case: eqP => [e1|/eqP e1]; last by rewrite !sum; field; rewrite E1 subr_eq0.
have -> : g x' y = g x y.
  by apply/le_anti; have := ldp_given x x' y; have := ldp_given x' x y; rewrite e1 !mul1r => -> ->.
by rewrite e1; field.
Qed.

Lemma response_most : at_most_worth p X Y (@response R A e).
Proof.
have [K0 K1] := response_mechanism e ok; split=> // f f_ok.
exact: (worth_processed f_ok K0 instead_ge0 instead_sum made_of_response).
Qed.
End TwoSecrets.

Theorem pmc_rr_optimal_a_holds : pmc_rr_optimal_a.
Proof. by move=> R T A B p X Y e two full e0; apply: response_most. Qed.

(* ---- what ALIP says of LDP, where p_min is known ---- *)

Theorem pmc_improvable_c_holds : pmc_improvable_c.
Proof.
move=> R T A B p X Y l u ok l0 u0 /(below_limit ok) h; cbv zeta => low high.
have [_ full] := ok; have m0 := rarest_gt0 ok; have n0 := rest_gt0 ok.
set m := pmin p X in h m0 n0 *; set least := Num.max _ _.
have least0 : 0 < least by rewrite lt_maxr expR_gt0 orbT.
apply: worst_le => s s0; set y := Y s; have y0 : 0 < pr p Y y by apply: pr_gt0.
have lo_L : expR (- l) <= minlift p X Y y.
  have := at_most_le low s0; rewrite (rep_le (rep_pmc p X Y y) (rep_fin1 l)) !mul1r.
  by [].
have hi_U : maxlift p X Y y <= expR u.
  have := at_most_le high s0; rewrite (rep_le (rep_pml full y0) (rep_fin u)) !mulr1.
  by [].
have el := extreme_lo full y0; have eh := extreme_hi full y0.
have lo_least : least <= minlift p X Y y.
  rewrite le_maxl lo_L andbT ler_pdivr_mulr // -subr_ge0.
  have -> : minlift p X Y y * m - (1 - (1 - m) * expR u) =
    (maxlift p X Y y - 1 - m * (maxlift p X Y y - minlift p X Y y)) +
    (1 - m) * (expR u - maxlift p X Y y) by ring.
  by apply: addr_ge0; [rewrite subr_ge0 | rewrite (mulr_ge0 (ltW n0)) ?subr_ge0].
have hi_most : maxlift p X Y y * m <= 1 - (1 - m) * expR (- l).
  rewrite -subr_ge0.
  have -> : 1 - (1 - m) * expR (- l) - maxlift p X Y y * m =
    (1 - minlift p X Y y - m * (maxlift p X Y y - minlift p X Y y)) +
    (1 - m) * (minlift p X Y y - expR (- l)) by ring.
  by apply: addr_ge0; [rewrite subr_ge0 | rewrite (mulr_ge0 (ltW n0)) ?subr_ge0].
have up0 : 0 <= 1 - (1 - m) * expR (- l) by rewrite subr_ge0; apply: of_redraw.
have r1 := rep_quotient ler01 least0; have r2 := rep_quotient up0 m0.
have final c d : rep (vmin (Fin u) (upper_bound m l)) c d -> 0 <= c -> maxlift p X Y y * d <= c ->
    vle (ldp p X Y y) (vadd (vlog (Fin (1 / least))) (vmin (Fin u) (upper_bound m l))).
  move=> r c0 le; rewrite (rep_le (rep_ldp full y0) (rep_addl r1 r ltr01 least0)) mul1r.
  rewrite mulrCA; apply: le_trans (_ : least * c <= _); first by rewrite ler_pmul2l.
  by rewrite mulrC ler_wpmul2l.
have := rep_min (rep_fin u) r2; case: ifP => _ r.
  by apply: final r _ _; rewrite ?mulr1 // ltW // expR_gt0.
exact: final r _ _.
Qed.
