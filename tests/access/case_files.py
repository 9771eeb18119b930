"""Reads `tests/decision_cases`: truth tables for which Python and Java must give the same answers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from app.access import token_scope
from app.access.decision import Decision, DecisionOptions
from app.access.names import ResourceName, ResourceType
from app.access.rights_snapshot import Snapshot, from_json

FOLDER = Path(__file__).parent.parent / "decision_cases"


class CaseLoader(yaml.SafeLoader):
    """A YAML loader for which only true and false are booleans: `on` and `off` stay texts."""


CaseLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:bool"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
CaseLoader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), list("tf"))


@dataclass(frozen=True)
class DecisionCase:
    """One line of a case file, with the snapshot of its file."""

    file: str
    snapshot: Snapshot
    options: DecisionOptions
    now: int
    raw: dict[str, Any]
    scopes: dict[str, Any]
    """Claims of narrowed tokens by name; a case names the one that it asks with."""

    @property
    def resource(self) -> ResourceName:
        """The resource of the question. If the case names no type, the form of the name tells it."""
        on = self.raw["on"]
        named = self.raw.get("type")
        kind = ResourceType[named.upper()] if named else type_of(on)
        return ResourceName.of(kind, on)

    def answer(self) -> Decision:
        """Python's decision."""
        named = self.raw.get("scope")
        return token_scope.decide(
            self.snapshot,
            None if named is None else token_scope.read(self.scopes[named]),
            self.raw["principal"],
            self.raw["ask"],
            self.resource,
            subscription=self.raw.get("subscription"),
            now=self.raw.get("now", self.now),
            options=self.options,
            address=self.raw.get("address"),
        )


def type_of(name: str) -> ResourceType:
    """Topic with ://, namespace with /, root *; a plain word is a tenant."""
    if "://" in name:
        return ResourceType.TOPIC
    if "/" in name:
        return ResourceType.NAMESPACE
    return ResourceType.ROOT if name == "*" else ResourceType.TENANT


@cache
def all_cases() -> tuple[DecisionCase, ...]:
    """Every case of every file, files in the order of their names."""
    return tuple(case for path in sorted(FOLDER.glob("*.yaml")) for case in _read(path))


def _read(path: Path) -> list[DecisionCase]:
    raw = yaml.load(path.read_text(encoding="utf-8"), Loader=CaseLoader)  # a SafeLoader
    snapshot = from_json(raw["snapshot"])
    options = DecisionOptions(**raw.get("options", {}))
    scopes = raw.get("scopes", {})
    return [DecisionCase(path.stem, snapshot, options, raw["now"], case, scopes) for case in raw["cases"]]
