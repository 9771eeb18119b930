"""Stores what brokers report: one transaction for all reports that came together, with few statements whatever their
number (decision 0046). After how many missing ones a broker has vanished: `broker_states.LIVE_INTERVALS`."""

import json
import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import Table, bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm import Session

from app.audit.trail import epochs
from app.audit.trail.epochs import StateVersion
from app.brokers import credentials
from app.brokers.bulk_update import bulk_update
from app.platform.database import Database
from app.platform.database_failures import is_deadlock
from app.platform.errors import NotSignedIn, TooManyAttempts
from app.resources.broker_registration import BrokerRegistration

_log = logging.getLogger(__name__)

MOST = 1_000
_TRIES = 5
_RETRY_SECONDS = 60
Row = dict[str, Any]
Key = tuple[int, str]
"""(cluster id, broker name)"""
_TABLE = cast(Table, BrokerRegistration.__table__)
_USUAL = (
    *("revision", "revision_time", "epoch", "known", "snapshot_time"),
    *("events_written", "events_dropped", "connections", "last_seen"),
)
"""What most reports change, and alone: stored by one statement for all rows."""
_RARE = tuple(column.name for column in _TABLE.c if column.name not in _USUAL)
_OF_CLUSTER = (
    # Always in the same order, so that two instances of the center which lock the same rows cannot deadlock.
    select(_TABLE)
    .where(_TABLE.c.cluster_id == bindparam("cluster"), _TABLE.c.broker.in_(bindparam("names", expanding=True)))
    .order_by(_TABLE.c.broker)
    .with_for_update()
)


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """What a broker reports. `boot` changes with each start; `snapshot_at` is epoch ms; `kicks`: the broker has also
    closed the connections that lost their right or whose sign-in was revoked; `limits`: those of grants that it
    knows."""

    broker: str
    boot: str
    plugin: str
    pulsar: str
    revision: int
    snapshot_at: int
    events_written: int
    events_dropped: int
    connections: int
    max_age_seconds: int
    leaving: bool
    epoch: str | None = None
    mark: str | None = None
    source: str | None = None
    observing: bool = False
    service: str = "broker"
    kicks: bool = False
    limits: Sequence[str] = ()
    drops: Mapping[str, int] | None = None

    @property
    def state(self) -> StateVersion:
        """The revision that it enforces, with its epoch."""
        return StateVersion(self.epoch, self.revision, self.mark)


@dataclass(frozen=True, slots=True)
class Report:
    """A heartbeat that arrived at `time` (epoch ms), from a broker of the cluster that showed `credential_id`."""

    cluster_id: int
    credential_id: int
    beat: Heartbeat
    time: int

    @property
    def key(self) -> Key:
        """The cluster and broker that it is about."""
        return self.cluster_id, self.beat.broker


def take(database: Database, reports: Sequence[Report], limit: int = MOST) -> list[StateVersion | Exception]:
    """Store the reports. Returns, for each, the center's current state or the exception why it was not stored.

    A refused report does not affect the others. Raises OperationalError when the database is away.
    """
    try:
        return _take_in(database, reports, limit)
    except OperationalError:
        raise
    except Exception as error:
        _log.info("stores reports one by one, %d of them, after %s", len(reports), type(error).__name__)
        return _one_by_one(database, reports, limit)


def _one_by_one(database: Database, reports: Sequence[Report], limit: int) -> list[StateVersion | Exception]:
    """Each report in a transaction of its own, so that a refused one does not undo the others."""
    answers: list[StateVersion | Exception] = []
    for report in reports:
        try:
            answers += _take_in_one(database, report, limit)
        except OperationalError as away:
            return answers + [away] * (len(reports) - len(answers))
        except Exception as refused:
            answers.append(refused)
    return answers


def _take_in_one(database: Database, report: Report, limit: int) -> list[StateVersion | Exception]:
    try:
        return _take_in(database, [report], limit)
    except IntegrityError:
        # Another instance of the center has just inserted this new broker's row. Now it can be updated.
        return _take_in(database, [report], limit)


def _take_in(database: Database, reports: Sequence[Report], limit: int) -> list[StateVersion | Exception]:
    """All reports in one transaction, which is run again after a deadlock: MariaDB locks keys beside those of new
    brokers, too, so that two instances of the center may wait for each other."""
    for _ in range(_TRIES - 1):
        try:
            return _take_once(database, reports, limit)
        except OperationalError as error:
            if not is_deadlock(error):
                raise
    return _take_once(database, reports, limit)


def _take_once(database: Database, reports: Sequence[Report], limit: int) -> list[StateVersion | Exception]:
    with database.writing() as session:
        # A credential may have been deleted while the report was waiting.
        valid = credentials.in_use(session, {report.credential_id for report in reports}, reports[-1].time)
        valid_reports = [report for report in reports if report.credential_id in valid]
        before = dict(_read_stored(session, {report.key for report in valid_reports}))
        beyond = _over_limit(session, {report.key for report in valid_reports} - before.keys(), limit)
        newest = store(session, [report for report in valid_reports if report.key not in beyond], before)
        return [
            NotSignedIn(credentials.REFUSED)
            if report.credential_id not in valid
            else _too_many(limit)
            if report.key in beyond
            else newest
            for report in reports
        ]


