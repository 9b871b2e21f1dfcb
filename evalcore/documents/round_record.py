"""The record of a round, for the study's files: what came, what was wrong, what was decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from ..returns.problems import counted, named
from ..rounds.records import Event, RoundContents
from ..rounds.state import RoundState
from ..rounds.words import decision_text, time_words, verdict
from ..vocabulary import NOTICE
from .blocks import Block, Column, Document, Heading, Items, Notice, Paragraph, Row, Table
from .document import LANGUAGE

TITLE = "Record of a round"
_CAUTION = (
    "With the drafts that were adjudicated it may tell figures that reports suppress. "
    "Keep it with the study's files."
)
_STUDY_FILE = "This is a file of the study: it names files and drafts by number. It is no report."


def round_record(state: RoundState, *, with_decisions: bool = False) -> Document:
    """Return the record of a round; no alias, digest or reason is in it.

    ``with_decisions``: also the numbers of drafts that were adjudicated.
    """
    contents = state.contents
    blocks: list[Block] = [Notice(NOTICE), Heading(1, TITLE)]
    if contents.label:
        blocks.append(Paragraph(contents.label, strong=True))
    blocks += [Paragraph(_STUDY_FILE), Paragraph(f"{verdict(state)}.", strong=True)]
    if with_decisions:
        blocks.append(Paragraph(_CAUTION, strong=True))
    blocks += [Heading(2, "Drafts and reviewers"), *_roster(state)]
    blocks += [Heading(2, "What came"), *_files(state)]
    blocks += [Heading(2, "What was wrong"), *_problems(state)]
    blocks += [Heading(2, "What was decided"), *_decisions(state, with_decisions)]
    blocks += [Heading(2, "What happened"), *_history(contents)]
    return Document(TITLE, LANGUAGE, tuple(blocks))


def _table(caption: str, columns: tuple[Column, ...], rows: list[Row]) -> Table:
    return Table(caption, columns, tuple(rows), heads=1, axis=None)


def _roster(state: RoundState) -> Iterator[Block]:
    drafts = state.contents.drafts
    withdrawn = [draft.number for draft in drafts if draft.withdrawn]
    items = [("Drafts", f"{len(drafts):,}")]
    if withdrawn:
        items.append(("Withdrawn", named("draft", withdrawn)))
    if state.for_committee:
        items.append(("For the committee", counted(len(state.for_committee), "draft")))
    numbers = "mixed" if state.contents.mixed else "in the order of the drafts file"
    items.append(("Numbers", numbers))
    yield Items(tuple(items))
    columns = (
        Column("Reviewer", figures=False),
        *(Column(title) for title in ("Expected", "Answered", "Missing", "Outdated", "Problems")),
    )
    rows = [
        Row(
            (
                one.reviewer.label,
                *(f"{one.expected:,}", f"{len(one.answered):,}", f"{len(one.missing):,}"),
                *(f"{len(one.outdated):,}", f"{len(one.problems):,}"),
            )
        )
        for one in state.coverage
    ]
    if rows:
        yield _table("Who has answered", columns, rows)


def _files(state: RoundState) -> Iterator[Block]:
    rows = []
    whose = {file: one.reviewer.label for one in state.coverage for file in one.files}
    for file, checked in zip(state.contents.files, state.result.files, strict=True):
        what = "forgotten" if file.forgotten else f"{checked.rows:,}"
        cells = (
            f"File {file.number}",
            file.name,
            whose.get(file.number, ""),
            time_words(file.received),
            what,
        )
        rows.append(Row(cells))
    if not rows:
        yield Paragraph("No file has come yet.")
        return
    texts = (Column(title, figures=False) for title in ("File", "Name", "Reviewer", "Received"))
    yield _table("Files received", (*texts, Column("Rows")), rows)


def _problems(state: RoundState) -> Iterator[Block]:
    kinds = Counter((one.message, one.hint) for one in state.outstanding)
    if kinds:
        yield Items(tuple((_without_stop(message), hint or "open") for message, hint in kinds))
    else:
        yield Paragraph("Nothing is outstanding.")


def _decisions(state: RoundState, with_decisions: bool) -> Iterator[Block]:
    rows = []
    again = set(state.to_look_at_again)
    for one in state.contents.decisions:
        if one.kind != "reason":
            text = decision_text(one)
        elif with_decisions and one.content["adjudicated"]:
            text = f"Draft {one.content['draft']} was adjudicated"
        elif with_decisions:
            text = f"Draft {one.content['draft']} was decided"
        else:
            continue
        state_now = "undone" if one.undone else "to look at again" if one.number in again else ""
        rows.append(Row((f"{one.number}", text, time_words(one.at), one.by, state_now)))
    if not rows:
        yield Paragraph("Nothing but reasons, if anything, was decided.")
        return
    titles = ("Decision", "What", "When", "By", "State")
    columns = tuple(Column(title, figures=False) for title in titles)
    yield _table("Decisions", columns, rows)


def _history(contents: RoundContents) -> Iterator[Block]:
    reasons = {one.number for one in contents.decisions if one.kind == "reason"}
    rows = [
        Row((time_words(event.at), _told(event), event.by))
        for event in contents.history
        if event.facts.get("decision") not in reasons
    ]
    columns = tuple(Column(title, figures=False) for title in ("When", "What", "By"))
    yield _table("History", columns, rows)


def _told(event: Event) -> str:
    facts: Mapping[str, object] = event.facts
    match event.what:
        case "begun":
            return f"Begun with {facts['drafts']} drafts"
        case "received":
            return f"File {facts['file']} received"
        case "decided":
            return f"Decision {facts['decision']}"
        case "undone":
            return f"Decision {facts['decision']} undone"
        case "forgotten":
            return f"File {facts['file']} forgotten"
        case "drafts":
            return "The drafts of the round were renewed"
        case _:
            return f"Roster: reviewer {facts.get('reviewer', '')} changed"


def _without_stop(text: str) -> str:
    return text.removesuffix(".")
