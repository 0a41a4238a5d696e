(* Costs, gains and guesses of `pmc` at an outcome, on average and at worst; two
   releases, and several priors; as stated in the ledger. The proofs stand in averages.v,
   costs.v, attained.v, pieces.v, chains.v, jensen.v, mixed_priors.v, shares.v and kept.v.
   To be read: every definition, beside the claim of the ledger that is named above it. *)
From mathcomp Require Import all_ssreflect all_algebra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law claims_pmc.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- what is said of an adversary ---- *)

(* of finitely many numbers; w0 is any one of the w, so that there is one *)
Definition most (R : realType) (W : finType) (w0 : W) (F : W -> R) := \big[Num.max/F w0]_w F w.

Section Payoffs.
Variables (R : realType) (T : finType) (p : law R T) (B C W : finType).
Variables (U : T -> C) (Y : T -> B) (c : C -> W -> R) (w0 : W).

(* the least mean cost of a choice, and given y; the same of the largest mean gain *)
Definition least_before := least w0 (fun w => mean p (fun t => c (U t) w)).
Definition least_after y := least w0 (fun w => mean_given p Y y (fun t => c (U t) w)).
Definition most_before := most w0 (fun w => mean p (fun t => c (U t) w)).
Definition most_after y := most w0 (fun w => mean_given p Y y (fun t => c (U t) w)).

(* at an outcome; log_ratio is the log of a ratio, where 0/0 = 1 *)
Definition cost y := log_ratio least_before (least_after y).
Definition gain y := log_ratio (most_after y) most_before.

(* over the mean of the least given Y; outcomes of probability 0 do not count *)
Definition average_cost :=
  log_ratio least_before (\sum_(y in outcomes p Y) pr p Y y * least_after y).
(* over the least given any possible outcome; y0 is any one of these, so that there is one *)
Definition worst_cost y0 :=
  log_ratio least_before (\big[Num.min/least_after y0]_(y in outcomes p Y) least_after y).
End Payoffs.

(* a wrong guess of u costs 1, a right one gains 1 *)
Definition wrong (R : realType) (C : finType) (u w : C) : R := (u != w)%:R.
Definition right (R : realType) (C : finType) (u w : C) : R := (u == w)%:R.

(* pmc(X->y) is D_inf(P_X || P_X|Y=y), and pml(X->y) is D_inf(P_X|Y=y || P_X) *)
Definition pmc_at (R : realType) (T : finType) (p : law R T) (A B : finType)
    (X : T -> A) (Y : T -> B) y := divergence (pr p X) (fun x => posterior p X Y x y).
Definition pml_at (R : realType) (T : finType) (p : law R T) (A B : finType)
    (X : T -> A) (Y : T -> B) y := divergence (fun x => posterior p X Y x y) (pr p X).

(* at least two secrets, and a prior with positive entries *)
Definition secret (R : realType) (T : finType) (p : law R T) (A : finType) (X : T -> A) :=
  (1 < #|A|)%N /\ forall x, 0 < pr p X x.
(* the same of X, and an outcome y that is possible *)
Definition attack (R : realType) (T : finType) (p : law R T) (A B : finType)
    (X : T -> A) (Y : T -> B) y := secret p X /\ 0 < pr p Y y.

(* x is a secret of the smallest, or largest, P(x|y)/P(x) *)
Definition of_least_lift (R : realType) (T : finType) (p : law R T) (A B : finType)
    (X : T -> A) (Y : T -> B) y x :=
  0 < pr p X x /\ forall x', 0 < pr p X x' -> lift p X Y x y <= lift p X Y x' y.
Definition of_most_lift (R : realType) (T : finType) (p : law R T) (A B : finType)
    (X : T -> A) (Y : T -> B) y x :=
  0 < pr p X x /\ forall x', 0 < pr p X x' -> lift p X Y x' y <= lift p X Y x y.

(* ---- at an outcome ---- *)

(* pmc.divergence 1; histogram.eq-2 1 *)
Definition pmc_gains_at := forall (R : realType) (T : finType) (p : law R T) (A B C W : finType)
    (X : T -> A) (Y : T -> B) (U : T -> C) (c : C -> W -> R) w0 y,
  attack p X Y y -> markov p U X Y -> (forall u w, 0 <= c u w) ->
  vle (gain p U Y c w0 y) (pml_at p X Y y).

(* a single choice *)
(* pmc.divergence 2 *)
Definition pmc_gains_one := forall (R : realType) (T : finType) (p : law R T) (A B : finType)
    (X : T -> A) (Y : T -> B) y x,
  attack p X Y y -> of_most_lift p X Y y x ->
  veq (gain p X Y (fun x' (_ : unit) => (x' == x)%:R) tt y) (pml_at p X Y y).

