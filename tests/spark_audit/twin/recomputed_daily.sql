-- The log against the history: every use beside every grant, as the page says it.
CREATE OR REPLACE TEMP TABLE people AS
    SELECT u."user", u.main, u.networks AS own, m.networks AS of_main,
        greatest(u.from_rev, coalesce(m.from_rev, 0)) AS from_rev, greatest(u.from_time, coalesce(m.from_time, 0)) AS from_time,
        least(u.until_rev, m.until_rev) AS until_rev, least(u.until_time, m.until_time) AS until_time
    FROM users AS u LEFT JOIN users AS m ON m."user" = u.main
    WHERE u.enabled AND (u.main IS NULL OR m.enabled)
        AND (m.until_rev IS NULL OR u.from_rev < m.until_rev) AND (u.until_rev IS NULL OR m.from_rev IS NULL OR m.from_rev < u.until_rev);

CREATE OR REPLACE TEMP TABLE held AS
    SELECT h."grant", h.cluster, h.res, h.authorities, h.prefix, h.subscriptions, h.networks, h.valid_from, h.valid_until, p."user", p.main,
        p.own, p.of_main,
        greatest(h.from_rev, p.from_rev) AS from_rev, greatest(h.from_time, p.from_time) AS from_time,
        least(h.until_rev, p.until_rev) AS until_rev, least(h.until_time, p.until_time) AS until_time
    FROM history AS h JOIN people AS p ON list_contains(h.users, p."user")
    WHERE (p.until_rev IS NULL OR h.from_rev < p.until_rev) AND (h.until_rev IS NULL OR p.from_rev < h.until_rev);

-- Which authorities meet a use. What a probe asked is not known well enough: of it only places are compared, also below.
CREATE OR REPLACE TEMP TABLE uses AS
    SELECT *, EXISTS (FROM rights AS r WHERE r.op = s.op AND r.rtype = s.rtype) AS known_op,
        (SELECT count(*) FROM rights AS r
            WHERE r.op = s.op AND r.rtype = s.rtype AND (NOT r.own OR owns(s."user", s.sub))) AS alternatives,
        s.kind = 1 AS probe,
        (SELECT coalesce(flatten(list(r.authorities)), []) FROM rights AS r
            WHERE r.op = s.op AND r.rtype = s.rtype AND (NOT r.own OR owns(s."user", s.sub))) AS enough,
        (SELECT coalesce(flatten(list(r.authorities)), []) FROM rights AS r WHERE r.op = s.op AND r.rtype = s.rtype) AS managed,
        (SELECT coalesce(flatten(list(r.readers)), []) FROM rights AS r
            WHERE r.op = s.op AND r.rtype = s.rtype AND (NOT r.own OR owns(s."user", s.sub))) AS readers
    FROM silver AS s WHERE dec = 1 AND code IN ('GRANTED', 'OWN_SUBSCRIPTION', 'SUPER_USER');

CREATE OR REPLACE MACRO on_place(granted, used, prefix, probe) AS
    above(granted, used) AND within(granted, used, prefix) OR serves(granted, used, prefix)
    OR probe AND (granted = used OR starts_with(plain(granted), used || '/'));
-- Behind a proxy the log does not say which address the broker judged: then from where it was asked is not compared.
CREATE OR REPLACE MACRO may_ask(networks, ip, via) AS networks IS NULL OR via IS NOT NULL OR lets_in(networks, ip);
CREATE OR REPLACE MACRO does_ask(networks, ip, via) AS networks IS NULL OR via IS NULL AND lets_in(networks, ip);
-- Which subscription it was is not compared; naming it makes it the user's own.
CREATE OR REPLACE MACRO gives(granted, used, prefix, subscriptions, authorities, enough, managed, readers, probe, known_op) AS
    probe AND on_place(granted, used, prefix, true)
    OR above(granted, used) AND within(granted, used, prefix) AND (NOT known_op OR list_has_any(authorities, enough)
        OR subscriptions IS NOT NULL AND list_has_any(authorities, managed))
    OR serves(granted, used, prefix) AND (NOT known_op OR list_has_any(authorities, readers));
CREATE OR REPLACE MACRO in_validity(time, t_end, valid_from, valid_until) AS
    (valid_from IS NULL OR valid_from <= time) AND (valid_until IS NULL OR t_end < valid_until);

CREATE OR REPLACE TEMP TABLE listed AS
    SELECT *, unnest(list_distinct(grants)) AS "grant" FROM uses WHERE len(grants) > 0;

