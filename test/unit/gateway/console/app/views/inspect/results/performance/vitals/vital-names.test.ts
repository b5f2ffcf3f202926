import { expect } from 'chai'
import {
  metricTexts,
  partInWords,
  reasonInWords,
} from '#gateway/console/app/views/inspect/results/performance/vitals/vital-names.ts'
import { metricNames, metrics } from '#stages/score/performance/vitals/metrics.ts'

describe('console: metrics in words', () => {
  for (const name of metricNames) {
    it(`${name} is poor above the threshold that the service rates by`, () => {
      expect(metricTexts[name]).to.include({ label: metrics[name].label, poor: metrics[name].poor })
    })
  }

  it('says why there is no value, also for a reason that it does not know', () => {
    expect(reasonInWords('no_contentful_paint')).to.equal(
      'The page painted no content while it was observed.',
    )
    expect(reasonInWords('some_new_reason')).to.equal('It could not be measured: some new reason.')
    expect(partInWords('main_thread')).to.equal('Work of the main thread')
    expect(partInWords('new_part')).to.equal('new part')
  })
})
