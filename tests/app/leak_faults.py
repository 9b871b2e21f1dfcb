"""How to get to each code that a file or a place can have in the window, past some secrets."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def _zip(*names: str) -> Callable[[Path, str], None]:
    def write(path: Path, marker: str) -> None:
        with zipfile.ZipFile(path, "w") as archive:
            for name in names:
                archive.writestr(name, marker)

    return write


def _bytes(form: str) -> Callable[[Path, str], None]:
    return lambda path, marker: path.write_bytes(form.format(marker).encode()) and None


def _office(name: str) -> Callable[[Path, str], None]:
    def write(path: Path, marker: str) -> None:
        path.write_bytes(OLE + bytes(504) + marker.encode() + name.encode("utf-16-le") + bytes(600))

    return write


def _after(start: bytes) -> Callable[[Path, str], None]:
    return lambda path, marker: path.write_bytes(start + marker.encode()) and None


FOREIGN_NAMES = {
    "lock_file": "~$return.docx",
    "partial_download": "return.json.part",
    "cloud_file": "return.gsheet",
}
"""The names of those that a name tells; all others are named return.json."""

FOREIGN_FILES: dict[str, Callable[[Path, str], None]] = {
    "xlsx_file": _zip("xl/workbook.xml"),
    "xls_file": _office("Workbook"),
    "ods_file": _bytes("PK\x03\x04 application/vnd.oasis.opendocument.spreadsheet {}"),
    "csv_file": _bytes("case,decision,reason\n{0},accept,{0}\n{0},revise,\n"),
    "word_file": _zip("word/document.xml"),
    "rtf_file": _bytes("{{\\rtf1 {}}}"),
    "pdf_file": _bytes("%PDF-1.7 {}"),
    "mail_file": _bytes("From: {0}@example.org\nTo: {0}\nSubject: {0}\n\n{0}\n"),
    "zip_file": _zip("return.json"),
    "office_file": _office("Something"),
    "web_page": _bytes("<!DOCTYPE html><title>{}</title>"),
    "picture_file": _after(b"\x89PNG "),
    "media_file": _after(b"ID3\4"),
    "xml_file": _bytes("<returns><name>{}</name></returns>"),
    "yaml_file": _bytes("schema_version: {0}\nrows: {0}\n"),
    "encrypted_file": _bytes("-----BEGIN PGP MESSAGE-----\n{}\n"),
    "program_file": _after(b"MZ\0\0"),
    "database_file": _after(b"SQLite format 3\0"),
    "winmail_file": _after(b"\x78\x9f\x3e\x22"),
    "interrupted_save": _bytes("{}\0\0\0\0"),
    "companion_file": _after(b"\0\5\x16\7"),
    "system_file": _bytes("[.ShellClassInfo]\n{}\n"),
    "shortcut_file": _bytes("[InternetShortcut]\nURL=https://{}.example.org/\n"),
    "lock_file": _bytes("{} "),
    "partial_download": _bytes("{} "),
    "cloud_file": _bytes('{{"doc_id": "{}"}}'),
}
"""What people send instead of a return, by its code."""


def _claims(marker: str, **more: Any) -> dict[str, Any]:
    claim = {"claim_id": f"{marker} c", "claim_class": "lab", "evidence_ids": [f"{marker} e"]}
    evidence = {"evidence_id": f"{marker} e", "relation": "supports"}
    return {"claims": [claim], "evidence": [evidence], **more}


def _claim(**fields: Any) -> Callable[[str], Any]:
    """Set fields of the only claim, ``None`` takes one out; MARKER stands for the marker."""

    def make(marker: str) -> Any:
        made = _claims(marker)
        _set(made["claims"][0], fields, marker)
        return made

    return make


def _evidence(**fields: Any) -> Callable[[str], Any]:
    def make(marker: str) -> Any:
        made = _claims(marker)
        _set(made["evidence"][0], fields, marker)
        return made

    return make


def _set(row: dict[str, Any], fields: dict[str, Any], marker: str) -> None:
    for key, value in fields.items():
        row.pop(key, None)
        if value is not None:
            row[key] = json.loads(json.dumps(value).replace("MARKER", marker))


def _twice(kind: str) -> Callable[[str], Any]:
    return lambda marker: {**_claims(marker), kind: _claims(marker)[kind] * 2}


def _deep(levels: int) -> Any:
    return ["MARKER"] if levels == 0 else [_deep(levels - 1)]


CLAIM_FAULTS: dict[str, Callable[[str], Any]] = {
    "invalid_claims_schema": lambda marker: _claims(marker, schema_version=marker),
    "too_many_claims": lambda marker: _claims(
        marker, claims=[*_claims(marker)["claims"], *[{"class": "lab"}] * 100_000]
    ),
    "too_many_evidence_rows": lambda marker: _claims(marker, evidence=[{}] * 200_001),
    "invalid_claim_record": lambda marker: _claims(marker, claims=[marker]),
    "invalid_evidence_record": lambda marker: _claims(marker, evidence=[marker]),
    "conflicting_names": _claim(label="MARKER"),
    "invalid_claim_identifier": _claim(claim_id="MARKER" * 100),
    "invalid_evidence_identifier": _evidence(evidence_id=["MARKER"]),
    "duplicate_claim_identifier": _twice("claims"),
    "duplicate_evidence_identifier": _twice("evidence"),
    "missing_claim_class": _claim(claim_class=None),
    "invalid_claim_class": _claim(claim_class="MARKER" * 20),
    "invalid_claim_key": _claim(claim_key=_deep(40)),
    "invalid_claim_citations": _claim(evidence_ids={"MARKER": "MARKER"}),
    "invalid_evidence_approval": _evidence(approved="MARKER"),
    "invalid_evidence_relation": _evidence(relation="MARKER"),
    "conflicting_relations": _evidence(contradicts=True),
    "evaluation_too_large": lambda marker: _claims(
        marker, claims=[{"claim_id": f"{marker} {n}", "class": "lab"} for n in range(10_001)]
    ),
}
"""What a claims file holds, by its code."""

ELSEWHERE = {
    "out_of_memory": "test_evaluator_faults",
    "evaluator_stopped": "test_evaluator_faults",
    "internal_error": "test_leak_errors: the crash in the evaluator",
    "cancelled": "test_leaks: the state of that name",
}
"""Codes that other tests get to, with what looks for leaks then."""

NOT_IN_THE_WINDOW = {
    "different_kinds": "the command compare alone",
    "inconsistent_report": "the command compare alone",
    "round_exists": "the command round alone",
    "invalid_round": "the command round alone",
    "round_in_use": "the command round alone",
    "round_other_drafts": "the command round alone",
    "round_drafts_changed": "the command round alone",
    "unknown_number": "the command round alone",
    "unknown_reviewer": "the command round alone",
    "invalid_answer": "the command round alone",
    "unknown_repair": "the command round alone",
    "no_roster": "the command round alone",
    "missing_draft_text": "the command round alone",
    "form_exists": "the command round alone",
    "unusable_transcript": "forms are made by the command round alone",
    "invalid_committee_schema": "no window takes the committee's file yet",
    "invalid_round_label": "the command round alone",
    "invalid_reviewer_number": "the command round alone",
    "not_set_aside": "the command round alone",
    "wrong_file_kind": "each file is recognised by its content",
    "outputs_are_the_same": "one place is asked for at a time",
    "invalid_current_drafts": "drafts are a file here; only objects can be none",
    "invalid_claim_collection": "in a file it is invalid_claims_schema",
    "invalid_evidence_collection": "in a file it is invalid_claims_schema",
    "invalid_reviewers_per_draft": "the field takes no other",
    "invalid_minimum_cell_size": "the field takes no other",
    "invalid_n_resamples": "the window has no field for it",
    "invalid_alpha": "the window has no field for it",
    "invalid_seed": "the window has no field for it",
    "invalid_confidence_level": "another name of alpha, for callers in Python",
    "conflicting_options": "only callers in Python can give one option under two names",
    "invalid_claim_state": "only callers in Python ask for a state by its word",
    "invalid_benchmark_label": "only callers in Python ask for such a report",
    "invalid_benchmark_metadata": "only callers in Python ask for such a report",
    "invalid_claims_report": "a file of such a report is report_inconsistent",
    "invalid_arguments": "the command line has arguments",
    "unknown_call": "the window and its evaluator are of one version",
}
"""Codes that nothing done in the window can lead to, and why."""
