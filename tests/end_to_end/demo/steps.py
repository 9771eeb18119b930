"""The steps of the flow before the audit. Each checks its result and prints it."""

import time
from collections.abc import Callable

import pulsar

from tests.end_to_end.center.api import CenterApi
from tests.end_to_end.center.operator_program import OperatorProgram
from tests.end_to_end.clients import python
from tests.end_to_end.clients.java import JavaSignIn, PulsarAdmin, java_client
from tests.end_to_end.clients.python import Producing
from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.waiting import wait_until

TOPIC = "persistent://acme/orders/created"
_CLUSTER_TYPE, _TOPIC_TYPE = 1, 4
_CREATE_TENANTS, _WRITE, _READ = 100, 302, 303
_LENT_SECONDS = 6


class Story:
    """The company of the demo, growing step by step."""

    def __init__(self, estate: Estate) -> None:
        self.estate = estate
        self.owner: CenterApi
        self.owner_id: int
        self.topic: int
        self.producer: Account
        self.second: Account
        self.partner: Account
        self.secret: str
        self.grant_of_second: int
        self.report: Account
        self.spare_grant: int
        self.usercenter: OperatorProgram

    def register_the_cluster(self) -> None:
        """The administrator registers a cluster; its broker starts with the plugin."""
        self.estate.start_center()
        _show(f"center on {self.estate.center.url}, administrator signed in and chose a password")
        self.estate.register_cluster()
        begin = time.monotonic()
        self.estate.broker.start()
        _show(f"Pulsar 4.0.8 on {self.estate.broker.service_url}, started in {time.monotonic() - begin:.1f} s")
        report = self.estate.wait_for_broker()
        _show(f"revision {report['revision']} enforced by {report['enforced']} of {report['brokers']} brokers")

    def onboard_the_business(self) -> None:
        """A business gets a user that may create tenants on that cluster."""
        self.owner_id, self.owner = self.estate.person("acme-owner")
        self.estate.admin.grant(self.owner_id, _CLUSTER_TYPE, self.estate.cluster, _CREATE_TENANTS)
        _show("acme-owner holds 100 (create tenants) on the cluster")

    def create_the_resources(self) -> None:
        """That user creates tenant, namespace and topic; they appear on the real cluster."""
        begin = time.monotonic()
        tenant = self.owner.post("/api/v1/tenants", name="acme", cluster_ids=[self.estate.cluster])["id"]
        self.owner.ready(f"/api/v1/tenants/{tenant}")
        namespace = self.owner.post("/api/v1/namespaces", tenant_id=tenant, name="orders")["id"]
        self.owner.ready(f"/api/v1/namespaces/{namespace}")
        self.topic = int(self.owner.post("/api/v1/topics", namespace_id=namespace, name="created")["id"])
        self.owner.ready(f"/api/v1/topics/{self.topic}")
        _show(f"acme, acme/orders and {TOPIC} ready after {time.monotonic() - begin:.1f} s")

    def grant(self) -> None:
        """It makes sub-accounts for its services and grants them the topic; another business may read it."""
        self.producer = self.estate.service(self.owner, "acme-shop", self.owner_id)
        self.second = self.estate.service(self.owner, "acme-batch", self.owner_id)
        self.partner = self.estate.service(self.estate.admin, "globex")
        self.owner.grant(self.producer.id, _TOPIC_TYPE, self.topic, _WRITE)
        self.grant_of_second = self.owner.grant(self.second.id, _TOPIC_TYPE, self.topic, _WRITE, _READ)
        self.owner.grant(self.partner.id, _TOPIC_TYPE, self.topic, _READ)
        self.report = self.estate.service(self.owner, "acme-report", self.owner_id)
        self.owner.grant(self.report.id, _TOPIC_TYPE, self.topic, _READ)
        self.spare_grant = self.owner.grant(self.report.id, _TOPIC_TYPE, self.topic, _WRITE)
        _, self.secret = self.owner.client_secret(self.producer.id)
        self._wait_until_enforced()
        _show("acme-shop: write · acme-batch, acme-report: write and read · globex: read")

    def use(self) -> None:
        """Stock clients connect, by token and by password; the broker enforces exactly those rights."""
        url = self.estate.broker.service_url
        shop, globex = python.by_token(self.producer.token), python.by_token(self.partner.token)
        _expect_allowed("Python, token:     acme-shop writes", lambda: python.produce(url, shop, TOPIC))
        by_password = python.by_password(self.producer.username, self.secret)
        _expect_allowed("Python, password:  acme-shop writes", lambda: python.produce(url, by_password, TOPIC))
        _expect_allowed("Python, token:     globex reads", lambda: python.consume(url, globex, TOPIC, "billing"))
        _expect_denied("Python, token:     globex writes", lambda: python.produce(url, globex, TOPIC))
        _expect_denied("Python, token:     acme-shop reads", lambda: python.consume(url, shop, TOPIC, "spy"))
        report = python.by_token(self.report.token)
        _expect_allowed("Python, token:     acme-report reads", lambda: python.consume(url, report, TOPIC, "report"))
        forged = python.by_token(self.producer.token[:-8] + "AAAAAAAA")
        _expect_denied("Python, forged:    acme-shop writes", lambda: _connect(url, forged))
        token = JavaSignIn.token(self.partner.token)
        _show_verdict("Java, token:       globex reads", java_client(url, token, "consume", TOPIC, "shipping"), "OK")
        _show_verdict("Java, token:       globex writes", java_client(url, token, "produce", TOPIC), "REFUSED")
        admin = PulsarAdmin(self.estate.directory / "pulsar-admin", self.estate.broker.admin_url, url, token)
        _show_verdict("pulsar-admin:      globex, topics stats", _answer(admin("topics", "stats", TOPIC)), "OK")
        _show_verdict("pulsar-admin:      globex, topics delete", _answer(admin("topics", "delete", TOPIC)), "REFUSED")
        event = self.estate.event(user=self.partner.username, dec=2)
        _show(f"access event of a denial: user {event['user']}, {event['op']} on {event['res']}: {event['code']}")

    def explain(self) -> None:
        """Check access: the path of a right; for a denial what is missing, and who could give it."""
        token = self.estate.admin.api_token("operator")
        self.usercenter = OperatorProgram(self.estate.center.url, token, _show)
        self.usercenter("explain", self.producer.username, "produce", TOPIC, wanted="ALLOWED")
        self.usercenter("explain", self.partner.username, "produce", TOPIC, wanted="could be given by acme-owner")

    def revoke(self) -> None:
        """A right is revoked, a user disabled: enforced at once, on connections that are open."""
        url = self.estate.broker.service_url
        with (
            Producing(url, python.by_token(self.producer.token), TOPIC) as shop,
            Producing(url, python.by_token(self.second.token), TOPIC) as batch,
        ):
            _show(_ending_line("acme-batch's write revoked", batch, lambda: self.owner.revoke(self.grant_of_second)))
            self._wait_until_enforced()
            moment = time.monotonic()
            wait_until("acme-shop to go on", lambda: shop.accepted_after(moment) > 20, seconds=10, last=shop)
            _show(f"acme-shop went on undisturbed: {shop.accepted_after(moment)} messages since")
            path = f"/api/v1/users/{self.producer.id}"
            _show(_ending_line("acme-shop disabled", shop, lambda: self.owner.patch(path, status="disabled")))
            self.owner.patch(path, status="active")
        self._wait_until_enforced()

    def lend(self) -> None:
        """A right is lent for some seconds: the broker ends it by itself, on the open connection too."""
        until = int((time.time() + _LENT_SECONDS) * 1000)
        body = {"user_id": self.second.id, "res_type": _TOPIC_TYPE, "res_id": self.topic, "authorities": [_WRITE]}
        self.owner.post("/api/v1/grants", **body, valid_until=until)
        self._wait_until_enforced()
        before = self.estate.admin.get("/api/v1/trail/head")
        with Producing(self.estate.broker.service_url, python.by_token(self.second.token), TOPIC) as batch:
            wait_until("the lent right to end", lambda: batch.error, seconds=_LENT_SECONDS + 15, last=batch)
        late = (batch.accepted[-1] + time.time() - time.monotonic()) * 1000 - until
        _show(f"acme-batch's write was over: its open producer's last message {_relative(late, 'that moment')}")
        self.estate.event(user=self.second.username, dec=2, op="PRODUCE", code="GRANT_NOT_IN_FORCE")
        if self.estate.admin.get("/api/v1/trail/head") != before:
            raise AssertionError("something was changed in the center meanwhile")
        _show(f"nothing was changed for it: the center is still at revision {before['revision']}")
        self.usercenter("explain", self.second.username, "produce", TOPIC, wanted="NOT_IN_FORCE")

    def stop_the_center(self) -> None:
        """The center is stopped: connected clients go on, tokens still connect, nothing else is allowed."""
        url, shop = self.estate.broker.service_url, python.by_token(self.producer.token)
        with Producing(url, shop, TOPIC) as producing:
            self.estate.center.kill()
            moment = time.monotonic()
            wait_until(
                "the producer to go on", lambda: producing.accepted_after(moment) > 100, seconds=10, last=producing
            )
            _show(f"center killed; the open producer sent {producing.accepted_after(moment)} more messages")
            _expect_allowed("new client, token: acme-shop writes", lambda: python.produce(url, shop, TOPIC))
            revoked = python.by_token(self.second.token)
            _expect_denied("new client, token: acme-batch writes", lambda: python.produce(url, revoked, TOPIC))
            _show(f"center back after {self.estate.center.start():.0f} ms")
            wait_until("the producer to go on", lambda: producing.alive, seconds=5, last=producing)
        self._wait_until_enforced()

    def keep_records(self) -> None:
        """All rights as one file to keep in Git; the trail of all changes, checked."""
        policy = self.estate.directory / "center.policy.yaml"
        self.usercenter("export", "-o", policy, wanted="")
        _show(f"{len(policy.read_text().splitlines())} lines, such as")
        line = next(line for line in policy.read_text().splitlines() if self.producer.username in line and "{" in line)
        _show(f"  {line}")
        self.usercenter("plan", policy, "--check", wanted="Nothing to change.")
        head = self.usercenter("trail", "head", wanted=":").strip()
        self.usercenter("trail", "verify", "--known", head, wanted="The trail is intact")

    def _wait_until_enforced(self) -> None:
        admin = self.estate.admin
        admin.revision = max(admin.revision, self.owner.revision)
        begin = time.monotonic()
        report = self.estate.wait_for_broker()
        took = (time.monotonic() - begin) * 1000
        _show(f"revision {admin.revision} enforced by {report['enforced']} of {report['brokers']} after {took:.0f} ms")


