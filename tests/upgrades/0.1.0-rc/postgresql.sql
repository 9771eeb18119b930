SET statement_timeout = 0;
SET lock_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET client_min_messages = warning;
SET row_security = off;
CREATE FUNCTION public.sys_trail_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'the trail is append-only'; END $$;
SET default_tablespace = '';
CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.audit_finding (
    id bigint NOT NULL,
    run_id bigint NOT NULL,
    finding character varying(32) NOT NULL,
    kind character varying(32) NOT NULL,
    subject character varying(700) NOT NULL,
    severity integer NOT NULL,
    state character varying(8) NOT NULL,
    tenant character varying(128),
    grant_id bigint,
    role_id bigint,
    "user" character varying(128),
    last_seen character varying(10) NOT NULL,
    content text NOT NULL
);
CREATE SEQUENCE public.audit_finding_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.audit_finding_id_seq OWNED BY public.audit_finding.id;
CREATE TABLE public.audit_grant_status (
    run_id bigint NOT NULL,
    grant_id bigint NOT NULL,
    status character varying(32) NOT NULL,
    why character varying(32),
    covering bigint NOT NULL,
    applied bigint NOT NULL,
    sole bigint NOT NULL,
    last bigint,
    coverage_percent double precision NOT NULL,
    watched_days bigint,
    watched_since character varying(10)
);
CREATE TABLE public.audit_run (
    id bigint NOT NULL,
    run character varying(128) NOT NULL,
    add_time bigint NOT NULL,
    summary text NOT NULL,
    state character varying(16) DEFAULT 'superseded'::character varying NOT NULL,
    first_date character varying(10) DEFAULT ''::character varying NOT NULL,
    last_date character varying(10) DEFAULT ''::character varying NOT NULL,
    generated bigint DEFAULT '0'::bigint NOT NULL,
    loaded_by character varying(128) DEFAULT ''::character varying NOT NULL,
    pruned integer DEFAULT 0 NOT NULL,
    complete_time bigint
);
CREATE SEQUENCE public.audit_run_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.audit_run_id_seq OWNED BY public.audit_run.id;
CREATE TABLE public.audit_run_line (
    id bigint NOT NULL,
    run_id bigint NOT NULL,
    kind character varying(16) NOT NULL,
    subject character varying(256) NOT NULL,
    tenant character varying(128),
    "user" character varying(128),
    weight bigint NOT NULL,
    content text NOT NULL
);
CREATE SEQUENCE public.audit_run_line_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.audit_run_line_id_seq OWNED BY public.audit_run_line.id;
CREATE TABLE public.audit_run_part (
    run_id bigint NOT NULL,
    kind character varying(16) NOT NULL,
    number integer NOT NULL,
    sha256 character varying(64) NOT NULL,
    lines bigint NOT NULL
);
CREATE TABLE public.audit_suggestion (
    id bigint NOT NULL,
    run_id bigint NOT NULL,
    suggestion character varying(32) NOT NULL,
    kind character varying(32) NOT NULL,
    role_id bigint NOT NULL,
    role_name character varying(128) NOT NULL,
    tenant character varying(128),
    saved bigint NOT NULL,
    content text NOT NULL
);
CREATE SEQUENCE public.audit_suggestion_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.audit_suggestion_id_seq OWNED BY public.audit_suggestion.id;
CREATE TABLE public.audit_usage_daily (
    id bigint NOT NULL,
    date character varying(10) NOT NULL,
    grant_id bigint,
    "user" character varying(128),
    action integer NOT NULL,
    resource character varying(700) NOT NULL,
    decision integer NOT NULL,
    n bigint NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    covering bigint NOT NULL,
    applied bigint NOT NULL,
    sole bigint NOT NULL,
    run_id bigint DEFAULT '0'::bigint NOT NULL
);
CREATE SEQUENCE public.audit_usage_daily_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.audit_usage_daily_id_seq OWNED BY public.audit_usage_daily.id;
CREATE TABLE public.audit_usage_date (
    date character varying(10) NOT NULL,
    run_id bigint NOT NULL
);
CREATE TABLE public.msg_hook_delivery (
    id bigint NOT NULL,
    hook_id bigint NOT NULL,
    kind character varying(32) NOT NULL,
    body text NOT NULL,
    state character varying(16) NOT NULL,
    attempts integer NOT NULL,
    next_try bigint NOT NULL,
    add_time bigint NOT NULL,
    end_time bigint,
    problem character varying(256)
);
CREATE SEQUENCE public.msg_hook_delivery_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.msg_hook_delivery_id_seq OWNED BY public.msg_hook_delivery.id;
CREATE TABLE public.msg_link (
    id bigint NOT NULL,
    secret_hash character varying(64) NOT NULL,
    mail_id bigint NOT NULL,
    user_id bigint NOT NULL,
    purpose character varying(32) NOT NULL,
    address character varying(254) NOT NULL,
    cred_version bigint NOT NULL,
    valid_until bigint NOT NULL,
    use_time bigint
);
CREATE SEQUENCE public.msg_link_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.msg_link_id_seq OWNED BY public.msg_link.id;
CREATE TABLE public.msg_mail (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    address character varying(254) NOT NULL,
    language character varying(8),
    kind character varying(32) NOT NULL,
    facts text NOT NULL,
    state character varying(16) NOT NULL,
    attempts integer NOT NULL,
    next_try bigint NOT NULL,
    add_time bigint NOT NULL,
    valid_until bigint NOT NULL,
    end_time bigint,
    problem character varying(256)
);
CREATE SEQUENCE public.msg_mail_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.msg_mail_id_seq OWNED BY public.msg_mail.id;
CREATE TABLE public.msg_web_hook (
    id bigint NOT NULL,
    name character varying(64) NOT NULL,
    url character varying(500) NOT NULL,
    kinds text,
    status character varying(16) NOT NULL,
    secret_sealed text NOT NULL,
    secret_before_sealed text,
    before_until bigint,
    failing_since bigint,
    add_time bigint NOT NULL,
    update_time bigint NOT NULL
);
CREATE SEQUENCE public.msg_web_hook_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.msg_web_hook_id_seq OWNED BY public.msg_web_hook.id;
CREATE TABLE public.rem_opt_out (
    id bigint NOT NULL,
    grant_id bigint,
    user_id bigint,
    reason character varying(500) NOT NULL,
    until bigint NOT NULL,
    given_by_id bigint NOT NULL,
    given_by character varying(128) NOT NULL,
    add_time bigint NOT NULL
);
CREATE SEQUENCE public.rem_opt_out_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.rem_opt_out_id_seq OWNED BY public.rem_opt_out.id;
CREATE TABLE public.rem_part (
    id bigint NOT NULL,
    remediation_id bigint NOT NULL,
    suggestion character varying(32) NOT NULL,
    kind character varying(32) NOT NULL,
    role_id bigint NOT NULL,
    role_name character varying(128) NOT NULL,
    state character varying(16) NOT NULL,
    why character varying(64),
    facts text NOT NULL,
    removes text NOT NULL,
    adds text NOT NULL
);
CREATE SEQUENCE public.rem_part_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.rem_part_id_seq OWNED BY public.rem_part.id;
CREATE TABLE public.rem_remediation (
    id bigint NOT NULL,
    state character varying(16) NOT NULL,
    run character varying(128) NOT NULL,
    since character varying(10) NOT NULL,
    tenant character varying(128),
    reason character varying(500) NOT NULL,
    notice_days integer NOT NULL,
    planned_by_id bigint NOT NULL,
    planned_by character varying(128) NOT NULL,
    confirmed_by_id bigint,
    confirmed_by character varying(128),
    add_time bigint NOT NULL,
    update_time bigint NOT NULL,
    due bigint,
    looked_at bigint DEFAULT '0'::bigint NOT NULL,
    ended_by character varying(128),
    ended_time bigint,
    comment character varying(500)
);
CREATE SEQUENCE public.rem_remediation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.rem_remediation_id_seq OWNED BY public.rem_remediation.id;
CREATE TABLE public.req_access (
    id bigint NOT NULL,
    requester_id bigint NOT NULL,
    requester character varying(128) NOT NULL,
    receiver_id bigint NOT NULL,
    receiver character varying(128) NOT NULL,
    main_id bigint NOT NULL,
    res_type integer NOT NULL,
    resource character varying(512) NOT NULL,
    res_id bigint,
    authorities character varying(128) NOT NULL,
    reason character varying(1000) NOT NULL,
    wished_until bigint,
    state character varying(16) NOT NULL,
    add_time bigint NOT NULL,
    update_time bigint NOT NULL,
    expires bigint NOT NULL,
    announced integer NOT NULL,
    decided_by character varying(128),
    decided_time bigint,
    comment character varying(500),
    grant_id bigint,
    granted_until bigint,
    name_prefix character varying(255),
    subscriptions text,
    networks text,
    cidrs text
);
CREATE SEQUENCE public.req_access_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.req_access_id_seq OWNED BY public.req_access.id;
CREATE TABLE public.req_notice (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    kind character varying(32) NOT NULL,
    about character varying(64) NOT NULL,
    facts text NOT NULL,
    add_time bigint NOT NULL,
    read_time bigint
);
CREATE SEQUENCE public.req_notice_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.req_notice_id_seq OWNED BY public.req_notice.id;
CREATE TABLE public.req_registration (
    id bigint NOT NULL,
    username character varying(128) NOT NULL,
    nick character varying(128),
    contact character varying(256) NOT NULL,
    group_name character varying(128) NOT NULL,
    tenant_name character varying(128),
    cluster_name character varying(128),
    reason character varying(1000) NOT NULL,
    address character varying(64) NOT NULL,
    receipt_hash character varying(64) NOT NULL,
    state character varying(16) NOT NULL,
    add_time bigint NOT NULL,
    update_time bigint NOT NULL,
    expires bigint NOT NULL,
    decided_by character varying(128),
    decided_time bigint,
    comment character varying(500),
    user_id bigint,
    collect_time bigint
);
CREATE SEQUENCE public.req_registration_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.req_registration_id_seq OWNED BY public.req_registration.id;
CREATE TABLE public.req_verdict (
    id bigint NOT NULL,
    request_id bigint NOT NULL,
    decider_id bigint NOT NULL,
    decider character varying(128) NOT NULL,
    verdict character varying(16) NOT NULL,
    authorities character varying(128),
    until bigint,
    comment character varying(500),
    add_time bigint NOT NULL,
    address character varying(64)
);
CREATE SEQUENCE public.req_verdict_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.req_verdict_id_seq OWNED BY public.req_verdict.id;
CREATE TABLE public.res_cluster (
    id bigint NOT NULL,
    name character varying(128) NOT NULL,
    address character varying(128) NOT NULL,
    add_time bigint NOT NULL,
    update_time bigint NOT NULL,
    remark character varying(256),
    admin_url character varying(256) NOT NULL,
    admin_user bigint,
    gone integer DEFAULT 0 NOT NULL
);
CREATE SEQUENCE public.res_cluster_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.res_cluster_id_seq OWNED BY public.res_cluster.id;
CREATE TABLE public.res_namespace (
    id bigint NOT NULL,
    tenant bigint NOT NULL,
    name character varying(128) NOT NULL,
    is_valid integer NOT NULL,
    add_time bigint NOT NULL,
    update_time bigint NOT NULL,
    remark character varying(256),
    bundles integer NOT NULL,
    deleting integer NOT NULL,
    subscription_auth_mode character varying(16) DEFAULT 'None'::character varying NOT NULL
);
CREATE SEQUENCE public.res_namespace_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.res_namespace_id_seq OWNED BY public.res_namespace.id;
CREATE TABLE public.res_provisioning_job (
    id bigint NOT NULL,
    res_type integer NOT NULL,
    res_id bigint NOT NULL,
    cluster bigint NOT NULL,
    action character varying(16) NOT NULL,
    name character varying(512) NOT NULL,
    wish text NOT NULL,
    state character varying(16) NOT NULL,
    message text,
    attempts integer NOT NULL,
    next_try bigint NOT NULL,
    claimed_until bigint NOT NULL,
    add_time bigint NOT NULL,
    update_time bigint NOT NULL
);
CREATE SEQUENCE public.res_provisioning_job_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.res_provisioning_job_id_seq OWNED BY public.res_provisioning_job.id;
CREATE TABLE public.res_subscription_rule (
    id bigint NOT NULL,
    namespace bigint NOT NULL,
    subscription character varying(255) NOT NULL,
    users text NOT NULL,
    add_time bigint NOT NULL,
    update_time bigint NOT NULL
);
CREATE SEQUENCE public.res_subscription_rule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.res_subscription_rule_id_seq OWNED BY public.res_subscription_rule.id;
CREATE TABLE public.res_tenant (
    id bigint NOT NULL,
    clusters character varying(128) NOT NULL,
    name character varying(128) NOT NULL,
    is_valid integer NOT NULL,
    add_time bigint NOT NULL,
    update_time bigint NOT NULL,
    remark character varying(256),
    deleting integer NOT NULL
);
CREATE SEQUENCE public.res_tenant_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.res_tenant_id_seq OWNED BY public.res_tenant.id;
CREATE TABLE public.res_topic (
    id bigint NOT NULL,
    tenant bigint NOT NULL,
    namespace bigint NOT NULL,
    name character varying(128) NOT NULL,
    is_valid integer NOT NULL,
    add_time bigint NOT NULL,
    update_time bigint NOT NULL,
    remark character varying(256),
    domain character varying(16) NOT NULL,
    partitions integer NOT NULL,
    deleting integer NOT NULL
);
CREATE SEQUENCE public.res_topic_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.res_topic_id_seq OWNED BY public.res_topic.id;
CREATE TABLE public.sys_address_delay (
    address character varying(64) NOT NULL,
    failures integer NOT NULL,
    delayed_until bigint NOT NULL
);
CREATE TABLE public.sys_api_token (
    id bigint NOT NULL,
    jti character varying(64) NOT NULL,
    user_id bigint NOT NULL,
    name character varying(128) NOT NULL,
    audiences character varying(512) NOT NULL,
    add_time bigint NOT NULL,
    valid_until bigint NOT NULL,
    last_use bigint,
    revoke_time bigint,
    networks text,
    cidrs text,
    kid character varying(64),
    scope text
);
CREATE SEQUENCE public.sys_api_token_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_api_token_id_seq OWNED BY public.sys_api_token.id;
CREATE TABLE public.sys_application (
    id bigint NOT NULL,
    client_id character varying(128) NOT NULL,
    name character varying(128) NOT NULL,
    service_id bigint,
    trusted integer NOT NULL,
    redirect_uris text NOT NULL,
    logout_uris text NOT NULL,
    audiences character varying(512) NOT NULL,
    add_time bigint NOT NULL,
    update_time bigint NOT NULL
);
CREATE SEQUENCE public.sys_application_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_application_id_seq OWNED BY public.sys_application.id;
CREATE TABLE public.sys_authenticator_app (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    secret_sealed text NOT NULL,
    confirmed integer NOT NULL,
    last_step bigint NOT NULL,
    add_time bigint NOT NULL,
    last_use bigint
);
CREATE SEQUENCE public.sys_authenticator_app_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_authenticator_app_id_seq OWNED BY public.sys_authenticator_app.id;
CREATE TABLE public.sys_authority (
    id integer NOT NULL,
    "desc" character varying(256) NOT NULL,
    add_time bigint NOT NULL,
    remark character varying(256)
);
CREATE TABLE public.sys_authorization_code (
    digest character varying(64) NOT NULL,
    application_id bigint NOT NULL,
    user_id bigint NOT NULL,
    scope character varying(256) NOT NULL,
    audiences character varying(512) NOT NULL,
    methods character varying(64) NOT NULL,
    auth_time bigint NOT NULL,
    cred_version bigint NOT NULL,
    valid_until bigint NOT NULL,
    session_id bigint NOT NULL,
    family_id bigint,
    redirect_uri text NOT NULL,
    challenge character varying(64) NOT NULL,
    nonce text,
    use_time bigint
);
CREATE TABLE public.sys_broker (
    id bigint NOT NULL,
    cluster_id bigint NOT NULL,
    broker character varying(256) NOT NULL,
    boot character varying(64) NOT NULL,
    plugin_version character varying(64) NOT NULL,
    pulsar_version character varying(64) NOT NULL,
    revision bigint NOT NULL,
    snapshot_time bigint NOT NULL,
    events_written bigint NOT NULL,
    events_dropped bigint NOT NULL,
    connections bigint NOT NULL,
    first_seen bigint NOT NULL,
    last_seen bigint NOT NULL,
    epoch character varying(32),
    known smallint DEFAULT '1'::smallint NOT NULL,
    source character varying(256),
    revision_time bigint DEFAULT '0'::bigint NOT NULL,
    max_age_seconds bigint DEFAULT '86400'::bigint NOT NULL,
    left_time bigint,
    observing smallint DEFAULT '0'::smallint NOT NULL,
    drops text,
    service character varying(32) DEFAULT 'broker'::character varying NOT NULL,
    kicks smallint DEFAULT '0'::smallint NOT NULL,
    limits character varying(512) DEFAULT ''::character varying NOT NULL
);
CREATE TABLE public.sys_broker_answer (
    question_id bigint NOT NULL,
    broker character varying(256) NOT NULL,
    boot character varying(64) NOT NULL,
    followed boolean NOT NULL,
    total bigint NOT NULL,
    connections text NOT NULL
);
CREATE SEQUENCE public.sys_broker_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_broker_id_seq OWNED BY public.sys_broker.id;
CREATE TABLE public.sys_broker_question (
    id bigint NOT NULL,
    cluster_id bigint NOT NULL,
    asked_time bigint NOT NULL,
    principal character varying(128),
    resource character varying(512),
    most integer NOT NULL
);
CREATE SEQUENCE public.sys_broker_question_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_broker_question_id_seq OWNED BY public.sys_broker_question.id;
CREATE TABLE public.sys_client_key (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    kid character varying(64) NOT NULL,
    thumbprint character varying(64) NOT NULL,
    alg character varying(8) NOT NULL,
    public_jwk text NOT NULL,
    name character varying(128) NOT NULL,
    add_time bigint NOT NULL,
    valid_until bigint,
    last_use bigint,
    networks text,
    cidrs text
);
CREATE SEQUENCE public.sys_client_key_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_client_key_id_seq OWNED BY public.sys_client_key.id;
CREATE TABLE public.sys_client_secret (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    secret_hash character varying(64) NOT NULL,
    hint character varying(8) NOT NULL,
    add_time bigint NOT NULL,
    valid_until bigint,
    last_use bigint,
    networks text,
    cidrs text
);
CREATE SEQUENCE public.sys_client_secret_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_client_secret_id_seq OWNED BY public.sys_client_secret.id;
CREATE TABLE public.sys_cluster_credential (
    id bigint NOT NULL,
    cluster_id bigint NOT NULL,
    secret_hash character varying(64) NOT NULL,
    hint character varying(8) NOT NULL,
    add_time bigint NOT NULL,
    last_use bigint
);
CREATE SEQUENCE public.sys_cluster_credential_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_cluster_credential_id_seq OWNED BY public.sys_cluster_credential.id;
CREATE TABLE public.sys_consent (
    user_id bigint NOT NULL,
    application_id bigint NOT NULL,
    scope character varying(256) NOT NULL,
    audiences character varying(512) NOT NULL,
    add_time bigint NOT NULL
);
CREATE TABLE public.sys_device_sign_in (
    id bigint NOT NULL,
    device_hash character varying(64) NOT NULL,
    user_hash character varying(64) NOT NULL,
    client character varying(64) NOT NULL,
    address character varying(64) NOT NULL,
    status character varying(16) NOT NULL,
    user_id bigint,
    add_time bigint NOT NULL,
    valid_until bigint NOT NULL,
    asked bigint NOT NULL,
    pause_ms bigint NOT NULL,
    networks text,
    cidrs text
);
CREATE SEQUENCE public.sys_device_sign_in_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_device_sign_in_id_seq OWNED BY public.sys_device_sign_in.id;
CREATE TABLE public.sys_family_access (
    jti character varying(64) NOT NULL,
    family_id bigint NOT NULL,
    valid_until bigint NOT NULL
);
CREATE TABLE public.sys_identity_provider (
    id bigint NOT NULL,
    name character varying(64) NOT NULL,
    issuer character varying(255) NOT NULL,
    client_id character varying(255) NOT NULL,
    client_secret_sealed text,
    scopes character varying(255) NOT NULL,
    name_claim character varying(128) NOT NULL,
    groups_claim character varying(128),
    email_domains text,
    creates_users integer NOT NULL,
    service_group bigint,
    enabled integer NOT NULL,
    add_time bigint NOT NULL,
    update_time bigint NOT NULL,
    client_private_sealed text,
    client_jwk text
);
CREATE SEQUENCE public.sys_identity_provider_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_identity_provider_id_seq OWNED BY public.sys_identity_provider.id;
CREATE TABLE public.sys_kept_answer (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    key_hash character varying(64) NOT NULL,
    request_hash character varying(64) NOT NULL,
    answer text NOT NULL,
    add_time bigint NOT NULL
);
CREATE SEQUENCE public.sys_kept_answer_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_kept_answer_id_seq OWNED BY public.sys_kept_answer.id;
CREATE TABLE public.sys_known_network (
    user_id bigint NOT NULL,
    network character varying(64) NOT NULL,
    last_use bigint NOT NULL
);
CREATE TABLE public.sys_network (
    id bigint NOT NULL,
    name character varying(64) NOT NULL,
    networks text NOT NULL,
    add_time bigint NOT NULL,
    update_time bigint NOT NULL,
    remark character varying(256)
);
CREATE SEQUENCE public.sys_network_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_network_id_seq OWNED BY public.sys_network.id;
CREATE TABLE public.sys_passkey (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    name character varying(64) NOT NULL,
    key_digest character varying(64) NOT NULL,
    key_id text NOT NULL,
    public_key text NOT NULL,
    sign_count bigint NOT NULL,
    add_time bigint NOT NULL,
    last_use bigint
);
CREATE SEQUENCE public.sys_passkey_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_passkey_id_seq OWNED BY public.sys_passkey.id;
CREATE TABLE public.sys_pending_sign_in (
    id bigint NOT NULL,
    secret_hash character varying(64) NOT NULL,
    user_id bigint NOT NULL,
    methods character varying(64) NOT NULL,
    cred_version bigint NOT NULL,
    tries integer NOT NULL,
    valid_until bigint NOT NULL
);
CREATE SEQUENCE public.sys_pending_sign_in_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_pending_sign_in_id_seq OWNED BY public.sys_pending_sign_in.id;
CREATE TABLE public.sys_periodic_run (
    name character varying(64) NOT NULL,
    next_run bigint NOT NULL,
    last_run bigint
);
CREATE TABLE public.sys_provider_attempt (
    id bigint NOT NULL,
    state_hash character varying(64) NOT NULL,
    browser_hash character varying(64) NOT NULL,
    provider_id bigint NOT NULL,
    purpose character varying(16) NOT NULL,
    user_id bigint,
    valid_until bigint NOT NULL
);
CREATE SEQUENCE public.sys_provider_attempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_provider_attempt_id_seq OWNED BY public.sys_provider_attempt.id;
CREATE TABLE public.sys_provider_group (
    id bigint NOT NULL,
    provider_id bigint NOT NULL,
    group_name character varying(255) NOT NULL,
    role_id bigint NOT NULL
);
CREATE SEQUENCE public.sys_provider_group_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_provider_group_id_seq OWNED BY public.sys_provider_group.id;
CREATE TABLE public.sys_provider_link (
    id bigint NOT NULL,
    provider_id bigint NOT NULL,
    subject character varying(255) NOT NULL,
    user_id bigint NOT NULL,
    add_time bigint NOT NULL
);
CREATE SEQUENCE public.sys_provider_link_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_provider_link_id_seq OWNED BY public.sys_provider_link.id;
CREATE TABLE public.sys_provider_membership (
    provider_id bigint NOT NULL,
    user_id bigint NOT NULL,
    role_id bigint NOT NULL
);
CREATE TABLE public.sys_recovery_code (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    code_hash character varying(64) NOT NULL,
    add_time bigint NOT NULL,
    use_time bigint
);
CREATE SEQUENCE public.sys_recovery_code_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_recovery_code_id_seq OWNED BY public.sys_recovery_code.id;
CREATE TABLE public.sys_refresh_family (
    id bigint NOT NULL,
    application_id bigint NOT NULL,
    user_id bigint NOT NULL,
    scope character varying(256) NOT NULL,
    audiences character varying(512) NOT NULL,
    methods character varying(64) NOT NULL,
    auth_time bigint NOT NULL,
    cred_version bigint NOT NULL,
    valid_until bigint NOT NULL,
    add_time bigint NOT NULL,
    last_use bigint NOT NULL,
    end_time bigint
);
CREATE SEQUENCE public.sys_refresh_family_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_refresh_family_id_seq OWNED BY public.sys_refresh_family.id;
CREATE TABLE public.sys_refresh_token (
    digest character varying(64) NOT NULL,
    family_id bigint NOT NULL,
    use_time bigint
);
CREATE TABLE public.sys_request_count (
    key character varying(64) NOT NULL,
    minute bigint NOT NULL,
    number bigint NOT NULL
);
CREATE TABLE public.sys_revision (
    id integer NOT NULL,
    revision bigint NOT NULL,
    head_id bigint DEFAULT '0'::bigint NOT NULL,
    head_hash character varying(64) DEFAULT '0000000000000000000000000000000000000000000000000000000000000000'::character varying NOT NULL,
    complete_from bigint DEFAULT '1'::bigint NOT NULL,
    epoch character varying(32) DEFAULT ''::character varying NOT NULL
);
CREATE TABLE public.sys_revoked_token (
    jti character varying(64) NOT NULL,
    valid_until bigint NOT NULL
);
CREATE TABLE public.sys_role (
    id bigint NOT NULL,
    role_name character varying(128) NOT NULL,
    add_time bigint NOT NULL,
    update_time bigint NOT NULL,
    remark character varying(256),
    personal_of bigint
);
CREATE SEQUENCE public.sys_role_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_role_id_seq OWNED BY public.sys_role.id;
CREATE TABLE public.sys_role_res (
    id bigint NOT NULL,
    role_id bigint NOT NULL,
    res_type integer NOT NULL,
    res_id bigint NOT NULL,
    authorities character varying(128) NOT NULL,
    add_time bigint NOT NULL,
    remark character varying(256),
    update_time bigint NOT NULL,
    valid_from bigint,
    valid_until bigint,
    granted_by character varying(256) NOT NULL,
    granted_by_id bigint,
    name_prefix character varying(255),
    subscriptions text,
    networks text,
    cidrs text
);
CREATE SEQUENCE public.sys_role_res_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_role_res_id_seq OWNED BY public.sys_role_res.id;
CREATE TABLE public.sys_service_group (
    id bigint NOT NULL,
    group_name character varying(128) NOT NULL,
    add_time bigint NOT NULL,
    update_time bigint NOT NULL,
    remark character varying(256)
);
CREATE SEQUENCE public.sys_service_group_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_service_group_id_seq OWNED BY public.sys_service_group.id;
CREATE TABLE public.sys_session (
    id bigint NOT NULL,
    secret_hash character varying(64) NOT NULL,
    user_id bigint NOT NULL,
    add_time bigint NOT NULL,
    last_use bigint NOT NULL,
    valid_until bigint NOT NULL,
    methods character varying(64) DEFAULT 'pwd'::character varying NOT NULL,
    auth_time bigint DEFAULT '0'::bigint NOT NULL,
    address character varying(64) DEFAULT ''::character varying NOT NULL,
    agent character varying(256) DEFAULT ''::character varying NOT NULL
);
CREATE SEQUENCE public.sys_session_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_session_id_seq OWNED BY public.sys_session.id;
CREATE TABLE public.sys_signing_key (
    kid character varying(64) NOT NULL,
    alg character varying(8) NOT NULL,
    public_jwk text NOT NULL,
    private_encrypted text NOT NULL,
    status character varying(16) NOT NULL,
    add_time bigint NOT NULL,
    retire_time bigint,
    active_time bigint,
    revoke_time bigint,
    revoke_reason character varying(256),
    sealed_with character varying(16)
);
CREATE TABLE public.sys_trail (
    id bigint NOT NULL,
    revision bigint NOT NULL,
    "time" bigint NOT NULL,
    actor character varying(256) NOT NULL,
    action character varying(64) NOT NULL,
    entity character varying(32) NOT NULL,
    entity_key character varying(512) NOT NULL,
    cluster bigint,
    before text,
    after text,
    credential character varying(128),
    address character varying(64),
    request_id character varying(64),
    role bigint,
    previous_hash character varying(64) DEFAULT ''::character varying NOT NULL,
    hash character varying(64) DEFAULT ''::character varying NOT NULL
);
CREATE SEQUENCE public.sys_trail_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_trail_id_seq OWNED BY public.sys_trail.id;
CREATE TABLE public.sys_used_assertion (
    digest character varying(64) NOT NULL,
    valid_until bigint NOT NULL
);
CREATE TABLE public.sys_used_challenge (
    challenge character varying(64) NOT NULL,
    valid_until bigint NOT NULL
);
CREATE TABLE public.sys_user_info (
    id bigint NOT NULL,
    username character varying(128) NOT NULL,
    nick character varying(128),
    passwd character varying(128),
    service_group bigint,
    add_time bigint NOT NULL,
    update_time bigint NOT NULL,
    remark character varying(256),
    kind character varying(16) NOT NULL,
    status character varying(16) NOT NULL,
    parent bigint,
    must_change integer NOT NULL,
    initial_until bigint,
    cred_version bigint NOT NULL,
    tokens_from bigint NOT NULL,
    failures integer NOT NULL,
    delayed_until bigint NOT NULL,
    networks text,
    cidrs text,
    email character varying(254),
    email_verified integer DEFAULT 0 NOT NULL,
    language character varying(8)
);
CREATE SEQUENCE public.sys_user_info_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sys_user_info_id_seq OWNED BY public.sys_user_info.id;
CREATE TABLE public.sys_user_role_map (
    user_id bigint NOT NULL,
    role_id bigint NOT NULL,
    add_time bigint NOT NULL,
    remark character varying(256)
);
ALTER TABLE ONLY public.audit_finding ALTER COLUMN id SET DEFAULT nextval('public.audit_finding_id_seq'::regclass);
ALTER TABLE ONLY public.audit_run ALTER COLUMN id SET DEFAULT nextval('public.audit_run_id_seq'::regclass);
ALTER TABLE ONLY public.audit_run_line ALTER COLUMN id SET DEFAULT nextval('public.audit_run_line_id_seq'::regclass);
ALTER TABLE ONLY public.audit_suggestion ALTER COLUMN id SET DEFAULT nextval('public.audit_suggestion_id_seq'::regclass);
ALTER TABLE ONLY public.audit_usage_daily ALTER COLUMN id SET DEFAULT nextval('public.audit_usage_daily_id_seq'::regclass);
ALTER TABLE ONLY public.msg_hook_delivery ALTER COLUMN id SET DEFAULT nextval('public.msg_hook_delivery_id_seq'::regclass);
ALTER TABLE ONLY public.msg_link ALTER COLUMN id SET DEFAULT nextval('public.msg_link_id_seq'::regclass);
ALTER TABLE ONLY public.msg_mail ALTER COLUMN id SET DEFAULT nextval('public.msg_mail_id_seq'::regclass);
ALTER TABLE ONLY public.msg_web_hook ALTER COLUMN id SET DEFAULT nextval('public.msg_web_hook_id_seq'::regclass);
ALTER TABLE ONLY public.rem_opt_out ALTER COLUMN id SET DEFAULT nextval('public.rem_opt_out_id_seq'::regclass);
ALTER TABLE ONLY public.rem_part ALTER COLUMN id SET DEFAULT nextval('public.rem_part_id_seq'::regclass);
ALTER TABLE ONLY public.rem_remediation ALTER COLUMN id SET DEFAULT nextval('public.rem_remediation_id_seq'::regclass);
ALTER TABLE ONLY public.req_access ALTER COLUMN id SET DEFAULT nextval('public.req_access_id_seq'::regclass);
ALTER TABLE ONLY public.req_notice ALTER COLUMN id SET DEFAULT nextval('public.req_notice_id_seq'::regclass);
ALTER TABLE ONLY public.req_registration ALTER COLUMN id SET DEFAULT nextval('public.req_registration_id_seq'::regclass);
ALTER TABLE ONLY public.req_verdict ALTER COLUMN id SET DEFAULT nextval('public.req_verdict_id_seq'::regclass);
ALTER TABLE ONLY public.res_cluster ALTER COLUMN id SET DEFAULT nextval('public.res_cluster_id_seq'::regclass);
ALTER TABLE ONLY public.res_namespace ALTER COLUMN id SET DEFAULT nextval('public.res_namespace_id_seq'::regclass);
ALTER TABLE ONLY public.res_provisioning_job ALTER COLUMN id SET DEFAULT nextval('public.res_provisioning_job_id_seq'::regclass);
ALTER TABLE ONLY public.res_subscription_rule ALTER COLUMN id SET DEFAULT nextval('public.res_subscription_rule_id_seq'::regclass);
ALTER TABLE ONLY public.res_tenant ALTER COLUMN id SET DEFAULT nextval('public.res_tenant_id_seq'::regclass);
ALTER TABLE ONLY public.res_topic ALTER COLUMN id SET DEFAULT nextval('public.res_topic_id_seq'::regclass);
ALTER TABLE ONLY public.sys_api_token ALTER COLUMN id SET DEFAULT nextval('public.sys_api_token_id_seq'::regclass);
ALTER TABLE ONLY public.sys_application ALTER COLUMN id SET DEFAULT nextval('public.sys_application_id_seq'::regclass);
ALTER TABLE ONLY public.sys_authenticator_app ALTER COLUMN id SET DEFAULT nextval('public.sys_authenticator_app_id_seq'::regclass);
ALTER TABLE ONLY public.sys_broker ALTER COLUMN id SET DEFAULT nextval('public.sys_broker_id_seq'::regclass);
ALTER TABLE ONLY public.sys_broker_question ALTER COLUMN id SET DEFAULT nextval('public.sys_broker_question_id_seq'::regclass);
ALTER TABLE ONLY public.sys_client_key ALTER COLUMN id SET DEFAULT nextval('public.sys_client_key_id_seq'::regclass);
ALTER TABLE ONLY public.sys_client_secret ALTER COLUMN id SET DEFAULT nextval('public.sys_client_secret_id_seq'::regclass);
ALTER TABLE ONLY public.sys_cluster_credential ALTER COLUMN id SET DEFAULT nextval('public.sys_cluster_credential_id_seq'::regclass);
ALTER TABLE ONLY public.sys_device_sign_in ALTER COLUMN id SET DEFAULT nextval('public.sys_device_sign_in_id_seq'::regclass);
ALTER TABLE ONLY public.sys_identity_provider ALTER COLUMN id SET DEFAULT nextval('public.sys_identity_provider_id_seq'::regclass);
ALTER TABLE ONLY public.sys_kept_answer ALTER COLUMN id SET DEFAULT nextval('public.sys_kept_answer_id_seq'::regclass);
ALTER TABLE ONLY public.sys_network ALTER COLUMN id SET DEFAULT nextval('public.sys_network_id_seq'::regclass);
ALTER TABLE ONLY public.sys_passkey ALTER COLUMN id SET DEFAULT nextval('public.sys_passkey_id_seq'::regclass);
ALTER TABLE ONLY public.sys_pending_sign_in ALTER COLUMN id SET DEFAULT nextval('public.sys_pending_sign_in_id_seq'::regclass);
ALTER TABLE ONLY public.sys_provider_attempt ALTER COLUMN id SET DEFAULT nextval('public.sys_provider_attempt_id_seq'::regclass);
ALTER TABLE ONLY public.sys_provider_group ALTER COLUMN id SET DEFAULT nextval('public.sys_provider_group_id_seq'::regclass);
ALTER TABLE ONLY public.sys_provider_link ALTER COLUMN id SET DEFAULT nextval('public.sys_provider_link_id_seq'::regclass);
ALTER TABLE ONLY public.sys_recovery_code ALTER COLUMN id SET DEFAULT nextval('public.sys_recovery_code_id_seq'::regclass);
ALTER TABLE ONLY public.sys_refresh_family ALTER COLUMN id SET DEFAULT nextval('public.sys_refresh_family_id_seq'::regclass);
ALTER TABLE ONLY public.sys_role ALTER COLUMN id SET DEFAULT nextval('public.sys_role_id_seq'::regclass);
ALTER TABLE ONLY public.sys_role_res ALTER COLUMN id SET DEFAULT nextval('public.sys_role_res_id_seq'::regclass);
ALTER TABLE ONLY public.sys_service_group ALTER COLUMN id SET DEFAULT nextval('public.sys_service_group_id_seq'::regclass);
ALTER TABLE ONLY public.sys_session ALTER COLUMN id SET DEFAULT nextval('public.sys_session_id_seq'::regclass);
ALTER TABLE ONLY public.sys_trail ALTER COLUMN id SET DEFAULT nextval('public.sys_trail_id_seq'::regclass);
ALTER TABLE ONLY public.sys_user_info ALTER COLUMN id SET DEFAULT nextval('public.sys_user_info_id_seq'::regclass);
INSERT INTO public.alembic_version VALUES
	('0030_provider_keys');
