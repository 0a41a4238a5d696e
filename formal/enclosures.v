(* Values of terms, enclosed by rational numbers that are computed: exact where a value is rational
   or the logarithm of a rational number, else between two of them. *)
From Coq Require Import ZArith QArith.
From mathcomp Require Import all_ssreflect all_algebra ssrZ.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values quotients rationals.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition zero := Qmake 0 1.
Definition one := Qmake 1 1.
Definition lesser p q := if Qle_bool p q then p else q.
Definition greater p q := if Qle_bool p q then q else p.

Inductive enclosure :=
  | Rat of Q | LogOf of Q | Between of Q & Q | EPInf | EMInf | EUndef | Unknown.

Definition and3 (a b : option bool) := match a, b with
  | Some false, _ | _, Some false => Some false
  | Some true, Some true => Some true
  | _, _ => None end.
Definition not3 (a : option bool) := omap negb a.

Definition ends e := match e with
  | Rat q => Some (q, q)
  | Between l u => Some (l, u)
  | LogOf q =>
      if (log_below q, log_above q) is (Some l, Some u) then Some (l, u) else None
  | _ => None end.

(* a function of two finite values, by the ends of their enclosures *)
Definition by_ends (f : Q * Q -> Q * Q -> enclosure) a b :=
  if (ends a, ends b) is (Some i, Some j) then f i j else Unknown.
Definition round_out (i : Q * Q) := Between (down i.1) (up i.2).

Definition eopp e := match e with
  | Rat q => Rat (Qopp q) | LogOf q => LogOf (Qinv q) | Between l u => Between (Qopp u) (Qopp l)
  | EPInf => EMInf | EMInf => EPInf | e => e end.

Definition eadd a b := match a, b with
  | EUndef, _ | _, EUndef => EUndef
  | Unknown, _ | _, Unknown => Unknown
  | EPInf, EMInf | EMInf, EPInf => EUndef
  | EPInf, _ | _, EPInf => EPInf
  | EMInf, _ | _, EMInf => EMInf
  | Rat p, Rat q => Rat (Qred (Qplus p q))
  | LogOf p, LogOf q => LogOf (Qred (Qmult p q))
  | _, _ => by_ends (fun i j => round_out (Qplus i.1 j.1, Qplus i.2 j.2)) a b end.

(* the sign of a finite value, times an infinite one *)
Definition esigned a v := match ends a with
  | Some (l, u) =>
      if negb (Qle_bool l zero) then v else if negb (Qle_bool zero u) then eopp v
      else if Qle_bool zero l && Qle_bool u zero then EUndef else Unknown
  | None => Unknown end.

Definition times (i j : Q * Q) :=
  let a := Qmult i.1 j.1 in let b := Qmult i.2 j.1 in
  let c := Qmult i.1 j.2 in let d := Qmult i.2 j.2 in
  (lesser (lesser a b) (lesser c d), greater (greater a b) (greater c d)).

Definition power q n := iter n (fun r => Qred (Qmult q r)) one.
Definition natural p : option nat :=
  let n := Z.to_nat (Z.min (Qnum p) 64) in
  if Qeq_bool p (Qmake (Z.of_nat n) 1) then Some n else None.

Definition emul a b := match a, b with
  | EUndef, _ | _, EUndef => EUndef
  | Unknown, _ | _, Unknown => Unknown
  | EPInf, EPInf | EMInf, EMInf => EPInf
  | EPInf, EMInf | EMInf, EPInf => EMInf
  | _, (EPInf | EMInf) => esigned a b
  | (EPInf | EMInf), _ => esigned b a
  | Rat p, Rat q => Rat (Qred (Qmult p q))
  | Rat p, LogOf q =>
      if Qeq_bool q one then Rat zero
      else if natural p is Some n then LogOf (power q n)
      else by_ends (fun i j => round_out (times i j)) a b
  | _, _ => by_ends (fun i j => round_out (times i j)) a b end.

Definition einv e := match e with
  | Rat q => if Qeq_bool q zero then EUndef else Rat (Qinv q)
  | _ => match ends e with
      | Some (l, u) =>
          if negb (Qle_bool l zero) || negb (Qle_bool zero u) then Between (Qinv u) (Qinv l)
          else Unknown
      | None => Unknown end end.

