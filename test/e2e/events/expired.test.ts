// own service: answers to batch requests expire within a second
import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { BATCH, binaryRequest, outcomeRecord, tally } from '#test/support/external/external-client.ts'
import { getPath } from '#test/support/service/api-client.ts'
import { openEmbeddedService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

/** The store decides when an answer expires: its own contract holds on every adapter. */
describe('a request event whose answer has expired', function () {
  this.timeout(120_000)
  let site: TargetSite
  let fixture: ServiceFixture
  before(async () => {
    site = await openSite()
    fixture = await openEmbeddedService({ BATCH_RESULT_TTL_SECONDS: '1' })
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  const request = (id: string, path: string, attributes = {}) =>
    binaryRequest(
      id,
      { operation: 'metadata', parameters: { url: site.url(path), fields: 'basic' } },
      attributes,
    )

  it('stays one inspection, also where the repeat has expired too', async () => {
    const [id, last] = [randomUUID(), randomUUID()]
    await fixture.external.produce(BATCH, [request(id, '/kept')])
    await outcomeRecord(fixture.external, id)
    await eventually(async () => (await getPath(fixture, `/inspections/${id}`)).status === 404)
    await fixture.external.produce(BATCH, [
      request(id, '/again', { expirytime: '2020-01-01T00:00:00Z' }),
      request(id, '/again'),
      request(last, '/after-again'),
    ])
    await outcomeRecord(fixture.external, last)
    expect(tally([id, last], fixture.external.records)).to.deep.equal({ once: 2, lost: [], several: [] })
    expect(site.hits('/again')).to.equal(0)
  })
})
