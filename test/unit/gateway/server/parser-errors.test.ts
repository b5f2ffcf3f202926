import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Duplex } from 'node:stream'
import { expect } from 'chai'
import {
  endExemption,
  exemptFromTimeout,
  handleParserErrors,
  rejectTimedOut,
} from '#gateway/server/parser-errors.ts'
import { rawHttp } from '../support/raw-http.ts'

/** A connection that keeps what is written to it. */
function connection() {
  let written = ''
  const socket = new Duplex({
    read: () => undefined,
    write(chunk, _encoding, done) {
      written += chunk
      done()
    },
  })
  return { socket, written: () => written }
}
const failure = (code: string) => Object.assign(new Error(code), { code })

describe('requests that the HTTP parser rejects', () => {
  let server: Server
  let url: string
  before(async () => {
    server = createServer((_request, response) => void response.end('inside'))
    handleParserErrors(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => server.close())

  it('are answered in shape C, and the connection is closed', async () => {
    const { statuses, body, headers } = await rawHttp(url, 'GET / HTTP/1.1\r\nbad header\r\n\r\n')
    expect([statuses, headers.connection]).to.deep.equal([[400], 'close'])
    expect(JSON.parse(body)).to.have.nested.property('error.code', 'VALIDATION_ERROR')
  })

  it('are answered with 405 when they are CONNECT', async () => {
    expect((await rawHttp(url, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')).statuses).to.deep.equal([405])
  })

  for (const [code, status] of [
    ['ERR_HTTP_REQUEST_TIMEOUT', 408],
    ['HPE_HEADER_OVERFLOW', 431],
    ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
    ['HPE_INVALID_METHOD', 400],
  ] as const) {
    it(`are answered with ${status} after ${code}`, async () => {
      const { socket, written } = connection()
      server.emit('clientError', failure(code), socket)
      await once(socket, 'close')
      expect(written()).to.match(new RegExp(`^HTTP/1\\.1 ${status} `))
    })
  }

  it('are not answered when the client is gone', async () => {
    const { socket, written } = connection()
    server.emit('clientError', failure('ECONNRESET'), socket)
    await once(socket, 'close')
    expect(written()).to.equal('')
  })

  it('may take long while the connection is exempt', () => {
    const { socket } = connection()
    exemptFromTimeout(socket)
    server.emit('clientError', failure('ERR_HTTP_REQUEST_TIMEOUT'), socket)
    expect(socket.destroyed || socket.writableEnded).to.equal(false)
    endExemption(socket)
    server.emit('clientError', failure('ERR_HTTP_REQUEST_TIMEOUT'), socket)
    expect(socket.writableEnded).to.equal(true)
  })

  it('are answered with 408 when a route ends its patience', async () => {
    const { socket, written } = connection()
    rejectTimedOut(socket)
    await once(socket, 'close')
    expect(written()).to.match(/^HTTP\/1\.1 408 /)
  })
})
