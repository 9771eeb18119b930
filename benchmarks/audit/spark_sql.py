"""The same tables by hand-written Spark SQL, on views `silver`, `by_date`, `grants` and a window.

It uses what makes SQL fast: events are summed before they are joined with their grants, the small side is broadcast,
and where summing first does not reduce the rows much, a date is collected once (`by_date`).
"""

TABLES: dict[str, str] = {
    "usage_daily": """
        WITH summed AS (
            SELECT date, user, act AS action, res AS resource, dec AS decision,
                if(dec = 2 OR grants IS NULL, array(), array_distinct(grants)) AS listed,
                sum(n) AS n, min(time) AS first, max(t_end) AS last
            FROM by_date WHERE kind <> 1 GROUP BY ALL
        ), spread AS (
            SELECT s.*, place, granted FROM summed s LATERAL VIEW OUTER posexplode(listed) AS place, granted
        )
        SELECT date, granted AS grant, user, action, resource, decision, sum(n) AS n, min(first) AS first,
            max(last) AS last, sum(if(granted IS NULL, 0, n)) AS covering, sum(if(place = 0, n, 0)) AS applied,
            sum(if(size(listed) = 1, n, 0)) AS sole
        FROM spread GROUP BY date, granted, user, action, resource, decision""",
    "activity_daily": """
        SELECT date, cluster, user, cred, ip, act AS action, cast(time div 3600000 % 24 AS int) AS hour, sum(n) AS n,
            min(time) AS first, max(t_end) AS last
        FROM by_date WHERE kind <> 1 AND dec <> 2 AND user <> '' GROUP BY ALL""",
    "denials_daily": """
        WITH minutes AS (
            SELECT date, cluster, user, op, act AS action, res AS resource, code AS reason, cred, ip,
                time div 60000 AS minute, sum(n) AS n, min(time) AS first, max(t_end) AS last
            FROM silver WHERE kind <> 1 AND dec = 2 GROUP BY ALL
        ), counted AS (
            SELECT *, sum(n) OVER (PARTITION BY date, cluster, user, op, action, resource, reason, minute) AS within
            FROM minutes
        )
        SELECT date, cluster, user, op, action, resource, reason, sum(n) AS n, min(first) AS first, max(last) AS last,
            max(within) AS bursts, cred, ip
        FROM counted GROUP BY date, cluster, user, op, action, resource, reason, cred, ip""",
    "probes_daily": """
        SELECT date, user, op, res AS resource, dec AS decision, sum(n) AS n, min(time) AS first, max(t_end) AS last
        FROM silver WHERE kind = 1 GROUP BY ALL""",
    "coverage": """
        WITH numbered AS (
            SELECT boot, date, seq - lag(seq, 1, 0) OVER (PARTITION BY boot ORDER BY seq) - 1 AS lost FROM silver
        ), per_boot AS (SELECT boot, date, count(*) AS events, sum(lost) AS lost FROM numbered GROUP BY boot, date),
        homes AS (SELECT boot, mode(cluster) AS cluster FROM silver WHERE cluster <> '' GROUP BY boot)
        SELECT cluster, count(DISTINCT boot) AS boots, sum(events) AS events, sum(lost) AS lost,
            (10000 * sum(events)) div (sum(events) + sum(lost)) / 100D AS coverage_percent
        FROM per_boot LEFT JOIN homes USING (boot) WHERE date BETWEEN date'{since}' AND date'{until}'
        GROUP BY cluster""",
    "grant_status": """
        WITH lines AS (
            SELECT grant, max_by(struct(role, role_name, type, res, authorities, granted_by, valid_from, users),
                    struct(from_rev, cluster)) AS now,
                min(add_time) AS add_time, bool_or(until_rev IS NULL) AS granted,
                if(min(cluster) = max(cluster), min(cluster), NULL) AS cluster
            FROM grants GROUP BY grant
        ), held AS (
            SELECT grant, cluster, until_time IS NULL OR until_time > {start} AS late,
                bool_or(until_time IS NULL OR until_time > {start}) OVER (PARTITION BY grant) AS some
            FROM grants
        ), reached AS (
            SELECT /*+ BROADCAST(coverage) */ grant, min(coalesce(coverage_percent, 0D)) AS coverage_percent
            FROM held LEFT JOIN coverage USING (cluster) WHERE late OR NOT some GROUP BY grant
        ), used AS (
            SELECT grant, sum(covering) AS covering, sum(applied) AS applied, sum(sole) AS sole, max(last) AS last,
                count(DISTINCT user) AS members_using
            FROM usage_daily WHERE grant IS NOT NULL AND date BETWEEN date'{since}' AND date'{until}' GROUP BY grant
        ), known AS (
            SELECT grant, now, cluster, add_time, granted, coverage_percent, last, coalesce(covering, 0L) AS covering,
                coalesce(applied, 0L) AS applied, coalesce(sole, 0L) AS sole,
                coalesce(members_using, 0L) AS members_using,
                CASE WHEN coverage_percent = 0 THEN 'not_logged' WHEN coverage_percent < 99 THEN 'coverage'
                    WHEN greatest(add_time, now.valid_from) > {end} - 14 * 86400000L THEN 'young' END AS why
            FROM lines JOIN reached USING (grant) LEFT JOIN used USING (grant)
        )
        SELECT date'{until}' AS until, grant,
            CASE WHEN covering > 0 AND NOT granted THEN 'used_not_granted' WHEN sole > 0 THEN 'essential'
                WHEN covering > 0 AND why IS NULL THEN 'redundant' WHEN covering > 0 THEN 'used'
                WHEN why IS NULL THEN 'unused' ELSE 'unknown' END AS status,
            covering, applied, sole, last, coverage_percent, why, granted, now.role_name, now.res, now.authorities,
            now.granted_by, add_time, cast(coalesce(size(now.users), 0) AS bigint) AS members, members_using, now.role,
            now.type, cluster
        FROM known WHERE granted OR covering > 0""",
}
"""Name → query, in the order of computation: later ones read earlier ones."""
