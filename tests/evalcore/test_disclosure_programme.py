"""The disclosure check of drafts against linear programmes, facts and statements together.

Brute force leaves out the facts, and the covered ones bound the supported statements.
``RELEASE_STUDIES=40`` tries as many studies (a minute).
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from disclosure_studies import (
    COUNTS,
    CROSSED,
    KINDS,
    PAIRS,
    SHOWN,
    Study,
    dot,
    random_study,
    report,
)
from linear_oracle import Programme

from evalcore.disclosure.joint import Joint
from evalcore.disclosure.tables import DRAFT_TABLE, Published, published_drafts

STUDIES = int(os.environ.get("RELEASE_STUDIES", "2"))

STATEMENTS = COUNTS | CROSSED
ATOMS = (*KINDS, "omitted", "covered", "citations left")
FACTS = {
    "required": ("omitted", "covered"),
    "omitted": ("omitted",),
    "covered": ("covered",),
}
SUMS = {
    **{name: dict(zip(KINDS, weights, strict=True)) for name, weights in STATEMENTS.items()},
    **{name: dict.fromkeys(atoms, 1) for name, atoms in FACTS.items()},
}
CELLS = {
    **{
        metric: tuple(dict(zip(KINDS, weights, strict=True)) for weights in pair)
        for metric, pair in SHOWN.items()
    },
    "omission": (SUMS["omitted"], SUMS["required"]),
}
NAMES = ("overall", *PAIRS[0])
THREE = replace(DRAFT_TABLE, slices=NAMES, groups=PAIRS[:1])
"""The model of three slices, since more are slow to try."""


def with_facts(rng: random.Random, study: Study, sizes: Sequence[int]) -> Study:
    """The study with facts at random, no more of them covered than can be."""
    for key, vector in study.cells.items():
        most = 64 * vector[list(KINDS).index("supported")]
        covered = min(rng.choice([*sizes, 40]), most)
        study.facts[key] = rng.choice(sizes), covered
    return study


def truth(study: Study, name: str, count: str) -> int:
    if count in FACTS:
        omitted, required = study.omission(name)
        return {"required": required, "omitted": omitted, "covered": required - omitted}[count]
    return dot(STATEMENTS[count], study.slice(name))


def determined(
    studies: Sequence[Study], shown: Sequence[Sequence[str]], most: Sequence[int]
) -> set[tuple[str, str, str]]:
    """Span, slice and name of every small count with one possible value, by two programmes."""
    at = {
        key: number
        for number, key in enumerate(
            (table, name, atom) for table in range(len(studies)) for name in NAMES for atom in ATOMS
        )
    }
    rows: list[list[int]] = []
    right: list[int] = []

    def equation(terms: dict[tuple[int, str, str], int], value: int) -> None:
        row = [0] * len(at)
        for key, number in terms.items():
            row[at[key]] += number
        rows.append(row)
        right.append(value)

    for table, (study, metrics) in enumerate(zip(studies, shown, strict=True)):
        for name in NAMES:
            equation(
                {
                    (table, name, "supported"): 64,
                    (table, name, "covered"): -1,
                    (table, name, "citations left"): -1,
                },
                0,
            )
            for metric in metrics:
                for sum_, side in zip(CELLS[metric], (0, 1), strict=True):
                    if metric == "omission":
                        value = study.omission(name)[side]
                    else:
                        value = dot(SHOWN[metric][side], study.slice(name))
                    terms = {
                        (t, name, atom): n for t in range(table + 1) for atom, n in sum_.items()
                    }
                    equation(terms, value)
        for atom in ATOMS:
            for pair in PAIRS[:1]:
                equation(
                    {(table, "overall", atom): -1, **{(table, one, atom): 1 for one in pair}}, 0
                )
    programme = Programme(rows, right)
    spans = {"first": [0], "last": list(range(len(studies)))}
    if len(studies) > 1:
        spans["increment"] = [1]
    found = set()
    for span, tables in spans.items():
        for name in NAMES:
            for count, sum_ in SUMS.items():
                value = truth(studies[-1] if span != "first" else studies[0], name, count)
                value -= truth(studies[0], name, count) if span == "increment" else 0
                if not 0 < value < most[("first", "last", "increment").index(span)]:
                    continue
                goal = [0] * len(at)
                for table in tables:
                    for atom, n in sum_.items():
                        goal[at[table, name, atom]] = n
                if (only := programme.only(goal)) is not None:
                    assert only == value
                    found.add((span, name, count))
    return found


def mine(reports: Sequence[Published], length: int) -> set[tuple[str, str, str]]:
    joint = Joint(THREE, reports, [list(range(length))], unreasoned=range(length))
    assert joint.possible
    kinds = {kind: "neither" if kind == "unresolved" else kind for kind in KINDS}
    names = {}
    for number, question in enumerate(THREE.questions):
        weights = tuple(question.count.get(kinds[kind], 0) for kind in KINDS)
        by_weights = {w: name for name, w in STATEMENTS.items()}
        facts = tuple(sorted(set(question.count) & {"omitted", "covered"}))
        by_facts = {tuple(sorted(atoms)): name for name, atoms in FACTS.items()}
        names[number] = by_facts[facts] if facts else by_weights[weights]
    spans = {(None, 0): "first", (None, 1): "last", (0, 1): "increment"}
    return {
        (spans[one.span.first, one.span.last], one.slice, names[one.number])
        for one in joint.given_away()
    }


def of_three(one: Published) -> Published:
    cells = {metric: {name: of[name] for name in NAMES} for metric, of in one.cells.items()}
    return replace(one, cells=cells)


@pytest.mark.parametrize("seed", range(STUDIES))
def test_facts_and_statements(seed: int) -> None:
    rng = random.Random(seed)
    minimum = rng.choice([2, 3])
    kinds = rng.sample(range(len(KINDS)), rng.randint(2, 4))
    sizes = [0, 0, minimum, minimum + 1]
    first = with_facts(rng, random_study(rng, sizes, kinds), sizes)
    more = with_facts(rng, random_study(rng, [0, 0, 0, 1], kinds), [0, 0, 1])
    studies = [first, first.plus(more)]
    hidden = [rng.sample(list(CELLS), rng.choice([0, 1, 2])) for _ in studies]
    reports = [
        of_three(published_drafts(report(one, minimum, out)))
        for one, out in zip(studies, hidden, strict=True)
    ]
    right = determined(studies, [list(one.cells) for one in reports], [minimum] * 3)
    assert mine(reports, 2) == right
