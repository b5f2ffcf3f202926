import { createRequire } from 'node:module'

/** What is used of kafkajs 2.2.4, src/broker, src/cluster/brokerPool and src/network. */
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

type Class<T> = { readonly prototype: T }
type ErrorClass = new (message: string, options?: object) => Error
type Errors = Readonly<Record<'KafkaJSConnectionError' | 'KafkaJSBrokerNotFound', ErrorClass>>

const require = createRequire(import.meta.url)
const { KafkaJSBrokerNotFound, KafkaJSConnectionError } = require('kafkajs/src/errors') as Errors
/** Of `connectionTimeout`: one for TCP and TLS, one for the first answer. */
const CONNECT_TIMEOUTS = 2
let isPatched = false

/**
 * Has kafkajs 2.2.4 treat a broker that is suspended, or whose machine hangs, as one that is away: to TCP it is there. A
 * connection is made once the broker has answered on it, and given up with the first request that it does not answer; and who
 * may ask any broker asks the next one.
 */
export function patchUnresponsiveBrokers(): void {
  if (isPatched) return
  isPatched = true
  verifyOnConnect((require('kafkajs/src/broker') as Class<Broker>).prototype)
  closeOnRequestTimeout((require('kafkajs/src/network/connection') as Class<Connection>).prototype)
  tryEveryBroker((require('kafkajs/src/cluster/brokerPool') as Class<BrokerPool>).prototype)
}

/** Of a broker whose versions it knows kafkajs asks nothing. A connection error has it try another broker, no other error does. */
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

/** Without it a connection that looks alive is used again and again. */
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

/** kafkajs takes the first broker that it can't connect to for the end of the search. */
function tryEveryBroker(pool: BrokerPool): void {
  pool.withBroker = async function (this: BrokerPool, work) {
    const ids = Object.keys(this.brokers)
    // Has the caller ask for the brokers.
    if (ids.length === 0) throw new KafkaJSBrokerNotFound('No brokers in the broker pool')
    for (const nodeId of shuffled(ids)) {
      try {
        return await work({ nodeId, broker: await this.findBroker({ nodeId }) })
      } catch {
        // Null says that none of them could answer, as ever.
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
