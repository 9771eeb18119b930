"""Whatever is cached equals what is read anew, after any change of any process; and much of it is still there."""

import contextlib
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.api import authority
from app.api.admin.access import check
from app.api.callers import Caller
from app.api.public import discovery
from app.audit.trail import epochs
from app.identity import client_secrets
from app.identity.models import User
from app.platform.calling_address import calling_from
from app.platform.clock import now_ms
from app.platform.database import DERIVED, Database
from app.platform.derived import Derived
from app.platform.errors import NotSignedIn, UserCenterError
from app.platform.settings import Settings
from app.rights import known_rights, snapshots
from app.tokens import api_tokens, bearers, key_life, keys
from tests.brokers import changes_of_accounts as accounts
from tests.brokers import changes_of_resources as resources
from tests.brokers.changes import STEPS, change
from tests.factories import a_user
from tests.listening import listening
from tests.seeds import seeds

NAMES = [f"user{number}" for number in range(9)]
TENANTS = [f"tenant{number}" for number in range(3)]
OPERATIONS = {"tenant": "tenant:GET_TENANT", "namespace": "namespace:GET_TOPICS", "topic": "topic:CONSUME"}
PLACES = [
    *(("tenant", tenant) for tenant in TENANTS),
    *(("namespace", f"{tenant}/namespace0") for tenant in TENANTS),
    *(("topic", f"persistent://{tenant}/namespace0/topic0") for tenant in TENANTS),
]
_STEPS = [*STEPS, *(resources.move_tenant, accounts.revoke_token, resources.add_grant) * 4]
Ask = Callable[[Session], Any]


def _rights(session: Session, *args: Any, **values: Any) -> Any:
    known = known_rights.of(session, *args, **values)
    return known, [known.on(number) for number in (None, *known.clusters)]


def _center(session: Session, name: str) -> Any:
    return snapshots.of_center(session, name).to_json() | {"revision": None}


def _bearer(session: Session, settings: Settings, token: str) -> Any:
    with contextlib.suppress(NotSignedIn):
        return bearers.of(session, settings, token, now_ms())
    return None


def _client(session: Session, name: str, secret: str) -> Any:
    return client_secrets.matching(session, name, secret, now_ms())


def _answers(session: Session, name: str) -> Any:
    questions = [
        {
            "cluster": "cluster0",
            "principal": who,
            "question": OPERATIONS[kind],
            "resource_type": kind,
            "resource": place,
        }
        | ({"subscription": "s0"} if kind == "topic" else {})
        for kind, place in PLACES
        for who in NAMES[:5]
    ]
    body = check.Questions.model_validate({"questions": questions})
    administers = authority.administers_the_center(session, name)
    caller = Caller(0, name, None, "token", administers, False, session, "", 0)
    return administers, json.loads(check.answer_now(caller, body, now_ms()))["answers"]


def _asks(settings: Settings, tokens: Mapping[str, str], secrets: Mapping[str, str]) -> Iterator[tuple[str, Ask]]:
    """Everything that is cached, about few people, tenants and places."""
    yield "signer", keys.signer
    yield "jwks", discovery.published_keys
    yield "rights everywhere", partial(_rights, usernames=NAMES[:4])
    yield "rights of roles", partial(_rights, usernames=NAMES[:1], tenants=TENANTS[:1], roles=[3, 4])
    yield "rights on places", partial(_rights, usernames=NAMES[:3], only_places=[(0, 0), (2, 1), (3, 1), (4, 1)])
    for number, name in enumerate(NAMES):
        some = [name, NAMES[number - 1]]
        yield f"rights of {name}", partial(_rights, usernames=some, tenants=[TENANTS[number % len(TENANTS)]])
        yield f"rights of {name} on the center", partial(_center, name=name)
        yield f"answers to {name}", partial(_answers, name=name)
    for name, token in tokens.items():
        yield f"token of {name}", partial(_bearer, settings=settings, token=token)
    for name, secret in secrets.items():
        yield f"secret of {name}", partial(_client, name=name, secret=secret)


@pytest.mark.parametrize("seed", seeds(1, 40))
def test_kept_values_equal_those_that_are_read(
    database: Database, database_url: str, settings: Settings, seed: int
) -> None:
    """Two processes change and read; each follows the other."""
    rng, other = random.Random(seed), Database(database_url)
    tokens: dict[str, str] = {}
    secrets: dict[str, str] = {}
    kept: Counter[tuple[str, bool]] = Counter()
    with database.writing() as session:
        key_life.ensure(session, settings)
        main = a_user(session, NAMES[0], kind="service")
        for name in NAMES[1:3]:
            a_user(session, name, kind="service", parent=main)
    for number in range(120):
        change(rng.choice([database, other]), rng, settings, _STEPS)
        if number % 10 == 5:
            _show(rng.choice([database, other]), settings, tokens, secrets)
        asks = list(_asks(settings, tokens, secrets))
        answers = [ask for ask in asks if ask[0].startswith("answers")]
        for process in rng.choice([[database], [other], [database, other]]):
            kept += _compared(process, [*rng.sample(asks, 12), *rng.sample(answers, 3)])
    other.close()
    for kind in ("rights", "answers", "token", "secret", "signer"):
        assert min(kept[kind, True], kept[kind, False]) > 0, kept


def _show(database: Database, settings: Settings, tokens: dict[str, str], secrets: dict[str, str]) -> None:
    """Make tokens and secrets of all who are there."""
    issuer = [settings.issuer]
    with database.writing() as session:
        for user in session.scalars(select(User).where(User.username.in_(NAMES))).all():
            with contextlib.suppress(UserCenterError):
                made = api_tokens.create(session, settings, "test", user, name="shown", days=1, audiences=issuer)[1]
                tokens[user.username] = made.reveal()
            with contextlib.suppress(UserCenterError):
                secrets[user.username] = client_secrets.create(session, "test", user)[1]


def _compared(process: Database, asks: list[tuple[str, Ask]]) -> Counter[tuple[str, bool]]:
    """(kind, whether it was kept) → how often."""
    counts: Counter[tuple[str, bool]] = Counter()
    statements: list[object] = []
    with calling_from("10.0.0.1"), process.reading() as session, process.reading() as plain:
        plain.info[DERIVED] = Derived()
        epochs.seen_by(session)
        for what, ask in asks:
            with listening(process.engine, "before_cursor_execute", lambda *args: statements.append(args)):
                found = ask(session)
            assert found == ask(plain), what
            counts[what.partition(" ")[0], not statements] += 1
            statements.clear()
    return counts
