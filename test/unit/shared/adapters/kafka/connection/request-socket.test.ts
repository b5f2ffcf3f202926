import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { expect } from 'chai'
import { ConnectionError, RequestSocket } from '#shared/adapters/kafka/connection/request-socket.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { type BlackHole, openBlackHole } from '../../../egress/black-hole.ts'

const LIMIT_MS = 1000
const REQUEST = { apiKey: 3, apiVersion: 10 }

/** A frame: its length, the correlation id, the body. */
function frame(id: number, body: string): Buffer {
  const bytes = Buffer.alloc(8 + body.length)
  bytes.writeInt32BE(4 + body.length, 0)
  bytes.writeInt32BE(id, 4)
  bytes.write(body, 8)
  return bytes
}

describe('RequestSocket', () => {
  const clock = driveClockInEachTest()
  let server: Server
  let peer: Socket | undefined
  /** What the server got. */
  let got: Buffer
  let socket: RequestSocket

  beforeEach(async () => {
    got = Buffer.alloc(0)
    peer = undefined
    server = createServer((accepted) => {
      peer = accepted.on('error', () => {})
      accepted.on('data', (chunk) => {
        got = Buffer.concat([got, chunk])
      })
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    socket = new RequestSocket('127.0.0.1', (server.address() as AddressInfo).port, false, LIMIT_MS)
    await socket.opened
    await eventually(() => peer !== undefined)
  })
  afterEach(async () => {
    peer?.destroy()
    await once(server.close(), 'close')
  })

  const send = (body: string) => socket.send(REQUEST, Buffer.from(body), LIMIT_MS).then(String)

  it('sends the header of a request before its body', async () => {
    void send('body').catch(() => {})
    await eventually(() => got.length === 27)
    const client = Buffer.from('pageprobe').toString('hex')
    expect(got.toString('hex')).to.equal(
      `000000170003000a000000010009${client}${Buffer.from('body').toString('hex')}`,
    )
  })

  it('gives each request its answer, in any order and in any chunks', async () => {
    const answers = Promise.all([send('a'), send('b'), send('c')])
    const bytes = Buffer.concat([frame(2, 'two'), frame(1, ''), frame(3, 'three')])
    for (const byte of bytes.subarray(0, 10)) {
      peer?.write(Buffer.from([byte]))
      await new Promise(setImmediate)
    }
    peer?.write(bytes.subarray(10))
    expect(await answers).to.deep.equal(['', 'two', 'three'])
  })

  it('ends at the first request without an answer in time, with all others', async () => {
    const late = rejectionOf(send('a'))
    await clock.pass(LIMIT_MS / 2)
    const other = rejectionOf(send('b'))
    expect(String(await clock.settle(late))).to.contain('did not answer')
    expect(await other).to.be.instanceOf(ConnectionError)
    expect(socket.isOpen).to.equal(false)
    await eventually(() => peer?.destroyed === true)
    expect(await rejectionOf(send('c'))).to.be.instanceOf(ConnectionError)
  })

  it('reads the answers to all requests after the process stood still for eight seconds', async () => {
    const answers = Promise.all([send('a'), send('b')])
    await eventually(() => got.length > 0)
    peer?.write(Buffer.concat([frame(1, 'one'), frame(2, 'two')]))
    await clock.suspend(8000)
    expect(await answers).to.deep.equal(['one', 'two'])
    expect(socket.isOpen).to.equal(true)
  })

  it('ends with its requests when the broker closes the connection', async () => {
    const failing = rejectionOf(send('a'))
    peer?.end()
    expect(await failing).to.be.instanceOf(ConnectionError)
  })

  for (const [what, bytes] of [
    ['an answer to no request', frame(7, '')],
    ['an answer that is none of Kafka', Buffer.from('\xff\xff\xff\xff\0\0\0\x01', 'latin1')],
    ['an answer that is longer than any of Kafka', Buffer.from('HTTP/1.1 400 Bad Request')],
  ] as const) {
    it(`ends at ${what}`, async () => {
      const failing = rejectionOf(send('a'))
      peer?.write(bytes)
      expect(await failing).to.be.instanceOf(ConnectionError)
      expect(socket.isOpen).to.equal(false)
    })
  }

  it('closes at once, with the requests that have no answer', async () => {
    const failing = rejectionOf(send('a'))
    await socket.close()
    expect(await failing).to.be.instanceOf(ConnectionError)
    expect(await rejectionOf(send('b'))).to.be.instanceOf(ConnectionError)
  })

  it('has no timer while it is idle', async () => {
    const answer = send('a')
    peer?.write(frame(1, ''))
    await answer
    expect(clock.timers()).to.equal(0)
  })
})

describe('a RequestSocket that nothing accepts', () => {
  let hole: BlackHole
  before(async () => {
    hole = await openBlackHole('127.0.0.1')
  })
  after(() => hole.close())

  it('closes at once', async () => {
    const opening = new RequestSocket('127.0.0.1', hole.port, false, 3_600_000)
    const failing = rejectionOf(opening.opened)
    await opening.close()
    expect(await failing).to.be.instanceOf(ConnectionError)
  })

  it('is given up after its time', async () => {
    const opening = new RequestSocket('127.0.0.1', hole.port, false, 50)
    expect(String(await rejectionOf(opening.opened))).to.contain('within 50 ms')
    expect(opening.isOpen).to.equal(false)
  })
})
