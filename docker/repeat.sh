# sh repeat.sh SECONDS COMMAND…: the command once (0), or again and again, so many seconds after its end, until SIGTERM.
# One that failed is tried at the next time: its message is in the log.
set -eu
every=$1
shift
[ "$every" -gt 0 ] || exec "$@"
child=
trap '[ -z "$child" ] || kill "$child" 2>/dev/null || true; exit 0' TERM INT
while :; do
  "$@" &
  child=$!
  wait "$child" || echo "$* failed; the next try is in $every seconds" >&2
  sleep "$every" &
  child=$!
  wait "$child"
done
