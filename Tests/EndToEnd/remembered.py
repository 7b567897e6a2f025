"""The remembered state of a window, written before its start."""

import json
from pathlib import Path
from typing import Iterable

ALL_INBOXES = "tideline:inboxes"


def file(state: Path, store: Path | None) -> Path:
    """The file with the state of the windows. For a program with its own store, its name ends in
    the FNV-1a of the store's path."""
    if store is None:
        return state / "tideline" / "windows.json"
    number = 0xcbf29ce484222325
    for byte in str(store).encode():
        number = (number ^ byte) * 0x100000001b3 % 2**64
    return state / "tideline" / f"Store{number:x}.json"


def remember(state: Path, store: Path | None, accounts: Iterable[object], last: object) -> None:
    """Writes the accounts of the sidebar, and the mailbox that the next start opens."""
    path = file(state, store)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({
        "last": str(last),
        "accounts": [{"path": str(path), "title": Path(str(path)).name} for path in accounts]}))
