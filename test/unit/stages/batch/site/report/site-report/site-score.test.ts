import { expect } from 'chai'
import { siteScoreOf } from '#stages/batch/site/report/site-report.ts'

const finding = (severity: 'error' | 'warning' | 'info', affected: number, id = severity as string) => ({
  ...{ id, title: `Title of ${id}`, severity, affected },
})

/** infra/docs/batches.md#site-score */
describe('score of a site', () => {
  it('is 100 without findings', () => {
    expect(siteScoreOf(null, [], 10)).to.deep.equal({ overall: 100, deductions: [] })
    expect(siteScoreOf(100, [], 10)).to.deep.equal({ overall: 100, deductions: [] })
  })

  it('takes 30, 15 and 3 points where the whole site is affected', () => {
    const { overall, deductions } = siteScoreOf(
      null,
      [finding('info', 10), finding('error', 10), finding('warning', 20)],
      10,
    )
    expect(deductions).to.deep.equal([
      { id: 'error', reason: 'Title of error', points: 30 },
      { id: 'warning', reason: 'Title of warning', points: 15 },
      { id: 'info', reason: 'Title of info', points: 3 },
    ])
    expect(overall).to.equal(52)
  })

  it('is logarithmic in the affected share', () => {
    // 30 * log10(1 + 9 * 0.1) = 8.36.
    expect(siteScoreOf(null, [finding('error', 1)], 10).overall).to.equal(91.64)
  })

  it('is of what the pages lack by 70 %, and of the site by 30 %', () => {
    const { overall, deductions } = siteScoreOf(80, [finding('error', 10)], 10)
    expect(deductions.map(({ id, points }) => [id, points])).to.deep.equal([
      ['pages', 14],
      ['error', 9],
    ])
    expect(overall).to.equal(77)
  })

  it('never falls below 0: all deductions together take 100 at most, and still add up', () => {
    const all = Array.from({ length: 6 }, (_, at) => finding('error', 10, `error ${at}`))
    const { overall, deductions } = siteScoreOf(null, all, 10)
    const sum = deductions.reduce((total, { points }) => total + points, 0)
    expect(overall).to.be.within(0, 0.1)
    expect(overall + sum).to.be.closeTo(100, 0.001)
  })

  it('leaves out what takes less than a hundredth of a point', () => {
    expect(siteScoreOf(null, [finding('info', 1)], 1_000_000).deductions).to.deep.equal([])
  })
})
