"""PROBLEMS: every kind of problem of the return check, once; and one problem as it was found.

A new kind is a record here and the check that finds it: words, owner, correction slip, the
importer's code and whether the returns can be ready all follow from the record. No sentence
holds a value of a file: advice names all words that the format allows, never the one there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple

from ..errors import EvaluationError, Place
from ..io.file_kinds import (
    CLAIMS,
    CLAIMS_REPORT,
    DRAFT_REPORT,
    DRAFTS,
    REVIEW_REPORT,
    REVIEWS,
)
from ..io.foreign_words import FOREIGN
from ..vocabulary import DECISIONS, REASONS

Owner = Literal["reviewer", "committee", "coordinator"]
"""Whose turn a problem is."""
REVIEWER: Final = "reviewer"
COMMITTEE: Final = "committee"
COORDINATOR: Final = "coordinator"
OWNERS = (REVIEWER, COMMITTEE, COORDINATOR)

FILE, TEXT, ROW, DRAFT, RETURNS = "file", "text", "row", "draft", "returns"
"""Where a problem is found: the whole of a file; its text, of whatever kind it should be; a row
by itself; the rows of one draft; all files together."""

Pairs = tuple[tuple[int, int], ...]
Facts = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, repr=False)
class ProblemKind:
    """What is known of a problem before any file is read.

    ``sentence`` and ``advice`` have in braces what the check fills in when it finds one.
    ``slip``: what a reviewer is asked instead of ``advice``.
    ``only_asked``: the returns can be ready with it. ``holds``: which kind of our files is inside.
    """

    code: str
    owner: Owner
    found_in: str
    sentence: str
    advice: str
    slip: str | None = None
    importer_code: str | None = None
    """The importer's code where it has another one; the contract lists those."""
    only_asked: bool = False
    holds: str | None = None

    def words(self, facts: Facts = ()) -> tuple[str, str]:
        """Return sentence and advice as the coordinator reads them."""
        known = dict(facts)
        return self.sentence.format_map(known), self.advice.format_map(_TO_COORDINATOR | known)

    def asked(self, facts: Facts) -> str:
        """Return what stands in the correction slip after the sentence."""
        return (self.slip or self.advice).format_map(_TO_REVIEWER | dict(facts))


_TO_COORDINATOR = {"Ask_for": "Ask for", "ask_for": "ask for"}
_TO_REVIEWER = {"Ask_for": "Please send", "ask_for": "send"}

_UNEDITED = "{Ask_for} the JSON file as the review form saved it, not opened in another program."
_FIRST_SAVED = "{Ask_for} the JSON file as it was first saved, not opened in another program."
_WHOLE_FILE = (
    "{Ask_for} the whole file as the review form saved it, with schema_version and all rows."
)
_SEND_AGAIN = "Please send the return file again."
_OF_THE_FORM = "Please send the JSON file that the form saved."
_ON_ITS_OWN = "Take it off the list; open it on its own."
NOTHING_AROUND = "Ask for it as it was first saved, with nothing around it."
_TWO_PARTS = "Keep schema_version and rows alone."
_SPELLING = "Write it as {field}, and leave in what stands there."
_MISSING = "Is a return file still missing, or was the case withdrawn?"
_ONE_REASON = "Ask the committee for one reason, then record it here."
_RECORD_ANEW = "The decision is not applied. Record it anew, or drop it."
_OLDER_ASIDE = "Set the older rows aside, if this is so."
_ONE_PERSON = "Is it one person under two aliases? Then set one of the two aside. It may be chance."
_IS_IT_THE_COMMITTEE = (
    "Is it the committee? It never counts as a reviewer: then set this aside, "
    "record its reason here, and see whether a review is missing."
)
_SAME_TWICE = " The same reviewer is twice on {count}."

_DIGITS = "Give the 64 digits (0-9 and a-f, lower case) as the review form wrote them."
_ONLY_DIGITS = (
    "Write the 64 digits (0-9, and a to f in lower case) and nothing else: nothing before, "
    "between or after them."
)
_FLAG = "Write true or false, in lower case and without quotation marks."
_ONE_DECISION = f"Write one of: {', '.join(DECISIONS[:-1])} or {DECISIONS[-1]}."
_ONE_CAUSE = f"Write one of: null (no quotation marks), {', '.join(REASONS[:-1])} or {REASONS[-1]}."
_RIGHT_VALUE = {"decision": _ONE_DECISION, "reason": _ONE_CAUSE, "adjudicated": _FLAG}


