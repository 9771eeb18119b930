"""What changes would have denied, of sub-accounts too."""

from collections.abc import Iterable, Sequence

from spark_audit.suggest.facts import Grant, Use
from spark_audit.suggest.place import Place
from spark_audit.suggest.replay import ReplayResult, replay
from spark_audit.suggest.resource_paths import path_of
from spark_audit.suggest.rights import Atom
from spark_audit.suggest.suggestion import Suggestion
from tests.spark_audit.suggest.company import changed, facts, grant, topics, use

NAMESPACE = "eu/acme/orders"
TOPIC, RETRY, SYSTEM = f"{NAMESPACE}/t0", f"{NAMESPACE}/t0-s-RETRY", f"{NAMESPACE}/__change_events"
TOPICS = [*topics(3), RETRY, SYSTEM]
MAINS = {"sub": "boss", "twin": "boss"}


def change(grant: Grant, *adds: tuple[int, str]) -> Suggestion:
    """The grant goes, and these come: nothing is taken away but it."""
    return changed(grant, [Atom(authority, Place(path_of(place))) for authority, place in adds])


def denied(grants: Sequence[Grant], uses: Iterable[Use], *changes: Suggestion) -> int:
    """How many uses all changes together would have denied."""
    return replay(facts(grants, uses, TOPICS, MAINS), changes)["all"].denied


BOTH = [
    grant(1, TOPIC, 303, users=["sub"]), grant(2, TOPIC, 302, users=["sub"]),
    grant(3, TOPIC, 303, users=["boss"]), grant(4, NAMESPACE, 202, users=["boss"]),
]  # fmt: skip
"""Statistics may be looked at by reading or by writing; a sub-account and its main account may do both."""
LOOKED = use("GET_STATS", TOPIC, 1, 2, user="sub", n=3)


def test_one_right_of_both_accounts_is_enough() -> None:
    """Whoever loses it; what both have left need not have been narrow."""
    reads, _, main_reads, main_writes = BOTH
    assert denied(BOTH, [LOOKED], change(reads), change(main_reads)) == 0
    assert denied(BOTH, [LOOKED], change(main_writes)) == 0
    assert denied(BOTH, [LOOKED], change(main_reads), change(main_writes, (302, TOPIC))) == 0


def test_a_right_of_only_one_account_is_not_enough() -> None:
    """One keeps reading, the other writing: each use is denied, once, and nobody but the sub-account."""
    reads, writes, main_reads, main_writes = BOTH
    found = replay(facts(BOTH, [LOOKED], TOPICS, MAINS), [change(writes), change(main_reads)])
    assert found["all"] == ReplayResult(3, 3, {"sub"})
    assert denied(BOTH, [LOOKED], change(reads), change(main_writes, (302, f"{NAMESPACE}/t1"))) == 3
    assert denied(BOTH, [LOOKED], change(main_reads), change(main_writes)) == 3
    assert denied(BOTH, [LOOKED], *map(change, BOTH)) == 3


def test_each_change_is_judged_alone() -> None:
    """Neither denies anything. What a main account's grant lets its sub-account in to counts as uses of it: else shares
    could be above 1."""
    _, writes, main_reads, _ = BOTH
    first, second = change(writes), change(main_reads)
    found = replay(facts(BOTH, [LOOKED], TOPICS, MAINS), [first, second])
    assert (found[first.id], found[second.id]) == (ReplayResult(3), ReplayResult(3))
    consumed = use("CONSUME", TOPIC, 1, user="sub", n=2)
    found = replay(facts(BOTH, [LOOKED, consumed], TOPICS, MAINS), [first, second])
    assert (found[first.id], found[second.id]) == (ReplayResult(3), ReplayResult(5, 2, {"sub"}))


def test_an_unknown_grant_stays() -> None:
    """Grant 9 is none of those that stood: the main account needs a right of its own still, whichever it was."""
    later = use("GET_STATS", TOPIC, 9, user="sub")
    _, _, main_reads, main_writes = BOTH
    assert denied(BOTH, [later], change(main_reads)) == 0
    assert denied(BOTH, [later], change(main_reads), change(main_writes)) == 1
    assert denied(BOTH, [use("CONSUME", TOPIC, 1, 9, user="sub")], change(BOTH[0])) == 0


def test_an_unknown_grant_gives_what_a_known_one_beside_it_gives() -> None:
    """Reading is what is known to have let in; that grant 9 gives writing, nothing shows."""
    later = use("GET_STATS", TOPIC, 1, 9, user="sub")
    reads, _, main_reads, main_writes = BOTH
    assert denied(BOTH, [later], change(main_reads)) == 1
    assert denied(BOTH, [later], change(reads), change(main_writes)) == 0


def test_a_right_that_the_main_account_got_since_is_not_lost() -> None:
    """Nothing of it stood then, or only what others need: what was not there was not taken away."""
    own = grant(1, TOPIC, 303, users=["sub"])
    assert denied([own], [use("CONSUME", TOPIC, 1, user="sub")]) == 0
    assert denied([own], [use("CONSUME", TOPIC, 1, user="sub")], change(own)) == 1
    elsewhere = grant(2, f"{NAMESPACE}/t1", 303, users=["boss"])
    assert denied([own, elsewhere], [use("CONSUME", TOPIC, 1, user="sub")], change(elsewhere)) == 0


def test_an_unknown_operation_needs_every_grant_of_the_main_account() -> None:
    """It is not known which of them let its sub-account in."""
    reads, _, _, main_writes = BOTH
    flight = use("FLY", TOPIC, 1, user="sub")
    assert denied(BOTH, [flight]) == 0
    assert denied(BOTH, [flight], change(main_writes, (302, TOPIC))) == 1
    assert denied(BOTH, [use("FLY", TOPIC, 3, user="boss")], change(main_writes)) == 0
    assert denied(BOTH, [flight], change(reads)) == 1


def test_a_system_topic_needs_two_super_users() -> None:
    """Whatever else the main account keeps."""
    grants = [grant(1, "eu", 4, users=["sub"]), grant(2, "eu", 4, users=["boss"]), grant(3, "eu", 2, users=["boss"])]
    for topic, lost in ((SYSTEM, 1), ("eu/pulsar/system/t", 1), (TOPIC, 0)):
        assert denied(grants, [use("PRODUCE", topic, 1, user="sub")], change(grants[1])) == lost


def test_reading_a_topic_gives_writing_on_its_retry_topics_only() -> None:
    """By reading nobody shares the right to write the topic itself, nor that to write the retry topic that is read."""
    grants = [grant(1, NAMESPACE, 203, users=["sub"]), grant(2, NAMESPACE, 203, users=["boss"]),
              grant(3, NAMESPACE, 202, users=["boss"]), grant(4, RETRY, 303, users=["sub"])]  # fmt: skip
    assert denied(grants, [use("GET_STATS", TOPIC, 1, user="sub")], change(grants[1])) == 1
    assert denied(grants, [use("GET_STATS", RETRY, 1, 4, user="sub")], change(grants[1])) == 0
    assert denied(grants, [use("GET_STATS", RETRY, 1, 4, user="sub")], change(grants[0]), change(grants[1])) == 1
