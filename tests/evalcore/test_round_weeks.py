"""A round over weeks by the command: who has answered what, what is asked, and the way to ready."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from eval_helpers import encounter_row, hexid
from round_desk import Desk, all_of, codes


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_a_round_is_ready_when_all_have_answered(desk: Desk) -> None:
    assert desk.send("a.json", "a", all_of(8)) == 1
    status = desk.status()
    assert codes(status) == [(None, "coordinator", "too_few_reviewers")]
    assert desk.send("b.json", "b", all_of(8, d3="revise", d5="unclear")) == 1
    status = desk.status()
    assert status["drafts"]["for_committee"] == [3, 5]
    assert status["drafts"]["settled"] == 6
    assert desk.run("reason", "--draft", "3", "label_definition", "--adjudicated") == 1
    assert desk.run("reason", "--draft", "5", "other") == 0
    said = desk.said()
    assert len(said) == 16
    assert said[3, "a"] == ("accept", "label_definition", True)
    assert said[3, "b"] == ("revise", "label_definition", True)
    assert said[5, "b"] == ("unclear", "other", False)
    assert said[1, "a"] == ("accept", None, False)


def test_the_combined_rows_stand_by_draft_and_then_by_reviewer(desk: Desk) -> None:
    backwards = dict.fromkeys(range(8, 0, -1), "accept")
    desk.send("b.json", "b", backwards)
    desk.send("a.json", "a", backwards)
    order = [hexid(f"reviewer {who}") for who in "ba"]
    drafts = [row["blinded_case_id"] for row in desk.encounters]
    places = [
        (drafts.index(row["blinded_case_id"]), order.index(row["reviewer_id"]))
        for row in desk.combined()
    ]
    assert places == sorted(places)


def test_pieces_of_one_reviewer_are_joined(desk: Desk) -> None:
    desk.send("a1.json", "a", dict.fromkeys(range(1, 5), "accept"))
    desk.send("b.json", "b", all_of(8))
    (first, second) = desk.status()["reviewers"]
    assert (first["answered"], first["missing"], first["expected"]) == (4, 4, 8)
    assert (second["answered"], second["missing"]) == (8, 0)
    assert (None, "reviewer", "incomplete_review_import") in codes(desk.status())
    assert desk.send("a2.json", "a", dict.fromkeys(range(4, 9), "accept")) == 0
    assert desk.status()["reviewers"][0]["files"] == [1, 3]
    assert len(desk.combined()) == 16


def test_a_truncated_download_counts_for_nothing(desk: Desk) -> None:
    desk.send("b.json", "b", all_of(8))
    whole = desk.write("a.json", desk.rows("a", all_of(8))).read_bytes()
    (desk.folder / "half.json").write_bytes(whole[: len(whole) // 2])
    assert desk.run("add", desk.folder / "half.json") == 1
    status = desk.status()
    assert [one["answered"] for one in status["reviewers"]] == [8, 0]
    assert status["reviewers"][1]["missing"] == 8
    assert any(file == 2 and turn == "reviewer" for file, turn, _ in codes(status))
    assert desk.run("add", desk.folder / "a.json") == 0, "the whole file takes its place"
    assert len(desk.combined()) == 16


def test_a_corrected_file_takes_the_place_of_faulty_rows(desk: Desk) -> None:
    desk.send("b.json", "b", all_of(8))
    rows = desk.rows("a", all_of(8))
    rows[2]["decision"] = "Accept "
    rows[5]["adjudicated"] = "FALSE"
    desk.run("add", desk.write("a.json", rows))
    (_, first) = desk.status()["reviewers"]
    assert (first["answered"], first["problems"]) == (6, 2)
    assert desk.send("mended.json", "a", {3: "accept", 6: "accept"}) == 0
    assert len(desk.said()) == 16


def test_two_answers_are_asked_about_and_none_counts_meanwhile(desk: Desk) -> None:
    desk.send("b.json", "b", all_of(8))
    desk.send("a1.json", "a", all_of(8))
    assert desk.send("a2.json", "a", all_of(8, d2="revise", d7="revise")) == 1
    status = desk.status()
    (question,) = status["questions"]
    assert (question["kind"], question["files"], question["drafts"]) == (
        *("two_answers", [2, 3]),
        [2, 7],
    )
    assert question["changes"] == {"added": [], "gone": [], "changed": [2, 7]}
    assert len(question["received"]) == len(question["modified"]) == 2
    desk.run("status")
    assert "From file 2 to file 3: drafts 2 and 7 changed." in desk.out
    assert "File 3 (a2.json) came 20" in desk.out
    assert status["reviewers"][1]["problems"] == 2
    assert desk.run("answer", "--question", "1", "later=1") == 2
    assert "unknown_number" in desk.err
    assert desk.run("answer", "--question", "1", "dismiss") == 2
    assert desk.run("answer", "--question", "1", "later=3") == 1
    assert desk.status()["drafts"]["for_committee"] == [2, 7]
    assert desk.run("undo", "--decision", "1") == 1
    assert len(desk.status()["questions"]) == 1
    assert desk.run("answer", "--question", "1", "later=2") == 0
    assert desk.said()[2, "a"] == ("accept", None, False)


def test_the_same_answers_again_count_once(desk: Desk) -> None:
    desk.send("b.json", "b", all_of(8))
    desk.send("a1.json", "a", all_of(8))
    path = desk.folder / "a2.json"
    path.write_text(json.dumps(json.loads((desk.folder / "a1.json").read_text()), indent=3))
    assert desk.run("add", path) == 0
    assert len(desk.combined()) == 16
    assert desk.run("add", path) == 0, "these bytes are held already"
    assert "holds these bytes already" in desk.out
    assert len(desk.status()["files"]) == 3


def test_two_people_with_one_alias(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 8)
    desk.send("b.json", "b", all_of(8))
    desk.send("a1.json", "a", all_of(8))
    desk.send("a2.json", "a", all_of(8, "revise"))
    (question,) = desk.status()["questions"]
    assert question["kind"] == "two_people"
    assert desk.run("answer", "--question", "1", "same-person") == 1
    assert [one["kind"] for one in desk.status()["questions"]] == ["two_answers"]
    desk.run("undo", "--decision", "1")
    desk.run("answer", "--question", "1", "two-people")
    status = desk.status()
    assert status["questions"] == []
    assert [one["answered"] for one in status["reviewers"]] == [8, 8, 8]
    assert len(status["drafts"]["for_committee"]) == 8


def test_the_same_answers_under_two_aliases(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 20)
    answers = all_of(20, d4="revise")
    desk.send("a.json", "a", answers)
    assert desk.send("b.json", "b", answers) == 1
    (question,) = desk.status()["questions"]
    assert (question["kind"], len(question["drafts"])) == ("same_answers", 20)
    assert desk.run("answer", "--question", "1", "dismiss") == 0
    desk.run("undo", "--decision", "1")
    assert desk.run("answer", "--question", "1", "same-person") == 1
    status = desk.status()
    assert [one["label"] for one in status["reviewers"]] == ["Reviewer A"]
    assert codes(status) == [(None, "coordinator", "too_few_reviewers")]


def test_one_decision_throughout_is_no_question(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 20)
    desk.send("a.json", "a", all_of(20))
    assert desk.send("b.json", "b", all_of(20)) == 0


def test_a_row_of_the_committee_never_counts_as_a_reviewer(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 10)
    desk.send("a.json", "a", all_of(10))
    desk.send("b.json", "b", all_of(10, d4="revise"))
    desk.send("c.json", "c", {4: "revise"})
    (question,) = desk.status()["questions"]
    assert (question["kind"], question["reviewers"]) == ("committee_row", ["Reviewer C"])
    desk.run("answer", "--question", "1", "committee")
    status = desk.status()
    assert [one["label"] for one in status["reviewers"]] == ["Reviewer A", "Reviewer B"]
    assert desk.run("reason", "--draft", "4", "other", "--adjudicated") == 0
    assert (4, "c") not in desk.said()


def test_a_dropout_is_excused_but_no_draft_goes_without_two(desk: Desk) -> None:
    desk.send("a.json", "a", all_of(8))
    desk.send("b.json", "b", all_of(8))
    desk.send("c.json", "c", {1: "accept", 2: "accept", 3: "accept"})
    assert desk.status()["reviewers"][2]["missing"] == 5
    assert desk.run("reviewer", "Reviewer C", "--owes", "answered") == 0
    assert len(desk.combined()) == 19
    assert desk.run("reviewer", "Reviewer C", "--owes", "none") == 0
    assert len(desk.combined()) == 16
    assert desk.run("reviewer", "Reviewer B", "--owes", "none") == 1
    assert (None, "coordinator", "too_few_reviewers") in codes(desk.status())


def test_a_changed_draft_is_told_and_then_made_the_round_s(desk: Desk) -> None:
    desk.send("a.json", "a", all_of(8))
    desk.send("b.json", "b", all_of(8, d5="revise"))
    assert desk.run("reason", "--draft", "5", "other", "--adjudicated") == 0
    desk.change_draft(5)
    status = desk.status()
    assert (status["ready"], status["drafts"]["changed"]) == (False, [5])
    assert [one["outdated"] for one in status["reviewers"]] == [1, 1]
    before = desk.round.read_bytes()
    assert desk.run("aside", "--file", "1") == 2
    assert "round_drafts_changed" in desk.err
    assert desk.round.read_bytes() == before
    assert desk.run("drafts") == 1
    status = desk.status()
    assert status["drafts"]["changed"] == []
    assert status["to_look_at_again"] == [1]
    assert desk.send("a2.json", "a", {5: "accept"}) == 1
    assert desk.send("b2.json", "b", {5: "revise"}) == 1
    assert desk.status()["to_look_at_again"] == [1], "the reason was for the old version"
    assert desk.run("reason", "--draft", "5", "other") == 0
    assert desk.said()[5, "b"] == ("revise", "other", False)


def test_a_withdrawn_draft_keeps_its_number_and_is_not_combined(desk: Desk) -> None:
    desk.send("a.json", "a", all_of(8))
    desk.send("b.json", "b", all_of(8, d3="revise"))
    gone = desk.encounters.pop(2)
    new = encounter_row(77)
    desk.encounters.append(new)
    desk.write_drafts()
    status = desk.status()
    assert (status["drafts"]["gone"], status["drafts"]["new"]) == ([3], 1)
    assert desk.run("drafts") == 1
    status = desk.status()
    assert (status["drafts"]["withdrawn"], status["drafts"]["total"]) == (1, 9)
    assert [one["missing"] for one in status["reviewers"]] == [1, 1]
    assert status["outstanding"][0]["drafts"] == [9], "a new draft has a new number"
    for who in "ab":
        desk.send(f"{who}2.json", who, {8: "accept"})
    rows = desk.combined()
    assert len(rows) == 16
    assert gone["blinded_case_id"] not in {row["blinded_case_id"] for row in rows}


def test_other_drafts_are_refused(desk: Desk) -> None:
    desk.encounters = [encounter_row(number) for number in range(100, 103)]
    desk.write_drafts()
    assert desk.run("status") == 2
    assert "round_other_drafts" in desk.err


def test_a_closed_roster_asks_about_a_stranger(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 8, "--reviewers", "2", "--label", "March pilot")
    status = desk.status()
    assert [one["missing"] for one in status["reviewers"]] == [8, 8]
    assert desk.send("c.json", "c", all_of(8)) == 1
    status = desk.status()
    assert (1, "coordinator", "unknown_reviewer") in codes(status)
    assert len(status["reviewers"]) == 2
    assert desk.run("reviewer", "Reviewer C", "--add", "--rename", "Dr Novak") == 1
    assert desk.status()["reviewers"][2]["label"] == "Dr Novak"
    assert desk.status()["reviewers"][2]["answered"] == 8


def test_what_is_set_aside_does_not_count_and_each_decision_is_undone_alone(desk: Desk) -> None:
    desk.send("a.json", "a", all_of(8))
    desk.send("b.json", "b", all_of(8))
    desk.send("c.json", "c", all_of(8, d1="revise"))
    assert desk.run("aside", "--file", "3") == 0
    assert desk.run("aside", "--file", "1", "--rows", "2-3,8") == 1
    assert desk.status()["reviewers"][0]["missing"] == 3
    assert desk.run("undo", "--decision", "1") == 1
    assert desk.status()["drafts"]["for_committee"] == [1]
    assert desk.run("undo", "--decision", "2") == 1
    assert desk.status()["reviewers"][0]["missing"] == 0
    assert desk.run("aside", "--file", "3", "--rows", "1") == 1
    assert desk.run("back", "--file", "3", "--rows", "1") == 1
    assert desk.run("aside", "--file", "9") == desk.run("aside", "--file", "1", "--rows", "9") == 2


def test_no_reason_settles_where_reviewers_agree_and_a_reason_stands(desk: Desk) -> None:
    rows = desk.rows("a", all_of(8))
    rows[1].update(reason="other", adjudicated=True)
    desk.run("add", desk.write("a.json", rows))
    assert desk.send("b.json", "b", all_of(8)) == 1
    assert desk.status()["drafts"]["for_committee"] == [2]
    assert desk.run("reason", "--draft", "2", "other") == 2
    assert "agreed_case_with_reason" in desk.err
    assert desk.run("reason", "--draft", "2", "none") == 0
    assert desk.said()[2, "a"] == ("accept", None, False)


def test_a_reason_is_to_be_looked_at_again_when_an_answer_changes(desk: Desk) -> None:
    desk.send("a.json", "a", all_of(8))
    desk.send("b.json", "b", all_of(8, d2="revise"))
    assert desk.run("reason", "--draft", "2", "other") == 0
    desk.send("b2.json", "b", {2: "unclear"})
    desk.run("answer", "--question", "1", "later=3")
    assert desk.status()["to_look_at_again"] == [1]
    assert desk.status()["ready"] is False


def test_an_unreadable_file_is_kept_and_stands_in_the_way(desk: Desk) -> None:
    desk.send("a.json", "a", all_of(8))
    desk.send("b.json", "b", all_of(8))
    (desk.folder / "scan.json").write_bytes(b"%PDF-1.7 Mrs Secret")
    assert desk.run("add", desk.folder / "scan.json") == 1
    assert "Secret" not in desk.out
    assert desk.status()["ready"] is False
    assert desk.run("forget", "--file", "3") == 2
    assert "not_set_aside" in desk.err
    assert desk.run("aside", "--file", "3") == 0
    assert b"Secret" in desk.round.read_bytes()
    assert desk.run("forget", "--file", "3") == 0
    assert b"Secret" not in desk.round.read_bytes()
    assert desk.status()["files"][2]["forgotten"] is True
    assert desk.status()["ready"] is True


def test_what_cannot_be_opened_adds_none_of_the_files(desk: Desk) -> None:
    path = desk.write("a.json", desk.rows("a", all_of(8)))
    before = desk.round.read_bytes()
    assert desk.run("add", path, desk.folder / "gone.json") == 2
    assert desk.round.read_bytes() == before
    assert desk.run("add", desk.drafts) == 1
    assert "It is not kept" in desk.out
    assert desk.status()["files"] == []


def test_mixed_numbers_stay_for_ever(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 30, "--mixed")
    desk.send("a.json", "a", all_of(30))
    desk.send("b.json", "b", all_of(30, d17="revise"))
    (number,) = desk.status()["drafts"]["for_committee"]
    desk.encounters.reverse()
    desk.write_drafts()
    assert desk.status()["drafts"]["for_committee"] == [number]
    assert desk.run("reason", "--draft", str(number), "other") == 0


def test_no_output_may_be_the_round_or_an_input(desk: Desk) -> None:
    desk.send("a.json", "a", all_of(8))
    desk.send("b.json", "b", all_of(8))
    before = desk.round.read_bytes(), desk.drafts.read_bytes()
    for out in (desk.round, desk.drafts):
        assert desk.run("combine", "--out", out) == 2
        assert "output_is_an_input" in desk.err
        assert desk.run("status", "--json", out) == 2
    assert (desk.round.read_bytes(), desk.drafts.read_bytes()) == before
    assert desk.run("new") == 2
    assert "round_exists" in desk.err
    desk.run("aside", "--file", "2")
    assert desk.run("combine", "--out", desk.folder / "c.json") == 1
    assert not (desk.folder / "c.json").exists()


def test_the_record_tells_a_stranger_what_happened(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 8, "--label", "March pilot", "--by", "Kim")
    desk.send("osei.json", "a", all_of(8))
    desk.send("novak.json", "b", all_of(8, d3="revise"))
    desk.run("reason", "--draft", "3", "label_definition", "--adjudicated", "--by", "Kim")
    desk.run("aside", "--file", "1", "--rows", "2")
    markdown, html = tmp_path / "record.md", tmp_path / "record.html"
    assert desk.run("record", "--markdown", markdown) == 0
    text = markdown.read_text()
    for words in ("March pilot", "osei.json", "Reviewer A", "Row 2 of file 1 set aside", "Kim"):
        assert words in text
    assert "label" not in text.replace("labelled", "")
    assert "adjudicated" not in text and "Draft 3 was" not in text
    assert "may tell figures" not in text
    assert desk.run("record", "--html", html, "--with-decisions") == 0
    page = html.read_text()
    assert "Draft 3 was adjudicated" in page and "may tell figures that reports suppress" in page
    assert "label definition" not in page
    for who in ("a", "b"):
        assert hexid(f"reviewer {who}")[:12] not in text + page
    before = desk.round.read_bytes()
    assert desk.run("record", "--html", desk.round) == 2
    assert "output_is_an_input" in desk.err
    assert desk.round.read_bytes() == before
