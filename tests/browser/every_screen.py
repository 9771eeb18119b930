"""Every main screen of the console, and what each of them needs to show something."""

import re
from pathlib import Path

from app.resources import encryption_halves
from tests.api.credential_calls import A_KEY
from tests.browser import api, results
from tests.browser.service import REPOSITORY

_TABS = ("matrix", "live", "policies", "activity")
_ROUTER = REPOSITORY / "console/src/app/router.tsx"


def prepare(center: api.Center, directory: Path) -> dict[str, str]:
    """Name → path of every main screen, with something to show on each."""
    topic = center.topic("pictures")
    group = center.post("groups", name="g-1")
    center.post("networks", name="n-1", networks=["10.1.0.0/16"])
    person = center.post("users", username="p-1", kind="person", group_id=group["id"])
    service = center.post("users", username="s-1", kind="service", parent_id=person["id"])
    role = center.post("roles", name="r-1")
    center.post("grants", user_id=person["id"], res_type=4, res_id=topic["id"], authorities=[302, 303])
    limited = {"prefix": "cre", "subscriptions": ["billing", "audit-*"]}
    below = {"res_type": 3, "res_id": topic["namespace_id"]}
    center.post("grants", role_id=role["id"], **below, authorities=[203], limits=limited)
    center.post("grants", user_id=person["id"], **below, authorities=[304], limits={"prefix": "cre"})
    rules = f"/api/v1/namespaces/{topic['namespace_id']}/subscription-permissions"
    for name, users in (("billing", ["p-1"]), ("a-subscription-" + "long-" * 20, [])):
        ruled = {"subscription": name, "users": users}
        center.client.put(rules, json=ruled, headers={"If-Match": "*"}).raise_for_status()
    center.post(f"namespaces/{topic['namespace_id']}/encryption-keys", name="k-" + "long-" * 12, algorithm="EC-P256")
    own_key = encryption_halves.make("EC-P256").public
    center.post(f"topics/{topic['id']}/encryption-keys", name="k-1", public_key=own_key)
    place = {"res_type": 4, "res_id": topic["id"]}
    center.post("grants", role_id=role["id"], **place, authorities=[303], remark="for the pictures")
    center.post(f"users/{service['id']}/tokens", name="t-1", days=30)
    center.post(f"users/{service['id']}/client-secrets")
    center.post(f"users/{service['id']}/keys", name="k-1", jwk=A_KEY)
    desk = {"redirect_uris": ["https://desk.example/callback"], "logout_uris": ["https://desk.example/"]}
    center.post("applications", name="Order desk", **desk, trusted=True, audiences=["pulsar"])
    center.post("applications", name="Shop", **desk, service_id=service["id"])
    tenant = center.get(f"tenants/{topic['tenant_id']}")
    cluster = tenant["cluster_ids"][0]
    audited = results.an_estate(center, "audited")
    results.load(center, audited, directory, "pictures")
    plan = center.post("remediations", suggestions=["pictures-unused"], reason="review 2026")
    revision = center.get("trail", sort="-id", limit=1)["items"][0]["revision"]
    query = f"type=topic&resource={topic['full_name']}&cluster={cluster}"
    return _without_parameters() | {
        "cluster": f"/resources/cluster/{cluster}",
        "cluster-import": f"/clusters/{cluster}/import",
        "tenant": f"/resources/tenant/{tenant['id']}",
        "namespace": f"/resources/namespace/{topic['namespace_id']}",
        "topic": f"/resources/topic/{topic['id']}",
        "cluster-connection": f"/resources/cluster/{cluster}/connection",
        "namespace-policies": f"/resources/namespace/{topic['namespace_id']}/policies",
        **{f"topic-{tab}": f"/resources/topic/{topic['id']}/{tab}" for tab in _TABS},
        "user": f"/users/{person['id']}",
        "user-rights": f"/users/{person['id']}/rights",
        "user-effective": f"/users/{person['id']}/effective",
        "user-given": f"/users/{person['id']}/given",
        "user-connections": f"/users/{person['id']}/connections",
        "user-credentials": f"/users/{service['id']}/credentials",
        "sub-accounts": f"/users/{person['id']}/sub-accounts",
        "grants": "/grants?tab=all&type=topic&state=in_force",
        "grants-by": "/grants?tab=by",
        "matrix-filled": f"/matrix?who={role['id']}&at=4-{topic['id']}.3-{topic['namespace_id']}&rights=all",
        "role": f"/roles/{role['id']}",
        "why-allowed": f"/why?principal=p-1&question=topic:PRODUCE&{query}",
        "why-denied": f"/why?principal=s-1&question=topic:CONSUME&{query}",
        "requests-to-decide": "/requests?box=to_decide",
        "why-then-and-now": f"/why?principal=p-1&question=topic:PRODUCE&{query}&as_of={revision}",
        "people": f"/resources/topic/{topic['id']}?view=people",
        "grant-usage": f"/grants/{audited.wide['id']}",
        **{f"usage-{tab}": f"/usage?tab={tab}" for tab in ("creep", "denials", "runs")},
        "opt-outs": "/remediations?tab=opt-outs",
        "suggestion": "/suggestions/pictures-narrow",
        "remediation": f"/remediations/{plan['id']}",
        "not-found": "/nowhere",
    }


def _without_parameters() -> dict[str, str]:
    """The screens that the router opens by a plain path."""
    inside = _ROUTER.read_text(encoding="utf-8").split("function screens()")[1].split("export const router")[0]
    found = re.findall(r'path: "(/[a-z/-]*)"', inside)
    assert len(found) > 15, "the reading of the router must see its screens"
    found.remove("/requests/new")  # a dialog over /requests: test_check_access
    return {path.strip("/").replace("/", "-") or "home": path for path in found}
