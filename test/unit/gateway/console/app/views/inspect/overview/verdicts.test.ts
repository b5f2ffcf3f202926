import { expect } from 'chai'
import { costliest, scoreInWords } from '#gateway/console/app/views/inspect/overview/verdicts.ts'

type Audit = Parameters<typeof costliest>[0]
type Performance = Parameters<typeof costliest>[1]

const weights = { metadata: 0.25, content: 0.25, technical: 0.2, accessibility: 0.15, performance: 0.15 }
const audit = (overall: number) =>
  ({
    scoring: {
      overall,
      weights,
      by_category: {},
      deductions: [
        { category: 'metadata', reason: 'No description', points: 10, rule_id: 'description-missing' },
        { category: 'accessibility', reason: 'No alt', points: 12, rule_id: 'image-alt' },
      ],
    },
    issues: [{ source_rule: 'description-missing', title: 'Missing description.' }],
  }) as unknown as Audit
const lab = (value: number, main_issue: string) =>
  ({ performance_score: { value }, summary: { main_issue } }) as unknown as Performance

describe('console: a page in short', () => {
  it('says a score in words', () => {
    expect([100, 80, 79, 60, 59, 0].map(scoreInWords)).to.deep.equal([
      'Good',
      'Good',
      'Needs work',
      'Needs work',
      'Poor',
      'Poor',
    ])
  })

  it('names what costs most of the worse score', () => {
    // 10 points of a category that is a quarter of the whole.
    const sentence = 'Missing description: costs 2.50 points of the SEO score.'
    expect(costliest(audit(50), lab(90, 'LCP is slow.'))).to.equal(sentence)
    expect(costliest(audit(95), lab(90, 'LCP is slow.'))).to.equal('LCP is slow.')
    expect(costliest(audit(95), lab(90, 'none'))).to.equal(sentence)
    expect(costliest(null, lab(100, 'none'))).to.equal(null)
    expect(costliest(null, null)).to.equal(null)
  })
})
