import { gunzipSync } from 'node:zlib'
import type { Measurement } from '#shared/messages/payloads/measurement.ts'
import { forcedReflows } from './forced-reflows.ts'
import { concernsShifts, type FrameShift, frameShifts } from './frame-shifts.ts'
import { mainThreadShares, type TraceEvent, type TraceTask, toTraceTask } from './main-thread-shares.ts'

/** The work of the main thread while the page existed, and the layout shifts in its frames. */
export interface MainThreadWork extends Required<Pick<Measurement, 'mainThread' | 'forcedReflows'>> {
  readonly frameShifts: readonly FrameShift[]
}

/** No trace. */
export const noWork: MainThreadWork = { mainThread: [], forcedReflows: [], frameShifts: [] }

/** The trace of a page as the browser writes it. */
export interface RecordedTrace {
  /** JSON of the Trace Event Format, compressed by gzip. */
  readonly gzipped: Uint8Array
  /** The main frame. */
  readonly frameId: string
}

/** Bytes of the JSON; a full buffer of the browser makes about 80 MB of it. */
const MAX_JSON_BYTES = 150_000_000
const LINE_FEED = 10
/** What a task and what a shift or paint has, in the spelling of the browser. Other events are not parsed. */
const wanted = ['"ph":"X"', '"name":"LayoutShift"', '"name":"firstContentfulPaint"']
/** The categories of tasks. The rest of the trace is there for the shifts. */
const TASKS = /\b(devtools\.timeline|v8\.execute)\b/

/**
 * The work of the main thread of the page's process. A page makes as many events as it likes: read its trace in a thread of its own.
 * Throws for a trace that is too large or not in the browser's format.
 */
export function readTrace({ gzipped, frameId }: RecordedTrace): MainThreadWork {
  const tasks: TraceTask[] = []
  const shifts: TraceEvent[] = []
  for (const event of eventsOf(gunzipSync(gzipped, { maxOutputLength: MAX_JSON_BYTES }))) {
    const task = TASKS.test(event.cat ?? 'devtools.timeline') ? toTraceTask(event) : null
    if (task !== null) tasks.push(task)
    if (concernsShifts(event)) shifts.push(event)
  }
  return {
    mainThread: mainThreadShares(tasks, frameId),
    forcedReflows: forcedReflows(tasks, frameId),
    frameShifts: frameShifts(shifts, frameId),
  }
}

/** The browser writes an event a line. Parsing them one by one takes a fraction of the memory of the whole. */
function* eventsOf(json: Buffer): Generator<TraceEvent> {
  let start = 0
  while (start < json.length) {
    const lineFeed = json.indexOf(LINE_FEED, start)
    const end = lineFeed === -1 ? json.length : lineFeed
    const line = json.subarray(start, end)
    if (wanted.some((mark) => line.includes(mark))) yield JSON.parse(eventIn(line.toString())) as TraceEvent
    start = end + 1
  }
}

/** Between events is a comma; the list of them ends after the last one. */
function eventIn(line: string): string {
  if (line.endsWith(',')) return line.slice(0, -1)
  const end = line.lastIndexOf('],"metadata":')
  return end === -1 ? line : line.slice(0, end)
}
