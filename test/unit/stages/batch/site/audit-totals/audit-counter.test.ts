import { expect } from 'chai'
import { AuditCounter } from '#stages/batch/site/audit-totals.ts'

const audit = (byCategory: readonly (readonly [number, number])[]) => ({
  ...{ ruleVersion: 1, overall: 50, undecided: [], points: [125] },
  ...{ byCategory, rules: [[7, 3]] as const },
})

describe('sums of audits', () => {
  it('count pages and elements of each rule, name its pages in order of their URLs, and keep the scores of each result', () => {
    const counter = new AuditCounter(3)
    counter.add(0, 8, audit([[1, 9000]]))
    counter.add(
      2,
      5,
      audit([
        [1, 100],
        [2, 5000],
      ]),
    )
    expect(counter.audited).to.equal(2)
    const rules = [...counter.rules].map(([rule, { first, ...sums }]) => [rule, sums, first.first(9)])
    expect(rules).to.deep.equal([[7, { pages: 2, elements: 6, points: 250 }, [2, 0]]])
    expect([...counter.byCategory].map(([category, scores]) => [category, ...scores])).to.deep.equal([
      [1, 9000, 0, 100],
      [2, 0, 0, 5000],
    ])
  })

  it('tell a bounded number of categories apart', () => {
    const counter = new AuditCounter(1)
    counter.add(0, 0, audit(Array.from({ length: 1000 }, (_, at) => [at, 1] as const)))
    expect(counter.byCategory.size).to.equal(16)
  })
})
