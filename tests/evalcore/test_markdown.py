"""The document as Markdown."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from document_forms import (
    draft_report,
    of_document,
    of_markdown,
    review_report,
    sample_claims,
)
from eval_helpers import CHECKOUT

from evalcore.documents.document import committee_document
from evalcore.documents.markdown import markdown_document
from evalcore.vocabulary import NOTICE


@pytest.mark.parametrize("minimum", [5, 20])
def test_it_says_what_the_document_says(minimum: int) -> None:
    arguments = (draft_report(minimum), review_report(minimum), sample_claims())
    right = of_document(committee_document(*arguments), plots=False)
    assert of_markdown(markdown_document(*arguments)) == right


def test_the_notice_is_the_first_line() -> None:
    text = markdown_document(draft_report())
    assert text.splitlines()[0] == f"> **{NOTICE}**"
    assert text.endswith("\n") and not text.endswith("\n\n")
    assert "\n\n\n" not in text


def test_every_row_has_the_cells_of_its_head() -> None:
    text = markdown_document(draft_report(), review_report(), sample_claims())
    blocks = [block.splitlines() for block in text.split("\n\n") if block.startswith("|")]
    assert len(blocks) == 9
    for head, rule, *rows in blocks:
        assert re.fullmatch(r"\|( -{3}:? \|)+", rule)
        assert {line.count("|") for line in (head, *rows)} == {rule.count("|")}


def test_a_label_cannot_be_markup() -> None:
    view = sample_claims()
    view["rows"][1]["label"] = "a|b *c* [d](e) <f> `g` \\"
    blocks = of_markdown(markdown_document(claims=view))
    assert blocks == of_document(committee_document(claims=view), plots=False)
    line = next(x for x in markdown_document(claims=view).splitlines() if "a\\|b" in x)
    assert "\\*c\\* \\[d\\](e) \\<f\\> \\`g\\` \\\\ |" in line


@pytest.mark.parametrize("form", ["markdown_bytes", "html_bytes"])
def test_the_same_bytes_whatever_the_hash_seed(form: str) -> None:
    code = (
        "import sys, document_forms as f, evalcore.documents.exports as e\n"
        f"data = e.{form}(f.draft_report(), f.review_report(), f.sample_claims())\n"
        "sys.stdout.buffer.write(data)"
    )
    paths = os.pathsep.join([str(CHECKOUT), os.path.dirname(__file__)])
    made = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(made) == 1
    assert len(made.pop()) > 5_000
