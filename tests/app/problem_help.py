"""What the evaluator says of made-up returns, and reading the page that shows it."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QDialog, QLabel, QPushButton, QTableView, QWidget
from pytestqt.qtbot import QtBot

from app.kit.theme import Theme
from app.pages.returns.model import Column
from app.pages.returns.page import ReturnCheckPage
from evalcore.service.protocol import (
    AsidePart,
    Check,
    CheckedFile,
    DecidedDraft,
    DraftReason,
    Problem,
    Turn,
)

Dialog = TypeVar("Dialog", bound=QDialog)
SPREADSHEET = "TRUE or FALSE as text, as a spreadsheet writes it."


def _tuples(given: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(one) if isinstance(one, list) else one for name, one in given.items()}


def problem(number: int, turn: Turn, **other: Any) -> Problem:
    """One problem; what is not given is as for a row of file 2 that its reviewer mends."""
    actions = {"reviewer": ("slip", "aside"), "committee": ("reason", "aside")}
    usual: dict[str, Any] = {
        "files": (2,),
        "file_text": "File 2",
        "row_text": "14",
        "field": "decision",
        "message": "The word has a capital letter.",
        "hint": "Write it in lower case.",
        "draft": None,
        "actions": actions.get(turn, ("aside",)),
        "order": (2, 14),
        "tone": "bad" if turn == "reviewer" else "warning",
    }
    return Problem(number, turn, **{**usual, **_tuples(other)})


def problems() -> list[Problem]:
    """Nine problems: four to send back, two for adjudication, three to look at here."""
    return [
        problem(0, "reviewer"),
        problem(
            1,
            "reviewer",
            row_text="31 to 37",
            field="adjudicated",
            message=SPREADSHEET,
            order=[2, 31],
        ),
        problem(2, "reviewer", row_text="9", field="draft_revision", order=[2, 9]),
        problem(
            3,
            "reviewer",
            files=[4],
            file_text="File 4",
            row_text="whole file",
            field="",
            message="This is an Excel workbook (xlsx), not a JSON file.",
            order=[4, 0],
        ),
        difference(4, 17, [1, 3], "17 and 9", [1, 17]),
        difference(5, 41, [1, 5], "41 and 12", [1, 41]),
        problem(
            6,
            "coordinator",
            files=[6],
            file_text="File 6",
            row_text="whole file",
            field="",
            message="The same content as file 5.",
            order=[6, 0],
        ),
        problem(
            7,
            "coordinator",
            files=[],
            file_text="",
            row_text="",
            field="",
            message="3 drafts have one review or none.",
            actions=[],
            order=[0, 0],
        ),
        problem(
            8,
            "coordinator",
            files=[4],
            file_text="File 4",
            row_text="",
            field="",
            message="Not checked yet: whether file 4 covers every draft.",
            hint="",
            actions=[],
            order=[4, 0],
            tone="info",
        ),
    ]


def difference(number: int, draft: int, files: list[int], rows: str, order: list[int]) -> Problem:
    """A draft on which reviewers differ."""
    return problem(
        number,
        "committee",
        files=files,
        file_text=f"Files {', '.join(map(str, files))}",
        row_text=rows,
        field="reason",
        message=f"Draft {draft}: the reviewers differ and no reason is recorded yet.",
        hint="Ask the committee for a reason, then record it here.",
        draft=draft,
        order=order,
    )


def check(**other: Any) -> Check:
    """The verdict that goes with ``problems``."""
    usual: dict[str, Any] = {
        "ready": False,
        "verdict": "Not ready: 9 rows and 1 file to send back, 2 drafts for adjudication",
        "detail": "3 things to look at here. Original files are never changed.",
        "counts": {"reviewer": 4, "committee": 2, "coordinator": 3},
        "files": tuple(CheckedFile(n, 60, 0, 0, "no problem", "good") for n in range(1, 7)),
        "aside": (),
        "all_compared": True,
        "rows": 360,
    }
    kept = dict.fromkeys(("recorded", "carried", "gone", "unsaved", "unkept"), False)
    return Check(**{**usual, **kept, **_tuples(other)})


def ready(**other: Any) -> Check:
    """The verdict where nothing is left."""
    said: dict[str, Any] = {
        "ready": True,
        "verdict": "Ready to import",
        "detail": "6 return files, 360 rows.",
        "counts": {"reviewer": 0, "committee": 0, "coordinator": 0},
    }
    return check(**{**said, **other})


def aside(*labels: str) -> tuple[AsidePart, ...]:
    """Parts that are set aside."""
    detail = "Left out of the import; the file stays as it is."
    return tuple(AsidePart(n, n + 1, label, detail) for n, label in enumerate(labels))


def reason(draft: int, text: str = "Other", **other: Any) -> DecidedDraft:
    """What was decided about a draft, as the list of reasons has it."""
    usual: dict[str, Any] = {"in_file": False, "changed": "", "gone": False}
    return DecidedDraft(draft, text, **{**usual, **other})


def found(draft: int, can: Literal["reason", "none", ""] = "reason", **other: Any) -> DraftReason:
    """What can settle a draft, and what was decided about it."""
    usual: dict[str, Any] = {"decided": False, "again": False, "reason": None}
    return DraftReason(draft, can, **{**usual, "adjudicated": False, **other})


def check_page(qtbot: QtBot, theme: Theme) -> ReturnCheckPage:
    """A page that is shown and has the focus; its model is under Qt's tester."""
    page = ReturnCheckPage(theme)
    tester = QAbstractItemModelTester.FailureReportingMode.Fatal
    QAbstractItemModelTester(page.model, tester, page.model)
    qtbot.addWidget(page)
    page.resize(1134, 660)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    return page


