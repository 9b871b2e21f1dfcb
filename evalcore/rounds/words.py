"""A round's state for machines and for people: no alias, digest or value is in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..returns.problems import COMMITTEE, COORDINATOR, REVIEWER, counted, joined, named
from ..returns.repairs import REPAIRS
from ..returns.rows import NO_REVIEW
from ..vocabulary import NOTICE
from .records import RoundDecision
from .state import DraftsNow, Outstanding, Question, RoundState

_TITLES = {
    REVIEWER: "From the reviewers",
    COMMITTEE: "For the committee",
    COORDINATOR: "Look here",
}
_ANSWERS = {
    "two-people": "two people",
    "same-person": "the same person",
    "committee": "it is the committee",
    "reviewer": "it is a reviewer",
    "dismiss": "no matter",
}


def status_json(state: RoundState) -> dict[str, Any]:
    """Return what ``round status --json`` writes, as JSON types."""
    contents = state.contents
    withdrawn = [draft.number for draft in contents.drafts if draft.withdrawn]
    now = state.drafts_now
    return {
        "ready": state.ready,
        "verdict": verdict(state),
        "label": contents.label,
        "closed": contents.closed,
        "reviewers": [
            {
                "label": one.reviewer.label,
                "owes": one.reviewer.owes,
                "expected": one.expected,
                "answered": len(one.answered),
                "missing": len(one.missing),
                "outdated": len(one.outdated),
                "problems": len(one.problems),
                "files": list(one.files),
            }
            for one in state.coverage
        ],
        "outstanding": [_outstanding(one) for one in state.outstanding],
        "repairs": [
            {"number": number, "file": one.file, "part": None, "kind": one.kind, "rows": one.rows}
            | {"sentence": REPAIRS[one.kind].sentence, "becomes": REPAIRS[one.kind].becomes}
            for number, one in enumerate(state.offers, 1)
        ],
        "questions": [
            {"number": number, **_question(state, one)}
            for number, one in enumerate(state.questions, 1)
        ],
        "decisions": [_decision(one) for one in contents.decisions],
        "to_look_at_again": list(state.to_look_at_again),
        "drafts": {
            "total": len(contents.drafts),
            "settled": len(state.settled),
            "withdrawn": len(withdrawn),
            "for_committee": list(state.for_committee),
            "changed": list(now.changed),
            "gone": list(now.gone),
            "new": now.new,
        },
        "files": [
            {
                "number": file.number,
                "name": file.name,
                "rows": _said(state, file.number),
                "aside": checked.aside,
                "forgotten": file.forgotten,
            }
            for file, checked in zip(contents.files, state.result.files, strict=True)
        ],
    }


def _outstanding(one: Outstanding) -> dict[str, Any]:
    return {
        "file": one.file,
        "part": None,
        "turn": one.turn,
        "code": one.code,
        "rows": list(one.rows),
        "drafts": list(one.drafts),
        "field": one.field or None,
        "reviewer": one.reviewer.label if one.reviewer is not None else None,
        "message": one.message,
        "hint": one.hint,
    }


def _question(state: RoundState, one: Question) -> dict[str, Any]:
    told: dict[str, Any] = {}
    if one.kind in ("two_answers", "two_people"):
        held = [state.contents.files[number - 1] for number in one.files]
        told["received"] = [file.received for file in held]
        told["modified"] = [file.modified or None for file in held]
        told["changes"] = changes(state, one)
    return told | {
        "kind": one.kind,
        "answers": list(one.words),
        "reviewers": [reviewer.label for reviewer in one.reviewers],
        "files": list(one.files),
        "drafts": list(one.drafts),
        "text": question_text(one),
    }


def changes(state: RoundState, one: Question) -> dict[str, list[int]]:
    """Return by number which drafts the last file of a question adds, lacks and changes."""
    alias = one.reviewers[0].alias
    first, last = (_decisions_of(state, number, alias) for number in (one.files[0], one.files[-1]))
    both = first.keys() & last.keys()
    return {
        "added": sorted(last.keys() - first.keys()),
        "gone": sorted(first.keys() - last.keys()),
        "changed": sorted(draft for draft in both if first[draft] != last[draft]),
    }


def _decisions_of(state: RoundState, file: int, alias: str) -> dict[int, str]:
    rows = state.returns.files[file - 1].rows
    return {row.draft: row.decision for row in rows if row.reviewer == alias and row.good}


def _decision(one: RoundDecision) -> dict[str, Any]:
    told: dict[str, Any] = {"number": one.number, "kind": one.kind, "undone": bool(one.undone)}
    content = one.content
    if one.kind in ("aside", "back"):
        told |= {"file": content["file"], "rows": content["rows"]}
    elif one.kind == "repair":
        told |= {"files": content["files"], "kinds": content["kinds"]}
    elif one.kind == "reason":
        told |= {"draft": content["draft"], "reason": content["reason"]}
        told["adjudicated"] = content["adjudicated"]
    else:
        told |= {"question": content["kind"], "word": content["word"], "files": content["files"]}
    return told


def decision_text(one: RoundDecision) -> str:
    """Return a decision in one line."""
    content = one.content
    if one.kind in ("aside", "back"):
        rows = content["rows"]
        what = (
            f"{named('row', rows)} of file {content['file']}" if rows else f"File {content['file']}"
        )
        done = "set aside" if one.kind == "aside" else "put back"
        return f"{what[:1].upper()}{what[1:]} {done}"
    if one.kind == "repair":
        kinds = joined([str(kind).replace("_", " ") for kind in content["kinds"]])
        return f"Repaired in {named('file', content['files'])}: {kinds}"
    if one.kind == "reason":
        reason = str(content["reason"] or "no reason").replace("_", " ")
        marked = ", adjudicated" if content["adjudicated"] else ""
        return f"Draft {content['draft']}: {reason}{marked}"
    plain, _, number = str(content["word"]).partition("=")
    said = f"file {number} is the later" if plain == "later" else _ANSWERS[plain]
    return f"Question about {named('file', content['files'])}: {said}"


def question_text(one: Question) -> str:
    """Return a question in words."""
    who = joined([reviewer.label for reviewer in one.reviewers])
    drafts = named("draft", one.drafts)
    if one.kind == "two_answers":
        return f"{who}: {named('file', one.files)} differ on {drafts}. Which file is the later?"
    if one.kind == "two_people":
        return (
            f"{who}: {named('file', one.files)} differ on {len(one.drafts)} of {one.shared} "
            "drafts. One reviewer twice, or two people with the same alias?"
        )
    if one.kind == "same_answers":
        return f"{who} have the same decisions on {one.shared} drafts. One person or two?"
    return f"{who} has answered {drafts} alone, which others have too. Is it the committee?"


def verdict(state: RoundState) -> str:
    """Return the verdict in one line."""
    if state.ready:
        return "Ready to import"
    parts = []
    expected = sum(one.expected for one in state.coverage)
    answered = sum(len(one.answered) for one in state.coverage)
    if expected > answered:
        verb = "is" if expected - answered == 1 else "are"
        parts.append(f"{expected - answered:,} of {counted(expected, 'answer')} {verb} still open")
    if state.for_committee:
        parts.append(f"{counted(len(state.for_committee), 'draft')} for the committee")
    if state.questions:
        parts.append(counted(len(state.questions), "question"))
    if state.to_look_at_again:
        parts.append(f"{counted(len(state.to_look_at_again), 'decision')} to look at again")
    if state.drafts_now:
        parts.append("the drafts have changed")
    if not parts:
        here = [one for one in state.outstanding if one.turn != COMMITTEE]
        parts.append(f"{counted(len(here), 'thing')} to look at")
    return f"Not ready: {', '.join(parts)}"


def drafts_text(now: DraftsNow) -> list[str]:
    """Return lines on how the drafts differ from the round's."""
    lines = []
    if now.changed:
        have = "has" if len(now.changed) == 1 else "have"
        lines.append(f"{named('draft', now.changed).capitalize()} {have} changed.")
    if now.gone:
        verb = "is" if len(now.gone) == 1 else "are"
        lines.append(f"{named('draft', now.gone).capitalize()} {verb} not in this drafts file.")
    if now.new:
        verb = "is" if now.new == 1 else "are"
        lines.append(f"{counted(now.new, 'draft')} {verb} new.")
    if lines:
        lines.append("Use round drafts to make these drafts the round's.")
    return lines


