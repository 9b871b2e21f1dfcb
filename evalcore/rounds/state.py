"""What a round is at: whose answers count, what is asked, what is still to be done.

It follows from what the round file holds and from the drafts as they are, anew each time:
nothing of it is stored. Files of one reviewer are joined draft by draft; what does not count
is left out, and the return check judges the rest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from types import MappingProxyType

from ..drafts.records import DraftRevision
from ..errors import EvaluationError
from ..io.json_reader import CancelToken
from ..returns.check import CheckResult, Returns, judge
from ..returns.decisions import Decision, MadeFor, made_for
from ..returns.incoming import read_incoming
from ..returns.problems import COORDINATOR, REVIEWER, Owner, Problem
from ..returns.reader import ReturnFile
from ..returns.repairs import REPAIRS
from ..returns.rows import HERE, NO_REVIEW, CurrentDrafts, ReturnRow, check_cancel
from ..returns.settled import Settled
from .records import Reviewer, RoundContents, RoundDecision, next_label

_LEAST_FOR_TWO_PEOPLE = 6
"""Shared drafts of two files of one alias, of which over half differ."""
_LEAST_FOR_SAME_ANSWERS = 20
"""Shared drafts of two aliases that have the same decisions."""
_COMMITTEE_PART = 10
"""A committee has answered at most one of so many drafts."""

_ASKED_HERE = frozenset(
    {
        *("no_review", "one_review", "blocked", "same_content"),
        *("newer_version", "newer_than_several", "file_changed_since"),
        *("same_answers", "same_answers_together", "one_draft_alone", "few_drafts_alone"),
    }
)
"""Kinds of problem of files without a round: here they are coverage, questions or no problem."""

_CAN_BE_REPAIRED = "A repair can put it right here."

Pair = tuple[int, int]
"""Of a row: number of the file and of the row."""


@dataclass(frozen=True, slots=True, repr=False)
class Question:
    """Something that the files do not tell. ``key`` is what an answer belongs to.

    ``kind``: ``two_answers`` (which file of one reviewer is the later), ``two_people`` (one
    alias, two people?), ``same_answers`` (two aliases, one person?), ``committee_row``.
    """

    key: str
    kind: str
    words: tuple[str, ...]
    """The answers that it has; "later" takes the number of a file."""
    reviewers: tuple[Reviewer, ...]
    files: tuple[int, ...]
    drafts: tuple[int, ...]
    shared: int = 0
    """How many drafts they have in common."""


@dataclass(frozen=True, slots=True, repr=False)
class Offer:
    """A kind of repair that a file could have, and how many of its rows it would change."""

    file: int
    kind: str
    rows: int
    mends: frozenset[int]
    """The rows that have no fault once all that is offered for the file is repaired."""
    mends_file: bool
    """Whether the file as a whole has none then."""


@dataclass(frozen=True, slots=True, repr=False)
class Outstanding:
    """One thing that stands against the import."""

    file: int | None
    turn: Owner
    code: str
    rows: tuple[int, ...]
    drafts: tuple[int, ...]
    field: str
    message: str
    hint: str
    reviewer: Reviewer | None = None


@dataclass(slots=True, repr=False)
class Coverage:
    """What a reviewer owes, each draft in one of four columns."""

    reviewer: Reviewer
    files: tuple[int, ...]
    answered: list[int] = field(default_factory=list)
    missing: list[int] = field(default_factory=list)
    outdated: list[int] = field(default_factory=list)
    problems: list[int] = field(default_factory=list)

    @property
    def expected(self) -> int:
        return len(self.answered) + len(self.missing) + len(self.outdated) + len(self.problems)


@dataclass(frozen=True, slots=True)
class DraftsNow:
    """How the drafts file that is given differs from the round's drafts, by number."""

    changed: tuple[int, ...]
    gone: tuple[int, ...]
    new: int

    def __bool__(self) -> bool:
        return bool(self.changed or self.gone or self.new)


