"""What the audit says of a real day, against what the clients did, counted by hand.

A producer or consumer that was opened is one use; a refused look-up or subscription is one denied attempt.
"""

import csv
import re
import zipfile
from collections import Counter
from html import unescape
from typing import Any

import duckdb
import jwt
import pytest

from tests.end_to_end.audited.day import AuditedDay
from tests.end_to_end.estate import CLUSTER

pytestmark = [pytest.mark.broker, pytest.mark.timeout(600)]
_READ, _WRITE = 2, 3
_USES = {
    "shop": ("shop", _WRITE, 3, 3, 3),
    "reader": ("reader", _READ, 2, 2, 0),
    "reader, wide": ("reader", _READ, 2, 0, 0),
    "gone": ("gone", _WRITE, 2, 2, 2),
    "batch, wide": ("batch", _WRITE, 1, 1, 1),
    "partner": ("partner", _WRITE, 1, 1, 1),
}
"""Grant → who used it, how, and how many uses it covered, decided, and alone allowed."""
_FLOW = {"shop": 3, "reader": 2, "gone": 2, "batch": 1, "partner": 1}
_STATUSES = {
    "shop": "essential",
    "reader": "redundant",
    "reader, wide": "redundant",
    "idle": "unused",
    "gone": "used_not_granted",
    "batch, wide": "essential",
    "batch, spare": "unused",
    "partner": "essential",
}
"""`lent` is not there: it has ended, and nobody used it."""


def test_every_use_is_counted_for_its_grant(day: AuditedDay) -> None:
    names = {grant: name for name, grant in day.grants.items()}
    found: Counter[Any] = Counter()
    for line in day.lines("usage_daily"):
        if line["grant"] in names:
            who = (names[line["grant"]], day.name(line["user"]), line["action"], line["resource"], line["decision"])
            found.update({(*who, number): line[number] for number in ("covering", "applied", "sole")})
    assert found == {
        (name, user, action, _topic(day), 1, number): n
        for name, (user, action, *numbers) in _USES.items()
        for number, n in zip(("covering", "applied", "sole"), numbers, strict=True)
    }


def test_the_center_shows_the_same_use_and_status(day: AuditedDay) -> None:
    standing = day.grants.keys() - {"gone", "lent"}
    for name in standing:
        shown = day.business.owner.get(f"/api/v1/grants/{day.grants[name]}/usage")
        _, _, covering, _, sole = _USES.get(name, ("", 0, 0, 0, 0))
        assert (shown["finding"]["status"], shown["coverage_percent"]) == (_STATUSES[name], 100.0), name
        assert (shown["finding"]["covering"], shown["finding"]["sole"]) == (covering, sole), name
        assert sum(day_shown["n"] for day_shown in shown["days"]) == covering, name


def test_every_grant_has_the_status_that_its_use_says(day: AuditedDay) -> None:
    by_id = {line["grant"]: line["status"] for line in day.lines("grant_status")}
    assert {name: by_id[grant] for name, grant in day.grants.items() if grant in by_id} == _STATUSES


def test_refused_clients_are_among_the_denied(day: AuditedDay) -> None:
    denied: Counter[tuple[str | None, str, str, str]] = Counter()
    for line in day.read("denials"):
        denied[day.name(line["user"]), line["op"], line["reason"], line["resource"]] += line["n"]
    assert denied == {
        ("shop", "CONSUME", "NO_GRANT", _topic(day)): 2,
        ("stranger", "LOOKUP", "NO_GRANT", _topic(day)): 1,
        ("gone", "LOOKUP", "NO_GRANT", _topic(day)): 1,
        ("partner", "LOOKUP", "MAIN_ACCOUNT_LACKS_RIGHT", _topic(day)): 1,
    }


def test_denials_show_which_right_would_have_allowed_them(day: AuditedDay) -> None:
    """The right to read, which the owner has there; for a look-up any right would do."""
    found = _gold(day, "would_allow", '"user", "right", at_res, example_role')
    ways = {(day.name(user), right, place, role) for user, right, place, role in found if day.name(user)}
    owner, namespace = f"{day.business.name}-owner", _topic(day).rsplit("/", 1)[0]
    create, any_on_the_topic = 0, (1, 2, 3, 4, 6)
    assert ways == {
        ("shop", 3, _topic(day), owner),
        *((user, right, _topic(day), owner) for user in ("stranger", "gone", "partner") for right in any_on_the_topic),
        *((user, create, namespace, owner) for user in ("stranger", "gone", "partner")),
    }


