BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0040_clocks');
CREATE TABLE audit_finding (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	run_id INTEGER NOT NULL, 
	finding VARCHAR(32) NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	subject VARCHAR(700) NOT NULL, 
	severity INTEGER NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	tenant VARCHAR(128), 
	grant_id INTEGER, 
	role_id INTEGER, 
	user VARCHAR(128), 
	last_seen VARCHAR(10) NOT NULL, 
	content TEXT NOT NULL, 
	CONSTRAINT uq_audit_finding_run_id_finding UNIQUE (run_id, finding)
);
INSERT INTO "audit_finding" VALUES(1,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',1,'1 é ü 中文','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀','1 é ü 中文 😀 ''"\ %s :name 	{}');
INSERT INTO "audit_finding" VALUES(2,9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',2,'2 é ü 中文',NULL,NULL,NULL,NULL,'2 é ü 中文 😀','2 é ü 中文 😀 ''"\ %s :name 	{}');
CREATE TABLE audit_grant_status (
	run_id INTEGER NOT NULL, 
	grant_id INTEGER NOT NULL, 
	status VARCHAR(32) NOT NULL, 
	why VARCHAR(32), 
	covering INTEGER NOT NULL, 
	applied INTEGER NOT NULL, 
	sole INTEGER NOT NULL, 
	last INTEGER, 
	coverage_percent DOUBLE NOT NULL, watched_days INTEGER, watched_since VARCHAR(10), 
	CONSTRAINT pk_audit_grant_status PRIMARY KEY (run_id, grant_id)
);
INSERT INTO "audit_grant_status" VALUES(9007199254740993,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993,9007199254740993,9007199254740993,1.23456789012345673488e+01,9007199254740993,'1 é ü 中文 😀');
INSERT INTO "audit_grant_status" VALUES(9007199254740994,9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}',NULL,9007199254740994,9007199254740994,9007199254740994,NULL,2.46913578024691346976e+01,NULL,NULL);
CREATE TABLE "audit_run" (
	id INTEGER NOT NULL, 
	run VARCHAR(128) NOT NULL, 
	add_time INTEGER NOT NULL, 
	summary TEXT NOT NULL, 
	state VARCHAR(16) DEFAULT 'superseded' NOT NULL, 
	first_date VARCHAR(10) DEFAULT ('') NOT NULL, 
	last_date VARCHAR(10) DEFAULT ('') NOT NULL, 
	generated INTEGER DEFAULT '0' NOT NULL, 
	loaded_by VARCHAR(128) DEFAULT ('') NOT NULL, 
	pruned INTEGER DEFAULT '0' NOT NULL, 
	complete_time INTEGER, 
	PRIMARY KEY (id), 
	CONSTRAINT uq_audit_run_run UNIQUE (run)
);
INSERT INTO "audit_run" VALUES(1,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %','1 é ü 中文 😀','1 é ü 中文 😀',9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}',1,9007199254740993);
INSERT INTO "audit_run" VALUES(2,'2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %','2 é ü 中文 😀','2 é ü 中文 😀',9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}',2,NULL);
CREATE TABLE audit_run_line (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	run_id INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	subject VARCHAR(256) NOT NULL, 
	tenant VARCHAR(128), 
	user VARCHAR(128), 
	weight INTEGER NOT NULL, 
	content TEXT NOT NULL
);
INSERT INTO "audit_run_line" VALUES(1,9007199254740993,'1 é ü 中文 😀 ''"\ %','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}');
INSERT INTO "audit_run_line" VALUES(2,9007199254740994,'2 é ü 中文 😀 ''"\ %','2 é ü 中文 😀 ''"\ %s :name 	{}',NULL,NULL,9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}');
CREATE TABLE audit_run_part (
	run_id INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	sha256 VARCHAR(64) NOT NULL, 
	lines INTEGER NOT NULL, 
	CONSTRAINT pk_audit_run_part PRIMARY KEY (run_id, kind, number)
);
INSERT INTO "audit_run_part" VALUES(9007199254740993,'1 é ü 中文 😀 ''"\ %',1,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993);
INSERT INTO "audit_run_part" VALUES(9007199254740994,'2 é ü 中文 😀 ''"\ %',2,'2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994);
CREATE TABLE audit_suggestion (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	run_id INTEGER NOT NULL, 
	suggestion VARCHAR(32) NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	role_id INTEGER NOT NULL, 
	role_name VARCHAR(128) NOT NULL, 
	tenant VARCHAR(128), 
	saved INTEGER NOT NULL, 
	content TEXT NOT NULL, 
	CONSTRAINT uq_audit_suggestion_run_id_suggestion UNIQUE (run_id, suggestion)
);
INSERT INTO "audit_suggestion" VALUES(1,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}');
INSERT INTO "audit_suggestion" VALUES(2,9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}',NULL,9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}');
CREATE TABLE audit_usage_daily (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	date VARCHAR(10) NOT NULL, 
	grant_id INTEGER, 
	user VARCHAR(128), 
	action INTEGER NOT NULL, 
	resource VARCHAR(700) NOT NULL, 
	decision INTEGER NOT NULL, 
	n INTEGER NOT NULL, 
	first INTEGER NOT NULL, 
	last INTEGER NOT NULL, 
	covering INTEGER NOT NULL, 
	applied INTEGER NOT NULL, 
	sole INTEGER NOT NULL
, run_id INTEGER DEFAULT '0' NOT NULL);
INSERT INTO "audit_usage_daily" VALUES(1,'1 é ü 中文 😀',9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}',1,'1 é ü 中文 😀 ''"\ %s :name 	{}',1,9007199254740993,9007199254740993,9007199254740993,9007199254740993,9007199254740993,9007199254740993,9007199254740993);
INSERT INTO "audit_usage_daily" VALUES(2,'2 é ü 中文 😀',NULL,NULL,2,'2 é ü 中文 😀 ''"\ %s :name 	{}',2,9007199254740994,9007199254740994,9007199254740994,9007199254740994,9007199254740994,9007199254740994,9007199254740994);
CREATE TABLE audit_usage_date (
	date VARCHAR(10) NOT NULL, 
	run_id INTEGER NOT NULL, 
	CONSTRAINT pk_audit_usage_date PRIMARY KEY (date)
);
INSERT INTO "audit_usage_date" VALUES('1 é ü 中文 😀',9007199254740993);
INSERT INTO "audit_usage_date" VALUES('2 é ü 中文 😀',9007199254740994);
CREATE TABLE drift_line (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	cluster INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	res_type INTEGER NOT NULL, 
	place TEXT NOT NULL, 
	tenant VARCHAR(128) NOT NULL, 
	near_type INTEGER NOT NULL, 
	near_id INTEGER NOT NULL, 
	field VARCHAR(32) NOT NULL, 
	subject TEXT, 
	wished TEXT, 
	actual TEXT, 
	state VARCHAR(16) NOT NULL, 
	since INTEGER NOT NULL, 
	seen INTEGER NOT NULL, 
	answer VARCHAR(16), 
	answered_by VARCHAR(128), 
	answered_at INTEGER, 
	reason VARCHAR(500), 
	until INTEGER, 
	due INTEGER NOT NULL, 
	calls TEXT, 
	back TEXT, 
	message TEXT, 
	CONSTRAINT uq_drift_line_cluster_key UNIQUE (cluster, "key")
);
INSERT INTO "drift_line" VALUES(1,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %',1,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',1,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %',9007199254740993,9007199254740993,'1 é ü 中文 😀 ''"\ %','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}');
INSERT INTO "drift_line" VALUES(2,9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %',2,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',2,9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}',NULL,NULL,NULL,'2 é ü 中文 😀 ''"\ %',9007199254740994,9007199254740994,NULL,NULL,NULL,NULL,NULL,9007199254740994,NULL,NULL,NULL);
CREATE TABLE drift_run (
	cluster INTEGER NOT NULL, 
	wanted INTEGER NOT NULL, 
	started INTEGER NOT NULL, 
	ended INTEGER NOT NULL, 
	claimed_until INTEGER NOT NULL, 
	message TEXT, 
	found INTEGER NOT NULL, 
	unread TEXT NOT NULL, 
	unread_total INTEGER NOT NULL, 
	CONSTRAINT pk_drift_run PRIMARY KEY (cluster)
);
INSERT INTO "drift_run" VALUES(9007199254740993,9007199254740993,9007199254740993,9007199254740993,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}',1,'1 é ü 中文 😀 ''"\ %s :name 	{}',1);
INSERT INTO "drift_run" VALUES(9007199254740994,9007199254740994,9007199254740994,9007199254740994,9007199254740994,NULL,2,'2 é ü 中文 😀 ''"\ %s :name 	{}',2);
CREATE TABLE imp_import (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	cluster INTEGER NOT NULL, 
	cluster_name VARCHAR(128) NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	mapping TEXT NOT NULL, 
	estate TEXT, 
	report TEXT, 
	step VARCHAR(32) NOT NULL, 
	done INTEGER NOT NULL, 
	total INTEGER NOT NULL, 
	calls INTEGER NOT NULL, 
	applied INTEGER NOT NULL, 
	refused TEXT NOT NULL, 
	message TEXT, 
	started_by_id INTEGER NOT NULL, 
	started_by VARCHAR(128) NOT NULL, 
	applied_by_id INTEGER, 
	applied_by VARCHAR(128), 
	add_time INTEGER NOT NULL, 
	update_time INTEGER NOT NULL, 
	read_time INTEGER, 
	ended_time INTEGER, 
	claimed_until INTEGER NOT NULL
);
INSERT INTO "imp_import" VALUES(1,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',1,1,9007199254740993,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993,9007199254740993,9007199254740993,9007199254740993);
INSERT INTO "imp_import" VALUES(2,9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %','2 é ü 中文 😀 ''"\ %s :name 	{}',NULL,NULL,'2 é ü 中文 😀 ''"\ %s :name 	{}',2,2,9007199254740994,9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}',NULL,9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}',NULL,NULL,9007199254740994,9007199254740994,NULL,NULL,9007199254740994);
CREATE TABLE msg_hook_delivery (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	hook_id INTEGER NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	body TEXT NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	attempts INTEGER NOT NULL, 
	next_try INTEGER NOT NULL, 
	add_time INTEGER NOT NULL, 
	end_time INTEGER, 
	problem VARCHAR(256), problem_code VARCHAR(32), problem_status INTEGER, 
	CONSTRAINT fk_msg_hook_delivery_hook_id FOREIGN KEY(hook_id) REFERENCES msg_web_hook (id) ON DELETE CASCADE
);
INSERT INTO "msg_hook_delivery" VALUES(1,1,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %',1,9007199254740993,9007199254740993,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',1);
INSERT INTO "msg_hook_delivery" VALUES(2,2,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %',2,9007199254740994,9007199254740994,NULL,NULL,NULL,NULL);
CREATE TABLE msg_link (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	secret_hash VARCHAR(64) NOT NULL, 
	mail_id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	purpose VARCHAR(32) NOT NULL, 
	address VARCHAR(254) NOT NULL, 
	cred_version INTEGER NOT NULL, 
	valid_until INTEGER NOT NULL, 
	use_time INTEGER, 
	CONSTRAINT uq_msg_link_secret_hash UNIQUE (secret_hash), 
	CONSTRAINT fk_msg_link_user_id FOREIGN KEY(user_id) REFERENCES sys_user_info (id) ON DELETE CASCADE
);
INSERT INTO "msg_link" VALUES(1,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,1,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993,9007199254740993);
INSERT INTO "msg_link" VALUES(2,'2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,2,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,9007199254740994,NULL);
CREATE TABLE msg_mail (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	user_id INTEGER NOT NULL, 
	address VARCHAR(254) NOT NULL, 
	language VARCHAR(8), 
	kind VARCHAR(32) NOT NULL, 
	facts TEXT NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	attempts INTEGER NOT NULL, 
	next_try INTEGER NOT NULL, 
	add_time INTEGER NOT NULL, 
	valid_until INTEGER NOT NULL, 
	end_time INTEGER, 
	problem VARCHAR(256)
, problem_code VARCHAR(32), problem_status INTEGER);
INSERT INTO "msg_mail" VALUES(1,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %',1,9007199254740993,9007199254740993,9007199254740993,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',1);
INSERT INTO "msg_mail" VALUES(2,9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}',NULL,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %',2,9007199254740994,9007199254740994,9007199254740994,NULL,NULL,NULL,NULL);
CREATE TABLE msg_web_hook (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	name VARCHAR(64) NOT NULL, 
	url VARCHAR(500) NOT NULL, 
	kinds TEXT, 
	status VARCHAR(16) NOT NULL, 
	secret_sealed TEXT NOT NULL, 
	secret_before_sealed TEXT, 
	before_until INTEGER, 
	failing_since INTEGER, 
	add_time INTEGER NOT NULL, 
	update_time INTEGER NOT NULL, 
	CONSTRAINT uq_msg_web_hook_name UNIQUE (name)
);
INSERT INTO "msg_web_hook" VALUES(1,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','["10.0.0.0/8", "@office"]','1 é ü 中文 😀 ''"\ %','ukjzZEQCiDutZsUbiZLeICXcultm8FUqgOf+jyh7/NApsA==','KtQ8fiR/qU4wJkZiExLj5HcCfDCjbnWvjo1J1jbtikMK+g==',9007199254740993,9007199254740993,9007199254740993,9007199254740993);
INSERT INTO "msg_web_hook" VALUES(2,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',NULL,'2 é ü 中文 😀 ''"\ %','VPkyf/mkWh63YlO+YnsIEWFK2ZuvQfwLBi2j4z4HAf+IaQ==','4i0JqY6ec26zIlZyBwQoMkgvxZDRNNl4wHaNUFB/TrRg6Q==',NULL,NULL,9007199254740994,9007199254740994);
CREATE TABLE rem_opt_out (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	grant_id INTEGER, 
	user_id INTEGER, 
	reason VARCHAR(500) NOT NULL, 
	until INTEGER NOT NULL, 
	given_by_id INTEGER NOT NULL, 
	given_by VARCHAR(128) NOT NULL, 
	add_time INTEGER NOT NULL
);
INSERT INTO "rem_opt_out" VALUES(1,9007199254740993,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993);
INSERT INTO "rem_opt_out" VALUES(2,NULL,NULL,'2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994);
CREATE TABLE rem_part (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	remediation_id INTEGER NOT NULL, 
	suggestion VARCHAR(32) NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	role_id INTEGER NOT NULL, 
	role_name VARCHAR(128) NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	why VARCHAR(64), 
	facts TEXT NOT NULL, 
	removes TEXT NOT NULL, 
	adds TEXT NOT NULL, 
	CONSTRAINT fk_rem_part_remediation_id_rem_remediation FOREIGN KEY(remediation_id) REFERENCES rem_remediation (id)
);
INSERT INTO "rem_part" VALUES(1,1,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}');
INSERT INTO "rem_part" VALUES(2,2,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %',NULL,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}');
CREATE TABLE rem_remediation (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	state VARCHAR(16) NOT NULL, 
	run VARCHAR(128) NOT NULL, 
	since VARCHAR(10) NOT NULL, 
	tenant VARCHAR(128), 
	reason VARCHAR(500) NOT NULL, 
	notice_days INTEGER NOT NULL, 
	planned_by_id INTEGER NOT NULL, 
	planned_by VARCHAR(128) NOT NULL, 
	confirmed_by_id INTEGER, 
	confirmed_by VARCHAR(128), 
	add_time INTEGER NOT NULL, 
	update_time INTEGER NOT NULL, 
	due INTEGER, 
	looked_at INTEGER DEFAULT '0' NOT NULL, 
	ended_by VARCHAR(128), 
	ended_time INTEGER, 
	comment VARCHAR(500)
);
INSERT INTO "rem_remediation" VALUES(1,'1 é ü 中文 😀 ''"\ %','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',1,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993,9007199254740993,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}');
INSERT INTO "rem_remediation" VALUES(2,'2 é ü 中文 😀 ''"\ %','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀',NULL,'2 é ü 中文 😀 ''"\ %s :name 	{}',2,9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}',NULL,NULL,9007199254740994,9007199254740994,NULL,9007199254740994,NULL,NULL,NULL);
CREATE TABLE req_access (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	requester_id INTEGER NOT NULL, 
	requester VARCHAR(128) NOT NULL, 
	receiver_id INTEGER NOT NULL, 
	receiver VARCHAR(128) NOT NULL, 
	main_id INTEGER NOT NULL, 
	res_type INTEGER NOT NULL, 
	resource VARCHAR(512) NOT NULL, 
	res_id INTEGER, 
	authorities VARCHAR(128) NOT NULL, 
	reason VARCHAR(1000) NOT NULL, 
	wished_until INTEGER, 
	state VARCHAR(16) NOT NULL, 
	add_time INTEGER NOT NULL, 
	update_time INTEGER NOT NULL, 
	expires INTEGER NOT NULL, 
	announced INTEGER NOT NULL, 
	decided_by VARCHAR(128), 
	decided_time INTEGER, 
	comment VARCHAR(500), 
	grant_id INTEGER, 
	granted_until INTEGER
, name_prefix VARCHAR(255), subscriptions TEXT, networks TEXT, cidrs TEXT);
INSERT INTO "req_access" VALUES(1,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,1,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 ''"\ %',9007199254740993,9007199254740993,9007199254740993,1,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}','["10.0.0.0/8", "@office"]','["10.0.0.0/8", "@office"]','["10.0.0.0/8", "@office"]');
INSERT INTO "req_access" VALUES(2,9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,2,'2 é ü 中文 😀 ''"\ %s :name 	{}',NULL,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',NULL,'2 é ü 中文 😀 ''"\ %',9007199254740994,9007199254740994,9007199254740994,2,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE req_factor_reset (
	user_id INTEGER NOT NULL, 
	asked_by_id INTEGER NOT NULL, 
	asked_by VARCHAR(128) NOT NULL, 
	add_time INTEGER NOT NULL, 
	valid_until INTEGER NOT NULL, 
	CONSTRAINT pk_req_factor_reset PRIMARY KEY (user_id)
);
INSERT INTO "req_factor_reset" VALUES(9007199254740993,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993);
INSERT INTO "req_factor_reset" VALUES(9007199254740994,9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,9007199254740994);
CREATE TABLE req_notice (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	user_id INTEGER NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	about VARCHAR(64) NOT NULL, 
	facts TEXT NOT NULL, 
	add_time INTEGER NOT NULL, 
	read_time INTEGER, 
	CONSTRAINT uq_req_notice_user_id_kind_about UNIQUE (user_id, kind, about)
);
INSERT INTO "req_notice" VALUES(1,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993);
INSERT INTO "req_notice" VALUES(2,9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,NULL);
CREATE TABLE req_registration (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	username VARCHAR(128) NOT NULL, 
	nick VARCHAR(128), 
	contact VARCHAR(256) NOT NULL, 
	group_name VARCHAR(128) NOT NULL, 
	tenant_name VARCHAR(128), 
	cluster_name VARCHAR(128), 
	reason VARCHAR(1000) NOT NULL, 
	address VARCHAR(64) NOT NULL, 
	receipt_hash VARCHAR(64) NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	add_time INTEGER NOT NULL, 
	update_time INTEGER NOT NULL, 
	expires INTEGER NOT NULL, 
	decided_by VARCHAR(128), 
	decided_time INTEGER, 
	comment VARCHAR(500), 
	user_id INTEGER, 
	collect_time INTEGER, 
	CONSTRAINT uq_req_registration_receipt_hash UNIQUE (receipt_hash)
);
INSERT INTO "req_registration" VALUES(1,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %',9007199254740993,9007199254740993,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993);
INSERT INTO "req_registration" VALUES(2,'2 é ü 中文 😀 ''"\ %s :name 	{}',NULL,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',NULL,NULL,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %',9007199254740994,9007199254740994,9007199254740994,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE req_verdict (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	request_id INTEGER NOT NULL, 
	decider_id INTEGER NOT NULL, 
	decider VARCHAR(128) NOT NULL, 
	verdict VARCHAR(16) NOT NULL, 
	authorities VARCHAR(128), 
	until INTEGER, 
	comment VARCHAR(500), 
	add_time INTEGER NOT NULL, address VARCHAR(64), 
	CONSTRAINT uq_req_verdict_request_id_decider_id UNIQUE (request_id, decider_id)
);
INSERT INTO "req_verdict" VALUES(1,9007199254740993,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}');
INSERT INTO "req_verdict" VALUES(2,9007199254740994,9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %',NULL,NULL,NULL,9007199254740994,NULL);
CREATE TABLE res_cluster (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	name VARCHAR(128) NOT NULL, 
	address VARCHAR(128) NOT NULL, 
	add_time INTEGER NOT NULL, 
	update_time INTEGER NOT NULL, 
	remark VARCHAR(256), 
	admin_url VARCHAR(256) NOT NULL, 
	admin_user INTEGER, gone INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT fk_res_cluster_admin_user FOREIGN KEY(admin_user) REFERENCES sys_user_info (id), 
	CONSTRAINT uq_res_cluster_name UNIQUE (name)
);
INSERT INTO "res_cluster" VALUES(1,'one','pulsar://127.0.0.1:1',1795820086502,1795820086502,NULL,'http://127.0.0.1:1',NULL,0);
INSERT INTO "res_cluster" VALUES(2,'cluster4','pulsar://127.0.0.1:1',1795820086517,1795820086517,NULL,'http://127.0.0.1:1',NULL,0);
CREATE TABLE res_cluster_tls (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	cluster INTEGER NOT NULL, 
	authorities TEXT, 
	certificate TEXT, 
	private_key_sealed TEXT, 
	add_time INTEGER NOT NULL, 
	update_time INTEGER NOT NULL, 
	CONSTRAINT uq_res_cluster_tls_cluster UNIQUE (cluster), 
	CONSTRAINT fk_res_cluster_tls_cluster FOREIGN KEY(cluster) REFERENCES res_cluster (id)
);
INSERT INTO "res_cluster_tls" VALUES(1,1,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','gSO+GmlXf/IHZd/xNOva32DXexnR+xp7+fDWpMuCjJ+0wA==',9007199254740993,9007199254740993);
INSERT INTO "res_cluster_tls" VALUES(2,2,NULL,NULL,'kz+ttB6vvQQ+SEj/l+nrxXdiK2/ZGjEMq87OubcnLGjhQA==',9007199254740994,9007199254740994);
CREATE TABLE res_namespace (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	tenant INTEGER NOT NULL, 
	name VARCHAR(128) NOT NULL, 
	is_valid INTEGER NOT NULL, 
	add_time INTEGER NOT NULL, 
	update_time INTEGER NOT NULL, 
	remark VARCHAR(256), 
	bundles INTEGER NOT NULL, 
	deleting INTEGER NOT NULL, subscription_auth_mode VARCHAR(16) DEFAULT 'None' NOT NULL, policies TEXT, 
	CONSTRAINT fk_res_namespace_tenant FOREIGN KEY(tenant) REFERENCES res_tenant (id), 
	CONSTRAINT uq_res_namespace_tenant_name UNIQUE (tenant, name)
);
INSERT INTO "res_namespace" VALUES(1,1,'orders',1,1795820086504,1795820086504,NULL,4,0,'None',NULL);
INSERT INTO "res_namespace" VALUES(2,2,'namespace2',1,1795820086517,1795820086517,NULL,4,0,'None',NULL);
CREATE TABLE res_provisioning_job (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	res_type INTEGER NOT NULL, 
	res_id INTEGER NOT NULL, 
	cluster INTEGER NOT NULL, 
	action VARCHAR(16) NOT NULL, 
	name VARCHAR(512) NOT NULL, 
	wish TEXT NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	message TEXT, 
	attempts INTEGER NOT NULL, 
	next_try INTEGER NOT NULL, 
	claimed_until INTEGER NOT NULL, 
	add_time INTEGER NOT NULL, 
	update_time INTEGER NOT NULL, traceparent VARCHAR(64), 
	CONSTRAINT fk_res_provisioning_job_cluster FOREIGN KEY(cluster) REFERENCES res_cluster (id)
);
INSERT INTO "res_provisioning_job" VALUES(1,1,9007199254740993,1,'1 é ü 中文 😀 ''"\ %','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %','1 é ü 中文 😀 ''"\ %s :name 	{}',1,9007199254740993,9007199254740993,9007199254740993,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}');
INSERT INTO "res_provisioning_job" VALUES(2,2,9007199254740994,2,'2 é ü 中文 😀 ''"\ %','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %',NULL,2,9007199254740994,9007199254740994,9007199254740994,9007199254740994,NULL);
CREATE TABLE res_subscription_rule (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	namespace INTEGER NOT NULL, 
	subscription VARCHAR(255) NOT NULL, 
	users TEXT NOT NULL, 
	add_time INTEGER NOT NULL, 
	update_time INTEGER NOT NULL, 
	CONSTRAINT uq_res_subscription_rule_namespace_subscription UNIQUE (namespace, subscription), 
	CONSTRAINT fk_res_subscription_rule_namespace FOREIGN KEY(namespace) REFERENCES res_namespace (id)
);
INSERT INTO "res_subscription_rule" VALUES(1,1,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993);
INSERT INTO "res_subscription_rule" VALUES(2,2,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,9007199254740994);
CREATE TABLE res_tenant (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	clusters VARCHAR(128) NOT NULL, 
	name VARCHAR(128) NOT NULL, 
	is_valid INTEGER NOT NULL, 
	add_time INTEGER NOT NULL, 
	update_time INTEGER NOT NULL, 
	remark VARCHAR(256), 
	deleting INTEGER NOT NULL, 
	CONSTRAINT uq_res_tenant_name UNIQUE (name)
);
INSERT INTO "res_tenant" VALUES(1,'1','acme',1,1795820086503,1795820086503,NULL,0);
INSERT INTO "res_tenant" VALUES(2,'2','tenant3',1,1795820086517,1795820086517,NULL,0);
CREATE TABLE res_topic (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	tenant INTEGER NOT NULL, 
	namespace INTEGER NOT NULL, 
	name VARCHAR(128) NOT NULL, 
	is_valid INTEGER NOT NULL, 
	add_time INTEGER NOT NULL, 
	update_time INTEGER NOT NULL, 
	remark VARCHAR(256), 
	domain VARCHAR(16) NOT NULL, 
	partitions INTEGER NOT NULL, 
	deleting INTEGER NOT NULL, policies TEXT, 
	CONSTRAINT fk_res_topic_namespace FOREIGN KEY(namespace) REFERENCES res_namespace (id), 
	CONSTRAINT fk_res_topic_tenant FOREIGN KEY(tenant) REFERENCES res_tenant (id), 
	CONSTRAINT uq_res_topic_namespace_domain_name UNIQUE (namespace, domain, name)
);
INSERT INTO "res_topic" VALUES(1,1,1,'created',1,1795820086505,1795820086505,NULL,'persistent',0,0,NULL);
INSERT INTO "res_topic" VALUES(2,2,2,'topic1',1,1795820086517,1795820086517,NULL,'persistent',0,0,NULL);
CREATE TABLE sys_address_delay (
	address VARCHAR(64) NOT NULL, 
	failures INTEGER NOT NULL, 
	delayed_until INTEGER NOT NULL, 
	CONSTRAINT pk_sys_address_delay PRIMARY KEY (address)
);
INSERT INTO "sys_address_delay" VALUES('1 é ü 中文 😀 ''"\ %s :name 	{}',1,9007199254740993);
INSERT INTO "sys_address_delay" VALUES('2 é ü 中文 😀 ''"\ %s :name 	{}',2,9007199254740994);
CREATE TABLE sys_api_token (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	jti VARCHAR(64) NOT NULL, 
	user_id INTEGER NOT NULL, 
	name VARCHAR(128) NOT NULL, 
	audiences VARCHAR(512) NOT NULL, 
	add_time INTEGER NOT NULL, 
	valid_until INTEGER NOT NULL, 
	last_use INTEGER, 
	revoke_time INTEGER, networks TEXT, cidrs TEXT, kid VARCHAR(64), scope TEXT, 
	CONSTRAINT fk_sys_api_token_user_id FOREIGN KEY(user_id) REFERENCES sys_user_info (id), 
	CONSTRAINT uq_sys_api_token_jti UNIQUE (jti)
);
INSERT INTO "sys_api_token" VALUES(1,'1 é ü 中文 😀 ''"\ %s :name 	{}',1,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993,9007199254740993,9007199254740993,'["10.0.0.0/8", "@office"]','["10.0.0.0/8", "@office"]','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}');
INSERT INTO "sys_api_token" VALUES(2,'2 é ü 中文 😀 ''"\ %s :name 	{}',2,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,9007199254740994,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE sys_application (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	client_id VARCHAR(128) NOT NULL, 
	name VARCHAR(128) NOT NULL, 
	service_id INTEGER, 
	trusted INTEGER NOT NULL, 
	redirect_uris TEXT NOT NULL, 
	logout_uris TEXT NOT NULL, 
	audiences VARCHAR(512) NOT NULL, 
	add_time INTEGER NOT NULL, 
	update_time INTEGER NOT NULL, 
	CONSTRAINT uq_sys_application_client_id UNIQUE (client_id), 
	CONSTRAINT fk_sys_application_service_id FOREIGN KEY(service_id) REFERENCES sys_user_info (id) ON DELETE CASCADE
);
INSERT INTO "sys_application" VALUES(1,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',1,1,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993);
INSERT INTO "sys_application" VALUES(2,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',2,2,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,9007199254740994);
CREATE TABLE sys_authenticator_app (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	user_id INTEGER NOT NULL, 
	secret_sealed TEXT NOT NULL, 
	confirmed INTEGER NOT NULL, 
	last_step INTEGER NOT NULL, 
	add_time INTEGER NOT NULL, 
	last_use INTEGER, 
	CONSTRAINT fk_sys_authenticator_app_user_id FOREIGN KEY(user_id) REFERENCES sys_user_info (id) ON DELETE CASCADE
);
INSERT INTO "sys_authenticator_app" VALUES(1,1,'sZCpkESkfTbR6ErY4g/BcyLzpX1+TjPQmHyabD/imitoXQ==',1,9007199254740993,9007199254740993,9007199254740993);
INSERT INTO "sys_authenticator_app" VALUES(2,2,'a2zYZ9OMyvGmFiPoB98Trh7CMQ7dibgVaLTVjNYr1zbHvg==',2,9007199254740994,9007199254740994,NULL);
CREATE TABLE sys_authority (
	id INTEGER NOT NULL, 
	"desc" VARCHAR(256) NOT NULL, 
	add_time INTEGER NOT NULL, 
	remark VARCHAR(256), 
	CONSTRAINT pk_sys_authority PRIMARY KEY (id)
);
INSERT INTO "sys_authority" VALUES(2,'write all topics of the cluster',0,NULL);
INSERT INTO "sys_authority" VALUES(3,'read all topics of the cluster',0,NULL);
INSERT INTO "sys_authority" VALUES(4,'administer the cluster (super user there)',0,NULL);
INSERT INTO "sys_authority" VALUES(7,'audit the cluster: read everything about rights and use, change nothing',0,NULL);
INSERT INTO "sys_authority" VALUES(100,'create tenants',0,NULL);
INSERT INTO "sys_authority" VALUES(101,'delete the tenant',0,NULL);
INSERT INTO "sys_authority" VALUES(102,'write all topics of the tenant',0,NULL);
INSERT INTO "sys_authority" VALUES(103,'read all topics of the tenant',0,NULL);
INSERT INTO "sys_authority" VALUES(104,'administer the tenant',0,NULL);
INSERT INTO "sys_authority" VALUES(105,'functions, connectors and packages in the tenant',0,NULL);
INSERT INTO "sys_authority" VALUES(106,'manage subscriptions in the tenant',0,NULL);
INSERT INTO "sys_authority" VALUES(107,'audit the tenant',0,NULL);
INSERT INTO "sys_authority" VALUES(108,'functions in the tenant, nothing else',0,NULL);
INSERT INTO "sys_authority" VALUES(109,'source connectors in the tenant, nothing else',0,NULL);
INSERT INTO "sys_authority" VALUES(110,'sink connectors in the tenant, nothing else',0,NULL);
INSERT INTO "sys_authority" VALUES(111,'packages in the tenant, nothing else',0,NULL);
INSERT INTO "sys_authority" VALUES(200,'create namespaces',0,NULL);
INSERT INTO "sys_authority" VALUES(201,'delete the namespace',0,NULL);
INSERT INTO "sys_authority" VALUES(202,'write all topics of the namespace',0,NULL);
INSERT INTO "sys_authority" VALUES(203,'read all topics of the namespace',0,NULL);
INSERT INTO "sys_authority" VALUES(204,'administer the namespace',0,NULL);
INSERT INTO "sys_authority" VALUES(205,'functions, connectors and packages in the namespace',0,NULL);
INSERT INTO "sys_authority" VALUES(206,'manage subscriptions in the namespace',0,NULL);
INSERT INTO "sys_authority" VALUES(207,'audit the namespace',0,NULL);
INSERT INTO "sys_authority" VALUES(208,'functions in the namespace, nothing else',0,NULL);
INSERT INTO "sys_authority" VALUES(209,'source connectors in the namespace, nothing else',0,NULL);
INSERT INTO "sys_authority" VALUES(210,'sink connectors in the namespace, nothing else',0,NULL);
INSERT INTO "sys_authority" VALUES(211,'packages in the namespace, nothing else',0,NULL);
INSERT INTO "sys_authority" VALUES(300,'create topics',0,NULL);
INSERT INTO "sys_authority" VALUES(301,'delete the topic',0,NULL);
INSERT INTO "sys_authority" VALUES(302,'write the topic',0,NULL);
INSERT INTO "sys_authority" VALUES(303,'read the topic',0,NULL);
INSERT INTO "sys_authority" VALUES(304,'administer the topic',0,NULL);
INSERT INTO "sys_authority" VALUES(306,'manage subscriptions of the topic',0,NULL);
INSERT INTO "sys_authority" VALUES(307,'audit the topic',0,NULL);
CREATE TABLE sys_authorization_code (
	digest VARCHAR(64) NOT NULL, 
	application_id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	scope VARCHAR(256) NOT NULL, 
	audiences VARCHAR(512) NOT NULL, 
	methods VARCHAR(64) NOT NULL, 
	auth_time INTEGER NOT NULL, 
	cred_version INTEGER NOT NULL, 
	valid_until INTEGER NOT NULL, 
	session_id INTEGER NOT NULL, 
	family_id INTEGER, 
	redirect_uri TEXT NOT NULL, 
	challenge VARCHAR(64) NOT NULL, 
	nonce TEXT, 
	use_time INTEGER, 
	CONSTRAINT pk_sys_authorization_code PRIMARY KEY (digest), 
	CONSTRAINT fk_sys_authorization_code_application_id FOREIGN KEY(application_id) REFERENCES sys_application (id) ON DELETE CASCADE, 
	CONSTRAINT fk_sys_authorization_code_user_id FOREIGN KEY(user_id) REFERENCES sys_user_info (id) ON DELETE CASCADE
);
INSERT INTO "sys_authorization_code" VALUES('1 é ü 中文 😀 ''"\ %s :name 	{}',1,1,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993,9007199254740993,9007199254740993,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993);
INSERT INTO "sys_authorization_code" VALUES('2 é ü 中文 😀 ''"\ %s :name 	{}',2,2,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,9007199254740994,9007199254740994,9007199254740994,NULL,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',NULL,NULL);
CREATE TABLE sys_broker (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	cluster_id INTEGER NOT NULL, 
	broker VARCHAR(256) NOT NULL, 
	boot VARCHAR(64) NOT NULL, 
	plugin_version VARCHAR(64) NOT NULL, 
	pulsar_version VARCHAR(64) NOT NULL, 
	revision INTEGER NOT NULL, 
	snapshot_time INTEGER NOT NULL, 
	events_written INTEGER NOT NULL, 
	events_dropped INTEGER NOT NULL, 
	connections INTEGER NOT NULL, 
	first_seen INTEGER NOT NULL, 
	last_seen INTEGER NOT NULL, epoch VARCHAR(32), known SMALLINT DEFAULT '1' NOT NULL, source VARCHAR(256), revision_time INTEGER DEFAULT '0' NOT NULL, max_age_seconds INTEGER DEFAULT '86400' NOT NULL, left_time INTEGER, observing SMALLINT DEFAULT '0' NOT NULL, drops TEXT, service VARCHAR(32) DEFAULT 'broker' NOT NULL, kicks SMALLINT DEFAULT '0' NOT NULL, limits VARCHAR(512) DEFAULT '' NOT NULL, 
	CONSTRAINT fk_sys_broker_cluster_id FOREIGN KEY(cluster_id) REFERENCES res_cluster (id), 
	CONSTRAINT uq_sys_broker_cluster_id_broker UNIQUE (cluster_id, broker)
);
INSERT INTO "sys_broker" VALUES(1,1,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993,9007199254740993,9007199254740993,9007199254740993,9007199254740993,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}',1,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993,9007199254740993,1,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',1,'1 é ü 中文 😀 ''"\ %s :name 	{}');
INSERT INTO "sys_broker" VALUES(2,2,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,9007199254740994,9007199254740994,9007199254740994,9007199254740994,9007199254740994,9007199254740994,NULL,2,NULL,9007199254740994,9007199254740994,NULL,2,NULL,'2 é ü 中文 😀 ''"\ %s :name 	{}',2,'2 é ü 中文 😀 ''"\ %s :name 	{}');
CREATE TABLE sys_broker_answer (
	question_id INTEGER NOT NULL, 
	broker VARCHAR(256) NOT NULL, 
	boot VARCHAR(64) NOT NULL, 
	followed BOOLEAN NOT NULL, 
	total INTEGER NOT NULL, 
	connections TEXT NOT NULL, 
	CONSTRAINT pk_sys_broker_answer PRIMARY KEY (question_id, broker), 
	CONSTRAINT fk_sys_broker_answer_question_id_sys_broker_question FOREIGN KEY(question_id) REFERENCES sys_broker_question (id)
);
INSERT INTO "sys_broker_answer" VALUES(1,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',1,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}');
INSERT INTO "sys_broker_answer" VALUES(2,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',0,9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}');
CREATE TABLE sys_broker_question (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	cluster_id INTEGER NOT NULL, 
	asked_time INTEGER NOT NULL, 
	principal VARCHAR(128), 
	resource VARCHAR(512), 
	most INTEGER NOT NULL, 
	CONSTRAINT fk_sys_broker_question_cluster_id_res_cluster FOREIGN KEY(cluster_id) REFERENCES res_cluster (id)
);
INSERT INTO "sys_broker_question" VALUES(1,1,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',1);
INSERT INTO "sys_broker_question" VALUES(2,2,9007199254740994,NULL,NULL,2);
CREATE TABLE sys_client_key (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	user_id INTEGER NOT NULL, 
	kid VARCHAR(64) NOT NULL, 
	thumbprint VARCHAR(64) NOT NULL, 
	alg VARCHAR(8) NOT NULL, 
	public_jwk TEXT NOT NULL, 
	name VARCHAR(128) NOT NULL, 
	add_time INTEGER NOT NULL, 
	valid_until INTEGER, 
	last_use INTEGER, 
	networks TEXT, 
	cidrs TEXT, 
	CONSTRAINT uq_sys_client_key_user_id_kid UNIQUE (user_id, kid), 
	CONSTRAINT fk_sys_client_key_user_id FOREIGN KEY(user_id) REFERENCES sys_user_info (id), 
	CONSTRAINT uq_sys_client_key_thumbprint UNIQUE (thumbprint)
);
INSERT INTO "sys_client_key" VALUES(1,1,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993,9007199254740993,'["10.0.0.0/8", "@office"]','["10.0.0.0/8", "@office"]');
INSERT INTO "sys_client_key" VALUES(2,2,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,NULL,NULL,NULL,NULL);
CREATE TABLE sys_client_secret (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	user_id INTEGER NOT NULL, 
	secret_hash VARCHAR(64) NOT NULL, 
	hint VARCHAR(8) NOT NULL, 
	add_time INTEGER NOT NULL, 
	valid_until INTEGER, 
	last_use INTEGER, networks TEXT, cidrs TEXT, 
	CONSTRAINT fk_sys_client_secret_user_id FOREIGN KEY(user_id) REFERENCES sys_user_info (id), 
	CONSTRAINT uq_sys_client_secret_secret_hash UNIQUE (secret_hash)
);
INSERT INTO "sys_client_secret" VALUES(1,1,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文',9007199254740993,9007199254740993,9007199254740993,'["10.0.0.0/8", "@office"]','["10.0.0.0/8", "@office"]');
INSERT INTO "sys_client_secret" VALUES(2,2,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文',9007199254740994,NULL,NULL,NULL,NULL);
CREATE TABLE sys_clock (
	instance VARCHAR(32) NOT NULL, 
	ahead_ms INTEGER NOT NULL, 
	seen INTEGER NOT NULL, 
	CONSTRAINT pk_sys_clock PRIMARY KEY (instance)
);
INSERT INTO "sys_clock" VALUES('1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993);
INSERT INTO "sys_clock" VALUES('2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,9007199254740994);
CREATE TABLE sys_cluster_credential (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	cluster_id INTEGER NOT NULL, 
	secret_hash VARCHAR(64) NOT NULL, 
	hint VARCHAR(8) NOT NULL, 
	add_time INTEGER NOT NULL, 
	last_use INTEGER, 
	CONSTRAINT fk_sys_cluster_credential_cluster_id FOREIGN KEY(cluster_id) REFERENCES res_cluster (id), 
	CONSTRAINT uq_sys_cluster_credential_secret_hash UNIQUE (secret_hash)
);
INSERT INTO "sys_cluster_credential" VALUES(1,1,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文',9007199254740993,9007199254740993);
INSERT INTO "sys_cluster_credential" VALUES(2,2,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文',9007199254740994,NULL);
CREATE TABLE sys_consent (
	user_id INTEGER NOT NULL, 
	application_id INTEGER NOT NULL, 
	scope VARCHAR(256) NOT NULL, 
	audiences VARCHAR(512) NOT NULL, 
	add_time INTEGER NOT NULL, 
	CONSTRAINT pk_sys_consent PRIMARY KEY (user_id, application_id), 
	CONSTRAINT fk_sys_consent_user_id FOREIGN KEY(user_id) REFERENCES sys_user_info (id) ON DELETE CASCADE, 
	CONSTRAINT fk_sys_consent_application_id FOREIGN KEY(application_id) REFERENCES sys_application (id) ON DELETE CASCADE
);
INSERT INTO "sys_consent" VALUES(1,1,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993);
INSERT INTO "sys_consent" VALUES(2,2,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994);
CREATE TABLE sys_device_sign_in (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	device_hash VARCHAR(64) NOT NULL, 
	user_hash VARCHAR(64) NOT NULL, 
	client VARCHAR(64) NOT NULL, 
	address VARCHAR(64) NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	user_id INTEGER, 
	add_time INTEGER NOT NULL, 
	valid_until INTEGER NOT NULL, 
	asked INTEGER NOT NULL, 
	pause_ms INTEGER NOT NULL, networks TEXT, cidrs TEXT, scope VARCHAR(256), methods VARCHAR(64), auth_time INTEGER, cred_version INTEGER, 
	CONSTRAINT fk_sys_device_sign_in_user_id FOREIGN KEY(user_id) REFERENCES sys_user_info (id) ON DELETE CASCADE, 
	CONSTRAINT uq_sys_device_sign_in_device_hash UNIQUE (device_hash), 
	CONSTRAINT uq_sys_device_sign_in_user_hash UNIQUE (user_hash)
);
INSERT INTO "sys_device_sign_in" VALUES(1,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %',1,9007199254740993,9007199254740993,9007199254740993,9007199254740993,'["10.0.0.0/8", "@office"]','["10.0.0.0/8", "@office"]','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993);
INSERT INTO "sys_device_sign_in" VALUES(2,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %',2,9007199254740994,9007199254740994,9007199254740994,9007199254740994,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE sys_family_access (
	jti VARCHAR(64) NOT NULL, 
	family_id INTEGER NOT NULL, 
	valid_until INTEGER NOT NULL, 
	CONSTRAINT pk_sys_family_access PRIMARY KEY (jti), 
	CONSTRAINT fk_sys_family_access_family_id FOREIGN KEY(family_id) REFERENCES sys_refresh_family (id) ON DELETE CASCADE
);
INSERT INTO "sys_family_access" VALUES('1 é ü 中文 😀 ''"\ %s :name 	{}',1,9007199254740993);
INSERT INTO "sys_family_access" VALUES('2 é ü 中文 😀 ''"\ %s :name 	{}',2,9007199254740994);
CREATE TABLE sys_identity_provider (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	name VARCHAR(64) NOT NULL, 
	issuer VARCHAR(255) NOT NULL, 
	client_id VARCHAR(255) NOT NULL, 
	client_secret_sealed TEXT, 
	scopes VARCHAR(255) NOT NULL, 
	name_claim VARCHAR(128) NOT NULL, 
	groups_claim VARCHAR(128), 
	email_domains TEXT, 
	creates_users INTEGER NOT NULL, 
	service_group INTEGER, 
	enabled INTEGER NOT NULL, 
	add_time INTEGER NOT NULL, 
	update_time INTEGER NOT NULL, client_private_sealed TEXT, client_jwk TEXT, 
	CONSTRAINT uq_sys_identity_provider_issuer UNIQUE (issuer), 
	CONSTRAINT fk_sys_identity_provider_service_group FOREIGN KEY(service_group) REFERENCES sys_service_group (id) ON DELETE SET NULL
);
INSERT INTO "sys_identity_provider" VALUES(1,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','o/Ja8rbLWjpVKrqy6LhUyShYk8PsY2HJcdpf0WQxx/PPoA==','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','["10.0.0.0/8", "@office"]',1,1,1,9007199254740993,9007199254740993,'OXz16s7dGTt1HZTonXMjmOdes9n4UinxtpQLOfTUADyPuA==','1 é ü 中文 😀 ''"\ %s :name 	{}');
INSERT INTO "sys_identity_provider" VALUES(2,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}','8FA0PPBTUOQOWyiZU9YelAwmvPE+S58sqwwtxhAD/WkzZQ==','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',NULL,NULL,2,2,2,9007199254740994,9007199254740994,'aguY6zbTWfoNJOn8yWt3qXwOxskGDBeOWE4yY+TtzTkg/A==',NULL);
CREATE TABLE sys_kept_answer (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	user_id INTEGER NOT NULL, 
	key_hash VARCHAR(64) NOT NULL, 
	request_hash VARCHAR(64) NOT NULL, 
	answer TEXT NOT NULL, 
	add_time INTEGER NOT NULL, 
	CONSTRAINT uq_sys_kept_answer_user_id_key_hash UNIQUE (user_id, key_hash)
);
INSERT INTO "sys_kept_answer" VALUES(1,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993);
INSERT INTO "sys_kept_answer" VALUES(2,9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994);
CREATE TABLE sys_known_network (
	user_id INTEGER NOT NULL, 
	network VARCHAR(64) NOT NULL, 
	last_use INTEGER NOT NULL, 
	CONSTRAINT pk_sys_known_network PRIMARY KEY (user_id, network), 
	CONSTRAINT fk_sys_known_network_user_id FOREIGN KEY(user_id) REFERENCES sys_user_info (id)
);
INSERT INTO "sys_known_network" VALUES(1,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993);
INSERT INTO "sys_known_network" VALUES(2,'2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994);
CREATE TABLE sys_network (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	name VARCHAR(64) NOT NULL, 
	networks TEXT NOT NULL, 
	add_time INTEGER NOT NULL, 
	update_time INTEGER NOT NULL, 
	remark VARCHAR(256), 
	CONSTRAINT uq_sys_network_name UNIQUE (name)
);
INSERT INTO "sys_network" VALUES(1,'1 é ü 中文 😀 ''"\ %s :name 	{}','["10.0.0.0/8", "@office"]',9007199254740993,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}');
INSERT INTO "sys_network" VALUES(2,'2 é ü 中文 😀 ''"\ %s :name 	{}','["10.0.0.0/8", "@office"]',9007199254740994,9007199254740994,NULL);
CREATE TABLE sys_passkey (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	user_id INTEGER NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	key_digest VARCHAR(64) NOT NULL, 
	key_id TEXT NOT NULL, 
	public_key TEXT NOT NULL, 
	sign_count INTEGER NOT NULL, 
	add_time INTEGER NOT NULL, 
	last_use INTEGER, user_handle VARCHAR(128), 
	CONSTRAINT fk_sys_passkey_user_id FOREIGN KEY(user_id) REFERENCES sys_user_info (id) ON DELETE CASCADE, 
	CONSTRAINT uq_sys_passkey_key_digest UNIQUE (key_digest)
);
INSERT INTO "sys_passkey" VALUES(1,1,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}');
INSERT INTO "sys_passkey" VALUES(2,2,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,9007199254740994,NULL,NULL);
CREATE TABLE sys_pending_sign_in (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	secret_hash VARCHAR(64) NOT NULL, 
	user_id INTEGER NOT NULL, 
	methods VARCHAR(64) NOT NULL, 
	cred_version INTEGER NOT NULL, 
	tries INTEGER NOT NULL, 
	valid_until INTEGER NOT NULL, provider_id INTEGER, 
	CONSTRAINT uq_sys_pending_sign_in_secret_hash UNIQUE (secret_hash), 
	CONSTRAINT fk_sys_pending_sign_in_user_id FOREIGN KEY(user_id) REFERENCES sys_user_info (id) ON DELETE CASCADE
);
INSERT INTO "sys_pending_sign_in" VALUES(1,'1 é ü 中文 😀 ''"\ %s :name 	{}',1,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,1,9007199254740993,9007199254740993);
INSERT INTO "sys_pending_sign_in" VALUES(2,'2 é ü 中文 😀 ''"\ %s :name 	{}',2,'2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,2,9007199254740994,NULL);
CREATE TABLE sys_periodic_run (
	name VARCHAR(64) NOT NULL, 
	next_run INTEGER NOT NULL, 
	last_run INTEGER, 
	CONSTRAINT pk_sys_periodic_run PRIMARY KEY (name)
);
INSERT INTO "sys_periodic_run" VALUES('1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993);
INSERT INTO "sys_periodic_run" VALUES('2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,NULL);
CREATE TABLE sys_provider_attempt (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	state_hash VARCHAR(64) NOT NULL, 
	browser_hash VARCHAR(64) NOT NULL, 
	provider_id INTEGER NOT NULL, 
	purpose VARCHAR(16) NOT NULL, 
	user_id INTEGER, 
	valid_until INTEGER NOT NULL, 
	CONSTRAINT uq_sys_provider_attempt_state_hash UNIQUE (state_hash), 
	CONSTRAINT fk_sys_provider_attempt_provider_id FOREIGN KEY(provider_id) REFERENCES sys_identity_provider (id) ON DELETE CASCADE, 
	CONSTRAINT fk_sys_provider_attempt_user_id FOREIGN KEY(user_id) REFERENCES sys_user_info (id) ON DELETE CASCADE
);
INSERT INTO "sys_provider_attempt" VALUES(1,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',1,'1 é ü 中文 😀 ''"\ %',1,9007199254740993);
INSERT INTO "sys_provider_attempt" VALUES(2,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',2,'2 é ü 中文 😀 ''"\ %',2,9007199254740994);
CREATE TABLE sys_provider_group (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	provider_id INTEGER NOT NULL, 
	group_name VARCHAR(255) NOT NULL, 
	role_id INTEGER NOT NULL, 
	CONSTRAINT uq_sys_provider_group_provider_id_group_name_role_id UNIQUE (provider_id, group_name, role_id), 
	CONSTRAINT fk_sys_provider_group_provider_id FOREIGN KEY(provider_id) REFERENCES sys_identity_provider (id) ON DELETE CASCADE, 
	CONSTRAINT fk_sys_provider_group_role_id FOREIGN KEY(role_id) REFERENCES sys_role (id) ON DELETE CASCADE
);
INSERT INTO "sys_provider_group" VALUES(1,1,'1 é ü 中文 😀 ''"\ %s :name 	{}',1);
INSERT INTO "sys_provider_group" VALUES(2,2,'2 é ü 中文 😀 ''"\ %s :name 	{}',2);
CREATE TABLE sys_provider_link (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	provider_id INTEGER NOT NULL, 
	subject VARCHAR(255) NOT NULL, 
	user_id INTEGER NOT NULL, 
	add_time INTEGER NOT NULL, 
	CONSTRAINT uq_sys_provider_link_provider_id_subject UNIQUE (provider_id, subject), 
	CONSTRAINT uq_sys_provider_link_provider_id_user_id UNIQUE (provider_id, user_id), 
	CONSTRAINT fk_sys_provider_link_provider_id FOREIGN KEY(provider_id) REFERENCES sys_identity_provider (id) ON DELETE CASCADE, 
	CONSTRAINT fk_sys_provider_link_user_id FOREIGN KEY(user_id) REFERENCES sys_user_info (id) ON DELETE CASCADE
);
INSERT INTO "sys_provider_link" VALUES(1,1,'1 é ü 中文 😀 ''"\ %s :name 	{}',1,9007199254740993);
INSERT INTO "sys_provider_link" VALUES(2,2,'2 é ü 中文 😀 ''"\ %s :name 	{}',2,9007199254740994);
CREATE TABLE sys_provider_membership (
	provider_id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	role_id INTEGER NOT NULL, 
	CONSTRAINT pk_sys_provider_membership PRIMARY KEY (provider_id, user_id, role_id), 
	CONSTRAINT fk_sys_provider_membership_provider_id FOREIGN KEY(provider_id) REFERENCES sys_identity_provider (id) ON DELETE CASCADE, 
	CONSTRAINT fk_sys_provider_membership_user_id FOREIGN KEY(user_id) REFERENCES sys_user_info (id) ON DELETE CASCADE, 
	CONSTRAINT fk_sys_provider_membership_role_id FOREIGN KEY(role_id) REFERENCES sys_role (id) ON DELETE CASCADE
);
INSERT INTO "sys_provider_membership" VALUES(1,1,1);
INSERT INTO "sys_provider_membership" VALUES(2,2,2);
CREATE TABLE sys_recovery_code (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	user_id INTEGER NOT NULL, 
	code_hash VARCHAR(64) NOT NULL, 
	add_time INTEGER NOT NULL, 
	use_time INTEGER, 
	CONSTRAINT fk_sys_recovery_code_user_id FOREIGN KEY(user_id) REFERENCES sys_user_info (id) ON DELETE CASCADE, 
	CONSTRAINT uq_sys_recovery_code_code_hash UNIQUE (code_hash)
);
INSERT INTO "sys_recovery_code" VALUES(1,1,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993);
INSERT INTO "sys_recovery_code" VALUES(2,2,'2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,NULL);
CREATE TABLE sys_refresh_family (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	application_id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	scope VARCHAR(256) NOT NULL, 
	audiences VARCHAR(512) NOT NULL, 
	methods VARCHAR(64) NOT NULL, 
	auth_time INTEGER NOT NULL, 
	cred_version INTEGER NOT NULL, 
	valid_until INTEGER NOT NULL, 
	add_time INTEGER NOT NULL, 
	last_use INTEGER NOT NULL, 
	end_time INTEGER, 
	CONSTRAINT fk_sys_refresh_family_application_id FOREIGN KEY(application_id) REFERENCES sys_application (id) ON DELETE CASCADE, 
	CONSTRAINT fk_sys_refresh_family_user_id FOREIGN KEY(user_id) REFERENCES sys_user_info (id) ON DELETE CASCADE
);
INSERT INTO "sys_refresh_family" VALUES(1,1,1,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993,9007199254740993,9007199254740993,9007199254740993,9007199254740993);
INSERT INTO "sys_refresh_family" VALUES(2,2,2,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,9007199254740994,9007199254740994,9007199254740994,9007199254740994,NULL);
CREATE TABLE sys_refresh_token (
	digest VARCHAR(64) NOT NULL, 
	family_id INTEGER NOT NULL, 
	use_time INTEGER, 
	CONSTRAINT pk_sys_refresh_token PRIMARY KEY (digest), 
	CONSTRAINT fk_sys_refresh_token_family_id FOREIGN KEY(family_id) REFERENCES sys_refresh_family (id) ON DELETE CASCADE
);
INSERT INTO "sys_refresh_token" VALUES('1 é ü 中文 😀 ''"\ %s :name 	{}',1,9007199254740993);
INSERT INTO "sys_refresh_token" VALUES('2 é ü 中文 😀 ''"\ %s :name 	{}',2,NULL);
CREATE TABLE sys_request_count (
	"key" VARCHAR(64) NOT NULL, 
	minute INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	CONSTRAINT pk_sys_request_count PRIMARY KEY ("key", minute)
);
INSERT INTO "sys_request_count" VALUES('1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993);
INSERT INTO "sys_request_count" VALUES('2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,9007199254740994);
CREATE TABLE sys_revision (
	id INTEGER NOT NULL, 
	revision INTEGER NOT NULL, head_id INTEGER DEFAULT '0' NOT NULL, head_hash VARCHAR(64) DEFAULT '0000000000000000000000000000000000000000000000000000000000000000' NOT NULL, complete_from INTEGER DEFAULT '1' NOT NULL, epoch VARCHAR(32) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_sys_revision PRIMARY KEY (id)
);
INSERT INTO "sys_revision" VALUES(1,2,27,'390892b00439a459c2abb3a64ec9b9c7025b57e7880921dc2e5725881f8eb03c',1,'ef34e743c719c516');
CREATE TABLE sys_revoked_token (
	jti VARCHAR(64) NOT NULL, 
	valid_until INTEGER NOT NULL, 
	CONSTRAINT pk_sys_revoked_token PRIMARY KEY (jti)
);
INSERT INTO "sys_revoked_token" VALUES('1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993);
INSERT INTO "sys_revoked_token" VALUES('2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994);
CREATE TABLE sys_role (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	role_name VARCHAR(128) NOT NULL, 
	add_time INTEGER NOT NULL, 
	update_time INTEGER NOT NULL, 
	remark VARCHAR(256), 
	personal_of INTEGER, 
	CONSTRAINT fk_sys_role_personal_of FOREIGN KEY(personal_of) REFERENCES sys_user_info (id), 
	CONSTRAINT uq_sys_role_personal_of UNIQUE (personal_of), 
	CONSTRAINT uq_sys_role_role_name UNIQUE (role_name)
);
INSERT INTO "sys_role" VALUES(1,'alice',1795820086492,1795820086492,NULL,1);
INSERT INTO "sys_role" VALUES(2,'root',1795820086497,1795820086497,NULL,2);
INSERT INTO "sys_role" VALUES(3,'orders-intake',1795820086508,1795820086508,NULL,3);
INSERT INTO "sys_role" VALUES(4,'bob',1795820086512,1795820086512,NULL,4);
CREATE TABLE sys_role_res (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	role_id INTEGER NOT NULL, 
	res_type INTEGER NOT NULL, 
	res_id INTEGER NOT NULL, 
	authorities VARCHAR(128) NOT NULL, 
	add_time INTEGER NOT NULL, 
	remark VARCHAR(256), 
	update_time INTEGER NOT NULL, 
	valid_from INTEGER, 
	valid_until INTEGER, 
	granted_by VARCHAR(256) NOT NULL, granted_by_id INTEGER, name_prefix VARCHAR(255), subscriptions TEXT, networks TEXT, cidrs TEXT, 
	CONSTRAINT fk_sys_role_res_role_id FOREIGN KEY(role_id) REFERENCES sys_role (id)
);
INSERT INTO "sys_role_res" VALUES(1,2,0,0,'4',1795820086500,NULL,1795820086500,NULL,NULL,'test',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "sys_role_res" VALUES(2,1,4,1,'302,303',1795820086515,NULL,1795820086515,NULL,NULL,'test',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "sys_role_res" VALUES(3,3,4,1,'302,303',1795820086516,NULL,1795820086516,NULL,NULL,'test',NULL,NULL,NULL,NULL,NULL);
CREATE TABLE sys_service_group (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	group_name VARCHAR(128) NOT NULL, 
	add_time INTEGER NOT NULL, 
	update_time INTEGER NOT NULL, 
	remark VARCHAR(256), 
	CONSTRAINT uq_sys_service_group_group_name UNIQUE (group_name)
);
INSERT INTO "sys_service_group" VALUES(1,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}');
INSERT INTO "sys_service_group" VALUES(2,'2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,9007199254740994,NULL);
CREATE TABLE sys_session (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	secret_hash VARCHAR(64) NOT NULL, 
	user_id INTEGER NOT NULL, 
	add_time INTEGER NOT NULL, 
	last_use INTEGER NOT NULL, 
	valid_until INTEGER NOT NULL, methods VARCHAR(64) DEFAULT 'pwd' NOT NULL, auth_time INTEGER DEFAULT '0' NOT NULL, address VARCHAR(64) DEFAULT '' NOT NULL, agent VARCHAR(256) DEFAULT '' NOT NULL, provider_id INTEGER, 
	CONSTRAINT fk_sys_session_user_id FOREIGN KEY(user_id) REFERENCES sys_user_info (id), 
	CONSTRAINT uq_sys_session_secret_hash UNIQUE (secret_hash)
);
INSERT INTO "sys_session" VALUES(1,'1 é ü 中文 😀 ''"\ %s :name 	{}',1,9007199254740993,9007199254740993,9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 ''"\ %s :name 	{}','1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993);
INSERT INTO "sys_session" VALUES(2,'2 é ü 中文 😀 ''"\ %s :name 	{}',2,9007199254740994,9007199254740994,9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994,'2 é ü 中文 😀 ''"\ %s :name 	{}','2 é ü 中文 😀 ''"\ %s :name 	{}',NULL);
CREATE TABLE sys_signing_key (
	kid VARCHAR(64) NOT NULL, 
	alg VARCHAR(8) NOT NULL, 
	public_jwk TEXT NOT NULL, 
	private_encrypted TEXT NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	add_time INTEGER NOT NULL, 
	retire_time INTEGER, active_time INTEGER, revoke_time INTEGER, revoke_reason VARCHAR(256), sealed_with VARCHAR(16), 
	CONSTRAINT pk_sys_signing_key PRIMARY KEY (kid)
);
INSERT INTO "sys_signing_key" VALUES('50DTiK-DoOEBn1zPEJz6MPu0T__B68O1baCiNSSw0wg','ES256','{"alg": "ES256", "crv": "P-256", "kid": "50DTiK-DoOEBn1zPEJz6MPu0T__B68O1baCiNSSw0wg", "kty": "EC", "use": "sig", "x": "L6v4oszIhSjp2H553l_ugcsMS-LR8pOuwynocrEQEqc", "y": "7u_gPN-ANx9fWSGK5jK5AzE3f4rYi-z-_5j_o-WN_pE"}','4eFahAW2BpQOXjOWH3ZQQh5CY2VSAOY1rj8yJsc4xO31d4fRE3bwXowHimW52DQoN64VKl+wkdSDMt7GtPXoky1UfSdqD2aC2xDt1uDLf9QqSv4UUJvL0p7tJ4jKUEhKqSTmuJuUD8fPsz/VRlwFrYTjKL4C7ApArdB1pd8aql2ahvV7iHhlO0TD9641OJewIf9jZdqNi6XQiiZ5SaH9GUoirW7A6Ef5eE/1kAwcMFoUkiaVLhOsSnDZJ7ne9oG2kUmWkaMsVa0cu6Br16aP7PfrdbOypwND83pPXDRMIjtHwOQ80F38nAD16HO4aUYrubJZFsY8/7lWPIz4cvX5Axy91iclcz2bGfqQW9c=','published',1795820086468,NULL,NULL,NULL,NULL,'7eb6cbf3084a');
INSERT INTO "sys_signing_key" VALUES('vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI','ES256','{"alg": "ES256", "crv": "P-256", "kid": "vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI", "kty": "EC", "use": "sig", "x": "ekRAuXhCraV3DsHDF6Oxc_qxyVo0N43rgfb8Dfv2J5g", "y": "vL8gMQP78NVqlbxgyEhFwmoqrbk7P7OyZwTtF84SiEw"}','vyUqkXNFeeLjw8UxELWZrzRi3yaIuMK9nQZSg8D7k0kwH8CUj9OdJp9sGIC9PAbSc2BBAVbcOcOtrAkXqbNH/iz+0DPRxBa1Qaoyxg/iBXC9w/WTXpFmbHy6ZEX5KlCjA8zj49q3XmN2Sm2BLhb51Nz6jJ0QnuhbGUCFDHHenaFZQj9nB36Gp++cKcoETTgu4zuQltLbj+2yCWhFWBzlRZP89ky4tT4a2jxOP5fIeo5W1wzGAXsj9wh768AFv5O4+FvcXc752Z561YL4ktZ4V+a+FYlXWdhhF4uP6g/wuigvxPKLb4+7uVvQvFBN5XfYMCuYXdqO22iEMqQPZjess58UCL9Ghb8+N5WJuJk=','active',1795820086468,NULL,1795820086468,NULL,NULL,'7eb6cbf3084a');
CREATE TABLE sys_trail (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	revision INTEGER NOT NULL, 
	time INTEGER NOT NULL, 
	actor VARCHAR(256) NOT NULL, 
	action VARCHAR(64) NOT NULL, 
	entity VARCHAR(32) NOT NULL, 
	entity_key VARCHAR(512) NOT NULL, 
	cluster INTEGER, 
	"before" TEXT, 
	"after" TEXT
, credential VARCHAR(128), address VARCHAR(64), request_id VARCHAR(64), role INTEGER, previous_hash VARCHAR(64) DEFAULT '' NOT NULL, hash VARCHAR(64) DEFAULT '' NOT NULL);
INSERT INTO "sys_trail" VALUES(1,2,1795820086484,'system','key.create','key','vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI',NULL,NULL,'{"active_time": null, "add_time": 1795820086468, "alg": "ES256", "kid": "vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI", "public_jwk": "{\"alg\": \"ES256\", \"crv\": \"P-256\", \"kid\": \"vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI\", \"kty\": \"EC\", \"use\": \"sig\", \"x\": \"ekRAuXhCraV3DsHDF6Oxc_qxyVo0N43rgfb8Dfv2J5g\", \"y\": \"vL8gMQP78NVqlbxgyEhFwmoqrbk7P7OyZwTtF84SiEw\"}", "retire_time": null, "revoke_reason": null, "revoke_time": null, "sealed_with": "7eb6cbf3084a", "status": "published"}',NULL,NULL,NULL,NULL,'0000000000000000000000000000000000000000000000000000000000000000','69fae7b540b1471c91c93ac0e16d89932334415b87e25efe0759aae0490fe1f1');
INSERT INTO "sys_trail" VALUES(2,2,1795820086487,'system','key.activate','key','vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI',NULL,'{"active_time": null, "add_time": 1795820086468, "alg": "ES256", "kid": "vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI", "public_jwk": "{\"alg\": \"ES256\", \"crv\": \"P-256\", \"kid\": \"vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI\", \"kty\": \"EC\", \"use\": \"sig\", \"x\": \"ekRAuXhCraV3DsHDF6Oxc_qxyVo0N43rgfb8Dfv2J5g\", \"y\": \"vL8gMQP78NVqlbxgyEhFwmoqrbk7P7OyZwTtF84SiEw\"}", "retire_time": null, "revoke_reason": null, "revoke_time": null, "sealed_with": "7eb6cbf3084a", "status": "published"}','{"active_time": 1795820086468, "add_time": 1795820086468, "alg": "ES256", "kid": "vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI", "public_jwk": "{\"alg\": \"ES256\", \"crv\": \"P-256\", \"kid\": \"vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI\", \"kty\": \"EC\", \"use\": \"sig\", \"x\": \"ekRAuXhCraV3DsHDF6Oxc_qxyVo0N43rgfb8Dfv2J5g\", \"y\": \"vL8gMQP78NVqlbxgyEhFwmoqrbk7P7OyZwTtF84SiEw\"}", "retire_time": null, "revoke_reason": null, "revoke_time": null, "sealed_with": "7eb6cbf3084a", "status": "active"}',NULL,NULL,NULL,NULL,'69fae7b540b1471c91c93ac0e16d89932334415b87e25efe0759aae0490fe1f1','145154b63c193f84219711a724c22f9abecf0f65a33dfd9e3c4b47c7a4d60c3c');
INSERT INTO "sys_trail" VALUES(3,2,1795820086488,'system','key.create','key','50DTiK-DoOEBn1zPEJz6MPu0T__B68O1baCiNSSw0wg',NULL,NULL,'{"active_time": null, "add_time": 1795820086468, "alg": "ES256", "kid": "50DTiK-DoOEBn1zPEJz6MPu0T__B68O1baCiNSSw0wg", "public_jwk": "{\"alg\": \"ES256\", \"crv\": \"P-256\", \"kid\": \"50DTiK-DoOEBn1zPEJz6MPu0T__B68O1baCiNSSw0wg\", \"kty\": \"EC\", \"use\": \"sig\", \"x\": \"L6v4oszIhSjp2H553l_ugcsMS-LR8pOuwynocrEQEqc\", \"y\": \"7u_gPN-ANx9fWSGK5jK5AzE3f4rYi-z-_5j_o-WN_pE\"}", "retire_time": null, "revoke_reason": null, "revoke_time": null, "sealed_with": "7eb6cbf3084a", "status": "published"}',NULL,NULL,NULL,NULL,'145154b63c193f84219711a724c22f9abecf0f65a33dfd9e3c4b47c7a4d60c3c','08841ff78bd13a227c3e598781ba4b0f416673582bccdeab0e7b90e877cdb7e4');
INSERT INTO "sys_trail" VALUES(4,2,1795820086492,'test','user.create','user','alice',NULL,NULL,'{"add_time": 1795820086490, "cidrs": null, "cred_version": 2, "email": null, "email_verified": 0, "id": 1, "initial_until": null, "kind": "person", "language": null, "mail_off": null, "main": null, "must_change": 0, "networks": null, "nick": null, "parent": null, "remark": null, "service_group": null, "status": "active", "tokens_from": 1795820086000, "update_time": 1795820086490, "username": "alice"}',NULL,NULL,NULL,NULL,'08841ff78bd13a227c3e598781ba4b0f416673582bccdeab0e7b90e877cdb7e4','8e5a59002bf5685c972d8712e743893054ca7391154b017f46f23f66d55e421b');
INSERT INTO "sys_trail" VALUES(5,2,1795820086494,'test','role.create','role','1',NULL,NULL,'{"add_time": 1795820086492, "id": 1, "name": "alice", "personal_of": 1, "remark": null, "role_name": "alice", "update_time": 1795820086492}',NULL,NULL,NULL,NULL,'8e5a59002bf5685c972d8712e743893054ca7391154b017f46f23f66d55e421b','2511a0da7e7b1e547b4dfdf6f2ba8e01ab719584aa9653172ec74c9506ffaa45');
INSERT INTO "sys_trail" VALUES(6,2,1795820086496,'test','user.join','user','alice',NULL,NULL,'{"add_time": 1795820086495, "remark": null, "role_id": 1, "role_name": "alice", "user_id": 1}',NULL,NULL,NULL,1,'2511a0da7e7b1e547b4dfdf6f2ba8e01ab719584aa9653172ec74c9506ffaa45','c2796bdf9a7c05bcf18881e09a4b9c456624b333fedad6f602126b915184fbcd');
INSERT INTO "sys_trail" VALUES(7,2,1795820086497,'test','user.create','user','root',NULL,NULL,'{"add_time": 1795820086496, "cidrs": null, "cred_version": 2, "email": null, "email_verified": 0, "id": 2, "initial_until": null, "kind": "person", "language": null, "mail_off": null, "main": null, "must_change": 0, "networks": null, "nick": null, "parent": null, "remark": null, "service_group": null, "status": "active", "tokens_from": 1795820086000, "update_time": 1795820086496, "username": "root"}',NULL,NULL,NULL,NULL,'c2796bdf9a7c05bcf18881e09a4b9c456624b333fedad6f602126b915184fbcd','1c5c06ea00b25399c678c81ad0e1fc44672151f125e93161c5845e2bc9e325db');
INSERT INTO "sys_trail" VALUES(8,2,1795820086498,'test','role.create','role','2',NULL,NULL,'{"add_time": 1795820086497, "id": 2, "name": "root", "personal_of": 2, "remark": null, "role_name": "root", "update_time": 1795820086497}',NULL,NULL,NULL,NULL,'1c5c06ea00b25399c678c81ad0e1fc44672151f125e93161c5845e2bc9e325db','533774b2ec9a5e474da00df2f0a1f49a0982f695154b06944607f0f356f78d2d');
INSERT INTO "sys_trail" VALUES(9,2,1795820086498,'test','user.join','user','root',NULL,NULL,'{"add_time": 1795820086498, "remark": null, "role_id": 2, "role_name": "root", "user_id": 2}',NULL,NULL,NULL,2,'533774b2ec9a5e474da00df2f0a1f49a0982f695154b06944607f0f356f78d2d','1e967fd9e55aba8a851f5d965470625d00a9ffb84e9d50829cdb7f1245fed796');
INSERT INTO "sys_trail" VALUES(10,2,1795820086502,'test','grant.create','grant','1',NULL,NULL,'{"add_time": 1795820086500, "authorities": [4], "cidrs": null, "clusters": [], "granted_by": "test", "granted_by_id": null, "id": 1, "name_prefix": null, "networks": null, "remark": null, "res_id": 0, "res_type": 0, "resource": "*", "role_id": 2, "role_name": "root", "subscriptions": null, "update_time": 1795820086500, "valid_from": null, "valid_until": null}',NULL,NULL,NULL,2,'1e967fd9e55aba8a851f5d965470625d00a9ffb84e9d50829cdb7f1245fed796','eb6018459a8a8e54361974529aa89a271cbc73d8dc6900001d98ddbc19443931');
INSERT INTO "sys_trail" VALUES(11,2,1795820086503,'test','cluster.create','cluster','one',NULL,NULL,'{"add_time": 1795820086502, "address": "pulsar://127.0.0.1:1", "admin_url": "http://127.0.0.1:1", "admin_user": null, "gone": 0, "id": 1, "name": "one", "remark": null, "update_time": 1795820086502}',NULL,NULL,NULL,NULL,'eb6018459a8a8e54361974529aa89a271cbc73d8dc6900001d98ddbc19443931','a240b8fc361f82791afef15920def483d5496defd17dbfbc097c56c8e3a620a3');
INSERT INTO "sys_trail" VALUES(12,2,1795820086504,'test','tenant.create','tenant','acme',NULL,NULL,'{"add_time": 1795820086503, "clusters": "1", "deleting": 0, "id": 1, "is_valid": 1, "name": "acme", "remark": null, "update_time": 1795820086503}',NULL,NULL,NULL,NULL,'a240b8fc361f82791afef15920def483d5496defd17dbfbc097c56c8e3a620a3','a468638e81134dc79b8adf6297b1afd8b6ce71e6af710ea59ac5f99ef4fde57f');
INSERT INTO "sys_trail" VALUES(13,2,1795820086505,'test','namespace.create','namespace','acme/orders',NULL,NULL,'{"add_time": 1795820086504, "bundles": 4, "deleting": 0, "id": 1, "is_valid": 1, "name": "orders", "policies": null, "remark": null, "subscription_auth_mode": "None", "tenant": 1, "update_time": 1795820086504}',NULL,NULL,NULL,NULL,'a468638e81134dc79b8adf6297b1afd8b6ce71e6af710ea59ac5f99ef4fde57f','ed7034f0d2c632e3dca41252e701b5b2fea344661240bed23b9efabc8ae9f696');
INSERT INTO "sys_trail" VALUES(14,2,1795820086507,'test','topic.create','topic','persistent://acme/orders/created',NULL,NULL,'{"add_time": 1795820086505, "deleting": 0, "domain": "persistent", "id": 1, "is_valid": 1, "name": "created", "namespace": 1, "partitions": 0, "policies": null, "remark": null, "tenant": 1, "update_time": 1795820086505}',NULL,NULL,NULL,NULL,'ed7034f0d2c632e3dca41252e701b5b2fea344661240bed23b9efabc8ae9f696','3a76f6479b0c5f2f8debc1f06e296e07bd00abecfaded6dd84d87b5e7769f156');
INSERT INTO "sys_trail" VALUES(15,2,1795820086508,'test','user.create','user','orders-intake',NULL,NULL,'{"add_time": 1795820086507, "cidrs": null, "cred_version": 2, "email": null, "email_verified": 0, "id": 3, "initial_until": null, "kind": "service", "language": null, "mail_off": null, "main": null, "must_change": 0, "networks": null, "nick": null, "parent": null, "remark": null, "service_group": null, "status": "active", "tokens_from": 1795820086000, "update_time": 1795820086507, "username": "orders-intake"}',NULL,NULL,NULL,NULL,'3a76f6479b0c5f2f8debc1f06e296e07bd00abecfaded6dd84d87b5e7769f156','53bf4de807b3a1d7133c089d296aa7282495d3ed8dbe65b17f5aeafd4d94df92');
INSERT INTO "sys_trail" VALUES(16,2,1795820086508,'test','role.create','role','3',NULL,NULL,'{"add_time": 1795820086508, "id": 3, "name": "orders-intake", "personal_of": 3, "remark": null, "role_name": "orders-intake", "update_time": 1795820086508}',NULL,NULL,NULL,NULL,'53bf4de807b3a1d7133c089d296aa7282495d3ed8dbe65b17f5aeafd4d94df92','89f6163eef192a671c3730cf48fbbb842cdbabde80c501328c8e9577316f7dd1');
INSERT INTO "sys_trail" VALUES(17,2,1795820086509,'test','user.join','user','orders-intake',NULL,NULL,'{"add_time": 1795820086509, "remark": null, "role_id": 3, "role_name": "orders-intake", "user_id": 3}',NULL,NULL,NULL,3,'89f6163eef192a671c3730cf48fbbb842cdbabde80c501328c8e9577316f7dd1','c1638863697401b204c6e683f80fc7ecc49d9967e4fb430539b2ab9ee5c17892');
INSERT INTO "sys_trail" VALUES(18,2,1795820086511,'test','user.create','user','bob',NULL,NULL,'{"add_time": 1795820086510, "cidrs": null, "cred_version": 2, "email": null, "email_verified": 0, "id": 4, "initial_until": null, "kind": "person", "language": null, "mail_off": null, "main": "alice", "must_change": 0, "networks": null, "nick": null, "parent": 1, "remark": null, "service_group": null, "status": "active", "tokens_from": 1795820086000, "update_time": 1795820086510, "username": "bob"}',NULL,NULL,NULL,NULL,'c1638863697401b204c6e683f80fc7ecc49d9967e4fb430539b2ab9ee5c17892','7690bf31ace100e3693da40073c95b8a78063240cff7e0f62a40aa98f7b12164');
INSERT INTO "sys_trail" VALUES(19,2,1795820086512,'test','role.create','role','4',NULL,NULL,'{"add_time": 1795820086512, "id": 4, "name": "bob", "personal_of": 4, "remark": null, "role_name": "bob", "update_time": 1795820086512}',NULL,NULL,NULL,NULL,'7690bf31ace100e3693da40073c95b8a78063240cff7e0f62a40aa98f7b12164','94248bff5695a10954c86314fc111e9155387d9ac69340384a5963f3be5ca0ed');
INSERT INTO "sys_trail" VALUES(20,2,1795820086513,'test','user.join','user','bob',NULL,NULL,'{"add_time": 1795820086512, "remark": null, "role_id": 4, "role_name": "bob", "user_id": 4}',NULL,NULL,NULL,4,'94248bff5695a10954c86314fc111e9155387d9ac69340384a5963f3be5ca0ed','499f650ec3f1352d2da78a0bc737c856d7f8cf4a5de5350774bc1305873f65a3');
INSERT INTO "sys_trail" VALUES(21,2,1795820086515,'test','grant.create','grant','2',NULL,NULL,'{"add_time": 1795820086515, "authorities": [302, 303], "cidrs": null, "clusters": ["one"], "granted_by": "test", "granted_by_id": null, "id": 2, "name_prefix": null, "networks": null, "remark": null, "res_id": 1, "res_type": 4, "resource": "persistent://acme/orders/created", "role_id": 1, "role_name": "alice", "subscriptions": null, "update_time": 1795820086515, "valid_from": null, "valid_until": null}',NULL,NULL,NULL,1,'499f650ec3f1352d2da78a0bc737c856d7f8cf4a5de5350774bc1305873f65a3','adb6e5ef4ae1167dd43ccd91cf808692c5db69beb6b019d7c279b3f52fc59281');
INSERT INTO "sys_trail" VALUES(22,2,1795820086516,'test','grant.create','grant','3',NULL,NULL,'{"add_time": 1795820086516, "authorities": [302, 303], "cidrs": null, "clusters": ["one"], "granted_by": "test", "granted_by_id": null, "id": 3, "name_prefix": null, "networks": null, "remark": null, "res_id": 1, "res_type": 4, "resource": "persistent://acme/orders/created", "role_id": 3, "role_name": "orders-intake", "subscriptions": null, "update_time": 1795820086516, "valid_from": null, "valid_until": null}',NULL,NULL,NULL,3,'adb6e5ef4ae1167dd43ccd91cf808692c5db69beb6b019d7c279b3f52fc59281','ec94e978654629e76ad25c185859a1f8a554037009965661ba8dec3c91c08f81');
INSERT INTO "sys_trail" VALUES(23,2,1795820086517,'test','cluster.create','cluster','cluster4',NULL,NULL,'{"add_time": 1795820086517, "address": "pulsar://127.0.0.1:1", "admin_url": "http://127.0.0.1:1", "admin_user": null, "gone": 0, "id": 2, "name": "cluster4", "remark": null, "update_time": 1795820086517}',NULL,NULL,NULL,NULL,'ec94e978654629e76ad25c185859a1f8a554037009965661ba8dec3c91c08f81','c685ed335ecadc0aebe02400af86ce5ca05167a4dbaebffb75bdf5ebd2812991');
INSERT INTO "sys_trail" VALUES(24,2,1795820086517,'test','tenant.create','tenant','tenant3',NULL,NULL,'{"add_time": 1795820086517, "clusters": "2", "deleting": 0, "id": 2, "is_valid": 1, "name": "tenant3", "remark": null, "update_time": 1795820086517}',NULL,NULL,NULL,NULL,'c685ed335ecadc0aebe02400af86ce5ca05167a4dbaebffb75bdf5ebd2812991','3d7ed6ac62f9744e540776a94d9b0f9d25cac69605ff50dd5210e9ead08db604');
INSERT INTO "sys_trail" VALUES(25,2,1795820086518,'test','namespace.create','namespace','tenant3/namespace2',NULL,NULL,'{"add_time": 1795820086517, "bundles": 4, "deleting": 0, "id": 2, "is_valid": 1, "name": "namespace2", "policies": null, "remark": null, "subscription_auth_mode": "None", "tenant": 2, "update_time": 1795820086517}',NULL,NULL,NULL,NULL,'3d7ed6ac62f9744e540776a94d9b0f9d25cac69605ff50dd5210e9ead08db604','ba036f03c2c8678f180d37dca1d48d6084aea0bc4d9bd0344a3b2d3afb1d7708');
INSERT INTO "sys_trail" VALUES(26,2,1795820086518,'test','topic.create','topic','persistent://tenant3/namespace2/topic1',NULL,NULL,'{"add_time": 1795820086517, "deleting": 0, "domain": "persistent", "id": 2, "is_valid": 1, "name": "topic1", "namespace": 2, "partitions": 0, "policies": null, "remark": null, "tenant": 2, "update_time": 1795820086517}',NULL,NULL,NULL,NULL,'ba036f03c2c8678f180d37dca1d48d6084aea0bc4d9bd0344a3b2d3afb1d7708','c4291cfc406d8dbf4182486a16e10ffec4599d5ff0503bf032b54307cf2f1c60');
INSERT INTO "sys_trail" VALUES(27,2,1795820086546,'test','group.create','group','odd',NULL,NULL,'{"name": "é ü 中文 😀 ''\"\\ %s :name \t{}"}',NULL,NULL,NULL,NULL,'c4291cfc406d8dbf4182486a16e10ffec4599d5ff0503bf032b54307cf2f1c60','390892b00439a459c2abb3a64ec9b9c7025b57e7880921dc2e5725881f8eb03c');
CREATE TABLE sys_used_assertion (
	digest VARCHAR(64) NOT NULL, 
	valid_until INTEGER NOT NULL, 
	CONSTRAINT pk_sys_used_assertion PRIMARY KEY (digest)
);
INSERT INTO "sys_used_assertion" VALUES('1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993);
INSERT INTO "sys_used_assertion" VALUES('2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994);
CREATE TABLE sys_used_challenge (
	challenge VARCHAR(64) NOT NULL, 
	valid_until INTEGER NOT NULL, 
	CONSTRAINT pk_sys_used_challenge PRIMARY KEY (challenge)
);
INSERT INTO "sys_used_challenge" VALUES('1 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740993);
INSERT INTO "sys_used_challenge" VALUES('2 é ü 中文 😀 ''"\ %s :name 	{}',9007199254740994);
CREATE TABLE sys_user_info (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	username VARCHAR(128) NOT NULL, 
	nick VARCHAR(128), 
	passwd VARCHAR(128), 
	service_group INTEGER, 
	add_time INTEGER NOT NULL, 
	update_time INTEGER NOT NULL, 
	remark VARCHAR(256), 
	kind VARCHAR(16) NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	parent INTEGER, 
	must_change INTEGER NOT NULL, 
	initial_until INTEGER, 
	cred_version INTEGER NOT NULL, 
	tokens_from INTEGER NOT NULL, 
	failures INTEGER NOT NULL, 
	delayed_until INTEGER NOT NULL, networks TEXT, cidrs TEXT, email VARCHAR(254), email_verified INTEGER DEFAULT '0' NOT NULL, language VARCHAR(8), mail_off TEXT, 
	CONSTRAINT fk_sys_user_info_parent FOREIGN KEY(parent) REFERENCES sys_user_info (id), 
	CONSTRAINT fk_sys_user_info_service_group FOREIGN KEY(service_group) REFERENCES sys_service_group (id), 
	CONSTRAINT uq_sys_user_info_username UNIQUE (username)
);
INSERT INTO "sys_user_info" VALUES(1,'alice',NULL,NULL,NULL,1795820086490,1795820086490,NULL,'person','active',NULL,0,NULL,2,1795820086000,0,0,NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "sys_user_info" VALUES(2,'root',NULL,NULL,NULL,1795820086496,1795820086496,NULL,'person','active',NULL,0,NULL,2,1795820086000,0,0,NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "sys_user_info" VALUES(3,'orders-intake',NULL,NULL,NULL,1795820086507,1795820086507,NULL,'service','active',NULL,0,NULL,2,1795820086000,0,0,NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "sys_user_info" VALUES(4,'bob',NULL,NULL,NULL,1795820086510,1795820086510,NULL,'person','active',1,0,NULL,2,1795820086000,0,0,NULL,NULL,NULL,0,NULL,NULL);
CREATE TABLE sys_user_role_map (
	user_id INTEGER NOT NULL, 
	role_id INTEGER NOT NULL, 
	add_time INTEGER NOT NULL, 
	remark VARCHAR(256), 
	CONSTRAINT pk_sys_user_role_map PRIMARY KEY (user_id, role_id), 
	CONSTRAINT fk_sys_user_role_map_role_id FOREIGN KEY(role_id) REFERENCES sys_role (id), 
	CONSTRAINT fk_sys_user_role_map_user_id FOREIGN KEY(user_id) REFERENCES sys_user_info (id)
);
INSERT INTO "sys_user_role_map" VALUES(1,1,1795820086495,NULL);
INSERT INTO "sys_user_role_map" VALUES(2,2,1795820086498,NULL);
INSERT INTO "sys_user_role_map" VALUES(3,3,1795820086509,NULL);
INSERT INTO "sys_user_role_map" VALUES(4,4,1795820086512,NULL);
CREATE INDEX ix_audit_usage_daily_grant_date ON audit_usage_daily (grant_id, date);
CREATE INDEX ix_sys_revoked_token_valid_until ON sys_revoked_token (valid_until);
CREATE INDEX ix_sys_trail_entity ON sys_trail (entity, entity_key);
CREATE INDEX ix_sys_trail_revision ON sys_trail (revision);
CREATE INDEX ix_sys_user_info_parent ON sys_user_info (parent);
CREATE INDEX ix_sys_user_info_service_group ON sys_user_info (service_group);
CREATE INDEX ix_res_topic_tenant ON res_topic (tenant);
CREATE INDEX ix_sys_api_token_user_id ON sys_api_token (user_id);
CREATE INDEX ix_sys_client_secret_user_id ON sys_client_secret (user_id);
CREATE INDEX ix_sys_session_user_id ON sys_session (user_id);
CREATE INDEX ix_res_provisioning_job_due ON res_provisioning_job (state, next_try);
CREATE INDEX ix_res_provisioning_job_resource ON res_provisioning_job (res_type, res_id, cluster);
CREATE INDEX ix_sys_cluster_credential_cluster_id ON sys_cluster_credential (cluster_id);
CREATE INDEX ix_sys_role_res_resource ON sys_role_res (res_type, res_id);
CREATE INDEX ix_sys_user_role_map_role_id ON sys_user_role_map (role_id);
CREATE INDEX ix_sys_trail_actor ON sys_trail (actor);
CREATE INDEX ix_sys_trail_credential ON sys_trail (credential);
CREATE INDEX ix_sys_trail_request_id ON sys_trail (request_id);
CREATE INDEX ix_sys_trail_role ON sys_trail (role);
CREATE INDEX ix_sys_trail_time ON sys_trail (time);
CREATE INDEX ix_sys_trail_action_revision ON sys_trail (action, revision);
CREATE TRIGGER sys_trail_no_update BEFORE UPDATE ON sys_trail BEGIN SELECT RAISE(ABORT, 'the trail is append-only'); END;
CREATE TRIGGER sys_trail_no_delete BEFORE DELETE ON sys_trail BEGIN SELECT RAISE(ABORT, 'the trail is append-only'); END;
CREATE INDEX ix_sys_role_res_granted_by_id ON sys_role_res (granted_by_id);
CREATE INDEX ix_sys_kept_answer_add_time ON sys_kept_answer (add_time);
CREATE INDEX ix_sys_user_info_update_time ON sys_user_info (update_time);
CREATE INDEX ix_sys_role_update_time ON sys_role (update_time);
CREATE INDEX ix_sys_role_res_update_time ON sys_role_res (update_time);
CREATE INDEX ix_res_tenant_update_time ON res_tenant (update_time);
CREATE INDEX ix_res_namespace_update_time ON res_namespace (update_time);
CREATE INDEX ix_res_namespace_name ON res_namespace (name);
CREATE INDEX ix_res_topic_update_time ON res_topic (update_time);
CREATE INDEX ix_res_topic_name ON res_topic (name);
CREATE INDEX ix_req_registration_state_address ON req_registration (state, address);
CREATE INDEX ix_req_registration_state_username ON req_registration (state, username);
CREATE INDEX ix_req_access_resource ON req_access (state, res_type, res_id);
CREATE INDEX ix_req_access_requester ON req_access (requester_id, state);
CREATE INDEX ix_req_access_receiver ON req_access (receiver_id, state);
CREATE INDEX ix_req_access_main ON req_access (main_id, state);
CREATE INDEX ix_req_verdict_decider_id ON req_verdict (decider_id);
CREATE INDEX ix_req_notice_user ON req_notice (user_id, read_time, id);
CREATE INDEX ix_sys_device_sign_in_address ON sys_device_sign_in (address);
CREATE INDEX ix_sys_device_sign_in_user_id ON sys_device_sign_in (user_id);
CREATE INDEX ix_sys_device_sign_in_valid_until ON sys_device_sign_in (valid_until);
CREATE INDEX ix_res_namespace_is_valid ON res_namespace (is_valid);
CREATE INDEX ix_res_namespace_deleting ON res_namespace (deleting);
CREATE INDEX ix_res_topic_is_valid ON res_topic (is_valid);
CREATE INDEX ix_res_topic_deleting ON res_topic (deleting);
CREATE INDEX ix_sys_role_res_valid_until ON sys_role_res (valid_until);
CREATE INDEX ix_sys_api_token_valid_until ON sys_api_token (valid_until);
CREATE INDEX ix_audit_usage_daily_user_date ON audit_usage_daily (user, date);
CREATE INDEX ix_sys_broker_question_cluster_id ON sys_broker_question (cluster_id);
CREATE INDEX ix_audit_run_state ON audit_run (state);
CREATE INDEX ix_audit_usage_daily_run_id ON audit_usage_daily (run_id);
CREATE INDEX ix_audit_finding_tenant ON audit_finding (tenant);
CREATE INDEX ix_audit_finding_grant_id ON audit_finding (grant_id);
CREATE INDEX ix_audit_finding_user ON audit_finding (user);
CREATE INDEX ix_audit_suggestion_role_id ON audit_suggestion (role_id);
CREATE INDEX ix_audit_suggestion_tenant ON audit_suggestion (tenant);
CREATE INDEX ix_audit_run_line_subject ON audit_run_line (run_id, kind, subject);
CREATE INDEX ix_audit_run_line_tenant ON audit_run_line (tenant);
CREATE INDEX ix_rem_remediation_state ON rem_remediation (state);
CREATE INDEX ix_rem_remediation_tenant ON rem_remediation (tenant);
CREATE INDEX ix_rem_part_remediation_id ON rem_part (remediation_id);
CREATE INDEX ix_rem_part_suggestion_state ON rem_part (suggestion, state);
CREATE INDEX ix_rem_opt_out_grant_id ON rem_opt_out (grant_id);
CREATE INDEX ix_rem_opt_out_user_id ON rem_opt_out (user_id);
CREATE INDEX ix_rem_opt_out_until ON rem_opt_out (until);
CREATE INDEX ix_sys_role_res_role_place ON sys_role_res (role_id, res_type, res_id);
CREATE INDEX ix_res_namespace_subscription_auth_mode ON res_namespace (subscription_auth_mode);
CREATE INDEX ix_sys_network_update_time ON sys_network (update_time);
CREATE INDEX ix_sys_api_token_kid ON sys_api_token (kid);
CREATE INDEX ix_sys_used_assertion_valid_until ON sys_used_assertion (valid_until);
CREATE INDEX ix_sys_known_network_last_use ON sys_known_network (last_use);
CREATE INDEX ix_sys_request_count_minute ON sys_request_count (minute);
CREATE INDEX ix_sys_authenticator_app_user_id ON sys_authenticator_app (user_id);
CREATE INDEX ix_sys_recovery_code_user_id ON sys_recovery_code (user_id);
CREATE INDEX ix_sys_passkey_user_id ON sys_passkey (user_id);
CREATE INDEX ix_sys_used_challenge_valid_until ON sys_used_challenge (valid_until);
CREATE INDEX ix_sys_pending_sign_in_user_id ON sys_pending_sign_in (user_id);
CREATE INDEX ix_sys_pending_sign_in_valid_until ON sys_pending_sign_in (valid_until);
CREATE INDEX ix_sys_application_service_id ON sys_application (service_id);
CREATE INDEX ix_sys_consent_application_id ON sys_consent (application_id);
CREATE INDEX ix_sys_refresh_family_valid_until ON sys_refresh_family (valid_until);
CREATE INDEX ix_sys_refresh_family_application_id ON sys_refresh_family (application_id);
CREATE INDEX ix_sys_refresh_family_user_id ON sys_refresh_family (user_id);
CREATE INDEX ix_sys_refresh_token_family_id ON sys_refresh_token (family_id);
CREATE INDEX ix_sys_family_access_family_id ON sys_family_access (family_id);
CREATE INDEX ix_sys_authorization_code_user_id ON sys_authorization_code (user_id);
CREATE INDEX ix_sys_authorization_code_application_id ON sys_authorization_code (application_id);
CREATE INDEX ix_sys_authorization_code_valid_until ON sys_authorization_code (valid_until);
CREATE INDEX ix_sys_provider_group_role_id ON sys_provider_group (role_id);
CREATE INDEX ix_sys_provider_link_user_id ON sys_provider_link (user_id);
CREATE INDEX ix_sys_provider_membership_role_id ON sys_provider_membership (role_id);
CREATE INDEX ix_sys_provider_membership_user_id ON sys_provider_membership (user_id);
CREATE INDEX ix_sys_provider_attempt_provider_id ON sys_provider_attempt (provider_id);
CREATE INDEX ix_sys_provider_attempt_valid_until ON sys_provider_attempt (valid_until);
CREATE INDEX ix_sys_provider_attempt_user_id ON sys_provider_attempt (user_id);
CREATE INDEX ix_msg_mail_user_id ON msg_mail (user_id);
CREATE INDEX ix_msg_mail_state_next_try ON msg_mail (state, next_try);
CREATE INDEX ix_msg_link_user_id ON msg_link (user_id);
CREATE INDEX ix_msg_link_valid_until ON msg_link (valid_until);
CREATE INDEX ix_msg_link_mail_id ON msg_link (mail_id);
CREATE INDEX ix_msg_hook_delivery_hook_id ON msg_hook_delivery (hook_id);
CREATE INDEX ix_msg_hook_delivery_state_next_try ON msg_hook_delivery (state, next_try);
CREATE INDEX ix_req_factor_reset_valid_until ON req_factor_reset (valid_until);
CREATE INDEX ix_msg_mail_add_time ON msg_mail (add_time);
CREATE INDEX ix_imp_import_cluster ON imp_import (cluster);
CREATE INDEX ix_imp_import_state ON imp_import (state);
CREATE INDEX ix_drift_line_cluster_state ON drift_line (cluster, state);
CREATE INDEX ix_drift_line_due ON drift_line (state, due);
CREATE INDEX ix_drift_line_tenant ON drift_line (tenant);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('audit_finding',2);
INSERT INTO "sqlite_sequence" VALUES('audit_run_line',2);
INSERT INTO "sqlite_sequence" VALUES('audit_suggestion',2);
INSERT INTO "sqlite_sequence" VALUES('audit_usage_daily',2);
INSERT INTO "sqlite_sequence" VALUES('drift_line',2);
INSERT INTO "sqlite_sequence" VALUES('imp_import',2);
INSERT INTO "sqlite_sequence" VALUES('msg_mail',2);
INSERT INTO "sqlite_sequence" VALUES('msg_web_hook',2);
INSERT INTO "sqlite_sequence" VALUES('rem_opt_out',2);
INSERT INTO "sqlite_sequence" VALUES('rem_remediation',2);
INSERT INTO "sqlite_sequence" VALUES('req_access',2);
INSERT INTO "sqlite_sequence" VALUES('req_notice',2);
INSERT INTO "sqlite_sequence" VALUES('req_registration',2);
INSERT INTO "sqlite_sequence" VALUES('req_verdict',2);
INSERT INTO "sqlite_sequence" VALUES('res_tenant',2);
INSERT INTO "sqlite_sequence" VALUES('sys_kept_answer',2);
INSERT INTO "sqlite_sequence" VALUES('sys_network',2);
INSERT INTO "sqlite_sequence" VALUES('sys_service_group',2);
INSERT INTO "sqlite_sequence" VALUES('sys_trail',27);
INSERT INTO "sqlite_sequence" VALUES('msg_hook_delivery',2);
INSERT INTO "sqlite_sequence" VALUES('rem_part',2);
INSERT INTO "sqlite_sequence" VALUES('res_namespace',2);
INSERT INTO "sqlite_sequence" VALUES('sys_identity_provider',2);
INSERT INTO "sqlite_sequence" VALUES('sys_user_info',4);
INSERT INTO "sqlite_sequence" VALUES('msg_link',2);
INSERT INTO "sqlite_sequence" VALUES('res_cluster',2);
INSERT INTO "sqlite_sequence" VALUES('res_subscription_rule',2);
INSERT INTO "sqlite_sequence" VALUES('res_topic',2);
INSERT INTO "sqlite_sequence" VALUES('sys_api_token',2);
INSERT INTO "sqlite_sequence" VALUES('sys_application',2);
INSERT INTO "sqlite_sequence" VALUES('sys_authenticator_app',2);
INSERT INTO "sqlite_sequence" VALUES('sys_client_key',2);
INSERT INTO "sqlite_sequence" VALUES('sys_client_secret',2);
INSERT INTO "sqlite_sequence" VALUES('sys_device_sign_in',2);
INSERT INTO "sqlite_sequence" VALUES('sys_passkey',2);
INSERT INTO "sqlite_sequence" VALUES('sys_pending_sign_in',2);
INSERT INTO "sqlite_sequence" VALUES('sys_provider_attempt',2);
INSERT INTO "sqlite_sequence" VALUES('sys_provider_link',2);
INSERT INTO "sqlite_sequence" VALUES('sys_recovery_code',2);
INSERT INTO "sqlite_sequence" VALUES('sys_role',4);
INSERT INTO "sqlite_sequence" VALUES('sys_session',2);
INSERT INTO "sqlite_sequence" VALUES('res_cluster_tls',2);
INSERT INTO "sqlite_sequence" VALUES('res_provisioning_job',2);
INSERT INTO "sqlite_sequence" VALUES('sys_broker',2);
INSERT INTO "sqlite_sequence" VALUES('sys_broker_question',2);
INSERT INTO "sqlite_sequence" VALUES('sys_cluster_credential',2);
INSERT INTO "sqlite_sequence" VALUES('sys_provider_group',2);
INSERT INTO "sqlite_sequence" VALUES('sys_refresh_family',2);
INSERT INTO "sqlite_sequence" VALUES('sys_role_res',3);
COMMIT;
