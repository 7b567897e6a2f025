"""A private GNOME session without a screen: bus, PipeWire, compositor and accessibility bus."""

import os
import shutil
import signal
import socket
import sys
import tempfile
from pathlib import Path
from types import FrameType

from gi.repository import Gio, GLib

from Clock import Clock, MachineClock
from CommandLine.bus import connect
from processes import Processes
from waiting import wait_until

DISPLAY = "tideline-e2e"
_SHADERS = Path(__file__).resolve().parents[2] / ".build" / "shaders"
# Frames a second of a usual monitor, and of a slower one for tests that measure no movement, which
# saves processor time.
USUAL_RATE, LOW_RATE = 60, 20

# Only services that the tests need may start: the machine's own portal or keyring would answer
# differently elsewhere, or make the app wait for its time-out.
_BUS_CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <keep_umask/>
  <listen>unix:path={socket}</listen>
  <servicedir>{services}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""
# The variables by which an app that is not installed is found, and finds its schemas.
_INHERITED = ("PATH", "LD_LIBRARY_PATH", "XDG_DATA_DIRS", "GSETTINGS_SCHEMA_DIR")

_SERVICE = Path("/usr/share/dbus-1/services/org.a11y.Bus.service")

# Switches key repeat off: on a busy machine a key's release may come late.
_SETTINGS = """[org/gnome/desktop/wm/keybindings]
maximize=['<Super>Up']

[org/gnome/desktop/peripherals/keyboard]
repeat=false

[org/gnome/desktop/interface]
cursor-blink=false
toolkit-accessibility=true
"""


