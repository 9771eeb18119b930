"""Every table as a StructType: the contract of the jobs. Times are UTC epoch milliseconds."""

from typing import Final

from pyspark.sql.types import (
    ArrayType,
    BooleanType,
    DataType,
    DateType,
    DoubleType,
    IntegerType,
    LongType,
    StringType,
    StructField,
    StructType,
)

_TEXT, _INT, _LONG, _DATE = StringType(), IntegerType(), LongType(), DateType()
_IDS, _TEXTS = ArrayType(LongType()), ArrayType(StringType())


def _table(**columns: DataType) -> StructType:
    return StructType([StructField(name, kind) for name, kind in columns.items()])


EVENT_LINE: Final = _table(
    uid=_TEXT, seq=_LONG, time=_LONG, n=_LONG, t_end=_LONG, act=_INT, op=_TEXT, dec=_INT, code=_TEXT, kind=_INT,
    user=_TEXT, cred=_TEXT, via=_TEXT, sess=_TEXT, ip=_TEXT, res=_TEXT, rtype=_TEXT, sub=_TEXT,
    grants=_IDS, roles=_IDS, rev=_LONG, us=_LONG, v=_INT,
)  # fmt: skip
"""One line of an access event file as the plugin writes it (layout version 1)."""

EVENTS: Final = StructType(
    [StructField("date", _DATE), StructField("boot", _TEXT), StructField("cluster", _TEXT)]
    + [field for field in EVENT_LINE.fields if field.name != "v"]
)
"""Silver: one row per uid; `n` and `t_end` are filled in, `user` and `res` are '' where the event has none."""

GRANT_LINE: Final = _table(
    grant=_LONG, cluster=_TEXT, role=_LONG, role_name=_TEXT, type=_INT, res=_TEXT, authorities=_IDS, from_rev=_LONG,
    until_rev=_LONG, valid_from=_LONG, valid_until=_LONG, add_time=_LONG, granted_by=_TEXT, users=_TEXTS,
)  # fmt: skip
"""One line of the grants export: a grant on a cluster while its content did not change, from_rev ≤ rev < until_rev."""

QUARANTINE: Final = _table(file=_TEXT, line=_LONG, reason=_TEXT, text=_TEXT)
"""Lines that are no usable event; `text` is the beginning of the line."""

USAGE_DAILY: Final = _table(
    date=_DATE, grant=_LONG, user=_TEXT, action=_INT, resource=_TEXT, decision=_INT,
    n=_LONG, first=_LONG, last=_LONG, covering=_LONG, applied=_LONG, sole=_LONG,
)  # fmt: skip
"""Gold: use per day; `grant` is null where no grant covered (denied, broker's super users, sign-ins)."""

DENIALS_DAILY: Final = _table(
    date=_DATE, user=_TEXT, op=_TEXT, resource=_TEXT, reason=_TEXT, n=_LONG, first=_LONG, last=_LONG
)
"""Gold: denied attempts per day, probes left out."""

PROBES_DAILY: Final = _table(
    date=_DATE, user=_TEXT, op=_TEXT, resource=_TEXT, decision=_INT, n=_LONG, first=_LONG, last=_LONG
)
"""Gold: probes and listings per day, which are neither use nor denied attempts."""

COVERAGE: Final = _table(cluster=_TEXT, boots=_LONG, events=_LONG, lost=_LONG, coverage_percent=DoubleType())
"""Per cluster: event lines kept and event lines missing between sequence numbers."""

FINDINGS: Final = _table(
    grant=_LONG, status=_TEXT, covering=_LONG, applied=_LONG, sole=_LONG, last=_LONG, coverage_percent=DoubleType(),
    why=_TEXT, granted=BooleanType(), role_name=_TEXT, res=_TEXT, authorities=_IDS, granted_by=_TEXT, add_time=_LONG,
    members=_LONG, members_using=_LONG,
)  # fmt: skip
"""One row per exported grant; the first seven columns are published, the rest explains them."""

DIFFERENCES: Final = _table(
    problem=_TEXT, cluster=_TEXT, grant=_LONG, user=_TEXT, resource=_TEXT, rev=_LONG, n=_LONG, first=_LONG, last=_LONG
)
"""Allowed events that the exported history of grants does not support: must be empty."""


def names(*tables: StructType) -> list[str]:
    """The column names of the tables, in order."""
    return [name for table in tables for name in table.names]
