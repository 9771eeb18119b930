-- The gold tables of the window: sums of the tables per date.
CREATE OR REPLACE TABLE recomputed AS
    SELECT rules.until, cluster, problem, cause, "grant", "user", resource, op, rev, sum(n)::BIGINT AS n,
        min(first) AS first, max(last) AS last
    FROM recomputed_daily, rules WHERE date BETWEEN rules.since AND rules.until GROUP BY ALL;

CREATE OR REPLACE TABLE after_revocation AS
    WITH late AS (
        SELECT cluster, "grant", NULL AS cred, "user", resource, rev, revoked_rev, revoked_time, n, first, last
        FROM recomputed_daily, rules
        WHERE date BETWEEN since AND until AND problem = 'logged_not_valid' AND cause = 'snapshot_behind'
        UNION ALL
        SELECT cluster, NULL, cred, a."user", NULL, NULL, until_rev, until_time, n, greatest(first, until_time), last
        FROM activity_daily AS a JOIN credentials USING (cred), rules
        WHERE date BETWEEN since AND until AND last >= until_time + 5000
    )
    SELECT until, cluster, "grant", cred, "user", resource, rev, revoked_rev, revoked_time, sum(n)::BIGINT AS n,
        min(first) AS first, max(last) AS last, max(last) <= revoked_time + 86400000 AS allowed_by_age
    FROM late, rules GROUP BY until, cluster, "grant", cred, "user", resource, rev, revoked_rev, revoked_time;

CREATE OR REPLACE TABLE usage_totals AS
    WITH used AS (
        SELECT u.*, h.role,
            CASE WHEN u."grant" IS NULL THEN n ELSE applied END AS once
        FROM usage_daily AS u LEFT JOIN (SELECT DISTINCT "grant", role FROM history) AS h USING ("grant"), rules
        WHERE date BETWEEN since AND until AND decision <> 2
    ), told AS (
        SELECT 'grant' AS subject_type, "grant"::VARCHAR AS subject, covering AS counted, * FROM used WHERE "grant" IS NOT NULL
        UNION ALL SELECT 'role', role::VARCHAR, applied, * FROM used WHERE role IS NOT NULL
        UNION ALL SELECT 'user', "user", once, * FROM used WHERE "user" <> ''
        UNION ALL SELECT 'resource', resource, once, * FROM used WHERE resource <> ''
    )
    SELECT rules.until, subject_type, subject, sum(counted)::BIGINT AS n, min(first) AS first, max(last) AS last,
        count(DISTINCT date) AS days, count(DISTINCT "user") AS users, count(DISTINCT resource) AS resources,
        count(DISTINCT "grant") AS "grants"
    FROM told, rules GROUP BY ALL
    UNION ALL
    SELECT rules.until, 'credential', cred, sum(n)::BIGINT, min(first), max(last), count(DISTINCT date),
        count(DISTINCT "user"), NULL, NULL
    FROM activity_daily, rules WHERE date BETWEEN since AND until AND cred IS NOT NULL AND cred <> 'password' GROUP BY ALL;

CREATE OR REPLACE TEMP TABLE lacking AS
    SELECT * FROM denials_daily AS d
    WHERE reason NOT IN ('NO_GRANT', 'GRANT_NOT_IN_FORCE', 'MAIN_ACCOUNT_LACKS_RIGHT') OR NOT EXISTS (
        FROM recomputed_daily AS c
        WHERE c.problem = 'denied_despite_grant' AND c.date = d.date AND c.cluster = d.cluster AND c."user" = d."user"
            AND c.op = d.op AND c.resource = d.resource);

CREATE OR REPLACE TABLE would_allow AS
    WITH denied AS (
        SELECT DISTINCT cluster, "user", op, resource,
            ['root', 'cluster', 'tenant', 'namespace', 'topic'][1 + depth(resource)] AS rtype
        FROM lacking, rules
        WHERE date BETWEEN since AND until AND reason IN ('NO_GRANT', 'GRANT_NOT_IN_FORCE', 'MAIN_ACCOUNT_LACKS_RIGHT')
    ), wanted AS (
        SELECT d.*, r."right", r.at_type, r.authorities,
            CASE WHEN at_type = depth(resource) THEN resource
                ELSE array_to_string(string_split(plain(resource), '/')[1:at_type], '/') END AS at_res
        FROM denied AS d JOIN rights AS r USING (op, rtype) WHERE NOT r.own
    )
    SELECT rules.until, cluster, "user", op, resource, "right", at_type, at_res,
        (SELECT arg_min(h.role_name, (-h.type, h.role)) FROM history AS h
            WHERE h.until_rev IS NULL AND h.cluster = w.cluster AND above(h.res, w.at_res)
                AND within(h.res, w.resource, h.prefix) AND h.subscriptions IS NULL AND h.networks IS NULL
                AND list_has_any(h.authorities, w.authorities)) AS example_role
    FROM wanted AS w, rules;
