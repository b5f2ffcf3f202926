import { randomUUID } from 'node:crypto'
import {
  provideKafka,
  provideSecureKafka,
  type RunningCluster,
  startKafkaCluster,
} from '#infra/services/kafka.ts'
import { provideMinio } from '#infra/services/minio.ts'
import { providePostgres } from '#infra/services/postgres.ts'
import { provideRedis } from '#infra/services/redis.ts'
import type { RedisTopology } from '#infra/services/redis-topologies.ts'
import type { Provisioned, RunningService } from '#infra/services/service.ts'
import { skipLoudly } from '../skips.ts'
import { atWorkerEnd } from '../worker/at-worker-end.ts'
import { freshDatabase } from './databases.ts'

/** A real service for the tests of one suite. Both fields are available from the first test of the suite on. */
export interface SuiteService {
  /** Settings that make the application use it. */
  readonly env: Readonly<Record<string, string>>
  /** To stop, kill, suspend and start it; only for a service that belongs to the suite alone. */
  readonly service: RunningService
}

/** The first start on a machine may include downloads. */
const PROVIDE_TIMEOUT_MS = 300_000
const STOP_TIMEOUT_MS = 30_000

type Provide = () => Promise<Provisioned>

const provided = new Map<Provide, Promise<Provisioned>>()

/** The shared broker of this run, with a topic prefix for the suite. */
export function sharedKafka(): SuiteService {
  const suite = serviceForSuite(() => provideOnce(provideKafka))
  return withSettings(suite, { KAFKA_TOPIC_PREFIX: `test-${randomUUID()}.` })
}

/** The shared object store of this run, with a bucket for the suite. */
export function sharedMinio(): SuiteService {
  const suite = serviceForSuite(() => provideOnce(provideMinio))
  return withSettings(suite, { S3_BUCKET: `test-${randomUUID()}` })
}

/** The shared database server of this run, with a database for the suite. */
export function sharedPostgres(): SuiteService {
  const suite = serviceForSuite(() => provideOnce(providePostgres))
  let url = ''
  before('make a database', async () => {
    url = await freshDatabase(suite.env.POSTGRES_URL ?? '')
  })
  return {
    get env() {
      return { POSTGRES_URL: url }
    },
    get service() {
      return suite.service
    },
  }
}

/** Real services for all suites of this worker. */
export interface WorkerServices {
  /** Provides them before the first test of the suite; skips the suite, with the reason, when one is unavailable. */
  forSuite(): void
  /** Settings that make the application use them; available from the first test of such a suite on. */
  readonly env: Readonly<Record<string, string>>
}

/** The shared broker, database server and object store of this run, and a Redis that ends with this worker. */
export function workerServices(): WorkerServices {
  const provides: readonly Provide[] = [provideKafka, provideMinio, providePostgres, redisOfWorker()]
  let env: Readonly<Record<string, string>> = {}
  return {
    forSuite() {
      const services = provides.map((provide) => serviceForSuite(() => provideOnce(provide)))
      before('know the services', () => {
        env = Object.assign({}, ...services.map((service) => service.env))
      })
    },
    get env() {
      return env
    },
  }
}

function redisOfWorker(): Provide {
  return async () => {
    const answer = await withoutVariable('REDIS_TEST_URL', provideRedis)
    if (answer.kind === 'running') atWorkerEnd(answer.service.stop)
    return answer
  }
}

/** A broker of the suite alone, which it may break; ends with the suite. */
export function ownKafka(): SuiteService {
  return ownService(provideKafka, 'KAFKA_TEST_BROKERS')
}

/** A broker of the suite alone that accepts only TLS with SASL/SCRAM; ends with the suite. */
export function ownSecureKafka(): SuiteService {
  return ownService(provideSecureKafka, 'KAFKA_TEST_BROKERS')
}

/**
 * Three brokers of the suite alone, available from its first test on; they end with the suite. Without them the suite
 * is skipped.
 */
