"""The return check of what is open: read once, settled step by step, saved as one file."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from ..drafts.reader import read_drafts
from ..drafts.records import AmbientDraft, AmbientFact, DraftRevision
from ..errors import EvaluationError
from ..io.files import check_output, open_regular, write_atomically
from ..io.json_reader import CancelToken, Progress
from ..returns.check import CheckResult, Returns, judge, read_returns
from ..returns.combined import combine
from ..returns.decisions import Decisions, holds_several_reviewers
from ..returns.problems import COMMITTEE
from ..returns.rates import ReviewTally, tally_of
from ..returns.settled import NOTHING_SETTLED
from ..returns.slip import correction_slip
from ..vocabulary import DRAFTS_SCHEMA
from .protocol import (
    Checked,
    Choices,
    Decision,
    DraftReason,
    DraftsSaved,
    ForgetGone,
    ForgetReason,
    PutBack,
    Reasons,
    RecordReason,
    SetAside,
    Slip,
)
from .return_view import (
    AsideWay,
    aside_parts,
    aside_ways,
    check_view,
    decided_drafts,
    problem_rows,
)


class ReturnService:
    """Holds the returns that are open, what the check found and what was settled."""

    def __init__(self) -> None:
        self._revisions: tuple[DraftRevision, ...] = ()
        self._returns: Returns | None = None
        self._result: CheckResult | None = None
        self._decisions = Decisions()
        self._settled = NOTHING_SETTLED
        self._ways: dict[int, list[AsideWay]] = {}
        """The ways to set aside that were asked for, by problem; two may be asked at once."""
        self.tally: ReviewTally | None = None
        """The counts behind the review rates, when the returns are ready."""

    def __repr__(self) -> str:
        return "ReturnService(...)"

    def clear(self) -> None:
        """Forget the returns; what was decided stays for when they are checked again."""
        self._returns = self._result = self.tally = None

    def check(
        self,
        revisions: tuple[DraftRevision, ...],
        files: Sequence[tuple[int, object, str]],
        progress: Progress,
        cancel: CancelToken,
    ) -> Checked:
        """Read the return files (number, stamp, path) and answer what is wrong with them.

        What was decided holds as long as what it was made for is the same.
        """
        self.clear()
        paths = [path for _, _, path in files]
        returns = read_returns(revisions, paths, progress=progress, cancel=cancel)
        self._decisions.take(returns, paths, [stamp for _, stamp, _ in files])
        self._revisions, self._returns = revisions, returns
        return self._judge(cancel)

    def settle(self, decision: Decision) -> Checked:
        """Apply one decision of the coordinator and answer what the check finds then.

        Raises EvaluationError as ``Decisions.record`` does; nothing is recorded then.
        """
        self._read()
        match decision:
            case RecordReason(draft, reason, adjudicated):
                self._decisions.record(draft, reason, adjudicated)
            case ForgetReason(draft):
                self._decisions.forget(draft)
            case ForgetGone(draft):
                self._decisions.forget_gone(draft)
            case SetAside(problem, choice):
                self._set_aside(problem, choice)
            case PutBack(part):
                parts = aside_parts(self._found(), self._settled)
                if part < len(parts):  # else it was put back already
                    self._decisions.put_back(parts[part].file)
        return self._judge(None)

    def draft(self, draft: int) -> DraftReason:
        """Answer what can settle a draft, and what was decided about it."""
        self._read()
        decided = self._decisions.of_draft(draft)
        return DraftReason(
            draft,
            can=self._decisions.can_settle(draft),
            decided=decided is not None,
            again=decided is not None and draft not in self._settled.reasons,
            reason=decided[0] if decided is not None else None,
            adjudicated=decided is not None and decided[1],
        )

    def reasons(self) -> Reasons:
        """Answer which drafts have a reason, and which were adjudicated: when she asks for it."""
        self._read()
        return Reasons(decided_drafts(self._decisions.listed(self._settled)))

    def slip(self, file: int) -> Slip:
        """Answer the correction slip of a file."""
        return Slip(correction_slip(self._found(), file))

    def choices(self, problem: int) -> Choices:
        """Answer the ways to set aside what a problem is about."""
        returns, problems = self._read(), self._found().problems
        if problem >= len(problems):  # it was asked before a decision took it away
            raise EvaluationError("nothing_to_write")
        ways = self._ways[problem] = aside_ways(returns, problems[problem], self._settled)
        return Choices(tuple(way.choice for way in ways))

    def save_combined(self, path: str, inputs: Sequence[str], *, ready: bool) -> Checked:
        """Write the rows that count as one return file, and check what was written.

        Raises EvaluationError ``returns_not_ready``, or ``written_file_differs``
        when what was read back is not what was written, or not ready.
        """
        if ready and not self._found().ready:
            raise EvaluationError("returns_not_ready")
        check_output(path, inputs)
        payload = combine(self._read(), self._settled)
        data = (json.dumps(payload, sort_keys=True, indent=1) + "\n").encode("ascii")
        write_atomically(path, data, inputs)
        with open_regular(path) as (file, size):
            unlike = size != len(data) or file.read() != data
        again = read_returns(self._revisions, [path])
        if unlike or (ready and not judge(again).ready):
            raise EvaluationError("written_file_differs")
        self._decisions.saved(again, self._settled)
        return self._judge(None)

    def save_drafts(self, drafts: str, path: str, inputs: Sequence[str]) -> DraftsSaved:
        """Write the drafts that are listed for adjudication as a drafts file of their own.

        They are read again from the drafts file; ``file_changed`` if it is another one now.
        """
        numbers = {
            draft
            for problem in self._found().problems
            if problem.owner == COMMITTEE
            for draft in problem.drafts
        }
        numbers = {number for number in numbers if number <= len(self._revisions)}
        check_output(path, inputs)
        chosen = []
        for number, draft in enumerate(read_drafts(drafts), 1):
            if number in numbers:
                known = self._revisions[number - 1 : number]
                if not known or known[0].revision != draft.revision:
                    raise EvaluationError("file_changed")
                chosen.append(_draft_record(draft))
        if not numbers:
            raise EvaluationError("nothing_to_write")
        if len(chosen) < len(numbers):
            raise EvaluationError("file_changed")
        document = {"schema_version": DRAFTS_SCHEMA, "encounters": chosen}
        write_atomically(path, (json.dumps(document, indent=1) + "\n").encode("ascii"), inputs)
        return DraftsSaved(len(chosen))

    def _judge(self, cancel: CancelToken | None) -> Checked:
        returns = self._read()
        self.tally = None
        self._ways = {}  # they are of the former problems, and name files by old numbers
        settled = self._settled = self._decisions.settled()
        self._result = judge(returns, settled, cancel=cancel)
        if self._result.ready:
            self.tally = tally_of(returns, settled)
        decisions = self._decisions
        view = check_view(
            self._result,
            settled,
            recorded=decisions.is_any_recorded,
            carried=any(holds_several_reviewers(returns, f.number) for f in returns.files),
            gone=decisions.are_some_gone,
            unsaved=decisions.is_unsaved(settled),
            unkept=decisions.is_unkept(settled),
        )
        return Checked(view, problem_rows(self._result.problems))

    def _read(self) -> Returns:
        if self._returns is None:
            raise EvaluationError("nothing_to_write")
        return self._returns

    def _found(self) -> CheckResult:
        if self._result is None:
            raise EvaluationError("nothing_to_write")
        return self._result

    def _set_aside(self, problem: int, key: str) -> None:
        for way in self._ways.get(problem, ()):
            if way.choice.key != key:
                continue
            if way.back is not None:
                self._decisions.put_back(way.back)
            elif way.file is not None:
                self._decisions.set_aside(way.file)
            else:
                rows: defaultdict[int, list[int]] = defaultdict(list)
                for file, row in way.rows:
                    rows[file].append(row)
                for file, numbers in rows.items():
                    self._decisions.set_aside(file, numbers)


def _draft_record(draft: AmbientDraft) -> dict[str, Any]:
    return {
        "blinded_case_id": draft.blinded_case_id,
        "text_digest": draft.text_digest,
        "truth": [_fact_record(fact) for fact in draft.truth],
        "statements": [_fact_record(fact) for fact in draft.statements],
    }


def _fact_record(fact: AmbientFact) -> dict[str, Any]:
    record: dict[str, Any] = {name: getattr(fact, name) for name in fact.__slots__}
    return {**record, "citations": list(fact.citations)}
