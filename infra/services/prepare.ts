import { announce } from './command.ts'
import { prepareKafka } from './kafka.ts'
import { prepareMinio } from './minio.ts'
import { preparePostgres } from './postgres.ts'
import { preparePython } from './python.ts'
import { prepareRedis } from './redis.ts'

/**
 * Installs the programs of the tests' real services, all at once, while tests that need none of them run. A service that
 * cannot be installed costs only its suites, and is reported.
 */
const HEARTBEAT_MS = 10_000
/** A shorter preparation had nothing to do and is not reported. */
const WORTH_SAYING_MS = 2000

const start = Date.now()
const waiting = new Set<string>()

async function prepare(name: string, work: () => Promise<unknown>): Promise<void> {
  waiting.add(name)
  try {
    await work()
    if (Date.now() - start > WORTH_SAYING_MS) announce(`${name}: ready after ${seconds()}`)
  } catch (error) {
    announce(`${name} is not available, its suites are skipped: ${(error as Error).message}`)
  } finally {
    waiting.delete(name)
  }
}

function seconds(): string {
  return `${((Date.now() - start) / 1000).toFixed(1)} s`
}

const heartbeat = setInterval(
  () => announce(`… preparing ${[...waiting].join(', ')}, ${seconds()}`),
  HEARTBEAT_MS,
)
await Promise.all([
  prepare('Kafka', prepareKafka),
  prepare('Redis', prepareRedis),
  prepare('PostgreSQL', preparePostgres),
  prepare('MinIO', prepareMinio),
  prepare('Python', preparePython),
])
clearInterval(heartbeat)
