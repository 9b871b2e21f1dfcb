"""The mail that a form goes out with: what to do with it, for somebody who has never seen one."""

from __future__ import annotations

from typing import NamedTuple

from ..vocabulary import NOTICE


class Mail(NamedTuple):
    """Subject and text of a mail, to be copied into a mail program."""

    subject: str
    text: str


def mail_of(
    file_name: str,
    label: str,
    round_label: str,
    drafts: int,
    *,
    with_text: bool = True,
    answer_by: str = "",
) -> Mail:
    """Return the mail to one reviewer. ``file_name`` tells whether it is a page or a workbook."""
    notes = f"{drafts:,} drafted note{'s' * (drafts != 1)}"
    of_round = f" of {round_label}" if round_label else ""
    lines = [
        "Hello,",
        "",
        f"attached is {file_name}, your form{of_round} for the review of {notes}.",
        f"It is made for {label} alone: please do not pass it on.",
        "",
        *(_workbook_steps() if file_name.endswith(".xlsx") else _page_steps(drafts)),
        "",
    ]
    if answer_by:
        lines += [f"Please answer by {answer_by}.", ""]
    if with_text:
        lines += [
            "The form holds the texts of the notes. Keep it where you may keep such texts, and "
            "delete it when you have sent your answers and heard that they came.",
            "",
        ]
    lines.append(NOTICE)
    subject = ": ".join(filter(None, ("Clinical note review", round_label)))
    return Mail(subject, "\n".join(lines) + "\n")


def _page_steps(drafts: int) -> list[str]:
    return [
        "1. Save the attachment and open it with a double click. It opens in your browser and",
        "   works without a network. Nothing is installed.",
        "2. Choose Start. Read each note, and choose Accept, Revise or Unclear.",
        "3. Choose Save answers, at any time. To go on another day, open the form again and",
        "   choose Continue from a saved file.",
        f"4. When it says {drafts:,} of {drafts:,} answered, save, and reply to this mail with the",
        "   saved file attached. Please do not open or rename it.",
    ]


def _workbook_steps() -> list[str]:
    return [
        "1. Save the attachment and open it in your spreadsheet program.",
        "2. Read each note, and choose accept, revise or unclear in the column Decision.",
        "3. Save it under the same name, as a workbook (XLSX). You can go on another day.",
        "4. When each note has a decision, reply to this mail with the workbook attached.",
    ]
