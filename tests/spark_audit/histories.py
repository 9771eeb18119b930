"""History exports by hand: what a test does not say follows from its grants."""

import json
import shutil
from pathlib import Path
from typing import Any

from app.access import vocabulary

Line = dict[str, Any]
BEGIN = 1_750_000_000_000
END = 4_000_000_000_000
"""Where a line says no time: revisions begin a second apart from BEGIN on, and end long after all events, so that only
revisions count."""


def write(directory: Path, grants: list[Line], **others: list[Line]) -> Path:
    """An export with these lines of grants; users, roles, resources and credentials as given, or none but those that
    the grants name, there from revision 1 on. Answers the directory."""
    directory.mkdir(parents=True, exist_ok=True)
    named = {"users": _users(grants), "roles": _roles(grants), "resources": _resources(grants), "credentials": []}
    for name, lines in {"grants": grants, **named, **others}.items():
        text = "".join(json.dumps(_dated(line), ensure_ascii=False) + "\n" for line in lines)
        (directory / f"{name}.jsonl").write_text(text, encoding="utf-8")
    shutil.copyfile(vocabulary.FILE, directory / "operations.json")
    revision = max([line["until_rev"] or line["from_rev"] for line in map(_dated, grants)], default=1)
    manifest = {"v": 1, "center": "c0", "epoch": "e0", "revision": revision, "time": BEGIN * 2}
    (directory / "manifest.json").write_text(json.dumps(manifest))
    return directory


def read(file: Path) -> list[Line]:
    """The lines of a file of grants as cases keep it."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def _dated(line: Line) -> Line:
    whole = {"from_rev": 1, "until_rev": None, **line}
    until = whole["until_rev"]
    return {"from_time": BEGIN + 1000 * whole["from_rev"], "until_time": until and END + until, **whole}


def _users(grants: list[Line]) -> list[Line]:
    names = sorted({user for line in grants for user in line["users"]})
    return [{"user": name, "main": None, "enabled": True} for name in names]


def _roles(grants: list[Line]) -> list[Line]:
    names = {line["role"]: line["role_name"] for line in grants}
    return [{"role": number, "role_name": names[number]} for number in sorted(names)]


def _resources(grants: list[Line]) -> list[Line]:
    types = ("root", "cluster", "tenant", "namespace", "topic")
    places = {(line["cluster"], line["res"], types[line["type"]]) for line in grants if line["type"]}
    return [{"cluster": cluster, "res": res, "rtype": rtype} for cluster, res, rtype in sorted(places)]
