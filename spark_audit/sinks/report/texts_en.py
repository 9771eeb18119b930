"""The report in English."""

TEXTS = {
    "title": "Use of granted rights",
    "window": "{from} to {until} (UTC dates, both included)",
    "other": "中文",
    "run": "run",
    "verdict_good": "Every allowed event is supported by the exported history of grants: no use after revocation.",
    "verdict_bad": "{n} groups of allowed events are not supported by the exported history of grants. See below.",
    "verdict_thin": "The log is incomplete ({percent} % of the events have arrived). Where less than {least} % of a "
    "cluster's log is there, no grant is called unused or redundant.",
    "card_uses": "uses",
    "card_grants": "grants judged",
    "card_unused": "unused",
    "card_redundant": "redundant",
    "card_denied": "denied attempts",
    "card_coverage": "of the log arrived",
    "findings": "Grants by finding",
    "findings_about": "{judged} of {grants} exported grants. The others ended before and were not used in the window.",
    "trend": "Use and denials per day",
    "trend_about": "Above the line uses, below it denied attempts; the two halves have scales of their own.",
    "allowed": "allowed",
    "denied": "denied",
    "heat": "Where roles are used",
    "heat_about": "Uses by the deciding grant's role and namespace. Darker is more; the most used ones are shown.",
    "denials": "Who keeps asking for what",
    "denials_about": "Denied attempts, probes left out.",
    "probes": "Probes and listings",
    "probes_about": "Clients that only looked what they may see. Neither use nor denied attempts.",
    "differences": "Allowed, but not supported by the history",
    "coverage": "How complete the log is",
    "coverage_about": "Brokers number their events; a missing number is a lost event, a bad line is one too.",
    "inputs": "Inputs",
    "bad": "Bad lines",
    "bad_none": "no bad lines",
    "duplicates": "duplicates",
    "files": "event files",
    "formulas": "How every number is made",
    "more": "{n} more rows are in {file}.",
    "nothing": "Nothing to list.",
    "grant": "grant", "role": "role", "resource": "resource", "authorities": "authorities", "members": "members using",
    "covering": "covering", "sole": "sole", "last": "last use", "why": "why", "granted_by": "granted by",
    "user": "user", "op": "operation", "reason": "reason", "n": "times",
    "first": "first seen", "last_seen": "last seen",
    "days": "days", "decision": "decision", "problem": "problem", "rev": "revision", "cluster": "cluster",
    "events": "events", "lost": "lost", "boots": "broker starts", "percent": "coverage %",
    "decision_1": "allowed", "decision_2": "denied", "decision_3": "observed",
    "essential": "essential", "used": "used", "redundant": "redundant", "unused": "unused", "unknown": "unknown",
    "used_not_granted": "used, no longer granted",
    "why_not_logged": "no event of its cluster", "why_coverage": "log incomplete", "why_young": "too young",
    "def_essential": "sole > 0: at least one use was covered by this grant alone.",
    "def_redundant": "covering > 0 and sole = 0: each of its uses was covered by another grant too. Take away one at a "
    "time: two redundant grants may cover each other.",
    "def_used": "covering > 0 and sole = 0, but the grant is too young or the log incomplete: not called redundant.",
    "def_unused": "covering = 0, the grant is at least {age} days older than the window's end (add time or begin of "
    "its validity) and at least {least} % of the log of all its clusters has arrived.",
    "def_unknown": "covering = 0, but the grant is too young, "
    "or the log of one of its clusters is missing or incomplete.",
    "def_used_not_granted": "covering > 0 and the grant has ended since (no open line in the export).",
    "term_uses": "uses",
    "def_uses": "Events with kind 0 (use) and 2 (daily renewal of an open connection), merged events with their n. "
    "Kind 1 (probe, listing) is not use.",
    "term_counters": "covering, applied, sole",
    "def_counters": "Sums of n over the uses whose covering grants contain this grant; in which it stands first (most "
    "specific resource, then lowest id); in which it is the only one.",
    "term_coverage": "coverage",
    "def_coverage": "100 · events / (events + lost), rounded down to hundredths. lost = numbers missing between the "
    "sequence numbers of one broker start, from 1, counted on the date of the event behind the gap. Events lost after "
    "the last one that arrived cannot be seen.",
    "term_differences": "history check",
    "def_differences": "Each allowed event's grants are looked up in the export at the revision that decided: "
    "from_rev ≤ rev < until_rev, validity window, members, resource.",
}  # fmt: skip
"""Texts by key; `{names}` are filled in."""
