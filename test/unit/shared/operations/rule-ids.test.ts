import { expect } from 'chai'
import { pageRuleIds, siteRuleIds } from '#shared/operations/rule-ids.ts'
import { siteRules } from '#stages/batch/site/rules/index.ts'
import { rules } from '#stages/score/audit/rules/index.ts'

const sorted = (ids: Iterable<string>) => [...ids].sort()

describe('ids of rules', () => {
  it('about pages are those of the rules that audits apply', () =>
    expect(sorted(pageRuleIds)).to.deep.equal(sorted(rules.map(({ id }) => id))))

  it('about the site are those of the rules that reports apply', () =>
    expect(sorted(siteRuleIds)).to.deep.equal(sorted(siteRules.map(({ id }) => id))))
})
