"""The evaluator's part of dev.py bench: drafts, returns, memory, growth, layouts, the check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from tools.bench_process import LOAD, Used, in_turn, peak
from tools.bench_returns import returns
from tools.bench_studies import LAYOUTS, drafts_of, facts_of, layout, study
from tools.bench_table import Line

_LARGE = 79.0
"""MB of a drafts file from which on the aims of time hold."""

_CHECKS: tuple[tuple[str, int, int], ...] = (
    ("reviewers differ in all", 50_000, 60),
    ("without a problem", 50_000, 60),
    ("words of a spreadsheet", 50_000, 60),
    ("every field wrong", 50_000, 60),
    ("stale", 50_000, 60),
    ("of unknown drafts", 50_000, 60),
    ("each reviewer twice", 50_000, 60),
    ("reviewers differ in all", 50_000, 1),
    ("reviewers differ in all", 3_333, 60),
    ("words of a spreadsheet", 3_333, 60),
)


def sizes_lines(sizes: Sequence[float], runs: int, scratch: Path) -> Iterator[Line]:
    """Drafts to a published report, alone and with two returns; their memory; growth."""
    out = ["--json", str(scratch / "report.json")]
    job = str(scratch / "reports")
    idle = peak("", [], scratch)
    for size in sizes:
        drafts, facts = drafts_of(size), facts_of(size)
        folder = study(drafts, facts)
        one, all_files = (
            [str(folder / "drafts.json")],
            [str(p) for p in sorted(folder.glob("*.json"))],
        )
        tenth = [str(study(drafts // 10, facts) / "drafts.json")]
        times = in_turn(
            {
                "load": ["-c", LOAD, *one],
                "drafts": ["-m", "evalcore", "drafts", *one, *out],
                "load all": ["-c", LOAD, *all_files],
                "all": ["-m", "tools.bench_job", job, *all_files],
                "tenth": ["-m", "evalcore", "drafts", *tenth, *out],
            },
            runs,
        )
        of = f"{Path(one[0]).stat().st_size / 1e6:.0f} MB"
        for what, ours, reference, aim in (
            ("drafts file to published report, revisions included", "drafts", "load", 1.0),
            ("the same with two returns checked and imported", "all", "load all", 1.2),
            ("growth: ten times the drafts", "drafts", "tenth", 10.5),
        ):
            aimed = aim if size >= _LARGE else None
            yield from compared(what, of, times[ours], times[reference], aimed)
        limit = 40 + 400e-6 * drafts
        for what, module, words in (
            ("peak memory over idle, drafts to report", "evalcore", ["drafts", *one, *out]),
            ("peak memory over idle, with two returns", "tools.bench_job", [job, *all_files]),
        ):
            used = peak(module, words, scratch)
            yield Line(what, of, "MB", used - idle if used else None, None, limit)


def layout_lines(size: float, runs: int, scratch: Path) -> Iterator[Line]:
    """The same drafts in other layouts, each against json.load of the same file."""
    drafts, facts = drafts_of(size), facts_of(size)
    for name in list(LAYOUTS)[1:]:
        path = str(layout(drafts, facts, name))
        out = ["--json", str(scratch / "report.json")]
        times = in_turn(
            {"load": ["-c", LOAD, path], "drafts": ["-m", "evalcore", "drafts", path, *out]}, runs
        )
        of = f"{Path(path).stat().st_size / 1e6:.0f} MB"
        large = size >= _LARGE
        what = f"drafts to report, layout: {name}"
        yield from compared(what, of, times["drafts"], times["load"], 1.0 if large else None)


def check_lines(runs: int, scratch: Path) -> Iterator[Line]:
    """The check of 100,000 rows, as text and as JSON, against json.load of the same files."""
    idle = peak("", [], scratch)
    for shape, drafts, files in _CHECKS:
        paths = [str(path) for path in returns(shape, drafts, files)]
        check = ["check", *paths]
        as_json = [*check, "--json", str(scratch / "check.json")]
        times = in_turn(
            {
                "load": ["-c", LOAD, *paths],
                "text": ["-m", "evalcore", *check],
                "json": ["-m", "evalcore", *as_json],
            },
            runs,
            (0, 1),
        )
        where = f"{files} files" if files > 1 else "one file"
        what = f"check of 100,000 rows in {where} on {drafts:,} drafts: {shape}"
        of = f"{sum(Path(path).stat().st_size for path in paths) / 1e6:.0f} MB"
        yield from compared(f"{what}; as text", of, times["text"], times["load"], 3.0)
        yield from compared(f"{what}; as JSON", of, times["json"], times["load"], 3.0)
        used = peak("evalcore", check, scratch, (0, 1))
        yield Line(f"{what}; peak over idle", of, "MB", used - idle if used else None)


def compared(what: str, of: str, ours: Used, reference: Used, aim: float | None) -> Iterator[Line]:
    """Give a line of wall time and one of the processor's."""
    yield Line(what, of, "wall s", ours.wall, reference.wall, aim)
    yield Line(what, of, "cpu s", ours.processor, reference.processor, aim)
