"""The sources of a password, and the places that it must never reach."""

import base64
import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

from Servers.processes import PATIENCE, end

from .account_case import PASSWORD, USER, ScriptedCase
from .keyring import Keyring, SilentKeyring


class Sources(ScriptedCase):
    def test_without_a_keyring_it_is_asked_for_once_each_time(self) -> None:
        added = self.add("--name", "Tide")
        self.assertIn("Its password was not stored.", added.stdout)
        self.assertIn("The keyring does not answer", added.stderr)
        self.assertIn("TIDELINE_PASSWORD_FILE", added.stderr)
        self.logins()
        for typed, status, seen in (("wrong", 1, b"refused the login"), (PASSWORD, 0, b"Tide 3")):
            terminal = self.terminal("list", "Tide")
            terminal.wait_for("Password for")
            self.assertNotIn(b"keyring", terminal.seen)
            terminal.type(typed + "\n")
            self.assertEqual(terminal.wait(), status, terminal.seen)
            self.assertEqual(terminal.seen.count(b"Password for"), 1)
            self.assertEqual(terminal.seen.count(seen), 1)
            self.assertEqual(self.logins(), 1)

    def test_it_comes_from_a_pipe_and_the_dialogue_reads_like_imap_without_mail(self) -> None:
        reading, writing = os.pipe()
        with os.fdopen(writing, "w") as pipe:
            pipe.write(PASSWORD + "\n")
        done = self.run_tideline("list", self.url, "--verbose", pass_fds=[reading],
                                 env={"TIDELINE_PASSWORD_FILE": f"/dev/fd/{reading}"})
        os.close(reading)
        text = done.stderr
        for line in text.splitlines():
            self.assertRegex(line, r"^imap: \d+ ms [<>-] ")
        for words in ("> T1 AUTHENTICATE PLAIN …", "< * OK [CAPABILITY AUTH=",
                      "[UIDVALIDITY ", "* 6 EXISTS", "FETCH UID 6", "BODY[HEADER.FIELDS] with "):
            self.assertIn(words, text)
        for mail in ("High water", "Subject", "Optional(", "Capabilities("):
            self.assertNotIn(mail, text)

    def test_a_keyring_that_is_locked_gone_or_silent_keeps_the_account(self) -> None:
        with Keyring(self.home) as self.bus:
            self.add("--name", "Tide")
            self.bus.lock()
            done = self.run_tideline("list", "Tide", status=1)
            self.assertIn("the keyring is locked", done.stderr)
            refused = self.run_tideline("account", "remove", "Tide", status=1)
            self.assertIn("The keyring is locked. Nothing was removed. Unlock", refused.stderr)
            again = self.add()
            self.assertIn("Its password was not stored.", again.stdout)
            self.assertIn("Unlock it and add the account again", again.stderr)
        self.bus = None
        done = self.run_tideline("list", "Tide", status=1)
        self.assertIn("the keyring does not answer", done.stderr)
        terminal = self.terminal("list", "Tide")
        terminal.wait_for("The keyring does not answer")
        terminal.wait_for("Password for")
        with SilentKeyring(self.home) as self.bus:
            self.assert_given_up_by_ctrl_c("list", "Tide")
        self.bus = None
        refused = self.run_tideline("account", "remove", "Tide", status=1)
        self.assertIn("--keep-password", refused.stderr)
        self.assertEqual(len(self.accounts()), 1)
        self.run_tideline("account", "remove", "Tide", "--keep-password")
        self.assertEqual(self.accounts(), [])

    def assert_given_up_by_ctrl_c(self, *words: str) -> None:
        """Checks that a command that waits for the keyring ends before D-Bus gives up itself."""
        process = subprocess.Popen(self.command(words), env=self.env, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, start_new_session=True)
        self.addCleanup(end, process)
        self.bus.wait_for_call()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual((process.returncode, errors), (-signal.SIGINT, b""))

    def test_one_that_cannot_be_used_is_named_with_the_way_out(self) -> None:
        file = self.home / "password"
        for password, mode, words in ((None, 0, "No such file"), ("", 0o600, "is empty"),
                                      (PASSWORD, 0o640, "can be read by others; chmod 600")):
            if password is not None:
                self.password_file(password, mode)
            errors = self.run_tideline("list", self.url, status=1,
                                       env={"TIDELINE_PASSWORD_FILE": str(file)}).stderr
            self.assertIn(words, errors)
            self.assertIn(str(file), errors)
        errors = self.run_tideline("list", self.url, status=1).stderr
        for words in ("“localhost”", "no terminal", "TIDELINE_PASSWORD_FILE"):
            self.assertIn(words, errors)


