"""What can go wrong between the window and the evaluator."""

from __future__ import annotations

from app.platform.crash_guard import EvaluatorCrash
from evalcore.service.protocol import Crash, Fault


class EvaluatorFault(ValueError):
    """What the evaluator says is wrong; every text in it is free of values."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code)
        self.code = fault.code
        self.file = fault.file
        self.place = fault.place
        self.advice = fault.advice


STOPPED = Fault("evaluator_stopped", "The evaluation stopped unexpectedly. Reload the files.")


def error_of(fault: Fault | Crash) -> Exception:
    """Return the exception for what went wrong with a request."""
    return EvaluatorCrash(fault.where) if isinstance(fault, Crash) else EvaluatorFault(fault)
