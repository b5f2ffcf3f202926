import type { CDPSession, Protocol } from 'puppeteer-core'
import type { Tab } from './tab.ts'

/** Prepares one target before its first script runs. */
export type PrepareTarget = (session: CDPSession) => Promise<unknown>

/**
 * Prepares the page and each cross-origin frame that has a process, and so a target, of its own. Call it before the first navigation.
 * No other code uses these sessions, so domains and bindings can be enabled freely.
 */
export async function prepareTargets(tab: Tab, prepare: PrepareTarget): Promise<void> {
  const session = await tab.target.createCDPSession()
  await prepare(session)
  await followFrames(session, prepare)
}

async function followFrames(session: CDPSession, prepare: PrepareTarget): Promise<void> {
  session.on('Target.attachedToTarget', ({ sessionId }: Protocol.Target.AttachedToTargetEvent) => {
    const child = session.connection()?.session(sessionId)
    if (child) void prepareChild(child, prepare)
  })
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'iframe' }],
  })
}

/** Ignores errors: a frame may be removed at any time, and the tab itself notices the loss of the page. */
async function prepareChild(session: CDPSession, prepare: PrepareTarget): Promise<void> {
  try {
    await Promise.all([prepare(session), followFrames(session, prepare)])
  } catch {
    // A frame that cannot be prepared runs like the others.
  }
  await session.send('Runtime.runIfWaitingForDebugger').catch(() => {})
}
