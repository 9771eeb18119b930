"""Files that are wrong: each mistake has its code and its line, and nothing is changed."""

import httpx
import pytest

from tests.center import Center
from tests.factories import a_cluster, a_namespace, a_tenant, a_user, an_administrator

YAML = {"Content-Type": "application/yaml"}


@pytest.fixture
def root(center: Center) -> httpx.Client:
    """An administrator's client, in a center with bob, acme and acme/orders on the cluster prod."""
    client = center.with_token(center.make(an_administrator, "root"))
    bob = center.make(a_user, "bob")
    center.make(lambda session: a_user(session, "bob-sub", parent=bob))
    center.make(lambda session: a_namespace(session, a_tenant(session, "acme", a_cluster(session, "prod")), "orders"))
    return client


HEAD = "version: 1\n"
GRANT = "grants:\n- {namespace: acme/orders, user: bob, authorities: [namespace.read]"
WRONG: list[tuple[str | bytes, str, int | None]] = [
    ("# nothing", "not_yaml", 1),
    ("a: [", "not_yaml", 2),
    ("just text", "not_yaml", 1),
    (b"version: 1\nusers: {\xff: }", "not_yaml", 2),
    ("version: 1\nusers: {a\x00: }", "not_yaml", None),
    ("users: {}", "unknown_policy_version", 1),
    ("version: 2\n", "unknown_policy_version", 1),
    (f"{HEAD}users: &all {{}}\nroles: *all", "yaml_not_allowed", 2),
    (f"{HEAD}users: !!python/object/apply:os.system [id]", "yaml_not_allowed", 2),
    (f"{HEAD}---\nversion: 1\n", "yaml_not_allowed", 2),
    (f"{HEAD}users: {{[a, b]: {{}}}}", "yaml_not_allowed", 2),
    (HEAD + "users: " + "[" * 40 + "]" * 40, "policy_too_deep", 2),
    (f"{HEAD}users:\n  eve:\n    pasword: x", "unknown_field", 4),
    (f"{HEAD}users:\n  eve: {{password: secret}}", "unknown_field", 3),
    (f"{HEAD}users:\n  eve: {{}}\n  eve: {{kind: service}}", "duplicate_name", 4),
    (f"{HEAD}users:\n  eve: {{kind: robot}}", "invalid_input", 3),
    (f"{HEAD}users:\n  'a:b': {{}}", "invalid_name", 3),
    (f"{HEAD}users:\n  eve:\n    group: Nobodies", "unknown_group", 4),
    (f"{HEAD}users:\n  eve:\n    main: nobody", "unknown_user", 4),
    (f"{HEAD}users:\n  a: {{main: b}}\n  b: {{main: a}}", "sub_account_cycle", 3),
    (f"{HEAD}users:\n  a: {{main: a}}", "sub_account_cycle", 3),
    (f"{HEAD}users:\n  a: {{}}\n  b: {{main: a}}\n  c: {{main: b}}", "nested_sub_account", 5),
    (f"{HEAD}users:\n  c: {{main: bob-sub}}", "nested_sub_account", 3),
    (f"{HEAD}users:\n  bob-sub: {{main: root}}", "cannot_change", 3),
    (f"{HEAD}users:\n  bob: {{kind: service}}", "cannot_change", 3),
    (f"{HEAD}users:\n  root: {{status: disabled}}", "takes_own_right", 3),
    (f"{HEAD}users:\n  center.prod: {{}}", "reserved_name", 3),
    (f"{HEAD}roles:\n  writers:\n    members: [bob, nobody]", "unknown_user", 4),
    (f"{HEAD}roles:\n  writers:\n    members: [bob, bob]", "duplicate_name", 4),
    (f"{HEAD}roles:\n  bob: {{}}", "reserved_name", 3),
    (f"{HEAD}users:\n  x: {{}}\nroles:\n  x: {{}}", "reserved_name", 5),
    (f"{HEAD}roles:\n  ' x': {{}}", "invalid_name", 3),
    (f"{HEAD}clusters: [prod, test]", "unknown_cluster", 2),
    (f"{HEAD}tenants:\n  new: {{clusters: [test]}}", "unknown_cluster", 3),
    (f"{HEAD}tenants:\n  new: {{}}", "invalid_input", 3),
    (f"{HEAD}tenants:\n  a b: {{clusters: [prod]}}", "invalid_name", 3),
    (f"{HEAD}tenants:\n  pulsar: {{clusters: [prod]}}", "invalid_name", 3),
    (f"{HEAD}tenants:\n  acme:\n    namespaces:\n      orders: {{topics: {{__x: {{}}}}}}", "invalid_name", 5),
    (f"{HEAD}grants:\n- {{tenant: pulsar, user: bob, authorities: [103]}}", "system_place", 3),
    (f"{HEAD}grants:\n- {{topic: 'persistent://acme/orders/__x', user: bob, authorities: [303]}}", "system_place", 3),
    (f"{HEAD}tenants:\n  acme:\n    namespaces:\n      orders: {{bundles: 16}}", "cannot_change", 5),
    (f"{HEAD}tenants:\n  acme:\n    namespaces:\n      orders: {{bundles: many}}", "invalid_input", 5),
    (f"{HEAD}{GRANT}, until: 2001-01-01}}", "window_in_past", 3),
    (f"{HEAD}{GRANT}, from: 2031-01-01, until: 2030-01-01}}", "invalid_window", 3),
    (f"{HEAD}{GRANT}, until: 2031-02-30}}", "invalid_input", 3),
    (f"{HEAD}{GRANT}, until: tomorrow}}", "invalid_input", 3),
    (f"{HEAD}{GRANT}}}\n- {{namespace: acme/orders, user: bob, authorities: [204]}}", "contradicting_grants", 4),
    (f"{HEAD}{GRANT}}}\n- {{namespace: acme/orders, user: bob, authorities: [203], until: 2090-01-01}}",
     "contradicting_grants", 4),
    (f"{HEAD}grants:\n- {{namespace: acme/orders, user: bob, authorities: [tenant.read]}}",
     "authority_not_grantable_here", 3),
    (f"{HEAD}grants:\n- {{namespace: acme/orders, user: bob, authorities: [read]}}", "unknown_authority", 3),
    (f"{HEAD}grants:\n- {{namespace: acme/orders, user: bob, authorities: ['0203']}}", "unknown_authority", 3),
    (f"{HEAD}grants:\n- {{namespace: acme/orders, user: bob, authorities: [999]}}", "unknown_authority", 3),
    (f"{HEAD}grants:\n- {{namespace: acme/orders, user: bob, authorities: []}}", "invalid_input", 3),
    (f"{HEAD}grants:\n- {{namespace: acme/orders, authorities: [203]}}", "invalid_input", 3),
    (f"{HEAD}grants:\n- {{namespace: acme/other, user: bob, authorities: [203]}}", "unknown_resource", 3),
    (f"{HEAD}grants:\n- {{cluster: test, user: bob, authorities: [3]}}", "unknown_resource", 3),
    (f"{HEAD}grants:\n- {{topic: acme/orders, user: bob, authorities: [303]}}", "invalid_name", 3),
    (f"{HEAD}grants:\n- {{namespace: acme/orders, user: nobody, authorities: [203]}}", "unknown_user", 3),
    (f"{HEAD}grants:\n- {{namespace: acme/orders, role: writers, authorities: [203]}}", "unknown_role", 3),
    (f"{HEAD}grants:\n- {{cluster: prod, user: broker.prod, authorities: [cluster.read]}}", "reserved_name", 3),
    (f"{HEAD}{GRANT}, limits: {{prefix: a/b}}}}", "invalid_limits", 3),
    (f"{HEAD}{GRANT}, limits: {{prefix: ''}}}}", "invalid_input", 3),
    (f"{HEAD}{GRANT}, limits: {{subscriptions: []}}}}", "invalid_input", 3),
    (f"{HEAD}{GRANT}, limits: {{}}}}", "invalid_input", 3),
    (f"{HEAD}{GRANT}, limits: }}", "invalid_input", 3),
    (f"{HEAD}{GRANT}, limits: {{subscriptions: ['*']}}}}", "invalid_limits", 3),
    (f"{HEAD}{GRANT}, limits: {{network: x}}}}", "unknown_field", 3),
    (f"{HEAD}{GRANT}, limits: {{networks: [10.0.0.1/8]}}}}", "invalid_network", 3),
    (f"{HEAD}{GRANT}, limits: {{networks: ['@a b']}}}}", "invalid_network", 3),
    (f"{HEAD}{GRANT}, limits: {{networks: ['@nowhere']}}}}", "unknown_network", 3),
    (f"{HEAD}{GRANT}, limits: {{networks: []}}}}", "invalid_input", 3),
    (f"{HEAD}grants:\n- {{topic: acme/orders/x, user: bob, authorities: [303], limits: {{prefix: a}}}}",
     "limit_not_possible_here", 3),
    (f"{HEAD}{GRANT}, limits: {{prefix: a}}}}\n- {{namespace: acme/orders, user: bob, authorities: [303], limits: "
     "{prefix: a}}", "contradicting_grants", 4),
    (f"{HEAD}grants:\n- {{cluster: '*', user: root, authorities: [cluster.read]}}", "takes_own_right", 3),
]  # fmt: skip


