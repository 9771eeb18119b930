"""All groups of commands but those of this machine, in the order in which `--help` lists them."""

import typer

from app.cli import (
    access,
    applications,
    audit,
    audit_numbers,
    backups,
    brokers,
    clusters,
    doctor,
    drift,
    grants,
    groups,
    imports,
    live,
    live_changes,
    messages,
    networks,
    passwords,
    policies,
    policy,
    providers,
    rights,
    roles,
    sign_in,
    signing_keys,
    subscriptions,
    tenants_and_topics,
    trail,
    user_keys,
    user_tokens,
    users,
)

_MODULES = (
    *(backups, doctor, sign_in, users, user_keys, user_tokens, groups, roles, tenants_and_topics, clusters, policies),
    *(subscriptions, networks, grants, access, rights, policy, imports, trail, audit, audit_numbers, signing_keys),
    *(passwords, providers, applications, messages, brokers, live, live_changes, drift),
)


def register(program: typer.Typer) -> None:
    """Add them to the program."""
    for module in _MODULES:
        module.register(program)
