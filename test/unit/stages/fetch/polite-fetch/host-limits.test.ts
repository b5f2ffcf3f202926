import type { RequestListener, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import { retryWhileThrottled, ThrottledError } from '#shared/async/throttled-error.ts'
import { Failure } from '#shared/errors.ts'
import type { PageFetched } from '#shared/messages/events/page-fetched.ts'
import type { HostPolicy } from '#shared/politeness/cooldown.ts'
import { makeHostRateLimiter } from '#shared/politeness/store-host-rate-limiter.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { flowingClockInEachTest } from '#test/unit/driven-clock/flowing-clock.ts'
import { serve } from '../http/loopback.ts'
import { type Fetcher, openFetcher, openHost, type RecordingHost } from '../polite-host-fixture.ts'

const DELAY_MS = 150
const never = new AbortController().signal

describe('rate limits of the batch lane, as hosts see them', () => {
  const clock = flowingClockInEachTest()
  let embedded: Embedded
  let hosts: RecordingHost[]
  let fetchers: Fetcher[]

  beforeEach(async () => {
    embedded = await openEmbedded()
    hosts = []
    fetchers = []
  })
  afterEach(async () => {
    await Promise.all(fetchers.map(({ client }) => client.close()))
    await Promise.all(hosts.map((host) => host.close()))
    await embedded.close()
  })

  async function host(answer: RequestListener): Promise<RecordingHost> {
    const opened = await openHost(hosts.length + 2, answer)
    hosts.push(opened)
    return opened
  }
  function fetcher(own: Partial<HostPolicy> = {}): Fetcher {
    const opened = openFetcher(embedded, embedded.store, own)
    fetchers.push(opened)
    return opened
  }
  const page = (response: ServerResponse) =>
    void response.setHeader('content-type', 'text/html').end('<title>x</title>')
  /** Works like the stage runner: tries again when it is time. */
  async function inspect({ fetch }: Fetcher, url: string, id = url): Promise<PageFetched> {
    try {
      return await retryWhileThrottled(() => fetch(url, id), never)
    } catch (error) {
      if (!(error instanceof RetryAfterError)) throw error
      await sleep(error.retryAfterMs)
      return inspect({ fetch } as Fetcher, url, id)
    }
  }

  it('sends one request at a time, never sooner than the delay: 4 processes, robots.txt, redirects and probes', async () => {
    const answer: RequestListener = ({ url = '' }, response) => {
      const far = hosts[Number(/^\/to-(\d)/.exec(url)?.[1] ?? -1)]
      const ways: Record<string, string> = { '/robots.txt': '/robots-2.txt', '/same': '/landing' }
      const location = far === undefined ? ways[url] : `${far.origin}/far`
      if (location !== undefined) response.writeHead(302, { location }).end()
      else if (url === '/robots-2.txt') response.end('user-agent: *\ndisallow: /closed\n')
      else setTimeout(page, 20, response)
    }
    const all = await Promise.all([host(answer), host(answer), host(answer)])
    const four = [fetcher(), fetcher(), fetcher(), fetcher()]
    const pages = all.flatMap(({ origin }, at) =>
      ['/1', '/2', '/same', `/to-${(at + 1) % 3}`].map((path, index) => {
        const by = four[(at + index) % 4] as Fetcher
        return inspect(by, `${origin}${path}`)
      }),
    )
    const probes = all.map(({ origin }, at) => {
      const { lookupClient } = four[at] as Fetcher
      const { client, beforeRequest } = lookupClient
      return client.probe({ url: `${origin}/probed`, userAgent: 'x', beforeRequest, timeoutMs: 20_000 })
    })
    expect((await Promise.all(pages)).map(({ status }) => status)).to.deep.equal(Array(12).fill(200))
    expect((await Promise.all(probes)).map(({ status }) => status)).to.deep.equal([200, 200, 200])
    for (const { figures, requested } of all) {
      const { maxConcurrent, smallestGapMs, requests } = figures()
      expect(maxConcurrent).to.equal(1)
      expect(smallestGapMs).to.be.at.least(DELAY_MS)
      // Four pages, two redirect targets, a probe. Each process reads robots.txt at most once, unless it
      // knows it already.
      expect(requested.filter((path) => !path.startsWith('/robots'))).to.have.length(7)
      expect(requests).to.be.within(9, 15)
    }
  })

  it('applies a crawl-delay from the response that names it', async () => {
    const { origin, figures } = await host(({ url }, response) =>
      url === '/robots.txt' ? void response.end('user-agent: *\ncrawl-delay: 0.5\n') : page(response),
    )
    const by = fetcher()
    await Promise.all([inspect(by, `${origin}/1`), inspect(by, `${origin}/2`)])
    expect(figures()).to.deep.include({ requests: 3, maxConcurrent: 1 })
    expect(figures().smallestGapMs).to.be.within(500, 5000)
  })

  it('applies the crawl-delay of the group for this service, up to a limit', async () => {
    const robotsTxt = 'user-agent: *\ncrawl-delay: 0.01\n\nuser-agent: PageProbeBot\ncrawl-delay: 600\n'
    const { origin, figures } = await host(({ url }, response) =>
      url === '/robots.txt' ? void response.end(robotsTxt) : page(response),
    )
    await inspect(fetcher({ maxDelayMs: 400 }), `${origin}/1`)
    expect(figures().smallestGapMs).to.be.within(400, 5000)
  })

  it('lets a slow host rest five times as long as its response time', async () => {
    const { origin, figures } = await host((_request, response) => void setTimeout(page, 100, response))
    const by = fetcher({ BATCH_HOST_DELAY_MS: 10 })
    await Promise.all([inspect(by, `${origin}/1`), inspect(by, `${origin}/2`)])
    expect(figures().smallestGapMs).to.be.within(490, 10_000)
  })

  for (const status of [429, 503]) {
    it(`waits for Retry-After of a ${status}, then requests the page again`, async () => {
      let times = 0
      const { origin, figures, requested } = await host(({ url }, response) => {
        if (url === '/robots.txt') return void response.writeHead(404).end()
        times += 1
        if (times === 1) return void response.writeHead(status, { 'retry-after': '2' }).end()
        page(response)
      })
      const by = fetcher({ BATCH_HOST_DELAY_MS: 0 })
      const fetched = await inspect(by, `${origin}/1`)
      expect([fetched.status, requested.length]).to.deep.equal([200, 3])
      expect(figures().maxConcurrent).to.equal(1)
      const began = clock.now()
      await inspect(by, `${origin}/2`)
      expect(clock.now() - began).to.be.below(1900)
    })
  }

  it('lets an overloaded host rest, with all its pages, and fails in the end', async () => {
    const { origin, figures, requested } = await host(({ url }, response) =>
      url === '/robots.txt'
        ? void response.writeHead(404).end()
        : void response
            .writeHead(503, { 'retry-after': '2', 'content-type': 'text/html' })
            .end('<title>busy</title>'),
    )
    const by = fetcher({ BATCH_HOST_DELAY_MS: 0 })
    const first = rejectionOf(retryWhileThrottled(() => by.fetch(`${origin}/1`), never))
    expect(await first)
      .to.be.instanceOf(RetryAfterError)
      .and.include({ retryAfterMs: 2000 })
    expect(((await first) as RetryAfterError).failure.details).to.include({ status_code: 503 })
    const waiting = (await rejectionOf(by.fetch(`${origin}/2`))) as ThrottledError
    expect(waiting).to.be.instanceOf(ThrottledError)
    // The millisecond in which the cooldown started does not count.
    expect(waiting.retryAfterMs).to.be.within(500, 2001)
    expect(await inspect(by, `${origin}/1`)).to.include({ status: 503 })
    expect(requested).to.deep.equal(['/robots.txt', '/1', '/1', '/1'])
    expect(figures().maxConcurrent).to.equal(1)
  })

  it('rests for no time without a delay, and still sends one request at a time', async () => {
    const { origin, figures } = await host((_request, response) => void setTimeout(page, 5, response))
    const both = [fetcher({ BATCH_HOST_DELAY_MS: 0 }), fetcher({ BATCH_HOST_DELAY_MS: 0 })]
    const urls = Array.from({ length: 20 }, (_, at) => `${origin}/${at}`)
    await Promise.all(urls.map((url, at) => inspect(both[at % 2] as Fetcher, url)))
    expect(figures().maxConcurrent).to.equal(1)
    expect(figures().smallestGapMs).to.be.below(DELAY_MS)
  })

  it('opens the circuit of a dead host: its pages fail at once, each with its own URL', async () => {
    const gone = await serve(() => {})
    await gone.close()
    const circuit = { maxFailures: 1, maxTrials: 1, maxRestMs: 1000 }
    const by = fetcher({ ...circuit, BATCH_HOST_DELAY_MS: 10 })
    const reasons: unknown[] = []
    for (const path of ['/1', '/2', '/3']) {
      const url = `${gone.origin}${path}`
      const failure = (await rejectionOf(inspect(by, url))) as Failure
      expect(failure).to.be.instanceOf(Failure).and.include({ code: 'URL_UNREACHABLE' })
      expect(failure.details).to.include({ url })
      reasons.push((failure.details as { reason?: string }).reason)
    }
    // One request for robots.txt, one for the first page.
    expect(reasons).to.deep.equal(['connection_refused', 'host_given_up', 'host_given_up'])
    const elsewhere = await fetcher(circuit).lookupClient.client.probe({ url: gone.origin, userAgent: 'x' })
    expect(elsewhere.error).to.equal('timeout')
  })

  it('waits at a redirect to a busy host without a second request to the first one', async () => {
    const busy = await host((_request, response) => page(response))
    const { origin, requested } = await host(({ url }, response) =>
      url === '/robots.txt'
        ? void response.writeHead(404).end()
        : void response.writeHead(302, { location: `${busy.origin}/landing` }).end(),
    )
    const by = fetcher({ BATCH_HOST_DELAY_MS: 0 })
    const turns = makeHostRateLimiter(embedded.store, {
      ...{ BATCH_HOST_CONCURRENCY: 1, BATCH_HOST_DELAY_MS: 0, maxDelayMs: 0 },
      ...{ maxRestMs: 1000, maxFailures: 5, maxTrials: 5 },
      giveUpSeconds: 1,
    })
    const taken = await turns.acquire(busy.origin)
    if (!('permit' in taken)) throw new Error('the host is busy already')
    for (let times = 0; times < 3; times++) {
      expect(await rejectionOf(by.fetch(`${origin}/to`))).to.be.instanceOf(ThrottledError)
    }
    expect(busy.requested).to.deep.equal([])
    await taken.permit.release({
      ...{ responseMs: 1, status: 200, retryAfterMs: null, crawlDelayMs: null },
      isFailed: false,
    })
    const { finalUrl, redirects } = await inspect(by, `${origin}/to`)
    expect([finalUrl, redirects.length]).to.deep.equal([`${busy.origin}/landing`, 1])
    expect(requested).to.deep.equal(['/robots.txt', '/to'])
  })

  it('lets an interactive caller wait for no permit, and shares its robots.txt with the batch lane', async () => {
    const { origin, requested } = await host(({ url }, response) =>
      url === '/robots.txt' ? void response.end('user-agent: *\ndisallow: /closed\n') : page(response),
    )
    const by = fetcher({ BATCH_HOST_DELAY_MS: 60_000 })
    await fetcher({ BATCH_HOST_DELAY_MS: 60_000 }).robots.decide(`${origin}/`, 'FooBot', 'batch')
    expect(await rejectionOf(by.fetch(`${origin}/1`))).to.be.instanceOf(ThrottledError)
    const asks = requested.length
    const decision = await by.robots.decide(`${origin}/closed`, 'FooBot', 'interactive')
    expect([decision.allowed, requested.length]).to.deep.equal([false, asks + 1])
    expect(await by.robots.decide(`${origin}/closed`, 'FooBot', 'batch')).to.deep.equal(decision)
  })

  it('applies groups for all agents to look-ups, and sends nothing without a permit in time', async () => {
    const { origin, requested } = await host(({ url }, response) =>
      url === '/robots.txt' ? void response.end('user-agent: *\ndisallow: /closed\n') : page(response),
    )
    const { client, beforeRequest } = fetcher({ BATCH_HOST_DELAY_MS: 300 }).lookupClient
    const probe = (path: string, timeoutMs: number) =>
      client.probe({ url: `${origin}${path}`, userAgent: 'x', beforeRequest, timeoutMs })
    expect(await probe('/closed', 2000)).to.include({ status: null, error: 'refused' })
    expect(await probe('/late', 100)).to.include({ status: null, error: 'timeout' })
    expect(await probe('/open', 2000)).to.include({ status: 200, error: null })
    expect(requested).to.deep.equal(['/robots.txt', '/open'])
  })

  it('sends no look-ups to a site whose robots.txt is unavailable', async () => {
    const { origin, requested } = await host((_request, response) => void response.writeHead(503).end())
    const { client, beforeRequest } = fetcher({ BATCH_HOST_DELAY_MS: 0 }).lookupClient
    const answer = await client.probe({ url: `${origin}/`, userAgent: 'x', beforeRequest, timeoutMs: 2000 })
    expect(answer).to.include({ status: null, error: 'refused' })
    expect(requested).to.deep.equal(['/robots.txt'])
  })
})
