"""Growing delays after wrong passwords, by user name and by network (ASVS 6.3.1, decision 0082).

A try counts for the name in its network, for the network, and for the name everywhere, which slows down many networks
that guess together. The last one does not count where the user has signed in before, or strangers could shut anybody
out. A browser in which the user signed in has a count of its own only.

A name without a user is delayed like one with a user, so that the delay does not reveal users. The longest delay is a
temporary lock, which ends by itself or when an administrator unlocks the user. Not slowapi: it counts requests, in
Redis or memory; here failures are counted, for all instances.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from app.identity import sign_in_origins, users
from app.identity.account_rows import AccountRow, CountRow
from app.identity.models import AddressDelay, User
from app.identity.network_of_address import network_of
from app.identity.secret_format import digest
from app.identity.sign_in_origins import KnownBrowser
from app.platform.database import clear_away
from app.platform.errors import TooManyAttempts

FREE_FOR_NAME = 4
"""Wrong passwords in a row without a delay, for one user name, in its network, everywhere, or in one browser …"""
FREE_FOR_ADDRESS = 30
"""… and for one network, behind which there may be many people."""
LONGEST_MS = 15 * 60_000
_FIRST_MS = 1_000
_FORGET_MS = 24 * 3_600_000


Counted = User | AddressDelay | AccountRow | CountRow
"""Wrong tries in a row (`failures`), and until when the next one is refused (`delayed_until`, epoch ms)."""


def refuse_keys(session: Session, keys: Sequence[str], now: int) -> None:
    """Raises TooManyAttempts while one of these keys is delayed. For guesses of other things than passwords."""
    _refuse_until(session.scalars(select(AddressDelay).where(AddressDelay.address.in_([k[:64] for k in keys]))), now)


def count_key(session: Session, key: str, free: int, now: int) -> None:
    """Count one more wrong guess under this key; the first `free` cause no delay."""
    _count(_of_key(session, key[:64]), free, now)
    clear_away(session, _of_long_ago(now))


@dataclass(frozen=True)
class PasswordAttempt:
    """Who tries a password from where. `browser`: the browser in which somebody signed in before, if it is one."""

    username: str
    address: str
    browser: KnownBrowser | None = None

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """Of the rows that may count for this try: of the name there, of the network, of the name, of the browser."""
        by_browser = () if self.browser is None else (_browser_key(self.browser),)
        return (_name_here_key(self), network_of(self.address), _name_key(self.username), *by_browser)


@dataclass(frozen=True)
class AttemptCounts:
    """The counts that a try is judged by."""

    counts: Sequence[Counted]

    def refuse_while_delayed(self, now: int) -> None:
        """Raises TooManyAttempts with the seconds to wait, even if the password would be right."""
        _refuse_until(self.counts, now)

    @property
    def has_failed(self) -> bool:
        """True when `forget` would reset a count."""
        return any(row.failures for row in self.counts)


def applicable_counts(
    rows: Mapping[str, AddressDelay] | Mapping[str, CountRow],
    attempt: PasswordAttempt,
    user: User | AccountRow | None,
    *,
    known: bool,
) -> AttemptCounts:
    """Which of these rows, by key, count. `known`: the user has signed in from there before."""
    name_here, address, name, *browser = attempt.keys
    user_counts: list[Counted] = []
    if attempt.browser is not None and attempt.browser.belongs_to(user):
        keys = [*browser]
    elif known:
        keys = [name_here, address]
    else:
        keys, user_counts = [name_here, address, name], [user] if user else []
    return AttemptCounts([*(rows[key] for key in keys if key in rows), *user_counts])


def attempt_counts_of(session: Session, attempt: PasswordAttempt, user: User, *, known: bool) -> AttemptCounts:
    """The counts of a user whose row is locked; they may be changed."""
    rows = session.scalars(select(AddressDelay).where(AddressDelay.address.in_(attempt.keys)))
    return applicable_counts({row.address: row for row in rows}, attempt, user, known=known)


def count_failure(session: Session, attempt: PasswordAttempt, now: int) -> None:
    """Count one more wrong password, everywhere where it counts."""
    user = users.by_name(session, attempt.username, lock=True)
    if attempt.browser is not None and attempt.browser.belongs_to(user):
        _count(_of_key(session, _browser_key(attempt.browser)), FREE_FOR_NAME, now)
    else:
        if user is None or sign_in_origins.find(session, user.id, attempt.address) is None:
            _count(user or _of_key(session, _name_key(attempt.username)), FREE_FOR_NAME, now)
        _count(_of_key(session, _name_here_key(attempt)), FREE_FOR_NAME, now)
        _count(_of_key(session, network_of(attempt.address)), FREE_FOR_ADDRESS, now)
    clear_away(session, _of_long_ago(now))


def forget(attempt_counts: AttemptCounts, attempt: PasswordAttempt) -> None:
    """Reset the counts after a right password, but not that of strangers when it came from a place that is known. The
    network only loses one count: else one account would reset it for all."""
    network = network_of(attempt.address)
    for row in attempt_counts.counts:
        if isinstance(row, AddressDelay) and row.address == network:
            row.failures = max(row.failures - 1, 0)
        elif isinstance(row, User | AddressDelay):
            row.failures, row.delayed_until = 0, 0


def _refuse_until(rows: Iterable[Counted], now: int) -> None:
    until = max((row.delayed_until for row in rows), default=0)
    if until > now:
        seconds = (until - now + 999) // 1000
        raise TooManyAttempts(f"Too many wrong tries; try again in {seconds} s.", retry_after=seconds)


def _count(row: User | AddressDelay, free: int, now: int) -> None:
    # Counts of users expire like the rows of other names, which are deleted; otherwise they would reveal users.
    before = row.failures if row.delayed_until >= now - _FORGET_MS else 0
    row.failures = min(before + 1, 1_000)
    excess = row.failures - free
    # The time is stored even without a delay, because old rows are found by it.
    row.delayed_until = now + (min(_FIRST_MS << min(excess - 1, 20), LONGEST_MS) if excess > 0 else 0)


def _of_key(session: Session, key: str) -> AddressDelay:
    row = session.get(AddressDelay, key, with_for_update=True)
    if row is None:
        row = AddressDelay(address=key, failures=0, delayed_until=0)
        session.add(row)
    return row


def _name_key(username: str) -> str:
    return "name:" + digest(username)[:48]


def _name_here_key(attempt: PasswordAttempt) -> str:
    return "here:" + digest(f"{network_of(attempt.address)} {attempt.username}")[:48]


def _browser_key(browser: KnownBrowser) -> str:
    return "browser:" + digest(browser.number)[:48]


def _of_long_ago(now: int) -> Select[AddressDelay]:
    return select(AddressDelay).where(AddressDelay.delayed_until < now - _FORGET_MS)
