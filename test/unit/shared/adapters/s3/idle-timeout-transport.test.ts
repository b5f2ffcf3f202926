import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { idleTimeoutTransport } from '#shared/adapters/s3/idle-timeout-transport.ts'

const IDLE_MS = 1000

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

  function send(): Promise<IncomingMessage> {
    const { port } = server.address() as AddressInfo
    const request = idleTimeoutTransport(false, IDLE_MS).request({ host: '127.0.0.1', port })
    return new Promise((resolve, reject) => request.on('response', resolve).on('error', reject).end())
  }

  it('fails with ETIMEDOUT when the server does not answer', async () => {
    serve = () => {}
    expect(await send().catch((error) => error)).to.include({
      code: 'ETIMEDOUT',
      message: 'silent for 1000 ms',
    })
  })

  it('fails with ETIMEDOUT when the body stops', async () => {
    serve = (response) => response.writeHead(200).write('begin')
    const response = await send()
    const read = async () => {
      for await (const _ of response);
    }
    const error = await read().catch((cause) => cause)
    // The client of the request sees its socket break.
    expect(error).to.be.instanceOf(Error)
  })

  it('lets a transfer go on that makes progress, for longer than the limit', async () => {
    serve = async (response) => {
      for (let part = 0; part < 6; part++) {
        response.write('x')
        await sleep(IDLE_MS / 5)
      }
      response.end()
    }
    let text = ''
    for await (const part of await send()) text += part
    expect(text).to.equal('xxxxxx')
  })

  it('waits for a reader that pauses with data in its buffer', async () => {
    serve = (response) => response.end('y'.repeat(100_000))
    const response = await send()
    await sleep(IDLE_MS * 1.5)
    let length = 0
    for await (const part of response) length += part.length
    expect(length).to.equal(100_000)
  })
})
