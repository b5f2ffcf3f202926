#!/bin/sh
# Starts MinIO, and creates the bucket, the policies beside this file and a user for each part, whose secret key is in
# S3_SECRET_KEY_<PART>. Only root may create or remove buckets, or access objects outside bodies/
# and images/; the batch part alone those below results/.
set -eu
here=/etc/pageprobe
user() {
  name=$1
  shift
  eval "secret=\$S3_SECRET_KEY_$(echo "$name" | tr a-z A-Z)"
  mc admin user add local "$name" "$secret"
  for policy in "$@"; do
    # Fails when the user has the policy already.
    mc admin policy attach local "$policy" --user "$name" 2> /dev/null || true
  done
}
prepare() {
  export MC_CONFIG_DIR=/tmp/mc
  until mc alias set local http://127.0.0.1:9000 "$MINIO_ROOT_USER" "$MINIO_ROOT_PASSWORD"; do sleep 1; done
  mc mb --ignore-existing "local/$S3_BUCKET"
  for policy in read write-bodies write-images write-results set-expiry; do
    sed "s/BUCKET/$S3_BUCKET/g" "$here/$policy.json" > "/tmp/$policy.json"
    mc admin policy create local "$policy" "/tmp/$policy.json"
  done
  user gateway read
  user batch read write-results
  user extract read write-bodies
  user score read write-bodies
  user render read write-bodies write-images
  user fetch read write-bodies set-expiry
}
(prepare > /dev/null && echo 'The users of the parts are set up') &
exec minio server /data --address :9000
