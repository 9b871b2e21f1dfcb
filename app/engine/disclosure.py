"""What the disclosure check says, in the words that the window shows of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Literal

from evalcore.disclosure.findings import CANNOT_BE_JUDGED, SMALL_CLAIMS, Remedy, Words
from evalcore.disclosure.findings import CLAIMS as CLAIMS_METRIC
from evalcore.metrics import METRICS, RATES
from evalcore.service.protocol import Disclosure, Finding


class Part(Enum):
    """What goes out, in whole or in part."""

    DRAFTS = auto()
    REVIEWS = auto()
    CLAIMS = auto()


class Standing(Enum):
    """Where the disclosure check stands. Only ``NOTHING`` and ``CLEAR`` let an export pass."""

    NOTHING = auto()
    """Nothing is open that could be released."""
    CHECKING = auto()
    CLEAR = auto()
    """Everything open was judged, and nothing was found."""
    OPEN = auto()
    """There is a finding, or a figure that rests on few encounters."""
    FAILED = auto()
    """There is no answer: it was cancelled, or something could not be used."""


Badge = Literal["good", "warning", "bad", "waiting"]


@dataclass(frozen=True, slots=True, repr=False)
class DisclosureState:
    """The answer of the evaluator, or why there is none; it prints nothing of itself."""

    standing: Standing = Standing.NOTHING
    findings: Sequence[Finding] = ()
    few: Words | None = None
    """That shown figures rest on few encounters."""
    remedies: Sequence[Remedy] = ()
    """Smallest change first."""
    fault: str = ""
    """What to do where there is no answer."""

    @property
    def passes(self) -> bool:
        """Whether an export needs no second step."""
        return self.standing in (Standing.NOTHING, Standing.CLEAR)

    def about(self, parts: Collection[Part]) -> DisclosureState:
        """Return what is said of these parts alone: no kind of report tells of another."""
        if self.standing is not Standing.OPEN:
            return self
        findings = tuple(f for f in self.findings if _part_of(f) in (*parts, None))
        few = self.few if Part.DRAFTS in parts else None
        standing = Standing.OPEN if findings or few else Standing.CLEAR
        return replace(self, standing=standing, findings=findings, few=few)

    @property
    def judged(self) -> bool:
        """Whether there is an answer, and every part of it is a judgement."""
        if self.standing not in (Standing.CLEAR, Standing.OPEN):
            return False
        return not any(finding.kind == CANNOT_BE_JUDGED for finding in self.findings)

    @property
    def revealed(self) -> bool:
        """Whether anything can be worked out, or is shown, that is too small."""
        return any(finding.kind != CANNOT_BE_JUDGED for finding in self.findings)


def _part_of(finding: Finding) -> Part | None:
    """Return what a finding is about; None if that is not known.

    "unsupported" is a metric of drafts and of claims; the kind tells them apart.
    """
    metrics = set(finding.metrics)
    if finding.kind == SMALL_CLAIMS or CLAIMS_METRIC in metrics:
        return Part.CLAIMS
    if metrics & set(RATES):
        return Part.REVIEWS
    return Part.DRAFTS if metrics & set(METRICS) else None


CLAIMS_LOST = Finding(
    CANNOT_BE_JUDGED,
    ("claims",),
    (),
    earlier=True,
    words=Words(
        "Claims",
        "cannot be judged, because the evaluation stopped and no longer knows the claims that "
        "went out in this session. Compare with that export, then leave this out",
    ),
)
NOT_COMPARED = Finding(
    CANNOT_BE_JUDGED,
    (),
    (),
    earlier=True,
    words=Words(
        "Earlier reports",
        "cannot be judged, because one that was chosen could not be compared. Choose it again, "
        "or leave it out",
    ),
)


def state_of(answer: Disclosure, known: Sequence[Finding] = ()) -> DisclosureState:
    """Return what the evaluator says, after what is ``known`` here."""
    findings = (*known, *answer.findings)
    standing = Standing.OPEN if findings or answer.few else Standing.CLEAR
    return DisclosureState(standing, findings, answer.few, answer.remedies)


def badge_of(state: DisclosureState) -> tuple[str, Badge]:
    """Return the one or two words at the page's tab, and their tone; "" for none."""
    match state.standing:
        case Standing.NOTHING:
            return "", "waiting"
        case Standing.CHECKING:
            return "checking", "waiting"
        case Standing.CLEAR:
            return "clear", "good"
        case Standing.FAILED:
            return "not judged", "warning"
    if state.revealed:
        return "findings", "bad"
    return ("to look at" if state.judged else "not judged"), "warning"


def verdict_of(state: DisclosureState) -> str:
    """Return the verdict as one short line."""
    match state.standing:
        case Standing.NOTHING:
            return "Nothing is open to check"
        case Standing.CHECKING:
            return "The disclosure check is still running"
        case Standing.CLEAR:
            return "No finding"
        case Standing.FAILED:
            return "There is no answer yet"
    if state.revealed:
        # several ways together: the most general says it
        earlier = all(f.earlier for f in state.findings if f.kind != CANNOT_BE_JUDGED)
        shown = all(f.kind == SMALL_CLAIMS for f in state.findings)
        if earlier:
            return "With an earlier report, hidden counts can be worked out"
        return "Small counts are shown" if shown else "Hidden counts can be worked out"
    return "Figures rest on few encounters" if state.judged else "This cannot be judged"


def detail_of(state: DisclosureState, compared: int) -> str:
    """Return the line below the verdict; ``compared`` earlier reports were taken in."""
    match state.standing:
        case Standing.NOTHING:
            return ""
        case Standing.CHECKING:
            return "Until it is done, everything counts as if there were a finding."
        case Standing.FAILED:
            return f"{state.fault} Until it is judged, it counts as if there were a finding."
        case Standing.CLEAR:
            return f"Nothing hidden can be worked out from what is open{_compared(compared)}"
    if state.revealed:
        return "Anyone who puts together what goes out can do so."
    if state.judged:
        return "The minimum cell size counts facts and statements. The patients may be far fewer."
    return "The reports do not fit together. What they give away is not known."


def _compared(number: int) -> str:
    if number == 0:
        return ". It was not compared with any earlier report."
    reports = "report" if number == 1 else "reports"
    return f", nor together with the earlier {reports}."
