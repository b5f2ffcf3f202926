import { request } from 'node:http'
import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import type { ItemQuota } from '#shared/ports/item-quota.ts'
import { someStatus } from '#test/contract/batches.ts'
import { eventually } from '#test/contract/eventually.ts'
import { NDJSON, scriptedBatches, textIn } from './submission-fixture.ts'

describe('lines of open batches over HTTP', () => {
  const fixture = scriptedBatches()
  let key: string
  let added: readonly [id: string, from: number, quota: ItemQuota | undefined, lines: string] | null
  before(async () => {
    key = await fixture.gateway.makeKey(['batch', 'seo-audit'], { limits: { batch: 10 } })
  })
  beforeEach(() => {
    added = null
    fixture.script.status = async () => ({ ...someStatus, state: 'open' })
    fixture.script.addLines = async ({ id }, { from, body, quota }) => {
      added = [id, from, quota, await textIn(body)]
      return { accepted: 2, rejected: 1, next: 8 }
    }
  })
  const put = (query: string, body = 'https://a.example/\n', headers: Record<string, string> = NDJSON) =>
    fixture.gateway.call(key, `/batches/b1/lines${query}`, { method: 'PUT', body, headers })

  it('are added from a number on; the answer has what was new', async () => {
    const answer = await put('?from=5')
    expect([answer.status, answer.json()]).to.deep.equal([200, { accepted: 2, rejected: 1, next: 8 }])
    expect(added).to.deep.equal(['b1', 5, { key: key.split('_')[1], limit: 10 }, 'https://a.example/\n'])
    expect(answer.headers['x-ratelimit-limit']).to.equal('10')
  })

  it('may be none: that asks for the first missing one', async () => {
    expect((await put('?from=1', '', {})).json().next).to.equal(8)
    expect(added?.[3]).to.equal('')
  })

  it('are refused with a wrong number or media type', async () => {
    for (const query of ['', '?from=0', '?from=x', '?from=1&more=2']) {
      const { status, json } = await put(query)
      expect([status, json().error.code], query).to.deep.equal([400, 'VALIDATION_ERROR'])
    }
    for (const headers of [
      {},
      { 'Content-Type': 'application/json' },
      { ...NDJSON, 'Content-Encoding': 'gzip' },
    ])
      expect((await put('?from=1', '[]', headers)).status).to.equal(415)
    expect(added).to.equal(null)
  })

  it('are 404 for an unknown batch, and for one that goes meanwhile', async () => {
    fixture.script.addLines = async () => null
    expect((await put('?from=1')).status).to.equal(404)
    fixture.script.status = async () => null
    const { status, json } = await put('?from=1')
    expect([status, json().error.code]).to.deep.equal([404, 'NOT_FOUND'])
  })

  it('are 409 with what is missing', async () => {
    fixture.script.addLines = async () => {
      throw new Failure('CONFLICT', 'missing', { details: { next: 3 } })
    }
    const { status, json } = await put('?from=9')
    expect([status, json()]).to.deep.equal([
      409,
      { success: false, error: { code: 'CONFLICT', message: 'missing', details: { next: 3 } } },
    ])
  })

  it('are 429 with the state of the quota when it does not suffice', async () => {
    fixture.script.addLines = async () => {
      throw new Failure('RATE_LIMIT_EXCEEDED', 'spent')
    }
    const { status, json, headers } = await put('?from=1')
    expect([status, json().error.details.limit]).to.deep.equal([429, 10])
    expect(Number(headers['retry-after'])).to.be.within(1, 86_400)
  })

  it('need the scope of the operation, and so does the start', async () => {
    const other = await fixture.gateway.makeKey(['batch', 'metadata'])
    for (const [method, path] of [
      ['PUT', '/batches/b1/lines?from=1'],
      ['POST', '/batches/b1/start'],
    ] as const) {
      const { status, json } = await fixture.gateway.call(other, path, { method })
      expect([status, json().error.details.required_scope]).to.deep.equal([403, 'seo-audit'])
    }
    expect(added).to.equal(null)
  })

  it('end early for the batch part when the client goes', async () => {
    let isCut = false
    const begun = Promise.withResolvers<void>()
    fixture.script.addLines = async (_batch, { body }) => {
      try {
        for await (const _ of body) begun.resolve()
      } catch (error) {
        isCut = true
        throw error
      }
      return null
    }
    const { port } = new URL(fixture.gateway.url)
    const headers = { ...NDJSON, 'X-API-Key': key }
    const upload = request({ port, path: '/batches/b1/lines?from=1', method: 'PUT', headers })
    upload.on('error', () => undefined)
    upload.write('https://a.example/\n')
    await begun.promise
    upload.destroy()
    await eventually(() => isCut)
  })

  it('are complete with the start', async () => {
    fixture.script.start = async ({ id }) => ({ ...someStatus, id, state: 'running' })
    const start = () => fixture.gateway.call(key, '/batches/b1/start', { method: 'POST' })
    const { status, json } = await start()
    expect([status, json().id, json().state]).to.deep.equal([200, 'b1', 'running'])
    fixture.script.start = async () => null
    expect((await start()).status).to.equal(404)
  })
})
