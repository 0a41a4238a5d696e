(* More records never raise the worst leakage: what is known of all but one other record is a mixture
   over that one. Proof of claims.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release records claims.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Join.
Variables (R : realType) (D : finType) (n m k : nat) (cls : D -> 'I_k) (W : 'M[R]_(m, k)) (b : R).
Variables (P : 'I_n.+1 -> law R D) (j : 'I_n.+1).

Definition join (e : D) (x : database D n) : database D n.+1 :=
  [ffun t => if unlift j t is Some t' then x t' else e].

Lemma join_at e x : join e x j = e. Proof. by rewrite ffunE unlift_none. Qed.
Lemma join_lift e x t : join e x (fintype.lift j t) = x t. Proof. by rewrite ffunE liftK. Qed.

Lemma prior_join e x : prior P (join e x) = P j e * prior (fun t => P (fintype.lift j t)) x.
Proof.
rewrite /prior (bigD1_ord j) //= join_at; congr (_ * _).
by apply: eq_bigr => t _; rewrite join_lift.
Qed.

Lemma put_join e x i d : put (fintype.lift j i) (join e x) d = join e (put i x d).
Proof.
apply/ffunP => t; rewrite ffunE; case: (unliftP j t) => [t' ->|->].
  by rewrite !join_lift ffunE (inj_eq (@lift_inj _ j)).
by rewrite !join_at (negbTE (neq_lift j i)).
Qed.

Lemma sum_join (G : database D n.+1 -> R) : \sum_x G x = \sum_e \sum_x G (join e x).
Proof.
rewrite pair_big /= (reindex (fun ex : D * database D n => join ex.1 ex.2)) //=.
exists (fun x : database D n.+1 => (x j, [ffun t => x (fintype.lift j t)] : database D n)) => [[e x] _|x _].
  by rewrite /= join_at; congr (_, _); apply/ffunP => t; rewrite ffunE join_lift.
apply/ffunP => t; case: (unliftP j t) => [t' ->|->]; last by rewrite join_at.
by rewrite join_lift ffunE.
Qed.

Lemma laplace_join y e x : laplace b (answers W cls) y (join e x) =
  laplace b (answers W cls) (fun l => y l - W l (cls e)) x.
Proof.
apply: eq_bigr => l _; congr (_ * expR (- (`|_| / b))).
rewrite !answersE (bigD1_ord j) //= join_at (eq_bigr (fun t => W l (cls (x t)))) => [|t _].
  by rewrite opprD addrA.
by rewrite join_lift.
Qed.

Local Notation other := (fun t => P (fintype.lift j t)).
Local Notation at_ y e := (laplace b (answers W cls) (fun l => y l - W l (cls e))).

Lemma seen_join y i d : seen P (fintype.lift j i) (laplace b (answers W cls) y) d =
  \sum_e P j e * seen other i (at_ y e) d.
Proof.
rewrite /seen sum_join; apply: eq_bigr => e _; rewrite mulr_sumr; apply: eq_bigr => x _.
by rewrite prior_join put_join laplace_join mulrA.
Qed.

Lemma density_join y : density P (laplace b (answers W cls) y) =
  \sum_e P j e * density other (at_ y e).
Proof.
rewrite /density sum_join; apply: eq_bigr => e _; rewrite mulr_sumr; apply: eq_bigr => x _.
by rewrite prior_join laplace_join mulrA.
Qed.
End Join.

Theorem largest_of_more_holds : largest_of_more.
Proof.
move=> R m k W b alpha u n [b0 a0 ka] n0 H D cls P i y floor.
pose F := laplace b (answers W (n := n.+1) cls) y.
have F0 x : 0 < F x by apply: laplace_gt0.
apply/(leak_leP P i F0) => d; rewrite /F.
have [j ji] : exists j, j != i.
  have : (1 < #|'I_n.+1|)%N by rewrite card_ord ltnS.
  by rewrite (cardD1 i) inE add1n ltnS => /card_gt0P[j]; rewrite !inE andbT; exists j.
have [i' -> _] := unlift_some ji.
move=> p; rewrite seen_join (density_join cls W b P j) mulr_sumr; apply: ler_sum => e _; rewrite mulrCA.
apply: ler_wpmul2l; first exact: mass_ge0.
pose G := laplace b (answers W (n := n) cls) (fun l => y l - W l (cls e)).
have G0 x : 0 < G x by apply: laplace_gt0.
move: d p; rewrite -/G; apply/(leak_leP (fun t => P (fintype.lift j t)) i' G0); apply: H => t c; exact: floor.
Qed.
