import {
  apiKey,
  choice,
  listenAddress,
  optional,
  secret,
  setting,
  share,
  text,
  token,
  urlOf,
  wholeNumber,
} from '#shared/config/setting-types.ts'
import { batchSettings } from '#shared/config/settings/batch.ts'
import { extractSettings } from '#shared/config/settings/extract.ts'
import { fetchSettings } from '#shared/config/settings/fetch.ts'
import { gatewaySettings, queueSettings } from '#shared/config/settings/gateway.ts'
import { kafkaSettings, workTopicSettings } from '#shared/config/settings/kafka.ts'
import { renderSettings } from '#shared/config/settings/render.ts'
import { scoreSettings } from '#shared/config/settings/score.ts'
import { storeSettings } from '#shared/config/settings/stores.ts'

const DAY_MS = 86_400_000

/** Every setting: default, parser and meaning. `--help` and infra/docs/settings.md are made from it. */
export const settings = {
  ...gatewaySettings,
  DATA_DIR: setting('./data', text, 'the embedded log, store and images: one folder'),
  DISK_RESERVE_MB: setting(
    '512',
    wholeNumber(0, 1_048_576),
    'MiB of the disk of DATA_DIR, but a tenth of it at most, that images and large values leave free: the oldest go, then nothing new is stored',
  ),
  PAGEPROBE_API_KEY: secret(optional(apiKey), 'API key to create at startup if it does not exist'),
  PARTS_SECRET: secret(
    token,
    'secret that the parts of an installation share: calls between them need it, the same in all; empty = one that the first part makes and keeps in the store',
  ),
  ...kafkaSettings,
  ...storeSettings,
  ...fetchSettings,
  ...renderSettings,
  ...extractSettings,
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
  METADATA_TTL_SECONDS: setting('3600', wholeNumber(1, 604_800), 'how long a metadata response is cached'),
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
  HEALTH_LISTEN: setting(
    '',
    optional(listenAddress),
    'host:port where this process serves /healthz and /readyz for probes, apart from the API; empty = nowhere, 127.0.0.1:9465 in the image',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    '',
    optional(urlOf('http', 'https')),
    'base URL of an OpenTelemetry collector (OTLP over HTTP); empty = no traces',
  ),
}
