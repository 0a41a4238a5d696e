(* Claims about the paper `pmc` on adversaries with costs: each statement of the ledger, written out
   in the definitions of values.v and law.v. The proofs stand in other files.
   To be read: every definition, beside the claim of the ledger that has its name. *)
From mathcomp Require Import all_ssreflect all_algebra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* log(a / b) of numbers that are at least 0, where 0/0 = 1 *)
Definition log_ratio (R : realType) (a b : R) : val R :=
  if b == 0 then (if a == 0 then Fin 0 else PInf) else vlog (Fin (a / b)).

(* of finitely many numbers; w0 is any one of the w, so that there is one *)
Definition least (R : realType) (W : finType) (w0 : W) (F : W -> R) := \big[Num.min/F w0]_w F w.

(* of finitely many values *)
Definition largest (R : realType) (A : finType) (some : pred A) (f : A -> val R) :=
  \big[@vmax R/MInf]_(x | some x) f x.

(* E[f], E[f | Y = y], and P(x|y) *)
Section Means.
Variables (R : realType) (T : finType) (p : law R T).
Definition mean (f : T -> R) := \sum_t p t * f t.
Definition mean_given (B : finType) (Y : T -> B) y (f : T -> R) :=
  (\sum_(t | Y t == y) p t * f t) / pr p Y y.
Definition posterior (A B : finType) (X : T -> A) (Y : T -> B) x y :=
  pr p (both X Y) (x, y) / pr p Y y.
End Means.

(* (7) for a cost c(x, w) on finitely many choices w, where guesses are not random *)
Definition lambda_c (R : realType) (T : finType) (p : law R T) (A B W : finType)
    (X : T -> A) (Y : T -> B) y (c : A -> W -> R) (w0 : W) :=
  log_ratio (least w0 (fun w => mean p (fun t => c (X t) w)))
            (least w0 (fun w => mean_given p Y y (fun t => c (X t) w))).

(* (5): the cost of a wrong guess of U is 1 *)
Definition lambda_u (R : realType) (T : finType) (p : law R T) (B C : finType)
    (U : T -> C) (Y : T -> B) y (u0 : C) :=
  lambda_c p U Y y (fun u u' => (u != u')%:R) u0.

(* a prior with positive entries, and an outcome y that is possible *)
Definition channel (R : realType) (T : finType) (p : law R T) (A B : finType)
    (X : T -> A) (Y : T -> B) y :=
  (forall x, 0 < pr p X x) /\ 0 < pr p Y y.

(* ---- Corollary 2 ---- *)

(* priors may rule out secrets; the left side is conditional PMC in the form of Corollary 2 *)
(* pmc.corollary-2.markov.repair *)
Definition pmc_corollary_2_markov_repair := forall (R : realType) (T : finType) (p : law R T)
    (A B C : finType) (X : T -> A) (Y : T -> B) (Z : T -> C) y z,
  0 < pr p (both Y Z) (y, z) -> markov p Z X Y ->
  let allowed x := 0 < pr p (both X Z) (x, z) in
  veq (largest allowed (fun x => log_ratio (posterior p X Z x z)
                                           (posterior p X (both Y Z) x (y, z))))
      (largest allowed (fun x => log_ratio (posterior p Y Z y z) (given p X Y x y))).

(* ---- Remark 1 ---- *)

(* Definition 6, over all pairs of secrets of positive probability and all events; K x is the law
   of the outcome given x *)
