(* What is cited of Example 3 of `pmc`, on losses of a guessed law, as stated in the ledger. The
   proofs stand in losses.v.
   To be read: every definition, beside the claim of the ledger that is named above it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law claims_pmc.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* q^s of q in [0, 1] and s > 0 *)
Definition power (R : realType) (q s : R) := if q == 0 then 0 else expR (s * ln q).
(* the alpha-loss of a guess in which the true secret has the probability q; None is infinite *)
Definition alpha_loss (R : realType) (alpha : option R) (q : R) : val R :=
  match alpha with
  | None => Fin (1 - q)
  | Some a => if a == 1 then vopp (vlog (Fin q))
              else Fin (a / (a - 1) * (1 - power q ((a - 1) / a)))
  end.
(* alpha in [1, oo] *)
Definition order (R : realType) (alpha : option R) := if alpha is Some a then 1 <= a else true.

(* pmc.example-3.interpolation *)
Definition pmc_example_3_interpolation := forall (R : realType) (a q : R),
  1 < a -> 0 <= q -> q <= 1 ->
  let c := alpha_loss (Some a) q in
  let log_loss := alpha_loss (Some 1) q in let zero_one := alpha_loss None q in
  [/\ vle c log_loss,
      vle log_loss (vadd c (vmul (Fin ((a - 1) / (2%:R * a))) (vmul log_loss log_loss))),
      vle zero_one c & vle c (vadd zero_one (Fin ((1 - q) / (a - 1))))] /\
  (q = 0 -> c = Fin (a / (a - 1))).

(* min_x and max_x of finitely many losses, of which each is in [0, oo), or one is infinite *)
(* pmc.example-3.codomain.repair *)
Definition pmc_example_3_codomain_repair := forall (R : realType) (A : finType) (Q : law R A) alpha,
  order alpha ->
  let finite := forall x,
    vle (Fin 0) (alpha_loss alpha (Q x)) /\ vlt (alpha_loss alpha (Q x)) PInf in
  [/\ alpha <> Some 1 -> finite, (forall x, Q x != 0) -> finite &
      alpha = Some 1 -> (exists x, Q x = 0) ->
      (forall x, vle (Fin 0) (alpha_loss alpha (Q x))) /\ exists x, alpha_loss alpha (Q x) = PInf].

(* E[c_alpha(X, Q)] of a secret X of the law P *)
Definition mean_loss (R : realType) (A : finType) alpha (P Q : law R A) : val R :=
  \big[@vadd R/Fin 0]_(x | 0 < P x) vmul (Fin (P x)) (alpha_loss alpha (Q x)).
(* m is the greatest lower bound of this over all Q *)
Definition least_loss (R : realType) (A : finType) alpha (P : law R A) m :=
  (forall Q, vle (Fin m) (mean_loss alpha P Q)) /\
  (forall more, m < more -> exists Q, vlt (mean_loss alpha P Q) (Fin more)).

(* prior P and posterior P' at an outcome *)
(* pmc.example-3 *)
Definition pmc_example_3 := forall (R : realType) (A : finType) (P P' : law R A) alpha,
  (forall x, 0 < P x) -> order alpha ->
  exists before after, [/\ least_loss alpha P before, least_loss alpha P' after &
    vle (log_ratio before after) (divergence P P')].
