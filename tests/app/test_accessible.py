"""What a screen reader is told: names of controls, and a row of each table cell by cell."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QTableView, QWidget
from pytestqt.qtbot import QtBot
from window_help import Study, open_and_settle, table

from app.shell.main_window import MainWindow
from evalcore.descriptions import slice_label
from evalcore.figures.text import cell_figures
from evalcore.vocabulary import NOTICE, SLICES

Text = QAccessible.Text


def of(widget: QWidget) -> QAccessibleInterface:
    found = QAccessible.queryAccessibleInterface(widget)
    assert found is not None
    return found


def read_row(view: QTableView, row: int) -> list[str]:
    """The names of the cells of a row that are shown, from left to right."""
    part, columns = of(view), view.model().columnCount()
    children = (part.child(number) for number in range(part.childCount()))
    cells = [c for c in children if c is not None and c.role() == QAccessible.Role.Cell]
    assert len(cells) == columns * view.model().rowCount()
    shown = [c for c in range(columns) if not view.isColumnHidden(c)]
    return [cells[row * columns + column].text(Text.Name) for column in shown]


def test_the_notice_is_read(window: MainWindow) -> None:
    banner = window.findChild(QWidget, "banner")
    assert of(banner).text(Text.Name) == NOTICE


def test_a_row_of_metrics_is_read_as_it_is_seen(
    window: MainWindow, qtbot: QtBot, study: Study
) -> None:
    open_and_settle(qtbot, window, study.drafts)
    window.pages.setCurrentWidget(window.metrics)
    QApplication.processEvents()
    report = study.draft_report()
    for row, name in ((0, "overall"), (5, SLICES[5])):
        said = read_row(table(window, "draftMetricsTable"), row)
        assert slice_label(name) in said
        for metric, cell in report["slices"][name].items():
            figures = cell_figures(cell)
            wanted = [metric.capitalize()]
            wanted += ["suppressed"] if figures is None else [f"{figures.rate} %", figures.count]
            assert any(all(word in text for word in wanted) for text in said), (name, metric)


@pytest.mark.parametrize("name", ["reviewRatesTable", "claimsTable"])
def test_every_cell_of_the_other_tables_says_something(
    window: MainWindow, qtbot: QtBot, study: Study, name: str
) -> None:
    open_and_settle(qtbot, window, *study.files, study.claims)
    page = window.agreement if name == "reviewRatesTable" else window.claims
    window.pages.setCurrentWidget(page)
    QApplication.processEvents()
    view = table(window, name)
    for row in range(view.model().rowCount()):
        assert all(text.strip() for text in read_row(view, row)), f"row {row}"


def test_nothing_that_can_be_pressed_is_nameless(
    window: MainWindow, qtbot: QtBot, study: Study
) -> None:
    open_and_settle(qtbot, window, *study.files, study.claims)
    nameless: list[str] = []

    def walk(part: QAccessibleInterface) -> None:
        roles = (QAccessible.Role.Button, QAccessible.Role.ButtonMenu, QAccessible.Role.RadioButton)
        hidden = part.state().invisible
        if part.role() in roles and not hidden and not part.text(Text.Name).strip():
            nameless.append(str(part.object()))
        if part.role() != QAccessible.Role.Table:
            for number in range(part.childCount()):
                if (child := part.child(number)) is not None:
                    walk(child)

    for page in range(window.pages.count()):
        window.pages.setCurrentIndex(page)
        QApplication.processEvents()
        walk(of(window))
    assert nameless == []