def _of_file(code: str, sentence: str, advice: str, **more: Any) -> ProblemKind:
    return ProblemKind(code, more.pop("owner", REVIEWER), FILE, sentence, advice, **more)


def _of_text(sentence: str, advice: str, code: str = "invalid_json", **more: Any) -> ProblemKind:
    return ProblemKind(code, more.pop("owner", REVIEWER), TEXT, sentence, advice, **more)


def _of_row(code: str, sentence: str, advice: str, **more: Any) -> ProblemKind:
    return ProblemKind(code, more.pop("owner", REVIEWER), ROW, sentence, advice, **more)


def _of_draft(code: str, sentence: str, advice: str, **more: Any) -> ProblemKind:
    return ProblemKind(code, more.pop("owner", COMMITTEE), DRAFT, sentence, advice, **more)


def _of_returns(code: str, sentence: str, advice: str, **more: Any) -> ProblemKind:
    return ProblemKind(code, COORDINATOR, RETURNS, sentence, advice, **more)


_FILES = {
    "unreadable_file": _of_file(
        "unreadable_file",
        "The file cannot be read.",
        "Check that it is there and that you may read it; if so, ask for it again.",
        slip=_SEND_AGAIN,
    ),
    "file_changed": _of_file(
        "file_changed",
        "The file changed while it was read.",
        "Reload it; if it changes again, close the program that writes to it.",
        owner=COORDINATOR,
    ),
    "not_a_regular_file": _of_file(
        "not_a_regular_file",
        "This is not a file; it is a folder, a pipe or a device.",
        "Choose the return file itself, or ask for it again.",
        slip=_SEND_AGAIN,
    ),
    "empty_file": _of_file(
        "empty_file",
        "The file is empty.",
        "Download it first if it is kept in a cloud, or ask for it again: nothing is in it.",
        slip=_SEND_AGAIN,
    ),
    "invalid_encoding": _of_file(
        "invalid_encoding",
        "The text is not in UTF-8.",
        "{Ask_for} the file as the review form saved it; an editor changed its encoding.",
    ),
    "duplicate_key": _of_file(
        "duplicate_key",
        "The same name stands twice in one object.",
        "{Ask_for} the file again, with each field once.",
    ),
    "invalid_number": _of_file("invalid_number", "A number here is none, or too large.", _UNEDITED),
    "too_deep": _of_file("too_deep", "The file is nested over 64 levels.", _UNEDITED),
    "invalid_json": _of_file("invalid_json", "It is not JSON.", _UNEDITED),
    "unknown_file_kind": _of_file(
        "unknown_file_kind",
        "This is JSON, but not a review return.",
        "{Ask_for} the JSON file that the review form saved.",
    ),
    "schema": _of_file(
        "invalid_review_schema",
        "The schema version is another one.",
        "{Ask_for} a return in the current format of the review form.",
    ),
    "missing_part": _of_file(
        "invalid_review_schema", "This part of the file is missing.", _UNEDITED
    ),
    "misspelt_part": _of_file(
        "invalid_review_schema",
        "The name of this part of the file is spelt in another way.",
        _SPELLING,
    ),
    "unknown_part": _of_file(
        "invalid_review_schema",
        "The file has a part that the format does not have: its {nth}.",
        _TWO_PARTS,
    ),
    "more_unknown_parts": _of_file(
        "invalid_review_schema",
        "The file has {more} that the format does not have.",
        _TWO_PARTS,
    ),
    "rows_type": _of_file(
        "invalid_review_schema",
        "The rows are not a list.",
        "Put the rows in one list, in square brackets.",
    ),
    "too_many_rows": _of_file(
        "too_many_rows",
        "The file has over 100,000 rows.",
        "{Ask_for} the reviews of these drafts alone, each once.",
        importer_code="invalid_review_schema",
    ),
}

_OURS = {
    DRAFTS: "drafts file",
    CLAIMS: "claims file",
    DRAFT_REPORT: "draft report",
    REVIEW_REPORT: "review report",
    CLAIMS_REPORT: "claims report",
}