def status_text(state: RoundState) -> str:
    """Return the state as plain text: verdict, who has answered, what is to be done."""
    lines = [NOTICE, "", verdict(state)]
    if changed := drafts_text(state.drafts_now):
        lines += ["", *changed]
    if state.coverage:
        lines += ["", *_table(state)]
    lines += _files(state)
    for turn, title in _TITLES.items():
        found = [one for one in state.outstanding if one.turn == turn]
        if found:
            lines += ["", f"{title} ({len(found):,})"]
            lines += [f"- {_line(one)}" for one in found]
    if state.offers:
        lines += ["", "Can be put right here (round repair --all)"]
        for offer in state.offers:
            told = f"{counted(offer.rows, 'row')}: {REPAIRS[offer.kind].sentence}"
            lines.append(f"- file {offer.file}, {offer.kind}: {told}")
    if state.questions:
        lines += ["", f"Questions ({len(state.questions):,})"]
        for number, one in enumerate(state.questions, 1):
            words = ", ".join(f"{w}=FILE" if w == "later" else w for w in one.words)
            lines.append(f"{number}. {question_text(one)} ({words})")
            lines += _hints(state, one)
    decided = [one for one in state.contents.decisions if not one.undone]
    if decided:
        lines += ["", f"Decisions ({len(decided):,})"]
        again = set(state.to_look_at_again)
        for decision in decided:
            look = " (to look at again)" if decision.number in again else ""
            lines.append(f"{decision.number}. {decision_text(decision)}{look}")
    return "\n".join(lines) + "\n"


