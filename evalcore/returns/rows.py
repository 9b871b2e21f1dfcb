"""What one row of a return shows by itself, and which draft it is of.

An identifier in capitals is a fault, and yet it says which draft is meant: so
a faulty row is not told again as a draft without reviewers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from operator import itemgetter
from typing import Any, NamedTuple

from ..drafts.records import AmbientDraft, DraftRevision
from ..errors import Cancelled, EvaluationError, Place
from ..given import items_of, plain_mapping
from ..io.json_reader import CancelToken
from ..vocabulary import DECISIONS, REASONS
from .problems import Fault, counted, nth
from .values import (
    ABSENT,
    MOST_UNKNOWN,
    ROW_FIELDS,
    field_meant,
    no_review,
    read_flag,
    read_identifier,
    read_word,
)

_KEYS = frozenset(ROW_FIELDS)
_values_of = itemgetter(*ROW_FIELDS)
_DECISION = {word: word for word in DECISIONS}
_REASON = {word: word for word in REASONS}
_PLAIN = frozenset({str, bool, type(None)})
"""Types of which no two values of different types are equal, as 1 and true are."""
_TEXT = frozenset({str})

HERE = "here"
"""The row belongs to its draft, whatever else is wrong with it."""
MAYBE = "maybe"
"""It may belong to its draft, or to the other one that it names."""
ELSEWHERE = "elsewhere"
"""A whole row of a draft that is not among these."""
NOWHERE = "nowhere"
"""It does not say which draft it is of."""
NO_REVIEW = "no review"
"""It is of no draft: an empty row, or a heading."""


class ReturnRow(NamedTuple):
    """What the checks between rows need of a row; it prints nothing of it.

    ``draft`` and ``other`` are numbers in the drafts file (0: none); ``reviewer``
    and ``decision`` are "" and ``adjudicated`` is None where they cannot be told;
    ``reason`` is "" then. ``current``: it carries its draft's revision. ``good``: no fault by
    itself, and of a current draft. ``sure``: all that the checks between rows need is known.
    """

    file: int
    number: int
    place: str
    draft: int
    other: int
    reviewer: str
    decision: str
    reason: str | None
    adjudicated: bool | None
    current: bool
    good: bool
    sure: bool
    mark: int

    def __repr__(self) -> str:
        return "ReturnRow(...)"


class CurrentDrafts:
    """Aliases and revisions of the current drafts, by number from 1; it prints none.

    ``reviewers`` has each proper identifier of a reviewer met so far, once. Raises
    EvaluationError as the import does: ``invalid_current_drafts`` or
    ``incomplete_review_import`` (no draft at all).
    """

    __slots__ = ("aliases", "number_of_alias", "number_of_revision", "reviewers", "revisions")

    def __init__(self, drafts: Iterable[AmbientDraft | DraftRevision]) -> None:
        self.aliases: list[str] = [""]
        self.revisions: list[str] = [""]
        self.number_of_alias: dict[str, int] = {}
        self.number_of_revision: dict[str, int] = {}
        self.reviewers: dict[str, str] = {}
        given = items_of(drafts, "invalid_current_drafts", lambda number: Place(encounter=number))
        for number, draft in enumerate(given, 1):
            known = type(draft) is AmbientDraft or type(draft) is DraftRevision
            if not known or draft.blinded_case_id in self.number_of_alias:
                raise EvaluationError("invalid_current_drafts", Place(encounter=number))
            self.aliases.append(draft.blinded_case_id)
            self.revisions.append(draft.revision)
            self.number_of_alias[draft.blinded_case_id] = number
            self.number_of_revision[self.revisions[number]] = number
        if not self.number_of_alias:
            raise EvaluationError("incomplete_review_import")

    def __len__(self) -> int:
        return len(self.number_of_alias)

    def __repr__(self) -> str:
        return "CurrentDrafts(...)"


def watched(rows: Iterable[ReturnRow], cancel: CancelToken | None) -> Iterator[ReturnRow]:
    """Yield the rows, looking at the cancel token now and then. Raises Cancelled."""
    for position, row in enumerate(rows):
        if position % 4096 == 0:
            check_cancel(cancel)
        yield row


def check_cancel(cancel: CancelToken | None) -> None:
    if cancel is not None and cancel.is_set():
        raise Cancelled


def judge_row(
    raw: object, file: int, number: int, drafts: CurrentDrafts
) -> tuple[ReturnRow, list[Fault]]:
    """Return the row as the further checks need it, and all its faults.

    A value that is right costs one look-up: it is a draft's own identifier, a
    reviewer's met before or a word of the list. All others are read closely.
    """
    faults: list[Fault] = []
    plain = plain_mapping(raw)
    if plain is None:
        faults.append(Fault("not_object"))
        broken = isinstance(raw, Mapping)  # one of the caller's own, that raises
        return _unreadable(file, number, None if broken else raw, NOWHERE), faults
    raw = plain
    values = raw if raw.keys() == _KEYS else _by_field(raw, faults)
    given = _values_of(values)
    alias, revision, reviewer, decision, reason, adjudicated = given
    draft = drafts.number_of_alias.get(alias, 0) if type(alias) is str else 0
    current = draft > 0 and type(revision) is str and revision == drafts.revisions[draft]
    if not current:
        if (kind := no_review(raw)) is not None:
            return _unreadable(file, number, raw, NO_REVIEW), [Fault(kind)]
        alias = read_identifier(alias, "blinded_case_id", faults)
        revision = read_identifier(revision, "draft_revision", faults)
    # one string a reviewer and a word, however many rows have it
    who = drafts.reviewers.get(reviewer) if type(reviewer) is str else None
    if who is None:
        before = len(faults)
        who = read_identifier(reviewer, "reviewer_id", faults)
        who = drafts.reviewers.setdefault(who, who) if who and len(faults) == before else ""
    word = _DECISION.get(decision) if type(decision) is str else None
    if word is None:
        word = read_word(decision, "decision", faults) or ""
    if reason is not None:
        cause = _REASON.get(reason) if type(reason) is str else None
        reason = read_word(reason, "reason", faults) if cause is None else cause
    if adjudicated is not True and adjudicated is not False:
        adjudicated = read_flag(adjudicated, faults)
    said = who, word, reason, adjudicated
    if current and not faults:
        mark = hash((draft, said))
        right = file, number, HERE, draft, 0, *said, True, True, True, mark
        return tuple.__new__(ReturnRow, right), faults  # ReturnRow() takes twice as long
    place, other = HERE, 0
    if not current:
        place, draft, other, current = _placed(alias, revision, drafts, faults)
    known = bool(who and word) and reason != "" and adjudicated is not None
    sure = place == HERE and current and known
    mark = _mark(raw, given)
    row = ReturnRow(file, number, place, draft, other, *said, current, not faults, sure, mark)
    return row, faults


def no_row(file: int, number: int) -> ReturnRow:
    """Return what stands where a table has a heading or nothing: it is of no draft."""
    return _unreadable(file, number, None, NO_REVIEW)


def _unreadable(file: int, number: int, raw: object, place: str) -> ReturnRow:
    mark = hash(_canonical(raw))
    return ReturnRow(file, number, place, 0, 0, "", "", "", None, False, False, False, mark)


def _mark(raw: object, values: tuple[object, ...]) -> int:
    """Return what rows with the same content share, in whatever order their keys are."""
    if type(raw) is dict:
        if raw.keys() == _KEYS:
            if _PLAIN.issuperset(map(type, values)):
                return hash(values)
        elif _PLAIN.issuperset(map(type, raw.values())) and _TEXT.issuperset(map(type, raw)):
            return hash(frozenset(raw.items()))
    return hash(_canonical(raw))


def _canonical(raw: object) -> str:
    try:
        return json.dumps(raw, sort_keys=True, default=repr)
    except (TypeError, ValueError):
        return repr(raw)


def _by_field(raw: Mapping[Any, Any], faults: list[Fault]) -> dict[str, Any]:
    """Return the value of each field, or ABSENT; a name in another spelling is one fault."""
    values = {key: raw[key] for key in ROW_FIELDS if key in raw}
    unknown = 0
    for position, key in enumerate(raw, 1):
        if key in _KEYS:
            continue
        meant = field_meant(key) if len(values) < len(_KEYS) else None
        if meant is not None and meant not in values:
            values[meant] = raw[key]
            faults.append(Fault("misspelt_field", meant))
            continue
        unknown += 1
        if unknown <= MOST_UNKNOWN:
            faults.append(
                Fault("unknown_field", facts=(("nth", nth(position)),), place=Place(field=position))
            )
    if unknown > MOST_UNKNOWN:
        more = counted(unknown - MOST_UNKNOWN, "more field")
        faults.append(Fault("more_unknown_fields", None, (("more", more),)))
    for key in ROW_FIELDS:
        if key not in values:
            values[key] = ABSENT
            faults.append(Fault("missing_field", key))
    return values


def _placed(
    alias: str, revision: str, drafts: CurrentDrafts, faults: list[Fault]
) -> tuple[str, int, int, bool]:
    """Return how sure the place is, the draft, the other one, and whether it is current.

    A revision is of one draft alone (it is made from the alias too), so it
    tells the draft where the alias cannot be read.
    """
    draft = drafts.number_of_alias.get(alias, 0)
    if draft and revision == drafts.revisions[draft]:
        return HERE, draft, 0, True
    dated = drafts.number_of_revision.get(revision, 0)
    if alias and not draft:
        faults.append(Fault("unknown_draft", "blinded_case_id"))
        return (MAYBE, dated, 0, False) if dated else (ELSEWHERE, 0, 0, False)
    if not draft:
        return (HERE, dated, 0, True) if dated else (NOWHERE, 0, 0, False)
    if not revision:
        return HERE, draft, 0, False
    if dated:
        faults.append(Fault("mixed", "draft_revision"))
        return MAYBE, draft, dated, False
    faults.append(Fault("stale", "draft_revision"))
    return HERE, draft, 0, False
