"""Forms as pages, by their bytes: one file without a connection, and nothing that unblinds."""

from __future__ import annotations

import hashlib
import json
import random
import re
from pathlib import Path

import pytest
from eval_helpers import encounter_row, hexid, write_json
from form_helpers import (
    ALIAS,
    HOSTILE,
    committee_draft,
    data_of,
    draft,
    hash_of,
    policy_of,
    visible,
)

from evalcore import EvaluationError
from evalcore.drafts.reader import read_drafts
from evalcore.drafts.texts import read_texts
from evalcore.forms.committee import committee_page, committee_workbook
from evalcore.forms.content import Draft, file_words
from evalcore.forms.mail import mail_of
from evalcore.forms.review_page import CHANGED, review_page
from evalcore.io.containers import table_rows
from evalcore.vocabulary import NOTICE

PARTS = Path(__file__).resolve().parents[2] / "resources" / "forms"


def page(*numbers: int, **options: object) -> bytes:
    drafts = [draft(number) for number in numbers]
    return review_page(ALIAS, "Reviewer B", "March pilot", drafts, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["review", "committee"])
def test_a_page_allows_its_own_script_and_style_and_nothing_else(kind: str) -> None:
    made = page(1, 2)
    if kind == "committee":
        made = committee_page("r", "March", [committee_draft(1, "accept", "revise")])
    policy = policy_of(made)
    scripts = re.findall(rb"(?s)<script>(.*?)</script>", made)
    styles = re.findall(rb"(?s)<style>(.*?)</style>", made)
    assert len(scripts) == len(styles) == 1
    assert policy == {
        "default-src": ["'none'"],
        "script-src": [hash_of(scripts[0])],
        "style-src": [hash_of(styles[0])],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
    }
    assert made.index(b"Content-Security-Policy") < made.index(b"<style>")
    assert not re.search(rb"\son\w+=|\sstyle=|\ssrc=|\shref=", visible(made).encode())
    assert b"http" not in re.sub(rb"http-equiv|http://www.w3.org/2000/svg", b"", made)


def test_no_part_reaches_for_the_network_or_keeps_anything() -> None:
    words = (
        *("fetch", "XMLHttpRequest", "WebSocket", "EventSource", "sendBeacon", "import("),
        *("localStorage", "sessionStorage", "indexedDB", "cookie", "caches", "serviceWorker"),
        *("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function("),
        *("@import", "url(", "@font-face"),
    )
    parts = sorted(path.name for path in PARTS.iterdir())
    assert parts == ["committee.js", "form.css", "form.js", "review.js"]
    for name in parts:
        text = (PARTS / name).read_text("utf-8")
        assert [word for word in words if word in text] == []
        assert "</" not in text, "it would end the element that it is put into"


def test_a_page_without_scripts_says_what_to_do_and_shows_nothing_of_the_study() -> None:
    seen = visible(page(1, 2, transcript=True))
    assert NOTICE in seen
    assert "Save this file and open it in a browser" in seen
    assert not re.search("[0-9a-f]{16}|Note number|Clinician:", seen)


def test_texts_are_data_whatever_they_hold() -> None:
    talk = ("Patient: \ud800 half", HOSTILE)
    drafts = [draft(1, HOSTILE, talk), draft(2, "x" * 5_000_000)]
    made = review_page(ALIAS, HOSTILE, HOSTILE, drafts, transcript=True)
    assert len(re.findall(rb"(?i)<script", made)) == 2
    given = re.search(rb'id="form">(.*)', made)
    assert given is not None
    assert not set(given[1].split(b"</script>")[0]) & set(b"<>&\x00\x7f")
    data = data_of(made)
    by_number = {one["number"]: one for one in data["drafts"]}
    assert by_number[1]["text"] == HOSTILE
    assert by_number[1]["transcript"] == [*talk]
    assert by_number[2]["text"] == "x" * 5_000_000
    assert data["round"] == data["who"] == HOSTILE


