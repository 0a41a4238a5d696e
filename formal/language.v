(* The language of statements as data, and what a statement of it means.
   To be read: everything. A statement is about every finite world: a law of the secret X and of
   what is observed, with a prior that is positive at every secret. *)
From Coq Require Import String.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- syntax ---- *)

Inductive variable := VarX | VarY | VarZ.
Inductive of_prior := PMin | PMax | Size.
Inductive measure := Pml | Pmc | Ldp.
Inductive average := MaximalLeakage | MaximalCostLeakage | MutualInformation.

(* variables seen together: one, or one and others *)
Definition several := (variable * seq variable)%type.

Inductive term :=
  | Whole of nat
  | Ratio of nat & nat                           (* numerator and denominator *)
  | Param of string
  | OfPrior of of_prior
  | AtOutcome of measure & variable & several    (* pml(X->y) *)
  | AtGiven of measure & variable & several & several   (* pml(X->z|y) *)
  | AtWorst of measure & variable & several      (* pml(X->Y) *)
  | Overall of average & variable & several      (* mutual_information(X;Y) *)
  | Mean of term                                 (* E[...] *)
  | Opp of term
  | Add of term & term
  | Sub of term & term
  | Mul of term & term
  | Div of term & term
  | Exp of term
  | Log of term
  | Max of term & term
  | Min of term & term.

Inductive sign := Le | Lt | Ge | Gt | Eq.
Inductive condition := Compare of sign & term & term.
Inductive guarantee := PML | PMC | LDP | LIP | ALIP.
Inductive clause :=
  | Condition of condition
  | Guarantee of guarantee & seq term & variable & several.
Inductive structure :=
  | Least of nat                                 (* at least so many secrets *)
  | Exactly of nat
  | Uniform
  | Chain of variable & variable & variable
  | Independent of variable & variable.

Record statement := Statement {
  structures : seq structure;
  nonnegative : seq string;                      (* parameters that are at least 0 *)
  where_ : seq condition;
  hypotheses : seq clause;
  conclusion : seq clause;
  both_ways : bool }.

(* whether a term changes with the outcome *)
Fixpoint at_outcome t := match t with
  | AtOutcome _ _ _ | AtGiven _ _ _ _ => true
  | Opp t | Exp t | Log t => at_outcome t
  | Add t u | Sub t u | Mul t u | Div t u | Max t u | Min t u => at_outcome t || at_outcome u
  | _ => false end.
Definition names_outcome c := let: Compare _ t u := c in at_outcome t || at_outcome u.

(* ---- meaning ---- *)

Record world (R : realType) := World {
  space : finType;
  chance : law R space;
  alphabet : variable -> finType;
  value : forall v, space -> alphabet v;
  prior_gt0 : forall x, 0 < pr chance (value VarX) x }.

(* the law given that Y is y; where that is impossible, the law itself *)
Section Given.
Variables (R : realType) (T : finType) (p : law R T) (B : finType) (Y : T -> B) (y : B).
Definition mass_conditional t :=
  if pr p Y y == 0 then p t else if Y t == y then p t / pr p Y y else 0.
Lemma mass_conditional_ge0 t : 0 <= mass_conditional t.
Proof.
rewrite /mass_conditional; case: ifP => _; first exact: mass_ge0.
by case: ifP => // _; rewrite divr_ge0 ?mass_ge0 ?sumr_ge0 // => s _; apply: mass_ge0.
Qed.
Lemma mass_conditional_sum : \sum_t mass_conditional t = 1.
Proof.
rewrite /mass_conditional; have [y0|y0] := eqVneq (pr p Y y) 0; first exact: mass_sum.
by rewrite -big_mkcond -mulr_suml divff.
Qed.
Definition conditional := Law mass_conditional_ge0 mass_conditional_sum.
End Given.

Section Meaning.
Variables (R : realType) (w : world R) (rho : string -> R).

Fixpoint together v vs : finType :=
  if vs is v' :: vs' then [finType of (alphabet w v * together v' vs')%type] else alphabet w v.

Fixpoint seen v vs : space w -> together v vs :=
  if vs is v' :: vs' return space w -> together v vs
  then both (@value _ w v) (seen v' vs') else @value _ w v.

Definition of_measure (p : law R (space w)) k :
    forall (A B : finType) (X : space w -> A) (Y : space w -> B), B -> val R :=
  match k with Pml => pml p | Pmc => pmc p | Ldp => ldp p end.

Definition of_average k : forall (A B : finType) (X : space w -> A) (Y : space w -> B), val R :=
  match k with
  | MaximalLeakage => maximal_leakage (chance w)
  | MaximalCostLeakage => maximal_cost_leakage (chance w)
  | MutualInformation => fun _ _ X Y => Fin (mutual_information (chance w) X Y) end.

