import type { CDPSession, Protocol } from 'puppeteer-core'
import type { Tab } from '../tab.ts'
import { prepareTargets } from '../targets.ts'
import type { Category } from './category.ts'
import { collapseFrame, hideSlots } from './holes.ts'
import { makeJudge } from './judge.ts'

export interface Blocker {
  /** Requests refused so far. */
  count(): number
  byCategory(): Readonly<Partial<Record<Category, number>>>
}

type Paused = Protocol.Fetch.RequestPausedEvent

/** A transparent pixel: what asks for an image gets one, and no broken one is shown. */
const pixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const pixelHeaders = [
  { name: 'content-type', value: 'image/gif' },
  { name: 'access-control-allow-origin', value: '*' },
]
const emptyPageHeaders = [{ name: 'content-type', value: 'text/html' }]

/**
 * From now on, what the page asks of ad servers, trackers, analytics, tag managers and social pixels never leaves the browser:
 * documents in frames, scripts, images, fetches, beacons and preloads, of its workers too. Sockets, shared workers and early
 * connections get as far as the proxy, which turns them away by their host. Call it before the page goes anywhere. The page
 * itself, wherever it leads, is never refused.
 */
export async function blockRequests(tab: Tab, pageUrl: string): Promise<Blocker> {
  const judge = makeJudge(pageUrl)
  const counts = new Map<Category, number>()
  const judged = (url: string) => {
    const category = judge.categoryOf(url)
    if (category !== null) counts.set(category, (counts.get(category) ?? 0) + 1)
    return category
  }
  const main = (await tab.cdp.send('Page.getFrameTree')).frameTree.frame.id
  const onPaused = (session: CDPSession, paused: Paused) => {
    const isPage = paused.resourceType === 'Document' && paused.frameId === main
    if (isPage) judge.moveTo(paused.request.url)
    const category = isPage ? null : judged(paused.request.url)
    const step = category === null ? goOn(session, paused) : refuse(session, paused)
    // The page, its frame or the request is gone: nothing waits for an answer any more.
    step.catch(() => {})
  }
  tab.proxy.block((url) => judged(url) !== null)
  await prepareTargets(tab, async (session) => {
    session.on('Fetch.requestPaused', (paused) => onPaused(session, paused))
    await Promise.all([
      session.send('Fetch.enable', { patterns: [{ urlPattern: 'http*' }] }),
      hideSlots(session),
    ])
  })
  return {
    count: () => [...counts.values()].reduce((sum, one) => sum + one, 0),
    byCategory: () => Object.fromEntries(counts),
  }
}

function goOn(session: CDPSession, { requestId }: Paused): Promise<unknown> {
  return session.send('Fetch.continueRequest', { requestId })
}

async function refuse(session: CDPSession, { requestId, resourceType, frameId }: Paused): Promise<void> {
  if (resourceType === 'Image') {
    const answer = { requestId, responseCode: 200, responseHeaders: pixelHeaders, body: pixel }
    await session.send('Fetch.fulfillRequest', answer)
  } else if (resourceType === 'Document') {
    const answer = { requestId, responseCode: 200, responseHeaders: emptyPageHeaders, body: '' }
    await session.send('Fetch.fulfillRequest', answer)
    await collapseFrame(session, frameId)
  } else {
    await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
  }
}
