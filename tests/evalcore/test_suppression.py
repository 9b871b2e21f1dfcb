"""Suppression, by brute force over all small tables, from the published report alone.

A table gives for each kind of statement (section, speaker, outcome) how many there are.
Every table is evaluated and read back; what a reader can work out from a report is then
seen from all the tables that give the same one. There are more tables in the world than
are tried here, so a figure that is open among these is open.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from eval_helpers import as_drafts, as_fact, cites, fact_row, hexid, make_study
from eval_strategies import studies
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore import AmbientDraft, DraftTally, evaluate_ambient_drafts

Kind = tuple[str, str, bool]
Table = tuple[int, ...]
Counts = dict[str, tuple[int, int]]
Cell = tuple[int, int] | None
View = tuple[tuple[str, Cell], ...]

METRIC = "unsupported"
SECTIONS = ("plan", "other")
ONE_SPEAKER: list[Kind] = list(itertools.product(SECTIONS, ("patient",), (False, True)))
TWO_SPEAKERS: list[Kind] = list(
    itertools.product(SECTIONS, ("patient", "caregiver"), (False, True))
)
TRUTH = {speaker: fact_row(speaker, speaker=speaker) for speaker in ("patient", "caregiver")}


def statement(kind: Kind, number: int) -> Any:
    section, speaker, fault = kind
    row = cites(TRUTH[speaker], (kind, number), section=section)
    return as_fact({**row, "citations": [] if fault else row["citations"]})


STATEMENTS = {(kind, n): statement(kind, n) for kind in TWO_SPEAKERS for n in range(6)}
TRUTH_FACTS = tuple(as_fact(row) for row in TRUTH.values())


def tally_of(kinds: list[Kind], table: Table) -> DraftTally:
    said = [
        STATEMENTS[kind, n] for kind, count in zip(kinds, table, strict=True) for n in range(count)
    ]
    tally = DraftTally()
    tally.add(AmbientDraft(hexid("case"), hexid("text"), TRUTH_FACTS, tuple(said)))
    return tally


def counts_of(kinds: list[Kind], table: Table) -> Counts:
    """The slices that the table fills, counted by hand: faults and statements."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for (section, speaker, fault), count in zip(kinds, table, strict=True):
        for name in ("overall", f"section:{section}", f"speaker:{speaker}"):
            counts[name][0] += count * fault
            counts[name][1] += count
    return {name: (k, n) for name, (k, n) in counts.items()}


def view_of(report: dict[str, Any], slices: Iterable[str]) -> View:
    cells = ((name, report["slices"][name][METRIC]) for name in slices)
    return tuple(
        (name, None if cell["suppressed"] else (cell["numerator"], cell["denominator"]))
        for name, cell in cells
    )


def is_small(count: int, minimum: int) -> bool:
    return 0 < count < minimum


def complaints(views: dict[View, list[Counts]], minimum: int) -> list[str]:
    """What a reader of the views learns that the rule should keep from him."""
    found = []
    for view, tables in views.items():
        anything = any(cell is not None for _, cell in view)
        for name, cell in view:
            possible = {counts[name] for counts in tables}
            if cell is not None:
                k, n = cell
                if n < minimum or is_small(k, minimum) or is_small(n - k, minimum):
                    found.append(f"a small count is published in {name}")
            elif anything and possible != {(0, 0)}:
                found.append(f"{name} is missing though it is not empty")
            elif not anything and 1 in (
                len({k for k, _ in possible}),
                len({n for _, n in possible}),
            ):
                found.append(f"a figure of {name} follows from the others")
            if cell is None and len(possible) == 1 and possible != {(0, 0)}:
                found.append(f"{name} follows from the others")
    return found


Publish = Callable[[list[Kind], Table, int], View]


