"""The round file: an SQLite database that has the state before a change or after it.

SQLite keeps its structure sound (a transaction for each change, a rollback journal, all of
it on the disk before it counts). What stands in it is sealed here: received files by their
SHA-256, all else by a digest that each change renews. A file that is not exactly as it was
written is ``invalid_round``.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
import stat
from collections.abc import Iterator
from dataclasses import astuple
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from ..errors import EvaluationError
from ..io.files import StrPath, output_target
from .records import Event, Received, Reviewer, RoundContents, RoundDecision, RoundDraft

APPLICATION_ID = 0x52444B31
"""In the header of each round file: "RDK1"."""
VERSION = 1
"""Of the tables; a migration leads from each earlier one to the next."""

_TABLES = {
    "about": "CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "reviewers": "CREATE TABLE reviewers (number INTEGER PRIMARY KEY, alias TEXT NOT NULL, "
    "label TEXT NOT NULL, committee INTEGER NOT NULL, owes TEXT NOT NULL)",
    "drafts": "CREATE TABLE drafts (number INTEGER PRIMARY KEY, alias TEXT NOT NULL, "
    "revision TEXT NOT NULL, withdrawn INTEGER NOT NULL)",
    "files": "CREATE TABLE files (number INTEGER PRIMARY KEY, name TEXT NOT NULL, "
    "received TEXT NOT NULL, modified TEXT NOT NULL, sha256 TEXT NOT NULL, "
    "size INTEGER NOT NULL, data BLOB)",
    "decisions": "CREATE TABLE decisions (number INTEGER PRIMARY KEY, kind TEXT NOT NULL, "
    "content TEXT NOT NULL, at TEXT NOT NULL, by TEXT NOT NULL, undone TEXT NOT NULL)",
    "history": "CREATE TABLE history (number INTEGER PRIMARY KEY, at TEXT NOT NULL, "
    "by TEXT NOT NULL, what TEXT NOT NULL, facts TEXT NOT NULL)",
}
_COLUMNS = {"files": "number, name, received, modified, sha256, size, data IS NULL"}
"""What is read at once; bytes are read file by file."""
_HEADER = b"SQLite format 3\0"
_AS_ROLLBACK = b"\x01\x01"
"""Of the header: written and read with a rollback journal, not with a log beside it."""
_PATIENCE = 5_000
"""Milliseconds that a change waits for others who read just now."""

_Kept = TypeVar("_Kept", Reviewer, RoundDraft, Received, RoundDecision, Event)


class RoundFile:
    """An open round. What it ``holds`` is changed in place, and then kept by ``keep``."""

    def __init__(self, connection: sqlite3.Connection, holds: RoundContents, *, may_write: bool):
        self._connection = connection
        self._written = _rows_of(holds)
        self.holds = holds
        self.may_write = may_write

    def __repr__(self) -> str:
        return "RoundFile(...)"

    def keep(self) -> None:
        """Write what has changed in one transaction.

        Raises EvaluationError ``round_in_use`` if it was opened to be read alone, and
        ``output_not_written`` if it cannot be written; the file is as before then.
        """
        if not self.may_write:
            raise EvaluationError("round_in_use")
        rows = _rows_of(self.holds)
        kept = False
        try:
            for table, now in rows.items():
                was = self._written[table]
                for key in was.keys() - now.keys():
                    self._connection.execute(f"DELETE FROM {table} WHERE {_key(table)} = ?", (key,))
                for key, row in now.items():
                    if was.get(key) != row:
                        self._put(table, key, row)
            self._connection.execute("COMMIT")
            kept = True
            self._written = rows
        except sqlite3.Error:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
        with contextlib.suppress(sqlite3.Error):
            self.may_write = _lock(self._connection)
        if not kept:
            raise EvaluationError("output_not_written")

    def _put(self, table: str, key: Any, row: tuple[Any, ...]) -> None:
        if table == "files":
            file = next(one for one in self.holds.files if one.number == key)
            row = (*row[:-1], None if file.forgotten else file.load())
        marks = ", ".join("?" * len(row))
        self._connection.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", row)

    def close(self) -> None:
        """Let others write."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()