Definition ediv a b := match a, b with
  | EUndef, _ | _, EUndef => EUndef
  | Unknown, _ | _, Unknown => Unknown
  | (EPInf | EMInf), (EPInf | EMInf) => EUndef
  | _, (EPInf | EMInf) => Rat zero
  | (EPInf | EMInf), _ => esigned b a
  | _, _ => emul a (einv b) end.

Definition eexp e := match e with
  | Rat q => if Qeq_bool q zero then Rat one else
      if exp_above q is Some u then Between (exp_below q) u else Unknown
  | LogOf q => Rat q
  | Between l u => if exp_above u is Some u' then Between (exp_below l) u' else Unknown
  | EPInf => EPInf | EMInf => Rat zero | e => e end.

Definition elog e := match e with
  | Rat q => if Qeq_bool q zero then EMInf else if Qle_bool q zero then EUndef else LogOf q
  | LogOf _ | Between _ _ => match ends e with
      | Some (l, u) =>
          if negb (Qle_bool zero u) then EUndef else
          if negb (Qle_bool l zero) then
            if (log_below l, log_above u) is (Some l', Some u') then Between l' u' else Unknown
          else Unknown
      | None => Unknown end
  | EPInf => EPInf | EMInf | EUndef => EUndef | Unknown => Unknown end.

(* whether one value is at most another; None where the enclosures overlap *)
Definition ends_le a b := match ends a, ends b with
  | Some (l, u), Some (l', u') =>
      if Qle_bool u l' then Some true else if Qle_bool l u' then None else Some false
  | _, _ => None end.
Definition ele a b : option bool := match a, b with
  | EUndef, _ | _, EUndef => Some false
  | Unknown, _ | _, Unknown => None
  | EMInf, _ | _, EPInf => Some true
  | EPInf, _ | _, EMInf => Some false
  | Rat p, Rat q | LogOf p, LogOf q => Some (Qle_bool p q)
  | LogOf p, Rat q =>
      if Qeq_bool q zero then Some (Qle_bool p one) else
      if Qle_bool p (exp_below q) then Some true else
      if exp_above q is Some u then if Qle_bool p u then None else Some false else None
  | Rat q, LogOf p =>
      if Qeq_bool q zero then Some (Qle_bool one p) else
      if exp_above q is Some u then
        if Qle_bool u p then Some true else
        if Qle_bool (exp_below q) p then None else Some false else None
  | _, _ => ends_le a b end.
Definition elt a b := and3 (ele a b) (not3 (ele b a)).
Definition eeq a b := and3 (ele a b) (ele b a).

Definition emax a b := match ele a b, ele b a with
  | Some true, _ => b
  | Some false, Some true => a
  | Some false, Some false => EUndef
  | _, _ => by_ends (fun i j => Between (greater i.1 j.1) (greater i.2 j.2)) a b end.
Definition emin a b := match ele a b, ele b a with
  | Some true, _ => a
  | Some false, Some true => b
  | Some false, Some false => EUndef
  | _, _ => by_ends (fun i j => Between (lesser i.1 j.1) (lesser i.2 j.2)) a b end.

(* what is computed is nowhere to be unfolded in a proof *)
Local Opaque Qle_bool Qeq_bool Qplus Qmult Qinv Qred down up.
Local Opaque exp_below exp_above log_below log_above.

Section Sound.
Variable R : realType.
Local Notation real := (@ofQ R).
Local Notation ln := (@exp.ln R).

Definition inside e (v : val R) : Prop := match e, v with
  | Rat q, Fin x => x = real q
  | LogOf q, Fin x => 0 < real q /\ x = ln (real q)
  | Between l u, Fin x => real l <= x <= real u
  | EPInf, PInf | EMInf, MInf | EUndef, Undef | Unknown, _ => True
  | _, _ => False end.
Definition decides (o : option bool) (b : bool) := if o is Some c then b = c else True.

Lemma q_le p q : Qle_bool p q = (real p <= real q). Proof. by rewrite ofQ_le. Qed.
Lemma zeroE : real zero = 0. Proof. exact: ofQ0. Qed.
Lemma oneE : real one = 1. Proof. exact: ofQ1. Qed.
Lemma q_gt0 q : ~~ Qle_bool q zero = (0 < real q). Proof. by rewrite q_le zeroE -ltNge. Qed.
Lemma q_lt0 q : ~~ Qle_bool zero q = (real q < 0). Proof. by rewrite q_le zeroE -ltNge. Qed.
Lemma q_eq0 q : Qeq_bool q zero = (real q == 0).
Proof.
apply/idP/idP => [/Qeq_bool_eq/(@ofQ_eq R) ->|/eqP h]; first by rewrite zeroE.
by apply Qeq_bool_iff; apply: Qle_antisym; apply Qle_bool_iff; rewrite q_le zeroE h lexx.
Qed.
Lemma lesserE p q : real (lesser p q) = Num.min (real p) (real q).
Proof. by rewrite /lesser q_le; case: leP. Qed.
Lemma greaterE p q : real (greater p q) = Num.max (real p) (real q).
Proof. by rewrite /greater q_le; case: leP. Qed.

