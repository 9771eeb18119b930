CREATE OR REPLACE TABLE findings AS
    -- The days watched, where a rule has no narrower ones: of the finding's cluster, else of all.
    WITH spans AS (
        SELECT max(watched_since) AS every_since, min(watched_until) AS every_until FROM watched
    ), now AS (
        SELECT d.* REPLACE (coalesce(evidence, []) AS evidence,
                coalesce(d.watched_since, CASE WHEN d.cluster <> '' THEN w.watched_since ELSE every_since END) AS watched_since,
                coalesce(d.watched_until, CASE WHEN d.cluster <> '' THEN w.watched_until ELSE every_until END) AS watched_until),
            sha256(to_json(list_concat([kind, subject_type, subject], list_transform(keys, lambda one: coalesce(one, ''))))::VARCHAR)[1:16] AS id
        FROM drafts AS d LEFT JOIN watched AS w ON w.cluster = d.cluster, spans
    )
    SELECT rules.until, id, kind, subject_type, subject, cluster, tenant, severity::INTEGER AS severity, 'open' AS state,
        "grant", role, "user", resource, coalesce(old.first_seen, rules.until) AS first_seen, rules.until AS last_seen,
        why, numbers, evidence, watched_since, watched_until
    FROM now LEFT JOIN (SELECT id, first_seen FROM earlier) AS old USING (id), rules
    UNION ALL
    SELECT rules.until, id, kind, subject_type, subject, cluster, tenant, severity, 'closed', "grant", role, "user", resource,
        first_seen, last_seen, why, numbers, evidence, watched_since, watched_until
    FROM earlier, rules WHERE id NOT IN (SELECT id FROM now) AND last_seen >= rules.until - closed_days;
