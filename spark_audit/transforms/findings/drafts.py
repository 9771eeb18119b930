"""The common form of all kinds: a finding that has no id, state, or first and last date yet."""

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
"""FINDINGS before `lifecycle.settle`. `keys` tell findings of one kind about one subject apart; with kind and subject
they make the id, so they must stay the same from run to run."""


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
    """Rows of DRAFT. Strings for `kind`, the subject's type and `why` are values, all other strings name columns.

    cluster, grant, role, user, resource and evidence are the columns of `rows` with these names, or null if it has
    none. `tenant` is a column of `rows`, or else the tenant of the resource. Null numbers are left out of `numbers`.
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
    columns = rows.columns
    if "resource" in columns and "tenant" not in columns:
        made["tenant"] = paths.tenant(sf.col("resource"))
    return rows.withColumns(made).to(DRAFT)


def _value(given: str | Column) -> Column:
    return sf.lit(given) if isinstance(given, str) else given


# These two are SQL text: as Columns, each function and column would be a call to the JVM, about 1000 for all kinds.


def _keys(columns: Sequence[str]) -> Column:
    texts = ", ".join(f"coalesce(string(`{column}`), '')" for column in columns)
    return sf.expr(f"cast(array({texts}) as array<string>)")


def _numbers(columns: Mapping[str, str]) -> Column:
    pairs = ", ".join(f"'{name}', double(`{column}`)" for name, column in columns.items())
    return sf.expr(f"map_filter(map({pairs}), (name, value) -> value is not null)")
