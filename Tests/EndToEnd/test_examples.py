"""The programs of the README, the tutorial and the articles, used as their readers will."""

import unittest

from case import EndToEndCase
from Servers.processes import end
from waiting import exit_status, wait_until


class Example:
    """A running example, as the screen reader sees it."""

    def __init__(self, test: EndToEndCase, name: str) -> None:
        self._stage = stage = test.stage
        binary = stage.binary.parent / name
        if not binary.exists():
            raise unittest.SkipTest(f"{name} is not built")
        self.errors = stage.directory("example") / "stderr.log"
        env = stage.session.program_env | {"G_DEBUG": "fatal-warnings"}
        with self.errors.open("wb") as errors:
            self.process = stage.session.processes.start(name, [str(binary)], env, stderr=errors)
        test.addCleanup(end, self.process)
        self.root = stage.reader.application(self.process.pid)
        wait_until("a window that has the keys", self._is_active, describe=self.root.outline)
        stage.devices.settle()

    def _is_active(self) -> bool:
        return any("active" in window.states for window in self.root.children)

    def names(self) -> list[str]:
        """The texts of all labels, of rows and titles alike, from top to bottom."""
        return [seen.name for seen in self.root.look(items=None)
                if seen.role == "label" and seen.name]

    def wait_for_title(self, title: str) -> None:
        """Waits for a label outside of the list. Reads only a few rows, since the list has many."""
        self.root.find("label", f"{title}$")

    def wait_for(self, wanted: str, condition) -> None:
        wait_until(wanted, lambda: condition(self.names()), describe=self.messages_and_tree)

    def messages_and_tree(self) -> str:
        return f"{self.errors.read_text()}\n{self.root.outline()}"

    def scroll_to_end(self) -> None:
        """Scrolls by the vertical scroll bar's range, as assistive technology does."""
        ranges = [child for bar in self.root.find_all("scroll bar") for child in bar.children]
        for node in ranges:
            if node.extents[3] > node.extents[2]:
                node.value = node.maximum

    def close(self) -> int:
        self._stage.devices.key("alt+F4")
        return exit_status(self.process)


class Examples(EndToEndCase):
    def test_the_ten_lines_fill_themselves_refresh_and_load_more(self) -> None:
        example = Example(self, "TenLines")
        rows = lambda names: sum(name.startswith("Row ") for name in names)
        example.wait_for("the first rows", lambda names: rows(names) >= 20)
        self.devices.key("F5")
        example.wait_for("a row on top", lambda names: "Just in" in names[:3])
        before = rows(example.names())
        self._scroll_until(example, lambda names: rows(names) > before)
        self.assertEqual(example.close(), 0, example.errors.read_text())

    def test_the_tutorials_list_refreshes_fails_and_ends(self) -> None:
        example = Example(self, "Messages")
        example.wait_for("the first rows", lambda names: "Message 100" in names)
        for newest in ("Message 102", "Message 104"):
            self.devices.key("F5")
            example.wait_for_title("2 new")
            example.wait_for("the new rows", lambda names: newest in names)
            self._wait_for_rest(example)
        self.devices.key("F5")
        example.wait_for_title("Failed: The server is not there")
        self._scroll_until(example, lambda names: "No more messages" in names)
        self.assertEqual(example.close(), 0, example.errors.read_text())

    def test_the_feed_reader_shows_its_own_header_fails_and_ends(self) -> None:
        example = Example(self, "Feed")
        example.wait_for("the first page", lambda names: "文章 10" in names)
        self.devices.key("F5")
        example.wait_for("the header's own words", lambda names: "正在刷新…" in names)
        example.wait_for("the news", lambda names: "新闻 2" in names)
        self._scroll_until(example, lambda names: "加载失败：网络已断开" in names)
        example.root.find("button", "重试").act()
        self._scroll_until(example, lambda names: "没有更多文章了" in names)
        self.assertEqual(example.close(), 0, example.errors.read_text())

    def _wait_for_rest(self, example: Example) -> None:
        """Waits until the header is closed again."""
        example.wait_for("the closed header", lambda names: "2 new" not in names)

    def _scroll_until(self, example: Example, condition) -> None:
        """Scrolls to the end repeatedly, until the condition holds: at the end more is loaded."""
        def reached() -> bool:
            if condition(example.names()):
                return True
            example.scroll_to_end()
            return False
        wait_until("what comes at the end", reached, example.messages_and_tree)
