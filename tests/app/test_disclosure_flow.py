"""The disclosure check in the running window: in time, never late, with what went out before."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from disclosure_help import CLEAR, Judge, answer, finding, found, press, rows, texts
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot
from window_help import LONG, Study, open_and_settle, send_out, settle, states

from app.engine.disclosure import Standing
from app.engine.engine import Engine
from app.pages.disclosure.page import EMPTY_SENTENCE
from app.shell.main_window import MainWindow
from app.shell.pages import DISCLOSURE
from evalcore.advice import Worded
from evalcore.disclosure.findings import Remedy
from evalcore.documents.exports import json_bytes
from evalcore.errors import EvaluationError
from evalcore.service.protocol import Disclosure


@pytest.fixture
def judge() -> Judge:
    return Judge()


@pytest.fixture
def desk(make_window: Callable[..., MainWindow], judge: Judge) -> MainWindow:
    window = make_window(engine=Engine(judge))
    window.pages.setCurrentIndex(DISCLOSURE)
    return window


@pytest.fixture
def saved(tmp_path: Path, study: Study) -> Path:
    """The draft report of an earlier release."""
    path = tmp_path / "april.json"
    path.write_bytes(json_bytes(study.draft_report(9)))
    return path


def verdict(window: MainWindow) -> str:
    return window.disclosure.verdict.title.text()


def badge(window: MainWindow) -> str:
    """What stands at the page's tab."""
    name = window.command_row.tabs.accessibleTabName(DISCLOSURE)
    return name.partition(", ")[2]


def standing(window: MainWindow) -> Standing:
    return window.checker.state.standing


def choose(monkeypatch: pytest.MonkeyPatch, *paths: Path) -> None:
    answer = [str(path) for path in paths], ""
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_, **__: answer)


def write_to(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(path), ""))


def test_without_anything_open_the_page_says_what_it_is_for(desk: MainWindow) -> None:
    assert desk.disclosure.empty.isVisible()
    sentence, detail = desk.disclosure.empty.texts()
    assert sentence == EMPTY_SENTENCE
    assert detail.count(". ") == 1
    assert badge(desk) == ""


def test_what_is_open_is_judged_as_one_release(
    qtbot: QtBot, desk: MainWindow, judge: Judge, study: Study
) -> None:
    open_and_settle(qtbot, desk, *study.files)
    asked = judge.asked[-1]
    assert asked.drafts == desk.session.drafts_number
    assert (asked.minimum_cell_size, asked.earlier, asked.exported) == (5, (), ())
    assert verdict(desk) == "No finding"
    assert badge(desk) == "clear"
    assert desk.command_row.export.accessibleDescription() == "Disclosure check: No finding."
    assert desk.actions_.disclosure_verdict.text() == "Disclosure check: no finding"


def test_findings_are_told_in_words_with_what_to_do(
    qtbot: QtBot, desk: MainWindow, judge: Judge, study: Study
) -> None:
    remedies = (
        Remedy(("minimum_cell_size",), "Raise it to 8.", 8),
        Remedy(("without_reviews",), "Leave the review rates out."),
        Remedy(("wait",), "Wait for more encounters."),
    )
    judge.answer = found("Omission, section plan: given away.", remedies=remedies)
    open_and_settle(qtbot, desk, *study.files)
    assert desk.disclosure.table.isVisible()
    assert desk.disclosure.model.sentence(1) == "Omission, section plan: given away."
    assert badge(desk) == "findings"
    assert rows(desk.disclosure.remedies) == [
        "Raise it to 8. [Set to 8]",
        "Leave the review rates out. [Close the returns]",
        "Wait for more encounters.",
    ]