def test_the_findings_about_grants_and_people(day: AuditedDay) -> None:
    """On the first day nobody is dormant, and nothing is unusual or wide; the owner's rights are used at the center."""
    names = {grant: name for name, grant in day.grants.items()}
    about = {
        (finding["kind"], names.get(finding["grant"], day.name(finding["user"]))) for finding in day.read("findings")
    }
    assert {(kind, who) for kind, who in about if who} == {
        ("unused_grant", "idle"),
        ("unused_grant", "batch, spare"),
        ("redundant_grant", "reader"),
        ("redundant_grant", "reader, wide"),
        ("ghost_grant", "gone"),
    }
    assert {finding["state"] for finding in day.read("findings")} == {"open"}


def test_unused_and_redundant_grants_are_suggested(day: AuditedDay) -> None:
    """Nothing is narrowed: all topics are new, and more may follow."""
    suggested = {
        name: {(suggestion["kind"], *suggestion["removes"]) for suggestion in day.suggestions_of(name)}
        for name in day.accounts
        if day.suggestions_of(name)
    }
    assert suggested == {
        "idle": {("remove_unused", day.grants["idle"])},
        "batch": {("remove_unused", day.grants["batch, spare"])},
        "reader": {("remove_redundant", day.grants["reader, wide"])},
    }


def test_grants_of_the_brokers_account_are_not_judged(day: AuditedDay) -> None:
    """Brokers ask their own account for no grant; that it uses none is no reason to take one away."""
    account = f"broker.{CLUSTER}"
    (own,) = (line for line in day.lines("grant_status") if line["role_name"] == account)
    assert (own["status"], own["why"], own["covering"]) == ("unknown", "super_user", 0)
    assert account not in {line["role_name"] for line in day.lines("suggestions")}


def test_topics_of_today_prove_no_creep(day: AuditedDay) -> None:
    roles = {line["role"]: day.name(line["role_name"]) for line in day.lines("grant_status")}
    creeping = {roles.get(int(row["scope"])) for row in day.read("creep", scope_type="role")}
    assert creeping & day.accounts.keys() == set()


def test_the_log_does_not_contradict_the_history(day: AuditedDay) -> None:
    users = {account.username for account in day.accounts.values()}
    for table in ("recomputed", "after_revocation"):
        assert [row for row in _cells(day, table) if row["user"] in users] == []


def test_totals_by_user_and_credential(day: AuditedDay) -> None:
    """Each connection is a sign-in, and a use of its own; of the shop's five one came with its client secret."""
    users = {account.username: name for name, account in day.accounts.items()}
    tokens = {_id(account.token): name for name, account in day.accounts.items()}
    totals = _gold(day, "usage_totals", "subject_type, subject, n")
    by_type = {
        kind: {names[subject]: n for what, subject, n in totals if what == kind and subject in names}
        for kind, names in (("user", users), ("credential", tokens))
    }
    used = {"shop": 5 + 3, "reader": 2 + 2, "gone": 3 + 2, "batch": 1 + 1, "partner": 2 + 1, "stranger": 1}
    assert by_type == {"user": used, "credential": {**used, "shop": 4 + 2}}


def test_the_report_shows_these_numbers(day: AuditedDay) -> None:
    page = (day.results / "report" / "tenants" / f"{day.business.name}.en.html").read_text(encoding="utf-8")
    for name, (who, _, covering, _, sole) in _USES.items():
        cells = _row(page, f"g-{day.grants[name]}")
        assert {day.accounts[who].username, str(covering), str(sole)} <= set(cells), name
    flow = {row["user"]: int(row["n"]) for row in _cells(day, "flow") if row["topic"] == _topic(day)}
    clients = {day.accounts[who].username: n for who, n in _FLOW.items()}
    assert flow == clients | {f"center.{CLUSTER}": 1}, "the center created the topic"


def _topic(day: AuditedDay) -> str:
    return f"standalone/{day.business.name}/orders/created"


def _id(token: str) -> str:
    return str(jwt.decode(token, options={"verify_signature": False})["jti"])


def _gold(day: AuditedDay, table: str, columns: str) -> list[tuple[Any, ...]]:
    """Rows of a table of the audit's directory."""
    files = day.results.parents[1] / "gold" / table / "*" / "*.parquet"
    return duckdb.read_parquet(str(files)).project(columns).fetchall()


def _cells(day: AuditedDay, name: str) -> list[dict[str, str]]:
    text = zipfile.Path(day.results / "csv.zip", f"{name}.csv").read_text(encoding="utf-8-sig")
    return list(csv.DictReader(text.splitlines()))


def _row(page: str, anchor: str) -> list[str]:
    """The cells of the row with this anchor, as text."""
    (row,) = re.findall(rf'<tr[^>]*id="{anchor}".*?</tr>', page, re.DOTALL)
    return [unescape(re.sub("<[^>]+>", "", cell)).strip() for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)]
