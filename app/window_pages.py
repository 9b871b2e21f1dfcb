"""The pages of the window; each is made when it is first shown or asked for.

The start page alone is there from the beginning, so that the window is shown
soon. ``make_next`` makes the others while nobody waits for them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, cast

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.actions import AGREEMENT, CHECK, CLAIMS, METRICS, PAGES, RELEASE
from app.pages.start import StartPage
from app.theme import Theme
from app.widgets.density import Density

if TYPE_CHECKING:
    from app.pages.claims import ClaimsPage
    from app.pages.draft_metrics import DraftMetricsPage
    from app.pages.release_check import ReleaseCheckPage
    from app.pages.return_check import ReturnCheckPage
    from app.pages.review_agreement import ReviewAgreementPage

_START = 0
_NAMES = ("start", "check", "metrics", "agreement", "claims", "release")
"""The properties below, in the order of the pages."""
_LIKELY_FIRST = (METRICS, CHECK, AGREEMENT, CLAIMS, RELEASE)
_REST = 100
"""Milliseconds after the window is shown until the first of the other pages is made."""
_Kind = TypeVar("_Kind", bound=QWidget)


class WindowPages(QStackedWidget):
    """Start, return check, draft metrics, review agreement, unsupported claims, release check."""

    open_requested = Signal()
    made = Signal(int)
    """The number of a page that was made just now; it is to be connected and filled."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pages")
        self._theme = theme
        self._density = Density.WIDE
        self._pages: dict[int, QWidget] = {}
        start = self._pages[_START] = StartPage(theme)
        self.addWidget(start)
        start.open_requested.connect(self.open_requested)
        for _ in PAGES[1:]:
            self.addWidget(QWidget(self))  # keeps the place of a page that is not made yet
        self._read: set[int] = set()
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST)
        self._rest.timeout.connect(self._make_rest)

    @property
    def start(self) -> StartPage:
        """The start page."""
        return cast(StartPage, self._pages[_START])

    @property
    def check(self) -> ReturnCheckPage:
        """The page of the return check."""
        from app.pages.return_check import ReturnCheckPage

        return self._page(CHECK, ReturnCheckPage)

    @property
    def metrics(self) -> DraftMetricsPage:
        """The page of the draft metrics."""
        from app.pages.draft_metrics import DraftMetricsPage

        return self._page(METRICS, DraftMetricsPage)

    @property
    def agreement(self) -> ReviewAgreementPage:
        """The page of the review rates."""
        from app.pages.review_agreement import ReviewAgreementPage

        return self._page(AGREEMENT, ReviewAgreementPage)

    @property
    def claims(self) -> ClaimsPage:
        """The page of unsupported claims."""
        from app.pages.claims import ClaimsPage

        return self._page(CLAIMS, ClaimsPage)

    @property
    def release(self) -> ReleaseCheckPage:
        """The page of the release check."""
        from app.pages.release_check import ReleaseCheckPage

        return self._page(RELEASE, ReleaseCheckPage)

    def is_made(self, number: int) -> bool:
        """Whether a page is there already."""
        return number in self._pages

    def make_next(self) -> bool:
        """Make one more page; False if all are there."""
        missing = [number for number in _LIKELY_FIRST if number not in self._pages]
        if missing:
            self._make(missing[0])
        return len(missing) > 1

    def set_theme(self, theme: Theme) -> None:
        """Make pages in another look from now on; those that are there are told as all widgets."""
        self._theme = theme

    def set_density(self, density: Density) -> None:
        """Fit the pages to a wide, medium or narrow window."""
        self._density = density
        for page in self._pages.values():
            cast(StartPage, page).set_density(density)

    def widget(self, index: int) -> QWidget:
        """Return a page, made if it is not there yet."""
        self._make(index)
        return self._at(index)

    def setCurrentIndex(self, index: int) -> None:
        self._make(index)
        super().setCurrentIndex(index)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._rest.start()

    def _make_rest(self) -> None:
        """Read the code of a page or make it, one each time that there is nothing else to do."""
        missing = next((n for n in _LIKELY_FIRST if n not in self._pages), None)
        if missing is not None and missing not in self._read:
            self._read.add(missing)
            _read_code(missing)
            self._rest.start(0)
        elif self.make_next():
            self._rest.start(0)

    def _at(self, number: int) -> QWidget:
        return cast(QWidget, super().widget(number))

    def _make(self, number: int) -> None:
        if 0 <= number < len(_NAMES):
            getattr(self, _NAMES[number])

    def _page(self, number: int, make: Callable[[Theme], _Kind]) -> _Kind:
        if number not in self._pages:
            page = cast(StartPage, make(self._theme))  # all pages have what is used of it here
            page.set_density(self._density)
            self._pages[number] = page
            self._put(number, page)
            page.open_requested.connect(self.open_requested)
            self.made.emit(number)
        return cast(_Kind, self._pages[number])

    def _put(self, number: int, page: QWidget) -> None:
        """Put a page into its place, also in the order in which Tab goes through the window."""
        place = self._at(number)
        shown = super().currentWidget() is place
        inner = [page, *_in_tab_order(page)]
        with QSignalBlocker(self):
            self.insertWidget(number, page)
            before: QWidget = place
            for widget in inner:
                if widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
                    QWidget.setTabOrder(before, widget)
                    before = widget
            self.removeWidget(place)
            if shown:
                super().setCurrentIndex(number)
        place.deleteLater()


def _read_code(number: int) -> None:
    """Import what a page is made of, which takes as long as making it."""
    if number == CHECK:
        import app.pages.return_check
    elif number == METRICS:
        import app.pages.draft_metrics
    elif number == AGREEMENT:
        import app.pages.review_agreement
    elif number == CLAIMS:
        import app.pages.claims
    elif number == RELEASE:
        import app.pages.release_check  # noqa: F401 (all of these)


def _in_tab_order(page: QWidget) -> list[QWidget]:
    """Return what Tab goes through in a page that is in no window yet."""
    found: list[QWidget] = []
    widget = page.nextInFocusChain()
    while widget is not None and widget is not page:
        found.append(widget)
        widget = widget.nextInFocusChain()
    return found
