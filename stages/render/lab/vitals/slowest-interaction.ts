import type { EventTiming } from './page/observe.ts'

/** The slowest interaction (web-vitals' definition of INP below 50 interactions: the worst one). */
export interface SlowestInteraction {
  readonly value: number
  /** The event with the longest processing time. */
  readonly event: string
  readonly target: string | null
  readonly inputDelayMs: number
  readonly processingMs: number
  readonly presentationMs: number
}

/** Event Timing rounds durations to 8 ms: events whose presentation times differ by no more belong to one frame. */
const FRAME_MS = 8

/** Null when there is no timed interaction; one of less than 16 ms is timed only if it is the first. */
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

/** Whether both events were presented by the same frame. */
function isInSameFrame(one: EventTiming, other: EventTiming): boolean {
  const presented = Math.abs(one.at + one.duration - other.at - other.duration)
  return one.processingAt >= other.at && presented <= FRAME_MS
}

function processingTime({ processingAt, processedAt }: EventTiming): number {
  return processedAt - processingAt
}
