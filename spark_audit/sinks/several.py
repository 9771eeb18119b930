"""The resources of a finding, which may be several."""

from collections.abc import Mapping
from typing import Any

_OF_SEVERAL = "resources"
"""Name of the number that says on how many resources a finding rests."""


def resources(finding: Mapping[str, Any]) -> tuple[list[str], int]:
    """The resources that a finding names, sorted, and the number of others that it rests on.

    Most findings are about one. Those that rest on several name the others in their evidence, as far as that goes.
    """
    own = {finding["resource"]} if finding.get("resource") else set()
    counted = (finding.get("numbers") or {}).get(_OF_SEVERAL)
    if counted is None:
        return sorted(own), 0
    seen = {use["resource"] for use in finding.get("evidence") or [] if use.get("resource")}
    return sorted(own | seen), max(int(counted) - len(own | seen), 0)
