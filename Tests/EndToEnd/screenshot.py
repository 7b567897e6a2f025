"""Pictures of the monitor, without delay: a recording runs all the time, and its newest frame
is the picture."""

import os
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

import gi
gi.require_version("Gst", "1.0")
from gi.repository import Gst  # noqa: E402

from Clock import MachineClock  # noqa: E402
from devices import Devices  # noqa: E402
from session import Session  # noqa: E402
from waiting import wait_until  # noqa: E402


# The monitor's frames for each picture, at least: a picture costs the compositor another painting.
_FRAMES_EACH = 3


@dataclass(frozen=True)
class Picture:
    """Rows of red, green and blue bytes."""

    width: int
    height: int
    rows: list[bytes]

    def pixel(self, x: int, y: int) -> tuple[int, int, int]:
        return tuple(self.rows[y][3 * x:3 * x + 3])

    def save(self, path: Path) -> None:
        """Writes a PNG; the format needs no more than this."""
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        pixels = zlib.compress(b"".join(b"\0" + row for row in self.rows), 6)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(
            _chunk(*part) for part in ((b"IHDR", header), (b"IDAT", pixels), (b"IEND", b""))))


class Recorder:
    """Context manager: `picture()` is the monitor's present content.

    Mutter sends a frame when something has changed, so the newest one is valid until the
    next. The recording begins with the first picture, because it makes the compositor paint
    some frames twice. On the machine's clock it begins at once: if nobody reads the frames, the
    software renderer delays them, and a second's worth of drawing then happens in the middle of a
    gesture.
    """

    def __init__(self, session: Session, devices: Devices) -> None:
        self._session = session
        self._devices = devices
        self._pipeline: Gst.Pipeline | None = None

    def __enter__(self) -> "Recorder":
        if isinstance(self._session.clock, MachineClock):
            self._record()
        return self

    def __exit__(self, *_: object) -> None:
        if self._pipeline:
            self._pipeline.set_state(Gst.State.NULL)

    def _record(self) -> None:
        os.environ["PIPEWIRE_RUNTIME_DIR"] = str(self._session.runtime)
        Gst.init(None)
        rate = self._session.rate // _FRAMES_EACH
        self._pipeline = Gst.parse_launch(
            f"pipewiresrc path={self._devices.node} always-copy=true"
            f" ! video/x-raw,format=BGRx,max-framerate={rate}/1 ! fakesink name=newest sync=false")
        # Mutter 48 stamps each frame with the session's time, which may be ahead of the machine's:
        # with a clock, the frame would be held back until then.
        self._pipeline.use_clock(None)
        self._newest = self._pipeline.get_by_name("newest")
        self._pipeline.set_state(Gst.State.PLAYING)
        wait_until("the first picture", self._newest_sample, describe=self._error)

    def picture(self) -> Picture:
        return _decode(self._sample())

    def frame(self) -> bytes:
        """The bytes of the monitor's present content, for comparisons: a picture takes longer."""
        return _bytes(self._sample())

    def save(self, path: Path) -> Path:
        self.picture().save(path)
        return path

    def wait_for_change(self, before: Picture) -> Picture:
        """The first picture that differs from `before`."""
        def changed() -> Picture | None:
            now = self.picture()
            return now if now != before else None
        return wait_until("a change on the monitor", changed)

    def _sample(self) -> Gst.Sample:
        if not self._pipeline:
            self._record()
        return self._newest_sample()

    def _newest_sample(self) -> Gst.Sample | None:
        return self._newest.get_property("last-sample")

    def _error(self) -> str:
        message = self._pipeline.get_bus().pop_filtered(Gst.MessageType.ERROR)
        return message.parse_error()[0].message if message else "no frame and no error"


def _bytes(sample: Gst.Sample) -> bytes:
    buffer = sample.get_buffer()
    return buffer.extract_dup(0, buffer.get_size())


def _decode(sample: Gst.Sample) -> Picture:
    size = sample.get_caps().get_structure(0)
    width, height = size.get_int("width")[1], size.get_int("height")[1]
    data = _bytes(sample)  # blue, green, red, nothing
    pixels = bytearray(3 * width * height)
    for channel in range(3):
        pixels[channel::3] = data[2 - channel::4]
    stride = 3 * width
    rows = [bytes(pixels[start:start + stride]) for start in range(0, len(pixels), stride)]
    return Picture(width, height, rows)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
