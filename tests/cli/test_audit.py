"""Opt-outs and erasures as they are typed, against a center with results."""

import json
from pathlib import Path
from typing import Any

from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import TENANT, a_grant, a_tenant, a_user
from tests.findings.published import creeping, denial, load, status, suggestion, used

MARK = "erased-0123456789abcdef01234567"


def test_an_opt_out_is_listed_and_ended(root: Terminal, center: Center) -> None:
    walter = center.make(a_user, "walter")
    grant = center.make(a_grant, walter, [102], TENANT, center.make(a_tenant, "acme").id)
    root("audit", "opt-out", "--grant", str(grant.id), "--until", "+90d", "--reason", "yearly closing")
    (opt_out,) = json.loads(root("audit", "opt-outs", "--output", "json").stdout)["items"]
    assert (opt_out["role_name"], opt_out["resource"], opt_out["reason"]) == ("walter", "acme", "yearly closing")
    assert "yearly closing" in root("audit", "opt-outs").stdout
    root("audit", "opt-in", str(opt_out["id"]), "--dry-run")
    root("audit", "opt-in", str(opt_out["id"]))
    assert json.loads(root("audit", "opt-outs", "--output", "json").stdout)["items"] == []


def test_an_erasure_says_what_it_changed(root: Terminal, center: Center, tmp_path: Path) -> None:
    load(center, tmp_path / "publish", usage_daily=[used(1, "ana.lopez"), used(2, "walter")])
    command = ("audit", "erase", "--user", "ana.lopez", "--as", MARK, "--yes", "--output", "json")
    counts = json.loads(root(*command, "--dry-run").stdout)
    assert (counts["pseudonym"], counts["audit_usage_daily"]) == (MARK, 1)
    assert json.loads(root(*command).stdout) == counts, "the dry run changed nothing"
    assert json.loads(root(*command).stdout)["audit_usage_daily"] == 0
    root("audit", "erase", "--user", "ana.lopez", "--as", "somebody", "--yes", status=1)


def test_creep_denials_and_use_are_listed(root: Terminal, center: Center, tmp_path: Path) -> None:
    walter, tenant = center.make(a_user, "walter"), center.make(a_tenant, "acme")
    grant = center.make(a_grant, walter, [102], TENANT, tenant.id)
    center.make(a_grant, center.make(a_user, "eve"), [102], TENANT, center.make(a_tenant, "globex").id)
    creep = [creeping("role", "1", 20.0), creeping("role", "5", 50.0), creeping("tenant", "acme", 70.0)]
    denials = [denial("eve", 4), denial("mallory", 9)]
    load(center, tmp_path, creep=creep, denials=denials, grant_status=[status(grant.id, "unused")])

    def list_audit(*arguments: str) -> list[dict[str, Any]]:
        return list(json.loads(root("audit", *arguments, "--output", "json").stdout)["items"])

    assert [finding["scope"] for finding in list_audit("creep", "--of", "role")] == ["5", "1"]
    assert [denial["user"] for denial in list_audit("denials", "--tenant", "acme")] == ["mallory", "eve"]
    assert [denial["user"] for denial in list_audit("denials", "--user", "eve")] == ["eve"]
    (of_acme,) = list_audit("usage", "--tenant", "acme")
    assert (of_acme["id"], of_acme["usage"]["status"]) == (grant.id, "unused")
    assert "role 5" in root("audit", "creep").stdout
    assert "prod/acme/orders/created" in root("audit", "denials").stdout
    assert "unused" in root("audit", "usage").stdout


def test_replacement_grants_of_a_suggestion_are_shown_with_their_limits(
    root: Terminal, center: Center, tmp_path: Path
) -> None:
    """Otherwise a grant for a prefix would look like one on the whole namespace."""
    role = center.make(a_user, "walter").id
    added = {"role": role, "cluster": "prod", "type": 3, "res": "prod/acme/orders", "authorities": [302, 303]}
    both = {"prefix": "eu-", "subscriptions": ["billing", "audit-*"]}
    adds = [added, added | {"limits": both}]
    load(center, tmp_path, suggestions=[suggestion("s", "narrow", role, [1], adds=adds)])
    shown = "".join(root("audit", "suggestions", "--kind", "narrow").stdout.split())
    assert "prod/acme/orders302,303" in shown
    assert "prod/acme/orders/eu-*302,303onlybilling,audit-*" in shown


def test_filters_that_nothing_can_match_are_refused(root: Terminal, center: Center) -> None:
    said = root("audit", "findings", "--kind", "unused_grnt", status=1).stderr
    assert "'unused_grant', 'redundant_grant'" in said
    assert "did you mean unused_grant?" in said
    assert "did you mean announced?" in root("audit", "remediations", "--state", "anounced", status=1).stderr
    for results in ("findings", "suggestions", "creep", "denials"):
        said = root("audit", results, "--tenant", "nosuch", status=1).stderr
        assert said == "There is no tenant called nosuch. (not_found)\n"
    assert "'extra', 'different'" in root("drift", "adopt", "prod", "--all", "--kind", "mising", status=2).stderr


def test_a_form_that_a_command_does_not_write_is_refused(root: Terminal) -> None:
    for words in (["export", "--output", "json"], ["trail", "export", "--output", "yaml"]):
        said = root(*words, status=2).stderr
        assert said == f"this writes {'YAML' if words[0] == 'export' else 'JSON'} only: leave --output out\n"
    assert root("export", "--output", "yaml").stdout == root("export").stdout
