"""The round file: the state before a change or after it, or it is refused."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
from dataclasses import astuple, replace
from pathlib import Path

import pytest
from command_helpers import environment
from eval_helpers import hexid
from round_desk import Desk, all_of

from evalcore.errors import EvaluationError
from evalcore.rounds.changes import set_aside
from evalcore.rounds.file import code_of, create, open_round, opened
from evalcore.rounds.records import Reviewer, RoundContents, next_label


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    made = Desk(tmp_path, 6, "--label", "March")
    made.send("a.json", "a", all_of(6))
    made.send("b.json", "b", all_of(6, d2="revise"))
    made.run("reason", "--draft", "2", "other")
    made.run("aside", "--file", "2", "--rows", "3")
    return made


def holds(path: Path) -> tuple[object, ...]:
    with opened(path, to_change=False) as round_file:
        whole = round_file.holds
        files = [(f.number, f.name, f.received, f.modified, f.sha256, f.size) for f in whole.files]
        data = [None if file.forgotten else file.load() for file in whole.files]
        return (*astuple(replace(whole, files=[])), files, data)


def refusal(path: Path) -> str:
    with pytest.raises(EvaluationError) as caught:
        open_round(path, to_change=False)
    return caught.value.code


def test_a_byte_changed_anywhere_is_noticed_or_changes_nothing(desk: Desk) -> None:
    """A file of which a byte or a piece is changed is refused or the same, never another."""
    before, data = holds(desk.round), desk.round.read_bytes()
    draw = random.Random(1)
    other = desk.folder / "other.round"
    refused = 0
    for turn in range(700):
        changed = bytearray(data)
        place = draw.randrange(len(changed))
        if turn % 3 == 0:
            size = draw.randrange(1, 4000)
            piece = draw.randrange(len(changed))
            changed[place : place + size] = changed[piece : piece + size]
        else:
            changed[place] ^= draw.randrange(1, 256)
        other.write_bytes(changed)
        try:
            assert holds(other) == before
        except EvaluationError as error:
            assert error.code == "invalid_round"
            refused += 1
        assert sorted(p.name for p in desk.folder.glob("other*")) == ["other.round"]
    assert refused > 100


@pytest.mark.parametrize("part", [0, 1, 99, 4096, 9000])
def test_a_part_of_a_file_is_refused(desk: Desk, part: int) -> None:
    other = desk.folder / "other.round"
    other.write_bytes(desk.round.read_bytes()[:part])
    assert refusal(other) == "invalid_round"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE reviewers SET label = 'Reviewer X' WHERE number = 1",
        "UPDATE decisions SET undone = 'x'",
        "DELETE FROM history WHERE number = 1",
        "UPDATE files SET data = x'00' WHERE number = 1",
        "UPDATE about SET value = 'yes' WHERE name = 'closed'",
        "CREATE TABLE more (a)",
        "CREATE TRIGGER t AFTER INSERT ON history BEGIN DELETE FROM files; END",
        "CREATE VIEW v AS SELECT 1",
        "PRAGMA user_version = 2",
        "PRAGMA application_id = 1",
    ],
)
def test_what_another_program_changed_is_refused(desk: Desk, statement: str) -> None:
    with sqlite3.connect(desk.round) as connection:
        connection.execute(statement)
    connection.close()
    assert refusal(desk.round) == "invalid_round"


def test_other_files_are_no_rounds(tmp_path: Path, desk: Desk) -> None:
    with sqlite3.connect(tmp_path / "other.db") as connection:
        connection.execute("CREATE TABLE a (b)")
    connection.close()
    assert refusal(tmp_path / "other.db") == "invalid_round"
    assert refusal(desk.drafts) == "invalid_round"
    assert refusal(tmp_path / "gone") == "unreadable_file"
    assert refusal(tmp_path) == "not_a_regular_file"
    with sqlite3.connect(desk.round) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    assert refusal(desk.round) == "invalid_round"


def test_one_may_write_and_others_may_read(desk: Desk) -> None:
    before = holds(desk.round)
    with opened(desk.round, to_change=True) as mine:
        assert holds(desk.round) == before
        assert desk.run("aside", "--file", "1") == 2
        assert "round_in_use" in desk.err
        assert desk.run("status") == 1
        set_aside(mine.holds, 1, (), "")
        mine.keep()
        after = holds(desk.round)
        assert after != before
        assert desk.run("aside", "--file", "1") == 2, "it is in use from one change to the next"
    assert desk.run("back", "--file", "1") == 1


def test_what_was_only_opened_to_be_read_is_not_written(desk: Desk) -> None:
    before = desk.round.read_bytes()
    with opened(desk.round, to_change=False) as mine:
        set_aside(mine.holds, 1, (), "")
        with pytest.raises(EvaluationError, match="round_in_use"):
            mine.keep()
    assert desk.round.read_bytes() == before


def test_a_change_that_cannot_be_written_leaves_the_state_before(desk: Desk) -> None:
    before = holds(desk.round)
    with opened(desk.round, to_change=True) as mine:
        mine._connection.execute("PRAGMA max_page_count = 1")
        mine.holds.files[0].name = "x" * 100
        set_aside(mine.holds, 1, (), "x" * 50)
        mine.holds.history[-1].facts = {"long": "x" * 200_000}
        with pytest.raises(EvaluationError, match="output_not_written"):
            mine.keep()
    assert holds(desk.round) == before


def test_a_round_that_may_not_be_written_says_so(desk: Desk) -> None:
    connection = sqlite3.connect(f"{desk.round.as_uri()}?mode=ro", uri=True)
    with pytest.raises(sqlite3.OperationalError) as caught:
        connection.execute("DELETE FROM history")
    connection.close()
    assert code_of(caught.value) == "output_not_written"


KILLED = """
import os, sys
from evalcore.rounds import file
from evalcore.rounds.changes import set_aside
left = int(sys.argv[2])
with file.opened(sys.argv[1], to_change=True) as mine:
    def count(statement):
        global left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), 9)
    set_aside(mine.holds, 1, (1, 2), "")
    mine.holds.files[1].forgotten = True
    mine._connection.set_trace_callback(count)
    mine.keep()
    print("kept", flush=True)
    os.kill(os.getpid(), 9)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such signal")
