import axe from 'axe-core'
import { expect } from 'chai'
import type { Page } from 'puppeteer-core'
import { brandingOf } from '#gateway/routes/batches/report/branding.ts'
import { reportHtml } from '#gateway/routes/batches/report/html.ts'
import type { ReportAbout } from '#gateway/routes/batches/report/words.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { requireBrowser, type TestTab } from '#test/support/browser/test-tab.ts'
import { openWorkerTab } from '#test/support/browser/worker-browser.ts'
import { siteOfSeventy } from '#test/unit/gateway/routes/batches/report/large-report.ts'
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

const LOGO = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"/>')}`

/** With names and earlier crawls. */
const FULL: ReportAbout = {
  ...SERVICE,
  branding: brandingOf({ title: 'Audit of the shop', client: 'Kettle & Sons', logo: LOGO }),
  history: [9, 10, 11].map((month) => ({
    ...{ batch: `${month}`, at: `2026-${String(month).padStart(2, '0')}-01T00:00:00.000Z`, score: month * 5 },
  })),
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
          expect(await findingsIn(opened.tab.page, reportHtml(report, FULL), width, scheme)).to.deep.equal(
            [],
          ))

  it('axe finds a column without a name', async () => {
    const html = reportHtml(fullReport(), FULL).replace('>Mean score</th>', '></th>')
    const findings = await findingsIn(opened.tab.page, html, 1280, 'light')
    expect(findings.map((one) => one.split(':')[0])).to.deep.equal(['empty-table-header'])
  })
})

describe('the report on paper', function () {
  this.timeout(60_000)
  let opened: TestTab

  before(async function () {
    requireBrowser(this)
    opened = await openWorkerTab()
  })
  after(() => opened?.close())

  it('has eight pages at most for a site of 70 pages with 30 issues', async () => {
    const { page } = opened.tab
    const report = siteOfSeventy()
    expect(report.rules.length + report.site_issues.length).to.equal(30)
    await page.setContent(reportHtml(report, FULL))
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
    expect(countPages(pdf)).to.be.within(3, 8)
  })

  it('shows what a screen folds, and is light whatever the screen is', async () => {
    const { page } = opened.tab
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }])
    await page.emulateMediaType('print')
    await page.setContent(reportHtml(siteOfSeventy(), FULL))
    const seen = await page.evaluate(() => {
      const last = [...document.querySelectorAll('details li')].at(-1)
      return {
        height: last?.getClientRects().length ?? 0,
        color: getComputedStyle(document.body).backgroundColor,
      }
    })
    await page.emulateMediaType()
    expect(seen.height).to.be.above(0)
    expect(seen.color).to.equal('rgb(255, 255, 255)')
  })
})

/** Pages of a PDF, by their objects (ISO 32000-1, 7.7.3.3). */
function countPages(pdf: Uint8Array): number {
  return (
    Buffer.from(pdf)
      .toString('latin1')
      .match(/\/Type\s*\/Page\b/g)?.length ?? 0
  )
}