@dataclass(frozen=True, slots=True, repr=False)
class RoundState:
    """Where a round stands; it prints nothing of it."""

    contents: RoundContents
    drafts_now: DraftsNow
    returns: Returns
    reviewers: tuple[Reviewer, ...]
    """The roster, with aliases that are not in it yet and those that an answer made."""
    strangers: tuple[Reviewer, ...]
    """Of these, the aliases that a closed roster does not have."""
    coverage: tuple[Coverage, ...]
    outstanding: tuple[Outstanding, ...]
    questions: tuple[Question, ...]
    to_look_at_again: tuple[int, ...]
    """Numbers of decisions that are not applied, since what they were made for has changed."""
    for_committee: tuple[int, ...]
    settled: tuple[int, ...]
    rows: Mapping[int, Mapping[str, ReturnRow]]
    """Of each draft, the row that counts of each alias."""
    reasons: Mapping[int, tuple[str | None, bool]]
    offers: tuple[Offer, ...]
    """Repairs that could be made."""
    result: CheckResult

    @property
    def ready(self) -> bool:
        """Whether the import takes what counts, and nothing is left to be asked."""
        return not (self.outstanding or self.questions or self.to_look_at_again or self.drafts_now)


def drafts_now(
    contents: RoundContents, given: Sequence[DraftRevision]
) -> tuple[DraftsNow, list[DraftRevision]]:
    """Return how the drafts differ, and the round's drafts in order with the given revisions.

    Raises EvaluationError ``round_other_drafts`` if none of the round is among them.
    """
    revisions = {one.blinded_case_id: one.revision for one in given}
    known = {draft.alias for draft in contents.drafts}
    if not known & revisions.keys():
        raise EvaluationError("round_other_drafts")
    changed, gone, current = [], [], []
    for draft in contents.drafts:
        revision = revisions.get(draft.alias)
        if revision is None:
            if not draft.withdrawn:
                gone.append(draft.number)
        elif revision != draft.revision or draft.withdrawn:
            changed.append(draft.number)
        current.append(DraftRevision(draft.alias, revision or draft.revision))
    new = len(revisions.keys() - known)
    return DraftsNow(tuple(changed), tuple(gone), new), current


def read_files(
    contents: RoundContents, drafts: CurrentDrafts, cancel: CancelToken | None = None
) -> tuple[Returns, tuple[Offer, ...]]:
    """Read the received files as they were repaired, and tell what else could be.

    One that was forgotten has no rows.
    """
    files = []
    offers = []
    chosen: defaultdict[int, set[str]] = defaultdict(set)
    for decision in contents.decided():
        if decision.kind == "repair":
            for number in decision.content["files"]:
                chosen[int(number)].update(map(str, decision.content["kinds"]))
    for received in contents.files:
        check_cancel(cancel)
        if received.forgotten:
            files.append(ReturnFile(received.number, (), (), {}, True))
            continue
        name, data, number = received.name, received.load(), received.number
        read = read_incoming(name, data, number, drafts, chosen[number], cancel=cancel)
        files.append(read.file)
        if not read.offered:
            continue
        whole = chosen[number] | read.offered.keys()
        mended = read_incoming(name, data, number, drafts, whole, cancel=cancel).file
        good = frozenset(row.number for row in mended.rows if row.good or row.place == NO_REVIEW)
        for kind in REPAIRS:
            if count := read.offered[kind]:
                offers.append(Offer(number, kind, count, good, not mended.faults))
    return Returns(drafts, tuple(files)), tuple(offers)


def state_of(
    contents: RoundContents, given: Sequence[DraftRevision], cancel: CancelToken | None = None
) -> RoundState:
    """Return where a round stands with these drafts. Raises as ``drafts_now``, and Cancelled."""
    now, current = drafts_now(contents, given)
    drafts = CurrentDrafts(current)
    returns, offers = read_files(contents, drafts, cancel)
    return _Joining(contents, now, returns, offers, cancel).state()


