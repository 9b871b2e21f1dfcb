"""The definitions of the metrics stand once; what is derived from them follows from them."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product

import pytest

from evalcore import verify_report
from evalcore.figures.suppression import Counts, family_cells
from evalcore.metrics import KINDS_OF, METRICS, Kind, Source
from evalcore.reports.draft_relations import IN_WORDS, Relation, relations
from evalcore.vocabulary import (
    CLASSES,
    DRAFTS_SCHEMA,
    MAX_CITATIONS,
    NOTICE,
    ROLES,
    SECTIONS,
    SLICES,
)

STATEMENT_METRICS = [one for one in METRICS.values() if one.source is Source.STATEMENT]


@pytest.mark.parametrize("relation", relations())
def test_a_relation_holds_whatever_kinds_there_are(relation: Relation) -> None:
    smaller, larger = (Counter[Kind]() for _ in range(2))
    for side, sets in ((smaller, relation.smaller), (larger, relation.larger)):
        for kinds in sets:
            side.update(kinds)
    assert smaller <= larger


def holds(relation: Relation, counts: dict[frozenset[Kind], int]) -> bool:
    sides = ([counts[kinds] for kinds in sets] for sets in (relation.smaller, relation.larger))
    smaller, larger = map(sum, sides)
    return smaller <= larger


def test_the_relations_in_words_are_all_that_the_metrics_imply() -> None:
    """What is only derived is broken by no counts that the relations in words allow."""
    derived = relations()[len(IN_WORDS) :]
    seen = 0
    for number in range(1, len(STATEMENT_METRICS) + 1):
        for shown in combinations(STATEMENT_METRICS, number):
            denominators = list(dict.fromkeys(one.denominator for one in shown))
            known = {
                frozenset(kinds)
                for one in shown
                for kinds in (one.denominator, one.numerator, one.rest)
            }
            in_words, others = (
                [one for one in some if {*one.smaller, *one.larger} <= known]
                for some in (IN_WORDS, derived)
            )
            for counted in product(range(5), repeat=len(denominators)):
                of = dict(zip(denominators, counted, strict=True))
                for faults in product(*(range(of[one.denominator] + 1) for one in shown)):
                    counts: dict[frozenset[Kind], int] = {}
                    for one, count in zip(shown, faults, strict=True):
                        every = of[one.denominator]
                        counts[frozenset(one.denominator)] = every
                        counts[frozenset(one.numerator)] = count
                        counts[frozenset(one.rest)] = every - count
                    if all(holds(one, counts) for one in in_words):
                        seen += 1
                        assert all(holds(one, counts) for one in others), (counts, shown)
    assert seen > 1000


def test_every_kind_is_of_one_source() -> None:
    assert sorted(kind for kinds in KINDS_OF.values() for kind in kinds) == sorted(Kind)


@pytest.mark.parametrize("seed", range(300))
def test_what_is_counted_by_kinds_is_consistent(seed: int) -> None:
    """Whatever is of whatever kind, no check of a saved report has anything against it."""
    rng = random.Random(seed)
    minimum, most = rng.choice((2, 3, 5)), rng.choice((2, 9, 60))
    families: dict[str, dict[str, Counts]] = {m: dict.fromkeys(SLICES, (0, 0)) for m in METRICS}
    for _ in range(rng.choice((1, 2, 4))):
        of = {kind: rng.choice((0, 0, rng.randint(0, most))) for kind in Kind}
        of[Kind.COVERED] = min(of[Kind.COVERED], MAX_CITATIONS * of[Kind.SUPPORTED])
        section, clinical = rng.choice(SECTIONS), rng.choice(CLASSES)
        speaker, experiencer = rng.choice(ROLES), rng.choice(ROLES)
        names = ("overall", f"section:{section}", f"class:{clinical}")
        for name in (*names, f"speaker:{speaker}", f"experiencer:{experiencer}"):
            for code, metric in METRICS.items():
                faults, counted = families[code][name]
                faults += sum(of[kind] for kind in metric.numerator)
                families[code][name] = faults, counted + sum(of[k] for k in metric.denominator)
    cells = {code: family_cells(family, minimum) for code, family in families.items()}
    report = {
        "schema_version": DRAFTS_SCHEMA,
        "minimum_cell_size": minimum,
        "notice": NOTICE,
        "reviewer_confirmation_required": True,
        "slices": {name: {code: cells[code][name] for code in METRICS} for name in SLICES},
    }
    assert verify_report(report) == ()
