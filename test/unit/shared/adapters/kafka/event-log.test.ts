import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { expect } from 'chai'
import { kafkaEventLog } from '#shared/adapters/kafka/event-log.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { type BlackHole, openBlackHole } from '../../egress/black-hole.ts'

/** The port's callers answer 503 within 2 s. */
const LIMIT_MS = 2000

describe('kafkaEventLog without a broker', () => {
  const clock = driveClockInEachTest()
  let log: EventLog

  function open(port: number): void {
    log = kafkaEventLog({
      brokers: [`127.0.0.1:${port}`],
      ssl: false,
      sasl: null,
      topicPrefix: '',
      partitions: 1,
      replication: 1,
    })
  }

  async function expectUnavailable(): Promise<void> {
    const record = { topic: 't', key: 'k', value: 'v', headers: {} }
    const calls = [...Array.from({ length: 20 }, () => log.append([record])), log.ping()]
    const began = clock.now()
    const errors = await clock.settle(Promise.all(calls.map((call) => rejectionOf(call))))
    expect(clock.now() - began).to.be.at.most(LIMIT_MS)
    for (const error of errors) expect(isUnavailable(error)).to.equal(true)
  }

  it('rejects in time when no broker listens', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    open((server.address() as { port: number }).port)
    server.close()
    await expectUnavailable()
    await clock.settle(log.close())
  })

  describe('with a listener', () => {
    let server: Server
    const sockets: Socket[] = []

    before(async () => {
      server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
      await once(server, 'listening')
    })
    after(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })

    it('rejects in time when the listener accepts connections and does not answer', async () => {
      open((server.address() as { port: number }).port)
      await expectUnavailable()
      await clock.settle(log.close())
    })
  })

  describe('with a listener whose backlog is full', () => {
    let hole: BlackHole

    before(async () => {
      hole = await openBlackHole('127.0.0.1')
    })
    after(() => hole.close())

    it('rejects in time when no connection is accepted', async () => {
      open(hole.port)
      await expectUnavailable()
      await clock.settle(log.close())
    })
  })
})
