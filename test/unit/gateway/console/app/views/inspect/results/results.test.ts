import { expect } from 'chai'
import { resultsOf } from '#gateway/console/app/views/inspect/results/results.ts'

describe('console: results by check', () => {
  it('are null until they are there', () => {
    expect(resultsOf({})).to.deep.equal({
      snapshot: null,
      metadata: null,
      performance: null,
      audit: null,
      device: undefined,
    })
  })

  it('have the device of the audit, else the one that was asked for', () => {
    const deviceOf = (result: object) =>
      resultsOf({ 'seo-audit': { result, parameters: { device: 'mobile' } } }).device
    expect(deviceOf({ scoring: { device: 'desktop' } })).to.equal('desktop')
    expect(deviceOf({ context: { device: 'desktop' } })).to.equal('desktop')
    expect(deviceOf({})).to.equal('mobile')
    const performance = { result: {}, parameters: { device: 'tablet' } }
    expect(resultsOf({ performance }).device).to.equal('tablet')
  })
})
