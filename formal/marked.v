(* Parts of linear.limit: records that are marked with probability k alpha, and then uniform; how
   few of them there are, given an outcome and the class of one record. Nothing here has to be
   read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release records.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Sums.
Variables (R : realType) (k n : nat).
Local Notation Om := (database [finType of 'I_k] n).
Implicit Types (g E : Om -> R) (w : 'I_n -> 'I_k -> R).

Definition mean_of w E := \sum_(u : Om) (\prod_c w c (u c)) * E u.
Definition joined (J : {set 'I_n}) (u v : Om) : Om := [ffun c => if c \in J then u c else v c].

Lemma put_sum c g : \sum_v \sum_a g (put c v a) = k%:R * \sum_u g u.
Proof.
rewrite pair_big /=; pose h (p : Om * 'I_k) : Om * 'I_k := (put c p.1 p.2, p.1 c).
have hK : involutive h by move=> [v a]; rewrite /h /= put_at put_put put_id.
rewrite (reindex_inj (inv_inj hK)) /=; under eq_bigr do rewrite put_put put_id.
rewrite -(pair_big xpredT xpredT (fun (v : Om) (_ : 'I_k) => g v)) /= mulr_sumr.
by apply: eq_bigr => v _; rewrite sumr_const card_ord mulr_natl.
Qed.

Lemma joined_twice J u v : joined J (joined J u v) (joined J v u) = u.
Proof. by apply/ffunP => c; rewrite !ffunE; case: (c \in J). Qed.

Lemma joined_sum J g : \sum_v \sum_u g (joined J u v) = #|Om|%:R * \sum_u g u.
Proof.
rewrite pair_big /=; pose h (p : Om * Om) : Om * Om := (joined J p.1 p.2, joined J p.2 p.1).
have hK : involutive h by move=> [v u]; rewrite /h /= !joined_twice.
rewrite (reindex_inj (inv_inj hK)) /=; under eq_bigr do rewrite joined_twice.
rewrite -(pair_big xpredT xpredT (fun (_ u : Om) => g u)) /= sumr_const.
by rewrite -[LHS]mulr_natl; congr (_%:R * _); apply: eq_card.
Qed.

Lemma mean_of_ge0 w E : (forall c a, 0 <= w c a) -> (forall u, 0 <= E u) -> 0 <= mean_of w E.
Proof. by move=> w0 E0; apply: sumr_ge0 => u _; rewrite mulr_ge0 // prodr_ge0. Qed.

(* a factor for a record *)
Lemma one_less w c (low : 'I_k -> R) E (z : R) : (0 < k)%N -> (forall c' a, 0 <= w c' a) ->
  (forall v, \sum_a low a * E (put c v a) <= z * \sum_a w c a * E (put c v a)) ->
  mean_of (fun c' => if c' == c then low else w c') E <= z * mean_of w E.
Proof.
move=> k0 w0 h; have kp : 0 < k%:R :> R by rewrite ltr0n.
rewrite -(ler_pmul2l kp) mulrCA -!(put_sum c) mulr_sumr; apply: ler_sum => v _.
have e (w' : 'I_n -> 'I_k -> R) : \sum_a (\prod_c' w' c' (put c v a c')) * E (put c v a) =
    (\prod_(c' | c' != c) w' c' (v c')) * \sum_a w' c a * E (put c v a).
  rewrite mulr_sumr; apply: eq_bigr => a _; rewrite (bigD1 c) //= put_at -mulrA [RHS]mulrCA.
  by congr (_ * (_ * _)); apply: eq_bigr => c' ne; rewrite ffunE (negbTE ne).
rewrite (e w) (e (fun c' => if c' == c then low else w c')) eqxx.
rewrite (eq_bigr (fun c' => w c' (v c'))) => [|c' /negbTE ->] //.
by rewrite mulrCA; apply: ler_wpmul2l; rewrite ?h // prodr_ge0.
Qed.

(* a factor for each of the records s *)
Lemma many_less w (low : 'I_n -> 'I_k -> R) E (z : R) (s : seq 'I_n) : (0 < k)%N -> 0 <= z ->
  (forall c a, 0 <= w c a) -> (forall c a, 0 <= low c a) -> uniq s ->
  (forall c v, c \in s ->
     \sum_a low c a * E (put c v a) <= z * \sum_a w c a * E (put c v a)) ->
  mean_of (fun c => if c \in s then low c else w c) E <= z ^+ seq.size s * mean_of w E.
Proof.
move=> k0 z0 w0 low0; elim: s => [|c s ih] /=; first by rewrite mul1r.
move=> /andP[cs us] h; rewrite exprS -mulrA.
have {}ih := ih us (fun c' v c's => h c' v (@mem_behead _ (c :: s) c' c's)).
apply: le_trans (ler_wpmul2l z0 ih).
have -> : mean_of (fun c' => if c' \in c :: s then low c' else w c') E =
    mean_of (fun c' => if c' == c then low c else if c' \in s then low c' else w c') E.
  apply: eq_bigr => u _; congr (_ * _); apply: eq_bigr => c' _; rewrite inE.
  by case: eqP => [->|].
apply: one_less => // [c' a|v]; first by case: ifP.
by rewrite (negbTE cs) h ?mem_head.
Qed.

(* sums over what is marked *)
Lemma split_sum (F G : 'I_n -> 'I_k -> R) E :
  mean_of (fun c a => F c a + G c a) E =
  \sum_(J : {set 'I_n}) mean_of (fun c a => if c \in J then F c a else G c a) E.
Proof.
rewrite exchange_big /=; apply: eq_bigr => u _; rewrite -mulr_suml; congr (_ * _).
rewrite (eq_bigr (fun c => \sum_(l : bool) if l then F c (u c) else G c (u c))) => [|c _].
  rewrite bigA_distr_bigA (reindex (fun J : {set 'I_n} => [ffun c => c \in J])) /=.
    apply: eq_bigr => J _; apply: eq_bigr => c _; rewrite ffunE; by case: ifP.
  exists (fun l : {ffun 'I_n -> bool} => [set c | l c]) => [J _|l _].
    by apply/setP => c; rewrite inE ffunE.
  by apply/ffunP => c; rewrite ffunE inE.
by rewrite big_bool.
Qed.
End Sums.

Section Marked.
Variables (R : realType) (k n : nat) (P : 'I_n -> law R [finType of 'I_k]) (alpha : R) (i : 'I_n).
Local Notation Om := (database [finType of 'I_k] n).
Variable E : Om -> R.
Hypotheses (E0 : forall u, 0 <= E u) (a0 : 0 <= alpha) (floor : forall c j, alpha <= P c j).

(* record i is in class r, the records of J are marked and the others are not *)
Definition mark r c (a : 'I_k) : R := if c == i then (a == r)%:R else alpha.
Definition rest c a : R := if c == i then 0 else P c a - alpha.
Definition when_marked r (J : {set 'I_n}) :=
  mean_of (fun c a => if c \in J then mark r c a else rest c a) E.

Lemma mark_ge0 r c a : 0 <= mark r c a. Proof. by rewrite /mark; case: ifP; rewrite ?ler0n. Qed.
Lemma rest_ge0 c a : 0 <= rest c a. Proof. by rewrite /rest; case: ifP; rewrite ?subr_ge0. Qed.
Lemma when_marked_ge0 r J : 0 <= when_marked r J.
Proof. by apply: mean_of_ge0 => // c a; case: ifP; rewrite ?mark_ge0 ?rest_ge0. Qed.

Lemma own_marked r (J : {set 'I_n}) : i \notin J -> when_marked r J = 0.
Proof.
move=> iJ; apply: big1 => u _.
by rewrite (bigD1 i) //= (negbTE iJ) /rest eqxx !mul0r.
Qed.

(* the density given that record i is in class r *)
Definition in_class r := mean_of (fun c a => if c == i then (a == r)%:R else P c a) E.

Lemma in_classE r : in_class r = \sum_J when_marked r J.
Proof.
rewrite -split_sum; apply: eq_bigr => u _; congr (_ * _); apply: eq_bigr => c _.
by rewrite /mark /rest; case: eqP => _; [rewrite addr0 | rewrite addrC subrK].
Qed.

Lemma in_class_ge0 r : 0 <= in_class r.
Proof. by rewrite in_classE sumr_ge0 // => J _; apply: when_marked_ge0. Qed.

Lemma seenE r : 0 < P i r -> seen P i E r = in_class r.
Proof.
move=> p0; have := resample P i E r => /esym; rewrite -/(seen P i E r) => e.
apply: (mulfI (_ : P i r != 0)); first by rewrite gt_eqF.
rewrite e mulr_sumr big_mkcond; apply: eq_bigr => u _; rewrite mulrA.
case: ifP => ui; last first.
  by rewrite (bigD1 i) //= eqxx ui mul0r mulr0 mul0r.
congr (_ * _); rewrite /prior (bigD1 i) //= [in RHS](bigD1 i) //= eqxx ui mul1r (eqP ui).
by congr (_ * _); apply: eq_bigr => c /negbTE ->.
Qed.

Variable h : R.
Hypotheses (k0 : (0 < k)%N) (h0 : 0 < h) (ka : k%:R * alpha <= 1).
Hypothesis fall : forall u c a a', h * E (put c u a) <= E (put c u a').
Definition shrink : R :=
  (1 - k%:R * alpha + k%:R * alpha * h / 2%:R) / (1 - k%:R * alpha + k%:R * alpha * h).

Lemma few_marked r (N : nat) : 0 < alpha ->
  \sum_(J : {set 'I_n} | (#|J| < N)%N) when_marked r J <= 2%:R ^+ N * shrink ^+ n.-1 * in_class r.
Proof.
move=> ap; have kp : 0 < k%:R :> R by rewrite ltr0n.
have spare : 0 <= 1 - k%:R * alpha by rewrite subr_ge0.
have kah : 0 < k%:R * alpha * h by rewrite !mulr_gt0.
have den : 0 < 1 - k%:R * alpha + k%:R * alpha * h by rewrite ltr_paddl.
have half : 0 <= 2%:R^-1 :> R by rewrite invr_ge0 ler0n.
have z0 : 0 <= shrink by rewrite divr_ge0 ?(ltW den) // addr_ge0 // mulr_ge0 // ltW.
pose half_mark c (a : 'I_k) : R := if c == i then (a == r)%:R else alpha / 2%:R.
pose w c (a : 'I_k) : R := if c == i then (a == r)%:R else P c a.
pose low c (a : 'I_k) : R := if c == i then (a == r)%:R else P c a - alpha / 2%:R.
have w0 c a : 0 <= w c a by rewrite /w; case: ifP; rewrite ?ler0n ?mass_ge0.
have ha : alpha / 2%:R <= alpha by rewrite ler_pdivr_mulr ?ltr0n // ler_pmulr // ler1n.
have low0 c a : 0 <= low c a.
  by rewrite /low; case: ifP; rewrite ?ler0n // subr_ge0 => _; apply: le_trans (floor c a).
have le : mean_of low E <= shrink ^+ n.-1 * in_class r.
  pose s := enum (predC1 i).
  have ss : seq.size s = n.-1 by rewrite -cardE cardC1 card_ord.
  have := @many_less R k n w low E shrink s k0 z0 w0 low0 (enum_uniq _); rewrite ss.
  have -> : mean_of (fun c => if c \in s then low c else w c) E = mean_of low E.
    apply: eq_bigr => u _; congr (_ * _); apply: eq_bigr => c _; rewrite mem_enum inE /low /w.
    by case: eqP.
  apply=> c v; rewrite mem_enum inE => /negbTE ci; rewrite /low /w ci.
  set e := fun a => E (put c v a); set S := \sum_a e a.
  have all a : k%:R * h * e a <= S.
    have -> : k%:R * h * e a = \sum_(a' < k) h * e a.
      by rewrite sumr_const card_ord -[RHS]mulr_natl mulrA.
    by apply: ler_sum => a' _; apply: fall.
  set X := \sum_a P c a * _.
  have hX : k%:R * h * X <= (1 - k%:R * alpha + k%:R * alpha * h) * S.
    have -> : (1 - k%:R * alpha + k%:R * alpha * h) * S =
        \sum_a ((P c a - alpha) * S + alpha * (k%:R * h * e a)).
      rewrite big_split /= -mulr_suml sumrB mass_sum sumr_const card_ord -!mulr_sumr -/S.
      by rewrite -[alpha *+ k]mulr_natl; ring.
    rewrite /X mulr_sumr; apply: ler_sum => a _.
    have -> : k%:R * h * (P c a * e a) = (P c a - alpha) * (k%:R * h * e a) +
        alpha * (k%:R * h * e a) by ring.
    by rewrite ler_add2r; apply: ler_wpmul2l; rewrite ?subr_ge0.
  have -> : \sum_a (P c a - alpha / 2%:R) * e a = X - alpha / 2%:R * S.
    by rewrite /X /S mulr_sumr -sumrB; apply: eq_bigr => a _; rewrite mulrBl.
  rewrite /shrink [_ / _ * X]mulrAC ler_pdivl_mulr // -subr_ge0.
  have -> : (1 - k%:R * alpha + k%:R * alpha * h / 2%:R) * X -
     (X - alpha / 2%:R * S) * (1 - k%:R * alpha + k%:R * alpha * h) =
     alpha / 2%:R * ((1 - k%:R * alpha + k%:R * alpha * h) * S - k%:R * h * X) by field.
  by rewrite mulr_ge0 ?subr_ge0 // mulr_ge0.
rewrite -mulrA; apply: le_trans (ler_wpmul2l (exprn_ge0 N (ler0n R 2)) le).
have -> : mean_of low E =
    \sum_(J : {set 'I_n}) mean_of (fun c a => if c \in J then half_mark c a else rest c a) E.
  rewrite -split_sum; apply: eq_bigr => u _; congr (_ * _); apply: eq_bigr => c _.
  rewrite /low /half_mark /rest; case: eqP => _; first by rewrite addr0.
  by field.
rewrite mulr_sumr big_mkcond; apply: ler_sum => J _.
have hm0 c a : 0 <= half_mark c a.
  by rewrite /half_mark; case: ifP; rewrite ?ler0n // divr_ge0 ?ler0n.
have r0 : 0 <= mean_of (fun c a => if c \in J then half_mark c a else rest c a) E.
  by apply: mean_of_ge0 => // c a; case: ifP; rewrite ?hm0 ?rest_ge0.
case: ifP => JN; last by rewrite mulr_ge0 ?exprn_ge0 ?ler0n.
apply: le_trans (_ : 2%:R ^+ #|J| * mean_of (fun c a => if c \in J then half_mark c a else
    rest c a) E <= _); last first.
  by apply: ler_wpmul2r => //; rewrite ler_eexpn2l ?ltr1n // ltnW.
rewrite mulr_sumr; apply: ler_sum => u _; rewrite mulrA; apply: ler_wpmul2r => //.
rewrite -prodr_const [X in X * _]big_mkcond -big_split /=.
apply: ler_prod => c _; apply/andP; split.
  by case: ifP; rewrite ?mark_ge0 ?rest_ge0.
case: ifP => cJ; last by rewrite mul1r.
rewrite /mark /half_mark; case: ifP => _; first by rewrite ler_pemull ?ler0n ?ler1n.
by rewrite mulrCA divff ?mulr1 // pnatr_eq0.
Qed.

Lemma all_marked r : k%:R * alpha = 1 ->
  \sum_(J : {set 'I_n} | (#|J| < n)%N) when_marked r J = 0.
Proof.
move=> e; apply: big1 => J Jn; have [c cJ] : exists c, c \notin J.
  case: (pickP (fun c => c \notin J)) => [c|none]; first by exists c.
  move: Jn; rewrite (_ : J = setT) ?cardsT ?card_ord ?ltnn //.
  by apply/setP => c; rewrite inE; have /negbFE := none c.
have none a : P c a - alpha = 0.
  apply: (psumr_eq0P (P := xpredT) (F := fun a => P c a - alpha)) => // [a' _|].
    by rewrite subr_ge0.
  by rewrite sumrB mass_sum sumr_const card_ord -[_ *+ _]mulr_natl e subrr.
apply: big1 => u _; rewrite (bigD1 c) //= (negbTE cJ) /rest none.
by case: eqP; rewrite !mul0r.
Qed.
End Marked.