def create(path: StrPath, holds: RoundContents) -> None:
    """Write a new round file, whole or not at all.

    Raises EvaluationError ``round_exists``, and as ``write_atomically`` does.
    """
    if os.path.lexists(path):
        raise EvaluationError("round_exists")
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        for statement in _TABLES.values():
            connection.execute(statement)
        connection.execute("BEGIN")
        made = RoundFile(connection, RoundContents(), may_write=True)
        made._written = {table: {} for table in _TABLES}
        made.holds = holds
        rows = _rows_of(holds)
        for table, now in rows.items():
            for key, row in now.items():
                made._put(table, key, row)
        connection.execute("COMMIT")
        data = connection.serialize()
    _write_new(path, data)


def _write_new(path: StrPath, data: bytes) -> None:
    from ..io.files import write_atomically

    if os.path.lexists(path):
        raise EvaluationError("round_exists")
    write_atomically(path, data)


@contextlib.contextmanager
def opened(path: StrPath, *, to_change: bool) -> Iterator[RoundFile]:
    """Open a round file, looked at as a whole. While it is open to be changed, nobody else may.

    One that is open to be read stays as it is until it is closed: who changes it waits for that.

    Raises EvaluationError ``unreadable_file``, ``not_a_regular_file``, ``invalid_round``, and
    ``round_in_use`` if another program has it open to change it.
    """
    round_file = open_round(path, to_change=to_change)
    try:
        yield round_file
    finally:
        round_file.close()


def open_round(path: StrPath, *, to_change: bool) -> RoundFile:
    """Open a round file as ``opened`` does; ``close`` it."""
    target = _looked_at(path)
    connection: sqlite3.Connection | None = None
    code = "invalid_round"
    try:
        mode = "rw" if to_change else "ro"
        uri = f"{target.as_uri()}?mode={mode}"
        connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
        _set_up(connection)
        if to_change and not _lock(connection):
            code = "round_in_use"
        elif not to_change:
            connection.execute("BEGIN")
        if code == "invalid_round":
            holds = _read(connection)
            return RoundFile(connection, holds, may_write=to_change)
    except sqlite3.OperationalError as error:
        code = code_of(error)
    except EvaluationError as error:
        code = error.code
    except (sqlite3.Error, ValueError, TypeError, KeyError, OverflowError):
        pass
    if connection is not None:
        connection.close()
    raise EvaluationError(code)


def code_of(error: sqlite3.OperationalError) -> str:
    """Return the code for what SQLite could not do."""
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return "round_in_use"
    if name.startswith("SQLITE_READONLY"):
        return "output_not_written"
    if name.startswith(("SQLITE_CANTOPEN", "SQLITE_IOERR", "SQLITE_PERM")):
        return "unreadable_file"
    return "invalid_round"


def _looked_at(path: StrPath) -> Path:
    """Return the file's own path, if it begins as a round file does."""
    code = None
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            code = "not_a_regular_file"
        else:
            with open(path, "rb") as file:
                header = file.read(100)
            sound = header.startswith(_HEADER) and header[18:20] == _AS_ROLLBACK
            ours = int.from_bytes(header[68:72], "big") == APPLICATION_ID
            if not (len(header) == 100 and sound and ours):
                code = "invalid_round"
    except (OSError, ValueError):
        code = "unreadable_file"
    if code is not None:
        raise EvaluationError(code)
    return output_target(path, ()) if os.access(path, os.W_OK) else Path(path).resolve()


