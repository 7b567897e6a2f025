"""The program on a server that sends too much, too little, or dies. A test is named after its
quirk."""

import unittest

from .case import each
from .program_case import ProgramCase, SideBySide


@each("assert_given_up", {
    "endless-line": "(a line of more than 4194304 bytes)",
    "endless-lines": "(more than 67108864 bytes for one answer)",
    "endless-remarks": "(more than 10000 lines for one answer)",
    "literal-too-big": "(4294967295 bytes where at most 1048576 were expected)",
    "literal-longer-than-asked": "(2097152 bytes where at most 1048576 were expected)",
    "silence": "The server “localhost” did not answer within 30 s",
    "hangs-up": "The connection to “localhost” was lost"})
@each("assert_said_once", {
    "long-refusal": "refused the login (it gives a reason that is not shown)",
    "long-farewell": "was lost (it gives a reason that is not shown)"})
@each("assert_all_shown", ["deep-nesting"])
class ProgramMalice(ProgramCase):
    def assert_given_up(self, quirk: str, sentence: str) -> None:
        """Checks that the program gives up with a sentence; stored mail is listed, and the next
        refresh completes it."""
        self.start()
        self.assert_listed()
        self.server.quirks.add(quirk)
        before = self.rows
        self.change()
        self.listed(status=1)
        self.assertEqual(self.rows, before)
        self.assertIn(sentence, self.said)
        self.server.quirks.clear()
        self.assert_listed()

    def assert_said_once(self, quirk: str, sentence: str) -> None:
        """Checks that a long message of the server makes a short sentence, which is shown once."""
        self.start(quirk, misbehaves_at="LOGIN", without=["AUTH=PLAIN"])
        for words in (["list", self.url], ["list", self.url, "--json"], ["refresh", self.url],
                      ["account", "check", self.url]):
            said = self.run_tideline(*words, status=1).stderr
            self.assertEqual(said.count(sentence), 1, said[:2000])
            self.assertLess(len(said), 1000)
        self.assertLess(len(self.run_tideline("list", self.url, "--verbose", status=1).stderr), 9000)

    def test_a_message_that_is_too_big(self) -> None:
        self.start()
        self.assert_listed()
        self.server.quirks.add("literal-too-big")
        for message in self.shown(status=1):
            self.assertIsNone(message["text"])
            self.assertIn("makes no sense (4294967295 bytes where at most", message["error"])
        self.server.quirks.clear()
        self.assert_read()

    def test_one_byte_a_second(self) -> None:
        """The bytes come singly, but faster than one a second: the answer is still read. Other
        tests check the slowest allowed speed, with a clock that they set."""
        self.assert_all_shown("one-byte-a-second", drip=0.0002)


class ProgramCut(ProgramCase):
    """The connection ends after a number of bytes, anywhere in the first reading and in a
    refresh."""

    CUTS = 8

    def assert_healed(self, quarter: int) -> None:
        self.start()
        self.listed(store="whole")
        whole = self.server.sent
        for number in range(self.CUTS):
            cut = 1 + whole * (quarter * self.CUTS + number) // (4 * self.CUTS)
            with self.subTest(bytes=cut, of=whole):
                self.start(cut_after=cut)
                store = f"cut at {cut}"
                for _ in range(2):
                    self.listed(status=None, store=store)
                    self.assertTrue(self.status == 0 or self.said.startswith("tideline: "))
                    self.change()
                self.server.cut_after = None
                self.assert_listed(store=store)

    def test_in_the_first_quarter(self) -> None:
        self.assert_healed(0)

    def test_in_the_second_quarter(self) -> None:
        self.assert_healed(1)

    def test_in_the_third_quarter(self) -> None:
        self.assert_healed(2)

    def test_in_the_last_quarter(self) -> None:
        self.assert_healed(3)


def load_tests(_: unittest.TestLoader, tests: unittest.TestSuite, __: str) -> unittest.TestSuite:
    return SideBySide([tests])
