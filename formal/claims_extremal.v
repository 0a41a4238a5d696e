(* What is cited of claims about optimal mechanisms (`extremal`): each statement of the ledger,
   written out in the definitions of law.v. The proofs stand in other files.
   To be read: every definition, beside the claim of the ledger that is named above it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law claims_pmc.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- mechanisms, what they guarantee, what they are worth ---- *)

Section Mechanisms.
Variables (R : realType) (A : finType).

(* of a mechanism, which is a secret X and an outcome Y on any finite sample space *)
Definition guarantee := forall T B : finType, law R T -> (T -> A) -> (T -> B) -> Prop.
Definition objective := forall T B : finType, law R T -> (T -> A) -> (T -> B) -> R.

(* eps-PML, ALIP, and lifts from L to U at the possible outcomes *)
Definition with_pml (e : R) : guarantee :=
  fun T B p X Y => vle (worst p Y (pml p X Y)) (Fin e).
Definition with_alip (l u : R) : guarantee :=
  fun T B p X Y => vle (worst p Y (pmc p X Y)) (Fin l) /\ vle (worst p Y (pml p X Y)) (Fin u).
Definition with_lifts (L U : R) : guarantee :=
  fun T B p X Y => forall x y, 0 < pr p Y y -> L <= lift p X Y x y <= U.

(* sum_y P(y) mu(v_y), where v_y is the vector of the lifts at y *)
Definition utility (mu : (A -> R) -> R) : objective :=
  fun T B p X Y => \sum_y pr p Y y * mu (fun x => lift p X Y x y).

(* under the prior P no mechanism with the guarantee G has a larger U than `best`, which is that of
   the mechanism with P(y) = q y and P(y|x) = q y * v y x: so v y is the lift vector of y *)
Definition optimal (P : law R A) (G : guarantee) (U : objective) (best : R)
    (C : finType) (q : C -> R) (v : C -> A -> R) :=
  (forall (T B : finType) (p : law R T) (X : T -> A) (Y : T -> B),
     (forall x, pr p X x = P x) -> G T B p X Y -> U T B p X Y <= best) /\
  (exists (T : finType) (p : law R T) (X : T -> A) (Y : T -> C),
     [/\ forall x, pr p X x = P x, forall y, pr p Y y = q y,
         forall x y, given p X Y x y = q y * v y x, G T C p X Y & U T C p X Y = best]).

(* vectors that are admitted: lifts from L to U, of mean one *)
Definition admitted (P : A -> R) (L U : R) (v : A -> R) :=
  (forall x, L <= v x <= U) /\ \sum_x P x * v x = 1.

Definition convex_on (D : (A -> R) -> Prop) (mu : (A -> R) -> R) := forall s v w,
  0 <= s <= 1 -> D v -> D w ->
  mu (fun x => s * v x + (1 - s) * w x) <= s * mu v + (1 - s) * mu w.
End Mechanisms.

(* ---- two secrets ---- *)

(* the mechanism that has the outcome true, with the lift vector v, with probability q, and else the
   outcome false, with the lift vector w *)
Definition optimal_ends (R : realType) (A : finType) (P : law R A) (G : guarantee R A)
    (mu : (A -> R) -> R) (q : R) (v w : A -> R) :=
  optimal P G (utility mu) (q * mu v + (1 - q) * mu w)
    (fun y : bool => if y then q else 1 - q) (fun y => if y then v else w).

(* by the level, in the prior (p, 1 - p): the ends of the segment have no zero, one, or two *)
Definition by_level (R : realType) (V : Type) (p B : R) (vector : R -> R -> V)
    (best : R -> V -> V -> Prop) :=
  [/\ B <= 1 / (1 - p) ->
        best p (vector ((1 - (1 - p) * B) / p) B) (vector B ((1 - p * B) / (1 - p))),
      1 / (1 - p) <= B <= 1 / p ->
        best (1 - 1 / B) (vector 0 (1 / (1 - p))) (vector B ((1 - p * B) / (1 - p))) &
      1 / p <= B -> best (1 - p) (vector 0 (1 / (1 - p))) (vector (1 / p) 0)].

(* the only secrets are a and b, of which a is not the likelier one *)
Definition rarer (R : realType) (A : finType) (P : law R A) (a b : A) :=
  [/\ a != b, forall x, x = a \/ x = b, 0 < P a & P a <= P b].

(* extremal.binary *)
Definition extremal_binary := forall (R : realType) (A : finType) (P : law R A) (a b : A) (e : R)
    (mu : (A -> R) -> R),
  rarer P a b -> 0 <= e -> convex_on (admitted P 0 (expR e)) mu ->
  by_level (P a) (expR e) (fun s t x => if x == a then s else t)
    (optimal_ends P (@with_pml R A e) mu).

