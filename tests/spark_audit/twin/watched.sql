-- Since when each cluster's log is known in the days that are looked at, and which of its days were not watched whole.
CREATE OR REPLACE TEMP TABLE watched AS
    WITH begun AS (
        SELECT cluster, min(day) AS watched_since FROM log_days, rules WHERE day >= before GROUP BY cluster
    ), days AS (
        SELECT cluster, watched_since, unnest(generate_series(watched_since, until, INTERVAL 1 DAY))::DATE AS day FROM begun, rules
    )
    SELECT cluster, watched_since, list(day ORDER BY day) FILTER (hole) AS holes, max(day) FILTER (NOT hole) AS watched_until
    FROM (
        SELECT cluster, watched_since, day,
            poor IS NULL OR poor OR NOT (comes OR day = watched_since) OR NOT (goes OR day = until) AS hole
        FROM days LEFT JOIN log_days USING (cluster, day), rules
    ) GROUP BY cluster, watched_since;
CREATE OR REPLACE MACRO whole(watched_since, holes, first, last) AS
    watched_since <= first AND len(list_filter(coalesce(holes, []), lambda day: day BETWEEN first AND last)) = 0;
