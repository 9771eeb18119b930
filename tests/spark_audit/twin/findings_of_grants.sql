CREATE OR REPLACE TEMP TABLE grant_uses AS
    SELECT "grant", date, resource, "user", action, covering, sole,
        shown(date, "user", NULL, NULL, action, resource, decision, n, first, last) AS row
    FROM usage_daily WHERE "grant" IS NOT NULL;

CREATE OR REPLACE TEMP TABLE by_status AS
    SELECT
        CASE status WHEN 'unused' THEN 'unused_grant' WHEN 'redundant' THEN 'redundant_grant' ELSE 'ghost_grant' END AS kind,
        'grant' AS subject_type, "grant"::VARCHAR AS subject, cluster, tenant_of(res) AS tenant, "grant", role, res AS resource,
        CASE status WHEN 'redundant' THEN 1 ELSE 2 END + weighty(type, authorities) AS severity,
        CASE status WHEN 'unused' THEN 'not_used' WHEN 'redundant' THEN 'always_covered' ELSE 'no_longer_granted' END AS why,
        known(MAP {'covering': covering::DOUBLE, 'applied': applied, 'sole': sole, 'members': members,
            'members_using': members_using, 'age_days': (end_ms - add_time) / 86400000, 'coverage_percent': coverage_percent,
            'watched_days': watched_days}) AS numbers,
        (SELECT newest(row) FROM grant_uses AS u WHERE u."grant" = s."grant" AND u.date BETWEEN since AND rules.until) AS evidence,
        []::VARCHAR[] AS keys, watched_since, watched_until
    FROM grant_status AS s, rules WHERE status IN ('unused', 'redundant', 'used_not_granted');

CREATE OR REPLACE TEMP TABLE wide AS
    WITH used AS (
        SELECT "grant", count(DISTINCT resource) AS topics_used, bool_and(depth(resource) = 4 AND action <> 1) AS topics_only,
            sum(covering) AS covering, sum(sole) AS sole, newest(row) AS evidence
        FROM grant_uses, rules WHERE date BETWEEN since AND until GROUP BY "grant"
    ), counted AS (
        SELECT s.*, u.* EXCLUDE ("grant", covering, sole),
            (SELECT count(DISTINCT (r.cluster, r.res)) FROM resources AS r JOIN history AS h ON h.cluster = r.cluster
                WHERE h."grant" = s."grant" AND h.until_rev IS NULL AND r.until_rev IS NULL AND r.rtype = 'topic'
                    AND r.from_time <= (SELECT epoch_ms(since) FROM rules)
                    AND above(h.res, r.res) AND within(h.res, r.res, h.prefix)) AS topics_below
        FROM grant_status AS s JOIN used AS u USING ("grant")
    )
    SELECT 'wide_grant' AS kind, 'grant' AS subject_type, "grant"::VARCHAR AS subject, cluster, tenant_of(res) AS tenant,
        "grant", role, res AS resource, 2 + weighty(type, authorities) AS severity, 'few_topics' AS why,
        known(MAP {'topics_used': topics_used::DOUBLE, 'topics_below': topics_below, 'share': topics_used / topics_below,
            'covering': covering, 'sole': sole}) AS numbers, evidence, []::VARCHAR[] AS keys, watched_since, watched_until
    FROM counted AS c, rules
    WHERE granted AND why IS NULL AND type <= 3 AND topics_only AND topics_used <= wide_topics
        AND topics_below > 0 AND topics_used <= wide_share * topics_below;

