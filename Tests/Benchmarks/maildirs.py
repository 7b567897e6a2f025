"""Maildirs for measurements: always the same bytes, made once and kept below .build."""

import os
import random
import shutil
from base64 import b64encode
from email.utils import formatdate
from pathlib import Path

_VERSION = 1
_NEWEST = 1_750_000_000
_STEP = 400
_WORDS = ("tide", "water", "harbour", "swell", "anchor", "rope", "gull", "lantern", "chart", "knot",
          "the", "a", "of", "and", "to", "in", "is", "was", "for", "with", "not", "at", "by", "from")
_NAMES = ("Ada Reef", "Bo Lund", "Cem Ak", "Ines Kai", "=?utf-8?B?5p2O6Zu3?=",
          "=?iso-8859-1?Q?J=F6rg_M=FCller?=", "Dora Quist", "Emil Sand")


def maildir(cache: Path, count: int, step: int = _STEP) -> Path:
    """Makes messages of about 4 kB. Every twelfth has an attachment, and two in three are
    replies. Their dates, and the files' times, are `step` seconds apart."""
    path = cache / "-".join(["maildir", str(count), *([f"{step}s"] if step != _STEP else []),
                             str(_VERSION)])
    if path.exists():
        return path
    draft = path.with_suffix(".new")
    shutil.rmtree(draft, ignore_errors=True)
    for name in ("tmp", "new", "cur"):
        (draft / name).mkdir(parents=True)
    print(f"writing {count:,} messages to {path} …", flush=True)
    draw = random.Random(count)
    recent: list[tuple[str, list[str]]] = []
    for number in range(count):
        date = _NEWEST - (count - number) * step
        own = f"{draw.getrandbits(60):x}.{number}@mail.example"
        references: list[str] = []
        if recent and draw.random() < 0.67:
            parent, ancestors = draw.choice(recent)
            references = (ancestors + [parent])[-20:]
        recent = recent[-200:] + [(own, references)]
        folder, flags = ("new", "") if draw.random() < 0.05 else ("cur", ":2,S")
        file = draft / folder / f"{date}.M{number}P1.example{flags}"
        file.write_bytes(_message(draw, number, date, own, references))
        os.utime(file, (date, date))
    draft.rename(path)
    return path


def _text(draw: random.Random, length: int) -> str:
    lines = []
    while length > 0:
        line = " ".join(draw.choices(_WORDS, k=12)) + f" {draw.getrandbits(24):x}"
        lines.append(line)
        length -= len(line) + 1
    return "\n".join(lines)


def _message(draw: random.Random, number: int, date: int, own: str, references: list[str]) -> bytes:
    name = draw.choice(_NAMES)
    hops = "".join(
        f"Received: from mx{hop}.mail.example (mx{hop}.mail.example [192.0.2.{hop + 1}])\n"
        f"\tby relay{hop}.example.org (Postfix) with ESMTPS id {draw.getrandbits(48):X}\n"
        f"\tfor <ines@example.org>; {formatdate(date + hop)}\n" for hop in range(3))
    ids = "".join(f"\n <{name}>" for name in references)
    answers = f"References:{ids}\nIn-Reply-To: <{references[-1]}>\n" if references else ""
    head = (f"Return-Path: <{number % 97}@example.org>\n{hops}"
            f"DKIM-Signature: v=1; a=rsa-sha256; d=mail.example; s=one;\n"
            f"\tb={b64encode(draw.randbytes(180)).decode()}\n"
            f"From: {name} <p{number % 97}@example.org>\nTo: Ines Kai <ines@example.org>\n"
            f"Subject: {'Re: ' if references else ''}{' '.join(draw.choices(_WORDS, k=5))}\n"
            f"Date: {formatdate(date)}\nMessage-ID: <{own}>\n{answers}MIME-Version: 1.0\n")
    text = _text(draw, draw.randrange(400, 4500))
    if draw.randrange(12):
        return f"{head}Content-Type: text/plain; charset=utf-8\n\n{text}\n".encode()
    data = b64encode(draw.randbytes(draw.randrange(2000, 15_000))).decode()
    lines = "\n".join(data[start:start + 76] for start in range(0, len(data), 76))
    return (f"{head}Content-Type: multipart/mixed; boundary=\"=_b\"\n\n--=_b\n"
            f"Content-Type: text/plain; charset=utf-8\n\n{text}\n--=_b\n"
            "Content-Type: image/jpeg\nContent-Disposition: attachment; filename=tide.jpg\n"
            f"Content-Transfer-Encoding: base64\n\n{lines}\n--=_b--\n").encode()
