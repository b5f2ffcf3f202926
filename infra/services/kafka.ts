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
/** Several share one machine. */
const SMALL_HEAP = '256m'
const USER = { username: 'pageprobe', password: 'a-password-for-tests' }

/**
 * A Kafka to test with: the one at `KAFKA_TEST_BROKERS`, else a broker of its own on free ports, with fresh data.
 * `unavailable` when neither can be had (no Java, no Maven, no network on the first run).
 */
export async function provideKafka(): Promise<Provisioned> {
  const brokers = process.env.KAFKA_TEST_BROKERS
  if (brokers) {
    const port = Number(brokers.split(',')[0]?.split(':')[1])
    return { kind: 'running', service: externalService({ KAFKA_BROKERS: brokers }, port) }
  }
  return provided({ count: 1, heap: HEAP, user: null })
}

/** As `prepareJars`, unless a broker of somebody else is used. */
export async function prepareKafka(): Promise<void> {
  if (!process.env.KAFKA_TEST_BROKERS) await prepareJars()
}

/** Three brokers of its own, each a controller too. Rejects with the reason when they can't be had. */
export async function startKafkaCluster(): Promise<RunningCluster> {
  const brokers = await startBrokers({ count: 3, heap: SMALL_HEAP, user: null })
  return { env: brokers[0]?.env ?? {}, brokers }
}

/** A broker of its own that takes TLS with SASL/SCRAM-SHA-512 alone. `unavailable` without openssl, too. */
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
