"""The first draft of a mapping file: a line for each native role, with what it holds as a comment. Pure."""

import json
from collections.abc import Iterator

from app.importing import roles
from app.importing.mapping import VERSION, Mapping, Target
from app.pulsar.estate import ClusterEstate

_HEAD = """\
# What the roles of {cluster} become in the user center. Change the lines, then rehearse again.
#   to: service, person, sub-account (with main: the main account), shared-role, or nothing
#   role: an exact name or a pattern (*); name: what it is called here, {{role}} stands for the role
#   super_user: true gives authority 4 on the cluster; nobody gets it without that line
version: "{version}"
# Pulsar's consume also resets, skips and deletes subscriptions; false: it becomes read alone
manage_subscriptions: true
"""


def write(estate: ClusterEstate, mapping: Mapping) -> str:
    """The file. It maps every role as `mapping` does."""
    lines = [_HEAD.format(cluster=estate.cluster, version=VERSION)]
    names = roles.named(estate)
    lines.append("roles:\n" if names else "roles: []\n")
    held = roles.places_of(estate)
    for role in names:
        told = "".join(f"    # {fact}\n" for fact in _facts(estate, role, len(held.get(role, ()))))
        lines.append(f"  - role: {json.dumps(role, ensure_ascii=False)}\n{told}{_target(mapping.target(role), role)}")
    return "".join(lines)


def _facts(estate: ClusterEstate, role: str, places: int) -> Iterator[str]:
    if role in estate.super_user_roles:
        yield "super user by broker.conf (superUserRoles)"
    if role in estate.proxy_roles:
        yield "proxy by broker.conf (proxyRoles): needs no rights here"
    yield f"holds something on {places} places"


def _target(target: Target, role: str) -> str:
    if target.to == "nothing":
        return f"    to: nothing\n    reason: {json.dumps(target.why.text, ensure_ascii=False)}\n"
    name = "" if target.name == role else f"    name: {json.dumps(target.name)}\n"
    main = "" if target.main is None else f"    main: {json.dumps(target.main)}\n"
    return f"    to: {target.to}\n{name}{main}" + ("    super_user: true\n" if target.super_user else "")
