(* The hypotheses of the statements of claims_limit.v can be met: by two counts of two classes, and
   by as many records as they ask for. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law extremes release records claims tangent bounds claims_limit tends.
From pmlsym Require Import two_records possible_linear possible.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma linear_limit_c_possible : possible linear_limit_c.
Proof.
move=> R h; pose W := W2 R; pose c := least W 1 * expR (- triangle W 1 (quarter R)).
have c0 : 0 < c by rewrite mulr_gt0 ?divr_gt0 ?expR_gt0 ?ltr0n.
have half0 : 0 < c / 2%:R by rewrite divr_gt0 ?ltr0n.
have [N small] := epsilon_small W (ok2 R) half0.
apply: (h _ _ W _ _ 2%N N.+1 (ok2 R) isT); apply: le_lt_trans (small N.+1 (leqnSn N) isT) _.
by rewrite ltr_pdivr_mulr ?ltr0n // ltr_pmulr // ltr1n.
Qed.

Lemma linear_limit_between_possible : possible linear_limit_between.
Proof. by move=> R h; exact: (h _ _ (W2 R) _ _ (ok2 R)). Qed.

Lemma linear_limit_tends_possible : possible linear_limit_tends.
Proof. by move=> R h; exact: (h _ _ (W2 R) _ _ 1 (ok2 R) isT (one_gt0 R)). Qed.
