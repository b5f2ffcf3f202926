import { setTimeout as delay } from 'node:timers/promises'
import { unavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { NeedMissing } from '#shared/rpc/needs.ts'

export type Dependency = 'log' | 'store' | 'objects' | 'lookups' | 'batches'

/** Monitors the services that the gateway depends on, so that a call fails at once instead of waiting. */
export interface DependencyHealth {
  /** Dependencies that do not answer at present. */
  unavailable(): Dependency[]
  /** Why, of those that answer and say what they miss. */
  reasons(): Partial<Record<Dependency, string>>
  /** Whether every dependency was checked at least once. */
  isFirstCheckDone(): boolean
  /** Throws `SERVICE_UNAVAILABLE` when a required dependency, or one of `named`, is unavailable. */
  assertAvailable(named?: readonly Dependency[]): void
  /** Registers a listener for the moment when a required dependency becomes unavailable. */
  onOutage(listener: () => void): void
  close(): void
}

/** Only images and large values need the object store, only routes of batches the batch component. */
const required: ReadonlySet<Dependency> = new Set<Dependency>(['log', 'store', 'lookups'])
const INTERVAL_MS = 500
/**
 * Time limit of a ping, counted in timers of `TURN_MS`: a burst of calls that blocks the event loop of this process
 * must not look like a dependency that does not answer.
 */
const TIMEOUT_TURNS = 9
const TURN_MS = 100
/** Components start in parallel. A dependency that has never answered is logged only after this time. */
const STARTUP_MS = 5000

/** Whether every inspection needs the dependency. */
export function isRequired(service: Dependency): boolean {
  return required.has(service)
}

/** Pings each dependency every `INTERVAL_MS` until `close`. A ping rejects when its dependency is unavailable. */
export function monitorDependencies(
  pings: Readonly<Record<Dependency, () => Promise<void>>>,
  logger: Log,
): DependencyHealth {
  const services = Object.keys(pings) as Dependency[]
  /** With the reason, or null. */
  const down = new Map<Dependency, string | null>()
  const checked = new Set<Dependency>()
  const logChange = makeOutageLogger(logger)
  const listeners: (() => void)[] = []
  const stop = new AbortController()

  function record(service: Dependency, isUp: boolean, error: unknown): void {
    logChange(service, isUp, error)
    if (isUp) return void down.delete(service)
    const isNew = !down.has(service)
    down.set(service, reasonOf(error))
    if (isNew && required.has(service)) for (const listener of listeners) listener()
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
    unavailable: () => [...down.keys()],
    reasons: () => Object.fromEntries([...down].filter(([, reason]) => reason !== null)),
    isFirstCheckDone: () => checked.size === services.length,
    assertAvailable(named = []) {
      for (const service of down.keys()) {
        if (required.has(service) || named.includes(service)) throw unavailable(service)
      }
    },
    onOutage: (listener) => void listeners.push(listener),
    close: () => stop.abort(),
  }
}

function reasonOf(error: unknown): string | null {
  const { cause } = error as Error
  return cause instanceof NeedMissing ? cause.message : null
}

/**
 * Logs once when a dependency becomes unavailable and once when it answers again. Does not log one that is still
 * starting.
 */
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
      logger.warn({ service, err }, 'a backing service does not respond')
    }
  }
}

async function pingTimeout(service: Dependency): Promise<never> {
  for (let turn = 0; turn < TIMEOUT_TURNS; turn++) await delay(TURN_MS, undefined, { ref: false })
  throw unavailable(service)
}
