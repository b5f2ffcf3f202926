import type { RequestListener } from 'node:http'
import { expect } from 'chai'
import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import { Failure } from '#shared/errors.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { Work } from '#shared/stage/stage-handler.ts'
import type { RobotsPolicy } from '#shared/web/robots/policy.ts'
import { fetchHandler } from '#stages/fetch/fetch-handler.ts'
import type { HttpClient } from '#stages/fetch/http/client.ts'
import { makeRobots } from '#stages/fetch/robots/robots.ts'
import { makeRobotsGuard } from '#stages/fetch/robots/robots-guard.ts'
import { makeUploadBacklog } from '#stages/fetch/upload-backlog.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { unlimitedMemory } from '#test/support/unlimited-memory.ts'
import { loopbackClient, type Site, serve, serveRaw, userAgent } from '../http/loopback.ts'
import { unlimitedOptions, unlimitedPermits } from '../unlimited-permits.ts'

const LATER_MS = 50

describe('fetchHandler: robots.txt of redirect targets', () => {
  let embedded: Embedded
  let client: HttpClient
  let first: Site
  let other: Site
  let robotsTxt: Record<string, RequestListener>

  const absent: RequestListener = (_request, response) => response.writeHead(404).end()
  const file =
    (text: string): RequestListener =>
    (_request, response) =>
      response.end(text)
  /** `/to?<URL>` redirects there; every other path is a page. */
  const site = (name: string) =>
    serve((request, response) => {
      const [path, target] = (request.url ?? '').split(/\?(.*)/)
      if (path === '/robots.txt') return (robotsTxt[name] ?? absent)(request, response)
      if (path === '/to') return response.writeHead(302, { location: target ?? '' }).end()
      return response.setHeader('content-type', 'text/html').end('<title>x</title>')
    })

  beforeEach(async () => {
    robotsTxt = {}
    embedded = await openEmbedded()
    client = loopbackClient()
    first = await site('first')
    other = await site('other')
  })
  afterEach(async () => {
    await client.close()
    await Promise.all([first.close(), other.close(), embedded.close()])
  })

  function work(url: string, lane: Lane): Work {
    const event = {
      id: 'one',
      source: '/feeder',
      type: 'inspection.requested.v1',
      subject: 'one',
      key: '127.0.0.1',
      attributes: {},
      json: JSON.stringify({ operation: 'metadata', parameters: { url } }),
    }
    return { event, lane, signal: new AbortController().signal }
  }
  function handle(url: string, lane: Lane = 'interactive', policy: RobotsPolicy = 'named', by = client) {
    const cache = { cacheMs: 60_000, unreachableCacheMs: 60_000, cacheEntries: 10, cacheBytes: 1_000_000 }
    const robots = makeRobots({
      client,
      permits: unlimitedPermits,
      userAgent,
      ...cache,
      timeoutMs: 5000,
      maxRedirects: 5,
    })
    const gate = makeRobotsGuard(robots, policy, LATER_MS)
    return fetchHandler({
      client: by,
      robots: gate,
      objects: embedded.objects,
      memory: unlimitedMemory,
      uploads: makeUploadBacklog(Number.POSITIVE_INFINITY),
      polite: unlimitedOptions,
    }).handle(work(url, lane))
  }
  const pages = (requested: Site) => requested.requested.filter((target) => target !== '/robots.txt')

  it("fails with 403 for the caller's URL when the robots.txt of the target site disallows it, and does not request it", async () => {
    robotsTxt.other = file('user-agent: PageProbeBot\ndisallow: /private\n')
    const closed = `${other.origin}/private`
    const failure = await rejectionOf(handle(`${first.origin}/to?${closed}`))
    expect(failure)
      .to.be.instanceOf(Failure)
      .and.deep.include({
        code: 'ROBOTS_TXT_BLOCKED',
        details: {
          url: closed,
          robots_txt_url: `${other.origin}/robots.txt`,
          user_agent: 'PageProbeBot',
        },
      })
    expect(pages(first)).to.have.length(1)
    expect(other.requested).to.deep.equal(['/robots.txt'])
  })

  it('fails for another path of the same site, and for a redirect in the middle of the chain', async () => {
    robotsTxt.first = file('user-agent: PageProbeBot\ndisallow: /to?http\n')
    const hop = `${first.origin}/to?${other.origin}/`
    for (const start of [`/to?/to?${other.origin}/`, `/to?//127.0.0.1:${first.port}/to?${other.origin}/`]) {
      first.requested.length = 0
      const failure = await rejectionOf(handle(`${first.origin}${start}`))
      expect(failure).to.deep.include({ code: 'ROBOTS_TXT_BLOCKED' })
      expect((failure as Failure).details).to.include({ url: hop })
      expect(pages(first)).to.deep.equal([start])
    }
    expect(other.requested).to.deep.equal([])
  })

  it('follows redirects that robots.txt allows, and requests each robots.txt once', async () => {
    robotsTxt.other = file('user-agent: PageProbeBot\ndisallow: /private\n')
    await handle(`${first.origin}/to?/to?${other.origin}/to?/open`)
    expect(first.requested.filter((target) => target === '/robots.txt')).to.have.length(1)
    expect(other.requested).to.deep.equal(['/robots.txt', '/to?/open', '/open'])
  })

  /** infra/docs/clients.md#robots: the lanes that a group for all agents blocks, by policy. */
  const table: Record<RobotsPolicy, Lane[]> = { named: ['batch'], strict: ['interactive', 'batch'], off: [] }
  for (const [policy, blocked] of Object.entries(table)) {
    for (const lane of ['interactive', 'batch'] as const) {
      const isBlocked = blocked.includes(lane)
      it(`${isBlocked ? 'fails' : 'does not fail'} for a group for all agents: ${policy}, ${lane}`, async () => {
        robotsTxt.other = file('user-agent: *\ndisallow: /\n')
        const outcome = handle(`${first.origin}/to?${other.origin}/page`, lane, policy as RobotsPolicy)
        if (isBlocked) expect(await rejectionOf(outcome)).to.deep.include({ code: 'ROBOTS_TXT_BLOCKED' })
        else await outcome
        expect(pages(other)).to.deep.equal(isBlocked ? [] : ['/page'])
      })
    }
  }

  it('retries on the batch lane when the robots.txt of the target site is unavailable', async () => {
    robotsTxt.other = (_request, response) => response.writeHead(503).end()
    const url = `${first.origin}/to?${other.origin}/page`
    const later = await rejectionOf(handle(url, 'batch'))
    expect(later).to.be.instanceOf(RetryAfterError).and.include({ retryAfterMs: LATER_MS })
    expect(pages(other)).to.deep.equal([])
    await handle(url)
    expect(pages(other)).to.deep.equal(['/page'])
  })

  it('applies one timeout to robots.txt and page together', async () => {
    const silent = await serveRaw(() => {})
    const url = `${first.origin}/to?${silent.origin}/page`
    const hurried = loopbackClient({ timeoutMs: 300 })
    for (const lane of ['interactive', 'batch'] as const) {
      const failure = await rejectionOf(handle(url, lane, 'named', hurried), 3000)
      expect(failure).to.deep.include({ code: 'TIMEOUT', details: { url, timeout_ms: 300 } })
    }
    expect(silent.requested).not.to.include('/page')
    await hurried.close()
    await silent.close()
  })
})
