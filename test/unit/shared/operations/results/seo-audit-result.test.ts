import { expect } from 'chai'
import { seoAuditResult } from '#shared/operations/results/seo-audit-result.ts'

const least = {
  schema_version: '1',
  url: 'http://shop.example/',
  scannedAt: '2026-11-24T00:22:48.571Z',
}
const each = <T>(value: T) => ({
  ...{ metadata: value, content: value, technical: value, accessibility: value, performance: value },
})
const scoring = {
  ...{ schema_version: '1', rule_version: '1', version: '1', device: 'mobile' },
  ...{ weights: each(0.2), overall: 100, grade: 'A', by_category: each(100) },
  ...{ category_status: each('complete'), deductions: [] },
  scoring_explainer: { method: 'sum', category_deductions: each(0) },
}

describe('seo-audit result', () => {
  const isValid = (value: object) => seoAuditResult.safeParse({ ...least, ...value }).success

  it('needs only what every answer has', () => {
    expect(isValid({})).to.equal(true)
    for (const absent of Object.keys(least)) expect(isValid({ [absent]: undefined }), absent).to.equal(false)
  })

  it('scores each of the five categories from 0 to 100, and all of them as a whole number', () => {
    expect(isValid({ scoring })).to.equal(true)
    for (const category of Object.keys(each(0))) {
      const by_category = (value: unknown) => ({ ...each(100), [category]: value })
      for (const wrong of [undefined, 101, -1, '100'])
        expect(isValid({ scoring: { ...scoring, by_category: by_category(wrong) } }), category).to.equal(
          false,
        )
    }
    expect(isValid({ scoring: { ...scoring, overall: 99.5 } })).to.equal(false)
  })

  it('has null for parts that were not asked for, and for these only', () => {
    expect(isValid({ web_vitals: null, diff: null })).to.equal(true)
    for (const part of ['scoring', 'issues', 'summary', 'http'])
      expect(isValid({ [part]: null }), part).to.equal(false)
  })
})