def test_every_mistake_has_its_code_and_line_and_changes_nothing(center: Center, root: httpx.Client) -> None:
    before = root.get("/api/v1/policy").content
    for text, code, line in WRONG:
        for verb in ("plan", "apply"):
            answer = root.post(f"/api/v1/policy/{verb}", content=text, headers=YAML)
            found = answer.json()
            assert (answer.status_code, found["code"]) == (422, code), (text, found)
            assert found["errors"][0]["line"] == line, (text, found)
    assert root.get("/api/v1/policy").content == before


@pytest.mark.parametrize("line", ["\troles: {}", "networks: [@office]"])
def test_a_misplaced_character_is_explained_in_plain_words(root: httpx.Client, line: str) -> None:
    found = root.post("/api/v1/policy/plan", content=f"{HEAD}users:\n  eve:\n{line}", headers=YAML).json()
    assert found["detail"] == "line 4: indent with spaces, no tabs; quote a text that begins with @ or `"


def test_all_mistakes_are_reported_in_the_order_of_the_file(root: httpx.Client) -> None:
    text = f"{HEAD}users:\n  eve: {{group: G}}\nroles:\n  r: {{members: [eve, x]}}\n{GRANT}, until: 2001-01-01}}"
    found = root.post("/api/v1/policy/plan", content=text, headers=YAML).json()
    assert [(error["line"], error["code"], error["field"]) for error in found["errors"]] == [
        (3, "unknown_group", "users.eve.group"),
        (5, "unknown_user", "roles.r.members.1"),
        (7, "window_in_past", "grants.0"),
    ]
    assert found["detail"] == "line 3, users.eve.group: there is no group G, neither in the center nor in the file"


