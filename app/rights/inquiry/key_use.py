"""What the audit says of encryption keys: who produced without having fetched one, which versions nobody fetched, who
fetched one and consumed nothing.

It compares the fetches, as they are now, with the uses of data that the audit's current run knows. Brokers do not tell
whether a producer encrypts: who fetched no public half may have it from elsewhere, and who fetched one may send in the
clear all the same.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.audit.findings import current_results, erasing, known_use, runs
from app.audit.findings.models import RunLine
from app.audit.findings.result_lines import data_use_subject
from app.grants import places
from app.grants.places import Key, Place
from app.identity.models import User
from app.platform.database import slices
from app.resources import encryption_keys
from app.resources.encryption_keys import ACTIVE, CENTER, DESTROYED, owner_of
from app.resources.key_fetches import PRIVATE, PUBLIC
from app.resources.models import EncryptionKey, EncryptionKeyFetch, EncryptionKeyVersion
from app.rights.inquiry.simulation_questions import used_place

_PRODUCED = 3
_ERASED = 0
"""Stands for the id of an account whose name was erased: it may still work, and nobody shall learn which one it is."""


class Period(NamedTuple):
    """What the current run knows: from an ISO date until epoch ms; cluster name → watched days of its log."""

    since: str
    until: int
    watched_days: Mapping[str, int]


class Account(NamedTuple):
    """Who produced to a topic, or fetched a private half (then `topic` is None), and when last (epoch ms)."""

    user_id: int
    username: str
    topic: str | None
    time: int


class KeyUse(NamedTuple):
    """What is said of one key. None: the audit does not know."""

    never_fetched: Sequence[EncryptionKeyVersion]
    without_key: Sequence[Account] | None
    not_consuming: Sequence[Account] | None


@dataclass
class _At:
    """What is known about one place with keys. `since`: when it got the first of them."""

    since: int = 2**63
    fetches: list[Any] = field(default_factory=list)
    produced: dict[tuple[int, str | None], Account] = field(default_factory=dict)
    consumed: set[int] = field(default_factory=set)


def period_of(session: Session) -> Period | None:
    """That of the current run; None when there is none, or it is of an audit that did not tell of uses of data."""
    shown = runs.current(session)
    watched = None if shown is None else json.loads(shown.summary).get("summary", {}).get("watched_days")
    if shown is None or not isinstance(watched, dict):
        return None
    until = known_use.until(shown.last_date, shown.generated, shown.add_time)
    return Period(shown.first_date, until, {name: days for name, days in watched.items() if isinstance(days, int)})


def of_keys(session: Session, keys: Sequence[EncryptionKey], period: Period | None) -> dict[int, KeyUse]:
    """Key id → what is said of it, with a number of statements that does not grow with the keys."""
    known = {owner_of(key): _At() for key in keys}
    inside = EncryptionKey.namespace.in_({key.namespace for key in keys})
    there = list(session.scalars(select(EncryptionKey).where(inside)))
    siblings = {key.id: key for key in there if owner_of(key) in known}
    versions = encryption_keys.versions_of(session, list(siblings.values()))
    for key in siblings.values():
        at = known[owner_of(key)]
        at.since = min(at.since, versions[key.id][-1].add_time)
    for fetch in _fetches(session, siblings):
        known[owner_of(siblings[fetch.encryption_key])].fetches.append(fetch)
    if period is not None:
        _add_uses(session, there, known)
    return {key.id: _use_of(key, versions[key.id], known[owner_of(key)], period) for key in keys}


def _use_of(key: EncryptionKey, versions: list[EncryptionKeyVersion], at: _At, period: Period | None) -> KeyUse:
    mine = [fetch for fetch in at.fetches if fetch.encryption_key == key.id and fetch.half == PRIVATE]
    fetched = {fetch.version for fetch in mine}
    can_be = (version for version in versions if key.mode == CENTER and version.state != DESTROYED)
    never = [version for version in can_be if version.id not in fetched]
    if period is None:
        return KeyUse(never, None, None)
    have = {fetch.user_id for fetch in at.fetches if fetch.half == PUBLIC}
    in_use = any(version.state == ACTIVE for version in versions)
    without = [who for who in at.produced.values() if in_use and who.user_id not in have and who.time >= at.since]
    return KeyUse(never, _newest_first(without), _not_consuming(mine, at, period))


def _not_consuming(fetches: Iterable[Any], at: _At, period: Period) -> list[Account] | None:
    start = known_use.beginning(period.since) or 0
    found = {
        fetch.user_id: Account(fetch.user_id, fetch.username, None, fetch.time)
        for fetch in sorted(fetches, key=lambda fetch: fetch.time)
        if start <= fetch.time < period.until and fetch.user_id not in at.consumed
    }
    return None if _ERASED in at.consumed else _newest_first(found.values())


def _newest_first(accounts: Iterable[Account]) -> list[Account]:
    return sorted(accounts, key=lambda account: (-account.time, account.username, account.topic))


def _fetches(session: Session, keys: Collection[int]) -> Iterator[Any]:
    fetch, version = EncryptionKeyFetch, EncryptionKeyVersion
    query = (
        select(fetch.version, fetch.half, fetch.time, fetch.user_id, User.username, version.encryption_key)
        .join(version, version.id == fetch.version)
        .join(User, User.id == fetch.user_id)
    )
    for ids in slices(keys):
        yield from session.execute(query.where(version.encryption_key.in_(ids)))


def _add_uses(session: Session, keys: Sequence[EncryptionKey], known: Mapping[Key, _At]) -> None:
    """`keys`: all of the namespaces. Producers of a topic take its own key if it has one, else that of its namespace.
    Messages from before it had its own are read with that of the namespace: consuming it is consuming there, too."""
    namespaces = places.places_of(session, {(int(ResourceType.NAMESPACE), key.namespace) for key in keys})
    found = {**namespaces, **places.places_of(session, map(owner_of, keys))}
    by_name: dict[str | None, Key] = {place.name: key for key, place in found.items()}
    named = cache(used_place)  # many accounts use the same topics
    for row in _lines(session, namespaces.values()):
        line = json.loads(row.content)
        topic, produced = named(line["resource"])[1], line["action"] == _PRODUCED
        itself, above = by_name.get(topic.name), by_name.get(topic.namespace)
        there = row.id is not None and line["last"] >= row.add_time  # not an account of the name that was deleted
        who = row.id if there else _ERASED if erasing.is_pseudonym(line["user"] or "") else None
        for at in (known[key] for key in known.keys() & ({itself or above} if produced else {itself, above})):
            if who is not None and not produced:
                at.consumed.add(who)
            elif who:
                before = at.produced.get((who, topic.name))  # on another cluster
                last = max(line["last"], 0 if before is None else before.time)
                at.produced[who, topic.name] = Account(who, row.username, topic.name, last)


def _lines(session: Session, namespaces: Iterable[Place]) -> Iterator[Any]:
    clusters = places.cluster_names(session)
    subjects = {data_use_subject(f"{clusters[at]}/{place.name}/") for place in namespaces for at in place.clusters}
    query = select(RunLine.content, User.id, User.username, User.add_time).outerjoin(
        User, User.username == RunLine.user
    )
    query = query.where(RunLine.run_id == current_results.current_run(), RunLine.kind == "data_uses")
    for part in slices(subjects):
        yield from session.execute(query.where(RunLine.subject.in_(part)))
