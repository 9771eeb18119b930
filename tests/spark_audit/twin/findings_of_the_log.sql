CREATE OR REPLACE TEMP TABLE refused AS
    SELECT d.*, date >= recent AS is_recent, shown(date, "user", cred, ip, action, resource, 2, n, first, last) AS row
    FROM lacking AS d, rules;

CREATE OR REPLACE TEMP TABLE repeated_denials AS
    SELECT 'repeated_denials' AS kind, CASE WHEN "user" = '' THEN 'resource' ELSE 'user' END AS subject_type,
        CASE WHEN "user" = '' THEN resource ELSE "user" END AS subject, cluster, tenant_of(resource) AS tenant,
        "user", resource, 2 AS severity, arg_max(reason, (last, reason)) AS why,
        known(MAP {'n': sum(n)::DOUBLE, 'days': count(DISTINCT date)}) AS numbers, newest(row) AS evidence,
        [cluster, op, resource] AS keys
    FROM refused, rules WHERE date BETWEEN since AND until
    GROUP BY cluster, "user", op, resource, denied_days
    HAVING count(DISTINCT date) >= denied_days AND bool_or(is_recent);

CREATE OR REPLACE TEMP TABLE denial_bursts AS
    SELECT 'denial_burst' AS kind, CASE WHEN "user" = '' THEN 'resource' ELSE 'user' END AS subject_type,
        CASE WHEN "user" = '' THEN resource ELSE "user" END AS subject, cluster, tenant_of(resource) AS tenant,
        "user", resource, 3 AS severity, arg_max(reason, (bursts, reason)) AS why,
        known(MAP {'most_in_a_minute': max(bursts)::DOUBLE, 'n': sum(n), 'days': count(DISTINCT date)}) AS numbers,
        newest(row) AS evidence, [cluster, op, resource] AS keys
    FROM refused, rules WHERE date BETWEEN recent AND until
    GROUP BY cluster, "user", op, resource, burst HAVING max(bursts) >= burst;

-- Of each name one denial is evidence before a second one of any.
CREATE OR REPLACE TEMP TABLE many_names AS
    WITH tried AS (
        SELECT r.* FROM refused AS r, rules WHERE r.date BETWEEN recent AND until AND r."user" <> '' AND r.ip <> ''
            AND NOT EXISTS (FROM activity_daily AS a WHERE a."user" = r."user" AND a.ip = r.ip AND a.date BETWEEN first_day AND until)
    ), turns AS (
        SELECT *, row_number() OVER (PARTITION BY cluster, ip, "user" ORDER BY date DESC, last DESC, first DESC, n DESC, resource DESC,
            action DESC, cred DESC NULLS LAST) AS turn FROM tried
    ), placed AS (
        SELECT *, row_number() OVER (PARTITION BY cluster, ip ORDER BY turn, date DESC, last DESC, first DESC, n DESC, "user" DESC,
            resource DESC, action DESC, cred DESC NULLS LAST) AS place FROM turns
    )
    SELECT 'many_names' AS kind, 'address' AS subject_type, ip AS subject, cluster, 3 AS severity, 'never_let_in' AS why,
        known(MAP {'names': count(DISTINCT "user")::DOUBLE, 'n': sum(n), 'days': count(DISTINCT date)}) AS numbers,
        newest(CASE WHEN place <= 20 THEN row END) AS evidence, [cluster] AS keys
    FROM placed, rules GROUP BY cluster, ip, address_names HAVING count(DISTINCT "user") >= address_names;

