(* Worlds of finitely many points with rational weights, and what a statement is on one of them:
   true, false, or not decided. Everything is computed with rational numbers. *)
From Coq Require Import ZArith QArith String.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law language quotients extremes rationals enclosures.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* a weight, and a value of each variable, from 0 *)
Record point := Point { weight : Q; x_of : nat; y_of : nat; z_of : nat }.
Definition label (p : point) v := match v with VarX => x_of p | VarY => y_of p | VarZ => z_of p end.
(* the largest values are stated, as an alphabet may have more than occur *)
Record data := Data { points : seq point; x_top : nat; y_top : nat; z_top : nat }.
Definition top d v := match v with VarX => x_top d | VarY => y_top d | VarZ => z_top d end.

Definition q_sum (l : seq Q) := foldr (fun p q => Qred (Qplus p q)) zero l.
Definition q_max (l : seq Q) := foldr greater zero l.
Definition q_min (l : seq Q) := foldr lesser one l.
Definition every (T : Type) (f : T -> option bool) l := foldr (fun x => and3 (f x)) (Some true) l.
Definition possible p := ~~ Qle_bool (weight p) zero.

Definition valid d :=
  [&& all (fun p => Qle_bool zero (weight p)) (points d),
      Qeq_bool (q_sum [seq weight p | p <- points d]) one,
      all (fun p => [&& (x_of p <= x_top d)%N, (y_of p <= y_top d)%N & (z_of p <= z_top d)%N])
        (points d) &
      all (fun x => has (fun p => possible p && (x_of p == x)) (points d)) (iota 0 (x_top d).+1)].

Section Decide.
Variables (d : data) (rho : seq (string * enclosure)).

Definition alike vs a b := all (fun v => label a v == label b v) vs.
Definition total (P : pred point) := q_sum [seq weight p | p <- points d & P p].
Definition prob vs a := total (alike vs a).
Definition prob2 vs a ws b := total (fun p => alike vs a p && alike ws b p).
Definition lift_at vs a ws b := Qred (Qdiv (prob2 vs a ws b) (Qmult (prob vs a) (prob ws b))).
Definition over (T : Type) (f : point -> T) := [seq f p | p <- points d & possible p].

Definition of_lifts k lifts :=
  match k with
  | Pml => elog (Rat (q_max lifts))
  | Pmc => eopp (elog (Rat (q_min lifts)))
  | Ldp => if Qeq_bool (q_min lifts) zero then EPInf
           else elog (Rat (Qred (Qdiv (q_max lifts) (q_min lifts)))) end.
Definition e_measure k v ws b := of_lifts k (over (fun a => lift_at [:: v] a ws b)).

(* given what gs are at b: of the secrets that this allows *)
Definition lift_given v a ws gs b := Qred (Qdiv
  (Qmult (total (fun p => [&& alike [:: v] a p, alike ws b p & alike gs b p])) (prob gs b))
  (Qmult (prob2 [:: v] a gs b) (prob2 ws b gs b))).
Definition e_given k v ws gs b := of_lifts k
  [seq lift_given v a ws gs b | a <- points d & possible a && alike gs b a].

(* log sum_y max_x P(y|x) and the like, summed over the points: a point weighs P(point) / P(y) *)
Definition e_overall k v ws :=
  let given b a := Qred (Qdiv (prob2 [:: v] a ws b) (prob [:: v] a)) in
  let sum f := elog (Rat (q_sum (over (fun b =>
    Qred (Qmult (Qdiv (weight b) (prob ws b)) (f (over (given b)))))))) in
  match k with
  | MaximalLeakage => sum q_max
  | MaximalCostLeakage => eopp (sum q_min)
  | MutualInformation => foldr eadd (Rat zero)
      (over (fun b => emul (Rat (weight b)) (elog (Rat (lift_at [:: v] b ws b))))) end.

Definition several_of (o : several) := o.1 :: o.2.
(* a number, or the logarithm of a positive one *)
Definition parameter name := match [seq p.2 | p <- rho & String.eqb p.1 name] with
  | Rat q :: _ => Rat q
  | LogOf q :: _ => if Qle_bool q zero then Rat zero else LogOf q
  | _ => Rat zero end.

Fixpoint enclose t (at_ : option point) : enclosure := match t with
  | Whole n => Rat (Qmake (Z.of_nat n) 1)
  | Ratio n m => Rat (Qred (Qdiv (Qmake (Z.of_nat n) 1) (Qmake (Z.of_nat m) 1)))
  | Param name => parameter name
  | OfPrior PMin => Rat (q_min (over (prob [:: VarX])))
  | OfPrior PMax => Rat (q_max (over (prob [:: VarX])))
  | OfPrior Size => Rat (Qmake (Z.of_nat (x_top d).+1) 1)
  | AtOutcome k v o => if at_ is Some b then e_measure k v (several_of o) b else EUndef
  | AtGiven k v o g =>
      if at_ is Some b then e_given k v (several_of o) (several_of g) b else EUndef
  | AtWorst k v o => foldr emax EMInf (over (e_measure k v (several_of o)))
  | Overall k v o => e_overall k v (several_of o)
  | Mean t => foldr eadd (Rat zero) (over (fun b => emul (Rat (weight b)) (enclose t (Some b))))
  | Opp t => eopp (enclose t at_)
  | Add t u => eadd (enclose t at_) (enclose u at_)
  | Sub t u => eadd (enclose t at_) (eopp (enclose u at_))
  | Mul t u => emul (enclose t at_) (enclose u at_)
  | Div t u => ediv (enclose t at_) (enclose u at_)
  | Exp t => eexp (enclose t at_)
  | Log t => elog (enclose t at_)
  | Max t u => emax (enclose t at_) (enclose u at_)
  | Min t u => emin (enclose t at_) (enclose u at_) end.

