"""What a finding says of more than one resource."""

from collections.abc import Mapping
from typing import Any

_OF_SEVERAL = "resources"
"""The number of a finding that says on how many it rests."""


def resources(finding: Mapping[str, Any]) -> tuple[list[str], int]:
    """Every resource that a finding names, in order, and how many others it rests on.

    Most are about one. Those that rest on several have a row of evidence for each of the newest.
    """
    own = {finding["resource"]} if finding.get("resource") else set()
    counted = (finding.get("numbers") or {}).get(_OF_SEVERAL)
    if counted is None:
        return sorted(own), 0
    seen = {row["resource"] for row in finding.get("evidence") or [] if row.get("resource")}
    return sorted(own | seen), max(int(counted) - len(own | seen), 0)