def _table(state: RoundState) -> list[str]:
    heads = ("", "answered", "expected", "missing", "outdated", "problems", "files")
    rows = [
        (
            one.reviewer.label,
            *(f"{len(one.answered):,}", f"{one.expected:,}", f"{len(one.missing):,}"),
            *(f"{len(one.outdated):,}", f"{len(one.problems):,}"),
            ", ".join(map(str, one.files)),
        )
        for one in state.coverage
    ]
    widths = [max(len(row[n]) for row in (heads, *rows)) for n in range(len(heads))]
    return [_aligned(row, widths) for row in (heads, *rows)]


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = row
    numbers = [cell.rjust(width) for cell, width in zip(others[:-1], widths[1:-1], strict=True)]
    return "  ".join([first.ljust(widths[0]), *numbers, others[-1]]).rstrip()


def _files(state: RoundState) -> Iterable[str]:
    for file in state.contents.files:
        if file.number == 1:
            yield ""
        said = counted(_said(state, file.number), "row")
        what = "forgotten" if file.forgotten else said
        yield f"File {file.number} ({file.name}): {what}"


def _hints(state: RoundState, one: Question) -> Iterable[str]:
    """Yield what helps to tell which of two files is the later: it is a hint, and no more."""
    if one.kind not in ("two_answers", "two_people"):
        return
    for number in one.files:
        file = state.contents.files[number - 1]
        own = f", saved {time_words(file.modified)}" if file.modified else ""
        yield f"   File {number} ({file.name}) came {time_words(file.received)}{own}."
    told = changes(state, one)
    said = [
        f"{counted(len(drafts), 'answer')} {word}"
        for word, drafts in (("more", told["added"]), ("less", told["gone"]))
        if drafts
    ]
    if told["changed"]:
        said.append(f"{named('draft', told['changed'])} changed")
    yield f"   From file {one.files[0]} to file {one.files[-1]}: {', '.join(said)}."


def time_words(time: str) -> str:
    """Return "2026-11-09T14:32:00Z+0100" as "2026-11-09 14:32 UTC"."""
    return f"{time[:10]} {time[11:16]} UTC"


def _said(state: RoundState, number: int) -> int:
    """Return how many rows of a file say anything: a table's heading is none."""
    return sum(row.place != NO_REVIEW for row in state.returns.files[number - 1].rows)


def _line(one: Outstanding) -> str:
    where = []
    if one.file is not None:
        where.append(f"file {one.file}")
    if one.reviewer is not None and one.file is not None:
        where.append(one.reviewer.label)
    if one.rows and one.file is not None:
        where.append(named("row", one.rows))
    if one.field:
        where.append(one.field)
    if one.drafts and len(one.drafts) < 2:
        where.append(f"draft {one.drafts[0]}")
    elif one.drafts and one.file is None:
        where.append(named("draft", one.drafts))
    place = f"{', '.join(where)}: " if where else ""
    return f"{place}{one.message} {one.hint}"
