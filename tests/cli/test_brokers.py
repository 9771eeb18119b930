"""Brokers from the command line: enforcement, late brokers and connections."""

from sqlalchemy import update

from app.platform.clock import now_ms
from app.resources.broker_registration import BrokerRegistration
from tests.brokers.plugin import a_plugin
from tests.brokers.simulated import brokers_of
from tests.brokers.test_twelve_brokers import TOPIC, connection
from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import a_cluster, a_grant, a_user


def test_revoking_waits_for_the_brokers_and_tells_how_long_it_took(root: Terminal, center: Center) -> None:
    cluster = center.make(a_cluster, "prod")
    first = center.make(a_grant, center.make(a_user, "alice"), [100], 1, cluster.id)
    two = center.make(a_grant, center.make(a_user, "bea"), [100], 1, cluster.id)
    ended = root("grants", "revoke", str(first.id), "--yes", "--wait", "1", status=1)
    assert "prod: no broker is live, so nothing enforces revision" in ended.stderr
    with brokers_of(center, cluster, 2) as brokers:
        ended = root("grants", "revoke", str(two.id), "--yes", "--wait", "30")
        assert "is enforced on 2 of 2 brokers after " in ended.stderr
        brokers[0].connections = [connection("alice", TOPIC, 1)]
        assert "broker-0:8080" in root("connections", "prod", "--principal", "alice").stdout
        assert "live" in root("brokers", "list", "prod").stdout


def test_a_broker_that_vanished_is_named_until_somebody_knows_better(root: Terminal, center: Center) -> None:
    cluster = center.make(a_cluster, "prod")
    plugin = a_plugin(center, cluster)
    center.app.state.settings = center.settings.model_copy(update={"heartbeat_seconds": 1})
    plugin.heartbeat(1, "dead:8080")
    ended = root("enforcement", "2", "--wait", "20", status=1)
    assert "dead:8080 has vanished; if it still runs, it decides on revision 1 until" in ended.stdout
    root("brokers", "forget", "prod", "dead:8080", "--yes")
    assert "no broker is live" in root("enforcement", "2", status=1).stdout


def test_brokers_that_keep_connections_open_are_named_with_their_kind(root: Terminal, center: Center) -> None:
    cluster = center.make(a_cluster, "prod")
    plugin = a_plugin(center, cluster)
    plugin.heartbeat(2, "ws:8081", service="websocket", kicks=False)
    plugin.heartbeat(2, "bare:8080", kicks=False)
    output = root("enforcement", "2", status=1).stdout
    assert "prod: revision 2 is enforced on 0 of 2 brokers" in output
    assert "ws:8081 decides by it, but sessions that were open go on" in output
    assert "bare:8080 decides by it, but connections of revoked tokens and disabled users may stay open" in output
    plugin.heartbeat(2, "dead:8080", mode="observe")
    with center.database.writing() as session:
        session.execute(update(BrokerRegistration).values(last_seen=now_ms() - 31_000))
    output = root("enforcement", "2", status=1).stdout
    assert "dead:8080 has vanished; if it still runs, it only observes: its native provider answers" in output
    assert "ws:8081 has vanished; if it still runs, it decides on revision 2 until" in output


def test_a_broker_of_another_history_is_not_said_to_lag(root: Terminal, center: Center) -> None:
    plugin = a_plugin(center, center.make(a_cluster, "prod"))
    plugin.heartbeat(1_000_000, "elsewhere:8080")
    ended = root("enforcement", "1", status=1)
    assert "elsewhere:8080 is at revision 1000000 of a history that the center does not have" in ended.stdout
    assert "unknown" in root("brokers", "list", "prod").stdout
