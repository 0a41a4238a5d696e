(* Mutual information, answer by answer, and three secrets of which randomized response tells less
   than a response on one bit. Proofs of claims_named.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs exclusions mechanisms.
From pmlsym Require Import claims_figure figure_two claims_named owners extremal_kernels.
From pmlsym Require Import two_likelihoods randomized realized.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- mutual information, answer by answer ---- *)

Section Information.
Variables (R : realType) (T A B : finType) (p : law R T) (X : T -> A) (Y : T -> B).
Variables (owner : B -> A) (own other : B -> R).
Hypothesis ok : secrets p X.
Hypothesis K : forall x y, given p X Y x y = if x == owner y then own y else other y.
Local Notation P := (pr p X).

Lemma information_owners : mutual_information p X Y = \sum_y
  (P (owner y) * own y * ln (own y / pr p Y y) +
   (1 - P (owner y)) * other y * ln (other y / pr p Y y)).
Proof.
rewrite /mutual_information exchange_big; apply: eq_bigr => y _ /=.
rewrite (bigD1 (owner y)) //= (owners_joint Y ok) (owners_lift ok K) K eqxx; congr (_ + _).
rewrite -(rest p X) !mulr_suml; apply: eq_bigr => x /negbTE xy.
by rewrite (owners_joint Y ok) (owners_lift ok K) K xy.
Qed.
End Information.

(* ---- three secrets ---- *)

