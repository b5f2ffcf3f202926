import type { ServerResponse } from 'node:http'
import { expect } from 'chai'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { Failure, unavailable } from '#shared/errors.ts'
import { PermitDenied, type PermitSource } from '#stages/fetch/http/host-permits.ts'
import { makeRobots } from '#stages/fetch/robots/robots.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { userAgent } from '../../http/loopback.ts'
import { recordingPermits } from '../../recording-permits.ts'
import { siteFixture } from '../../site-fixture.ts'

describe('robots.txt on the batch lane', () => {
  const stand = siteFixture()
  beforeEach(() => {
    stand.site.requested.length = 0
    stand.answer = (_request, response) => response.end('user-agent: *\ndisallow: /page\ncrawl-delay: 2.5\n')
  })

  function make(permits: PermitSource) {
    const cache = { cacheMs: 60_000, unreachableCacheMs: 60_000, cacheEntries: 10, cacheBytes: 1_000_000 }
    return makeRobots({
      client: stand.client,
      permits,
      userAgent,
      ...cache,
      timeoutMs: 2000,
      maxRedirects: 5,
    })
  }
  const rejecting = (error: Error): PermitSource => ({ acquire: () => Promise.reject(error) })
  const page = () => `${stand.site.origin}/page`

  it('is requested with a permit, cached, and sets how long the host rests', async () => {
    const pace = recordingPermits()
    const robots = make(pace)
    expect(robots.crawlDelayMs(page())).to.equal(null)
    expect(await robots.decide(page(), 'FooBot', 'batch')).to.include({ allowed: false })
    expect(await robots.decide(page(), 'FooBot', 'batch')).to.include({ allowed: false })
    expect(pace.recorded).to.have.length(2)
    expect(robots.crawlDelayMs(page())).to.equal(2500)
  })

  it('stays cached until the permit of the page, however short the lifetime of entries is', async () => {
    let time = 1
    const times = { cacheMs: 1000, unreachableCacheMs: 1000, now: () => time }
    const limits = { cacheEntries: 10, cacheBytes: 1_000_000, timeoutMs: 2000, maxRedirects: 5 }
    const robots = makeRobots({
      client: stand.client,
      permits: recordingPermits(),
      userAgent,
      ...times,
      ...limits,
    })
    await robots.decide(page(), 'FooBot', 'batch')
    time = 200_000
    await robots.decide(page(), 'FooBot', 'batch')
    expect(stand.site.requested).to.have.length(1)
  })

  it('is known when its permit is released', async () => {
    const delays: (number | null)[] = []
    const turn = { release: async () => void delays.push(robots.crawlDelayMs(page())) }
    const robots = make({ acquire: async () => turn })
    await robots.decide(page(), 'FooBot', 'batch')
    expect(delays).to.deep.equal([2500])
  })

  it('waits for its permit, a new one for each redirect, and continues where it stopped', async () => {
    stand.answer = ({ url }, response) => {
      const step = Number(url?.at(-1)) || 0
      if (step < 2) response.writeHead(302, { location: `/step-${step + 1}` }).end()
      else response.end('user-agent: *\ndisallow: /page\n')
    }
    let turns = 0
    const pace = recordingPermits(() => {
      turns += 1
      if (turns % 2 === 1) throw new ThrottledError(1)
    })
    const robots = make(pace)
    for (let times = 0; times < 3; times++) {
      expect(await rejectionOf(robots.decide(page(), 'FooBot', 'batch'))).to.be.instanceOf(ThrottledError)
    }
    expect(await robots.decide(page(), 'FooBot', 'batch')).to.include({ allowed: false })
    expect(stand.site.requested).to.deep.equal(['/robots.txt', '/step-1', '/step-2'])
  })

  it('is not cached when no request was sent', async () => {
    const givenUp = new PermitDenied(new Failure('URL_UNREACHABLE', 'given up'))
    const robots = make(rejecting(givenUp))
    expect(await robots.decide(page(), 'FooBot', 'batch')).to.include({ state: 'unreachable' })
    expect(await robots.decide(page(), 'FooBot', 'interactive')).to.include({ state: 'found' })
    expect(stand.site.requested).to.deep.equal(['/robots.txt'])
  })

  it('rejects, without blaming the site, when no permits are available', async () => {
    const robots = make(rejecting(unavailable('store')))
    const failure = await rejectionOf(robots.decide(page(), 'FooBot', 'batch'))
    expect(failure).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('keeps no interactive caller waiting, and is shared with later callers', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const turn = { release: async () => {} }
    const robots = make({ acquire: () => promise.then(() => turn) })
    const waiting = robots.decide(page(), 'FooBot', 'batch')
    expect(await robots.decide(page(), 'FooBot', 'interactive')).to.include({ allowed: false })
    expect(stand.site.requested).to.have.length(1)
    resolve()
    expect(await waiting).to.include({ allowed: false })
  })

  it('is requested once for all concurrent callers', async () => {
    const requested = Promise.withResolvers<ServerResponse>()
    stand.answer = (_request, response) => requested.resolve(response)
    const pace = recordingPermits()
    const robots = make(pace)
    const first = robots.decide(page(), 'FooBot', 'batch')
    const response = await requested.promise
    const second = robots.decide(page(), 'FooBot', 'batch')
    response.end('')
    await Promise.all([first, second])
    expect(stand.site.requested).to.have.length(1)
  })
})
