"""One valid request for each changing operation of the console's API, on one small estate."""

from typing import Any

import httpx
from sqlalchemy import update
from sqlalchemy.orm import Session

from app.brokers import heartbeats
from app.desired_state.drift.models import DriftLine
from app.identity import users
from app.platform.clock import now_ms
from app.platform.outbox.models import HookDelivery
from app.tokens import keys
from app.tokens.models import SigningKey
from tests.api import encryption_changes
from tests.api.change import Change
from tests.api.credential_calls import A_KEY, ANOTHER_KEY
from tests.api.estate import ANY, Estate

Ids = dict[str, Any]


CHANGES: dict[str, Change] = {
    "POST /api/v1/users": Change({"username": "new", "kind": "person"}),
    "PATCH /api/v1/users/{user_id}": Change({"status": "disabled"}),
    "DELETE /api/v1/users/{user_id}": Change(query="cascade=true"),
    "POST /api/v1/users/{user_id}/initial-secret": Change(),
    "POST /api/v1/users/{user_id}/unlock": Change(),
    "POST /api/v1/users/{user_id}/client-secrets": Change(of="service"),
    "DELETE /api/v1/users/{user_id}/client-secrets/{secret_id}": Change(of="service"),
    "POST /api/v1/users/{user_id}/keys": Change({"name": "another", "jwk": ANOTHER_KEY}, of="service"),
    "DELETE /api/v1/users/{user_id}/keys/{key_id}": Change(of="service"),
    "POST /api/v1/users/{user_id}/tokens": Change({"name": "another", "days": 3}, of="service"),
    "DELETE /api/v1/users/{user_id}/tokens/{token_id}": Change(of="service"),
    "POST /api/v1/groups": Change({"name": "new"}),
    "PATCH /api/v1/groups/{group_id}": Change({"name": "other"}),
    "DELETE /api/v1/groups/{group_id}": Change(query="cascade=true"),
    "POST /api/v1/signing-keys": Change(),
    "POST /api/v1/signing-keys/{kid}/revoke": Change({"reason": "leaked"}),
    "POST /api/v1/signing-keys/reencrypt": Change(),
    "POST /api/v1/applications": Change({"name": "Desk", "redirect_uris": ["https://desk.example/callback"]}),
    "PUT /api/v1/applications/{application_id}": Change({"name": "Desk", "redirect_uris": ["https://desk.example/"]}),
    "DELETE /api/v1/applications/{application_id}": Change(),
    "POST /api/v1/networks": Change({"name": "new", "networks": ["10.1.0.0/16"]}),
    "PATCH /api/v1/networks/{network_id}": Change({"networks": ["10.2.0.0/16"]}),
    "POST /api/v1/identity-providers": Change(
        {"name": "new", "issuer": "http://127.0.0.1:1/new", "client_id": "new", "client_secret": "s"}
    ),
    "PATCH /api/v1/identity-providers/{provider_id}": Change({"enabled": True}),
    "PUT /api/v1/identity-providers/{provider_id}/groups": Change({"items": [{"group": "g", "role_id": "role"}]}),
    "POST /api/v1/roles": Change({"name": "new"}),
    "PATCH /api/v1/roles/{role_id}": Change({"name": "other"}),
    "DELETE /api/v1/roles/{role_id}": Change(query="cascade=true"),
    "PUT /api/v1/roles/{role_id}/members/{user_id}": Change(),
    "DELETE /api/v1/roles/{role_id}/members/{user_id}": Change(of="member"),
    "POST /api/v1/grants": Change({"user_id": "user", "res_type": 4, "res_id": "topic", "authorities": [303]}),
    "PATCH /api/v1/grants/{grant_id}": Change({"authorities": [302]}),
    "DELETE /api/v1/grants/{grant_id}": Change(),
    "POST /api/v1/grants/bulk": Change(
        {"grant": [{"user_id": "user", "res_type": 4, "res_id": "topic", "authorities": [302]}]}
    ),
    "POST /api/v1/trail/undo": Change({"entries": ["entry"]}),
    "POST /api/v1/clusters": Change({"name": "second", "address": "pulsar://127.0.0.1:6650", "admin_url": "admin_url"}),
    "PATCH /api/v1/clusters/{cluster_id}": Change({"remark": "other"}),
    "DELETE /api/v1/clusters/{cluster_id}": Change(query="confirm=spare&cascade=true", of="spare"),
    "POST /api/v1/clusters/{cluster_id}/imports": Change({}, of="spare"),
    "POST /api/v1/clusters/{cluster_id}/drift/lines/{line_id}/undo": Change(of="accepted"),
    "POST /api/v1/clusters/{cluster_id}/drift/lines/answers": Change(
        {"answer": "repair", "lines": [{"id": "line"}]},
    ),
    "POST /api/v1/clusters/{cluster_id}/give-up": Change(query="confirm=spare", of="spare"),
    "PATCH /api/v1/clusters/{cluster_id}/tls": Change({"authorities": None}),
    "POST /api/v1/clusters/{cluster_id}/credentials": Change(),
    "DELETE /api/v1/clusters/{cluster_id}/credentials/{credential_id}": Change(),
    "POST /api/v1/clusters/{cluster_id}/broker-token": Change({"days": 3}),
    "POST /api/v1/tenants": Change({"name": "new", "cluster_ids": ["cluster"]}),
    "PATCH /api/v1/tenants/{tenant_id}": Change({"is_valid": 2}),
    "DELETE /api/v1/tenants/{tenant_id}": Change(query="confirm=acme&cascade=true"),
    "POST /api/v1/tenants/{tenant_id}/retry": Change(),
    "POST /api/v1/namespaces": Change({"tenant_id": "tenant", "name": "new"}),
    "PATCH /api/v1/namespaces/{namespace_id}": Change({"is_valid": 2}),
    "DELETE /api/v1/namespaces/{namespace_id}": Change(query="confirm=acme/orders&cascade=true"),
    "POST /api/v1/namespaces/{namespace_id}/retry": Change(),
    "PUT /api/v1/namespaces/{namespace_id}/policies": Change({"policies": {"retention": "7d"}}),
    "PATCH /api/v1/namespaces/{namespace_id}/policies": Change({"policies": {"retention": "7d"}}),
    "PUT /api/v1/topics/{topic_id}/policies": Change({"policies": {"retention": "7d"}}),
    "PATCH /api/v1/topics/{topic_id}/policies": Change({"policies": {"retention": "7d"}}),
    "PUT /api/v1/namespaces/{namespace_id}/subscription-permissions": Change(
        {"subscription": "billing", "users": ["alice"]}
    ),
    "DELETE /api/v1/namespaces/{namespace_id}/subscription-permissions": Change(query="subscription=audit"),
    **encryption_changes.CHANGES,
    "POST /api/v1/topics": Change({"namespace_id": "namespace", "name": "new"}),
    "PATCH /api/v1/topics/{topic_id}": Change({"is_valid": 2}),
    "DELETE /api/v1/topics/{topic_id}": Change(query="confirm=persistent://acme/orders/created&cascade=true"),
    "POST /api/v1/topics/{topic_id}/retry": Change(),
    "DELETE /api/v1/users/{user_id}/sessions": Change(),
    "DELETE /api/v1/users/{user_id}/factors": Change(),
    "POST /api/v1/users/{user_id}/invitation": Change({"email": "alice@acme.example"}),
    "POST /api/v1/mail/test": Change(),
    "POST /api/v1/web-hooks": Change({"name": "new", "url": "https://hooks.acme.example/", "kinds": ["grant_ends"]}),
    "PATCH /api/v1/web-hooks/{hook_id}": Change({"status": "off"}),
    "DELETE /api/v1/web-hooks/{hook_id}": Change(),
    "POST /api/v1/web-hooks/{hook_id}/secret": Change(),
    "POST /api/v1/web-hooks/{hook_id}/test": Change(),
    "POST /api/v1/web-hooks/{hook_id}/deliveries/{delivery_id}/retry": Change(),
}
"""Operation → request. Other operations are sent with the example of their body and the id of that kind."""
READS = {
    "GET /api/v1/clusters/{cluster_id}/enforcement": Change(query="revision=1"),
    "GET /api/v1/names": Change(query="kind=tenant&name=acme"),
    "GET /api/v1/search": Change(query="q=acme"),
    "GET /api/v1/access/principals": Change(query="res_type=2&res_id=1"),
    "GET /api/v1/policy": Change(query="tenant=acme"),
}
"""Reads that need more than an id."""


