"""A round as a coordinator drives it by the command, with returns that say what a test wants."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from eval_helpers import as_drafts, encounter_row, hexid, payload_of, review_row, write_json

from evalcore.cli.main import main

Row = dict[str, Any]
Answers = Mapping[int, str]


class Capture(io.StringIO):
    """Standard output with a buffer of bytes, as the command writes to it."""

    def __init__(self) -> None:
        super().__init__()
        self.buffer = io.BytesIO()  # type: ignore[misc]

    def said(self) -> str:
        return self.getvalue() + self.buffer.getvalue().decode("utf-8")


class Desk:
    """A folder with a drafts file and a round; drafts are numbered 1, 2, ... in the file."""

    def __init__(self, folder: Path, drafts: int = 8, *options: str) -> None:
        self.folder = folder
        self.encounters = [encounter_row(number) for number in range(1, drafts + 1)]
        self.gone: set[int] = set()
        self.write_drafts()
        self.round = folder / "march.round"
        self.out = self.err = ""
        assert self.run("new", *options) == 0, self.err

    def write_drafts(self) -> None:
        rows = [row for n, row in enumerate(self.encounters, 1) if n not in self.gone]
        self.drafts = write_json(self.folder / "drafts.json", {"encounters": rows})

    def change_draft(self, number: int) -> None:
        """Let a draft have another text."""
        row = self.encounters[number - 1]
        self.encounters[number - 1] = {**row, "text_digest": hexid(f"new {number}")}
        self.write_drafts()

    def withdraw(self, number: int) -> None:
        """Let a draft be no longer in the drafts file; all others keep their numbers here."""
        self.gone.add(number)
        self.write_drafts()

    def bring(self) -> int:
        """Put one more draft into the drafts file; return its number."""
        self.encounters.append(encounter_row(len(self.encounters) + 1))
        self.write_drafts()
        return len(self.encounters)

    def run(self, step: str, *arguments: object) -> int:
        """Run a step of the command in this process; return its exit code."""
        line = ["round", step, str(self.round), *map(str, arguments)]
        line += ["--drafts", str(self.drafts)]
        out, err = Capture(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(line)
        self.out, self.err = out.said(), err.getvalue()
        for encounter in self.encounters:
            assert encounter["blinded_case_id"][:12] not in self.out + self.err
        for who in "abcdefg":
            assert hexid(f"reviewer {who}")[:12] not in self.out + self.err
        return code

    def status(self) -> dict[str, Any]:
        code = self.run("status", "--json", "-")
        found: dict[str, Any] = json.loads(self.out)
        assert code == int(not found["ready"])
        for one in found["reviewers"]:
            columns = ("answered", "missing", "outdated", "problems")
            assert one["expected"] == sum(one[name] for name in columns)
        return found

    def rows(self, who: str, answers: Answers, **changes: Any) -> list[Row]:
        """Rows of one reviewer by the numbers of drafts."""
        drafts = as_drafts(self.encounters)
        return [
            review_row(
                self.encounters[n - 1], drafts[n - 1].revision, who, decision=word, **changes
            )
            for n, word in answers.items()
        ]

    def write(self, name: str, rows: Sequence[Row]) -> Path:
        return write_json(self.folder / name, payload_of(list(rows)))

    def send(self, name: str, who: str, answers: Answers, **changes: Any) -> int:
        """Receive a file of one reviewer's; return the exit code."""
        return self.run("add", self.write(name, self.rows(who, answers, **changes)))

    def combined(self) -> list[Row]:
        """The rows of the combined file, by the command."""
        out = self.folder / "combined.json"
        out.unlink(missing_ok=True)
        assert self.run("combine", "--out", out) == 0, self.out + self.err
        rows: list[Row] = json.loads(out.read_text())["rows"]
        return rows

    def said(self) -> dict[tuple[int, str], tuple[str, str | None, bool]]:
        """What the combined file says: by number of draft and reviewer's letter."""
        number = {row["blinded_case_id"]: n for n, row in enumerate(self.encounters, 1)}
        letter = {hexid(f"reviewer {who}"): who for who in "abcdefg"}
        return {
            (number[row["blinded_case_id"]], letter.get(row["reviewer_id"], "?")): (
                row["decision"],
                row["reason"],
                row["adjudicated"],
            )
            for row in self.combined()
        }


def all_of(drafts: int, word: str = "accept", **other: str) -> dict[int, str]:
    """The same word for each draft; ``d3="revise"`` for another one."""
    answers = dict.fromkeys(range(1, drafts + 1), word)
    return answers | {int(name[1:]): word for name, word in other.items()}


def codes(status: Mapping[str, Any]) -> list[tuple[int | None, str, str]]:
    """File, turn and code of all that is outstanding."""
    return [(one["file"], one["turn"], one["code"]) for one in status["outstanding"]]
