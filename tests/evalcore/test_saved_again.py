"""A saved report that another program wrote again: it opens, and only a real difference tells."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_helpers import run
from report_helpers import claims_report, draft_report, review_report
from test_service import Process, process, start

from evalcore.service.protocol import MakeReports, Open, OpenEarlier

__all__ = ["process", "start"]
CLEAN = {"drafts": draft_report, "reviews": review_report, "claims": claims_report}
NOTE = "Another program saved this report again; there is no difference in its figures."


def as_javascript(value: Any, key: Callable[[str], Any] = str) -> str:
    """What JSON.stringify writes: whole numbers without a point, exponents without a 0."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, int | float):
        text = repr(int(value) if value == int(value) else value)
        return text.replace("e-0", "e-")
    if isinstance(value, list):
        return f"[{','.join(as_javascript(one, key) for one in value)}]"
    items = sorted(value.items(), key=lambda item: key(item[0]))
    return f"{{{','.join(f'{json.dumps(k)}:{as_javascript(v, key)}' for k, v in items)}}}"


def written_again(report: Any) -> dict[str, bytes]:
    turned = lambda name: [-ord(c) for c in name]  # noqa: E731
    plain = as_javascript(report)
    return {
        "as it is": plain.encode(),
        "keys in another order": as_javascript(report, turned).encode(),
        "indented": json.dumps(json.loads(plain), indent=4).encode(),
        "minus 0": plain.replace(":0,", ":-0,").replace("[0,", "[-0,").encode(),
        "UTF-16": plain.encode("utf-16"),
        "CRLF": json.dumps(json.loads(plain), indent=2).replace("\n", "\r\n").encode(),
    }


def has_whole_floats(node: Any) -> bool:
    if isinstance(node, dict | list):
        return any(map(has_whole_floats, node.values() if isinstance(node, dict) else node))
    return isinstance(node, float) and node in (0.0, 1.0)


@pytest.mark.parametrize("kind", CLEAN)
def test_no_difference_in_figures_is_none(process: Process, tmp_path: Path, kind: str) -> None:
    report = CLEAN[kind]()
    assert kind != "drafts" or has_whole_floats(report)
    path = tmp_path / "report.json"
    for name, content in written_again(report).items():
        path.write_bytes(content)
        done = run(tmp_path, "verify", "report.json")
        assert (done.status, done.out) == (0, b""), name
        note = f"file 1 (report.json): {NOTE}\n" if has_whole_floats(report) else ""
        assert done.err.decode() == note
        answer = process.ask(Open(1, str(path)))["answer"]
        assert answer["fault"] is None, name
        assert answer["saved_again"] is has_whole_floats(report)
        earlier = process.ask(OpenEarlier(2, str(path)))["answer"]
        assert earlier["fault"] is None, name


@pytest.mark.parametrize("kind", ["drafts", "reviews"])
def test_what_the_window_shows_is_what_was_saved(
    process: Process, tmp_path: Path, kind: str
) -> None:
    report = CLEAN[kind]()
    path = tmp_path / "report.json"
    path.write_text(as_javascript(report))
    process.ask(Open(1, str(path)))
    shown = process.ask(MakeReports(None, 5, (1,)))["answer"][kind]
    # repr tells 0.0 from 0
    assert repr(sorted(leaves(shown))) == repr(sorted(leaves(report)))


@pytest.mark.parametrize("kind", CLEAN)
@pytest.mark.parametrize("after", ["", "}}", ",", "“"])
def test_a_saved_report_that_is_no_json_any_more_is_refused(
    process: Process, tmp_path: Path, kind: str, after: str
) -> None:
    path = tmp_path / "report.json"
    path.write_text(
        as_javascript(CLEAN[kind]())[:-1] + after + ("}" if after == "," else ""), "utf-8"
    )
    answer = process.ask(Open(1, str(path)))
    found = answer.get("answer", answer)["fault"]
    assert found["code"] == "invalid_json"
    assert found["place"].startswith("line 1, column ")


def leaves(node: Any, at: str = "") -> list[tuple[str, str]]:
    if not isinstance(node, dict | list):
        return [(at, repr(node))]
    items = node.items() if isinstance(node, dict) else enumerate(node)
    return [leaf for key, value in items for leaf in leaves(value, f"{at}/{key}")]


def test_what_is_given_away_is_the_same(tmp_path: Path) -> None:
    report = CLEAN["drafts"]()
    (tmp_path / "report.json").write_text(json.dumps(report))
    (tmp_path / "again.json").write_text(as_javascript(report))
    one = run(tmp_path, "disclosure", "report.json")
    other = run(tmp_path, "disclosure", "again.json")
    assert (one.status, one.out, one.err) == (other.status, other.out, other.err)


def test_a_real_difference_is_still_told_and_nothing_else(tmp_path: Path) -> None:
    report = CLEAN["drafts"]()
    report["slices"]["class:lab"]["omission"]["rate"] = 1.0
    (tmp_path / "again.json").write_text(as_javascript(report))
    done = run(tmp_path, "verify", "again.json")
    assert done.status == 1 and done.err == b""
    (line,) = done.out.decode().splitlines()
    assert "slices, class:lab, omission, rate: rate_not_of_counts: " in line


@pytest.mark.parametrize("value", [True, "0", 2, None])
def test_what_is_no_number_between_0_and_1_is_no_rate(tmp_path: Path, value: Any) -> None:
    report = CLEAN["drafts"]()
    report["slices"]["class:lab"]["omission"]["rate"] = value
    (tmp_path / "again.json").write_text(as_javascript(report))
    assert run(tmp_path, "verify", "again.json").status == 1
