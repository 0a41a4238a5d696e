"""Hypotheses written as text, for the tests of the search."""


def polynomial(text):
    """Read "2 x^2 y - 1/3" as a document writes it."""
    terms = []
    for term in text.replace("- ", "+ -").split("+"):
        coefficient, names = "1", []
        for word in term.split():
            name, _, power = word.lstrip("-").partition("^")
            if name[0].isdigit():
                coefficient = name
            else:
                names += [name] * int(power or 1)
        sign = "-" if term.strip().startswith("-") else ""
        terms.append([sign + coefficient, *names])
    return terms


def atom(text):
    left, relation, right = next(
        (*text.partition(f" {sign} "),) for sign in (">=", ">", "=") if f" {sign} " in text
    )
    assert right == "0"
    return [relation.strip(), polynomial(left)]


def document(*hypotheses):
    """Read hypotheses: cases are separated by "or", the atoms of a case by "and"."""
    read = [
        [[atom(a) for a in case.split(" and ")] for case in text.split(" or ")]
        for text in hypotheses
    ]
    names = {v for h in read for case in h for _, p in case for _, *vs in p for v in vs}
    return {"variables": sorted(names), "hypotheses": read}
