"""What the rows of all files say together about each draft, and what cannot be told yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from operator import attrgetter

from ..io.json_reader import CancelToken
from .problems import Problem, counted, found, joined, named, pairs
from .rows import HERE, MAYBE, NOWHERE, ReturnRow, check_cancel
from .settled import NO_REASON, Reason, Settled

_MOST_PARTS = 4
_Who = str | tuple[int, int]
_opinion = attrgetter("decision", "reason", "adjudicated")


@dataclass(slots=True, repr=False)
class ByDraft:
    """The rows by draft; ``maybe`` are those that may belong to it, ``nowhere`` those of none."""

    drafts: int
    here: list[list[ReturnRow]] = field(init=False)
    maybe: dict[int, list[ReturnRow]] = field(default_factory=dict)
    nowhere: list[ReturnRow] = field(default_factory=list)

    def __init__(self, drafts: int, rows: Iterable[ReturnRow]) -> None:
        self.drafts = drafts
        self.here = [[] for _ in range(drafts + 1)]
        self.maybe = {}
        self.nowhere = []
        for row in rows:
            if row.place == HERE:
                self.here[row.draft].append(row)
            elif row.place == MAYBE:
                for draft in {row.draft, row.other} - {0}:
                    self.maybe.setdefault(draft, []).append(row)
            elif row.place == NOWHERE:
                self.nowhere.append(row)


def differ(rows: Iterable[ReturnRow]) -> bool:
    """Tell whether two reviewers surely differ, by their rows on the current draft.

    A reviewer who is there twice with two decisions counts for none of them.
    """
    decided: dict[str, set[str]] = {}
    for row in rows:
        if row.current and row.place == HERE and row.reviewer and row.decision:
            decided.setdefault(row.reviewer, set()).add(row.decision)
    return len({decision for one in decided.values() if len(one) == 1 for decision in one}) > 1


def _people(rows: Iterable[ReturnRow]) -> set[_Who]:
    """Return who made the rows; where that cannot be told, each counts as one more."""
    return {row.reviewer or (row.file, row.number) for row in rows}


def _clear(rows: Sequence[ReturnRow], people: int) -> bool:
    """Tell whether all is known of all rows, and none of so many people says two things."""
    for row in rows:
        if not row.sure:
            return False
    if len(rows) == people:
        return True
    return len({(row.reviewer, *_opinion(row)) for row in rows}) == people


def check_across(
    by_draft: ByDraft,
    settled: Settled,
    unread: Sequence[int],
    foreign: bool,
    cut: Set[int],
    cancel: CancelToken | None,
) -> list[Problem]:
    """Return the problems between rows, where what was ``settled`` is applied.

    ``unread`` are the files whose rows are not all known, ``foreign`` whether
    a file has no row of these drafts: then nothing can be said to be missing.
    ``cut`` are the files of which rows are set aside.
    """
    problems: list[Problem] = []
    open_ended = bool(unread) or foreign
    blocked: list[int] = []
    few: dict[int, list[int]] = {0: [], 1: []}
    perhaps: list[tuple[int, int]] = []
    lost = _people(by_draft.nowhere)
    late = open_ended or bool(by_draft.nowhere)
    for draft in range(1, by_draft.drafts + 1):
        if draft % 1024 == 0:
            check_cancel(cancel)
        rows = by_draft.here[draft]
        maybe = by_draft.maybe.get(draft, ())
        present = _people(rows)
        recorded = settled.reasons.get(draft)
        of_draft: list[Problem] = []
        if len(present) < 2:
            more = _people(maybe) - present
            blocked.append(draft)
            if len(present) + len(more) < 2 and not open_ended:
                missing = 2 - len(present) - len(more)
                if len(lost) - len(lost & (present | more)) < missing:
                    few[len(present)].append(draft)
                else:
                    perhaps.append((draft, missing))
        elif not maybe and _clear(rows, len(present)):
            of_draft, waits = _agreement(draft, rows, recorded, late)
            if waits:
                blocked.append(draft)
        else:
            blocked.append(draft)
            bare = not any(row.reason for row in rows)
            if differ(rows) and (recorded == NO_REASON or (recorded is None and bare)):
                of_draft.append(_of_draft("awaiting_reason", draft, rows, "reason"))
        if draft in settled.drafts_again:
            kind = "decision_lost" if of_draft else "decision_needless"
            changed = settled.drafts_again[draft]
            what = "the draft" if changed == "draft" else "what its reviewers say"
            of_draft = [_of_draft(kind, draft, rows, what=what)]
        problems += of_draft
    if sum(missing for _, missing in perhaps) > len(by_draft.nowhere):
        # more reviews are missing than the rows without a draft could be
        for draft, _ in perhaps:
            few[len(_people(by_draft.here[draft]))].append(draft)
    problems += _too_few(few, by_draft, cut)
    if blocked or unread or by_draft.nowhere:
        problems.append(_blocked(sorted(blocked), unread, by_draft.nowhere))
    return problems


def _agreement(
    draft: int, rows: Sequence[ReturnRow], recorded: Reason | None, late: bool
) -> tuple[list[Problem], bool]:
    """Check reasons and adjudication; also tell whether rows still to come may justify them.

    All is known of the rows, and nobody says two things.
    """
    opinions = set(map(_opinion, rows))
    reasons = {reason for _, reason, _ in opinions}
    adjudicated = {flag for _, _, flag in opinions}
    if len({decision for decision, _, _ in opinions}) > 1:
        if recorded is not None and recorded[0] is not None:
            return [], False
        if recorded == NO_REASON:
            return [_of_draft("awaiting_reason", draft, rows, "reason")], False
        problems = []
        if reasons == {None}:
            problems.append(_of_draft("awaiting_reason", draft, rows, "reason"))
        elif len(reasons) > 1:
            problems.append(_of_draft("several_reasons", draft, rows, "reason"))
        if len(adjudicated) > 1:
            problems.append(_of_draft("adjudicated_in_some", draft, rows, "adjudicated"))
        return problems, False
    if recorded == NO_REASON or (reasons == {None} and adjudicated == {False}):
        return [], False
    if late:
        return [], True
    problems = []
    if reasons != {None}:
        given = [row for row in rows if row.reason is not None]
        problems.append(_of_draft("agreed_with_reason", draft, given, "reason"))
    if adjudicated != {False}:
        marked = [row for row in rows if row.adjudicated]
        problems.append(_of_draft("agreed_and_adjudicated", draft, marked, "adjudicated"))
    return problems, False


def _of_draft(
    kind: str, draft: int, rows: Iterable[ReturnRow], field: str | None = None, what: str = ""
) -> Problem:
    concerned = pairs(rows)
    return found(kind, field=field, drafts=(draft,), rows=concerned, draft=draft, what=what)


def _lacking(drafts: Sequence[int], by_draft: ByDraft, cut: Set[int]) -> str:
    """Say which files have no row for some of these drafts, though they have one for most drafts.

    A file is left out if a row of it may be of any draft, or is set aside.
    """
    covers = Counter(file for rows in by_draft.here for file in {row.file for row in rows})
    unsure = cut | {row.file for row in by_draft.nowhere}
    lacking: dict[tuple[int, ...], list[int]] = {}
    for file, covered in sorted(covers.items()):
        if 2 * covered <= by_draft.drafts or file in unsure:
            continue
        without = tuple(
            draft
            for draft in drafts
            if all(row.file != file for row in by_draft.here[draft])
            and all(row.file != file for row in by_draft.maybe.get(draft, ()))
        )
        if without:
            lacking.setdefault(without, []).append(file)
    if len(lacking) > _MOST_PARTS:
        return ""
    sentences = []
    for without, files in lacking.items():
        whole = ("it" if len(drafts) == 1 else "them") if len(without) == len(drafts) else ""
        have = "has" if len(files) == 1 else "have"
        what = whole or named("draft", without)
        sentences.append(f" {named('File', files)} {have} no row for {what}.")
    return "".join(sentences)


def _too_few(few: Mapping[int, list[int]], by_draft: ByDraft, cut: Set[int]) -> Iterable[Problem]:
    for reviewers, drafts in few.items():
        if not drafts:
            continue
        drafts.sort()
        if len(drafts) == 1:
            which, all_of_them = f"{named('Draft', drafts)} has", ""
        else:
            which, all_of_them = (
                f"{counted(len(drafts), 'draft')} have",
                f": {named('draft', drafts)}",
            )
        yield found(
            "one_review" if reviewers else "no_review",
            drafts=drafts,
            rows=pairs(row for draft in drafts for row in by_draft.here[draft]),
            which=which,
            list=all_of_them,
            lacking=_lacking(drafts, by_draft, cut) if reviewers else "",
        )


def _blocked(drafts: list[int], unread: Sequence[int], nowhere: Sequence[ReturnRow]) -> Problem:
    parts = []
    if unread:
        say = "says" if len(unread) == 1 else "say"
        parts.append(f"what {named('file', unread)} {say} about the drafts")
    if nowhere:
        belongs = "belongs" if len(nowhere) == 1 else "belong"
        parts.append(f"to which drafts {counted(len(nowhere), 'row')} {belongs}")
    if drafts:
        parts.append(f"whether the reviewers of {named('draft', drafts)} agree")
    file = unread[0] if len(unread) == 1 and not nowhere else None
    return found("blocked", file=file, drafts=drafts, rows=pairs(nowhere), what=joined(parts))
