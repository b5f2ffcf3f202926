import type { CDPSession, Protocol } from 'puppeteer-core'
import { prepareTargets } from '../tab/prepare-targets.ts'
import type { Tab } from '../tab/tab.ts'
import { collapseFrame, hideAdSlots } from './ad-slots.ts'
import type { Category } from './host-lists.data.ts'
import { makeRequestClassifier } from './request-classifier.ts'

export type Blocker = Awaited<ReturnType<typeof blockRequests>>

type PausedRequest = Protocol.Fetch.RequestPausedEvent

/** A transparent pixel: the response to blocked image requests, so that no broken image is shown. */
const pixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const pixelHeaders = [
  { name: 'content-type', value: 'image/gif' },
  { name: 'access-control-allow-origin', value: '*' },
]
const emptyPageHeaders = [{ name: 'content-type', value: 'text/html' }]

/**
 * From this call on, blocks the requests of the page to ad servers, trackers, analytics, tag managers and social pixels inside the
 * browser: documents of frames, scripts, images, fetches, beacons and preloads, including those of workers. Sockets, shared workers
 * and preconnects reach the proxy, which rejects them by their host. Never blocks the page itself, wherever it navigates. Call it
 * before the first navigation.
 */
export async function blockRequests(tab: Tab, pageUrl: string) {
  const classifier = makeRequestClassifier(pageUrl)
  const counts = new Map<Category, number>()
  const classify = (url: string) => {
    const category = classifier.categoryOf(url)
    if (category !== null) counts.set(category, (counts.get(category) ?? 0) + 1)
    return category
  }
  const mainFrameId = (await tab.cdp.send('Page.getFrameTree')).frameTree.frame.id
  const onPaused = (session: CDPSession, paused: PausedRequest) => {
    const isPage = paused.resourceType === 'Document' && paused.frameId === mainFrameId
    if (isPage) classifier.setPageUrl(paused.request.url)
    const category = isPage ? null : classify(paused.request.url)
    const { requestId } = paused
    const response =
      category === null ? session.send('Fetch.continueRequest', { requestId }) : blockRequest(session, paused)
    // The page, its frame or the request is gone: nothing waits for the response.
    response.catch(() => {})
  }
  tab.proxy.block((url) => classify(url) !== null)
  await prepareTargets(tab, async (session) => {
    session.on('Fetch.requestPaused', (paused) => onPaused(session, paused))
    await Promise.all([
      session.send('Fetch.enable', { patterns: [{ urlPattern: 'http*' }] }),
      hideAdSlots(session),
    ])
  })
  return {
    /** Requests blocked so far. */
    count: () => [...counts.values()].reduce((sum, one) => sum + one, 0),
    byCategory: (): Readonly<Partial<Record<Category, number>>> => Object.fromEntries(counts),
  }
}

async function blockRequest(
  session: CDPSession,
  { requestId, resourceType, frameId }: PausedRequest,
): Promise<void> {
  if (resourceType === 'Image') {
    const fulfilled = { requestId, responseCode: 200, responseHeaders: pixelHeaders, body: pixel }
    await session.send('Fetch.fulfillRequest', fulfilled)
  } else if (resourceType === 'Document') {
    const fulfilled = { requestId, responseCode: 200, responseHeaders: emptyPageHeaders, body: '' }
    await session.send('Fetch.fulfillRequest', fulfilled)
    await collapseFrame(session, frameId)
  } else {
    await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
  }
}
