"""The lines of broker.conf by which the old cluster gets the plugin: first it observes, then it enforces."""

from tests.end_to_end.estate import PLUGIN_TARGET, Estate, broker_conf, secret_file

_STOCK_TOKEN = "org.apache.pulsar.broker.authentication.AuthenticationProviderToken"
_NATIVE = "org.apache.pulsar.broker.authorization.PulsarAuthorizationProvider"


def observing(estate: Estate, before: dict[str, str]) -> dict[str, str]:
    """`before`: the settings of the stock broker, whose providers stay beside ours."""
    path, admin = f"/api/v1/clusters/{estate.cluster}", estate.admin
    credential = secret_file(estate.directory, "credential", admin.post(f"{path}/credentials")["credential"])
    lines = broker_conf(admin.get(f"{path}/broker-conf"))
    copied = {name: value for name, value in before.items() if not name.startswith("openID")}
    return {
        **lines,
        **copied,
        "authenticationProviders": f"{lines['authenticationProviders']},{_STOCK_TOKEN}",
        "authorizationProvider": lines["authorizationProvider"],
        "superUserRoles": f"{before['superUserRoles']},broker.standalone",
        "brokerInterceptorsDirectory": str(PLUGIN_TARGET),
        "userCenterCredentialFile": str(credential),
        "userCenterSnapshotFile": str(estate.broker.directory / "data" / "user-center" / "snapshot.json"),
        "userCenterEventsDirectory": str(estate.broker.events_directory),
        "userCenterHeartbeatSeconds": "2",
        "userCenterMode": "observe",
        "userCenterNativeProvider": _NATIVE,
    }


def enforcing(estate: Estate, observed: dict[str, str]) -> dict[str, str]:
    """The two lines away, and the broker's own token."""
    token = estate.admin.post(f"/api/v1/clusters/{estate.cluster}/broker-token")["token"]
    lines = {
        name: value for name, value in observed.items() if name not in ("userCenterMode", "userCenterNativeProvider")
    }
    return {
        **lines,
        "brokerClientAuthenticationParameters": f"file://{secret_file(estate.directory, 'own.jwt', token)}",
    }
