import { Failure } from '#shared/errors.ts'
import type { EffectiveSnapshot } from '#shared/operations/snapshot.ts'
import { userAgents } from '#shared/web/user-agents.ts'
import { type VisitedPage, visit } from '#stages/render/visit/visit.ts'
import { requireBrowser, type TestTab, type TestTabOptions } from '#test/support/browser/test-tab.ts'
import { openWorkerTab } from '#test/support/browser/worker-browser.ts'
import { openSite, type Route, type TargetSite } from '#test/support/sites/target-site.ts'

export type VisitOptions = Partial<
  Pick<EffectiveSnapshot, 'device' | 'viewport' | 'timeout' | 'waitFor' | 'waitUntil'>
>

/** A page that was visited, in its tab. */
export interface Stay extends VisitedPage {
  /** What an expression is worth in the page. */
  evaluate(expression: string): Promise<unknown>
  readonly opened: TestTab
}

export interface Visiting {
  site(): TargetSite
  /** Visits a path of the site, or a URL, in a new tab, which is closed after the test. */
  visit(target: string, options?: VisitOptions, tab?: TestTabOptions): Promise<Stay>
  /** The failure that a visit ends with: code and details. */
  failure(target: string, options?: VisitOptions, tab?: TestTabOptions): Promise<object>
}

const defaults = {
  device: 'desktop',
  viewport: { width: 800, height: 600, deviceScaleFactor: 1 },
  timeout: 20_000,
  waitFor: 0,
  waitUntil: 'load',
} as const

export const maxBytes = 1_000_000

/** A site for the suite that this is called in. */
export function visiting(
  routes: Readonly<Record<string, Route>>,
  { hosts = 1 }: { hosts?: number } = {},
): Visiting {
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

  async function stay(target: string, options: VisitOptions = {}, tab = {}): Promise<Stay> {
    const one = await openWorkerTab(tab)
    opened.push(one)
    const effective = { ...defaults, ...options }
    const userAgent = userAgents[effective.device]
    const url = target.startsWith('/') ? site.url(target) : target
    const visited = await visit(one.tab, { url, options: effective, userAgent, maxBytes })
    const evaluate = async (expression: string) => {
      const { result } = await one.tab.cdp.send('Runtime.evaluate', { expression, returnByValue: true })
      return result.value
    }
    return { ...visited, evaluate, opened: one }
  }
  return {
    site: () => site,
    visit: stay,
    failure: (...args) =>
      stay(...args).then(
        ({ finalUrl }) => ({ code: 'none', finalUrl }),
        (error: unknown) => {
          if (!(error instanceof Failure)) throw error
          return { code: error.code, details: error.details }
        },
      ),
  }
}
