"""What a coordinator does with a round; each changes what it holds and adds to its history.

Nothing is written here: ``RoundFile.keep`` does, in one transaction.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

from ..drafts.records import DraftRevision
from ..errors import EvaluationError
from ..io.files import short_name
from ..returns.decisions import can_settle, made_for
from ..returns.repairs import REPAIRS
from ..returns.settled import NO_REASON, checked_reason
from ..vocabulary import REASONS, REVIEWS_SCHEMA
from .records import (
    LONGEST_LABEL,
    OWES,
    Event,
    Received,
    Reviewer,
    RoundContents,
    RoundDecision,
    RoundDraft,
    next_label,
)
from .state import RoundState, state_of

MOST_REVIEWERS = 100
_ALIAS_BYTES = 32


@dataclass(frozen=True, slots=True, repr=False)
class Incoming:
    """A file that comes: its name, its bytes and its own time (None: not known)."""

    name: str
    data: bytes
    modified: float | None = None


def now() -> str:
    """Return the time: UTC, and the offset of the clock here."""
    return time_text(datetime.now(UTC).timestamp())


def time_text(timestamp: float) -> str:
    """Return a time as "2026-11-09T14:32:00Z+0100": UTC, and the offset of the clock here."""
    there = datetime.fromtimestamp(timestamp, UTC)
    return f"{there:%Y-%m-%dT%H:%M:%S}Z{there.astimezone():%z}"


def begin(
    drafts: Sequence[DraftRevision], *, reviewers: int | None, mixed: bool, label: str, by: str
) -> RoundContents:
    """Return a new round of these drafts; with ``reviewers`` its roster is closed.

    Raises EvaluationError ``invalid_round_label`` or ``invalid_reviewer_number``.
    """
    if reviewers is not None and not 2 <= reviewers <= MOST_REVIEWERS:
        raise EvaluationError("invalid_reviewer_number")
    holds = RoundContents(_checked_label(label), mixed, reviewers is not None)
    ordered = list(drafts)
    if mixed:
        secrets.SystemRandom().shuffle(ordered)
    for number, draft in enumerate(ordered, 1):
        holds.drafts.append(RoundDraft(number, draft.blinded_case_id, draft.revision))
    for _ in range(reviewers or 0):
        _add_reviewer(holds, secrets.token_hex(_ALIAS_BYTES))
    _note(holds, by, "begun", drafts=len(ordered), reviewers=len(holds.reviewers))
    return holds


def receive(
    holds: RoundContents, files: Iterable[Incoming], given: Sequence[DraftRevision], by: str
) -> list[int]:
    """Take in files, readable or not; return their numbers, 0 for bytes that it holds already.

    In a round with an open roster each new alias is the next reviewer.
    """
    held = {one.sha256 for one in holds.files}
    numbers = []
    for file in files:
        digest = hashlib.sha256(file.data).hexdigest()
        if digest in held:
            numbers.append(0)
            continue
        held.add(digest)
        number = len(holds.files) + 1
        modified = time_text(file.modified) if file.modified is not None else ""
        name = short_name(file.name)
        holds.files.append(
            Received(
                number, name, now(), modified, digest, len(file.data), partial(bytes, file.data)
            )
        )
        _note(holds, by, "received", file=number)
        numbers.append(number)
    if any(numbers) and not holds.closed:
        known = {one.alias for one in holds.reviewers}
        made = _made_by_answers(holds)
        for reviewer in state_of(holds, given).reviewers:
            if reviewer.alias not in known | made:
                _add_reviewer(holds, reviewer.alias)
    return numbers


def set_aside(
    holds: RoundContents, file: int, rows: Sequence[int], by: str, *, back: bool = False
) -> None:
    """Leave a file, or rows of it, out of the import; ``back``: let them count again."""
    _file(holds, file)
    content = {"file": file, "rows": sorted(set(rows)) or None}
    _decide(holds, "back" if back else "aside", content, by)


def record_reason(
    holds: RoundContents,
    state: RoundState,
    draft: int,
    reason: str | None,
    adjudicated: bool,
    by: str,
) -> None:
    """Decide why the reviewers of a draft differ, or (None) that there is no reason.

    Raises EvaluationError as ``checked_reason`` does; ``inconsistent_reason``,
    ``agreed_case_with_reason`` or ``too_few_reviewers`` where it settles nothing, and
    ``unknown_number``.
    """
    kept = _draft(holds, draft)
    decided = checked_reason(reason, adjudicated)
    rows = list(state.rows.get(draft, {}).values())
    kind = can_settle(rows)
    if kind != ("none" if decided == NO_REASON else "reason"):
        codes = {"reason": "inconsistent_reason", "none": "agreed_case_with_reason"}
        raise EvaluationError(codes.get(kind, "too_few_reviewers"))
    answers = sorted(made_for(state.returns.drafts, draft, rows).answers, key=repr)
    content = {
        "draft": draft,
        "alias": kept.alias,
        "revision": state.returns.drafts.revisions[draft],
        "answers": [list(one) for one in answers],
        "reason": decided[0],
        "adjudicated": decided[1],
    }
    _decide(holds, "reason", content, by)


def repair(
    holds: RoundContents, state: RoundState, kinds: Sequence[str] | None, file: int | None, by: str
) -> None:
    """Make repairs that are offered, of these kinds (None: all) in a file (None: in all).

    Raises EvaluationError ``unknown_number`` for a file, ``unknown_repair`` for a kind.
    """
    if file is not None:
        _file(holds, file)
    if kinds is not None and not set(kinds) <= REPAIRS.keys():
        raise EvaluationError("unknown_repair")
    offered: dict[int, list[str]] = {}
    for offer in state.offers:
        if file in (None, offer.file) and (kinds is None or offer.kind in kinds):
            offered.setdefault(offer.file, []).append(offer.kind)
    alike: dict[tuple[str, ...], list[int]] = {}
    for number, own in offered.items():
        alike.setdefault(tuple(own), []).append(number)
    for own_kinds, files in alike.items():
        _decide(holds, "repair", {"files": files, "kinds": list(own_kinds)}, by)


def answer(holds: RoundContents, state: RoundState, question: int, word: str, by: str) -> None:
    """Answer an open question, by its number in the state.

    Raises EvaluationError ``unknown_number``, and ``invalid_answer`` for a word that it has not.
    """
    if not 1 <= question <= len(state.questions):
        raise EvaluationError("unknown_number")
    asked = state.questions[question - 1]
    plain, _, number = word.partition("=")
    if plain not in asked.words or (plain == "later") != bool(number):
        raise EvaluationError("invalid_answer")
    if number and not (number.isdecimal() and int(number) in asked.files):
        raise EvaluationError("unknown_number")
    content: dict[str, Any] = {"question": asked.key, "word": word, "kind": asked.kind}
    content |= {"files": list(asked.files), "drafts": list(asked.drafts)}
    if asked.kind == "two_people" and word == "two-people":
        other = secrets.token_hex(_ALIAS_BYTES)
        alias = asked.reviewers[0].alias
        content |= {"alias": alias, "file": asked.files[-1], "other": other}
    if asked.kind == "same_answers" and word == "same-person":
        one, other_one = asked.reviewers
        content |= {"alias": other_one.alias, "file": None, "other": one.alias}
    if word == "committee":
        content["committee"] = asked.reviewers[0].alias
    _decide(holds, "answer", content, by)


def change_reviewer(
    holds: RoundContents,
    state: RoundState,
    label: str,
    by: str,
    *,
    rename: str | None = None,
    committee: bool = False,
    owes: str | None = None,
    add: bool = False,
) -> None:
    """Change the roster.

    Raises EvaluationError ``unknown_number`` (no such reviewer), ``invalid_round_label``,
    and ``invalid_arguments`` for another word than OWES has.
    """
    found = next((one for one in state.reviewers if one.label == label), None)
    known = {one.alias for one in holds.reviewers}
    if found is None or (found.alias not in known and not add):
        raise EvaluationError("unknown_number")
    if owes is not None and owes not in OWES:
        raise EvaluationError("invalid_arguments")
    reviewer = _find_or_add(holds, found)
    facts: dict[str, Any] = {"reviewer": reviewer.number}
    if add:
        facts["added"] = True
    if rename is not None:
        wanted = _checked_label(rename)
        if not wanted or any(one.label == wanted for one in state.reviewers if one is not found):
            raise EvaluationError("invalid_round_label")
        reviewer.label = wanted
        facts["renamed"] = True
    if committee:
        reviewer.committee = True
        facts["committee"] = True
    if owes is not None:
        reviewer.owes = owes
        facts["owes"] = owes
    _note(holds, by, "reviewer", **facts)


def undo(holds: RoundContents, decision: int, by: str) -> None:
    """Take back one decision; all others stay. Raises EvaluationError ``unknown_number``."""
    found = next((one for one in holds.decisions if one.number == decision), None)
    if found is None:
        raise EvaluationError("unknown_number")
    if not found.undone:
        found.undone = now()
        _note(holds, by, "undone", decision=decision)


def forget(holds: RoundContents, state: RoundState, file: int, by: str) -> None:
    """Erase the bytes of a file that is set aside as a whole; that it came is kept.

    Raises EvaluationError ``unknown_number``, and ``not_set_aside``.
    """
    received = _file(holds, file)
    if not any(one.kind == "aside" and one.content["file"] == file for one in holds.decided()):
        raise EvaluationError("not_set_aside")
    left = state.result.files[file - 1]
    if not received.forgotten and left.aside < left.rows:
        raise EvaluationError("not_set_aside")
    received.forgotten = True
    received.name = "forgotten"
    _note(holds, by, "forgotten", file=file)


def take_drafts(holds: RoundContents, given: Sequence[DraftRevision], by: str) -> None:
    """Make these drafts the round's: changed ones keep their number, new ones come last.

    One that is gone is withdrawn. Raises EvaluationError ``round_other_drafts``.
    """
    revisions = {one.blinded_case_id: one.revision for one in given}
    known = {one.alias: one for one in holds.drafts}
    if not known.keys() & revisions.keys():
        raise EvaluationError("round_other_drafts")
    facts: dict[str, list[int]] = {"changed": [], "withdrawn": [], "new": []}
    for alias, draft in known.items():
        revision = revisions.get(alias)
        if revision is None:
            if not draft.withdrawn:
                draft.withdrawn = True
                facts["withdrawn"].append(draft.number)
        elif draft.withdrawn or draft.revision != revision:
            draft.withdrawn, draft.revision = False, revision
            facts["changed"].append(draft.number)
    new = [one for one in given if one.blinded_case_id not in known]
    if holds.mixed:
        secrets.SystemRandom().shuffle(new)
    for one in new:
        number = len(holds.drafts) + 1
        holds.drafts.append(RoundDraft(number, one.blinded_case_id, one.revision))
        facts["new"].append(number)
    if any(facts.values()):
        _note(holds, by, "drafts", **facts)


def combined(state: RoundState) -> bytes:
    """Return the combined return file: rows by draft, then by reviewer, reasons filled in."""
    order = {one.alias: one.number for one in state.reviewers}
    drafts, rows = state.returns.drafts, []
    for number in sorted(state.rows):
        of_draft = state.rows[number]
        decided = state.reasons.get(number)
        told = {(row.reason, row.adjudicated) for row in of_draft.values()} - {(None, False)}
        for alias in sorted(of_draft, key=lambda alias: order[alias]):
            row = of_draft[alias]
            reason, adjudicated = decided or next(iter(told), (None, False))
            rows.append(
                {
                    "blinded_case_id": drafts.aliases[number],
                    "draft_revision": drafts.revisions[number],
                    "reviewer_id": alias,
                    "decision": row.decision,
                    "reason": reason,
                    "adjudicated": adjudicated,
                }
            )
    payload = {"schema_version": REVIEWS_SCHEMA, "rows": rows}
    return (json.dumps(payload, sort_keys=True, indent=1) + "\n").encode("ascii")


def owed(state: RoundState, reviewer: Reviewer, only: str) -> list[int]:
    """Return the drafts of which a reviewer gets a form: ``all``, ``missing`` or ``outdated``.

    What was sent back because something was wrong with it is missing too.
    """
    for one in state.coverage:
        if one.reviewer.alias == reviewer.alias:
            if only == "outdated":
                return one.outdated
            if only == "missing":
                return sorted((*one.missing, *one.problems))
    return [draft.number for draft in state.contents.drafts if not draft.withdrawn]


def reason_of(word: str) -> str | None:
    """Return the reason of a word on the command line: one of the six, or "none".

    Raises EvaluationError ``invalid_controlled_code``.
    """
    if word == "none":
        return None
    if word not in REASONS:
        raise EvaluationError("invalid_controlled_code")
    return word


def _made_by_answers(holds: RoundContents) -> set[str]:
    return {str(one.content["other"]) for one in holds.decided() if "other" in one.content}


def _add_reviewer(holds: RoundContents, alias: str) -> Reviewer:
    label = next_label(holds.reviewers)
    reviewer = Reviewer(len(holds.reviewers) + 1, alias, label)
    holds.reviewers.append(reviewer)
    return reviewer


def _find_or_add(holds: RoundContents, reviewer: Reviewer) -> Reviewer:
    for one in holds.reviewers:
        if one.alias == reviewer.alias:
            return one
    added = _add_reviewer(holds, reviewer.alias)
    added.label = reviewer.label
    return added


def _checked_label(label: str) -> str:
    text = " ".join(label.split())
    if len(text) > LONGEST_LABEL or not text.isprintable():
        raise EvaluationError("invalid_round_label")
    return text


def _file(holds: RoundContents, number: int) -> Received:
    if not 1 <= number <= len(holds.files):
        raise EvaluationError("unknown_number")
    return holds.files[number - 1]


def _draft(holds: RoundContents, number: int) -> RoundDraft:
    if not 1 <= number <= len(holds.drafts):
        raise EvaluationError("unknown_number")
    return holds.drafts[number - 1]


def _decide(holds: RoundContents, kind: Any, content: Mapping[str, Any], by: str) -> None:
    number = len(holds.decisions) + 1
    holds.decisions.append(RoundDecision(number, kind, content, now(), _checked_label(by)))
    _note(holds, by, "decided", decision=number)


def _note(holds: RoundContents, by: str, what: str, **facts: Any) -> None:
    holds.history.append(Event(len(holds.history) + 1, now(), _checked_label(by), what, facts))