Lemma decides_and a b c d : decides a c -> decides b d -> decides (and3 a b) (c && d).
Proof.
by case: a => [[]|]; case: b => [[]|] //=; do ?[move=> -> | move=> _]; rewrite ?andbF.
Qed.
Lemma decides_not a c : decides a c -> decides (not3 a) (~~ c).
Proof. by case: a => [b|] //= ->. Qed.

Lemma endsP e v i : inside e v -> ends e = Some i ->
  exists2 x, v = Fin x & real i.1 <= x <= real i.2.
Proof.
case: e v => [q|q|l u||||] [x|||] //=.
- by move=> -> [<-]; exists (real q); rewrite ?lexx.
- move=> [q0 ->]; case E: log_below => [l|] //; case F: log_above => [u|] // [<-].
  exists (ln (real q)) => //; apply/andP.
  by split; [exact: (proj1 (log_belowP E)) | exact: (log_aboveP q0 F)].
- by move=> h [<-]; exists x.
Qed.

Lemma round_outP l u x : real l <= x <= real u -> inside (round_out (l, u)) (Fin x).
Proof.
move=> /andP[a b]; apply/andP.

by split; [exact: le_trans (down_le _ _) a | exact: le_trans b (up_ge _ _)].
Qed.

Lemma by_endsP f a b v w u : inside a v -> inside b w ->
  (forall i j x y, v = Fin x -> w = Fin y -> real i.1 <= x <= real i.2 ->
     real j.1 <= y <= real j.2 -> inside (f i j) u) ->
  inside (by_ends f a b) u.
Proof.
move=> ha hb h; rewrite /by_ends; case E: (ends a) => [i|] //; case F: (ends b) => [j|] //.
by have [x vx xi] := endsP ha E; have [y wy yj] := endsP hb F; apply: (h i j x y).
Qed.

Lemma ends_leP a b x y : inside a (Fin x) -> inside b (Fin y) -> decides (ends_le a b) (x <= y).
Proof.
move=> ha hb; rewrite /ends_le; case E: (ends a) => [[l u]|] //; case F: (ends b) => [[l' u']|] //.
have [_ [<-] /andP[/= lx xu]] := endsP ha E; have [_ [<-] /andP[/= ly yu]] := endsP hb F.
rewrite !q_le; case: leP => [h|_]; first by rewrite /= (le_trans (le_trans xu h) ly).
by case: leP => // h; apply/negbTE; rewrite -ltNge; exact: le_lt_trans yu (lt_le_trans h lx).
Qed.
Local Opaque by_ends ends_le.

Lemma eoppP e v : inside e v -> inside (eopp e) (vopp v).
Proof.
case: e v => [q|q|l u||||] [x|||] //=; first by move=> ->; rewrite ofQN.
- by move=> [q0 ->]; rewrite ofQV invr_gt0 lnV ?posrE.
- by rewrite !ofQN !ler_opp2 andbC.
Qed.

Lemma eaddP a b v w : inside a v -> inside b w -> inside (eadd a b) (vadd v w).
Proof.
have sum a' b' x y : inside a' (Fin x) -> inside b' (Fin y) ->
    inside (by_ends (fun i j => round_out (Qplus i.1 j.1, Qplus i.2 j.2)) a' b') (Fin (x + y)).
  move=> ha hb; apply: (by_endsP ha hb) => i j _ _ [<-] [<-] /andP[xi xj] /andP[yi yj].
  by apply: round_outP; rewrite !ofQD !ler_add.
case: a v => [p|p|l u||||] [x|||] ha; try solve [case: ha];
  case: b w => [q|q|l' u'||||] [y|||] hb; try solve [case: hb]; try exact I;
  try exact (sum _ _ _ _ ha hb).
- by rewrite /= ha hb ofQ_red ofQD.
- case: ha hb => [p0 ->] [q0 ->].
  by rewrite /= ofQ_red ofQM mulr_gt0 // lnM ?posrE.
