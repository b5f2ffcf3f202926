import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import { HELD_MS, measuring } from './measuring.ts'

describe('load of a measured page', function () {
  this.timeout(60_000)
  const { measure, failure } = measuring()

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
    expect(performance.now() - began).to.be.below(1500 + HELD_MS)
  })

  it('measures a page whose network is never idle when `waitUntil` does not demand that', async () => {
    const { vitals } = await measure('/never-idle', { waitUntil: 'load' })
    expect(vitals.lcp.value).to.be.above(0)
  })

  it('does not wait for an endless image when `waitUntil` does not demand that', async () => {
    const { vitals, isQuiet } = await measure('/image-never', { waitUntil: 'networkidle2' })
    expect(vitals.lcp.attribution.target).to.equal('html>body>p')
    expect(isQuiet).to.equal(true)
  })
})
