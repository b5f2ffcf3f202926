#!/bin/sh
# Starts Redis with a user for each part, whose password is in REDIS_PASSWORD_<PART>. A part may use only the keys of its
# work, with the commands that the service sends: API keys and their counts belong to the gateway. No user may configure the
# server, flush it or list other clients. The user "default" has a random password and all rights: Redis replays its
# append-only file as that user, and skips commands that the user may not run.
set -eu
umask 077
users=${TMPDIR:-/tmp}/users.acl
commands='-@all +ping +hello +auth +info +quit +select +client|setname
  +get +mget +set +unlink +exists +expire +incrby +ttl +pttl +eval +time
  +hget +hset +hsetnx +hgetall +hdel +zadd +zrem +zremrangebyscore +zcard +zscore +zrange +pexpireat'
# Inspections: their records, outcomes, leases and stored bytes; and the secret that signs the batch part's requests.
work='~pageprobe:inspection:* ~pageprobe:inspections:* ~pageprobe:outcome:* ~pageprobe:in-hand:* ~pageprobe:in-hand-by:* ~pageprobe:stored:* %R~pageprobe:stored-limit:* %R~pageprobe:secret:seal'
# Permits of hosts and addresses, counts of their failures, cooldowns, and why and how long they wait.
hosts='~pageprobe:turn:* ~pageprobe:address:* ~pageprobe:host-failures:* ~pageprobe:host-rest:* ~pageprobe:host-wait:* ~pageprobe:host-pace:*'

user() {
  name=$1
  shift
  eval "password=\$REDIS_PASSWORD_$(echo "$name" | tr a-z A-Z)"
  digest=$(printf %s "$password" | sha256sum | cut -d ' ' -f 1)
  echo user "$name" on "#$digest" $commands "$@" >> "$users"
}

set -f
echo "user default on #$(head -c 32 /dev/urandom | sha256sum | cut -d ' ' -f 1) ~* &* +@all" > "$users"
user gateway '~pageprobe:*' '&pageprobe:*' +scan +sadd +smembers +xadd +xrevrange +publish +subscribe +unsubscribe
user fetch $work $hosts
user render $work $hosts '~pageprobe:browser:*' '~pageprobe:render-load:*'
user extract $work
user score $work '~pageprobe:audits:*'
user batch $work '~pageprobe:inspection-lines:*' '~pageprobe:site-history:*' '~pageprobe:secret:seal' '~pageprobe:batch-turn:*' '~pageprobe:quota:*:batch:*' '~pageprobe:quota-refund:*' \
  '%R~pageprobe:host-wait:*' '%R~pageprobe:host-pace:*'
exec redis-server --aclfile "$users" "$@"
