import { isUnavailable } from '#shared/errors.ts'
import type { Completion } from '../../frontier/frontier.ts'
import type { RunnerParts } from './runner-parts.ts'

/**
 * Applies completions one by one, which cannot be applied together. One that cannot be applied alone counts as the end of an
 * inspection without an outcome, or else is passed over, with an error in the log file. `now`: in milliseconds since the
 * epoch. Rejects when the runner stops.
 */
export async function completeEach(
  parts: Pick<RunnerParts, 'store' | 'logger' | 'signal' | 'retrying'>,
  completions: readonly Completion[],
  now: number,
): Promise<void> {
  const { store, logger, signal, retrying } = parts

  async function tryToComplete(completion: Completion): Promise<boolean> {
    try {
      await store.complete([completion], now)
      return true
    } catch (err) {
      signal.throwIfAborted()
      if (isUnavailable(err)) throw err
      logger.error(
        { err, shard: store.shard, id: completion.id },
        'the end of an inspection cannot be applied',
      )
      return false
    }
  }

  for (const completion of completions) {
    if (await retrying(() => tryToComplete(completion))) continue
    if (completion.outcome !== null) await retrying(() => tryToComplete({ id: completion.id, outcome: null }))
  }
}
