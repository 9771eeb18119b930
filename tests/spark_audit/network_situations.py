"""The log against the history, where grants and users are limited to networks."""

from typing import Any

from tests.spark_audit.frames import NOON, Line
from tests.spark_audit.recomputed_lines import DESPITE, MINUTE, TOPIC, Situation, denial, event, grant, user

_OFFICE, _OUTSIDE = ["10.0.0.0/8", "2001:db8::/32"], [("logged_not_valid", "outside_network", 1)]


def _limited(number: int = 1, **fields: Any) -> Line:
    return grant(number, **{"networks": _OFFICE, **fields})


USERS = [
    user("kept", networks=_OFFICE),
    user("kept.sub", main="kept"),
    user("free.sub", main="svc", networks=_OFFICE),
    user("odd", networks=["10.0.0.0/8", "what"]),
    user("moved", until_rev=9, until_time=NOON - MINUTE, networks=_OFFICE),
    user("moved", from_rev=9, from_time=NOON - MINUTE, networks=["192.168.0.0/16"]),
]
"""Users that are limited, or whose main account is."""


def _of(name: str, **fields: Any) -> Line:
    return grant(users=[name], **fields)


NETWORKS: dict[str, Situation] = {
    "from inside": ([_limited()], event(ip="10.1.2.3"), []),
    "from inside, by IPv6 as Java writes it": ([_limited()], event(ip="2001:db8:0:0:0:0:0:7%eth0"), []),
    "from inside, IPv4 in the form of IPv6": ([_limited()], event(ip="::ffff:10.1.2.3"), []),
    "from outside": ([_limited()], event(ip="192.168.0.1"), _OUTSIDE),
    "from no known address": ([_limited()], event(), _OUTSIDE),
    "networks that are not understood let nobody in": (
        [_limited(networks=["10.0.0.0/8", "10.1.0.0/8"])],
        event(ip="10.1.2.3"),
        _OUTSIDE,
    ),
    "an empty list lets nobody in": ([_limited(networks=[])], event(ip="10.1.2.3"), _OUTSIDE),
    "of two events the one from outside": (
        [_limited()],
        [event(ip="10.1.2.3"), event(ip="11.1.2.3"), event(ip="10.1.2.4")],
        _OUTSIDE,
    ),
    "the networks of then count": (
        [
            _limited(until_rev=9, until_time=NOON - 60_000),
            _limited(from_rev=9, from_time=NOON - 60_000, networks=["192.168.0.0/16"]),
        ],
        event(ip="192.168.0.1"),
        [],
    ),
    "behind a proxy the address is not compared": ([_limited()], event(ip="192.168.0.1", via="proxy"), []),
    "a listing names nothing from outside": (
        [_limited()],
        event(op="GET_TOPICS", res="acme/orders", rtype="namespace", kind=1, ip="192.168.0.1"),
        _OUTSIDE,
    ),
    "for another right, before the networks": (
        [_limited(authorities=[303])],
        event(ip="192.168.0.1"),
        [("logged_not_valid", "right_not_given", 1)],
    ),
    "covered from inside too, and not listed": (
        [grant(), _limited(2)],
        event(ip="10.1.2.3"),
        [("not_logged", "unexplained", 2)],
    ),
    "covering nothing from outside, and not listed": ([grant(), _limited(2)], event(ip="192.168.0.1"), []),
    "not listed behind a proxy": ([grant(), _limited(2)], event(ip="10.1.2.3", via="proxy"), []),
    "not listed once of two addresses": (
        [grant(), _limited(2)],
        [event(ip="192.168.0.1"), event(ip="10.1.2.3")],
        [("not_logged", "unexplained", 2)],
    ),
    "denied from inside": ([_limited()], denial(ip="10.1.2.3"), [(DESPITE, "unexplained", 1)]),
    "denied from outside": ([_limited()], denial(ip="192.168.0.1"), []),
    "denied from nowhere known": ([_limited()], denial(), []),
    "denied on another topic from inside": ([_limited()], denial(ip="10.1.2.3", res=TOPIC + "2"), []),
    "a user from inside its networks": ([_of("kept")], event(user="kept", ip="10.1.2.3"), []),
    "a user from outside its networks": ([_of("kept")], event(user="kept", ip="11.1.2.3"), _OUTSIDE),
    "a user from no known address": ([_of("kept")], event(user="kept"), _OUTSIDE),
    "a user behind a proxy": ([_of("kept")], event(user="kept", ip="11.1.2.3", via="proxy"), []),
    "a user whose networks are not understood": ([_of("odd")], event(user="odd", ip="10.1.2.3"), _OUTSIDE),
    "a user inside its own networks, outside the grant's": (
        [_of("kept", networks=["10.9.0.0/16"])],
        event(user="kept", ip="10.1.2.3"),
        _OUTSIDE,
    ),
    "a sub-account outside the networks of its main account": (
        [_of("kept.sub")],
        [event(user="kept.sub", ip=ip) for ip in ("10.1.2.3", "11.1.2.3")],
        _OUTSIDE,
    ),
    "a sub-account outside its own networks": (
        [_of("free.sub")],
        [event(user="free.sub", ip=ip) for ip in ("10.1.2.3", "11.1.2.3")],
        _OUTSIDE,
    ),
    "the user's networks of then count": (
        [_of("moved")],
        [event(user="moved", ip="192.168.0.1"), event(user="moved", rev=8, time=NOON - 2 * MINUTE, ip="10.1.2.3")],
        [],
    ),
    "the user's networks of before, by a broker that is behind": (
        [_of("moved")],
        event(user="moved", rev=8, ip="10.1.2.3"),
        [("logged_not_valid", "snapshot_behind", 1)],
    ),
    "nothing covered a user from outside, and nothing is listed": (
        [_of("kept")],
        event(user="kept", ip="11.1.2.3", grants=[]),
        [],
    ),
    "a user from inside, and nothing is listed": (
        [_of("kept")],
        event(user="kept", ip="10.1.2.3", grants=[]),
        [("not_logged", "unexplained", 1)],
    ),
    "a user denied from inside its networks": (
        [_of("kept")],
        denial(user="kept", ip="10.1.2.3"),
        [(DESPITE, "unexplained", 1)],
    ),
    "a user denied from outside its networks": ([_of("kept")], denial(user="kept", ip="11.1.2.3"), []),
    "a user outside its networks is not denied for want of a grant": (
        [grant()],
        denial(code="OUTSIDE_NETWORK", ip="192.168.0.1"),
        [],
    ),
}
