"""The locks of a refresh, which a test holds in place of another program."""

import fcntl
from typing import IO


def hold_all_leases(lock: IO[bytes]) -> None:
    """Takes the locks of another refresh of all folders: one byte of the file for each folder,
    beginning with the second byte."""
    fcntl.lockf(lock, fcntl.LOCK_EX, 0, 1)
