"""Somebody between the program and its server, or a server that would have it do what is not safe."""

from account_case import AccountCase
from Servers import messages
from Servers.scripted import PASSWORD, USER, Scripted


class Unsafe(AccountCase):
    def refused(self, quirk: str, scheme: str) -> tuple[str, list[str]]:
        """What is said of a server with the quirk, and what it was sent."""
        with Scripted(quirks=[quirk]) as server:
            server.fill(messages.sample(6))
            port = server.tls_port if scheme == "imaps" else server.port
            done = self.run_tideline(
                "list", f"{scheme}://{USER}@localhost:{port}/", status=1,
                env={"TIDELINE_PASSWORD_FILE": str(self.password_file(PASSWORD)),
                     "TIDELINE_CA_FILE": str(server.certificates.authority)})
            self.assertEqual(done.stdout, "")
            return done.stderr, [command.name for command in server.commands()]

    def test_whole_lines_behind_the_answer_to_starttls(self) -> None:
        said, sent = self.refused("inject-before-starttls", "imap")
        self.assertIn("sent before the encryption began", said)
        self.assertFalse({"AUTHENTICATE", "LOGIN"} & set(sent))

    def test_a_greeting_that_somebody_is_logged_in(self) -> None:
        said, sent = self.refused("preauth", "imaps")
        self.assertIn("logged in already", said)
        self.assertEqual(sent, [])

    def test_another_server_is_never_followed(self) -> None:
        said, sent = self.refused("referral", "imaps")
        self.assertIn("another server, which is never followed", said)
        self.assertEqual(sent.count("AUTHENTICATE"), 1)