def test_a_remedy_is_done_by_its_button(
    qtbot: QtBot, desk: MainWindow, judge: Judge, study: Study
) -> None:
    both = "minimum_cell_size", "without_reviews"
    remedies = (
        Remedy(("wait",), "Wait."),
        Remedy(("minimum_cell_size",), "Raise it to 8.", 8),
        Remedy(both, "Raise it to 7 and leave them out.", 7),
    )
    judge.answer = found("Omission: given away.", remedies=remedies)
    open_and_settle(qtbot, desk, *study.files)
    settle(qtbot, desk, lambda: press(desk.disclosure, "Set to 8"))
    assert desk.session.reports.drafts["minimum_cell_size"] == 8
    assert judge.asked[-1].minimum_cell_size == 8
    settle(qtbot, desk, lambda: press(desk.disclosure, "Do both"))
    assert desk.session.reports.drafts["minimum_cell_size"] == 7
    assert list(states(desk)) == ["drafts.json"]
    assert desk.session.reports.reviews is None


def test_claims_are_left_out_by_closing_them(
    qtbot: QtBot, desk: MainWindow, judge: Judge, study: Study
) -> None:
    judge.genuine = True
    open_and_settle(qtbot, desk, study.claims)
    assert verdict(desk) == "Small counts are shown"
    judge.genuine = False
    remedy = Remedy(("without_claims",), "Leave the claims out.")
    judge.answer = found("Claims: shown.", remedies=(remedy,))
    settle(qtbot, desk, desk.checker.check_again)
    settle(qtbot, desk, lambda: press(desk.disclosure, "Close the claims"))
    assert standing(desk) is Standing.NOTHING
    judge.genuine = True
    open_and_settle(qtbot, desk, study.drafts)
    kinds = {one.kind for one in desk.checker.state.findings}
    assert "small_claims" not in kinds, "claims that are closed are judged"


def test_a_saved_report_has_no_button_for_its_minimum(
    qtbot: QtBot, desk: MainWindow, judge: Judge, saved: Path
) -> None:
    remedy = Remedy(("minimum_cell_size",), "Raise it to 12.", 12)
    judge.answer = found("Omission: given away.", remedies=(remedy,))
    open_and_settle(qtbot, desk, saved)
    assert rows(desk.disclosure.remedies) == ["Raise it to 12."]


def test_the_twelve_drafts(qtbot: QtBot, desk: MainWindow, judge: Judge, tmp_path: Path) -> None:
    """Agreement is hidden, and 24 / 2 - 10 = 2 by the two rates that are shown."""
    twelve = Study(tmp_path / "twelve", drafts=12)
    for number, path in enumerate(twelve.returns):
        payload = json.loads(path.read_text())
        drafts = sorted({row["blinded_case_id"] for row in payload["rows"]})
        for row in payload["rows"]:
            agreed = row["blinded_case_id"] in drafts[:2]
            row.update(
                decision="accept" if agreed or number == 0 else "revise",
                reason=None if agreed else "other",
                adjudicated=not agreed,
            )
        path.write_text(json.dumps(payload))
    judge.genuine = True
    open_and_settle(qtbot, desk, *twelve.files)
    rates = desk.session.reports.reviews["rates"]
    assert [rates[name]["suppressed"] for name in ("agreement", "adjudication")] == [True, False]
    assert badge(desk) == "findings"
    sentences = [one.words.sentence for one in desk.checker.state.findings]
    assert any(sentence.startswith("Agreement") for sentence in sentences)
    left_out = next(x for x in rows(desk.disclosure.remedies) if "review rates" in x)
    assert left_out.endswith(" [Close the returns]")
    settle(qtbot, desk, lambda: press(desk.disclosure, "Close the returns"))
    assert badge(desk) in ("clear", "to look at")


# running, cancelled, late


def test_while_it_runs_it_says_so_and_cancel_stops_it(
    qtbot: QtBot, desk: MainWindow, judge: Judge, study: Study
) -> None:
    judge.hold = {"CheckDisclosure"}
    desk.open_files([study.drafts])
    qtbot.waitUntil(lambda: judge.begun.acquire(blocking=False), timeout=LONG)
    assert verdict(desk) == "The disclosure check is still running"
    assert badge(desk) == "checking"
    assert "Checking for disclosure" in texts(desk.status)
    settle(qtbot, desk, desk.status.cancel_button.click)
    assert verdict(desk) == "There is no answer yet"
    assert badge(desk) == "not judged"
    assert not desk.checker.state.passes
    judge.let_go()
    settle(qtbot, desk, lambda: press(desk.disclosure, "Check again"))
    assert verdict(desk) == "No finding"
    assert not desk.disclosure.verdict.again_button.isVisible()


