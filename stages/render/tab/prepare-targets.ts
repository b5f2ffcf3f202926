import type { CDPSession } from 'puppeteer-core'
import type { Tab } from './tab.ts'

/** Prepares one target. Sends all commands at once: the target runs its first script after these commands. */
export type PrepareTarget = (session: CDPSession) => Promise<unknown>

/** A helper of a page. Shared workers belong to no page: Chromium reports only the request of their script to a page. */
type HelperType = 'iframe' | 'worker' | 'service_worker'

/** Sessions with a page and its helpers, for one user only. */
export interface TargetSessions {
  readonly page: CDPSession
  /** Detaches all sessions. Never rejects. */
  close(): Promise<void>
}

/** Commands fail when the target is gone; the tab itself notices the loss of the page. */
const ignore = () => {}

/**
 * Prepares the page and each of its helpers, by default the cross-origin frames that have a process, and so a target, of their own. Call
 * it before the first navigation. No other code uses these sessions, so domains and bindings can be enabled freely.
 */
export async function prepareTargets(
  { target }: Pick<Tab, 'target'>,
  prepare: PrepareTarget,
  helpers?: readonly HelperType[],
): Promise<TargetSessions> {
  const page = await target.createCDPSession()
  await prepareSession(page, prepare, helpers)
  return { page, close: () => page.detach().catch(ignore) }
}

/** Like `prepareTargets`, in a given session with the page. A helper that cannot be prepared runs like the others. */
export async function prepareSession(
  session: CDPSession,
  prepare: PrepareTarget,
  helpers: readonly HelperType[] = ['iframe'],
): Promise<void> {
  session.on('sessionattached', (helper) => {
    Promise.all([
      prepareSession(helper, prepare, helpers),
      helper.send('Runtime.runIfWaitingForDebugger'),
    ]).catch(ignore)
  })
  await Promise.all([
    prepare(session),
    session.send('Target.setAutoAttach', {
      ...{ autoAttach: true, waitForDebuggerOnStart: true, flatten: true },
      filter: helpers.map((type) => ({ type })),
    }),
  ])
}
