"""Every command with every path: only the program's own files are touched."""

import json
import subprocess
from itertools import product
from typing import Iterator

from box import CANARY, HERE, HOME, Box, NoBox, Report
from case import RobustnessCase

# The names of path arguments, as in `--help`.
_PATHS = {"mailbox", "directory", "file", "account"}
_OTHERS = {"action", "name", "text", "limit", "cursor", "command", "seconds", "conversation",
           "messages", "seed", "count", "sha256", "subcommands"}
_EACH = ["", "/", ".", HOME, "link", CANARY, "missing", "x" * 5_000]
_VALUES = [*_EACH, "..", "./", "../here", "//", f"{HOME}/", "link/", "link-to-file",
           "link-to-nothing", f"{HOME}/{CANARY}", "missing/deeper", "/missing", "elsewhere",
           f"{HOME}/Mail", "/tmp", "/" + "/".join(["x" * 200] * 25), f"{HOME}/.cache",
           f"{HOME}/.cache/tideline"]
# Commands that are tried with all paths; the others take a mailbox in the same way as the first
# one.
_TRIED = {("list",), ("sample",), ("deliver",)}
# Folders below which the program may make files: its own, and those that the user has named.
_OWN = (f"{HOME}/.cache/tideline/", f"{HOME}/.config/tideline/", f"{HOME}/.local/state/tideline/",
        f"{HOME}/.config/dconf", f"{HOME}/.cache/dconf", "/run/user/", "/root/.cache/dconf",
        # The folders of fontconfig, which GTK starts in a thread: some runs end before it writes
        # them.
        "/var/cache/", f"{HOME}/.cache/fontconfig/")
_NEW = (f"{HERE}/missing", "/missing", f"{HOME}/Mail/new/", f"{HERE}/elsewhere/new/",
        f"{HERE}/new/")


def _commands(command: dict, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], list]]:
    """The words of each command, and its arguments."""
    yield words, [one for one in command.get("arguments", []) if one["kind"] != "flag"]
    for below in command.get("subcommands", []):
        yield from _commands(below, (*words, below["commandName"]))


