import { type Class, kafkajsModule } from '../protocol/kafkajs.ts'

/** The parts of kafkajs 2.2.4 used here: src/cluster and src/network. */
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

type Errors = Record<'KafkaJSConnectionError' | 'KafkaJSNonRetriableError', new (message: string) => Error>

const { KafkaJSConnectionError, KafkaJSNonRetriableError } = kafkajsModule<Errors>('errors')
/** Pools of disconnected clients. */
const closed = new WeakSet<BrokerPool | ConnectionPool>()
const connecting = new WeakMap<Connection, Promise<unknown>>()

/**
 * Patches kafkajs 2.2.4 to open no connection for a client that was disconnected. Work still in progress at
 * that moment (a connection being made, a retry, a search for brokers) would otherwise open a connection that
 * nobody closes, which keeps the process alive. Connecting the client again lifts the block: kafkajs does so
 * when it restarts a consumer.
 */
export function patchClosedClients(): void {
  abortConnecting(kafkajsModule<Class<Connection>>('network/connection').prototype)
  rejectConnections(kafkajsModule<Class<ConnectionPool>>('network/connectionPool').prototype)
  markPoolsClosed(kafkajsModule<Class<BrokerPool>>('cluster/brokerPool').prototype)
  markPoolsOpen(kafkajsModule<Class<Cluster>>('cluster').prototype)
}

/**
 * kafkajs closes a socket that is still connecting only after it has connected, and then uses it as a
 * connection. Destroys the socket at once. And where several requests find a connection closed, kafkajs opens a socket for
 * each and keeps only the last: here they share one.
 */
function abortConnecting(connection: Connection): void {
  const { connect, disconnect } = connection
  connection.connect = async function (this: Connection) {
    const attempt = connecting.get(this) ?? connect.call(this).finally(() => connecting.delete(this))
    connecting.set(this, attempt)
    return attempt
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

/**
 * Blocks the pools of a disconnected client only: kafkajs reuses the pool of a single broker after an error.
 */
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

/** Throws an error that kafkajs does not retry. */
function assertOpen(pool: BrokerPool | ConnectionPool): void {
  if (closed.has(pool)) throw new KafkaJSNonRetriableError('The client is disconnected')
}
