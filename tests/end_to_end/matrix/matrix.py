"""The matrix: every route of the broker's admin API, called by five kinds of callers, against the access rules.

`matrix.yaml` lists the rights that each route needs. From that the callers are made: one with exactly the right, one
with every right but that, one with nothing, an auditor of all, who may do nothing at a broker, and a super user.
"""

import itertools
import json
import re
import subprocess
import tempfile
from collections.abc import Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import httpx
import yaml

from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.pulsar import quick_start
from tests.end_to_end.pulsar.distribution import pulsar_home

_HERE = Path(__file__).parent
REFUSED = (401, 403)
_RIGHTS = ("create", "delete", "write", "read", "administer", "functions", "subscriptions", "audit", "only_functions",
           "sources", "sinks", "packages")  # fmt: skip
_NOT_ON_TOPICS = ("functions", "only_functions", "sources", "sinks", "packages")
_LEVELS = {"cluster": 1, "tenant": 2, "namespace": 3, "topic": 4}
_TWINS = {
    "namespace": ("rules",),
    "topic": ("non-persistent", "doomed", "non-persistent doomed", "ended", "non-persistent ended", "scalable"),
}
_numbers = itertools.count(1)
_TENANT, _ELSEWHERE = "matrix", "elsewhere"
_TOPICS = (
    ("topic", "letters", "persistent", 0),
    ("non-persistent", "letters", "non-persistent", 0),
    ("doomed", "doomed", "persistent", 0),
    ("non-persistent doomed", "doomed", "non-persistent", 0),
    ("ended", "ended", "persistent", 0),
    ("non-persistent ended", "ended", "non-persistent", 0),
    ("parted", "parted", "persistent", 2),
    ("non-persistent parted", "parted", "non-persistent", 2),
)
SCALABLE = ("scalable", "letters", "topic", 0)
"""One more topic, for clusters of Pulsar 5."""


def broker_routes(jars: Path | None = None, java: str | None = None) -> set[str]:
    """`METHOD PATH` of every route that the broker's own classes declare, `/admin` (v1) included; `jars` is the
    directory of another version than the server distribution's, `java` the program that can load its classes."""
    jars = jars or pulsar_home() / "lib"
    with tempfile.TemporaryDirectory() as classes:
        subprocess.run([*quick_start.javac(), "-d", classes, str(_HERE / "BrokerRoutes.java")], check=True)
        run = [java or quick_start.java(), *quick_start.FLAGS, "-cp", f"{classes}:{jars}/*", "BrokerRoutes", str(jars)]
        done = subprocess.run(run, capture_output=True, text=True, timeout=120, check=True)
    return {" ".join(line.split(" ")[:2]) for line in done.stdout.splitlines()}


@dataclass(frozen=True)
class Need:
    """What a route needs: any of `holders`. `without`: rights that the refused caller must not have."""

    name: str
    holders: tuple[str, ...]
    without: tuple[str, ...] | str | None
    super_user: bool
    """Whether a super user is allowed."""


@dataclass(frozen=True)
class Route:
    """One route, its need, and how to call it."""

    method: str
    path: str
    need: Need
    body: Any = None
    query: Mapping[str, Any] = field(default_factory=dict)
    fill: Mapping[str, str] = field(default_factory=dict)
    unsent: bool = False
    """True: no allowed call is sent, because it would stop the broker or block its threads."""

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def of_functions_worker(self) -> bool:
        """True for routes that only a functions worker answers."""
        return bool(re.match(r"/admin/(v[23]/)?(functions|sinks?|sources?|worker|worker-stats)(/|$)", self.path))


class Matrix:
    """The content of `matrix.yaml`."""

    def __init__(self, file: Path = _HERE / "matrix.yaml") -> None:
        self._content = yaml.safe_load(file.read_text())

    @cached_property
    def routes(self) -> list[Route]:
        """Every route of the file; `{domain}` stands for both domains of topics."""
        found: list[Route] = []
        for group in self._content["groups"]:
            need = self._need(group["needs"])
            for entry in group["routes"]:
                line, options = (entry, {}) if isinstance(entry, str) else next(iter(entry.items()))
                found.extend(self._routes(line, need, options))
        return found

    @property
    def fill(self) -> dict[str, str]:
        """Default values for the braces in paths."""
        return dict(self._content["fill"])

    def _need(self, name: str) -> Need:
        known = self._content["needs"][name]
        without = known.get("without")
        rights = tuple(without) if isinstance(without, list) else without
        return Need(name, tuple(known.get("holders", ())), rights, known.get("super", True))

    def _routes(self, line: str, need: Need, options: Mapping[str, Any]) -> Iterable[Route]:
        method, path = line.split(" ")
        domains = ("persistent", "non-persistent") if "{domain}" in path else ("",)
        for domain in domains:
            yield Route(method, path.replace("{domain}", domain), need, **options)


@dataclass(frozen=True)
class RouteCall:
    """One call and its answer."""

    route: Route
    caller: str
    may: bool
    status: int
    text: str

    @property
    def right(self) -> bool:
        """Whether the broker answered as the matrix says."""
        if self.route.need.name == "nothing done":
            return self.status >= 400
        return (self.status not in REFUSED) == self.may

    def __str__(self) -> str:
        wanted = "let through" if self.may else "refused"
        return f"{self.route} as {self.caller}: {self.status}, should be {wanted} ({self.route.need.name}) {self.text}"


