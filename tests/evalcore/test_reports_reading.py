"""Opening a saved report: as it is in the file, or refused with a code and a place."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from eval_helpers import carried_by_error, encounter_row, payload_of, write_json
from report_helpers import claims_report, draft_report, review_report

import evalcore
from evalcore import Cancelled, EvaluationError, read_report, verify_report
from evalcore.reports import reader as reports

CLEAN = [draft_report, review_report, claims_report]
SECRET = "MrsSecret1931"


def refused(path: Path) -> EvaluationError:
    with pytest.raises(EvaluationError) as caught:
        read_report(path)
    assert str(caught.value) == caught.value.code
    assert carried_by_error(caught.value, SECRET) == []
    return caught.value


@pytest.mark.parametrize("make", CLEAN)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_a_report_is_given_as_it_is(make: Any, encoding: str, tmp_path: Path) -> None:
    report = dict(reversed(make().items()))
    path = tmp_path / "report.json"
    path.write_text(json.dumps(report, indent=7), encoding=encoding)
    read = read_report(path)
    assert read == report
    assert json.dumps(read) == json.dumps(report)  # keys in the order of the file
    assert verify_report(read) == ()


def test_a_spoilt_report_is_read_all_the_same(tmp_path: Path) -> None:
    report = {**draft_report(), "slices": [1, {"a": None}], SECRET: 1.50}
    assert read_report(write_json(tmp_path / "report.json", report)) == report


@pytest.mark.parametrize(
    "content, code",
    [
        ({"encounters": [encounter_row()]}, "wrong_file_kind"),
        (payload_of([]), "wrong_file_kind"),
        ({"claims": [], "evidence": []}, "wrong_file_kind"),
        ({SECRET: SECRET}, "unknown_file_kind"),
        ([draft_report()], "unknown_file_kind"),
        (SECRET, "unknown_file_kind"),
        (None, "unknown_file_kind"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_report(content: Any, code: str, tmp_path: Path) -> None:
    assert refused(write_json(tmp_path / "file.json", content)).code == code


def test_faults_have_a_place(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    text = json.dumps(draft_report(), indent=2)
    lines = text.splitlines()
    for spoilt, code, line in (
        (text[:-3], "invalid_json", len(lines) - 1),
        (text + "\n" + SECRET, "invalid_json", len(lines) + 1),
        (text.replace('"notice"', '"minimum_cell_size"'), "duplicate_key", 4),
        (text.replace("5,", "NaN,", 1), "invalid_number", 3),
        (text.replace("5,", "[" * 70 + "]" * 70 + ",", 1), "too_deep", 3),
    ):
        path.write_text(spoilt, encoding="utf-8")
        error = refused(path)
        assert error.code == code
        assert error.place is not None and error.place.line == line, code
    path.write_bytes(b"")
    assert refused(path).code == "empty_file"
    assert refused(tmp_path).code == "not_a_regular_file"
    assert refused(tmp_path / "none.json").code == "unreadable_file"


def test_a_file_larger_than_any_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_json(tmp_path / "report.json", draft_report())
    monkeypatch.setattr(reports, "MAX_REPORT_BYTES", path.stat().st_size)
    read_report(path)
    monkeypatch.setattr(reports, "MAX_REPORT_BYTES", path.stat().st_size - 1)
    assert refused(path).code == "report_too_large"


def test_progress_and_cancel(tmp_path: Path) -> None:
    path = write_json(tmp_path / "report.json", claims_report())
    size = path.stat().st_size
    told: list[tuple[int, int]] = []
    read_report(path, progress=lambda *pair: told.append(pair))
    assert told[-1] == (size, size)
    token = threading.Event()
    assert read_report(path, cancel=token) == claims_report()
    token.set()
    with pytest.raises(Cancelled):
        read_report(path, cancel=token)


def test_public_names() -> None:
    assert {"read_report", "verify_report", "Inconsistency"} <= set(evalcore.__all__)
