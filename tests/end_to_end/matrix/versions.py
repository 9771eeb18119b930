"""The matrix for other Pulsar versions than 4.0.8: routes that each adds to those of `matrix.yaml`, or lacks.

The oldest API, `/admin` without a version, is in neither file: its needs follow from the matrix.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import yaml

from tests.end_to_end.matrix.matrix import Matrix, Need, Route

_FILE = Path(__file__).with_suffix(".yaml")
_OLDEST = re.compile(r"/admin/(?!v[23]/)")
_WORDS = {"properties": "tenants", "destinations": "topics"}
"""Names of the oldest API → those of today."""


class VersionMatrix(Matrix):
    """The routes that this version adds."""

    def __init__(self, version: str) -> None:
        super().__init__()
        own = yaml.safe_load(_FILE.read_text())
        self._content = {
            "fill": {**self._content["fill"], **own["fill"]},
            "needs": {**self._content["needs"], **own["needs"]},
            "groups": [group for part in own["adds"] if version in part["versions"] for group in part["groups"]],
        }
        nothing = self._need("nothing")
        lacking = [line for part in own["lacks"] if version in part["versions"] for line in part["routes"]]
        self.lacking = [route for line in lacking for route in self._routes(line, nothing, {})]
        """Those of `matrix.yaml` that it does not have."""

    def whole(self) -> set[str]:
        """Every route that it should have, without the oldest API."""
        return (plain(Matrix().routes) - plain(self.lacking)) | plain(self.routes)


def adding() -> set[str]:
    """The versions that add routes."""
    return {version for part in yaml.safe_load(_FILE.read_text())["adds"] for version in part["versions"]}


def plain(routes: Iterable[Route | str]) -> set[str]:
    """`METHOD PATH`, with the names in braces removed."""
    return {re.sub(r"{[^}]*}", "{}", str(route)) for route in routes}


def is_oldest(route: str) -> bool:
    """Whether it is of `/admin` without a version."""
    return _OLDEST.match(route.partition(" ")[2]) is not None


def oldest(routes: Iterable[str]) -> list[Route]:
    """The routes of the oldest API, with their needs: those of the same routes of today. Names with a cluster in them
    do not exist in the center: callers without rights are refused, or get an error before that.

    Raises:
        KeyError: a route has no equivalent of today, and no such name.
    """
    twins = {next(iter(plain([route]))): route for route in reversed(Matrix().routes)}
    needs = {route.need.name: route.need for route in Matrix().routes}
    return [_route_like(route, twins, needs) for route in sorted(filter(is_oldest, routes))]


def _route_like(route: str, twins: Mapping[str, Route], needs: Mapping[str, Need]) -> Route:
    method, path = route.split(" ")
    if re.search(r"/{(property|tenant)}/{cluster}/{namespace}", path):
        # Of these, only the backlog of a topic is answered to everybody, because there is no such topic.
        return Route(method, path, needs["nothing" if path.endswith("/backlog") else "nothing done"])
    if path == "/admin/namespaces/{property}/{cluster}":
        return Route(method, path, needs["any right in tenant"])  # lists names, while today's route reads policies
    today = "/".join(_WORDS.get(word, word) for word in path.replace("/admin/", "/admin/v2/").split("/"))
    twin = twins[next(iter(plain([f"{method} {today}"])))]
    return Route(method, path, twin.need, twin.body, twin.query, twin.fill, twin.unsent)
