"""A metric and a rate that nobody asked for, listed in the record of a copy and nowhere else."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import oracle
import pytest
from eval_helpers import assert_same_report, cites, encounter_row, fact_row

CHECKOUT = Path(__file__).parents[1]
SAMPLE = CHECKOUT / "resources" / "sample-study"

# Wrong person and wrong polarity at once.
RECORD = """\
            Metric(
                code="mixed",
                title="Mixed up",
                short_title="Mixed",
                sentence="Statements with another person and another polarity.",
                short_sentence="Person and polarity.",
                source=Source.STATEMENT,
                denominator_words=_CITING,
                denominator=KNOWN,
                numerator=(Kind.CONTRADICTED_BOTH, Kind.UNRESOLVED_BOTH),
            ),
"""
LAST = 'code="negation",'
RATE = """\
            Rate(
                code="disagreement",
                title="Disagreement",
                sentence="How often reviewers of a draft did not choose the same decision.",
                counting="The rest of agreement.",
                unit="drafts in all",
                numerator=ReviewCount.DIFFERING,
                denominator=ReviewCount.DRAFTS,
            ),
"""
LAST_RATE = 'code="unclear",'

WINDOW = """
import json, sys
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from app.kit.theme import Theme
from app.pages.draft_metrics.page import DraftMetricsPage
from app.shell.projector.model import PresentationModel
application = QApplication([])
report = json.load(open(sys.argv[1], encoding="utf-8"))
page = DraftMetricsPage(Theme.for_scheme("light"))
page.resize(1600, 900)
page.set_report(report)
page.show()
table = page.table
columns = [c for c in range(table.model().columnCount()) if not table.isColumnHidden(c)]
titles = [table.model().headerData(c, Qt.Orientation.Horizontal) for c in columns]
texts = [table.model().index(0, c).data() for c in columns]
table.choose_metric("mixed")
pane = [table.model().index(0, c).data() for c in columns]
projected = PresentationModel()
projected.set_report(report)
projected.show_rows("mixed", "speaker")
shown = [projected.index(row, 3).data() for row in range(projected.rowCount())]
print(json.dumps([dict(zip(titles, texts)), pane, shown]))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the product with one record more of each."""
    folder = tmp_path_factory.mktemp("six")
    for name in ("evalcore", "app", "resources"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(CHECKOUT / name, folder / name, ignore=ignored)
    record = folder / "evalcore" / "metrics.py"
    text, end = record.read_text("utf-8"), "\n            ),\n"
    for last, new in ((LAST, RECORD), (LAST_RATE, RATE)):
        before, after = text.split(last)
        text = before + last + after.replace(end, end + new, 1)
    record.write_text(text, "utf-8")
    return folder


def run(copy: Path, *arguments: str | Path, status: int = 0) -> str:
    """Run a command of the copy; return what it wrote."""
    environment = {**os.environ, "PYTHONPATH": str(copy), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=copy,
        env=environment,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == status, done.stderr or done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def drafts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Statements of all slices: a third is right, a third of another person, a third mixed up."""
    encounters = []
    for number in range(495):
        truth = fact_row(
            number,
            section=oracle.SECTIONS[number % 5],
            fact_class=oracle.CLASSES[number % 11],
            speaker=oracle.ROLES[number // 3 % 3],
            experiencer="patient",
        )
        statement = cites(truth, number)
        if number >= 165:
            statement["experiencer"] = oracle.ROLES[number // 9 % 2 + 1]
        if number >= 330:
            statement["negated"] = True
        encounters.append(encounter_row(number, truth=[truth], statements=[statement]))
    path = tmp_path_factory.mktemp("study") / "drafts.json"
    path.write_text(json.dumps({"encounters": encounters}), "utf-8")
    return path


def slices(copy: Path, drafts: Path, minimum: int) -> dict[str, Any]:
    options = ("--minimum-cell-size", str(minimum), "--json", "-")
    written = run(copy, "-m", "evalcore", "drafts", drafts, *options)
    return json.loads(written)["slices"]


def right_counts(drafts: Path) -> dict[str, tuple[int, int]]:
    """Count from the words of the record, the slow way."""
    counts = dict.fromkeys(oracle.ALL_SLICES, (0, 0))
    for encounter in json.loads(drafts.read_text("utf-8"))["encounters"]:
        truth = [oracle.written_out(fact) for fact in encounter["truth"]]
        for statement in map(oracle.written_out, encounter["statements"]):
            known = [fact for fact in truth if fact["fact_id"] in statement["citations"]]
            person, polarity = (
                any(fact[key] != statement[key] for fact in known for key in keys)
                for keys in (("speaker", "experiencer"), ("negated",))
            )
            for name in oracle.slices_of(statement) if known else ():
                faults, all_known = counts[name]
                counts[name] = faults + (person and polarity), all_known + 1
    return counts


def test_it_is_scored_in_every_slice_and_suppressed_as_one_family(copy: Path, drafts: Path) -> None:
    right = right_counts(drafts)
    least = min(n for pair in right.values() for n in (pair[0], pair[1] - pair[0]) if n)
    assert least > 2
    assert right["overall"] == (165, 495)
    shown, hidden = slices(copy, drafts, least), slices(copy, drafts, least + 1)
    for name, (faults, known) in right.items():
        assert len(shown[name]) == 6
        assert_same_report(shown[name]["mixed"], oracle.cell(faults, known, suppressed=False))
        assert hidden[name]["mixed"] == oracle.cell(0, 1, suppressed=True)


def test_a_saved_report_that_contradicts_it_is_noticed(
    copy: Path, drafts: Path, tmp_path: Path
) -> None:
    saved = tmp_path / "report.json"
    run(copy, "-m", "evalcore", "drafts", drafts, "--json", saved)
    assert run(copy, "-m", "evalcore", "verify", saved) == ""
    wrong = json.loads(saved.read_text("utf-8"))
    for cells in wrong["slices"].values():
        cells["mixed"] = cells["misattribution"]
    saved.write_text(json.dumps(wrong), "utf-8")
    said = run(copy, "-m", "evalcore", "verify", saved, status=1)
    assert "mixed, numerator: larger_than_containing: This and Negation cannot be right" in said


def test_the_disclosure_check_asks_what_it_gives_away(
    copy: Path, drafts: Path, tmp_path: Path
) -> None:
    # one statement more of another polarity alone: negation less mixed is one
    study = json.loads(drafts.read_text("utf-8"))
    truth = fact_row("last")
    said = [cites(truth, "last", negated=True)]
    study["encounters"].append(encounter_row("last", truth=[truth], statements=said))
    more, saved = tmp_path / "more.json", tmp_path / "report.json"
    more.write_text(json.dumps(study), "utf-8")
    run(copy, "-m", "evalcore", "drafts", more, "--json", saved)
    given = json.loads(run(copy, "-m", "evalcore", "disclosure", saved, "--json", "-", status=1))
    assert any({"negation", "mixed"} <= set(one["metrics"]) for one in given["findings"])


def test_documents_and_the_window_show_it(copy: Path, drafts: Path, tmp_path: Path) -> None:
    saved, text = tmp_path / "report.json", tmp_path / "report.md"
    run(copy, "-m", "evalcore", "drafts", drafts, "--json", saved, "--markdown", text)
    document = text.read_text("utf-8")
    assert "### Mixed up" in document
    assert "Statements with another person and another polarity." in document
    assert "| Mixed up | 33.3 |" in document
    assert "No score combines the six metrics" in document
    script = tmp_path / "window.py"
    script.write_text(WINDOW, "utf-8")
    columns, pane, projected = json.loads(run(copy, script, saved))
    assert columns["Mixed up, rate, %"] == "33.3"
    assert columns["Negation, rate, %"] == "33.3"
    assert "165 of 495" in pane
    assert projected[0] == "165 of 495"
    assert len(projected) == 4


RATES_WINDOW = """
import json, sys
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from app.kit.theme import Theme
from app.pages.review_agreement.page import ReviewAgreementPage
application = QApplication([])
page = ReviewAgreementPage(Theme.for_scheme("light"))
page.set_report(json.load(open(sys.argv[1], encoding="utf-8")))
page.show()
print(json.dumps([page.model.index(row, 1).data() for row in range(page.model.rowCount())]))
"""


def test_a_rate_is_counted_checked_and_shown(copy: Path, tmp_path: Path) -> None:
    files = [SAMPLE / name for name in ("drafts.json", "return-1.json", "return-2.json")]
    saved, text = tmp_path / "report.json", tmp_path / "report.md"
    run(copy, "-m", "evalcore", "reviews", *files, "--json", saved, "--markdown", text)
    report = json.loads(saved.read_text("utf-8"))
    agreed, drafts = (report["rates"]["agreement"][name] for name in ("numerator", "denominator"))
    right = oracle.cell(drafts - agreed, drafts, suppressed=False)
    assert_same_report(report["rates"]["disagreement"], right)
    assert f"{drafts - agreed} of {drafts} | drafts in all |" in text.read_text("utf-8")
    script = tmp_path / "window.py"
    script.write_text(RATES_WINDOW, "utf-8")
    shown = json.loads(run(copy, script, saved))
    assert f"{drafts - agreed} of {drafts} drafts in all" in shown[3]
    assert run(copy, "-m", "evalcore", "verify", saved) == ""
    run(copy, "-m", "evalcore", "disclosure", saved)
    report["rates"]["disagreement"] = oracle.cell(drafts - agreed - 1, drafts, suppressed=False)
    saved.write_text(json.dumps(report), "utf-8")
    said = run(copy, "-m", "evalcore", "verify", saved, status=1)
    assert "rates, disagreement, numerator" in said
