CREATE OR REPLACE TEMP TABLE acts AS
    SELECT a.*, date >= recent AS is_recent, shown(date, "user", cred, ip, action, NULL, 1, n, first, last) AS row
    FROM activity_daily AS a, rules WHERE date BETWEEN before AND until AND of_newest(a."user", a.last);

-- The logs of all clusters on which a user was, taken together.
CREATE OR REPLACE TEMP TABLE logs_of AS
    SELECT "user", max(watched_since) AS watched_since, flatten(list(coalesce(holes, []))) AS holes
    FROM (SELECT DISTINCT "user", cluster FROM acts WHERE cluster <> '') LEFT JOIN watched USING (cluster)
    GROUP BY "user" HAVING bool_and(watched_since IS NOT NULL);
CREATE OR REPLACE MACRO watched_from(first, since, holes, recent) AS len(list_filter(
    generate_series(greatest(first, since), recent - 1, INTERVAL 1 DAY), lambda day: NOT list_contains(holes, day::DATE)));

CREATE OR REPLACE TEMP TABLE new_addresses AS
    WITH addresses AS (
        SELECT "user", ip, min(date) AS seen, bool_and(is_recent) AS fresh, sum(n) AS uses, newest(row) AS evidence,
            CASE WHEN min(cluster) = max(cluster) THEN min(cluster) END AS cluster
        FROM acts WHERE ip <> '' GROUP BY "user", ip
    ), acquainted AS (
        SELECT "user", count(DISTINCT date) AS active_days, min(date) AS since_day
        FROM acts WHERE ip <> '' AND NOT is_recent GROUP BY "user"
    ), moving AS (
        SELECT "user", count(*) FILTER (NOT fresh) AS known_addresses,
            count(DISTINCT seen) FILTER (NOT fresh AND seen >= since_day + history_days) AS new_days
        FROM addresses JOIN acquainted USING ("user"), rules GROUP BY "user"
    )
    SELECT 'new_address' AS kind, 'user' AS subject_type, "user" AS subject, cluster, "user", 2 AS severity,
        'first_seen' AS why,
        known(MAP {'uses': uses::DOUBLE, 'known_days': watched_from(since_day, watched_since, holes, recent), 'known_addresses': known_addresses}) AS numbers,
        evidence, [ip] AS keys, watched_since
    FROM addresses JOIN acquainted USING ("user") JOIN moving USING ("user") JOIN logs_of USING ("user"), rules
    WHERE fresh AND watched_from(since_day, watched_since, holes, recent) >= history_days AND new_days <= address_share * active_days;

