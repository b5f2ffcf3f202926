import { type Class, kafkajsModule } from '../protocol/kafkajs.ts'

/** The parts of kafkajs 2.2.4 used here: src/broker, src/cluster/brokerPool and src/network. */
interface Broker {
  versions: unknown
  readonly brokerAddress: string
  readonly connectionPool: { readonly connectionTimeout: number; readonly pool: readonly Connection[] }
  isConnected(): boolean
  connect(): Promise<void>
}

interface BrokerPool {
  readonly brokers: Readonly<Record<string, Broker>>
  findBroker(options: { nodeId: string }): Promise<Broker>
  withBroker(work: (given: { nodeId: string; broker: Broker }) => Promise<unknown>): Promise<unknown>
}

interface Connection {
  readonly socket: { destroy(error: Error): void } | undefined
  send(request: unknown): Promise<unknown>
}

type ErrorClass = new (message: string, options?: object) => Error
type Errors = Readonly<Record<'KafkaJSConnectionError' | 'KafkaJSBrokerNotFound', ErrorClass>>

const { KafkaJSBrokerNotFound, KafkaJSConnectionError } = kafkajsModule<Errors>('errors')
/** In units of `connectionTimeout`: one for TCP and TLS, one for the first response. */
const CONNECT_TIMEOUTS = 2

/**
 * Patches kafkajs 2.2.4 to treat a broker that does not answer like a broker that is down. A suspended
 * broker, or one whose host hangs, still accepts TCP connections, so kafkajs takes it for healthy. With the
 * patch a connection counts as open only after the broker has answered a request on it, the first request
 * without an answer closes it, and a request that any broker can answer goes to the next broker.
 */
export function patchUnresponsiveBrokers(): void {
  verifyOnConnect(kafkajsModule<Class<Broker>>('broker').prototype)
  closeOnRequestTimeout(kafkajsModule<Class<Connection>>('network/connection').prototype)
  tryEveryBroker(kafkajsModule<Class<BrokerPool>>('cluster/brokerPool').prototype)
}

/**
 * kafkajs sends no request on connecting to a broker whose API versions it already knows, so it never finds
 * out that the broker is silent. Forgetting the versions makes it ask again. Only a connection error makes
 * kafkajs try another broker, hence the type of the error.
 */
function verifyOnConnect(broker: Broker): void {
  const connect = broker.connect
  broker.connect = async function (this: Broker) {
    if (this.isConnected()) return
    this.versions = null
    const noAnswer = new KafkaJSConnectionError('The broker does not answer', { broker: this.brokerAddress })
    const { connectionTimeout, pool } = this.connectionPool
    const timer = setTimeout(() => {
      for (const { socket } of pool) socket?.destroy(noAnswer)
    }, CONNECT_TIMEOUTS * connectionTimeout)
    try {
      await connect.call(this)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** kafkajs keeps using a connection after a request on it has timed out. Closes it instead. */
function closeOnRequestTimeout(connection: Connection): void {
  const send = connection.send
  connection.send = async function (this: Connection, request: unknown) {
    const { socket } = this
    try {
      return await send.call(this, request)
    } catch (error) {
      if ((error as Error).name === 'KafkaJSRequestTimeoutError') socket?.destroy(error as Error)
      throw error
    }
  }
}

/**
 * kafkajs stops searching at the first broker that it cannot connect to. Tries all of them, in random order.
 */
function tryEveryBroker(pool: BrokerPool): void {
  pool.withBroker = async function (this: BrokerPool, work) {
    const ids = Object.keys(this.brokers)
    // With this error the caller refreshes its list of brokers.
    if (ids.length === 0) throw new KafkaJSBrokerNotFound('No brokers in the broker pool')
    for (const nodeId of shuffled(ids)) {
      try {
        return await work({ nodeId, broker: await this.findBroker({ nodeId }) })
      } catch {
        // Try the next broker. Null after the loop means that no broker could answer, as in kafkajs.
      }
    }
    return null
  }
}

function shuffled(ids: readonly string[]): string[] {
  return ids
    .map((id) => ({ id, rank: Math.random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ id }) => id)
}
