"""What the definitions of the five draft metrics imply between their counts.

Of the statements of a slice (contract, section 3) let D be all, U the
unsupported, C the contradicted, K those that cite a known fact, M and N those
of K with misattribution and with negation. A supported statement cites known
facts alone, and none of another person or polarity; a contradicted one cites
known facts alone, each of another person or polarity. So, with S = D - U:

    C <= U <= D, K <= D, S + max(C, M, N) <= K, C <= M + N

A fact is covered by a supported statement of its own section, class, speaker
and experiencer, and a statement has at most 64 citations: in every slice the
covered facts are at most 64 S. Each relation holds in every slice, and what a
slice leaves open has one total, however the statements are partitioned.
"""

from __future__ import annotations

from dataclasses import dataclass

from .report_findings import Findings
from .suppression import Counts
from .vocabulary import MAX_CITATIONS, SLICES

_PARTITIONS = tuple(
    tuple(name for name in SLICES if name.partition(":")[0] == prefix)
    for prefix in ("overall", "section", "class", "speaker", "experiencer")
)

_TWO = "The statements are the same as in {}, but their number is not."
_KNOWN = "More statements cite a known fact than there are statements."
_CONTRADICTED = "There are more contradicted statements than {} ones."
_PERSON = "There are contradicted statements without another person or another polarity."
_SUPPORTED = "There are more supported statements than statements that cite a known fact."
_BESIDE = "Supported statements and those counted here are more than cite a known fact."
_COVERED = "More facts are covered than the supported statements of this slice can cite."
_TOTAL = "The slices of two partitions leave no number of statements that suits both."

Range = tuple[int, int]