def _show(text: str) -> None:
    print(f"   {text}", flush=True)


def _connect(url: str, authentication: pulsar.Authentication) -> None:
    # A stock client tries a refused sign-in again until its time-out: let that be short.
    with python.client(url, authentication, seconds=2) as connected:
        connected.create_producer(TOPIC)


def _expect_allowed(what: str, act: Callable[[], object]) -> None:
    begin = time.monotonic()
    act()
    _show(f"{what:<44} allowed  ({(time.monotonic() - begin) * 1000:.0f} ms)")


def _expect_denied(what: str, act: Callable[[], object]) -> None:
    try:
        act()
    except pulsar.PulsarException as refused:
        _show(f"{what:<44} denied   ({type(refused).__name__})")
    else:
        raise AssertionError(f"{what}: allowed, but must be denied")


def _show_verdict(what: str, answer: str, wanted: str) -> None:
    if not answer.startswith(wanted):
        raise AssertionError(f"{what}: {answer}, wanted {wanted}")
    _show(f"{what:<44} {'denied' if wanted == 'REFUSED' else 'allowed':<8} ({answer.split()[1]})")


def _answer(ended: tuple[int, str]) -> str:
    # pulsar-admin ends with 0 even when it was refused; what it prints says so.
    printed = ended[1]
    refused = next((code for code in ("401", "403") if f"HTTP {code}" in printed), None)
    return f"REFUSED {refused}" if refused else f"OK {len(printed)} characters"


def _ending_line(what: str, producing: Producing, change: Callable[[], object]) -> str:
    change()
    answered = time.monotonic()
    wait_until(f"{what}: the open producer to be refused", lambda: producing.error, seconds=20, last=producing)
    late = (producing.accepted[-1] - answered) * 1000
    return f"{what}: its open producer's last message {_relative(late, 'the answer')}"


def _relative(late_ms: float, moment: str) -> str:
    return f"{late_ms:.1f} ms after {moment}" if late_ms > 0 else f"before {moment}"
