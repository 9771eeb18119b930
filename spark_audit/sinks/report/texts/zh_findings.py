"""发现与建议（中文）；名称在 `finding_words.json` 中。"""

TEXTS = {
    "severity_1": "信息",
    "severity_2": "低",
    "severity_3": "中",
    "severity_4": "高",
    "severity_5": "严重",
    "subject_grant": "授权",
    "subject_user": "用户",
    "subject_credential": "凭据",
    "subject_sub_account": "子账号",
    "subject_role": "角色",
    "subject_address": "地址",
    "subject_broker_start": "Broker 启动",
    "subject_tenant": "租户",
    "subject_resource": "资源",
    "suggested_no use in the window": "审计区间内没有使用",
    "suggested_no use in the window, and its sub-accounts need no more than another grant that stays":
        "审计区间内没有使用，其子账号所需的由保留的另一项授权覆盖",
    "suggested_every use was covered by another grant that stays": "每次使用都由保留的另一项授权覆盖",
    "suggested_used on few of the resources that it reaches": "只用于其可访问资源中的少数",
    "suggested_used for few of the subscriptions that it names": "只用于其所列订阅中的少数",
    "suggested_used for some of functions, sources, sinks and packages":
        "只用到函数、Source、Sink 和软件包中的一部分",
    "suggested_together": "这样的 {n} 项授权可以一起收回",
    "suggested_whole": "在 {places} 上保持不变，那里的主题会变动",
    "suggested_kept": "由 {roles} 保留",
    "suggested_above": "由其租户之上的 {n} 个角色保留",
}  # fmt: skip
