# sh make-secrets.sh CENTER DATABASE BACKUP: makes the secrets of docker-compose.yml in these directories, unless they are
# there: each file is written whole, or not at all. 0440: database, center and audit are different users of one group.
set -eu
umask 027
make() { # make FILE, of what comes in
  rm -f "$1.new"
  cat >"$1.new"
  chmod 0440 "$1.new"
  mv "$1.new" "$1"
}
random() { [ -s "$1" ] || python -c 'import secrets; print(secrets.token_urlsafe(48), end="")' | make "$1"; }
# Earlier versions kept all of them in the center's.
former() { [ ! -s "$1" ] || { make "$2" <"$1" && rm -f "$1"; }; }
former "$1/postgres-password" "$2/postgres-password"
former "$1/backup-key" "$3/backup-key"
random "$1/secret-key"
random "$2/postgres-password"
random "$3/backup-key"
[ -s "$1/database-url" ] || printf 'postgresql+psycopg://center:%s@database/center' "$(cat "$2/postgres-password")" | make "$1/database-url"
