"""A second implementation of docs/audit.md, in DuckDB: silver and the history of grants → gold → status.

Written from the page, not from the Spark jobs. Tables are made from earlier tables and the views `silver` (rows of
EVENTS), `history` (rows of GRANT_LINE), `center_uses` (rows of CENTER_USE_LINE; empty by default) and `bounds` (one
row: since, until, age in days, percent, watched days).
"""

from collections.abc import Mapping
from itertools import product

import duckdb

from app.access import network_limits

TABLES: Mapping[str, str] = {
    "usage_daily": """
        WITH uses AS (
            SELECT *, CASE WHEN dec = 2 OR grants IS NULL THEN [] ELSE grants END AS listed
            FROM silver WHERE kind <> 1
        ), shared AS (
            SELECT *, listed[1] AS deciding, len(list_distinct(listed)) AS different,
                unnest(CASE WHEN len(listed) = 0 THEN [NULL] ELSE list_distinct(listed) END) AS "grant"
            FROM uses
        )
        SELECT date, "grant", "user", act AS action, res AS resource, dec AS decision,
            sum(n)::BIGINT AS n, min(time) AS first, max(t_end) AS last,
            coalesce(sum(n) FILTER ("grant" IS NOT NULL), 0)::BIGINT AS covering,
            coalesce(sum(n) FILTER ("grant" = deciding), 0)::BIGINT AS applied,
            coalesce(sum(n) FILTER ("grant" IS NOT NULL AND different = 1), 0)::BIGINT AS sole
        FROM shared GROUP BY ALL""",
    "uses_daily": """
        WITH covered AS (
            SELECT *, list_sort(list_distinct(grants)) AS listed FROM silver
            WHERE dec = 1 AND kind <> 1 AND len(grants) > 0
        )
        SELECT date, "user", op, act AS action, res AS resource, listed AS grants, sum(n)::BIGINT AS n,
            min(time) AS first, max(t_end) AS last,
            CASE WHEN count(DISTINCT sub) <= 100 AND count(*) FILTER (source = 'log' AND sub IS NULL) = 0
                THEN list_sort(coalesce(list(DISTINCT sub) FILTER (sub IS NOT NULL), [])) END AS subscriptions
        FROM covered GROUP BY date, "user", op, act, res, listed""",
    "activity_daily": """
        SELECT date, cluster, "user", cred, ip, act AS action, (time // 3600000 % 24)::INTEGER AS hour,
            sum(n)::BIGINT AS n, min(time) AS first, max(t_end) AS last
        FROM silver WHERE kind IN (0, 2) AND dec IN (1, 3) AND "user" <> '' GROUP BY ALL""",
    "denials_daily": """
        WITH minutes AS (
            SELECT date, cluster, "user", op, act, res, code, cred, ip, time // 60000 AS minute,
                sum(n) AS n, min(time) AS first, max(t_end) AS last
            FROM silver WHERE kind IN (0, 2) AND dec = 2 GROUP BY ALL
        ), counted AS (
            SELECT *, sum(n) OVER (PARTITION BY date, cluster, "user", op, act, res, code, minute) AS within
            FROM minutes
        )
        SELECT date, cluster, "user", op, act AS action, res AS resource, code AS reason, sum(n)::BIGINT AS n,
            min(first) AS first, max(last) AS last, max(within)::BIGINT AS bursts, cred, ip
        FROM counted GROUP BY ALL""",
    "probes_daily": """
        SELECT date, "user", op, res AS resource, dec AS decision, sum(n)::BIGINT AS n, min(time) AS first,
            max(t_end) AS last
        FROM silver WHERE kind = 1 GROUP BY ALL""",
    "super_users_daily": """
        SELECT date, cluster, "user", sum(n)::BIGINT AS n, min(time) AS first, max(t_end) AS last
        FROM silver WHERE code = 'BROKER_SUPER_USER' GROUP BY ALL""",
    "coverage": """
        WITH numbered AS (
            SELECT boot, date, seq, seq - lag(seq, 1, 0) OVER (PARTITION BY boot ORDER BY seq) - 1 AS lost FROM silver
        ), homes AS (
            SELECT boot, mode(cluster) AS cluster FROM silver WHERE cluster <> '' GROUP BY boot
        )
        SELECT cluster, count(DISTINCT boot) AS boots, count(*) AS events, sum(lost)::BIGINT AS lost,
            (10000 * count(*) // (count(*) + sum(lost)))::BIGINT / 100 AS coverage_percent,
            count(*) - count(DISTINCT (boot, seq)) AS conflicting
        FROM numbered LEFT JOIN homes USING (boot), bounds WHERE date BETWEEN since AND until GROUP BY cluster""",
    "log_days": """
        WITH numbered AS (
            SELECT boot, date, seq, lag(seq, 1, 0) OVER w AS behind, lag(date) OVER w AS earlier
            FROM silver, bounds WHERE date <= until WINDOW w AS (PARTITION BY boot ORDER BY seq)
        ), homes AS (
            SELECT boot, mode(cluster) AS cluster FROM silver, bounds
            WHERE cluster <> '' AND date <= until GROUP BY boot
        ), of_starts AS (
            SELECT boot, date AS day, count(*) AS events, sum(seq - behind - 1) AS lost, false AS missing
            FROM numbered GROUP BY boot, date
            UNION ALL
            SELECT boot, unnest(generate_series(earlier + 1, date - 1, INTERVAL 1 DAY))::DATE, 0, 0, seq > behind + 1
            FROM numbered WHERE date - earlier BETWEEN 2 AND 15
        ), days AS (
            SELECT cluster, boot, day, sum(events) AS events, sum(lost) AS lost, bool_or(missing) AS missing
            FROM of_starts JOIN homes USING (boot) GROUP BY ALL
        )
        SELECT cluster, day, sum(events) AS events, sum(lost) AS lost,
            bool_or(missing OR 100 * events < (events + lost) * percent) AS poor,
            EXISTS (FROM days AS o WHERE o.cluster = days.cluster AND o.day = days.day - 1) AS comes,
            EXISTS (FROM days AS o WHERE o.cluster = days.cluster AND o.day = days.day + 1) AS goes
        FROM days, bounds GROUP BY ALL""",
    "watched_days": """
        SELECT until, cluster,
            coalesce(CASE WHEN sum(events) FILTER (day >= since) > 0 THEN
                (10000 * sum(events) FILTER (day >= since) // sum(events + lost) FILTER (day >= since))::BIGINT / 100
                END, 0) AS coverage_percent,
            coalesce(list(day ORDER BY day) FILTER (NOT poor AND comes AND goes AND day >= since), []) AS days
        FROM log_days, bounds GROUP BY until, cluster""",
    "grant_status": """
        WITH newest AS (
            SELECT DISTINCT ON ("grant") "grant", role, role_name, type, res, authorities, granted_by, valid_from,
                valid_until, users, prefix, networks
            FROM history ORDER BY "grant", from_rev DESC, cluster DESC
        ), standing AS (
            SELECT "grant", min(add_time) AS add_time, bool_or(until_rev IS NULL) AS granted,
                CASE WHEN count(DISTINCT cluster) = 1 THEN min(cluster) END AS cluster
            FROM history GROUP BY "grant"
        ), places AS (
            SELECT "grant", cluster, min(from_time) AS begun FROM history AS h, bounds
            WHERE h.until_time IS NULL OR h.until_time > epoch_ms(since) OR NOT EXISTS (
                FROM history AS o WHERE o."grant" = h."grant"
                    AND (o.until_time IS NULL OR o.until_time > epoch_ms(since)))
            GROUP BY ALL
        ), seen AS (
            SELECT "grant", coverage_percent, list_filter(days, lambda day:
                epoch_ms(day) >= greatest(begun, standing.add_time, coalesce(valid_from, 0))
                AND (valid_until IS NULL OR epoch_ms(day + 1) <= valid_until)) AS days
            FROM places JOIN newest USING ("grant") JOIN standing USING ("grant")
                LEFT JOIN watched_days ON watched_days.cluster = places.cluster
        ), reached AS (
            SELECT "grant", min(coalesce(coverage_percent, 0)) AS coverage_percent,
                min(coalesce(len(days), 0)) AS watched_days, max(days[1]) AS watched_since,
                min(list_max(days)) AS watched_until
            FROM seen GROUP BY "grant"
        ), shared AS (
            SELECT unnest(grants) AS "grant", grants, n FROM uses_daily, bounds
            WHERE date BETWEEN since AND until AND len(grants) > 1
        ), alone AS (
            SELECT "grant", sum(n) AS sole_there FROM shared LEFT JOIN newest USING ("grant")
            WHERE NOT EXISTS (
                SELECT 1 FROM (SELECT unnest(shared.grants) AS other) LEFT JOIN newest AS o ON o."grant" = other
                WHERE other <> shared."grant" AND covers(o.networks, newest.networks))
            GROUP BY "grant"
        ), used AS (
            SELECT "grant", sum(covering) AS covering, sum(applied) AS applied, sum(sole) AS sole, max(last) AS last,
                count(DISTINCT "user") AS members_using
            FROM usage_daily, bounds WHERE "grant" IS NOT NULL AND date BETWEEN since AND until GROUP BY "grant"
        ), known AS (
            SELECT * EXCLUDE (covering, applied, sole, sole_there, members_using),
                coalesce(covering, 0) AS covering, coalesce(applied, 0) AS applied,
                coalesce(sole, 0) + coalesce(sole_there, 0) AS sole,
                coalesce(members_using, 0) AS members_using,
                CASE
                    WHEN coverage_percent = 0 THEN 'not_logged'
                    WHEN coverage_percent < percent THEN 'coverage'
                    WHEN greatest(add_time, coalesce(valid_from, 0)) > epoch_ms(until + 1) - age * 86400000 THEN 'young'
                    WHEN watched_days < watched THEN 'too_little_watched'
                END AS why
            FROM newest JOIN standing USING ("grant") JOIN reached USING ("grant") LEFT JOIN used USING ("grant")
                LEFT JOIN alone USING ("grant"),
                bounds
        ), judged AS (
            SELECT * EXCLUDE (why), CASE
                WHEN why IS NULL AND granted AND list_min(list_filter(authorities, lambda one: one % 100 = 7)) // 100
                    < coalesce(list_min(list_filter(authorities, lambda one: one % 100 = 4)) // 100, 9) THEN 'audit'
                WHEN why IS NULL AND granted AND EXISTS (
                    FROM center_uses AS c, bounds AS b
                    WHERE c."grant" = known."grant" AND c.date BETWEEN b.since AND b.until) THEN 'center'
                WHEN why IS NULL AND granted AND EXISTS (
                    FROM super_users_daily AS s, history AS h, bounds AS b
                    WHERE h."grant" = known."grant" AND h.until_rev IS NULL AND h.cluster = s.cluster
                        AND list_contains(h.users, s."user") AND s.date BETWEEN b.since AND b.until) THEN 'super_user'
                ELSE why
            END AS why
            FROM known
        )
        SELECT until, "grant",
            CASE
                WHEN covering > 0 AND NOT granted THEN 'used_not_granted'
                WHEN sole > 0 THEN 'essential'
                WHEN covering > 0 AND why IS NULL THEN 'redundant'
                WHEN covering > 0 THEN 'used'
                WHEN why IS NULL THEN 'unused'
                ELSE 'unknown'
            END AS status,
            covering::BIGINT AS covering, applied::BIGINT AS applied, sole::BIGINT AS sole, last,
            coverage_percent, why, granted, role_name, res, authorities, granted_by, add_time,
            len(users) AS members, members_using,
            role, type, cluster, watched_days, watched_since, prefix, networks, watched_until
        FROM judged WHERE granted OR covering > 0""",
}
"""Name → query, in the order of computation."""


