"""Played clusters with grants of every kind."""

from tests.importing.played_cluster import PlayedCluster

ORDERS = "persistent://acme/orders/created"
PARTED = "persistent://acme/orders/parted"
OLD = "persistent://acme/orders/deleted-long-ago"


def acme() -> PlayedCluster:
    """Two tenants: administrators, grants on namespaces and topics, lists of subscriptions, odd names."""
    cluster = PlayedCluster()
    cluster.tenant("acme", "boss")
    cluster.tenant("shop")
    cluster.namespace(
        "acme/orders",
        {"writer": ["produce"], "reader": ["consume"], "worker": ["functions", "sources", "sinks", "packages"]},
    )
    cluster.namespace("acme/quiet", subscription_auth_mode="Prefix", roles={"reader": ["consume"]})
    cluster.namespace("shop/carts", {"svc with blank": ["consume"], "writer": ["produce", "consume"]})
    cluster.topics |= {
        ORDERS: 0, PARTED: 3, "persistent://acme/orders/plain": 0, "persistent://acme/quiet/log": 0,
        "non-persistent://acme/orders/live": 2, "persistent://shop/carts/filled": 0,
        "persistent://acme/orders/created-billing-DLQ": 0, "persistent://acme/orders/a\u202eb": 0,
    }  # fmt: skip
    cluster.topic_policies[ORDERS] = {"messageTTL": 77}
    cluster.grant(ORDERS, "auditor", "consume", "functions")
    cluster.grant(PARTED, "sender", "produce")
    cluster.grant(f"{PARTED}-partition-1", "sneaky", "consume")
    cluster.grant(OLD, "auditor", "produce")
    cluster.only("acme/orders", "billing", "reader", "auditor")
    return cluster
