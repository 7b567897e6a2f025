"""A folder or file is dragged from another program onto the window."""

import ctypes
import os
import struct
from pathlib import Path

from case import EndToEndCase
from maildir import Maildir
from waiting import wait_until


class Openings:
    """Counts how often a folder is opened, by inotify."""

    _OPEN, _NONBLOCK = 0x20, 0o4000

    def __init__(self, folder: Path) -> None:
        libc = ctypes.CDLL(None, use_errno=True)
        self._file = libc.inotify_init1(self._NONBLOCK)
        if libc.inotify_add_watch(self._file, bytes(folder), self._OPEN) < 0:
            raise OSError(ctypes.get_errno(), "inotify")

    def count(self) -> int:
        """The number of openings since the last call. Files in the folder are not counted."""
        events, found = os.read(self._file, 1 << 16), 0
        while events:
            *_, length = struct.unpack_from("iIII", events)
            found += length == 0
            events = events[16 + length:]
        return found

    def close(self) -> None:
        os.close(self._file)


class Drop(EndToEndCase):
    def drop(self, path: Path) -> None:
        """Drags from a window on the monitor's left half onto Tideline, which fills the monitor."""
        self.dropped_from, window = self.open_files("from", path)
        width, height = self.stage.session.monitor
        self.devices.key("super+Left")  # once only: the next one would move the window back
        wait_until("the other program on the left",
                   lambda: window.extents[2:] == (width // 2, height),
                   describe=lambda: window.extents)
        self.devices.settle()
        self.devices.drag((width / 4, height / 2), (width * 3 / 4, height / 2))

    def test_what_is_dropped_is_opened_or_refused(self) -> None:
        app = self.open_filled(3)
        with self.part("what is no mailbox is said, and the list stays"):
            picture = self.stage.directory("pictures") / "holiday.jpg"
            picture.write_bytes(b"\xff\xd8\xff\xe0" + bytes(range(256)) * 40)
            self.drop(picture)
            app.root.find("label", ".*holiday.jpg. is not an mbox")
            app.trace.wait(rows=3, first=self.maildir.subject(0), runs=0)
            self.dropped_from.end()
        with self.part("what is no mailbox is said on the page to choose on, too"):
            app.activate("welcome")
            app.root.find("button", "Open Folder…")
            notes = self.stage.directory("notes") / "notes.txt"
            notes.write_text("Nothing of the sort.\n")
            self.drop(notes)
            label = app.root.find("label", ".*notes.txt. is not an mbox")
            wait_until("the sentence to be seen", lambda: label.extents[2] > 0)
            self.dropped_from.end()
        with self.part("a mailbox opens"):
            mbox = self.stage.directory("mail") / "Tides #1.mbox"
            mbox.write_text("From - Mon Jan  1 00:00:00 2024\nSubject: Dropped\n\nHigh water.\n")
            self.drop(mbox)
            app.trace.wait(rows=1, first="Dropped", header="idle")
            self.dropped_from.end()
        with self.part("a mailbox is walked once to open it"):
            box = self.stage.directory("box")
            Maildir(box / "INBOX").fill(5)
            opened = Openings(box)
            self.addCleanup(opened.close)
            self.drop(box)
            app.trace.wait(rows=5, header="idle")
            # The first reading uses the folders that were found when the mailbox was opened.
            self.assertEqual(opened.count(), 1)
            self.dropped_from.end()
