"""Runs ``python -m evalcore`` in a process of its own and looks at what it leaves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eval_helpers import CHECKOUT, CODES, as_drafts, hexid, make_study, write_json

from evalcore import evaluate_ambient_drafts, import_ambient_reviews

# Planted where a name, a folder or a value could come to light.
SECRET = "MrsSecret1931"
DIGEST = hexid("secret")
NOTICE = "Evaluation only; non-diagnostic. Explicit clinician review is required."


@dataclass(frozen=True)
class Run:
    """What one run gave: its exit status and the bytes of both streams."""

    status: int
    out: bytes
    err: bytes

    @property
    def errors(self) -> bytes:
        """Standard error without what the disclosure check says there of a report that is made."""
        lines = self.err.splitlines(keepends=True)
        return b"".join(line for line in lines if not line.startswith(b"disclosure check: "))

    @property
    def line(self) -> str:
        """The one line on standard error of a run that was refused."""
        assert self.status == 2, (self.status, self.err)
        assert self.out == b""
        text = self.err.decode("utf-8", "backslashreplace")
        assert len(text.splitlines()) == 1, text
        assert text.endswith("\n"), text
        assert "Traceback" not in text
        assert str(CHECKOUT) not in text
        assert text.rstrip("\n").isprintable(), text
        return text


def environment(**changes: str) -> dict[str, str]:
    kept = {key: os.environ[key] for key in ("PATH", "SYSTEMROOT", "TEMP") if key in os.environ}
    basis = {"PYTHONPATH": str(CHECKOUT), "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    return {**kept, **basis, **changes}


def run(
    folder: Path,
    *arguments: str | bytes | Path,
    env: Mapping[str, str] | None = None,
    before: tuple[str, ...] = (),
    start: tuple[str, ...] = ("-m", "evalcore"),
) -> Run:
    """Run the command in folder, with arguments as a user would type them."""
    command = [*before, sys.executable, "-W", "error", *start, *arguments]
    done = subprocess.run(
        command,
        cwd=folder,
        env=env or environment(),
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=120,
        check=False,
    )
    return Run(done.returncode, done.stdout, done.stderr)


def contents(folder: Path) -> dict[str, bytes | None]:
    """All names under folder with their bytes, None for what is no regular file."""
    return {
        os.fsencode(path.relative_to(folder)).decode("utf-8", "backslashreplace"): (
            path.read_bytes() if path.is_file() and not path.is_symlink() else None
        )
        for path in sorted(folder.rglob("*"))
    }


class Study:
    """A study in a folder: drafts.json, first.json, second.json, and its right reports."""

    def __init__(self, folder: Path, *, drafts: int = 40, seed: int = 1) -> None:
        self.folder = folder
        made = make_study().study(drafts, 6, 2, seed, True, 0)
        self.encounters: list[dict[str, Any]] = made["drafts"]["encounters"]
        self.returns: list[dict[str, Any]] = made["returns"]
        write_json(folder / "drafts.json", made["drafts"])
        for name, payload in zip(("first", "second"), self.returns, strict=True):
            write_json(folder / f"{name}.json", payload)

    def draft_report(self, minimum: int = 5) -> dict[str, Any]:
        return evaluate_ambient_drafts(as_drafts(self.encounters), minimum_cell_size=minimum)

    def review_report(self, minimum: int = 5) -> dict[str, Any]:
        rows = [row for payload in self.returns for row in payload["rows"]]
        payload = {**self.returns[0], "rows": rows}
        return import_ambient_reviews(
            payload, as_drafts(self.encounters), minimum_cell_size=minimum
        )


def json_bytes(report: dict[str, Any]) -> bytes:
    """Section 6: sorted keys, indent 2, ASCII, one newline at the end."""
    text = json.dumps(report, sort_keys=True, indent=2, ensure_ascii=True) + "\n"
    return text.encode("ascii")


def check(done: Run, study: Study, code: str | None, *parts: str) -> str:
    """The line names the code and the parts, says something, and holds nothing planted."""
    line = done.line
    assert SECRET not in line
    assert DIGEST not in line
    assert DIGEST[:16] not in line
    for encounter in study.encounters:
        assert encounter["blinded_case_id"][:8] not in line
    assert str(study.folder.parent) not in line
    assert os.sep not in line
    if code is not None:
        assert [known for known in sorted(CODES) if known in line.split(code)[0]] == []
        assert code in line
    for part in parts:
        assert part in line
    # What to do is said in words, with a full stop.
    assert line.rstrip().endswith(".")
    assert len(line.split()) >= 6
    return line
