import type { MainThreadShare } from '#shared/messages/payloads/measurement.ts'
import { classifyTask, type TaskKind } from './task-kind.ts'
import { type TraceTask, tasksByDocument } from './trace-tasks.ts'

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
