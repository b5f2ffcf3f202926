import { expect } from 'chai'
import type { CDPSession } from 'puppeteer-core'
import { Failure } from '#shared/errors.ts'
import { measureOnce } from '#stages/render/lab/measure-once.ts'
import { eventually } from '#test/contract/eventually.ts'
import { measuring, parametersFor } from './measuring.ts'

describe('measureOnce', function () {
  this.timeout(30_000)
  const { measure, failure, site, tabs, ports } = measuring()

  it('describes its environment', async () => {
    const { environment, noise, status, finalUrl, waitUntil } = await measure('/still', { device: 'tablet' })
    const { browser, cpuFactorMeasured, ...rest } = environment
    expect({ status, finalUrl, waitUntil }).to.deep.equal({
      ...{ status: 200, finalUrl: site().url('/still'), waitUntil: 'load' },
    })
    expect(browser).to.match(/Chrome\/\d+\.\d+/)
    // Others make either loop longer.
    expect(cpuFactorMeasured).to.be.within(
      ...((noise.isContaminated ? [0.1, 100] : [3, 6]) as [number, number]),
    )
    expect(rest).to.deep.include({
      ...{ device: 'tablet', cpuFactor: 4, timezone: 'UTC', language: 'en-US', cookiesEnabled: true },
      viewport: { width: 768, height: 1024, deviceScaleFactor: 2 },
    })
    expect(rest.userAgent).to.include('iPad')
  })

  it('follows redirects, and counts them', async () => {
    const { finalUrl, requests, vitals } = await measure('/redirected')
    expect(finalUrl).to.equal(site().url('/still'))
    expect(requests.map(({ status }) => status)).to.deep.equal([302, 200])
    expect(vitals.fcp.value).to.be.at.least(Number(vitals.ttfb.value))
  })

  it('measures the page that a script navigates to', async () => {
    const { finalUrl, vitals, pageLoadMs } = await measure('/led-on')
    expect(finalUrl).to.equal(site().url('/still'))
    expect(vitals.lcp.attribution.target).to.equal('html>body>p')
    expect(vitals.fcp.value).to.be.at.least(Number(vitals.ttfb.value))
    // Of both documents.
    expect(pageLoadMs).to.be.above(Number(vitals.ttfb.value))
  })

  it('rejects when the target answers with an error status', async () => {
    const failed = await failure('/missing')
    expect(failed).to.be.instanceOf(Failure)
    expect(failed?.code).to.equal('PAGE_LOAD_FAILED')
    expect(failed?.details).to.have.deep.nested.property('[0].path', ['url'])
    expect(failed?.details).to.have.nested.property('[0].received', '404')
  })

  it('reports TIMEOUT in time when the network is never idle', async () => {
    const began = performance.now()
    const failed = await failure('/never-idle', { waitUntil: 'networkidle0', timeout: 1500 })
    expect(failed?.code).to.equal('TIMEOUT')
    expect(performance.now() - began).to.be.below(1500 + 2000)
  })

  for (const path of ['/endless-script', '/alert-loop'] as const) {
    it(`says TIMEOUT of a page that does not load, in time: ${path}`, async () => {
      const began = performance.now()
      const failed = await failure(path, { timeout: 1500 })
      expect(failed?.code).to.equal('TIMEOUT')
      expect(performance.now() - began).to.be.below(1500 + 2000)
    })
  }

  it('measures a page whose network is never idle when `waitUntil` does not demand that', async () => {
    const { vitals } = await measure('/never-idle', { waitUntil: 'load' })
    expect(vitals.lcp.value).to.be.above(0)
  })

  it('does not wait for an endless image when `waitUntil` does not demand that', async () => {
    const { vitals, isQuiet } = await measure('/image-never', { waitUntil: 'networkidle2' })
    expect(vitals.lcp.attribution.target).to.equal('html>body>p')
    expect(isQuiet).to.equal(true)
  })

  it('returns partial results of a page that is unresponsive after its load', async () => {
    const began = performance.now()
    const { vitals, missing } = await measure('/loop-after-load', { timeout: 6000 })
    expect(performance.now() - began).to.be.below(6000 + 2000)
    expect(vitals.lcp.value).to.be.above(0)
    expect(vitals.inp).to.include({ value: null, reason: 'page_busy' })
    expect(missing).to.include({ page: 'no_time', images: 'page_busy', second_view: 'page_busy' })
  })

  it('leaves no session with the browser, which keeps running', async () => {
    const sessions: CDPSession[] = []
    const parameters = parametersFor(site().url('/still'))
    const timing = { deadlineMs: 20_000, signal: new AbortController().signal }
    await tabs().useExclusive(async (tab) => {
      const target = tab.target.browser().target()
      const create = target.createCDPSession.bind(target)
      target.createCDPSession = async () => {
        sessions.push(await create())
        return sessions.at(-1) as CDPSession
      }
      await measureOnce(ports(), tab, parameters, performance.now() + timing.deadlineMs)
    }, timing)
    expect(sessions).to.have.length(1)
    await eventually(() => sessions.every(({ detached }) => detached))
  })
})
