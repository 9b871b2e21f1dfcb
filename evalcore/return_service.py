"""The return check of what is open: read once, settled step by step, saved as one file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from .ambient_drafts import AmbientDraft, AmbientFact, DraftRevision
from .ambient_reviews import ReviewTally, tally_reviews
from .check_view import aside_choices, aside_parts, check_view, problem_rows
from .combined_returns import carried_reasons, combine
from .correction_slip import correction_slip
from .drafts_file import read_drafts
from .errors import EvaluationError
from .files import check_output, open_regular, write_atomically
from .json_reader import CancelToken, Progress
from .return_check import CheckResult, Returns, judge, read_returns
from .return_words import COMMITTEE
from .settled import NO_REASON, NOTHING_SETTLED, Reason, Settled
from .vocabulary import DRAFTS_SCHEMA


class ReturnService:
    """Holds the returns that are open, what the check found and what was settled."""

    def __init__(self) -> None:
        self._revisions: tuple[DraftRevision, ...] = ()
        self._tokens: list[tuple[int, object]] = []
        self._returns: Returns | None = None
        self._result: CheckResult | None = None
        self._aside = NOTHING_SETTLED
        self._recorded: dict[int, Reason] = {}
        """Reasons that the coordinator recorded, by draft."""
        self._carried: dict[int, Reason] = {}
        """Reasons that a saved progress or combined file among the returns carries."""
        self._removed: set[int] = set()
        """Drafts whose carried reason the coordinator took away."""
        self._saved: dict[int, Reason] = {}
        self._choices: dict[int, list[dict[str, Any]]] = {}
        """The ways to set aside that were asked for, by problem; two may be asked at once."""
        self.tally: ReviewTally | None = None
        """The counts behind the review rates, when the returns are ready."""

    def __repr__(self) -> str:
        return "ReturnService(...)"

    def clear(self) -> None:
        """Forget the returns; recorded reasons stay for when the drafts are checked again."""
        self._returns = self._result = self.tally = None

    def check(
        self,
        revisions: tuple[DraftRevision, ...],
        files: Sequence[tuple[int, object, str]],
        progress: Progress,
        cancel: CancelToken,
    ) -> dict[str, Any]:
        """Read the return files (number, stamp, path) and answer what is wrong with them.

        What was settled stays with its file and its draft, unless the file was
        written anew or is gone.
        """
        self.clear()
        returns = read_returns(
            revisions, [path for _, _, path in files], progress=progress, cancel=cancel
        )
        tokens = [(number, stamp) for number, stamp, _ in files]
        self._move(tokens, revisions)
        self._revisions, self._tokens, self._returns = revisions, tokens, returns
        self._carried = carried_reasons(returns)
        return self._judge(cancel)

    def settle(self, change: dict[str, Any]) -> dict[str, Any]:
        """Apply one decision of the coordinator and answer what the check finds then."""
        match change["do"]:
            case "reason":
                draft = change["draft"]
                reasons = self._aside.record(draft, change["reason"], change["adjudicated"]).reasons
                self._recorded[draft] = reasons[draft]
            case "forget":
                self._recorded.pop(change["draft"], None)
                if change["draft"] in self._carried:
                    self._removed.add(change["draft"])
            case "aside":
                self._aside = self._set_aside(change["problem"], change["choice"])
            case "back":
                parts = aside_parts(self._found(), self._aside)
                if change["aside"] < len(parts):  # else it was put back already
                    self._aside = self._aside.file_back(parts[change["aside"]]["file"])
        return self._judge(None)

    def slip(self, file: int) -> dict[str, Any]:
        """Answer the correction slip of a file."""
        return {"text": correction_slip(self._found(), file)}

    def choices(self, problem: int) -> dict[str, Any]:
        """Answer the ways to set aside what a problem is about."""
        returns, problems = self._read(), self._found().problems
        if problem >= len(problems):  # it was asked before a decision took it away
            raise EvaluationError("nothing_to_write")
        choices = self._choices[problem] = aside_choices(returns, problems[problem])
        shown = ("key", "label", "detail")
        return {"choices": [{key: one[key] for key in shown} for one in choices]}

    def save_combined(self, path: str, inputs: Sequence[str], *, ready: bool) -> dict[str, Any]:
        """Write the rows that count as one return file, and check what was written.

        Raises EvaluationError ``returns_not_ready``, or ``written_file_differs``
        when what was read back is not what was written, or not ready.
        """
        if ready and not self._found().ready:
            raise EvaluationError("returns_not_ready")
        check_output(path, inputs)
        payload = combine(self._read(), self._settled())
        data = (json.dumps(payload, sort_keys=True, indent=1) + "\n").encode("ascii")
        write_atomically(path, data, inputs)
        with open_regular(path) as (file, size):
            unlike = size != len(data) or file.read() != data
        again = read_returns(self._revisions, [path])
        if unlike or (ready and not judge(again).ready):
            raise EvaluationError("written_file_differs")
        written = carried_reasons(again)
        self._saved = {
            draft: reason
            for draft, reason in self._settled().reasons.items()
            # one whose draft has too few rows by now is in no row, and would not come back
            if ready or reason[0] is None or written.get(draft) == reason
        }
        return self._judge(None)

    def save_drafts(self, drafts: str, path: str, inputs: Sequence[str]) -> dict[str, Any]:
        """Write the drafts that are for adjudication as a drafts file of their own.

        They are read again from the drafts file; ``file_changed`` if it is another one now.
        """
        numbers = {
            draft
            for problem in self._found().problems
            if problem.turn == COMMITTEE
            for draft in problem.drafts
        } | set(self._settled().reasons)
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
        return {"drafts": len(chosen)}

    def _settled(self) -> Settled:
        cleared = {n: NO_REASON for n in self._removed if n in self._carried}
        return self._aside.record_all({**self._carried, **cleared, **self._recorded})

    def _judge(self, cancel: CancelToken | None) -> dict[str, Any]:
        returns, settled = self._read(), self._settled()
        self.tally = None
        self._choices = {}  # they are of the former problems, and name files by old numbers
        self._result = judge(returns, settled, cancel=cancel)
        if self._result.ready:
            self.tally = tally_reviews(combine(returns, settled), self._revisions)
        kept = {**self._carried, **self._saved}
        unsaved = any(kept.get(n) != why for n, why in settled.reasons.items())
        unsaved = unsaved or any(n not in settled.reasons for n in kept)
        shown = settled
        for draft in self._removed - set(self._recorded):
            shown = shown.forget(draft)
        return {
            "check": check_view(self._result, shown, unsaved, self._carried),
            "problems": problem_rows(self._result.problems),
        }

    def _read(self) -> Returns:
        if self._returns is None:
            raise EvaluationError("nothing_to_write")
        return self._returns

    def _found(self) -> CheckResult:
        if self._result is None:
            raise EvaluationError("nothing_to_write")
        return self._result

    def _set_aside(self, problem: int, key: str) -> Settled:
        for choice in self._choices.get(problem, ()):
            if choice["key"] == key:
                if "file" in choice:
                    return self._aside.file_aside(choice["file"])
                return self._aside.rows_aside(choice["rows"])
        return self._aside

    def _move(
        self, tokens: Sequence[tuple[int, object]], revisions: Iterable[DraftRevision]
    ) -> None:
        """Keep what is settled by the new positions of files and drafts."""
        place = {token: position for position, token in enumerate(tokens, 1)}
        new = {old: place.get(token) for old, token in enumerate(self._tokens, 1)}
        files = {new.get(file) for file in self._aside.files}
        rows = {(new.get(file), row) for file, row in self._aside.rows}
        self._aside = Settled(
            frozenset(file for file in files if file is not None),
            frozenset((file, row) for file, row in rows if file is not None),
        )
        draft_of = {draft.blinded_case_id: n for n, draft in enumerate(revisions, 1)}
        moved = {
            old: draft_of.get(draft.blinded_case_id) for old, draft in enumerate(self._revisions, 1)
        }
        self._recorded = {n: why for old, why in self._recorded.items() if (n := moved.get(old))}
        self._saved = {n: why for old, why in self._saved.items() if (n := moved.get(old))}
        self._removed = {n for old in self._removed if (n := moved.get(old))}


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