_OTHER_KINDS = {
    **{
        kind: _of_file(
            "wrong_file_kind",
            f"This is a {thing}, not a review return.",
            _ON_ITS_OWN,
            owner=COORDINATOR,
        )
        for kind, thing in _OURS.items()
    },
    **{
        code: _of_file(
            code,
            foreign.sentence,
            foreign.hint,
            owner=COORDINATOR if foreign.here else REVIEWER,
            slip=_OF_THE_FORM,
        )
        for code, foreign in FOREIGN.items()
    },
}

_PYTHON, _SCRIPT, _TABLE = "Python", "JavaScript", "a spreadsheet or another language"
_WORDS = {
    **dict.fromkeys(("None",), (_PYTHON, "null")),
    **dict.fromkeys(("NaN", "nan"), ("Python or JavaScript", "null")),
    **dict.fromkeys(("undefined",), (_SCRIPT, "null")),
    **dict.fromkeys(("Infinity", "-Infinity", "inf", "-inf"), ("Python or JavaScript", "null")),
    **dict.fromkeys(("NULL", "Null", "NONE", "none", "nil", "Nil", "NIL"), (_TABLE, "null")),
    **dict.fromkeys(("NA", "NAN", "missing", "undef"), (_TABLE, "null")),
    "True": (_PYTHON, "true"),
    "False": (_PYTHON, "false"),
    **dict.fromkeys(("TRUE", "Yes", "yes", "YES"), (_TABLE, "true")),
    **dict.fromkeys(("FALSE", "No", "no", "NO"), (_TABLE, "false")),
}
_NO_NUMBERS = ("nan", "infinity", "inf")

WORD_KINDS = {word: f"word_{word}" for word in _WORDS}
"""Words that stand where JSON has null, true, false or a number: each is a kind of problem."""
INSIDE_KINDS = {kind: f"{kind}_inside" for kind in (*_OURS, REVIEWS)}
"""The kind of problem that a file of ours within something else is."""

_TEXTS = {
    "curly_quotes": _of_text(
        "It has curly quotation marks, as a word processor writes them.",
        'Use straight quotation marks (") alone, or {ask_for} the file as it was first saved.',
        "curly_quotes",
        importer_code="invalid_json",
    ),
    "single_quotes": _of_text(
        "Single quotation marks (') stand where double ones belong, so it is not JSON.",
        'Use straight double quotation marks ("), or {ask_for} the file as it was first saved.',
    ),
    "trailing_comma": _of_text(
        "A comma stands before a closing bracket.",
        "Take out the comma after the last entry, or {ask_for} the file as it was first saved.",
        "trailing_comma",
        importer_code="invalid_json",
    ),
    "missing_comma": _of_text(
        "A comma is missing between two entries, or a quotation mark is too many.",
        "Put it right, or {ask_for} the file as it was first saved.",
    ),
    "comment": _of_text(
        "A comment stands here; JSON has none.",
        "Take out all comments, or {ask_for} the file as it was first saved.",
    ),
    "bare_name": _of_text(
        "The name of a field has no quotation marks.",
        'Put straight quotation marks (") around every name.',
    ),
    "bare_word": _of_text(
        "A word stands here without quotation marks.",
        'Put straight quotation marks (") around it, or {ask_for} the file as it was first saved.',
    ),
    "line_end": _of_text(
        "A line ends inside a text, or a closing quotation mark is missing.", _FIRST_SAVED
    ),
    "unseen": _of_text(
        "Something invisible stands here that JSON does not have.",
        "{Ask_for} the JSON file as it was first saved, not copied out of another program.",
    ),
    "separator": _of_text("Another sign stands where JSON has a colon or a comma.", _FIRST_SAVED),
    "backslash": _of_text("A backslash stands here that JSON does not know.", _FIRST_SAVED),
    "text_before": _of_text(
        "Something else stands before the JSON, as text of a mail does, or its start is lost.",
        "Take out all that is around the JSON, or {ask_for} the file itself.",
    ),
    "two_documents": _of_text(
        "A second JSON text begins here, as when two files are put into one.",
        "{Ask_for} each file by itself.",
    ),
    "cut_off": _of_text(
        "It is not whole JSON: the file breaks off.", "{Ask_for} it again; a part is lost."
    ),
    "envelope_spelling": _of_text(
        "The names around the rows are spelt in another way.",
        "Write them as schema_version and rows, and leave in what stands there.",
        "unknown_file_kind",
    ),
    "json_lines": _of_text(
        "The rows stand one a line, or one after another, without the envelope: schema_version "
        "and a list of rows.",
        _WHOLE_FILE,
        holds=REVIEWS,
    ),
    "bare_rows": _of_text(
        "The rows stand alone, without the envelope: schema_version and a list of rows.",
        _WHOLE_FILE,
        "invalid_review_schema",
        importer_code="unknown_file_kind",
        holds=REVIEWS,
    ),
    "one_row": _of_text(
        "A row stands alone, without the envelope: schema_version and a list of rows.",
        _WHOLE_FILE,
        "unknown_file_kind",
        holds=REVIEWS,
    ),
    **{
        WORD_KINDS[word]: _of_text(
            f"{'No number' if word.strip('-').lower() in _NO_NUMBERS else 'No JSON word'} stands "
            f"here but {word}, as {who} writes it; JSON has {right}.",
            "Write it so in every place, or {ask_for} the file as it was first saved.",
        )
        for word, (who, right) in _WORDS.items()
    },
    **{
        INSIDE_KINDS[kind]: _of_text(
            f"A {thing} stands here inside something else.",
            NOTHING_AROUND if kind == REVIEWS else _ON_ITS_OWN,
            "unknown_file_kind",
            slip="Please send it as it was first saved, with nothing around it.",
            owner=REVIEWER if kind == REVIEWS else COORDINATOR,
            holds=kind,
        )
        for kind, thing in {
            DRAFTS: "drafts file",
            REVIEWS: "review return",
            CLAIMS: "claims file",
            DRAFT_REPORT: "saved draft report",
            REVIEW_REPORT: "saved review report",
            CLAIMS_REPORT: "saved claims report",
        }.items()
    },
}
"""What an editor or a script did to the text of any of our files."""

