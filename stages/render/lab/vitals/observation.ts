import { prepareTargets } from '../../tab/prepare-targets.ts'
import type { Tab } from '../../tab/tab.ts'
import { makeChangeSignal } from '../../visit/change-signal.ts'
import {
  type EventTiming,
  type LcpAttribution,
  type Observed,
  observe,
  observeFrame,
  type Shift,
  selectorOf,
  toEventTiming,
  toLcp,
} from './page/observe.ts'

/** What has been observed of a document so far; times in milliseconds since its time origin. */
export interface ObservedDocument {
  /** Its time origin relative to that of the first document in the tab; above 0 after a navigation by script. */
  readonly beganMs: number
  fcp: number | null
  ttfb: number | null
  lcp: { readonly value: number; readonly attribution: LcpAttribution } | null
  loadedMs: number | null
  /** Delays of a timer and of a frame after the load event. */
  timerMs: number | null
  frameMs: number | null
  /** A shift after the first interaction may be caused by it. */
  readonly shifts: Shift[]
  readonly events: EventTiming[]
}

export type Observation = Awaited<ReturnType<typeof observePage>>

const WORLD = 'pageprobe-lab'
const BINDING = 'pageprobeObserved'
/** Maximum entries of a page, to limit the memory. */
const MAX_ENTRIES = 10_000
/** After them the page is not yet stable. */
const changing: ReadonlySet<Observed['kind']> = new Set(['fcp', 'lcp', 'shift', 'frameShift', 'loadedMs'])

/** Observes all future documents of the main frame, and of its frames what concerns the page. `library` is the source of web-vitals. */
export async function observePage(tab: Tab, library: string) {
  const changes = makeChangeSignal()
  let document: ObservedDocument | null = null
  let changedAt: number | null = null
  let origin: number | null = null

  const onObserved = (observed: Observed) => {
    if (observed.kind === 'begun') {
      origin ??= observed.timeOrigin
      document = toObservedDocument(observed.timeOrigin - origin)
      changedAt = null
    } else if (document !== null) applyObserved(document, observed, (origin ?? 0) + document.beganMs)
    if (changing.has(observed.kind)) changedAt = performance.now()
    changes.notify()
  }
  const source = sourceWith(library)
  await prepareTargets(tab, (session) => {
    session.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === BINDING) onObserved(JSON.parse(payload) as Observed)
    })
    return Promise.all([
      session.send('Runtime.enable'),
      session.send('Page.enable'),
      session.send('Runtime.addBinding', { name: BINDING, executionContextName: WORLD }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: WORLD }),
    ])
  })
  return {
    /** The shown document; null before the first one. */
    document: () => document,
    /** When its last paint, shift or load event was reported, on the clock; null before the first one. */
    changedAt: () => changedAt,
    /** Notified of each report. */
    changes,
  }
}

function sourceWith(library: string): string {
  const functions = [selectorOf, toEventTiming, toLcp].join('\n')
  const ofFrame = `${functions}\n(${observeFrame})(${BINDING})`
  return `if (window === top) {\n${library}\n${functions}\n(${observe})(webVitals, ${BINDING})\n} else {\n${ofFrame}\n}`
}

function toObservedDocument(beganMs: number): ObservedDocument {
  const nothing = { fcp: null, ttfb: null, lcp: null, loadedMs: null, timerMs: null, frameMs: null }
  return { beganMs, ...nothing, shifts: [], events: [] }
}

/** `timeOrigin` of the document, in milliseconds since the epoch. */
function applyObserved(
  document: ObservedDocument,
  observed: Exclude<Observed, { kind: 'begun' }>,
  timeOrigin: number,
): void {
  if (observed.kind === 'lcp') document.lcp = observed
  else if (observed.kind === 'frameShift') return
  else if (observed.kind === 'shift') pushBounded(document.shifts, observed)
  else if (observed.kind === 'event') pushBounded(document.events, observed)
  else if (observed.kind === 'frameEvent')
    pushBounded(document.events, later(observed, observed.timeOrigin - timeOrigin))
  else document[observed.kind] = observed.value
}

function later(event: EventTiming, byMs: number): EventTiming {
  const { at, processingAt, processedAt } = event
  return { ...event, at: at + byMs, processingAt: processingAt + byMs, processedAt: processedAt + byMs }
}

function pushBounded<T>(list: T[], one: T): void {
  if (list.length < MAX_ENTRIES) list.push(one)
}
