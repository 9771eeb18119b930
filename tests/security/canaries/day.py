"""A day on which every secret of the product is made, shown and used as it should be."""

from typing import Any

import httpx

from app.api.public import oauth2_password
from app.resources import encryption_halves
from app.tokens import device
from tests.api.authenticator import Authenticator
from tests.api.estate import ANY, Estate
from tests.api.every_change import Ids
from tests.authenticator_app import AuthenticatorApp
from tests.requests.registering import WANTED, decide, only_request
from tests.security.canaries.eyes import Eyes
from tests.tokens.relying_party import RelyingParty, register_application
from tests.tokens.signing import PRIVATE, Signing, signing

API = "/api/v1"
SESSION = f"{API}/session"


class Day:
    """Lives it."""

    def __init__(self, estate: Estate, ids: Ids, eyes: Eyes) -> None:
        self.estate, self.ids, self.eyes = estate, ids, eyes
        self.root = estate.root
        self.broker = eyes.client()
        """A broker of the cluster, once the day is over."""
        self.browser = self.broker
        """The browser of somebody with an app, in which another sign-in waits for a code."""

    def live(self) -> None:
        """All of it."""
        alice = self.browser = self._person_with_app("alice-of-the-day")
        self._person_with_passkey("bob-of-the-day")
        self._device(alice)
        secret = self._service()
        self._signed_request()
        self._broker(secret)
        self._application(alice)
        self._hook_and_provider()
        self._registration()
        self._encryption()

    def _person(self, name: str) -> tuple[httpx.Client, str]:
        """A browser of somebody new, who has chosen a password."""
        seen = {**ANY, "Origin": self.estate.center.settings.origin}
        made = self._json_of(self.root.post(f"{API}/users", json={"username": name, "kind": "person"}, headers=seen))
        again = self.root.post(f"{API}/users/{made['id']}/initial-secret", headers=seen)
        initial, password = self._json_of(again)["initial_secret"], self.eyes.canary(f"password of {name}")
        browser = self.eyes.client()
        self._json_of(browser.post(SESSION, json={"username": name, "password": initial}))
        self._json_of(browser.put(f"{SESSION}/password", json={"current": initial, "new": password}))
        return browser, password

    def _person_with_app(self, name: str) -> httpx.Client:
        browser, password = self._person(name)
        app = AuthenticatorApp(self._json_of(browser.post(f"{SESSION}/authenticator-app"))["secret"])
        shown = {"code": app.first_code()}
        codes = self._json_of(browser.put(f"{SESSION}/authenticator-app", json=shown))["codes"]
        other = self.eyes.client()
        assert other.post(SESSION, json={"username": name, "password": password}).status_code == 401
        self._json_of(other.post(f"{SESSION}/factor", json={"recovery_code": codes[0]}))
        self._json_of(other.post(f"{SESSION}/recovery-codes"))
        self._json_of(other.post(f"{SESSION}/reauthentication", json={"code": app.next_code()}))
        waits = self.eyes.client()
        assert waits.post(SESSION, json={"username": name, "password": password}).status_code == 401
        other.cookies.set("puc_sign_in", waits.cookies["puc_sign_in"])
        return other

    def _person_with_passkey(self, name: str) -> None:
        center = self.estate.center
        issuer = center.settings.issuer
        center.by_name()
        try:
            self._passkey(name)
        finally:
            center.settings.issuer, center.origin = issuer, ""

    def _passkey(self, name: str) -> None:
        browser, _ = self._person(name)
        key = Authenticator(self.estate.center.settings.origin, "localhost")
        made = key.create(browser.post(f"{SESSION}/passkeys/challenge").json())
        self._json_of(browser.post(f"{SESSION}/passkeys", json={"name": "Laptop", "credential": made}))
        other = self.eyes.client()
        shown = key.get(other.post(f"{SESSION}/passkey/challenge").json())
        self._json_of(other.post(f"{SESSION}/passkey", json={"credential": shown}))

    def _device(self, browser: httpx.Client) -> None:
        program = self.eyes.client()
        started = self._json_of(program.post("/oauth2/device_authorization", data={"client_id": device.CLIENT}))
        code = {"user_code": started["user_code"]}
        self._json_of(browser.post(f"{API}/device/waiting", json=code))
        assert browser.post(f"{API}/device/decision", json={**code, "approve": True}).status_code == 204
        form = {"grant_type": device.GRANT_TYPE, "client_id": device.CLIENT, "device_code": started["device_code"]}
        self._json_of(program.post("/oauth2/token", data=form))

    def _service(self) -> str:
        """The secret of the service `bot`, used at all endpoints, and a token made twice with one key."""
        number = self.ids["service"]
        secret: str = self._json_of(self.root.post(f"{API}/users/{number}/client-secrets"))["client_secret"]
        client = {"client_id": "bot", "client_secret": secret}
        program = self.eyes.client()
        grant = {"grant_type": "client_credentials", **client}
        token = self._json_of(program.post("/oauth2/token", data=grant))["access_token"]
        self._json_of(program.post("/oauth2/introspect", data={**client, "token": token}))
        assert program.post("/oauth2/revoke", data={**client, "token": token}).status_code == 200
        named = {"grant_type": oauth2_password.GRANT_TYPE, "username": "bot", "password": secret}
        self._json_of(program.post("/oauth2/token", data=named))
        key = {"Idempotency-Key": "of-the-day"}
        for _ in range(2):
            body = {"name": "twice", "days": 3}
            self._json_of(self.root.post(f"{API}/users/{number}/tokens", json=body, headers=key))
        return secret

    def _signed_request(self) -> None:
        key_signing: Signing = signing(self.estate.center, name="signing-of-the-day")
        self.eyes.know(_text(PRIVATE["ES256"]), "private key of a service")
        form = {"client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"}
        assertion = self.eyes.know(key_signing.assertion(), "signed request")
        form |= {"grant_type": "client_credentials", "client_assertion": assertion}
        self._json_of(self.eyes.client().post("/oauth2/token", data=form))

    def _broker(self, secret: str) -> None:
        cluster = f"{API}/clusters/{self.ids['cluster']}"
        credential = self._json_of(self.root.post(f"{cluster}/credentials"))["credential"]
        self._json_of(self.root.post(f"{cluster}/broker-token", json={"days": 3}))
        broker = self.broker = self.eyes.client(Authorization=f"Bearer {credential}")
        body = {"username": "bot", "password": secret}
        receipt = self._json_of(broker.post("/api/broker/v1/authenticate", json=body))["receipt"]
        call = {"action": "grant", "resource_type": "namespace", "resource": "acme/orders", "user": "alice"}
        broker.post(
            "/api/broker/v1/permissions", json={**call, "actions": ["produce"], "actor": "bot", "proof": receipt}
        )

    def _application(self, browser: httpx.Client) -> None:
        """An application gets a code, tokens for it, and tokens for its refresh token."""
        center = self.estate.center
        desk = RelyingParty(center, browser, center.make(lambda s: register_application(s, center.settings).client_id))
        self.eyes.know(desk.verifier, "verifier of a code")
        form = {"client_id": desk.client_id, "redirect_uri": desk.uri, "code_verifier": desk.verifier}
        form |= {"grant_type": "authorization_code", "code": self.eyes.know(desk.code(), "authorization code")}
        program = self.eyes.client()
        tokens = self._json_of(program.post("/oauth2/token", data=form))
        form = {"client_id": desk.client_id, "grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
        self._json_of(program.post("/oauth2/token", data=form))

    def _hook_and_provider(self) -> None:
        state = self.estate.center.app.state
        hosts = {"web_hook_hosts": "127.0.0.1", "web_hook_networks": "127.0.0.0/8", "provider_addresses": "127.0.0.1"}
        state.settings = state.settings.model_copy(update=hosts)
        hook = self._json_of(
            self.root.post(f"{API}/web-hooks", json={"name": "hook-of-the-day", "url": "http://127.0.0.1:1/in"})
        )
        self._json_of(self.root.post(f"{API}/web-hooks/{hook['id']}/secret", headers=ANY))
        body = {"name": "Acme", "issuer": "http://127.0.0.1:2", "client_id": "pulsar"}
        secret = self.eyes.canary("client secret at a provider")
        self._json_of(self.root.post(f"{API}/identity-providers", json={**body, "client_secret": secret}))

    def _registration(self) -> None:
        state = self.estate.center.app.state
        opened = {"registration_open": True, "registration_clusters": "prod"}
        state.settings = state.settings.model_copy(update=opened)
        stranger = self.eyes.client()
        receipt = self._json_of(stranger.post(f"{API}/registrations", json=WANTED))["receipt"]
        approved = decide(self.root, only_request(self.root)["id"], "approve", cluster_ids=[self.ids["cluster"]])
        assert approved.status_code == 200, approved.text
        for what in ("status", "secret"):
            self._json_of(stranger.post(f"{API}/registrations/{what}", json={"receipt": receipt}))

    def _encryption(self) -> None:
        """A private half of an encryption key is taken over, one is given out, another one is destroyed."""
        own = encryption_halves.make("RSA-3072")
        place = f"{API}/topics/{self.ids['topic']}/encryption-keys"
        pair = {"public_key": own.public, "private_key": (own.private or b"").decode()}
        for line in pair["private_key"].splitlines()[2:]:
            self.eyes.know(line, "private half that is taken over")
        self._json_of(self.root.post(place, json={"name": "taken-over", **pair}))
        twisted = {**pair, "public_key": encryption_halves.make("RSA-3072").public}
        for wrong in (twisted, {**pair, "algorithm": "RSA-3072"}, {"private_key": [pair["private_key"]]}):
            assert self.root.post(place, json={"name": "refused", **wrong}).status_code == 422
        body = {"topic": "persistent://acme/orders/created", "name": "orders", "number": 1, "reason": "to read"}
        self._json_of(self.root.post(f"{API}/encryption-keys/private", json=body))
        key = f"{place}/orders"
        self._json_of(self.root.post(f"{key}/versions/2/destruction/confirm", headers=ANY))
        self._json_of(self.root.get(f"{key}/fetches"))

    def _json_of(self, answer: httpx.Response) -> dict[str, Any]:
        assert answer.is_success, f"{answer.request.url}: {answer.text}"
        return dict(answer.json() if answer.content else {})


def _text(private: Any) -> str:
    """The number that is the key, as a JWK would write it."""
    return str(private.private_numbers().private_value)
