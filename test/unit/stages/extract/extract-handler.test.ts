import { expect } from 'chai'
import { BudgetExceeded, type ExceededBudget } from '#shared/async/budget-exceeded.ts'
import { Failure, unavailable } from '#shared/errors.ts'
import { type CloudEvent, fromRecord } from '#shared/messages/events/cloud-event.ts'
import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import { readPageExtracted } from '#shared/messages/events/page-extracted.ts'
import { type PageFetched, pageFetchedRecord } from '#shared/messages/events/page-fetched.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { StageResult, Work } from '#shared/stage/stage-handler.ts'
import { extractHandler } from '#stages/extract/extract-handler.ts'
import type { ParserPool } from '#stages/extract/parser.worker.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { probeAnswer } from '#test/support/audit/probe-answer.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { unlimitedMemory } from '#test/support/unlimited-memory.ts'
import { auditOptions } from './audit/audit-options.ts'
import { parsers, parsersWith } from './parsers.ts'

const url = 'https://www.example.com/a/page#top'
const request: InspectionRequested = {
  id: 'one',
  operation: 'metadata',
  lane: 'interactive',
  parameters: { url, fields: 'all', device: 'mobile', max_images: 2, max_links: 100 },
  url,
  expiresAt: null,
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  timing: 'fetch;dur=5.0',
}
const page: Omit<PageFetched, 'body'> = {
  isCut: false,
  httpVersion: '2',
  ttfbMs: 5,
  finalUrl: 'https://www.example.com/b',
  status: 404,
  headers: { 'content-type': ['text/html'] },
  redirects: [{ url: 'https://www.example.com/a/page', status: 301, location: 'https://www.example.com/b' }],
  fetchedAt: '2026-01-15T12:00:00.000Z',
  robotsAllowed: false,
}
const inline = (html: string) => ({ base64: Buffer.from(html).toString('base64') })
const html = `<title>Übersicht</title><link rel="canonical" href="/c"><meta property="og:image" content="/i.png">
${'<img src="/1.png">'}${'<img src="/2.png">'}${'<img src="/3.png">'}`

/** The event as it is read from the log. */
function eventOf(body: PageFetched['body'], own: Partial<InspectionRequested> = {}): CloudEvent {
  const { topic, key, value, headers } = pageFetchedRecord({ ...request, ...own }, { ...page, body })
  const bytes = Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)])
  const record = { topic, partition: 0, offset: 0, timestamp: 0, headers: Object.fromEntries(bytes) }
  const decoded = fromRecord({ ...record, key: Buffer.from(key ?? ''), value: Buffer.from(value ?? '') })
  if ('reason' in decoded) throw new Error(decoded.reason)
  return decoded.event
}

