import { expect } from 'chai'
import { getPath } from '#test/support/service/api-client.ts'
import { batchClient } from '#test/support/service/batch-client.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { workerService } from '#test/support/service/worker-service.ts'
import {
  costlyAudits,
  costlyHeaders,
  costlyLinks,
  costlyPages,
  costlyTypes,
  typedTalks,
} from './costly-texts.ts'
import { type HostileSite, openHostileSite } from './site.ts'

describe('texts of pages that cost a careless reader much: the answer is right', function () {
  this.timeout(120_000)
  let site: HostileSite
  let fixture: UsedService

  before(async () => {
    site = await openHostileSite({ ...costlyHeaders, ...costlyPages, ...costlyAudits, ...costlyLinks })
    fixture = await workerService()
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  async function answerTo(operation: string, url: string): Promise<Record<string, unknown>> {
    const { status, text, json } = await getPath(fixture, `/${operation}?url=${encodeURIComponent(url)}`)
    expect(status, `${url}: ${text.slice(0, 300)}`).to.equal(200)
    return json ?? {}
  }

  it('headers, and texts in pages', async () => {
    for (const name of Object.keys({ ...costlyHeaders, ...costlyPages })) {
      expect((await answerTo('metadata', site.url(name))).title).to.equal(name)
    }
  })

  it('audited pages', async () => {
    for (const name of Object.keys(costlyAudits)) {
      const { url, metrics } = await answerTo('seo-audit', site.url(name))
      expect(url).to.equal(site.url(name))
      expect((metrics as { title_length: number }).title_length).to.equal(name.length)
    }
  })

  it('types of pages, pictures, links and robots.txt', async () => {
    for (const type of Object.values(costlyTypes)) {
      const own = await openHostileSite(typedTalks(type))
      try {
        expect((await answerTo('metadata', own.url('typed'))).title).to.equal('Typed')
      } finally {
        await own.close()
      }
    }
  })

  it('links of crawled pages', async () => {
    const batches = batchClient(fixture.url, fixture.key)
    for (const name of Object.keys(costlyLinks)) {
      const { id } = await batches.crawl([site.url(name)], 3)
      const { counts } = await batches.untilEnded(id)
      expect(counts.done + counts.failed, name)
        .to.equal(counts.accepted)
        .and.to.be.at.least(1)
    }
  })
})
