"""What can be imported from evalcore, and that nothing is read for it before it is asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import evalcore

ROOT = Path(__file__).resolve().parents[2]


NAMES = [
    "AmbientDraft",
    "AmbientFact",
    "ApprovedEvidence",
    "Cancelled",
    "CheckResult",
    "ClaimAssessment",
    "ClaimClassMetrics",
    "ClaimState",
    "DraftRevision",
    "DraftTally",
    "EvaluationError",
    "Finding",
    "Inconsistency",
    "Place",
    "ReviewTally",
    "SummaryClaim",
    "SummaryUnsupportedClaimsReport",
    "check_payloads",
    "check_returns",
    "evaluate_ambient_drafts",
    "import_ambient_reviews",
    "read_claims",
    "read_drafts",
    "read_report",
    "read_review_return",
    "recognise",
    "score_summary_claim",
    "score_summary_claims",
    "tally_reviews",
    "verify_report",
    "wilson_interval",
]


def test_these_are_the_public_names() -> None:
    assert sorted(evalcore.__all__) == NAMES
    everything: dict[str, object] = {}
    exec("from evalcore import *", everything)
    assert sorted(everything.keys() - {"__builtins__"}) == NAMES


@pytest.mark.parametrize("name", [name for name in NAMES if name != "Finding"])
def test_every_public_name_can_be_imported(name: str) -> None:
    found = getattr(evalcore, name)
    assert found.__name__ == name
    assert found.__module__.startswith("evalcore.")


def test_an_earlier_name_of_an_inconsistency_stays() -> None:
    assert evalcore.Finding is evalcore.Inconsistency


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError):
        _ = evalcore.tally_everything


def test_one_module_does_not_bring_the_others_with_it() -> None:
    code = (
        "import sys\nfrom evalcore import vocabulary\n"
        "print(*sorted(name for name in sys.modules if name.startswith('evalcore')))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.split() == ["evalcore", "evalcore.vocabulary"]