CREATE OR REPLACE TEMP TABLE doubted AS
    WITH looked AS (
        SELECT l.uid, l."grant",
            EXISTS (FROM history AS h WHERE h."grant" = l."grant") AS exported,
            h."grant" IS NOT NULL AS there,
            in_validity(l.time, l.t_end, h.valid_from, h.valid_until) AS open,
            list_contains(h.users, l."user") AS member,
            on_place(h.res, l.res, h.prefix, l.probe) AS placed,
            gives(h.res, l.res, h.prefix, h.subscriptions, h.authorities, l.enough, l.managed, l.readers, l.probe, l.known_op) AS given,
            may_ask(h.networks, l.ip, l.via) AS inside,
            p."grant" IS NOT NULL AS able,
            may_ask(p.own, l.ip, l.via) AND may_ask(p.of_main, l.ip, l.via) AS user_inside,
            (SELECT max({'time': o.until_time, 'rev': o.until_rev}) FROM held AS o
                WHERE o."grant" = l."grant" AND o.cluster = l.cluster AND o."user" = l."user"
                AND gives(o.res, l.res, o.prefix, o.subscriptions, o.authorities, l.enough, l.managed, l.readers, l.probe, l.known_op)
                AND in_validity(l.time, l.t_end, o.valid_from, o.valid_until) AND may_ask(o.networks, l.ip, l.via) AND may_ask(o.own, l.ip, l.via) AND may_ask(o.of_main, l.ip, l.via)
                AND o.until_time + 5000 <= l.t_end) AS revoked,
            EXISTS (FROM held AS o WHERE o."grant" = l."grant" AND o.cluster = l.cluster AND o."user" = l."user"
                AND gives(o.res, l.res, o.prefix, o.subscriptions, o.authorities, l.enough, l.managed, l.readers, l.probe, l.known_op)
                AND in_validity(l.time, l.t_end, o.valid_from, o.valid_until) AND may_ask(o.networks, l.ip, l.via) AND may_ask(o.own, l.ip, l.via) AND may_ask(o.of_main, l.ip, l.via)
                AND o.from_time - 5000 <= l.time AND (o.until_time IS NULL OR l.time < o.until_time + 5000)) AS at_first,
            EXISTS (FROM held AS o WHERE o."grant" = l."grant" AND o.cluster = l.cluster AND o."user" = l."user"
                AND gives(o.res, l.res, o.prefix, o.subscriptions, o.authorities, l.enough, l.managed, l.readers, l.probe, l.known_op)
                AND in_validity(l.time, l.t_end, o.valid_from, o.valid_until) AND may_ask(o.networks, l.ip, l.via) AND may_ask(o.own, l.ip, l.via) AND may_ask(o.of_main, l.ip, l.via)
                AND o.from_time - 5000 <= l.t_end AND (o.until_time IS NULL OR l.t_end < o.until_time + 5000)) AS at_last
        FROM listed AS l
        LEFT JOIN history AS h ON h."grant" = l."grant" AND h.cluster = l.cluster AND at_revision(l.rev, h.from_rev, h.until_rev)
        LEFT JOIN held AS p ON p."grant" = l."grant" AND p.cluster = l.cluster AND p."user" = l."user"
            AND at_revision(l.rev, p.from_rev, p.until_rev)
    )
    SELECT *,
        CASE
            WHEN NOT exported THEN 'not_exported'
            WHEN NOT there THEN 'not_valid_at_revision'
            WHEN NOT open THEN 'out_of_window'
            WHEN NOT member THEN 'user_not_in_role'
            WHEN NOT placed THEN 'resource_not_covered'
            WHEN NOT given THEN 'right_not_given'
            WHEN NOT inside THEN 'outside_network'
            WHEN NOT able THEN 'user_disabled'
            WHEN NOT user_inside THEN 'outside_network'
            WHEN at_first AND at_last THEN NULL
            WHEN l.clock IS NOT NULL THEN 'clock_skew'
            WHEN revoked IS NOT NULL THEN 'snapshot_behind'
            ELSE 'clock_skew'
        END AS cause
    FROM looked JOIN listed AS l USING (uid, "grant");

