"""The lines that an operator adds to broker.conf, so that the brokers of a cluster follow this center."""

from app.resources import clusters
from app.settings import Settings

_PLUGIN = "io.github.pulsarusercenter"


def broker_conf(cluster: str, settings: Settings) -> str:
    """The lines for this cluster. `<…>` stands for a path on the broker's machine, to be filled in by the operator."""
    values = {
        "authenticationEnabled": "true",
        "authorizationEnabled": "true",
        "authenticationProviders": f"{_PLUGIN}.UserCenterTokenAuthenticationProvider,"
        f"{_PLUGIN}.UserCenterBasicAuthenticationProvider",
        "authorizationProvider": f"{_PLUGIN}.UserCenterAuthorizationProvider",
        "superUserRoles": clusters.broker_username(cluster),
        "brokerInterceptors": "user-center",
        "brokerInterceptorsDirectory": "<directory of pulsar-user-center-interceptor.nar>",
        "disableBrokerInterceptors": "false",
        "allowAutoTopicCreation": "false",
        # Topics belong to the center, so an unused one stays.
        "brokerDeleteInactiveTopicsEnabled": "false",
        # Connections with expired tokens, and those that no interceptor follows, end within twice this time.
        "authenticationRefreshCheckSeconds": "10",
        "brokerClientAuthenticationPlugin": "org.apache.pulsar.client.impl.auth.AuthenticationToken",
        "brokerClientAuthenticationParameters": "file://<path of broker.jwt, made with POST …/broker-token>",
        "userCenterUrl": settings.issuer,
        "userCenterCredentialFile": "<path of a file with the credential, made with POST …/credentials>",
        "userCenterIssuer": settings.issuer,
        "userCenterAudience": settings.audience,
        "userCenterCluster": cluster,
    }
    head = f"# Pulsar User Center, cluster {cluster}: append to broker.conf (the last of two equal keys counts)"
    return "\n".join([head, *(f"{key}={value}" for key, value in values.items())]) + "\n"
