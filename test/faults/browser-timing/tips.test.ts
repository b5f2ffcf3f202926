// own browser: it trusts the certificate of a site
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import type { Measurement } from '#shared/messages/payloads/measurement.ts'
import { type Advised, advising } from '#test/browser/stages/score/performance/tips/advising.ts'
import { connecting, saidMs as saidOf } from '#test/browser/stages/score/performance/tips/connecting.ts'
import { boxFont } from '#test/site/lab-resources/font.ts'
import { file, html, script } from '#test/site/lab-resources/pages.ts'
import type { Route } from '#test/support/sites/target-site.ts'

/** Milliseconds that each late file takes. */
const LATE_MS = 400
const late =
  (type: string, body: string | Buffer): Route =>
  async (request, response) => {
    await delay(LATE_MS)
    await file(type, body)(request, response)
  }
const text = '<p>Some text of the page</p>'
const inFont = (display: string) =>
  html(`<style>@font-face { font-family: Boxes; ${display} src: url(/boxes.ttf) }</style>
    <p style="font: 60px Boxes">Some words that are the largest paint of this page</p>`)
/** Each change of the width lays out all of them anew. */
const rows = Array.from({ length: 3000 }, (_, row) => `<p>Row ${row} of words that wrap</p>`).join('')
const withRows = (name: string) => html(`${rows}<script src="${name}"></script>`)

describe('what tips say is what following them saves, on a quiet machine', function () {
  this.timeout(60_000)
  const { advise } = advising({
    '/chained': html(`<link rel=stylesheet href=/first.css>${text}`),
    '/named': html(
      `<link rel=preload as=style href=/second.css><link rel=preload as=style href=/third.css>
      <link rel=stylesheet href=/first.css>${text}`,
    ),
    '/first.css': late('text/css', '@import "/second.css";'),
    '/second.css': late('text/css', '@import "/third.css";'),
    '/third.css': late('text/css', 'p { color: red }'),
    '/font-auto': inFont(''),
    '/font-swap': inFont('font-display: swap;'),
    '/boxes.ttf': late('font/ttf', boxFont()),
    '/thrashing': withRows('/thrash.js'),
    '/thrash.js': script(`for (let at = 0; at < 40; at++) {
        document.body.style.paddingLeft = at * 20 + 'px'
        document.body.offsetHeight
      }`),
    '/batched': withRows('/batch.js'),
    '/batch.js': script(`for (let at = 0; at < 40; at++) document.body.style.paddingLeft = at * 20 + 'px'`),
  })
  const saidMs = ({ tips }: Advised, tip: string, pattern: RegExp) =>
    Number(pattern.exec(tips[tip] ?? '')?.[1]?.replace(',', ''))
  const vitalOf = ({ measurement }: Pick<Advised, 'measurement'>, name: 'fcp' | 'lcp') =>
    Number(measurement.vitals[name].value)
  const workOf = ({ mainThread }: Measurement) => mainThread.reduce((sum, { ms }) => sum + ms, 0)

  const foreign = connecting()

  it('preconnect-missing: the first paint', async () => {
    const unconnected = await foreign.advise('/late')
    const said = saidOf(unconnected)
    const saved = vitalOf(unconnected, 'fcp') - vitalOf(await foreign.advise('/connected'), 'fcp')
    expect(saved).to.be.within(said / 2, said * 1.5)
  })

  it('request-chains: the first paint', async () => {
    const chained = await advise('/chained')
    const said = saidMs(chained, 'request-chains', /first paint up to ([\d,]+) ms/)
    expect(said).to.be.within(1.5 * LATE_MS, 2.8 * LATE_MS)
    const saved = vitalOf(chained, 'fcp') - vitalOf(await advise('/named'), 'fcp')
    expect(saved).to.be.within(said / 2, said * 1.5)
  })

  it('fonts-display: the largest paint', async () => {
    const hidden = await advise('/font-auto')
    const said = saidMs(hidden, 'fonts-display', /painted ([\d,]+) ms later/)
    expect(said).to.be.above(LATE_MS / 2)
    const saved = vitalOf(hidden, 'lcp') - vitalOf(await advise('/font-swap'), 'lcp')
    expect(saved).to.be.closeTo(said, LATE_MS / 2)
  })

  it('forced-reflow: the work of the main thread', async () => {
    const { measurement } = await advise('/thrashing')
    const said = (measurement.forcedReflows ?? []).reduce((sum, { ms }) => sum + ms, 0)
    const saved = workOf(measurement) - workOf((await advise('/batched')).measurement)
    expect(saved).to.be.within(said * 0.5, said * 1.5)
  })
})
