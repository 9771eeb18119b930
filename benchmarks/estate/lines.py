"""Event lines exactly as the plugin writes them: the same fields in the same order, empty ones left out."""

import json
from functools import cache

from benchmarks.estate.model import TYPES, Use
from benchmarks.estate.operations import OPERATIONS

_MOST_OF_A_PROBE = 16


def line(uid: str, seq: int, time: int, merged: str, body: str, rev: int, micros: int) -> str:
    """One line without its end; `merged` and `body` are the parts made below."""
    return f'{{"uid":"{uid}-{seq}","seq":{seq},"time":{time}{merged}{body},"rev":{rev},"us":{micros},"v":1}}'


def merged(n: int, end: int) -> str:
    """The part on merging: `n` equal events until `end`; empty for a single event."""
    return f',"n":{n},"t_end":{end}' if n > 1 else ""


def body(use: Use, kind: int) -> str:
    """The part that is the same for all events of a use, from `act` to `roles`."""
    need, operation = use.need, OPERATIONS[use.need.op]
    kind = operation.kind or kind
    place = need.place
    port = 40_000 + sum(need.user.name.encode()) * 31 % 20_000
    fields = {
        "act": operation.act, "op": need.op, "dec": 1 if use.grants else 2,
        "code": _code(use), "kind": kind, "user": need.user.name, "cred": credential(need.user.name),
        "sess": f":{port}", "ip": need.ip or need.user.ip, "res": f"{place.cluster}/{place.path}",
        "rtype": TYPES[place.type], "sub": f"{need.user.name}-sub" if need.op == "CONSUME" else None,
    }  # fmt: skip
    grants = use.grants[:_MOST_OF_A_PROBE] if kind == 1 else use.grants
    lists = {"grants": [grant.id for grant in grants], "roles": [grant.role.id for grant in grants]}
    return "," + _text({name: value for name, value in (fields | lists).items() if value not in (None, [])})


@cache
def sign_in(user: str, ip: str, cluster: str, refused: bool) -> str:
    """The part that is the same for all sign-ins of a user at a broker."""
    fields: dict[str, object] = {
        "act": 2, "op": "AUTHENTICATE", "dec": 2 if refused else 1,
        "code": "INVALID_CREDENTIALS" if refused else "VERIFIED", "kind": 0, "user": user,
    }  # fmt: skip
    known = {} if refused else {"cred": credential(user)}
    return "," + _text(fields | known | {"sess": ":40001", "ip": ip, "res": cluster, "rtype": "cluster"})


def credential(user: str) -> str:
    """The id of the credential that the user uses."""
    return f"cred-{user}"


def _code(use: Use) -> str:
    if not use.grants:
        return "NO_GRANT"
    return "SUPER_USER" if any(4 in grant.authorities for grant in use.grants) else "GRANTED"


def _text(fields: dict[str, object]) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))[1:-1]
