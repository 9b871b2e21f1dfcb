"""Random small studies, with what annotators do wrong, and review returns about them."""

from __future__ import annotations

import copy
from typing import Any

import oracle
from eval_helpers import hexid, payload_of, review_row
from hypothesis import strategies as st

Row = dict[str, Any]

# Few words, so that facts meet each other, repeat and disagree.
_PROPOSITIONS = [hexid(f"p{number}") for number in range(3)]
_SECTIONS = ["subjective", "plan"]
_CLASSES = ["allergy", "vital"]
_ROLES = st.sampled_from(oracle.ROLES)


@st.composite
def _fact(draw: st.DrawFn) -> Row:
    row: Row = {
        "proposition": draw(st.sampled_from(_PROPOSITIONS)),
        "section": draw(st.sampled_from(_SECTIONS)),
        "fact_class": draw(st.sampled_from(_CLASSES)),
        "speaker": draw(_ROLES),
        "experiencer": draw(_ROLES),
    }
    if draw(st.booleans()):
        row["negated"] = draw(st.booleans())
    return row


@st.composite
def _truth(draw: st.DrawFn) -> list[Row]:
    rows = draw(st.lists(_fact(), min_size=1, max_size=4))
    for number, row in enumerate(rows):
        row["fact_id"] = hexid(f"t{number}")
        if draw(st.integers(0, 3)) == 0:
            row["required"] = draw(st.booleans())
        if draw(st.booleans()):
            row["citations"] = []
    return rows


@st.composite
def _statement(draw: st.DrawFn, truth: list[Row]) -> Row:
    """Anything at all, or a repeat of a truth fact with at most two fields changed."""
    ids = [fact["fact_id"] for fact in truth] + [hexid("unknown 1"), hexid("unknown 2")]
    row = draw(_fact())
    if draw(st.integers(0, 3)):
        source = draw(st.sampled_from(truth))
        changed = draw(st.sets(st.sampled_from(sorted(row)), max_size=2))
        kept = {key: value for key, value in source.items() if key not in changed}
        row = {**row, **kept, "citations": [source["fact_id"]]}
        row["required"] = True
        if draw(st.integers(0, 3)) == 0:
            more = draw(st.lists(st.sampled_from(ids), max_size=3, unique=True))
            row["citations"] = list(dict.fromkeys([*row["citations"], *more]))
    elif draw(st.booleans()):
        row["citations"] = draw(st.lists(st.sampled_from(ids), max_size=4, unique=True))
    return row


@st.composite
def _encounter(draw: st.DrawFn) -> Row:
    truth = draw(_truth())
    statements = draw(st.lists(_statement(truth), max_size=5))
    for number, row in enumerate(statements):
        # Ids are unique within a list alone: a statement may have one of the truth's.
        row["fact_id"] = hexid(f"t{number}" if draw(st.booleans()) else f"s{number}")
    return {"truth": truth, "statements": statements}


@st.composite
def studies(draw: st.DrawFn, most: int = 4, copies: int = 6) -> list[Row]:
    """A few encounters, each there several times so that some cells are large enough."""
    rows = []
    for kind in draw(st.lists(_encounter(), min_size=1, max_size=most)):
        for _ in range(draw(st.integers(1, copies))):
            number = len(rows)
            ids = {"blinded_case_id": hexid(f"c{number}"), "text_digest": hexid(f"d{number}")}
            rows.append({**ids, **copy.deepcopy(kind)})
    return draw(st.permutations(rows))


@st.composite
def returns(draw: st.DrawFn, study: list[Row]) -> Row:
    """A payload about the study that breaks no rule."""
    rows = []
    for encounter in study:
        reviewers = draw(st.integers(2, 3))
        decisions = draw(
            st.lists(st.sampled_from(oracle.DECISIONS), min_size=reviewers, max_size=reviewers)
        )
        split = len(set(decisions)) > 1
        reason = draw(st.sampled_from(oracle.REASONS)) if split else None
        adjudicated = split and draw(st.booleans())
        for number, decision in enumerate(decisions):
            changes = {"decision": decision, "reason": reason, "adjudicated": adjudicated}
            rows.append(review_row(encounter, oracle.revision(encounter), number, **changes))
    return payload_of(draw(st.permutations(rows)))


_VALUES: dict[str, list[object]] = {
    "blinded_case_id": [hexid("c0"), hexid("c1"), hexid("nobody"), hexid("c0").upper(), None, []],
    "draft_revision": [hexid("old"), hexid("old") + "\n", 7, "", {}],
    "reviewer_id": [hexid("reviewer 0"), hexid("reviewer 9"), "Reviewer Two", None, ["a"]],
    "decision": ["accept", "revise", "unclear", "Accept", "", None, True, ["accept"]],
    "reason": [None, "other", "reviewer_error", "unsure", "", False, ["other"], {}],
    "adjudicated": [True, False, None, 0, 1, "false", 0.0, []],
}


@st.composite
def spoiled(draw: st.DrawFn, payload: Row) -> Row:
    """The payload with up to two changes of the kind that files come back with."""
    payload = copy.deepcopy(payload)
    rows = payload["rows"]
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.integers(0, len(rows))) - 1
        what = draw(st.integers(0, 9))
        if what == 0 and rows:
            del rows[place]
        elif what == 1 and rows:
            rows.append(copy.deepcopy(rows[place]))
        elif what == 2 and rows and type(rows[place]) is dict:
            rows[place].pop(draw(st.sampled_from(oracle.ROW_KEYS)), None)
        elif what == 3 and rows and type(rows[place]) is dict:
            rows[place]["comment"] = "x"
        elif what == 4:
            rows.append(draw(st.sampled_from([None, [], "row", 3, {}])))
        elif rows and type(rows[place]) is dict:
            field = draw(st.sampled_from(oracle.ROW_KEYS))
            rows[place][field] = draw(st.sampled_from(_VALUES[field]))
    return payload
