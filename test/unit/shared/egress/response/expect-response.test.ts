import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect } from 'chai'
import { expectResponse } from '#shared/egress/response/expect-response.ts'

const options = { maxHeadBytes: 65_536, isOfHead: false }

describe('expectResponse', () => {
  let server: Server
  let socket: Socket
  let target: Socket
  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const [[accepted]] = await Promise.all([once(server, 'connection'), once(socket, 'connect')])
    target = accepted
  })
  afterEach(async () => {
    socket.destroy()
    target.destroy()
    server.close()
    await once(server, 'close')
  })

  it('makes the reader read what a strict parser reads, and counts what the target sent', async () => {
    const sent = 'HTTP/1.1 200 OK\nX-A : b\n\nhello'
    expectResponse(socket, options)
    target.end(sent)
    const read = await buffer(socket)
    expect(read.toString()).to.equal('HTTP/1.1 200 OK\r\nX-A: b\r\nConnection: close\r\n\r\nhello')
    expect(socket.bytesRead).to.equal(sent.length)
  })

  it('reads one response after another, and the bytes before the first as they are', async () => {
    target.write('first\n\n')
    const [first] = await once(socket, 'data')
    const read = [first]
    for (const status of [201, 202]) {
      expectResponse(socket, options)
      target.write(`HTTP/1.1 ${status} X\r\nContent-Length: 2\r\n\r\nhi`)
      read.push(...(await once(socket, 'data')))
    }
    expect(read.map(String)).to.deep.equal([
      'first\n\n',
      'HTTP/1.1 201 X\r\nContent-Length: 2\r\n\r\nhi',
      'HTTP/1.1 202 X\r\nContent-Length: 2\r\n\r\nhi',
    ])
  })

  it('ends the socket after a response with bytes behind it', async () => {
    expectResponse(socket, options)
    target.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhiHTTP/1.1 200 OK\r\n\r\n')
    const read = await buffer(socket)
    expect(read.toString()).to.equal('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi')
    if (!socket.closed) await once(socket, 'close')
  })

  it('gives the start of a head whose end does not come', async () => {
    expectResponse(socket, options)
    target.end('HTTP/1.1 200 OK\r\nX-A: ')
    expect((await buffer(socket)).toString()).to.equal('HTTP/1.1 200 OK\r\nX-A: ')
  })
})
