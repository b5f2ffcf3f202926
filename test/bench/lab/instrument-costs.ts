import { vitalsLibrary } from '#stages/render/adapters/page-scripts.ts'
import { calibrate } from '#stages/render/lab/conditions/calibration.ts'
import { traceMainThread } from '#stages/render/lab/main-thread/trace-main-thread.ts'
import { recordRequests } from '#stages/render/lab/requests/request-recorder.ts'
import { observePage } from '#stages/render/lab/vitals/observation.ts'
import { openIsolatedWorld } from '#stages/render/tab/isolated-world.ts'
import { watchPage } from '#stages/render/visit/page-watcher.ts'
import type { TestBrowser } from '#test/support/browser/test-tab.ts'
import { median } from '../median.ts'
import type { Row } from '../table.ts'
import { bareRun, type Instrument } from './bare-run.ts'
import { untilQuiet } from './quiet.ts'

const watch: Instrument = (tab) => watchPage(tab, { maxRequests: 2, prepareFrame: async () => {} })
const observe: Instrument = (tab) => observePage(tab, vitalsLibrary())

/** What the lab attaches to a tab, one by one and together. */
const sets: Readonly<Record<string, readonly Instrument[]>> = {
  nothing: [],
  'calibration loops': [async (tab) => calibrate(await openIsolatedWorld(tab))],
  'page watcher': [watch],
  'request log': [recordRequests],
  'observation of vitals': [observe],
  'trace of the main thread': [traceMainThread],
  'all of them': [
    async (tab) => calibrate(await openIsolatedWorld(tab)),
    ...[recordRequests, observe, traceMainThread, watch],
  ],
}

/** What each instrument delays the first paint by, on a page with one heading and a main thread that is slowed down four times. */
export async function instrumentCosts(browser: TestBrowser, url: string, rounds: number): Promise<Row[]> {
  const paints = new Map<string, number[]>(Object.keys(sets).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, instruments] of Object.entries(sets)) {
      await untilQuiet()
      paints.get(name)?.push((await bareRun(browser, url, 'mobile', instruments)).fcp)
    }
  }
  const base = median(paints.get('nothing') ?? [])
  return [...paints].map(([figure, all]) => {
    const fcp = median(all)
    return { figure, value: `FCP ${fcp.toFixed(0)} ms (${(fcp - base).toFixed(0)} ms later)` }
  })
}
