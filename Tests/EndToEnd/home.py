"""Typical home folders: a Thunderbird profile, a Maildir."""

import time
from email.utils import formatdate
from pathlib import Path

_PROFILES = """[Install4F96D1932A9F858E]
Default=x7k2q9ab.default-release
Locked=1

[Profile0]
Name=default-release
IsRelative=1
Path=x7k2q9ab.default-release
Default=1

[General]
StartWithLastProfile=1
Version=2
"""

_PREFS = """// Mozilla User Preferences
user_pref("mail.accountmanager.accounts", "account1,account2");
user_pref("mail.server.server1.directory-rel", "[ProfD]Mail/Local Folders");
user_pref("mail.server.server1.hostname", "Local Folders");
user_pref("mail.server.server1.type", "none");
user_pref("mail.server.server2.directory-rel", "[ProfD]ImapMail/imap.example.org");
user_pref("mail.server.server2.hostname", "imap.example.org");
user_pref("mail.server.server2.storeContractID", "@mozilla.org/msgstore/berkeleystore;1");
user_pref("mail.server.server2.type", "imap");
"""

_INDEX = "// <!-- <mdb:mork:z v=\"1.4\"/> -->\n< <(a=c)> // (f=iso-8859-1)\n  (B8=INBOX)>\n"


def thunderbird(home: Path, inbox: list[str]) -> Path:
    """Makes a profile like Thunderbird 115's: an IMAP account with these subjects in its inbox,
    and local folders. Returns its path."""
    profile = home / ".thunderbird" / "x7k2q9ab.default-release"
    imap = profile / "ImapMail" / "imap.example.org"
    local = profile / "Mail" / "Local Folders"
    for folder in (imap, local):
        folder.mkdir(parents=True)
    (home / ".thunderbird" / "profiles.ini").write_text(_PROFILES)
    (profile / "prefs.js").write_text(_PREFS)
    _mbox(imap / "INBOX", inbox)
    _mbox(imap / "Sent", [])
    _mbox(local / "Trash", [])
    _mbox(local / "Unsent Messages", [])
    (imap / "msgFilterRules.dat").write_text('version="9"\nlogging="no"\n')
    return profile


def thunderbird_account(home: Path, address: str, host: str) -> None:
    """An account on a server, added to the settings of that profile."""
    settings = home / ".thunderbird" / "x7k2q9ab.default-release" / "prefs.js"
    with settings.open("a") as file:
        for name, value in (("type", '"imap"'), ("hostname", f'"{host}"'), ("port", 993),
                            ("socketType", 3), ("userName", f'"{address}"')):
            print(f'user_pref("mail.server.server9.{name}", {value});', file=file)


def _mbox(path: Path, subjects: list[str]) -> None:
    """Writes an mbox, with Thunderbird's index beside it. The first subject is the newest."""
    now = time.time() - 3600
    path.write_text("".join(
        f"From - {time.asctime(time.gmtime(now - 60 * place))}\n"
        "X-Mozilla-Status: 0001\nX-Mozilla-Status2: 00000000\n"
        f"From: Ada Reef <ada@example.org>\nTo: Ines Kai <ines@example.org>\n"
        f"Subject: {subject}\nDate: {formatdate(now - 60 * place)}\n"
        f"Message-ID: <{place}.{path.name}@home.example.org>\n\n{subject}.\n\n"
        for place, subject in reversed(list(enumerate(subjects)))))
    path.with_name(path.name + ".msf").write_text(_INDEX)
