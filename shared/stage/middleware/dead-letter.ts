import { stageNames } from '#shared/messages/consumer-groups.ts'
import { deadLetterRecord } from '#shared/messages/events/dead-letter.ts'
import type { Attempt, Delivery, Effect } from '#shared/stage/middleware.ts'
import type { Publisher } from '#shared/stage/publisher.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'

/**
 * Counts records that have no outcome, and publishes them to `dead-letter`: see infra/docs/consumers.md#dead-letters.
 */
export function deadLetters(
  stage: string,
  publisher: Pick<Publisher, 'append'>,
  metrics: Metrics,
): <Input extends Delivery | Attempt>(
  next: (input: Input) => Promise<Effect>,
) => (input: Input) => Promise<Effect> {
  const dead = metrics.counter({
    name: 'pageprobe_dead_letters_total',
    help: 'Records that were published to dead-letter',
    labels: { stage: stageNames },
  })
  return (next) => async (input) => {
    const effect = await next(input)
    if (!('deadLetter' in effect)) return effect
    dead.add({ stage })
    await publisher.append([deadLetterRecord(input.record, effect.deadLetter)])
    return { done: 'dead_lettered', code: 'INTERNAL_ERROR' }
  }
}
