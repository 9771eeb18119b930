"""Checks whether the settings let the center call what is stored: what they leave out is refused at each call."""

from collections.abc import Iterator
from functools import partial

from sqlalchemy import select

from app.maintenance.doctor.check import CheckContext, Diagnosis, problem
from app.messages import hook_addresses
from app.platform.errors import InvalidInput
from app.platform.outbox.models import WebHook
from app.providers.models import IdentityProvider
from app.providers.provider_http import ProviderFailed, checked_address
from app.resources.models import Cluster
from app.resources.pulsar.addresses import AddressNotAllowedError, admin_base


def allowed(context: CheckContext) -> Iterator[Diagnosis]:
    """May the center call its clusters, identity providers and web hooks?"""
    settings, rows = context.settings, context.session.scalars
    hosts = settings.allowed_cluster_hosts()
    clusters = rows(select(Cluster).where(Cluster.gone == 0))
    providers = rows(select(IdentityProvider).where(IdentityProvider.enabled == 1))
    hooks = rows(select(WebHook).where(WebHook.status == "on"))
    for who, setting, check in (
        *(
            (f"the cluster {cluster.name}", "CLUSTER_ADDRESSES", partial(admin_base, cluster.admin_url, hosts))
            for cluster in clusters
        ),
        *(
            (provider.name, "PROVIDER_ADDRESSES", partial(checked_address, settings, provider.issuer))
            for provider in providers
        ),
        *((hook.name, "WEB_HOOK_HOSTS", partial(hook_addresses.checked, settings, hook.url)) for hook in hooks),
    ):
        try:
            check()
        except (AddressNotAllowedError, ProviderFailed, InvalidInput) as error:
            yield problem(f"{who} may not be called: {error}", f"add its host to PUC_{setting}, or change its address")
