import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect } from 'chai'
import { admitConnection } from '#gateway/server/connections.ts'
import { guardedServer, type ServerLimits } from '#gateway/server/guarded-server.ts'
import { eventually } from '#test/contract/eventually.ts'
import { settled } from '#test/support/settled.ts'
import { rawHttp } from '../support/raw-http.ts'

const limits: ServerLimits = {
  headersMs: 5000,
  requestMs: 5000,
  keepAliveMs: 5000,
  unreadResponseMs: 5000,
  maxHeaderBytes: 4096,
  maxHeaders: 10,
  maxRequestsPerSocket: 2,
  maxConnections: 100,
  maxKeylessConnections: 2,
}

/** More than the buffers of a connection. */
const LARGE = Buffer.alloc(64 * 1024 * 1024)

describe('guarded server', () => {
  let server: Server
  let url: string
  let seen: IncomingMessage[]
  let sockets: Socket[]
  let answer: (response: ServerResponse) => void
  beforeEach(async () => {
    answer = (response) => response.end('inside')
    ;[seen, sockets] = [[], []]
    server = guardedServer(limits, (request, response) => {
      seen.push(request)
      if (request.headers['x-api-key'] === 'right') admitConnection(request.socket, 'right')
      answer(response)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(() => {
    for (const socket of sockets) socket.destroy()
    server.closeAllConnections()
    server.close()
  })

  const request = (fields = '') => `GET / HTTP/1.1\r\nHost: a\r\n${fields}\r\n`

  it('passes on well-formed requests, up to the maximum of a connection', async () => {
    const { statuses } = await rawHttp(url, request().repeat(3))
    expect([statuses, seen.length]).to.deep.equal([[200, 200], 2])
  })

  it('rejects others, and reads nothing behind them', async () => {
    const { statuses, body } = await rawHttp(url, `GET / HTTP/1.1\r\n\r\n${request()}`)
    expect([statuses, seen.length]).to.deep.equal([[400], 0])
    expect(JSON.parse(body)).to.have.nested.property('error.code', 'VALIDATION_ERROR')
  })

  it('rejects a request with too many header fields', async () => {
    const fields = Array.from({ length: 10 }, (_, at) => `x-${at}: 1\r\n`).join('')
    expect((await rawHttp(url, request(fields))).statuses).to.deep.equal([431])
  })

  it('rejects an unknown expectation', async () => {
    expect((await rawHttp(url, request('Expect: more\r\n'))).statuses).to.deep.equal([417])
  })

  /** Whether the server keeps a new connection, on which it answers. */
  async function isAccepted(fields = ''): Promise<boolean> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(request(fields)))
    sockets.push(socket)
    socket.on('error', () => undefined)
    return Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)])
  }

  it('closes further connections of a client at once, on which no valid key was sent', async () => {
    expect([await isAccepted(), await isAccepted(), await isAccepted()]).to.deep.equal([true, true, false])
  })

  it('does not count connections on which a valid key was sent', async () => {
    for (let count = 0; count < 3; count++) expect(await isAccepted('x-api-key: right\r\n')).to.equal(true)
    expect([await isAccepted(), await isAccepted(), await isAccepted()]).to.deep.equal([true, true, false])
  })

  describe('on a connection where nothing has moved for the time limit', () => {
    /** Sends a request and reads nothing; returns the server's side of the connection. */
    async function unread(): Promise<Socket> {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(request()))
      sockets.push(socket)
      socket.pause().on('error', () => undefined)
      await eventually(() => seen.length === 1)
      return (seen[0] as IncomingMessage).socket
    }

    it('gives up a client that does not read its answer', async () => {
      answer = (response) => response.end(LARGE)
      const served = await unread()
      expect(await settled(() => served.writableLength)).to.be.above(0)
      // Node.js counts the time, anew with each byte that moves.
      expect(served.timeout).to.equal(limits.unreadResponseMs)
      served.emit('timeout')
      expect(served.destroyed).to.equal(true)
    })

    it('keeps a client that waits for its answer', async () => {
      const late = Promise.withResolvers<ServerResponse>()
      answer = late.resolve
      const served = await unread()
      served.emit('timeout')
      const response = await late.promise
      response.end('inside')
      const [socket] = sockets as [Socket]
      const [bytes] = await once(socket.resume(), 'data')
      expect(String(bytes)).to.match(/^HTTP\/1\.1 200 /)
    })
  })
})