Section Three.
Variable R : realType.
Definition halves (x : 'I_3) : R := if x == ord0 then 1 / 2%:R else 1 / 4%:R.
Lemma halves_gt0 x : 0 < halves x.
Proof. by rewrite /halves; case: ifP => _; rewrite divr_gt0 ?ltr0n ?ltr01. Qed.
Lemma halves_ge0 x : 0 <= halves x. Proof. exact/ltW/halves_gt0. Qed.
Lemma halves_sum : \sum_x halves x = 1.
Proof. by rewrite !big_ord_recl big_ord0 /halves /=; field. Qed.
Definition halves_law := Law halves_ge0 halves_sum.

(* 3^34 > 2^19 5^15 *)
Lemma powers : 2%:R ^+ 19 * 5%:R ^+ 15 < 3%:R ^+ 34 :> R.
Proof.
have h1 : 6500%:R <= 3%:R ^+ 8 :> R.
  by have -> : 3%:R ^+ 8 = 6500%:R + 61%:R :> R by [ring]; rewrite ler_addl ler0n.
have h2 : 19600%:R <= 3%:R ^+ 9 :> R.
  by have -> : 3%:R ^+ 9 = 19600%:R + 83%:R :> R by [ring]; rewrite ler_addl ler0n.
have h : 6500%:R * 19600%:R <= 3%:R ^+ 8 * 3%:R ^+ 9 :> R by apply: ler_pmul; rewrite ?ler0n.
have -> : 3%:R ^+ 34 = (3%:R ^+ 8 * 3%:R ^+ 9) ^+ 2 :> R by rewrite -exprD -exprM.
apply: (@lt_le_trans _ _ ((6500%:R * 19600%:R) ^+ 2)); last first.
  by apply: ler_expn2r h; rewrite nnegrE mulr_ge0 ?exprn_ge0 ?ler0n.
have -> : 6500%:R * 19600%:R = 2%:R ^+ 6 * 5%:R ^+ 5 * 637%:R :> R by ring.
have -> : 2%:R ^+ 19 * 5%:R ^+ 15 =
  (2%:R ^+ 6 * 5%:R ^+ 5) ^+ 2 * (2%:R ^+ 7 * 5%:R ^+ 5) :> R by ring.
rewrite [X in _ < X]exprMn ltr_pmul2l ?exprn_gt0 ?mulr_gt0 ?exprn_gt0 ?ltr0n //.
have -> : 637%:R ^+ 2 = 2%:R ^+ 7 * 5%:R ^+ 5 + 5769%:R :> R by ring.
by rewrite ltr_addl ltr0n.
Qed.

Definition odds : R := 3%:R / 2%:R.
Local Notation E := odds.
Lemma odds_gt0 : 0 < E. Proof. by rewrite divr_gt0 ?ltr0n. Qed.
Lemma odds_ge1 : 1 <= E. Proof. by rewrite ler_pdivl_mulr ?ltr0n // mul1r ler_nat. Qed.
Lemma of_odds : expR (ln E) = E. Proof. by rewrite lnK // posrE odds_gt0. Qed.
Let eE := of_odds.

Lemma own_share : E / (E + 1) = 3%:R / 5%:R. Proof. by rewrite /odds; field. Qed.
Lemma other_share : 1 / (E + 1) = 2%:R / 5%:R. Proof. by rewrite /odds; field. Qed.

Lemma on_one_bit (A : finType) (a : A) : mechanism (randomized a (ln E)).
Proof.
rewrite /randomized eE own_share other_share.
by apply: two_answers_mechanism; rewrite divr_ge0 ?ler0n //= ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
Qed.

Lemma bit_tells_more (T : finType) (p : law R T) (X : T -> 'I_3) (Y : T -> bool) (Z : T -> 'I_3) :
  (forall x, pr p X x = halves x) ->
  (forall x y, given p X Y x y = randomized ord0 (ln E) x y) ->
  (forall x z, given p X Z x z = @response R [finType of 'I_3] (ln E) x z) ->
  vle (of_ldp p X Y) (Fin (ln E)) /\ mutual_information p X Z < mutual_information p X Y.
Proof.
move=> pX KY KZ; have positive (k : nat) : 0 < k.+1%:R :> R by rewrite ltr0n.
have ok : secrets p X by split=> [|x]; rewrite ?card_ord // pX halves_gt0.
pose own (y : bool) : R := if y then 3%:R / 5%:R else 2%:R / 5%:R.
pose other (y : bool) : R := if y then 2%:R / 5%:R else 3%:R / 5%:R.
have KY' x y : given p X Y x y = if x == (fun=> ord0) y then own y else other y.
  rewrite KY /randomized eE own_share other_share /two_answers /own /other.
  by case: (x == _); case: y => //; field.
have Pa : pr p X ord0 = 1 / 2%:R by rewrite pX.
have Pb (x : 'I_3) : x != ord0 -> pr p X x = 1 / 4%:R by move=> x0; rewrite pX /halves (negbTE x0).
have outcome y : pr p Y y = 1 / 2%:R.
  by rewrite (owners_outcome ok KY') Pa; case: y; rewrite /own /other; field.
split.
  apply: worst_le => s _; have y0 : 0 < pr p Y (Y s) by rewrite outcome divr_gt0 ?ltr01.
  rewrite (rep_le (rep_ldp_owners ok KY' y0) (rep_fin _)) eE.
  have h : 2%:R / 5%:R <= 3%:R / 5%:R :> R by rewrite ler_pmul2r ?invr_gt0 // ler_nat.
  case: (Y s); rewrite /own /other ?(max_idPl h) ?(max_idPr h) ?(min_idPl h) ?(min_idPr h) /odds.
    by rewrite mulr1 le_eqVlt; apply/orP; left; apply/eqP; field.
  by rewrite mulr1 le_eqVlt; apply/orP; left; apply/eqP; field.
have n_is : #|[finType of 'I_3]|%:R - 1 + expR (ln E) = 7%:R / 2%:R :> R.
  by rewrite card_ord eE /odds; field.
have KZ' x y : given p X Z x y = if x == id y then 3%:R / 7%:R else 2%:R / 7%:R.
  by rewrite KZ /response n_is eE /odds; case: ifP => _; field.
have outcome_a : pr p Z ord0 = 5%:R / 14%:R.
  by rewrite (owners_outcome ok KZ') Pa; field.
have outcome_b (y : 'I_3) : y != ord0 -> pr p Z y = 9%:R / 28%:R.
  by move=> y0; rewrite (owners_outcome ok KZ') (Pb _ y0); field.
have [a [b [c [ea eb ec]]]] : exists a b c : R, [/\ ln 2%:R = a, ln 3%:R = b & ln 5%:R = c].
  by exists (ln 2%:R), (ln 3%:R), (ln 5%:R).
have l1 : ln (6%:R / 5%:R) = a + b - c :> R.
  rewrite ln_div ?posrE // -ea -eb -ec -lnM ?posrE //; congr (ln _ - _); ring.
have l2 : ln (4%:R / 5%:R) = a + a - c :> R.
  rewrite ln_div ?posrE // -ea -ec -lnM ?posrE //; congr (ln _ - _); ring.
have l3 : ln (4%:R / 3%:R) = a + a - b :> R.
  rewrite ln_div ?posrE // -ea -eb -lnM ?posrE //; congr (ln _ - _); ring.
have l4 : ln (8%:R / 9%:R) = a + (a + a) - (b + b) :> R.
  rewrite ln_div ?posrE // -ea -eb -!lnM ?posrE ?mulr_gt0 //; congr (ln _ - ln _); ring.
have larger : 19%:R * a + 15%:R * c < 34%:R * b.
  rewrite -ea -eb -ec -ltr_expR expRD !expR_mulnat !lnK ?posrE //; exact: powers.
rewrite (information_owners ok KY') (information_owners ok KZ') !big_ord_recl big_ord0 big_bool /=.
rewrite Pa !(Pb (fintype.lift _ _)) // outcome_a !outcome_b // !outcome /own /other /id.
have -> : 3%:R / 7%:R / (5%:R / 14%:R) = 6%:R / 5%:R :> R by field.
have -> : 2%:R / 7%:R / (5%:R / 14%:R) = 4%:R / 5%:R :> R by field.
have -> : 3%:R / 7%:R / (9%:R / 28%:R) = 4%:R / 3%:R :> R by field.
have -> : 2%:R / 7%:R / (9%:R / 28%:R) = 8%:R / 9%:R :> R by field.
have -> : 3%:R / 5%:R / (1 / 2%:R) = 6%:R / 5%:R :> R by field.
have -> : 2%:R / 5%:R / (1 / 2%:R) = 4%:R / 5%:R :> R by field.
rewrite l1 l2 l3 l4 -subr_gt0; set gap := (X in 0 < X).
have -> : gap = 3%:R / 70%:R * (34%:R * b - (19%:R * a + 15%:R * c)) by rewrite /gap; field.
by rewrite mulr_gt0 ?divr_gt0 // subr_gt0.
Qed.
End Three.

Theorem pmc_rr_optimal_b_holds : pmc_rr_optimal_b.
Proof.
move=> R; pose P := halves_law R; have full x : 0 < P x := halves_gt0 R x.
have ok : secrets P id by split=> [|x]; rewrite ?card_ord ?pr_id.
have e0 : 0 <= ln (odds R) by apply: ln_ge0; exact: odds_ge1.
have m1 := on_one_bit R (ord0 : [finType of 'I_3]); have m2 := response_mechanism (ln (odds R)) ok.
have [T [p [X [Y [Z [pX KY KZ]]]]]] := realized full m1 m2.
exists T, [finType of 'I_3], p, X, Y, Z, ord0, (ln (odds R)).
have [private more] := bit_tells_more pX KY KZ.
split; split=> //; first by rewrite card_ord.
  by move=> x; rewrite pX.
move=> x x0; rewrite !pX /= /halves eqxx (negbTE x0) ltr_pmul2l ?ltr01 //.
by rewrite ltf_pinv ?posrE ?ltr0n // ltr_nat.
Qed.
