import axe from 'axe-core'
import { expect } from 'chai'
import type { Page } from 'puppeteer-core'
import { reportHtml } from '#gateway/routes/batches/report/html.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { requireBrowser, type TestTab } from '#test/support/browser/test-tab.ts'
import { openWorkerTab } from '#test/support/browser/worker-browser.ts'
import {
  issueOf,
  recordedReport,
  reportSaying,
  SERVICE,
} from '#test/unit/gateway/routes/batches/report/recorded-report.ts'

interface AxeRun {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

/** A report with everything that one can have: all tables, lists that fold, a group, links, changes, failures. */
function fullReport(): SiteReport {
  const urls = Array.from({ length: 12 }, (_, at) => `https://shop.example/${at}`)
  const sources = urls.map((url) => ({ url, text: 'here' }))
  const severities = ['error', 'warning', 'info'] as const
  const issues = severities.map((severity) => ({
    ...issueOf([{ value: 'Same', urls }, ...urls.map((url) => ({ url, status: 404, sources }))], 200),
    severity,
  }))
  const { pages } = recordedReport
  const { changes } = reportSaying('https://shop.example/new')
  return {
    ...recordedReport,
    ...{ complete: false, site_issues: issues, ...(changes && { changes }) },
    pages: { ...pages, unknown: 1, failed: 2, by_code: { TIMEOUT: 2 }, by_depth: { 0: 1, 1: 2 } },
  }
}

/** What axe finds in a document at a width, in a colour scheme. */
async function findingsIn(page: Page, html: string, width: number, scheme: string) {
  await page.setViewport({ width, height: 800 })
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
  await page.setContent(html)
  // What folds is content as well.
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('details')) one.open = true
  })
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: { run(): Promise<AxeRun> } }).axe.run()
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' ')}`,
    )
  })
}

describe('accessibility of the report as HTML', function () {
  this.timeout(60_000)
  let opened: TestTab

  before(async function () {
    requireBrowser(this)
    opened = await openWorkerTab()
  })
  after(() => opened?.close())

  const bare = {
    ...recordedReport,
    ...{ score: null, scores: null, rules: [], site_issues: [] },
  }
  for (const [what, report] of Object.entries({ 'a full report': fullReport(), 'a bare report': bare }))
    for (const scheme of ['light', 'dark'])
      for (const width of [1280, 320])
        it(`axe finds nothing in ${what}, ${scheme}, ${width} px wide`, async () =>
          expect(await findingsIn(opened.tab.page, reportHtml(report, SERVICE), width, scheme)).to.deep.equal(
            [],
          ))

  it('axe finds a column without a name', async () => {
    const html = reportHtml(fullReport(), SERVICE).replace('>Mean score</th>', '></th>')
    const findings = await findingsIn(opened.tab.page, html, 1280, 'light')
    expect(findings.map((one) => one.split(':')[0])).to.deep.equal(['empty-table-header'])
  })
})
