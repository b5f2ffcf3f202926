import { request } from 'node:http'
import { expect } from 'chai'
import { revokeKey } from '#gateway/access/api-keys.ts'
import { Failure, unavailable } from '#shared/errors.ts'
import type { Batches, BatchListing, NewBatch, ResultsQuery } from '#shared/ports/batches.ts'
import { type BatchesScript, emptyBatchesScript, someStatus, someSummary } from '#test/contract/batches.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { settled } from '#test/support/settled.ts'
import { withDrivenGateway } from '#test/unit/gateway/support/driven-gateway.ts'
import {
  type GatewayFixture,
  type GatewayFixtureOptions,
  startGatewayFixture,
} from '#test/unit/gateway/support/gateway-fixture.ts'
import type { Answer, Call } from '#test/unit/gateway/support/http-call.ts'
import { resultOf } from '#test/unit/shared/stage/toy-stage.ts'

const NDJSON = { 'Content-Type': 'application/x-ndjson' }
const body = {
  id: someStatus.id,
  operation: 'seo-audit',
  source: 'crawl',
  first_url: someStatus.firstUrl,
  state: 'running',
  counts: someStatus.counts,
  rejected: someStatus.rejected,
  created_at: someStatus.createdAt,
  finished_at: null,
}

describe('batches over HTTP', () => {
  let gateway: GatewayFixture
  let script: BatchesScript
  let key: string
  let requested: NewBatch | null
  let sent: string
  let options: GatewayFixtureOptions
  before(async () => {
    const batches: Batches = {
      submit: (...given) => script.submit(...given),
      open: (...given) => script.open(...given),
      addLines: (...given) => script.addLines(...given),
      start: (id) => script.start(id),
      status: (...given) => script.status(...given),
      list: (listing) => script.list(listing),
      pause: (id) => script.pause(id),
      resume: (id) => script.resume(id),
      cancel: (id) => script.cancel(id),
      results: (...given) => script.results(...given),
      report: (...given) => script.report(...given),
      pages: (...given) => script.pages(...given),
      ping: async () => {},
      close() {},
    }
    options = {
      handle: async (work) => resultOf(work, '{}'),
      batches,
    }
    gateway = await startGatewayFixture(options)
    key = await gateway.makeKey(['batch', 'snapshot', 'metadata', 'performance', 'seo-audit'])
  })
  beforeEach(() => {
    requested = null
    sent = ''
    script = emptyBatchesScript()
    script.submit = async (batch, chunks) => {
      requested = batch
      for await (const chunk of chunks) sent += Buffer.from(chunk).toString()
      return someStatus
    }
  })
  after(() => gateway.stop())

  const call = (target: string, more: Call = {}) => gateway.call(key, target, more)
  const post = (text: string, headers = {}, query = '') =>
    call(`/batches${query}`, { method: 'POST', body: text, headers })

  function expectC({ status, json }: Answer, expected: number, code: string) {
    expect([status, json().success, json().error.code]).to.deep.equal([expected, false, code])
    return json().error
  }

  describe('POST', () => {
    for (const type of ['application/x-ndjson', 'Text/Plain; charset=utf-8']) {
      it(`accepts lines as ${type}`, async () => {
        const answer = await post('https://a.example/\n', { 'Content-Type': type }, '?fields=og&max_links=3')
        expect([answer.status, answer.headers.location]).to.deep.equal([202, `/batches/${someStatus.id}`])
        expect(answer.json()).to.deep.equal(body)
        expect(sent).to.equal('https://a.example/\n')
        expect(requested).to.deep.equal({
          operation: 'metadata',
          parameters: { fields: 'og', max_links: 3 },
          crawl: null,
          sitemaps: [],
          owner: key.split('_')[1],
          // The key has no limit: its items are only counted.
          quota: { key: key.split('_')[1], limit: 4_294_967_295 },
        })
      })
    }

    it('accepts lines with an object parameter as JSON text', async () => {
      const viewport = encodeURIComponent('{"width":800,"height":600}')
      const answer = await post('https://a.example/\n', NDJSON, `?operation=snapshot&viewport=${viewport}`)
      expect(answer.status).to.equal(202)
      expect(requested?.parameters).to.deep.equal({
        viewport: { width: 800, height: 600, deviceScaleFactor: 1 },
      })
    })

    for (const headers of [{}, { 'Content-Type': 'application/json' }]) {
      it(`accepts JSON: ${JSON.stringify(headers)}`, async () => {
        const json = { operation: 'seo-audit', urls: ['https://a.example/'], crawl: { max_pages: 5 } }
        expect((await post(JSON.stringify(json), headers)).status).to.equal(202)
        expect(sent).to.equal('"https://a.example/"\n')
        expect(requested).to.deep.include({ operation: 'seo-audit', parameters: {} })
        expect(requested?.crawl).to.deep.include({ scope: 'host', maxPages: 5 })
      })
    }

    it('requires the scope of the operation as well', async () => {
      const other = await gateway.makeKey(['batch', 'metadata'])
      const posted = { method: 'POST', body: 'https://a.example/\n', headers: NDJSON }
      const rejected = await gateway.call(other, '/batches?operation=snapshot', posted)
      const { details } = expectC(rejected, 403, 'INSUFFICIENT_PERMISSIONS')
      expect(details).to.deep.equal({ required_scope: 'snapshot' })
      expect(requested).to.equal(null)
      expect((await gateway.call(other, '/batches', posted)).status).to.equal(202)
    })

    describe('of a key with a daily limit', () => {
      const limited = (limits: Readonly<Record<string, number>>, plan: 'free' | 'enterprise' = 'free') =>
        gateway.makeKey(['batch', 'metadata'], { plan, limits })
      const lines = (count: number) => 'https://a.example/\n\n'.repeat(count)
      const submit = (holder: string, text: string, headers = NDJSON) =>
        gateway.call(holder, '/batches', { method: 'POST', body: text, headers })
      const left = ({ headers }: Answer) => [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]

      it('counts each line that is not blank; one line too many creates no batch and costs nothing', async () => {
        script.submit = async (_batch, chunks) => {
          for await (const chunk of chunks) sent += Buffer.from(chunk).toString()
          return { ...someStatus, counts: { ...someStatus.counts, rejected: 0 } }
        }
        const holder = await limited({ batch: 10 })
        expect(left(await submit(holder, lines(6)))).to.deep.equal(['10', '4'])
        const rejected = await submit(holder, lines(5))
        const details = expectC(rejected, 429, 'RATE_LIMIT_EXCEEDED').details
        expect([details.limit, details.remaining]).to.deep.equal([10, 4])
        expect(Number(rejected.headers['retry-after'])).to.be.within(1, 86_400)
        expect(left(await submit(holder, lines(4).trim()))).to.deep.equal(['10', '0'])
        expectC(await submit(holder, lines(1)), 429, 'RATE_LIMIT_EXCEEDED')
      })

      it('gives back rejected lines, and all lines of a batch that was not created', async () => {
        script.submit = async (_batch, chunks) => {
          for await (const chunk of chunks) sent += Buffer.from(chunk).toString()
          return { ...someStatus, counts: { ...someStatus.counts, rejected: 2 } }
        }
        const holder = await limited({ batch: 10 })
        expect(left(await submit(holder, lines(6)))).to.deep.equal(['10', '6'])
        script.submit = async (_batch, chunks) => {
          for await (const chunk of chunks) sent += Buffer.from(chunk).toString()
          throw unavailable('batches')
        }
        expectC(await submit(holder, lines(5)), 503, 'SERVICE_UNAVAILABLE')
        script.submit = async () => someStatus
        const json = { 'Content-Type': 'application/json' }
        const crawl = (pages: number) =>
          JSON.stringify({ urls: ['https://a.example/'], crawl: { max_pages: pages } })
        expect(left(await submit(holder, crawl(5), json))).to.deep.equal(['10', '1'])
      })

      it('gives a crawl the rest of the quota, and rejects a spent quota before it reads the body', async () => {
        script.submit = async (batch) => {
          requested = batch
          return { ...someStatus, counts: { ...someStatus.counts, rejected: 0 } }
        }
        const holder = await limited({ batch: 10 })
        const json = { 'Content-Type': 'application/json' }
        const crawl = JSON.stringify({ urls: ['https://a.example/'], crawl: { max_pages: 10_000 } })
        expect(left(await submit(holder, crawl, json))).to.deep.equal(['10', '0'])
        expect(requested?.crawl?.maxPages).to.equal(10)
        for (const body of [crawl, JSON.stringify({ sitemaps: ['https://a.example/sitemap.xml'] })]) {
          expectC(await submit(holder, body, json), 429, 'RATE_LIMIT_EXCEEDED')
        }
      })

      it('sets the rate limit headers for sitemaps too, whose entries count later', async () => {
        script.submit = async () => ({ ...someStatus, counts: { ...someStatus.counts, rejected: 0 } })
        const json = { 'Content-Type': 'application/json' }
        const body = JSON.stringify({ sitemaps: ['https://a.example/sitemap.xml'] })
        expect(left(await submit(await limited({ batch: 10 }), body, json))).to.deep.equal(['10', '10'])
      })

      it('has the limit of the plan by default; enterprise has none', async () => {
        script.submit = async () => ({ ...someStatus, counts: { ...someStatus.counts, rejected: 0 } })
        const json = { 'Content-Type': 'application/json' }
        const crawl = JSON.stringify({ urls: ['https://a.example/'], crawl: { max_pages: 1 } })
        expect(left(await submit(await limited({}), crawl, json))).to.deep.equal(['1000', '999'])
        const unlimited = await submit(await limited({}, 'enterprise'), crawl, json)
        expect(left(unlimited)).to.deep.equal([undefined, undefined])
      })
    })

    it('requires a key with the scope batch', async () => {
      const other = await gateway.makeKey(['metadata', 'snapshot', 'performance', 'seo-audit'])
      for (const [method, path] of [
        ['POST', '/batches'],
        ['GET', '/batches'],
        ['GET', '/batches/x'],
        ['DELETE', '/batches/x'],
        ['PUT', '/batches/x/lines?from=1'],
        ['POST', '/batches/x/start'],
        ['POST', '/batches/x/pause'],
        ['POST', '/batches/x/resume'],
        ['GET', '/batches/x/results'],
      ] as const) {
        const { details } = expectC(
          await gateway.call(other, path, { method }),
          403,
          'INSUFFICIENT_PERMISSIONS',
        )
        expect(details).to.deep.equal({ required_scope: 'batch' })
        expectC(await gateway.call(null, path, { method }), 401, 'INVALID_API_KEY')
      }
    })

    for (const headers of [
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      { 'Content-Type': 'text/csv' },
      { ...NDJSON, 'Content-Encoding': 'gzip' },
      { 'Content-Type': 'application/json', 'Content-Encoding': 'br' },
    ]) {
      it(`rejects ${Object.values(headers).join(', ')}`, async () => {
        const { details } = expectC(
          await post('https://a.example/', headers, '?max_links=0'),
          415,
          'UNSUPPORTED_MEDIA_TYPE',
        )
        expect(details).to.have.all.keys('content_type', 'content_encoding')
        expect(requested).to.equal(null)
      })
    }

    it('rejects wrong parameters before it reads the lines', async () => {
      const { details, message } = expectC(await post('x', NDJSON, '?max_links=0'), 400, 'VALIDATION_ERROR')
      expect(details).to.deep.equal({
        parameter: 'max_links',
        reason: 'must be a whole number between 1 and 500',
      })
      expect(message).to.equal('max_links must be a whole number between 1 and 500')
      expect(requested).to.equal(null)
    })

    it('rejects invalid and incomplete JSON', async () => {
      expectC(await post('{"urls":'), 400, 'VALIDATION_ERROR')
      const { details } = expectC(await post('{}'), 400, 'VALIDATION_ERROR')
      expect(details).to.deep.equal({ parameter: 'urls', reason: 'is required' })
    })

    it('accepts JSON of the maximum size, rejects a larger one and names the media type without a limit', async () => {
      const json = JSON.stringify({ urls: [] })
      expect((await post(json.padEnd(16_777_216))).status).to.equal(202)
      for (const headers of [{}, { 'Transfer-Encoding': 'chunked' }]) {
        const { details, message } = expectC(
          await post(json.padEnd(16_777_217), headers),
          413,
          'PAYLOAD_TOO_LARGE',
        )
        expect(details).to.deep.equal({ limit_bytes: 16_777_216 })
        expect(message).to.include('x-ndjson')
      }
    })

    it('passes the lines on as they arrive, no faster than they are read', async () => {
      let taken = 0
      const go = Promise.withResolvers<void>()
      script.submit = async (_batch, chunks) => {
        for await (const chunk of chunks) {
          taken += chunk.length
          await go.promise
        }
        return someStatus
      }
      let written = 0
      const { port } = new URL(gateway.url)
      const answered = Promise.withResolvers<number>()
      const upload = request({
        port,
        path: '/batches',
        method: 'POST',
        headers: { ...NDJSON, 'X-API-Key': key },
      })
      upload.on('response', (response) => answered.resolve(response.resume().statusCode ?? 0))
      const line = Buffer.alloc(65_536, 'x')
      for (; written < 1024 * 65_536; written += line.length) upload.write(line)
      await eventually(() => taken > 0)
      // Most of the 64 MB waits at the client; the kernel buffers some of it.
      expect(await settled(() => upload.socket?.writableLength ?? 0)).to.be.above(written / 2)
      expect(taken).to.be.at.most(1_000_000)
      go.resolve()
      upload.end()
      expect(await answered.promise).to.equal(202)
      expect(taken).to.equal(written)
    })

    it('aborts the submission when the client disconnects', async () => {
      const reported = Promise.withResolvers<unknown>()
      const begun = Promise.withResolvers<void>()
      script.submit = async (_batch, chunks) => {
        try {
          for await (const _ of chunks) begun.resolve()
          reported.resolve('ended')
        } catch (error) {
          reported.resolve(error)
          throw error
        }
        return someStatus
      }
      const { port } = new URL(gateway.url)
      const upload = request({
        port,
        path: '/batches',
        method: 'POST',
        headers: { ...NDJSON, 'X-API-Key': key },
      })
      upload.on('error', () => undefined)
      upload.write('https://a.example/\n')
      await begun.promise
      upload.destroy()
      expect(await reported.promise).to.be.instanceOf(Error)
    })

    it('reports the reason of missing capacity, with Retry-After', async () => {
      script.submit = () =>
        Promise.reject(new Failure('SERVICE_UNAVAILABLE', 'The disk of the batch part is full'))
      const answer = await post('https://a.example/\n', NDJSON)
      const { message, details } = expectC(answer, 503, 'SERVICE_UNAVAILABLE')
      expect(message).to.equal('The disk of the batch part is full')
      expect(Number(answer.headers['retry-after'])).to.equal(details.retry_after)
    })
  })

  it('reports and controls a batch', async () => {
    const seen: string[] = []
    for (const method of ['status', 'pause', 'resume', 'cancel'] as const) {
      script[method] = async ({ id }) => {
        seen.push(`${method} ${id}`)
        return someStatus
      }
    }
    for (const [method, path] of [
      ['GET', '/batches/a'],
      ['POST', '/batches/b/pause'],
      ['POST', '/batches/c/resume'],
      ['DELETE', '/batches/d'],
    ] as const) {
      const answer = await call(path, { method })
      expect([answer.status, answer.json()]).to.deep.equal([200, body])
    }
    expect(seen).to.deep.equal(['status a', 'pause b', 'resume c', 'cancel d'])
  })

  it('passes on the key as the owner, or the owner that several keys share', async () => {
    const owners: (string | null)[] = []
    script.submit = async ({ owner }) => {
      owners.push(owner)
      return someStatus
    }
    script.results = async ({ owner }) => {
      owners.push(owner)
      return null
    }
    script.list = async ({ owner }) => {
      owners.push(owner)
      return { batches: [], next: null }
    }
    for (const method of ['status', 'pause', 'resume', 'cancel'] as const) {
      script[method] = async ({ owner }) => {
        owners.push(owner)
        return null
      }
    }
    const idOf = (one: string) => one.split('_')[1] as string
    const alone = await gateway.makeKey(['batch', 'metadata'])
    const heir = await gateway.makeKey(['batch', 'metadata'], { owner: idOf(alone) })
    const shop = await gateway.makeKey(['batch', 'metadata'], { owner: 'shop' })
    for (const one of [alone, heir, shop]) {
      for (const [method, path] of [
        ['GET', '/batches/a'],
        ['POST', '/batches/a/pause'],
        ['POST', '/batches/a/resume'],
        ['DELETE', '/batches/a'],
        ['GET', '/batches/a/results'],
      ] as const) {
        expectC(await gateway.call(one, path, { method }), 404, 'NOT_FOUND')
      }
      expect((await gateway.call(one, '/batches')).status).to.equal(200)
      for (const [type, text] of [
        ['application/x-ndjson', 'https://a.example/'],
        ['application/json', '{"urls": []}'],
      ] as const) {
        const headers = { 'Content-Type': type }
        await gateway.call(one, '/batches', { method: 'POST', body: text, headers })
      }
    }
    const wanted = [idOf(alone), idOf(alone), 'shop'].flatMap((owner) => Array(8).fill(owner))
    expect(owners).to.deep.equal(wanted)
  })

  it('reports as many hosts as requested', async () => {
    const hosts = [
      { host: 'a.example', waiting: 7, running: 1, restsUntil: null },
      { host: 'b.example', waiting: 0, running: 2, restsUntil: null },
    ]
    const shown = hosts.map(({ restsUntil, ...host }) => ({
      ...host,
      state: 'running',
      rests_until: restsUntil,
    }))
    const seen: unknown[] = []
    script.status = async (_id, most) => {
      seen.push(most)
      return most === undefined ? someStatus : { ...someStatus, hosts }
    }
    expect((await call('/batches/a?hosts=2')).json()).to.deep.equal({ ...body, hosts: shown })
    expect((await call('/batches/a?hosts=100')).status).to.equal(200)
    expect((await call('/batches/a')).json()).to.deep.equal(body)
    expect(seen).to.deep.equal([2, 100, undefined])
  })

  for (const query of ['hosts=0', 'hosts=101', 'hosts=', 'hosts=1.5', 'hosts=all', 'hosts=1&hosts=2']) {
    it(`rejects ${query}`, async () => {
      const { details } = expectC(await call(`/batches/a?${query}`), 400, 'VALIDATION_ERROR')
      expect(details).to.deep.equal({
        parameter: 'hosts',
        reason: 'must be a whole number between 1 and 100',
      })
    })
  }

  it('answers 404 for unknown batches, and 503 while the batch component is unavailable', async () => {
    for (const [method, path, name] of [
      ['GET', '/batches/a', 'status'],
      ['POST', '/batches/b/pause', 'pause'],
      ['POST', '/batches/c/resume', 'resume'],
      ['DELETE', '/batches/d', 'cancel'],
      ['GET', '/batches/e/results', 'results'],
    ] as const) {
      script[name] = (async () => null) as never
      expectC(await call(path, { method }), 404, 'NOT_FOUND')
      script[name] = (() => Promise.reject(unavailable('batches'))) as never
      const answer = await call(path, { method })
      expectC(answer, 503, 'SERVICE_UNAVAILABLE')
      expect(answer.headers).to.include.keys('retry-after')
      expect(answer.json().error.message).not.to.include('batches')
    }
  })

  describe('listed', () => {
    const { rejected: _, ...described } = body
    const listed = { ...described, first_url: someSummary.firstUrl }

    it('are sent page by page', async () => {
      const seen: BatchListing[] = []
      const owner = key.split('_')[1] as string
      script.list = async (listing) => {
        seen.push(listing)
        return { batches: [someSummary], next: listing.after === null ? 5 : null }
      }
      const first = await call('/batches?state=running&limit=1')
      const { batches, next, next_cursor: cursor } = first.json()
      expect([first.status, batches]).to.deep.equal([200, [listed]])
      expect(next).to.equal(cursor)
      const end = { batches: [listed], next_cursor: null, next: null }
      for (const name of ['cursor', 'after']) {
        const last = await call(`/batches?state=running&limit=1&${name}=${cursor}`)
        expect([last.status, last.json()]).to.deep.equal([200, end])
      }
      const requested = { owner, state: 'running', limit: 1 }
      expect(seen).to.deep.equal([
        { ...requested, after: null },
        { ...requested, after: 5 },
        { ...requested, after: 5 },
      ])
    })

    for (const [query, parameter, reason] of [
      ['limit=0', 'limit', 'must be a whole number between 1 and 1000'],
      ['limit=1001', 'limit', 'must be a whole number between 1 and 1000'],
      ['limit=', 'limit', 'must be a whole number between 1 and 1000'],
      ['limit=1&limit=2', 'limit', 'must be a whole number between 1 and 1000'],
      ['after=', 'after', 'must be the `next_cursor` of a page'],
      ['after=1', 'after', 'must be the `next_cursor` of a page'],
      ['after=1.1&after=1.2', 'after', 'must be the `next_cursor` of a page'],
      ['state=done', 'state', 'must be one of: open, running, paused, cancelled, finished'],
      ['state=', 'state', 'must be one of: open, running, paused, cancelled, finished'],
      ['hosts=3', 'hosts', 'is not a known parameter'],
    ] as const) {
      it(`reject ${query}`, async () => {
        const error = expectC(await call(`/batches?${query}`), 400, 'VALIDATION_ERROR')
        expect(error.details).to.deep.equal({ parameter, reason })
        expect(error.message).to.equal(`${parameter} ${reason}`)
      })
    }

    it('are unavailable while the batch component is', async () => {
      script.list = () => Promise.reject(unavailable('batches'))
      expectC(await call('/batches'), 503, 'SERVICE_UNAVAILABLE')
    })
  })

  describe('results', () => {
    let reading: ResultsQuery | null
    beforeEach(() => {
      reading = null
    })
    function giveLines(lines: (signal: AbortSignal) => AsyncGenerator<Uint8Array>) {
      script.results = async (_id, given) => {
        reading = given
        return lines(given.signal)
      }
    }

    it('are lines as they are, also compressed', async () => {
      giveLines(async function* () {
        yield Buffer.from('{"n":1}\n')
        yield Buffer.from('{"n":2}\n')
      })
      const answer = await call('/batches/x/results')
      expect([answer.status, answer.headers['content-type']]).to.deep.equal([200, 'application/x-ndjson'])
      expect(answer.body.toString()).to.equal('{"n":1}\n{"n":2}\n')
      const packed = await call('/batches/x/results', { headers: { 'Accept-Encoding': 'gzip' } })
      expect(packed.headers['content-encoding']).to.equal('gzip')
    })

    it('are requested from a number on, and followed', async () => {
      giveLines(async function* () {})
      await call('/batches/x/results')
      expect(reading).to.include({ after: 0, isFollowing: false })
      expect((await call('/batches/x/results?after=12&follow=true')).body.length).to.equal(0)
      expect(reading).to.include({ after: 12, isFollowing: true })
    })

    for (const [query, parameter] of [
      ['after=-1', 'after'],
      ['after=', 'after'],
      ['after=1&after=2', 'after'],
      ['follow=yes', 'follow'],
      ['limit=5', 'limit'],
    ] as const) {
      it(`reject ${query}`, async () => {
        const { details } = expectC(await call(`/batches/x/results?${query}`), 400, 'VALIDATION_ERROR')
        expect(details).to.include({ parameter })
      })
    }

    it('begin before there are any, and end when the client disconnects', async () => {
      const ended = Promise.withResolvers<void>()
      giveLines(async function* (signal) {
        signal.addEventListener('abort', () => ended.resolve())
        await ended.promise
        yield Buffer.from('never')
      })
      const headers = { 'X-API-Key': key }
      const leaving = new AbortController()
      const { status } = await fetch(`${gateway.url}/batches/x/results?follow=true`, {
        headers,
        signal: leaving.signal,
      })
      expect(status).to.equal(200)
      leaving.abort()
      await ended.promise
    })

    it('break off within 10 s when the key is revoked', async () => {
      giveLines(async function* (signal) {
        yield Buffer.from('{"n":1}\n')
        await new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        })
      })
      await withDrivenGateway(options, async (driven, clock) => {
        const its = await driven.makeKey(['batch'])
        const answer = await fetch(`${driven.url}/batches/x/results?follow=true`, {
          headers: { 'X-API-Key': its },
        })
        await revokeKey(driven.embedded.store, its.split('_')[1] ?? '')
        await clock.pass(10_000)
        expect(await answer.text().catch((error: unknown) => error)).to.be.instanceOf(Error)
      })
    })

    it('do not look complete when they break', async () => {
      const isBegun = Promise.withResolvers<void>()
      giveLines(async function* () {
        yield Buffer.from('{"n":1}\n')
        await isBegun.promise
        throw unavailable('batches')
      })
      const answer = await fetch(`${gateway.url}/batches/x/results`, { headers: { 'X-API-Key': key } })
      expect(answer.status).to.equal(200)
      isBegun.resolve()
      expect(await rejectionOf(answer.text())).to.be.instanceOf(Error)
    })

    it('have the same headers for HEAD and leave nothing open', async () => {
      giveLines(async function* () {
        yield Buffer.from('{"n":1}\n')
      })
      const answer = await call('/batches/x/results?follow=true', { method: 'HEAD' })
      expect([answer.status, answer.body.length]).to.deep.equal([200, 0])
      await eventually(() => reading?.signal.aborted === true)
    })
  })
})
