import { type BrokersOptions, startBrokers } from './kafka/brokers.ts'
import { prepareJars } from './kafka/java.ts'
import { externalService, type Provisioned, type RunningService } from './service.ts'

/** A cluster of brokers, each of which can be stopped, killed and suspended alone. */
export interface RunningCluster {
  /** The settings (environment variables) that make the application use it. */
  readonly env: Readonly<Record<string, string>>
  readonly brokers: readonly RunningService[]
}

const HEAP = '512m'
/** Several brokers share one machine. */
const SMALL_HEAP = '256m'
const USER = { username: 'pageprobe', password: 'a-password-for-tests' }

/**
 * Provides a Kafka for tests: the one at `KAFKA_TEST_BROKERS`, else an own broker on free ports with fresh data.
 * `unavailable` when there is neither (no Java, no Maven, no network on the first run).
 */
export async function provideKafka(): Promise<Provisioned> {
  const brokers = process.env.KAFKA_TEST_BROKERS
  if (brokers) {
    const port = Number(brokers.split(',')[0]?.split(':')[1])
    return { kind: 'running', service: externalService({ KAFKA_BROKERS: brokers }, port) }
  }
  return provided({ count: 1, heap: HEAP, user: null })
}

/** Calls `prepareJars` unless an external broker is used. */
export async function prepareKafka(): Promise<void> {
  if (!process.env.KAFKA_TEST_BROKERS) await prepareJars()
}

/** Starts three brokers, each a controller too. Rejects with the reason when they cannot be started. */
export async function startKafkaCluster(): Promise<RunningCluster> {
  const brokers = await startBrokers({ count: 3, heap: SMALL_HEAP, user: null })
  return { env: brokers[0]?.env ?? {}, brokers }
}

/** Provides an own broker that accepts only TLS with SASL/SCRAM-SHA-512. `unavailable` without openssl as well. */
export function provideSecureKafka(): Promise<Provisioned> {
  return provided({ count: 1, heap: HEAP, user: USER })
}

async function provided(options: BrokersOptions): Promise<Provisioned> {
  try {
    const [service] = (await startBrokers(options)) as [RunningService]
    return { kind: 'running', service }
  } catch (error) {
    return { kind: 'unavailable', reason: `Kafka: ${(error as Error).message}` }
  }
}
