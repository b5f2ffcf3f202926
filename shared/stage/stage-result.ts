import type { Inspection } from '#shared/messages/events/inspection.ts'
import { resultOutcome } from '#shared/messages/events/outcome.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import type { AttemptResult } from '#shared/stage/middleware/stage-telemetry.ts'
import type { Publisher } from '#shared/stage/publisher.ts'

/** What a stage produces: events for the next stage, the result that ends the inspection, or nothing. */
export type StageResult =
  | { readonly next: readonly NewRecord[] }
  | {
      readonly inspection: Inspection
      readonly resultJson: string
      readonly blocked?: string | null
      /** Bytes of images that were stored for the inspection. */
      readonly storedBytes?: number
    }

export const noResult: StageResult = { next: [] }

/** The outcome of an attempt with this result. */
export function attemptOutcome(result: StageResult): AttemptResult['outcome'] {
  if (result === noResult) return 'duplicate'
  return 'next' in result ? 'forwarded' : 'completed'
}

/** Appends the events for the next stage, or ends the inspection with its result. */
export async function publishResult(
  publisher: Publisher,
  inspection: Inspection,
  result: StageResult,
): Promise<void> {
  if ('next' in result) return publisher.append(result.next)
  const { resultJson, blocked, storedBytes = 0 } = result
  await publisher.complete(inspection, resultOutcome(result.inspection, resultJson, blocked), storedBytes)
}
