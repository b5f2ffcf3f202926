import type { EventTiming } from './page/observe.ts'

/** The slowest interaction (web-vitals' definition of INP below 50 interactions: the worst one). */
export interface SlowestInteraction {
  readonly value: number
  /** The event that was worked on longest. */
  readonly event: string
  readonly target: string | null
  readonly inputDelayMs: number
  readonly processingMs: number
  readonly presentationMs: number
}

/** Durations are rounded to 8 ms: events that were presented so close together were so in one frame. */
const FRAME_MS = 8

/** Null when no interaction was timed; one of less than 16 ms is, if it was the first. */
export function slowestInteraction(events: readonly EventTiming[]): SlowestInteraction | null {
  const [slowest] = events
    .filter(({ interaction }) => interaction > 0)
    .toSorted((a, b) => b.duration - a.duration)
  if (slowest === undefined) return null
  const sameFrame = events.filter((one) => isInSameFrame(one, slowest))
  const [main = slowest] = sameFrame.toSorted((a, b) => processingTime(b) - processingTime(a))
  const processingAt = Math.min(...sameFrame.map((one) => one.processingAt))
  const processedAt = Math.max(...sameFrame.map((one) => one.processedAt))
  return {
    value: slowest.duration,
    event: main.name,
    target: main.target ?? slowest.target,
    inputDelayMs: processingAt - slowest.at,
    processingMs: processedAt - processingAt,
    presentationMs: Math.max(0, slowest.at + slowest.duration - processedAt),
  }
}

/** What one frame presented was waited for by all its events. */
function isInSameFrame(one: EventTiming, other: EventTiming): boolean {
  const presented = Math.abs(one.at + one.duration - other.at - other.duration)
  return one.processingAt >= other.at && presented <= FRAME_MS
}

function processingTime({ processingAt, processedAt }: EventTiming): number {
  return processedAt - processingAt
}