def make(connection: duckdb.DuckDBPyConnection, *tables: str) -> None:
    """Make all tables, or those named, from the views."""
    for table in tables or TABLES:
        connection.execute(f"CREATE OR REPLACE TABLE {table} AS {TABLES[table]}")


def name_networks(connection: duckdb.DuckDBPyConnection) -> None:
    """Define `lets_in(networks, address)` and `covers(networks, networks)`: the center's answers for all that there
    are."""
    connection.execute("CREATE TABLE IF NOT EXISTS users (networks VARCHAR[])")
    every = "SELECT networks FROM history UNION SELECT networks FROM users"
    named = connection.execute(f"FROM ({every}) WHERE networks IS NOT NULL").fetchall()
    limits = [tuple(cidrs) for (cidrs,) in named]
    asking = connection.execute("SELECT DISTINCT ip FROM silver WHERE ip IS NOT NULL").fetchall() if limits else []
    inside = [(" ".join(limit), ip) for limit in limits for (ip,) in asking if network_limits.let_in(limit, ip)]
    wider = [
        (" ".join(limit), " ".join(other))
        for limit, other in product(limits, limits)
        if network_limits.cover(limit, other)
    ]
    for macro, pairs, asked in (("lets_in", inside, "o"), ("covers", wider, "array_to_string(o, ' ')")):
        pairs_listed = ", ".join(f"'{left}|{right}'" for left, right in pairs)
        key = f"array_to_string(these, ' ') || '|' || {asked}"
        connection.execute(
            f"CREATE OR REPLACE MACRO {macro}(these, o) AS "
            f"these IS NULL OR coalesce(list_contains([{pairs_listed}]::VARCHAR[], {key}), false)"
        )


def bound(
    connection: duckdb.DuckDBPyConnection, since: str, until: str, age: int = 14, percent: float = 99.0,
    watched: int = 90,
) -> None:  # fmt: skip
    """Set the window, and what absence of use needs to be proof."""
    connection.execute('CREATE TABLE IF NOT EXISTS center_uses ("grant" BIGINT, date DATE)')
    connection.execute(
        "CREATE OR REPLACE TABLE bounds AS "
        "SELECT ?::DATE AS since, ?::DATE AS until, ? AS age, ? AS percent, ? AS watched",
        [since, until, age, percent, watched],
    )
