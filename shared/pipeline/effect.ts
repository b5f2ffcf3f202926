import type { Inspection } from '#shared/messages/inspection.ts'
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