def things(estate: Estate) -> Ids:
    """Make one thing of each kind: `user` → its id."""
    root, cluster = estate.root, estate.cluster["id"]
    tenant, namespace, topic = estate.topic()
    group = estate.make("groups", name="shop")
    user = estate.make("users", username="alice", kind="person", group_id=group["id"])
    sub = estate.make("users", username="alice.sub", kind="person", parent_id=user["id"])
    service = estate.make("users", username="bot", kind="service")
    role = estate.make("roles", name="team")
    assert root.put(f"/api/v1/roles/{role['id']}/members/{service['id']}").status_code == 204
    spare = {"name": "spare", "address": "pulsar://127.0.0.1:6650", "admin_url": estate.cluster["admin_url"]}
    made: Ids = {
        "cluster": cluster,
        "admin_url": estate.cluster["admin_url"],
        "spare": estate.make("clusters", **spare)["id"],
        "tenant": tenant["id"],
        "namespace": namespace["id"],
        "topic": topic["id"],
        "group": group["id"],
        "network": estate.make("networks", name="office", networks=[])["id"],
        "provider": _provider(estate),
        **_hook(estate),
        "user": user["id"],
        "sub": sub["id"],
        "service": service["id"],
        "member": service["id"],
        "role": role["id"],
        "grant": estate.make("grants", role_id=role["id"], res_type=4, res_id=topic["id"], authorities=[303])["id"],
        "secret": estate.make(f"users/{service['id']}/client-secrets")["id"],
        "key": estate.make(f"users/{service['id']}/keys", name="first", jwk=A_KEY)["id"],
        "token": estate.make(f"users/{service['id']}/tokens", name="first", days=3)["id"],
        "credential": estate.make(f"clusters/{cluster}/credentials")["id"],
        "broker": _broker(estate, cluster),
        "kid": _key(estate),
        "application": estate.make("applications", name="Shop", redirect_uris=["https://shop.example/"])["id"],
    }
    audit = {"subscription": "audit", "users": ["bot"]}
    path = f"/api/v1/namespaces/{namespace['id']}/subscription-permissions"
    assert root.put(path, json=audit, headers=ANY).status_code == 200
    encryption_changes.make(estate, namespace["id"], topic["id"])
    made |= _drift(estate, made)
    newest = {"action": "grant.create", "key": made["grant"]}
    made["entry"] = root.get("/api/v1/trail", params=newest).json()["items"][0]["id"]
    made["import"] = root.post(f"/api/v1/clusters/{made['cluster']}/imports", json={}).json()["id"]
    return made


