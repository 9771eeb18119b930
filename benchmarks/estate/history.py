"""The estate's history in the form that `usercenter export-history` writes."""

import json
import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from app.access import vocabulary
from benchmarks.estate.lines import credential
from benchmarks.estate.model import CLUSTER, TYPES, Grant
from benchmarks.estate.plan import Plan
from benchmarks.estate.size import CLUSTERS

Line = dict[str, Any]


def write(plan: Plan, directory: Path) -> None:
    """Write manifest.json, operations.json and six files of lines: ended lines by their end, then open ones."""
    directory.mkdir(parents=True)
    files = {"grants": _grants, "users": _users, "roles": _roles, "resources": _resources, "credentials": _credentials}
    for name, lines in files.items():
        with (directory / f"{name}.jsonl").open("w", encoding="utf-8") as out:
            for line in sorted(lines(plan), key=lambda line: (line["until_rev"] is None, line["until_rev"] or 0)):
                out.write(json.dumps(line, ensure_ascii=False) + "\n")
    (directory / "center_uses.jsonl").touch()  # nothing is changed at the center itself
    manifest = {"v": 1, "center": f"estate-{plan.size.seed}", "epoch": f"epoch-{plan.size.seed}",
                "revision": plan.timeline.last, "time": plan.size.end}  # fmt: skip
    shutil.copyfile(vocabulary.FILE, directory / "operations.json")
    (directory / "manifest.json").write_text(json.dumps(manifest) + "\n")


def _span(plan: Plan, begin: int, end: int | None) -> Line:
    return {
        "from_rev": plan.timeline.revision(begin),
        "until_rev": None if end is None else plan.timeline.revision(end),
        "from_time": begin,
        "until_time": end,
    }


def _grants(plan: Plan) -> Iterator[Line]:
    for grant in plan.grants:
        for begin, end, users in _memberships(grant):
            for cluster in [grant.cluster] if grant.cluster else sorted(CLUSTERS):
                res = grant.path if grant.type <= CLUSTER else f"{cluster}/{grant.path}"
                yield {
                    "grant": grant.id, "cluster": cluster, "role": grant.role.id, "role_name": grant.role.name,
                    "type": grant.type, "res": res, "authorities": list(grant.authorities),
                    "valid_from": None, "valid_until": grant.valid_until, "add_time": grant.begin,
                    "granted_by": "platform", "users": users, **_span(plan, begin, end),
                }  # fmt: skip


def _memberships(grant: Grant) -> Iterator[tuple[int, int | None, list[str]]]:
    """The life of a grant, cut where the members of its role change."""
    changes = {time for _, *both in grant.role.members for time in both if time is not None and time > grant.begin}
    inside = sorted(time for time in changes if grant.end is None or time < grant.end)
    for begin, end in pairwise([grant.begin, *inside, grant.end]):
        members = (
            user.name
            for user, since, until in grant.role.members
            if since <= (begin or 0) and (until is None or until > (begin or 0))
        )
        yield begin or 0, end, sorted(members)


def _users(plan: Plan) -> Iterator[Line]:
    for user in plan.users:
        main = user.main.name if user.main else None
        yield {"user": user.name, "main": main, "enabled": user.enabled, **_span(plan, user.begin, None)}


def _roles(plan: Plan) -> Iterator[Line]:
    for role in plan.roles:
        yield {"role": role.id, "role_name": role.name, **_span(plan, role.begin, None)}


def _resources(plan: Plan) -> Iterator[Line]:
    oldest = min(tenant.begin for tenant in plan.tenants)
    for cluster in sorted(CLUSTERS):
        yield {"cluster": cluster, "res": cluster, "rtype": TYPES[CLUSTER], **_span(plan, oldest, None)}
    for place in (*plan.tenants, *plan.namespaces, *plan.topics):
        res = f"{place.cluster}/{place.path}"
        yield {"cluster": place.cluster, "res": res, "rtype": TYPES[place.type], **_span(plan, place.begin, place.end)}


def _credentials(plan: Plan) -> Iterator[Line]:
    for user in plan.users:
        for suffix in ("", "-spare") if sum(user.name.encode()) % 10 == 0 else ("",):
            cred = credential(user.name) + suffix
            yield {"cred": cred, "user": user.name, "kind": "token", "expires": None,
                   **_span(plan, user.begin, None)}  # fmt: skip