@dataclass(frozen=True, slots=True, repr=False)
class _Slice:
    """The counts of one slice as above, None where they are not shown."""

    d: int | None
    u: int | None
    c: int | None
    k: int | None
    m: int | None
    n: int | None
    covered: int | None

    @property
    def least_supported(self) -> int:
        """The supported statements, or as many as there must be."""
        if self.d is not None and self.u is not None:
            return self.d - self.u
        return -(-(self.covered or 0) // MAX_CITATIONS)

    @property
    def most_supported(self) -> int | None:
        """The supported statements, or as many as there can be; None without a bound."""
        if self.d is not None and self.u is not None:
            return self.d - self.u
        bounds = [] if self.d is None else [self.d - (self.c or 0)]
        if self.k is not None:
            bounds += [self.k - (other or 0) for other in (self.c, self.m, self.n)]
        return min(bounds, default=None)


def check_relations(
    counts: dict[str, dict[str, Counts]], hidden: list[str], minimum: int, found: Findings
) -> None:
    """Note counts of different metrics that cannot all be right.

    ``counts`` has the reliable counts of the metrics that are shown, empty
    slices as (0, 0); ``hidden`` names the metrics that are suppressed as a whole.
    """
    before = bool(found)
    slices = {}
    for name in SLICES:
        one = _slice({metric: of[name] for metric, of in counts.items() if name in of}, name, found)
        if one is not None and _check_slice(one, name, found):
            slices[name] = one
    if len(slices) == len(SLICES):
        _check_totals(slices, found)
    if not before and not found:
        for metric in hidden:
            if not _may_be_unsafe(metric, list(slices.values()), minimum):
                found.add("suppressed_without_reason", ("slices", metric))


def _slice(pairs: dict[str, Counts], name: str, found: Findings) -> _Slice | None:
    """Return a slice's counts, or None if two metrics disagree on what they count."""
    shared: list[int | None] = []
    for first, second in (("unsupported", "contradiction"), ("misattribution", "negation")):
        given = {pairs[metric][1] for metric in (first, second) if metric in pairs}
        if len(given) > 1:
            path = ("slices", name, second, "denominator")
            found.add("denominators_differ", path, _TWO.format(first), vary=1)
            return None
        shared.append(next(iter(given), None))
    numerators = {metric: pair[0] for metric, pair in pairs.items()}
    omitted, required = pairs.get("omission", (0, 0))
    return _Slice(
        d=shared[0],
        u=numerators.get("unsupported"),
        c=numerators.get("contradiction"),
        k=shared[1],
        m=numerators.get("misattribution"),
        n=numerators.get("negation"),
        covered=required - omitted if "omission" in pairs else None,
    )


def _check_slice(one: _Slice, name: str, found: Findings) -> bool:
    """Note the first relation that does not hold; return whether all hold."""
    code, metric, field, message = _first_broken(one)
    if not code:
        return True
    found.add(code, ("slices", name, metric, field), message, vary=1)
    return False


def _first_broken(one: _Slice) -> tuple[str, str, str, str]:
    contained = "larger_than_containing"
    c = one.c
    if one.k is not None and one.d is not None and one.k > one.d:
        metric = "misattribution" if one.m is not None else "negation"
        return contained, metric, "denominator", _KNOWN
    if c is not None and one.u is not None and c > one.u:
        return contained, "contradiction", "numerator", _CONTRADICTED.format("unsupported")
    if c is not None and one.m is not None and one.n is not None and c > one.m + one.n:
        return "metrics_disagree", "contradiction", "numerator", _PERSON
    if one.k is not None and one.d is not None and one.u is not None:
        supported = one.d - one.u
        if supported > one.k:
            return contained, "unsupported", "numerator", _SUPPORTED
        numerators = {"contradiction": c, "misattribution": one.m, "negation": one.n}
        for metric, count in numerators.items():
            if count is not None and supported + count > one.k:
                return "metrics_disagree", metric, "numerator", _BESIDE
    if c is not None and one.k is not None and c > one.k:
        message = _CONTRADICTED.format("citing")
        return contained, "contradiction", "numerator", message
    most = one.most_supported
    if one.covered is not None and most is not None and one.covered > MAX_CITATIONS * most:
        return "metrics_disagree", "omission", "numerator", _COVERED
    return "", "", "", ""


def _check_totals(slices: dict[str, _Slice], found: Findings) -> None:
    """Check what slices leave open: it has one total, whichever partition is summed.

    Three such numbers: statements with another person or another polarity (or
    both), contradicted ones with another person, those with another polarity.
    """
    for kind in range(3):
        ranges = []
        for names in _PARTITIONS:
            parts = [_open_ranges(slices[name]) for name in names]
            known = [part[kind] for part in parts if part is not None]
            if len(known) < len(parts) or any(low > high for low, high in known):
                return
            ranges.append((sum(low for low, _ in known), sum(high for _, high in known)))
        if max(low for low, _ in ranges) > min(high for _, high in ranges):
            found.add("metrics_disagree", ("slices", "misattribution and negation"), _TOTAL)
            return


def _open_ranges(one: _Slice) -> tuple[Range, Range, Range] | None:
    if one.k is None or one.m is None or one.n is None:
        return None
    rest = one.k - one.least_supported
    c = one.c or 0
    either = max(one.m, one.n, c), min(one.m + one.n, rest)
    if one.c is None:
        return either, (0, one.m), (0, one.n)
    person = max(0, c - min(one.n, rest - one.m)), min(c, one.m)
    polarity = max(0, c - min(one.m, rest - one.n)), min(c, one.n)
    return either, person, polarity


def _may_be_unsafe(metric: str, slices: list[_Slice], minimum: int) -> bool:
    """Tell whether a hidden metric can have a cell that may not be shown (or none at all)."""
    nonempty = False
    for one in slices:
        numerators = _hidden_range(metric, one)
        if numerators is None:
            return True
        (low, high), observations = numerators
        if observations == 0:
            continue
        nonempty = True
        small = max(low, 1) <= min(high, minimum - 1)
        nearly_all = max(low, observations - minimum + 1) <= min(high, observations - 1)
        if observations < minimum or small or nearly_all:
            return True
    return not nonempty


def _hidden_range(metric: str, one: _Slice) -> tuple[Range, int] | None:
    """Return the possible numerators of a hidden metric and its denominator, None if unknown."""
    d, u, k, m, n = one.d, one.u, one.k, one.m, one.n
    c = one.c or 0
    if metric in ("misattribution", "negation"):
        other = n if metric == "misattribution" else m
        if k is None:
            # nothing is unsupported: all statements cite known facts, none of them wrongly
            return ((0, 0), d) if d is not None and u == 0 else None
        return (0 if other is None else max(0, c - other), k - one.least_supported), k
    if metric == "contradiction" and u is not None and d is not None:
        bounds = [u] if k is None else [u, k - one.least_supported]
        if m is not None and n is not None:
            bounds.append(m + n)
        return (0, min(bounds)), d
    if metric == "unsupported" and d is not None:
        most = one.most_supported
        return (d - (d if most is None else most), d - one.least_supported), d
    return None
