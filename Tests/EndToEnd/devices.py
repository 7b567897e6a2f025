"""Touchscreen, touchpad, wheel and keyboard, as the compositor's own devices.

All input goes through Mutter's remote desktop, and so takes the path of real hardware:
clutter, Wayland, GDK. Positions are in pixels of the monitor. A movement takes time of the
session's clock, by which toolkits distinguish a slow pull from a flick.
"""

from contextlib import contextmanager, suppress
from typing import Iterator

from gi.repository import Gio, GLib

from session import Session
from waiting import wait_until

_FINGER = 4  # the flag of NotifyPointerAxis for a touchpad's finger
_VERTICAL, _HORIZONTAL = 0, 1
_LEFT_BUTTON, _RIGHT_BUTTON = 272, 273  # BTN_LEFT and so on of the kernel's input events
_FRAME = 1 / 60
_MOMENT = 0.06  # seconds: more than a frame at the slowest rate

_KEYSYMS = {
    "ctrl": 0xFFE3, "shift": 0xFFE1, "alt": 0xFFE9, "super": 0xFFEB,
    "Return": 0xFF0D, "Escape": 0xFF1B, "Tab": 0xFF09, "space": 0x20, "BackSpace": 0xFF08,
    "comma": 0x2C, "Menu": 0xFF67,
    "Home": 0xFF50, "Left": 0xFF51, "Up": 0xFF52, "Right": 0xFF53, "Down": 0xFF54,
    "Page_Up": 0xFF55, "Page_Down": 0xFF56, "End": 0xFF57,
    **{f"F{number}": 0xFFBD + number for number in range(1, 13)},
}


