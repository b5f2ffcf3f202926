import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { provideKafka } from '#infra/services/kafka.ts'
import { provideMinio } from '#infra/services/minio.ts'
import { providePostgres } from '#infra/services/postgres.ts'

const PREPARE = join(import.meta.dirname, '../services/prepare.ts')

/** Services that all test files share, and the environment that makes the files use them. */
export interface SharedServices {
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** Installs what is missing of the programs of these services and of others, in a process of its own. */
export async function prepareServices(): Promise<void> {
  await once(spawn(process.execPath, [PREPARE], { stdio: ['ignore', 'inherit', 'inherit'] }), 'exit')
}

/**
 * One broker, one database server and one object store for all test files, each of which has topics, databases and buckets
 * of its own. A service that is unavailable is left out: the files that need it then say so.
 */
export async function startSharedServices(): Promise<SharedServices> {
  const services = await Promise.all([provideKafka(), provideMinio(), providePostgres()])
  const [kafka, minio, postgres] = services
  const env: Record<string, string> = {}
  if (kafka.kind === 'running') env.KAFKA_TEST_BROKERS = kafka.service.env.KAFKA_BROKERS ?? ''
  if (minio.kind === 'running') {
    env.S3_TEST_ENDPOINT = minio.service.env.S3_ENDPOINT ?? ''
    env.S3_TEST_ACCESS_KEY = minio.service.env.S3_ACCESS_KEY ?? ''
    env.S3_TEST_SECRET_KEY = minio.service.env.S3_SECRET_KEY ?? ''
  }
  if (postgres.kind === 'running') env.POSTGRES_TEST_URL = postgres.service.env.POSTGRES_URL ?? ''
  return {
    env,
    async stop() {
      await Promise.all(services.map((one) => (one.kind === 'running' ? one.service.stop() : null)))
    },
  }
}
