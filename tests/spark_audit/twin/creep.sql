-- What is granted now, in leaves (one right on one thing), and which of them were used in the window.
CREATE OR REPLACE TEMP TABLE leaves AS
    SELECT cluster, res, tenant_of(res) AS tenant, unnest(CASE rtype
        WHEN 'topic' THEN ['read', 'write', 'subscriptions', 'delete', 'administer']
        WHEN 'namespace' THEN ['create', 'functions'] ELSE [] END) AS "right"
    FROM resources, rules WHERE until_rev IS NULL AND from_time <= epoch_ms(since);

CREATE OR REPLACE MACRO rights_of(authority) AS
    CASE
        WHEN authority = 4 THEN ['read', 'write', 'subscriptions', 'delete', 'administer', 'create', 'functions']
        WHEN authority = 300 THEN ['create']
        WHEN authority = 301 THEN ['delete']
        ELSE CASE authority % 100 WHEN 2 THEN ['write'] WHEN 3 THEN ['read'] WHEN 4 THEN ['administer']
            WHEN 5 THEN ['functions'] WHEN 6 THEN ['subscriptions']
            WHEN 8 THEN ['functions'] WHEN 9 THEN ['functions'] WHEN 10 THEN ['functions'] WHEN 11 THEN ['functions'] ELSE [] END
    END;

CREATE OR REPLACE TEMP TABLE standing AS
    SELECT "grant", cluster, res, prefix, role, role_name, users,
        list_distinct(flatten(list_transform(authorities, lambda one: rights_of(one)))) AS gives
    FROM history WHERE until_rev IS NULL
        -- Silence of the others proves nothing.
        AND "grant" IN (SELECT "grant" FROM grant_status WHERE granted AND why IS NULL);

CREATE OR REPLACE TEMP TABLE holding AS
    SELECT 'role' AS scope_type, role::VARCHAR AS scope, * FROM standing
    UNION ALL SELECT 'user', one, * EXCLUDE (one) FROM (SELECT unnest(users) AS one, * FROM standing);

-- An action shows the weakest right of the grant that it can have been.
CREATE OR REPLACE MACRO shows(action, gives) AS
    list_filter(CASE action
        WHEN 1 THEN ['create']
        WHEN 2 THEN ['read', 'subscriptions', 'administer']
        WHEN 3 THEN ['write', 'functions', 'subscriptions', 'administer']
        WHEN 4 THEN ['delete', 'subscriptions', 'administer']
    END, lambda one: list_contains(gives, one))[1];

CREATE OR REPLACE TABLE creep AS
    WITH granted AS (
        SELECT DISTINCT h.scope_type, h.scope, l.tenant, l.cluster, l.res, l."right"
        FROM holding AS h JOIN leaves AS l
            ON l.cluster = h.cluster AND list_contains(h.gives, l."right") AND above(h.res, l.res)
            AND (within(h.res, l.res, h.prefix) OR l."right" = 'create' AND h.res = l.res)
    ), used AS (
        SELECT DISTINCT h.scope_type, h.scope, shows(u.action, h.gives) AS "right",
            CASE WHEN "right" = 'create' THEN namespace_of(u.resource) ELSE u.resource END AS res
        FROM usage_daily AS u JOIN holding AS h ON h."grant" = u."grant" AND above(h.res, u.resource)
            AND (within(h.res, u.resource, h.prefix)
                OR shows(u.action, h.gives) = 'create' AND h.res = namespace_of(u.resource)), rules
        WHERE u.date BETWEEN since AND until AND split_part(u.resource, '/', 1) = h.cluster
            AND (h.scope_type = 'role' OR h.scope = u."user")
    ), counted AS (
        SELECT g.scope_type, g.scope, g.tenant, count(*) AS granted_leaves, count(u."right") AS used_leaves,
            sum(w.weight) AS granted_weight, coalesce(sum(w.weight) FILTER (u."right" IS NOT NULL), 0) AS used_weight
        FROM granted AS g LEFT JOIN used AS u USING (scope_type, scope, res, "right") JOIN weights AS w USING ("right")
        GROUP BY ALL
    ), sized AS (
        SELECT c.*, t.tenant_leaves, names.role_name AS name
        FROM counted AS c JOIN (SELECT tenant, count(*) AS tenant_leaves FROM leaves GROUP BY tenant) AS t USING (tenant)
        LEFT JOIN (SELECT role::VARCHAR AS scope, max(role_name) AS role_name FROM standing GROUP BY role) AS names
            ON c.scope_type = 'role' AND names.scope = c.scope
    ), rowed AS (
        SELECT scope_type, scope, tenant, granted_leaves, used_leaves, tenant_leaves, granted_weight, used_weight,
            CASE WHEN scope_type = 'role' THEN name ELSE scope END AS name
        FROM sized
        UNION ALL SELECT 'tenant', tenant, tenant, sum(granted_leaves), sum(used_leaves), sum(tenant_leaves),
            sum(granted_weight), sum(used_weight), tenant FROM sized WHERE scope_type = 'role' GROUP BY tenant
        UNION ALL SELECT 'estate', 'estate', NULL, sum(granted_leaves), sum(used_leaves), sum(tenant_leaves),
            sum(granted_weight), sum(used_weight), 'estate' FROM sized WHERE scope_type = 'role' HAVING count(*) > 0
    ), measured AS (
        SELECT *, CASE WHEN granted_weight > 0 THEN 100 * (1 - used_weight / granted_weight) ELSE 0 END AS creep,
            granted_leaves / tenant_leaves AS reach
        FROM rowed
    )
    SELECT rules.until, scope_type, scope, tenant, granted_leaves::BIGINT AS granted_leaves, used_leaves::BIGINT AS used_leaves,
        tenant_leaves::BIGINT AS tenant_leaves, creep, reach, 100 * sqrt(creep / 100 * reach) AS "index",
        granted_weight, used_weight, name
    FROM measured, rules;
