#!/bin/sh
# Starts MinIO, makes the bucket, and the user of the service: S3_ACCESS_KEY may read and write images and bodies in it, and
# set when they expire. It may not delete the bucket, nor see another one.
set -eu
prepare() {
  export MC_CONFIG_DIR=/tmp/mc
  until mc alias set local http://127.0.0.1:9000 "$MINIO_ROOT_USER" "$MINIO_ROOT_PASSWORD"; do sleep 1; done
  sed "s/BUCKET/$S3_BUCKET/g" /etc/pageprobe/minio-policy.json > /tmp/policy.json
  mc mb --ignore-existing "local/$S3_BUCKET"
  mc admin policy create local pageprobe /tmp/policy.json
  mc admin user add local "$S3_ACCESS_KEY" "$S3_SECRET_KEY"
  # Fails when it is so already.
  mc admin policy attach local pageprobe --user "$S3_ACCESS_KEY" || true
}
(prepare > /dev/null && echo 'The user of the service is set up') &
exec minio server /data --address :9000
