"""The scripted server as another client sees it, and the program's tests of its quirks."""

import imaplib
import unittest

from . import (
    messages,
    test_program_connecting,
    test_program_folders,
    test_program_malice,
    test_program_messages,
)
from .case import ServerCase
from .quirks import QUIRKS
from .scripted import PASSWORD, USER, Scripted


class ScriptedTests(ServerCase):
    def test_a_client_sees_what_was_filled_in(self) -> None:
        server = self.serve(Scripted)
        mail = messages.sample(8)
        server.fill(mail)
        with imaplib.IMAP4("localhost", server.port) as client:
            client.login(USER, PASSWORD)
            self.assertEqual(client.select(readonly=True), ("OK", [b"8"]))
            _, found = client.fetch("1:*", "(UID INTERNALDATE RFC822.SIZE BODY.PEEK[])")
            parts = [part for part in found if isinstance(part, tuple)]
            self.assertEqual([part[1] for part in parts], [message.wire for message in mail])
            self.assertIn(b"RFC822.SIZE %d" % len(mail[0].wire), parts[0][0])


class EveryQuirk(unittest.TestCase):
    def test_the_program_is_tried_on_every_quirk(self) -> None:
        tested = {name.removeprefix("test_").replace("_", "-") for case in (
            test_program_connecting.ProgramConnecting, test_program_folders.ProgramFolders,
            test_program_messages.ProgramMessages, test_program_malice.ProgramMalice)
            for name in dir(case) if name.startswith("test_")}
        self.assertEqual(set(QUIRKS) - tested, set())
