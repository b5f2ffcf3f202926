import { setTimeout as delay } from 'node:timers/promises'
import type { LabRequest, Measurement } from '#shared/messages/payloads/measurement.ts'
import { measureOnce } from '#stages/render/lab/measure-once.ts'
import { performanceResult } from '#stages/score/performance/performance-result.ts'
import { measuring, parametersFor } from '#test/browser/stages/render/lab/measuring.ts'
import { file, html } from '#test/site/lab-resources/pages.ts'
import { openTestBrowser, type TestBrowser } from '#test/support/browser/test-tab.ts'
import { openSecureSite, type SecureSite } from '#test/support/sites/secure-site.ts'
import type { Route } from '#test/support/sites/target-site.ts'
import { testProxy } from '#test/unit/stages/render/adapters/egress-proxy/loopback.ts'

/** Milliseconds of the own style sheet, which names that of the other origin, and of the other's handshake. */
export const OWN_MS = 500
export const HANDSHAKE_MS = 700
const MEASURE_MS = 25_000

export interface Connected {
  readonly measurement: Measurement
  /** The message of the tip; null without it. */
  readonly tip: string | null
  /** The request for the style sheet of the other origin. */
  readonly foreign: LabRequest | undefined
}

/** A site whose pages have a style sheet of another origin, and a browser that trusts that one, for the suite that calls it. */
export function connecting() {
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
  async function advise(path: string): Promise<Connected> {
    const proxy = await testProxy({ allow: '127.0.0.0/8:*' })
    const { tab, close } = await browser.open({ proxy })
    try {
      const parameters = parametersFor(site().url(path))
      const measurement = await measureOnce(ports(), tab, parameters, performance.now() + MEASURE_MS)
      const { tips } = performanceResult(measurement, parameters, Date.now())
      const tip = tips.find(({ tip_id }) => tip_id === 'preconnect-missing')?.message ?? null
      const foreign = measurement.requests.find(({ url }) => url === `${other.origin}/x.css`)
      return { measurement, tip, foreign }
    } finally {
      await close()
      await proxy.close()
    }
  }
  return { advise, otherOrigin: () => other.origin }
}

/** By how many milliseconds the tip says that the file comes earlier. */
export function saidMs({ tip }: Connected): number {
  return Number(/up to ([\d,]+) ms earlier/.exec(tip ?? '')?.[1]?.replace(',', ''))
}
