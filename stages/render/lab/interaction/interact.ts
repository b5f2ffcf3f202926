import { setTimeout as delay } from 'node:timers/promises'
import type { Device } from '#shared/operations/snapshot.ts'
import { withTimeoutOrNull } from '../../../../shared/async/timeout-or-null.ts'
import type { IsolatedWorld, PageScript } from '../../tab/isolated-world.ts'
import type { Tab } from '../../tab/tab.ts'
import type { ObservedDocument } from '../vitals/observation.ts'
import { selectorOf } from '../vitals/page/observe.ts'
import { blockMutations } from './block-mutations.ts'
import {
  findInteractive,
  type InteractionPoint,
  interactionPoint,
  isSafeToActivate,
} from './page/find-interactive.ts'

/** How touching the page went. */
export interface Interaction {
  /** Touches that the page has answered. */
  readonly interactions: number
  /** Why there were no more, where that says something: snake_case. */
  readonly reason: 'no_interactive_element' | 'page_busy' | 'interaction_unfinished' | null
}

export interface InteractOptions {
  readonly device: Device
  readonly world: IsolatedWorld
  document(): ObservedDocument | null
  /** Milliseconds that all of it may take. */
  readonly budgetMs: number
}

/** Elements to touch. */
const MAX_INTERACTIONS = 3
/** What the page gets to say where it can be touched, in milliseconds. */
const FIND_MS = 1000
/** How long after the paint that an interaction ends with its entry may come, in milliseconds. */
const ENTRY_MS = 50
/** How long the entry of the first one is waited for, which always comes. */
const FIRST_ENTRY_MS = 1000

const findScript: PageScript<null, { readonly point: InteractionPoint | null }> = {
  main: () => ({ point: findInteractive() }),
  uses: [findInteractive, isSafeToActivate, interactionPoint, selectorOf],
}
const untilPainted: PageScript<null, void> = {
  main: () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
    }),
}

/**
 * Touches a few elements that are safe to touch, as a person would: trusted mouse clicks, or taps on a handheld. Meanwhile the page
 * sends nothing; that it stays where it is has been seen to. What the interactions took is told by the page's observation.
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

/** Resolves when the page has answered, and painted what it had to. */
async function interactOnce(
  tab: Tab,
  { device, world, document }: InteractOptions,
  at: InteractionPoint,
): Promise<true> {
  await tab.guard(device === 'desktop' ? click(tab, at) : tap(tab, at))
  await world.run(untilPainted, null)
  await delay(ENTRY_MS)
  const until = performance.now() + FIRST_ENTRY_MS
  while (document()?.events.every(({ interaction }) => interaction === 0) && performance.now() < until) {
    await delay(ENTRY_MS)
  }
  return true
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
