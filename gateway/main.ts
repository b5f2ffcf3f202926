import { setTimeout as delay } from 'node:timers/promises'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { consumerGroups } from '#shared/messages/consumer-groups.ts'
import type { Batches } from '#shared/ports/batches.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import type { Printing } from '#shared/ports/printing.ts'
import type { Component, Runtime } from '#shared/runtime.ts'
import { HIGH_WATER, poisonPillOptions } from '#shared/stage/stage-options.ts'
import { type AuditHistoryKey, readAuditHistory } from '#shared/store/audit-history.ts'
import { ensureKey, makeApiKeys } from './access/api-keys.ts'
import { makeAuthThrottle } from './access/auth-throttle.ts'
import { makeKeyTurns } from './access/key-turns.ts'
import { makeQuotas } from './access/quotas.ts'
import { makeStorageLimits } from './access/storage-limits.ts'
import { makeApp } from './app.ts'
import { readConsoleFiles } from './console/built-files.ts'
import { type DocumentsOptions, makeDocuments } from './documents/documents.ts'
import { monitorBrowsers } from './health/browsers.ts'
import { monitorLag } from './health/consumer-lag.ts'
import { type Dependency, type DependencyHealth, monitorDependencies } from './health/dependencies.ts'
import { type AdmissionOptions, openAdmission } from './inspections/admission/admission.ts'
import { type AnswerCache, makeAnswerCache } from './inspections/answer-cache.ts'
import { makeInspections } from './inspections/inspections.ts'
import { runProjection } from './inspections/projection.ts'
import { openResultWaiter, type ResultWaiter } from './inspections/result-waiter.ts'
import { makeTargetCheck } from './inspections/target-check.ts'
import { type KeylessRateLimit, makeKeylessRateLimit } from './middleware/keyless.ts'
import { makeEventStreams } from './routes/events/streams.ts'
import { makeTransferBudget } from './routes/response/transfer-budget.ts'
import { REQUEST_MS } from './server/guarded-server.ts'
import type { HttpListener } from './server/http-listener.ts'

export interface GatewayComponent extends Component {
  /** Resolves when every required dependency answers. `/readyz` answers 200 from then on. */
  whenReady(): Promise<void>
  /** The API key that this start created; null when the store had one. */
  readonly newKey: string | null
}

const POLL_MS = 50
const MIB = 1024 * 1024
/** A stream of events sends an empty message after this time without an event. */
const EVENTS_HEARTBEAT_MS = 15_000
/** Interval between two reads of the consumer lag. */
const LAG_INTERVAL_MS = 5000
/** Interval between two reads of the render stages' browser state. */
const BROWSER_INTERVAL_MS = 2000
/** Callers whose inspection still runs get the `Location` of their answer this long before the listener closes. */
const SHUTDOWN_NOTICE_MS = 1000
/** Lives of a cached snapshot or measurement, and of a cached audit: `infra/docs/clients.md#caches`. */
const DAY_SECONDS = 86_400
const AUDIT_TTL_SECONDS = 3600

/** Clients of the other components that the gateway calls. */
export interface PeerClients {
  readonly lookups: Lookups
  readonly batches: Batches
  readonly printing: Printing
}

/** Starts the gateway on an open listener. Waits for the store and the log if they do not answer yet. */
export async function startGateway(
  runtime: Runtime,
  peers: PeerClients,
  listener: HttpListener,
  keyless = makeKeylessRateLimit(),
): Promise<GatewayComponent> {
  const { config, logger, log, store, objects } = runtime
  const { metrics } = runtime.telemetry
  const ports = { log, store, objects, lookups: peers.lookups, batches: peers.batches }
  const dependencies = monitorDependencies(pingsOf(ports), logger)
  const resultWaiter = await retryWhileUnavailable(() => openResultWaiter(store))
  dependencies.onOutage(() => resultWaiter.failAll())
  const cache = cacheOf(runtime)
  const stages = monitorStages(runtime, resultWaiter)
  const admission = await retryWhileUnavailable(() => openAdmission(admissionOptions(runtime)))
  const streams = openStreams(runtime, peers)
  const owned = { ...ownerLimits(runtime), ...checksOf(peers, dependencies) }
  let isStarted = false
  const app = makeApp({
    ...appDefaults(runtime),
    ...accessControl(runtime, keyless),
    ...owned,
    cache,
    inspections: makeInspections({ ...ports, ...owned, resultWaiter, admission, metrics }),
    dependencies,
    isStarted: () => isStarted,
    ...streams.options,
    ...stages.options,
  })
  const newKey = await retryWhileUnavailable(() => ensureKey(store, config.PAGEPROBE_API_KEY))
  const projection = await projectionOf(runtime, cache, resultWaiter)
  listener.serve(app.callback())
  return {
    newKey,
    async whenReady() {
      await waitUntilAvailable(dependencies)
      isStarted = true
    },
    async stop(graceMs) {
      isStarted = false
      streams.close()
      const notice = setTimeout(() => resultWaiter.failAll(), Math.max(0, graceMs - SHUTDOWN_NOTICE_MS))
      await listener.close(graceMs)
      clearTimeout(notice)
      await projection.drain(graceMs)
      for (const monitor of [dependencies, stages]) monitor.close()
      await admission.close()
      await resultWaiter.close()
    },
  }
}

