#!/usr/bin/python3
"""Runs the guests in C that scripts/build-guests --asan has built: `make test-asan`.

A release build of the library refuses errors with a warning, and the program continues.
AddressSanitizer ends a program that reads invalid memory, and reports leaks.
"""

import os
import subprocess
import sys
from pathlib import Path

from wrong_arguments import CASES, UNUSUAL

_PATIENCE = 600  # seconds, which only something that hangs takes

_ROOT = Path(__file__).resolve().parents[2]


def run(program: Path, *arguments: str, finds_leaks: bool) -> subprocess.CompletedProcess:
    env = os.environ | {
        "ASAN_OPTIONS": f"detect_leaks={int(finds_leaks)}:fast_unwind_on_malloc=0",
        "LSAN_OPTIONS": f"suppressions={_ROOT}/Tests/asan.supp:print_suppressions=0",
        # GLib's own allocator would hide freed memory.
        "G_SLICE": "always-malloc", "GDK_DEBUG": "gl-disable"}
    return subprocess.run([program, *arguments], env=env, text=True, capture_output=True,
                          timeout=_PATIENCE)


def main() -> int:
    folder = Path(sys.argv[1])
    failed = []
    for case, sentence in CASES.items():
        # Each case exits while its window lives, so leaks are expected.
        done = run(folder / "wrong_arguments", case, finds_leaks=False)
        if (done.returncode, done.stdout) != (0, "refused\n") or sentence not in done.stderr:
            failed.append((f"wrong_arguments {case}", done))
    for case, words in UNUSUAL.items():
        done = run(folder / "unusual", case, finds_leaks=False)
        if (done.returncode, done.stdout) != (0, "good\n") or words not in done.stderr:
            failed.append((f"unusual {case}", done))
    done = run(folder / "by_code", finds_leaks=True)
    if (done.returncode, done.stdout) != (0, "done\n"):
        failed.append(("by_code", done))
    for name, done in failed:
        print(f"{name}: exit status {done.returncode}\n{done.stdout}{done.stderr}", file=sys.stderr)
    print(f"{len(CASES) + len(UNUSUAL) + 1 - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
