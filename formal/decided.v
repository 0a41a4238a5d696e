(* What is computed of an instance is right: a statement that is decided on it holds, or does not,
   in the world that the instance is. *)
From Coq Require Import ZArith QArith String.
From mathcomp Require Import all_ssreflect all_algebra ssrZ ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law language quotients extremes rationals enclosures instances.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Local Opaque Qle_bool Qeq_bool Qplus Qmult Qinv Qred.

Section Decided.
Variables (R : realType) (d : data) (ok : valid d) (rho : seq (string * enclosure)).
Local Notation real := (@ofQ R).
Local Notation w := (world_of R ok).
Local Notation p := (law_of R ok).
Local Notation at_ := (@at_point d).

(* ---- probabilities and lifts ---- *)

(* the variables vs tell points apart as X does *)
Definition shows (A : finType) (X : space w -> A) vs :=
  forall s t, (X s == X t) = alike vs (at_ s) (at_ t).

Lemma seen_shows v vs : shows (@seen R w v vs) (v :: vs).
Proof.
elim: vs v => [|v' vs IH] v s t; first by rewrite /= andbT; exact: value_eq.
by rewrite /= xpair_eqE (IH v' s t); congr (_ && _); exact: value_eq.
Qed.
Lemma value_shows v : shows (@value R w v) [:: v]. Proof. exact: (seen_shows v [::]). Qed.

Lemma totalE P : real (total d P) = \sum_(s | P (at_ s)) p s.
Proof.
rewrite /total q_sumE big_map big_filter.
by rewrite -(big_points _ _ _ P (fun q => real (weight q))).
Qed.

Lemma pr_shows (A : finType) (X : space w -> A) vs s : shows X vs ->
  pr p X (X s) = real (prob d vs (at_ s)).
Proof. by move=> h; rewrite /prob totalE; apply: eq_bigl => t; rewrite eq_sym h. Qed.

Section Shown.
Variables (A B : finType) (X : space w -> A) (Y : space w -> B) (vs ws : seq variable).
Hypotheses (hX : shows X vs) (hY : shows Y ws).

Lemma both_shows s t : pr p (both X Y) (X s, Y t) = real (prob2 d vs (at_ s) ws (at_ t)).
Proof.
rewrite /prob2 totalE; apply: eq_bigl => u.
by rewrite /both xpair_eqE -hX -hY [X u == _]eq_sym [Y u == _]eq_sym.
Qed.

Lemma lift_shows s t : lift p X Y (X s) (Y t) = real (lift_at d vs (at_ s) ws (at_ t)).
Proof.
by rewrite /lift /lift_at ofQ_red /Qdiv ofQM ofQV ofQM both_shows -(pr_shows s hX) -(pr_shows t hY).
Qed.

Lemma over_points (S : Type) (op : S -> S -> S) idx (F : point -> Q) (g : Q -> S) :
  \big[op/idx]_(q <- over d F) g q = \big[op/idx]_(s : space w | 0 < p s) g (F (at_ s)).
Proof.
rewrite /over big_map big_filter -(big_points _ _ _ possible (fun q => g (F q))).
by apply: eq_bigl => s; rewrite (possibleE R).
Qed.

Lemma max_ge0 (I : finType) (P : pred I) (F : I -> R) : 0 <= \big[Num.max/0]_(i | P i) F i.
Proof. by have /bigmax_leP[] := lexx (\big[Num.max/0]_(i | P i) F i). Qed.
Lemma min_le1 (I : finType) (P : pred I) (F : I -> R) : \big[Num.min/1]_(i | P i) F i <= 1.
Proof. by have /bigmin_geP[] := lexx (\big[Num.min/1]_(i | P i) F i). Qed.

Lemma largest_shows (F : A -> R) f : (forall s, F (X s) = real (f (at_ s))) ->
  \big[Num.max/0]_(x | 0 < pr p X x) F x = real (q_max (over d f)).
Proof.
move=> h; rewrite q_maxE over_points; apply/le_anti/andP; split; apply/bigmax_leP.
  by split=> [|x /pr_at[s <- s0]]; [exact: max_ge0 | apply: (bigmax_sup s); rewrite ?h].
by split=> [|s s0]; [exact: max_ge0 | apply: (bigmax_sup (X s)); rewrite ?h ?pr_gt0].
Qed.
Lemma smallest_shows (F : A -> R) f : (forall s, F (X s) = real (f (at_ s))) ->
  \big[Num.min/1]_(x | 0 < pr p X x) F x = real (q_min (over d f)).
Proof.
move=> h; rewrite q_minE over_points; apply/le_anti/andP; split; apply/bigmin_geP.
  by split=> [|s s0]; [exact: min_le1 | apply: (bigmin_inf (X s)); rewrite ?h ?pr_gt0].
by split=> [|x /pr_at[s <- s0]]; [exact: min_le1 | apply: (bigmin_inf s); rewrite ?h].
Qed.

(* ---- measures ---- *)

Variable q : law R (space w).
Lemma maxlift_ge0 y : 0 <= maxlift q X Y y. Proof. exact: max_ge0. Qed.

Lemma measure_def k y : @of_measure R w q k _ _ X Y y <> Undef.
Proof.
have log_def (x : R) : 0 <= x -> vlog (Fin x) <> Undef.
  by rewrite /vlog le_eqVlt eq_sym; case: ltP => // _; rewrite orbF => ->.
case: k => /=; rewrite /pml /pmc /ldp.
- exact/log_def/maxlift_ge0.
- by have := log_def _ (lo_ge0 q X Y y); case: (vlog _).
- by case: ifP => // _; apply: log_def; rewrite divr_ge0 ?maxlift_ge0 ?lo_ge0.
Qed.

Lemma of_liftsP k y l : maxlift q X Y y = real (q_max l) -> minlift q X Y y = real (q_min l) ->
  inside (of_lifts k l) (@of_measure R w q k _ _ X Y y).
Proof.
move=> big small; case: k => /=; rewrite /pml /pmc /ldp ?big ?small.
- exact: (elogP (e := Rat _)).
- by apply: eoppP; exact: (elogP (e := Rat _)).
- rewrite (q_eq0 R); case: eqP => // _; apply: (elogP (e := Rat _)).
  by rewrite /= ofQ_red ofQM ofQV.
Qed.
End Shown.

Lemma measure_shows k v (B : finType) (Y : space w -> B) ws t : shows Y ws ->
  inside (e_measure d k v ws (at_ t)) (@of_measure R w p k _ _ (@value R w v) Y (Y t)).
Proof.
move=> hY; have h s := lift_shows (value_shows v) hY s t.
have big := largest_shows (X := @value R w v) (F := fun x => lift p (@value R w v) Y x (Y t))
  (f := fun a => lift_at d [:: v] a ws (at_ t)) h.
have small := smallest_shows (X := @value R w v) (F := fun x => lift p (@value R w v) Y x (Y t))
  (f := fun a => lift_at d [:: v] a ws (at_ t)) h.
exact: of_liftsP big small.
Qed.

(* ---- given an outcome ---- *)

Section Given.
Variables (v : variable) (B D : finType) (Y : space w -> B) (G : space w -> D).
Variables (ws gs : seq variable) (s : space w).
Hypotheses (hY : shows Y ws) (hG : shows G gs) (s0 : 0 < p s).
Local Notation X := (@value R w v).
Local Notation q := (conditional p G (G s)).

Lemma conditional_pr (A : finType) (V : space w -> A) x :
  pr q V x = pr p (both V G) (x, G s) / pr p G (G s).
Proof.
rewrite {1}/pr /= /mass_conditional gt_eqF ?pr_gt0 // -big_mkcondr -mulr_suml.
by congr (_ / _).
Qed.

Lemma lift_given_shows a : lift q X Y (X a) (Y s) =
  real (lift_given d v (at_ a) ws gs (at_ s)).
Proof.
have n : pr p G (G s) != 0 by rewrite gt_eqF ?pr_gt0.
rewrite /lift /lift_given ofQ_red !(ofQM, ofQV) !conditional_pr.
rewrite (both_shows (value_shows v) hG) (both_shows hY hG) (pr_shows s hG).
have -> : pr p (both (both X Y) G) (X a, Y s, G s) = real (total d (fun r =>
    [&& alike [:: v] (at_ a) r, alike ws (at_ s) r & alike gs (at_ s) r])).
  rewrite totalE; apply: eq_bigl => t; rewrite /both !xpair_eqE -andbA.
  by rewrite -(value_shows v) -hY -hG [X t == _]eq_sym [Y t == _]eq_sym [G t == _]eq_sym.
rewrite -(pr_shows s hG); set P := pr p G (G s) in n *.
move: (real (total _ _)) (real (prob2 _ _ _ _ _)) (real (prob2 _ _ _ _ _)) => J x y.
by rewrite !invfM !invrK; move: x^-1 y^-1 => x' y'; field.
Qed.

Lemma secrets_given x : 0 < pr q X x ->
  exists a, [/\ X a = x, 0 < p a & alike gs (at_ s) (at_ a)].
Proof.
rewrite conditional_pr pmulr_lgt0 ?invr_gt0 ?pr_gt0 // => /pr_at[a [<- e] a0].
by exists a; split=> //; rewrite -hG e.
Qed.
Lemma secret_given a : 0 < p a -> alike gs (at_ s) (at_ a) -> 0 < pr q X (X a).
Proof.
move=> a0; rewrite -hG => /eqP e; rewrite conditional_pr divr_gt0 ?pr_gt0 // e.
exact: (pr_gt0 (both X G)).
Qed.

Lemma over_given (S : Type) (op : S -> S -> S) idx (F : point -> Q) (g : Q -> S) :
  \big[op/idx]_(r <- [seq F a | a <- points d & possible a && alike gs (at_ s) a]) g r =
  \big[op/idx]_(a : space w | (0 < p a) && alike gs (at_ s) (at_ a)) g (F (at_ a)).
Proof.
rewrite big_map big_filter.
rewrite -(big_points _ _ _ (fun a => possible a && alike gs (at_ s) a) (fun r => g (F r))).
by apply: eq_bigl => a; rewrite (possibleE R).
Qed.

Lemma given_measure k :
  inside (e_given d k v ws gs (at_ s)) (@of_measure R w q k _ _ X Y (Y s)).
Proof.
apply: of_liftsP; rewrite /maxlift /minlift ?q_maxE ?q_minE over_given.
  apply/le_anti/andP; split; apply/bigmax_leP; split=> [|x]; try exact: max_ge0.
    move=> /secrets_given[a [<- a0 ga]]; apply: (bigmax_sup a); rewrite ?a0 //.
    by rewrite lift_given_shows.
  by move=> /andP[a0 ga]; apply: (bigmax_sup (X x)); rewrite ?secret_given ?lift_given_shows.
apply/le_anti/andP; split; apply/bigmin_geP; split=> [|x]; try exact: min_le1.
  by move=> /andP[a0 ga]; apply: (bigmin_inf (X x)); rewrite ?secret_given ?lift_given_shows.
move=> /secrets_given[a [<- a0 ga]]; apply: (bigmin_inf a); rewrite ?a0 //.
by rewrite lift_given_shows.
Qed.
End Given.

(* ---- over the points ---- *)

Lemma over_enum (S : Type) (F : point -> S) :
  over d F = [seq F (at_ s) | s <- index_enum (space w) & 0 < p s].
Proof.
rewrite /over -{1}[points d](map_tnth_enum (in_tuple (points d))) filter_map -map_comp.
rewrite [index_enum _]unlock -enumT.
by congr map; apply: eq_filter => s; rewrite /= (possibleE R).
Qed.

Lemma over_big op eop idx eidx F (f : space w -> val R) :
  (forall a b v u, inside a v -> inside b u -> inside (eop a b) (op v u)) ->
  inside eidx idx -> (forall s, 0 < p s -> inside (F (at_ s)) (f s)) ->
  inside (foldr eop eidx (over d F)) (\big[op/idx]_(s | 0 < p s) f s).
Proof.
move=> hop h0 h; rewrite over_enum.
elim: (index_enum _) => [|s l IH]; first by rewrite big_nil.
by rewrite big_cons /=; case: ifP => // s0; apply: hop => //; apply: h.
Qed.

Lemma vle_anti (u v : val R) : vle u v -> vle v u -> u = v.
Proof.
case: u v => [x|||] [y|||] //= xy yx; congr Fin.
by apply/le_anti; rewrite xy yx.
Qed.
Lemma vle_refl (v : val R) : v <> Undef -> vle v v. Proof. by case: v => [x|||] //=. Qed.
Lemma worst_def (B : finType) (Y : space w -> B) f : (forall y, f y <> Undef) ->
  worst p Y f <> Undef.
Proof.
move=> h; rewrite /worst; elim/big_ind: _ => // u v; rewrite /vmax.
by case: u v => [x|||] [y|||] //= _ _; case: leP => // /ltW ->.
Qed.

Lemma worst_points (B : finType) (Y : space w -> B) f : (forall y, f y <> Undef) ->
  worst p Y f = \big[@vmax R/MInf]_(s | 0 < p s) f (Y s).
Proof.
move=> h; transitivity (worst p id (f \o Y)); last by apply: eq_bigl => s; rewrite pr_id.
apply: vle_anti; apply: worst_le => s s0.
  by apply: (at_most_le (Y := id) (f := f \o Y) (v := worst p id (f \o Y))) s0;
     apply/vle_refl/worst_def => t; apply: h.
exact: (at_most_le (vle_refl (worst_def (Y := Y) h)) s0).
Qed.

(* ---- averages ---- *)

(* a sum over outcomes, of which the impossible ones add nothing, is one over the points *)
Lemma by_points (B : finType) (Y : space w -> B) (M : B -> R) :
  (forall y, pr p Y y = 0 -> M y = 0) ->
  \sum_y M y = \sum_(s | 0 < p s) p s / pr p Y (Y s) * M (Y s).
Proof.
move=> h; rewrite [RHS]big_mkcond [RHS](partition_big Y predT) //=; apply: eq_bigr => y _.
rewrite (eq_bigr (fun s => p s * (M y / pr p Y y))) => [|s /eqP sy]; last first.
  rewrite sy; case: ltP => [_|s0]; first by rewrite mulrAC mulrA.
  have e : p s = 0 by apply/le_anti; rewrite s0 mass_ge0.
  by rewrite -[RHS]/(p s * _) e mul0r.
rewrite -mulr_suml -/(pr p Y y); have [e|e] := eqVneq (pr p Y y) 0; first by rewrite e h // mul0r.
by rewrite mulrCA divff // mulr1.
Qed.

Section Averages.
Variables (v : variable) (B : finType) (Y : space w -> B) (ws : seq variable).
Hypothesis hY : shows Y ws.
Local Notation X := (@value R w v).

Lemma given_shows s t : given p X Y (X s) (Y t) =
  real (Qred (Qdiv (prob2 d [:: v] (at_ s) ws (at_ t)) (prob d [:: v] (at_ s)))).
Proof.
by rewrite /given (both_shows (value_shows v) hY) (pr_shows s (value_shows v)) ofQ_red ofQM ofQV.
Qed.

Lemma given0 x y : pr p Y y = 0 -> given p X Y x y = 0.
Proof.
move=> y0; suff e : pr p (both X Y) (x, y) = 0 by rewrite /given e mul0r.
by apply/le_anti; rewrite pr_ge0 andbT -{}y0 pr_le_r.
Qed.

Lemma outcomes_sum f (M : B -> R) :
  (forall t, M (Y t) = real (f (at_ t))) -> (forall y, pr p Y y = 0 -> M y = 0) ->
  \sum_y M y = real (q_sum (over d (fun b => Qred (Qmult (Qdiv (weight b) (prob d ws b)) (f b))))).
Proof.
move=> h h0; rewrite (by_points h0) q_sumE over_points; apply: eq_bigr => s _.
by rewrite ofQ_red !ofQM ofQV h (pr_shows s hY).
Qed.

Lemma overallP k : inside (e_overall d k v ws) (@of_average R w k _ _ X Y).
Proof.
pose f b a := Qred (Qdiv (prob2 d [:: v] a ws b) (prob d [:: v] a)).
have big t := largest_shows (X := X) (F := fun x => given p X Y x (Y t)) (f := f (at_ t))
  (fun s => given_shows s t).
have small t := smallest_shows (X := X) (F := fun x => given p X Y x (Y t)) (f := f (at_ t))
  (fun s => given_shows s t).
case: k => /=.
- apply: (elogP (e := Rat _)) => /=.
  apply: (outcomes_sum (f := fun b => q_max (over d (f b))) big) => y y0.
  by apply/le_anti; rewrite max_ge0 andbT; apply/bigmax_leP; split=> // x _; rewrite given0.
- apply: eoppP; apply: (elogP (e := Rat _)) => /=.
  apply: (outcomes_sum (f := fun b => q_min (over d (f b))) small) => y y0.
  have [s s0] := likely p; apply/le_anti/andP; split.
    by apply: (bigmin_inf (X s)); rewrite ?pr_gt0 ?given0.
  by apply/bigmin_geP; split=> [|x _]; rewrite ?ler01 ?given0.
- have -> : Fin (mutual_information p X Y) =
      \big[@vadd R/Fin 0]_(s | 0 < p s) Fin (p s * exp.ln (lift p X Y (X s) (Y s))).
    have add (I : Type) (l : seq I) (P : pred I) (F : I -> R) :
        \big[@vadd R/Fin 0]_(i <- l | P i) Fin (F i) = Fin (\sum_(i <- l | P i) F i).
      by elim: l => [|i l IH]; rewrite ?big_nil ?big_cons // IH; case: ifP.
    rewrite add; congr Fin; rewrite /mutual_information pair_big /=.
    rewrite [RHS]big_mkcond (partition_big (both X Y) predT) //=; apply: eq_bigr => -[x y] _.
    rewrite /pr mulr_suml; apply: eq_bigr => s /eqP[-> ->]; case: ltP => [_|s0] //.
    have e : p s = 0 by apply/le_anti; rewrite s0 mass_ge0.
    by rewrite -[LHS]/(p s * _) e mul0r.
  apply: over_big => [| |s s0]; [exact: eaddP | by rewrite /= zeroE |].
  have l0 : 0 < lift p X Y (X s) (Y s).
    by rewrite divr_gt0 ?mulr_gt0 ?pr_gt0 //; exact: (pr_gt0 (both X Y)).
  have h := elogP (e := Rat _) (lift_shows (value_shows v) hY s s : inside (Rat _) (Fin _)).
  by have := emulP (a := Rat (weight (at_ s))) (v := Fin (p s)) (erefl _) h; rewrite /vlog l0.
Qed.
End Averages.

(* ---- terms ---- *)

Definition rho_of name := match parameter rho name with
  | Rat q => real q | LogOf q => exp.ln (real q) | _ => 0 end.
Lemma parameterP name : inside (parameter rho name) (Fin (rho_of name)).
Proof.
rewrite /rho_of /parameter; case: [seq _ | _ <- _ & _] => [|[q|q|l u||||] r] //=; rewrite ?zeroE //.
by case: ifP => h; rewrite /= ?zeroE // -(q_gt0 R) h.
Qed.

Lemma prior_shows s :
  pr p (@value R w VarX) (@value R w VarX s) = real (prob d [:: VarX] (at_ s)).
Proof. exact: pr_shows (value_shows VarX). Qed.

(* a point, if any, has to be possible *)
Definition may_be (s : option (space w)) : Prop := if s is Some r then 0 < p r else True.
Lemma encloseP t s : may_be s -> inside (enclose d rho t (omap at_ s)) (@eval R w rho_of t s).
Proof.
elim: t s.
- by move=> n s _; rewrite /= naturalE.
- by move=> n m s _; rewrite /= ofQ_red ofQM ofQV !naturalE.
- by move=> name s _; exact: parameterP.
- case=> s _; rewrite /enclose /eval /inside /of_quantity.
  + have := smallest_shows (f := prob d [:: VarX]) prior_shows.
    by rewrite /pmin => <-; apply: eq_bigl => x; rewrite (all_occur R ok).
  + have := largest_shows (f := prob d [:: VarX]) prior_shows.
    by rewrite /pmax => <-; apply: eq_bigl => x; rewrite (all_occur R ok).
  + by rewrite naturalE /size card_ord.
- move=> k v o [s|] // _; exact: measure_shows (seen_shows o.1 o.2).
- move=> k v o g [s|] // s0; exact: given_measure (seen_shows o.1 o.2) (seen_shows g.1 g.2) s0 k.
- move=> k v o s _; rewrite /= worst_points; last exact: measure_def.
  by apply: over_big => [| |t t0]; [exact: emaxP | | exact: measure_shows (seen_shows o.1 o.2)].
- move=> k v o s _; exact: (overallP _ (seen_shows o.1 o.2)).
- move=> t IH s _ /=; apply: over_big => [| |r r0]; [exact: eaddP | by rewrite /= zeroE|].
  by apply: (emulP (a := Rat _) (v := Fin _) _ (IH (Some r) r0)).
- by move=> t IH s h; apply/eoppP/IH.
- by move=> t IH u IHu s h; apply: eaddP; [apply: IH | apply: IHu].
- by move=> t IH u IHu s h; apply: eaddP; [apply: IH | apply/eoppP/IHu].
- by move=> t IH u IHu s h; apply: emulP; [apply: IH | apply: IHu].
- by move=> t IH u IHu s h; apply: edivP; [apply: IH | apply: IHu].
- by move=> t IH s h; apply/eexpP/IH.
- by move=> t IH s h; apply/elogP/IH.
- by move=> t IH u IHu s h; apply: emaxP; [apply: IH | apply: IHu].
- by move=> t IH u IHu s h; apply: eminP; [apply: IH | apply: IHu].
Qed.

(* ---- conditions and statements ---- *)

Definition dec (o : option bool) (P : Prop) := match o with
  | Some true => P | Some false => ~ P | None => True end.
Lemma dec_b o b : decides o b -> dec o b. Proof. by case: o => [[]|] //= ->. Qed.
Lemma dec_and o o' (P Q : Prop) : dec o P -> dec o' Q -> dec (and3 o o') (P /\ Q).
Proof. by case: o => [[]|] /=; case: o' => [[]|] //=; tauto. Qed.
Lemma dec_implies o o' (P Q : Prop) : dec o P -> dec o' Q -> dec (implies3 o o') (P -> Q).
Proof. by case: o => [[]|] /=; case: o' => [[]|] //=; tauto. Qed.
Lemma dec_if b P : reflect P b -> dec (Some b) P. Proof. by case=> h; exact: h. Qed.

Lemma comparedP c s : may_be s ->
  decides (d_compared d rho c (omap at_ s)) (@compared R w rho_of c s).
Proof.
move=> h; have e t := encloseP t h.
by case: c => [[] t u]; [apply: eleP | apply: eltP | apply: eleP | apply: eltP | apply: eeqP].
Qed.

Lemma every_dec (F : point -> option bool) (P : space w -> Prop) :
  (forall s, 0 < p s -> dec (F (at_ s)) (P s)) ->
  dec (every id (over d F)) (forall s, 0 < p s -> P s).
Proof.
move=> h; rewrite over_enum.
suff : dec (every id [seq F (at_ s) | s <- index_enum (space w) & 0 < p s])
           (forall s, s \in index_enum (space w) -> 0 < p s -> P s).
  case: (every _ _) => [[]|] //= k; first by move=> s; apply: k; rewrite mem_index_enum.
  by move=> q; apply: k => s _; exact: q.
elim: (index_enum _) => [|s l IH]; first by [].
rewrite /=; case: ifP => s0 /=; last first.
  case: (every _ _) IH => [[]|] //= k; last first.
    by move=> q; apply: k => t tl; apply: q; rewrite inE tl orbT.
  by move=> t; rewrite inE => /orP[/eqP->|]; [rewrite s0 | exact: k].
have := dec_and (h s s0) IH; case: (and3 _ _) => [[]|] //= k.
  by move=> t; rewrite inE => /orP[/eqP-> _|]; [case: k | case: k => _; apply].
by move=> q; apply: k; split=> [|t tl]; apply: q; rewrite ?inE ?eqxx ?tl ?orbT.
Qed.

Lemma holdsP c : dec (d_holds d rho c) (@holds R w rho_of c).
Proof.
rewrite /d_holds /holds; case: ifP => _; last exact/dec_b/(@comparedP c None).
by apply: every_dec => s s0; exact/dec_b/(@comparedP c (Some s)).
Qed.

Lemma all_ofP cs : dec (every (d_holds d rho) cs) (@all_of R w rho_of cs).
Proof.
elim: cs => [|c [|c' cs] IH] //=.
  by have := holdsP c; case: (d_holds _ _ _) => [[]|].
exact: dec_and (holdsP c) IH.
Qed.

Lemma impliesP (I : Type) (l : seq I) f (g : I -> Prop) o P : (forall i, dec (f i) (g i)) ->
  dec o P -> dec (d_implies [seq f i | i <- l] o) (implies [seq g i | i <- l] P).
Proof. by move=> h k; elim: l => //= i l IH; exact: dec_implies. Qed.

Lemma all_valuesP v (P : pred point) :
  reflect (forall x : alphabet_of d v, P (shown x)) (all P (values_of d v)).
Proof.
rewrite all_map; apply: (iffP allP) => h x; first by apply: h; rewrite mem_iota /= ltn_ord.
by rewrite mem_iota /= => xd; exact: (h (Ordinal xd)).
Qed.
Lemma triplesP u v v' (P : point -> point -> point -> bool) :
  reflect (forall (x : alphabet_of d u) (y : alphabet_of d v) (z : alphabet_of d v'),
             P (shown x) (shown y) (shown z)) (triples d u v v' P).
Proof.
apply: (iffP (all_valuesP _ _)) => h x.
  by move=> y z; have /all_valuesP/(_ y)/all_valuesP := h x.
by apply/all_valuesP => y; apply/all_valuesP => z; apply: h.
Qed.

Lemma q_eq q r : Qeq_bool q r = (real q == real r).
Proof.
rewrite -subr_eq0 -ofQN -ofQD -q_eq0; apply/idP/idP => /Qeq_bool_eq h; apply Qeq_bool_iff.
  by rewrite h Qplus_opp_r.
have e : real q = real r.
  by apply/eqP; rewrite -subr_eq0 -ofQN -ofQD (ofQ_eq R h) zeroE.
by apply: Qle_antisym; apply Qle_bool_iff; rewrite (q_le R) e lexx.
Qed.

Lemma has_value v (x : alphabet_of d v) t :
  (@value R w v t == x) = alike [:: v] (shown x) (at_ t).
Proof.
rewrite /= andbT -val_eqE /= inordK ?label_le // eq_sym.
by case: v x.
Qed.
Lemma value_shown v (x : alphabet_of d v) :
  pr p (@value R w v) x = real (prob d [:: v] (shown x)).
Proof. by rewrite /prob totalE; apply: eq_bigl => t; exact: has_value. Qed.
Lemma two_shown u v (x : alphabet_of d u) (y : alphabet_of d v) :
  pr p (both (@value R w u) (@value R w v)) (x, y) =
  real (prob2 d [:: u] (shown x) [:: v] (shown y)).
Proof.
rewrite /prob2 totalE; apply: eq_bigl => t.
by rewrite /both xpair_eqE -!has_value.
Qed.
Lemma three_shown u v v' (x : alphabet_of d u) (y : alphabet_of d v) (z : alphabet_of d v') :
  pr p (both (@value R w u) (both (@value R w v) (@value R w v'))) (x, (y, z)) =
  real (total d (fun q =>
    [&& alike [:: u] (shown x) q, alike [:: v] (shown y) q & alike [:: v'] (shown z) q])).
Proof.
rewrite totalE; apply: eq_bigl => t.
by rewrite /both !xpair_eqE -!has_value.
Qed.

Lemma structuredP t : reflect (@structured R w t) (d_structured d t).
Proof.
case: t => [k|k||u v v'|u v] /=.
- by rewrite card_ord; exact: idP.
- by rewrite card_ord; exact: eqP.
- apply: (iffP (triplesP _ _ _ _)) => h x y => [|_].
    by rewrite !value_shown; apply/eqP; rewrite -q_eq; exact: (h x y y).
  by rewrite q_eq -!value_shown; apply/eqP; exact: h.
- apply: (iffP (triplesP _ _ _ _)) => h x y z.
    by rewrite three_shown !two_shown value_shown -!ofQM; apply/eqP; rewrite -q_eq; exact: h.
  by rewrite q_eq !ofQM -three_shown -!two_shown -value_shown; apply/eqP.
- apply: (iffP (triplesP _ _ _ _)) => h x y => [|_].
    by rewrite two_shown !value_shown -ofQM; apply/eqP; rewrite -q_eq; exact: (h x y y).
  by rewrite q_eq ofQM -two_shown -!value_shown; apply/eqP.
Qed.

Lemma decideP st : dec (decide d rho st) (@holds_here R w rho_of st).
Proof.
rewrite /decide /holds_here.
apply: impliesP => [t|]; first exact/dec_if/structuredP.
apply: impliesP => [name|].
  apply: dec_b; rewrite -[_ <= _]/(vle (Fin _) (Fin _)).
  by apply: eleP (parameterP name); rewrite /= zeroE.
apply: impliesP => [c|]; first exact: holdsP.
have claimed := all_ofP (flatten [seq conditions c | c <- conclusion st]).
case: ifP => _; last by apply: impliesP => // c; exact: holdsP.
have given : every id [seq d_holds d rho c | c <- flatten [seq conditions c | c <- hypotheses st]] =
    every (d_holds d rho) (flatten [seq conditions c | c <- hypotheses st]).
  by elim: (flatten _) => //= c l ->.
have k := all_ofP (flatten [seq conditions c | c <- hypotheses st]).
rewrite given; exact: dec_and (dec_implies k claimed) (dec_implies claimed k).
Qed.
End Decided.

(* what is false exactly where all hypotheses hold *)
Definition nothing_claimed st :=
  Statement (structures st) (nonnegative st) (where_ st)
    (if both_ways st then [::] else hypotheses st)
    [:: Condition (Compare Lt (Whole 0) (Whole 0))] false.

(* a statement that is false on an instance is false in every set of real numbers *)
Theorem false_of st d rho : valid d -> decide d rho st = Some false -> forall R : realType,
  exists (w : world R) (r : string -> R), ~ holds_here w r st.
Proof.
move=> ok h R; exists (world_of R ok), (rho_of R rho).
by have := decideP R ok rho st; rewrite h.
Qed.
