"""Grants that let somebody read in the center what is recorded about a place. No broker asks for it."""

from collections.abc import Iterable
from typing import Final

from pyspark.sql import Column
from pyspark.sql import functions as sf

from spark_audit.right_names import AUDIT, RIGHTS

USE_IS_UNSEEN: Final = "audit"
"""`why` of such a grant in GRANT_STATUS."""
_AUDITS, _ADMINISTERS = RIGHTS.index(AUDIT), RIGHTS.index("administer")


def each_lets_audit(authorities: str) -> Column:
    """True when the right to audit among these authorities gives something.

    Who administers as much reads the same without it, so the grant of an owner is judged by its other rights.
    """
    audited, administered = _highest(authorities, _AUDITS), _highest(authorities, _ADMINISTERS)
    return audited.isNotNull() & (administered.isNull() | (administered > audited))


def lets_audit(authorities: Iterable[int]) -> bool:
    """The same about the authorities of one grant."""
    held = [(number % 100, number // 100) for number in authorities]
    audited = [level for right, level in held if right == _AUDITS]
    administered = [level for right, level in held if right == _ADMINISTERS]
    return bool(audited) and (not administered or min(administered) > min(audited))


def _highest(authorities: str, right: int) -> Column:
    """The highest level (0: the cluster) on which the grant gives the right; null for none."""

    def is_it(authority: Column) -> Column:
        return authority % 100 == sf.lit(right)

    return sf.floor(sf.array_min(sf.filter(authorities, is_it)) / 100)
