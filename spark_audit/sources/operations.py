"""`operations.json` of the export: which authorities allow which of Pulsar's operations, by the center's own rules."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, SparkSession

from spark_audit.right_names import AUDIT, EXACT, RIGHTS
from spark_audit.schemas import RIGHT_LINE
from spark_audit.sources.errors import SourceError
from spark_audit.sources.rows import small_frame

FILE = "operations.json"
FORMAT = 1
SUPER_USER = 4
TYPES = ("root", "cluster", "tenant", "namespace", "topic")
_READ = RIGHTS.index("read")
_RENAMED = {"tenantAdmin:ADMIN": "TENANT_ADMIN"}
"""In events, an operation is named after the second half of its question. This one is the exception."""
_POLICIES = {"clusterPolicy", "namespacePolicy", "topicPolicy"}
"""In events, these operations are named after the policy: TTL_WRITE."""


def read(spark: SparkSession, file: Path) -> DataFrame:
    """Rows of RIGHT_LINE. Raises SourceError if the file is not one that a center exports, or has another format."""
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        if content["format"] == FORMAT and tuple(content["rights"]) != RIGHTS:
            raise SourceError(
                f"{file} names other rights than {', '.join(RIGHTS)}: use the audit of the center's version"
            )
        rows = list(alternatives(content)) if content["format"] == FORMAT else []
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SourceError(f"{file} is not the file of operations that a center exports: {error!r}") from error
    if not rows:
        raise SourceError(f"{file} has another format than {FORMAT}: upgrade this program")
    return small_frame(spark, (dict(zip(RIGHT_LINE.names, row, strict=True)) for row in rows), RIGHT_LINE)


def alternatives(content: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """The rows of RIGHT_LINE for the content of a file of operations."""
    lowest = {authority["id"]: TYPES.index(authority["lowest"]) for authority in content["authorities"]}
    including = {part: whole for whole, parts in content.get("includes", {}).items() for part in parts}
    policies = [policy["name"] for policy in content["policies"]]
    for question in content["questions"]:
        for op in _called(question["question"], policies):
            for rtype in question["asked_on"]:
                for need in question["needs"]:
                    yield (op, rtype, *_alternative(need, TYPES.index(rtype), lowest, including, data=question["data"]))


def _called(question: str, policies: list[str]) -> list[str]:
    family, _, operation = question.partition(":")
    if family in _POLICIES:
        return [f"{policy}_{operation}" for policy in policies]
    return [_RENAMED.get(question, operation)]


def _alternative(
    need: dict[str, Any], kind: int, lowest: dict[int, int], including: dict[str, str], *, data: bool
) -> tuple[Any, ...]:
    """right, level, at_type, own, every, authorities, readers.

    Retry and dead-letter topics may be written and read with the right to read their topic. For any other question
    about them, all of `authorities` count as `readers` too.
    """
    own = need.get("when") == "own_subscription"
    if "right" not in need:
        counting = [number for number in lowest if need.get("audit") or number % 100 != RIGHTS.index(AUDIT)]
        any_one = [number for number in counting if _reaches(number, kind, lowest)]
        return None, None, kind, own, False, any_one, any_one if TYPES[kind] == "topic" else []
    right, level = RIGHTS.index(need["right"]), need["level"]
    flows = right in (RIGHTS.index("write"), _READ) or need.get("read_of_served", False)
    accepted = {right, RIGHTS.index(including.get(need["right"], need["right"]))}
    enough = [number for number in lowest if any(_gives(number, other, level) for other in accepted)]
    reading = {number for number in lowest if flows and _gives(number, _READ, level)}
    readers = sorted(reading | (set() if flows and data else set(enough)))
    at_type, every = min(kind, max(lowest[number] for number in enough)), need.get("every_subscription", False)
    return right, level, at_type, own, every, enough, readers


def _gives(authority: int, right: int, level: int) -> bool:
    if authority == SUPER_USER:
        return True
    above = authority // 100 == level if RIGHTS[right] in EXACT else authority // 100 <= level
    return authority % 100 == right and above


def _reaches(authority: int, kind: int, lowest: dict[int, int]) -> bool:
    """Whether the authority, held on the resource or above, gives anything on this type. A right that nobody holds on
    topics gives nothing on them."""
    right = authority % 100
    deepest = max(level for number, level in lowest.items() if number % 100 == right)
    return lowest[authority] >= kind or (RIGHTS[right] not in EXACT and deepest >= kind)
