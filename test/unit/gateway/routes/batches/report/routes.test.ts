import { expect } from 'chai'
import { Failure, unavailable } from '#shared/errors.ts'
import type { Batches, OwnedBatchId, PagesQuery, ReportQuery } from '#shared/ports/batches.ts'
import { type BatchesScript, emptyBatchesScript, someStatus } from '#test/contract/batches.ts'
import { type GatewayFixture, startGatewayFixture } from '#test/unit/gateway/support/gateway-fixture.ts'
import { resultOf } from '#test/unit/shared/stage/toy-stage.ts'
import { recordedReport } from './recorded-report.ts'

const row = { n: 1, url: 'https://a.test/', title: '=1' }
const REPORT = `/batches/${someStatus.id}/report`
const PAGES = `/batches/${someStatus.id}/pages`

describe('reports over HTTP', () => {
  let gateway: GatewayFixture
  let key: string
  let script: BatchesScript
  let asked: readonly [OwnedBatchId, ReportQuery | PagesQuery] = [{ id: '', owner: '' }, {} as ReportQuery]

  before(async () => {
    const batches = new Proxy({} as Batches, {
      get: (_, name: keyof BatchesScript) => (name === ('ping' as string) ? async () => {} : script[name]),
    })
    gateway = await startGatewayFixture({ handle: async (work) => resultOf(work, '{}'), batches })
    key = await gateway.makeKey(['batch'], { owner: 'someone' })
  })
  beforeEach(() => {
    script = emptyBatchesScript()
    script.report = async (...given) => {
      asked = given
      return JSON.stringify(recordedReport)
    }
    script.pages = async (...given) => {
      asked = given
      return rows()
    }
  })
  after(() => gateway.stop())

  async function* rows() {
    yield Buffer.from(`${JSON.stringify(row)}\n`)
  }
  const call = (target: string, accept = '*/*') => gateway.call(key, target, { headers: { accept } })

  it('are JSON, unless HTML or Markdown is preferred', async () => {
    const answer = await call(REPORT)
    expect([answer.status, answer.headers['content-type'], answer.headers.vary]).to.deep.equal([
      ...[200, 'application/json; charset=utf-8'],
      answer.headers.vary,
    ])
    expect(answer.headers.vary).to.include('Accept')
    expect(answer.json()).to.deep.equal(recordedReport)
    expect((await call(REPORT, 'text/markdown')).headers['content-type']).to.equal(
      'text/markdown; charset=utf-8',
    )
    expect((await call(REPORT, 'image/png')).headers['content-type']).to.equal(
      'application/json; charset=utf-8',
    )
  })

  it('have a policy of their own as HTML', async () => {
    const { headers, body } = await call(REPORT, 'text/html,application/xhtml+xml,*/*;q=0.8')
    expect(headers['content-type']).to.equal('text/html; charset=utf-8')
    expect(headers['content-security-policy']).to.match(/^default-src 'none'; style-src 'sha256-/)
    expect(body.toString()).to.match(/^<!doctype html>/)
  })

  it('are asked for by the owner of the key, and compared with another batch', async () => {
    await call(`${REPORT}?compare=other`)
    expect(asked[0]).to.deep.equal({ id: someStatus.id, owner: 'someone' })
    expect((asked[1] as ReportQuery).compare).to.equal('other')
    await call(REPORT)
    expect((asked[1] as ReportQuery).compare).to.equal(null)
  })

  it('name more pages of a rule as HTML than as JSON and Markdown', async () => {
    const examplesAs = async (type: string) => {
      await call(REPORT, type)
      return (asked[1] as ReportQuery).examples
    }
    expect(await examplesAs('text/html')).to.equal(120)
    expect(await examplesAs('application/json')).to.equal(undefined)
    expect(await examplesAs('text/markdown')).to.equal(undefined)
  })

  it('have pages as NDJSON or CSV, from a row on', async () => {
    const lines = await call(`${PAGES}?after=7&limit=3`)
    expect([lines.headers['content-type'], lines.body.toString()]).to.deep.equal([
      'application/x-ndjson',
      `${JSON.stringify(row)}\n`,
    ])
    expect(asked[1]).to.include({ after: 7, limit: 3 })
    const csv = await call(PAGES, 'text/csv')
    expect(csv.headers['content-type']).to.equal('text/csv; charset=utf-8')
    expect(csv.body.toString()).to.include("'=1")
    expect(asked[1]).to.include({ after: 0, limit: null })
  })

  it('answer 404 for a batch of nobody or of another owner, and 400 for one to compare with', async () => {
    script.report = async () => null
    script.pages = async () => null
    expect([(await call(REPORT)).status, (await call(PAGES)).status]).to.deep.equal([404, 404])
    script.report = async () => {
      throw new Failure('VALIDATION_ERROR', 'There is no batch to compare with')
    }
    expect((await call(`${REPORT}?compare=x`)).status).to.equal(400)
  })

  for (const query of ['compare=a&compare=b', 'format=pdf']) {
    it(`refuse ?${query}`, async () =>
      expect((await call(`${REPORT}?${query}`)).json().error.code).to.equal('VALIDATION_ERROR'))
  }
  for (const query of ['limit=0', 'limit=1000001', 'after=-1', 'after=x', 'page=2']) {
    it(`refuse pages?${query}`, async () =>
      expect((await call(`${PAGES}?${query}`)).json().error.code).to.equal('VALIDATION_ERROR'))
  }

  it('need a key with the scope of batches, and say when the batch part is away', async () => {
    expect((await gateway.call(null, REPORT)).status).to.equal(401)
    expect((await gateway.call(await gateway.makeKey(['metadata']), PAGES)).status).to.equal(403)
    script.report = async () => {
      throw unavailable('batches')
    }
    expect((await call(REPORT)).status).to.equal(503)
  })
})
