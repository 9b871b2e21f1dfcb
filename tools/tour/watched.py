"""python -m tools.tour.watched FOLDER: the program as ``python -m app`` starts it, seen by an eye.

It works in FOLDER. A line on standard input asks, a line of JSON on standard output answers:
see ``Eye``. What the program itself would print there goes to standard error.
"""

from __future__ import annotations

import os
import runpy
import sys
import threading
from typing import IO, Any


def _answer(questions: IO[str], answers: IO[str]) -> None:
    eye: Any = None
    for line in questions:
        widgets = sys.modules.get("PySide6.QtWidgets")
        kind = getattr(widgets, "QApplication", None)
        application = kind.instance() if kind is not None else None
        if application is None:
            told = '{"windows": []}'
        else:
            if eye is None:
                from tools.tour.eye import Eye  # not before the program has made Qt ready

                eye = Eye(application.thread())
            told = eye.ask(line.strip())
        print(told, file=answers, flush=True)


def main() -> None:
    """Start the program and answer for as long as it runs."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    questions = os.fdopen(os.dup(0), encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.chdir(sys.argv.pop(1))
    threading.Thread(target=_answer, args=(questions, answers), daemon=True).start()
    runpy.run_module("app", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
