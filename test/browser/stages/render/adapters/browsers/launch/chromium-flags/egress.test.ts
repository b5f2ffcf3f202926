// own browser: its flags are what is tested
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core'
import { findChromium } from '#infra/setup/find-chromium.mjs'
import { egressContext, egressFlags } from '#stages/render/adapters/browsers/launch/chromium-flags.ts'
import type { EgressProxy } from '#stages/render/adapters/egress-proxy/egress-proxy.ts'
import { authenticateBrowser, authenticateEarly } from '#stages/render/adapters/egress-proxy/proxy-auth.ts'
import { egressAttempts } from '#test/support/browser/egress-attempts.ts'
import { skipLoudly } from '#test/support/skips.ts'
import { makeCertificate } from '#test/unit/shared/egress/certificate.ts'
import { issuedCertificate } from '#test/unit/stages/render/adapters/egress-proxy/issued-certificate.ts'
import {
  closing,
  listening,
  serve,
  serveRaw,
  type Target,
  testProxy,
} from '#test/unit/stages/render/adapters/egress-proxy/loopback.ts'

/** An address that no page may reach: who came, by HTTP path, TCP connection or UDP packet. */
interface Canary extends Target {
  readonly paths: Set<string>
  readonly packets: number
}

async function openCanary(): Promise<Canary> {
  const paths = new Set<string>()
  let packets = 0
  const target = await serve((request, response) => {
    paths.add((request.url ?? '').slice(1))
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' }).end()
  })
  const udp: Socket = createSocket('udp4', () => {
    packets += 1
  }).bind(target.port, '127.0.0.1')
  await once(udp, 'listening')
  return {
    ...target,
    paths,
    get packets() {
      return packets
    },
    async close() {
      udp.close()
      await target.close()
    },
  }
}

/** Waits until a count has stood still for 2 s, 20 s at most. */
async function settled(count: () => number): Promise<void> {
  let last = -1
  for (let i = 0; i < 10 && count() !== last; i++) {
    last = count()
    await pause(2000)
  }
}

/** All that keeps a browser on its way through the proxy left out; names still lead nowhere. */
const unguardedFlags = [
  ...egressFlags.filter((flag) => !/proxy|webrtc|quic|host-resolver/.test(flag)),
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE 127.0.0.2',
]

