import type { CDPSession, Protocol } from 'puppeteer-core'
import type { Tab } from '../../tab/tab.ts'

/** Sessions with a page, its frames and its workers, for one user only. */
export interface Sessions {
  readonly page: CDPSession
  /** Detaches all sessions. Never rejects. */
  close(): Promise<void>
}

/** Commands fail when the target is gone. */
const ignore = () => {}

/** Without shared workers: they belong to no page, and Chromium reports only the request of their script to a page. */
const helperTargets: Protocol.Target.TargetFilter = [
  { type: 'iframe' },
  { type: 'worker' },
  { type: 'service_worker' },
  { exclude: true },
]

/** Prepares the page, each frame with a process of its own and each worker before its first request. */
export async function openSessions(
  { target }: Pick<Tab, 'target'>,
  prepare: (session: CDPSession) => Promise<unknown>,
): Promise<Sessions> {
  const page = await target.createCDPSession()
  await prepareSession(page, prepare)
  return { page, close: () => page.detach().catch(ignore) }
}

async function prepareSession(session: CDPSession, prepare: (session: CDPSession) => Promise<unknown>) {
  session.on('sessionattached', (helperSession) => {
    Promise.all([
      prepareSession(helperSession, prepare),
      helperSession.send('Runtime.runIfWaitingForDebugger'),
    ]).catch(ignore)
  })
  await Promise.all([
    prepare(session),
    session.send('Target.setAutoAttach', {
      ...{ autoAttach: true, waitForDebuggerOnStart: true, flatten: true },
      filter: helperTargets,
    }),
  ])
}