class _Joining:
    """Decides which rows count, and gathers on the way what is to be asked."""

    def __init__(
        self,
        contents: RoundContents,
        now: DraftsNow,
        returns: Returns,
        offers: tuple[Offer, ...],
        cancel: CancelToken | None,
    ) -> None:
        self._contents = contents
        self._now = now
        self._offers = offers
        self._cancel = cancel
        self._expected = [d.number for d in contents.drafts if not d.withdrawn]
        self._decided = contents.decided()
        self._answers = {
            str(one.content["question"]): str(one.content["word"])
            for one in self._decided
            if one.kind == "answer"
        }
        self._committee = {
            str(one.content["committee"])
            for one in self._decided
            if one.kind == "answer" and "committee" in one.content
        }
        self._questions: list[Question] = []
        self._aside_files: set[int] = set()
        self._aside_rows: set[Pair] = set()
        self._left_out: set[Pair] = set()
        """Rows that do not count, without anybody's having set them aside."""
        self._undecided: set[tuple[str, int]] = set()
        """Reviewers and drafts about which there is an open question."""
        self._counting: dict[int, dict[str, ReturnRow]] = {}
        self._faulty: dict[tuple[str, int], list[ReturnRow]] = defaultdict(list)
        self._reviewers = {one.alias: one for one in contents.reviewers}
        self._strangers: list[Reviewer] = []
        self._merged: set[str] = set()
        """Aliases that are another's, as she answered."""
        self._returns = self._as_answered(returns)

    def _as_answered(self, returns: Returns) -> Returns:
        """Return the rows under the aliases that answers give them."""
        renamed: dict[tuple[str, int | None], str] = {}
        for decision in self._decided:
            if decision.kind == "answer" and "other" in decision.content:
                content = decision.content
                file = content["file"] and int(content["file"])
                renamed[str(content["alias"]), file] = str(content["other"])
                if file is None:
                    self._merged.add(str(content["alias"]))
        if not renamed:
            return returns

        def alias_of(row: ReturnRow) -> str:
            alias = renamed.get((row.reviewer, row.file), row.reviewer)
            while (alias, None) in renamed:
                alias = renamed[alias, None]
            return alias

        files = []
        for file in returns.files:
            rows = tuple(row._replace(reviewer=alias_of(row)) for row in file.rows)
            files.append(replace(file, rows=rows))
        return Returns(returns.drafts, tuple(files))

    def state(self) -> RoundState:
        self._set_aside()
        rows = self._rows_of_reviewers()
        self._meet(rows)
        self._join(rows)
        self._ask_about_pairs()
        self._leave_out_covered_files()
        reasons, again = self._reasons()
        settled = Settled(
            frozenset(self._aside_files),
            frozenset(self._aside_rows | self._left_out),
            MappingProxyType(reasons),
        )
        result = judge(self._returns, settled, cancel=self._cancel)
        coverage = self._coverage()
        problems = [one for one in result.problems if one.kind not in _ASKED_HERE]
        outstanding = [*self._from_problems(problems), *self._not_covered(coverage)]
        for_committee = sorted(
            {d for one in outstanding if one.turn == "committee" for d in one.drafts}
        )
        open_drafts = {d for one in outstanding for d in one.drafts}
        open_drafts |= {draft for _, draft in self._undecided}
        open_drafts |= {d for one in coverage for d in (*one.missing, *one.outdated, *one.problems)}
        open_drafts |= set(self._now.changed) | set(self._now.gone)
        return RoundState(
            self._contents,
            self._now,
            self._returns,
            tuple(self._roster()),
            tuple(self._strangers),
            tuple(coverage),
            tuple(outstanding),
            tuple(self._questions),
            tuple(again),
            tuple(for_committee),
            tuple(number for number in self._expected if number not in open_drafts),
            self._counting,
            reasons,
            self._offers,
            result,
        )

    # what she set aside

    def _set_aside(self) -> None:
        for decision in self._decided:
            if decision.kind not in ("aside", "back"):
                continue
            file = int(decision.content["file"])
            rows = [(file, int(row)) for row in decision.content["rows"] or ()]
            if decision.kind == "aside":
                if rows:
                    self._aside_rows.update(rows)
                else:
                    self._aside_files.add(file)
            elif rows:
                self._aside_rows.difference_update(rows)
            else:
                self._aside_files.discard(file)
                self._aside_rows = {pair for pair in self._aside_rows if pair[0] != file}

    def _live(self, file: ReturnFile) -> list[ReturnRow]:
        if file.number in self._aside_files:
            return []
        return [row for row in file.rows if (row.file, row.number) not in self._aside_rows]

    # whose rows they are

    def _rows_of_reviewers(self) -> dict[str, list[ReturnRow]]:
        """Return the rows that are not set aside by the alias that made them, as answers say."""
        rows: dict[str, list[ReturnRow]] = {}
        for file in self._returns.files:
            check_cancel(self._cancel)
            own = {row.reviewer for row in file.rows if row.reviewer}
            sole = next(iter(own)) if len(own) == 1 else ""
            for row in self._live(file):
                if alias := row.reviewer or sole:
                    rows.setdefault(alias, []).append(row)
        return rows

    def _meet(self, rows: Mapping[str, Sequence[ReturnRow]]) -> None:
        """Give a label to each alias that the roster does not have."""
        made = {
            str(one.content["other"])
            for one in self._decided
            if one.kind == "answer" and one.content.get("file") is not None
        }
        for alias in rows:
            if alias in self._reviewers:
                continue
            label = next_label(list(self._reviewers.values()))
            reviewer = Reviewer(len(self._reviewers) + 1, alias, label)
            self._reviewers[alias] = reviewer
            if self._contents.closed and alias not in made:
                self._strangers.append(reviewer)

    def _counts(self, alias: str) -> bool:
        """Tell whether a reviewer's rows can count at all."""
        reviewer = self._reviewers[alias]
        strange = reviewer in self._strangers
        return not (self._is_committee(reviewer) or strange or reviewer.owes == "none")

    def _is_committee(self, reviewer: Reviewer) -> bool:
        return reviewer.committee or reviewer.alias in self._committee

    # draft by draft

    def _join(self, rows: Mapping[str, Sequence[ReturnRow]]) -> None:
        together: dict[str, list[ReturnRow]] = {}
        for alias, own in rows.items():
            if not self._counts(alias):
                self._left_out.update((row.file, row.number) for row in own)
                continue
            together[alias] = list(own)
        cut = {file.number for file in self._returns.files if not file.whole}
        expected = set(self._expected)
        for alias, own in together.items():
            by_draft: dict[int, list[ReturnRow]] = defaultdict(list)
            for row in own:
                if row.file in cut:
                    # nobody knows what else was in it
                    self._left_out.add((row.file, row.number))
                elif row.draft and row.draft not in expected:
                    self._left_out.add((row.file, row.number))
                elif row.draft:
                    by_draft[row.draft].append(row)
            self._join_reviewer(alias, by_draft)

    def _join_reviewer(self, alias: str, by_draft: Mapping[int, list[ReturnRow]]) -> None:
        """Choose the row that counts for each draft; ask where files say different things."""
        differing: dict[int, dict[int, ReturnRow]] = {}
        shared: dict[tuple[int, int], list[int]] = defaultdict(list)
        apart: dict[tuple[int, int], list[int]] = defaultdict(list)
        for draft, rows in by_draft.items():
            good: dict[int, list[ReturnRow]] = defaultdict(list)
            for row in rows:
                if row.good and row.place == HERE:
                    good[row.file].append(row)
            once = {file: own[0] for file, own in good.items() if len(own) == 1}
            if not once:
                self._faulty[alias, draft] = rows
                continue
            for pair in combinations(sorted(once), 2):
                shared[pair].append(draft)
                if not _alike(once[pair[0]], once[pair[1]]):
                    apart[pair].append(draft)
            answers = list(once.values())
            if all(_alike(answers[0], one) for one in answers[1:]):
                self._count(alias, draft, _fullest(answers), rows)
            else:
                differing[draft] = once
        if differing:
            self._settle_differing(alias, differing, by_draft, shared, apart)

    def _settle_differing(
        self,
        alias: str,
        differing: dict[int, dict[int, ReturnRow]],
        by_draft: Mapping[int, list[ReturnRow]],
        shared: Mapping[tuple[int, int], list[int]],
        apart: Mapping[tuple[int, int], list[int]],
    ) -> None:
        reviewer = self._reviewers[alias]
        for pair, drafts in apart.items():
            if len(shared[pair]) >= _LEAST_FOR_TWO_PEOPLE and 2 * len(drafts) > len(shared[pair]):
                key = f"two_people {reviewer.alias} {pair[0]} {pair[1]}"
                if self._answers.get(key) is None:
                    words = ("two-people", "same-person")
                    self._questions.append(
                        Question(
                            *(key, "two_people", words, (reviewer,)),
                            *(pair, tuple(sorted(drafts)), len(shared[pair])),
                        )
                    )
                    self._undecided.update((alias, draft) for draft in drafts)
        asked: dict[tuple[int, ...], list[int]] = defaultdict(list)
        for draft, once in differing.items():
            if (alias, draft) in self._undecided:
                self._leave_out(by_draft[draft])
                continue
            files = tuple(sorted(once))
            later = self._later(alias, files)
            if later is None:
                asked[files].append(draft)
                self._undecided.add((alias, draft))
                self._leave_out(by_draft[draft])
            else:
                self._count(alias, draft, once[later], by_draft[draft])
        for files, drafts in sorted(asked.items()):
            key = f"two_answers {alias} {' '.join(map(str, files))}"
            about = files, tuple(sorted(drafts))
            self._questions.append(Question(key, "two_answers", ("later",), (reviewer,), *about))

    def _later(self, alias: str, files: tuple[int, ...]) -> int | None:
        word = self._answers.get(f"two_answers {alias} {' '.join(map(str, files))}", "")
        _, _, number = word.partition("=")
        return int(number) if number.isdecimal() and int(number) in files else None

    def _leave_out(self, rows: Iterable[ReturnRow]) -> None:
        self._left_out.update((row.file, row.number) for row in rows)

    def _count(self, alias: str, draft: int, chosen: ReturnRow, rows: Iterable[ReturnRow]) -> None:
        self._counting.setdefault(draft, {})[alias] = chosen
        self._leave_out(row for row in rows if row is not chosen)

    # questions about two aliases

    def _ask_about_pairs(self) -> None:
        decisions: dict[str, dict[int, str]] = defaultdict(dict)
        for draft, of_aliases in self._counting.items():
            for alias, row in of_aliases.items():
                decisions[alias][draft] = row.decision
        order = {one.alias: one.number for one in self._reviewers.values()}
        aliases = sorted(decisions, key=lambda alias: order[alias])
        for one, other in combinations(aliases, 2):
            check_cancel(self._cancel)
            both = sorted(decisions[one].keys() & decisions[other].keys())
            said = {decisions[one][draft] for draft in both}
            same = all(decisions[one][draft] == decisions[other][draft] for draft in both)
            if len(both) >= _LEAST_FOR_SAME_ANSWERS and same and len(said) > 1:
                key = f"same_answers {one} {other}"
                words = ("same-person", "two-people", "dismiss")
                self._ask(key, "same_answers", words, (one, other), both)
        for alias in aliases:
            own = decisions[alias]
            few = len(own) * _COMMITTEE_PART <= len(self._expected)
            others = all(len(self._counting[draft]) > 1 for draft in own)
            alone = any(len(self._counting[draft]) < 2 for draft in own)
            known = self._contents.closed and alias in {r.alias for r in self._contents.reviewers}
            if few and others and not alone and not known and len(aliases) > 1:
                words = ("committee", "reviewer", "dismiss")
                self._ask(f"committee_row {alias}", "committee_row", words, (alias,), sorted(own))

    def _ask(
        self,
        key: str,
        kind: str,
        words: tuple[str, ...],
        aliases: tuple[str, ...],
        drafts: Sequence[int],
    ) -> None:
        if key in self._answers:
            return
        reviewers = tuple(self._reviewers[alias] for alias in aliases)
        files = {self._counting[d][a].file for a in aliases for d in drafts}
        about = reviewers, tuple(sorted(files)), tuple(drafts), len(drafts)
        self._questions.append(Question(key, kind, words, *about))

    def _leave_out_covered_files(self) -> None:
        """Let go of files that cannot be read to their end once all they could say is there."""
        complete = {
            alias
            for alias in self._reviewers
            if self._counts(alias)
            and all(alias in self._counting.get(draft, {}) for draft in self._expected)
        }
        for file in self._returns.files:
            own = {row.reviewer for row in file.rows if row.reviewer}
            names_all = bool(own) and own <= complete
            superseded = bool(file.rows) and all(
                (row.file, row.number) in self._left_out for row in file.rows
            )
            if names_all and superseded:
                self._aside_files.add(file.number)

    # reasons

    def _reasons(self) -> tuple[dict[int, tuple[str | None, bool]], list[int]]:
        """Return the reasons that hold, by draft, and the decisions to look at again."""
        drafts = self._returns.drafts
        numbers = drafts.number_of_alias
        latest: dict[int, RoundDecision] = {}
        for decision in self._decided:
            if decision.kind == "reason":
                number = numbers.get(str(decision.content["alias"]), 0)
                if number:
                    latest[number] = decision
        held: dict[int, tuple[str | None, bool]] = {}
        again: list[int] = []
        expected = set(self._expected)
        for number, decision in latest.items():
            if number not in expected:
                continue
            content = decision.content
            was = MadeFor(
                str(content["alias"]),
                str(content["revision"]),
                frozenset((a, b, c, bool(d)) for a, b, c, d in content["answers"]),
            )
            reason = content["reason"], bool(content["adjudicated"])
            rows = self._counting.get(number, {}).values()
            if Decision(number, reason, was).changed(made_for(drafts, number, rows)) is None:
                held[number] = reason
            else:
                again.append(decision.number)
        return held, sorted(again)

    # what is left

    def _roster(self) -> list[Reviewer]:
        return sorted(self._reviewers.values(), key=lambda one: one.number)

    def _coverage(self) -> list[Coverage]:
        files: dict[str, set[int]] = defaultdict(set)
        for file in self._returns.files:
            own = {row.reviewer for row in file.rows if row.reviewer}
            for alias in own:
                files[alias].add(file.number)
        found = []
        for reviewer in self._roster():
            if self._is_committee(reviewer) or reviewer in self._strangers:
                continue
            if reviewer.alias in self._merged:
                continue
            covered = Coverage(reviewer, tuple(sorted(files[reviewer.alias])))
            if reviewer.owes != "none":
                self._cover(covered)
            found.append(covered)
        return found

    def _cover(self, covered: Coverage) -> None:
        alias = covered.reviewer.alias
        for draft in self._expected:
            rows = self._faulty.get((alias, draft), ())
            if alias in self._counting.get(draft, {}):
                covered.answered.append(draft)
            elif (alias, draft) in self._undecided:
                covered.problems.append(draft)
            elif rows and not any(row.current for row in rows):
                covered.outdated.append(draft)
            elif rows:
                covered.problems.append(draft)
            else:
                covered.missing.append(draft)
        nothing = not (covered.answered or covered.outdated or covered.problems)
        if nothing and not self._contents.closed and not self._cut_off(alias):
            covered.missing.clear()
        if covered.reviewer.owes == "answered":
            covered.missing.clear()
            for draft in (*covered.outdated, *covered.problems):
                self._leave_out(self._faulty.get((alias, draft), ()))
            covered.outdated.clear()
            covered.problems = [d for d in covered.problems if (alias, d) in self._undecided]

    def _cut_off(self, alias: str) -> bool:
        return any(
            not file.whole and any(row.reviewer == alias for row in file.rows)
            for file in self._returns.files
            if file.number not in self._aside_files
        )

    def _from_problems(self, problems: Iterable[Problem]) -> Iterable[Outstanding]:
        offered = {offer.file: offer for offer in self._offers}
        sole = {
            file.number: {row.reviewer for row in file.rows if row.reviewer}
            for file in self._returns.files
        }
        for one in problems:
            own = sole.get(one.file or 0, set())
            reviewer = self._reviewers.get(next(iter(own))) if len(own) == 1 else None
            rows = tuple(row for file, row in one.rows if one.file in (None, file))
            field_ = one.field or ""
            offer = offered.get(one.file or 0)
            here = offer is not None and bool(
                offer.mends.issuperset(rows) if rows else offer.mends_file
            )
            owner: Owner = COORDINATOR if here else one.owner
            hint = _CAN_BE_REPAIRED if here else one.hint
            yield Outstanding(
                *(one.file, owner, one.code, rows, one.drafts, field_, one.message, hint),
                reviewer=reviewer,
            )

    def _not_covered(self, coverage: Iterable[Coverage]) -> Iterable[Outstanding]:
        owed: set[int] = set()
        for one in coverage:
            owed.update(one.missing, one.outdated, one.problems)
            if one.missing:
                yield Outstanding(
                    None,
                    REVIEWER,
                    "incomplete_review_import",
                    (),
                    tuple(one.missing),
                    "",
                    f"{one.reviewer.label} has not answered all drafts yet.",
                    "Ask for the rest, or excuse the reviewer.",
                    one.reviewer,
                )
        few = [
            draft
            for draft in self._expected
            if len(self._counting.get(draft, {})) < 2 and draft not in owed
        ]
        if few:
            yield Outstanding(
                None,
                COORDINATOR,
                "too_few_reviewers",
                (),
                tuple(few),
                "",
                "Nobody owes a second answer to these drafts, and each needs two reviewers.",
                "Let another reviewer answer them.",
            )
        for stranger in self._strangers:
            pairs = [
                row
                for file in self._returns.files
                for row in self._live(file)
                if row.reviewer == stranger.alias
            ]
            files = {row.file for row in pairs}
            yield Outstanding(
                next(iter(files)) if len(files) == 1 else None,
                COORDINATOR,
                "unknown_reviewer",
                tuple(row.number for row in pairs) if len(files) == 1 else (),
                tuple(sorted({row.draft for row in pairs if row.draft})),
                "reviewer_id",
                f"{stranger.label} is not in the roster.",
                "Add the reviewer, or set the file aside.",
                stranger,
            )


def _alike(one: ReturnRow, other: ReturnRow) -> bool:
    """Tell whether two answers say the same; one without a reason may be from before there was."""
    if one.decision != other.decision:
        return False
    reasons = {(row.reason, row.adjudicated) for row in (one, other)}
    return len(reasons) == 1 or (None, False) in reasons


def _fullest(rows: Sequence[ReturnRow]) -> ReturnRow:
    """Return the answer that carries a reason, or else the first."""
    return next((row for row in rows if (row.reason, row.adjudicated) != (None, False)), rows[0])
