import { expect } from 'chai'
import { recordWhere } from '#test/support/external/external-client.ts'
import { type BatchLine, batchClient } from '#test/support/service/batch-client.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { onBothShared } from '#test/support/service/shared-sides.ts'
import { openPlantedSite, PAGES, type PlantedSite } from './planted-site.ts'
import {
  findingsOf,
  inOrder,
  type PageRow,
  type Report,
  type ReportClient,
  reportClient,
} from './report-client.ts'

/** Pages that no link leads to, and linked addresses that are no pages: gone, failing, two redirects, a loop, a blocked one. */
const UNLINKED = 2
const OTHER_ADDRESSES = 6

/** The frontier in one file is that of the embedded adapters, also where the log is Kafka. */
onBothShared('the report on a site', (open) => {
  let fixture: UsedService
  let site: PlantedSite
  let client: ReportClient
  let id: string
  let report: Report
  let rows: PageRow[]
  let lines: BatchLine[]

  before(async () => {
    site = await openPlantedSite()
    fixture = await open()
    client = reportClient(fixture.url, fixture.key)
    id = await client.submit({
      operation: 'metadata',
      crawl: { scope: 'domain', seeds: [`${site.origin}/`] },
    })
    report = await client.complete(id)
    rows = await client.pages(id)
    lines = []
    for await (const line of batchClient(fixture.url, fixture.key).results(id)) lines.push(line)
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  it('finds every planted fault, and nothing else', () => {
    const found = findingsOf(report, site.expected)
    for (const rule of new Set([...Object.keys(found), ...Object.keys(site.expected)])) {
      expect(found[rule], rule).to.deep.equal(inOrder(site.expected[rule] ?? []))
    }
  })

  it('adds up to the results of the pages', () => {
    expect(lines).to.have.length(PAGES - UNLINKED + OTHER_ADDRESSES)
    const failures = lines.filter(({ code }) => code !== undefined)
    expect(report.pages).to.include({ total: lines.length, failed: failures.length, unknown: 0 })
    const { indexable, not_indexable: others } = report.pages as Record<string, number>
    expect((indexable as number) + (others as number) + failures.length).to.equal(lines.length)
    expect(report.pages.by_code).to.deep.equal(tally(failures.map(({ code }) => code as string)))
    // A URL that redirects counts with its own status, all others with that of the page.
    const redirects = new Map([
      [`${site.origin}/old`, 301],
      [`${site.origin}/older`, 302],
    ])
    expect(report.pages.by_status).to.deep.equal(
      tally(lines.flatMap((line) => redirects.get(line.url) ?? statusOf(line) ?? [])),
    )
    expect(report.pages.by_depth).to.deep.equal(tally(rows.map(({ depth }) => depth as number)))
  })

  it('has a row for each result, with its links', () => {
    expect(rows.map(({ n, url }) => ({ n, url }))).to.deep.equal(lines.map(({ n, url }) => ({ n, url })))
    const row = (path: string) => rows.find(({ url }) => url === site.origin + path) as PageRow
    // Home is linked by all pages; the hubs by home and each other, and a link that is not followed.
    expect(row('/hub/a')).to.include({ depth: 1, status: 200, inlinks: 2, indexable: true })
    expect(row('/end/dead')).to.include({ inlinks: 2, outlinks: 0, title: 'Title of /end/dead' })
    expect(row('/deep/4')).to.include({ depth: 5, inlinks: 1, outlinks: 1 })
    expect(row('/old')).to.include({
      status: 301,
      indexable: false,
      inlinks: 1,
      final_url: `${site.origin}/redirects/end`,
      redirected_to: `${site.origin}/redirects/end`,
      title: null,
    })
    expect(row('/missing')).to.include({ status: 404, indexable: false })
    expect(row('/round')).to.include({ code: 'URL_UNREACHABLE', status: null, outlinks: null })
    const scores = rows.map(({ link_score }) => link_score as number | null)
    expect(row('/').link_score).to.equal(100)
    expect(Math.max(...scores.map(Number))).to.equal(100)
    expect(Math.min(...scores.filter((score) => score !== null))).to.be.within(0, 10)
  })

  it('goes on behind a row', async () => {
    const text = await client.text(id, 'pages?after=100&limit=3', 'application/x-ndjson')
    const numbers = text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { n: number }).n)
    expect(numbers).to.deep.equal([101, 102, 103])
  })

  it('is CSV, HTML and Markdown as well', async () => {
    const csv = (await client.text(id, 'pages', 'text/csv')).trimEnd().split('\r\n')
    expect(csv).to.have.length(lines.length + 1)
    expect(csv[0]).to.equal(Object.keys(rows[0] as PageRow).join(','))
    const html = await client.text(id, 'report', 'text/html')
    expect(html).to.include('Broken internal links').and.include(`${site.origin}/links/broken`)
    expect(html).to.not.match(/<script|<link|<img|@import|url\(/)
    const markdown = await client.text(id, 'report', 'text/markdown')
    expect(markdown)
      .to.match(/^# Site report: /)
      .and.include('### Broken internal links (error, 2)')
  })

  it('explains its score: the deductions are what it lacks', () => {
    const { overall, deductions } = report.score
    const sum = deductions.reduce((all, { points }) => all + points, 0)
    expect(overall + sum).to.be.closeTo(100, 0.001)
    expect(deductions).to.have.length(report.site_issues.length)
  })

  it('is announced by one event with its figures', async () => {
    const { headers = {}, value } = await recordWhere(
      fixture.external,
      ({ topic, value }) => topic === 'result.site-report' && String(value).includes(id),
    )
    expect(String(headers.ce_type)).to.equal('result.site-report.v1')
    expect(String(headers.ce_id)).to.equal(`${id}:site-report`)
    expect(String(headers.ce_subject)).to.equal(id)
    const { url, pages, score } = JSON.parse(String(value)) as Record<string, unknown>
    expect({ pages, score }).to.deep.equal({ pages: report.pages, score: report.score.overall })
    const answer = await fetch(url as string, { headers: { 'x-api-key': fixture.key } })
    expect(await answer.json()).to.deep.equal(report)
  })

  it('answers 404 for a batch that is not there, and 400 for one to compare with', async () => {
    expect((await client.ask('none', 'report', 'application/json')).status).to.equal(404)
    expect((await client.ask('none', 'pages', 'text/csv')).status).to.equal(404)
    expect((await client.ask(id, 'report?compare=none', 'application/json')).status).to.equal(400)
    expect((await client.ask(id, 'pages?limit=0', 'application/json')).status).to.equal(400)
  })
})

function tally(values: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

/** The status that a line tells. */
function statusOf({ result }: BatchLine): number | null {
  const http = result?.http as { readonly status?: number } | undefined
  return http?.status ?? null
}
