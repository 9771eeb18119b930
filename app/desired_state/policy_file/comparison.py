"""A file together with the state of the center, as checks and plans need them. Pure."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from app.desired_state.engine.state import CenterState
from app.desired_state.policy_file.file_content import FileContent
from app.desired_state.policy_file.problems import Problems

Managed = Literal["users", "groups", "roles", "resources", "grants"]
"""Kinds of which a file may be the complete list (`prune`)."""
SECTIONS: dict[Managed, str] = {
    "users": "users",
    "groups": "groups",
    "roles": "roles",
    "resources": "tenants",
    "grants": "grants",
}


@dataclass(frozen=True)
class Applier:
    """The user that applies the file."""

    username: str
    is_administrator: bool


@dataclass(frozen=True)
class Comparison:
    """`prune` names the kinds that the file manages completely; `now` is epoch ms."""

    wanted: FileContent
    state: CenterState
    applier: Applier
    prune: frozenset[Managed]
    now: int

    @property
    def problems(self) -> Problems:
        """What is wrong with the file, so far."""
        return self.wanted.source.problems

    def stays(self, kind: Managed, name: str, existing: Collection[str], named: Collection[str]) -> bool:
        """True for a name that still exists after the file was applied."""
        return name in named or (name in existing and kind not in self.prune)

    def user_stays(self, name: str) -> bool:
        """True for a user that still exists after the file was applied."""
        state = self.state
        is_kept = name in {self.applier.username} | state.needed_by_clusters | state.internal_users
        return (is_kept and name in state.users) or self.stays("users", name, state.users, self.wanted.document.users)


def difference(values: Mapping[str, Any], existing: object) -> dict[str, Any]:
    """The values that something has otherwise."""
    return {field: value for field, value in values.items() if value != getattr(existing, field)}
