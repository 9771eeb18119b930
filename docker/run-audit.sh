# The audit, once. The center tells when there is no newer run.
set -eu
python -m app export-history /audit/history
python -m spark_audit run --events /events --history /audit/history --out /audit
python -m app import-audit /audit
