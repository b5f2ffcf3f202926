import { expect } from 'chai'
import { fail, pass, type Severity } from '#stages/score/audit/engine/rule.ts'
import type { RuleResult } from '#stages/score/audit/engine/run-rules.ts'
import type { Issue } from '#stages/score/audit/result/issues.ts'
import { scoringSection, summarySection } from '#stages/score/audit/result/sections/scoring.ts'
import { scoreOf } from '#stages/score/audit/scoring/score.ts'

const ruleResult = (id: string, severity: Severity, verdict: RuleResult['verdict']) =>
  ({ rule: { id, category: 'content', severity, messages: {} }, verdict }) as unknown as RuleResult

const NO_CAUSES = { notIndexable: null, cap: null }

describe('scoring of an audit', () => {
  it('sums up what each category loses', () => {
    // An error takes 12 points and a warning 5, both in full where they have no extent.
    const results = [ruleResult('a', 'error', fail('x')), ruleResult('b', 'warning', fail('x'))]
    const section = scoringSection(scoreOf(results, NO_CAUSES), 'mobile')
    expect(section.scoring_explainer.category_deductions).to.deep.equal({
      metadata: 0,
      content: 17,
      technical: 0,
      accessibility: 0,
      performance: 0,
    })
    // 100 - 17 * 0.25 = 95.75
    expect(section).to.include({ overall: 96, device: 'mobile' })
    expect(section.by_category.content).to.equal(83)
    expect(section.deductions.map(({ rule_id, points }) => [rule_id, points])).to.deep.equal([
      ['a', 12],
      ['b', 5],
    ])
  })

  it('names the version of the rules twice, as clients of the first contract read it', () => {
    const { version, rule_version } = scoringSection(scoreOf([], NO_CAUSES), 'desktop')
    expect(version).to.equal(rule_version)
  })
})

describe('summary of an audit', () => {
  const issue = (source_rule: string, estimated_effort: Issue['estimated_effort'], severity: Severity) =>
    ({ id: `id of ${source_rule}`, source_rule, estimated_effort, severity }) as Issue
  const idsOf = (issues: readonly Issue[], gains: Record<string, number>, ruleId?: string) =>
    summarySection(
      [],
      issues,
      new Map(Object.entries(gains)),
      ruleId === undefined ? null : { ruleId, reason: 'x' },
    ).top_fixes.map(({ id }) => id)

  it('has the fix first that gains most per effort: hours count four times, days sixteen times', () => {
    const issues = [
      issue('days', 'days', 'error'),
      issue('hours', 'hours', 'error'),
      issue('min', 'minutes', 'info'),
    ]
    // 33 / 16 > 8 / 4 > 1.9
    expect(idsOf(issues, { days: 33, hours: 8, min: 1.9 })).to.deep.equal([
      'id of days',
      'id of hours',
      'id of min',
    ])
    expect(idsOf(issues, { days: 31, hours: 8, min: 2.1 })).to.deep.equal([
      'id of min',
      'id of hours',
      'id of days',
    ])
  })

  it('leaves out fixes that gain nothing, save the cause of "not indexable"', () => {
    const issues = [issue('none', 'minutes', 'info'), issue('some', 'minutes', 'error')]
    expect(idsOf(issues, { some: 1 })).to.deep.equal(['id of some'])
    expect(idsOf(issues, { some: 1 }, 'none')).to.deep.equal(['id of none', 'id of some'])
  })

  it('shows ten fixes', () => {
    const issues = Array.from({ length: 11 }, (_, index) => issue(`${index}`, 'minutes', 'error'))
    const gains = Object.fromEntries(issues.map(({ source_rule }) => [source_rule, 1]))
    expect(idsOf(issues, gains)).to.have.lengthOf(10)
  })

  it('counts issues by severity, and rules that passed or failed', () => {
    const results = [ruleResult('fine', 'error', pass), ruleResult('wrong', 'error', fail('x'))]
    const summary = summarySection(results, [issue('wrong', 'hours', 'error')], new Map(), null)
    expect(summary).to.include({ critical_count: 1, warning_count: 0, info_count: 0 })
    expect(summary.passed).to.deep.equal(['fine'])
    expect(summary.rules).to.deep.equal({ total: 2, passed: 1, failed: 1 })
  })
})
