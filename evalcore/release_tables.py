"""What stands behind the cells of draft and review reports: counts, rules, and what is asked.

A *table* is the counts of one cohort; the increment from one cohort to a larger
one that contains it is a table too. Its counts are sums of *atoms*, which are
whole and not negative.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .vocabulary import MAX_CITATIONS, SLICES

Sum = Mapping[str, int]
"""Atom -> coefficient."""

WHOLE = ""
"""The one slice of a review report."""


@dataclass(frozen=True, slots=True)
class Question:
    """A count that might be given away, and the metrics that it belongs to.

    ``topic`` groups what is told together.
    """

    count: Sum
    metrics: tuple[str, ...]
    topic: str = ""


@dataclass(frozen=True, slots=True)
class Model:
    """The atoms of a table, the rules between them, and what a report shows.

    ``rules`` are sums that are 0, ``bounds`` sums that are not negative. Each atom adds
    up over every group of slices to the first slice. ``shown`` has numerator and
    denominator of each metric.
    ``single``: a metric that is hidden is unsafe in its one cell, which tells something.
    """

    atoms: tuple[str, ...]
    rules: tuple[Sum, ...]
    bounds: tuple[Sum, ...]
    slices: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    shown: Mapping[str, tuple[Sum, Sum]]
    questions: tuple[Question, ...]
    single: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class Published:
    """What one report shows: metric -> slice -> (numerator, denominator); hidden metrics not."""

    minimum: int
    cells: Mapping[str, Mapping[str, tuple[int, int]]]


def published_drafts(report: Mapping[str, Any]) -> Published:
    """Return what a draft report shows; a null cell of a metric that is shown is 0 of 0."""
    slices = report["slices"]
    cells = {}
    for metric in DRAFT_TABLE.shown:
        pairs = {name: _pair(slices[name][metric]) for name in SLICES}
        if any(pairs.values()):
            cells[metric] = {name: pair or (0, 0) for name, pair in pairs.items()}
    return Published(report["minimum_cell_size"], cells)


def published_reviews(report: Mapping[str, Any]) -> Published:
    """Return what a review report shows; each rate is shown or hidden by itself."""
    pairs = {
        name: _pair(report["rates"][name]) for name in ("agreement", "adjudication", "unclear")
    }
    cells = {name: {WHOLE: pair} for name, pair in pairs.items() if pair}
    return Published(report["minimum_cell_size"], cells)


def _pair(cell: Mapping[str, Any]) -> tuple[int, int] | None:
    return None if cell["suppressed"] else (cell["numerator"], cell["denominator"])


def total(*names: str) -> dict[str, int]:
    """Return a sum of atoms, each once."""
    return dict.fromkeys(names, 1)


def _without(count: Sum, atoms: Iterable[str]) -> dict[str, int]:
    left_out = set(atoms)
    return {atom: number for atom, number in count.items() if atom not in left_out}


# Statements (contract, section 3): supported; without known citation; contradicted, which
# all their citations are, each by another person or another polarity; and the unresolved
# that cite a known fact, with another person only, with another polarity only, with
# both, with neither.
_PERSON, _POLARITY, _BOTH, _NEITHER = "person", "polarity", "both", "neither"
_CONTRADICTED, _UNRESOLVED = (
    tuple(f"{state} {how}" for how in (_PERSON, _POLARITY, _BOTH))
    for state in ("contradicted", "unresolved")
)
_FLAGGED = (*_CONTRADICTED, *_UNRESOLVED)
_UNSUPPORTED_KNOWN = (*_FLAGGED, _NEITHER)
_KNOWN = ("supported", *_UNSUPPORTED_KNOWN)
_STATEMENTS = (*_KNOWN, "unknown")


def _flagged(*how: str) -> dict[str, int]:
    return total(*(atom for atom in _FLAGGED if atom.partition(" ")[2] in how))


_MISATTRIBUTED = _flagged(_PERSON, _BOTH)
_NEGATED = _flagged(_POLARITY, _BOTH)
_UNSUPPORTED = total("unknown", *_UNSUPPORTED_KNOWN)

_U, _C, _M, _G = "unsupported", "contradiction", "misattribution", "negation"
_ALL = (_U, _C, _M, _G)

_TRUTH_QUESTIONS = tuple(
    Question(count, ("omission",), "truth")
    for count in (total("omitted", "covered"), total("omitted"), total("covered"))
)
_STATEMENT_QUESTIONS = (
    Question(total(*_STATEMENTS), (_U, _C)),
    Question(_UNSUPPORTED, (_U,)),
    Question(total("supported"), (_U,)),
    Question(total(*_CONTRADICTED), (_C,)),
    Question(_without(total(*_STATEMENTS), _CONTRADICTED), (_C,)),
    Question(total(*_KNOWN), (_M, _G)),
    Question(_MISATTRIBUTED, (_M,)),
    Question(_without(total(*_KNOWN), _MISATTRIBUTED), (_M,)),
    Question(_NEGATED, (_G,)),
    Question(_without(total(*_KNOWN), _NEGATED), (_G,)),
    Question(_without(_UNSUPPORTED, _CONTRADICTED), (_U, _C)),
    Question(total("unknown"), (_U, _M)),
    Question(total(*_UNSUPPORTED_KNOWN), (_U, _M)),
    Question(total(*_UNRESOLVED, _NEITHER), (_U, _C, _M)),
    Question(_without(total(*_UNSUPPORTED_KNOWN), _MISATTRIBUTED), (_U, _M)),
    Question(_without(total(*_UNSUPPORTED_KNOWN), _NEGATED), (_U, _G)),
    Question(_flagged(_PERSON), (_M, _G)),
    Question(_flagged(_POLARITY), (_M, _G)),
    Question(_flagged(_BOTH), (_M, _G)),
    Question(total(*_FLAGGED), (_M, _G)),
    Question(total(_NEITHER), (_U, _M, _G)),
    Question(total(*_UNRESOLVED), (_C, _M, _G)),
)

DRAFT_TABLE = Model(
    atoms=(*_STATEMENTS, "omitted", "covered"),
    rules=(),
    # a covered fact is cited by a supported statement of its own four slices
    bounds=({"supported": MAX_CITATIONS, "covered": -1},),
    slices=SLICES,
    groups=tuple(
        tuple(name for name in SLICES if name.startswith(f"{group}:"))
        for group in ("section", "class", "speaker", "experiencer")
    ),
    shown={
        "omission": (total("omitted"), total("omitted", "covered")),
        _U: (_UNSUPPORTED, total(*_STATEMENTS)),
        _C: (total(*_CONTRADICTED), total(*_STATEMENTS)),
        _M: (_MISATTRIBUTED, total(*_KNOWN)),
        _G: (_NEGATED, total(*_KNOWN)),
    },
    questions=(*_TRUTH_QUESTIONS, *_STATEMENT_QUESTIONS),
)


def review_table(reviewers_per_draft: int | None) -> Model:
    """Return the table of reviews; None stands for two or more reviewers, not the same of each.

    A draft on which all agree has decisions that are all "unclear" or none; one on
    which they differ has at least one that is not (contract, section 4).
    """
    rows = reviewers_per_draft or 2
    more = reviewers_per_draft is None
    differing = total("adjudicated", "not adjudicated")
    unclear = {"agreed unclear": rows, "unclear in differing": 1}
    clear = {"agreed clear": rows, **differing, "more clear in differing": 1}
    rule = {
        "unclear in differing": 1,
        "more clear in differing": 1,
        "adjudicated": 1 - rows,
        "not adjudicated": 1 - rows,
    }
    agreed = ("agreed unclear", "agreed clear")
    atoms = [*agreed, *differing, "unclear in differing", "more clear in differing"]
    if more:
        unclear["more agreed unclear"] = clear["more agreed clear"] = 1
        rule["more in differing"] = -1
        atoms += ["more agreed unclear", "more agreed clear", "more in differing"]
    drafts = {**total(*agreed), **differing}
    decisions = {**unclear, **clear}
    return Model(
        atoms=tuple(atoms),
        rules=(rule,),
        bounds=(),
        slices=(WHOLE,),
        groups=(),
        shown={
            "agreement": (total(*agreed), drafts),
            "adjudication": (total("adjudicated"), differing),
            "unclear": (unclear, decisions),
        },
        questions=(
            Question(drafts, ("agreement",)),
            Question(total(*agreed), ("agreement",)),
            Question(differing, ("agreement", "adjudication")),
            Question(total("adjudicated"), ("adjudication",)),
            Question(total("not adjudicated"), ("adjudication",)),
            Question(decisions, ("unclear",)),
            Question(unclear, ("unclear",)),
            Question(clear, ("unclear",)),
            Question(total("agreed unclear"), ("agreement", "unclear")),
            Question(total("agreed clear"), ("agreement", "unclear")),
        ),
        single=True,
    )