Definition d_compared c at_ := match c with Compare o t u =>
  let a := enclose t at_ in let b := enclose u at_ in
  match o with
  | Le => ele a b | Lt => elt a b | Ge => ele b a | Gt => elt b a | Eq => eeq a b end end.

Definition d_holds c :=
  if names_outcome c then every id (over (fun b => d_compared c (Some b))) else d_compared c None.

(* for all values of three variables; a point stands for the value that it has *)
Definition shown n := Point zero n n n.
Definition values_of v := [seq shown n | n <- iota 0 (top d v).+1].
Definition triples u v w (P : point -> point -> point -> bool) :=
  all (fun a => all (fun b => all (P a b) (values_of w)) (values_of v)) (values_of u).
Definition d_structured t := match t with
  | Least k => (k <= (x_top d).+1)%N
  | Exactly k => (x_top d).+1 == k
  | Uniform => triples VarX VarX VarX (fun a b _ => Qeq_bool (prob [:: VarX] a) (prob [:: VarX] b))
  | Chain u v w => triples u v w (fun a b c =>
      Qeq_bool (Qmult (total (fun p => [&& alike [:: u] a p, alike [:: v] b p & alike [:: w] c p]))
                      (prob [:: v] b))
               (Qmult (prob2 [:: u] a [:: v] b) (prob2 [:: v] b [:: w] c)))
  | Independent u v => triples u v v (fun a b _ =>
      Qeq_bool (prob2 [:: u] a [:: v] b) (Qmult (prob [:: u] a) (prob [:: v] b))) end.

Definition implies3 a b := not3 (and3 a (not3 b)).
Definition d_implies l b := foldr implies3 b l.
Definition same3 a b := and3 (implies3 a b) (implies3 b a).

Definition decide st :=
  let given := [seq d_holds c | c <- flatten [seq conditions c | c <- hypotheses st]] in
  let claimed := every d_holds (flatten [seq conditions c | c <- conclusion st]) in
  d_implies [seq Some (d_structured t) | t <- structures st] (
  d_implies [seq ele (Rat zero) (parameter name) | name <- nonnegative st] (
  d_implies [seq d_holds c | c <- where_ st] (
  if both_ways st then same3 (every id given) claimed else d_implies given claimed))).
End Decide.

Local Opaque Qle_bool Qeq_bool Qplus Qmult Qinv Qred.

Section World.
Variable R : realType.
Local Notation real := (@ofQ R).

Lemma q_sumE (l : seq Q) : real (q_sum l) = \sum_(q <- l) real q.
Proof. by elim: l => [|q l IH]; rewrite ?big_nil ?big_cons /= ?zeroE // ofQ_red ofQD IH. Qed.
Lemma q_maxE (l : seq Q) : real (q_max l) = \big[Num.max/0]_(q <- l) real q.
Proof. by elim: l => [|q l IH]; rewrite ?big_nil ?big_cons /= ?zeroE // greaterE IH. Qed.
Lemma q_minE (l : seq Q) : real (q_min l) = \big[Num.min/1]_(q <- l) real q.
Proof. by elim: l => [|q l IH]; rewrite ?big_nil ?big_cons /= ?oneE // lesserE IH. Qed.
Lemma possibleE p : possible p = (0 < real (weight p)). Proof. exact: q_gt0. Qed.

Variables (d : data) (ok : valid d).
Local Notation T := ('I_(seq.size (points d))).
Definition at_point (s : T) := tnth (in_tuple (points d)) s.
Definition chance_of s := real (weight (at_point s)).

Lemma chance_ge0 s : 0 <= chance_of s.
Proof.
have /and4P[h _ _ _] := ok; have /(_ s) := all_tnthP (t := in_tuple (points d)) h.
by rewrite (q_le R) zeroE.
Qed.

(* over the points of a world, as over their list *)
Lemma big_points (S : Type) (op : S -> S -> S) idx (P : pred point) (F : point -> S) :
  \big[op/idx]_(s : T | P (at_point s)) F (at_point s) = \big[op/idx]_(p <- points d | P p) F p.
Proof. by rewrite [RHS]big_tnth. Qed.

Lemma chance_sum : \sum_s chance_of s = 1.
Proof.
have /and4P[_ /Qeq_bool_eq/(@ofQ_eq R) h _ _] := ok.
by rewrite /chance_of (big_points _ _ predT (fun p => real (weight p))) -oneE -h q_sumE big_map.
Qed.
Definition law_of := Law chance_ge0 chance_sum.
Definition alphabet_of v : finType := [finType of 'I_(top d v).+1].
Definition value_of v (s : T) : alphabet_of v := inord (label (at_point s) v).

Lemma label_le s v : (label (at_point s) v < (top d v).+1)%N.
Proof.
have /and4P[_ _ h _] := ok; have /(_ s)/and3P[] := all_tnthP (t := in_tuple (points d)) h.
by case: v.
Qed.
Lemma value_eq v s t :
  (value_of v s == value_of v t) = (label (at_point s) v == label (at_point t) v).
Proof. by rewrite -val_eqE /= !inordK ?label_le. Qed.

Lemma all_occur x : 0 < pr law_of (value_of VarX) x.
Proof.
have /and4P[_ _ _ /allP h] := ok; have := h (nat_of_ord x); rewrite mem_iota /= ltn_ord.
move=> /(_ isT)/(has_tnthP (t := in_tuple (points d)))[s /andP[]]; rewrite possibleE => s0 /eqP sx.
have -> : x = value_of VarX s by rewrite /value_of /label /at_point sx inord_val.
exact: (@pr_gt0 R _ law_of).
Qed.
Definition world_of : world R := World all_occur.
End World.
