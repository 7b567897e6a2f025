#!/usr/bin/python3
"""Prints random rules of time zones with the last onset up to some time, as python-dateutil finds it:

    onsets.py NUMBER SEED >onsets.txt
"""

import random
import sys
from datetime import datetime, timedelta

from dateutil.rrule import rrulestr

_DAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
_FORM = "%Y%m%dT%H%M%S"


def _some(dice: random.Random, values: list, most: int) -> str:
    return ",".join(str(value) for value in dice.sample(values, dice.randint(1, most)))


def _rule(dice: random.Random) -> str:
    parts = [f"FREQ={dice.choice(['YEARLY', 'YEARLY', 'MONTHLY'])}"]
    by_month = dice.random() < 0.8
    if by_month:
        parts.append("BYMONTH=" + _some(dice, list(range(1, 13)), 2))
    days = dice.choice(["ordinal", "ordinal", "weekday", "month day", "both", "year day", "none"])
    if days == "ordinal":
        most = 4 if by_month or "MONTHLY" in parts[0] else 50
        place = dice.choice([*range(1, most + 1), *range(-most, 0)])
        parts.append(f"BYDAY={place}{dice.choice(_DAYS)}")
    elif days == "weekday":
        parts.append("BYDAY=" + _some(dice, _DAYS, 3))
    elif days == "month day":
        parts.append("BYMONTHDAY=" + _some(dice, [*range(1, 32), *range(-31, 0)], 3))
    elif days == "both":
        first = dice.randint(1, 25)
        parts.append("BYMONTHDAY=" + ",".join(str(first + more) for more in range(7)))
        parts.append(f"BYDAY={dice.choice(_DAYS)}")
    elif days == "year day" and parts[0] == "FREQ=YEARLY" and not by_month:
        parts.append("BYYEARDAY=" + _some(dice, [*range(1, 367), *range(-366, 0)], 2))
    if days in ("weekday", "both", "month day") and dice.random() < 0.3:
        parts.append("BYSETPOS=" + _some(dice, [1, 2, 3, -1, -2], 2))
    if dice.random() < 0.2:
        parts.append(f"INTERVAL={dice.randint(1, 5)}")
    end = dice.random()
    if end < 0.2:
        parts.append(f"COUNT={dice.randint(1, 40)}")
    elif end < 0.4:
        parts.append("UNTIL=" + _time(dice, 1980, 2030).strftime(_FORM))
    dice.shuffle(parts)
    return ";".join(parts)


def _time(dice: random.Random, first: int, last: int) -> datetime:
    seconds = (datetime(last, 1, 1) - datetime(first, 1, 1)).total_seconds()
    return datetime(first, 1, 1) + timedelta(seconds=dice.randrange(0, int(seconds), 1800))


def main() -> None:
    dice = random.Random(int(sys.argv[2]))
    print("# Rules, with the last onset up to a time: onsets.py, python-dateutil.")
    for _ in range(int(sys.argv[1])):
        rule, start, time = _rule(dice), _time(dice, 1970, 2020), _time(dice, 1975, 2035)
        # Otherwise a rule without any onset would be searched for thousands of years.
        bounded = rule if "UNTIL" in rule else f"{rule};UNTIL={time.strftime(_FORM)}"
        onset = rrulestr(bounded, dtstart=start).before(time, inc=True)
        print(rule, start.strftime(_FORM), time.strftime(_FORM),
              onset.strftime(_FORM) if onset else "none")


if __name__ == "__main__":
    main()
