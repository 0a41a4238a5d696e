(* DP as a constraint on what is leaked under independent records: Theorem 1 of `linear`, for any
   mechanism. Records close to one database show the direction from leakage to DP. Proof of claims.v;
   nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law extremes release records claims.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
(* a law close to one value *)
Section Close.
Variables (R : realType) (D : finType) (c : D) (t : R).
Hypotheses (t_gt0 : 0 < t) (t_lt1 : t < 1).
Let size_gt0 : 0 < #|D|%:R :> R.
Proof. by rewrite ltr0n; apply/card_gt0P; exists c. Qed.
Definition close_mass d := (1 - t) * (d == c)%:R + t / #|D|%:R.
Lemma close_gt0 d : 0 < close_mass d.
Proof. by rewrite ltr_paddl ?divr_gt0 // mulr_ge0 ?ler0n // subr_ge0 ltW. Qed.
Lemma close_ge0 d : 0 <= close_mass d. Proof. exact/ltW/close_gt0. Qed.
Lemma close_sum : \sum_d close_mass d = 1.
Proof.
rewrite big_split /= -mulr_sumr (bigD1 c) //= eqxx big1 ?addr0 => [|d /negbTE -> //].
have -> : \sum_(i : D) t / #|D|%:R = t.
  by rewrite sumr_const -[_ *+ _]mulr_natl mulrCA divff ?mulr1 // gt_eqF.
by rewrite mulr1 subrK.
Qed.
Definition close := Law close_ge0 close_sum.
Lemma close_at : 1 - t <= close c.
Proof. by rewrite /= /close_mass eqxx mulr1 ler_addl ltW // divr_gt0. Qed.
End Close.

Section OneFunction.
Variables (R : realType) (D : finType) (n : nat) (P : 'I_n -> law R D) (i : 'I_n).
Variable f : database D n -> R.

Lemma lift_le_leak d u : 0 < density P f -> 0 < P i d -> leak P f i <= u ->
  seen P i f d <= expR u * density P f.
Proof.
move=> f0 p0 h; have [s0|] := ltP 0 (seen P i f d); last first.
  by move=> s0; apply: le_trans s0 _; rewrite mulr_ge0 ?(ltW f0) // ltW ?expR_gt0.
have M : seen P i f d / density P f <=
    \big[Num.max/0]_(d | 0 < P i d) (density_given P f i d / density P f).
  by apply: (bigmax_sup d) => //; rewrite density_givenE.
have M0 := lt_le_trans (divr_gt0 s0 f0) M.
by rewrite -ler_pdivr_mulr //; apply: (le_trans M); rewrite -ler_ln ?posrE ?expR_gt0 ?expK.
Qed.
End OneFunction.

Theorem linear_theorem_1_holds : linear_theorem_1.
Proof.
move=> R D n Y f e f0 e0; split=> [dp P y i full d0|H y x x' near].
  have up d : seen P i (f y) d <= expR e * density P (f y).
    rewrite (densityE P i) mulr_sumr.
    apply: (@le_trans _ _ (\sum_c P i c * seen P i (f y) d)).
      by rewrite -mulr_suml mass_sum mul1r.
    apply: ler_sum => c _; rewrite mulrCA; apply: ler_wpmul2l; first exact: mass_ge0.
    rewrite /seen mulr_sumr; apply: ler_sum => x _; rewrite mulrCA.
    apply: ler_wpmul2l; first exact: prior_ge0.
    by apply: dp; exists i => j ji; rewrite !ffunE (negbTE ji).
  rewrite /leak; set M := \big[_/_]_(_ | _) _.
  have Me : M <= expR e.
    apply/bigmax_leP; split=> [|d p]; first exact/ltW/expR_gt0.
    by rewrite density_givenE // ler_pdivr_mulr.
  have [M0|M0] := ltP 0 M; last by rewrite ln0.
  by rewrite -ler_expR lnK.
rewrite leNgt; apply/negP => less.
have [i] := near; move=> same.
have xE : x = put i x' (x i).
  by apply/ffunP => j; rewrite ffunE; case: eqP => [->//|/eqP /same].
pose total := \sum_z f y z; pose gap := f y x - expR e * f y x'.
have gap0 : 0 < gap by rewrite subr_gt0.
have total0 : 0 <= total by apply: sumr_ge0.
pose K := f y x + expR e * total.
have K0 : gap <= K.
  by rewrite ler_add2l (le_trans (_ : _ <= 0)) ?oppr_le0 ?mulr_ge0 ?(ltW (expR_gt0 _)).
have K1 : 0 < K by apply: lt_le_trans K0.
have n0 : 0 < n%:R :> R by rewrite ltr0n; apply: leq_ltn_trans (ltn_ord i).
pose t := gap / (2%:R * n%:R * K).
have t0 : 0 < t by rewrite divr_gt0 // !mulr_gt0 // ltr0n.
have nt : n%:R * t * K = gap / 2%:R.
  by rewrite /t; field; rewrite !gt_eqF.
have nt1 : n%:R * t < 1.
  rewrite -(ltr_pmul2r K1) nt mul1r; apply: lt_le_trans K0.
  by rewrite ltr_pdivr_mulr ?ltr0n // ltr_pmulr // ltr1n.
have t1 : t < 1.
  apply: le_lt_trans nt1; rewrite ler_pmull // -[1]/(1%:R) ler_nat.
  exact: leq_ltn_trans (leq0n _) (ltn_ord i).
pose P j := close (x' j) t0 t1.
have full j d : 0 < P j d by apply: close_gt0.
have bern (m : nat) : 1 - m%:R * t <= (1 - t) ^+ m.
  elim: m => [|m ih]; first by rewrite mul0r subr0 expr0.
  rewrite exprS; apply: (@le_trans _ _ ((1 - t) * (1 - m%:R * t))); last first.
    by apply: ler_wpmul2l; rewrite ?subr_ge0 // ltW.
  rewrite -natr1 -subr_ge0.
  have -> : (1 - t) * (1 - m%:R * t) - (1 - (m%:R + 1) * t) = m%:R * t * t by ring.
  by rewrite mulr_ge0 ?(ltW t0) // mulr_ge0 ?ler0n ?(ltW t0).
have at_x' : 1 - n%:R * t <= prior P x'.
  apply: le_trans (bern n) _; rewrite /prior.
  have -> : (1 - t) ^+ n = \prod_(j < n) (1 - t) by rewrite prodr_const card_ord.
  apply: ler_prod => j _; apply/andP; split; [by rewrite subr_ge0 ltW | exact: close_at].
have prior1 z : prior P z <= 1.
  by rewrite -(prior_sum P) (bigD1 z) //= ler_addl sumr_ge0 // => w _; apply: prior_ge0.
have low : (1 - n%:R * t) * f y x <= seen P i (f y) (x i).
  rewrite /seen (bigD1 x') //= -xE; apply: ler_paddr.
    by apply: sumr_ge0 => z _; rewrite mulr_ge0 ?prior_ge0.
  exact: ler_wpmul2r.
have high : density P (f y) <= f y x' + n%:R * t * total.
  rewrite /density (bigD1 x') //=; apply: ler_add.
    by rewrite ler_pimull.
  rewrite /total mulr_sumr [X in _ <= X](bigD1 x') //=; apply: ler_paddl.
    by rewrite mulr_ge0 // mulr_ge0 ?ler0n ?ltW.
  apply: ler_sum => z zx; apply: ler_wpmul2r => //.
  have := prior_sum P; rewrite (bigD1 x') //= (bigD1 z) //= => one.
  rewrite -(ler_add2r (prior P x')); apply: (@le_trans _ _ 1).
    by rewrite -one addrC ler_add2l ler_addl sumr_ge0 // => w _; apply: prior_ge0.
  by rewrite -ler_subl_addl.
have d0 : 0 < density P (f y).
  rewrite /density (bigD1 x) //= ltr_paddr //.
    by apply: sumr_ge0 => z _; rewrite mulr_ge0 ?prior_ge0.
  rewrite mulr_gt0 //; first by apply: prodr_gt0 => j _.
  by apply: le_lt_trans less; rewrite mulr_ge0 // ltW ?expR_gt0.
have := lift_le_leak d0 (full i (x i)) (H P y i full d0).
move=> /(le_trans low) h.
have : gap <= n%:R * t * K.
  have := le_trans h (ler_wpmul2l (ltW (expR_gt0 e)) high).
  rewrite -subr_ge0 => h'; rewrite -subr_ge0 /gap /K.
  by apply: le_trans h' _; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
by rewrite nt leNgt ltr_pdivr_mulr ?ltr0n // ltr_pmulr // ltr1n.
Qed.
