# sh repeat.sh SECONDS COMMAND…: the command once (0), or again and again, so many seconds after its end, until SIGTERM.
# One that failed, as an audit before the first events, is tried again after ten minutes at most: its message is in the log.
set -eu
every=$1
shift
[ "$every" -gt 0 ] || exec "$@"
child=
trap '[ -z "$child" ] || kill "$child" 2>/dev/null || true; exit 0' TERM INT
while :; do
  pause=$every
  "$@" &
  child=$!
  wait "$child" || {
    [ "$pause" -lt 600 ] || pause=600
    echo "$* failed; the next try is in $pause seconds" >&2
  }
  sleep "$pause" &
  child=$!
  wait "$child"
done
