import { expect } from 'chai'
import { type BatchLine, batchClient } from '#test/support/service/batch-client.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { workerService } from '#test/support/service/worker-service.ts'
import { openPlantedSite, type PlantedSite } from './planted-site.ts'
import { page } from './plants.ts'
import { type ReportClient, reportClient } from './report-client.ts'

interface AuditLine extends BatchLine {
  readonly result: {
    readonly scoring: { readonly overall: number }
    readonly issues: readonly { readonly source_rule: string }[]
  }
}

describe('what a report says has changed', function () {
  this.timeout(120_000)
  let fixture: UsedService
  let site: PlantedSite
  let client: ReportClient

  before(async () => {
    site = await openPlantedSite()
    fixture = await workerService()
    client = reportClient(fixture.url, fixture.key)
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  it('names exactly what was fixed, broken, added and removed, in whatever order the pages come', async () => {
    const crawl = { operation: 'metadata', crawl: { scope: 'domain', seeds: [`${site.origin}/`] } }
    const before = await client.submit(crawl)
    const { site_issues: issues } = await client.complete(before)
    site.change({
      '/links/broken': page('/links/broken', { links: [{ to: '/new', text: 'here it is' }] }),
      '/new': page('/new'),
      '/h1/2': page('/h1/2', { h1: 'Goodbye' }),
      '/h1/3': page('/h1/3', { h1: 'Welcome back', description: 'Buy it there' }),
    })
    site.delayPages()
    const now = await client.submit(crawl)
    await client.complete(now)
    const { changes } = await client.report(now, `?compare=${before}`)
    const url = (path: string) => site.origin + path
    const unchanged = issues
      .flatMap(({ items }) => items)
      .flatMap(({ url, urls = [url] }) => urls as string[]).length
    expect(changes).to.deep.equal({
      batch: before,
      new: [
        {
          id: 'site-duplicate-description',
          value: 'Buy it there',
          urls: [url('/description/3'), url('/h1/3')],
        },
        { id: 'site-not-in-sitemap', url: url('/new') },
        { id: 'site-single-inlink', url: url('/new') },
      ],
      new_total: 3,
      fixed: [
        { id: 'site-broken-link', url: url('/missing'), status: 404 },
        { id: 'site-duplicate-h1', value: 'Welcome', urls: [url('/h1/1'), url('/h1/2')] },
      ],
      fixed_total: 2,
      // Of all URLs that items named, one of a link and two of a group are gone.
      unchanged: unchanged - 3,
      pages_added: [url('/new')],
      pages_added_total: 1,
      pages_gone: [url('/missing')],
      pages_gone_total: 1,
    })
    const { changes: none } = await client.report(now, `?compare=${now}`)
    expect(none).to.include({ new_total: 0, fixed_total: 0, pages_added_total: 0, pages_gone_total: 0 })
  })

  it('adds up the audits of a list, and names the rules that pages fail and failed', async () => {
    const urls = ['/id/1', '/id/2', '/id/3', '/nothing-here'].map((path) => site.origin + path)
    const batch = { operation: 'seo-audit', parameters: { vitals: 'none' }, urls }
    const before = await client.submit(batch)
    const report = await client.complete(before)
    const lines: AuditLine[] = []
    for await (const line of batchClient(fixture.url, fixture.key).results(before))
      if (line.result !== undefined) lines.push(line as AuditLine)
    const failed = lines.flatMap(({ result }) => [
      ...new Set(result.issues.map((issue) => issue.source_rule)),
    ])
    expect(Object.fromEntries(report.rules.map(({ rule_id, pages }) => [rule_id, pages]))).to.deep.equal(
      Object.fromEntries([...Map.groupBy(failed, (rule) => rule)].map(([rule, all]) => [rule, all.length])),
    )
    // What responds with 404 cannot be indexed.
    const pages = lines.filter(({ url }) => !url.endsWith('/nothing-here'))
    const scores = pages.map(({ result }) => result.scoring.overall)
    expect(scores).to.have.length(3)
    expect(report.scores?.mean).to.be.closeTo(
      scores.reduce((sum, one) => sum + one, 0) / scores.length,
      0.005,
    )
    expect(report.complete).to.equal(true)

    site.change({ '/id/3': page('/id/3', { description: '', title: 'Title of /id/3' }) })
    const now = await client.submit(batch)
    const { changes } = await client.complete(now, `?compare=${before}`)
    expect(changes?.new).to.deep.include({ rule_id: 'description-blank', url: `${site.origin}/id/3` })
    const changed = (changes?.new ?? []) as { url: string }[]
    expect(new Set(changed.map(({ url }) => url))).to.deep.equal(new Set([`${site.origin}/id/3`]))
  })
})
