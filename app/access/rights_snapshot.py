"""The rights that one cluster may know: users, their roles, the grants of those roles. Immutable and pure; the twin of
the plugin's `PermissionSnapshot`. A change makes a new snapshot. Times are epoch milliseconds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from app.access import limits, subscription_rules, user_records
from app.access.limits import Limits
from app.access.names import ResourceName, ResourceType
from app.access.subscription_rules import SubscriptionRules
from app.access.vocabulary import AUTHORITIES

FORMAT = 1
RULED_FORMAT = 2
"""The format when there are rules about subscriptions: a plugin that does not know them refuses it, and denies."""
Place = tuple[int, str]
"""(type number, canonical name) of a resource."""

K = TypeVar("K")
V = TypeVar("V")


class SnapshotGap(ValueError):
    """The delta starts after this snapshot's revision: one was missed, and a whole snapshot is needed."""


@dataclass(frozen=True, slots=True)
class UserRights:
    """A user: name, whether it may act, role ids. `main`: the name of a sub-account's main account. `networks`: where
    it may act from; None: anywhere."""

    name: str
    status: str = "active"
    main: str | None = None
    roles: tuple[int, ...] = ()
    cred: int = 0
    tokens_from: int = 0
    networks: tuple[str, ...] | None = None

    @property
    def active(self) -> bool:
        """False for a disabled or locked user."""
        return self.status == "active"


@dataclass(frozen=True, slots=True)
class Grant:
    """Authorities of one role on one resource, from `valid_from` until just before `valid_until` (None = open).
    `limits` None: on everything there."""

    id: int
    role: int
    type: int
    name: str
    authorities: tuple[int, ...]
    valid_from: int | None = None
    valid_until: int | None = None
    limits: Limits | None = None

    @property
    def prefixed(self) -> bool:
        """True when it is limited to names inside its place, and so says nothing about the place itself."""
        return self.limits is not None and self.limits.prefix is not None

    def in_force(self, now: int) -> bool:
        """True inside the validity window."""
        if self.valid_from is None and self.valid_until is None:
            return True  # nearly all
        return (self.valid_from is None or self.valid_from <= now) and (
            self.valid_until is None or now < self.valid_until
        )

    def usable(self) -> tuple[int, ...]:
        """Its authorities that are known, may be held on this type of resource and be limited so; none if the name is
        not canonical."""
        if self.type not in _TYPES or ResourceName.of(self.type, self.name).name != self.name:
            return ()
        kind = ResourceType(self.type)
        authorities = [
            AUTHORITIES[a] for a in self.authorities if a in AUTHORITIES and AUTHORITIES[a].may_be_held_on(kind)
        ]
        return tuple(
            authority.id for authority in authorities if self.limits is None or self.limits.fit(authority, kind)
        )


RolePlaces = dict[Place, list[tuple[Grant, tuple[int, ...]]]]
"""The grants of one role by place, each with its usable authorities."""


@dataclass(frozen=True)
class Snapshot:
    """All rights of one cluster at one revision."""

    cluster: str
    revision: int
    users: Mapping[str, UserRights]
    grants: Mapping[int, Grant]
    invalid: frozenset[str]
    keys: Mapping[str, Mapping[str, Any]]
    revoked: Mapping[str, int]
    subscription_rules: Mapping[str, SubscriptionRules] = field(default_factory=dict)
    """Namespace → its rules about subscriptions."""

    @cached_property
    def by_role(self) -> Mapping[int, RolePlaces]:
        """Role → place → the grants there, each with its usable authorities; grants without any are left out."""
        return index_by_role(self.grants.values())

    @cached_property
    def judged(self) -> dict[Any, Any]:
        """A cache of `windows`. Whoever changes these rights must clear it."""
        return {}

    def without_closed(self) -> Snapshot:
        """The same rights with no resource switched off."""
        return self._with(replace(self, invalid=frozenset()))

    def without_rules(self) -> Snapshot:
        """The same rights with no rule about subscriptions."""
        return self._with(replace(self, subscription_rules={}))

    def _with(self, found: Snapshot) -> Snapshot:
        found.__dict__["by_role"] = self.by_role
        return found

    def apply_delta(self, delta: Mapping[str, Any]) -> Snapshot:
        """The snapshot after a delta; the same one when the delta is not newer. Raises SnapshotGap when one was
        missed."""
        if delta["revision"] <= self.revision:
            return self
        if delta["after"] > self.revision:
            raise SnapshotGap(f"The delta follows revision {delta['after']}, the snapshot is at {self.revision}.")
        put, removed = delta.get("set", {}), delta.get("gone", {})
        after = Snapshot(
            cluster=self.cluster,
            revision=delta["revision"],
            users=_merge(self.users, removed.get("users"), map(_user, put.get("users", ())), lambda u: u.name),
            grants=_merge(self.grants, removed.get("grants"), map(_grant, put.get("grants", ())), lambda g: g.id),
            invalid=self.invalid.difference(removed.get("invalid", ())).union(put.get("invalid", ())),
            keys=_merge(self.keys, removed.get("keys"), put.get("keys", ()), lambda key: str(key["kid"])),
            revoked={
                **{jti: exp for jti, exp in self.revoked.items() if jti not in set(removed.get("revoked", ()))},
                **_revoked(put.get("revoked", ())),
            },
            subscription_rules=_merge(
                self.subscription_rules,
                removed.get("subscription_rules"),
                map(subscription_rules.from_json, put.get("subscription_rules", ())),
                lambda rules: rules.namespace,
            ),
        )
        if "by_role" in self.__dict__:
            changed = {*removed.get("grants", ()), *(grant["id"] for grant in put.get("grants", ()))}
            after.__dict__["by_role"] = _reindexed(self, after, changed)
        return after

    def to_json(self) -> dict[str, Any]:
        """The snapshot as sent to brokers, lists in a stable order."""
        ruled = [self.subscription_rules[namespace].to_json() for namespace in sorted(self.subscription_rules)]
        return {
            "format": RULED_FORMAT if ruled else FORMAT,
            "cluster": self.cluster,
            "revision": self.revision,
            "users": [_user_json(self.users[username]) for username in sorted(self.users)],
            "grants": [_grant_json(self.grants[grant_id]) for grant_id in sorted(self.grants)],
            "invalid": sorted(self.invalid),
            "keys": [dict(self.keys[kid]) for kid in sorted(self.keys)],
            "revoked": [{"jti": jti, "exp": self.revoked[jti]} for jti in sorted(self.revoked)],
            **({"subscription_rules": ruled} if ruled else {}),
        }