def show_problems(page: ReturnCheckPage) -> None:
    """Let the page show the nine problems; none of them is current."""
    page.set_check(check())
    page.set_problems(problems())
    page.show_content()


def table(page: QWidget) -> QTableView:
    found = page.findChild(QTableView, "problemsTable")
    assert isinstance(found, QTableView)
    return found


def button(root: QWidget, text: str) -> QPushButton:
    """The one button of that text that is seen."""
    found = [b for b in root.findChildren(QPushButton) if b.text() == text and b.isVisible()]
    assert len(found) == 1, f"{len(found)} buttons say {text!r}"
    return found[0]


def press(root: QWidget, text: str) -> None:
    QTest.mouseClick(button(root, text), Qt.MouseButton.LeftButton)


def words(root: QWidget) -> str:
    """All that is seen of labels, a line each."""
    return "\n".join(label.text() for label in root.findChildren(QLabel) if label.isVisible())


def dialog(page: ReturnCheckPage, kind: type[Dialog]) -> Dialog:
    """The one dialog of that kind that is open."""
    found = [one for one in page.findChildren(kind) if one.isVisible()]
    assert len(found) == 1
    return found[0]


def rows(page: ReturnCheckPage) -> list[str]:
    """The first line of what the table says in each row."""
    view = table(page)
    if not view.isVisible():
        return []
    model = view.model()
    cells = [
        model.index(row, Column.MESSAGE).data() or model.index(row, Column.ICON).data()
        for row in range(model.rowCount())
    ]
    return [str(cell).partition("\n")[0] for cell in cells]


def row_with(page: ReturnCheckPage, message: str) -> int:
    return next(n for n, text in enumerate(rows(page)) if message in text)


def go_to(page: ReturnCheckPage, message: str) -> int:
    """Make the row with that message current, with the focus on the table."""
    row, view = row_with(page, message), table(page)
    view.setFocus()
    flags = QItemSelectionModel.SelectionFlag
    view.selectionModel().setCurrentIndex(
        view.model().index(row, Column.MESSAGE), flags.ClearAndSelect | flags.Rows
    )
    return row


def key(page: ReturnCheckPage, pressed: Qt.Key, *modifiers: Qt.KeyboardModifier) -> None:
    QTest.keyClick(table(page), pressed, *modifiers)
