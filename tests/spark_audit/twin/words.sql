-- What the other files say in one word. Paths are `cluster/tenant/namespace/topic`, `*` the root; topics that are not
-- persistent have their domain before the tenant. Times are epoch milliseconds.
CREATE OR REPLACE MACRO plain(path) AS replace(replace(path, 'non-persistent://', ''), 'topic://', '');
CREATE OR REPLACE MACRO depth(path) AS
    CASE WHEN path = '*' THEN 0 WHEN path <> '' THEN len(string_split(plain(path), '/')) END;
CREATE OR REPLACE MACRO tenant_of(path) AS CASE WHEN depth(path) > 1 THEN string_split(plain(path), '/')[2] END;
CREATE OR REPLACE MACRO above(granted, used) AS
    granted = '*' OR granted = used OR depth(granted) < 4 AND starts_with(plain(used), granted || '/');
CREATE OR REPLACE MACRO namespace_of(path) AS
    CASE WHEN depth(path) = 4 THEN array_to_string(string_split(plain(path), '/')[1:3], '/') ELSE path END;
-- A grant may be limited to names directly below its place that begin with a prefix: namespaces of a tenant, topics of
-- a namespace. Of the place itself it says nothing.
CREATE OR REPLACE MACRO within(granted, used, prefix) AS
    prefix IS NULL OR prefix <> '' AND depth(granted) IN (2, 3) AND above(granted, used) AND granted <> used
        AND starts_with(regexp_replace(string_split(plain(used), '/')[depth(granted) + 1], '-partition-(0|[1-9][0-9]*)$', ''), prefix);
-- A retry or dead-letter topic is called <topic>-<subscription>-RETRY or -DLQ; a grant serves it from the topic or above,
-- one with a prefix if a topic that it may belong to begins so.
CREATE OR REPLACE MACRO serves(granted, used, prefix) AS
    depth(used) = 4 AND regexp_matches(string_split(used, '/')[-1], '^.+-.+-(RETRY|DLQ)$')
    AND (above(granted, used) AND granted <> used AND list_bool_or(list_transform(range(2, len(used)), lambda k:
            regexp_matches(used[k:], '^-[^/]+-(RETRY|DLQ)$') AND used[k - 1] <> '/' AND within(granted, used[1:k - 1], prefix)))
        OR starts_with(used, granted || '-') AND depth(granted) = 4
            AND regexp_matches(used[len(granted) + 1:], '^-[^/]+-(RETRY|DLQ)$'));
CREATE OR REPLACE MACRO owns(user_name, subscription) AS
    coalesce(subscription = user_name
        OR starts_with(subscription, user_name) AND contains('-_./:', subscription[len(user_name) + 1]), false);
CREATE OR REPLACE MACRO at_revision(rev, from_rev, until_rev) AS from_rev <= rev AND (until_rev IS NULL OR rev < until_rev);
CREATE OR REPLACE MACRO day_of(time) AS make_timestamp(time * 1000)::DATE;
CREATE OR REPLACE MACRO shown(date, user_name, cred, ip, action, resource, decision, n, first, last) AS {
    'date': date, 'user': user_name, 'cred': cred, 'ip': ip, 'action': action, 'resource': resource,
    'decision': decision, 'n': n, 'first': first, 'last': last};
CREATE OR REPLACE MACRO newest(r) AS list(r ORDER BY r.date DESC NULLS LAST, r.last DESC NULLS LAST,
    r.first DESC NULLS LAST, r.n DESC NULLS LAST, r."user" DESC NULLS LAST, r.resource DESC NULLS LAST,
    r.action DESC NULLS LAST, r.cred DESC NULLS LAST, r.ip DESC NULLS LAST, r.decision DESC NULLS LAST)[1:20];
CREATE OR REPLACE MACRO known(numbers) AS
    map_from_entries(list_filter(map_entries(numbers), lambda one: one.value IS NOT NULL));
CREATE OR REPLACE MACRO weighty(kind, authorities) AS
    CASE
        WHEN list_contains(authorities, 4) THEN 2
        WHEN kind <= 2 OR list_bool_or(list_transform(authorities, lambda one: one % 100 = 4)) THEN 1
        ELSE 0
    END;