CREATE OR REPLACE TEMP TABLE missed AS
    SELECT u.*, p."grant",
        CASE
            WHEN u.clock IS NOT NULL OR p.until_rev <= u.rev THEN 'clock_skew'
            WHEN u.rev < p.from_rev THEN 'snapshot_behind'
            ELSE 'unexplained'
        END AS cause
    FROM uses AS u JOIN held AS p ON p.cluster = u.cluster AND p."user" = u."user"
    WHERE u.kind <> 1
        AND p.from_time + 5000 <= u.time AND (p.until_time IS NULL OR u.t_end < p.until_time - 5000)
        AND in_validity(u.time, u.t_end, p.valid_from, p.valid_until)
        AND above(p.res, u.res) AND within(p.res, u.res, p.prefix) AND p.subscriptions IS NULL
        AND does_ask(p.networks, u.ip, u.via) AND does_ask(p.own, u.ip, u.via) AND does_ask(p.of_main, u.ip, u.via) AND list_has_any(p.authorities, u.enough)
        AND NOT coalesce(list_contains(u.grants, p."grant"), false)
        AND (u.code <> 'SUPER_USER' OR list_contains(p.authorities, 4))
        AND (p.main IS NULL OR u.alternatives = 1);

-- Denials for want of a grant, beside every grant; of a sub-account the main account must hold one as well.
CREATE OR REPLACE TEMP TABLE refusals AS
    SELECT s.*, (SELECT max(a.main) FROM users AS a WHERE a."user" = s."user") AS main,
        (SELECT count(*) FROM rights AS r
            WHERE r.op = s.op AND r.rtype = s.rtype AND (NOT r.own OR owns(s."user", s.sub))) AS alternatives,
        (SELECT coalesce(flatten(list(r.authorities)), []) FROM rights AS r
            WHERE r.op = s.op AND r.rtype = s.rtype AND (NOT r.own OR owns(s."user", s.sub))) AS enough
    FROM silver AS s
    WHERE dec = 2 AND kind <> 1 AND code IN ('NO_GRANT', 'GRANT_NOT_IN_FORCE', 'MAIN_ACCOUNT_LACKS_RIGHT');

CREATE OR REPLACE TEMP TABLE able AS
    SELECT r.uid, p."user" AS holder, p."grant",
        CASE
            WHEN r.clock IS NOT NULL OR p.until_rev <= r.rev THEN 'clock_skew'
            WHEN r.rev < p.from_rev THEN 'snapshot_behind'
            ELSE 'unexplained'
        END AS cause
    FROM refusals AS r JOIN held AS p ON p.cluster = r.cluster AND p."user" IN (r."user", r.main)
    WHERE p.from_time + 5000 <= r.time AND (p.until_time IS NULL OR r.t_end < p.until_time - 5000)
        AND in_validity(r.time, r.t_end, p.valid_from, p.valid_until)
        AND above(p.res, r.res) AND within(p.res, r.res, p.prefix) AND p.subscriptions IS NULL
        AND does_ask(p.networks, r.ip, r.via) AND does_ask(p.own, r.ip, r.via) AND does_ask(p.of_main, r.ip, r.via) AND list_has_any(p.authorities, r.enough)
        AND (r.main IS NULL OR r.alternatives = 1);

CREATE OR REPLACE TEMP TABLE despite AS
    SELECT r.*, arg_min({'cause': a.cause, 'grant': a."grant"},
            (CASE a.cause WHEN 'unexplained' THEN 0 WHEN 'snapshot_behind' THEN 1 ELSE 2 END, a."grant")) AS told
    FROM refusals AS r JOIN able AS a ON a.uid = r.uid AND a.holder = r."user"
    WHERE r.main IS NULL OR EXISTS (FROM able AS m WHERE m.uid = r.uid AND m.holder = r.main)
    GROUP BY ALL;

CREATE OR REPLACE TABLE recomputed_daily AS
    WITH differences AS (
        SELECT date, cluster, 'logged_not_valid' AS problem, cause, "grant", "user", res, op, rev, n, time, t_end,
            CASE WHEN cause = 'snapshot_behind' THEN revoked.rev END AS revoked_rev,
            CASE WHEN cause = 'snapshot_behind' THEN revoked.time END AS revoked_time
        FROM doubted WHERE cause IS NOT NULL
        UNION ALL BY NAME
        SELECT date, cluster, 'not_logged' AS problem, cause, "grant", "user", res, op, rev, n, time, t_end FROM missed
        UNION ALL BY NAME
        SELECT date, cluster, 'denied_despite_grant' AS problem, told.cause AS cause, told."grant" AS "grant", "user", res,
            op, rev, n, time, t_end
        FROM despite
    )
    SELECT date, cluster, problem, cause, "grant", "user", res AS resource, op, rev, revoked_rev, revoked_time,
        sum(n)::BIGINT AS n, min(time) AS first, max(t_end) AS last
    FROM differences GROUP BY ALL;
