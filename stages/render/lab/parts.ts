import type { Log } from '#shared/log.ts'
import { inTime } from '../in-time.ts'
import type { Tab } from '../tab.ts'

/** The parts of a measurement that it can do without. */
export interface Parts {
  /** What could not be had, by name, and why. */
  readonly missing: Readonly<Record<string, string>>
  /**
   * Resolves like `step`, or with `none` when it fails or takes longer than `ms` milliseconds: then it is missing. Rejects only when
   * the tab is lost or its time is over.
   */
  take<T, None>(name: string, ms: number, step: () => Promise<T>, none: None): Promise<T | None>
  /** As `take`, for what only a page that answers can tell. */
  ask<T, None>(name: string, ms: number, step: () => Promise<T>, none: None): Promise<T | None>
  /** The page does not answer any more: it is asked nothing else. */
  giveUp(): void
  miss(name: string, why: string): void
}

export function makeParts({ guard, signal }: Pick<Tab, 'guard' | 'signal'>, logger: Log): Parts {
  const missing: Record<string, string> = {}
  let isBusy = false
  const miss: Parts['miss'] = (name, why) => {
    missing[name] = why
  }
  const take: Parts['take'] = async (name, ms, step, none) => {
    try {
      const wrapped = guard(step()).then((value) => ({ value }))
      const taken = await inTime(wrapped, ms)
      if (taken !== null) return taken.value
      miss(name, 'no_time')
    } catch (error) {
      signal.throwIfAborted()
      logger.warn({ err: error, part: name }, 'a part of a measurement could not be had')
      miss(name, 'failed')
    }
    return none
  }
  return {
    missing,
    miss,
    take,
    async ask(name, ms, step, none) {
      if (!isBusy) return take(name, ms, step, none)
      miss(name, 'page_busy')
      return none
    },
    giveUp() {
      isBusy = true
    },
  }
}
