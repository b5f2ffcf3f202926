import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { getPath } from '#test/support/service/api-client.ts'
import { batchClient } from '#test/support/service/batch-client.ts'
import { openRealService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { API_KEY } from '#test/support/service/service-process.ts'
import { ownPostgres, ownRedis, sharedKafka, sharedMinio } from '#test/support/service/services.ts'

/** Within 2 s, on a machine with other work. */
const ANSWER_MS = 10_000

describe('while the database of batches is away', () => {
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  const postgres = ownPostgres()
  let fixture: ServiceFixture

  before(async function () {
    this.timeout(120_000)
    fixture = await openRealService({ ...kafka.env, ...redis.env, ...minio.env, ...postgres.env })
  })
  after(() => fixture?.close())

  const readiness = async () => (await getPath(fixture.url, '/readyz')).json

  for (const [how, leave] of Object.entries({
    'is killed': () => postgres.service.kill(),
    hangs: () => postgres.service.suspend(),
  })) {
    it(`and ${how}, calls about batches get 503, /readyz says why, and all comes back`, async function () {
      this.timeout(120_000)
      const batches = batchClient(fixture.url, API_KEY)
      const { id } = await batches.submit(['{"url":"https://nowhere.invalid/"}'])
      await leave()
      await eventually(async () => (await readiness())?.status === 'degraded')
      expect(await readiness()).to.deep.include({
        missing: ['batches'],
        reasons: { batches: 'Its database (postgres) does not answer' },
      })
      const answer = await getPath(fixture.url, `/batches/${id}`, { timeoutMs: ANSWER_MS })
      expect(answer.status).to.equal(503)
      expect(Number(answer.headers.get('retry-after'))).to.be.above(0)
      expect((await getPath(fixture.url, '/metadata')).status).to.equal(400)
      if (how === 'hangs') postgres.service.resume()
      else await postgres.service.start()
      await eventually(async () => (await readiness())?.status === 'ready')
      expect((await batches.status(id)).counts.accepted).to.equal(1)
    })
  }
})
