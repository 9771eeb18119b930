"""What every kind delivers: a finding without its place in time (its id, since when, open or closed)."""

from collections.abc import Mapping, Sequence
from typing import Final

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf
from pyspark.sql.types import StructType

from spark_audit.schemas import EVIDENCE, FINDINGS
from spark_audit.schemas.columns import TEXTS, table
from spark_audit.transforms import paths

_LATER = ("until", "id", "state", "first_seen", "last_seen")

DRAFT: Final = StructType([field for field in FINDINGS.fields if field.name not in _LATER] + table(keys=TEXTS).fields)
"""FINDINGS before `settled`. `keys` tell findings of one kind about one subject apart and never change."""


def drafted(
    rows: DataFrame,
    kind: str | Column,
    subject: tuple[str | Column, str | Column],
    *,
    severity: int | Column,
    why: str | Column,
    numbers: Mapping[str, str],
    keys: Sequence[str] = (),
) -> DataFrame:
    """Rows of DRAFT: strings for `kind`, the subject's type and `why` are values, all other strings are columns.

    cluster, grant, role, user, resource and evidence are taken from the columns of these names where `rows` has them;
    the tenant is that of the resource unless `rows` says it. Numbers that are null are left out.
    """
    kind_of, who = subject
    made = {
        "kind": _value(kind),
        "subject_type": _value(kind_of),
        "subject": sf.col(who).cast("string") if isinstance(who, str) else who,
        "severity": sf.lit(severity) if isinstance(severity, int) else severity,
        "why": _value(why),
        "numbers": _numbers(numbers),
        "keys": sf.array(*[sf.coalesce(sf.col(key).cast("string"), sf.lit("")) for key in keys]).cast(TEXTS),
    }
    return rows.select(*[_column(rows, name, made).cast(DRAFT[name].dataType).alias(name) for name in DRAFT.names])


def _column(rows: DataFrame, name: str, made: Mapping[str, Column]) -> Column:
    if name in made:
        return made[name]
    found = sf.col(name) if name in rows.columns else _tenant(rows) if name == "tenant" else sf.lit(None)
    return sf.coalesce(found.cast(EVIDENCE), sf.array().cast(EVIDENCE)) if name == "evidence" else found


def _tenant(rows: DataFrame) -> Column:
    return paths.tenant(sf.col("resource")) if "resource" in rows.columns else sf.lit(None)


def _value(given: str | Column) -> Column:
    return sf.lit(given) if isinstance(given, str) else given


def _numbers(columns: Mapping[str, str]) -> Column:
    pairs = [part for name, column in columns.items() for part in (sf.lit(name), sf.col(column).cast("double"))]
    return sf.map_filter(sf.create_map(*pairs), lambda _, value: value.isNotNull())
