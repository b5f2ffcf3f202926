import { expect } from 'chai'
import {
  formatKib,
  formatKibits,
} from '#gateway/console/app/views/inspect/results/performance/resources/kibibytes.ts'

describe('console: sizes that come in units of 1,024 bytes', () => {
  it('are shown in units of 1,000', () => {
    // 12.3 × 1,024 = 12,595; 1,024 × 1,024 = 1,048,576
    expect([0, 0.5, 12.3, 1024].map(formatKib)).to.deep.equal(['0 B', '512 B', '12.6 kB', '1.05 MB'])
  })

  it('a bandwidth may be without limit', () => {
    // 1,600 × 1,024 = 1,638,400; 750 × 1,024 = 768,000
    expect([1600, 750, null].map(formatKibits)).to.deep.equal(['1.64 Mbit/s', '768 kbit/s', 'not limited'])
  })
})
