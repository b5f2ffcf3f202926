import { expect } from 'chai'
import { byLoss } from '#stages/batch/site/report/site-issues.ts'

const finding = (severity: 'error' | 'warning' | 'info', points: number, pages: number) => ({
  severity,
  points,
  pages,
})

describe('order of findings', () => {
  it('is that of severities, then of points, then of pages', () => {
    const ordered = [
      finding('error', 0.1, 1),
      finding('error', 0, 9),
      finding('warning', 5, 1),
      finding('warning', 1, 70),
      finding('warning', 1, 2),
      finding('info', 3, 100),
    ]
    expect(ordered.toReversed().sort(byLoss(({ pages }) => pages))).to.deep.equal(ordered)
  })
})
