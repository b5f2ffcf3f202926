import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { type HttpClient, makeHttpClient } from '#gateway/cli/batch/client/http-client.ts'
import { ServiceError } from '#gateway/cli/batch/errors.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import {
  errorBody,
  type FakeService,
  json,
  openFakeService,
  type Responders,
  stream,
} from '../fake-service.ts'

describe('http client of the batch command', () => {
  let service: FakeService
  let http: HttpClient
  let caller: AbortController
  async function open(answers: Responders, key: string | null = 'pp_a_key'): Promise<void> {
    service = await openFakeService(answers)
    caller = new AbortController()
    http = makeHttpClient({ url: service.url, key, signal: caller.signal })
  }
  afterEach(async () => {
    await http.close()
    await service.close()
  })

  it('sends the key, the body and its media type', async () => {
    await open({ 'POST /batches': [json(202, { id: 'b1' })] })
    const body = Buffer.from('https://example.com/1\nhttps://example.com/2\n')
    const answer = await http.text({ path: '/batches', method: 'POST', body, type: 'application/x-ndjson' })
    expect(JSON.parse(answer)).to.deep.equal({ id: 'b1' })
    const [request] = service.requests
    expect(request?.headers).to.include({ 'x-api-key': 'pp_a_key', 'content-type': 'application/x-ndjson' })
    expect(request?.body).to.equal('https://example.com/1\nhttps://example.com/2\n')
  })

  it('sends no key where there is none', async () => {
    await open({ 'GET /a': [json(200, {})] }, null)
    await http.text({ path: '/a' })
    expect(service.requests[0]?.headers).not.to.have.property('x-api-key')
  })

  it('names the batch that a 404 is about', async () => {
    await open({})
    const error = (await rejectionOf(http.text({ path: '/batches/b9', id: 'b9' }))) as ServiceError
    expect(error).to.include({
      message: `There is no batch b9 at ${service.url}`,
      status: 404,
      isTransient: false,
    })
  })

  it('rejects with the message of the service; 429 and 5xx are transient', async () => {
    await open({
      'GET /wrong': [json(400, errorBody('VALIDATION_ERROR', 'state must be known', {}))],
      'GET /busy': [json(429, errorBody('RATE_LIMIT_EXCEEDED', 'Too many', {}), { 'retry-after': '7' })],
    })
    expect(await rejectionOf(http.text({ path: '/wrong' }))).to.include({
      message: 'state must be known',
      isTransient: false,
    })
    expect(await rejectionOf(http.text({ path: '/busy' }))).to.include({
      ...{ status: 429, isTransient: true, retryAfterMs: 7000 },
    })
  })

  it('reports a connection that breaks as a transient error, before and within a body', async () => {
    await open({
      'GET /gone': [(response) => response.destroy()],
      'GET /half': [stream(['{"n":1}\n'], true)],
    })
    expect(await rejectionOf(http.text({ path: '/gone' })))
      .to.be.instanceOf(ServiceError)
      .with.property('isTransient', true)
    const chunks = await http.stream({ path: '/half' })
    expect(await rejectionOf(text(chunks)))
      .to.be.instanceOf(ServiceError)
      .with.property('isTransient', true)
  })

  it('passes on the reason of an interrupt', async () => {
    await open({})
    const reason = new Error('Ctrl-C')
    caller.abort(reason)
    expect(await rejectionOf(http.text({ path: '/batches' }))).to.equal(reason)
  })
})
