(* The mutual information of equally likely secrets: x log x is convex, and its mean is a utility.
   Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes tangent claims_pmc payoffs guesses.
From pmlsym Require Import products exclusions claims_extremal mechanisms cyclic.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section XLogX.
Variable R : realType.
Implicit Types (x y c : R).

(* above its tangents *)
Lemma xlogx_tangent x c : 0 <= x -> 0 < c -> c * ln c + (1 + ln c) * (x - c) <= x * ln x.
Proof.
rewrite le_eqVlt => /orP[/eqP <-|x0] c0.
  have -> : c * ln c + (1 + ln c) * (0 - c) = - c by ring.
  by rewrite mul0r oppr_le0 ltW.
have := ln_tangent (divr_gt0 c0 x0); rewrite ln_div ?posrE // => h.
have h' := ler_wpmul2l (ltW x0) h; rewrite -subr_ge0 in h'; rewrite -subr_ge0; move: h'.
set z := _ - _; set w := _ - _; suff -> : z = w by [].
by rewrite /z /w; field; rewrite gt_eqF.
Qed.

Lemma xlogx_convex B : convex_between 0 B (fun x => x * ln x).
Proof.
move=> s x y /andP[s0 s1] /andP[x0 _] /andP[y0 _]; have s1' : 0 <= 1 - s by rewrite subr_ge0.
set c := s * x + _; have sx : 0 <= s * x by apply: mulr_ge0.
have sy : 0 <= (1 - s) * y by apply: mulr_ge0.
have : 0 <= c by apply: addr_ge0.
rewrite le_eqVlt => /orP[/eqP e|c0].
  have := esym e; rewrite /c => /eqP; rewrite paddr_eq0 // => /andP[/eqP ex /eqP ey].
  by rewrite ex ey addr0 mul0r !mulrA ex ey !mul0r addr0.
have hx := ler_wpmul2l s0 (xlogx_tangent x0 c0).
have hy := ler_wpmul2l s1' (xlogx_tangent y0 c0).
apply: le_trans (ler_add hx hy).
rewrite -subr_ge0; set z := _ - _; suff -> : z = 0 by [].
by rewrite /z /c; ring.
Qed.
End XLogX.

Lemma information_utility (R : realType) (T A B : finType) (p : law R T) (X : T -> A) (Y : T -> B) :
  (forall x, pr p X x = 1 / #|A|%:R) ->
  mutual_information p X Y = utility (separable (fun x => x * ln x)) p X Y.
Proof.
move=> e; rewrite /mutual_information exchange_big; apply: eq_bigr => y _ /=.
rewrite /separable [X in _ = _ * X]mulr_suml [RHS]mulr_sumr; apply: eq_bigr => x _.
by rewrite joint_any e; ring.
Qed.

Theorem extremal_uniform_information_holds : extremal_uniform_information.
Proof.
move=> R A P e same e0 n B m r.
have [above [T [p [X [Y [eX eY eK ok is_best]]]]]] :=
  extremal_uniform_holds same e0 (@xlogx_convex R (expR e)).
have mass (S : finType) (q : law R S) (X' : S -> A) : (forall x, pr q X' x = P x) ->
    forall x, pr q X' x = 1 / #|A|%:R.
  by move=> eq x; rewrite eq uniform_mass.
have bestE : (m * (B * ln B) + r * ln r + (n - m - 1) * (0 * ln 0)) / n =
    (m * B * e + r * ln r) / n.
  by rewrite mul0r mulr0 addr0 mulrA expK.
rewrite /optimal -bestE; split=> [S C q X' Y' eq okq|].
  by rewrite information_utility ?above //; apply: mass.
exists T, p, X, Y; split=> //; rewrite information_utility //; exact: mass.
Qed.
