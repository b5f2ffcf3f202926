import type { ForcedReflows } from '#shared/messages/payloads/measurement.ts'
import { classifyTask, type TraceTask, tasksByDocument } from './main-thread-shares.ts'

/** Least time of forced styles and layout in one task that counts, in microseconds; of Lighthouse's `forced-reflow-insight`. */
const LEAST_MICROS = 30_000
/** Maximum number of scripts that are named: the rest is added up without a URL. */
const MAX_SCRIPTS = 100
const reflows: ReadonlySet<string> = new Set(['UpdateLayoutTree', 'Layout'])

interface Reflow {
  readonly by: OpenTask
  readonly micros: number
}

/**
 * Styles and layout that scripts forced, by script, the longest first: those computed inside a task of a script, in tasks of the main
 * thread in which that took 30 ms or more.
 */
export function forcedReflows(tasks: readonly TraceTask[], frameId: string): ForcedReflows[] {
  const long = tasksByDocument(tasks, frameId)
    .flatMap(reflowsByTask)
    .filter((forced) => forced.reduce((sum, { micros }) => sum + micros, 0) >= LEAST_MICROS)
  return addUp(long.flat())
}

interface OpenTask {
  readonly end: number
  /** Whether it is a script, or runs inside one. */
  readonly isScripted: boolean
  readonly isReflow: boolean
  url: string | null
}

/** The forced reflows of each outermost task. Tasks of one thread are nested or disjoint. */
function reflowsByTask(tasks: readonly TraceTask[]): Reflow[][] {
  const found: Reflow[][] = []
  const open: OpenTask[] = []
  for (const task of tasks.toSorted((one, other) => one.begin - other.begin || other.end - one.end)) {
    while (open.length > 0 && (open.at(-1) as OpenTask).end <= task.begin) open.pop()
    if (open.length === 0) found.push([])
    const by = open.at(-1)
    const isReflow = reflows.has(task.name)
    // Styles that layout computes on its way are part of it.
    if (isReflow && by?.isScripted && !by.isReflow) found.at(-1)?.push({ by, micros: task.end - task.begin })
    open.push(enter(task, isReflow, by))
  }
  return found
}

/** Promise reactions after a callback are outside its task, in the task of the timer or event that called it. */
function enter(task: TraceTask, isReflow: boolean, outer: OpenTask | undefined): OpenTask {
  const isScript = classifyTask(task.name) === 'script'
  const url = isScript ? task.url : null
  if (outer?.isScripted) outer.url ??= url
  return {
    end: task.end,
    isScripted: isScript || (outer?.isScripted ?? false),
    isReflow: isReflow || (outer?.isReflow ?? false),
    url: url ?? outer?.url ?? null,
  }
}

function addUp(found: readonly Reflow[]): ForcedReflows[] {
  const sums = new Map<string | null, { micros: number; count: number }>()
  for (const { by, micros } of found) {
    const url = sums.size < MAX_SCRIPTS || sums.has(by.url) ? by.url : null
    const sum = sums.get(url) ?? { micros: 0, count: 0 }
    sums.set(url, { micros: sum.micros + micros, count: sum.count + 1 })
  }
  return [...sums]
    .toSorted(([, one], [, other]) => other.micros - one.micros)
    .map(([url, { micros, count }]) => ({ url, ms: Math.round(micros / 10) / 100, count }))
}
