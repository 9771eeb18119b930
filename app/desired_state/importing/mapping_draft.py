"""The first draft of a mapping file: a line for each native role, with what it holds as a comment. Pure."""

import json
from collections.abc import Iterator

from app.desired_state.importing import native_roles
from app.desired_state.importing.mapping_file import VERSION, Mapping, RoleTarget
from app.resources.pulsar.cluster_content import ClusterContent

_HEAD = """\
# What the roles of {cluster} become in the user center. Change the lines, then rehearse again.
#   to: service, person, sub-account (with main: the main account), shared-role, or nothing
#   role: a name or a pattern (*); exact: true makes a name of one with *
#   name: what it is called here, {{role}} stands for the role
#   super_user: true gives authority 4 on the cluster; nobody gets it without that line
#   accept_stronger: true lets old credentials of the role get what the account of its name holds here
version: "{version}"
# Pulsar's consume also resets, skips and deletes subscriptions; false: it becomes read alone
manage_subscriptions: true
"""


def write(content: ClusterContent, mapping: Mapping) -> str:
    """The file. It maps every role as `mapping` does."""
    lines = [_HEAD.format(cluster=content.cluster, version=VERSION)]
    names = [role for role in native_roles.named(content) if role]  # no line can say an empty name: it becomes nobody
    lines.append("roles:\n" if names else "roles: []\n")
    places = native_roles.places_of(content)
    for role in names:
        facts = "".join(f"    # {fact}\n" for fact in _facts(content, role, len(places.get(role, ()))))
        exact = "    exact: true\n" if "*" in role else ""
        lines.append(f"  - role: {_quoted(role)}\n{exact}{facts}{_target(mapping.target(role), role)}")
    return "".join(lines)


def _facts(content: ClusterContent, role: str, places: int) -> Iterator[str]:
    if role in content.super_user_roles:
        yield "super user by broker.conf (superUserRoles)"
    if role in content.proxy_roles:
        yield "proxy by broker.conf (proxyRoles): needs no rights here"
    yield f"holds something on {places} places"


def _target(target: RoleTarget, role: str) -> str:
    accepted = "    accept_stronger: true\n" if target.accept_stronger else ""
    if target.to == "nothing":
        return f"    to: nothing\n    reason: {_quoted(target.why.text)}\n{accepted}"
    name = "" if target.name == role else f"    name: {json.dumps(target.name)}\n"
    main = "" if target.main is None else f"    main: {json.dumps(target.main)}\n"
    return f"    to: {target.to}\n{name}{main}{accepted}" + ("    super_user: true\n" if target.super_user else "")


def _quoted(text: str) -> str:
    """A text in YAML's double quotes. YAML takes JSON's escapes, but no pairs of surrogates, and few characters raw."""
    escaped = json.dumps(text, ensure_ascii=False)
    return "".join(character if character.isprintable() else f"\\U{ord(character):08x}" for character in escaped)
