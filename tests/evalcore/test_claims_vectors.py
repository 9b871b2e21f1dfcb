"""The vectors of unsupported claims, to the byte, through objects, typed records and files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import claims_oracle
import pytest
from eval_helpers import TESTS, carried_by_error, write_json
from hypothesis import given
from hypothesis import strategies as st

from evalcore.claims.claims import ApprovedEvidence, SummaryClaim
from evalcore.claims.reader import read_claims
from evalcore.claims.report_reader import claims_report_from_dict
from evalcore.claims_vocabulary import CODES
from evalcore.errors import EvaluationError
from evalcore.summary_unsupported_claims import score_summary_claims

VECTORS = sorted((TESTS / "vectors" / "claims").glob("*.json"))


def load(path: Path) -> dict[str, Any]:
    loaded = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(loaded, dict)
    return loaded


def named(error: bool) -> pytest.MarkDecorator:
    paths = [path for path in VECTORS if ("error" in load(path)) == error]
    return pytest.mark.parametrize("path", paths, ids=lambda path: path.stem)


def test_all_vectors_are_there() -> None:
    assert len(VECTORS) == 94


@named(error=False)
def test_right(path: Path, tmp_path: Path) -> None:
    vector = load(path)
    options = vector["options"]
    report = score_summary_claims(vector["claims"], iter(vector["evidence"]), **options)
    assert report.to_json() == vector["json"]
    assert report.to_markdown() == vector["markdown"]

    claims = [SummaryClaim.from_mapping(row, position=n) for n, row in numbered(vector["claims"])]
    rows = [
        ApprovedEvidence.from_mapping(row, position=n) for n, row in numbered(vector["evidence"])
    ]
    assert score_summary_claims(claims, rows, **options).to_json() == vector["json"]

    both = write_json(
        tmp_path / "both.json", {"claims": vector["claims"], "evidence": vector["evidence"]}
    )
    one = write_json(tmp_path / "one.json", {"approved_evidence": vector["evidence"]})
    other = write_json(tmp_path / "other.json", {"schema_version": 1, "claims": vector["claims"]})
    for paths in ([both], [one, other]):
        read = read_claims(paths)
        again = score_summary_claims(read.claims, read.evidence, **options)
        assert again.to_json() == vector["json"]

    opened = claims_report_from_dict(json.loads(vector["json"]))
    assert (opened.to_json(), opened.to_markdown()) == (vector["json"], vector["markdown"])


def numbered(rows: list[Any]) -> list[tuple[int, Any]]:
    return list(enumerate(rows, 1))


@named(error=True)
def test_refused(path: Path, tmp_path: Path) -> None:
    vector = load(path)

    def objects() -> None:
        score_summary_claims(vector["claims"], vector["evidence"], **vector["options"])

    file = write_json(
        tmp_path / "claims.json", {"claims": vector["claims"], "evidence": vector["evidence"]}
    )

    def from_file() -> None:
        read = read_claims([file])
        score_summary_claims(read.claims, read.evidence, **vector["options"])

    for call in (objects, from_file):
        with pytest.raises(EvaluationError) as caught:
            call()
        assert str(caught.value) == caught.value.code
        assert caught.value.code in CODES
        for text in strings([vector["claims"], vector["evidence"]]):
            if len(text) >= 16:
                assert not carried_by_error(caught.value, text)


def strings(value: Any) -> set[str]:
    found: set[str] = set()
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, str):
            found.add(one)
    return found


KEYS = st.sampled_from(["k1", "k2", 3, None, {"code": "X", "parts": [1, 2.5]}, "é"])
CLASSES = st.sampled_from(["diagnosis", "lab", "medication", "vital"])
CLAIM = st.fixed_dictionaries(
    {
        "claim_class": CLASSES,
        "claim_key": KEYS.filter(lambda key: key is not None),
        "evidence_ids": st.lists(st.sampled_from([f"e{n}" for n in range(9)]), max_size=4),
    }
)
EVIDENCE = st.fixed_dictionaries(
    {
        "approved": st.sampled_from([True, True, True, False]),
        "relation": st.sampled_from(["supports", "supports", "contradicts", "unresolved"]),
    },
    optional={
        "claim_id": st.sampled_from(["c0", "c1", "c2"]),
        "claim_key": KEYS.filter(lambda key: key is not None),
        "claim_class": CLASSES,
    },
)


@given(
    st.lists(CLAIM, max_size=30),
    st.lists(EVIDENCE, max_size=8),
    st.integers(1, 60),
    st.sampled_from([0.05, 0.1, 0.29, 0.5, 0.001]),
    st.integers(-3, 3),
    st.randoms(use_true_random=False),
)
def test_any_study_is_the_oracles(
    claims: list[Any], evidence: list[Any], n_resamples: int, alpha: float, seed: int, rng: Any
) -> None:
    claims = [{**row, "claim_id": f"c{n}"} for n, row in enumerate(claims)]
    evidence = [{**row, "evidence_id": f"e{n}"} for n, row in enumerate(evidence)]
    right = claims_oracle.report(claims, evidence, n_resamples, alpha, seed)
    options: Any = {"n_resamples": n_resamples, "alpha": alpha, "seed": seed}
    report = score_summary_claims(claims, evidence, **options)
    assert report.to_dict() == right
    assert report.to_json() == json.dumps(right, sort_keys=True, indent=2) + "\n"

    # the order of the rows does not matter
    rng.shuffle(claims)
    rng.shuffle(evidence)
    assert score_summary_claims(claims, evidence, **options).to_json() == report.to_json()
