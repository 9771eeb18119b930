"""What the gold tables say that somebody should look at. Each kind is defined in docs/audit-findings.md."""
