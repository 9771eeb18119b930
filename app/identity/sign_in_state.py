"""What a sign-in with a password is judged by, in one statement: it is read before the slow hash and again after it, as
the user may have been disabled, changed or delayed meanwhile.

Rows, not objects of the ORM, which took three times as long: this read is most of a sign-in outside of its hash. Code
that changes something reads it again, locked.
"""

from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from sqlalchemy import Connection, Select, Text, and_, bindparam, literal, select, type_coerce

from app.identity import delays, sign_in_origins, sub_accounts, users
from app.identity.account_rows import AccountRow, CountRow, MainRow
from app.identity.delays import AttemptCounts, PasswordAttempt
from app.identity.models import AddressDelay, KnownNetwork, User
from app.identity.network_of_address import network_of

_ACCOUNT = [field.name for field in fields(AccountRow)][2:]
"""After status and networks, which a main account has, too."""
_COUNT = [field.name for field in fields(CountRow)]


@dataclass(frozen=True)
class SignInState:
    """The user of the name, if there is one, and what its next try is judged by."""

    user: AccountRow | None
    main: MainRow | None
    last_use: int | None
    """When the user was last seen to sign in from this network (epoch ms); None: never, it is strange."""
    attempt_counts: AttemptCounts

    @property
    def is_active(self) -> bool:
        """True when the user, and the main account of a sub-account, may act."""
        return self.user is not None and sub_accounts.are_active(self.user, self.main)

    def is_let_in(self, address: str | None) -> bool:
        """True when both may act from this address."""
        accounts = [account for account in (self.user, self.main) if account is not None]
        return sub_accounts.are_let_in(accounts, address)

    def changes_nothing(self, now: int) -> bool:
        """True when a right password would reset no count, and the place is known already."""
        return sign_in_origins.is_fresh(self.last_use, now) and not self.attempt_counts.has_failed


def read(connection: Connection, attempt: PasswordAttempt, *, known: bool = False) -> SignInState:
    """The same statement, whether there is such a user or not. `known`: the place was known before, whatever is found
    of it now."""
    may_be = users.may_be_name(attempt.username)
    values = {
        "username": attempt.username if may_be else "",
        "network": network_of(attempt.address),
        **{f"key{number}": key for number, key in enumerate(attempt.keys)},
    }
    rows = connection.execute(_statement(len(attempt.keys)), values).all()
    width = 2 + len(_ACCOUNT)
    last_use, main, account = rows[0][0], rows[0][1:3], rows[0][3 : 3 + width]
    user = AccountRow(*account) if may_be and account[0] is not None else None
    counts = [CountRow(*row[3 + width :]) for row in rows if row[3 + width] is not None]
    attempt_counts = delays.applicable_counts(
        {row.address: row for row in counts}, attempt, user, known=known or last_use is not None
    )
    return SignInState(user, None if main[0] is None else MainRow(*main), last_use, attempt_counts)


@cache
def _statement(keys: int) -> Select[Any]:
    # From one row that is always there: what is not found is null, and counts of names without a user are read, too.
    always, main = select(literal(0).label("none")).subquery(), User.__table__.alias("main")
    user, place, count = User.__table__, KnownNetwork.__table__, AddressDelay.__table__
    place_match = and_(place.c.user_id == user.c.id, place.c.network == bindparam("network"))
    named = count.c.address.in_([bindparam(f"key{number}") for number in range(keys)])
    counted = and_(named, count.c.failures >= always.c.none)  # all of them; SQLAlchemy wants a join to say with what
    return select(
        place.c.last_use, *(column for of in (main, user) for column in (of.c.status, type_coerce(of.c.cidrs, Text))),
        *(user.c[column] for column in _ACCOUNT), *(count.c[column] for column in _COUNT),
    ).select_from(
        always.outerjoin(user, user.c.username == bindparam("username"))
        .outerjoin(main, main.c.id == user.c.parent).outerjoin(place, place_match).outerjoin(count, counted)
    )  # fmt: skip
