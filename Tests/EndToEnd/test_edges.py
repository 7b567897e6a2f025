"""Refresh and load more at other edges than the default ones: the gallery's chat and filmstrip."""

import re

from app import REST
from case import EndToEndCase
from gallery import Gallery
from waiting import wait_until


class ChatTest(EndToEndCase):
    def test_a_chat_begins_at_its_end_and_is_pulled_there(self) -> None:
        self.gallery = self.open_gallery("--page", "chat")
        wait_until("messages", self.in_sight)
        x, y = self.gallery.middle_of("Messages")
        self.devices.pass_time(REST)
        self.devices.settle()
        with self.part("it opens at its newest message"):
            wait_until("the newest message", lambda: 100 in self.in_sight(), describe=self.in_sight)
        with self.part("a finger pulls past the bottom, and the new messages show"):
            self.devices.touch_down(x, y + 100)
            self.devices.touch_move(x, y + 100, -150)
            self.gallery.named("Release to refresh")
            self.devices.touch_up()
            wait_until("the new messages", lambda: 102 in self.in_sight(), describe=self.in_sight)
        with self.part("older messages come by scrolling up"):
            self.devices.pointer_to(x, y)

            def older() -> bool:
                self.devices.touchpad_scroll(-300, 0.3)
                return min(self.in_sight(), default=1) < 1
            wait_until("older messages", older)

    def in_sight(self) -> list[int]:
        """The numbers of the visible messages."""
        _, top, _, height = self.gallery.named("Messages").extents
        found = []
        for node in self.gallery.named("Messages").children:
            _, y, _, size = node.extents
            if y + size > top and y < top + height:
                # A row that the list uses again has no name for a moment.
                if match := re.match(r"Message (-?\d+)", node.name):
                    found.append(int(match[1]))
        return found


class FilmstripTest(EndToEndCase):
    def open_strip(self, *arguments: str) -> Gallery:
        gallery = self.open_gallery("--page", "filmstrip", *arguments)
        self.devices.pass_time(REST)
        self.x, self.y = gallery.middle_of("Pictures")
        self.devices.settle()
        return gallery

    def test_two_fingers_a_wheel_with_shift_and_a_finger_pull_past_either_side(self) -> None:
        gallery = self.open_strip()
        # The pointer comes first: after a touch, a headless mutter may keep its events.
        with self.part("two fingers on a touchpad"):
            self.devices.pointer_to(self.x, self.y)
            self.devices.touchpad_scroll(0, 0.4, -80)
            gallery.named("New row 3")
            gallery.named("3 new")
            self.rest(gallery)
        with self.part("a wheel with Shift"):
            with self.devices.holding("shift"):
                self.devices.wheel(-4)
            gallery.named("New row 6")
            gallery.named("3 new")
            self.rest(gallery)
        with self.part("a finger"):
            self.swipe(150)
            gallery.named("New row 9")
            gallery.close()
        with self.part("a finger, read from right to left"):
            gallery = self.open_strip("--rtl")
            self.swipe(-150)
            gallery.named("New row 3")

    def rest(self, gallery: Gallery) -> None:
        gallery.wait_until_gone("3 new")
        self.devices.pass_time(REST)
        self.devices.settle()

    def swipe(self, way: float) -> None:
        start = self.x - way / 2
        self.devices.touch_down(start, self.y)
        self.devices.touch_move(start, self.y, 0, dx=way)
        self.devices.pass_time(0.15)
        self.devices.touch_up()