class Nowhere(ScriptedCase):
    def test_the_password_is_typed_unseen_and_kept_in_the_keyring_alone(self) -> None:
        self.bus = keyring = self.enterContext(Keyring(self.home))
        debug = {"TIDELINE_DEBUG": "imap"}
        terminal = self.terminal(
            "account", "add", self.url, "--name", "Tide", "--verbose", env=debug)
        terminal.wait_for(f"Password for {USER} on localhost: ")
        terminal.type(PASSWORD + "\n")
        self.assertEqual(terminal.wait(), 0, terminal.seen)
        self.assertIn(b"AUTHENTICATE PLAIN", terminal.seen)
        self.assertIn("Added “Tide”".encode(), terminal.seen)
        self.assertEqual(keyring.password(self.accounts()[0]["id"]), PASSWORD)
        written = terminal.seen
        for arguments in (["list", "Tide", "--verbose", "--json"], ["account", "list"],
                          ["account", "check", "Tide", "--json", "--verbose"],
                          ["refresh", "Tide", "--verbose"]):
            done = self.run_tideline(*arguments, env=debug)
            written += (done.stdout + done.stderr).encode()
        refused = self.add(url=self.url.replace("ann", "bo"), status=1)
        (self.home / "password").unlink()
        written += (refused.stdout + refused.stderr).encode()
        files = [path for path in self.home.rglob("*") if path.is_file()]
        self.assertTrue(any(path.suffix == ".sqlite" for path in files), files)
        self.assertIn(self.config / "accounts.json", files)
        self.assert_in_none([written, *(path.read_bytes() for path in files)])

    def assert_in_none(self, texts: list[bytes]) -> None:
        login = b"\0" + USER.encode() + b"\0" + PASSWORD.encode()
        for secret in (PASSWORD.encode(), json.dumps(PASSWORD)[1:-1].encode(),
                       base64.b64encode(login).rstrip(b"="), b"Ebbe & Flut"):
            for text in texts:
                self.assertNotIn(secret, text)

    def test_a_process_that_has_it_does_not_show_it_and_leaves_no_core_in_a_crash(self) -> None:
        limits = resource.getrlimit(resource.RLIMIT_CORE)
        self.addCleanup(resource.setrlimit, resource.RLIMIT_CORE, limits)
        resource.setrlimit(resource.RLIMIT_CORE, (limits[1], limits[1]))
        # Lets the command wait for the server's answer, so that it has not ended before the signal.
        self.server.quirks.add("silence")
        self.server.misbehaves_at = "AUTHENTICATE"
        # Disables Swift's backtraces, since its tools, if installed, handle the signal.
        terminal = self.terminal("list", self.url, "--verbose",
                            env={"SWIFT_BACKTRACE": "enable=no"})
        terminal.wait_for("Password for")
        terminal.type(PASSWORD + "\n")
        terminal.wait_for("AUTHENTICATE PLAIN …")
        # The parts of a process that the user's other programs can read.
        self.assert_in_none([Path(f"/proc/{terminal.pid}/{name}").read_bytes()
                             for name in ("cmdline", "environ")])
        os.kill(terminal.pid, signal.SIGSEGV)
        self.assertEqual(terminal.wait(), -signal.SIGSEGV)
        self.assert_in_none([terminal.seen])
        subprocess.run([sys.executable, "-c", "import os; os.abort()"], cwd=self.folder)
        if not list(self.folder.glob("core*")):
            self.skipTest("this system leaves no core where a process has crashed")
        self.assertEqual(list(self.home.glob("core*")), [])
