"""The window in a test language, which reverses and lengthens every sentence: shows text that is
not translated, or that does not fit a phone."""

import shutil

import languages
from accessibility import Node
from app import App
from case import EndToEndCase

MONITOR = (360, 640)


class PseudoLanguage(EndToEndCase):
    def setUp(self) -> None:
        super().setUp()
        binary = self.stage.binary
        prefix = self.stage.directory("prefix")
        (prefix / "bin").mkdir()
        for name in ("tideline", "tideline-window"):
            shutil.copy(binary.with_name(name), prefix / "bin" / name)
        shutil.copytree(binary.parent.parent / "share", prefix / "share")
        languages.install(prefix / "share")
        self.addCleanup(setattr, self.stage, "binary", binary)
        self.stage.binary = prefix / "bin" / "tideline"
        folder = self.stage.directory("locales")
        languages.make_locales(("de_DE",), folder)
        self.env = languages.env("de_DE", folder) | {"LANGUAGE": languages.NAME}
        self.english = languages.sentences()

    def test_every_page_is_translated_and_fits_a_telephone(self) -> None:
        app = self.open_filled(20, env=self.env)
        self.check(app, app.root, "list")
        app.root.find("button", f"Refresh {languages.translate('Refresh').split(' ', 1)[1]}$")
        self.devices.key("Home")
        self.devices.key("Return")
        app.root.find("label", f"{self.maildir.subject(0)}: high water")
        self.devices.settle()
        self.check(app, app.root, "conversation")
        app.activate("back")
        app.activate("welcome")
        self.devices.settle()
        self.check(app, app.root, "welcome")
        app.activate("back")
        window = app.open_preferences(languages.translate("Preferences"))
        self.check(app, window, "preferences")
        self.assertLessEqual(window.extents[2], MONITOR[0], "preferences")
        app.close_preferences()

    def check(self, app: App, place: Node, name: str) -> None:
        self.stage.recorder.save(self.artifacts / f"{self.id()}.{name}.png")
        seen = [seen.name for seen in place.look()]
        left = {text for text in seen for sentence in self.english if sentence.fullmatch(text)}
        self.assertEqual(left, set(), name)
        self.assertTrue(any("ñandú" in text for text in seen), seen)
        self.assertLessEqual(app.root.children[0].extents[2], MONITOR[0], name)
