"""What a sign-in with a password is judged by, in one statement: it is read before the slow hash and again after it, as
the user may have been disabled, changed or delayed meanwhile.

Rows, not objects of the ORM: those took three times as long, of what is most of a sign-in outside of its hash. Who
changes something reads it again, locked.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, Text, and_, bindparam, literal, select, type_coerce

from app.database import listed
from app.identity import delays, known_places, sub_accounts, users
from app.identity.delays import Standing, Try
from app.identity.models import AddressDelay, KnownNetwork, User
from app.identity.networks import network_of


class Account(NamedTuple):
    """A user, as far as signing in needs it."""

    id: int
    username: str
    passwd: str | None
    cred_version: int
    status: str
    parent: int | None
    must_change: int
    initial_until: int | None
    failures: int
    delayed_until: int
    stored_cidrs: str | None

    @property
    def cidrs(self) -> tuple[str, ...] | None:
        """The networks that it is limited to. Read when asked for: the time of a refusal would tell of them."""
        return listed(self.stored_cidrs)


class Main(NamedTuple):
    """The main account of a sub-account."""

    status: str
    stored_cidrs: str | None

    @property
    def cidrs(self) -> tuple[str, ...] | None:
        """As of `Account`."""
        return listed(self.stored_cidrs)


class _Count(NamedTuple):
    address: str
    failures: int
    delayed_until: int


@dataclass(frozen=True)
class SignInState:
    """The user of the name, if there is one, and what its next try is judged by."""

    user: Account | None
    main: Main | None
    last_use: int | None
    """When the user was last seen to sign in from this network (epoch ms); None: never, it is strange."""
    standing: Standing

    @property
    def is_active(self) -> bool:
        """True when the user, and the main account of a sub-account, may act."""
        return self.user is not None and sub_accounts.are_active(self.user, self.main)

    def is_let_in(self, address: str | None) -> bool:
        """True when both may act from this address."""
        accounts = [one for one in (self.user, self.main) if one is not None]
        return sub_accounts.are_let_in(accounts, address)

    def changes_nothing(self, now: int) -> bool:
        """True when a right password would reset no count, and the place is known already."""
        return known_places.is_fresh(self.last_use, now) and not self.standing.has_failed


def read(connection: Connection, tried: Try, *, known: bool = False) -> SignInState:
    """The same statement, whether there is such a user or not. `known`: the place was known before, whatever is found
    of it now."""
    values = {
        "username": tried.username if users.may_be_name(tried.username) else "",
        "network": network_of(tried.address),
        **{f"key{number}": key for number, key in enumerate(tried.keys)},
    }
    return _state(connection.execute(_statement(len(tried.keys)), values).all(), tried, known)


def _state(rows: Sequence[Any], tried: Try, known: bool) -> SignInState:
    first, width = rows[0], len(Account._fields)
    user = None if first[0] is None or not users.may_be_name(tried.username) else Account(*first[:width])
    main = None if first[width] is None else Main(*first[width : width + 2])
    counts = [_Count(*row[width + 3 :]) for row in rows if row[width + 3] is not None]
    last_use = first[width + 2]
    standing = delays.standing_of(
        {one.address: one for one in counts}, tried, user, known=known or last_use is not None
    )
    return SignInState(user, main, last_use, standing)


@cache
def _statement(keys: int) -> Select[Any]:
    # From one row that is always there: what is not found is null, and counts of names without a user are read, too.
    always, main = select(literal(0).label("none")).subquery(), User.__table__.alias("main")
    user, place, count = User.__table__, KnownNetwork.__table__, AddressDelay.__table__
    there = and_(place.c.user_id == user.c.id, place.c.network == bindparam("network"))
    named = count.c.address.in_([bindparam(f"key{number}") for number in range(keys)])
    counted = and_(named, count.c.failures >= always.c.none)  # all of them; SQLAlchemy wants a join to say with what
    return select(
        *(user.c[name] for name in Account._fields[:-1]), type_coerce(user.c.cidrs, Text),
        main.c.status, type_coerce(main.c.cidrs, Text),
        place.c.last_use, *(count.c[name] for name in _Count._fields),
    ).select_from(
        always.outerjoin(user, user.c.username == bindparam("username"))
        .outerjoin(main, main.c.id == user.c.parent).outerjoin(place, there).outerjoin(count, counted)
    )  # fmt: skip