function admissionOptions({ config, log, store, logger, telemetry }: Runtime): AdmissionOptions {
  return { log, store, logger, limit: config.QUEUE_LIMIT, metrics: telemetry.metrics }
}

/** Parts of the application that follow from the settings alone. */
function appDefaults({ config, objects, logger, telemetry, publicUrl }: Runtime) {
  const hostPoliteness = { delayMs: config.BATCH_HOST_DELAY_MS, concurrency: config.BATCH_HOST_CONCURRENCY }
  return {
    objects,
    transferBudget: makeTransferBudget(),
    documents: makeDocuments({ publicUrl: publicUrl(), topics: topicsOf(config), hostPoliteness }),
    publicUrl: publicUrl(),
    console: readConsoleFiles(),
    logger,
    telemetry,
    answerTimeoutMs: config.ANSWER_TIMEOUT_MS,
    hostPoliteness,
    stallMs: REQUEST_MS,
    corsOrigins: config.CORS_ORIGINS,
  }
}

function topicsOf(config: Runtime['config']): DocumentsOptions['topics'] {
  return {
    topicPrefix: config.KAFKA_TOPIC_PREFIX,
    eventMs: config.EVENT_RETENTION_MS,
    partitions: config.KAFKA_PARTITIONS,
    replication: config.KAFKA_REPLICATION,
  }
}

/** The responses that may take long: `GET /events`, the results and the PDFs of batches. `close` ends them. */
function openStreams({ events: reader }: Runtime, { batches, printing }: PeerClients) {
  const closing = new AbortController()
  const events = makeEventStreams({ reader, heartbeatMs: EVENTS_HEARTBEAT_MS })
  return {
    options: { events, batches, printing, closing: closing.signal },
    close() {
      events.close()
      closing.abort()
    },
  }
}

/** What is kept for one owner: stored bytes a UTC day by plan, and the histories of audits and sites. */
function ownerLimits({ config, store }: Runtime) {
  const { STORED_MB_FREE, STORED_MB_PRO } = config
  return {
    storage: makeStorageLimits(store, { free: STORED_MB_FREE * MIB, pro: STORED_MB_PRO * MIB }),
    auditHistory: (key: AuditHistoryKey) => readAuditHistory(store, key),
    siteHistory: store,
  }
}

/** What is checked before a target is requested for a caller, and the look-ups that do it. */
function checksOf({ lookups }: PeerClients, dependencies: DependencyHealth) {
  return { lookups, targetCheck: makeTargetCheck({ lookups, dependencies }) }
}

/** API keys, and the limits of calls by key, by client and by day. */
function accessControl({ config, store }: Runtime, keyless: KeylessRateLimit) {
  const apiKeys = makeApiKeys(store, config.PAGEPROBE_API_KEY)
  return {
    apiKeys,
    keyStore: store,
    revokeKey: apiKeys.revoke,
    keyless,
    authThrottle: makeAuthThrottle(store),
    trustProxy: config.TRUST_PROXY,
    thumbnailTurns: makeKeyTurns(),
    quotas: makeQuotas(store, { batchItems: { free: config.BATCH_ITEMS_FREE, pro: config.BATCH_ITEMS_PRO } }),
  }
}

function cacheOf({ config, store, objects }: Runtime): AnswerCache {
  const ttlSeconds = {
    snapshot: DAY_SECONDS,
    metadata: config.METADATA_TTL_SECONDS,
    performance: DAY_SECONDS,
    'seo-audit': AUDIT_TTL_SECONDS,
  }
  return makeAnswerCache(store, objects, ttlSeconds)
}

function projectionOf(runtime: Runtime, cache: AnswerCache, waiter: ResultWaiter) {
  const { log, store, logger, telemetry } = runtime
  return runProjection({
    log,
    store,
    cache,
    waiter,
    logger,
    highWater: HIGH_WATER,
    metrics: telemetry.metrics,
    ends: poisonPillOptions(runtime),
  })
}

/** Monitors the consumer lag and the browsers of the stages, and exposes the number of waiting calls. */
function monitorStages({ log, store, telemetry: { metrics } }: Runtime, resultWaiter: ResultWaiter) {
  const about = { name: 'pageprobe_waiting_callers', help: 'Inspections with waiting callers', labels: {} }
  metrics.gauge(about).watch({}, resultWaiter.waitingCount)
  const lag = monitorLag({ log, groups: consumerGroups, metrics, intervalMs: LAG_INTERVAL_MS })
  const browser = monitorBrowsers(store, BROWSER_INTERVAL_MS)
  return {
    options: {
      lagging: lag.lagging,
      browserError: browser.error,
      missingIsolation: browser.missingIsolation,
    },
    close() {
      lag.close()
      browser.close()
    },
  }
}

type Pingable = { ping(): Promise<void> }

function pingsOf(services: Readonly<Record<Dependency, Pingable>>) {
  const entries = Object.entries(services).map(([name, service]) => [name, () => service.ping()])
  return Object.fromEntries(entries) as Record<Dependency, () => Promise<void>>
}

/** Waits until every dependency but `batches` answers: only the routes of batches need that one. */
async function waitUntilAvailable(dependencies: DependencyHealth): Promise<void> {
  const isUnavailable = () => dependencies.unavailable().some((service) => service !== 'batches')
  while (!dependencies.isFirstCheckDone() || isUnavailable()) await delay(POLL_MS)
}
