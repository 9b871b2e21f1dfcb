"""Pages that are made when they are first needed are as good as if they had been there."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from window_help import Study, draft_report, draft_texts, open_and_settle, shown_drafts

from app.shell.main_window import MainWindow
from app.shell.pages import CHECK, METRICS, PAGES

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def bare(qtbot: QtBot) -> Iterator[MainWindow]:
    """A window in which no page was asked for, and that makes none by itself."""
    window = MainWindow()
    window.show()
    window.pages._rest.stop()
    yield window
    window.close()
    window.deleteLater()


def chain(window: MainWindow) -> list[str]:
    """The widgets that Tab can reach now, in its order, by kind and name."""
    found: list[str] = []
    widget: QWidget | None = window.nextInFocusChain()
    while widget is not None and widget is not window:
        if widget.focusPolicy().value and widget.objectName() and widget.isVisible():
            found.append(f"{type(widget).__name__} {widget.objectName()}")
        widget = widget.nextInFocusChain()
    return found


def test_a_page_made_late_shows_what_was_opened_before(
    qtbot: QtBot, bare: MainWindow, study: Study
) -> None:
    bare.pages.setCurrentIndex(CHECK)  # so that opening does not change to the metrics
    assert not bare.pages.is_made(METRICS)
    open_and_settle(qtbot, bare, study.drafts)
    assert not bare.pages.is_made(METRICS)
    bare.pages.setCurrentIndex(METRICS)
    assert bare.pages.currentWidget() is bare.metrics
    assert shown_drafts(bare) == draft_texts(draft_report(study.drafts))


def test_tab_goes_the_same_way_whenever_the_pages_were_made(
    bare: MainWindow, window: MainWindow
) -> None:
    for number in reversed(range(len(PAGES))):
        bare.pages.setCurrentIndex(number)
        window.pages.setCurrentIndex(number)
        assert len(chain(bare)) > 2
        assert chain(bare) == chain(window), PAGES[number].title


def test_the_other_pages_are_made_after_the_window_is_shown(qtbot: QtBot, bare: MainWindow) -> None:
    bare.pages._rest.start()
    qtbot.waitUntil(lambda: all(map(bare.pages.is_made, range(len(PAGES)))))
    assert bare.pages.currentWidget() is bare.start


def test_the_window_is_shown_without_what_only_its_other_pages_need() -> None:
    code = (
        "import sys, app.shell.main_window\n"
        "late = ('app.export', 'app.pages.returns.page', 'app.pages.draft_metrics.page',"
        " 'evalcore.service.process', 'evalcore.service.evaluation',"
        " 'evalcore.documents.document', 'subprocess')\n"
        "print(*[name for name in late if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout.split(), done.returncode) == ([], 0)
