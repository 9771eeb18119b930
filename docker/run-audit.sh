# The audit, once; with AUDIT_EVERY_SECONDS above 0 again and again, until SIGTERM. A run that failed is tried at the
# next time: its message is in the log, and the center tells that there is no newer run.
set -eu
audit() {
  python -m app export-history /audit/history &&
    python -m spark_audit run --events /events --history /audit/history --out /audit &&
    python -m app import-audit /audit
}
every=${AUDIT_EVERY_SECONDS:-0}
[ "$every" -gt 0 ] || { audit; exit; }
child=
trap '[ -z "$child" ] || kill "$child" 2>/dev/null || true; exit 0' TERM INT
while :; do
  audit &
  child=$!
  wait "$child" || echo "the audit failed; the next one is in $every seconds" >&2
  sleep "$every" &
  child=$!
  wait "$child"
done
