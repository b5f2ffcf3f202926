import type { PerformanceParameters } from '#shared/operations/performance.ts'
import type { Tab } from '../tab/tab.ts'
import { type VisitedPage, visit } from '../visit/visit.ts'
import type { CpuTimes } from './conditions/noise.ts'
import type { Profile } from './conditions/profile.ts'
import { resizeWindow } from './conditions/resize-window.ts'
import type { Instruments } from './instruments.ts'
import { loadFailed } from './load-failed.ts'
import type { ObservedDocument } from './vitals/observation.ts'
import { waitForLoad, waitForVisualStability } from './vitals/wait-for-quiet.ts'

export interface LoadPorts {
  /** Maximum bytes that a page may load. */
  readonly maxPageBytes: number
  /** Rejects when the page at another URL than the requested one must not be shown. */
  admitFinalUrl(finalUrl: string): Promise<void>
}

/** A page that was loaded and observed, before any interaction. */
export interface LoadedPage {
  readonly visited: VisitedPage
  /** A copy of the observations at that time. */
  readonly document: ObservedDocument
  readonly cpuBefore: CpuTimes
  readonly cpuAfter: CpuTimes
}

/**
 * Loads the page and observes it until it is visually stable. Rejects like `visit`, and with PAGE_LOAD_FAILED when the target answers
 * with status 400 or above.
 */
export async function loadPage(
  { maxPageBytes, admitFinalUrl }: LoadPorts,
  tab: Tab,
  { observation, readCpu }: Instruments,
  { url, timeout, waitUntil }: PerformanceParameters,
  { device, viewport, userAgent }: Profile,
): Promise<LoadedPage> {
  await resizeWindow(tab, viewport)
  const cpuBefore = await readCpu()
  const deadline = performance.now() + timeout
  const visited = await visit(tab, {
    url,
    options: { device, viewport, timeout, waitUntil, waitFor: 0 },
    userAgent,
    maxBytes: maxPageBytes,
  })
  if (visited.status !== null && visited.status >= 400) throw loadFailed(visited.status)
  if (visited.finalUrl !== new URL(url).href) await admitFinalUrl(visited.finalUrl)
  if (waitUntil !== 'domcontentloaded') await tab.guard(waitForLoad(tab, observation, deadline))
  await tab.guard(waitForVisualStability(observation))
  const document = observation.document()
  if (document === null) throw new Error('The page was not observed')
  return { visited, document: structuredClone(document), cpuBefore, cpuAfter: await tab.guard(readCpu()) }
}
