import { expect } from 'chai'
import { elementEvidence, externalEvidence, fail, pass, type Rule } from '#stages/score/audit/engine/rule.ts'
import { failedRules, messageOf, runRules } from '#stages/score/audit/engine/run-rules.ts'
import type { Facts } from '#stages/score/audit/facts/facts.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const ruleOf = (id: string, check: Rule['check'], needs: Rule['needs'] = []): Rule => ({
  id,
  category: 'content',
  severity: 'error',
  title: '',
  passTitle: '',
  why: '',
  fix: '',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: '',
  needs,
  messages: {
    wrong: '{count} of {all} are {word}',
    counted: '{affected} of {total} {total:link|links} {affected:is|are} broken: {first}',
    named: '{element} is wrong ({first})',
  },
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
    const values = { count: 2, all: 'x '.repeat(300) }
    const { ruleResults } = runRules(
      [ruleOf('right', () => pass), ruleOf('wrong', () => fail('wrong', { values }))],
      facts,
    )
    expect(failedRules(ruleResults).map((one) => [one.rule.id, messageOf(one)])).to.deep.equal([
      ['wrong', `2 of ${'x '.repeat(250)}… are {word}`],
    ])
  })

  const messageFrom = (html: string, check: Rule['check']) => {
    const { ruleResults } = runRules([ruleOf('one', check, ['document'])], auditFacts({ html }))
    return failedRules(ruleResults).map(messageOf)[0]
  }
  const counted = (affected: number, total: number, value = 'https://www.example.com/basket?add=6 (404)') =>
    messageFrom('<p>', () =>
      fail('counted', { extent: { affected, total }, evidence: [externalEvidence(value)] }),
    )

  it('agrees words with their numbers', () => {
    expect(counted(1, 18)).to.equal('1 of 18 links is broken: /basket?add=6 (404)')
    expect(counted(2, 18)).to.equal('2 of 18 links are broken: /basket?add=6 (404)')
    expect(counted(1, 1)).to.equal('1 of 1 link is broken: /basket?add=6 (404)')
  })

  it('names elements by what tells them apart', () => {
    const named = (html: string, value = '') =>
      messageFrom(html, ({ document }) =>
        fail('named', { evidence: [elementEvidence(document.all.at(-1) as never, value)] }),
      )
    expect(named('<img src="/a.png" id=b class=c>', '404')).to.equal('img[src="/a.png"] is wrong (404)')
    expect(named('<a href=" /x ">')).to.equal('a[href="/x"] is wrong (a[href="/x"])')
    expect(named('<div id=menu class="a b">')).to.include('div#menu is')
    expect(named('<button class="close big">')).to.include('button.close is')
    expect(named('<p>')).to.equal('p is wrong (p)')
    expect(named(`<img src="/${'i'.repeat(5000)}.png">`)?.length).to.be.below(300)
  })
})
