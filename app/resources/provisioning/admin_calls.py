"""Single calls of Pulsar's admin API that put a cluster right, one after the other; shown before they are made."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, Self

from app.access.names import ResourceType
from app.resources.provisioning.provisioner import remove
from app.resources.pulsar.addresses import AddressNotAllowedError
from app.resources.pulsar.admin_client import AdminClient
from app.resources.pulsar.admin_http import AdminHttp, ClusterRefusedError, ClusterUnreachableError
from app.resources.pulsar.admin_path import AdminPath
from app.resources.pulsar.endpoint import Endpoint

_SECONDS = 60.0
REFUSED = (ClusterRefusedError, AddressNotAllowedError)
"""The cluster answered no, or may not be called: trying again is of no use."""
SILENT = (ClusterUnreachableError,)
MERGE, SPLIT, REMOVE = "merge", "split", "remove"
_MOST_SPLITS = 1024


@dataclass(frozen=True)
class AdminCall:
    """`path`: below /admin/v2. Every one can be repeated without further effect."""

    method: str
    path: AdminPath
    body: Any = None
    how: str | None = None
    """merge: what is there is read first, and `body` replaces members of it. split: bundles are split until there are
    `body`. remove: the place `body`, with everything in it."""
    gone_is_fine: bool = False

    def as_json(self) -> dict[str, Any]:
        """As JSON, to be kept."""
        return {**asdict(self), "path": str(self.path)}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Self:
        """What `as_json` returned. Raises NameNotCallableError for one of an older center."""
        return cls(**{**values, "path": AdminPath.read(values["path"])})


def make(endpoint: Endpoint, token: str, calls: Iterable[AdminCall]) -> None:
    """Make the calls; those of a failed attempt may be repeated.

    Raises ClusterRefusedError, ClusterUnreachableError, AddressNotAllowedError.
    """
    with AdminHttp(endpoint, token, seconds=_SECONDS) as http:
        for call in calls:
            if call.how == REMOVE:
                _remove(endpoint, token, str(call.body))
            else:
                _make(http, call)


def clusters_known_to(at: Endpoint, token: str) -> frozenset[str]:
    """Names of the clusters that this one knows. Raises as `make` does."""
    with AdminClient(at, token, seconds=_SECONDS) as client:
        return frozenset(client.clusters())


def _make(http: AdminHttp, call: AdminCall) -> None:
    """Makes one call; a merge writes into what the cluster has. Raises ClusterRefusedError."""
    if call.how == SPLIT:
        _split(http, call.path, int(call.body))
        return
    body = call.body
    if call.how == MERGE:
        body = {**http.call("GET", call.path).require_success().members(), **call.body}
    http.call(call.method, call.path, body).require_success(gone_is_fine=call.gone_is_fine)


def _remove(at: Endpoint, token: str, name: str) -> None:
    kind = ResourceType.TOPIC if "://" in name else ResourceType.NAMESPACE if "/" in name else ResourceType.TENANT
    with AdminClient(at, token, seconds=_SECONDS) as client:
        remove(client, kind, name)


def _split(http: AdminHttp, namespace: AdminPath, bundle_count: int) -> None:
    """Splits bundles of a namespace until there are enough, the widest first: each half then has as many keys."""
    for _ in range(_MOST_SPLITS):
        bounds = _bounds(http, namespace)
        if len(bounds) - 1 >= bundle_count:
            return
        first, last = max(pairwise(bounds), key=lambda pair: int(pair[1], 16) - int(pair[0], 16))
        bundle = namespace / f"{first}_{last}" / "split"
        split = bundle.asking(unload="false", splitAlgorithmName="range_equally_divide")
        http.call("PUT", split).require_success()


def _bounds(http: AdminHttp, namespace: AdminPath) -> list[str]:
    bundles: Any = http.call("GET", namespace).require_success().members().get("bundles")
    bounds = bundles.get("boundaries") if isinstance(bundles, dict) else None
    if not isinstance(bounds, list) or len(bounds) < 2 or not all(isinstance(bound, str) for bound in bounds):
        raise ClusterRefusedError("the cluster does not tell the bundles of the namespace")
    return bounds
