(* A secret bit, and two answers that tell it with errors, each on its own: the worlds that meet the
   hypotheses of most statements about adversaries. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs guesses.
From pmlsym Require Import products claims_costs averages figure_two.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- any law and any answers ---- *)

Section Any.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).

Lemma secret_chain : markov p X X Y.
Proof.
move=> u x y; have [<-|n] := eqVneq u x.
  have -> : pr p (both X (both X Y)) (u, (u, y)) = pr p (both X Y) (u, y).
    by apply: eq_bigl => t; rewrite /both !xpair_eqE andbA andbb.
  have -> : pr p (both X X) (u, u) = pr p X u.
    by apply: eq_bigl => t; rewrite /both !xpair_eqE andbb.
  by rewrite mulrC.
have -> : pr p (both X X) (u, x) = 0.
  by apply: big_pred0 => t; rewrite /both xpair_eqE; case: eqP => // ->; apply: negbTE.
rewrite mul0r; have -> : pr p (both X (both X Y)) (u, (x, y)) = 0; last by rewrite mul0r.
apply: big_pred0 => t; rewrite /both !xpair_eqE; case: (X t =P u) => //= ->.
by rewrite (negbTE n).
Qed.

Lemma least_lift_exists y : 0 < pr p Y y -> exists x, of_least_lift p X Y y x.
Proof.
move=> y0; have [x x0 e] := least_lift_is X y0; exists x; split=> // x' x'0.
by rewrite e least_lift_le.
Qed.
Lemma most_lift_exists y : 0 < pr p Y y -> exists x, of_most_lift p X Y y x.
Proof.
move=> y0; have [x x0 e] := most_lift_is X y0; exists x; split=> // x' x'0.
by rewrite e most_lift_ge.
Qed.
End Any.

