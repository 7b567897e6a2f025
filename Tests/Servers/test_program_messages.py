"""The program on a server with quirks in its messages. A test is named after its quirk."""

import json
import unittest

from . import messages
from .case import each
from .program_case import MIDDLE, NEWEST, ProgramCase, SideBySide, conversations, read, rows


@each("assert_skipped", {
    "fetch-missing-uid": "the server has not sent it",
    "no-unavailable-for-one": "A message could not be read",
    "no-serverbug-for-one": "A message could not be read"})
@each("assert_all_shown", ["no-to-bodystructure"], bad=[NEWEST])
@each("assert_all_shown", [
    "bodystructure-empty-multipart", "empty-multipart-nil", "texts-as-files", "files-as-texts",
    "inline-without-list", "unescaped-quotes", "wrong-sizes", "float-numbers", "modseq-minus-one",
    "preview-nil", "quoted-section-names", "other-header-names",
    "space-before-body", "out-of-order", "unknown-untagged", "bare-lf"])
@each("assert_listed_with_each_search", ["search-in-lines"])
class ProgramMessages(ProgramCase):
    def assert_skipped(self, quirk: str, reason: str) -> None:
        """Checks that one message is left out, with a remark, and all others are shown, now and
        later."""
        self.start(quirk, bad=[MIDDLE])
        self.assert_listed(MIDDLE)
        self.assertEqual(self.said, f"tideline: skipped “INBOX” ({reason})\n")
        self.assertLess(len(self.server.commands()), 25)
        self.change()
        self.server.forget()
        self.assert_listed(MIDDLE)
        self.assertLess(len(self.server.commands()), 25)
        self.server.quirks.clear()
        self.assert_listed()
        self.assertEqual(self.said, "")

    def test_no_unavailable_for_all(self) -> None:
        """A server that refuses every message is not asked for each."""
        self.start("no-unavailable-for-one", count=100, bad=range(1, 101))
        self.assertEqual(self.listed(status=1), [])
        self.assertIn("refused a request (FETCH: A message could not be read)", self.said)
        self.assertLess(len(self.server.commands()), 80)

    def test_body_without_value(self) -> None:
        """A message whose data never comes has a row that says so."""
        self.start("body-without-value", bad=[MIDDLE])
        listed = self.listed()
        said = [row for row in listed
                if row["snippet"] == "The server does not send this message."]
        self.assertEqual(len(said), 1)
        self.assert_rows([row for row in listed if row not in said], rows(self.stored(MIDDLE)))
        self.assertEqual(self.said, "")
        self.assertLess(len(self.server.commands()), 25)

    def test_nil_body(self) -> None:
        """A message whose text the server does not send has the snippet of the message before it,
        and is the only one that cannot be read."""
        self.start("nil-body", bad=[NEWEST])
        expected = rows(self.stored())
        words = " ".join(read(self.server.inbox[NEWEST - 1])["text"].split())
        expected[0] |= {"snippet": words[:len(expected[0]["snippet"])]}
        self.assert_rows(self.listed(), expected)
        *others, last = self.shown()
        self.assertEqual(others, [read(self.server.inbox[uid]) for uid in (NEWEST - 2, NEWEST - 1)])
        self.assertIsNone(last["text"])
        self.assertIn("no longer in “INBOX”", last["error"])
        self.server.quirks.clear()
        self.assert_read()

    def test_out_of_order_without_tagged_searches(self) -> None:
        self.assert_all_shown("out-of-order", without=["ESEARCH", "CONDSTORE", "QRESYNC"])

    def assert_listed_with_each_search(self, quirk: str) -> None:
        for without in ([], ["ESEARCH"], ["ESEARCH", "CONDSTORE", "QRESYNC"]):
            with self.subTest(without=without):
                self.start(quirk, count=150, without=without)
                self.assert_listed(store=f"without {without}")
                self.change()
                self.assert_listed(store=f"without {without}")
                self.assertEqual(self.said, "")

    def test_malformed_search(self) -> None:
        for without in ([], ["ESEARCH"], ["ESEARCH", "QRESYNC"],
                        ["ESEARCH", "CONDSTORE", "QRESYNC"]):
            with self.subTest(without=without):
                self.start("malformed-search", count=150, without=without)
                self.assert_listed(store=f"without {without}")
                self.server.inbox.add(messages.sample(151, 1_800_000_000)[-1])
                self.assert_listed(store=f"without {without}")

    def test_split_fetch(self) -> None:
        self.assert_all_shown("split-fetch")
        self.server.inbox.set_flags(NEWEST)
        self.assert_listed()

    def test_unasked_fetch(self) -> None:
        """The server sends data of the first message unasked: its flags are taken, but its text is
        not shown."""
        self.start("unasked-fetch")
        self.server.inbox.set_flags(1)
        self.server.inbox.set_flags(1, "\\Seen")
        self.assert_listed()
        self.assert_read()
        self.change()
        self.assert_listed()

    def test_what_is_marked_for_deletion(self) -> None:
        """A message marked for deletion is shown as such, is not unread, and a filter hides it."""
        self.start()
        self.server.inbox.set_flags(NEWEST, "\\Deleted")
        self.server.inbox.set_flags(1, "\\Deleted")
        listed = self.listed()
        marked = [row["deleted"] for row in listed]
        self.assertEqual(marked, [len(conversation) == 1 and conversation[0].uid in (1, NEWEST)
                                  for conversation in conversations(self.stored())])
        self.assertEqual(sum(row["unread"] for row in listed), sum(
            not {"\\Seen", "\\Deleted"} & stored.flags for stored in self.stored()))
        left = self.run_tideline("list", self.url, "--json", "--without-deleted").stdout
        self.assertEqual([row["deleted"] for row in json.loads(left)["conversations"]],
                         [False] * marked.count(False))


def load_tests(_: unittest.TestLoader, tests: unittest.TestSuite, __: str) -> unittest.TestSuite:
    return SideBySide([tests])
