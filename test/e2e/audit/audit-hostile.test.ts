import { expect } from 'chai'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { workerService } from '#test/support/service/worker-service.ts'
import { openOwnSite, type Route, type TargetSite } from '#test/support/sites/target-site.ts'
import { auditOf, failedRules, requestAudit } from './audit-calls.ts'
import { hostileAudits } from './audit-hostile-pages.ts'

const html =
  (body: string): Route =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${body}`)

const silence: Route = () => undefined

const silent = ['/canonical', '/icon', ...Array.from({ length: 60 }, (_, at) => `/link-${at}`)]
const surrounded = `<title>Surrounded</title><link rel="canonical" href="/canonical"><link rel="icon" href="/icon">
${silent.map((path) => `<a href="${path}">link</a>`).join('')}`

describe('GET /seo-audit, embedded: hostile pages and sites', () => {
  const sites: TargetSite[] = []
  let fixture: UsedService

  before('start the service', async function () {
    this.timeout(120_000)
    fixture = await workerService()
  })
  after('stop it', async () => {
    await fixture?.close()
    for (const site of sites) await site.close()
  })

  async function opened(routes: Readonly<Record<string, Route>>): Promise<TargetSite> {
    const site = await openOwnSite({ routes: { '/page': html('<title>Page</title>'), ...routes } })
    sites.push(site)
    return site
  }

  async function expectNextWorks(site: TargetSite): Promise<void> {
    const { metrics } = await auditOf(fixture, site.url('/fine'))
    // The default page of the site: "Page /fine".
    expect(metrics.title_length).to.equal(10)
  }

  describe('pages', () => {
    for (const [name, { html: make, said, expected }] of Object.entries(hostileAudits)) {
      it(`${name}: audited, and the next page is too`, async () => {
        const site = await opened({ '/page': html(make()) })
        const audit = await auditOf(fixture, site.url('/page'))
        expect(said(audit)).to.deep.equal(expected)
        expect(
          audit.diagnostics.rules.undecided.filter(({ reason }) => reason === 'rule_failed'),
        ).to.deep.equal([])
        await expectNextWorks(site)
      })
    }
  })

  it('other files never answer: the audit ends and names the undecided rules', async () => {
    const hanging = [...silent, '/robots.txt', '/sitemap.xml', '/llms.txt', '/favicon.ico']
    const routes = Object.fromEntries(hanging.map((path) => [path, silence]))
    const site = await opened({ ...routes, '/page': html(surrounded) })
    const { diagnostics, indexability } = await auditOf(fixture, site.url('/page'))
    const undecided = diagnostics.rules.undecided.map(({ rule_id }) => rule_id)
    expect(undecided).to.include.members(['canonical-target-4xx', 'canonical-target-5xx', 'favicon-broken'])
    expect(diagnostics.gathered.unasked.map(({ what, reason }) => [what, reason])).to.deep.include([
      'links',
      'time',
    ])
    expect(indexability.canonical).to.include({ resolves: false, status: null })
    await expectNextWorks(await opened({}))
  })

  // RFC 9309, section 2.3.1.4: a server error disallows everything.
  it('robots.txt with a server error: not indexable, the technical score is 0, and that issue comes first', async () => {
    const site = await opened({
      '/robots.txt': (_, response) => void response.writeHead(500).end('User-agent: *'),
    })
    const { indexability, scoring, summary, issues } = await auditOf(fixture, site.url('/page'))
    expect(indexability.robots_txt).to.include({ allow: false, matched_rule: null })
    expect([indexability.is_indexable, scoring.by_category.technical]).to.deep.equal([false, 0])
    expect(indexability.reason).to.match(/robots\.txt/)
    expect(failedRules({ issues })[0]).to.equal('robots-txt-unreachable')
    expect(summary.top_fixes[0]?.id).to.equal(issues[0]?.id)
  })

  const failures: Readonly<Record<string, { route: Route; code: string; details: object }>> = {
    'a redirect to itself': {
      route: (_, response) => void response.writeHead(302, { location: '/page' }).end(),
      code: 'URL_UNREACHABLE',
      details: { reason: 'too_many_redirects', status_code: null },
    },
    'a PDF': {
      route: (_, response) =>
        void response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7'),
      code: 'UNSUPPORTED_CONTENT',
      details: { content_type: 'application/pdf' },
    },
  }
  for (const [name, { route, code, details }] of Object.entries(failures)) {
    it(`${name}: 422 ${code}, and the next page is audited`, async () => {
      const site = await opened({ '/page': route })
      const { status, json } = await requestAudit(fixture, site.url('/page'))
      const { error } = json as { error: { code: string; details: object } }
      expect([status, error.code]).to.deep.equal([422, code])
      expect(error.details).to.deep.equal({ url: site.url('/page'), ...details })
      await expectNextWorks(site)
    })
  }
})