Lemma two_secrets : (1 < #|bool_finType|)%N. Proof. by rewrite card_bool. Qed.

(* ---- a prior of a bit, and a law of the answer to each value of it ---- *)

Section Bits.
Variables (R : realType) (P : law R bool_finType) (K : bool -> bool -> R).
Hypotheses (K_ge0 : forall x y, 0 <= K x y) (K_sum : forall x, \sum_y K x y = 1).

Definition one_answer := with_kernel P id K_ge0 K_sum.
Definition two_answers := with_kernel one_answer fst K_ge0 K_sum.
Definition bit (s : bool * bool * bool) := s.1.1.
Definition answer (s : bool * bool * bool) := s.1.2.
Definition other (s : bool * bool * bool) := s.2.

Let at_one := @with_kernel_at _ _ P _ _ id _ K_ge0 K_sum.
Let at_two := @with_kernel_at _ _ one_answer _ _ fst _ K_ge0 K_sum.

Lemma one_bit x : pr one_answer fst x = P x.
Proof. by rewrite -(pr_id P x); exact: (larger_pr K_sum at_one id). Qed.

Lemma bit_is x : pr two_answers bit x = P x.
Proof. by rewrite -one_bit; exact: (larger_pr K_sum at_two fst). Qed.

Lemma bit_answer x y : pr two_answers (both bit answer) (x, y) = P x * K x y.
Proof.
transitivity (pr one_answer (both fst snd) (x, y)).
  exact: (larger_pr K_sum at_two (both fst snd)).
by rewrite pr_bothC -(pr_id P x); exact: (larger_secret at_one).
Qed.

Lemma answer_is y : pr two_answers answer y = P true * K true y + P false * K false y.
Proof. by rewrite -(pr_suml _ bit) big_bool /= !bit_answer. Qed.

Lemma answers_chain : markov two_answers other bit answer.
Proof. exact: (larger_chain K_sum at_two snd). Qed.

Lemma answer_given x y : 0 < P x -> given two_answers bit answer x y = K x y.
Proof. by move=> x0; rewrite /given bit_answer bit_is mulrAC divff ?mul1r ?gt_eqF. Qed.

Lemma answer_lift x y : 0 < P x ->
  lift two_answers bit answer x y = K x y / (P true * K true y + P false * K false y).
Proof.
by move=> x0; rewrite /lift bit_answer bit_is answer_is invfM mulrA [P x * _]mulrC mulfK ?gt_eqF.
Qed.

Hypothesis full : forall x, 0 < P x.

Lemma bit_gt0 x : 0 < pr two_answers bit x. Proof. by rewrite bit_is. Qed.
Lemma bit_secret : secret two_answers bit.
Proof. by split; [apply: two_secrets | apply: bit_gt0]. Qed.

(* where every answer is possible at every secret, all values of all are possible together *)
Hypothesis K_gt0 : forall x y, 0 < K x y.
Lemma together_gt0 (C : finType) (V : bool * bool * bool -> C) s : 0 < pr two_answers V (V s).
Proof. by apply: (@pr_gt0 R _ two_answers); rewrite /= !mulr_gt0. Qed.
Lemma answer_gt0 y : 0 < pr two_answers answer y.
Proof. exact: (together_gt0 answer (true, y, true)). Qed.
Lemma other_gt0 y : 0 < pr two_answers other y.
Proof. exact: (together_gt0 other (true, true, y)). Qed.
Lemma bit_attack y : attack two_answers bit answer y.
Proof. by split; [apply: bit_secret | apply: answer_gt0]. Qed.
Lemma bit_channel y : channel two_answers bit answer y.
Proof. by split; [apply: bit_gt0 | apply: answer_gt0]. Qed.
End Bits.

(* ---- a fair bit that each answer tells with an error of 1/4 ---- *)

Section Noisy.
Variable R : realType.

Lemma fair_gt0 x : 0 < fair R x. Proof. by rewrite invr_gt0 ltr0n. Qed.

Definition noisy (x y : bool) : R := if x == y then 3%:R / 4%:R else 1 / 4%:R.
Lemma noisy_gt0 x y : 0 < noisy x y.
Proof. by rewrite /noisy; case: ifP => _; rewrite divr_gt0 ?ltr0n ?ltr01. Qed.
Lemma noisy_ge0 x y : 0 <= noisy x y. Proof. exact/ltW/noisy_gt0. Qed.
Lemma noisy_sum x : \sum_y noisy x y = 1.
Proof. by rewrite big_bool; case: x; rewrite /noisy /=; field. Qed.

Definition errors := two_answers (fair R) noisy_ge0 noisy_sum.
Lemma errors_secret : secret errors bit. Proof. exact: (bit_secret _ _ fair_gt0). Qed.
Lemma errors_bit x : 0 < pr errors bit x. Proof. exact: (bit_gt0 _ _ fair_gt0). Qed.
Lemma errors_attack y : attack errors bit answer y.
Proof. exact: (bit_attack _ _ fair_gt0 noisy_gt0). Qed.
Lemma errors_channel y : channel errors bit answer y.
Proof. exact: (bit_channel _ _ fair_gt0 noisy_gt0). Qed.
Lemma errors_gt0 (C : finType) (V : bool * bool * bool -> C) s : 0 < pr errors V (V s).
Proof. exact: (together_gt0 _ _ fair_gt0 noisy_gt0). Qed.
Lemma errors_answer y : pr errors answer y = 2%:R^-1.
Proof. by rewrite /errors answer_is /noisy; case: y; rewrite /=; field. Qed.
Lemma errors_possible y : 0 < pr errors answer y.
Proof. by rewrite errors_answer invr_gt0 ltr0n. Qed.
Lemma errors_chain : markov errors other bit answer. Proof. exact: answers_chain. Qed.

Lemma errors_lift x y : lift errors bit answer x y = if x == y then 3%:R / 2%:R else 2%:R^-1.
Proof.
rewrite /errors (answer_lift noisy_ge0 noisy_sum y (fair_gt0 x)) /noisy.
by case: x; case: y; rewrite /=; field.
Qed.

Lemma errors_most y : maxlift errors bit answer y = 3%:R / 2%:R.
Proof.
apply/le_anti/andP; split.
  have [x <-] := hi_is errors_bit (errors_possible y); rewrite errors_lift; case: ifP => // _.
  by rewrite -[X in X <= _]mul1r ler_pmul2r ?invr_gt0 ?ltr0n // ler1n.
by have := lift_le_hi answer errors_bit y y; rewrite errors_lift eqxx.
Qed.

Lemma errors_least y : minlift errors bit answer y = 2%:R^-1.
Proof.
apply/le_anti/andP; split.
  by have := lo_le_lift answer errors_bit y (~~ y); rewrite errors_lift; case: (y).
have [x <-] := lo_is errors_bit (errors_possible y); rewrite errors_lift; case: ifP => // _.
by rewrite -[X in X <= _]mul1r ler_pmul2r ?invr_gt0 ?ltr0n // ler1n.
Qed.

Lemma errors_pml y : pml errors bit answer y = Fin (ln (3%:R / 2%:R)).
Proof. by rewrite /pml errors_most /vlog divr_gt0 ?ltr0n. Qed.
Lemma errors_pmc y : pmc errors bit answer y = Fin (ln 2%:R).
Proof. by rewrite /pmc errors_least /vlog invr_gt0 ltr0n /= lnV ?opprK // posrE ltr0n. Qed.
Lemma errors_ldp y : ldp errors bit answer y = Fin (ln 3%:R).
Proof.
rewrite /ldp errors_least errors_most invr_eq0 pnatr_eq0 /= invrK divfK ?pnatr_eq0 //.
by rewrite /vlog ltr0n.
Qed.

Lemma errors_bit_is x : pr errors bit x = 2%:R^-1.
Proof. exact: (bit_is (fair R) noisy_ge0 noisy_sum). Qed.
Lemma errors_pmin : pmin errors bit = 2%:R^-1.
Proof.
apply/le_anti/andP; split; first by rewrite -(errors_bit_is true) pmin_le.
by apply/bigmin_geP; split=> [|x _]; rewrite ?errors_bit_is // invf_le1 ?ltr0n // ler1n.
Qed.

Lemma log3_ge0 : 0 <= ln 3%:R :> R. Proof. by rewrite ln_ge0 // ler1n. Qed.
Lemma log32_ge0 : 0 <= ln (3%:R / 2%:R) :> R.
Proof. by rewrite ln_ge0 // ler_pdivl_mulr ?ltr0n // mul1r ler_nat. Qed.

Lemma errors_worst (f : bool -> val R) v : v <> Undef -> (forall y, f y = v) ->
  veq (worst errors answer f) v.
Proof.
move=> v0 h; have all : vle v v by apply/veq_vle/veq_refl.
apply: (worst_is (errors_possible true)); last by rewrite h.
by apply: worst_le => s _; rewrite h.
Qed.
End Noisy.

(* ---- a bit of which only `true` is ever told as `true` ---- *)

Section OneSided.
Variable R : realType.
Definition one_sided x : law R bool_finType := if x then fair R else point_law R false.
Definition lapses := two_answers (fair R) (fun x => mass_ge0 (one_sided x))
  (fun x => mass_sum (one_sided x)).
Lemma lapses_secret : secret lapses bit. Proof. exact: (bit_secret _ _ (@fair_gt0 R)). Qed.
Lemma lapses_bit x : 0 < pr lapses bit x. Proof. exact: (bit_gt0 _ _ (@fair_gt0 R)). Qed.
Lemma lapses_answer y : pr lapses answer y = if y then 1 / 4%:R else 3%:R / 4%:R.
Proof. by rewrite /lapses answer_is; case: y; rewrite /=; field. Qed.
Lemma lapses_possible y : 0 < pr lapses answer y.
Proof. by rewrite lapses_answer; case: ifP => _; rewrite divr_gt0 ?ltr0n ?ltr01. Qed.
Lemma lapses_attack y : attack lapses bit answer y.
Proof. by split; [apply: lapses_secret | apply: lapses_possible]. Qed.

Lemma lapses_lift x y : lift lapses bit answer x y =
  if y then (if x then 2%:R else 0) else (if x then 2%:R / 3%:R else 4%:R / 3%:R).
Proof. by rewrite /lapses answer_lift ?fair_gt0 //; case: x; case: y; rewrite /=; field. Qed.
Lemma lapses_told : pmc lapses bit answer true = PInf.
Proof.
rewrite /pmc; suff -> : minlift lapses bit answer true = 0 by rewrite /vlog ltxx eqxx.
apply/le_anti; rewrite lo_ge0 andbT.
by have := lo_le_lift answer lapses_bit true false; rewrite lapses_lift.
Qed.
Lemma lapses_untold : 0 < minlift lapses bit answer false.
Proof.
have [x <-] := lo_is lapses_bit (lapses_possible false).
by rewrite lapses_lift; case: ifP => _; rewrite divr_gt0 ?ltr0n.
Qed.
End OneSided.
