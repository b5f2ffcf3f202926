import { expect } from 'chai'
import { formatCount } from '#gateway/console/app/ui/format.ts'
import { type MetadataResult, metadataResult } from '#shared/operations/results/metadata-result.ts'
import { type SeoAuditResult, seoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { expectAccessible, expectContained } from '#test/support/console/console-checks.ts'
import { choose, readTable } from '#test/support/console/console-controls.ts'
import { type ConsoleFixture, consoleForSuite } from '#test/support/console/console-fixture.ts'
import { openTab } from '#test/support/console/console-inspect.ts'
import type { ConsoleTab } from '#test/support/console/console-tab.ts'
import { getPath } from '#test/support/service/api-client.ts'

/** Elements of the page at most, whatever the answer. */
const MAX_NODES = 20_000
const ISSUES = 5000
const RULES = 500
const LINKS = 500
const IMAGES = 100
const BATCHES = 300

/** 10,000 characters without a space. */
const LONG = 'long'.repeat(2500)

const severities = ['error', 'warning', 'info'] as const
const severityOf = (rule: number) => severities[rule % severities.length] ?? 'info'

/** An audit with as many issues, of 500 rules with ten places each; every hundredth has texts of 10,000 characters. */
function largeAudit(audit: SeoAuditResult): SeoAuditResult {
  const [issue] = audit.issues ?? []
  if (issue === undefined) throw new Error('the audit has no issue')
  const issues = Array.from({ length: ISSUES }, (_, index) => {
    const rule = index % RULES
    const isLong = index % 100 === 0
    const evidence = Array.from({ length: 10 }, (_, place) => ({
      selector: `#e-${index}-${place}`,
      value: isLong ? LONG : `Value ${place}`,
    }))
    const texts = isLong
      ? { message: LONG, selector: LONG, snippet: `<p class="${LONG}">` }
      : { message: `Message ${index}`, selector: `#e-${index}-0`, snippet: '<p>' }
    return {
      ...issue,
      ...texts,
      id: `issue-${index}`,
      source_rule: `rule-${rule}`,
      code: `RULE_${rule}`,
      severity: severityOf(rule),
      priority: index + 1,
      evidence,
    }
  })
  return seoAuditResult.parse({ ...audit, issues })
}

/** Metadata at the limits of the interface; names, and every twentieth link and image, have texts of 10,000 characters. */
function largeMetadata(metadata: MetadataResult): MetadataResult {
  const textOf = (index: number) => (index % 20 === 0 ? LONG : 'short')
  const links = Array.from({ length: LINKS }, (_, index) => ({
    href: `https://site.example/${index}/${textOf(index)}`,
    type: 'internal',
    rel: null,
    external: false,
  }))
  const images = Array.from({ length: IMAGES }, (_, index) => ({
    url: `http://127.0.0.2/${index}/${textOf(index)}.png`,
    alt: textOf(index),
    width: 10,
    height: 10,
  }))
  return metadataResult.parse({ ...metadata, title: LONG, description: LONG, keywords: LONG, links, images })
}

const batches = Array.from({ length: BATCHES }, (_, index) => ({
  operation: 'metadata',
  source: 'urls',
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  state: 'finished',
  counts: { accepted: 9_999_999, rejected: 0, waiting: 0, running: 0, done: 9_999_990, failed: 9 },
  rejected: [],
  created_at: new Date(Date.UTC(2026, 0, 1) - index * 1000).toISOString(),
  finished_at: new Date(Date.UTC(2026, 0, 2)).toISOString(),
}))

/** A page of the list, as `GET /batches?limit=&cursor=` has it. */
function batchPage(query: URLSearchParams) {
  const start = Number(query.get('cursor') ?? 0)
  const end = start + Number(query.get('limit') ?? 20)
  return { batches: batches.slice(start, end), next_cursor: end < BATCHES ? String(end) : null }
}

/** The first result of each of these batches. */
const resultLine = {
  n: 1,
  id: 'x',
  operation: 'metadata',
  parameters: {},
  url: `https://site.example/${LONG}`,
  result: {},
}

/** Answers as large as the interface allows, put in place of the service's. */
describe('console: very large', function () {
  this.timeout(120_000)
  let fixture: ConsoleFixture
  let tab: ConsoleTab
  let bodies: Record<string, (query: URLSearchParams) => unknown>

  before(async function () {
    fixture = await consoleForSuite(this)
    const { service, site } = fixture
    const page = `?url=${encodeURIComponent(site.url('/large'))}`
    const [audit, metadata] = await Promise.all([
      getPath(service, `/seo-audit${page}`),
      getPath(service, `/metadata${page}`),
    ])
    const [auditBody, metadataBody] = [
      largeAudit(seoAuditResult.parse(audit.json)),
      largeMetadata(metadataResult.parse(metadata.json)),
    ]
    bodies = { '/seo-audit': () => auditBody, '/metadata': () => metadataBody, '/batches': batchPage }
    tab = await fixture.tab()
    await tab.page.setRequestInterception(true)
    tab.page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      const body = /^\/batches\/0{8}.*\/results$/.test(pathname)
        ? resultLine
        : bodies[pathname]?.(searchParams)
      if (body === undefined) return void request.continue()
      void request.respond({ status: 200, contentType: 'application/json', body: JSON.stringify(body) })
    })
  })
  after(async () => {
    await tab?.close()
    await fixture?.close()
  })

  const nodes = () => tab.page.evaluate(() => document.querySelectorAll('*').length)

  /** Expects what holds of every view, also on a small phone. */
  const expectBounded = async () => {
    expect(await nodes()).to.be.below(MAX_NODES)
    await tab.page.setViewport({ width: 320, height: 700 })
    const overflow = () => tab.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await tab.page.waitForFunction(() => innerWidth === 320)
    expect(await overflow()).to.be.at.most(0)
    await tab.page.setViewport({ width: 1280, height: 900 })
  }

  const run = async (operation: string, name: string) => {
    await tab.open(`#/inspect/${operation}?url=${encodeURIComponent(fixture.site.url('/large'))}`)
    await tab.click(`Run ${name}`, 'button')
  }

  it(`${ISSUES} issues of an audit: bounded, filtered by severity and by text`, async () => {
    await run('seo-audit', 'SEO audit')
    await tab.waitForText(/5,000 of 5,000 issues, 500 rules/)
    await expectBounded()
    await choose(tab, 'Severity', 'warning')
    const warnings = Array.from({ length: RULES }, (_, rule) => severityOf(rule)).filter(
      (one) => one === 'warning',
    ).length
    await tab.waitForText(
      new RegExp(`${formatCount(warnings * (ISSUES / RULES))} of 5,000 issues, ${warnings} rules`),
    )
    await tab.fill('Text', 'message 1998')
    await tab.waitForText(/0 of 5,000 issues/)
    await choose(tab, 'Severity', '')
    await tab.waitForText(/1 of 5,000 issues, 1 rule\b/)
    await tab.fill('Text', 'rule-10')
    await tab.waitForText(/of 5,000 issues, 11 rules/)
    const rule = await tab.page.waitForSelector(
      '::-p-xpath(//details[./summary//code[text()="rule-100"]]/summary)',
    )
    await rule?.click()
    await tab.page.waitForSelector('details[open] ol')
    await expectBounded()
    await expectAccessible(tab)
  })

  it(`${LINKS} links, ${IMAGES} images and texts of ${LONG.length} characters`, async () => {
    await run('metadata', 'Metadata')
    await tab.waitForText('Search preview')
    await expectBounded()
    expect(await tab.axe()).to.deep.equal([])
    await openTab(tab, 'Content')
    await expectBounded()
    expect(await tab.axe()).to.deep.equal([])
    const links = async () => (await readTable(tab, 'Links')).rows.length
    for (let shown = await links(); shown < LINKS; shown = await links()) {
      await (await tab.page.$('[aria-label=Links] .more button'))?.click()
      await tab.page.waitForFunction(
        (count) => document.querySelectorAll('[aria-label=Links] tbody tr').length > count,
        {},
        shown,
      )
    }
    expect((await readTable(tab, 'Images')).rows).to.have.length(IMAGES)
    await expectBounded()
  })

  it(`a list of ${BATCHES} batches, page by page`, async () => {
    await tab.open('#/batches')
    const seen = new Set<string>()
    const ids = () => tab.page.$$eval('tbody a', (all) => all.map((one) => one.getAttribute('href') ?? ''))
    for (;;) {
      await readTable(tab, 'Batches, newest first')
      const shown = await ids()
      for (const id of shown) seen.add(id)
      await expectBounded()
      const older = await tab.page.$('::-p-aria([name="Older"][role="link"])')
      if (older === null) break
      await older.click()
      await tab.page.waitForFunction(
        (first) =>
          document.querySelector('tbody a')?.getAttribute('href') !== first &&
          document.querySelector('tbody a') !== null,
        {},
        shown[0],
      )
    }
    expect(seen.size).to.equal(BATCHES)
    await expectAccessible(tab)
    expectContained(tab, fixture.url)
  })
})
