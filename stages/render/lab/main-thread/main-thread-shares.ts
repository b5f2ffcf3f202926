import type { MainThreadShare } from '#shared/messages/payloads/measurement.ts'
import { MAX_URL_CHARS, truncate } from '../requests/logged-request.ts'

/** Maximum number of shares: the rest is added up without a URL. */
const MAX_SHARES = 1000

type Add = (url: string | null, kind: TaskKind, micros: number) => void

/** Busy time of the main thread of the frame by cause, the longest first. No time counts twice. */
export function mainThreadShares(tasks: readonly TraceTask[], frameId: string): MainThreadShare[] {
  const sums = new Map<string, { url: string | null; kind: TaskKind; micros: number }>()
  const add: Add = (url, kind, micros) => {
    const key = `${kind} ${url ?? ''}`
    if (url !== null && sums.size >= MAX_SHARES && !sums.has(key)) return add(null, kind, micros)
    const sum = sums.get(key) ?? { url, kind, micros: 0 }
    sum.micros += micros
    sums.set(key, sum)
  }
  for (const selfMicros of tasksByDocument(tasks, frameId)) attributeTime(selfMicros, add)
  return [...sums.values()]
    .toSorted((one, other) => other.micros - one.micros)
    .map(({ url, kind, micros }) => ({ url, kind, ms: Math.round(micros / 10) / 100 }))
}

interface OpenTask {
  readonly end: number
  readonly kind: TaskKind
  url: string | null
  /** Without nested tasks. */
  selfMicros: number
}

/** Tasks of one thread are nested or disjoint. */
function attributeTime(tasks: readonly TraceTask[], add: Add): void {
  const open: OpenTask[] = []
  const closeUntil = (time: number) => {
    for (let last = open.at(-1); last !== undefined && last.end <= time; last = open.at(-1)) {
      open.pop()
      add(last.url, last.kind, last.selfMicros)
    }
  }
  for (const task of tasks.toSorted((one, other) => one.begin - other.begin || other.end - one.end)) {
    closeUntil(task.begin)
    open.push(enter(task, open.at(-1)))
  }
  closeUntil(Number.POSITIVE_INFINITY)
}

function enter(task: TraceTask, outer: OpenTask | undefined): OpenTask {
  const end = Math.min(task.end, outer?.end ?? task.end)
  const selfMicros = end - task.begin
  const kind = classifyTask(task.name) ?? outer?.kind ?? 'other'
  const script = kind === 'script' ? task.url : null
  if (outer !== undefined) {
    outer.selfMicros -= selfMicros
    // Promise reactions after a callback are outside its task, in the task of the timer or event that called it.
    if (outer.kind === 'script') outer.url ??= script
  }
  return { end, kind, url: script ?? outer?.url ?? null, selfMicros }
}

/** An event of a trace, as the Trace Event Format has it; times in microseconds. */
export interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** Categories, separated by commas. */
  readonly cat?: string
  readonly args?: {
    readonly frame?: string
    readonly data?: {
      readonly url?: string
      readonly frame?: string
      readonly is_main_frame?: boolean
      readonly had_recent_input?: boolean
      readonly weighted_score_delta?: number
    }
  }
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

export type TaskKind = MainThreadShare['kind']

/** Names of Chromium's tasks, grouped as in the Performance panel of DevTools. The first matching line counts. */
const kinds: readonly (readonly [RegExp, TaskKind])[] = [
  [/^(M(ajor|inor)GC|V8\.GC.*|BlinkGC.*|GCEvent)$/, 'gc'],
  [
    /^(EvaluateScript|FunctionCall|TimerFire|EventDispatch|FireAnimationFrame|FireIdleCallback|RunMicrotasks|XHR(ReadyStateChange|Load)|HandlePostMessage|WebAssembly.*|wasm\..*|v8\..*)$/,
    'script',
  ],
  [
    /^(UpdateLayoutTree|Layout|ScheduleStyleRecalculation|InvalidateLayout|IntersectionObserverController.*)$/,
    'style_layout',
  ],
  [/^(ParseHTML|ParseAuthorStyleSheet|HTMLDocumentParser.*)$/, 'parse'],
  [
    /^(PrePaint|Paint|PaintImage|Layerize|Commit|CompositeLayers|UpdateLayer|UpdateLayerTree|HitTest|RasterTask|Animation|ImageDecodeTask|Decode Image)$/,
    'paint',
  ],
]

/** Null for tasks that have the kind of the task around them. */
export function classifyTask(name: string): TaskKind | null {
  return kinds.find(([pattern]) => pattern.test(name))?.[1] ?? null
}
