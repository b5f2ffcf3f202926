import { expect } from 'chai'
import { siteReport } from '#shared/operations/results/site-report.ts'
import { siteReportOf } from '#stages/batch/site/report/site-report.ts'
import { type SitePlan, siteOf, urlOf } from '#test/support/site/site-builder.ts'

const about = {
  batch: {
    ...{ id: 'b', operation: 'metadata', state: 'finished' as const, created_at: '2026-01-01T00:00:00.000Z' },
    ...{ finished_at: '2026-01-01T00:01:00.000Z', seeds: ['https://site.test/'] },
  },
  complete: true,
  rules: [],
}
const reportOf = (plan: SitePlan) => {
  const site = siteOf(plan)
  return siteReportOf(site, { ...about, audits: site.audits })
}
const reversed = <Value>(plans: Readonly<Record<string, Value>>) =>
  Object.fromEntries(Object.entries(plans).toReversed())
const plan: SitePlan = {
  pages: {
    '/': { links: ['/a', '/gone'], title: 'Same', overall: 90 },
    '/a': { links: ['/'], title: 'Same', overall: 80 },
    '/gone': { status: 404 },
  },
}

describe('report on a site', () => {
  it('has the form that is documented', () => {
    expect(siteReport.safeParse(reportOf(plan)).error).to.equal(undefined)
    expect(siteReport.safeParse(reportOf({ pages: {} })).error).to.equal(undefined)
  })

  it('is the same in whatever order the results came', () => {
    const pages = Object.fromEntries(
      Object.entries(plan.pages)
        .toReversed()
        .map(([path, page]) => [path, { ...page, depth: path === '/' ? 0 : 1 }]),
    )
    expect(reportOf({ pages })).to.deep.equal(reportOf(plan))
  })

  it('is the same where redirects, requests after the crawl and failures came in another order', () => {
    const same = { title: 'Same', links: ['/1', '/old', '/older', '/down'] }
    const away = { finalUrl: '/new', status: 410 }
    const pages = {
      '/': { ...same, depth: 0, canonical: '/1' },
      '/a': { ...same, depth: 1, alternates: { de: '/1' } },
      '/b': { ...same, depth: 1, links: ['/2', '/down'] },
      '/old': { ...away, depth: 1, redirects: [['/old', 301]] as const },
      '/older': {
        ...{ ...away, depth: 1 },
        redirects: [
          ['/older', 301],
          ['/old', 301],
        ] as const,
      },
    }
    const failures = {
      '/down': { code: 'URL_UNREACHABLE', details: { reason: 'dns_failure' } },
      '/no': { code: 'ROBOTS_TXT_BLOCKED' },
    }
    const probes = {
      '/1': { status: 301, to: '/2' },
      '/2': { status: 302, to: '/3' },
      '/3': { status: 301, to: '/b' },
    }
    const listed = ['/3', '/no', '/new', '/b']
    const report = reportOf({ pages, failures, probes, listed })
    const turned = { pages: reversed(pages), failures: reversed(failures), probes: reversed(probes) }
    expect(reportOf({ ...turned, listed: listed.toReversed() })).to.deep.equal(report)
    expect(report.site_issues.map(({ id }) => id)).to.deep.equal([
      'site-broken-link',
      'site-sitemap-not-indexable',
      'site-canonical-to-not-indexable',
      'site-hreflang-to-not-indexable',
      'site-link-to-redirect',
      'site-redirect-chain',
      'site-not-in-sitemap',
    ])
  })

  it('has a score made of its issues and of the mean of its pages', () => {
    const { score, scores, site_issues: issues } = reportOf(plan)
    expect(scores?.mean).to.equal(85)
    expect(score?.deductions.map(({ id }) => id)).to.have.members(['pages', ...issues.map(({ id }) => id)])
  })

  it('has no score where no page was read that can be indexed', () => {
    for (const page of [{ status: 503 }, { isNoindex: true }, { isChallenge: true }, { refresh: '/b' }]) {
      const { score, scores } = reportOf({ pages: { '/': { overall: 55, ...page } } })
      expect([score, scores]).to.deep.equal([null, null])
    }
    expect(reportOf({ pages: {}, failures: { '/': { code: 'TIMEOUT' } } }).score).to.equal(null)
  })

  it('takes a page that sends on at once for a redirect', () => {
    const { pages, site_issues: issues } = reportOf({
      pages: {
        '/': { refresh: '/site/', links: ['/site/'] },
        '/site/': { links: ['/a', '/stub', '/1', '/round'] },
        '/a': { links: ['/site/'], canonical: '/stub' },
        '/stub': { refresh: '/a', title: 'Moved', isNoindex: true },
        '/1': { refresh: '/2', finalUrl: '/11', redirects: [['/1', 302]] },
        '/2': { finalUrl: '/3', redirects: [['/2', 301]] },
        '/round': { refresh: '/about' },
        '/about': { refresh: '/round' },
      },
      listed: ['/site/', '/stub'],
    })
    // Behind the eight results come the final pages of the two redirects.
    expect(pages).to.deep.include({ total: 10, indexable: 2, not_indexable: 8, failed: 0, unknown: 0 })
    const found = new Map(issues.map(({ id, items }) => [id, items]))
    expect(found.get('site-link-to-redirect')).to.deep.include({
      ...{ url: urlOf('/stub'), status: 200, target: urlOf('/a') },
      sources: [{ url: urlOf('/site/'), text: '' }],
    })
    expect(found.get('site-redirect-chain')).to.deep.include({
      ...{ url: urlOf('/1'), target: urlOf('/3') },
      hops: ['/11', '/2', '/3'].map(urlOf),
    })
    expect(found.get('site-redirect-loop')).to.deep.equal([
      { url: urlOf('/about') },
      { url: urlOf('/round') },
    ])
    expect(found.get('site-sitemap-not-indexable')).to.deep.equal([
      { url: urlOf('/stub'), reason: 'redirect' },
    ])
    expect(found.get('site-canonical-to-not-indexable')).to.deep.equal([
      { url: urlOf('/a'), canonical: urlOf('/stub'), reason: 'redirect' },
    ])
    expect(found.has('site-noindex-linked')).to.equal(false)
  })

  it('has no score without results', () => {
    const { score, pages } = reportOf({ pages: {} })
    expect([score, pages.total]).to.deep.equal([null, 0])
  })
})
