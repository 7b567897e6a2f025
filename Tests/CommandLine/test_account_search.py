"""Accounts that are added by their mail address: a real DNS, real web servers, a real terminal."""

from .account_case import USER, HomeCase
from .private_network import PrivateNetwork, settings

_DATABASE = "autoconfig.thunderbird.net"
_CONFIGURATION = "mail/config-v1.1.xml"


def _well_known(domain: str) -> str:
    return f"{domain}/.well-known/autoconfig/{_CONFIGURATION}"


class FoundServers(HomeCase):
    def network(self, *hosts: str, **what: object) -> PrivateNetwork:
        self._network = super().network(*hosts, **what)
        return self._network

    def command(self, arguments: object) -> list[str]:
        return self._network.command(super().command(arguments))

    def add(self, address: str = USER, status: int = 0):
        return self.run_tideline("account", "add", address, "--password-file",
                                 self.password_file(), status=status)

    def assert_added(self, address: str, url: str, *sentences: str) -> None:
        """Checks that the address leads to an account at this URL, and what is said before."""
        said = self.add(address).stdout
        for sentence in sentences:
            self.assertIn(sentence, said)
        self.assertEqual(self.accounts()[-1]["url"], url)

    def test_each_source_that_knows_a_domain_names_its_server(self) -> None:
        bomb = '<!DOCTYPE x [<!ENTITY a "sea"><!ENTITY b "&a;&a;">]>'
        network = self.network(
            "sea.tide.example", "sea.ebb.example", "autoconfig.flow.example", "sea.flow.example",
            "mail.spring.example", "hostile.example", "autoconfig.hostile.example",
            "imap.hostile.example",
            users=["ann", *(f"ann@{name}.example" for name in (
                "tide", "ebb", "spring", "hostile"))],
            services={"_imaps._tcp.tide.example": ["sea.tide.example", 993],
                      "_imaps._tcp.ebb.example": [".", 0],
                      "_imap._tcp.ebb.example": ["sea.ebb.example", 143]},
            documents={
                f"autoconfig.flow.example/{_CONFIGURATION}": settings(
                    "sea.flow.example", "%EMAILLOCALPART%"),
                f"autoconfig.hostile.example/{_CONFIGURATION}": settings("&b;.example", head=bomb),
                _well_known("hostile.example"): settings("imap.hostile.example") + " " * 70000})
        self.assert_added(
            "  ann@TIDE.example ", "imaps://ann%40tide.example@sea.tide.example/",
            "DNS record _imaps._tcp.tide.example: found sea.tide.example, port 993 with TLS, "
            "for ann@tide.example", "Logged in as ann@tide.example")
        self.assertTrue(self.run_tideline("list", USER, env=self.with_password()).stdout)
        self.assert_added(
            "ann@ebb.example", "imap://ann%40ebb.example@sea.ebb.example/",
            "_imaps._tcp.ebb.example: the domain says that it has none", "protected by STARTTLS")
        self.assert_added(
            "ann@flow.example", "imaps://ann@sea.flow.example/", "found sea.flow.example")
        self.assertIn(f"https://autoconfig.flow.example/{_CONFIGURATION}?"
                      "emailaddress=ann%40flow.example", network.asked())
        # The database of others is not told of a domain that is known by itself.
        self.assertFalse([asked for asked in network.asked() if _DATABASE in asked])
        self.assert_added(
            "ann@spring.example", "imaps://ann%40spring.example@mail.spring.example/",
            "mail.spring.example, port 993: found", "imap.spring.example, port 993: nothing")
        self.assert_added(
            "ann@hostile.example", "imaps://ann%40hostile.example@imap.hostile.example/",
            "nothing that can be used", "is too long")

    def test_the_database_is_told_the_domain_after_the_user_was(self) -> None:
        network = self.network(_DATABASE, "imap.tide.example", documents={
            f"{_DATABASE}/v1.1/tide.example": settings("imap.tide.example")})
        lines = self.add().stdout.splitlines()
        [told] = [at for at, line in enumerate(lines) if line.startswith("Asking Thunderbird’s")]
        [found] = [at for at, line in enumerate(lines) if line.startswith(f"https://{_DATABASE}")]
        self.assertLess(told, found)
        self.assertIn("tide.example", lines[told])
        self.assertIn(f"https://{_DATABASE}/v1.1/tide.example", network.asked())
        self.assertFalse([asked for asked in network.asked()
                          if "ann" in asked and _DATABASE in asked])
        self.assertEqual(self.accounts()[0]["url"], "imaps://ann%40tide.example@imap.tide.example/")

    def test_a_server_elsewhere_is_confirmed_before_a_password_is_sent(self) -> None:
        self.network("tide.example", "imap.hoster.example", documents={
            _well_known("tide.example"): settings("imap.hoster.example")})
        done = self.add(status=1)
        self.assertNotIn("Connected", done.stdout)
        self.assertIn("“imap.hoster.example” is not of tide.example", done.stderr)
        url = "imaps://ann%40tide.example@imap.hoster.example/"
        self.assertIn(url, done.stderr)
        self.assertEqual(self.accounts(), [])
        for answer, status in (("\n", 1), ("no\n", 1), ("y\n", 0)):
            terminal = self.terminal("account", "add", USER, "--password-file",
                                self.password_file())
            terminal.wait_for("[y/N]")
            terminal.type(answer)
            self.assertEqual(terminal.wait(), status, terminal.seen)
            self.assertEqual(b"Connected" in terminal.seen, status == 0)
        self.assertEqual([account["url"] for account in self.accounts()], [url])

    def test_where_nobody_knows_or_nothing_can_be_asked_the_way_out_is_named(self) -> None:
        network = self.network("other.example")
        for typed, words in (("ann", "has no domain"), ("@tide.example", "no name before"),
                             ("ann b@tide.example", "spaces"), ('"ann b"@tide.example', "quotes")):
            errors = self.add(typed, status=2).stderr
            self.assertIn(words, errors)
            self.assertIn("imaps://USER@HOST/", errors)
        self.assertEqual(network.asked(), [])
        errors = self.add(status=1).stderr
        self.assertIn("No IMAP server was found for “tide.example”", errors)
        self.assertIn("imaps://USER@HOST/", errors)
        errors = self.add("ann@bücher.example", status=1).stderr
        self.assertIn("No IMAP server was found for “bücher.example”", errors)
        for name in ("_imaps._tcp.tide.example SRV", "imap.tide.example A", "mail.tide.example A",
                     f"{_DATABASE} A", "_imaps._tcp.xn--bcher-kva.example SRV"):
            self.assertIn(name, network.asked())
