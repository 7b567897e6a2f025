"""The scripted server's commands for folders and their messages."""

import fnmatch
import socket
from typing import TYPE_CHECKING

from .fetching import Fetch, matches
from .mailboxes import Folder, Stored, View, as_set, numbers
from .wire import Bad, Closed, No, Wire, Word, quoted

if TYPE_CHECKING:
    from .scripted import Scripted

_FLAGS = r"\Answered \Flagged \Deleted \Seen \Draft"
_STATUS = {"MESSAGES": lambda folder: len(folder.messages),
           "UIDNEXT": lambda folder: folder.uidnext,
           "UIDVALIDITY": lambda folder: folder.uidvalidity,
           "UNSEEN": lambda folder: sum("\\Seen" not in one.flags for one in folder.messages),
           "RECENT": lambda _: 0,
           "HIGHESTMODSEQ": lambda folder: folder.modseq}


class FolderCommands:
    def __init__(self, server: "Scripted", number: int, connection: socket.socket,
                 listens_at: int) -> None:
        self.listens_at = listens_at  # the port that the client came to
        self.server, self.number = server, number
        self.wire = Wire(connection, server.cut_after)
        self.tag, self.by_uid = "", False
        self.is_authenticated = self.is_identified = self.is_over = False
        self.drips = False  # sends a byte at a time
        self._enabled: set[str] = set()
        self._view: View | None = None
        self._lines: list[bytes] = []

    def has(self, quirk: str) -> bool:
        return quirk in self.server.quirks

    def capabilities(self) -> list[str]:
        return self.server.capabilities_of(self.wire.is_secure)

    def tell(self, line: str | bytes) -> None:
        data = line.encode() if isinstance(line, str) else line.removesuffix(b"\r\n")
        self._lines.append(data + (b"\n" if self.has("bare-lf") else b"\r\n"))

    def flush(self) -> None:
        data, self._lines = b"".join(self._lines), []
        if not self.drips:
            self.wire.send(data)
            return
        for byte in data:
            self.wire.send(bytes([byte]))
            if self.server.ended.wait(self.server.drip):
                raise Closed

    def tell_changes(self, may_expunge: bool) -> None:
        """Sends the changes in the selected folder; removals only if the command allows them."""
        if not self._view:
            return
        gone, count, flagged = self._view.update(may_expunge)
        if gone and "QRESYNC" in self._enabled:
            self.tell(f"* VANISHED {as_set([uid for _, uid in gone])}")
        else:
            for number, _ in gone:
                self.tell(f"* {number} EXPUNGE")
        if count is not None:
            self.tell(f"* {count} EXISTS")
        more = ["UID", "FLAGS"] + (["MODSEQ"] if "CONDSTORE" in self._enabled else [])
        fetch = Fetch(more, self.server.quirks, set())
        for number, stored in self._view.numbered():
            if number in flagged:
                self.tell(fetch.line(number, stored))

    # Folders

    def do_enable(self, arguments: list[Word]) -> str:
        self._need("ENABLE")
        asked = {name.upper() for name in arguments} & set(self.capabilities())
        if "QRESYNC" in asked:
            asked.add("CONDSTORE")
        self._enabled |= asked
        if not self.has("no-enabled-line"):
            self.tell(" ".join(["* ENABLED", *sorted(asked)]))
        return "done"

    def do_namespace(self, _: list[Word]) -> str:
        self.tell('* NAMESPACE (("" "/")) NIL NIL')
        return "done"

    def do_list(self, arguments: list[Word]) -> str:
        if isinstance(arguments[0], list):
            self._need("LIST-EXTENDED")
            arguments = arguments[1:]
        reference, patterns, *rest = arguments
        asked = self._returned(rest, 0) if rest else []
        if self.has("list-inbox-empty") and asked and patterns == "INBOX":
            return "done"
        status = next((asked[at + 1] for at, word in enumerate(asked) if word == "STATUS"), None)
        for word in asked:
            if isinstance(word, str):
                self._need({"STATUS": "LIST-STATUS"}.get(word.upper(), "SPECIAL-USE"))
                if word.upper() == "SPECIAL-USE" and self.has("bad-to-special-use"):
                    raise Bad("unknown option SPECIAL-USE")
        glob = (reference + (patterns if isinstance(patterns, str) else patterns[0]))
        for folder in self.server.folders.values():
            if folder.name == "INBOX" and self.has("list-without-inbox"):
                continue
            if fnmatch.fnmatchcase(folder.name, glob.replace("[", "[[]").replace("%", "*")):
                self.tell(f"* LIST ({' '.join(folder.attributes)}) \"/\" {quoted(folder.name)}")
                if status and "\\Noselect" not in folder.attributes:
                    self._tell_status(folder, status)
        return "done"

    def do_status(self, arguments: list[Word]) -> str:
        if self.has("status-breaks-at-50") and self.wire.pipelined >= 50:
            raise Closed
        self._tell_status(self._folder(arguments[0]), arguments[1])
        return "done"

    def _tell_status(self, folder: Folder, items: list[Word]) -> None:
        values = []
        for item in map(str.upper, items):
            if item == "HIGHESTMODSEQ":
                self._need("CONDSTORE")
            if item not in _STATUS:
                raise Bad(f"STATUS {item} is not known here")
            if item == "UIDNEXT" and self.has("no-uidnext"):
                continue
            zero = item == "UIDVALIDITY" and self.has("uidvalidity-zero")
            values.append(f"{item} {0 if zero else _STATUS[item](folder)}")
        self.tell(f"* STATUS {quoted(folder.name)} ({' '.join(values)})")

    def do_examine(self, arguments: list[Word]) -> str:
        return self._select(arguments, "READ-ONLY")

    def do_select(self, arguments: list[Word]) -> str:
        return self._select(arguments, "READ-WRITE")

    def _select(self, arguments: list[Word], access: str) -> str:
        if self.has("unsafe-login-without-id") and not self.is_identified:
            raise No("Unsafe Login. Please contact the operator of this mail system")
        folder = self._folder(arguments[0])
        parameters = arguments[1] if len(arguments) > 1 else []
        if "QRESYNC" in parameters and "QRESYNC" not in self._enabled:
            raise Bad("QRESYNC is not enabled")
        if parameters:
            self._need("CONDSTORE")
            self._enabled.add("CONDSTORE")
        if self._view:
            self.tell("* OK [CLOSED] the other folder")
        is_in_part = self.has("folder-in-part")
        self._view = View.of(folder, self.server.message_limit if is_in_part else None)
        self._tell_folder(folder)
        if "QRESYNC" in parameters:
            self._resynchronize(folder, parameters[parameters.index("QRESYNC") + 1])
        return f"[{access}] done"

    def _tell_folder(self, folder: Folder) -> None:
        flags = _FLAGS + (" Junk]Mail $Read]" if self.has("unquoted-bracket-in-flags") else "")
        ok = "" if self.has("codes-without-ok") else "OK "
        self.tell(f"* FLAGS ({flags})")
        self.tell(f"* {ok}[PERMANENTFLAGS ({flags} \\*)] kept")
        if not self.has("no-exists"):
            self.tell(f"* {len(self._view.uids)} EXISTS")
        self.tell("* 0 RECENT")
        validity = 0 if self.has("uidvalidity-zero") else folder.uidvalidity
        self.tell(f"* {ok}[UIDVALIDITY {validity}] valid")
        if not self.has("no-uidnext"):
            self.tell(f"* {ok}[UIDNEXT {folder.uidnext}] next")
        if "CONDSTORE" in self.capabilities():
            text = "" if self.has("highestmodseq-without-text") else " highest"
            self.tell(f"* {ok}[HIGHESTMODSEQ {folder.modseq}]{text}")
        if self.has("folder-in-part"):
            self.tell(f"* {ok}[MESSAGELIMIT {self.server.message_limit}] the newest ones")

    def _resynchronize(self, folder: Folder, known: list[Word]) -> None:
        validity, since = int(known[0]), int(known[1])
        if validity != folder.uidvalidity:
            return
        in_known = numbers(known[2] if len(known) > 2 else "1:*", folder.uidnext)
        gone = [uid for modseq, uid in folder.vanished if modseq > since and in_known(uid)]
        if gone:
            self.tell(f"* VANISHED (EARLIER) {as_set(gone)}")
        fetch = Fetch(["UID", "FLAGS", "MODSEQ"], self.server.quirks, set())
        for number, stored in self._view.numbered():
            if stored.modseq > since and in_known(stored.uid):
                self.tell(fetch.line(number, stored))

    def do_close(self, _: list[Word]) -> str:
        self._view = None
        return "done"

    do_unselect = do_close

    # Messages

    def do_fetch(self, arguments: list[Word]) -> str:
        modifiers = arguments[2] if len(arguments) > 2 else []
        if modifiers:
            self._need("CONDSTORE")
            self._enabled.add("CONDSTORE")
        since = int(modifiers[modifiers.index("CHANGEDSINCE") + 1]) if modifiers else 0
        chosen = self._chosen(arguments[0])
        if "VANISHED" in modifiers:
            self._tell_vanished(arguments[0], since)
        bad = self.server.bad_uids(self._view.folder)
        fetch = Fetch(arguments[1], self.server.quirks, bad)
        chosen, code = self._limited(chosen)
        fetch.refuse(chosen)
        if self.has("unasked-fetch") and self._view.uids:
            unasked = Fetch(["UID", "FLAGS", "BODY[]"], set(), set())
            self.tell(unasked.line(*self._view.numbered()[0]))
        more = ["UID"] * self.by_uid + ["MODSEQ"] * bool(modifiers)
        missing = bad if self.has("fetch-missing-uid") else set()
        for number, stored in chosen:
            if stored.modseq > since and stored.uid not in missing:
                self.tell(fetch.line(number, stored, *more))
        return code + "done"

    def _limited(self, chosen: list[tuple[int, Stored]]) -> tuple[list[tuple[int, Stored]], str]:
        """If there are too many messages, the newest and the response code for it (RFC 9738)."""
        limit = self.server.message_limit
        if not self.has("messagelimit") or len(chosen) <= limit:
            return chosen, ""
        return chosen[-limit:], f"[MESSAGELIMIT {limit} {chosen[-limit][1].uid}] "

    def _tell_vanished(self, uids: str, since: int) -> None:
        if "QRESYNC" not in self._enabled:
            raise Bad("QRESYNC is not enabled")
        in_set = numbers(uids, self._view.folder.uidnext)
        gone = [uid for modseq, uid in self._view.folder.vanished if modseq > since and in_set(uid)]
        if gone:
            self.tell(f"* VANISHED (EARLIER) {as_set(gone)}")

    def do_search(self, arguments: list[Word]) -> str:
        asked = None
        if arguments[0].upper() == "RETURN":
            self._need("ESEARCH")
            asked, arguments = self._returned(arguments, 0), arguments[2:]
        self._selected()
        uids = self._view.uids
        test = matches(arguments, len(uids), max(uids, default=0))
        chosen, code = self._limited([(number, stored) for number, stored in self._view.numbered()
                                      if test(number, stored)])
        found = [stored.uid if self.by_uid else number for number, stored in chosen]
        if not found and self.has("no-empty-search"):
            return code + "done"
        parts = [[uid] for uid in found] if found and self.has("search-in-lines") else [found]
        for part in parts:
            self._tell_found(part, asked)
        return code + "done"

    def _tell_found(self, found: list[int], asked: list[Word] | None) -> None:
        star = [] if len(found) > 1 and self.has("malformed-search") else ["*"]
        if asked is None:
            self.tell(" ".join([*star, "SEARCH", *map(str, found)]))
            return
        values = {"ALL": as_set(found), "MIN": min(found, default=""),
                  "MAX": max(found, default=""), "COUNT": len(found)}
        parts = [f"{item} {values[item]}" for item in map(str.upper, asked or ["ALL"])
                 if found or item == "COUNT"]
        uid = ["UID"] if self.by_uid else []
        self.tell(" ".join([*star, f'ESEARCH (TAG "{self.tag}")', *uid, *parts]))

    def do_idle(self, _: list[Word]) -> str:
        self._need("IDLE")
        self.tell("+ idling")
        self.flush()
        while not self.wire.wait():
            self.tell_changes(may_expunge=True)
            self.flush()
        if self.wire.line().upper() != b"DONE":
            raise Bad("DONE was expected")
        return "done"

    def _chosen(self, text: str) -> list[tuple[int, Stored]]:
        self._selected()
        for part in text.split(","):
            first, _, last = part.partition(":")
            if self.has("no-descending-sets") and last.isdigit() and (
                    first.isdigit() and int(first) > int(last)):
                raise Bad(f"{part} is no set")
        uids = self._view.uids
        is_in = numbers(text, max(uids, default=0) if self.by_uid else len(uids))
        return [(number, stored) for number, stored in self._view.numbered()
                if is_in(stored.uid if self.by_uid else number)]

    # Common parts of commands

    def _returned(self, arguments: list[Word], at: int) -> list[Word]:
        if arguments[at].upper() != "RETURN":
            raise Bad(f"{arguments[at]} is not known here")
        return [word.upper() if isinstance(word, str) else word for word in arguments[at + 1]]

    def _need(self, capability: str) -> None:
        if capability not in self.capabilities():
            raise Bad(f"{capability} is not known here")

    def _selected(self) -> None:
        if not self._view:
            raise Bad("no folder is selected")

    def _folder(self, name: str) -> Folder:
        folder = self.server.folders.get("INBOX" if name.upper() == "INBOX" else name)
        if folder is None or "\\Noselect" in folder.attributes:
            raise No("[NONEXISTENT] no such folder")
        return folder
