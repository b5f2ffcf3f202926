#!/bin/sh
# Makes the role and the database of the batch part, once, while the server has no data. The role owns its database, where the
# part makes its tables itself, and nothing else. No other role may enter the database.
set -eu
psql --quiet --set=ON_ERROR_STOP=1 --username postgres --dbname postgres <<'SQL'
\getenv password POSTGRES_PASSWORD_BATCH
CREATE ROLE pageprobe LOGIN PASSWORD :'password';
CREATE DATABASE pageprobe OWNER pageprobe;
REVOKE ALL ON DATABASE pageprobe FROM PUBLIC;
SQL
