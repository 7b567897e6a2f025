"""Accounts that are added by their mail address: a real DNS, real web servers, a real terminal."""

from account_case import PASSWORD, USER, HomeCase
from private_network import PrivateNetwork
from Servers.certificates import Certificates
from Servers.processes import Unavailable
from terminal import Terminal

_DOMAIN = "tide.example"
_DATABASE = "autoconfig.thunderbird.net"
_WELL_KNOWN = f"{_DOMAIN}/.well-known/autoconfig/mail/config-v1.1.xml"


def settings(host: str, user: str = "%EMAILADDRESS%", head: str = "") -> str:
    return (f'<?xml version="1.0"?>{head}<clientConfig version="1.1"><emailProvider id="x">'
            f'<incomingServer type="imap"><hostname>{host}</hostname><port>993</port>'
            f"<socketType>SSL</socketType><username>{user}</username>"
            "<authentication>password-cleartext</authentication></incomingServer>"
            "</emailProvider></clientConfig>")


class FoundServers(HomeCase):
    def network(self, *hosts: str, **what: object) -> PrivateNetwork:
        """A network whose users are known by their address and by their name alone."""
        try:
            self._network = self.enterContext(PrivateNetwork(
                self.stage.directory("network"), Certificates.shared(), list(hosts),
                {USER: PASSWORD, "ann": PASSWORD}, **what))
        except Unavailable as reason:
            self.skipTest(str(reason))
        return self._network

    def command(self, arguments: object) -> list[str]:
        return self._network.command(super().command(arguments))

    def add(self, address: str = USER, status: int = 0):
        return self.run_tideline("account", "add", address, "--password-file",
                                 self.password_file(), status=status)

    def assert_added(self, url: str) -> None:
        self.assertEqual([account["url"] for account in self.accounts()], [url])

    def test_a_record_of_the_dns_names_the_server(self) -> None:
        network = self.network(f"sea.{_DOMAIN}", services={
            f"_imaps._tcp.{_DOMAIN}": [f"sea.{_DOMAIN}", 993]})
        added = self.add(f"  {USER.replace('tide', 'TIDE')} ").stdout
        self.assertIn(f"DNS record _imaps._tcp.{_DOMAIN}: found sea.{_DOMAIN}, port 993 with TLS, "
                      f"for {USER}", added)
        self.assertIn(f"Logged in as {USER}", added)
        self.assert_added(f"imaps://ann%40{_DOMAIN}@sea.{_DOMAIN}/")
        self.assertFalse([asked for asked in network.asked() if _DATABASE in asked])
        listed = self.run_tideline(
            "list", USER, env={"TIDELINE_PASSWORD_FILE": str(self.password_file())})
        self.assertTrue(listed.stdout)

    def test_a_domain_may_offer_starttls_alone(self) -> None:
        self.network(f"sea.{_DOMAIN}", services={
            f"_imaps._tcp.{_DOMAIN}": [".", 0], f"_imap._tcp.{_DOMAIN}": [f"sea.{_DOMAIN}", 143]})
        added = self.add().stdout
        self.assertIn(f"_imaps._tcp.{_DOMAIN}: the domain says that it has none", added)
        self.assertIn("protected by STARTTLS", added)
        self.assert_added(f"imap://ann%40{_DOMAIN}@sea.{_DOMAIN}/")

    def test_the_domains_own_document_names_server_and_user(self) -> None:
        document = f"autoconfig.{_DOMAIN}/mail/config-v1.1.xml"
        network = self.network(f"autoconfig.{_DOMAIN}", f"sea.{_DOMAIN}", documents={
            document: settings(f"sea.{_DOMAIN}", "%EMAILLOCALPART%")})
        self.assertIn(f"found sea.{_DOMAIN}", self.add().stdout)
        self.assert_added(f"imaps://ann@sea.{_DOMAIN}/")
        self.assertIn(f"https://{document}?emailaddress=ann%40{_DOMAIN}", network.asked())
        self.assertFalse([asked for asked in network.asked() if _DATABASE in asked])

    def test_the_database_is_told_the_domain_after_the_user_was(self) -> None:
        network = self.network(_DATABASE, f"imap.{_DOMAIN}", documents={
            f"{_DATABASE}/v1.1/{_DOMAIN}": settings(f"imap.{_DOMAIN}")})
        lines = self.add().stdout.splitlines()
        [told] = [at for at, line in enumerate(lines) if line.startswith("Asking Thunderbird’s")]
        [found] = [at for at, line in enumerate(lines) if line.startswith(f"https://{_DATABASE}")]
        self.assertLess(told, found)
        self.assertIn(_DOMAIN, lines[told])
        self.assertIn(f"https://{_DATABASE}/v1.1/{_DOMAIN}", network.asked())
        self.assertFalse([asked for asked in network.asked() if "ann" in asked and _DATABASE in asked])
        self.assert_added(f"imaps://ann%40{_DOMAIN}@imap.{_DOMAIN}/")

    def test_a_server_elsewhere_is_confirmed_before_a_password_is_sent(self) -> None:
        self.network(_DOMAIN, "imap.hoster.example", documents={
            _WELL_KNOWN: settings("imap.hoster.example")})
        done = self.add(status=1)
        self.assertNotIn("Connected", done.stdout)
        self.assertIn("“imap.hoster.example” is not of tide.example", done.stderr)
        url = f"imaps://ann%40{_DOMAIN}@imap.hoster.example/"
        self.assertIn(url, done.stderr)
        self.assertEqual(self.accounts(), [])
        for answer, status in (("\n", 1), ("no\n", 1), ("y\n", 0)):
            terminal = Terminal(self, "account", "add", USER, "--password-file",
                                self.password_file())
            terminal.wait_for("[y/N]")
            terminal.type(answer)
            self.assertEqual(terminal.wait(), status, terminal.seen)
            self.assertEqual(b"Connected" in terminal.seen, status == 0)
        self.assert_added(url)

    def test_usual_names_are_tried_last(self) -> None:
        self.network(f"mail.{_DOMAIN}")
        added = self.add().stdout
        self.assertIn(f"mail.{_DOMAIN}, port 993: found", added)
        self.assertIn(f"imap.{_DOMAIN}, port 993: nothing", added)
        self.assert_added(f"imaps://ann%40{_DOMAIN}@mail.{_DOMAIN}/")

    def test_a_hostile_document_is_no_answer(self) -> None:
        bomb = '<!DOCTYPE x [<!ENTITY a "sea"><!ENTITY b "&a;&a;">]>'
        self.network(_DOMAIN, f"autoconfig.{_DOMAIN}", f"imap.{_DOMAIN}", documents={
            f"autoconfig.{_DOMAIN}/mail/config-v1.1.xml": settings("&b;.example", head=bomb),
            _WELL_KNOWN: settings(f"imap.{_DOMAIN}") + " " * 70000})
        added = self.add().stdout
        self.assertIn("nothing that can be used", added)
        self.assertIn("is too long", added)
        self.assert_added(f"imaps://ann%40{_DOMAIN}@imap.{_DOMAIN}/")

    def test_where_nobody_knows_the_way_out_is_named(self) -> None:
        network = self.network("other.example")
        done = self.add(status=1)
        self.assertIn(f"No IMAP server was found for “{_DOMAIN}”", done.stderr)
        self.assertIn("imaps://USER@HOST/", done.stderr)
        asked = network.asked()
        for name in (f"_imaps._tcp.{_DOMAIN} SRV", f"imap.{_DOMAIN} A", f"mail.{_DOMAIN} A",
                     f"{_DATABASE} A"):
            self.assertIn(name, asked)

    def test_what_is_no_address_says_why(self) -> None:
        network = self.network("other.example")
        for typed, words in (("ann", "has no domain"), ("ann@", "has no domain"),
                             ("@tide.example", "no name before"), ("ann b@tide.example", "spaces"),
                             ('"ann b"@tide.example', "quotes"), ("ann@tide..example", "no domain"),
                             ("ann@127.0.0.1", "no domain")):
            with self.subTest(typed):
                errors = self.add(typed, status=2).stderr
                self.assertIn(words, errors)
                self.assertIn("imaps://USER@HOST/", errors)
        self.assertEqual(network.asked(), [])
        self.add("ann@bücher.example", status=1)
        self.assertIn("_imaps._tcp.xn--bcher-kva.example SRV", network.asked())
