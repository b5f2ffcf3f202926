import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { type Egress, makeEgress } from '#shared/egress/egress.ts'
import { defaultPorts, parseAllow, parseHosts } from '#shared/egress/policy/egress-rules.ts'
import type { HttpClient } from '#stages/fetch/http/client.ts'
import { makeFetchFile } from '#stages/fetch/lookups/fetch-file.ts'
import type { CallContext } from '#stages/fetch/lookups/lookup-handlers.ts'
import { makeLookupService } from '#stages/fetch/lookups/lookup-service.ts'
import { makeRobots } from '#stages/fetch/robots/robots.ts'
import { makeRobotsGuard } from '#stages/fetch/robots/robots-guard.ts'
import { makeListSitemap, makeScanSitemap } from '#stages/fetch/sitemap/sitemap-lookups.ts'
import { probeAnswer } from '#test/support/audit/probe-answer.ts'
import { loopbackClient, type Site, serve, serveRaw, userAgent } from '../http/loopback.ts'
import { unlimitedPermits } from '../unlimited-permits.ts'

const within = (deadlineMs: number): CallContext => ({
  deadlineMs,
  signal: new AbortController().signal,
  traceparent: undefined,
  lane: 'interactive',
})
const robotsTxt = `user-agent: *
disallow: /private

user-agent: PageProbeBot
disallow: /closed
`
const image = {
  body: Uint8Array.of(1),
  contentType: 'image/webp',
  width: 1,
  height: 1,
  sourceWidth: 2,
  sourceHeight: 2,
}
const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

