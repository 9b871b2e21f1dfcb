"""What a coordinator decided about drafts and files, and whether it still holds.

A decision holds on to what it was made for: the draft's alias and revision, and what
its reviewers said in the rows that counted then. When one of these changes it is not
applied any more, and is to be looked at again. One that returns to what it was, holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from ..errors import EvaluationError, Place
from .across import ByDraft, differ
from .check import Returns, counting_rows
from .rows import HERE, CurrentDrafts, ReturnRow
from .settled import NO_REASON, Reason, Settled, checked_reason

DRAFT, ANSWERS, GONE = "draft", "answers", "gone"
"""What has changed since a decision: the draft's revision, its rows, or it is not there."""


@dataclass(frozen=True, slots=True, repr=False)
class MadeFor:
    """A draft with what its reviewers said; it prints nothing of it.

    ``answers`` are reviewer, decision, reason and adjudicated of the rows on the
    current draft. What cannot be read in a row is taken as not said, so that a
    return that is corrected in its form alone changes nothing.
    """

    alias: str
    revision: str
    answers: frozenset[tuple[str, str, str | None, bool]]

    def __repr__(self) -> str:
        return "MadeFor(...)"

    @property
    def opinions(self) -> frozenset[tuple[str, str]]:
        return frozenset((reviewer, decision) for reviewer, decision, _, _ in self.answers)


def made_for(drafts: CurrentDrafts, draft: int, rows: Iterable[ReturnRow]) -> MadeFor:
    """Return what a decision is made for; ``rows`` are those of the draft that count."""
    answers = frozenset(
        (row.reviewer, row.decision, row.reason or None, bool(row.adjudicated))
        for row in rows
        if row.current and row.place == HERE
    )
    return MadeFor(drafts.aliases[draft], drafts.revisions[draft], answers)


@dataclass(frozen=True, slots=True, repr=False)
class Decision:
    """A reason (or that there is none) for a draft; ``draft`` is the number that it had then."""

    draft: int
    reason: Reason
    made_for: MadeFor

    def __repr__(self) -> str:
        return "Decision(...)"

    @property
    def settles(self) -> bool:
        """Whether it decides something: "no reason" where reviewers differ takes one back."""
        return self.reason != NO_REASON or len({d for _, d in self.made_for.opinions}) == 1

    def changed(self, now: MadeFor) -> str | None:
        """Return what has changed since, DRAFT or ANSWERS; None: it holds.

        A row that carries the decision already says what it said before.
        """
        was = self.made_for
        if (was.alias, was.revision) != (now.alias, now.revision):
            return DRAFT
        if was.opinions != now.opinions:
            return ANSWERS
        told = any(
            answer[2:] != self.reason and answer not in was.answers for answer in now.answers
        )
        return ANSWERS if told else None

    def is_carried_out(self, now: MadeFor) -> bool:
        """Tell whether the rows themselves say it already."""
        return self.changed(now) is None and {a[2:] for a in now.answers} == {self.reason}


def can_settle(rows: Sequence[ReturnRow]) -> Literal["reason", "none", ""]:
    """Return what can settle a draft: "reason", "none" (where all agree), "" (too little known)."""
    if differ(rows):
        return "reason"
    sure = bool(rows) and all(row.sure for row in rows)
    agree = sure and len({row.decision for row in rows}) == 1
    return "none" if agree and len({row.reviewer for row in rows}) > 1 else ""


def carried_decision(
    drafts: CurrentDrafts, draft: int, rows: Iterable[ReturnRow]
) -> Decision | None:
    """Return the reason that a saved file carries for a draft on which its reviewers differ.

    ``rows`` are the file's own on this draft. Before it was recorded they said none:
    blinded reviewers cannot know of one.
    """
    good = [row for row in rows if row.good]
    said = {(row.reason, bool(row.adjudicated)) for row in good}
    if len(said) != 1 or not differ(good):
        return None
    (reason,) = said
    if reason[0] is None:
        return None
    now = made_for(drafts, draft, good)
    answers = frozenset((who, decision, None, False) for who, decision in now.opinions)
    return Decision(draft, reason, MadeFor(now.alias, now.revision, answers))


def can_be_written(rows: Sequence[ReturnRow], reason: Reason) -> bool:
    """Tell whether a recorded reason is for these rows, and all of them can be written."""
    kind = can_settle(rows)
    fits = kind == "reason" or (kind == "none" and reason == NO_REASON)
    return fits and all(row.good for row in rows)


def holds_several_reviewers(returns: Returns, file: int) -> bool:
    """Tell whether the file looks like a combined or progress file: rows of several reviewers."""
    return len({row.reviewer for row in returns.files[file - 1].rows if row.reviewer}) > 1


