"""Splits bundles of a namespace until there are enough, the widest first: each half then has as many keys."""

from itertools import pairwise
from typing import Any

from app.resources.pulsar.admin_http import AdminHttp, ClusterRefusedError
from app.resources.pulsar.admin_path import AdminPath

_NONSENSE = "the cluster does not tell the bundles of the namespace"
_MOST = 1024


def split(http: AdminHttp, path: AdminPath, bundle_count: int) -> None:
    """`path`: of the namespace. Raises ClusterRefusedError, ClusterUnreachableError."""
    for _ in range(_MOST):
        bounds = _bounds(http, path)
        if len(bounds) - 1 >= bundle_count:
            return
        first, last = max(pairwise(bounds), key=lambda pair: int(pair[1], 16) - int(pair[0], 16))
        bundle = path / f"{first}_{last}" / "split"
        answer = http.call("PUT", bundle.asking(unload="false", splitAlgorithmName="range_equally_divide"))
        if not answer.ok:
            raise ClusterRefusedError(f"{answer.status}: {answer.reason()}")


def _bounds(http: AdminHttp, path: AdminPath) -> list[str]:
    answer = http.call("GET", path)
    if not answer.ok:
        raise ClusterRefusedError(f"{answer.status}: {answer.reason()}")
    bundles: Any = answer.members().get("bundles")
    bounds = bundles.get("boundaries") if isinstance(bundles, dict) else None
    if not isinstance(bounds, list) or len(bounds) < 2 or not all(isinstance(bound, str) for bound in bounds):
        raise ClusterRefusedError(_NONSENSE)
    return bounds
