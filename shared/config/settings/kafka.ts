import {
  choice,
  flag,
  hostPorts,
  optional,
  secret,
  setting,
  text,
  wholeNumber,
} from '#shared/config/setting-types.ts'

/** Settings of the brokers, their topics and records. */
export const kafkaSettings = {
  KAFKA_BROKERS: setting('', optional(hostPorts), 'host:port list; empty = the embedded log'),
  KAFKA_SSL: setting('false', flag, 'TLS to the brokers'),
  KAFKA_SASL_MECHANISM: setting(
    '',
    optional(choice('plain', 'scram-sha-256', 'scram-sha-512')),
    'SASL mechanism',
  ),
  KAFKA_USERNAME: setting('', text, 'SASL user'),
  KAFKA_PASSWORD: secret(text, 'SASL password'),
  KAFKA_TOPIC_PREFIX: setting('', text, 'prefix of the name of each topic and group'),
  KAFKA_PARTITIONS: setting('12', wholeNumber(1, 1000), 'partitions of topics that must be created'),
  KAFKA_REPLICATION: setting(
    '',
    optional(wholeNumber(1, 10)),
    'replication factor of topics that must be created; empty = 3, or as many as there are brokers',
  ),
  KAFKA_MIN_INSYNC_REPLICAS: setting(
    '',
    optional(wholeNumber(1, 10)),
    'replicas that must have a record before it counts, of topics that must be created; empty = 2 from three replicas on, else 1',
  ),
  INSTANCE_ID: setting(
    '',
    text,
    'names this process, the same after a restart: its share of the partitions goes with it; empty = the host with the port of METRICS_LISTEN, or with DATA_DIR',
  ),
  KAFKA_SESSION_TIMEOUT_MS: setting('6000', wholeNumber(1000, 300_000), 'session timeout of a consumer'),
  KAFKA_MAX_BATCH_MB: setting(
    '16',
    wholeNumber(1, 256),
    'maximum MiB of a decompressed record batch; a larger one is reported to `dead-letter` and skipped',
  ),
  KAFKA_MAX_BATCH_RECORDS: setting('20000', wholeNumber(100, 1_000_000), 'most records of a record batch'),
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Retention of the work topics on brokers. */
export const workTopicSettings = {
  WORK_RETENTION_MS: setting(
    String(2 * DAY_MS),
    wholeNumber(60_000, 365 * DAY_MS),
    'how long work topics keep their records: the longest that all readers may be unavailable',
  ),
  WORK_RETENTION_MB: setting(
    '1024',
    wholeNumber(1, 1_048_576),
    'MiB of a partition of a `page.*` topic beyond which the broker removes the oldest records, read or not',
  ),
  WORK_SEGMENT_MS: setting(
    String(HOUR_MS),
    wholeNumber(60_000, 30 * DAY_MS),
    'age at which the broker closes a segment of a work topic: only closed ones are removed',
  ),
  WORK_SEGMENT_MB: setting('64', wholeNumber(1, 1024), 'MiB at which it closes one'),
}
