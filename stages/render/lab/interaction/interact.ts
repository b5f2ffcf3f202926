import { setTimeout as delay } from 'node:timers/promises'
import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import type { Device } from '#shared/operations/snapshot.ts'
import type { IsolatedWorld, PageScript } from '../../tab/isolated-world.ts'
import { prepareTargets } from '../../tab/prepare-targets.ts'
import type { Tab } from '../../tab/tab.ts'
import type { ObservedDocument } from '../vitals/observation.ts'
import { selectorOf } from '../vitals/page/observe.ts'
import { operate } from './input.ts'
import { keepState } from './kept-state.ts'
import { markListening } from './mark-listening.ts'
import { findClickable } from './page/clickable.ts'
import {
  elementsByKind,
  findInteractive,
  type Group,
  isDecline,
  isNear,
  isOperable,
  isSearchField,
  type Refused,
  type Search,
} from './page/find-interactive.ts'
import { elementAt, flatParent, flatPath, labelsOf, ownNames, rootsOf } from './page/flat-tree.ts'
import {
  choice,
  type InteractionPoint,
  interactionPoint,
  isOnTop,
  pointInPage,
  pointOf,
} from './page/interaction-point.ts'
import { listRefused } from './page/list-refused.ts'
import { isConsequential, isFilterForm, isInConsent, refusalOf, structuralRefusal } from './page/refusal.ts'
import { type Wording, wording } from './wording.data.ts'

/** The result of the interactions. */
export interface Interaction {
  /** Interactions that the page has answered. */
  readonly interactions: number
  /** Why there were no more, in snake_case; null when there is nothing to explain. */
  readonly reason:
    | 'no_interactive_element'
    | 'no_safe_control'
    | 'page_busy'
    | 'interaction_unfinished'
    | null
  /** With `no_safe_control`: what was not operated. */
  readonly refused?: readonly Refused[]
}

export interface InteractOptions {
  readonly device: Device
  readonly world: IsolatedWorld
  document(): ObservedDocument | null
  /** Milliseconds for all interactions. */
  readonly budgetMs: number
}

/**
 * The groups in their order, with the maximum number of interactions. A person declines before anything else; what lies under a dialog
 * cannot be reached before. Nothing accepts.
 */
const groups: readonly (readonly [Group, number])[] = [
  ['decline', 1],
  ['usual', 3],
  ['more', 3],
]
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

/** The functions that run in the page. */
export const inPage = [
  ...[selectorOf, flatParent, flatPath, rootsOf, elementAt, labelsOf, ownNames],
  ...[structuralRefusal, isFilterForm, isInConsent, isConsequential, refusalOf],
  ...[isOnTop, pointInPage, pointOf, interactionPoint, choice, findClickable],
  ...[elementsByKind, isDecline, isOperable, isSearchField, isNear],
]
const findScript: PageScript<Search, { readonly point: InteractionPoint | null }> = {
  main: (search) => ({ point: findInteractive(search) }),
  uses: [...inPage, findInteractive],
}
const refusedScript: PageScript<Wording, readonly Refused[]> = {
  main: (words) => listRefused(words),
  uses: [...inPage, listRefused],
}
/** Resolves when the page has handed the next frame to the compositor. */
const nextFrame: PageScript<null, void> = {
  main: () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
}

/**
 * Interacts with a few elements for which that is safe, by trusted input events: mouse clicks, or taps on a handheld device, and keys. Blocks
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

/** `operated`: there may be more elements in the group. */
type Step = 'operated' | 'no_element' | 'page_busy' | 'interaction_unfinished'

async function interactRepeatedly(tab: Tab, options: InteractOptions, until: number): Promise<Interaction> {
  let interactions = 0
  for (const [group, most] of groups) {
    if (group === 'more') await markWithin(tab, options.world, until)
    // One that ends too late voids all: what comes in addition is begun in time.
    const isAddition = group === 'more' && interactions > 0
    const beginUntil = isAddition ? until - options.budgetMs / 2 : until
    const { operated, ended } = await operateGroup(tab, options, { group, most, beginUntil, until })
    interactions += operated
    if (ended !== null) return { interactions, reason: ended }
  }
  if (interactions > 0) return { interactions, reason: null }
  return nothingOperated(options, Math.max(0, until - performance.now()))
}

interface GroupLimits {
  readonly group: Group
  readonly most: number
  readonly beginUntil: number
  readonly until: number
}

/** `ended`: why no further group comes; null when it does. */
async function operateGroup(
  tab: Tab,
  options: InteractOptions,
  { group, most, beginUntil, until }: GroupLimits,
) {
  let operated = 0
  while (operated < most && performance.now() < beginUntil) {
    const step = await interactNext(tab, options, group, until)
    if (step !== 'operated') return { operated, ended: step === 'no_element' ? null : step }
    operated++
  }
  return { operated, ended: null }
}

/** Marks what has listeners; without marks fewer elements are found. */
async function markWithin(tab: Tab, world: IsolatedWorld, until: number): Promise<void> {
  const marking = markListening(tab, world).catch(ignore)
  await withTimeoutOrNull(marking, Math.max(0, until - performance.now()))
}

/** Interacts with one more element of a group. */
async function interactNext(tab: Tab, options: InteractOptions, group: Group, until: number): Promise<Step> {
  const remainingMs = () => Math.max(0, until - performance.now())
  const { world } = options
  const candidate = await world.runWithin(findScript, { group, wording }, Math.min(FIND_MS, remainingMs()))
  if (candidate === null) return 'page_busy'
  const { point } = candidate
  if (point === null) return 'no_element'
  const work = async () => {
    const restore = group === 'decline' ? await keepState(tab, world) : null
    await interactOnce(tab, options, point)
    await restore?.()
    return true
  }
  return (await withTimeoutOrNull(work(), remainingMs())) === null ? 'interaction_unfinished' : 'operated'
}

async function nothingOperated({ world }: InteractOptions, remainingMs: number): Promise<Interaction> {
  const refused = await world.runWithin(refusedScript, wording, Math.min(FIND_MS, remainingMs))
  if (refused === null) return { interactions: 0, reason: 'page_busy' }
  if (refused.length === 0) return { interactions: 0, reason: 'no_interactive_element' }
  return { interactions: 0, reason: 'no_safe_control', refused }
}

/** Resolves when the page has handled the input and painted the result. */
async function interactOnce(
  tab: Tab,
  { device, world, document }: InteractOptions,
  point: InteractionPoint,
): Promise<true> {
  const known = document()?.events.length ?? 0
  await tab.guard(operate(tab, device, point))
  await world.run(nextFrame, null)
  await paintBehind(tab, BEHIND)
  await world.run(nextFrame, null)
  await paintBehind(tab)
  await delay(ENTRY_MS)
  const until = performance.now() + FIRST_ENTRY_MS
  while (document()?.events.every(({ interaction }) => interaction === 0) && performance.now() < until) {
    await delay(ENTRY_MS)
  }
  // Event Timing does not tell the target in a shadow tree.
  for (const event of document()?.events.slice(known) ?? []) event.target ??= point.selector
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
