import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { type Published, publishedBy } from '#test/e2e/http/published.ts'
import { getPath, metric } from '#test/support/service/api-client.ts'
import {
  type BatchAnswer,
  type BatchClient,
  type BatchLine,
  batchClient,
} from '#test/support/service/batch-client.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { onBothShared } from '#test/support/service/shared-sides.ts'
import { SHARED_JSON_BYTES } from '#test/support/service/worker-service.ts'
import { openOwnSite, type TargetSite } from '#test/support/sites/target-site.ts'
import { type Answer, type Call, httpCall } from '#test/unit/gateway/support/http-call.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const NDJSON = { 'Content-Type': 'application/x-ndjson' }
const nothing = '00000000-0000-4000-8000-000000000000'

/** Limit of a line (infra/docs/batches.md#batches). */
const LONGEST_LINE = 65_536

/**
 * Batches of the whole service over real HTTP. Every answer is validated against the OpenAPI document of the service.
 */
onBothShared('batches', (open, side) => {
  let fixture: UsedService
  let site: TargetSite
  let published: Published
  let client: BatchClient
  let held: PromiseWithResolvers<void>
  before(async () => {
    held = Promise.withResolvers<void>()
    site = await openOwnSite({
      hosts: 3,
      routes: {
        '/file.pdf': (_, response) => {
          response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7')
        },
      },
      before: async (path) => {
        if (path.startsWith('/held')) await held.promise
      },
    })
    fixture = await open()
    published = publishedBy((await httpCall(fixture.url, '/openapi.json')).json())
    client = batchClient(fixture.url, fixture.key)
  })
  after(async () => {
    held.resolve()
    await fixture?.close()
    await site?.close()
  })

  async function call(target: string, { headers, ...more }: Call = {}): Promise<Answer> {
    const answer = await httpCall(fixture.url, target, {
      ...more,
      headers: { 'X-API-Key': fixture.key, ...headers },
    })
    published.check({ method: more.method ?? 'GET', target, answer })
    return answer
  }
  const submit = (body: string, query = '?fields=basic', headers: Record<string, string> = NDJSON) =>
    call(`/batches${query}`, { method: 'POST', body, headers })
  const submitJson = (body: object) => submit(JSON.stringify(body), '', {})
  const accepted = ({ status, json }: Answer): BatchAnswer => {
    expect(status, JSON.stringify(json())).to.equal(202)
    return json()
  }
  async function linesOf(id: string, query = ''): Promise<BatchLine[]> {
    const { body } = await call(`/batches/${id}/results${query}`)
    return body
      .toString()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  }

  it('inspect each line once, with the documented status and results (infra/docs/batches.md#batches)', async () => {
    const urls = [site.url('/one'), site.url('/two', 1), site.url('/three', 2)]
    const answer = await submit(`${urls[0]}\n\n"${urls[1]}"\r\n{"url":"${urls[2]}","fields":"og"}`)
    const { id, ...reported } = accepted(answer)
    expect(answer.headers.location).to.equal(`/batches/${id}`)
    expect(id).to.match(UUID)
    expect(reported).to.include({ state: 'running', finished_at: null })
    expect(reported.counts).to.include({ accepted: 3, rejected: 0, failed: 0 })
    const ended = await client.untilEnded(id)
    expect(ended).to.deep.include({
      state: 'finished',
      counts: { accepted: 3, rejected: 0, waiting: 0, running: 0, done: 3, failed: 0 },
    })
    const lines = await linesOf(id)
    expect(lines.map(({ url }) => url)).to.have.members(urls)
    expect(lines.map(({ n }) => n)).to.deep.equal([1, 2, 3])
    expect(new Set(lines.map((line) => line.id)).size).to.equal(3)
    for (const line of lines) {
      expect(line).to.have.all.keys('n', 'id', 'operation', 'parameters', 'url', 'result')
      expect(line.result).to.include({ url: line.url })
      const { status, json } = await getPath(fixture, `/inspections/${line.id}`)
      expect([status, json]).to.deep.equal([200, line.result])
    }
    const one = lines.find(({ url }) => url === urls[0])
    expect(one?.result).to.include({ title: 'Page /one' })
  })

  it('end in a failure where the page does, with the fields of the event', async () => {
    const { id } = accepted(await submit(`${site.url('/file.pdf')}\n`))
    expect((await client.untilEnded(id)).counts).to.include({ done: 0, failed: 1 })
    const [line] = await linesOf(id)
    expect(line).to.have.all.keys(
      'n',
      'id',
      'operation',
      'parameters',
      'url',
      'code',
      'status',
      'message',
      'details',
      'stage',
    )
    expect(line).to.include({ n: 1, operation: 'metadata', code: 'UNSUPPORTED_CONTENT', status: 500 })
  })

  it('reject wrong lines by number, and finish at once when no line is left', async () => {
    const long = `{"url":"${site.url('/')}","fields":"${'x'.repeat(LONGEST_LINE)}"}`
    const wrong = [
      'ftp://a.example/',
      '',
      '{"url":1}',
      '{',
      long,
      `{"url":"${site.url('/')}","operation":"metadata"}`,
    ]
    const { id, counts, rejected } = accepted(await submit(wrong.join('\n')))
    expect(counts).to.include({ accepted: 0, rejected: 5 })
    expect(rejected.map(({ line }) => line)).to.deep.equal([1, 3, 4, 5, 6])
    for (const { reason } of rejected) expect(reason).to.match(/^(url|the line|operation) /)
    const { state, finished_at } = (await call(`/batches/${id}`)).json()
    expect([state, finished_at === null]).to.deep.equal(['finished', false])
    expect(await linesOf(id)).to.deep.equal([])
  })

  it('reject a line that repeats an earlier one in any spelling', async () => {
    const url = site.url('/twice')
    const { id, rejected } = accepted(
      await submit([url, `${url}#top`, url.replace('http:', 'HTTP:')].join('\n')),
    )
    const reason = 'duplicate of an earlier line'
    expect(rejected).to.deep.equal([
      { line: 2, reason },
      { line: 3, reason },
    ])
    await client.untilEnded(id)
    expect(site.hits('/twice')).to.equal(1)
  })

  it('are accepted as JSON', async () => {
    const urls = [site.url('/json'), { url: site.url('/json-two'), device: 'mobile' }, 'nonsense']
    const { id, rejected } = accepted(
      await submitJson({ operation: 'metadata', parameters: { fields: 'basic' }, urls }),
    )
    expect(rejected).to.deep.equal([{ line: 3, reason: 'url must be a valid http or https URL' }])
    expect((await client.untilEnded(id)).counts).to.include({ done: 2 })
    const lines = await linesOf(id)
    expect(lines.map(({ url }) => url)).to.have.members([site.url('/json'), site.url('/json-two')])
  })

  const wrong: [body: string, headers: object, query: string, status: number, code: string][] = [
    ['{', {}, '', 400, 'VALIDATION_ERROR'],
    ['{}', {}, '', 400, 'VALIDATION_ERROR'],
    ['{"urls":[]}', {}, '?operation=metadata', 400, 'VALIDATION_ERROR'],
    ['x', NDJSON, '?operation=none', 400, 'VALIDATION_ERROR'],
    ['x', NDJSON, '?max_links=x', 400, 'VALIDATION_ERROR'],
    ['x', { 'Content-Type': 'text/csv' }, '', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['x', { ...NDJSON, 'Content-Encoding': 'gzip' }, '', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [`{"urls":[]${' '.repeat(SHARED_JSON_BYTES)}}`, {}, '', 413, 'PAYLOAD_TOO_LARGE'],
  ]
  for (const [body, headers, query, status, code] of wrong) {
    it(`are refused with ${status}: ${body.slice(0, 20)} ${JSON.stringify(headers)} ${query}`, async () => {
      const answer = await submit(body, query, headers as Record<string, string>)
      expect([answer.status, answer.json().error.code]).to.deep.equal([status, code])
    })
  }

  it('need a key, and are hidden from other owners', async () => {
    for (const [method, path] of [
      ['GET', `/batches/${nothing}`],
      ['DELETE', `/batches/${nothing}`],
      ['POST', `/batches/${nothing}/pause`],
      ['POST', `/batches/${nothing}/resume`],
      ['GET', `/batches/${nothing}/results`],
      ['GET', '/batches/..%2f..%2fetc%2fpasswd/results'],
    ] as const) {
      expect((await call(path, { method })).status).to.equal(404)
      const stranger = await call(path, { method, headers: { 'X-API-Key': 'x' }, localAddress: '127.0.7.1' })
      expect(stranger.status).to.equal(401)
    }
    expect((await call('/batches', { method: 'PUT' })).status).to.equal(405)
  })

  describe('listed', () => {
    interface Page {
      readonly batches: readonly BatchAnswer[]
      readonly next: string | null
    }
    const keyOf = (owner: string) => fixture.makeKey({ owner: `${owner}-${randomUUID()}` })
    async function make(key: string, urls: readonly string[] = []): Promise<string> {
      const body = JSON.stringify({ urls })
      return accepted(await call('/batches', { method: 'POST', body, headers: { 'X-API-Key': key } })).id
    }
    async function list(key: string, query = ''): Promise<Page> {
      const answer = await call(`/batches${query}`, { headers: { 'X-API-Key': key } })
      expect(answer.status).to.equal(200)
      return answer.json()
    }
    const idsOf = ({ batches }: Page) => batches.map(({ id }) => id)

    it('are those of the owner, by any of its keys, with their own status', async () => {
      const shop = { owner: `shop-${randomUUID()}` }
      const [one, another] = [await fixture.makeKey(shop), await fixture.makeKey(shop)]
      const stranger = await keyOf('stranger')
      const older = await make(one)
      const newer = await make(another, [site.url('/listed'), 'nonsense'])
      const foreign = await make(stranger)
      await batchClient(fixture.url, one).untilEnded(newer)
      for (const key of [one, another]) {
        const page = await list(key)
        expect([idsOf(page), page.next]).to.deep.equal([[newer, older], null])
        for (const batch of page.batches) {
          const alone = await call(`/batches/${batch.id}`, { headers: { 'X-API-Key': key } })
          const { rejected, parameters, delay_ms, concurrency, ...reported } = alone.json()
          expect(batch).to.deep.equal(reported)
          expect([parameters, delay_ms, concurrency]).to.deep.equal([{}, null, null])
          expect(rejected).to.have.length(batch.counts.rejected)
        }
      }
      expect(idsOf(await list(stranger))).to.deep.equal([foreign])
    })

    it('appear once each, page by page, while new ones are added', async () => {
      const key = await keyOf('pager')
      const ids: string[] = []
      for (let at = 0; at < 7; at++) ids.unshift(await make(key))
      const found: string[] = []
      for (let after: string | null = ''; after !== null; ) {
        const page: Page = await list(key, `?limit=3${after && `&after=${after}`}`)
        found.push(...idsOf(page))
        after = page.next
        await make(key)
      }
      expect(found).to.deep.equal(ids)
    })

    it('can be filtered by state', async () => {
      held = Promise.withResolvers()
      const key = await keyOf('tidy')
      const [ended, paused] = [await make(key), await make(key, [site.url('/held-for-the-list')])]
      await call(`/batches/${paused}/pause`, { method: 'POST', headers: { 'X-API-Key': key } })
      expect(idsOf(await list(key, '?state=paused'))).to.deep.equal([paused])
      expect(idsOf(await list(key, '?state=finished'))).to.deep.equal([ended])
      expect(idsOf(await list(key, '?state=cancelled'))).to.deep.equal([])
    })

    for (const query of ['limit=0', 'limit=1001', 'after=x', 'after=', 'state=done', 'hosts=3']) {
      it(`are refused for ${query}`, async () => {
        const { status, json } = await call(`/batches?${query}`)
        expect([status, json().error.code]).to.deep.equal([400, 'VALIDATION_ERROR'])
        expect(json().error.details.parameter).to.equal(query.split('=')[0])
      })
    }
  })

  it('are paused and resumed, and stream results to followers', async () => {
    const urls = Array.from({ length: 30 }, (_, at) => site.url(`/held-${at}`, at % 3))
    const { id } = accepted(await submit(urls.join('\n')))
    const followed: BatchLine[] = []
    const following = (async () => {
      for await (const line of client.results(id, true)) followed.push(line)
    })()
    const paused = (await call(`/batches/${id}/pause`, { method: 'POST' })).json()
    expect(paused.state).to.equal('paused')
    held.resolve()
    await eventually(async () => (await client.status(id)).counts.running === 0)
    const { state, counts } = await client.status(id)
    expect([state, counts.waiting > 0, counts.done + counts.waiting]).to.deep.equal(['paused', true, 30])
    expect((await call(`/batches/${id}/resume`, { method: 'POST' })).json().state).to.equal('running')
    expect((await client.untilEnded(id)).counts).to.include({ done: 30, waiting: 0 })
    await following
    expect(followed.map(({ n }) => n)).to.deep.equal(Array.from({ length: 30 }, (_, at) => at + 1))
    expect((await linesOf(id, '?after=28')).map(({ n }) => n)).to.deep.equal([29, 30])
    expect(await linesOf(id, '?after=30')).to.deep.equal([])
    expect((await call(`/batches/${id}/pause`, { method: 'POST' })).json().state).to.equal('finished')
  })

  it('report the queue of each host', async () => {
    held = Promise.withResolvers()
    const urls = [100, 500, 300].flatMap((count, host) =>
      Array.from({ length: count }, (_, at) => site.url(`/held-in-queue-${at}`, host)),
    )
    const { id } = accepted(await submit(urls.join('\n')))
    await call(`/batches/${id}/pause`, { method: 'POST' })
    const { hosts, counts } = (await call(`/batches/${id}?hosts=100`)).json()
    const names = [1, 2, 0].map((host) => new URL(site.url('/', host)).hostname)
    expect(hosts.map(({ host }: { host: string }) => host)).to.deep.equal(names)
    const sum = (name: 'waiting' | 'running') =>
      hosts.reduce((all: number, host: Record<typeof name, number>) => all + host[name], 0)
    expect([sum('waiting'), sum('running')]).to.deep.equal([counts.waiting, counts.running])
    expect((await call(`/batches/${id}?hosts=1`)).json().hosts).to.have.length(1)
    expect((await call(`/batches/${id}`)).json()).not.to.have.property('hosts')
    expect((await call(`/batches/${id}?hosts=0`)).status).to.equal(400)
    await call(`/batches/${id}`, { method: 'DELETE' })
    held.resolve()
    // Inspections that ran at the cancellation come to their end.
    await eventually(async () => (await call(`/batches/${id}`)).json().finished_at !== null)
    expect((await call(`/batches/${id}?hosts=10`)).json().hosts).to.deep.equal([])
  })

  it('are cancelled: waiting lines are dropped, and followers end', async () => {
    held = Promise.withResolvers()
    const urls = Array.from({ length: 500 }, (_, at) => site.url(`/held-then-cancelled-${at}`))
    const { id } = accepted(await submit(urls.join('\n')))
    const answer = await call(`/batches/${id}`, { method: 'DELETE' })
    expect([answer.status, answer.json().state]).to.deep.equal([200, 'cancelled'])
    held.resolve()
    let lines = 0
    for await (const _ of client.results(id, true)) lines++
    const { state, counts } = await client.status(id)
    expect([state, counts.waiting, counts.running]).to.deep.equal(['cancelled', 0, 0])
    expect(counts.done).to.equal(lines)
    expect(lines).to.be.below(500)
    expect((await call(`/batches/${id}/resume`, { method: 'POST' })).json().state).to.equal('cancelled')
  })

  it('do not exist when their body was cut off', async () => {
    const { port } = new URL(fixture.url)
    const headers = { ...NDJSON, 'X-API-Key': fixture.key }
    const upload = request({ port, path: '/batches?fields=basic', method: 'POST', headers })
    upload.on('error', () => undefined)
    const known = (await call('/batches?limit=100')).json().batches.length
    for (let at = 0; at < 1000; at++) upload.write(`${site.url('/cut')}?page=${at}\n`)
    await new Promise((sent) => upload.write('\n', sent))
    upload.destroy()
    const { id } = accepted(await submit(site.url('/after-the-cut')))
    await client.untilEnded(id)
    expect((await call('/batches?limit=100')).json().batches).to.have.length(known + 1)
    expect(site.hits('/cut')).to.equal(0)
  })

  const [lines, wrongLine] = side === 'embedded' ? [100_000, 77_777] : [10_000, 7777]
  it(`of ${lines} lines are read as a stream, and name the wrong line`, async () => {
    const memory = () => metric(fixture, 'process_resident_memory_bytes')
    const before = await memory()
    const readings: Promise<number>[] = []
    const { id, counts, rejected } = await client.submit(
      (function* () {
        for (let line = 1; line <= lines; line++) {
          if (line % 10_000 === 0) readings.push(memory())
          yield line === wrongLine ? 'not a URL' : `${site.url('/many', line % 3)}?page=${line}`
        }
      })(),
    )
    expect(counts).to.include({ accepted: lines - 1, rejected: 1 })
    expect(rejected).to.deep.equal([{ line: wrongLine, reason: 'url must be a valid http or https URL' }])
    const highest = Math.max(...(await Promise.all(readings)))
    expect((highest - before) / 1_048_576).to.be.below(150)
    expect((await call(`/batches/${id}`, { method: 'DELETE' })).json().state).to.equal('cancelled')
  })
})