Qed.

Lemma signedP a b x w : inside a (Fin x) -> inside b w -> w = PInf \/ w = MInf ->
  inside (esigned a b) (signed x w).
Proof.
move=> ha hb hw; rewrite /esigned; case E: (ends a) => [[l u]|] //.
have [_ [<-] /andP[/= lx xu]] := endsP ha E; rewrite /signed.
case: ifP => [|_]; first by rewrite q_gt0 => l0; rewrite (lt_le_trans l0 lx).
case: ifP => [|_].
  by rewrite q_lt0 => u0; have x0 := le_lt_trans xu u0; rewrite ltNge ltW //= x0; apply: eoppP.
case: ifP => // /andP[]; rewrite !q_le zeroE => l0 u0.
have -> : x = 0 by apply/eqP; rewrite eq_le (le_trans xu u0) (le_trans l0 lx).
by rewrite ltxx.
Qed.

(* c y lies between c times the ends *)
Lemma between_ends (c l u y : R) : l <= y <= u ->
  Num.min (c * l) (c * u) <= c * y <= Num.max (c * l) (c * u).
Proof.
move=> /andP[ly yu]; rewrite le_minl le_maxr; case: (leP 0 c) => [c0|/ltW c0].
  by apply/andP; split; apply/orP; [left | right]; apply: ler_wpmul2l.
by apply/andP; split; apply/orP; [right | left]; apply: ler_wnmul2l.
Qed.

Lemma timesP i j x y : real i.1 <= x <= real i.2 -> real j.1 <= y <= real j.2 ->
  real (times i j).1 <= x * y <= real (times i j).2.
Proof.
move=> hx hy; rewrite /= !lesserE !greaterE !ofQM; apply/andP.
have /andP[a b] := between_ends x hy.
have /andP[c d] := between_ends (real j.1) hx; have /andP[e f] := between_ends (real j.2) hx.
move: a b c d e f; rewrite ![x * real _]mulrC ![real j.1 * real _]mulrC ![real j.2 * real _]mulrC.
rewrite !le_minl !le_maxr => a b c d e f; split.
  by case/orP: a => a; [case/orP: c | case/orP: e] => h; rewrite (le_trans h a) ?orbT.
by case/orP: b => b; [case/orP: d | case/orP: f] => h; rewrite (le_trans b h) ?orbT.
Qed.

Lemma naturalE n : real (Qmake (Z.of_nat n) 1) = n%:R.
Proof. by rewrite /ofQ /ofZ /Qnum -/(Z_of_int (Posz _)) Z_of_intK divr1. Qed.
Lemma naturalP p n : natural p = Some n -> real p = n%:R.
Proof. by rewrite /natural; case: ifP => // /Qeq_bool_eq/(@ofQ_eq R) -> [<-]; exact: naturalE. Qed.

Lemma powerP q n : 0 < real q -> 0 < real (power q n) /\ ln (real (power q n)) = n%:R * ln (real q).
Proof.
move=> q0; elim: n => [|n [IH1 IH2]]; first by rewrite /= oneE ltr01 ln1 mul0r.
rewrite /power iterS -/(power q n) ofQ_red ofQM mulr_gt0 // lnM ?posrE // IH2.
by rewrite mulrS mulrDl mul1r.
Qed.

Lemma emulP a b v w : inside a v -> inside b w -> inside (emul a b) (vmul v w).
Proof.
have prod a' b' x y : inside a' (Fin x) -> inside b' (Fin y) ->
    inside (by_ends (fun i j => round_out (times i j)) a' b') (Fin (x * y)).
  move=> ha hb; apply: (by_endsP ha hb) => i j _ _ [<-] [<-] xi yj.
  have := timesP xi yj; case: (times i j) => l u; exact: round_outP.
case: a v => [p|p|l u||||] [x|||] ha; try solve [case: ha];
  case: b w => [q|q|l' u'||||] [y|||] hb; try solve [case: hb]; try exact I;
  try exact (prod _ _ _ _ ha hb); try exact (signedP ha hb ltac:(auto));
  try exact (signedP hb ha ltac:(auto)).
