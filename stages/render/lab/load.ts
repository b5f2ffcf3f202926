import { Failure, type Problem } from '#shared/errors.ts'
import { errorStatusProblem } from '#shared/operations/error-status.ts'
import type { PerformanceParameters } from '#shared/operations/performance.ts'
import type { Viewport } from '#shared/operations/snapshot.ts'
import type { Tab } from '../tab/tab.ts'
import { type VisitedPage, visit } from '../visit/visit.ts'
import type { Profile } from './conditions/profile.ts'
import type { Instruments } from './instruments.ts'
import type { Observation } from './vitals/observation.ts'

export interface LoadPorts {
  /** Maximum bytes that a page may load. */
  readonly maxPageBytes: number
  /** Rejects when the page at another URL than the requested one must not be shown. */
  admitFinalUrl(finalUrl: string): Promise<void>
}

/** A page that was loaded and observed, before any interaction. */
export type LoadedPage = Awaited<ReturnType<typeof loadPage>>

/**
 * Loads the page and observes it until it is visually stable. Rejects like `visit`, and with PAGE_LOAD_FAILED when the target answers
 * with status 400 or above, or with something else than HTML.
 */
export async function loadPage(
  { maxPageBytes, admitFinalUrl }: LoadPorts,
  tab: Tab,
  { observation, readCpu }: Instruments,
  { url, timeout, waitUntil }: PerformanceParameters,
  { device, viewport, userAgent }: Profile,
) {
  await resizeWindow(tab, viewport)
  const cpuBefore = await readCpu()
  const deadline = performance.now() + timeout
  const visited = await visit(tab, {
    url,
    options: { device, viewport, timeout, waitUntil, waitFor: 0 },
    userAgent,
    maxBytes: maxPageBytes,
  })
  assertMeasurable(visited)
  if (visited.finalUrl !== new URL(url).href) await admitFinalUrl(visited.finalUrl)
  if (waitUntil !== 'domcontentloaded') await tab.guard(waitForLoad(tab, observation, deadline))
  await tab.guard(waitForVisualStability(observation))
  const document = observation.document()
  if (document === null) throw new Error('The page was not observed')
  // A copy of the observations at this time.
  return { visited, document: structuredClone(document), cpuBefore, cpuAfter: await tab.guard(readCpu()) }
}

/** Milliseconds without a new paint or shift after which a page is stable, and the maximum wait for that. */
const STABLE_MS = 1000
const MAX_WAIT_MS = 5000
/** Milliseconds without received data after which the load event is no longer waited for. */
const STALLED_MS = 2000

/**
 * Resolves when the document is loaded, when it receives no more data, or at `deadline` on the clock. An idle network is not enough: a
 * request that `networkidle2` ignores may be the largest image.
 */
async function waitForLoad(
  { cdp }: Pick<Tab, 'cdp'>,
  { document, changes }: Observation,
  deadline: number,
): Promise<void> {
  let dataAt = performance.now()
  const onData = () => {
    dataAt = performance.now()
  }
  cdp.on('Network.dataReceived', onData)
  try {
    for (;;) {
      const remainingMs = Math.min(dataAt + STALLED_MS, deadline) - performance.now()
      if (remainingMs <= 0 || typeof document()?.loadedMs === 'number') return
      await changes.next(remainingMs)
    }
  } finally {
    cdp.off('Network.dataReceived', onData)
  }
}

/**
 * Resolves when there has been no new LCP candidate or layout shift for `STABLE_MS` after the load event; after `MAX_WAIT_MS` at the
 * latest. Always waits that long for a page that has painted nothing.
 */
async function waitForVisualStability({ document, changedAt, changes }: Observation): Promise<void> {
  const began = performance.now()
  const until = began + MAX_WAIT_MS
  for (;;) {
    const { fcp = null, loadedMs = null } = document() ?? {}
    const changed = Math.max(changedAt() ?? began, loadedMs === null ? began : 0)
    const stableAt = fcp === null ? until : changed + STABLE_MS
    const remainingMs = Math.min(stableAt, until) - performance.now()
    if (remainingMs <= 0) return
    await changes.next(remainingMs)
  }
}

/**
 * Resizes the window of the tab to the viewport: Chromium reports no Event Timing for elements outside the real window, whatever is
 * emulated. Other tabs keep the small default window, because a large one makes each capture a tenth slower.
 */
async function resizeWindow({ cdp, guard }: Tab, { width, height }: Viewport): Promise<void> {
  const { windowId } = await guard(cdp.send('Browser.getWindowForTarget'))
  await guard(cdp.send('Browser.setWindowBounds', { windowId, bounds: { width, height } }))
}

/** Media types of HTML documents: HTML Standard, 13.1 and 14.1. */
const htmlTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml'])
/** Characters of a content type that a message shows. */
const MAX_TYPE_CHARS = 255

/** Throws PAGE_LOAD_FAILED when the shown document is an error, or no HTML: infra/docs/clients.md#errors. */
function assertMeasurable({ status, contentType, mimeType }: VisitedPage): void {
  if (status !== null && status >= 400) {
    throw loadFailed(errorStatusProblem(status, `The page answered with HTTP status ${status}`))
  }
  if (htmlTypes.has(mimeType)) return
  // The browser takes feeds for plain text.
  const type = (contentType ?? mimeType).slice(0, MAX_TYPE_CHARS)
  const message = `The target is not an HTML page but ${type}`
  throw loadFailed({ code: 'custom', expected: 'an HTML page', received: type, path: ['url'], message })
}

function loadFailed(problem: Problem): Failure {
  return new Failure('PAGE_LOAD_FAILED', problem.message, { details: [problem] })
}
