import { expect } from 'chai'
import type { AuditRecord } from '#shared/store/audit-history.ts'
import { previousAudits, withRecord } from '#stages/score/audit/history/audit-history.ts'
import { diffOf } from '#stages/score/audit/result/diff.ts'

function record(
  number: number,
  overall: number,
  issueIds: readonly string[],
  ruleVersion = '1.0.0',
): AuditRecord {
  return {
    inspectionId: `i${number}`,
    scannedAt: `2026-01-${String(number).padStart(2, '0')}T00:00:00.000Z`,
    ruleVersion,
    overall,
    byCategory: { metadata: overall },
    issues: issueIds.map((id) => ({ id, rule_id: `rule-${id}`, severity: 'error', message: id })),
  }
}

describe('diffOf', () => {
  it('reports new, fixed and persisting issues and the difference of scores', () => {
    const diff = diffOf(record(2, 70, ['b', 'c']), [record(1, 80.5, ['a', 'b'])])
    expect(diff.new_issues.map(({ id }) => id)).to.deep.equal(['c'])
    expect(diff.fixed_issues.map(({ id }) => id)).to.deep.equal(['a'])
    expect(diff.persisting_issues.map(({ id }) => id)).to.deep.equal(['b'])
    expect(diff.score_deltas).to.deep.equal({ overall: -10.5, by_category: { metadata: -10.5 } })
    expect(diff.rule_version_changed).to.equal(false)
  })

  it('is empty for the first audit', () => {
    const diff = diffOf(record(1, 70, ['a']), [])
    expect(diff).to.deep.equal({
      previous: null,
      rule_version_changed: false,
      score_deltas: null,
      new_issues: [],
      fixed_issues: [],
      persisting_issues: [],
      history: [],
    })
  })

  it('reports another version of the rules', () => {
    expect(diffOf(record(2, 70, [], '1.1.0'), [record(1, 70, [])]).rule_version_changed).to.equal(true)
  })
})

describe('the history of audits', () => {
  it('keeps the last 30, issues of the latest two', () => {
    let history: AuditRecord[] = []
    for (let number = 1; number <= 40; number++) history = withRecord(history, record(number, number, ['a']))
    expect(history.map(({ overall }) => overall)).to.deep.equal(
      Array.from({ length: 30 }, (_, index) => 40 - index),
    )
    expect(history.filter(({ issues }) => issues.length > 0)).to.have.length(2)
  })

  it('keeps an audit once when its work is repeated, and never compares it with itself', () => {
    const once = withRecord([record(1, 50, [])], record(2, 60, []))
    const twice = withRecord(once, record(2, 60, []))
    expect(twice).to.deep.equal(once)
    expect(previousAudits(twice, 'i2').map(({ inspectionId }) => inspectionId)).to.deep.equal(['i1'])
  })
})
