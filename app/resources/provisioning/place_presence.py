"""Whether clusters have a place: each is asked itself, as a broker speaks for its own cluster alone."""

from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from app.access.names import ResourceName, ResourceType
from app.platform.telemetry import logger
from app.resources.provisioning.deletion_forecast import ClusterToAsk
from app.resources.pulsar.addresses import AddressNotAllowedError
from app.resources.pulsar.admin_client import AdminClient
from app.resources.pulsar.admin_http import ClusterRefusedError, ClusterUnreachableError
from app.resources.pulsar.admin_path import AdminPath

Presence = Mapping[int, Mapping[ResourceName, bool | None]]
"""Cluster → place → whether the cluster says that it has it; None: it does not tell."""
_SECONDS = 2.0
"""A broker's caller waits for it."""
_log = logger(__name__)


def look(token_for: Callable[[str], str], wanted: Sequence[tuple[ClusterToAsk, Collection[ResourceName]]]) -> Presence:
    """What these clusters say of the names, all at the same time, within two seconds. Those that were given up are left
    out."""
    asked = [(target, names) for target, names in wanted if not target.gone]
    with ThreadPoolExecutor(len(asked) or 1, thread_name_prefix="presence") as lanes:
        said = lanes.map(lambda pair: _ask(token_for, *pair), asked)
    return {target.cluster_id: has for (target, _), has in zip(asked, said, strict=True)}


def _ask(
    token_for: Callable[[str], str], target: ClusterToAsk, names: Collection[ResourceName]
) -> dict[ResourceName, bool | None]:
    found = dict[ResourceName, bool | None].fromkeys(names)
    try:
        with AdminClient(target.at, token_for(target.username), seconds=_SECONDS) as client:
            for name in names:
                found[name] = _is_there(client, name)
    except (ClusterUnreachableError, AddressNotAllowedError) as error:
        _log.info("whether places are there is not known: %s", error)
    return found


def _is_there(client: AdminClient, name: ResourceName) -> bool | None:
    """None when the cluster refuses to say so: the other places are asked about."""
    try:
        if name.type == ResourceType.TOPIC:
            return client.partitions(name.name) is not None
        return client.call("GET", AdminPath.of_place(name.type, name.name)).require_success(gone_is_fine=True).ok
    except ClusterRefusedError as error:
        _log.info("whether a place is there is not known: %s", error)
        return None