def test_killed_at_any_statement_it_has_the_state_before_or_after(desk: Desk) -> None:
    before, data = holds(desk.round), desk.round.read_bytes()
    seen = []
    for statement in range(12):
        desk.round.write_bytes(data)
        done = subprocess.run(
            [sys.executable, "-c", KILLED, str(desk.round), str(statement)],
            capture_output=True,
            env=environment(),
            check=False,
        )
        assert done.returncode == -signal.SIGKILL, done.stderr
        alone = desk.folder / "copy.round"
        alone.write_bytes(desk.round.read_bytes())
        with opened(desk.round, to_change=True):
            pass  # what was begun is taken back
        found = holds(desk.round)
        seen.append(found == before)
        if found != before:
            with opened(desk.round, to_change=False) as mine:
                assert (len(mine.holds.decisions), mine.holds.files[1].forgotten) == (3, True)
                assert len(mine.holds.history) == 6
        else:
            assert b"kept" not in done.stdout
        try:
            assert holds(alone) in (before, found)
        except EvaluationError as error:
            assert error.code == "invalid_round"
    assert seen[0] is True and seen[-1] is False


def test_nothing_prints_what_it_holds(desk: Desk) -> None:
    with opened(desk.round, to_change=False) as mine:
        whole = (mine, mine.holds, mine.holds.files[0], mine.holds.reviewers[0])
        text = " ".join(map(repr, (*whole, mine.holds.decisions[0], mine.holds.drafts[0])))
    for name in ("reviewer a", "reviewer b", "case 1"):
        assert hexid(name)[:12] not in text
    assert "March" not in text


def test_a_new_round_is_whole_or_not_there(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match="output_not_written"):
        create(tmp_path / "no" / "x.round", RoundContents())
    create(tmp_path / "x.round", RoundContents())
    with pytest.raises(EvaluationError, match="round_exists"):
        create(tmp_path / "x.round", RoundContents())
    assert [path.name for path in tmp_path.iterdir()] == ["x.round"]


def test_labels_go_on_after_z() -> None:
    contents = RoundContents()
    labels = []
    for _ in range(30):
        labels.append(next_label(contents.reviewers))
        contents.reviewers.append(Reviewer(len(labels), "", labels[-1]))
    assert labels[:2] == ["Reviewer A", "Reviewer B"]
    assert labels[25:28] == ["Reviewer Z", "Reviewer AA", "Reviewer AB"]