class Session:
    """Context manager. `env` is the environment of its services, and `program_env` that of the
    programs that a test starts, which live by the session's clock, as the compositor does."""

    def __init__(self, monitor: tuple[int, int], rate: int = USUAL_RATE,
                 clock: type[Clock | MachineClock] = Clock) -> None:
        """The monitor's width and height in pixels, its frames a second, and the kind of clock."""
        self.monitor = monitor
        self.rate = rate
        self._clock = clock
        self.root: Path
        self.runtime: Path
        self.processes: Processes
        self.clock: Clock | MachineClock
        self.env: dict[str, str]
        self.bus: Gio.DBusConnection
        self._handlers: dict[signal.Signals, object] = {}

    def __enter__(self) -> "Session":
        for number in (signal.SIGTERM, signal.SIGHUP):
            self._handlers[number] = signal.signal(number, _interrupt)
        self.root = Path(tempfile.mkdtemp(prefix="tideline-e2e-"))
        self.runtime = self._directory("run", mode=0o700)
        self.processes = Processes(self._directory("logs"))
        self.env = self._environment()
        self.clock = self._clock(self.runtime)
        try:
            self._start()
        except BaseException:
            self.__exit__(*sys.exc_info())
            raise
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, _traceback: object) -> None:
        if error is not None and not isinstance(error, KeyboardInterrupt | SystemExit):
            print(self.processes.tails(), file=sys.stderr)
        self.processes.stop()
        shutil.rmtree(self.root, ignore_errors=True)
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    @property
    def program_env(self) -> dict[str, str]:
        return self.env | self.clock.env

    def set_dark(self, dark: bool, high_contrast: bool = False) -> None:
        """Changes the desktop's color scheme, as GNOME's settings would, for running apps too."""
        scheme = "prefer-dark" if dark else "default"
        keyfile = self.root / "config" / "glib-2.0" / "settings" / "keyfile"
        keyfile.write_text(_SETTINGS + f"color-scheme='{scheme}'\n"
                           + "[org/gnome/desktop/a11y/interface]\n"
                           + f"high-contrast={str(high_contrast).lower()}\n")

    def _directory(self, name: str, mode: int = 0o755) -> Path:
        path = self.root / name
        path.mkdir(parents=True)
        path.chmod(mode)
        return path

    def _environment(self) -> dict[str, str]:
        return {name: os.environ[name] for name in _INHERITED if name in os.environ} | {
            "HOME": str(self._directory("home")),
            "XDG_RUNTIME_DIR": str(self.runtime),
            "XDG_CONFIG_HOME": str(self.root / "config"),
            "XDG_CACHE_HOME": str(self._directory("cache")),
            "XDG_DATA_HOME": str(self._directory("data")),
            "XDG_STATE_HOME": str(self._directory("state")),
            "XDG_SESSION_TYPE": "wayland",
            "XDG_CURRENT_DESKTOP": "GNOME",
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.runtime}/bus",
            # Without a system bus, and so without power, location or login services, all machines
            # are alike.
            "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={self.runtime}/no-system-bus",
            "WAYLAND_DISPLAY": DISPLAY,
            "GDK_BACKEND": "wayland",
            "GSK_RENDERER": "cairo",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            # A new window would grow for a while, and a touch meanwhile would be at another place.
            "MUTTER_DEBUG_DISABLE_ANIMATIONS": "1",
            # The painter's compiled code, which all sessions need alike.
            "MESA_SHADER_CACHE_DIR": str(_SHADERS),
            # Mesa paints in the compositor's own thread: more threads would compete for the same
            # processors.
            "LP_NUM_THREADS": "0",
            "GSETTINGS_BACKEND": "keyfile",
            "GTK_A11Y": "atspi",
            "ADW_DISABLE_PORTAL": "1",
            "LANG": "C.UTF-8",
            "TZ": "UTC",
        }

    def _start(self) -> None:
        self._directory("config/glib-2.0/settings")
        self.set_dark(False)
        services = self._directory("services")
        if not _SERVICE.exists():
            raise SystemExit("at-spi2-core is not installed; «make deps» installs it")
        shutil.copy(_SERVICE, services)
        # Switches Bluetooth off: WirePlumber 0.4 ends if its Bluetooth part finds no folder of
        # systemd's logind.
        bluetooth = self._directory("config/wireplumber/bluetooth.lua.d") / "51-none.lua"
        bluetooth.write_text("bluez_monitor.enabled = false\n")
        config = self.root / "bus.conf"
        config.write_text(_BUS_CONFIG.format(socket=self.runtime / "bus", services=services))

        self._run("dbus-daemon", f"--config-file={config}", "--nofork", "--nopidfile")
        self._wait_for_socket("bus")
        self.bus = connect(self.env["DBUS_SESSION_BUS_ADDRESS"])
        self._run("pipewire")
        self._wait_for_socket("pipewire-0")
        self._run("wireplumber")
        self._run("mutter", "--headless", "--wayland", "--no-x11", "--wayland-display", DISPLAY,
                  "--virtual-monitor", "{}x{}@{}".format(*self.monitor, self.rate),
                  env=self.program_env)
        self._wait_for_socket(DISPLAY)
        for name in ("org.gnome.Mutter.RemoteDesktop", "org.gnome.Mutter.ScreenCast"):
            self._wait(f"the compositor to offer {name}", lambda: has_owner(self.bus, name))

    def _run(self, *argv: str, env: dict[str, str] | None = None) -> None:
        if shutil.which(argv[0]) is None:
            raise SystemExit(f"{argv[0]} is not installed; «make deps» installs it")
        self.processes.start(argv[0], list(argv), env or self.env)

    def _wait_for_socket(self, name: str) -> None:
        """Waits until a program listens: for a moment, the file exists and refuses connections."""
        def accepts() -> bool:
            with socket.socket(socket.AF_UNIX) as client:
                return client.connect_ex(str(self.runtime / name)) == 0
        self._wait(f"the socket {name}", accepts)

    def _wait(self, wanted: str, condition) -> None:
        def alive_and_true() -> bool:
            self.processes.check()
            return condition()
        wait_until(wanted, alive_and_true)


def has_owner(bus: Gio.DBusConnection, name: str) -> bool:
    reply = bus.call_sync(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
        GLib.Variant("(s)", (name,)), GLib.VariantType("(b)"), Gio.DBusCallFlags.NONE, 5000, None)
    return reply.unpack()[0]


def _interrupt(number: int, _frame: FrameType | None) -> None:
    """Raises KeyboardInterrupt, the only exception by which unittest ends a run."""
    raise KeyboardInterrupt(signal.Signals(number).name)
