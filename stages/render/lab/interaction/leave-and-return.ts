import { setTimeout as delay } from 'node:timers/promises'
import type { Protocol } from 'puppeteer-core'
import type { BackForwardCacheBlocker } from '#shared/messages/payloads/measurement.ts'
import { onNextDocument } from '../../tab/next-document.ts'
import type { Tab } from '../../tab/tab.ts'
import type { OptionalMetrics } from '../optional-metrics.ts'
import { MAX_URL_CHARS, truncate } from '../requests/logged-request.ts'

type Explanation = Protocol.Page.BackForwardCacheNotRestoredExplanation
type Frame = Protocol.Page.BackForwardCacheNotRestoredExplanationTree
type NotUsed = Protocol.Page.BackForwardCacheNotUsedEvent

/** How long the page is left, in milliseconds: what it still holds then, such as a connection, removes it from the cache. */
const AWAY_MS = 100
/** Maximum number of reported blockers, and of frames that are read. */
const MAX_BLOCKERS = 50
const MAX_FRAMES = 1000

/**
 * Leaves the page that the repeat view has loaded, returns to it, and resolves with what kept it out of the back/forward cache. Null when
 * that is not measured: then `back_forward_cache` is missing. Takes `budgetMs` at most.
 */
export async function measureReturn(
  tab: Tab,
  metrics: OptionalMetrics,
  budgetMs: number,
): Promise<readonly BackForwardCacheBlocker[] | null> {
  const { second_view: notLoaded } = metrics.missing
  if (notLoaded !== undefined) {
    metrics.markMissing('back_forward_cache', notLoaded)
    return null
  }
  const work = () => Promise.race([leaveAndReturn(tab), untilCrash(tab)])
  return metrics.measureInPage('back_forward_cache', budgetMs, work, null)
}

/** Rejects when the page crashes: the browser may load it anew then, which would look like a return that nothing has kept out. */
function untilCrash({ cdp }: Tab): Promise<never> {
  return new Promise((_, reject) => {
    cdp.once('Inspector.targetCrashed', () => reject(new Error('The page crashed')))
  })
}

async function leaveAndReturn(tab: Tab): Promise<BackForwardCacheBlocker[]> {
  const { cdp } = tab
  await cdp.send('Page.enable')
  const { entries, currentIndex } = await cdp.send('Page.getNavigationHistory')
  const { id: entryId } = entries[currentIndex] as Protocol.Page.NavigationEntry
  const left = nextNavigation(tab)
  await cdp.send('Page.navigate', { url: 'about:blank' })
  // Before that, there is no active page that could return.
  await left
  await delay(AWAY_MS)
  const returned = nextNavigation(tab)
  const notUsed = new Promise<NotUsed>((resolve) => cdp.once('Page.backForwardCacheNotUsed', resolve))
  await cdp.send('Page.navigateToHistoryEntry', { entryId })
  return (await returned) === 'BackForwardCacheRestore' ? [] : toBlockers(await notUsed)
}

/** Resolves when the main frame shows the next document. */
function nextNavigation({ cdp }: Tab): Promise<Protocol.Page.NavigationType> {
  return new Promise((resolve) => onNextDocument(cdp, resolve))
}

/**
 * The reasons that the page could remove, each once per script or frame. Those that lie in the browser or in the moment are left out. The
 * tree names frames, but may lack reasons that the list has.
 */
export function toBlockers({ notRestoredExplanations, notRestoredExplanationsTree }: NotUsed) {
  const ofFrames = notRestoredExplanationsTree ? blockersOfFrames(notRestoredExplanationsTree) : []
  const known = new Set(ofFrames.map(({ reason }) => reason))
  const more = blockersOf(notRestoredExplanations, null).filter(({ reason }) => !known.has(reason))
  const byKey = new Map([...ofFrames, ...more].map((one) => [`${one.reason} ${one.url}`, one]))
  return [...byKey.values()].slice(0, MAX_BLOCKERS)
}

function blockersOfFrames(root: Frame): BackForwardCacheBlocker[] {
  const frames = [root]
  for (const { children } of frames) frames.push(...children.slice(0, MAX_FRAMES - frames.length))
  return frames.flatMap((frame) => blockersOf(frame.explanations, frame === root ? null : frame.url))
}

/** The URL of the script that is to blame counts more than that of its frame. */
function blockersOf(explanations: readonly Explanation[], frameUrl: string | null) {
  return explanations
    .filter(({ type }) => type === 'PageSupportNeeded')
    .map(({ reason, details }): BackForwardCacheBlocker => {
      const url = details?.[0]?.url || frameUrl
      return { reason, url: url && /^https?:/.test(url) ? truncate(url, MAX_URL_CHARS) : null }
    })
}
