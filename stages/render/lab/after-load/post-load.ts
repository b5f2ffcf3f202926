import type { LabRequest, LabVital } from '#shared/messages/payloads/measurement.ts'
import type { Device, WaitUntil } from '#shared/operations/snapshot.ts'
import { type IsolatedWorld, openIsolatedWorld } from '../../tab/isolated-world.ts'
import type { Tab } from '../../tab/tab.ts'
import type { CodePool } from '../code/code.worker.ts'
import type { CpuTimes } from '../conditions/noise.ts'
import { launchedContext, readPageContext } from '../conditions/page-context.ts'
import type { Profile } from '../conditions/profile.ts'
import { describeDocument } from '../document/describe-document.ts'
import { describeImages } from '../images/images.ts'
import type { Instruments } from '../instruments.ts'
import { interact } from '../interaction/interact.ts'
import type { LoadedPage } from '../load.ts'
import { type MainThreadWork, noWork } from '../main-thread/read-trace.ts'
import type { OptionalMetrics } from '../optional-metrics.ts'
import { readPreconnects } from '../requests/page/preconnects.ts'
import { interactionVital, missingVital } from '../vitals/vitals.ts'
import { measureRevisits } from './revisits.ts'
import { ANSWER_MS, makeTimeFor, type TimeFor } from './time-limits.ts'

/** The results that are measured once a page is loaded. */
export type PostLoadResults = Awaited<ReturnType<typeof measurePostLoad>>

export interface PostLoadOptions {
  readonly profile: Profile
  readonly loaded: LoadedPage
  readonly waitUntil: WaitUntil
  /** When an unresponsive page is given up, and when the measurement has to end, on the clock. */
  readonly unresponsiveAt: number
  readonly endsAt: number
}

/** Maximum number of reported requests. */
const MAX_REQUESTS = 2000
/** How many times as long as usual a busy page is waited for while its own timeout lasts. */
const BUSY_FACTOR = 3
/** Pending requests with which the network counts as quiet, as in `networkidle2`. */
const QUIET_REQUESTS = 2

/** Measures a loaded page. Interacts with it late, because interactions change the other results and cause requests. */
export async function measurePostLoad(
  tab: Tab,
  instruments: Instruments,
  metrics: OptionalMetrics,
  options: PostLoadOptions,
) {
  const { profile, loaded, waitUntil } = options
  const { traffic, calibration } = instruments
  const timeFor = makeTimeFor(options.endsAt)
  const isQuiet = traffic.requests(MAX_REQUESTS).requests.filter(isPending).length <= QUIET_REQUESTS
  const { world, work } = await endTrace(tab, instruments, metrics, options, timeFor)
  const loopAfterMs = world && (await calibration.measureLoop(world, timeFor('loop')))
  const shown = await describeShownPage(tab, world, instruments, loaded, metrics, timeFor)
  await compressBodies(instruments, metrics, timeFor)
  const { requests, leftOut } = traffic.requests(MAX_REQUESTS)
  await tab.guard(traffic.stop())
  const interacted = await measureInteraction(tab, world, instruments, metrics, profile.device, timeFor)
  const view = { finalUrl: loaded.visited.finalUrl, waitUntil }
  const { repeatViews, ...revisited } = await measureRevisits(tab, instruments, metrics, view, timeFor)
  return {
    requests: requests.map((request) => ({ ...request, secondView: repeatViews.get(request.url) ?? null })),
    requestsLeftOut: leftOut,
    ...{ ...shown, ...work, loopAfterMs, ...interacted, ...revisited, isQuiet },
  }
}

function isPending({ endMs, hasFailed }: LabRequest): boolean {
  return endMs === null && !hasFailed
}