def operations(document: dict[str, Any]) -> list[str]:
    """Every operation below /api/v1 that could change something."""
    return [
        f"{method.upper()} {path}"
        for path, item in document["paths"].items()
        for method in item
        if path.startswith("/api/v1/") and method != "get"
    ]


def send(client: httpx.Client, operation: str, ids: Ids, document: dict[str, Any], **query: str) -> httpx.Response:
    """Send the request of the table, or one with the body's example."""
    method, template = operation.split(" ")
    change = CHANGES.get(operation) or READS.get(operation) or Change(example(document, method, template))
    path = fill_path(template, ids, change.of)
    params = {**dict(httpx.QueryParams(change.query)), **query}
    return client.request(method, path, params=params, json=with_ids(change.body, ids), headers=ANY)


_KINDS = (
    "cluster", "tenant", "namespace", "topic", "group", "network", "provider", "role", "grant", "secret", "token",
    "credential", "hook", "delivery", "import",
)  # fmt: skip


def fill_path(template: str, ids: Ids, of: str) -> str:
    template = template.replace("{line_id}", str(ids[of if of == "accepted" else "line"]))
    for kind in _KINDS:
        another = kind == "cluster" and of not in ("", "accepted", "asked")
        template = template.replace("{" + kind + "_id}", str(ids[of if another else kind]))
    template = template.replace("{user_id}", str(ids[of if of in ("service", "member") else "user"]))
    template = template.replace("{broker}", ids["broker"]).replace("{kid}", ids["kid"])
    template = template.replace("{key_name}", "every" if "/namespaces/" in template else "orders")
    template = template.replace("/versions/{number}/", f"/versions/{2 if of == 'asked' else 1}/")
    return "/".join("1" if part.startswith("{") else part for part in template.split("/"))


