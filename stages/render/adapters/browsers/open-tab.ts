import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContext, CDPSession, Target } from 'puppeteer-core'
import { abortable, withTimeout } from '#shared/async/timeout.ts'
import type { Egress } from '#shared/egress/egress.ts'
import { type Tab, TabLost } from '../../tab/tab.ts'
import { type EgressProxy, openEgressProxy, type ProxyLimits } from '../egress-proxy/egress-proxy.ts'
import { authenticateBrowser } from '../egress-proxy/proxy-auth.ts'
import type { NetworkSandbox } from '../network-sandbox/network-sandbox.ts'
import { egressContext } from './launch/chromium-flags.ts'
import type { LaunchedBrowser } from './launch/launch-browser.ts'

export interface OpenTabOptions {
  readonly egress: Egress
  readonly limits: ProxyLimits
  /** The network namespace of the browser. */
  readonly networkSandbox: NetworkSandbox
  /** Milliseconds for opening a tab, and for closing it. */
  readonly tabTimeoutMs: number
}

/** A tab together with what only adapters need of its proxy. */
export interface BrowserTab extends Tab {
  readonly proxy: EgressProxy
}

export interface OpenedTab {
  readonly tab: BrowserTab
  /** When it was opened, on the clock of `performance.now()`. */
  readonly openedAt: number
  /** Closes the proxy and rejects each guarded step with the reason. The first reason counts. */
  abort(reason: unknown): void
  /** Rejects when the browser does not close the tab in time. */
  close(): Promise<void>
}

/** Opens a page in a browser context of its own, with an egress proxy of its own. Rejects when that takes longer than `tabTimeoutMs`. */
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
    await withTimeout(tabTimeoutMs, closing, () => new Error('The tab cannot be closed'))
  }
  const open = async () => {
    context = await browser.createBrowserContext(egressContext(proxy.url))
    const { target, frameId } = await openPage(session, context)
    const cdp = await target.createCDPSession()
    const forgoPage = watchForLoss(browser, target, cdp, tabAbort)
    await authenticateBrowser(cdp, proxy)
    return { target, frameId, cdp, forgoPage }
  }
  try {
    const opened = await withTimeout(tabTimeoutMs, open(), () => new Error('The tab cannot be opened'))
    const { signal } = tabAbort
    const tab = { ...opened, proxy, signal, guard: makeTabGuard(signal) }
    return { tab, openedAt: performance.now(), abort: (reason) => tabAbort.abort(reason), close }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}

/** Like `context.newPage`, without puppeteer's `Page` (see `Tab.target`). The target of a page has the id of its main frame. */
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

/** Aborts the tab as soon as its page or browser is lost, until the returned function is called: puppeteer's calls would wait forever. */
function watchForLoss(
  browser: Browser,
  target: Target,
  cdp: CDPSession,
  tabAbort: AbortController,
): () => void {
  let isNeeded = true
  const abortBecause = (reason: string) => () => {
    if (isNeeded) tabAbort.abort(new TabLost(reason))
  }
  const onGone = abortBecause('The browser is gone')
  const onClosed = abortBecause('The page was closed')
  target.browserContext().on('targetdestroyed', (gone) => gone === target && onClosed())
  cdp.once('Inspector.targetCrashed', abortBecause('The page crashed'))
  // Not `once`: `off` cannot remove such a listener of puppeteer, so the browser would keep a reference to each job.
  browser.on('disconnected', onGone)
  tabAbort.signal.addEventListener('abort', () => browser.off('disconnected', onGone), { once: true })
  if (!browser.connected) onGone()
  return () => {
    isNeeded = false
  }
}

/** Errors of calls in flight when a page or browser crashes. They often arrive before the crash itself is known. */
const crashSymptoms =
  /Target closed|Session closed|Connection closed|Protocol error|detached|crash|main frame too early|net::ERR_ABORTED/i
/** How much later than such an error the crash may be reported, in milliseconds. */
const CRASH_REPORT_DELAY_MS = 1000

/** Makes `Tab.guard`: once the signal is aborted, each guarded step rejects with the reason of the signal. */
export function makeTabGuard(signal: AbortSignal): Tab['guard'] {
  return (step) =>
    abortable(
      signal,
      step.catch((error: unknown) => rejectWithCause(signal, error)),
    )
}

/** Rejects with the crash where that is the real reason of the error. */
async function rejectWithCause(signal: AbortSignal, error: unknown): Promise<never> {
  const mayBeCrash = !signal.aborted && crashSymptoms.test((error as Error).message)
  if (mayBeCrash) await pause(CRASH_REPORT_DELAY_MS, null, { signal }).catch(() => {})
  throw signal.aborted ? signal.reason : error
}
