// own service: it asks a name server of the test, and one port alone is allowed
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { root } from '#test/support/sandbox.ts'
import { type ApiAnswer, get } from '#test/support/service/api-client.ts'
import { withConstants } from '#test/support/service/constants/with-constants.ts'
import { type ServiceProcess, startParts } from '#test/support/service/service-process.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'
import { type Canary, openCanary } from '#test/unit/shared/egress/canary.ts'
import { type HostileDns, openHostileDns } from './dns.ts'
import { addressSpellings, hostileAnswers, pageReferences, unreadableSpellings } from './targets.ts'

const HTML = { 'content-type': 'text/html; charset=utf-8' }

/** Only the site's address and port are allowed; a request at a canary has reached the inside. */
describe('private targets, through the whole service', () => {
  let site: TargetSite
  let canaries: Canary[]
  let port: number
  let dns: HostileDns
  let service: ServiceProcess
  let robotsTxt: (request: IncomingMessage, response: ServerResponse) => void
  const absent = (_request: IncomingMessage, response: ServerResponse) => void response.writeHead(404).end()

  before(async function () {
    this.timeout(120_000)
    site = await openSite({
      routes: {
        '/robots.txt': (request, response) => robotsTxt(request, response),
        '/to': (request, response) => redirectTo(response, queryOf(request)),
        '/names': (request, response) => {
          response.writeHead(200, HTML).end(`<title>Names</title>${queryOf(request)}`)
        },
      },
    })
    port = Number(new URL(site.url('/')).port)
    // The site's own port: a rebound name leads to the same port.
    canaries = [await openCanary('127.0.0.1', port)]
    await openCanary('::1', port).then(
      (canary) => canaries.push(canary),
      () => undefined,
    )
    dns = await openHostileDns(hostileAnswers)
    const preload = pathToFileURL(join(root, 'test/e2e/hostile/dns-preload.ts'))
    service = await startParts([], {
      command: withConstants(
        { 'shared/egress/dns/name-lookup.ts': { DNS_CACHE_MS: 0 } },
        `${preload}?${dns.port}`,
      ),
      env: { EGRESS_ALLOW: `127.0.0.2:${port}` },
    })
  })
  after(async () => {
    await service?.stop()
    await dns?.close()
    await site?.close()
    for (const canary of canaries) canary.close()
  })
  beforeEach(() => {
    robotsTxt = absent
  })

  /** The query, percent-decoded to bytes. */
  function queryOf({ url = '' }: IncomingMessage): string {
    return decodeURIComponent(url.split(/\?(.*)/)[1] ?? '')
  }
  function redirectTo(response: ServerResponse, target: string): void {
    response.writeHead(302, { location: Buffer.from(target).toString('latin1') }).end()
  }
  const through = (path: string, text: string) => site.url(`${path}?${encodeURIComponent(text)}`)
  const inspect = (url: string) =>
    get(`${service.url}/metadata?url=${encodeURIComponent(url)}`, {
      headers: { 'cache-control': 'no-cache' },
    })
  const thumbnail = (url: string) => get(`${service.url}/thumbnail?url=${encodeURIComponent(url)}`)
  const hits = () => canaries.reduce((sum, canary) => sum + canary.hits, 0)
  function expectRefused({ status, json, text }: ApiAnswer): void {
    expect([status, json?.error], text).to.deep.equal([400, 'Bad Request'])
    expect(json?.message).to.match(/^url /)
  }
  /** A thumbnail of the target, and of a page that redirects to it. */
  async function expectNoThumbnail(url: string): Promise<void> {
    for (const one of [url, through('/to', url)]) {
      const { status, json, text } = await thumbnail(one)
      expect([status, errorOf(json).code], text).to.deep.equal([400, 'INVALID_URL'])
    }
  }
  /** A thumbnail of a page of the site whose name may be rebound before. */
  async function expectRefusedOrNoImage(url: string): Promise<void> {
    const { status, json, text } = await thumbnail(url)
    expect(errorOf(json).code, text).to.equal(status === 400 ? 'INVALID_URL' : 'UNSUPPORTED_CONTENT')
  }
  const errorOf = (json: ApiAnswer['json']) => json?.error as { code: string; details: object }

  it('has canaries that record requests', async () => {
    const before = hits()
    await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    expect(hits() - before).to.be.at.least(1)
  })

  for (const host of addressSpellings) {
    it(`${host}: requested, redirected to, and found in a page`, async () => {
      const before = hits()
      const url = `http://${host}:${port}/`
      expectRefused(await inspect(url))
      expectRefused(await inspect(through('/to', url)))
      await expectNoThumbnail(url)
      for (const place of pageReferences) {
        const { status, json, text } = await inspect(through('/names', place(url)))
        expect([status, json?.title, json?.dominant_color], text).to.deep.equal([200, 'Names', null])
        expect(json?.canonical ?? { status: null }).to.include({ status: null })
      }
      expect(hits() - before).to.equal(0)
    })
  }

  for (const host of unreadableSpellings) {
    it(`${host}: not a URL, requested or in a redirect`, async () => {
      const before = hits()
      const url = `http://${host}:${port}/`
      expectRefused(await inspect(url))
      const { status, json } = await inspect(through('/to', url))
      expect([status, json?.statusCode]).to.deep.equal([500, 500])
      expect(errorOf((await thumbnail(url)).json).code).to.equal('INVALID_URL')
      const redirected = await thumbnail(through('/to', url))
      expect(errorOf(redirected.json)).to.deep.include({
        code: 'URL_UNREACHABLE',
        details: { url: through('/to', url), reason: 'invalid_response', status_code: null },
      })
      expect(hits() - before).to.equal(0)
    })
  }

  it('does not follow references of a page to a canary: canonical, image, icon', async () => {
    const before = hits()
    const moved = through('/to', `http://127.0.0.1:${port}/`)
    for (const place of pageReferences) {
      const { status, json, text } = await inspect(through('/names', place(moved)))
      expect([status, json?.dominant_color], text).to.deep.equal([200, null])
      if (json?.canonical) expect(json.canonical).to.include({ status: 302, resolves: false })
    }
    expect(hits() - before).to.equal(0)
  })

  it('does not follow a robots.txt there', async () => {
    const before = hits()
    for (const [at, host] of ['127.0.0.1', 'localhost', '[::1]', 'inner.shop.com'].entries()) {
      robotsTxt = (_request, response) => redirectTo(response, `http://${host}:${port}/robots.txt`)
      const { status, json, text } = await inspect(`http://robots${at}.shop.com:${port}/page`)
      expect([status, json?.title], text).to.deep.equal([200, 'Page /page'])
      // The page is requested, and is no image.
      const reply = await thumbnail(`http://robots${at}.shop.com:${port}/page`)
      expect(errorOf(reply.json).code, reply.text).to.equal('UNSUPPORTED_CONTENT')
    }
    expect(hits() - before).to.equal(0)
  })

  it('requests nothing that robots.txt disallows: redirect, canonical, image, icon', async () => {
    robotsTxt = (_request, response) => response.end('user-agent: PageProbeBot\ndisallow: /closed\n')
    const closed = `http://named.shop.com:${port}/closed`
    const redirected = await inspect(through('/to', closed))
    expect(redirected.status).to.equal(403)
    expect(redirected.json?.error).to.deep.include({
      code: 'ROBOTS_TXT_BLOCKED',
      details: {
        url: closed,
        robots_txt_url: `http://named.shop.com:${port}/robots.txt`,
        user_agent: 'PageProbeBot',
      },
    })
    for (const url of [closed, through('/to', closed)]) {
      const { status, json } = await thumbnail(url)
      expect([status, errorOf(json).code]).to.deep.equal([403, 'ROBOTS_TXT_BLOCKED'])
    }
    for (const place of pageReferences) {
      const { status, json, text } = await inspect(through('/names', place(closed)))
      expect([status, json?.dominant_color], text).to.deep.equal([200, null])
      expect(json?.canonical ?? { status: null }).to.include({ status: null })
    }
    expect(site.hits('/closed')).to.equal(0)
    for (const place of pageReferences) await inspect(through('/names', place(`${closed.slice(0, -7)}/open`)))
    expect(site.hits('/open')).to.be.at.least(pageReferences.length)
  })

  describe('names', () => {
    const statuses = new Set<number>()

    it('queries the name server of the test', async () => {
      const { status, json, text } = await inspect(`http://good.site.shop.com:${port}/page`)
      expect([status, json?.title], text).to.deep.equal([200, 'Page /page'])
    })

    for (const name of ['inner', 'mixed', 'mixed-last', 'six', 'mapped']) {
      it(`${name}: one private address blocks the name`, async () => {
        const before = hits()
        const url = `http://${name}.shop.com:${port}/`
        expectRefused(await inspect(url))
        expectRefused(await inspect(through('/to', url)))
        await expectNoThumbnail(url)
        for (const place of pageReferences) {
          const { status, json } = await inspect(through('/names', place(url)))
          expect([status, json?.dominant_color]).to.deep.equal([200, null])
          expect(json?.canonical ?? { status: null }).to.include({ status: null })
        }
        expect(hits() - before).to.equal(0)
      })
    }

    for (let good = 1; good <= 8; good++) {
      it(`rebound to 127.0.0.1 after ${good} answers: no request gets there`, async () => {
        const before = hits()
        const url = (use: string) => `http://rebind${good}.${use}.shop.com:${port}/page`
        for (const target of [url('asked'), through('/to', url('redirected'))]) {
          const { status, text } = await inspect(target)
          expect(status, text).to.be.oneOf([200, 400])
          statuses.add(status)
        }
        for (const [at, place] of pageReferences.entries()) {
          expect((await inspect(through('/names', place(url(`found${at}`))))).status).to.equal(200)
        }
        await expectRefusedOrNoImage(url('shown'))
        await expectRefusedOrNoImage(through('/to', url('shown-redirected')))
        expect(hits() - before).to.equal(0)
      })
    }

    it('were rebound both before and after the page was fetched', () => {
      expect([...statuses]).to.have.members([200, 400])
    })
  })
})
