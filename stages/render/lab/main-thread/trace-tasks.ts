import { MAX_URL_CHARS, truncate } from '../requests/recorded-response.ts'

/** An event of a trace, as the Trace Event Format has it; times in microseconds. */
export interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly args?: { readonly data?: { readonly url?: string; readonly frame?: string } }
}

/** The relevant part of an event with a duration. */
export interface TraceTask {
  readonly name: string
  /** Of process and thread. */
  readonly thread: string
  readonly begin: number
  readonly end: number
  /** The http(s) URL of the script or document that the event names. */
  readonly url: string | null
  /** The frame, where the event is the commit of a document. */
  readonly commits: string | null
}

/** Null for events without a duration, such as marks. */
export function toTraceTask({ name, ph, pid, tid, ts, dur, args }: TraceEvent): TraceTask | null {
  if (ph !== 'X' || dur === undefined) return null
  const isCommit = name === 'CommitLoad' && args?.data?.url !== 'about:blank'
  return {
    name,
    thread: `${pid}.${tid}`,
    begin: ts,
    end: ts + dur,
    url: urlOf(args?.data?.url),
    commits: isCommit ? (args?.data?.frame ?? null) : null,
  }
}

function urlOf(url = ''): string | null {
  return /^https?:/.test(url) ? truncate(url, MAX_URL_CHARS) : null
}

/** The tasks of each document of the frame, on the main thread of its process, from the commit of the document to the next commit. */
export function tasksByDocument(tasks: readonly TraceTask[], frameId: string): TraceTask[][] {
  const commits = tasks
    .filter((task) => task.commits === frameId)
    .toSorted((one, other) => one.begin - other.begin)
  return commits.map(({ thread, begin }, index) => {
    const until = commits[index + 1]?.begin ?? Number.POSITIVE_INFINITY
    return tasks.filter((task) => task.thread === thread && task.begin >= begin && task.begin < until)
  })
}
