import { availableParallelism } from 'node:os'
import { type CpuBurners, startCpuBurners } from '#test/support/faults/cpu-burners.ts'
import { openPartsFixture, type PartsFixture } from '#test/support/service/parts-fixture.ts'
import { ownKafkaCluster, ownRedis, sharedMinio, sharedPostgres } from '#test/support/service/services.ts'
import { expectNothingLost, suspendFor } from './brokers-fault.ts'

const PAGES = 200
const FROZEN_MS = 15_000

describe('three brokers on a machine whose cores are all busy', () => {
  const cluster = ownKafkaCluster()
  const redis = ownRedis()
  const minio = sharedMinio()
  const postgres = sharedPostgres()
  // Nested, so that the parts stop before the services do.
  describe('of which one answers nothing', function () {
    this.timeout(240_000)
    let fixture: PartsFixture
    let burners: CpuBurners
    before('start the parts, and then the load', async () => {
      fixture = await openPartsFixture({ ...cluster.env, ...redis.env, ...minio.env, ...postgres.env })
      burners = startCpuBurners(availableParallelism())
    })
    after(async () => {
      burners?.stop()
      await fixture?.close()
    })

    for (const [at, which] of ['first', 'second'].entries()) {
      it(`lose nothing, and refuse calls as documented: the ${which}`, async () => {
        const inject = () => suspendFor(cluster.brokers[at], FROZEN_MS)
        const title = `the ${which} of three frozen, beside busy cores`
        await expectNothingLost(fixture, { title, name: which, pages: PAGES, inject })
      })
    }
  })
})
