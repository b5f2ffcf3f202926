import type { CDPSession } from 'puppeteer-core'
import { prepareSession } from '../tab/prepare-targets.ts'
import type { Tab } from '../tab/tab.ts'
import { type ChangeSignal, makeChangeSignal } from './change-signal.ts'
import { type MainDocument, makeMainDocument } from './main-document.ts'
import { makeNetworkActivity, type NetworkActivity } from './network-activity.ts'

/** The state of a page while it loads. */
export interface PageWatcher {
  readonly document: MainDocument
  readonly activity: NetworkActivity
  readonly changes: ChangeSignal
}

export interface PageWatcherOptions {
  /** Pending requests with which the page still counts as quiet. */
  readonly maxRequests: number
  /** Called for each frame with a process of its own, before the frame runs. */
  prepareFrame(session: CDPSession): Promise<void>
}

/** Watches the page of a tab, including frames with processes of their own. Call it before the first navigation. */
export async function watchPage(
  { cdp, frameId }: Pick<Tab, 'cdp' | 'frameId'>,
  { maxRequests, prepareFrame }: PageWatcherOptions,
): Promise<PageWatcher> {
  const now = () => performance.now()
  const activity = makeNetworkActivity(maxRequests, now)
  const changes = makeChangeSignal()
  const watchFrame = async (session: CDPSession) => {
    countRequests(session, { activity, changes })
    // Response bodies are not needed.
    const enabling = session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 })
    await Promise.all([enabling, session !== cdp && prepareFrame(session)])
  }
  // In parallel: each command is a round trip to a browser that may be busy. No navigation waits for workers.
  await Promise.all([
    cdp.send('Page.enable'),
    cdp.send('Page.setLifecycleEventsEnabled', { enabled: true }),
    prepareSession(cdp, watchFrame),
  ])
  const watch = { document: makeMainDocument(frameId, now), activity, changes }
  followDocument(cdp, watch)
  return watch
}

function followDocument(cdp: CDPSession, { document, activity, changes }: PageWatcher): void {
  cdp.on('Network.requestWillBeSent', document.requestWillBeSent)
  cdp.on('Network.responseReceived', document.responseReceived)
  cdp.on('Network.responseReceivedExtraInfo', document.responseReceivedExtraInfo)
  cdp.on('Network.loadingFailed', document.loadingFailed)
  cdp.on('Page.frameNavigated', (event) => {
    document.frameNavigated(event)
    if (event.frame.parentId === undefined) activity.enterDocument(event.frame.loaderId)
  })
  cdp.on('Page.lifecycleEvent', document.lifecycleEvent)
  cdp.on('Page.frameScheduledNavigation', document.frameScheduledNavigation)
  cdp.on('Page.frameClearedScheduledNavigation', document.frameClearedScheduledNavigation)
  // Listeners are called in the order in which they were added.
  cdp.on('Network.responseReceivedExtraInfo', changes.notify)
  cdp.on('Page.frameNavigated', changes.notify)
  cdp.on('Page.lifecycleEvent', changes.notify)
  cdp.on('Page.frameClearedScheduledNavigation', changes.notify)
}

/** Counts the requests of the frames of one process. */
function countRequests(
  session: CDPSession,
  { activity, changes }: Pick<PageWatcher, 'activity' | 'changes'>,
): void {
  session.on('Network.requestWillBeSent', ({ requestId, loaderId, frameId = null, request }) =>
    activity.begin({ requestId, loaderId, frameId, url: request.url, session: session.id() }),
  )
  session.on('Network.loadingFinished', ({ requestId }) => activity.end(requestId))
  session.on('Network.loadingFailed', ({ requestId }) => activity.end(requestId))
  session.on('Page.frameDetached', ({ frameId, reason }) => {
    if (reason === 'remove') activity.dropFrame(frameId)
  })
  session.on('Target.detachedFromTarget', ({ sessionId }) => activity.dropSession(sessionId))
  session.on('Network.requestWillBeSent', changes.notify)
  session.on('Network.loadingFinished', changes.notify)
  session.on('Network.loadingFailed', changes.notify)
  session.on('Page.frameDetached', changes.notify)
  session.on('Target.detachedFromTarget', changes.notify)
}