(* ---- equally likely secrets ---- *)

Section Uniform.
Variables (R : realType) (A : finType).

(* f is convex on [L, U] *)
Definition convex_between (L U : R) (f : R -> R) := forall s x y,
  0 <= s <= 1 -> L <= x <= U -> L <= y <= U ->
  f (s * x + (1 - s) * y) <= s * f x + (1 - s) * f y.

(* the mean of f over the n secrets *)
Definition separable (f : R -> R) (v : A -> R) := (\sum_x f (v x)) / #|A|%:R.

(* m = floor(n/B), and the remainder *)
Definition at_bound (B : R) : nat := `|floor (#|A|%:R / B)|%N.
Definition remainder (B : R) := #|A|%:R - (at_bound B)%:R * B.

(* the secrets in a circle: after y, itself included, m have the lift B, one has r, the others 0 *)
Definition cyclic (B : R) (y x : A) : R :=
  let place := ((enum_rank x + (#|A| - enum_rank y)) %% #|A|)%N in
  if (place < at_bound B)%N then B else if place == at_bound B then remainder B else 0.
End Uniform.

(* extremal.uniform *)
Definition extremal_uniform := forall (R : realType) (A : finType) (P : law R A) (e : R)
    (f : R -> R),
  uniform P id -> 0 <= e ->
  let n := #|A|%:R in let B := expR e in let m := (at_bound A B)%:R in let r := remainder A B in
  convex_between 0 B f ->
  optimal P (@with_pml R A e) (utility (separable f)) ((m * f B + f r + (n - m - 1) * f 0) / n)
    (fun y : A => 1 / n) (cyclic B).

(* 0 log 0 = 0, which is also the value of r * ln r at r = 0 *)
(* extremal.uniform.information *)
Definition extremal_uniform_information := forall (R : realType) (A : finType) (P : law R A)
    (e : R),
  uniform P id -> 0 <= e ->
  let n := #|A|%:R in let B := expR e in let m := (at_bound A B)%:R in let r := remainder A B in
  optimal P (@with_pml R A e) (fun T C p X Y => mutual_information p X Y)
    ((m * B * e + r * ln r) / n) (fun y : A => 1 / n) (cyclic B).

(* ---- how many outcomes ---- *)

(* mu is any function; the outcomes are some of those of the given mechanism, with the same lifts *)
(* extremal.outcomes *)
Definition extremal_outcomes := forall (R : realType) (T A B : finType) (p : law R T)
    (X : T -> A) (Y : T -> B) (mu : (A -> R) -> R),
  exists (S : finType) (q : law R S) (X' : S -> A) (Y' : S -> B),
  [/\ forall x, pr q X' x = pr p X x, (#|outcomes q Y'| <= #|A|)%N,
      forall y, 0 < pr q Y' y -> 0 < pr p Y y /\ forall x, lift q X' Y' x y = lift p X Y x y &
      utility mu p X Y <= utility mu q X' Y'].

(* ---- how many secrets an outcome rules out ---- *)

Section Rarest.
Variables (R : realType) (A : finType) (P : A -> R) (k : nat).
Definition rarest_secrets : seq A := take k (sort (fun x x' => P x <= P x') (enum A)).
(* s_k *)
Definition smallest : R := \sum_(x <- rarest_secrets) P x.
End Rarest.

(* extremal.regions 1 *)
Definition extremal_regions_a := forall (R : realType) (T A B : finType) (p : law R T)
    (X : T -> A) (Y : T -> B) (e : R) y,
  (forall x, 0 < pr p X x) -> with_pml e p X Y -> 0 < pr p Y y ->
  let s := smallest (pr p X) #|ruled_out p X Y y| in
  1 <= expR e * (1 - s) /\ ln (1 / (1 - s)) <= e.

(* one outcome rules out just the k rarest secrets, and none rules out more *)
(* extremal.regions 2 *)
Definition extremal_regions_b := forall (R : realType) (A : finType) (P : law R A) (e : R)
    (k : nat),
  (forall x, 0 < P x) -> (0 < k < #|A|)%N -> ln (1 / (1 - smallest P k)) <= e ->
  exists (T B : finType) (p : law R T) (X : T -> A) (Y : T -> B),
  [/\ forall x, pr p X x = P x, with_pml e p X Y,
      exists2 y, 0 < pr p Y y & ruled_out p X Y y = [set x in rarest_secrets P k] &
      \max_(y in outcomes p Y) #|ruled_out p X Y y| = k].

(* extremal.regions *)
Definition extremal_regions := forall (R : realType) (A : finType) (P : law R A) (e : R) (k : nat),
  (forall x, 0 < P x) -> (0 < k < #|A|)%N ->
  ((exists (T B : finType) (p : law R T) (X : T -> A) (Y : T -> B) y,
      [/\ forall x, pr p X x = P x, with_pml e p X Y, 0 < pr p Y y & #|ruled_out p X Y y| = k]) <->
    1 <= expR e * (1 - smallest P k)) /\
  (1 <= expR e * (1 - smallest P k) <-> ln (1 / (1 - smallest P k)) <= e).

(* ---- two bounds on the lifts: L = e^-eps_l and U = e^eps_u ---- *)

Section Rescaled.
Variables (R : realType) (A : finType) (L : R).
Definition rescaled (v : A -> R) x := (v x - L) / (1 - L).
Definition raised (t : A -> R) x := L + (1 - L) * t x.
Definition rescaled_bound (U : R) := (U - L) / (1 - L).
(* all secrets but y are at the bound B *)
Definition all_but (P : A -> R) (B : R) (y x : A) :=
  if x == y then (1 - B * (1 - P y)) / P y else B.
End Rescaled.

(* extremal.bounded 1 *)
Definition extremal_bounded_vectors := forall (R : realType) (A : finType) (P : law R A) (L U : R)
    (v : A -> R),
  L < 1 -> 1 <= U -> admitted P L U v <-> admitted P 0 (rescaled_bound L U) (rescaled L v).

(* so whatever is optimal under the one guarantee is optimal, rescaled, under the other *)
(* extremal.bounded *)
Definition extremal_bounded := forall (R : realType) (A : finType) (P : law R A) (l u : R)
    (mu : (A -> R) -> R),
  (forall x, 0 < P x) -> 0 < l -> 0 <= u ->
  let L := expR (- l) in let U := expR u in let B := rescaled_bound L U in
  [/\ 1 <= B,
      forall best (C : finType) (q : C -> R) v,
        optimal P (@with_alip R A l u) (utility mu) best q v <->
        optimal P (@with_pml R A (ln B)) (utility (fun t => mu (raised L t))) best q
          (fun y => rescaled L (v y)) &
      convex_on (admitted P L U) mu <->
      convex_on (admitted P 0 B) (fun t => mu (raised L t))].

(* extremal.bounded 2 3 *)
Definition extremal_bounded_high_privacy := forall (R : realType) (A : finType) (P : law R A)
    (L U : R) (mu : (A -> R) -> R),
  (forall x, 0 < P x) -> 0 <= L < 1 -> 1 <= U -> convex_on (admitted P L U) mu ->
  let B := rescaled_bound L U in let b y := raised L (all_but P B y) in
  B * (1 - pmin P id) <= 1 ->
  optimal P (@with_lifts R A L U) (utility mu) (\sum_y P y * mu (b y)) P b.

(* the other closed forms with B: for two secrets, for equally likely ones, and the number of
   secrets that an outcome can have at the lower bound *)
(* extremal.bounded *)
Definition extremal_bounded_binary := forall (R : realType) (A : finType) (P : law R A) (a b : A)
    (l u : R) (mu : (A -> R) -> R),
  rarer P a b -> 0 < l -> 0 <= u ->
  let L := expR (- l) in let U := expR u in convex_on (admitted P L U) mu ->
  by_level (P a) (rescaled_bound L U) (fun s t => raised L (fun x => if x == a then s else t))
    (optimal_ends P (@with_alip R A l u) mu).

(* extremal.bounded *)
Definition extremal_bounded_uniform := forall (R : realType) (A : finType) (P : law R A) (l u : R)
    (f : R -> R),
  uniform P id -> 0 < l -> 0 <= u ->
  let L := expR (- l) in let U := expR u in let B := rescaled_bound L U in
  let n := #|A|%:R in let m := (at_bound A B)%:R in let r := remainder A B in
  convex_between L U f ->
  optimal P (@with_alip R A l u) (utility (separable f))
    ((m * f U + f (L + (1 - L) * r) + (n - m - 1) * f L) / n)
    (fun y : A => 1 / n) (fun y => raised L (cyclic B y)).

(* extremal.bounded *)
Definition extremal_bounded_regions := forall (R : realType) (A : finType) (P : law R A) (l u : R)
    (k : nat),
  (forall x, 0 < P x) -> 0 < l -> 0 <= u -> (0 < k < #|A|)%N ->
  let L := expR (- l) in
  (exists (T B : finType) (p : law R T) (X : T -> A) (Y : T -> B) y,
     [/\ forall x, pr p X x = P x, with_alip l u p X Y, 0 < pr p Y y &
         #|[set x | lift p X Y x y == L]| = k]) <->
  1 <= rescaled_bound L (expR u) * (1 - smallest P k).
