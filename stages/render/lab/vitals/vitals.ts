import type { LabVital, LabVitals } from '#shared/messages/payloads/measurement.ts'
import type { Interaction } from '../interaction/interact.ts'
import type { FrameShift } from '../main-thread/frame-shifts.ts'
import type { ObservedDocument } from './observation.ts'
import type { EventTiming, Shift } from './page/observe.ts'

type Attribution = LabVital['attribution']

/** A shift of the page; `frame` has the URL of the document it was in, null when unknown, where that is not the main frame's. */
export interface PageShift extends Shift {
  readonly frame?: string | null
}

/**
 * The vitals of the load. They are read before any interaction: the first interaction ends LCP and may cause shifts. `ttfbMs`: as seen on the
 * network, including redirects and emulated latency; null when unknown.
 */
export function loadVitals(
  document: ObservedDocument,
  ttfbMs: number | null,
  frameShifts: readonly FrameShift[],
): Omit<LabVitals, 'inp'> {
  const hasPainted = document.fcp !== null
  const { value, largest } = cumulativeLayoutShift(shiftsOfPage(document, frameShifts))
  const cls = largest && {
    target: largest.target,
    ...('frame' in largest && { frame: largest.frame ?? null }),
    largest_shift: largest.value,
    largest_shift_ms: largest.at,
  }
  return {
    lcp: toVital(document.lcp?.value ?? null, 'no_contentful_paint', document.lcp?.attribution),
    fcp: toVital(document.fcp, 'no_contentful_paint'),
    cls: toVital(hasPainted ? value : null, 'no_contentful_paint', cls ?? {}),
    ttfb: toVital(ttfbMs ?? document.ttfb, 'not_reported'),
  }
}

/** All shifts in order, with those inside frames. The times of different documents are brought together by the first paint. */
function shiftsOfPage({ shifts, fcp }: ObservedDocument, frameShifts: readonly FrameShift[]): PageShift[] {
  const inFrames = frameShifts.map(({ sinceFcpMs, value, frame }) => {
    return { at: (fcp ?? 0) + sinceFcpMs, value, target: null, frame }
  })
  return [...shifts, ...inFrames].toSorted((one, other) => one.at - other.at)
}

/** INP of the interactions. */
export function interactionVital(events: readonly EventTiming[], interaction: Interaction): LabVital {
  const { reason, refused } = interaction
  if (reason === 'interaction_unfinished') return missingVital(reason)
  const slowest = slowestInteraction(events)
  if (slowest === null) return { ...missingVital(reason ?? 'not_reported'), ...(refused && { refused }) }
  const { value, event, target, inputDelayMs, processingMs, presentationMs } = slowest
  const parts = { input_delay_ms: inputDelayMs, processing_ms: processingMs, presentation_ms: presentationMs }
  return { value, reason: null, attribution: { target, event, ...parts } }
}

/** A vital without a value; `reason` is in snake_case. */
export function missingVital(reason: string): LabVital {
  return { value: null, reason, attribution: {} }
}

function toVital(value: number | null, reason: string, attribution: Attribution = {}): LabVital {
  return value === null ? missingVital(reason) : { value, reason: null, attribution }
}

/** Maximum milliseconds between two shifts of a session window, and of the whole window. */
const MAX_GAP_MS = 1000
const MAX_WINDOW_MS = 5000

/**
 * Cumulative Layout Shift and the shift that counted most in it: the worst session window of shifts, as web-vitals defines CLS. `shifts`
 * are in order; all of them count.
 */
export function cumulativeLayoutShift(shifts: readonly PageShift[]) {
  let worst: Pick<SessionWindow, 'value'> & { readonly largest: PageShift | null } = {
    value: 0,
    largest: null,
  }
  let window: SessionWindow | null = null
  for (const shift of shifts) {
    window = window !== null && belongsTo(window, shift) ? extend(window, shift) : windowOf(shift)
    if (window.value > worst.value) worst = window
  }
  return { value: worst.value, largest: worst.largest }
}

interface SessionWindow {
  readonly value: number
  readonly largest: PageShift
  readonly beganAt: number
  readonly lastAt: number
}

function windowOf(shift: PageShift): SessionWindow {
  return { value: shift.value, largest: shift, beganAt: shift.at, lastAt: shift.at }
}

function extend({ value, largest, beganAt }: SessionWindow, shift: PageShift): SessionWindow {
  return {
    value: value + shift.value,
    largest: shift.value > largest.value ? shift : largest,
    beganAt,
    lastAt: shift.at,
  }
}

function belongsTo({ beganAt, lastAt }: SessionWindow, { at }: PageShift): boolean {
  return at - lastAt < MAX_GAP_MS && at - beganAt < MAX_WINDOW_MS
}

/** Event Timing rounds durations to 8 ms: events whose presentation times differ by no more belong to one frame. */
const FRAME_MS = 8

/**
 * The slowest interaction (web-vitals' definition of INP below 50 interactions: the worst one), times in milliseconds. `event` is the one
 * with the longest processing time. Null when there is no timed interaction; one of less than 16 ms is timed only if it is the first.
 */
export function slowestInteraction(events: readonly EventTiming[]) {
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
