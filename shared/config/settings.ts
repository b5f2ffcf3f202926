import {
  apiKey,
  choice,
  flag,
  listenAddress,
  onePerCore,
  optional,
  origins,
  redisUrl,
  setting,
  share,
  text,
  urlOf,
  wholeNumber,
} from '#shared/config/setting-types.ts'
import { batchSettings } from '#shared/config/settings/batch.ts'
import { auditSettings } from '#shared/config/settings/extract.ts'
import { httpSettings } from '#shared/config/settings/gateway.ts'
import { kafkaSettings } from '#shared/config/settings/kafka.ts'
import { queueSettings } from '#shared/config/settings/queues.ts'
import { renderSettings } from '#shared/config/settings/render.ts'
import { scoreSettings } from '#shared/config/settings/score.ts'
import { workTopicSettings } from '#shared/config/settings/work-topics.ts'
import { parseAllow, parseHosts, parsePorts } from '#shared/egress/policy/egress-rules.ts'

const DAY_MS = 86_400_000

/** Every setting: default, parser and meaning. `--help` and the table of the README are made from it. */
export const settings = {
  HOST: setting('127.0.0.1', text, 'address the gateway listens on'),
  PORT: setting('8080', wholeNumber(0, 65_535), 'port of the gateway; 0 = any free one, printed'),
  PUBLIC_URL: setting(
    '',
    optional(urlOf('http', 'https')),
    'base of the links in answers; from host and port when empty',
  ),
  TRUST_PROXY: setting('off', flag, 'whether X-Forwarded-For names the client: its last entry does'),
  KEY_FAILURES_PER_MINUTE: setting(
    '30',
    wholeNumber(1, 1_000_000),
    'calls without a valid key that a client may make before they are answered with 429',
  ),
  CORS_ORIGINS: setting(
    '',
    origins,
    'web origins whose pages may call the service, comma list like https://app.example; empty = none',
  ),
  ...httpSettings,
  DATA_DIR: setting('./data', text, 'the embedded log, store and images: one folder'),
  DISK_RESERVE_MB: setting(
    '512',
    wholeNumber(0, 1_048_576),
    'MiB of the disk of DATA_DIR, but a tenth of it at most, that images and large values leave free: the oldest go, then nothing new is stored',
  ),
  PAGEPROBE_API_KEY: setting('', optional(apiKey), 'a key that shall exist after the start'),
  ...kafkaSettings,
  REDIS_URL: setting(
    '',
    optional(redisUrl),
    'redis://host:6379, redis+cluster://host:6379,… or redis+sentinel://host:26379,…/name, rediss for TLS; empty = the embedded store',
  ),
  REDIS_CACHE_URL: setting(
    '',
    optional(redisUrl),
    'a second Redis for what may be evicted: outcomes, cached answers, histories of audits; empty = all in REDIS_URL',
  ),
  REDIS_SENTINEL_PASSWORD: setting('', text, 'password of the sentinels themselves'),
  S3_ENDPOINT: setting('', optional(urlOf('http', 'https')), 'URL of MinIO or any S3; empty = a folder'),
  S3_ACCESS_KEY: setting('', text, 'S3 access key'),
  S3_SECRET_KEY: setting('', text, 'S3 secret key'),
  S3_BUCKET: setting('pageprobe', text, 'bucket, created when absent'),
  S3_REGION: setting('us-east-1', text, 'region of the bucket'),
  S3_PUBLIC_URL: setting(
    '',
    optional(urlOf('http', 'https')),
    'URL of the bucket when clients may read it directly: base of the links to images',
  ),
  LOOKUPS_LISTEN: setting(
    '',
    text,
    'host:port where the fetch stage serves gRPC look-ups; empty = any free port in one process, else 127.0.0.1:50051',
  ),
  LOOKUPS_ADDRESS: setting(
    '',
    text,
    'where the other parts call them: comma list or dns: name; empty = where this process serves them, else 127.0.0.1:50051',
  ),
  EGRESS_ALLOW: setting(
    '',
    parseAllow,
    'addresses the policy would refuse and that are allowed all the same: comma list of address:port or CIDR:port, port * = any',
  ),
  EGRESS_HOSTS: setting('', parseHosts, 'comma list of name=address that answers before DNS'),
  EGRESS_PORTS: setting(
    '',
    parsePorts,
    'target ports that are allowed, comma list with ranges; empty = 80, 443 and from 1024 on without service ports',
  ),
  ROBOTS_POLICY: setting('named', choice('named', 'strict', 'off'), 'whose robots.txt groups are enforced'),
  ROBOTS_TIMEOUT_MS: setting('3000', wholeNumber(100, 60_000), 'for reading a robots.txt'),
  ROBOTS_CACHE_SECONDS: setting('3600', wholeNumber(1, 86_400), 'how long a robots.txt is kept'),
  DNS_TIMEOUT_MS: setting('5000', wholeNumber(100, 60_000), 'for one name'),
  DNS_CACHE_MS: setting('5000', wholeNumber(0, 3_600_000), 'how long the addresses of a name are cached'),
  DNS_MAX_ANSWERS: setting('16', wholeNumber(1, 1000), 'most addresses of a name that are tried'),
  CONNECT_TIMEOUT_MS: setting('5000', wholeNumber(100, 60_000), 'for one connection to a target'),
  FETCH_TIMEOUT_MS: setting('10000', wholeNumber(100, 60_000), 'for a target fetch in all'),
  FETCH_MAX_BYTES: setting(
    '52428800',
    wholeNumber(1024, 1_073_741_824),
    'most bytes of a target body, decompressed',
  ),
  FETCH_MAX_RATIO: setting(
    '1100',
    wholeNumber(2, 1_000_000_000),
    'most bytes that one byte of a compressed body may unpack to; gzip makes 1032 at most',
  ),
  FETCH_RATIO_FROM_BYTES: setting(
    '2097152',
    wholeNumber(0, 1_073_741_824),
    'unpacked bytes of a body from which on FETCH_MAX_RATIO counts',
  ),
  FETCH_MAX_REDIRECTS: setting('10', wholeNumber(0, 50), 'most redirects of a target fetch'),
  FETCH_MAX_HEADER_BYTES: setting(
    '131072',
    wholeNumber(4096, 1_048_576),
    "most bytes of a target's response headers",
  ),
  FETCH_CONNECTIONS_PER_ORIGIN: setting('16', wholeNumber(1, 1000), 'connections to one origin at a time'),
  FETCH_IDLE_MS: setting(
    '4000',
    wholeNumber(0, 600_000),
    'how long an unused connection to a target is kept',
  ),
  PROBE_TIMEOUT_MS: setting('4000', wholeNumber(100, 60_000), 'for asking one URL found in a page'),
  IMAGE_MAX_BYTES: setting(
    '10485760',
    wholeNumber(1024, 1_073_741_824),
    'most bytes of an image that is described',
  ),
  IMAGE_MAX_PIXELS: setting(
    '50000000',
    wholeNumber(1, 1_000_000_000),
    'most pixels of an image that is described',
  ),
  FETCH_CONCURRENCY: setting('64', wholeNumber(1, 10_000), 'pages fetched at once by a fetch stage'),
  BODY_MEMORY_MB: setting(
    '512',
    wholeNumber(1, 1_048_576),
    'MiB that bodies of targets may take in a process, the first 256 KiB of each not counted',
  ),
  BODY_MEMORY_SHARE: setting('0.5', share, 'share of BODY_MEMORY_MB that one client may take'),
  BODY_MEMORY_WAIT_MS: setting(
    '2000',
    wholeNumber(0, 60_000),
    'how long a body waits for its share of BODY_MEMORY_MB before 503',
  ),
  BODY_MEMORY_WAITING: setting(
    '16',
    wholeNumber(1, 10_000),
    'bodies of one client that wait at a time; more are answered with 503',
  ),
  ...renderSettings,
  ...auditSettings,
  EXTRACT_CONCURRENCY: setting('64', wholeNumber(1, 10_000), 'pages in an extract stage at once'),
  EXTRACT_WORKERS: onePerCore('threads that parse pages'),
  EXTRACT_TIMEOUT_MS: setting('8000', wholeNumber(100, 60_000), 'for parsing one page'),
  EXTRACT_MEMORY_MB: setting('512', wholeNumber(64, 65_536), 'MiB at which an extraction worker is ended'),
  ...scoreSettings,
  INTERACTIVE_SLOTS: setting('0.25', share, 'share of each pool that batch work cannot take'),
  TENANT_SLOTS: setting('0.9', share, 'share of each pool that one client can take; at least one slot'),
  ...batchSettings,
  ANSWER_TIMEOUT_MS: setting(
    '',
    optional(wholeNumber(100, 600_000)),
    'how long a synchronous caller waits before 503 with Location; empty = metadata 15000, seo-audit 25000',
  ),
  ...queueSettings,
  STAGE_TRIES: setting('3', wholeNumber(1, 20), 'attempts of a stage that fails unexpectedly'),
  STAGE_MAX_DELIVERIES: setting(
    '4',
    wholeNumber(2, 100),
    'crashes of a process with a record in flight after which the record ends as a failure or dead letter',
  ),
  EVENT_VERSION_WAIT_SECONDS: setting(
    '3600',
    wholeNumber(1, 604_800),
    'how long an internal event of a later version waits for an update of the part that reads it, before it is a dead letter',
  ),
  EVENT_RETENTION_MS: setting(
    String(7 * DAY_MS),
    wholeNumber(60_000, 365 * DAY_MS),
    'how long results, failures and dead letters stay in the log',
  ),
  ...workTopicSettings,
  METADATA_TTL_SECONDS: setting('3600', wholeNumber(1, 604_800), 'how long a metadata answer is cached'),
  // Longer than the day for which a snapshot is cached: its image must still exist.
  IMAGE_TTL_DAYS: setting('7', wholeNumber(2, 3650), 'how long images are kept'),
  BODY_TTL_DAYS: setting('7', wholeNumber(1, 3650), 'how long bodies of over 256 KiB are kept'),
  LOG_LEVEL: setting(
    'info',
    choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'least level that is logged',
  ),
  METRICS_LISTEN: setting(
    '',
    optional(listenAddress),
    "host:port where /metrics is served besides the gateway's; for parts in processes of their own",
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    '',
    optional(urlOf('http', 'https')),
    'base URL of an OpenTelemetry collector (OTLP over HTTP); empty = no traces',
  ),
}
