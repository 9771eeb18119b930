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
CREATE TABLE public.drift_line (
    id bigint NOT NULL,
    cluster bigint NOT NULL,
    key character varying(64) NOT NULL,
    kind character varying(16) NOT NULL,
    res_type integer NOT NULL,
    place text NOT NULL,
    tenant character varying(128) NOT NULL,
    near_type integer NOT NULL,
    near_id bigint NOT NULL,
    field character varying(32) NOT NULL,
    subject text,
    wished text,
    actual text,
    state character varying(16) NOT NULL,
    since bigint NOT NULL,
    seen bigint NOT NULL,
    answer character varying(16),
    answered_by character varying(128),
    answered_at bigint,
    reason character varying(500),
    until bigint,
    due bigint NOT NULL,
    calls text,
    back text,
    message text
);
CREATE SEQUENCE public.drift_line_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.drift_line_id_seq OWNED BY public.drift_line.id;
CREATE TABLE public.drift_run (
    cluster bigint NOT NULL,
    wanted bigint NOT NULL,
    started bigint NOT NULL,
    ended bigint NOT NULL,
    claimed_until bigint NOT NULL,
    message text,
    found integer NOT NULL,
    unread text NOT NULL,
    unread_total integer NOT NULL
);
CREATE TABLE public.imp_import (
    id bigint NOT NULL,
    cluster bigint NOT NULL,
    cluster_name character varying(128) NOT NULL,
    state character varying(16) NOT NULL,
    mapping text NOT NULL,
    estate text,
    report text,
    step character varying(32) NOT NULL,
    done integer NOT NULL,
    total integer NOT NULL,
    calls bigint NOT NULL,
    applied bigint NOT NULL,
    refused text NOT NULL,
    message text,
    started_by_id bigint NOT NULL,
    started_by character varying(128) NOT NULL,
    applied_by_id bigint,
    applied_by character varying(128),
    add_time bigint NOT NULL,
    update_time bigint NOT NULL,
    read_time bigint,
    ended_time bigint,
    claimed_until bigint NOT NULL
);
CREATE SEQUENCE public.imp_import_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.imp_import_id_seq OWNED BY public.imp_import.id;
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
    problem character varying(256),
    problem_code character varying(32),
    problem_status integer
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
    problem character varying(256),
    problem_code character varying(32),
    problem_status integer
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
CREATE TABLE public.req_factor_reset (
    user_id bigint NOT NULL,
    asked_by_id bigint NOT NULL,
    asked_by character varying(128) NOT NULL,
    add_time bigint NOT NULL,
    valid_until bigint NOT NULL
);
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
CREATE TABLE public.res_cluster_tls (
    id bigint NOT NULL,
    cluster bigint NOT NULL,
    authorities text,
    certificate text,
    private_key_sealed text,
    add_time bigint NOT NULL,
    update_time bigint NOT NULL
);
CREATE SEQUENCE public.res_cluster_tls_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.res_cluster_tls_id_seq OWNED BY public.res_cluster_tls.id;
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
    subscription_auth_mode character varying(16) DEFAULT 'None'::character varying NOT NULL,
    policies text
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
    update_time bigint NOT NULL,
    traceparent character varying(64)
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
    deleting integer NOT NULL,
    policies text
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
CREATE TABLE public.sys_clock (
    instance character varying(32) NOT NULL,
    ahead_ms bigint NOT NULL,
    seen bigint NOT NULL
);
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
    cidrs text,
    scope character varying(256),
    methods character varying(64),
    auth_time bigint,
    cred_version bigint
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
    last_use bigint,
    user_handle character varying(128)
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
    valid_until bigint NOT NULL,
    provider_id bigint
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
    agent character varying(256) DEFAULT ''::character varying NOT NULL,
    provider_id bigint
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
    language character varying(8),
    mail_off text
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
ALTER TABLE ONLY public.drift_line ALTER COLUMN id SET DEFAULT nextval('public.drift_line_id_seq'::regclass);
ALTER TABLE ONLY public.imp_import ALTER COLUMN id SET DEFAULT nextval('public.imp_import_id_seq'::regclass);
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
ALTER TABLE ONLY public.res_cluster_tls ALTER COLUMN id SET DEFAULT nextval('public.res_cluster_tls_id_seq'::regclass);
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
	('0040_clocks');
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
INSERT INTO public.drift_line VALUES
	(1, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %', 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 1, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %', 9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}'),
	(2, 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %', 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', 2, 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', NULL, NULL, NULL, '2 é ü 中文 😀 ''"\ %', 9007199254740994, 9007199254740994, NULL, NULL, NULL, NULL, NULL, 9007199254740994, NULL, NULL, NULL);
INSERT INTO public.drift_run VALUES
	(9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', 1),
	(9007199254740994, 9007199254740994, 9007199254740994, 9007199254740994, 9007199254740994, NULL, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', 2);
INSERT INTO public.imp_import VALUES
	(1, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 1, 1, 9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993),
	(2, 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %', '2 é ü 中文 😀 ''"\ %s :name 	{}', NULL, NULL, '2 é ü 中文 😀 ''"\ %s :name 	{}', 2, 2, 9007199254740994, 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', NULL, 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', NULL, NULL, 9007199254740994, 9007199254740994, NULL, NULL, 9007199254740994);
INSERT INTO public.msg_hook_delivery VALUES
	(1, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %', 1, 9007199254740993, 9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 1),
	(2, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %', 2, 9007199254740994, 9007199254740994, NULL, NULL, NULL, NULL);
INSERT INTO public.msg_link VALUES
	(1, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993, 9007199254740993),
	(2, '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, 9007199254740994, NULL);
INSERT INTO public.msg_mail VALUES
	(1, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %', 1, 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 1),
	(2, 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', NULL, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %', 2, 9007199254740994, 9007199254740994, 9007199254740994, NULL, NULL, NULL, NULL);
INSERT INTO public.msg_web_hook VALUES
	(1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '["10.0.0.0/8", "@office"]', '1 é ü 中文 😀 ''"\ %', 'ukjzZEQCiDutZsUbiZLeICXcultm8FUqgOf+jyh7/NApsA==', 'KtQ8fiR/qU4wJkZiExLj5HcCfDCjbnWvjo1J1jbtikMK+g==', 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993),
	(2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', NULL, '2 é ü 中文 😀 ''"\ %', 'VPkyf/mkWh63YlO+YnsIEWFK2ZuvQfwLBi2j4z4HAf+IaQ==', '4i0JqY6ec26zIlZyBwQoMkgvxZDRNNl4wHaNUFB/TrRg6Q==', NULL, NULL, 9007199254740994, 9007199254740994);
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
INSERT INTO public.req_factor_reset VALUES
	(9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993),
	(9007199254740994, 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, 9007199254740994);
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
	(1, 'one', 'pulsar://127.0.0.1:1', 1795820086502, 1795820086502, NULL, 'http://127.0.0.1:1', NULL, 0),
	(2, 'cluster4', 'pulsar://127.0.0.1:1', 1795820086517, 1795820086517, NULL, 'http://127.0.0.1:1', NULL, 0);
INSERT INTO public.res_cluster_tls VALUES
	(1, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 'gSO+GmlXf/IHZd/xNOva32DXexnR+xp7+fDWpMuCjJ+0wA==', 9007199254740993, 9007199254740993),
	(2, 2, NULL, NULL, 'kz+ttB6vvQQ+SEj/l+nrxXdiK2/ZGjEMq87OubcnLGjhQA==', 9007199254740994, 9007199254740994);
INSERT INTO public.res_namespace VALUES
	(1, 1, 'orders', 1, 1795820086504, 1795820086504, NULL, 4, 0, 'None', NULL),
	(2, 2, 'namespace2', 1, 1795820086517, 1795820086517, NULL, 4, 0, 'None', NULL);
INSERT INTO public.res_provisioning_job VALUES
	(1, 1, 9007199254740993, 1, '1 é ü 中文 😀 ''"\ %', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %', '1 é ü 中文 😀 ''"\ %s :name 	{}', 1, 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}'),
	(2, 2, 9007199254740994, 2, '2 é ü 中文 😀 ''"\ %', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %', NULL, 2, 9007199254740994, 9007199254740994, 9007199254740994, 9007199254740994, NULL);
INSERT INTO public.res_subscription_rule VALUES
	(1, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993),
	(2, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, 9007199254740994);
INSERT INTO public.res_tenant VALUES
	(1, '1', 'acme', 1, 1795820086503, 1795820086503, NULL, 0),
	(2, '2', 'tenant3', 1, 1795820086517, 1795820086517, NULL, 0);
INSERT INTO public.res_topic VALUES
	(1, 1, 1, 'created', 1, 1795820086505, 1795820086505, NULL, 'persistent', 0, 0, NULL),
	(2, 2, 2, 'topic1', 1, 1795820086517, 1795820086517, NULL, 'persistent', 0, 0, NULL);
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
	(1, 1, 'sZCpkESkfTbR6ErY4g/BcyLzpX1+TjPQmHyabD/imitoXQ==', 1, 9007199254740993, 9007199254740993, 9007199254740993),
	(2, 2, 'a2zYZ9OMyvGmFiPoB98Trh7CMQ7dibgVaLTVjNYr1zbHvg==', 2, 9007199254740994, 9007199254740994, NULL);
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
INSERT INTO public.sys_clock VALUES
	('1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993),
	('2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, 9007199254740994);
INSERT INTO public.sys_cluster_credential VALUES
	(1, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文', 9007199254740993, 9007199254740993),
	(2, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文', 9007199254740994, NULL);
INSERT INTO public.sys_consent VALUES
	(1, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993),
	(2, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994);
INSERT INTO public.sys_device_sign_in VALUES
	(1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %', 1, 9007199254740993, 9007199254740993, 9007199254740993, 9007199254740993, '["10.0.0.0/8", "@office"]', '["10.0.0.0/8", "@office"]', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993),
	(2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %', 2, 9007199254740994, 9007199254740994, 9007199254740994, 9007199254740994, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.sys_family_access VALUES
	('1 é ü 中文 😀 ''"\ %s :name 	{}', 1, 9007199254740993),
	('2 é ü 中文 😀 ''"\ %s :name 	{}', 2, 9007199254740994);
INSERT INTO public.sys_identity_provider VALUES
	(1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 'o/Ja8rbLWjpVKrqy6LhUyShYk8PsY2HJcdpf0WQxx/PPoA==', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '["10.0.0.0/8", "@office"]', 1, 1, 1, 9007199254740993, 9007199254740993, 'OXz16s7dGTt1HZTonXMjmOdes9n4UinxtpQLOfTUADyPuA==', '1 é ü 中文 😀 ''"\ %s :name 	{}'),
	(2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '8FA0PPBTUOQOWyiZU9YelAwmvPE+S58sqwwtxhAD/WkzZQ==', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', NULL, NULL, 2, 2, 2, 9007199254740994, 9007199254740994, 'aguY6zbTWfoNJOn8yWt3qXwOxskGDBeOWE4yY+TtzTkg/A==', NULL);
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
	(1, 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}'),
	(2, 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, 9007199254740994, NULL, NULL);
INSERT INTO public.sys_pending_sign_in VALUES
	(1, '1 é ü 中文 😀 ''"\ %s :name 	{}', 1, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 1, 9007199254740993, 9007199254740993),
	(2, '2 é ü 中文 😀 ''"\ %s :name 	{}', 2, '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, 2, 9007199254740994, NULL);
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
	(1, 2, 27, '390892b00439a459c2abb3a64ec9b9c7025b57e7880921dc2e5725881f8eb03c', 1, 'ef34e743c719c516');
INSERT INTO public.sys_revoked_token VALUES
	('1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993),
	('2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994);
INSERT INTO public.sys_role VALUES
	(1, 'alice', 1795820086492, 1795820086492, NULL, 1),
	(2, 'root', 1795820086497, 1795820086497, NULL, 2),
	(3, 'orders-intake', 1795820086508, 1795820086508, NULL, 3),
	(4, 'bob', 1795820086512, 1795820086512, NULL, 4);
INSERT INTO public.sys_role_res VALUES
	(1, 2, 0, 0, '4', 1795820086500, NULL, 1795820086500, NULL, NULL, 'test', NULL, NULL, NULL, NULL, NULL),
	(2, 1, 4, 1, '302,303', 1795820086515, NULL, 1795820086515, NULL, NULL, 'test', NULL, NULL, NULL, NULL, NULL),
	(3, 3, 4, 1, '302,303', 1795820086516, NULL, 1795820086516, NULL, NULL, 'test', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.sys_service_group VALUES
	(1, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}'),
	(2, '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, 9007199254740994, NULL);
INSERT INTO public.sys_session VALUES
	(1, '1 é ü 中文 😀 ''"\ %s :name 	{}', 1, 9007199254740993, 9007199254740993, 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993, '1 é ü 中文 😀 ''"\ %s :name 	{}', '1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993),
	(2, '2 é ü 中文 😀 ''"\ %s :name 	{}', 2, 9007199254740994, 9007199254740994, 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994, '2 é ü 中文 😀 ''"\ %s :name 	{}', '2 é ü 中文 😀 ''"\ %s :name 	{}', NULL);
INSERT INTO public.sys_signing_key VALUES
	('50DTiK-DoOEBn1zPEJz6MPu0T__B68O1baCiNSSw0wg', 'ES256', '{"alg": "ES256", "crv": "P-256", "kid": "50DTiK-DoOEBn1zPEJz6MPu0T__B68O1baCiNSSw0wg", "kty": "EC", "use": "sig", "x": "L6v4oszIhSjp2H553l_ugcsMS-LR8pOuwynocrEQEqc", "y": "7u_gPN-ANx9fWSGK5jK5AzE3f4rYi-z-_5j_o-WN_pE"}', '4eFahAW2BpQOXjOWH3ZQQh5CY2VSAOY1rj8yJsc4xO31d4fRE3bwXowHimW52DQoN64VKl+wkdSDMt7GtPXoky1UfSdqD2aC2xDt1uDLf9QqSv4UUJvL0p7tJ4jKUEhKqSTmuJuUD8fPsz/VRlwFrYTjKL4C7ApArdB1pd8aql2ahvV7iHhlO0TD9641OJewIf9jZdqNi6XQiiZ5SaH9GUoirW7A6Ef5eE/1kAwcMFoUkiaVLhOsSnDZJ7ne9oG2kUmWkaMsVa0cu6Br16aP7PfrdbOypwND83pPXDRMIjtHwOQ80F38nAD16HO4aUYrubJZFsY8/7lWPIz4cvX5Axy91iclcz2bGfqQW9c=', 'published', 1795820086468, NULL, NULL, NULL, NULL, '7eb6cbf3084a'),
	('vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI', 'ES256', '{"alg": "ES256", "crv": "P-256", "kid": "vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI", "kty": "EC", "use": "sig", "x": "ekRAuXhCraV3DsHDF6Oxc_qxyVo0N43rgfb8Dfv2J5g", "y": "vL8gMQP78NVqlbxgyEhFwmoqrbk7P7OyZwTtF84SiEw"}', 'vyUqkXNFeeLjw8UxELWZrzRi3yaIuMK9nQZSg8D7k0kwH8CUj9OdJp9sGIC9PAbSc2BBAVbcOcOtrAkXqbNH/iz+0DPRxBa1Qaoyxg/iBXC9w/WTXpFmbHy6ZEX5KlCjA8zj49q3XmN2Sm2BLhb51Nz6jJ0QnuhbGUCFDHHenaFZQj9nB36Gp++cKcoETTgu4zuQltLbj+2yCWhFWBzlRZP89ky4tT4a2jxOP5fIeo5W1wzGAXsj9wh768AFv5O4+FvcXc752Z561YL4ktZ4V+a+FYlXWdhhF4uP6g/wuigvxPKLb4+7uVvQvFBN5XfYMCuYXdqO22iEMqQPZjess58UCL9Ghb8+N5WJuJk=', 'active', 1795820086468, NULL, 1795820086468, NULL, NULL, '7eb6cbf3084a');
INSERT INTO public.sys_trail VALUES
	(1, 2, 1795820086484, 'system', 'key.create', 'key', 'vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI', NULL, NULL, '{"active_time": null, "add_time": 1795820086468, "alg": "ES256", "kid": "vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI", "public_jwk": "{\"alg\": \"ES256\", \"crv\": \"P-256\", \"kid\": \"vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI\", \"kty\": \"EC\", \"use\": \"sig\", \"x\": \"ekRAuXhCraV3DsHDF6Oxc_qxyVo0N43rgfb8Dfv2J5g\", \"y\": \"vL8gMQP78NVqlbxgyEhFwmoqrbk7P7OyZwTtF84SiEw\"}", "retire_time": null, "revoke_reason": null, "revoke_time": null, "sealed_with": "7eb6cbf3084a", "status": "published"}', NULL, NULL, NULL, NULL, '0000000000000000000000000000000000000000000000000000000000000000', '69fae7b540b1471c91c93ac0e16d89932334415b87e25efe0759aae0490fe1f1'),
	(2, 2, 1795820086487, 'system', 'key.activate', 'key', 'vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI', NULL, '{"active_time": null, "add_time": 1795820086468, "alg": "ES256", "kid": "vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI", "public_jwk": "{\"alg\": \"ES256\", \"crv\": \"P-256\", \"kid\": \"vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI\", \"kty\": \"EC\", \"use\": \"sig\", \"x\": \"ekRAuXhCraV3DsHDF6Oxc_qxyVo0N43rgfb8Dfv2J5g\", \"y\": \"vL8gMQP78NVqlbxgyEhFwmoqrbk7P7OyZwTtF84SiEw\"}", "retire_time": null, "revoke_reason": null, "revoke_time": null, "sealed_with": "7eb6cbf3084a", "status": "published"}', '{"active_time": 1795820086468, "add_time": 1795820086468, "alg": "ES256", "kid": "vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI", "public_jwk": "{\"alg\": \"ES256\", \"crv\": \"P-256\", \"kid\": \"vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI\", \"kty\": \"EC\", \"use\": \"sig\", \"x\": \"ekRAuXhCraV3DsHDF6Oxc_qxyVo0N43rgfb8Dfv2J5g\", \"y\": \"vL8gMQP78NVqlbxgyEhFwmoqrbk7P7OyZwTtF84SiEw\"}", "retire_time": null, "revoke_reason": null, "revoke_time": null, "sealed_with": "7eb6cbf3084a", "status": "active"}', NULL, NULL, NULL, NULL, '69fae7b540b1471c91c93ac0e16d89932334415b87e25efe0759aae0490fe1f1', '145154b63c193f84219711a724c22f9abecf0f65a33dfd9e3c4b47c7a4d60c3c'),
	(3, 2, 1795820086488, 'system', 'key.create', 'key', '50DTiK-DoOEBn1zPEJz6MPu0T__B68O1baCiNSSw0wg', NULL, NULL, '{"active_time": null, "add_time": 1795820086468, "alg": "ES256", "kid": "50DTiK-DoOEBn1zPEJz6MPu0T__B68O1baCiNSSw0wg", "public_jwk": "{\"alg\": \"ES256\", \"crv\": \"P-256\", \"kid\": \"50DTiK-DoOEBn1zPEJz6MPu0T__B68O1baCiNSSw0wg\", \"kty\": \"EC\", \"use\": \"sig\", \"x\": \"L6v4oszIhSjp2H553l_ugcsMS-LR8pOuwynocrEQEqc\", \"y\": \"7u_gPN-ANx9fWSGK5jK5AzE3f4rYi-z-_5j_o-WN_pE\"}", "retire_time": null, "revoke_reason": null, "revoke_time": null, "sealed_with": "7eb6cbf3084a", "status": "published"}', NULL, NULL, NULL, NULL, '145154b63c193f84219711a724c22f9abecf0f65a33dfd9e3c4b47c7a4d60c3c', '08841ff78bd13a227c3e598781ba4b0f416673582bccdeab0e7b90e877cdb7e4'),
	(4, 2, 1795820086492, 'test', 'user.create', 'user', 'alice', NULL, NULL, '{"add_time": 1795820086490, "cidrs": null, "cred_version": 2, "email": null, "email_verified": 0, "id": 1, "initial_until": null, "kind": "person", "language": null, "mail_off": null, "main": null, "must_change": 0, "networks": null, "nick": null, "parent": null, "remark": null, "service_group": null, "status": "active", "tokens_from": 1795820086000, "update_time": 1795820086490, "username": "alice"}', NULL, NULL, NULL, NULL, '08841ff78bd13a227c3e598781ba4b0f416673582bccdeab0e7b90e877cdb7e4', '8e5a59002bf5685c972d8712e743893054ca7391154b017f46f23f66d55e421b'),
	(5, 2, 1795820086494, 'test', 'role.create', 'role', '1', NULL, NULL, '{"add_time": 1795820086492, "id": 1, "name": "alice", "personal_of": 1, "remark": null, "role_name": "alice", "update_time": 1795820086492}', NULL, NULL, NULL, NULL, '8e5a59002bf5685c972d8712e743893054ca7391154b017f46f23f66d55e421b', '2511a0da7e7b1e547b4dfdf6f2ba8e01ab719584aa9653172ec74c9506ffaa45'),
	(6, 2, 1795820086496, 'test', 'user.join', 'user', 'alice', NULL, NULL, '{"add_time": 1795820086495, "remark": null, "role_id": 1, "role_name": "alice", "user_id": 1}', NULL, NULL, NULL, 1, '2511a0da7e7b1e547b4dfdf6f2ba8e01ab719584aa9653172ec74c9506ffaa45', 'c2796bdf9a7c05bcf18881e09a4b9c456624b333fedad6f602126b915184fbcd'),
	(7, 2, 1795820086497, 'test', 'user.create', 'user', 'root', NULL, NULL, '{"add_time": 1795820086496, "cidrs": null, "cred_version": 2, "email": null, "email_verified": 0, "id": 2, "initial_until": null, "kind": "person", "language": null, "mail_off": null, "main": null, "must_change": 0, "networks": null, "nick": null, "parent": null, "remark": null, "service_group": null, "status": "active", "tokens_from": 1795820086000, "update_time": 1795820086496, "username": "root"}', NULL, NULL, NULL, NULL, 'c2796bdf9a7c05bcf18881e09a4b9c456624b333fedad6f602126b915184fbcd', '1c5c06ea00b25399c678c81ad0e1fc44672151f125e93161c5845e2bc9e325db'),
	(8, 2, 1795820086498, 'test', 'role.create', 'role', '2', NULL, NULL, '{"add_time": 1795820086497, "id": 2, "name": "root", "personal_of": 2, "remark": null, "role_name": "root", "update_time": 1795820086497}', NULL, NULL, NULL, NULL, '1c5c06ea00b25399c678c81ad0e1fc44672151f125e93161c5845e2bc9e325db', '533774b2ec9a5e474da00df2f0a1f49a0982f695154b06944607f0f356f78d2d'),
	(9, 2, 1795820086498, 'test', 'user.join', 'user', 'root', NULL, NULL, '{"add_time": 1795820086498, "remark": null, "role_id": 2, "role_name": "root", "user_id": 2}', NULL, NULL, NULL, 2, '533774b2ec9a5e474da00df2f0a1f49a0982f695154b06944607f0f356f78d2d', '1e967fd9e55aba8a851f5d965470625d00a9ffb84e9d50829cdb7f1245fed796'),
	(10, 2, 1795820086502, 'test', 'grant.create', 'grant', '1', NULL, NULL, '{"add_time": 1795820086500, "authorities": [4], "cidrs": null, "clusters": [], "granted_by": "test", "granted_by_id": null, "id": 1, "name_prefix": null, "networks": null, "remark": null, "res_id": 0, "res_type": 0, "resource": "*", "role_id": 2, "role_name": "root", "subscriptions": null, "update_time": 1795820086500, "valid_from": null, "valid_until": null}', NULL, NULL, NULL, 2, '1e967fd9e55aba8a851f5d965470625d00a9ffb84e9d50829cdb7f1245fed796', 'eb6018459a8a8e54361974529aa89a271cbc73d8dc6900001d98ddbc19443931'),
	(11, 2, 1795820086503, 'test', 'cluster.create', 'cluster', 'one', NULL, NULL, '{"add_time": 1795820086502, "address": "pulsar://127.0.0.1:1", "admin_url": "http://127.0.0.1:1", "admin_user": null, "gone": 0, "id": 1, "name": "one", "remark": null, "update_time": 1795820086502}', NULL, NULL, NULL, NULL, 'eb6018459a8a8e54361974529aa89a271cbc73d8dc6900001d98ddbc19443931', 'a240b8fc361f82791afef15920def483d5496defd17dbfbc097c56c8e3a620a3'),
	(12, 2, 1795820086504, 'test', 'tenant.create', 'tenant', 'acme', NULL, NULL, '{"add_time": 1795820086503, "clusters": "1", "deleting": 0, "id": 1, "is_valid": 1, "name": "acme", "remark": null, "update_time": 1795820086503}', NULL, NULL, NULL, NULL, 'a240b8fc361f82791afef15920def483d5496defd17dbfbc097c56c8e3a620a3', 'a468638e81134dc79b8adf6297b1afd8b6ce71e6af710ea59ac5f99ef4fde57f'),
	(13, 2, 1795820086505, 'test', 'namespace.create', 'namespace', 'acme/orders', NULL, NULL, '{"add_time": 1795820086504, "bundles": 4, "deleting": 0, "id": 1, "is_valid": 1, "name": "orders", "policies": null, "remark": null, "subscription_auth_mode": "None", "tenant": 1, "update_time": 1795820086504}', NULL, NULL, NULL, NULL, 'a468638e81134dc79b8adf6297b1afd8b6ce71e6af710ea59ac5f99ef4fde57f', 'ed7034f0d2c632e3dca41252e701b5b2fea344661240bed23b9efabc8ae9f696'),
	(14, 2, 1795820086507, 'test', 'topic.create', 'topic', 'persistent://acme/orders/created', NULL, NULL, '{"add_time": 1795820086505, "deleting": 0, "domain": "persistent", "id": 1, "is_valid": 1, "name": "created", "namespace": 1, "partitions": 0, "policies": null, "remark": null, "tenant": 1, "update_time": 1795820086505}', NULL, NULL, NULL, NULL, 'ed7034f0d2c632e3dca41252e701b5b2fea344661240bed23b9efabc8ae9f696', '3a76f6479b0c5f2f8debc1f06e296e07bd00abecfaded6dd84d87b5e7769f156'),
	(15, 2, 1795820086508, 'test', 'user.create', 'user', 'orders-intake', NULL, NULL, '{"add_time": 1795820086507, "cidrs": null, "cred_version": 2, "email": null, "email_verified": 0, "id": 3, "initial_until": null, "kind": "service", "language": null, "mail_off": null, "main": null, "must_change": 0, "networks": null, "nick": null, "parent": null, "remark": null, "service_group": null, "status": "active", "tokens_from": 1795820086000, "update_time": 1795820086507, "username": "orders-intake"}', NULL, NULL, NULL, NULL, '3a76f6479b0c5f2f8debc1f06e296e07bd00abecfaded6dd84d87b5e7769f156', '53bf4de807b3a1d7133c089d296aa7282495d3ed8dbe65b17f5aeafd4d94df92'),
	(16, 2, 1795820086508, 'test', 'role.create', 'role', '3', NULL, NULL, '{"add_time": 1795820086508, "id": 3, "name": "orders-intake", "personal_of": 3, "remark": null, "role_name": "orders-intake", "update_time": 1795820086508}', NULL, NULL, NULL, NULL, '53bf4de807b3a1d7133c089d296aa7282495d3ed8dbe65b17f5aeafd4d94df92', '89f6163eef192a671c3730cf48fbbb842cdbabde80c501328c8e9577316f7dd1'),
	(17, 2, 1795820086509, 'test', 'user.join', 'user', 'orders-intake', NULL, NULL, '{"add_time": 1795820086509, "remark": null, "role_id": 3, "role_name": "orders-intake", "user_id": 3}', NULL, NULL, NULL, 3, '89f6163eef192a671c3730cf48fbbb842cdbabde80c501328c8e9577316f7dd1', 'c1638863697401b204c6e683f80fc7ecc49d9967e4fb430539b2ab9ee5c17892'),
	(18, 2, 1795820086511, 'test', 'user.create', 'user', 'bob', NULL, NULL, '{"add_time": 1795820086510, "cidrs": null, "cred_version": 2, "email": null, "email_verified": 0, "id": 4, "initial_until": null, "kind": "person", "language": null, "mail_off": null, "main": "alice", "must_change": 0, "networks": null, "nick": null, "parent": 1, "remark": null, "service_group": null, "status": "active", "tokens_from": 1795820086000, "update_time": 1795820086510, "username": "bob"}', NULL, NULL, NULL, NULL, 'c1638863697401b204c6e683f80fc7ecc49d9967e4fb430539b2ab9ee5c17892', '7690bf31ace100e3693da40073c95b8a78063240cff7e0f62a40aa98f7b12164'),
	(19, 2, 1795820086512, 'test', 'role.create', 'role', '4', NULL, NULL, '{"add_time": 1795820086512, "id": 4, "name": "bob", "personal_of": 4, "remark": null, "role_name": "bob", "update_time": 1795820086512}', NULL, NULL, NULL, NULL, '7690bf31ace100e3693da40073c95b8a78063240cff7e0f62a40aa98f7b12164', '94248bff5695a10954c86314fc111e9155387d9ac69340384a5963f3be5ca0ed'),
	(20, 2, 1795820086513, 'test', 'user.join', 'user', 'bob', NULL, NULL, '{"add_time": 1795820086512, "remark": null, "role_id": 4, "role_name": "bob", "user_id": 4}', NULL, NULL, NULL, 4, '94248bff5695a10954c86314fc111e9155387d9ac69340384a5963f3be5ca0ed', '499f650ec3f1352d2da78a0bc737c856d7f8cf4a5de5350774bc1305873f65a3'),
	(21, 2, 1795820086515, 'test', 'grant.create', 'grant', '2', NULL, NULL, '{"add_time": 1795820086515, "authorities": [302, 303], "cidrs": null, "clusters": ["one"], "granted_by": "test", "granted_by_id": null, "id": 2, "name_prefix": null, "networks": null, "remark": null, "res_id": 1, "res_type": 4, "resource": "persistent://acme/orders/created", "role_id": 1, "role_name": "alice", "subscriptions": null, "update_time": 1795820086515, "valid_from": null, "valid_until": null}', NULL, NULL, NULL, 1, '499f650ec3f1352d2da78a0bc737c856d7f8cf4a5de5350774bc1305873f65a3', 'adb6e5ef4ae1167dd43ccd91cf808692c5db69beb6b019d7c279b3f52fc59281'),
	(22, 2, 1795820086516, 'test', 'grant.create', 'grant', '3', NULL, NULL, '{"add_time": 1795820086516, "authorities": [302, 303], "cidrs": null, "clusters": ["one"], "granted_by": "test", "granted_by_id": null, "id": 3, "name_prefix": null, "networks": null, "remark": null, "res_id": 1, "res_type": 4, "resource": "persistent://acme/orders/created", "role_id": 3, "role_name": "orders-intake", "subscriptions": null, "update_time": 1795820086516, "valid_from": null, "valid_until": null}', NULL, NULL, NULL, 3, 'adb6e5ef4ae1167dd43ccd91cf808692c5db69beb6b019d7c279b3f52fc59281', 'ec94e978654629e76ad25c185859a1f8a554037009965661ba8dec3c91c08f81'),
	(23, 2, 1795820086517, 'test', 'cluster.create', 'cluster', 'cluster4', NULL, NULL, '{"add_time": 1795820086517, "address": "pulsar://127.0.0.1:1", "admin_url": "http://127.0.0.1:1", "admin_user": null, "gone": 0, "id": 2, "name": "cluster4", "remark": null, "update_time": 1795820086517}', NULL, NULL, NULL, NULL, 'ec94e978654629e76ad25c185859a1f8a554037009965661ba8dec3c91c08f81', 'c685ed335ecadc0aebe02400af86ce5ca05167a4dbaebffb75bdf5ebd2812991'),
	(24, 2, 1795820086517, 'test', 'tenant.create', 'tenant', 'tenant3', NULL, NULL, '{"add_time": 1795820086517, "clusters": "2", "deleting": 0, "id": 2, "is_valid": 1, "name": "tenant3", "remark": null, "update_time": 1795820086517}', NULL, NULL, NULL, NULL, 'c685ed335ecadc0aebe02400af86ce5ca05167a4dbaebffb75bdf5ebd2812991', '3d7ed6ac62f9744e540776a94d9b0f9d25cac69605ff50dd5210e9ead08db604'),
	(25, 2, 1795820086518, 'test', 'namespace.create', 'namespace', 'tenant3/namespace2', NULL, NULL, '{"add_time": 1795820086517, "bundles": 4, "deleting": 0, "id": 2, "is_valid": 1, "name": "namespace2", "policies": null, "remark": null, "subscription_auth_mode": "None", "tenant": 2, "update_time": 1795820086517}', NULL, NULL, NULL, NULL, '3d7ed6ac62f9744e540776a94d9b0f9d25cac69605ff50dd5210e9ead08db604', 'ba036f03c2c8678f180d37dca1d48d6084aea0bc4d9bd0344a3b2d3afb1d7708'),
	(26, 2, 1795820086518, 'test', 'topic.create', 'topic', 'persistent://tenant3/namespace2/topic1', NULL, NULL, '{"add_time": 1795820086517, "deleting": 0, "domain": "persistent", "id": 2, "is_valid": 1, "name": "topic1", "namespace": 2, "partitions": 0, "policies": null, "remark": null, "tenant": 2, "update_time": 1795820086517}', NULL, NULL, NULL, NULL, 'ba036f03c2c8678f180d37dca1d48d6084aea0bc4d9bd0344a3b2d3afb1d7708', 'c4291cfc406d8dbf4182486a16e10ffec4599d5ff0503bf032b54307cf2f1c60'),
	(27, 2, 1795820086546, 'test', 'group.create', 'group', 'odd', NULL, NULL, '{"name": "é ü 中文 😀 ''\"\\ %s :name \t{}"}', NULL, NULL, NULL, NULL, 'c4291cfc406d8dbf4182486a16e10ffec4599d5ff0503bf032b54307cf2f1c60', '390892b00439a459c2abb3a64ec9b9c7025b57e7880921dc2e5725881f8eb03c');
INSERT INTO public.sys_used_assertion VALUES
	('1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993),
	('2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994);
INSERT INTO public.sys_used_challenge VALUES
	('1 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740993),
	('2 é ü 中文 😀 ''"\ %s :name 	{}', 9007199254740994);
INSERT INTO public.sys_user_info VALUES
	(1, 'alice', NULL, NULL, NULL, 1795820086490, 1795820086490, NULL, 'person', 'active', NULL, 0, NULL, 2, 1795820086000, 0, 0, NULL, NULL, NULL, 0, NULL, NULL),
	(2, 'root', NULL, NULL, NULL, 1795820086496, 1795820086496, NULL, 'person', 'active', NULL, 0, NULL, 2, 1795820086000, 0, 0, NULL, NULL, NULL, 0, NULL, NULL),
	(3, 'orders-intake', NULL, NULL, NULL, 1795820086507, 1795820086507, NULL, 'service', 'active', NULL, 0, NULL, 2, 1795820086000, 0, 0, NULL, NULL, NULL, 0, NULL, NULL),
	(4, 'bob', NULL, NULL, NULL, 1795820086510, 1795820086510, NULL, 'person', 'active', 1, 0, NULL, 2, 1795820086000, 0, 0, NULL, NULL, NULL, 0, NULL, NULL);
INSERT INTO public.sys_user_role_map VALUES
	(1, 1, 1795820086495, NULL),
	(2, 2, 1795820086498, NULL),
	(3, 3, 1795820086509, NULL),
	(4, 4, 1795820086512, NULL);
SELECT pg_catalog.setval('public.audit_finding_id_seq', 2, true);
SELECT pg_catalog.setval('public.audit_run_id_seq', 2, true);
SELECT pg_catalog.setval('public.audit_run_line_id_seq', 2, true);
SELECT pg_catalog.setval('public.audit_suggestion_id_seq', 2, true);
SELECT pg_catalog.setval('public.audit_usage_daily_id_seq', 2, true);
SELECT pg_catalog.setval('public.drift_line_id_seq', 2, true);
SELECT pg_catalog.setval('public.imp_import_id_seq', 2, true);
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
SELECT pg_catalog.setval('public.res_cluster_tls_id_seq', 2, true);
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
ALTER TABLE ONLY public.drift_line
    ADD CONSTRAINT pk_drift_line PRIMARY KEY (id);
ALTER TABLE ONLY public.drift_run
    ADD CONSTRAINT pk_drift_run PRIMARY KEY (cluster);
ALTER TABLE ONLY public.imp_import
    ADD CONSTRAINT pk_imp_import PRIMARY KEY (id);
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
ALTER TABLE ONLY public.req_factor_reset
    ADD CONSTRAINT pk_req_factor_reset PRIMARY KEY (user_id);
ALTER TABLE ONLY public.req_notice
    ADD CONSTRAINT pk_req_notice PRIMARY KEY (id);
ALTER TABLE ONLY public.req_registration
    ADD CONSTRAINT pk_req_registration PRIMARY KEY (id);
ALTER TABLE ONLY public.req_verdict
    ADD CONSTRAINT pk_req_verdict PRIMARY KEY (id);
ALTER TABLE ONLY public.res_cluster
    ADD CONSTRAINT pk_res_cluster PRIMARY KEY (id);
ALTER TABLE ONLY public.res_cluster_tls
    ADD CONSTRAINT pk_res_cluster_tls PRIMARY KEY (id);
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
ALTER TABLE ONLY public.sys_clock
    ADD CONSTRAINT pk_sys_clock PRIMARY KEY (instance);
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
ALTER TABLE ONLY public.drift_line
    ADD CONSTRAINT uq_drift_line_cluster_key UNIQUE (cluster, key);
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
ALTER TABLE ONLY public.res_cluster_tls
    ADD CONSTRAINT uq_res_cluster_tls_cluster UNIQUE (cluster);
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
CREATE INDEX ix_drift_line_cluster_state ON public.drift_line USING btree (cluster, state);
CREATE INDEX ix_drift_line_due ON public.drift_line USING btree (state, due);
CREATE INDEX ix_drift_line_tenant ON public.drift_line USING btree (tenant);
CREATE INDEX ix_imp_import_cluster ON public.imp_import USING btree (cluster);
CREATE INDEX ix_imp_import_state ON public.imp_import USING btree (state);
CREATE INDEX ix_msg_hook_delivery_hook_id ON public.msg_hook_delivery USING btree (hook_id);
CREATE INDEX ix_msg_hook_delivery_state_next_try ON public.msg_hook_delivery USING btree (state, next_try);
CREATE INDEX ix_msg_link_mail_id ON public.msg_link USING btree (mail_id);
CREATE INDEX ix_msg_link_user_id ON public.msg_link USING btree (user_id);
CREATE INDEX ix_msg_link_valid_until ON public.msg_link USING btree (valid_until);
CREATE INDEX ix_msg_mail_add_time ON public.msg_mail USING btree (add_time);
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
CREATE INDEX ix_req_factor_reset_valid_until ON public.req_factor_reset USING btree (valid_until);
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
ALTER TABLE ONLY public.res_cluster_tls
    ADD CONSTRAINT fk_res_cluster_tls_cluster FOREIGN KEY (cluster) REFERENCES public.res_cluster(id);
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
