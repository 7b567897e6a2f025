"""Tests of an app with its own settings."""

from pathlib import Path

from app import App
from case import EndToEndCase


class ConfiguredCase(EndToEndCase):
    def setUp(self) -> None:
        super().setUp()
        self.config = self.stage.directory("config")

    @property
    def keyfile(self) -> Path:
        return self.config / "glib-2.0" / "settings" / "keyfile"

    def write(self, **settings: str) -> None:
        """Writes settings as GVariant text, as another program may have written them."""
        self.keyfile.parent.mkdir(parents=True)
        lines = [f"{name.replace('_', '-')}={value}" for name, value in settings.items()]
        self.keyfile.write_text("\n".join(["[org/tideline/Tideline]", *lines, ""]))

    @property
    def env(self) -> dict[str, str]:
        """The test's own settings, which are kept after the app ends."""
        return {"XDG_CONFIG_HOME": str(self.config)}

    def open_configured(self, **options) -> App:
        return self.open_filled(env=self.env, **options)
