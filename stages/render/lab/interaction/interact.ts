import { setTimeout as delay } from 'node:timers/promises'
import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import type { Device } from '#shared/operations/snapshot.ts'
import type { IsolatedWorld, PageScript } from '../../tab/isolated-world.ts'
import { prepareTargets } from '../../tab/prepare-targets.ts'
import type { Tab } from '../../tab/tab.ts'
import type { ObservedDocument } from '../vitals/observation.ts'
import { selectorOf } from '../vitals/page/observe.ts'
import {
  findInteractive,
  type InteractionPoint,
  interactionPoint,
  isSafeToActivate,
} from './page/find-interactive.ts'

/** The result of the interactions. */
export interface Interaction {
  /** Interactions that the page has answered. */
  readonly interactions: number
  /** Why there were no more, in snake_case; null when there is nothing to explain. */
  readonly reason: 'no_interactive_element' | 'page_busy' | 'interaction_unfinished' | null
}

export interface InteractOptions {
  readonly device: Device
  readonly world: IsolatedWorld
  document(): ObservedDocument | null
  /** Milliseconds for all interactions. */
  readonly budgetMs: number
}

/** Maximum number of interactions. */
const MAX_INTERACTIONS = 3
/** How long the page may take to find an element, in milliseconds. */
const FIND_MS = 1000
/** How long after the paint the Event Timing entry of an interaction may come, in milliseconds. */
const ENTRY_MS = 50
/** How long to wait for the entry of the first interaction, which always comes, in milliseconds. */
const FIRST_ENTRY_MS = 1000
/** Not white, the default. */
const BEHIND = { r: 254, g: 254, b: 254, a: 1 }
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD'])
/** A request of a page that is gone needs no response. */
const ignore = () => {}

const findScript: PageScript<null, { readonly point: InteractionPoint | null }> = {
  main: () => ({ point: findInteractive() }),
  uses: [findInteractive, isSafeToActivate, interactionPoint, selectorOf],
}
/** Resolves when the page has handed the next frame to the compositor. */
const nextFrame: PageScript<null, void> = {
  main: () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
}

/**
 * Interacts with a few elements for which that is safe, by trusted input events: mouse clicks, or taps on a handheld device. Blocks
 * requests that change data meanwhile; navigations are blocked by the visit. The observation of the page receives the timings.
 */
export async function interact(tab: Tab, options: InteractOptions): Promise<Interaction> {
  const until = performance.now() + options.budgetMs
  const stopBlocking = await tab.guard(blockMutations(tab))
  try {
    return await interactRepeatedly(tab, options, until)
  } finally {
    await stopBlocking()
  }
}

async function interactRepeatedly(tab: Tab, options: InteractOptions, until: number): Promise<Interaction> {
  const remainingMs = () => Math.max(0, until - performance.now())
  for (let interactions = 0; interactions < MAX_INTERACTIONS; interactions++) {
    const candidate = await options.world.runWithin(findScript, null, Math.min(FIND_MS, remainingMs()))
    if (candidate === null) return { interactions, reason: 'page_busy' }
    if (candidate.point === null)
      return { interactions, reason: interactions === 0 ? 'no_interactive_element' : null }
    const result = await withTimeoutOrNull(interactOnce(tab, options, candidate.point), remainingMs())
    if (result === null) return { interactions, reason: 'interaction_unfinished' }
  }
  return { interactions: MAX_INTERACTIONS, reason: null }
}

/** Resolves when the page has handled the input and painted the result. */
async function interactOnce(
  tab: Tab,
  { device, world, document }: InteractOptions,
  at: InteractionPoint,
): Promise<true> {
  await tab.guard(device === 'desktop' ? click(tab, at) : tap(tab, at))
  await world.run(nextFrame, null)
  await paintBehind(tab, BEHIND)
  await world.run(nextFrame, null)
  await paintBehind(tab)
  await delay(ENTRY_MS)
  const until = performance.now() + FIRST_ENTRY_MS
  while (document()?.events.every(({ interaction }) => interaction === 0) && performance.now() < until) {
    await delay(ENTRY_MS)
  }
  return true
}

/**
 * Changes the color behind the page, of which the page sees nothing; without a color, back to the default. So the browser presents a frame,
 * until which Event Timing measures. After `history.pushState` without a visible change there would be none until something else is
 * painted: an empty handler took a second.
 */
async function paintBehind({ cdp, guard }: Tab, color?: typeof BEHIND): Promise<void> {
  await guard(cdp.send('Emulation.setDefaultBackgroundColorOverride', color && { color }))
}

async function click({ cdp }: Tab, { x, y }: InteractionPoint): Promise<void> {
  const mouse = { x, y, button: 'left', clickCount: 1 } as const
  await cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y })
  await cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...mouse })
  await cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse })
}

async function tap({ cdp }: Tab, { x, y }: InteractionPoint): Promise<void> {
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/**
 * From this call on, requests of the page and its frames with other methods than GET and HEAD fail, including beacons. Uses sessions of
 * its own. Returns a function that ends the blocking.
 */
async function blockMutations(tab: Tab): Promise<() => Promise<void>> {
  const { close } = await prepareTargets(tab, (session) => {
    session.on('Fetch.requestPaused', ({ requestId, request }) => {
      const response = safeMethods.has(request.method)
        ? session.send('Fetch.continueRequest', { requestId })
        : session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
      response.catch(ignore)
    })
    return session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
  })
  return close
}
