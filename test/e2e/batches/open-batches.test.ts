import { request } from 'node:http'
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { type Published, publishedBy } from '#test/e2e/http/published.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { onBothShared } from '#test/support/service/shared-sides.ts'
import { openOwnSite, type TargetSite } from '#test/support/sites/target-site.ts'
import { type Answer, type Call, httpCall } from '#test/unit/gateway/support/http-call.ts'

const NDJSON = { 'Content-Type': 'application/x-ndjson' }

/** Batches whose lines come in pieces, over real HTTP. Every answer is validated against the OpenAPI document. */
onBothShared('open batches', (provide) => {
  let fixture: UsedService
  let site: TargetSite
  let published: Published
  before(async () => {
    site = await openOwnSite({ hosts: 2 })
    fixture = await provide()
    published = publishedBy((await httpCall(fixture.url, '/openapi.json')).json())
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  async function call(target: string, { headers, ...more }: Call = {}, key = fixture.key): Promise<Answer> {
    const answer = await httpCall(fixture.url, target, { ...more, headers: { 'X-API-Key': key, ...headers } })
    published.check({ method: more.method ?? 'GET', target, answer })
    return answer
  }
  const urls = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => site.url(`/page/${from + at}`, 0))
  async function open(query = '&fields=basic', key = fixture.key): Promise<string> {
    const { status, json } = await call(`/batches?open=true${query}`, { method: 'POST' }, key)
    expect([status, json().state, json().counts.accepted]).to.deep.equal([202, 'open', 0])
    return json().id
  }
  const put = (id: string, from: number, lines: readonly string[], key = fixture.key) => {
    const body = lines.map((line) => `${line}\n`).join('')
    return call(`/batches/${id}/lines?from=${from}`, { method: 'PUT', headers: NDJSON, body }, key)
  }
  const start = (id: string) => call(`/batches/${id}/start`, { method: 'POST' })

  it('get each line once, however often and in whatever pieces it is sent, and run from their start on', async () => {
    const id = await open()
    expect((await put(id, 1, urls(1, 3))).json()).to.deep.equal({ accepted: 3, rejected: 0, next: 4 })
    expect((await put(id, 1, urls(1, 3))).json()).to.deep.equal({ accepted: 0, rejected: 0, next: 4 })
    const overlapping = await put(id, 2, [...urls(2, 5), 'nonsense', '', ...urls(1, 1)])
    expect(overlapping.json()).to.deep.equal({ accepted: 2, rejected: 2, next: 9 })
    const beyond = await put(id, 10, urls(10, 12))
    expect([beyond.status, beyond.json().error.code]).to.deep.equal([409, 'CONFLICT'])
    expect(beyond.json().error.details).to.deep.equal({ next: 9 })
    // Another text of a line that is there does not take its place.
    expect((await put(id, 1, urls(90, 92))).json()).to.deep.equal({ accepted: 0, rejected: 0, next: 9 })
    const { json } = await call(`/batches/${id}`)
    expect(json())
      .to.deep.include({ state: 'open', first_url: urls(1, 1)[0] })
      .and.not.have.property('pace')
    expect(urls(1, 5).map((url) => site.hits(new URL(url).pathname))).to.deep.equal([0, 0, 0, 0, 0])

    for (const _ of ['once', 'again']) expect((await start(id)).status).to.equal(200)
    const after = await put(id, 9, urls(9, 9))
    expect([after.status, after.json().error.code]).to.deep.equal([409, 'CONFLICT'])
    await eventually(async () => (await call(`/batches/${id}`)).json().state === 'finished')
    const ended = (await call(`/batches/${id}`)).json()
    expect(ended.counts).to.deep.include({ accepted: 5, rejected: 2, done: 5, failed: 0 })
    expect(ended.rejected.map(({ line }: { line: number }) => line)).to.deep.equal([6, 8])
  })

  it('keep the first lines of a piece that breaks off, and get the others when it is sent again', async () => {
    const id = await open()
    const headers = { ...NDJSON, 'X-API-Key': fixture.key }
    const upload = request(`${fixture.url}/batches/${id}/lines?from=1`, { method: 'PUT', headers })
    upload.on('error', () => undefined)
    upload.write(
      urls(1, 6000)
        .map((url) => `${url}\n`)
        .join(''),
    )
    await eventually(async () => (await call(`/batches/${id}`)).json().counts.accepted > 0)
    const closed = new Promise((resolve) => upload.on('close', resolve))
    upload.destroy()
    await closed
    expect((await put(id, 1, urls(1, 7000))).json().next).to.equal(7001)
    expect((await call(`/batches/${id}`)).json().counts).to.include({ accepted: 7000, rejected: 0 })
    await call(`/batches/${id}`, { method: 'DELETE' })
  })

  it('count each line once against the quota of the key, and are refused beyond it', async () => {
    const key = await fixture.makeKey({ plan: 'free', scopes: ['batch', 'metadata'], limits: { batch: 10 } })
    const id = await open('', key)
    const left = ({ headers }: Answer) => headers['x-ratelimit-remaining']
    expect(left(await put(id, 1, urls(1, 6), key))).to.equal('4')
    expect(left(await put(id, 1, urls(1, 6), key))).to.equal('4')
    const spent = await put(id, 7, urls(7, 11), key)
    expect([spent.status, spent.json().error.code]).to.deep.equal([429, 'RATE_LIMIT_EXCEEDED'])
    expect((await put(id, 7, ['nonsense', ...urls(8, 11)], key)).json()).to.include({
      accepted: 4,
      rejected: 1,
    })
    expect((await call('/usage', {}, key)).json().operations.batch).to.include({ limit: 10, used: 10 })
  })

  it('belong to an owner, are listed by their state, and end when they are cancelled', async () => {
    const id = await open()
    const other = await fixture.makeKey({ owner: 'other' })
    expect((await put(id, 1, urls(1, 1), other)).status).to.equal(404)
    expect((await call(`/batches/${id}/start`, { method: 'POST' }, other)).status).to.equal(404)
    const listed = (await call('/batches?state=open')).json().batches
    expect(listed.map((one: { id: string }) => one.id)).to.include(id)
    for (const change of ['pause', 'resume'])
      expect((await call(`/batches/${id}/${change}`, { method: 'POST' })).json().state).to.equal('open')
    expect((await call(`/batches/${id}`, { method: 'DELETE' })).json().state).to.equal('cancelled')
    expect((await start(id)).json().state).to.equal('cancelled')
    const { status, json } = await put(id, 1, urls(1, 1))
    expect([status, json().error.details]).to.deep.equal([409, { state: 'cancelled' }])
  })

  it('are refused for crawls and sitemaps', async () => {
    for (const more of [{ crawl: { seeds: urls(1, 1) } }, { sitemaps: urls(1, 1) }]) {
      const { status, json } = await call('/batches?open=true', {
        method: 'POST',
        body: JSON.stringify(more),
      })
      expect([status, json().error.code]).to.deep.equal([400, 'VALIDATION_ERROR'])
    }
  })

  it('take 250,000 lines in pieces', async function () {
    this.timeout(300_000)
    const [PIECE, ALL] = [10_000, 250_000]
    const id = await open()
    for (let from = 1; from <= ALL; from += PIECE) {
      const { status, json } = await put(id, from, urls(from, from + PIECE - 1))
      expect([status, json()]).to.deep.equal([200, { accepted: PIECE, rejected: 0, next: from + PIECE }])
    }
    expect((await call(`/batches/${id}`)).json().counts).to.include({
      accepted: ALL,
      waiting: ALL,
      rejected: 0,
    })
    await call(`/batches/${id}`, { method: 'DELETE' })
  })
})
