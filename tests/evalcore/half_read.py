"""A reading that halts half-way, so that nothing a test does meanwhile has to be quick."""

from __future__ import annotations

import json
from pathlib import Path

from eval_helpers import REVIEWS_SCHEMA, encounter_row

HALTING = """
import sys; sys.path[:0] = sys.argv[1:]
from evalcore.service.evaluation import EvaluationService
def call(self, request, progress, cancel, genuine=EvaluationService.call):
    def halt(done, total):
        progress(done, total)
        if total > 3_000_000:
            cancel.wait()
    return genuine(self, request, halt, cancel)
EvaluationService.call = call
"""
"""Run before an evaluator's process: it halts in a large file until it is to stop."""


def large_drafts(path: Path) -> Path:
    """Write a drafts file that is read in several steps, and in which ``HALTING`` halts."""
    row = encounter_row(transcript=["FILL"])
    text = json.dumps({"encounters": [row]})
    path.write_text(text.replace('"FILL"', "0," * 2_000_000 + "0"))
    return path


def large_return(path: Path) -> Path:
    """Write a review return, of no use, that is checked in several steps."""
    text = json.dumps({"schema_version": REVIEWS_SCHEMA, "rows": [["FILL"]]})
    path.write_text(text.replace('"FILL"', "0," * 2_000_000 + "0"))
    return path