Definition of_quantity k := match k with
  | PMin => pmin (chance w) (@value _ w VarX)
  | PMax => pmax (chance w) (@value _ w VarX)
  | Size => size R (@value _ w VarX) end.

(* at a point of the sample space, which has an outcome of every variable *)
Fixpoint eval (t : term) (at_ : option (space w)) : val R := match t with
  | Whole n => Fin n%:R
  | Ratio n d => Fin (n%:R / d%:R)
  | Param name => Fin (rho name)
  | OfPrior k => Fin (of_quantity k)
  | AtOutcome k v o =>
      if at_ is Some s
      then of_measure (chance w) k (@value _ w v) (seen o.1 o.2) (seen o.1 o.2 s) else Undef
  | AtGiven k v o g =>
      if at_ is Some s
      then of_measure (conditional (chance w) (seen g.1 g.2) (seen g.1 g.2 s)) k
             (@value _ w v) (seen o.1 o.2) (seen o.1 o.2 s) else Undef
  | AtWorst k v o =>
      worst (chance w) (seen o.1 o.2) (of_measure (chance w) k (@value _ w v) (seen o.1 o.2))
  | Overall k v o => of_average k (@value _ w v) (seen o.1 o.2)
  | Mean t => \big[@vadd R/Fin 0]_(s | 0 < chance w s) vmul (Fin (chance w s)) (eval t (Some s))
  | Opp t => vopp (eval t at_)
  | Add t u => vadd (eval t at_) (eval u at_)
  | Sub t u => vadd (eval t at_) (vopp (eval u at_))
  | Mul t u => vmul (eval t at_) (eval u at_)
  | Div t u => vdiv (eval t at_) (eval u at_)
  | Exp t => vexp (eval t at_)
  | Log t => vlog (eval t at_)
  | Max t u => vmax (eval t at_) (eval u at_)
  | Min t u => vmin (eval t at_) (eval u at_) end.

Definition compared c at_ : bool := match c with Compare o t u =>
  match o with
  | Le => vle (eval t at_) (eval u at_) | Lt => vlt (eval t at_) (eval u at_)
  | Ge => vle (eval u at_) (eval t at_) | Gt => vlt (eval u at_) (eval t at_)
  | Eq => veq (eval t at_) (eval u at_) end end.

(* at every point of positive probability, which is at every outcome of positive probability *)
Definition holds c : Prop :=
  if names_outcome c then forall s, 0 < chance w s -> compared c (Some s) else compared c None.

Definition bounds g l v o := match g, l with
  | PML, [:: e] => [:: Compare Le (AtOutcome Pml v o) e]
  | PMC, [:: e] => [:: Compare Le (AtOutcome Pmc v o) e]
  | LDP, [:: e] => [:: Compare Le (AtOutcome Ldp v o) e]
  | LIP, [:: e] => [:: Compare Le (AtOutcome Pmc v o) e; Compare Le (AtOutcome Pml v o) e]
  | ALIP, [:: a; b] => [:: Compare Le (AtOutcome Pmc v o) a; Compare Le (AtOutcome Pml v o) b]
  | _, _ => [:: Compare Lt (Whole 0) (Whole 0)] end.  (* levels are missing *)

Definition conditions c := match c with
  | Condition c => [:: c]
  | Guarantee g l v o => bounds g l v o end.

Fixpoint all_of (cs : seq condition) : Prop := match cs with
  | [::] => True
  | [:: c] => holds c
  | c :: cs' => holds c /\ all_of cs' end.

Definition structured t : Prop := match t with
  | Least k => (k <= #|alphabet w VarX|)%N
  | Exactly k => #|alphabet w VarX| = k
  | Uniform => uniform (chance w) (@value _ w VarX)
  | Chain u v v' => markov (chance w) (@value _ w u) (@value _ w v) (@value _ w v')
  | Independent u v => independent (chance w) (@value _ w u) (@value _ w v) end.

Fixpoint implies (ps : seq Prop) (q : Prop) : Prop :=
  if ps is p :: ps' then p -> implies ps' q else q.

Definition holds_here (st : statement) : Prop :=
  let given := flatten (map conditions (hypotheses st)) in
  let claimed := flatten (map conditions (conclusion st)) in
  implies (map structured (structures st)) (
  implies (map (fun name => 0 <= rho name : Prop) (nonnegative st)) (
  implies (map holds (where_ st)) (
  if both_ways st then all_of given <-> all_of claimed
  else implies (map holds given) (all_of claimed)))).
End Meaning.

Definition means (st : statement) : Prop :=
  forall (R : realType) (w : world R) (rho : string -> R), holds_here w rho st.
