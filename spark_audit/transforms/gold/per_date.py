"""The tables per date that are counted from silver alone: jobs, the second computation and tests go by this list."""

from collections.abc import Callable, Mapping
from typing import Final

from pyspark.sql import DataFrame

from spark_audit.transforms.gold.activity import activity_daily
from spark_audit.transforms.gold.denials import denials_daily, probes_daily
from spark_audit.transforms.gold.super_users import super_users_daily
from spark_audit.transforms.gold.usage import usage_daily
from spark_audit.transforms.gold.uses import uses_daily

PER_DATE: Final[Mapping[str, Callable[[DataFrame], DataFrame]]] = {
    "usage_daily": usage_daily,
    "uses_daily": uses_daily,
    "activity_daily": activity_daily,
    "denials_daily": denials_daily,
    "probes_daily": probes_daily,
    "super_users_daily": super_users_daily,
}
"""By table, which is called like its schema."""
