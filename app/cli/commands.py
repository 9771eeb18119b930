"""All groups of commands but those of this machine, in the order in which `--help` lists them."""

import typer

from app.cli import (
    access,
    applications,
    audit,
    backups,
    brokers,
    doctor,
    drift,
    grants,
    groups,
    imports,
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
    users,
)

_COMMANDS = (backups, doctor, sign_in, access, rights, policy, imports, brokers)
_GROUPS = (
    *(users.users, groups.groups, roles.roles, tenants_and_topics.clusters, tenants_and_topics.tenants),
    *(tenants_and_topics.namespaces, tenants_and_topics.topics, policies.policies, subscriptions.subscriptions),
    *(networks.networks, grants.grants, trail.trail, audit.audit, signing_keys.keys, passwords.passwords),
    *(providers.providers, applications.applications, messages.mail, messages.hooks, brokers.brokers, drift.drift),
)


def register(program: typer.Typer) -> None:
    """Add them to the program."""
    for module in _COMMANDS:
        program.add_typer(module.commands)
    for group in _GROUPS:
        program.add_typer(group)
