"""Hand-made exports of the history; whatever a test does not specify follows from its grants."""

import json
import shutil
from dataclasses import asdict
from pathlib import Path

from pyspark.sql import SparkSession

from app.access import vocabulary
from spark_audit.schemas import CENTER_USE_LINE, CREDENTIAL_LINE, GRANT_LINE, RESOURCE_LINE, ROLE_LINE, USER_LINE
from spark_audit.sources import operations
from spark_audit.sources.history import History, Manifest
from tests.spark_audit.frames import Line, frame

BEGIN = 1_750_000_000_000
END = 4_000_000_000_000
"""Default end of lines: long after all events. By default, revisions begin a second apart from BEGIN on, before all
events. So without times, only revisions count."""


def write(directory: Path, grants: list[Line], **others: list[Line]) -> Path:
    """Write an export with these lines of grants; returns the directory.

    Users, roles, resources, credentials and uses at the center are given in `others`. Those not given are the ones that
    the grants name, from revision 1 on.
    """
    directory.mkdir(parents=True, exist_ok=True)
    for name, lines in _whole(grants, others).items():
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        (directory / f"{name}.jsonl").write_text(text, encoding="utf-8")
    shutil.copyfile(vocabulary.FILE, directory / "operations.json")
    (directory / "manifest.json").write_text(json.dumps({"v": 1, **asdict(_manifest(grants))}))
    return directory


def of(spark: SparkSession, grants: list[Line], **others: list[Line]) -> History:
    """The same as the reader would return it, without files."""
    schemas = {"grants": GRANT_LINE, "users": USER_LINE, "roles": ROLE_LINE, "resources": RESOURCE_LINE}
    schemas |= {"credentials": CREDENTIAL_LINE, "center_uses": CENTER_USE_LINE}
    tables = {name: frame(spark, schemas[name], lines) for name, lines in _whole(grants, others).items()}
    return History(manifest=_manifest(grants), **tables, rights=operations.read(spark, vocabulary.FILE))


def read(file: Path) -> list[Line]:
    """The lines of a case's file of grants."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def _whole(grants: list[Line], others: dict[str, list[Line]]) -> dict[str, list[Line]]:
    named = {"users": _users(grants), "roles": _roles(grants), "resources": _resources(grants), "credentials": []}
    dated = {name: [*map(_dated, lines)] for name, lines in {"grants": grants, **named, **others}.items()}
    return dated | {"center_uses": others.get("center_uses", [])}


def _manifest(grants: list[Line]) -> Manifest:
    revision = max([line["until_rev"] or line["from_rev"] for line in map(_dated, grants)], default=1)
    return Manifest("c0", "e0", revision, BEGIN * 2)


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