describe('a browser with the egress flags', function () {
  this.timeout(120_000)
  const { open, closeAll } = closing()
  let browser: Browser
  let canary: Canary
  const executablePath = findChromium()

  function start(flags: readonly string[]): Promise<Browser> {
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    return puppeteer.launch({
      executablePath: executablePath ?? '',
      headless: 'shell',
      pipe: true,
      args: [...flags, ...sandbox],
    })
  }

  /** A page in a context of its own, behind the proxy. */
  async function pageBehind(proxy: EgressProxy): Promise<{ page: Page; context: BrowserContext }> {
    const context = await open(browser.createBrowserContext(egressContext(proxy.url)))
    const page = await context.newPage()
    await authenticateBrowser(await page.createCDPSession(), proxy)
    return { page, context }
  }

  const errorOf = (going: Promise<unknown>) =>
    going.then(
      () => 'shown',
      (error: Error) => error.message.split(' at ')[0],
    )

  before(async function () {
    if (executablePath === null) skipLoudly(this, 'there is no Chromium')
    browser = await start(egressFlags)
  })
  after(() => browser?.close())
  beforeEach(async () => {
    canary = await open(openCanary())
  })
  afterEach(closeAll)

  it('shows pages over http and counts what they load', async () => {
    const site = await open(
      serve((request, response) => {
        response.setHeader('content-type', 'text/html').end(request.url === '/' ? '<img src=/a><p>shown' : '')
      }),
    )
    const proxy = await open(testProxy({ allow: `127.0.0.1:${site.port}` }))
    const { page } = await pageBehind(proxy)
    const response = await page.goto(site.origin, { waitUntil: 'load' })
    expect(response?.status()).to.equal(200)
    expect(await page.evaluate('document.body.innerText')).to.equal('shown')
    expect(proxy.counts()).to.include({ refused: 0, unreachable: 0 })
    // The icon is asked for where the browser likes to.
    expect(proxy.counts().requests).to.be.within(2, 3)
    expect(await page.evaluate('history.length')).to.equal(2)
  })

  it('shows pages over https, the proxy seeing a tunnel alone', async () => {
    const certificate = await makeCertificate('IP:127.0.0.1')
    const site = await open(
      listening(createServer(certificate, (_, response) => void response.end('secret page'))),
    )
    const proxy = await open(testProxy({ allow: `127.0.0.1:${site.port}` }))
    const { page } = await pageBehind(proxy)
    const session = await page.createCDPSession()
    await session.send('Security.setIgnoreCertificateErrors', { ignore: true })
    await page.goto(`https://127.0.0.1:${site.port}/`)
    expect(await page.evaluate('document.body.innerText')).to.equal('secret page')
    expect(proxy.counts()).to.include({ requests: 0 })
    expect(proxy.counts().tunnels).to.be.at.least(1)
  })

  it('connects its WebSockets through the proxy', async () => {
    const site = await open(serve((_, response) => void response.end()))
    const peer = await open(serveRaw((socket) => void socket.once('data', (data) => socket.end(data))))
    const proxy = await open(testProxy({ allow: `127.0.0.1:${site.port},127.0.0.1:${peer.port}` }))
    const { page } = await pageBehind(proxy)
    await page.goto(site.origin)
    const url = `ws://127.0.0.1:${peer.port}/`
    await page.evaluate(`new Promise((done) => { new WebSocket('${url}').onerror = done })`)
    expect(peer.connections.count).to.equal(1)
    expect(proxy.counts()).to.include({ tunnels: 1 })
  })

  describe('where a target is refused or gone', () => {
    it('shows nothing, and the proxy knows why', async () => {
      const gone = await serve(() => {})
      await gone.close()
      const proxy = await open(testProxy({ allow: `127.0.0.1:${gone.port}` }))
      const { page } = await pageBehind(proxy)
      const refused = { kind: 'refused', reason: 'address_not_allowed' }
      const failures = {
        [`http://127.0.0.1:${canary.port}/`]: refused,
        [`https://127.0.0.1:${canary.port}/`]: refused,
        [`http://localhost:${canary.port}/`]: { kind: 'refused', reason: 'name_not_allowed' },
        'http://169.254.169.254/latest/': refused,
        [`http://[::ffff:127.0.0.1]:${canary.port}/`]: refused,
        'https://unknown.example.com/': { kind: 'unreachable', reason: 'dns_failure' },
        [`${gone.origin}/`]: { kind: 'unreachable', reason: 'connection_refused' },
      }
      for (const [url, failure] of Object.entries(failures)) {
        expect(await errorOf(page.goto(url)), url).to.match(
          /^net::ERR_(EMPTY_RESPONSE|TUNNEL_CONNECTION_FAILED)$/,
        )
        expect(proxy.failureOf(url), url).to.include(failure)
      }
      expect(canary.connections.count).to.equal(0)
    })

    it('says so of the last hop of a redirect too', async () => {
      const to = `http://127.0.0.1:${canary.port}/secret`
      const site = await open(serve((_, response) => void response.writeHead(302, { location: to }).end()))
      const proxy = await open(testProxy({ allow: `127.0.0.1:${site.port}` }))
      const { page } = await pageBehind(proxy)
      expect(await errorOf(page.goto(site.origin))).to.equal('net::ERR_EMPTY_RESPONSE')
      expect(proxy.failureOf(to)).to.include({ kind: 'refused' })
      expect(canary.connections.count).to.equal(0)
    })
  })

  it('goes on with other targets after many refusals', async () => {
    const images = Array.from({ length: 100 }, (_, i) => `<img src="http://10.0.0.1/${i}">`).join('')
    const site = await open(
      serve((_, response) => void response.setHeader('content-type', 'text/html').end(images)),
    )
    const proxy = await open(testProxy({ allow: `127.0.0.1:${site.port}` }))
    const { page } = await pageBehind(proxy)
    for (let i = 0; i < 2; i++) expect((await page.goto(site.origin))?.status()).to.equal(200)
    expect(proxy.refusals()).to.deep.equal([{ host: '10.0.0.1', port: 80, reason: 'address_not_allowed' }])
  })

  it("is cut off at the job's byte budget", async () => {
    const site = await open(
      serve((_, response) => {
        const push = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        }
        response.setHeader('content-type', 'text/html').on('drain', push)
        push()
      }),
    )
    const proxy = await open(testProxy({ allow: `127.0.0.1:${site.port}`, limits: { maxBytes: 2_000_000 } }))
    const { page } = await pageBehind(proxy)
    await errorOf(page.goto(site.origin, { timeout: 20_000 }))
    expect(proxy.exceeded()).to.equal('bytes')
    expect(await errorOf(page.goto(`${site.origin}/again`))).to.equal('net::ERR_EMPTY_RESPONSE')
  })

  it('is let in by the first page, or ahead of it where that is not to wait', async () => {
    const site = await open(serve((_, response) => void response.end('page')))
    const proxy = await open(testProxy({ allow: `127.0.0.1:${site.port}` }))
    const { page } = await pageBehind(proxy)
    const statuses: number[] = []
    const session = await page.createCDPSession()
    session.on('Network.responseReceivedExtraInfo', ({ statusCode }) => statuses.push(statusCode))
    await session.send('Network.enable')
    await page.goto(site.origin)
    // Of the challenge the page's own account has nothing.
    expect(statuses[0]).to.equal(200)
    const ahead = await open(testProxy())
    const waiting = await pageBehind(ahead)
    const own = await waiting.page.createCDPSession()
    expect(await errorOf(authenticateEarly(own, ahead))).to.equal('shown')
    expect(ahead.counts()).to.include({ requests: 0, tunnels: 0 })
  })

  it('gets nowhere without its credential, and another job has another', async () => {
    const site = await open(serve((_, response) => void response.end('page')))
    const proxy = await open(testProxy({ allow: `127.0.0.1:${site.port}` }))
    const other = await open(testProxy())
    const context = await open(browser.createBrowserContext(egressContext(proxy.url)))
    const page = await context.newPage()
    const wrong = { ...proxy, credential: other.credential }
    const session = await page.createCDPSession()
    await authenticateBrowser(session, wrong)
    expect(await errorOf(authenticateEarly(session, wrong))).to.match(/rejects the browser/)
    await errorOf(page.goto(site.origin))
    expect(site.connections.count).to.equal(0)
    expect(proxy.counts()).to.include({ requests: 0 })
  })

  it('gets nowhere outside of the contexts of jobs', async () => {
    const context = await open(browser.createBrowserContext())
    // The default context ends with the browser: to close a page there may take forever.
    for (const page of [await browser.newPage(), await context.newPage()]) {
      for (const url of [`http://127.0.0.1:${canary.port}/`, `http://localhost:${canary.port}/`]) {
        expect(await errorOf(page.goto(url))).to.equal('net::ERR_PROXY_CONNECTION_FAILED')
      }
    }
    expect(canary.connections.count).to.equal(0)
  })

  describe('whatever a page tries', () => {
    /** The names of the ways that the page of a site went. */
    async function tried(page: Page): Promise<readonly string[]> {
      const { names, handle } = egressAttempts('127.0.0.1', canary.port)
      const site = await open(serve(handle, '127.0.0.2'))
      await page.goto(site.origin, { waitUntil: 'load', timeout: 60_000 })
      return names
    }

    it('would reach the address without them, so that the attempts are real', async () => {
      const unguarded = await open(start(unguardedFlags))
      const names = await tried(await unguarded.newPage())
      await settled(() => canary.paths.size + Math.min(canary.packets, 1))
      expect(canary.packets).to.be.above(0)
      // Not every browser knows every way; the headless shell of 2026 goes all 65.
      const failed = names.filter((name) => !canary.paths.has(name))
      expect(failed.length, failed.join()).to.be.below(8)
      expect(names.length).to.be.above(60)
    })

    it('never reaches it with them', async () => {
      const proxy = await open(testProxy({ allow: '127.0.0.2:*' }))
      const { page } = await pageBehind(proxy)
      const names = await tried(page)
      await settled(() => proxy.counts().refused)
      expect([...canary.paths]).to.deep.equal([])
      expect(canary.connections.count).to.equal(0)
      expect(canary.packets).to.equal(0)
      expect(proxy.counts().refused).to.be.above(names.length - 8)
      expect(proxy.refusals()).to.deep.equal([
        { host: '127.0.0.1', port: canary.port, reason: 'address_not_allowed' },
      ])
    })
  })

  describe('a certificate that names an address for its issuer', () => {
    async function visit(page: Page): Promise<string | undefined> {
      const certificate = await issuedCertificate(`http://127.0.0.1:${canary.port}/issuer`)
      const site = await open(
        listening(
          createServer(certificate, (_, response) => void response.end()),
          '127.0.0.2',
        ),
      )
      return errorOf(page.goto(`https://127.0.0.2:${site.port}/`))
    }

    it('would make the browser go there without them', async () => {
      const unguarded = await open(start(unguardedFlags))
      expect(await visit(await unguarded.newPage())).to.match(/^net::ERR_CERT_/)
      expect([...canary.paths]).to.deep.equal(['issuer'])
    })

    it('never does with them', async () => {
      const proxy = await open(testProxy({ allow: '127.0.0.2:*' }))
      const { page } = await pageBehind(proxy)
      expect(await visit(page)).to.match(/^net::ERR_CERT_/)
      expect(proxy.refusals()).to.deep.equal([
        { host: '127.0.0.1', port: canary.port, reason: 'address_not_allowed' },
      ])
      expect(canary.connections.count).to.equal(0)
    })
  })
})