_ROWS = {
    "not_object": _of_row(
        "unblinded_or_invalid_review",
        "This is not a row with fields.",
        "Write each row as an object with its six fields.",
    ),
    "empty_row": _of_row(
        "unblinded_or_invalid_review", "The row is empty.", "Take it out; nothing is lost."
    ),
    "heading_row": _of_row(
        "unblinded_or_invalid_review",
        "The row is the heading of a table: it holds the names of the fields.",
        "Take it out; nothing is lost.",
    ),
    "unknown_field": _of_row(
        "unblinded_or_invalid_review",
        "A field is there that a review row does not have: the row's {nth}.",
        "Take it out; a row has six fields alone. It may name somebody: keep the file safe.",
    ),
    "more_unknown_fields": _of_row(
        "unblinded_or_invalid_review",
        "The row has {more} that a review row does not have.",
        "Take out all but the six; they may name somebody: keep the file safe.",
    ),
    "missing_field": _of_row(
        "unblinded_or_invalid_review", "The field is missing.", "Put it in. {right_value}"
    ),
    "misspelt_field": _of_row(
        "unblinded_or_invalid_review",
        "The name of the field is spelt in another way.",
        _SPELLING,
    ),
    "empty_identifier": _of_row("invalid_opaque_identifier", "The identifier is empty.", _DIGITS),
    "number_for_identifier": _of_row(
        "invalid_opaque_identifier",
        "A number stands here, as a spreadsheet makes it from an identifier.",
        _DIGITS,
    ),
    "identifier_is_no_text": _of_row(
        "invalid_opaque_identifier",
        "This is not text.",
        f"{_DIGITS} Put them in quotation marks.",
    ),
    "identifier_length": _of_row(
        "invalid_opaque_identifier",
        "The identifier is too short or too long: not 64 digits.",
        _DIGITS,
    ),
    "no_identifier": _of_row(
        "invalid_opaque_identifier", "This is not an identifier of 64 digits.", _DIGITS
    ),
    "identifier_with_more": _of_row(
        "invalid_opaque_identifier", "The identifier has {traces}.", _ONLY_DIGITS
    ),
    "empty_word": _of_row("invalid_controlled_code", "Nothing stands here.", "{right_value}"),
    "empty_reason": _of_row(
        "invalid_controlled_code", "Empty text stands here instead of null.", "{right_value}"
    ),
    "number_for_word": _of_row("invalid_controlled_code", "A number stands here.", "{right_value}"),
    "word_is_no_text": _of_row("invalid_controlled_code", "This is not text.", "{right_value}"),
    "nothing_as_text": _of_row(
        "invalid_controlled_code",
        "A word for “nothing” stands here as text.",
        "{right_value}",
    ),
    "unknown_word": _of_row(
        "invalid_controlled_code", "This word is not in the list.", "{right_value}"
    ),
    "word_with_more": _of_row("invalid_controlled_code", "The word has {traces}.", "{right_value}"),
    "empty_flag": _of_row("invalid_review_status", "Nothing stands here.", _FLAG),
    "number_for_flag": _of_row(
        "invalid_review_status",
        "A number such as 0 or 1 stands here, as a spreadsheet writes it.",
        _FLAG,
    ),
    "flag_as_text": _of_row(
        "invalid_review_status", "TRUE or FALSE as text, as a spreadsheet writes it.", _FLAG
    ),
    "flag_is_no_text": _of_row("invalid_review_status", "This is neither true nor false.", _FLAG),
    "no_flag": _of_row("invalid_review_status", "This is neither true nor false.", _FLAG),
    "unknown_draft": _of_row(
        "stale_or_unknown_review",
        "The row is about a draft that is not in the drafts file.",
        "Was the case withdrawn? Set the row aside, or open the right drafts file.",
        owner=COORDINATOR,
    ),
    "stale": _of_row(
        "stale_or_unknown_review",
        "The draft changed after this review was made.",
        "Ask for a new review of the current draft.",
        slip="Please review the current draft and send a new row.",
    ),
    "mixed": _of_row(
        "stale_or_unknown_review",
        "The draft and its revision do not belong together.",
        "Ask for the row again; identifiers of two drafts were mixed, as by sorting.",
        slip="Please send the row as the form wrote it.",
    ),
}

