"""Small things that the tests of unsupported claims share."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from evalcore.claims.claims import ApprovedEvidence, SummaryClaim
from evalcore.claims_vocabulary import CODES
from evalcore.errors import EvaluationError


def claim(**changes: Any) -> SummaryClaim:
    return SummaryClaim.from_mapping({"claim_class": "lab", **changes})


def evidence(**changes: Any) -> ApprovedEvidence:
    return ApprovedEvidence.from_mapping(changes)


def refused(call: Any, *args: Any, **keywords: Any) -> str:
    with pytest.raises(EvaluationError) as caught:
        call(*args, **keywords)
    assert caught.value.code in {*CODES, "output_not_a_regular_file", "output_not_written"}
    assert str(caught.value) == caught.value.code
    return caught.value.code


def sha(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()
