import { Failure } from '#shared/errors.ts'
import type { SkippedLookup } from '#shared/messages/payloads/audit-input.ts'
import { hasTime } from './asking.ts'

/** One thing that is to be asked of one host. */
export interface Errand {
  readonly what: SkippedLookup['what']
  readonly host: string
  /** Rejects with `SERVICE_UNAVAILABLE` when nobody could ask it. */
  run(): Promise<void>
}

export interface ErrandBounds {
  readonly atOnce: number
  readonly perHost: number
  /** By `performance.now()`. */
  readonly until: number
}

/**
 * Runs errands in their order, so that the first are done when time is short; a host that is busy lets those after it go
 * first. What was not run is given back with its reason. Rejects with what an errand rejects with that was run.
 */
export async function runErrands(errands: readonly Errand[], bounds: ErrandBounds): Promise<SkippedLookup[]> {
  const waiting = [...errands]
  const busy = new Map<string, number>()
  const unasked = new Tally()

  const isFree = ({ host }: Errand) => (busy.get(host) ?? 0) < bounds.perHost

  async function run(errand: Errand): Promise<void> {
    const { host, what } = errand
    busy.set(host, (busy.get(host) ?? 0) + 1)
    try {
      await errand.run()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      unasked.add(what, 'unavailable')
    } finally {
      busy.set(host, (busy.get(host) ?? 0) - 1)
    }
  }

  const running = new Set<Promise<void>>()
  while (waiting.length > 0 && hasTime(bounds)) {
    const next = running.size < bounds.atOnce ? waiting.findIndex(isFree) : -1
    const [errand] = next < 0 ? [] : waiting.splice(next, 1)
    if (errand === undefined) await Promise.race(running)
    else {
      const work: Promise<void> = run(errand).finally(() => running.delete(work))
      running.add(work)
    }
  }
  for (const { what } of waiting) unasked.add(what, 'time')
  await Promise.all(running)
  return unasked.all()
}

export function isUnavailable(error: unknown): boolean {
  return error instanceof Failure && error.code === 'SERVICE_UNAVAILABLE'
}

/** Counts by kind and reason. */
class Tally {
  readonly #counts = new Map<string, SkippedLookup>()

  add(what: SkippedLookup['what'], reason: SkippedLookup['reason']): void {
    const key = `${what} ${reason}`
    this.#counts.set(key, { what, reason, count: (this.#counts.get(key)?.count ?? 0) + 1 })
  }

  all(): SkippedLookup[] {
    return [...this.#counts.values()]
  }
}
