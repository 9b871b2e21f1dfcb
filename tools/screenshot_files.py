"""What the pictures of the window are taken of: the sample study, and how returns come back."""

from __future__ import annotations

import hashlib
import json
import threading
import zipfile
from pathlib import Path
from typing import Any

from evalcore.io.json_reader import CancelToken, Progress
from evalcore.service.protocol import Answer, Request

SAMPLE = Path(__file__).resolve().parent.parent / "resources" / "sample-study"
OTHER = {"accept": "revise", "revise": "unclear", "unclear": "accept"}


class StudyFiles:
    """The sample study under lifelike names, good and mangled returns, saved reports."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.drafts = self._copy("drafts.json", "drafts-march.json")
        self.claims = self._copy("claims.json", "claims-march.json")
        (folder / "good").mkdir()
        self.returns = [
            self._copy(f"return-{number}.json", f"good/return-ward-{number}.json")
            for number in (1, 2)
        ]
        self.mangled = self._mangle()

    def mend(self) -> list[Path]:
        """Write over the mangled returns what the reviewers send after a correction slip."""
        for number in (1, 2):
            self._write(f"return-ward-{number}.json", self._payload(number))
        self._write("return-ward-3.json", self._third())
        return [self.folder / f"return-ward-{number}.json" for number in (1, 2, 3)]

    def saved_reports(self) -> list[Path]:
        """Write the study's reports as an export does."""
        from evalcore import (
            evaluate_ambient_drafts,
            import_ambient_reviews,
            read_drafts,
            read_review_return,
        )
        from evalcore.documents.exports import json_bytes

        rows = [row for path in self.returns for row in read_review_return(path)["rows"]]
        payload = {**self._payload(1), "rows": rows}
        reports = {
            "draft-metrics-may.json": evaluate_ambient_drafts(read_drafts(self.drafts)),
            "review-agreement-may.json": import_ambient_reviews(payload, read_drafts(self.drafts)),
        }
        for name, report in reports.items():
            (self.folder / name).write_bytes(json_bytes(report))
        return [self.folder / name for name in reports]

    def earlier(self, name: str, encounters: int) -> Path:
        """Write the draft report that was published earlier: so many encounters fewer, or more."""
        from evalcore import evaluate_ambient_drafts, read_drafts
        from evalcore.documents.exports import json_bytes

        payload = json.loads(self.drafts.read_text("utf-8"))
        known = payload["encounters"]
        if encounters < 0:
            payload["encounters"] = known[:encounters]
        else:
            others = [
                {**each, "blinded_case_id": hashlib.sha256(bytes([number])).hexdigest()}
                for number, each in enumerate(known[:encounters])
            ]
            payload["encounters"] = known + others
        drafts = self._write("drafts-before.json", payload)
        path = self.folder / name
        path.write_bytes(json_bytes(evaluate_ambient_drafts(read_drafts(drafts))))
        return path

    def earlier_claims(self) -> Path:
        """Write the claims report that was published earlier."""
        from evalcore import read_claims, score_summary_claims

        given = read_claims([self.claims])
        report = score_summary_claims(given.claims, given.evidence)
        path = self.folder / "claims-april.json"
        path.write_text(report.to_json(), "utf-8")
        return path

    def one_patient(self) -> Path:
        """Write drafts whose facts and statements are all of one encounter."""
        payload = json.loads(self.drafts.read_text("utf-8"))
        encounters = payload["encounters"]
        first = dict(encounters[0])
        for part in ("truth", "statements"):
            first[part] = [fact for each in encounters for fact in each[part]]
        return self._write("drafts-one.json", {**payload, "encounters": [first]})

    def _mangle(self) -> list[Path]:
        """Returns as a spreadsheet, an editor and a mail leave them."""
        first, second = self._payload(1), self._payload(2)
        first["rows"][13]["decision"] = first["rows"][13]["decision"].capitalize()
        for row in (first["rows"][30], first["rows"][57]):
            row["blinded_case_id"] = row["blinded_case_id"][:-1]
        for row in second["rows"]:
            row["adjudicated"] = "TRUE" if row["adjudicated"] else "FALSE"
        second["rows"][40]["reason"] = ""
        paths = [
            self._write("return-ward-1.json", first),
            self._write("return-ward-2.json", second),
        ]
        third = self.folder / "return-ward-3.json"
        with zipfile.ZipFile(third, "w") as workbook:
            workbook.writestr("[Content_Types].xml", "<Types/>")
            workbook.writestr("xl/workbook.xml", "<workbook/>")
        copy = self.folder / "return-ward-1 (copy).json"
        copy.write_bytes(paths[0].read_bytes())
        return [*paths, third, copy, self._write("return-ward-5.json", self._third("5"))]

    def _third(self, alias: str = "3") -> dict[str, Any]:
        """A further reviewer's return, who cannot know of the others' disagreement."""
        payload = self._payload(1)
        reasons = {row["blinded_case_id"]: row for row in payload["rows"]}
        for number, row in enumerate(payload["rows"]):
            row["reviewer_id"] = hashlib.sha256(alias.encode()).hexdigest()
            if alias == "5" and number % 40 == 2:
                row.update(decision=OTHER[row["decision"]], reason=None, adjudicated=False)
            else:
                kept = reasons[row["blinded_case_id"]]
                row.update(reason=kept["reason"], adjudicated=kept["adjudicated"])
        return payload

    def _payload(self, number: int) -> dict[str, Any]:
        text = (SAMPLE / f"return-{number}.json").read_text("utf-8")
        payload: dict[str, Any] = json.loads(text)
        return payload

    def _copy(self, name: str, new_name: str) -> Path:
        path = self.folder / new_name
        path.write_bytes((SAMPLE / name).read_bytes())
        return path

    def _write(self, name: str, payload: dict[str, Any]) -> Path:
        path = self.folder / name
        path.write_text(json.dumps(payload, indent=1), "utf-8")
        return path


def pausing_evaluator() -> Any:
    """Return an evaluator that can hold still in the middle of a call, for its picture."""
    from evalcore.service.evaluation import EvaluationService

    class Pausing(EvaluationService):
        def __init__(self) -> None:
            super().__init__()
            self.paused = threading.Event()
            self._resume = threading.Event()
            self._call, self._progress = "", (0, 0)
            self.scripted: dict[str, Any] = {}
            """Answers to some requests, for states that no small study has."""

        def pause_in(self, call: str, done: int, total: int) -> None:
            self._call, self._progress = call, (done, total)

        def pause_again(self, call: str) -> None:
            self._resume.clear()
            self.paused.clear()
            self.pause_in(call, 0, 0)

        def go_on(self) -> None:
            self._resume.set()

        def call(
            self,
            request: Request[Answer],
            progress: Progress,
            cancel: CancelToken,
        ) -> Answer:
            name = type(request).__name__
            if name == self._call and not self._resume.is_set():
                progress(*self._progress)
                self.paused.set()
                while not self._resume.wait(0.05) and not cancel.is_set():
                    pass
            if name in self.scripted:
                scripted: Answer = self.scripted[name]
                return scripted
            return super().call(request, progress, cancel)

    return Pausing()
