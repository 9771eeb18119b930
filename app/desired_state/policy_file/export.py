"""The state of the center as a file: sorted by name, without ids, the same bytes for the same rights."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

import yaml

from app.access.authority_words import words_of
from app.access.names import ResourceType
from app.desired_state.engine.entitlements import joined_by_window
from app.desired_state.engine.state import CenterState, GroupState, Place, ResourceState, RoleState, UserState
from app.desired_state.policy_file.document import (
    BELOW,
    EVERYWHERE,
    TOPICS,
    VERSION,
    Entry,
    GroupEntry,
    NamespaceEntry,
    RoleEntry,
    TenantEntry,
    TopicEntry,
    UserEntry,
)
from app.platform.moments import moment_text
from app.resources.pulsar import policies

Tree = dict[str, Any]
EntryState = GroupState | UserState | RoleState | ResourceState
_FIELDS: Mapping[str, str] = {domain: field for field, domain in TOPICS.items()}
_PLAIN = re.compile(r"((non-)?persistent|topic)://[A-Za-z0-9._=/-]+|[0-9]{4}-[0-9T:.-]+Z")
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


def file_bytes(state: CenterState, now: int) -> bytes:
    """The file in UTF-8. Resources being deleted and grants that have ended at `now` (epoch ms) are left out."""
    sections = (("version", int(VERSION)), *_sections(state, now))
    written = "\n".join(_yaml_text({name: value}) for name, value in sections)
    return (_HEAD + written).encode()


def _yaml_text(value: Tree) -> str:
    return yaml.dump(value, Dumper=_Writer, sort_keys=False, allow_unicode=True, width=2**20)


def _sections(state: CenterState, now: int) -> Iterator[tuple[str, Any]]:
    if state.scope is None:
        users = {name: user for name, user in state.users.items() if name not in state.internal_users}
        yield "groups", _entries(GroupEntry, state.groups)
        yield "users", _entries(UserEntry, users)
        yield "roles", _entries(RoleEntry, state.roles)
        yield "clusters", sorted(state.clusters)
    yield "tenants", _tenants(state)
    yield "grants", list(_grants(state, now))


def _entries(kind: type[Entry], states: Mapping[str, EntryState]) -> Tree:
    return {name: _entry(kind, state) for name, state in sorted(states.items())}


def _entry(kind: type[Entry], state: EntryState, **values: Any) -> Tree:
    """The fields of an entry as something has them, but for defaults. `values`: those that it has in another form."""
    defaults = {field.name: field.default for field in fields(state)}
    names = [name for name in kind.model_fields if name not in BELOW]
    found = {name: _plain(values[name] if name in values else getattr(state, name)) for name in names}
    return {name: value for name, value in found.items() if value not in (None, [], {}, defaults[name])}


def _plain(value: Any) -> Any:
    """As YAML has it: names in order."""
    if isinstance(value, Mapping):
        return {key: _plain(value[key]) for key in sorted(value)}
    if isinstance(value, frozenset):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else value


def _tenants(state: CenterState) -> Tree:
    tenants: Tree = {}
    namespaces: dict[str, Tree] = {}
    for (kind, full), resource in sorted(state.resources.items()):
        if resource.deleting:
            continue
        shown = policies.shown(resource.wish())
        if kind == ResourceType.TENANT:
            tenants[full] = {**_entry(TenantEntry, resource), "namespaces": {}}
        elif kind == ResourceType.NAMESPACE:
            tenant, _, name = full.partition("/")
            namespaces[full] = tenants[tenant]["namespaces"][name] = _entry(NamespaceEntry, resource, policies=shown)
        else:
            domain, _, rest = full.partition("://")
            tenant, name, local = rest.split("/", 2)
            word = _FIELDS[domain]
            entry = _entry(TopicEntry, resource, policies=shown)
            namespaces[f"{tenant}/{name}"].setdefault(word, {})[local] = entry
    return {name: {key: value for key, value in tenant.items() if value != {}} for name, tenant in tenants.items()}


def _grants(state: CenterState, now: int) -> Iterator[_Line]:
    for slot, rows in sorted(state.grants.items()):
        place, (kind, name) = slot.place, slot.receiver
        limits = slot.limits.to_json() if slot.limits else None
        for window, content in sorted(joined_by_window(rows).items(), key=lambda grant: grant[0].order()):
            if not window.has_ended(now):
                words = words_of(content.authorities, place[0], slot.limits)
                line = {**_place(place), kind: name, "authorities": words}
                times = {"from": _moment(window.valid_from), "until": _moment(window.valid_until)}
                more = {"limits": limits, **times, **content.columns}
                yield _Line({**line, **{key: value for key, value in more.items() if value is not None}})


def _place(place: Place) -> dict[str, str]:
    kind, name = place
    return {"cluster": EVERYWHERE} if kind == ResourceType.ROOT else {kind.name.lower(): name}


def _moment(time: int | None) -> _Moment | None:
    return None if time is None else _Moment(moment_text(time))