_DRAFTS = {
    "reviewer_twice": _of_draft(
        "duplicate_reviewer",
        "Draft {draft}: the same reviewer is there twice, before in {where}, row {row_before}.",
        "Find out which of the two rows counts, and set the other aside.",
        owner=COORDINATOR,
    ),
    "awaiting_reason": _of_draft(
        "awaiting_reason",
        "Draft {draft}: the reviewers differ and no reason is recorded yet.",
        "Ask the committee for a reason, then record it here.",
        importer_code="inconsistent_reason",
    ),
    "several_reasons": _of_draft(
        "inconsistent_reason",
        "Draft {draft}: the rows carry different reasons, or none in some.",
        _ONE_REASON,
    ),
    "adjudicated_in_some": _of_draft(
        "inconsistent_adjudication",
        "Draft {draft}: it is marked as adjudicated in some rows and not in others.",
        "Ask the committee whether it was adjudicated, then record it here.",
    ),
    "agreed_with_reason": _of_draft(
        "agreed_case_with_reason",
        "Draft {draft}: the reviewers agree, and yet a reason is given.",
        "Ask the committee, then record that there is none; or is a return missing?",
    ),
    "agreed_and_adjudicated": _of_draft(
        "agreed_case_with_reason",
        "Draft {draft}: the reviewers agree, and yet it is marked as adjudicated.",
        "Ask the committee, then record that it was not; or is a return missing?",
    ),
    "decision_lost": _of_draft(
        "look_again",
        "Draft {draft}: {what} changed after this draft was decided.",
        _RECORD_ANEW,
    ),
    "decision_needless": _of_draft(
        "look_again",
        "Draft {draft}: {what} changed after this draft was decided.",
        _RECORD_ANEW,
        owner=COORDINATOR,
    ),
}

