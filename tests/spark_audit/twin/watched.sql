-- Since when each cluster's log is known in the days that are looked at, and the days of which too little arrived.
CREATE OR REPLACE TEMP TABLE watched AS
    WITH inside AS (
        SELECT boot, date, seq - lag(seq, 1, 0) OVER (PARTITION BY boot ORDER BY seq) - 1 AS lost FROM silver
    ), outside AS (
        -- Days before the window: what came before them is not read, so nothing is missing before their first number.
        SELECT boot, date, coalesce(seq - lag(seq) OVER (PARTITION BY boot ORDER BY seq) - 1, 0) AS lost
        FROM silver, rules WHERE date >= first_day AND date < since
    ), homes AS (
        SELECT boot, mode(cluster) AS cluster FROM silver WHERE cluster <> '' GROUP BY boot
    ), days AS (
        SELECT cluster, date, count(*) AS events, sum(lost) AS lost
        FROM (SELECT inside.* FROM inside, rules WHERE date BETWEEN since AND until UNION ALL FROM outside) JOIN homes USING (boot)
        GROUP BY ALL
    )
    SELECT cluster, min(date) AS watched_since,
        coalesce(list(date) FILTER (events * 100 < (events + lost) * percent), []) AS holes
    FROM days, rules WHERE date BETWEEN before AND until GROUP BY cluster;
CREATE OR REPLACE MACRO whole(watched_since, holes, first, last) AS
    watched_since <= first AND len(list_filter(holes, lambda day: day BETWEEN first AND last)) = 0;
