import { createRequire } from 'node:module'

/** What is used of kafkajs 2.2.4, src/cluster and src/network. */
interface Cluster {
  readonly brokerPool: BrokerPool
  connect(): Promise<void>
}

interface BrokerPool {
  readonly brokers: Readonly<Record<string, Broker>>
  readonly seedBroker: Broker | undefined
  connect(): Promise<void>
  createSeedBroker(): Promise<void>
  findBroker(options: { nodeId: string }): Promise<Broker>
  disconnect(): Promise<void>
}

interface Broker {
  readonly connectionPool: ConnectionPool
}

interface ConnectionPool {
  getConnection(index?: number): Promise<Connection>
}

interface Connection {
  readonly socket: { destroy(error: Error): void } | undefined
  connect(): Promise<unknown>
  disconnect(): Promise<unknown>
}

type Class<T> = { readonly prototype: T }

const require = createRequire(import.meta.url)
const { KafkaJSConnectionError, KafkaJSNonRetriableError } = require('kafkajs/src/errors') as Record<
  'KafkaJSConnectionError' | 'KafkaJSNonRetriableError',
  new (
    message: string,
  ) => Error
>
let isPatched = false
/** Pools of clients that are disconnected. */
const closed = new WeakSet<BrokerPool | ConnectionPool>()
const connecting = new WeakSet<Connection>()

/**
 * Has kafkajs 2.2.4 leave no connection behind. In a client that is disconnected, what is still under way (a connection
 * being made, a retry, a search for brokers) would open one again that nobody closes, and keep the process alive. Who connects
 * the client anew, as kafkajs does with a consumer that it restarts, may do so.
 */
export function patchClosedClients(): void {
  if (isPatched) return
  isPatched = true
  abortConnecting((require('kafkajs/src/network/connection') as Class<Connection>).prototype)
  rejectConnections((require('kafkajs/src/network/connectionPool') as Class<ConnectionPool>).prototype)
  markPoolsClosed((require('kafkajs/src/cluster/brokerPool') as Class<BrokerPool>).prototype)
  markPoolsOpen((require('kafkajs/src/cluster') as Class<Cluster>).prototype)
}

/** kafkajs ends such a socket only once it is connected, and then takes it for a connection. */
function abortConnecting(connection: Connection): void {
  const { connect, disconnect } = connection
  connection.connect = async function (this: Connection) {
    connecting.add(this)
    return connect.call(this).finally(() => connecting.delete(this))
  }
  connection.disconnect = async function (this: Connection) {
    if (connecting.has(this)) this.socket?.destroy(new KafkaJSConnectionError('Disconnected'))
    return disconnect.call(this)
  }
}

function rejectConnections(pool: ConnectionPool): void {
  const { getConnection } = pool
  pool.getConnection = async function (this: ConnectionPool, index) {
    assertOpen(this)
    return getConnection.call(this, index)
  }
}

/** A single broker's pool is used again after an error; that of a client that is disconnected is not. */
function markPoolsClosed(pool: BrokerPool): void {
  const { connect, createSeedBroker, findBroker, disconnect } = pool
  pool.connect = async function (this: BrokerPool) {
    assertOpen(this)
    return connect.call(this)
  }
  pool.createSeedBroker = async function (this: BrokerPool) {
    assertOpen(this)
    await createSeedBroker.call(this)
    if (closed.has(this)) markAll(this, (one) => closed.add(one))
  }
  pool.findBroker = async function (this: BrokerPool, options) {
    assertOpen(this)
    return findBroker.call(this, options)
  }
  pool.disconnect = async function (this: BrokerPool) {
    markAll(this, (one) => closed.add(one))
    return disconnect.call(this)
  }
}

function markPoolsOpen(cluster: Cluster): void {
  const { connect } = cluster
  cluster.connect = async function (this: Cluster) {
    markAll(this.brokerPool, (one) => closed.delete(one))
    return connect.call(this)
  }
}

function markAll(pool: BrokerPool, mark: (one: BrokerPool | ConnectionPool) => void): void {
  mark(pool)
  for (const broker of [pool.seedBroker, ...Object.values(pool.brokers)]) {
    if (broker !== undefined) mark(broker.connectionPool)
  }
}

/** An error that kafkajs does not try again after. */
function assertOpen(pool: BrokerPool | ConnectionPool): void {
  if (closed.has(pool)) throw new KafkaJSNonRetriableError('The client is disconnected')
}
