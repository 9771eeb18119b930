"""Whether clusters have a place: each is asked itself, as a broker speaks for its own cluster alone."""

from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import select

from app.access.names import ResourceName, ResourceType
from app.platform.database import Database
from app.platform.settings import Settings
from app.platform.telemetry import logger
from app.resources.models import Cluster
from app.resources.provisioning.deletion_forecast import how_to_ask
from app.resources.pulsar.addresses import AddressNotAllowedError
from app.resources.pulsar.admin_client import AdminClient
from app.resources.pulsar.admin_http import ClusterRefusedError, ClusterUnreachableError
from app.resources.pulsar.admin_path import AdminPath
from app.resources.pulsar.endpoint import Endpoint

Presence = Mapping[int, bool | None]
"""Cluster → whether it says that it has the place; None: it does not tell."""
_SECONDS = 2.0
"""A broker's caller waits for it."""
_log = logger(__name__)


def look(
    database: Database,
    settings: Settings,
    token_for: Callable[[str], str],
    wanted: Mapping[ResourceName, Collection[int]],
) -> dict[ResourceName, Presence]:
    """What these clusters say of each name, all at the same time and within two seconds. Clusters that were given up
    are left out. Raises nothing."""
    ids = set[int]().union(*wanted.values())
    with database.reading() as session:
        clusters = session.scalars(select(Cluster).where(Cluster.id.in_(ids), Cluster.gone == 0))
        targets = {cluster.id: how_to_ask(session, settings, cluster) for cluster in clusters}
    with ThreadPoolExecutor(len(targets) or 1, thread_name_prefix="presence") as lanes:
        said = {
            number: lanes.submit(
                _ask, target.at, token_for(target.username), [name for name, on in wanted.items() if number in on]
            )
            for number, target in targets.items()
        }
    return {name: {n: said[n].result().get(name) for n in on if n in said} for name, on in wanted.items()}


def _ask(at: Endpoint, token: str, names: Sequence[ResourceName]) -> dict[ResourceName, bool | None]:
    found = dict[ResourceName, bool | None]()
    try:
        with AdminClient(at, token, seconds=_SECONDS) as client:
            found.update((name, _is_there(client, name)) for name in names)
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
