import { setTimeout as delay } from 'node:timers/promises'
import type { AvailableOperation } from '#shared/operations/parameters.ts'
import type { Part, Runtime } from '#shared/pipeline/part.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import { makeAnswerCache } from './answer-cache.ts'
import { makeApp } from './app.ts'
import { type Backing, type Service, watchBacking } from './backing.ts'
import type { Door } from './door.ts'
import { makeInspections } from './inspections.ts'
import { ensureKey, makeKeyRing } from './keys.ts'
import { runProjection } from './projection.ts'
import { openWaitingRoom } from './waiting-room.ts'

export interface GatewayPart extends Part {
  /** Resolves when every service it needs answers; `/readyz` says so from then on. */
  whenReady(): Promise<void>
  /** The key that was made at this start, null when there was one. */
  readonly newKey: string | null
}

const CHECK_MS = 50
/** Callers who wait in vain are told where their answers will be this long before the door closes. */
const LAST_WORDS_MS = 1000
const answerTimeouts: Readonly<Record<AvailableOperation, number>> = { metadata: 15_000 }

/** Starts the gateway behind its door. */
export async function startGateway(runtime: Runtime, lookups: Lookups, door: Door): Promise<GatewayPart> {
  const { config, logger, log, store, objects } = runtime
  const backing = watchBacking(pingsOf({ log, store, objects, lookups }), logger)
  const room = await openWaitingRoom(store)
  backing.onLoss(() => room.interrupt())
  const cache = makeAnswerCache(store, { metadata: config.METADATA_TTL_SECONDS })
  let isStarted = false
  const app = makeApp({
    ring: makeKeyRing(store, config.PAGEPROBE_API_KEY),
    cache,
    inspections: makeInspections({ log, store, objects, lookups, backing, room }),
    answerTimeoutMs: (operation) => config.ANSWER_TIMEOUT_MS ?? answerTimeouts[operation],
    backing,
    isStarted: () => isStarted,
    objects,
    logger,
  })
  const newKey = await ensureKey(store, config.PAGEPROBE_API_KEY)
  const { QUEUE_HIGH_WATER: highWater, BATCH_RESULT_TTL_SECONDS: batchResultTtl } = config
  const projection = await runProjection({ log, store, cache, logger, highWater, batchResultTtl })
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
      await room.close()
    },
  }
}

type Pinged = { ping(): Promise<void> }

function pingsOf(services: Readonly<Record<Service, Pinged>>) {
  const entries = Object.entries(services).map(([name, service]) => [name, () => service.ping()])
  return Object.fromEntries(entries) as Record<Service, () => Promise<void>>
}

async function untilUp(backing: Backing): Promise<void> {
  while (!backing.isKnown() || backing.missing().length > 0) await delay(CHECK_MS)
}
