import { expect } from 'chai'
import { measuring } from './measuring.ts'

describe('measureOnce', () => {
  const { measure, failure, site } = measuring()

  it('describes its environment', async () => {
    const { environment, status, finalUrl, waitUntil } = await measure('/still', { device: 'tablet' })
    const { browser, cpuFactorMeasured, ...rest } = environment
    expect({ status, finalUrl, waitUntil }).to.deep.equal({
      ...{ status: 200, finalUrl: site().url('/still'), waitUntil: 'load' },
    })
    expect(browser).to.match(/Chrome\/\d+\.\d+/)
    // What it is for the machine is measured in test/faults/browser-timing.
    expect(cpuFactorMeasured).to.be.above(0)
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

  for (const path of ['/endless-script', '/alert-loop'] as const) {
    it(`says TIMEOUT of a page that does not load, in time: ${path}`, async () => {
      const failed = await failure(path, { timeout: 1500 })
      expect(failed?.code).to.equal('TIMEOUT')
    })
  }
})
