import type { CDPSession, Protocol } from 'puppeteer-core'
import { prepareTargets } from '../../tab/prepare-targets.ts'
import type { Tab } from '../../tab/tab.ts'

/** A request of a page that is gone needs no response. */
const ignore = () => {}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/**
 * From this call on, requests of the page and its frames with other methods than GET and HEAD fail, including beacons. Uses sessions of
 * its own. Returns a function that ends the blocking.
 */
export async function blockMutations(tab: Tab): Promise<() => Promise<void>> {
  const sessions: CDPSession[] = []
  await prepareTargets(tab, async (session) => {
    sessions.push(session)
    session.on('Fetch.requestPaused', ({ requestId, request }: Protocol.Fetch.RequestPausedEvent) => {
      const response = safeMethods.has(request.method)
        ? session.send('Fetch.continueRequest', { requestId })
        : session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
      response.catch(ignore)
    })
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
  })
  return async () => {
    await Promise.all(sessions.map((session) => session.detach().catch(ignore)))
  }
}
