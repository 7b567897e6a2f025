"""The program on a server with quirks in its folders. A test is named after its quirk."""

import json
import unittest

from .case import each
from .program_case import COUNT, ProgramCase, SideBySide


@each("assert_all_shown", [
    "no-exists", "no-uidnext", "uidvalidity-zero", "codes-without-ok", "uids-newest-first",
    "no-descending-sets"])
class ProgramFolders(ProgramCase):
    def folders(self) -> list[str]:
        done = self.run_tideline("folders", self.url, "--json")
        self.said = done.stderr
        return [json.loads(line)["name"] for line in done.stdout.splitlines()]

    def test_bad_to_special_use(self) -> None:
        self.assert_all_shown("bad-to-special-use")
        self.assertEqual(self.folders(), ["INBOX"])

    def test_list_without_inbox(self) -> None:
        self.start("list-without-inbox")
        self.server.add_folder("Work")
        self.assert_listed()
        self.assertEqual(self.folders(), ["INBOX", "Work"])

    def test_status_breaks_at_50(self) -> None:
        """On a server with LIST-STATUS, and on one without it."""
        for without in ([], ["LIST-STATUS"]):
            self.start("status-breaks-at-50", without=without)
            names = [f"Folder {number:03}" for number in range(120)]
            for name in names:
                self.server.add_folder(name)
            self.assert_listed(store=f"without {without}")
            self.assertEqual(self.said, "")
            self.assertEqual(self.server.connections, 1)
            self.assertEqual(self.folders(), ["INBOX", *names])

    def test_very_many_folders(self) -> None:
        """A limit on the number of folders protects the memory. The inbox is listed even if the
        server sends it last."""
        self.start()
        inbox = self.server.folders.pop("INBOX")
        for number in range(10_010):
            self.server.add_folder(f"Folder {number:05}")
        self.server.folders["INBOX"] = inbox
        self.assert_listed()
        self.assertIn("lists only a part of “localhost” (of more than 10000 folders", self.said)
        self.assertEqual(self.folders(), ["INBOX", *(f"Folder {n:05}" for n in range(10_000))])

    def test_highestmodseq_without_text(self) -> None:
        self.assert_all_shown("highestmodseq-without-text")
        self.assertNotIn("FLAGS) (", " ".join(c.text for c in self.server.commands("UID FETCH")))

    def test_unquoted_bracket_in_flags(self) -> None:
        """The bracket is in the flags that a folder allows, and in those of a message."""
        self.start("unquoted-bracket-in-flags")
        self.server.inbox.set_flags(COUNT, "Junk]Mail", "\\Flagged")
        self.assert_listed()
        self.server.inbox.set_flags(COUNT, "Junk]Mail", "\\Seen")
        self.assert_listed()

    def test_messagelimit(self) -> None:
        """A folder is still read to its end, and no message counts as removed."""
        self.start("messagelimit", count=150, message_limit=40)
        self.assert_listed()
        self.assertEqual(self.said, "")
        self.change()
        self.assert_listed()

    def test_messagelimit_without_counts_of_changes(self) -> None:
        """Removed messages are found; flags are compared only for the newest."""
        self.start("messagelimit", count=150, without=["CONDSTORE", "QRESYNC", "ESEARCH"])
        self.assert_listed()
        self.server.inbox.expunge(4, 130)
        self.server.inbox.set_flags(149, "\\Flagged")
        self.assert_listed()
        self.assertEqual(self.said, "")

    def test_folder_in_part(self) -> None:
        self.start("folder-in-part", message_limit=9)
        hidden = range(1, COUNT - 9 + 1)
        self.assert_listed(*hidden)
        self.assertIn("lists only a part of “INBOX” (its server gives only the newest 9 messages",
                      self.said)
        self.assertEqual(self.said.count("\n"), 1)
        self.run_tideline("refresh", self.url)
        self.assert_listed(*hidden)

    def test_uids_newest_first_in_a_long_folder(self) -> None:
        self.start("uids-newest-first", count=250)
        self.assert_listed()


def load_tests(_: unittest.TestLoader, tests: unittest.TestSuite, __: str) -> unittest.TestSuite:
    return SideBySide([tests])
