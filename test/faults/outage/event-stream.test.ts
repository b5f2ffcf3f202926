// own service: its broker is killed
import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { BATCH, binaryRequest, tally } from '#test/support/external/external-client.ts'
import { openEvents } from '#test/support/service/event-stream.ts'
import { openRealService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { ownKafka, ownRedis, sharedMinio, sharedPostgres } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'
import { httpCall } from '#test/unit/gateway/support/http-call.ts'

/** All operations recover within 10 s (infra/docs/clients.md#availability); the broker needs time to start. */
const RETURN_LIMIT_MS = 60_000

describe('the broker, killed under a subscription over HTTP', () => {
  const kafka = ownKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  const postgres = sharedPostgres()
  // Nested, so that the service stops before Kafka does.
  describe('of results', function () {
    this.timeout(180_000)
    let site: TargetSite
    let fixture: ServiceFixture
    before(async () => {
      site = await openSite()
      fixture = await openRealService({ ...kafka.env, ...redis.env, ...minio.env, ...postgres.env })
    })
    after(async () => {
      await fixture?.close()
      await site?.close()
    })

    it('leaves heartbeats alone, new readers are refused, and it goes on when the broker is back', async () => {
      const headers = { 'x-api-key': fixture.key }
      const following = await openEvents(`${fixture.url}/events?after=end`, headers)
      await eventually(() => following.text() === '\n')
      await kafka.service.kill()
      const { status, json } = await httpCall(fixture.url, '/events', { headers })
      expect([status, json().error.code]).to.deep.equal([503, 'SERVICE_UNAVAILABLE'])
      await kafka.service.start()
      const ids = Array.from({ length: 8 }, () => randomUUID())
      const requests = ids.map((id) => {
        const parameters = { url: site.url(`/${id}`), fields: 'basic' }
        return binaryRequest(id, { operation: 'metadata', parameters })
      })
      await eventually(() => fixture.external.produce(BATCH, []).then(() => true), RETURN_LIMIT_MS)
      await fixture.external.produce(BATCH, requests)
      await eventually(() => tally(ids, fixture.external.records).once === ids.length, RETURN_LIMIT_MS)
      await eventually(() => following.events().length === ids.length, RETURN_LIMIT_MS)
      expect(following.events().map(({ subject }) => subject)).to.have.members(ids)
      following.leave()
    })
  })
})
