"""The state of the center as a file: sorted by name, without ids, the same bytes for the same rights."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from app.access.names import ResourceType
from app.access.subscription_rules import Mode
from app.desired_state.engine.state import CenterState, Place, ResourceState
from app.desired_state.engine.windows import canonical, has_ended
from app.desired_state.policy_file.document import VERSION
from app.desired_state.policy_file.phrases import EVERYWHERE, authority_words
from app.platform.moments import moment_text
from app.resources.pulsar import policies

Tree = dict[str, Any]
_PLACES = {
    ResourceType.ROOT: "cluster",
    ResourceType.CLUSTER: "cluster",
    ResourceType.TENANT: "tenant",
    ResourceType.NAMESPACE: "namespace",
    ResourceType.TOPIC: "topic",
}
_PLAIN = re.compile(r"(non-)?persistent://[A-Za-z0-9._=/-]+|[0-9]{4}-[0-9T:.-]+Z")
_HEAD = "# Pulsar User Center, policy as code: docs/policy.md says what the words mean. There are no secrets in it.\n"


class _Line(dict[str, Any]):
    """A mapping written on one line."""


class _Moment(str):
    """A time, written without quotes."""

    __slots__ = ()


class _Writer(yaml.SafeDumper):
    def ignore_aliases(self, _data: Any) -> bool:
        return True

    def analyze_scalar(self, scalar: str) -> Any:
        analysis = super().analyze_scalar(scalar)
        if _PLAIN.fullmatch(scalar):
            analysis.allow_flow_plain = True  # a colon without a blank behind it needs no quotes
        return analysis


def _on_one_line(writer: yaml.SafeDumper, line: _Line) -> yaml.Node:
    node = writer.represent_dict(line)
    node.flow_style = True
    return node


def _plain_time(writer: yaml.SafeDumper, time: _Moment) -> yaml.Node:
    return writer.represent_scalar("tag:yaml.org,2002:int" if time.isdigit() else "tag:yaml.org,2002:timestamp", time)


_Writer.add_representer(_Line, _on_one_line)
_Writer.add_representer(_Moment, _plain_time)


def text(state: CenterState, now: int) -> bytes:
    """The file in UTF-8. Resources being deleted and grants that have ended at `now` (epoch ms) are left out."""
    sections = (("version", int(VERSION)), *_sections(state, now))
    written = "\n".join(_yaml_text({name: value}) for name, value in sections)
    return (_HEAD + written).encode()


def _yaml_text(value: Tree) -> str:
    return yaml.dump(value, Dumper=_Writer, sort_keys=False, allow_unicode=True, width=2**20)


def _sections(state: CenterState, now: int) -> Iterator[tuple[str, Any]]:
    if state.scope is None:
        yield "groups", {name: _entry(remark=group.remark) for name, group in sorted(state.groups.items())}
        yield "users", {name: _user(state, name) for name in sorted(state.users) if name not in state.system}
        roles = sorted(state.roles.items())
        yield "roles", {name: _entry(members=sorted(role.members), remark=role.remark) for name, role in roles}
        yield "clusters", sorted(state.clusters)
    yield "tenants", _tenants(state)
    yield "grants", list(_grants(state, now))


def _entry(**values: Any) -> Tree:
    """Leaves out empty values, which are defaults."""
    return {key: value for key, value in values.items() if value not in (None, [], {})}


def _user(state: CenterState, name: str) -> Tree:
    user = state.users[name]
    status = user.status if user.status != "active" else None
    facts = {"nick": user.nick, "group": user.group, "main": user.main, "status": status}
    return _entry(kind=user.kind, **facts, networks=_texts(user.networks), remark=user.remark)


def _texts(networks: tuple[str, ...] | None) -> list[str] | None:
    return None if networks is None else list(networks)


def _tenants(state: CenterState) -> Tree:
    tenants: Tree = {}
    namespaces: dict[str, Tree] = {}
    for (kind, full), resource in sorted(state.resources.items()):
        if resource.deleting:
            continue
        if kind == ResourceType.TENANT:
            tenants[full] = {**_common(resource, clusters=list(resource.clusters)), "namespaces": {}}
        elif kind == ResourceType.NAMESPACE:
            tenant, _, name = full.partition("/")
            namespaces[full] = tenants[tenant]["namespaces"][name] = _namespace(resource)
        else:
            domain, _, rest = full.partition("://")
            above, _, local = _split(rest)
            word = "topics" if domain == "persistent" else "non_persistent_topics"
            namespaces[above].setdefault(word, {})[local] = _common(resource, partitions=resource.partitions or None)
    return {name: {key: value for key, value in tenant.items() if value != {}} for name, tenant in tenants.items()}


def _namespace(resource: ResourceState) -> Tree:
    mode = resource.subscription_auth_mode if resource.subscription_auth_mode != Mode.NONE else None
    users = {name: sorted(allowed) for name, allowed in sorted(resource.subscription_permissions.items())}
    return _common(resource, bundles=resource.bundles, subscription_auth_mode=mode, subscription_permissions=users)


def _split(rest: str) -> tuple[str, str, str]:
    """`acme/orders` and `created` of `acme/orders/created`; a local name may hold a slash."""
    tenant, _, below = rest.partition("/")
    namespace, slash, local = below.partition("/")
    return f"{tenant}/{namespace}", slash, local


def _common(resource: ResourceState, **values: Any) -> Tree:
    shown = policies.shown(resource.wish())
    return _entry(**values, policies=shown, valid=None if resource.valid else False, remark=resource.remark)


def _grants(state: CenterState, now: int) -> Iterator[_Line]:
    for pair, rows in sorted(state.grants.items()):
        place, (kind, name) = pair.place, pair.receiver
        limits = pair.limits.to_json() if pair.limits else None
        contents = canonical(rows)
        for window in sorted(contents, key=lambda window: (window[0] or 0, window[1] or 2**60)):
            numbers, remark = contents[window]
            if not has_ended(window, now):
                words = authority_words(numbers, place[0], pair.limits)
                line = {_PLACES[place[0]]: _place(place), kind: name, "authorities": words}
                more = {"limits": limits, "from": _moment(window[0]), "until": _moment(window[1]), "remark": remark}
                yield _Line({**line, **_entry(**more)})


def _place(place: Place) -> str:
    return EVERYWHERE if place[0] == ResourceType.ROOT else place[1]


def _moment(time: int | None) -> _Moment | None:
    return None if time is None else _Moment(moment_text(time))
