import { setTimeout as delay } from 'node:timers/promises'
import type { Part, Runtime } from '#shared/pipeline/part.ts'
import { readingGroups } from '#shared/pipeline/stage-groups.ts'
import { endsOf, outcomeTtlOf } from '#shared/pipeline/stage-options.ts'
import { untilAvailable } from '#shared/pipeline/until-available.ts'
import type { Batches } from '#shared/ports/batches.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import { type AnswerCache, makeAnswerCache } from './answer-cache.ts'
import { makeApp } from './app.ts'
import { type Backing, type Service, watchBacking } from './backing.ts'
import { watchBrowser } from './browser-watch.ts'
import { type CapacityOptions, openCapacity } from './capacity.ts'
import { type DocumentsOptions, makeDocuments } from './documents/documents.ts'
import type { Door } from './door.ts'
import { makeEventStreams } from './events/streams.ts'
import { makeFailedAttempts } from './failed-attempts.ts'
import { makeInspections } from './inspections.ts'
import { makeKeylessCalls } from './keyless-calls.ts'
import { ensureKey, makeKeyRing } from './keys.ts'
import { watchLag } from './lag-watch.ts'
import { runProjection } from './projection.ts'
import { makeQuotas } from './quotas.ts'
import { makeStorageLimits } from './storage-limits.ts'
import { makeTransfers } from './transfers.ts'
import { openWaitingRoom, type WaitingRoom } from './waiting-room.ts'

export interface GatewayPart extends Part {
  /** Resolves when every service it needs answers; `/readyz` says so from then on. */
  whenReady(): Promise<void>
  /** The key that was made at this start, null when there was one. */
  readonly newKey: string | null
}

const CHECK_MS = 50
const MIB = 1024 * 1024
/** A stream of events without any shows that it lives. */
const EVENTS_HEARTBEAT_MS = 15_000
/** How often the log is asked how far its readers are. */
const LAG_MS = 5000
/** How often it is looked whether the render stages have browsers. */
const BROWSER_MS = 2000
/** Callers who wait in vain are told where their answers will be this long before the door closes. */
const LAST_WORDS_MS = 1000
/** Snapshots and measurements are given again for a day (service.md, Limits). */
const DAY_SECONDS = 86_400
/** How long an audit is given again (decisions section 3). */
const AUDIT_TTL_SECONDS = 3600

/** The parts that the gateway asks. */
export interface Asked {
  readonly lookups: Lookups
  readonly batches: Batches
}

/** Starts the gateway behind its door. */
export async function startGateway(runtime: Runtime, asked: Asked, door: Door): Promise<GatewayPart> {
  const { config, logger, log, store, objects, telemetry } = runtime
  const ports = { log, store, objects, ...asked }
  const backing = watchBacking(pingsOf(ports), logger)
  const room = await untilAvailable(() => openWaitingRoom(store))
  backing.onLoss(() => room.interrupt())
  const cache = cacheOf(runtime)
  const work = watchWork(runtime, room)
  const capacity = await untilAvailable(() => openCapacity(queueOf(runtime)))
  const streams = streamsOf(runtime, asked.batches)
  const storage = makeStorageLimits(store, storedBytesOf(config))
  let isStarted = false
  const app = makeApp({
    ...givenOf(runtime),
    ...accessOf(runtime),
    storage,
    cache,
    inspections: makeInspections({ ...ports, storage, backing, room, capacity, metrics: telemetry.metrics }),
    backing,
    isStarted: () => isStarted,
    ...streams.given,
    ...work.given,
  })
  const newKey = await untilAvailable(() => ensureKey(store, config.PAGEPROBE_API_KEY))
  const projection = await projectionOf(runtime, cache)
  door.open(app.callback())
  return {
    newKey,
    async whenReady() {
      await untilUp(backing)
      isStarted = true
    },
    async stop(graceMs) {
      isStarted = false
      streams.close()
      const late = setTimeout(() => room.interrupt(), Math.max(0, graceMs - LAST_WORDS_MS))
      await door.close(graceMs)
      clearTimeout(late)
      await projection.drain(graceMs)
      backing.close()
      work.close()
      await capacity.close()
      await room.close()
    },
  }
}

