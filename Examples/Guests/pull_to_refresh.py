"""Pull-to-refresh for a list of PyGObject, by the library's interface for C.

    import pull_to_refresh

    pull_to_refresh.on_refresh(list_box, lambda run: run.end("3 new"))

Everything belongs to the main thread.
"""

import ctypes
import enum
from typing import Callable

from gi.repository import Gtk

_library = ctypes.CDLL("libpulltorefresh.so")
_Handler = ctypes.CFUNCTYPE(None, ctypes.c_uint64, ctypes.c_void_p)
_Destroy = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_library.pull_to_refresh_set_prefetch.argtypes = [ctypes.c_void_p, ctypes.c_double]
for _name, _arguments in (
    ("on_refresh", [ctypes.c_void_p, _Handler, ctypes.c_void_p, _Destroy]),
    ("on_load_more", [ctypes.c_void_p, _Handler, ctypes.c_void_p, _Destroy]),
    ("on_cancel", [ctypes.c_uint64, _Handler, ctypes.c_void_p]),
    ("end", [ctypes.c_uint64, ctypes.c_char_p]),
    ("end_load", [ctypes.c_uint64, ctypes.c_int, ctypes.c_int]),
    ("fail", [ctypes.c_uint64, ctypes.c_char_p]),
    ("detach", [ctypes.c_void_p]),
    ("refresh", [ctypes.c_void_p]),
    ("load_more", [ctypes.c_void_p]),
    ("cancel", [ctypes.c_void_p]),
    ("set_edge", [ctypes.c_void_p, ctypes.c_int]),
    ("get_refresh_state", [ctypes.c_void_p]),
    ("get_load_state", [ctypes.c_void_p]),
):
    getattr(_library, f"pull_to_refresh_{_name}").argtypes = _arguments

# What C refers to, until the library lets go of it.
_kept: dict[int, object] = {}
# What to call when a run is cancelled, by its number.
_on_cancel: dict[int, Callable[[], None]] = {}


class Edge(enum.IntEnum):
    """An edge of a list. The leading one is the left, or the right where one reads from there."""

    TOP, BOTTOM, LEADING, TRAILING = range(4)


class State(enum.IntEnum):
    """What a row shows. NONE where the list has no such row."""

    (NONE, IDLE, PEEKING, PULLING, ARMED, WAITING, RUNNING, SUCCEEDED, FAILED, CANCELLED,
     EXHAUSTED) = range(11)


class Run:
    """A refresh or a load under way. To end it twice, or after it was cancelled, does nothing."""

    def __init__(self, number: int) -> None:
        self._number = number

    def end(self, summary: str | None = None) -> None:
        """A refresh went well. The summary is for the user; None for the usual title."""
        _on_cancel.pop(self._number, None)
        _library.pull_to_refresh_end(self._number, summary and summary.encode())

    def end_load(self, added: int = -1, has_more: bool = True) -> None:
        """A load went well, and the list grew by so many rows; -1 where that is not known."""
        _on_cancel.pop(self._number, None)
        _library.pull_to_refresh_end_load(self._number, added, has_more)

    def fail(self, reason: str) -> None:
        """It failed. The reason is for the user."""
        _on_cancel.pop(self._number, None)
        _library.pull_to_refresh_fail(self._number, reason.encode())

    def on_cancel(self, handler: Callable[[], None]) -> None:
        """Calls when the run is cancelled, in a later turn of the main loop than what cancels it.
        Replaces the handler before. To be called before the run is over."""
        _on_cancel[self._number] = handler
        _library.pull_to_refresh_on_cancel(self._number, _cancelled, None)


def on_refresh(widget: Gtk.Widget, begin: Callable[[Run], None]) -> bool:
    """Lets the user refresh by a pull past the top. The handler ends the run, now or later. False
    where it was not taken."""
    return _connect(_library.pull_to_refresh_on_refresh, widget, begin)


def on_load_more(widget: Gtk.Widget, begin: Callable[[Run], None]) -> bool:
    """Lets the user load more by a pull past the bottom. False where the handler was not taken."""
    return _connect(_library.pull_to_refresh_on_load_more, widget, begin)


def set_prefetch(widget: Gtk.Widget, heights: float) -> None:
    """Also loads when less than so many heights of the list are left; not where it is negative."""
    _library.pull_to_refresh_set_prefetch(_pointer(widget), heights)


def set_edge(widget: Gtk.Widget, edge: Edge) -> bool:
    """Refreshes past an edge from now on, and loads more past the opposite one. False where the
    list never scrolls towards the edge."""
    return bool(_library.pull_to_refresh_set_edge(_pointer(widget), edge))


def refresh_state(widget: Gtk.Widget) -> State:
    """What the row of the refresh shows."""
    return State(_library.pull_to_refresh_get_refresh_state(_pointer(widget)))


def load_state(widget: Gtk.Widget) -> State:
    """What the row of loading more shows."""
    return State(_library.pull_to_refresh_get_load_state(_pointer(widget)))


def refresh(widget: Gtk.Widget) -> None:
    """Does what a pull past the top does."""
    _library.pull_to_refresh_refresh(_pointer(widget))


def load_more(widget: Gtk.Widget) -> None:
    """Does what a pull past the bottom does."""
    _library.pull_to_refresh_load_more(_pointer(widget))


def cancel(widget: Gtk.Widget) -> None:
    """Cancels what runs or waits."""
    _library.pull_to_refresh_cancel(_pointer(widget))


def detach(widget: Gtk.Widget) -> None:
    """Takes pull-to-refresh away."""
    _library.pull_to_refresh_detach(_pointer(widget))


def _connect(function, widget: Gtk.Widget, begin: Callable[[Run], None]) -> bool:
    handler = _Handler(lambda run, _: begin(Run(run)))
    key = id(handler)
    _kept[key] = handler
    is_taken = bool(function(_pointer(widget), handler, key, _release))
    if not is_taken:
        del _kept[key]
    return is_taken


def _pointer(widget: Gtk.Widget) -> int:
    """PyGObject's hash of an object is its address in C."""
    return hash(widget) & (2**64 - 1)


@_Handler
def _cancelled(run: int, _) -> None:
    _on_cancel.pop(run, lambda: None)()


@_Destroy
def _release(key: int) -> None:
    _kept.pop(key)
