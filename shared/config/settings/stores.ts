import {
  connect,
  optional,
  postgresUrl,
  redisUrl,
  secret,
  text,
  urlOf,
} from '#shared/config/setting-types.ts'

/** Settings of the result store, the database of batches and the object store. */
export const storeSettings = {
  REDIS_URL: secret(
    optional(redisUrl),
    'redis://host:6379, redis+cluster://host:6379,… or redis+sentinel://host:26379,…/name, rediss for TLS; empty = the embedded store',
    'Set it with Kafka, or for several gateways.',
  ),
  REDIS_CACHE_URL: secret(
    optional(redisUrl),
    'a second Redis for what may be evicted: outcomes, cached responses, histories of audits; empty = all in REDIS_URL',
    'Set it when the memory of the first is short: this one may evict.',
  ),
  REDIS_SENTINEL_PASSWORD: secret(
    text,
    'password of the sentinels themselves',
    'Set it when the sentinels ask for a password.',
  ),
  POSTGRES_URL: secret(
    optional(postgresUrl),
    'with Kafka, the database of batches: postgres://user:password@host:5432,…/database, several hosts are tried in order; sslmode, sslrootcert, sslcert and sslkey after `?`; for the batch part alone',
    'Set it with Kafka to take batches.',
  ),
  S3_ENDPOINT: connect(
    '',
    optional(urlOf('http', 'https')),
    'URL of MinIO or any S3; empty = a folder',
    'Set it with Kafka: all parts share the objects.',
  ),
  S3_ACCESS_KEY: connect('', text, 'S3 access key', 'Set it with the endpoint.'),
  S3_SECRET_KEY: secret(text, 'S3 secret key', 'Set it with the endpoint.'),
  S3_BUCKET: connect(
    'pageprobe',
    text,
    'bucket, created when absent',
    'Change it when the name is taken, or several installations share an object store.',
  ),
  S3_REGION: connect('us-east-1', text, 'region of the bucket', 'Set it as the provider of the bucket says.'),
  S3_PUBLIC_URL: connect(
    '',
    optional(urlOf('http', 'https')),
    'URL of the bucket when clients may read it directly: base of the links to images',
    'Set it to take the traffic of images off the gateway; then anyone who has a link can read it.',
  ),
}
