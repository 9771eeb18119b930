"""An erased name also goes from spared parts of plans."""

from typing import Any

import httpx

from tests.center import Center
from tests.findings.published import used
from tests.remediation.advised import Advised

MARK = "erased-0123456789abcdef01234567"


def _facts(advised: Advised, plan: Any) -> list[Any]:
    return [part["facts"] for part in advised.read(advised.desk.at_owner, plan)["parts"]]


def test_an_erased_name_goes_from_the_facts_that_spared_a_part(
    center: Center, advised: Advised, root: httpx.Client
) -> None:
    """Where somebody was seen using the grant; again it changes nothing, and a name that only contains it stays."""
    plan = advised.plan(advised.desk.at_owner, "s-unused")
    uses = [used(advised.unused, name, date="2026-11-19", action=3) for name in ("ana", "ana.lopez")]
    advised.run(days=3, usage_daily=[used(advised.wide), *uses])
    advised.pass_days(3)
    before = _facts(advised, plan)
    assert sorted(use["user"] for use in before[0]["uses"]) == ["ana", "ana.lopez"]
    for changed in (1, 0):
        answer = root.post("/api/v1/audit/erasures", json={"user": "ana", "pseudonym": MARK})
        assert answer.json()["rows"]["rem_part"] == changed
    assert sorted(use["user"] for use in _facts(advised, plan)[0]["uses"]) == ["ana.lopez", MARK]
    assert [{**use, "user": ""} for use in _facts(advised, plan)[0]["uses"]] == [
        {**use, "user": ""} for use in before[0]["uses"]
    ]
