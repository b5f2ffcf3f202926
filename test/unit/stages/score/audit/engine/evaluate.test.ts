import { expect } from 'chai'
import { evaluateElements, undecided } from '#stages/score/audit/engine/evaluate.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const elements = auditFacts({ html: '<p>'.repeat(30) }).document.byTag('p')

describe('evaluateElements', () => {
  it('is not applicable without elements', () => {
    expect(evaluateElements([], 'bad', () => 'x')).to.deep.equal({ kind: 'not_applicable' })
  })
  it('counts all faults and shows ten', () => {
    const verdict = evaluateElements(elements, 'bad', (element) => (element === elements[0] ? null : 'x'))
    expect(verdict).to.deep.include({ kind: 'fail', message: 'bad', extent: { affected: 29, total: 30 } })
    expect(verdict.kind === 'fail' && verdict.evidence).to.have.length(10)
  })
  it('fails when one has a fault and others are undecided', () => {
    expect(
      evaluateElements(elements, 'bad', (element) => (element === elements[5] ? 'x' : undecided)).kind,
    ).to.equal('fail')
  })
  it('is not decidable when some are undecided and none has a fault', () => {
    const verdict = evaluateElements(
      elements,
      'bad',
      (element) => (element === elements[5] ? undecided : null),
      'why',
    )
    expect(verdict).to.deep.equal({ kind: 'not_decidable', reason: 'why' })
  })
})
