"""What programs use: an administrator's token, a service user's secrets, topics and people, a broker's credential."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.brokers import credentials
from app.platform.settings import Settings
from app.tokens import issuing, key_life
from tests import plain_http
from tests.factories import (
    PASSWORD,
    a_cluster,
    a_namespace,
    a_service,
    a_tenant,
    a_topic,
    a_user,
    an_administrator,
    password_of,
)
from tests.several_centers.estate import ISSUER


@dataclass
class World:
    """`places`: (user, topic) pairs; each is granted once."""

    token: str
    bot: str
    secret: str
    revoked_secret: str
    person: str
    password: str
    places: list[tuple[int, int]]


_EACH = 150
"""Topics and users. Each pair is granted once: 200 schedules use about 12,000."""


def prepare(session: Session, settings: Settings) -> tuple[World, str]:
    """Fill an empty database; returns the world, whose secrets are empty yet, and the broker's credential."""
    trail.lock_revision(session)
    key_life.ensure(session, settings)
    cluster, root, bot = a_cluster(session), an_administrator(session), a_service(session, "bot")
    namespace = a_namespace(session, a_tenant(session, None, cluster))
    topics, people = (
        [make(session, *more).id for _ in range(_EACH)] for make, more in ((a_topic, (namespace,)), (a_service, ()))
    )
    person = a_user(session, "person").username
    password_of(session, settings, person)
    _, credential = credentials.issue(session, "test", cluster.id)
    token = issuing.issue(session, settings, root.username, audiences=(ISSUER,), seconds=7200).reveal()
    places = [(user, topic) for user in people for topic in topics]
    return World(token, bot.username, "", "", person, PASSWORD, places), credential


def give_secrets(url: str, world: World) -> None:
    """The bot gets two secrets; one is revoked again before anything begins."""
    with plain_http.client(url, headers={"Authorization": f"Bearer {world.token}"}) as client:
        found = client.get("/api/v1/users", params={"q": world.bot}).json()["items"]
        bot = next(user["id"] for user in found if user["username"] == world.bot)
        made = [client.post(f"/api/v1/users/{bot}/client-secrets").json() for _ in range(2)]
        deletion = client.delete(f"/api/v1/users/{bot}/client-secrets/{made[1]['id']}", headers={"If-Match": "*"})
        assert deletion.status_code in (200, 204), deletion.text
    world.secret, world.revoked_secret = (answer["client_secret"] for answer in made)
