import { z } from 'zod'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import { parseJson } from '#shared/messages/json.ts'
import { hostKey, RESTING } from '#shared/messages/topics.ts'
import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'

/** News of the host of an inspection that has not ended: items of the host that are dispatched now only wait in a stage. */
export interface HostResting {
  /** The inspection id. */
  readonly id: string
  /** When the long cooldown of the host ends, in milliseconds since the epoch. */
  readonly until: number
}

const resting: z.ZodType<HostResting> = z.object({ id: z.string().min(1), until: z.int().min(0) })

/** The record that tells the frontier: internal, and no event. */
export function restingRecord({ id, url }: Pick<Inspection, 'id' | 'url'>, until: number): NewRecord {
  const value = JSON.stringify({ id, until } satisfies HostResting)
  return { topic: RESTING, key: hostKey(url), value, headers: {} }
}

/** Null when the record tells of no host. */
export function restingOf({ value }: Pick<LogRecord, 'value'>): HostResting | null {
  const { success, data } = resting.safeParse(parseJson(value?.toString('utf8') ?? ''))
  return success ? data : null
}
