import { freePorts } from '#infra/services/process.ts'
import { externalKafka } from '#test/support/external/external-kafka.ts'
import { endAllServices, startParts } from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio, sharedPostgres } from '#test/support/service/services.ts'
import { type OpenService, politenessContract } from './politeness.ts'

const FETCH_PROCESSES = 4

describe('politeness on Kafka, Redis and MinIO', () => {
  after(endAllServices)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  const postgres = sharedPostgres()

  const open: OpenService = async (more) => {
    const listen = (await freePorts(FETCH_PROCESSES)).map((port) => `127.0.0.1:${port}`)
    const env = {
      ...kafka.env,
      ...redis.env,
      ...minio.env,
      ...postgres.env,
      ...more,
      LOOKUPS_ADDRESS: listen.join(),
    }
    for (const [at, address] of listen.entries()) {
      await startParts(at === 0 ? ['fetch', 'extract'] : ['fetch'], {
        env: { ...env, LOOKUPS_LISTEN: address },
      })
    }
    const external = await externalKafka(env)
    return {
      external,
      async close() {
        await external.close()
        await endAllServices()
      },
    }
  }

  politenessContract(`${FETCH_PROCESSES} fetch processes`, open)
})
