"""The played cluster in a process of its own, so that the center is measured alone: `… cluster TOPICS`.

It prints its address, and ends when its input does.
"""

import sys

from tests.importing.played_cluster import PlayedCluster

_TOPICS_OF_A_NAMESPACE, _ROLES, _NAMESPACES_OF_A_TENANT = 100, 400, 10


def main() -> None:
    """Serve until the input ends."""
    with large(int(sys.argv[1])).running() as played:
        print(played.url, flush=True)
        sys.stdin.read()


def large(topics: int) -> PlayedCluster:
    """A cluster with five grants for each topic, half of them on topics, and one topic in five partitioned."""
    cluster = PlayedCluster()
    for space in range(max(topics // _TOPICS_OF_A_NAMESPACE, 1)):
        tenant = f"tenant{space // _NAMESPACES_OF_A_TENANT}"
        name = f"{tenant}/space{space}"
        cluster.tenant(tenant, "boss")
        own = {f"role{(space * 7 + number) % _ROLES}": ["produce", "consume"] for number in range(250)}
        cluster.namespace(name, own)
        for number in range(_TOPICS_OF_A_NAMESPACE):
            topic = f"persistent://{name}/topic{number}"
            cluster.topics[topic] = 2 if number % 5 == 0 else 0
            for two in range(3 - number % 2):
                cluster.grant(topic, f"role{(space + number * 3 + two) % _ROLES}", "consume")
    return cluster


if __name__ == "__main__":
    main()
