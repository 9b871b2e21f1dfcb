"""Rings of objects are collected in the window's thread, whatever the other threads do."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.platform.garbage import GarbageCollector


class Ring:
    """Refers to itself, and notes the thread in which it goes."""

    def __init__(self, gone: list[threading.Thread]) -> None:
        self.itself = self
        self.gone = gone

    def __del__(self) -> None:
        self.gone.append(threading.current_thread())


@pytest.fixture
def collector() -> Iterator[GarbageCollector]:
    made = GarbageCollector()
    yield made
    made.deleteLater()
    gc.enable()


def test_rings_go_in_the_thread_of_the_window(qtbot: QtBot, collector: GarbageCollector) -> None:
    gone: list[threading.Thread] = []
    Ring(gone)

    def make_much() -> None:
        kept = [[[] for _ in range(1000)] for _ in range(1000)]
        assert len(kept) == 1000

    thread = threading.Thread(target=make_much)
    thread.start()
    thread.join()
    assert gone == []
    kept = [[] for _ in range(2000)]  # type: list[list[int]]
    qtbot.waitUntil(lambda: gone != [], timeout=30_000)
    assert gone == [threading.main_thread()]
    assert len(kept) == 2000
