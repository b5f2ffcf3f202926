import { expect } from 'chai'
import {
  type AuditAnswer,
  compareAudits,
  comparisonOf,
  issuesOf,
} from '#gateway/console/app/views/inspect/results/audit/history/comparison.ts'

type Now = Parameters<typeof compareAudits>[0]

const before = {
  scanned_at: '2026-01-01T00:00:00.000Z',
  overall: 92,
  by_category: { metadata: 90.1, technical: 83 },
  rule_version: '1.0.0',
}
const issue = (id: string) => ({ id, rule_id: `rule-${id}`, severity: 'error', message: `says ${id}` })
/** An issue as a full result has it. */
const full = (id: string) => ({ id, source_rule: `rule-${id}`, severity: 'error', message: `says ${id}` })
const now = {
  scoring: {
    rule_version: '1.0.0',
    overall: 89,
    by_category: { metadata: 80.05, technical: 83, content: 70 },
  },
  issues: [full('stays'), full('new')],
} as unknown as Now

describe('console: two audits compared', () => {
  it('have differences of scores with two decimals; a category that was not there has none', () => {
    expect(compareAudits(now, before, []).deltas).to.deep.equal({
      overall: -3,
      by_category: { metadata: -10.05, technical: 0, content: 0 },
    })
  })

  it('have the same issue where its id is the same', () => {
    expect(compareAudits(now, before, [issue('gone'), issue('stays')]).issues).to.deep.equal({
      added: [issue('new')],
      fixed: [issue('gone')],
      kept: [issue('stays')],
    })
  })

  it('have no issues compared where those of one are not known', () => {
    expect(compareAudits(now, before, null).issues).to.equal(null)
    expect(compareAudits({ ...now, issues: undefined }, before, []).issues).to.equal(null)
  })

  it('have no scores compared where they were not asked for', () => {
    expect(compareAudits({ issues: [] }, before, []).deltas).to.equal(null)
    expect(compareAudits({ issues: [] }, before, []).isOtherRules).to.equal(false)
  })

  it('say when the rules were others', () => {
    expect(compareAudits(now, before, null).isOtherRules).to.equal(false)
    expect(compareAudits(now, { ...before, rule_version: '0.9.0' }, null).isOtherRules).to.equal(true)
  })

  it('take the issues of a full result and of what the history keeps', () => {
    const answers = [{ issues: [full('a')] }, { issues: [issue('a')] }] as unknown as AuditAnswer[]
    for (const answer of answers) expect(issuesOf(answer)).to.deep.equal([issue('a')])
    expect(issuesOf({ issues: null })).to.equal(null)
    expect(issuesOf({})).to.equal(null)
  })

  it('are what the service compared', () => {
    const diff = {
      previous: before,
      rule_version_changed: true,
      score_deltas: { overall: 1, by_category: {} },
      new_issues: [issue('new')],
      fixed_issues: [],
      persisting_issues: [issue('stays')],
      history: [],
    }
    expect(comparisonOf(diff)).to.deep.equal({
      before,
      isOtherRules: true,
      deltas: { overall: 1, by_category: {} },
      issues: { added: [issue('new')], fixed: [], kept: [issue('stays')] },
    })
    expect(comparisonOf({ ...diff, previous: null })).to.equal(null)
  })
})
