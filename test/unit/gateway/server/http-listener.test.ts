import { once } from 'node:events'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { expect } from 'chai'
import { type HttpListener, openListener } from '#gateway/server/http-listener.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { httpCall } from '../support/http-call.ts'
import { listenerOptions } from '../support/listener-options.ts'
import { rawHttp } from '../support/raw-http.ts'

describe('http-listener', () => {
  let listener: HttpListener
  beforeEach(async () => {
    listener = await openListener(listenerOptions)
  })
  afterEach(() => listener.close(0))

  it('has the URL on which it listens', () =>
    expect(listener.url).to.match(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/))

  it('answers 503 with Retry-After and a positive health check before it serves', async () => {
    const early = await httpCall(listener.url, '/metadata')
    expect([early.status, early.json().error.code]).to.deep.equal([503, 'SERVICE_UNAVAILABLE'])
    expect(early.headers['retry-after']).to.equal(String(early.json().error.details.retry_after))
    expect((await httpCall(listener.url, '/readyz')).status).to.equal(503)
    expect((await httpCall(listener.url, '/healthz')).status).to.equal(200)
  })

  it('passes calls on once it serves', async () => {
    listener.serve((request, response) => response.end(request.url))
    expect((await httpCall(listener.url, '/x')).body.toString()).to.equal('/x')
  })

  it('answers 421 for an unknown host, before it serves and after', async () => {
    const ask = (host: string) =>
      rawHttp(listener.url, `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    const early = await ask('evil.example')
    listener.serve((_request, response) => response.end('inside'))
    const late = await ask('evil.example')
    expect([early.statuses, late.statuses]).to.deep.equal([[421], [421]])
    expect(late.headers).to.include({ connection: 'close', 'cache-control': 'no-store' })
    expect((await ask('probe.example')).body).to.equal('inside')
  })

  it('answers for any host when it does not listen on loopback', async () => {
    const open = await openListener({ ...listenerOptions, host: '0.0.0.0', allowedHosts: [] })
    open.serve((_request, response) => response.end('inside'))
    const bytes = 'GET / HTTP/1.1\r\nHost: any.example\r\nConnection: close\r\n\r\n'
    const { statuses } = await rawHttp(open.url.replace('0.0.0.0', '127.0.0.1'), bytes)
    await open.close(0)
    expect(statuses).to.deep.equal([200])
  })

  it('completes pending answers before it closes', async () => {
    const answer = Promise.withResolvers<void>()
    const came = Promise.withResolvers<void>()
    listener.serve(async (_request, response) => {
      came.resolve()
      await answer.promise
      response.end('late')
    })
    const agent = new Agent({ keepAlive: true })
    const waiting = httpCall(listener.url, '/', { agent })
    await came.promise
    const closing = listener.close(60_000)
    answer.resolve()
    expect((await waiting).body.toString()).to.equal('late')
    await closing
    agent.destroy()
    expect(await rejectionOf(httpCall(listener.url, '/'))).to.have.property('code', 'ECONNREFUSED')
  })

  it('does not wait forever for an answer', async () => {
    const came = Promise.withResolvers<void>()
    listener.serve(() => came.resolve())
    const waiting = rejectionOf(httpCall(listener.url, '/'))
    await came.promise
    await listener.close(20)
    expect(await waiting).to.be.instanceOf(Error)
    await listener.close(20)
  })

  it('cannot listen on an address in use', async () => {
    const { port } = new URL(listener.url)
    expect(await rejectionOf(openListener({ ...listenerOptions, port: Number(port) }))).to.have.property(
      'code',
      'EADDRINUSE',
    )
  })

  describe('with a slow client', () => {
    const slow = { headersMs: 150, requestMs: 300, keepAliveMs: 100 }
    let patient: HttpListener
    beforeEach(async () => {
      patient = await openListener({ ...listenerOptions, ...slow })
      patient.serve((request, response) => request.resume().on('end', () => response.end('whole')))
    })
    afterEach(() => patient.close(0))

    for (const [what, bytes] of Object.entries({
      'its headers never end': 'GET / HTTP/1.1\r\nHost: a\r\nX: ',
      'its body never ends': 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc',
      'its chunks never end': 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n',
    })) {
      it(`answers 408 in shape C and closes: ${what}`, async () => {
        const { statuses, headers, body } = await rawHttp(patient.url, bytes)
        expect([statuses, JSON.parse(body).error.code]).to.deep.equal([[408], 'TIMEOUT'])
        expect(headers).to.include({ connection: 'close', 'content-type': 'application/json; charset=utf-8' })
        expect(headers).not.to.have.property('x-request-id')
      })
    }

    it('closes an idle connection', async () => {
      const { statuses } = await rawHttp(patient.url, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
      expect(statuses).to.deep.equal([200])
    })

    it('closes a connection on which nothing arrives', async () => {
      const { statuses } = await rawHttp(patient.url, '')
      expect(statuses.filter((status) => status !== 408)).to.deep.equal([])
    })
  })

  it('closes a connection after its maximum number of requests', async () => {
    const strict = await openListener({ ...listenerOptions, maxRequestsPerSocket: 2 })
    strict.serve((_request, response) => response.end('x'))
    const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
    const { statuses, headers } = await rawHttp(strict.url, request.repeat(3))
    expect(statuses).to.deep.equal([200, 200])
    expect(headers.connection).to.equal('close')
    await strict.close(0)
  })

  it('closes the oldest connection without a key beyond its maximum of connections', async () => {
    const strict = await openListener({ ...listenerOptions, maxConnections: 1, maxKeylessConnections: 2 })
    strict.serve((_request, response) => response.end('x'))
    const { hostname, port } = new URL(strict.url)
    const oldest = connect(Number(port), hostname)
    await once(oldest, 'connect')
    const closed = once(oldest, 'close')
    expect((await httpCall(strict.url, '/')).status).to.equal(200)
    await closed
    await strict.close(0)
  })
})