class PathTests(RobustnessCase):
    def setUp(self) -> None:
        super().setUp()
        try:
            self.box = self.enterContext(Box(self.folder / "box", self.binary))
        except NoBox as reason:
            self.skipTest(f"there is no mount namespace: {reason}")

    def enterContext(self, context: Box) -> Box:  # as in Python 3.11
        value = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        return value

    def assert_untouched(self, report: Report, what: str, may_add: tuple[str, ...] = ()) -> None:
        self.assertEqual(report.removed, [], what)
        self.assertEqual(report.altered, [], what)
        added = [path for path in report.added if not f"{path}/".startswith(_OWN + may_add)]
        self.assertEqual(added, [], f"{what}: {report.errors}")

    def test_no_command_touches_what_is_not_its_own(self) -> None:
        done = subprocess.run([self.binary, "--experimental-dump-help"], capture_output=True,
                              check=True)
        tried = 0
        for words, arguments in _commands(json.loads(done.stdout)["command"]):
            names = {one["valueName"] for one in arguments}
            self.assertEqual(names - _PATHS - _OTHERS, set(), f"{words}: is it a path?")
            for argument, value in product(arguments, _VALUES if words in _TRIED else _EACH):
                if argument["valueName"] not in _PATHS:
                    continue
                line = [*words, *self._filled(arguments, argument, value)]
                with self.subTest(" ".join(word[:60] for word in line)):
                    self.assert_untouched(self.box.run(*line), repr(line)[:300], _NEW)
                tried += 1
        self.assertGreater(tried, 150)

    def test_a_tilde_in_a_variable_is_a_name(self) -> None:
        lines = (["list", f"{HOME}/Mail"], ["mark", f"{HOME}/Mail", "1", "--read"],
                 ["account", "list"])
        for name, line in product(("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"), lines):
            with self.subTest(f"{name}: {line[0]}"):
                report = self.box.run(*line, **{name: "~"})
                self.assert_untouched(report, name, (f"{HERE}/~",))

    @staticmethod
    def _filled(arguments: list, argument: dict, value: str) -> list[str]:
        """The command's arguments, one of them with this value."""
        plain = {"mailbox": f"{HOME}/Mail", "directory": f"{HOME}/Mail", "account": "ada@x.example",
                 "conversation": "1"}
        line = []
        for one in arguments:
            if one["kind"] == "positional" and one["valueName"] in {*plain, argument["valueName"]}:
                line.append(value if one is argument else plain[one["valueName"]])
            elif one is argument:
                line.append(f"--{one['names'][0]['name']}={value}")
            elif one["valueName"] == "messages":
                line.append("--messages=3")
        # Sorts options first, because a value may begin with a hyphen, or be empty.
        return sorted(line, key=lambda word: not word.startswith("--"))

    # Files that are written

    def test_a_mark_in_the_mailbox_renames_its_message_and_nothing_else(self) -> None:
        before = r"""
            mkdir -p mine/cur mine/new mine/tmp
            printf 'Subject: Mine\nMessage-ID: <1@x.example>\n\nText\n' >mine/new/1.M1.host
            $program list mine >/dev/null"""
        marked = f"{HERE}/mine/cur/1.M1.host:2,S"
        report = self.box.run("mark", "--read", "--in-mailbox", "mine", "1", before=before)
        self.assertEqual(report.status, 0, report.errors)
        self.assertEqual([path for path in report.removed if not path.startswith(_OWN)],
                         [f"{HERE}/mine/new/1.M1.host"])
        self.assertIn(marked, report.added)
        # An existing file, folder or link with the new name is never replaced.
        for there in ("echo mine >mine/cur/1.M1.host:2,S", "mkdir mine/cur/1.M1.host:2,S",
                      "ln -s ../../elsewhere/cur/canary mine/cur/1.M1.host:2,S"):
            with self.subTest(there):
                report = self.box.run("mark", "--read", "--in-mailbox", "mine", "1",
                                      before=f"{before}\n{there}")
                self.assertEqual(report.status, 1, report.errors)
                # The store existed before.
                changed = report.removed + report.altered + report.added
                self.assertEqual([path for path in changed if not path.startswith(_OWN)], [])

    def test_a_sample_is_written_into_no_folder_that_holds_other_things(self) -> None:
        for value in _VALUES:
            if value.startswith(("missing", "/missing")):
                continue
            with self.subTest(value[:60]):
                report = self.box.run("sample", value, "--messages", "3")
                self.assertNotEqual(report.status, 0)
                self.assert_one_line(report.errors)
                self.assert_untouched(report, value)

    def test_a_sample_is_written_into_a_new_folder_and_replaced(self) -> None:
        report = self.box.run("sample", "missing/deeper", "--messages", "3")
        self.assertEqual(report.status, 0, report.errors)
        self.assertIn(f"{HERE}/missing/deeper/cur", report.added)
        older = "$program sample box --messages 40"
        report = self.box.run("sample", "box", "--messages", "3", before=older)
        self.assertEqual(report.status, 0, report.errors)
        self.assertGreater(len(report.removed), 30)
        self.assertTrue(all(path.startswith(f"{HERE}/box/") for path in report.removed))

    def test_a_sample_that_a_mail_program_has_read_is_replaced(self) -> None:
        report = self.box.run("sample", "box", "--messages", "3", before="""
            $program sample box --messages 20
            for mail in box/new/*; do mv "$mail" box/cur/"${mail##*/}":2,S; done""")
        self.assertEqual(report.status, 0, report.errors)

    def test_a_sample_with_anything_else_in_it_stays_as_it_is(self) -> None:
        for what, before in {
            "another message": "echo mine >box/cur/1700000001.M1.host:2,S",
            "a folder": "mkdir box/cur/deeper",
            "a folder beside": "mkdir box/.Sent",
            "a file beside": "echo mine >box/notes",
            "a message that was changed": 'for mail in box/new/*; do echo mine >>"$mail"; done',
            "a message that is a link": "ln -s ../../elsewhere/cur/canary box/cur/1.M0P1.tideline:2,",
            "a folder that is a link": "rm -r box/tmp && ln -s ../elsewhere/tmp box/tmp",
            "the mark of an older sample": "rm box/.tideline-sample; touch box/.tideline-sample",
            "a list of other files": "echo '*' >box/.tideline-sample",
            "no list": "rm box/.tideline-sample",
        }.items():
            with self.subTest(what):
                report = self.box.run("sample", "box", "--messages", "3", before=f"""
                    $program sample box --messages 20
                    {before}""")
                self.assertNotEqual(report.status, 0, what)
                self.assert_one_line(report.errors)
                self.assert_untouched(report, what)

    def test_a_sample_that_was_killed_is_replaced(self) -> None:
        # Kills at the first file, and at some later times.
        for seconds in (0, 0, 0.1):
            report = self.box.run("sample", "box", "--messages", "3", before=f"""
                $program sample box --messages 2000 &
                until [ -e box/.tideline-sample ] && [ -n "$(ls box/cur)" ]; do kill -0 $!; done
                sleep {seconds}
                kill -KILL $! || true
                wait || true""")
            self.assertEqual(report.status, 0, report.errors)
            self.assertEqual([path for path in report.added if "/cur/" not in path
                              and "/new/" not in path], [])

    def test_a_replacement_of_a_sample_that_was_killed_goes_on(self) -> None:
        for seconds in (0.2, 0.3, 0.4):
            report = self.box.run("sample", "box", "--messages", "3", before=f"""
                $program sample box --messages 200
                $program sample box --messages 2000 --seed 2 &
                sleep {seconds}
                kill -KILL $! || true
                wait || true""")
            self.assertEqual(report.status, 0, report.errors)

    def test_mail_is_delivered_into_a_maildir_only(self) -> None:
        for value, folder in ((f"{HOME}/Mail", f"{HOME}/Mail"), (".", HERE)):
            with self.subTest(value):
                report = self.box.run("deliver", value)
                self.assertEqual(report.status, 0, report.errors)
                self.assertEqual(len(report.added), 3)
                self.assert_untouched(report, value, (f"{folder}/new/",))
        for value in ["", "/", "..", HOME, f"{HOME}/", "link", "link/"]:
            with self.subTest(value):
                report = self.box.run("deliver", value)
                self.assertNotEqual(report.status, 0)
                self.assert_untouched(report, value)

    def test_mail_is_delivered_through_no_link(self) -> None:
        for name in ("new", "tmp"):
            with self.subTest(name):
                report = self.box.run("deliver", f"{HOME}/Mail", before=f"""
                    rm -r ~/Mail/{name}
                    ln -s {HERE}/elsewhere/{name} ~/Mail/{name}""")
                self.assertNotEqual(report.status, 0)
                self.assert_untouched(report, name)

    # The store

    def test_a_store_is_made_beside_no_file_of_somebody_else(self) -> None:
        for name in ("-wal", "-shm", "-journal", ".lock"):
            with self.subTest(name):
                report = self.box.run("list", f"{HOME}/Mail", "--store", "store",
                                      before=f"echo mine >store{name}")
                self.assertNotEqual(report.status, 0)
                self.assertIn(f"store{name}", report.errors)
                self.assert_untouched(report, name)

    def test_a_store_that_lost_its_file_is_made_anew(self) -> None:
        for lost in ("store", "store-wal", "store-shm", "store.lock"):
            with self.subTest(lost):
                report = self.box.run("list", f"{HOME}/Mail", "--store", "store", before=f"""
                    $program list ~/Mail --store store
                    rm {lost}""")
                self.assertEqual(report.status, 0, report.errors)

    def test_a_store_that_is_a_link_is_left_alone(self) -> None:
        for name in ("", "-wal", "-shm", ".lock"):
            with self.subTest(name):
                report = self.box.run("list", f"{HOME}/Mail", "--store", "store", before=f"""
                    : >elsewhere-file
                    ln -s elsewhere-file store{name}""")
                self.assertNotEqual(report.status, 0)
                self.assert_untouched(report, name)
