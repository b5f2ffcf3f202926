import { once } from 'node:events'
import { createRequire } from 'node:module'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { expect } from 'chai'
import { logLevel } from 'kafkajs'
import { connectionSettings } from '#shared/adapters/kafka/client/kafka-client.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

const require = createRequire(import.meta.url)
const BrokerPool = require('kafkajs/src/cluster/brokerPool')
const Cluster = require('kafkajs/src/cluster')
const Connection = require('kafkajs/src/network/connection')
const connectionPoolBuilder = require('kafkajs/src/cluster/connectionPoolBuilder')
const { createLogger } = require('kafkajs/src/loggers')

const RETRY = { retries: 5, initialRetryTime: 20, maxRetryTime: 20 }

describe('patchClosedClients', () => {
  const clock = driveClockInEachTest()
  const open = new Set<Socket>()
  let accepted = 0
  let server: Server

  beforeEach(async () => {
    accepted = 0
    // Accepts connections and does not answer, like a suspended broker.
    server = createServer({ allowHalfOpen: true }, (socket) => {
      accepted += 1
      open.add(socket)
      socket.on('close', () => open.delete(socket)).on('error', () => {})
      socket.on('end', () => socket.end()).resume()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  afterEach(async () => {
    for (const socket of open) socket.destroy()
    await once(server.close(), 'close')
  })

  /** How many connections the clients make, however long it takes. Each connection is accepted in its turn. */
  async function acceptedLater(): Promise<number> {
    await clock.pass(60_000)
    const last = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await once(server, 'connection')
    const count = accepted - 1
    last.destroy()
    return count
  }

  const settings = () => ({
    ...connectionSettings(
      {
        brokers: [`127.0.0.1:${(server.address() as AddressInfo).port}`],
        ssl: false,
        sasl: null,
        maxBatchBytes: 1000,
        maxBatchRecords: 10,
      } as unknown as Parameters<typeof connectionSettings>[0],
      300,
    ),
    logger: createLogger({ level: logLevel.NOTHING, logCreator: () => () => {} }),
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
  })

  function brokerPool() {
    const { host, port, ...common } = settings()
    const builder = connectionPoolBuilder({ ...common, brokers: [`${host}:${port}`], retry: RETRY })
    return new BrokerPool({ connectionPoolBuilder: builder, logger: common.logger, retry: RETRY })
  }

  it('aborts a connection that is being made', async () => {
    const connection = new Connection(settings())
    const connecting = rejectionOf(connection.connect())
    await connection.disconnect()
    expect(await connecting).to.have.property('name', 'KafkaJSConnectionError')
    expect(connection.isConnected()).to.equal(false)
    await eventually(() => open.size === 0)
  })

  it('makes one connection for attempts at the same time', async () => {
    const connection = new Connection(settings())
    await Promise.all([connection.connect(), connection.connect()])
    expect(await acceptedLater()).to.equal(1)
    await connection.disconnect()
  })

  it('does not retry an attempt to connect', async () => {
    const pool = brokerPool()
    const connecting = rejectionOf(pool.connect())
    await eventually(() => accepted === 1)
    await clock.settle(Promise.all([pool.disconnect(), connecting]))
    expect(await acceptedLater()).to.equal(1)
    await eventually(() => open.size === 0)
  })

  it('does not connect for a search for brokers in progress', async () => {
    const pool = brokerPool()
    await pool.createSeedBroker()
    const { connectionPool } = pool.seedBroker
    await pool.disconnect()
    for (const attempt of [
      () => pool.findConnectedBroker(),
      () => pool.connect(),
      () => pool.createSeedBroker(),
      () => connectionPool.getConnection(),
    ]) {
      expect(await rejectionOf(attempt())).to.have.property('message', 'The client is disconnected')
    }
    expect(await acceptedLater()).to.equal(0)
  })

  it('lets the client connect again, any number of times', async () => {
    const { host, port, ...common } = settings()
    const cluster = new Cluster({ ...common, brokers: [`${host}:${port}`], retry: RETRY })
    for (const times of [1, 2, 3]) {
      const connecting = rejectionOf(cluster.connect())
      await eventually(() => accepted === times)
      await clock.settle(Promise.all([cluster.disconnect(), connecting]))
      await eventually(() => open.size === 0)
    }
  })

  it('keeps the connections of other clients', async () => {
    const [left, kept] = [new Connection(settings()), new Connection(settings())]
    await Promise.all([left.connect(), kept.connect()])
    await left.disconnect()
    await eventually(() => open.size === 1)
    expect(kept.isConnected()).to.equal(true)
    await kept.disconnect()
    await eventually(() => open.size === 0)
  })
})
