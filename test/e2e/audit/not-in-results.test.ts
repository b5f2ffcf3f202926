import { expect } from 'chai'
import { cleanPages, openCleanSite } from '#test/site/clean/site.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { onBothShared } from '#test/support/service/shared-sides.ts'
import type { Route, TargetSite } from '#test/support/sites/target-site.ts'
import { auditOf } from './audit-calls.ts'

const html =
  (status: number, head: string, headers: Record<string, string> = {}): Route =>
  (_request, response) =>
    void response
      .writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers })
      .end(`<!doctype html><html lang="en"><head><title>Descale a kettle</title>
<meta name="description" content="How to descale a kettle with vinegar in an hour, and how often.">
<meta name="viewport" content="width=device-width">${head}</head>
<body><main><h1>Descale a kettle</h1><p>Fill it with vinegar and wait for an hour.</p></main></body></html>`)

onBothShared('GET /seo-audit of pages that search results do not show', (open) => {
  let site: TargetSite
  let fixture: UsedService

  before('start the service', async () => {
    site = await openCleanSite({
      '/gone': html(404, ''),
      '/down': html(503, ''),
      '/meta': html(200, '<meta name="robots" content="noindex">'),
      '/header': html(200, '', { 'x-robots-tag': 'noindex' }),
      '/elsewhere': html(200, '<link rel="canonical" href="https://www.example.org/kettle">'),
      '/variant': html(200, '<link rel="canonical" href="/kettle">'),
    })
    fixture = await open()
  })
  after('stop it', async () => {
    await fixture?.close()
    await site?.close()
  })

  const pages: [path: string, rule: string, reason: RegExp][] = [
    ['/gone', 'status-4xx', /404/],
    ['/down', 'status-5xx', /503/],
    ['/meta', 'noindex', /noindex/],
    ['/header', 'noindex', /noindex/],
    ['/elsewhere', 'canonical-cross-domain', /example\.org/],
    ['/variant', 'canonical-cross-domain', /\/kettle/],
  ]
  for (const [path, rule, reason] of pages) {
    it(`have 49 at most, and the cause first: ${path}`, async () => {
      const { scoring, issues, summary, indexability } = await auditOf(fixture, site.url(path))
      expect(scoring.grade).to.equal('F')
      expect(scoring.overall).to.be.at.most(49)
      expect(indexability.reason).to.match(reason)
      expect(issues[0]).to.include({ source_rule: rule, priority: 1 })
      expect(summary.top_fixes[0]?.id).to.equal(issues[0]?.id)
      expect(scoring.deductions.some((one) => one.rule_id === rule && /49/.test(one.reason))).to.equal(true)
    })

    it(`have scores that add up: ${path}`, async () => {
      const { scoring } = await auditOf(fixture, site.url(path))
      let sum = 0
      for (const [category, score] of Object.entries(scoring.by_category)) {
        const own = scoring.deductions.filter((one) => one.category === category)
        const lost = own.reduce((all, { points }) => all + points, 0)
        expect(100 - lost, category).to.be.closeTo(score, 0.001)
        sum += score * scoring.weights[category as keyof typeof scoring.weights]
      }
      expect(Math.round(sum)).to.equal(scoring.overall)
    })
  }

  it('are not pages whose canonical is themselves', async () => {
    for (const path of Object.keys(cleanPages)) {
      const { scoring } = await auditOf(fixture, site.url(path))
      expect(scoring.overall).to.equal(100)
    }
  })
})
