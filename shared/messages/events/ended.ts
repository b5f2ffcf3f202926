import { z } from 'zod'
import { parseJson } from '#shared/messages/json.ts'
import { ENDED, outcomeTopics } from '#shared/messages/topics.ts'
import type { LogRecord, NewRecord, RecordPlace } from '#shared/ports/event-log.ts'

/** The end of an inspection of the batch lane, or news of the host of one that has not ended. */
export interface Ended {
  /** The inspection id. */
  readonly id: string
  /** Where the outcome is; null when there is none, since the request is a dead letter or has not ended. */
  readonly place: RecordPlace | null
  /**
   * Set for an inspection that has not ended: its host has a long cooldown until then, in milliseconds since the epoch.
   * Items of the host that are dispatched before would only wait in a stage.
   */
  readonly restsUntil?: number | undefined
}

const count = z.int().min(0)
const ended: z.ZodType<Ended> = z.object({
  id: z.string().min(1),
  place: z.object({ topic: z.enum(outcomeTopics), partition: count, offset: count }).nullable(),
  restsUntil: count.optional(),
})

/** The record that tells a shard of the frontier of it. */
export function endedRecord(shard: number, { id, place, restsUntil }: Ended): NewRecord {
  const value = JSON.stringify({ id, place, restsUntil })
  return { topic: ENDED, partition: shard, key: null, value, headers: {} }
}

/** Null when the record tells of no end, or the outcome is in no topic of outcomes. */
export function endedOf({ value }: Pick<LogRecord, 'value'>): Ended | null {
  const { success, data } = ended.safeParse(parseJson(value?.toString('utf8') ?? ''))
  return success ? data : null
}
