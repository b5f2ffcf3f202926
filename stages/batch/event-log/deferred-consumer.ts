import { type Consumer, runConsumer } from '#shared/consumer/consumer.ts'
import { isUnavailable } from '#shared/errors.ts'
import { DEFERRALS } from '#shared/messages/consumer-groups.ts'
import { DEFERRED } from '#shared/messages/topics.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { makeRequestVerifier } from '#shared/stage/middleware/verify-request.ts'
import type { Frontier } from '../frontier/frontier.ts'
import { deferRequest } from './defer-request.ts'
import { makeMicroBatcher } from './micro-batcher.ts'
import { type ResultConsumerOptions, skipPoisonPill } from './result-consumer.ts'

export interface DeferredConsumerOptions
  extends Omit<ResultConsumerOptions, 'frontier' | 'readValue' | 'topics'> {
  readonly frontier: Pick<Frontier, 'defer'>
}

const HIGH_WATER = 400
const SLOTS = 400
const GROUP_SIZE = 200
const GROUP_MS = 20
const RETRY_MS = 1000

/**
 * Consumes deferred requests into the frontier. A record is committed once the frontier has it; while that is unavailable,
 * the record is retried.
 */
export function startDeferredConsumer(options: DeferredConsumerOptions): Promise<Consumer> {
  const { frontier, log, logger, store } = options
  const limits = { maxSize: GROUP_SIZE, waitMs: GROUP_MS }
  const defer = makeMicroBatcher<LogRecord>({ ...limits, process: (group) => frontier.defer(group) })
  const deferring = { log, store, verifier: makeRequestVerifier(store), defer }
  return runConsumer({
    log,
    logger,
    group: DEFERRALS,
    highWater: HIGH_WATER,
    lanes: [{ lane: 'batch', topics: [DEFERRED] }],
    poisonPills: options.poisonPills,
    metrics: options.metrics,
    pool: { slots: SLOTS, reserved: 0, limits: { perKey: 1 } },
    isUnrelated: () => false,
    concurrencyKeyOf: () => null,
    onPoisonPill: (record) => skipPoisonPill(record, options),
    async process(record) {
      try {
        await deferRequest(record, deferring)
        return 'done'
      } catch (err) {
        if (!isUnavailable(err)) throw err
        return { retryAfterMs: RETRY_MS }
      }
    },
  })
}
