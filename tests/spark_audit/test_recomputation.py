"""The log against the history: each situation on a cluster of its own, all in one computation."""

from typing import Any

import pytest
from pyspark.sql import SparkSession

from spark_audit.transforms.history.recomputation import recomputed_daily
from tests.spark_audit import histories, network_situations
from tests.spark_audit.frames import NOON, silver
from tests.spark_audit.limited_situations import LIMITED
from tests.spark_audit.recomputed_lines import (
    DESPITE,
    MINUTE,
    RETRY,
    TOPIC,
    Situation,
    denial,
    ended,
    event,
    grant,
    user,
)

MAIN = "MAIN_ACCOUNT_LACKS_RIGHT"
BEHIND, SKEW = ("logged_not_valid", "snapshot_behind", 1), ("logged_not_valid", "clock_skew", 1)
SITUATIONS: dict[str, Situation] = {
    "it fits": ([grant()], event(), []),
    "the grant is above": ([grant(type=0, res="*", authorities=[2])], event(), []),
    "on a topic that is not persistent": (
        [grant(type=3, res="acme/orders", authorities=[202])],
        event(res="non-persistent://acme/orders/created"),
        [],
    ),
    "revoked an hour before": ([ended(-60 * MINUTE + 1, 8, from_time=0)], event(rev=7), [BEHIND]),
    "revoked while it was on its way": ([ended(-2_000, 11)], event(), []),
    "revoked while a merged event went on": ([ended(MINUTE, 11)], event(t_end=NOON + 2 * MINUTE, n=9), [BEHIND]),
    "revoked and given again": ([ended(-MINUTE, 8), grant(from_rev=9, from_time=NOON - 30_000)], event(rev=7), []),
    "its role was renamed meanwhile": (
        [ended(MINUTE, 11), grant(from_rev=11, from_time=NOON + MINUTE, role_name="crew")],
        event(t_end=NOON + 2 * MINUTE),
        [],
    ),
    "the same by a wrong clock": (
        [ended(MINUTE, 11), grant(from_rev=11, from_time=NOON + MINUTE, role_name="crew")],
        event(t_end=NOON + 2 * MINUTE, clock="skewed"),
        [],
    ),
    "revoked for two hours while a broker went on": (
        [ended(-60 * MINUTE, 8, from_time=0), grant(from_rev=9, from_time=NOON + 60 * MINUTE)],
        [event(rev=7, time=NOON + at * MINUTE) for at in (-90, 0, 90)],
        [BEHIND],
    ),
    "not listed once its window had begun": (
        [grant(), grant(2, valid_from=NOON)],
        [event(time=NOON + at * MINUTE) for at in (-1, 1)],
        [("not_logged", "unexplained", 2)],
    ),
    "before it was given, by the clocks": ([grant(from_time=NOON + MINUTE)], event(), [SKEW]),
    "the event's clock was wrong": ([ended(-MINUTE, 11)], event(clock="skewed"), [SKEW]),
    "not in the export": ([grant()], event(grants=[1, 9]), [("logged_not_valid", "not_exported", 9)]),
    "under a revision that had it no more": (
        [ended(MINUTE, 9)],
        event(),
        [("logged_not_valid", "not_valid_at_revision", 1)],
    ),
    "outside its window": ([grant(valid_until=NOON)], event(), [("logged_not_valid", "out_of_window", 1)]),
    "not yet in its window, and so not listed": ([grant(), grant(2, valid_from=NOON + 1)], event(), []),
    "a stranger to the role": ([grant(users=["else"])], event(), [("logged_not_valid", "user_not_in_role", 1)]),
    "a grant on something else": (
        [grant(res="acme/orders/cancelled")],
        event(),
        [("logged_not_valid", "resource_not_covered", 1)],
    ),
    "a right to something else": ([grant(authorities=[303])], event(), [("logged_not_valid", "right_not_given", 1)]),
    "an operation nobody knows": ([grant()], event(op="FLY"), []),
    "the same on a retry topic": ([grant()], event(op="FLY", res=RETRY), []),
    "covered twice, listed once": ([grant(), grant(2)], event(), [("not_logged", "unexplained", 2)]),
    "a newer grant than the snapshot": (
        [grant(), grant(2, from_rev=11, from_time=NOON - MINUTE)],
        event(),
        [("not_logged", "snapshot_behind", 2)],
    ),
    "a newer grant on its way": ([grant(), grant(2, from_rev=11, from_time=NOON - 2_000)], event(), []),
    "gone by the revision, not by the time": (
        [grant(), ended(MINUTE, 9, 2)],
        event(),
        [("not_logged", "clock_skew", 2)],
    ),
    "nothing listed": ([grant()], event(grants=[]), [("not_logged", "unexplained", 1)]),
    "by no grant at all": ([grant()], event(grants=None, code="BROKER_SUPER_USER"), []),
    "a super user needs no other grant": (
        [grant(), grant(2, type=1, res="", authorities=[4])],
        event(code="SUPER_USER", grants=[2]),
        [],
    ),
    "all grants of a super user are listed": (
        [grant(), grant(2, type=1, res="", authorities=[4])],
        event(code="SUPER_USER"),
        [("not_logged", "unexplained", 2)],
    ),
    "reading includes the retry topic": (
        [grant(authorities=[303])],
        event(res=RETRY, rtype="topic"),
        [],
    ),
    "reading the retry topic alone is not writing it": (
        [grant(res=RETRY, authorities=[303])],
        event(res=RETRY),
        [("logged_not_valid", "right_not_given", 1)],
    ),
    "a topic of such a name without a subscription": (
        [grant(authorities=[303])],
        event(res=TOPIC + "-RETRY"),
        [("logged_not_valid", "resource_not_covered", 1)],
    ),
    "a dead-letter topic of a tenant whose name begins alike": (
        [grant(type=2, res="acme", authorities=[303])],
        event(res="acme-eu/orders/created-billing-DLQ"),
        [("logged_not_valid", "resource_not_covered", 1)],
    ),
    "a retry topic of a namespace whose name begins alike": (
        [grant(type=3, res="acme/orders", authorities=[303])],
        event(res="acme/orders-old/created-billing-RETRY"),
        [("logged_not_valid", "resource_not_covered", 1)],
    ),
    "the topic of the same name that is not persistent": (
        [grant()],
        event(res="non-persistent://acme/orders/created"),
        [("logged_not_valid", "resource_not_covered", 1)],
    ),
    "the retry topic of that": (
        [grant(authorities=[303])],
        event(res=f"non-persistent://{RETRY}"),
        [("logged_not_valid", "resource_not_covered", 1)],
    ),
    "a subscription of one's own": (
        [grant(authorities=[303])],
        event(op="UNSUBSCRIBE", sub="svc-billing", code="OWN_SUBSCRIPTION"),
        [],
    ),
    "a subscription of somebody else's": (
        [grant(authorities=[303])],
        event(op="UNSUBSCRIBE", sub="svcs"),
        [("logged_not_valid", "right_not_given", 1)],
    ),
    "a listing names what is below": (
        [grant()],
        event(op="GET_TOPICS", res="acme/orders", rtype="namespace", kind=1),
        [],
    ),
    "a probe need not name everything": ([grant(), grant(2)], event(kind=1), []),
    "what was denied covers nothing": ([], event(dec=2, code="NO_GRANT"), []),
    "a sub-account, of several rights": (
        [grant(users=["sub"]), grant(2, users=["sub"], authorities=[303])],
        event(user="sub", op="GET_STATS"),
        [],
    ),
    "a sub-account, of one right": (
        [grant(users=["sub"]), grant(2, users=["sub"])],
        event(user="sub"),
        [("not_logged", "unexplained", 2)],
    ),
    **LIMITED,
    **network_situations.NETWORKS,
    "denied although it was granted": ([grant()], denial(), [(DESPITE, "unexplained", 1)]),
    "denied although two grants covered it, told once": (
        [grant(2, from_rev=11), grant(3), grant(4)],
        denial(),
        [(DESPITE, "unexplained", 3)],
    ),
    "denied by a broker that was behind": (
        [grant(from_rev=11, from_time=NOON - MINUTE)],
        denial(),
        [(DESPITE, "snapshot_behind", 1)],
    ),
    "denied while the grant was on its way": ([grant(from_rev=11, from_time=NOON - 4_000)], denial(), []),
    "denied while the revocation was on its way": ([ended(4_000, 11)], denial(), []),
    "denied, and granted in the midst of it": (
        [grant(from_rev=11, from_time=NOON + MINUTE)],
        denial(t_end=NOON + 2 * MINUTE, n=9),
        [],
    ),
    "denied by a wrong clock": ([grant()], denial(clock="skewed"), [(DESPITE, "clock_skew", 1)]),
    "denied under a revision that had it no more": ([ended(MINUTE, 9)], denial(), [(DESPITE, "clock_skew", 1)]),
    "denied outside its window": ([grant(valid_from=NOON + 1)], denial(code="GRANT_NOT_IN_FORCE"), []),
    "denied for want of another right": ([grant(authorities=[303])], denial(), []),
    "denied on another topic": ([grant()], denial(res=TOPIC + "2"), []),
    "denied for another reason": ([grant()], denial(code="RESOURCE_DISABLED"), []),
    "a probe that was denied": ([grant()], denial(kind=1), []),
    "denied to a sub-account alone": ([grant(users=["sub"])], denial(user="sub", code=MAIN), []),
    "denied to a sub-account although both have it": (
        [grant(users=["sub"]), grant(2)],
        denial(user="sub", code=MAIN, grants=[1]),
        [(DESPITE, "unexplained", 1)],
    ),
    "disabled before": ([grant(users=["off"])], event(user="off"), [("logged_not_valid", "user_disabled", 1)]),
    "disabled under an older revision": ([grant(users=["off"])], event(user="off", rev=7), [BEHIND]),
    "the main account was disabled": (
        [grant(users=["off.sub"])],
        event(user="off.sub"),
        [("logged_not_valid", "user_disabled", 1)],
    ),
}
USERS = [
    user("svc"),
    user("else"),
    user("off", until_rev=9, until_time=NOON - MINUTE),
    user("off", enabled=False, from_rev=9, from_time=NOON - MINUTE),
    user("off.sub", main="off"),
    user("sub", main="svc"),
    *network_situations.USERS,
]