def test_an_answer_about_other_reports_is_dropped(
    qtbot: QtBot, desk: MainWindow, judge: Judge, study: Study
) -> None:
    open_and_settle(qtbot, desk, study.drafts)
    judge.hold, judge.deaf = {"CheckDisclosure"}, True
    judge.answer = found("Omission: at the old minimum.")
    desk.checker.check_again()
    qtbot.waitUntil(lambda: judge.begun.acquire(blocking=False), timeout=LONG)
    seen: list[str] = []
    desk.checker.changed.connect(lambda: seen.append(badge(desk)))
    desk.file_panel.minimum_cell_size.setValue(9)
    desk.checker.check_again()
    judge.answer = CLEAR
    with qtbot.waitSignal(desk.idle, timeout=LONG):
        judge.let_go()
    assert "findings" not in seen
    assert badge(desk) == "clear"


def test_the_answer_goes_when_the_files_go(
    qtbot: QtBot, desk: MainWindow, judge: Judge, study: Study
) -> None:
    judge.answer = found("Omission: given away.")
    open_and_settle(qtbot, desk, study.drafts)
    settle(qtbot, desk, desk.session.remove_all)
    assert standing(desk) is Standing.NOTHING
    assert desk.disclosure.empty.isVisible()
    assert desk.disclosure.model.rowCount() == 0


def test_a_check_that_fails_is_told_and_counts_as_open(
    qtbot: QtBot, desk: MainWindow, judge: Judge, study: Study
) -> None:
    fault = {"code": "invalid_release", "advice": "These reports cannot be checked together."}
    judge.fail_next("CheckDisclosure", Worded(fault["code"], None, fault["advice"]))
    open_and_settle(qtbot, desk, study.drafts)
    assert badge(desk) == "not judged"
    assert "These reports cannot be checked together." in desk.disclosure.verdict.detail.text()


def test_another_minimum_cell_size_is_judged_anew(
    qtbot: QtBot, desk: MainWindow, judge: Judge, study: Study
) -> None:
    open_and_settle(qtbot, desk, study.drafts)
    settle(qtbot, desk, lambda: desk.file_panel.minimum_cell_size.setValue(11))
    assert judge.asked[-1].minimum_cell_size == 11


def test_the_number_of_reviewers_is_asked_with(
    qtbot: QtBot, desk: MainWindow, judge: Judge, study: Study
) -> None:
    open_and_settle(qtbot, desk, *study.files)
    assert judge.asked[-1].reviewers_per_draft is None
    settle(qtbot, desk, lambda: desk.disclosure.earlier.reviewers.setValue(3))
    assert judge.asked[-1].reviewers_per_draft == 3
    settle(qtbot, desk, lambda: desk.disclosure.earlier.reviewers.setValue(1))
    assert judge.asked[-1].reviewers_per_draft is None


# earlier reports


