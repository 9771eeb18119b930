"""Rows of accounts and counts, as a sign-in reads them: without the ORM, with the names of its objects."""

from dataclasses import dataclass, field

from app.platform.database import listed


@dataclass(frozen=True, slots=True)
class MainRow:
    """The main account of a sub-account."""

    status: str
    stored_cidrs: str | None

    @property
    def cidrs(self) -> tuple[str, ...] | None:
        """The networks that it is limited to. Parsed only when needed: else the time of a refusal would reveal them."""
        return listed(self.stored_cidrs)


@dataclass(frozen=True, slots=True)
class AccountRow(MainRow):
    """A user."""

    id: int
    username: str
    passwd: str | None = field(repr=False)
    cred_version: int
    parent: int | None
    must_change: int
    initial_until: int | None
    failures: int
    delayed_until: int


@dataclass(frozen=True, slots=True)
class CountRow:
    """Wrong tries under one key."""

    address: str
    failures: int
    delayed_until: int