def test_drafts_stand_in_an_order_of_the_reviewers_own() -> None:
    numbers = list(range(1, 41))
    random.Random(1).shuffle(numbers)
    orders = []
    for alias in (ALIAS, hexid("reviewer c")):
        others = [(hexid(f"case {n}"), hexid(f"revision {n}")) for n in range(41, 60)]
        made = review_page(alias, "B", "", [draft(n) for n in numbers], others=others)
        data = data_of(made)
        cases = [one["case"] for one in data["drafts"]]
        wanted = sorted(cases, key=lambda one: hashlib.sha256((alias + one).encode()).digest())
        assert cases == wanted
        other_cases = [one for one, _ in data["others"]]
        assert other_cases == sorted(
            other_cases, key=lambda one: hashlib.sha256((alias + one).encode()).digest()
        )
        orders.append(cases)
    assert orders[0] != orders[1]
    assert page(*numbers) == page(*sorted(numbers)), "nothing tells the order of the drafts file"


def test_a_page_holds_what_a_reviewer_reads_and_saves_and_no_more() -> None:
    data = data_of(page(1, 2, sent_back={2: CHANGED}))
    assert data.keys() == {
        *("notice", "title", "schema", "round", "who", "file", "alias", "transcript"),
        *("short", "long", "drafts", "others"),
    }
    for one in data["drafts"]:
        assert one.keys() - {"again"} == {"number", "case", "revision", "text"}
        assert ("again" in one) == (one["number"] == 2)
    assert set(data_of(page(1, transcript=True))["drafts"][0]) >= {"transcript"}


def test_the_study_can_say_what_the_answers_mean() -> None:
    own = {"accept": "A", "revise": "B", "unclear": "C"}
    data = data_of(page(1, meanings=own))
    assert data["short"] == data["long"] == own
    assert data_of(page(1))["short"]["accept"] == "Right as it stands"


def test_a_transcript_that_cannot_be_shown_whole_is_refused_by_number() -> None:
    one = draft(7, talk=None)
    assert data_of(review_page(ALIAS, "B", "", [one]))["drafts"][0]["number"] == 7
    with pytest.raises(EvaluationError) as caught:
        review_page(ALIAS, "B", "", [one], transcript=True)
    assert caught.value.code == "unusable_transcript"
    assert caught.value.place is not None and caught.value.place.encounter == 7


def test_a_draft_without_text_is_a_number_alone() -> None:
    data = data_of(review_page(ALIAS, "B", "", [Draft(3, hexid(1), hexid(2), None)]))
    assert data["drafts"][0]["text"] is None


@pytest.mark.parametrize(
    "label, words",
    [
        ("Reviewer B", "reviewer-b"),
        ("Dr. Kim / Ward 3", "dr-kim-ward-3"),
        ("Ärztin Ö", "ärztin-ö"),
        ("../..\\x", "x"),
        ("...", "reviewer"),
        ("a" * 90, "a" * 60),
    ],
)
def test_a_label_in_a_file_name(label: str, words: str) -> None:
    assert file_words(label) == words


# ---- the committee's


def test_the_committee_sees_no_reviewer_and_no_order_of_them() -> None:
    drafts = [
        committee_draft(9, "accept", "revise", "unclear", reasons=[None, "other"]),
        committee_draft(2, "accept", "accept", reasons=["other"]),
    ]
    orders = set()
    for seed in range(12):
        made = committee_page(hexid("round"), "March", drafts, shuffle=random.Random(seed))
        data = data_of(made)
        assert [one["number"] for one in data["drafts"]] == [2, 9]
        assert [one["agree"] for one in data["drafts"]] == [True, False]
        for one in data["drafts"]:
            assert one.keys() == {"number", "revision", "token", "agree", "opinions", "text"}
        assert hexid("case 9").encode() not in made, "the token stands for it"
        opinions = [tuple(one) for one in data["drafts"][1]["opinions"]]
        assert sorted(opinions, key=str) == [
            ("accept", None, False),
            ("revise", "other", False),
            ("unclear", None, False),
        ]
        orders.add(tuple(opinions))
    assert len(orders) > 3
    by_chance = {committee_page("r", "March", drafts) for _ in range(20)}
    assert len(by_chance) > 1


