// own service: its health is watched
import { expect } from 'chai'
import {
  costlyAudits,
  costlyHeaders,
  costlyLinks,
  costlyPages,
  costlyScripts,
  costlyTypes,
  type Talks,
  typedTalks,
} from '#test/e2e/hostile/costly-texts.ts'
import { type HostileSite, openHostileSite } from '#test/e2e/hostile/site.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { getPath } from '#test/support/service/api-client.ts'
import { batchClient } from '#test/support/service/batch-client.ts'
import { healthDuring } from '#test/support/service/health-during.ts'
import { openEmbeddedService, type ServiceFixture } from '#test/support/service/service-fixture.ts'

/** The service answers `/healthz` within this time, whatever a page says. */
const HEALTHY_MS = 500

describe('texts of pages that cost a careless reader much: the service stays healthy, and the next page is right', function () {
  this.timeout(300_000)
  let site: HostileSite
  let fixture: ServiceFixture
  let asked = 0

  before(async () => {
    const talks = { ...costlyHeaders, ...costlyPages, ...costlyAudits, ...costlyLinks, ...costlyScripts }
    site = await openHostileSite(talks)
    fixture = await openEmbeddedService()
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  async function inspect(operation: string, url: string): Promise<void> {
    const { status, text } = await getPath(fixture, `/${operation}?url=${encodeURIComponent(url)}`)
    expect(status, `${url}: ${text.slice(0, 300)}`).to.equal(200)
  }

  /** Reports, and asserts, the longest answer of `/healthz` while all of it is done, one after the other. */
  async function expectHealthy(
    kind: string,
    all: readonly string[],
    one: (name: string) => Promise<void>,
  ): Promise<void> {
    let [slowest, longest] = ['', 0]
    for (const name of all) {
      const ms = await healthDuring(fixture.url, one(name))
      if (ms > longest) [slowest, longest] = [name, ms]
    }
    await inspect('metadata', `${site.url('fine')}?${asked++}`)
    reportFault({
      fault: `${all.length} ${kind}; /healthz in ${Math.round(longest)} ms at most (${slowest})`,
      accepted: all.length,
      lost: 0,
    })
    expect(longest, slowest).to.be.at.most(HEALTHY_MS)
  }

  const inspections: readonly (readonly [string, string, Talks])[] = [
    ['headers', 'metadata', costlyHeaders],
    ['texts of pages', 'metadata', costlyPages],
    ['texts of audited pages', 'seo-audit', costlyAudits],
    ['scripts of measured pages', 'performance', costlyScripts],
  ]
  for (const [kind, operation, talks] of inspections) {
    it(kind, () => {
      const names = Object.keys(talks).filter((name) => !name.endsWith(' as file'))
      return expectHealthy(kind, names, (name) => inspect(operation, site.url(name)))
    })
  }

  it('links of crawled pages', () =>
    expectHealthy('pages of links of a crawl', Object.keys(costlyLinks), async (name) => {
      const batches = batchClient(fixture.url, fixture.key)
      const { id } = await batches.crawl([site.url(name)], 3)
      await batches.untilEnded(id)
    }))

  it('types of pages, pictures, links and robots.txt', () =>
    expectHealthy('types of answers', Object.keys(costlyTypes), async (name) => {
      const own = await openHostileSite(typedTalks(costlyTypes[name] ?? ''))
      try {
        await inspect('metadata', own.url('typed'))
        await inspect('seo-audit', own.url('typed'))
      } finally {
        await own.close()
      }
    }))
})