def _set_up(connection: sqlite3.Connection) -> None:
    for pragma in (
        "trusted_schema = OFF",
        "cell_size_check = ON",
        "secure_delete = ON",
        "temp_store = MEMORY",
        "synchronous = FULL",
        "busy_timeout = 0",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _lock(connection: sqlite3.Connection) -> bool:
    """Begin a change: from here others can read, and not write. Tell whether it could be begun."""
    try:
        connection.execute("PRAGMA busy_timeout = 0")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA busy_timeout = {_PATIENCE}")
    except sqlite3.OperationalError as error:
        if code_of(error) == "round_in_use":
            return False
        raise
    return True


def _read(connection: sqlite3.Connection) -> RoundContents:
    """Return what the file holds. Raises ValueError or sqlite3.Error if it is not sound."""
    if connection.execute("PRAGMA user_version").fetchone() != (VERSION,):
        raise ValueError
    if connection.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
        raise ValueError
    schema = dict(connection.execute("SELECT name, sql FROM sqlite_schema"))
    if schema != _TABLES:
        raise ValueError
    rows = {
        table: list(connection.execute(f"SELECT {_COLUMNS.get(table, '*')} FROM {table}"))
        for table in _TABLES
    }
    about = dict(rows["about"])
    holds = RoundContents(about["label"], about["mixed"] == "yes", about["closed"] == "yes")
    holds.reviewers = [Reviewer(n, a, t, bool(c), o) for n, a, t, c, o in rows["reviewers"]]
    holds.drafts = [RoundDraft(n, a, r, bool(w)) for n, a, r, w in rows["drafts"]]
    holds.files = [
        Received(n, name, came, saved, sha256, size, partial(_bytes_of, connection, n), bool(gone))
        for n, name, came, saved, sha256, size, gone in rows["files"]
    ]
    holds.decisions = [
        RoundDecision(n, kind, json.loads(content), at, by, undone)
        for n, kind, content, at, by, undone in rows["decisions"]
    ]
    holds.history = [
        Event(n, at, by, what, json.loads(facts)) for n, at, by, what, facts in rows["history"]
    ]
    for file in holds.files:
        if not file.forgotten and hashlib.sha256(file.load()).hexdigest() != file.sha256:
            raise ValueError
    if _rows_of(holds)["about"] != {name: (name, value) for name, value in rows["about"]}:
        raise ValueError
    return holds


def _bytes_of(connection: sqlite3.Connection, number: int) -> bytes:
    """Return the bytes of a received file. Raises EvaluationError ``invalid_round``."""
    found = None
    with contextlib.suppress(sqlite3.Error):
        found = connection.execute("SELECT data FROM files WHERE number = ?", (number,)).fetchone()
    if found is None or type(found[0]) is not bytes:
        raise EvaluationError("invalid_round")
    return found[0]


def _key(table: str) -> str:
    return "name" if table == "about" else "number"


def _rows_of(holds: RoundContents) -> dict[str, dict[Any, tuple[Any, ...]]]:
    """Return the rows of all tables by their keys; of received bytes whether they are there."""
    rows: dict[str, dict[Any, tuple[Any, ...]]] = {
        "reviewers": _table(holds.reviewers),
        "drafts": _table(holds.drafts),
        "files": {
            f.number: (f.number, f.name, f.received, f.modified, f.sha256, f.size, f.forgotten)
            for f in holds.files
        },
        "decisions": {
            d.number: (d.number, d.kind, _json(d.content), d.at, d.by, d.undone)
            for d in holds.decisions
        },
        "history": {
            e.number: (e.number, e.at, e.by, e.what, _json(e.facts)) for e in holds.history
        },
    }
    about = {
        "label": holds.label,
        "mixed": "yes" if holds.mixed else "no",
        "closed": "yes" if holds.closed else "no",
    }
    seal = hashlib.sha256()
    seal.update(
        _json([about, *([list(row) for row in t.values()] for t in rows.values())]).encode()
    )
    about["seal"] = seal.hexdigest()
    return {"about": {name: (name, value) for name, value in about.items()}, **rows}


def _table(records: list[_Kept]) -> dict[Any, tuple[Any, ...]]:
    return {one.number: astuple(one) for one in records}


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
