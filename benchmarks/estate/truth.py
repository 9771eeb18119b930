"""The truth about the estate, from its plan alone: no event is read."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.estate.lines import credential
from benchmarks.estate.model import Grant, Use
from benchmarks.estate.operations import OPERATIONS
from benchmarks.estate.plan import Plan
from benchmarks.estate.size import CLUSTERS, DAY, LOSSY, SILENT

Line = dict[str, Any]
MIN_AGE_DAYS = 14


def write(plan: Plan, directory: Path, totals: Line) -> None:
    """Write grants, users, credentials and stories (JSON lines), and totals.json."""
    directory.mkdir(parents=True)
    for name, lines in (
        ("grants", grants(plan)), ("users", _users(plan)), ("credentials", _credentials(plan)),
        ("stories", plan.stories),
    ):  # fmt: skip
        with (directory / f"{name}.jsonl").open("w", encoding="utf-8") as out:
            out.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    (directory / "totals.json").write_text(json.dumps(totals, indent=1) + "\n")


def grants(plan: Plan) -> Iterator[Line]:
    """The status of each grant by docs/audit.md; `left_out` for one that ended and was not used."""
    used: dict[int, list[Use]] = defaultdict(list)
    for use in real(plan):
        for grant in use.grants:
            used[grant.id].append(use)
    for grant in plan.grants:
        why = _why(plan, grant)
        found = used[grant.id]
        yield {
            "grant": grant.id, "role": grant.role.id, "status": _status(grant, found, why), "why": why,
            "users": sorted({use.need.user.name for use in found}),
            "resources_used": len({use.need.place.path for use in found}),
        }  # fmt: skip


def real(plan: Plan) -> Iterable[Use]:
    """The allowed uses without probes, including those of the stories."""
    by_event = {id(event.use): event.use for event in plan.occurrences}
    return [use for use in (*plan.uses, *by_event.values()) if use.grants and OPERATIONS[use.need.op].kind == 0]


def _status(grant: Grant, uses: list[Use], why: str | None) -> str:
    if uses and grant.end is not None:
        return "used_not_granted"
    if grant.end is not None:
        return "left_out"
    if any(len(use.grants) == 1 for use in uses):
        return "essential"
    if uses:
        return "redundant" if why is None else "used"
    return "unused" if why is None else "unknown"


def _why(plan: Plan, grant: Grant) -> str | None:
    clusters = [grant.cluster] if grant.cluster else list(CLUSTERS)
    if SILENT in clusters:
        return "not_logged"
    if LOSSY in clusters:
        return "coverage"
    return "young" if grant.begin > plan.size.end - MIN_AGE_DAYS * DAY else None


def _users(plan: Plan) -> Iterator[Line]:
    """`seen`: the user did something or tried to."""
    seen = _seen(plan)
    for user in plan.users:
        yield {"user": user.name, "main": user.main.name if user.main else None, "seen": user.name in seen}


def _credentials(plan: Plan) -> Iterator[Line]:
    seen = _seen(plan)
    for user in plan.users:
        yield {"cred": credential(user.name), "user": user.name, "seen": user.name in seen}


def _seen(plan: Plan) -> set[str]:
    return {use.need.user.name for use in (*plan.uses, *(event.use for event in plan.occurrences))}
