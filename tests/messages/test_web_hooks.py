"""Web hooks and a real receiver: signatures, both secrets, retries, a killed worker, a receiver that hangs."""

import base64
import hashlib
import hmac
import json
import socket
from concurrent.futures import ThreadPoolExecutor

from app.messages import hook_deliveries
from app.platform.clock import now_ms
from app.rights.requests import notices
from tests.center import Center
from tests.messages.web_hook_receiver import Receiver, deliveries_of, set_up, tell

DAY = 24 * 3_600_000


def _signed_by(secret: str, headers: dict[str, str], body: bytes) -> bool:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    text = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    wanted = "v1," + base64.b64encode(hmac.digest(key, text, hashlib.sha256)).decode()
    return wanted in headers["webhook-signature"].split()


def test_a_notice_comes_signed_and_once(hook_center: Center, receiver: Receiver) -> None:
    _, made = set_up(hook_center, receiver)
    tell(hook_center)
    tell(hook_center)
    for _ in range(2):
        hook_deliveries.run(hook_center.database, hook_center.settings, now_ms())
    ((headers, body),) = receiver.requests
    assert _signed_by(made["secret"], headers, body)
    assert json.loads(body)["type"] == "request_to_decide"
    assert json.loads(body)["data"] == {"user_id": 1, "requester": "爱丽丝"}
    assert [row.state for row in deliveries_of(hook_center)] == ["sent"]


def test_only_the_kinds_that_were_asked_for(hook_center: Center, receiver: Receiver) -> None:
    set_up(hook_center, receiver, kinds=["grant_ends"])
    tell(hook_center)
    tell(hook_center, notices.GRANT_ENDS)
    assert [row.kind for row in deliveries_of(hook_center)] == ["grant_ends"]


def test_for_a_day_both_secrets_sign(hook_center: Center, receiver: Receiver) -> None:
    administrator, made = set_up(hook_center, receiver)
    new = administrator.post(f"/api/v1/web-hooks/{made['id']}/secret").json()["secret"]
    shown = administrator.get("/api/v1/web-hooks").text
    assert made["secret"] not in shown
    assert new not in shown
    for later, both in ((0, True), (DAY + 60_000, False)):
        assert administrator.post(f"/api/v1/web-hooks/{made['id']}/test").status_code == 202
        hook_deliveries.run(hook_center.database, hook_center.settings, now_ms() + later)
        headers, body = receiver.requests[-1]
        assert (_signed_by(new, headers, body), _signed_by(made["secret"], headers, body)) == (True, both)


def test_a_failed_delivery_is_tried_again_and_the_hook_is_switched_off(hook_center: Center, receiver: Receiver) -> None:
    administrator, made = set_up(hook_center, receiver)
    tell(hook_center)
    receiver.status, now = 500, now_ms()
    for _ in range(3):
        hook_deliveries.run(hook_center.database, hook_center.settings, now)
        now = deliveries_of(hook_center)[0].next_try
    assert len({headers["webhook-id"] for headers, _ in receiver.requests}) == 1
    assert len(receiver.requests) == 3
    hook_deliveries.run(hook_center.database, hook_center.settings, now + 5 * DAY)
    (hook,) = administrator.get("/api/v1/web-hooks").json()["items"]
    assert hook["status"] == "failed"
    tell(hook_center, about="2")
    assert len(deliveries_of(hook_center)) == 1
    (item,) = administrator.get(f"/api/v1/web-hooks/{made['id']}/deliveries").json()["items"]
    assert (item["problem"], item["problem_code"], item["problem_status"]) == ("it answered 500", "answered", 500)
    assert administrator.patch(f"/api/v1/web-hooks/{made['id']}", json={"status": "on"}).json()["status"] == "on"
    assert administrator.delete(f"/api/v1/web-hooks/{made['id']}").status_code == 204
    assert deliveries_of(hook_center) == []


def test_a_delivery_of_a_killed_worker_comes_later_with_the_same_id(hook_center: Center, receiver: Receiver) -> None:
    set_up(hook_center, receiver)
    tell(hook_center)
    (row,), now = deliveries_of(hook_center), now_ms()
    with ThreadPoolExecutor(6) as pool:
        taken = list(
            pool.map(lambda _: hook_deliveries.begin(hook_center.database, hook_center.settings, row.id, now), range(6))
        )
    (mine,) = [delivery for delivery in taken if delivery is not None]
    hook_deliveries.run(hook_center.database, hook_center.settings, now + 60_000)
    assert receiver.requests == []
    hook_deliveries.run(hook_center.database, hook_center.settings, now + 120_000)
    assert [headers["webhook-id"] for headers, _ in receiver.requests] == [mine.headers["webhook-id"]]


def test_a_failing_web_hook_keeps_no_other_waiting(hook_center: Center, receiver: Receiver) -> None:
    administrator, _ = set_up(hook_center, receiver, name="works")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        assert administrator.post("/api/v1/web-hooks", json={"name": "hangs", "url": url}).status_code == 201
        for number in range(4):
            tell(hook_center, about=str(number))
        hook_deliveries.run(hook_center.database, hook_center.settings, now_ms())
    assert len(receiver.requests) == 4
    assert sorted(row.attempts for row in deliveries_of(hook_center)) == [0, 0, 0, 1, 1, 1, 1, 1]


def test_a_delivery_is_sent_again_with_its_id(hook_center: Center, receiver: Receiver) -> None:
    administrator, made = set_up(hook_center, receiver)
    tell(hook_center)
    hook_deliveries.run(hook_center.database, hook_center.settings, now_ms())
    path = f"/api/v1/web-hooks/{made['id']}/deliveries/{deliveries_of(hook_center)[0].id}/retry"
    assert administrator.post(path).json()["state"] == "waiting"
    hook_deliveries.run(hook_center.database, hook_center.settings, now_ms())
    assert len({headers["webhook-id"] for headers, _ in receiver.requests}) == 1
    assert len(receiver.requests) == 2
    other = administrator.post("/api/v1/web-hooks", json={"name": "b", "url": f"http://127.0.0.1:{receiver.port}/"})
    assert administrator.post(path.replace(f"/{made['id']}/", f"/{other.json()['id']}/", 1)).status_code == 404