_RETURNS = {
    "same_content": _of_returns(
        "same_content",
        "The same content as file {earlier}.",
        "Set this file aside.",
        importer_code="duplicate_reviewer",
    ),
    "rows_twice": _of_returns(
        "duplicate_reviewer",
        "The rows are in this file twice." + _SAME_TWICE,
        "Was it pasted twice? Set the repeated rows aside.",
    ),
    "newer_version": _of_returns(
        "newer_version",
        "A newer version of {earlier}?" + _SAME_TWICE,
        _OLDER_ASIDE,
        importer_code="duplicate_reviewer",
    ),
    "newer_than_several": _of_returns(
        "newer_version",
        "The same reviews as in files {earlier}: a newer version, or saved progress?" + _SAME_TWICE,
        _OLDER_ASIDE,
        importer_code="duplicate_reviewer",
    ),
    "no_current_row": _of_returns(
        "wrong_drafts_file",
        "No row of {where} is about a current draft: {count}.",
        "Is this the right drafts file? If so, the drafts changed: ask for new reviews.",
        importer_code="stale_or_unknown_review",
    ),
    "no_known_draft": _of_returns(
        "wrong_drafts_file",
        "No draft of {where} is in the drafts file: {count}.",
        "Is this the right drafts file? If so, this return is of another study.",
        importer_code="stale_or_unknown_review",
    ),
    "too_many_rows_together": _of_returns(
        "too_many_rows",
        "All files together have {count}; at most 100,000 are imported.",
        "Set aside what does not belong to this study.",
        importer_code="invalid_review_schema",
    ),
    "no_review": _of_returns("incomplete_review_import", "{which} no review{list}.", _MISSING),
    "one_review": _of_returns(
        "too_few_reviewers", "{which} one review alone{list}.{lacking}", _MISSING
    ),
    "file_changed_since": _of_returns(
        "look_again",
        "The file changed after {what} set aside.",
        "All of it counts now. Set aside again what should not, or say that it counts.",
    ),
    "same_answers_together": _of_returns(
        "same_answers",
        "Two reviewers in {where} have the same decisions on all drafts of both.",
        _ONE_PERSON,
        only_asked=True,
    ),
    "same_answers": _of_returns(
        "same_answers",
        "{where} the decisions of {before}, row by row, under another reviewer.",
        _ONE_PERSON,
        only_asked=True,
    ),
    "one_draft_alone": _of_returns(
        "committee_row",
        "This reviewer has no other draft, and others have answered this one.",
        _IS_IT_THE_COMMITTEE,
        only_asked=True,
    ),
    "few_drafts_alone": _of_returns(
        "committee_row",
        "This reviewer has few drafts alone, and others have answered them all.",
        _IS_IT_THE_COMMITTEE,
        only_asked=True,
    ),
    "blocked": _of_returns(
        "blocked",
        "Not checked yet: {what}.",
        "This is checked when the problems above are mended.",
    ),
}

PROBLEMS = _FILES | _OTHER_KINDS | _TEXTS | _ROWS | _DRAFTS | _RETURNS
"""Every kind of problem by its name; several kinds have one code."""


class Fault(NamedTuple):
    """A problem that a file shows by itself; it holds no value of the file.

    ``facts`` are what its sentence has in braces. ``code_read`` is the code of the reader that
    stopped, where it is another than that of the kind; ``place`` is where in the file or row.
    """

    kind: str
    field: str | None = None
    facts: Facts = ()
    code_read: str | None = None
    place: Place | None = None

    @property
    def code(self) -> str:
        return self.code_read or PROBLEMS[self.kind].code

    @property
    def owner(self) -> Owner:
        return PROBLEMS[self.kind].owner

    @property
    def words(self) -> tuple[str, str]:
        """Sentence and advice."""
        sentence, advice = PROBLEMS[self.kind].words(self._known)
        if self.place is None or self.place.line is None:
            return sentence, advice
        return f"{sentence} Line {self.place.line}, column {self.place.column}.", advice

    @property
    def asked(self) -> str:
        """What the correction slip asks of the reviewer."""
        return f"{self.words[0]} {PROBLEMS[self.kind].asked(self._known)}"

    @property
    def _known(self) -> Facts:
        field = self.field or ""
        return (("field", field), ("right_value", _RIGHT_VALUE.get(field, _DIGITS)), *self.facts)

    def refusal(self, file: int | None = None, row: int | None = None) -> EvaluationError:
        """Return the error with which the importer names it."""
        place = self.place or Place()
        place = replace(place, file=file, row=row or place.row, field=self.field or place.field)
        return EvaluationError(PROBLEMS[self.kind].importer_code or self.code, place)


