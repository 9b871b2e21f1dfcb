"""What to do about each code, in one sentence for a study coordinator."""

from __future__ import annotations

from typing import Any

from .claims_vocabulary import CODES as CLAIMS_CODES
from .errors import EvaluationError, Place
from .io.foreign_words import FOREIGN
from .vocabulary import CLASSES, DECISIONS, REASONS, ROLES, SECTIONS

_WORDS = {
    "section": SECTIONS,
    "fact_class": CLASSES,
    "speaker": ROLES,
    "experiencer": ROLES,
    "decision": DECISIONS,
    "reason": ("null", *REASONS),
}

_ADVICE = {
    # files
    "unreadable_file": "Check that the file is there and that you may read it.",
    "not_a_regular_file": "Choose a file; this is a folder, a pipe or a device.",
    "empty_file": "There is nothing in the file: download it first if it is kept in a cloud, or "
    "ask for it again.",
    "invalid_encoding": "Save the file as UTF-8, or ask for it again.",
    "invalid_json": "The JSON breaks off or is wrong here; ask for the file again, unedited.",
    "duplicate_key": "Keep one of the two; the same name stands twice in one object.",
    "invalid_number": "Write a finite number with fewer digits.",
    "too_deep": "Take out the nesting; over 64 levels are not read.",
    "unknown_file_kind": "Choose a drafts, review return or claims file.",
    "wrong_file_kind": "This is another kind of file; choose the one that belongs here.",
    "missing_field": "Add this field; it must be there.",
    "unknown_field": "Remove this field; the format does not have it.",
    "invalid_drafts_schema": "Correct this field; the drafts format does not allow what it holds.",
    "invalid_claims_schema": "Correct this field; the claims format does not allow what it holds.",
    "report_too_large": "Choose a saved report; no report is as large as this file.",
    "file_changed": "Reload the file; it changed while it was read.",
    "returns_not_ready": "Settle what the return check lists first; the returns are not ready.",
    "written_file_differs": "Save it again in another place; what was read back is not the same.",
    "evaluator_stopped": "The evaluation stopped unexpectedly. Reload the files.",
    "nothing_to_write": "Open the files again; there is nothing to write yet.",
    "unknown_call": "Start the program again; its parts are not of one version.",
    "report_inconsistent": "The saved report was changed or is broken; do not use it.",
    # drafts
    "invalid_opaque_identifier": "Write exactly 64 of the digits 0-9 and a-f, in lower case, "
    "with nothing else around or between them, even if it cannot be seen.",
    "invalid_controlled_code": "Use one of the words that the format lists.",
    "invalid_boolean": "Write true or false, without quotation marks.",
    "invalid_citations": "Give a list of at most 64 identifiers.",
    "duplicate_citation": "Name each citation once.",
    "invalid_fact_collection": "Give a list of at most 10,000 facts.",
    "invalid_fact_record": "Write a fact as an object with its fields.",
    "duplicate_fact_identifier": "Give each fact of a list its own fact_id.",
    "invalid_encounter_truth": "Give at least one truth fact, none of them with citations.",
    "invalid_draft_statement": "Set required to true, or leave it out; a statement has no other.",
    "invalid_draft_record": "Write an encounter as an object with its fields.",
    "duplicate_encounter": "Keep one of the two encounters; this one was there before.",
    "empty_encounter_collection": "Give at least one encounter.",
    "text_digest_mismatch": "Make the drafts file again; its text and its digest differ.",
    # returns
    "invalid_review_schema": "Ask for the return again, as the review form saved it.",
    "unblinded_or_invalid_review": "Give the six fields of a review row, spelt as the format "
    "spells them, and no other.",
    "invalid_review_status": "Write true or false, without quotation marks.",
    "stale_or_unknown_review": "Ask for a review of the current draft, or choose its drafts file.",
    "incomplete_review_import": "Add the returns for this draft; it has none.",
    "invalid_current_drafts": "Give drafts with an alias each.",
    "duplicate_reviewer": "Keep one of this reviewer's rows on the draft.",
    "too_few_reviewers": "Add a return of a second reviewer for this draft.",
    "inconsistent_adjudication": "Make adjudicated the same in all rows of the draft.",
    "agreed_case_with_reason": "Set reason to null and adjudicated to false; all agree here.",
    "inconsistent_reason": "Ask the committee for one reason; the reviewers differ here.",
    # command line and output
    "invalid_minimum_cell_size": "Give a whole number of at least 2.",
    "invalid_reviewers_per_draft": "Give a whole number of at least 2 and at most 100,000.",
    "invalid_arguments": "Run it with --help to see what it takes.",
    "output_is_an_input": "Choose another name; this file is one of the inputs.",
    "outputs_are_the_same": "Give the JSON and the Markdown two different places.",
    "output_not_a_regular_file": "Choose a file name; a folder, a pipe or a device is there.",
    "output_not_written": "Check that the folder is there, not full, and that you may write to it.",
    "different_kinds": "Choose two saved reports of one kind.",
    "inconsistent_report": "The saved report was changed or is broken; do not use it.",
    # rounds
    "round_exists": "Choose another name; a file is there, and a round is never replaced.",
    "invalid_round": "Take a copy that was kept; this file is no round, or it was changed outside.",
    "round_in_use": "Close the round in the other window or program first.",
    "round_other_drafts": "Choose this round's drafts file; none of its drafts is in this one.",
    "round_drafts_changed": "Use round drafts first, to make these drafts the round's.",
    "unknown_number": "Look at round status; nothing has this number or label.",
    "unknown_reviewer": "Add the reviewer to the roster, or set the file aside.",
    "no_roster": "Begin the round with --reviewers; forms are for reviewers that it knows.",
    "missing_draft_text": "Choose a drafts file with draft_text, or use --without-text.",
    "unusable_transcript": "Make a transcript a list of texts, or forms without it; part of one "
    "would mislead.",
    "invalid_committee_schema": "Ask for the file again, as the committee's form saved it.",
    "form_exists": "Choose another folder; a form is there, and none is replaced.",
    "unknown_repair": "Name kinds of repair that round status lists, or --all.",
    "invalid_answer": "Choose one of the answers that round status names for this question.",
    "invalid_round_label": "Write at most 60 characters in one line, as nobody else is called.",
    "invalid_reviewer_number": "Give a number of reviewers from 2 to 100.",
    "not_set_aside": "Set the whole file aside first; what counts is not erased.",
    "out_of_memory": "Close other programs, or give fewer files; memory does not suffice for them.",
    "internal_error": "This is a fault of the program; report this line, which holds no data.",
    "cancelled": "Start it again when you want the result.",
}

KNOWN_CODES = frozenset((*_ADVICE, *CLAIMS_CODES, *FOREIGN))
"""Every code that an error of this program can have."""


class Worded(EvaluationError):
    """An error with a sentence of its own, which holds no value of any input."""

    def __init__(self, code: str, place: Place | None, advice: str) -> None:
        super().__init__(code, place)
        self.advice = advice

    def __reduce__(self) -> tuple[Any, ...]:
        return Worded, (self.code, self.place, self.advice)


def advice(error: EvaluationError) -> str:
    """Return a sentence that says what to do; it holds no value of any input."""
    field = error.place.field if error.place else None
    if error.code == "invalid_controlled_code" and isinstance(field, str) and field in _WORDS:
        return f"Write one of: {', '.join(_WORDS[field])}."
    if isinstance(error, Worded):
        return error.advice
    if error.code in FOREIGN:
        kind = FOREIGN[error.code]
        return f"{kind.sentence} {kind.hint}"
    return _ADVICE.get(error.code) or CLAIMS_CODES.get(error.code, "Check it against the format.")
