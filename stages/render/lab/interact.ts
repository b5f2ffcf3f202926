import { setTimeout as delay } from 'node:timers/promises'
import type { Device } from '#shared/operations/snapshot.ts'
import type { PageScript, World } from '../capture/world.ts'
import { inTime } from '../in-time.ts'
import type { Tab } from '../tab.ts'
import type { ObservedDocument } from './observation.ts'
import { findInteractive, isSafe, type Touchable, touchableAt } from './page/find-interactive.ts'
import { selectorOf } from './page/observe.ts'
import { refuseRequests } from './refuse-requests.ts'

/** How touching the page went. */
export interface Interaction {
  /** Touches that the page has answered. */
  readonly touches: number
  /** Why there were no more, where that says something: snake_case. */
  readonly reason: 'no_interactive_element' | 'page_busy' | 'interaction_unfinished' | null
}

export interface InteractOptions {
  readonly device: Device
  readonly world: World
  document(): ObservedDocument | null
  /** Milliseconds that all of it may take. */
  readonly budgetMs: number
}

/** Elements to touch. */
const MOST = 3
/** What the page gets to say where it can be touched, in milliseconds. */
const FIND_MS = 1000
/** How long after the paint that an interaction ends with its entry may come, in milliseconds. */
const ENTRY_MS = 50
/** How long the entry of the first one is waited for, which always comes. */
const FIRST_ENTRY_MS = 1000

const find: PageScript<null, { readonly place: Touchable | null }> = {
  main: () => ({ place: findInteractive() }),
  uses: [findInteractive, isSafe, touchableAt, selectorOf],
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
  const allow = await tab.guard(refuseRequests(tab))
  try {
    return await touchAll(tab, options, until)
  } finally {
    await allow()
  }
}

async function touchAll(tab: Tab, options: InteractOptions, until: number): Promise<Interaction> {
  const left = () => Math.max(0, until - performance.now())
  for (let touches = 0; touches < MOST; touches++) {
    const found = await options.world.runWithin(find, null, Math.min(FIND_MS, left()))
    if (found === null) return { touches, reason: 'page_busy' }
    if (found.place === null) return { touches, reason: touches === 0 ? 'no_interactive_element' : null }
    const answered = await inTime(touch(tab, options, found.place), left())
    if (answered === null) return { touches, reason: 'interaction_unfinished' }
  }
  return { touches: MOST, reason: null }
}

/** Resolves when the page has answered, and painted what it had to. */
async function touch(tab: Tab, { device, world, document }: InteractOptions, at: Touchable): Promise<true> {
  await tab.guard(device === 'desktop' ? click(tab, at) : tap(tab, at))
  await world.run(untilPainted, null)
  await delay(ENTRY_MS)
  const until = performance.now() + FIRST_ENTRY_MS
  while (document()?.events.every(({ interaction }) => interaction === 0) && performance.now() < until) {
    await delay(ENTRY_MS)
  }
  return true
}

async function click({ cdp }: Tab, { x, y }: Touchable): Promise<void> {
  const mouse = { x, y, button: 'left', clickCount: 1 } as const
  await cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y })
  await cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...mouse })
  await cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse })
}

async function tap({ cdp }: Tab, { x, y }: Touchable): Promise<void> {
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
