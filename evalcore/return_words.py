"""Every fault of a return in words: what is wrong, what to do, and whose turn it is.

No sentence holds a value of a file. A hint names all words that the format
allows, never the one that is there.
"""

from __future__ import annotations

from .return_gathering import FileFault
from .return_values import Fault
from .vocabulary import DECISIONS, REASONS

REVIEWER = "reviewer"
COMMITTEE = "committee"
COORDINATOR = "coordinator"

_DECISION_WORDS = f"{', '.join(DECISIONS[:-1])} or {DECISIONS[-1]}"
_REASON_WORDS = f"null (no quotation marks), {', '.join(REASONS[:-1])} or {REASONS[-1]}"
_DIGITS = "Give the 64 digits (0-9 and a-f, lower case) as the review form wrote them."
_FLAG = "Write true or false, in lower case and without quotation marks."
_UNEDITED = "Ask for the JSON file as the review form saved it, not opened in another program."
EXPORT_HINT = "Ask for the JSON file that the review form saved."

FOREIGN = {
    "xlsx_file": "This is an Excel workbook (xlsx), not a review return.",
    "xls_file": "This is an old Excel workbook (xls), not a review return.",
    "ods_file": "This is an OpenDocument spreadsheet (ods), not a review return.",
    "csv_file": "This is a table as text (CSV), not a review return.",
    "word_file": "This is a Word document, not a review return.",
    "rtf_file": "This is an RTF text document, not a review return.",
    "pdf_file": "This is a PDF document, not a review return.",
    "mail_file": "This is a mail message, not the review return that came with it.",
    "zip_file": "This is a compressed archive (zip), not a review return.",
    "office_file": "This is an Office document, perhaps with a password, not a review return.",
    "web_page": "This is a web page or XML file, not a review return.",
    "picture_file": "This is a picture, not a review return.",
}

FOREIGN_HINTS = {
    "mail_file": "Save the file that is attached to the mail, and open that.",
    "zip_file": "Take the return file out of the archive, and open that.",
}

_OURS = {
    "drafts": "This is a drafts file, not a review return.",
    "claims": "This is a claims file, not a review return.",
    "draft_report": "This is a draft report, not a review return.",
    "review_report": "This is a review report, not a review return.",
    "claims_report": "This is a claims report, not a review return.",
}

_FILES = {
    "unreadable_file": (
        "The file cannot be read.",
        "Check that it is there and that you may read it; if so, ask for it again.",
    ),
    "file_changed": (
        "The file changed while it was read.",
        "Reload it; if it changes again, close the program that writes to it.",
    ),
    "not_a_regular_file": (
        "This is not a file; it is a folder, a pipe or a device.",
        "Choose the return file itself, or ask for it again.",
    ),
    "empty_file": ("The file is empty.", "Ask for it again; nothing was saved in it."),
    "invalid_encoding": (
        "The text is not in UTF-8.",
        "Ask for the file as the review form saved it; an editor changed its encoding.",
    ),
    "duplicate_key": (
        "The same name stands twice in one object.",
        "Ask for the file again, with each field once.",
    ),
    "invalid_number": ("A number here is none, or too large.", _UNEDITED),
    "too_deep": ("The file is nested over 64 levels.", _UNEDITED),
    "curly_quotes": (
        "It has curly quotation marks, as a word processor writes them.",
        'Use straight quotation marks (") alone, or send the file as the form saved it.',
    ),
    "trailing_comma": (
        "A comma stands before a closing bracket.",
        "Take out the comma after the last entry, or send the file as the form saved it.",
    ),
    "cut_off": ("It is not whole JSON: the file breaks off.", "Ask for it again; a part is lost."),
    "not_json": ("It is not JSON.", _UNEDITED),
    "unknown_file_kind": ("This is JSON, but not a review return.", EXPORT_HINT),
    "schema": (
        "The schema version is another one.",
        "Ask for a return in the current format of the review form.",
    ),
    "missing_key": ("This part of the file is missing.", _UNEDITED),
    "rows_type": ("The rows are not a list.", "Put the rows in one list, in square brackets."),
    "bare_rows": (
        "The rows stand alone, without schema_version around them.",
        "Ask for the whole file as the review form saved it.",
    ),
    "too_many_rows": (
        "The file has over 100,000 rows.",
        "Ask for the reviews of these drafts alone, each once.",
    ),
}

_IDENTIFIERS = {
    "empty": ("The identifier is empty.", _DIGITS),
    "number": ("A number stands here, as a spreadsheet makes it from an identifier.", _DIGITS),
    "type": ("This is not text.", f"{_DIGITS} Put them in quotation marks."),
    "spaces": ("There are spaces or line ends around the identifier.", "Take them out."),
    "capitals": ("The identifier has capital letters.", "Write a to f in lower case."),
    "spaces_capitals": (
        "The identifier has capital letters, and spaces around it.",
        "Write a to f in lower case, with nothing around it.",
    ),
    "length": ("The identifier is too short or too long: not 64 digits.", _DIGITS),
    "characters": ("This is not an identifier of 64 digits.", _DIGITS),
}

