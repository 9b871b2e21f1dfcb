#!/usr/bin/env python3
"""Lock the dependencies of pyproject.toml: python3 tools/lock.py [--upgrade]

Writes requirements/run.txt (what the window needs), requirements/dev.txt (that and
what the tests need) and requirements/bundle.txt (that and what makes a folder or
a wheel of it): exact versions, for Linux, macOS and Windows and each
Python from 3.11, with the hashes of the wheels. The solver, uv, is installed into
a temporary environment. The files name no registry and no folder. Without
--upgrade a version stays as it is where it still fits.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "requirements"
OPTIONS = (
    "--universal",
    "--python-version=3.11",
    "--generate-hashes",
    "--only-binary=:all:",
    "--no-header",
    "--no-annotate",
    "--no-emit-index-url",
    "--no-emit-find-links",
    "--quiet",
)
HEADER = "# {what}. Written by tools/lock.py from pyproject.toml: do not edit.\n"


def main() -> int:
    upgrade = ["--upgrade"] if sys.argv[1:] == ["--upgrade"] else []
    if sys.argv[1:] and not upgrade:
        print(__doc__)
        return 2
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        programs = Path(folder, "Scripts" if sys.platform == "win32" else "bin")
        subprocess.run([programs / "python", "-m", "pip", "install", "-q", "uv"], check=True)
        # The same versions in all, so that each of the others holds all of run.txt.
        same = ["-c", str(FOLDER / "run.txt")]
        files: list[tuple[str, str, list[str]]] = [
            ("run.txt", "What Review Desk needs to run", []),
            ("dev.txt", "What its development needs", ["--group=dev", *same]),
            ("bundle.txt", "What its bundle is made with", ["--group=bundle", *same]),
        ]
        for name, what, extra in files:
            out = FOLDER / name
            command = [str(programs / "uv"), "pip", "compile", "pyproject.toml"]
            command += [*OPTIONS, *extra, *upgrade, "--output-file", str(out)]
            subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
            text = out.read_text("utf-8")
            out.write_text(HEADER.format(what=what) + text, "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