def test_a_misspelt_word_gets_the_nearest_one_suggested(root: httpx.Client) -> None:
    text = f"{HEAD}users:\n  eve: {{grop: G}}\n{GRANT}, limits: {{network: x}}}}"
    found = root.post("/api/v1/policy/plan", content=text, headers=YAML).json()
    assert [(error["field"], error["message"].partition(" Known: ")[0]) for error in found["errors"]] == [
        ("users.eve.grop", "unknown; did you mean group?"),
        ("grants.0.limits.network", "unknown; did you mean networks?"),
    ]


def test_mistakes_of_every_check_are_reported_in_one_answer(root: httpx.Client) -> None:
    """A word twice (found while reading), a wrong field (by the schema), an unknown authority and a policy (in the file
    itself), an unknown group and user (by the center). What a wrong value would have said is not told as well."""
    text = (
        f"{HEAD}users:\n  eve: {{kind: robot, group: G}}\n  eve: {{kind: robot, nic: E, group: H}}\n  adam: text\n"
        "roles:\n  r: {members: [adam, eve, nobody]}\n  s: {members: [[eve]]}\n"
        "tenants:\n  acme:\n    valid: maybe\n    namespaces:\n      orders:\n        policies: {retention: long}\n"
        f"{GRANT}, until: May}}\n- {{tenant: acme, user: eve, authorities: [tenant.reed, 103]}}\n"
        "- {tenant: other, user: adam, authorities: [103], until: 2001-01-01}\n"
    )
    found = root.post("/api/v1/policy/plan", content=text, headers=YAML).json()
    assert [(error["line"], error["code"], error["field"]) for error in found["errors"]] == [
        (4, "duplicate_name", "users.eve"),
        (4, "invalid_input", "users.eve.kind"),
        (4, "unknown_field", "users.eve.nic"),
        (4, "unknown_group", "users.eve.group"),
        (5, "invalid_input", "users.adam"),
        (7, "unknown_user", "roles.r.members.2"),
        (8, "invalid_input", "roles.s.members.0"),
        (11, "invalid_input", "tenants.acme.valid"),
        (14, "invalid_policies", "tenants.acme.namespaces.orders.policies.retention"),
        (16, "invalid_input", "grants.0.until"),
        (17, "unknown_authority", "grants.1.authorities.0"),
        (18, "unknown_resource", "grants.2"),
        (18, "window_in_past", "grants.2"),
    ]
    assert "did you mean tenant.read?" in found["errors"][-3]["message"]


