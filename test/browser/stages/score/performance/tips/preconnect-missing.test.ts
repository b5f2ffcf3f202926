// own browser: it trusts the certificate of the site
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { measureOnce } from '#stages/render/lab/measure-once.ts'
import { performanceResult } from '#stages/score/performance/performance-result.ts'
import { measuring, parametersFor } from '#test/browser/stages/render/lab/measuring.ts'
import { file, html } from '#test/site/lab-resources/pages.ts'
import { openTestBrowser, type TestBrowser } from '#test/support/browser/test-tab.ts'
import { openSecureSite, type SecureSite } from '#test/support/sites/secure-site.ts'
import type { Route } from '#test/support/sites/target-site.ts'
import { testProxy } from '#test/unit/stages/render/adapters/egress-proxy/loopback.ts'

/** Milliseconds of the own style sheet, which names that of the other origin, and of the other's handshake. */
const OWN_MS = 500
const HANDSHAKE_MS = 700
const MEASURE_MS = 25_000

describe('tip preconnect-missing', function () {
  this.timeout(60_000)
  let other: SecureSite
  let browser: TestBrowser
  const style = '<link rel=stylesheet href=/own.css><p>Some text of the page</p>'
  /** A page with a hint or something else about the other origin before the style sheet. */
  const hinting =
    (head: (origin: string) => string): Route =>
    (...exchange) =>
      html(`${head(other.origin)}${style}`)(...exchange)
  const { site, ports } = measuring({
    '/late': html(style),
    '/hinted': hinting((origin) => `<link rel=preconnect href="${origin}">`),
    '/by-header': (...exchange) => html(style, { link: `<${other.origin}>; rel=preconnect` })(...exchange),
    '/connected': hinting((origin) => `<link rel=stylesheet media=print href="${origin}/print.css">`),
    '/at-once': (...exchange) =>
      html(
        `<link rel=stylesheet href="${other.origin}/x.css"><link rel=stylesheet href=/own-plain.css><p>Text</p>`,
      )(...exchange),
    '/own.css': async (...exchange) => {
      await delay(OWN_MS)
      await file('text/css', `@import "${other.origin}/x.css";`)(...exchange)
    },
    '/own-plain.css': async (...exchange) => {
      await delay(OWN_MS)
      await file('text/css', `@import "/x.css";`)(...exchange)
    },
    '/x.css': file('text/css', 'p { color: red }'),
  })

  before(async () => {
    other = await openSecureSite(file('text/css', 'p { color: red }'), HANDSHAKE_MS)
    browser = await openTestBrowser([other.flag])
  })
  after(async () => {
    await browser?.close()
    await other?.close()
  })

  /** Measures and advises through the egress proxy, as the service does. */
  async function advise(path: string) {
    const proxy = await testProxy({ allow: '127.0.0.0/8:*' })
    const { tab, close } = await browser.open({ proxy })
    try {
      const parameters = parametersFor(site().url(path))
      const measurement = await measureOnce(ports(), tab, parameters, performance.now() + MEASURE_MS)
      const { tips } = performanceResult(measurement, parameters, Date.now())
      return { measurement, tip: tips.find(({ tip_id }) => tip_id === 'preconnect-missing')?.message ?? null }
    } finally {
      await close()
      await proxy.close()
    }
  }
  const foreign = ({ measurement }: Awaited<ReturnType<typeof advise>>) =>
    measurement.requests.find(({ url }) => url === `${other.origin}/x.css`)

  // The browser of the lab follows no hints, so an early file opens the connection here.
  it('says what a connection that is open in time saves', async () => {
    const late = await advise('/late')
    const connectMs = Number(foreign(late)?.connectMs)
    expect(connectMs).to.be.at.least(HANDSHAKE_MS - 10)
    expect(late.tip).to.include(`${other.origin} at `)
    const said = Number(/up to ([\d,]+) ms earlier/.exec(late.tip ?? '')?.[1]?.replace(',', ''))
    expect(said).to.be.within(OWN_MS - 100, Math.round(connectMs))
    expect((await advise('/connected')).tip).to.equal(null)
  })

  it('is not given where the page has the hint, in its HTML or in a header', async () => {
    const hinted = await advise('/hinted')
    expect(hinted.measurement.preconnects).to.deep.equal([other.origin])
    expect(foreign(hinted)?.connectMs, 'the lab follows no hints').to.be.above(HANDSHAKE_MS - 10)
    expect(hinted.tip).to.equal(null)
    expect((await advise('/by-header')).tip).to.equal(null)
  })

  it('is not given where the document itself names the file, nor for the own origin', async () => {
    const { measurement, tip } = await advise('/at-once')
    const own = measurement.requests.filter(({ url }) => !url.startsWith(other.origin))
    expect(own.map(({ connectMs }) => connectMs)).to.deep.equal([null, null, null])
    expect(tip).to.equal(null)
  })
})