INSERT INTO public.audit_finding VALUES
	(1, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 1, '1 é ü 中文', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀', '1 é ü 中文 😀 ''"\ %s :name 	{}'),
	(2, 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', 2, '2 é ü 中文', NULL, NULL, NULL, NULL, '2 é ü 中文 😀', '2 é ü 中文 😀 ''"\ %s :name 	{}');
INSERT INTO public.audit_grant_status VALUES
	(9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993, 12.345678901234567, 9007199254740993, '1 é ü 中文 😀'),
	(9007199254740994, 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', NULL, 9007199254740994, 9007199254740994, 9007199254740994, NULL, 24.691357802469135, NULL, NULL);
INSERT INTO public.audit_run VALUES
	(1, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %', '1 é ü 中文 😀', '1 é ü 中文 😀', 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', 1, 9007199254740993),
	(2, '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %', '2 é ü 中文 😀', '2 é ü 中文 😀', 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', 2, NULL);
INSERT INTO public.audit_run_line VALUES
	(1, 9007199254740993, '1 é ü 中文 😀 ''"\ %', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}'),
	(2, 9007199254740994, '2 é ü 中文 😀 ''"\ %', '2 é ü 中文 😀 ''"\ %s :name 	{}', NULL, NULL, 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}');
INSERT INTO public.audit_run_part VALUES
	(9007199254740993, '1 é ü 中文 😀 ''"\ %', 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993),
	(9007199254740994, '2 é ü 中文 😀 ''"\ %', 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994);
INSERT INTO public.audit_suggestion VALUES
	(1, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}'),
	(2, 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', NULL, 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}');
INSERT INTO public.audit_usage_daily VALUES
	(1, '1 é ü 中文 😀', 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', 1, 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993),
	(2, '2 é ü 中文 😀', NULL, NULL, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', 2, 9007199254740994, 9007199254740994, 9007199254740994, 9007199254740994, 9007199254740994, 9007199254740994, 9007199254740994);
INSERT INTO public.audit_usage_date VALUES
	('1 é ü 中文 😀', 9007199254740993),
	('2 é ü 中文 😀', 9007199254740994);
INSERT INTO public.msg_hook_delivery VALUES
	(1, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %', 1, 9007199254740993, 9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}'),
	(2, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %', 2, 9007199254740994, 9007199254740994, NULL, NULL);
INSERT INTO public.msg_link VALUES
	(1, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993, 9007199254740993),
	(2, '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, 9007199254740994, NULL);
INSERT INTO public.msg_mail VALUES
	(1, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %', 1, 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}'),
	(2, 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', NULL, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %', 2, 9007199254740994, 9007199254740994, 9007199254740994, NULL, NULL);
INSERT INTO public.msg_web_hook VALUES
	(1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '["10.0.0.0/8", "@office"]', '1 é ü 中文 😀 ''"\ %', 'R5Vq5PsVtW1hCQEHnTj6EeKFf0YJFSjdQb7xpObU69xnGg==', 'v1QBGAfqnhXD2wTTK15CAquRVaTDCdH4GfiwJ/951Z8yiA==', 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993),
	(2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', NULL, '2 é ü 中文 😀 ''"\ %', 'jd9h46OJl1vePJxqGwCpAJaWbgoQjE5AUjltxCOfAmeQFw==', 'v0I1dYBjWEtKI4uSnGsqiU4/5kddJUDHw8XD3AatPh6A0Q==', NULL, NULL, 9007199254740994, 9007199254740994);
INSERT INTO public.rem_opt_out VALUES
	(1, 9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993),
	(2, NULL, NULL, '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994);
INSERT INTO public.rem_part VALUES
	(1, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}'),
	(2, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %', NULL, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}');
INSERT INTO public.rem_remediation VALUES
	(1, '1 é ü 中文 😀 ''"\ %', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 1, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}'),
	(2, '2 é ü 中文 😀 ''"\ %', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀', NULL, '2 é ü 中文 😀 ''"\ %s :name 	{}', 2, 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', NULL, NULL, 9007199254740994, 9007199254740994, NULL, 9007199254740994, NULL, NULL, NULL);
INSERT INTO public.req_access VALUES
	(1, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, '1 é ü 中文 😀 ''"\ %', 9007199254740993, 9007199254740993, 9007199254740993, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '["10.0.0.0/8", "@office"]', '["10.0.0.0/8", "@office"]', '["10.0.0.0/8", "@office"]'),
	(2, 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', NULL, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', NULL, '2 é ü 中文 😀 ''"\ %', 9007199254740994, 9007199254740994, 9007199254740994, 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.req_notice VALUES
	(1, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993),
	(2, 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, NULL);
INSERT INTO public.req_registration VALUES
	(1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %', 9007199254740993, 9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993),
	(2, '2 é ü 中文 😀 ''"\ %s :name 	{}', NULL, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', NULL, NULL, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %', 9007199254740994, 9007199254740994, 9007199254740994, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.req_verdict VALUES
	(1, 9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}'),
	(2, 9007199254740994, 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %', NULL, NULL, NULL, 9007199254740994, NULL);
INSERT INTO public.res_cluster VALUES
	(1, 'one', 'pulsar://127.0.0.1:1', 1795796263192, 1795796263192, NULL, 'http://127.0.0.1:1', NULL, 0),
	(2, 'cluster4', 'pulsar://127.0.0.1:1', 1795796263230, 1795796263230, NULL, 'http://127.0.0.1:1', NULL, 0);
INSERT INTO public.res_namespace VALUES
	(1, 1, 'orders', 1, 1795796263197, 1795796263197, NULL, 4, 0, 'None'),
	(2, 2, 'namespace2', 1, 1795796263230, 1795796263230, NULL, 4, 0, 'None');
INSERT INTO public.res_provisioning_job VALUES
	(1, 1, 9007199254740993, 1, '1 é ü 中文 😀 ''"\ %', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %', '1 é ü 中文 😀 ''"\ %s :name 	{}', 1, 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993),
	(2, 2, 9007199254740994, 2, '2 é ü 中文 😀 ''"\ %', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %', NULL, 2, 9007199254740994, 9007199254740994, 9007199254740994, 9007199254740994);
INSERT INTO public.res_subscription_rule VALUES
	(1, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993),
	(2, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, 9007199254740994);
INSERT INTO public.res_tenant VALUES
	(1, '1', 'acme', 1, 1795796263195, 1795796263195, NULL, 0),
	(2, '2', 'tenant3', 1, 1795796263230, 1795796263230, NULL, 0);
INSERT INTO public.res_topic VALUES
	(1, 1, 1, 'created', 1, 1795796263200, 1795796263200, NULL, 'persistent', 0, 0),
	(2, 2, 2, 'topic1', 1, 1795796263230, 1795796263230, NULL, 'persistent', 0, 0);
INSERT INTO public.sys_address_delay VALUES
	('1 é ü 中文 😀 ''"\ %s :name 	{}', 1, 9007199254740993),
	('2 é ü 中文 😀 ''"\ %s :name 	{}', 2, 9007199254740994);
INSERT INTO public.sys_api_token VALUES
	(1, '1 é ü 中文 😀 ''"\ %s :name 	{}', 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993, '["10.0.0.0/8", "@office"]', '["10.0.0.0/8", "@office"]', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}'),
	(2, '2 é ü 中文 😀 ''"\ %s :name 	{}', 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, 9007199254740994, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.sys_application VALUES
	(1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 1, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993),
	(2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', 2, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, 9007199254740994);
INSERT INTO public.sys_authenticator_app VALUES
	(1, 1, 'Wl87+jFXzonmZGH9nBH8w8UaRh/pC0lZGga7bXH4Ng612g==', 1, 9007199254740993, 9007199254740993, 9007199254740993),
	(2, 2, '0tET9vr+L56UEtRYPakdDg2ZWma6ovLEwspYn5pjwGucOg==', 2, 9007199254740994, 9007199254740994, NULL);
INSERT INTO public.sys_authority VALUES
	(2, 'write all topics of the cluster', 0, NULL),
	(3, 'read all topics of the cluster', 0, NULL),
	(4, 'administer the cluster (super user there)', 0, NULL),
	(7, 'audit the cluster: read everything about rights and use, change nothing', 0, NULL),
	(100, 'create tenants', 0, NULL),
	(101, 'delete the tenant', 0, NULL),
	(102, 'write all topics of the tenant', 0, NULL),
	(103, 'read all topics of the tenant', 0, NULL),
	(104, 'administer the tenant', 0, NULL),
	(105, 'functions, connectors and packages in the tenant', 0, NULL),
	(106, 'manage subscriptions in the tenant', 0, NULL),
	(107, 'audit the tenant', 0, NULL),
	(108, 'functions in the tenant, nothing else', 0, NULL),
	(109, 'source connectors in the tenant, nothing else', 0, NULL),
	(110, 'sink connectors in the tenant, nothing else', 0, NULL),
	(111, 'packages in the tenant, nothing else', 0, NULL),
	(200, 'create namespaces', 0, NULL),
	(201, 'delete the namespace', 0, NULL),
	(202, 'write all topics of the namespace', 0, NULL),
	(203, 'read all topics of the namespace', 0, NULL),
	(204, 'administer the namespace', 0, NULL),
	(205, 'functions, connectors and packages in the namespace', 0, NULL),
	(206, 'manage subscriptions in the namespace', 0, NULL),
	(207, 'audit the namespace', 0, NULL),
	(208, 'functions in the namespace, nothing else', 0, NULL),
	(209, 'source connectors in the namespace, nothing else', 0, NULL),
	(210, 'sink connectors in the namespace, nothing else', 0, NULL),
	(211, 'packages in the namespace, nothing else', 0, NULL),
	(300, 'create topics', 0, NULL),
	(301, 'delete the topic', 0, NULL),
	(302, 'write the topic', 0, NULL),
	(303, 'read the topic', 0, NULL),
	(304, 'administer the topic', 0, NULL),
	(306, 'manage subscriptions of the topic', 0, NULL),
	(307, 'audit the topic', 0, NULL);
INSERT INTO public.sys_authorization_code VALUES
	('1 é ü 中文 😀 ''"\ %s :name 	{}', 1, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993),
	('2 é ü 中文 😀 ''"\ %s :name 	{}', 2, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, 9007199254740994, 9007199254740994, 9007199254740994, NULL, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', NULL, NULL);
INSERT INTO public.sys_broker VALUES
	(1, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993, 9007199254740993, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 1, '1 é ü 中文 😀 ''"\ %s :name 	{}'),
	(2, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, 9007199254740994, 9007199254740994, 9007199254740994, 9007199254740994, 9007199254740994, 9007199254740994, NULL, 2, NULL, 9007199254740994, 9007199254740994, NULL, 2, NULL, '2 é ü 中文 😀 ''"\ %s :name 	{}', 2, '2 é ü 中文 😀 ''"\ %s :name 	{}');
INSERT INTO public.sys_broker_answer VALUES
	(1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', true, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}'),
	(2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', false, 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}');
INSERT INTO public.sys_broker_question VALUES
	(1, 1, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 1),
	(2, 2, 9007199254740994, NULL, NULL, 2);
INSERT INTO public.sys_client_key VALUES
	(1, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993, 9007199254740993, '["10.0.0.0/8", "@office"]', '["10.0.0.0/8", "@office"]'),
	(2, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, NULL, NULL, NULL, NULL);
INSERT INTO public.sys_client_secret VALUES
	(1, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文', 9007199254740993, 9007199254740993, 9007199254740993, '["10.0.0.0/8", "@office"]', '["10.0.0.0/8", "@office"]'),
	(2, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文', 9007199254740994, NULL, NULL, NULL, NULL);
INSERT INTO public.sys_cluster_credential VALUES
	(1, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文', 9007199254740993, 9007199254740993),
	(2, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文', 9007199254740994, NULL);
INSERT INTO public.sys_consent VALUES
	(1, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993),
	(2, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994);
INSERT INTO public.sys_device_sign_in VALUES
	(1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %', 1, 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993, '["10.0.0.0/8", "@office"]', '["10.0.0.0/8", "@office"]'),
	(2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %', 2, 9007199254740994, 9007199254740994, 9007199254740994, 9007199254740994, NULL, NULL);
INSERT INTO public.sys_family_access VALUES
	('1 é ü 中文 😀 ''"\ %s :name 	{}', 1, 9007199254740993),
	('2 é ü 中文 😀 ''"\ %s :name 	{}', 2, 9007199254740994);
INSERT INTO public.sys_identity_provider VALUES
	(1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 'HbaEys+ehRqd1CYqCSr5X0avdbY27CTwp+QxTx6UGvMYcg==', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '["10.0.0.0/8", "@office"]', 1, 1, 1, 9007199254740993, 9007199254740993, 'R7SsTMPMXg0IaqOHKVQoax/YRZ3ucq/Eaj87Sh2Sj6k55g==', '1 é ü 中文 😀 ''"\ %s :name 	{}'),
	(2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', 'xH1LFfbqP0hx5LjwmiSZc9jJ4OV+qJPBxUuntL1ezlEPMg==', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', NULL, NULL, 2, 2, 2, 9007199254740994, 9007199254740994, 'u/PRyHaVdrd84M/Jy5qcCv8zMvzH6ZB7z9d8qzWMsXMDsw==', NULL);
INSERT INTO public.sys_kept_answer VALUES
	(1, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993),
	(2, 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994);
INSERT INTO public.sys_known_network VALUES
	(1, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993),
	(2, '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994);
INSERT INTO public.sys_network VALUES
	(1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '["10.0.0.0/8", "@office"]', 9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}'),
	(2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '["10.0.0.0/8", "@office"]', 9007199254740994, 9007199254740994, NULL);
INSERT INTO public.sys_passkey VALUES
	(1, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993, 9007199254740993),
	(2, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, 9007199254740994, NULL);
INSERT INTO public.sys_pending_sign_in VALUES
	(1, '1 é ü 中文 😀 ''"\ %s :name 	{}', 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 1, 9007199254740993),
	(2, '2 é ü 中文 😀 ''"\ %s :name 	{}', 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, 2, 9007199254740994);
INSERT INTO public.sys_periodic_run VALUES
	('1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993),
	('2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, NULL);
INSERT INTO public.sys_provider_attempt VALUES
	(1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 1, '1 é ü 中文 😀 ''"\ %', 1, 9007199254740993),
	(2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', 2, '2 é ü 中文 😀 ''"\ %', 2, 9007199254740994);
INSERT INTO public.sys_provider_group VALUES
	(1, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', 1),
	(2, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', 2);
INSERT INTO public.sys_provider_link VALUES
	(1, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', 1, 9007199254740993),
	(2, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', 2, 9007199254740994);
INSERT INTO public.sys_provider_membership VALUES
	(1, 1, 1),
	(2, 2, 2);
INSERT INTO public.sys_recovery_code VALUES
	(1, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993),
	(2, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, NULL);
INSERT INTO public.sys_refresh_family VALUES
	(1, 1, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993),
	(2, 2, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, 9007199254740994, 9007199254740994, 9007199254740994, 9007199254740994, NULL);
INSERT INTO public.sys_refresh_token VALUES
	('1 é ü 中文 😀 ''"\ %s :name 	{}', 1, 9007199254740993),
	('2 é ü 中文 😀 ''"\ %s :name 	{}', 2, NULL);
INSERT INTO public.sys_request_count VALUES
	('1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993),
	('2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, 9007199254740994);
INSERT INTO public.sys_revision VALUES
	(1, 2, 27, 'bbea2ca1727d479d3c26015cba515cfb0bab931c14f6f696575214d9afb46e40', 1, 'b9027f2025ad850d');
INSERT INTO public.sys_revoked_token VALUES
	('1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993),
	('2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994);
INSERT INTO public.sys_role VALUES
	(1, 'alice', 1795796263168, 1795796263168, NULL, 1),
	(2, 'root', 1795796263179, 1795796263179, NULL, 2),
	(3, 'orders-intake', 1795796263208, 1795796263208, NULL, 3),
	(4, 'bob', 1795796263217, 1795796263217, NULL, 4);
INSERT INTO public.sys_role_res VALUES
	(1, 2, 0, 0, '4', 1795796263188, NULL, 1795796263188, NULL, NULL, 'test', NULL, NULL, NULL, NULL, NULL),
	(2, 1, 4, 1, '302,303', 1795796263225, NULL, 1795796263225, NULL, NULL, 'test', NULL, NULL, NULL, NULL, NULL),
	(3, 3, 4, 1, '302,303', 1795796263229, NULL, 1795796263229, NULL, NULL, 'test', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.sys_service_group VALUES
	(1, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}'),
	(2, '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, 9007199254740994, NULL);
INSERT INTO public.sys_session VALUES
	(1, '1 é ü 中文 😀 ''"\ %s :name 	{}', 1, 9007199254740993, 9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}'),
	(2, '2 é ü 中文 😀 ''"\ %s :name 	{}', 2, 9007199254740994, 9007199254740994, 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}');
INSERT INTO public.sys_signing_key VALUES
	('DPIN224zmGlYiDNtaVgCBcfmwbbBTZke4GhcGmoiZAo', 'ES256', '{"alg": "ES256", "crv": "P-256", "kid": "DPIN224zmGlYiDNtaVgCBcfmwbbBTZke4GhcGmoiZAo", "kty": "EC", "use": "sig", "x": "LXO-P3yJvLAg5rY6o3NlX6M9h9hH_yrZkU2rOQfu65U", "y": "KYQYxBreC5u6JFX89GEZ1y136kcGrq_lHahfHmnoeL0"}', 'XLFx02WRQOVJsvGbVQZqoA25D+7qqAUG7ZL7+FQSTVGoIk77ArhVzmEzSHo+BMcQkynh+ZIm/V9q7zU7AgS0Zndf3f70MsUEm+B5Ku/3I87oITLmX6Aaz/3G6ux723+f5iwEwNKh0GYnAonjQNGZOjItAGK3AXGdsgO6Wz0GJ5cEKittPkwEcjKI7W4BRtxN7IGBMFe+AClpUJwW0X6mFelQanH7bJRH4SPp7HDgdW98gzUw+J5jDIhILgC4P4T5Zn87vYOkF5pvpKrdvjUHlVuKdDvOKk8uYkYsf/0gbewEDIeYqKYdd5Y4YL3y2wKcy6QwSkF86OxjaISLVy6GlpwQJr72uHY9sbcNjrs=', 'active', 1795796263097, NULL, 1795796263097, NULL, NULL, '7eb6cbf3084a'),
	('OVojX38Mqk-fp87qfYDuCFPG7BclbNqvuRLotpwA2dM', 'ES256', '{"alg": "ES256", "crv": "P-256", "kid": "OVojX38Mqk-fp87qfYDuCFPG7BclbNqvuRLotpwA2dM", "kty": "EC", "use": "sig", "x": "nOGrRGBm-LS7M7SL5oLFMNQtHFVT5lP2AEFFxfSO9GU", "y": "sAmE32-8o0JNMVm8XYucMY19Tf0CNmD9IYxG5dK_kU4"}', 'RMaHAext9lqFi8lNYtrLbBCbPVLNnUSxxtC0SU9jcqX05d1SHGB6YV37A3kxBnxKsI6MJcARRxneuY2ZEX92Rpw+Ea/c+s6sHru+fWVDQVlSIM4GF+SX/3mkVDbpM31A2fAqnoz3sUgEz7Y+nvHSN82ltvJcMRqternpQm5raiMJnSBcvjTqC0AZUphTZfS0smGitGh4VsyxPGOG6KWb5lBmD7paW0h01BvFwNzW5AWw+K+eDR2q0Fvebc2fA0qqYPD13znbJZaJzmLgljhiyfAYl3prkGhnVBF+MHsHCL6r1nSzoy8kmW2ZWghCfDTWtpa+JXjmfaOX//8neywRZGJhoTTexpYrMQ/lOAk=', 'published', 1795796263097, NULL, NULL, NULL, NULL, '7eb6cbf3084a');
INSERT INTO public.sys_trail VALUES
	(1, 2, 1795796263148, 'system', 'key.create', 'key', 'DPIN224zmGlYiDNtaVgCBcfmwbbBTZke4GhcGmoiZAo', NULL, NULL, '{"active_time": null, "add_time": 1795796263097, "alg": "ES256", "kid": "DPIN224zmGlYiDNtaVgCBcfmwbbBTZke4GhcGmoiZAo", "public_jwk": "{\"alg\": \"ES256\", \"crv\": \"P-256\", \"kid\": \"DPIN224zmGlYiDNtaVgCBcfmwbbBTZke4GhcGmoiZAo\", \"kty\": \"EC\", \"use\": \"sig\", \"x\": \"LXO-P3yJvLAg5rY6o3NlX6M9h9hH_yrZkU2rOQfu65U\", \"y\": \"KYQYxBreC5u6JFX89GEZ1y136kcGrq_lHahfHmnoeL0\"}", "retire_time": null, "revoke_reason": null, "revoke_time": null, "sealed_with": "7eb6cbf3084a", "status": "published"}', NULL, NULL, NULL, NULL, '0000000000000000000000000000000000000000000000000000000000000000', 'b89b677f178c7cf205792a19f45eea4588408ff375f3998395c3d9100cecf9da'),
	(2, 2, 1795796263155, 'system', 'key.activate', 'key', 'DPIN224zmGlYiDNtaVgCBcfmwbbBTZke4GhcGmoiZAo', NULL, '{"active_time": null, "add_time": 1795796263097, "alg": "ES256", "kid": "DPIN224zmGlYiDNtaVgCBcfmwbbBTZke4GhcGmoiZAo", "public_jwk": "{\"alg\": \"ES256\", \"crv\": \"P-256\", \"kid\": \"DPIN224zmGlYiDNtaVgCBcfmwbbBTZke4GhcGmoiZAo\", \"kty\": \"EC\", \"use\": \"sig\", \"x\": \"LXO-P3yJvLAg5rY6o3NlX6M9h9hH_yrZkU2rOQfu65U\", \"y\": \"KYQYxBreC5u6JFX89GEZ1y136kcGrq_lHahfHmnoeL0\"}", "retire_time": null, "revoke_reason": null, "revoke_time": null, "sealed_with": "7eb6cbf3084a", "status": "published"}', '{"active_time": 1795796263097, "add_time": 1795796263097, "alg": "ES256", "kid": "DPIN224zmGlYiDNtaVgCBcfmwbbBTZke4GhcGmoiZAo", "public_jwk": "{\"alg\": \"ES256\", \"crv\": \"P-256\", \"kid\": \"DPIN224zmGlYiDNtaVgCBcfmwbbBTZke4GhcGmoiZAo\", \"kty\": \"EC\", \"use\": \"sig\", \"x\": \"LXO-P3yJvLAg5rY6o3NlX6M9h9hH_yrZkU2rOQfu65U\", \"y\": \"KYQYxBreC5u6JFX89GEZ1y136kcGrq_lHahfHmnoeL0\"}", "retire_time": null, "revoke_reason": null, "revoke_time": null, "sealed_with": "7eb6cbf3084a", "status": "active"}', NULL, NULL, NULL, NULL, 'b89b677f178c7cf205792a19f45eea4588408ff375f3998395c3d9100cecf9da', 'dabac7a3567896cd9d9cdae63f563a664113f7cd08b25dd36f92bda6061ed703'),
	(3, 2, 1795796263157, 'system', 'key.create', 'key', 'OVojX38Mqk-fp87qfYDuCFPG7BclbNqvuRLotpwA2dM', NULL, NULL, '{"active_time": null, "add_time": 1795796263097, "alg": "ES256", "kid": "OVojX38Mqk-fp87qfYDuCFPG7BclbNqvuRLotpwA2dM", "public_jwk": "{\"alg\": \"ES256\", \"crv\": \"P-256\", \"kid\": \"OVojX38Mqk-fp87qfYDuCFPG7BclbNqvuRLotpwA2dM\", \"kty\": \"EC\", \"use\": \"sig\", \"x\": \"nOGrRGBm-LS7M7SL5oLFMNQtHFVT5lP2AEFFxfSO9GU\", \"y\": \"sAmE32-8o0JNMVm8XYucMY19Tf0CNmD9IYxG5dK_kU4\"}", "retire_time": null, "revoke_reason": null, "revoke_time": null, "sealed_with": "7eb6cbf3084a", "status": "published"}', NULL, NULL, NULL, NULL, 'dabac7a3567896cd9d9cdae63f563a664113f7cd08b25dd36f92bda6061ed703', '3b05f71de1427722459cb20bbadbeb2ef013378fc087abc21ba859c8e9e24af7'),
	(4, 2, 1795796263167, 'test', 'user.create', 'user', 'alice', NULL, NULL, '{"add_time": 1795796263163, "cidrs": null, "cred_version": 2, "email": null, "email_verified": 0, "id": 1, "initial_until": null, "kind": "person", "language": null, "mail_off": null, "main": null, "must_change": 0, "networks": null, "nick": null, "parent": null, "remark": null, "service_group": null, "status": "active", "tokens_from": 1795796263000, "update_time": 1795796263163, "username": "alice"}', NULL, NULL, NULL, NULL, '3b05f71de1427722459cb20bbadbeb2ef013378fc087abc21ba859c8e9e24af7', '772d0fb1f4e10e8cd59c94ac645d6b262fc080ca8506b5f9021ee652d3ea27a2'),
	(5, 2, 1795796263171, 'test', 'role.create', 'role', '1', NULL, NULL, '{"add_time": 1795796263168, "id": 1, "name": "alice", "personal_of": 1, "remark": null, "role_name": "alice", "update_time": 1795796263168}', NULL, NULL, NULL, NULL, '772d0fb1f4e10e8cd59c94ac645d6b262fc080ca8506b5f9021ee652d3ea27a2', '0c63fd75c5cd31186e220820dce178313e6f031f1e073bfe78a3eb86e585a583'),
	(6, 2, 1795796263175, 'test', 'user.join', 'user', 'alice', NULL, NULL, '{"add_time": 1795796263174, "remark": null, "role_id": 1, "role_name": "alice", "user_id": 1}', NULL, NULL, NULL, 1, '0c63fd75c5cd31186e220820dce178313e6f031f1e073bfe78a3eb86e585a583', '68da41e46e2723efb753fac613429db50d0bcbc4f8d5dcd20a72a13f924beb86'),
	(7, 2, 1795796263178, 'test', 'user.create', 'user', 'root', NULL, NULL, '{"add_time": 1795796263176, "cidrs": null, "cred_version": 2, "email": null, "email_verified": 0, "id": 2, "initial_until": null, "kind": "person", "language": null, "mail_off": null, "main": null, "must_change": 0, "networks": null, "nick": null, "parent": null, "remark": null, "service_group": null, "status": "active", "tokens_from": 1795796263000, "update_time": 1795796263176, "username": "root"}', NULL, NULL, NULL, NULL, '68da41e46e2723efb753fac613429db50d0bcbc4f8d5dcd20a72a13f924beb86', '7e185e5480f0cca85a7ab5d0140e1ad3850c3012420f476b72dac5d00eb3d565'),
	(8, 2, 1795796263180, 'test', 'role.create', 'role', '2', NULL, NULL, '{"add_time": 1795796263179, "id": 2, "name": "root", "personal_of": 2, "remark": null, "role_name": "root", "update_time": 1795796263179}', NULL, NULL, NULL, NULL, '7e185e5480f0cca85a7ab5d0140e1ad3850c3012420f476b72dac5d00eb3d565', 'ddb0a10f2125c16ca95fcb6ca228a929d0883a1d6450fc5ea625c5d991283eb1'),
	(9, 2, 1795796263182, 'test', 'user.join', 'user', 'root', NULL, NULL, '{"add_time": 1795796263182, "remark": null, "role_id": 2, "role_name": "root", "user_id": 2}', NULL, NULL, NULL, 2, 'ddb0a10f2125c16ca95fcb6ca228a929d0883a1d6450fc5ea625c5d991283eb1', '35d0931a0b87061dd3b87fc3a8db3c881af8c7a6afc4cbb295316071cae36fcf'),
	(10, 2, 1795796263191, 'test', 'grant.create', 'grant', '1', NULL, NULL, '{"add_time": 1795796263188, "authorities": [4], "cidrs": null, "clusters": [], "granted_by": "test", "granted_by_id": null, "id": 1, "name_prefix": null, "networks": null, "remark": null, "res_id": 0, "res_type": 0, "resource": "*", "role_id": 2, "role_name": "root", "subscriptions": null, "update_time": 1795796263188, "valid_from": null, "valid_until": null}', NULL, NULL, NULL, 2, '35d0931a0b87061dd3b87fc3a8db3c881af8c7a6afc4cbb295316071cae36fcf', 'dbb428aa43a22c73547b83faefcc426c17917cd88b9de1a8a4f95af214e7ed1c'),
	(11, 2, 1795796263194, 'test', 'cluster.create', 'cluster', 'one', NULL, NULL, '{"add_time": 1795796263192, "address": "pulsar://127.0.0.1:1", "admin_url": "http://127.0.0.1:1", "admin_user": null, "gone": 0, "id": 1, "name": "one", "remark": null, "update_time": 1795796263192}', NULL, NULL, NULL, NULL, 'dbb428aa43a22c73547b83faefcc426c17917cd88b9de1a8a4f95af214e7ed1c', '397e9682166569240da6f4aeecb6461285f1a6f7f7ae3680cfb7b51a2c6c5825'),
	(12, 2, 1795796263197, 'test', 'tenant.create', 'tenant', 'acme', NULL, NULL, '{"add_time": 1795796263195, "clusters": "1", "deleting": 0, "id": 1, "is_valid": 1, "name": "acme", "remark": null, "update_time": 1795796263195}', NULL, NULL, NULL, NULL, '397e9682166569240da6f4aeecb6461285f1a6f7f7ae3680cfb7b51a2c6c5825', 'b48df8992f050334498d50c9406803bd89b480e870f54ee18a6a1439369cc5fc'),
	(13, 2, 1795796263200, 'test', 'namespace.create', 'namespace', 'acme/orders', NULL, NULL, '{"add_time": 1795796263197, "bundles": 4, "deleting": 0, "id": 1, "is_valid": 1, "name": "orders", "policies": null, "remark": null, "subscription_auth_mode": "None", "tenant": 1, "update_time": 1795796263197}', NULL, NULL, NULL, NULL, 'b48df8992f050334498d50c9406803bd89b480e870f54ee18a6a1439369cc5fc', '296f1d12c39de0b6c814e26b56c44696dcaa86747d4ec9ccc720887d7a33bad8'),
	(14, 2, 1795796263205, 'test', 'topic.create', 'topic', 'persistent://acme/orders/created', NULL, NULL, '{"add_time": 1795796263200, "deleting": 0, "domain": "persistent", "id": 1, "is_valid": 1, "name": "created", "namespace": 1, "partitions": 0, "policies": null, "remark": null, "tenant": 1, "update_time": 1795796263200}', NULL, NULL, NULL, NULL, '296f1d12c39de0b6c814e26b56c44696dcaa86747d4ec9ccc720887d7a33bad8', '79745045bc55b9487774147de261fb0632abab1470a892022fb3c76ae69f8878'),
	(15, 2, 1795796263207, 'test', 'user.create', 'user', 'orders-intake', NULL, NULL, '{"add_time": 1795796263206, "cidrs": null, "cred_version": 2, "email": null, "email_verified": 0, "id": 3, "initial_until": null, "kind": "service", "language": null, "mail_off": null, "main": null, "must_change": 0, "networks": null, "nick": null, "parent": null, "remark": null, "service_group": null, "status": "active", "tokens_from": 1795796263000, "update_time": 1795796263206, "username": "orders-intake"}', NULL, NULL, NULL, NULL, '79745045bc55b9487774147de261fb0632abab1470a892022fb3c76ae69f8878', '8aae87f92daff1f07b79ceef7d2076283e3f7f8cd67e1cc1970fe6bac22d3f1c'),
	(16, 2, 1795796263209, 'test', 'role.create', 'role', '3', NULL, NULL, '{"add_time": 1795796263208, "id": 3, "name": "orders-intake", "personal_of": 3, "remark": null, "role_name": "orders-intake", "update_time": 1795796263208}', NULL, NULL, NULL, NULL, '8aae87f92daff1f07b79ceef7d2076283e3f7f8cd67e1cc1970fe6bac22d3f1c', '58f45d09e6ab5aa39f4932e3bf8c56c16ed815b8983c6fa7df0b7bee50a8ce2c'),
	(17, 2, 1795796263211, 'test', 'user.join', 'user', 'orders-intake', NULL, NULL, '{"add_time": 1795796263211, "remark": null, "role_id": 3, "role_name": "orders-intake", "user_id": 3}', NULL, NULL, NULL, 3, '58f45d09e6ab5aa39f4932e3bf8c56c16ed815b8983c6fa7df0b7bee50a8ce2c', 'a50dc556bcf255eb7e33ddf4a0f3a8ccbcb6372da278007f722291a02012be81'),
	(18, 2, 1795796263217, 'test', 'user.create', 'user', 'bob', NULL, NULL, '{"add_time": 1795796263215, "cidrs": null, "cred_version": 2, "email": null, "email_verified": 0, "id": 4, "initial_until": null, "kind": "person", "language": null, "mail_off": null, "main": "alice", "must_change": 0, "networks": null, "nick": null, "parent": 1, "remark": null, "service_group": null, "status": "active", "tokens_from": 1795796263000, "update_time": 1795796263215, "username": "bob"}', NULL, NULL, NULL, NULL, 'a50dc556bcf255eb7e33ddf4a0f3a8ccbcb6372da278007f722291a02012be81', '05e9c91d6e942c566d288b7cc9ecc0527dcb01bcc02af7bb5cd3ab52c3cf8bc7'),
	(19, 2, 1795796263218, 'test', 'role.create', 'role', '4', NULL, NULL, '{"add_time": 1795796263217, "id": 4, "name": "bob", "personal_of": 4, "remark": null, "role_name": "bob", "update_time": 1795796263217}', NULL, NULL, NULL, NULL, '05e9c91d6e942c566d288b7cc9ecc0527dcb01bcc02af7bb5cd3ab52c3cf8bc7', '214e314d3e9463930a0154baf5f9ae0a18a6f1089dcb14c21feb53928fd15078'),
	(20, 2, 1795796263220, 'test', 'user.join', 'user', 'bob', NULL, NULL, '{"add_time": 1795796263220, "remark": null, "role_id": 4, "role_name": "bob", "user_id": 4}', NULL, NULL, NULL, 4, '214e314d3e9463930a0154baf5f9ae0a18a6f1089dcb14c21feb53928fd15078', '65818b49387114ae52c55896271b38e5e477aad6c2602a220213eaf25c13d038'),
	(21, 2, 1795796263226, 'test', 'grant.create', 'grant', '2', NULL, NULL, '{"add_time": 1795796263225, "authorities": [302, 303], "cidrs": null, "clusters": ["one"], "granted_by": "test", "granted_by_id": null, "id": 2, "name_prefix": null, "networks": null, "remark": null, "res_id": 1, "res_type": 4, "resource": "persistent://acme/orders/created", "role_id": 1, "role_name": "alice", "subscriptions": null, "update_time": 1795796263225, "valid_from": null, "valid_until": null}', NULL, NULL, NULL, 1, '65818b49387114ae52c55896271b38e5e477aad6c2602a220213eaf25c13d038', 'fd7eb87fada8621b534e0915d966e902676dbda458e5f6df8041a81c9b098078'),
	(22, 2, 1795796263230, 'test', 'grant.create', 'grant', '3', NULL, NULL, '{"add_time": 1795796263229, "authorities": [302, 303], "cidrs": null, "clusters": ["one"], "granted_by": "test", "granted_by_id": null, "id": 3, "name_prefix": null, "networks": null, "remark": null, "res_id": 1, "res_type": 4, "resource": "persistent://acme/orders/created", "role_id": 3, "role_name": "orders-intake", "subscriptions": null, "update_time": 1795796263229, "valid_from": null, "valid_until": null}', NULL, NULL, NULL, 3, 'fd7eb87fada8621b534e0915d966e902676dbda458e5f6df8041a81c9b098078', '2877437a97498908cc7a1e1003e2bad00357d6d7033f4c6efeef15f6e0b65143'),
	(23, 2, 1795796263231, 'test', 'cluster.create', 'cluster', 'cluster4', NULL, NULL, '{"add_time": 1795796263230, "address": "pulsar://127.0.0.1:1", "admin_url": "http://127.0.0.1:1", "admin_user": null, "gone": 0, "id": 2, "name": "cluster4", "remark": null, "update_time": 1795796263230}', NULL, NULL, NULL, NULL, '2877437a97498908cc7a1e1003e2bad00357d6d7033f4c6efeef15f6e0b65143', 'e6984ba16d00a960af873f2db4b70e50d2dd64f1c07754d073a23c5ca330f912'),
	(24, 2, 1795796263232, 'test', 'tenant.create', 'tenant', 'tenant3', NULL, NULL, '{"add_time": 1795796263230, "clusters": "2", "deleting": 0, "id": 2, "is_valid": 1, "name": "tenant3", "remark": null, "update_time": 1795796263230}', NULL, NULL, NULL, NULL, 'e6984ba16d00a960af873f2db4b70e50d2dd64f1c07754d073a23c5ca330f912', '089b6ddd6bfa1d770611b99aadb0ef997c831c70032a47a69d10d43a73326d65'),
	(25, 2, 1795796263233, 'test', 'namespace.create', 'namespace', 'tenant3/namespace2', NULL, NULL, '{"add_time": 1795796263230, "bundles": 4, "deleting": 0, "id": 2, "is_valid": 1, "name": "namespace2", "policies": null, "remark": null, "subscription_auth_mode": "None", "tenant": 2, "update_time": 1795796263230}', NULL, NULL, NULL, NULL, '089b6ddd6bfa1d770611b99aadb0ef997c831c70032a47a69d10d43a73326d65', '62bcadea9e0d316575f7cc0e9c20238498c52a810a75d827836306f4685ea300'),
	(26, 2, 1795796263234, 'test', 'topic.create', 'topic', 'persistent://tenant3/namespace2/topic1', NULL, NULL, '{"add_time": 1795796263230, "deleting": 0, "domain": "persistent", "id": 2, "is_valid": 1, "name": "topic1", "namespace": 2, "partitions": 0, "policies": null, "remark": null, "tenant": 2, "update_time": 1795796263230}', NULL, NULL, NULL, NULL, '62bcadea9e0d316575f7cc0e9c20238498c52a810a75d827836306f4685ea300', 'df09865f4dffb022e33f2f6b4127c34b405da0a60dbec306518f3649aa6a5dec'),
	(27, 2, 1795796263305, 'test', 'group.create', 'group', 'odd', NULL, NULL, '{"name": "é ü 中文 😀 ''\"\\ %s :name \t{}"}', NULL, NULL, NULL, NULL, 'df09865f4dffb022e33f2f6b4127c34b405da0a60dbec306518f3649aa6a5dec', 'bbea2ca1727d479d3c26015cba515cfb0bab931c14f6f696575214d9afb46e40');
INSERT INTO public.sys_used_assertion VALUES
	('1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993),
	('2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994);
INSERT INTO public.sys_used_challenge VALUES
	('1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993),
	('2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994);
INSERT INTO public.sys_user_info VALUES
	(1, 'alice', NULL, NULL, NULL, 1795796263163, 1795796263163, NULL, 'person', 'active', NULL, 0, NULL, 2, 1795796263000, 0, 0, NULL, NULL, NULL, 0, NULL),
	(2, 'root', NULL, NULL, NULL, 1795796263176, 1795796263176, NULL, 'person', 'active', NULL, 0, NULL, 2, 1795796263000, 0, 0, NULL, NULL, NULL, 0, NULL),
	(3, 'orders-intake', NULL, NULL, NULL, 1795796263206, 1795796263206, NULL, 'service', 'active', NULL, 0, NULL, 2, 1795796263000, 0, 0, NULL, NULL, NULL, 0, NULL),
	(4, 'bob', NULL, NULL, NULL, 1795796263215, 1795796263215, NULL, 'person', 'active', 1, 0, NULL, 2, 1795796263000, 0, 0, NULL, NULL, NULL, 0, NULL);
INSERT INTO public.sys_user_role_map VALUES
	(1, 1, 1795796263174, NULL),
	(2, 2, 1795796263182, NULL),
	(3, 3, 1795796263211, NULL),
	(4, 4, 1795796263220, NULL);
SELECT pg_catalog.setval('public.audit_finding_id_seq', 2, true);
SELECT pg_catalog.setval('public.audit_run_id_seq', 2, true);
SELECT pg_catalog.setval('public.audit_run_line_id_seq', 2, true);
SELECT pg_catalog.setval('public.audit_suggestion_id_seq', 2, true);
SELECT pg_catalog.setval('public.audit_usage_daily_id_seq', 2, true);
SELECT pg_catalog.setval('public.msg_hook_delivery_id_seq', 2, true);
SELECT pg_catalog.setval('public.msg_link_id_seq', 2, true);
SELECT pg_catalog.setval('public.msg_mail_id_seq', 2, true);
SELECT pg_catalog.setval('public.msg_web_hook_id_seq', 2, true);
SELECT pg_catalog.setval('public.rem_opt_out_id_seq', 2, true);
SELECT pg_catalog.setval('public.rem_part_id_seq', 2, true);
SELECT pg_catalog.setval('public.rem_remediation_id_seq', 2, true);
SELECT pg_catalog.setval('public.req_access_id_seq', 2, true);
SELECT pg_catalog.setval('public.req_notice_id_seq', 2, true);
SELECT pg_catalog.setval('public.req_registration_id_seq', 2, true);
SELECT pg_catalog.setval('public.req_verdict_id_seq', 2, true);
SELECT pg_catalog.setval('public.res_cluster_id_seq', 2, true);
SELECT pg_catalog.setval('public.res_namespace_id_seq', 2, true);
SELECT pg_catalog.setval('public.res_provisioning_job_id_seq', 2, true);
SELECT pg_catalog.setval('public.res_subscription_rule_id_seq', 2, true);
SELECT pg_catalog.setval('public.res_tenant_id_seq', 2, true);
SELECT pg_catalog.setval('public.res_topic_id_seq', 2, true);
SELECT pg_catalog.setval('public.sys_api_token_id_seq', 2, true);
SELECT pg_catalog.setval('public.sys_application_id_seq', 2, true);
SELECT pg_catalog.setval('public.sys_authenticator_app_id_seq', 2, true);
SELECT pg_catalog.setval('public.sys_broker_id_seq', 2, true);
SELECT pg_catalog.setval('public.sys_broker_question_id_seq', 2, true);
SELECT pg_catalog.setval('public.sys_client_key_id_seq', 2, true);
SELECT pg_catalog.setval('public.sys_client_secret_id_seq', 2, true);
SELECT pg_catalog.setval('public.sys_cluster_credential_id_seq', 2, true);
SELECT pg_catalog.setval('public.sys_device_sign_in_id_seq', 2, true);
SELECT pg_catalog.setval('public.sys_identity_provider_id_seq', 2, true);
SELECT pg_catalog.setval('public.sys_kept_answer_id_seq', 2, true);
SELECT pg_catalog.setval('public.sys_network_id_seq', 2, true);
SELECT pg_catalog.setval('public.sys_passkey_id_seq', 2, true);
SELECT pg_catalog.setval('public.sys_pending_sign_in_id_seq', 2, true);
SELECT pg_catalog.setval('public.sys_provider_attempt_id_seq', 2, true);
SELECT pg_catalog.setval('public.sys_provider_group_id_seq', 2, true);
SELECT pg_catalog.setval('public.sys_provider_link_id_seq', 2, true);
SELECT pg_catalog.setval('public.sys_recovery_code_id_seq', 2, true);
SELECT pg_catalog.setval('public.sys_refresh_family_id_seq', 2, true);
SELECT pg_catalog.setval('public.sys_role_id_seq', 4, true);
SELECT pg_catalog.setval('public.sys_role_res_id_seq', 3, true);
SELECT pg_catalog.setval('public.sys_service_group_id_seq', 2, true);
SELECT pg_catalog.setval('public.sys_session_id_seq', 2, true);
SELECT pg_catalog.setval('public.sys_trail_id_seq', 27, true);
SELECT pg_catalog.setval('public.sys_user_info_id_seq', 4, true);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.audit_finding
    ADD CONSTRAINT pk_audit_finding PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_grant_status
    ADD CONSTRAINT pk_audit_grant_status PRIMARY KEY (run_id, grant_id);
ALTER TABLE ONLY public.audit_run
    ADD CONSTRAINT pk_audit_run PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_run_line
    ADD CONSTRAINT pk_audit_run_line PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_run_part
    ADD CONSTRAINT pk_audit_run_part PRIMARY KEY (run_id, kind, number);
ALTER TABLE ONLY public.audit_suggestion
    ADD CONSTRAINT pk_audit_suggestion PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_usage_daily
    ADD CONSTRAINT pk_audit_usage_daily PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_usage_date
    ADD CONSTRAINT pk_audit_usage_date PRIMARY KEY (date);
ALTER TABLE ONLY public.msg_hook_delivery
    ADD CONSTRAINT pk_msg_hook_delivery PRIMARY KEY (id);
ALTER TABLE ONLY public.msg_link
    ADD CONSTRAINT pk_msg_link PRIMARY KEY (id);
ALTER TABLE ONLY public.msg_mail
    ADD CONSTRAINT pk_msg_mail PRIMARY KEY (id);
ALTER TABLE ONLY public.msg_web_hook
    ADD CONSTRAINT pk_msg_web_hook PRIMARY KEY (id);
ALTER TABLE ONLY public.rem_opt_out
    ADD CONSTRAINT pk_rem_opt_out PRIMARY KEY (id);
ALTER TABLE ONLY public.rem_part
    ADD CONSTRAINT pk_rem_part PRIMARY KEY (id);
ALTER TABLE ONLY public.rem_remediation
    ADD CONSTRAINT pk_rem_remediation PRIMARY KEY (id);
ALTER TABLE ONLY public.req_access
    ADD CONSTRAINT pk_req_access PRIMARY KEY (id);
ALTER TABLE ONLY public.req_notice
    ADD CONSTRAINT pk_req_notice PRIMARY KEY (id);
ALTER TABLE ONLY public.req_registration
    ADD CONSTRAINT pk_req_registration PRIMARY KEY (id);
ALTER TABLE ONLY public.req_verdict
    ADD CONSTRAINT pk_req_verdict PRIMARY KEY (id);
ALTER TABLE ONLY public.res_cluster
    ADD CONSTRAINT pk_res_cluster PRIMARY KEY (id);
ALTER TABLE ONLY public.res_namespace
    ADD CONSTRAINT pk_res_namespace PRIMARY KEY (id);
ALTER TABLE ONLY public.res_provisioning_job
    ADD CONSTRAINT pk_res_provisioning_job PRIMARY KEY (id);
ALTER TABLE ONLY public.res_subscription_rule
    ADD CONSTRAINT pk_res_subscription_rule PRIMARY KEY (id);
ALTER TABLE ONLY public.res_tenant
    ADD CONSTRAINT pk_res_tenant PRIMARY KEY (id);
ALTER TABLE ONLY public.res_topic
    ADD CONSTRAINT pk_res_topic PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_address_delay
    ADD CONSTRAINT pk_sys_address_delay PRIMARY KEY (address);
ALTER TABLE ONLY public.sys_api_token
    ADD CONSTRAINT pk_sys_api_token PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_application
    ADD CONSTRAINT pk_sys_application PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_authenticator_app
    ADD CONSTRAINT pk_sys_authenticator_app PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_authority
    ADD CONSTRAINT pk_sys_authority PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_authorization_code
    ADD CONSTRAINT pk_sys_authorization_code PRIMARY KEY (digest);
ALTER TABLE ONLY public.sys_broker
    ADD CONSTRAINT pk_sys_broker PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_broker_answer
    ADD CONSTRAINT pk_sys_broker_answer PRIMARY KEY (question_id, broker);
ALTER TABLE ONLY public.sys_broker_question
    ADD CONSTRAINT pk_sys_broker_question PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_client_key
    ADD CONSTRAINT pk_sys_client_key PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_client_secret
    ADD CONSTRAINT pk_sys_client_secret PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_cluster_credential
    ADD CONSTRAINT pk_sys_cluster_credential PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_consent
    ADD CONSTRAINT pk_sys_consent PRIMARY KEY (user_id, application_id);
ALTER TABLE ONLY public.sys_device_sign_in
    ADD CONSTRAINT pk_sys_device_sign_in PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_family_access
    ADD CONSTRAINT pk_sys_family_access PRIMARY KEY (jti);
ALTER TABLE ONLY public.sys_identity_provider
    ADD CONSTRAINT pk_sys_identity_provider PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_kept_answer
    ADD CONSTRAINT pk_sys_kept_answer PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_known_network
    ADD CONSTRAINT pk_sys_known_network PRIMARY KEY (user_id, network);
ALTER TABLE ONLY public.sys_network
    ADD CONSTRAINT pk_sys_network PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_passkey
    ADD CONSTRAINT pk_sys_passkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_pending_sign_in
    ADD CONSTRAINT pk_sys_pending_sign_in PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_periodic_run
    ADD CONSTRAINT pk_sys_periodic_run PRIMARY KEY (name);
ALTER TABLE ONLY public.sys_provider_attempt
    ADD CONSTRAINT pk_sys_provider_attempt PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_provider_group
    ADD CONSTRAINT pk_sys_provider_group PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_provider_link
    ADD CONSTRAINT pk_sys_provider_link PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_provider_membership
    ADD CONSTRAINT pk_sys_provider_membership PRIMARY KEY (provider_id, user_id, role_id);
ALTER TABLE ONLY public.sys_recovery_code
    ADD CONSTRAINT pk_sys_recovery_code PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_refresh_family
    ADD CONSTRAINT pk_sys_refresh_family PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_refresh_token
    ADD CONSTRAINT pk_sys_refresh_token PRIMARY KEY (digest);
ALTER TABLE ONLY public.sys_request_count
    ADD CONSTRAINT pk_sys_request_count PRIMARY KEY (key, minute);
ALTER TABLE ONLY public.sys_revision
    ADD CONSTRAINT pk_sys_revision PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_revoked_token
    ADD CONSTRAINT pk_sys_revoked_token PRIMARY KEY (jti);
ALTER TABLE ONLY public.sys_role
    ADD CONSTRAINT pk_sys_role PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_role_res
    ADD CONSTRAINT pk_sys_role_res PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_service_group
    ADD CONSTRAINT pk_sys_service_group PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_session
    ADD CONSTRAINT pk_sys_session PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_signing_key
    ADD CONSTRAINT pk_sys_signing_key PRIMARY KEY (kid);
ALTER TABLE ONLY public.sys_trail
    ADD CONSTRAINT pk_sys_trail PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_used_assertion
    ADD CONSTRAINT pk_sys_used_assertion PRIMARY KEY (digest);
ALTER TABLE ONLY public.sys_used_challenge
    ADD CONSTRAINT pk_sys_used_challenge PRIMARY KEY (challenge);
ALTER TABLE ONLY public.sys_user_info
    ADD CONSTRAINT pk_sys_user_info PRIMARY KEY (id);
ALTER TABLE ONLY public.sys_user_role_map
    ADD CONSTRAINT pk_sys_user_role_map PRIMARY KEY (user_id, role_id);
ALTER TABLE ONLY public.audit_finding
    ADD CONSTRAINT uq_audit_finding_run_id_finding UNIQUE (run_id, finding);
ALTER TABLE ONLY public.audit_run
    ADD CONSTRAINT uq_audit_run_run UNIQUE (run);
ALTER TABLE ONLY public.audit_suggestion
    ADD CONSTRAINT uq_audit_suggestion_run_id_suggestion UNIQUE (run_id, suggestion);
ALTER TABLE ONLY public.msg_link
    ADD CONSTRAINT uq_msg_link_secret_hash UNIQUE (secret_hash);
ALTER TABLE ONLY public.msg_web_hook
    ADD CONSTRAINT uq_msg_web_hook_name UNIQUE (name);
ALTER TABLE ONLY public.req_notice
    ADD CONSTRAINT uq_req_notice_user_id_kind_about UNIQUE (user_id, kind, about);
ALTER TABLE ONLY public.req_registration
    ADD CONSTRAINT uq_req_registration_receipt_hash UNIQUE (receipt_hash);
ALTER TABLE ONLY public.req_verdict
    ADD CONSTRAINT uq_req_verdict_request_id_decider_id UNIQUE (request_id, decider_id);
ALTER TABLE ONLY public.res_cluster
    ADD CONSTRAINT uq_res_cluster_name UNIQUE (name);
ALTER TABLE ONLY public.res_namespace
    ADD CONSTRAINT uq_res_namespace_tenant_name UNIQUE (tenant, name);
ALTER TABLE ONLY public.res_subscription_rule
    ADD CONSTRAINT uq_res_subscription_rule_namespace_subscription UNIQUE (namespace, subscription);
ALTER TABLE ONLY public.res_tenant
    ADD CONSTRAINT uq_res_tenant_name UNIQUE (name);
ALTER TABLE ONLY public.res_topic
    ADD CONSTRAINT uq_res_topic_namespace_domain_name UNIQUE (namespace, domain, name);
ALTER TABLE ONLY public.sys_api_token
    ADD CONSTRAINT uq_sys_api_token_jti UNIQUE (jti);
ALTER TABLE ONLY public.sys_application
    ADD CONSTRAINT uq_sys_application_client_id UNIQUE (client_id);
ALTER TABLE ONLY public.sys_broker
    ADD CONSTRAINT uq_sys_broker_cluster_id_broker UNIQUE (cluster_id, broker);
ALTER TABLE ONLY public.sys_client_key
    ADD CONSTRAINT uq_sys_client_key_thumbprint UNIQUE (thumbprint);
ALTER TABLE ONLY public.sys_client_key
    ADD CONSTRAINT uq_sys_client_key_user_id_kid UNIQUE (user_id, kid);
ALTER TABLE ONLY public.sys_client_secret
    ADD CONSTRAINT uq_sys_client_secret_secret_hash UNIQUE (secret_hash);
ALTER TABLE ONLY public.sys_cluster_credential
    ADD CONSTRAINT uq_sys_cluster_credential_secret_hash UNIQUE (secret_hash);
ALTER TABLE ONLY public.sys_device_sign_in
    ADD CONSTRAINT uq_sys_device_sign_in_device_hash UNIQUE (device_hash);
ALTER TABLE ONLY public.sys_device_sign_in
    ADD CONSTRAINT uq_sys_device_sign_in_user_hash UNIQUE (user_hash);
ALTER TABLE ONLY public.sys_identity_provider
    ADD CONSTRAINT uq_sys_identity_provider_issuer UNIQUE (issuer);
ALTER TABLE ONLY public.sys_kept_answer
    ADD CONSTRAINT uq_sys_kept_answer_user_id_key_hash UNIQUE (user_id, key_hash);
ALTER TABLE ONLY public.sys_network
    ADD CONSTRAINT uq_sys_network_name UNIQUE (name);
ALTER TABLE ONLY public.sys_passkey
    ADD CONSTRAINT uq_sys_passkey_key_digest UNIQUE (key_digest);
ALTER TABLE ONLY public.sys_pending_sign_in
    ADD CONSTRAINT uq_sys_pending_sign_in_secret_hash UNIQUE (secret_hash);
ALTER TABLE ONLY public.sys_provider_attempt
    ADD CONSTRAINT uq_sys_provider_attempt_state_hash UNIQUE (state_hash);
ALTER TABLE ONLY public.sys_provider_group
    ADD CONSTRAINT uq_sys_provider_group_provider_id_group_name_role_id UNIQUE (provider_id, group_name, role_id);
ALTER TABLE ONLY public.sys_provider_link
    ADD CONSTRAINT uq_sys_provider_link_provider_id_subject UNIQUE (provider_id, subject);
ALTER TABLE ONLY public.sys_provider_link
    ADD CONSTRAINT uq_sys_provider_link_provider_id_user_id UNIQUE (provider_id, user_id);
ALTER TABLE ONLY public.sys_recovery_code
    ADD CONSTRAINT uq_sys_recovery_code_code_hash UNIQUE (code_hash);
ALTER TABLE ONLY public.sys_role
    ADD CONSTRAINT uq_sys_role_personal_of UNIQUE (personal_of);
ALTER TABLE ONLY public.sys_role
    ADD CONSTRAINT uq_sys_role_role_name UNIQUE (role_name);
ALTER TABLE ONLY public.sys_service_group
    ADD CONSTRAINT uq_sys_service_group_group_name UNIQUE (group_name);
ALTER TABLE ONLY public.sys_session
    ADD CONSTRAINT uq_sys_session_secret_hash UNIQUE (secret_hash);
ALTER TABLE ONLY public.sys_user_info
    ADD CONSTRAINT uq_sys_user_info_username UNIQUE (username);
CREATE INDEX ix_audit_finding_grant_id ON public.audit_finding USING btree (grant_id);
CREATE INDEX ix_audit_finding_tenant ON public.audit_finding USING btree (tenant);
CREATE INDEX ix_audit_finding_user ON public.audit_finding USING btree ("user");
CREATE INDEX ix_audit_run_line_subject ON public.audit_run_line USING btree (run_id, kind, subject);
CREATE INDEX ix_audit_run_line_tenant ON public.audit_run_line USING btree (tenant);
CREATE INDEX ix_audit_run_state ON public.audit_run USING btree (state);
CREATE INDEX ix_audit_suggestion_role_id ON public.audit_suggestion USING btree (role_id);
CREATE INDEX ix_audit_suggestion_tenant ON public.audit_suggestion USING btree (tenant);
CREATE INDEX ix_audit_usage_daily_grant_date ON public.audit_usage_daily USING btree (grant_id, date);
CREATE INDEX ix_audit_usage_daily_run_id ON public.audit_usage_daily USING btree (run_id);
CREATE INDEX ix_audit_usage_daily_user_date ON public.audit_usage_daily USING btree ("user", date);
CREATE INDEX ix_msg_hook_delivery_hook_id ON public.msg_hook_delivery USING btree (hook_id);
CREATE INDEX ix_msg_hook_delivery_state_next_try ON public.msg_hook_delivery USING btree (state, next_try);
CREATE INDEX ix_msg_link_mail_id ON public.msg_link USING btree (mail_id);
CREATE INDEX ix_msg_link_user_id ON public.msg_link USING btree (user_id);
CREATE INDEX ix_msg_link_valid_until ON public.msg_link USING btree (valid_until);
CREATE INDEX ix_msg_mail_state_next_try ON public.msg_mail USING btree (state, next_try);
CREATE INDEX ix_msg_mail_user_id ON public.msg_mail USING btree (user_id);
CREATE INDEX ix_rem_opt_out_grant_id ON public.rem_opt_out USING btree (grant_id);
CREATE INDEX ix_rem_opt_out_until ON public.rem_opt_out USING btree (until);
CREATE INDEX ix_rem_opt_out_user_id ON public.rem_opt_out USING btree (user_id);
CREATE INDEX ix_rem_part_remediation_id ON public.rem_part USING btree (remediation_id);
CREATE INDEX ix_rem_part_suggestion_state ON public.rem_part USING btree (suggestion, state);
CREATE INDEX ix_rem_remediation_state ON public.rem_remediation USING btree (state);
CREATE INDEX ix_rem_remediation_tenant ON public.rem_remediation USING btree (tenant);
CREATE INDEX ix_req_access_main ON public.req_access USING btree (main_id, state);
CREATE INDEX ix_req_access_receiver ON public.req_access USING btree (receiver_id, state);
CREATE INDEX ix_req_access_requester ON public.req_access USING btree (requester_id, state);
CREATE INDEX ix_req_access_resource ON public.req_access USING btree (state, res_type, res_id);
CREATE INDEX ix_req_notice_user ON public.req_notice USING btree (user_id, read_time, id);
CREATE INDEX ix_req_registration_state_address ON public.req_registration USING btree (state, address);
CREATE INDEX ix_req_registration_state_username ON public.req_registration USING btree (state, username);
CREATE INDEX ix_req_verdict_decider_id ON public.req_verdict USING btree (decider_id);
CREATE INDEX ix_res_namespace_binary ON public.res_namespace USING btree (name COLLATE "C", id);
CREATE INDEX ix_res_namespace_deleting ON public.res_namespace USING btree (deleting);
CREATE INDEX ix_res_namespace_is_valid ON public.res_namespace USING btree (is_valid);
CREATE INDEX ix_res_namespace_name ON public.res_namespace USING btree (name);
CREATE INDEX ix_res_namespace_subscription_auth_mode ON public.res_namespace USING btree (subscription_auth_mode);
CREATE INDEX ix_res_namespace_update_time ON public.res_namespace USING btree (update_time);
CREATE INDEX ix_res_provisioning_job_due ON public.res_provisioning_job USING btree (state, next_try);
CREATE INDEX ix_res_provisioning_job_resource ON public.res_provisioning_job USING btree (res_type, res_id, cluster);
CREATE INDEX ix_res_tenant_binary ON public.res_tenant USING btree (name COLLATE "C", id);
CREATE INDEX ix_res_tenant_update_time ON public.res_tenant USING btree (update_time);
CREATE INDEX ix_res_topic_binary ON public.res_topic USING btree (name COLLATE "C", id);
CREATE INDEX ix_res_topic_deleting ON public.res_topic USING btree (deleting);
CREATE INDEX ix_res_topic_is_valid ON public.res_topic USING btree (is_valid);
CREATE INDEX ix_res_topic_name ON public.res_topic USING btree (name);
CREATE INDEX ix_res_topic_tenant ON public.res_topic USING btree (tenant);
CREATE INDEX ix_res_topic_update_time ON public.res_topic USING btree (update_time);
CREATE INDEX ix_sys_api_token_kid ON public.sys_api_token USING btree (kid);
CREATE INDEX ix_sys_api_token_user_id ON public.sys_api_token USING btree (user_id);
CREATE INDEX ix_sys_api_token_valid_until ON public.sys_api_token USING btree (valid_until);
CREATE INDEX ix_sys_application_service_id ON public.sys_application USING btree (service_id);
CREATE INDEX ix_sys_authenticator_app_user_id ON public.sys_authenticator_app USING btree (user_id);
CREATE INDEX ix_sys_authorization_code_application_id ON public.sys_authorization_code USING btree (application_id);
CREATE INDEX ix_sys_authorization_code_user_id ON public.sys_authorization_code USING btree (user_id);
CREATE INDEX ix_sys_authorization_code_valid_until ON public.sys_authorization_code USING btree (valid_until);
CREATE INDEX ix_sys_broker_question_cluster_id ON public.sys_broker_question USING btree (cluster_id);
CREATE INDEX ix_sys_client_secret_user_id ON public.sys_client_secret USING btree (user_id);
CREATE INDEX ix_sys_cluster_credential_cluster_id ON public.sys_cluster_credential USING btree (cluster_id);
CREATE INDEX ix_sys_consent_application_id ON public.sys_consent USING btree (application_id);
CREATE INDEX ix_sys_device_sign_in_address ON public.sys_device_sign_in USING btree (address);
CREATE INDEX ix_sys_device_sign_in_user_id ON public.sys_device_sign_in USING btree (user_id);
CREATE INDEX ix_sys_device_sign_in_valid_until ON public.sys_device_sign_in USING btree (valid_until);
CREATE INDEX ix_sys_family_access_family_id ON public.sys_family_access USING btree (family_id);
CREATE INDEX ix_sys_kept_answer_add_time ON public.sys_kept_answer USING btree (add_time);
CREATE INDEX ix_sys_known_network_last_use ON public.sys_known_network USING btree (last_use);
CREATE INDEX ix_sys_network_update_time ON public.sys_network USING btree (update_time);
CREATE INDEX ix_sys_passkey_user_id ON public.sys_passkey USING btree (user_id);
CREATE INDEX ix_sys_pending_sign_in_user_id ON public.sys_pending_sign_in USING btree (user_id);
CREATE INDEX ix_sys_pending_sign_in_valid_until ON public.sys_pending_sign_in USING btree (valid_until);
CREATE INDEX ix_sys_provider_attempt_provider_id ON public.sys_provider_attempt USING btree (provider_id);
CREATE INDEX ix_sys_provider_attempt_user_id ON public.sys_provider_attempt USING btree (user_id);
CREATE INDEX ix_sys_provider_attempt_valid_until ON public.sys_provider_attempt USING btree (valid_until);
CREATE INDEX ix_sys_provider_group_role_id ON public.sys_provider_group USING btree (role_id);
CREATE INDEX ix_sys_provider_link_user_id ON public.sys_provider_link USING btree (user_id);
CREATE INDEX ix_sys_provider_membership_role_id ON public.sys_provider_membership USING btree (role_id);
CREATE INDEX ix_sys_provider_membership_user_id ON public.sys_provider_membership USING btree (user_id);
CREATE INDEX ix_sys_recovery_code_user_id ON public.sys_recovery_code USING btree (user_id);
CREATE INDEX ix_sys_refresh_family_application_id ON public.sys_refresh_family USING btree (application_id);
CREATE INDEX ix_sys_refresh_family_user_id ON public.sys_refresh_family USING btree (user_id);
CREATE INDEX ix_sys_refresh_family_valid_until ON public.sys_refresh_family USING btree (valid_until);
CREATE INDEX ix_sys_refresh_token_family_id ON public.sys_refresh_token USING btree (family_id);
CREATE INDEX ix_sys_request_count_minute ON public.sys_request_count USING btree (minute);
CREATE INDEX ix_sys_revoked_token_valid_until ON public.sys_revoked_token USING btree (valid_until);
CREATE INDEX ix_sys_role_binary ON public.sys_role USING btree (role_name COLLATE "C", id);
CREATE INDEX ix_sys_role_res_granted_by_id ON public.sys_role_res USING btree (granted_by_id);
CREATE INDEX ix_sys_role_res_resource ON public.sys_role_res USING btree (res_type, res_id);
CREATE INDEX ix_sys_role_res_role_place ON public.sys_role_res USING btree (role_id, res_type, res_id);
CREATE INDEX ix_sys_role_res_update_time ON public.sys_role_res USING btree (update_time);
CREATE INDEX ix_sys_role_res_valid_until ON public.sys_role_res USING btree (valid_until);
CREATE INDEX ix_sys_role_update_time ON public.sys_role USING btree (update_time);
CREATE INDEX ix_sys_service_group_binary ON public.sys_service_group USING btree (group_name COLLATE "C", id);
CREATE INDEX ix_sys_session_user_id ON public.sys_session USING btree (user_id);
CREATE INDEX ix_sys_trail_action_revision ON public.sys_trail USING btree (action, revision);
CREATE INDEX ix_sys_trail_actor ON public.sys_trail USING btree (actor);
CREATE INDEX ix_sys_trail_credential ON public.sys_trail USING btree (credential);
CREATE INDEX ix_sys_trail_entity ON public.sys_trail USING btree (entity, entity_key);
CREATE INDEX ix_sys_trail_request_id ON public.sys_trail USING btree (request_id);
CREATE INDEX ix_sys_trail_revision ON public.sys_trail USING btree (revision);
CREATE INDEX ix_sys_trail_role ON public.sys_trail USING btree (role);
CREATE INDEX ix_sys_trail_time ON public.sys_trail USING btree ("time");
CREATE INDEX ix_sys_used_assertion_valid_until ON public.sys_used_assertion USING btree (valid_until);
CREATE INDEX ix_sys_used_challenge_valid_until ON public.sys_used_challenge USING btree (valid_until);
CREATE INDEX ix_sys_user_info_binary ON public.sys_user_info USING btree (username COLLATE "C", id);
CREATE INDEX ix_sys_user_info_parent ON public.sys_user_info USING btree (parent);
CREATE INDEX ix_sys_user_info_service_group ON public.sys_user_info USING btree (service_group);
CREATE INDEX ix_sys_user_info_update_time ON public.sys_user_info USING btree (update_time);
CREATE INDEX ix_sys_user_role_map_role_id ON public.sys_user_role_map USING btree (role_id);
CREATE TRIGGER sys_trail_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.sys_trail FOR EACH STATEMENT EXECUTE FUNCTION public.sys_trail_append_only();
ALTER TABLE ONLY public.msg_hook_delivery
    ADD CONSTRAINT fk_msg_hook_delivery_hook_id FOREIGN KEY (hook_id) REFERENCES public.msg_web_hook(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.msg_link
    ADD CONSTRAINT fk_msg_link_user_id FOREIGN KEY (user_id) REFERENCES public.sys_user_info(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.rem_part
    ADD CONSTRAINT fk_rem_part_remediation_id_rem_remediation FOREIGN KEY (remediation_id) REFERENCES public.rem_remediation(id);
ALTER TABLE ONLY public.res_cluster
    ADD CONSTRAINT fk_res_cluster_admin_user FOREIGN KEY (admin_user) REFERENCES public.sys_user_info(id);
ALTER TABLE ONLY public.res_namespace
    ADD CONSTRAINT fk_res_namespace_tenant FOREIGN KEY (tenant) REFERENCES public.res_tenant(id);
ALTER TABLE ONLY public.res_provisioning_job
    ADD CONSTRAINT fk_res_provisioning_job_cluster FOREIGN KEY (cluster) REFERENCES public.res_cluster(id);
ALTER TABLE ONLY public.res_subscription_rule
    ADD CONSTRAINT fk_res_subscription_rule_namespace FOREIGN KEY (namespace) REFERENCES public.res_namespace(id);
ALTER TABLE ONLY public.res_topic
    ADD CONSTRAINT fk_res_topic_namespace FOREIGN KEY (namespace) REFERENCES public.res_namespace(id);
ALTER TABLE ONLY public.res_topic
    ADD CONSTRAINT fk_res_topic_tenant FOREIGN KEY (tenant) REFERENCES public.res_tenant(id);
ALTER TABLE ONLY public.sys_api_token
    ADD CONSTRAINT fk_sys_api_token_user_id FOREIGN KEY (user_id) REFERENCES public.sys_user_info(id);
ALTER TABLE ONLY public.sys_application
    ADD CONSTRAINT fk_sys_application_service_id FOREIGN KEY (service_id) REFERENCES public.sys_user_info(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sys_authenticator_app
    ADD CONSTRAINT fk_sys_authenticator_app_user_id FOREIGN KEY (user_id) REFERENCES public.sys_user_info(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sys_authorization_code
    ADD CONSTRAINT fk_sys_authorization_code_application_id FOREIGN KEY (application_id) REFERENCES public.sys_application(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sys_authorization_code
    ADD CONSTRAINT fk_sys_authorization_code_user_id FOREIGN KEY (user_id) REFERENCES public.sys_user_info(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sys_broker_answer
    ADD CONSTRAINT fk_sys_broker_answer_question_id_sys_broker_question FOREIGN KEY (question_id) REFERENCES public.sys_broker_question(id);
ALTER TABLE ONLY public.sys_broker
    ADD CONSTRAINT fk_sys_broker_cluster_id FOREIGN KEY (cluster_id) REFERENCES public.res_cluster(id);
ALTER TABLE ONLY public.sys_broker_question
    ADD CONSTRAINT fk_sys_broker_question_cluster_id_res_cluster FOREIGN KEY (cluster_id) REFERENCES public.res_cluster(id);
ALTER TABLE ONLY public.sys_client_key
    ADD CONSTRAINT fk_sys_client_key_user_id FOREIGN KEY (user_id) REFERENCES public.sys_user_info(id);
ALTER TABLE ONLY public.sys_client_secret
    ADD CONSTRAINT fk_sys_client_secret_user_id FOREIGN KEY (user_id) REFERENCES public.sys_user_info(id);
ALTER TABLE ONLY public.sys_cluster_credential
    ADD CONSTRAINT fk_sys_cluster_credential_cluster_id FOREIGN KEY (cluster_id) REFERENCES public.res_cluster(id);
ALTER TABLE ONLY public.sys_consent
    ADD CONSTRAINT fk_sys_consent_application_id FOREIGN KEY (application_id) REFERENCES public.sys_application(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sys_consent
    ADD CONSTRAINT fk_sys_consent_user_id FOREIGN KEY (user_id) REFERENCES public.sys_user_info(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sys_device_sign_in
    ADD CONSTRAINT fk_sys_device_sign_in_user_id FOREIGN KEY (user_id) REFERENCES public.sys_user_info(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sys_family_access
    ADD CONSTRAINT fk_sys_family_access_family_id FOREIGN KEY (family_id) REFERENCES public.sys_refresh_family(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sys_identity_provider
    ADD CONSTRAINT fk_sys_identity_provider_service_group FOREIGN KEY (service_group) REFERENCES public.sys_service_group(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.sys_known_network
    ADD CONSTRAINT fk_sys_known_network_user_id FOREIGN KEY (user_id) REFERENCES public.sys_user_info(id);
ALTER TABLE ONLY public.sys_passkey
    ADD CONSTRAINT fk_sys_passkey_user_id FOREIGN KEY (user_id) REFERENCES public.sys_user_info(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sys_pending_sign_in
    ADD CONSTRAINT fk_sys_pending_sign_in_user_id FOREIGN KEY (user_id) REFERENCES public.sys_user_info(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sys_provider_attempt
    ADD CONSTRAINT fk_sys_provider_attempt_provider_id FOREIGN KEY (provider_id) REFERENCES public.sys_identity_provider(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sys_provider_attempt
    ADD CONSTRAINT fk_sys_provider_attempt_user_id FOREIGN KEY (user_id) REFERENCES public.sys_user_info(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sys_provider_group
    ADD CONSTRAINT fk_sys_provider_group_provider_id FOREIGN KEY (provider_id) REFERENCES public.sys_identity_provider(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sys_provider_group
    ADD CONSTRAINT fk_sys_provider_group_role_id FOREIGN KEY (role_id) REFERENCES public.sys_role(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sys_provider_link
    ADD CONSTRAINT fk_sys_provider_link_provider_id FOREIGN KEY (provider_id) REFERENCES public.sys_identity_provider(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sys_provider_link
    ADD CONSTRAINT fk_sys_provider_link_user_id FOREIGN KEY (user_id) REFERENCES public.sys_user_info(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sys_provider_membership
    ADD CONSTRAINT fk_sys_provider_membership_provider_id FOREIGN KEY (provider_id) REFERENCES public.sys_identity_provider(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sys_provider_membership
    ADD CONSTRAINT fk_sys_provider_membership_role_id FOREIGN KEY (role_id) REFERENCES public.sys_role(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sys_provider_membership
    ADD CONSTRAINT fk_sys_provider_membership_user_id FOREIGN KEY (user_id) REFERENCES public.sys_user_info(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sys_recovery_code
    ADD CONSTRAINT fk_sys_recovery_code_user_id FOREIGN KEY (user_id) REFERENCES public.sys_user_info(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sys_refresh_family
    ADD CONSTRAINT fk_sys_refresh_family_application_id FOREIGN KEY (application_id) REFERENCES public.sys_application(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sys_refresh_family
    ADD CONSTRAINT fk_sys_refresh_family_user_id FOREIGN KEY (user_id) REFERENCES public.sys_user_info(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sys_refresh_token
    ADD CONSTRAINT fk_sys_refresh_token_family_id FOREIGN KEY (family_id) REFERENCES public.sys_refresh_family(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sys_role
    ADD CONSTRAINT fk_sys_role_personal_of FOREIGN KEY (personal_of) REFERENCES public.sys_user_info(id);
ALTER TABLE ONLY public.sys_role_res
    ADD CONSTRAINT fk_sys_role_res_role_id FOREIGN KEY (role_id) REFERENCES public.sys_role(id);
ALTER TABLE ONLY public.sys_session
    ADD CONSTRAINT fk_sys_session_user_id FOREIGN KEY (user_id) REFERENCES public.sys_user_info(id);
ALTER TABLE ONLY public.sys_user_info
    ADD CONSTRAINT fk_sys_user_info_parent FOREIGN KEY (parent) REFERENCES public.sys_user_info(id);
ALTER TABLE ONLY public.sys_user_info
    ADD CONSTRAINT fk_sys_user_info_service_group FOREIGN KEY (service_group) REFERENCES public.sys_service_group(id);
ALTER TABLE ONLY public.sys_user_role_map
    ADD CONSTRAINT fk_sys_user_role_map_role_id FOREIGN KEY (role_id) REFERENCES public.sys_role(id);
ALTER TABLE ONLY public.sys_user_role_map
    ADD CONSTRAINT fk_sys_user_role_map_user_id FOREIGN KEY (user_id) REFERENCES public.sys_user_info(id);
