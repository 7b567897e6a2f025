"""The demo's mailbox: the sample as inbox, and further typical folders."""

import time
from email.message import EmailMessage
from email.utils import formatdate
from pathlib import Path

from maildir import Maildir
from stage import Stage

_OWNER = "Robin Ellery <robin@ellery.example>"
_HOUR = 3600
_DAY = 24 * _HOUR

# Folder: (age in seconds, from, subject, text, unread); an empty sender is the owner.
_FOLDERS = {
    "Drafts": [
        (5 * _HOUR, "", "The blue for the long room",
         "I walked past the harbour again this morning, and it is the darker one after all."),
    ],
    "Sent": [
        (2 * _HOUR, "", "Sunday lunch",
         "I will bring the good mustard, and bread from the corner shop."),
        (1 * _DAY, "", "Captions for cases four to nine",
         "All of them are below, none longer than forty words."),
        (3 * _DAY, "", "The key to the boat shed", "It hangs behind the blue door, as ever."),
    ],
    "Archive": [
        (40 * _DAY, "Coastline Rail <tickets@coastline.example>", "Your tickets to Seaholm",
         "Thank you for travelling with us."),
        (61 * _DAY, "Nora Fitzgerald <nora@lanternworks.example>", "Budget, third reading",
         "Accepted without a change. Cake at four."),
    ],
    "Archive.2025": [
        (390 * _DAY, "Mum <margaret@ellery.example>", "The garden in the snow",
         "Your father shovelled a path to the shed, and then one for the blackbird."),
    ],
    "Lists.Keepers": [
        (6 * _HOUR, "Edda Holm <edda@keepers.example>", "Fresnel lenses: who still polishes?",
         "We have a third-order lens here and two opinions on rottenstone.", True),
        (9 * _HOUR, "Piet de Wit <piet@keepers.example>", "Re: Fog horn, 1926, free to a good home",
         "The neighbours send their thanks to whoever takes it.", True),
        (30 * _HOUR, "Edda Holm <edda@keepers.example>", "Meeting in April: Harwick or Seaholm?",
         "Harwick has the tower, Seaholm has the beds.", True),
    ],
    "Lists.Choir": [
        (8 * _HOUR, "Grace Whitlock <grace@riverside.example>", "Tenors wanted",
         "Any tenors. We are not particular.", True),
        (50 * _HOUR, "Ben Achterberg <ben@riverside.example>", "Scores for December",
         "They lie on the piano. Pencil only, please."),
    ],
    "Trash": [
        (4 * _DAY, "Swift Parcel <no-reply@swiftparcel.example>", "How did we do?",
         "It takes only two minutes."),
    ],
}

# The inbox of another account, in the same form.
_OFFICE = [
    (3 * _HOUR, "Priya Raman <priya@lanternworks.example>", "Rota for the long weekend",
     "Who takes the late boat on Saturday? I can do Sunday.", True),
    (7 * _HOUR, "Harbour Board <board@harwick.example>", "Berth 14 is free from Monday",
     "The trawler leaves on the morning tide.", True),
    (2 * _DAY, "Daniel Okafor <daniel@lanternworks.example>", "Spare bulbs",
     "Two boxes, behind the desk. Please sign for what you take."),
]

# The text of the inbox's second conversation, with all kinds of blocks: a heading, a table, a list, a quote and a link.
_LAYOUT = """
<h2>The lamp is lit again</h2>
<p>After eleven months of polishing, the lens <b>turns under its own weight</b>. Until March, the
tower is open on three evenings a week:</p>
<table border="1">
<tr><th>Evening</th><th>Doors</th><th>What is on</th></tr>
<tr><td>Thursday</td><td>17:00</td><td>The lens by candlelight</td></tr>
<tr><td>Friday</td><td>18:30</td><td>Stories from the keepers’ diaries</td></tr>
<tr><td>Saturday</td><td>16:00</td><td>Model boats for children</td></tr>
</table>
<p>Before you come:</p>
<ul>
<li>The stairs have <i>112 steps</i>, and a bench on every landing.</li>
<li>Bring a warm coat: the gallery has no glass.</li>
<li>Tickets are at the door, or on <a href="https://harwick.example/tower">harwick.example/tower</a>.</li>
</ul>
<blockquote>We had forgotten how quiet it is up there. (A visitor in October)</blockquote>
"""


def make_office(stage: Stage) -> Path:
    """An inbox of a few conversations."""
    box = Maildir(stage.directory("office") / "Harbour Office")
    for place, letter in enumerate(_OFFICE):
        _put(box, f"{place}.Office", *letter)
    return box.path


def make(stage: Stage, messages: int = 450) -> Path:
    """Makes about three pages of conversations in the inbox, and a few messages in each other
    folder."""
    mailbox = stage.directory("mail") / "Robin’s Mail"
    stage.tideline("sample", mailbox, "--messages", str(messages))
    _put(Maildir(mailbox), "0.Programme", 30 * 60, "Harwick Lighthouse <tower@harwick.example>",
         "The winter programme", "The lamp is lit again.", html=_LAYOUT)
    for name, letters in _FOLDERS.items():
        folder = Maildir(mailbox / f".{name}")
        for place, letter in enumerate(letters):
            _put(folder, f"{place}.{name.replace(' ', '-')}", *letter)
    return mailbox


def _put(
    folder: Maildir, name: str, age: float, sender: str, subject: str, text: str,
    unread: bool = False, html: str | None = None,
) -> None:
    letter = EmailMessage()
    letter["From"] = sender or _OWNER
    letter["To"] = _OWNER if sender else "Priya Raman <priya@lanternworks.example>"
    letter["Subject"] = subject
    letter["Date"] = formatdate(time.time() - age)
    letter["Message-ID"] = f"<{name}@demo.example>"
    letter.set_content(text)
    if html:
        letter.add_alternative(html, subtype="html")
    path = folder.put(name, letter.as_bytes())
    if unread:
        path.rename(folder.path / "new" / name)
