import { MAX_URL_CHARS, truncate } from '../requests/logged-request.ts'
import type { TraceEvent } from './main-thread-shares.ts'

/** A layout shift inside a frame. */
export interface FrameShift {
  /** Milliseconds since the first contentful paint of the page; negative before it. */
  readonly sinceFcpMs: number
  /** Weighted by the share of the viewport that the frame takes (Layout Instability, section 3.1). */
  readonly value: number
  /** URL of the document in the frame; null when unknown. */
  readonly frame: string | null
}

/** Maximum number of shifts, as of the main frame. */
const MAX_SHIFTS = 10_000

/** Whether `frameShifts` needs the event. */
export function concernsShifts({ name }: Pick<TraceEvent, 'name'>): boolean {
  return name === 'LayoutShift' || name === 'firstContentfulPaint' || name === 'CommitLoad'
}

/**
 * The shifts inside the frames of the last document of the main frame, at any depth and in any process, in order. Without those that
 * count as caused by input, and those of which nothing could be seen. Empty when that document has painted nothing.
 */
export function frameShifts(events: readonly TraceEvent[], mainFrameId: string): FrameShift[] {
  const inOrder = events.filter(concernsShifts).toSorted((one, other) => one.ts - other.ts)
  const isCommit = ({ name, args }: TraceEvent) =>
    name === 'CommitLoad' && args?.data?.frame === mainFrameId && args.data.url !== 'about:blank'
  const shown = inOrder.slice(Math.max(0, inOrder.findLastIndex(isCommit)))
  const fcp = shown.find(({ name, args }) => name === 'firstContentfulPaint' && args?.frame === mainFrameId)
  if (fcp === undefined) return []
  const urls = new Map<string, string>()
  return shown
    .flatMap((event) => {
      const { frame, url } = event.args?.data ?? {}
      if (event.name === 'CommitLoad' && frame !== undefined && url !== undefined)
        urls.set(frame, truncate(url, MAX_URL_CHARS))
      return isSeen(event, mainFrameId) ? [toFrameShift(event, fcp.ts, urls)] : []
    })
    .slice(0, MAX_SHIFTS)
}

function isSeen({ name, args }: TraceEvent, mainFrameId: string): boolean {
  if (name !== 'LayoutShift' || args?.data === undefined || args.frame === mainFrameId) return false
  const { is_main_frame: isMain, had_recent_input: isByInput, weighted_score_delta: value = 0 } = args.data
  return isMain === false && !isByInput && value > 0
}

function toFrameShift(
  { ts, args }: TraceEvent,
  fcpTs: number,
  urls: ReadonlyMap<string, string>,
): FrameShift {
  return {
    sinceFcpMs: (ts - fcpTs) / 1000,
    value: args?.data?.weighted_score_delta ?? 0,
    frame: urls.get(args?.frame ?? '') ?? null,
  }
}
