"""Computes every kind of finding from the tables of a run."""

from dataclasses import dataclass, fields
from datetime import date
from typing import Final

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.findings.accounts import dormant, new_address, unusual_hour, unusual_volume
from spark_audit.transforms.findings.denials import denial_burst, many_names, repeated_denials
from spark_audit.transforms.findings.rights import (
    by_status,
    conflicting_events,
    empty_prefix,
    grant_drafts,
    log_against_history,
    sleeping_grant_woke,
    use_after_revocation,
    wide_grant,
)
from spark_audit.transforms.findings.rights.creep import creeping
from spark_audit.transforms.findings.rights.leaves import known_since
from spark_audit.transforms.findings.rules import Days, Rules
from spark_audit.transforms.findings.watched_logs import heard_since, logs_by_user
from spark_audit.transforms.gold.denials import without_despite
from spark_audit.transforms.history.accounts import of_newest


@dataclass(frozen=True)
class KnownTables:
    """Tables that exist before the window is judged; each field has the name of its table.

    Tables per date (`…_daily`) reach from `Days.first` to the end of the window. `log`: rows of WATCHED from
    `Days.before` on. The others are the history. `logged_since`: the first date with events, not before `Days.first`.
    """

    logged_since: date
    usage_daily: DataFrame
    activity_daily: DataFrame
    denials_daily: DataFrame
    recomputed_daily: DataFrame
    log: DataFrame
    grants: DataFrame
    users: DataFrame
    resources: DataFrame
    credentials: DataFrame


DAILY: Final = tuple(field.name for field in fields(KnownTables) if field.name.endswith("_daily"))
"""The tables per date in `KnownTables`."""


@dataclass(frozen=True)
class JudgedTables:
    """Tables of the window that was judged; each field has the name of its table."""

    after_revocation: DataFrame
    recomputed: DataFrame
    grant_status: DataFrame
    creep: DataFrame
    coverage_daily: DataFrame


def of_rights(known: KnownTables, judged: JudgedTables, days: Days, rules: Rules) -> list[DataFrame]:
    """DRAFT rows of all kinds about grants, enforcement and creep."""
    return [
        _of_grants(known, judged.grant_status, days, rules),
        use_after_revocation.uses_after_revocation(judged.after_revocation),
        log_against_history.recomputation_differences(judged.recomputed),
        creeping(judged.creep, judged.grant_status, rules.creep_index),
        conflicting_events.conflicting_events(judged.coverage_daily),
    ]


def of_denials(known: KnownTables, days: Days, rules: Rules) -> list[DataFrame]:
    """DRAFT rows of all kinds that are about denied attempts that no grant covered."""
    lacking = without_despite(known.denials_daily, known.recomputed_daily)
    return [
        repeated_denials.repeated_denials(lacking, days, rules),
        denial_burst.denial_bursts(lacking, days, rules),
        many_names.many_names(lacking, known.activity_daily, days, rules),
    ]


def of_accounts(known: KnownTables, days: Days, rules: Rules) -> list[DataFrame]:
    """DRAFT rows of all kinds about users and credentials.

    Kinds that need a longer log than there is are skipped: they would find nothing.
    """
    found: list[DataFrame] = []
    if (days.recent - known.logged_since).days >= rules.history_days:
        found += _unusual(known, days, rules)
    if (days.until - known.logged_since).days >= rules.dormant_days:
        found += _dormant(known, days, rules)
    return found


def _of_grants(known: KnownTables, status: DataFrame, days: Days, rules: Rules) -> DataFrame:
    usage = known.usage_daily
    window = usage.where(sf.col("date") >= sf.lit(days.since))
    drafts = by_status.by_status(status, days).unionByName(
        wide_grant.wide_grants(status, known.grants, window, known_since(known.resources, days.start), rules)
    )
    drafts = drafts.unionByName(empty_prefix.empty_prefixes(status, known.grants, known.resources))
    if (days.until - known.logged_since).days >= rules.sleep_days:
        compared = usage.where(sf.col("date") >= sf.lit(days.before))
        drafts = drafts.unionByName(
            sleeping_grant_woke.woken_grants(status, known.grants, compared, known.log, days, rules)
        )
    return grant_drafts.add_evidence(drafts, usage.where(sf.col("date") >= sf.lit(min(days.since, days.recent))))


def _unusual(known: KnownTables, days: Days, rules: Rules) -> list[DataFrame]:
    activity = known.activity_daily.where(sf.col("date") >= sf.lit(days.before))
    compared = of_newest(activity, known.users)
    watched = logs_by_user(compared, known.log)
    return [
        new_address.new_addresses(compared, watched, days, rules),
        unusual_volume.unusual_volume(compared, known.log, days, rules),
        unusual_hour.unusual_hours(compared, watched, days, rules),
    ]


def _dormant(known: KnownTables, days: Days, rules: Rules) -> list[DataFrame]:
    audible = heard_since(known.users, known.grants, known.log, days.begin)
    signs = of_newest(dormant.signs(known.activity_daily, known.denials_daily), known.users)
    silent = dormant.silent_accounts(known.users, signs, audible, days, rules)
    return [
        dormant.dormant_accounts(silent),
        dormant.dormant_credentials(known.credentials, signs, silent, audible, days, rules),
    ]