export function ownKafkaCluster(): RunningCluster {
  let cluster: RunningCluster | null = null
  const started = () => {
    if (cluster === null) throw new Error('The brokers are available from the first test of the suite on')
    return cluster
  }
  before('start three brokers', async function () {
    this.timeout(PROVIDE_TIMEOUT_MS)
    cluster = await startKafkaCluster().catch((error) => skipLoudly(this, `Kafka: ${error.message}`))
  })
  after('end the brokers', async function () {
    this.timeout(STOP_TIMEOUT_MS)
    await Promise.all(cluster?.brokers.map((broker) => broker.kill()) ?? [])
  })
  return {
    get env() {
      return started().env
    },
    get brokers() {
      return started().brokers
    },
  }
}

/** An empty Redis of the suite alone, which it may break; ends with the suite. */
export function ownRedis(): SuiteService {
  return ownService(provideRedis, 'REDIS_TEST_URL')
}

/** An empty database server of the suite alone, which it may break; ends with the suite. */
export function ownPostgres(): SuiteService {
  return ownService(providePostgres, 'POSTGRES_TEST_URL')
}

/** An empty object store of the suite alone, which it may break; ends with the suite. */
export function ownMinio(): SuiteService {
  return ownService(provideMinio, 'S3_TEST_ENDPOINT')
}

/** Several empty Redis servers of the suite alone, which it may break; they end with the suite. */
export function ownRedisTopology(
  provide: () => Promise<Provisioned<RedisTopology>>,
): Pick<RedisTopology, 'env' | 'servers'> {
  let running: RedisTopology | null = null
  const topology = () => {
    if (running === null) throw new Error('The servers are available from the first test of the suite on')
    return running
  }
  before('provide the servers', async function () {
    this.timeout(PROVIDE_TIMEOUT_MS)
    const answer = await provide()
    if (answer.kind === 'unavailable') skipLoudly(this, answer.reason)
    running = answer.service
  })
  after('stop the servers', async function () {
    this.timeout(STOP_TIMEOUT_MS)
    await running?.stop()
  })
  return {
    get env() {
      return topology().env
    },
    get servers() {
      return topology().servers
    },
  }
}

/**
 * Provides the service before the first test of the suite; skips the suite, with the reason, when it is unavailable.
 */
function serviceForSuite(provide: Provide): SuiteService {
  let running: RunningService | null = null
  const service = () => {
    if (running === null) throw new Error('The service is available from the first test of the suite on')
    return running
  }
  before('provide the service', async function () {
    this.timeout(PROVIDE_TIMEOUT_MS)
    const answer = await provide()
    if (answer.kind === 'unavailable') skipLoudly(this, answer.reason)
    running = answer.service
  })
  return {
    get env() {
      return service().env
    },
    get service() {
      return service()
    },
  }
}

function withSettings(suite: SuiteService, settings: Readonly<Record<string, string>>): SuiteService {
  return {
    get env() {
      return { ...suite.env, ...settings }
    },
    get service() {
      return suite.service
    },
  }
}

/** Shared services end with this process: their watchdogs see to that. */
function provideOnce(provide: Provide): Promise<Provisioned> {
  const answer = provided.get(provide) ?? provide()
  provided.set(provide, answer)
  return answer
}

/** An external service, named by `variable`, must not be broken: it is not used. */
function ownService(provide: Provide, variable: string): SuiteService {
  let started: RunningService | null = null
  const suite = serviceForSuite(async () => {
    const answer = await withoutVariable(variable, provide)
    if (answer.kind === 'running') started = answer.service
    return answer
  })
  after('stop the service', async function () {
    this.timeout(STOP_TIMEOUT_MS)
    await started?.stop()
  })
  return suite
}

async function withoutVariable<T>(name: string, work: () => Promise<T>): Promise<T> {
  const value = process.env[name]
  delete process.env[name]
  try {
    return await work()
  } finally {
    if (value !== undefined) process.env[name] = value
  }
}
