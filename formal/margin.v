(* Where (5) of `linear` is below (7), two records or more leak less than (7), by a margin that is
   the same at all outcomes and under all priors with the floor. So (7) is tight if and only if a
   class that attains it is at an end of every query's range. Proofs of claims_tight.v;
   nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring boolp mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release records claims bounds worst more.
From pmlsym Require Import claims_tight tight.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Margin.
Variables (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b alpha : R).
Hypothesis ok : allowed k b alpha.
Let b_gt0 : 0 < b. Proof. by case: ok. Qed.
Let alpha_gt0 : 0 < alpha. Proof. by case: ok. Qed.
Local Notation triangle := (triangle W b alpha).

(* a mean of what is left, from the terms *)
Lemma mean_ge (D : finType) (cls : D -> 'I_k) (p : law R D) gap (d : D) w :
  (forall j, alpha <= share cls p j) -> (forall c, term b alpha gap c <= w) ->
  expR (- w) <= \sum_c p c * left_at b (gap (cls c)).
Proof.
move=> floor h; have [t far] := farthest (cls d) gap.
rewrite (mean_share cls p (fun j => left_at b (gap j))).
have fall j : left_at b (gap t) <= left_at b (gap j) by rewrite (le_left ok).
by apply: le_trans (floor_mean floor fall); rewrite -(term_le ok).
Qed.

(* ---- two records ---- *)

Section Pair.
Variables (D : finType) (cls : D -> 'I_k) (P : 'I_2 -> law R D) (i : 'I_2) (y : 'I_m -> R).
Local Notation other := (rev_ord i).
Local Notation q := (answers W cls (n := 2)).
Local Notation F := (laplace b q y).

Lemma otherE (j : 'I_2) : (j != i) = (j == other).
Proof.
rewrite -!val_eqE /=; case: i => [[|[|a]] ia]; case: j => [[|[|c]] jc] //=.
Qed.

Lemma answers_pair (x : database D 2) l : q x l = W l (cls (x i)) + W l (cls (x other)).
Proof. by rewrite answersE (bigD1 i) //= (eq_bigl _ _ otherE) big_pred1_eq. Qed.

Lemma put_other (x : database D 2) c : put i x c other = x other.
Proof. by rewrite ffunE; have /negbTE -> : other != i by rewrite otherE. Qed.

Lemma put_puts (x : database D 2) c a : put i (put other x a) c = put other (put i x c) a.
Proof.
apply/ffunP => j; rewrite !ffunE; case: (eqVneq j i) => // ->.
by rewrite [i == other]eq_sym; have /negbTE -> : other != i by rewrite otherE.
Qed.

Definition left_over (x : database D 2) l := y l - W l (cls (x other)).

Lemma laplace_pair x c : F (put i x c) =
  \prod_(l < m) (2%:R * b)^-1 * left_at b (\sum_l `|left_over x l - W l (cls c)|).
Proof.
rewrite /laplace big_split /= -expR_sum; congr (_ * expR _); rewrite mulr_suml -sumrN.
apply: eq_bigr => l _; rewrite answers_pair put_at put_other.
by apply: (congr1 (fun u => - (`|u| / b))); rewrite /left_over; ring.
Qed.

Lemma laplace_beyond x c d :
  F (put i x c) = left_at b (beyond W (left_over x) (cls d) (cls c)) * F (put i x d).
Proof.
rewrite !laplace_pair mulrCA; congr (_ * _); rewrite /left_at -expRD; congr expR.
by rewrite /beyond sumrB -opprD -mulrDl subrK.
Qed.

Hypothesis floor : floored cls P alpha.
Variables (e : 'I_k -> 'I_k) (v : R).
Hypothesis below : forall r c, term b alpha (beyond W (fun l => y l - W l (e r)) r) c <= v.
Hypothesis v_lt : v < triangle.
Local Notation K := (expR (- triangle)).
Local Notation L := (left_at b (diameter W)).
Definition margin := - ln (K + (expR (- v) - K) * (alpha * L)).

Let K_gt0 : 0 < K. Proof. exact: expR_gt0. Qed.
Let more : 0 < (expR (- v) - K) * (alpha * L).
Proof. by rewrite !mulr_gt0 ?left_gt0 // subr_gt0 ltr_expR ltr_opp2. Qed.

Lemma margin_lt : margin < triangle.
Proof.
rewrite /margin ltr_oppl -{1}[- triangle]expK ltr_ln ?posrE ?addr_gt0 //.
by rewrite ltr_addl.
Qed.

Local Notation pos := (fun x => laplace_gt0 y b_gt0 q x).

(* the other record is in a class often enough *)
Lemma other_class d j : alpha * L * seen P i F d <=
  \sum_(x : database D 2 | cls (x other) == j) prior P x * F (put i x d).
Proof.
rewrite (partition_big (fun x : database D 2 => x other) (fun a => cls a == j)) //=.
apply: (@le_trans _ _ (\sum_(a | cls a == j) P other a * (L * seen P i F d))).
  rewrite -mulr_suml -mulrA ler_pmul2r ?mulr_gt0 ?left_gt0 ?g_gt0 //; last exact: pos.
  exact: floor.
apply: ler_sum => a /eqP aj.
rewrite (eq_bigl (fun x : database D 2 => x other == a)) => [|x]; last first.
  by case: (x other =P a) => [->|_]; rewrite ?aj ?eqxx ?andbF.
rewrite (resample P other (fun x => F (put i x d))); apply: ler_wpmul2l; first exact: mass_ge0.
rewrite /seen mulr_sumr; apply: ler_sum => x _; rewrite mulrCA.
apply: ler_wpmul2l; first exact: prior_ge0.
rewrite put_puts -{1}[put i x d](put_id other).
apply: le_trans (density_step cls W y other (put i x d) a (put i x d other) b_gt0).
rewrite ler_wpmul2r ?(ltW (pos _)) // -/(left_at b _) (le_left ok); exact: apart_le.
Qed.

Lemma pair_leak : leak P F i <= margin.
Proof.
rewrite (leak_leP P i pos) => d d0; rewrite /margin expRN lnK ?posrE ?addr_gt0 //.
rewrite ler_pdivl_mull ?addr_gt0 //.
pose S x := \sum_c P i c * left_at b (beyond W (left_over x) (cls d) (cls c)).
have dE : density P F = \sum_x prior P x * F (put i x d) * S x.
  rewrite (densityE P i); under eq_bigr do rewrite /seen mulr_sumr.
  rewrite exchange_big; apply: eq_bigr => x _; rewrite mulr_sumr; apply: eq_bigr => c _.
  by rewrite (laplace_beyond x c d); ring.
have S_ge x : K <= S x.
  apply: (mean_ge d (floor i)) => c; apply: le_trans (le_of_gaps b alpha (apart W) (cls d) c).
  by apply: (term_mono ok) => j; apply: beyond_le.
have S_ge' (x : database D 2) : cls (x other) = e (cls d) -> expR (- v) <= S x.
  move=> ex; apply: (mean_ge d (floor i)) => c; rewrite /left_over ex; exact: below.
have w0 x : 0 <= prior P x * F (put i x d) by rewrite mulr_ge0 ?prior_ge0 ?(ltW (pos _)).
rewrite dE mulrDl.
apply: (@le_trans _ _ (K * seen P i F d + (expR (- v) - K) *
    (\sum_(x : database D 2 | cls (x other) == e (cls d)) prior P x * F (put i x d)))).
  rewrite ler_add2l -[X in X <= _]mulrA ler_pmul2l ?other_class //.
  by rewrite subr_gt0 ltr_expR ltr_opp2.
rewrite /seen !mulr_sumr [X in _ + X <= _]big_mkcond -big_split; apply: ler_sum => x _ /=.
case: eqP => [ex|_]; last by rewrite addr0 mulrC ler_wpmul2l.
by rewrite -mulrDl addrC subrK mulrC ler_wpmul2l ?S_ge'.
Qed.
End Pair.
End Margin.

Theorem linear_corollary_1_looser_holds : linear_corollary_1_looser.
Proof.
move=> R m k W b alpha n ok n1 lt; have [b0 a0 ka] := ok.
have t0 : 0 < triangle W b alpha := le_lt_trans (corner_ge0 W b alpha) lt.
have none r : attains W b alpha r -> ~ at_ends W r.
  by move=> ar er; move: lt; rewrite (attained_same ok ar er) ltxx.
pose points := [finType of {ffun 'I_m -> database [finType of 'I_k] 2}].
pose out (t : points) l := answers W (@id 'I_k) (t l) l.
have /fin_all_exists[e he] : forall t : points, exists e : {ffun 'I_k -> 'I_k}, forall r c,
    term b alpha (beyond W (fun l => out t l - W l (e r)) r) c < triangle W b alpha.
  move=> t; have /fin_all_exists[e he] : forall r : 'I_k, exists e : 'I_k, forall c,
      term b alpha (beyond W (fun l => out t l - W l e) r) c < triangle W b alpha.
    move=> r; have [ar|na] := pselect (attains W b alpha r); last first.
      exists r => c; apply: (@below_triangle _ _ _ _ _ _ ok _ r c) => [j|//]; exact: beyond_le.
    have [l [u [w [ul lw]]]] := inside_range (none r ar).
    have [d hd] : exists d, out t l - W l d != W l r.
      have [h|h] := eqVneq (out t l - W l u) (W l r); last by exists u.
      exists r; apply/eqP => h'; move: ul.
      by have /addrI/oppr_inj -> := etrans h (esym h'); rewrite ltxx.
    exists d => c; apply: (@below_triangle _ _ _ _ _ _ ok _ r c) => [j|_]; first exact: beyond_le.
    exact: (@beyond_lt _ _ _ W (fun l => out t l - W l d) r l u w).
  by exists [ffun r => e r] => r c; rewrite ffunE.
pose v := \big[Num.max/0]_t \big[Num.max/0]_r \big[Num.max/0]_c
  term b alpha (beyond W (fun l => out t l - W l (e t r)) r) c.
have v_lt : v < triangle W b alpha.
  by do 3!(apply/bigmax_ltP; split=> // ? _); apply: he.
exists (margin W b alpha v); first exact: margin_lt.
have two : bounds_leak W b alpha 2 (margin W b alpha v).
  move=> D cls P i y floor; apply: (linear_lemma_1_repair_holds b0) => {}y h.
  have /fin_all_exists[x hx] : forall l, exists x : database [finType of 'I_k] 2,
      y l = answers W (@id 'I_k) x l by exact: h.
  pose t : points := [ffun l => x l].
  have ey l : y l = out t l by rewrite /out ffunE hx.
  apply: (@pair_leak _ _ _ _ _ _ ok D cls P i y floor (e t)) => // r c.
  have -> : beyond W (fun l => y l - W l (e t r)) r = beyond W (fun l => out t l - W l (e t r)) r.
    by apply/funext => j; apply: eq_bigr => l _; rewrite ey.
  by apply: (bigmax_sup t) => //; apply: (bigmax_sup r) => //; apply: (bigmax_sup c).
have {n1} [p ->] : exists p, n = p.+2 by case: n n1 => [|[|p]] // _; exists p.
by elim: p => // p; apply: largest_of_more_holds.
Qed.

Theorem linear_corollary_1_same_holds : linear_corollary_1_same.
Proof.
move=> R m k W b alpha ok k0; split=> [[r]|]; first exact: attained_same.
exact: same_attained.
Qed.

Theorem linear_corollary_1_tight_holds : linear_corollary_1_tight.
Proof.
move=> R m k W b alpha n ok k0 n1; split=> [[r ar er] u|L].
  split=> [H|h D cls P i y floor].
    have [_] := linear_tilted_holds ok k0 (ltnW n1) H.
    by rewrite (attained_same ok ar er).
  by apply: le_trans _ h; apply: linear_corollary_1_upper_holds.
apply: (same_attained ok k0); apply/le_anti; rewrite (corner_triangle W ok) /= leNgt.
apply/negP => lt; have [u ut H] := linear_corollary_1_looser_holds ok n1 lt.
by have := (L u).1 H; rewrite leNgt ut.
Qed.