@pytest.fixture(scope="module")
def found(spark: SparkSession) -> dict[str, list[Any]]:
    """What was found, by cluster."""
    grants = [
        {**line, "cluster": cluster, "res": _path(cluster, line["type"], line["res"])}
        for number, (lines, _, _) in enumerate(SITUATIONS.values())
        for cluster, line in ((f"c{number}", line) for line in lines)
    ]
    events = [
        event | {"cluster": f"c{number}", "res": f"c{number}/{event['res']}"}
        for number, (_, happened, _) in enumerate(SITUATIONS.values())
        for event in (happened if isinstance(happened, list) else [happened])
    ]
    export = histories.of(spark, grants, users=USERS)
    rows = recomputed_daily(silver(spark, *events), export.grants, export.users, export.rights).collect()
    return {f"c{number}": [row for row in rows if row["cluster"] == f"c{number}"] for number in range(len(SITUATIONS))}


def _path(cluster: str, kind: int, res: str) -> str:
    return res if kind == 0 else cluster if kind == 1 else f"{cluster}/{res}"


@pytest.mark.parametrize("situation", SITUATIONS)
def test_each_difference_has_its_cause(found: dict[str, list[Any]], situation: str) -> None:
    number = list(SITUATIONS).index(situation)
    rows = found[f"c{number}"]
    assert [(row["problem"], row["cause"], row["grant"]) for row in rows] == SITUATIONS[situation][2]


def test_a_row_names_the_use_and_the_end_of_the_right(found: dict[str, list[Any]]) -> None:
    number = list(SITUATIONS).index("revoked while a merged event went on")
    (row,) = found[f"c{number}"]
    assert row.asDict() == {
        "date": row["date"], "cluster": f"c{number}", "problem": "logged_not_valid", "cause": "snapshot_behind",
        "grant": 1, "user": "svc", "resource": f"c{number}/{TOPIC}", "op": "PRODUCE", "rev": 10, "revoked_rev": 11,
        "revoked_time": NOON + MINUTE, "n": 9, "first": NOON, "last": NOON + 2 * MINUTE,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("situation", "moment"),
    [("revoked for two hours while a broker went on", NOON), ("not listed once its window had begun", NOON + MINUTE)],
)
def test_only_uses_that_do_not_fit_are_counted(found: dict[str, list[Any]], situation: str, moment: int) -> None:
    """They are of one day, one revision and one list of grants."""
    (row,) = found[f"c{list(SITUATIONS).index(situation)}"]
    assert (row["n"], row["first"], row["last"]) == (1, moment, moment)