def test_the_committees_workbook() -> None:
    drafts = [committee_draft(9, "accept", "revise"), committee_draft(2, "accept", "accept")]
    made = committee_workbook("r", "March", drafts, transcript=True, shuffle=random.Random(2))
    rows = table_rows(made, lambda cells: "token" in cells)
    assert rows is not None
    heading, *others = rows
    assert [row.cells[0] for row in others] == ["2", "9"]
    shown = others[1].cells[heading.cells.index("What the reviewers chose")]
    assert "Reviewer 1: " in str(shown) and "Reviewer 2: " in str(shown)


# ---- reading texts


def test_texts_are_read_with_the_revision_that_they_belong_to(tmp_path: Path) -> None:
    rows = []
    talks = [
        (["Clinician: a", "b"], ("Clinician: a", "b")),
        ([{"speaker": "patient", "text": "c", "id": 7}], ("Patient: c",)),
        ("d\ne", ("d", "e")),
        (None, ()),
        ([{"text": "f"}], ("f",)),
        ([["g"]], None),
        ([{"speaker": "patient"}], None),
        ({"h": 1}, None),
    ]
    for number, (talk, _) in enumerate(talks, 1):
        text = f"text {number} é"
        row = encounter_row(number, draft_text=text, transcript=talk, case="x", roles=["x"])
        rows.append({**row, "text_digest": hashlib.sha256(text.encode()).hexdigest()})
    short = encounter_row(50, draft_text=None)
    for fact in (*short["truth"], *short["statements"]):
        for field in ("negated", "required", "citations"):
            fact.pop(field, None)
    rows.append(short)
    path = write_json(tmp_path / "drafts.json", {"encounters": rows})
    texts = list(read_texts(path))
    assert [one.transcript for one in texts] == [*(wanted for _, wanted in talks), ()]
    assert [one.text for one in texts[:-1]] == [f"text {n} é" for n in range(1, len(rows))]
    assert texts[-1].text is None
    assert [(one.alias, one.revision) for one in texts] == [
        (one.blinded_case_id, one.revision) for one in read_drafts(path)
    ]
    assert "é" not in repr(texts[0]) and "Clinician" not in repr(texts[0])


@pytest.mark.parametrize("change", ["text", "digest", "alias", "truth", "list"])
def test_another_file_than_was_checked_is_refused(tmp_path: Path, change: str) -> None:
    text = "text"
    digest = hashlib.sha256(text.encode()).hexdigest()
    row: object = {**encounter_row(1, draft_text=text), "text_digest": digest}
    assert isinstance(row, dict)
    if change == "text":
        row["draft_text"] = "other"
    elif change == "digest":
        del row["text_digest"]
    elif change == "alias":
        del row["blinded_case_id"]
    elif change == "truth":
        row["truth"] = ["x"]
    else:
        row = [row]
    path = write_json(tmp_path / "drafts.json", {"encounters": [row]})
    with pytest.raises(EvaluationError) as caught:
        list(read_texts(path))
    assert caught.value.code == "file_changed"
    assert caught.value.__context__ is None


# ---- mail


@pytest.mark.parametrize("name", ["review-2.html", "review-2.xlsx"])
def test_the_mail_says_what_to_do(name: str) -> None:
    mail = mail_of(name, "Reviewer B", "March pilot", 30, answer_by="Friday 20 November 2026")
    assert mail.subject == "Clinical note review: March pilot"
    for words in (name, "30 drafted notes", "Reviewer B", "20 November", "texts", NOTICE):
        assert words in mail.text
    assert ("Save answers" in mail.text) == name.endswith("html")
    assert "texts" not in mail_of(name, "B", "", 1, with_text=False).text
    assert "1 drafted note." in mail_of(name, "B", "", 1).text
    assert json.dumps(mail.text).isascii()