def by_view(
    kinds: list[Kind], most: int, minimum: int, publish: Publish
) -> dict[View, list[Counts]]:
    views: dict[View, list[Counts]] = defaultdict(list)
    for table in itertools.product(range(most + 1), repeat=len(kinds)):
        views[publish(kinds, table, minimum)].append(counts_of(kinds, table))
    return views


def published(kinds: list[Kind], table: Table, minimum: int) -> View:
    slices = counts_of(kinds, (1,) * len(kinds))
    return view_of(tally_of(kinds, table).report(minimum), slices)


def cell_by_cell(kinds: list[Kind], table: Table, minimum: int) -> View:
    """The naive rule: each unsafe cell is left out, and nothing else."""
    return tuple(
        (
            name,
            (k, n)
            if n >= minimum and not is_small(k, minimum) and not is_small(n - k, minimum)
            else None,
        )
        for name, (k, n) in counts_of(kinds, table).items()
    )


@pytest.mark.parametrize(
    ("kinds", "most", "minimum"),
    [(ONE_SPEAKER, 4, 2), (ONE_SPEAKER, 5, 3), (TWO_SPEAKERS, 2, 2)],
    ids=["four counts to 4", "four counts to 5", "eight counts to 2"],
)
def test_no_small_table_is_given_away(kinds: list[Kind], most: int, minimum: int) -> None:
    views = by_view(kinds, most, minimum, published)
    assert complaints(views, minimum) == []
    # Both happen: everything hidden, and figures shown beside an empty slice.
    nothing = [view for view in views if all(cell is None for _, cell in view)]
    assert len(nothing) == 1
    assert len(views) > 10
    partly = [view for view in views if any(cell is None for _, cell in view)]
    assert len(partly) > 1


@pytest.mark.parametrize("kinds", [ONE_SPEAKER, TWO_SPEAKERS], ids=["four", "eight"])
def test_the_check_itself_sees_what_a_naive_rule_gives_away(kinds: list[Kind]) -> None:
    views = by_view(kinds, 2, 2, cell_by_cell)
    assert any("follows from the others" in text for text in complaints(views, 2))


def families_are_whole(report: dict[str, Any]) -> int:
    """Check a report by itself; return how many families are shown."""
    minimum, slices = report["minimum_cell_size"], report["slices"]
    shown = 0
    for metric in ("omission", "unsupported", "contradiction", "misattribution", "negation"):
        cells = {name: slices[name][metric] for name in slices}
        figures = {name: cell for name, cell in cells.items() if not cell["suppressed"]}
        for cell in cells.values():
            values = [cell[key] for key in ("numerator", "denominator", "rate", "ci95")]
            assert (values == [None] * 4) is cell["suppressed"]
        if not figures:
            continue
        shown += 1
        assert "overall" in figures
        for cell in figures.values():
            k, n = cell["numerator"], cell["denominator"]
            assert n >= minimum
            assert not is_small(k, minimum)
            assert not is_small(n - k, minimum)
        for partition in ("section:", "class:", "speaker:", "experiencer:"):
            parts = [cell for name, cell in figures.items() if name.startswith(partition)]
            for key in ("numerator", "denominator"):
                # Nothing that is left out had anything in it.
                assert sum(cell[key] for cell in parts) == figures["overall"][key]
    return shown


@given(studies(), st.integers(2, 8))
@settings(max_examples=100)
def test_families_are_shown_whole_or_not_at_all(study: list[Any], minimum: int) -> None:
    report = evaluate_ambient_drafts(as_drafts(study), minimum_cell_size=minimum)
    families_are_whole(report)


def test_larger_studies_have_shown_and_hidden_families() -> None:
    study = make_study().study(80, 8, 2, 5, True, 0)["drafts"]["encounters"]
    drafts = as_drafts(study)
    shown = [
        families_are_whole(evaluate_ambient_drafts(drafts, minimum_cell_size=size))
        for size in range(2, 30)
    ]
    assert shown[0] > 0
    assert shown[-1] == 0
