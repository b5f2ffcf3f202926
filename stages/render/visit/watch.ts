import type { CDPSession, Protocol } from 'puppeteer-core'
import type { Tab } from '../tab.ts'
import { type Changes, makeChanges } from './changes.ts'
import { type MainDocument, makeMainDocument } from './main-document.ts'
import { makeTraffic, type Traffic } from './traffic.ts'

/** What is known of a page while it loads. */
export interface Watch {
  readonly document: MainDocument
  readonly traffic: Traffic
  readonly changes: Changes
}

export interface WatchOptions {
  /** Requests that may be under way when the page counts as quiet. */
  readonly mostRequests: number
  /** Called for each frame of another process, before it goes on. */
  prepareFrame(session: CDPSession): Promise<void>
}

/** A frame that is gone fails the command too, and then nothing of it is to be watched. */
const ignore = () => {}

/** Frames alone: workers are no frames, and nobody's navigation waits for them. */
const frames: Protocol.Target.TargetFilter = [{ type: 'iframe' }, { exclude: true }]

/** Watches the page of a tab from now on, frames of other processes included. */
export async function watchPage(
  { cdp, frameId }: Pick<Tab, 'cdp' | 'frameId'>,
  { mostRequests, prepareFrame }: WatchOptions,
): Promise<Watch> {
  const now = () => performance.now()
  const traffic = makeTraffic(mostRequests, now)
  const changes = makeChanges()
  // All at once: each answer takes a turn of a browser that may be busy. Nothing happens before the page goes anywhere.
  await Promise.all([
    cdp.send('Page.enable'),
    cdp.send('Page.setLifecycleEventsEnabled', { enabled: true }),
    attend(cdp, { traffic, changes }, prepareFrame),
  ])
  const watch = { document: makeMainDocument(frameId, now), traffic, changes }
  followDocument(cdp, watch)
  return watch
}

function followDocument(cdp: CDPSession, { document, traffic, changes }: Watch): void {
  cdp.on('Network.requestWillBeSent', document.requestWillBeSent)
  cdp.on('Network.responseReceived', document.responseReceived)
  cdp.on('Network.responseReceivedExtraInfo', (event) => {
    document.responseReceivedExtraInfo(event)
    changes.notify()
  })
  cdp.on('Network.loadingFailed', document.loadingFailed)
  cdp.on('Page.frameNavigated', (event) => {
    document.frameNavigated(event)
    if (event.frame.parentId === undefined) traffic.enterDocument(event.frame.loaderId)
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

/** Counts the requests of one process's frames and looks after frames that move to others. */
async function attend(
  session: CDPSession,
  watch: Pick<Watch, 'traffic' | 'changes'>,
  prepareFrame: WatchOptions['prepareFrame'],
): Promise<void> {
  countRequests(session, watch)
  session.on('Target.detachedFromTarget', ({ sessionId }) => {
    watch.traffic.leaveSession(sessionId)
    watch.changes.notify()
  })
  session.on('sessionattached', (frame) => {
    Promise.all([
      attend(frame, watch, prepareFrame),
      prepareFrame(frame),
      frame.send('Runtime.runIfWaitingForDebugger'),
    ]).catch(ignore)
  })
  await Promise.all([
    // Nobody asks for the bodies.
    session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
    session.send('Target.setAutoAttach', {
      ...{ autoAttach: true, waitForDebuggerOnStart: true, flatten: true },
      filter: frames,
    }),
  ])
}

function countRequests(session: CDPSession, { traffic, changes }: Pick<Watch, 'traffic' | 'changes'>): void {
  const then =
    <Event>(step: (event: Event) => void) =>
    (event: Event) => {
      step(event)
      changes.notify()
    }
  session.on(
    'Network.requestWillBeSent',
    then(({ requestId, loaderId, frameId, request }: Protocol.Network.RequestWillBeSentEvent) =>
      traffic.begin({
        requestId,
        loaderId,
        frameId: frameId ?? null,
        url: request.url,
        session: session.id(),
      }),
    ),
  )
  const end = then(({ requestId }: { readonly requestId: string }) => traffic.end(requestId))
  session.on('Network.loadingFinished', end)
  session.on('Network.loadingFailed', end)
  session.on(
    'Page.frameDetached',
    then(({ frameId, reason }: Protocol.Page.FrameDetachedEvent) => {
      if (reason === 'remove') traffic.leaveFrame(frameId)
    }),
  )
}