- by rewrite /= ha hb ofQ_red ofQM.
- rewrite /emul; case F: (Qeq_bool q one).
    have /(@ofQ_eq R) e := Qeq_bool_eq _ _ F.
    by case: hb => _ ->; rewrite /= e oneE ln1 mulr0 zeroE.
  case E: (natural p) => [n|]; last exact: (prod _ _ _ _ ha hb).
  case: hb => [q0 ->]; rewrite /= ha (naturalP E).
  by have [h ->] := powerP n q0.
Qed.

Lemma einvP e y : inside e (Fin y) -> inside (einv e) (if y == 0 then Undef else Fin y^-1).
Proof.
have pair l u : real l <= y <= real u ->
    inside (if ~~ Qle_bool l zero || ~~ Qle_bool zero u then Between (Qinv u) (Qinv l) else Unknown)
      (if y == 0 then Undef else Fin y^-1).
  move=> /andP[ly yu]; rewrite q_gt0 q_lt0; case: ifP => // /orP[l0|u0].
    have y0 := lt_le_trans l0 ly; rewrite gt_eqF //= !ofQV !lef_pinv ?posrE ?ly ?yu //.
    exact: lt_le_trans y0 yu.
  have y0 := le_lt_trans yu u0; have l0 := le_lt_trans ly y0.
  by rewrite lt_eqF //= !ofQV !lef_ninv ?negrE ?ly ?yu.
case: e => [q|q|l u||||] h; try solve [case: h]; try exact I; rewrite /einv.
- by rewrite q_eq0 h; case: eqP => // _; rewrite /= ofQV.
- by case E: (ends _) => [[l u]|] //; have [_ [<-] yi] := endsP h E; apply: pair yi.
- exact: pair h.
Qed.

Lemma edivP a b v w : inside a v -> inside b w -> inside (ediv a b) (vdiv v w).
Proof.
have fin a' b' x y : inside a' (Fin x) -> inside b' (Fin y) ->
    inside (emul a' (einv b')) (vdiv (Fin x) (Fin y)).
  move=> ha hb; have := emulP ha (einvP hb); rewrite /vdiv; case: eqP => // _.
case: a v => [p|p|l u||||] [x|||] ha; try solve [case: ha];
  case: b w => [q|q|l' u'||||] [y|||] hb; try solve [case: hb]; try exact I;
  try exact (fin _ _ _ _ ha hb); try exact (esym zeroE);
  try exact (signedP hb ha ltac:(auto)).
Qed.

Lemma eexpP e v : inside e v -> inside (eexp e) (vexp v).
Proof.
case: e v => [q|q|l u||||] [x|||] h; try solve [case: h]; try exact I; rewrite /eexp.
- rewrite q_eq0; case: eqP => [q0|_]; first by rewrite /= h q0 expR0 oneE.
  by case E: exp_above => [u|] //; rewrite /= h exp_belowP (exp_aboveP E).