def test_earlier_reports_are_chosen_compared_and_left_out(
    qtbot: QtBot,
    desk: MainWindow,
    judge: Judge,
    study: Study,
    saved: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    open_and_settle(qtbot, desk, study.drafts)
    before = states(desk)
    choose(monkeypatch, saved)
    judge.answer = answer(findings=(finding("Omission: told apart.", earlier=True),))
    settle(qtbot, desk, lambda: press(desk.disclosure, "Compare with earlier reports…"))
    assert rows(desk.disclosure.earlier) == ["april.json / Draft metrics [Leave out]"]
    assert len(judge.asked[-1].earlier) == 1
    assert verdict(desk) == "With an earlier report, hidden counts can be worked out"
    assert states(desk) == before, "it is compared, not opened"
    settle(qtbot, desk, lambda: press(desk.disclosure.earlier, "Leave out"))
    assert judge.asked[-1].earlier == ()
    assert rows(desk.disclosure.earlier) == []


def test_the_evaluator_takes_an_earlier_report_and_compares(
    qtbot: QtBot, desk: MainWindow, judge: Judge, study: Study, saved: Path
) -> None:
    judge.genuine = True
    open_and_settle(qtbot, desk, study.drafts)
    settle(qtbot, desk, lambda: desk.checker.compare_with([str(saved)]))
    assert standing(desk) in (Standing.CLEAR, Standing.OPEN)


def test_a_report_chosen_twice_is_compared_once(
    qtbot: QtBot, desk: MainWindow, judge: Judge, study: Study, saved: Path
) -> None:
    open_and_settle(qtbot, desk, study.drafts)
    for _ in range(2):
        settle(qtbot, desk, lambda: desk.checker.compare_with([str(saved)]))
    assert len(judge.asked[-1].earlier) == 1
    assert len(rows(desk.disclosure.earlier)) == 1


def test_what_cannot_be_compared_is_said_where_it_was_chosen(
    qtbot: QtBot, desk: MainWindow, judge: Judge, study: Study, saved: Path
) -> None:
    open_and_settle(qtbot, desk, study.drafts)
    changed = json.loads(saved.read_text())
    changed["slices"]["overall"]["omission"]["numerator"] = 1
    for content in (study.drafts.read_text(), "last month", json.dumps(changed), None):
        if content is None:
            saved.unlink()
        else:
            saved.write_text(content)
        settle(qtbot, desk, lambda: desk.checker.compare_with([str(saved)]))
        (row,) = rows(desk.disclosure.earlier)
        assert row.startswith("april.json / Not compared. ")
        assert row.endswith(" [Leave out]")
        assert desk.info.text().startswith("april.json is not compared. ")
        assert judge.asked[-1].earlier == ()
        assert badge(desk) == "not judged"
        settle(qtbot, desk, lambda: press(desk.disclosure.earlier, "Leave out"))
        assert rows(desk.disclosure.earlier) == []
        assert badge(desk) == "clear"


def test_earlier_reports_chosen_first_are_compared_when_something_is_open(
    qtbot: QtBot, desk: MainWindow, judge: Judge, study: Study, saved: Path
) -> None:
    settle(qtbot, desk, lambda: desk.checker.compare_with([str(saved)]))
    assert rows(desk.disclosure.earlier) == ["april.json / Draft metrics [Leave out]"]
    open_and_settle(qtbot, desk, study.drafts)
    assert len(judge.asked[-1].earlier) == 1


def test_nothing_is_written_over_an_earlier_report(
    qtbot: QtBot,
    desk: MainWindow,
    study: Study,
    saved: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    open_and_settle(qtbot, desk, study.drafts)
    settle(qtbot, desk, lambda: desk.checker.compare_with([str(saved)]))
    before = saved.read_bytes()
    write_to(monkeypatch, saved)
    settle(qtbot, desk, send_out(desk, desk.actions_.export_in_view))
    assert "was not written" in desk.info.text()
    assert saved.read_bytes() == before


def test_after_the_evaluator_stopped_earlier_reports_are_read_again(
    qtbot: QtBot, desk: MainWindow, judge: Judge, study: Study, saved: Path
) -> None:
    open_and_settle(qtbot, desk, study.drafts)
    settle(qtbot, desk, lambda: desk.checker.compare_with([str(saved)]))
    read = len(judge.calls("OpenEarlier"))
    judge.fail_next("CheckDisclosure", EvaluationError("evaluator_stopped"))
    settle(qtbot, desk, desk.checker.check_again)
    assert len(judge.calls("OpenEarlier")) == read + 1
    number = desk.session.files[0].number
    settle(qtbot, desk, lambda: desk.session.reload(number))
    assert len(judge.asked[-1].earlier) == 1
    assert badge(desk) == "clear"


# what went out in this session


def test_an_export_at_another_minimum_counts_as_an_earlier_report(
    qtbot: QtBot,
    desk: MainWindow,
    judge: Judge,
    study: Study,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    open_and_settle(qtbot, desk, *study.files)
    write_to(monkeypatch, tmp_path / "out.json")
    settle(qtbot, desk, send_out(desk, desk.actions_.export_in_view))
    assert desk.checker.exported == [], "piece by piece it is one release"
    settle(qtbot, desk, lambda: desk.file_panel.minimum_cell_size.setValue(9))
    assert judge.asked[-1].exported == (study.draft_report(5),)
    told = "Went out in this session / Draft metrics, minimum cell size 5 [Leave out]"
    assert rows(desk.disclosure.earlier) == [told]
    settle(qtbot, desk, lambda: desk.file_panel.minimum_cell_size.setValue(5))
    assert judge.asked[-1].exported == ()
    settle(qtbot, desk, lambda: desk.file_panel.minimum_cell_size.setValue(9))
    settle(qtbot, desk, lambda: press(desk.disclosure.earlier, "Leave out"))
    assert judge.asked[-1].exported == ()


def test_what_went_out_and_was_chosen_is_listed_once(
    qtbot: QtBot,
    desk: MainWindow,
    judge: Judge,
    study: Study,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    open_and_settle(qtbot, desk, *study.files)
    out = tmp_path / "out.json"
    write_to(monkeypatch, out)
    settle(qtbot, desk, send_out(desk, desk.actions_.export_in_view))
    settle(qtbot, desk, lambda: desk.file_panel.minimum_cell_size.setValue(9))
    settle(qtbot, desk, lambda: desk.checker.compare_with([str(out)]))
    assert rows(desk.disclosure.earlier) == ["out.json / Draft metrics [Leave out]"]
    assert desk.checker.compared == 1
    assert judge.asked[-1].exported == (), "the file alone is compared"
    settle(qtbot, desk, lambda: press(desk.disclosure.earlier, "Leave out"))
    told = "Went out in this session / Draft metrics, minimum cell size 5 [Leave out]"
    assert rows(desk.disclosure.earlier) == [told], "it is still known that it went out"


def test_a_document_takes_every_report_with_it(
    qtbot: QtBot,
    desk: MainWindow,
    judge: Judge,
    study: Study,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    open_and_settle(qtbot, desk, *study.files)
    actions, gone = desk.actions_, []
    size = desk.file_panel.minimum_cell_size
    documents = (actions.export_as["Markdown"], actions.export_as["Html"], actions.export_as["Pdf"])
    for minimum, action in enumerate(documents, 5):
        write_to(monkeypatch, tmp_path / f"out-{minimum}")
        settle(qtbot, desk, send_out(desk, action))
        gone += [study.draft_report(minimum), study.review_report(minimum)]
        settle(qtbot, desk, lambda minimum=minimum: size.setValue(minimum + 1))
        assert judge.asked[-1].exported == tuple(gone)


def test_what_was_not_written_did_not_go_out(
    qtbot: QtBot,
    desk: MainWindow,
    judge: Judge,
    study: Study,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    open_and_settle(qtbot, desk, study.drafts)
    write_to(monkeypatch, tmp_path / "no" / "out.json")
    settle(qtbot, desk, send_out(desk, desk.actions_.export_in_view))
    assert "was not written" in desk.info.text()
    settle(qtbot, desk, lambda: desk.file_panel.minimum_cell_size.setValue(9))
    assert judge.asked[-1].exported == ()


def test_an_export_counts_after_its_files_were_closed(
    qtbot: QtBot,
    desk: MainWindow,
    judge: Judge,
    study: Study,
    other_study: Study,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    open_and_settle(qtbot, desk, study.drafts)
    write_to(monkeypatch, tmp_path / "out.json")
    settle(qtbot, desk, send_out(desk, desk.actions_.export_in_view))
    settle(qtbot, desk, desk.session.remove_all)
    open_and_settle(qtbot, desk, other_study.drafts)
    assert judge.asked[-1].exported == (study.draft_report(5),)


def test_claims_that_went_out_are_known_until_they_are_left_out(
    qtbot: QtBot,
    desk: MainWindow,
    judge: Judge,
    study: Study,
    other_study: Study,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    open_and_settle(qtbot, desk, study.claims)
    write_to(monkeypatch, tmp_path / "out.md")
    settle(qtbot, desk, send_out(desk, desk.actions_.export_as["Markdown"]))
    assert len(judge.calls("NoteClaims")) == 1
    settle(qtbot, desk, desk.session.remove_all)
    open_and_settle(qtbot, desk, other_study.claims)
    told = "Went out in this session / Unsupported claims [Leave out]"
    assert rows(desk.disclosure.earlier) == [told]
    judge.fail_next("CheckDisclosure", EvaluationError("evaluator_stopped"))
    settle(qtbot, desk, desk.checker.check_again)
    settle(qtbot, desk, lambda: desk.session.reload(desk.session.files[0].number))
    assert badge(desk) == "not judged", "the evaluator has lost what went out"
    settle(qtbot, desk, lambda: press(desk.disclosure.earlier, "Leave out"))
    assert badge(desk) == "clear"


# keys and looks


def many(number: int) -> Disclosure:
    return found(*(f"Omission, slice {n}: given away." for n in range(number)))


def test_hundreds_of_findings_are_gone_through_by_keys(
    qtbot: QtBot, desk: MainWindow, judge: Judge, study: Study
) -> None:
    judge.answer = many(300)
    open_and_settle(qtbot, desk, study.drafts)
    table = desk.disclosure.table
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert desk.disclosure.model.sentence(table.currentIndex().row()).startswith(
        "Omission, slice 299"
    )
    QTest.keyClick(table, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert table.currentIndex().row() == 1, "a heading is passed over"
    QTest.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text().splitlines() == [
        "Omission, slice 0: given away.",
        "Omission, slice 1: given away.",
    ]


def test_a_long_finding_is_whole_at_every_size(
    qtbot: QtBot, desk: MainWindow, judge: Judge, study: Study
) -> None:
    long = f"{', '.join(f'slice {n}' for n in range(40))}: given away."
    judge.answer = found(long, "Omission: given away.")
    open_and_settle(qtbot, desk, study.drafts)
    table = desk.disclosure.table
    for size in ((900, 600), (1093, 614), (1366, 768)):
        desk.resize(*size)
        QApplication.processEvents()
        assert table.rowHeight(1) > 1.25 * table.rowHeight(2), size
        assert table.horizontalScrollBar().maximum() == 0


def test_the_command_beside_export_leads_to_the_page(desk: MainWindow) -> None:
    desk.pages.setCurrentIndex(0)
    desk.actions_.disclosure_verdict.trigger()
    assert desk.pages.currentIndex() == DISCLOSURE
    first = desk.command_row.export.menu().actions()[0]
    assert first is desk.actions_.disclosure_verdict


def test_the_page_explains_itself(desk: MainWindow) -> None:
    desk.disclosure.explain()
    dialog = QApplication.activeModalWidget()
    assert dialog is not None
    assert "no guarantee of anonymity" in texts(dialog)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


def test_tabs_and_their_badges_fit(
    qtbot: QtBot, desk: MainWindow, judge: Judge, own_study: Study
) -> None:
    open_and_settle(qtbot, desk, own_study.drafts, own_study.returns[0])
    judge.fail_next("CheckDisclosure", Worded("invalid_release", None, ""))
    settle(qtbot, desk, desk.checker.check_again)
    tabs = desk.command_row.tabs
    assert tabs.accessibleTabName(1).endswith(", not ready")
    assert tabs.accessibleTabName(DISCLOSURE).endswith(", not judged")
    for size in ((900, 600), (1093, 614), (1200, 700), (1366, 768), (900, 600)):
        desk.resize(*size)
        QApplication.processEvents()
        for number in range(tabs.count()):
            assert tabs.rect().contains(tabs.tabRect(number)), (size, tabs.tabText(number))
        assert tabs.sizeHint().width() <= tabs.width()
