"""The commands and the resources of docs/operators/terraform.md do what the page says."""

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.end_to_end.center.operator_program import OperatorProgram
from tests.end_to_end.estate import Estate
from tests.end_to_end.terraform.provider import Provider

pytestmark = pytest.mark.broker
_TOP = Path(__file__).parents[3]
_PAGE = (_TOP / "docs" / "operators" / "terraform.md").read_text(encoding="utf-8")
_TOKEN = re.compile(r"eyJ[\w.-]+")


def _block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", _PAGE, re.DOTALL)
    assert found is not None
    return found[1]


def _value(resource: str, field: str) -> str | list[str]:
    """A field of a resource of the page; expressions of other resources are left out."""
    block = _block("hcl").partition(f'resource "{resource}"')[2].partition("\n}")[0]
    found = re.search(rf"^  {field} += (.*?)(?: #.*)?$", block, re.MULTILINE)
    assert found is not None, field
    value: str | list[str] = json.loads(found[1])
    return value


def test_the_page(estate: Estate) -> None:
    for name in ("alice", "bob", "orders-producer"):
        estate.admin.post("/api/v1/users", username=name, kind="service")
    usercenter = OperatorProgram(estate.center.url, estate.admin.api_token("terraform page"), print)
    said = [usercenter(*shlex.split(line)[1:], wanted="") for line in _block("sh").strip().splitlines()]
    token = _TOKEN.search(said[-1])
    assert token is not None
    estate.wait_for_broker()
    terraform = Provider(estate, token[0])
    tenant, administrators = str(_value("pulsar_tenant", "tenant")), list(_value("pulsar_tenant", "admin_roles"))
    space = f"{tenant}/{_value('pulsar_namespace', 'namespace')}"
    role, actions = _value("pulsar_permission_grant", "role"), _value("pulsar_permission_grant", "actions")
    assert _value("pulsar_tenant", "allowed_clusters") == ["standalone"]
    terraform.tenant(tenant, *administrators)
    terraform.namespace(space)
    terraform.grant(f"/namespaces/{space}", str(role), *actions)
    assert terraform.admin_roles(tenant) == administrators
    assert terraform.permissions(f"/namespaces/{space}")[str(role)] == actions
    for where in (f"/namespaces/{space}", f"/tenants/{tenant}"):  # destroy
        terraform.apply("DELETE", where)


def test_the_codes_of_the_page_are_there() -> None:
    codes = json.loads((_TOP / "app" / "platform" / "problem_codes.json").read_text(encoding="utf-8"))
    named = re.findall(r"(404|409) `(\w+)`", _PAGE)
    assert {code: codes[code]["status"] for _, code in named} == {code: int(status) for status, code in named}
    texts = (_TOP / "console" / "src" / "texts" / "en-US" / "resources.ts").read_text(encoding="utf-8")
    assert "Grants to unknown roles make accounts" in texts
