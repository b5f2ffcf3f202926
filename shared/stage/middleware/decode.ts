import { decodeRecord } from '#shared/messages/events/decode-record.ts'
import type { Delivery, Effect, Step } from '#shared/stage/middleware.ts'
import type { StageHandler } from '#shared/stage/stage-handler.ts'

/** The record is another stage's: it is finished here, and nothing is recorded. */
const unrelated: Effect = { done: 'forwarded', code: null }

/**
 * Reads the event of a record and its inspection. Records of other stages end here; a record that is no event is a dead
 * letter of the stage that accepts it.
 */
export function decode({
  accepts,
  describe,
}: Pick<StageHandler, 'accepts' | 'describe'>): (next: Step) => (delivery: Delivery) => Promise<Effect> {
  return (next) => async (delivery) => {
    const decoded = decodeRecord(delivery.record)
    if ('reason' in decoded) return accepts(null) ? { deadLetter: decoded.reason } : unrelated
    const { event } = decoded
    const inspection = describe(event, delivery.lane)
    return accepts(inspection.operation) ? next({ ...delivery, event, inspection }) : unrelated
  }
}
