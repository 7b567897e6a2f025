"""Complaints of programs on their standard error: which ones fail a test, and which are known
faults of GTK."""

import re
from pathlib import Path

_COMPLAINT = re.compile(r"(CRITICAL|WARNING) \*\*|Fatal error|runtime error")
_FILE = Path(__file__).resolve().parents[1] / "known-complaints.txt"


def _known() -> list[tuple[re.Pattern, str]]:
    lines = [line for line in _FILE.read_text().splitlines() if not line.startswith("#")]
    return [(re.compile(pattern), source) for pattern, source in (x.split(" | ") for x in lines)]


KNOWN = _known()


def complaints(messages: str) -> list[str]:
    """The lines that fail a test."""
    return [line for line in messages.splitlines() if _COMPLAINT.search(line)
            and not any(pattern.search(line) for pattern, _ in KNOWN)]


def summary() -> str:
    """The summary for the end of a run."""
    return "\n".join(["GTK’s own complaints, which fail no test:",
                      *(f"- {pattern.pattern} ({source})" for pattern, source in KNOWN)])
