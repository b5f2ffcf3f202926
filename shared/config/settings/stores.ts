import {
  optional,
  postgresUrl,
  redisUrl,
  secret,
  setting,
  text,
  urlOf,
  wholeNumber,
} from '#shared/config/setting-types.ts'

/** Settings of the result store, the database of batches and the object store. */
export const storeSettings = {
  REDIS_URL: secret(
    optional(redisUrl),
    'redis://host:6379, redis+cluster://host:6379,… or redis+sentinel://host:26379,…/name, rediss for TLS; empty = the embedded store',
  ),
  REDIS_CACHE_URL: secret(
    optional(redisUrl),
    'a second Redis for what may be evicted: outcomes, cached responses, histories of audits; empty = all in REDIS_URL',
  ),
  REDIS_SENTINEL_PASSWORD: secret(text, 'password of the sentinels themselves'),
  POSTGRES_URL: secret(
    optional(postgresUrl),
    'with Kafka, the database of batches: postgres://user:password@host:5432,…/database, several hosts are tried in order; sslmode, sslrootcert, sslcert and sslkey after `?`; for the batch part alone',
  ),
  POSTGRES_POOL: setting(
    '10',
    wholeNumber(2, 1000),
    'most connections of a batch part to the database, and one more that asks whether it answers',
  ),
  S3_ENDPOINT: setting('', optional(urlOf('http', 'https')), 'URL of MinIO or any S3; empty = a folder'),
  S3_ACCESS_KEY: setting('', text, 'S3 access key'),
  S3_SECRET_KEY: secret(text, 'S3 secret key'),
  S3_BUCKET: setting('pageprobe', text, 'bucket, created when absent'),
  S3_REGION: setting('us-east-1', text, 'region of the bucket'),
  S3_PUBLIC_URL: setting(
    '',
    optional(urlOf('http', 'https')),
    'URL of the bucket when clients may read it directly: base of the links to images',
  ),
}
