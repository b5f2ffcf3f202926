import { expect } from 'chai'
import { gainInWords, weightOf } from '#gateway/console/app/views/inspect/findings/gain.ts'

describe('console: what a fix gains', () => {
  it('is in words with one unit for each kind of figure', () => {
    expect(gainInWords({ points: 52_000, ms: null, kb: null })).to.equal('+5.20 points')
    // 120 units of 1,024 bytes are 122,880 bytes.
    expect(gainInWords({ points: 0, ms: 1240, kb: 120 })).to.equal('saves 1.24 s, 122.9 kB')
    expect(gainInWords({ points: 0, ms: 0, kb: null })).to.equal('')
  })

  it('weighs 100 ms as a point, and bytes by the time that they take', () => {
    expect(weightOf({ points: 10_000, ms: null, kb: null })).to.equal(1)
    expect(weightOf({ points: 0, ms: 250, kb: 1000 })).to.equal(2.5)
    expect(weightOf({ points: 0, ms: null, kb: 40 })).to.equal(2)
  })
})