@dataclass(frozen=True, slots=True, repr=False)
class _Aside:
    """What of a file is set aside, for the bytes (``content``) that it had; no row: all of it."""

    content: object
    rows: frozenset[int] = frozenset()


class Decisions:
    """What was decided about drafts, by alias, and about files, by path.

    ``take`` says which returns there are now; all else is about these.
    """

    def __init__(self) -> None:
        self._drafts: dict[str, Decision] = {}
        self._written: dict[str, Decision] = {}
        """Decisions that a file written here holds."""
        self._aside: dict[str, _Aside] = {}
        self._paths: Sequence[str] = ()
        self._contents: Sequence[object] = ()
        self._returns: Returns | None = None
        self._carried: dict[int, Decision] = {}
        self._rows: Sequence[Sequence[ReturnRow]] = ()

    def __repr__(self) -> str:
        return "Decisions(...)"

    def take(self, returns: Returns, paths: Sequence[str], stamps: Sequence[object]) -> None:
        """Say which files were read, from where; the stamp stands for a file without a digest."""
        self._returns, self._paths = returns, paths
        digests = (file.digest for file in returns.files)
        self._contents = [known or at for known, at in zip(digests, stamps, strict=True)]

    def settled(self) -> Settled:
        """Return what holds of all that was decided, and what is to be looked at again.

        Of a reason that a file carries and that does not hold, the rows tell by themselves.
        """
        self._look_at_rows()
        now = {number: self._now(number) for number in self._carried}
        carried = self._carried.items()
        reasons = {n: one.reason for n, one in carried if one.changed(now[n]) is None}
        again: dict[int, str] = {}
        for number, decision in self._numbered():
            changed = decision.changed(self._now(number))
            if changed is None:
                reasons[number] = decision.reason
            elif decision.settles:
                again[number] = changed
        files, rows, files_again = self._aside_now()
        held = {number: why for number, why in reasons.items() if number not in again}
        return Settled(
            files,
            rows,
            MappingProxyType(held),
            MappingProxyType(again),
            MappingProxyType(files_again),
        )

    # about drafts

    def record(self, draft: int, reason: object, adjudicated: object) -> None:
        """Decide about a draft, as its rows are now.

        Raises EvaluationError as ``checked_reason`` does; ``inconsistent_reason``,
        ``agreed_case_with_reason`` or ``too_few_reviewers`` where it settles nothing.
        """
        decided = checked_reason(reason, adjudicated)
        kind = self.can_settle(draft)
        if kind != ("none" if decided == NO_REASON else "reason"):
            codes = {"reason": "inconsistent_reason", "none": "agreed_case_with_reason"}
            raise EvaluationError(codes.get(kind, "too_few_reviewers"), Place(encounter=draft))
        self._decide(draft, decided)

    def forget(self, draft: int) -> None:
        """Take back what was decided about a draft; of a reason that a file carries, that."""
        alias = self._known().drafts.aliases[draft]
        was = self._drafts.pop(alias, None)
        if draft in self._carried and (was is None or was.reason != NO_REASON):
            self._decide(draft, NO_REASON)

    def forget_gone(self, draft: int) -> None:
        """Take back what was decided about a draft of that number that is not there any more."""
        known = self._known().drafts.number_of_alias
        for alias, decision in list(self._drafts.items()):
            if alias not in known and decision.draft == draft:
                del self._drafts[alias]

    def can_settle(self, draft: int) -> Literal["reason", "none", ""]:
        return can_settle(self._rows[draft])

    def of_draft(self, draft: int) -> Reason | None:
        """Return what is recorded for a draft or carried by a file, whether it holds or not."""
        decision = self._drafts.get(self._known().drafts.aliases[draft])
        if decision is None:
            decision = self._carried.get(draft)
        return decision.reason if decision is not None and decision.settles else None

    def listed(self, settled: Settled) -> Iterator[tuple[int, Reason, str, bool]]:
        """Yield draft, reason, what has changed ("" if it holds) and whether a file carries it."""
        for number in sorted({*settled.reasons, *settled.drafts_again}):
            changed = settled.drafts_again.get(number, "")
            reason = settled.reasons.get(number) or self.of_draft(number)
            if reason is None or (reason == NO_REASON and self.can_settle(number) == "reason"):
                continue
            carried = self._carried.get(number)
            mine = self._drafts.get(self._known().drafts.aliases[number])
            in_file = carried is not None and carried.reason == reason and mine is None
            yield number, reason, changed, in_file
        for decision in self._gone():
            yield decision.draft, decision.reason, GONE, False

    # what a file on disk holds of it

    def is_unsaved(self, settled: Settled) -> bool:
        """Tell whether a file that is saved now would hold other reasons than those on disk."""
        known = self._known().drafts
        concerned = {n for n, _ in self._numbered()}
        concerned |= {known.number_of_alias[a] for a in self._written if a in known.number_of_alias}
        for number in concerned:
            now = self._now(number)
            alias = known.aliases[number]
            on_disk = {answer[2:] for answer in now.answers}
            written = self._written.get(alias)
            if written is not None and written.changed(now) is None:
                on_disk = {written.reason}
            reason = settled.reasons.get(number)
            if reason is not None and can_be_written(self._rows[number], reason):
                if on_disk != {reason}:
                    return True
            elif written is not None and on_disk != {answer[2:] for answer in now.answers}:
                return True
        return False

    def is_unkept(self, settled: Settled) -> bool:
        """Tell whether something was decided that no file can hold, as things are now."""
        numbers = dict(self._numbered())
        lost = [
            decision
            for number, decision in numbers.items()
            if number in settled.drafts_again
            or (
                number in settled.reasons
                and decision.settles
                and not can_be_written(self._rows[number], decision.reason)
            )
        ]
        return any(
            self._written.get(decision.made_for.alias) != decision
            for decision in (*lost, *self._gone())
        )

    @property
    def is_any_recorded(self) -> bool:
        """Whether anything was decided here about a draft."""
        return any(decision.settles for decision in self._drafts.values())

    @property
    def are_some_gone(self) -> bool:
        return any(True for _ in self._gone())

    def saved(self, written: Returns, settled: Settled) -> None:
        """Note which decisions a file has that was written and read back."""
        by_draft = ByDraft(len(written.drafts), written.files[0].rows)
        self._written = {
            decision.made_for.alias: decision
            for number, decision in self._of_all(settled)
            if decision.is_carried_out(made_for(written.drafts, number, by_draft.here[number]))
        }

    # about files

    def set_aside(self, file: int, rows: Iterable[int] = ()) -> None:
        """Leave out rows of a file, or without any all of it."""
        path, content = self._paths[file - 1], self._contents[file - 1]
        before = self._aside.get(path)
        chosen = frozenset(rows)
        if chosen and before is not None and before.content == content:
            chosen = before.rows | chosen if before.rows else frozenset()
        self._aside[path] = _Aside(content, chosen)

    def put_back(self, file: int) -> None:
        """Let all of a file count."""
        self._aside.pop(self._paths[file - 1], None)

    def _aside_now(self) -> tuple[frozenset[int], frozenset[tuple[int, int]], dict[int, bool]]:
        files: set[int] = set()
        rows: set[tuple[int, int]] = set()
        again = {}
        for file, (path, content) in enumerate(zip(self._paths, self._contents, strict=True), 1):
            aside = self._aside.get(path)
            if aside is None:
                continue
            if aside.content != content:
                again[file] = not aside.rows
            elif aside.rows:
                rows |= {(file, row) for row in aside.rows}
            else:
                files.add(file)
        return frozenset(files), frozenset(rows), again

    # what is there now

    def _known(self) -> Returns:
        if self._returns is None:
            raise EvaluationError("nothing_to_write")
        return self._returns

    def _look_at_rows(self) -> None:
        """Sort the rows that count by draft, and find the reasons that they carry."""
        returns = self._known()
        files, rows, _ = self._aside_now()
        counting = {
            file.number: counting_rows(file, Settled(files, rows)) for file in returns.files
        }
        self._rows = ByDraft(
            len(returns.drafts), [r for own in counting.values() for r in own]
        ).here
        self._carried = {}
        for file in returns.files:
            # rows that a corrected return has replaced belong to what was decided
            if file.number not in files and holds_several_reviewers(returns, file.number):
                self._carry(returns.drafts, file.rows)

    def _carry(self, drafts: CurrentDrafts, rows: Iterable[ReturnRow]) -> None:
        for number, own in enumerate(ByDraft(len(drafts), rows).here):
            if own and number not in self._carried:
                carried = carried_decision(drafts, number, own)
                if carried is not None:
                    self._carried[number] = carried

    def _decide(self, draft: int, reason: Reason) -> None:
        now = self._now(draft)
        self._drafts[now.alias] = Decision(draft, reason, now)

    def _now(self, draft: int) -> MadeFor:
        return made_for(self._known().drafts, draft, self._rows[draft])

    def _numbered(self) -> Iterator[tuple[int, Decision]]:
        known = self._known().drafts.number_of_alias
        for alias, decision in self._drafts.items():
            if alias in known:
                yield known[alias], decision

    def _gone(self) -> Iterator[Decision]:
        known = self._known().drafts.number_of_alias
        for alias, decision in self._drafts.items():
            if alias not in known and decision.settles:
                yield decision

    def _of_all(self, settled: Settled) -> Iterator[tuple[int, Decision]]:
        mine: Mapping[int, Decision] = dict(self._numbered())
        for number in settled.reasons:
            decision = mine.get(number) or self._carried.get(number)
            if decision is not None:
                yield number, decision