function queueOf({ config, log, store, logger, telemetry }: Runtime): CapacityOptions {
  const wait = { share: config.QUEUE_WAIT_SHARE, standingMs: config.QUEUE_STANDING_MS }
  return { log, store, logger, limit: config.QUEUE_LIMIT, wait, metrics: telemetry.metrics }
}

/** What the interface takes as it is. */
function givenOf({ config, objects, logger, telemetry, publicUrl }: Runtime) {
  return {
    objects,
    transfers: makeTransfers(config.HTTP_TRANSFER_MB * MIB),
    documents: makeDocuments({ publicUrl: publicUrl(), topics: topicsOf(config) }),
    logger,
    telemetry,
    answerTimeoutMs: config.ANSWER_TIMEOUT_MS,
    batchJsonBytes: config.BATCH_JSON_MAX_BYTES,
    stallMs: config.HTTP_REQUEST_TIMEOUT_MS,
    corsOrigins: config.CORS_ORIGINS,
  }
}

function topicsOf(config: Runtime['config']): DocumentsOptions['topics'] {
  return {
    topicPrefix: config.KAFKA_TOPIC_PREFIX,
    retention: { workMs: config.WORK_RETENTION_MS, eventMs: config.EVENT_RETENTION_MS },
    partitions: config.KAFKA_PARTITIONS,
    replication: config.KAFKA_REPLICATION,
  }
}

/** What callers read as it comes; it is broken off when the gateway stops, since it may never end by itself. */
function streamsOf({ events: reader }: Runtime, batches: Batches) {
  const closing = new AbortController()
  const events = reader && makeEventStreams({ reader, heartbeatMs: EVENTS_HEARTBEAT_MS })
  return {
    given: { events, batches, closing: closing.signal },
    close() {
      events?.close()
      closing.abort()
    },
  }
}

/** Bytes a day by plan. */
function storedBytesOf({ STORED_MB_FREE, STORED_MB_PRO }: Runtime['config']) {
  return { free: STORED_MB_FREE * MIB, pro: STORED_MB_PRO * MIB }
}

/** Who may call, and how often. */
function accessOf({ config, store }: Runtime) {
  return {
    ring: makeKeyRing(store, config.PAGEPROBE_API_KEY),
    keyless: makeKeylessCalls({ limit: config.HTTP_KEYLESS_PER_MINUTE }),
    attempts: makeFailedAttempts(store, { limit: config.KEY_FAILURES_PER_MINUTE }),
    trustProxy: config.TRUST_PROXY,
    quotas: makeQuotas(store, {
      batchItems: { free: config.BATCH_ITEMS_FREE, pro: config.BATCH_ITEMS_PRO },
    }),
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

function projectionOf(runtime: Runtime, cache: AnswerCache) {
  const { config, log, store, logger } = runtime
  const { QUEUE_HIGH_WATER: highWater, BATCH_RESULT_TTL_SECONDS: batchResultTtl } = config
  const outcomeTtl = outcomeTtlOf(config)
  const ends = endsOf(runtime)
  return runProjection({ log, store, cache, logger, highWater, batchResultTtl, outcomeTtl, ends })
}

/** Whether the stages can do their work, and get on with it. */
function watchWork({ log, store, telemetry: { metrics } }: Runtime, room: WaitingRoom) {
  const about = { name: 'pageprobe_waiting_callers', help: 'Inspections that callers wait for', labels: {} }
  metrics.gauge(about).watch({}, room.waiting)
  const lag = watchLag({ log, groups: readingGroups, metrics, intervalMs: LAG_MS })
  const browser = watchBrowser(store, BROWSER_MS)
  return {
    given: { behind: lag.behind, browserFault: browser.fault, wallsOff: browser.wallsOff },
    close() {
      lag.close()
      browser.close()
    },
  }
}

type Pinged = { ping(): Promise<void> }

function pingsOf(services: Readonly<Record<Service, Pinged>>) {
  const entries = Object.entries(services).map(([name, service]) => [name, () => service.ping()])
  return Object.fromEntries(entries) as Record<Service, () => Promise<void>>
}

/** The batch part may come later: only batches wait for it. */
async function untilUp(backing: Backing): Promise<void> {
  const isMissing = () => backing.missing().some((service) => service !== 'batches')
  while (!backing.isKnown() || isMissing()) await delay(CHECK_MS)
}
