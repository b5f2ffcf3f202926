import {
  apiKey,
  choice,
  connect,
  listenAddress,
  optional,
  policy,
  secret,
  share,
  text,
  token,
  urlOf,
  wholeNumber,
} from '#shared/config/setting-types.ts'
import { batchSettings } from '#shared/config/settings/batch.ts'
import { extractSettings } from '#shared/config/settings/extract.ts'
import { fetchSettings } from '#shared/config/settings/fetch.ts'
import { gatewaySettings } from '#shared/config/settings/gateway.ts'
import { kafkaSettings } from '#shared/config/settings/kafka.ts'
import { renderSettings } from '#shared/config/settings/render.ts'
import { storeSettings } from '#shared/config/settings/stores.ts'

const DAY_MS = 86_400_000

/** Every setting: default, parser and meaning. `--help` and infra/docs/settings.md are made from it. */
export const settings = {
  ...gatewaySettings,
  DATA_DIR: connect(
    './data',
    text,
    'the embedded log, store and images: one folder',
    'Change it to keep data on another disk; back up this folder.',
  ),
  PAGEPROBE_API_KEY: secret(
    optional(apiKey),
    'API key to create at startup if it does not exist',
    'Set it when the first key must be known before the start.',
  ),
  PARTS_SECRET: secret(
    token,
    'secret that the parts of an installation share: calls between them need it, the same in all; empty = one that the first part makes and keeps in the store',
    'Set it to rotate the secret, or to keep it out of Redis.',
  ),
  ...kafkaSettings,
  ...storeSettings,
  ...fetchSettings,
  ...renderSettings,
  ...extractSettings,
  INTERACTIVE_SLOTS: policy(
    '0.25',
    share,
    'share of each pool that batch work cannot take',
    'Raise it when callers wait beside batches; costs batch throughput.',
  ),
  ...batchSettings,
  ANSWER_TIMEOUT_MS: policy(
    '',
    optional(wholeNumber(100, 600_000)),
    'how long a synchronous caller waits before 503 with Location; empty = metadata 15000, seo-audit 25000',
    'Lower it when a proxy gives up sooner.',
  ),
  EVENT_RETENTION_MS: policy(
    String(7 * DAY_MS),
    wholeNumber(60_000, 365 * DAY_MS),
    'how long results, failures and dead letters stay in the log',
    'Raise it when consumers may be away for longer; costs disk of the brokers.',
  ),
  METADATA_TTL_SECONDS: policy(
    '3600',
    wholeNumber(1, 604_800),
    'how long a metadata response is cached',
    'Lower it when pages change often; costs requests to targets.',
  ),
  // Longer than the day for which a snapshot is cached: its image must still exist.
  IMAGE_TTL_DAYS: policy(
    '7',
    wholeNumber(2, 3650),
    'how long images are kept',
    'Raise it when clients read images later; costs storage.',
  ),
  BODY_TTL_DAYS: policy(
    '7',
    wholeNumber(1, 3650),
    'how long bodies of over 256 KiB are kept; at least as long as EVENT_RETENTION_MS, whose events name them',
    'Raise it when clients read bodies later, or with the retention; costs storage.',
  ),
  LOG_LEVEL: connect(
    'info',
    choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'least level that is logged',
    'Set `debug` to look for a fault, `warn` where logs cost.',
  ),
  METRICS_LISTEN: connect(
    '',
    optional(listenAddress),
    "host:port where /metrics is served besides the gateway's; for parts in processes of their own",
    'Set it when a Prometheus reads the metrics of each process.',
  ),
  HEALTH_LISTEN: connect(
    '',
    optional(listenAddress),
    'host:port where this process serves /healthz and /readyz for probes, apart from the API; empty = nowhere, 127.0.0.1:9465 in the image',
    'Set it when an orchestrator probes processes without a gateway.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: connect(
    '',
    optional(urlOf('http', 'https')),
    'base URL of an OpenTelemetry collector (OTLP over HTTP); empty = no traces',
    'Set it to see the way of an inspection through the parts.',
  ),
}
