"""Folders of a server account that were never read, chosen in the window."""

from account_window import AccountWindowCase, own_store
from CommandLine.account_case import USER, AccountCase
from Servers import messages
from waiting import wait_until


class FoldersNeverRead(AccountWindowCase, AccountCase):
    """A refresh reads only the inbox, which has two conversations."""

    def test_each_kind_is_chosen_and_listed(self) -> None:
        self.server.fill(messages.sample(15)[6:], USER, "Archive")
        self.server.fill([], USER, "Empty")
        self.serve_keyring()
        self.add("--name", "Tide")
        self.run_tideline("refresh", "Tide")
        self.app = self.open_window(within=own_store)
        self.app.trace.wait(header="idle", runs=1, rows=2)
        with self.part("all mail is what was read, and then the others"):
            self.choose("All Mail")
            # The inbox has two rows, too, but no more to load.
            self.app.trace.wait(rows=2, footer="idle")
            self.app.activate("load-more")
            self.app.trace.wait(rows=5)
        with self.part("one without mail says so"):
            self.choose("Empty")
            self.app.root.find("label", "There is no mail in “Empty” yet")
        with self.part("one of them shows its newest page"):
            self.choose("Archive")
            self.app.trace.wait(rows=3)
            self.app.root.find("label", "Tide 12")

    def choose(self, name: str) -> None:
        self.devices.key("F9")
        wait_until(
            "the folders to have the focus",
            lambda: any("focused" in line.states for line in self.folders))

        def names_with_it() -> list[str]:
            names = [line.name.partition(",")[0] for line in self.folders]
            return names if name in names else []
        place = wait_until(f"a folder {name!r}", names_with_it).index(name)
        self.devices.key("Home")
        for _ in range(place):
            self.devices.key("Down")
        self.devices.key("Return")

    @property
    def folders(self) -> list:
        return self.app.root.find("list", "Folders$").children
