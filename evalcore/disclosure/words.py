"""Findings of the disclosure check in words, for the window and the command line alike."""

from __future__ import annotations

from collections.abc import Sequence

from ..metrics import METRICS, RATES
from ..vocabulary import CLASSES, SLICES
from .findings import CANNOT_BE_JUDGED, CLAIMS, SMALL_CLAIMS, SMALL_COUNT, Finding, Words

TITLES = {code: metric.title for code, metric in METRICS.items()}
TITLES |= {code: rate.title for code, rate in RATES.items()}
TITLES[CLAIMS] = "Claims"

_BOTH = "anyone who puts this report and an earlier one together can work out a small count"
_SENTENCES = {
    (SMALL_COUNT, False): "anyone who puts these figures together can work out a small count",
    (SMALL_COUNT, True): _BOTH,
    (SMALL_CLAIMS, False): "a small count is shown, since claims have no suppression",
    (SMALL_CLAIMS, True): _BOTH,
    (CANNOT_BE_JUDGED, False): (
        "this cannot be judged, because these reports, or the number of reviewers, do not fit "
        "together"
    ),
    (CANNOT_BE_JUDGED, True): (
        "this cannot be judged, because an earlier report is not contained in this one"
    ),
}
_UNFINISHED = "this could not be judged, because there are too many possibilities to go through"
_GROUPS = {
    "section": ("section", "sections"),
    "class": ("class", "classes"),
    "speaker": ("speaker", "speakers"),
    "experiencer": ("experiencer", "experiencers"),
}
FEW_ENCOUNTERS = (
    "a slice that is shown rests on fewer encounters than the minimum cell size, which counts "
    "facts and statements, not patients"
)


def words(finding: Finding) -> Words:
    """Return a finding in words; no number of a report is in them."""
    if finding.kind == SMALL_CLAIMS:
        states = [name for name in finding.metrics if name != CLAIMS]
        what = f"Claims ({_listed(states)})" if states else "Claims"
    else:
        what = _listed([TITLES[name] for name in finding.metrics]).capitalize()
    parts = [what]
    if finding.slices:
        parts.append(slices_in_words(finding.slices))
    said = _UNFINISHED if finding.unfinished else _SENTENCES[finding.kind, finding.earlier]
    return Words(", ".join(parts), said)


def few_words(metrics: Sequence[str]) -> Words | None:
    """Say which draft metrics rest on few encounters; None if none does."""
    if not metrics:
        return None
    return Words(_listed([TITLES[name] for name in metrics]).capitalize(), FEW_ENCOUNTERS)


def slices_in_words(slices: Sequence[str]) -> str:
    """Name slices of a draft report, or classes of claims, group by group."""
    if len(slices) == len(SLICES):
        return "all slices"
    named: list[str] = []
    groups: dict[str, list[str]] = {}
    for name in slices:
        group, _, code = name.partition(":")
        if not code and name in CLASSES:
            group, code = "class", name
        if code:
            groups.setdefault(group, []).append(code)
        else:
            named.append(name)
    listed = [
        f"{_GROUPS[group][len(codes) > 1]} {_listed(codes)}" for group, codes in groups.items()
    ]
    whole = [name for name in named if name == "overall"]
    return ", ".join([*whole, *listed, *(name for name in named if name not in whole)])


def _listed(names: Sequence[str]) -> str:
    """Return "a", "a and b" or "a, b and c"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
