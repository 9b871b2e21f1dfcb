"""What can go wrong between the window and the evaluator."""

from __future__ import annotations

from typing import Any

from app.platform.crash_guard import EvaluatorCrash


class EvaluatorFault(ValueError):
    """What the evaluator says is wrong; every text in it is free of values."""

    def __init__(self, fault: dict[str, Any]) -> None:
        super().__init__(fault["code"])
        self.code: str = fault["code"]
        self.file: int | None = fault.get("file")
        self.place: str = fault.get("place", "")
        self.advice: str = fault.get("advice", "")


STOPPED = {
    "code": "evaluator_stopped",
    "advice": "The evaluation stopped unexpectedly. Reload the files.",
}


def error_of(fault: dict[str, Any]) -> Exception:
    """Return the exception for a fault that the evaluator has answered."""
    if fault["code"] == "internal_error":
        return EvaluatorCrash(fault["where"])
    return EvaluatorFault(fault)
