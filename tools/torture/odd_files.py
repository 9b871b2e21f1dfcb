"""What a fuzz rarely hits: odd things in the place of a file, and files that are huge or deep."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from evalcore.errors import EvaluationError
from evalcore.service.evaluation import EvaluationService
from evalcore.service.protocol import Open
from tools.torture.changing import try_changes
from tools.torture.judging import LIMIT, ROOT, Outcome, breaches, call, process, watchdog
from tools.torture.parts import Plan, Result
from tools.torture.studies import SECRET, Study, make_study

_MEGABYTE = 1_000_000
_SECONDS_A_MEGABYTE = 0.15
"""On top of the limit for a small file."""

NOBODY = 65534

AS_NOBODY = """
import os, sys
sys.path.insert(0, sys.argv[1])
import evalcore.io.replacing, evalcore.returns.diagnosis
from evalcore.cli.main import main
streams = sys.stdout, sys.stderr
sys.stdout = sys.stderr = open(os.devnull, "w")
main(["drafts", "drafts.json"])  # all modules, from where nobody may read them
sys.stdout, sys.stderr = streams
os.setgroups([])
os.setgid(int(sys.argv[2]))
os.setuid(int(sys.argv[2]))
sys.exit(main(sys.argv[3:]))
"""


@dataclass(frozen=True, slots=True)
class Case:
    """An odd file. ``codes``: what may be said of it; "" is "nothing, it can be used"."""

    name: str
    make: Callable[[Path], None]
    codes: tuple[str, ...]
    kind: str = "drafts"
    megabytes: float = 0.0
    """Only for the limit of time."""


def run(plan: Plan) -> Result:
    """Try every case through the command that reads its kind, the check and the evaluator."""
    os.chdir(plan.folder)
    study = make_study(plan.folder)
    study.write(plan.folder)
    result = Result()
    number = 0
    for number, case in enumerate(_cases(study, plan), 1):
        found = _try(plan.folder, case, as_process=number % plan.size(8, 40) == 0)
        result.faults += [f"{case.name}: {each}" for each in found]
    result.figures["odd files"] = number
    cuts = _try_cuts(plan, study, result)
    result.figures["places where a file is cut off"] = cuts
    result.figures["changes while a file is read"] = try_changes(plan, study, result)
    _try_without_permission(plan, result)
    return result


def _bytes(data: bytes) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.write_bytes(data)

    return write


def _cases(study: Study, plan: Plan) -> Iterator[Case]:
    yield from _things(study)
    yield from _contents(study)
    yield from _large(study, plan.size(200, 1))


def _things(study: Study) -> Iterator[Case]:
    """Things that are no files, or files with odd names."""
    no_file = ("not_a_regular_file",)
    yield Case("a folder", lambda path: path.mkdir(), no_file)
    yield Case("nothing", lambda path: None, ("unreadable_file",))
    yield Case("an empty file", _bytes(b""), ("empty_file",))
    yield Case("white space alone", _bytes(b" \n" * 300_000), ("empty_file",))
    if os.name != "posix":
        return
    yield Case("a pipe that nobody writes", lambda path: os.mkfifo(path), no_file)
    for device in ("/dev/zero", "/dev/null", "/dev/full", "/dev/random", "/dev/tty"):
        if os.path.exists(device):
            yield Case(device, lambda path, to=device: path.symlink_to(to), no_file)  # type: ignore[misc]
    yield Case("a socket", _make_socket, no_file)
    yield Case("a link to itself", lambda path: path.symlink_to(path.name), ("unreadable_file",))
    yield Case("a link to nothing", lambda path: path.symlink_to("no"), ("unreadable_file",))
    yield Case("a link to a folder", lambda path: path.symlink_to("."), no_file)
    yield Case("a link to a good file", lambda path: path.symlink_to("drafts.json"), ("",))
    if os.path.exists("/proc/self/mem"):
        yield Case(
            "a process's memory",
            lambda path: path.symlink_to("/proc/self/mem"),
            ("empty_file",),
        )
        yield Case(
            "a file that says it is empty and is not",
            lambda path: path.symlink_to("/proc/self/maps"),
            ("empty_file",),
        )


def _make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)  # the whole path may be too long for a socket


def _contents(study: Study) -> Iterator[Case]:
    """Files that are small enough, and hold what a parser may stumble over."""
    drafts = study.files["drafts"]

    def local(text: str) -> Callable[[Path], None]:
        """Put something where any JSON may stand, which is dropped."""
        return _bytes(
            drafts.replace(b'"blinded_case_id"', f'"case": {text}, "blinded_case_id"'.encode(), 1)
        )

    def header(text: str) -> Callable[[Path], None]:
        return _bytes(drafts.replace(b'"synthetic": true', f'"notice2": {text}'.encode(), 1))

    for where, put, well in (("local", local, ("",)), ("header", header, ("unknown_field",))):
        for levels, codes in ((61, well), (65, ("too_deep",)), (100_000, ("too_deep",))):
            for opening, closing in (("[", "]"), ('{"a":', "}")):
                # 61 below the file, the list of encounters and the encounter are 64 in all
                deep = opening * levels + ("1" if opening != "[" else "") + closing * levels
                yield Case(f"{levels} levels of {opening} in {where}", put(deep), codes)
        yield Case(f"100,000 open brackets in {where}", put("[" * 100_000), ("too_deep",))
        for name, number, codes in (
            ("an integer of 10,000 digits", "1" * 10_000, ("invalid_number",)),
            ("a fraction of 10,000 digits", "0." + "1" * 10_000, ("invalid_number",)),
            ("an exponent of 10,000 digits", "1e" + "1" * 10_000, ("invalid_number",)),
            ("minus and 10,000 digits", "-" + "1" * 10_000, ("invalid_number",)),
            ("1e400", "1e400", ("invalid_number",)),
            ("NaN", "NaN", ("invalid_number",)),
            ("4,300 digits", "1" * 4300, well),
            ("1e-400", "1e-400", well),
            ("a lone surrogate", '"\\ud800"', well),
            ("a surrogate pair the wrong way round", '"\\udc00\\ud800"', well),
            ("an escaped NUL", '"\\u0000"', well),
            ("a raw NUL", '"\0"', ("invalid_json",)),
            ("a raw new line in a string", '"\n"', ("invalid_json",)),
            ("a key of a megabyte", '{"' + "k" * _MEGABYTE + '": 1}', well),
            (
                "a key of a megabyte twice",
                '{"' + "k" * _MEGABYTE + '":1,"' + "k" * _MEGABYTE + '":1}',
                ("duplicate_key",),
            ),
            ("10,000 keys", "{" + ",".join(f'"{n}":0' for n in range(10_000)) + "}", well),
        ):
            yield Case(f"{name} in {where}", put(number), codes)
    text = '"draft_text": "' + SECRET + '\\ud800"'
    yield Case(
        "a text without a UTF-8 form",
        _bytes(drafts.replace(f'"draft_text": "{SECRET}Text 1"'.encode(), text.encode(), 1)),
        ("text_digest_mismatch",),
    )
    yield Case("NUL at the start", _bytes(b"\0" + drafts), ("invalid_encoding",))
    yield Case("NUL alone", _bytes(b"\0" * 5000), ("interrupted_save",))
    yield Case(
        "a key of a megabyte at the top",
        _bytes(b'{"' + b"k" * _MEGABYTE + b'": 1}'),
        ("unknown_file_kind",),
    )
    for encoding in ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"):
        data = drafts.decode().encode(encoding)
        yield Case(f"{encoding} without a mark", _bytes(data), ("invalid_encoding",))
    for encoding in ("utf-16", "utf-32", "utf-8-sig"):
        yield Case(f"{encoding} with a mark", _bytes(drafts.decode().encode(encoding)), ("",))
    yield Case("invalid UTF-8 at the end", _bytes(drafts + b"\xe2\x82"), ("invalid_encoding",))
    yield Case("text after the end", _bytes(drafts + b" {}"), ("invalid_json",))


def _large(study: Study, megabytes: int) -> Iterator[Case]:
    """Lines and numbers of many megabytes, in one piece."""
    size = megabytes * _MEGABYTE
    drafts = study.files["drafts"]
    before, after = drafts.split(b'"blinded_case_id"', 1)
    after = b', "blinded_case_id"' + after

    def local(*pieces: bytes) -> Callable[[Path], None]:
        def make(path: Path) -> None:
            with path.open("wb") as file:
                file.writelines((before, b'"case": ', *pieces, after))

        return make

    name = f"a line of {megabytes} MB"
    yield Case(name, local(b'"', b"x" * size, b'"'), ("",), megabytes=megabytes)
    yield Case(
        f"{name}, escapes", local(b'"', b"\\u00e9" * (size // 6), b'"'), ("",), megabytes=megabytes
    )
    yield Case(
        f"{name}, two bytes a letter",
        local(b'"', "é".encode() * (size // 2), b'"'),
        ("",),
        megabytes=megabytes,
    )
    yield Case(f"{name}, no end", local(b'"', b"x" * size), ("invalid_json",), megabytes=megabytes)
    yield Case(
        f"a number of {megabytes} MB", local(b"1" * size), ("invalid_number",), megabytes=megabytes
    )
    yield Case(
        f"{megabytes} MB of brackets", local(b"[" * size), ("too_deep",), megabytes=megabytes
    )
    yield Case(f"{megabytes} MB of blanks", local(b" " * size, b"1"), ("",), megabytes=megabytes)

    def sparse(path: Path) -> None:
        with path.open("wb") as file:
            file.write(b'{"encounters": [')
            file.truncate(15 * size)

    yield Case("a hole of gigabytes", sparse, ("interrupted_save",), megabytes=megabytes)

    def in_return(path: Path) -> None:
        old = study.files["return"].replace(b'"rows": [', b'"rows": ["' + b"x" * size + b'",', 1)
        path.write_bytes(old)

    yield Case(
        f"a row of {megabytes} MB",
        in_return,
        ("unblinded_or_invalid_review",),
        kind="return",
        megabytes=megabytes,
    )


def _lines(kind: str, file: str) -> list[list[str]]:
    minimum = ["--minimum-cell-size", "2"]
    if kind == "return":
        return [
            ["reviews", "drafts.json", file, "other_return.json", *minimum],
            ["check", "drafts.json", file, "other_return.json", "--json", "-"],
        ]
    return [
        ["drafts", file, *minimum],
        ["check", file, "return.json", "other_return.json", "--json", "-"],
        ["check", "drafts.json", file, "return.json", "--json", "-"],
    ]


def _try(folder: Path, case: Case, *, as_process: bool) -> list[str]:
    path = folder / "odd.json"
    case.make(path)
    kept = path.stat().st_size if case.megabytes and path.is_file() else None
    before = set(os.listdir(folder))
    limit = LIMIT + _SECONDS_A_MEGABYTE * case.megabytes
    found: list[str] = []
    for line in _lines(case.kind, path.name):
        outcome = call(line)
        found += breaches(outcome, line[0], limit)
        found += _unlike(case, line, outcome)
        if as_process and process(line, folder).err != outcome.err:
            found.append(f"{line[0]}: another end in a process of its own")
    with watchdog():
        found += _open(path, case)
    if set(os.listdir(folder)) != before:
        found.append("something was left behind")
    if kept is not None and path.stat().st_size != kept:
        found.append("the file was changed")
    if path.is_dir() and not path.is_symlink():
        path.rmdir()
    else:
        path.unlink(missing_ok=True)
    return found


def _unlike(case: Case, line: list[str], outcome: Outcome) -> list[str]:
    """Compare with the codes that are right for the case."""
    if line[0] == "check" and line[1] == "drafts.json":
        # the check tells more: whose file it is, where it breaks off
        if outcome.status != 1:
            return [f"{line[0]}: a thing that is no return, and exit status {outcome.status}"]
        problems = json.loads(outcome.out)["problems"]
        codes = {problem["code"] for problem in problems if problem["file"] == 1}
        if case.codes[0] and case.kind == "return" and not codes & set(case.codes):
            return [f"check: {', '.join(sorted(codes))} instead of {case.codes[0]}"]
        return [] if codes else ["check: no problem of the file"]
    if outcome.code not in case.codes:
        return [f"{line[0]}: {outcome.code or 'used'} instead of {case.codes[0] or 'used'}"]
    return []


def _open(path: Path, case: Case) -> list[str]:
    """Open the file as the window does."""
    service = EvaluationService()
    try:
        answer = service.call(Open(1, str(path)), lambda read, total: None, threading.Event())
        code = answer.fault.code if answer.fault is not None else ""
    except EvaluationError as error:
        code = error.code
    except Exception as error:
        return [f"the evaluator's {type(error).__name__}"]
    # a return is read by the check alone
    return (
        []
        if code in (*case.codes, *([""] if case.kind == "return" else []))
        else [f"the window: {code or 'used'} instead of {case.codes[0] or 'used'}"]
    )


_READ_BY: dict[str, list[str]] = {
    "drafts": ["drafts"],
    "return": ["reviews", "drafts.json", "other_return.json"],
    "combined": ["reviews", "drafts.json"],
    "claims": ["claims", "--resamples", "1"],
    "draft_report": ["verify"],
    "review_report": ["verify"],
    "claims_report": ["verify"],
}


def _try_cuts(plan: Plan, study: Study, result: Result) -> int:
    """Cut a file of each kind off at every place, or at some; none may pass for a whole one."""
    tried = 0
    for kind, line in _READ_BY.items():
        data = study.files[kind].rstrip()
        for at in range(0, len(data), plan.size(3, 397)):
            Path("cut.json").write_bytes(data[:at])
            outcome = call([*line, "cut.json"])
            tried += 1
            found = breaches(outcome, line[0])
            if outcome.status != 2 or outcome.code not in ("invalid_json", "empty_file"):
                found.append(f"{outcome.status} {outcome.code}")
            result.faults += [f"{kind} cut off after {at} bytes: {each}" for each in found]
    Path("cut.json").unlink()
    return tried


def _try_without_permission(plan: Plan, result: Result) -> None:
    if os.name != "posix":
        result.skipped.append("files without permission: the system has no such bits")
        return
    folder = plan.folder
    folder.chmod(0o755)
    secret, closed = folder / "drafts-0.json", folder / "closed"
    closed.mkdir()
    for path in (secret, closed / "drafts.json"):
        path.write_bytes((folder / "drafts.json").read_bytes())
    secret.chmod(0)
    closed.chmod(0)
    start = [sys.executable, "-c", AS_NOBODY, str(ROOT), str(NOBODY)]
    if os.geteuid() != 0:
        start = [sys.executable, "-m", "evalcore"]
    tried = 0
    for name in (secret.name, "closed/drafts.json"):
        lines: list[list[str]] = [
            ["drafts", name],
            ["check", name, "return.json", "other_return.json"],
            ["reviews", "drafts.json", name],
            ["claims", name],
            ["verify", name],
        ]
        for line in lines[: plan.size(5, 1)]:
            done = subprocess.run(
                [*start, *line], cwd=folder, capture_output=True, env={"PYTHONPATH": str(ROOT)}
            )
            outcome = Outcome(done.returncode, done.stdout, done.stderr)
            found = breaches(outcome, line[0])
            if outcome.code != "unreadable_file":
                found.append(f"{line[0]}: {outcome.code} instead of unreadable_file")
            result.faults += [f"no permission to read: {each}" for each in found]
            tried += 1
    with contextlib.suppress(OSError):
        closed.chmod(0o700)
    result.figures["runs without permission to read"] = tried