CREATE OR REPLACE TEMP TABLE unusual_volume AS
    WITH daily AS (
        SELECT cluster, "user", action, date, sum(n) AS n, min(first) AS first, max(last) AS last,
            CASE WHEN min(cred) = max(cred) THEN min(cred) END AS cred, CASE WHEN min(ip) = max(ip) THEN min(ip) END AS ip
        FROM acts GROUP BY ALL
    ), subjects AS (
        SELECT cluster, "user", action, min(date) AS since_day FROM daily GROUP BY ALL
    ), days AS (
        SELECT s.*, unnest(generate_series(since_day, recent - 1, INTERVAL 1 DAY))::DATE AS date FROM subjects AS s, rules
    ), past AS (
        SELECT d.*, coalesce(n, 0) AS n FROM days AS d LEFT JOIN daily USING (cluster, "user", action, date)
        JOIN watched AS w USING (cluster) WHERE NOT coalesce(list_contains(w.holes, d.date), false)
    ), compared AS (
        SELECT t.*, CASE WHEN len(same) >= 4 THEN same ELSE everything END AS usual
        FROM (
            SELECT d.*, s.since_day,
                (SELECT coalesce(list(p.n), []) FROM past AS p WHERE (p.cluster, p."user", p.action) = (d.cluster, d."user", d.action)) AS everything,
                (SELECT coalesce(list(p.n), []) FROM past AS p WHERE (p.cluster, p."user", p.action) = (d.cluster, d."user", d.action)
                    AND dayofweek(p.date) = dayofweek(d.date)) AS same
            FROM daily AS d JOIN subjects AS s USING (cluster, "user", action), rules WHERE d.date >= recent
        ) AS t
    ), measured AS (
        SELECT *, list_median(usual) AS median, list_median(list_transform(usual, lambda one: abs(one - list_median(usual)))) AS mad
        FROM compared
    ), judged AS (
        SELECT *, greatest(1.4826 * mad, sqrt(median), 1) AS spread FROM measured
    ), far AS (
        SELECT j.*, (n - median) / spread AS deviations FROM judged AS j, rules
        WHERE len(everything) >= history_days AND n >= median + volume_deviations * spread AND n >= median + volume_least
    )
    SELECT 'unusual_volume' AS kind, 'user' AS subject_type, "user" AS subject, cluster, "user", 2 AS severity,
        'more_than_usual' AS why,
        known(MAP {'action': action::DOUBLE, 'n': arg_max(n, (deviations, n)), 'median': arg_max(median, (deviations, n)),
            'mad': arg_max(mad, (deviations, n)), 'spread': arg_max(spread, (deviations, n)), 'deviations': max(deviations),
            'days_compared': arg_max(len(usual), (deviations, n)), 'unusual_days': count(*)}) AS numbers,
        newest(shown(date, "user", cred, ip, action, NULL, 1, n, first, last)) AS evidence,
        [cluster, action::VARCHAR] AS keys
    FROM far GROUP BY cluster, "user", action;

CREATE OR REPLACE MACRO hours_between(one, other) AS least(abs(one - other), 24 - abs(one - other));
CREATE OR REPLACE TEMP TABLE unusual_hours AS
    WITH past AS (
        SELECT "user", date, hour FROM acts WHERE NOT is_recent GROUP BY ALL
    ), middles AS (
        SELECT "user", arg_min(middle, (total, middle)) AS median_hour FROM (
            SELECT "user", middle, sum(hours_between(hour, middle)) AS total
            FROM past, (SELECT unnest(range(24)) AS middle) GROUP BY ALL
        ) GROUP BY "user"
    ), usual AS (
        SELECT "user", median_hour, median(hours_between(hour, median_hour)) AS mad_hours, list(DISTINCT hour) AS known_hours
        FROM past JOIN middles USING ("user") GROUP BY "user", median_hour
    ), acquainted AS (
        SELECT "user", count(DISTINCT date) AS active_days, min(date) AS since_day FROM past GROUP BY "user"
    ), strange AS (
        SELECT "user", hour, sum(n) AS uses, newest(row) AS evidence,
            CASE WHEN min(cluster) = max(cluster) THEN min(cluster) END AS cluster
        FROM acts WHERE is_recent GROUP BY "user", hour
    )
    SELECT 'unusual_hour' AS kind, 'user' AS subject_type, "user" AS subject, cluster, "user", 2 AS severity, 'never_at_this_hour' AS why,
        known(MAP {'hour': hour::DOUBLE, 'uses': uses, 'median_hour': median_hour, 'mad_hours': mad_hours,
            'hours_away': hours_between(hour, median_hour), 'active_days': active_days}) AS numbers,
        evidence, [hour::VARCHAR] AS keys, watched_since
    FROM strange JOIN usual USING ("user") JOIN acquainted USING ("user") JOIN logs_of USING ("user"), rules
    WHERE watched_from(since_day, watched_since, holes, recent) >= history_days AND active_days >= history_days
        AND hours_between(hour, median_hour) > hour_deviations * 1.4826 * greatest(mad_hours, 1)
        AND len(list_filter(known_hours, lambda one: hours_between(one, hour) <= 1)) = 0;
