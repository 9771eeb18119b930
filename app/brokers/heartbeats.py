"""What brokers report, stored: one transaction for all that reported at the same time, few statements whatever their
number (decision 0046).
"""

import json
import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import Table, bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm import Session

from app.brokers import credentials
from app.brokers.models import BrokerRegistration
from app.database import Database
from app.errors import NotSignedIn, TooManyAttempts
from app.trail import epochs
from app.trail.epochs import Standing

_log = logging.getLogger(__name__)

MOST = 1_000
_RETRY_SECONDS = 60
Row = dict[str, Any]
Key = tuple[int, str]
"""Cluster and broker."""
_TABLE = cast(Table, BrokerRegistration.__table__)
_OF_CLUSTER = (
    # In one order everywhere: two instances of the center that lock the same rows then wait, and never for each other.
    select(_TABLE)
    .where(_TABLE.c.cluster_id == bindparam("cluster"), _TABLE.c.broker.in_(bindparam("names", expanding=True)))
    .order_by(_TABLE.c.broker)
    .with_for_update()
)


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """What a broker says of itself. `boot` changes when it is started again; `snapshot_at` is epoch ms; `kicks`: what
    was open when a right or a sign-in was taken away has ended, too."""

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
    drops: Mapping[str, int] | None = None

    @property
    def standing(self) -> Standing:
        """The revision that it enforces, and in which history."""
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
        """Whose it is."""
        return self.cluster_id, self.beat.broker


def take(database: Database, reports: Sequence[Report], most: int = MOST) -> list[Standing | Exception]:
    """Store the reports; answers where the center is for each that is stored now, and for another why it is not. One
    that is refused keeps nobody else's out. Raises what says that the database is away."""
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
            answers += _alone(database, report, most)
        except OperationalError as away:
            return answers + [away] * (len(reports) - len(answers))
        except Exception as refused:
            answers.append(refused)
    return answers


def _alone(database: Database, report: Report, most: int) -> list[Standing | Exception]:
    try:
        return _take_in(database, [report], most)
    except IntegrityError:
        # Another instance of the center has just stored this new broker's first report: now there is a row to update.
        return _take_in(database, [report], most)


def _take_in(database: Database, reports: Sequence[Report], most: int) -> list[Standing | Exception]:
    with database.writing() as session:
        # A credential may have been withdrawn while a report of its cluster was waiting.
        valid = credentials.in_use(session, {one.credential_id for one in reports}, reports[-1].time)
        known = [one for one in reports if one.credential_id in valid]
        before = dict(_read_stored(session, {one.key for one in known}))
        beyond = _beyond(session, {one.key for one in known} - before.keys(), most)
        newest = store(session, [one for one in known if one.key not in beyond], before)
        return [
            NotSignedIn(credentials.REFUSED)
            if one.credential_id not in valid
            else _too_many(most)
            if one.key in beyond
            else newest
            for one in reports
        ]


def _beyond(session: Session, new: Collection[Key], most: int) -> set[Key]:
    """Those that are too many for their cluster."""
    beyond: set[Key] = set()
    for cluster_id in {cluster for cluster, _ in new}:
        there = session.scalar(select(func.count()).select_from(_TABLE).where(_TABLE.c.cluster_id == cluster_id)) or 0
        of_cluster = sorted(key for key in new if key[0] == cluster_id)
        beyond.update(of_cluster[max(0, most - there) :])
    return beyond


def _too_many(most: int) -> TooManyAttempts:
    return TooManyAttempts(
        f"{most} brokers have reported for this cluster: forget those that are gone.",
        code="too_many_brokers",
        retry_after=_RETRY_SECONDS,
    )


def store(session: Session, reports: Sequence[Report], before: Mapping[Key, Row] | None = None) -> Standing:
    """Store what brokers reported, in the order of the list; answers where the center is. `before`: their rows, if they
    were read. A report that was overtaken
    by a newer one of the same boot changes no revision, and takes no goodbye back."""
    newest = epochs.current(session)
    knows = {one: epochs.knows(session, newest, one) for one in {report.beat.standing for report in reports}}
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
        names = sorted(name for cluster, name in keys if cluster == cluster_id)
        for row in session.connection().execute(_OF_CLUSTER, {"cluster": cluster_id, "names": names}):
            yield (cluster_id, row.broker), row._asdict()


def _row(report: Report, row: Row | None, known: bool) -> Row:
    """The broker's row, of which `row` is what was there before."""
    beat, now = report.beat, report.time
    first = {"cluster_id": report.cluster_id, "broker": beat.broker, "first_seen": now, "left_time": None}
    changed: Row = {**(row or first)}
    again = row is not None and row["boot"] == beat.boot
    if not again or changed["epoch"] != beat.epoch or beat.revision > changed["revision"]:
        changed |= {"revision": beat.revision, "revision_time": now}
    if beat.leaving or not again:
        changed["left_time"] = now if beat.leaving else None
    return changed | _said(beat) | {"known": int(known), "last_seen": now}


def _said(beat: Heartbeat) -> Row:
    return {
        "boot": beat.boot,
        "plugin_version": beat.plugin,
        "pulsar_version": beat.pulsar,
        "epoch": beat.epoch,
        "source": beat.source,
        "observing": int(beat.observing),
        "service": beat.service,
        "kicks": int(beat.kicks),
        "drops": json.dumps(dict(beat.drops)) if beat.drops else None,
        "snapshot_time": beat.snapshot_at,
        "events_written": beat.events_written,
        "events_dropped": beat.events_dropped,
        "connections": beat.connections,
        "max_age_seconds": beat.max_age_seconds,
    }


def _note_history(report: Report, row: Row | None, newest: Standing, known: bool) -> None:
    """One line when it begins: this database is older than what a broker enforces, or its history went another way."""
    beat = report.beat
    other_epoch = beat.epoch not in (None, newest.epoch)
    if known or other_epoch or (row is not None and row["known"] == 0):
        return
    _log.error(
        "broker %r of cluster %d enforces revision %d of this epoch, which this database (revision %d) does not know: "
        "was a back-up restored? Compare the trail, then run `usercenter new-epoch`",
        *(beat.broker, report.cluster_id, beat.revision, newest.revision),
    )
