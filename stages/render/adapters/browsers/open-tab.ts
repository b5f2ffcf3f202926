import type { Browser, BrowserContext, CDPSession, Target } from 'puppeteer-core'
import type { Egress } from '#shared/egress/egress.ts'
import { type Tab, TabLost } from '../../tab.ts'
import { admitBrowser } from '../admit-browser.ts'
import { egressContext } from '../egress-flags.ts'
import type { Jail } from '../jail/jail.ts'
import { openProxy, type ProxyLimits } from '../proxy/open-proxy.ts'
import { makeGuard } from './guard.ts'
import type { LaunchedBrowser } from './launch.ts'
import { within } from './within.ts'

export interface OpenTabOptions {
  readonly egress: Egress
  readonly limits: ProxyLimits
  /** Where the browser runs. */
  readonly jail: Jail
  /** Milliseconds for opening, and for closing, one. */
  readonly stepMs: number
}

export interface OpenedTab {
  readonly tab: Tab
  /** When it was opened, on the clock of `performance.now()`. */
  readonly since: number
  /** Ends it for that reason: its proxy closes, and what goes through its guard rejects. The first reason counts. */
  end(reason: unknown): void
  /** Rejects when the browser does not let go of it in time. */
  close(): Promise<void>
}

/** Opens a page in a context of its own, with a proxy of its own that it has the credential for. */
export async function openTab(
  { browser, session }: Pick<LaunchedBrowser, 'browser' | 'session'>,
  options: OpenTabOptions,
): Promise<OpenedTab> {
  const { egress, limits, jail, stepMs } = options
  const ended = new AbortController()
  const proxy = await openProxy({ egress, limits, listen: jail.listen, signal: ended.signal })
  let context: BrowserContext | null = null
  const close = async () => {
    ended.abort(new TabLost('The tab was closed'))
    const closing = Promise.all([context?.close(), proxy.close()])
    await within(stepMs, closing, () => new Error('The tab can not be closed'))
  }
  const open = async () => {
    context = await browser.createBrowserContext(egressContext(proxy.url))
    const { target, frameId } = await openPage(session, context)
    const cdp = await target.createCDPSession()
    watch(browser, target, cdp, ended)
    await admitBrowser(cdp, proxy)
    return { target, frameId, cdp }
  }
  try {
    const opened = await within(stepMs, open(), () => new Error('The tab can not be opened'))
    const { signal } = ended
    const tab = { ...opened, proxy, signal, guard: makeGuard(signal) }
    return { tab, since: performance.now(), end: (reason) => ended.abort(reason), close }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}

/** `context.newPage` without puppeteer's Page, see Tab. A page's target has the id of its main frame. */
async function openPage(
  session: CDPSession,
  context: BrowserContext,
): Promise<Pick<Tab, 'target' | 'frameId'>> {
  const { id } = context
  const [{ targetId: frameId }, target] = await Promise.all([
    session.send('Target.createTarget', { url: 'about:blank', ...(id && { browserContextId: id }) }),
    context.waitForTarget((target) => target.type() === 'page', { timeout: 0 }),
  ])
  return { target, frameId }
}

/** Notices at once what puppeteer's calls would wait for in vain. */
function watch(browser: Browser, target: Target, cdp: CDPSession, ended: AbortController): void {
  const lose = (why: string) => () => ended.abort(new TabLost(why))
  const onGone = lose('The browser is gone')
  const onClosed = lose('The page was closed')
  target.browserContext().on('targetdestroyed', (gone) => gone === target && onClosed())
  cdp.once('Inspector.targetCrashed', lose('The page crashed'))
  // Not `once`: puppeteer's can't be taken back by `off`, and the browser would keep each job for its life.
  browser.on('disconnected', onGone)
  ended.signal.addEventListener('abort', () => browser.off('disconnected', onGone), { once: true })
  if (!browser.connected) onGone()
}
