#!/bin/sh
# As the entry point of the image "postgres": on an empty volume makes the data, with the password of the user "postgres", and
# runs the programs in /docker-entrypoint-initdb.d against a server that nobody else reaches. Then runs the command.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  umask 077
  password=$(mktemp)
  printf '%s\n' "$POSTGRES_PASSWORD" > "$password"
  initdb --username=postgres --auth-local=trust --pwfile="$password" $POSTGRES_INITDB_ARGS
  rm "$password"
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl -w start -o '-c listen_addresses='
  for program in "${INIT_FOLDER:-/docker-entrypoint-initdb.d}"/*; do "$program"; done
  pg_ctl -w -m fast stop
fi
exec "$@" -c listen_addresses='*'
