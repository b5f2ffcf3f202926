import type { Frontier } from './frontier.ts'

/** Work that is done only once `confirm` has resolved. */
export function withFence<Given extends unknown[], Answer>(
  confirm: () => Promise<void>,
  work: (...given: Given) => Promise<Answer>,
): (...given: Given) => Promise<Answer> {
  return async (...given) => {
    await confirm()
    return work(...given)
  }
}

/** A frontier that releases nothing, and takes in nothing that the log forgets for it, unless `confirm` resolves. */
export function fencedFrontier(frontier: Frontier, confirm: () => Promise<void>): Frontier {
  return {
    ...frontier,
    dispatch: withFence(confirm, frontier.dispatch),
    inFlight: withFence(confirm, frontier.inFlight),
    defer: withFence(confirm, frontier.defer),
    complete: withFence(confirm, frontier.complete),
  }
}