def _over_limit(session: Session, new_keys: Collection[Key], limit: int) -> set[Key]:
    """The keys of new brokers that exceed the limit of their cluster."""
    beyond: set[Key] = set()
    for cluster_id in {cluster for cluster, _ in new_keys}:
        count = session.scalar(select(func.count()).select_from(_TABLE).where(_TABLE.c.cluster_id == cluster_id)) or 0
        of_cluster = sorted(key for key in new_keys if key[0] == cluster_id)
        beyond.update(of_cluster[max(0, limit - count) :])
    return beyond


def _too_many(limit: int) -> TooManyAttempts:
    return TooManyAttempts(
        f"{limit} brokers have reported for this cluster: forget those that are gone.",
        code="too_many_brokers",
        retry_after=_RETRY_SECONDS,
    )


def store(session: Session, reports: Sequence[Report], before: Mapping[Key, Row] | None = None) -> StateVersion:
    """Store reports in the order of the list. Returns the center's current state.

    `before`: the brokers' rows, if they were read. A report that arrives after a newer one of the same boot does not
    change the revision, and does not undo a goodbye.
    """
    newest = epochs.current(session)
    states = {report.beat.state for report in reports}
    knows = {state: epochs.knows(session, newest, state) for state in states}
    if before is None:
        before = dict(_read_stored(session, {report.key for report in reports}))
    after: dict[Key, Row] = {}
    for report in reports:
        row, is_known = after.get(report.key) or before.get(report.key), knows[report.beat.state]
        _note_history(report, row, newest, is_known)
        after[report.key] = _row(report, row, is_known)
    usual = {key: row for key, row in after.items() if key in before and _is_usual(row, before[key])}
    if usual:
        bulk_update(session, _TABLE.name, _USUAL, [row for _, row in sorted(usual.items())])
    if changed := [row for key, row in sorted(after.items()) if key in before and key not in usual]:
        session.execute(update(BrokerRegistration), changed)
    if new := [row for key, row in sorted(after.items()) if key not in before]:
        session.execute(insert(BrokerRegistration), new)
    return newest


def _is_usual(row: Row, stored: Row) -> bool:
    return all(row[name] == stored[name] for name in _RARE)


def _read_stored(session: Session, keys: Collection[Key]) -> Iterator[tuple[Key, Row]]:
    for cluster_id in sorted({cluster for cluster, _ in keys}):
        names = sorted(broker for cluster, broker in keys if cluster == cluster_id)
        for row in session.connection().execute(_OF_CLUSTER, {"cluster": cluster_id, "names": names}):
            yield (cluster_id, row.broker), row._asdict()


def _row(report: Report, row: Row | None, is_known: bool) -> Row:
    """The broker's new row; `row` is the stored one."""
    beat, now = report.beat, report.time
    first = {"cluster_id": report.cluster_id, "broker": beat.broker, "first_seen": now, "left_time": None}
    changed: Row = {**(row or first)}
    again = row is not None and row["boot"] == beat.boot
    if not again or changed["epoch"] != beat.epoch or beat.revision > changed["revision"]:
        changed |= {"revision": beat.revision, "revision_time": now}
    if beat.leaving or not again:
        changed["left_time"] = now if beat.leaving else None
    return changed | _columns_of(beat) | {"known": int(is_known), "last_seen": now}


def _columns_of(heartbeat: Heartbeat) -> Row:
    return {
        "boot": heartbeat.boot,
        "plugin_version": heartbeat.plugin,
        "pulsar_version": heartbeat.pulsar,
        "epoch": heartbeat.epoch,
        "source": heartbeat.source,
        "observing": int(heartbeat.observing),
        "service": heartbeat.service,
        "kicks": int(heartbeat.kicks),
        "limits": ",".join(sorted(set(heartbeat.limits))),
        "drops": json.dumps(dict(heartbeat.drops)) if heartbeat.drops else None,
        "snapshot_time": heartbeat.snapshot_at,
        "events_written": heartbeat.events_written,
        "events_dropped": heartbeat.events_dropped,
        "connections": heartbeat.connections,
        "max_age_seconds": heartbeat.max_age_seconds,
    }


def _note_history(report: Report, row: Row | None, newest: StateVersion, is_known: bool) -> None:
    """Log once when a broker enforces a revision that this database does not know: the database is older, or its
    history differs."""
    beat = report.beat
    other_epoch = beat.epoch not in (None, newest.epoch)
    if is_known or other_epoch or (row is not None and row["known"] == 0):
        return
    _log.error(
        "broker %r of cluster %d enforces revision %d of this epoch, which this database (revision %d) does not know: "
        "was a back-up restored? Compare the trail, then run `usercenter new-epoch`",
        *(beat.broker, report.cluster_id, beat.revision, newest.revision),
    )
