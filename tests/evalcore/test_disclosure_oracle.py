"""That the oracles of the disclosure check tell what can be said by hand, and of real studies.

``python3 dev.py torture disclosure`` compares the check with them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import disclosure_draft_oracle as drafts_oracle
import disclosure_oracle as reviews_oracle
import pytest
from disclosure_draft_oracle import Nine, Seen
from disclosure_oracle import COUNTS, Live, fitting
from eval_helpers import Row, as_drafts, encounter_row, fact_row, payload_of, review_row

from evalcore import evaluate_ambient_drafts, import_ambient_reviews
from evalcore.disclosure.findings import Finding


def certain(live: Live, minimum: int) -> dict[str, int]:
    away = reviews_oracle.given_away(live, dict.fromkeys(("present", "earlier", "added"), minimum))
    return {f"{span} {tuple(COUNTS)[number]}": live[span, number] for span, number in away}


def test_the_twelve_drafts() -> None:
    cells = (None, (10, 10), (0, 24))
    group = reviews_oracle.singles(16, 2, 2, 5)[cells]
    assert certain(group.live, 5) == {"present agreed": 2, "present agreed clear": 2}


def test_three_reviewers_give_away_what_any_number_does_not() -> None:
    """All of 12 drafts differ but 2; adjudication is shown, and 36 rows."""
    cells = (None, (10, 10), (5, 36))
    group = reviews_oracle.singles(16, 3, 3, 5)[cells]
    assert certain(group.live, 5) == {"present agreed": 2}
    by_two_or_three = {reviews_oracle.counts(s)[1] for s in fitting(cells, 5, 2, 3, 13)}
    assert len(by_two_or_three) > 1


def test_whole_numbers() -> None:
    """Agreement was 10 of 10, is 10 of 15 and all five are adjudicated; 23 of 30 rows are unclear.

    Five rows at most of the drafts that differ are unclear, so of the agreed ones at least 18:
    of 9 drafts or of 10, and with 10 the earlier unclear rate would have been shown.
    """
    before, now = ((10, 10), None, None), ((10, 15), (5, 5), (23, 30))
    group = reviews_oracle.pair(before, now, 2, 2, 5, 5, 15)
    assert group is not None
    found = certain(group.live, 5)
    assert found["earlier clear rows"] == 2
    assert found["earlier agreed clear"] == 1


def test_one_pair_is_as_all_pairs_say() -> None:
    for (before, now), group in reviews_oracle.pairs(3, 2, 3, 2, 2).items():
        one = reviews_oracle.pair(before, now, 2, 3, 2, 2, 3)
        assert one is not None
        assert one.live == group.live


@pytest.mark.parametrize("seed", range(6))
def test_studies_of_reviews_are_real(seed: int) -> None:
    """The importer reports what ``shown`` says of a study."""
    rng = random.Random(seed)
    encounters = [encounter_row(number) for number in range(rng.randint(1, 9))]
    drafts = as_drafts(encounters)
    rows: list[Row] = []
    study = [0] * 6
    for encounter, draft in zip(encounters, drafts, strict=True):
        decisions = [rng.choice(["unclear", "unclear", "accept"]) for _ in range(rng.randint(2, 3))]
        differ, adjudicated = len(set(decisions)) > 1, rng.random() < 0.5
        study[2 + (not adjudicated) if differ else decisions[0] == "accept"] += 1
        study[4] += len(decisions)
        study[5] += decisions.count("unclear")
        why = {"reason": "other", "adjudicated": adjudicated} if differ else {}
        rows += [
            review_row(encounter, draft.revision, reviewer, decision=decision, **why)
            for reviewer, decision in enumerate(decisions)
        ]
    whole = tuple(study)
    assert whole in reviews_oracle.of_size(len(drafts), 2, 3)
    report: Any = import_ambient_reviews(payload_of(rows), drafts, minimum_cell_size=2)
    assert report == reviews_oracle.report(whole, 2)  # type: ignore[arg-type]
    cells = [
        None if cell["suppressed"] else (cell["numerator"], cell["denominator"])
        for cell in (report["rates"][name] for name in ("agreement", "adjudication", "unclear"))
    ]
    assert tuple(cells) == reviews_oracle.shown(whole, 2)  # type: ignore[arg-type]


# Of draft reports


def told(seen: Sequence[Seen], place: int = 2) -> dict[str, int]:
    """What is given away of a class, or overall (2), with span and name."""
    live = drafts_oracle.Answer(seen).live
    assert live is not None
    names = tuple(drafts_oracle.NEEDED)
    return {f"{s} {names[w]}": value for (s, at, w), value in live.items() if at == place}


def table(*classes: dict[str, int]) -> tuple[Nine, ...]:
    names = ("statements", "unsupported", "known", "m", "g", "both", "c", "facts", "omitted")
    return tuple(tuple(one.get(name, 0) for name in names) for one in classes)  # type: ignore[misc]


def test_one_statement_is_hidden_at_two() -> None:
    """Two statements, one of them unsupported, and nothing else is hidden but its citation."""
    report = drafts_oracle.report(table({"statements": 2, "unsupported": 1, "known": 2}, {}), 2)
    found = told([Seen.of(report)], 0)
    assert found["present unsupported"] == found["present supported"] == 1


def test_why_a_family_was_hidden() -> None:
    """Unsupported is 9 of 35 and 10 of 30 now; five statements of the first class are new.

    Only of the first class can it have been unsafe: 4 of 30.
    """
    rest = {"statements": 30, "known": 30}
    before = table({**rest, "unsupported": 4}, {**rest, "unsupported": 10})
    more = {"statements": 35, "known": 35, "unsupported": 9}
    now = table(more, {**rest, "unsupported": 10})
    found = told([Seen.of(drafts_oracle.report(one, 5)) for one in (now, before)], 0)
    assert found["earlier unsupported"] == 4


@pytest.mark.parametrize("seed", range(12))
def test_tables_are_of_real_drafts(seed: int) -> None:
    """The evaluator reports what ``report`` says of a table, made from facts and statements."""
    rng = random.Random(seed)
    drawn = drafts_oracle.drawn(rng, 3)
    encounter = encounter_row(1, truth=[], statements=[])
    for number, nine in enumerate(drawn):
        _write(encounter, drafts_oracle.CLASSES[number].partition(":")[2], nine, rng)
    encounter["truth"].append(fact_row("spare", required=False))
    real: Any = evaluate_ambient_drafts(as_drafts([encounter]), minimum_cell_size=2)
    assert real == drafts_oracle.report(drawn, 2)
    assert all(drafts_oracle.is_table(nine) for nine in drawn)


def _write(encounter: Row, kind: str, nine: Nine, rng: random.Random) -> None:
    """Add statements and facts of one class that have these counts."""
    d, u, k, m, g, both, contradicted, facts, omitted = nine
    place = {"section": "plan", "speaker": "patient", "experiencer": "patient"}
    how = [("caregiver", False)] * (m - both) + [("patient", True)] * (g - both)
    how += [("caregiver", True)] * both
    rng.shuffle(how)
    cited: list[str] = []

    def fact(where: str, **changes: Any) -> Row:
        name = (kind, len(encounter["truth"]), len(encounter["statements"]))
        row = {**fact_row(name, proposition=fact_row("same")["proposition"]), **place}
        row |= {"fact_class": kind, "negated": False, **changes}
        encounter[where].append(row)
        return row

    covered = [fact("truth")["fact_id"] for _ in range(facts - omitted)]
    for _ in range(omitted):
        fact("truth")
    other = fact_row("other")["proposition"]
    for number in range(d - u):
        cited = covered if number == 0 else covered[:1]
        cited = cited or [fact("truth", required=False)["fact_id"]]
        fact("statements", citations=cited)
    for number, (person, negated) in enumerate(how):
        right = {} if number < contradicted else {"proposition": other}
        known = fact("truth", required=False, experiencer=person, negated=negated, **right)
        fact("statements", citations=[known["fact_id"]])
    for _ in range(k - (d - u) - len(how)):
        known = fact("truth", required=False, proposition=other)
        fact("statements", citations=[known["fact_id"]])
    for _ in range(d - k):
        fact("statements", citations=[])


def test_a_finding_that_names_too_little_or_too_much_is_noticed() -> None:
    live = {("present", number): value for number, value in enumerate((12, 2, 10, 10, 0))}
    away = reviews_oracle.given_away(live, {"present": 5})
    one = Finding("small_count", ("agreement",), (), False)
    assert reviews_oracle.named([one], False) == {"agreement"}
    assert reviews_oracle.untold(away, live, {"agreement"}) == []
    assert reviews_oracle.untold(away, live, set()) == [("present", 1)]
    assert reviews_oracle.untold(away, live, {"unclear"}) == [("present", 1)]
    assert reviews_oracle.unfounded(away, {"agreement", "unclear"}) == {"unclear"}
    key = ("present", 0, 1)
    names = drafts_oracle.named(
        [Finding("small_count", ("unsupported",), ("class:lab", "overall"), False)], False
    )
    assert drafts_oracle.untold([key], names) == []
    assert drafts_oracle.untold([key], [set(), set(), {"unsupported"}]) == [key]
    assert drafts_oracle.unfounded([key], names) == [set(), set(), {"unsupported"}]
