"""The history that the center exports. We write it ourselves and completely, so a bad line stops the run."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sf
from pyspark.sql.types import StructType

from spark_audit.schemas import CENTER_USE_LINE, CREDENTIAL_LINE, GRANT_LINE, RESOURCE_LINE, ROLE_LINE, USER_LINE, names
from spark_audit.sources import json_lines, operations
from spark_audit.sources.errors import SourceError

LAYOUT = 1
_SINCE = ("from_rev", "from_time")
_FILES: dict[str, tuple[StructType, tuple[str, ...]]] = {
    "grants": (GRANT_LINE, ("grant", "cluster", "role", "type", "res", "authorities", "add_time", "users", *_SINCE)),
    "users": (USER_LINE, ("user", "enabled", *_SINCE)),
    "roles": (ROLE_LINE, ("role", "role_name", *_SINCE)),
    "resources": (RESOURCE_LINE, ("cluster", "res", "rtype", *_SINCE)),
    "credentials": (CREDENTIAL_LINE, ("cred", "user", "kind", *_SINCE)),
    "center_uses": (CENTER_USE_LINE, ("grant", "date")),
}
"""File → its schema, and the fields that every line must have."""
_LATER = ("center_uses.jsonl",)
"""Files that early centers of this layout did not write."""
_MANIFEST = {"v": int, "center": str, "epoch": str, "revision": int, "time": int}
_AGAIN = "bring the whole directory once more"
_LONGEST_LINE = 1 << 30
"""Bytes. So large because a line of a grant names all members of its role."""
_BAD = "fault is not null and fault <> 'blank'"


@dataclass(frozen=True)
class Manifest:
    """What the export says of itself. `center`: the first epoch of the installation. `time` is in epoch ms."""

    center: str
    epoch: str
    revision: int
    time: int


@dataclass(frozen=True)
class History:
    """The tables of an export: rows of GRANT_LINE, USER_LINE, ROLE_LINE and so on; `rights`: rows of RIGHT_LINE."""

    manifest: Manifest
    grants: DataFrame
    users: DataFrame
    roles: DataFrame
    resources: DataFrame
    credentials: DataFrame
    center_uses: DataFrame
    rights: DataFrame


Keep = Callable[[str, DataFrame], DataFrame]


def read(spark: SparkSession, directory: str, keep: Keep = lambda _, rows: rows) -> History:
    """The export in a directory. Raises SourceError if there is none, its layout is another, or lines are bad.

    `keep` gets the name and rows of each table and may return a stored copy. Otherwise the text is parsed again for
    each query.
    """
    about = manifest(directory)
    judged = {table: _read_lines(spark, Path(directory) / f"{table}.jsonl", table) for table in _FILES}
    rows = {table: keep(table, _records(lines)) for table, lines in judged.items()}
    _refuse_bad(rows, judged)
    frames = {table: rows[table].select(*names(schema)) for table, (schema, _) in _FILES.items()}
    rights = keep("rights", operations.read(spark, Path(directory) / operations.FILE))
    return History(manifest=about, **frames, rights=rights)


def manifest(directory: str) -> Manifest:
    """The manifest, read without Spark. Raises SourceError if it is wrong or a file of the export is missing."""
    place = Path(directory)
    for name in ("manifest.json", operations.FILE, *(f"{table}.jsonl" for table in _FILES)):
        if not (place / name).is_file():
            raise SourceError(_absent(place, name))
    try:
        content = json.loads((place / "manifest.json").read_text(encoding="utf-8"))
        fields = {name: _field(content, name, kind) for name, kind in _MANIFEST.items()}
        sizes = dict(content.get("bytes", {}))  # early centers of this layout did not write it
    except (ValueError, KeyError, TypeError) as error:
        raise SourceError(f"{place / 'manifest.json'} is not what usercenter export-history writes") from error
    if fields.pop("v") != LAYOUT:
        raise SourceError(f"{directory} was exported in layout {content['v']}, this program reads {LAYOUT}: upgrade it")
    for name in (f"{table}.jsonl" for table in _FILES):
        if (size := (place / name).stat().st_size) != sizes.get(name, size):
            raise SourceError(f"{place / name} has {size} bytes, and had {sizes[name]} when it was exported: {_AGAIN}")
    return Manifest(**fields)


def _absent(place: Path, name: str) -> str:
    if name in _LATER and (place / "manifest.json").is_file():
        return f"{place} has no {name}, so an older center made it: upgrade the center and export again"
    return f"{place} is no history export: it has no {name}. Export it with usercenter export-history"


def _field(content: dict[str, Any], name: str, kind: type) -> Any:
    if type(content[name]) is not kind:
        raise TypeError(name)
    return content[name]


def _read_lines(spark: SparkSession, file: Path, name: str) -> DataFrame:
    schema, required = _FILES[name]
    lines = json_lines.parse_lines(json_lines.read(spark, [str(file)]), schema, _LONGEST_LINE)
    absent = [sf.when(sf.col(f"record.{field}").isNull(), field) for field in required]
    missing = sf.concat(sf.lit("missing "), sf.array_join(sf.array_compact(sf.array(*absent)), ", "))
    fault = sf.coalesce("fault", sf.when(missing != "missing ", missing))
    return lines.withColumn("fault", json_lines.computed_once(fault))


def _records(lines: DataFrame) -> DataFrame:
    """The fields of the lines, and `fault`. Blank lines are left out; the fields of a bad line must not be used."""
    return lines.where("fault is null or fault <> 'blank'").select("record.*", "fault")


def _refuse_bad(rows: dict[str, DataFrame], judged: dict[str, DataFrame]) -> None:
    """Raises SourceError for bad lines. One query looks at all files; line numbers are computed only if one is bad."""
    faults = [table.where(_BAD).select(sf.lit(name).alias("name")).limit(1) for name, table in rows.items()]
    for found in reduce(DataFrame.unionByName, faults).collect():
        numbered = json_lines.number_lines(judged[found["name"]]).where(_BAD).orderBy("line").limit(5)
        places = "; ".join(f"line {row['line']}: {row['fault']}" for row in numbered.collect())
        raise SourceError(f"{found['name']}.jsonl is no file of a history export: {places}")
