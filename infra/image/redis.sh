#!/bin/sh
# Starts Redis with a user for each part, whose password is in REDIS_PASSWORD_<PART>. A part may use the keys of its work
# alone, by the commands that the service sends: API keys and their counts are the gateway's. Nobody may set up the server,
# flush it or list what others do. The user "default" has a password that nobody knows, and all rights: Redis plays its own file
# of changes back in that name, and leaves out what it could not do.
set -eu
umask 077
users=${TMPDIR:-/tmp}/users.acl
commands='-@all +ping +hello +auth +info +quit +select +client|setname
  +get +mget +set +unlink +exists +expire +incrby +ttl +pttl +eval +time
  +hget +hset +hsetnx +zadd +zrem +zremrangebyscore +zcard +zscore +zrange +pexpireat'
# Of inspections: what is known of them, how they ended, who works on them, what they stored; and the secret that proves the batch part's requests.
work='~pageprobe:inspection:* ~pageprobe:inspections:* ~pageprobe:outcome:* ~pageprobe:in-hand:* ~pageprobe:in-hand-by:* ~pageprobe:stored:* %R~pageprobe:stored-limit:* %R~pageprobe:secret:seal'
# Whose turn it is to ask a host or an address, how often that failed, and how long it rests.
hosts='~pageprobe:turn:* ~pageprobe:address:* ~pageprobe:host-failures:* ~pageprobe:host-rest:*'

user() {
  name=$1
  shift
  eval "password=\$REDIS_PASSWORD_$(echo "$name" | tr a-z A-Z)"
  digest=$(printf %s "$password" | sha256sum | cut -d ' ' -f 1)
  echo user "$name" on "#$digest" $commands "$@" >> "$users"
}

set -f
echo "user default on #$(head -c 32 /dev/urandom | sha256sum | cut -d ' ' -f 1) ~* &* +@all" > "$users"
user gateway '~pageprobe:*' '&pageprobe:*' +scan +sadd +smembers +publish +subscribe +unsubscribe
user fetch $work $hosts
user render $work $hosts '~pageprobe:browser:*' '~pageprobe:render-load:*'
user extract $work
user score $work '~pageprobe:audits:*'
user batch $work '~pageprobe:secret:seal' '~pageprobe:batch:owner:*' '~pageprobe:quota:*:batch:*'
exec redis-server --aclfile "$users" "$@"
