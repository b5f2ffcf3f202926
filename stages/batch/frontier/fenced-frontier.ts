import type { Frontier } from './frontier.ts'

/** Wraps work so that it runs only after `confirm` has resolved. */
export function withFence<Given extends unknown[], Answer>(
  confirm: () => Promise<void>,
  work: (...given: Given) => Promise<Answer>,
): (...given: Given) => Promise<Answer> {
  return async (...given) => {
    await confirm()
    return work(...given)
  }
}

/**
 * Wraps a frontier so that it dispatches items, and accepts records that the log then forgets, only after
 * `confirm` has resolved.
 */
export function fencedFrontier(frontier: Frontier, confirm: () => Promise<void>): Frontier {
  return {
    ...frontier,
    dispatch: withFence(confirm, frontier.dispatch),
    inFlight: withFence(confirm, frontier.inFlight),
    defer: withFence(confirm, frontier.defer),
    complete: withFence(confirm, frontier.complete),
  }
}
