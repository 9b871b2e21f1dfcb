"""Return files that strain the check: 100,000 rows in 60 files, wrong in one way or another."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from pathlib import Path

from tools.bench_studies import Row, cached, make_study

ROWS = 100_000
FILES = 60

Shape = Callable[[Row, int, int], Row]
"""Makes a good row into what is sent: of the draft of that index, by its reviewer of that index."""


def _name(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _differ(row: Row, draft: int, reviewer: int) -> Row:
    words = ("accept", "label_definition", True), ("revise", "other", False)
    return {
        **row,
        **dict(zip(("decision", "reason", "adjudicated"), words[reviewer % 2], strict=True)),
    }


def _spreadsheet(row: Row, draft: int, reviewer: int) -> Row:
    return {**row, "decision": "Accept", "reason": "none", "adjudicated": "TRUE"}


def _all_wrong(row: Row, draft: int, reviewer: int) -> Row:
    upper = {key: row[key].upper() for key in ("blinded_case_id", "draft_revision")}
    return {**_spreadsheet(row, draft, reviewer), **upper, "reviewer_id": 7, "Name": "x"}


SHAPES: dict[str, Shape] = {
    "without a problem": lambda row, draft, reviewer: row,
    "reviewers differ in all": _differ,
    "words of a spreadsheet": _spreadsheet,
    "every field wrong": _all_wrong,
    "stale": lambda row, draft, reviewer: {**row, "draft_revision": _name("old", draft)},
    "of unknown drafts": lambda row, draft, reviewer: {
        **row,
        "blinded_case_id": _name("no", draft),
        "draft_revision": _name("nor", draft),
    },
    "each reviewer twice": lambda row, draft, reviewer: {
        **row,
        "reviewer_id": _name(draft % 1000),
        "decision": ("accept", "revise")[reviewer % 2],
    },
}


def returns(shape: str, drafts: int, files: int = FILES) -> list[Path]:
    """Return a drafts file of small drafts and its return files: 100,000 rows in all.

    Every draft has as many reviewers; with 60 files each has the rows of one
    reviewer on a block of the drafts.
    """
    source = cached(f"{drafts}-small-drafts", lambda folder: _write_drafts(folder, drafts))
    known = [tuple(pair) for pair in json.loads((source / "revisions").read_text("ascii"))]
    change = SHAPES[shape]

    def write(folder: Path) -> None:
        schema = make_study().REVIEWS_SCHEMA
        for number, rows in enumerate(_files(known, change, files), 1):
            text = json.dumps({"schema_version": schema, "rows": rows}, indent=1)
            (folder / f"return-{number:02}.json").write_text(text, "ascii")

    name = f"{drafts}-drafts-{files}-files-{shape.replace(' ', '-')}"
    return [source / "drafts.json", *sorted(cached(name, write).glob("return-*"))]


def _files(known: list[tuple[str, str]], change: Shape, files: int) -> list[list[Row]]:
    reviewers = ROWS // len(known)
    blocks = FILES // reviewers
    size = -(-len(known) // blocks)
    made = []
    for block in range(blocks):
        for reviewer in range(reviewers):
            indices = list(range(block * size, min(len(known), (block + 1) * size)))
            random.Random(reviewer).shuffle(indices)
            made.append(
                [
                    change(_good(*known[draft], _name(block, reviewer)), draft, reviewer)
                    for draft in indices
                ]
            )
    return made if files > 1 else [[row for rows in made for row in rows]]


def _good(alias: str, revision: str, reviewer: str) -> Row:
    return {
        "blinded_case_id": alias,
        "draft_revision": revision,
        "reviewer_id": reviewer,
        "decision": "accept",
        "reason": None,
        "adjudicated": False,
    }


def _write_drafts(folder: Path, drafts: int) -> None:
    made = make_study().study(drafts, 1, 1, 1, False, 1)
    (folder / "drafts.json").write_text(json.dumps(made["drafts"], indent=1), "ascii")
    pairs = [(row["blinded_case_id"], row["draft_revision"]) for row in made["returns"][0]["rows"]]
    (folder / "revisions").write_text(json.dumps(pairs), "ascii")
