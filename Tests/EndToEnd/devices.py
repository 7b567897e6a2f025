"""Touchscreen, touchpad, wheel and keyboard, as the compositor's own devices.

All input goes through Mutter's remote desktop, and so takes the path of real hardware:
clutter, Wayland, GDK. Positions are in pixels of the monitor. A movement takes real time, by
which toolkits distinguish a slow pull from a flick.
"""

import time
from contextlib import contextmanager
from typing import Iterator

from gi.repository import Gio, GLib

from session import Session
from waiting import TimedOut, wait_until

_FINGER = 4  # the flag of NotifyPointerAxis for a touchpad's finger
_VERTICAL, _HORIZONTAL = 0, 1
_LEFT_BUTTON, _RIGHT_BUTTON = 272, 273  # BTN_LEFT and so on of the kernel's input events
_FRAME = 1 / 60

_KEYSYMS = {
    "ctrl": 0xFFE3, "shift": 0xFFE1, "alt": 0xFFE9, "super": 0xFFEB,
    "Return": 0xFF0D, "Escape": 0xFF1B, "Tab": 0xFF09, "space": 0x20, "BackSpace": 0xFF08,
    "comma": 0x2C, "Menu": 0xFF67,
    "Home": 0xFF50, "Left": 0xFF51, "Up": 0xFF52, "Right": 0xFF53, "Down": 0xFF54,
    "Page_Up": 0xFF55, "Page_Down": 0xFF56, "End": 0xFF57,
    **{f"F{number}": 0xFFBD + number for number in range(1, 13)},
}


class Stalled(Exception):
    """The machine was too busy to play a gesture in time: its result would prove nothing."""


class Devices:
    """Context manager: one session's input, and the stream of its monitor (see screenshot.py)."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.node = 0  # of the monitor's picture in PipeWire
        # The longest delay of a gesture's step, in seconds, since it was last set to 0.
        self.late = 0.0

    def __enter__(self) -> "Devices":
        self._connect()
        self.wake()
        return self

    def __exit__(self, *_: object) -> None:
        """Stops the session; otherwise Mutter does not end on request."""
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
        time.sleep(hold)
        self.touch_up()

    def tap(self, x: float, y: float, slot: int = 0) -> None:
        self.touch_down(x, y, slot)
        time.sleep(0.05)
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
        pace = _Pace(_FRAME, slack=0.1)
        for part in self._frames(duration):
            step = part - done
            self._remote.call("NotifyPointerAxis", "(ddu)", dx * step, dy * step, _FINGER)
            pace.check()
            done = part

    def wheel(self, notches: int, gap: float = 0.1, is_tilted: bool = False) -> None:
        """Turns the wheel. Negative notches turn away from the user, towards the top, or to the
        left if the wheel is tilted."""
        axis = _HORIZONTAL if is_tilted else _VERTICAL
        step = 1 if notches > 0 else -1
        pace = _Pace(gap, slack=0.15 if gap < 0.4 else 60)  # slow ones may be slower
        count = abs(notches)
        # The first notch comes at once.
        for _ in self._steps(count, -gap, gap * (count - 1)):
            self._remote.call("NotifyPointerAxisDiscrete", "(ui)", axis, step)
            pace.check()

    # Keyboard

    def key(self, combination: str) -> None:
        """Presses and releases `F5`, `Home`, `ctrl+r` or `super+Up`."""
        symbols = [_keysym(name) for name in combination.split("+")]
        for pressed, order in ((True, symbols), (False, symbols[::-1])):
            for symbol in order:
                self._remote.call("NotifyKeyboardKeysym", "(ub)", symbol, pressed)
                time.sleep(0.01)

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

    def _frames(self, duration: float) -> Iterator[float]:
        """Yields the finished fraction (0 < fraction ≤ 1), sixty times a second, in real time."""
        return self._steps(max(1, round(duration / _FRAME)), 0, duration)

    def _steps(self, count: int, first: float, last: float) -> Iterator[float]:
        """Yields the finished fraction at each of `count` steps, in equal intervals after `first`
        until `last`, in seconds from now. Notes how late the steps are."""
        start = time.monotonic()
        for number in range(1, count + 1):
            due = start + first + number * (last - first) / count
            time.sleep(max(0.0, due - time.monotonic()))
            yield number / count
            self.late = max(self.late, time.monotonic() - due)

    def settle(self) -> None:
        """Waits until the compositor has answered promptly for a quarter of a second."""
        def prompt() -> bool:
            for _ in range(5):
                asked = time.monotonic()
                self._remote.ping()
                if time.monotonic() - asked > 0.03:
                    return False
                time.sleep(0.05)
            return True
        try:
            wait_until("a prompt compositor", prompt, timeout=10)
        except TimedOut as error:
            raise Stalled(str(error)) from error

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
        return self._send(self.interface, method, signature, arguments)

    def ping(self) -> None:
        self._send("org.freedesktop.DBus.Peer", "Ping", "()", ())

    def _send(self, interface: str, method: str, signature: str, arguments: tuple) -> tuple:
        reply = self._bus.call_sync(
            self.name, self.path, interface, method, GLib.Variant(signature, arguments),
            None, Gio.DBusCallFlags.NONE, 30_000, None)
        return reply.unpack()


class _Pace:
    """Notices when the steps of a gesture come so late that it is a different gesture."""

    def __init__(self, step: float, slack: float) -> None:
        self._step = step  # seconds between two steps
        self._slack = slack  # the allowed delay of a step
        self._last = 0.0
        self._count = 0

    def check(self) -> None:
        now = time.monotonic()
        late = now - self._last - self._step
        if self._count and late > self._slack:
            raise Stalled(f"step {self._count} of a gesture came {late:.2f} s late")
        self._last = now
        self._count += 1


def _keysym(name: str) -> int:
    return _KEYSYMS[name] if name in _KEYSYMS else ord(name)