def from_json(raw: Mapping[str, Any]) -> Snapshot:
    """The snapshot of its JSON form. Raises ValueError for another format, KeyError when a name or id is missing."""
    if raw.get("format", FORMAT) not in (FORMAT, RULED_FORMAT):
        raise ValueError(f"Snapshot format {raw['format']} is unknown; this version reads {FORMAT} and {RULED_FORMAT}.")
    return Snapshot(
        cluster=raw["cluster"],
        revision=raw["revision"],
        users={user.name: user for user in map(_user, raw.get("users", ()))},
        grants={grant.id: grant for grant in map(_grant, raw.get("grants", ()))},
        invalid=frozenset(raw.get("invalid", ())),
        keys={key["kid"]: key for key in raw.get("keys", ())},
        revoked=_revoked(raw.get("revoked", ())),
        subscription_rules={
            rules.namespace: rules for rules in map(subscription_rules.from_json, raw.get("subscription_rules", ()))
        },
    )


_TYPES = frozenset(int(kind) for kind in ResourceType)


def index_by_role(grants: Iterable[Grant]) -> dict[int, RolePlaces]:
    """Role → place → the grants there, each with its usable authorities; grants without any are left out."""
    index: dict[int, RolePlaces] = {}
    for grant in grants:
        if usable := grant.usable():
            index.setdefault(grant.role, {}).setdefault((grant.type, grant.name), []).append((grant, usable))
    return index


def _reindexed(before: Snapshot, after: Snapshot, changed: set[int]) -> dict[int, RolePlaces]:
    """The index after a change; only roles whose grants changed are indexed again."""
    roles = {s.grants[grant_id].role for s in (before, after) for grant_id in changed if grant_id in s.grants}
    unchanged = (
        grant
        for role in roles
        for found in before.by_role.get(role, {}).values()
        for grant, _ in found
        if grant.id not in changed
    )
    fresh = index_by_role([*unchanged, *(after.grants[grant_id] for grant_id in changed if grant_id in after.grants)])
    return {**{role: places for role, places in before.by_role.items() if role not in roles}, **fresh}


def _merge(
    records: Mapping[K, V], removed_keys: Iterable[K] | None, new_records: Iterable[V], key: Callable[[V], K]
) -> dict[K, V]:
    after = dict(records)
    for name in removed_keys or ():
        after.pop(name, None)
    after.update((key(value), value) for value in new_records)
    return after


def _user(raw: Mapping[str, Any]) -> UserRights:
    status, networks = user_records.read(raw.get("status", "active"), raw.get("limits"))
    return UserRights(
        raw["name"],
        status,
        raw.get("main"),
        tuple(raw.get("roles", ())),
        raw.get("cred", 0),
        raw.get("tokens_from", 0),
        networks,
    )


def _grant(raw: Mapping[str, Any]) -> Grant:
    limited = raw.get("limits")
    authorities, found = (tuple(raw["auth"]), None) if limited is None else limits.read(limited)
    return Grant(
        raw["id"], raw["role"], raw["type"], raw["name"], authorities, raw.get("from"), raw.get("until"), found
    )


def _revoked(raw: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    return {entry["jti"]: entry["exp"] for entry in raw}


def _user_json(user: UserRights) -> dict[str, Any]:
    return {
        "name": user.name,
        **user_records.status_fields(user.status, user.networks),
        "main": user.main,
        "roles": list(user.roles),
        "cred": user.cred,
        "tokens_from": user.tokens_from,
    }


def _grant_json(grant: Grant) -> dict[str, Any]:
    return {
        "id": grant.id,
        "role": grant.role,
        "type": grant.type,
        "name": grant.name,
        **limits.record(grant.authorities, grant.limits),
        "from": grant.valid_from,
        "until": grant.valid_until,
    }
