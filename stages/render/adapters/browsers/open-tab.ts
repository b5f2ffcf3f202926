import type { Browser, BrowserContext, CDPSession, Target } from 'puppeteer-core'
import type { Egress } from '#shared/egress/egress.ts'
import { withTimeout } from '../../../../shared/async/timeout.ts'
import { type Tab, TabLost } from '../../tab/tab.ts'
import { authenticateBrowser } from '../egress-proxy/authenticate-browser.ts'
import { openEgressProxy, type ProxyLimits } from '../egress-proxy/egress-proxy.ts'
import type { NetworkSandbox } from '../network-sandbox/network-sandbox.ts'
import { egressContext } from './launch/egress-flags.ts'
import type { LaunchedBrowser } from './launch/launch-browser.ts'
import { makeTabGuard } from './tab-guard.ts'

export interface OpenTabOptions {
  readonly egress: Egress
  readonly limits: ProxyLimits
  /** Where the browser runs. */
  readonly networkSandbox: NetworkSandbox
  /** Milliseconds for opening, and for closing, one. */
  readonly tabTimeoutMs: number
}

export interface OpenedTab {
  readonly tab: Tab
  /** When it was opened, on the clock of `performance.now()`. */
  readonly openedAt: number
  /** Ends it for that reason: its proxy closes, and what goes through its guard rejects. The first reason counts. */
  abort(reason: unknown): void
  /** Rejects when the browser does not let go of it in time. */
  close(): Promise<void>
}

/** Opens a page in a context of its own, with a proxy of its own that it has the credential for. */
export async function openTab(
  { browser, session }: Pick<LaunchedBrowser, 'browser' | 'session'>,
  options: OpenTabOptions,
): Promise<OpenedTab> {
  const { egress, limits, networkSandbox, tabTimeoutMs } = options
  const tabAbort = new AbortController()
  const proxy = await openEgressProxy({
    egress,
    limits,
    listen: networkSandbox.listen,
    signal: tabAbort.signal,
  })
  let context: BrowserContext | null = null
  const close = async () => {
    tabAbort.abort(new TabLost('The tab was closed'))
    const closing = Promise.all([context?.close(), proxy.close()])
    await withTimeout(tabTimeoutMs, closing, () => new Error('The tab can not be closed'))
  }
  const open = async () => {
    context = await browser.createBrowserContext(egressContext(proxy.url))
    const { target, frameId } = await openPage(session, context)
    const cdp = await target.createCDPSession()
    watchForLoss(browser, target, cdp, tabAbort)
    await authenticateBrowser(cdp, proxy)
    return { target, frameId, cdp }
  }
  try {
    const opened = await withTimeout(tabTimeoutMs, open(), () => new Error('The tab can not be opened'))
    const { signal } = tabAbort
    const tab = { ...opened, proxy, signal, guard: makeTabGuard(signal) }
    return { tab, openedAt: performance.now(), abort: (reason) => tabAbort.abort(reason), close }
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
function watchForLoss(browser: Browser, target: Target, cdp: CDPSession, tabAbort: AbortController): void {
  const abortBecause = (reason: string) => () => tabAbort.abort(new TabLost(reason))
  const onGone = abortBecause('The browser is gone')
  const onClosed = abortBecause('The page was closed')
  target.browserContext().on('targetdestroyed', (gone) => gone === target && onClosed())
  cdp.once('Inspector.targetCrashed', abortBecause('The page crashed'))
  // Not `once`: puppeteer's can't be taken back by `off`, and the browser would keep each job for its life.
  browser.on('disconnected', onGone)
  tabAbort.signal.addEventListener('abort', () => browser.off('disconnected', onGone), { once: true })
  if (!browser.connected) onGone()
}
