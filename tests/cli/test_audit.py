"""Opt-outs and erasures as they are typed, against a center with results."""

import json
from pathlib import Path

from tests.audit.published import load, used
from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import TENANT, a_grant, a_tenant, a_user

MARK = "erased-0123456789abcdef01234567"


def test_an_opt_out_is_listed_and_ended(root: Terminal, center: Center) -> None:
    walter = center.make(a_user, "walter")
    grant = center.make(a_grant, walter, [102], TENANT, center.make(a_tenant, "acme").id)
    root("audit", "opt-out", "--grant", str(grant.id), "--until", "+90d", "--reason", "yearly closing")
    (held,) = json.loads(root("audit", "opt-outs", "--output", "json").stdout)["items"]
    assert (held["role_name"], held["resource"], held["reason"]) == ("walter", "acme", "yearly closing")
    assert "yearly closing" in root("audit", "opt-outs").stdout
    root("audit", "opt-in", str(held["id"]), "--dry-run")
    root("audit", "opt-in", str(held["id"]))
    assert json.loads(root("audit", "opt-outs", "--output", "json").stdout)["items"] == []


def test_an_erasure_says_what_it_changed(root: Terminal, center: Center, tmp_path: Path) -> None:
    load(center, tmp_path / "publish", usage_daily=[used(1, "ana.lopez"), used(2, "walter")])
    command = ("audit", "erase", "--user", "ana.lopez", "--as", MARK, "--yes", "--output", "json")
    told = json.loads(root(*command, "--dry-run").stdout)
    assert (told["pseudonym"], told["audit_usage_daily"]) == (MARK, 1)
    assert json.loads(root(*command).stdout) == told, "the dry run changed nothing"
    assert json.loads(root(*command).stdout)["audit_usage_daily"] == 0
    root("audit", "erase", "--user", "ana.lopez", "--as", "somebody", "--yes", status=1)
