"""Forms as workbooks: what a reviewer gets and can see, and that it comes back right."""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from pathlib import Path

import pytest
from eval_helpers import encounter_row
from form_helpers import data_of
from round_desk import Desk

from evalcore.drafts.reader import read_drafts
from evalcore.drafts.texts import DraftText, read_texts
from evalcore.forms.review_page import CHANGED
from evalcore.io.containers import SheetRow, table_rows
from evalcore.io.workbook import Column, letters, workbook

TEXTS = (
    "Subjective\nNight cough, <script>alert(1)</script> & ]]> \u2028 \u202eRTL",
    '=HYPERLINK("http://x")',
    "_x0041_ stays, \x0b too, \ud7ff",
    "long " * 9000,
)


class Forms(Desk):
    """A round of two reviewers whose drafts have texts."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, 4)
        self.round.unlink()
        for number, text in enumerate(TEXTS):
            digest = hashlib.sha256(text.encode()).hexdigest()
            more = {"draft_text": text, "transcript": [f"Talk {number}"], "case": "Mrs Secret"}
            row = encounter_row(number + 1, **more, roles=["Secret"])
            self.encounters[number] = {**row, "text_digest": digest}
        self.write_drafts()
        assert self.run("new", "--reviewers", "2", "--label", "March pilot") == 0
        self.out_folder = folder / "forms"
        self.out_folder.mkdir()

    def change_draft_text(self, number: int) -> None:
        text = f"{TEXTS[number - 1]} (new)"
        digest = hashlib.sha256(text.encode()).hexdigest()
        row = self.encounters[number - 1]
        self.encounters[number - 1] = {**row, "draft_text": text, "text_digest": digest}
        self.write_drafts()

    def forms(self, *options: str) -> int:
        return self.run("forms", "--out", self.out_folder, "--workbook", *options)

    def pages(self, *options: str) -> int:
        return self.run("forms", "--out", self.out_folder, *options)

    def rows(self, name: str) -> list[SheetRow]:  # type: ignore[override]
        data = (self.out_folder / name).read_bytes()
        found = table_rows(data, lambda cells: "blinded_case_id" in cells)
        assert found is not None
        return found

    def answer(self, name: str, answers: dict[int, str]) -> Path:
        """Fill in decisions by number of draft, as a spreadsheet program would."""
        path = self.out_folder / name
        heading, *rows = self.rows(name)
        column = letters(heading.cells.index("Decision") + 1)
        with zipfile.ZipFile(path) as archive:
            parts = {one: archive.read(one) for one in archive.namelist()}
        sheet = parts["xl/worksheets/sheet1.xml"].decode()
        for row in rows:
            word = answers.get(int(str(row.cells[0])))
            if word is not None:
                cell = f'<c r="{column}{row.number}" t="str"><v>{word}</v></c>'
                sheet, count = re.subn(f'<c r="{column}{row.number}" s="3"/>', cell, sheet)
                assert count == 1
        filled = path.with_name(f"filled-{len(answers)}-{name}")
        with zipfile.ZipFile(filled, "w") as archive:
            for one, data in (parts | {"xl/worksheets/sheet1.xml": sheet.encode()}).items():
                archive.writestr(one, data)
        return filled


@pytest.fixture
def desk(tmp_path: Path) -> Forms:
    return Forms(tmp_path)


def test_a_form_comes_back_ready(desk: Forms) -> None:
    assert desk.forms() == 0, desk.err
    assert sorted(path.name for path in desk.out_folder.iterdir()) == [
        "review-1.xlsx",
        "review-2.xlsx",
    ]
    words = dict.fromkeys(range(1, 5), "accept")
    assert desk.run("add", desk.answer("review-1.xlsx", words)) == 1
    assert desk.run("add", desk.answer("review-2.xlsx", words)) == 0, desk.out
    assert len(desk.combined()) == 8


def test_a_partial_form_is_the_answers_so_far(desk: Forms) -> None:
    desk.forms()
    desk.run("add", desk.answer("review-1.xlsx", {2: "revise", 3: "accept"}))
    first, second = desk.status()["reviewers"]
    assert (first["answered"], first["missing"], first["problems"]) == (2, 2, 0)
    assert second["missing"] == 4
    for path in desk.out_folder.iterdir():
        path.unlink()
    assert desk.forms("--only", "missing") == 0
    numbers = {int(str(row.cells[0])) for row in desk.rows("review-1.xlsx")[1:]}
    assert numbers == {1, 4}
    assert desk.run("add", desk.answer("review-1.xlsx", {1: "unclear", 4: "accept"})) == 1
    assert desk.status()["reviewers"][0]["answered"] == 4


def test_what_is_seen_does_not_unblind(desk: Forms) -> None:
    assert desk.forms("--transcript") == 0
    orders = []
    for number in (1, 2):
        data = (desk.out_folder / f"review-{number}.xlsx").read_bytes()
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            whole = b"".join(archive.read(name) for name in archive.namelist()).decode()
        assert "Secret" not in whole
        other = f"Reviewer {'BA'[number - 1]}"
        assert "March pilot" in whole and other not in whole
        heading, *rows = desk.rows(f"review-{number}.xlsx")
        hidden = [heading.cells.index(f) + 1 for f in ("blinded_case_id", "reviewer_id")]
        for column in hidden:
            assert (
                f'<col min="{column}" max="{column}" width="10" customWidth="1" hidden="1"/>'
                in whole
            )
        place = heading.cells.index("blinded_case_id")
        aliases = [str(row.cells[place]) for row in rows]
        alias = str(rows[0].cells[heading.cells.index("reviewer_id")])
        wanted = sorted(aliases, key=lambda one: hashlib.sha256((alias + one).encode()).digest())
        assert aliases == wanted
        orders.append([row.cells[0] for row in rows])
        talk = heading.cells.index("Transcript")
        assert {str(row.cells[talk])[:4] for row in rows} == {"Talk"}
    assert len(orders) == 2


def test_pages_hold_what_their_reviewer_reads_and_saves(desk: Forms) -> None:
    assert desk.pages("--transcript") == 0, desk.err
    names = sorted(path.name for path in desk.out_folder.iterdir())
    assert names == ["review-1.html", "review-2.html"]
    pages = [(desk.out_folder / name).read_bytes() for name in names]
    data = [data_of(page) for page in pages]
    for number in (0, 1):
        assert b"Secret" not in pages[number]
        assert data[1 - number]["alias"].encode() not in pages[number]
        assert f"Reviewer {'BA'[number]}".encode() not in pages[number]
        assert (data[number]["who"], data[number]["round"]) == (
            f"Reviewer {'AB'[number]}",
            "March pilot",
        )
        texts = {one["number"]: one["text"] for one in data[number]["drafts"]}
        assert texts == dict(enumerate(TEXTS, 1))
        talks = {one["number"]: one["transcript"] for one in data[number]["drafts"]}
        assert talks == {n: [f"Talk {n - 1}"] for n in range(1, 5)}
    assert desk.pages() == 2 and "form_exists" in desk.err


def test_a_page_of_what_is_left_knows_the_rest(desk: Forms) -> None:
    assert desk.forms() == 0
    filled = desk.answer("review-1.xlsx", {2: "revise", 3: "accept"})
    assert desk.run("add", filled) == 1
    desk.change_draft_text(3)
    assert desk.run("drafts") == 1
    assert desk.pages("--only", "missing") == 0, desk.err
    data = data_of((desk.out_folder / "review-1.html").read_bytes())
    assert {one["number"] for one in data["drafts"]} == {1, 4}
    drafts = {one.blinded_case_id: one.revision for one in read_drafts(desk.drafts)}
    shown = {one["case"] for one in data["drafts"]}
    assert dict(data["others"]) == {k: v for k, v in drafts.items() if k not in shown}
    (desk.out_folder / "review-1.html").unlink()
    (desk.out_folder / "review-2.html").unlink()
    assert desk.pages("--only", "outdated") == 0
    data = data_of((desk.out_folder / "review-1.html").read_bytes())
    assert [(one["number"], one["again"]) for one in data["drafts"]] == [(3, CHANGED)]
    assert not (desk.out_folder / "review-2.html").exists(), "nothing of this one is outdated"


def test_texts_of_other_drafts_than_were_checked_are_refused(
    desk: Forms, monkeypatch: pytest.MonkeyPatch
) -> None:
    def others(path: Path) -> list[DraftText]:
        desk.change_draft_text(2)  # while the command runs
        return list(read_texts(path))

    monkeypatch.setattr("evalcore.forms.round_forms.read_texts", others)
    assert desk.pages() == 2
    assert "file_changed" in desk.err
    assert list(desk.out_folder.iterdir()) == []


def test_texts_show_as_they_are(desk: Forms) -> None:
    desk.forms()
    heading, *rows = desk.rows("review-1.xlsx")
    notes = [n for n, title in enumerate(heading.cells) if str(title).startswith("Drafted note")]
    assert len(notes) == 22, "a text higher than a row goes on beside it"
    by_number = {int(str(row.cells[0])): row for row in rows}
    for number, text in enumerate(TEXTS, 1):
        shown = "".join(str(by_number[number].cells[n] or "") for n in notes)
        plain = shown.replace("_x005F_", "_").replace("_x000B_", "\x0b")
        assert plain == text


def test_the_same_forms_have_the_same_bytes(desk: Forms) -> None:
    desk.forms()
    before = (desk.out_folder / "review-1.xlsx").read_bytes()
    (desk.out_folder / "review-1.xlsx").unlink()
    assert desk.forms() == 2, "the other form is there, and none is replaced"
    assert "form_exists" in desk.err
    assert not (desk.out_folder / "review-1.xlsx").exists()
    (desk.out_folder / "review-2.xlsx").unlink()
    assert desk.forms() == 0
    assert (desk.out_folder / "review-1.xlsx").read_bytes() == before


def test_what_is_missing_is_told(desk: Forms) -> None:
    plain = {key: v for key, v in desk.encounters[2].items() if key != "draft_text"}
    desk.encounters[2] = plain
    desk.write_drafts()
    assert desk.forms() == 2
    assert "encounter 3: missing_draft_text" in desk.err
    assert list(desk.out_folder.iterdir()) == []
    assert desk.forms("--without-text") == 0
    assert "Drafted note" not in desk.rows("review-1.xlsx")[0].cells
    assert desk.forms("--only", "some") == 2


def test_an_open_roster_has_no_forms(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 3)
    assert desk.run("forms", "--out", tmp_path, "--workbook") == 2
    assert "no_roster" in desk.err


def test_a_workbook_of_another_kind() -> None:
    data = workbook("A & B", ["above"], [Column("decision", 9), Column("b", 9)], [["x", True]])
    found = table_rows(data, lambda cells: "decision" in cells)
    assert found == [SheetRow(2, ("decision", "b")), SheetRow(3, ("x", True))]
    assert [letters(n) for n in (1, 26, 27, 703)] == ["A", "Z", "AA", "AAA"]
