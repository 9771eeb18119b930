-- Who is called like an earlier account that was deleted is somebody else.
CREATE OR REPLACE TEMP TABLE reborn AS
    SELECT "user", max(from_time) AS made FROM (
        SELECT *, lag(until_rev) OVER w AS gone, row_number() OVER w AS place FROM users WINDOW w AS (PARTITION BY "user" ORDER BY from_rev)
    ) WHERE place > 1 AND gone IS DISTINCT FROM from_rev GROUP BY "user";
CREATE OR REPLACE MACRO of_newest(name, last) AS NOT EXISTS (FROM reborn AS r WHERE r."user" = name AND last < r.made);

CREATE OR REPLACE TEMP TABLE signs AS
    SELECT "user", cred, date, shown(date, "user", cred, ip, action, NULL, 1, n, first, last) AS row
    FROM activity_daily, rules WHERE date BETWEEN first_day AND until AND of_newest(activity_daily."user", last)
    UNION ALL
    SELECT "user", cred, date, shown(date, "user", cred, ip, action, resource, 2, n, first, last)
    FROM denials_daily, rules WHERE date BETWEEN first_day AND until AND "user" <> '' AND of_newest(denials_daily."user", last);

CREATE OR REPLACE TEMP TABLE holdings AS
    SELECT u."user", count(DISTINCT h."grant") FILTER (h.until_rev IS NULL) AS "grants",
        CASE WHEN count(h.cluster) > 0 THEN list(DISTINCT h.cluster) ELSE (SELECT list(cluster) FROM
            (SELECT cluster FROM watched)) END AS clusters
    FROM (SELECT "user" FROM users UNION SELECT unnest(users) FROM history) AS u
    LEFT JOIN (SELECT h.* FROM history AS h, rules WHERE until_rev IS NULL OR until_time > epoch_ms(before)) AS h
        ON list_contains(h.users, u."user") GROUP BY u."user";

-- From which day on the logs of all clusters of a user have no hole; nobody knows where one of them has no log.
CREATE OR REPLACE TEMP TABLE audible AS
    SELECT h."user", h."grants",
        (SELECT CASE WHEN bool_and(w.cluster IS NOT NULL) THEN max(greatest(w.watched_since, list_max(w.holes))) END
            FROM (SELECT unnest(h.clusters) AS cluster) AS c LEFT JOIN watched AS w ON w.cluster = c.cluster) AS logged
    FROM holdings AS h WHERE logged IS NOT NULL;

CREATE OR REPLACE TEMP TABLE accounts AS
    SELECT u."user", u.main, a."grants", a.logged AS watched_since, (SELECT max(date) FROM signs AS s WHERE s."user" = u."user") AS seen,
        -- Enabled since the newest line that does not go on from an enabled one.
        greatest(day_of((SELECT max(b.from_time) FROM users AS b WHERE b."user" = u."user" AND b.enabled AND NOT EXISTS
            (FROM users AS e WHERE e."user" = b."user" AND e.enabled AND e.until_rev = b.from_rev))), a.logged) AS since_day,
        (SELECT newest(row) FROM signs AS s WHERE s."user" = u."user")[1:1] AS evidence
    FROM users AS u JOIN audible AS a USING ("user") WHERE u.until_rev IS NULL AND u.enabled;

CREATE OR REPLACE TEMP TABLE dormant AS
    SELECT CASE WHEN main IS NULL THEN 'dormant_user' ELSE 'dormant_sub_account' END AS kind,
        CASE WHEN main IS NULL THEN 'user' ELSE 'sub_account' END AS subject_type, "user" AS subject, "user", 2 AS severity,
        CASE WHEN seen IS NULL THEN 'never_seen' ELSE 'silent' END AS why,
        known(MAP {'silent_days': (until - greatest(since_day, seen))::DOUBLE, 'grants': "grants"}) AS numbers,
        evidence, []::VARCHAR[] AS keys, watched_since
    FROM accounts, rules WHERE until - greatest(since_day, seen) >= dormant_days;

CREATE OR REPLACE TEMP TABLE dormant_credentials AS
    WITH held AS (
        SELECT c.*, a.logged, (SELECT max(date) FROM signs AS s WHERE s.cred = c.cred) AS seen,
            greatest(day_of(c.from_time), a.logged) AS since_day
        FROM credentials AS c JOIN audible AS a USING ("user"), rules
        WHERE c.until_rev IS NULL AND (c.expires IS NULL OR c.expires > end_ms)
            AND c."user" NOT IN (SELECT "user" FROM dormant)
            AND NOT EXISTS (FROM signs AS d WHERE d."user" = c."user" AND d.cred IS NULL)
    )
    SELECT 'dormant_credential' AS kind, 'credential' AS subject_type, cred AS subject, "user",
        CASE WHEN expires IS NULL THEN 3 ELSE 2 END AS severity,
        CASE WHEN seen IS NULL THEN 'never_seen' ELSE 'silent' END AS why,
        known(MAP {'silent_days': (until - greatest(since_day, seen))::DOUBLE,
            'days_left': (expires - end_ms) / 86400000}) AS numbers,
        (SELECT newest(row) FROM signs AS s WHERE s.cred = h.cred)[1:1] AS evidence, []::VARCHAR[] AS keys, logged AS watched_since
    FROM held AS h, rules WHERE until - greatest(since_day, seen) >= dormant_days;
