"""A cluster whose admin API answers what a test says: statistics recorded from Pulsar 4.0.8, or nonsense."""

from typing import Any

from tests.provisioning.fake_pulsar import FakePulsar, Reply, reason

TOPIC = "persistent://acme/orders/created"
_SUBSCRIPTION = {
    "msgRateOut": 310.5,
    "msgThroughputOut": 13969.8,
    "msgBacklog": 14,
    "backlogSize": 630,
    "type": "Shared",
    "unackedMessages": 2,
    "isDurable": True,
    "isReplicated": False,
    "lastAckedTimestamp": 1795756979451,
    "nonContiguousDeletedMessagesRanges": 1,
    "consumers": [
        {
            "appId": name,
            "consumerName": f"c-{name}",
            "address": "/10.1.2.3:47498",
            "connectedSince": "2026-11-27T05:22:11.9832381Z",
            "clientVersion": "Pulsar-CPP-v4.2.0",
        }
        for name in ("alice", "alice.sub", "somebody")
    ],
}
STATS: dict[str, Any] = {
    "msgRateIn": 309.5,
    "msgRateOut": "NaN",
    "msgInCounter": 14675,
    "storageSize": 660247,
    "backlogQuotaLimitTime": -1,
    "oldestBacklogMessageAgeSeconds": -1,
    "publishers": [{"producerName": "standalone-0-0", "address": "/10.1.2.4:47486", "msgRateIn": 309.5}],
    "subscriptions": {"billing": _SUBSCRIPTION},
    "deduplicationStatus": None,
    "ownerBroker": "10.0.0.1:8080",
    "aFieldOf42": {"nobody": "knows"},
}
INTERNAL: dict[str, Any] = {
    "numberOfEntries": 15269,
    "totalSize": 686977,
    "currentLedgerEntries": 15269,
    "currentLedgerSize": 686977,
    "lastConfirmedEntry": "3:15268",
    "state": "LedgerOpened",
    "ledgers": [{"ledgerId": 3, "entries": 0, "size": 0, "offloaded": False}],
    "cursors": {
        "billing": {
            "markDeletePosition": "3:15254",
            "readPosition": "3:15256",
            "individuallyDeletedMessages": "[(3:15256..3:15258]]",
            "state": "Open",
        }
    },
}


class LiveCluster(FakePulsar):
    """Answers by the end of the path; `answers_by` may be changed by a test. Other calls are answered as usual."""

    def __init__(self, *clusters: str) -> None:
        super().__init__(*clusters)
        self.answers_by: dict[str, Reply] = {
            "/created/partitions": (200, {"partitions": 0, "deleted": False}, {}),
            "/created/stats": (200, STATS, {}),
            "/created/internalStats": (200, INTERNAL, {}),
            "/bundles": (200, {"boundaries": ["0x00000000", "0x80000000", "0xffffffff"], "numBundles": 2}, {}),
        }

    def _answer(self, method: str, path: str, body: Any) -> Reply:
        address = self.url.removeprefix("http://")
        mine = "0x00000000_0x80000000"
        own: dict[str, Reply] = {
            "/brokers": (200, [address], {}),
            "/leaderBroker": (200, {"serviceUrl": self.url, "brokerId": address}, {}),
            "/ownedNamespaces": (200, {f"acme/orders/{mine}": {}, "pulsar/x/0x00000000_0xffffffff": {}}, {}),
            "/load-report": (200, {"cpu": {"usage": 150.0, "limit": 200.0}, "numTopics": 3, "msgRateIn": 1.5}, {}),
            "/broker-stats/topics": (200, {"acme/orders": {mine: {"persistent": {TOPIC: STATS}}}}, {}),
        }
        for end, reply in [*self.answers_by.items(), *own.items()]:
            if path.endswith(end):
                return reply
        if "/subscription/" in path or path.endswith(("/unload", "/split?unload=true")):
            return 204, None, {}
        if "/messageid/" in path:
            return 200, {"ledgerId": 3, "entryId": 100, "partitionIndex": -1}, {}
        return super()._answer(method, path, body)


def server_error() -> Reply:
    """A cluster that says no."""
    return reason(500, "metadata store is away")
