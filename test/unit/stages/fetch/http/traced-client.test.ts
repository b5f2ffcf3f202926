import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import { tracedClient } from '#stages/fetch/http/traced-client.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { recordingTracer } from '#test/unit/shared/telemetry/recording-tracer.ts'
import { loopbackClient, type Site, serve, userAgent } from './loopback.ts'

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

describe('tracedClient', () => {
  let site: Site
  let seen: Record<string, unknown>[]
  beforeEach(async () => {
    seen = []
    site = await serve((request, response) => {
      seen.push(request.headers)
      if (request.url?.startsWith('/from')) response.writeHead(302, { location: '/page?q=HIDDEN' }).end()
      else response.writeHead(404, { 'content-type': 'text/html' }).end('four')
    })
  })
  afterEach(() => site.close())

  it('adds a span around a page of a trace, and hides the trace from the target', async () => {
    const tracer = recordingTracer()
    const client = tracedClient(loopbackClient(), tracer)
    const url = `${site.origin}/from?token=HIDDEN#HIDDEN`
    const { status } = await client.fetchPage({ url, userAgent, traceparent })
    await client.close()
    const [span] = tracer.spans
    expect(span).to.include({ name: 'GET', kind: 'client', parent: traceparent, error: null })
    expect(span?.attributes['url.full']).to.equal(`${site.origin}/from`)
    expect(span?.attributes['server.port']).to.equal(site.port)
    expect(status).to.equal(404)
    expect(span?.learned).to.include({ 'http.response.status_code': 404, 'pageprobe.redirects': 1 })
    expect(JSON.stringify(span)).not.to.include('HIDDEN')
    for (const headers of seen) expect(headers).not.to.have.any.keys('traceparent', 'tracestate')
  })

  it('ends the span with the code of a failure, and rejects with it', async () => {
    const tracer = recordingTracer()
    const client = tracedClient(loopbackClient(), tracer)
    const error = await rejectionOf(client.fetchPage({ url: 'http://10.0.0.1/', userAgent, traceparent }))
    await client.close()
    expect(error).to.be.instanceOf(Failure).with.property('code', 'INVALID_URL')
    expect(tracer.spans[0]?.error).to.equal('INVALID_URL')
  })

  it('adds no span without a trace', async () => {
    const tracer = recordingTracer()
    const client = tracedClient(loopbackClient(), tracer)
    await client.fetchPage({ url: `${site.origin}/page`, userAgent })
    await client.close()
    expect(tracer.spans).to.deep.equal([])
  })
})
