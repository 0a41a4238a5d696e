(* The worst leakage L_n of n records: at which outcomes it is found, what it is at the ends and of one
   record, and that more records never raise it. Proofs of claims.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law extremes release records claims bounds mixtures outcomes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem linear_lemma_1_repair_holds : linear_lemma_1_repair.
Proof.
move=> R m k W b u D n cls P i b0 H y.
pose q := answers W cls (n := n); pose F := laplace b q y.
have F0 x : 0 < F x by apply: laplace_gt0.
have [w w0 h] : exists2 w : {ffun 'I_m -> database D n} -> R, forall t, 0 <= w t &
    forall x, \prod_l expR (- (`|y l - q x l| / b)) =
              \sum_t w t * laplace b q (fun l => q (t l) l) x.
  exact: (mixed_outcomes q b0 (fun l => near_excessive b0 (y l))).
pose c := \prod_(l < m) (2%:R * b)^-1.
have c0 : 0 <= c by apply: prodr_ge0 => l _; apply/ltW/factor_gt0.
have hF x : F x = \sum_t (c * w t) * laplace b q (fun l => q (t l) l) x.
  rewrite /F /laplace big_split /= -/c -/(laplace _ _ _ _) h mulr_sumr.
  by apply: eq_bigr => t _; rewrite mulrA.
have [sE dE] := seen_sum P i hF.
rewrite (leak_leP P i F0) => d p; rewrite sE dE mulr_sumr; apply: ler_sum => t _.
rewrite mulrCA; apply: ler_wpmul2l; first by rewrite mulr_ge0.
have pos x : 0 < laplace b q (fun l => q (t l) l) x by apply: laplace_gt0.
move: d p; apply/(leak_leP P i pos); apply: H => // l.
exists [ffun j => cls (t l j)]; rewrite /q !answersE.
by apply: eq_bigr => j _; rewrite ffunE.
Qed.

Theorem linear_tilted_holds : linear_tilted.
Proof.
move=> R m k W b alpha u n ok k0 n0 H; have [b0 a0 ka] := ok.
have one s r c : slopes s ->
    term b alpha (fun j => sloped W s j - sloped W s r) c <= u.
  move=> hs; pose p := favouring (ltW a0) ka c.
  have p0 : 0 < p r by apply: lt_le_trans (favouring_ge (ltW a0) ka c r).
  have [y] := @linear_tilted_step_holds R m k W b _ n id (fun=> p) (Ordinal n0) s r b0 hs p0.
  move=> h; apply: (@le_trans _ _ _ _ _ _ (H _ id (fun=> p) (Ordinal n0) y _)).
    apply: le_trans h; rewrite (favouring_term (ltW a0) ka) ler_opp2 le_eqVlt.
    by apply/orP; left; apply/eqP; congr ln; apply: eq_bigr => j _; rewrite shareE.
  exact: favouring_floored.
have u0 : 0 <= u.
  pose r := Ordinal k0; apply: le_trans (one (fun=> 0) r r _); last by move=> l; rewrite normr0.
  rewrite (term0 (r := r)) // => [j|]; last by rewrite subrr.
  by rewrite /sloped !big1 // => l _; rewrite mul0r.
split=> [s hs|]; first by apply: of_gaps_le => // r c; apply: one.
apply: corner_le => // s r c; pose v l : R := if s l then 1 else -1.
have e j : signed W s j = sloped W v j.
  by apply: eq_bigr => l _; rewrite /v; case: (s l); rewrite ?mul1r ?mulN1r.
apply: le_trans (one v r c _) => [|l]; first by apply: (term_mono ok) => j; rewrite !e.
by rewrite /v; case: (s l); rewrite ?normrN normr1.
Qed.

Section OneRecord.
Variables (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b : R).

(* the answer of one record in class r *)
Lemma laplace_one (D : finType) (cls : D -> 'I_k) r (x : database D 1) d (i : 'I_1) :
  laplace b (answers W cls) (fun l => W l r) (put i x d) =
  \prod_(l < m) (2%:R * b)^-1 * expR (- (apart W r (cls d) / b)).
Proof.
rewrite /laplace big_split /= -expR_sum; congr (_ * expR _); rewrite mulr_suml -sumrN.
by apply: eq_bigr => l _; rewrite answersE big_ord1 [i]ord1 put_at.
Qed.
End OneRecord.

Theorem largest_of_one_holds : largest_of_one.
Proof.
move=> R m k W b alpha u ok k0; split=> [H|h D cls P i y floor]; last first.
  by apply: le_trans _ h; apply: linear_corollary_1_upper_holds.
have [b0 a0 ka] := ok; pose i : 'I_1 := ord0.
have one r c : term b alpha (apart W r) c <= u.
  pose p := favouring (ltW a0) ka c; pose F := laplace b (answers W (n := 1) (@id 'I_k)) (fun l => W l r).
  have F0 x : 0 < F x by apply: laplace_gt0.
  have p0 : 0 < p r by apply: lt_le_trans (favouring_ge (ltW a0) ka c r).
  pose g j : R := - (apart W r j / b).
  have shift (x : database [finType of 'I_k] 1) v w :
      F (put i x v) = expR (g v - g w) * F (put i x w).
    rewrite /F !laplace_one mulrCA -expRD; congr (_ * _); apply: (congr1 (@expR R)).
    by rewrite /g subrK.
  have := H _ id (fun=> p) i (fun l => W l r) (favouring_floored (ltW a0) ka c (n := 1)).
  move=> /(leak_factor (fun=> p) u F0 shift) /(_ r p0).
  rewrite (favouring_term (ltW a0) ka) ler_oppl => h.
  rewrite -[- u]expK ler_ln ?posrE ?expR_gt0 //; last first.
    rewrite (bigD1 r) // ltr_paddr ?mulr_gt0 ?expR_gt0 // sumr_ge0 // => j _.
    by apply: mulr_ge0; [apply: mass_ge0 | apply/ltW/expR_gt0].
  apply: le_trans h _; rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigr => j _.
  by rewrite /g apart0 mul0r oppr0 subr0.
pose r := Ordinal k0; apply: of_gaps_le => //; have [t far] := farthest r (apart W r).
apply: le_trans (one r t); apply: (term_ge0 ok) => j; apply: apart_ge0.
Qed.
