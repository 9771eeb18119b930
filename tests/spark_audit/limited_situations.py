"""The log against the history, where grants are limited to names that begin with a prefix, or to subscriptions."""

from tests.spark_audit.recomputed_lines import DESPITE, RETRY, TOPIC, Situation, denial, event, grant, prefixed

LIMITED: dict[str, Situation] = {
    "within its prefix": ([prefixed("cr")], event(), []),
    "within the prefix of a tenant": ([prefixed("ord", type=2, res="acme")], event(), []),
    "outside its prefix": ([prefixed("orders-")], event(), [("logged_not_valid", "resource_not_covered", 1)]),
    "a namespace outside the prefix of a tenant": (
        [prefixed("cr", type=2, res="acme")],
        event(),
        [("logged_not_valid", "resource_not_covered", 1)],
    ),
    "of the place itself a prefix says nothing": (
        [prefixed("cr", authorities=[204])],
        event(op="TTL_WRITE", res="acme/orders", rtype="namespace"),
        [("logged_not_valid", "resource_not_covered", 1)],
    ),
    "a listing names what begins so in there": (
        [prefixed("cr")],
        event(op="GET_TOPICS", res="acme/orders", rtype="namespace", kind=1),
        [],
    ),
    "a topic that is created within the prefix": (
        [prefixed("cr", authorities=[300])],
        event(op="CREATE_TOPIC", act=1),
        [],
    ),
    "a namespace that is created within the prefix": (
        [prefixed("ord", type=2, res="acme", authorities=[200])],
        event(op="CREATE_NAMESPACE", act=1, res="acme/orders", rtype="namespace"),
        [],
    ),
    "a partition of a topic with a shorter name": (
        [prefixed("created-")],
        event(res=TOPIC + "-partition-3"),
        [("logged_not_valid", "resource_not_covered", 1)],
    ),
    "writing the retry topic of a topic within the prefix": ([prefixed("cr", authorities=[303])], event(res=RETRY), []),
    "writing one that begins so, of a topic that does not": (
        [prefixed("created-b", authorities=[303])],
        event(res=RETRY),
        [("logged_not_valid", "right_not_given", 1)],
    ),
    "covered within a prefix too, and not listed": (
        [grant(), prefixed("cr", 2), prefixed("no-", 3)],
        event(),
        [("not_logged", "unexplained", 2)],
    ),
    "denied within its prefix": ([prefixed("cr")], denial(), [(DESPITE, "unexplained", 1)]),
    "denied outside its prefix": ([prefixed("no-")], denial(), []),
    "denied to create a topic whose name was not told": (
        [prefixed("cr", authorities=[300])],
        denial(op="CREATE_TOPIC", res="acme/orders", rtype="namespace"),
        [],
    ),
    "which of the named subscriptions it was is not compared": (
        [grant(authorities=[303], subscriptions=["billing"])],
        event(op="CONSUME", sub="other"),
        [],
    ),
    "managing a subscription that the right to read names": (
        [grant(authorities=[303], subscriptions=["billing"])],
        event(op="UNSUBSCRIBE", sub="billing", code="OWN_SUBSCRIPTION"),
        [],
    ),
    "reading named subscriptions is no right to write": (
        [grant(authorities=[303], subscriptions=["billing"])],
        event(),
        [("logged_not_valid", "right_not_given", 1)],
    ),
    "a grant for other subscriptions need not be listed": (
        [grant(authorities=[303]), grant(2, authorities=[303], subscriptions=["billing"])],
        event(op="CONSUME", sub="other"),
        [],
    ),
    "denied another subscription": (
        [grant(authorities=[303], subscriptions=["billing"])],
        denial(op="CONSUME", sub="other"),
        [],
    ),
}
