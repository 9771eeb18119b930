"""What operations about encryption keys are sent, and the keys that they are about."""

from app.resources import encryption_halves
from tests.api.change import Change
from tests.api.estate import ANY, Estate
from tests.factories import NAMESPACE, a_grant, a_user

PUBLIC_PEM = encryption_halves.make("EC-P256").public
CHANGES: dict[str, Change] = {
    "POST /api/v1/namespaces/{namespace_id}/encryption-keys": Change({"name": "all", "algorithm": "EC-P256"}),
    "POST /api/v1/topics/{topic_id}/encryption-keys": Change({"name": "orders-2", "public_key": PUBLIC_PEM}),
    **{
        f"{operation.replace(' ', f' /api/v1/{place}/encryption-keys/{{key_name}}')}": change
        for place in ("namespaces/{namespace_id}", "topics/{topic_id}")
        for operation, change in {
            "PATCH ": Change({"rotate_days": 30}),
            "POST /versions": Change({"algorithm": "EC-P256"}),
            "POST /versions/{number}/destruction": Change({"reason": "the customer asked for erasure"}),
            "POST /versions/{number}/destruction/confirm": Change(of="asked"),
            "DELETE /versions/{number}/destruction": Change(of="asked"),
        }.items()
    },
    "POST /api/v1/encryption-keys/private": Change(
        {"topic": "persistent://acme/orders/created", "name": "orders", "number": 1, "reason": "to bill"}
    ),
}


def make(estate: Estate, namespace: int, topic: int) -> None:
    """A key of the topic and one of the namespace, in three versions; somebody else has asked to destroy the second."""
    keeper = estate.center.make(a_user, "keeper")
    estate.center.make(a_grant, keeper, [204], NAMESPACE, namespace)
    asker = estate.center.with_token(keeper)
    for place, name in ((f"topics/{topic}", "orders"), (f"namespaces/{namespace}", "every")):
        estate.make(f"{place}/encryption-keys", name=name, algorithm="EC-P256")
        for _ in range(2):
            estate.root.post(
                f"/api/v1/{place}/encryption-keys/{name}/versions", json={}, headers=ANY
            ).raise_for_status()
        path = f"/api/v1/{place}/encryption-keys/{name}/versions/2/destruction"
        asker.post(path, json={"reason": "erasure"}, headers=ANY).raise_for_status()
