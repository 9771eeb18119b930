"""Stores what brokers report: one transaction for all reports that came together, with few statements whatever their
number (decision 0046)."""

import json
import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import Table, bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm import Session

from app.audit.trail import epochs
from app.audit.trail.epochs import Standing
from app.brokers import credentials
from app.platform.database import Database
from app.platform.errors import NotSignedIn, TooManyAttempts
from app.resources.broker_registration import BrokerRegistration

_log = logging.getLogger(__name__)

MOST = 1_000
_RETRY_SECONDS = 60
Row = dict[str, Any]
Key = tuple[int, str]
"""(cluster id, broker name)"""
_TABLE = cast(Table, BrokerRegistration.__table__)
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
    def standing(self) -> Standing:
        """The revision that it enforces, with its epoch."""
        return Standing(self.epoch, self.revision, self.mark)


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


def take(database: Database, reports: Sequence[Report], most: int = MOST) -> list[Standing | Exception]:
    """Store the reports. Returns, for each, the center's current state or the exception why it was not stored.

    A refused report does not affect the others. Raises OperationalError when the database is away.
    """
    try:
        return _take_in(database, reports, most)
    except OperationalError:
        raise
    except Exception as error:
        _log.info("stores reports one by one, %d of them, after %s", len(reports), type(error).__name__)
        return _one_by_one(database, reports, most)


def _one_by_one(database: Database, reports: Sequence[Report], most: int) -> list[Standing | Exception]:
    answers: list[Standing | Exception] = []
    for report in reports:
        try:
            answers += _take_in_one(database, report, most)
        except OperationalError as away:
            return answers + [away] * (len(reports) - len(answers))
        except Exception as refused:
            answers.append(refused)
    return answers


def _take_in_one(database: Database, report: Report, most: int) -> list[Standing | Exception]:
    try:
        return _take_in(database, [report], most)
    except IntegrityError:
        # Another instance of the center has just inserted this new broker's row. Now it can be updated.
        return _take_in(database, [report], most)


def _take_in(database: Database, reports: Sequence[Report], most: int) -> list[Standing | Exception]:
    with database.writing() as session:
        # A credential may have been deleted while the report was waiting.
        valid = credentials.in_use(session, {report.credential_id for report in reports}, reports[-1].time)
        known = [report for report in reports if report.credential_id in valid]
        before = dict(_read_stored(session, {report.key for report in known}))
        beyond = _over_limit(session, {report.key for report in known} - before.keys(), most)
        newest = store(session, [report for report in known if report.key not in beyond], before)
        return [
            NotSignedIn(credentials.REFUSED)
            if report.credential_id not in valid
            else _too_many(most)
            if report.key in beyond
            else newest
            for report in reports
        ]


def _over_limit(session: Session, new: Collection[Key], most: int) -> set[Key]:
    """The keys of new brokers that exceed the limit of their cluster."""
    beyond: set[Key] = set()
    for cluster_id in {cluster for cluster, _ in new}:
        count = session.scalar(select(func.count()).select_from(_TABLE).where(_TABLE.c.cluster_id == cluster_id)) or 0
        of_cluster = sorted(key for key in new if key[0] == cluster_id)
        beyond.update(of_cluster[max(0, most - count) :])
    return beyond


def _too_many(most: int) -> TooManyAttempts:
    return TooManyAttempts(
        f"{most} brokers have reported for this cluster: forget those that are gone.",
        code="too_many_brokers",
        retry_after=_RETRY_SECONDS,
    )


def store(session: Session, reports: Sequence[Report], before: Mapping[Key, Row] | None = None) -> Standing:
    """Store reports in the order of the list. Returns the center's current state.

    `before`: the brokers' rows, if they were read. A report that arrives after a newer one of the same boot does not
    change the revision, and does not undo a goodbye.
    """
    newest = epochs.current(session)
    standings = {report.beat.standing for report in reports}
    knows = {standing: epochs.knows(session, newest, standing) for standing in standings}
    if before is None:
        before = dict(_read_stored(session, {report.key for report in reports}))
    after: dict[Key, Row] = {}
    for report in reports:
        row, known = after.get(report.key) or before.get(report.key), knows[report.beat.standing]
        _note_history(report, row, newest, known)
        after[report.key] = _row(report, row, known)
    if changed := [row for key, row in sorted(after.items()) if key in before]:
        session.execute(update(BrokerRegistration), changed)
    if new := [row for key, row in sorted(after.items()) if key not in before]:
        session.execute(insert(BrokerRegistration), new)
    return newest


def _read_stored(session: Session, keys: Collection[Key]) -> Iterator[tuple[Key, Row]]:
    for cluster_id in sorted({cluster for cluster, _ in keys}):
        names = sorted(broker for cluster, broker in keys if cluster == cluster_id)
        for row in session.connection().execute(_OF_CLUSTER, {"cluster": cluster_id, "names": names}):
            yield (cluster_id, row.broker), row._asdict()


def _row(report: Report, row: Row | None, known: bool) -> Row:
    """The broker's new row; `row` is the stored one."""
    beat, now = report.beat, report.time
    first = {"cluster_id": report.cluster_id, "broker": beat.broker, "first_seen": now, "left_time": None}
    changed: Row = {**(row or first)}
    again = row is not None and row["boot"] == beat.boot
    if not again or changed["epoch"] != beat.epoch or beat.revision > changed["revision"]:
        changed |= {"revision": beat.revision, "revision_time": now}
    if beat.leaving or not again:
        changed["left_time"] = now if beat.leaving else None
    return changed | _columns_of(beat) | {"known": int(known), "last_seen": now}


def _columns_of(beat: Heartbeat) -> Row:
    return {
        "boot": beat.boot,
        "plugin_version": beat.plugin,
        "pulsar_version": beat.pulsar,
        "epoch": beat.epoch,
        "source": beat.source,
        "observing": int(beat.observing),
        "service": beat.service,
        "kicks": int(beat.kicks),
        "limits": ",".join(sorted(set(beat.limits))),
        "drops": json.dumps(dict(beat.drops)) if beat.drops else None,
        "snapshot_time": beat.snapshot_at,
        "events_written": beat.events_written,
        "events_dropped": beat.events_dropped,
        "connections": beat.connections,
        "max_age_seconds": beat.max_age_seconds,
    }


def _note_history(report: Report, row: Row | None, newest: Standing, known: bool) -> None:
    """Log once when a broker enforces a revision that this database does not know: the database is older, or its
    history differs."""
    beat = report.beat
    other_epoch = beat.epoch not in (None, newest.epoch)
    if known or other_epoch or (row is not None and row["known"] == 0):
        return
    _log.error(
        "broker %r of cluster %d enforces revision %d of this epoch, which this database (revision %d) does not know: "
        "was a back-up restored? Compare the trail, then run `usercenter new-epoch`",
        *(beat.broker, report.cluster_id, beat.revision, newest.revision),
    )
