(* Databases of two records in two classes, and a law of the records under which each class has at
   least 1/4: what meets the hypotheses of most statements about linear queries. Nothing here has to
   be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law extremes release records claims tangent bounds.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Floors.
Variables (R : realType) (k : nat) (b alpha : R) (ok : allowed k b alpha).

(* what the floor leaves is one class's *)
Lemma favoured c : exists2 p : law R [finType of 'I_k],
  (forall j, alpha <= share id p j) & share id p c = 1 - k.-1%:R * alpha.
Proof.
have [b0 a0 ka] := ok; exists (favouring (ltW a0) ka c) => [j|].
  by rewrite shareE; apply: favouring_ge.
rewrite shareE /= eqxx mulr1 -[in LHS](ltn_predK (ltn_ord c)) -[in LHS]natr1.
by ring.
Qed.

Lemma records_floored n c : exists P : 'I_n -> law R [finType of 'I_k], floored id P alpha /\
  forall i, share id (P i) c = 1 - k.-1%:R * alpha.
Proof. by have [p h e] := favoured c; exists (fun=> p); split=> [i j|i]; [apply: h | apply: e]. Qed.
End Floors.

Section Two.
Variable R : realType.
Definition quarter : R := 1 / 4%:R.
Lemma quarter_gt0 : 0 < quarter. Proof. by rewrite divr_gt0 ?ltr01 ?ltr0n. Qed.
Lemma two_quarters : 2%:R * quarter <= 1.
Proof. by rewrite /quarter mulrA mulr1 ler_pdivr_mulr ?ltr0n // mul1r ler_nat. Qed.
Lemma two_allowed : allowed 2 1 quarter.
Proof. by split; [apply: ltr01 | apply: quarter_gt0 | apply: two_quarters]. Qed.

(* query l counts class l *)
Definition class_counts m k : 'M[R]_(m, k) := \matrix_(l, j) (l == j :> nat)%:R.
Lemma counts01 m k l j : class_counts m k l j = 0 \/ class_counts m k l j = 1.
Proof. by rewrite mxE; case: eqP => _; [right | left]. Qed.
Lemma counts_differ m k : two_differ (class_counts m.+1 k.+2).
Proof. by exists ord0, ord0, ord_max; rewrite !mxE /= oner_neq0. Qed.

(* both records of the first class; the first one changed *)
Definition before : database [finType of 'I_2] 2 := [ffun=> ord0].
Definition after : database [finType of 'I_2] 2 := [ffun i => if i == ord0 then ord_max else ord0].
Lemma changed : neighbours before after.
Proof. by exists ord0 => i n; rewrite !ffunE (negbTE n). Qed.
End Two.
