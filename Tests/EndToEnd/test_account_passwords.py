"""The sources of a password, and the places that it must never reach."""

import base64
import json
import os
import re
import resource
import signal
import subprocess
import sys
import termios
import time

from account_case import PASSWORD, USER, AccountCase
from keyring import Keyring, SilentKeyring
from processes import end
from Servers.proxy import Proxy
from terminal import Terminal
from waiting import wait_until


class Prompt(AccountCase):
    def test_a_password_is_typed_unseen(self) -> None:
        self.bus = keyring = self.enterContext(Keyring(self.home))
        terminal = Terminal(self, "account", "add", self.url, "--name", "Tide")
        terminal.wait_for(f"Password for {USER} on localhost: ")
        wait_until("the echo to be off", lambda: not terminal.echoes)
        terminal.type(PASSWORD + "\n")
        self.assertEqual(terminal.wait(), 0, terminal.seen)
        self.assertIn("Added “Tide”".encode(), terminal.seen)
        self.assertNotIn(PASSWORD.encode(), terminal.seen)
        self.assertEqual(keyring.password(self.accounts()[0]["id"]), PASSWORD)

    def test_ctrl_c_leaves_the_terminal_as_it_was(self) -> None:
        # Uses a terminal whose other end is this process: it stays after the command has ended.
        terminal = Terminal(self, "list", self.url)
        before = termios.tcgetattr(terminal.file)
        terminal.wait_for("Password for")
        wait_until("the echo to be off", lambda: not terminal.echoes)
        terminal.type("half of it")
        terminal.type("\x03")
        wait_until("the echo", lambda: terminal.echoes)
        self.assertEqual(termios.tcgetattr(terminal.file), before)
        self.assertEqual(terminal.wait(), 1, terminal.seen)
        self.assertNotIn(b"half", terminal.seen)

    def test_it_is_asked_for_once_where_the_server_refuses_it(self) -> None:
        terminal = Terminal(self, "list", self.url)
        terminal.wait_for("Password for")
        terminal.type("wrong\n")
        self.assertEqual(terminal.wait(), 1)
        self.assertEqual(terminal.seen.count(b"Password for"), 1)
        self.assertEqual(terminal.seen.count(b"refused the login"), 1)
        # Counts in the log: the server logs a login when the connection has ended, and also
        # connections without a login, such as those that waited for its greeting.
        failed = r"auth failed, (\d+) attempts"
        wait_until("the server's log", lambda: re.search(failed, self.server.log()))
        self.assertEqual(re.findall(failed, self.server.log()), ["1"])

    def test_without_a_keyring_it_is_asked_for_each_time(self) -> None:
        added = self.add("--name", "Tide")
        self.assertIn("Its password was not stored.", added.stdout)
        self.assertIn("The keyring does not answer", added.stderr)
        self.assertIn("TIDELINE_PASSWORD_FILE", added.stderr)
        terminal = Terminal(self, "list", "Tide")
        terminal.wait_for("Password for")
        self.assertNotIn(b"keyring", terminal.seen)
        terminal.type(PASSWORD + "\n")
        self.assertEqual(terminal.wait(), 0, terminal.seen)
        self.assertIn(b"Tide 3", terminal.seen)


class Files(AccountCase):
    def test_one_that_others_can_read_is_refused(self) -> None:
        for mode in (0o640, 0o604):
            done = self.run_tideline("account", "add", self.url, "--password-file",
                                     self.password_file(mode=mode), status=1)
            self.assertIn("can be read by others; chmod 600", done.stderr)

    def test_one_that_is_missing_or_empty_is_named(self) -> None:
        missing = self.home / "none"
        for file, words in ((missing, "No such file"), (self.password_file(""), "is empty")):
            done = self.run_tideline("list", self.url, status=1,
                                     env={"TIDELINE_PASSWORD_FILE": str(file)})
            self.assertIn(words, done.stderr)
            self.assertIn(str(file), done.stderr)

    def test_a_pipe_will_do(self) -> None:
        reading, writing = os.pipe()
        with os.fdopen(writing, "w") as pipe:
            pipe.write(PASSWORD + "\n")
        done = subprocess.run(
            [self.stage.binary, "list", self.url], pass_fds=[reading], capture_output=True,
            env=self.env | {"TIDELINE_PASSWORD_FILE": f"/dev/fd/{reading}"}, timeout=60)
        os.close(reading)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_without_any_the_way_out_is_named(self) -> None:
        done = self.run_tideline("list", self.url, status=1)
        for words in ("“localhost”", "no terminal", "TIDELINE_PASSWORD_FILE"):
            self.assertIn(words, done.stderr)


