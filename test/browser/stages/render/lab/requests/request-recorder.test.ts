import { expect } from 'chai'
import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { type RequestRecorder, recordRequests } from '#stages/render/lab/requests/request-recorder.ts'
import { eventually } from '#test/contract/eventually.ts'
import { zippedScript } from '#test/site/lab-resources/pages.ts'
import { trafficPages } from '#test/site/lab-resources/traffic-pages.ts'
import type { TestTabOptions } from '#test/support/browser/test-tab.ts'
import { closing, testProxy } from '#test/unit/stages/render/adapters/egress-proxy/loopback.ts'
import { labPages } from '../lab-pages.ts'

describe('recordRequests', () => {
  const targets = closing()
  const { site, open } = labPages(trafficPages, { hosts: 2 })
  afterEach(() => targets.closeAll())

  /** Records a page until it has made so many requests, and all have ended. */
  async function record(path: string, count: number, options?: TestTabOptions): Promise<RequestRecorder> {
    const page = await open(options)
    const traffic = await recordRequests(page.tab)
    await page.load(path)
    await ended(traffic, count)
    return traffic
  }
  const ended = (traffic: RequestRecorder, count: number) =>
    eventually(() => {
      const { requests } = traffic.requests(1000)
      return requests.length >= count && requests.every(({ endMs }) => endMs !== null)
    })
  async function requests(path: string, count: number, options?: TestTabOptions) {
    const { requests: all } = (await record(path, count, options)).requests(1000)
    return new Map(all.map((request) => [nameOf(request.url), request]))
  }
  const nameOf = (url: string) => url.slice(new URL(url).origin.length)

  it('reports sizes on the wire and decoded', async () => {
    const found = await requests('/plain', 3)
    const headers = (name: string) =>
      (found.get(name)?.transferBytes ?? 0) - (name === '/plain.js' ? 3000 : zippedScript.length)
    expect(found.get('/plain.js')).to.include({ decodedBytes: 3000 })
    expect(found.get('/zipped.js')).to.include({ decodedBytes: 3000 })
    // A status line and some fields.
    for (const name of ['/plain.js', '/zipped.js']) expect(headers(name)).to.be.within(100, 400)
  })

  it('keeps the relevant headers, with names in lower case', async () => {
    const { headers, ...script } = (await requests('/plain', 3)).get('/plain.js') as LabRequest
    expect(headers).to.include({ 'cache-control': 'max-age=60', etag: '"a"', 'content-length': '3000' })
    expect(headers).to.have.property('date')
    expect(headers).not.to.have.property('x-other')
    expect(script).to.include({
      method: 'GET',
      status: 200,
      protocol: 'http/1.1',
      mimeType: 'text/javascript',
    })
    expect(script).to.include({
      kind: 'javascript',
      isRenderBlocking: true,
      hasFailed: false,
      isRedirect: false,
    })
    expect(script).to.include({ compressed: null, secondView: null })
  })

  it('leaves out requests whose texts are too long together', async () => {
    const page = await open()
    const traffic = await recordRequests(page.tab)
    await page.load('/plain')
    await page.evaluate(`Promise.all(Array.from({ length: 700 }, (_, at) =>
      fetch('/plain.js?' + at + 'x'.repeat(8000)).then((answer) => answer.text())))`)
    const { requests: included, leftOut } = traffic.requests(1000)
    expect(included.length + leftOut).to.be.at.least(700)
    // 5,000,000 characters of URLs with 8,000 each.
    expect(included.length).to.be.within(550, 625)
  })

  it('joins repeated headers', async () => {
    expect((await requests('/twice', 1)).get('/twice')?.headers).to.include({
      'cache-control': 'no-cache, private',
    })
  })

  it('reports each redirect as a request of its own', async () => {
    const traffic = await record('/first', 3)
    const hops = traffic
      .requests(10)
      .requests.map(({ url, status, isRedirect, startMs }) => [nameOf(url), status, isRedirect, startMs])
    expect(hops.map((hop) => hop.slice(0, 3))).to.deep.equal([
      ['/first', 302, true],
      ['/second', 302, true],
      ['/third', 200, false],
    ])
    expect(hops[0]?.[3]).to.equal(0)
  })

  it('counts redirects in the time to first byte, which is unknown before', async () => {
    const began = performance.now()
    const seen = await record('/first', 3)
    expect(seen.documentTtfbMs()).to.be.within(150, performance.now() - began)
    const traffic = await recordRequests((await open()).tab)
    expect(traffic.documentTtfbMs()).to.equal(null)
    expect(traffic.navigationStart()).to.equal(null)
  })

  it('agrees with the page on its time to first byte', async () => {
    const page = await open()
    const traffic = await recordRequests(page.tab)
    await page.load('/first')
    const seen = await page.evaluate('performance.getEntriesByType("navigation")[0].responseStart')
    expect(traffic.documentTtfbMs()).to.be.closeTo(Number(seen), 20)
  })

  it('counts emulated latency in the time to first byte', async () => {
    const page = await open()
    const traffic = await recordRequests(page.tab)
    const conditions = { offline: false, latency: 400, downloadThroughput: -1, uploadThroughput: -1 }
    await page.tab.cdp.send('Network.emulateNetworkConditions', conditions)
    const began = performance.now()
    await page.load('/plain')
    expect(traffic.documentTtfbMs()).to.be.within(400, performance.now() - began)
  })

  it('starts with the first document when a script navigates', async () => {
    const page = await open()
    const traffic = await recordRequests(page.tab)
    await page.load('/leads-on')
    await ended(traffic, 4)
    const { requests: all } = traffic.requests(10)
    expect(all.map(({ url }) => nameOf(url))).to.deep.equal([
      '/leads-on',
      '/plain',
      '/plain.js',
      '/zipped.js',
    ])
    expect(all[1]?.startMs).to.be.above(all[0]?.endMs ?? Number.NaN)
    expect(traffic.documentTtfbMs()).to.be.above(all[1]?.startMs ?? Number.NaN)
  })

  it('distinguishes kinds, and leaves out URLs without a request', async () => {
    const found = [...(await requests('/kinds', 12))].map(([name, { kind }]) => [name, kind])
    expect(Object.fromEntries(found)).to.deep.equal({
      '/kinds': 'document',
      '/a.css': 'stylesheet',
      '/a.woff2': 'font',
      '/a.png': 'image',
      '/a.mp4': 'media',
      '/a.js': 'javascript',
      '/frame': 'document',
      '/a.json': 'fetch',
      '/a.json?post': 'fetch',
      '/beacon': 'other',
      '/asks-first': 'fetch',
    })
  })

  it('reports requests of workers', async () => {
    const found = await requests('/with-workers', 6)
    for (const name of ['/worker.js', '/service.js', '/imported.js']) {
      expect(found.get(name), name).to.include({ kind: 'javascript' })
    }
    for (const name of ['/a.json?worker', '/a.json?service']) {
      expect(found.get(name), name).to.include({ kind: 'fetch', status: 200, decodedBytes: 2 })
    }
  })

  it('reports requests of frames in other processes, each once', async () => {
    const { requests: all } = (await record('/with-frame', 3)).requests(10)
    expect(all.map(({ url }) => nameOf(url))).to.deep.equal(['/with-frame', '/inner', '/a.js'])
    expect(
      all.every(({ status, endMs, decodedBytes }) => status === 200 && endMs !== null && decodedBytes > 0),
    ).to.equal(true)
  })

  it('reports failed requests, with the bytes received', async () => {
    const found = await requests('/broken', 5)
    expect(found.get('/reset.png')).to.include({ hasFailed: true, status: null, transferBytes: 0 })
    expect(found.get('/cut.js')).to.include({ hasFailed: true, status: 200 })
    expect(found.get('/cut.js')?.transferBytes).to.be.within(1000, 2000)
    expect(found.get('/missing.png')).to.include({ hasFailed: false, status: 404 })
    expect(found.get('/not-for-you')).to.include({ hasFailed: true, status: 200 })
  })

  it('leaves out requests that never left the browser', async () => {
    expect([...(await requests('/blocked', 2)).keys()]).to.deep.equal(['/blocked', '/a.js'])
  })

  it('leaves out requests that the egress policy refused', async () => {
    const proxy = await targets.open(testProxy({ allow: '127.0.0.0/29:*' }))
    expect([...(await requests('/refused', 2, { proxy })).keys()]).to.deep.equal(['/refused', '/a.png'])
  })

  it('reports pending requests', async () => {
    const page = await open()
    const traffic = await recordRequests(page.tab)
    await page.load('/open')
    await eventually(() => traffic.requests(2).requests.length === 2)
    const [, silent] = traffic.requests(2).requests
    expect(silent).to.include({ url: site().url('/silence'), endMs: null, status: null, hasFailed: false })
  })

  it('compresses texts that were sent uncompressed', async () => {
    const traffic = await record('/bodies', 5)
    await traffic.compressBodies(5000)
    const found = new Map(
      traffic.requests(10).requests.map((request) => [nameOf(request.url), request.compressed]),
    )
    // Six bits a character, and some for the format.
    expect(found.get('/plain.js')?.gzip).to.be.within(2250, 2400)
    expect(found.get('/plain.js')?.brotli).to.be.within(2250, 2400)
    for (const name of ['/zipped.js', '/a.js', '/a.png', '/bodies'])
      expect(found.get(name), name).to.equal(null)
  })

  it('skips bodies when there is no time', async () => {
    const traffic = await record('/bodies', 5)
    await traffic.compressBodies(0)
    expect(traffic.requests(10).requests.every(({ compressed }) => compressed === null)).to.equal(true)
  })

  it('reports the first requests, and counts the others', async () => {
    const { requests: all, leftOut } = (await record('/many', 31)).requests(10)
    expect(all).to.have.length(10)
    expect(leftOut).to.equal(21)
  })

  it('reports nothing after its end', async () => {
    const page = await open()
    const traffic = await recordRequests(page.tab)
    await page.load('/plain')
    await traffic.stop()
    await page.load('/many')
    await eventually(() => site().hits('/a.json') > 0)
    expect(traffic.requests(100).requests).to.have.length(3)
  })
})
