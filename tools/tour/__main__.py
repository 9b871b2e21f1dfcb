"""python -m tools.tour [--by mouse|keyboard] [--pictures FOLDER]: see ``dev.py tour``."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tools.environment import ROOT
from tools.tour.hand import Hand
from tools.tour.job import DAYS
from tools.tour.keyboard import Keyboard
from tools.tour.mouse import Mouse
from tools.tour.screen import Program, desk
from tools.tour.sight import Failed
from tools.tour.study import FAULTS, make

WAYS: dict[str, type[Hand]] = {"mouse": Mouse, "keyboard": Keyboard}


class Album:
    """The pictures of one way, in the order in which they were taken."""

    def __init__(self, folder: Path, way: str) -> None:
        self._start = folder.absolute() / way
        self._taken = 0
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob(f"{way}-*.png"):
            old.unlink()

    def take(self, program: Program, name: str) -> None:
        self._taken += 1
        program.picture(Path(f"{self._start}-{self._taken:02} {name}.png"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Do the job in each way that is asked for; return 0 if all went well, else 1."""
    parser = argparse.ArgumentParser(
        prog="dev.py tour",
        description="Do the coordinator's whole job in the real window, by clicks and by keys.",
    )
    parser.add_argument("--by", choices=WAYS, help="one way alone; else both, one after the other")
    pictures = ROOT / "screenshots" / "tour"
    parser.add_argument("--pictures", metavar="FOLDER", type=Path, default=pictures)
    options = parser.parse_args(arguments)
    for where, what, how in FAULTS:
        print(f"made    {where}: {what} ({how})")
    failed = 0
    for way in [options.by] if options.by else WAYS:
        with tempfile.TemporaryDirectory(prefix="review-desk-tour-") as name:
            failed += not _tour(way, Path(name), Album(options.pictures, way))
    return int(failed > 0)


def _tour(way: str, home: Path, album: Album) -> bool:
    study = make(home / "study")
    with desk(home) as variables:
        for day in DAYS:
            program = Program(study.folder, variables, home / "said.txt")
            hand = WAYS[way](program, variables)
            what, start = "the start", time.monotonic()
            try:
                for what, do in day(hand, study, lambda name: album.take(program, name)).steps():  # noqa: B023
                    start = time.monotonic()
                    do()
                    print(f"ok      {way}: {what} ({time.monotonic() - start:.0f} s)", flush=True)
            except Failed as failure:
                print(f"FAILED  {way}: {what}: {failure}")
                for line in _seen(program, album):
                    print(f"seen    {line}")
                sys.stdout.flush()
                return False
            finally:
                program.kill()
    return True


def _seen(program: Program, album: Album) -> list[str]:
    """Return what is on the screen, in words, and keep a picture of it."""
    try:
        album.take(program, "FAILED")
        return [*program.look().lines(), *program.said().splitlines()]
    except Failed as failure:
        return [str(failure), *program.said().splitlines()]


if __name__ == "__main__":
    sys.exit(main())