class Callers:
    """Accounts for the needs of the matrix, each with exactly its rights. `topics`: more topics that they use."""

    def __init__(self, estate: Estate, *topics: tuple[str, str, str, int]) -> None:
        self._estate = estate
        self._topics = (*_TOPICS, *topics)
        self._made: dict[str, Account] = {}
        self._ids = {"cluster": estate.cluster}
        self._elsewhere = 0

    def prepare(self, needs: Iterable[Need]) -> None:
        """Make resources and accounts for all needs, and wait until the broker enforces them."""
        admin = self._estate.admin
        self._ids |= _resources(self._estate, _TENANT, self._topics)
        self._elsewhere = _resources(self._estate, _ELSEWHERE, ())["tenant"]
        for name in sorted({caller for need in needs for caller, _ in callers_of(need)}):
            account = self._estate.service(admin, "matrix-" + re.sub(r"\W+", "-", name))
            self._grant(account, name)
            self._made[name] = account
        self._estate.wait_for_broker()

    def token(self, caller: str) -> str:
        """The caller's token."""
        return self._made[caller].token

    def _grant(self, account: Account, name: str) -> None:
        admin, tenant = self._estate.admin, self._ids["tenant"]
        if name == "super user":
            admin.grant(account.id, 1, self._ids["cluster"], 4)
        elif name.startswith("all but "):
            lacking = name.removeprefix("all but ").split("+")
            admin.grant(account.id, 2, tenant, *_every_right(lacking))
        elif name == "auditor":
            admin.grant(account.id, 1, self._ids["cluster"], 7)
            admin.grant(account.id, 2, tenant, 107, 207, 307)
        elif name == "all elsewhere":
            admin.grant(account.id, 2, self._elsewhere, *_every_right([]))
        elif name != "nobody":
            authority, place = name.split("@")
            admin.grant(account.id, _LEVELS[place], self._ids[place], int(authority))
            for twin in self._ids.keys() & set(_TWINS.get(place, ())):
                admin.grant(account.id, _LEVELS[place], self._ids[twin], int(authority))


def callers_of(need: Need) -> list[tuple[str, bool]]:
    """(caller, whether it is allowed) for each caller to try for one need."""
    if need.name in ("nothing", "nothing done"):
        return [("nobody", True)]
    lacking = "all elsewhere" if need.without is None else "all but " + "+".join(need.without)
    refused = [("nobody", False), ("auditor", False)] + ([] if need.without == "nobody" else [(lacking, False)])
    return [*((holder, True) for holder in need.holders), *refused, ("super user", need.super_user)]


def ask_all(
    estate: Estate, matrix: Matrix, callers: Callers, routes: Iterable[Route], at_once: int = 12
) -> list[RouteCall]:
    """Call every route with every caller of its need, several at a time. Redirects are not followed."""
    calls = [(route, caller, may) for route in routes for caller, may in callers_of(route.need)]
    wanted = [call for call in calls if not (call[2] and call[0].unsent)]
    # A new connection each time: a broker closes it if it answers before it has read the whole request.
    once = httpx.Limits(max_keepalive_connections=0)
    url = estate.broker.admin_url
    with httpx.Client(base_url=url, timeout=30, limits=once) as http, ThreadPoolExecutor(at_once) as pool:
        return list(pool.map(lambda call: _ask(http, matrix.fill, callers, *call), wanted))


def _ask(
    http: httpx.Client, fill: Mapping[str, str], callers: Callers, route: Route, caller: str, may: bool
) -> RouteCall:
    # `#` becomes a number that no other call uses.
    values = {name: value.replace("#", str(next(_numbers))) for name, value in {**fill, **route.fill}.items()}
    path = re.sub(r"{([^}:]+)[^}]*}", lambda name: values[name[1]], route.path)
    headers = {"Authorization": f"Bearer {callers.token(caller)}"}
    options: dict[str, Any] = {}
    if isinstance(route.body, dict) and "multipart" in route.body:
        options["files"] = {
            name: (None, json.dumps(part), "application/json") if isinstance(part, dict) else (name, part)
            for name, part in route.body["multipart"].items()
        }
    elif route.body is not None:
        options["json"] = route.body
    elif route.method in ("PUT", "POST"):
        headers["Content-Type"] = "application/json"
    try:
        answer = http.request(route.method, path, params=dict(route.query), headers=headers, **options)
    except httpx.TimeoutException:
        # Refusals come at once, so a timeout means that the call was allowed.
        return RouteCall(route, caller, may, 0, "no answer")
    return RouteCall(route, caller, may, answer.status_code, answer.text[:160].replace("\n", " "))


def _every_right(lacking: Iterable[str]) -> list[int]:
    """Every authority from tenant to topic that can be held on a tenant, except those of the lacking rights."""
    rights = [right for right in _RIGHTS if right not in lacking]
    found = [(level, right) for level in (1, 2, 3) for right in rights if level < 3 or right not in _NOT_ON_TOPICS]
    return [level * 100 + _RIGHTS.index(right) for level, right in found if (level, right) != (1, "create")]


def _resources(estate: Estate, tenant: str, topics: Collection[tuple[str, str, str, int]]) -> dict[str, int]:
    """Make a tenant with namespaces and these topics on the cluster; returns their ids."""
    admin = estate.admin
    made = {"tenant": int(admin.post("/api/v1/tenants", name=tenant, cluster_ids=[estate.cluster])["id"])}
    for key, name in (("namespace", "space"), ("rules", "rules")):
        made[key] = int(admin.post("/api/v1/namespaces", tenant_id=made["tenant"], name=name)["id"])
    for key, name, domain, partitions in topics:
        kind = {"domain": domain, "partitions": partitions}
        made[key] = int(admin.post("/api/v1/topics", namespace_id=made["namespace"], name=name, **kind)["id"])
    for path, keys in (("namespaces", ("namespace", "rules")), ("topics", [key for key, *_ in topics])):
        for key in keys:
            admin.ready(f"/api/v1/{path}/{made[key]}")
    return made
