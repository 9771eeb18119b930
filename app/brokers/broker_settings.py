"""The lines that an operator adds to broker.conf, so that the brokers of a cluster follow this center."""

from dataclasses import dataclass

from app.platform.settings import Settings
from app.resources import cluster_users

_PLUGIN = "io.github.pulsarusercenter"


@dataclass(frozen=True)
class BrokerPaths:
    """Where things are on a broker's machine. `<…>` is filled in by the operator."""

    credential: str = "<path of the file with the plugin credential>"
    broker_jwt: str = "<path of broker.jwt, the file with the broker token>"
    interceptors: str = "<directory of pulsar-user-center-interceptor.nar>"
    keys: str | None = None
    """The center's public keys, so that brokers can sign in to each other before they reached the center."""


def broker_conf(cluster: str, settings: Settings, paths: BrokerPaths | None = None) -> str:
    """The lines for this cluster. Without `paths`, `<…>` stands for a path that the operator fills in.

    They begin with an empty line, because Pulsar's own standalone.conf ends in the middle of one."""
    at = paths or BrokerPaths()
    values = {
        "authenticationEnabled": "true",
        "authorizationEnabled": "true",
        "authenticationProviders": f"{_PLUGIN}.UserCenterTokenAuthenticationProvider,"
        f"{_PLUGIN}.UserCenterBasicAuthenticationProvider",
        "authorizationProvider": f"{_PLUGIN}.UserCenterAuthorizationProvider",
        "superUserRoles": cluster_users.broker_username(cluster),
        "brokerInterceptors": "user-center",
        "brokerInterceptorsDirectory": at.interceptors,
        "disableBrokerInterceptors": "false",
        "allowAutoTopicCreation": "false",
        # Topics belong to the center, so an unused one stays.
        "brokerDeleteInactiveTopicsEnabled": "false",
        # Connections with expired tokens, and those that no interceptor follows, end within twice this time.
        "authenticationRefreshCheckSeconds": "10",
        "brokerClientAuthenticationPlugin": "org.apache.pulsar.client.impl.auth.AuthenticationToken",
        "brokerClientAuthenticationParameters": f"file://{at.broker_jwt}",
        "userCenterUrl": settings.issuer,
        "userCenterCredentialFile": at.credential,
        "userCenterIssuer": settings.issuer,
        "userCenterAudience": settings.audience,
        "userCenterCluster": cluster,
    }
    if at.keys is not None:
        values["userCenterBootstrapKeys"] = at.keys
    head = f"# Pulsar User Center, cluster {cluster}: append to broker.conf (the last of two equal keys counts)"
    return "\n".join(["", head, *(f"{key}={value}" for key, value in values.items())]) + "\n"