Definition ldp_6 (R : realType) (A B : finType) (K : A -> law R B) (P : law R A) :=
  largest (fun x => 0 < P x) (fun x => largest (fun x' => 0 < P x') (fun x' =>
    largest predT (fun E : {set B} => log_ratio (\sum_(y in E) K x y) (\sum_(y in E) K x' y)))).

(* pmc.remark-1 1 *)
Definition pmc_remark_1_a := forall (R : realType) (A B : finType) (K : A -> law R B)
    (P Q : law R A),
  (forall x, (0 < P x) = (0 < Q x)) -> veq (ldp_6 K P) (ldp_6 K Q).

(* different: one is less than the other *)
(* pmc.remark-1 2 *)
Definition pmc_remark_1_b := forall R : realType, exists (A B : finType) (K : A -> law R B)
    (P Q : law R A), vlt (ldp_6 K P) (ldp_6 K Q) \/ vlt (ldp_6 K Q) (ldp_6 K P).

(* ---- Lemma 1 (iii) ---- *)

(* two pairs, of any alphabets, any priors, and any mechanisms *)
(* pmc.lemma-1.iii 1 *)
Definition pmc_lemma_1_iii_a := forall (R : realType) (T : finType) (p : law R T)
    (A B A' B' : finType) (X : T -> A) (Y : T -> B) (X' : T -> A') (Y' : T -> B') y y',
  independent p (both X Y) (both X' Y') -> 0 < pr p Y y -> 0 < pr p Y' y' ->
  veq (pmc p (both X X') (both Y Y') (y, y')) (vadd (pmc p X Y y) (pmc p X' Y' y')).

(* priors may rule out secrets, so all alphabets may be parts of one *)
Definition all_of (T A : finType) (k : nat) (X : 'I_k -> T -> A) t : {ffun 'I_k -> A} :=
  [ffun i => X i t].

(* pmc.lemma-1.iii 2 *)
Definition pmc_lemma_1_iii_b := forall (R : realType) (T : finType) (p : law R T) (A B : finType)
    (k : nat) (X : 'I_k -> T -> A) (Y : 'I_k -> T -> B) (y : {ffun 'I_k -> B}),
  (0 < k)%N ->
  (forall x y, pr p (both (all_of X) (all_of Y)) (x, y) =
               \prod_i pr p (both (X i) (Y i)) (x i, y i)) ->
  (forall i, 0 < pr p (Y i) (y i)) ->
  veq (pmc p (all_of X) (all_of Y) y) (\big[@vadd R/Fin 0]_i pmc p (X i) (Y i) (y i)).

(* ---- Theorem 3 ---- *)

(* pmc.theorem-3 1 *)
Definition pmc_theorem_3_a := forall (R : realType) (T : finType) (p : law R T) (A B C : finType)
    (X : T -> A) (Y : T -> B) (U : T -> C) y u0,
  (1 < #|A|)%N -> channel p X Y y -> markov p U X Y ->
  veq (lambda_u p U Y y u0) (lambda_c p X Y y (fun x u => 1 - given p X U x u) u0).

(* X and Y stay as they are, on a sample space on which there is U *)
(* pmc.theorem-3 2 *)
Definition pmc_theorem_3_b := forall (R : realType) (T : finType) (p : law R T) (A B W : finType)
    (X : T -> A) (Y : T -> B) y (c : A -> W -> R) w0,
  (1 < #|A|)%N -> channel p X Y y -> (forall x w, 0 <= c x w) ->
  exists (S : finType) (q : law R S) (X' : S -> A) (Y' : S -> B) (U : S -> bool),
  [/\ forall x y, pr q (both X' Y') (x, y) = pr p (both X Y) (x, y), markov q U X' Y' &
      veq (lambda_c p X Y y c w0) (lambda_u q U Y' y true)].

(* ---- guesswork ---- *)

(* an order s guesses as the n-th the value that it puts in the place n of the list of all values *)
Definition guesses (R : realType) (C : finType) (u : C) (s : {perm C}) : R :=
  (enum_rank (s u)).+1%:R.

(* pmc.guesswork 1 *)
Definition pmc_guesswork_a := forall (R : realType) (T : finType) (p : law R T) (A B C : finType)
    (X : T -> A) (Y : T -> B) (U : T -> C) y,
  channel p X Y y -> markov p U X Y ->
  vle (lambda_c p U Y y (@guesses R C) 1%g) (pmc p X Y y).

(* log of the largest P(E) / Q(E) *)
Definition divergence (R : realType) (A : finType) (P Q : A -> R) :=
  largest predT (fun E : {set A} => log_ratio (\sum_(x in E) P x) (\sum_(x in E) Q x)).

(* the secret x' is split in k + 1 equally likely values Some i; all others have the value None *)
Section Split.
Variables (R : realType) (T : finType) (p : law R T) (k : nat).
Definition with_part (s : T * 'I_k.+1) : R := p s.1 / k.+1%:R.
Lemma with_part_ge0 s : 0 <= with_part s.
Proof. by rewrite divr_ge0 ?mass_ge0 ?ler0n. Qed.
Lemma with_part_sum : \sum_s with_part s = 1.
Proof.
transitivity (\sum_t \sum_(i < k.+1) with_part (t, i)).
  by rewrite pair_big; apply: eq_bigr => -[].
rewrite -(mass_sum p); apply: eq_bigr => t _.
by rewrite /with_part /= sumr_const card_ord -[LHS]mulr_natl mulrC divfK ?pnatr_eq0.
Qed.
Definition parts := Law with_part_ge0 with_part_sum.
Definition split (A : finType) (X : T -> A) x' (s : T * 'I_k.+1) :=
  if X s.1 == x' then Some s.2 else None.
End Split.

(* pmc.guesswork 2 *)
Definition pmc_guesswork_b := forall (R : realType) (T : finType) (p : law R T) (A B : finType)
    (X : T -> A) (Y : T -> B) y x' (delta : R),
  channel p X Y y -> (forall x, lift p X Y x' y <= lift p X Y x y) -> 0 < delta ->
  exists k, let q := parts p k in let U := split X x' in let Y' := Y \o fst in
  let before := least 1%g (fun s => mean q (fun t => guesses R (U t) s)) in
  let after := least 1%g (fun s => mean_given q Y' y (fun t => guesses R (U t) s)) in
  markov q U (X \o fst) Y' /\
  match vexp (divergence (pr p X) (fun x => posterior p X Y x y)) with
  | Fin most => most - delta < before / after
  | PInf => delta^-1 < before / after
  | _ => False end.

(* ---- Sec. II-B: the privacy regions ---- *)

(* the size of the largest set of secrets of probability at most 1 - exp(-u) *)
Section MostRuledOut.
Variables (R : realType) (T : finType) (p : law R T) (A : finType) (X : T -> A) (u : R).
Definition rare (E : {set A}) := \sum_(x in E) pr p X x <= 1 - expR (- u).
Definition most_ruled_out : nat := \max_(E | rare E) #|E|.
End MostRuledOut.

(* pairs with P(y|x) = 0; of the possible outcomes, as an impossible one has zeros alone *)
Definition zero_pairs (R : realType) (T : finType) (p : law R T) (A B : finType)
    (X : T -> A) (Y : T -> B) :=
  [set xy : A * B | (0 < pr p Y xy.2) && (given p X Y xy.1 xy.2 == 0)].
Definition outcomes (R : realType) (T : finType) (p : law R T) (B : finType) (Y : T -> B) :=
  [set y | 0 < pr p Y y].

Definition ruled_out (R : realType) (T : finType) (p : law R T) (A B : finType)
    (X : T -> A) (Y : T -> B) y := [set x | given p X Y x y == 0].

(* pmc.zero-pairs 1 *)
Definition pmc_zero_pairs_a := forall (R : realType) (T : finType) (p : law R T) (A B : finType)
    (X : T -> A) (Y : T -> B) u,
  (forall x, 0 < pr p X x) -> 0 <= u -> vle (worst p Y (pml p X Y)) (Fin u) ->
  (#|zero_pairs p X Y| <= most_ruled_out p X u * #|outcomes p Y|)%N.

(* pmc.zero-pairs 2 *)
Definition pmc_zero_pairs_b := forall (R : realType) (T : finType) (p : law R T) (A B : finType)
    (X : T -> A) (Y : T -> B) u,
  (forall x, 0 < pr p X x) -> 0 <= u -> vle (worst p Y (pml p X Y)) (Fin u) ->
  expR u * (1 - pmin p X) < 1 -> #|zero_pairs p X Y| = 0%N.

(* the secrets that the outcome rules out which rules out most *)
(* pmc.zero-pairs 3 *)
Definition pmc_zero_pairs_c := forall (R : realType) (A : finType) (P : law R A) u,
  (1 < #|A|)%N -> (forall x, 0 < P x) -> ln ((1 - pmin P id)^-1) <= u ->
  exists (T B : finType) (p : law R T) (X : T -> A) (Y : T -> B),
  [/\ forall x, pr p X x = P x, vle (worst p Y (pml p X Y)) (Fin u) &
      \max_(y in outcomes p Y) #|ruled_out p X Y y| = most_ruled_out p X u].

(* ---- (21) ---- *)

(* the whole w and -oo, which is None; e^-oo = 0 *)
(* pmc.eq-21.repair *)
Definition pmc_eq_21_repair := forall (R : realType) (density posterior e : R),
  0 <= density -> 0 < posterior -> 0 < e ->
  let f := density / posterior in
  let within (w : int) := expR (w%:~R * e) <= f < expR ((w + 1)%:~R * e) in
  (f != 0 -> exists! w : option int, if w is Some n then within n else 0 <= f < 0) /\
  (exists! w : option int, if w is Some n then within n else f == 0).

(* ---- footnote 5 ---- *)

(* Examples 4 and 5: P(j | i) of randomized response and of the extremal mechanism *)
Definition response (R : realType) (A : finType) (e : R) (i j : A) :=
  (if i == j then expR e else 1) / (#|A|%:R - 1 + expR e).
Definition extremal (R : realType) (A : finType) (P : A -> R) (u : R) (i j : A) :=
  if i == j then 1 - expR u * (1 - P i) else expR u * P j.

(* pmc.footnote-5.repair *)
Definition pmc_footnote_5_repair := forall (R : realType) (P : bool -> R) (u : R),
  (forall x, P x = 2%:R^-1) -> 0 <= u -> u < ln 2%:R ->
  let e := u + ln (2%:R - expR u)^-1 in
  (forall x, `|extremal P u x x - 2%:R^-1| = `|response e x x - 2%:R^-1|) /\
  (forall x y, extremal P u x (~~ y) = response e x y).

(* ---- Sec. III-D, on average ---- *)

(* log of min_G E[G(U)] over E[min_G E[G(U) | Y]]; outcomes of probability 0 do not count *)
Definition mean_guesswork (R : realType) (T : finType) (p : law R T) (B C : finType)
    (U : T -> C) (Y : T -> B) :=
  log_ratio (least 1%g (fun s => mean p (fun t => guesses R (U t) s)))
            (\sum_(y in outcomes p Y)
               pr p Y y * least 1%g (fun s => mean_given p Y y (fun t => guesses R (U t) s))).

(* |Y| counts the possible outcomes *)
(* pmc.guesswork.leakage.gap 1 *)
Definition pmc_guesswork_leakage_gap_a := forall (R : realType) (T : finType) (p : law R T)
    (A B C : finType) (X : T -> A) (Y : T -> B) (U : T -> C),
  (1 < #|A|)%N -> (forall x, 0 < pr p X x) -> markov p U X Y ->
  vle (mean_guesswork p U Y) (vlog (Fin #|outcomes p Y|%:R)).

(* pmc.guesswork.leakage.gap 2 *)
Definition pmc_guesswork_leakage_gap_b := forall R : realType,
  exists (T A B : finType) (p : law R T) (X : T -> A) (Y : T -> B),
  (forall x, 0 < pr p X x) /\
  vlt (vlog (Fin #|outcomes p Y|%:R)) (maximal_cost_leakage p X Y).

(* ---- Sec. VII: lifts farther from 1 ---- *)

Section Farther.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).
Variable e : R.
Definition farther := 1 + pmin p X * expR (- e) / (1 - pmin p X).
(* X' and Y' are the secret and the mechanism with P(y'|x) = P(y) (1 + c (w - 1)), w the lift *)
Definition stretches (S : finType) (q : law R S) (X' : S -> A) (Y' : S -> B) :=
  (forall x, pr q X' x = pr p X x) /\
  (forall x y, given q X' Y' x y = pr p Y y * (1 + farther * (lift p X Y x y - 1))).
End Farther.

(* c needs p_min < 1, which is two secrets; lip is the larger one of pmc and pml *)
(* pmc.conclusion.lip-utility 4 *)
Definition pmc_conclusion_lip_utility_d := forall (R : realType) (T : finType) (p : law R T)
    (A B : finType) (X : T -> A) (Y : T -> B) (e : R),
  (1 < #|A|)%N -> (forall x, 0 < pr p X x) -> 0 <= e -> vle (worst p Y (ldp p X Y)) (Fin e) ->
  (exists (S : finType) (q : law R S) X' Y', stretches p X Y e q X' Y') /\
  (forall (S : finType) (q : law R S) X' Y', stretches p X Y e q X' Y' ->
     vle (vmax (worst q Y' (pmc q X' Y')) (worst q Y' (pml q X' Y'))) (Fin e) /\
     (forall x y, given p X Y x y =
        (farther p X e)^-1 * given q X' Y' x y + (1 - (farther p X e)^-1) * pr p Y y)).

(* pmc.conclusion.lip-utility 5 *)
Definition pmc_conclusion_lip_utility_e := forall (R : realType) (T : finType) (p : law R T)
    (A B : finType) (X : T -> A) (Y : T -> B) (e : R),
  (1 < #|A|)%N -> (forall x, 0 < pr p X x) -> 0 <= e -> vle (worst p Y (ldp p X Y)) (Fin e) ->
  0 < mutual_information p X Y ->
  forall (S : finType) (q : law R S) X' Y', stretches p X Y e q X' Y' ->
    mutual_information p X Y < mutual_information q X' Y'.

(* ---- ALIP to LDP where p_min is known ---- *)

(* eps_u*(l) and eps_l*(u), which is infinite from log(1/(1 - p_min)) on *)
Definition upper_star (R : realType) (m l : R) : val R :=
  vlog (Fin ((1 - (1 - m) * expR (- l)) / m)).
Definition lower_star (R : realType) (m u : R) : val R :=
  if expR u * (1 - m) < 1 then vlog (Fin (m / (1 - (1 - m) * expR u))) else PInf.

(* no mechanism with (l, u)-ALIP under the prior P has a larger ldp, and one has that *)
(* pmc.improvable 4 *)
Definition pmc_improvable_d := forall (R : realType) (A : finType) (P : law R A) (u l : R) a b,
  (2 < #|A|)%N -> (forall x, 0 < P x) -> a != b -> P a = pmin P id -> P b = pmin P id ->
  0 <= u -> 0 <= l ->
  let most := vadd (vmin (Fin l) (lower_star (pmin P id) u))
                   (vmin (Fin u) (upper_star (pmin P id) l)) in
  let within (T B : finType) (p : law R T) (X : T -> A) (Y : T -> B) :=
    [/\ forall x, pr p X x = P x, vle (worst p Y (pmc p X Y)) (Fin l) &
        vle (worst p Y (pml p X Y)) (Fin u)] in
  (forall (T B : finType) (p : law R T) (X : T -> A) (Y : T -> B),
     within T B p X Y -> vle (worst p Y (ldp p X Y)) most) /\
  (exists (T B : finType) (p : law R T) (X : T -> A) (Y : T -> B),
     within T B p X Y /\ veq (worst p Y (ldp p X Y)) most).
