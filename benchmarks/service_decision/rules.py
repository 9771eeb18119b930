"""The rules of Casbin's own benchmark "RBAC, large" (11,000: 10,000 users in 1,000 roles of one right each), for three
engines: ours, pycasbin's Enforcer and Cedar. Role i may read everything in the namespace `acme/n<i // 10>`."""

import json
import random
from dataclasses import dataclass
from typing import Any

import casbin
import cedarpy

from app.access import rights_snapshot
from app.access.rights_snapshot import Snapshot

USERS, ROLES, TOPICS = 10_000, 1_000, 4
_MODEL = """
[request_definition]
r = sub, obj, act
[policy_definition]
p = sub, obj, act
[role_definition]
g = _, _
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = g(r.sub, p.sub) && keyMatch(r.obj, p.obj) && r.act == p.act
"""


@dataclass(frozen=True, slots=True)
class Question:
    """May this user read this topic?"""

    user: str
    namespace: str
    topic: str


def namespace(role: int) -> str:
    """The namespace of a role, shared by ten roles."""
    return f"acme/n{role // 10}"


def questions(number: int, seed: int = 1) -> list[Question]:
    """Half of the questions are about the namespace that the user's role may read, half about any."""
    chance = random.Random(seed)
    found = []
    for at in range(number):
        user = chance.randrange(USERS)
        role = user // 10 if at % 2 else chance.randrange(ROLES)
        found.append(Question(f"user{user}", namespace(role), f"topic{chance.randrange(TOPICS)}"))
    return found


def ours() -> Snapshot:
    """The rules as a snapshot."""
    return rights_snapshot.from_json(
        {
            "cluster": "c1",
            "revision": 1,
            "users": [{"name": f"user{number}", "roles": [number // 10]} for number in range(USERS)],
            "grants": [
                {
                    "id": role + 1,
                    "role": role,
                    "type": 3,
                    "name": namespace(role),
                    "auth": [203],
                }
                for role in range(ROLES)
            ],
        }
    )


def pycasbin() -> casbin.Enforcer:
    """The rules for Casbin; topics are matched below their namespace."""
    model = casbin.Enforcer.new_model(text=_MODEL)
    enforcer = casbin.Enforcer(model)
    enforcer.enable_auto_build_role_links(False)
    enforcer.add_policies([[f"role{role}", f"{namespace(role)}/*", "read"] for role in range(ROLES)])
    enforcer.add_grouping_policies([[f"user{number}", f"role{number // 10}"] for number in range(USERS)])
    enforcer.build_role_links()
    return enforcer


def cedar() -> tuple[cedarpy.PolicySet, cedarpy.Entities]:
    """The rules as Cedar policies, and memberships as its entities; both parsed once."""
    texts = (
        f'permit(principal in Role::"role{role}", action == Action::"read", '
        f'resource in Namespace::"{namespace(role)}");'
        for role in range(ROLES)
    )
    names = sorted({namespace(role) for role in range(ROLES)})
    entities = [
        *(_entity("User", f"user{number}", ("Role", f"role{number // 10}")) for number in range(USERS)),
        *(_entity("Role", f"role{role}") for role in range(ROLES)),
        *(_entity("Namespace", name) for name in names),
        *(_entity("Topic", f"{name}/topic{at}", ("Namespace", name)) for name in names for at in range(TOPICS)),
    ]
    return cedarpy.PolicySet.from_str("\n".join(texts)), cedarpy.Entities.from_json_str(json.dumps(entities))


def cedar_request(question: Question) -> dict[str, Any]:
    """The question in Cedar's form."""
    return {
        "principal": f'User::"{question.user}"',
        "action": 'Action::"read"',
        "resource": f'Topic::"{question.namespace}/{question.topic}"',
        "context": {},
    }


def _entity(kind: str, name: str, *parents: tuple[str, str]) -> dict[str, Any]:
    above = [{"type": parent, "id": number} for parent, number in parents]
    return {"uid": {"type": kind, "id": name}, "attrs": {}, "parents": above}
