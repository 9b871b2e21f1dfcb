"""What is exported, frozen when the export was asked for; rendered and written off the GUI."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from evalcore.documents.exports import html_bytes, json_bytes, markdown_bytes
from evalcore.errors import EvaluationError
from evalcore.io.files import check_output, write_atomically


@dataclass(frozen=True, slots=True, repr=False)
class Snapshot:
    """The reports shown at one moment; nobody changes a report after it is made."""

    drafts: Any = None
    reviews: Any = None
    claims: Any = None
    """What is shown of the claims report: neither digest nor class token."""

    def draft_json(self) -> bytes:
        """The draft report for the record."""
        return json_bytes(self.drafts)

    def review_json(self) -> bytes:
        """The review report for the record."""
        return json_bytes(self.reviews)

    def markdown(self) -> bytes:
        """Everything shown, for people."""
        return markdown_bytes(self.drafts, self.reviews, self.claims)

    def html(self) -> bytes:
        """The same as one HTML file, the accessible edition."""
        return html_bytes(self.drafts, self.reviews, self.claims)


def write_export(
    path: str,
    render: Callable[[threading.Event], bytes],
    inputs: Sequence[str],
    cancel: threading.Event,
) -> None:
    """Render and write; the old file stays unless the new one is whole.

    Raises EvaluationError ``output_is_an_input``, ``output_not_a_regular_file``,
    ``output_not_written`` or ``cancelled``.
    """
    check_output(path, inputs)
    data = render(cancel)
    if cancel.is_set():
        raise EvaluationError("cancelled")
    write_atomically(path, data, inputs)
