"""A screen that nobody sees, and asking a window there whether it answers; Linux, by Xvfb.

A window that answers _NET_WM_PING runs its event loop: that is how a window
manager finds out whether a program hangs.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import subprocess
import time
from collections.abc import Iterator

_CLIENT_MESSAGE = 33
_STRUCTURE_NOTIFY = 1 << 17
# Where XWindowAttributes has map_state, in ints, on a system of 64 bits; and its value.
_MAP_STATE, _VIEWABLE = 23, 2
_LONGS = ctypes.c_long * 5


class _ClientMessage(ctypes.Structure):
    _fields_ = (
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", _LONGS),
    )


class _Event(ctypes.Union):
    _fields_ = (("client", _ClientMessage), ("pad", ctypes.c_long * 24))


@contextlib.contextmanager
def screen() -> Iterator[str]:
    """Run an X server of 1366 x 768 and give its name, as ":1"."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1366x768x24", "-nolisten", "tcp"]
    server = subprocess.Popen(
        command, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(write)
    try:
        with os.fdopen(read) as told:
            number = told.readline().strip()
        if not number:
            raise OSError("Xvfb did not start")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


class Screen:
    """A connection to a screen with at most one window of ours on it."""

    def __init__(self, name: str) -> None:
        self._x = ctypes.CDLL("libX11.so.6")
        self._x.XOpenDisplay.restype = ctypes.c_void_p
        self._x.XInternAtom.restype = self._x.XDefaultRootWindow.restype = ctypes.c_ulong
        # a window may go away while it is looked at: that is no error here
        self._quiet = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(
            lambda display, error: 0
        )
        self._x.XSetErrorHandler(self._quiet)
        opened = self._x.XOpenDisplay(name.encode())
        if not opened:
            raise OSError("the screen takes no connection")
        self._display = ctypes.c_void_p(opened)
        self._root = self._x.XDefaultRootWindow(self._display)
        self._protocols, self._ping, self._delete = (
            self._x.XInternAtom(self._display, word, False)
            for word in (b"WM_PROTOCOLS", b"_NET_WM_PING", b"WM_DELETE_WINDOW")
        )
        self._x.XSelectInput(
            self._display, ctypes.c_ulong(self._root), ctypes.c_long(_STRUCTURE_NOTIFY)
        )

    def close(self) -> None:
        self._x.XCloseDisplay(self._display)

    def wait_for_answer(self, title: str, patience: float) -> bool:
        """Wait until the window with this title answers; ``patience`` in seconds."""
        end = time.monotonic() + patience
        asked: set[int] = set()
        while time.monotonic() < end:
            for window in self._find(title) - asked:
                self._send(window, self._ping, window)
                asked.add(window)
            if asked and self._answered():
                return True
            time.sleep(0.002)
        return False

    def ask_to_close(self, title: str) -> None:
        """Do what a click on the window's close button does."""
        for window in self._find(title):
            self._send(window, self._delete, 0)

    def _find(self, title: str) -> set[int]:
        """Return the windows that are shown under this title."""
        root, parent = ctypes.c_ulong(), ctypes.c_ulong()
        children, count = ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_uint()
        self._x.XQueryTree(
            self._display,
            ctypes.c_ulong(self._root),
            ctypes.byref(root),
            ctypes.byref(parent),
            ctypes.byref(children),
            ctypes.byref(count),
        )
        found = set()
        for window in children[: count.value]:
            name = ctypes.c_char_p()
            self._x.XFetchName(self._display, ctypes.c_ulong(window), ctypes.byref(name))
            if name.value == title.encode() and self._is_shown(window):
                found.add(window)
        if count.value:
            self._x.XFree(children)
        return found

    def _is_shown(self, window: int) -> bool:
        attributes = (ctypes.c_int * 64)()  # XWindowAttributes, and room to spare
        self._x.XGetWindowAttributes(self._display, ctypes.c_ulong(window), attributes)
        return attributes[_MAP_STATE] == _VIEWABLE

    def _send(self, window: int, what: int, data: int) -> None:
        event = _Event()
        event.client.type = _CLIENT_MESSAGE
        event.client.window = window
        event.client.message_type = self._protocols
        event.client.format = 32
        event.client.data = _LONGS(what, 0, data, 0, 0)
        self._x.XSendEvent(
            self._display, ctypes.c_ulong(window), False, ctypes.c_long(0), ctypes.byref(event)
        )
        self._x.XFlush(self._display)

    def _answered(self) -> bool:
        event = _Event()
        while self._x.XPending(self._display):
            self._x.XNextEvent(self._display, ctypes.byref(event))
            if event.client.type == _CLIENT_MESSAGE and event.client.data[0] == self._ping:
                return True
        return False
