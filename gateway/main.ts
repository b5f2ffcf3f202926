import { setTimeout as delay } from 'node:timers/promises'
import type { Part, Runtime } from '#shared/pipeline/part.ts'
import { readingGroups } from '#shared/pipeline/stage-groups.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import { type AnswerCache, makeAnswerCache } from './answer-cache.ts'
import { makeApp } from './app.ts'
import { type Backing, type Service, watchBacking } from './backing.ts'
import { openCapacity } from './capacity.ts'
import { makeDocuments } from './documents/documents.ts'
import type { Door } from './door.ts'
import { makeFailedAttempts } from './failed-attempts.ts'
import { makeInspections } from './inspections.ts'
import { ensureKey, makeKeyRing } from './keys.ts'
import { type LagWatch, watchLag } from './lag-watch.ts'
import { runProjection } from './projection.ts'
import { makeQuotas } from './quotas.ts'
import { openWaitingRoom, type WaitingRoom } from './waiting-room.ts'

export interface GatewayPart extends Part {
  /** Resolves when every service it needs answers; `/readyz` says so from then on. */
  whenReady(): Promise<void>
  /** The key that was made at this start, null when there was one. */
  readonly newKey: string | null
}

const CHECK_MS = 50
/** How often the log is asked how far its readers are. */
const LAG_MS = 5000
/** Callers who wait in vain are told where their answers will be this long before the door closes. */
const LAST_WORDS_MS = 1000
/** Snapshots and measurements are given again for a day (service.md, Limits). */
const DAY_SECONDS = 86_400
/** How long an audit is given again (decisions section 3). */
const AUDIT_TTL_SECONDS = 3600

/** Starts the gateway behind its door. */
export async function startGateway(runtime: Runtime, lookups: Lookups, door: Door): Promise<GatewayPart> {
  const { config, logger, log, store, objects, telemetry } = runtime
  const ports = { log, store, objects, lookups }
  const backing = watchBacking(pingsOf(ports), logger)
  const room = await openWaitingRoom(store)
  backing.onLoss(() => room.interrupt())
  const cache = cacheOf(runtime)
  const lag = watchWork(runtime, room)
  const capacity = await openCapacity({ log, store, logger, limit: config.QUEUE_LIMIT })
  let isStarted = false
  const app = makeApp({
    ...accessOf(runtime),
    cache,
    inspections: makeInspections({ ...ports, backing, room, capacity, metrics: telemetry.metrics }),
    answerTimeoutMs: config.ANSWER_TIMEOUT_MS,
    backing,
    isStarted: () => isStarted,
    objects,
    documents: makeDocuments({ publicUrl: runtime.publicUrl(), topicPrefix: config.KAFKA_TOPIC_PREFIX }),
    logger,
    telemetry,
    behind: lag.behind,
    corsOrigins: config.CORS_ORIGINS,
  })
  const newKey = await ensureKey(store, config.PAGEPROBE_API_KEY)
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
      const late = setTimeout(() => room.interrupt(), Math.max(0, graceMs - LAST_WORDS_MS))
      await door.close(graceMs)
      clearTimeout(late)
      await projection.drain(graceMs)
      backing.close()
      lag.close()
      await capacity.close()
      await room.close()
    },
  }
}

/** Who may call, and how often. */
function accessOf({ config, store }: Runtime) {
  return {
    ring: makeKeyRing(store, config.PAGEPROBE_API_KEY),
    attempts: makeFailedAttempts(store, { limit: config.KEY_FAILURES_PER_MINUTE }),
    trustProxy: config.TRUST_PROXY,
    quotas: makeQuotas(store),
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

function projectionOf({ config, log, store, logger }: Runtime, cache: AnswerCache) {
  const { QUEUE_HIGH_WATER: highWater, BATCH_RESULT_TTL_SECONDS: batchResultTtl } = config
  return runProjection({ log, store, cache, logger, highWater, batchResultTtl })
}

function watchWork({ log, telemetry: { metrics } }: Runtime, room: WaitingRoom): LagWatch {
  const about = { name: 'pageprobe_waiting_callers', help: 'Inspections that callers wait for', labels: {} }
  metrics.gauge(about).watch({}, room.waiting)
  return watchLag({ log, groups: readingGroups, metrics, intervalMs: LAG_MS })
}

type Pinged = { ping(): Promise<void> }

function pingsOf(services: Readonly<Record<Service, Pinged>>) {
  const entries = Object.entries(services).map(([name, service]) => [name, () => service.ping()])
  return Object.fromEntries(entries) as Record<Service, () => Promise<void>>
}

async function untilUp(backing: Backing): Promise<void> {
  while (!backing.isKnown() || backing.missing().length > 0) await delay(CHECK_MS)
}
