// own service: its time limits are measured
import { expect } from 'chai'
import { requestAudit } from '#test/e2e/audit/audit-calls.ts'
import { hostileAudits } from '#test/e2e/audit/audit-hostile-pages.ts'
import { openEmbeddedService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { openSite, type Route, type TargetSite } from '#test/support/sites/target-site.ts'

/** A caller is held for so long (`infra/docs/clients.md#limits`). */
const BOUND_MS = 25_000

const html =
  (body: string): Route =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${body}`)

describe('audits of hostile pages, against the clock', function () {
  this.timeout(60_000)
  const sites: TargetSite[] = []
  let fixture: ServiceFixture
  before(async () => {
    fixture = await openEmbeddedService()
  })
  after(async () => {
    await fixture?.close()
    for (const site of sites) await site.close()
  })

  for (const [name, { html: make }] of Object.entries(hostileAudits)) {
    it(`${name}: audited within the time of a caller`, async () => {
      const site = await openSite({ routes: { '/page': html(make()) } })
      sites.push(site)
      const began = performance.now()
      const { status, text } = await requestAudit(fixture, site.url('/page'))
      expect(performance.now() - began).to.be.at.most(BOUND_MS)
      expect(status, text.slice(0, 300)).to.equal(200)
    })
  }
})
