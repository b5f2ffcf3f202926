import { randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { zstdDecompressSync } from 'node:zlib'
import { expect } from 'chai'
import type { Consumer } from '#shared/consumer/consumer.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { runStage } from '#shared/stage/run-stage.ts'
import type { StageHandler } from '#shared/stage/stage-handler.ts'
import { noTelemetry } from '#shared/telemetry/telemetry.ts'
import type { RobotsPolicy } from '#shared/web/robots/policy.ts'
import { fetchHandler } from '#stages/fetch/fetch-handler.ts'
import type { HttpClient } from '#stages/fetch/http/client.ts'
import { makeRobots } from '#stages/fetch/robots/robots.ts'
import { makeRobotsGuard } from '#stages/fetch/robots/robots-guard.ts'
import { makeUploadBacklog } from '#stages/fetch/upload-backlog.ts'
import { eventually } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { unlimitedMemory } from '#test/support/unlimited-memory.ts'
import { driveClock } from '#test/unit/driven-clock.ts'
import { requestOf } from '#test/unit/shared/stage/toy-stage.ts'
import { loopbackClient, type Site, serve, userAgent } from './http/loopback.ts'
import { unlimitedOptions, unlimitedPermits } from './unlimited-permits.ts'

const TRIES = 2
const KIB_256 = 256 * 1024
const text = (record: LogRecord | undefined, header: string) => record?.headers[header]?.toString()
/** The JSON of an event: the first line of its record. */
const value = (record: LogRecord | undefined) =>
  JSON.parse(record?.value?.toString().split('\n')[0] ?? 'null')
/** The bytes after the first line. */
const bytesOf = ({ value: bytes }: LogRecord) => bytes?.subarray(bytes.indexOf('\n') + 1)

describe('fetchHandler', () => {
  let embedded: Embedded
  let client: HttpClient
  let site: Site
  let agents: (string | undefined)[]
  let answer: RequestListener
  let robotsTxt: RequestListener
  let consumers: Consumer[]
  let fetched: readonly LogRecord[]
  let failed: readonly LogRecord[]

  beforeEach(async () => {
    consumers = []
    agents = []
    embedded = await openEmbedded()
    client = loopbackClient()
    answer = (_request, response) => response.setHeader('content-type', 'text/html').end('<title>x</title>')
    robotsTxt = (_request, response) => response.writeHead(404).end()
    site = await serve((request, response) => {
      if (request.url === '/robots.txt') return robotsTxt(request, response)
      agents.push(request.headers['user-agent'])
      return answer(request, response)
    })
    fetched = await embedded.watch('page.fetched.interactive', 'page.fetched.batch')
    failed = await embedded.watch('inspection.failed')
  })
  afterEach(async () => {
    for (const consumer of consumers) await consumer.drain(1000)
    await client.close()
    await site.close()
    await embedded.close()
  })

  function stepOf(policy: RobotsPolicy = 'named'): StageHandler {
    const cache = { cacheMs: 60_000, unreachableCacheMs: 1, cacheEntries: 10, cacheBytes: 1_000_000 }
    const robots = makeRobots({
      client,
      permits: unlimitedPermits,
      userAgent,
      ...cache,
      timeoutMs: 1000,
      maxRedirects: 5,
    })
    return fetchHandler({
      client,
      robots: makeRobotsGuard(robots, policy, 50),
      objects: embedded.objects,
      memory: unlimitedMemory,
      uploads: makeUploadBacklog(Number.POSITIVE_INFINITY),
      polite: unlimitedOptions,
    })
  }
  async function run(step = stepOf()): Promise<void> {
    const { log, store, objects } = embedded
    const pool = { slots: 4, reserved: 1, limits: { perKey: 1 } }
    const limits = {
      maxPendingPerHost: 100,
      queueLimit: 100,
      highWater: 100,
      maxAttempts: TRIES,
      batchResultTtl: 600,
      outcomeTtl: 3600,
      newerVersionWaitMs: 1000,
    }
    const poisonPills = { store, maxCrashes: 3, settleMs: 0 }
    const ports = { log, store, objects, logger: silentLog, publicUrl: () => 'http://pageprobe.test' }
    consumers.push(
      await runStage(step, {
        ...ports,
        ...limits,
        poisonPills,
        pool,
        telemetry: noTelemetry,
        system: 'sqlite',
      }),
    )
  }
  const ask = (parameters: object, { id = 'one', lane = 'interactive' as Lane } = {}) => ({
    ...requestOf(id, lane),
    value: JSON.stringify({ operation: 'metadata', parameters }),
  })
  /** Requests one page and returns the input of the next stage. */
  async function page(path = '/page', parameters: object = {}, lane: Lane = 'interactive') {
    await run()
    await embedded.log.append([ask({ url: `${site.origin}${path}`, ...parameters }, { lane })])
    await eventually(() => fetched.length === 1)
    return value(fetched[0]).page
  }
  /** Requests one page and returns the failure. */
  async function failure(parameters: object = { url: `${site.origin}/page` }, lane: Lane = 'interactive') {
    await run()
    await embedded.log.append([ask(parameters, { lane })])
    await eventually(() => failed.length === 1)
    expect(fetched).to.deep.equal([])
    return value(failed[0])
  }

  it('forwards a page behind ten redirects, the most that are followed', async () => {
    answer = ({ url = '' }, response) => {
      const left = Number(url.slice(1, 3)) || 0
      const start = `/${String(left - 1).padStart(2, '0')}?`
      const location = start.padEnd(8192 - site.origin.length, '\\')
      if (left > 0) response.writeHead(302, { location }).end()
      else response.writeHead(200, { 'content-type': 'text/html' }).end('x'.repeat(256 * 1024))
    }
    const { redirects, finalUrl } = await page('/10')
    expect(redirects).to.have.length(10)
    expect(finalUrl).to.have.length(8192)
  })

  it('forwards the page with its facts, its request and its timing', async () => {
    answer = async ({ url }, response) => {
      await clock.pass(40)
      if (url === '/page') response.writeHead(301, { location: '/landing' }).end()
      else response.writeHead(200, { 'content-type': 'text/html', etag: '"1"' }).end('<title>é</title>')
    }
    const clock = driveClock()
    const began = Date.now()
    const { headers, fetchedAt, ttfbMs, ...rest } = await page().finally(clock.stop)
    expect(rest).to.deep.equal({
      finalUrl: `${site.origin}/landing`,
      status: 200,
      redirects: [{ url: `${site.origin}/page`, status: 301, location: `${site.origin}/landing` }],
      robotsAllowed: true,
      isCut: false,
      httpVersion: '1.1',
      body: { at: 0, length: 17, encoding: 'identity', bytes: 17 },
    })
    expect(headers).to.deep.include({ etag: ['"1"'], 'content-type': ['text/html'] })
    expect(Date.parse(fetchedAt)).to.equal(began)
    expect(ttfbMs).to.equal(40)
    const [event] = fetched
    expect(value(event).request).to.deep.equal({
      operation: 'metadata',
      parameters: {
        url: `${site.origin}/page`,
        fields: 'all',
        device: 'desktop',
        max_images: 25,
        max_links: 100,
      },
    })
    expect([text(event, 'ce_id'), text(event, 'ce_subject')]).to.deep.equal(['one:fetched', 'one'])
    expect([text(event, 'ce_type'), event?.key?.toString()]).to.deep.equal(['page.fetched.v2', 'one'])
    expect(text(event, 'ce_timing')).to.match(/^fetch;dur=\d+\.\d$/)
    expect(bytesOf(fetched[0] as LogRecord)?.toString()).to.equal('<title>é</title>')
  })

  it('compresses a body that becomes smaller', async () => {
    const html = '<p>ü</p>'.repeat(100_000)
    answer = (_request, response) => response.setHeader('content-type', 'text/html').end(html)
    const { body } = await page()
    expect(body).to.deep.include({ encoding: 'zstd', bytes: 900_000 })
    const frame = bytesOf(fetched[0] as LogRecord) as Buffer
    expect(frame).to.have.length(body.length)
    expect(frame.length).to.be.below(10_000)
    expect(zstdDecompressSync(frame).toString()).to.equal(html)
  })

  for (const status of [404, 410, 500, 503]) {
    it(`forwards a page with status ${status}`, async () => {
      answer = (_request, response) =>
        response.writeHead(status, { 'content-type': 'text/html' }).end('<title>sorry</title>')
      expect(await page()).to.include({ status })
    })
  }

  it('fails with the content type of a target that is not HTML', async () => {
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('\x89PNG')
    expect(await failure()).to.deep.include({
      code: 'UNSUPPORTED_CONTENT',
      status: 500,
      details: { url: `${site.origin}/page`, content_type: 'image/png' },
    })
  })

  for (const [status, type, body] of [
    [404, 'application/json', '{}'],
    [503, 'text/plain', 'busy'],
  ] as const)
    it(`names the status of an error that is not HTML: ${status}`, async () => {
      answer = (_request, response) => response.writeHead(status, { 'content-type': type }).end(body)
      expect(await failure()).to.deep.include({
        code: 'UNSUPPORTED_CONTENT',
        details: { url: `${site.origin}/page`, content_type: type, status_code: status },
      })
    })

  it('sniffs a body without a type: forwards HTML, and fails for anything else', async () => {
    answer = (_request, response) => response.end('%PDF-1.7')
    expect((await failure()).details).to.deep.equal({ url: `${site.origin}/page`, content_type: null })
    answer = (_request, response) => response.end('<!doctype html><title>x</title>')
    await embedded.log.append([ask({ url: `${site.origin}/page` }, { id: 'two' })])
    await eventually(() => fetched.length === 1)
  })

  it('sends a User-Agent that names the service on every device', async () => {
    await page('/page', { device: 'desktop' })
    await embedded.log.append([ask({ url: `${site.origin}/page`, device: 'mobile' }, { id: 'two' })])
    await eventually(() => fetched.length === 2)
    const [desktop, mobile] = agents
    for (const agent of agents) expect(agent).to.include('PageProbeBot')
    expect(desktop).not.to.match(/mobile/i)
    expect(mobile).to.match(/Mobile/)
  })

  it('does not request a page that robots.txt disallows', async () => {
    robotsTxt = (_request, response) => response.end('user-agent: PageProbeBot\ndisallow: /page\n')
    expect(await failure()).to.deep.include({
      code: 'ROBOTS_TXT_BLOCKED',
      status: 403,
      details: {
        url: `${site.origin}/page`,
        robots_txt_url: `${site.origin}/robots.txt`,
        user_agent: 'PageProbeBot',
      },
    })
    expect(site.requested).to.deep.equal(['/robots.txt'])
  })

  for (const lane of ['interactive', 'batch'] as const) {
    it(`forwards the robots.txt decision for Googlebot, of the final URL (${lane})`, async () => {
      robotsTxt = (_request, response) => response.end('user-agent: googlebot\ndisallow: /landing\n')
      const first: RequestListener = answer
      answer = (request, response) =>
        request.url === '/page'
          ? response.writeHead(302, { location: '/landing' }).end()
          : first(request, response)
      expect(await page('/page', {}, lane)).to.include({ robotsAllowed: false })
    })
  }

  it('retries a batch site whose robots.txt is unavailable', async () => {
    let requested = 0
    robotsTxt = (_request, response) => {
      requested += 1
      response.writeHead(requested <= TRIES ? 503 : 404).end()
    }
    expect(await page('/page', {}, 'batch')).to.include({ status: 200 })
    expect(site.requested).to.deep.equal(['/robots.txt', '/robots.txt', '/robots.txt', '/page'])
    expect(failed).to.deep.equal([])
  })

  it('fails for a batch site whose robots.txt stays unavailable', async () => {
    robotsTxt = (_request, response) => response.writeHead(503).end()
    const url = `${site.origin}/page`
    expect(await failure({ url }, 'batch')).to.deep.include({
      code: 'URL_UNREACHABLE',
      status: 500,
      stage: 'fetch',
      details: { url, reason: 'robots_txt_unreachable', status_code: 503 },
    })
    expect(site.requested).to.deep.equal(Array(TRIES + 1).fill('/robots.txt'))
  })

  it('retries a batch site whose robots.txt is cut off, and requests no page before it was read', async () => {
    let requested = 0
    robotsTxt = (_request, response) => {
      requested += 1
      // Each reset is sent once more (a kept-alive connection may have been closed).
      if (requested <= 2 * TRIES) response.socket?.resetAndDestroy()
      else response.end('')
    }
    expect(await page('/page', {}, 'batch')).to.include({ status: 200 })
    expect(site.requested).to.deep.equal([...Array(2 * TRIES + 1).fill('/robots.txt'), '/page'])
    expect(failed).to.deep.equal([])
  })

  it('fails for a batch site whose robots.txt is always cut off', async () => {
    robotsTxt = (_request, response) => response.socket?.resetAndDestroy()
    const url = `${site.origin}/page`
    expect(await failure({ url }, 'batch')).to.deep.include({
      code: 'URL_UNREACHABLE',
      status: 500,
      details: { url, reason: 'robots_txt_unreachable', status_code: null },
    })
    expect(site.requested).not.to.include('/page')
  })

  it('does not let an interactive caller wait for an unavailable robots.txt', async () => {
    robotsTxt = (_request, response) => response.writeHead(503).end()
    expect(await page()).to.include({ status: 200, robotsAllowed: false })
  })

  it('fails for a batch site that nobody serves', async () => {
    const gone = await serve(() => {})
    await gone.close()
    const url = `${gone.origin}/page`
    expect(await failure({ url }, 'batch')).to.deep.include({
      code: 'URL_UNREACHABLE',
      details: { url, reason: 'connection_refused', status_code: null },
    })
  })

  it('handles a batch id once, and again when the same record is delivered again', async () => {
    const repeat = ask({ url: `${site.origin}/other` }, { lane: 'batch' })
    await run()
    await embedded.log.append([ask({ url: `${site.origin}/page` }, { lane: 'batch' })])
    await eventually(() => fetched.length === 1)
    await embedded.log.append([repeat, ask({ url: `${site.origin}/last` }, { id: 'last', lane: 'batch' })])
    await eventually(() => fetched.length === 2)
    expect(fetched.map((one) => text(one, 'ce_subject'))).to.deep.equal(['one', 'last'])
    // A consumer group of its own gets every record from the beginning, with its old offset.
    await run({ ...stepOf(), name: 'after-a-crash' })
    await eventually(() => fetched.length === 4)
    expect(fetched.slice(2).map((one) => text(one, 'ce_id'))).to.have.members(['one:fetched', 'last:fetched'])
    expect(site.requested).not.to.include('/other')
    expect(failed).to.deep.equal([])
  })

  it('sends an incompressible body of 256 KiB along, and a longer one by reference', async () => {
    const noise = randomBytes(KIB_256 + 1)
    answer = ({ url }, response) =>
      response.setHeader('content-type', 'text/html').end(noise.subarray(url === '/long' ? 0 : 1))
    expect((await page('/page')).body).to.include({ encoding: 'identity', length: KIB_256 })
    await embedded.log.append([ask({ url: `${site.origin}/long` }, { id: 'two' })])
    await eventually(() => fetched.length === 2)
    const { body } = value(fetched[1]).page
    expect(body).to.include({ encoding: 'identity', bytes: KIB_256 + 1 })
    expect(body.object).to.match(/^bodies\/[A-Za-z0-9._-]+$/)
    expect((await embedded.objects.get(body.object))?.body).to.deep.equal(noise)
  })

  for (const lane of ['interactive', 'batch'] as const) {
    it(`reports every problem of a request (${lane})`, async () => {
      const wrong = { url: 'ftp://x', device: 'watch', max_links: '0', colour: 'red' }
      const { code, status, details } = await failure(wrong, lane)
      expect([code, status]).to.deep.equal(['VALIDATION_ERROR', 400])
      const paths = details.map((one: { path: string[] }) => one.path.join('.'))
      expect(paths).to.have.members(['url', 'device', 'max_links', 'colour'])
      expect(site.requested).to.deep.equal([])
    })
  }

  it('fails for a refused target', async () => {
    const url = 'http://169.254.169.254/latest'
    for (const lane of ['interactive', 'batch'] as const) {
      await run({ ...stepOf(), name: lane })
      await embedded.log.append([ask({ url }, { id: lane, lane })])
    }
    await eventually(() => failed.length === 4)
    for (const one of failed) {
      expect(value(one)).to.include({ code: 'VALIDATION_ERROR', status: 400 })
      expect(value(one).details[0]).to.include({ code: 'custom', received: url })
    }
  })

  it('runs the batch requests of one host one at a time, and those of others concurrently', () => {
    const { concurrencyKeyOf } = stepOf()
    const event = { json: JSON.stringify({ parameters: { url: 'https://Shop.Example:8443/x' } }), id: 'one' }
    const asEvent = { ...event, source: '', type: '', subject: '', key: '', attributes: {} }
    expect(concurrencyKeyOf(asEvent, 'batch')).to.equal('shop.example')
    expect(concurrencyKeyOf(asEvent, 'interactive')).to.equal(null)
  })
})
