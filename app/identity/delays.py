"""Growing delays after wrong passwords, by user name and by network (ASVS 6.3.1).

A name without a user is delayed like one with a user, so that the delay does not reveal users. The longest delay is a
temporary lock, which ends by itself or when an administrator unlocks the user. Not slowapi: it counts requests, in
Redis or memory; here failures are counted, for all instances.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Protocol

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from app.database import clear_away
from app.errors import TooManyAttempts
from app.identity import users
from app.identity.models import AddressDelay, User
from app.identity.networks import network_of

FREE_FOR_NAME = 4
"""Wrong passwords in a row without a delay, for one user name …"""
FREE_FOR_ADDRESS = 30
"""… and for one network, behind which there may be many people."""
LONGEST_MS = 15 * 60_000
_FIRST_MS = 1_000
_FORGET_MS = 24 * 3_600_000


class _Counted(Protocol):
    failures: int
    delayed_until: int


def refuse_keys(session: Session, keys: Sequence[str], now: int) -> None:
    """Raises TooManyAttempts while one of these keys is delayed. For guesses of other things than passwords."""
    _refuse_until(session.scalars(select(AddressDelay).where(AddressDelay.address.in_([k[:64] for k in keys]))), now)


def count_key(session: Session, key: str, free: int, now: int) -> None:
    """Count one more wrong guess under this key; the first `free` cause no delay."""
    _count(_of_key(session, key[:64]), free, now)
    clear_away(session, _of_long_ago(now))


def refuse_while_delayed(session: Session, username: str, address: str, now: int) -> None:
    """Raises TooManyAttempts with the seconds to wait, even if the password would be right."""
    _refuse_until(_rows(session, username, address), now)


def count_failure(session: Session, username: str, address: str, now: int) -> None:
    """Count one more wrong password for the name and for the network."""
    user = users.by_name(session, username, lock=True)
    _count(user or _of_key(session, _name_key(username)), FREE_FOR_NAME, now)
    _count(_of_key(session, _address_key(address)), FREE_FOR_ADDRESS, now)
    clear_away(session, _of_long_ago(now))


def forget(session: Session, user: User, address: str) -> None:
    """Reset the name after a right password. The network only loses one count: else one account would reset it for
    all."""
    user.failures, user.delayed_until = 0, 0
    row = session.get(AddressDelay, _address_key(address))
    if row is not None and row.failures > 0:
        row.failures -= 1


def _refuse_until(rows: Iterable[_Counted], now: int) -> None:
    until = max((one.delayed_until for one in rows), default=0)
    if until > now:
        seconds = (until - now + 999) // 1000
        raise TooManyAttempts(f"Too many wrong tries; try again in {seconds} s.", retry_after=seconds)


def _count(row: _Counted, free: int, now: int) -> None:
    # Counts of users expire like the rows of other names, which are deleted; otherwise they would reveal users.
    before = row.failures if row.delayed_until >= now - _FORGET_MS else 0
    row.failures = min(before + 1, 1_000)
    beyond = row.failures - free
    # The time is stored even without a delay, because old rows are found by it.
    row.delayed_until = now + (min(_FIRST_MS << min(beyond - 1, 20), LONGEST_MS) if beyond > 0 else 0)


def _rows(session: Session, username: str, address: str) -> list[_Counted]:
    keys = (_name_key(username), _address_key(address))
    rows: list[_Counted] = list(session.scalars(select(AddressDelay).where(AddressDelay.address.in_(keys))))
    user = users.by_name(session, username)
    return [*rows, user] if user else rows


def _of_key(session: Session, key: str) -> AddressDelay:
    row = session.get(AddressDelay, key, with_for_update=True)
    if row is None:
        row = AddressDelay(address=key, failures=0, delayed_until=0)
        session.add(row)
    return row


def _name_key(username: str) -> str:
    return "name:" + hashlib.sha256(username.encode(errors="surrogatepass")).hexdigest()[:48]


def _of_long_ago(now: int) -> Select[AddressDelay]:
    return select(AddressDelay).where(AddressDelay.delayed_until < now - _FORGET_MS)


def _address_key(address: str) -> str:
    return network_of(address)
