import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import type { NewBatch } from '#shared/ports/batches.ts'
import { someStatus } from '#test/contract/batches.ts'
import { NDJSON, scriptedBatches, textIn } from './submission-fixture.ts'

describe('POST /batches?open=true', () => {
  const fixture = scriptedBatches()
  let opened: readonly [batch: NewBatch, lines: string] | null
  let key: string
  before(async () => {
    key = await fixture.gateway.makeKey(['batch', 'metadata', 'snapshot'], { limits: { batch: 10 } })
  })
  beforeEach(() => {
    opened = null
    fixture.script.open = async (batch, body) => {
      opened = [batch, await textIn(body)]
      return { ...someStatus, state: 'open' }
    }
  })
  const post = (query: string, body?: string, headers = {}) =>
    fixture.gateway.call(key, `/batches${query}`, {
      method: 'POST',
      headers,
      ...(body !== undefined && { body }),
    })

  it('opens a batch without a body, with its parameters in the query', async () => {
    const answer = await post('?open=true&operation=snapshot&format=png')
    expect([answer.status, answer.json().state]).to.deep.equal([202, 'open'])
    expect(answer.headers.location).to.equal(`/batches/${someStatus.id}`)
    expect(opened?.[0]).to.deep.include({ operation: 'snapshot', parameters: { format: 'png' }, crawl: null })
    expect(opened?.[0].quota).to.include({ limit: 10 })
    expect(opened?.[1]).to.equal('')
  })

  for (const [title, body, headers, lines] of [
    ['lines', 'https://a.example/\nb', NDJSON, 'https://a.example/\nb'],
    ['no lines', '', NDJSON, ''],
    [
      'JSON',
      '{"urls":["https://a.example/"]}',
      { 'Content-Type': 'application/json' },
      '"https://a.example/"\n',
    ],
    ['JSON without URLs', '{"operation":"metadata"}', {}, ''],
  ] as const) {
    it(`takes a body of ${title} as the first lines`, async () => {
      expect((await post('?open=true', body, headers)).status).to.equal(202)
      expect(opened?.[1]).to.equal(lines)
    })
  }

  it('refuses crawls and sitemaps, which do not come in pieces', async () => {
    for (const more of [
      { crawl: { seeds: ['https://a.example/'] } },
      { sitemaps: ['https://a.example/s.xml'] },
    ]) {
      const { status, json } = await post('?open=true', JSON.stringify(more))
      expect([status, json().error.code]).to.deep.equal([400, 'VALIDATION_ERROR'])
      expect(json().error.details.parameter).to.equal(Object.keys(more)[0])
    }
    expect(opened).to.equal(null)
  })

  it('requires a body without open=true, and the scope of the operation with it', async () => {
    expect((await post('')).status).to.equal(400)
    const refused = await post('?open=true&operation=performance')
    expect([refused.status, refused.json().error.details.required_scope]).to.deep.equal([403, 'performance'])
  })

  it('reports a quota that does not suffice for the first lines', async () => {
    fixture.script.open = async () => {
      throw new Failure('RATE_LIMIT_EXCEEDED', 'spent')
    }
    const { status, json, headers } = await post('?open=true', 'https://a.example/', NDJSON)
    expect([status, json().error.code]).to.deep.equal([429, 'RATE_LIMIT_EXCEEDED'])
    expect(json().error.details).to.include({ limit: 10, remaining: 10 })
    expect(headers['x-ratelimit-limit']).to.equal('10')
  })

  it('refuses a key whose quota is spent before anything is opened', async () => {
    const spent = await fixture.gateway.makeKey(['batch', 'metadata'], { limits: { batch: 0 } })
    const { status } = await fixture.gateway.call(spent, '/batches?open=true', { method: 'POST' })
    expect(status).to.equal(429)
    expect(opened).to.equal(null)
  })
})