_WORD = {
    "empty": "Nothing stands here.",
    "number": "A number stands here.",
    "type": "This is not text.",
    "spaces": "There are spaces around the word.",
    "capitals": "The word has a capital letter.",
    "spelling": "The word is spelt in another way than the format spells it.",
    "nothing": "A word for “nothing” stands here as text.",
    "word": "This word is not in the list.",
}

_FLAGS = {
    "empty": "Nothing stands here.",
    "number": "A number such as 0 or 1 stands here, as a spreadsheet writes it.",
    "text": "TRUE or FALSE as text, as a spreadsheet writes it.",
    "type": "This is neither true nor false.",
    "word": "This is neither true nor false.",
}

_STALE = "The draft changed after this review was made."


def file_words(fault: FileFault) -> tuple[str, str, str, str]:
    """Return turn, message, hint and what to tell the reviewer about a fault of a whole file."""
    place = f" Line {fault.line}, column {fault.column}." if fault.line is not None else ""
    if fault.kind in _OURS:
        return COORDINATOR, _OURS[fault.kind], "Take it off the list; open it on its own.", ""
    if fault.kind in FOREIGN:
        hint = FOREIGN_HINTS.get(fault.kind, EXPORT_HINT)
        message, asked = FOREIGN[fault.kind], "Please send the JSON file that the form saved."
        return REVIEWER, message, hint, f"{message} {asked}"
    if fault.kind == "unknown_key":
        message = f"The file has a part that the format does not have: its {_nth(fault.position)}."
        hint = "Keep schema_version and rows alone."
        return REVIEWER, message, hint, f"{message} {hint}"
    message, hint = _FILES.get(fault.kind, _FILES["unknown_file_kind"])
    said = hint.replace("Ask for", "Please send")
    if fault.kind == "file_changed":
        return COORDINATOR, message, hint, ""
    if fault.kind in ("unreadable_file", "not_a_regular_file"):
        said = "Please send the return file again."
    return REVIEWER, message + place, hint, f"{message}{place} {said}"


def row_words(fault: Fault) -> tuple[str, str, str, str]:
    """Return turn, message, hint and what to tell the reviewer about a fault of a row."""
    if fault.kind == "unknown_draft":
        message = "The row is about a draft that is not in the drafts file."
        hint = "Was the case withdrawn? Set the row aside, or open the right drafts file."
        return COORDINATOR, message, hint, ""
    if fault.kind == "stale":
        slip = f"{_STALE} Please review the current draft and send a new row."
        return REVIEWER, _STALE, "Ask for a new review of the current draft.", slip
    if fault.kind == "mixed":
        message = "The draft and its revision do not belong together."
        hint = "Ask for the row again; identifiers of two drafts were mixed, as by sorting."
        return REVIEWER, message, hint, f"{message} Please send the row as the form wrote it."
    message, hint = _faulty_value(fault)
    return REVIEWER, message, hint, f"{message} {hint}"


def _faulty_value(fault: Fault) -> tuple[str, str]:
    if fault.kind == "not_object":
        return "This is not a row with fields.", "Write each row as an object with its six fields."
    if fault.kind == "unknown":
        message = "A field is there that a review row does not have: the row's "
        return f"{message}{_nth(fault.position)}.", (
            "Take it out; a row has six fields alone. It may name somebody: keep the file safe."
        )
    if fault.kind == "missing":
        return "The field is missing.", f"Put it in. {_must_be(fault.field)}"
    if fault.kind == "misspelt":
        return "The name of the field is spelt in another way.", "Write it as it stands here."
    if fault.field == "adjudicated":
        return _FLAGS[fault.kind], _FLAG
    if fault.field in ("decision", "reason"):
        message = _WORD[fault.kind]
        if fault.field == "reason" and fault.kind == "empty":
            message = "Empty text stands here instead of null."
        if fault.kind == "capitals":
            return message, f"Write it in lower case: {_words_of(fault.field)}."
        return message, f"Write one of: {_words_of(fault.field)}."
    return _IDENTIFIERS[fault.kind]


def _must_be(field: str | None) -> str:
    if field == "adjudicated":
        return _FLAG
    if field in ("decision", "reason"):
        return f"Write one of: {_words_of(field)}."
    return _DIGITS


def _words_of(field: str) -> str:
    return _DECISION_WORDS if field == "decision" else _REASON_WORDS


def _nth(position: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(position % 10, "th")
    return f"{position}{'th' if position % 100 in (11, 12, 13) else ending}"