describe('extract handler', () => {
  let embedded: Embedded
  let fingerprints: unknown[]
  before(async () => {
    embedded = await openEmbedded()
  })
  after(() => embedded.close())
  beforeEach(() => {
    fingerprints = []
  })

  const lookups = {
    async probe(urls, { traceparent }) {
      fingerprints.push(traceparent)
      return urls.map((one) => probeAnswer(one))
    },
    async describeImage(one, { traceparent }) {
      fingerprints.push(traceparent)
      return { url: one, width: 1, height: 1, format: 'png', dominantColor: '#336699' }
    },
  } as Partial<Lookups> as Lookups

  interface Own {
    parsers?: ParserPool
    lookups?: Lookups
    objects?: ObjectStore
    signal?: AbortSignal
  }
  const limits = { maxBytes: 50_000_000, audit: auditOptions }
  function handle(event: CloudEvent, { signal, ...own }: Own = {}): Promise<StageResult> {
    const ports = { parsers, lookups, objects: embedded.objects, ...limits }
    const work: Work = {
      event,
      lane: 'interactive',
      signal: signal ?? new AbortController().signal,
    }
    return extractHandler({ memory: unlimitedMemory, ...ports, ...own }).handle(work)
  }
  async function result(event: CloudEvent, own: Own = {}) {
    const effect = await handle(event, own)
    if (!('resultJson' in effect)) throw new Error('no result')
    return { inspection: effect.inspection, answer: JSON.parse(effect.resultJson) }
  }

  it('completes the inspection with the metadata of the page', async () => {
    const { inspection, answer } = await result(eventOf(inline(html)))
    expect(answer).to.include({
      url,
      final_url: 'https://www.example.com/b',
      fetched_at: '2026-01-15T12:00:00.000Z',
      title: 'Übersicht',
      dominant_color: '#336699',
    })
    expect(answer.extraction).to.deep.equal({ method: 'raw_html', ua_family: 'mobile' })
    expect(answer.http).to.deep.include({ status: 404, redirect_chain: page.redirects })
    expect(answer.indexability.robots_txt_allowed).to.equal(false)
    expect(answer.canonical).to.include({ href: 'https://www.example.com/c', status: 200, resolves: true })
    expect(answer.images).to.have.length(2)
    expect(answer.truncated.images).to.equal(true)
    expect(inspection).to.deep.include({
      id: 'one',
      operation: 'metadata',
      parameters: request.parameters,
      url,
    })
    expect(inspection.timing).to.match(/^fetch;dur=5\.0, extract;dur=\d+\.\d$/)
  })

  it('reports a bot challenge for any groups', async () => {
    const parameters = { ...request.parameters, fields: 'counters' }
    const wall = await handle(eventOf(inline('<title>Just a moment...</title>'), { parameters }))
    expect(wall).to.include({ blocked: 'challenge' })
    expect(await handle(eventOf(inline(html), { parameters }))).to.include({ blocked: null })
  })

  it('returns only the requested groups', async () => {
    const parameters = { ...request.parameters, fields: 'counters' }
    const { answer } = await result(eventOf(inline(html), { parameters }))
    expect(answer).to.have.property('content')
    expect(answer).not.to.have.any.keys('canonical', 'dominant_color', 'images')
    expect(fingerprints).to.deep.equal([])
  })

  it('repeats the work for a repeated event, described before or not', async () => {
    const event = eventOf(inline('<title>Twice</title>'), {
      parameters: { ...request.parameters, fields: 'basic' },
    })
    const work: Work = { event, lane: 'interactive', signal: new AbortController().signal }
    const step = extractHandler({
      parsers,
      lookups,
      objects: embedded.objects,
      memory: unlimitedMemory,
      ...limits,
    })
    step.describe(event, 'interactive')
    for (let times = 0; times < 3; times++) {
      const effect = await step.handle(work)
      expect(effect).to.have.property('resultJson').that.includes('"title":"Twice"')
    }
  })

  it('passes the trace on to the look-ups', async () => {
    await result(eventOf(inline(html)))
    expect(fingerprints).to.deep.equal([request.traceparent, request.traceparent])
  })

  it('forwards an audit with the input for score and the elapsed time', async () => {
    const parameters = { url, fields: 'all', device: 'mobile', vitals: 'none', compare: false }
    const nothing = { count: 0, first: null }
    const requested = {
      ...lookups,
      fetchFile: async (one: string) => ({
        ...{ url: one, finalUrl: one, status: 404, error: null, redirects: [], contentType: null },
        ...{ robotsHeaders: [], linkHeaders: [], body: new Uint8Array(), isCut: false },
      }),
      robots: async () => ({
        ...{ robotsUrl: '', state: 'absent', allowed: true, rule: null, line: null, group: null },
        ...{ crawlDelay: null, sitemaps: [] },
      }),
      scanSitemap: async (one: string) => ({
        ...{ url: one, status: 404, error: null, kind: 'other', fault: null, bytes: 0, entries: 0 },
        ...{ foreign: nothing, lastmodInvalid: nothing, lastmodFuture: nothing },
        ...{ isCut: false, children: [], matches: [] },
      }),
    } as Lookups
    const effect = await handle(eventOf(inline(html), { operation: 'seo-audit', parameters }), {
      lookups: requested,
    })
    const [record] = 'next' in effect ? effect.next : []
    const { topic = '', key = null, value = null, headers = {} } = record ?? {}
    expect(topic).to.equal('page.extracted.interactive')
    const bytes = Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)])
    const read = fromRecord({
      ...{ topic, partition: 0, offset: 0, timestamp: 0, headers: Object.fromEntries(bytes) },
      ...{ key: Buffer.from(key ?? ''), value: Buffer.from(value ?? '') },
    })
    if ('reason' in read) throw new Error(read.reason)
    const { request: next, auditInput } = readPageExtracted(read.event, 'interactive')
    expect(next).to.deep.include({ id: 'one', operation: 'seo-audit', parameters, url })
    expect(next.timing).to.match(/^fetch;dur=5\.0, extract;dur=\d+\.\d$/)
    const { metadata, page: passed, unasked } = await auditInput(embedded.objects)
    expect(metadata).to.include({ title: 'Übersicht', dominant_color: null })
    expect(metadata.images).to.have.length(3)
    expect(passed).to.deep.equal({ ...page, body: inline(html) })
    expect(unasked).to.deep.equal([])
    expect(fingerprints).to.include(request.traceparent)
  })

  it('reads a large body from the object store', async () => {
    await embedded.objects.put('bodies/large.html', Buffer.from(html), 'application/octet-stream')
    const { answer } = await result(eventOf({ object: 'bodies/large.html' }))
    expect(answer.title).to.equal('Übersicht')
  })

  it('fails at once for a body that has gone: the stage retries, then reports it', async () => {
    const rejection = await rejectionOf(handle(eventOf({ object: 'bodies/gone.html' })))
    expect(rejection).to.be.instanceOf(Error).and.not.instanceOf(Failure)
  })

  for (const away of ['objects', 'look-ups']) {
    it(`reports that a service is unavailable (${away})`, async () => {
      const absent = () => Promise.reject(unavailable(away))
      const event = away === 'objects' ? eventOf({ object: 'bodies/x.html' }) : eventOf(inline(html))
      const objects = away === 'objects' ? { ...embedded.objects, get: absent } : embedded.objects
      const rejection = await rejectionOf(
        handle(event, { objects, lookups: { ...lookups, probe: absent } as Lookups }),
      )
      expect(rejection).to.be.instanceOf(Failure).and.include({ code: 'SERVICE_UNAVAILABLE' })
    })
  }

  const budgets = { timeoutMs: 30_000, memoryMb: 256 }
  const breaking = (budget: ExceededBudget): ParserPool =>
    parsersWith('page', () => Promise.reject(new BudgetExceeded(budget, budgets)))

  it('fails with TIMEOUT for a page that takes too long', async () => {
    const rejection = await rejectionOf(handle(eventOf(inline(html)), { parsers: breaking('timeout') }))
    expect(rejection)
      .to.be.instanceOf(Failure)
      .and.deep.include({
        code: 'TIMEOUT',
        details: { url, timeout_ms: 30_000 },
      })
  })

  it('fails with RESPONSE_TOO_LARGE for a page that takes too much memory', async () => {
    const rejection = await rejectionOf(handle(eventOf(inline(html)), { parsers: breaking('memory') }))
    expect(rejection)
      .to.be.instanceOf(Failure)
      .and.deep.include({
        code: 'RESPONSE_TOO_LARGE',
        details: { url, limit_bytes: 268_435_456 },
      })
  })

  it('rethrows when a thread crashed, so that the stage retries', async () => {
    const rejection = await rejectionOf(handle(eventOf(inline(html)), { parsers: breaking('crash') }))
    expect(rejection).to.be.instanceOf(Error).and.not.instanceOf(Failure)
  })

  it('does not start a page whose inspection expired while it waited', async () => {
    const signal = AbortSignal.abort(new Error('expired'))
    const rejection = await rejectionOf(handle(eventOf(inline(html)), { signal }))
    expect(rejection).to.have.property('message', 'expired')
  })

  it('knows the inspection of every event, readable or not', () => {
    const { describe: outline } = extractHandler({
      parsers: breaking('crash'),
      lookups,
      objects: embedded.objects,
      memory: unlimitedMemory,
      ...limits,
    })
    const event = eventOf(inline(html), { lane: 'batch', expiresAt: 1_800_000_000_000 })
    const known = { id: 'one', lane: 'batch', expiresAt: 1_800_000_000_000, traceparent: request.traceparent }
    expect(outline(event, 'batch')).to.deep.include({ ...known, operation: 'metadata', url })
    for (const json of ['{"request":', 'null', null]) {
      expect(outline({ ...event, json }, 'batch')).to.deep.include({ ...known, operation: null, url: '' })
    }
  })
})
