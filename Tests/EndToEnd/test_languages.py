"""The window and the command line in German and in Simplified Chinese."""

import subprocess
from pathlib import Path
from typing import ClassVar

import languages
from app import App
from case import EndToEndCase
from Servers.processes import PATIENCE


class Languages(EndToEndCase):
    _locales: ClassVar[Path | None] = None

    def env(self, locale: str) -> dict[str, str]:
        if Languages._locales is None:
            Languages._locales = self.stage.directory("locales")
            languages.make_locales(("de_DE", "zh_CN"), Languages._locales)
        return languages.env(locale, Languages._locales)

    def pull_and_refresh(
        self, app: App, pulled: str, armed: str, result: str, *subjects: str,
    ) -> None:
        """Pulls, delivers the mail while the finger is down, and refreshes."""
        x, y = app.middle()
        self.devices.touch_down(x, y)
        try:
            y = self.devices.touch_move(x, y, 60)
            self.assert_named(app, f"{pulled}$", header="pulling")
            self.devices.touch_move(x, y, 90)
            self.assert_named(app, f"{armed}$", header="armed")
            self.stage.recorder.save(self.artifacts / f"{self.id()}.armed.png")
            self.maildir.deliver(*subjects)
        finally:
            self.devices.touch_up()
        self.assert_refreshes(app)
        self.assertIn(result, app.trace.visited("result"))

    def test_german(self) -> None:
        app = self.open_filled(env=self.env("de_DE"))
        app.root.find("button", "Aktualisieren$")
        self.assertRegex(app.row_names()[0], f"^{self.maildir.subject(0)}, von ")
        self.pull_and_refresh(app, "Zum Aktualisieren ziehen", "Zum Aktualisieren loslassen",
                              "1 neue", "Eins")
        app.scroll_to_bottom()
        app.root.find("button", "Mehr laden$")
        self.preferences(app, "Einstellungen", "Aussehen", "Texte beim Aktualisieren")
        with self.part("the command line is English throughout"):
            self.assert_english_command_line()

    def assert_english_command_line(self) -> None:
        """The argument parser has no other language, and one language for all users is better
        than two that change from error to error."""
        loop = self.stage.directory("loop") / "Mail"
        loop.symlink_to(loop)
        for arguments, words in (
            (["list", "/no/such/mailbox"], "There is no mailbox at"),
            (["list", loop], "(Too many levels of symbolic links)"),
            (["list", loop, "--no-such-option"], "Unknown option '--no-such-option'"),
        ):
            done = subprocess.run(
                [self.stage.binary, *arguments],
                env=self.stage.session.env | self.env("de_DE"), capture_output=True, text=True,
                timeout=PATIENCE)
            self.assertIn(words, done.stderr)
            self.assertNotEqual(done.returncode, 0)

    def test_chinese(self) -> None:
        app = self.open_filled(env=self.env("zh_CN"))
        app.root.find("button", "刷新$")
        self.assertRegex(app.row_names()[0], f"^{self.maildir.subject(0)}.*来自 ")
        self.pull_and_refresh(app, "下拉刷新", "松开刷新", "2 封新邮件", "一", "二")
        app.scroll_to_bottom()
        app.root.find("button", "加载更多$")
        self.preferences(app, "首选项", "外观", "刷新时的文字")

    def preferences(self, app: App, title: str, page: str, row: str) -> None:
        window = app.open_preferences(title)
        next(tab for tab in window.find_all("tab") if tab.name == page).act()
        window.find("list", f"{row}$")
        self.stage.recorder.save(self.artifacts / f"{self.id()}.preferences.png")
        app.close_preferences()