CREATE OR REPLACE TEMP TABLE empty AS
    WITH named AS (
        SELECT DISTINCT cluster, unnest([res, namespace_of(res)]) AS res FROM resources WHERE until_rev IS NULL
    ), counted AS (
        SELECT s.*, (SELECT count(DISTINCT n.res) FROM named AS n JOIN history AS h ON h.cluster = n.cluster
                WHERE h."grant" = s."grant" AND h.until_rev IS NULL AND depth(n.res) = depth(h.res) + 1 AND above(h.res, n.res)) AS below,
            EXISTS (FROM named AS n JOIN history AS h ON h.cluster = n.cluster WHERE h."grant" = s."grant"
                AND h.until_rev IS NULL AND above(h.res, n.res) AND within(h.res, n.res, h.prefix)) AS something
        FROM grant_status AS s WHERE status = 'unused' AND prefix IS NOT NULL
    )
    SELECT 'empty_prefix' AS kind, 'grant' AS subject_type, "grant"::VARCHAR AS subject, cluster, tenant_of(res) AS tenant,
        "grant", role, res AS resource, 1 + weighty(type, authorities) AS severity, 'nothing_begins_so' AS why,
        known(MAP {'names_below': below::DOUBLE, 'watched_days': watched_days}) AS numbers,
        (SELECT newest(row) FROM grant_uses AS u, rules WHERE u."grant" = c."grant" AND u.date BETWEEN since AND rules.until) AS evidence,
        []::VARCHAR[] AS keys, watched_since, watched_until
    FROM counted AS c WHERE NOT something;

-- Where a grant stood in the days that are compared; where it ever did when it had ended everywhere before.
CREATE OR REPLACE TEMP TABLE homes AS
    WITH spans AS (SELECT h."grant", h.cluster, coalesce(h.until_time > epoch_ms(before), true) AS inside FROM history AS h, rules)
    SELECT "grant", cluster FROM spans
    QUALIFY inside OR NOT bool_or(inside) OVER (PARTITION BY "grant");
CREATE OR REPLACE TEMP TABLE woken AS
    WITH lives AS (
        SELECT s.*, (SELECT min(date) FROM grant_uses AS u, rules AS r WHERE u."grant" = s."grant"
                AND u.date BETWEEN r.recent AND r.until) AS woke,
            (SELECT max(date) FROM grant_uses AS u, rules AS r WHERE u."grant" = s."grant"
                AND u.date >= r.before AND u.date < r.recent) AS used,
            (SELECT arg_min(split_part(resource, '/', 1), (u.row.first, resource)) FROM grant_uses AS u, rules AS r
                WHERE u."grant" = s."grant" AND u.date BETWEEN r.recent AND r.until) AS woke_on,
            (SELECT max(w.watched_since) FROM (SELECT DISTINCT cluster FROM homes AS h WHERE h."grant" = s."grant")
                LEFT JOIN watched AS w USING (cluster)) AS logged
        FROM grant_status AS s
    ), slept AS (
        SELECT l.*, greatest(used, day_of(add_time), logged) AS since_day FROM lives AS l WHERE woke IS NOT NULL
    )
    SELECT 'sleeping_grant_woke' AS kind, 'grant' AS subject_type, "grant"::VARCHAR AS subject,
        woke_on AS cluster, tenant_of(res) AS tenant, "grant", role, res AS resource, 3 + weighty(type, authorities) AS severity,
        CASE WHEN used IS NULL THEN 'never_used_before' ELSE 'slept' END AS why,
        known(MAP {'slept_days': (woke - since_day)::DOUBLE,
            'uses': (SELECT sum(covering) FROM grant_uses AS u WHERE u."grant" = s."grant" AND u.date BETWEEN recent AND rules.until),
            'users': (SELECT count(DISTINCT "user") FROM grant_uses AS u WHERE u."grant" = s."grant" AND u.date BETWEEN recent AND rules.until)
        }) AS numbers,
        (SELECT newest(row) FROM grant_uses AS u
            WHERE u."grant" = s."grant" AND u.date BETWEEN least(since, recent) AND rules.until) AS evidence,
        []::VARCHAR[] AS keys, logged AS watched_since
    FROM slept AS s, rules
    WHERE woke - since_day >= sleep_days
        AND (SELECT bool_and(coalesce(whole(w.watched_since, w.holes, since_day, woke), false))
            FROM (SELECT DISTINCT cluster FROM homes AS h WHERE h."grant" = s."grant") LEFT JOIN watched AS w USING (cluster));
