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
    for table, lines in _whole(grants, others).items():
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        (directory / f"{table}.jsonl").write_text(text, encoding="utf-8")
    shutil.copyfile(vocabulary.FILE, directory / "operations.json")
    (directory / "manifest.json").write_text(json.dumps({"v": 1, **asdict(_manifest(grants))}))
    return directory


def of(spark: SparkSession, grants: list[Line], **others: list[Line]) -> History:
    """The same as the reader would return it, without files."""
    schemas = {"grants": GRANT_LINE, "users": USER_LINE, "roles": ROLE_LINE, "resources": RESOURCE_LINE}
    schemas |= {"credentials": CREDENTIAL_LINE, "center_uses": CENTER_USE_LINE}
    tables = {table: frame(spark, schemas[table], lines) for table, lines in _whole(grants, others).items()}
    return History(manifest=_manifest(grants), **tables, rights=operations.read(spark, vocabulary.FILE))


def read(file: Path) -> list[Line]:
    """The lines of a case's file of grants."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def _whole(grants: list[Line], others: dict[str, list[Line]]) -> dict[str, list[Line]]:
    named = {"users": _users(grants), "roles": _roles(grants), "resources": _resources(grants), "credentials": []}
    dated = {table: [*map(_dated, lines)] for table, lines in {"grants": grants, **named, **others}.items()}
    return dated | {"center_uses": others.get("center_uses", [])}


def _manifest(grants: list[Line]) -> Manifest:
    revision = max([grant["until_rev"] or grant["from_rev"] for grant in map(_dated, grants)], default=1)
    return Manifest("c0", "e0", revision, BEGIN * 2)


def _dated(line: Line) -> Line:
    whole = {"from_rev": 1, "until_rev": None, **line}
    until = whole["until_rev"]
    return {"from_time": BEGIN + 1000 * whole["from_rev"], "until_time": until and END + until, **whole}


def _users(grants: list[Line]) -> list[Line]:
    names = sorted({user for grant in grants for user in grant["users"]})
    return [{"user": user, "main": None, "enabled": True} for user in names]


def _roles(grants: list[Line]) -> list[Line]:
    names = {grant["role"]: grant["role_name"] for grant in grants}
    return [{"role": role, "role_name": names[role]} for role in sorted(names)]


def _resources(grants: list[Line]) -> list[Line]:
    types = ("root", "cluster", "tenant", "namespace", "topic")
    places = {(grant["cluster"], grant["res"], types[grant["type"]]) for grant in grants if grant["type"]}
    return [{"cluster": cluster, "res": res, "rtype": rtype} for cluster, res, rtype in sorted(places)]
