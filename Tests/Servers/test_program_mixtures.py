"""The program on servers with several quirks at once, drawn at random: all rows are there.

`MIXTURES` is the number of mixtures to play, `MIXTURE_SEED` the number of the first one.
"""

import os
import random
import unittest

from thorough import FACTOR

from . import messages
from .program_case import ProgramCase
from .scripted import USER, Scripted

MIXTURES = int(os.environ.get("MIXTURES") or 6 * FACTOR or 2)
SEED = int(os.environ.get("MIXTURE_SEED") or 0)

# Quirks that make no difference by themselves, as other tests show.
_HARMLESS = [
    "alert-on-login", "unsafe-login-without-id", "refuses-plain", "no-enabled-line",
    "bad-to-special-use", "list-without-inbox", "no-exists", "no-uidnext",
    "highestmodseq-without-text", "codes-without-ok", "unquoted-bracket-in-flags",
    "uids-newest-first", "no-descending-sets", "bodystructure-empty-multipart",
    "inline-without-list", "unescaped-quotes", "wrong-sizes", "float-numbers",
    "modseq-minus-one", "preview-nil", "quoted-section-names",
    "other-header-names", "space-before-body", "search-in-lines", "split-fetch",
    "unknown-untagged", "bare-lf", "out-of-order",
]
_CAPABILITIES = [[], ["ESEARCH"], ["QRESYNC"], ["CONDSTORE", "QRESYNC"],
                 ["ESEARCH", "CONDSTORE", "QRESYNC"], ["SPECIAL-USE"], ["LIST-STATUS"], ["SASL-IR"]]


class Mixtures(ProgramCase):
    def test_servers_with_several_quirks_keep_no_row_back(self) -> None:
        for number in range(SEED, SEED + MIXTURES):
            draw = random.Random(number)
            quirks = draw.sample(_HARMLESS, draw.randint(2, 6))
            without = draw.choice(_CAPABILITIES)
            count = draw.choice([1, 15, 120, 350])
            what = f"{number}: {count} messages, {', '.join(quirks)}, without {without}"
            volunteers = draw.random() < 0.7
            with self.subTest(what), Scripted(quirks, without, volunteers=volunteers) as server:
                self.server, store = server, f"store-{number}"
                self.server.fill(messages.sample(count))
                self.url = f"imaps://{USER}@localhost:{server.tls_port}/"
                self.assert_listed(store=store)
                self.change()
                self.assert_listed(store=store)
