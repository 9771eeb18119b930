# sh run-backup.sh DIRECTORY DAYS: a back-up, read whole; then those that are older go (docs/operators/backup.md).
set -eu
told=$(usercenter backup "$1")
echo "$told"
usercenter backup --verify "$(echo "$told" | head -n 1)"
find "$1" -name 'user-center-*.backup' -mtime "+$2" -delete
