"""The last uses of tokens and client secrets, noted by this API and by brokers, without a write for each request."""

from sqlalchemy import event

from app.identity import client_secrets, users
from app.identity.models import ClientSecret
from app.platform.clock import now_ms
from app.tokens.last_uses import LastUses
from tests.brokers.plugin import a_plugin
from tests.center import Center
from tests.factories import Person, a_cluster, a_service, an_administrator

LATER = 60_000


def test_uses_of_this_api_are_written_together_later(center: Center, alice: Person) -> None:
    browser, path = center.signed_in(alice), f"/api/v1/users/{alice.id}/tokens"
    tokens = {
        name: browser.post(path, json={"name": name, "days": 1, "audiences": [center.settings.issuer]}).json()
        for name in ("used", "idle")
    }
    program, before = center.client(Authorization=f"Bearer {tokens['used']['token']}"), now_ms()
    for _ in range(3):
        assert program.get("/api/v1/session").status_code == 200
    assert {token["last_use"] for token in browser.get(path).json()["items"]} == {None}
    center.app.state.last_uses.write(now_ms())
    listed = {row["name"]: row["last_use"] for row in browser.get(path).json()["items"]}
    assert listed["idle"] is None
    assert before <= listed["used"] <= now_ms()


def test_brokers_report_tokens_and_the_center_notes_secrets(center: Center) -> None:
    service = center.make(a_service, "bot")
    owner = center.with_token(center.make(an_administrator))
    path = f"/api/v1/users/{service.id}"
    token = owner.post(f"{path}/tokens", json={"name": "for brokers", "days": 1}).json()
    secret = owner.post(f"{path}/client-secrets").json()["client_secret"]
    plugin = a_plugin(center, center.make(a_cluster))
    shown = {"username": "bot", "password": secret}
    assert plugin.client.post("/api/broker/v1/authenticate", json=shown).status_code == 200
    used = [token["jti"], "of nobody here", "secret:1"]
    assert plugin.heartbeat(1, used=used).status_code == 200
    center.app.state.last_uses.write(now_ms())
    for kind in ("tokens", "client-secrets"):
        assert owner.get(f"{path}/{kind}").json()["items"][0]["last_use"] is not None, kind
    assert plugin.heartbeat(1, used=["x"] * 501).status_code == 422


def test_an_older_use_does_not_replace_a_newer_one_and_a_pause_is_kept(center: Center) -> None:
    service = center.make(a_service, "bot")
    secret, _ = center.make(lambda s: client_secrets.create(s, "test", users.find(s, service.id)))
    mine, other, now = LastUses(center.database), LastUses(center.database), now_ms()
    for uses, at in ((mine, 9), (other, 4)):
        uses.client_secret(secret.id, at)
        uses.write(now)
    assert center.read(lambda s: s.get_one(ClientSecret, secret.id).last_use) == 9
    mine.client_secret(secret.id, 20)
    mine.write(now + 1)
    assert center.read(lambda s: s.get_one(ClientSecret, secret.id).last_use) == 9
    mine.write(now + LATER)
    assert center.read(lambda s: s.get_one(ClientSecret, secret.id).last_use) == 20


def test_unknown_ids_take_no_writers_turn(center: Center) -> None:
    """A broker names ids as it likes: they must not hold the writers' lock."""
    uses, commits, now = LastUses(center.database), [], now_ms()
    service = center.make(a_service, "bot")
    secret, _ = center.make(lambda s: client_secrets.create(s, "test", users.find(s, service.id)))

    def note_commit(_connection: object) -> None:
        commits.append(1)

    event.listen(center.database.engine, "commit", note_commit)
    for number in range(1_000):
        uses.token(f"made up {number}", now)
    uses.write(now)
    assert commits == []
    uses.client_secret(secret.id, now)
    uses.write(now + LATER)
    event.remove(center.database.engine, "commit", note_commit)
    assert commits == [1]
