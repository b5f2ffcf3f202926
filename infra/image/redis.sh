#!/bin/sh
# Starts Redis with a user for each part, whose password is in REDIS_PASSWORD_<PART>. A part may use the keys and channels of
# the service, by the commands that the service sends; it may not set up the server, flush it or list what others do. The
# user "default", who needs no password, is off.
set -eu
umask 077
rights='~pageprobe:* &pageprobe:* -@all +ping +hello +auth +info +quit +select +client|setname'
rights="$rights +get +mget +set +unlink +exists +expire +incrby +pttl +eval +evalsha +script|load +scan +publish +subscribe +unsubscribe"
users=/tmp/users.acl
echo 'user default off' > "$users"
for part in GATEWAY FETCH RENDER EXTRACT SCORE BATCH; do
  eval "password=\$REDIS_PASSWORD_$part"
  name=$(echo "$part" | tr A-Z a-z)
  digest=$(printf %s "$password" | sha256sum | cut -d ' ' -f 1)
  echo "user $name on #$digest $rights" >> "$users"
done
exec redis-server --aclfile "$users" "$@"
