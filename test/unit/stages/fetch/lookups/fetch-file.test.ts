import { expect } from 'chai'
import type { HttpClient } from '#stages/fetch/http/client.ts'
import { makeFetchFile } from '#stages/fetch/lookups/fetch-file.ts'
import { makeRecentResponses } from '#stages/fetch/lookups/recent-responses.ts'
import { loopbackClient, type Site, serve, userAgent } from '../http/loopback.ts'

describe('makeFetchFile', () => {
  let client: HttpClient
  let site: Site

  const redirects: Readonly<Record<string, string>> = {
    '/robots.txt': '/text',
    '/loop': '/loop',
    '/inside': 'http://10.0.0.1/',
    '/wordy': `/${'\xe9'.repeat(20_000)}`,
  }

  before(async () => {
    client = loopbackClient({ maxRedirects: 3 })
    site = await serve(({ url = '' }, response) => {
      const location = redirects[url]
      if (location !== undefined) return response.writeHead(301, { location }).end()
      if (url === '/drip') return void response.write('<html>')
      response.setHeader('content-type', 'text/plain')
      response.setHeader('x-robots-tag', ['noindex', url === '/long' ? 'x'.repeat(5000) : 'otherbot: none'])
      response.setHeader('link', '</>; rel=canonical')
      response.statusCode = url === '/gone' ? 404 : 200
      return response.end('größe')
    })
  })
  after(async () => {
    await client.close()
    await site.close()
  })

  const signal = new AbortController().signal
  const recentResponses = makeRecentResponses({ keepMs: 60_000, maxEntries: 10, maxBytes: 10_000 })
  const fetchFile = (path: string, { bytes = 1000, deadlineMs = 5000 } = {}) =>
    makeFetchFile({ client, beforeRequest: async () => {}, maxBytes: 100, recentResponses })(
      `${site.origin}${path}`,
      bytes,
      {
        deadlineMs,
        signal,
        traceparent: undefined,
        lane: 'interactive' as const,
      },
    )

  it('follows redirects and reports them', async () => {
    const { body, ...rest } = await fetchFile('/robots.txt')
    expect(Buffer.from(body).toString()).to.equal('größe')
    expect(rest).to.deep.equal({
      url: `${site.origin}/robots.txt`,
      finalUrl: `${site.origin}/text`,
      status: 200,
      error: null,
      redirects: [{ url: `${site.origin}/robots.txt`, status: 301, location: `${site.origin}/text` }],
      contentType: 'text/plain',
      robotsHeaders: ['noindex', 'otherbot: none'],
      linkHeaders: ['</>; rel=canonical'],
      isCut: false,
    })
  })

  it('returns the body of any status', async () => {
    const { status, body } = await fetchFile('/gone')
    expect([status, Buffer.from(body).toString()]).to.deep.equal([404, 'größe'])
  })

  it('cuts a body at the requested and at its own limit', async () => {
    const { body, isCut } = await fetchFile('/text', { bytes: 3 })
    expect([Buffer.from(body).toString(), isCut]).to.deep.equal(['gr\ufffd', true])
  })

  it('reports no more headers than fit into a message', async () => {
    const { robotsHeaders } = await fetchFile('/long')
    expect(robotsHeaders.map((line) => line.length)).to.deep.equal([7, 2000])
  })

  it('follows no redirect to a URL of 60,000 characters', async () => {
    const { status, error, redirects } = await fetchFile('/wordy')
    expect({ status, error, redirects }).to.deep.equal({
      status: null,
      error: 'connection_failed',
      redirects: [],
    })
  })

  it('reuses a recent response, unless it is longer than requested', async () => {
    await recentResponses.recording(client).fetchPage({ url: `${site.origin}/noted`, userAgent })
    site.requested.length = 0
    const noted = await fetchFile('/noted')
    expect(site.requested).to.deep.equal([])
    const { url, finalUrl, ...anew } = await fetchFile('/other')
    expect({ ...noted, url, finalUrl }).to.deep.equal({ ...anew, url, finalUrl })
    expect((await fetchFile('/noted', { bytes: 3 })).isCut).to.equal(true)
    expect(site.requested).to.deep.equal(['/other', '/noted'])
  })

  it('stops a loop at the last redirect that is followed', async () => {
    const { status, redirects, error } = await fetchFile('/loop')
    expect({ status, error }).to.deep.equal({ status: 301, error: null })
    expect(redirects).to.have.length(3)
  })

  const silences: readonly [string, string][] = [
    ['/inside', 'refused'],
    ['/drip', 'timeout'],
  ]
  for (const [path, error] of silences) {
    it(`reports why there is no file: ${error}`, async () => {
      const file = await fetchFile(path, { deadlineMs: 1000 })
      expect(file).to.deep.include({
        url: `${site.origin}${path}`,
        status: null,
        error,
        redirects: [],
        isCut: false,
      })
      expect(file.body).to.have.length(0)
    })
  }
})
