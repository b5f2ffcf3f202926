import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect } from 'chai'
import { type PageServer, servePages } from '#shared/adapters/telemetry/page-server.ts'
import { eventually } from '#test/contract/eventually.ts'
import { httpCall } from '#test/unit/gateway/support/http-call.ts'

/** Far more connections than a probe needs. */
const CALLERS = 300
/** More than a server of a few small pages may hold. */
const BOUND = 100

describe('servePages', () => {
  let server: PageServer
  let url: string
  const sockets: Socket[] = []
  before(async () => {
    const page = { contentType: 'text/plain', text: 'here' }
    const pages = { '/page': () => page, '/later': async () => ({ ...page, status: 503 }) }
    server = await servePages({ host: '127.0.0.1', port: 0, allowedHosts: [], pages })
    url = `http://127.0.0.1:${server.port}`
  })
  after(async () => {
    for (const socket of sockets) socket.destroy()
    await server.close()
  })

  it('answers each page with its status, and 404 for anything else', async () => {
    const answers = await Promise.all(
      ['/page', '/later', '/other', '/__proto__'].map((path) => httpCall(url, path)),
    )
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 503, 404, 404])
    expect(answers[0]?.body.toString()).to.equal('here')
  })

  it('answers a new caller while others stay silent, and holds few of them', async () => {
    for (let at = 0; at < CALLERS; at++) {
      const socket = connect(server.port, '127.0.0.1').on('error', () => undefined)
      sockets.push(socket)
      await once(socket, 'connect')
    }
    expect((await httpCall(url, '/page')).status).to.equal(200)
    const open = () => sockets.filter((socket) => !socket.closed && !socket.readableEnded).length
    for (const socket of sockets) socket.resume()
    await eventually(() => open() <= BOUND)
    expect((await httpCall(url, '/page')).status).to.equal(200)
  })
})
