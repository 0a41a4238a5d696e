(* Two records of three classes, of probabilities 1/2, 1/4 and 1/4, with the floor 1/4: witnesses
   that hypotheses on histograms can be met. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release claims claims_histogram claims_levels bounds level_examples.
From pmlsym Require Import three_secrets.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Bins.
Variable R : realType.
Definition quarter_b : R := 1 / 4%:R.
Lemma quarter_gt0_b : 0 < quarter_b. Proof. by rewrite divr_gt0 ?ltr01 ?ltr0n. Qed.
Lemma quarter_lt1_b : quarter_b < 1.
Proof. by rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr1n. Qed.

Definition records_b (i : 'I_2) := one_half_law R.
Local Notation P := records_b.
Local Notation one := (ord_max : 'I_2).

Lemma half_least_b j : quarter_b <= one_half_law R j.
Proof.
rewrite /quarter_b -[1]/(1%:R) /= /one_half -[1]/(1%:R).
by case: ifP => _; rewrite fraction_le_b.
Qed.
Lemma share_half_b j : share id (one_half_law R) j = one_half R j.
Proof. exact: shareE. Qed.

Lemma allowed_three_b (b : R) : 0 < b -> allowed 3 b quarter_b.
Proof.
move=> b0; split=> //; first exact: quarter_gt0_b.
by rewrite /quarter_b mulrA mulr1 ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
Qed.
Lemma floored_half_b : floored id P quarter_b.
Proof. by move=> i j; rewrite share_half_b; apply: half_least_b. Qed.
Lemma released_half_b (b : R) : 0 < b -> released b quarter_b id P.
Proof. by move=> b0; split=> //; [exact: allowed_three_b | exact: floored_half_b]. Qed.
Lemma least_half_b i : least id P i = quarter_b.
Proof.
rewrite /least; apply/le_anti/andP; split.
  have : \big[Num.min/1]_j share id (P i) j <= share id (P i) ord_max by exact: bigmin_le.
  by rewrite {2}/records_b share_half_b.
apply/bigmin_geP; split=> [|j _]; first exact/ltW/quarter_lt1_b.
by rewrite share_half_b; apply: half_least_b.
Qed.
End Bins.
