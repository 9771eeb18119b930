"""All routes by audience: brokers, console and programs, everybody. Each route names its guard itself. A test calls
every operation without a credential, so that no guard can be forgotten."""

from fastapi import Depends, FastAPI

from app.api.admin import dictionary, home, names, networks, overview, search, settings
from app.api.admin.access import check, explain, rights_lists, simulate
from app.api.admin.audit import (
    findings,
    key_report,
    opt_outs,
    remediation_preview,
    remediations,
    runs,
    suggestions,
    trail,
    undo,
    usage,
)
from app.api.admin.clusters import brokers, cluster_access, cluster_connection, clusters
from app.api.admin.drift import drift, drift_answers
from app.api.admin.grants import grants, grants_bulk, roles
from app.api.admin.identity_providers import identity_provider_trial, identity_providers
from app.api.admin.imports import imports
from app.api.admin.live import connections as live_connections
from app.api.admin.live import load as live_load
from app.api.admin.live import subscription_changes as live_subscription_changes
from app.api.admin.live import topic as live_topic
from app.api.admin.live import unloading as live_unloading
from app.api.admin.messages import mail, web_hooks
from app.api.admin.policy import planning as policy_planning
from app.api.admin.policy import policy_file as policy
from app.api.admin.requests import access_requests, notices, registrations
from app.api.admin.resources import (
    encryption_keys,
    key_destructions,
    key_fetches,
    key_releases,
    namespaces,
    producers_in_front,
    public_halves,
    resource_policies,
    subscription_permissions,
    tenants,
    topics,
    tree,
)
from app.api.admin.tokens import applications, client_credentials, device, ending_credentials, signing_keys, tokens
from app.api.admin.users import groups, user_sign_ins, users
from app.api.broker import (
    authenticate,
    creations,
    deletions,
    followed_rights,
    link,
    permissions,
    reports,
)
from app.api.fast_path import Shortcut
from app.api.problems import responses
from app.api.public import (
    authorize,
    discovery,
    health_and_metrics,
    mail_links,
    oauth2,
    oauth2_device,
    oauth2_tokens,
    own_email,
    own_factors,
    own_providers,
    own_sessions,
    registration,
    session,
    session_factor,
    session_provider,
    sign_out,
    userinfo,
)
from app.api.public.oauth2_form import FORM
from app.api.routing import refuse_unknown

_JSON = b"application/json"
SHORTCUTS = {
    "/api/v1/access/check": Shortcut(_JSON, check.answer_in_front),
    "/api/v1/encryption-keys/public": Shortcut(_JSON, producers_in_front.answer),
    "/oauth2/jwks": Shortcut(None, discovery.answer_from_memory),
    "/oauth2/token": Shortcut(FORM.encode(), oauth2.answer_from_memory),
    "/api/broker/v1/authenticate": Shortcut(_JSON, authenticate.answer_in_front),
}
"""What programs send most, or all at once: answered in front of the framework (see `app.api.fast_path`)."""
_BROKER = (reports, authenticate, followed_rights, link, permissions, deletions, creations)
"""Under /api/broker/v1; the caller is a cluster. Routes are matched in this order."""
_CONSOLE = (
    explain,
    check,
    simulate,
    rights_lists,
    users,
    user_sign_ins,
    groups,
    networks,
    identity_providers,
    identity_provider_trial,
    signing_keys,
    applications,
    roles,
    grants,
    grants_bulk,
    brokers,
    live_connections,
    dictionary,
    trail,
    undo,
    usage,
    overview,
    home,
    settings,
    client_credentials,
    ending_credentials,
    tokens,
    device,
    names,
    search,
    clusters,
    cluster_access,
    drift,
    drift_answers,
    imports,
    cluster_connection,
    tenants,
    namespaces,
    subscription_permissions,
    topics,
    resource_policies,
    encryption_keys,
    public_halves,
    key_releases,
    key_destructions,
    key_fetches,
    key_report,
    live_load,
    live_topic,
    live_subscription_changes,
    live_unloading,
    tree,
    access_requests,
    registrations,
    notices,
    mail,
    web_hooks,
    policy_planning,
    policy,
    runs,
    findings,
    suggestions,
    opt_outs,
    remediation_preview,
    remediations,
)
"""Under /api/v1; the caller is a user, by session or token. Add a module here when its file exists."""
_PUBLIC = (
    session,
    session_factor,
    session_provider,
    own_factors,
    own_providers,
    own_sessions,
    own_email,
    mail_links,
    oauth2,
    oauth2_device,
    oauth2_tokens,
    authorize,
    sign_out,
    userinfo,
    discovery,
    health_and_metrics,
    registration,
)
"""With their full paths, without a common prefix."""


def install(app: FastAPI) -> None:
    """Include all routers in the application."""
    strict = [Depends(refuse_unknown)]
    for module in _BROKER:
        app.include_router(module.router, prefix="/api/broker/v1", responses=responses(401, 422))
    for module in _CONSOLE:
        app.include_router(module.router, prefix="/api/v1", responses=responses(401, 403, 422), dependencies=strict)
    for module in _PUBLIC:
        app.include_router(module.router, responses=responses(500), dependencies=strict)
