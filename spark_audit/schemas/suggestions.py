"""Suggested changes, and their back-tests."""

from typing import Final

from pyspark.sql.types import ArrayType

from spark_audit.schemas.columns import DATE, EVIDENCE, IDS, INT, LONG, NUMBER, TEXT, TEXTS, table

_LIMITS: Final = table(prefix=TEXT, subscriptions=TEXTS, networks=TEXTS)
"""Null where the grant is not limited; of its fields only those that limit it are set."""
_ADDED: Final = ArrayType(table(role=LONG, cluster=TEXT, type=INT, res=TEXT, authorities=IDS, limits=_LIMITS))

SUGGESTIONS: Final = table(
    until=DATE, id=TEXT, kind=TEXT, role=LONG, role_name=TEXT, tenant=TEXT, cluster=TEXT, action=INT, removes=IDS,
    adds=_ADDED, set_id=TEXT, cost_before=NUMBER, cost_after=NUMBER, leaves_before=LONG, leaves_after=LONG,
    evidence=EVIDENCE, finding_ids=TEXTS, why=TEXT, authorities=IDS,
)  # fmt: skip
"""`remove_unused`, `remove_redundant` or `narrow`: grants to remove and to add for one role. `authorities`: those of
the grants to remove; `action`: if they all allow one action only."""

BACKTEST: Final = table(
    until=DATE, suggestion=TEXT, window_days=INT, train_from=DATE, train_until=DATE, replay_until=DATE, uses=LONG,
    denied=LONG, share=NUMBER, users=TEXTS,
)  # fmt: skip
"""A suggestion (or `all`) built on the older part of a window and replayed on the newer one."""
