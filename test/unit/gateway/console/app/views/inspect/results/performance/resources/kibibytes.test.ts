import { expect } from 'chai'
import {
  formatKib,
  formatKibits,
} from '#gateway/console/app/views/inspect/results/performance/resources/kibibytes.ts'

describe('console: sizes of 1,024 bytes', () => {
  it('become MiB from 1,024 KiB on', () => {
    expect([0, 12.34, 1023.9, 1024, 1536].map(formatKib)).to.deep.equal([
      '0 KiB',
      '12.3 KiB',
      '1023.9 KiB',
      '1 MiB',
      '1.5 MiB',
    ])
  })

  it('a bandwidth may be without limit', () => {
    expect(formatKibits(1474.55)).to.match(/^1474\.[56] Kibit\/s$/)
    expect(formatKibits(null)).to.equal('not limited')
  })
})
