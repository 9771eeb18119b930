"""Every table as a StructType: the contract of the jobs. Times are UTC epoch milliseconds, dates UTC dates.

They know types and columns only. They must not know where a table is kept or how it is computed.
"""

from spark_audit.schemas.columns import EVIDENCE, names
from spark_audit.schemas.events import EVENT_LINE, EVENTS, LEDGER, QUARANTINE
from spark_audit.schemas.findings import CREEP, FINDINGS, GRANT_STATUS
from spark_audit.schemas.gold import (
    ACTIVITY_DAILY,
    AFTER_REVOCATION,
    COVERAGE,
    COVERAGE_DAILY,
    DENIALS_DAILY,
    DIFFERENCES,
    PROBES_DAILY,
    RECOMPUTED,
    RECOMPUTED_DAILY,
    SEQUENCES,
    SUPER_USERS_DAILY,
    USAGE_DAILY,
    USAGE_TOTALS,
    USES_DAILY,
    WATCHED_DAYS,
    WOULD_ALLOW,
)
from spark_audit.schemas.history import (
    CENTER_USE_LINE,
    CREDENTIAL_LINE,
    GRANT_LINE,
    RESOURCE_LINE,
    RIGHT_LINE,
    ROLE_LINE,
    USER_LINE,
)
from spark_audit.schemas.suggestions import BACKTEST, SUGGESTIONS

__all__ = [
    "ACTIVITY_DAILY",
    "AFTER_REVOCATION",
    "BACKTEST",
    "CENTER_USE_LINE",
    "COVERAGE",
    "COVERAGE_DAILY",
    "CREDENTIAL_LINE",
    "CREEP",
    "DENIALS_DAILY",
    "DIFFERENCES",
    "EVENTS",
    "EVENT_LINE",
    "EVIDENCE",
    "FINDINGS",
    "GRANT_LINE",
    "GRANT_STATUS",
    "LEDGER",
    "PROBES_DAILY",
    "QUARANTINE",
    "RECOMPUTED",
    "RECOMPUTED_DAILY",
    "RESOURCE_LINE",
    "RIGHT_LINE",
    "ROLE_LINE",
    "SEQUENCES",
    "SUGGESTIONS",
    "SUPER_USERS_DAILY",
    "USAGE_DAILY",
    "USAGE_TOTALS",
    "USER_LINE",
    "USES_DAILY",
    "WATCHED_DAYS",
    "WOULD_ALLOW",
    "names",
]
