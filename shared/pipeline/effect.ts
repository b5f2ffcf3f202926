import type { Inspection } from '#shared/messages/inspection.ts'
import { resultOutcome } from '#shared/messages/outcome.ts'
import type { Publisher } from '#shared/pipeline/publisher.ts'
import type { Ending } from '#shared/pipeline/stage-watch.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'

/** What a stage wants to happen: events for the next stage, the result that ends the inspection, or nothing. */
export type Effect =
  | { readonly next: readonly NewRecord[] }
  | {
      readonly inspection: Inspection
      readonly resultJson: string
      readonly blocked?: string | null
      /** Bytes of pictures that were stored for it. */
      readonly storedBytes?: number
    }

export const nothing: Effect = { next: [] }

/** How work with this effect ended. */
export function wayOf(effect: Effect): Ending['way'] {
  if (effect === nothing) return 'repeated'
  return 'next' in effect ? 'passed_on' : 'concluded'
}

/** Appends the events for the next stage, or ends the inspection with its result. */
export async function publish(publisher: Publisher, inspection: Inspection, effect: Effect): Promise<void> {
  if ('next' in effect) return publisher.append(effect.next)
  const { resultJson, blocked, storedBytes = 0 } = effect
  await publisher.conclude(inspection, resultOutcome(effect.inspection, resultJson, blocked), storedBytes)
}
