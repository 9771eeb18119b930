"""What a device may ask its token for (RFC 8707)."""

import pytest

from app.tokens import device
from tests.center import Center
from tests.factories import Person


@pytest.mark.parametrize("name", ["resource", "audience"])
def test_a_device_gets_tokens_for_this_api_alone(center: Center, name: str, alice: Person) -> None:
    form = {"client_id": "usercenter-cli"}
    for target in ("https://elsewhere.example", center.settings.audience):
        answer = center.client().post("/oauth2/device_authorization", data={**form, name: target})
        assert (answer.status_code, answer.json()["error"]) == (400, "invalid_target")
    started = center.client().post("/oauth2/device_authorization", data={**form, name: center.settings.issuer}).json()
    decision = {"user_code": started["user_code"], "approve": True}
    assert center.signed_in(alice).post("/api/v1/device/decision", json=decision).status_code == 204
    asked = {**form, "grant_type": device.GRANT_TYPE, "device_code": started["device_code"]}
    refused = center.client().post("/oauth2/token", data={**asked, name: "https://elsewhere.example"})
    assert refused.json()["error"] == "invalid_target"
    assert center.client().post("/oauth2/token", data=asked).status_code == 200
