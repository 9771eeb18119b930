"""Notices to users, sent once and kept until read. They contain facts only; the console makes the sentences."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, delete, func, insert, select, update
from sqlalchemy.orm import Session

from app.grants.models import UserRole
from app.identity.models import User
from app.messages import hooks
from app.platform.database import row_count
from app.platform.outbox import enqueue, kinds
from app.rights.requests.models import Notice

GRANT_ENDS, GIVEN_GRANT_ENDS = "grant_ends", "given_grant_ends"
SECRET_ENDS, TOKEN_ENDS = "secret_ends", "token_ends"
TO_DECIDE, DECIDED = "request_to_decide", "request_decided"
FACTOR_RESET = "factor_reset"
KEY_DESTRUCTION = "key_destruction"
CERTIFICATE_ENDS = "certificate_ends"
KEY_REVOKED = enqueue.KEY_REVOKED
_KEPT_MS = 90 * 24 * 3_600_000
_SLICE = 400
_MOST_HOLDERS = 100
"""Main accounts that are told about one shared role, at most."""
_MEMBERS_READ = 10 * _MOST_HOLDERS
"""Members of one role that are looked at to find their main accounts, however many there are."""


@dataclass(frozen=True)
class NewNotice:
    """A notice to be stored. A user gets one notice per `kind` and `about`."""

    user_id: int
    kind: str
    about: str
    facts: Mapping[str, Any]


def tell(session: Session, notices: Iterable[NewNotice], now: int) -> int:
    """Store the notices that their users do not have yet. Returns how many. One query for every 400. Those about
    safety go out by e-mail where they happen, not from here."""
    by_key = {(notice.user_id, notice.kind, notice.about): notice for notice in notices}
    keys, written = list(by_key), 0
    for start in range(0, len(keys), _SLICE):
        part = keys[start : start + _SLICE]
        told_keys = _already_told(session, part)
        rows = [_row(by_key[key], now) for key in part if key not in told_keys]
        if rows:
            session.execute(insert(Notice), rows)
            new = [by_key[key] for key in part if key not in told_keys]
            _by_mail(session, new, now)
            hooks.tell(session, [(notice.user_id, notice.kind, notice.facts) for notice in new], now)
        written += len(rows)
    return written


def _by_mail(session: Session, notices: Sequence[NewNotice], now: int) -> None:
    """The same by e-mail to those with a confirmed address, in the same transaction."""
    with_address = User.id.in_({notice.user_id for notice in notices}), User.email_verified == 1
    people = {user.id: user for user in session.scalars(select(User).where(*with_address))}
    for notice in notices:
        if notice.user_id in people and notice.kind not in kinds.SECURITY:
            enqueue.tell(session, people[notice.user_id], notice.kind, notice.facts, now)


def _row(news: NewNotice, now: int) -> dict[str, Any]:
    facts = json.dumps(dict(news.facts), ensure_ascii=False, sort_keys=True)
    return {"user_id": news.user_id, "kind": news.kind, "about": news.about, "facts": facts, "add_time": now}


def of_user(user_id: int, *, unread: bool) -> Select[Notice]:
    """The notices of a user; with `unread` without those that it has read."""
    return select(Notice).where(Notice.user_id == user_id, *([Notice.read_time.is_(None)] if unread else []))


def unread(session: Session, user_id: int) -> int:
    """The number of notices that the user has not read."""
    return row_count(session, of_user(user_id, unread=True), Notice.id)


def mark_read(session: Session, user_id: int, ids: Sequence[int] | None, now: int) -> None:
    """Mark these notices of the user as read, or all (None). Ids of other users' notices change nothing."""
    statement = update(Notice).where(Notice.user_id == user_id, Notice.read_time.is_(None))
    session.execute((statement if ids is None else statement.where(Notice.id.in_(ids))).values(read_time=now))
    session.flush()


def mark_settled(session: Session, kind: str, about: str, now: int) -> None:
    """Mark all notices about this as read, because nobody has to act any more."""
    done = Notice.kind == kind, Notice.about == about, Notice.read_time.is_(None)
    session.execute(update(Notice).where(*done).values(read_time=now))


def purge(session: Session, now: int) -> None:
    """Delete notices that were read 90 days ago, and those of deleted users."""
    session.execute(delete(Notice).where(Notice.read_time.is_not(None), Notice.read_time < now - _KEPT_MS))
    session.execute(delete(Notice).where(Notice.user_id.not_in(select(User.id))))


def _already_told(session: Session, keys: Sequence[tuple[int, str, str]]) -> set[tuple[int, str, str]]:
    about, whose = {key[2] for key in keys}, {key[0] for key in keys}
    found = select(Notice.user_id, Notice.kind, Notice.about).where(Notice.about.in_(about), Notice.user_id.in_(whose))
    return {(row[0], row[1], row[2]) for row in session.execute(found)}


def main_accounts(session: Session, role_ids: Collection[int]) -> Mapping[int, set[int]]:
    """Role id → ids of the main accounts of its members."""
    order = func.row_number().over(partition_by=UserRole.role_id, order_by=UserRole.user_id).label("place")
    members = select(UserRole.role_id, UserRole.user_id, order).where(UserRole.role_id.in_(role_ids)).subquery()
    main = select(members.c.role_id, func.coalesce(User.parent, User.id)).join(User, User.id == members.c.user_id)
    found: dict[int, set[int]] = {role_id: set() for role_id in role_ids}
    first = main.where(members.c.place <= _MEMBERS_READ).order_by(members.c.role_id, members.c.user_id)
    for role_id, user_id in session.execute(first) if found else ():
        if len(found[role_id]) < _MOST_HOLDERS:
            found[role_id].add(user_id)
    return found
