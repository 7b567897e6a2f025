"""Headers made to cost time: each command ends soon, with little memory."""

import json
import resource

from case import RobustnessCase

_SECONDS = 30
_MEMORY = 512 << 20

_JUNK = ("=?u?b? ", "=?utf-8?B?YQ==?= ", "=?x-nobody?Q?a?=b ", "<", "a, ", "\u00e9", "(", ";a=b")
_FIELDS = ("Subject", "From", "To", "References", "In-Reply-To", "Content-Type")


class HeaderTests(RobustnessCase):
    @staticmethod
    def _limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))

    def _run(self, command: str, *options: str):
        outcome = self.tideline.peak(command, self.folder / "mail", *options, prepare=self._limit)
        self.assertEqual(outcome.status, 0, outcome.errors[-500:])
        self.assertLess(outcome.peak, _MEMORY)
        return outcome

    def _deliver(self, number: int, text: bytes) -> None:
        for name in ("cur", "new", "tmp"):
            (self.folder / "mail" / name).mkdir(parents=True, exist_ok=True)
        (self.folder / "mail" / "cur" / f"{number}:2,S").write_bytes(text)

    def test_no_field_takes_long(self) -> None:
        number = 0
        for field in _FIELDS:
            for junk in _JUNK:
                line = (junk * 60_000)[:60_000]
                text = f"{field}: {line}\nMessage-ID: <{number}@mail.example>\n\nText\n"
                self._deliver(number, text.encode())
                number += 1
        listed = json.loads(self._run("list", "--json", "--limit", "100").output)
        self.assertEqual(len(listed["conversations"]), number)

    def test_no_file_name_takes_long(self) -> None:
        parts = "".join(
            f"--b\nContent-Type: application/pdf; name=\"{(junk * 512_000)[:512_000]}\"\n\nx\n"
            for junk in _JUNK)
        head = "Content-Type: multipart/mixed; boundary=b\nMessage-ID: <a@mail.example>\n\n"
        self._deliver(0, f"{head}{parts}--b--\n".encode())
        self._run("list", "--json")
