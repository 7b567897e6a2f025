"""The table of gestures: each has a movement, a place, and an expected effect.

Each kind has ranges, in which a round of `make feel` draws at random; the tests use their
middles. The library's threshold is 100 px after a start slop of 15 px. A deliberate pull is
therefore at least 125 px of a finger, and one that is too short at most 88 px; lengths in
between have no defined effect. A touchpad's unit pulls 2.5 px, and three notches of a wheel
pull 100 px.
"""

import random
from dataclasses import dataclass, fields, replace

TOUCH, TOUCHPAD, WHEEL, MOUSE, KEYBOARD = "touch", "touchpad", "wheel", "mouse", "keyboard"
REFRESH, LOAD, INNER, NOTHING = "refresh", "load", "inner refresh", "nothing"


@dataclass(frozen=True)
class Span:
    least: float
    most: float

    @property
    def middle(self) -> float:
        return (self.least + self.most) / 2

    def draw(self, source: random.Random) -> float:
        # Keeps -0, which stands for the bottom: uniform(-0.0, -0.0) would return 0.
        return source.uniform(self.least, self.most) if self.least < self.most else self.least


@dataclass(frozen=True)
class Kind:
    name: str
    device: str
    effect: str
    # Px of a finger or a mouse, units of a touchpad, notches of a wheel. The way goes down, past
    # the top, unless `up` is set.
    way: Span
    # The time for the whole way; for a wheel from notch to notch; for F5 how long it is held.
    seconds: Span
    up: bool = False
    # The part of the way that the gesture then goes back; for a wheel in notches.
    back: Span = Span(0, 0)
    # The way across, in the same units, to either side.
    across: Span = Span(0, 0)
    # How long a finger rests before it is lifted.
    hold: Span = Span(0.08, 0.2)
    # Whether a second finger taps beside the first one before that is lifted.
    has_second: bool = False
    # The modifier key that is held during the gesture: ctrl, shift or alt.
    modifier: str = ""
    # The content of the window: see GestureList.Content.
    content: str = "long"
    # The distance from the top in px; if negative or -0, from the bottom. Both assume a refresh at
    # the top; a Player mirrors them to other edges.
    place: Span = Span(0, 0)
    # The distance from the inner list's top in px, if there is one.
    inner: Span = Span(0, 0)
    # A key that brings the list from its place to its edge.
    key: str = ""
    # How long the list rests there before the gesture.
    rest: Span = Span(0.32, 0.5)

    @property
    def is_deliberate(self) -> bool:
        return self.effect != NOTHING

    def middle(self) -> "Played":
        return self._drawn(lambda span: span.middle, side=1)

    def draw(self, source: random.Random) -> "Played":
        return self._drawn(lambda span: span.draw(source), side=source.choice((-1, 1)))

    def _drawn(self, draw, side: int) -> "Played":
        drawn = {field.name: draw(getattr(self, field.name)) for field in fields(self)
                 if field.type is Span}
        drawn["across"] *= side
        if self.device == WHEEL:
            drawn["way"], drawn["back"] = round(drawn["way"]), round(drawn["back"])
        return Played(self, **drawn)


@dataclass(frozen=True)
class Played:
    """One gesture of a kind, with its numbers."""

    kind: Kind
    way: float
    seconds: float
    back: float
    across: float
    hold: float
    place: float
    inner: float
    rest: float

    def __str__(self) -> str:
        numbers = ", ".join(f"{field.name} {getattr(self, field.name):.4g}"
                            for field in fields(self) if field.name != "kind")
        return f"{self.kind.name}: {numbers}"


_BOTTOM = Span(-0.0, -0.0)
_MIDDLE = Span(20_000, 60_000)
_AT_ONCE = Span(0.05, 0.12)  # less than the 300 ms of rest, with the gesture's own first step
_AFTER_A_WHILE = Span(0.7, 1.0)
_INSIDE = Span(600, 1200)

# One deliberate gesture of each device; the kinds below differ from it in the given fields.
_finger = Kind("", TOUCH, REFRESH, Span(130, 240), Span(0.25, 0.7))
_fingers = Kind("", TOUCHPAD, REFRESH, Span(55, 140), Span(0.3, 0.9))
_notches = Kind("", WHEEL, REFRESH, Span(3, 6), Span(0.06, 0.25))


