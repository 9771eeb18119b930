"""What a program of before would miss, or be refused for, after a migration."""

from typing import Any

from tests.upgrades.described import Described

_REFUSES = ("unique ", "check ", "foreign key ")


def contractions(before: Described, after: Described) -> list[str]:
    """One line for each; empty when the migration only expands."""
    lost = [f"{name} is gone" for name in before if name != "triggers" and name not in after]
    triggers = [f"trigger {name} is new" for name in after["triggers"] if _on_a_table_of(before, name, "triggers")]
    common = [name for name in before if name in after and name != "triggers"]
    return [
        *lost,
        *triggers,
        *(f"{name}: {line}" for name in common for line in _of_a_table(before[name], after[name])),
    ]


def _on_a_table_of(before: Described, trigger: str, own: str) -> bool:
    return trigger not in before[own] and trigger.partition(" ")[0] in before


def _of_a_table(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    return [
        *(f"{name} is gone" for name in before if name.startswith("column ") and name not in after),
        *(f"{name} is another one" for name, fact in before.items() if name in after and not _fits(name, fact, after)),
        *(f"{name} is new and refuses" for name, fact in after.items() if name not in before and _refuses(name, fact)),
    ]


def _fits(name: str, before: Any, after: dict[str, Any]) -> bool:
    """True when what wrote and read before does it still."""
    if not name.startswith("column "):
        return bool(before == after[name])
    (was, could_be_null, _), (kind, can_be_null, _) = before, after[name]
    return bool(was == kind and (can_be_null or not could_be_null))


def _refuses(name: str, fact: Any) -> bool:
    if name.startswith("column "):
        _, can_be_null, default = fact
        return not can_be_null and default is None
    return name.startswith(_REFUSES) or (name.startswith("index ") and fact[1])
