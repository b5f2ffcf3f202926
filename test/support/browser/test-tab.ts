import { once } from 'node:events'
import puppeteer, { type Browser, type BrowserContextOptions, type Page } from 'puppeteer-core'
import { findChromium } from '#infra/setup/find-chromium.mjs'
import { egressContext } from '#stages/render/adapters/browsers/launch/chromium-flags.ts'
import type { EgressProxy } from '#stages/render/adapters/egress-proxy/egress-proxy.ts'
import { authenticateBrowser } from '#stages/render/adapters/egress-proxy/proxy-auth.ts'
import { DeadlineExceeded, type Tab, TabLost } from '#stages/render/tab/tab.ts'
import { skipLoudly } from '#test/support/skips.ts'

export interface TestTabOptions {
  /** Gives the tab another proxy; by default it connects directly. */
  readonly proxy?: EgressProxy
  /** The signal of the job; never aborted unless given. */
  readonly signal?: AbortSignal
}

export interface TestTab {
  /** With puppeteer's Page, so that a test can inspect it. */
  readonly tab: Tab & { readonly page: Page }
  close(): Promise<void>
}

/** A browser whose tabs share nothing. */
export interface TestBrowser {
  readonly browser: Browser
  open(options?: TestTabOptions): Promise<TestTab>
  /** Resolves when the process is gone. */
  close(): Promise<void>
}

/** Skips the suite or test, with a reason, where there is no browser. */
export function requireBrowser(context: Mocha.Context): void {
  if (findChromium() === null) skipLoudly(context, 'no Chromium was found')
}

/** The tests' addresses are loopback ones, and tests may run as root. */
const testArgs = ['--no-sandbox', '--disable-dev-shm-usage']

/** For a suite that cannot use the browser of its worker (`openWorkerTab`). */
export async function openTestBrowser(args: readonly string[] = []): Promise<TestBrowser> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('No Chromium was found')
  const browser = await puppeteer.launch({
    ...{ executablePath, headless: 'shell', pipe: true, defaultViewport: null },
    args: [...testArgs, ...args],
  })
  return {
    browser,
    open: (options) => openTab(browser, options),
    close: () => end(browser),
  }
}

async function openTab(browser: Browser, options: TestTabOptions = {}): Promise<TestTab> {
  const { proxy = directWay, signal = new AbortController().signal } = options
  const isDirect = proxy === directWay
  const context = await browser.createBrowserContext(isDirect ? direct : egressContext(proxy.url))
  const page = await context.newPage()
  const cdp = await page.createCDPSession()
  if (!isDirect) await authenticateBrowser(cdp, proxy)
  const { targetInfo } = await cdp.send('Target.getTargetInfo')
  const { promise: lost, reject: lose } = Promise.withResolvers<never>()
  lost.catch(() => {})
  page.once('error', (error) => lose(new TabLost('The page crashed', { cause: error })))
  const loseBrowser = () => lose(new TabLost('The browser is gone'))
  browser.once('disconnected', loseBrowser)
  signal.addEventListener('abort', () => lose(new DeadlineExceeded('The time is over')))
  const guard = <T>(step: Promise<T>) => Promise.race([step, lost])
  const forgoPage = () => {}
  return {
    tab: { page, target: page.target(), frameId: targetInfo.targetId, cdp, proxy, signal, guard, forgoPage },
    async close() {
      browser.off('disconnected', loseBrowser)
      if (browser.connected) await context.close()
    },
  }
}

/** Kills the process: a page that hangs cannot delay it. */
async function end(browser: Browser): Promise<void> {
  const child = browser.process()
  if (child === null || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

const direct: BrowserContextOptions = { downloadBehavior: { policy: 'deny' } }

/** No proxy: the browser itself knows every failure. */
const directWay: EgressProxy = {
  url: '',
  credential: { username: '', password: '' },
  authProbeUrl: '',
  block: () => {},
  counts: () => ({ requests: 0, tunnels: 0, refused: 0, unreachable: 0, bytesReceived: 0 }),
  refusals: () => [],
  failureOf: () => null,
  exceeded: () => null,
  close: async () => {},
}
