"""Every kind of file that is none of ours, in words: what it is, what to do, whose turn it is."""

from __future__ import annotations

from typing import NamedTuple

_AGAIN = "Ask for the JSON file as it was first saved."


class ForeignKind(NamedTuple):
    """A kind of file that is none of ours, in words.

    ``here``: the coordinator puts it right. ``empty``: no such file holds an answer.
    """

    sentence: str
    hint: str = _AGAIN
    here: bool = False
    empty: bool = False


FOREIGN = {
    "xlsx_file": ForeignKind("This is an Excel workbook (xlsx), not a JSON file."),
    "xls_file": ForeignKind("This is an old Excel workbook (xls), not a JSON file."),
    "ods_file": ForeignKind("This is an OpenDocument spreadsheet (ods), not a JSON file."),
    "csv_file": ForeignKind("This is a table as text (CSV), not a JSON file."),
    "word_file": ForeignKind("This is a Word document, not a JSON file."),
    "rtf_file": ForeignKind("This is an RTF text document, not a JSON file."),
    "pdf_file": ForeignKind("This is a PDF document, not a JSON file."),
    "office_file": ForeignKind(
        "This is a document of an office program, perhaps with a password, not a JSON file."
    ),
    "picture_file": ForeignKind("This is a picture, not a JSON file."),
    "media_file": ForeignKind("This is a sound or a film, not a JSON file."),
    "web_page": ForeignKind(
        "This is a web page, such as one to sign in, that was saved instead of the JSON file."
    ),
    "xml_file": ForeignKind("This is an XML file, not a JSON file."),
    "yaml_file": ForeignKind("This is YAML, not JSON."),
    "encrypted_file": ForeignKind(
        "This is encrypted or signed, as mail programs do it, not a JSON file.",
        "Decrypt it and open what is in it, or ask for the file in another way.",
    ),
    "program_file": ForeignKind("This is a program or a library, not a JSON file."),
    "database_file": ForeignKind("This is a database, not a JSON file."),
    "zip_file": ForeignKind(
        "This is a compressed archive (such as zip or gz), not a JSON file.",
        "Take the file out of the archive, and open that.",
    ),
    "mail_file": ForeignKind(
        "This is a mail message, not the file that came with it.",
        "Save the file that is attached to the mail, and open that.",
    ),
    "winmail_file": ForeignKind(
        "This is a winmail.dat, in which Outlook packs what was attached.",
        "Ask for the file again, in a zip archive or in a mail in plain text.",
    ),
    "interrupted_save": ForeignKind(
        "There are null bytes where text should be: saving or copying was interrupted.",
        "Ask for the file again; what is lost cannot be brought back.",
    ),
    "companion_file": ForeignKind(
        "This is the companion file that macOS puts beside another one; it holds no answers.",
        "Choose the file of the same name without “._” at its start.",
        here=True,
        empty=True,
    ),
    "system_file": ForeignKind(
        "This is a file that the system keeps about a folder; it holds no answers.",
        "Take it off the list.",
        here=True,
        empty=True,
    ),
    "lock_file": ForeignKind(
        "This is the mark that an office program sets while a document is open; it holds no "
        "answers.",
        "Close the document, and choose the file of the same name without the first characters.",
        here=True,
        empty=True,
    ),
    "partial_download": ForeignKind(
        "This is a download that is not finished.",
        "Download it again, and choose the finished file.",
        here=True,
    ),
    "cloud_file": ForeignKind(
        "This points to a file in a cloud; it is not the file itself.",
        "Download the file itself, and choose that.",
        here=True,
    ),
    "shortcut_file": ForeignKind(
        "This is a shortcut that points to another file or page.",
        "Choose the file itself; if the shortcut was sent, ask for the file.",
        here=True,
    ),
}
"""Every kind by the code of its fault."""
