"""The lines of Pulsar's broker log that tell an access, by version, and where in them each field stands.

Pulsar 3.0 to 4.2 writes sentences, 5.0 writes fields (lines of real brokers: `tests/spark_audit/pulsar_logs`). Clients
choose the names of subscriptions and producers, so the patterns look for each field where these names cannot be.
"""

import re
from dataclasses import dataclass

ALLOWED, REFUSED = 1, 2


@dataclass(frozen=True)
class LineKind:
    """One kind of line: it begins as `says`. Per field, patterns of the versions; the first that matches counts."""

    says: re.Pattern[str]
    dec: int
    place: tuple[re.Pattern[str], ...]
    peer: tuple[re.Pattern[str], ...]
    role: tuple[re.Pattern[str], ...]
    sub: tuple[re.Pattern[str], ...] = ()
    op: tuple[re.Pattern[str], ...] = ()
    original: tuple[re.Pattern[str], ...] = ()
    called: str = ""


def _all(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.ASCII) for pattern in patterns)


# Behind `using authMethod=` stands the version that the client calls itself. Proxies tell whom they speak for.
_SIGNED_IN = r"(?:with )?role=(?P<role>.*?)(?: and originalAuthRole=(?P<original>.*?))? using authMethod="
STARTED = re.compile(rf"\[/(?P<peer>\S+:\d+)\] connected (?:{_SIGNED_IN})?", re.ASCII)
ENDED = re.compile(r"Closed connection from /(\S+:\d+)", re.ASCII)
_END = r"(?: \{(?:\w+=[^{}]*)?\})?$"
"""What a layout with `%X` writes behind the words: `{}`, or what tracing adds."""
# The last of its kind, as names stand before it. 3.0 tells no role: what looks like one is then the name.
_OF_PRODUCER = rf"^\[/.*producerId=\d+\}}, role: (?!.*, producerId=\d+\}}{_END})(.*?){_END}"
_OF_CONSUMER = rf"^.*\. consumerId: \d+, role: (?!.*\. consumerId: \d+{_END})(.*?){_END}"
_REFUSED = " is not authorized to perform operation "
_NAME = rf"((?:(?!{_REFUSED}).)*?)"
# No slash is in the last part of a topic's name, blanks and all else are; but for those of Pulsar 1 (until 4.0), which
# have a fourth part: one that could be read in two ways is not read.
_TOPIC = r"[a-z-]+://[^/]+/[^/]+/(?:[-=:.\w]+/(?!.* / .* / ))?[^/]+"
_OF_TOPIC = rf"Topic\{{topic=({_TOPIC})\}}, client=\[id: "
_PEER, _FAR = r" [-!] R:/(\S+:\d+)\]", r", remoteAddress=/([^,}\s]+:\d+)"
_LAST_TOPIC = rf", topic=({_TOPIC})\}}$"
_WHO = r"(?:Original)?Role (?:.* )?"
_SIGNS = ("Created new producer", "Subscribing on topic", "is not authorized to perform operation")
_KINDS = (
    LineKind(
        says=re.compile(r"(?:\[/\S+\] )?Created new producer[: ]"), called="PRODUCE", dec=ALLOWED,
        role=_all(r"^Created new producer \{localAddress=[^,]*, principal=(.*?), producer=", _OF_PRODUCER),
        place=_all(_OF_TOPIC), peer=_all(_PEER),
    ),
    LineKind(
        says=re.compile(r"Subscribing on topic \{"), called="CONSUME", dec=ALLOWED,
        role=_all(r", localAddress=[^,]*, principal=(.*?), remoteAddress="), place=_all(_LAST_TOPIC),
        peer=_all(_PEER), sub=_all(rf", subscription=(.*), topic={_TOPIC}\}}$"),
    ),
    LineKind(
        says=re.compile(r"\[\[id: \S+ L:\S+ [-!] R:\S+\] \[SR:\S+ state:\w+\]\] Subscribing on topic "),
        called="CONSUME", dec=ALLOWED,
        role=_all(_OF_CONSUMER), place=_all(rf"Subscribing on topic ({_TOPIC}?) / "), peer=_all(_PEER),
        sub=_all(rf"Subscribing on topic {_TOPIC}? / (.*)\. consumerId: \d+"),
    ),
    LineKind(
        says=re.compile(_WHO + r"is not authorized to perform operation on (?:topic|namespace) \{"), dec=REFUSED,
        role=_all(r"\{(?:authRole|originalPrincipal)=(.*), localAddress="),
        original=_all(r", originalPrincipal=(.*), remoteAddress="),
        op=_all(r", operation=(\w+), originalPrincipal=", r", operation=(\w+)"),
        place=_all(_LAST_TOPIC, r", namespace=([^,}]+)"), peer=_all(_FAR),
    ),
    LineKind(
        says=re.compile(_WHO + r"is not authorized to perform operation \w+ on (?:topic|namespace) "), dec=REFUSED,
        role=_all(rf"^Role {_NAME} or OriginalRole ", rf"^(?:Original)?Role {_NAME}{_REFUSED}"),
        original=_all(rf"^Role {_NAME.replace('(', '(?:', 1)} or OriginalRole {_NAME}{_REFUSED}"),
        op=_all(r"to perform operation (\w+) on "),
        place=_all(rf"^\w+ {_NAME.replace('(', '(?:', 1)}{_REFUSED}\w+ on (?:topic|namespace) (.+?){_END}"), peer=(),
    ),
)  # fmt: skip


def kind_of(said: str) -> LineKind | None:
    """The kind of what a line says, by its beginning: names that clients choose stand behind it."""
    return next((kind for kind in _KINDS if kind.says.match(said)), None) if is_access(said) else None


def is_access(text: str) -> bool:
    """Whether it has the words of an access, in whatever form."""
    return any(sign in text for sign in _SIGNS)


def first(patterns: tuple[re.Pattern[str], ...], said: str) -> str:
    """What the first pattern that matches finds; '' if none does."""
    tries = (pattern.search(said) for pattern in patterns)
    return next((match[1] for match in tries if match and match[1]), "")
