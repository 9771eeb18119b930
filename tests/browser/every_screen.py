"""Every main screen of the console, and what each of them needs to show something."""

from pathlib import Path

from tests.browser import api, results


def prepared(center: api.Center, directory: Path) -> dict[str, str]:
    """Name → path of every main screen, with something to show on each."""
    topic = center.topic("pictures")
    group = center.post("groups", name="g-1")
    person = center.post("users", username="p-1", kind="person", group_id=group["id"])
    service = center.post("users", username="s-1", kind="service", parent_id=person["id"])
    role = center.post("roles", name="r-1")
    center.post("grants", user_id=person["id"], res_type=4, res_id=topic["id"], authorities=[302, 303])
    center.post("grants", role_id=role["id"], res_type=3, res_id=topic["namespace_id"], authorities=[203])
    given = {"res_type": 4, "res_id": topic["id"]}
    center.post("grants", role_id=role["id"], **given, authorities=[303], remark="for the pictures")
    center.post(f"users/{service['id']}/tokens", name="t-1", days=30)
    center.post(f"users/{service['id']}/client-secrets")
    tenant = center.get(f"tenants/{topic['tenant_id']}")
    cluster = tenant["cluster_ids"][0]
    audited = results.an_estate(center, "audited")
    results.load(center, audited, directory, "pictures")
    plan = center.post("remediations", suggestions=["pictures-unused"], reason="review 2026")
    asked = f"type=topic&resource={topic['full_name']}&cluster={cluster}"
    return {
        "overview": "/",
        "resources": "/resources",
        "cluster": f"/resources/cluster/{cluster}",
        "tenant": f"/resources/tenant/{tenant['id']}",
        "namespace": f"/resources/namespace/{topic['namespace_id']}",
        "topic": f"/resources/topic/{topic['id']}",
        "users": "/users",
        "user": f"/users/{person['id']}",
        "user-rights": f"/users/{person['id']}/rights",
        "user-effective": f"/users/{person['id']}/effective",
        "user-given": f"/users/{person['id']}/given",
        "user-connections": f"/users/{person['id']}/connections",
        "user-credentials": f"/users/{service['id']}/credentials",
        "sub-accounts": f"/users/{person['id']}/sub-accounts",
        "grants": "/grants?tab=all&type=topic&state=in_force",
        "grants-by": "/grants?tab=by",
        "groups": "/groups",
        "roles": "/roles",
        "role": f"/roles/{role['id']}",
        "why": "/why",
        "why-allowed": f"/why?principal=p-1&question=topic:PRODUCE&{asked}",
        "why-denied": f"/why?principal=s-1&question=topic:CONSUME&{asked}",
        "requests": "/requests",
        "requests-to-decide": "/requests?box=to_decide",
        "why-no-user": f"/why?principal=nobody&question=topic:CONSUME&{asked}",
        "people": f"/resources/topic/{topic['id']}?view=people",
        "grant-usage": f"/grants/{audited.wide['id']}",
        "opt-outs": "/remediations?tab=opt-outs",
        "request-new": f"/requests/new?type=topic&resource={topic['full_name']}&authority=303",
        "notices": "/notices",
        "registrations": "/registrations",
        "credentials": "/credentials",
        "device": "/device",
        "password": "/password",
        "brokers": "/brokers",
        "findings": "/findings",
        "suggestions": "/suggestions",
        "suggestion": "/suggestions/pictures-narrow",
        "remediations": "/remediations",
        "remediation": f"/remediations/{plan['id']}",
        "trail": "/trail",
        "not-found": "/nowhere",
    }
