import { setTimeout as delay } from 'node:timers/promises'
import { unavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'

export type Service = 'log' | 'store' | 'objects' | 'lookups' | 'batches'

/** Keeps an eye on the services the gateway stands on, so that a call fails at once instead of hanging. */
export interface Backing {
  /** Services that don't answer right now. */
  missing(): Service[]
  /** Whether every service was asked at least once. */
  isKnown(): boolean
  /** Throws `SERVICE_UNAVAILABLE` when a service is away that every inspection needs, or one that is named. */
  assertUp(named?: readonly Service[]): void
  /** Called when a needed service goes away. */
  onLoss(listener: () => void): void
  close(): void
}

/** Answers without images or large bodies go on without the object store, all but batches without the batch part. */
const needed: ReadonlySet<Service> = new Set<Service>(['log', 'store', 'lookups'])
const INTERVAL_MS = 500
/**
 * A service has this long to answer, counted in turns of the event loop: a burst of calls that keeps this process busy
 * must not be taken for a service that is silent.
 */
const PATIENCE_TURNS = 9
const TURN_MS = 100
/** Parts start side by side: one that has not answered yet is missed, and worth a word only after this time. */
const START_MS = 5000

/** Whether no call can be taken without the service. */
export function isNeeded(service: Service): boolean {
  return needed.has(service)
}

export function watchBacking(pings: Readonly<Record<Service, () => Promise<void>>>, logger: Log): Backing {
  const services = Object.keys(pings) as Service[]
  const missing = new Set<Service>()
  const asked = new Set<Service>()
  const tell = makeTeller(logger)
  const listeners: (() => void)[] = []
  const stop = new AbortController()

  function note(service: Service, isUp: boolean, error: unknown): void {
    tell(service, isUp, error)
    if (isUp) missing.delete(service)
    else if (!missing.has(service)) {
      missing.add(service)
      if (needed.has(service)) for (const listener of listeners) listener()
    }
  }

  async function check(service: Service): Promise<void> {
    await Promise.race([pings[service](), outOfPatience(service)]).then(
      () => note(service, true, null),
      (error: unknown) => note(service, false, error),
    )
    asked.add(service)
  }

  async function watch(service: Service): Promise<void> {
    while (!stop.signal.aborted) {
      await check(service)
      await delay(INTERVAL_MS, undefined, { ref: false })
    }
  }

  for (const service of services) void watch(service)
  return {
    missing: () => [...missing],
    isKnown: () => asked.size === services.length,
    assertUp(named = []) {
      for (const service of missing) {
        if (needed.has(service) || named.includes(service)) throw unavailable(service)
      }
    },
    onLoss: (listener) => void listeners.push(listener),
    close: () => stop.abort(),
  }
}

/** Logs once when a service goes away, and once when it comes back; nothing of one that just takes its time to start. */
function makeTeller(logger: Log): (service: Service, isUp: boolean, error: unknown) => void {
  const started = performance.now()
  const seen = new Set<Service>()
  const told = new Set<Service>()
  const mayBeStarting = (service: Service) => !seen.has(service) && performance.now() - started < START_MS
  return (service, isUp, err) => {
    if (isUp) {
      if (told.delete(service)) {
        logger.info({ service }, `a backing service is there${seen.has(service) ? ' again' : ''}`)
      }
      seen.add(service)
    } else if (!told.has(service) && !mayBeStarting(service)) {
      told.add(service)
      logger.warn({ service, err }, 'a backing service does not answer')
    }
  }
}

async function outOfPatience(service: Service): Promise<never> {
  for (let turn = 0; turn < PATIENCE_TURNS; turn++) await delay(TURN_MS, undefined, { ref: false })
  throw unavailable(service)
}
