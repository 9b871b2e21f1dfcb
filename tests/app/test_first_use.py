"""What somebody who uses the program for the first time stumbles over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from disclosure_help import CLEAR, found
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QCompleter,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QRadioButton,
    QStyle,
    QStyleOptionFocusRect,
    QWidget,
)
from pytestqt.qtbot import QtBot
from widget_help import placed
from window_help import Study, open_and_settle, send_out, settle

from app.engine.disclosure import state_of
from app.kit.theme import Scheme, Theme
from app.pages.disclosure.dialog import WIDTH, DisclosureDialog
from app.pages.returns.aside_dialog import AsideDialog
from app.pages.returns.slip_dialog import SlipDialog
from app.platform.resource_files import sample_study
from app.shell.main_window import MainWindow
from evalcore.service.protocol import Choice

SCHEMES = pytest.mark.parametrize("scheme", ["light", "dark"])
QUESTION = (
    "Reasons were recorded that are not saved yet. Save progress keeps them. Close without them?"
)


@pytest.fixture
def plain(qapp: QApplication) -> Iterator[QApplication]:
    """The application, without a style sheet again afterwards."""
    yield qapp
    qapp.setStyleSheet("")


@pytest.fixture
def light(plain: QApplication) -> Theme:
    theme = Theme.for_scheme("light")
    theme.install(plain)
    return theme


def test_a_question_is_shown_whole(light: Theme, qtbot: QtBot) -> None:
    # without an icon: with one, the small screen of the tests alone makes the text wrap
    box = QMessageBox(QMessageBox.Icon.NoIcon, "Close?", QUESTION, QMessageBox.StandardButton.Yes)
    qtbot.addWidget(box)
    box.show()
    label = box.findChild(QLabel, "qt_msgbox_label")
    assert isinstance(label, QLabel)
    lines = Qt.TextFlag.TextWordWrap if label.wordWrap() else Qt.TextFlag.TextSingleLine
    wanted = label.fontMetrics().boundingRect(label.contentsRect(), lines, QUESTION)
    assert wanted.width() <= label.contentsRect().width()
    assert wanted.height() <= label.contentsRect().height()


@SCHEMES
def test_names_that_a_file_dialog_proposes_can_be_read(
    plain: QApplication, qtbot: QtBot, scheme: Scheme
) -> None:
    theme = Theme.for_scheme(scheme)
    theme.install(plain)
    edit = QLineEdit()
    qtbot.addWidget(edit)
    edit.setCompleter(QCompleter(["drafts.json", "return-1.json"], edit))
    completer = edit.completer()
    assert completer is not None
    popup = completer.popup()
    assert popup is not None
    popup.resize(300, 80)
    image = popup.grab().toImage()
    assert image.pixelColor(popup.width() - 30, popup.height() // 2) == QColor(
        theme.colours.surface
    )


@pytest.mark.parametrize("kind", [QPushButton, QCheckBox, QRadioButton])
def test_the_focus_has_one_ring(light: Theme, qtbot: QtBot, kind: type[QWidget]) -> None:
    widget = kind()
    placed(qtbot, widget, 300)
    option = QStyleOptionFocusRect()
    option.initFrom(widget)
    option.state |= QStyle.StateFlag.State_HasFocus | QStyle.StateFlag.State_KeyboardFocusChange
    option.rect = QRect(0, 0, 60, 20)
    image = QImage(60, 20, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    widget.style().drawPrimitive(QStyle.PrimitiveElement.PE_FrameFocusRect, option, painter, widget)
    painter.end()
    assert not any(image.pixelColor(x, y).alpha() for x in range(60) for y in range(20))


def test_the_ring_leaves_what_a_choice_says_clear(light: Theme, qtbot: QtBot) -> None:
    choices = [Choice("file", "All of file 3", "120 rows.")]
    dialog = AsideDialog(light, "The same content as file 2.", choices)
    qtbot.addWidget(dialog)
    dialog.open_fitted(560)
    radio = dialog.choices["file"]
    (detail,) = (label for label in dialog.findChildren(QLabel) if label.text() == "120 rows.")
    below = detail.mapTo(dialog, QPoint()).y() - radio.mapTo(dialog, QPoint(0, radio.height())).y()
    assert below >= light.sizes.focus_gap + light.sizes.focus_ring


def test_what_is_found_meanwhile_leaves_no_hole_in_the_dialog(light: Theme, qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    many = state_of(found(*(f"Omission: slice {n} is given away." for n in range(9))))
    dialog = DisclosureDialog(light, "Export", many, 0, parent)
    dialog.open_fitted(WIDTH)
    high = dialog.height()
    dialog.show_disclosure(state_of(CLEAR), 0)
    assert dialog.height() < high
    heading = dialog.heading.mapTo(dialog, QPoint(0, dialog.heading.height())).y()
    assert dialog.caption.mapTo(dialog, QPoint()).y() - heading < 12


def test_copied_is_not_said_of_a_text_that_is_saved(light: Theme, qtbot: QtBot) -> None:
    dialog = SlipDialog(light, 1, "Row 6, decision\n   This word is not in the list.")
    qtbot.addWidget(dialog)
    dialog.copy_button.click()
    assert "Copied" in dialog.note.text()
    dialog.save_button.click()
    assert "Copied" not in dialog.note.text()


def test_ctrl_e_exports_with_the_minimum_cell_size_that_was_typed(
    qtbot: QtBot, window: MainWindow, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_and_settle(qtbot, window, study.drafts)
    box = window.file_panel.minimum_cell_size
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, "7")
    assert window.session.minimum_cell_size == 5
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: ("", ""))
    QTest.keyClick(box, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    assert window.session.minimum_cell_size == 7


def test_a_saved_report_shows_its_own_minimum_cell_size(
    qtbot: QtBot, window: MainWindow, study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = tmp_path / "saved.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(saved), ""))
    open_and_settle(qtbot, window, study.drafts)
    settle(qtbot, window, send_out(window, window.actions_.export_in_view))
    settle(qtbot, window, window.session.remove_all)
    box = window.file_panel.minimum_cell_size
    settle(qtbot, window, lambda: box.setValue(12))
    open_and_settle(qtbot, window, saved)
    assert (box.value(), box.isEnabled()) == (5, False)
    settle(qtbot, window, window.session.remove_all)
    assert (box.value(), box.isEnabled()) == (12, True)
    assert window.session.minimum_cell_size == 12


def test_what_was_written_is_told_until_another_page_is_chosen(window: MainWindow) -> None:
    window.info.show_done("report.json was written.")
    window.pages.setCurrentIndex(2)
    assert not window.info.isVisible()
    window.info.show_fault("report.json was not written.")
    window.pages.setCurrentIndex(0)
    assert window.info.text() == "report.json was not written."


def test_the_first_tab_goes_to_a_button(window: MainWindow) -> None:
    window.pages.setFocus()
    QTest.keyClick(window.pages, Qt.Key.Key_Tab)
    focus = QApplication.focusWidget()
    assert isinstance(focus, QPushButton)
    assert focus.text() == "Check returns…"


def test_a_place_to_save_is_asked_for_beside_the_study(
    qtbot: QtBot, window: MainWindow, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def ask(parent: QWidget, title: str, start: str, *_: object, **__: object) -> tuple[str, str]:
        asked.append(start)
        return "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    for files in ([study.drafts], sample_study()[:1]):
        open_and_settle(qtbot, window, *files)
        send_out(window, window.actions_.export_in_view)()
        settle(qtbot, window, window.session.remove_all)
    assert asked == [str(study.folder / "draft-metrics.json"), "draft-metrics.json"]
