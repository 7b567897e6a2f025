"""Every page of the gallery: named controls, its own code, and a few of them pulled."""

import subprocess

from app import REST
from case import EndToEndCase
from gallery import CONTROLS, Gallery
from looking import Seen
from Servers.processes import PATIENCE
from waiting import wait_until

_TABLES = {"table", "tree grid", "tree table"}


class GalleryTest(EndToEndCase):
    def test_every_page_shows_its_code_and_names_its_controls(self) -> None:
        gallery = self.open_gallery()
        headings = {"Indicators", "Looks", "Refreshing", "Loading more", "Edges and devices",
                    "Any widget"}
        pages = [title for title in gallery.titles if title not in headings]
        self.assertGreater(len(pages), 25)
        for title in pages:
            gallery.open_page(title)
            # Waits, because GTK 4.18 names a button after its label only once the label is on the
            # screen.
            wait_until(f"a name for each control of {title}", lambda: not _nameless(gallery.shown()),
                       describe=lambda: _nameless(gallery.shown()))
            code = gallery.named("Code", role="text box")
            self.assertRegex(code.text, "refreshable|loadsMore", title)
        with self.part("an unknown page is refused"):
            binary = self.stage.binary.with_name("Gallery")
            done = subprocess.run([binary, "--page", "nonsense"], capture_output=True, text=True,
                                  timeout=PATIENCE)
            self.assertEqual(done.returncode, 64)
            self.assertIn("There is no page nonsense", done.stderr)
            self.assertEqual(done.stdout, "")

    def test_a_chat_loads_at_both_ends_and_what_is_read_stays(self) -> None:
        gallery = self.open_gallery("--page", "both-ends")

        def fling(way: int) -> None:
            # Uses a finger here, too: a session whose pointer has moved may lose touches.
            self.devices.touch_pull(*gallery.middle_of("Messages"), way, 0.2, hold=0)

        self.devices.tap(*gallery.middle_of("Messages"))  # It gets the keys.
        for way, button, title, next_to_it, read in (
            (150, "Load Earlier", "Release to load earlier", 80, 81),
            (-150, "Load More", "Release to load more", 121, 120),
        ):
            self.devices.key("Home" if way > 0 else "End")
            # This row opens at the edge, and moves the messages.
            gallery.named(button, role="button")
            place = wait_until(f"message {read} to rest", lambda: gallery.resting_place(read))
            self.devices.touch_move(*self.touch(gallery, "Messages"), way)
            gallery.named(title)
            self.devices.touch_up()
            wait_until(f"message {next_to_it}", lambda: next_to_it in gallery.chat(),
                       describe=lambda: sorted(gallery.chat()))
            wait_until(f"message {read} at {place}",
                       lambda: abs((gallery.resting_place(read) or 0) - place) <= 1,
                       describe=lambda: gallery.chat()[read])
        for way, number in ((300, 61), (-300, 140)):
            wait_until(f"message {number}", lambda: number in gallery.chat() or fling(way),
                       describe=lambda: sorted(gallery.chat()))

    def test_every_kind_of_view_is_pulled_and_refreshed_by_code_and_keys(self) -> None:
        gallery = self.open_gallery("--page", "titles")
        with self.part("a page says what its code says"):
            code = gallery.code()
            x, y = self.touch(gallery, "Rows")
            y = self.devices.touch_move(x, y, 60)
            self.assert_says(gallery, code, "Pull for the tide")
            self.devices.touch_move(x, y, 90)
            self.assert_says(gallery, code, "Let go, the tide turns")
            self.devices.touch_up()
            self.assert_says(gallery, code, "The tide comes in…")
        with self.part("every kind of view is pulled"):
            for title, view, seen in (
                ("Grid view", "Rows", "New row 3"), ("Column view", "Rows", "New row 3"),
                ("List box", "Rows", "A new row"), ("Viewport", "Row 7", "A new row"),
                ("Short content", "Rows", "New row 3"), ("Guest", "Rows", "Refreshing…"),
            ):
                gallery.open_page(title)
                x, y = self.touch(gallery, view)
                self.devices.touch_move(x, y, 150)
                gallery.named("Release to refresh")
                self.devices.touch_up()
                gallery.named(seen)
        with self.part("a text view is pulled, too"):
            gallery.open_page("Text view")
            x, y = self.touch(gallery, "Log")
            self.devices.touch_move(x, y, 150)
            gallery.named("Release to refresh")
            self.devices.touch_up()
            log = gallery.named("Log")
            wait_until("a new line", lambda: log.text.startswith("A new line\nLine 1"))
        with self.part("an own header takes the place of the usual one"):
            gallery.open_page("Own header")
            x, y = self.touch(gallery, "Rows")
            self.devices.touch_move(x, y, 65)
            bar = gallery.named("Pull", role="progress bar")

            def rests_in_the_middle() -> bool:
                before = bar.value
                self.devices.settle()
                return 0.3 < before < 0.7 and bar.value == before
            wait_until("the bar about half full", rests_in_the_middle, describe=lambda: bar.value)
            self.devices.touch_up()
        with self.part("the flag and the row follow each other"):
            gallery.open_page("Flag")
            flag = gallery.named("Refreshing", role="switch")
            flag.act()
            gallery.named("Refreshing…")
            flag.act()
            gallery.named("Up to date")
            self.devices.key("F5")
            wait_until("the switch to be on", lambda: "checked" in flag.states)
        with self.part("a button outside the list finds its refresh"):
            gallery.open_page("Environment")
            button, offers = gallery.named("Refresh"), gallery.named("Offer refresh", role="switch")
            wait_until("an enabled button", lambda: "sensitive" in button.states)
            offers.act()
            wait_until("a disabled button", lambda: "sensitive" not in button.states)
            offers.act()
            wait_until("an enabled button", lambda: "sensitive" in button.states)
            button.act()
            gallery.named("Refreshing…")
            gallery.named("3 new")
        with self.part("code that calls back ends by itself"):
            gallery.open_page("Callback")
            self.devices.settle()
            self.devices.key("F5")
            gallery.named("New row 1")
            self.devices.settle()
            # A second refresh can begin only after the first one has ended.
            wait_until("a second refresh", lambda: self.devices.key("F5") or gallery.has("New row 2"))
        with self.part("what takes long says so, and is canceled by Escape"):
            gallery.open_page("Cancel")
            self.devices.settle()
            self.devices.key("F5")
            gallery.named("Still refreshing…")
            self.devices.key("Escape")
            gallery.wait_until_gone("Still refreshing…")

    def touch(self, gallery: Gallery, name: str) -> tuple[float, float]:
        """Puts a finger on an object, when the page rests."""
        gallery.named(name)
        self.devices.pass_time(REST)
        x, y = gallery.middle_of(name)
        self.devices.settle()
        self.devices.touch_down(x, y)
        return x, y

    def assert_says(self, gallery: Gallery, code: str, title: str) -> None:
        self.assertIn(f'"{title}"', code)
        gallery.named(title)


def _nameless(shown: list[Seen]) -> list[str]:
    """The roles of the controls without a name. A column view's rows are an inner list of the
    table, which has the name."""
    rows = {id(child) for table in shown if table.name and table.role in _TABLES
            for child in table.walk() if child.role == "list"}
    return [seen.role for seen in shown
            if seen.role in CONTROLS and not seen.name and id(seen) not in rows]
