"""What every kind delivers: a finding without its place in time (its id, since when, open or closed)."""

from collections.abc import Mapping, Sequence
from typing import Final

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf
from pyspark.sql.types import StructType

from spark_audit.schemas import FINDINGS
from spark_audit.schemas.columns import TEXTS, table
from spark_audit.transforms import paths

_LATER = ("until", "id", "state", "first_seen", "last_seen")

DRAFT: Final = StructType([field for field in FINDINGS.fields if field.name not in _LATER] + table(keys=TEXTS).fields)
"""FINDINGS before `settled`. `keys` tell findings of one kind about one subject apart and never change."""


def draft(
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
    the tenant is that of the resource unless `rows` says it. Numbers that are null are left out; evidence may be null.
    """
    kind_of, who = subject
    made = {
        "kind": _value(kind),
        "subject_type": _value(kind_of),
        "subject": sf.col(who).cast("string") if isinstance(who, str) else who,
        "severity": sf.lit(severity) if isinstance(severity, int) else severity,
        "why": _value(why),
        "numbers": _numbers(numbers),
        "keys": _keys(keys),
    }
    told = rows.columns
    if "resource" in told and "tenant" not in told:
        made["tenant"] = paths.tenant(sf.col("resource"))
    return rows.withColumns(made).to(DRAFT)


def _value(given: str | Column) -> Column:
    return sf.lit(given) if isinstance(given, str) else given


# Two as SQL: each function and each column of them would be a question to the JVM, a thousand for all kinds together.


def _keys(columns: Sequence[str]) -> Column:
    texts = ", ".join(f"coalesce(string(`{column}`), '')" for column in columns)
    return sf.expr(f"cast(array({texts}) as array<string>)")


def _numbers(columns: Mapping[str, str]) -> Column:
    pairs = ", ".join(f"'{name}', double(`{column}`)" for name, column in columns.items())
    return sf.expr(f"map_filter(map({pairs}), (name, value) -> value is not null)")