describe('makeLookupService', () => {
  let client: HttpClient
  let site: Site
  let silent: Site
  before(async () => {
    client = loopbackClient()
    silent = await serveRaw(() => {})
    site = await serve(async ({ url = '' }, response) => {
      const [, path = '', status = '200'] = /^\/(\D*)(\d*)/.exec(url) ?? []
      if (path === 'slow') for (let turns = 0; turns < 100; turns++) await turn()
      response.writeHead(Number(status || 200), { location: '/target' })
      response.end(path === 'robots.txt' ? robotsTxt : '')
    })
  })
  after(async () => {
    await client.close()
    await Promise.all([site.close(), silent.close()])
  })

  function egress(resolve: () => Promise<string[]>): Egress {
    return makeEgress({
      rules: {
        allow: parseAllow('127.0.0.0/8:*'),
        ports: defaultPorts,
        hosts: parseHosts(''),
        ownAddresses: [],
      },
      resolve,
      dnsCacheMs: 0,
    })
  }
  function handlers(resolve: () => Promise<string[]> = async () => [], probeTimeoutMs = 5000) {
    const cache = { cacheMs: 1000, unreachableCacheMs: 1000, cacheEntries: 10, cacheBytes: 100_000 }
    const robots = makeRobots({
      client,
      permits: unlimitedPermits,
      userAgent,
      ...cache,
      timeoutMs: 60_000,
      maxRedirects: 5,
    })
    const describeImage = async (url: string) => ({
      url,
      width: 1,
      height: 2,
      format: 'png',
      dominantColor: '#336699',
    })
    const thumbnail = async () => ({ image, failure: null })
    const { assertAllowed: enterIn } = makeRobotsGuard(robots, 'named', 0)
    const beforeRequest = (url: string) => enterIn(url, 'interactive')
    const files = {
      fetchFile: makeFetchFile({ client, beforeRequest, maxBytes: 1000 }),
      scanSitemap: makeScanSitemap({ client, beforeRequest, maxBytes: 1000, maxWorkMs: 60_000 }),
      listSitemap: makeListSitemap({ client, beforeRequest, maxBytes: 1000, maxWorkMs: 60_000 }),
    }
    const requested = { egress: egress(resolve), client, robots, describeImage, thumbnail, ...files }
    return makeLookupService({ ...requested, beforeRequest, probeTimeoutMs })
  }

  describe('checkTarget', () => {
    it('allows a public target, and hides its addresses', async () => {
      const { checkTarget } = handlers(async () => ['93.184.215.14'])
      expect(await checkTarget('https://shop.com/', within(60_000))).to.deep.equal({ kind: 'allowed' })
    })

    it('refuses an internal target and reports why', async () => {
      const { checkTarget } = handlers(async () => ['10.0.0.7'])
      for (const url of ['http://10.0.0.7/', 'http://inner.shop.com/']) {
        const decision = await checkTarget(url, within(60_000))
        expect(decision).to.include({ kind: 'refused', reason: 'address_not_allowed' })
      }
      expect(await checkTarget('ftp://shop.com/', within(60_000))).to.include({
        kind: 'refused',
        reason: 'scheme_not_allowed',
      })
    })

    it('reports an unknown name, and one without a DNS answer in time, as unresolvable', async () => {
      const unresolvable = { kind: 'unresolvable' }
      expect(await handlers().checkTarget('http://shop.com/', within(60_000))).to.deep.equal(unresolvable)
      const mute = handlers(() => new Promise(() => {}))
      expect(await mute.checkTarget('http://shop.com/', within(50))).to.deep.equal(unresolvable)
    })

    it('leaves no timer behind', async () => {
      await turn() // mocha sets its own timer once the test is under way
      const before = timers()
      await handlers(async () => ['93.184.215.14']).checkTarget('https://shop.com/', within(60_000))
      expect(timers()).to.equal(before)
    })
  })

  describe('robots', () => {
    it('returns the decision for the given agent', async () => {
      const { robots } = handlers()
      const decision = await robots(`${site.origin}/private`, 'Googlebot', within(60_000))
      expect(decision).to.include({ state: 'found', allowed: false, rule: 'disallow: /private', group: '*' })
    })

    it('treats a file that does not arrive in time as unreachable', async () => {
      const decision = await handlers().robots(`${silent.origin}/page`, 'Googlebot', within(50))
      expect(decision).to.deep.equal({
        robotsUrl: `${silent.origin}/robots.txt`,
        state: 'unreachable',
        allowed: false,
        rule: null,
        line: null,
        group: null,
        crawlDelay: null,
        sitemaps: [],
      })
    })
  })

  describe('probe', () => {
    it('answers many URLs in their order, whatever each takes', async () => {
      const kinds = [200, 301, 404, 410] as const
      const wanted = Array.from({ length: 60 }, (_, index) => kinds[index % 4] ?? 200)
      const urls = wanted.map(
        (status, index) => `${site.origin}/${index % 5 ? '' : 'slow'}${status}?${index}`,
      )
      const answers = await handlers().probe([...urls, 'http://10.0.0.7/'], within(60_000))
      expect(answers.map(({ url }) => url)).to.deep.equal([...urls, 'http://10.0.0.7/'])
      expect(answers.map(({ status }) => status)).to.deep.equal([...wanted, null])
      expect(answers[1]?.location).to.equal(`${site.origin}/target`)
      expect(answers.at(-1)?.error).to.equal('refused')
    })

    it('answers in time, and sends no request after it', async () => {
      silent.requested.length = 0
      const urls = Array.from({ length: 200 }, (_, index) => `${silent.origin}/${index}`)
      const answers = await handlers().probe(urls, within(300))
      expect(answers).to.deep.equal(urls.map((url) => probeAnswer(url, { status: null, error: 'timeout' })))
      expect(silent.requested.length).to.be.at.most(10)
    })

    it('does not spend all the time on URLs that do not answer', async () => {
      const urls = Array.from({ length: 10 }, (_, index) => `${silent.origin}/${index}`)
      const answers = await handlers(undefined, 100).probe([...urls, `${site.origin}/`], within(60_000))
      expect(answers.map(({ status }) => status)).to.deep.equal([...Array(10).fill(null), 200])
    })

    it('does not request a URL that robots.txt disallows', async () => {
      const url = `${site.origin}/closed`
      const [closed, open] = await handlers().probe([url, `${site.origin}/private`], within(60_000))
      expect(closed).to.deep.equal(probeAnswer(url, { status: null, error: 'refused' }))
      expect(open?.status).to.equal(200)
      expect(site.requested).to.include('/robots.txt').and.not.to.include('/closed')
    })

    it('answers an empty list with an empty list', async () => {
      expect(await handlers().probe([], within(60_000))).to.deep.equal([])
    })
  })

  it('passes thumbnails to their look-up', async () => {
    const answer = await handlers().thumbnail('http://shop.com/a.png', 320, within(60_000))
    expect(answer).to.deep.equal({ image, failure: null })
  })

  it('passes images to the image look-up', async () => {
    const description = await handlers().describeImage('http://shop.com/a.png', within(60_000))
    expect(description).to.include({ url: 'http://shop.com/a.png', dominantColor: '#336699' })
  })
})
