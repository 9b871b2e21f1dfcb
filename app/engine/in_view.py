"""Which file's figures are shown, where several that are open could give those of a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.engine.open_files import FileKind, FileState, OpenFile

DRAFT_REPORT, REVIEW_REPORT, CLAIMS_REPORT = "draft_report", "review_report", "claims_report"
"""The evaluator's words for the saved reports; each is of one page."""
PAGES_OF = {
    FileKind.DRAFTS: (DRAFT_REPORT, REVIEW_REPORT),
    FileKind.REVIEWS: (REVIEW_REPORT,),
    FileKind.CLAIMS: (CLAIMS_REPORT,),
}
"""The reports that are computed of a kind of file."""


class InView:
    """Remembers what the user chose; what is computed comes before what was saved."""

    def __init__(self) -> None:
        self._chosen: dict[str, int] = {}

    def choose(self, file: OpenFile) -> None:
        """Show a saved report, or what is computed of another file."""
        if file.kind in (FileKind.REPORT, FileKind.CLAIMS_REPORT):
            self._chosen[file.report] = file.number
        else:
            for kind in PAGES_OF.get(file.kind, ()) if file.kind is not None else ():
                self._chosen.pop(kind, None)

    def saved(self, files: Iterable[OpenFile], kind: str) -> OpenFile | None:
        """Return the saved report of a kind that is shown; None if it is what is computed."""
        given = list(files)
        reports = saved_reports(given, kind)
        for file in reports:
            if file.number == self._chosen.get(kind):
                return file
        return reports[-1] if reports and not computed_of(given, kind) else None

    def shown(self, files: Iterable[OpenFile], kind: str) -> Sequence[OpenFile]:
        """Return the files whose figures are shown on the page of a kind."""
        given = list(files)
        saved = self.saved(given, kind)
        return computed_of(given, kind) if saved is None else (saved,)

    def marks(self, files: Iterable[OpenFile]) -> dict[int, bool]:
        """Tell of each file that is one of several of a kind whether its figures are shown."""
        given = list(files)
        marks: dict[int, bool] = {}
        for kind in (DRAFT_REPORT, REVIEW_REPORT, CLAIMS_REPORT):
            reports, computed = saved_reports(given, kind), computed_of(given, kind)
            if len(reports) + bool(computed) > 1:
                shown = {file.number for file in self.shown(given, kind)}
                for file in (*reports, *computed):
                    marks[file.number] = marks.get(file.number, False) or file.number in shown
        return marks


def saved_reports(files: Iterable[OpenFile], kind: str) -> list[OpenFile]:
    """Return the saved reports of a kind that were read."""
    return [f for f in files if f.state is FileState.READY and f.report == kind]


def computed_of(files: Sequence[OpenFile], kind: str) -> list[OpenFile]:
    """Return the files of which the figures of a kind are computed; none if they are not."""
    ready = [f for f in files if f.state is FileState.READY]
    if kind == CLAIMS_REPORT:
        return [f for f in ready if f.kind is FileKind.CLAIMS]
    drafts = [f for f in ready if f.kind is FileKind.DRAFTS]
    returns = [f for f in ready if f.kind is FileKind.REVIEWS]
    return drafts if kind == DRAFT_REPORT or not drafts else [*drafts, *returns]


def names_of(files: Sequence[OpenFile], kind: str) -> str:
    """Return whose figures these are, in short names: at most two, or one and a number."""
    if kind == REVIEW_REPORT and len(files) > 1:
        files = files[1:]  # the returns; the drafts are named on their own page
    names = [file.name for file in files]
    if len(names) < 3:
        return " and ".join(names)
    return f"{names[0]} and {len(names) - 1} more"
