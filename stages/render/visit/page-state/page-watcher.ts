import type { CDPSession, Protocol } from 'puppeteer-core'
import type { Tab } from '../../tab/tab.ts'
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

/** Commands fail when the frame is gone; then there is nothing to watch. */
const ignore = () => {}

/** Only frames: no navigation waits for workers. */
const frames: Protocol.Target.TargetFilter = [{ type: 'iframe' }, { exclude: true }]

/** Watches the page of a tab, including frames with processes of their own. Call it before the first navigation. */
export async function watchPage(
  { cdp, frameId }: Pick<Tab, 'cdp' | 'frameId'>,
  { maxRequests, prepareFrame }: PageWatcherOptions,
): Promise<PageWatcher> {
  const now = () => performance.now()
  const activity = makeNetworkActivity(maxRequests, now)
  const changes = makeChangeSignal()
  // In parallel: each command is a round trip to a browser that may be busy.
  await Promise.all([
    cdp.send('Page.enable'),
    cdp.send('Page.setLifecycleEventsEnabled', { enabled: true }),
    watchFrames(cdp, { activity, changes }, prepareFrame),
  ])
  const watch = { document: makeMainDocument(frameId, now), activity, changes }
  followDocument(cdp, watch)
  return watch
}

function followDocument(cdp: CDPSession, { document, activity, changes }: PageWatcher): void {
  cdp.on('Network.requestWillBeSent', document.requestWillBeSent)
  cdp.on('Network.responseReceived', document.responseReceived)
  cdp.on('Network.responseReceivedExtraInfo', (event) => {
    document.responseReceivedExtraInfo(event)
    changes.notify()
  })
  cdp.on('Network.loadingFailed', document.loadingFailed)
  cdp.on('Page.frameNavigated', (event) => {
    document.frameNavigated(event)
    if (event.frame.parentId === undefined) activity.enterDocument(event.frame.loaderId)
    changes.notify()
  })
  cdp.on('Page.lifecycleEvent', (event) => {
    document.lifecycleEvent(event)
    changes.notify()
  })
  cdp.on('Page.frameScheduledNavigation', document.frameScheduledNavigation)
  cdp.on('Page.frameClearedScheduledNavigation', (event) => {
    document.frameClearedScheduledNavigation(event)
    changes.notify()
  })
}

/** Counts the requests of the frames of one process, and attaches to frames that get a process of their own. */
async function watchFrames(
  session: CDPSession,
  watch: Pick<PageWatcher, 'activity' | 'changes'>,
  prepareFrame: PageWatcherOptions['prepareFrame'],
): Promise<void> {
  countRequests(session, watch)
  session.on('Target.detachedFromTarget', ({ sessionId }) => {
    watch.activity.dropSession(sessionId)
    watch.changes.notify()
  })
  session.on('sessionattached', (frame) => {
    Promise.all([
      watchFrames(frame, watch, prepareFrame),
      prepareFrame(frame),
      frame.send('Runtime.runIfWaitingForDebugger'),
    ]).catch(ignore)
  })
  await Promise.all([
    // Response bodies are not needed.
    session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
    session.send('Target.setAutoAttach', {
      ...{ autoAttach: true, waitForDebuggerOnStart: true, flatten: true },
      filter: frames,
    }),
  ])
}

function countRequests(
  session: CDPSession,
  { activity, changes }: Pick<PageWatcher, 'activity' | 'changes'>,
): void {
  const thenNotify =
    <Event>(step: (event: Event) => void) =>
    (event: Event) => {
      step(event)
      changes.notify()
    }
  session.on(
    'Network.requestWillBeSent',
    thenNotify(({ requestId, loaderId, frameId, request }: Protocol.Network.RequestWillBeSentEvent) =>
      activity.begin({
        requestId,
        loaderId,
        frameId: frameId ?? null,
        url: request.url,
        session: session.id(),
      }),
    ),
  )
  const end = thenNotify(({ requestId }: { readonly requestId: string }) => activity.end(requestId))
  session.on('Network.loadingFinished', end)
  session.on('Network.loadingFailed', end)
  session.on(
    'Page.frameDetached',
    thenNotify(({ frameId, reason }: Protocol.Page.FrameDetachedEvent) => {
      if (reason === 'remove') activity.dropFrame(frameId)
    }),
  )
}
