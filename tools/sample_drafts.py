"""The drafts of the sample study; tools/make_sample_study.py writes them.

No random numbers, only SHA-256: every identifier is that of a counter, so nothing stands
for anybody, and every sentence is a number. The counts of the tables are chosen so that at
the default minimum cell size the report shows published figures, exact zeros, an empty
slice and a suppressed metric.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, count, cycle, islice, repeat
from typing import Any, TypeVar

from evalcore.vocabulary import DRAFTS_SCHEMA, ROLES, SECTIONS

ENCOUNTERS = 120
SIZES = (5, 9, 8, 11, 7, 8, 9, 8)  # facts of an encounter, over and over
LOCAL_EVERY = 10  # each tenth encounter carries the local fields too

SECTION = dict(zip("soapx", SECTIONS, strict=True))
ROLE = dict(zip("pcg", ROLES, strict=True))

Row = dict[str, Any]
T = TypeVar("T")

# Truth facts of a class: how many, where they belong, who says them, whose state it is.
# A letter that stands twice is twice as frequent; SECTION and ROLE say what letters mean.
TRUTH = {
    "symptom": (160, "ssssa", "pppgg", "pppg"),
    "history": (110, "sssx", "ppg", "pg"),
    "medication": (130, "ppps", "ppcg", "pppg"),
    "allergy": (56, "sx", "pgc", "pppg"),
    "finding": (108, "oooa", "cccp", "ppppg"),
    "vital": (96, "o", "cccg", "p"),
    "lab": (66, "ooa", "c", "p"),
    "diagnosis": (104, "aaap", "ccp", "ppppg"),
    "procedure": (48, "po", "cp", "p"),
    "treatment": (80, "ppa", "ccpg", "ppppg"),
    "other": (44, "x", "pcg", "pg"),
}
# What the drafts do wrong, a column each: a fact left out, put in another section, said by
# the wrong speaker or of the wrong person, turned to its opposite, cited for something else,
# given another class, not cited, cited by an unknown identifier (alone or beside the fact),
# conflicting citations; and last what nobody said: invented.
ERRORS = {
    "symptom": (2, 1, 4, 3, 8, 0, 2, 1, 1, 2, 2),
    "history": (5, 3, 5, 7, 7, 1, 0, 2, 1, 1, 2),
    "medication": (11, 5, 6, 3, 7, 3, 2, 3, 2, 1, 2),
    "allergy": (3, 2, 2, 3, 8, 0, 0, 0, 0, 1, 0),
    "finding": (1, 1, 6, 0, 9, 0, 0, 1, 0, 0, 0),
    "vital": (1, 1, 6, 0, 0, 2, 0, 2, 2, 0, 0),
    "lab": (3, 0, 0, 0, 0, 5, 0, 3, 4, 0, 0),
    "diagnosis": (1, 2, 6, 3, 10, 1, 0, 1, 1, 1, 3),
    "procedure": (2, 2, 5, 0, 0, 2, 0, 3, 0, 0, 0),
    "treatment": (5, 3, 6, 2, 0, 2, 0, 2, 1, 0, 0),
    "other": (3, 0, 0, 0, 0, 1, 0, 5, 6, 0, 0),
}
KINDS = (
    *("left out", "section", "speaker", "experiencer", "negated", "proposition"),
    *("class", "uncited", "unknown", "conflict", "invented"),
)
TAKEN_FOR = {"symptom": "finding", "medication": "treatment"}
DENIED = ("symptom", "history", "medication", "allergy", "finding", "diagnosis")
# Of the wrong speakers of this class so many are contradicted, fewer than the default minimum
# cell size: the whole contradiction metric is suppressed, and published at 2 or 3.
CONTRADICTED = ("vital", 3)


class Names:
    """Hands out identifiers of 64 hex digits, a new one at each call."""

    def __init__(self) -> None:
        self._last = 0

    def __call__(self) -> str:
        self._last += 1
        return digest(f"sample study:{self._last}")


def digest(text: str) -> str:
    """Return the SHA-256 of an ASCII text, in hex."""
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def mixed(items: Iterable[T], label: str) -> list[T]:
    """Return the items in an order that looks like none and is always the same."""
    pairs = [(digest(f"{label}:{number}"), item) for number, item in enumerate(items)]
    return [item for _, item in sorted(pairs, key=lambda pair: pair[0])]


def _spread(letters: str, words: Mapping[str, str], length: int, label: str) -> list[str]:
    return mixed([words[letter] for letter in islice(cycle(letters), length)], label)


def _other(words: Iterable[str], word: str, number: int) -> str:
    others = [one for one in words if one != word]
    return others[number % len(others)]


def _truth(names: Names, fact_class: str) -> list[Row]:
    length, sections, speakers, experiencers = TRUTH[fact_class]
    columns = zip(
        _spread(sections, SECTION, length, f"section {fact_class}"),
        _spread(speakers, ROLE, length, f"speaker {fact_class}"),
        _spread(experiencers, ROLE, length, f"experiencer {fact_class}"),
        strict=True,
    )
    facts = []
    for number, (section, speaker, experiencer) in enumerate(columns):
        fact: Row = {
            "fact_id": names(),
            "proposition": names(),
            "section": section,
            "fact_class": fact_class,
            "speaker": speaker,
            "experiencer": experiencer,
        }
        if fact_class in DENIED and number % 4 == 1:
            fact["negated"] = True
        if number % 7 == 3:
            fact["required"] = False
        facts.append(fact)
    return facts


def _statement(names: Names, fact: Row, **changes: Any) -> Row:
    row = {**fact, "fact_id": names(), "citations": [fact["fact_id"]], **changes}
    row.pop("required", None)
    return {key: row[key] for key in row if row[key] not in (False, [])}


def _pair(names: Names, fact: Row, kind: str, number: int) -> tuple[list[Row], list[Row]]:
    """Return truth and statements that come of one fact and one kind of error."""
    truth = [fact]
    changes: Row = {}
    if kind == "left out":
        return truth, []
    if kind == "invented":
        return truth, [
            _statement(names, fact),
            _statement(names, fact, proposition=names(), citations=[]),
        ]
    if kind == "section":
        changes["section"] = _other(SECTIONS[:4], fact["section"], number)
    elif kind == "speaker":
        changes["speaker"] = _other(ROLES, fact["speaker"], number)
        if fact["fact_class"] == CONTRADICTED[0] and number >= CONTRADICTED[1]:
            changes["proposition"] = names()
    elif kind == "experiencer":
        changes["experiencer"] = _other((ROLES[0], ROLES[2]), fact["experiencer"], number)
    elif kind == "negated":
        changes["negated"] = not fact.get("negated", False)
    elif kind == "proposition":
        changes["proposition"] = names()
    elif kind == "class":
        changes["fact_class"] = TAKEN_FOR[fact["fact_class"]]
    elif kind == "uncited":
        changes["citations"] = []
    elif kind == "unknown":
        changes["citations"] = [names()] if number % 2 else [fact["fact_id"], names()]
    elif kind == "conflict":  # the same thing was said twice, once the other way round
        twin = {**fact, "fact_id": names(), "negated": not fact.get("negated", False)}
        truth.append(twin)
        changes["citations"] = [fact["fact_id"], twin["fact_id"]]
    return truth, [_statement(names, fact, **changes)]


def encounters(names: Names) -> list[Row]:
    """Return the encounters of a drafts file: facts in the order of the sections."""
    pairs = []
    for fact_class in TRUTH:
        kinds = [
            (kind, number)
            for kind, times in zip(KINDS, ERRORS[fact_class], strict=True)
            for number in range(times)
        ]
        facts = mixed(_truth(names, fact_class), f"errors {fact_class}")
        for fact, (kind, number) in zip(facts, chain(kinds, repeat(("right", 0))), strict=False):
            pairs.append(_pair(names, fact, kind, number))
    homes = [n for n, size in zip(range(ENCOUNTERS), cycle(SIZES)) for _ in range(size)]
    rows: list[Row] = [
        {"blinded_case_id": names(), "text_digest": names(), "truth": [], "statements": []}
        for _ in range(ENCOUNTERS)
    ]
    for home, (truth, statements) in zip(cycle(homes), mixed(pairs, "encounters")):
        rows[home]["truth"] += truth
        rows[home]["statements"] += statements
    sentence = count(1)
    for number, row in enumerate(rows, 1):
        for facts in (row["truth"], row["statements"]):
            facts.sort(key=lambda fact: SECTIONS.index(fact["section"]))
        if number % LOCAL_EVERY == 0:
            _add_local_fields(row, number, sentence)
    return rows


def _add_local_fields(row: Row, number: int, sentence: Iterator[int]) -> None:
    row["case"] = f"Synthetic case {number}"
    row["transcript"] = [f"Synthetic sentence {next(sentence)}." for _ in row["truth"]]
    row["roles"] = [fact["speaker"] for fact in row["truth"]]
    text = " ".join(f"Synthetic sentence {next(sentence)}." for _ in row["statements"])
    row["draft_text"] = text
    row["text_digest"] = digest(text)


def revision(row: Row) -> str:
    """SHA-256 of the canonical JSON, defaults written out (contract, section 2)."""
    defaults = {"negated": False, "required": True, "citations": []}
    bound = {
        "schema": DRAFTS_SCHEMA,
        **{key: row[key] for key in ("blinded_case_id", "text_digest")},
        **{key: [{**defaults, **fact} for fact in row[key]] for key in ("truth", "statements")},
    }
    return digest(json.dumps(bound, sort_keys=True, separators=(",", ":")))
