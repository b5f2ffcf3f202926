import { setTimeout as sleep } from 'node:timers/promises'
import { openPartsFixture, type PartsFixture } from '#test/support/service/parts-fixture.ts'
import { ownKafkaCluster, ownRedis, sharedMinio, sharedPostgres } from '#test/support/service/services.ts'
import { expectNothingLost, suspendFor } from './brokers-fault.ts'

const PAGES = 150
const STOPPED_MS = 20_000
const KILLED_MS = 12_000
const SUSPENDED_MS = 10_000
/** Between the restarts of two brokers, in which the first one catches up. */
const BETWEEN_MS = 5000

describe('three brokers', () => {
  const cluster = ownKafkaCluster()
  const redis = ownRedis()
  const minio = sharedMinio()
  const postgres = sharedPostgres()
  // Nested, so that the parts stop before the services do.
  describe('of which one is unavailable', function () {
    this.timeout(240_000)
    let fixture: PartsFixture
    before('start the parts', async () => {
      fixture = await openPartsFixture({ ...cluster.env, ...redis.env, ...minio.env, ...postgres.env })
    })
    after(() => fixture?.close())

    it('lose nothing, and refuse calls as documented: one killed and restarted', async () => {
      const inject = async () => {
        const [broker] = cluster.brokers
        await broker?.kill()
        await sleep(KILLED_MS)
        await broker?.start()
      }
      await expectNothingLost(fixture, { title: 'one of three killed', name: 'killed', pages: PAGES, inject })
    })

    it('lose nothing, and refuse calls as documented: one suspended and resumed', async () => {
      const inject = () => suspendFor(cluster.brokers[1], SUSPENDED_MS)
      await expectNothingLost(fixture, { title: 'one of three frozen', name: 'frozen', pages: PAGES, inject })
    })

    it('lose nothing, and refuse calls as documented: one stopped for long', async () => {
      const inject = async () => {
        const [, , broker] = cluster.brokers
        await broker?.stop()
        await sleep(STOPPED_MS)
        await broker?.start()
      }
      const pages = 2 * PAGES
      await expectNothingLost(fixture, {
        title: 'one of three stopped for 20 s',
        name: 'stopped',
        pages,
        inject,
      })
    })

    it('lose nothing, and refuse calls as documented: each restarted in turn', async () => {
      const inject = async () => {
        for (const broker of cluster.brokers) {
          await broker.stop()
          await broker.start()
          await sleep(BETWEEN_MS)
        }
      }
      const pages = 2 * PAGES
      await expectNothingLost(fixture, {
        title: 'all three restarted in turn',
        name: 'in-turn',
        pages,
        inject,
      })
    })
  })
})
