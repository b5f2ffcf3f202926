// own service: the addresses that its pages may reach are its settings
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { expect } from 'chai'
import { type EgressAttempts, egressAttempts } from '#test/support/browser/egress-attempts.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { metric, postSnapshot } from '#test/support/service/api-client.ts'
import { openEmbeddedService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { htmlPage, openSite, type Route, type TargetSite } from '#test/support/sites/target-site.ts'

const ALLOWED = '127.0.0.3'
const REFUSED = '127.0.0.4'
const WAIT_MS = 4000

/** Requests that reached an address, by TCP and by UDP. */
interface Listener {
  readonly port: number
  /** Paths of HTTP requests. */
  readonly paths: Set<string>
  /** Connections and packets of any kind. */
  count(): number
  close(): Promise<void>
}

describe('a page that tries every way out of its browser', () => {
  let allowed: Listener
  let refused: Listener
  let fixture: ServiceFixture
  const sites: TargetSite[] = []

  before(async function () {
    requireBrowser(this)
    this.timeout(120_000)
    allowed = await listen(ALLOWED)
    refused = await listen(REFUSED)
    fixture = await openEmbeddedService({
      EGRESS_ALLOW: `127.0.0.2:*,${ALLOWED}:*`,
      EGRESS_HOSTS: `inside.example.net=${REFUSED}`,
    })
  })
  after(async () => {
    await fixture?.close()
    await Promise.all([...sites, allowed, refused].map((one) => one?.close()))
  })

  async function shoot(routes: Readonly<Record<string, Route>>, body: Record<string, unknown> = {}) {
    const site = await openSite({ routes })
    sites.push(site)
    return postSnapshot(fixture.service.url, { url: site.url('/'), timeout: 20_000, ...body })
  }
  /** Refusals that the policy has counted since the start. */
  const refusals = () =>
    metric(fixture.service.url, 'pageprobe_egress_refusals_total{reason="address_not_allowed"}')
  const attemptsAt = ({ handle }: EgressAttempts): Record<string, Route> =>
    Object.fromEntries(['/', '/redirect', '/run', '/csp'].map((path) => [path, handle]))

  it('reaches an allowed address, by most attempts', async () => {
    const attempts = egressAttempts(ALLOWED, allowed.port)
    const { status, text } = await shoot(attemptsAt(attempts), { waitFor: WAIT_MS })
    expect(status, text).to.equal(200)
    const reached = attempts.names.filter((name) => allowed.paths.has(`/${name}`))
    expect(reached.length).to.be.above(attempts.names.length / 2)
  })

  for (const more of [{}, { blockAds: true, blockCookieBanners: true, fullPage: true }]) {
    it(`reaches nothing else, by any attempt, requested with ${JSON.stringify(more)}`, async () => {
      const attempts = egressAttempts(REFUSED, refused.port)
      const { status, text } = await shoot(attemptsAt(attempts), { waitFor: WAIT_MS, ...more })
      expect(status, text).to.equal(200)
      expect([...refused.paths]).to.deep.equal([])
      expect(refused.count()).to.equal(0)
      expect(await refusals()).to.be.above(20)
    })
  }

  const redirects: Record<string, (url: string) => Route> = {
    'a redirect': (url) => (_, response) => void response.writeHead(302, { location: url }).end(),
    'a refresh': (url) => (_, response) =>
      htmlPage(response, '/', `<meta http-equiv="refresh" content="0;url=${url}">`),
    'a script': (url) => (_, response) =>
      htmlPage(response, '/', `<script>location.replace('${url}')</script>`),
    'a form': (url) => (_, response) =>
      htmlPage(
        response,
        '/',
        `<form action="${url}" method="post"></form><script>document.forms[0].submit()</script>`,
      ),
  }
  for (const [kind, route] of Object.entries(redirects)) {
    for (const host of [REFUSED, 'inside.example.net']) {
      it(`is not followed to ${host} by ${kind}`, async () => {
        const url = `http://${host}:${refused.port}/inside`
        const { status, text } = await shoot({ '/': route(url) })
        expect(status, text).to.equal(400)
        expect(JSON.parse(text)).to.have.nested.property('error.code', 'VALIDATION_ERROR')
        expect(refused.count()).to.equal(0)
      })
    }
  }
})

async function listen(host: string): Promise<Listener> {
  const paths = new Set<string>()
  let count = 0
  const http: Server = createServer(({ url = '' }, response) => {
    paths.add(url)
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end()
  })
  const tcp = createTcpServer((socket) => {
    count += 1
    socket.on('error', () => {})
    http.emit('connection', socket)
  }).listen(0, host)
  await once(tcp, 'listening')
  const { port } = tcp.address() as AddressInfo
  const udp: Socket = createSocket('udp4', () => {
    count += 1
  })
  udp.bind(port, host)
  await once(udp, 'listening')
  return {
    port,
    paths,
    count: () => count,
    async close() {
      udp.close()
      http.closeAllConnections()
      await new Promise((resolve) => tcp.close(resolve))
    },
  }
}
