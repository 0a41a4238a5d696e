(* The exponential lies above its tangent, and the logarithm below. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import constructive_ereal reals ereal topology normedtype derive.
From mathcomp.analysis Require Import sequences exp.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Import numFieldNormedType.Exports.
Local Open Scope ring_scope.

Section Tangent.
Variable R : realType.
(* analysis 0.6.0 has expR_ge1Dx and le_ln1Dx for x >= 0 only *)
Lemma exp_tangent (x : R) : 1 + x <= expR x.
Proof.
have [x0|x0] := leP 0 x; first exact: expR_ge1Dx.
have [|y /[!in_itv] /= /andP[_ y0] e] := @MVT R expR expR x 0 x0 (fun y _ => is_derive_expR y).
  by apply: continuous_subspaceT; apply: continuous_expR.
have : expR 0 - expR x <= - x.
  by rewrite e sub0r ler_pimull ?oppr_ge0 ?ltW // expR_lt1.
rewrite expR0 -subr_ge0 => h; rewrite -subr_ge0.
by have -> : expR x - (1 + x) = - x - (1 - expR x) by ring.
Qed.

Lemma ln_tangent (x : R) : 0 < x -> ln x <= x - 1.
Proof. by move=> x0; rewrite ler_subr_addl -{2}[x](@lnK R) ?posrE // exp_tangent. Qed.
End Tangent.
