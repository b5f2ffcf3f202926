import type { CDPSession, Protocol } from 'puppeteer-core'
import type { Tab } from '../../tab/tab.ts'

/** Sessions with a page and all that loads on its behalf; nobody else's. */
export interface Sessions {
  readonly page: CDPSession
  /** Lets go of all of them. Never rejects. */
  close(): Promise<void>
}

/** A target that is gone fails the command too, and then there is nothing to look after. */
const ignore = () => {}

/** Shared workers are missing: they belong to no page, and the browser tells a page nothing of them but their script. */
const helperTargets: Protocol.Target.TargetFilter = [
  { type: 'iframe' },
  { type: 'worker' },
  { type: 'service_worker' },
  { exclude: true },
]

/** Prepares the page, each frame of another process and each worker, from now on, before the first request of any of them. */
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
