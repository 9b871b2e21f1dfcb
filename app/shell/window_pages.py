"""The pages of the window; each is made when it is first shown or asked for.

The start page alone is there from the beginning, so that the window is shown
soon. ``make_next`` makes the others while nobody waits for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.kit.density import Density
from app.kit.theme import Theme
from app.shell.pages import AGREEMENT, CHECK, CLAIMS, DISCLOSURE, METRICS, PAGES, START

if TYPE_CHECKING:
    from app.pages.claims.page import ClaimsPage
    from app.pages.disclosure.page import DisclosurePage
    from app.pages.draft_metrics.page import DraftMetricsPage
    from app.pages.returns.page import ReturnCheckPage
    from app.pages.review_agreement.page import ReviewAgreementPage
    from app.pages.start.page import StartPage

_LIKELY_FIRST = sorted(range(len(PAGES)), key=lambda number: number != METRICS)
"""The order in which pages are made while nobody waits for them."""
_REST = 100
"""Milliseconds after the window is shown until the first of the other pages is made."""


class WindowPages(QStackedWidget):
    """Start, return check, draft metrics, review agreement, claims, disclosure check."""

    open_requested = Signal()
    made = Signal(int)
    """The number of a page that was made just now; it is to be connected and filled."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pages")
        self._theme = theme
        self._density = Density.WIDE
        self._pages: dict[int, QWidget] = {}
        for number in range(len(PAGES)):
            # another widget keeps the place of a page that is not made yet
            self.addWidget(self._made_page(number) if number == START else QWidget(self))
        self._read: set[int] = set()
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST)
        self._rest.timeout.connect(self._make_rest)

    @property
    def start(self) -> StartPage:
        """The start page."""
        return cast("StartPage", self.widget(START))

    @property
    def check(self) -> ReturnCheckPage:
        """The page of the return check."""
        return cast("ReturnCheckPage", self.widget(CHECK))

    @property
    def metrics(self) -> DraftMetricsPage:
        """The page of the draft metrics."""
        return cast("DraftMetricsPage", self.widget(METRICS))

    @property
    def agreement(self) -> ReviewAgreementPage:
        """The page of the review rates."""
        return cast("ReviewAgreementPage", self.widget(AGREEMENT))

    @property
    def claims(self) -> ClaimsPage:
        """The page of unsupported claims."""
        return cast("ClaimsPage", self.widget(CLAIMS))

    @property
    def disclosure(self) -> DisclosurePage:
        """The page of the disclosure check."""
        return cast("DisclosurePage", self.widget(DISCLOSURE))

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
            cast("StartPage", page).set_density(density)

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
            PAGES[missing].load()  # which takes as long as making it
            self._rest.start(0)
        elif self.make_next():
            self._rest.start(0)

    def _at(self, number: int) -> QWidget:
        return cast(QWidget, super().widget(number))

    def _make(self, number: int) -> None:
        if number not in self._pages and 0 <= number < len(PAGES):
            self._put(number, self._made_page(number))
            self.made.emit(number)

    def _made_page(self, number: int) -> QWidget:
        page = self._pages[number] = cast("StartPage", PAGES[number].load()(self._theme))
        page.set_density(self._density)
        page.open_requested.connect(self.open_requested)
        return page

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


def _in_tab_order(page: QWidget) -> list[QWidget]:
    """Return what Tab goes through in a page that is in no window yet."""
    found: list[QWidget] = []
    widget = page.nextInFocusChain()
    while widget is not None and widget is not page:
        found.append(widget)
        widget = widget.nextInFocusChain()
    return found
