"""A marker in each field in turn: no error about claims holds any of it, in text or in frames."""

from __future__ import annotations

import json
import logging
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from eval_helpers import carried_by_error

from evalcore import claims_vocabulary as words
from evalcore.claims.claims import ApprovedEvidence, SummaryClaim
from evalcore.claims.reader import read_claims, read_claims_part
from evalcore.claims.records import BootstrapInterval, ClaimAssessment, ClaimClassMetrics
from evalcore.claims.report import SummaryUnsupportedClaimsReport
from evalcore.claims.report_reader import claims_report_from_dict
from evalcore.errors import EvaluationError
from evalcore.summary_unsupported_claims import score_summary_claims

MARKER = "Mrs-Marker-1931"
BESIDE = "Beside-7"

# forms of the marker, each wrong in some field
FORMS: list[Any] = [
    MARKER,
    MARKER + "\x07",
    MARKER * 70_000,
    [MARKER] * 513,
    [[MARKER]],
    {MARKER: MARKER},
    {"id": MARKER, "evidence_id": MARKER + "2"},
    {MARKER: {1, MARKER}},
    (MARKER, float("nan")),
    {MARKER},
    MARKER.encode(),
]
CLAIM_FIELDS = [
    *words.CLAIM_ID_NAMES,
    *words.CLASS_NAMES,
    *words.KEY_NAMES,
    *words.CITATION_NAMES,
]
EVIDENCE_FIELDS = [
    *words.EVIDENCE_ID_NAMES,
    *words.APPROVED_NAMES,
    *words.RELATION_NAMES,
    *words.RELATION_FLAGS,
    *words.LINK_NAMES,
    *words.KEY_NAMES,
    *words.CLASS_NAMES,
]
CLAIM = {"claim_id": BESIDE, "claim_class": BESIDE, "claim_key": BESIDE, "evidence_ids": [BESIDE]}
EVIDENCE = {"evidence_id": BESIDE, "relation": "supports", "claim_key": BESIDE}


def raised(call: Callable[[], object]) -> EvaluationError | None:
    try:
        call()
    except EvaluationError as error:
        return error
    return None


def assert_holds_nothing(error: EvaluationError | None) -> bool:
    if error is None:
        return False
    for marker in (MARKER, BESIDE):
        assert not carried_by_error(error, marker)
    assert (error.__cause__, error.__context__) == (None, None)
    assert str(error) == error.code
    assert pickle.loads(pickle.dumps(error)).code == error.code
    return True


def claim_calls(row: dict[str, Any]) -> list[Callable[[], object]]:
    return [
        lambda: SummaryClaim.from_mapping(row),
        lambda: score_summary_claims([row]),
        lambda: score_summary_claims(iter([{**CLAIM, "claim_id": 1}, row]), [EVIDENCE]),
    ]


def evidence_calls(row: dict[str, Any]) -> list[Callable[[], object]]:
    return [
        lambda: ApprovedEvidence.from_mapping(row),
        lambda: score_summary_claims([CLAIM], [row]),
        lambda: score_summary_claims([], iter([{"evidence_id": 1, "value": BESIDE}, row])),
    ]


@pytest.mark.parametrize("field", CLAIM_FIELDS)
def test_claims(field: str) -> None:
    refusals = 0
    for form in FORMS:
        alone = {**{k: v for k, v in CLAIM.items() if k != "claim_key"}, field: form}
        for row in (alone, {**CLAIM, field: form}):
            for call in claim_calls(row):
                refusals += assert_holds_nothing(raised(call))
    assert refusals >= 9


@pytest.mark.parametrize("field", EVIDENCE_FIELDS)
def test_evidence(field: str) -> None:
    refusals = 0
    for form in FORMS:
        for row in ({field: form, "text": BESIDE}, {**EVIDENCE, field: form}):
            for call in evidence_calls(row):
                refusals += assert_holds_nothing(raised(call))
    assert refusals >= 9


@pytest.mark.parametrize("form", FORMS, ids=lambda form: type(form).__name__)
def test_constructors_and_options(form: Any) -> None:
    refusals = 0
    for field, value in CLAIM.items():
        fields = {**CLAIM, "evidence_ids": (BESIDE,), field: form}
        refusals += assert_holds_nothing(raised(lambda f=fields: SummaryClaim(**f)))  # type: ignore[misc]
        assert value is not None
    for field in ("evidence_id", "approved", "relation", "claim_id", "claim_key", "claim_class"):
        fields = {**EVIDENCE, field: form}
        refusals += assert_holds_nothing(raised(lambda f=fields: ApprovedEvidence(**f)))  # type: ignore[misc]
    for option in ("n_resamples", "alpha", "seed"):
        given: dict[str, Any] = {option: form}
        refusals += assert_holds_nothing(raised(lambda g=given: score_summary_claims([CLAIM], **g)))  # type: ignore[misc]
    assert refusals >= 5


class Loud(dict[str, Any]):
    """A mapping of the caller's own whose errors tell what it holds."""

    def keys(self) -> Any:
        raise KeyError(MARKER)

    def __iter__(self) -> Any:
        raise KeyError(MARKER)


