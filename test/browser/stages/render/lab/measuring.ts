import { Failure } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { Measurement } from '#shared/messages/payloads/measurement.ts'
import type { PerformanceParameters } from '#shared/operations/performance.ts'
import { machineBusyMs } from '#stages/render/adapters/machine-cpu.ts'
import { vitalsLibrary } from '#stages/render/adapters/page-scripts.ts'
import type { CodePool } from '#stages/render/lab/code/code.worker.ts'
import { startCodePool } from '#stages/render/lab/code/code-pool.ts'
import type { ImageSizes } from '#stages/render/lab/images/images.ts'
import { type MeasureOncePorts, measureOnce } from '#stages/render/lab/measure-once.ts'
import type { Tab } from '#stages/render/tab/tab.ts'
import { labPages } from '#test/site/lab/pages.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import type { TestTabs } from '#test/support/browser/test-tabs.ts'
import { workerTabs } from '#test/support/browser/worker-tabs.ts'
import { startImageSizes } from '#test/support/isolated-images.ts'
import { openSite, type Route, type TargetSite } from '#test/support/sites/target-site.ts'

export type MeasureOptions = Partial<Omit<PerformanceParameters, 'url'>>

export interface Measuring {
  site(): TargetSite
  tabs(): Promise<TestTabs>
  ports(): MeasureOncePorts
  /** Measures a path of the site once. */
  measure(path: string, options?: MeasureOptions): Promise<Measurement>
  /** The same, until the lab has had time for all parts (`untilTimeForAll`). */
  measureAll(path: string, options?: MeasureOptions): Promise<Measurement>
  /** The failure that a measurement ends with. */
  failure(path: string, options?: MeasureOptions): Promise<Failure | null>
}

const defaults = { device: 'desktop', waitUntil: 'load', timeout: 10_000, details: false } as const
/** Time for all that follows the load: a caller is held for 2 s more (`infra/docs/clients.md#limits`), then the tab is lost. */
const MORE_MS = 13_000

const MAX_TRIES = 5
/** What a measurement says of a part for which a busy machine had no time. */
const HAD_NO_TIME: ReadonlySet<string> = new Set(['no_time', 'trace_incomplete'])

/**
 * Measures until the lab has had time for all parts, but for the one that the page takes it for: on a busy machine it leaves
 * some out, and says so.
 */
export async function untilTimeForAll<Measured extends Measurement | Failure>(
  measure: () => Promise<Measured>,
  butFor?: string,
): Promise<Measured> {
  const lacksTime = (measured: Measured) =>
    !(measured instanceof Failure) &&
    Object.entries(measured.missing).some(([part, reason]) => part !== butFor && HAD_NO_TIME.has(reason))
  let measured = await measure()
  for (let tries = 1; lacksTime(measured) && tries < MAX_TRIES; tries++) measured = await measure()
  return measured
}

export function parametersFor(url: string, options: MeasureOptions = {}): PerformanceParameters {
  return { url, ...defaults, ...options }
}

const silent = { debug() {}, info() {}, warn() {}, error() {} } as unknown as Log

/** A site of two hosts for the suite that this is called in, by default of pages with known measures; the tabs are those of the worker. */
export function measuring(
  routes: Readonly<Record<string, Route>> = labPages,
  tabs: Measuring['tabs'] = workerTabs,
): Measuring {
  let site: TargetSite
  let codePool: CodePool
  let imageSizes: ReturnType<typeof startImageSizes> | undefined

  before(async function () {
    requireBrowser(this)
    codePool = startCodePool()
    imageSizes = startImageSizes()
    site = await openSite({ routes, hosts: 2 })
  })
  after(async () => {
    imageSizes?.close()
    await Promise.all([site?.close(), codePool?.stop()])
  })

  const ports = (): MeasureOncePorts => ({
    vitalsLibrary: vitalsLibrary(),
    machineBusyMs,
    codePool,
    imageSizes: imageSizes as ImageSizes,
    cores: 2,
    logger: silent,
    maxPageBytes: 50_000_000,
    admitFinalUrl: async () => {},
  })
  const measure: Measuring['measure'] = async (path, options) => {
    const parameters = parametersFor(site.url(path), options)
    const deadlineMs = parameters.timeout + MORE_MS
    const work = (tab: Tab) => measureOnce(ports(), tab, parameters, performance.now() + deadlineMs)
    return (await tabs()).useExclusive(work, { deadlineMs, signal: new AbortController().signal })
  }
  return {
    site: () => site,
    tabs,
    ports,
    measure,
    measureAll: (...requested) => untilTimeForAll(() => measure(...requested)),
    failure: (...requested) =>
      measure(...requested).then(
        () => null,
        (error: unknown) => {
          if (error instanceof Failure) return error
          throw error
        },
      ),
  }
}
