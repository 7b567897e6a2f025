#!/usr/bin/python3
"""Shows the features of Tideline without a screen: real touch in a headless GNOME, and a
picture for each step.

    demo.py [--binary TIDELINE] [--output DIRECTORY] [--only NAME…]

Prints a line for each step, and exits with 1 when the app does not do what it should.
"""

import argparse
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent))

import demo_mail  # noqa: E402
from demo_inboxes import Inboxes  # noqa: E402
from demo_languages import Languages  # noqa: E402
from demo_pages import Accounts, Pages, Pictures, Preferences  # noqa: E402
from demo_panes import Medium, Narrow, Wide  # noqa: E402
from demo_pull import Pull  # noqa: E402
from stage import Stage  # noqa: E402

# The monitors, which the window fills: a desktop, an upright tablet, a phone.
_SIZES = {"wide": (1280, 800), "medium": (800, 600), "narrow": (360, 640)}
_SHORT = "short"  # the main part, on a phone


def _play(stage: Stage, output: Path, size: str) -> None:
    mailbox = demo_mail.make(stage)
    if size == _SHORT:
        return Pull(stage, output, "pull").play_shortly(mailbox)
    {"wide": Wide, "medium": Medium, "narrow": Narrow}[size](stage, output, size).play(mailbox)
    if size != "medium":
        Preferences(stage, output, size).play(mailbox)
        Languages(stage, output, size).play(mailbox, all_pages=size == "narrow")
    Pages(stage, output, size).play(dark=size == "medium")
    Accounts(stage, output, size).play()
    Inboxes(stage, output, size).play(mailbox)
    Pictures(stage, output, size).play()
    if size == "narrow":
        Pull(stage, output, "pull").play(mailbox)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=Path, help="the tideline to show")
    parser.add_argument("--output", type=Path, default=Path("demo"), help="(default: %(default)s)")
    parser.add_argument("--only", nargs="+", choices=[*_SIZES, _SHORT], default=list(_SIZES),
                        metavar="SIZE", help=f"of {', '.join(_SIZES)} (default: all), or {_SHORT}")
    options = parser.parse_args()
    for size in options.only:
        monitor = _SIZES.get(size, _SIZES["narrow"])
        with Stage(options.binary and options.binary.resolve(), monitor) as stage:
            try:
                _play(stage, options.output, size)
            except AssertionError as error:
                picture = stage.recorder.save(options.output / "failure.png")
                print(f"The demo failed: {error}\nSee {picture}", file=sys.stderr)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
