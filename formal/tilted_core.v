(* Parts of linear.limit: laws that a weight of at most 1 changes, and sums of independent records.
   Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law quotients tangent release records claims bounds hoeffding.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Jensen: weights p that may sum to less than 1 *)
Lemma jensen (R : realType) (T : finType) (p : T -> R) : (forall t, 0 <= p t) ->
  forall a : T -> R, let s := \sum_t p t in
  0 < s -> s * expR ((\sum_t p t * a t) / s) <= \sum_t p t * expR (a t).
Proof.
move=> p_ge0 a s s0; set M := _ / s; have MsE : M * s = \sum_t p t * a t by rewrite divfK ?gt_eqF.
apply: (@le_trans _ _ (\sum_t p t * (expR M * (1 + (a t - M))))).
  rewrite le_eqVlt; apply/orP; left; apply/eqP.
  rewrite (eq_bigr (fun t => expR M * (p t * (1 - M)) + expR M * (p t * a t))) => [|t _].
    by rewrite big_split /= -!mulr_sumr -mulr_suml -MsE -/s; ring.
  by ring.
apply: ler_sum => t _; apply: ler_wpmul2l => //.
by rewrite -[a t in X in _ <= X](subrK M) expRD mulrC ler_pmul2r ?expR_gt0 // exp_tangent.
Qed.

(* a weight psi of at most 1, whose mean is at least e^-v *)
Lemma changed (R : realType) (T : finType) (p psi Y : T -> R) (v c l : R) :
  (forall t, 0 <= p t) -> (forall t, 0 <= psi t <= 1) ->
  expR (- v) <= \sum_t p t * psi t -> \sum_t p t * expR (l * Y t) <= expR c ->
  l * (\sum_t p t * psi t * Y t) <= (c + v) * \sum_t p t * psi t.
Proof.
move=> p_ge0 h hv hc; set A := \sum_t p t * psi t.
have A0 : 0 < A := lt_le_trans (expR_gt0 _) hv.
rewrite -ler_pdivr_mulr // -ler_expR.
have w0 t : 0 <= p t * psi t by rewrite mulr_ge0 //; have /andP[] := h t.
have -> : expR (c + v) = expR c / expR (- v) by rewrite expRD expRN invrK.
rewrite ler_pdivl_mulr ?expR_gt0 // mulrC.
apply: (@le_trans _ _ (A * expR (l * (\sum_t p t * psi t * Y t) / A))).
  by rewrite ler_pmul2r ?expR_gt0.
have -> : l * (\sum_t p t * psi t * Y t) = \sum_t p t * psi t * (l * Y t).
  by rewrite mulr_sumr; apply: eq_bigr => t _; rewrite mulrCA.
apply: le_trans _ hc; apply: le_trans (jensen w0 (fun t => l * Y t) A0) _.
apply: ler_sum => t _; rewrite ler_wpmul2r ?(ltW (expR_gt0 _)) // ler_pimulr //.
by have /andP[] := h t.
Qed.


