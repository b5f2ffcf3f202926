import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { HttpClient } from '#stages/fetch/http/client.ts'
import { makeRobots, type Robots, type RobotsOptions } from '#stages/fetch/robots/robots.ts'
import { driveClock } from '#test/unit/driven-clock.ts'
import { loopbackClient, type Site, serve, serveRaw, userAgent } from '../http/loopback.ts'
import { unlimitedPermits } from '../unlimited-permits.ts'

describe('makeRobots', () => {
  let client: HttpClient
  let site: Site
  let answer: (path: string, response: ServerResponse) => void
  let time: number

  before(async () => {
    client = loopbackClient({ hosts: 'a.shop.example=127.0.0.1' })
    site = await serve((request, response) => answer(request.url ?? '', response))
  })
  after(async () => {
    await client.close()
    await site.close()
  })
  beforeEach(() => {
    site.requested.length = 0
    time = 1
  })

  function make(own: Partial<RobotsOptions> = {}): Robots {
    return makeRobots({
      client,
      permits: unlimitedPermits,
      userAgent,
      cacheMs: 3_600_000,
      unreachableCacheMs: 30_000,
      cacheEntries: 100,
      cacheBytes: 10_000_000,
      timeoutMs: 2000,
      maxRedirects: 5,
      now: () => time,
      ...own,
    })
  }
  const decision = (robots: Robots, path = '/page') =>
    robots.decide(`${site.origin}${path}`, 'FooBot', 'interactive')
  const file = (text: string | Buffer) => (_path: string, response: ServerResponse) => response.end(text)
  const status = (code: number) => (_path: string, response: ServerResponse) =>
    response.writeHead(code).end('user-agent: *\ndisallow: /\n')
  /** A robots.txt behind so many redirects. */
  const chain = (length: number) => (path: string, response: ServerResponse) => {
    const step = Number(/\d+$/.exec(path)?.[0] ?? 0)
    if (step < length) response.writeHead(302, { location: `/step-${step + 1}` }).end()
    else response.end('user-agent: *\ndisallow: /page\n')
  }

  it('applies the file of the origin', async () => {
    answer = file('user-agent: foobot\ndisallow: /page\nsitemap: https://foo.bar/s.xml\n')
    expect(await decision(make())).to.deep.equal({
      robotsUrl: `${site.origin}/robots.txt`,
      state: 'found',
      allowed: false,
      rule: 'disallow: /page',
      line: 2,
      group: 'foobot',
      crawlDelay: null,
      sitemaps: ['https://foo.bar/s.xml'],
    })
    expect(site.requested).to.deep.equal(['/robots.txt'])
  })

  for (const code of [400, 401, 403, 404, 410, 451, 300, 304]) {
    it(`treats ${code} as a missing file: all is allowed (RFC 9309, section 2.3.1.3)`, async () => {
      answer = status(code)
      expect(await decision(make())).to.include({ state: 'absent', allowed: true, rule: null })
    })
  }

  for (const code of [500, 502, 503, 599, 429]) {
    it(`treats ${code} as unreachable: nothing is allowed (RFC 9309, section 2.3.1.4)`, async () => {
      answer = status(code)
      const robots = make()
      expect(await decision(robots)).to.include({ state: 'unreachable', allowed: false, rule: null })
      expect(await decision(robots, '/robots.txt')).to.include({ allowed: true })
    })
  }

  it('treats silence, a broken connection, TLS errors, unknown names and undecodable bodies as unreachable', async () => {
    const silent = await serveRaw(() => {})
    const rude = await serveRaw((socket) => socket.destroy())
    answer = (_path, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip')
    const robots = make()
    for (const origin of [
      silent.origin,
      rude.origin,
      site.origin,
      `https://a.shop.example:${site.port}`,
      'http://unknown.shop.com',
    ]) {
      const clock = driveClock()
      const deciding = robots.decide(`${origin}/page`, 'FooBot', 'interactive')
      expect(await clock.settle(deciding).finally(clock.stop), origin).to.include({
        state: 'unreachable',
        allowed: false,
      })
    }
    await Promise.all([silent.close(), rude.close()])
  })

  it('follows five redirects, and treats more as a missing file (RFC 9309, section 2.3.1.2)', async () => {
    answer = chain(5)
    expect(await decision(make())).to.include({
      state: 'found',
      allowed: false,
      robotsUrl: `${site.origin}/robots.txt`,
    })
    answer = chain(6)
    expect(await decision(make())).to.include({ state: 'absent', allowed: true })
  })

  it('does not follow a redirect to a refused target', async () => {
    answer = (_path, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/robots.txt' }).end()
    expect(await decision(make())).to.include({ state: 'unreachable', allowed: false })
  })

  it('reads the first 500 KiB of a longer file, compressed or not', async () => {
    const long = `user-agent: *\ndisallow: /page\n${'#\n'.repeat(300_000)}disallow: /other\n`
    answer = file(long)
    const robots = make()
    expect(await decision(robots)).to.include({ state: 'found', allowed: false })
    expect(await decision(robots, '/other')).to.include({ state: 'found', allowed: true })
    answer = (_path, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(long))
    expect(await decision(make())).to.include({ state: 'found', allowed: false })
  })

  it('sends one request to an origin at a time, and another one when the entry has expired', async () => {
    answer = file('user-agent: *\ndisallow: /page\n')
    const robots = make({ cacheMs: 1000 })
    await Promise.all([decision(robots), decision(robots, '/x'), decision(robots, '/y')])
    time = 1001
    await decision(robots)
    expect(site.requested).to.have.length(1)
    time = 1002
    await decision(robots)
    expect(site.requested).to.have.length(2)
  })

  it('caches a missing file as long, and an unreachable one shortly', async () => {
    const robots = make({ cacheMs: 1000, unreachableCacheMs: 10 })
    answer = status(503)
    await decision(robots)
    time = 11
    await decision(robots)
    expect(site.requested).to.have.length(1)
    answer = status(404)
    time = 12
    await decision(robots)
    time = 1012
    await decision(robots)
    expect(site.requested).to.have.length(2)
  })

  it('separates origins: scheme, host and port', async () => {
    answer = file('user-agent: *\ndisallow: /page\n')
    const robots = make()
    const other = await serve((_request, response) => response.writeHead(404).end())
    expect(await decision(robots)).to.include({ allowed: false })
    expect(await robots.decide(`${other.origin}/page`, 'FooBot', 'interactive')).to.include({
      allowed: true,
    })
    const named = await robots.decide(`http://a.shop.example:${site.port}/page`, 'FooBot', 'interactive')
    expect(named).to.include({ allowed: false, robotsUrl: `http://a.shop.example:${site.port}/robots.txt` })
    expect(site.requested).to.have.length(2)
    await other.close()
  })

  it('evicts the least recently used origin when there are too many or they are too large', async () => {
    answer = file(`user-agent: *\n${'disallow: /page\n'.repeat(1000)}`)
    const few = make({ cacheEntries: 1 })
    const small = make({ cacheBytes: 1000 })
    for (const robots of [few, small]) {
      site.requested.length = 0
      await decision(robots)
      await robots.decide(`http://a.shop.example:${site.port}/page`, 'FooBot', 'interactive')
      await decision(robots)
      expect(site.requested).to.have.length(3)
    }
  })
})
