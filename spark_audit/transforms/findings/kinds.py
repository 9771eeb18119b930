"""Every kind of finding, from the tables of a run."""

from dataclasses import dataclass
from datetime import date, timedelta
from functools import reduce

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.findings import (
    addresses,
    denied,
    dormant,
    enforcement,
    grants,
    hours,
    sleeping,
    volume,
    wide,
)
from spark_audit.transforms.findings.creep import creeping
from spark_audit.transforms.findings.rules import Days, Rules
from spark_audit.transforms.findings.watched import heard


@dataclass(frozen=True)
class Facts:
    """What the findings are drawn from, each called like its table.

    `usage_daily`, `activity_daily`, `denials_daily` and what `log` was made of (`watched`) reach from `Days.first` to
    the end of the window; the others are those of the window, or the history as it is now. `logged_since` is the first
    date of all that there are events of.
    """

    logged_since: date
    usage_daily: DataFrame
    activity_daily: DataFrame
    denials_daily: DataFrame
    log: DataFrame
    after_revocation: DataFrame
    recomputed: DataFrame
    grant_status: DataFrame
    creep: DataFrame
    grants: DataFrame
    users: DataFrame
    resources: DataFrame
    credentials: DataFrame


def drafts(facts: Facts, days: Days, rules: Rules) -> DataFrame:
    """DRAFT rows of all kinds. What needs a longer log than there is would find nothing and is not asked."""
    known_days = (days.recent - facts.logged_since).days
    found = [_of_grants(facts, days, rules), *_of_denials(facts, days, rules), creeping(facts.creep, rules.creep_index)]
    if known_days >= rules.history_days:
        found += _unusual(facts, days, rules)
    if (days.until - facts.logged_since).days >= rules.dormant_days:
        found += _dormant(facts, days, rules)
    return reduce(DataFrame.unionByName, found)


def _of_grants(facts: Facts, days: Days, rules: Rules) -> DataFrame:
    usage, status = facts.usage_daily, facts.grant_status
    window = usage.where(sf.col("date") >= sf.lit(days.since))
    told = grants.by_status(status, days).unionByName(
        wide.wide_grants(status, facts.grants, window, facts.resources, rules)
    )
    if (days.until - facts.logged_since).days >= rules.sleep_days:
        compared = usage.where(sf.col("date") >= sf.lit(days.before))
        told = told.unionByName(sleeping.woken_grants(status, facts.grants, compared, facts.log, days, rules))
    return grants.proved(told, usage.where(sf.col("date") >= sf.lit(min(days.since, days.recent))))


def _of_denials(facts: Facts, days: Days, rules: Rules) -> list[DataFrame]:
    return [
        denied.repeated_denials(facts.denials_daily, days, rules),
        denied.denial_bursts(facts.denials_daily, days, rules),
        enforcement.uses_after_revocation(facts.after_revocation),
        enforcement.recomputation_differences(facts.recomputed),
    ]


def _unusual(facts: Facts, days: Days, rules: Rules) -> list[DataFrame]:
    compared = facts.activity_daily.where(sf.col("date") >= sf.lit(days.before))
    return [
        addresses.new_addresses(compared, days, rules),
        volume.unusual_volume(compared, facts.log, days, rules),
        hours.unusual_hours(compared, days, rules),
    ]


def _dormant(facts: Facts, days: Days, rules: Rules) -> list[DataFrame]:
    quiet_since = days.until - timedelta(days=rules.dormant_days - 1)
    audible = heard(facts.users, facts.grants, facts.log, sf.lit(quiet_since), sf.lit(days.until))
    signs = dormant.signs_of_life(facts.activity_daily, facts.denials_daily)
    silent = dormant.silent_accounts(facts.users, signs, audible, days, rules)
    return [
        dormant.dormant_accounts(silent),
        dormant.dormant_credentials(facts.credentials, facts.activity_daily, silent, audible, days, rules),
    ]
