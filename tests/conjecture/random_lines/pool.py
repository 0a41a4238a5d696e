"""True statements about privacy leakage, from which random ones are made."""

from tests.conjecture.random_lines.trees import (
    ALIP,
    LDP,
    LIP,
    PMC,
    PML,
    chance,
    e_,
    log_,
    max_,
    mean,
    min_,
    par,
    q,
    says,
    term,
)

a, b, d, e = map(par, "abde")
pmin, pmax, n = (q(name, "X") for name in ("pmin", "pmax", "n"))
size = q("size", "Y")
NEAR, FORK = "X - Y - Z", "Y - X - Z"


def pml(way="X->y"):
    return q("pml", way)


def pmc(way="X->y"):
    return q("pmc", way)


def ldp(way="X->y"):
    return q("ldp", way)


def of(name, way="X->Y"):
    return q(name, way)


def ml(way="X->Y"):
    return q("maximal_leakage", way)


def mcl(way="X->Y"):
    return q("maximal_cost_leakage", way)


def mi(way="X->Y"):
    return q("mutual_information", way)


def mel(way="X->Y"):
    return q("min_entropy_leakage", way)


def h(way="X"):
    return q("H", way)


def stick(level, way="X->Y"):
    return q("hockey_stick", way, level)


tv, kl, chi2 = (lambda way="X->Y", name=name: q(name, way) for name in ("tv", "kl", "chi2"))