def _up(kind: Kind, **changes) -> Kind:
    """The same kind past the bottom."""
    return replace(kind, **{"up": True, "effect": LOAD, "place": _BOTTOM} | changes)


FINGER_KINDS = [
    replace(_finger, name="a finger pulls past the top"),
    _up(_finger, name="a finger pulls past the bottom"),
    replace(_finger, name="a finger pulls fast", seconds=Span(0.12, 0.25)),
    _up(_finger, name="a finger pulls fast past the bottom", seconds=Span(0.12, 0.25)),
    replace(_finger, name="a finger pulls slowly", seconds=Span(1.2, 2)),
    replace(_finger, name="a finger pulls too short", effect=NOTHING, way=Span(30, 88)),
    _up(_finger, name="a finger pulls too short past the bottom", effect=NOTHING,
        way=Span(30, 88)),
    replace(_finger, name="a finger flicks, too short", effect=NOTHING, way=Span(40, 88),
            seconds=Span(0.06, 0.12), hold=Span(0, 0)),
    replace(_finger, name="a finger drags back", effect=NOTHING, back=Span(0.7, 0.95)),
    _up(_finger, name="a finger drags back at the bottom", effect=NOTHING, back=Span(0.7, 0.95)),
    replace(_finger, name="a finger flings to the top", effect=NOTHING, way=Span(180, 260),
            seconds=Span(0.08, 0.15), hold=Span(0, 0), place=Span(300, 500)),
    _up(_finger, name="a finger flings to the bottom", effect=NOTHING, way=Span(180, 260),
        seconds=Span(0.08, 0.15), hold=Span(0, 0), place=Span(-500, -300)),
    replace(_finger, name="a finger creeps past the top", effect=NOTHING, way=Span(240, 300),
            seconds=Span(1.2, 2), place=Span(60, 100)),
    replace(_finger, name="a finger scrolls in the middle", effect=NOTHING, place=_MIDDLE),
    replace(_finger, name="a finger pulls content that fits", content="short"),
    _up(_finger, name="a finger pulls content that fits, up", content="short"),
    replace(_finger, name="a second finger comes", effect=NOTHING, has_second=True),
    replace(_finger, name="a second finger taps on a row", effect=NOTHING, has_second=True,
            content="short"),
    replace(_finger, name="a finger scrolls while rows arrive", effect=NOTHING, content="arriving",
            place=_MIDDLE),
    replace(_finger, name="a finger flings while rows arrive", effect=NOTHING, content="arriving",
            place=_MIDDLE, seconds=Span(0.08, 0.15), hold=Span(0, 0)),
    _up(_finger, name="a finger flings while pages load", effect=NOTHING, content="paging",
        way=Span(180, 260), seconds=Span(0.08, 0.15), hold=Span(0, 0), place=Span(-900, -700)),
    replace(_finger, name="a finger just after Home", effect=NOTHING, key="Home",
            rest=_AT_ONCE),
    replace(_finger, name="a finger a while after Home", key="Home",
            rest=_AFTER_A_WHILE),
    replace(_finger, name="a finger pulls with Ctrl", effect=NOTHING, modifier="ctrl"),
    replace(_finger, name="a finger swipes with drift", effect=NOTHING, way=Span(104, 150),
            across=Span(180, 320), seconds=Span(0.2, 0.5)),
    replace(_finger, name="a finger pulls aslant", way=Span(150, 240), across=Span(40, 75)),
    replace(_finger, name="a finger scrolls an inner list", effect=NOTHING, content="inner",
            inner=_INSIDE),
    replace(_finger, name="a finger at an inner list's top", content="inner"),
    replace(_finger, name="a finger scrolls an attached inner list", effect=NOTHING,
            content="attached", inner=_INSIDE),
    replace(_finger, name="a finger pulls an attached inner list", effect=INNER,
            content="attached"),
]
POINTER_KINDS = [
    replace(_fingers, name="a touchpad pulls past the top"),
    _up(_fingers, name="a touchpad pulls past the bottom"),
    replace(_fingers, name="a touchpad pulls too short", effect=NOTHING, way=Span(10, 32)),
    replace(_fingers, name="a touchpad goes back", effect=NOTHING, back=Span(0.8, 1)),
    replace(_fingers, name="a touchpad scrolls fast to the top", effect=NOTHING,
            way=Span(250, 400), seconds=Span(0.2, 0.3), place=Span(200, 300)),
    replace(_fingers, name="a touchpad creeps past the top", effect=NOTHING, way=Span(150, 220),
            seconds=Span(1.2, 2), place=Span(100, 200)),
    replace(_fingers, name="a touchpad scrolls in the middle", effect=NOTHING, place=_MIDDLE),
    replace(_fingers, name="a touchpad scrolls while rows arrive", effect=NOTHING,
            content="arriving", place=_MIDDLE),
    _up(_fingers, name="a touchpad scrolls while pages load", effect=NOTHING, content="paging",
        place=Span(-900, -700)),
    replace(_fingers, name="a touchpad pulls content that fits", content="short"),
    replace(_fingers, name="a touchpad with Ctrl", effect=NOTHING, modifier="ctrl"),
    replace(_fingers, name="a touchpad with Shift", effect=NOTHING, modifier="shift"),
    replace(_fingers, name="a touchpad swipes with drift", effect=NOTHING, way=Span(45, 60),
            across=Span(80, 140)),
    replace(_fingers, name="a touchpad scrolls an inner list", effect=NOTHING, content="inner",
            inner=_INSIDE),
    replace(_fingers, name="a touchpad pulls an attached inner list", effect=INNER,
            content="attached"),
    replace(_notches, name="a wheel turns past the top"),
    _up(_notches, name="a wheel turns past the bottom"),
    replace(_notches, name="a wheel turns too little", effect=NOTHING, way=Span(1, 2)),
    replace(_notches, name="a wheel turns back", effect=NOTHING, way=Span(3, 4),
            seconds=Span(0.05, 0.11), back=Span(1, 1)),
    replace(_notches, name="notches too far apart", effect=NOTHING, seconds=Span(0.55, 0.7),
            way=Span(3, 4)),
    replace(_notches, name="a wheel scrolls fast to the top", effect=NOTHING, way=Span(9, 14),
            seconds=Span(0.02, 0.04), place=Span(200, 350)),
    replace(_notches, name="a wheel creeps past the top", effect=NOTHING, way=Span(7, 10),
            seconds=Span(0.2, 0.3), place=Span(100, 250)),
    replace(_notches, name="a wheel just after Home", effect=NOTHING, key="Home",
            rest=_AT_ONCE),
    replace(_notches, name="a wheel a while after Home", key="Home",
            rest=_AFTER_A_WHILE),
    _up(_notches, name="a wheel a while after End", key="End",
        rest=_AFTER_A_WHILE),
    replace(_notches, name="a wheel turns while rows arrive", effect=NOTHING, content="arriving",
            place=_MIDDLE),
    replace(_notches, name="a wheel turns content that fits", content="short"),
    replace(_notches, name="a wheel with Ctrl", effect=NOTHING, modifier="ctrl"),
    replace(_notches, name="a wheel with Shift", effect=NOTHING, modifier="shift"),
    replace(_notches, name="a wheel with Alt", effect=NOTHING, modifier="alt"),
    replace(_notches, name="a wheel scrolls an inner list", effect=NOTHING, content="inner",
            inner=_INSIDE),
    replace(_notches, name="a wheel at an inner list's top", content="inner"),
    replace(_notches, name="a wheel turns an attached inner list", effect=INNER,
            content="attached"),
    replace(_finger, name="a mouse drags", device=MOUSE, effect=NOTHING),
    Kind("F5 is held", KEYBOARD, REFRESH, way=Span(0, 0), seconds=Span(0.8, 5)),
]

# Enough kinds to see that mirroring works; `make feel` plays all of them.
_FEW = (
    "a finger pulls past the top", "a finger pulls past the bottom", "a finger pulls too short",
    "a finger drags back", "a finger flings to the top", "a finger swipes with drift",
    "a touchpad pulls past the top", "a touchpad pulls past the bottom", "a touchpad with Shift",
    "a wheel turns past the top", "a wheel turns past the bottom", "a wheel turns too little",
    "a wheel with Shift",
)


def few(kinds: list[Kind]) -> list[Kind]:
    """The kinds that are played at every edge in each run of the tests."""
    return [kind for kind in kinds if kind.name in _FEW]