class Keyrings(AccountCase):
    def test_one_that_has_lost_the_password_says_so(self) -> None:
        with Keyring(self.home) as self.bus:
            self.add("--name", "Tide")
        self.bus = None
        done = self.run_tideline("list", "Tide", status=1)
        self.assertIn("the keyring does not answer", done.stderr)
        # An account stays if its password cannot be removed.
        refused = self.run_tideline("account", "remove", "Tide", status=1)
        self.assertIn("--keep-password", refused.stderr)
        self.assertEqual(len(self.accounts()), 1)
        self.run_tideline("account", "remove", "Tide", "--keep-password")
        self.assertEqual(self.accounts(), [])

    def test_one_that_is_locked_says_so_and_keeps_the_account(self) -> None:
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

    def test_one_that_never_answers_is_given_up_by_ctrl_c(self) -> None:
        with Keyring(self.home) as self.bus:
            self.add("--name", "Tide")
        self.bus = None
        terminal = Terminal(self, "list", "Tide")
        terminal.wait_for("The keyring does not answer")
        terminal.wait_for("Password for")
        self.bus = self.enterContext(SilentKeyring(self.home))
        process = subprocess.Popen([self.stage.binary, "list", "Tide", "--verbose"], env=self.env,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   start_new_session=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(end, process)
        # After this line, the command waits for the keyring.
        self.assertIn(b"OK", process.stderr.readline())
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(30), 1)
        self.assertLess(time.monotonic() - began, 10)


class Nowhere(AccountCase):
    def test_the_password_is_in_nothing_that_is_written(self) -> None:
        proxy = self.enterContext(Proxy(self.server.tls_port, 0.05))
        url = f"imaps://{USER.replace('@', '%40')}@localhost:{proxy.port}/"
        self.bus = self.enterContext(Keyring(self.home))
        debug = {"TIDELINE_DEBUG": "imap"}
        written = b""
        terminal = Terminal(self, "account", "add", url, "--name", "Tide", "--verbose", env=debug)
        terminal.wait_for("Password for")
        written += self.process(terminal.pid)
        terminal.type(PASSWORD + "\n")
        terminal.wait_for("> T")
        written += self.process(terminal.pid)
        self.assertEqual(terminal.wait(), 0, terminal.seen)
        self.assertIn(b"AUTHENTICATE PLAIN", terminal.seen)
        for arguments in (["list", "Tide", "--verbose", "--json"], ["account", "list"],
                          ["account", "check", "Tide", "--json", "--verbose"],
                          ["refresh", "Tide", "--verbose"]):
            done = self.run_tideline(*arguments, env=debug)
            written += (done.stdout + done.stderr).encode()
        refused = self.add(url=url.replace("ann", "bo"), status=1)
        (self.home / "password").unlink()
        written += (refused.stdout + refused.stderr).encode() + terminal.seen
        files = [path for path in self.home.rglob("*") if path.is_file()]
        self.assertTrue(any(path.suffix == ".sqlite" for path in files), files)
        self.assertIn(self.config / "accounts.json", files)
        for path in files:
            written += path.read_bytes()
        login = b"\0" + USER.encode() + b"\0" + PASSWORD.encode()
        for secret in (PASSWORD.encode(), json.dumps(PASSWORD)[1:-1].encode(),
                       base64.b64encode(login).rstrip(b"="), b"Ebbe & Flut"):
            self.assertNotIn(secret, written)

    def test_a_crash_leaves_no_core_with_the_password(self) -> None:
        limits = resource.getrlimit(resource.RLIMIT_CORE)
        self.addCleanup(resource.setrlimit, resource.RLIMIT_CORE, limits)
        resource.setrlimit(resource.RLIMIT_CORE, (limits[1], limits[1]))
        other = self.stage.directory("other")
        subprocess.run([sys.executable, "-c", "import os; os.abort()"], cwd=other)
        if not list(other.glob("core*")):
            self.skipTest("this system leaves no core where a process has crashed")
        proxy = self.enterContext(Proxy(self.server.tls_port, 0.05))
        url = f"imaps://{USER.replace('@', '%40')}@localhost:{proxy.port}/"
        # Disables Swift's backtraces, since its tools, if installed, handle the signal.
        terminal = Terminal(self, "list", url, "--verbose",
                            env={"SWIFT_BACKTRACE": "enable=no"})
        terminal.wait_for("Password for")
        # Lets the command wait for the server's answer, so that it has not ended before the signal.
        proxy.unplug()
        terminal.type(PASSWORD + "\n")
        terminal.wait_for("AUTHENTICATE PLAIN …")
        os.kill(terminal.pid, signal.SIGSEGV)
        self.assertEqual(terminal.wait(), -signal.SIGSEGV)
        self.assertEqual(list(self.home.glob("core*")), [])
        self.assertNotIn(PASSWORD.encode(), terminal.seen)

    @staticmethod
    def process(pid: int) -> bytes:
        """The parts of a process that the user's other programs can read."""
        parts = []
        for name in ("cmdline", "environ"):
            with open(f"/proc/{pid}/{name}", "rb") as file:
                parts.append(file.read())
        return b"".join(parts)

    def test_the_dialogue_reads_like_imap_with_the_time_and_without_mail(self) -> None:
        done = self.run_tideline("list", self.url, "--verbose", env={
            "TIDELINE_PASSWORD_FILE": str(self.password_file())})
        lines = done.stderr.splitlines()
        self.assertTrue(lines)
        for line in lines:
            self.assertRegex(line, r"^imap: \d+ ms [<>-] ")
        text = done.stderr
        for words in ("> T1 AUTHENTICATE PLAIN …", "< * OK [CAPABILITY AUTH=LOGIN AUTH=PLAIN ",
                      "[UIDVALIDITY ", "* 6 EXISTS", "FETCH UID 6", "BODY[HEADER.FIELDS] with "):
            self.assertIn(words, text)
        for mail in ("High water", "Subject", "Optional(", "Capabilities("):
            self.assertNotIn(mail, text)
