"""All expected differences between versions of GTK, each with its reason. A test without such a
difference checks only what is true in all versions.
"""

import ctypes
from typing import NamedTuple

_gtk = ctypes.CDLL("libgtk-4.so.1")
GTK = (_gtk.gtk_get_major_version(), _gtk.gtk_get_minor_version())


class Difference(NamedTuple):
    since: tuple[int, int]  # the oldest GTK that is known to have it
    reason: str

    @property
    def is_here(self) -> bool:
        return GTK >= self.since


SHOWN_PAGES = Difference(
    (4, 18), "each page of Preferences is a tab panel, and what is not shown has left the tree")
ONE_GL_RENDERER = Difference(
    (4, 18), "GSK_RENDERER=gl is gone; its successor is called ngl")
PLACES_WITHOUT_PADDING = Difference(
    (4, 18), "the accessible place of a widget leaves out the padding of those that it lies in")
ALL = (SHOWN_PAGES, ONE_GL_RENDERER, PLACES_WITHOUT_PADDING)


def summary() -> str:
    """The summary for the end of a run; scripts/step shows its lines, which begin with “note: ”."""
    lines = [f"GTK {GTK[0]}.{GTK[1]}; what is expected of some versions only:"]
    for difference in ALL:
        sign = "since" if difference.is_here else "not before"
        lines.append(f"- {sign} {difference.since[0]}.{difference.since[1]}: {difference.reason}")
    return "\n".join(f"note: {line}" for line in lines)
