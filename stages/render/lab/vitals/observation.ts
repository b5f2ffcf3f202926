import type { Tab } from '../../tab/tab.ts'
import { makeChangeSignal } from '../../visit/change-signal.ts'
import {
  type EventTiming,
  type LcpAttribution,
  type Observed,
  observe,
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

/** Observes all future documents of the main frame. `library` is the source of web-vitals. */
export async function observePage(tab: Tab, library: string) {
  const session = await tab.target.createCDPSession()
  const changes = makeChangeSignal()
  let document: ObservedDocument | null = null
  let changedAt: number | null = null
  let origin: number | null = null

  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== BINDING) return
    const observed = JSON.parse(payload) as Observed
    if (observed.kind === 'begun') {
      origin ??= observed.timeOrigin
      document = toObservedDocument(observed.timeOrigin - origin)
      changedAt = null
    } else if (document !== null) applyObserved(document, observed)
    if (['fcp', 'lcp', 'shift', 'loadedMs'].includes(observed.kind)) changedAt = performance.now()
    changes.notify()
  })
  await Promise.all([
    session.send('Runtime.enable'),
    session.send('Page.enable'),
    session.send('Runtime.addBinding', { name: BINDING, executionContextName: WORLD }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: sourceWith(library), worldName: WORLD }),
  ])
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
  return `if (window === top) {\n${library}\n${functions}\n(${observe})(webVitals, ${BINDING})\n}`
}

function toObservedDocument(beganMs: number): ObservedDocument {
  const nothing = { fcp: null, ttfb: null, lcp: null, loadedMs: null, timerMs: null, frameMs: null }
  return { beganMs, ...nothing, shifts: [], events: [] }
}

function applyObserved(document: ObservedDocument, observed: Exclude<Observed, { kind: 'begun' }>): void {
  if (observed.kind === 'lcp') document.lcp = observed
  else if (observed.kind === 'shift') pushBounded(document.shifts, observed)
  else if (observed.kind === 'event') pushBounded(document.events, observed)
  else document[observed.kind] = observed.value
}

function pushBounded<T>(list: T[], one: T): void {
  if (list.length < MAX_ENTRIES) list.push(one)
}