Section Independent.
Variables (R : realType) (D : finType) (n : nat) (P : 'I_n -> law R D).

Lemma mean_prod (g : 'I_n -> D -> R) :
  \sum_(x : database D n) prior P x * \prod_i g i (x i) = \prod_i \sum_d P i d * g i d.
Proof.
rewrite bigA_distr_bigA; apply: eq_bigr => x _; rewrite /prior -big_split.
by apply: eq_bigr.
Qed.

Lemma mean_one i (g : D -> R) :
  \sum_(x : database D n) prior P x * g (x i) = \sum_d P i d * g d.
Proof.
rewrite (partition_big (fun x : database D n => x i) xpredT) //=; apply: eq_bigr => d _.
rewrite (eq_bigr (fun x : database D n => prior P x * g d)) => [|x /eqP -> //].
by rewrite -mulr_suml marginal.
Qed.

Lemma mean_two i j (g h : D -> R) : i != j ->
  \sum_(x : database D n) prior P x * (g (x i) * h (x j)) =
  (\sum_d P i d * g d) * (\sum_d P j d * h d).
Proof.
move=> ij; rewrite (partition_big (fun x : database D n => x i) xpredT) //= mulr_suml.
apply: eq_bigr => d _.
rewrite (eq_bigr (fun x : database D n => prior P x * (g d * h (x j)))) => [|x /eqP -> //].
rewrite (resample P i (fun x => g d * h (x j))) -mulrA; congr (_ * _).
rewrite -mean_one mulr_sumr; apply: eq_bigr => x _.
by rewrite ffunE eq_sym (negbTE ij) mulrCA.
Qed.

(* the second moment of a sum of centred functions *)
Lemma mean_square (T : {set 'I_n}) (g : 'I_n -> D -> R) (v : R) :
  (forall i, i \in T -> \sum_d P i d * g i d = 0) ->
  (forall i, i \in T -> \sum_d P i d * g i d ^+ 2 <= v) ->
  \sum_(x : database D n) prior P x * (\sum_(i in T) g i (x i)) ^+ 2 <= #|T|%:R * v.
Proof.
move=> c hv; rewrite mulr_natl -sumr_const.
rewrite (eq_bigr (fun x : database D n => \sum_(i in T) \sum_(j in T)
    prior P x * (g i (x i) * g j (x j)))) => [|x _]; last first.
  rewrite expr2 mulr_suml mulr_sumr; apply: eq_bigr => i _.
  by rewrite mulr_sumr mulr_sumr.
rewrite exchange_big; apply: ler_sum => i iT /=; rewrite exchange_big (bigD1 i) //=.
rewrite (mean_one i (fun d => g i d * g i d)) [X in _ + X]big1 ?addr0 => [|j /andP[jT ji]].
  by apply: le_trans (hv i iT); apply: ler_sum => d _; rewrite expr2.
by rewrite mean_two 1?eq_sym // c // mul0r.
Qed.
End Independent.

(* Parts of linear.limit: records of a set T that are as likely as e^(<s, w_j>/b), and the outcome
   y. Nothing here has to be read. *)
Section Law.
Variables (R : realType) (m k : nat) (W : 'M[R]_(m, k)) (b : R) (s : 'I_m -> R) (r : 'I_k).
Definition weight j : R := expR (sloped W s j / b).
Definition total := \sum_j weight j.
Lemma total_gt0 : 0 < total.
Proof.
rewrite /total (bigD1 r) //= ltr_paddr ?expR_gt0 // sumr_ge0 // => j _; exact/ltW/expR_gt0.
Qed.
Lemma tilted_ge0 j : 0 <= weight j / total.
Proof. by rewrite divr_ge0 ?(ltW total_gt0) ?(ltW (expR_gt0 _)). Qed.
Lemma tilted_sum : \sum_j weight j / total = 1.
Proof. by rewrite -mulr_suml divff // gt_eqF ?total_gt0. Qed.
Definition tilted_law : law R [finType of 'I_k] := Law tilted_ge0 tilted_sum.
End Law.

(* the largest variance of numbers of range e *)
Lemma variance_le (R : realType) (k : nat) (p : law R [finType of 'I_k]) (w : 'I_k -> R) (e : R)
    (r : 'I_k) : (forall j j', `|w j - w j'| <= e) ->
  \sum_j p j * (w j - \sum_i p i * w i) ^+ 2 <= e ^+ 2 / 4%:R.
Proof.
move=> he; have [hi hiP] := farthest r w; have [lo loP] := farthest r (fun j => - w j).
set c := \sum_i p i * w i.
have -> : \sum_j p j * (w j - c) ^+ 2 =
    (w hi - c) * (c - w lo) - \sum_j p j * ((w j - w lo) * (w hi - w j)).
  rewrite (eq_bigr (fun j => (w lo + w hi - 2%:R * c) * (p j * w j) + p j * (c ^+ 2 - w lo * w hi) -
    p j * ((w j - w lo) * (w hi - w j)))) => [|j _]; last by ring.
  by rewrite sumrB big_split /= -mulr_sumr -mulr_suml mass_sum -/c; ring.
apply: (@le_trans _ _ ((w hi - c) * (c - w lo))).
  rewrite ler_subl_addr ler_addl; apply: sumr_ge0 => j _; apply: mulr_ge0; first exact: mass_ge0.
  by rewrite mulr_ge0 ?subr_ge0 // -ler_opp2.
have d : w hi - w lo <= e := le_trans (ler_norm _) (he hi lo).
have d0 : 0 <= w hi - w lo by rewrite subr_ge0.
have de : (w hi - w lo) ^+ 2 <= e ^+ 2 by rewrite ler_expn2r ?nnegrE // (le_trans d0).
rewrite ler_pdivl_mulr ?ltr0n //; apply: le_trans de; rewrite -subr_ge0.
have -> : (w hi - w lo) ^+ 2 - (w hi - c) * (c - w lo) * 4%:R =
    (w hi + w lo - 2%:R * c) ^+ 2 by ring.
exact: sqr_ge0.
Qed.

Section Core.
Variables (R : realType) (m k n : nat) (W : 'M[R]_(m, k)) (b : R) (T : {set 'I_n}).
Variables (y : 'I_m -> R) (r0 : 'I_k) (s : 'I_m -> R).
Hypotheses (b_gt0 : 0 < b) (hs : slopes s) (T_gt0 : (0 < #|T|)%N).
Local Notation Om := (database [finType of 'I_k] n).
Local Notation t := (#|T|%:R : R).
Let t_gt0 : 0 < t. Proof. by rewrite ltr0n. Qed.
Local Notation q := (tilted_law W b s r0).
Definition Q (i : 'I_n) := tilted_law W b (if i \in T then s else fun=> 0) r0.
Definition sums (u : Om) l := \sum_(i in T) W l (u i).
Definition F (u : Om) := expR (- (\sum_l `|y l - sums u l|) / b).
Definition logpsi (u : Om) := (\sum_l (s l * (y l - sums u l) - `|y l - sums u l|)) / b.
Definition psi u := expR (logpsi u).
Definition shares_of (u : Om) j := (\sum_(i in T) (u i == j)%:R) / t.
Definition centre l := \sum_j q j * W l j.
Definition off l := y l - t * centre l.

Lemma QT i : i \in T -> Q i = q. Proof. by rewrite /Q => ->. Qed.

Lemma logpsi_le0 u : logpsi u <= 0.
Proof.
rewrite /logpsi pmulr_lle0 ?invr_gt0 // sumr_le0 // => l _; rewrite subr_le0.
apply: le_trans (ler_norm _) _; rewrite normrM ler_pimull //; exact: hs.
Qed.
Lemma psi_within u : 0 <= psi u <= 1.
Proof. by rewrite (ltW (expR_gt0 _)) -(@expR0 R) ler_expR logpsi_le0. Qed.

Lemma changes : exists2 C : R, 0 < C & forall u, prior Q u * psi u = C * F u.
Proof.
pose Z := \prod_i total W b (if i \in T then s else fun=> 0).
have Z0 : 0 < Z by apply: prodr_gt0 => i _; apply: total_gt0.
exists (expR (\sum_l s l * y l / b) / Z) => [|u]; first by rewrite divr_gt0 ?expR_gt0.
have -> : prior Q u = expR (\sum_l s l * sums u l / b) / Z.
  rewrite /prior /Q /= prodf_div; congr (_ / _); rewrite /weight -expR_sum; congr expR.
  rewrite (bigID (mem T)) /= [X in _ + X]big1 ?addr0 => [|i /negbTE iT]; last first.
    by rewrite iT /sloped big1 ?mul0r // => l _; rewrite mul0r.
  rewrite (eq_bigr (fun i => \sum_l s l * W l (u i) / b)) => [|i ->]; last first.
    by rewrite /sloped mulr_suml.
  by rewrite exchange_big; apply: eq_bigr => l _; rewrite /sums mulr_sumr mulr_suml.
rewrite /psi /F mulrAC -expRD [RHS]mulrAC -expRD; congr (expR _ / _).
rewrite /logpsi !mulr_suml -sumrN mulr_suml -!big_split.
by apply: eq_bigr => l _ /=; ring.
Qed.

(* how far sums are from their mean *)
Lemma spread_le (e : R) l : (forall j j', `|W l j - W l j'| <= e) ->
  \sum_u prior Q u * `|sums u l - t * centre l| <= Num.sqrt t * e / 2%:R.
Proof.
move=> he; have e0 : 0 <= e := le_trans (normr_ge0 _) (he r0 r0).
pose g (i : 'I_n) (c : 'I_k) := W l c - centre l.
have zE u : sums u l - t * centre l = \sum_(i in T) g i (u i).
  by rewrite /g sumrB sumr_const mulr_natl.
pose M := \sum_u prior Q u * `|sums u l - t * centre l|.
have sq : \sum_u prior Q u * (\sum_(i in T) g i (u i)) ^+ 2 <= t * (e ^+ 2 / 4%:R).
  apply: mean_square => i iT; rewrite QT //.
    rewrite /g; under eq_bigr do rewrite mulrBr; rewrite sumrB -mulr_suml mass_sum mul1r.
    by rewrite subrr.
  rewrite /g; exact: (variance_le q r0).
have M2 : M ^+ 2 <= t * (e ^+ 2 / 4%:R).
  apply: le_trans sq; rewrite -subr_ge0.
  have -> : \sum_u prior Q u * (\sum_(i in T) g i (u i)) ^+ 2 - M ^+ 2 =
      \sum_u prior Q u * (`|sums u l - t * centre l| - M) ^+ 2.
    rewrite [RHS](eq_bigr (fun u => prior Q u * (\sum_(i in T) g i (u i)) ^+ 2 -
      2%:R * M * (prior Q u * `|sums u l - t * centre l|) + prior Q u * M ^+ 2)) => [|u _].
      rewrite big_split /= sumrB -mulr_sumr -/M -mulr_suml prior_sum mul1r.
      move: (\sum_u _) M => S2 M; ring. 
    rewrite -zE -(real_normK (num_real (sums u l - t * centre l))).
    by move: `|_| => z; ring.
  by apply: sumr_ge0 => u _; rewrite mulr_ge0 ?prior_ge0 ?sqr_ge0.
have r_ge0 : 0 <= Num.sqrt t * e / 2%:R by rewrite divr_ge0 ?mulr_ge0 ?sqrtr_ge0 ?ler0n.
rewrite -(@ler_pexpn2r _ 2) ?nnegrE //; last by apply: sumr_ge0 => u _; rewrite mulr_ge0 ?prior_ge0.
apply: le_trans M2 _; rewrite !exprMn sqr_sqrtr ?ler0n // le_eqVlt; apply/orP; left; apply/eqP.
by field.
Qed.

(* the parts of log psi, and how far s is from the best slopes *)
Definition slack := \sum_l (`|off l| - s l * off l) / b.

Lemma logpsi_mean (e : 'I_m -> R) : (forall l j j', `|W l j - W l j'| <= e l) ->
  - (Num.sqrt t * (\sum_l e l) / (2%:R * b) + slack) <= \sum_u prior Q u * logpsi u.
Proof.
move=> he.
have zero l : \sum_u prior Q u * (sums u l - t * centre l) = 0.
  rewrite (eq_bigr (fun u => \sum_(i in T) (prior Q u * (W l (u i) - centre l))))
      => [|u _]; last first.
    by rewrite -mulr_sumr sumrB sumr_const mulr_natl.
  rewrite exchange_big /= big1 // => i iT; rewrite (mean_one Q i (fun c => W l c - centre l)) QT //.
  by under eq_bigr do rewrite mulrBr; rewrite sumrB -mulr_suml mass_sum mul1r subrr.
apply: (@le_trans _ _ (\sum_u prior Q u * (\sum_l (s l * off l - s l * (sums u l - t * centre l) -
    `|off l| - `|sums u l - t * centre l|) / b))); last first.
  apply: ler_sum => u _; apply: ler_wpmul2l; first exact: prior_ge0.
  rewrite /logpsi mulr_suml; apply: ler_sum => l _; rewrite ler_pmul2r ?invr_gt0 //.
  rewrite -mulrBr -addrA -opprD; have -> : y l - sums u l = off l - (sums u l - t * centre l).
    by rewrite /off; ring.
  by rewrite ler_add2l ler_opp2 ler_norm_sub.
rewrite (eq_bigr (fun u => \sum_l (prior Q u * ((s l * off l - `|off l|) / b) -
   s l / b * (prior Q u * (sums u l - t * centre l)) -
   b^-1 * (prior Q u * `|sums u l - t * centre l|)))) => [|u _]; last first.
  by rewrite mulr_sumr; apply: eq_bigr => l _; ring.
rewrite exchange_big /= opprD /slack mulrAC mulr_sumr -!sumrN -big_split; apply: ler_sum => l _ /=.
rewrite !sumrB -mulr_suml prior_sum mul1r -!mulr_sumr zero mulr0 subr0 addrC.
apply: ler_add; first by rewrite -[X in X <= _]mulNr opprB.
rewrite ler_opp2; apply: (@le_trans _ _ (b^-1 * (Num.sqrt t * e l / 2%:R))).
  by apply: ler_wpmul2l; [rewrite invr_ge0 ltW | apply: spread_le].
by move: (Num.sqrt _) => v; rewrite le_eqVlt; apply/orP; left; apply/eqP; field; rewrite gt_eqF.
Qed.

(* the share of class j among the records of T, under the law Q *)
Lemma coin_mean (a : R) j : \sum_c q c * expR (a * ((c == j)%:R - q j)) <= expR (a ^+ 2 / 8%:R).
Proof.
have q1 : q j <= 1.
  by rewrite -(mass_sum q) (bigD1 j) // ler_addl; apply: sumr_ge0 => c _; apply: mass_ge0.
have -> : \sum_c q c * expR (a * ((c == j)%:R - q j)) =
    expR (- (a * q j)) * (1 - q j + q j * expR a).
  rewrite (bigD1 j) // eqxx (eq_bigr (fun c => q c * expR (- (a * q j)))) => [|c /negbTE ->].
    have : \sum_(c | c != j) q c = 1 - q j.
      by have := mass_sum q; rewrite (bigD1 j) // => /(canRL (addKr _)) ->; rewrite addrC.
    move=> e; rewrite -mulr_suml e mulrBr mulr1 expRD.
    by move: (q j) (expR a) (expR _) => x x' x'' /=; ring.
  by rewrite sub0r mulrN.
apply: le_trans (_ : expR (- (a * q j)) * expR (q j * a + a ^+ 2 / 8%:R) <= _).
  by rewrite ler_pmul2l ?expR_gt0 // coin ?mass_ge0.
by rewrite -expRD ler_expR le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.

Lemma moment (l : R) j : \sum_u prior Q u * expR (l * (shares_of u j - q j)) <=
  expR (l ^+ 2 / (8%:R * t)).
Proof.
pose a := l / t.
pose g (i : 'I_n) c := if i \in T then expR (a * ((c == j)%:R - q j)) else 1.
have e u : expR (l * (shares_of u j - q j)) = \prod_i g i (u i).
  have -> : l * (shares_of u j - q j) = \sum_(i in T) a * ((u i == j)%:R - q j).
    rewrite -mulr_sumr sumrB sumr_const -[q j *+ _]mulr_natl /shares_of /a.
    by move: (\sum_(i in T) _) t_gt0 => X; move: (#|T|%:R) => v v0; field; rewrite gt_eqF.
  rewrite big_mkcond expR_sum; apply: eq_bigr => i _; rewrite /g; case: ifP => // _.
  by rewrite expR0.
under eq_bigr do rewrite e; rewrite mean_prod.
apply: (@le_trans _ _ (\prod_i (if i \in T then expR (a ^+ 2 / 8%:R) else 1))).
  apply: ler_prod => i _; apply/andP; split.
    apply: sumr_ge0 => c _; rewrite mulr_ge0 ?mass_ge0 // /g; case: ifP => _; rewrite ?ler01 //.
    exact/ltW/expR_gt0.
  rewrite /g; case: ifP => iT; last by under eq_bigr do rewrite mulr1; rewrite mass_sum.
  by rewrite QT // coin_mean.
rewrite -big_mkcond prodr_const -expR_mulnat ler_expR le_eqVlt; apply/orP; left.
by apply/eqP; rewrite /a; move: t_gt0; move: (#|T|%:R) => v v0; field; rewrite gt_eqF.
Qed.

Definition nu (e : 'I_m -> R) := Num.sqrt t * (\sum_l e l) / (2%:R * b) + slack.

Lemma psi_mean (e : 'I_m -> R) : (forall l j j', `|W l j - W l j'| <= e l) ->
  expR (- nu e) <= \sum_u prior Q u * psi u.
Proof.
move=> he; have one : \sum_u prior Q u = 1 := prior_sum Q.
have := @jensen _ _ _ (fun u => prior_ge0 Q u) logpsi.
rewrite /= one => /(_ ltr01); rewrite mul1r divr1; apply: le_trans.
by rewrite ler_expR; apply: logpsi_mean.
Qed.

(* the share of class j among the records of T, given y *)
Lemma share_near (e : 'I_m -> R) (l : R) j : (forall l j j', `|W l j - W l j'| <= e l) ->
  l * (\sum_u F u * (shares_of u j - q j)) <= (l ^+ 2 / (8%:R * t) + nu e) * \sum_u F u.
Proof.
move=> he; have [C C0 hC] := changes.
have := changed (fun u => prior_ge0 Q u) psi_within (psi_mean he) (moment l j).
under eq_bigr do rewrite hC -mulrA; rewrite -mulr_sumr.
under [X in _ <= _ * X -> _]eq_bigr do rewrite hC; rewrite -mulr_sumr.
by rewrite mulrCA [X in _ <= X -> _]mulrCA ler_pmul2l.
Qed.
End Core.

Section Exchange.
Variables (R : realType) (m k n : nat) (W : 'M[R]_(m, k)) (b : R) (T : {set 'I_n}).
Variables (y : 'I_m -> R).
Local Notation Om := (database [finType of 'I_k] n).
Local Notation F := (F W b T y).

Lemma exchange i i' j : i \in T -> i' \in T ->
  \sum_(u : Om) F u * (u i == j)%:R = \sum_(u : Om) F u * (u i' == j)%:R.
Proof.
move=> iT iT'; pose h (u : Om) : Om := [ffun l => u (tperm i i' l)].
have hK : involutive h by move=> u; apply/ffunP => l; rewrite !ffunE tpermK.
rewrite [RHS](reindex_inj (inv_inj hK)); apply: eq_bigr => u _ /=.
rewrite ffunE tpermR; congr (_ * _); apply: (congr1 (fun z => expR (- z / b))).
apply: eq_bigr => l _; apply: (congr1 (fun z => `|y l - z|)).
rewrite /sums [RHS](reindex_inj (@perm_inj _ (tperm i i'))).
apply: eq_big => [c|c _]; last by rewrite ffunE tpermK.
by case: tpermP => [->|->|//]; rewrite ?iT ?iT'.
Qed.

Lemma shares_exchange i j : i \in T ->
  \sum_(u : Om) F u * shares_of R T u j = \sum_(u : Om) F u * (u i == j)%:R.
Proof.
move=> iT; have t0 : 0 < #|T|%:R :> R by rewrite ltr0n; apply/card_gt0P; exists i.
rewrite (eq_bigr (fun u : Om => (\sum_(c in T) F u * (u c == j)%:R) / #|T|%:R))
    => [|u _]; last first.
  by rewrite -mulr_sumr mulrA.
rewrite -mulr_suml exchange_big /= (eq_bigr (fun=> \sum_(u : Om) F u * (u i == j)%:R)) => [|c cT].
  by rewrite sumr_const -mulr_natl mulrAC divff ?mul1r // gt_eqF.
exact: exchange.
Qed.
End Exchange.