CREATE OR REPLACE TEMP TABLE uses_after_revocation AS
    SELECT 'use_after_revocation' AS kind, CASE WHEN cred IS NULL THEN 'grant' ELSE 'credential' END AS subject_type,
        coalesce(cred, "grant"::VARCHAR) AS subject, cluster, "grant", "user", min(resource) AS resource, tenant_of(min(resource)) AS tenant,
        CASE WHEN bool_and(allowed_by_age) THEN 3 ELSE 5 END AS severity,
        CASE WHEN bool_and(allowed_by_age) THEN 'broker_cut_off' ELSE 'revoked_before' END AS why,
        known(MAP {'n': sum(n)::DOUBLE, 'resources': count(DISTINCT resource),
            'seconds_after': max(last - revoked_time) / 1000}) AS numbers,
        newest(CASE WHEN place <= 20 THEN row END) AS evidence,
        [cluster, "user"] AS keys
    FROM (
        SELECT *, row_number() OVER (PARTITION BY cluster, "user", "grant", cred ORDER BY turn, last DESC, first DESC, n DESC, resource DESC) AS place
        FROM (
            SELECT *, shown(day_of(last), "user", cred, NULL, NULL, resource, 1, n, first, last) AS row,
                row_number() OVER (PARTITION BY cluster, "user", "grant", cred, resource ORDER BY last DESC, first DESC, n DESC) AS turn
            FROM after_revocation
        )
    ) GROUP BY cluster, "user", "grant", cred;

CREATE OR REPLACE TEMP TABLE differences AS
    SELECT CASE problem WHEN 'denied_despite_grant' THEN problem ELSE 'recomputation_difference' END AS kind, CASE WHEN "grant" IS NULL THEN 'user' ELSE 'grant' END AS subject_type,
        coalesce("grant"::VARCHAR, "user") AS subject, cluster, "grant", "user", min(resource) AS resource,
        tenant_of(min(resource)) AS tenant, 3 AS severity,
        problem || '/' || cause AS why,
        known(MAP {'n': sum(n)::DOUBLE, 'resources': count(DISTINCT resource)}) AS numbers,
        newest(CASE WHEN place <= 20 THEN row END) AS evidence,
        [cluster, problem || '/' || cause, "user"] AS keys
    FROM (
        SELECT *, row_number() OVER (PARTITION BY cluster, problem, cause, "grant", "user" ORDER BY turn, last DESC, first DESC, n DESC, resource DESC) AS place
        FROM (
            SELECT *, shown(day_of(last), "user", NULL, NULL, NULL, resource, CASE problem WHEN 'denied_despite_grant' THEN 2 ELSE 1 END,
                    n, first, last) AS row,
                row_number() OVER (PARTITION BY cluster, problem, cause, "grant", "user", resource ORDER BY last DESC, first DESC, n DESC) AS turn
            FROM recomputed
        )
    ) GROUP BY cluster, problem, cause, "grant", "user";

CREATE OR REPLACE TEMP TABLE creeping AS
    SELECT 'creep' AS kind, scope_type AS subject_type, scope AS subject, tenant,
        CASE WHEN scope_type = 'role' THEN scope::BIGINT END AS role, 3 AS severity, 'more_than_used' AS why,
        known(MAP {'granted_leaves': granted_leaves::DOUBLE, 'used_leaves': used_leaves, 'tenant_leaves': tenant_leaves,
            'creep': creep, 'reach': reach, 'index': "index"}) AS numbers, [tenant] AS keys,
        (SELECT max(s.watched_since) FROM grant_status AS s JOIN creep AS r ON r.scope_type = 'role' AND r.scope = s.role::VARCHAR
            WHERE granted AND s.why IS NULL AND r.tenant = creep.tenant
                AND (creep.scope_type = 'tenant' OR r.scope = creep.scope)) AS watched_since,
        (SELECT min(s.watched_until) FROM grant_status AS s JOIN creep AS r ON r.scope_type = 'role' AND r.scope = s.role::VARCHAR
            WHERE granted AND s.why IS NULL AND r.tenant = creep.tenant
                AND (creep.scope_type = 'tenant' OR r.scope = creep.scope)) AS watched_until
    FROM creep, rules WHERE scope_type IN ('role', 'tenant') AND "index" >= creep_index;
