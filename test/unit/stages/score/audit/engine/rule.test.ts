import { expect } from 'chai'
import { elementEvidence, externalEvidence, fail, notDecidable } from '#stages/score/audit/engine/rule.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

describe('verdict of a rule', () => {
  it('that fails about the page as a whole has neither evidence nor extent', () => {
    expect(fail('missing')).to.deep.equal({
      kind: 'fail',
      message: 'missing',
      values: {},
      evidence: [],
      extent: null,
    })
  })

  it('that fails keeps what was found', () => {
    const [p] = auditFacts({ html: '<p>' }).document.byTag('p')
    if (p === undefined) throw new Error('no element')
    const evidence = [elementEvidence(p), elementEvidence(p, 'x'), externalEvidence('header: x')]
    const found = { values: { count: 3 }, evidence, extent: { affected: 3, total: 4 } }
    const values = { count: 3, affected: 3, total: 4 }
    expect(fail('many', found)).to.deep.equal({ kind: 'fail', message: 'many', ...found, values })
    expect(evidence.map(({ node, value }) => [node === null, value])).to.deep.equal([
      [false, ''],
      [false, 'x'],
      [true, 'header: x'],
    ])
  })

  it('that fails keeps the first ten findings, and counts all', () => {
    const evidence = Array.from({ length: 12 }, (_, index) => externalEvidence(`${index + 1}`))
    const verdict = fail('many', { evidence, extent: { affected: 12, total: 12 } })
    expect(verdict.evidence.map(({ value }) => Number(value))).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(verdict.values).to.deep.equal({ affected: 12, total: 12 })
  })

  it('that cannot decide says why', () => {
    expect(notDecidable('not_probed')).to.deep.equal({ kind: 'not_decidable', reason: 'not_probed' })
  })
})
