import type { ServerResponse } from 'node:http'
import { expect } from 'chai'
import { makeRecentResponses } from '#stages/fetch/lookups/recent-responses.ts'
import { makeRobots } from '#stages/fetch/robots/robots.ts'
import { loopbackClient, type Site, serve, userAgent } from '../http/loopback.ts'
import { unlimitedPermits } from '../unlimited-permits.ts'

describe('makeRecentResponses', () => {
  const client = loopbackClient()
  let site: Site
  let ms = 1
  const limits = { keepMs: 60, maxEntries: 10, maxBytes: 5000, now: () => ms }
  const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
    '/gone': (response) => response.writeHead(404).end(),
    '/long': (response) => response.end('/long '.repeat(1000)),
    '/cookies': (response) =>
      response.writeHead(302, { location: '/page', 'set-cookie': `a=${'x'.repeat(6000)}` }).end(),
    '/many': (response) => {
      for (let n = 0; n < 100; n++) response.appendHeader('x', '')
      response.end()
    },
  }
  before(async () => {
    site = await serve(({ url = '' }, response) => {
      const answer = answers[url]
      if (answer === undefined) response.end(`${url} `)
      else answer(response)
    })
  })
  after(async () => {
    await client.close()
    await site.close()
  })
  const urlOf = (path: string) => `${site.origin}${path}`

  it('returns a response for a short time, whatever its status', async () => {
    const justRead = makeRecentResponses(limits)
    expect(justRead.get(urlOf('/gone'))).to.equal(undefined)
    await justRead.recording(client).fetchPage({ url: urlOf('/gone'), userAgent })
    ms += 60
    expect(justRead.get(urlOf('/gone'))).to.include({ status: 404 })
    ms += 1
    expect(justRead.get(urlOf('/gone'))).to.equal(undefined)
  })

  it('records no partial response, and none that is too large', async () => {
    const justRead = makeRecentResponses(limits)
    const cut = { maxBytes: 3, overflow: 'cut' } as const
    await justRead.recording(client).fetchPage({ url: urlOf('/page'), userAgent, ...cut })
    await justRead.recording(client).fetchPage({ url: urlOf('/long'), userAgent })
    expect([justRead.get(urlOf('/page')), justRead.get(urlOf('/long'))]).to.deep.equal([undefined, undefined])
  })

  it('includes cookies of redirects and short headers in the weight', async () => {
    const justRead = makeRecentResponses(limits)
    for (const path of ['/cookies', '/many', '/page']) {
      await justRead.recording(client).fetchPage({ url: urlOf(path), userAgent })
    }
    const kept = ['/cookies', '/many', '/page'].map((path) => justRead.get(urlOf(path)) !== undefined)
    expect(kept).to.deep.equal([false, false, true])
  })

  it('holds the robots.txt of a page that was checked', async () => {
    const justRead = makeRecentResponses(limits)
    const cache = { cacheMs: 60_000, unreachableCacheMs: 60_000, cacheEntries: 10, cacheBytes: 1_000_000 }
    const reading = {
      client: justRead.recording(client),
      permits: unlimitedPermits,
      timeoutMs: 1000,
      maxRedirects: 5,
    }
    const robots = makeRobots({ ...reading, ...cache, userAgent })
    await robots.decide(urlOf('/a/page'), 'TestBot', 'interactive')
    expect(justRead.get(urlOf('/robots.txt'))?.body.toString()).to.equal('/robots.txt ')
  })
})
