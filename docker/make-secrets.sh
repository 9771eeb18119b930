# Makes the secrets of docker-compose.yml in a directory, unless they are there: each file is written whole, or not at all.
# 0440: database, center and audit are different users of one group.
set -eu
umask 027
cd "$1"
make() {
  [ -s "$1" ] && return
  rm -f "$1.new"
  cat >"$1.new"
  chmod 0440 "$1.new"
  mv "$1.new" "$1"
}
random() { python -c 'import secrets; print(secrets.token_urlsafe(48), end="")'; }
[ -s secret-key ] || random | make secret-key
[ -s backup-key ] || random | make backup-key
[ -s postgres-password ] || random | make postgres-password
[ -s database-url ] || printf 'postgresql+psycopg://center:%s@database/center' "$(cat postgres-password)" | make database-url
