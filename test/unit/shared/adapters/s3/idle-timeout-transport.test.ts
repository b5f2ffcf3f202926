import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { idleTimeoutTransport } from '#shared/adapters/s3/idle-timeout-transport.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { driveClock } from '#test/unit/driven-clock.ts'

/** Node.js counts the time in which a connection is idle: it is not driven. */
const BRIEF_MS = 50
const LONG_MS = 60_000

describe('idleTimeoutTransport', () => {
  let server: Server
  let serve: (response: ServerResponse) => void
  beforeEach(async () => {
    server = createServer((_request, response) => serve(response))
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  afterEach(async () => {
    server.closeAllConnections()
    await once(server.close(), 'close')
  })

  function send(idleMs: number): Promise<IncomingMessage> {
    const { port } = server.address() as AddressInfo
    const request = idleTimeoutTransport(false, idleMs).request({ host: '127.0.0.1', port })
    return new Promise((resolve, reject) => request.on('response', resolve).on('error', reject).end())
  }
  async function textOf(response: Promise<IncomingMessage>): Promise<string> {
    let text = ''
    for await (const part of await response) text += part
    return text
  }

  it('fails with ETIMEDOUT when the server does not answer', async () => {
    serve = () => {}
    expect(await rejectionOf(send(BRIEF_MS))).to.include({ code: 'ETIMEDOUT', message: 'silent for 50 ms' })
  })

  it('fails when the body stops', async () => {
    serve = (response) => response.writeHead(200).write('begin')
    // The client of the request sees its socket break.
    expect(await rejectionOf(textOf(send(BRIEF_MS)))).to.be.instanceOf(Error)
  })

  it('lets a transfer go on that makes progress, for longer than the limit', async () => {
    const clock = driveClock()
    try {
      serve = async (response) => {
        for (let part = 0; part < 6; part++) {
          response.write('x')
          await clock.pass(LONG_MS)
        }
        response.end()
      }
      expect(await textOf(send(LONG_MS))).to.equal('xxxxxx')
    } finally {
      clock.stop()
    }
  })

  it('waits for a reader that pauses with data in its buffer', async () => {
    serve = (response) => response.end('y'.repeat(100_000))
    const response = await send(LONG_MS)
    await eventually(() => response.readableLength > 0)
    // What Node.js does when nothing has moved for the limit.
    response.socket.emit('timeout')
    expect(await textOf(Promise.resolve(response))).to.have.length(100_000)
  })

  it('fails when the server is silent after such a pause', async () => {
    serve = (response) => response.write('y'.repeat(100_000))
    const paused = async () => {
      const response = await send(BRIEF_MS)
      await eventually(() => response.readableLength > 0)
      await once(response.socket, 'timeout')
      return response
    }
    expect(await rejectionOf(textOf(paused()))).to.be.instanceOf(Error)
  })
})
