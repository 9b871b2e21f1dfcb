"""What the window asks the evaluator, and what it is answered: one class for each message.

``codec`` carries them over a pipe. No message prints anything of what it holds. ``METHODS``
of ``evaluation`` lists what is done for each request.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    Literal,
    NamedTuple,
    Self,
    TypeVar,
    dataclass_transform,
    get_args,
)

from ..disclosure.findings import Remedy, Words

if TYPE_CHECKING:  # the window reads no file, and starts without it
    from ..io.json_reader import CancelToken, Progress

Answer = TypeVar("Answer")
Message = TypeVar("Message")
Held = TypeVar("Held")

Report = dict[str, Any]
"""A draft or review report, or what is shown of a claims report, as JSON types; not changed."""
Stamp = tuple[int, int, int, int]
"""Changes when a file is written anew: times of writing and of change, size, inode."""
Turn = Literal["reviewer", "committee", "coordinator"]
Action = Literal["slip", "reason", "aside"]
Tone = Literal["bad", "warning", "info", "good", "waiting"]


_WHERE = re.compile(r"[\w<>.-]{1,100}")


class Watch(NamedTuple):
    """How what takes long tells how far it is, and hears that it is to stop."""

    progress: Progress
    cancel: CancelToken


class Request(Generic[Answer]):
    """Asks for an ``Answer``, which names the class of what comes back."""

    @classmethod
    def answer_type(cls) -> type[Answer]:
        """Return the class of the answer."""
        answer: type[Answer] = get_args(cls.__orig_bases__[0])[0]  # type: ignore[attr-defined]
        return answer

    @classmethod
    def done_by(
        cls, held: type[Held], method: Callable[[Held, Self, Watch], Answer]
    ) -> tuple[type[Self], Callable[[Held, Self, Watch], Answer]]:
        """Return the request and what does it, by what ``held`` is; mypy sees if they fit."""
        return cls, method


@dataclass_transform(frozen_default=True)
def _message(message: type[Message]) -> type[Message]:
    # frozen for the type checker alone: to make them so takes longer than all else here
    return dataclass(repr=False, eq=False)(message)


# what goes wrong


@_message
class Fault:
    """What is wrong, in words without a value: ``place`` is "" for no place."""

    code: str
    advice: str = ""
    place: str = ""
    file: int | None = None


@_message
class Crash:
    """An error of the program: the module, line and type where it happened."""

    where: str

    def is_sound(self) -> bool:
        """Tell whether it names a place in the program and nothing else: it is shown."""
        return _WHERE.fullmatch(self.where) is not None


@_message
class Done:
    """It was done."""


# files


@_message
class Opened:
    """Of what kind a file is, and which version of it was read, or what is wrong with it."""

    kind: str
    stamp: Stamp | None
    fault: Fault | None = None
    claims: bool = False
    evidence: bool = False
    saved_again: bool = False
    """Whether another program saved this report again, and wrote its numbers otherwise."""


@_message
class Open(Request[Opened]):
    """Read a file of any kind, and hold it under this number."""

    file: int
    path: str


@_message
class Close(Request[Done]):
    """Forget files."""

    files: tuple[int, ...]


@_message
class Stamps:
    """The stamp of each file, None for one that is not there."""

    stamps: tuple[Stamp | None, ...]


@_message
class ReadStamps(Request[Stamps]):
    """Look which versions of files are on disk."""

    paths: tuple[str, ...]


# reports


@_message
class Reported:
    """The reports that there are."""

    drafts: Report | None
    reviews: Report | None


@_message
class MakeReports(Request[Reported]):
    """Compute the reports of a drafts file and the returns that were checked with it.

    ``saved`` are numbers of saved reports that are shown instead, one of a kind at most.
    """

    drafts: int | None
    minimum_cell_size: int
    saved: tuple[int, ...] = ()


@_message
class ClaimsScored:
    """What is shown of the claims report, or what is wrong with the files together."""

    claims: Report | None
    fault: Fault | None = None


@_message
class ScoreClaims(Request[ClaimsScored]):
    """Score claims files together, or show a saved report; progress is in bootstrap draws."""

    files: tuple[int, ...]
    saved: int | None = None


@_message
class WriteClaims(Request[Done]):
    """Write the claims report's own JSON or Markdown, and none of ``inputs`` over."""

    form: Literal["json", "markdown"]
    path: str
    inputs: tuple[str, ...]


# the return check


@_message
class Problem:
    """A problem as a list shows it."""

    __slots__ = (
        *("id", "turn", "files", "file_text", "row_text", "field", "message", "hint"),
        *("draft", "actions", "order", "tone"),
    )
    id: int
    turn: Turn
    files: tuple[int, ...]
    file_text: str
    row_text: str
    field: str
    message: str
    hint: str
    draft: int | None
    """The number of its draft, if it is about one."""
    actions: tuple[Action, ...]
    order: tuple[int, int]
    """File and row that it is sorted by; 0 for no file, and for a whole file."""
    tone: Tone


@_message
class CheckedFile:
    """What the return check says of a file."""

    number: int
    rows: int
    aside: int
    """How many of its rows are set aside."""
    problems: int
    state: str
    tone: Tone


@_message
class AsidePart:
    """What is set aside of a file."""

    id: int
    file: int
    label: str
    detail: str


