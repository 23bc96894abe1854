#!/bin/sh
# Restores the newest backup into a throwaway PostgreSQL on this machine, checks key, schema and `reconcile`, and notes the backup
# (docs/recovery.md, "A scheduled restore test"). Nothing of the platform is changed but the time of that note.
#
#   BACKUPS      the folder of the backups: `pg_dump --format=custom`, one file NAME.dump each
#   GUIDEPOST    the checkout
#   DATABASE_URL, ENCRYPTION_KEY, TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE   the platform's
#
# It needs PostgreSQL's programs (initdb, pg_ctl, psql, pg_restore) of the server's version on PATH, and is not run as root.
set -eu

newest=$(ls -t "$BACKUPS"/*.dump | head -n 1)
taken=$(date -u -r "$newest" +%Y-%m-%dT%H:%M:%SZ)
began=$(date +%s)
place=$(mktemp -d)
port=${RESTORE_TEST_PORT:-25432}
# Personal data is in it: no account of this machine gets in without the password, and nothing of it stays.
password=$(openssl rand -hex 16)
trap 'pg_ctl --pgdata="$place/data" --mode=immediate stop > /dev/null 2>&1 || true; rm -rf "$place"' EXIT

url() { echo "postgresql://$1:$password@127.0.0.1:$port/${2:-guidepost}"; }
migrate() {
  DATABASE_ADMIN_URL=$(url postgres) DATABASE_MIGRATION_URL=$(url guidepost_migration) DATABASE_URL=$(url guidepost_app) \
    node "$GUIDEPOST/db/migrate.ts"
}

echo "$password" > "$place/password"
initdb --pgdata="$place/data" --username=postgres --pwfile="$place/password" --auth=scram-sha-256 \
  --encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8 > "$place/log"
pg_ctl --pgdata="$place/data" --log="$place/log" --wait start \
  --options="-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=''" > /dev/null
psql "$(url postgres postgres)" --quiet --command='create database guidepost'

# Once for the roles, once for what the release adds to the backup.
migrate
pg_restore --clean --if-exists --exit-on-error --dbname="$(url guidepost_migration)" "$newest"
migrate

# 1: it found disagreements, which is right where orders were moved since. Anything above is a failure: the wrong key, another schema.
status=0
DATABASE_URL=$(url guidepost_app) node "$GUIDEPOST/admin/index.ts" --as restore-test reconcile --csv "$place/lost.csv" > "$place/found" || status=$?
if [ "$status" -gt 1 ]; then exit "$status"; fi

node "$GUIDEPOST/admin/index.ts" --as restore-test backup-noted --at "$taken"
echo "restored $newest of $taken in $(($(date +%s) - began)) s; since then: $(tail -n 3 "$place/found" | tr '\n' ' ')"
