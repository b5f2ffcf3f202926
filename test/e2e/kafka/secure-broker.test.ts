// own service: it has to be started with the settings of a broker that accepts only TLS
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { getMetadata } from '#test/support/service/api-client.ts'
import { freshPages, openPartsFixture, type PartsFixture } from '#test/support/service/parts-fixture.ts'
import { ownRedis, ownSecureKafka, sharedMinio, sharedPostgres } from '#test/support/service/services.ts'

const PAGES = 20

describe('a broker that accepts only TLS with SASL/SCRAM', () => {
  const kafka = ownSecureKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  const postgres = sharedPostgres()
  // Nested, so that the parts stop before the services do.
  describe('and the parts of the service', function () {
    this.timeout(300_000)
    let fixture: PartsFixture
    before('start the parts', async () => {
      fixture = await openPartsFixture({ ...kafka.env, ...redis.env, ...minio.env, ...postgres.env })
    })
    after(() => fixture?.close())

    it('answer calls and run a batch', async () => {
      // A busy machine may refuse some calls, as documented.
      await eventually(async () => {
        const { status, json } = await getMetadata(fixture.url, fixture.site.url('/call'))
        expect(status).to.be.oneOf([200, 503])
        return status === 200 && json?.title === 'Page /call'
      })
      const { id } = await fixture.batches.submit(freshPages(fixture.site, PAGES, 'secure'))
      const { counts } = await fixture.batches.untilEnded(id)
      expect(counts).to.include({ done: PAGES, failed: 0 })
    })
  })
})
