import { expect } from 'chai'
import { fail, pass, type Rule } from '#stages/score/audit/engine/rule.ts'
import { failedRules, messageOf, runRules } from '#stages/score/audit/engine/run-rules.ts'
import type { Facts } from '#stages/score/audit/facts/facts.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const ruleOf = (id: string, check: Rule['check'], needs: Rule['needs'] = []): Rule => ({
  id,
  category: 'content',
  severity: 'error',
  title: '',
  why: '',
  fix: '',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: '',
  needs,
  messages: { wrong: '{count} of {all} are {word}' },
  check,
})
const facts = auditFacts({})

describe('a run of rules', () => {
  it('gives each rule the facts that it needs, and no others', () => {
    let given: Facts | undefined
    const asks = ruleOf(
      'asks',
      (some) => {
        given = some
        return pass
      },
      ['http', 'robots'],
    )
    runRules([asks], facts)
    expect(Object.keys(given ?? {})).to.deep.equal(['http', 'robots'])
  })

  it('goes on after a rule that throws, which is undecided', () => {
    const error = new Error('a defect')
    const broken = ruleOf('broken', () => {
      throw error
    })
    const { ruleResults, crashed } = runRules([broken, ruleOf('right', () => pass)], facts)
    expect(ruleResults.map(({ verdict }) => verdict)).to.deep.equal([
      { kind: 'not_decidable', reason: 'rule_failed' },
      { kind: 'pass' },
    ])
    expect(crashed).to.deep.equal([{ id: 'broken', error }])
  })

  it('has the failed rules with their messages filled in', () => {
    const values = { count: 2, all: 'x'.repeat(600) }
    const { ruleResults } = runRules(
      [ruleOf('right', () => pass), ruleOf('wrong', () => fail('wrong', { values }))],
      facts,
    )
    expect(failedRules(ruleResults).map((one) => [one.rule.id, messageOf(one)])).to.deep.equal([
      ['wrong', `2 of ${'x'.repeat(500)}… are {word}`],
    ])
  })
})
