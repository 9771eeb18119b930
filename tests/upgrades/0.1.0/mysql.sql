/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40101 SET @OLD_CHARACTER_SET_RESULTS=@@CHARACTER_SET_RESULTS */;
/*!40101 SET @OLD_COLLATION_CONNECTION=@@COLLATION_CONNECTION */;
/*!40101 SET NAMES utf8mb4 */;
/*!40103 SET @OLD_TIME_ZONE=@@TIME_ZONE */;
/*!40103 SET TIME_ZONE='+00:00' */;
/*!40014 SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0 */;
/*!40014 SET @OLD_FOREIGN_KEY_CHECKS=@@FOREIGN_KEY_CHECKS, FOREIGN_KEY_CHECKS=0 */;
/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */;
/*!40111 SET @OLD_SQL_NOTES=@@SQL_NOTES, SQL_NOTES=0 */;
DROP TABLE IF EXISTS `alembic_version`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `alembic_version` (
  `version_num` varchar(32) NOT NULL,
  PRIMARY KEY (`version_num`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `alembic_version` DISABLE KEYS */;
INSERT INTO `alembic_version` (`version_num`) VALUES ('0040_clocks');
/*!40000 ALTER TABLE `alembic_version` ENABLE KEYS */;
DROP TABLE IF EXISTS `audit_finding`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `audit_finding` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `run_id` bigint(20) NOT NULL,
  `finding` varchar(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `kind` varchar(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `subject` varchar(700) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `severity` int(11) NOT NULL,
  `state` varchar(8) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `tenant` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `grant_id` bigint(20) DEFAULT NULL,
  `role_id` bigint(20) DEFAULT NULL,
  `user` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `last_seen` varchar(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `content` mediumtext NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_audit_finding_run_id_finding` (`run_id`,`finding`),
  KEY `ix_audit_finding_tenant` (`tenant`),
  KEY `ix_audit_finding_grant_id` (`grant_id`),
  KEY `ix_audit_finding_user` (`user`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `audit_finding` DISABLE KEYS */;
INSERT INTO `audit_finding` (`id`, `run_id`, `finding`, `kind`, `subject`, `severity`, `state`, `tenant`, `grant_id`, `role_id`, `user`, `last_seen`, `content`) VALUES (1,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',1,'1 é ü 中文','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀','1 é ü 中文 😀 \'\"\\ %s :name 	{}'),
(2,9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',2,'2 é ü 中文',NULL,NULL,NULL,NULL,'2 é ü 中文 😀','2 é ü 中文 😀 \'\"\\ %s :name 	{}');
/*!40000 ALTER TABLE `audit_finding` ENABLE KEYS */;
DROP TABLE IF EXISTS `audit_grant_status`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `audit_grant_status` (
  `run_id` bigint(20) NOT NULL,
  `grant_id` bigint(20) NOT NULL,
  `status` varchar(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `why` varchar(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `covering` bigint(20) NOT NULL,
  `applied` bigint(20) NOT NULL,
  `sole` bigint(20) NOT NULL,
  `last` bigint(20) DEFAULT NULL,
  `coverage_percent` double NOT NULL,
  `watched_days` bigint(20) DEFAULT NULL,
  `watched_since` varchar(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  PRIMARY KEY (`run_id`,`grant_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `audit_grant_status` DISABLE KEYS */;
INSERT INTO `audit_grant_status` (`run_id`, `grant_id`, `status`, `why`, `covering`, `applied`, `sole`, `last`, `coverage_percent`, `watched_days`, `watched_since`) VALUES (9007199254740993,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993,9007199254740993,9007199254740993,12.345678901234567,9007199254740993,'1 é ü 中文 😀'),
(9007199254740994,9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',NULL,9007199254740994,9007199254740994,9007199254740994,NULL,24.691357802469135,NULL,NULL);
/*!40000 ALTER TABLE `audit_grant_status` ENABLE KEYS */;
DROP TABLE IF EXISTS `audit_run`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `audit_run` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `run` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `summary` mediumtext NOT NULL,
  `state` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT 'superseded',
  `first_date` varchar(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '',
  `last_date` varchar(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '',
  `generated` bigint(20) NOT NULL DEFAULT 0,
  `loaded_by` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '',
  `pruned` int(11) NOT NULL DEFAULT 0,
  `complete_time` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_audit_run_run` (`run`),
  KEY `ix_audit_run_state` (`state`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `audit_run` DISABLE KEYS */;
INSERT INTO `audit_run` (`id`, `run`, `add_time`, `summary`, `state`, `first_date`, `last_date`, `generated`, `loaded_by`, `pruned`, `complete_time`) VALUES (1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %','1 é ü 中文 😀','1 é ü 中文 😀',9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',1,9007199254740993),
(2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %','2 é ü 中文 😀','2 é ü 中文 😀',9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',2,NULL);
/*!40000 ALTER TABLE `audit_run` ENABLE KEYS */;
DROP TABLE IF EXISTS `audit_run_line`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `audit_run_line` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `run_id` bigint(20) NOT NULL,
  `kind` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `subject` varchar(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `tenant` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `user` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `weight` bigint(20) NOT NULL,
  `content` mediumtext NOT NULL,
  PRIMARY KEY (`id`),
  KEY `ix_audit_run_line_subject` (`run_id`,`kind`,`subject`),
  KEY `ix_audit_run_line_tenant` (`tenant`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `audit_run_line` DISABLE KEYS */;
INSERT INTO `audit_run_line` (`id`, `run_id`, `kind`, `subject`, `tenant`, `user`, `weight`, `content`) VALUES (1,9007199254740993,'1 é ü 中文 😀 \'\"\\ %','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}'),
(2,9007199254740994,'2 é ü 中文 😀 \'\"\\ %','2 é ü 中文 😀 \'\"\\ %s :name 	{}',NULL,NULL,9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}');
/*!40000 ALTER TABLE `audit_run_line` ENABLE KEYS */;
DROP TABLE IF EXISTS `audit_run_part`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `audit_run_part` (
  `run_id` bigint(20) NOT NULL,
  `kind` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `number` int(11) NOT NULL,
  `sha256` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `lines` bigint(20) NOT NULL,
  PRIMARY KEY (`run_id`,`kind`,`number`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `audit_run_part` DISABLE KEYS */;
INSERT INTO `audit_run_part` (`run_id`, `kind`, `number`, `sha256`, `lines`) VALUES (9007199254740993,'1 é ü 中文 😀 \'\"\\ %',1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993),
(9007199254740994,'2 é ü 中文 😀 \'\"\\ %',2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994);
/*!40000 ALTER TABLE `audit_run_part` ENABLE KEYS */;
DROP TABLE IF EXISTS `audit_suggestion`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `audit_suggestion` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `run_id` bigint(20) NOT NULL,
  `suggestion` varchar(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `kind` varchar(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `role_id` bigint(20) NOT NULL,
  `role_name` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `tenant` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `saved` bigint(20) NOT NULL,
  `content` mediumtext NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_audit_suggestion_run_id_suggestion` (`run_id`,`suggestion`),
  KEY `ix_audit_suggestion_role_id` (`role_id`),
  KEY `ix_audit_suggestion_tenant` (`tenant`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `audit_suggestion` DISABLE KEYS */;
INSERT INTO `audit_suggestion` (`id`, `run_id`, `suggestion`, `kind`, `role_id`, `role_name`, `tenant`, `saved`, `content`) VALUES (1,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}'),
(2,9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',NULL,9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}');
/*!40000 ALTER TABLE `audit_suggestion` ENABLE KEYS */;
DROP TABLE IF EXISTS `audit_usage_daily`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `audit_usage_daily` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `date` varchar(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `grant_id` bigint(20) DEFAULT NULL,
  `user` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `action` int(11) NOT NULL,
  `resource` varchar(700) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `decision` int(11) NOT NULL,
  `n` bigint(20) NOT NULL,
  `first` bigint(20) NOT NULL,
  `last` bigint(20) NOT NULL,
  `covering` bigint(20) NOT NULL,
  `applied` bigint(20) NOT NULL,
  `sole` bigint(20) NOT NULL,
  `run_id` bigint(20) NOT NULL DEFAULT 0,
  PRIMARY KEY (`id`),
  KEY `ix_audit_usage_daily_grant_date` (`grant_id`,`date`),
  KEY `ix_audit_usage_daily_user_date` (`user`,`date`),
  KEY `ix_audit_usage_daily_run_id` (`run_id`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `audit_usage_daily` DISABLE KEYS */;
INSERT INTO `audit_usage_daily` (`id`, `date`, `grant_id`, `user`, `action`, `resource`, `decision`, `n`, `first`, `last`, `covering`, `applied`, `sole`, `run_id`) VALUES (1,'1 é ü 中文 😀',9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',1,9007199254740993,9007199254740993,9007199254740993,9007199254740993,9007199254740993,9007199254740993,9007199254740993),
(2,'2 é ü 中文 😀',NULL,NULL,2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',2,9007199254740994,9007199254740994,9007199254740994,9007199254740994,9007199254740994,9007199254740994,9007199254740994);
/*!40000 ALTER TABLE `audit_usage_daily` ENABLE KEYS */;
DROP TABLE IF EXISTS `audit_usage_date`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `audit_usage_date` (
  `date` varchar(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `run_id` bigint(20) NOT NULL,
  PRIMARY KEY (`date`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `audit_usage_date` DISABLE KEYS */;
INSERT INTO `audit_usage_date` (`date`, `run_id`) VALUES ('1 é ü 中文 😀',9007199254740993),
('2 é ü 中文 😀',9007199254740994);
/*!40000 ALTER TABLE `audit_usage_date` ENABLE KEYS */;
DROP TABLE IF EXISTS `drift_line`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `drift_line` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `cluster` bigint(20) NOT NULL,
  `key` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `kind` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `res_type` int(11) NOT NULL,
  `place` text NOT NULL,
  `tenant` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `near_type` int(11) NOT NULL,
  `near_id` bigint(20) NOT NULL,
  `field` varchar(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `subject` text DEFAULT NULL,
  `wished` mediumtext DEFAULT NULL,
  `actual` mediumtext DEFAULT NULL,
  `state` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `since` bigint(20) NOT NULL,
  `seen` bigint(20) NOT NULL,
  `answer` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `answered_by` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `answered_at` bigint(20) DEFAULT NULL,
  `reason` varchar(500) DEFAULT NULL,
  `until` bigint(20) DEFAULT NULL,
  `due` bigint(20) NOT NULL,
  `calls` mediumtext DEFAULT NULL,
  `back` mediumtext DEFAULT NULL,
  `message` text DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_drift_line_cluster_key` (`cluster`,`key`),
  KEY `ix_drift_line_cluster_state` (`cluster`,`state`),
  KEY `ix_drift_line_due` (`state`,`due`),
  KEY `ix_drift_line_tenant` (`tenant`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `drift_line` DISABLE KEYS */;
INSERT INTO `drift_line` (`id`, `cluster`, `key`, `kind`, `res_type`, `place`, `tenant`, `near_type`, `near_id`, `field`, `subject`, `wished`, `actual`, `state`, `since`, `seen`, `answer`, `answered_by`, `answered_at`, `reason`, `until`, `due`, `calls`, `back`, `message`) VALUES (1,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %',1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',1,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %',9007199254740993,9007199254740993,'1 é ü 中文 😀 \'\"\\ %','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}'),
(2,9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %',2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',2,9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',NULL,NULL,NULL,'2 é ü 中文 😀 \'\"\\ %',9007199254740994,9007199254740994,NULL,NULL,NULL,NULL,NULL,9007199254740994,NULL,NULL,NULL);
/*!40000 ALTER TABLE `drift_line` ENABLE KEYS */;
DROP TABLE IF EXISTS `drift_run`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `drift_run` (
  `cluster` bigint(20) NOT NULL,
  `wanted` bigint(20) NOT NULL,
  `started` bigint(20) NOT NULL,
  `ended` bigint(20) NOT NULL,
  `claimed_until` bigint(20) NOT NULL,
  `message` text DEFAULT NULL,
  `found` int(11) NOT NULL,
  `unread` mediumtext NOT NULL,
  `unread_total` int(11) NOT NULL,
  PRIMARY KEY (`cluster`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `drift_run` DISABLE KEYS */;
INSERT INTO `drift_run` (`cluster`, `wanted`, `started`, `ended`, `claimed_until`, `message`, `found`, `unread`, `unread_total`) VALUES (9007199254740993,9007199254740993,9007199254740993,9007199254740993,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',1),
(9007199254740994,9007199254740994,9007199254740994,9007199254740994,9007199254740994,NULL,2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',2);
/*!40000 ALTER TABLE `drift_run` ENABLE KEYS */;
DROP TABLE IF EXISTS `imp_import`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `imp_import` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `cluster` bigint(20) NOT NULL,
  `cluster_name` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `state` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `mapping` mediumtext NOT NULL,
  `estate` mediumtext DEFAULT NULL,
  `report` mediumtext DEFAULT NULL,
  `step` varchar(32) NOT NULL,
  `done` int(11) NOT NULL,
  `total` int(11) NOT NULL,
  `calls` bigint(20) NOT NULL,
  `applied` bigint(20) NOT NULL,
  `refused` mediumtext NOT NULL,
  `message` text DEFAULT NULL,
  `started_by_id` bigint(20) NOT NULL,
  `started_by` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `applied_by_id` bigint(20) DEFAULT NULL,
  `applied_by` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `add_time` bigint(20) NOT NULL,
  `update_time` bigint(20) NOT NULL,
  `read_time` bigint(20) DEFAULT NULL,
  `ended_time` bigint(20) DEFAULT NULL,
  `claimed_until` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `ix_imp_import_cluster` (`cluster`),
  KEY `ix_imp_import_state` (`state`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `imp_import` DISABLE KEYS */;
INSERT INTO `imp_import` (`id`, `cluster`, `cluster_name`, `state`, `mapping`, `estate`, `report`, `step`, `done`, `total`, `calls`, `applied`, `refused`, `message`, `started_by_id`, `started_by`, `applied_by_id`, `applied_by`, `add_time`, `update_time`, `read_time`, `ended_time`, `claimed_until`) VALUES (1,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',1,1,9007199254740993,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993,9007199254740993,9007199254740993,9007199254740993),
(2,9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %','2 é ü 中文 😀 \'\"\\ %s :name 	{}',NULL,NULL,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',2,2,9007199254740994,9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',NULL,9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',NULL,NULL,9007199254740994,9007199254740994,NULL,NULL,9007199254740994);
/*!40000 ALTER TABLE `imp_import` ENABLE KEYS */;
DROP TABLE IF EXISTS `msg_hook_delivery`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `msg_hook_delivery` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `hook_id` bigint(20) NOT NULL,
  `kind` varchar(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `body` text NOT NULL,
  `state` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `attempts` int(11) NOT NULL,
  `next_try` bigint(20) NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `end_time` bigint(20) DEFAULT NULL,
  `problem` varchar(256) DEFAULT NULL,
  `problem_code` varchar(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `problem_status` int(11) DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `ix_msg_hook_delivery_hook_id` (`hook_id`),
  KEY `ix_msg_hook_delivery_state_next_try` (`state`,`next_try`),
  CONSTRAINT `fk_msg_hook_delivery_hook_id` FOREIGN KEY (`hook_id`) REFERENCES `msg_web_hook` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `msg_hook_delivery` DISABLE KEYS */;
INSERT INTO `msg_hook_delivery` (`id`, `hook_id`, `kind`, `body`, `state`, `attempts`, `next_try`, `add_time`, `end_time`, `problem`, `problem_code`, `problem_status`) VALUES (1,1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %',1,9007199254740993,9007199254740993,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',1),
(2,2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %',2,9007199254740994,9007199254740994,NULL,NULL,NULL,NULL);
/*!40000 ALTER TABLE `msg_hook_delivery` ENABLE KEYS */;
DROP TABLE IF EXISTS `msg_link`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `msg_link` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `secret_hash` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `mail_id` bigint(20) NOT NULL,
  `user_id` bigint(20) NOT NULL,
  `purpose` varchar(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `address` varchar(254) NOT NULL,
  `cred_version` bigint(20) NOT NULL,
  `valid_until` bigint(20) NOT NULL,
  `use_time` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_msg_link_secret_hash` (`secret_hash`),
  KEY `ix_msg_link_mail_id` (`mail_id`),
  KEY `ix_msg_link_user_id` (`user_id`),
  KEY `ix_msg_link_valid_until` (`valid_until`),
  CONSTRAINT `fk_msg_link_user_id` FOREIGN KEY (`user_id`) REFERENCES `sys_user_info` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `msg_link` DISABLE KEYS */;
INSERT INTO `msg_link` (`id`, `secret_hash`, `mail_id`, `user_id`, `purpose`, `address`, `cred_version`, `valid_until`, `use_time`) VALUES (1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993,9007199254740993),
(2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,9007199254740994,NULL);
/*!40000 ALTER TABLE `msg_link` ENABLE KEYS */;
DROP TABLE IF EXISTS `msg_mail`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `msg_mail` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `user_id` bigint(20) NOT NULL,
  `address` varchar(254) NOT NULL,
  `language` varchar(8) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `kind` varchar(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `facts` text NOT NULL,
  `state` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `attempts` int(11) NOT NULL,
  `next_try` bigint(20) NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `valid_until` bigint(20) NOT NULL,
  `end_time` bigint(20) DEFAULT NULL,
  `problem` varchar(256) DEFAULT NULL,
  `problem_code` varchar(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `problem_status` int(11) DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `ix_msg_mail_user_id` (`user_id`),
  KEY `ix_msg_mail_state_next_try` (`state`,`next_try`),
  KEY `ix_msg_mail_add_time` (`add_time`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `msg_mail` DISABLE KEYS */;
INSERT INTO `msg_mail` (`id`, `user_id`, `address`, `language`, `kind`, `facts`, `state`, `attempts`, `next_try`, `add_time`, `valid_until`, `end_time`, `problem`, `problem_code`, `problem_status`) VALUES (1,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %',1,9007199254740993,9007199254740993,9007199254740993,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',1),
(2,9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',NULL,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %',2,9007199254740994,9007199254740994,9007199254740994,NULL,NULL,NULL,NULL);
/*!40000 ALTER TABLE `msg_mail` ENABLE KEYS */;
DROP TABLE IF EXISTS `msg_web_hook`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `msg_web_hook` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `name` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `url` varchar(500) NOT NULL,
  `kinds` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `status` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `secret_sealed` text NOT NULL,
  `secret_before_sealed` text DEFAULT NULL,
  `before_until` bigint(20) DEFAULT NULL,
  `failing_since` bigint(20) DEFAULT NULL,
  `add_time` bigint(20) NOT NULL,
  `update_time` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_msg_web_hook_name` (`name`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `msg_web_hook` DISABLE KEYS */;
INSERT INTO `msg_web_hook` (`id`, `name`, `url`, `kinds`, `status`, `secret_sealed`, `secret_before_sealed`, `before_until`, `failing_since`, `add_time`, `update_time`) VALUES (1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','[\"10.0.0.0/8\", \"@office\"]','1 é ü 中文 😀 \'\"\\ %','ukjzZEQCiDutZsUbiZLeICXcultm8FUqgOf+jyh7/NApsA==','KtQ8fiR/qU4wJkZiExLj5HcCfDCjbnWvjo1J1jbtikMK+g==',9007199254740993,9007199254740993,9007199254740993,9007199254740993),
(2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',NULL,'2 é ü 中文 😀 \'\"\\ %','VPkyf/mkWh63YlO+YnsIEWFK2ZuvQfwLBi2j4z4HAf+IaQ==','4i0JqY6ec26zIlZyBwQoMkgvxZDRNNl4wHaNUFB/TrRg6Q==',NULL,NULL,9007199254740994,9007199254740994);
/*!40000 ALTER TABLE `msg_web_hook` ENABLE KEYS */;
DROP TABLE IF EXISTS `rem_opt_out`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `rem_opt_out` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `grant_id` bigint(20) DEFAULT NULL,
  `user_id` bigint(20) DEFAULT NULL,
  `reason` varchar(500) NOT NULL,
  `until` bigint(20) NOT NULL,
  `given_by_id` bigint(20) NOT NULL,
  `given_by` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `add_time` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `ix_rem_opt_out_grant_id` (`grant_id`),
  KEY `ix_rem_opt_out_user_id` (`user_id`),
  KEY `ix_rem_opt_out_until` (`until`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `rem_opt_out` DISABLE KEYS */;
INSERT INTO `rem_opt_out` (`id`, `grant_id`, `user_id`, `reason`, `until`, `given_by_id`, `given_by`, `add_time`) VALUES (1,9007199254740993,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993),
(2,NULL,NULL,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994);
/*!40000 ALTER TABLE `rem_opt_out` ENABLE KEYS */;
DROP TABLE IF EXISTS `rem_part`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `rem_part` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `remediation_id` bigint(20) NOT NULL,
  `suggestion` varchar(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `kind` varchar(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `role_id` bigint(20) NOT NULL,
  `role_name` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `state` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `why` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `facts` mediumtext NOT NULL,
  `removes` mediumtext NOT NULL,
  `adds` mediumtext NOT NULL,
  PRIMARY KEY (`id`),
  KEY `ix_rem_part_remediation_id` (`remediation_id`),
  KEY `ix_rem_part_suggestion_state` (`suggestion`,`state`),
  CONSTRAINT `fk_rem_part_remediation_id_rem_remediation` FOREIGN KEY (`remediation_id`) REFERENCES `rem_remediation` (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `rem_part` DISABLE KEYS */;
INSERT INTO `rem_part` (`id`, `remediation_id`, `suggestion`, `kind`, `role_id`, `role_name`, `state`, `why`, `facts`, `removes`, `adds`) VALUES (1,1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}'),
(2,2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %',NULL,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}');
/*!40000 ALTER TABLE `rem_part` ENABLE KEYS */;
DROP TABLE IF EXISTS `rem_remediation`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `rem_remediation` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `state` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `run` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `since` varchar(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `tenant` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `reason` varchar(500) NOT NULL,
  `notice_days` int(11) NOT NULL,
  `planned_by_id` bigint(20) NOT NULL,
  `planned_by` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `confirmed_by_id` bigint(20) DEFAULT NULL,
  `confirmed_by` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `add_time` bigint(20) NOT NULL,
  `update_time` bigint(20) NOT NULL,
  `due` bigint(20) DEFAULT NULL,
  `looked_at` bigint(20) NOT NULL DEFAULT 0,
  `ended_by` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `ended_time` bigint(20) DEFAULT NULL,
  `comment` varchar(500) DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `ix_rem_remediation_state` (`state`),
  KEY `ix_rem_remediation_tenant` (`tenant`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `rem_remediation` DISABLE KEYS */;
INSERT INTO `rem_remediation` (`id`, `state`, `run`, `since`, `tenant`, `reason`, `notice_days`, `planned_by_id`, `planned_by`, `confirmed_by_id`, `confirmed_by`, `add_time`, `update_time`, `due`, `looked_at`, `ended_by`, `ended_time`, `comment`) VALUES (1,'1 é ü 中文 😀 \'\"\\ %','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',1,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993,9007199254740993,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}'),
(2,'2 é ü 中文 😀 \'\"\\ %','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀',NULL,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',2,9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',NULL,NULL,9007199254740994,9007199254740994,NULL,9007199254740994,NULL,NULL,NULL);
/*!40000 ALTER TABLE `rem_remediation` ENABLE KEYS */;
DROP TABLE IF EXISTS `req_access`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `req_access` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `requester_id` bigint(20) NOT NULL,
  `requester` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `receiver_id` bigint(20) NOT NULL,
  `receiver` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `main_id` bigint(20) NOT NULL,
  `res_type` int(11) NOT NULL,
  `resource` varchar(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `res_id` bigint(20) DEFAULT NULL,
  `authorities` varchar(128) NOT NULL,
  `reason` varchar(1000) NOT NULL,
  `wished_until` bigint(20) DEFAULT NULL,
  `state` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `update_time` bigint(20) NOT NULL,
  `expires` bigint(20) NOT NULL,
  `announced` int(11) NOT NULL,
  `decided_by` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `decided_time` bigint(20) DEFAULT NULL,
  `comment` varchar(500) DEFAULT NULL,
  `grant_id` bigint(20) DEFAULT NULL,
  `granted_until` bigint(20) DEFAULT NULL,
  `name_prefix` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `subscriptions` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `networks` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `cidrs` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `ix_req_access_resource` (`state`,`res_type`,`res_id`),
  KEY `ix_req_access_requester` (`requester_id`,`state`),
  KEY `ix_req_access_receiver` (`receiver_id`,`state`),
  KEY `ix_req_access_main` (`main_id`,`state`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `req_access` DISABLE KEYS */;
INSERT INTO `req_access` (`id`, `requester_id`, `requester`, `receiver_id`, `receiver`, `main_id`, `res_type`, `resource`, `res_id`, `authorities`, `reason`, `wished_until`, `state`, `add_time`, `update_time`, `expires`, `announced`, `decided_by`, `decided_time`, `comment`, `grant_id`, `granted_until`, `name_prefix`, `subscriptions`, `networks`, `cidrs`) VALUES (1,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 \'\"\\ %',9007199254740993,9007199254740993,9007199254740993,1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','[\"10.0.0.0/8\", \"@office\"]','[\"10.0.0.0/8\", \"@office\"]','[\"10.0.0.0/8\", \"@office\"]'),
(2,9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',NULL,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',NULL,'2 é ü 中文 😀 \'\"\\ %',9007199254740994,9007199254740994,9007199254740994,2,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
/*!40000 ALTER TABLE `req_access` ENABLE KEYS */;
DROP TABLE IF EXISTS `req_factor_reset`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `req_factor_reset` (
  `user_id` bigint(20) NOT NULL,
  `asked_by_id` bigint(20) NOT NULL,
  `asked_by` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `valid_until` bigint(20) NOT NULL,
  PRIMARY KEY (`user_id`),
  KEY `ix_req_factor_reset_valid_until` (`valid_until`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `req_factor_reset` DISABLE KEYS */;
INSERT INTO `req_factor_reset` (`user_id`, `asked_by_id`, `asked_by`, `add_time`, `valid_until`) VALUES (9007199254740993,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993),
(9007199254740994,9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,9007199254740994);
/*!40000 ALTER TABLE `req_factor_reset` ENABLE KEYS */;
DROP TABLE IF EXISTS `req_notice`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `req_notice` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `user_id` bigint(20) NOT NULL,
  `kind` varchar(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `about` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `facts` text NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `read_time` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_req_notice_user_id_kind_about` (`user_id`,`kind`,`about`),
  KEY `ix_req_notice_user` (`user_id`,`read_time`,`id`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `req_notice` DISABLE KEYS */;
INSERT INTO `req_notice` (`id`, `user_id`, `kind`, `about`, `facts`, `add_time`, `read_time`) VALUES (1,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993),
(2,9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,NULL);
/*!40000 ALTER TABLE `req_notice` ENABLE KEYS */;
DROP TABLE IF EXISTS `req_registration`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `req_registration` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `username` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `nick` varchar(128) DEFAULT NULL,
  `contact` varchar(256) NOT NULL,
  `group_name` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `tenant_name` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `cluster_name` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `reason` varchar(1000) NOT NULL,
  `address` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `receipt_hash` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `state` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `update_time` bigint(20) NOT NULL,
  `expires` bigint(20) NOT NULL,
  `decided_by` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `decided_time` bigint(20) DEFAULT NULL,
  `comment` varchar(500) DEFAULT NULL,
  `user_id` bigint(20) DEFAULT NULL,
  `collect_time` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_req_registration_receipt_hash` (`receipt_hash`),
  KEY `ix_req_registration_state_address` (`state`,`address`),
  KEY `ix_req_registration_state_username` (`state`,`username`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `req_registration` DISABLE KEYS */;
INSERT INTO `req_registration` (`id`, `username`, `nick`, `contact`, `group_name`, `tenant_name`, `cluster_name`, `reason`, `address`, `receipt_hash`, `state`, `add_time`, `update_time`, `expires`, `decided_by`, `decided_time`, `comment`, `user_id`, `collect_time`) VALUES (1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %',9007199254740993,9007199254740993,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993),
(2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',NULL,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',NULL,NULL,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %',9007199254740994,9007199254740994,9007199254740994,NULL,NULL,NULL,NULL,NULL);
/*!40000 ALTER TABLE `req_registration` ENABLE KEYS */;
DROP TABLE IF EXISTS `req_verdict`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `req_verdict` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `request_id` bigint(20) NOT NULL,
  `decider_id` bigint(20) NOT NULL,
  `decider` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `verdict` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `authorities` varchar(128) DEFAULT NULL,
  `until` bigint(20) DEFAULT NULL,
  `comment` varchar(500) DEFAULT NULL,
  `add_time` bigint(20) NOT NULL,
  `address` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_req_verdict_request_id_decider_id` (`request_id`,`decider_id`),
  KEY `ix_req_verdict_decider_id` (`decider_id`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `req_verdict` DISABLE KEYS */;
INSERT INTO `req_verdict` (`id`, `request_id`, `decider_id`, `decider`, `verdict`, `authorities`, `until`, `comment`, `add_time`, `address`) VALUES (1,9007199254740993,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}'),
(2,9007199254740994,9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %',NULL,NULL,NULL,9007199254740994,NULL);
/*!40000 ALTER TABLE `req_verdict` ENABLE KEYS */;
DROP TABLE IF EXISTS `res_cluster`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `res_cluster` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `name` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `address` varchar(128) NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `update_time` bigint(20) NOT NULL,
  `remark` varchar(256) DEFAULT NULL,
  `admin_url` varchar(256) NOT NULL,
  `admin_user` bigint(20) DEFAULT NULL,
  `gone` int(11) NOT NULL DEFAULT 0,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_res_cluster_name` (`name`),
  KEY `fk_res_cluster_admin_user` (`admin_user`),
  CONSTRAINT `fk_res_cluster_admin_user` FOREIGN KEY (`admin_user`) REFERENCES `sys_user_info` (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `res_cluster` DISABLE KEYS */;
INSERT INTO `res_cluster` (`id`, `name`, `address`, `add_time`, `update_time`, `remark`, `admin_url`, `admin_user`, `gone`) VALUES (1,'one','pulsar://127.0.0.1:1',1795820086502,1795820086502,NULL,'http://127.0.0.1:1',NULL,0),
(2,'cluster4','pulsar://127.0.0.1:1',1795820086517,1795820086517,NULL,'http://127.0.0.1:1',NULL,0);
/*!40000 ALTER TABLE `res_cluster` ENABLE KEYS */;
DROP TABLE IF EXISTS `res_cluster_tls`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `res_cluster_tls` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `cluster` bigint(20) NOT NULL,
  `authorities` text DEFAULT NULL,
  `certificate` text DEFAULT NULL,
  `private_key_sealed` text DEFAULT NULL,
  `add_time` bigint(20) NOT NULL,
  `update_time` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_res_cluster_tls_cluster` (`cluster`),
  CONSTRAINT `fk_res_cluster_tls_cluster` FOREIGN KEY (`cluster`) REFERENCES `res_cluster` (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `res_cluster_tls` DISABLE KEYS */;
INSERT INTO `res_cluster_tls` (`id`, `cluster`, `authorities`, `certificate`, `private_key_sealed`, `add_time`, `update_time`) VALUES (1,1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','gSO+GmlXf/IHZd/xNOva32DXexnR+xp7+fDWpMuCjJ+0wA==',9007199254740993,9007199254740993),
(2,2,NULL,NULL,'kz+ttB6vvQQ+SEj/l+nrxXdiK2/ZGjEMq87OubcnLGjhQA==',9007199254740994,9007199254740994);
/*!40000 ALTER TABLE `res_cluster_tls` ENABLE KEYS */;
DROP TABLE IF EXISTS `res_namespace`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `res_namespace` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `tenant` bigint(20) NOT NULL,
  `name` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `is_valid` int(11) NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `update_time` bigint(20) NOT NULL,
  `remark` varchar(256) DEFAULT NULL,
  `bundles` int(11) NOT NULL,
  `deleting` int(11) NOT NULL,
  `subscription_auth_mode` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT 'None',
  `policies` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_res_namespace_tenant_name` (`tenant`,`name`),
  KEY `ix_res_namespace_update_time` (`update_time`),
  KEY `ix_res_namespace_name` (`name`),
  KEY `ix_res_namespace_is_valid` (`is_valid`),
  KEY `ix_res_namespace_deleting` (`deleting`),
  KEY `ix_res_namespace_subscription_auth_mode` (`subscription_auth_mode`),
  CONSTRAINT `fk_res_namespace_tenant` FOREIGN KEY (`tenant`) REFERENCES `res_tenant` (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `res_namespace` DISABLE KEYS */;
INSERT INTO `res_namespace` (`id`, `tenant`, `name`, `is_valid`, `add_time`, `update_time`, `remark`, `bundles`, `deleting`, `subscription_auth_mode`, `policies`) VALUES (1,1,'orders',1,1795820086504,1795820086504,NULL,4,0,'None',NULL),
(2,2,'namespace2',1,1795820086517,1795820086517,NULL,4,0,'None',NULL);
/*!40000 ALTER TABLE `res_namespace` ENABLE KEYS */;
DROP TABLE IF EXISTS `res_provisioning_job`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `res_provisioning_job` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `res_type` int(11) NOT NULL,
  `res_id` bigint(20) NOT NULL,
  `cluster` bigint(20) NOT NULL,
  `action` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `name` varchar(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `wish` text NOT NULL,
  `state` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `message` text DEFAULT NULL,
  `attempts` int(11) NOT NULL,
  `next_try` bigint(20) NOT NULL,
  `claimed_until` bigint(20) NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `update_time` bigint(20) NOT NULL,
  `traceparent` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `fk_res_provisioning_job_cluster` (`cluster`),
  KEY `ix_res_provisioning_job_due` (`state`,`next_try`),
  KEY `ix_res_provisioning_job_resource` (`res_type`,`res_id`,`cluster`),
  CONSTRAINT `fk_res_provisioning_job_cluster` FOREIGN KEY (`cluster`) REFERENCES `res_cluster` (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `res_provisioning_job` DISABLE KEYS */;
INSERT INTO `res_provisioning_job` (`id`, `res_type`, `res_id`, `cluster`, `action`, `name`, `wish`, `state`, `message`, `attempts`, `next_try`, `claimed_until`, `add_time`, `update_time`, `traceparent`) VALUES (1,1,9007199254740993,1,'1 é ü 中文 😀 \'\"\\ %','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %','1 é ü 中文 😀 \'\"\\ %s :name 	{}',1,9007199254740993,9007199254740993,9007199254740993,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}'),
(2,2,9007199254740994,2,'2 é ü 中文 😀 \'\"\\ %','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %',NULL,2,9007199254740994,9007199254740994,9007199254740994,9007199254740994,NULL);
/*!40000 ALTER TABLE `res_provisioning_job` ENABLE KEYS */;
DROP TABLE IF EXISTS `res_subscription_rule`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `res_subscription_rule` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `namespace` bigint(20) NOT NULL,
  `subscription` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `users` text NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `update_time` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_res_subscription_rule_namespace_subscription` (`namespace`,`subscription`),
  CONSTRAINT `fk_res_subscription_rule_namespace` FOREIGN KEY (`namespace`) REFERENCES `res_namespace` (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `res_subscription_rule` DISABLE KEYS */;
INSERT INTO `res_subscription_rule` (`id`, `namespace`, `subscription`, `users`, `add_time`, `update_time`) VALUES (1,1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993),
(2,2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,9007199254740994);
/*!40000 ALTER TABLE `res_subscription_rule` ENABLE KEYS */;
DROP TABLE IF EXISTS `res_tenant`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `res_tenant` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `clusters` varchar(128) NOT NULL,
  `name` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `is_valid` int(11) NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `update_time` bigint(20) NOT NULL,
  `remark` varchar(256) DEFAULT NULL,
  `deleting` int(11) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_res_tenant_name` (`name`),
  KEY `ix_res_tenant_update_time` (`update_time`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `res_tenant` DISABLE KEYS */;
INSERT INTO `res_tenant` (`id`, `clusters`, `name`, `is_valid`, `add_time`, `update_time`, `remark`, `deleting`) VALUES (1,'1','acme',1,1795820086503,1795820086503,NULL,0),
(2,'2','tenant3',1,1795820086517,1795820086517,NULL,0);
/*!40000 ALTER TABLE `res_tenant` ENABLE KEYS */;
DROP TABLE IF EXISTS `res_topic`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `res_topic` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `tenant` bigint(20) NOT NULL,
  `namespace` bigint(20) NOT NULL,
  `name` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `is_valid` int(11) NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `update_time` bigint(20) NOT NULL,
  `remark` varchar(256) DEFAULT NULL,
  `domain` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `partitions` int(11) NOT NULL,
  `deleting` int(11) NOT NULL,
  `policies` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_res_topic_namespace_domain_name` (`namespace`,`domain`,`name`),
  KEY `ix_res_topic_tenant` (`tenant`),
  KEY `ix_res_topic_update_time` (`update_time`),
  KEY `ix_res_topic_name` (`name`),
  KEY `ix_res_topic_is_valid` (`is_valid`),
  KEY `ix_res_topic_deleting` (`deleting`),
  CONSTRAINT `fk_res_topic_namespace` FOREIGN KEY (`namespace`) REFERENCES `res_namespace` (`id`),
  CONSTRAINT `fk_res_topic_tenant` FOREIGN KEY (`tenant`) REFERENCES `res_tenant` (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `res_topic` DISABLE KEYS */;
INSERT INTO `res_topic` (`id`, `tenant`, `namespace`, `name`, `is_valid`, `add_time`, `update_time`, `remark`, `domain`, `partitions`, `deleting`, `policies`) VALUES (1,1,1,'created',1,1795820086505,1795820086505,NULL,'persistent',0,0,NULL),
(2,2,2,'topic1',1,1795820086517,1795820086517,NULL,'persistent',0,0,NULL);
/*!40000 ALTER TABLE `res_topic` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_address_delay`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_address_delay` (
  `address` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `failures` int(11) NOT NULL,
  `delayed_until` bigint(20) NOT NULL,
  PRIMARY KEY (`address`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_address_delay` DISABLE KEYS */;
INSERT INTO `sys_address_delay` (`address`, `failures`, `delayed_until`) VALUES ('1 é ü 中文 😀 \'\"\\ %s :name 	{}',1,9007199254740993),
('2 é ü 中文 😀 \'\"\\ %s :name 	{}',2,9007199254740994);
/*!40000 ALTER TABLE `sys_address_delay` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_api_token`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_api_token` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `jti` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `user_id` bigint(20) NOT NULL,
  `name` varchar(128) NOT NULL,
  `audiences` varchar(512) NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `valid_until` bigint(20) NOT NULL,
  `last_use` bigint(20) DEFAULT NULL,
  `revoke_time` bigint(20) DEFAULT NULL,
  `networks` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `cidrs` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `kid` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `scope` text DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_sys_api_token_jti` (`jti`),
  KEY `ix_sys_api_token_user_id` (`user_id`),
  KEY `ix_sys_api_token_valid_until` (`valid_until`),
  KEY `ix_sys_api_token_kid` (`kid`),
  CONSTRAINT `fk_sys_api_token_user_id` FOREIGN KEY (`user_id`) REFERENCES `sys_user_info` (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_api_token` DISABLE KEYS */;
INSERT INTO `sys_api_token` (`id`, `jti`, `user_id`, `name`, `audiences`, `add_time`, `valid_until`, `last_use`, `revoke_time`, `networks`, `cidrs`, `kid`, `scope`) VALUES (1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993,9007199254740993,9007199254740993,'[\"10.0.0.0/8\", \"@office\"]','[\"10.0.0.0/8\", \"@office\"]','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}'),
(2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,9007199254740994,NULL,NULL,NULL,NULL,NULL,NULL);
/*!40000 ALTER TABLE `sys_api_token` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_application`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_application` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `client_id` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `name` varchar(128) NOT NULL,
  `service_id` bigint(20) DEFAULT NULL,
  `trusted` int(11) NOT NULL,
  `redirect_uris` text NOT NULL,
  `logout_uris` text NOT NULL,
  `audiences` varchar(512) NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `update_time` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_sys_application_client_id` (`client_id`),
  KEY `ix_sys_application_service_id` (`service_id`),
  CONSTRAINT `fk_sys_application_service_id` FOREIGN KEY (`service_id`) REFERENCES `sys_user_info` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_application` DISABLE KEYS */;
INSERT INTO `sys_application` (`id`, `client_id`, `name`, `service_id`, `trusted`, `redirect_uris`, `logout_uris`, `audiences`, `add_time`, `update_time`) VALUES (1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',1,1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993),
(2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',2,2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,9007199254740994);
/*!40000 ALTER TABLE `sys_application` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_authenticator_app`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_authenticator_app` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `user_id` bigint(20) NOT NULL,
  `secret_sealed` text NOT NULL,
  `confirmed` int(11) NOT NULL,
  `last_step` bigint(20) NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `last_use` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `ix_sys_authenticator_app_user_id` (`user_id`),
  CONSTRAINT `fk_sys_authenticator_app_user_id` FOREIGN KEY (`user_id`) REFERENCES `sys_user_info` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_authenticator_app` DISABLE KEYS */;
INSERT INTO `sys_authenticator_app` (`id`, `user_id`, `secret_sealed`, `confirmed`, `last_step`, `add_time`, `last_use`) VALUES (1,1,'sZCpkESkfTbR6ErY4g/BcyLzpX1+TjPQmHyabD/imitoXQ==',1,9007199254740993,9007199254740993,9007199254740993),
(2,2,'a2zYZ9OMyvGmFiPoB98Trh7CMQ7dibgVaLTVjNYr1zbHvg==',2,9007199254740994,9007199254740994,NULL);
/*!40000 ALTER TABLE `sys_authenticator_app` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_authority`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_authority` (
  `id` int(11) NOT NULL,
  `desc` varchar(256) NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `remark` varchar(256) DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_authority` DISABLE KEYS */;
INSERT INTO `sys_authority` (`id`, `desc`, `add_time`, `remark`) VALUES (2,'write all topics of the cluster',0,NULL),
(3,'read all topics of the cluster',0,NULL),
(4,'administer the cluster (super user there)',0,NULL),
(7,'audit the cluster: read everything about rights and use, change nothing',0,NULL),
(100,'create tenants',0,NULL),
(101,'delete the tenant',0,NULL),
(102,'write all topics of the tenant',0,NULL),
(103,'read all topics of the tenant',0,NULL),
(104,'administer the tenant',0,NULL),
(105,'functions, connectors and packages in the tenant',0,NULL),
(106,'manage subscriptions in the tenant',0,NULL),
(107,'audit the tenant',0,NULL),
(108,'functions in the tenant, nothing else',0,NULL),
(109,'source connectors in the tenant, nothing else',0,NULL),
(110,'sink connectors in the tenant, nothing else',0,NULL),
(111,'packages in the tenant, nothing else',0,NULL),
(200,'create namespaces',0,NULL),
(201,'delete the namespace',0,NULL),
(202,'write all topics of the namespace',0,NULL),
(203,'read all topics of the namespace',0,NULL),
(204,'administer the namespace',0,NULL),
(205,'functions, connectors and packages in the namespace',0,NULL),
(206,'manage subscriptions in the namespace',0,NULL),
(207,'audit the namespace',0,NULL),
(208,'functions in the namespace, nothing else',0,NULL),
(209,'source connectors in the namespace, nothing else',0,NULL),
(210,'sink connectors in the namespace, nothing else',0,NULL),
(211,'packages in the namespace, nothing else',0,NULL),
(300,'create topics',0,NULL),
(301,'delete the topic',0,NULL),
(302,'write the topic',0,NULL),
(303,'read the topic',0,NULL),
(304,'administer the topic',0,NULL),
(306,'manage subscriptions of the topic',0,NULL),
(307,'audit the topic',0,NULL);
/*!40000 ALTER TABLE `sys_authority` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_authorization_code`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_authorization_code` (
  `digest` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `application_id` bigint(20) NOT NULL,
  `user_id` bigint(20) NOT NULL,
  `scope` varchar(256) NOT NULL,
  `audiences` varchar(512) NOT NULL,
  `methods` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `auth_time` bigint(20) NOT NULL,
  `cred_version` bigint(20) NOT NULL,
  `valid_until` bigint(20) NOT NULL,
  `session_id` bigint(20) NOT NULL,
  `family_id` bigint(20) DEFAULT NULL,
  `redirect_uri` text NOT NULL,
  `challenge` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `nonce` text DEFAULT NULL,
  `use_time` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`digest`),
  KEY `ix_sys_authorization_code_application_id` (`application_id`),
  KEY `ix_sys_authorization_code_valid_until` (`valid_until`),
  KEY `ix_sys_authorization_code_user_id` (`user_id`),
  CONSTRAINT `fk_sys_authorization_code_application_id` FOREIGN KEY (`application_id`) REFERENCES `sys_application` (`id`) ON DELETE CASCADE,
  CONSTRAINT `fk_sys_authorization_code_user_id` FOREIGN KEY (`user_id`) REFERENCES `sys_user_info` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_authorization_code` DISABLE KEYS */;
INSERT INTO `sys_authorization_code` (`digest`, `application_id`, `user_id`, `scope`, `audiences`, `methods`, `auth_time`, `cred_version`, `valid_until`, `session_id`, `family_id`, `redirect_uri`, `challenge`, `nonce`, `use_time`) VALUES ('1 é ü 中文 😀 \'\"\\ %s :name 	{}',1,1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993,9007199254740993,9007199254740993,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993),
('2 é ü 中文 😀 \'\"\\ %s :name 	{}',2,2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,9007199254740994,9007199254740994,9007199254740994,NULL,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',NULL,NULL);
/*!40000 ALTER TABLE `sys_authorization_code` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_broker`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_broker` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `cluster_id` bigint(20) NOT NULL,
  `broker` varchar(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `boot` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `plugin_version` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `pulsar_version` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `revision` bigint(20) NOT NULL,
  `snapshot_time` bigint(20) NOT NULL,
  `events_written` bigint(20) NOT NULL,
  `events_dropped` bigint(20) NOT NULL,
  `connections` bigint(20) NOT NULL,
  `first_seen` bigint(20) NOT NULL,
  `last_seen` bigint(20) NOT NULL,
  `epoch` varchar(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `known` smallint(6) NOT NULL DEFAULT 1,
  `source` varchar(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `revision_time` bigint(20) NOT NULL DEFAULT 0,
  `max_age_seconds` bigint(20) NOT NULL DEFAULT 86400,
  `left_time` bigint(20) DEFAULT NULL,
  `observing` smallint(6) NOT NULL DEFAULT 0,
  `drops` text DEFAULT NULL,
  `service` varchar(32) NOT NULL DEFAULT 'broker',
  `kicks` smallint(6) NOT NULL DEFAULT 0,
  `limits` varchar(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '',
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_sys_broker_cluster_id_broker` (`cluster_id`,`broker`),
  CONSTRAINT `fk_sys_broker_cluster_id` FOREIGN KEY (`cluster_id`) REFERENCES `res_cluster` (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_broker` DISABLE KEYS */;
INSERT INTO `sys_broker` (`id`, `cluster_id`, `broker`, `boot`, `plugin_version`, `pulsar_version`, `revision`, `snapshot_time`, `events_written`, `events_dropped`, `connections`, `first_seen`, `last_seen`, `epoch`, `known`, `source`, `revision_time`, `max_age_seconds`, `left_time`, `observing`, `drops`, `service`, `kicks`, `limits`) VALUES (1,1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993,9007199254740993,9007199254740993,9007199254740993,9007199254740993,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993,9007199254740993,1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}'),
(2,2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,9007199254740994,9007199254740994,9007199254740994,9007199254740994,9007199254740994,9007199254740994,NULL,2,NULL,9007199254740994,9007199254740994,NULL,2,NULL,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}');
/*!40000 ALTER TABLE `sys_broker` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_broker_answer`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_broker_answer` (
  `question_id` bigint(20) NOT NULL,
  `broker` varchar(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `boot` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `followed` tinyint(1) NOT NULL,
  `total` bigint(20) NOT NULL,
  `connections` mediumtext NOT NULL,
  PRIMARY KEY (`question_id`,`broker`),
  CONSTRAINT `fk_sys_broker_answer_question_id_sys_broker_question` FOREIGN KEY (`question_id`) REFERENCES `sys_broker_question` (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_broker_answer` DISABLE KEYS */;
INSERT INTO `sys_broker_answer` (`question_id`, `broker`, `boot`, `followed`, `total`, `connections`) VALUES (1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',1,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}'),
(2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',0,9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}');
/*!40000 ALTER TABLE `sys_broker_answer` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_broker_question`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_broker_question` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `cluster_id` bigint(20) NOT NULL,
  `asked_time` bigint(20) NOT NULL,
  `principal` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `resource` varchar(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `most` int(11) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `ix_sys_broker_question_cluster_id` (`cluster_id`),
  CONSTRAINT `fk_sys_broker_question_cluster_id_res_cluster` FOREIGN KEY (`cluster_id`) REFERENCES `res_cluster` (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_broker_question` DISABLE KEYS */;
INSERT INTO `sys_broker_question` (`id`, `cluster_id`, `asked_time`, `principal`, `resource`, `most`) VALUES (1,1,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',1),
(2,2,9007199254740994,NULL,NULL,2);
/*!40000 ALTER TABLE `sys_broker_question` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_client_key`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_client_key` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `user_id` bigint(20) NOT NULL,
  `kid` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `thumbprint` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `alg` varchar(8) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `public_jwk` text NOT NULL,
  `name` varchar(128) NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `valid_until` bigint(20) DEFAULT NULL,
  `last_use` bigint(20) DEFAULT NULL,
  `networks` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `cidrs` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_sys_client_key_user_id_kid` (`user_id`,`kid`),
  UNIQUE KEY `uq_sys_client_key_thumbprint` (`thumbprint`),
  CONSTRAINT `fk_sys_client_key_user_id` FOREIGN KEY (`user_id`) REFERENCES `sys_user_info` (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_client_key` DISABLE KEYS */;
INSERT INTO `sys_client_key` (`id`, `user_id`, `kid`, `thumbprint`, `alg`, `public_jwk`, `name`, `add_time`, `valid_until`, `last_use`, `networks`, `cidrs`) VALUES (1,1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993,9007199254740993,'[\"10.0.0.0/8\", \"@office\"]','[\"10.0.0.0/8\", \"@office\"]'),
(2,2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,NULL,NULL,NULL,NULL);
/*!40000 ALTER TABLE `sys_client_key` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_client_secret`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_client_secret` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `user_id` bigint(20) NOT NULL,
  `secret_hash` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `hint` varchar(8) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `valid_until` bigint(20) DEFAULT NULL,
  `last_use` bigint(20) DEFAULT NULL,
  `networks` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `cidrs` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_sys_client_secret_secret_hash` (`secret_hash`),
  KEY `ix_sys_client_secret_user_id` (`user_id`),
  CONSTRAINT `fk_sys_client_secret_user_id` FOREIGN KEY (`user_id`) REFERENCES `sys_user_info` (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_client_secret` DISABLE KEYS */;
INSERT INTO `sys_client_secret` (`id`, `user_id`, `secret_hash`, `hint`, `add_time`, `valid_until`, `last_use`, `networks`, `cidrs`) VALUES (1,1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文',9007199254740993,9007199254740993,9007199254740993,'[\"10.0.0.0/8\", \"@office\"]','[\"10.0.0.0/8\", \"@office\"]'),
(2,2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文',9007199254740994,NULL,NULL,NULL,NULL);
/*!40000 ALTER TABLE `sys_client_secret` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_clock`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_clock` (
  `instance` varchar(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `ahead_ms` bigint(20) NOT NULL,
  `seen` bigint(20) NOT NULL,
  PRIMARY KEY (`instance`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_clock` DISABLE KEYS */;
INSERT INTO `sys_clock` (`instance`, `ahead_ms`, `seen`) VALUES ('1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993),
('2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,9007199254740994);
/*!40000 ALTER TABLE `sys_clock` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_cluster_credential`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_cluster_credential` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `cluster_id` bigint(20) NOT NULL,
  `secret_hash` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `hint` varchar(8) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `last_use` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_sys_cluster_credential_secret_hash` (`secret_hash`),
  KEY `ix_sys_cluster_credential_cluster_id` (`cluster_id`),
  CONSTRAINT `fk_sys_cluster_credential_cluster_id` FOREIGN KEY (`cluster_id`) REFERENCES `res_cluster` (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_cluster_credential` DISABLE KEYS */;
INSERT INTO `sys_cluster_credential` (`id`, `cluster_id`, `secret_hash`, `hint`, `add_time`, `last_use`) VALUES (1,1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文',9007199254740993,9007199254740993),
(2,2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文',9007199254740994,NULL);
/*!40000 ALTER TABLE `sys_cluster_credential` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_consent`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_consent` (
  `user_id` bigint(20) NOT NULL,
  `application_id` bigint(20) NOT NULL,
  `scope` varchar(256) NOT NULL,
  `audiences` varchar(512) NOT NULL,
  `add_time` bigint(20) NOT NULL,
  PRIMARY KEY (`user_id`,`application_id`),
  KEY `ix_sys_consent_application_id` (`application_id`),
  CONSTRAINT `fk_sys_consent_application_id` FOREIGN KEY (`application_id`) REFERENCES `sys_application` (`id`) ON DELETE CASCADE,
  CONSTRAINT `fk_sys_consent_user_id` FOREIGN KEY (`user_id`) REFERENCES `sys_user_info` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_consent` DISABLE KEYS */;
INSERT INTO `sys_consent` (`user_id`, `application_id`, `scope`, `audiences`, `add_time`) VALUES (1,1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993),
(2,2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994);
/*!40000 ALTER TABLE `sys_consent` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_device_sign_in`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_device_sign_in` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `device_hash` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `user_hash` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `client` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `address` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `status` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `user_id` bigint(20) DEFAULT NULL,
  `add_time` bigint(20) NOT NULL,
  `valid_until` bigint(20) NOT NULL,
  `asked` bigint(20) NOT NULL,
  `pause_ms` bigint(20) NOT NULL,
  `networks` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `cidrs` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `scope` varchar(256) DEFAULT NULL,
  `methods` varchar(64) DEFAULT NULL,
  `auth_time` bigint(20) DEFAULT NULL,
  `cred_version` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_sys_device_sign_in_device_hash` (`device_hash`),
  UNIQUE KEY `uq_sys_device_sign_in_user_hash` (`user_hash`),
  KEY `ix_sys_device_sign_in_address` (`address`),
  KEY `ix_sys_device_sign_in_user_id` (`user_id`),
  KEY `ix_sys_device_sign_in_valid_until` (`valid_until`),
  CONSTRAINT `fk_sys_device_sign_in_user_id` FOREIGN KEY (`user_id`) REFERENCES `sys_user_info` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_device_sign_in` DISABLE KEYS */;
INSERT INTO `sys_device_sign_in` (`id`, `device_hash`, `user_hash`, `client`, `address`, `status`, `user_id`, `add_time`, `valid_until`, `asked`, `pause_ms`, `networks`, `cidrs`, `scope`, `methods`, `auth_time`, `cred_version`) VALUES (1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %',1,9007199254740993,9007199254740993,9007199254740993,9007199254740993,'[\"10.0.0.0/8\", \"@office\"]','[\"10.0.0.0/8\", \"@office\"]','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993),
(2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %',2,9007199254740994,9007199254740994,9007199254740994,9007199254740994,NULL,NULL,NULL,NULL,NULL,NULL);
/*!40000 ALTER TABLE `sys_device_sign_in` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_family_access`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_family_access` (
  `jti` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `family_id` bigint(20) NOT NULL,
  `valid_until` bigint(20) NOT NULL,
  PRIMARY KEY (`jti`),
  KEY `ix_sys_family_access_family_id` (`family_id`),
  CONSTRAINT `fk_sys_family_access_family_id` FOREIGN KEY (`family_id`) REFERENCES `sys_refresh_family` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_family_access` DISABLE KEYS */;
INSERT INTO `sys_family_access` (`jti`, `family_id`, `valid_until`) VALUES ('1 é ü 中文 😀 \'\"\\ %s :name 	{}',1,9007199254740993),
('2 é ü 中文 😀 \'\"\\ %s :name 	{}',2,9007199254740994);
/*!40000 ALTER TABLE `sys_family_access` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_identity_provider`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_identity_provider` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `name` varchar(64) NOT NULL,
  `issuer` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `client_id` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `client_secret_sealed` text DEFAULT NULL,
  `scopes` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `name_claim` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `groups_claim` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `email_domains` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `creates_users` int(11) NOT NULL,
  `service_group` bigint(20) DEFAULT NULL,
  `enabled` int(11) NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `update_time` bigint(20) NOT NULL,
  `client_private_sealed` text DEFAULT NULL,
  `client_jwk` text DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_sys_identity_provider_issuer` (`issuer`),
  KEY `fk_sys_identity_provider_service_group` (`service_group`),
  CONSTRAINT `fk_sys_identity_provider_service_group` FOREIGN KEY (`service_group`) REFERENCES `sys_service_group` (`id`) ON DELETE SET NULL
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_identity_provider` DISABLE KEYS */;
INSERT INTO `sys_identity_provider` (`id`, `name`, `issuer`, `client_id`, `client_secret_sealed`, `scopes`, `name_claim`, `groups_claim`, `email_domains`, `creates_users`, `service_group`, `enabled`, `add_time`, `update_time`, `client_private_sealed`, `client_jwk`) VALUES (1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','o/Ja8rbLWjpVKrqy6LhUyShYk8PsY2HJcdpf0WQxx/PPoA==','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','[\"10.0.0.0/8\", \"@office\"]',1,1,1,9007199254740993,9007199254740993,'OXz16s7dGTt1HZTonXMjmOdes9n4UinxtpQLOfTUADyPuA==','1 é ü 中文 😀 \'\"\\ %s :name 	{}'),
(2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}','8FA0PPBTUOQOWyiZU9YelAwmvPE+S58sqwwtxhAD/WkzZQ==','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',NULL,NULL,2,2,2,9007199254740994,9007199254740994,'aguY6zbTWfoNJOn8yWt3qXwOxskGDBeOWE4yY+TtzTkg/A==',NULL);
/*!40000 ALTER TABLE `sys_identity_provider` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_kept_answer`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_kept_answer` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `user_id` bigint(20) NOT NULL,
  `key_hash` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `request_hash` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `answer` mediumtext NOT NULL,
  `add_time` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_sys_kept_answer_user_id_key_hash` (`user_id`,`key_hash`),
  KEY `ix_sys_kept_answer_add_time` (`add_time`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_kept_answer` DISABLE KEYS */;
INSERT INTO `sys_kept_answer` (`id`, `user_id`, `key_hash`, `request_hash`, `answer`, `add_time`) VALUES (1,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993),
(2,9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994);
/*!40000 ALTER TABLE `sys_kept_answer` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_known_network`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_known_network` (
  `user_id` bigint(20) NOT NULL,
  `network` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `last_use` bigint(20) NOT NULL,
  PRIMARY KEY (`user_id`,`network`),
  KEY `ix_sys_known_network_last_use` (`last_use`),
  CONSTRAINT `fk_sys_known_network_user_id` FOREIGN KEY (`user_id`) REFERENCES `sys_user_info` (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_known_network` DISABLE KEYS */;
INSERT INTO `sys_known_network` (`user_id`, `network`, `last_use`) VALUES (1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993),
(2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994);
/*!40000 ALTER TABLE `sys_known_network` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_network`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_network` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `name` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `networks` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `update_time` bigint(20) NOT NULL,
  `remark` varchar(256) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_sys_network_name` (`name`),
  KEY `ix_sys_network_update_time` (`update_time`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_network` DISABLE KEYS */;
INSERT INTO `sys_network` (`id`, `name`, `networks`, `add_time`, `update_time`, `remark`) VALUES (1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','[\"10.0.0.0/8\", \"@office\"]',9007199254740993,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}'),
(2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','[\"10.0.0.0/8\", \"@office\"]',9007199254740994,9007199254740994,NULL);
/*!40000 ALTER TABLE `sys_network` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_passkey`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_passkey` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `user_id` bigint(20) NOT NULL,
  `name` varchar(64) NOT NULL,
  `key_digest` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `key_id` text NOT NULL,
  `public_key` text NOT NULL,
  `sign_count` bigint(20) NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `last_use` bigint(20) DEFAULT NULL,
  `user_handle` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_sys_passkey_key_digest` (`key_digest`),
  KEY `ix_sys_passkey_user_id` (`user_id`),
  CONSTRAINT `fk_sys_passkey_user_id` FOREIGN KEY (`user_id`) REFERENCES `sys_user_info` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_passkey` DISABLE KEYS */;
INSERT INTO `sys_passkey` (`id`, `user_id`, `name`, `key_digest`, `key_id`, `public_key`, `sign_count`, `add_time`, `last_use`, `user_handle`) VALUES (1,1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}'),
(2,2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,9007199254740994,NULL,NULL);
/*!40000 ALTER TABLE `sys_passkey` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_pending_sign_in`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_pending_sign_in` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `secret_hash` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `user_id` bigint(20) NOT NULL,
  `methods` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `cred_version` bigint(20) NOT NULL,
  `tries` int(11) NOT NULL,
  `valid_until` bigint(20) NOT NULL,
  `provider_id` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_sys_pending_sign_in_secret_hash` (`secret_hash`),
  KEY `ix_sys_pending_sign_in_valid_until` (`valid_until`),
  KEY `ix_sys_pending_sign_in_user_id` (`user_id`),
  CONSTRAINT `fk_sys_pending_sign_in_user_id` FOREIGN KEY (`user_id`) REFERENCES `sys_user_info` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_pending_sign_in` DISABLE KEYS */;
INSERT INTO `sys_pending_sign_in` (`id`, `secret_hash`, `user_id`, `methods`, `cred_version`, `tries`, `valid_until`, `provider_id`) VALUES (1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,1,9007199254740993,9007199254740993),
(2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,2,9007199254740994,NULL);
/*!40000 ALTER TABLE `sys_pending_sign_in` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_periodic_run`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_periodic_run` (
  `name` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `next_run` bigint(20) NOT NULL,
  `last_run` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`name`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_periodic_run` DISABLE KEYS */;
INSERT INTO `sys_periodic_run` (`name`, `next_run`, `last_run`) VALUES ('1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993),
('2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,NULL);
/*!40000 ALTER TABLE `sys_periodic_run` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_provider_attempt`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_provider_attempt` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `state_hash` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `browser_hash` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `provider_id` bigint(20) NOT NULL,
  `purpose` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `user_id` bigint(20) DEFAULT NULL,
  `valid_until` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_sys_provider_attempt_state_hash` (`state_hash`),
  KEY `ix_sys_provider_attempt_user_id` (`user_id`),
  KEY `ix_sys_provider_attempt_valid_until` (`valid_until`),
  KEY `ix_sys_provider_attempt_provider_id` (`provider_id`),
  CONSTRAINT `fk_sys_provider_attempt_provider_id` FOREIGN KEY (`provider_id`) REFERENCES `sys_identity_provider` (`id`) ON DELETE CASCADE,
  CONSTRAINT `fk_sys_provider_attempt_user_id` FOREIGN KEY (`user_id`) REFERENCES `sys_user_info` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_provider_attempt` DISABLE KEYS */;
INSERT INTO `sys_provider_attempt` (`id`, `state_hash`, `browser_hash`, `provider_id`, `purpose`, `user_id`, `valid_until`) VALUES (1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',1,'1 é ü 中文 😀 \'\"\\ %',1,9007199254740993),
(2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',2,'2 é ü 中文 😀 \'\"\\ %',2,9007199254740994);
/*!40000 ALTER TABLE `sys_provider_attempt` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_provider_group`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_provider_group` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `provider_id` bigint(20) NOT NULL,
  `group_name` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `role_id` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_sys_provider_group_provider_id_group_name_role_id` (`provider_id`,`group_name`,`role_id`),
  KEY `ix_sys_provider_group_role_id` (`role_id`),
  CONSTRAINT `fk_sys_provider_group_provider_id` FOREIGN KEY (`provider_id`) REFERENCES `sys_identity_provider` (`id`) ON DELETE CASCADE,
  CONSTRAINT `fk_sys_provider_group_role_id` FOREIGN KEY (`role_id`) REFERENCES `sys_role` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_provider_group` DISABLE KEYS */;
INSERT INTO `sys_provider_group` (`id`, `provider_id`, `group_name`, `role_id`) VALUES (1,1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',1),
(2,2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',2);
/*!40000 ALTER TABLE `sys_provider_group` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_provider_link`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_provider_link` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `provider_id` bigint(20) NOT NULL,
  `subject` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `user_id` bigint(20) NOT NULL,
  `add_time` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_sys_provider_link_provider_id_subject` (`provider_id`,`subject`),
  UNIQUE KEY `uq_sys_provider_link_provider_id_user_id` (`provider_id`,`user_id`),
  KEY `ix_sys_provider_link_user_id` (`user_id`),
  CONSTRAINT `fk_sys_provider_link_provider_id` FOREIGN KEY (`provider_id`) REFERENCES `sys_identity_provider` (`id`) ON DELETE CASCADE,
  CONSTRAINT `fk_sys_provider_link_user_id` FOREIGN KEY (`user_id`) REFERENCES `sys_user_info` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_provider_link` DISABLE KEYS */;
INSERT INTO `sys_provider_link` (`id`, `provider_id`, `subject`, `user_id`, `add_time`) VALUES (1,1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',1,9007199254740993),
(2,2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',2,9007199254740994);
/*!40000 ALTER TABLE `sys_provider_link` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_provider_membership`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_provider_membership` (
  `provider_id` bigint(20) NOT NULL,
  `user_id` bigint(20) NOT NULL,
  `role_id` bigint(20) NOT NULL,
  PRIMARY KEY (`provider_id`,`user_id`,`role_id`),
  KEY `ix_sys_provider_membership_user_id` (`user_id`),
  KEY `ix_sys_provider_membership_role_id` (`role_id`),
  CONSTRAINT `fk_sys_provider_membership_provider_id` FOREIGN KEY (`provider_id`) REFERENCES `sys_identity_provider` (`id`) ON DELETE CASCADE,
  CONSTRAINT `fk_sys_provider_membership_role_id` FOREIGN KEY (`role_id`) REFERENCES `sys_role` (`id`) ON DELETE CASCADE,
  CONSTRAINT `fk_sys_provider_membership_user_id` FOREIGN KEY (`user_id`) REFERENCES `sys_user_info` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_provider_membership` DISABLE KEYS */;
INSERT INTO `sys_provider_membership` (`provider_id`, `user_id`, `role_id`) VALUES (1,1,1),
(2,2,2);
/*!40000 ALTER TABLE `sys_provider_membership` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_recovery_code`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_recovery_code` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `user_id` bigint(20) NOT NULL,
  `code_hash` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `use_time` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_sys_recovery_code_code_hash` (`code_hash`),
  KEY `ix_sys_recovery_code_user_id` (`user_id`),
  CONSTRAINT `fk_sys_recovery_code_user_id` FOREIGN KEY (`user_id`) REFERENCES `sys_user_info` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_recovery_code` DISABLE KEYS */;
INSERT INTO `sys_recovery_code` (`id`, `user_id`, `code_hash`, `add_time`, `use_time`) VALUES (1,1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993),
(2,2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,NULL);
/*!40000 ALTER TABLE `sys_recovery_code` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_refresh_family`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_refresh_family` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `application_id` bigint(20) NOT NULL,
  `user_id` bigint(20) NOT NULL,
  `scope` varchar(256) NOT NULL,
  `audiences` varchar(512) NOT NULL,
  `methods` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `auth_time` bigint(20) NOT NULL,
  `cred_version` bigint(20) NOT NULL,
  `valid_until` bigint(20) NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `last_use` bigint(20) NOT NULL,
  `end_time` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `ix_sys_refresh_family_application_id` (`application_id`),
  KEY `ix_sys_refresh_family_valid_until` (`valid_until`),
  KEY `ix_sys_refresh_family_user_id` (`user_id`),
  CONSTRAINT `fk_sys_refresh_family_application_id` FOREIGN KEY (`application_id`) REFERENCES `sys_application` (`id`) ON DELETE CASCADE,
  CONSTRAINT `fk_sys_refresh_family_user_id` FOREIGN KEY (`user_id`) REFERENCES `sys_user_info` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_refresh_family` DISABLE KEYS */;
INSERT INTO `sys_refresh_family` (`id`, `application_id`, `user_id`, `scope`, `audiences`, `methods`, `auth_time`, `cred_version`, `valid_until`, `add_time`, `last_use`, `end_time`) VALUES (1,1,1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993,9007199254740993,9007199254740993,9007199254740993,9007199254740993),
(2,2,2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,9007199254740994,9007199254740994,9007199254740994,9007199254740994,NULL);
/*!40000 ALTER TABLE `sys_refresh_family` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_refresh_token`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_refresh_token` (
  `digest` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `family_id` bigint(20) NOT NULL,
  `use_time` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`digest`),
  KEY `ix_sys_refresh_token_family_id` (`family_id`),
  CONSTRAINT `fk_sys_refresh_token_family_id` FOREIGN KEY (`family_id`) REFERENCES `sys_refresh_family` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_refresh_token` DISABLE KEYS */;
INSERT INTO `sys_refresh_token` (`digest`, `family_id`, `use_time`) VALUES ('1 é ü 中文 😀 \'\"\\ %s :name 	{}',1,9007199254740993),
('2 é ü 中文 😀 \'\"\\ %s :name 	{}',2,NULL);
/*!40000 ALTER TABLE `sys_refresh_token` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_request_count`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_request_count` (
  `key` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `minute` bigint(20) NOT NULL,
  `number` bigint(20) NOT NULL,
  PRIMARY KEY (`key`,`minute`),
  KEY `ix_sys_request_count_minute` (`minute`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_request_count` DISABLE KEYS */;
INSERT INTO `sys_request_count` (`key`, `minute`, `number`) VALUES ('1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993),
('2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,9007199254740994);
/*!40000 ALTER TABLE `sys_request_count` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_revision`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_revision` (
  `id` int(11) NOT NULL,
  `revision` bigint(20) NOT NULL,
  `head_id` bigint(20) NOT NULL DEFAULT 0,
  `head_hash` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '0000000000000000000000000000000000000000000000000000000000000000',
  `complete_from` bigint(20) NOT NULL DEFAULT 1,
  `epoch` varchar(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '',
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_revision` DISABLE KEYS */;
INSERT INTO `sys_revision` (`id`, `revision`, `head_id`, `head_hash`, `complete_from`, `epoch`) VALUES (1,2,27,'390892b00439a459c2abb3a64ec9b9c7025b57e7880921dc2e5725881f8eb03c',1,'ef34e743c719c516');
/*!40000 ALTER TABLE `sys_revision` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_revoked_token`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_revoked_token` (
  `jti` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `valid_until` bigint(20) NOT NULL,
  PRIMARY KEY (`jti`),
  KEY `ix_sys_revoked_token_valid_until` (`valid_until`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_revoked_token` DISABLE KEYS */;
INSERT INTO `sys_revoked_token` (`jti`, `valid_until`) VALUES ('1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993),
('2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994);
/*!40000 ALTER TABLE `sys_revoked_token` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_role`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_role` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `role_name` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `update_time` bigint(20) NOT NULL,
  `remark` varchar(256) DEFAULT NULL,
  `personal_of` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_sys_role_role_name` (`role_name`),
  UNIQUE KEY `uq_sys_role_personal_of` (`personal_of`),
  KEY `ix_sys_role_update_time` (`update_time`),
  CONSTRAINT `fk_sys_role_personal_of` FOREIGN KEY (`personal_of`) REFERENCES `sys_user_info` (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=5 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_role` DISABLE KEYS */;
INSERT INTO `sys_role` (`id`, `role_name`, `add_time`, `update_time`, `remark`, `personal_of`) VALUES (1,'alice',1795820086492,1795820086492,NULL,1),
(2,'root',1795820086497,1795820086497,NULL,2),
(3,'orders-intake',1795820086508,1795820086508,NULL,3),
(4,'bob',1795820086512,1795820086512,NULL,4);
/*!40000 ALTER TABLE `sys_role` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_role_res`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_role_res` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `role_id` bigint(20) NOT NULL,
  `res_type` int(11) NOT NULL,
  `res_id` bigint(20) NOT NULL,
  `authorities` varchar(128) NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `remark` varchar(256) DEFAULT NULL,
  `update_time` bigint(20) NOT NULL,
  `valid_from` bigint(20) DEFAULT NULL,
  `valid_until` bigint(20) DEFAULT NULL,
  `granted_by` varchar(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `granted_by_id` bigint(20) DEFAULT NULL,
  `name_prefix` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `subscriptions` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `networks` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `cidrs` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `ix_sys_role_res_resource` (`res_type`,`res_id`),
  KEY `ix_sys_role_res_granted_by_id` (`granted_by_id`),
  KEY `ix_sys_role_res_update_time` (`update_time`),
  KEY `ix_sys_role_res_valid_until` (`valid_until`),
  KEY `ix_sys_role_res_role_place` (`role_id`,`res_type`,`res_id`),
  CONSTRAINT `fk_sys_role_res_role_id` FOREIGN KEY (`role_id`) REFERENCES `sys_role` (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=4 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_role_res` DISABLE KEYS */;
INSERT INTO `sys_role_res` (`id`, `role_id`, `res_type`, `res_id`, `authorities`, `add_time`, `remark`, `update_time`, `valid_from`, `valid_until`, `granted_by`, `granted_by_id`, `name_prefix`, `subscriptions`, `networks`, `cidrs`) VALUES (1,2,0,0,'4',1795820086500,NULL,1795820086500,NULL,NULL,'test',NULL,NULL,NULL,NULL,NULL),
(2,1,4,1,'302,303',1795820086515,NULL,1795820086515,NULL,NULL,'test',NULL,NULL,NULL,NULL,NULL),
(3,3,4,1,'302,303',1795820086516,NULL,1795820086516,NULL,NULL,'test',NULL,NULL,NULL,NULL,NULL);
/*!40000 ALTER TABLE `sys_role_res` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_service_group`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_service_group` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `group_name` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `update_time` bigint(20) NOT NULL,
  `remark` varchar(256) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_sys_service_group_group_name` (`group_name`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_service_group` DISABLE KEYS */;
INSERT INTO `sys_service_group` (`id`, `group_name`, `add_time`, `update_time`, `remark`) VALUES (1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}'),
(2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,9007199254740994,NULL);
/*!40000 ALTER TABLE `sys_service_group` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_session`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_session` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `secret_hash` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `user_id` bigint(20) NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `last_use` bigint(20) NOT NULL,
  `valid_until` bigint(20) NOT NULL,
  `methods` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT 'pwd',
  `auth_time` bigint(20) NOT NULL DEFAULT 0,
  `address` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '',
  `agent` varchar(256) NOT NULL DEFAULT '',
  `provider_id` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_sys_session_secret_hash` (`secret_hash`),
  KEY `ix_sys_session_user_id` (`user_id`),
  CONSTRAINT `fk_sys_session_user_id` FOREIGN KEY (`user_id`) REFERENCES `sys_user_info` (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_session` DISABLE KEYS */;
INSERT INTO `sys_session` (`id`, `secret_hash`, `user_id`, `add_time`, `last_use`, `valid_until`, `methods`, `auth_time`, `address`, `agent`, `provider_id`) VALUES (1,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',1,9007199254740993,9007199254740993,9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993,'1 é ü 中文 😀 \'\"\\ %s :name 	{}','1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993),
(2,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',2,9007199254740994,9007199254740994,9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994,'2 é ü 中文 😀 \'\"\\ %s :name 	{}','2 é ü 中文 😀 \'\"\\ %s :name 	{}',NULL);
/*!40000 ALTER TABLE `sys_session` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_signing_key`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_signing_key` (
  `kid` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `alg` varchar(8) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `public_jwk` text NOT NULL,
  `private_encrypted` text NOT NULL,
  `status` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `retire_time` bigint(20) DEFAULT NULL,
  `active_time` bigint(20) DEFAULT NULL,
  `revoke_time` bigint(20) DEFAULT NULL,
  `revoke_reason` varchar(256) DEFAULT NULL,
  `sealed_with` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  PRIMARY KEY (`kid`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_signing_key` DISABLE KEYS */;
INSERT INTO `sys_signing_key` (`kid`, `alg`, `public_jwk`, `private_encrypted`, `status`, `add_time`, `retire_time`, `active_time`, `revoke_time`, `revoke_reason`, `sealed_with`) VALUES ('50DTiK-DoOEBn1zPEJz6MPu0T__B68O1baCiNSSw0wg','ES256','{\"alg\": \"ES256\", \"crv\": \"P-256\", \"kid\": \"50DTiK-DoOEBn1zPEJz6MPu0T__B68O1baCiNSSw0wg\", \"kty\": \"EC\", \"use\": \"sig\", \"x\": \"L6v4oszIhSjp2H553l_ugcsMS-LR8pOuwynocrEQEqc\", \"y\": \"7u_gPN-ANx9fWSGK5jK5AzE3f4rYi-z-_5j_o-WN_pE\"}','4eFahAW2BpQOXjOWH3ZQQh5CY2VSAOY1rj8yJsc4xO31d4fRE3bwXowHimW52DQoN64VKl+wkdSDMt7GtPXoky1UfSdqD2aC2xDt1uDLf9QqSv4UUJvL0p7tJ4jKUEhKqSTmuJuUD8fPsz/VRlwFrYTjKL4C7ApArdB1pd8aql2ahvV7iHhlO0TD9641OJewIf9jZdqNi6XQiiZ5SaH9GUoirW7A6Ef5eE/1kAwcMFoUkiaVLhOsSnDZJ7ne9oG2kUmWkaMsVa0cu6Br16aP7PfrdbOypwND83pPXDRMIjtHwOQ80F38nAD16HO4aUYrubJZFsY8/7lWPIz4cvX5Axy91iclcz2bGfqQW9c=','published',1795820086468,NULL,NULL,NULL,NULL,'7eb6cbf3084a'),
('vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI','ES256','{\"alg\": \"ES256\", \"crv\": \"P-256\", \"kid\": \"vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI\", \"kty\": \"EC\", \"use\": \"sig\", \"x\": \"ekRAuXhCraV3DsHDF6Oxc_qxyVo0N43rgfb8Dfv2J5g\", \"y\": \"vL8gMQP78NVqlbxgyEhFwmoqrbk7P7OyZwTtF84SiEw\"}','vyUqkXNFeeLjw8UxELWZrzRi3yaIuMK9nQZSg8D7k0kwH8CUj9OdJp9sGIC9PAbSc2BBAVbcOcOtrAkXqbNH/iz+0DPRxBa1Qaoyxg/iBXC9w/WTXpFmbHy6ZEX5KlCjA8zj49q3XmN2Sm2BLhb51Nz6jJ0QnuhbGUCFDHHenaFZQj9nB36Gp++cKcoETTgu4zuQltLbj+2yCWhFWBzlRZP89ky4tT4a2jxOP5fIeo5W1wzGAXsj9wh768AFv5O4+FvcXc752Z561YL4ktZ4V+a+FYlXWdhhF4uP6g/wuigvxPKLb4+7uVvQvFBN5XfYMCuYXdqO22iEMqQPZjess58UCL9Ghb8+N5WJuJk=','active',1795820086468,NULL,1795820086468,NULL,NULL,'7eb6cbf3084a');
/*!40000 ALTER TABLE `sys_signing_key` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_trail`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_trail` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `revision` bigint(20) NOT NULL,
  `time` bigint(20) NOT NULL,
  `actor` varchar(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `action` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `entity` varchar(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `entity_key` varchar(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `cluster` bigint(20) DEFAULT NULL,
  `before` mediumtext DEFAULT NULL,
  `after` mediumtext DEFAULT NULL,
  `credential` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `address` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `request_id` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `role` bigint(20) DEFAULT NULL,
  `previous_hash` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '',
  `hash` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '',
  PRIMARY KEY (`id`),
  KEY `ix_sys_trail_entity` (`entity`,`entity_key`),
  KEY `ix_sys_trail_revision` (`revision`),
  KEY `ix_sys_trail_actor` (`actor`),
  KEY `ix_sys_trail_credential` (`credential`),
  KEY `ix_sys_trail_request_id` (`request_id`),
  KEY `ix_sys_trail_role` (`role`),
  KEY `ix_sys_trail_time` (`time`),
  KEY `ix_sys_trail_action_revision` (`action`,`revision`)
) ENGINE=InnoDB AUTO_INCREMENT=28 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_trail` DISABLE KEYS */;
INSERT INTO `sys_trail` (`id`, `revision`, `time`, `actor`, `action`, `entity`, `entity_key`, `cluster`, `before`, `after`, `credential`, `address`, `request_id`, `role`, `previous_hash`, `hash`) VALUES (1,2,1795820086484,'system','key.create','key','vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI',NULL,NULL,'{\"active_time\": null, \"add_time\": 1795820086468, \"alg\": \"ES256\", \"kid\": \"vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI\", \"public_jwk\": \"{\\\"alg\\\": \\\"ES256\\\", \\\"crv\\\": \\\"P-256\\\", \\\"kid\\\": \\\"vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI\\\", \\\"kty\\\": \\\"EC\\\", \\\"use\\\": \\\"sig\\\", \\\"x\\\": \\\"ekRAuXhCraV3DsHDF6Oxc_qxyVo0N43rgfb8Dfv2J5g\\\", \\\"y\\\": \\\"vL8gMQP78NVqlbxgyEhFwmoqrbk7P7OyZwTtF84SiEw\\\"}\", \"retire_time\": null, \"revoke_reason\": null, \"revoke_time\": null, \"sealed_with\": \"7eb6cbf3084a\", \"status\": \"published\"}',NULL,NULL,NULL,NULL,'0000000000000000000000000000000000000000000000000000000000000000','69fae7b540b1471c91c93ac0e16d89932334415b87e25efe0759aae0490fe1f1'),
(2,2,1795820086487,'system','key.activate','key','vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI',NULL,'{\"active_time\": null, \"add_time\": 1795820086468, \"alg\": \"ES256\", \"kid\": \"vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI\", \"public_jwk\": \"{\\\"alg\\\": \\\"ES256\\\", \\\"crv\\\": \\\"P-256\\\", \\\"kid\\\": \\\"vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI\\\", \\\"kty\\\": \\\"EC\\\", \\\"use\\\": \\\"sig\\\", \\\"x\\\": \\\"ekRAuXhCraV3DsHDF6Oxc_qxyVo0N43rgfb8Dfv2J5g\\\", \\\"y\\\": \\\"vL8gMQP78NVqlbxgyEhFwmoqrbk7P7OyZwTtF84SiEw\\\"}\", \"retire_time\": null, \"revoke_reason\": null, \"revoke_time\": null, \"sealed_with\": \"7eb6cbf3084a\", \"status\": \"published\"}','{\"active_time\": 1795820086468, \"add_time\": 1795820086468, \"alg\": \"ES256\", \"kid\": \"vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI\", \"public_jwk\": \"{\\\"alg\\\": \\\"ES256\\\", \\\"crv\\\": \\\"P-256\\\", \\\"kid\\\": \\\"vThBDktWmiaW4E9yC2tRiD_rbi63Zt1-pPqrM2vUpwI\\\", \\\"kty\\\": \\\"EC\\\", \\\"use\\\": \\\"sig\\\", \\\"x\\\": \\\"ekRAuXhCraV3DsHDF6Oxc_qxyVo0N43rgfb8Dfv2J5g\\\", \\\"y\\\": \\\"vL8gMQP78NVqlbxgyEhFwmoqrbk7P7OyZwTtF84SiEw\\\"}\", \"retire_time\": null, \"revoke_reason\": null, \"revoke_time\": null, \"sealed_with\": \"7eb6cbf3084a\", \"status\": \"active\"}',NULL,NULL,NULL,NULL,'69fae7b540b1471c91c93ac0e16d89932334415b87e25efe0759aae0490fe1f1','145154b63c193f84219711a724c22f9abecf0f65a33dfd9e3c4b47c7a4d60c3c'),
(3,2,1795820086488,'system','key.create','key','50DTiK-DoOEBn1zPEJz6MPu0T__B68O1baCiNSSw0wg',NULL,NULL,'{\"active_time\": null, \"add_time\": 1795820086468, \"alg\": \"ES256\", \"kid\": \"50DTiK-DoOEBn1zPEJz6MPu0T__B68O1baCiNSSw0wg\", \"public_jwk\": \"{\\\"alg\\\": \\\"ES256\\\", \\\"crv\\\": \\\"P-256\\\", \\\"kid\\\": \\\"50DTiK-DoOEBn1zPEJz6MPu0T__B68O1baCiNSSw0wg\\\", \\\"kty\\\": \\\"EC\\\", \\\"use\\\": \\\"sig\\\", \\\"x\\\": \\\"L6v4oszIhSjp2H553l_ugcsMS-LR8pOuwynocrEQEqc\\\", \\\"y\\\": \\\"7u_gPN-ANx9fWSGK5jK5AzE3f4rYi-z-_5j_o-WN_pE\\\"}\", \"retire_time\": null, \"revoke_reason\": null, \"revoke_time\": null, \"sealed_with\": \"7eb6cbf3084a\", \"status\": \"published\"}',NULL,NULL,NULL,NULL,'145154b63c193f84219711a724c22f9abecf0f65a33dfd9e3c4b47c7a4d60c3c','08841ff78bd13a227c3e598781ba4b0f416673582bccdeab0e7b90e877cdb7e4'),
(4,2,1795820086492,'test','user.create','user','alice',NULL,NULL,'{\"add_time\": 1795820086490, \"cidrs\": null, \"cred_version\": 2, \"email\": null, \"email_verified\": 0, \"id\": 1, \"initial_until\": null, \"kind\": \"person\", \"language\": null, \"mail_off\": null, \"main\": null, \"must_change\": 0, \"networks\": null, \"nick\": null, \"parent\": null, \"remark\": null, \"service_group\": null, \"status\": \"active\", \"tokens_from\": 1795820086000, \"update_time\": 1795820086490, \"username\": \"alice\"}',NULL,NULL,NULL,NULL,'08841ff78bd13a227c3e598781ba4b0f416673582bccdeab0e7b90e877cdb7e4','8e5a59002bf5685c972d8712e743893054ca7391154b017f46f23f66d55e421b'),
(5,2,1795820086494,'test','role.create','role','1',NULL,NULL,'{\"add_time\": 1795820086492, \"id\": 1, \"name\": \"alice\", \"personal_of\": 1, \"remark\": null, \"role_name\": \"alice\", \"update_time\": 1795820086492}',NULL,NULL,NULL,NULL,'8e5a59002bf5685c972d8712e743893054ca7391154b017f46f23f66d55e421b','2511a0da7e7b1e547b4dfdf6f2ba8e01ab719584aa9653172ec74c9506ffaa45'),
(6,2,1795820086496,'test','user.join','user','alice',NULL,NULL,'{\"add_time\": 1795820086495, \"remark\": null, \"role_id\": 1, \"role_name\": \"alice\", \"user_id\": 1}',NULL,NULL,NULL,1,'2511a0da7e7b1e547b4dfdf6f2ba8e01ab719584aa9653172ec74c9506ffaa45','c2796bdf9a7c05bcf18881e09a4b9c456624b333fedad6f602126b915184fbcd'),
(7,2,1795820086497,'test','user.create','user','root',NULL,NULL,'{\"add_time\": 1795820086496, \"cidrs\": null, \"cred_version\": 2, \"email\": null, \"email_verified\": 0, \"id\": 2, \"initial_until\": null, \"kind\": \"person\", \"language\": null, \"mail_off\": null, \"main\": null, \"must_change\": 0, \"networks\": null, \"nick\": null, \"parent\": null, \"remark\": null, \"service_group\": null, \"status\": \"active\", \"tokens_from\": 1795820086000, \"update_time\": 1795820086496, \"username\": \"root\"}',NULL,NULL,NULL,NULL,'c2796bdf9a7c05bcf18881e09a4b9c456624b333fedad6f602126b915184fbcd','1c5c06ea00b25399c678c81ad0e1fc44672151f125e93161c5845e2bc9e325db'),
(8,2,1795820086498,'test','role.create','role','2',NULL,NULL,'{\"add_time\": 1795820086497, \"id\": 2, \"name\": \"root\", \"personal_of\": 2, \"remark\": null, \"role_name\": \"root\", \"update_time\": 1795820086497}',NULL,NULL,NULL,NULL,'1c5c06ea00b25399c678c81ad0e1fc44672151f125e93161c5845e2bc9e325db','533774b2ec9a5e474da00df2f0a1f49a0982f695154b06944607f0f356f78d2d'),
(9,2,1795820086498,'test','user.join','user','root',NULL,NULL,'{\"add_time\": 1795820086498, \"remark\": null, \"role_id\": 2, \"role_name\": \"root\", \"user_id\": 2}',NULL,NULL,NULL,2,'533774b2ec9a5e474da00df2f0a1f49a0982f695154b06944607f0f356f78d2d','1e967fd9e55aba8a851f5d965470625d00a9ffb84e9d50829cdb7f1245fed796'),
(10,2,1795820086502,'test','grant.create','grant','1',NULL,NULL,'{\"add_time\": 1795820086500, \"authorities\": [4], \"cidrs\": null, \"clusters\": [], \"granted_by\": \"test\", \"granted_by_id\": null, \"id\": 1, \"name_prefix\": null, \"networks\": null, \"remark\": null, \"res_id\": 0, \"res_type\": 0, \"resource\": \"*\", \"role_id\": 2, \"role_name\": \"root\", \"subscriptions\": null, \"update_time\": 1795820086500, \"valid_from\": null, \"valid_until\": null}',NULL,NULL,NULL,2,'1e967fd9e55aba8a851f5d965470625d00a9ffb84e9d50829cdb7f1245fed796','eb6018459a8a8e54361974529aa89a271cbc73d8dc6900001d98ddbc19443931'),
(11,2,1795820086503,'test','cluster.create','cluster','one',NULL,NULL,'{\"add_time\": 1795820086502, \"address\": \"pulsar://127.0.0.1:1\", \"admin_url\": \"http://127.0.0.1:1\", \"admin_user\": null, \"gone\": 0, \"id\": 1, \"name\": \"one\", \"remark\": null, \"update_time\": 1795820086502}',NULL,NULL,NULL,NULL,'eb6018459a8a8e54361974529aa89a271cbc73d8dc6900001d98ddbc19443931','a240b8fc361f82791afef15920def483d5496defd17dbfbc097c56c8e3a620a3'),
(12,2,1795820086504,'test','tenant.create','tenant','acme',NULL,NULL,'{\"add_time\": 1795820086503, \"clusters\": \"1\", \"deleting\": 0, \"id\": 1, \"is_valid\": 1, \"name\": \"acme\", \"remark\": null, \"update_time\": 1795820086503}',NULL,NULL,NULL,NULL,'a240b8fc361f82791afef15920def483d5496defd17dbfbc097c56c8e3a620a3','a468638e81134dc79b8adf6297b1afd8b6ce71e6af710ea59ac5f99ef4fde57f'),
(13,2,1795820086505,'test','namespace.create','namespace','acme/orders',NULL,NULL,'{\"add_time\": 1795820086504, \"bundles\": 4, \"deleting\": 0, \"id\": 1, \"is_valid\": 1, \"name\": \"orders\", \"policies\": null, \"remark\": null, \"subscription_auth_mode\": \"None\", \"tenant\": 1, \"update_time\": 1795820086504}',NULL,NULL,NULL,NULL,'a468638e81134dc79b8adf6297b1afd8b6ce71e6af710ea59ac5f99ef4fde57f','ed7034f0d2c632e3dca41252e701b5b2fea344661240bed23b9efabc8ae9f696'),
(14,2,1795820086507,'test','topic.create','topic','persistent://acme/orders/created',NULL,NULL,'{\"add_time\": 1795820086505, \"deleting\": 0, \"domain\": \"persistent\", \"id\": 1, \"is_valid\": 1, \"name\": \"created\", \"namespace\": 1, \"partitions\": 0, \"policies\": null, \"remark\": null, \"tenant\": 1, \"update_time\": 1795820086505}',NULL,NULL,NULL,NULL,'ed7034f0d2c632e3dca41252e701b5b2fea344661240bed23b9efabc8ae9f696','3a76f6479b0c5f2f8debc1f06e296e07bd00abecfaded6dd84d87b5e7769f156'),
(15,2,1795820086508,'test','user.create','user','orders-intake',NULL,NULL,'{\"add_time\": 1795820086507, \"cidrs\": null, \"cred_version\": 2, \"email\": null, \"email_verified\": 0, \"id\": 3, \"initial_until\": null, \"kind\": \"service\", \"language\": null, \"mail_off\": null, \"main\": null, \"must_change\": 0, \"networks\": null, \"nick\": null, \"parent\": null, \"remark\": null, \"service_group\": null, \"status\": \"active\", \"tokens_from\": 1795820086000, \"update_time\": 1795820086507, \"username\": \"orders-intake\"}',NULL,NULL,NULL,NULL,'3a76f6479b0c5f2f8debc1f06e296e07bd00abecfaded6dd84d87b5e7769f156','53bf4de807b3a1d7133c089d296aa7282495d3ed8dbe65b17f5aeafd4d94df92'),
(16,2,1795820086508,'test','role.create','role','3',NULL,NULL,'{\"add_time\": 1795820086508, \"id\": 3, \"name\": \"orders-intake\", \"personal_of\": 3, \"remark\": null, \"role_name\": \"orders-intake\", \"update_time\": 1795820086508}',NULL,NULL,NULL,NULL,'53bf4de807b3a1d7133c089d296aa7282495d3ed8dbe65b17f5aeafd4d94df92','89f6163eef192a671c3730cf48fbbb842cdbabde80c501328c8e9577316f7dd1'),
(17,2,1795820086509,'test','user.join','user','orders-intake',NULL,NULL,'{\"add_time\": 1795820086509, \"remark\": null, \"role_id\": 3, \"role_name\": \"orders-intake\", \"user_id\": 3}',NULL,NULL,NULL,3,'89f6163eef192a671c3730cf48fbbb842cdbabde80c501328c8e9577316f7dd1','c1638863697401b204c6e683f80fc7ecc49d9967e4fb430539b2ab9ee5c17892'),
(18,2,1795820086511,'test','user.create','user','bob',NULL,NULL,'{\"add_time\": 1795820086510, \"cidrs\": null, \"cred_version\": 2, \"email\": null, \"email_verified\": 0, \"id\": 4, \"initial_until\": null, \"kind\": \"person\", \"language\": null, \"mail_off\": null, \"main\": \"alice\", \"must_change\": 0, \"networks\": null, \"nick\": null, \"parent\": 1, \"remark\": null, \"service_group\": null, \"status\": \"active\", \"tokens_from\": 1795820086000, \"update_time\": 1795820086510, \"username\": \"bob\"}',NULL,NULL,NULL,NULL,'c1638863697401b204c6e683f80fc7ecc49d9967e4fb430539b2ab9ee5c17892','7690bf31ace100e3693da40073c95b8a78063240cff7e0f62a40aa98f7b12164'),
(19,2,1795820086512,'test','role.create','role','4',NULL,NULL,'{\"add_time\": 1795820086512, \"id\": 4, \"name\": \"bob\", \"personal_of\": 4, \"remark\": null, \"role_name\": \"bob\", \"update_time\": 1795820086512}',NULL,NULL,NULL,NULL,'7690bf31ace100e3693da40073c95b8a78063240cff7e0f62a40aa98f7b12164','94248bff5695a10954c86314fc111e9155387d9ac69340384a5963f3be5ca0ed'),
(20,2,1795820086513,'test','user.join','user','bob',NULL,NULL,'{\"add_time\": 1795820086512, \"remark\": null, \"role_id\": 4, \"role_name\": \"bob\", \"user_id\": 4}',NULL,NULL,NULL,4,'94248bff5695a10954c86314fc111e9155387d9ac69340384a5963f3be5ca0ed','499f650ec3f1352d2da78a0bc737c856d7f8cf4a5de5350774bc1305873f65a3'),
(21,2,1795820086515,'test','grant.create','grant','2',NULL,NULL,'{\"add_time\": 1795820086515, \"authorities\": [302, 303], \"cidrs\": null, \"clusters\": [\"one\"], \"granted_by\": \"test\", \"granted_by_id\": null, \"id\": 2, \"name_prefix\": null, \"networks\": null, \"remark\": null, \"res_id\": 1, \"res_type\": 4, \"resource\": \"persistent://acme/orders/created\", \"role_id\": 1, \"role_name\": \"alice\", \"subscriptions\": null, \"update_time\": 1795820086515, \"valid_from\": null, \"valid_until\": null}',NULL,NULL,NULL,1,'499f650ec3f1352d2da78a0bc737c856d7f8cf4a5de5350774bc1305873f65a3','adb6e5ef4ae1167dd43ccd91cf808692c5db69beb6b019d7c279b3f52fc59281'),
(22,2,1795820086516,'test','grant.create','grant','3',NULL,NULL,'{\"add_time\": 1795820086516, \"authorities\": [302, 303], \"cidrs\": null, \"clusters\": [\"one\"], \"granted_by\": \"test\", \"granted_by_id\": null, \"id\": 3, \"name_prefix\": null, \"networks\": null, \"remark\": null, \"res_id\": 1, \"res_type\": 4, \"resource\": \"persistent://acme/orders/created\", \"role_id\": 3, \"role_name\": \"orders-intake\", \"subscriptions\": null, \"update_time\": 1795820086516, \"valid_from\": null, \"valid_until\": null}',NULL,NULL,NULL,3,'adb6e5ef4ae1167dd43ccd91cf808692c5db69beb6b019d7c279b3f52fc59281','ec94e978654629e76ad25c185859a1f8a554037009965661ba8dec3c91c08f81'),
(23,2,1795820086517,'test','cluster.create','cluster','cluster4',NULL,NULL,'{\"add_time\": 1795820086517, \"address\": \"pulsar://127.0.0.1:1\", \"admin_url\": \"http://127.0.0.1:1\", \"admin_user\": null, \"gone\": 0, \"id\": 2, \"name\": \"cluster4\", \"remark\": null, \"update_time\": 1795820086517}',NULL,NULL,NULL,NULL,'ec94e978654629e76ad25c185859a1f8a554037009965661ba8dec3c91c08f81','c685ed335ecadc0aebe02400af86ce5ca05167a4dbaebffb75bdf5ebd2812991'),
(24,2,1795820086517,'test','tenant.create','tenant','tenant3',NULL,NULL,'{\"add_time\": 1795820086517, \"clusters\": \"2\", \"deleting\": 0, \"id\": 2, \"is_valid\": 1, \"name\": \"tenant3\", \"remark\": null, \"update_time\": 1795820086517}',NULL,NULL,NULL,NULL,'c685ed335ecadc0aebe02400af86ce5ca05167a4dbaebffb75bdf5ebd2812991','3d7ed6ac62f9744e540776a94d9b0f9d25cac69605ff50dd5210e9ead08db604'),
(25,2,1795820086518,'test','namespace.create','namespace','tenant3/namespace2',NULL,NULL,'{\"add_time\": 1795820086517, \"bundles\": 4, \"deleting\": 0, \"id\": 2, \"is_valid\": 1, \"name\": \"namespace2\", \"policies\": null, \"remark\": null, \"subscription_auth_mode\": \"None\", \"tenant\": 2, \"update_time\": 1795820086517}',NULL,NULL,NULL,NULL,'3d7ed6ac62f9744e540776a94d9b0f9d25cac69605ff50dd5210e9ead08db604','ba036f03c2c8678f180d37dca1d48d6084aea0bc4d9bd0344a3b2d3afb1d7708'),
(26,2,1795820086518,'test','topic.create','topic','persistent://tenant3/namespace2/topic1',NULL,NULL,'{\"add_time\": 1795820086517, \"deleting\": 0, \"domain\": \"persistent\", \"id\": 2, \"is_valid\": 1, \"name\": \"topic1\", \"namespace\": 2, \"partitions\": 0, \"policies\": null, \"remark\": null, \"tenant\": 2, \"update_time\": 1795820086517}',NULL,NULL,NULL,NULL,'ba036f03c2c8678f180d37dca1d48d6084aea0bc4d9bd0344a3b2d3afb1d7708','c4291cfc406d8dbf4182486a16e10ffec4599d5ff0503bf032b54307cf2f1c60'),
(27,2,1795820086546,'test','group.create','group','odd',NULL,NULL,'{\"name\": \"é ü 中文 😀 \'\\\"\\\\ %s :name \\t{}\"}',NULL,NULL,NULL,NULL,'c4291cfc406d8dbf4182486a16e10ffec4599d5ff0503bf032b54307cf2f1c60','390892b00439a459c2abb3a64ec9b9c7025b57e7880921dc2e5725881f8eb03c');
/*!40000 ALTER TABLE `sys_trail` ENABLE KEYS */;
/*!50003 SET @saved_cs_client      = @@character_set_client */ ;
/*!50003 SET @saved_cs_results     = @@character_set_results */ ;
/*!50003 SET @saved_col_connection = @@collation_connection */ ;
/*!50003 SET character_set_client  = utf8mb4 */ ;
/*!50003 SET character_set_results = utf8mb4 */ ;
/*!50003 SET collation_connection  = utf8mb4_general_ci */ ;
/*!50003 SET @saved_sql_mode       = @@sql_mode */ ;
/*!50003 SET sql_mode              = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_AUTO_CREATE_USER,NO_ENGINE_SUBSTITUTION' */ ;
DELIMITER ;;
/*!50003 CREATE*/ /*!50017 DEFINER=`root`@`localhost`*/ /*!50003 TRIGGER sys_trail_no_update BEFORE UPDATE ON sys_trail FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'the trail is append-only' 
*/;;
DELIMITER ;
/*!50003 SET sql_mode              = @saved_sql_mode */ ;
/*!50003 SET character_set_client  = @saved_cs_client */ ;
/*!50003 SET character_set_results = @saved_cs_results */ ;
/*!50003 SET collation_connection  = @saved_col_connection */ ;
/*!50003 SET @saved_cs_client      = @@character_set_client */ ;
/*!50003 SET @saved_cs_results     = @@character_set_results */ ;
/*!50003 SET @saved_col_connection = @@collation_connection */ ;
/*!50003 SET character_set_client  = utf8mb4 */ ;
/*!50003 SET character_set_results = utf8mb4 */ ;
/*!50003 SET collation_connection  = utf8mb4_general_ci */ ;
/*!50003 SET @saved_sql_mode       = @@sql_mode */ ;
/*!50003 SET sql_mode              = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_AUTO_CREATE_USER,NO_ENGINE_SUBSTITUTION' */ ;
DELIMITER ;;
/*!50003 CREATE*/ /*!50017 DEFINER=`root`@`localhost`*/ /*!50003 TRIGGER sys_trail_no_delete BEFORE DELETE ON sys_trail FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'the trail is append-only' 
*/;;
DELIMITER ;
/*!50003 SET sql_mode              = @saved_sql_mode */ ;
/*!50003 SET character_set_client  = @saved_cs_client */ ;
/*!50003 SET character_set_results = @saved_cs_results */ ;
/*!50003 SET collation_connection  = @saved_col_connection */ ;
DROP TABLE IF EXISTS `sys_used_assertion`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_used_assertion` (
  `digest` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `valid_until` bigint(20) NOT NULL,
  PRIMARY KEY (`digest`),
  KEY `ix_sys_used_assertion_valid_until` (`valid_until`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_used_assertion` DISABLE KEYS */;
INSERT INTO `sys_used_assertion` (`digest`, `valid_until`) VALUES ('1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993),
('2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994);
/*!40000 ALTER TABLE `sys_used_assertion` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_used_challenge`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_used_challenge` (
  `challenge` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `valid_until` bigint(20) NOT NULL,
  PRIMARY KEY (`challenge`),
  KEY `ix_sys_used_challenge_valid_until` (`valid_until`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_used_challenge` DISABLE KEYS */;
INSERT INTO `sys_used_challenge` (`challenge`, `valid_until`) VALUES ('1 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740993),
('2 é ü 中文 😀 \'\"\\ %s :name 	{}',9007199254740994);
/*!40000 ALTER TABLE `sys_used_challenge` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_user_info`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_user_info` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `username` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `nick` varchar(128) DEFAULT NULL,
  `passwd` varchar(128) DEFAULT NULL,
  `service_group` bigint(20) DEFAULT NULL,
  `add_time` bigint(20) NOT NULL,
  `update_time` bigint(20) NOT NULL,
  `remark` varchar(256) DEFAULT NULL,
  `kind` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `status` varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `parent` bigint(20) DEFAULT NULL,
  `must_change` int(11) NOT NULL,
  `initial_until` bigint(20) DEFAULT NULL,
  `cred_version` bigint(20) NOT NULL,
  `tokens_from` bigint(20) NOT NULL,
  `failures` int(11) NOT NULL,
  `delayed_until` bigint(20) NOT NULL,
  `networks` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `cidrs` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `email` varchar(254) DEFAULT NULL,
  `email_verified` int(11) NOT NULL DEFAULT 0,
  `language` varchar(8) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `mail_off` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uq_sys_user_info_username` (`username`),
  KEY `ix_sys_user_info_parent` (`parent`),
  KEY `ix_sys_user_info_service_group` (`service_group`),
  KEY `ix_sys_user_info_update_time` (`update_time`),
  CONSTRAINT `fk_sys_user_info_parent` FOREIGN KEY (`parent`) REFERENCES `sys_user_info` (`id`),
  CONSTRAINT `fk_sys_user_info_service_group` FOREIGN KEY (`service_group`) REFERENCES `sys_service_group` (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=5 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_user_info` DISABLE KEYS */;
INSERT INTO `sys_user_info` (`id`, `username`, `nick`, `passwd`, `service_group`, `add_time`, `update_time`, `remark`, `kind`, `status`, `parent`, `must_change`, `initial_until`, `cred_version`, `tokens_from`, `failures`, `delayed_until`, `networks`, `cidrs`, `email`, `email_verified`, `language`, `mail_off`) VALUES (1,'alice',NULL,NULL,NULL,1795820086490,1795820086490,NULL,'person','active',NULL,0,NULL,2,1795820086000,0,0,NULL,NULL,NULL,0,NULL,NULL),
(2,'root',NULL,NULL,NULL,1795820086496,1795820086496,NULL,'person','active',NULL,0,NULL,2,1795820086000,0,0,NULL,NULL,NULL,0,NULL,NULL),
(3,'orders-intake',NULL,NULL,NULL,1795820086507,1795820086507,NULL,'service','active',NULL,0,NULL,2,1795820086000,0,0,NULL,NULL,NULL,0,NULL,NULL),
(4,'bob',NULL,NULL,NULL,1795820086510,1795820086510,NULL,'person','active',1,0,NULL,2,1795820086000,0,0,NULL,NULL,NULL,0,NULL,NULL);
/*!40000 ALTER TABLE `sys_user_info` ENABLE KEYS */;
DROP TABLE IF EXISTS `sys_user_role_map`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `sys_user_role_map` (
  `user_id` bigint(20) NOT NULL,
  `role_id` bigint(20) NOT NULL,
  `add_time` bigint(20) NOT NULL,
  `remark` varchar(256) DEFAULT NULL,
  PRIMARY KEY (`user_id`,`role_id`),
  KEY `ix_sys_user_role_map_role_id` (`role_id`),
  CONSTRAINT `fk_sys_user_role_map_role_id` FOREIGN KEY (`role_id`) REFERENCES `sys_role` (`id`),
  CONSTRAINT `fk_sys_user_role_map_user_id` FOREIGN KEY (`user_id`) REFERENCES `sys_user_info` (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `sys_user_role_map` DISABLE KEYS */;
INSERT INTO `sys_user_role_map` (`user_id`, `role_id`, `add_time`, `remark`) VALUES (1,1,1795820086495,NULL),
(2,2,1795820086498,NULL),
(3,3,1795820086509,NULL),
(4,4,1795820086512,NULL);
/*!40000 ALTER TABLE `sys_user_role_map` ENABLE KEYS */;
/*!40103 SET TIME_ZONE=@OLD_TIME_ZONE */;
/*!40101 SET SQL_MODE=@OLD_SQL_MODE */;
/*!40014 SET FOREIGN_KEY_CHECKS=@OLD_FOREIGN_KEY_CHECKS */;
/*!40014 SET UNIQUE_CHECKS=@OLD_UNIQUE_CHECKS */;
/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;
/*!40101 SET CHARACTER_SET_RESULTS=@OLD_CHARACTER_SET_RESULTS */;
/*!40101 SET COLLATION_CONNECTION=@OLD_COLLATION_CONNECTION */;
/*!40111 SET SQL_NOTES=@OLD_SQL_NOTES */;
