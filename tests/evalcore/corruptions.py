"""All hand-made corruptions of saved reports, of the three kinds."""

from __future__ import annotations

from corruptions_of_claims import CLAIMS
from corruptions_of_drafts import DRAFTS
from corruptions_of_families import FAMILIES
from corruptions_of_reviews import REVIEWS

CORRUPTIONS = [
    entry(kind)
    for kind, entries in (("drafts", DRAFTS + FAMILIES), ("reviews", REVIEWS), ("claims", CLAIMS))
    for entry in entries
]
