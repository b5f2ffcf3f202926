import { expect } from 'chai'
import {
  auditSumOf,
  costsOf,
  fromTenThousandths,
  pointsInWords,
} from '#gateway/console/app/views/inspect/results/audit/score/score-sum.ts'
import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'

type Scoring = NonNullable<SeoAuditResult['scoring']>

function scoring(changes: Partial<Scoring> = {}): Scoring {
  return {
    schema_version: '1.0.0',
    rule_version: '1.0.0',
    version: '1.0.0',
    device: 'mobile',
    weights: { metadata: 0.25, content: 0.25, technical: 0.2, accessibility: 0.15, performance: 0.15 },
    overall: 81,
    grade: 'B',
    by_category: { metadata: 47.83, content: 96.3, technical: 100, accessibility: 88, performance: 83 },
    category_status: {
      metadata: 'complete',
      content: 'complete',
      technical: 'complete',
      accessibility: 'complete',
      performance: 'heuristic',
    },
    deductions: [
      { category: 'metadata', reason: 'a', points: 45, rule_id: 'title-missing' },
      { category: 'metadata', reason: 'b', points: 7.17, rule_id: 'template-artifact' },
      { category: 'content', reason: 'c', points: 3.7, rule_id: null },
      { category: 'accessibility', reason: 'd', points: 12, rule_id: 'image-alt' },
      { category: 'performance', reason: 'e', points: 17, rule_id: 'blocking-script' },
    ],
    scoring_explainer: {
      method: '',
      category_deductions: {
        metadata: 52.17,
        content: 3.7,
        technical: 0,
        accessibility: 12,
        performance: 17,
      },
    },
    ...changes,
  }
}

describe('console: the sum of an audit', () => {
  it('is the weighted sum of the categories, each 100 less its deductions', () => {
    // 25 % × 47.83 = 11.9575; 25 % × 96.30 = 24.075; 20 % × 100 = 20; 15 % × 88 = 13.2; 15 % × 83 = 12.45. Together 81.6825.
    const sum = auditSumOf(scoring({ overall: 82 }))
    expect(sum.categories.map(({ category, score, product }) => [category, score, product])).to.deep.equal([
      ['metadata', 4783, 119_575],
      ['content', 9630, 240_750],
      ['technical', 10_000, 200_000],
      ['accessibility', 8800, 132_000],
      ['performance', 8300, 124_500],
    ])
    expect(sum.product).to.equal(816_825)
    expect(sum.agrees).to.equal(true)
    expect(sum.categories.every(({ agrees }) => agrees)).to.equal(true)
  })

  it('says where the result has another score', () => {
    const other = scoring({ overall: 80, by_category: { ...scoring().by_category, content: 90 } })
    const sum = auditSumOf(other)
    expect(sum.agrees).to.equal(false)
    expect(sum.categories.filter(({ agrees }) => !agrees).map(({ category }) => category)).to.deep.equal([
      'content',
    ])
  })

  it('costs of a rule are its points times the weight of the category', () => {
    // 45 × 25 % = 11.25; 7.17 × 25 % = 1.7925; 12 × 15 % = 1.8; 17 × 15 % = 2.55.
    expect([...costsOf(auditSumOf(scoring()))]).to.deep.equal([
      ['title-missing', 112_500],
      ['template-artifact', 17_925],
      ['image-alt', 18_000],
      ['blocking-script', 25_500],
    ])
  })

  it('numbers have two to four places', () => {
    expect([119_575, 240_750, 200_000, 1, 468_450].map(fromTenThousandths)).to.deep.equal([
      '11.9575',
      '24.075',
      '20.00',
      '0.0001',
      '46.845',
    ])
    expect(pointsInWords(18_000)).to.equal('1.80 points')
  })
})