- by case: h => [q0 ->]; rewrite /= lnK ?posrE.
- case E: exp_above => [u'|] //; move: h => /= /andP[lx xu]; apply/andP; split.
    by apply: le_trans (exp_belowP _ _) _; rewrite ler_expR.
  by apply: le_trans (exp_aboveP E); rewrite ler_expR.
- by rewrite /= zeroE.
Qed.

Lemma elogP e v : inside e v -> inside (elog e) (vlog v).
Proof.
have pair l u x : real l <= x <= real u -> inside
    (if ~~ Qle_bool zero u then EUndef else if ~~ Qle_bool l zero then
       if (log_below l, log_above u) is (Some l', Some u') then Between l' u' else Unknown
     else Unknown) (vlog (Fin x)).
  move=> /andP[lx xu]; rewrite q_gt0 q_lt0 /vlog; case: ifP => [u0|_].
    by have x0 := le_lt_trans xu u0; rewrite ltNge (ltW x0) lt_eqF.
  case: ifP => [l0|_]; last exact I.
  have x0 := lt_le_trans l0 lx; have u0 := lt_le_trans x0 xu.
  rewrite x0; case E: log_below => [l'|] //; case F: log_above => [u'|] //; apply/andP; split.
    by apply: le_trans (proj1 (log_belowP E)) _; rewrite ler_ln ?posrE.
  by apply: le_trans (log_aboveP u0 F); rewrite ler_ln ?posrE.
case: e v => [q|q|l u||||] [x|||] h; try solve [case: h]; try exact I; rewrite /elog.
- rewrite q_eq0 q_le zeroE h /vlog; case: eqP => [->|/eqP q0]; first by rewrite ltxx.
  by case: leP => //= [q1|q1]; rewrite (negPf q0).
- by case E: (ends _) => [[l u]|] //; have [_ [<-] xi] := endsP h E; apply: pair xi.
- exact: pair h.
Qed.

Lemma eleP a b v w : inside a v -> inside b w -> decides (ele a b) (vle v w).
Proof.
case: a v => [p|p|l u||||] [x|||] ha; try solve [case: ha];
  case: b w => [q|q|l' u'||||] [y|||] hb; try solve [case: hb];
  try exact I; try reflexivity;
  try exact (ends_leP ha hb).
- by rewrite /= ha hb q_le.
- case: hb => q0 ->; rewrite /ele /vle ha q_eq0.
  case: eqP => [->|_]; first by rewrite /= q_le oneE -[0](ln1 R) ler_ln ?posrE ?ltr01.
  case E: exp_above => [u|] //; rewrite !q_le; case: leP => [h|_].
    by rewrite /= -ler_expR lnK ?posrE // (le_trans (exp_aboveP E) h).
  case: leP => // h; apply/negbTE; rewrite -ltNge -ltr_expR lnK ?posrE //.
  exact: lt_le_trans h (exp_belowP _ _).
- case: ha => p0 ->; rewrite /ele /vle hb q_eq0.
  case: eqP => [->|_]; first by rewrite /= q_le oneE -[0](ln1 R) ler_ln ?posrE ?ltr01.
  rewrite q_le; case: leP => [h|_].
    by rewrite /= -ler_expR lnK ?posrE // (le_trans h (exp_belowP _ _)).
  case E: exp_above => [u|] //; rewrite q_le; case: leP => // h.
  by apply/negbTE; rewrite -ltNge -ltr_expR lnK ?posrE // (le_lt_trans (exp_aboveP E) h).
- by case: ha hb => [p0 ->] [q0 ->]; rewrite /= q_le ler_ln ?posrE.
Qed.

Lemma eltP a b v w : inside a v -> inside b w -> decides (elt a b) (vlt v w).
Proof.
move=> ha hb; have -> : vlt v w = vle v w && ~~ vle w v.
  case: v w {ha hb} => [x|||] [y|||] //=; rewrite ?andbF // -ltNge andbC.
  by case: ltP => // /ltW ->.
by apply: decides_and; [exact: eleP | apply: decides_not; exact: eleP].
Qed.
Lemma eeqP a b v w : inside a v -> inside b w -> decides (eeq a b) (veq v w).
Proof. by move=> ha hb; rewrite veq_le; apply: decides_and; exact: eleP. Qed.

Lemma emaxP a b v w : inside a v -> inside b w -> inside (emax a b) (vmax v w).
Proof.
move=> ha hb; have h := eleP ha hb; have k := eleP hb ha; rewrite /emax /vmax.
have fin : inside (by_ends (fun i j => Between (greater i.1 j.1) (greater i.2 j.2)) a b)
      (if vle v w then w else if vle w v then v else Undef).
  apply: (by_endsP ha hb) => -[l u] [l' u'] x y -> -> /andP[/= lx xu] /andP[/= ly yu].
  rewrite /vle /= !greaterE; case: leP => [xy|/ltW yx]; rewrite ?yx /= le_maxl le_maxr.
    by rewrite (le_trans lx xy) ly yu orbT.
  by rewrite lx xu (le_trans ly yx).
case: (ele a b) h => [[]|] h; case: (ele b a) k => [[]|] k;
  try exact: fin; by rewrite h ?k.
Qed.

Lemma eminP a b v w : inside a v -> inside b w -> inside (emin a b) (vmin v w).
Proof.
move=> ha hb; have h := eleP ha hb; have k := eleP hb ha; rewrite /emin /vmin.
have fin : inside (by_ends (fun i j => Between (lesser i.1 j.1) (lesser i.2 j.2)) a b)
      (if vle v w then v else if vle w v then w else Undef).
  apply: (by_endsP ha hb) => -[l u] [l' u'] x y -> -> /andP[/= lx xu] /andP[/= ly yu].
  rewrite /vle /= !lesserE; case: leP => [xy|/ltW yx]; rewrite ?yx /= le_minl le_minr.
    by rewrite lx xu (le_trans xy yu).
  by rewrite ly yu (le_trans yx xu) orbT.
case: (ele a b) h => [[]|] h; case: (ele b a) k => [[]|] k;
  try exact: fin; by rewrite h ?k.
Qed.
End Sound.
