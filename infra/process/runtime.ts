import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { MemoryBudget } from '#shared/async/memory-budget.ts'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type { Config } from '#shared/config/config.ts'
import { topicSpecs } from '#shared/messages/topic-specs.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import type { PartsSecret } from '#shared/rpc/parts-secret.ts'
import type { Runtime } from '#shared/runtime.ts'
import type { Telemetry } from '#shared/telemetry/telemetry.ts'
import type { Adapters } from './adapters.ts'
import { tracedIfEnabled } from './telemetry.ts'

const RETRY_MS = 500
const MAX_LOOKUPS_WAIT_MS = 10_000
const MIB = 1024 * 1024

export interface RuntimeParts {
  readonly config: Config
  readonly logger: Logger
  readonly adapters: Adapters
  readonly telemetry: Telemetry
  /** Base of the links in answers and events, without a trailing slash. */
  readonly publicUrl: string
  readonly partsSecret: PartsSecret
}

/** Makes what all parts of a process share: the adapters, telemetry, and one memory budget for bodies. */
export function makeRuntime({ adapters, publicUrl, ...given }: RuntimeParts): Runtime {
  const { config, telemetry } = given
  const { events, store, objects } = adapters
  const log = tracedIfEnabled(adapters.log, telemetry, config)
  const memory = new MemoryBudget({ maxBytes: config.BODY_MEMORY_MB * MIB })
  return { ...given, log, events, store, objects, memory, publicUrl: () => publicUrl }
}

/** Creates the topics and waits until log, store and objects answer; retries without end, with one warning each. */
export async function waitForServices(
  { log, store, objects }: Adapters,
  config: Config,
  logger: Logger,
): Promise<void> {
  const topics = topicSpecs(config.EVENT_RETENTION_MS, config.KAFKA_PARTITIONS)
  await Promise.all([
    retryUntilReady('log', () => log.createTopics(topics), logger),
    retryUntilReady('store', () => store.ping(), logger),
    retryUntilReady('objects', () => objects.ping(), logger),
  ])
}

/**
 * Waits until the look-ups answer, 10 s at most: they may be absent, and some work does not need them. A part that takes work before they
 * answer would fail what an earlier process has accepted.
 */
export async function waitForLookups(lookups: Pick<Lookups, 'ping'>, logger: Logger): Promise<void> {
  await retryWhileUnavailable(() => lookups.ping(), { maxWaitMs: MAX_LOOKUPS_WAIT_MS }).catch(
    (err: unknown) => logger.warn({ err }, 'the look-ups do not answer'),
  )
}

async function retryUntilReady<T>(service: string, work: () => Promise<T>, logger: Logger): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (err) {
      if (attempt === 0) logger.warn({ err, service }, 'waiting for a backing service')
      await delay(RETRY_MS)
    }
  }
}
