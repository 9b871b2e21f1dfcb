"""The studies that the bench reads, made once and kept in .bench-cache.

A study is stitched together from parts that ``tests/make_study.py`` makes with
one seed each, since a part stands in memory whole.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
MAKE_STUDY = ROOT / "tests" / "make_study.py"
CACHE = ROOT / ".bench-cache"
PART = 1000
"""Drafts of one seed."""
REVIEWERS = 2
_SAMPLE = 1000

Row = dict[str, Any]


def _without_defaults(encounter: Row) -> Row:
    usual = {"negated": False, "required": True, "citations": []}
    return {
        key: [{k: v for k, v in fact.items() if usual.get(k) != v} for fact in value]
        if key in ("truth", "statements")
        else value
        for key, value in encounter.items()
    }


def _turned_round(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _turned_round(value[key]) for key in reversed(value)}
    return [_turned_round(one) for one in value] if isinstance(value, list) else value


LAYOUTS: dict[str, tuple[int | None, Callable[[Row], Row]]] = {
    "as written": (1, lambda encounter: encounter),
    "compact": (None, lambda encounter: encounter),
    "keys turned round": (1, _turned_round),
    "defaults left out": (1, _without_defaults),
}
"""How a drafts file may look: the indent, and what becomes of an encounter."""


def make_study() -> Any:
    """Return the module that makes studies."""
    spec = importlib.util.spec_from_file_location("make_study", MAKE_STUDY)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(MAKE_STUDY.name)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def facts_of(megabytes: float) -> int:
    """Return the facts of a draft: more in a very large file, for at most 100,000 rows."""
    return 12 if megabytes <= 400 else 32


def drafts_of(megabytes: float) -> int:
    """Return how many drafts a file of about so many MB has."""
    sample = make_study().study(_SAMPLE, facts_of(megabytes), REVIEWERS, 1, True, 1)["drafts"]
    each = len(json.dumps(sample, indent=1)) / _SAMPLE
    return max(10, round(megabytes * 1e6 / each / 10) * 10)


def study(drafts: int, facts: int) -> Path:
    """Return the folder of a messy study: ``drafts.json``, ``return-1.json``, ``return-2.json``."""
    return cached(f"{drafts}x{facts}", lambda folder: _write_study(folder, drafts, facts))


def layout(drafts: int, facts: int, name: str) -> Path:
    """Return a drafts file in another layout."""
    indent, changed = LAYOUTS[name]

    def write(folder: Path) -> None:
        with _ListFile(folder / "drafts.json", make_study().DRAFTS_SCHEMA, indent) as out:
            for part in _parts(drafts, facts):
                out.add("encounters", map(changed, part["drafts"]["encounters"]))

    return cached(f"{drafts}x{facts}-{name.replace(' ', '-')}", write) / "drafts.json"


def cached(name: str, write: Callable[[Path], None]) -> Path:
    """Return a folder of that name, written by a function if it is not there yet."""
    version = hashlib.sha256(MAKE_STUDY.read_bytes() + Path(__file__).read_bytes()).hexdigest()
    folder = CACHE / f"{name}-{version[:8]}"
    if not folder.exists():
        CACHE.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as scratch:
            made = Path(scratch, "made")
            made.mkdir()
            write(made)
            shutil.move(made, folder)
    return folder


class _ListFile:
    """A file of one large list, written part by part as ``json.dumps`` writes it whole."""

    def __init__(self, path: Path, schema: str, indent: int | None) -> None:
        self._file = path.open("w", encoding="utf-8")
        self._schema = schema
        self._style: dict[str, Any] = {"indent": indent}
        if indent is None:
            self._style["separators"] = (",", ":")
        self._tail = ""

    def __enter__(self) -> _ListFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.write(self._tail + "\n")
        self._file.close()

    def add(self, key: str, rows: Iterable[Row]) -> None:
        text = json.dumps({"schema_version": self._schema, key: list(rows)}, **self._style)
        start, end = text.index("[") + 1, text.rindex("]")
        end = len(text[:end].rstrip())
        self._file.write(f",{text[start:end]}" if self._tail else text[:end])
        self._tail = text[end:]


def _parts(drafts: int, facts: int) -> Iterator[dict[str, Any]]:
    make = make_study()
    for seed, first in enumerate(range(0, drafts, PART), 1):
        yield make.study(min(PART, drafts - first), facts, REVIEWERS, seed, True, 1)


def _write_study(folder: Path, drafts: int, facts: int) -> None:
    make = make_study()
    aliases: list[str] = []
    with ExitStack() as stack:
        out = stack.enter_context(_ListFile(folder / "drafts.json", make.DRAFTS_SCHEMA, 1))
        returns = [
            stack.enter_context(_ListFile(folder / f"return-{number}.json", make.REVIEWS_SCHEMA, 1))
            for number in range(1, REVIEWERS + 1)
        ]
        for part in _parts(drafts, facts):
            out.add("encounters", part["drafts"]["encounters"])
            # every part has reviewers of its own; a file is one reviewer's
            aliases = aliases or [file["rows"][0]["reviewer_id"] for file in part["returns"]]
            for alias, file, into in zip(aliases, part["returns"], returns, strict=True):
                into.add("rows", ({**row, "reviewer_id": alias} for row in file["rows"]))
