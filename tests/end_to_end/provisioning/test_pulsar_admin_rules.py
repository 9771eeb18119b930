"""Rules about subscriptions by pulsar-admin are the center's, in the name of whoever really asked."""

from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.end_to_end.conftest import READ_TOPIC, Business
from tests.end_to_end.estate import Account
from tests.end_to_end.provisioning.rest import Rest

pytestmark = pytest.mark.broker


def test_a_rule_for_somebody_unknown_says_so(owner: Rest) -> None:
    answer = owner("POST", f"{owner.namespace}/subscription/shop", ["somebody"])
    assert (answer.status_code, "knows no user somebody" in answer.text) == (404, True)
    assert owner("GET", f"{owner.namespace}/subscription").json() == {}


def test_two_set_rules_at_the_same_time_each_in_their_own_name(
    business: Business, owner: Rest, partner: tuple[str, Rest]
) -> None:
    name, other = partner
    receiver = business.service("listed")[0].username
    with ThreadPoolExecutor(8) as pool:
        calls = [
            pool.submit(rest, "POST", f"{owner.namespace}/subscription/{prefix}{number}", [receiver])
            for number in range(4)
            for rest, prefix in ((owner, "a"), (other, "b"))
        ]
    assert [call.result().status_code for call in calls] == [204] * 8
    entries = business.estate.admin.get("/api/v1/trail", entity="subscription_rule")["items"]
    actors = {
        (entry["after"]["subscription"][0], entry["actor"]) for entry in entries if receiver in str(entry["after"])
    }
    assert actors == {("a", f"pulsar-admin ({business.name}-owner)"), ("b", f"pulsar-admin ({name})")}


def test_the_mode_of_subscriptions_is_set_at_the_center_or_not_at_all(
    business: Business, owner: Rest, partner: tuple[str, Rest], operator: Account
) -> None:
    path = owner.namespace.replace("permissions", "subscriptionAuthMode")
    namespace = f"/api/v1/namespaces/{business.namespace}"
    url = f"{business.estate.broker.admin_url}/admin/v2{path}"
    receiver = business.service("reader", READ_TOPIC)[0]
    assert Rest(business, receiver.token)("POST", path, "Prefix").status_code == 403
    assert Rest(business, owner.token + "x")("POST", path, "Prefix").status_code == 401
    for hidden in ("application/octet-stream", "multipart"):
        disguised = {"Content-Type": f'application/json; x="{hidden}"', "Authorization": f"Bearer {owner.token}"}
        assert httpx.post(url, json="Prefix", headers=disguised, timeout=30).status_code in (401, 403, 415)
    assert owner("POST", path.replace("Mode", "%4Dode"), "Prefix").status_code == 409
    assert (owner("GET", path).json(), business.owner.get(namespace)["subscription_auth_mode"]) == ("None", "None")
    for rest, mode in ((partner[1], "Prefix"), (Rest(business, operator.token), "None")):
        answer = rest("POST", path, mode)
        assert answer.status_code == 204, answer.text
        assert (owner("GET", path).json(), business.owner.get(namespace)["subscription_auth_mode"]) == (mode, mode)
