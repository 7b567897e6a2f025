"""What all private servers have in common."""

import imaplib
from pathlib import Path
from typing import Self

from .messages import Message, append
from .ports import HOST

USER, PASSWORD = "ines", "harbour"


def password_file(folder: Path) -> Path:
    path = folder / "password"
    path.write_text(f"{PASSWORD}\n")
    path.chmod(0o600)
    return path


class Server:
    """A server with an account, which runs as long as its context."""

    host = HOST
    port: int

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    def fill(self, mail: list[Message], folder: str = "INBOX") -> None:
        with self.client() as client:
            append(client, mail, folder)

    def client(self) -> imaplib.IMAP4:
        """A connection of another program to the account, logged in."""
        connection = imaplib.IMAP4(self.host, self.port)
        connection.login(USER, PASSWORD)
        return connection
