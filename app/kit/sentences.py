"""What a page says while nothing is open that it could show."""

from __future__ import annotations

from evalcore.metrics import METRICS_IN_WORDS

NO_RETURNS_TO_CHECK = "Open the drafts and their returns to see whether they can be imported"
NO_DRAFTS = f"Open a drafts file to see the {METRICS_IN_WORDS}"
NO_RETURNS = "Open the drafts and their returns to see the review rates"
NO_CLAIMS = "Open a claims file to see how many claims are unsupported"
