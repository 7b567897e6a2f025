"""The quirks of real servers that the standards do not foresee, each with a name. `UIDs in bad`
are those of the server's `bad`: a test sets them; the default is the message in the middle
of the folder."""

from typing import Iterable

QUIRKS = {
    # Connecting
    "bye-forever": "greets by BYE",
    "preauth": "greets by PREAUTH",
    "referral": "answers a login by NO [REFERRAL …]",
    "inject-before-starttls": "sends lines with the answer to STARTTLS, in one segment",
    "empty-line-before-tls": "sends an empty line with the answer to STARTTLS, in one segment",
    "starttls-needs-capitals": "takes STARTTLS only in capitals",
    "other-capabilities-before-tls": "announces SASL-IR before TLS, and does not know it after",
    "login-unavailable": "answers a login by NO [UNAVAILABLE]",
    "login-limit": "answers a login by NO [LIMIT]",
    "login-expired": "answers a login by NO [EXPIRED]",
    "alert-on-login": "puts an ALERT into the answer to a login",
    "echo-in-no": "answers a login by NO and by what it was sent",
    "echo-in-bad": "the same by BAD",
    "echo-in-bye": "the same by BYE",
    "echo-in-greeting": "greets by BYE and by the login that it expects",
    "echo-in-capabilities": "announces no way to log in, but the login that it expects",
    "echo-after-login": "says in an ALERT, and in each NO to FETCH, by what somebody was logged in",
    "not-connected": "answers all after a login by BAD: authenticated but not connected",
    "unsafe-login-without-id": "opens no folder before an ID that follows the login",
    "refuses-plain": "announces AUTH=PLAIN, and answers it by BAD",
    "no-enabled-line": "answers ENABLE by OK alone",
    # Folders
    "bad-to-special-use": "announces SPECIAL-USE, and answers LIST with it by BAD",
    "list-without-inbox": "does not list INBOX",
    "no-exists": "opens a folder without saying how many messages there are",
    "status-breaks-at-50": "hangs up at fifty pipelined STATUS",
    "no-uidnext": "never says UIDNEXT",
    "uidvalidity-zero": "says UIDVALIDITY 0",
    "highestmodseq-without-text": "says nothing after the code HIGHESTMODSEQ",
    "codes-without-ok": "leaves out the OK before the codes of EXAMINE",
    "unquoted-bracket-in-flags": "has a keyword with a ] in it",
    "messagelimit": "regards no more than `message_limit` messages in a command, and says so",
    "folder-in-part": "shows only the newest `message_limit` messages of a folder, and says so",
    "uids-newest-first": "gives the newest message the lowest UID",
    "no-descending-sets": "answers sets such as 9:5 by BAD",
    # Messages
    "fetch-missing-uid": "leaves out the UIDs in bad without a word",
    "no-unavailable-for-one": "answers NO [UNAVAILABLE] where data of UIDs in bad is asked for",
    "no-serverbug-for-one": "the same with SERVERBUG",
    "no-to-bodystructure": "answers NO where BODYSTRUCTURE of UIDs in bad is asked for",
    "bodystructure-empty-multipart": "has a multipart child without parts in each multipart",
    "empty-multipart-nil": "has NIL in place of a multipart's parts",
    "texts-as-files": "describes each text as an attachment",
    "files-as-texts": "describes each file as a plain text",
    "inline-without-list": 'says "inline" for a disposition, outside of a list',
    "unescaped-quotes": "does not escape quotes in a file's name",
    "wrong-sizes": "says sizes that are too large",
    "float-numbers": "says sizes such as 9.37e+06",
    "modseq-minus-one": "says MODSEQ (-1)",
    "preview-nil": "announces PREVIEW, and has none",
    "nil-body": "says NIL for each section but the header of UIDs in bad",
    "body-without-value": "says BODY[…] of UIDs in bad, and nothing for it",
    "quoted-section-names": "quotes the names of fields in the section",
    "other-header-names": "says other names of fields in the section than it was asked for",
    "space-before-body": "has a space before BODY",
    "out-of-order": "completes pipelined commands in the reverse order",
    "search-in-lines": "sends each number that a search has found in a line of its own",
    "malformed-search": "leaves out the asterisk before what a search in more than one message has found",
    "split-fetch": "sends the sections of a message in a line behind its other data",
    "unasked-fetch": "sends the data of a message that nobody asked for",
    "unknown-untagged": "sends lines that no standard knows, with a literal",
    "bare-lf": "ends lines by LF alone",
    # Malice, at the first command with the name `misbehaves_at`
    "endless-line": "sends a line that never ends",
    "endless-lines": "sends one line after the other",
    "endless-remarks": "sends one remark after the other",
    "long-refusal": "refuses by a sentence of 3 MB",
    "long-farewell": "says a sentence of 3 MB, and hangs up",
    "literal-too-big": "announces a literal of 4 GB, and sends on and on",
    "literal-longer-than-asked": "sends 2 MB for each section",
    "deep-nesting": "opens a million parentheses",
    "one-byte-a-second": "sends its answer a byte a second",
    "silence": "answers no more",
    "hangs-up": "ends the connection in the middle of the answer",
}


class Quirks(set[str]):
    """The quirks of a server; `met` are those that have made a difference to a client."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__(names)
        self.met: set[str] = set()
        if unknown := self - set(QUIRKS):
            raise ValueError(f"there are no quirks {sorted(unknown)}")

    def __contains__(self, name: object) -> bool:
        is_there = super().__contains__(name)
        if is_there:
            self.met.add(name)
        return is_there
