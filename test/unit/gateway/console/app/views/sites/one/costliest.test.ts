import { expect } from 'chai'
import { costliestOf } from '#gateway/console/app/views/sites/one/costliest.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'

const report = (deductions: object[], rules: object[] = [], not_indexable = 0) =>
  ({
    score: { overall: 90, deductions },
    scores: { mean: 94.46 },
    rules,
    pages: { not_indexable },
  }) as unknown as SiteReport

const ofPages = { id: 'pages', reason: 'The pages have 94.5 of 100 points on average', points: 3.9 }

describe('what costs most', () => {
  it('is the first deduction', () => {
    const first = { id: 'site-duplicate-title', reason: 'Duplicate page titles', points: 5 }
    expect(costliestOf(report([first, ofPages]))).to.deep.equal({
      points: 5,
      what: 'Duplicate page titles',
      aboveAll: null,
    })
  })

  it('is told of the pages with the rule that takes most from those that count', () => {
    const rules = [
      { title: 'Page set to noindex', points: 4, pages: 7 },
      { title: 'Missing title', points: 1, pages: 20 },
      { title: 'Missing meta description', points: 2, pages: 64 },
    ]
    expect(costliestOf(report([ofPages], rules, 7))).to.deep.equal({
      points: 3.9,
      what: 'the pages themselves, 94.5 of 100 on average',
      aboveAll: 'Missing meta description',
    })
    expect(costliestOf(report([ofPages], [], 7))?.aboveAll).to.equal(null)
  })

  it('is nothing without deductions or without a score', () => {
    expect(costliestOf(report([]))).to.equal(null)
    expect(costliestOf({ ...report([]), score: null })).to.equal(null)
  })
})