/** Ends the trace while it waits for the page; `world`: null when the page is unresponsive. */
async function endTrace(
  tab: Tab,
  { trace, codePool }: Instruments,
  metrics: OptionalMetrics,
  { unresponsiveAt, loaded }: PostLoadOptions,
  timeFor: TimeFor,
) {
  const stopAndRead = () => readWork(trace, codePool, loaded.visited.finalUrl, tab.signal)
  const pageMs = Math.min(BUSY_FACTOR * ANSWER_MS, unresponsiveAt - performance.now())
  const [world, work] = await Promise.all([
    metrics.measure('page', Math.max(ANSWER_MS, pageMs), () => openLiveWorld(tab), null),
    metrics.measure('main_thread', timeFor('trace'), stopAndRead, noWork),
  ])
  if (world === null) metrics.markUnresponsive()
  if (work.mainThread.length === 0 && !('main_thread' in metrics.missing))
    metrics.markMissing('main_thread', 'trace_incomplete')
  return { world, work }
}

/** The work of the main thread, which is none where the browser has not delivered the whole trace. */
async function readWork(
  trace: Instruments['trace'],
  codePool: CodePool,
  url: string,
  signal: AbortSignal,
): Promise<MainThreadWork> {
  const recorded = await trace.stop()
  if (recorded === null) return noWork
  const options = { tenant: url, isUrgent: false, signal, moved: recorded.gzipped }
  return codePool.run('readTrace', recorded, options)
}

/** Opens an isolated world and waits until the page answers in it. */
async function openLiveWorld(tab: Tab): Promise<IsolatedWorld> {
  const world = await openIsolatedWorld(tab)
  await world.assertAlive()
  return world
}

async function compressBodies({ traffic }: Instruments, metrics: OptionalMetrics, timeFor: TimeFor) {
  const budgetMs = timeFor('bodies')
  await metrics.measureInPage('bodies', budgetMs + ANSWER_MS, () => traffic.compressBodies(budgetMs), null)
}

/** `cpu`: during the interactions; empty without interactions. */
async function measureInteraction(
  tab: Tab,
  world: IsolatedWorld | null,
  { observation, readCpu }: Instruments,
  metrics: OptionalMetrics,
  device: Device,
  timeFor: TimeFor,
): Promise<{ inp: LabVital; cpu: readonly CpuTimes[] }> {
  if (world === null) return { inp: missingVital('page_busy'), cpu: [] }
  const before = await tab.guard(readCpu())
  const budgetMs = timeFor('interaction')
  const interactWithPage = () => interact(tab, { device, world, document: observation.document, budgetMs })
  const maxMs = budgetMs + ANSWER_MS
  const interaction = await metrics.measureInPage('interaction', maxMs, interactWithPage, null)
  if (interaction === null)
    return { inp: missingVital(metrics.missing.interaction ?? 'not_reported'), cpu: [] }
  if (interaction.reason === 'interaction_unfinished') metrics.markUnresponsive()
  const inp = interactionVital(observation.document()?.events ?? [], interaction)
  return { inp, cpu: [before, await tab.guard(readCpu())] }
}

/** Describes what the page shows, and its hints; empty or null where a part is missing. `world`: null when the page is unresponsive. */
async function describeShownPage(
  tab: Tab,
  world: IsolatedWorld | null,
  { imageSizes }: Instruments,
  { document: { lcp } }: LoadedPage,
  { measureInPage }: OptionalMetrics,
  timeFor: TimeFor,
) {
  const lcpUrl = lcp?.attribution.url
  const readContext = async () => (world === null ? launchedContext : readPageContext(world))
  const findImages = () => describeImages(tab, typeof lcpUrl === 'string' ? lcpUrl : null, imageSizes)
  return {
    context: await measureInPage('page_context', timeFor('page'), readContext, launchedContext),
    images: await measureInPage('images', timeFor('images'), findImages, []),
    document: await measureInPage('document', timeFor('document'), () => describeDocument(tab), null),
    preconnects: await measureInPage('preconnects', timeFor('page'), () => readPreconnects(tab), null),
  }
}
