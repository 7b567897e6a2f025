"""Tests of an app with settings of its own."""

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
        """Settings as somebody may have written them by other means, as GVariant text."""
        self.keyfile.parent.mkdir(parents=True)
        lines = [f"{name.replace('_', '-')}={value}" for name, value in settings.items()]
        self.keyfile.write_text("\n".join(["[org/tideline/Tideline]", *lines, ""]))

    @property
    def env(self) -> dict[str, str]:
        """Settings of the test's own, which outlive the app."""
        return {"XDG_CONFIG_HOME": str(self.config)}

    def open_configured(self, **options) -> App:
        return self.open_filled(env=self.env, **options)
