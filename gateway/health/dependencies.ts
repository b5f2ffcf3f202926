import { setTimeout as delay } from 'node:timers/promises'
import { unavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'

export type Dependency = 'log' | 'store' | 'objects' | 'lookups' | 'batches'

/** Keeps an eye on the services the gateway stands on, so that a call fails at once instead of hanging. */
export interface DependencyHealth {
  /** Services that don't answer right now. */
  unavailable(): Dependency[]
  /** Whether every service was asked at least once. */
  isFirstCheckDone(): boolean
  /** Throws `SERVICE_UNAVAILABLE` when a service is away that every inspection needs, or one that is named. */
  assertAvailable(named?: readonly Dependency[]): void
  /** Called when a needed service goes away. */
  onOutage(listener: () => void): void
  close(): void
}

/** Answers without images or large bodies go on without the object store, all but batches without the batch part. */
const required: ReadonlySet<Dependency> = new Set<Dependency>(['log', 'store', 'lookups'])
const INTERVAL_MS = 500
/**
 * A service has this long to answer, counted in turns of the event loop: a burst of calls that keeps this process busy
 * must not be taken for a service that is silent.
 */
const TIMEOUT_TURNS = 9
const TURN_MS = 100
/** Parts start side by side: one that has not answered yet is missed, and worth a word only after this time. */
const STARTUP_MS = 5000

/** Whether no call can be taken without the service. */
export function isRequired(service: Dependency): boolean {
  return required.has(service)
}

export function monitorDependencies(
  pings: Readonly<Record<Dependency, () => Promise<void>>>,
  logger: Log,
): DependencyHealth {
  const services = Object.keys(pings) as Dependency[]
  const missing = new Set<Dependency>()
  const checked = new Set<Dependency>()
  const logChange = makeOutageLogger(logger)
  const listeners: (() => void)[] = []
  const stop = new AbortController()

  function record(service: Dependency, isUp: boolean, error: unknown): void {
    logChange(service, isUp, error)
    if (isUp) missing.delete(service)
    else if (!missing.has(service)) {
      missing.add(service)
      if (required.has(service)) for (const listener of listeners) listener()
    }
  }

  async function check(service: Dependency): Promise<void> {
    await Promise.race([pings[service](), pingTimeout(service)]).then(
      () => record(service, true, null),
      (error: unknown) => record(service, false, error),
    )
    checked.add(service)
  }

  async function monitor(service: Dependency): Promise<void> {
    while (!stop.signal.aborted) {
      await check(service)
      await delay(INTERVAL_MS, undefined, { ref: false })
    }
  }

  for (const service of services) void monitor(service)
  return {
    unavailable: () => [...missing],
    isFirstCheckDone: () => checked.size === services.length,
    assertAvailable(named = []) {
      for (const service of missing) {
        if (required.has(service) || named.includes(service)) throw unavailable(service)
      }
    },
    onOutage: (listener) => void listeners.push(listener),
    close: () => stop.abort(),
  }
}

/** Logs once when a service goes away, and once when it comes back; nothing of one that just takes its time to start. */
function makeOutageLogger(logger: Log): (service: Dependency, isUp: boolean, error: unknown) => void {
  const started = performance.now()
  const everUp = new Set<Dependency>()
  const reported = new Set<Dependency>()
  const mayBeStarting = (service: Dependency) =>
    !everUp.has(service) && performance.now() - started < STARTUP_MS
  return (service, isUp, err) => {
    if (isUp) {
      if (reported.delete(service)) {
        logger.info({ service }, `a backing service is there${everUp.has(service) ? ' again' : ''}`)
      }
      everUp.add(service)
    } else if (!reported.has(service) && !mayBeStarting(service)) {
      reported.add(service)
      logger.warn({ service, err }, 'a backing service does not answer')
    }
  }
}

async function pingTimeout(service: Dependency): Promise<never> {
  for (let turn = 0; turn < TIMEOUT_TURNS; turn++) await delay(TURN_MS, undefined, { ref: false })
  throw unavailable(service)
}
