"""The commands of dev.py."""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tools import environment, system
from tools.environment import ROOT

SAMPLE = ROOT / "resources" / "sample-study"
USAGE = """\
usage: python3 dev.py COMMAND [...]

  run [FILE ...]         open the window on the sample study, or on the given files;
                         without a screen, write the same reports to a folder
  test [PYTEST ARG ...]  run the tests
  screenshots [ARG ...]  draw every page of the window to PNG files
  bundle [--folder DIR]  make the folder and the zip that run without Python, and try them
  wheelhouse [PLATFORM]  collect all wheels for a system with Python and no network
  bench [--sizes MB,MB]  measure speed and memory on studies made for it
  tour [--by HAND]       do the whole job in a real window, by mouse and by keyboard (Linux)
  torture [PART ...]     try bad input, faults when writing and long use (slow)

The first call makes .venv in this folder and installs the locked packages, which
needs a network connection. REVIEW_DESK_VENV names another folder for it.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    commands: dict[str, Callable[[list[str]], int]] = {
        "run": run,
        "test": test,
        "screenshots": screenshots,
        "bench": bench,
        "torture": torture,
        "tour": tour,
        "bundle": bundle,
        "wheelhouse": wheelhouse,
    }
    if words[:1] in (["-h"], ["--help"], ["help"]):
        print(USAGE, end="")
        return 0
    if not words or words[0] not in commands:
        print(USAGE, end="", file=sys.stderr)
        return 2
    try:
        return commands[words[0]](words[1:])
    except system.SetupError as error:
        print(f"dev.py: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("dev.py: stopped. The next call goes on from here.", file=sys.stderr)
        return 130


def run(arguments: list[str]) -> int:
    """Open the window, or do its job without one."""
    parser = argparse.ArgumentParser(
        prog="dev.py run",
        description="Open the window on the sample study, or on the given files.",
    )
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        type=Path,
        help="files to open; without a screen, a drafts file first and its returns after it",
    )
    parser.add_argument(
        "--reports",
        metavar="FOLDER",
        type=Path,
        help="without a screen, where the reports go (else sample-reports or reports)",
    )
    options = parser.parse_args(arguments)
    files = [path.absolute() for path in options.files] or _sample_files()
    if not (ROOT / "app" / "__main__.py").exists():
        print("There is no window yet. The same job without one:")
    elif not system.has_screen():
        print("There is no screen here for a window. The same job without one:")
    else:
        python = environment.prepare("run", system.window_needs())
        return _call([python, "-m", "app", *files])
    folder = options.reports or ROOT / ("reports" if options.files else "sample-reports")
    return _write_reports(files, folder.absolute())


def _sample_files() -> list[Path]:
    names = ("drafts.json", "return-1.json", "return-2.json", "claims.json")
    files = [SAMPLE / name for name in names if (SAMPLE / name).exists()]
    if not files or files[0].name != "drafts.json":
        raise system.SetupError(
            "the sample study is not in resources/sample-study: get a whole checkout."
        )
    return files


def _write_reports(files: list[Path], folder: Path) -> int:
    """Evaluate a drafts file and its returns. evalcore needs nothing that is not here.

    Each command keeps from its own inputs; here the files of all are kept from all.
    """
    claims = [path for path in files if path.parent == SAMPLE and path.name == "claims.json"]
    drafts, *returns = [path for path in files if path not in claims]
    jobs: list[tuple[str, str, list[Path]]] = [("drafts", "draft-metrics", [drafts])]
    if returns:
        jobs.append(("check", "return-check", [drafts, *returns]))
        jobs.append(("reviews", "review-agreement", [drafts, *returns]))
    if claims:
        jobs.append(("claims", "claims", claims))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        reason = "" if os.access(folder, os.W_OK) else "no permission to write"
    except OSError as error:
        reason = error.strerror or "it failed"
    if reason:
        raise system.SetupError(
            f"the reports cannot be written to {folder} ({reason}): "
            "name another folder with --reports FOLDER."
        )
    forms = {"--json": ".json", "--markdown": ".md"}
    places = [folder / f"{name}{ending}" for _, name, _ in jobs for ending in forms.values()]
    for place in filter(Path.exists, places):
        if any(path.exists() and path.samefile(place) for path in files):
            raise system.SetupError(
                f"{place.name} is one of the files given, and a report would take its place: "
                "name another folder with --reports FOLDER."
            )
    written: list[Path] = []
    worst = 0
    for command, name, inputs in jobs:
        outputs = {option: folder / f"{name}{ending}" for option, ending in forms.items()}
        if command == "check":
            del outputs["--markdown"]
        words: list[str | Path] = [sys.executable, "-m", "evalcore", command, *inputs]
        for option, path in outputs.items():
            words += [option, path]
        code = _call(words)
        if code in (0, 1):
            written += outputs.values()
        if code == 1:
            print(f"The returns are not ready to import: {name}.json says why.")
        worst = max(worst, code)
        if code > 1:
            break
    print(f"Reports written to the folder {folder}:")
    for path in written:
        print(f"  {path.name}")
    return worst


def test(arguments: list[str]) -> int:
    """Run pytest, by default without a screen."""
    python = environment.prepare("dev", system.TESTS)
    # In a checkout that cannot be written to, pytest would warn of it, which fails the run.
    cache = [] if os.access(ROOT, os.W_OK) else ["-p", "no:cacheprovider"]
    # All tests on all cores; a few are faster, and easier to follow, in one process.
    words = arguments or ["-n", "auto"]
    return _call([python, "-m", "pytest", *cache, *words], QT_QPA_PLATFORM="offscreen")


def screenshots(arguments: list[str]) -> int:
    """Draw the pages of the window to files, or with --guide the pictures of the guide."""
    if not (ROOT / "tools" / "screenshots.py").exists():
        raise system.SetupError("there is no tools/screenshots.py yet, so nothing to draw.")
    python = environment.prepare("run")
    if arguments == ["--guide"]:
        return _call([python, "-m", "tools.guide_pictures"])
    return _call([python, "-m", "tools.screenshots", *arguments], QT_QPA_PLATFORM="offscreen")


def bundle(arguments: list[str]) -> int:
    """Make the bundle of this system and try it as a user has it."""
    from tools.bundle import main as make

    return make(arguments)


def wheelhouse(arguments: list[str]) -> int:
    """Collect the wheels of a platform."""
    from tools.wheelhouse import main as collect

    return collect(arguments)


def bench(arguments: list[str]) -> int:
    """Measure evalcore, then how long the window stands still meanwhile."""
    python = environment.prepare("run")
    return _call([python, "-m", "tools.bench", *arguments], QT_QPA_PLATFORM="offscreen")


def torture(arguments: list[str]) -> int:
    """Try what goes wrong elsewhere; the parts are listed in tools/torture/parts.py."""
    python = environment.prepare("dev", system.TESTS)
    return _call([python, "-m", "tools.torture", *arguments], QT_QPA_PLATFORM="offscreen")


def tour(arguments: list[str]) -> int:
    """Do the coordinator's job on a screen of its own, by clicks and by keys."""
    if not sys.platform.startswith("linux"):
        raise system.SetupError("the tour needs Linux: it works on a screen of Xvfb.")
    python = environment.prepare("run", system.TOUR)
    return _call([python, "-m", "tools.tour", *arguments])


def _call(command: Sequence[str | Path], **defaults: str) -> int:
    sys.stdout.flush()
    variables = environment.child_environment(**defaults)
    with subprocess.Popen([str(word) for word in command], cwd=ROOT, env=variables) as child:
        while True:
            # The terminal interrupts the child too, which may have something to put in order.
            with contextlib.suppress(KeyboardInterrupt):
                code = child.wait()
                return code if code >= 0 else 128 - code
