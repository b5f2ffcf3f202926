import { type Consumer, runConsumer } from '#shared/consumer/consumer.ts'
import type { WorkResult } from '#shared/consumer/pool/job.ts'
import { recordRules, stageLanes } from '#shared/stage/lanes.ts'
import { cleanUp } from '#shared/stage/middleware/clean-up.ts'
import { deadLetters } from '#shared/stage/middleware/dead-letter.ts'
import { decode } from '#shared/stage/middleware/decode.ts'
import { deduplicate } from '#shared/stage/middleware/deduplicate.ts'
import { expiry, expirySignal } from '#shared/stage/middleware/expiry.ts'
import { identify } from '#shared/stage/middleware/identify.ts'
import { newerVersions } from '#shared/stage/middleware/newer-versions.ts'
import { publishFailure, publishResult } from '#shared/stage/middleware/publish.ts'
import { refuse } from '#shared/stage/middleware/refuse.ts'
import { retry } from '#shared/stage/middleware/retry.ts'
import { trace } from '#shared/stage/middleware/trace.ts'
import { makeRequestVerifier, verifyRequests } from '#shared/stage/middleware/verify-request.ts'
import { compose, type Delivery, type Effect, type Step } from '#shared/stage/middleware.ts'
import { exportPoolMetrics } from '#shared/stage/pool-metrics.ts'
import { makePublisher } from '#shared/stage/publisher.ts'
import type { StageHandler } from '#shared/stage/stage-handler.ts'
import type { StageOptions } from '#shared/stage/stage-options.ts'

/** Runs a handler over both lanes of its input until the consumer is drained. */
export async function runStage(handler: StageHandler, options: StageOptions): Promise<Consumer> {
  let isStopped = false
  const rules = recordRules(handler)
  const process = processing(handler, options, rules, () => isStopped)
  const group = handler.group ?? handler.name
  const { metrics } = options.telemetry
  const consumer = await runConsumer({
    ...options,
    metrics,
    group,
    lanes: stageLanes(handler, options, options.log),
    ...rules,
    process: async (record, lane, count, startedAt) =>
      workResult(await process({ record, lane, count, startedAt })),
    onPoisonPill: async (record, lane) =>
      workResult(await process({ record, lane, ...poisonPill(options.maxAttempts) })),
  })
  exportPoolMetrics(group, consumer, options.pool, metrics)
  return {
    ...consumer,
    async drain(graceMs) {
      await consumer.drain(graceMs)
      isStopped = true
    },
  }
}

/** The processing of a record. `isStopped`: the stage has left its groups, so that another member repeats running work. */
function processing(
  handler: StageHandler,
  options: StageOptions,
  rules: ReturnType<typeof recordRules>,
  isStopped: () => boolean,
): (delivery: Delivery) => Promise<Effect> {
  const { name: stage, input, describe } = handler
  const { store, logger, telemetry } = options
  const publisher = makePublisher(options)
  const verifier = makeRequestVerifier(store)
  const publishDeadLetters = deadLetters(stage, publisher, telemetry.metrics)
  const context = { ...options, stage, input, publisher, verifier, isStopped }
  const handle: Step = ({ event, inspection }) =>
    handler.handle({ event, lane: inspection.lane, signal: expirySignal(inspection) })

  const step = compose(
    [
      verifyRequests(input, verifier, describe),
      newerVersions(input, options.newerVersionWaitMs, logger),
      identify({ ...context, describe }),
      cleanUp(options.objects),
      trace(stage, telemetry, options.system),
      // Inside of the clean-up: a dead letter is published before the objects of its inspection are removed.
      publishDeadLetters,
      publishFailure(context),
      retry({ ...context, keyOf: ({ record, lane }) => rules.concurrencyKeyOf(record, lane) }),
      expiry,
      publishResult(context),
      deduplicate(context),
      refuse(input, store),
    ],
    handle,
  )
  // Records that are no events, have a forged id or are of a later version are dead letters, too.
  return publishDeadLetters(decode(handler)(step))
}

/** The attempt at a record that ends as a failure without being started. */
function poisonPill(maxAttempts: number): Pick<Delivery, 'count' | 'startedAt' | 'isPoisonPill'> {
  return { count: maxAttempts, startedAt: performance.now(), isPoisonPill: true }
}

/** What the consumer does with the record. All other effects are performed. */
function workResult(effect: Effect): WorkResult {
  return 'retryAfterMs' in effect || 'postponeMs' in effect ? effect : 'done'
}