(* pmc.divergence 3 *)
Definition pmc_gains_guess := forall (R : realType) (T : finType) (p : law R T) (A B C : finType)
    (X : T -> A) (Y : T -> B) (U : T -> C) u0 y,
  attack p X Y y -> markov p U X Y -> vle (gain p U Y (@right R C) u0 y) (pml_at p X Y y).

(* x is kept as None; all others are split in k + 1 equally likely values Some i *)
Definition split_rest (T A : finType) k (X : T -> A) x (s : T * 'I_k.+1) :=
  if X s.1 == x then None else Some s.2.

(* from some number of pieces on; X and Y are as they were *)
(* pmc.divergence 4; histogram.eq-2 3 *)
Definition pmc_gains_split := forall (R : realType) (T : finType) (p : law R T) (A B : finType)
    (X : T -> A) (Y : T -> B) y x,
  attack p X Y y -> of_most_lift p X Y y x ->
  exists enough, forall k, (enough <= k)%N ->
    let q := parts p k in let U := split_rest X x in let X' := X \o fst in let Y' := Y \o fst in
    [/\ forall x y, pr q (both X' Y') (x, y) = pr p (both X Y) (x, y), markov q U X' Y' &
        veq (gain q U Y' (@right R (option_finType (ordinal_finType k.+1))) None y)
            (pml_at p X Y y)].

(* pmc.divergence 5 *)
Definition pmc_costs_at := forall (R : realType) (T : finType) (p : law R T) (A B C W : finType)
    (X : T -> A) (Y : T -> B) (U : T -> C) (c : C -> W -> R) w0 y,
  attack p X Y y -> markov p U X Y -> (forall u w, 0 <= c u w) ->
  vle (cost p U Y c w0 y) (pmc_at p X Y y).

(* pmc.divergence 6 *)
Definition pmc_costs_one := forall (R : realType) (T : finType) (p : law R T) (A B : finType)
    (X : T -> A) (Y : T -> B) y x,
  attack p X Y y -> of_least_lift p X Y y x ->
  veq (cost p X Y (fun x' (_ : unit) => (x' == x)%:R) tt y) (pmc_at p X Y y).

(* pmc.divergence 7; pmc.theorem-2 1 *)
Definition pmc_costs_guess := forall (R : realType) (T : finType) (p : law R T) (A B C : finType)
    (X : T -> A) (Y : T -> B) (U : T -> C) u0 y,
  attack p X Y y -> markov p U X Y -> vle (cost p U Y (@wrong R C) u0 y) (pmc_at p X Y y).

(* split X x splits x in k + 1 equally likely values, and keeps the rest as one *)
(* pmc.divergence 8; pmc.theorem-2 2 *)
Definition pmc_costs_split := forall (R : realType) (T : finType) (p : law R T) (A B : finType)
    (X : T -> A) (Y : T -> B) y x,
  attack p X Y y -> of_least_lift p X Y y x ->
  exists enough, forall k, (enough <= k)%N ->
    let q := parts p k in let U := split X x in let X' := X \o fst in let Y' := Y \o fst in
    [/\ forall x y, pr q (both X' Y') (x, y) = pr p (both X Y) (x, y), markov q U X' Y' &
        veq (cost q U Y' (@wrong R (option_finType (ordinal_finType k.+1))) None y)
            (pmc_at p X Y y)].

(* pmc.theorem-2 3 *)
Definition pmc_theorem_2_lift := forall (R : realType) (T : finType) (p : law R T) (A B : finType)
    (X : T -> A) (Y : T -> B) y,
  attack p X Y y -> veq (pmc_at p X Y y) (vopp (vlog (Fin (minlift p X Y y)))).

(* the gain 1/P(x) for the secret x, any secret w as the choice *)
Definition one_over (R : realType) (T : finType) (p : law R T) (A : finType) (X : T -> A) x w : R :=
  if x == w then 1 / pr p X x else 0.

(* histogram.eq-2 2 *)
Definition histogram_eq_2_reached := forall (R : realType) (T : finType) (p : law R T)
    (A B : finType) (X : T -> A) (Y : T -> B) w0 y,
  attack p X Y y -> veq (gain p X Y (one_over p X) w0 y) (pml_at p X Y y).

(* histogram.eq-2 4 *)
Definition histogram_eq_2_formula := forall (R : realType) (T : finType) (p : law R T)
    (A B : finType) (X : T -> A) (Y : T -> B) y,
  attack p X Y y -> veq (pml_at p X Y y) (vlog (Fin (maxlift p X Y y))).

(* larger than every number is infinite *)
(* pmc.conclusion.zero-cost.repair *)
Definition pmc_conclusion_zero_cost_repair := forall (R : realType) (T : finType) (p : law R T)
    (A B C W : finType) (X : T -> A) (Y : T -> B) (U : T -> C) (c : C -> W -> R) w0 y (e : R),
  attack p X Y y -> markov p U X Y -> (forall u w, 0 <= c u w) -> 0 <= e ->
  least_after p U Y c w0 y = 0 -> least_before p U c w0 != 0 -> vlt (Fin e) (pmc_at p X Y y).

(* ---- given a value of a third variable ---- *)

(* the law given Z = z *)
Section Given.
Variables (R : realType) (T : finType) (p : law R T) (D : finType) (Z : T -> D) (z : D).
Hypothesis z0 : 0 < pr p Z z.
Definition mass_given t := (if Z t == z then p t else 0) / pr p Z z.
Lemma mass_given_ge0 t : 0 <= mass_given t.
Proof. by rewrite divr_ge0 ?(ltW z0) //; case: ifP => // _; apply: mass_ge0. Qed.
Lemma mass_given_sum : \sum_t mass_given t = 1.
Proof. by rewrite -mulr_suml -big_mkcond divff // gt_eqF. Qed.
Definition law_given := Law mass_given_ge0 mass_given_sum.
End Given.

(* priors given z may rule out secrets; all laws, and U - X - Y, are those given Z = z *)
(* pmc.corollary-2 1 *)
Definition pmc_corollary_2_costs := forall (R : realType) (T : finType) (p : law R T)
    (A B C D W : finType) (X : T -> A) (Y : T -> B) (Z : T -> D) (U : T -> C)
    (c : C -> W -> R) w0 y z (z0 : 0 < pr p Z z),
  let q := law_given z0 in
  0 < pr p (both Y Z) (y, z) -> markov q U X Y -> (forall u w, 0 <= c u w) ->
  vle (cost q U Y c w0 y) (pmc_at q X Y y).

(* pmc.corollary-2 2 *)
Definition pmc_corollary_2_one := forall (R : realType) (T : finType) (p : law R T)
    (A B D : finType) (X : T -> A) (Y : T -> B) (Z : T -> D) y z (z0 : 0 < pr p Z z) x,
  let q := law_given z0 in
  0 < pr p (both Y Z) (y, z) -> of_least_lift q X Y y x ->
  veq (cost q X Y (fun x' (_ : unit) => (x' == x)%:R) tt y) (pmc_at q X Y y).

(* ---- on average, and at worst ---- *)

(* pmc.max-cost-leakage 1; pmc.eq-9.first 1 *)
Definition pmc_average_costs := forall (R : realType) (T : finType) (p : law R T)
    (A B C W : finType) (X : T -> A) (Y : T -> B) (U : T -> C) (c : C -> W -> R) w0,
  secret p X -> markov p U X Y -> (forall u w, 0 <= c u w) ->
  vle (average_cost p U Y c w0) (maximal_cost_leakage p X Y).

(* pmc.max-cost-leakage 2; pmc.eq-9.first 2 *)
Definition pmc_average_cost_reached := forall (R : realType) (T : finType) (p : law R T)
    (A B : finType) (X : T -> A) (Y : T -> B) w0,
  secret p X -> veq (average_cost p X Y (one_over p X) w0) (maximal_cost_leakage p X Y).

(* pmc.proposition-2 *)
Definition pmc_proposition_2 := forall (R : realType) (T : finType) (p : law R T)
    (A B C W : finType) (X : T -> A) (Y : T -> B) (U : T -> C) (c : C -> W -> R) w0 x0,
  secret p X -> markov p U X Y -> (forall u w, 0 <= c u w) ->
  vle (average_cost p U Y c w0) (average_cost p X Y (one_over p X) x0).

(* a choice is an order of the values of U, and costs the place of U in it *)
(* pmc.guesswork.leakage *)
Definition pmc_guesswork_leakage := forall (R : realType) (T : finType) (p : law R T)
    (A B C : finType) (X : T -> A) (Y : T -> B) (U : T -> C),
  secret p X -> markov p U X Y ->
  vle (average_cost p U Y (@guesses R C) 1%g) (maximal_cost_leakage p X Y).

(* pmc.max-realizable-cost 1 *)
Definition pmc_worst_costs := forall (R : realType) (T : finType) (p : law R T)
    (A B C W : finType) (X : T -> A) (Y : T -> B) (U : T -> C) (c : C -> W -> R) w0 y0,
  secret p X -> 0 < pr p Y y0 -> markov p U X Y -> (forall u w, 0 <= c u w) ->
  vle (worst_cost p U Y c w0 y0) (worst p Y (pmc_at p X Y)).

(* pmc.max-realizable-cost 2 *)
Definition pmc_worst_cost_reached := forall (R : realType) (T : finType) (p : law R T)
    (A B : finType) (X : T -> A) (Y : T -> B) w0 y0,
  secret p X -> 0 < pr p Y y0 ->
  veq (worst_cost p X Y (one_over p X) w0 y0) (worst p Y (pmc_at p X Y)).

(* the largest log(P(x) P(y) / P(x, y)) of a secret and a possible outcome *)
(* pmc.max-realizable-cost 3 *)
Definition pmc_worst_pairs := forall (R : realType) (T : finType) (p : law R T) (A B : finType)
    (X : T -> A) (Y : T -> B),
  secret p X ->
  veq (largest (fun xy : A * B => 0 < pr p Y xy.2)
         (fun xy => log_ratio (pr p X xy.1 * pr p Y xy.2) (pr p (both X Y) xy)))
      (worst p Y (pmc_at p X Y)).

(* the mean over the outcomes *)
Definition mean_outcome (R : realType) (T : finType) (p : law R T) (B : finType) (Y : T -> B)
    (f : B -> val R) := \big[@vadd R/Fin 0]_(y | 0 < pr p Y y) vmul (Fin (pr p Y y)) (f y).

(* pmc.eq-9; pmc.eq-9.strict.repair 1 *)
Definition pmc_eq_9 := forall (R : realType) (T : finType) (p : law R T) (A B : finType)
    (X : T -> A) (Y : T -> B),
  secret p X -> vle (maximal_cost_leakage p X Y) (mean_outcome p Y (pmc p X Y)).

(* pmc.eq-9.strict.repair 2 *)
Definition pmc_eq_9_strict_repair_less := forall (R : realType) (T : finType) (p : law R T)
    (A B : finType) (X : T -> A) (Y : T -> B),
  secret p X ->
  vlt (vexp (vopp (worst p Y (pmc p X Y))))
      (mean_outcome p Y (fun y => vexp (vopp (pmc p X Y y)))) ->
  vlt (maximal_cost_leakage p X Y) (mean_outcome p Y (pmc p X Y)).

(* pmc.eq-9.strict.repair 3 *)
Definition pmc_eq_9_strict_repair_same := forall (R : realType) (T : finType) (p : law R T)
    (A B : finType) (X : T -> A) (Y : T -> B),
  secret p X ->
  veq (vexp (vopp (worst p Y (pmc p X Y))))
      (mean_outcome p Y (fun y => vexp (vopp (pmc p X Y y)))) ->
  veq (maximal_cost_leakage p X Y) (mean_outcome p Y (pmc p X Y)).

(* pmc.eq-9.first 3 *)
Definition pmc_eq_9_first_mean := forall (R : realType) (T : finType) (p : law R T)
    (A B : finType) (X : T -> A) (Y : T -> B),
  secret p X ->
  veq (vexp (vopp (maximal_cost_leakage p X Y)))
      (mean_outcome p Y (fun y => vexp (vopp (pmc p X Y y)))).

(* ---- Lemma 1: two releases ---- *)

(* pmc(X->z|y) has the prior P_X|Y=y, and runs over the secrets that this allows *)
(* pmc.lemma-1.vii *)
Definition pmc_lemma_1_vii := forall (R : realType) (T : finType) (p : law R T) (A B C : finType)
    (X : T -> A) (Y : T -> B) (Z : T -> C) y z (y0 : 0 < pr p Y y),
  secret p X -> 0 < pr p (both Y Z) (y, z) ->
  vle (pmc p X (both Y Z) (y, z)) (vadd (pmc p X Y y) (pmc (law_given y0) X Z z)).

(* ---- Sec. VII ---- *)

(* LDP(e) says that ldp is at most e at every possible outcome *)
(* pmc.conclusion.lip-utility 2 *)
Definition pmc_conclusion_lip_utility_b := forall (R : realType) (T : finType) (p : law R T)
    (A B : finType) (X : T -> A) (Y : T -> B) (e : R),
  secret p X -> 0 <= e -> (forall y, 0 < pr p Y y -> vle (ldp p X Y y) (Fin e)) ->
  forall y, 0 < pr p Y y ->
    vle (vmul (Fin (1 + pmin p X * expR (- e) / (1 - pmin p X)))
              (vadd (Fin 1) (vopp (vexp (vopp (pmc p X Y y))))))
        (Fin (1 - expR (- e))).

(* pmc.conclusion.lip-utility 3 *)
Definition pmc_conclusion_lip_utility_c := forall (R : realType) (T : finType) (p : law R T)
    (A B : finType) (X : T -> A) (Y : T -> B) (e : R),
  secret p X -> 0 <= e -> (forall y, 0 < pr p Y y -> vle (ldp p X Y y) (Fin e)) ->
  forall y, 0 < pr p Y y ->
    vle (vmul (Fin (1 + pmin p X * expR (- e) / (1 - pmin p X)))
              (vadd (vexp (pml p X Y y)) (Fin (- 1))))
        (Fin (expR e - 1)).

(* ---- one mechanism under several priors ---- *)

(* the joint law of a secret of the prior P and what the mechanism K says of it *)
Section Joint.
Variables (R : realType) (A B : finType) (P : law R A) (K : A -> law R B).
Definition mass_joint (s : A * B) := P s.1 * K s.1 s.2.
Lemma mass_joint_ge0 s : 0 <= mass_joint s.
Proof. by rewrite mulr_ge0 ?mass_ge0. Qed.
Lemma mass_joint_sum : \sum_s mass_joint s = 1.
Proof.
transitivity (\sum_x \sum_y mass_joint (x, y)); first by rewrite pair_big; apply: eq_bigr => -[].
rewrite -(mass_sum P); apply: eq_bigr => x _.
by rewrite /mass_joint /= -mulr_sumr mass_sum mulr1.
Qed.
Definition joint := Law mass_joint_ge0 mass_joint_sum.

(* under the prior P: P(y), the smallest and largest P(y|x) of a secret that it allows, leakages;
   probabilities are at most 1 and at least 0 *)
Variable y : B.
Definition chance := pr joint snd y.
Definition least_of := \big[Num.min/1]_(x | 0 < P x) K x y.
Definition most_of := \big[Num.max/0]_(x | 0 < P x) K x y.
Definition pmc_of := pmc joint fst snd y.
Definition pml_of := pml joint fst snd y.
Definition ldp_of := ldp joint fst snd y.
End Joint.

Section Priors.
Variables (R : realType) (A : finType).
Definition on_one_secret (D : law R A) := exists x, D x = 1.
Definition is_mixture (M : law R A) t (P Q : law R A) := forall x, M x = t * P x + (1 - t) * Q x.
End Priors.

(* pmc.lemma-1.iv *)
Definition pmc_lemma_1_iv := forall (R : realType) (A B : finType) (K : A -> law R B)
    (P Q M : law R A) y (theta : R),
  0 < theta -> theta < 1 -> is_mixture M theta P Q -> 0 < chance P K y -> 0 < chance Q K y ->
  vle (vadd (vmul (Fin theta) (pmc_of P K y)) (vmul (Fin (1 - theta)) (pmc_of Q K y)))
      (pmc_of M K y).

(* pmc.remark-3 2 *)
Definition pmc_remark_3_b := forall (R : realType) (A B : finType) (K : A -> law R B)
    (P : law R A) y,
  0 < chance P K y -> least_of P K y = 0 <-> veq (vexp (vopp (pmc_of P K y))) (Fin 0).

(* pmc.section-6.chance 1 *)
Definition pmc_section_6_chance_a := forall (R : realType) (S B : finType) (K : S -> law R B)
    (A A' P : law R S) y (theta : R),
  on_one_secret A -> on_one_secret A' -> 0 < theta -> theta < 1 -> is_mixture P theta A A' ->
  0 < chance P K y -> theta * chance A K y = chance P K y ->
  veq (vexp (vopp (pmc_of P K y))) (Fin 0).

(* P is the prior R of the claim; an outcome that it rules out has no ldp under it. As share is in
   (0, 1) there is such a mixture Q, and it is one law *)
(* pmc.theorem-1 2; pmc.table-2 9 *)
Definition pmc_theorem_1_b := forall (R : realType) (A B : finType) (K : A -> law R B)
    (P D : law R A) y (e : R),
  0 <= e -> 0 < chance P K y -> on_one_secret D -> chance D K y = least_of P K y ->
  vlt (Fin e) (ldp_of P K y) ->
  let share := (most_of P K y - expR e * least_of P K y) / (2%:R * expR e) in
  [/\ 0 < share, share < 1, exists Q, is_mixture Q share P D &
      forall Q, is_mixture Q share P D -> vlt (Fin e) (pml_of Q K y)].

(* pmc.theorem-5 2; pmc.table-2 10 *)
Definition pmc_theorem_5_b := forall (R : realType) (A B : finType) (K : A -> law R B)
    (P D : law R A) y (e : R),
  0 <= e -> 0 < chance P K y -> on_one_secret D -> chance D K y = most_of P K y ->
  vlt (Fin e) (ldp_of P K y) ->
  let share := (most_of P K y - expR e * least_of P K y) / (2%:R * most_of P K y) in
  [/\ 0 < share, share < 1, exists Q, is_mixture Q share P D &
      forall Q, is_mixture Q share P D -> vlt (Fin e) (pmc_of Q K y)].

(* ---- mechanisms that there are ---- *)

(* pmc.remark-3 3 *)
Definition pmc_remark_3_c := forall R : realType, exists (T A B : finType) (p : law R T)
    (X : T -> A) (Y : T -> B),
  secret p X /\ veq (vexp (vopp (worst p Y (pmc p X Y)))) (Fin 0).

(* pmc.section-6.chance 2 *)
Definition pmc_section_6_chance_b := forall R : realType, exists (T A B : finType) (p : law R T)
    (X : T -> A) (Y : T -> B),
  [/\ #|A| = 2%N, secret p X & veq (vexp (vopp (worst p Y (pmc p X Y)))) (Fin 0)].

(* pmc.section-6.stronger 2 *)
Definition pmc_section_6_stronger_b := forall R : realType, exists (T A B : finType) (p : law R T)
    (X : T -> A) (Y : T -> B) (e : R),
  [/\ secret p X, 0 <= e, vle (worst p Y (pml p X Y)) (Fin e) &
      veq (vexp (vopp (worst p Y (pmc p X Y)))) (Fin 0)].

(* ---- Sec. VI: countably many secrets ---- *)

(* f(0) + f(1) + ... = v *)
Definition adds_up (R : realType) (f : nat -> R) v := forall delta, 0 < delta ->
  exists N, forall n, (N <= n)%N -> `|\sum_(i < n) f i - v| < delta.

(* a secret of the law P is kept with probability a, else drawn again; Q is the law of the outcome.
   Finitely many secrets are those with P(n) = 0 from some n on *)
Section Kept.
Variables (R : realType) (P : nat -> R) (a : R) (Q : nat -> R).
Definition kept_or_drawn x y := (if x == y then a else 0) + (1 - a) * P y.
Definition kept_secret := [/\ forall x, 0 <= P x, adds_up P 1, 0 <= a <= 1 &
  forall y, adds_up (fun x => P x * kept_or_drawn x y) (Q y)].
(* sup_y PMC(X->y) < inf and sup_y PML(X->y) < inf: over possible secrets and outcomes, the lifts
   P(y|x)/P(y) are at least some e^-l, and at most some e^u *)
Definition pmc_bounded := exists l, forall x y, 0 < P x -> 0 < Q y ->
  expR (- l) <= kept_or_drawn x y / Q y.
Definition pml_bounded := exists u, forall x y, 0 < P x -> 0 < Q y ->
  kept_or_drawn x y / Q y <= expR u.
End Kept.

(* pmc.section-6.any 1 *)
Definition pmc_section_6_any_a := forall R : realType, exists (P : nat -> R) a Q,
  [/\ kept_secret P a Q, pmc_bounded P a Q & ~ pml_bounded P a Q].
(* pmc.section-6.any 2 *)
Definition pmc_section_6_any_b := forall R : realType, exists (P : nat -> R) a Q,
  [/\ kept_secret P a Q, ~ pmc_bounded P a Q & pml_bounded P a Q].
(* pmc.section-6.any 3 *)
Definition pmc_section_6_any_c := forall R : realType, exists (P : nat -> R) a Q,
  [/\ kept_secret P a Q, pmc_bounded P a Q & pml_bounded P a Q].
(* pmc.section-6.any 4 *)
Definition pmc_section_6_any_d := forall R : realType, exists (P : nat -> R) a Q,
  [/\ kept_secret P a Q, ~ pmc_bounded P a Q & ~ pml_bounded P a Q].