GUARANTEES = [
    says(PML(e), given=LDP(e)),
    says(PMC(e), given=LDP(e)),
    says(LIP(e), given=LDP(e)),
    says(LDP(2 * e), given=LIP(e)),
    says(LDP(a + b), given=ALIP(a, b)),
    says(LDP(a + b), given=(PMC(a), PML(b))),
    says(ALIP(a, b), given=(PMC(a), PML(b)), both=True),
    says(PMC(log_(pmin / (1 - (1 - pmin) * e_(e)))), given=PML(e), where=e_(e) * (1 - pmin) < 1),
    says(PML(log_((1 - e_(-e) * (1 - pmin)) / pmin)), given=PMC(e)),
    says(PML(-log_(pmin + e_(-e) * (1 - pmin))), given=LDP(e)),
    says(PMC(log_(pmin + e_(e) * (1 - pmin))), given=LDP(e)),
    says(LDP(e + log_(1 / pmin)), given=PMC(e)),
    says(LDP(e), given=LDP(e, every_prior=False), both=True),
    says(PML(e, every_prior=True), given=LDP(e), both=True),
    says(PMC(e, every_prior=True), given=LDP(e), both=True),
    says(PML(min_(a, b)), given=LDP(min_(a, b))),
    says(PML(max_(a, b)), given=PML(a)),
    says(LIP(max_(a, b)), given=ALIP(a, b)),
    says(PML(0), given=PMC(0), both=True),
]
POINTS = [
    says(pml() <= log_(1 / pmin)),
    says(pml() <= ldp()),
    says(pmc() <= ldp()),
    says(ldp().eq(pml() + pmc())),
    says(pml("X->Y") <= ldp("X->Y")),
    says(ldp("X->Y") <= pml("X->Y") + pmc("X->Y")),
    says(pml() >= 0),
    says(ldp() <= 2 * max_(pml(), pmc())),
    says(max_(pml(), pmc()) <= ldp()),
    says(pmin * e_(pml()) <= 1),
    says(pmin * e_(pml()) + (1 - pmin) * e_(-pmc()) >= 0),
    says(ldp() <= a + b, given=(pmc() <= a, pml() <= b)),
    says(pml() <= e, given=ldp() <= e),
    says(max_(pml(), pmc()) <= max_(a, b), given=(pml() <= a, pmc() <= b)),
    says(pml() <= log_(n), structure="prior uniform"),
    says(pmc().eq(0), given=pml().eq(0)),
    says(e_(pml()) - 1 <= (1 - pmin) / pmin),
]
AVERAGES = [
    says(ml() <= pml("X->Y")),
    says(ml() <= log_(n)),
    says(ml() <= log_(size)),
    says(ml() <= log_(1 / pmin)),
    says(mel() <= ml()),
    says(mel() <= log_(1 / pmax)),
    says(mel().eq(ml()), structure="prior uniform"),
    says(mi() <= ml()),
    says(mi() <= h("X")),
    says(mi() <= h("Y")),
    says(mi() <= log_(n)),
    says(mi() <= mean(pml())),
    says(mi() >= 0),
    says(mi().eq(mi("Y->X"))),
    says(mcl() <= mean(pmc())),
    says(mcl() <= pmc("X->Y")),
    says(mean(pml()) <= ml()),
    says(mean(e_(pml())).eq(e_(ml()))),
    says(mean(e_(-pmc())).eq(e_(-mcl()))),
    says(ml().eq(log_(mean(e_(pml()))))),
    says(mean(ldp()).eq(mean(pml()) + mean(pmc()))),
    says(ml() <= e, given=PML(e)),
    says(ml() <= e, given=LDP(e)),
    says(mcl() <= e, given=PMC(e)),
    says(mi() <= e, given=PML(e)),
    says(mi() <= e**2 / 8, given=LDP(e)),
    says(ml() <= log_(n / (1 + (n - 1) * e_(-e))), given=LDP(e)),
    says(mean(pml()) <= e, given=PML(e)),
    says(LDP(0), given=ml().eq(0)),
    says(PML(0), given=mi().eq(0)),
    says(mi() <= log_(2), structure="|X| = 2"),
    says(mi().eq(h("X") - h("X->Y"))),
    says(h("X->Y") <= h("X")),
    says(h("X") <= log_(n)),
    says(h("X") >= -log_(pmax)),
    says(h("Y") <= log_(size)),
    says(h("X").eq(log_(n)), structure="prior uniform"),
    says(h("X->Y") >= 0),
    says(h("X->Y") <= log_(n)),
    says(h("X") <= log_(1 / pmin)),
]
ROWS = [
    says(tv() <= (e_(e) - 1) / (e_(e) + 1), given=LDP(e)),
    says(tv() <= 1 - e_(-e), given=LDP(e)),
    says(tv() <= 1),
    says(2 * tv() ** 2 <= kl()),
    says(kl() <= log_(1 + chi2())),
    says(kl() <= chi2()),
    says(4 * tv() ** 2 <= chi2()),
    says(kl() <= e, given=LDP(e)),
    says(kl() <= e * (e_(e) - 1), given=LDP(e)),
    says(chi2() <= (e_(e) - 1) ** 2, given=LDP(e)),
    says(stick(0).eq(tv())),
    says(stick(e) <= tv()),
    says(stick(e) <= 0, given=LDP(e)),
    says(stick(b) <= stick(a), where=a <= b),
    says(LDP(e, d), given=stick(e) <= d, both=True),
    says(LDP(e, d), given=LDP(e)),
    says(tv() <= d, given=LDP(0, d)),
    says(mi() <= kl()),
    says(mi() <= chi2()),
    says(ml() <= log_(1 + tv()), structure="|X| = 2"),
    says(e_(ml()) <= 1 + (n - 1) * tv()),
    says(mi() <= tv() * log_(2), structure="|X| = 2"),
    says(tv() <= e_(ml()) - 1),
    says(1 - tv() <= e_(-mcl()), structure="|X| = 2"),
]
CHANCES = [
    says(chance(pml() > e) <= d, given=PML(e, d)),
    says(ml() <= log_(e_(e) + d / pmin), given=PML(e, d)),
    says(PML(e, 0), given=PML(e), both=True),
    says(PML(e, d), given=PML(e)),
    says(PML(e, d), given=LIP(e, d)),
    says(PMC(e, d), given=LIP(e, d)),
    says(PML(a, d), given=PML(e, d), where=e <= a),
    says(chance(pml() <= e) + chance(pml() > e) >= 1),
    says((chance(pml() <= e) + chance(pml() > e)).eq(1)),
    says(chance(pml() > e) <= e_(ml() - e)),
    says(e * chance(pml() >= e) <= mean(pml())),
    says(chance(pml() > e) <= chance(ldp() > e)),
    says(chance(ldp() > a + b) <= chance(pml() > a) + chance(pmc() > b)),
    says(chance(pml() <= e).eq(1), given=PML(e)),
    says(mean(e_(pml())) <= e_(e) + d / pmin, given=chance(pml() > e) <= d),
    says(chance(pml() > e, pmc() > e) <= chance(pml() > e)),
]
SEVERAL = [
    *(says(g(e, of="X->Z"), given=g(e, of="X->Y"), structure=NEAR) for g in (PML, PMC, LDP, LIP)),
    *(says(f("X->Z") <= f("X->Y"), structure=NEAR) for f in (tv, kl, chi2, mi, ml, mcl, mel)),
    *(says(f("X->Z") <= f("Y->Z"), structure=NEAR) for f in (tv, kl, mi, ml, mcl)),
    says(tv("X->Z") <= tv("X->Y") * tv("Y->Z"), structure=NEAR),
    says(ml("X->Z") <= min_(ml("X->Y"), ml("Y->Z")), structure=NEAR),
    says(stick(e, "X->Z") <= stick(e, "X->Y"), structure=NEAR),
    says(h("X->Y") <= h("X->Z"), structure=NEAR),
    says(pml("X->y,z").eq(pml("X->y")), structure=NEAR),
    says(pmc("X->z|y").eq(0), structure=NEAR),
    says(pml("X->Z") <= pml("Y->Z"), structure=NEAR),
    says(LDP(a + b, of="X->Y,Z"), given=(LDP(a), LDP(b, of="X->Z")), structure=FORK),
    *(says(f("X->Y,Z") <= f("X->Y") + f("X->Z"), structure=FORK) for f in (mi, ml)),
    *(says(f("X->y,z") <= f("X->y") + f("X->z|y")) for f in (pml, pmc, ldp)),
    *(says(f("X->Y,Z") >= f("X->Y")) for f in (pml, pmc, mi, ml, tv, kl, mel)),
    says(h("X->Y,Z") <= h("X->Y")),
    says(pml("X->Y,Z").eq(0), structure="X, Y, Z independent"),
    says(pml("X->y").eq(0), structure="X, Y independent"),
    says(tv("X->Z").eq(0), structure="X, Z independent"),
    says(mi("X->Z") <= mi("X->Y"), structure=NEAR),
    says(ml("X->Z") <= a, given=PML(a), structure=NEAR),
    says(mean(pml("X->y,z")) >= mi("X->Y,Z")),
    says(mi("X->Y,Z") <= mi("X->Y") + h("Z")),
]
PRIORS = [
    says(pmin * n <= 1),
    says(pmax >= 1 / n),
    says(pmin + pmax <= 1),
    says(pmax <= 1 - (n - 1) * pmin),
    says((pmin + pmax).eq(1), structure="|X| = 2"),
    says(pmin <= term(1) / 3, structure="|X| >= 3"),
    says(pmin.eq(1 / n), structure="prior uniform"),
    says(pmin * pmax <= term(1) / 4),
    says(e_(a) >= 1 + a),
    says(log_(1 + a) <= a),
    says(max_(a, b) <= a + b),
    says(a * b <= ((a + b) / 2) ** 2),
    says(min_(a, b) <= (a + b) / 2),
    says(a <= b, where=(a <= 1, b >= 1)),
    says(size >= 1),
]
r, l_ = par("r"), par("l")
RESPONSE, REDRAW = "X->Y is rr(r)", "X->Y is redraw(l)"
NAMED = [
    says(ldp("X->Y") <= r, structure=RESPONSE),
    says(pmc("X->Y") <= r, structure=RESPONSE),
    says(pml("X->Y") <= r, structure=RESPONSE),
    says(pml("X->Y") <= log_(1 / pmin), structure=REDRAW),
    says(pmc("X->Y").eq(l_), structure=REDRAW),
    says(LDP(r), structure=RESPONSE),
]
GROUPS = (GUARANTEES, POINTS, AVERAGES, ROWS, CHANCES, SEVERAL, PRIORS, NAMED)
WEIGHTS = (5, 4, 6, 5, 4, 6, 2, 1)