class Devices:
    """Context manager: one session's input, and the stream of its monitor (see screenshot.py)."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.node = 0  # of the monitor's picture in PipeWire

    def __enter__(self) -> "Devices":
        self._connect()
        self.wake()
        return self

    def __exit__(self, *_: object) -> None:
        """Stops the session; otherwise Mutter does not end on request, but has to be killed."""
        with suppress(GLib.Error):
            self._remote.call("Stop")

    def _connect(self) -> None:
        self._bus = self._session.bus
        self._remote = _Proxy(self._bus, "org.gnome.Mutter.RemoteDesktop")
        self._cast = _Proxy(self._bus, "org.gnome.Mutter.ScreenCast")
        self._remote.path, = self._remote.call("CreateSession")
        self._remote.interface += ".Session"
        session_id = self._bus.call_sync(
            "org.gnome.Mutter.RemoteDesktop", self._remote.path, "org.freedesktop.DBus.Properties",
            "Get", GLib.Variant("(ss)", (self._remote.interface, "SessionId")),
            GLib.VariantType("(v)"), Gio.DBusCallFlags.NONE, 5000, None).unpack()[0]
        properties = {"remote-desktop-session-id": GLib.Variant("s", session_id)}
        self._cast.path, = self._cast.call("CreateSession", "(a{sv})", properties)
        self._cast.interface += ".Session"
        hidden_cursor = {"cursor-mode": GLib.Variant("u", 0)}
        self.stream, = self._cast.call("RecordMonitor", "(sa{sv})", "Meta-0", hidden_cursor)
        nodes: list[int] = []
        subscription = self._bus.signal_subscribe(
            None, "org.gnome.Mutter.ScreenCast.Stream", "PipeWireStreamAdded", self.stream, None,
            Gio.DBusSignalFlags.NONE, lambda *call: nodes.append(call[5].unpack()[0]))
        self._remote.call("Start")

        def node_announced() -> bool:
            while GLib.MainContext.default().iteration(False):
                pass
            return bool(nodes)
        wait_until("the monitor's PipeWire stream", node_announced)
        self._bus.signal_unsubscribe(subscription)
        self.node = nodes[0]

    # Touchscreen

    def touch_down(self, x: float, y: float, slot: int = 0) -> None:
        self._remote.call("NotifyTouchDown", "(sudd)", self.stream, slot, x, y)

    def touch_motion(self, x: float, y: float, slot: int = 0) -> None:
        self._remote.call("NotifyTouchMotion", "(sudd)", self.stream, slot, x, y)

    def touch_up(self, slot: int = 0) -> None:
        self._remote.call("NotifyTouchUp", "(u)", slot)

    def touch_move(
        self, x: float, y: float, dy: float, duration: float = 0.4, dx: float = 0,
    ) -> float:
        """Moves the finger that is down at (x, y) by `dy` and `dx`; returns its new y."""
        for part in self._frames(duration):
            self.touch_motion(x + dx * part, y + dy * part)
        return y + dy

    def touch_pull(
        self, x: float, y: float, dy: float, duration: float = 0.4, hold: float = 0.15,
    ) -> None:
        """Touches, moves by `dy`, rests (so that nothing is flung), and lifts."""
        self.touch_down(x, y)
        self.touch_move(x, y, dy, duration)
        self.pass_time(hold)
        self.touch_up()

    def tap(self, x: float, y: float, slot: int = 0) -> None:
        self.touch_down(x, y, slot)
        self.pass_time(0.05)
        self.touch_up(slot)

    # Touchpad, wheel and pointer

    def pointer_to(self, x: float, y: float) -> None:
        self._remote.call("NotifyPointerMotionAbsolute", "(sdd)", self.stream, x, y)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drags with the pointer's left button, slowly enough for a drag between two programs."""
        self.pointer_to(*start)
        self._remote.call("NotifyPointerButton", "(ib)", _LEFT_BUTTON, True)
        for part in self._frames(0.5):
            x, y = (a + (b - a) * part for a, b in zip(start, end))
            self.pointer_to(x, y)
        self.settle()
        self._remote.call("NotifyPointerButton", "(ib)", _LEFT_BUTTON, False)

    def click(self, x: float, y: float) -> None:
        """Clicks the primary button."""
        self._click(x, y, _LEFT_BUTTON)

    def secondary_click(self, x: float, y: float) -> None:
        """Clicks the button that opens menus."""
        self._click(x, y, _RIGHT_BUTTON)

    def _click(self, x: float, y: float, button: int) -> None:
        self.pointer_to(x, y)
        for is_down in (True, False):
            self._remote.call("NotifyPointerButton", "(ib)", button, is_down)
        self.settle()

    def touchpad_scroll(self, dy: float, duration: float = 0.4, dx: float = 0) -> None:
        """Scrolls with two fingers; a negative `dy` scrolls towards the top. No event marks the
        end, as in Mutter's own scrolling."""
        done = 0.0
        for part in self._frames(duration):
            step = part - done
            self._remote.call("NotifyPointerAxis", "(ddu)", dx * step, dy * step, _FINGER)
            done = part

    def wheel(self, notches: int, gap: float = 0.1, is_tilted: bool = False) -> None:
        """Turns the wheel. Negative notches turn away from the user, towards the top, or to the
        left if the wheel is tilted."""
        axis = _HORIZONTAL if is_tilted else _VERTICAL
        for number in range(abs(notches)):
            self.pass_time(gap if number else 0)
            self._remote.call("NotifyPointerAxisDiscrete", "(ui)", axis, 1 if notches > 0 else -1)

    # Keyboard

    def key(self, combination: str) -> None:
        """Presses and releases `F5`, `Home`, `ctrl+r` or `super+Up`, a moment after what happened
        before, as a person does."""
        self.pass_time(_MOMENT)
        symbols = [_keysym(name) for name in combination.split("+")]
        for pressed, order in ((True, symbols), (False, symbols[::-1])):
            for symbol in order:
                self._remote.call("NotifyKeyboardKeysym", "(ub)", symbol, pressed)
                self.pass_time(0.01)

    @contextmanager
    def holding(self, key: str) -> Iterator[None]:
        """Keeps a key down in the block of `with`; no key if the name is empty."""
        symbols = [_keysym(name) for name in [key] if name]
        for symbol in symbols:
            self._remote.call("NotifyKeyboardKeysym", "(ub)", symbol, True)
        try:
            yield
        finally:
            for symbol in symbols:
                self._remote.call("NotifyKeyboardKeysym", "(ub)", symbol, False)

    # Timing

    def pass_time(self, seconds: float) -> None:
        self._session.clock.pass_time(seconds)

    def _frames(self, duration: float) -> Iterator[float]:
        """Yields the finished fraction (0 < fraction ≤ 1) sixty times a second."""
        count = max(1, round(duration / _FRAME))
        for number in range(1, count + 1):
            self.pass_time(duration / count)
            yield number / count

    def settle(self) -> None:
        """Lets a quarter of a second pass."""
        self.pass_time(0.25)

    def wake(self) -> None:
        """Sends a first event of each kind, which only makes its device appear, and is lost."""
        width, height = self._session.monitor
        self.tap(width - 1, height - 1)
        self.pointer_to(width - 1, height - 1)
        self.key("shift")


class _Proxy:
    """Calls to one object of Mutter's: first the service, then its session."""

    def __init__(self, bus: Gio.DBusConnection, name: str) -> None:
        self.name = self.interface = name
        self.path = "/" + name.replace(".", "/")
        self._bus = bus

    def call(self, method: str, signature: str = "()", *arguments: object) -> tuple:
        reply = self._bus.call_sync(
            self.name, self.path, self.interface, method, GLib.Variant(signature, arguments),
            None, Gio.DBusCallFlags.NONE, 30_000, None)
        return reply.unpack()



def _keysym(name: str) -> int:
    return _KEYSYMS[name] if name in _KEYSYMS else ord(name)
