import type { LabImage, LabRequest, LabVital } from '#shared/messages/payloads/measurement.ts'
import type { Device } from '#shared/operations/snapshot.ts'
import { type IsolatedWorld, openIsolatedWorld } from '../tab/isolated-world.ts'
import type { Tab } from '../tab/tab.ts'
import { type CodeMeasurement, makeCodeMeasurement } from './code/measure-code.ts'
import type { CpuTimes } from './conditions/noise.ts'
import type { Profile } from './conditions/profile.ts'
import { describeImages } from './images/images.ts'
import type { Instruments } from './instruments.ts'
import { interact } from './interaction/interact.ts'
import type { LoadedPage } from './load.ts'
import type { OptionalMetrics } from './optional-metrics.ts'
import { loadRepeatView } from './requests/repeat-view.ts'
import { interactionVital, missingVital } from './vitals/vitals.ts'

/** The results that are measured once a page is loaded. */
export type PostLoadResults = Awaited<ReturnType<typeof measurePostLoad>>

export interface PostLoadOptions {
  readonly profile: Profile
  readonly loaded: LoadedPage
  /** When an unresponsive page is given up, and when the measurement has to end, on the clock. */
  readonly unresponsiveAt: number
  readonly endsAt: number
}

/** Maximum number of reported requests. */
const MAX_REQUESTS = 2000
/** Time limits of the parts, in milliseconds. */
const limits = {
  pageResponse: 1000,
  trace: 4000,
  loop: 1500,
  images: 4500,
  bodies: 2500,
  interaction: 4000,
  repeatView: 5000,
}
/** Reserved for the end of the measurement, in milliseconds. */
const RESERVE_MS = 1000
/** Pending requests with which the network counts as quiet, as in `networkidle2`. */
const QUIET_REQUESTS = 2

/** Measures a loaded page. Interacts with it last, because interactions change the other results and cause requests. */
export async function measurePostLoad(
  tab: Tab,
  instruments: Instruments,
  metrics: OptionalMetrics,
  options: PostLoadOptions,
) {
  const { traffic, trace, calibration } = instruments
  const remainingMs = (ms: number) =>
    Math.max(0, Math.min(ms, options.endsAt - RESERVE_MS - performance.now()))
  const pendingRequests = traffic.requests(MAX_REQUESTS).requests.filter(isPending).length
  const pageTimeoutMs = Math.min(3 * limits.pageResponse, options.unresponsiveAt - performance.now())
  const [world, mainThread] = await Promise.all([
    metrics.measure('page', Math.max(limits.pageResponse, pageTimeoutMs), () => openLiveWorld(tab), null),
    metrics.measure('main_thread', remainingMs(limits.trace), trace.stop, []),
  ])
  if (world === null) metrics.markUnresponsive()
  if (mainThread.length === 0 && !('main_thread' in metrics.missing))
    metrics.markMissing('main_thread', 'trace_incomplete')
  const loopAfterMs = world && (await calibration.measureLoop(world, remainingMs(limits.loop)))
  const findImages = () => imagesOf(tab, options)
  const images = await metrics.measureInPage('images', remainingMs(limits.images), findImages, [])
  const budgetMs = remainingMs(limits.bodies)
  const compress = () => traffic.compressBodies(budgetMs)
  await metrics.measureInPage('bodies', budgetMs + limits.pageResponse, compress, null)
  const { requests, leftOut } = traffic.requests(MAX_REQUESTS)
  await tab.guard(traffic.stop())
  const { device } = options.profile
  const interactionMs = remainingMs(limits.interaction)
  const interacted = await measureInteraction(tab, world, instruments, metrics, device, interactionMs)
  const { finalUrl } = options.loaded.visited
  const repeatViewMs = remainingMs(limits.repeatView)
  const code = makeCodeMeasurement(metrics)
  const repeatViews = await measureRepeatView(tab, instruments, metrics, code, finalUrl, repeatViewMs)
  return {
    requests: requests.map((request) => ({ ...request, secondView: repeatViews.get(request.url) ?? null })),
    requestsLeftOut: leftOut,
    ...{ images, mainThread, loopAfterMs, ...interacted, ...(await code.findings()) },
    isQuiet: pendingRequests <= QUIET_REQUESTS,
  }
}

function isPending({ endMs, hasFailed }: LabRequest): boolean {
  return endMs === null && !hasFailed
}

/** Opens an isolated world and waits until the page answers in it. */
async function openLiveWorld(tab: Tab): Promise<IsolatedWorld> {
  const world = await openIsolatedWorld(tab)
  await world.assertAlive()
  return world
}

function imagesOf(tab: Tab, { loaded: { document } }: PostLoadOptions): Promise<LabImage[]> {
  const url = document.lcp?.attribution.url
  return describeImages(tab, typeof url === 'string' ? url : null)
}

/** `cpu`: during the interactions; empty without interactions. */
async function measureInteraction(
  tab: Tab,
  world: IsolatedWorld | null,
  { observation, readCpu }: Instruments,
  metrics: OptionalMetrics,
  device: Device,
  budgetMs: number,
): Promise<{ inp: LabVital; cpu: readonly CpuTimes[] }> {
  if (world === null) return { inp: missingVital('page_busy'), cpu: [] }
  const before = await tab.guard(readCpu())
  const interactWithPage = () => interact(tab, { device, world, document: observation.document, budgetMs })
  const maxMs = budgetMs + limits.pageResponse
  const interaction = await metrics.measureInPage('interaction', maxMs, interactWithPage, null)
  if (interaction === null)
    return { inp: missingVital(metrics.missing.interaction ?? 'not_reported'), cpu: [] }
  if (interaction.reason === 'interaction_unfinished') metrics.markUnresponsive()
  const inp = interactionVital(observation.document()?.events ?? [], interaction)
  return { inp, cpu: [before, await tab.guard(readCpu())] }
}

/** Loads the page again and returns how each URL was served; without throttling, which does not change the result. */
async function measureRepeatView(
  tab: Tab,
  { throttle }: Instruments,
  metrics: OptionalMetrics,
  code: CodeMeasurement,
  url: string,
  budgetMs: number,
): Promise<ReadonlyMap<string, 'cache' | 'revalidated' | 'network'>> {
  const loadAgain = async () => {
    // The visit has blocked navigations: disable its interception.
    await Promise.all([throttle.lift(), tab.cdp.send('Fetch.disable')])
    return loadRepeatView(tab, url, budgetMs, code)
  }
  const maxMs = budgetMs + limits.pageResponse
  const repeatView = await metrics.measureInPage('second_view', maxMs, loadAgain, null)
  if (repeatView === null) return new Map()
  if ('byUrl' in repeatView) return repeatView.byUrl
  metrics.markMissing('second_view', repeatView.missing)
  return new Map()
}
