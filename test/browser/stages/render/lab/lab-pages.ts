import type { Tab } from '#stages/render/tab/tab.ts'
import { requireBrowser, type TestTab, type TestTabOptions } from '#test/support/browser/test-tab.ts'
import { openWorkerTab } from '#test/support/browser/worker-browser.ts'
import { openSite, type Route, type TargetSite } from '#test/support/sites/target-site.ts'

/** A tab with the cache off, as for a first view. */
export interface LabPage {
  readonly tab: Tab
  /** Goes to a path of the site, or a URL, and resolves with its load event. */
  load(target: string): Promise<void>
  /** Keeps the page busy for ever: it answers nothing that is asked later. */
  hang(): void
  /** What an expression is worth in the page. */
  evaluate(expression: string): Promise<unknown>
}

export interface LabPages {
  site(): TargetSite
  /** A new tab, closed after the test. */
  open(options?: TestTabOptions): Promise<LabPage>
}

/** A site for the suite that this is called in. */
export function labPages(
  routes: Readonly<Record<string, Route>>,
  { hosts = 1 }: { hosts?: number } = {},
): LabPages {
  let site: TargetSite
  const opened: TestTab[] = []

  before(async function () {
    requireBrowser(this)
    site = await openSite({ routes, hosts })
  })
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close()
  })
  after(() => site?.close())

  return {
    site: () => site,
    async open(options) {
      const one = await openWorkerTab(options)
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
        },
        hang() {
          cdp.send('Runtime.evaluate', { expression: 'for (;;);' }).catch(() => {})
        },
        async evaluate(expression) {
          const options = { expression, returnByValue: true, awaitPromise: true }
          return (await cdp.send('Runtime.evaluate', options)).result.value
        },
      }
    },
  }
}
