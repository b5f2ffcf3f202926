import type { LabImage, LabRequest, LabVital, MainThreadShare } from '#shared/lab/measurement.ts'
import { openWorld, type World } from '../capture/world.ts'
import type { Tab } from '../tab.ts'
import type { Instruments } from './instruments.ts'
import { interact } from './interact.ts'
import type { Loaded } from './load.ts'
import type { CpuTimes } from './noise.ts'
import type { Parts } from './parts.ts'
import type { Profile } from './profile.ts'
import { describeImages } from './resources/images.ts'
import { secondView } from './resources/second-view.ts'
import { interactionVital, missingVital } from './vitals.ts'

/** What is measured of a page once it is loaded. */
export interface AfterLoad {
  readonly requests: readonly LabRequest[]
  readonly requestsLeftOut: number
  readonly images: readonly LabImage[]
  readonly mainThread: readonly MainThreadShare[]
  readonly loopAfterMs: number | null
  readonly inp: LabVital
  readonly isQuiet: boolean
  /** While the page was touched; empty when it was not. */
  readonly cpu: readonly CpuTimes[]
}

export interface AfterLoadOptions {
  readonly profile: Profile
  readonly loaded: Loaded
  /** When a page that answers nothing is given up, and when all has to be done, on the clock. */
  readonly patienceAt: number
  readonly endsAt: number
}

/** Requests that are described. */
const MOST_REQUESTS = 2000
/** What the parts may take, in milliseconds. */
const limits = {
  answer: 1000,
  trace: 4000,
  loop: 1500,
  images: 4500,
  bodies: 2500,
  touch: 4000,
  repeat: 5000,
}
/** Kept free for the end. */
const RESERVE_MS = 1000
/** Requests under way in a page that counts as quiet, as in `networkidle2`. */
const QUIET_REQUESTS = 2

/** Nothing of the requests is from after the load; the page is touched after all that this could change. */
export async function measureAfterLoad(
  tab: Tab,
  instruments: Instruments,
  parts: Parts,
  options: AfterLoadOptions,
): Promise<AfterLoad> {
  const { traffic, trace, calibration } = instruments
  const left = (ms: number) => Math.max(0, Math.min(ms, options.endsAt - RESERVE_MS - performance.now()))
  const inFlight = traffic.requests(MOST_REQUESTS).requests.filter(isUnderWay).length
  const patience = Math.min(3 * limits.answer, options.patienceAt - performance.now())
  const [world, mainThread] = await Promise.all([
    parts.take('page', Math.max(limits.answer, patience), () => livingWorld(tab), null),
    parts.take('main_thread', left(limits.trace), trace.stop, []),
  ])
  if (world === null) parts.giveUp()
  if (mainThread.length === 0 && !('main_thread' in parts.missing))
    parts.miss('main_thread', 'trace_incomplete')
  const loopAfterMs = world && (await calibration.take(world, left(limits.loop)))
  const images = await parts.ask('images', left(limits.images), () => imagesOf(tab, options), [])
  const budgetMs = left(limits.bodies)
  await parts.ask('bodies', budgetMs + limits.answer, () => traffic.readBodies(budgetMs), null)
  const { requests, leftOut } = traffic.requests(MOST_REQUESTS)
  await tab.guard(traffic.stop())
  const touched = await touchPage(tab, world, instruments, parts, {
    ...options,
    budgetMs: left(limits.touch),
  })
  const views = await viewAgain(tab, instruments, parts, { ...options, budgetMs: left(limits.repeat) })
  return {
    requests: requests.map((request) => ({ ...request, secondView: views.get(request.url) ?? null })),
    requestsLeftOut: leftOut,
    images,
    mainThread,
    loopAfterMs,
    ...touched,
    isQuiet: inFlight <= QUIET_REQUESTS,
  }
}

function isUnderWay({ endMs, hasFailed }: LabRequest): boolean {
  return endMs === null && !hasFailed
}

/** JavaScript beside the page's, once the page has answered. */
async function livingWorld(tab: Tab): Promise<World> {
  const world = await openWorld(tab)
  await world.ensureAlive()
  return world
}

function imagesOf(tab: Tab, { loaded: { document } }: AfterLoadOptions): Promise<LabImage[]> {
  const url = document.lcp?.attribution.url
  return describeImages(tab, typeof url === 'string' ? url : null)
}

interface Budgeted extends AfterLoadOptions {
  readonly budgetMs: number
}

async function touchPage(
  tab: Tab,
  world: World | null,
  { observation, readCpu }: Instruments,
  parts: Parts,
  { profile: { device }, budgetMs }: Budgeted,
): Promise<Pick<AfterLoad, 'inp' | 'cpu'>> {
  if (world === null) return { inp: missingVital('page_busy'), cpu: [] }
  const before = await tab.guard(readCpu())
  const touch = () => interact(tab, { device, world, document: observation.document, budgetMs })
  const interaction = await parts.ask('interaction', budgetMs + limits.answer, touch, null)
  if (interaction === null) return { inp: missingVital(parts.missing.interaction ?? 'not_reported'), cpu: [] }
  if (interaction.reason === 'interaction_unfinished') parts.giveUp()
  const inp = interactionVital(observation.document()?.events ?? [], interaction)
  return { inp, cpu: [before, await tab.guard(readCpu())] }
}

/** How each URL is had the next time; at the machine's full speed, since that makes no difference to it. */
async function viewAgain(
  tab: Tab,
  { throttle }: Instruments,
  parts: Parts,
  { loaded, budgetMs }: Budgeted,
): Promise<ReadonlyMap<string, 'cache' | 'revalidated' | 'network'>> {
  const view = async () => {
    // The visit holds the page where it is: now it may go.
    await Promise.all([throttle.lift(), tab.cdp.send('Fetch.disable')])
    return secondView(tab, loaded.visited.finalUrl, budgetMs)
  }
  const seen = await parts.ask('second_view', budgetMs + limits.answer, view, null)
  if (seen === null) return new Map()
  if ('byUrl' in seen) return seen.byUrl
  parts.miss('second_view', seen.missing)
  return new Map()
}
