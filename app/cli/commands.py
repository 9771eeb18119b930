"""All groups of commands but those of this machine, in the order in which `--help` lists them."""

import typer

from app.cli import (  # noqa: F401  some have no group of their own: their commands are in those of others
    access,
    applications,
    audit,
    audit_numbers,
    backups,
    brokers,
    clusters,
    doctor,
    drift,
    encryption_keys,
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
    user_secrets,
    user_tokens,
    users,
)

_GROUPS = (
    *(backups.commands, doctor.commands, sign_in.commands, access.commands, rights.commands, policy.commands),
    *(imports.commands, brokers.commands, users.users, groups.groups, roles.roles, tenants_and_topics.clusters),
    *(tenants_and_topics.tenants, tenants_and_topics.namespaces, tenants_and_topics.topics, policies.policies),
    *(subscriptions.subscriptions, networks.networks, grants.grants, trail.trail, audit.audit, signing_keys.keys),
    *(passwords.passwords, providers.providers, applications.applications, messages.mail, messages.hooks),
    *(brokers.brokers, drift.drift, encryption_keys.encryption),
)


def register(program: typer.Typer) -> None:
    """Add them to the program."""
    for group in _GROUPS:
        program.add_typer(group)
