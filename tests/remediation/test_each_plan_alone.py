"""A step of one plan changes its own grants and nothing else: no other grant, no other plan, no opt-out.

A walk by lot plans, applies, cancels and rolls back, while somebody else changes what plans gave; before and after each
step everything is compared.
"""

import os
from collections import Counter
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from app.grants import roles
from app.grants.models import Grant
from app.platform.clock import now_ms
from tests.factories import NAMESPACE, TENANT, a_grant, a_user
from tests.findings.published import DAY, status, suggestion, used
from tests.remediation.advised import PLANS, RESOURCE, Advised
from tests.requests.desk import ANY, change_settings

Held = dict[int, tuple[Any, ...]]
"""Grant → role, place, authorities, end."""


_FITTING = {"cancel": "announced", "roll-back": "applied"}


def _grants(advised: Advised) -> Held:
    def read(session: Any) -> Held:
        found = session.scalars(select(Grant))
        return {
            grant.id: (grant.role_id, grant.res_type, grant.res_id, grant.authorities, grant.valid_until)
            for grant in found
        }

    return advised.desk.center.read(read)


def _plans(advised: Advised) -> dict[int, Any]:
    items = advised.desk.at_owner.get(PLANS, params={"limit": 500}).json()["items"]
    return {plan["id"]: advised.read(advised.desk.at_owner, plan) for plan in items}


def _opt_outs(advised: Advised) -> Any:
    return advised.desk.at_owner.get("/api/v1/audit/opt-outs").json()["items"]


def _estate(advised: Advised) -> dict[int, str]:
    """Grants of two more people; role → name of all three."""
    desk = advised.desk
    made = {advised.role: "walter"}
    for name in ("vera", "wanda"):
        person = desk.center.make(a_user, name)
        for numbers, kind, place in (([102], TENANT, desk.tenant), ([203], NAMESPACE, desk.namespace)):
            desk.center.make(a_grant, person, numbers, kind, place.id)
        made[desk.center.read(roles.personal_role_of, person.id).id] = name
    return made


def _advise(advised: Advised, of: dict[int, str]) -> list[str]:
    """A run with a suggestion for each wide grant that there is now: to remove it, or to narrow it to a topic."""
    wide = {number: grant for number, grant in _grants(advised).items() if grant[0] in of and grant[1] != 4}
    lines = []
    for number, (role, _, _, authorities, _) in wide.items():
        topic = {"role": role, "cluster": "prod", "type": 4, "res": RESOURCE, "authorities": [303]}
        kind, adds = ("narrow", [topic]) if authorities.endswith("03") else ("remove_unused", [])
        lines.append(suggestion(f"s-{number}", kind, role, [number], adds=adds))
    statuses = [status(number, "essential" if grant[3].endswith("03") else "unused") for number, grant in wide.items()]
    uses = [used(number, of[grant[0]]) for number, grant in wide.items() if grant[3].endswith("03")]
    advised.run(suggestions=lines, grant_status=statuses, usage_daily=uses)
    return [line["id"] for line in lines]


def _change(advised: Advised, of: dict[int, str], done: Counter[str]) -> set[int]:
    """Somebody else gives more by a narrow grant. Returns all that were changed so: they are nobody's to take."""
    narrow = {number: grant for number, grant in _grants(advised).items() if grant[0] in of and grant[1] == 4}
    if narrow and done["work"] > 2 * done["change"]:
        path = f"/api/v1/grants/{max(narrow)}"
        done["change"] += advised.desk.at_owner.patch(path, json={"authorities": [302, 303]}, headers=ANY).is_success
    return {number for number, grant in _grants(advised).items() if grant[1] == 4 and grant[3] == "302,303"}


def _step(advised: Advised, of: dict[int, str], chance: Random, done: Counter[str]) -> None:
    owner, suggestions, changed_by_others = (
        advised.desk.at_owner,
        _advise(advised, of),
        _change(advised, of, done),
    )
    what = chance.choice(["plan", "plan", "work", "cancel", "roll-back"])
    before, plans = _grants(advised), _plans(advised)
    opt_outs, about, succeeds = _opt_outs(advised), list[Any](), False
    if what == "plan" and suggestions:
        chosen = chance.sample(suggestions, min(len(suggestions), chance.randint(1, 2)))
        answer = advised.try_to_plan(owner, *chosen, notice_days=chance.choice([0, 7]))
        succeeds = answer.status_code == 201
    elif what == "work":
        about = [plan for plan in plans.values() if plan["state"] == "announced"]
        advised.pass_days(0)
        succeeds = bool(about)
    elif fitting := [plan for plan in plans.values() if plan["state"] == _FITTING.get(what)]:
        about = [chance.choice(fitting)]
        succeeds = advised.step(owner, about[0], what, "not yet").status_code == 200
    done[what] += succeeds
    after, case = _grants(advised), f"{what} {[plan['id'] for plan in about]}"
    own = (
        {number for plan in about for part in plan["parts"] for number in _ids_of_grants(part)}
        if what != "cancel"
        else set()
    )
    assert {number for number, grant in before.items() if after.get(number) != grant} <= own - changed_by_others, case
    come = {after[number][0] for number in after.keys() - before.keys()}
    assert come <= ({part["role_id"] for plan in about for part in plan["parts"]} if own else set()), case
    changed = {number for number, plan in _plans(advised).items() if plans.get(number, plan) != plan}
    assert changed <= {plan["id"] for plan in about}, case
    assert _opt_outs(advised) == opt_outs, case


def _ids_of_grants(part: Any) -> list[int]:
    return [grant["id"] for grant in (*part["gone"], *part["come"])]


@pytest.mark.parametrize("first", [0, 1])
def test_a_step_of_a_plan_changes_its_own_grants_alone(advised: Advised, first: int) -> None:
    """`PUC_WALKS` walks of 20 steps, from this seed on."""
    change_settings(advised.desk.center, notice_days=0)
    of, done = _estate(advised), Counter[str]()
    body = {"grant_id": advised.unused, "reason": "yearly closing", "until": now_ms() + 20 * DAY}
    assert advised.desk.at_wanting.post("/api/v1/audit/opt-outs", json=body).status_code == 201
    for seed in range(first, first + int(os.environ.get("PUC_WALKS", "1"))):
        chance = Random(seed)
        for step in range(20):
            try:
                _step(advised, of, chance, done)
            except AssertionError as error:
                raise AssertionError(f"seed {seed}, step {step}: {error}") from error
    assert all(done[what] for what in ("plan", "work", "change", "cancel", "roll-back")), done
