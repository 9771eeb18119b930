"""Findings and suggestions in English, except for the texts of `finding_words.json`."""

TEXTS = {
    "severity_1": "info",
    "severity_2": "low",
    "severity_3": "medium",
    "severity_4": "high",
    "severity_5": "critical",
    "subject_grant": "grant",
    "subject_user": "user",
    "subject_credential": "credential",
    "subject_sub_account": "sub-account",
    "subject_role": "role",
    "subject_address": "address",
    "subject_broker_start": "broker start",
    "subject_tenant": "tenant",
    "subject_resource": "resource",
    "suggested_no use in the window": "no use in the window",
    "suggested_no use in the window, and its sub-accounts need no more than another grant that stays":
        "no use in the window, and its sub-accounts need no more than another grant that stays",
    "suggested_every use was covered by another grant that stays":
        "every use was covered by another grant that stays",
    "suggested_used on few of the resources that it reaches": "used on few of the resources that it reaches",
    "suggested_used for few of the subscriptions that it names": "used for few of the subscriptions that it names",
    "suggested_used for some of functions, sources, sinks and packages":
        "used for some of functions, sources, sinks and packages",
    "suggested_together": "{n} such grants can go together",
    "suggested_whole": "stays whole on {places}, where topics come and go",
    "suggested_kept": "kept by {roles}",
    "suggested_above": "roles above its tenant keep it: {n}",
}  # fmt: skip
