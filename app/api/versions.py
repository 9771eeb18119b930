"""Versions of items: ETag in answers, If-Match in changes (RFC 9110 §13.1.1), and in the bodies of bulk changes."""

from typing import Annotated, Protocol, TypeVar

from fastapi import Depends, Header, Response
from pydantic import Field, StringConstraints

from app.platform.errors import ChangedMeanwhile, PreconditionRequired

V = TypeVar("V", bound="WithVersion")
U = TypeVar("U", bound="WithUpdateTime")


def version_of(update_time: int) -> str:
    """The opaque version of an item."""
    return f"v{update_time:x}"


Version = Annotated[str, StringConstraints(max_length=32), Field(examples=["v19f2c", "*"])]
"""In a body: the version that the caller has read, or `*`."""


def check_version(seen: str, row: "WithUpdateTime") -> None:
    """Raises ChangedMeanwhile when the row has another version now."""
    if seen not in ("*", version := version_of(row.update_time)):
        raise ChangedMeanwhile("Somebody else has changed it meanwhile: read it again.", version=version)


class WithVersion(Protocol):
    """An item with its version."""

    version: str


class WithUpdateTime(Protocol):
    """A row that says when it was changed."""

    @property
    def update_time(self) -> int:
        """Epoch ms."""


def tagged(response: Response, item: V) -> V:
    """The item, with its version as ETag."""
    response.headers["ETag"] = f'"{item.version}"'
    return item


class IfMatch:
    """The version that the caller has seen (If-Match)."""

    def __init__(self, if_match: Annotated[str | None, Header(description='The item\'s ETag, or "*".')] = None) -> None:
        self._given = if_match

    def check(self, version: str) -> None:
        """Raises PreconditionRequired without the header, ChangedMeanwhile when the item has another version now."""
        if self._given is None:
            raise PreconditionRequired('Send the item\'s ETag as If-Match (or "*" to change whatever is there).')
        seen = [etag.strip() for etag in self._given.split(",")]
        if "*" not in seen and f'"{version}"' not in seen:
            raise ChangedMeanwhile("Somebody else has changed it meanwhile: read it again.", version=version)

    def latest(self, row: U) -> U:
        """The row. Raises PreconditionRequired without the header, ChangedMeanwhile when the row has another version
        now."""
        self.check(version_of(row.update_time))
        return row


Seen = Annotated[IfMatch, Depends(IfMatch)]
