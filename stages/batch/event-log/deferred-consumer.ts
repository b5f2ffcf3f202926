import type { Consumer } from '#shared/consumer/consumer.ts'
import { DEFERRALS } from '#shared/messages/consumer-groups.ts'
import { DEFERRED } from '#shared/messages/topics.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { makeRequestVerifier } from '#shared/stage/middleware/verify-request.ts'
import type { Frontier } from '../frontier/frontier.ts'
import { consumeIntoFrontier, type FrontierConsumerOptions, inGroups } from './consume-into-frontier.ts'
import { deferRequest } from './defer-request.ts'

export interface DeferredConsumerOptions extends FrontierConsumerOptions {
  readonly frontier: Pick<Frontier, 'defer'>
  /** Holds the first request of each id. */
  readonly store: KeyValues
}

const SLOTS = 400

/**
 * Consumes deferred requests into the frontier. A record is committed once the frontier has it; while that is unavailable,
 * the record is retried.
 */
export function startDeferredConsumer({
  frontier,
  store,
  ...options
}: DeferredConsumerOptions): Promise<Consumer> {
  const defer = inGroups<LogRecord>((group) => frontier.defer(group))
  const deferring = { log: options.log, store, verifier: makeRequestVerifier(store), defer }
  return consumeIntoFrontier({
    ...options,
    group: DEFERRALS,
    topics: [DEFERRED],
    slots: SLOTS,
    isUnrelated: () => false,
    store: (record) => deferRequest(record, deferring),
  })
}
