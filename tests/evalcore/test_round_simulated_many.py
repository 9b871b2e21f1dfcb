"""Rounds of weeks with all that goes wrong, brought to their end by what the status says.

The answers that the reviewers mean are known beforehand. Files come in pieces, broken off,
with words misspelt, twice, and changed; drafts change and are withdrawn; reviewers drop out.
The coordinator does what is listed, and nothing else. The combined file must then have just
the answers that were meant.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from round_desk import Desk

WORDS = ("accept", "revise", "unclear")
DRAFTS = 9


class Weeks:
    """One round; ``meant`` is the truth: by reviewer, what each means by number of draft."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.draw = random.Random(seed)
        self.desk = Desk(folder, DRAFTS)
        self.meant: dict[str, dict[int, str]] = {}
        self.files = 0
        self.dropped = ""
        """Who sends nothing more when drafts are missing."""
        for who in "abcd"[: self.draw.randint(3, 4)]:
            answers = {n: self.draw.choice(WORDS) for n in range(1, DRAFTS + 1)}
            answers[1], answers[2] = self.draw.sample(WORDS, 2)  # never one word throughout
            self.meant[who] = answers

    def send(self, who: str, answers: dict[int, str], damage: str = "") -> None:
        self.files += 1
        rows = self.desk.rows(who, answers)
        if damage == "words":
            for row in self.draw.sample(rows, min(3, len(rows))):
                row["decision"] = row["decision"].title() + " "
        path = self.desk.write(f"{self.files}-{who}.json", rows)
        if damage == "broken":
            data = path.read_bytes()
            path.write_bytes(data[: self.draw.randint(len(data) // 3, len(data) - 3)])
        if damage == "spelt":
            path.write_text(json.dumps(json.loads(path.read_text()), indent=2))
        self.desk.run("add", path)

    def week(self, who: str) -> None:
        """One reviewer sends something, in one of the ways that happen."""
        meant = self.meant[who]
        way = self.draw.choice(("whole", "pieces", "broken", "words", "twice", "changed"))
        if way == "pieces":
            cut = self.draw.randint(1, DRAFTS - 1)
            self.send(who, {n: word for n, word in meant.items() if n <= cut})
            self.send(who, {n: word for n, word in meant.items() if n > cut})
        elif way in ("broken", "words"):
            self.send(who, meant, way)
        elif way == "twice":
            self.send(who, meant)
            self.send(who, meant, "spelt")
        elif way == "changed":
            other = dict(meant)
            for number in self.draw.sample(range(1, DRAFTS + 1), 2):
                other[number] = self.draw.choice([w for w in WORDS if w != meant[number]])
            self.send(who, other)
            self.send(who, meant)
        else:
            self.send(who, meant)

    def owner(self, label: str) -> str:
        """The letter of a reviewer: labels go by the order of coming."""
        return self.order[label]

    @property
    def order(self) -> dict[str, str]:
        came: list[str] = []
        for path in sorted(
            self.desk.folder.glob("*-?.json"), key=lambda p: int(p.name.split("-")[0])
        ):
            who = path.stem[-1]
            if who not in came:
                came.append(who)
        return {f"Reviewer {chr(65 + n)}": who for n, who in enumerate(came)}

    def settle(self) -> None:
        """Do what the status lists, one thing at a time, until nothing is listed."""
        for _ in range(60):
            status = self.desk.status()
            if status["ready"]:
                return
            if status["drafts"]["changed"] or status["drafts"]["gone"] or status["drafts"]["new"]:
                self.desk.run("drafts")
            elif status["questions"]:
                self._answer(status["questions"][0])
            elif status["repairs"] and self.draw.random() < 0.5:
                self.desk.run("repair", "--all")
            elif ask := [one for one in status["outstanding"] if one["turn"] == "reviewer"]:
                self._ask(ask[0], status)
            elif status["drafts"]["for_committee"]:
                number = status["drafts"]["for_committee"][0]
                self.desk.run("reason", "--draft", number, "other", "--adjudicated")
            elif status["to_look_at_again"]:
                self.desk.run("undo", "--decision", status["to_look_at_again"][0])
            elif status["repairs"]:
                self.desk.run("repair", status["repairs"][0]["kind"])
            else:
                raise AssertionError(status["outstanding"])
        raise AssertionError("the round does not come to an end")

    def _answer(self, question: dict) -> None:  # type: ignore[type-arg]
        kind = question["kind"]
        if kind == "two_answers":
            word = f"later={question['files'][-1]}"  # it was meant by what came last
        else:
            word = {
                "two_people": "same-person",
                "same_answers": "two-people",
                "committee_row": "committee",
            }[kind]
        assert self.desk.run("answer", "--question", question["number"], word) != 2

    def _ask(self, one: dict, status: dict) -> None:  # type: ignore[type-arg]
        """The reviewer sends what is asked for: whole, or the drafts that are named."""
        label = one["reviewer"]
        if label is None:  # nothing in the file could be read
            self.desk.run("aside", "--file", one["file"])
            return
        who = self.owner(label)
        drafts = one["drafts"] or list(self.meant[who])
        if who == self.dropped and one["file"] is None:
            self.desk.run("reviewer", label, "--owes", "answered")
            self.meant[who] = {n: w for n, w in self.meant[who].items() if n not in drafts}
            return
        self.send(who, {n: self.meant[who][n] for n in drafts if n in self.meant[who]})

    def check(self) -> None:
        said = self.desk.said()
        wanted = {(n, who): word for who, own in self.meant.items() for n, word in own.items()}
        assert {key: word for key, (word, _, _) in said.items()} == wanted
        for number in {number for number, _ in wanted}:
            of_draft = [who for who in self.meant if number in self.meant[who]]
            told = {said[number, who][1:] for who in of_draft}
            differ = len({self.meant[who][number] for who in of_draft}) > 1
            assert told == {("other", True) if differ else (None, False)}

    def change_drafts(self) -> None:
        """Let a draft change, one be withdrawn and one be new, as happens in the middle of it."""
        draw, desk = self.draw, self.desk
        if draw.random() < 0.5:
            changed = draw.randint(1, DRAFTS)
            desk.change_draft(changed)
            for own in self.meant.values():
                own[changed] = draw.choice(WORDS)
        if draw.random() < 0.4:
            gone = draw.randint(3, DRAFTS)
            desk.withdraw(gone)
            for own in self.meant.values():
                del own[gone]
        if draw.random() < 0.4:
            new = desk.bring()
            for own in self.meant.values():
                own[new] = draw.choice(WORDS)


@pytest.mark.parametrize("seed", range(8, 130))
def test_every_round_ends_with_what_was_meant(tmp_path: Path, seed: int) -> None:
    weeks = Weeks(tmp_path, seed)
    for who in weeks.meant:
        weeks.week(who)
    if weeks.draw.random() < 0.3:
        weeks.settle()
    weeks.change_drafts()
    if len(weeks.meant) > 2 and weeks.draw.random() < 0.3:
        weeks.dropped = max(weeks.meant)
    weeks.settle()
    weeks.check()
    before = weeks.desk.status()
    assert before == weeks.desk.status(), "opened again it says the same"
