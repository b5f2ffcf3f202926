import { setTimeout as delay } from 'node:timers/promises'
import type { Tab } from '#stages/render/tab/tab.ts'
import {
  openTestBrowser,
  requireBrowser,
  type TestBrowser,
  type TestTab,
  type TestTabOptions,
} from '#test/support/browser/test-tab.ts'
import { openSite, type Route, type TargetSite } from '#test/support/sites/target-site.ts'

/** A tab with the cache off, as for a first view. */
export interface LabPage {
  readonly tab: Tab
  /** Goes to a path of the site, or a URL, and resolves a moment after its load event. */
  load(target: string): Promise<void>
  /** What an expression is worth in the page. */
  evaluate(expression: string): Promise<unknown>
}

export interface LabPages {
  site(): TargetSite
  /** A new tab, closed after the test. */
  open(options?: Omit<TestTabOptions, 'args'>): Promise<LabPage>
}

/** What a page does soon after its load event happens in this time, in milliseconds. */
const AFTER_LOAD_MS = 400

/** A site and a browser for the suite that this is called in. */
export function labPages(
  routes: Readonly<Record<string, Route>>,
  { hosts = 1, args = [] }: { hosts?: number; args?: readonly string[] } = {},
): LabPages {
  let site: TargetSite
  let browser: TestBrowser
  const opened: TestTab[] = []

  before(async function () {
    this.timeout(60_000)
    requireBrowser(this)
    site = await openSite({ routes, hosts })
    browser = await openTestBrowser(args)
  })
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close()
  })
  after(async () => {
    await browser?.close()
    await site?.close()
  })

  return {
    site: () => site,
    async open(options) {
      const one = await browser.open(options)
      opened.push(one)
      const { cdp } = one.tab
      await cdp.send('Network.enable')
      await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
      await cdp.send('Page.enable')
      return {
        tab: one.tab,
        async load(target) {
          const loaded = new Promise((resolve) => cdp.once('Page.loadEventFired', resolve))
          await cdp.send('Page.navigate', { url: target.startsWith('/') ? site.url(target) : target })
          await loaded
          await delay(AFTER_LOAD_MS)
        },
        async evaluate(expression) {
          const options = { expression, returnByValue: true, awaitPromise: true }
          return (await cdp.send('Runtime.evaluate', options)).result.value
        },
      }
    },
  }
}