class Problem(NamedTuple):
    """One problem; it holds no value of any file.

    ``kind`` is a key of PROBLEMS. ``file`` and ``row`` count from 1 (None: no single
    one), ``drafts`` are numbers in the drafts file, ``rows`` pairs of file and row.
    """

    kind: str
    file: int | None
    row: int | None
    field: str | None
    code: str
    owner: Owner
    drafts: tuple[int, ...]
    rows: Pairs
    message: str
    hint: str

    def __repr__(self) -> str:
        return f"Problem({self.code}, ...)"

    @property
    def only_asked(self) -> bool:
        """Whether the returns can be ready with it."""
        return PROBLEMS[self.kind].only_asked

    def refusal(self) -> EvaluationError:
        """Return the error with which the importer names it."""
        record = PROBLEMS[self.kind]
        code = record.importer_code or self.code
        if record.found_in == RETURNS and self.file is None and self.drafts:
            return EvaluationError(code, Place(encounter=self.drafts[0]))
        own = [pair for pair in self.rows if self.file in (None, pair[0])]
        file, row = own[0] if own else (self.file, None)
        return EvaluationError(code, Place(file=file, row=self.row or row, field=self.field))

    def to_dict(self) -> dict[str, Any]:
        """Return the problem as JSON types."""
        return {
            "file": self.file,
            "row": self.row,
            "field": self.field,
            "code": self.code,
            "turn": self.owner,
            "drafts": list(self.drafts),
            "rows": [list(pair) for pair in self.rows],
            "message": self.message,
            "hint": self.hint,
        }


def found(
    kind: str,
    *,
    file: int | None = None,
    field: str | None = None,
    drafts: Iterable[int] = (),
    rows: Pairs = (),
    row: int | None = None,
    **facts: object,
) -> Problem:
    """Return a problem of a kind that is of no single file's making; ``facts``: see ``Fault``."""
    record = PROBLEMS[kind]
    message, hint = record.words(tuple((name, str(fact)) for name, fact in facts.items()))
    code, owner = record.code, record.owner
    return Problem(kind, file, row, field, code, owner, tuple(drafts), rows, message, hint)


def place_order(problem: Problem) -> tuple[bool, bool, int, int, tuple[int, ...]]:
    """Sort by file and row, then what is no file's alone by draft; ``blocked`` last."""
    blocked = problem.code == "blocked"
    return blocked, problem.file is None, problem.file or 0, problem.row or 0, problem.drafts[:1]


def pairs(rows: Iterable[Any]) -> Pairs:
    """Return file and row of each, in order."""
    return tuple(sorted({(row.file, row.number) for row in rows}))


def counted(number: int, thing: str) -> str:
    """Return "1 row", "7 rows", "1,000 rows"."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def named(thing: str, numbers: Sequence[int], most: int = 8) -> str:
    """Return "draft 4", "drafts 4 to 7 and 9", or with "and 12 more" after a few."""
    if len(numbers) == 1:
        return f"{thing} {numbers[0]}"
    runs = _runs(numbers)
    parts = [text for text, _ in runs]
    if len(parts) > most:
        shown = runs[: most - 1]
        left = len(numbers) - sum(length for _, length in shown)
        parts = [*(text for text, _ in shown), f"{left:,} more"]
    return f"{thing}s {joined(parts)}"


def ranges(numbers: Sequence[int]) -> list[str]:
    """Return sorted numbers with three or more in a row as "4 to 7"."""
    return [text for text, _ in _runs(numbers)]


def _runs(numbers: Sequence[int]) -> list[tuple[str, int]]:
    """Return the parts of ``ranges``, each with how many numbers it names."""
    numbers = sorted(set(numbers))
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return [(f"{numbers[0]} to {numbers[-1]}", len(numbers))]
    parts: list[tuple[str, int]] = []
    run: list[int] = []
    for number in [*numbers, 0]:
        if run and number != run[-1] + 1:
            if len(run) > 2:
                parts.append((f"{run[0]} to {run[-1]}", len(run)))
            else:
                parts += [(str(one), 1) for one in run]
            run = []
        run.append(number)
    return parts


def joined(parts: Sequence[str]) -> str:
    """Return "a", "a and b", "a, b and c"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def nth(position: int) -> str:
    """Return "1st", "2nd", "11th"."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(position % 10, "th")
    return f"{position}{'th' if position % 100 in (11, 12, 13) else ending}"