def test_a_file_of_nothing_but_mistakes_is_not_read_to_its_end(root: httpx.Client) -> None:
    text = HEAD + "grants:\n" + "- {a: b}\n" * 2000
    answer = root.post("/api/v1/policy/apply", content=text, headers=YAML).json()
    assert (len(answer["errors"]), answer["errors_total"]) == (100, 1000)


def test_names_that_differ_in_case_only_are_different(root: httpx.Client) -> None:
    text = f"{HEAD}users:\n  Bob: {{}}\n  BOB: {{}}\ntenants:\n  Acme: {{clusters: [prod]}}\n"
    found = root.post("/api/v1/policy/apply", content=text, headers=YAML).json()
    assert [change["name"] for change in found["changes"]] == ["BOB", "Bob", "Acme"]


@pytest.mark.parametrize("prune", ["everything", "users;roles"])
def test_only_known_kinds_are_pruned(root: httpx.Client, prune: str) -> None:
    answer = root.post("/api/v1/policy/plan", params={"prune": prune}, content=HEAD, headers=YAML)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "prune")


def test_a_kind_that_the_file_does_not_speak_of_is_not_pruned(root: httpx.Client) -> None:
    answer = root.post(
        "/api/v1/policy/plan", params={"prune": "users,roles"}, content=f"{HEAD}roles: {{}}", headers=YAML
    )
    assert (answer.status_code, answer.json()["code"]) == (422, "prune_without_section")


def test_a_file_may_be_long_but_not_endless(center: Center, root: httpx.Client) -> None:
    padding = "# " + "x" * 400_000 + "\n"
    assert root.post("/api/v1/policy/plan", content=padding + HEAD, headers=YAML).status_code == 200
    answer = root.post("/api/v1/policy/plan", content=padding * 3 + HEAD, headers=YAML)
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")
    assert root.post("/api/v1/users", content=padding, headers=YAML).status_code == 413


def test_aliases_do_not_explode(root: httpx.Client) -> None:
    lines = ["a0: &a0 [x,x,x,x,x,x,x,x,x]"] + [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]
    answer = root.post("/api/v1/policy/plan", content=HEAD + "\n".join(lines), headers=YAML)
    assert (answer.status_code, answer.json()["code"]) == (422, "yaml_not_allowed")


def test_json_is_yaml_but_has_to_say_so(root: httpx.Client) -> None:
    assert root.post("/api/v1/policy/plan", content='{"version": 1}', headers=YAML).json()["changes"] == []
    assert root.post("/api/v1/policy/plan", json={"version": 1}).status_code == 422
