import type { CDPSession, Protocol } from 'puppeteer-core'
import type { Tab } from './tab.ts'

/** Prepares one target before its first line runs. */
export type PrepareTarget = (session: CDPSession) => Promise<unknown>

/**
 * Prepares the page and each cross-origin frame that has a process, and so a target, of its own. The page has not been
 * anywhere yet. Sessions are the caller's alone, so domains and bindings can be switched without regard to others.
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

/** A frame may be gone at any time; the page itself is watched by the tab. */
async function prepareChild(session: CDPSession, prepare: PrepareTarget): Promise<void> {
  try {
    await Promise.all([prepare(session), followFrames(session, prepare)])
  } catch {
    // Gone, or of no use: it is let go like the others.
  }
  await session.send('Runtime.runIfWaitingForDebugger').catch(() => {})
}