def loud_rows() -> Iterator[dict[str, Any]]:
    yield CLAIM
    raise ValueError(MARKER)


def loud_citations() -> Iterator[str]:
    yield BESIDE
    raise ValueError(MARKER)


COLLECTIONS: list[tuple[Any, str]] = [
    (MARKER, "collection"),
    (MARKER.encode(), "collection"),
    ({"claim_id": MARKER}, "collection"),
    (5, "collection"),
    (None, "collection"),
    ([MARKER], "record"),
    ([[MARKER]], "record"),
    ([None], "record"),
    ([Loud(claim_class=MARKER)], "record"),
    (loud_rows, "collection"),
]


@pytest.mark.parametrize("given, what", COLLECTIONS, ids=lambda part: str(type(part)))
def test_collections(given: Any, what: str) -> None:
    def fresh() -> Any:
        return given() if callable(given) else given

    for kind, call in (
        ("claim", lambda: score_summary_claims(fresh(), [EVIDENCE])),
        ("evidence", lambda: score_summary_claims([CLAIM], fresh())),
    ):
        error = raised(call)
        assert assert_holds_nothing(error)
        assert error is not None
        assert error.code == f"invalid_{kind}_{what}"


def test_citations_that_raise_and_rows_given_twice() -> None:
    row = {**CLAIM, "evidence_ids": loud_citations()}
    assert assert_holds_nothing(raised(lambda: SummaryClaim.from_mapping(row)))
    for call in (
        lambda: score_summary_claims([CLAIM, CLAIM]),
        lambda: score_summary_claims([CLAIM], [EVIDENCE, EVIDENCE]),
        lambda: score_summary_claims([SummaryClaim.from_mapping(CLAIM)] * 2),
        lambda: score_summary_claims(
            [{**CLAIM, "claim_id": n} for n in range(101)], n_resamples=10**5
        ),
    ):
        assert assert_holds_nothing(raised(call))


def test_reports() -> None:
    report = score_summary_claims([CLAIM], [EVIDENCE], n_resamples=10)
    result = report.overall
    wrong: Any = MARKER
    calls: list[Callable[[], object]] = [
        lambda: BootstrapInterval(wrong, 0.0, 0.0, True, 10, 0.05),
        lambda: ClaimAssessment(wrong, "uncited", 0, 0, 0),
        lambda: ClaimAssessment("lab", wrong, 0, 0, 0),
        lambda: ClaimClassMetrics(wrong, 0, 0, 0, 1, result.bootstrap_ci),
        lambda: ClaimClassMetrics("lab", 0, 0, 0, 1, wrong),
        lambda: SummaryUnsupportedClaimsReport(
            result, {MARKER: result}, (), 0, 0, MARKER, 10, 0.05, 0
        ),
        lambda: SummaryUnsupportedClaimsReport(
            result, wrong, wrong, wrong, wrong, wrong, wrong, wrong, wrong
        ),
        lambda: claims_report_from_dict({**report.to_dict(), MARKER: MARKER}),
        lambda: claims_report_from_dict({**report.to_dict(), "overall": MARKER}),
        lambda: claims_report_from_dict([MARKER]),
    ]
    for call in calls:
        assert assert_holds_nothing(raised(call))
    for text in (report.to_json(), report.to_markdown(), repr(report), repr(report.overall)):
        assert BESIDE not in text
        assert "beside" not in text


def test_outputs_that_cannot_be_written(tmp_path: Path) -> None:
    report = score_summary_claims([CLAIM], [EVIDENCE], n_resamples=10)
    folder = tmp_path / MARKER
    folder.mkdir()
    for path in (folder, folder / "missing" / "out", folder / "a\0b"):
        for write in (report.write_json, report.write_markdown):
            assert assert_holds_nothing(raised(lambda w=write, p=path: w(p)))  # type: ignore[misc]
    assert not list(folder.iterdir())


FILES = {
    "key": {"claims": [], "evidence": [], MARKER: BESIDE},
    "schema": {"schema_version": MARKER, "claims": [], "evidence": []},
    "claims": {"claims": {MARKER: BESIDE}},
    "claim": {"claims": [CLAIM, MARKER]},
    "class": {"claims": [{**CLAIM, "claim_class": [MARKER]}]},
    "relation": {"evidence": [{**EVIDENCE, "relation": MARKER}]},
    "other": {MARKER: BESIDE},
    "cut": json.dumps({"claims": [CLAIM]})[:-4] + MARKER,
    "twice": f'{{"claims": [{{"{MARKER}": "{BESIDE}", "{MARKER}": 2}}]}}',
}


@pytest.mark.parametrize("name", FILES)
def test_files(name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    folder = tmp_path / MARKER
    folder.mkdir()
    path = folder / "claims.json"
    content = FILES[name]
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    for call in (
        lambda: read_claims([path]),
        lambda: read_claims_part(path),
        lambda: read_claims([folder]),
        lambda: read_claims([folder / "missing"]),
    ):
        assert assert_holds_nothing(raised(call))
    assert not caplog.records
