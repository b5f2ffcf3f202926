import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Page } from 'puppeteer-core'
import { Failure } from '#shared/errors.ts'
import type { Tab } from '#stages/render/tab/tab.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import type { TestTabs } from '#test/support/browser/test-tabs.ts'
import { childrenOf } from '#test/support/service/processes.ts'
import { htmlPage, openSite, type Route, type TargetSite } from '#test/support/sites/target-site.ts'

/** A tab with puppeteer's Page, to do with it as pages do. */
export type PageTab = Tab & { readonly page: Page }

/** Jobs in tabs, on a site. */
export interface TabsFixture {
  site(): TargetSite
  /** Does the work in a tab. */
  use<T>(work: (tab: PageTab) => Promise<T>, deadlineMs?: number, signal?: AbortSignal): Promise<T>
  /** Goes to a path. */
  visit(path: string): (tab: PageTab) => Promise<unknown>
  /** The title of a page, as a job that works. */
  titleOf(path: string): Promise<string>
  /** Process ids of the browsers. */
  browsers(): number[]
}

const routes: Readonly<Record<string, Route>> = {
  '/cached': (_, response) => {
    response.writeHead(200, { 'cache-control': 'max-age=600', 'content-type': 'text/plain' }).end('x')
  },
  '/worker.js': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end('onfetch = () => {}')
  },
  '/hungry': (_, response) =>
    htmlPage(
      response,
      '/hungry',
      '<script>a = []; setInterval(() => a.push(new Uint8Array(3e7).fill(1)), 20)</script>',
    ),
  '/endless': (_, response) => htmlPage(response, '/endless', '<script>for (;;);</script>'),
  '/hanging': () => {},
}
const never = new AbortController().signal

/** A site for the suite that calls it, and jobs in the tabs that `tabs` gives. */
export function tabsFixture(tabs: () => TestTabs): TabsFixture {
  let site: TargetSite
  before(async function () {
    requireBrowser(this)
    site = await openSite({ routes })
  })
  after(() => site?.close())

  const visit: TabsFixture['visit'] = (path) => (tab) => tab.guard(tab.page.goto(site.url(path)))
  const use: TabsFixture['use'] = (work, deadlineMs = 30_000, signal = never) =>
    tabs().useShared(async (tab) => work({ ...tab, page: (await tab.target.page()) as Page }), {
      deadlineMs,
      signal,
    })
  return {
    site: () => site,
    use,
    visit,
    titleOf: (path) =>
      use(async (tab) => {
        await visit(path)(tab)
        return tab.guard(tab.page.title())
      }),
    browsers: () => childrenOf(process.pid, tabs().folder),
  }
}

/** The code of the failure that a job ends with, or the name of the error. */
export function failureOf(job: Promise<unknown>): Promise<string> {
  return job.then(
    () => 'no failure',
    (error) => (error instanceof Failure ? error.code : error.name),
  )
}

/** Collects garbage at once. */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}
