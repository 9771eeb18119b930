CREATE OR REPLACE TABLE findings AS
    WITH now AS (
        SELECT * REPLACE (coalesce(evidence, []) AS evidence),
            sha256(to_json(list_concat([kind, subject_type, subject], list_transform(keys, lambda one: coalesce(one, ''))))::VARCHAR)[1:16] AS id
        FROM drafts
    )
    SELECT rules.until, id, kind, subject_type, subject, cluster, tenant, severity::INTEGER AS severity, 'open' AS state,
        "grant", role, "user", resource, coalesce(old.first_seen, rules.until) AS first_seen, rules.until AS last_seen,
        why, numbers, evidence
    FROM now LEFT JOIN (SELECT id, first_seen FROM earlier) AS old USING (id), rules
    UNION ALL
    SELECT rules.until, id, kind, subject_type, subject, cluster, tenant, severity, 'closed', "grant", role, "user", resource,
        first_seen, last_seen, why, numbers, evidence
    FROM earlier, rules WHERE id NOT IN (SELECT id FROM now) AND last_seen >= rules.until - closed_days;
