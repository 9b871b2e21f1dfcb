"""Studies that strain the window: one large encounter, many problems, many claims."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

MAKE_STUDY = Path(__file__).resolve().parent.parent / "tests" / "make_study.py"


def _made(drafts: int, facts: int, reviewers: int, *, messy: bool = False, claims: int = 1) -> Any:
    spec = importlib.util.spec_from_file_location("make_study", MAKE_STUDY)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(MAKE_STUDY.name)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.study(drafts, facts, reviewers, 1, messy, claims)


def large_encounter(folder: Path, facts: int = 10_000) -> Path:
    """Write a drafts file of one encounter, with so many truth facts and as many statements."""
    study = _made(1, 2 * facts, 2, messy=True)["drafts"]
    encounter = study["encounters"][0]
    encounter["truth"] = encounter["truth"][:facts]
    encounter["statements"] = encounter["statements"][:facts]
    return _write(folder / "large.json", study)


def many_problems(folder: Path) -> tuple[Path, list[Path]]:
    """Write 50,000 drafts and two reviews of each, in 60 files: 100,000 problems.

    The reviewers differ, and one gives a reason for what is accepted.
    """
    made = _made(50_000, 1, 2)
    returns: list[Path] = []
    words = ("accept", "label_definition", True), ("revise", "other", False)
    for payload, given in zip(made["returns"], words, strict=True):
        for row in payload["rows"]:
            row.update(zip(("decision", "reason", "adjudicated"), given, strict=True))
        size = -(-len(payload["rows"]) // 30)
        for start in range(0, len(payload["rows"]), size):
            path = folder / f"return-{len(returns) + 1:02}.json"
            part = {**payload, "rows": payload["rows"][start : start + size]}
            returns.append(_write(path, part))
    return _write(folder / "drafts.json", made["drafts"]), returns


def many_files(folder: Path, files: int = 2_000, rows: int = 10) -> list[Path]:
    """Write a drafts file and many returns whose rows are all of drafts that are not in it."""
    made = _made(files * rows, 1, 1)
    drafts = _write(folder / "few-drafts.json", _made(3, 1, 1, messy=True)["drafts"])
    (payload,) = made["returns"]
    parts = range(0, files * rows, rows)
    returns = [
        _write(
            folder / f"part-{start // rows + 1:04}.json",
            {**payload, "rows": payload["rows"][start : start + rows]},
        )
        for start in parts
    ]
    return [drafts, *returns]


def large_claims(folder: Path, claims: int = 10_000) -> Path:
    """Write a claims file whose bootstrap takes as long as any that is evaluated by default."""
    return _write(folder / "claims.json", _made(1, 3, 2, claims=claims)["claims"])


def _write(path: Path, payload: object) -> Path:
    path.write_text(json.dumps(payload), "utf-8")
    return path
