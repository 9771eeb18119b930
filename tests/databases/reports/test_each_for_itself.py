"""Within one batch each report is judged for itself."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail import epochs
from app.brokers import credentials, heartbeats
from app.brokers.models import ClusterCredential
from app.platform.errors import NotSignedIn
from app.resources.broker_registration import BrokerRegistration
from app.resources.models import Cluster
from tests.api.statements import statements
from tests.brokers.plugin import Plugin
from tests.center import Center
from tests.databases.reports.sending import FIRST, TWELVE, a_report, credential_of, revisions_reported
from tests.factories import a_cluster

FAR_TOO_LARGE = 2**70
"""No number of a database. The API takes none such: this stands for whatever a database may refuse."""


def test_twelve_cost_as_many_statements_as_one(center: Center, cluster: Cluster, plugin: Plugin) -> None:
    counted = []
    for brokers in ([FIRST], TWELVE):
        heartbeats.take(center.database, [a_report(center, cluster, name, 1) for name in brokers])
        again = [a_report(center, cluster, name, 2) for name in brokers]
        with statements(center) as seen:
            heartbeats.take(center.database, again)
        counted.append(len(seen))
    assert counted[0] == counted[1] <= 6, counted


def test_a_report_refused_by_the_database_stops_no_other(center: Center, cluster: Cluster, plugin: Plugin) -> None:
    good, bad, good_too = heartbeats.take(
        center.database,
        [a_report(center, cluster, name, at) for name, at in (("a", 3), ("b", FAR_TOO_LARGE), ("c", 4))],
    )
    assert good == good_too == center.read(epochs.current)
    assert isinstance(bad, Exception)
    assert revisions_reported(center) == {FIRST: 1, "a": 3, "c": 4}


def test_the_reports_of_one_broker_count_in_their_order(center: Center, cluster: Cluster, plugin: Plugin) -> None:
    """Within one batch as in many."""
    cases: list[tuple[list[tuple[int, dict[str, Any]]], tuple[int, str, bool]]] = [
        ([(7, {}), (5, {})], (7, "boot", False)),
        ([(9, {}), (4, {"boot": "anew"})], (4, "anew", False)),
        ([(6, {"boot": "anew", "leaving": True}), (5, {"boot": "anew"})], (6, "anew", True)),
        ([(6, {"boot": "anew"}), (6, {"boot": "again"}), (8, {"boot": "again"})], (8, "again", False)),
    ]
    query = select(BrokerRegistration).where(BrokerRegistration.broker == "one")
    for said, stored in cases:
        heartbeats.take(center.database, [a_report(center, cluster, "one", at, **more) for at, more in said])
        row = center.read(lambda session: session.scalars(query).one())
        assert (row.revision, row.boot, row.left_time is not None) == stored


def test_what_a_batch_changes_is_stored_whatever_it_is(center: Center, cluster: Cluster, plugin: Plugin) -> None:
    """Usual changes of many rows are one statement; what changes seldom, and what is new, are others."""
    newest = center.read(epochs.current)
    heartbeats.take(center.database, [a_report(center, cluster, name, 1) for name in ("a", "b", "c")])
    more: dict[str, dict[str, Any]] = {
        "a": {"epoch": newest.epoch, "mark": newest.mark},
        "b": {"source": "x'\"\\ü:8080"},
        "c": {},
        "d": {"epoch": "of before"},
    }
    for revision in (newest.revision, newest.revision - 1):  # the later report came late: it sets nothing back
        batch = [a_report(center, cluster, name, revision, **fields) for name, fields in more.items()]
        assert heartbeats.take(center.database, batch) == [newest] * 4
    query = select(BrokerRegistration).where(BrokerRegistration.broker.in_(more)).order_by(BrokerRegistration.broker)
    rows = center.read(lambda session: session.scalars(query).all())
    assert [row.revision for row in rows] == [newest.revision] * 4
    assert [row.epoch for row in rows] == [newest.epoch, None, None, "of before"]
    assert [row.source for row in rows] == [None, more["b"]["source"], None, None]
    assert [row.last_seen for row in rows] == [report.time for report in batch]
    assert all(row.revision_time <= row.last_seen for row in rows)


def test_one_batch_keeps_strangers_apart(center: Center, cluster: Cluster) -> None:
    other = center.make(a_cluster)
    _, text_of = center.make(credentials.issue, "test", cluster.id)
    _, text_of_other = center.make(credentials.issue, "test", other.id)
    secret = text_of.rpartition("_")[2]
    presented = [
        text_of,
        "garbage",
        f"puc_cluster_{other.id}_{secret}",
        f"puc_cluster_9999999999999999999_{'x' * 43}",
        "puc_cluster_1_" + "x" * 43,
        text_of_other,
        text_of,
    ]
    found = center.read(lambda session: credentials.holders(session.connection(), presented))
    assert [holder and holder.name for holder in found] == [
        cluster.name,
        None,
        None,
        None,
        None,
        other.name,
        cluster.name,
    ]
    for text_presented, holder in zip(presented, found, strict=True):
        status = Plugin(center.client(Authorization=f"Bearer {text_presented}")).heartbeat(1).status_code
        assert status == (401 if holder is None else 200), text_presented


def test_the_last_use_of_a_credential_is_noted_to_the_minute(center: Center, cluster: Cluster, plugin: Plugin) -> None:
    number = credential_of(center, cluster)
    for used, now, noted in ((None, 70_000, 70_000), (70_000, 129_999, 70_000), (70_000, 130_000, 130_000)):
        center.make(_set_last_use, number, used)
        assert center.make(credentials.in_use, {number, number + 1}, now) == {number}
        assert center.read(_last_use, number) == noted


def _set_last_use(session: Session, number: int, used: int | None) -> None:
    session.get_one(ClusterCredential, number).last_use = used


def _last_use(session: Session, number: int) -> int | None:
    return session.get_one(ClusterCredential, number).last_use


def test_a_report_with_an_invalid_credential_is_refused(center: Center, cluster: Cluster, plugin: Plugin) -> None:
    unknown = a_report(center, cluster, "x", 1, credential_id=credential_of(center, cluster) + 1)
    (answer,) = heartbeats.take(center.database, [unknown])
    assert isinstance(answer, NotSignedIn)
