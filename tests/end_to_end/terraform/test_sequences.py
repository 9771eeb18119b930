"""Each sequence of sequences.yaml, as super user and as owner: after each `apply`, `plan` is empty, and nobody else's
rights change."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.end_to_end.estate import Estate
from tests.end_to_end.terraform.provider import Grants, Provider

pytestmark = pytest.mark.broker
_ALL = yaml.safe_load((Path(__file__).parent / "sequences.yaml").read_text(encoding="utf-8"))
_OF_TENANTS = [each for each in _ALL if each["by"] == "tenant"]
_OF_GRANTS = [each for each in _ALL if each["by"] != "tenant"]


def _apply(terraform: Provider, by: str, place: str, before: Grants, wanted: Grants) -> None:
    for role, actions in wanted.items():
        if by == "grant" and role in before:
            terraform.change(place, role, *actions)
        else:
            terraform.grant(place, role, *actions)
    for role in before.keys() - wanted.keys():
        terraform.destroy(place, role)


def _differences(terraform: Provider, place: str, wanted: Grants, named: set[str]) -> set[str]:
    """What `plan` shows: the roles that the configuration names, or named, and that hold something else."""
    found = terraform.permissions(place)
    return {role for role in named if found.get(role) != wanted.get(role)}


@pytest.mark.parametrize("sequence", _OF_GRANTS, ids=[each["what"] for each in _OF_GRANTS])
def test_grants(terraform: Provider, tenant: str, sequence: dict[str, Any]) -> None:
    space, by, beside = f"{tenant}/orders", sequence["by"], sequence.get("beside", {})
    places = {"namespace": f"/namespaces/{space}", "topic": f"/persistent/{space}/created"}
    terraform.tenant(tenant)
    terraform.namespace(space)
    partitions = sequence.get("partitions")
    terraform.apply("PUT", f"{places['topic']}/partitions" if partitions else places["topic"], partitions)
    for kind, given in beside.items():
        _apply(terraform, by, places[kind], {}, given)
    before: dict[str, Grants] = {}
    for applied in sequence["applied"]:
        for kind, wanted in applied.items():
            _apply(terraform, by, places[kind], before.get(kind, {}), wanted)
        for kind, wanted in applied.items():
            assert not _differences(terraform, places[kind], wanted, {*wanted, *before.get(kind, {})})
        for kind, given in beside.items():
            assert not _differences(terraform, places[kind], given, set(given)), "what others gave has changed"
        before = applied
    for kind, taken in sequence.get("elsewhere", {}).items():
        for role in taken:
            terraform.destroy(places[kind], role)
        for every, wanted in before.items():
            shown = set(taken) if every == kind else set()
            assert _differences(terraform, places[every], wanted, set(wanted)) == shown


@pytest.mark.parametrize("sequence", _OF_TENANTS, ids=[each["what"] for each in _OF_TENANTS])
def test_tenants(terraform: Provider, tenant: str, sequence: dict[str, Any]) -> None:
    wanted: list[str] = []
    for number, applied in enumerate(sequence["applied"]):
        wanted = [terraform.account if role == "SELF" else role for role in applied]
        terraform.tenant(tenant, *wanted, update=number > 0)
        assert terraform.admin_roles(tenant) == sorted(wanted)
    taken = set(sequence.get("elsewhere", ()))
    if taken:
        terraform.tenant(tenant, *sorted(set(wanted) - taken), update=True)
        assert terraform.admin_roles(tenant) == sorted(set(wanted) - taken)
    terraform.apply("DELETE", f"/tenants/{tenant}")
    assert terraform.call("GET", f"/tenants/{tenant}").status_code == 404
    assert terraform.call("GET", f"/persistent/{tenant}/orders").status_code == 404
    assert terraform.call("GET", f"/namespaces/{tenant}/orders").status_code == 404


@pytest.mark.parametrize("action", ["functions", "sources", "sinks", "packages"])
def test_what_a_topic_cannot_give_is_refused_with_the_way_out(terraform: Provider, tenant: str, action: str) -> None:
    space = f"{tenant}/orders"
    place = f"/persistent/{space}/created"
    terraform.tenant(tenant)
    terraform.namespace(space)
    terraform.apply("PUT", place)
    terraform.grant(place, "some-user@testing.local", "produce")
    refused = terraform.call("POST", f"{place}/permissions/some-user@testing.local", ["consume", action])
    assert (refused.status_code, "namespace" in refused.text) == (422, True), refused.text
    assert terraform.permissions(place)["some-user@testing.local"] == ["produce"], "nothing was changed"
    terraform.grant(f"/namespaces/{space}", "some-user@testing.local", action)
    assert terraform.permissions(f"/namespaces/{space}")["some-user@testing.local"] == [action]


def test_only_who_may_create_tenants_is_told_that_one_is_not_there(
    estate: Estate, terraform: Provider, tenant: str
) -> None:
    account = estate.service(estate.admin, f"{tenant}-admin")
    terraform.tenant(tenant, account.username)
    administrator = Provider(estate, account.token)
    assert administrator.admin_roles(tenant) == [account.username]
    for path in (f"/tenants/{tenant}-no", f"/namespaces/{tenant}-no", f"/persistent/{tenant}-no/orders"):
        assert terraform.call("GET", path).status_code == 404, path
        assert administrator.call("GET", path).status_code in (401, 403), path
