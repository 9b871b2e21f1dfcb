"""The study of the tour: the sample study, with faults made on purpose, and the truth about it.

The truth is what the committee decided and the reviewers meant: the rows of the sample's own
returns. ``FAULTS`` says what is wrong with what comes by mail and what settles it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalcore.drafts.metrics import DraftTally
from evalcore.drafts.reader import read_drafts
from tools.environment import ROOT

SAMPLE = ROOT / "resources" / "sample-study"
FAULTS = (
    ("return-1.json", "6 decisions with a capital letter", "slip, then the mended file"),
    ("return-1.json", "5 flags as a spreadsheet writes them", "slip, then the mended file"),
    ("return-1.json", "1 row of a draft that was changed since", "slip, then the mended file"),
    ("return-1.json", "55 decisions in the wrong rows", "the mended file"),
    ("both returns", "12 drafts without the committee's reason", "record the reason"),
    ("both returns", "1 draft with a reason although the reviewers agree", "record that none is"),
    ("return-2.json", "1 row of a draft that is not in the study", "set the row aside"),
    ("return-2 (copy).json", "the same file twice", "set the file aside"),
)
RETURNS = ("return-1.json", "return-2.json", "return-2 (copy).json")
PROGRESS, COMBINED = "returns-in-progress.json", "combined-returns.json"
_WRONG, _CAPITALS, _WORDS = 55, 6, 5

Row = dict[str, Any]
Decision = tuple[str | None, bool]
"""A reason's word, or None for none, and whether the draft was adjudicated."""


@dataclass(frozen=True)
class Study:
    """Files in a folder, and what is true about them. Drafts and rows are numbered from 1."""

    folder: Path
    decisions: dict[int, Decision]
    """What the committee decided and is to be recorded, by draft."""
    slip_rows: tuple[int, ...]
    """The rows of return 1 that its slip must name."""
    truth: list[Row]
    mended: bytes
    """Return 1 as the reviewer sends it again."""

    def mend(self) -> None:
        """Let the corrected return take the place of the first one."""
        beside = self.folder / "return-1.new"
        beside.write_bytes(self.mended)
        os.replace(beside, self.folder / RETURNS[0])

    def report(self, minimum: int) -> Row:
        """Return the draft report that must be shown and exported at a minimum cell size."""
        tally = DraftTally()
        tally.add_all(read_drafts(self.folder / "drafts.json"))
        return dict(tally.report(minimum))


def make(folder: Path) -> Study:
    """Write the study to a folder."""
    folder.mkdir(parents=True)
    drafts = json.loads((SAMPLE / "drafts.json").read_text("utf-8"))
    number = {row["blinded_case_id"]: n for n, row in enumerate(drafts["encounters"], 1)}
    one, two = (json.loads((SAMPLE / f"return-{n}.json").read_text("utf-8")) for n in (1, 2))
    truth = [dict(row) for row in (*one["rows"], *two["rows"])]
    of_draft: dict[int, list[Row]] = {}
    for row in (*one["rows"], *two["rows"]):
        of_draft.setdefault(number[row["blinded_case_id"]], []).append(row)
    differing = [n for n in sorted(of_draft) if len({r["decision"] for r in of_draft[n]}) > 1]
    agreeing = [n for n in sorted(of_draft) if n not in differing]
    decisions: dict[int, Decision] = {}
    for draft in differing[::2]:
        decisions[draft] = of_draft[draft][0]["reason"], of_draft[draft][0]["adjudicated"]
        for row in of_draft[draft]:
            row["reason"], row["adjudicated"] = None, False
    none = agreeing[len(agreeing) // 2]
    decisions[none] = None, False
    for row in of_draft[none]:
        row["reason"] = "other"
    two["rows"].append({**two["rows"][0], "blinded_case_id": "ab" * 32})
    mended = _bytes(one)
    slip_rows = _spoil(one["rows"], {*decisions, *differing}, number)
    contents = {"drafts.json": drafts, RETURNS[0]: one, RETURNS[1]: two, RETURNS[2]: two}
    for name, content in contents.items():
        (folder / name).write_bytes(_bytes(content))
    return Study(folder, decisions, slip_rows, truth, mended)


def _spoil(rows: list[Row], apart: set[int], number: dict[str, int]) -> tuple[int, ...]:
    """Put the faults of return 1 into its rows; return the numbers of those for its slip."""
    free = [n for n, row in enumerate(rows) if number[row["blinded_case_id"]] not in apart]
    spoilt = iter(free)
    own: list[int] = []
    for _ in range(_CAPITALS):
        own.append(next(spoilt))
        rows[own[-1]]["decision"] = rows[own[-1]]["decision"].capitalize()
    for _ in range(_WORDS):
        own.append(next(spoilt))
        rows[own[-1]]["adjudicated"] = "FALSE"
    own.append(next(spoilt))
    rows[own[-1]]["draft_revision"] = "0" * 64
    for _ in range(_WRONG):
        row = rows[next(spoilt)]
        row["decision"] = "revise" if row["decision"] != "revise" else "accept"
    return tuple(n + 1 for n in own)


def differences(truth: Iterable[Row], written: Iterable[Row]) -> list[str]:
    """Return what is wrong with the rows that were written, in words without values."""
    wanted, found = _by_place(truth), _by_place(written)
    wrong = [f"{len(wanted.keys() - found.keys())} rows are missing"] * bool(
        wanted.keys() - found.keys()
    )
    if more := found.keys() - wanted.keys():
        wrong.append(f"{len(more)} rows are not of the study")
    if doubled := sum(len(rows) - 1 for rows in found.values() if len(rows) > 1):
        wrong.append(f"{doubled} rows stand there twice")
    for place in wanted.keys() & found.keys():
        for field in ("draft_revision", "decision", "reason", "adjudicated"):
            if found[place][0].get(field) != wanted[place][0][field]:
                wrong.append(f"another {field}")
    return sorted(set(wrong), key=wrong.index)


def _by_place(rows: Iterable[Row]) -> dict[tuple[str, str], list[Row]]:
    found: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        found.setdefault((row["blinded_case_id"], row["reviewer_id"]), []).append(row)
    return found


def _bytes(payload: object) -> bytes:
    return json.dumps(payload, indent=1).encode()
