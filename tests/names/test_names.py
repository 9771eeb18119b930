"""Which names the center takes for new resources, with the reason for each refusal."""

import pytest

from app.access.names import ResourceName, ResourceType
from app.access.naming_rules import refusal
from app.resources.pulsar.admin_path import AdminPath
from tests.names import PARTS, TAKEN, TOPICS, TWINS, Name


@pytest.mark.parametrize("name", TOPICS, ids=str)
def test_a_topic_is_taken_or_refused_with_its_reason(name: Name) -> None:
    _check(name, refusal(ResourceType.TOPIC, name.text))


@pytest.mark.parametrize("kind", [ResourceType.TENANT, ResourceType.NAMESPACE])
@pytest.mark.parametrize("name", PARTS, ids=str)
def test_a_tenant_or_namespace_is_taken_or_refused_with_its_reason(kind: ResourceType, name: Name) -> None:
    _check(name, refusal(kind, name.text))


def test_what_is_taken_is_decided_about_and_can_be_called() -> None:
    for name in TAKEN:
        full = f"persistent://acme/orders/{name}"
        assert ResourceName.of_topic(full).name == full
        path = str(AdminPath.of_topic(full))
        assert AdminPath.read(path).segments == ("persistent", "acme", "orders", name)
        assert path.isascii()
        assert not set(path.removeprefix("/persistent/acme/orders/")) & set("/?#;+\\ ")


def test_twins_are_two_names() -> None:
    for one, other in TWINS:
        names = {ResourceName.of_topic(f"persistent://acme/orders/{name}").name for name in (one, other)}
        assert len(names) == 2
        assert {refusal(ResourceType.TOPIC, name) for name in (one, other)} == {None}


def _check(name: Name, reason: str | None) -> None:
    if name.center == "taken":
        assert reason is None
    else:
        assert name.center in (reason or "")
        assert (reason or "").isprintable()