def _key(estate: Estate) -> str:
    """The key that signs; its spare was published long ago."""

    def age(session: Session) -> None:
        session.execute(update(SigningKey).values(add_time=1))

    estate.center.make(age)
    return estate.center.read(keys.active).kid


def _provider(estate: Estate) -> int:
    """A provider at an address where nobody answers."""
    estate.center.settings.provider_addresses = "127.0.0.1"
    made = estate.make("identity-providers", name="Acme", issuer="http://127.0.0.1:1", client_id="pulsar")
    return int(made["id"])


def _hook(estate: Estate) -> Ids:
    """A web hook with a delivery that was given up; and the administrator has an e-mail address."""
    estate.center.settings.web_hook_hosts = "hooks.acme.example"
    estate.center.settings.mail_host, estate.center.settings.mail_sender = "127.0.0.1", "center@acme.example"
    hook = estate.make("web-hooks", name="chat", url="https://hooks.acme.example/")["id"]

    def more(session: Session) -> int:
        administrator = users.find(session, estate.administrator.id)
        administrator.email, administrator.email_verified = "root@acme.example", 1
        given_up = HookDelivery(hook_id=hook, kind="test", body="{}", state="dead", attempts=12, next_try=1, add_time=1)
        session.add(given_up)
        session.flush()
        return given_up.id

    return {"hook": hook, "delivery": estate.center.make(more)}


def _broker(estate: Estate, cluster: int) -> str:
    beat = heartbeats.Heartbeat("b1:8080", "boot", "0.1.0", "4.0.8", 1, 1, 0, 0, 0, 86_400, leaving=True)
    estate.center.make(heartbeats.store, [heartbeats.Report(cluster, 0, beat, now_ms())])
    return beat.broker


def with_ids(value: Any, ids: Ids) -> Any:
    """The body with ids in place of the names of things."""
    if isinstance(value, dict):
        fields = {
            "grant",
            "user_id",
            "res_id",
            "tenant_id",
            "namespace_id",
            "cluster_ids",
            "admin_url",
            "role_id",
            "items",
            "lines",
            "id",
            "entries",
        }
        return {name: with_ids(inner, ids) if name in fields else inner for name, inner in value.items()}
    if isinstance(value, list):
        return [with_ids(inner, ids) for inner in value]
    return ids.get(value, value) if isinstance(value, str) else value


def example(document: dict[str, Any], method: str, path: str) -> Any:
    body = document["paths"][path][method.lower()].get("requestBody", {}).get("content", {}).get("application/json")
    if body is None:
        return None
    schema = body["schema"]
    names = [variant["$ref"].rsplit("/", 1)[-1] for variant in schema.get("anyOf", [schema]) if "$ref" in variant]
    examples = document["components"]["schemas"][names[0]].get("examples", [{}]) if names else [{}]
    return examples[0]


def _drift(estate: Estate, made: Ids) -> Ids:
    """Two differences: an open one, and one that was accepted."""
    about = {"kind": "different", "res_type": 3, "place": "acme/orders", "tenant": "acme", "field": "bundles"}
    near = {"near_type": 3, "near_id": made["namespace"], "wished": "4", "actual": "2", "since": 1, "seen": now_ms()}
    with estate.center.database.writing() as session:
        rows = [
            DriftLine(cluster=made["cluster"], key=state, state=state, due=0, **about, **near)
            for state in ("open", "accepted")
        ]
        session.add_all(rows)
        session.flush()
        return {"line": rows[0].id, "accepted": rows[1].id}