@_message
class Check:
    """What the return check says besides its problems.

    What was decided about drafts is not in it, nor how many they are: see ``ListReasons``.
    """

    ready: bool
    verdict: str
    detail: str
    counts: dict[str, int]
    """Problems by whose turn it is."""
    all_compared: bool
    """Whether it is known of all drafts if their reviewers agree."""
    rows: int
    """Rows that count."""
    files: tuple[CheckedFile, ...]
    aside: tuple[AsidePart, ...]
    recorded: bool
    """Whether a reason was recorded in this session."""
    carried: bool
    """Whether a file carries what was decided before."""
    gone: bool
    """Whether some is decided about drafts that are not in the drafts file."""
    unsaved: bool
    """Whether something was decided that no file holds yet."""
    unkept: bool
    """Whether something was decided that no file can hold, as things are now."""


@_message
class Checked:
    """What the check finds now; None where there is nothing to check."""

    check: Check | None
    problems: tuple[Problem, ...] = ()
    """On a pipe they come before it, in parts."""
    stamps: tuple[Stamp | None, ...] = ()
    """Which versions of the files were read, if they were."""


@_message
class CheckReturns(Request[Checked]):
    """Read the return files, pairs of number and path, and check them with the drafts."""

    drafts: int | None
    files: tuple[tuple[int, str], ...]


@_message
class RecordReason(Request[Checked]):
    """Record why the reviewers of a draft differ; None is that there is no reason."""

    draft: int
    reason: str | None
    adjudicated: bool


@_message
class ForgetReason(Request[Checked]):
    """Take back what was decided about a draft."""

    draft: int


@_message
class ForgetGone(Request[Checked]):
    """Take back what was decided about a draft that is not in the drafts file any more."""

    draft: int


@_message
class SetAside(Request[Checked]):
    """Set aside what a choice of ``ListChoices`` is about."""

    problem: int
    choice: str


@_message
class PutBack(Request[Checked]):
    """Let a part count again that is set aside, by its place in the list of such parts."""

    part: int


Decision = RecordReason | ForgetReason | ForgetGone | SetAside | PutBack


@_message
class DraftReason:
    """What can settle a draft, and what was decided about it."""

    draft: int
    can: Literal["reason", "none", ""]
    decided: bool
    again: bool
    """Whether it was decided for something else than there is now."""
    reason: str | None
    adjudicated: bool


@_message
class FindReason(Request[DraftReason]):
    """Look what was decided about a draft."""

    draft: int


@_message
class DecidedDraft:
    """What was decided about a draft, in words."""

    draft: int
    text: str
    changed: str
    """What has changed since, "" for nothing."""
    gone: bool
    in_file: bool


@_message
class Reasons:
    """What was decided about drafts."""

    reasons: tuple[DecidedDraft, ...]


@_message
class ListReasons(Request[Reasons]):
    """Tell what was decided about all drafts: their number may tell a suppressed count."""


@_message
class Choice:
    """One way to set aside what a problem is about."""

    key: str
    label: str
    detail: str


@_message
class Choices:
    """The ways to set aside what a problem is about."""

    choices: tuple[Choice, ...]


@_message
class ListChoices(Request[Choices]):
    """Look how what a problem is about can be set aside."""

    problem: int


@_message
class Slip:
    """A correction slip."""

    text: str


@_message
class WriteSlip(Request[Slip]):
    """Compose the correction slip of a return file, by its place in the check."""

    file: int


@_message
class SaveCombined(Request[Checked]):
    """Write the rows that count as one return file; ``ready``: only if nothing is open."""

    ready: bool
    path: str
    inputs: tuple[str, ...]


@_message
class DraftsSaved:
    """How many drafts were written."""

    drafts: int


@_message
class SaveDrafts(Request[DraftsSaved]):
    """Write the drafts that are for adjudication as a drafts file of their own."""

    drafts: str
    """The path of the drafts file, which is read again."""
    path: str
    inputs: tuple[str, ...]


# the disclosure check


@_message
class EarlierOpened:
    """The kind of an earlier report, its version on disk, and its digest or what is wrong."""

    kind: str
    stamp: Stamp | None
    digest: str = ""
    fault: Fault | None = None


@_message
class OpenEarlier(Request[EarlierOpened]):
    """Read a report that was published before: it is compared with, and not shown."""

    file: int
    path: str


@_message
class CloseEarlier(Request[Done]):
    """Forget an earlier report."""

    file: int


@_message
class NoteClaims(Request[Done]):
    """Remember that the claims report left the program in this session."""


@_message
class ForgetClaims(Request[Done]):
    """Forget all claims reports that left the program in this session."""


@_message
class Finding:
    """One thing that what is open gives away: see ``evalcore.disclosure.findings``."""

    kind: str
    metrics: tuple[str, ...]
    slices: tuple[str, ...]
    earlier: bool
    words: Words


@_message
class Disclosure:
    """What everything that is open gives away, and what removes it, smallest change first."""

    findings: tuple[Finding, ...]
    few_encounters: tuple[str, ...]
    """Draft metrics with a shown slice that rests on fewer encounters than the minimum."""
    few: Words | None
    """That this is so."""
    remedies: tuple[Remedy, ...]


@_message
class CheckDisclosure(Request[Disclosure]):
    """Judge everything that is open, as one, with what was published before.

    ``drafts`` is the number of the drafts file; ``earlier`` are numbers given to
    ``OpenEarlier`` (fault ``evaluator_stopped`` if one is not held); ``exported`` are draft
    and review reports that left in this session and may have been at another minimum or of
    files that have changed since (those that are open as they were count once).
    ``reviewers_per_draft`` None is two; of returns that are open it is known. It judges the
    last results of ``MakeReports`` and ``ScoreClaims``.
    """

    drafts: int | None
    minimum_cell_size: int
    earlier: tuple[int, ...]
    exported: tuple[Report, ...]
    reviewers_per_draft: int | None
